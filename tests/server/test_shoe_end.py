"""What a page is told while one shoe is gone and the next is not committed yet: two writes, with a disk between them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from server.harness import running
from zapato.hall import Hall, OpenTable
from zapato.rules import override, preset
from zapato.server import wire
from zapato.server.outside import SystemClock, SystemEntropy
from zapato.server.store import SqliteStore
from zapato.shoe import commitment
from zapato.table.pace import Pace
from zapato.table.proof import Proof

FRESH_EVERY_ROUND = override(preset("thot").rules, {"reshuffle_below": 312})


async def test_a_shoe_has_no_commitment_until_it_has_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A page notes the first commitment that it is told of a shoe, for ever. Anything but the real one, an empty text
    # say, would have it accuse the house later. Only a store that suspends shows the moment in between.
    store = SqliteStore.open(tmp_path / "books.sqlite3")
    commit = store.commit

    async def commit_slowly(change):
        # A quick disk may be done before the page was told anything: news of one table are told together.
        await asyncio.sleep(0.05)
        return await commit(change)

    monkeypatch.setattr(store, "commit", commit_slowly)
    hall = await Hall.open(
        store, SystemClock(), SystemEntropy(), (OpenTable("escribas", FRESH_EVERY_ROUND),), Pace.none(), None
    )
    try:
        async with running(hall) as here, here.page() as page:
            view = (await page.watch("escribas")).view
            assert (await page.ask(wire.Sit, "escribas", 1)).refusal is None
            assert (await page.ask(wire.Deal, "escribas", view.round, 100)).refusal is None
            while page.view and page.view.round == view.round:
                if page.view.turn:
                    await page.ask(wire.Play, "escribas", view.round, 1, "stand")
                elif page.view.you.offers:
                    await page.ask(wire.Play, "escribas", view.round, 1, "decline")
                else:
                    await page.expect(wire.View | wire.Update)
            told = [
                message.view.shoe
                for message in (msgspec.json.decode(text, type=wire.FromServer) for text in page.raw)
                if isinstance(message, wire.View | wire.Update)
            ]
            proof = (await here.http.get("/api/shoes/escribas-1.json")).content
    finally:
        await hall.close()
        await store.close()

    of_the_second = [shoe.commitment for shoe in told if shoe.shoe == 2]
    assert of_the_second[0] is None, "the moment between the shoes was seen"
    assert len(set(of_the_second)) == 2, "then the one commitment it keeps"
    assert all(len(known) == 64 for known in of_the_second if known is not None)
    assert {shoe.commitment for shoe in told if shoe.shoe == 1} == {
        commitment(msgspec.json.decode(proof, type=Proof).seed)
    }
