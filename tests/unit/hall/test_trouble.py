"""What the hall promises when things go wrong: nothing moved unless it is on disk, and nobody is left waiting."""

import asyncio
import itertools

import pytest

from world.audit import audit
from world.small_hall import SMALL, Failing, opened, seated, sit
from world.virtual import SeededEntropy, VirtualClock, run
from zapato.hall import Hall, PurseState
from zapato.hall.answers import BUSY, CLOSING, FAULT, NOT_SAVED
from zapato.hall.hall import WAITING_MAX
from zapato.hall.ports import Change, Journal, StoreError
from zapato.hall.runner import MAILBOX_MAX
from zapato.ledger import Transfer, house, purse
from zapato.money import Debenes
from zapato.server.store import MemoryStore
from zapato.table import commands as c


def test_a_full_disk_is_said_and_moves_nothing_and_the_same_id_works_afterwards():
    """Nothing half done: state, purse and news as before; once there is room the same click goes through."""

    async def main():
        hall, ana, eva, _ = await opened()
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        news = []
        hall.on_change(lambda *told: news.append(told))
        before = hall.state("escribas")
        hall._store.full = True

        assert await hall.deal(ana, "d", "escribas", 1, 500) == NOT_SAVED
        assert await hall.rename(ana, "n", "Anita") == NOT_SAVED
        with pytest.raises(StoreError):
            await hall.greet()

        assert hall.state("escribas") is before
        assert news == []
        assert (await hall.purse(ana)).purse == 10_000
        hall._store.full = False
        assert await hall.deal(ana, "d", "escribas", 1, 500) is None
        assert (await hall.purse(ana)) == PurseState(9_500, 500, may_refill=False, refill_from_ms=None)
        await audit(hall._store, felts_empty=False)
        await hall.close()

    run(main())


def test_a_table_goes_on_by_itself_when_the_disk_has_room_again():
    """Clocks that ran out meanwhile are closed late, but closed: no table stays frozen."""

    async def main():
        hall, ana, eva, _ = await opened()
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        assert await hall.do(ana, "w", "escribas", c.SetWish(ana, 500, 1)) is None
        hall._store.full = True
        await asyncio.sleep(120)
        assert hall.state("escribas").phase == "betting"
        hall._store.full = False
        await asyncio.sleep(2)
        assert hall.state("escribas").phase == "playing"
        await hall.close()

    run(main())


def test_a_commit_that_was_reported_failed_but_reached_the_disk_is_done():
    """The worst answer a disk can give. The books are asked, and what stands there has happened."""

    async def main():
        hall, ana, eva, _ = await opened()
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        hall._store.lies = True
        assert await hall.deal(ana, "d", "escribas", 1, 500) is None
        hall._store.lies = False
        assert hall.state("escribas").seat_of(ana).bet == 500
        assert await hall.deal(ana, "d", "escribas", 1, 500) is None
        assert (await hall.purse(ana)).in_play == 500
        await hall.close()

    run(main())


def test_while_nobody_knows_what_reached_the_disk_nothing_is_decided():
    """Neither there nor, of the same player's seats, elsewhere; once the books can be read, they say what happened."""

    async def main():
        hall, ana, eva, _ = await opened()
        await seated(hall, eva, 2)
        news = []
        hall.on_change(lambda table, since, events, _state, version: news.append((table, since, events, version)))
        hall._store.lies = hall._store.blind = True
        version = hall.state("escribas").version
        assert await hall.do(ana, "s", "escribas", sit(ana, 1)) == NOT_SAVED
        hall._store.lies = False
        assert await hall.do(ana, "t", "americana", sit(ana, 1)) == NOT_SAVED
        assert await hall.do(eva, "w", "escribas", c.SetWish(eva, 100, 1)) == NOT_SAVED
        assert await hall.refill(eva, "r") == NOT_SAVED
        assert hall.state("escribas").seat_of(ana) is None
        assert news == []
        hall._store.blind = False
        await asyncio.sleep(2)
        assert hall.state("escribas").seat_of(ana).box == 1
        assert news == [("escribas", version, (), version + 1)]
        assert await hall.do(ana, "s", "escribas", sit(ana, 1)) is None
        assert (await hall.do(ana, "t", "americana", sit(ana, 1))).code == "seated-elsewhere"
        assert await hall.do(eva, "w", "escribas", c.SetWish(eva, 100, 1)) is None
        await hall.close()

    run(main())


def test_where_the_ledger_knows_better_the_command_is_refused_and_the_table_stands():
    """The database has the last word on money: a purse emptied behind the table's back cannot be bet."""

    async def main():
        hall, ana, eva, _ = await opened()
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        theft = Transfer("theft", purse(ana), house("escribas"), Debenes(9_900), "loss")
        assert hall._store._book.post([theft]) is None
        answer = await hall.deal(ana, "d", "escribas", 1, 500)
        assert answer.code == "purse-too-small"
        assert hall.state("escribas").seat_of(ana).bet == 0
        assert (await hall.purse(ana)).purse == 100
        assert await hall.deal(ana, "d", "escribas", 1, 500) == answer
        await hall.close()

    run(main())


def test_a_fault_of_ours_costs_one_command_not_the_table(monkeypatch):
    """A bug in a step is answered, logged, and nothing of it kept; the next command works."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)
        real = hall._runners["escribas"]._decide

        def broken(steps, now_ms):
            if any(isinstance(step, c.SitOut) for step in steps):
                raise ZeroDivisionError
            return real(steps, now_ms)

        monkeypatch.setattr(hall._runners["escribas"], "_decide", broken)
        assert await hall.do(ana, "o", "escribas", c.SitOut(ana, 1)) == FAULT
        assert await hall.deal(ana, "d", "escribas", 1, 500) is None
        await hall.close()

    run(main())


def test_a_listener_that_fails_stops_nobody():
    """News goes out after the commit; who cannot take it does not undo it."""

    async def main():
        hall, ana, *_ = await opened()
        news = []

        def broken(*_told):
            raise ZeroDivisionError

        hall.on_change(broken)
        hall.on_purse(broken)
        hall.on_change(lambda *told: news.append(told))
        await seated(hall, ana)
        assert await hall.deal(ana, "d", "escribas", 1, 500) is None
        versions = [(since, version) for _, since, _, _, version in news]
        assert all(version == later for (_, version), (later, _) in itertools.pairwise(versions))
        assert all(version == since + len(events) for _, since, events, _, version in news)
        assert news[-1][3] is hall.state("escribas")
        await hall.close()

    run(main())


def test_a_caller_who_gives_up_leaves_the_command_whole():
    """A socket that dies while it waits: the bet is down all the same, once."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)
        hall._store.gate = asyncio.Event()
        waiting = asyncio.create_task(hall.deal(ana, "d", "escribas", 1, 500))
        await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        hall._store.gate.set()
        assert await hall.deal(ana, "d", "escribas", 1, 500) is None
        assert (await hall.purse(ana)).in_play == 500
        await hall.close()

    run(main())


def test_too_much_at_once_is_refused_and_can_be_sent_again():
    """One player's commands have a bound, and a table's mailbox has one; `busy` is not remembered as an answer."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)
        hall._store.gate = asyncio.Event()
        flood = [asyncio.create_task(hall.do(ana, f"w{n}", "escribas", c.SetWish(ana, 100 * n, 1))) for n in range(20)]
        await asyncio.sleep(0.01)
        assert sum(task.done() and task.result() == BUSY for task in flood) == 20 - WAITING_MAX
        strangers = [asyncio.create_task(hall.do(f"p{n}", "s", "escribas", sit(f"p{n}", 2))) for n in range(300)]
        await asyncio.sleep(0.01)
        refused = [task for task in strangers if task.done()]
        assert len(refused) >= 300 - MAILBOX_MAX
        assert all(task.result() == BUSY for task in refused)
        hall._store.gate.set()
        answers = await asyncio.gather(*flood)
        assert answers.count(None) == WAITING_MAX
        await asyncio.gather(*strangers)
        assert await hall.do(ana, f"w{WAITING_MAX}", "escribas", c.SetWish(ana, 800, 1)) is None
        await hall.close()

    run(main())


def test_a_closing_hall_finishes_what_it_writes_and_refuses_the_rest():
    """SIGTERM: the step in hand is done and answered, what waits is told; nothing is half done."""

    async def main():
        store = Failing()
        hall, ana, eva, _ = await opened(store)
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        store.gate = asyncio.Event()
        first = asyncio.create_task(hall.deal(ana, "d", "escribas", 1, 500))
        await asyncio.sleep(0.01)
        second = asyncio.create_task(hall.deal(eva, "d", "escribas", 1, 500))
        await asyncio.sleep(0.01)
        closing = asyncio.create_task(hall.close())
        await asyncio.sleep(0.01)
        store.gate.set()
        await closing
        assert (await first, await second) == (None, CLOSING)
        assert await hall.deal(eva, "late", "escribas", 1, 500) == CLOSING
        again = await Hall.open(
            store.reopened(), VirtualClock(), SeededEntropy("2"), tables=SMALL, residents_tempo=None
        )
        assert again.state("escribas").seat_of(ana).bet == 500
        assert again.state("escribas").seat_of(eva).bet == 0
        await again.close()

    run(main())


def test_a_round_in_flight_goes_on_after_a_restart_with_its_clock_from_the_start():
    """Hours later the cards lie as they lay; the hand has its full time again."""

    async def main():
        store = Failing()
        hall, ana, *_ = await opened(store)
        await seated(hall, ana)
        number = 0
        while hall.state("escribas").phase != "playing":
            # A natural ends a round before anybody acts: deal until one does not.
            number += 1
            state = hall.state("escribas")
            assert await hall.deal(ana, f"d{number}", "escribas", state.round, 100) is None
            if hall.state("escribas").phase != "playing":
                await asyncio.sleep(30)
        before = hall.state("escribas")
        await hall.close()
        await asyncio.sleep(5 * 3_600)
        clock = VirtualClock()
        again = await Hall.open(store.reopened(), clock, SeededEntropy("2"), tables=SMALL, residents_tempo=None)
        await asyncio.sleep(1)
        state = again.state("escribas")
        assert (state.phase, state.play, state.shoe) == (before.phase, before.play, before.shoe)
        length = before.clock.ends_ms - before.clock.starts_ms
        assert state.clock.ends_ms - clock.now_ms() == length - 1_000
        await again.close()

    run(main())


def test_books_of_another_program_are_an_error_that_says_so():
    """A state that this program cannot read is not guessed at."""

    async def main():
        store = MemoryStore()
        await store.commit(Change(1, journal=Journal("escribas", 0, (b'{"type": "earthquake"}',))))
        with pytest.raises(StoreError, match="written by another zapato"):
            await opened(store)

    run(main())
