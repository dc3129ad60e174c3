"""The figures of the pages, each computed for one Rules. No page and no message holds a figure of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Final

from zapato.cards import VALUE_NAMES
from zapato.odds import DealerOdds, HandOdds, OddsError, Solution, dealer, hand, solve
from zapato.rules import INFINITE_DECKS, Rules
from zapato.strategy.chart import Chart, mimic_the_dealer, never_bust
from zapato.trainer.cells import CellOdds, Place, cells_of, place_of

ACE: Final = 1

LONG_HANDS_MAX: Final = 16
"""How many of them a page lists, the costliest first."""


@dataclass(frozen=True, slots=True)
class Exemption:
    """A hand that is better played otherwise than by the chart."""

    cards: tuple[int, ...]
    up: int
    chart_move: str
    odds: HandOdds

    @property
    def cost(self) -> float:
        """What the chart's move gives up with this very hand, in initial bets."""
        assert self.odds.best is not None
        return self.odds.ev[self.odds.best] - self.odds.ev[self.chart_move]


@dataclass(frozen=True, slots=True)
class Lesson:
    """All that the strategy pages tell of one Rules."""

    solution: Solution
    cells: dict[Place, CellOdds]
    mimic_ev: float
    """Pre-deal EV of drawing by the dealer's rule."""
    never_bust_ev: float
    """Pre-deal EV of the chart but for standing on hard 12 and more."""
    two_card_exceptions: tuple[Exemption, ...]
    three_card_exceptions: tuple[Exemption, ...]
    dealer: DealerOdds

    @property
    def chart(self) -> Chart:
        assert self.solution.chart is not None
        return self.solution.chart

    @property
    def chart_ev(self) -> float:
        assert self.solution.chart_ev is not None
        return self.solution.chart_ev


def lesson(rules: Rules) -> Lesson:
    solution = solve(rules)
    chart, cells = solution.chart, cells_of(solution)
    assert chart is not None
    two = [
        Exemption(odds.cards, odds.up, cell.move, odds)
        for cell in cells.values()
        for odds in cell.exceptions
        if cell.move in odds.ev
    ]
    return Lesson(
        solution=solution,
        cells=cells,
        mimic_ev=_valued(rules, mimic_the_dealer(hit_soft_17=rules.hit_soft_17)),
        never_bust_ev=_valued(rules, never_bust(chart)),
        two_card_exceptions=_costliest(two),
        three_card_exceptions=_costliest(_three_card_exceptions(rules, chart)),
        dealer=dealer(rules),
    )


def _valued(rules: Rules, chart: Chart) -> float:
    value = solve(rules, chart=chart).chart_ev
    assert value is not None
    return value


def _costliest(found: Iterator[Exemption] | list[Exemption]) -> tuple[Exemption, ...]:
    return tuple(sorted(found, key=lambda one: (-one.cost, one.cards, one.up))[:LONG_HANDS_MAX])


def _three_card_exceptions(rules: Rules, chart: Chart) -> Iterator[Exemption]:
    """Every hand of three cards that is better played otherwise; they leave no move but hit and stand."""
    for cards in combinations_with_replacement(range(1, 11), 3):
        _, total, _ = place_of(cards, ACE)
        for up in range(1, 11) if total < 21 else ():
            try:
                odds = hand(rules, cards, up)
            except OddsError:
                continue  # so few decks do not hold these cards
            move = chart.choose(cards, up, odds.ev)
            if odds.best is not None and odds.best != move:
                yield Exemption(cards, up, move, odds)


# ------------------------------------------------------------------ the house edge


DECKS: Final = (1, 2, 4, 5, 6, 8, INFINITE_DECKS)
"""The choices of the page; the address takes all from 1 to 8."""

SWITCHES: Final[dict[str, tuple[object, ...]]] = {
    "decks": DECKS,
    "hit_soft_17": (False, True),
    "blackjack_pays": ("3:2", "6:5", "1:1"),
    "hole": ("peek", "enhc", "obo"),
    "peek_on_ten": (True, False),
    "double": ("any", "9-11", "10-11", "none"),
    "double_soft": (False, True),
    "double_after_split": (True, False),
    "split": ("value", "rank"),
    "max_hands": (1, 2, 3, 4, 8),
    "resplit_aces": (False, True),
    "hit_split_aces": (False, True),
    "surrender": ("none", "late", "early"),
    "surrender_against_ace": (True, False),
}
"""Every rule that odds depend on, with its values. (Insurance has its own page: these figures are without it.)"""


@dataclass(frozen=True, slots=True)
class Step:
    """One rule changed, everything else as it is."""

    name: str
    value: object
    chart_ev: float
    optimal_ev: float
    chart_change: float
    """In initial bets a round; above zero is better for the player."""
    optimal_change: float


@dataclass(frozen=True, slots=True)
class Edges:
    """Pre-deal EVs of one Rules, in initial bets: the house edges are minus these."""

    optimal_ev: float
    """Every hand decided by its exact cards."""
    chart_ev: float
    """By the best chart."""


def idle(rules: Rules) -> tuple[str, ...]:
    """The switches that change nothing while the other rules are as they are."""
    doubles, splits = rules.double != "none", rules.max_hands > 1
    acts = {
        "peek_on_ten": rules.has_hole_card,
        "double_soft": rules.double not in ("any", "none"),
        "double_after_split": doubles and splits,
        "split": splits,
        "resplit_aces": rules.max_hands > 2,
        "hit_split_aces": splits,
        "surrender_against_ace": rules.surrender != "none",
    }
    return tuple(name for name, does in acts.items() if not does)


def edges(rules: Rules) -> Edges:
    solution = solve(rules)
    assert solution.chart_ev is not None
    return Edges(solution.composition_optimal, solution.chart_ev)


def variants(rules: Rules) -> list[tuple[str, object, Rules]]:
    """Every other value of each rule, with the Rules that differ in it alone."""
    return [
        (name, value, replace(rules, **{name: value}))  # type: ignore[arg-type]
        for name, values in SWITCHES.items()
        for value in values
        if value != getattr(rules, name)
    ]


def step(name: str, value: object, base: Edges, other: Edges) -> Step:
    return Step(
        name,
        value,
        other.chart_ev,
        other.optimal_ev,
        other.chart_ev - base.chart_ev,
        other.optimal_ev - base.optimal_ev,
    )


# ------------------------------------------------------------------ insurance


@dataclass(frozen=True, slots=True)
class InsuranceHand:
    """Insuring one two-card hand against an ace with no other card seen."""

    cards: tuple[int, int]
    value: float
    """Per debén insured."""


def insurance_by_hand(rules: Rules) -> tuple[InsuranceHand, ...]:
    """Hands with two, one and no ten, by the engine; empty where no insurance is sold."""
    found = []
    for cards in ((10, 10), (10, 9), (1, 10), (8, 8), (5, 6), (2, 3)):
        odds = hand(rules, cards, 1)
        if odds.insurance is not None:
            found.append(InsuranceHand(cards, odds.insurance))
    return tuple(found)


SIGHT_CARDS: Final = (2, 4, 6, 8, 10, 12)
SIGHT_TENS: Final = (0, 1, 2, 3, 4)


def insurance_by_sight(rules: Rules) -> dict[tuple[int, int], float]:
    """Value of insurance by (cards in sight beside the ace, tens among them), per debén insured; by the engine."""
    found: dict[tuple[int, int], float] = {}
    for count in SIGHT_CARDS:
        for tens in SIGHT_TENS:
            if tens > count:
                continue
            others = [2 + place % 8 for place in range(count - tens)]
            cards = [*others, *[10] * tens]
            own, seen = ((cards[0], cards[-1]), cards[1:-1])
            try:
                value = hand(rules, own, 1, seen).insurance
            except OddsError:
                continue
            if value is not None:
                found[count, tens] = value
    return found


# ------------------------------------------------------------------ names


def rank(value: int) -> str:
    """The letter that the interface takes: `T` for a ten."""
    return VALUE_NAMES[value - 1]


def shown_rank(value: int) -> str:
    """For people: `10`."""
    return "10" if value == 10 else rank(value)


def high_first(cards: tuple[int, ...]) -> tuple[int, ...]:
    """As hands are named: `A 7`, `10 6`."""
    return tuple(sorted(cards, key=lambda card: 11 if card == ACE else card, reverse=True))


def shown_cards(cards: tuple[int, ...]) -> str:
    return " ".join(shown_rank(card) for card in high_first(cards))


def chart_value(rules: Rules) -> float:
    """Pre-deal EV of the best chart for these rules."""
    value = solve(rules).chart_ev
    assert value is not None
    return value


def natural_under_ace(rules: Rules) -> float:
    """The dealer's chance of a natural with an ace up and no other card seen."""
    return dealer(rules, ACE).unconditional["blackjack"]
