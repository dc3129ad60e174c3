"""The record of the round just played: what a player downloads and `zapato replay` plays again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from zapato.invariant import ensure
from zapato.round.notation import RecordError, read_record, write_record
from zapato.round.replay import expectation, play
from zapato.table.cut import record_id
from zapato.table.state import State


def record_of(state: State) -> dict[str, Any] | None:
    """The record of the round on show, or None while none is.

    Players are told by the names on their plates, never by id. Purses are nobody else's business and are left out,
    unless the round would have gone another way with more money (a split that could not be paid).
    """
    if state.phase not in ("settled", "opening") or state.play is None:
        return None
    names = _names(state)
    written: dict[str, Any] = write_record(state.rules, state.round_events)
    record: dict[str, Any] = {
        "id": record_id(state.table, state.round),
        "table": state.table,
        "round": state.round,
        **written,
    }
    record["bets"] = [row | {"player": names[row["player"]]} for row in record["bets"]]
    record["moves"] = [_renamed(row, names) for row in record["moves"]]
    expect = expectation(state.play)
    expect["players"] = {names[player]: net for player, net in expect["players"].items()}
    expect["hands"] = [_renamed(row, names) for row in expect["hands"]]
    record["expect"] = expect
    discreet = record | {"bets": [{key: row[key] for key in row if key != "purse"} for row in record["bets"]]}
    if _comes_out(discreet, expect):
        return discreet
    ensure(_comes_out(record, expect), "a round's record plays to the same end", record=record)
    return record


def write(record: dict[str, Any]) -> bytes:
    """The file that is downloaded: one JSON text."""
    return msgspec.json.encode(record) + b"\n"


def _comes_out(record: dict[str, Any], expect: dict[str, Any]) -> bool:
    try:
        return expectation(play(read_record(record)).state) == expect
    except RecordError:
        return False


def _names(state: State) -> dict[str, str]:
    """Each player's name, with the box where two have the same one."""
    in_round = [seat for seat in state.seats if seat.bet]
    count = Counter(seat.name for seat in in_round)
    return {seat.player: seat.name if count[seat.name] == 1 else f"{seat.name} ({seat.box})" for seat in in_round}


def _renamed(row: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    return row | {"player": names[row["player"]]} if "player" in row else row
