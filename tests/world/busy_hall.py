"""A program to be killed: a hall on a real file at full speed, players acting as fast as it answers.

python busy_hall.py BOOKS SEED      prints «open» and plays until killed
"""

import asyncio
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from world.players import Player
from world.virtual import SeededEntropy
from zapato.hall import Hall, guests
from zapato.server.store import SqliteStore
from zapato.table.pace import Pace

PLAYERS = 12
HURRY = 40
"""So many times faster than people."""


class Clock:
    def now_ms(self):
        return time.time_ns() // 1_000_000

    async def sleep_until(self, ms):
        await asyncio.sleep(max(0, ms - self.now_ms()) / 1_000)


async def main(books, seed):
    store = SqliteStore.open(Path(books))
    hall = await Hall.open(store, Clock(), SeededEntropy(seed), pace=Pace.none(), residents_tempo=0.02)
    crowd = []
    for number in range(PLAYERS):
        # The same people come again in every life, with ids that they have not used yet.
        guest, arrival = guests.newcomer(SeededEntropy(f"guest {number}"), hall.now_ms())
        if await hall.guest(guest.token) is None:
            await store.commit(arrival)
        crowd.append(Player(hall, guest, random.Random(f"{seed} {number}"), prefix=f"life{seed.split()[-1]}-"))
        await hall.set_present(guest.player, present=True)
    print("open", flush=True)
    await asyncio.gather(*(player.play(hurry=HURRY) for player in crowd))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
