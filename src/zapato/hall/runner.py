"""One table at work: its committed state, a bounded mailbox, and the one task that decides.

    decide -> one transaction (events, transfers, answer) -> evolve -> news

The order is the promise: what a listener is told is on disk; where the disk refuses, nothing has happened.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from zapato.hall import recovery
from zapato.hall.answers import BUSY, CLOSING, FAULT, NOT_SAVED, Asked, conclude, told
from zapato.hall.ports import (
    Change,
    Clock,
    Done,
    Entropy,
    Journal,
    Keepsake,
    Outcome,
    Refused,
    Repeated,
    Store,
    StoreError,
)
from zapato.ledger import Transfer, owner
from zapato.refusal import Refusal
from zapato.table import commands, proof, record
from zapato.table.books import ledger_lines
from zapato.table.decide import decide
from zapato.table.events import BettingOpened, Event, RoundClosed, ShoeRevealed
from zapato.table.state import State, evolve

log = logging.getLogger(__name__)

MAILBOX_MAX: Final = 256
"""A full table has 7 seats of at most 8 waiting commands each; the rest is room for those who look for a seat."""
RETRY_MS: Final = 1_000
"""After the books could not be written, the table's own steps wait this long."""
EVENTS_BETWEEN_SNAPSHOTS: Final = 2_000
"""So much is replayed at a start, at the most: well under a second a table."""
SEED_OCTETS: Final = 32

Listener = Callable[[str, int, tuple[Event, ...], State, int], None]
"""Told `(table, since, events, state, version)` after each commit, in order."""


class Step(Struct, frozen=True):
    """Commands that happen together or not at all, and what goes with them into the books."""

    commands: tuple[commands.Command, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    rename: tuple[str, str] | None = None


Prepare = Callable[[State], Awaitable[Step | Refusal]]
"""Makes the step when its turn has come: nothing else happens at the table until it is done."""


def ready(*steps: commands.Command) -> Prepare:
    """A step that needs no making."""

    async def prepare(_state: State) -> Step:
        return Step(steps)

    return prepare


@dataclass(frozen=True, slots=True)
class _Request:
    prepare: Prepare
    asked: Asked | None
    answered: asyncio.Future[Refusal | None]

    def answer(self, refusal: Refusal | None) -> None:
        if not self.answered.done():
            self.answered.set_result(refusal)


@dataclass(frozen=True, slots=True)
class _Decided:
    """A step worked out, not yet committed."""

    events: tuple[Event, ...]
    after: State
    records: tuple[Keepsake, ...]
    proofs: tuple[Keepsake, ...]


class Runner:
    """`state` is the latest committed one. `start` it, `ask` it, `close` it."""

    def __init__(
        self,
        state: State,
        store: Store,
        clock: Clock,
        entropy: Entropy,
        listeners: Sequence[Listener],
        money_moved: Callable[[Iterable[str]], None],
    ) -> None:
        self.state = state
        self._initial_rules, self._pace, self._hints = state.rules, state.pace, state.hints
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._listeners = listeners
        self._money_moved = money_moved
        self._snapshot_version = state.version
        self._mailbox: deque[_Request] = deque()
        self._wake = asyncio.Event()
        self._resting_until_ms = 0
        # A table that the books had before: its clocks stand where they stood when the last program stopped.
        self._must_resume = state.version > 0
        self.in_doubt = False
        """The disk failed in the middle of a commit, and it is not known yet whether that reached it."""
        self._closing = False
        self._aside: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def table(self) -> str:
        return self.state.table

    def start(self) -> None:
        self._task = asyncio.create_task(self._work(), name=f"table {self.table}")

    async def ask(self, prepare: Prepare, asked: Asked | None = None) -> Refusal | None:
        """Put a step in the mailbox; its answer, once it is durable."""
        if self._closing:
            return CLOSING
        if len(self._mailbox) >= MAILBOX_MAX:
            return BUSY
        request = _Request(prepare, asked, asyncio.get_running_loop().create_future())
        self._mailbox.append(request)
        self._wake.set()
        return await request.answered

    async def close(self) -> None:
        """Finish the step in hand; what waits is told that the hall closes."""
        self._closing = True
        self._wake.set()
        if self._task:
            await self._task
        if self._aside:
            await asyncio.wait(self._aside)

    # ------------------------------------------------------------------ the task

    async def _work(self) -> None:
        while not self._closing:
            try:
                await self._next()
            except Exception:
                # A table without its task would answer nobody for ever.
                log.exception("table %s stumbled", self.table)
                self._resting_until_ms = self._clock.now_ms() + RETRY_MS
        for request in self._mailbox:
            request.answer(CLOSING)

    async def _next(self) -> None:
        if self.in_doubt and not await self._know_again():
            for request in self._mailbox:
                request.answer(NOT_SAVED)
            self._mailbox.clear()
            await self._rest()
            return
        own = self._own_command()
        if own is not None:
            await self._serve_own(own)
        elif self._mailbox:
            await self._serve(self._mailbox.popleft())
        else:
            await self._rest()

    def _own_command(self) -> commands.Command | None:
        """What the table itself needs now. It comes before anybody's wish: a clock that ran out has run out."""
        now_ms = self._clock.now_ms()
        if now_ms < self._resting_until_ms:
            return None
        if self._must_resume:
            return commands.Resume()
        match self.state.awaits_seed:
            case "shoe":
                return commands.NewShoe(self._entropy.hex(SEED_OCTETS), self._entropy.hex(SEED_OCTETS))
            case "reserve":
                return commands.Reserve(self._entropy.hex(SEED_OCTETS))
            case None:
                due = self.state.deadline_ms
                return commands.Tick() if due is not None and due <= now_ms else None

    async def _serve_own(self, command: commands.Command) -> None:
        before = self.state
        request = _Request(ready(command), None, asyncio.get_running_loop().create_future())
        await self._serve(request)
        if self.state is not before:
            self._must_resume = False
        else:
            # Not saved, or a fault of ours: try again, but do not spin.
            self._resting_until_ms = self._clock.now_ms() + RETRY_MS
            log.warning("table %s: %s not done: %s", self.table, type(command).__name__, request.answered.result())

    async def _rest(self) -> None:
        """Until somebody asks, or the table's own next step is due."""
        self._wake.clear()
        owes_itself = self._must_resume or self.in_doubt or self.state.awaits_seed
        due = self._resting_until_ms if owes_itself else self.state.deadline_ms
        alarm = None
        if due is not None:
            alarm = asyncio.create_task(self._ring(max(due, self._resting_until_ms)))
        try:
            await self._wake.wait()
        finally:
            if alarm:
                alarm.cancel()

    async def _ring(self, at_ms: int) -> None:
        await self._clock.sleep_until(at_ms)
        self._wake.set()

    # ------------------------------------------------------------------ one step

    async def _serve(self, request: _Request) -> None:
        try:
            await self._decide_and_commit(request)
        except StoreError as error:
            log.warning("table %s: the books could not be written: %s", self.table, error)
            request.answer(NOT_SAVED)
        except Exception:
            log.exception("table %s: a step failed; nothing of it was kept", self.table)
            request.answer(FAULT)

    async def _decide_and_commit(self, request: _Request) -> None:
        step = await request.prepare(self.state)
        now_ms = self._clock.now_ms()
        decided = step if isinstance(step, Refusal) else self._decide(step.commands, now_ms)
        if isinstance(decided, Refusal) or isinstance(step, Refusal):
            self._conclude(request, now_ms, decided if isinstance(decided, Refusal) else None)
            return
        if not decided.events and not step.transfers and not step.rename:
            self._conclude(request, now_ms, None)
            return
        await self._commit(request, self._change(request, step, decided, now_ms), decided)

    def _decide(self, steps: tuple[commands.Command, ...], now_ms: int) -> _Decided | Refusal:
        state, events = self.state, list[Event]()
        records, proofs = list[Keepsake](), list[Keepsake]()
        for command in steps:
            answer = decide(state, command, now_ms)
            if isinstance(answer, Refusal):
                return answer
            for event in answer:
                state = evolve(state, event)
                events.append(event)
                if isinstance(event, RoundClosed):
                    records += _record(state)
                elif isinstance(event, ShoeRevealed):
                    proofs += _proof(state)
        return _Decided(tuple(events), state, tuple(records), tuple(proofs))

    def _change(self, request: _Request, step: Step, decided: _Decided, now_ms: int) -> Change:
        before, after = self.state, decided.after
        boundary = any(isinstance(event, BettingOpened) for event in decided.events)
        long_since = after.version - self._snapshot_version >= EVENTS_BETWEEN_SNAPSHOTS
        return Change(
            now_ms,
            rename=step.rename,
            transfers=(*step.transfers, *ledger_lines(before, decided.events)),
            journal=Journal(before.table, before.version, tuple(map(recovery.write_event, decided.events)))
            if decided.events
            else None,
            snapshot=recovery.snapshot(after) if boundary or long_since else None,
            records=decided.records,
            proofs=decided.proofs,
            answer=request.asked.answered(None) if request.asked else None,
        )

    async def _commit(self, request: _Request, change: Change, decided: _Decided) -> None:
        try:
            outcome: Outcome = await self._store.commit(change)
        except StoreError:
            if change.journal is None or not await self._reached_the_disk(change.journal):
                raise
            outcome = Done()
        match outcome:
            case Done():
                if change.snapshot:
                    self._snapshot_version = change.snapshot.version
                since, self.state = self.state.version, decided.after
                self._tell(since, decided.events)
                self._money_moved(sorted(_purses(change.transfers)))
                request.answer(None)
            case Repeated() as earlier if request.asked:
                request.answer(told(request.asked, earlier))
            case Refused(refusal=refusal):
                # The table thought the money was there; the books know better.
                log.warning("table %s: the ledger refused: %s", self.table, refusal.why)
                self._conclude(request, change.at_ms, refusal)
            case _:
                # Not as the books stand: take their word before anything else is decided.
                log.warning("table %s: at version %d, the books say %s", self.table, self.state.version, outcome)
                self.in_doubt = True
                request.answer(NOT_SAVED)

    async def _reached_the_disk(self, journal: Journal) -> bool:
        """Of a commit reported as failed. A disk may fail after it has written; the books know.

        Raises:
            StoreError: they cannot be read either. Then nothing is decided here until they can.
        """
        self.in_doubt = True
        version = (await self._store.load(self.table)).version
        self.in_doubt = False
        return version == journal.since + len(journal.events)

    async def _know_again(self) -> bool:
        """Take the table anew from the books, if they can be read."""
        now_ms = self._clock.now_ms()
        if now_ms < self._resting_until_ms:
            return False
        since = self.state.version
        try:
            self.state = await recovery.load(
                self._store, self.table, self._initial_rules, self._pace, hints=self._hints
            )
        except StoreError as error:
            log.warning("table %s: the books cannot be read: %s", self.table, error)
            self._resting_until_ms = now_ms + RETRY_MS
            return False
        self.in_doubt = False
        if self.state.version != since:
            self._tell(since, ())
            self._money_moved([seat.player for seat in self.state.seats])
        return True

    def _tell(self, since: int, events: tuple[Event, ...]) -> None:
        for listener in self._listeners:
            try:
                listener(self.table, since, events, self.state, self.state.version)
            except Exception:
                log.exception("table %s: a listener failed", self.table)

    def _conclude(self, request: _Request, at_ms: int, refusal: Refusal | None) -> None:
        """Answer what moved nothing. Keeping that answer does not hold up the table."""
        if request.asked is None:
            request.answer(refusal)
            return
        task = asyncio.create_task(self._keep_answer(request, request.asked, at_ms, refusal))
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def _keep_answer(self, request: _Request, asked: Asked, at_ms: int, refusal: Refusal | None) -> None:
        try:
            request.answer(await conclude(self._store, asked, at_ms, refusal))
        except Exception:
            log.exception("table %s: an answer was not kept", self.table)
            request.answer(FAULT)


def _purses(transfers: Iterable[Transfer]) -> set[str]:
    """Whose money moved."""
    accounts = (account for line in transfers for account in (line.debit, line.credit))
    return {player for account in accounts if (player := owner(account)) is not None}


def _record(state: State) -> tuple[Keepsake, ...]:
    """The finished round's record. A record that cannot be written is a fault of ours, but no reason to hold back money."""
    try:
        written = record.record_of(state)
    except Exception:
        log.exception("table %s: round %d has no record", state.table, state.round)
        return ()
    return (Keepsake(state.table, state.round, record.write(written)),) if written else ()


def _proof(state: State) -> tuple[Keepsake, ...]:
    written = proof.proof_of(state)
    return (Keepsake(state.table, written.shoe, proof.write(written)),) if written else ()
