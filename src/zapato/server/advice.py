"""The one door from play to study: what the decisions of a finished round were worth.

Each is valued with what its player could see then: the table's open cards are out of the shoe, the face-down one and all that
came later are not looked at. Cards of earlier rounds are not counted: the figure is that of the full decks less the cards in sight.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from zapato.cards import Card, rank, value
from zapato.odds import OddsError, hand, solve
from zapato.refusal import Refusal
from zapato.round import RoundState, advance, awaits
from zapato.round.commands import Act, CloseOffers, Command, Deal, Open
from zapato.round.notation import Record, read_record
from zapato.round.progress import AwaitsAnswers, AwaitsCard, AwaitsMove, AwaitsSurrender
from zapato.rules import text
from zapato.strategy import Chart


class Decision(Struct, frozen=True):
    """One move of one hand: `ev` by legal move in initial bets, exact for the cards in sight."""

    box: int
    hand: int
    player: str
    cards: str
    up: str
    move: str
    chart: str
    best: str
    ev: dict[str, float]
    cost: float
    """Given up against the best."""
    condition: str


class Review(Struct, frozen=True):
    rules: str
    decisions: tuple[Decision, ...]


def review(record: dict[str, Any]) -> Review:
    """Every move of a record, in order. Moves of a split hand that the engine has no value for are left out."""
    read = read_record(record)
    chart = solve(read.rules).chart
    assert chart is not None
    return Review(text(read.rules), tuple(_decisions(read, chart)))


def _decisions(record: Record, chart: Chart) -> list[Decision]:
    state = RoundState(record.rules)
    state = _after(state, Open(record.bets, record.purses))
    cards, found = iter(record.cards), []
    for act in record.moves:
        while isinstance(awaits(state), AwaitsCard):
            state = _after(state, Deal(next(cards)))
        if _passes_over(state, act):
            state = _after(state, CloseOffers())
            while isinstance(awaits(state), AwaitsCard):
                state = _after(state, Deal(next(cards)))
        waited = awaits(state)
        if isinstance(waited, AwaitsMove) and not _is_answer(act):
            decided = _valued(record, state, waited, act, chart)
            if decided is not None:
                found.append(decided)
        state = _after(state, act)
    return found


def _passes_over(state: RoundState, act: Act) -> bool:
    """An offer that nobody answered stands in no record: the next move shows that it was over."""
    match awaits(state):
        case AwaitsAnswers():
            return not _is_answer(act)
        case AwaitsSurrender(box=box):
            return act.box != box or act.move not in ("surrender", "decline")
        case _:
            return False


def _is_answer(act: Act) -> bool:
    return act.move in ("insure", "decline", "even-money")


def _after(state: RoundState, command: Command) -> RoundState:
    answer = advance(state, command)
    if isinstance(answer, Refusal):
        raise TypeError(answer.why)
    return answer.state


def in_sight(state: RoundState, box: int, number: int) -> list[Card]:
    """Every open card but those of this hand and the dealer's first."""
    return [
        card
        for each in state.boxes
        for place, held in enumerate(each.hands, start=1)
        if (each.box, place) != (box, number)
        for card in held.cards
    ]


def _valued(record: Record, state: RoundState, waited: AwaitsMove, act: Act, chart: Chart) -> Decision | None:
    box = next(each for each in state.boxes if each.box == waited.box)
    held = box.hands[waited.hand - 1]
    if held.from_split:
        return None  # its right to split and double differs from that of a first hand, which is what the engine values
    seen = in_sight(state, waited.box, waited.hand)
    try:
        odds = hand(
            record.rules, [rank(card) for card in held.cards], rank(state.upcard), [rank(card) for card in seen]
        )
    except OddsError:
        return None
    if act.move not in odds.ev or odds.best is None:
        return None
    told = chart.choose([value(card) for card in held.cards], state.upcard_value, odds.ev)
    return Decision(
        box=waited.box,
        hand=waited.hand,
        player=waited.player,
        cards=" ".join(held.cards),
        up=state.upcard,
        move=act.move,
        chart=told,
        best=odds.best,
        ev=dict(odds.ev),
        cost=max(odds.ev[odds.best] - odds.ev[act.move], 0.0),
        condition=odds.condition,
    )
