"""What may be done in a given position, and the reason for each move that may not."""

import pytest

from unit.round.helpers import act, after, begin, code, deal, reasons, results
from zapato.round import awaits, decide, legal
from zapato.round.commands import Act, Bet, CloseOffers
from zapato.round.events import Doubled, Stake
from zapato.round.progress import AwaitsAnswers, AwaitsCard, AwaitsMove, AwaitsSurrender, Over


@pytest.mark.parametrize(
    ("double", "soft", "cards", "reason"),
    [
        # dealt: first, upcard, second, hole card
        ("9-11", False, "4s 6h 4d 9d", "only-9-10-11"),
        ("9-11", False, "4s 6h 5d 9d", None),
        ("9-11", False, "6s 6h 5d 9d", None),
        ("9-11", False, "6s 6h 6d 9d", "only-9-10-11"),
        ("9-11", False, "As 6h 8d 9d", "only-9-10-11"),
        ("9-11", True, "As 6h 8d 9d", None),
        ("9-11", True, "As 6h 9d 9d", None),
        ("9-11", True, "As 6h 7d 9d", "only-9-10-11"),
        ("10-11", False, "4s 6h 5d 9d", "only-10-11"),
        ("10-11", False, "4s 6h 6d 9d", None),
        ("10-11", True, "As 6h 8d 9d", "only-10-11"),
        ("10-11", True, "As 6h 9d 9d", None),
        ("any", False, "As 6h 2d 9d", None),
        ("any", False, "Ts 6h Td 9d", None),
        ("none", False, "6s 6h 5d 9d", "no-double"),
    ],
)
def test_what_may_be_doubled(double: str, soft: bool, cards: str, reason: str | None) -> None:
    state = begin({"preset": "thot", "double": double, "double_soft": soft}, cards)

    assert reasons(state)["double"] == reason


@pytest.mark.parametrize(
    ("rules", "cards", "reason"),
    [
        ({"surrender": "none"}, "Ts 9h 6d 9d", "no-surrender"),
        ({"surrender": "late"}, "Ts 9h 6d 9d", None),
        ({"surrender": "late"}, "Ts Th 6d 9d", None),
        ({"surrender": "early"}, "Ts 9h 6d 9d", None),
        ({"surrender": "early", "peek_on_ten": False}, "Ts Th 6d 9d", None),
        ({"surrender": "early", "hole": "enhc"}, "Ts Th 6d", None),
        ({"surrender": "late", "hole": "obo"}, "Ts Th 6d", None),
    ],
)
def test_when_a_first_action_may_be_surrender(rules: dict[str, object], cards: str, reason: str | None) -> None:
    assert reasons(begin({"preset": "thot", **rules}, cards))["surrender"] == reason


def test_surrender_is_for_two_cards_that_are_no_split() -> None:
    rules = {"preset": "thot", "surrender": "late"}

    assert reasons(act(begin(rules, "8s 9h 3d 9d"), "hit", cards="2s"))["surrender"] == "only-first-action"
    assert reasons(act(begin(rules, "8s 9h 8d 9d"), "split", cards="2s"))["surrender"] == "no-surrender-after-split"


def test_surrender_against_an_ace_may_be_ruled_out() -> None:
    late = {"preset": "thot", "surrender": "late", "surrender_against_ace": False, "insurance": "none"}
    early = {**late, "surrender": "early"}

    assert reasons(begin(late, "Ts Ah 6d 9d"))["surrender"] == "no-surrender-against-ace"
    assert reasons(begin(early, "Ts Ah 6d 9d"))["surrender"] == "no-surrender-against-ace"
    assert awaits(begin(early, "Ts Th 6d 9d")) == AwaitsSurrender(1, "ana"), "a ten is no ace"


EARLY = {"preset": "thot", "surrender": "early"}


class TestEarlySurrender:
    def test_it_comes_after_the_insurance_and_before_the_peek(self) -> None:
        state = begin(EARLY, "Ts Ah 6d Td")
        assert isinstance(awaits(state), AwaitsAnswers)
        assert code(state, Act(1, "surrender")) == "offers-open"
        state = after(state, Act(1, "insure"))

        assert awaits(state) == AwaitsSurrender(1, "ana")
        assert state.peeked is None
        ended = after(state, Act(1, "surrender"))
        assert results(ended) == [(1, 1, "ana", "surrender", 50)]
        assert [row.returned for row in ended.insurances_settled] == [150], "the insurance stands on its own"

    def test_boxes_are_asked_one_by_one_and_not_again(self) -> None:
        bets = (Bet(1, "ana", 100), Bet(2, "leo", 100))
        state = begin(EARLY, "Ts 9s Th 6d 7d 9d", *bets)
        assert awaits(state) == AwaitsSurrender(1, "ana")
        assert code(state, Act(2, "surrender")) == "not-in-turn"
        assert code(state, Act(1, "stand")) == "surrender-open"
        assert code(state, Act(1, "surrender", hand=2)) == "wrong-hand"
        assert code(state, Act(1, "surrender", player="leo")) == "not-your-box"

        state = after(state, Act(1, "decline"))
        assert awaits(state) == AwaitsSurrender(2, "leo")
        state = after(state, Act(2, "surrender"))
        assert awaits(state) == AwaitsMove(1, 1, "ana")
        assert reasons(state)["surrender"] == "surrender-before-peek"

    def test_a_natural_is_not_asked(self) -> None:
        assert isinstance(awaits(begin(EARLY, "Ts Th Ad 9d")), Over)

    def test_closing_the_offer_is_no(self) -> None:
        state = after(begin(EARLY, "Ts Th 6d 9d"), CloseOffers())

        assert awaits(state) == AwaitsMove(1, 1, "ana")


class TestSplitAces:
    def test_one_card_each_and_no_move(self) -> None:
        state = act(begin({"preset": "thot"}, "As 6h Ad 9d"), "split", cards="5s")

        assert awaits(state) == AwaitsCard(1, 2)

    def test_a_further_ace_awaits_split_or_stand_where_it_may_be_split(self) -> None:
        state = act(begin({"preset": "thot", "resplit_aces": True}, "As 6h Ad 9d"), "split", cards="Ac")

        assert reasons(state) == {
            "stand": None,
            "hit": "split-ace-one-card",
            "double": "split-ace-one-card",
            "split": None,
            "surrender": "no-surrender",
        }

    @pytest.mark.parametrize(
        ("rules", "purse"),
        [({}, 1000), ({"resplit_aces": True, "max_hands": 2}, 1000), ({"resplit_aces": True}, 100)],
        ids=["rules", "limit", "purse"],
    )
    def test_a_further_ace_stands_by_itself_where_it_may_not(self, rules: dict[str, object], purse: int) -> None:
        state = begin({"preset": "thot", **rules}, "As 6h Ad 9d", purses={"ana": purse})
        state = act(state, "split", cards="Ac")

        assert awaits(state) == AwaitsCard(1, 2)
        assert state.hand(1, 1).end == "split-ace"

    def test_where_they_may_draw_they_are_played_like_any_split_hand(self) -> None:
        state = act(begin({"preset": "thot", "hit_split_aces": True}, "As 6h Ad 9d"), "split", cards="Ac")

        assert reasons(state) == {
            "stand": None,
            "hit": None,
            "double": None,
            "split": "aces-split-once",
            "surrender": "no-surrender",
        }

    def test_drawing_and_splitting_again_are_two_permissions(self) -> None:
        rules = {"preset": "thot", "hit_split_aces": True, "resplit_aces": True}
        state = act(begin(rules, "As 6h Ad 9d"), "split", cards="Ac")

        assert reasons(state)["split"] is None


class TestSplitOrder:
    def test_first_plays_the_card_dealt_first(self) -> None:
        state = act(begin("thot", "8s 6h 8d 9d"), "split", cards="8c")
        state = act(state, "split", cards="Ts")

        assert [hand.cards for hand in state.boxes[0].hands] == [("8s", "Ts"), ("8c",), ("8d",)]

    def test_right_plays_the_card_dealt_second_on_a_further_split_too(self) -> None:
        state = act(begin("casino-es", "8s 6h 8d"), "split", cards="8c")
        state = act(state, "split", cards="Ts")

        assert [hand.cards for hand in state.boxes[0].hands] == [("8c", "Ts"), ("8d",), ("8s",)]

    def test_the_limit_of_hands_ends_it(self) -> None:
        state = begin({"preset": "thot", "max_hands": 3}, "8s 6h 8d 9d")
        state = act(act(state, "split", cards="8c"), "split", cards="8h")

        assert reasons(state)["split"] == "hands-at-most"
        assert reasons(begin({"preset": "thot", "max_hands": 1}, "8s 6h 8d 9d"))["split"] == "no-split"


class TestInsurance:
    def test_half_is_exactly_half(self) -> None:
        state = begin("thot", "Ts Ah 6d 9d")

        assert code(state, Act(1, "insure", amount=49)) == "insurance-amount"
        assert code(state, Act(1, "insure", amount=51)) == "insurance-amount"
        assert code(state, Act(1, "insure", amount=50)) is None
        assert code(state, Act(1, "insure")) is None

    @pytest.mark.parametrize(
        ("amount", "reason"),
        [
            (0, "insurance-amount"),
            (-1, "insurance-amount"),
            (1, None),
            (33, None),
            (50, None),
            (51, "insurance-amount"),
        ],
    )
    def test_up_to_half_is_any_whole_amount(self, amount: int, reason: str | None) -> None:
        assert code(begin("casino-es", "Ts Ah 6d"), Act(1, "insure", amount=amount)) == reason

    def test_more_than_the_purse_is_refused_not_reduced(self) -> None:
        state = begin("casino-es", "Ts Ah 6d", purses={"ana": 20})

        assert code(state, Act(1, "insure")) == "purse-short"
        assert code(state, Act(1, "insure", amount=21)) == "purse-short"
        assert code(state, Act(1, "insure", amount=20)) is None
        (insure, *_) = legal(state)
        assert (insure.least, insure.most) == (1, 20)

    def test_an_empty_purse_can_not_insure(self) -> None:
        assert reasons(begin("casino-es", "Ts Ah 6d", purses={"ana": 0}))["insure"] == "purse-short"

    def test_nothing_is_offered_under_other_cards_or_where_there_is_none(self) -> None:
        assert code(begin("thot", "Ts Th 6d 9d"), Act(1, "insure")) == "nothing-offered"
        assert (
            code(begin({"preset": "thot", "insurance": "none"}, "Ts Ah 6d 9d"), Act(1, "insure")) == "nothing-offered"
        )

    def test_what_a_natural_is_offered(self) -> None:
        """Four houses: nothing, even money, insurance, either."""
        natural = "As Ah Ts 9d"
        assert isinstance(awaits(begin("americana", natural)), Over)
        assert reasons(begin("thot", natural)) == {"insure": "natural-not-insured", "even-money": None, "decline": None}
        assert reasons(begin("casino-es", natural[:8])) == {
            "insure": None,
            "even-money": "no-even-money",
            "decline": None,
        }
        both = {"preset": "thot", "natural_may_insure": True}
        assert reasons(begin(both, natural)) == {"insure": None, "even-money": None, "decline": None}
        no_insurance = {"preset": "thot", "insurance": "none"}
        assert isinstance(awaits(begin(no_insurance, natural)), Over), "even money needs the offer"

    def test_each_bettor_answers_alone_and_once(self) -> None:
        bets = (Bet(1, "ana", 100), Bet(1, "leo", 20, behind=True))
        state = begin("casino-es", "Ts Ah 6d", *bets)
        assert code(state, Act(1, "insure", player="eva")) == "nothing-offered"

        state = after(state, Act(1, "insure", player="leo"))
        assert code(state, Act(1, "decline", player="leo")) == "already-answered"
        state = after(state, Act(1, "decline"))
        assert isinstance(awaits(state), AwaitsMove)
        assert [(row.player, row.amount) for row in state.insurances] == [("leo", 10)]

    def test_nobody_moves_before_the_offers_are_closed(self) -> None:
        state = begin("thot", "Ts Ah 6d 9d")

        assert code(state, Act(1, "stand")) == "offers-open"
        assert code(after(state, CloseOffers()), Act(1, "stand")) is None


class TestTurns:
    def test_others_and_other_hands_wait(self) -> None:
        bets = (Bet(1, "ana", 100), Bet(3, "leo", 100))
        state = begin("thot", "8s 9s 6h 8d 9d 9c", *bets)

        assert code(state, Act(3, "stand")) == "not-in-turn"
        assert code(state, Act(2, "stand")) == "box-not-in-play"
        assert code(state, Act(1, "stand", hand=2)) == "wrong-hand"
        assert code(state, Act(1, "stand", player="leo")) == "not-your-box"
        assert code(state, Act(1, "stand", amount=5)) == "amount-without-insurance"
        assert code(state, Act(1, "stand", hand=1, player="ana")) is None

    def test_who_bets_behind_sends_no_moves(self) -> None:
        bets = (Bet(1, "ana", 100), Bet(1, "leo", 20, behind=True))
        state = begin("casino-es", "Ts 9h 6d", *bets)

        assert code(state, Act(1, "hit", player="leo")) == "not-your-box"


class TestBetsBehind:
    def test_a_follower_matches_and_others_stay(self) -> None:
        bets = (
            Bet(1, "ana", 100),
            Bet(1, "leo", 20, behind=True, follow=True),
            Bet(1, "eva", 30, behind=True),
        )
        state = act(begin("casino-es", "8s 6h 8d", *bets), "split", cards="3c")
        assert [hand.stakes for hand in state.boxes[0].hands] == [(100, 20, 30), (100, 20, 0)]

        state = act(state, "double", cards="Ts 2c")
        assert [hand.stakes for hand in state.boxes[0].hands] == [(200, 40, 30), (100, 20, 0)]
        state = act(state, "double")
        assert [hand.stakes for hand in state.boxes[0].hands] == [(200, 40, 30), (200, 40, 0)]

    def test_a_follow_that_the_purse_can_not_pay_whole_is_not_made_and_the_next_is_looked_at_anew(self) -> None:
        """leo has 25 for a bet of 20: the split takes 20, the double of hand 1 finds 5 and is not matched."""
        bets = (Bet(1, "ana", 100), Bet(1, "leo", 20, behind=True, follow=True))
        state = begin("casino-es", "8s 6h 8d", *bets, purses={"leo": 25})
        state = act(state, "split", cards="3c")
        state = act(state, "double")

        assert state.hand(1, 1).stakes == (200, 20)
        assert state.purses == {"leo": 5}

    def test_a_follower_who_missed_a_split_may_match_a_later_double(self) -> None:
        """leo's 20 are in use behind ana's box 2 only after box 1 was split: what counts is the purse at that move."""
        bets = (
            Bet(1, "ana", 100),
            Bet(1, "leo", 40, behind=True, follow=True),
            Bet(1, "eva", 20, behind=True, follow=True),
        )
        state = begin("casino-es", "8s 6h 8d", *bets, purses={"leo": 39, "eva": 20})
        state = act(state, "split", cards="8c")
        assert [hand.stakes for hand in state.boxes[0].hands] == [(100, 40, 20), (100, 0, 20)]
        state = act(state, "split", cards="3c")
        assert [hand.stakes for hand in state.boxes[0].hands] == [(100, 40, 20), (100, 0, 0), (100, 0, 20)]

    def test_who_is_not_on_a_hand_matches_nothing_there(self) -> None:
        bets = (Bet(1, "ana", 100), Bet(1, "leo", 20, behind=True), Bet(1, "eva", 20, behind=True, follow=True))
        state = act(begin("casino-es", "8s 6h 8d", *bets, purses={"eva": 0}), "split", cards="Tc")
        state = act(state, "stand", cards="8c")
        state = act(state, "split", cards="2c")

        assert [hand.stakes for hand in state.boxes[0].hands] == [(100, 20, 20), (100, 0, 0), (100, 0, 0)]

    def test_no_stake_of_nothing_is_ever_told(self) -> None:
        """Fault 3, a stake of 0: eva follows but has nothing on hand 2, so its double names ana alone."""
        bets = (Bet(1, "ana", 100), Bet(1, "eva", 20, behind=True, follow=True))
        state = act(begin("casino-es", "8s 6h 8d", *bets, purses={"eva": 19}), "split", cards="Tc")
        state = act(state, "stand", cards="3c")

        assert decide(state, Act(1, "double"))[0] == Doubled(1, 2, (Stake("ana", 100),))  # type: ignore[index]


def test_one_purse_pays_for_several_boxes() -> None:
    bets = (Bet(1, "ana", 50), Bet(3, "ana", 50))
    state = begin("casino-plaza", "6c 7h 5h 5d 4s", *bets, purses={"ana": 50})
    assert reasons(state)["double"] is None

    state = act(state, "double", cards="9c")
    assert awaits(state) == AwaitsMove(3, 1, "ana")
    assert reasons(state)["double"] == "purse-short"


def test_pay_order_orders_the_boxes_and_nothing_else() -> None:
    bets = (Bet(1, "ana", 100), Bet(3, "leo", 100), Bet(3, "eva", 20, behind=True))
    state = act(begin("casino-plaza", "Ts 8s 9h 9s 8d", *bets), "stand")
    state = act(state, "split", cards="Tc")
    state = deal(act(state, "stand", cards="9c"), "")
    state = act(state, "stand", cards="Tc")

    assert [row[:3] for row in results(state)] == [(3, 1, "leo"), (3, 1, "eva"), (3, 2, "leo"), (1, 1, "ana")]


def test_unused_commands_are_refused() -> None:
    state = begin("thot", "Ts 9h 6d 9d")

    assert code(state, CloseOffers()) == "nothing-offered"
