"""Faults that real blackjack programs had, as far as they concern the round: for each a test that would have caught it.

The numbers are those at the end of docs/rules.md. (1: totals, see tests/unit/test_hand.py; 8: payoffs, see tests/unit/rules.)
"""

from auditor import money_lines
from unit.round.helpers import act, after, begin, code, deal, reasons, results
from zapato.round import awaits, legal
from zapato.round.commands import Act, Bet, Deal, Open
from zapato.round.decide import advance
from zapato.round.progress import AwaitsCard, Over
from zapato.round.state import RoundState
from zapato.rules import preset


class TestFault1Totals:
    def test_the_dealers_a_4_7_is_12_and_draws_on(self) -> None:
        state = act(begin("thot", "Ts 4h 8s Ah"), "stand")
        state = deal(state, "7d")

        assert state.dealer_total == (12, False)
        assert awaits(state) == AwaitsCard()

    def test_a_pair_of_aces_shows_2_and_12(self) -> None:
        state = begin("thot", "As 9h Ad 9d")

        assert state.hand(1, 1).total.text == "2 / 12"

    def test_a_a_a_6_is_19(self) -> None:
        state = act(begin("thot", "As 9h Ad 9d"), "hit", cards="Ac")
        state = act(state, "hit", cards="6c")

        assert state.hand(1, 1).total == (19, True)


class TestFault2Splits:
    def test_no_split_after_a_hit(self) -> None:
        state = act(begin("thot", "4s 9h 4d 9d"), "hit", cards="4c")

        assert reasons(state)["split"] == "only-two-cards"
        assert code(state, Act(1, "split")) == "only-two-cards"

    def test_tens_of_different_rank_split_by_value_and_not_by_rank(self) -> None:
        assert reasons(begin("thot", "Ks 9h Td 9d"))["split"] is None
        assert reasons(begin({"preset": "thot", "split": "rank"}, "Ks 9h Td 9d"))["split"] == "not-the-same-rank"
        assert reasons(begin({"preset": "thot", "split": "rank"}, "Ks 9h Kd 9d"))["split"] is None

    def test_each_split_ace_gets_its_one_card(self) -> None:
        state = act(begin("thot", "As 6h Ad 9d"), "split", cards="5s 9s Tc")

        assert [hand.cards for hand in state.boxes[0].hands] == [("As", "5s"), ("Ad", "9s")]
        assert isinstance(awaits(state), Over)

    def test_one_half_bust_and_one_half_tied_pays_one_stake_back(self) -> None:
        state = act(begin("thot", "8s 9h 8d 9d"), "split", cards="7s")
        state = act(state, "hit", cards="Tc Ts")
        state = act(state, "stand")

        assert results(state) == [(1, 1, "ana", "bust", 0), (1, 2, "ana", "push", 100)]


class TestFault3SplitHands:
    def test_a_half_gets_its_second_card_on_its_turn_only(self) -> None:
        state = act(begin("thot", "8s 9h 8d 9d"), "split", cards="2s")

        assert [hand.cards for hand in state.boxes[0].hands] == [("8s", "2s"), ("8d",)]
        assert act(state, "stand").hand(1, 2).cards == ("8d",)
        assert awaits(act(state, "stand")) == AwaitsCard(1, 2)

    def test_the_second_half_has_its_own_whole_stake(self) -> None:
        state = act(begin("thot", "8s 9h 8d 9d"), "split")

        assert [hand.stakes for hand in state.boxes[0].hands] == [(100,), (100,)]


class TestFault4Naturals:
    def test_21_after_a_split_is_paid_even(self) -> None:
        state = act(begin("thot", "As 9h Ad 9d"), "split", cards="Ts Kd")

        assert results(state) == [(1, 1, "ana", "win", 200), (1, 2, "ana", "win", 200)]

    def test_21_in_four_cards_is_paid_even(self) -> None:
        state = act(begin("thot", "2s 9h 5d 9d"), "hit", cards="4c")
        state = act(state, "hit", cards="Tc")

        assert results(state) == [(1, 1, "ana", "win", 200)]

    def test_a_natural_beats_a_21_of_three_cards(self) -> None:
        bets = (Bet(1, "ana", 100), Bet(2, "leo", 100))
        state = act(begin("thot", "As Ts 6h Ks 9s 5d", *bets), "stand", cards="Tc")

        assert state.dealer_total.value == 21
        assert results(state) == [(1, 1, "ana", "blackjack", 250), (2, 1, "leo", "lose", 0)]


class TestFault5Doubles:
    def test_a_double_after_a_split_stakes_the_first_bet_again(self) -> None:
        state = act(begin("thot", "8s 9h 8d 9d"), "split", cards="3s")
        state = act(state, "double")

        assert [hand.stakes for hand in state.boxes[0].hands] == [(200,), (100,)]

    def test_three_cards_can_not_double(self) -> None:
        state = act(begin("thot", "2s 9h 3d 9d"), "hit", cards="4c")

        assert code(state, Act(1, "double")) == "only-two-cards"

    def test_where_the_rules_say_no_it_is_refused_after_a_split(self) -> None:
        rules = {"preset": "thot", "double_after_split": False}

        assert reasons(act(begin(rules, "8s 9h 8d 9d"), "split", cards="3s"))["double"] == "no-double-after-split"


class TestFault6Insurance:
    def test_a_natural_is_offered_even_money_and_no_insurance(self) -> None:
        state = begin("thot", "As Ah Ts 9d")

        assert reasons(state) == {"insure": "natural-not-insured", "even-money": None, "decline": None}

    def test_no_natural_is_paid_before_the_dealers_was_looked_for(self) -> None:
        """Under a ten the peek comes first; without a hole card the second card does."""
        assert results(begin("thot", "As Th Ks Ad")) == [(1, 1, "ana", "push", 100)]
        waiting = begin("casino-es", "As Th Ks")
        assert waiting.hands_settled == ()
        assert results(deal(waiting, "Ad")) == [(1, 1, "ana", "push", 100)]

    def test_insurance_is_taken_from_the_purse_once(self) -> None:
        state = begin("thot", "Ts Ah 9s 9d", purses={"ana": 60})
        insured = after(state, Act(1, "insure"))

        assert insured.purses == {"ana": 10}
        assert code(insured, Act(1, "insure")) == "nothing-offered"


class TestFault7TheDealer:
    def test_nothing_is_drawn_when_every_hand_is_decided(self) -> None:
        """The wasted card would shift the next round."""
        assert isinstance(awaits(act(begin("thot", "Ts 6h 6s 5d"), "hit", cards="Tc")), Over)
        assert isinstance(awaits(begin("thot", "As 6h Ts 5d")), Over)
        assert isinstance(awaits(act(begin("casino-es", "Ts 6h 6s"), "hit", cards="Tc")), Over)

    def test_the_dealer_draws_to_17_and_stands_there(self) -> None:
        state = act(begin("thot", "Ts 2h 9s 2d"), "stand")
        for card in ("3c", "4c", "5c"):
            assert awaits(state) == AwaitsCard()
            state = deal(state, card)

        assert awaits(state) == AwaitsCard(), "16 draws"
        assert isinstance(awaits(deal(state, "Ac")), Over), "17 stands"

    def test_the_dealer_never_draws_to_20(self) -> None:
        assert isinstance(awaits(act(begin("thot", "Ts Th 9s Td"), "stand")), Over)

    def test_a_tie_is_no_win(self) -> None:
        assert results(act(begin("thot", "Ts Th 9s 9d"), "stand")) == [(1, 1, "ana", "push", 100)]


class TestFault9ThePurse:
    def test_a_double_or_split_without_the_money_is_refused_with_what_it_needs(self) -> None:
        state = begin("thot", "8s 9h 8d 9d", purses={"ana": 99})

        for move in ("double", "split"):
            refusal = next(option.refusal for option in legal(state) if option.move == move)
            assert refusal is not None
            assert (refusal.code, refusal.values) == ("purse-short", {"needed": 100, "purse": 99})
            assert code(state, Act(1, move)) == "purse-short"  # type: ignore[arg-type]

    def test_the_last_deben_may_be_spent(self) -> None:
        state = act(begin("thot", "8s 9h 8d 9d", purses={"ana": 100}), "split", cards="3s")

        assert state.purses == {"ana": 0}
        assert reasons(state)["double"] == "purse-short"

    def test_a_double_click_takes_the_stake_once(self) -> None:
        """The second double finds the hand gone on: refused, and nothing is taken."""
        state = act(begin("thot", "6s 9h 5d 9d", purses={"ana": 500}), "double")

        assert code(state, Act(1, "double")) == "card-due"
        ended = deal(state, "2c")
        assert code(ended, Act(1, "double")) == "round-over"
        assert ended.purses == {"ana": 400}

    def test_a_bet_can_not_be_changed_in_mid_round(self) -> None:
        state = begin("thot", "6s 9h 5d 9d")

        assert code(state, Open((Bet(1, "ana", 500),))) == "round-begun"

    def test_the_ledger_takes_each_stake_once_and_pays_once(self) -> None:
        opened = advance(RoundState(preset("thot").rules), Open((Bet(1, "ana", 100),)))
        assert not isinstance(opened, str)
        events, state = list(opened.events), opened.state  # type: ignore[union-attr]
        steps = [
            *map(Deal, ["8s", "9h", "8d", "9d"]),
            Act(1, "split"),
            Deal("3s"),
            Act(1, "double"),
            Deal("Ts"),
            Deal("Td"),
        ]
        for command in (*steps, Act(1, "stand")):
            advanced = advance(state, command)
            events += advanced.events  # type: ignore[union-attr]
            state = advanced.state  # type: ignore[union-attr]

        lines = [(line.kind, line.amount) for line in money_lines(events)]
        assert lines == [("bet", 100), ("split", 100), ("double", 100), ("payout", 500)]


class TestFault16TheNextBet:
    def test_the_bet_of_the_round_stays_what_it_was_when_doubled(self) -> None:
        """So that «repeat last bet» repeats the bet, not the doubled one."""
        state = act(begin("thot", "6s 9h 5d 9d"), "double", cards="2c")

        assert state.boxes[0].seat.amount == 100
