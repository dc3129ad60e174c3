"""The kernel's simulator against the Python round, and its two engines against each other, over random rules and strategies."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from simulation_cases import random_chart, random_plan, random_rules
from zapato.cards import RANKS, Card, pack
from zapato.round.notation import read_record
from zapato.round.replay import differences, report
from zapato.round.replay import play as replay
from zapato.rules import load
from zapato.simulation import Plan, plan, trace
from zapato.simulation.reference import play


def shuffled(rand: random.Random, decks: int) -> list[Card]:
    cards = list(pack(decks))
    rand.shuffle(cards)
    return cards


def kernel_rounds(made: Plan, cards: list[Card]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Cards used and each box's result in debenes, by the kernel."""
    bet = next(iter(play(made, cards))).bet
    for _, _, units, _, ranks, _, boxes in made.simulation.script(bytes(RANKS.index(card[0]) for card in cards)):
        stakes = [1 if box.company else max(1, units) for box in made.boxes]
        yield len(ranks), tuple(bet * stake * tenths // 10 for stake, tenths in zip(stakes, boxes, strict=True))


def test_same_cards_same_debenes(rand):
    """Proof (a): every parameter of Rules, random charts, counts, ramps and index plays; the hand-run repeats it 100,000 times."""
    chance = rand.random()
    rounds = 0
    for case in range(70):
        made = random_plan(chance, seed=case)
        cards = shuffled(chance, made.rules.decks)
        expected = [(len(one.cards), one.net) for one in play(made, cards)]

        assert expected == list(kernel_rounds(made, cards)), f"case {case}: {made.rules}"
        rounds += len(expected)
    assert rounds > 1000


def test_engines_agree_bit_for_bit(rand):
    """The lanes are a second writing of the rules in vector instructions: whatever they can play, they play alike."""
    chance = rand.random()
    by_lanes = 0
    for case in range(80):
        made = random_plan(chance, seed=chance.getrandbits(64))
        # The lanes play one strategy on all boxes: most cases are made so.
        if case % 4:
            made = replace(made, boxes=(made.boxes[0],) * made.own_boxes)
        first = chance.getrandbits(40)
        plain = made.simulation.run(first, 130, 10**9, plain=True, each=True)
        fast = made.simulation.run(first, 130, 10**9, plain=False, each=True)
        by_lanes += made.simulation.lanes()

        assert plain[:3] == fast[:3], f"case {case}: {made.rules}"
        assert (plain[3] == fast[3]).all()
        assert plain[4] == fast[4]
        assert (plain[5] == fast[5]).all()
    assert by_lanes > 40 or not plan("thot", random_chart(chance)).simulation.lanes()


@pytest.mark.parametrize("counted", [False, True])
def test_traced_rounds_are_met_by_replay(rand, counted):
    """--trace shows anybody, round by round, that the simulator pays what the rules say: strict records, played by the round."""
    chance = rand.random()
    for case in range(25):
        made = random_plan(chance, seed=case, counted=counted)
        for record in trace(made, 20):
            read = read_record(record)

            assert differences(read.expect, report(replay(read))) == [], record


def test_the_reference_would_see_a_fault(rand):
    """A comparison that can't fail proves nothing: with one rule changed on one side the two must part."""
    chance = rand.random()
    differ = 0
    for case in range(20):
        rules = replace(random_rules(chance), decks=6, hit_soft_17=True, surrender="none", hole="peek")
        chart = random_chart(chance)
        cards = shuffled(chance, 6)
        one = plan(rules, chart, seed=case)
        other = plan(replace(rules, hit_soft_17=False), chart, seed=case)
        differ += [r[6] for r in one.simulation.script(bytes(RANKS.index(c[0]) for c in cards))] != [
            [10 * net // each.bet for net in each.net] for each in play(other, cards)
        ]
    assert differ > 3


@pytest.mark.parametrize("boxes", [5, 7])
def test_a_fresh_shoe_that_runs_out_too(rand, boxes):
    """One deck with cards burnt, fresh each round: many boxes may need it all. The lanes must notice, lane by lane."""
    chance = rand.random()
    rules = replace(load("thot"), decks=1, burn=16, reshuffle_below=52)
    for seed in range(12):
        made = plan(rules, random_chart(chance), boxes=boxes, seed=seed)
        results = []
        for plain in (True, False):
            try:
                results.append(made.simulation.run(0, 256, 10**9, plain=plain, each=True)[4])
            except RuntimeError as too_few:
                results.append(str(too_few))
        assert results[0] == results[1]


def test_mid_round_reshuffle_brings_back_earlier_rounds_only(rand):
    """Known fault 16: the shoe runs out in mid-round. No card of the round in play may come twice; play goes on."""
    made = plan(replace(load("thot"), decks=1, reshuffle_below=2), random_chart(rand.random()), boxes=3, seed=5)
    across = 0
    for _, fresh, _, _, ranks, _, _ in made.simulation.trace(400):
        counts = {rank: ranks.count(rank) for rank in set(ranks)}
        assert max(counts.values()) <= 4
        across += fresh
    # Shoes hardly ever end between rounds with so few cards behind the cut: nearly all rounds share one unit.
    assert across < 40
