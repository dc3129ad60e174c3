"""Where learners' progress is kept: a small SQLite file beside the books, or memory. It holds no money, so it has no ledger's care."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import structlog

from zapato.trainer.progress import Progress

LEARNERS_MAX: Final = 50_000
"""Each takes some kilobytes; the one who trained longest ago is forgotten first."""
FILE: Final = "trainer.sqlite3"

_decoder = msgspec.json.Decoder(Progress)
_log = structlog.get_logger()


class ProgressBook:
    """Progress by player. One change at a time, so that two tabs of one learner lose nothing."""

    def __init__(self, path: Path | None) -> None:
        """Without a path all is kept in memory, and forgotten when the server stops."""
        self._lock = asyncio.Lock()
        self._path = path
        self._memory: dict[str, bytes] = {}

    async def read(self, player: str) -> Progress:
        async with self._lock:
            return _decoded(await asyncio.to_thread(self._read, player), player)

    async def change(self, player: str, now_ms: int, change: Callable[[Progress], Progress]) -> Progress:
        """`change` what is kept of this player, and return what is kept then."""
        async with self._lock:
            after = change(_decoded(await asyncio.to_thread(self._read, player), player))
            await asyncio.to_thread(self._write, player, now_ms, msgspec.json.encode(after))
            return after

    def _read(self, player: str) -> bytes | None:
        if self._path is None:
            return self._memory.get(player)
        with contextlib.closing(_open(self._path)) as file:
            row = file.execute("SELECT body FROM progress WHERE player = ?", (player,)).fetchone()
        return row[0] if row else None

    def _write(self, player: str, now_ms: int, body: bytes) -> None:
        if self._path is None:
            self._memory.pop(player, None)
            self._memory[player] = body
            while len(self._memory) > LEARNERS_MAX:
                del self._memory[next(iter(self._memory))]
            return
        with contextlib.closing(_open(self._path)) as file, file:
            file.execute(
                "INSERT INTO progress VALUES (?, ?, ?)"
                " ON CONFLICT (player) DO UPDATE SET used = excluded.used, body = excluded.body",
                (player, now_ms, body),
            )
            file.execute(
                "DELETE FROM progress WHERE player IN"
                " (SELECT player FROM progress ORDER BY used DESC LIMIT -1 OFFSET ?)",
                (LEARNERS_MAX,),
            )


def _open(path: Path) -> sqlite3.Connection:
    """A connection for one reading or writing: a learner answers every few seconds, and nothing is left open at the end."""
    file = sqlite3.connect(path, timeout=5)
    file.execute("PRAGMA journal_mode=WAL")
    file.execute(
        "CREATE TABLE IF NOT EXISTS progress (player TEXT PRIMARY KEY, used INTEGER NOT NULL, body BLOB NOT NULL)"
    )
    file.execute("CREATE INDEX IF NOT EXISTS progress_used ON progress (used)")
    return file


def _decoded(body: bytes | None, player: str) -> Progress:
    try:
        return _decoder.decode(body) if body else Progress()
    except msgspec.DecodeError as wrong:
        _log.warning("a learner's progress could not be read and begins anew", player=player, error=str(wrong))
        return Progress()
