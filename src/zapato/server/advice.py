"""The one door from play to study: what the decisions of a finished round were worth, and at tables that allow it, of a hand in play.

Each is valued by the shoe as it was seen then: the full decks less all cards shown at this table since they were shuffled,
those of earlier rounds too. The burnt cards, the one face down and all that came later are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from zapato.cards import Card, format_cards, parse_card
from zapato.refusal import Refusal
from zapato.round import RoundState, awaits, evolve, legal
from zapato.round.events import (
    BoxCard,
    DealerCard,
    Doubled,
    EvenMoneyTaken,
    Event,
    HandSplit,
    Hit,
    InsuranceDeclined,
    Insured,
    Offer,
    Stood,
    SurrenderDeclined,
    Surrendered,
)
from zapato.round.notation import read_record
from zapato.round.progress import AwaitsAnswers, AwaitsMove, AwaitsSurrender
from zapato.round.replay import play
from zapato.rules import text
from zapato.strategy import Chart
from zapato.table.state import State
from zapato.trainer import valuing
from zapato.trainer.valuing import Kind, Note, Valued

TIE: Final = 1e-12
"""What float sums can't tell apart costs nothing."""


class Decision(Struct, frozen=True, kw_only=True):
    """One decision of one player: `ev` by legal answer, in initial bets of the box, exact for the shoe as seen."""

    number: int
    """Of the record's moves, from 1."""
    kind: Kind
    box: int
    hand: int
    player: str
    behind: bool
    """The answer of a bettor behind, to an offer for their own bet."""
    bet: int
    """The initial bet that `ev` and `cost` are in, in debenes."""
    cards: str
    up: str
    seen: str
    """The other cards that lay open in this round."""
    move: str
    amount: int | None
    """Insured, where `move` is `insure`."""
    by_clock: bool
    """The clock ran out, or the player had stood up."""
    chart: str
    best: str
    ev: dict[str, float]
    cost: float
    """Given up against the best, in initial bets: an expectation, whatever the cards then brought."""
    cell: str
    condition: str
    given: str
    notes: tuple[Note, ...]

    @property
    def right(self) -> bool:
        """As the trainer has it: by the chart, or as good as the best for these very cards."""
        return self.move == self.chart or self.cost <= TIE


class Review(Struct, frozen=True, kw_only=True):
    """A finished round. `box`: the asking player's, while the table remembers the round."""

    rules: str
    trainer: str = ""
    """The rules under which the trainer keeps mistakes made here."""
    box: int | None = None
    earlier: str | None
    """The cards shown in earlier rounds of the same shoe, all taken out of it for `ev`; null: not known any more, none taken out."""
    decisions: tuple[Decision, ...]
    notes: tuple[Note, ...] = ("purse",)
    """Of every figure: a record tells no purse, so all that the rules allow is valued as if it could be paid."""


class Hint(Struct, frozen=True, kw_only=True):
    """What is asked of the viewer right now, valued. `version` is the table's, so that a page can tell when it is stale."""

    table: str
    version: int
    round: int
    kind: Kind
    box: int
    hand: int
    bet: int
    cards: str
    up: str
    seen: str
    earlier: str
    chart: str
    best: str
    ev: dict[str, float]
    cell: str
    condition: str
    given: str
    notes: tuple[Note, ...]


# ------------------------------------------------------------------ the shoe as seen


class _Dealt(Protocol):
    @property
    def round(self) -> int: ...
    @property
    def card(self) -> str: ...


class Earlier(Struct, frozen=True):
    """The cards of a shoe's earlier rounds that are still out of it: in the tray, seen by everybody."""

    cards: tuple[Card, ...] = ()
    until: int | None = None
    """After so many cards of this round the tray was shuffled back into the shoe: none of them is out any more."""

    def at(self, cards_dealt: int) -> tuple[Card, ...]:
        return self.cards if self.until is None or cards_dealt <= self.until else ()


def earlier_cards(dealt: Sequence[_Dealt], refills: Sequence[int], round_number: int) -> Earlier:
    """Of one shoe's cards in the order dealt. `refills`: how many had been dealt each time that the tray went back in.

    A refill in an earlier round leaves out that round's own cards, which lay on the felt.
    """
    firsts = [at for at, each in enumerate(dealt) if each.round >= round_number]
    first = firsts[0] if firsts else len(dealt)
    since, until = 0, None
    for after in refills:
        if after < first:
            since = next(at for at, each in enumerate(dealt) if each.round == dealt[after].round)
        elif until is None:
            until = after - first
    return Earlier(tuple(parse_card(each.card) for each in dealt[since:first]), until)


def earlier_at(state: State) -> Earlier:
    """Of the round on the felt now."""
    shoe = state.shoe
    if shoe is None:
        return Earlier()
    return earlier_cards(shoe.dealt, [refill.after for refill in shoe.refills], state.round)


# ------------------------------------------------------------------ a finished round


def review(record: Mapping[str, Any], chart: Chart, earlier: Earlier | None = None, box: int | None = None) -> Review:
    """Every decision of a finished round's record, in order; of one box only where `box` names it.

    `chart` is that of the record's rules. A decision whose cards are more than the decks hold has no value, and is left out:
    that takes a record made by hand.
    """
    read = read_record(dict(record))
    clocked = record.get("clock")
    by_clock = {number for number in clocked if isinstance(number, int)} if isinstance(clocked, list) else set()
    decisions = _decisions(play(read).events, RoundState(read.rules), chart, earlier or Earlier(), by_clock)
    return Review(
        rules=text(read.rules),
        earlier=None if earlier is None else format_cards(earlier.cards),
        decisions=tuple(each for each in decisions if box is None or each.box == box),
    )


def _decisions(
    events: Sequence[Event], state: RoundState, chart: Chart, earlier: Earlier, by_clock: set[int]
) -> Iterator[Decision]:
    number = dealt = 0
    for event in events:
        match event:
            case BoxCard() | DealerCard():
                dealt += 1
            case _ if (made := _made(event)) is not None:
                number += 1
                decided = _decided(state, made, chart, earlier.at(dealt))
                if decided is not None:
                    yield _told(state, made, decided, number, by_clock=number in by_clock)
        state = evolve(state, event)


class _Made(Struct, frozen=True):
    """An answer, as the event tells it. `player` is the bettor who answers an offer; None: the box's seat."""

    box: int
    hand: int
    move: str
    player: str | None = None
    amount: int | None = None
    behind: bool = False


def _made(event: Event) -> _Made | None:
    """The decision behind an event: every one that a record writes as a move, and no other."""
    match event:
        case Stood(box, hand, "move" | "clock"):
            return _Made(box, hand, "stand")
        case Hit(box, hand):
            return _Made(box, hand, "hit")
        case Doubled(box, hand):
            return _Made(box, hand, "double")
        case HandSplit(box, hand):
            return _Made(box, hand, "split")
        case Surrendered(box, hand):
            return _Made(box, hand, "surrender")
        case SurrenderDeclined(box):
            return _Made(box, 1, "decline")
        case Insured(box, player, amount, behind):
            return _Made(box, 1, "insure", player, amount, behind)
        case InsuranceDeclined(box, player):
            return _Made(box, 1, "decline", player, behind=event.behind)
        case EvenMoneyTaken(box, player, behind):
            return _Made(box, 1, "even-money", player, behind=behind)
        case _:
            return None


def _decided(state: RoundState, made: _Made, chart: Chart, earlier: Sequence[Card]) -> Valued | None:
    options = {each.move for each in legal(state) if each.box == made.box and each.refusal is None}
    match awaits(state):
        case AwaitsMove():
            return valuing.move(state, made.box, made.hand, options, chart, earlier)
        case AwaitsSurrender():
            return valuing.early_surrender(state, made.box, chart, earlier)
        case AwaitsAnswers():
            offer = next(each for each in state.offers if (each.box, each.player) == (made.box, made.player))
            amount = made.amount if made.amount is not None else offer.insurance_most
            own = {
                each.move for each in legal(state) if (each.box, each.player) == (made.box, made.player) and not each.refusal
            }  # fmt: skip
            return valuing.insurance(state, offer, _bet(state, offer.box, offer.player), amount, own, earlier)
        case _:
            return None


def _told(state: RoundState, made: _Made, valued: Valued, number: int, *, by_clock: bool) -> Decision:
    player = made.player or state.box_in_play(made.box).seat.player
    bet = _bet(state, made.box, player)
    cost = max(valued.ev[valued.best] - valued.ev[made.move], 0.0)
    if made.move == "insure" and made.amount:
        # Where insuring pays, insuring less than the most gives up the rest.
        gain = (valued.ev["insure"] - valued.ev["decline"]) / made.amount
        most = next(each for each in state.offers if (each.box, each.player) == (made.box, player)).insurance_most
        cost += max(gain, 0.0) * (most - made.amount)
    return Decision(
        number=number,
        kind=valued.kind,
        box=made.box,
        hand=made.hand,
        player=player,
        behind=made.behind,
        bet=bet,
        cards=format_cards(valued.cards),
        up=valued.up,
        seen=format_cards(valued.seen),
        move=made.move,
        amount=made.amount,
        by_clock=by_clock,
        chart=valued.chart,
        best=valued.best,
        ev=valued.ev,
        cost=0.0 if cost <= TIE else cost,
        cell=valued.cell,
        condition=valued.condition,
        given=valued.given,
        notes=valued.notes,
    )


def _bet(state: RoundState, box: int, player: str) -> int:
    """What this player laid on the box to begin with."""
    bettor = state.box_in_play(box).bettor(player)
    return state.box_in_play(box).seat.amount if bettor is None else bettor.amount


# ------------------------------------------------------------------ a hand in play

NO_HINTS: Final = Refusal("no-hints", "this table gives no hints during the hand; the review comes after the round")
NOT_ASKED: Final = Refusal("not-your-decision", "nothing is asked of you now")


def hint(state: State, player: str, chart: Chart) -> Hint | Refusal:
    """What `player` is asked right now, valued by the cards that lie open. `chart` is that of the table's rules."""
    if not state.hints:
        return NO_HINTS
    if state.phase != "playing" or state.play is None:
        return NOT_ASKED
    options = [each for each in legal(state.play) if each.player == player]
    if not options:
        return NOT_ASKED
    box, number = options[0].box, options[0].hand
    may = {each.move for each in options if each.box == box and each.refusal is None}
    awaited = awaits(state.play)
    # From here on there is no card face down to look at.
    open_cards = replace(state.play, dealer=state.play.dealer[:1])
    on_felt = len(state.shoe.on_felt) if state.shoe else 0
    before = earlier_at(state).at(on_felt)
    valued: Valued | None
    match awaited:
        case AwaitsMove():
            valued = valuing.move(open_cards, box, number, may, chart, before)
        case AwaitsSurrender():
            valued = valuing.early_surrender(open_cards, box, chart, before)
        case AwaitsAnswers(offers=offers):
            offer: Offer = next(each for each in offers if (each.box, each.player) == (box, player))
            bet = _bet(open_cards, box, player)
            valued = valuing.insurance(open_cards, offer, bet, offer.insurance_most, may, before)
        case _:
            return NOT_ASKED
    if valued is None:
        return NOT_ASKED
    return Hint(
        table=state.table,
        version=state.version,
        round=state.round,
        kind=valued.kind,
        box=box,
        hand=number,
        bet=_bet(open_cards, box, player),
        cards=format_cards(valued.cards),
        up=valued.up,
        seen=format_cards(valued.seen),
        earlier=format_cards(before),
        chart=valued.chart,
        best=valued.best,
        ev=valued.ev,
        cell=valued.cell,
        condition=valued.condition,
        given=valued.given,
        notes=valued.notes,
    )
