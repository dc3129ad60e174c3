"""What `zapato serve` writes down when something goes wrong."""

import subprocess
import sys

import pytest

FAILING = """
import sys
sys.stderr.isatty = lambda: {people}
import structlog
from zapato.cli.serve import set_up_log

def deal(seed, cookie):
    raise ZeroDivisionError("no such card")

set_up_log()
try:
    deal("5eed" * 4, "b15c" * 4)
except ZeroDivisionError as error:
    structlog.get_logger().error("session failed", exc_info=error)
"""


@pytest.mark.parametrize("people", [True, False])
def test_a_traceback_in_the_log_holds_no_values(people: bool) -> None:
    # structlog and rich print every frame's local variables unless told not to: the shoe's seed and a guest's cookie
    # lay in the log of any fault of ours.
    code = FAILING.format(people=people)
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "ZeroDivisionError" in finished.stderr
    assert "deal" in finished.stderr
    assert "5eed5eed" not in finished.stderr
    assert "b15cb15c" not in finished.stderr
