"""`zapato books`: the host's own auditor, which believes the transfers and nothing else."""

import asyncio
import json
import sqlite3

import pytest

from zapato import cli, ledger
from zapato.hall.ports import Change, Player
from zapato.hall.purse import grant
from zapato.server.settings import BOOKS
from zapato.server.store import SqliteStore


@pytest.fixture
def data(tmp_path):
    """One guest who has won 100, and has 200 in play."""

    async def play():
        store = SqliteStore.open(tmp_path / BOOKS)
        bet = ledger.put_on_felt("escribas", 1, "ana", 1, 100, "bet")
        won = ledger.settle("escribas", 1, "ana", 100, 200)
        open_bet = ledger.put_on_felt("escribas", 2, "ana", 1, 200, "bet")
        await store.commit(
            Change(1, newcomer=Player("ana", "Ana", "h", 1), transfers=(grant("ana"), bet, *won, open_bet))
        )
        await store.close()

    asyncio.run(play())
    return tmp_path


def run(data, *arguments):
    return cli.run(["books", "--data", str(data), *arguments])


def tamper(data, *statements):
    """As somebody with the file and no scruples would: the guards out of the way first."""
    connection = sqlite3.connect(data / BOOKS)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("PRAGMA ignore_check_constraints=ON")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_sound_books_add_up(data, capsys):
    """Exit code 0; where the money is, by kind of account."""
    assert run(data, "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report == {
        "transfers": 5,
        "accounts": 5,
        "players": 1,
        "in_purses": 9_900,
        "in_play": 200,
        "houses": -100,
        "bank": -10_000,
        "faults": [],
    }
    assert run(data) == 0
    assert "every debén is accounted for" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            "UPDATE account SET balance = 99999 WHERE name = 'purse:ana'",
            "purse:ana holds 99,999; its transfers come to",
        ),
        ("DELETE FROM transfer WHERE reason = 'win'", "went 100 below zero"),
        ("UPDATE transfer SET amount = 9 WHERE reason = 'grant'", "below zero"),
        ("DELETE FROM account WHERE name = 'bank'", "instead of 0"),
        (
            "INSERT INTO transfer VALUES (9, 'x', 'stake:escribas:1:ana', 'purse:ana', 1, 'payout', 1)",
            "stake:escribas:1:ana was paid out 2 times",
        ),
    ],
)
def test_every_kind_of_tampering_is_named(data, capsys, statement, said):
    """Exit code 1, and a line for each fault: also where the database's own guards were taken away."""
    tamper(data, statement)
    assert run(data) == 1
    shown = capsys.readouterr().out
    assert said in shown
    assert "something does not add up" in shown


def test_it_reads_while_the_hall_is_open(data, capsys):
    """A host need not close to look: the audit neither waits for the server nor writes."""

    async def look():
        store = SqliteStore.open(data / BOOKS)
        try:
            return run(data)
        finally:
            await store.close()

    assert asyncio.run(look()) == 0
    assert "every debén" in capsys.readouterr().out


@pytest.mark.parametrize("content", [None, b"a letter to the bank" * 200])
def test_no_books_are_one_line_and_exit_code_2(tmp_path, capsys, content):
    """A wrong folder or file gives a sentence."""
    if content:
        (tmp_path / BOOKS).write_bytes(content)
    assert run(tmp_path) == 2
    error = capsys.readouterr().err
    assert "books at" in error
    assert len(error.strip().splitlines()) == 1
