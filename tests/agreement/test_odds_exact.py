"""Kernel floats against the `Fraction` reference, which shares no code with it: random rules, random hands, whole small shoes."""

from fractions import Fraction

import pytest

from zapato import odds
from zapato.odds import exact
from zapato.rules import load

CLOSE = 1e-12


def random_rules(random, decks, fixed=""):
    choices = {
        "hole": ("peek", "enhc", "obo"),
        "peek_on_ten": ("true", "false"),
        "hit_soft_17": ("true", "false"),
        "blackjack_pays": ("3:2", "6:5", "1:1"),
        "double": ("any", "9-11", "10-11", "none"),
        "double_soft": ("true", "false"),
        "double_after_split": ("true", "false"),
        "split": ("value", "rank"),
        "max_hands": "1234",  # the reference walks through every limit
        "resplit_aces": ("true", "false"),
        "hit_split_aces": ("true", "false"),
        "surrender": ("none", "late", "early"),
        "surrender_against_ace": ("true", "false"),
        "even_money": ("true", "false"),
    }
    own = [word for word in fixed.split(",") if word]
    kept = {word.partition("=")[0] for word in own}
    picked = [f"{name}={random.choice(values)}" for name, values in choices.items() if name not in kept]
    return ",".join([f"thot,decks={decks},bet_unit=20", *own, *picked])


def assert_hand_agrees(text, cards, up):
    rules = load(text)
    shoe = exact.full_shoe(rules.decks).without(up - 1)
    expected, condition = exact.hand(rules, tuple(sorted(cards)), up, shoe)

    found = odds.hand(text, cards, up)

    without_even_money = {move: value for move, value in found.ev.items() if move != "even-money"}
    assert without_even_money == pytest.approx({move: float(value) for move, value in expected.items()}, abs=CLOSE), (
        text,
        cards,
        up,
    )
    if up in (1, 10):
        assert found.condition == condition, (text, cards, up)


@pytest.mark.timeout(300)
def test_high_hands(rand):
    """Hands of few continuations, so many rules: every switch, one to eight decks or endless ones."""
    random = rand.random()
    for _ in range(6):
        cards = random.choice([(10, 10), (10, 9), (10, 6), (10, 3, 4), (1, 10), (9, 7), (6, 3, 7)])
        assert_hand_agrees(random_rules(random, random.choice("12345678")), cards, random.choice((8, 9, 10)))


@pytest.mark.timeout(300)
def test_pairs(rand):
    """Splits to every limit, aces with and without more cards, tens by value and by rank, against the upcards of fewest dealer hands."""
    random = rand.random()
    for pair, choice in ((10, ""), (9, ""), (1, "hit_split_aces=false")):
        assert_hand_agrees(random_rules(random, 1, choice), (pair, pair), 10)


def test_endless_shoe(rand):
    """Nothing removed: the same kernel with a step of nought."""
    random = rand.random()
    for cards, up in (((10, 6), 10), ((10, 10), 1), ((9, 9), 9)):
        assert_hand_agrees(random_rules(random, "infinite"), cards, up)


def test_dealer(rand):
    """Every upcard's distribution from a random mid-shoe composition."""
    random = rand.random()
    for soft in ("true", "false"):
        counts = [random.randint(0, 8) for _ in range(9)] + [random.randint(5, 20)]
        for up in range(1, 11):
            shoe = [count + (kind == up - 1) for kind, count in enumerate(counts)]
            rules = f"thot,hit_soft_17={soft}"
            expected = exact.dealer(load(rules), up, exact.Shoe(tuple(counts)))

            found = odds.dealer(rules, up, shoe=shoe).unconditional

            assert dict(found) == pytest.approx({name: float(chance) for name, chance in expected.items()}, abs=CLOSE)


HIGH_SHOES = (
    ((0, 0, 0, 0, 0, 0, 6, 4, 5, 12), ""),
    ((3, 0, 0, 0, 0, 6, 0, 8, 0, 9), ""),
    ((6, 0, 0, 0, 0, 0, 0, 0, 9, 9), ""),
    ((5, 0, 0, 0, 0, 5, 0, 0, 0, 14), "hit_split_aces=true,resplit_aces=true,max_hands=4"),
    # Under a six the dealer busts more often than not, and tens are worth splitting as often as they match.
    ((0, 0, 0, 0, 5, 5, 0, 0, 0, 16), "split=rank,max_hands=8"),
    # The same under an ace, after a peek: the condition must not swallow the chance that the ranks match.
    ((4, 0, 0, 0, 0, 0, 0, 0, 4, 16), "split=rank,max_hands=4,hole=peek"),
)


@pytest.mark.timeout(180)
@pytest.mark.parametrize(("counts", "fixed"), HIGH_SHOES)
def test_whole_shoes(rand, counts, fixed):
    """Before the deal: the optimum, the best chart's value, and what another table's chart is worth here."""
    random = rand.random()
    text = random_rules(random, 1, fixed)
    rules = load(text)
    shoe = exact.PreDeal(rules, exact.Shoe(counts))
    other = odds.solve("casino-plaza").chart

    solution = odds.solve(text, shoe=counts)
    at_another_table = odds.solve(text, other, shoe=counts)

    assert isinstance(shoe.optimal(), Fraction)
    assert solution.composition_optimal == pytest.approx(float(shoe.optimal()), abs=CLOSE), text
    assert solution.chart_ev == pytest.approx(float(shoe.by_chart(solution.chart)), abs=CLOSE), text
    assert at_another_table.chart_ev == pytest.approx(float(shoe.by_chart(other)), abs=CLOSE), text
