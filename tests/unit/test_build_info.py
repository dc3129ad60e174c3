"""What the kernel says of itself, and that ZAPATO_SIMD is obeyed or refused, never ignored."""

import json
import subprocess
import sys
from importlib.metadata import version

import pytest

from zapato import _kernel

ASK = "import json; from zapato import _kernel; print(json.dumps(_kernel.build_info()))"


def ask(level):
    return subprocess.run(
        [sys.executable, "-c", ASK], env={"ZAPATO_SIMD": level}, capture_output=True, text=True, check=False
    )


def test_kernel_and_package_have_one_version():
    """A stale kernel beside newer Python would give wrong numbers without a word."""
    assert version("zapato") == _kernel.build_info()["version"]


@pytest.mark.parametrize("level", _kernel.build_info()["simd_available"])
def test_asked_level_is_used(level):
    """Each level of this machine can be tested on it."""
    assert level == json.loads(ask(level).stdout)["simd"]


def test_best_level_is_used_unasked():
    """`simd_available` lists them from the plainest to the best."""
    info = json.loads(ask("").stdout)
    assert info["simd_available"][-1] == info["simd"]
    assert "portable" == info["simd_available"][0]


def test_unknown_level_is_refused():
    """Falling back in silence would make a benchmark of the wrong thing."""
    assert "RuntimeError: ZAPATO_SIMD is 'sse9'; it must be portable, avx2 or avx512" in ask("sse9").stderr
