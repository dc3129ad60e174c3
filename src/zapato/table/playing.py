"""The round in play: cards from the shoe whenever it awaits one, a clock whenever it awaits a player."""

from __future__ import annotations

from zapato.cards import Card
from zapato.invariant import ensure, present
from zapato.refusal import Refusal
from zapato.round.commands import Act, Bet, CloseOffers, Deal, Open
from zapato.round.progress import AwaitsAnswers, AwaitsCard, AwaitsMove, AwaitsSurrender, awaits
from zapato.table import commands
from zapato.table.claims import seated_in
from zapato.table.draft import Draft
from zapato.table.events import ClockStarted, RoundClosed, ShoeReplenished, ShoeShuffled, TurnClockKind
from zapato.table.state import ROUND_EVENTS_MAX, clock_ms


def deal(draft: Draft) -> None:
    """Bets are closed: fix the shoe's order if it has none yet, and begin."""
    state = draft.state
    if state.shoe and state.shoe.cards is None:
        rules = state.rules
        draft.emit(ShoeShuffled(state.shoe.number, rules.shoe_cards - rules.burn, rules.burn))
    in_play = [seat for seat in state.seats if seat.bet]
    bets = tuple(Bet(seat.box, seat.player, seat.bet) for seat in in_play)
    draft.tell_round(Open(bets, {seat.player: seat.purse for seat in in_play}))
    go_on(draft)


def play(draft: Draft, command: commands.Play) -> Refusal | None:
    """A move or an answer by whoever commands the box; the round itself says whether it is allowed now."""
    seat = seated_in(draft.state, command.player, command.round)
    if isinstance(seat, Refusal):
        return seat
    if draft.state.phase != "playing":
        return Refusal("no-round", "no round is being played now")
    if command.box != seat.box:
        return Refusal("not-your-box", f"box {command.box} is not yours; you have box {seat.box}", {"box": seat.box})
    if not seat.bet:
        return Refusal("no-bet-in-round", "you have no bet in this round")
    refusal = draft.ask_round(Act(seat.box, command.move, command.hand, seat.player, command.amount))
    if refusal is None:
        go_on(draft)
    return refusal


def run_out(draft: Draft) -> None:
    """The clock of a move or answer is over: a hand stands, an offer counts as declined."""
    match awaits(draft.round):
        case AwaitsMove(box=box, hand=hand):
            draft.tell_round(Act(box, "stand", hand, by_clock=True))
        case _:
            draft.tell_round(CloseOffers())
    go_on(draft)


def go_on(draft: Draft) -> None:
    """Play up to the next point where somebody present must decide, or to the end."""
    for _ in range(ROUND_EVENTS_MAX):
        match awaits(draft.round):
            case AwaitsCard():
                draft.tell_round(Deal(_next_card(draft)))
            case AwaitsAnswers(offers=offers):
                gone = [offer for offer in offers if _is_gone(draft, offer.player)]
                if not gone:
                    return _start_clock(draft, "insurance")
                for offer in gone:
                    draft.tell_round(Act(offer.box, "decline", player=offer.player, by_clock=True))
            case AwaitsSurrender(player=player):
                if not _is_gone(draft, player):
                    return _start_clock(draft, "surrender")
                draft.tell_round(CloseOffers())
            case AwaitsMove(box=box, hand=hand, player=player):
                if not _is_gone(draft, player):
                    return _start_clock(draft, "move")
                draft.tell_round(Act(box, "stand", hand, by_clock=True))
            case _:
                state = draft.state
                return draft.emit(RoundClosed(state.round, draft.shown_ms() + state.pace.show_ms))
    return ensure(False, "a round comes to its end", table=draft.state.table, round=draft.state.round)


def _next_card(draft: Draft) -> Card:
    """The card on top of the shoe; a dry shoe is first filled with the discards."""
    shoe = present(draft.state.shoe, "a round is dealt from a shoe", table=draft.state.table)
    cards = present(shoe.cards, "that shoe is shuffled", shoe=shoe.number)
    if cards.left:
        return cards.next_card()
    draft.emit(ShoeReplenished(shoe.number, len(shoe.tray)))
    return _next_card(draft)


def _is_gone(draft: Draft, player: str) -> bool:
    seat = draft.state.seat_of(player)
    return seat is None or seat.left


def _start_clock(draft: Draft, kind: TurnClockKind) -> None:
    """Begin when all that was decided lies on the felt. A clock that runs already goes on: one offer serves all."""
    length = clock_ms(draft.state.rules, kind)
    if length and draft.state.clock is None:
        begins = draft.shown_ms()
        draft.emit(ClockStarted(kind, begins, begins + length))
