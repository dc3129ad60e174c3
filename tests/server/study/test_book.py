"""The learners' file: it outlives the server, stays within its bounds, and is no reason for a page to fail for good."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from server.fake_hall import FakeHall
from server.harness import running
from zapato.hall.ports import StoreError
from zapato.server.study import training
from zapato.server.study.book import FORGET_EVERY_MS, ProgressBook
from zapato.trainer.progress import Progress, answered

HAND = {"rules": "thot", "hand": "Ks 6h", "up": "Tc", "choice": "stand"}


def missed(cell: str = "hard-16-10") -> Callable[[Progress], Progress]:
    return lambda kept: answered(kept, "thot", cell, right=False, cost=0.1, now_ms=1)


@contextlib.asynccontextmanager
async def opened(path: Path | None, **bounds: int) -> AsyncIterator[ProgressBook]:
    book = ProgressBook(path, **bounds)
    yield book
    await book.close()


async def test_progress_outlives_the_server(tmp_path: Path) -> None:
    path = tmp_path / "trainer.sqlite3"
    async with opened(path) as book:
        await book.change("p", 1, missed())
    async with opened(path) as book:
        assert (await book.read("p")).tables["thot"].cells["hard-16-10"].wrong == 1
        assert await book.read("q") == Progress()


@pytest.mark.parametrize("bounds", [{"learners_max": 3}, {"bytes_max": 560}], ids=["learners", "bytes"])
async def test_who_trained_longest_ago_is_forgotten_once_an_hour(bounds: dict[str, int]) -> None:
    # A row of these takes some 150 bytes: three of them are within the bound, four are not.
    async with opened(None, **bounds) as book:
        for number in range(6):
            await book.change(f"p{number}", number, missed())
        assert (await book.read("p0")).tables, "not before the hour is over"
        await book.change("p6", FORGET_EVERY_MS, missed())
        kept = [number for number in range(7) if (await book.read(f"p{number}")).tables]

    assert kept == [4, 5, 6]


async def test_a_file_that_is_no_database_is_set_aside_and_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "trainer.sqlite3"
    path.write_bytes(b"not a database, and long enough to look like one" * 200)
    async with opened(path) as book:
        assert await book.read("p") == Progress()
        await book.change("p", 1, missed())
        assert (await book.read("p")).tables["thot"].hands == 1

    assert path.with_name("trainer.sqlite3.damaged").read_bytes().startswith(b"not a database")


async def test_a_damaged_row_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "trainer.sqlite3"
    async with opened(path) as book:
        await book.change("p", 1, missed())
    with contextlib.closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE progress SET body = x'00ff'")
    async with opened(path) as book:
        assert await book.read("p") == Progress()


async def test_a_file_that_cannot_be_used_is_said_and_changes_nothing(tmp_path: Path) -> None:
    # A folder in its place stands for a disk that is full, locked or gone.
    path = tmp_path / "trainer.sqlite3"
    path.mkdir()
    async with opened(path) as book:
        with pytest.raises(StoreError, match="learners' file"):
            await book.change("p", 1, missed())
        path.rmdir()
        await book.change("p", 1, missed())
        assert (await book.read("p")).tables["thot"].hands == 1


async def test_the_page_says_503_and_goes_on_once_the_file_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "trainer.sqlite3"
    path.mkdir()
    book = ProgressBook(path)
    monkeypatch.setattr(training, "book_of", lambda _: book)
    async with running(FakeHall()) as here:
        refused: Any = await here.http.post("/api/trainer/answer", json=HAND)
        path.rmdir()
        kept = await here.http.post("/api/trainer/answer", json=HAND)
    await book.close()

    assert (refused.status_code, refused.json()["refusal"]["code"]) == (503, "not-saved")
    assert kept.json()["progress"]["hands"] == 1
