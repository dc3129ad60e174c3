"""`ensure` guards money and cards: it must work under `python -O`, and say what it saw."""

import subprocess
import sys

import pytest

from zapato.invariant import InvariantError, ensure


def test_broken_rule_names_what_was_seen():
    """Whoever reads the log has nothing but this line."""
    with pytest.raises(InvariantError, match=r"^books sum to zero \(total=3, table='escribas'\)$"):
        ensure(False, "books sum to zero", total=3, table="escribas")


def test_kept_rule_passes():
    """An `ensure` that fires on a true condition would stop the hall."""
    ensure(True, "books sum to zero", total=0)


def test_still_checked_when_python_drops_asserts():
    """The reason why this is no `assert`."""
    code = "from zapato.invariant import ensure; assert False; ensure(False, 'kept')"

    done = subprocess.run([sys.executable, "-O", "-c", code], capture_output=True, text=True, check=False)
    assert "InvariantError: kept" in done.stderr
