"""The best chart is best: no change of a single cell, with all its consequences, has a higher exact pre-deal EV."""

import dataclasses

import pytest

from zapato import odds
from zapato.strategy import HARD_TOTALS, SOFT_TOTALS, Cell

CELLS = [
    Cell(hit, double, surrender) for hit in (False, True) for double in (False, True) for surrender in (False, True)
]
CHANGES = 150

TABLES = (
    "thot,surrender=late,hit_soft_17=true",
    "americana,surrender=early,double=any",
    "casino-es",
    "thot,decks=1,resplit_aces=true,hit_split_aces=true",
    "thot,hole=obo,split=rank,blackjack_pays=6:5",
)


def with_row(rows, place, up, entry):
    row = (*rows[place][: up - 1], entry, *rows[place][up:])
    return (*rows[:place], row, *rows[place + 1 :])


def changed_at_random(random, chart):
    part, up = random.choice(("hard", "hard", "soft", "pairs")), random.randint(1, 10)
    rows = getattr(chart, part)
    # 21 is no decision; the last rows of hard and soft totals are theirs.
    place = random.randrange({"hard": len(HARD_TOTALS) - 1, "soft": len(SOFT_TOTALS) - 1, "pairs": 10}[part])
    now = rows[place][up - 1]
    entry = not now if part == "pairs" else random.choice([cell for cell in CELLS if cell != now])
    return dataclasses.replace(chart, **{part: with_row(rows, place, up, entry)}), (part, place, up, now, entry)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("rules", TABLES)
def test_no_single_change_is_better(rand, rules):
    """A random sample of changes, each table with other switches: before and after splits, doubles, surrender."""
    random = rand.random()
    best = odds.solve(rules)
    worse = 0
    for _ in range(CHANGES):
        chart, change = changed_at_random(random, best.chart)
        value = odds.solve(rules, chart).chart_ev
        assert value <= best.chart_ev + 2e-12, change
        worse += value < best.chart_ev - 1e-12
    assert worse > CHANGES / 4, "changes should matter"


def test_a_given_chart_is_valued_as_the_derived_one():
    """The same chart, given back, has the same value: both ways to it agree."""
    solution = odds.solve("americana")

    assert odds.solve("americana", solution.chart).chart_ev == pytest.approx(solution.chart_ev, abs=1e-14)


def test_charts_fit_their_table():
    """Fault 15, advice that does not fit the table: decks, soft 17, surrender, doubles and a missing hole card all show in the chart."""
    charts = {
        rules: odds.solve(rules).chart
        for rules in (
            "thot",
            *(
                f"thot,{change}"
                for change in (
                    "decks=1",
                    "hit_soft_17=true",
                    "surrender=late",
                    "double=10-11",
                    "hole=enhc",
                    "double_after_split=false",
                )
            ),
        )
    }
    assert len(set(charts.values())) == len(charts)
    own = odds.solve("thot").chart_ev
    for rules, chart in charts.items():
        # Each is the best at its own table, and never better than thot's own at thot's.
        assert odds.solve("thot", chart).chart_ev <= own + 1e-12, rules
    assert charts["thot,surrender=late"].cell(16, soft=False, up=10).surrender
    assert charts["thot,hit_soft_17=true"].cell(11, soft=False, up=1).double
    assert not charts["thot,hole=enhc"].cell(11, soft=False, up=10).double
    assert not charts["thot,hole=enhc"].splits(1, 1)


def test_a_missing_hole_card_counts_the_natural_once():
    """Fault 15 again: the edge without a hole card was seen off by two per cent, the dealer's natural counted twice."""
    peek = odds.solve("casino-plaza,hole=peek").chart_ev
    none = odds.solve("casino-plaza").chart_ev

    assert -0.0013 < none - peek < -0.0009


def test_bad_habits_cost_what_is_known():
    """Mimicking the dealer costs some 5.5 %, never busting some 3.9 %: figures of the literature, for six decks."""
    from zapato.strategy.chart import mimic_the_dealer, never_bust

    best = odds.solve("thot")
    mimic = odds.solve("thot", mimic_the_dealer(hit_soft_17=False)).chart_ev
    careful = odds.solve("thot", never_bust(best.chart)).chart_ev

    assert mimic == pytest.approx(-0.0568, abs=0.002)
    assert careful == pytest.approx(-0.039, abs=0.004)
