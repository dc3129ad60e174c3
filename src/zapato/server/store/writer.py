"""The one thread that writes. Changes that wait while the disk is busy share the next commit.

With a commit each, SQLite makes some hundreds of durable changes a second; grouped, thousands (benchmarks/bench_store.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from zapato.hall.ports import Done, Outcome, StoreError

log = logging.getLogger(__name__)

Job = Callable[[sqlite3.Connection], Outcome]

GROUP_MAX: Final = 256
"""Changes in one commit: enough that the disk's sync is a small part, few enough that nobody waits long for the others."""


class _Waiting(NamedTuple):
    job: Job
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Outcome]


class Writer:
    """Owns `connection` (in autocommit mode, usable from another thread) until `close`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._door = threading.Lock()
        self._gone = False
        """Changes only behind the door: after it nothing more is put in the queue."""
        self._thread = threading.Thread(target=self._work, name="zapato-writer", daemon=True)
        self._thread.start()

    async def run(self, job: Job) -> Outcome:
        """The job's outcome once it is durable; `StoreError` where it could not be made so."""
        loop = asyncio.get_running_loop()
        waiting = _Waiting(job, loop, loop.create_future())
        with self._door:
            if self._gone:
                raise StoreError("the books are closed")
            self._queue.put(waiting)
        # A caller who is cancelled does not take the change back: it may be in the middle of its commit.
        return await asyncio.shield(waiting.future)

    async def close(self) -> None:
        """Commit what waits, then close the connection."""
        with self._door:
            self._gone = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        group: list[_Waiting] = []
        try:
            while not self._gone or not self._queue.empty():
                group = self._next_group()
                if group:
                    _tell(group, self._make(group))
        finally:
            # Closing is the end; dying on the way (a fault of ours) must not leave anybody waiting for ever.
            with self._door:
                self._gone = True
            with contextlib.suppress(sqlite3.Error):
                self._connection.rollback()  # closing alone keeps the lock while somebody holds a cursor
            self._connection.close()
            while group or not self._queue.empty():
                _tell(group, [StoreError("the writer has stopped")] * len(group))
                group = self._next_group(wait=False)

    def _next_group(self, *, wait: bool = True) -> list[_Waiting]:
        group: list[_Waiting] = []
        with contextlib.suppress(queue.Empty):
            while len(group) < GROUP_MAX:
                waiting = self._queue.get(block=wait and not group)
                if waiting is None:
                    break
                group.append(waiting)
        return group

    def _make(self, group: list[_Waiting]) -> list[Outcome | StoreError]:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [self._make_one(waiting.job) for waiting in group]
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            return [StoreError(str(error)) for _ in group]
        return outcomes

    def _make_one(self, job: Job) -> Outcome | StoreError:
        """A job that is not done leaves no trace, and does not disturb the others of its group."""
        self._connection.execute("SAVEPOINT one")
        outcome: Outcome | StoreError
        try:
            outcome = job(self._connection)
        except sqlite3.IntegrityError as error:
            outcome = StoreError(str(error))
        except sqlite3.Error:
            raise  # the disk's fault, and so the whole group's
        except Exception:
            # A fault of ours costs the command that has it, not the hall.
            log.exception("a change could not be written")
            outcome = StoreError("a fault in writing the change: nothing of it was kept")
        if not isinstance(outcome, Done):
            self._connection.execute("ROLLBACK TO one")
        self._connection.execute("RELEASE one")
        return outcome


def _tell(group: list[_Waiting], outcomes: Iterable[Outcome | StoreError]) -> None:
    """One call into each event loop for the whole group."""
    told: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Outcome], Outcome | StoreError]]] = {}
    for waiting, outcome in zip(group, outcomes, strict=True):
        told.setdefault(waiting.loop, []).append((waiting.future, outcome))
    for loop, pairs in told.items():
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile: nobody waits there
            loop.call_soon_threadsafe(_resolve, pairs)


def _resolve(pairs: list[tuple[asyncio.Future[Outcome], Outcome | StoreError]]) -> None:
    for future, outcome in pairs:
        if future.done():
            continue
        if isinstance(outcome, StoreError):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
