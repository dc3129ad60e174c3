"""The review of a finished round: the engine's values for what could be seen, and nothing that could not."""

from typing import Any

import pytest

from zapato.cards import parse_cards
from zapato.odds import hand, solve
from zapato.round.notation import read_record
from zapato.server.advice import Decision, Earlier, earlier_cards, review
from zapato.table.shoe_life import Dealt

GOLDEN: dict[str, Any] = {
    "format": "zapato.round/1",
    "rules": "thot",
    "cards": "8s 9c 6h 8h 2d Tc 3c 9h Td Ks 7d",
    "bets": [{"box": 1, "player": "ia", "amount": 200}, {"box": 2, "player": "ana", "amount": 500}],
    "moves": [
        {"box": 1, "move": "split"},
        {"box": 1, "move": "double"},
        {"box": 1, "move": "stand"},
        {"box": 2, "move": "double"},
    ],
}


def reviewed(record: dict[str, Any], earlier: Earlier | None = None, box: int | None = None) -> list[Decision]:
    chart = solve(read_record(record).rules).chart
    assert chart is not None
    return list(review(record, chart, earlier, box).decisions)


def of_a_round(rules: str | dict[str, Any], cards: str, *moves: str, bet: int = 100, **more: object) -> list[Decision]:
    """One box that plays these moves."""
    record = {
        "format": "zapato.round/1",
        "rules": rules,
        "cards": cards,
        "bets": [{"box": 1, "player": "ana", "amount": bet}],
        "moves": [{"box": 1, "move": move} for move in moves],
        **more,
    }
    return reviewed(record)


def test_a_decision_is_valued_by_the_cards_in_sight() -> None:
    split, _, _, double = reviewed(GOLDEN)
    expected = hand("thot", "9 2", "6", "8 8 3 9 T")  # the first box's hands lie open by then, the hole card does not

    assert (split.move, split.chart, split.cost) == ("split", "split", 0.0)
    assert dict(expected.ev) == double.ev
    assert (double.player, double.bet, double.cell, double.number) == ("ana", 500, "hard-11-6", 4)


def test_one_box_alone_can_be_asked_for() -> None:
    assert [each for each in reviewed(GOLDEN) if each.box == 2] == reviewed(GOLDEN, box=2)


def test_cards_of_earlier_rounds_are_out_of_the_shoe() -> None:
    # "The shoe as seen": whoever sat there saw them. A round whose shoe is not known any more counts its own cards only.
    earlier = parse_cards("Ts Jh Qd Kc Ts 5h 5d")
    with_them, alone = reviewed(GOLDEN, Earlier(earlier)), reviewed(GOLDEN)

    assert dict(hand("thot", "9 2", "6", "8 8 3 9 T T J Q K T 5 5").ev) == with_them[-1].ev
    assert with_them[-1].ev != alone[-1].ev


def test_a_tray_shuffled_back_in_is_in_the_shoe_again() -> None:
    dealt = [Dealt(1, 1, "2s"), Dealt(1, 2, "3s"), Dealt(2, 1, "4s"), Dealt(2, 2, "5s"), Dealt(3, 1, "6s"), Dealt(3, 2, "7s")]  # fmt: skip

    assert earlier_cards(dealt, [], 3) == Earlier(parse_cards("2s 3s 4s 5s"))
    # After three cards round 2 lay on the felt with its 4s; only round 1's cards went back.
    assert earlier_cards(dealt, [3], 3) == Earlier(parse_cards("4s 5s"))
    in_this_round = earlier_cards(dealt, [5], 3)
    assert (in_this_round.at(1), in_this_round.at(2)) == (parse_cards("2s 3s 4s 5s"), ())


# ------------------------------------------------------------------ hands out of a split


def test_a_split_hand_has_the_moves_that_the_rules_leave_it() -> None:
    _, after, _, _ = reviewed(GOLDEN)
    # 8 3 against 6, the other 8 and the second box's 9 2 in sight; one more split is not to be had: no pair.
    expected = hand("thot", "8 3", "6", "8 9 2")

    assert {move: expected.ev[move] for move in ("stand", "hit", "double")} == after.ev
    assert after.chart == "double"
    assert after.notes == ("split-hand",)
    assert "this hand alone" in after.condition


def test_a_table_without_double_after_split_values_none() -> None:
    first = of_a_round({"preset": "thot", "double_after_split": False}, "8s 6h 8h Tc 3c Td 9h 7d", "split", "hit", "stand")[1]  # fmt: skip

    assert {"stand", "hit"} == set(first.ev)
    assert (first.chart, first.cost) == ("hit", 0.0)


def test_split_again_is_valued_for_the_hands_that_are_left() -> None:
    # The fourth hand is the last: the second split of this box can make two hands more, the third one.
    cards = "8s 6h 8h Tc 8c 8d 2c 3d 4s 5s 9h"
    moves = ("split", "split", "split", "stand", "stand", "stand", "stand")
    decisions = of_a_round("thot", cards, *moves)
    second, third = decisions[1], decisions[2]
    splits = [hand(f"thot,max_hands={most}", "8 8", "6", seen).ev["split"] for most, seen in ((3, "8"), (2, "8 8"))]

    assert [second.ev["split"], third.ev["split"]] == splits
    assert "split-again" in second.notes
    assert all("split" not in each.ev for each in decisions[3:])


@pytest.mark.parametrize(
    ("rules", "cards", "noted"),
    [
        ({"peek_on_ten": False}, "8s Th 8h 9c Td 9d", True),
        ({"hole": "obo"}, "8s Th 8h Td 9d 9c", True),
        ({"hole": "obo"}, "8s 6h 8h Td 9d Tc 4c", False),
        ({"hole": "enhc"}, "8s Th 8h Td 9d 9c", False),
        ({}, "8s Th 8h 9c Td 9d", False),
    ],
)
def test_that_a_natural_takes_the_bet_once_is_said_where_it_may_come_and_takes_no_more(
    rules: dict[str, Any], cards: str, noted: bool
) -> None:
    after = of_a_round({"preset": "thot", **rules}, cards, "split", "stand", "stand")[1]

    assert ("natural-once" in after.notes) is noted


def test_split_aces_may_only_stand_or_split_again() -> None:
    rules = {"preset": "thot", "resplit_aces": True}
    decisions = of_a_round(rules, "As 6h Ah Tc Ac 5d 9c", "split", "stand")

    assert {"stand", "split"} == set(decisions[1].ev)
    assert (decisions[1].best, decisions[1].cell) == ("split", "pair-A-6")
    assert decisions[1].cost == pytest.approx(decisions[1].ev["split"] - decisions[1].ev["stand"])


# ------------------------------------------------------------------ before the moves


def test_insurance_is_worth_what_the_tens_in_sight_leave() -> None:
    # Own 9 and ten; of the 309 unseen cards 95 are tens: 3 x 95/309 - 1 a debén, half of it a bet.
    taken = of_a_round("thot", "9s Ah Tc 5h Td 2d", "insure", "stand")[0]
    declined = of_a_round("thot", "9s Ah Tc 5h Td 2d", "decline", "stand")[0]

    assert taken.ev == {"decline": 0.0, "insure": pytest.approx((3 * 95 / 309 - 1) / 2)}
    assert taken.cost == pytest.approx(-taken.ev["insure"])
    assert (taken.kind, taken.chart, taken.cell, taken.amount) == ("insurance", "decline", "insurance", 50)
    assert (declined.cost, declined.right, taken.right) == (0.0, True, False)


def test_a_part_of_the_insurance_costs_its_part() -> None:
    moves = [{"box": 1, "move": "insure", "amount": 10}, {"box": 1, "move": "stand"}]
    part = of_a_round({"preset": "thot", "insurance": "up-to-half"}, "9s Ah Tc 5h Td 2d", moves=moves)[0]

    assert part.cost == pytest.approx((1 - 3 * 95 / 309) * 10 / 100)


def test_insurance_that_pays_is_no_mistake_and_none_at_all_is_by_the_chart() -> None:
    # With every small card of the shoe gone, more than a third are tens.
    earlier = Earlier(parse_cards(" ".join(f"{rank}{suit}" for rank in "2345" for suit in "shdc" for _ in range(6))))
    record = {"format": "zapato.round/1", "rules": "thot", "cards": "9s Ah Tc 8h", "bets": [{"box": 1, "player": "a", "amount": 100}]}  # fmt: skip
    taken, declined = (
        reviewed({**record, "moves": [{"box": 1, "move": move}, {"box": 1, "move": "stand"}]}, earlier)[0]
        for move in ("insure", "decline")
    )

    assert (taken.best, taken.cost, taken.right) == ("insure", 0.0, True)
    assert declined.cost == pytest.approx((3 * 95 / 213 - 1) / 2)
    assert declined.right


def test_even_money_gives_up_what_waiting_was_worth() -> None:
    # Waiting pays 3 to 2 unless the dealer has a ten: 95 of 309 unseen.
    taken = of_a_round({"preset": "thot"}, "As Ah Tc 5h", "even-money")[0]

    assert taken.ev["decline"] == pytest.approx(1.5 * (1 - 95 / 309))
    assert (taken.ev["even-money"], taken.best) == (1.0, "decline")
    assert taken.cost == pytest.approx(1.5 * (1 - 95 / 309) - 1)


def test_early_surrender_is_against_the_best_of_playing_on_and_over_after_the_peek() -> None:
    rules = {"preset": "thot", "surrender": "early"}
    asked, moved = of_a_round(rules, "Ts Th 6c 7d Ks", "decline", "hit")
    unconditional = hand("thot,surrender=early", "T 6", "T").ev

    assert (asked.kind, asked.chart, asked.best) == ("surrender", "surrender", "surrender")
    assert {"surrender": -0.5, "decline": max(unconditional["hit"], unconditional["stand"])} == asked.ev
    assert asked.given == "unconditional"
    # The dealer has looked: no natural, and no surrender any more.
    assert dict(hand("thot", "T 6", "T").ev) == moved.ev
    assert moved.given == "given no dealer natural"


def test_late_surrender_is_among_the_moves() -> None:
    only = of_a_round({"preset": "thot", "surrender": "late"}, "Ts Th 6c 7d Ks", "hit")[0]

    assert (only.ev["surrender"], only.chart) == (-0.5, "surrender")


def test_every_decision_of_a_record_is_reviewed_and_numbered_as_its_move() -> None:
    decisions = of_a_round("thot", "8s Ah 8h 5c 3c 9d Th 2d", "decline", "split", "hit", "stand", "stand")

    assert [each.number for each in decisions] == [1, 2, 3, 4, 5]
    assert [each.move for each in decisions] == ["decline", "split", "hit", "stand", "stand"]


# ------------------------------------------------------------------ what it costs, whose it was


def test_a_mistake_has_its_cost() -> None:
    moves = [{"box": 1, "move": "stand"}, {"box": 2, "move": "double"}]
    found = reviewed({**GOLDEN, "cards": "8s 9c 6h 8h 2d Tc Ks 7d", "moves": moves})[0]

    assert (found.move, found.best, found.right) == ("stand", "split", False)
    assert found.cost == pytest.approx(found.ev["split"] - found.ev["stand"])


def test_a_clocks_move_is_marked_as_the_record_tells_it() -> None:
    marked = reviewed({**GOLDEN, "clock": [3, "x", None]})

    assert [each.by_clock for each in marked] == [False, False, True, False]
    assert not any(each.by_clock for each in reviewed({**GOLDEN, "clock": "all"}))


def test_what_was_not_seen_changes_nothing() -> None:
    # Two worlds that differ in the hole card and in all that is drawn after the last decision: one review.
    other = {**GOLDEN, "cards": "8s 9c 6h 8h 2d 2c 3c 9h Td Ks 9d"}

    assert reviewed(GOLDEN) == reviewed(other)


def test_tens_that_pair_by_rank_only_are_no_split() -> None:
    # T K at a table that splits equal ranks only: the figures are those of a hard 20, the cell is the pair's.
    only = of_a_round({"preset": "thot", "split": "rank"}, "Ts 6h Kc 8d 9c", "stand")[0]

    assert "split" not in only.ev
    assert (only.chart, only.cell) == ("stand", "pair-10-6")
