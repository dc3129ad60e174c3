"""Residents: they see what a player sees, play the chart, keep their pace, and leave room for people."""

import pytest

from felt import Felt, rules_of
from zapato.hall import residents
from zapato.hall.house_chart import choose
from zapato.ledger import purse
from zapato.rules import preset
from zapato.table import commands
from zapato.table.pace import Pace

TABLES = {
    "thot": rules_of("thot"),
    "faraon": rules_of("thot.faraon"),
    "americana": rules_of("americana"),
    "casino-es": rules_of("casino-es"),
    "casino-plaza": rules_of("casino-plaza"),
    "early": rules_of("thot", surrender="early", hit_soft_17=True),
    "obo": rules_of("thot", hole="obo", surrender="late", hit_split_aces=True, resplit_aces=True, max_hands=8),
    "two-decks": rules_of("thot", decks=2, reshuffle_below=30, boxes=3, double="10-11", blackjack_pays="6:5"),
}


def settle_in(felt, count):
    """Seat `count` residents as the hall would."""
    for number in range(count):
        taken = [seat.name for seat in felt.state.seats]
        come = residents.come_or_go(felt.state.rules, felt.state.seats, taken, lambda: 0.1)
        if not isinstance(come, residents.Come):
            return
        player = f"ia{number}"
        felt.fund(player, come.bankroll)
        felt.send(commands.Sit(player, come.name, come.box, felt.book.balance(purse(player)), resident=True))


def let_them_play(felt, rounds, chance):
    """Ask every resident in turn; time passes only when none of them has anything to say."""
    last = felt.state.round + rounds
    for _ in range(1_000 * rounds):
        if felt.state.round >= last or not felt.state.seats:
            return
        said = [
            intent
            for seat in felt.state.seats
            if (intent := residents.intend(felt.view(seat.player), chance, tempo=0)) is not None
        ]
        if said:
            # One at a time: the others may see things differently afterwards.
            felt.send(said[0].command)
        else:
            felt.tick()
    raise AssertionError("residents do not get on with it")


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_residents_play_whole_rounds_and_are_never_refused(rules, rand):
    """`Felt.send` fails on a refusal: whatever the rules, residents know what they may do."""
    felt = Felt(rules, seed=rand.seed)
    settle_in(felt, 3)
    let_them_play(felt, 40, rand.random().random)
    assert 40 <= len(felt.records)
    assert all(seat.resident for seat in felt.state.seats)


def test_more_than_the_rules_allow_is_not_asked_for():
    """Where the chart's move is not among the legal ones, the next best is."""
    rules = preset("thot").rules
    assert "hit" == choose(rules, ["5s", "6s"], "6h", {"stand", "hit"})
    assert "stand" == choose(rules, ["As", "7s"], "6h", {"stand", "hit"})
    assert "stand" == choose(rules, ["8s", "8h"], "6h", {"stand", "hit", "double"})
    late = rules_of("thot", surrender="late")
    assert "surrender" == choose(late, ["Ts", "6h"], "Th", {"stand", "hit", "surrender"})
    assert "hit" == choose(late, ["9s", "2h", "4c"], "Th", {"stand", "hit"})


@pytest.mark.parametrize("boxes", [3, 5, 7])
def test_two_boxes_at_least_stay_free_of_residents(boxes, rand):
    """However often somebody comes and goes, people find a place."""
    felt = Felt(rules_of(boxes=boxes), seed=rand.seed)
    chance = rand.random().random
    seen = set()
    for number in range(400):
        taken = {seat.name for seat in felt.state.seats}
        match residents.come_or_go(felt.state.rules, felt.state.seats, taken, chance):
            case residents.Come(name, box, bankroll):
                assert name not in taken
                felt.fund(f"ia{number}", bankroll)
                felt.send(commands.Sit(f"ia{number}", name, box, bankroll, resident=True))
            case residents.Go(player):
                felt.send(commands.StandUp(player))
            case None:
                pass
        seen.add(len(felt.state.seats))
        assert boxes - len(felt.state.seats) >= residents.FREE_BOXES
        assert len(felt.state.seats) <= residents.RESIDENTS_MAX
    # Where one only finds room, the one stays.
    assert len(seen) > 1 or boxes == 3


def test_residents_make_room_for_people():
    """Three residents at five boxes; the third person finds both free boxes gone and one resident getting up."""
    felt = Felt()
    settle_in(felt, 3)
    free = [box for box in range(1, 6) if felt.state.seat_at(box) is None]
    felt.sit("ana", first_box=free[0])
    going = residents.come_or_go(felt.state.rules, felt.state.seats, (), lambda: 0.99)
    assert isinstance(going, residents.Go)
    assert felt.state.seat_of(going.player).resident


def test_a_resident_with_a_bet_down_stays_for_the_round():
    """Nobody walks away from a hand."""
    felt = Felt()
    settle_in(felt, 3)
    for seat in felt.state.seats:
        felt.send(commands.SetWish(seat.player, 100, 1))
    felt.sit("ana", first_box=next(box for box in range(1, 6) if felt.state.seat_at(box) is None))
    for seat in felt.state.seats:
        if seat.resident:
            felt.send(commands.Ready(seat.player, 1))
    assert not isinstance(residents.come_or_go(felt.state.rules, felt.state.seats, (), lambda: 0.0), residents.Go)


def test_a_resident_without_money_goes_home():
    """House money is not refilled in the seat."""
    felt = Felt()
    felt.fund("ia0", 50)
    felt.send(commands.Sit("ia0", "Hori", 1, 50, resident=True))
    assert commands.StandUp("ia0") == residents.intend(felt.view("ia0"), lambda: 0.5).command


def test_pauses_are_human_and_wait_for_the_cards(rand):
    """Nobody answers before the card lies there, nor waits until the clock runs out."""
    felt = Felt(pace=Pace())
    settle_in(felt, 1)
    player = felt.state.seats[0].player
    pauses = []
    chance = rand.random().random
    for _ in range(300):
        intent = residents.intend(felt.view(player), chance)
        if intent is None:
            felt.tick()
            continue
        if felt.state.clock:
            assert felt.state.clock.starts_ms <= felt.now + intent.think_ms < felt.state.clock.ends_ms - 5_000
        pauses.append(intent.think_ms)
        felt.now += intent.think_ms
        felt.send(intent.command)
    assert 500 <= min(pauses)
    assert len(set(pauses)) > 20
