"""The solver gives the figures of independent solvers, to the digits given. A table looked up elsewhere would not differ from rules to rules as these do."""

import json
from pathlib import Path

import pytest

from zapato import odds

DATA = Path(__file__).parent.parent / "data" / "odds"
PRESETS = ("thot", "americana", "casino-es", "casino-plaza")
ROUNDED = 5.01e-13
"""The reference has 12 digits."""


def reference(name):
    return json.loads((DATA / f"odds-{name}.json").read_text("utf-8"))


@pytest.mark.parametrize("name", PRESETS)
def test_pre_deal_values(name):
    """The optimum and the chart, both of which sum every part of the solver: one wrong split shows in the seventh digit."""
    solution = odds.solve(name)

    for key, expected in reference(name)["pre_deal_ev"].items():
        assert solution.pre_deal_ev[key] == pytest.approx(expected, abs=ROUNDED), key


@pytest.mark.parametrize("name", ["thot", "casino-plaza"])
def test_every_two_card_hand(name):
    """Moves, their values and the best one for 54 hands against ten upcards: the whole solve and the live question agree with it."""
    solution = odds.solve(name, chart=False)
    for hand, by_up in reference(name)["hands"].items():
        for up, expected in by_up.items():
            solved = solution.hand(hand, up)
            best = expected.pop("best")
            assert dict(solved.ev) == pytest.approx(expected, abs=ROUNDED), (hand, up)
            assert solved.best == best, (hand, up)
    for hand, up in (("8 8", "T"), ("A A", "A"), ("T T", "6"), ("T 6", "T"), ("2 2", "2"), ("5 4", "3")):
        assert dict(odds.hand(name, hand, up).ev) == pytest.approx(dict(solution.hand(hand, up).ev), abs=1e-12)


@pytest.mark.parametrize("name", ["thot", "casino-plaza"])
def test_dealer(name):
    for up, expected in reference(name)["dealer"].items():
        assert dict(odds.dealer(name, up).unconditional) == pytest.approx(expected, abs=ROUNDED), up


@pytest.mark.parametrize("name", ["thot", "casino-plaza"])
def test_chart(name):
    """Every cell, those included that the chart itself never comes to."""
    chart = odds.solve(name).to_json()["chart"]
    expected = reference(name)["chart"]
    for part in ("hard", "soft", "pair"):
        assert chart[part] == expected[part], part
