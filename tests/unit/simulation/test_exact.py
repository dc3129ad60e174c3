"""Simulator = solver, and each option of a simulation changes the result in the direction and by the size that is known.

Seeds are fixed. Bounds are four standard errors of the run itself: at the seeds here the runs pass, and a wrong rule, which
moves the EV by a tenth of a per cent and more, does not.
"""

import random
from functools import cache

import pytest

from simulation_cases import random_rules
from zapato import odds
from zapato.rules import Rules, load
from zapato.simulation import Result, simulate, strategy
from zapato.strategy import Chart
from zapato.strategy.chart import mimic_the_dealer, never_bust

PRESETS = ["thot", "americana", "casino-es", "casino-plaza"]


@cache
def solved(rules: Rules) -> odds.Solution:
    return odds.solve(rules)


def chart_of(rules: Rules) -> Chart:
    found = solved(rules).chart
    assert found is not None
    return found


def fresh(rules: str) -> Rules:
    """The rules with a fresh shoe each round: the game that the solver's pre-deal EV is of."""
    return load(f"{rules},reshuffle_below={load(rules).shoe_cards}")


def sigmas(result: Result, exact: float | None) -> float:
    assert exact is not None
    return (result.ev - exact) / result.standard_error


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name):
    """Proof (b), at the size that fits here: 10 million rounds; 1,000 million by hand, in docs/simulation.md."""
    rules = fresh(name)
    result = simulate(rules, 1e7, strategy=chart_of(rules), seed=3)
    assert abs(sigmas(result, solved(rules).chart_ev)) < 4
    assert 1.10 < result.standard_deviation < 1.16
    assert result.standard_error == pytest.approx(result.standard_deviation / 1e7**0.5, rel=1e-3)


@pytest.mark.parametrize("case", range(6))
def test_random_rules(case):
    chance = random.Random(case)
    rules = random_rules(chance)
    rules = load(f"thot,decks={rules.decks}") if rules.decks == 0 else rules
    from dataclasses import replace

    rules = replace(rules, burn=0, reshuffle_below=rules.shoe_cards)
    result = simulate(rules, 4e6, strategy=chart_of(rules), seed=case)
    assert abs(sigmas(result, solved(rules).chart_ev)) < 4


# From thot, in per cent of a bet (odds.md, "Results that must come out").
@pytest.mark.parametrize(
    ("change", "known"),
    [
        ("hit_soft_17=true", -0.212),
        ("double_after_split=false", -0.142),
        ("resplit_aces=true", 0.069),
        ("surrender=late", 0.074),
        ("surrender=early", 0.629),
        ("hole=enhc", -0.112),
        ("double=9-11", -0.096),
        ("double=10-11", -0.192),
        ("blackjack_pays=6:5", -1.360),
        ("max_hands=2", -0.054),
        ("decks=1", 0.1433 + 0.4059),
        ("decks=2", -0.1925 + 0.4059),
        ("decks=8", -0.4325 + 0.4059),
    ],
)
def test_a_rule_moves_the_ev_by_what_is_known(change, known):
    rules = fresh(f"thot,{change}")
    result = simulate(rules, 4e6, strategy=chart_of(rules), seed=1)
    best = result.refined.get("natural_control", result.mean)
    assert abs(100 * best.value - (known - 0.405922)) < 4 * 100 * best.standard_error + 0.001


@pytest.mark.parametrize("boxes", [2, 5, 7])
def test_boxes_share_the_ev(boxes):
    """Each box is worth the same from a fresh shoe; together they swing more, for they share the dealer's hand."""
    rules = fresh("thot")
    result = simulate(rules, 2e6, strategy=chart_of(rules), boxes=boxes)
    assert abs(sigmas(result, solved(rules).chart_ev)) < 4
    # Two boxes' results have a correlation of about 0.37 (Griffin, Theory of Blackjack: covariance 0.49 a pair).
    per_pair = (result.variance / boxes - 1.332) / (boxes - 1)
    assert 0.45 < per_pair < 0.53


def test_company_takes_cards_and_nothing_else():
    """Others at the table: fewer rounds to a shoe, the same EV."""
    alone = simulate("thot", 2e6, strategy=chart_of(load("thot")))
    crowded = simulate("thot", 4e5, strategy=chart_of(load("thot")), company=4)
    assert crowded.initial_bets == crowded.rounds
    assert crowded.rounds / crowded.tally.units < 0.5 * alone.rounds / alone.tally.units
    assert abs(crowded.ev - alone.ev) < 4 * crowded.standard_error


def test_bad_habits_cost_what_they_cost():
    """The solver values any chart: mimic the dealer, and never bust."""
    rules = fresh("thot")
    for habit in (mimic_the_dealer(hit_soft_17=False), never_bust(chart_of(rules))):
        exact = odds.solve(rules, chart=habit).chart_ev
        assert exact is not None
        assert exact < -0.03
        assert abs(sigmas(simulate(rules, 2e6, strategy=habit), exact)) < 4


def test_optimal_looks_at_every_card():
    """By the exact cards: EV of the composition-dependent optimum, which a deck makes worth telling from the chart's."""
    rules = fresh("thot,decks=1")
    result = simulate(rules, 1.5e6, strategy="optimal", seed=2)
    assert abs(sigmas(result, solved(rules).composition_optimal)) < 4
    from zapato.simulation import HandStrategy

    found = strategy("optimal", rules)
    assert isinstance(found, HandStrategy)
    by_cards = {
        # From one deck 12 against a four is hit when it holds the ten that helps the hand least: T 2 hits, 7 5 stands.
        cards: _answer(found, cards, 4)
        for cards in ((10, 2), (7, 5))
    }
    assert by_cards[7, 5] != by_cards[10, 2] or by_cards[7, 5] == 0


def _answer(found, cards: tuple[int, ...], up: int) -> int:
    state = 0
    for card in cards:
        state = int(found.following[state, card - 1])
    return int(found.answers[state, up - 1]) & 1


def test_the_cut_card_effect():
    """The cut card costs: where many low cards came out early, rounds took many cards, and the good rest is dealt less often.

    From one deck dealt to its last third it is large enough to be seen here: from +0.143 % fresh to about 0
    (docs/simulation.md explains it; six decks lose 0.019 %).
    """
    cut = simulate("thot,decks=1,reshuffle_below=16", 4e7, strategy=chart_of(fresh("thot,decks=1")), seed=1)
    exact = solved(fresh("thot,decks=1")).chart_ev
    assert exact is not None
    assert exact == pytest.approx(0.001433, abs=1e-5)
    assert -0.0030 < cut.ev - exact < -4 * cut.standard_error


COUNTED = {"count": "hi-lo", "seed": 6}


@pytest.fixture(scope="module")
def flat() -> Result:
    return simulate("thot", 8e6, **COUNTED)


def test_ev_rises_with_the_count(flat):
    """Half a per cent for each true count, the rule of thumb for six decks; ahead from about 1 on."""
    rows = {row.count: row for row in flat.by_count if row.ev is not None}
    slope = (rows[4].ev - rows[-4].ev) / 8
    assert 0.0040 < slope < 0.0065
    assert rows[0].ev < 0 < rows[2].ev


def test_a_ramp_turns_the_edge(flat):
    """1 to 12 units: from -0.4 % of flat bets to ahead, per unit bet."""
    ramped = simulate("thot", 8e6, ramp="1 1:2 2:4 3:8 4:12", **COUNTED)
    assert flat.ev + 4 * flat.standard_error < 0 < ramped.ev - 4 * ramped.standard_error
    assert 0.004 < ramped.ev < 0.012
    assert ramped.initial_bets > 1.5 * ramped.rounds
    # The bets change nothing in how rounds end: the same cards, the same moves.
    assert [(row.count, row.rounds, row.ev) for row in ramped.by_count] == [
        (row.count, row.rounds, row.ev) for row in flat.by_count
    ]


def test_wonging_sits_out_the_worst(flat):
    """No bet below a count of 1: a quarter of the rounds, all at an advantage."""
    wonged = simulate("thot", 8e6, ramp="0 1:1", **COUNTED)
    assert 0.2 < wonged.rounds_bet / wonged.rounds < 0.35
    assert wonged.initial_bets == wonged.rounds_bet
    assert wonged.ev - 4 * wonged.standard_error > 0 > flat.ev


def test_insurance_by_count_gains(flat):
    """From a true count of 3 on insurance pays: about 0.1 % of the bet on flat bets (Griffin), more the deeper the shoe."""
    insured = simulate("thot", 8e6, insure_at=3, **COUNTED)
    always = simulate("thot", 8e6, insure_at=-30, **COUNTED)
    assert insured.frequencies["insurance"] == pytest.approx(0.077 * 0.085, rel=0.25)
    # Insuring half a bet always, under one ace in 13 upcards, costs 7.40 % of half a bet each time.
    assert (always.ev - flat.ev) * 100 == pytest.approx(-7.40 / 2 / 13, abs=0.06)
    assert 0 < insured.ev - flat.ev < 0.002


def test_index_plays_gain(flat):
    """The Illustrious 18 on flat bets gain about a tenth of a per cent; the same against a steep ramp far more."""
    played = simulate("thot", 8e6, deviations="illustrious-18", **COUNTED)
    assert 0.0003 < played.ev - flat.ev < 0.0025
    steep = simulate("thot", 8e6, ramp="1 3:20", **COUNTED)
    steeper = simulate("thot", 8e6, ramp="1 3:20", deviations="illustrious-18", **COUNTED)
    assert steeper.ev - steep.ev > 0.001


@pytest.mark.parametrize("system", ["ko", "zen", "omega-ii", "halves"])
def test_every_system_finds_the_good_shoes(system):
    """Betting 8 units when the system says so beats the flat bet, by about as much as Hi-Lo's."""
    at = {"ko": "0", "zen": "4", "omega-ii": "4", "halves": "2"}[system]
    result = simulate("thot", 4e6, count=system, ramp=f"1 {at}:8", seed=6)
    assert result.ev > 0.001
    assert 0.03 < 1 - result.rounds_bet / result.rounds + result.initial_bets / result.rounds / 8 < 0.5


def test_reading_the_count_coarsely_costs_little(flat):
    """Whole decks, or truncating: the same shoes read otherwise, so the counts fall differently."""
    for how in ({"decks_left": "whole"}, {"rounding": "truncate"}, {"rounding": "nearest"}, {"true_count": False}):
        read = simulate("thot", 2e6, ramp="1 2:8", **COUNTED, **how)
        assert [row.rounds for row in read.by_count] != [row.rounds for row in flat.by_count]
        assert read.ev > 0


def test_each_box_its_own_strategy():
    """Two boxes, one well played and one badly: together half way between."""
    rules = fresh("thot")
    charts = [chart_of(rules), mimic_the_dealer(hit_soft_17=False)]
    exact = [odds.solve(rules, chart=each).chart_ev or 0 for each in charts]
    result = simulate(rules, 1.5e6, strategy=charts)
    assert abs(sigmas(result, sum(exact) / 2)) < 4
