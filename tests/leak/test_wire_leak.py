"""No unseen card leaves the server: two worlds that differ only in unseen cards send every page the same bytes.

The worlds are served side by side through real sockets. They share every card that gets seen and differ in the hole
card and in the order of all that stays in the shoe. Until the hole card is turned, whatever a player, another player,
a watcher, a late arrival, a page that comes back, or the lobby is sent must be equal to the last byte, and so of
equal length. A third world plants a leak and must be noticed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from conftest import Rand
from server.fake_hall import FakeHall
from server.harness import Page, running
from zapato.cards import Card, pack
from zapato.round import events as facts
from zapato.server import wire
from zapato.table import cut, shoe_life
from zapato.table.state import State

WORLDS = 4
UPCARD, HOLE = 2, 5
"""Places in the order of the deal with two boxes: box, box, dealer, box, box, dealer."""
SEEN = 7
"""Cards on the felt once the first box has drawn one."""


def quiet_order(rng: random.Random) -> list[Card]:
    """A shoe whose first round has no natural, no ace or ten up and a first box that may draw."""
    cards = list(pack(6))
    while True:
        rng.shuffle(cards)
        first_box, second_box, up = cards[0] + cards[3], cards[1] + cards[4], cards[UPCARD]
        low = set("23456789")
        if {first_box[0], first_box[2], second_box[0], second_box[2], up[0]} <= low and cards[6][0] in "234":
            return cards


def other_world(cards: list[Card], rng: random.Random) -> list[Card]:
    """The same cards where anybody sees them; another hole card, another order of the rest."""
    seen = [card for place, card in enumerate(cards[:SEEN]) if place != HOLE]
    rest = [cards[HOLE], *cards[SEEN:]]
    hole = cards[HOLE]
    while rest[0][0] == hole[0]:
        rng.shuffle(rest)
    return [*seen[:HOLE], rest[0], *seen[HOLE:], *rest[1:]]


async def play_half_a_round(order: list[Card], monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
    """All that leaves a server whose shoe has this order: while the hole card lies face down, and once it is turned."""
    monkeypatch.setattr(shoe_life, "ordered", lambda *_: tuple(order))
    hall = FakeHall()
    async with running(hall) as here, AsyncExitStack() as open_pages:

        async def enter(cookie: str | None = None) -> Page:
            return await open_pages.enter_async_context(here.page(cookie))

        ana, eva, watcher = await enter(), await enter(), await enter()
        for page in (ana, eva, watcher):
            await page.watch("escribas")
        await ana.ask(wire.Sit, "escribas", 1)
        await eva.ask(wire.Sit, "escribas", 2)
        seen_before_the_deal = hall.version("escribas")
        await ana.ask(wire.Deal, "escribas", 1, 500)
        await eva.ask(wire.Deal, "escribas", 1, 300)
        assert (await ana.ask(wire.Play, "escribas", 1, 1, "hit", 1)).refusal is None
        for wrong in ("split", "surrender", "insure", "double"):
            await ana.ask(wire.Play, "escribas", 1, 1, wrong, 1)
        late, back = await enter(), await enter()
        await late.watch("escribas")
        await back.watch("escribas", seen_before_the_deal)
        await back.send(wire.Unwatch())
        await back.expect(wire.Lobby)
        downloads = [
            (await here.http.get(path)).text
            for path in ("/api/lobby", "/api/rounds/escribas-2.json", "/api/shoes/escribas-2.json", "/health")
        ]
        pages = (ana, eva, watcher, late, back)
        face_down = [*downloads, *(text for page in pages for text in page.raw)]

        for box, page in ((1, ana), (2, eva)):
            if hall.state("escribas").phase == "playing":
                await page.ask(wire.Play, "escribas", 1, box, "stand")
        while '"hole-turned"' not in ana.raw[-1]:
            await ana.receive()
        return face_down, ana.raw


async def test_worlds_that_differ_in_unseen_cards_send_the_same_bytes(
    rand: Rand, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = rand.random()
    for _ in range(WORLDS):
        order = quiet_order(rng)
        other = other_world(order, rng)
        here, turned_here = await play_half_a_round(order, monkeypatch)
        there, turned_there = await play_half_a_round(other, monkeypatch)

        assert here == there
        # The worlds do differ, and once the card is turned the pages say so.
        assert turned_here != turned_there
        assert f'"hole-turned","card":"{order[HOLE]}"' in "".join(turned_here)
        assert f'"hole-turned","card":"{other[HOLE]}"' in "".join(turned_there)


@pytest.mark.parametrize("leak", ["events", "view"])
async def test_a_planted_leak_is_noticed(rand: Rand, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    # The test above would pass over a stream that never changes; here the cut is left out, once for each kind of message.
    rng = rand.random()
    order = quiet_order(rng)
    if leak == "events":
        monkeypatch.setattr(cut, "cut_events", lambda events, _viewer: tuple(events))
    else:
        monkeypatch.setattr(cut, "cut", with_the_hole_card_in_the_time(cut.cut))

    here, _ = await play_half_a_round(order, monkeypatch)
    there, _ = await play_half_a_round(other_world(order, rng), monkeypatch)

    assert here != there


def with_the_hole_card_in_the_time(honest: Callable[..., Any]) -> Callable[..., Any]:
    def leaky(state: State, viewer: cut.Viewer, now_ms: int) -> Any:
        hole = [
            fact.card for fact in state.round_events if isinstance(fact, facts.DealerCard) and fact.hidden and fact.card
        ]
        # By its place in the pack: a jack and a ten have one value, and the worlds may differ in just that.
        return honest(state, viewer, now_ms + (1 + pack(1).index(hole[0]) if hole else 0))

    return leaky


async def test_seeds_and_cookies_never_leave(rand: Rand, monkeypatch: pytest.MonkeyPatch) -> None:
    # A seed would tell every card to come; a cookie would let another player in.
    face_down, _ = await play_half_a_round(quiet_order(rand.random()), monkeypatch)
    everything = "".join(face_down)
    hall = FakeHall()
    secret = [shoe.seed.seed for table in hall.tables if (shoe := hall.state(table).shoe)]
    secret += [shoe.reserve.seed for table in hall.tables if (shoe := hall.state(table).shoe) and shoe.reserve]
    tokens = [(await hall.greet()).token for _ in range(5)]

    assert len(secret) == 2 * len(hall.tables)
    for word in (*secret, *tokens):
        assert word not in everything
