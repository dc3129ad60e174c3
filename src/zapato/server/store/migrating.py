"""Bring a file of books to the form that this program knows."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.pool import NullPool

from zapato.hall.ports import StoreError


def configuration(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", "zapato.server.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def upgrade(path: Path) -> None:
    """To the newest revision. `StoreError` where a newer program wrote the file."""
    engine = create_engine(URL.create("sqlite", database=str(path)), poolclass=NullPool)
    with engine.begin() as connection:
        try:
            command.upgrade(configuration(connection), "head")
        except CommandError as error:
            raise StoreError(f"the books at {path} were written by a newer zapato: {error}") from error
