"""The engine's threads: a short answer never waits behind long work, nothing is computed twice at once, and queues end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from server.harness import Running
from zapato.hall.ports import StoreError
from zapato.rules import Rules, load
from zapato.server.routes import Refused
from zapato.server.study import engine as room
from zapato.server.study import figures
from zapato.server.study.book import ProgressBook
from zapato.server.study.engine import Engine, Lane, odds_key

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


async def test_a_reader_is_told_on_a_page_that_the_engine_is_busy_and_a_program_as_json(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    # An answer that no reader can read is none; a crawler that got it would keep it.
    async def busy(*_: object) -> None:
        raise Refused(503, "busy", "too many questions at once: try again in a moment", {"retry-after": "5"})

    monkeypatch.setattr(Lane, "run", busy)
    for path in ("/estrategia/thot", "/reglas/americana", "/ventaja", "/entrenador?rules=thot"):
        page = await here.http.get(path, headers={"accept": "text/html"})
        assert (page.status_code, page.headers["retry-after"], page.headers["cache-control"]) == (
            503,
            "5",
            "no-store",
        ), path
        assert "Ahora mismo no se puede" in page.text
        assert "demasiadas preguntas" in page.text
    program = await here.http.get("/api/edge?rules=thot")

    assert (program.status_code, program.json()["refusal"]["code"]) == (503, "busy")


async def test_a_trainer_whose_file_cannot_be_read_is_a_page_that_says_so(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    await here.http.get("/")

    async def broken(*_: object) -> None:
        raise StoreError("disk I/O error")

    monkeypatch.setattr(ProgressBook, "read", broken)
    page = await here.http.get("/entrenador", headers={"accept": "text/html"})

    assert page.status_code == 503
    assert "Lo aprendido no se puede leer" in page.text


async def test_an_edge_forgotten_while_others_are_computed_is_still_answered(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    # 4,096 remembered edges are a hundred toggles: with two visitors at once, one's oldest go while the other still waits.
    monkeypatch.setattr(room, "EDGES_MAX", 1)
    first, *others = (load(f"thot,decks={decks}") for decks in (1, 2, 3, 4))
    [known] = await engine.edges(first)
    _, (again, _) = await asyncio.gather(engine.edges(*others[:2]), engine.edges(first, others[2]))

    assert again == known


def test_what_is_remembered_of_one_table_is_never_anothers() -> None:
    others = [other for _, _, other in figures.variants(THOT)]
    further = [
        load("thot,insurance=none,even_money=false"),
        load("thot,even_money=false"),
        load("thot,even_money=true"),
    ]
    keys = [odds_key(rules) for rules in {THOT, *others, *further}]

    assert len(set(keys)) == len(keys)
    assert odds_key(load("thot,bet_max=200,move_clock=9,reshuffle_below=0")) == odds_key(THOT)
