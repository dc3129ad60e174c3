"""A table under anything people, clocks and links may do, in any order: `Felt.check` holds after every step.

No purse negative, every bet one outcome, every card somewhere, every seat one player's; each finished round's record
replays to the same ledger lines; and from wherever the machine stops, ticks alone bring the round to its end.
"""

import random

import msgspec
import pytest
from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from felt import Felt, rules_of
from zapato.ledger import purse
from zapato.refusal import Refusal
from zapato.table import commands
from zapato.table.decide import decide
from zapato.table.pace import Pace
from zapato.table.state import evolve, initial

PLAYERS = ("ana", "bob", "cid", "dan")
MOVES = ("stand", "hit", "double", "split", "surrender", "insure", "decline", "even-money")

TABLES = (
    rules_of("thot"),
    rules_of("americana"),
    rules_of("casino-es"),
    rules_of("casino-plaza"),
    rules_of("thot", surrender="early", insurance="up-to-half", natural_may_insure=True, reshuffle_below=312),
    rules_of("thot", decks=1, boxes=2, max_hands=1, burn=3, reshuffle_below=4),
    rules_of(
        "thot", hole="obo", surrender="late", resplit_aces=True, hit_split_aces=True, max_hands=8, hit_soft_17=True
    ),
)

players = st.sampled_from(PLAYERS)


class TableMachine(RuleBasedStateMachine):
    """Commands as a hall would send them, sensible ones and any others."""

    @initialize(table=st.sampled_from(TABLES), seed=st.integers(0, 2**32), shown=st.booleans())
    def open(self, table, seed, shown):
        self.felt = Felt(table, seed=seed, pace=Pace() if shown else None)
        self.pace = self.felt.state.pace
        self.felt.sit("ana", purse_each=1_000_000)
        self.felt.sit("bob", purse_each=20_000, first_box=2)

    @property
    def state(self):
        return self.felt.state

    def attempt(self, command):
        """Do it if it is allowed; a refusal is a well-formed one."""
        answer = decide(self.state, command, self.felt.now)
        if isinstance(answer, Refusal):
            assert answer.code
            assert answer.why
            note(f"refused: {answer.code}")
            return False
        self.felt.send(command)
        return True

    # ------------------------------------------------------------------ people

    @rule(player=players, box=st.integers(0, 8), amount=st.sampled_from([0, 50, 250, 1_000, 100_000]))
    def sit(self, player, box, amount):
        if self.state.seat_of(player) is None:
            self.felt.fund(player, amount)
        self.attempt(commands.Sit(player, player.title(), box, self.felt.book.balance(purse(player))))

    @rule(player=players, units=st.integers(-1, 60), late=st.integers(-1, 1))
    def wish(self, player, units, late):
        self.attempt(commands.SetWish(player, units * self.state.rules.bet_unit, self.state.round + min(late, 0)))

    @rule(player=players)
    def ready(self, player):
        self.attempt(commands.Ready(player, self.state.round))

    @precondition(lambda self: self.state.phase == "betting")
    @rule(units=st.integers(0, 3))
    def everybody_bets(self, units):
        """So that rounds are played at all."""
        rules = self.state.rules
        for seat in self.state.seats:
            self.attempt(commands.SetWish(seat.player, rules.bet_min + units * rules.bet_unit, self.state.round))
            self.attempt(commands.Ready(seat.player, self.state.round))

    @rule(seed=st.integers(0, 2**16), rounds=st.integers(1, 20))
    def rounds_go_by(self, seed, rounds):
        """Several at once, each player choosing among what the page offers: shoes end, and small ones run dry."""
        choose = random.Random(seed).choice
        for _ in range(rounds):
            self.felt.finish_round()
            self.everybody_bets(units=seed % 3)
            while self.state.phase == "playing":
                said = next((said for seat in self.state.seats if (said := self.sayable(seat))), None)
                self.felt.send(choose(said)) if said else self.felt.tick()

    @rule(player=players)
    def sit_out(self, player):
        self.attempt(commands.SitOut(player, self.state.round))

    @rule(player=players)
    def stand_up(self, player):
        self.attempt(commands.StandUp(player))

    @rule(player=players, away=st.booleans())
    def link(self, player, away):
        self.attempt(commands.SetAway(player, away))

    @rule(player=players, entropy=st.sampled_from(["ab" * 8, "0" * 64, "xyz", ""]))
    def contribute(self, player, entropy):
        shoe = self.state.shoe
        self.attempt(commands.Contribute(player, shoe.number if shoe else 1, entropy))

    @rule(
        player=players,
        box=st.integers(0, 8),
        move=st.sampled_from(MOVES),
        hand=st.sampled_from([None, 0, 1, 2, 3]),
        amount=st.sampled_from([None, -1, 0, 1, 50, 10**18]),
    )
    def play_anything(self, player, box, move, hand, amount):
        self.attempt(commands.Play(player, self.state.round, box, move, hand, amount))

    @precondition(lambda self: self.state.phase == "playing")
    @rule(data=st.data())
    def play_what_the_page_offers(self, data):
        """Whatever the view calls legal is accepted; whatever it calls not legal is refused for that reason."""
        for seat in self.state.seats:
            you = self.felt.view(seat.player).you
            for move in you.moves:
                answer = decide(self.state, self.command(seat, move.move), self.felt.now)
                assert isinstance(answer, Refusal) == (move.refusal is not None)
                if move.refusal:
                    assert move.refusal == answer
            if said := self.sayable(seat):
                self.felt.send(data.draw(st.sampled_from(said)))
                return

    def sayable(self, seat):
        """The commands behind the buttons that this seat's page has now."""
        you = self.felt.view(seat.player).you
        said = [move.move for move in you.moves if move.refusal is None]
        if you.offers:
            offer = you.offers[0]
            said = ["decline", *(["even-money"] if offer.even_money else [])]
            said += ["insure"] if offer.insurance_most and not offer.insure_refusal else []
        elif you.surrender_offered:
            said = ["surrender", "decline"]
        return [self.command(seat, move) for move in said]

    def command(self, seat, move):
        return commands.Play(seat.player, self.state.round, seat.box, move)

    # ------------------------------------------------------------------ time and the hall

    @rule(part=st.sampled_from([0.0, 0.5, 1.0, 1.5]))
    def time_passes(self, part):
        due = self.state.deadline_ms
        if due is not None and due > self.felt.now:
            self.felt.now += int(part * (due - self.felt.now))
        self.felt.send(commands.Tick())

    @precondition(lambda self: self.state.phase != "playing")
    @rule(player=players, amount=st.integers(0, 5_000))
    def purse_changes_elsewhere(self, player, amount):
        self.attempt(commands.PurseChanged(player, amount))

    @rule()
    def server_restarts(self):
        """State through JSON, then every clock anew."""
        self.felt.state = msgspec.json.decode(msgspec.json.encode(self.state), type=type(self.state))
        self.felt.send(commands.Resume())

    # ------------------------------------------------------------------ always

    @invariant()
    def something_can_go_on(self):
        """While a round is played somebody is asked and a clock runs, or bets are open, or time alone goes on."""
        if not hasattr(self, "felt"):
            return
        assert self.state.awaits_seed is None
        if self.state.phase in ("playing", "settled"):
            assert self.state.deadline_ms is not None

    def teardown(self):
        if not hasattr(self, "felt"):
            return
        self.felt.finish_round()
        rebuilt = initial("escribas", self.state.rules, self.pace)
        for event in self.felt.events:
            rebuilt = evolve(rebuilt, event)
        assert self.state == rebuilt


TestTable = TableMachine.TestCase
# Each example is a whole evening: fewer of them than of other properties, also in CI.
TestTable.settings = settings(max_examples=min(settings().max_examples, 250), stateful_step_count=40, deadline=None)
pytestmark = pytest.mark.timeout(300)
