"""The chart cell by cell, each with what its moves are worth.

A cell of the chart stands for every hand of one total. Its values here are those of its two-card hands (a pair counts in
its own row only), weighted by how often each is dealt and meets a dealer whose natural has been ruled out, if that is the
condition. Hands of more cards, and each hand by itself, are `zapato.odds.hand`'s to answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from zapato.odds import TWO_CARDS, HandOdds, Solution
from zapato.odds.result import GIVEN_NO_NATURAL

Part = Literal["hard", "soft", "pair"]
Place = tuple[Part, int, int]
"""Part, total (or value of the pair), upcard (1 an ace … 10)."""

PARTS: Final[tuple[Part, ...]] = ("hard", "soft", "pair")
ROWS: Final[Mapping[Part, tuple[int, ...]]] = {
    "hard": tuple(range(19, 4, -1)),
    "soft": tuple(range(20, 12, -1)),
    "pair": (1, *range(10, 1, -1)),
}
"""The rows that two cards can make, as charts are printed. Hard 4 and 20 and soft 12 are pairs, 21 asks for nothing."""
UPCARDS: Final = (*range(2, 11), 1)
"""As charts are printed."""


@dataclass(frozen=True, slots=True)
class CellOdds:
    """One cell: what the chart says and what each move is worth, in initial bets."""

    part: Part
    row: int
    up: int
    letters: str
    """As the chart prints it; a pair that is not split has its total's."""
    move: str
    """What the chart does with two cards."""
    ev: Mapping[str, float]
    """By legal move, the mean of the cell's two-card hands."""
    hands: tuple[HandOdds, ...]
    condition: str

    @property
    def likeliest(self) -> tuple[int, ...]:
        """The cards of the hand that stands for the cell: with a ten where one can, as tens are dealt most."""
        return max((hand.cards for hand in self.hands), key=lambda cards: (10 in cards, cards[0] != cards[1], cards))

    @property
    def place(self) -> Place:
        return self.part, self.row, self.up

    @property
    def second(self) -> str | None:
        """The best of the other moves."""
        others = [move for move in self.ev if move != self.move]
        return max(others, key=lambda move: self.ev[move]) if others else None

    @property
    def gap(self) -> float | None:
        """By how much the chart's move beats the second. Below zero: these two-card hands alone would prefer the second, and longer hands of the total decide."""
        return None if self.second is None else self.ev[self.move] - self.ev[self.second]

    @property
    def exceptions(self) -> Iterator[HandOdds]:
        """Its two-card hands that are better played otherwise."""
        return (hand for hand in self.hands if hand.best is not None and hand.best != self.move)


def place_of(cards: tuple[int, ...], up: int, *, splits: bool = True) -> Place:
    """The cell of a hand of card values; `splits` False: a pair is looked up as its total."""
    if splits and len(cards) == 2 and cards[0] == cards[1]:
        return "pair", cards[0], up
    low = sum(cards)
    return ("soft", low + 10, up) if 1 in cards and low <= 11 else ("hard", low, up)


def cell_of(cards: tuple[int, ...], up: int, *, splits: bool, rules_split: bool = True) -> Place:
    """The cell in which a hand of card values is trained.

    As the chart has it: a pair that may not be split here (`splits` False) is played as its total. Where a table splits
    nothing at all (`rules_split` False) its pairs still have their own row, and so has a total that only a pair can make.
    """
    part, row, _ = place = place_of(cards, up, splits=splits or not rules_split)
    if row in ROWS[part]:
        return place
    return ("pair", 1 if part == "soft" else row // 2, up)


def cells_of(solution: Solution) -> dict[Place, CellOdds]:
    """Every cell that two cards can make and this shoe can deal; the solution must hold a chart."""
    chart = solution.chart
    if chart is None:
        raise ValueError("solved without a chart")
    grouped: dict[Place, list[tuple[float, HandOdds]]] = defaultdict(list)
    for odds, row in zip(solution.hands(), solution.rows(), strict=True):
        chance = row["chance"]
        assert isinstance(chance, float)
        if odds.cards != (1, 10) and odds.ev and chance > 0:
            weight = chance * (1 - odds.natural) if odds.condition == GIVEN_NO_NATURAL else chance
            grouped[place_of(odds.cards, odds.up)].append((weight, odds))
    found = {}
    for part in PARTS:
        for row_value in ROWS[part]:
            for up in UPCARDS:
                place: Place = (part, row_value, up)
                if place in grouped:
                    found[place] = _cell(solution, place, grouped[place])
    return found


def _cell(solution: Solution, place: Place, weighted: list[tuple[float, HandOdds]]) -> CellOdds:
    part, row, up = place
    assert solution.chart is not None
    hands = tuple(odds for _, odds in weighted)
    whole = sum(weight for weight, _ in weighted)
    moves = [move for move in hands[0].ev if all(move in odds.ev for odds in hands)]
    ev = {move: sum(weight * odds.ev[move] for weight, odds in weighted) / whole for move in moves}
    return CellOdds(
        part=part,
        row=row,
        up=up,
        letters=letters(solution, place),
        move=solution.chart.choose(hands[0].cards, up, hands[0].ev),
        ev=ev,
        hands=hands,
        condition=hands[0].condition,
    )


def letters(solution: Solution, place: Place) -> str:
    """What the chart prints there."""
    part, row, up = place
    assert solution.chart is not None
    if part == "pair":
        if solution.chart.splits(row, up):
            return "P"
        soft, total = (True, 12) if row == 1 else (False, 2 * row)
        return solution.chart.cell(total, soft=soft, up=up).text
    return solution.chart.cell(row, soft=part == "soft", up=up).text


def hands_of_place(place: Place) -> tuple[tuple[int, int], ...]:
    """The two-card hands of a cell."""
    return tuple(cards for cards in TWO_CARDS if cards != (1, 10) and place_of(cards, place[2]) == place)
