"""A hall served from a thread of the test's own process, so that a test can lay the next cards into its shoes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from zapato.cards import pack, parse_cards
from zapato.hall import Hall, OpenTable
from zapato.hall.company import player_id
from zapato.hall.lobby import THE_SIX
from zapato.hall.ports import Change, Player
from zapato.hall.runner import ready
from zapato.ledger import Transfer, house, purse
from zapato.money import Debenes
from zapato.round.commands import Move
from zapato.rules import override, preset
from zapato.server import app
from zapato.server.outside import SystemClock, SystemEntropy
from zapato.server.store import MemoryStore
from zapato.table import commands, shoe_life
from zapato.table.pace import Pace

AT_ONCE = replace(Pace.none(), show_ms=6_000)
"""Clocks start at once; results stay long enough to be looked at."""
BRISK = replace(AT_ONCE, show_ms=500)
UNHURRIED = {"bet_clock": 120, "move_clock": 120, "insurance_clock": 120}
"""What is looked at here is not a race; the clocks' own tests are the table's."""


def open_tables(*, hints: bool = False, **overrides: object) -> tuple[OpenTable, ...]:
    """The six, with these rules changed at each."""
    return tuple(
        OpenTable(name, override(preset(rules).rules, {**UNHURRIED, **overrides}), hints) for name, rules in THE_SIX
    )


class Salon:
    """Serves from `open` to `close`. `cut` and `mend` take the link away and give it back; the hall goes on meanwhile."""

    def __init__(
        self,
        pace: Pace = AT_ONCE,
        residents_tempo: float | None = None,
        *,
        hints: bool = False,
        **overrides: object,
    ) -> None:
        self._pace = pace
        self._residents_tempo = residents_tempo
        self._tables = open_tables(hints=hints, **overrides)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="salon")
        self._server: app.Server | None = None
        self._serving: asyncio.Task[None] | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> Salon:
        self._thread.start()
        self.call(self._open_hall())
        self.mend()
        return self

    def close(self) -> None:
        if self._server:
            self.cut()
        self.call(self._close_hall())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        """Close every socket and listen no more."""
        self.call(self._cut())

    def mend(self) -> None:
        """Listen on the same port again."""
        self.call(self._mend())

    def call(self, what: Coroutine[Any, Any, Any]) -> Any:
        """Run `what` in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(timeout=20)

    def name_at(self, table: str, box: int) -> str:
        """Who sits there, as the books call them."""
        seat = self.hall.state(table).seat_at(box)
        assert seat is not None
        return seat.name

    def purse_at(self, table: str, box: int) -> int:
        """Their purse, as the books have it."""
        seat = self.hall.state(table).seat_at(box)
        assert seat is not None
        return int(self.call(self.hall.purse(seat.player)).purse)

    def seat_resident(self, table: str, name: str, box: int) -> None:
        """Sit a resident down who says nothing by themselves: `bid` and `play` speak for them."""
        self.call(self._seat_resident(table, name, box))

    def bid(self, table: str, name: str, amount: int) -> None:
        player, number = player_id(name), self.hall.state(table).round
        self._say(table, commands.SetWish(player, amount, number), commands.Ready(player, number))

    def play(self, table: str, name: str, *moves: Move) -> None:
        player = player_id(name)
        for move in moves:
            state = self.hall.state(table)
            seat = state.seat_of(player)
            assert seat is not None
            self._say(table, commands.Play(player, state.round, seat.box, move))

    def _say(self, table: str, *what: commands.Command) -> None:
        refusal = self.call(self.hall._runners[table].ask(ready(*what)))
        assert refusal is None, (what, refusal)

    async def _seat_resident(self, table: str, name: str, box: int) -> None:
        player, now_ms = player_id(name), self.hall.now_ms()
        bankroll = 60 * self.hall.state(table).rules.bet_min
        fund = Transfer(f"fund:{player}:{table}", house(table), purse(player), Debenes(bankroll), "fund")
        await self.store.commit(Change(now_ms, newcomer=Player(player, name, None, now_ms), transfers=(fund,)))
        sit = commands.Sit(player, name, box, bankroll, resident=True)
        assert await self.hall._runners[table].ask(ready(sit)) is None

    async def _open_hall(self) -> None:
        self.store = MemoryStore()
        self.hall = await Hall.open(
            self.store, SystemClock(), SystemEntropy(), self._tables, self._pace, self._residents_tempo
        )
        self._built = app.build(self.hall)

    async def _close_hall(self) -> None:
        await self.hall.close()
        await self.store.close()

    async def _mend(self) -> None:
        listening = app.listen("127.0.0.1", self.port)
        self.port = listening.getsockname()[1]
        started = asyncio.Event()
        self._server = app.Server(self._built, started.set)
        self._serving = asyncio.create_task(self._server.serve(sockets=[listening]))
        await started.wait()

    async def _cut(self) -> None:
        assert self._server is not None
        assert self._serving is not None
        self._server.should_exit = True
        await self._serving
        self._server = None


def stage(monkeypatch: pytest.MonkeyPatch, *rounds: str) -> None:
    """Every shoe begins with these cards, round after round.

    Through this process only: nothing that a server can be told does it.
    """
    wanted = [card for cards in rounds for card in parse_cards(cards)]
    rest = list(pack(6))
    for card in wanted:
        rest.remove(card)
    order = (*wanted, *rest)

    def staged(_pack: Sequence[str], _seed: str, _contributions: Sequence[str]) -> tuple[str, ...]:
        return order

    monkeypatch.setattr(shoe_life, "ordered", staged)
