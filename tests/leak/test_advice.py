"""Fault 13 again, for review and hint: two worlds that differ only in cards nobody has seen must be told the same figures.

And whatever is asked of a round before it is over, or at a table without hints, brings no figure at all.
"""

from collections import Counter

import msgspec
import pytest

from felt import Felt, rules_of
from leak.test_two_worlds import PLAYERS, TABLES, next_command, opened, other_world, turned
from zapato.odds import solve
from zapato.refusal import Refusal
from zapato.server import advice
from zapato.table.decide import decide

CHARTS = {}


def chart_of(rules):
    if rules not in CHARTS:
        CHARTS[rules] = solve(rules).chart
    return CHARTS[rules]


def with_hints(felt):
    felt.state = msgspec.structs.replace(felt.state, hints=True)
    return felt


def hints(felt):
    """What each player, and somebody who looks on, is told when they ask now."""
    chart = chart_of(felt.state.rules)
    return [msgspec.json.encode(advice.hint(felt.state, player, chart)) for player in (*PLAYERS, "dan")]


@pytest.mark.parametrize("all_unseen", [False, True], ids=["other-hole-card", "all-unseen-cards"])
@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_fault_13_hints_do_not_depend_on_unseen_cards(rules, all_unseen, rand):
    """Moves, hands out of splits, offers and early surrender, step by step; insured by a table whose shoe has a past."""
    random = rand.random()
    kinds = set()
    for number in range(8):
        ours = with_hints(opened(rules, f"{rand.seed}:{number}"))
        theirs = other_world(ours, random, all_unseen=all_unseen)
        assert advice.earlier_at(ours.state).cards
        while ours.state.phase != "settled":
            told = hints(ours)
            assert told == hints(theirs)
            kinds |= {msgspec.json.decode(each).get("kind") for each in told}
            command = next_command(ours, random)
            theirs.now = ours.now
            mine, yours = decide(ours.state, command, ours.now), decide(theirs.state, command, theirs.now)
            if turned(mine) != turned(yours):
                break
            ours.send(command)
            theirs.send(command)
    assert "move" in kinds


def test_a_hint_takes_out_what_lies_in_the_tray_and_nothing_else(rand):
    """Also once the tray went back into a dry shoe in mid-round; the burnt cards in it were never seen."""
    random = rand.random()
    rules = rules_of(decks=1, boxes=2, max_hands=2, burn=3, reshuffle_below=4)
    felt = with_hints(Felt(rules, seed=str(rand.seed)))
    felt.sit(*PLAYERS[:2], purse_each=10_000_000)
    asked = {"before the first refill": 0, "after one": 0, "in the round of one": 0}
    while not all(asked.values()):
        for player in PLAYERS[:2]:
            felt.bet(player, rules.bet_min)
        while felt.state.phase == "playing":
            shoe = felt.state.shoe
            for player in PLAYERS[:2]:
                hint = advice.hint(felt.state, player, chart_of(rules))
                if isinstance(hint, Refusal):
                    continue
                burnt = () if shoe.refills else shoe.burnt
                assert Counter(hint.earlier.split()) == Counter(shoe.tray) - Counter(burnt)
                fresh = bool(shoe.refills) and shoe.dealt[shoe.refills[-1].after].round == felt.state.round
                asked[
                    "in the round of one" if fresh else "after one" if shoe.refills else "before the first refill"
                ] += 1
            felt.send(next_command(felt, random))
        felt.finish_round()


WITH_HOLE_CARD = {name: rules for name, rules in TABLES.items() if rules.has_hole_card}


@pytest.mark.parametrize("rules", WITH_HOLE_CARD.values(), ids=WITH_HOLE_CARD)
def test_fault_13_reviews_do_not_depend_on_what_the_dealer_held(rules, rand):
    """The same round over another hole card: the dealer's cards and the money differ, no figure of a decision does."""
    random = rand.random()
    compared = 0
    for number in range(20):
        ours = opened(rules, f"{rand.seed}:{number}")
        theirs = other_world(ours, random, all_unseen=False)
        done = len(ours.records)
        while ours.state.phase != "settled" and theirs.state.phase != "settled":
            command = next_command(ours, random)
            theirs.now = ours.now
            ours.send(command)
            theirs.send(command)
        if len(ours.records) == len(theirs.records) == done + 1:
            earlier = advice.earlier_at(ours.state)
            reviews = [advice.review(each.records[-1], chart_of(rules), earlier).decisions for each in (ours, theirs)]
            assert reviews[0] == reviews[1]
            compared += len(reviews[0])
    assert compared > 20


def test_no_figure_without_hints_nor_for_others():
    felt = opened(rules_of("thot", insurance="none", even_money=False), "no-hints")
    felt.stack("5s 6s 7s 9h 5h 6h 7h Ts 2c 2d 2h 3c 3d")
    for player in PLAYERS:
        felt.bet(player, 100)
    chart = chart_of(felt.state.rules)

    assert all(advice.hint(felt.state, player, chart) is advice.NO_HINTS for player in (*PLAYERS, "dan"))
    with_hints(felt)
    told = [advice.hint(felt.state, player, chart) for player in (*PLAYERS, "dan")]
    assert [False, True, True, True] == [isinstance(each, Refusal) for each in told]


def test_no_figure_between_rounds():
    felt = with_hints(Felt(rules_of("thot")))
    felt.sit("ana", purse_each=10_000)

    assert advice.hint(felt.state, "ana", chart_of(felt.state.rules)) is advice.NOT_ASKED
