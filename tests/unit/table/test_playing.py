"""The round at a table: clocks, moves by the right player only, what a run-out clock does, the money's way."""

import pytest

from felt import Felt, rules_of
from zapato.ledger import Transfer, purse
from zapato.rules import preset
from zapato.table import commands
from zapato.table.books import ledger_lines
from zapato.table.decide import decide
from zapato.table.events import ClockStarted, Round, RoundClosed
from zapato.table.pace import Pace


def at_the_table(cards, *players, rules=None, purse_each=100_000, bet=None, pace=None):
    """A round begun with these cards, in the order in which they leave the shoe."""
    rules = rules or rules_of()
    felt = Felt(rules, pace=pace)
    felt.sit("zoe", first_box=rules.boxes)
    felt.deal_blank_round("zoe")
    felt.send(commands.StandUp("zoe"))
    felt.sit(*players, purse_each=purse_each)
    felt.stack(cards)
    for player in players:
        felt.bet(player, bet or 100)
    return felt


def facts(events):
    return [type(event.event).__name__ for event in events if isinstance(event, Round)]


def test_the_golden_round_at_a_table():
    """The round told in the house's own rules, through seats, bets and ledger."""
    felt = Felt()
    felt.sit("zoe", first_box=5)
    felt.deal_blank_round("zoe")
    felt.send(commands.StandUp("zoe"))
    felt.sit("ia", "ana")
    felt.stack("8s 9c 6h 8h 2d Tc 3c 9h Td Ks 7d")
    felt.bet("ia", 200)
    felt.bet("ana", 500)
    felt.play("ia", "split", hand=1)
    felt.play("ia", "double", hand=1)
    felt.play("ia", "stand", hand=2)
    felt.play("ana", "double", hand=1)
    assert 100_000 + 600 == felt.book.balance(purse("ia")) == felt.state.seat_of("ia").purse
    assert 100_000 + 1_000 == felt.book.balance(purse("ana")) == felt.state.seat_of("ana").purse
    assert {"Ia": 600, "Ana": 1_000} == felt.records[-1]["expect"]["players"]
    assert "8s 9c 6h 8h 2d Tc 3c 9h Td Ks 7d" == felt.records[-1]["cards"]


def test_the_ledger_gets_each_stake_when_laid_and_one_credit_at_the_end():
    """Even money and insurance included: a player is paid once a round."""
    felt = at_the_table("As 8d Ah Kd 9s 9c", "ana", "bob")
    before, start = felt.state, len(felt.book.transfers)
    events = decide(before, commands.Play("ana", before.round, 1, "even-money"), felt.now)
    assert () == ledger_lines(before, events)
    felt.play("ana", "even-money")
    felt.play("bob", "insure")
    while felt.state.phase == "playing":
        felt.tick()
    lines = felt.book.transfers[start:]
    assert [("purse:bob", 50, "insurance")] == [(t.debit, t.amount, t.reason) for t in lines if t.reason == "insurance"]
    assert [("purse:ana", 200)] == [(t.credit, t.amount) for t in lines if t.credit.startswith("purse:")]


def test_ledger_lines_have_the_same_ids_when_asked_twice():
    """Committing a batch twice must be noticed by the ledger, so ids can't depend on anything but the round."""
    felt = at_the_table("9s 9h 9d 9c", "ana")
    before = felt.state
    events = decide(before, commands.Play("ana", before.round, 1, "split"), felt.now)
    once, twice = ledger_lines(before, events), ledger_lines(before, events)
    assert once == twice
    assert Transfer("escribas:2:ana:2", "purse:ana", "stake:escribas:2:ana", 100, "split") == once[0]


def test_each_move_has_its_clock():
    """Fifteen seconds from each card of one's own, not for the whole hand."""
    felt = at_the_table("2s 9h 3s 9c 2h 2d", "ana")
    assert felt.now + 15_000 == felt.state.clock.ends_ms
    felt.now += 14_000
    felt.play("ana", "hit")
    assert felt.now + 15_000 == felt.state.clock.ends_ms


def test_a_clock_that_runs_out_stands_the_hand():
    """And says so: the event names the clock."""
    felt = at_the_table("5s 9h 5h 9c 9d", "ana")
    events = felt.tick()
    stood = next(event.event for event in events if isinstance(event, Round) and hasattr(event.event, "why"))
    assert "clock" == stood.why


def test_an_early_tick_does_nothing():
    """Timers are no clocks: they may fire a little early."""
    felt = at_the_table("5s 9h 5h 9c", "ana")
    felt.now = felt.state.deadline_ms - 1
    assert () == felt.send(commands.Tick())


def test_the_insurance_clock_is_one_for_all_and_closes_the_offer():
    """Eight seconds; an answer does not start it anew; silence is no."""
    felt = at_the_table("5s 6s 7s Ah 5h 6h 7h 9d", "ana", "bob", "cid")
    ends = felt.state.clock.ends_ms
    assert ("insurance", felt.now + 8_000) == (felt.state.clock.kind, ends)
    felt.now += 3_000
    felt.play("bob", "insure")
    assert ends == felt.state.clock.ends_ms
    felt.play("cid", "decline")
    assert ends == felt.state.clock.ends_ms
    events = felt.tick()
    assert 1 == facts(events).count("InsuranceDeclined")
    assert "move" == felt.state.clock.kind


def test_early_surrender_is_answered_on_the_move_clock_box_by_box():
    """Each box gets its own time; no answer is no."""
    felt = at_the_table("Ts 9s Th 6h 7s 9d", "ana", "bob", rules=rules_of(surrender="early"))
    assert ("surrender", felt.now + 15_000) == (felt.state.clock.kind, felt.state.clock.ends_ms)
    assert felt.view("ana").you.surrender_offered
    assert not felt.view("bob").you.surrender_offered
    felt.play("ana", "surrender")
    assert felt.view("bob").you.surrender_offered
    events = felt.tick()
    assert "SurrenderDeclined" in facts(events)
    while felt.state.phase == "playing":
        felt.tick()
    assert 50 == felt.state.seat_of("ana").returned


def test_clocks_start_when_the_cards_lie_there():
    """The deal takes its time on the felt; nobody loses it from the clock."""
    pace = Pace()
    felt = at_the_table("5s 9h 5h 9c 2d", "ana", pace=pace)
    four_cards = 3 * pace.next_card_ms + pace.card_ms
    assert felt.now + four_cards == felt.state.clock.starts_ms
    assert felt.now + four_cards + 15_000 == felt.state.clock.ends_ms
    # A player who is quicker than the deal does not shorten it for the next card.
    felt.play("ana", "hit")
    assert felt.now + four_cards + pace.card_ms == felt.state.clock.starts_ms


def test_the_dealers_draw_can_be_followed():
    """About nine tenths of a second a card, before the results are on show."""
    pace = Pace()
    felt = at_the_table("Ts 2h 9s 2c 3d 4d 6d", "ana", pace=pace)
    starts = felt.state.clock.starts_ms
    events = felt.play("ana", "stand")
    closed = next(event for event in events if isinstance(event, RoundClosed))
    # The hole card is turned, three cards are drawn, the dealer is done, one hand is paid.
    after = pace.card_ms + pace.settled_ms
    assert starts + 4 * pace.dealer_draw_ms + after + pace.show_ms == closed.show_until_ms


@pytest.mark.parametrize(
    ("player", "command", "code"),
    [
        ("bob", {"box": 2, "move": "hit"}, "not-in-turn"),
        ("ana", {"box": 2, "move": "hit"}, "not-your-box"),
        ("ana", {"box": 9, "move": "hit"}, "not-your-box"),
        ("ana", {"box": -1, "move": "hit"}, "not-your-box"),
        ("dan", {"box": 1, "move": "hit"}, "not-seated"),
        ("ana", {"box": 1, "move": "hit", "hand": 2}, "wrong-hand"),
        ("ana", {"box": 1, "move": "hit", "hand": -(10**20)}, "wrong-hand"),
        ("ana", {"box": 1, "move": "split"}, "not-a-pair"),
        ("ana", {"box": 1, "move": "surrender"}, "no-surrender"),
        ("ana", {"box": 1, "move": "insure"}, "nothing-offered"),
        ("ana", {"box": 1, "move": "hit", "amount": 5}, "amount-without-insurance"),
        ("ana", {"box": 1, "move": "hit", "round": 1}, "wrong-round"),
        ("ana", {"box": 1, "move": "hit", "round": 3}, "wrong-round"),
        ("late", {"box": 3, "move": "hit"}, "no-bet-in-round"),
    ],
)
def test_what_is_not_ones_to_play_is_refused_and_changes_nothing(player, command, code):
    """Out of turn, another's box, another hand, another round, an onlooker, a late arrival."""
    felt = at_the_table("5s 6s 9h 4h 7s 9c", "ana", "bob")
    felt.sit("late", first_box=3)
    state = felt.state
    asked = {"round": state.round} | command
    assert code == felt.refused(commands.Play(player, asked.pop("round"), asked.pop("box"), asked.pop("move"), **asked))
    assert state == felt.state


def test_a_move_after_the_round_is_refused():
    """Fault 10: a stale page can't bring a settled hand back to life."""
    felt = at_the_table("Ts 9h 9s 9c", "ana")
    felt.play("ana", "stand")
    assert "no-round" == felt.refused(felt.move("ana", "hit"))
    felt.tick()
    assert "no-round" == felt.refused(felt.move("ana", "hit"))
    assert "wrong-round" == felt.refused(commands.Play("ana", felt.state.round - 1, 1, "hit"))


def test_fault_9_no_purse_goes_negative_by_double_split_or_insurance():
    """What can't be paid whole is not offered, and refused if sent."""
    felt = at_the_table("8s 9h 8h 9c", "ana", purse_each=150, bet=100)
    refusals = {move.move: move.refusal for move in felt.view("ana").you.moves}
    assert {"double", "split"} == {move for move, refusal in refusals.items() if refusal}
    assert "purse-short" == felt.refused(felt.move("ana", "double"))
    assert "purse-short" == felt.refused(felt.move("ana", "split"))
    felt = at_the_table("8s Ah 7h 9c", "ana", purse_each=140, bet=100)
    assert "purse-short" == felt.view("ana").you.offers[0].insure_refusal.code
    assert "purse-short" == felt.refused(felt.move("ana", "insure"))


def test_a_purse_changed_elsewhere_counts_at_once():
    """Money that went away in mid-round can't be doubled with; money that came can."""
    felt = at_the_table("5s 9h 6h 9c 9d", "ana", purse_each=200, bet=100)
    felt.send(commands.PurseChanged("ana", 50))
    assert "purse-short" == felt.refused(felt.move("ana", "double"))
    felt.send(commands.PurseChanged("ana", 100))
    felt.play("ana", "double")
    assert () == felt.send(commands.PurseChanged("ana", felt.state.seat_of("ana").purse))


def test_fault_7_no_dealer_card_when_every_hand_is_decided_and_the_next_round_is_not_shifted():
    """A bust hand ends the round; the card on top stays there for the next deal."""
    felt = at_the_table("Ts 9h 9s 8c 9d 2c", "ana")
    felt.play("ana", "hit")
    assert "9h 8c" == felt.records[-1]["expect"]["dealer"]["cards"]
    felt.finish_round()
    felt.bet("ana", 100)
    assert "2c" == felt.view().boxes[0].hands[0].cards[0]


def test_a_round_of_every_preset_can_be_played_by_the_clock_alone():
    """Never frozen: with nobody answering, ticks end the round."""
    for name in ("thot", "americana", "casino-es", "casino-plaza", "thot.faraon"):
        felt = Felt(preset(name).rules, seed=name)
        felt.sit("ana", "bob", purse_each=10_000_000)
        for _ in range(20):
            for player in ("ana", "bob"):
                felt.bet(player, felt.state.rules.bet_min)
            felt.finish_round()
        assert 20 == len(felt.records)


def test_resume_gives_every_clock_its_full_length_again():
    """A restart of the server costs nobody time, also where the machine's clock was set back."""
    felt = at_the_table("5s 9h 5h 9c", "ana")
    felt.now -= 3_600_000
    felt.send(commands.Resume())
    assert (felt.now, felt.now + 15_000) == (felt.state.clock.starts_ms, felt.state.clock.ends_ms)
    felt.play("ana", "stand")
    felt.send(commands.Resume())
    assert felt.now == felt.state.deadline_ms
    felt.tick()
    felt.send(commands.SetWish("ana", 100, felt.state.round))
    felt.now += 9_000
    felt.send(commands.SetAway("ana", True))
    felt.send(commands.Resume())
    assert felt.now + 15_000 == felt.state.clock.ends_ms
    assert felt.now + felt.state.pace.away_seat_ms == felt.state.seat_of("ana").away_until_ms


def test_clock_events_say_what_they_are_about():
    """The page shows the ring of this clock and no other."""
    felt = at_the_table("As 9h 9s 9c", "ana")
    clocks = [event.kind for event in felt.events if isinstance(event, ClockStarted)]
    assert "move" == clocks[-1]


@pytest.mark.parametrize(("pays", "returned"), [("3:2", 250), ("6:5", 220), ("1:1", 200)])
def test_fault_8_a_natural_is_paid_as_the_felt_says(pays, returned):
    """The rule that the page prints is the one that the ledger pays, in whole debenes."""
    felt = at_the_table("As 9h Ks 9c", "ana", rules=rules_of(blackjack_pays=pays))
    assert pays == felt.view("ana").rules.blackjack_pays
    assert (100, returned) == (felt.view("ana").you.staked, felt.view("ana").you.returned)
    assert "blackjack" == felt.view("ana").boxes[0].hands[0].result
    assert 100_000 - 100 + returned == felt.book.balance(purse("ana"))
