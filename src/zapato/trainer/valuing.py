"""What each answer at one point of a round is worth, exact for the cards that lie open there.

The review of a played round and the hints of a hand in play are made of it. It looks at open cards only: of the dealer's the
first, of the boxes' all; what lies face down or comes later is never read. Units: initial bets of the box.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, Literal

from msgspec import Struct

from zapato.cards import Card, rank, value
from zapato.odds import HandOdds, OddsError, hand
from zapato.odds.result import UNCONDITIONAL
from zapato.round import RoundState
from zapato.round.events import Offer
from zapato.round.state import BoxState, Hand
from zapato.rules import Rules
from zapato.strategy import Chart
from zapato.trainer.cells import cell_of
from zapato.trainer.drill import INSURANCE, name_of

Kind = Literal["move", "surrender", "insurance"]
"""`move`: of a hand in turn; `surrender`: the early one, before the peek; `insurance`: that or even money."""

Note = Literal["split-hand", "split-again", "convention", "formal", "natural-once", "purse", "beside"]

NOTES: Final[dict[Note, str]] = {
    "split-hand": "of this hand alone: the box's other hands are not counted",
    "split-again": "splitting again as far as the limit of hands leaves room, the hands that wait not counted",
    "convention": "hands of a split played each for itself, as in the game without splits (CDZ-)",
    "formal": "the shoe could run out during the split: a formal value",
    "natural-once": "a dealer natural takes the box's original bet once: it is counted with each hand",
    "purse": "as if the purse paid for every later double and split",
    "beside": "of the insurance alone, beside the hand",
}
"""What a figure rests on besides its condition."""


class Valued(Struct, frozen=True):
    """One point of a round. `ev` is by legal answer; `seen` are the open cards besides hand and upcard, of this round."""

    kind: Kind
    cards: tuple[Card, ...]
    up: Card
    seen: tuple[Card, ...]
    ev: dict[str, float]
    best: str
    chart: str
    """The chart's answer; it never insures."""
    cell: str
    """The trainer's name for the cell of the chart."""
    given: str
    """`given no dealer natural` or `unconditional`."""
    notes: tuple[Note, ...] = ()

    @property
    def condition(self) -> str:
        """All that the figures rest on, in one English sentence."""
        return "; ".join((self.given, *(NOTES[note] for note in self.notes)))


def move(
    state: RoundState, number: int, place: int, legal: Collection[str], chart: Chart, earlier: Sequence[Card] = ()
) -> Valued | None:
    """The moves of the hand in turn, box `number`, hand `place`; None where the cards are more than the decks hold.

    `legal` are the moves that may be made, purse and all. `earlier` are cards shown in earlier rounds of the same shoe.
    """
    box = state.box_in_play(number)
    held = box.hands[place - 1]
    rules = _rules_in_turn(state, box, held)
    seen = _others(state, number, place)
    odds = _odds(rules, held.cards, state.upcard, (*seen, *earlier))
    if odds is None:
        return None
    ev = {name: worth for name, worth in odds.ev.items() if name in legal}
    if not ev:
        return None
    told = chart.choose([value(card) for card in held.cards], state.upcard_value, ev)
    return Valued(
        kind="move",
        cards=held.cards,
        up=state.upcard,
        seen=seen,
        ev=ev,
        best=_best(ev, odds.best, told),
        chart=told,
        cell=_cell(state, held.cards, splits="split" in ev),
        given=odds.condition,
        notes=_notes(state, box, held, odds, ev),
    )


def early_surrender(state: RoundState, number: int, chart: Chart, earlier: Sequence[Card] = ()) -> Valued | None:
    """Half the bet back before the peek, or the best that playing on can bring."""
    held = state.box_in_play(number).hands[0]
    seen = _others(state, number, 1)
    odds = _odds(state.rules, held.cards, state.upcard, (*seen, *earlier))
    if odds is None or "surrender" not in odds.ev:
        return None
    ev = {
        "surrender": odds.ev["surrender"],
        "decline": max(worth for name, worth in odds.ev.items() if name != "surrender"),
    }
    chosen = chart.choose([value(card) for card in held.cards], state.upcard_value, odds.ev)
    told = "surrender" if chosen == "surrender" else "decline"
    return Valued(
        kind="surrender",
        cards=held.cards,
        up=state.upcard,
        seen=seen,
        ev=ev,
        best=_best(ev, None, told),
        chart=told,
        cell=_cell(state, held.cards, splits="split" in odds.ev),
        given=odds.condition,
        notes=("convention",) if "split" in odds.ev else (),
    )


def insurance(
    state: RoundState, offer: Offer, bet: int, amount: int, legal: Collection[str], earlier: Sequence[Card] = ()
) -> Valued | None:
    """The answers to one bettor's offer: insurance of `amount` debenes, even money, neither. `bet` is what it is half of."""
    held = state.box_in_play(offer.box).hands[0]
    seen = _others(state, offer.box, 1)
    odds = _odds(state.rules, held.cards, state.upcard, (*seen, *earlier))
    if odds is None or odds.insurance is None:
        return None
    waiting = odds.ev["wait"] if held.natural else 0.0
    ev = {"decline": waiting}
    if "insure" in legal and amount:
        ev["insure"] = waiting + odds.insurance * amount / bet
    if "even-money" in legal:
        ev["even-money"] = 1.0
    return Valued(
        kind="insurance",
        cards=held.cards,
        up=state.upcard,
        seen=seen,
        ev=ev,
        best=_best(ev, None, "decline"),
        chart="decline",
        cell=INSURANCE,
        given=UNCONDITIONAL,
        notes=() if held.natural else ("beside",),
    )


def _cell(state: RoundState, cards: Sequence[Card], *, splits: bool) -> str:
    values = tuple(value(card) for card in cards)
    return name_of(cell_of(values, state.upcard_value, splits=splits, rules_split=state.rules.max_hands > 1))


def _rules_in_turn(state: RoundState, box: BoxState, held: Hand) -> Rules:
    """The rules as they bind this hand now: no surrender after the peek, and so many hands of a split as are left.

    What else a hand may not do is not among its legal moves.
    """
    rules = state.rules
    if rules.surrender == "early" and rules.peeks_under(state.upcard_value):
        rules = replace(rules, surrender="none")
    if held.from_split:
        left = rules.max_hands - len(box.hands) + 1
        if held.split_ace and not rules.resplit_aces:
            left = 1
        rules = replace(rules, max_hands=left)
    return rules


def _others(state: RoundState, number: int, place: int) -> tuple[Card, ...]:
    """Every open card but those of this hand and the dealer's first."""
    return tuple(
        card
        for box in state.boxes
        for at, held in enumerate(box.hands, start=1)
        if (box.box, at) != (number, place)
        for card in held.cards
    )


def _odds(rules: Rules, cards: Sequence[Card], up: Card, seen: Sequence[Card]) -> HandOdds | None:
    try:
        return hand(rules, [rank(card) for card in cards], rank(up), [rank(card) for card in seen])
    except OddsError:
        return None


def _best(ev: dict[str, float], engine: str | None, chart: str) -> str:
    """The engine's best where it is legal (it knows ties from float noise), else the greatest; among equals the chart's."""
    if engine in ev:
        return engine
    most = max(ev.values())
    return chart if ev.get(chart) == most else next(name for name, worth in ev.items() if worth == most)


def _notes(state: RoundState, box: BoxState, held: Hand, odds: HandOdds, ev: dict[str, float]) -> tuple[Note, ...]:
    found: list[Note] = []
    if held.from_split:
        found.append("split-hand")
        original_only = state.rules.hole == "obo" or not state.rules.peeks_under(state.upcard_value)
        if odds.natural and original_only and state.rules.hole != "enhc":
            found.append("natural-once")
    if "split" in ev:
        found.append("convention")
        if held.from_split:
            found.append("split-again")
        if odds.may_run_out:
            found.append("formal")
        if _purse_too_small(state, box, odds.split_hands):
            found.append("purse")
    return tuple(found)


def _purse_too_small(state: RoundState, box: BoxState, hands: int) -> bool:
    """For all that a split into so many hands may ask: a bet for each further hand, and one to double each."""
    purse = state.purses.get(box.seat.player)
    doubles = hands if state.rules.double_after_split and state.rules.double != "none" else 0
    return purse is not None and purse < box.seat.amount * (hands - 1 + doubles)
