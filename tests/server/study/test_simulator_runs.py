"""Runs without a process: whose turn it is, every bound and what reaching it means, and what is forgotten when."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from zapato.server.study.simulator import runs as room
from zapato.server.study.simulator.orders import Finished, Impossible, News, Order, SoFar
from zapato.server.study.simulator.runs import KEPT_EACH, KEPT_MAX, KEPT_S, WAITING_MAX, Run, RunRefused, Runs

ORDER = Order("thot")
DONE = Finished(1_000, 1.0, -0.01, 0.02, ((-1.0, 510), (1.0, 490)), {}, 1.1, -0.01, 0.02, 43.0, (), None)


class Worker:
    """Says what the test tells it to."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.says: asyncio.Queue[News | None] = asyncio.Queue()
        self.ended = 0

    async def news(self) -> News | None:
        return await self.says.get()

    async def end(self) -> int:
        await asyncio.sleep(0)
        self.ended += 1
        return -9


class Salon:
    """Runs with fake workers, a clock that the test turns, and ids that it can foresee."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.workers: list[Worker] = []
        self.broken: OSError | None = None
        ids = iter(f"id-{number}" for number in range(10_000))
        self.runs = Runs(self.launch, lambda: self.now, lambda: next(ids))

    async def launch(self, order: Order) -> Worker:
        if self.broken:
            raise self.broken
        self.workers.append(Worker(order))
        return self.workers[-1]

    async def settle(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)

    async def start(self, visitor: str = "ana") -> Run:
        run = self.runs.start(visitor, ORDER, -0.004)
        await self.settle()
        return run

    async def finish(self, visitor: str = "ana", news: News | None = DONE) -> Run:
        """A run from start to end."""
        run = await self.start(visitor)
        self.workers[-1].says.put_nowait(news)
        await self.settle()
        return run


@pytest.fixture
async def salon() -> AsyncIterator[Salon]:
    salon = Salon()
    yield salon
    await salon.runs.close()


async def test_a_run_goes_from_start_to_result(salon: Salon) -> None:
    run = await salon.start()
    salon.workers[0].says.put_nowait(SoFar(700_000, 0.1, -0.004, 0.001))
    await salon.settle()
    halfway = (run.state, run.so_far)
    salon.workers[0].says.put_nowait(DONE)
    await salon.settle()

    assert halfway == ("running", SoFar(700_000, 0.1, -0.004, 0.001))
    assert (run.state, run.result) == ("done", DONE)
    assert salon.workers[0].ended == 1


async def test_one_worker_at_a_time_in_the_order_of_coming(salon: Salon) -> None:
    first, second, third = [await salon.start(name) for name in ("ana", "bea", "cleo")]

    assert [run.state for run in (first, second, third)] == ["running", "waiting", "waiting"]
    assert [salon.runs.place(run) for run in (first, second, third)] == [0, 1, 2]
    salon.workers[0].says.put_nowait(DONE)
    await salon.settle()
    assert [run.state for run in (first, second, third)] == ["done", "running", "waiting"]
    assert len(salon.workers) == 2


async def test_a_visitor_has_one_under_way(salon: Salon) -> None:
    run = await salon.start()
    with pytest.raises(RunRefused) as refused:
        await salon.start()

    assert (refused.value.code, refused.value.run) == ("one-run", run)
    salon.runs.cancel("ana", run.id)
    assert (await salon.start()).state == "running"


async def test_the_queue_has_an_end(salon: Salon) -> None:
    for number in range(1 + WAITING_MAX):
        await salon.start(f"visitor {number}")
    with pytest.raises(RunRefused) as refused:
        await salon.start("one too many")

    assert refused.value.code == "queue-full"
    assert len(salon.workers) == 1


async def test_cancelling_ends_the_worker_and_lets_the_next_one_in(salon: Salon) -> None:
    first, second = await salon.start("ana"), await salon.start("bea")
    salon.runs.cancel("ana", first.id)
    await salon.settle()

    assert (first.state, salon.workers[0].ended) == ("cancelled", 1)
    assert second.state == "running"
    assert salon.runs.cancel("ana", first.id).state == "cancelled"  # once more changes nothing


async def test_cancelling_a_waiting_run_starts_no_worker_for_it(salon: Salon) -> None:
    first, second = await salon.start("ana"), await salon.start("bea")
    salon.runs.cancel("bea", second.id)
    salon.workers[0].says.put_nowait(DONE)
    await salon.settle()

    assert (first.state, second.state) == ("done", "cancelled")
    assert len(salon.workers) == 1


async def test_cancelled_while_its_worker_starts_it_leaves_none(salon: Salon) -> None:
    # The process exists before anybody holds it: a cancel in that moment must not lose it.
    going, begun = asyncio.Event(), asyncio.Event()
    launch = salon.launch

    async def slowly(order: Order) -> Worker:
        worker = await launch(order)
        begun.set()
        await going.wait()
        return worker

    salon.runs._launch = slowly
    run = salon.runs.start("ana", ORDER, 0.0)
    await begun.wait()
    salon.runs.cancel("ana", run.id)
    await salon.settle()
    going.set()
    await salon.settle()

    assert (run.state, salon.workers[0].ended) == ("cancelled", 1)
    assert (await salon.start("bea")).state == "running"


@pytest.mark.parametrize(
    ("news", "reason"), [(None, "worker-died"), (Impossible("one round needs more cards than there are"), "impossible")]
)
async def test_a_worker_that_gives_no_result_says_why(salon: Salon, news: Any, reason: str) -> None:
    run = await salon.finish(news=news)

    assert (run.state, run.reason, run.result) == ("failed", reason, None)
    assert salon.workers[0].ended == 1
    assert (await salon.start()).state == "running"


async def test_no_room_for_a_process_is_a_failed_run(salon: Salon) -> None:
    salon.broken = OSError("out of memory")
    run = await salon.start()

    assert (run.state, run.reason) == ("failed", "no-worker")


async def test_a_run_that_takes_too_long_is_stopped(salon: Salon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SECONDS_MAX", 0.02)
    run = await salon.start()
    await asyncio.sleep(0.1)

    assert (run.state, run.reason, salon.workers[0].ended) == ("failed", "too-long", 1)


async def test_a_run_is_its_visitors_alone(salon: Salon) -> None:
    run = await salon.start("ana")
    for look in (salon.runs.find, salon.runs.cancel):
        with pytest.raises(RunRefused) as refused:
            look("bea", run.id)
        assert refused.value.code == "no-such-run"

    assert run.state == "running"


async def test_results_are_kept_for_a_while_and_a_few_each(salon: Salon) -> None:
    mine = []
    for _ in range(KEPT_EACH + 2):
        mine.append(await salon.finish("ana"))
        salon.now += 1
    theirs = await salon.finish("bea")

    def kept(visitor: str, run: Run) -> bool:
        try:
            return salon.runs.find(visitor, run.id) is run
        except RunRefused:
            return False

    assert [kept("ana", run) for run in mine] == [False, False, *[True] * KEPT_EACH]
    assert kept("bea", theirs)
    salon.now += KEPT_S - 1
    assert not kept("ana", mine[-2])
    assert kept("bea", theirs)
    salon.now += 1
    assert not kept("bea", theirs)


async def test_all_visitors_together_keep_no_more_than_so_many(salon: Salon) -> None:
    first = await salon.finish("visitor 0")
    for number in range(1, KEPT_MAX + 1):
        salon.now += 1
        last = await salon.finish(f"visitor {number}")

    assert salon.runs.find(f"visitor {KEPT_MAX}", last.id) is last
    with pytest.raises(RunRefused):
        salon.runs.find("visitor 0", first.id)
    assert len(salon.runs._runs) == KEPT_MAX


async def test_closing_ends_all_and_takes_no_more(salon: Salon) -> None:
    running, waiting = await salon.start("ana"), await salon.start("bea")
    await salon.runs.close()

    assert (running.state, waiting.state) == ("cancelled", "cancelled")
    assert [worker.ended for worker in salon.workers] == [1]
    with pytest.raises(RunRefused) as refused:
        await salon.start("cleo")
    assert refused.value.code == "stopping"
