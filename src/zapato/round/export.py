"""The record of a played round, as a player downloads it: shown names for players, and no purse that the replay can do without."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from zapato.round.events import Event, InsuranceDeclined, RoundOpened, Stood, SurrenderDeclined
from zapato.round.notation import PLAYER_CHARACTERS_MAX, RecordError, read_record, write_record
from zapato.round.replay import expectation, play
from zapato.rules import Rules


def shareable_record(rules: Rules, events: Sequence[Event], names: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The record, with its `expect`, that replays the ended round of `events` and meets what came out.

    `names` maps players to what they are called in it (two of one name are told apart by a number); a player who is
    not in it keeps the own id. A purse is nobody else's business: it is told only where the round would go otherwise
    without it, since a follow failed or split aces stood for want of money.
    """
    wanted = told(events)
    record = write_record(rules, events)
    for player in _purses(events):
        without = _without_purse(record, player)
        if _plays_as(without, wanted):
            record = without
    record["expect"] = expectation(play(read_record(record)).state)
    return _renamed(record, _unique(_players(record), names or {}))


def told(events: Iterable[Event]) -> tuple[Event, ...]:
    """These events as a record tells them: a clock's move is a move, and purses are left out."""
    return tuple(_told(event) for event in events)


def _told(event: Event) -> Event:
    match event:
        case Stood(why="clock"):
            return msgspec.structs.replace(event, why="move")
        case InsuranceDeclined() | SurrenderDeclined():
            return msgspec.structs.replace(event, by_clock=False)
        case RoundOpened():
            return msgspec.structs.replace(event, purses={})
        case _:
            return event


def _purses(events: Iterable[Event]) -> list[str]:
    return [player for event in events if isinstance(event, RoundOpened) for player in event.purses]


def _without_purse(record: Mapping[str, Any], player: str) -> dict[str, Any]:
    bets = [
        {field: value for field, value in bet.items() if field != "purse" or bet["player"] != player}
        for bet in record["bets"]
    ]
    return {**record, "bets": bets}


def _plays_as(record: Mapping[str, Any], wanted: tuple[Event, ...]) -> bool:
    try:
        return told(play(read_record(dict(record))).events) == wanted
    except RecordError:
        return False


def _players(record: Mapping[str, Any]) -> list[str]:
    return list(dict.fromkeys(bet["player"] for bet in record["bets"]))


def _unique(players: Iterable[str], names: Mapping[str, str]) -> dict[str, str]:
    called: dict[str, str] = {}
    for player in players:
        # A name is cut so that a number still fits behind it.
        plain = (names.get(player) or player)[: PLAYER_CHARACTERS_MAX - 4]
        name, number = plain, 1
        while name in called.values():
            number += 1
            name = f"{plain} {number}"
        called[player] = name
    return called


def _renamed(record: dict[str, Any], called: Mapping[str, str]) -> dict[str, Any]:
    def rename(row: Mapping[str, Any]) -> dict[str, Any]:
        return {**row, "player": called[row["player"]]} if "player" in row else dict(row)

    expect = record["expect"]
    return {
        **record,
        "bets": [rename(row) for row in record["bets"]],
        "moves": [rename(row) for row in record["moves"]],
        "expect": {
            **expect,
            "players": {called[player]: net for player, net in expect["players"].items()},
            "hands": [rename(row) for row in expect["hands"]],
        },
    }
