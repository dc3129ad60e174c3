"""The trainer over HTTP: graded by the engine, remembered for a guest, closed to other sites' pages."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from server.fake_hall import FakeHall
from server.harness import Running
from zapato.cards import value
from zapato.odds import hand, solve
from zapato.rules import load
from zapato.server.allowance import Allowance
from zapato.server.study import training
from zapato.server.study.words import Words
from zapato.trainer import counting

HAND = {"rules": "thot", "hand": "Ks 6h", "up": "Tc", "choice": "stand"}


async def post(here: Running, path: str, body: Any, **headers: str) -> Any:
    return await here.http.post(f"/api/trainer/{path}", json=body, headers=headers)


async def test_a_guest_trains_and_is_remembered(here: Running) -> None:
    await here.http.get("/entrenador")
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

    assert "16 contra 10" in html


async def test_reading_makes_no_guest_and_the_first_answer_does(here: Running, hall: FakeHall) -> None:
    # Crawlers read the trainer too, and each guest is a purse in the books.
    for _ in range(3):
        here.http.cookies.clear()
        read = [await here.http.get("/entrenador"), await here.http.head("/entrenador")]
        read.append(await post(here, "deal", {"rules": "thot"}))
        assert [answer.status_code for answer in read] == [200, 200, 200]
        assert not any("set-cookie" in answer.headers for answer in read)
    assert hall.guests == 0
    first, second = await post(here, "answer", HAND), await post(here, "answer", HAND)

    assert hall.guests == 1
    assert first.cookies["zapato"] == second.cookies["zapato"]
    assert second.json()["progress"]["hands"] == 2


async def test_nobody_can_train_too(here: Running, hall: FakeHall, monkeypatch: pytest.MonkeyPatch) -> None:
    # With too many newcomers at once an answer is graded all the same, and not kept.
    monkeypatch.setattr(Allowance, "take", lambda _: False)
    answer = await post(here, "answer", HAND)

    assert answer.status_code == 200
    assert answer.json()["progress"]["hands"] == 1
    assert (await here.http.get("/api/trainer/progress?rules=thot")).json()["hands"] == 0
    assert hall.guests == 0


async def test_tables_that_differ_in_limits_or_clocks_share_one_progress(here: Running) -> None:
    await post(here, "answer", {**HAND, "rules": "thot.faraon"})
    await post(here, "answer", {**HAND, "rules": "thot,move_clock=30"})
    kept = [(await here.http.get(f"/api/trainer/progress?rules={rules}")).json() for rules in ("thot", "thot.sacerdotes", "americana")]  # fmt: skip

    assert [each["hands"] for each in kept] == [2, 2, 0]


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


# ------------------------------------------------------------------ counting


async def test_a_play_is_asked_at_a_count_and_graded_by_the_engine(here: Running) -> None:
    question = (await post(here, "count", {"rules": "thot"})).json()
    choice = question["moves"][0]
    asked = {key: question[key] for key in ("hand", "up", "true_count")}
    answer = (await post(here, "count/answer", {"rules": "thot", "choice": choice, **asked})).json()
    plays = (await here.http.get("/api/trainer/indices?rules=thot")).json()
    play = next(one for one in plays if same_hand(one, question))
    values, _ = counting.values_at(
        load("thot"), play["hand"], "A23456789T".index(play["up"]) + 1, question["true_count"], 3,
        insurance=play["above"] == "insure",
    )  # fmt: skip

    assert answer["ev"] == pytest.approx(dict(values), abs=1e-12)
    assert answer["best"] == (play["above"] if question["true_count"] >= play["index"] else play["below"])
    assert answer["right"] == (choice == answer["best"])
    assert answer["next"]["moves"]


def same_hand(play: Any, question: Any) -> bool:
    def values(cards: str) -> list[int]:
        return sorted(value(card[0] + "s") for card in cards.split())  # type: ignore[arg-type]

    return (values(play["hand"]), values(play["up"])) == (values(question["hand"]), values(question["up"]))


@pytest.mark.parametrize(
    "change",
    [{"true_count": 11}, {"true_count": 1.5}, {"hand": "2s 2d"}, {"hand": "Ts"}, {"up": "2s"}, {"choice": "split"},
     {"rules": "thot,decks=1"}, {"rules": "thot,decks=infinite"}],
)  # fmt: skip
async def test_a_count_that_makes_no_sense_is_refused(here: Running, change: Any) -> None:
    sound = {"rules": "thot", "hand": "Ts 6d", "up": "Tc", "true_count": 0, "choice": "hit"}

    assert (await post(here, "count/answer", sound)).status_code == 200
    assert (await post(here, "count/answer", {**sound, **change})).status_code == 422


# ------------------------------------------------------------------ what a table has hands for


@pytest.mark.parametrize(
    ("rules", "mode"),
    [("thot", "surrender"), ("thot,double=none", "double"), ("thot,insurance=none", "insurance")],
)
async def test_a_mode_without_hands_is_refused_with_the_reason(here: Running, rules: str, mode: str) -> None:
    answer = await post(here, "deal", {"rules": rules, "mode": mode})

    assert (answer.status_code, answer.json()["refusal"]["code"]) == (422, "no-such-hands")
    assert (await post(here, "deal", {"rules": rules, "mode": "mistakes"})).status_code == 200


# ------------------------------------------------------------------ a learner's hour


async def test_a_hundred_hands_over_http_and_the_report_names_the_weak_cells(here: Running) -> None:
    # Plays the chart but in three cells, met early, where the dearest move is always taken.
    await here.http.get("/entrenador")
    question = (await post(here, "deal", {"rules": "thot"})).json()
    weak: set[str] = set()
    came: Counter[str] = Counter()
    cost = 0.0
    for _ in range(100):
        cell = question["cell"]
        came[cell] += 1
        if len(weak) < 3:
            weak.add(cell)
        asked = {"rules": "thot", "hand": question["hand"], "up": question["up"], "seen": question["seen"]}
        held = hand("thot", [card[0] for card in question["hand"].split()], question["up"][0])
        choice = min(held.ev, key=lambda move: held.ev[move]) if cell in weak else chart_move(question)
        answer = (await post(here, "answer", {**asked, "choice": choice})).json()
        assert answer["cost"] == pytest.approx(max(held.ev.values()) - held.ev[choice])
        cost += answer["cost"]
        question = answer["next"]
    report = (await here.http.get("/api/trainer/progress?rules=thot")).json()
    html = (await here.http.get("/entrenador")).text
    others = [times for name, times in came.items() if name not in weak]

    assert {one["cell"] for one in report["weakest"]} == weak
    assert report["hands"] == 100
    assert report["cost_per_100"] == pytest.approx(cost)
    assert min(came[name] for name in weak) >= 3 * sum(others) / len(others)
    for name in weak:
        assert training.cell_title(name, Words("es")) in html


def chart_move(question: Any) -> str:
    chart = solve("thot").chart
    assert chart is not None
    values = tuple(value(card) for card in question["hand"].split())
    return chart.choose(values, value(question["up"]), question["moves"])
