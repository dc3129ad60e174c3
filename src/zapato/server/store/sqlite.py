"""The books in one SQLite file: write-ahead log, every commit synced to disk, one writing thread, some readers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from zapato.hall.ports import KEPT, Bounds, Change, Holdings, Kept, Outcome, Player, StoreError
from zapato.ledger import Transfer
from zapato.server.store import changes, migrating, reading
from zapato.server.store.lock import FolderLock
from zapato.server.store.writer import Writer
from zapato.table import names

T = TypeVar("T")
Connect = Callable[[Path], sqlite3.Connection]

LOCKED_WAIT_S: Final = 2.0
"""How long a write waits for another program that holds the file (a backup, a host's own query) before it is refused."""
READERS: Final = 2
"""Reads are short; two threads keep one slow one from holding up the rest."""


def connect(path: Path, factory: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    """A connection for the writer."""
    connection = sqlite3.connect(
        path, timeout=LOCKED_WAIT_S, isolation_level=None, check_same_thread=False, factory=factory
    )
    try:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "recursive_triggers=ON"):
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


class SqliteStore:
    """Answers `zapato.hall.ports.Store`. Get one from `open`."""

    def __init__(self, writer: Writer, engine: Engine, lock: FolderLock, bounds: Bounds) -> None:
        self._writer = writer
        self._engine = engine
        self._lock = lock
        self._bounds = bounds
        self._readers = ThreadPoolExecutor(READERS, "zapato-reader")

    @classmethod
    def open(cls, path: Path, *, bounds: Bounds = KEPT, connect: Connect = connect) -> Self:
        """Make or migrate the file at `path` and begin. `StoreError` where that cannot be, `StoreInUseError` where another has it."""
        with contextlib.ExitStack() as undo:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                lock = FolderLock(path.with_name(path.name + ".lock"))
                undo.callback(lock.release)
                # Tokens' hashes and shoes' seeds are in there: for the owner's eyes only.
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
                # Its errors reach the log, and what is asked of the books may be a cookie's hash.
                engine = create_engine(URL.create("sqlite", database=str(path)), hide_parameters=True)
                undo.callback(engine.dispose)
                event.listen(engine, "connect", _prepare_reader)
                connection = connect(path)
                undo.callback(connection.close)
                _check_whole(connection)
                migrating.upgrade(path, connect)
            except (OSError, sqlite3.Error, SQLAlchemyError) as error:
                raise StoreError(f"the books at {path} cannot be opened: {error}") from error
            undo.pop_all()
        return cls(Writer(connection), engine, lock, bounds)

    async def commit(self, change: Change) -> Outcome:
        return await self._writer.run(partial(changes.make, change=change, bounds=self._bounds))

    async def load(self, table: str) -> Kept:
        return await self._read(reading.table, table)

    async def player_by_token(self, token_hash: str) -> Player | None:
        return await self._read(reading.player_by_token, token_hash)

    async def player(self, player: str) -> Player | None:
        return await self._read(reading.player, player)

    async def holdings(self, player: str) -> Holdings:
        return await self._read(reading.holdings, player)

    async def refilled_ms(self, player: str) -> int | None:
        return await self._read(reading.refilled_ms, player)

    async def record(self, record_id: str) -> bytes | None:
        parsed = names.parse(record_id)
        return await self._read(reading.record, *parsed) if parsed else None

    async def proof(self, proof_id: str) -> bytes | None:
        parsed = names.parse(proof_id)
        return await self._read(reading.proof, *parsed) if parsed else None

    async def transfers(self, after: int = 0, most: int = 10_000) -> tuple[tuple[int, Transfer], ...]:
        return await self._read(reading.transfers, after, most)

    async def balances(self) -> dict[str, int]:
        return await self._read(reading.balances)

    async def close(self) -> None:
        await self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()
        self._lock.release()

    async def _read(self, read: Callable[..., T], *arguments: object) -> T:
        try:
            reading = asyncio.get_running_loop().run_in_executor(self._readers, self._read_now, read, arguments)
        except RuntimeError:  # the readers were shut down
            raise StoreError("the books are closed") from None
        try:
            return await reading
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StoreError(str(error)) from error

    def _read_now(self, read: Callable[..., T], arguments: tuple[object, ...]) -> T:
        with self._engine.connect() as connection:
            return read(connection, *arguments)


def _check_whole(connection: sqlite3.Connection) -> None:
    """`sqlite3.DatabaseError` where the file is damaged: to play on over broken pages would lose more. Half a second for 100 MB."""
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(f"the file is damaged, bring back a copy of it ({' '.join(found.split())})")


def _prepare_reader(connection: Any, _record: object) -> None:
    for pragma in ("query_only=ON", f"busy_timeout={int(LOCKED_WAIT_S * 1000)}"):
        connection.execute(f"PRAGMA {pragma}")
