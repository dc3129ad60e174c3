"""A seeded evening in the hall: six tables, players good and bad, then every book is added up a second time."""

import asyncio
import contextlib
import json
import random

import pytest

from world.audit import audit
from world.players import Player
from world.virtual import Outside, SeededEntropy, VirtualClock, run
from zapato.hall import Hall
from zapato.hall.ports import StoreError
from zapato.round import replay
from zapato.round.notation import read_record
from zapato.server.store import MemoryStore, SqliteStore

pytestmark = pytest.mark.world


def make_store(kind, tmp_path):
    return MemoryStore() if kind == "memory" else Outside(SqliteStore.open(tmp_path / "books.sqlite3"))


async def evening(store, seed, *, players, minutes):
    """Play, close the hall in the middle of whatever happens, and give the states as they were."""
    dice = random.Random(seed)
    hall = await Hall.open(store, VirtualClock(), SeededEntropy(f"{seed} entropy"))
    crowd = [Player(hall, await a_guest(hall), random.Random(f"{seed} player {number}")) for number in range(players)]
    for player in crowd:
        await hall.set_present(player.id, present=True)
    tasks = [asyncio.create_task(player.play()) for player in crowd]
    tasks.append(asyncio.create_task(links(hall, crowd, dice)))
    await asyncio.sleep(minutes * 60)
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        assert isinstance(outcome, asyncio.CancelledError), outcome
    await hall.close()
    return hall, crowd


async def a_guest(hall):
    """As often as the disk needs."""
    while True:
        with contextlib.suppress(StoreError):
            return await hall.greet()


async def links(hall, crowd, dice):
    """Connections come and go."""
    while True:
        await asyncio.sleep(dice.uniform(1, 60))
        player = dice.choice(crowd)
        await hall.set_present(player.id, present=False)
        await asyncio.sleep(dice.choice((1, 4, 8, 100, 300)))
        await hall.set_present(player.id, present=True)


async def finish(store, seed):
    """Open the hall again with nobody in it: clocks run out, rounds end, seats are freed. Then nothing is in play."""
    hall = await Hall.open(store, VirtualClock(), SeededEntropy(f"{seed} later"))
    await asyncio.sleep(20 * 60)
    assert not [seat for table in hall.tables for seat in hall.state(table).seats if not seat.resident]
    await hall.close()


async def check_records(store, nets):
    """Every round of the ledger has its record, which replays to the same money."""
    for (table, number), by_player in nets.items():
        body = await store.record(f"{table}-{number}")
        assert body is not None, (table, number)
        record = json.loads(body)
        played = replay.play(read_record(record)).state
        expected = replay.expectation(played)["players"]
        assert expected == record["expect"]["players"]
        assert sorted(expected.values()) == sorted(by_player.values()), (table, number)


@pytest.mark.parametrize(("kind", "minutes"), [("memory", 60), ("sqlite", 12)])
@pytest.mark.timeout(300)
def test_after_an_evening_every_deben_is_accounted_for(kind, minutes, rand, tmp_path):
    """No debén lost, doubled or negative, whoever plays how; every bet has exactly one outcome; records agree with the ledger."""

    async def main():
        store = make_store(kind, tmp_path)
        hall, crowd = await evening(store, rand.seed, players=16, minutes=minutes)
        seated = [seat.player for table in hall.tables for seat in hall.state(table).seats]
        assert len(seated) == len(set(seated)), "one seat a player, in the whole hall"
        for table in hall.tables:
            for seat in hall.state(table).seats:
                if not seat.left:
                    assert (await store.holdings(seat.player)).purse == seat.purse, (table, seat)
        await audit(store, felts_empty=False)
        await finish(store, rand.seed)
        nets = await audit(store)
        await check_records(store, nets)
        await store.close()
        return hall, crowd, nets

    hall, crowd, nets = run(main())
    rounds = {table: sum(1 for where, _ in nets if where == table) for table in hall.tables}
    answers = [refusal for player in crowd for _, refusal in player.answers]
    print(rounds, len(answers), sum(refusal is not None for refusal in answers))
    assert all(count > minutes / 30 for table, count in rounds.items() if table != "faraon"), rounds
    assert len({refusal.code for refusal in answers if refusal}) > 4
    assert not any(refusal.code in ("fault", "not-saved") for refusal in answers if refusal)
