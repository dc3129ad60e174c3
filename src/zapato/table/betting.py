"""The betting window: chips are a wish until «Repartir» or the end of the clock makes them a bet."""

from __future__ import annotations

from typing import Literal

from zapato.refusal import Refusal
from zapato.round.bets import refuse_bet
from zapato.round.commands import Bet
from zapato.table import commands, playing
from zapato.table.claims import seated_in
from zapato.table.draft import Draft
from zapato.table.events import BetAccepted, BetClockStarted, BettingOpened, SatOut, WishReturned, WishSet
from zapato.table.state import Seat, clock_ms


def set_wish(draft: Draft, command: commands.SetWish) -> Refusal | None:
    """Less than the minimum may lie there for now: it takes several chips to reach it."""
    seat = _bettor(draft, command.player, command.round)
    if isinstance(seat, Refusal):
        return seat
    if refusal := _refuse_wish(draft, seat, command.amount):
        return refusal
    if command.amount == seat.wish:
        return None
    draft.emit(WishSet(seat.player, seat.box, command.amount))
    length = clock_ms(draft.state.rules, "bet")
    if command.amount and length and draft.state.clock is None:
        draft.emit(BetClockStarted(draft.now_ms + length))
    return None


def ready(draft: Draft, command: commands.Ready) -> Refusal | None:
    """«Repartir»: the bet leaves the purse and stays as it is."""
    seat = _bettor(draft, command.player, command.round)
    if isinstance(seat, Refusal):
        return seat
    if not seat.wish:
        return Refusal("no-bet", "there are no chips on your box")
    if refusal := refuse_bet(draft.state.rules, Bet(seat.box, seat.player, seat.wish)) or _refuse_purse(
        seat, seat.wish
    ):
        return refusal
    draft.emit(BetAccepted(seat.player, seat.box, seat.wish))
    close_when_all_ready(draft)
    return None


def sit_out(draft: Draft, command: commands.SitOut) -> Refusal | None:
    """«Paso esta ronda»: chips that lie there go back."""
    seat = _bettor(draft, command.player, command.round)
    if isinstance(seat, Refusal):
        return seat
    if not seat.sits_out:
        draft.emit(SatOut(seat.player, seat.box))
        close_when_all_ready(draft)
    return None


def close_when_all_ready(draft: Draft) -> None:
    """No clock is waited for once there is a bet and nobody left to wait for."""
    seats = draft.state.seats
    if any(seat.bet for seat in seats) and not any(seat.holds_up for seat in seats):
        close(draft, clock_ran_out=False)


def close(draft: Draft, *, clock_ran_out: bool) -> None:
    """Chips become bets or go back; with a bet on the felt the cards follow, without one bets open again."""
    for seat in draft.state.seats:
        if not seat.wish:
            continue
        why = _why_back(draft, seat, clock_ran_out=clock_ran_out)
        if why:
            draft.emit(WishReturned(seat.player, seat.box, seat.wish, why))
        else:
            draft.emit(BetAccepted(seat.player, seat.box, seat.wish))
    if any(seat.bet for seat in draft.state.seats):
        playing.deal(draft)
    else:
        draft.emit(BettingOpened(draft.state.round))


def _why_back(
    draft: Draft, seat: Seat, *, clock_ran_out: bool
) -> Literal["below-minimum", "purse-too-small", "away"] | None:
    if not clock_ran_out:
        # Everybody present has spoken: these chips are of somebody away, who said neither yes nor no.
        return "away"
    if seat.wish < draft.state.rules.bet_min:
        return "below-minimum"
    return "purse-too-small" if seat.wish > seat.purse else None


def _bettor(draft: Draft, player: str, round_number: int) -> Seat | Refusal:
    """The seat, if it may still bet in round `round_number`."""
    seat = seated_in(draft.state, player, round_number)
    if isinstance(seat, Refusal):
        return seat
    if seat.bet:
        return Refusal("bet-accepted", f"your bet of {seat.bet} is accepted and stays as it is", {"bet": seat.bet})
    if draft.state.phase != "betting":
        return Refusal("bets-closed", "bets are closed; the next round takes them")
    return seat


def _refuse_wish(draft: Draft, seat: Seat, amount: int) -> Refusal | None:
    if amount == 0:
        return None
    if amount < 0:
        return Refusal("amount-invalid", "an amount is 0 debenes or more")
    if amount < draft.state.rules.bet_min:
        unit = draft.state.rules.bet_unit
        if amount % unit:
            return Refusal(
                "bet-not-a-multiple", f"{amount} is not a multiple of {unit}", {"amount": amount, "unit": unit}
            )
        return _refuse_purse(seat, amount)
    return refuse_bet(draft.state.rules, Bet(seat.box, seat.player, amount)) or _refuse_purse(seat, amount)


def _refuse_purse(seat: Seat, amount: int) -> Refusal | None:
    missing = amount - seat.purse
    if missing <= 0:
        return None
    return Refusal("purse-too-small", f"{missing} debenes are missing in your purse", {"missing": missing})
