"""A process that dies at a chosen point between two writes.

Every statement of the writer has two points, before and after it: so begins, inserts, savepoints and commits are
all covered. At the chosen one the writing thread stops for good and its connection is closed, which for the file
is what `kill -9` is: whatever was not committed is gone.
"""

from __future__ import annotations

import sqlite3

from zapato.server.store import sqlite


class Killed(BaseException):
    """No `except Exception` of ours may catch it."""


class Points:
    """Counts the points that pass; dies at number `at` (None: never)."""

    def __init__(self, at: int | None = None) -> None:
        self.at = at
        self.labels: list[str] = []

    def passing(self, label: str) -> None:
        self.labels.append(label)
        if len(self.labels) == self.at:
            raise Killed(label)

    @property
    def died(self) -> bool:
        return self.at is not None and len(self.labels) >= self.at

    def connect(self, path):
        """For `SqliteStore.open(..., connect=)`."""
        points = self

        class Mortal(sqlite3.Connection):
            def execute(self, statement, *arguments):
                label = " ".join(statement.split())[:40]
                writes = not label.startswith("PRAGMA")
                if writes:
                    points.passing(f"before {label}")
                done = super().execute(statement, *arguments)
                if writes:
                    points.passing(f"after {label}")
                return done

        return sqlite.connect(path, Mortal)
