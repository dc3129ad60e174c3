"""The record of the round just played: what a player downloads and `zapato replay` plays again."""

from __future__ import annotations

from typing import Any

import msgspec

from zapato.round.export import shareable_record
from zapato.round.notation import moves_by_clock
from zapato.table.names import kept
from zapato.table.state import State


def record_of(state: State) -> dict[str, Any] | None:
    """The record of the round on show; None while none is, above all not of one in play: it would hold the hole card."""
    if state.phase not in ("settled", "opening") or state.play is None:
        return None
    names = {seat.player: seat.name for seat in state.seats}
    shoe = state.shoe or state.ended_shoe
    own: dict[str, Any] = {"id": kept(state.table, state.round), "table": state.table, "round": state.round}
    if shoe is not None:
        own["shoe"] = shoe.number
    if clocked := moves_by_clock(state.round_events):
        own["clock"] = clocked
    return own | shareable_record(state.rules, state.round_events, names)


def write(record: dict[str, Any]) -> bytes:
    """The file that is downloaded: one JSON text."""
    return msgspec.json.encode(record) + b"\n"
