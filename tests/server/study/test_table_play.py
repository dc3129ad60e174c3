"""Review, trainer and hint over HTTP, around a real hall: who may ask, what is counted, and that nothing is counted twice."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from server.harness import Page, Running, running
from zapato.cards import pack, parse_cards
from zapato.hall import Hall, OpenTable, open_tables
from zapato.odds import hand
from zapato.rules import override, preset
from zapato.server import wire
from zapato.server.outside import SystemClock, SystemEntropy
from zapato.server.store import MemoryStore
from zapato.table import shoe_life
from zapato.table.pace import Pace

QUICK = replace(Pace.none(), show_ms=50)
# 16 against a ten, stood on at a cost; the dealer has 19. Then 5 6 against 6, doubled as the chart says; the dealer breaks.
TWO_ROUNDS = ("Ts Th 6c 9d", "5s 6h 6c Td 9c Ks")
TABLES = (
    *open_tables([("escribas", "thot")]),
    OpenTable("faraon", preset("thot.faraon").rules),
    OpenTable("corta", override(preset("thot").rules, {"reshuffle_below": 305})),
    OpenTable("aula", override(preset("thot").rules, {"move_clock": 60}), hints=True),
)


def stage(monkeypatch: pytest.MonkeyPatch, *rounds: str) -> None:
    wanted = parse_cards(" ".join(rounds))
    rest = list(pack(6))
    for card in wanted:
        rest.remove(card)
    monkeypatch.setattr(shoe_life, "ordered", lambda *_: (*wanted, *rest))


@contextlib.asynccontextmanager
async def hall_over(store: MemoryStore) -> AsyncIterator[Running]:
    hall = await Hall.open(store, SystemClock(), SystemEntropy(), TABLES, QUICK, residents_tempo=None)
    try:
        async with running(hall) as here:
            yield here
    finally:
        await hall.close()


@pytest.fixture
async def here() -> AsyncIterator[Running]:
    store = MemoryStore()
    async with hall_over(store) as running_here:
        yield running_here
    await store.close()


async def sit(page: Page, table: str = "escribas") -> None:
    await page.watch(table)
    assert (await page.ask(wire.Sit, table, 1)).refusal is None


async def play_round(page: Page, move: str, amount: int = 100, table: str = "escribas") -> str:
    """One round with one decision; the id of its record."""
    # Between two shoes the table waits under the number of the round before: no bet can be laid then.
    view = await page.until(lambda view: view.phase in ("waiting", "betting") and view.shoe.commitment is not None)
    round_ = view.round
    assert (await page.ask(wire.Deal, table, round_, amount)).refusal is None
    await page.until(lambda view: bool(view.you.moves))
    assert (await page.ask(wire.Play, table, round_, 1, move)).refusal is None
    view = await page.until(lambda view: any(past.round == round_ for past in view.past))
    return view.past[0].record


async def count(here: Running, page: Page, record: str) -> Any:
    return await here.http.post("/api/trainer/rounds", json={"round": record}, headers={"Cookie": page.cookie})


async def progress(here: Running, page: Page) -> dict[str, Any]:
    answer = await here.http.get("/api/trainer/progress?rules=thot", headers={"Cookie": page.cookie})
    return dict(answer.json())


async def test_a_played_round_is_reviewed_for_whoever_may_see_its_record(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage(monkeypatch, *TWO_ROUNDS)
    async with here.page() as page:
        await sit(page)
        first, second = await play_round(page, "stand"), await play_round(page, "double")
        own = (await here.http.get(f"/api/rounds/{first}/review", headers={"Cookie": page.cookie})).json()
    here.http.cookies.clear()
    others = await here.http.get(f"/api/rounds/{second}/review")
    later = others.json()
    asked_for = (await here.http.get(f"/api/rounds/{second}/review?box=2")).json()

    assert (own["box"], own["rules"], own["earlier"]) == (1, "thot", "")
    assert dict(hand("thot", "T 6", "T").ev) == own["decisions"][0]["ev"]
    assert (own["decisions"][0]["chart"], own["decisions"][0]["best"], own["decisions"][0]["cell"]) == ("hit", "hit", "hard-16-10")  # fmt: skip
    # The second round's shoe is the one that the first round has shown its four cards of, the dealer's hole card too.
    assert (later["box"], later["earlier"]) == (None, TWO_ROUNDS[0])
    assert dict(hand("thot", "5 6", "6", "T T 6 9").ev) == later["decisions"][0]["ev"]
    assert others.headers["cache-control"] == "no-store"
    assert asked_for["decisions"] == []


async def test_a_round_in_play_has_no_review(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, *TWO_ROUNDS)
    async with here.page() as page:
        await sit(page)
        round_ = page.view.round if page.view else 0
        await page.ask(wire.Deal, "escribas", round_, 100)
        await page.until(lambda view: bool(view.you.moves))
        answer = await here.http.get(f"/api/rounds/escribas-{round_}/review", headers={"Cookie": page.cookie})
        counted = await count(here, page, f"escribas-{round_}")

    assert (answer.status_code, answer.json()["refusal"]["code"]) == (404, "no-such-round")
    assert (counted.status_code, counted.json()["refusal"]["code"]) == (403, "not-your-round")


@pytest.mark.parametrize("path", ["/api/rounds/escribas-9/review", "/api/rounds/x/review", "/api/rounds/../x-1/review"])
async def test_what_is_no_round_has_no_review(here: Running, path: str) -> None:
    assert (await here.http.get(path)).status_code == 404


async def test_a_box_that_no_felt_has_is_refused(here: Running) -> None:
    assert (await here.http.get("/api/rounds/escribas-9/review?box=0")).status_code == 422
    assert (await here.http.get("/api/rounds/escribas-9/review?box=1000000000")).status_code == 422
    unread = await here.http.get("/api/rounds/escribas-9/review?box=x")
    assert (unread.status_code, unread.json()["refusal"]["code"]) == (422, "bad-query")
    assert "box" in unread.json()["refusal"]["why"]


async def test_mistakes_feed_the_trainer_once(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    # A second tab, a reload, a lost answer: whoever asks again changes nothing.
    stage(monkeypatch, *TWO_ROUNDS)
    async with here.page() as page:
        await sit(page)
        missed, right = await play_round(page, "stand"), await play_round(page, "double")
        first = (await count(here, page, missed)).json()
        again = (await count(here, page, missed)).json()
        nothing = (await count(here, page, right)).json()
        kept = await progress(here, page)
        body = {"rules": "thot", "mode": "mistakes"}
        dealt = (await here.http.post("/api/trainer/deal", json=body, headers={"Cookie": page.cookie})).json()

    cost = hand("thot", "T 6", "T").ev["hit"] - hand("thot", "T 6", "T").ev["stand"]
    assert (first["first"], again["first"], nothing["first"]) == (True, False, True)
    assert [cell["cell"] for cell in first["missed"]] == ["hard-16-10"] == [cell["cell"] for cell in kept["weakest"]]
    assert nothing["missed"] == []
    assert kept["weakest"][0]["wrong"] == 1
    assert kept["weakest"][0]["cost"] == pytest.approx(cost)
    # It is no hand of the trainer's own: those, their cost and the streak stay as they were.
    assert (kept["hands"], kept["cost_per_100"]) == (0, 0.0)
    assert dealt["cell"] == "hard-16-10"


async def test_the_three_thot_stakes_train_one_chart(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, TWO_ROUNDS[0])
    async with here.page() as page:
        await sit(page, "faraon")
        record = await play_round(page, "stand", preset("thot.faraon").rules.bet_min, "faraon")
        counted = (await count(here, page, record)).json()

    assert (counted["rules"], len(counted["missed"])) == ("thot", 1)


async def test_only_an_own_round_is_counted(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, *TWO_ROUNDS)
    async with here.page() as page, here.page() as stranger:
        await sit(page)
        record = await play_round(page, "stand")
        refused = await count(here, stranger, record)
        here.http.cookies.clear()
        nobody = await here.http.post("/api/trainer/rounds", json={"round": record})
        elsewhere = await here.http.post(
            "/api/trainer/rounds",
            json={"round": record},
            headers={"Cookie": page.cookie, "Origin": "http://evil.example"},
        )
        kept = await progress(here, stranger)

    assert [refused.status_code, nobody.status_code, elsewhere.status_code] == [403, 403, 403]
    assert refused.json()["refusal"]["code"] == "not-your-round"
    assert kept["cells"] == []


async def test_a_move_of_the_clock_is_nobodys_mistake(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    # Standing up in mid-hand lets the clock's move be played: a stand on 16 against a ten.
    stage(monkeypatch, *TWO_ROUNDS)
    async with here.page() as page:
        await sit(page)
        round_ = page.view.round if page.view else 0
        await page.ask(wire.Deal, "escribas", round_, 100)
        await page.until(lambda view: bool(view.you.moves))
        assert (await page.ask(wire.StandUp, "escribas")).refusal is None
        await page.until(lambda view: any(past.round == round_ for past in view.past))
        found = (await here.http.get(f"/api/rounds/escribas-{round_}/review")).json()["decisions"][0]
        counted = (await count(here, page, f"escribas-{round_}")).json()

    assert (found["by_clock"], found["move"], found["cost"] > 0) == (True, "stand", True)
    assert counted["missed"] == []


async def test_the_review_is_the_same_once_only_the_proof_remembers_the_shoe(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    # At this table a shoe lasts two rounds: in the fifth, the first shoe's cards stand in its proof alone.
    stage(monkeypatch, *TWO_ROUNDS)
    async with here.page() as page:
        await sit(page, "corta")
        records = [await play_round(page, move, table="corta") for move in ("stand", "double")]
        fresh = (await here.http.get(f"/api/rounds/{records[1]}/review?box=1")).json()
        records += [await play_round(page, move, table="corta") for move in ("stand", "double", "stand")]
        assert page.view is not None
        assert page.view.shoe.shoe == 3
        later = (await here.http.get(f"/api/rounds/{records[1]}/review?box=1")).json()

    assert fresh["earlier"] == TWO_ROUNDS[0]
    assert fresh == later


async def test_the_review_is_the_same_after_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, *TWO_ROUNDS)
    store = MemoryStore()
    async with hall_over(store) as before, before.page() as page:
        await sit(page)
        await play_round(page, "stand")
        second = await play_round(page, "double")
        fresh = (await before.http.get(f"/api/rounds/{second}/review", headers={"Cookie": page.cookie})).json()
        cookie = page.cookie
    async with hall_over(store) as after:
        again = (await after.http.get(f"/api/rounds/{second}/review", headers={"Cookie": cookie})).json()
    await store.close()

    assert fresh == again
    assert (fresh["box"], fresh["earlier"]) == (1, TWO_ROUNDS[0])


# ------------------------------------------------------------------ hints


async def test_a_hint_at_a_table_that_gives_them(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, *TWO_ROUNDS)
    async with here.page() as page, here.page() as watcher:
        await sit(page, "aula")
        assert page.view is not None
        assert page.view.hints
        early = await here.http.get("/api/tables/aula/hint", headers={"Cookie": page.cookie})
        await page.ask(wire.Deal, "aula", page.view.round, 100)
        view = await page.until(lambda view: bool(view.you.moves))
        hint = (await here.http.get("/api/tables/aula/hint", headers={"Cookie": page.cookie})).json()
        others = await here.http.get("/api/tables/aula/hint", headers={"Cookie": watcher.cookie})

    assert (early.status_code, early.json()["refusal"]["code"]) == (409, "not-your-decision")
    assert dict(hand("thot", "T 6", "T").ev) == hint["ev"]
    assert (hint["version"], hint["box"], hint["bet"], hint["chart"]) == (view.version, 1, 100, "hit")
    assert (others.status_code, others.json()["refusal"]["code"]) == (409, "not-your-decision")


async def test_a_public_table_gives_none(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, *TWO_ROUNDS)
    async with here.page() as page:
        await sit(page)
        assert page.view is not None
        assert not page.view.hints
        await page.ask(wire.Deal, "escribas", page.view.round, 100)
        await page.until(lambda view: bool(view.you.moves))
        answer = await here.http.get("/api/tables/escribas/hint", headers={"Cookie": page.cookie})
    missing = await here.http.get("/api/tables/nowhere/hint")

    assert (answer.status_code, answer.json()["refusal"]["code"]) == (403, "no-hints")
    assert set(answer.json()) == {"refusal"}
    assert missing.status_code == 404


async def test_the_new_addresses_are_described(here: Running) -> None:
    schema = (await here.http.get("/api/schema/openapi.json")).json()
    told = {"Review": {"earlier", "decisions"}, "Decision": {"ev", "condition", "notes"}, "Hint": {"version", "ev"}}

    assert {"/api/rounds/{name}/review", "/api/trainer/rounds", "/api/tables/{table}/hint"} <= set(schema["paths"])
    for name, fields in told.items():
        assert fields <= set(schema["components"]["schemas"][name]["properties"])
