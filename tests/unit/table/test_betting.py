"""The betting window: when chips become a bet, when the cards go, what is refused."""

import pytest

from felt import Felt, rules_of
from zapato.table import commands
from zapato.table.cut import Viewer, cut_events
from zapato.table.decide import decide
from zapato.table.events import BetAccepted, BetClockStarted, BettingOpened, RoundClosed, WishReturned, WishSet
from zapato.table.pace import Pace


def names(events):
    return [type(event).__name__ for event in events]


def test_a_commitment_is_published_before_the_first_bet():
    """A shoe whose hash came after a bet would prove nothing."""
    felt = Felt()
    assert ["ShoeCommitted", "BettingOpened"] == names(felt.events)
    assert 1 == felt.state.round


def test_the_clock_runs_from_the_first_chip_laid():
    """No clock before it, none anew after it."""
    felt = Felt()
    felt.sit("ana", "bob")
    assert None is felt.state.deadline_ms
    felt.send(commands.SetWish("ana", 100, 1))
    assert felt.now + 15_000 == felt.state.deadline_ms
    felt.now += 5_000
    felt.send(commands.SetWish("bob", 100, 1))
    felt.send(commands.SetWish("ana", 300, 1))
    assert felt.now + 10_000 == felt.state.deadline_ms


def test_fault_16_a_lone_player_never_waits_for_the_betting_clock():
    """Other programs force the full minute of betting on a player who is alone and ready."""
    felt = Felt()
    felt.sit("ana")
    events = felt.bet("ana", 200)
    assert "RoundOpened" in [type(e.event).__name__ for e in events if hasattr(e, "event")]


def test_cards_go_as_soon_as_every_seated_player_is_ready_or_sits_out_or_is_away():
    """One of each; the last one to speak sets the cards off."""
    felt = Felt()
    felt.sit("ana", "bob", "cid")
    felt.bet("ana", 200)
    felt.send(commands.SitOut("bob", 1))
    assert "betting" == felt.state.phase
    felt.send(commands.SetAway("cid", True))
    assert "betting" != felt.state.phase


def test_at_the_end_of_the_clock_enough_is_played_and_too_little_goes_back():
    """Chips on the box are in play when the clock runs out; below the minimum they go back, and that is said."""
    felt = Felt(rules_of("americana"))
    felt.sit("ana", "bob")
    felt.send(commands.SetWish("ana", 8, 1))
    felt.send(commands.SetWish("bob", 10, 1))
    events = felt.tick()
    assert WishReturned("ana", 1, 8, "below-minimum") in events
    assert BetAccepted("bob", 2, 10) in events
    assert [("bob", 2)] == [(bet.player, bet.box) for bet in felt.records[0:] or felt.state.round_events[0].bets]


def test_if_nobody_bets_no_round_starts():
    """The same round opens again, its clock waiting for a chip."""
    felt = Felt(rules_of("americana"))
    felt.sit("ana")
    felt.send(commands.SetWish("ana", 8, 1))
    assert [WishReturned("ana", 1, 8, "below-minimum"), BettingOpened(1)] == list(felt.tick())
    assert None is felt.state.clock
    felt.bet("ana", 10)
    assert "betting" != felt.state.phase


def test_away_chips_that_nobody_confirmed_go_back_when_the_deal_does_not_wait():
    """Who lost the link with chips down said neither yes nor no, and finds the purse whole."""
    felt = Felt()
    felt.sit("ana", "bob")
    felt.send(commands.SetWish("bob", 500, 1))
    felt.send(commands.SetAway("bob", True))
    assert WishReturned("bob", 2, 500, "away") in felt.bet("ana", 100)
    assert 100_000 == felt.state.seat_of("bob").purse


def test_at_the_end_of_the_clock_the_away_are_treated_like_all():
    """Their clock runs as normal: chips on the box are in play."""
    felt = Felt()
    felt.sit("ana", "bob")
    felt.send(commands.SetWish("bob", 500, 1))
    felt.send(commands.SetAway("bob", True))
    assert BetAccepted("bob", 2, 500) in felt.tick()


def test_chips_can_be_changed_freely_and_cost_nothing():
    """A wish is no bet: the purse stays whole."""
    felt = Felt()
    felt.sit("ana")
    for amount in (100, 500, 300, 0):
        assert WishSet("ana", 1, amount) in felt.send(commands.SetWish("ana", amount, 1))
    assert 100_000 == felt.state.seat_of("ana").purse


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (-100, "amount-invalid"),
        (50, "bet-not-a-multiple"),
        (150, "bet-not-a-multiple"),
        (5_100, "bet-above-maximum"),
        (10**30, "bet-above-maximum"),
        (3_000, "purse-too-small"),
    ],
)
def test_what_may_not_lie_on_a_box_is_refused(amount, code):
    """Limits, unit and purse are asked at the first chip, not at the deal."""
    felt = Felt()
    felt.sit("ana", purse_each=2_900)
    assert code == felt.refused(commands.SetWish("ana", amount, 1))


def test_the_whole_purse_may_be_bet_and_not_one_deben_more():
    """And the refusal says how much is missing."""
    felt = Felt()
    felt.sit("ana", purse_each=2_900)
    refusal = decide(felt.state, commands.SetWish("ana", 3_000, 1), felt.now)
    assert ("purse-too-small", {"missing": 100}) == (refusal.code, refusal.values)
    felt.sit("bob", first_box=2)
    felt.bet("ana", 2_900)
    assert 0 == felt.state.seat_of("ana").purse


def test_chips_that_the_purse_no_longer_holds_go_back():
    """It was emptied elsewhere meanwhile: at the clock's end the wish can't become a bet; others are told no reason."""
    felt = Felt()
    felt.sit("ana", "bob", purse_each=1_000)
    felt.send(commands.SetWish("ana", 500, 1))
    felt.send(commands.PurseChanged("ana", 400))
    assert "purse-too-small" == felt.refused(commands.Ready("ana", 1))
    events = felt.tick()
    assert WishReturned("ana", 1, 500, "purse-too-small") == events[0]
    assert WishReturned("ana", 1, 500, None) == cut_events(events, Viewer("bob"))[0]
    assert WishReturned("ana", 1, 500, "purse-too-small") == cut_events(events, Viewer("ana"))[0]


def test_laying_chips_ends_sitting_out():
    """Who changes their mind in time is in the round; the same chips again are no news."""
    felt = Felt()
    felt.sit("ana", "bob")
    felt.send(commands.SitOut("ana", 1))
    assert felt.view().boxes[0].sits_out
    felt.send(commands.SetWish("ana", 100, 1))
    assert not felt.view().boxes[0].sits_out
    assert () == felt.send(commands.SetWish("ana", 100, 1))


def test_ready_needs_the_minimum():
    """«Repartir» on too few chips says what is missing instead of waiting for the clock."""
    felt = Felt(rules_of("americana"))
    felt.sit("ana")
    assert "no-bet" == felt.refused(commands.Ready("ana", 1))
    felt.send(commands.SetWish("ana", 8, 1))
    assert "bet-below-minimum" == felt.refused(commands.Ready("ana", 1))


def test_fault_9_an_accepted_bet_cannot_be_changed_or_taken_twice():
    """A second «Repartir», other chips, sitting out: all refused, and the purse paid once."""
    felt = Felt()
    felt.sit("ana", "bob")
    felt.bet("ana", 500)
    for command in (
        commands.Ready("ana", 1),
        commands.SetWish("ana", 100, 1),
        commands.SetWish("ana", 0, 1),
        commands.SitOut("ana", 1),
    ):
        assert "bet-accepted" == felt.refused(command)
    assert 99_500 == felt.state.seat_of("ana").purse


def test_commands_about_another_round_are_refused():
    """A page that lags behind can't bet in a round it has not seen."""
    felt = Felt()
    felt.sit("ana")
    for command in (commands.SetWish("ana", 100, 2), commands.Ready("ana", 0), commands.SitOut("ana", 7)):
        assert "wrong-round" == felt.refused(command)


def test_bets_are_closed_once_the_cards_are_out():
    """Late arrivals wait for the next round."""
    felt = Felt()
    felt.sit("ana")
    felt.bet("ana", 100)
    felt.sit("bob", first_box=2)
    if felt.state.phase == "playing":
        assert "bets-closed" == felt.refused(commands.SetWish("bob", 100, 1))
    felt.finish_round()
    felt.send(commands.SetWish("bob", 100, 2))


def test_fault_16_the_last_bet_is_remembered_as_bet_never_as_doubled():
    """«Repetir» after a double must not lay twice as much."""
    felt = Felt()
    felt.sit("ana")
    felt.deal_blank_round("ana")
    felt.stack("5s 6s 6h Th 9c Ts")
    felt.bet("ana", 300)
    felt.play("ana", "double")
    assert 600 == felt.view("ana").boxes[0].hands[0].bets[0] + felt.view("ana").boxes[0].hands[0].bets[1]
    assert 300 == felt.view("ana").you.last_bet


def test_no_clock_means_no_deadline():
    """A table without clocks waits for its players."""
    felt = Felt(rules_of(bet_clock=0, move_clock=0, insurance_clock=0))
    felt.sit("ana", "bob")
    events = felt.send(commands.SetWish("ana", 100, 1))
    assert not [event for event in events if isinstance(event, BetClockStarted)]
    assert None is felt.state.deadline_ms


def test_results_stay_on_show_before_the_next_bets():
    """Who lost wants to see why."""
    felt = Felt(pace=Pace(show_ms=4_000))
    felt.sit("ana")
    felt.bet("ana", 100)
    while felt.state.phase == "playing":
        felt.tick()
    closed = next(event for event in felt.events if isinstance(event, RoundClosed))
    assert felt.now + 4_000 <= closed.show_until_ms == felt.state.deadline_ms
    assert () == felt.send(commands.Tick())
    felt.tick()
    assert "betting" == felt.state.phase


def test_the_page_waits_until_a_first_chip_and_then_bets():
    """`waiting` says that no clock runs: it runs on when the first chips are taken off again."""
    felt = Felt()
    felt.sit("ana")
    assert "waiting" == felt.view("ana").phase
    felt.send(commands.SetWish("ana", 100, 1))
    felt.send(commands.SetWish("ana", 0, 1))
    assert ("betting", "bet") == (felt.view("ana").phase, felt.view("ana").clock.kind)
    felt.tick()
    assert ("waiting", None) == (felt.view("ana").phase, felt.view("ana").clock)
