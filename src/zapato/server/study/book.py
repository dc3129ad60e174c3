"""Where learners' progress is kept: a small SQLite file beside the books, or memory. It holds no money, so it has no ledger's care.

The file may be deleted while the server is stopped: learners then begin anew. One that is no database any more is set aside
(`trainer.sqlite3.damaged`) and a new one begun; while it can't be read or written, `StoreError`, as of the books.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

import msgspec
import structlog

from zapato.hall.ports import StoreError
from zapato.trainer.progress import Progress

T = TypeVar("T")

FILE: Final = "trainer.sqlite3"
LEARNERS_MAX: Final = 50_000
BYTES_MAX: Final = 500_000_000
"""Of all that is kept. One whole chart learnt is 63 kB of JSON, 16 kB packed (measured); a learner has eight at most.
The ones who trained longest ago are forgotten first, once an hour."""
FORGET_EVERY_MS: Final = 3_600_000
LOCKED_FOR_S: Final = 5.0

_FORGET: Final = """
DELETE FROM progress WHERE player IN (
    SELECT player FROM (
        SELECT player, row_number() OVER newest AS place, sum(length(body)) OVER newest AS bytes
        FROM progress WINDOW newest AS (ORDER BY used DESC, player)
    ) WHERE place > ? OR bytes > ?
)"""

_decoder = msgspec.json.Decoder(Progress)
_log = structlog.get_logger()


class ProgressBook:
    """Progress by player. One change after another on one thread, so that two tabs of one learner lose nothing."""

    def __init__(self, path: Path | None, learners_max: int = LEARNERS_MAX, bytes_max: int = BYTES_MAX) -> None:
        """Without a path all is kept in memory, and forgotten when the server stops."""
        self._path = path
        self._learners_max, self._bytes_max = learners_max, bytes_max
        self._thread = ThreadPoolExecutor(1, "zapato-trainer")
        self._file: sqlite3.Connection | None = None
        self._forgot_ms: int | None = None

    async def read(self, player: str) -> Progress:
        """What is kept of this player; `StoreError` where the file can't be read now."""
        return await self._on_thread(lambda file: _decoded(_row(file, player), player))

    async def change(self, player: str, now_ms: int, change: Callable[[Progress], Progress]) -> Progress:
        """`change` what is kept of this player, and return what is kept then. `StoreError`: nothing was changed."""

        def work(file: sqlite3.Connection) -> Progress:
            after = change(_decoded(_row(file, player), player))
            with file:
                file.execute(
                    "INSERT INTO progress VALUES (?, ?, ?)"
                    " ON CONFLICT (player) DO UPDATE SET used = excluded.used, body = excluded.body",
                    (player, now_ms, zlib.compress(msgspec.json.encode(after), 1)),
                )
                if self._forgot_ms is None or now_ms - self._forgot_ms >= FORGET_EVERY_MS:
                    file.execute(_FORGET, (self._learners_max, self._bytes_max))
                    self._forgot_ms = now_ms
            return after

        return await self._on_thread(work)

    async def close(self) -> None:
        """Let go of the file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._let_go)
        self._thread.shutdown(wait=False)

    async def _on_thread(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._attempt, work)

    def _attempt(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            try:
                return work(self._opened())
            except sqlite3.DatabaseError as wrong:
                if type(wrong) is not sqlite3.DatabaseError or self._path is None:
                    raise
                # Not locked, full or closed to us: what lies there is no database.
                self._set_aside(self._path, wrong)
                return work(self._opened())
        except (sqlite3.Error, OSError) as error:
            self._let_go()
            raise StoreError(f"the learners' file can't be used: {error}") from error

    def _opened(self) -> sqlite3.Connection:
        if self._file is None:
            # Opened here and used by this one thread; closed by it too, or by nobody where the process ends.
            file = sqlite3.connect(self._path or ":memory:", timeout=LOCKED_FOR_S, check_same_thread=False)
            try:
                file.execute("PRAGMA journal_mode=WAL")
                file.execute("PRAGMA synchronous=NORMAL")
                file.execute(
                    "CREATE TABLE IF NOT EXISTS progress"
                    " (player TEXT PRIMARY KEY, used INTEGER NOT NULL, body BLOB NOT NULL)"
                )
                file.execute("CREATE INDEX IF NOT EXISTS progress_used ON progress (used)")
            except BaseException:
                file.close()
                raise
            self._file = file
        return self._file

    def _let_go(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(sqlite3.Error):
                file.close()

    def _set_aside(self, path: Path, wrong: Exception) -> None:
        self._let_go()
        aside = path.with_name(f"{path.name}.damaged")
        path.replace(aside)
        for rest in ("-wal", "-shm"):
            path.with_name(f"{path.name}{rest}").unlink(missing_ok=True)
        _log.warning(
            "the learners' file is damaged: set aside, and a new one begun", aside=str(aside), error=str(wrong)
        )


def _row(file: sqlite3.Connection, player: str) -> bytes | None:
    row = file.execute("SELECT body FROM progress WHERE player = ?", (player,)).fetchone()
    return row[0] if row else None


def _decoded(body: bytes | None, player: str) -> Progress:
    try:
        return _decoder.decode(zlib.decompress(body)) if body else Progress()
    except (msgspec.DecodeError, zlib.error) as wrong:
        _log.warning("a learner's progress could not be read and begins anew", player=player, error=str(wrong))
        return Progress()
