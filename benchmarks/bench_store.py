"""Durable ledger transactions a second: group commit against one commit each.

Where it misleads: a transaction here is three transfers (bet, win, payout) and nothing else, the
disk is whatever holds the temporary folder, and both sides run in one process on the same file
system. The ratio carries over to other machines, the figures do not.
"""

import asyncio
import sqlite3
import tempfile
import time
from functools import partial
from pathlib import Path

from zapato import ledger
from zapato.hall.ports import KEPT, Change, Done
from zapato.ledger import BANK, Transfer, purse
from zapato.server.store import SqliteStore, changes, sqlite

TRANSACTIONS = 4_000
PLAYERS = 64


def round_of(player: str, number: int) -> Change:
    bet = ledger.put_on_felt("bench", number, player, 1, 100, "bet")
    return Change(number, transfers=(bet, *ledger.settle("bench", number, player, 100, 200)))


def grants() -> Change:
    return Change(0, transfers=tuple(Transfer(f"g{n}", BANK, purse(f"p{n}"), 10_000, "grant") for n in range(PLAYERS)))


def one_commit_each(path: Path, transactions: int) -> float:
    """The baseline: the same statements, the same safety, a commit for every change."""
    asyncio.run(opened_and_closed(path))
    connection = sqlite.connect(path)
    changes.make(connection, grants(), KEPT)
    start = time.perf_counter()
    for number in range(1, transactions + 1):
        connection.execute("BEGIN IMMEDIATE")
        changes.make(connection, round_of(f"p{number % PLAYERS}", number), KEPT)
        connection.execute("COMMIT")
    took = time.perf_counter() - start
    connection.close()
    return transactions / took


async def opened_and_closed(path: Path) -> None:
    await SqliteStore.open(path).close()


async def grouped(path: Path, callers: int, transactions: int) -> float:
    """`callers` players at once, each waiting for a change to be durable before the next one."""
    store = SqliteStore.open(path)
    await store.commit(grants())

    async def caller(own: int) -> None:
        for number in range(own + 1, transactions + 1, callers):
            assert await store.commit(round_of(f"p{own}", number)) == Done()

    start = time.perf_counter()
    await asyncio.gather(*(caller(own) for own in range(callers)))
    took = time.perf_counter() - start
    await store.close()
    return transactions / took


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        measure = partial(Path, folder)
        baseline = one_commit_each(measure("single.sqlite3"), TRANSACTIONS // 8)
        print(f"SQLite {sqlite3.sqlite_version}, three transfers a transaction, synchronous=FULL")
        print(f"one commit each      {baseline:>8,.0f}/s   1.0x")
        for callers in (1, 6, 16, 64):
            speed = asyncio.run(grouped(measure(f"grouped-{callers}.sqlite3"), callers, TRANSACTIONS))
            print(f"grouped, {callers:>2} callers  {speed:>8,.0f}/s {speed / baseline:>5.1f}x")


if __name__ == "__main__":
    main()
