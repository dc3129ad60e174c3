"""Strategies by name: the exact chart of the rules, the optimum that looks at every card, a chart of your own, two bad habits."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from zapato import odds
from zapato.rules import Rules
from zapato.simulation.plan import HandStrategy, PlanError, Strategy
from zapato.simulation.tables import DOUBLE, HIT, SPLIT, SURRENDER
from zapato.strategy import Chart, ChartError, from_json, from_text
from zapato.strategy.chart import mimic_the_dealer, never_bust

NAMES: Final = ("chart", "optimal", "mimic", "never-bust")
FILE_BYTES_MAX: Final = 65_536


def strategy(name: str, rules: Rules) -> Strategy:
    """The strategy that a text names for these rules.

    `chart`: the best total-dependent chart, exact for the rules. `optimal`: every decision by the exact cards of the
    hand. `mimic`: draws as the dealer does. `never-bust`: the chart, but hard 12 and more stands. Else a file with a
    chart as `zapato chart --format text` or `json` writes it.
    Raises PlanError.
    """
    if name == "chart":
        return exact_chart(rules)
    if name == "optimal":
        return optimal(rules)
    if name == "mimic":
        return mimic_the_dealer(hit_soft_17=rules.hit_soft_17)
    if name == "never-bust":
        return never_bust(exact_chart(rules))
    return _chart_file(Path(name))


def exact_chart(rules: Rules) -> Chart:
    """The best chart for a fresh shoe of these rules."""
    chart = odds.solve(rules, chart=True).chart
    assert chart is not None
    return chart


def _chart_file(path: Path) -> Chart:
    text = read_text(path, f"a strategy: {', '.join(NAMES)}, or a file with a chart")
    try:
        return from_json(text) if text.lstrip().startswith("{") else from_text(text)
    except ChartError as wrong:
        raise PlanError(f"{path}: {wrong}") from None


def read_text(path: Path, meaning: str) -> str:
    """The text of a user's file; PlanError says what else could have been meant."""
    try:
        with path.open("rb") as file:
            content = file.read(FILE_BYTES_MAX + 1)
        if len(content) > FILE_BYTES_MAX:
            raise PlanError(f"{path} is larger than {FILE_BYTES_MAX:,} bytes")
        return content.decode("utf-8")
    except (OSError, ValueError) as wrong:
        if isinstance(wrong, PlanError):
            raise
        why = wrong.strerror if isinstance(wrong, OSError) else "it is no UTF-8 text"
        raise PlanError(f"{str(path)[:80]!r} can't be read ({why}); expected {meaning}") from None


def optimal(rules: Rules) -> HandStrategy:
    """Composition-dependent: each decision maximises the exact EV given the cards of this hand, the upcard and a full shoe.

    Split hands play by the same (CDZ-). The full shoe is the one before the deal, so cards of earlier rounds and of other
    boxes are not looked at.
    """
    best = odds.optimal_play(rules)
    counts = np.frombuffer(best.counts, np.uint8).reshape(-1, 10)
    cells = np.frombuffer(best.cells, np.uint8).reshape(-1, 10)
    # States: no card, one card of each value, then the hands as odds lists them; at the end, all that is over.
    held = [bytes(10), *(bytes(value == one for value in range(1, 11)) for one in range(1, 11)), *map(bytes, counts)]
    number = {cards: state for state, cards in enumerate(held)}
    over = len(held)
    following = np.full((over + 1, 10), over, np.uint16)
    for state, cards in enumerate(held):
        for at in range(10):
            more = bytes(count + (place == at) for place, count in enumerate(cards))
            following[state, at] = number.get(more, over)
    answers = np.zeros((over + 1, 10), np.uint8)
    split = cells & _SPLIT != 0
    answers[len(held) - len(cells) : over] = (
        (cells & _HIT != 0) << HIT
        | (cells & _DOUBLE != 0) << DOUBLE
        | split << SPLIT
        # Where splitting is best, surrender is not what is left.
        | (~split & (cells & _SURRENDER != 0)) << SURRENDER
    )
    return HandStrategy("optimal", following, answers)


_HIT, _DOUBLE, _SURRENDER, _SPLIT = 1, 2, 4, 8  # bits of odds' cells
