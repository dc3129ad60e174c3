"""A hall without tasks, books or real time: real tables, driven by the test one command at a time.

What the real one does between two turns of the event loop (a commit, a shoe's seed after the shoe before ended) happens
here between two turns too, so that a session sees each step by itself.

For tests of the server alone, which need a hall whose every commit happens when the test says so. The server over the
real hall is tested in test_play.py and in tests/browser.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable, Mapping
from types import SimpleNamespace

from zapato.hall import Guest
from zapato.refusal import Refusal
from zapato.rules import Rules, presets
from zapato.table import commands
from zapato.table.decide import decide
from zapato.table.events import Event
from zapato.table.pace import Pace
from zapato.table.state import State, evolve, initial

RULES: Mapping[str, str] = {"escribas": "thot", "casino-es": "casino-es"}
BOOT_MS = 1_700_000_000_000


class FakeHall:
    def __init__(self, seed: int = 1, rules: Mapping[str, Rules] | None = None) -> None:
        self._random = random.Random(seed)
        self.time_ms = BOOT_MS
        self._busy = asyncio.Lock()
        self._states = {
            name: initial(name, (rules or {}).get(name) or presets.preset(preset).rules, Pace.none())
            for name, preset in RULES.items()
        }
        self.tables = tuple(self._states)
        self._guests: dict[str, Guest] = {}
        self._purses: dict[str, int] = {}
        self._answers: dict[tuple[str, str], tuple[object, Refusal | None]] = {}
        self._on_change: list[Callable[..., None]] = []
        self._on_purse: list[Callable[[str], None]] = []
        self._on_name: list[Callable[[str], None]] = []
        self.present: dict[str, bool] = {}
        self.commands: list[commands.Command] = []
        """Every command that reached a table from outside, in order."""
        for name in self.tables:
            self._settle(name)

    # ------------------------------------------------------------- what the server asks

    def now_ms(self) -> int:
        return self.time_ms

    def state(self, table: str) -> State:
        return self._states[table]

    def version(self, table: str) -> int:
        return self._states[table].version

    async def guest(self, token: str) -> Guest | None:
        await asyncio.sleep(0)
        return self._guests.get(token)

    async def greet(self) -> Guest:
        await asyncio.sleep(0)
        number = len(self._guests) + 1
        token = hashlib.sha256(f"token {number}".encode()).hexdigest()
        self._guests[token] = Guest(token, f"g{number}", f"Invitado {number}")
        self._purses[f"g{number}"] = 10_000
        return self._guests[token]

    async def do(self, player: str, id: str, table: str, command: commands.Command) -> Refusal | None:  # noqa: A002
        return await self._in_turn(player, id, (table, command), lambda: self._command_only(table, command), table)

    async def deal(self, player: str, id: str, table: str, round: int, amount: int) -> Refusal | None:  # noqa: A002
        def both() -> Refusal | None:
            before = self._states[table]
            refusal = self._command_only(table, commands.SetWish(player, amount, round))
            refusal = refusal or self._command_only(table, commands.Ready(player, round))
            if refusal:
                self._states[table] = before
            return refusal

        return await self._in_turn(player, id, ("deal", table, round, amount), both, table)

    async def refill(self, player: str, id: str) -> Refusal | None:  # noqa: A002
        return await self._in_turn(player, id, "refill", lambda: Refusal("refill-not-needed", "the purse holds enough"))

    async def rename(self, player: str, id: str, name: str) -> Refusal | None:  # noqa: A002
        def act() -> None:
            token = next(token for token, guest in self._guests.items() if guest.player == player)
            self._guests[token] = Guest(token, player, " ".join(name.split()))
            for callback in self._on_name:
                callback(player)

        return await self._in_turn(player, id, name, act)

    async def purse(self, player: str) -> SimpleNamespace:
        await asyncio.sleep(0)
        in_play = 0
        purse = self._purses[player]
        for state in self._states.values():
            if seat := state.seat_of(player):
                purse, in_play = seat.purse, seat.in_play
        return SimpleNamespace(purse=purse, in_play=in_play, may_refill=False, refill_from_ms=None)

    def seated(self, player: str) -> str | None:
        return next((name for name, state in self._states.items() if state.seat_of(player)), None)

    def on_change(self, callback: Callable[..., None]) -> None:
        self._on_change.append(callback)

    def on_purse(self, callback: Callable[[str], None]) -> None:
        self._on_purse.append(callback)

    def on_name(self, callback: Callable[[str], None]) -> None:
        self._on_name.append(callback)

    async def set_present(self, player: str, present: bool) -> None:
        self.present[player] = present

    async def record(self, id: str) -> bytes | None:  # noqa: A002
        return b'{"format": "zapato.round/1"}' if id == "escribas-1" else None

    async def proof(self, id: str) -> bytes | None:  # noqa: A002
        return b'{"format": "zapato.shoe/1"}' if id == "escribas-1" else None

    # ------------------------------------------------------------- what a test does

    @property
    def guests(self) -> int:
        """How many were greeted."""
        return len(self._guests)

    def pass_time(self, ms: int) -> None:
        self.time_ms += ms
        for name in self.tables:
            self._apply(name, commands.Tick())
            self._settle(name)

    def add_up(self) -> int:
        """All debenes in purses and on felts."""
        total = 0
        for player, purse in self._purses.items():
            seats = [seat for state in self._states.values() if (seat := state.seat_of(player))]
            total += seats[0].purse + seats[0].in_play if seats else purse
        return total

    # ------------------------------------------------------------- inside

    async def _in_turn(
        self, player: str, id_: str, content: object, act: Callable[[], Refusal | None], table: str = ""
    ) -> Refusal | None:
        """One thing after the other, as the books take it; a table's own next step comes before anybody else's."""
        async with self._busy:
            await asyncio.sleep(0)
            refusal = self._once(player, id_, content, act)
            await asyncio.sleep(0)
            if table in self._states:
                self._settle(table)
            return refusal

    def _once(self, player: str, id_: str, content: object, act: Callable[[], Refusal | None]) -> Refusal | None:
        known = self._answers.get((player, id_))
        if known:
            return known[1] if known[0] == content else Refusal("id-used", "this id was used for another command")
        refusal = act()
        self._answers[player, id_] = (content, refusal)
        return refusal

    def _command(self, table: str, command: commands.Command) -> Refusal | None:
        refusal = self._command_only(table, command)
        self._settle(table)
        return refusal

    def _command_only(self, table: str, command: commands.Command) -> Refusal | None:
        if table not in self._states:
            return Refusal("no-such-table", "there is no table of that name", {"table": table})
        self.commands.append(command)
        if isinstance(command, commands.Sit):
            command = commands.Sit(
                command.player, f"Invitado {command.player}", command.box, self._purses[command.player]
            )
        return self._apply(table, command)

    def _apply(self, table: str, command: commands.Command) -> Refusal | None:
        answer = decide(self._states[table], command, self.time_ms)
        if isinstance(answer, Refusal):
            return answer
        if answer:
            self._commit(table, answer)
        return None

    def _commit(self, table: str, events: tuple[Event, ...]) -> None:
        since = self._states[table].version
        for event in events:
            self._states[table] = evolve(self._states[table], event)
        state = self._states[table]
        for seat in state.seats:
            self._purses[seat.player] = seat.purse
        for callback in self._on_change:
            callback(table, since, events, state, state.version)

    def _settle(self, table: str) -> None:
        """Give the table the seeds that it awaits."""
        while wanted := self._states[table].awaits_seed:
            seed, reserve = (self._random.randbytes(32).hex() for _ in range(2))
            self._apply(table, commands.NewShoe(seed, reserve) if wanted == "shoe" else commands.Reserve(seed))
