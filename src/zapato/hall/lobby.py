"""Which tables are open, and who sits where: one seat a player in the whole hall."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from zapato.invariant import ensure
from zapato.refusal import Refusal
from zapato.rules import Rules, RulesError, preset, table_faults
from zapato.table.names import is_table
from zapato.table.state import State


@dataclass(frozen=True, slots=True)
class OpenTable:
    """`id` is the table's address (`/mesa/<id>`) and its name in the ledger."""

    id: str
    rules: Rules

    def __post_init__(self) -> None:
        ensure(is_table(self.id), "a table's id can be part of an address and of an account's name", id=self.id)

    hints: bool = False
    """Whether players may ask what each move is worth while a hand is played."""


def open_tables(names: Iterable[tuple[str, str]], hints: frozenset[str] = frozenset()) -> tuple[OpenTable, ...]:
    """Pairs of table id and preset, `hints` on at those named; `RulesError` where a table of such rules may not open."""
    tables = tuple(OpenTable(name, preset(rules).rules, name in hints) for name, rules in names)
    for table in tables:
        if faults := table_faults(table.rules):
            raise RulesError(tuple(faults))
    return tables


THE_SIX: Final = (
    ("escribas", "thot"),
    ("sacerdotes", "thot.sacerdotes"),
    ("faraon", "thot.faraon"),
    ("americana", "americana"),
    ("casino-es", "casino-es"),
    ("casino-plaza", "casino-plaza"),
)
"""The three Thot stakes and one of each other preset."""


def seated(states: Iterable[State], player: str) -> str | None:
    """The table where the player has a seat, or still a bet in play after standing up."""
    return next((state.table for state in states if state.seat_of(player)), None)


def refuse_second_seat(states: Iterable[State], player: str, table: str) -> Refusal | None:
    """A table answers for its own seats; this is about the others."""
    for state in states:
        seat = state.seat_of(player)
        if seat is None or state.table == table:
            continue
        if seat.left:
            return Refusal("in-play-elsewhere", f"your bet at {state.table} is still in play", {"table": state.table})
        return Refusal("seated-elsewhere", f"you have a seat at {state.table}; leave it first", {"table": state.table})
    return None
