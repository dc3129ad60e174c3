"""Whole rounds over the wire: page, socket, hall, table, round, ledger, and back. Only the shoe's order is ours."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest
from msgspec.structs import replace

from server.harness import Page, Running, running
from zapato.cards import pack, parse_cards
from zapato.hall import Hall
from zapato.round import replay
from zapato.round.notation import read_record
from zapato.server import wire
from zapato.server.outside import SystemClock, SystemEntropy
from zapato.server.store import MemoryStore
from zapato.table import shoe_life
from zapato.table.pace import Pace

QUICK = replace(Pace.none(), show_ms=300)
GOLDEN = "8s 9c 6h 8h 2d Tc 3c 9h Td Ks 7d"


def stage(monkeypatch: pytest.MonkeyPatch, cards: str) -> None:
    """Every shoe begins with these cards. Through the test's own process only: no setting of a server does this."""
    wanted = parse_cards(cards)
    rest = list(pack(6))
    for card in wanted:
        rest.remove(card)
    monkeypatch.setattr(shoe_life, "ordered", lambda *_: (*wanted, *rest))


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    store = MemoryStore()
    hall = await Hall.open(store, SystemClock(), SystemEntropy(), pace=QUICK, residents_tempo=None)
    yield hall
    await hall.close()
    balances = await store.balances()
    assert sum(balances.values()) == 0, "the books of a hall sum to zero"
    await store.close()


@pytest.fixture
async def here(hall: Hall) -> AsyncIterator[Running]:
    async with running(hall) as running_here:
        yield running_here


async def sit(page: Page, box: int, table: str = "escribas") -> wire.View:
    seen = await page.watch(table)
    assert (await page.ask(wire.Sit, table, box)).refusal is None
    return seen


async def play(page: Page, round_: int, box: int, *moves: str) -> None:
    for move in moves:
        answer = await page.ask(wire.Play, "escribas", round_, box, move)
        assert answer.refusal is None, answer


@pytest.mark.parametrize(("last", "net_1", "net_2"), [("7d", 600, 1_000), ("5d", -600, 0)])
async def test_the_golden_round_comes_out_to_the_deben(
    here: Running, monkeypatch: pytest.MonkeyPatch, last: str, net_1: int, net_2: int
) -> None:
    stage(monkeypatch, GOLDEN.replace("7d", last))
    async with here.page() as one, here.page() as two:
        round_ = (await sit(one, 1)).view.round
        await sit(two, 2)
        await one.ask(wire.Deal, "escribas", round_, 200)
        await two.ask(wire.Deal, "escribas", round_, 500)
        await play(one, round_, 1, "split", "double", "stand")
        await play(two, round_, 2, "double")
        settled = [await page.until(lambda view: view.phase == "settled") for page in (one, two)]
        record_id = settled[0].past[0].record
        record = (await here.http.get(f"/api/rounds/{record_id}.json")).content
        purses = [await purse_of(here, page) for page in (one, two)]

    assert [view.you.net for view in settled] == [net_1, net_2]
    assert purses == [10_000 + net_1, 10_000 + net_2]
    came_out = replay.report(replay.play(read_record(msgspec.json.decode(record))))
    assert sorted(player["net"] for player in came_out["players"].values()) == sorted((net_1, net_2))


async def purse_of(here: Running, page: Page) -> int:
    """As a new tab of the player reads it from the books."""
    async with here.page(page.cookie, greeted=False) as tab:
        return (await tab.hello()).purse.purse


async def test_a_double_click_stakes_once(here: Running) -> None:
    async with here.page() as page, here.page() as other:
        round_ = (await sit(page, 1)).view.round
        await sit(other, 2)  # so that the deal waits
        for id_ in ("click-1", "click-2"):
            await page.send(wire.Deal(id_, "escribas", round_, 500))
        answers = [await page.expect(wire.Answer) for _ in range(2)]

        assert [answer.refusal is None for answer in answers] == [True, False]
        assert await purse_of(here, page) == 9_500


async def test_two_tabs_that_race_stake_once(here: Running) -> None:
    async with here.page() as page, here.page() as other:
        round_ = (await sit(page, 1)).view.round
        await sit(other, 2)
        async with here.page(page.cookie) as tab:
            answers = await asyncio.gather(
                page.ask(wire.Deal, "escribas", round_, 500), tab.ask(wire.Deal, "escribas", round_, 500)
            )

        assert sorted(answer.refusal is None for answer in answers) == [False, True]
        assert await purse_of(here, page) == 9_500


async def test_a_page_that_reloads_in_mid_round_finds_its_hand(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    # Fault of other products: a reload deals again, or gives the stake back.
    stage(monkeypatch, "8s 6h 8h Tc 3c 2d Ts 7d")
    async with here.page() as page:
        round_ = (await sit(page, 1)).view.round
        await page.ask(wire.Deal, "escribas", round_, 500)
        await play(page, round_, 1, "split")
        before = await page.watch("escribas")
    async with here.page(page.cookie) as again:
        after = await again.watch("escribas")
        purse = await purse_of(here, again)

    assert after.view.boxes == before.view.boxes
    assert after.view.turn == before.view.turn
    assert [hand.cards for hand in after.view.boxes[0].hands] == [("8s", "3c"), ("8h",)]
    assert purse == 9_000


async def test_last_rounds_answer_is_refused_in_this_one(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, "Ts 6h Th Tc 7d 9s 9h 9d 8c Tc Ks")
    async with here.page() as page:
        round_ = (await sit(page, 1)).view.round
        await page.ask(wire.Deal, "escribas", round_, 500)
        await play(page, round_, 1, "stand")
        await page.until(lambda view: view.round == round_ + 1)
        await page.ask(wire.Deal, "escribas", round_ + 1, 500)
        stale = await page.ask(wire.Play, "escribas", round_, 1, "hit")

    assert stale.refusal is not None
    assert stale.refusal.code == "wrong-round"


async def test_contributions_are_published_and_the_shoe_stays_secret(here: Running, hall: Hall) -> None:
    async with here.page() as page, here.page() as watcher:
        view = (await watcher.watch("escribas")).view
        await sit(page, 1)
        await page.ask(wire.Contribute, "escribas", view.shoe.shoe, "ab" * 16)
        seen = await watcher.until(lambda view: view.shoe.contributions != ())
        state = hall.state("escribas")

    assert [each.entropy for each in seen.shoe.contributions] == ["ab" * 16]
    assert seen.shoe.commitment == view.shoe.commitment
    assert state.shoe is not None
    assert state.shoe.seed.seed not in "".join(watcher.raw)
