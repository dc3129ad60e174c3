"""The engine's threads: a short answer never waits behind long work, nothing is computed twice at once, and queues end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from zapato.rules import Rules, load
from zapato.server.routes import Refused
from zapato.server.study.engine import Engine, Lane

THOT = load("thot")


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.close()


class Gate:
    """Work that takes until it is let go."""

    def __init__(self) -> None:
        self.calls = 0
        self.opened = threading.Event()

    def work(self, _: object = None) -> int:
        self.calls += 1
        self.opened.wait(20)
        return self.calls


async def test_a_toggle_is_answered_while_comparisons_and_pages_are_being_made(engine: Engine) -> None:
    gate = Gate()
    long = [asyncio.create_task(lane.run(gate.work)) for lane in (engine.pages, engine.comparisons) for _ in range(4)]
    await asyncio.sleep(0)
    [edges] = await asyncio.wait_for(engine.edges(THOT), 10)
    assert not any(task.done() for task in long)
    gate.opened.set()
    await asyncio.gather(*long)

    assert edges.chart_ev == pytest.approx(-0.00405922, abs=1e-8)


async def test_asked_again_while_it_is_computed_it_is_computed_once(engine: Engine) -> None:
    gate = Gate()

    def slow(_: Rules) -> int:
        return gate.work()

    asked = [asyncio.create_task(engine.of(rules, slow)) for rules in (THOT, THOT, load("thot.faraon"))]
    await asyncio.sleep(0.05)
    asked[0].cancel()  # a visitor who went away takes the answer from nobody
    gate.opened.set()

    assert await asyncio.gather(*asked[1:]) == [1, 1]
    assert await engine.of(THOT, slow) == 1


async def test_a_computation_that_fails_is_told_to_all_and_tried_anew(engine: Engine) -> None:
    calls = []

    def fails(_: Rules) -> int:
        calls.append(1)
        if len(calls) == 1:
            raise ValueError("once")
        return len(calls)

    told = await asyncio.gather(*(engine.of(THOT, fails) for _ in range(2)), return_exceptions=True)

    assert [str(each) for each in told] == ["once", "once"]
    assert await engine.of(THOT, fails) == 2


async def test_a_full_queue_is_refused() -> None:
    lane, gate = Lane("full", threads=1, waiting_max=2), Gate()
    taken = [asyncio.create_task(lane.run(gate.work)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await lane.run(gate.work)
    gate.opened.set()
    await asyncio.gather(*taken)

    assert refused.value.status_code == 503
    assert await lane.run(gate.work) == 3
    lane.close()
