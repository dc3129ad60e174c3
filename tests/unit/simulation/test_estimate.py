"""Errors are honest: repeated runs scatter as they say. Sums are those of the outcomes. Formulas are those of the books."""

import math
import statistics
from functools import cache

import pytest

from zapato import odds
from zapato.rules import load
from zapato.simulation import Plan, compare, plan, simulate
from zapato.simulation.estimate import Result
from zapato.simulation.tally import Tally
from zapato.strategy import Chart
from zapato.strategy.chart import mimic_the_dealer
from zapato.strategy.counting import SYSTEMS
from zapato.strategy.ramp import Ramp

MIMIC = mimic_the_dealer(hit_soft_17=False)
COUNTED = {"count": "hi-lo", "ramp": "1 1:2 2:4 3:8 4:12"}


@cache
def chart(rules: str) -> Chart:
    found = odds.solve(rules).chart
    assert found is not None
    return found


def played(rules: str, rounds: float, seed: int = 1, **words) -> Result:
    return simulate(rules, rounds, seed=seed, strategy=chart(rules), threads=1, **words)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("thot", {}),
        ("thot,decks=1,reshuffle_below=20", {}),
        ("thot,reshuffle_below=312", {}),
        ("casino-es", {"boxes": 3}),
        ("thot", COUNTED),
        ("thot", {"count": "hi-lo", "ramp": "0 1:1 3:5"}),
    ],
)
def test_runs_scatter_as_their_errors_say(rules, words):
    """60 seeds: the spread of their EVs against the error each one states, which must be right within a third (6 sigma of the test)."""
    runs = [played(rules, 60_000, seed, **words) for seed in range(60)]
    spread = statistics.stdev(run.ev for run in runs)
    stated = math.sqrt(statistics.fmean(run.standard_error**2 for run in runs))
    assert 0.6 < spread / stated < 1.5
    spread = statistics.stdev(run.ev_per_round.value for run in runs)
    stated = math.sqrt(statistics.fmean(run.ev_per_round.standard_error**2 for run in runs))
    assert 0.6 < spread / stated < 1.5


def made(outcomes: dict[int, int], **words) -> Result:
    """A result with these rounds, by half bets."""
    of = plan("thot", MIMIC, **words)
    tally = Tally.empty(of)
    for halves, rounds in outcomes.items():
        tally.outcomes[0, 0, 256 + halves] = rounds
    tally.rounds = sum(outcomes.values())
    return Result(of, tally)


def test_sums_by_hand():
    """Ten rounds: five lost, three won, one natural, one double lost: -5 + 3 + 1.5 - 2 = -2.5 bets."""
    run = made({-2: 5, 2: 3, 3: 1, -4: 1})
    assert run.ev == -0.25
    assert run.outcomes == {"-2": 1, "-1": 5, "1": 3, "1.5": 1}
    square = (5 * 1 + 3 * 1 + 2.25 + 4) / 10
    assert run.variance == pytest.approx(square - 0.0625)
    assert run.standard_error == pytest.approx(math.sqrt((square - 0.0625) / 9))
    assert run.frequencies["win"] == 0.4
    assert run.frequencies["lose"] == 0.6
    low, high = run.mean.interval
    assert (low + high) / 2 == pytest.approx(run.ev)
    assert (high - low) / 2 == pytest.approx(1.96 * run.standard_error, rel=1e-4)


def test_the_long_run_by_hand():
    """Six rounds won and four lost, even money: mean 0.2, variance 0.96; N0 = 24, SCORE a million by it."""
    run = made({2: 6, -2: 4})
    assert run.n0 == pytest.approx(24)
    assert run.score == pytest.approx(1e6 / 24)
    assert run.kelly_bankroll == pytest.approx(4.8)
    assert run.risk_of_ruin(10) == pytest.approx(math.exp(-2 * 0.2 * 10 / 0.96))
    assert run.growth(10) == pytest.approx(0.02 - 0.96 / 200)
    losing = made({2: 4, -2: 6})
    assert (losing.n0, losing.score, losing.kelly_bankroll) == (None, None, None)
    assert losing.risk_of_ruin(1e9) == 1


def test_outcomes_add_up_at_every_count():
    run = played("thot", 500_000, **COUNTED)
    rows = run.rows()
    assert sum(row["rounds"] for row in rows) == run.rounds
    assert sum(row["won"] * row["rounds"] for row in rows) / run.initial_bets == pytest.approx(run.ev, abs=1e-12)
    assert sum(float(won) * n for won, n in run.outcomes.items()) / run.initial_bets == pytest.approx(run.ev, abs=1e-12)
    assert sum(row.rounds for row in run.by_count) == run.rounds
    assert {row.bet for row in run.by_count} == {1, 2, 4, 8, 12}


def test_the_refined_estimate_stands_beside():
    """Exact chances of naturals take a tenth of the variance out; `ev` itself is left as it fell."""
    rules = "thot,reshuffle_below=312"
    exact = odds.solve(rules).chart_ev
    assert exact is not None
    run = played(rules, 4e6)
    refined = run.refined["natural_control"]
    assert 0.85 < refined.standard_error / run.standard_error < 0.97
    assert abs(refined.value - exact) < 4 * refined.standard_error
    assert run.ev == run.net_tenths / 10 / run.rounds
    assert run.to_json()["ev"] == run.ev
    assert played("thot", 10_000).refined == {}
    # Its own scatter over seeds is as small as it says.
    runs = [played(rules, 50_000, seed).refined["natural_control"] for seed in range(60)]
    assert 0.6 < statistics.stdev(one.value for one in runs) / runs[0].standard_error < 1.5


def test_common_shoes_make_differences_sharp():
    """never-bust against the chart, every round from the same cards: the difference is exact within its own, far smaller error."""
    from zapato.strategy.chart import never_bust

    rules = "thot,reshuffle_below=312"
    cautious = never_bust(chart(rules))
    found = compare(rules, cautious, chart(rules), 400_000)
    exact = (odds.solve(rules, chart=cautious).chart_ev or 0) - (odds.solve(rules).chart_ev or 0)
    assert found.gain > 3
    assert abs(found.difference.value - exact) < 4 * found.difference.standard_error
    alike = compare(rules, chart(rules), chart(rules), 50_000)
    assert (alike.difference.value, alike.difference.standard_error) == (0, 0)


def test_forms(tmp_path):
    """JSON, CSV, Parquet and frames tell the same rounds."""
    import csv
    import json

    import polars as pl

    from zapato.simulation.files import write_table

    run = played("thot", 100_000, **COUNTED)
    for ending in (".json", ".csv", ".parquet"):
        write_table(run, tmp_path / f"run{ending}")
    assert json.loads((tmp_path / "run.json").read_text())["rounds"] == 100_000
    with (tmp_path / "run.csv").open() as file:
        assert sum(int(row["rounds"]) for row in csv.DictReader(file)) == 100_000
    assert pl.read_parquet(tmp_path / "run.parquet")["rounds"].sum() == 100_000
    assert run.to_pandas()["rounds"].sum() == 100_000
    assert "EV per initial bet" in run._repr_html_()


@pytest.mark.parametrize("kind", ["outcomes", "count", "bankroll"])
@pytest.mark.parametrize("ending", [".svg", ".png"])
def test_pictures(tmp_path, kind, ending):
    """Each kind is drawn, as the file that its name asks for, and again to the same bytes."""
    from zapato.simulation.plots import save

    run = played("thot", 200_000, **COUNTED)
    paths = [tmp_path / f"{name}{ending}" for name in ("a", "b")]
    for path in paths:
        save(run, kind, path)
    content = paths[0].read_bytes()
    assert content[:5] == (b"<?xml" if ending == ".svg" else b"\x89PNG\r")
    assert len(content) > 5_000


def test_bankroll_paths_follow_the_mean():
    """The middle of the fan is the mean, its width the standard deviation's: 5 % to 95 % are 3.29 of it."""
    from zapato.simulation.plots import bankroll_paths

    run = played("thot", 500_000)
    rounds, low, _, middle, _, high = bankroll_paths(run, steps=10)[:, -1]
    width = math.sqrt(rounds * run.variance)
    assert abs(middle - rounds * run.ev) < 0.05 * width
    assert high - low == pytest.approx(3.29 * width, rel=0.05)


def test_plans_that_make_no_sense():
    from zapato.simulation import Counting, PlanError

    hi_lo = Counting(SYSTEMS["hi-lo"], true_count=True)
    for wrong in (
        lambda: plan("thot,decks=infinite", MIMIC),
        lambda: plan("thot", MIMIC, boxes=0),
        lambda: plan("thot", MIMIC, boxes=8),
        lambda: plan("thot", [MIMIC, MIMIC], boxes=3),
        lambda: plan("thot", MIMIC, ramp=Ramp(1, ((2, 5),))),
        lambda: plan("thot", MIMIC, seed=-1),
        lambda: plan("thot", MIMIC, boxes=5, company=[MIMIC] * 3),
        lambda: plan("thot,decks=1,burn=52", MIMIC),
        lambda: plan("thot", MIMIC, counting=hi_lo, seed=2**64),
    ):
        with pytest.raises(PlanError):
            wrong()


def test_a_plan_is_a_value():
    """The fingerprint tells plans apart by what changes results, and by nothing else."""

    def fingerprint(rules: str, **words) -> str:
        of: Plan = plan(rules, MIMIC, **words)
        return of.fingerprint

    assert fingerprint("thot") == fingerprint("thot.faraon") == fingerprint("thot,bet_clock=3,pay_order=reverse")
    told_apart = [
        fingerprint("thot"),
        fingerprint("thot,burn=1"),
        fingerprint("thot", seed=2),
        fingerprint("thot", boxes=2),
        fingerprint("thot", company=[MIMIC]),
        plan("thot", mimic_the_dealer(hit_soft_17=True)).fingerprint,
    ]
    assert len(set(told_apart)) == len(told_apart)
    assert load("thot").decks == 6
