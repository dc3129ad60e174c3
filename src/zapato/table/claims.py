"""Whether who sends a command may: a seat of theirs, at the round that the table is at."""

from __future__ import annotations

from zapato.refusal import Refusal
from zapato.table.state import Seat, State


def seated(state: State, player: str) -> Seat | Refusal:
    """The seat that `player` commands."""
    seat = state.seat_of(player)
    if seat is None or seat.left:
        return Refusal("not-seated", "you have no seat at this table")
    return seat


def seated_in(state: State, player: str, round_number: int) -> Seat | Refusal:
    """The same for a command about round `round_number`, which a page that lags behind may have wrong."""
    seat = seated(state, player)
    if isinstance(seat, Seat) and round_number != state.round:
        why = f"this is about round {round_number}; the table is at round {state.round}"
        return Refusal("wrong-round", why, {"round": state.round})
    return seat
