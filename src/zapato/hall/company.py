"""Residents at the tables: when they are asked what they want, and how the house's money reaches them and returns.

What they want is `residents`' to say. While nobody is in the hall they rest: no book grows for no eyes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final

from zapato.hall import residents
from zapato.hall.ports import Change, Clock, Entropy, Player, Store, StoreError
from zapato.hall.runner import Runner, Step, ready
from zapato.ledger import Transfer, house, purse
from zapato.money import Debenes
from zapato.refusal import Refusal
from zapato.table import commands
from zapato.table.cut import Viewer, cut
from zapato.table.events import BettingOpened, Event
from zapato.table.state import State
from zapato.table.view import TableView

log = logging.getLogger(__name__)

_PREFIX: Final = "ia-"

ASK_AGAIN_MS: Final = 8_000
"""At an idle table, somebody may come every eight to sixteen seconds."""


def player_id(name: str) -> str:
    """The same resident has the same account, whenever and wherever they come."""
    return f"{_PREFIX}{name.lower()}"


@dataclass(frozen=True, slots=True)
class _Thought:
    """A resident thinks about one occasion; when the pause is over they say what they then think best."""

    occasion: tuple[object, ...]
    task: asyncio.Task[None]


class Company:
    """The hall tells it of every change (`table_changed`) and of somebody coming in (`wake`)."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        entropy: Entropy,
        runners: Mapping[str, Runner],
        anybody_here: Callable[[], bool],
        tempo: float,
    ) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._runners = runners
        self._anybody_here = anybody_here
        self._tempo = tempo
        self._thoughts: dict[str, _Thought] = {}
        self._moving: dict[str, asyncio.Task[None]] = {}
        """Residents on their way to or from a seat."""
        self._asking: dict[str, asyncio.Task[None]] = {}
        """Tables where bets stay open: who comes is asked again after a while."""
        self._closed = False

    def table_changed(self, _table: str, _since: int, events: tuple[Event, ...], state: State, _version: int) -> None:
        if self._closed:
            return
        opened = any(isinstance(event, BettingOpened) for event in events)
        self._look(state, asks_who_comes=opened)

    def wake(self) -> None:
        """Somebody came into an empty hall."""
        for runner in self._runners.values():
            self._look(runner.state, asks_who_comes=runner.state.phase == "betting")

    async def close(self) -> None:
        self._closed = True
        thoughts = [thought.task for thought in self._thoughts.values()]
        tasks = [*thoughts, *self._moving.values(), *self._asking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _chance(self) -> float:
        """From 0 up to but not including 1: 48 bits, which a float holds exactly."""
        return int(self._entropy.hex(6), 16) / 2**48

    # ------------------------------------------------------------------ at the table

    def _look(self, state: State, *, asks_who_comes: bool) -> None:
        people_here = self._anybody_here() or any(not seat.resident for seat in state.seats)
        if not people_here and state.phase != "playing":
            return
        if asks_who_comes:
            self._come_or_go(state)
            if state.table not in self._asking:
                self._asking[state.table] = asyncio.create_task(self._ask_again(state.table))
        for seat in state.seats:
            if seat.resident and not seat.left:
                self._think(state, seat.player)

    def _think(self, state: State, player: str) -> None:
        view = cut(state, Viewer(player), self._clock.now_ms())
        occasion = _occasion(view)
        thought = self._thoughts.get(player)
        if thought and thought.occasion == occasion:
            return
        if thought:
            thought.task.cancel()
            del self._thoughts[player]
        intent = residents.intend(view, self._chance, tempo=self._tempo)
        if intent is None:
            return
        task = asyncio.create_task(self._say(state.table, player, intent.think_ms), name=f"{player} thinks")
        self._thoughts[player] = _Thought(occasion, task)

    async def _say(self, table: str, player: str, think_ms: int) -> None:
        runner = self._runners[table]
        await self._clock.sleep_until(self._clock.now_ms() + think_ms)
        del self._thoughts[player]
        view = cut(runner.state, Viewer(player), self._clock.now_ms())
        intent = residents.intend(view, self._chance, tempo=0)
        if intent:
            refusal = await runner.ask(ready(intent.command))
            if refusal:
                log.info("resident %s at %s: %s refused: %s", player, table, intent.command, refusal.why)

    # ------------------------------------------------------------------ coming and going

    def _come_or_go(self, state: State) -> None:
        names = {seat.name for runner in self._runners.values() for seat in runner.state.seats if seat.resident}
        on_the_way = {name for name in residents.NAMES if player_id(name) in self._moving}
        wish = residents.come_or_go(state.rules, state.seats, names | on_the_way, self._chance)
        match wish:
            case residents.Come():
                self._move(player_id(wish.name), self._come(state.table, wish))
            case residents.Go(player=player):
                self._move(player, self._go(state.table, player))
            case None:
                pass

    async def _ask_again(self, table: str) -> None:
        """A table that nobody bets at would otherwise never see a new face."""
        runner = self._runners[table]
        try:
            while runner.state.phase == "betting":
                round_before = runner.state.round
                await self._clock.sleep_until(self._clock.now_ms() + round(ASK_AGAIN_MS * (1 + self._chance())))
                if runner.state.round == round_before and runner.state.phase == "betting":
                    self._look(runner.state, asks_who_comes=True)
        finally:
            del self._asking[table]

    def _move(self, player: str, way: Coroutine[Any, Any, None]) -> None:
        if player in self._moving:
            way.close()
            return
        task = asyncio.create_task(self._on_the_way(player, way), name=f"{player} moves")
        self._moving[player] = task

    async def _on_the_way(self, player: str, way: Coroutine[Any, Any, None]) -> None:
        try:
            await way
        except StoreError as error:
            log.warning("resident %s stays where they are: %s", player, error)
        finally:
            del self._moving[player]

    async def _come(self, table: str, wish: residents.Come) -> None:
        player = player_id(wish.name)
        if await self._store.player(player) is None:
            now_ms = self._clock.now_ms()
            await self._store.commit(Change(now_ms, newcomer=Player(player, wish.name, None, now_ms)))

        async def prepare(_state: State) -> Step | Refusal:
            # What is left of an earlier stay (a program that was killed before it went home) is used up first.
            has = (await self._store.holdings(player)).purse
            missing = max(0, wish.bankroll - has)
            funds = (self._fund(table, player, missing),) if missing else ()
            return Step((commands.Sit(player, wish.name, wish.box, has + missing, resident=True),), funds)

        runner = self._runners[table]
        if await runner.ask(prepare) is None and runner.state.phase == "betting":
            # Friends come together: who looks in finds company, not one lone player.
            self._come_or_go(runner.state)

    async def _go(self, table: str, player: str) -> None:
        async def take_home(state: State) -> Step | Refusal:
            has = (await self._store.holdings(player)).purse
            if state.seat_of(player) or not has:
                return Step()
            return Step((), (self._return(table, player, has),))

        runner = self._runners[table]
        if await runner.ask(ready(commands.StandUp(player))) is None:
            await runner.ask(take_home)

    def _fund(self, table: str, player: str, amount: int) -> Transfer:
        return Transfer(f"fund:{self._entropy.hex(12)}", house(table), purse(player), Debenes(amount), "fund")

    def _return(self, table: str, player: str, amount: int) -> Transfer:
        return Transfer(f"return:{self._entropy.hex(12)}", purse(player), house(table), Debenes(amount), "return-fund")


def _occasion(view: TableView) -> tuple[object, ...]:
    """What there is to think about: while it is the same, a thought that has begun goes on."""
    box = next((box for box in view.boxes if box.box == view.you.box), None)
    return (view.phase, view.round, view.turn, box and (bool(box.wish), box.ready))
