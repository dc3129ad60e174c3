"""The view: what felt, badges and buttons are told, for who plays and who looks on."""

import pytest

from felt import Felt, rules_of
from zapato.rules import text
from zapato.table import commands
from zapato.table.cut import Viewer, cut
from zapato.table.names import kept


def at_the_table(cards, *players, rules=None, purse_each=100_000):
    rules = rules or rules_of()
    felt = Felt(rules)
    felt.sit("zoe", first_box=rules.boxes)
    felt.deal_blank_round("zoe")
    felt.send(commands.StandUp("zoe"))
    felt.sit(*players, purse_each=purse_each)
    felt.stack(cards)
    for player in players:
        felt.bet(player, 100)
    return felt


def hand_of(felt, box=1, hand=1):
    return felt.view().boxes[box - 1].hands[hand - 1]


@pytest.mark.parametrize(
    ("cards", "badge", "value", "soft"),
    [
        ("As 9h 6s 9c", "7 / 17", 17, True),
        ("As 9h Ah 9c", "2 / 12", 12, True),
        ("Ts 9h 7s 9c", "17", 17, False),
    ],
)
def test_badges_show_both_totals_while_a_hand_is_soft(cards, badge, value, soft):
    """Fault 1: A A shown only as 12."""
    hand = hand_of(at_the_table(cards, "ana"))
    assert (badge, value, soft) == (hand.text, hand.total, hand.soft)


def test_the_dealers_badge_is_of_what_lies_face_up():
    """An ace alone is 1 / 11."""
    felt = at_the_table("5s Ah 6s 9c", "ana")
    assert ("1 / 11", 11, True) == (felt.view().dealer.text, felt.view().dealer.total, felt.view().dealer.soft)
    assert Felt().view().dealer.text == ""


def test_a_split_shows_two_hands_the_second_without_its_card_until_its_turn():
    """Fault 3: both halves dealt at once; a stake of 0 on the second half."""
    felt = at_the_table("8s 9h 8h 9c 3d Th", "ana")
    felt.play("ana", "split")
    first, second = felt.view().boxes[0].hands
    assert (("8s", "3d"), "acting", (100,), True) == (first.cards, first.state, first.bets, first.from_split)
    assert (("8h",), "waiting", (100,), True) == (second.cards, second.state, second.bets, second.from_split)
    felt.play("ana", "stand")
    first, second = felt.view().boxes[0].hands
    assert ("stood", "acting") == (first.state, second.state)
    assert (1, 2) == (felt.view().turn.box, felt.view().turn.hand)


def test_states_of_hands():
    """What the page sweeps away, greys or crowns."""
    bust = at_the_table("Ts 6s 9h 6h 7s 9c Td 2d", "ana", "bob")
    bust.play("ana", "hit")
    assert "bust" == hand_of(bust).state
    natural = at_the_table("As 6s 9h Kh 7s 9c", "ana", "bob")
    assert "natural" == hand_of(natural).state
    doubled = at_the_table("5s 6s 9h 6h 7s 9c Td", "ana", "bob")
    doubled.play("ana", "double")
    assert ("doubled", (100, 100)) == (hand_of(doubled).state, hand_of(doubled).bets)
    given_up = at_the_table("Ts 6s 9h 6h 7s 9c", "ana", "bob", rules=rules_of(surrender="late"))
    given_up.play("ana", "surrender")
    assert "surrendered" == hand_of(given_up).state
    sure = at_the_table("As 6s Ah Kh 7s 9c", "ana", "bob")
    sure.play("ana", "even-money")
    assert "even-money" == hand_of(sure).state


def test_buttons_say_what_is_legal_what_it_costs_and_why_not():
    """Only for whose turn it is; moves that these rules never have get no button."""
    felt = at_the_table("9s 6s 5h 7h 7s 9c", "ana", "bob", purse_each=150)
    moves = {move.move: move for move in felt.view("ana").you.moves}
    assert ["stand", "hit", "double", "split"] == list(moves)
    assert (100, "purse-short") == (moves["double"].cost, moves["double"].refusal.code)
    assert "not-a-pair" == moves["split"].refusal.code
    assert None is moves["hit"].refusal
    assert () == felt.view("bob").you.moves
    assert () == felt.view("dan").you.moves
    late = at_the_table("9s 5h 7h 9c", "ana", rules=rules_of("americana"))
    assert "surrender" in [move.move for move in late.view("ana").you.moves]


def test_offers_are_told_to_whom_they_are_made_and_answers_to_all():
    """A natural is offered even money, another hand insurance for exactly half."""
    felt = at_the_table("As 6s Ah Kh 7s 9c", "ana", "bob")
    (even,), (insure,) = felt.view("ana").you.offers, felt.view("bob").you.offers
    assert (1, 0, True, "natural-not-insured") == (
        even.box,
        even.insurance_most,
        even.even_money,
        even.insure_refusal.code,
    )
    assert (2, 50, 50, False, None) == (
        insure.box,
        insure.insurance_least,
        insure.insurance_most,
        insure.even_money,
        insure.insure_refusal,
    )
    assert () == felt.view("dan").you.offers
    assert [False, False, None] == [box.answered for box in felt.view("dan").boxes[:3]]
    felt.play("bob", "insure")
    assert [False, True, None] == [box.answered for box in felt.view("dan").boxes[:3]]
    assert 50 == felt.view("dan").boxes[1].insurance
    assert () == felt.view("bob").you.offers
    assert (150, 99_850) == (felt.view("bob").you.in_play, felt.view("bob").you.purse)


def test_results_and_what_they_paid():
    """Each hand with its own; the player with the sum."""
    felt = at_the_table("Ts 6s 9h 9s 7s 8c", "ana", "bob")
    felt.play("ana", "stand")
    assert None is felt.view("ana").you.net
    felt.play("bob", "stand")
    view = felt.view("ana")
    assert ("settled", "stand") == (view.phase, view.dealer.result)
    assert ("win", 200) == (view.boxes[0].hands[0].result, view.boxes[0].hands[0].returned)
    assert ("lose", 0) == (view.boxes[1].hands[0].result, view.boxes[1].hands[0].returned)
    assert (100, 100, 200, 0) == (view.you.net, view.you.staked, view.you.returned, view.you.in_play)
    assert -100 == felt.view("bob").you.net
    assert (100, kept("escribas", 2)) == (view.past[0].net, view.past[0].record)
    felt.tick()
    view = felt.view("ana")
    assert (None, 0, ()) == (view.you.net, view.you.staked, view.boxes[0].hands)
    assert "" == view.dealer.text


def test_you_are_marked_and_so_are_residents_and_the_away():
    """The page finds its own box, and shows who is house-run or gone for now."""
    felt = Felt()
    felt.sit("ana")
    felt.fund("ia", 1_000)
    felt.send(commands.Sit("ia", "Hori", 3, 1_000, resident=True))
    felt.send(commands.SetAway("ana", True))
    seats = [box.seat for box in felt.view("ana").boxes]
    assert [(True, False, True), None, (False, True, False), None, None] == [
        seat and (seat.you, seat.resident, seat.away) for seat in seats
    ]


def test_a_watcher_has_the_name_and_purse_that_the_server_gives():
    """They have no seat that could tell."""
    view = cut(Felt().state, Viewer("dan", "Dan", 7_000), 5)
    assert ("dan", "Dan", 7_000, None) == (view.you.player, view.you.name, view.you.purse, view.you.box)
    assert 5 == view.now_ms


def test_the_shoe_as_everybody_sees_it():
    """Commitments, contributions, cards left and discards; open to contributions until the first bets close."""
    felt = Felt(rules_of("casino-es"))
    felt.sit("ana")
    felt.send(commands.Contribute("ana", 1, "ab" * 8))
    shoe = felt.view().shoe
    assert (1, True, 307, 312, 0) == (shoe.shoe, shoe.open_to_contributions, shoe.left, shoe.total, shoe.discards)
    assert (felt.state.shoe.seed.commitment, felt.state.shoe.reserve.commitment) == (
        shoe.commitment,
        shoe.reserve_commitment,
    )
    assert felt.view().shuffling
    felt.deal_blank_round("ana", 10)
    shoe = felt.view().shoe
    dealt = len(felt.records[0]["cards"].split())
    assert (False, 307 - dealt, 5 + dealt) == (shoe.open_to_contributions, shoe.left, shoe.discards)
    assert not felt.view().shuffling
    assert None is felt.view().last_shoe


def test_the_rules_on_the_felt_are_the_tables_own():
    """Nothing that the page prints is written down a second time."""
    rules = rules_of("casino-plaza")
    seen = Felt(rules).view().rules
    assert text(rules) == seen.text
    for field in seen.__struct_fields__:
        if field != "text":
            assert getattr(rules, field) == getattr(seen, field), field
