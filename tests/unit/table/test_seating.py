"""Seats: one a player, one player a seat; standing up, going away, coming back."""

import pytest

from felt import Felt, rules_of
from zapato.ledger import purse
from zapato.table import commands
from zapato.table.events import Round, SeatLeft


def in_play(cards, *players, rules=None):
    felt = Felt(rules or rules_of())
    felt.sit("zoe", first_box=5)
    felt.deal_blank_round("zoe")
    felt.send(commands.StandUp("zoe"))
    felt.sit(*players)
    felt.stack(cards)
    for player in players:
        felt.bet(player, 100)
    return felt


def test_fault_12_two_people_race_for_one_seat_and_one_gets_it():
    """The second gets a refusal that names the box."""
    felt = Felt()
    felt.sit("ana")
    assert "box-taken" == felt.refused(commands.Sit("bob", "Bob", 1, 1_000))
    felt.sit("bob", first_box=2)


def test_one_seat_a_player():
    """A second tab can't take a second box."""
    felt = Felt()
    felt.sit("ana")
    assert "already-seated" == felt.refused(commands.Sit("ana", "Ana", 2, 1_000))


@pytest.mark.parametrize("box", [0, -1, 6, 10**9])
def test_boxes_that_are_not_there(box):
    """Counted from 1 to the rules' number of boxes."""
    assert "no-such-box" == Felt().refused(commands.Sit("ana", "Ana", box, 1_000))


def test_fault_12_seats_come_free_again():
    """ "Nobody can sit down": whoever stands up leaves the seat to the next one."""
    felt = Felt()
    for player in ("ana", "bob", "cid", "dan"):
        felt.sit(player)
        felt.send(commands.StandUp(player))
    assert () == felt.state.seats
    assert "not-seated" == felt.refused(commands.StandUp("ana"))


def test_standing_up_with_chips_down_takes_them_along():
    """A wish is no bet."""
    felt = Felt()
    felt.sit("ana", "bob")
    felt.send(commands.SetWish("ana", 500, 1))
    felt.send(commands.StandUp("ana"))
    assert 100_000 == felt.book.balance(purse("ana"))
    felt.bet("bob", 100)
    assert [2] == [bet.box for bet in felt.state.round_events[0].bets]


def test_the_last_one_waited_for_stands_up_and_the_cards_go():
    """Others are ready: no clock is waited for."""
    felt = Felt()
    felt.sit("ana", "bob")
    felt.bet("ana", 100)
    felt.send(commands.StandUp("bob"))
    assert "betting" != felt.state.phase


def test_standing_up_in_mid_hand_plays_a_run_out_clock_at_once():
    """The hand stands, and the turn passes without a wait."""
    felt = in_play("5s 6s 9h 5h 7s 9c 9d", "ana", "bob")
    events = felt.send(commands.StandUp("ana"))
    assert SeatLeft("ana", 1) == events[0]
    stood = next(event.event for event in events if isinstance(event, Round) and type(event.event).__name__ == "Stood")
    assert (1, "clock") == (stood.box, stood.why)
    assert 2 == felt.view("bob").turn.box


def test_fault_11_the_bet_of_who_stood_up_stays_in_play_and_the_payout_arrives():
    """Winnings are not lost; who left is told nothing else than who stayed."""
    felt = in_play("Ts Th 9h 9s 8s 9c", "ana", "bob")
    felt.send(commands.StandUp("ana"))
    felt.play("bob", "stand")
    # Box 1 has 19 against 18.
    assert 100_100 == felt.book.balance(purse("ana"))


def test_standing_up_before_ones_turn_plays_it_when_it_comes():
    """And declines an insurance on the spot, for others still have theirs to answer."""
    felt = in_play("5s 6s Ah 5h 7s 9c 9d", "ana", "bob")
    felt.send(commands.StandUp("ana"))
    assert "offers" == felt.view("bob").phase
    events = felt.play("bob", "decline")
    assert 2 == felt.view("bob").turn.box
    assert "Stood" in [type(event.event).__name__ for event in events if isinstance(event, Round)]


def test_standing_up_when_asked_for_early_surrender_is_no():
    """The next box is asked."""
    felt = in_play("Ts 9s Th 6h 7s 9d", "ana", "bob", rules=rules_of(surrender="early"))
    felt.send(commands.StandUp("ana"))
    assert felt.view("bob").you.surrender_offered


def test_a_split_hand_of_who_left_is_played_to_its_end():
    """Each further hand gets its second card and stands."""
    felt = in_play("8s 9h 8h 9c 2d 3d 4d", "ana")
    felt.play("ana", "split")
    felt.send(commands.StandUp("ana"))
    assert "settled" == felt.state.phase
    assert 2 == len(felt.records[-1]["expect"]["hands"])


def test_the_box_of_who_left_in_mid_round_stays_taken_until_the_felt_is_empty():
    """Nobody sits down on a hand in play; afterwards the seat is free, also for who left."""
    felt = in_play("5s 6s 9h 5h 7s 9c 9d", "ana", "bob")
    felt.send(commands.StandUp("ana"))
    assert felt.view("bob").boxes[0].seat.left
    assert None is felt.view("ana").you.box
    assert "box-taken" == felt.refused(commands.Sit("cid", "Cid", 1, 1_000))
    assert "still-in-round" == felt.refused(commands.Sit("ana", "Ana", 3, 1_000))
    assert "not-seated" == felt.refused(commands.StandUp("ana"))
    assert "not-seated" == felt.refused(felt.move("ana", "hit"))
    felt.finish_round()
    felt.sit("cid")
    felt.sit("ana", first_box=3)


def test_all_stand_up_and_the_round_ends_at_once():
    """No player left to wait for."""
    felt = in_play("5s 6s 9h 5h 7s 9c 9d", "ana", "bob")
    felt.send(commands.StandUp("bob"))
    felt.send(commands.StandUp("ana"))
    assert "settled" == felt.state.phase
    felt.tick()
    assert () == felt.state.seats


def test_fault_11_who_drops_freezes_nothing_and_keeps_the_hand():
    """The clock of the away runs as normal; coming back in time, they play on."""
    felt = in_play("5s 6s 9h 5h 7s 9c 9d", "ana", "bob")
    felt.send(commands.SetAway("ana", True))
    assert 1 == felt.view("bob").turn.box
    felt.now += 10_000
    felt.send(commands.SetAway("ana", False))
    felt.play("ana", "stand")
    felt.send(commands.SetAway("bob", True))
    felt.tick()
    assert "settled" == felt.state.phase


def test_a_seat_of_the_away_is_kept_for_a_while_and_then_free():
    """Three minutes; whoever comes back earlier keeps it."""
    felt = Felt()
    felt.sit("ana", "bob")
    felt.send(commands.SetAway("ana", True))
    felt.now += 100_000
    felt.send(commands.SetAway("ana", False))
    assert None is felt.state.deadline_ms
    felt.send(commands.SetAway("ana", True))
    assert felt.now + 180_000 == felt.state.deadline_ms
    assert (SeatLeft("ana", 1),) == felt.tick()


def test_going_away_twice_or_coming_back_unasked_changes_nothing():
    """Presence is told again and again."""
    felt = Felt()
    felt.sit("ana")
    assert () == felt.send(commands.SetAway("ana", False))
    felt.send(commands.SetAway("ana", True))
    assert () == felt.send(commands.SetAway("ana", True))


def test_late_arrivals_watch_until_the_next_round():
    """They see the round, have no turn in it, and bet in the next."""
    felt = in_play("5s 6s 9h 5h 7s 9c 9d", "ana", "bob")
    felt.sit("cid", first_box=3)
    seen = felt.view("cid")
    assert (3, False) == (seen.you.box, seen.boxes[2].seat.in_round)
    assert "no-bet-in-round" == felt.refused(felt.move("cid", "hit"))
    felt.finish_round()
    felt.bet("cid", 100)


def test_watching_shows_the_table_and_gives_no_moves():
    """An onlooker has no box and no buttons."""
    felt = in_play("5s 9h 6h 9c 9d", "ana")
    seen = felt.view("dan")
    assert (None, (), ()) == (seen.you.box, seen.you.moves, seen.you.offers)
    assert ("5s", "6h") == seen.boxes[0].hands[0].cards


def test_a_plate_gets_another_name():
    """While its player sits, also in mid-round; who is not seated has no plate."""
    felt = in_play("5s 6s 9h 5h 7s 9c 9d", "ana", "bob")
    felt.send(commands.Rename("ana", "Anchesa"))
    assert "Anchesa" == felt.view("bob").boxes[0].seat.name
    assert () == felt.send(commands.Rename("ana", "Anchesa"))
    assert "not-seated" == felt.refused(commands.Rename("dan", "Dan"))


def test_fault_10_a_reload_deals_nothing_returns_nothing_and_locks_nothing():
    """The page goes and comes back in mid-hand: same cards, same purse, same turn."""
    felt = in_play("5s 9h 5h 9c 9d", "ana")
    before = felt.view("ana")
    felt.send(commands.SetAway("ana", True))
    felt.send(commands.SetAway("ana", False))
    after = felt.view("ana")
    assert (before.boxes, before.dealer, before.turn) == (after.boxes, after.dealer, after.turn)
    assert (before.you, before.clock, before.shoe) == (after.you, after.clock, after.shoe)
    assert "already-seated" == felt.refused(commands.Sit("ana", "Ana", 1, 100_000))
    assert "bet-accepted" == felt.refused(commands.SetWish("ana", 0, felt.state.round))
    felt.play("ana", "stand")
