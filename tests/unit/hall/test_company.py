"""Residents in the hall: company for people, with house money, and nobody at all where nobody looks."""

import asyncio

from world.audit import all_transfers, audit
from world.virtual import SeededEntropy, VirtualClock, run
from zapato.hall import Hall, open_tables
from zapato.hall.residents import FREE_BOXES, RESIDENTS_MAX
from zapato.ledger import house, purse
from zapato.server.store import MemoryStore
from zapato.table import commands as c

TABLES = open_tables((("escribas", "thot"), ("americana", "americana"), ("casino-es", "casino-es")))


async def opened(store, seed):
    hall = await Hall.open(store, VirtualClock(), SeededEntropy(seed), tables=TABLES)
    guest = (await hall.greet()).player
    return hall, guest


def residents_of(hall):
    return {table: [seat for seat in hall.state(table).seats if seat.resident] for table in hall.tables}


def test_residents_keep_a_lone_visitor_company(rand):
    """Whoever looks in sees tables at play, each resident under one name at one table, and boxes free for people."""

    async def main():
        hall, ana = await opened(MemoryStore(), rand.seed)
        seen = []

        def look(table, _since, _events, state, _version):
            residents = [seat for seat in state.seats if seat.resident]
            seen.append((table, state.rules.boxes - len(state.seats), len(residents)))
            names = [seat.name for seats in residents_of(hall).values() for seat in seats]
            assert len(names) == len(set(names))

        hall.on_change(look)
        await hall.set_present(ana, present=True)
        await asyncio.sleep(20 * 60)
        for table in hall.tables:
            assert hall.state(table).round > 20, table
            assert {count for where, _, count in seen if where == table} >= {1, 2}, table
        assert min(free for _, free, _ in seen) >= FREE_BOXES
        assert max(count for _, _, count in seen) <= RESIDENTS_MAX
        await audit(hall._store, felts_empty=False)
        await hall.close()

    run(main())


def test_residents_rest_while_nobody_is_there(rand):
    """An empty hall writes nothing; a round in play is finished first."""

    async def main():
        hall, ana = await opened(MemoryStore(), rand.seed)
        await asyncio.sleep(600)
        assert not any(residents_of(hall).values())
        await hall.set_present(ana, present=True)
        await asyncio.sleep(300)
        await hall.set_present(ana, present=False)
        await asyncio.sleep(120)
        versions = {table: hall.state(table).version for table in hall.tables}
        rounds = {table: hall.state(table).round for table in hall.tables}
        assert all(rounds.values())
        await asyncio.sleep(24 * 3_600)
        assert {table: hall.state(table).version for table in hall.tables} == versions
        await hall.set_present(ana, present=True)
        await asyncio.sleep(300)
        assert all(hall.state(table).round > rounds[table] for table in hall.tables)
        await hall.close()

    run(main())


def test_the_house_pays_for_residents_and_gets_its_money_back(rand):
    """Not one debén of a resident comes from the bank; who has gone home has an empty purse."""

    async def main():
        hall, ana = await opened(MemoryStore(), rand.seed)
        await hall.set_present(ana, present=True)
        await asyncio.sleep(30 * 60)
        here = {seat.player for seats in residents_of(hall).values() for seat in seats}
        moving = set(hall._company._moving)
        await hall.close()
        lines = await all_transfers(hall._store)
        funded = [line for line in lines if line.reason == "fund"]
        returned = [line for line in lines if line.reason == "return-fund"]
        assert funded
        assert returned
        assert {line.debit for line in funded} <= {house(table) for table in hall.tables}
        assert all(line.credit.startswith("purse:ia-") for line in funded)
        assert {line.credit for line in lines if line.reason in ("grant", "refill")} == {purse(ana)}
        balances = await hall._store.balances()
        left = {name for name, balance in balances.items() if name.startswith("purse:ia-") and balance}
        assert left <= {purse(player) for player in here | moving}
        await audit(hall._store, felts_empty=False)

    run(main())


def test_residents_make_room_for_people(rand):
    """Two boxes stay free for people; where people take them, a resident leaves before the next round."""

    async def main():
        hall, ana = await opened(MemoryStore(), rand.seed)
        others = [(await hall.greet()).player for _ in range(2)]
        await hall.set_present(ana, present=True)
        while len(residents_of(hall)["escribas"]) < RESIDENTS_MAX:  # noqa: ASYNC110
            await asyncio.sleep(1)
        for player in (ana, *others)[:2]:
            taken = {seat.box for seat in hall.state("escribas").seats}
            box = min(set(range(1, 6)) - taken)
            assert await hall.do(player, "sit", "escribas", c.Sit(player, "", box, 0)) is None
        rounds = hall.state("escribas").round
        while hall.state("escribas").round < rounds + 4:  # noqa: ASYNC110
            await asyncio.sleep(1)
        assert len(residents_of(hall)["escribas"]) == 1
        await hall.close()

    run(main())


def test_a_restart_finds_residents_in_their_seats_and_they_play_on(rand):
    """Residents are in the books like everybody; nobody is hired twice."""

    async def main():
        store = MemoryStore()
        hall, ana = await opened(store, rand.seed)
        await hall.set_present(ana, present=True)
        await asyncio.sleep(600)
        await hall.close()
        before = residents_of(hall)
        rounds = {table: hall.state(table).round for table in hall.tables}
        again, _ = await opened(store.reopened(), rand.seed + "again")
        assert {t: {seat.player for seat in seats} for t, seats in residents_of(again).items()} == {
            t: {seat.player for seat in seats} for t, seats in before.items()
        }
        await again.set_present(ana, present=True)
        await asyncio.sleep(600)
        assert all(again.state(table).round > rounds[table] + 5 for table in again.tables)
        await audit(again._store, felts_empty=False)
        await again.close()

    run(main())
