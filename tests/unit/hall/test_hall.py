"""What the hall promises about commands: one seat, one answer, one effect."""

import asyncio

import pytest

from world.audit import audit
from world.small_hall import SMALL, Failing, opened, seated, sit
from world.virtual import SeededEntropy, VirtualClock, run
from zapato.hall import Hall, lobby, open_tables
from zapato.hall.answers import ID_USED
from zapato.invariant import InvariantError
from zapato.table import commands as c


def test_a_player_has_one_seat_in_the_whole_hall():
    """The refusal names the table; also when both tables are asked at the same moment."""

    async def main():
        hall, ana, eva, _ = await opened()
        answers = await asyncio.gather(
            hall.do(ana, "a", "escribas", sit(ana)), hall.do(ana, "b", "americana", sit(ana))
        )
        assert answers[0] is None
        assert (answers[1].code, answers[1].values) == ("seated-elsewhere", {"table": "escribas"})
        assert hall.seated(ana) == "escribas"
        assert hall.seated(eva) is None
        assert (await hall.do(ana, "x", "nowhere", sit(ana))).code == "no-such-table"
        await hall.close()

    run(main())


@pytest.mark.parametrize("name", ["", "Mesa", "a b", "x" * 33, "a/b", "a:b", "-a", "é"])
def test_a_table_needs_an_id_that_fits_into_addresses_and_accounts(name):
    """`stake:a:b:1:ana` would be another table's account, and `/mesa/a/b` nobody's page; the ids of ours all fit."""
    with pytest.raises(InvariantError):
        open_tables(((name, "thot"),))
    assert [table.id for table in open_tables(lobby.THE_SIX)] == [name for name, _ in lobby.THE_SIX]


def test_a_bet_left_in_play_holds_its_owner_to_that_table():
    """Who stands up in mid-round can sit elsewhere once the round is over, and the money has come home by then."""

    async def main():
        hall, ana, eva, _ = await opened()
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        assert await hall.deal(ana, "d", "escribas", 1, 500) is None
        assert await hall.do(ana, "up", "escribas", c.StandUp(ana)) is None
        assert hall.seated(ana) == "escribas"
        answer = await hall.do(ana, "s2", "americana", sit(ana))
        assert (answer.code, answer.values) == ("in-play-elsewhere", {"table": "escribas"})
        assert await hall.do(eva, "out", "escribas", c.SitOut(eva, 1)) is None
        await asyncio.sleep(60)
        assert await hall.do(ana, "s3", "americana", sit(ana)) is None
        assert hall.state("americana").seat_of(ana).purse == (await hall._store.holdings(ana)).purse
        await audit(hall._store)
        await hall.close()

    run(main())


def test_the_same_id_at_once_and_later_is_one_deed():
    """Double click, slow link, restart: one stake leaves the purse, and all get the same answer."""

    async def main():
        store = Failing()
        hall, ana, eva, _ = await opened(store)
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        answers = await asyncio.gather(*(hall.deal(ana, "d", "escribas", 1, 500) for _ in range(5)))
        assert answers == [None] * 5
        late = await hall.deal(ana, "e", "escribas", 1, 500)
        assert late.code == "bet-accepted"
        await hall.close()

        again = await Hall.open(
            store.reopened(), VirtualClock(), SeededEntropy("2"), tables=SMALL, residents_tempo=None
        )
        assert await again.deal(ana, "d", "escribas", 1, 500) is None
        assert await again.deal(ana, "e", "escribas", 1, 500) == late
        assert await again.deal(ana, "d", "escribas", 1, 400) == ID_USED
        assert (await again.purse(ana)).in_play == 500
        await again.close()

    run(main())


def test_the_same_id_for_two_things_at_once_is_refused():
    """An id names one command; the second content is not carried out."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)
        one, other = await asyncio.gather(
            hall.deal(ana, "d", "escribas", 1, 500), hall.deal(ana, "d", "escribas", 1, 300)
        )
        assert (one, other) == (None, ID_USED)
        for bad in ("", "x" * 65, "a b", "ñ", "a\n"):
            assert (await hall.deal(ana, bad, "escribas", 1, 100)).code == "id-invalid"
        await hall.close()

    run(main())


def test_chips_and_repartir_go_together_or_not_at_all():
    """«Repartir» with too little leaves the chips as they were."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)
        version = hall.state("escribas").version
        assert (await hall.deal(ana, "d", "escribas", 1, 50)).code == "bet-not-a-multiple"
        assert (await hall.deal(ana, "e", "escribas", 1, 0)).code == "no-bet"
        assert hall.state("escribas").version == version
        assert hall.state("escribas").seat_of(ana).wish == 0
        await hall.close()

    run(main())
