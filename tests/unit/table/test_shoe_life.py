"""A shoe from commitment to revelation: contributions, burn, reshuffle, running dry."""

import pytest

from felt import Felt, rules_of
from zapato.refusal import Refusal
from zapato.shoe import commitment
from zapato.table import commands
from zapato.table.decide import decide
from zapato.table.events import (
    BettingOpened,
    ReserveCommitted,
    ShoeCommitted,
    ShoeReplenished,
    ShoeRevealed,
    ShoeShuffled,
)
from zapato.table.state import initial

DRY = rules_of(decks=1, boxes=2, max_hands=1, burn=3, reshuffle_below=4)
"""One deck dealt nearly to its end: it often runs dry in mid-round."""


def of_kind(felt, kind):
    return [event for event in felt.events if isinstance(event, kind)]


def play_rounds(felt, count):
    """Both players hit whatever they may, which takes many cards."""
    for _ in range(count):
        for player in ("ana", "bob"):
            felt.bet(player, felt.state.rules.bet_min)
        while felt.state.phase == "playing":
            table = felt.view()
            if table.phase == "moves":
                felt.play(table.boxes[table.turn.box - 1].seat.player, "hit")
            else:
                felt.tick()
        felt.finish_round()


def test_a_shoe_is_committed_before_bets_open_and_revealed_when_it_ends():
    """The hash comes first; the seeds that it was made of come last."""
    felt = Felt()
    felt.sit("ana", "bob", purse_each=10_000_000)
    while len(of_kind(felt, ShoeCommitted)) < 3:
        play_rounds(felt, 1)
    committed, revealed = of_kind(felt, ShoeCommitted), of_kind(felt, ShoeRevealed)
    assert [1, 2, 3] == [event.shoe for event in committed]
    assert [1, 2] == [event.shoe for event in revealed]
    for first, last in zip(committed, revealed, strict=False):
        assert [first.commitment, first.reserve_commitment] == [commitment(seed) for seed in last.seeds]
    for event in committed:
        assert isinstance(felt.events[felt.events.index(event) + 1], BettingOpened)


def test_a_shoe_is_reshuffled_before_a_deal_with_fewer_cards_than_the_rules_say():
    """78 of 312: never a deal below, never a shoe ended at or above."""
    felt = Felt()
    felt.sit("ana", "bob", purse_each=10_000_000)
    ended = 0
    for _ in range(120):
        shoe = felt.state.shoe
        play_rounds(felt, 1)
        if felt.state.shoe.number == shoe.number:
            assert felt.state.shoe.cards.left >= 78
        else:
            assert felt.state.ended_shoe.cards.left < 78
            ended += 1
    assert ended >= 3


def test_a_fresh_shoe_every_round_where_the_rules_ask_for_it():
    """`reshuffle_below` of all cards or more; and a fresh shoe itself is never reshuffled."""
    felt = Felt(rules_of(reshuffle_below=400, burn=5))
    felt.sit("ana", "bob")
    play_rounds(felt, 5)
    assert 6 == felt.state.shoe.number
    assert 5 == len(felt.proofs)


def test_the_shoe_ends_with_fewer_cards_than_the_rules_say_not_with_as_many():
    """«Before a deal with fewer than 78 cards left»: the round that leaves exactly so many is not the last."""

    def shoe_after_a_round(reshuffle_below):
        felt = Felt(rules_of(reshuffle_below=reshuffle_below), seed="same")
        felt.sit("ana", "bob")
        play_rounds(felt, 1)
        return felt.state.shoe.number, felt.state.cards_left

    first, left = shoe_after_a_round(78)
    assert 1 == first
    assert (1, left) == shoe_after_a_round(left)
    assert 2 == shoe_after_a_round(left + 1)[0]


def test_burnt_cards_are_seen_by_nobody_and_counted():
    """Five off the top, face down; the counter of cards left knows of them."""
    felt = Felt(rules_of("casino-es"))
    felt.sit("ana", "bob")
    assert 307 == felt.state.cards_left == felt.view().shoe.left
    play_rounds(felt, 1)
    (event,) = of_kind(felt, ShoeShuffled)
    assert (307, 5) == (event.cards, event.burnt)
    order = felt.state.shoe.cards.order
    assert order[:5] == felt.state.shoe.burnt
    assert order[5] == felt.state.shoe.dealt[0].card


def test_contributions_change_the_order_and_are_published():
    """Two tables with equal seeds: a player's own entropy parts them."""
    with_one, without = Felt(seed="same"), Felt(seed="same")
    for felt in (with_one, without):
        felt.sit("ana", "bob")
    with_one.send(commands.Contribute("ana", 1, "ab" * 8))
    assert [("Ana", "ab" * 8)] == [(each.name, each.entropy) for each in with_one.view("dan").shoe.contributions]
    for felt in (with_one, without):
        play_rounds(felt, 1)
    assert with_one.state.shoe.cards.order != without.state.shoe.cards.order


@pytest.mark.parametrize(
    ("player", "shoe", "entropy", "code"),
    [
        ("dan", 1, "ab" * 8, "not-seated"),
        ("ana", 2, "ab" * 8, "wrong-shoe"),
        ("ana", 0, "ab" * 8, "wrong-shoe"),
        ("ana", 1, "ab" * 7, "entropy-malformed"),
        ("ana", 1, "ab" * 33, "entropy-malformed"),
        ("ana", 1, "AB" * 8, "entropy-malformed"),
        ("ana", 1, "g" * 16, "entropy-malformed"),
        ("ana", 1, "", "entropy-malformed"),
        ("bob", 1, "cd" * 8, "already-contributed"),
    ],
)
def test_contributions_out_of_place_are_refused(player, shoe, entropy, code):
    """By the seated, once, for this shoe, in the documented form."""
    felt = Felt()
    felt.sit("ana", "bob")
    felt.send(commands.Contribute("bob", 1, "ab" * 8))
    assert code == felt.refused(commands.Contribute(player, shoe, entropy))


def test_no_contribution_once_the_first_bets_are_closed():
    """Whoever knew the first cards could choose the others."""
    felt = Felt()
    felt.sit("ana", "bob")
    felt.bet("ana", 100)
    felt.send(commands.Contribute("bob", 1, "ab" * 8))
    felt.bet("bob", 100)
    assert "contributions-closed" == felt.refused(commands.Contribute("ana", 1, "cd" * 8))
    felt.finish_round()
    assert "contributions-closed" == felt.refused(commands.Contribute("ana", 1, "cd" * 8))


def test_contributions_are_bounded():
    """Seats changing hands for hours before a first bet don't fill the server's memory."""
    felt = Felt()
    for number in range(32):
        felt.sit(f"p{number}")
        felt.send(commands.Contribute(f"p{number}", 1, "ab" * 8))
        felt.send(commands.StandUp(f"p{number}"))
    felt.sit("last")
    assert "contributions-full" == felt.refused(commands.Contribute("last", 1, "ab" * 8))


def test_fault_16_a_shoe_that_runs_dry_in_mid_round_goes_on_with_the_discards():
    """Never this round's cards; from the reserve seed committed before; `Felt.check` counts every card all the while."""
    felt = Felt(DRY)
    felt.sit("ana", "bob", purse_each=10_000_000)
    while len(of_kind(felt, ShoeReplenished)) < 3:
        play_rounds(felt, 1)
    for event in of_kind(felt, ShoeReplenished):
        place = felt.events.index(event)
        committed = [
            each
            for each in felt.events[:place]
            if isinstance(each, ShoeCommitted | ReserveCommitted) and each.shoe == event.shoe
        ]
        reserves = [getattr(each, "reserve_commitment", None) or each.commitment for each in committed]
        # Committed before the bets of this round opened, not with cards on the felt.
        opened = max(at for at in range(place) if isinstance(felt.events[at], BettingOpened))
        assert felt.events.index(committed[-1]) < opened
        if proof := next((proof for proof in felt.proofs if proof.shoe == event.shoe), None):
            assert reserves[-1] in {reserve.commitment for reserve in proof.reserves if reserve.after is not None}


def test_a_used_reserve_is_replaced_before_the_next_bets():
    """The table awaits it; bets open only once it is committed."""
    felt = Felt(DRY)
    felt.sit("ana", "bob", purse_each=10_000_000)
    while not of_kind(felt, ReserveCommitted):
        play_rounds(felt, 1)
    place = felt.events.index(of_kind(felt, ReserveCommitted)[0])
    following = next(event for event in felt.events[place:] if isinstance(event, BettingOpened | ShoeRevealed))
    assert following is not None
    assert felt.state.shoe.reserve is not None


@pytest.mark.parametrize(
    ("seed", "reserve", "code"),
    [
        ("ab" * 32, "ab" * 32, "seed-malformed"),
        ("AB" * 32, "cd" * 32, "seed-malformed"),
        ("ab" * 31, "cd" * 32, "seed-malformed"),
        ("ab" * 32, "", "seed-malformed"),
    ],
)
def test_seeds_that_prove_nothing_are_refused(seed, reserve, code):
    """Malformed ones, and one seed for both purposes."""
    answer = decide(initial("escribas", rules_of()), commands.NewShoe(seed, reserve), 0)
    assert isinstance(answer, Refusal)
    assert code == answer.code


def test_seeds_nobody_asked_for_are_refused():
    """A second shoe can't push the first off the table."""
    felt = Felt()
    assert "seed-not-awaited" == felt.refused(commands.NewShoe("ab" * 32, "cd" * 32))
    assert "seed-not-awaited" == felt.refused(commands.Reserve("ab" * 32))
