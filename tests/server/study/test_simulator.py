"""The simulator over HTTP with real worker processes: the library's own figures, cancel, death, shutdown; and its page without a script."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import signal
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from litestar import Litestar

from server.fake_hall import FakeHall
from server.harness import Running, running
from zapato.rules import load
from zapato.server.study.engine import Engine
from zapato.server.study.simulator import asking, pictures, worker
from zapato.server.study.simulator.orders import LINE_BYTES_MAX, ROUNDS_MAX, STRATEGIES, Order
from zapato.server.study.simulator.processes import WorkerProcess, launch
from zapato.server.study.simulator.runs import Runs
from zapato.server.study.words import LANGUAGES, Words, catalogue
from zapato.simulation import simulate

SMALL = 120_000
LONG = {"rules": "thot", "rounds": ROUNDS_MAX}
"""Six seconds of work on the fastest machine known here: nobody waits for its end."""


class Watched:
    """The real processes, noted."""

    def __init__(self) -> None:
        self.workers: list[WorkerProcess] = []

    async def launch(self, order: Order) -> WorkerProcess:
        self.workers.append(await launch(order))
        return self.workers[-1]

    def prepare(self, app: Litestar) -> None:
        names = iter(f"run-{number}" for number in range(1_000))
        app.state.simulator_runs = Runs(self.launch, app.state.parts.monotonic, lambda: next(names))


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.fixture
async def here(hall: FakeHall, watched: Watched) -> AsyncIterator[Running]:
    async with running(hall, watched.prepare) as running_here:
        await running_here.http.get("/")  # the hall's page makes the guest
        yield running_here


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def start(here: Running, **asked: Any) -> httpx.Response:
    return await here.http.post("/api/simulator/runs", json={"rules": "thot", "rounds": SMALL, **asked}, timeout=20)


async def until(here: Running, run: str, *states: str) -> Any:
    """The run once it is in one of these states."""
    async with asyncio.timeout(25):
        while True:
            found = (await here.http.get(f"/api/simulator/runs/{run}")).json()
            if found["state"] in states:
                return found
            await asyncio.sleep(0.05)


async def under_way(here: Running, run: str) -> Any:
    """The run once its worker has told of rounds played."""
    async with asyncio.timeout(25):
        while True:
            found = (await here.http.get(f"/api/simulator/runs/{run}")).json()
            if found["rounds"] or found["state"] not in {"waiting", "running"}:
                return found
            await asyncio.sleep(0.05)


# ------------------------------------------------------------------ figures


async def test_a_run_is_what_the_library_plays_beside_what_the_engine_knows(here: Running) -> None:
    # One run by the worker process; the same seed through `zapato.simulation` in this one.
    begun = await start(here, rules="casino-es", seed=7)
    found = await until(here, begun.json()["run"], "done", "failed")
    expected = simulate("casino-es", SMALL, seed=7)
    edge = (await here.http.get("/api/edge?rules=casino-es", timeout=20)).json()

    assert begun.status_code == 201
    assert (found["state"], found["rounds"]) == ("done", SMALL)
    assert (found["ev"], found["standard_error"]) == (expected.ev, expected.standard_error)
    assert dict(found["result"]["outcomes"]) == {float(won): rounds for won, rounds in expected.outcomes.items()}
    assert found["exact_ev"] == edge["chart_ev"]
    assert found["difference"] == expected.ev - edge["chart_ev"]
    assert found["errors"] == (expected.ev - edge["chart_ev"]) / expected.standard_error


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_each_strategy_is_played_and_valued_as_itself(strategy: str) -> None:
    # The exact value beside a run must be that of its own strategy: the right one is a few errors away, another is not.
    rules = "thot,reshuffle_below=312"
    order = Order(rules, strategy, 400_000, 11, *(("hi-lo", "1 1:4", "illustrious-18") if strategy == "count" else ()))  # type: ignore[arg-type]
    played = worker.play(order)
    words: dict[str, Any] = (
        {"count": "hi-lo", "ramp": "1 1:4", "deviations": "illustrious-18"}
        if strategy == "count"
        else {"strategy": strategy}
    )
    expected = simulate(rules, 400_000, seed=11, **words)
    engine = Engine()
    exact = await asking.exact_ev(engine, order)
    engine.close()

    assert isinstance(played, worker.Finished)
    assert (played.ev, played.standard_error) == (expected.ev, expected.standard_error)
    assert abs(expected.ev - exact) < 4.5 * expected.standard_error


def test_a_round_is_not_a_bet_where_bets_differ() -> None:
    played = worker.play(Order("thot", "count", 120_000, 11, "hi-lo", "1 1:4"))
    expected = simulate("thot", 120_000, seed=11, count="hi-lo", ramp="1 1:4")

    assert isinstance(played, worker.Finished)
    per_round = (played.ev_per_round, played.ev_per_round_standard_error, played.standard_deviation)
    assert per_round == (expected.ev_per_round.value, expected.ev_per_round.standard_error, expected.standard_deviation)
    assert played.ev_per_round != played.ev


@pytest.mark.parametrize(("rules", "rounds_per_shoe"), [("thot", 43.30), ("thot,reshuffle_below=312", 1.0)])
def test_a_shoe_lasts_as_long_as_its_cut_card_says(rules: str, rounds_per_shoe: float) -> None:
    played = worker.play(Order(rules, "chart", 400_000, 3))

    assert isinstance(played, worker.Finished)
    assert played.rounds_per_shoe == pytest.approx(rounds_per_shoe, abs=0.05)
    assert played.fan is not None
    assert played.fan.steps[-1].shoes * rounds_per_shoe == pytest.approx(played.fan.steps[-1].rounds, rel=0.01)


@pytest.mark.parametrize("rules", ["thot", "thot,decks=1", "americana,decks=2", "casino-es,reshuffle_below=416"])
def test_either_shoe_can_be_asked_for_whatever_the_decks(rules: str) -> None:
    # A preset's cut card may stand higher than one deck: dealt down to it, such a shoe would be fresh each round all the same.
    for fresh in (True, False):
        asked = asking.with_shoe(load(rules), fresh=fresh)
        assert asking.is_fresh(asked) is fresh
        assert asking.with_shoe(asked, fresh=fresh) == asked


def test_the_interval_drawn_is_the_one_named() -> None:
    # 95 % of a normal distribution lies within 1.96 standard errors, on the scale that the marks of both values stand on.
    drawn = pictures.interval("", 0.0, 1.0, 4.0, ("", ""))
    left, wide = (
        float(found) for found in re.findall(r'class="i-range" x="([\d.]+)" y="27" width="([\d.]+)"', drawn)[0]
    )
    middle = left + wide / 2
    exact = float(re.findall(r'class="i-exact"[^>]*?(?:cx|x1|d)="M?([\d.]+)', drawn)[0])

    assert wide / 2 / (exact - middle) == pytest.approx(1.96 / 4, abs=0.01)


async def test_the_page_tells_what_the_data_tells(here: Running) -> None:
    # Under two Rules, in both languages: each figure at the head is the API's, to its last digit.
    for rules, lang in (("thot", "es"), ("americana,decks=2", "en")):
        begun = (await start(here, rules=rules, rounds=60_000)).json()
        found = await until(here, begun["run"], "done")
        html = (await here.http.get(f"{begun['address']}&lang={lang}", timeout=20)).text
        head = html.partition('id="standing"')[2].partition('id="outcome"')[0]
        told = [float(value) for value in re.findall(r'<data value="([^"]+)">', head)]

        assert told == [found[name] for name in ("ev", "standard_error", "exact_ev", "difference", "errors")]
        assert f"{100 * found['ev']:+.4f} %".replace("-", "\N{MINUS SIGN}") in head
        outcomes = html.partition('id="outcomes"')[2].partition("</section>")[0]
        shares = [float(value) for value in re.findall(r'data-value="([^"]+)"', outcomes)]
        assert shares == [rounds / 60_000 for _, rounds in found["result"]["outcomes"]]
        assert not re.search(r"\{\w+\}", html.partition("<script type")[0])


async def test_a_difference_is_explained_by_the_shoe(here: Running) -> None:
    begun = (await start(here)).json()
    await until(here, begun["run"], "done")
    cut = (await here.http.get(begun["address"], timeout=20)).text
    fresh_link = re.search(r'href="(/simulador\?[^"]*reshuffle_below=312[^"]*)"', cut.partition('id="why"')[2])
    begun = (await start(here, shoe="fresh")).json()
    await until(here, begun["run"], "done")
    fresh = (await here.http.get(begun["address"], timeout=20)).text

    assert Words("es", "simulator.")("effect") in cut
    assert fresh_link is not None
    assert begun["order"]["rules"] == "thot,reshuffle_below=312"
    assert Words("es", "simulator.")("why_fresh") in fresh
    assert Words("es", "simulator.")("effect") not in fresh


async def test_a_counter_reads_names_and_units_and_no_advice_for_others(here: Running) -> None:
    # A whole shoe for each round leaves nothing to count; surrenders that the table lacks change nothing.
    said = Words("es", "simulator.")
    html = {}
    for rules in ("thot", "thot,surrender=late"):
        begun = (
            await start(here, rules=rules, strategy="count", count="hi-opt-i", plays="illustrious-18+fab-4")
        ).json()
        await until(here, begun["run"], "done")
        html[rules] = (await here.http.get(begun["address"], timeout=20)).text

    for page in html.values():
        assert said("again_fresh") not in page
        assert said("unit_ramp") in page
        assert ">Hi-Opt I</option>" in page
        assert ">Las Illustrious 18 y las Fab 4</option>" in page
    assert said("no_surrender") in html["thot"]
    assert said("no_surrender") not in html["thot,surrender=late"]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("thot", None),
        ("thot,decks=4", None),  # 130 of 208 are dealt
        ("thot,decks=2", "la carta de corte sale tras 26,"),  # 104 - 78
        ("thot,decks=1", "cada ronda sale de uno recién barajado"),
        ("thot,reshuffle_below=312", None),  # asked for
    ],
)
async def test_a_cut_card_that_no_table_of_so_few_decks_has_is_told(
    here: Running, rules: str, told: str | None
) -> None:
    # A preset's cut card stays where it is when only the decks are made fewer.
    html = (await here.http.get(f"/simulador?rules={rules}", timeout=30)).text

    assert ('id="shallow"' in html) == (told is not None)
    assert (told or "") in html
    assert "reshuffle_below:" not in html  # the table's own name, not that of another shoe


# ------------------------------------------------------------------ processes


async def test_a_run_tells_how_it_goes_and_is_ended_by_its_visitor(here: Running, watched: Watched) -> None:
    run = (await start(here, **LONG)).json()["run"]
    going = await under_way(here, run)
    pid = watched.workers[0].pid
    niceness = os.getpriority(os.PRIO_PROCESS, pid)
    cancelled = (await here.http.post(f"/api/simulator/runs/{run}/cancel")).json()
    again = await start(here)
    await until(here, again.json()["run"], "done")

    assert (going["state"], going["rounds"] > 0, going["standard_error"] > 0) == ("running", True, True)
    assert niceness == worker.NICE
    assert (cancelled["state"], cancelled["result"]) == ("cancelled", None)
    assert not alive(pid)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_worker_that_dies_is_said_to_have_died(here: Running, watched: Watched, language: Any) -> None:
    begun = (await start(here, **LONG)).json()
    await under_way(here, begun["run"])
    os.kill(watched.workers[0].pid, signal.SIGKILL)
    found = await until(here, begun["run"], "done", "failed")
    html = (await here.http.get(f"{begun['address']}&lang={language}", timeout=20)).text

    assert (found["state"], found["reason"], found["result"]) == ("failed", "worker-died", None)
    assert catalogue(language)["simulator.reason.worker-died"] in html
    assert (await start(here)).status_code == 201


async def test_the_server_leaves_no_worker_behind(hall: FakeHall, watched: Watched) -> None:
    async with running(hall, watched.prepare) as here:
        await here.http.get("/simulador")
        await under_way(here, (await start(here, **LONG)).json()["run"])
        pid = watched.workers[0].pid
        assert alive(pid)

    assert not alive(pid)


async def test_a_worker_ends_by_itself_when_its_server_is_gone() -> None:
    # Even where the server was killed and could end nothing: its end of the pipe closes with it.
    process = await launch(Order("thot", "chart", ROUNDS_MAX))
    await process.news()
    assert process._process.stdin is not None
    process._process.stdin.close()
    async with asyncio.timeout(10):
        while await process.news() is not None:
            pass
        await process._process.wait()

    assert not alive(process.pid)


def test_the_longest_message_fits() -> None:
    # A ramp makes the most outcomes; a line longer than the limit would look like a dead worker.
    steps = " ".join(f"{count}:{units}" for count, units in zip(range(-20, 20), range(61, 101), strict=True))
    found = worker.play(Order("thot,max_hands=8", "count", 3_000_000, 1, "hi-lo", f"60 {steps}", ""))

    assert isinstance(found, worker.Finished)
    assert len(found.outcomes) > 300
    assert 20 * len(worker.msgspec.json.encode(found)) < LINE_BYTES_MAX


# ------------------------------------------------------------------ who may, and what makes no sense


async def test_a_run_belongs_to_its_visitor(here: Running) -> None:
    run = (await start(here)).json()
    async with httpx.AsyncClient(base_url=f"http://{here.address}") as nobody:
        without = await nobody.get(f"/api/simulator/runs/{run['run']}")
        page = await nobody.get(run["address"])
        # and is somebody from here on
        own = await nobody.post("/api/simulator/runs", json={"rules": "thot", "rounds": SMALL})
        other = await nobody.get(f"/api/simulator/runs/{run['run']}")
        cancel = await nobody.post(f"/api/simulator/runs/{run['run']}/cancel")

    assert [without.status_code, own.status_code, other.status_code, cancel.status_code] == [401, 201, 404, 404]
    assert page.status_code == 200
    assert catalogue("es")["simulator.refused.no-such-run"].partition(",")[0] in page.text
    assert (await until(here, run["run"], "done"))["state"] == "done"


async def test_only_a_run_makes_a_guest(here: Running) -> None:
    # Crawlers follow the sitemap to this page: an account for each of them would soon close the hall to newcomers.
    async with httpx.AsyncClient(base_url=f"http://{here.address}") as visitor:
        read = [await visitor.request(way, f"/simulador{asked}") for way in ("GET", "HEAD") for asked in ("", "?run=x")]
        bad = [
            await visitor.post("/simulador", data={"rules": "thot", "rounds": "1"}),
            await visitor.post("/api/simulator/runs", json={"rules": "thot,decks=infinite"}),
        ]
        nobody = [each.headers.get("set-cookie") for each in (*read, *bad)]
        begun = await visitor.post("/simulador", data={"rules": "thot", "rounds": "100000"})
        page = await visitor.get(follow(begun))

    assert {each.status_code for each in read} == {200}
    assert {each.status_code for each in bad} == {422}
    assert nobody == [None] * 6
    assert "zapato=" in begun.headers["set-cookie"]
    assert catalogue("es")["simulator.refused.no-such-run"].partition(",")[0] not in page.text


async def test_who_has_a_run_under_way_takes_no_computing_time(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    # A hundred more starts by the same visitor are answered before the odds engine, which others wait for, is asked anything.
    run = (await start(here, **LONG)).json()["run"]
    asked: list[object] = []

    async def computed(_: Engine, compute: Any, *__: object) -> None:
        asked.append(compute)

    monkeypatch.setattr(Engine, "run", computed)
    refused = await asyncio.gather(*(start(here, seed=seed) for seed in range(100)))
    form = await here.http.post("/api/simulator/runs", json={"rules": "thot", "strategy": "optimal"})
    monkeypatch.undo()
    await here.http.post(f"/api/simulator/runs/{run}/cancel")

    assert {(each.status_code, each.json()["refusal"]["code"]) for each in (*refused, form)} == {(409, "one-run")}
    assert asked == []


async def test_another_sites_page_starts_and_ends_nothing(here: Running) -> None:
    run = (await start(here, **LONG)).json()["run"]
    elsewhere = {"origin": "https://elsewhere.example"}
    answers = [
        await here.http.post("/api/simulator/runs", json={"rules": "thot"}, headers=elsewhere),
        await here.http.post(f"/api/simulator/runs/{run}/cancel", headers=elsewhere),
        await here.http.post("/simulador", data={"rules": "thot"}, headers=elsewhere),
        await here.http.post("/simulador/cancelar", data={"run": run}, headers=elsewhere),
    ]

    assert [answer.status_code for answer in answers] == [403] * 4
    assert (await here.http.get(f"/api/simulator/runs/{run}")).json()["state"] == "running"


BAD = [
    ({"rules": "nada"}, "bad-rules"),
    ({"rules": "/etc/passwd"}, "bad-rules"),
    ({"strategy": "chart.json"}, "bad-message"),
    ({"rounds": 999}, "bad-rounds"),
    ({"rounds": ROUNDS_MAX + 1}, "bad-rounds"),
    ({"rounds": "many"}, "bad-message"),
    ({"seed": -1}, "bad-seed"),
    ({"seed": 2**53}, "bad-seed"),
    ({"shoe": "red"}, "bad-message"),
    ({"strategy": "count", "count": "-1/1/1/1/1/1/0/0/0/-1"}, "bad-count"),
    ({"strategy": "count", "ramp": "2:1 1:2"}, "bad-ramp"),
    ({"strategy": "count", "ramp": "1 1:101"}, "bad-ramp"),
    ({"strategy": "count", "ramp": "1 " * 101}, "bad-ramp"),
    ({"strategy": "count", "plays": "plays.txt"}, "bad-plays"),
    ({"stratgy": "mimic"}, "bad-message"),
    ({"rules": "thot,decks=infinite"}, "impossible"),
]


async def test_what_makes_no_sense_is_refused_with_a_reason(here: Running, watched: Watched) -> None:
    for asked, code in BAD:
        refused = await start(here, **asked)
        assert (refused.status_code, refused.json()["refusal"]["code"]) == (422, code), asked

    assert watched.workers == []
    assert (await start(here)).status_code == 201  # and nothing is in the way


async def test_the_api_is_described(here: Running) -> None:
    described = (await here.http.get("/api/schema/openapi.json")).json()

    assert {path for path in described["paths"] if "simulator" in path} == {
        "/api/simulator/runs",
        "/api/simulator/runs/{run}",
        "/api/simulator/runs/{run}/cancel",
    }


# ------------------------------------------------------------------ the page, without a script


def follow(answer: httpx.Response) -> str:
    assert answer.status_code == 303
    return answer.headers["location"]


async def test_a_plain_form_runs_and_its_page_renews_itself(here: Running) -> None:
    answer = await here.http.post(
        "/simulador", data={"rules": "thot", "shoe": "cut", "strategy": "mimic", "rounds": "100000", "seed": "5"}
    )
    place = follow(answer)
    async with asyncio.timeout(20):
        while 'id="result"' not in (html := (await here.http.get(place, timeout=20)).text):
            assert '<noscript><meta http-equiv="refresh"' in html
            assert 'role="progressbar"' in html
            await asyncio.sleep(0.1)
    found = simulate("thot", 100_000, strategy="mimic", seed=5)

    assert f'<data value="{found.ev!r}">' in html
    assert "http-equiv" not in html
    for kept in ('value="mimic" checked', 'value="100000" checked', 'name="seed" value="5"', 'value="cut" checked'):
        assert kept in html


async def test_an_address_keeps_the_settings_for_whoever_opens_it(here: Running) -> None:
    query = "rules=americana,decks=2&strategy=count&rounds=123456&seed=9&count=ko&ramp=1%201:5&plays=fab-4"
    html = (await here.http.get(f"/simulador?{query}", timeout=20)).text

    for kept in (
        'value="americana,decks=2" checked',
        'value="count" checked',
        'value="123456" checked',
        'value="ko" selected',
        'value="1 1:5"',
        'value="fab-4" selected',
        'value="9"',
    ):
        assert kept in html
    assert 'id="exact"' in html


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_page_says_each_bound_in_words(here: Running, language: Any) -> None:
    await here.http.get(f"/simulador?lang={language}")
    said = {key.removeprefix("simulator."): text for key, text in catalogue(language).items()}
    place = follow(
        await here.http.post("/simulador", data={"rules": "thot", "strategy": "optimal", "rounds": str(ROUNDS_MAX)})
    )
    second = await here.http.post("/simulador", data={"rules": "thot"})
    faults = {
        "bad-rounds": await here.http.post("/simulador", data={"rules": "thot", "rounds": "1"}),
        "bad-seed": await here.http.post("/simulador", data={"rules": "thot", "seed": "x"}),
        "bad-ramp": await here.http.post("/simulador", data={"rules": "thot", "strategy": "count", "ramp": "x"}),
        "bad-strategy": await here.http.get("/simulador?strategy=x"),
    }
    run = place.partition("run=")[2].partition("&")[0]
    ended = follow(await here.http.post("/simulador/cancelar", data={"run": run}))
    endless = await here.http.post("/simulador", data={"rules": "thot,decks=infinite"})

    assert second.status_code == 409
    assert said["refused.one-run"] in second.text
    assert f'href="{place}"'.replace("&", "&amp;") in second.text
    for code, answer in faults.items():
        assert answer.status_code == 422, code
        assert said[f"refused.{code}"].partition("{")[0] in answer.text, code
    assert ended == place
    assert said["cancelled"] in (await here.http.get(ended)).text
    assert endless.status_code == 422
    assert said["endless"] in endless.text


async def test_rules_that_are_none_give_a_page_with_the_reason(here: Running) -> None:
    answer = await here.http.get("/simulador?rules=nada")

    assert answer.status_code == 422
    assert 'href="/simulador"' in answer.text


# ------------------------------------------------------------------ pictures


def test_ticks_are_round_and_few() -> None:
    for low, high in ((0, 10_004), (-0.45, -0.3), (-41.5, 141.2), (0, 7), (-1e-5, 2e-5)):
        marks = pictures.ticks(low, high, 6)
        steps = {round((b - a) / (high - low), 9) for a, b in itertools.pairwise(marks)}

        assert 2 <= len(marks) <= 6, (low, high, marks)
        assert len(steps) == 1
        assert low - 1e-9 <= marks[0] <= marks[-1] <= high + 1e-9
        assert float(f"{marks[-1] - marks[-2]:.0e}") == pytest.approx(marks[-1] - marks[-2])


def test_many_outcomes_are_put_together_and_none_is_lost() -> None:
    found = [(won / 2, abs(won) + 1) for won in range(-160, 161)]
    rows = pictures.outcomes(found)

    assert 9 < len(rows) <= pictures.OUTCOMES_MAX
    assert sum(row.rounds for row in rows) == sum(rounds for _, rounds in found)
    assert [row for row in rows if row.sign == "push"] == [pictures.Outcome(0.0, 0.0, 1, rows[len(rows) // 2].share)]
    assert all(one.high < other.low for one, other in itertools.pairwise(rows))


@pytest.mark.parametrize("bet", [8, 100])
def test_the_usual_results_of_a_counter_are_told_apart(bet: int) -> None:
    # One, two, four and eight units are what a ramp bets: two bars for all of them would say nothing.
    farthest = 8 * bet
    rows = pictures.outcomes([(float(won), 1) for won in range(-farthest, farthest + 1)])
    ends = {row.low if row.high < 0 else row.high for row in rows}

    assert {-8, -4, -2, -1, 0, 1, 2, 4, 8} <= ends
    assert len(rows) <= pictures.OUTCOMES_MAX
    assert sum(row.rounds for row in rows) == 2 * farthest + 1
