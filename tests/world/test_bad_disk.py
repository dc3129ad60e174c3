"""An evening on a disk that fails now and then: full, locked, torn. Play stumbles; money does not."""

import random
import sqlite3

import pytest

from world.audit import audit
from world.test_casino import check_records, evening, finish
from world.virtual import Outside, run
from zapato.hall import runner
from zapato.server.store import SqliteStore, sqlite

pytestmark = pytest.mark.world

STATEMENTS_ONE_IN = 400
"""A command takes about ten, so one command in forty is hit."""
COMMITS_ONE_IN = 60


def bad_disk(dice, hit):
    """A connection whose statements fail at random. Some commits fail after they have reached the disk: the worst answer there is."""

    class BadDisk(sqlite3.Connection):
        def execute(self, statement, *arguments):
            one_in = COMMITS_ONE_IN if statement == "COMMIT" else STATEMENTS_ONE_IN
            fails = not statement.startswith(("PRAGMA", "ROLLBACK")) and dice.randrange(one_in) == 0
            if fails and (statement != "COMMIT" or dice.random() < 0.5):
                hit.append(statement)
                raise sqlite3.OperationalError(dice.choice(("database or disk is full", "database is locked")))
            done = super().execute(statement, *arguments)
            if fails:
                hit.append("after COMMIT")
                raise sqlite3.OperationalError("disk I/O error")
            return done

    return BadDisk


@pytest.mark.timeout(300)
def test_a_disk_that_fails_now_and_then_costs_patience_but_no_deben(rand, tmp_path, monkeypatch):
    """Every bet still has one outcome and every answered command was done once; nobody is told of a fault of ours."""
    hit = []
    path = tmp_path / "books.sqlite3"
    disk = bad_disk(random.Random(f"{rand.seed} disk"), hit)
    monkeypatch.setattr(runner.log, "disabled", True)

    async def main():
        store = Outside(SqliteStore.open(path, connect=lambda path: sqlite.connect(path, disk)))
        hall, crowd = await evening(store, rand.seed, players=12, minutes=12)
        seated = [seat.player for table in hall.tables for seat in hall.state(table).seats]
        assert len(seated) == len(set(seated)), "one seat a player, in the whole hall"
        await store.close()
        sound = Outside(SqliteStore.open(path))
        await audit(sound, felts_empty=False)
        await finish(sound, rand.seed)
        nets = await audit(sound)
        await check_records(sound, nets)
        await sound.close()
        return crowd, nets

    crowd, nets = run(main())
    answers = [refusal for player in crowd for _, refusal in player.answers]
    print(len(nets), "rounds,", len(answers), "answers,", len(hit), "failures,", hit.count("after COMMIT"), "after")
    assert len(nets) > 30
    assert len(hit) > 10
    assert "after COMMIT" in hit
    assert not [refusal for refusal in answers if refusal and refusal.code in ("fault", "transfer-id-used")]
