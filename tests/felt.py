"""A table under test: it keeps its state, books every ledger line, plays every finished round again from its record.

`Felt.send` is what the hall's runner does, without a task or a disk. Whatever a test does to the table, after each
command the promises hold that no test should have to repeat.
"""

import copy
import random
from collections.abc import Iterable

import msgspec

from auditor import money_lines
from zapato.ledger import BANK, Book, Transfer, purse
from zapato.refusal import Refusal
from zapato.round import replay
from zapato.round.notation import read_record
from zapato.rules import Rules, override, preset
from zapato.table import commands, proof
from zapato.table.books import ledger_lines
from zapato.table.cut import Viewer, cut, cut_events
from zapato.table.decide import decide
from zapato.table.events import Event, PurseSet, RoundClosed, ShoeRevealed
from zapato.table.pace import Pace
from zapato.table.record import record_of
from zapato.table.shoe_life import is_whole
from zapato.table.state import State, evolve, initial


def rules_of(name: str = "thot", **overrides: object) -> Rules:
    return override(preset(name).rules, overrides)


class Felt:
    """One table, its books, its records and proofs. `now` is moved by the test."""

    def __init__(self, rules: Rules | None = None, *, seed: object = 0, pace: Pace | None = None) -> None:
        self.random = random.Random(str(seed))
        self.state: State = initial("escribas", rules or rules_of(), pace or Pace.none())
        self.now = 1_000_000
        self.book = Book()
        self.events: list[Event] = []
        self.records: list[dict] = []
        self.proofs: list[proof.Proof] = []
        self._lines: list[Transfer] = []
        self.feed_seeds()

    # ------------------------------------------------------------------ what tests say

    def send(self, command: commands.Command) -> tuple[Event, ...]:
        """Do it; a refusal fails the test. Seeds that the table then awaits are handed in."""
        answer = decide(self.state, command, self.now)
        assert not isinstance(answer, Refusal), f"{command} was refused: {answer}"
        self._apply(answer)
        self.feed_seeds()
        return answer

    def refused(self, command: commands.Command) -> str:
        """The code of the refusal, which must come and must change nothing."""
        answer = decide(self.state, command, self.now)
        assert isinstance(answer, Refusal), f"{command} was allowed: {answer}"
        return answer.code

    def sit(self, *players: str, purse_each: int = 100_000, first_box: int = 1) -> None:
        for box, player in enumerate(players, start=first_box):
            self.fund(player, purse_each)
            self.send(commands.Sit(player, player.title(), box, self.book.balance(purse(player))))

    def fund(self, player: str, amount: int) -> None:
        """So that the purse holds exactly `amount`, before the player sits down."""
        missing = amount - self.book.balance(purse(player))
        if missing > 0:
            line = Transfer(f"grant:{player}:{len(self.book.transfers)}", BANK, purse(player), missing, "grant")
            assert self.book.post([line]) is None

    def bet(self, player: str, amount: int) -> tuple[Event, ...]:
        self.send(commands.SetWish(player, amount, self.state.round))
        return self.send(commands.Ready(player, self.state.round))

    def play(self, player: str, move: str, **more: object) -> tuple[Event, ...]:
        return self.send(self.move(player, move, **more))

    def move(self, player: str, move: str, **more: object) -> commands.Play:
        seat = self.state.seat_of(player)
        return commands.Play(player, self.state.round, seat.box if seat else 1, move, **more)

    def tick(self) -> tuple[Event, ...]:
        """Wait for the next deadline."""
        assert self.state.deadline_ms is not None, "nothing is due"
        self.now = max(self.now, self.state.deadline_ms)
        return self.send(commands.Tick())

    def finish_round(self) -> None:
        """Let the clocks run until bets are open again."""
        for _ in range(500):
            if self.state.phase == "betting":
                return
            self.tick()
        raise AssertionError("the round does not end")

    def stack(self, cards: str) -> None:
        """Let the next cards out of the shoe be these. The shoe must have its order already (`deal_blank_round`)."""
        wanted = cards.split()
        shoe = self.state.shoe
        order = list(shoe.cards.order)
        taken = shoe.cards.taken
        for place, card in enumerate(wanted, start=taken):
            found = order.index(card, place)
            order[place], order[found] = order[found], order[place]
        stacked = msgspec.structs.replace(shoe, cards=type(shoe.cards)(tuple(order), taken))
        self.state = msgspec.structs.replace(self.state, shoe=stacked)

    def deal_blank_round(self, player: str, amount: int | None = None) -> None:
        """Play one round as it comes, so that the shoe has an order that can be stacked."""
        self.bet(player, amount or self.state.rules.bet_min)
        self.finish_round()

    def twin(self) -> "Felt":
        """A second table in the same state, with books of its own."""
        other = copy.copy(self)
        other.random, other.book = copy.deepcopy(self.random), copy.deepcopy(self.book)
        other.events, other.records, other.proofs, other._lines = (
            list(each) for each in (self.events, self.records, self.proofs, self._lines)
        )
        return other

    def view(self, player: str = "nobody"):
        return cut(self.state, Viewer(player, player.title(), 0), self.now)

    # ------------------------------------------------------------------ what always holds

    def feed_seeds(self) -> None:
        while self.state.awaits_seed:
            seeds = (f"{self.random.getrandbits(256):064x}", f"{self.random.getrandbits(256):064x}")
            command = commands.NewShoe(*seeds) if self.state.awaits_seed == "shoe" else commands.Reserve(seeds[0])
            answer = decide(self.state, command, self.now)
            assert not isinstance(answer, Refusal)
            self._apply(answer)

    def _apply(self, events: tuple[Event, ...]) -> None:
        lines = ledger_lines(self.state, events)
        assert self.book.post(lines) is None
        self._lines += lines
        for event in events:
            self.state = evolve(self.state, event)
            if isinstance(event, PurseSet):
                self._meet_purse(event)
        self.events += events
        for event in events:
            if isinstance(event, RoundClosed):
                self._close_round(event)
            if isinstance(event, ShoeRevealed):
                self._check_proof()
        self.check()

    def check(self) -> None:
        """Purses agree with the books and are never negative; every card of the decks is somewhere, once; no seat is shared."""
        state = self.state
        for seat in state.seats:
            assert seat.purse == self.book.balance(purse(seat.player)) >= 0
        assert sum(self.book.balances.values()) == 0
        assert len({seat.box for seat in state.seats}) == len({seat.player for seat in state.seats}) == len(state.seats)
        assert state.shoe is None or is_whole(state.shoe, state.rules)
        assert state.version == len(self.events)

    def _meet_purse(self, event: PurseSet) -> None:
        """A purse that was changed elsewhere: book it, as the hall did before it told the table."""
        change = event.purse - self.book.balance(purse(event.player))
        debit, credit = (BANK, purse(event.player)) if change > 0 else (purse(event.player), BANK)
        if change:
            line = Transfer(f"elsewhere:{len(self.book.transfers)}", debit, credit, abs(change), "grant")
            assert self.book.post([line]) is None

    def _close_round(self, closed: RoundClosed) -> None:
        """One outcome a bet, nothing left on the felt, and the record replays to the same ledger lines."""
        state = self.state
        assert all(balance == 0 for account, balance in self.book.balances.items() if account.startswith("stake:"))
        outcomes = [(row.box, row.hand, row.player) for row in state.play.hands_settled]
        assert len(set(outcomes)) == len(outcomes)
        assert {box.box for box in state.play.boxes} == {box for box, _, _ in outcomes}
        record = record_of(state)
        again = replay.play(read_record(msgspec.json.decode(msgspec.json.encode(record))))
        names = {bet.player: bet.player for bet in state.round_events[0].bets}
        shown = {seat.name: seat.player for seat in state.seats}
        replayed = [
            (line.kind, shown.get(line.player, names.get(line.player)), line.amount)
            for line in money_lines(again.events)
        ]
        assert sorted(replayed) == sorted(_plain(self._lines))
        assert _without_bets(replayed) == _without_bets(_plain(self._lines))
        self.records.append(record)
        self._lines = []
        assert closed.round == state.round

    def _check_proof(self) -> None:
        made = proof.proof_of(self.state)
        assert proof.first_difference(proof.read(proof.write(made))) is None
        self.proofs.append(made)

    def views_of(self, events: Iterable[Event], player: str) -> bytes:
        """The update that goes to `player`, as bytes."""
        viewer = Viewer(player, player.title(), 0)
        return msgspec.json.encode((cut_events(events, viewer), cut(self.state, viewer, self.now)))


def _plain(lines: Iterable[Transfer]) -> list[tuple[str, str, int]]:
    """The lines that touch a purse, as the round tells them."""
    told = []
    for line in lines:
        if line.reason == "payout":
            told.append(("payout", line.credit.removeprefix("purse:"), line.amount))
        elif line.reason not in ("win", "loss"):
            told.append((line.reason, line.debit.removeprefix("purse:"), line.amount))
    return told


def _without_bets(lines: list[tuple[str, str, int]]) -> list[tuple[str, str, int]]:
    """Bets are taken in the order in which players say «Repartir», and told in that of the boxes: theirs alone may differ."""
    return [line for line in lines if line[0] != "bet"]
