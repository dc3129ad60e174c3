"""Sitting down, standing up, going away and coming back."""

from __future__ import annotations

from zapato.refusal import Refusal
from zapato.table import betting, commands, playing
from zapato.table.claims import seated
from zapato.table.draft import Draft
from zapato.table.events import AwaySet, Renamed, SeatLeft, SeatTaken
from zapato.table.state import Seat


def sit(draft: Draft, command: commands.Sit) -> Refusal | None:
    """One seat a player, one player a seat. Whoever comes in mid-round waits for the next."""
    state = draft.state
    own = state.seat_of(command.player)
    if own and own.left:
        return Refusal("still-in-round", "your last bet is still on the felt; sit down when the next bets open")
    if own:
        return Refusal("already-seated", f"you have box {own.box} of this table", {"box": own.box})
    if not 1 <= command.box <= state.rules.boxes:
        most = state.rules.boxes
        return Refusal("no-such-box", f"there is no box {command.box}; boxes are 1 to {most}", {"boxes": most})
    if state.seat_at(command.box):
        return Refusal("box-taken", f"box {command.box} is taken", {"box": command.box})
    if command.purse < 0:
        return Refusal("purse-out-of-range", "a purse holds 0 debenes or more")
    draft.emit(SeatTaken(command.player, command.name, command.box, command.purse, command.resident))
    return None


def stand_up(draft: Draft, player: str) -> Refusal | None:
    seat = seated(draft.state, player)
    if isinstance(seat, Refusal):
        return seat
    leave(draft, seat)
    return None


def leave(draft: Draft, seat: Seat) -> None:
    """A bet in play stays there to its end; its hands take the moves of a run-out clock, at once."""
    draft.emit(SeatLeft(seat.player, seat.box))
    if draft.state.phase == "betting":
        betting.close_when_all_ready(draft)
    elif draft.state.phase == "playing":
        playing.go_on(draft)


def rename(draft: Draft, command: commands.Rename) -> Refusal | None:
    seat = seated(draft.state, command.player)
    if isinstance(seat, Refusal):
        return seat
    if seat.name != command.name:
        draft.emit(Renamed(seat.player, command.name))
    return None


def set_away(draft: Draft, command: commands.SetAway) -> Refusal | None:
    """Clocks run for the away as for all, but no deal waits for their bet; after a while the seat is free."""
    seat = seated(draft.state, command.player)
    if isinstance(seat, Refusal):
        return seat
    if seat.away == command.away:
        return None
    until = draft.now_ms + draft.state.pace.away_seat_ms if command.away else None
    draft.emit(AwaySet(seat.player, command.away, until))
    if draft.state.phase == "betting":
        betting.close_when_all_ready(draft)
    return None
