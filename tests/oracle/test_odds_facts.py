"""Facts known about six decks from several sources: what a rule is worth, what the dealer does, what insurance costs."""

import pytest

from zapato import odds

CHART_CHANGES = {
    "hit_soft_17=true": -0.212,
    "double_after_split=false": -0.142,
    "resplit_aces=true": +0.069,
    "surrender=late": +0.074,
    "surrender=early": +0.629,
    "hole=enhc": -0.112,
    "double=9-11": -0.096,
    "double=10-11": -0.192,
    "blackjack_pays=6:5": -1.360,
    "max_hands=3": -0.008,
    "max_hands=2": -0.054,
}


@pytest.fixture(scope="module")
def thot():
    return odds.solve("thot")


@pytest.mark.parametrize(("change", "expected"), CHART_CHANGES.items())
def test_what_a_rule_is_worth(thot, change, expected):
    """Each switch of the rules reaches the chart's value by the amount the literature knows, in per cent of a bet."""
    changed = odds.solve(f"thot,{change}")

    assert 100 * (changed.chart_ev - thot.chart_ev) == pytest.approx(expected, abs=0.0006)


@pytest.mark.parametrize(("decks", "expected"), [(1, 0.1433), (2, -0.1925), (8, -0.4325)])
def test_numbers_of_decks(decks, expected):
    assert 100 * odds.solve(f"thot,decks={decks}").chart_ev == pytest.approx(expected, abs=0.00005)


def test_dealer_bust():
    """Dealer bust by upcard, S17, in per cent; also given no natural under an ace and a ten."""
    expected = [11.55, 35.35, 37.42, 39.58, 41.84, 42.28, 26.19, 24.37, 22.92, 21.25]
    for up, bust in enumerate(expected, start=1):
        assert 100 * odds.dealer("thot", up).unconditional["bust"] == pytest.approx(bust, abs=0.006)
    assert 100 * odds.dealer("thot", "T").given_no_natural["bust"] == pytest.approx(23.02, abs=0.006)
    assert 100 * odds.dealer("thot", "A").given_no_natural["bust"] == pytest.approx(16.70, abs=0.006)


def test_natural_insurance_and_even_money():
    """P(natural) 4.749 %; insurance -7.40 % of itself with only the ace seen; even money gives up 3.88 % of the bet."""
    assert 100 * odds.dealer("thot").unconditional["blackjack"] == pytest.approx(4.749, abs=0.0005)
    assert 100 * (3 * odds.dealer("thot", "A").unconditional["blackjack"] - 1) == pytest.approx(-7.40, abs=0.006)
    natural = odds.hand("thot", "A K", "A")
    assert 100 * (natural.ev["wait"] - natural.ev["even-money"]) == pytest.approx(3.88, abs=0.006)


def test_composition_matters():
    """T 6 v T is a hit, T 2 4 v T a stand: the same total, other cards."""
    assert odds.hand("thot", "T 6", "T").best == "hit"
    assert odds.hand("thot", "T 2 4", "T").best == "stand"


def test_split_conventions_differ():
    """CDP1 is not CDZ-: its exact pre-deal value is known to 12 digits. CDP may do better still."""
    value = {name: odds.solve("thot", chart=False, convention=name).composition_optimal for name in odds.CONVENTIONS}

    assert 100 * value["CDZ-"] == pytest.approx(-0.402870236116, abs=1e-12)
    assert 100 * value["CDP1"] == pytest.approx(-0.402864342767, abs=1e-12)
    assert value["CDZ-"] < value["CDP1"] < value["CDP"]


def test_infinite_decks_need_no_composition():
    """With nothing removed, exact cards tell no more than totals: optimum and chart agree."""
    endless = odds.solve("thot,decks=infinite")

    assert endless.chart_cost == pytest.approx(0, abs=1e-12)
