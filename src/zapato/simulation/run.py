"""Running a plan: chunks of units on worker threads (or on other machines), merged in order, so that the result is the same anywhere.

The kernel plays without the interpreter's lock. A chunk is always the same units; chunks are added up in their order; the one
in which the wanted number of rounds is reached is played again up to that round. Whatever ran beyond is thrown away.
"""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Protocol

from zapato.simulation.checkpoint import Checkpoint
from zapato.simulation.estimate import UNITS_FOR_ERROR, Result
from zapato.simulation.plan import UNITS_PER_CHUNK, Plan, PlanError
from zapato.simulation.tally import Tally

ROUNDS_MAX: Final = 10**15
"""More than a year of play at the fastest rate known here."""

CHECKPOINT_SECONDS: Final = 5.0

ROUNDS_AT_ONCE: Final = 200_000
"""A few milliseconds of work: not worth sharing out."""


class Pending(Protocol):
    """A chunk that is being played."""

    def result(self) -> Tally: ...


class Workers(Protocol):
    """Whoever plays chunks: threads here, processes elsewhere."""

    @property
    def count(self) -> int:
        """How many chunks can be played at once."""
        ...

    def submit(self, plan: Plan, chunk: int) -> Pending: ...


@dataclass(frozen=True, slots=True)
class Progress:
    """The run so far: whole chunks only."""

    rounds: int
    rounds_wanted: int | None
    seconds: float
    result: Result


def play_chunk(plan: Plan, chunk: int, rounds_max: int = ROUNDS_MAX, *, plain: bool = False) -> Tally:
    """The tally of one chunk, at most `rounds_max` rounds of it.

    `plain` asks for the plain engine, which gives the same tally more slowly.
    """
    result = plan.simulation.run(chunk * UNITS_PER_CHUNK, UNITS_PER_CHUNK, rounds_max, plain, each=False)
    return Tally.of_kernel(result)


class _Threads:
    def __init__(self, count: int, *, plain: bool) -> None:
        self._count = count
        self._plain = plain
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="simulation")

    @property
    def count(self) -> int:
        return self._count

    def submit(self, plan: Plan, chunk: int) -> Pending:
        return self._pool.submit(play_chunk, plan, chunk, plain=self._plain)

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def local_threads(count: int | None = None, *, plain: bool = False) -> Iterator[Workers]:
    """Worker threads of this process; absent: one for each processor that it may use."""
    workers = _Threads(count or processors(), plain=plain)
    try:
        yield workers
    finally:
        workers.close()


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    plan: Plan,
    *,
    rounds: int | None = None,
    precision: float | None = None,
    workers: Workers,
    checkpoint: Checkpoint | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    bankroll: float | None = None,
) -> Result:
    """Play until `rounds` rounds are done or the standard error of the EV is `precision` or less, whichever comes first.

    A KeyboardInterrupt ends the run with the result so far (`interrupted`). With a checkpoint the whole chunks so far
    are written every few seconds and at the end, and a run of the same plan goes on from there: to the same result, bit
    for bit, as if it had never stopped.

    Raises:
        PlanError: without a limit, or with one that makes no sense.
        RuntimeError: when one round needs more cards than the decks hold.

    """
    if rounds is None and precision is None:
        raise PlanError("say when to stop: a number of rounds, a precision, or both")
    if rounds is not None and not 1 <= rounds <= ROUNDS_MAX:
        raise PlanError(f"{rounds} rounds is not from 1 to {ROUNDS_MAX:,}")
    if precision is not None and not 0 < precision < math.inf:
        raise PlanError(f"precision {precision} is not a positive number")
    return _Run(plan, rounds or ROUNDS_MAX, precision, workers, checkpoint, on_progress, bankroll).go()


class _Run:
    """One run's state: `tally` holds the whole chunks before `chunk`, in order."""

    def __init__(
        self,
        plan: Plan,
        wanted: int,
        precision: float | None,
        workers: Workers,
        checkpoint: Checkpoint | None,
        on_progress: Callable[[Progress], None] | None,
        bankroll: float | None,
    ) -> None:
        self.plan, self.wanted, self.precision, self.workers = plan, wanted, precision, workers
        self.checkpoint, self.on_progress, self.bankroll = checkpoint, on_progress, bankroll
        self.tally, self.chunk, self.seconds_before = Tally.empty(plan), 0, 0.0
        if checkpoint is not None:
            self.chunk, self.tally, self.seconds_before = checkpoint.read(plan)
        self.began = self.saved = time.perf_counter()

    def go(self) -> Result:
        interrupted = False
        pending: deque[Pending] = deque()
        final: Tally | None = None
        try:
            final = self._enough() or self._at_once()
            while final is None:
                while len(pending) < self._window(len(pending)):
                    pending.append(self.workers.submit(self.plan, self.chunk + len(pending)))
                played = pending.popleft().result()
                if self.tally.rounds + played.rounds > self.wanted:
                    final = self._cut()
                    break
                self.tally.add(played)
                self.chunk += 1
                self._tell()
                final = self._enough()
        except KeyboardInterrupt:
            interrupted = True
        if self.checkpoint is not None:
            self.checkpoint.write(self.plan, self.chunk, self.tally, self._seconds())
        return self._result(final or self.tally, interrupted=interrupted)

    def _at_once(self) -> Tally | None:
        """A run of fewer rounds than a chunk has, without playing the whole chunk first."""
        if self.wanted > ROUNDS_AT_ONCE or self.precision is not None or self.chunk:
            return None
        played = play_chunk(self.plan, 0, self.wanted)
        return played if played.rounds == self.wanted else None

    def _window(self, pending: int) -> int:
        """How many chunks to have under way: enough to keep all workers busy, none that will surely be thrown away."""
        most = 2 * self.workers.count
        if self.chunk == 0:
            return max(1, min(most, self.workers.count))
        per_chunk = self.tally.rounds / self.chunk
        still = math.ceil((self.wanted - self.tally.rounds) / per_chunk)
        return max(1, min(most, still)) if pending < most else pending

    def _cut(self) -> Tally:
        """The tally with the chunk in which the wanted rounds are reached, up to there."""
        final = self.tally.copy()
        final.add(play_chunk(self.plan, self.chunk, self.wanted - self.tally.rounds))
        return final

    def _enough(self) -> Tally | None:
        if self.tally.rounds == self.wanted:
            return self.tally
        if self.tally.rounds > self.wanted:
            # A checkpoint that is further than this run wants to go: begin again, it is quick enough.
            self.chunk, self.tally, self.checkpoint = 0, Tally.empty(self.plan), None
            return None
        if self.precision is not None and self.tally.units >= UNITS_FOR_ERROR:
            error = self._result(self.tally).standard_error
            if error <= self.precision:
                return self.tally
        return None

    def _tell(self) -> None:
        now = time.perf_counter()
        if self.checkpoint is not None and now - self.saved >= CHECKPOINT_SECONDS:
            self.checkpoint.write(self.plan, self.chunk, self.tally, self._seconds())
            self.saved = now
        if self.on_progress is not None:
            wanted = None if self.wanted == ROUNDS_MAX else self.wanted
            self.on_progress(Progress(self.tally.rounds, wanted, self._seconds(), self._result(self.tally)))

    def _seconds(self) -> float:
        return self.seconds_before + time.perf_counter() - self.began

    def _result(self, tally: Tally, *, interrupted: bool = False) -> Result:
        return Result(
            plan=self.plan,
            tally=tally,
            seconds=self._seconds(),
            threads=self.workers.count,
            interrupted=interrupted,
            bankroll=self.bankroll,
        )
