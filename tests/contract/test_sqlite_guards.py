"""What only a database can promise: that it refuses by itself, and what happens when the disk or the file fails."""

import asyncio
import sqlite3
import subprocess
import sys
import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from zapato import ledger
from zapato.hall.ports import Change, Done, Journal, Player, Snapshot, StoreError
from zapato.invariant import InvariantError
from zapato.ledger import BANK, Transfer, purse
from zapato.server.store import SqliteStore, StoreInUseError, reading, schema, sqlite, writer

GRANT = Transfer("grant:ana", BANK, purse("ana"), 10_000, "grant")


def bet(number, amount=100):
    return ledger.put_on_felt("escribas", 1, "ana", number, amount, "bet")


@pytest.fixture
async def path(tmp_path):
    """A file of books with one player, a bet, a table of three events and a snapshot after the second."""
    path = tmp_path / "books.sqlite3"
    store = SqliteStore.open(path)
    await store.commit(
        Change(
            1,
            newcomer=Player("ana", "Ana", "h", 1),
            transfers=(GRANT, bet(1)),
            journal=Journal("escribas", 0, (b"1", b"2")),
            snapshot=Snapshot("escribas", 2, b"s"),
        )
    )
    await store.commit(Change(1, journal=Journal("escribas", 2, (b"3",))))
    await store.close()
    return path


TRANSFER = "INSERT INTO transfer (id, debit, credit, amount, reason, at_ms) VALUES "


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param(TRANSFER + "('x', 'purse:ana', 'bank', 9901, 'bet', 1)", id="a purse below zero"),
        pytest.param(TRANSFER + "('x', 'stake:escribas:1:ana', 'bank', 101, 'bet', 1)", id="a stake below zero"),
        pytest.param(TRANSFER + "('grant:ana', 'bank', 'purse:ana', 1, 'grant', 1)", id="an id twice"),
        pytest.param(TRANSFER + "('x', 'bank', 'purse:nobody', 1, 'grant', 1)", id="to no account"),
        pytest.param(TRANSFER + "('x', 'bank', 'bank', 1, 'grant', 1)", id="to itself"),
        pytest.param(TRANSFER + "('x', 'bank', 'purse:ana', 0, 'grant', 1)", id="nothing"),
        pytest.param(TRANSFER + "('x', 'bank', 'purse:ana', -5, 'grant', 1)", id="less than nothing"),
        pytest.param(TRANSFER + "('x', 'bank', 'purse:ana', 1.5, 'grant', 1)", id="half a debén"),
        pytest.param(TRANSFER + "('x', 'bank', 'purse:ana', 'all', 'grant', 1)", id="a word"),
        pytest.param(TRANSFER + "('x', 'bank', 'purse:ana', 1000000000001, 'grant', 1)", id="more than the most"),
        pytest.param(TRANSFER + "('x', 'bank', 'purse:ana', 1000000000000, 'grant', 1)", id="a purse past the most"),
        pytest.param(TRANSFER + "('', 'bank', 'purse:ana', 1, 'grant', 1)", id="no id"),
        "UPDATE transfer SET amount = 1",
        "DELETE FROM transfer",
        "INSERT OR REPLACE INTO transfer VALUES (1, 'y', 'bank', 'purse:ana', 5, 'grant', 1)",
        "INSERT OR REPLACE INTO transfer VALUES (9, 'grant:ana', 'bank', 'purse:ana', 5, 'grant', 1)",
        "UPDATE account SET balance = 20000 WHERE name = 'purse:ana'",
        "UPDATE account SET balance = balance + 10000, moved_by = 1 WHERE name = 'purse:ana'",
        "UPDATE account SET balance = balance + 10000, moved_by = 3 WHERE name = 'purse:ana'",
        "UPDATE account SET name = 'purse:eva' WHERE name = 'purse:ana'",
        "UPDATE account SET owner = 'eva' WHERE name = 'purse:ana'",
        "DELETE FROM account WHERE name = 'stake:escribas:1:ana'",
        "INSERT INTO account VALUES ('purse:eva', 'eva', 500, 0)",
        "INSERT OR REPLACE INTO account VALUES ('purse:ana', 'ana', 0, 0)",
        "UPDATE event SET body = x'00'",
        "DELETE FROM event WHERE version = 3",
        "INSERT INTO event VALUES ('escribas', 5, x'00')",
        "INSERT OR REPLACE INTO event VALUES ('escribas', 3, x'00')",
        "UPDATE card_table SET version = 1",
        "UPDATE card_table SET snapshot_version = 9",
        "INSERT INTO player VALUES ('ana', 'Eva', 'x', 1)",
        "INSERT INTO player VALUES ('eva', 'Eva', 'h', 1)",
    ],
)
def test_the_database_itself_refuses(path, statement):
    """Any program with the file in hand, ours or not: no statement makes, loses or hides a debén or a fact."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys=ON")
    before = list(connection.iterdump())

    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement)

    connection.rollback()
    assert list(connection.iterdump()) == before
    connection.close()


def test_a_good_transfer_by_hand_moves_both_balances(path):
    """The guards above refuse for their own reason, not because nothing works."""
    connection = sqlite3.connect(path)
    connection.execute(TRANSFER + "('x', 'purse:ana', 'bank', 9900, 'bet', 1)")

    balances = dict(connection.execute("SELECT name, balance FROM account"))

    assert balances == {"bank": -100, "purse:ana": 0, "stake:escribas:1:ana": 100}
    connection.close()


def test_the_migrations_make_what_the_code_reads(path):
    """Schema in code and schema on disk are one: nothing is left to migrate."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


async def test_opening_again_migrates_nothing_and_keeps_all(path):
    """A second start finds the first one's books."""
    store = SqliteStore.open(path)
    assert (await store.holdings("ana")).purse == 9_900
    assert (await store.load("escribas")).events == (b"3",)
    await store.close()


class KilledError(BaseException):
    """Nothing of ours catches it."""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_killed_in_the_middle_of_the_first_start(tmp_path):
    """Between any two statements of the migration: the next start finds a file it can begin with."""

    def start(path, dies_at):
        passed = []

        class Cursor(sqlite3.Cursor):
            def execute(self, statement, *arguments):
                passed.append(statement)
                if len(passed) == dies_at:
                    raise KilledError
                return super().execute(statement, *arguments)

        class Mortal(sqlite3.Connection):
            def cursor(self, factory=Cursor):
                return super().cursor(factory)

        store = SqliteStore.open(path, connect=lambda path: sqlite.connect(path, Mortal))
        asyncio.run(store.close())
        return len(passed)

    steps = start(tmp_path / "whole.sqlite3", None)
    assert steps > 30
    for at in range(1, steps + 1, 3):
        path = tmp_path / f"{at}.sqlite3"
        with pytest.raises(KilledError):
            start(path, at)
        asyncio.run(SqliteStore.open(path).close())


def test_books_of_a_newer_program_are_left_alone(path):
    """An older program does not guess at a form that it does not know."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()

    with pytest.raises(StoreError, match="newer zapato"):
        SqliteStore.open(path)


def test_a_second_program_on_the_same_books_is_refused(path):
    """Two servers on one file would both play its tables. The lock goes with the process that held it."""
    holder = "import sys, zapato.server.store as s, pathlib; s.SqliteStore.open(pathlib.Path(sys.argv[1])); print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", holder, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(StoreInUseError, match="another zapato"):
            SqliteStore.open(path)
        other.kill()
        other.wait()
    store = SqliteStore.open(path)
    asyncio.run(store.close())


@pytest.mark.parametrize("what", ["a folder", "no database"])
def test_what_is_no_book_is_refused_in_one_error(tmp_path, what):
    """A wrong --data gives a sentence, not a traceback of the driver."""
    path = tmp_path / "books.sqlite3"
    if what == "a folder":
        path.mkdir()
    else:
        path.write_bytes(b"this is a letter, not a database" * 100)

    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore.open(path)


def test_a_damaged_file_is_told_at_once_and_not_played_on(path):
    # A broken page that nothing reads at the start would come to light in the middle of somebody's round.
    whole = path.read_bytes()
    page = 4096
    path.write_bytes(whole[: 2 * page] + b"\xa5" * (6 * page) + whole[8 * page :])

    with pytest.raises(StoreError, match="damaged"):
        SqliteStore.open(path)


async def test_a_full_disk_moves_nothing_and_later_all_works_again(path):
    """SQLite's own «database or disk is full», made by a limit on pages; then the host makes room."""
    made = []

    def connect(path):
        made.append(sqlite.connect(path))
        return made[-1]

    store = SqliteStore.open(path, connect=connect)
    before = (await store.balances(), await store.load("escribas"), await store.transfers())
    pages = made[0].execute("PRAGMA page_count").fetchone()[0]
    made[0].execute(f"PRAGMA max_page_count={pages + 2}")
    big = Change(1, transfers=(bet(2),), journal=Journal("escribas", 3, (b"x" * 50_000,)))

    with pytest.raises(StoreError, match="full"):
        await store.commit(big)

    assert (await store.balances(), await store.load("escribas"), await store.transfers()) == before
    made[0].execute("PRAGMA max_page_count=1000000")
    assert await store.commit(big) == Done()
    assert (await store.holdings("ana")).in_play == 200
    await store.close()


async def test_a_file_held_by_another_program_is_an_error_not_a_wait_for_ever(path, monkeypatch):
    """A backup tool holds the write lock: refused after a short wait, nothing moved, good again afterwards."""
    monkeypatch.setattr(sqlite, "LOCKED_WAIT_S", 0.05)
    store = SqliteStore.open(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(StoreError, match="locked"):
        await store.commit(Change(1, transfers=(bet(2),)))

    other.execute("ROLLBACK")
    other.close()
    assert (await store.holdings("ana")).in_play == 100
    assert await store.commit(Change(1, transfers=(bet(2),))) == Done()
    await store.close()


async def test_what_a_failed_read_tells_the_log_holds_no_secret(path):
    """SQLAlchemy prints the values it asked with: of a player's read that is the hash of their cookie."""
    store = SqliteStore.open(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("ALTER TABLE player RENAME TO elsewhere")

    with pytest.raises(StoreError, match="no such table") as failed:
        await store.player_by_token("5eed5eed")

    assert "5eed5eed" not in str(failed.value)
    other.close()
    await store.close()


async def test_a_fault_of_ours_in_a_read_is_not_put_down_to_the_disk(path, monkeypatch):
    """Called a StoreError it would be retried for ever, without a traceback; only closed books are one."""

    def faulty(*_):
        raise InvariantError("planted")

    store = SqliteStore.open(path)
    monkeypatch.setattr(reading, "balances", faulty)

    with pytest.raises(InvariantError):
        await store.balances()
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.balances()


FAULTY = Change(1, transfers=(bet(3),), journal=Journal("escribas", 3, (b"x",)))


def failing_with(fault, when=None):
    """Opens connections that raise `fault` in the middle of `FAULTY`, once the event `when` has come."""

    class Broken(sqlite3.Connection):
        def execute(self, statement, *arguments):
            if "INSERT INTO event" in statement:
                if when:
                    when.wait(10)
                raise fault
            return super().execute(statement, *arguments)

    return lambda path: sqlite.connect(path, Broken)


async def test_a_fault_in_one_change_costs_that_change_only(path):
    """Whoever shares its commit is served, the faulty change leaves nothing, and the hall goes on."""
    store = SqliteStore.open(path, connect=failing_with(SystemError("planted")))

    changes = (Change(1, transfers=(bet(2),)), FAULTY, Change(1, transfers=(bet(4),)))
    outcomes = await asyncio.gather(*(store.commit(change) for change in changes), return_exceptions=True)

    assert [type(outcome) for outcome in outcomes] == [Done, StoreError, Done]
    assert (await store.load("escribas")).events == (b"3",)
    assert (await store.holdings("ana")).in_play == 300
    await store.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
async def test_a_writer_that_dies_leaves_nobody_waiting(path):
    """However many wait, and whoever comes later: all are told; the books are as before."""
    all_wait = threading.Event()
    store = SqliteStore.open(path, connect=failing_with(GeneratorExit("planted"), all_wait))
    changes = [FAULTY, *(Change(1, transfers=(bet(number),)) for number in range(4, 3 * writer.GROUP_MAX))]
    waiting = [asyncio.create_task(store.commit(change)) for change in changes]
    await asyncio.sleep(0)  # each is in the writer's queue now, which takes no more than GROUP_MAX at a time
    all_wait.set()

    async with asyncio.timeout(10):
        outcomes = await asyncio.gather(*waiting, return_exceptions=True)

    assert {type(outcome) for outcome in outcomes} == {StoreError}
    with pytest.raises(StoreError):
        await store.commit(FAULTY)
    assert (await store.load("escribas")).events == (b"3",)
    await store.close()
