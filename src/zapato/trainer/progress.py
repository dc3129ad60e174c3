"""What a learner did, cell by cell, for each table they train for. Values in, values out; bounded on every side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from zapato.trainer.memory import Memory, review

TABLES_MAX: Final = 8
"""Tables whose cells are kept; the one trained longest ago is forgotten first."""
CELLS_MAX: Final = 400
"""A chart has 330 cells, insurance 1."""
ROUNDS_MAX: Final = 64
"""Rounds played at a table that were reviewed lately, so that none counts twice."""


class CellRecord(Struct, frozen=True, omit_defaults=True):
    """One cell's history."""

    seen: int = 0
    wrong: int = 0
    cost: float = 0.0
    """Given up in all, in initial bets."""
    hand: int = 0
    """The number of the hand at which it came last."""
    memory: Memory | None = None


class TableRecord(Struct, frozen=True, omit_defaults=True):
    """One table's cells by name (`hard-16-10`)."""

    cells: dict[str, CellRecord] = {}
    hands: int = 0
    right: int = 0
    streak: int = 0
    best_streak: int = 0
    cost: float = 0.0
    used_ms: int = 0


class Progress(Struct, frozen=True, omit_defaults=True):
    """One learner. Tables by the text of their rules."""

    tables: dict[str, TableRecord] = {}
    rounds: tuple[str, ...] = ()


def table_of(progress: Progress, rules: str) -> TableRecord:
    return progress.tables.get(rules, TableRecord())


def answered(progress: Progress, rules: str, cell: str, *, right: bool, cost: float, now_ms: int) -> Progress:
    """After one hand: `cost` is what the choice gave up against the best, in initial bets."""
    table = table_of(progress, rules)
    if cell not in table.cells and len(table.cells) >= CELLS_MAX:
        return progress
    before = table.cells.get(cell, CellRecord())
    after = CellRecord(
        seen=before.seen + 1,
        wrong=before.wrong + (not right),
        cost=before.cost + cost,
        hand=table.hands + 1,
        memory=review(before.memory, right=right, now_ms=now_ms),
    )
    streak = table.streak + 1 if right else 0
    table = TableRecord(
        cells={**table.cells, cell: after},
        hands=table.hands + 1,
        right=table.right + right,
        streak=streak,
        best_streak=max(table.best_streak, streak),
        cost=table.cost + cost,
        used_ms=now_ms,
    )
    return replace(progress, tables=_bounded({**progress.tables, rules: table}))


def missed_at_table(progress: Progress, rules: str, cell: str, *, cost: float, now_ms: int) -> Progress:
    """After a mistake in a round that was played for debenes: the cell comes back like one missed here.

    The trained hands, their cost and the streak stay as they are: they are of the trainer's own questions.
    """
    table = table_of(progress, rules)
    if cell not in table.cells and len(table.cells) >= CELLS_MAX:
        return progress
    before = table.cells.get(cell, CellRecord())
    after = CellRecord(
        seen=before.seen + 1,
        wrong=before.wrong + 1,
        cost=before.cost + cost,
        hand=before.hand,
        memory=review(before.memory, right=False, now_ms=now_ms),
    )
    kept = replace(table, cells={**table.cells, cell: after}, used_ms=now_ms)
    return replace(progress, tables=_bounded({**progress.tables, rules: kept}))


def _bounded(tables: Mapping[str, TableRecord]) -> dict[str, TableRecord]:
    kept = sorted(tables.items(), key=lambda entry: entry[1].used_ms)[-TABLES_MAX:]
    return dict(kept)


def reviewed(progress: Progress, round_id: str) -> Progress | None:
    """The round is counted from now on; None where it was already."""
    if round_id in progress.rounds:
        return None
    return replace(progress, rounds=(*progress.rounds, round_id)[-ROUNDS_MAX:])


def _known_again(cell: CellRecord) -> bool:
    return cell.memory is not None and not cell.memory.learning


def weakest(table: TableRecord, most: int = 5) -> list[tuple[str, CellRecord]]:
    """The cells that cost most so far, those not known again before those that are; cells never missed are none."""
    missed = [(name, cell) for name, cell in table.cells.items() if cell.wrong]
    return sorted(missed, key=lambda entry: (_known_again(entry[1]), -entry[1].cost, -entry[1].wrong, entry[0]))[:most]


def cost_per_hundred(table: TableRecord) -> float:
    """Mean cost of a hundred trained hands, in initial bets."""
    return 100 * table.cost / table.hands if table.hands else 0.0
