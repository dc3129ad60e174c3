"""A table as the books have it: the last snapshot, and the events after it."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from zapato.hall.ports import Snapshot, Store, StoreError
from zapato.invariant import ensure
from zapato.rules import Rules
from zapato.table.events import Event
from zapato.table.pace import Pace
from zapato.table.state import State, evolve, initial

_STATES: Final = msgspec.json.Decoder(State)
_EVENTS: Final[msgspec.json.Decoder[Event]] = msgspec.json.Decoder(Event)


def write_event(event: Event) -> bytes:
    return msgspec.json.encode(event)


def snapshot(state: State) -> Snapshot:
    return Snapshot(state.table, state.version, msgspec.json.encode(state))


async def load(store: Store, table: str, rules: Rules, pace: Pace, *, hints: bool = False) -> State:
    """The table as it was committed last; a new one where the books have none of that name.

    A table goes on with the rules that its books hold; `rules` are for a new one. `pace` and `hints` are as given. Clocks stand as they stood: who
    takes the table over after a restart sends `Resume`.

    Raises:
        StoreError: the books cannot be reached, or hold what this program cannot read.
    """
    kept = await store.load(table)
    try:
        state = _STATES.decode(kept.snapshot.body) if kept.snapshot else initial(table, rules, pace)
        state = replace(state, pace=pace, hints=hints)
        for body in kept.events:
            state = evolve(state, _EVENTS.decode(body))
    except msgspec.DecodeError as error:
        raise StoreError(f"table {table} in the books was written by another zapato: {error}") from error
    ensure(state.version == kept.version, "a table comes back whole", at=state.version, kept=kept.version, table=table)
    return state
