"""Runs of the simulator: who asked for which, whose turn it is, what came of it, and when it is forgotten.

One worker at a time: on two cores a second one would take the tables' processor. Whoever comes meanwhile waits in order. Clock,
ids and worker processes are given, so that tests choose them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal, Protocol

import structlog

from zapato.server.study.simulator.orders import Finished, Impossible, News, Order, SoFar

WORKERS: Final = 1
WAITING_MAX: Final = 8
"""Runs waiting for a worker; at a minute each for the longest that is a wait of minutes, not hours."""
SECONDS_MAX: Final = 300.0
"""For one run: twice what the longest takes on a slow machine. One that takes longer has its worker ended."""
KEPT_EACH: Final = 5
"""Ended runs of one visitor; the oldest goes first."""
KEPT_MAX: Final = 200
"""Of all visitors together: at 10 kB for most, 300 kB at worst, no more than 60 MB."""
KEPT_S: Final = 3_600.0

State = Literal["waiting", "running", "done", "cancelled", "failed"]
Reason = Literal["", "worker-died", "too-long", "impossible", "no-worker"]
Refusal = Literal["one-run", "queue-full", "stopping", "no-such-run"]

_log = structlog.get_logger()


class RunRefused(Exception):  # noqa: N818 - a refusal, not a fault
    """What is asked can't be had now; `code` says why."""

    def __init__(self, code: Refusal, run: Run | None = None) -> None:
        super().__init__(code)
        self.code: Refusal = code
        self.run = run
        """The visitor's own run that is in the way, for `one-run`."""


class Worker(Protocol):
    """A process that plays one order."""

    async def news(self) -> News | None:
        """The next thing it says; None once it has ended."""
        ...

    async def end(self) -> int:
        """End it, and wait until it is gone; its exit code."""
        ...


Launch = Callable[[Order], Awaitable[Worker]]


@dataclass
class Run:
    """One run of one visitor. `exact` is what the odds engine says of the same strategy, per initial bet."""

    id: str
    visitor: str
    order: Order
    exact: float
    state: State = "waiting"
    so_far: SoFar | None = None
    result: Finished | None = None
    reason: Reason = ""
    why: str = ""
    """In the simulator's own words, for `impossible`."""
    ended_at: float = 0.0
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def over(self) -> bool:
        return self.state in {"done", "cancelled", "failed"}


class Runs:
    """All runs of this server, at most so many at work, so many waiting and so many kept."""

    def __init__(self, launch: Launch, monotonic: Callable[[], float], fresh_id: Callable[[], str]) -> None:
        self._launch, self._monotonic, self._fresh_id = launch, monotonic, fresh_id
        self._runs: dict[str, Run] = {}
        self._waiting: deque[Run] = deque()
        self._working: set[asyncio.Task[None]] = set()
        self._closed = False

    def admit(self, visitor: str) -> None:
        """Whether a run of this visitor can be had now. Raises RunRefused: `one-run`, `queue-full`, `stopping`."""
        self._forget()
        if self._closed:
            raise RunRefused("stopping")
        own = next((run for run in self._runs.values() if run.visitor == visitor and not run.over), None)
        if own is not None:
            raise RunRefused("one-run", own)
        if len(self._waiting) >= WAITING_MAX:
            raise RunRefused("queue-full")

    def start(self, visitor: str, order: Order, exact: float) -> Run:
        """A new run, at work or waiting. Raises RunRefused as `admit` does."""
        self.admit(visitor)
        run = Run(self._fresh_id(), visitor, order, exact)
        self._runs[run.id] = run
        self._waiting.append(run)
        self._next()
        return run

    def find(self, visitor: str, id: str) -> Run:  # noqa: A002
        """The visitor's run of that id. Raises RunRefused `no-such-run`, also where it is somebody else's."""
        self._forget()
        run = self._runs.get(id)
        if run is None or run.visitor != visitor:
            raise RunRefused("no-such-run")
        return run

    def place(self, run: Run) -> int:
        """How many runs come before this waiting one, those at work included; 0 where it does not wait."""
        return len(self._working) + self._waiting.index(run) if run in self._waiting else 0

    def cancel(self, visitor: str, id: str) -> Run:  # noqa: A002
        """End it now; one that is over stays as it is. Raises RunRefused `no-such-run`."""
        run = self.find(visitor, id)
        if run.over:
            return run
        if run in self._waiting:
            self._waiting.remove(run)
        self._over(run, "cancelled")
        if run.task is not None:
            run.task.cancel()
        return run

    async def close(self) -> None:
        """Take no more, end all workers, and return once they are gone."""
        self._closed = True
        self._waiting.clear()
        # Whoever is over already is ending its worker: cancelled a second time, it would not wait for that.
        for run in [run for run in self._runs.values() if not run.over]:
            self._over(run, "cancelled")
            if run.task is not None:
                run.task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)

    # ------------------------------------------------------------- inside

    def _next(self) -> None:
        while self._waiting and len(self._working) < WORKERS and not self._closed:
            run = self._waiting.popleft()
            run.state = "running"
            run.task = asyncio.create_task(self._work(run), name=f"run {run.id[:6]}")
            self._working.add(run.task)
            run.task.add_done_callback(partial(self._worked, run))

    def _worked(self, run: Run, task: asyncio.Task[None]) -> None:
        self._working.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            _log.error("a run broke", exc_info=fault)
        self._over(run, "failed", "worker-died")
        self._next()

    async def _work(self, run: Run) -> None:
        starting = asyncio.ensure_future(self._launch(run.order))
        try:
            worker = await asyncio.shield(starting)
        except asyncio.CancelledError:
            # Half started, it would be nobody's: let it start, to end it.
            await (await starting).end()
            raise
        except OSError as wrong:
            _log.warning("no worker for a run", error=str(wrong))
            self._over(run, "failed", "no-worker")
            return
        try:
            async with asyncio.timeout(SECONDS_MAX):
                await self._listen(run, worker)
        except TimeoutError:
            self._over(run, "failed", "too-long")
        finally:
            code = await worker.end()
            if run.reason == "worker-died":
                _log.warning("a worker died", code=code, order=run.order)

    async def _listen(self, run: Run, worker: Worker) -> None:
        while not run.over:
            match await worker.news():
                case SoFar() as so_far:
                    run.so_far = so_far
                case Finished() as result:
                    run.result = result
                    self._over(run, "done")
                case Impossible(why):
                    run.why = why
                    self._over(run, "failed", "impossible")
                case None:
                    self._over(run, "failed", "worker-died")

    def _over(self, run: Run, state: State, reason: Reason = "") -> None:
        if run.over:
            return
        run.state, run.reason, run.ended_at = state, reason, self._monotonic()
        kept = [one for one in self._runs.values() if one.over and one.visitor == run.visitor]
        for one in sorted(kept, key=lambda one: one.ended_at)[:-KEPT_EACH]:
            del self._runs[one.id]

    def _forget(self) -> None:
        """What ended too long ago, and the oldest of what is too much."""
        now = self._monotonic()
        over = sorted((run for run in self._runs.values() if run.over), key=lambda run: run.ended_at)
        for place, run in enumerate(over):
            if now - run.ended_at >= KEPT_S or len(over) - place > KEPT_MAX:
                del self._runs[run.id]
