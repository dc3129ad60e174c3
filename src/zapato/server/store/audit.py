"""Re-add a file of books from its transfers alone, and compare with what the file says of itself.

Reads only, and may run while the hall is open: it sees one moment of the books, whole.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from msgspec import Struct

from zapato.hall.ports import StoreError
from zapato.ledger import may_go_below_zero

FAULTS_SHOWN_MAX: Final = 100
"""More would not help anybody: the first shows where to look."""


class Report(Struct, frozen=True):
    """`faults` empty: every debén is accounted for. Amounts in debenes."""

    transfers: int
    accounts: int
    players: int
    in_purses: int
    in_play: int
    houses: int
    """What the tables have won, less what they have lost."""
    bank: int
    """Minus all play money ever given out."""
    faults: tuple[str, ...]


def audit(path: Path) -> Report:
    """`StoreError` where there are no books at `path`, or they cannot be read."""
    if not path.is_file():
        raise StoreError(f"there are no books at {path}")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=5)) as books:
            books.execute("BEGIN")
            return _report(books)
    except sqlite3.Error as error:
        raise StoreError(f"the books at {path} cannot be read: {error}") from error


def _report(books: sqlite3.Connection) -> Report:
    added: dict[str, int] = defaultdict(int)
    faults: list[str] = []
    count = 0
    for number, debit, credit, amount in books.execute(
        "SELECT number, debit, credit, amount FROM transfer ORDER BY number"
    ):
        count += 1
        added[debit] -= amount
        added[credit] += amount
        if added[debit] < 0 and not may_go_below_zero(debit):
            faults.append(f"transfer {number}: {debit} went {-added[debit]:,} below zero")
    kept = dict(books.execute("SELECT name, balance FROM account"))
    faults += _differences(added, kept)
    faults += _twice(books)
    kinds: dict[str, int] = defaultdict(int)
    for account, balance in added.items():
        kinds[account.partition(":")[0]] += balance
    return Report(
        transfers=count,
        accounts=len(kept),
        players=books.execute("SELECT count(*) FROM player").fetchone()[0],
        in_purses=kinds["purse"],
        in_play=kinds["stake"],
        houses=kinds["house"],
        bank=kinds["bank"],
        faults=tuple(faults[:FAULTS_SHOWN_MAX]),
    )


def _differences(added: dict[str, int], kept: dict[str, int]) -> Iterator[str]:
    if sum(added.values()):
        yield f"all transfers together come to {sum(added.values()):,} instead of 0"
    if sum(kept.values()):
        yield f"all balances together come to {sum(kept.values()):,} instead of 0"
    for account in sorted(added.keys() | kept.keys()):
        if added.get(account, 0) != kept.get(account, 0):
            yield f"{account} holds {kept.get(account, 0):,}; its transfers come to {added.get(account, 0):,}"


def _twice(books: sqlite3.Connection) -> Iterator[str]:
    """A felt is paid out once: the ids say it, and here the lines themselves."""
    payouts = "SELECT debit, count(*) FROM transfer WHERE reason = 'payout' GROUP BY debit HAVING count(*) > 1"
    for felt, times in books.execute(payouts):
        yield f"{felt} was paid out {times} times"
