"""Means with their errors, from a tally. Every value says its unit; `ev` and `standard_error` use no variance reduction.

Rounds of one shoe hang together (what has gone decides what comes, and the cut card stops shoes rich in low cards later),
so errors come from whole shoes: with X the money won, B the money bet and R the rounds of a shoe, EV = ΣX / ΣB, and its
standard error is that of a ratio of means, sqrt(Σ(X - EV·B)² · n/(n-1)) / ΣB (Cochran, Sampling Techniques, section 6.4).
With a fresh shoe each round the rounds themselves are independent, and the shoe is a round.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from zapato.rules import text
from zapato.simulation.plan import Plan
from zapato.simulation.tally import COUNTERS, Tally, result_tenths
from zapato.strategy.ramp import FLAT

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

Z_95: Final = 1.959963984540054
"""Half width of a 95 % interval in standard errors."""

UNITS_FOR_ERROR: Final = 30
"""With fewer whole shoes than this an error taken from shoes is itself too vague: rounds are taken as independent then."""


@dataclass(frozen=True, slots=True)
class Mean:
    """An estimate and how far it may be off."""

    value: float
    standard_error: float

    @property
    def interval(self) -> tuple[float, float]:
        """95 %."""
        return self.value - Z_95 * self.standard_error, self.value + Z_95 * self.standard_error


@dataclass(frozen=True, slots=True)
class CountRow:
    """What rounds that began at one count came to."""

    count: int
    bound: str
    """`<=` for the lowest row, which holds all counts below too; `>=` for the highest; else `=`."""
    bet: int
    """Units per box."""
    rounds: int
    ev: float | None
    """Per initial bet, as if a unit had been bet, also where the ramp sits out. None: no round."""
    standard_error: float | None
    """Taking rounds of different shoes for independent, which these nearly are: each shoe gives few."""


@dataclass(frozen=True)
class Result:
    """A finished, or stopped, simulation. Money is in units: with a flat bet a unit is the initial bet of one box."""

    plan: Plan
    tally: Tally
    seconds: float = 0.0
    threads: int = 1
    interrupted: bool = False
    bankroll: float | None = None
    description: Mapping[str, object] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        return self.tally.rounds

    @property
    def rounds_per_second(self) -> float:
        return self.rounds / self.seconds if self.seconds > 0 else 0.0

    # ------------------------------------------------------------ sums

    @cached_property
    def _by_money(self) -> dict[int, int]:
        """Result of a round in tenths of a unit -> rounds."""
        sums: dict[int, int] = {}
        for _, bet, _, outcomes in self._rows():
            for tenths, rounds in outcomes.items():
                sums[tenths * bet] = sums.get(tenths * bet, 0) + rounds
        return sums

    def _rows(self) -> Iterator[tuple[int, int, int, dict[int, int]]]:
        """By count: count, bet, rounds, and result in tenths of a bet -> rounds."""
        tenths = result_tenths(self.plan)
        for bucket, (count, bet) in enumerate(zip(self.plan.buckets.counts(), self.plan.bets, strict=True)):
            table = self.tally.outcomes[bucket]
            sums: dict[int, int] = {}
            for place in zip(*np.nonzero(table), strict=True):
                key = int(tenths[place])
                sums[key] = sums.get(key, 0) + int(table[place])
            yield count, bet, sum(sums.values()), sums

    @cached_property
    def net_tenths(self) -> int:
        """All that was won less all that was lost, in tenths of a unit."""
        return sum(tenths * rounds for tenths, rounds in self._by_money.items())

    @cached_property
    def initial_bets(self) -> int:
        """All initial bets, in units."""
        return self.plan.own_boxes * sum(bet * rounds for _, bet, rounds, _ in self._rows())

    @cached_property
    def rounds_bet(self) -> int:
        """Rounds in which a bet was made."""
        return sum(rounds for _, bet, rounds, _ in self._rows() if bet)

    # ------------------------------------------------------------ means

    @cached_property
    def ev(self) -> float:
        """Won per unit of initial bets; nan without a bet."""
        return self.net_tenths / (10 * self.initial_bets) if self.initial_bets else math.nan

    @cached_property
    def standard_error(self) -> float:
        """Of `ev`."""
        if not self.initial_bets:
            return math.nan
        if self.plan.fresh_each_round or self.tally.units < UNITS_FOR_ERROR:
            return self._error_of_rounds() / self.initial_bets
        return self._error_of_units(self.ev * 10, 0, 1, 2) / (10 * self.initial_bets)

    def _error_of_rounds(self) -> float:
        """Standard error of the sum won less `ev` times what was bet, rounds taken as independent; in units."""
        boxes = self.plan.own_boxes
        square = sum(
            (tenths / 10 - self.ev * boxes) ** 2 * bet**2 * rounds
            for _, bet, _, outcomes in self._rows()
            for tenths, rounds in outcomes.items()
        )
        return math.sqrt(square * self.rounds / (self.rounds - 1)) if self.rounds > 1 else math.nan

    def _error_of_units(self, ratio: float, net: int, cross: int, base: int) -> float:
        moments, units = self.tally.moments, self.tally.units
        if units < 2:
            return math.nan
        # Sums of integers far larger than their difference: the ratio is taken exactly.
        top, bottom = ratio.as_integer_ratio()
        square = moments[net] * bottom**2 - 2 * moments[cross] * top * bottom + moments[base] * top**2
        return math.sqrt(max(0.0, square / bottom**2) * units / (units - 1))

    @property
    def mean(self) -> Mean:
        return Mean(self.ev, self.standard_error)

    @cached_property
    def ev_per_round(self) -> Mean:
        """Units won per round, sitting out included."""
        value = self.net_tenths / (10 * self.rounds)
        if self.plan.fresh_each_round or self.tally.units < UNITS_FOR_ERROR:
            return Mean(value, math.sqrt(self.variance / self.rounds))
        return Mean(value, self._error_of_units(value * 10, 0, 3, 5) / (10 * self.rounds))

    @cached_property
    def variance(self) -> float:
        """Of one round's result, all own boxes together, in units squared."""
        if self.rounds == 0:
            return math.nan
        mean = self.net_tenths / self.rounds
        square = sum(tenths * tenths * rounds for tenths, rounds in self._by_money.items()) / self.rounds
        return max(0.0, square - mean * mean) / 100

    @property
    def standard_deviation(self) -> float:
        return math.sqrt(self.variance)

    # ------------------------------------------------------------ tables

    @property
    def outcomes(self) -> dict[str, int]:
        """Units won in a round -> rounds: the counts add up to `rounds`; weighted with the units, to EV times `initial_bets`."""
        return {_tenths(tenths): rounds for tenths, rounds in sorted(self._by_money.items())}

    @property
    def frequencies(self) -> dict[str, float]:
        """Shares: `win push lose` of the rounds bet on, by their result; the rest per initial bet (box and round)."""
        won = sum(rounds for tenths, rounds in self._by_money.items() if tenths > 0)
        lost = sum(rounds for tenths, rounds in self._by_money.items() if tenths < 0)
        counters = dict(zip(COUNTERS, self.tally.counters, strict=True))
        hands = max(1, self.rounds * self.plan.own_boxes)
        bet_on = max(1, self.rounds_bet)
        return {
            "win": won / bet_on,
            "push": (self.rounds_bet - won - lost) / bet_on,
            "lose": lost / bet_on,
            "blackjack": counters["naturals_paid"] / hands,
            "natural": counters["naturals"] / hands,
            "surrender": counters["surrenders"] / hands,
            "split": counters["splits"] / hands,
            "double": counters["doubles"] / hands,
            "insurance": counters["insured"] / hands,
            "dealer_natural": counters["dealer_naturals"] / max(1, self.rounds),
        }

    @cached_property
    def by_count(self) -> tuple[CountRow, ...]:
        """A row for each count at which rounds began; empty without a count."""
        if self.plan.counting is None:
            return ()
        rows = []
        counts = self.plan.buckets.counts()
        for count, bet, rounds, outcomes in self._rows():
            bound = "<=" if count == counts[0] else ">=" if count == counts[-1] else "="
            boxes = self.plan.own_boxes
            ev = sum(tenths * n for tenths, n in outcomes.items()) / (10 * boxes * rounds) if rounds else None
            error = None
            if ev is not None and rounds > 1:
                square = sum((tenths / (10 * boxes) - ev) ** 2 * n for tenths, n in outcomes.items())
                error = math.sqrt(square / rounds / (rounds - 1))
            rows.append(CountRow(count, bound, bet, rounds, ev, error))
        return tuple(rows)

    # ------------------------------------------------------------ the long run

    @property
    def n0(self) -> float | None:
        """Rounds after which the expected win equals one standard deviation; None where nothing is expected to be won."""
        mean = self.ev_per_round.value
        return self.variance / mean**2 if mean > 0 else None

    @property
    def score(self) -> float | None:
        """Schlesinger's SCORE: win per 100 rounds with 10,000 units, bets sized for a risk of ruin of 13.5 %; 1,000,000 / N0."""
        n0 = self.n0
        return 1_000_000 / n0 if n0 else None

    def risk_of_ruin(self, bankroll: float) -> float:
        """Chance of ever losing `bankroll` units with these bets, by the diffusion formula exp(-2·mean·bankroll/variance)."""
        mean = self.ev_per_round.value
        return 1.0 if mean <= 0 else math.exp(-2 * mean * bankroll / self.variance)

    def growth(self, bankroll: float) -> float:
        """Expected growth of the logarithm of `bankroll` units a round, with bets in this proportion to it: m/b - v/(2b²)."""
        return self.ev_per_round.value / bankroll - self.variance / (2 * bankroll**2)

    @property
    def kelly_bankroll(self) -> float | None:
        """Units of bankroll at which these bets grow it fastest: variance / mean."""
        mean = self.ev_per_round.value
        return self.variance / mean if mean > 0 else None

    # ------------------------------------------------------------ refined

    @cached_property
    def refined(self) -> dict[str, Mean]:
        """Estimates of `ev` with variance reduction, by name; empty where none applies.

        `natural_control`: one box, fresh shoe each round. How often naturals come is known exactly, so what chance gave
        too many or too few of them is taken out of the mean (regression on the control variates, Asmussen and Glynn,
        Stochastic Simulation, V.2). With a hole card that is peeked at, the dealer's naturals too.
        """
        if not self.plan.fresh_each_round or len(self.plan.boxes) != 1 or self.plan.counting is not None:
            return {}
        if self.rounds < 1000 or not self.plan.ramp.base:
            return {}
        return {"natural_control": _natural_control(self)}

    # ------------------------------------------------------------ forms

    def to_json(self) -> dict[str, object]:
        """Plain data, in the order that a reader wants it."""
        low, high = self.mean.interval
        found: dict[str, object] = {
            "rounds": self.rounds,
            "ev": self.ev,
            "standard_error": self.standard_error,
            "confidence_95": [low, high],
            "variance": self.variance,
            "standard_deviation": self.standard_deviation,
            "seconds": self.seconds,
            "rounds_per_second": self.rounds_per_second,
            "outcomes": self.outcomes,
            "initial_bets": self.initial_bets,
            "rounds_bet": self.rounds_bet,
            "frequencies": self.frequencies,
            "counters": dict(zip(COUNTERS, self.tally.counters, strict=True)),
            "ev_per_round": self.ev_per_round.value,
            "ev_per_round_standard_error": self.ev_per_round.standard_error,
            "n0": self.n0,
            "score": self.score,
            "units": self.tally.units,
            "rounds_per_unit": self.rounds / max(1, self.tally.units),
            "rules": text(self.plan.rules),
            "boxes": self.plan.own_boxes,
            "company": len(self.plan.boxes) - self.plan.own_boxes,
            "seed": self.plan.seed,
            "threads": self.threads,
            "interrupted": self.interrupted,
            **self.description,
        }
        if self.bankroll is not None:
            found["bankroll"] = {
                "units": self.bankroll,
                "risk_of_ruin": self.risk_of_ruin(self.bankroll),
                "growth_per_round": self.growth(self.bankroll),
                "kelly_units": self.kelly_bankroll,
            }
        if self.plan.counting is not None:
            found["by_count"] = [
                {
                    "count": row.count,
                    "bound": row.bound,
                    "bet": row.bet,
                    "rounds": row.rounds,
                    "ev": row.ev,
                    "standard_error": row.standard_error,
                }
                for row in self.by_count
            ]
        if self.refined:
            found["refined"] = {
                name: {"ev": mean.value, "standard_error": mean.standard_error} for name, mean in self.refined.items()
            }
        return found

    def rows(self) -> list[dict[str, Any]]:
        """A line for each outcome at each count: the form of CSV and Parquet."""
        return [
            {
                "count": count if self.plan.counting is not None else None,
                "bet": bet,
                "result": tenths / 10,
                "won": tenths * bet / 10,
                "rounds": rounds,
                "share": rounds / self.rounds,
            }
            for count, bet, _, outcomes in self._rows()
            for tenths, rounds in sorted(outcomes.items())
        ]

    def to_polars(self) -> pl.DataFrame:
        """`rows` as a polars frame (extra `frames`)."""
        import polars as pl

        return pl.DataFrame(self.rows(), schema_overrides={"count": pl.Int64})

    def to_pandas(self) -> pd.DataFrame:
        """`rows` as a pandas frame (extra `frames`)."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def summary(self) -> list[tuple[str, str]]:
        """What a person wants to see first: name and value."""
        per_cent = f"{100 * self.ev:+.5f} % ± {100 * self.standard_error:.5f} (one standard error)"
        plan, unit = self.plan, self.unit
        lines = [
            ("rules", text(plan.rules)),
            ("shoe", self.shoe),
            ("seed", f"{plan.seed}"),
            ("rounds", f"{self.rounds:,}"),
            ("EV per initial bet", per_cent),
            ("standard deviation of a round", f"{self.standard_deviation:.4f} {unit}"),
            ("won · push · lost", " · ".join(f"{100 * self.frequencies[k]:.2f} %" for k in ("win", "push", "lose"))),
            ("blackjacks paid", f"{100 * self.frequencies['blackjack']:.3f} %"),
        ]
        if self.plan.counting is not None or self.ramp_varies:
            mean = self.ev_per_round
            lines.append(("won per 100 rounds", f"{100 * mean.value:+.4f} ± {100 * mean.standard_error:.4f} {unit}"))
        if self.n0 is not None and self.score is not None:
            lines.append(("N0 · SCORE", f"{self.n0:,.0f} rounds · {self.score:.2f}"))
        if self.bankroll is not None:
            lines.append(
                (f"risk of ruin of {self.bankroll:g} units", f"{100 * self.risk_of_ruin(self.bankroll):.3f} %")
            )
        for name, mean in self.refined.items():
            lines.append((f"refined: {name}", f"{100 * mean.value:+.5f} % ± {100 * mean.standard_error:.5f}"))
        return lines

    @property
    def unit(self) -> str:
        """What money is counted in, in words."""
        return "units of the ramp" if self.plan.ramp != FLAT else "initial bets"

    @property
    def shoe(self) -> str:
        """How far the shoe is dealt, in words."""
        rules = self.plan.rules
        if self.plan.fresh_each_round:
            return f"{rules.shoe_cards} cards, shuffled for each round"
        return f"{rules.shoe_cards} cards, shuffled once fewer than {rules.reshuffle_below} are left before a deal"

    @property
    def ramp_varies(self) -> bool:
        return bool(self.plan.ramp.steps)

    def _repr_html_(self) -> str:
        body = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in self.summary())
        return f"<table><caption>{escape(text(self.plan.rules))}</caption>{body}</table>"


def _tenths(value: int) -> str:
    return f"{value // 10}" if value % 10 == 0 else f"{value / 10:g}" if abs(value) < 10**6 else f"{value / 10:.1f}"


def _natural_control(result: Result) -> Mean:
    """The mean less its regression on how many naturals came, their chances being exact."""
    rules, rounds = result.plan.rules, result.rounds
    cards, aces, tens = rules.shoe_cards, 4 * rules.decks, 16 * rules.decks
    one = 2 * aces * tens / (cards * (cards - 1))
    both = one * 2 * (aces - 1) * (tens - 1) / ((cards - 2) * (cards - 3))
    counters = dict(zip(COUNTERS, result.tally.counters, strict=True))
    paid = {"3:2": 1.5, "6:5": 1.2, "1:1": 1.0}[rules.blackjack_pays]
    # Means of the products of a round's result with the controls: a natural is paid or pushes, and where the dealer
    # has one every box without loses its bet (a hole card was peeked at, so nothing more was at stake).
    controls = [counters["naturals"] / rounds - one]
    cross = [paid * counters["naturals_paid"] / rounds - result.ev * counters["naturals"] / rounds]
    spread = np.array([[one * (1 - one)]])
    if rules.has_hole_card and rules.peek_on_ten and rules.surrender != "early":
        met = counters["naturals"] - counters["naturals_paid"]
        controls.append(counters["dealer_naturals"] / rounds - one)
        cross.append(-(counters["dealer_naturals"] - met) / rounds - result.ev * counters["dealer_naturals"] / rounds)
        spread = np.array([[one * (1 - one), both - one * one], [both - one * one, one * (1 - one)]])
    slopes = np.linalg.solve(spread, np.array(cross))
    explained = float(slopes @ np.array(cross))
    unit = result.plan.ramp.base
    variance = max(0.0, result.variance / unit**2 - explained)
    return Mean(result.ev - float(slopes @ np.array(controls)), math.sqrt(variance / rounds))
