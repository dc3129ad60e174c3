"""Bring a file of books to the form that this program knows."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.pool import NullPool

from zapato.hall.ports import StoreError


def configuration(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", "zapato.server.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def upgrade(path: Path, connect: Callable[[Path], sqlite3.Connection]) -> None:
    """To the newest revision, in one transaction: killed on the way, the file is as it was.

    Raises:
        StoreError: a newer program wrote the file.
    """
    engine = create_engine("sqlite://", creator=lambda: connect(path), poolclass=NullPool)
    # Python's own handling of transactions leaves CREATE TABLE outside; `connect` gives a connection without it.
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as connection:
        try:
            command.upgrade(configuration(connection), "head")
        except CommandError as error:
            raise StoreError(f"the books at {path} were written by a newer zapato: {error}") from error
