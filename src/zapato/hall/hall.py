"""The hall: what a server may ask. Every table's runner, who sits where, purses, guests.

Whatever returns `Refusal | None` for an id answers that id once: see `answers`. A caller that is cancelled while it
waits takes nothing back; the command is carried out whole, or not.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Self

from zapato.hall import guests, lobby, presence, purse, recovery
from zapato.hall.answers import BUSY, CLOSING, ID_USED, NOT_SAVED, Asked, asked, carry_out, conclude
from zapato.hall.company import Company
from zapato.hall.guests import Guest
from zapato.hall.lobby import OpenTable
from zapato.hall.ports import Change, Clock, Done, Entropy, Player, Store, StoreError
from zapato.hall.presence import Presence
from zapato.hall.purse import PurseState
from zapato.hall.runner import Listener, Runner, Step, ready
from zapato.invariant import ensure
from zapato.ledger import Transfer
from zapato.refusal import Refusal
from zapato.table import commands
from zapato.table.pace import Pace
from zapato.table.state import State

log = logging.getLogger(__name__)

PlayerCommand = (
    commands.Sit
    | commands.StandUp
    | commands.SetWish
    | commands.Ready
    | commands.SitOut
    | commands.Play
    | commands.Contribute
)
WAITING_MAX: Final = 8
"""Commands of one player that wait at the same time: more than fingers find keys between two answers."""


class _Doing:
    """What one player has asked and is not answered yet, and the lock that makes it one thing at a time."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.running: dict[str, tuple[Asked, asyncio.Task[Refusal | None]]] = {}


class Hall:
    """Get one from `open`."""

    def __init__(
        self, store: Store, clock: Clock, entropy: Entropy, states: dict[str, State], residents_tempo: float | None
    ) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._listeners: list[Listener] = []
        self._purse_listeners: list[Callable[[str], None]] = []
        self._name_listeners: list[Callable[[str], None]] = []
        self._runners = {
            table: Runner(state, store, clock, entropy, self._listeners, self._tell_purses)
            for table, state in states.items()
        }
        self._doing: dict[str, _Doing] = {}
        self._presence = Presence(clock, self._set_away)
        self._company: Company | None = None
        if residents_tempo is not None:
            self._company = Company(
                store, clock, entropy, self._runners, lambda: self._presence.anybody_here, residents_tempo
            )
            self._listeners.append(self._company.table_changed)
        self._smallest_bet = min(state.rules.bet_min for state in states.values())
        self._closing = False

    @classmethod
    async def open(
        cls,
        store: Store,
        clock: Clock,
        entropy: Entropy,
        tables: tuple[OpenTable, ...] | None = None,
        pace: Pace | None = None,
        residents_tempo: float | None = 1.0,
    ) -> Self:
        """Bring every table back from the books, or make it, and begin. The store stays the caller's to close.

        `residents_tempo` stretches the pauses of residents (0: they answer at once; None: there are none).

        Raises:
            StoreError: the books cannot be read.
            RulesError: a table of such rules may not open.
        """
        wanted = lobby.open_tables(lobby.THE_SIX) if tables is None else tables
        states = {
            each.id: await recovery.load(store, each.id, each.rules, pace or Pace(), hints=each.hints)
            for each in wanted
        }
        hall = cls(store, clock, entropy, states, residents_tempo)
        for runner in hall._runners.values():
            runner.start()
        for state in states.values():
            for seat in state.seats:
                if not seat.resident:
                    hall._presence.went(seat.player, presence.GRACE_AT_START_MS)
        return hall

    async def close(self) -> None:
        """Finish what is being written, and stop. Rounds in flight go on when the hall opens again."""
        self._closing = True
        if self._company:
            await self._company.close()
        await self._presence.close()
        await asyncio.gather(*(runner.close() for runner in self._runners.values()))
        running = [task for doing in self._doing.values() for _, task in doing.running.values()]
        await asyncio.gather(*running, return_exceptions=True)

    # ------------------------------------------------------------------ looking

    def now_ms(self) -> int:
        return self._clock.now_ms()

    @property
    def tables(self) -> tuple[str, ...]:
        """The ids of the open tables, in the order of the lobby."""
        return tuple(self._runners)

    def state(self, table: str) -> State:
        """The latest committed state; `KeyError` for a table that is not open."""
        return self._runners[table].state

    def on_change(self, listener: Listener) -> None:
        """`listener(table, since, events, state, version)` right after each commit; it must not block."""
        self._listeners.append(listener)

    def on_purse(self, listener: Callable[[str], None]) -> None:
        """`listener(player)` after that player's money moved."""
        self._purse_listeners.append(listener)

    def on_name(self, listener: Callable[[str], None]) -> None:
        """`listener(player)` after that player's name changed."""
        self._name_listeners.append(listener)

    def seated(self, player: str) -> str | None:
        """The table where the player has a seat, or a bet still in play."""
        return lobby.seated(self._states(), player)

    async def purse(self, player: str) -> PurseState:
        holdings = await self._store.holdings(player)
        refilled_ms = await self._store.refilled_ms(player)
        return purse.state(holdings, refilled_ms, self._smallest_bet, self.now_ms())

    async def record(self, record_id: str) -> bytes | None:
        """A finished round's record; None while it is played, and once it is too long ago."""
        return await self._store.record(record_id)

    async def proof(self, shoe_id: str) -> bytes | None:
        """An ended shoe's proof."""
        return await self._store.proof(shoe_id)

    # ------------------------------------------------------------------ guests

    async def guest(self, token: str) -> Guest | None:
        """Whose token this is."""
        player = await self._store.player_by_token(guests.token_hash(token))
        return Guest(token, player.player, player.name) if player else None

    async def greet(self) -> Guest:
        """A new guest with their first money.

        Raises:
            StoreError: the books could not be written; there is no guest.
        """
        guest, change = guests.newcomer(self._entropy, self.now_ms())
        outcome = await self._store.commit(change)
        ensure(isinstance(outcome, Done), "a new guest is nobody's", outcome=outcome)
        return guest

    async def set_present(self, player: str, present: bool) -> None:
        """The player's first connection opened, or the last one closed."""
        if self._closing:
            return
        if present:
            first = not self._presence.anybody_here
            await self._presence.came(player)
            if first and self._company:
                self._company.wake()
        else:
            self._presence.went(player)

    # ------------------------------------------------------------------ commands

    async def do(self, player: str, id: str, table: str, command: PlayerCommand) -> Refusal | None:  # noqa: A002
        """One command at a table. Of `Sit`, player and box count; name and purse are the hall's to know."""
        ensure(isinstance(command, PlayerCommand), "a player's command", command=command)
        return await self._at_table(player, id, table, (command,))

    async def deal(self, player: str, id: str, table: str, round: int, amount: int) -> Refusal | None:  # noqa: A002
        """«Repartir» with the chips as the page shows them: both, or neither."""
        both = (commands.SetWish(player, amount, round), commands.Ready(player, round))
        return await self._at_table(player, id, table, both)

    async def refill(self, player: str, id: str) -> Refusal | None:  # noqa: A002
        """Fill the purse up to 10,000 again, if it may be."""
        return await self._once(player, asked(player, id, "refill"), self._refill)

    async def rename(self, player: str, id: str, name: str) -> Refusal | None:  # noqa: A002
        """The name on the plate."""

        async def act(asked: Asked) -> Refusal | None:
            clean = guests.clean_name(name)
            if isinstance(clean, Refusal):
                return await conclude(self._store, asked, self.now_ms(), clean)
            table = lobby.seated(self._states(), player)
            if table is None:
                refusal = await carry_out(self._store, asked, Change(self.now_ms(), rename=(player, clean)))
            else:
                refusal = await self._runners[table].ask(lambda state: _rename_at(state, player, clean), asked)
            _tell((player,), self._name_listeners)
            return refusal

        return await self._once(player, asked(player, id, "rename", name), act)

    # ------------------------------------------------------------------ inside

    def _states(self) -> tuple[State, ...]:
        return tuple(runner.state for runner in self._runners.values())

    def _tell_purses(self, players: Iterable[str]) -> None:
        _tell(players, self._purse_listeners)

    async def _set_away(self, player: str, away: bool) -> bool:
        for runner in self._runners.values():
            seat = runner.state.seat_of(player)
            if seat and not seat.left and seat.away != away:
                refusal = await runner.ask(ready(commands.SetAway(player, away)))
                return refusal is None or refusal.code == "not-seated"
        return True

    async def _at_table(self, player: str, id_: str, table: str, wanted: tuple[PlayerCommand, ...]) -> Refusal | None:
        ensure(all(command.player == player for command in wanted), "nobody acts for another", player=player)
        runner = self._runners.get(table)
        if runner is None:
            return Refusal("no-such-table", "there is no table of that name", {"table": table[:40]})

        async def act(asked: Asked) -> Refusal | None:
            sits = wanted[0]
            if isinstance(sits, commands.Sit):
                return await runner.ask(lambda _state: self._sit(sits, table), asked)
            return await runner.ask(ready(*wanted), asked)

        return await self._once(player, asked(player, id_, table, wanted), act)

    def _need_certainty(self) -> None:
        """Where a table does not know its own seats for the moment, nobody's one seat is known: `StoreError`."""
        if any(runner.in_doubt for runner in self._runners.values()):
            raise StoreError("a table waits to read its books again")

    async def _sit(self, command: commands.Sit, table: str) -> Step | Refusal:
        self._need_certainty()
        if refusal := lobby.refuse_second_seat(self._states(), command.player, table):
            return refusal
        known: Player | None = await self._store.player(command.player)
        if known is None:
            return Refusal("no-such-player", "nobody of that id has come in")
        holdings = await self._store.holdings(command.player)
        return Step((commands.Sit(command.player, known.name, command.box, holdings.purse, known.resident),))

    async def _refill(self, asked: Asked) -> Refusal | None:
        player = asked.player
        table = lobby.seated(self._states(), player)
        if table is not None:
            return await self._runners[table].ask(lambda state: self._refill_at(state, player), asked)
        transfer = await self._refill_transfer(player)
        if isinstance(transfer, Refusal):
            return await conclude(self._store, asked, self.now_ms(), transfer)
        refusal = await carry_out(self._store, asked, Change(self.now_ms(), transfers=(transfer,)))
        self._tell_purses((player,))
        return refusal

    async def _refill_at(self, state: State, player: str) -> Step | Refusal:
        """At the table where the player sits, between its other steps: so the purse cannot move meanwhile."""
        transfer = await self._refill_transfer(player)
        if isinstance(transfer, Refusal):
            return transfer
        told: tuple[commands.Command, ...] = ()
        if (seat := state.seat_of(player)) and not seat.left:
            told = (commands.PurseChanged(player, purse.GRANT),)
        return Step(told, (transfer,))

    async def _refill_transfer(self, player: str) -> Transfer | Refusal:
        self._need_certainty()
        holdings = await self._store.holdings(player)
        refilled_ms = await self._store.refilled_ms(player)
        return purse.refill(player, holdings, refilled_ms, self._smallest_bet, self.now_ms())

    async def _once(
        self, player: str, asked: Asked | Refusal, act: Callable[[Asked], Awaitable[Refusal | None]]
    ) -> Refusal | None:
        """Carry out what was asked, after what the same player asked before; the same id twice at once is one thing."""
        if isinstance(asked, Refusal):
            return asked
        if self._closing:
            return CLOSING
        doing = self._doing.setdefault(player, _Doing())
        if running := doing.running.get(asked.id):
            earlier, task = running
            if earlier.digest != asked.digest:
                return ID_USED
            return await asyncio.shield(task)
        if len(doing.running) >= WAITING_MAX:
            return BUSY
        task = asyncio.create_task(self._in_turn(doing, asked, act), name=f"{player} {asked.id}")
        doing.running[asked.id] = (asked, task)
        return await asyncio.shield(task)

    async def _in_turn(
        self, doing: _Doing, asked: Asked, act: Callable[[Asked], Awaitable[Refusal | None]]
    ) -> Refusal | None:
        try:
            async with doing.lock:
                return await act(asked)
        except StoreError:
            return NOT_SAVED
        finally:
            del doing.running[asked.id]
            if not doing.running:
                self._doing.pop(asked.player, None)


def _tell(players: Iterable[str], listeners: Iterable[Callable[[str], None]]) -> None:
    for player in players:
        for listener in listeners:
            try:
                listener(player)
            except Exception:
                log.exception("a listener for purses or names failed")


async def _rename_at(state: State, player: str, name: str) -> Step:
    seat = state.seat_of(player)
    told = (commands.Rename(player, name),) if seat and not seat.left else ()
    return Step(told, rename=(player, name))
