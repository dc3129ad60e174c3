"""Killed at any moment and started again: no debén lost or doubled, and the round goes on as if nothing had happened."""

import asyncio
import itertools
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from world.audit import audit
from world.crashes import Points
from world.players import Player
from world.test_casino import check_records, finish
from world.virtual import Outside, SeededEntropy, VirtualClock, run
from zapato.hall import Hall, guests, open_tables
from zapato.hall.ports import Done, StoreError
from zapato.server.store import SqliteStore
from zapato.table import commands as c

pytestmark = [pytest.mark.world, pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")]

POINTS = 200
SLICES = 8
"""The 200 points run in slices, so that several workers share them."""


RICH_ROUNDS = {"thot": "24", "casino-es": "0c"}
"""Seeds found by trying. thot: three insurances, three hands made by splits, four doubles; casino-es: eight hands on one box."""


class SameSeeds:
    """Every shoe of every process gets the same seeds: after a crash the same cards lie in it, and rounds can be compared."""

    def __init__(self, octet):
        self.octets = itertools.cycle((octet, "a7"))

    def hex(self, octets):
        return next(self.octets) * octets


class Mortal(Outside):
    """The store of a process that may die: a dead one reads nothing either, and nobody gets an answer from it."""

    def __init__(self, store, points):
        super().__init__(store)
        self.points = points

    def __getattr__(self, name):
        held = super().__getattr__(name)

        async def while_alive(*arguments, **named):
            outcome = await held(*arguments, **named)
            if self.points.died and name != "close":
                raise StoreError("killed")
            return outcome

        return while_alive


class Table:
    """One table's whole history: a round of three players, with a process that may die, and those that come after it."""

    def __init__(self, path, rules):
        self.path = path
        self.rules = rules
        self.players = []

    async def open(self, points):
        self.store = Mortal(SqliteStore.open(self.path, connect=points.connect), points)
        tables = open_tables((("mesa", self.rules),))
        seeds = SameSeeds(RICH_ROUNDS[self.rules])
        self.hall = await Hall.open(self.store, VirtualClock(), seeds, tables=tables, residents_tempo=None)
        for player in self.players:
            player.hall = self.hall

    async def close(self):
        await self.hall.close()
        await self.store.close()

    async def guests(self):
        """Three players with their first money, seated. Made once; every run begins with a copy of these books."""
        await self.open(Points())
        self.players = [Player(self.hall, await self.guest(n), NoStutter()) for n in (1, 2, 3)]
        for box, player in enumerate(self.players, 1):
            assert await player.send("mesa", c.Sit(player.id, "", box, 0)) is None
        await self.close()

    async def guest(self, number):
        guest, change = guests.newcomer(SeededEntropy(f"guest {number}"), self.hall.now_ms())
        assert await self.store.commit(change) == Done()
        return guest

    async def play_round(self, points):
        """Until the round is closed and the next one open, or the process is dead. Each does what the view offers, by a fixed rule."""
        while self.hall.state("mesa").round < 2 and not points.died:
            if not await self.one_step(points):
                await asyncio.sleep(0.5)

    async def one_step(self, points):
        for player in self.players:
            if player.pending:
                # As a page does after a reconnect: the unanswered command again, under its old id.
                answer = await player.resend()
            elif act := decision(player, self.hall.state("mesa")):
                answer = await player.send("mesa", act)
            else:
                continue
            # Nobody here asks for what may not be: a refusal would mean that something was done twice, or half.
            assert answer is None or (points.died and answer.code == "not-saved"), (answer, points.labels[-3:])
            return True
        return False


def decision(player, state):
    """Depends on nothing but the view: the same cards lead to the same round, whoever died meanwhile."""
    seen = player.view("mesa")
    you = seen.you
    if you.offers:
        offer = you.offers[0]
        if offer.even_money:
            return c.Play(you.player, seen.round, offer.box, "even-money")
        if offer.insure_refusal is None:
            return c.Play(you.player, seen.round, offer.box, "insure")
        return c.Play(you.player, seen.round, offer.box, "decline")
    if you.surrender_offered:
        return c.Play(you.player, seen.round, you.box, "decline")
    if you.moves:
        legal = [option.move for option in you.moves if option.refusal is None]
        hand = seen.boxes[you.box - 1].hands[seen.turn.hand - 1]
        for move in ("split", "double"):
            if move in legal:
                return c.Play(you.player, seen.round, seen.turn.box, move, seen.turn.hand)
        move = "hit" if hand.total < 15 else "stand"
        return c.Play(you.player, seen.round, seen.turn.box, move, seen.turn.hand)
    box = seen.boxes[you.box - 1]
    if seen.phase in ("waiting", "betting") and seen.round == 1 and not box.bet:
        if seen.shoe.open_to_contributions and len(seen.shoe.contributions) < you.box:
            return c.Contribute(you.player, seen.shoe.shoe, f"{you.box:02x}" * 16)
        bet = you.box * seen.rules.bet_min
        return (seen.round, bet) if box.wish == bet else c.SetWish(you.player, bet, seen.round)
    return None


async def whole_round(table, points):
    """Play the round in a process that dies at its point; then, if it did, in a second one to the end. Audited."""
    await table.open(points)
    await table.play_round(points)
    await table.close()
    if points.died:
        await table.open(again := Points())
        await table.play_round(again)
        await table.close()
    return await looked_over(table)


async def looked_over(table):
    """The books after the round: added up, and what is remembered of it."""
    store = Outside(SqliteStore.open(table.path))
    nets = await audit(store)
    record = json.loads(await store.record("mesa-1"))
    purses = [(await store.holdings(player.id)).purse for player in table.players]
    seats = [table.hall.state("mesa").seat_of(player.id).purse for player in table.players]
    await store.close()
    assert purses == seats
    assert sorted(nets["mesa", 1].values()) == sorted(record["expect"]["players"].values())
    assert len(nets["mesa", 1]) == 3
    return record, purses


class NoStutter(random.Random):
    """No command is sent twice here by chance: the points of every run are the same."""

    def random(self):
        return 1.0


def prepared(tmp_path, rules):
    table = Table(tmp_path / "template.sqlite3", rules)
    run(table.guests())
    return table


def copied(table, path):
    shutil.copy(table.path, path)
    copy = Table(path, table.rules)
    copy.players = [Player(None, player.guest, NoStutter(), player.sent) for player in table.players]
    return copy


@pytest.mark.parametrize("rules", ["thot", "casino-es"])
@pytest.mark.parametrize("part", range(SLICES // 2))
@pytest.mark.timeout(300)
def test_killed_between_any_two_writes(rules, part, rand, tmp_path):
    """200 points over two houses' rounds: afterwards the books add up, each bet has one outcome, and the round came out as it had to."""
    template = prepared(tmp_path, rules)
    undisturbed = Points()
    expected = run(whole_round(copied(template, tmp_path / "whole.sqlite3"), undisturbed))
    dice = rand.random()
    # Every moment between a commit and its answer is looked at; of the others, as many as there is time for.
    after_commits = [at for at, label in enumerate(undisturbed.labels, 1) if label == "after COMMIT"]
    others = sorted(set(range(1, len(undisturbed.labels) + 1)) - set(after_commits))
    own = after_commits[part :: SLICES // 2]
    chosen = own + dice.sample(others, POINTS // SLICES - len(own))
    for at in chosen:
        points = Points(at)
        path = tmp_path / f"{at}.sqlite3"
        outcome = run(whole_round(copied(template, path), points))
        assert points.died
        assert outcome == expected, f"killed at point {at} of {len(undisturbed.labels)}: {points.labels[-1]}"
        for file in tmp_path.glob(f"{at}.sqlite3*"):
            file.unlink()


KILLS = 6


@pytest.mark.timeout(300)
def test_a_real_process_killed_again_and_again(rand, tmp_path):
    """SIGKILL, a real clock, real files, six tables and twelve players; then the books of all its lives are added up."""
    dice = rand.random()
    path = tmp_path / "books.sqlite3"
    for life in range(KILLS):
        with subprocess.Popen(
            [sys.executable, Path(__file__).with_name("busy_hall.py"), path, f"{rand.seed} {life}"],
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdout.readline() == b"open\n"
            time.sleep(dice.uniform(0.05, 1.2))
            process.kill()
        assert process.returncode == -signal.SIGKILL

    async def after():
        store = Outside(SqliteStore.open(path))
        await audit(store, felts_empty=False)
        await finish(store, rand.seed)
        nets = await audit(store)
        await check_records(store, nets)
        await store.close()
        return nets

    nets = run(after())
    print(len(nets), "rounds")
    assert len(nets) > 2 * KILLS
