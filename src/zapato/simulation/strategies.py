"""Strategies by name: the exact chart of the rules, the optimum that looks at every card, a chart of your own, two bad habits."""

from __future__ import annotations

from collections.abc import Iterator
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
    boxes are not looked at. Takes a second or two: some 25,000 hands are solved.
    """
    sets = list(_sets_of_cards(rules.decks))
    number = {cards: place for place, cards in enumerate(sets)}
    over = len(sets)
    following = np.full((over + 1, 10), over, np.uint16)
    answers = np.zeros((over + 1, 10), np.uint8)
    for place, cards in enumerate(sets):
        for value in range(1, 11):
            following[place, value - 1] = number.get(tuple(sorted((*cards, value))), over)
        if len(cards) < 2 or _total(cards) >= 21:
            continue
        for up in range(1, 11):
            answers[place, up - 1] = _answer(rules, cards, up)
    return HandStrategy("optimal", following, answers)


def _sets_of_cards(decks: int) -> Iterator[tuple[int, ...]]:
    """Every hand of 21 points or less (aces 1) that the decks can hold, fewest cards first."""
    layer: list[tuple[int, ...]] = [()]
    while layer:
        yield from layer
        layer = [
            (*cards, value)
            for cards in layer
            for value in range(cards[-1] if cards else 1, 11)
            if sum(cards) + value <= 21 and cards.count(value) < (16 if value == 10 else 4) * decks
        ]


def _total(cards: tuple[int, ...]) -> int:
    low = sum(cards)
    return low + 10 if 1 in cards and low <= 11 else low


def _answer(rules: Rules, cards: tuple[int, ...], up: int) -> int:
    try:
        ev = odds.hand(rules, cards, up).ev
    except odds.OddsError:
        return 0  # the decks don't hold these cards and the upcard
    bits = 0
    if not ev:
        return bits
    best = max(ev, key=lambda move: ev[move])
    rest = [ev[move] for move in ("stand", "hit", "double") if move in ev]
    bits |= (best == "surrender") << SURRENDER
    bits |= ("split" in ev and ev["split"] > max(rest)) << SPLIT
    bits |= ("double" in ev and ev["double"] > max(ev["stand"], ev["hit"])) << DOUBLE
    bits |= (ev.get("hit", -2) > ev["stand"]) << HIT
    return bits
