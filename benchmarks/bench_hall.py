"""Rounds a second through the whole hall, and how long a «Repartir» waits for its durable answer.

Twenty-four players at six tables bet and stand as fast as they are answered: no cards in motion, no pauses. The books
in memory are the baseline, so the ratio is what durability costs. Where it misleads: no browser, no sockets, no views
are cut; everything shares one process, and a hall of people is idle nearly all of the time.
"""

import asyncio
import secrets
import statistics
import tempfile
import time
from pathlib import Path

from zapato.hall import Hall
from zapato.hall.ports import Store
from zapato.server.outside import SystemClock
from zapato.server.store import MemoryStore, SqliteStore
from zapato.table import commands as c
from zapato.table.pace import Pace

PLAYERS_PER_TABLE = 4
ROUNDS_EACH = 40


class Entropy:
    def hex(self, octets: int) -> str:
        return secrets.token_hex(octets)


async def play(hall: Hall, table: str, box: int, waits: list[float]) -> None:
    """Bet the minimum and stand, round after round, whenever it is this player's to act."""
    player = (await hall.greet()).player
    await hall.do(player, "sit", table, c.Sit(player, "", box, 0))
    sent = 0
    changed = asyncio.Event()
    hall.on_change(lambda where, *_news: changed.set() if where == table else None)
    while (state := hall.state(table)).round <= ROUNDS_EACH:
        sent += 1
        seat = state.seat_of(player)
        if seat is None or seat.purse < state.rules.bet_min:
            return
        turn = state.play.turn if state.play else None
        changed.clear()
        if state.phase == "betting" and not seat.bet:
            start = time.perf_counter()
            await hall.deal(player, f"c{sent}", table, state.round, state.rules.bet_min)
            waits.append(time.perf_counter() - start)
        elif state.phase == "playing" and state.play and state.play.unanswered:
            await hall.do(player, f"c{sent}", table, c.Play(player, state.round, box, "decline"))
        elif state.phase == "playing" and turn and turn.box == box:
            await hall.do(player, f"c{sent}", table, c.Play(player, state.round, box, "stand"))
        if hall.state(table) is state:
            await changed.wait()


async def evening(store: Store) -> tuple[float, list[float]]:
    hall = await Hall.open(store, SystemClock(), Entropy(), pace=Pace.none(), residents_tempo=None)
    # The dear tables take more than a guest has; the cheap ones do for measuring.
    tables = [table for table in hall.tables if hall.state(table).rules.bet_min * ROUNDS_EACH <= 10_000]
    waits: list[float] = []
    start = time.perf_counter()
    await asyncio.gather(
        *(play(hall, table, box, waits) for table in tables for box in range(1, PLAYERS_PER_TABLE + 1))
    )
    took = time.perf_counter() - start
    rounds = sum(hall.state(table).round for table in tables)
    await hall.close()
    return rounds / took, waits


async def measured(store: Store) -> tuple[float, float, float]:
    speed, waits = await evening(store)
    await store.close()
    cuts = statistics.quantiles(waits, n=100)
    return speed, 1_000 * cuts[49], 1_000 * cuts[98]


def main() -> None:
    baseline, half, most = asyncio.run(measured(MemoryStore()))
    print(f"books in memory   {baseline:>7,.0f} rounds/s  1.00x   «Repartir» {half:.2f} ms, 99 % {most:.2f} ms")
    with tempfile.TemporaryDirectory() as folder:
        speed, half, most = asyncio.run(measured(SqliteStore.open(Path(folder) / "books.sqlite3")))
    ratio = speed / baseline
    print(f"books in SQLite   {speed:>7,.0f} rounds/s  {ratio:.2f}x   «Repartir» {half:.2f} ms, 99 % {most:.2f} ms")


if __name__ == "__main__":
    main()
