"""Every store answers the same suite: `store` is each of them in turn, `reopen` the same books after a restart."""

import pytest

from zapato.hall.ports import Bounds
from zapato.server.store import MemoryStore, SqliteStore

BOUNDS = Bounds(answers_per_player=4, records_per_table=3, proofs_per_table=2)
"""Small, so that tests reach them."""


class Kept:
    """One set of books that can be closed and opened again."""

    def __init__(self, kind, path):
        self._kind = kind
        self._path = path
        self.store = self._open()

    def _open(self):
        if self._kind == "memory":
            return MemoryStore(bounds=BOUNDS)
        return SqliteStore.open(self._path, bounds=BOUNDS)

    async def reopen(self):
        await self.store.close()
        self.store = self.store.reopened() if self._kind == "memory" else self._open()
        return self.store


@pytest.fixture(params=["memory", "sqlite"])
async def books(request, tmp_path):
    books = Kept(request.param, tmp_path / "books.sqlite3")
    yield books
    await books.store.close()


@pytest.fixture
def store(books):
    return books.store
