"""A command to a table becomes events, or a refusal and nothing happened. Pure: the time is an argument.

The order of play of one table, each step in a file of its own: `opening` (shoe, next bets), `seating`, `betting`
(the window), `playing` (the round and its clocks).
"""

from __future__ import annotations

from typing import assert_never

from zapato.refusal import Refusal
from zapato.table import betting, commands, opening, playing, seating
from zapato.table.claims import seated
from zapato.table.draft import Draft
from zapato.table.events import Event, PurseSet, Resumed
from zapato.table.state import State


def decide(state: State, command: commands.Command, now_ms: int) -> tuple[Event, ...] | Refusal:
    """What `command` at the time `now_ms` leads to. No events: it was allowed and changed nothing.

    Apply the events with `evolve`, one after the other. Before anything else, a table that `awaits_seed` must be
    given it; after `deadline_ms` it must be given a Tick.
    """
    draft = Draft(state, now_ms)
    refusal = _decided(draft, command)
    return refusal or tuple(draft.events)


def _decided(draft: Draft, command: commands.Command) -> Refusal | None:
    match command:
        case commands.Play():
            return playing.play(draft, command)
        case commands.SetWish():
            return betting.set_wish(draft, command)
        case commands.Ready():
            return betting.ready(draft, command)
        case commands.SitOut():
            return betting.sit_out(draft, command)
        case commands.Tick():
            _tick(draft)
            return None
        case commands.Sit():
            return seating.sit(draft, command)
        case commands.StandUp():
            return seating.stand_up(draft, command.player)
        case commands.SetAway():
            return seating.set_away(draft, command)
        case commands.Rename():
            return seating.rename(draft, command)
        case commands.Contribute():
            return opening.contribute(draft, command)
        case commands.NewShoe():
            return opening.new_shoe(draft, command)
        case commands.Reserve():
            return opening.reserve(draft, command)
        case commands.PurseChanged():
            return _purse_changed(draft, command)
        case commands.Resume():
            draft.emit(Resumed(draft.now_ms))
            return None
        case _:
            assert_never(command)


def _tick(draft: Draft) -> None:
    """Close whatever has run out by now. Early ticks are harmless."""
    for seat in draft.state.seats:
        if seat.away_until_ms is not None and seat.away_until_ms <= draft.now_ms and not seat.left:
            seating.leave(draft, seat)
    clock = draft.state.clock
    if clock and clock.ends_ms <= draft.now_ms:
        if clock.kind == "bet":
            betting.close(draft, clock_ran_out=True)
        else:
            playing.run_out(draft)
    elif draft.state.phase == "settled" and draft.state.show_until_ms <= draft.now_ms:
        opening.next_round(draft)


def _purse_changed(draft: Draft, command: commands.PurseChanged) -> Refusal | None:
    seat = seated(draft.state, command.player)
    if isinstance(seat, Refusal):
        return seat
    if seat.purse != command.purse:
        draft.emit(PurseSet(command.player, command.purse))
    return None
