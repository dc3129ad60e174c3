"""A small hall for tests of the hall: two tables, three guests, no residents, and a disk that can fail."""

import asyncio

from world.virtual import SeededEntropy, VirtualClock
from zapato.hall import Hall, open_tables
from zapato.hall.ports import StoreError
from zapato.server.store import MemoryStore
from zapato.table import commands as c

SMALL = open_tables((("escribas", "thot"), ("americana", "americana")))


class Failing(MemoryStore):
    """A memory store whose disk can be full, slow, or tell of a failure that was none."""

    full = False
    lies = False
    blind = False
    gate = None

    async def load(self, table):
        if self.blind:
            raise StoreError("disk I/O error")
        return await super().load(table)

    async def commit(self, change):
        if self.gate:
            await self.gate.wait()
        if self.full:
            raise StoreError("database or disk is full")
        outcome = await super().commit(change)
        if self.lies and change.journal:
            raise StoreError("disk I/O error")
        return outcome


async def opened(store=None):
    hall = await Hall.open(
        Failing() if store is None else store, VirtualClock(), SeededEntropy("hall"), tables=SMALL, residents_tempo=None
    )
    await asyncio.sleep(0)
    guests = [(await hall.greet()).player for _ in range(3)]
    return hall, *guests


def sit(player, box=1):
    return c.Sit(player, "", box, 0)


async def seated(hall, player, box=1, table="escribas"):
    assert await hall.do(player, "sit", table, sit(player, box)) is None
