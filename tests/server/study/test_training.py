"""The trainer over HTTP: graded by the engine, remembered for a guest, closed to other sites' pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from server.harness import Running
from zapato.odds import hand
from zapato.server.study.book import ProgressBook
from zapato.trainer.progress import Progress, answered

HAND = {"rules": "thot", "hand": "Ks 6h", "up": "Tc", "choice": "stand"}


async def post(here: Running, path: str, body: Any, **headers: str) -> Any:
    return await here.http.post(f"/api/trainer/{path}", json=body, headers=headers)


async def test_a_guest_trains_and_is_remembered(here: Running) -> None:
    await here.http.get("/entrenador")  # the page makes the guest
    dealt = (await post(here, "deal", {"rules": "thot", "mode": "hard"})).json()
    first = (await post(here, "answer", HAND)).json()
    later = (await here.http.get("/api/trainer/progress?rules=thot")).json()
    expected = hand("thot", "K 6", "T")

    assert dealt["cell"].startswith("hard")
    assert dict(expected.ev) == first["ev"]
    assert (first["right"], first["chart"], first["cell"]) == (False, "hit", "hard-16-10")
    assert first["cost"] == pytest.approx(expected.ev["hit"] - expected.ev["stand"])
    assert first["progress"] == later
    assert [cell["cell"] for cell in later["weakest"]] == ["hard-16-10"]


async def test_the_page_shows_the_progress_without_a_script(here: Running) -> None:
    await here.http.get("/entrenador")
    await post(here, "answer", HAND)
    html = (await here.http.get("/entrenador")).text

    assert "hard 16 10" in html


async def test_nobody_can_train_too(here: Running) -> None:
    here.http.cookies.clear()
    answer = (await post(here, "answer", HAND)).json()

    assert answer["progress"]["hands"] == 1
    assert (await here.http.get("/api/trainer/progress?rules=thot")).json()["hands"] == 0


@pytest.mark.parametrize(
    "body",
    [
        {**HAND, "choice": "split"},
        {**HAND, "choice": "x" * 100},
        {**HAND, "hand": "Ks"},
        {**HAND, "hand": "Ks 6x"},
        {**HAND, "hand": "Ks 6h 9d"},
        {**HAND, "up": ""},
        {**HAND, "rules": "nada"},
        {**HAND, "mode": "nada"},
        {**HAND, "seen": " ".join(["2s"] * 61)},
        {**HAND, "insurance": True},
        [],
    ],
)
async def test_what_makes_no_sense_is_refused_and_changes_nothing(here: Running, body: Any) -> None:
    await here.http.get("/entrenador")
    answer = await post(here, "answer", body)

    assert answer.status_code == 422
    assert answer.json()["refusal"]["code"]
    assert (await here.http.get("/api/trainer/progress?rules=thot")).json()["hands"] == 0


async def test_another_sites_page_cannot_answer_for_a_guest(here: Running) -> None:
    answer = await post(here, "answer", HAND, origin="https://elsewhere.example")

    assert answer.status_code == 403


async def test_index_plays_are_told_for_the_table(here: Running) -> None:
    plays = (await here.http.get("/api/trainer/indices?rules=thot")).json()

    assert {(play["hand"], play["up"], play["above"]) for play in plays} >= {
        ("T 6", "T", "stand"),
        ("T T", "6", "split"),
    }
    assert (await here.http.get("/api/trainer/indices?rules=thot,decks=infinite")).json() == []


async def test_progress_outlives_the_server(tmp_path: Path) -> None:
    path = tmp_path / "trainer.sqlite3"
    await ProgressBook(path).change(
        "p", 1, lambda kept: answered(kept, "thot", "hard-16-10", right=False, cost=0.1, now_ms=1)
    )
    again = await ProgressBook(path).read("p")

    assert again.tables["thot"].cells["hard-16-10"].wrong == 1
    assert await ProgressBook(path).read("q") == Progress()
