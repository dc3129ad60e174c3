"""Two strategies on the same shoes: common random numbers. The difference of two means, paired by unit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from zapato.rules import to_mapping
from zapato.simulation.estimate import Mean
from zapato.simulation.plan import Plan, PlanError

UNITS_AT_ONCE: Final = 16_384


@dataclass(frozen=True, slots=True)
class Comparison:
    """EVs per initial bet; `difference` is A less B."""

    a: Mean
    b: Mean
    difference: Mean
    units: int
    rounds_a: int
    rounds_b: int

    @property
    def gain(self) -> float:
        """How many times fewer rounds the pairing needed than two runs of their own."""
        apart = self.a.standard_error**2 + self.b.standard_error**2
        return apart / self.difference.standard_error**2 if self.difference.standard_error else math.inf

    def to_json(self) -> dict[str, object]:
        means = {"a": self.a, "b": self.b, "difference": self.difference}
        found: dict[str, object] = {
            name: {"ev": mean.value, "standard_error": mean.standard_error} for name, mean in means.items()
        }
        return {**found, "units": self.units, "rounds": [self.rounds_a, self.rounds_b], "gain": self.gain}


def compare_plans(a: Plan, b: Plan, rounds: int) -> Comparison:
    """Plays whole units of both plans until A has `rounds` rounds; they must share rules and seed, so that shoes are the same.

    The error of the difference of the two ratios (won / bet) is that of the mean over units of
    (Xa - EVa·Ba) / mean Ba - (Xb - EVb·Bb) / mean Bb, with X won and B bet in a unit.
    Raises PlanError.
    """
    if to_mapping(a.rules) != to_mapping(b.rules) or (a.seed, a.shoes_per_unit) != (b.seed, b.shoes_per_unit):
        raise PlanError("to compare two plans they must share rules, seed and shoes")
    if len(a.boxes) != len(b.boxes):
        raise PlanError("to compare two plans they must have as many boxes")
    # Sums and sums of products of (won a, bet a, won b, bet b) over units, as exact whole numbers.
    sums, products = [0] * 4, [[0] * 4 for _ in range(4)]
    units, played = 0, [0, 0]
    while played[0] < rounds:
        parts = [each.simulation.run(units, UNITS_AT_ONCE, 2**62, plain=False, each=True)[5] for each in (a, b)]
        table = np.concatenate([part[:, :2] for part in parts], axis=1)
        square = table.T @ table
        for i in range(4):
            sums[i] += int(table[:, i].sum())
            for j in range(4):
                products[i][j] += int(square[i, j])
        played = [done + int(part[:, 2].sum()) for done, part in zip(played, parts, strict=True)]
        units += UNITS_AT_ONCE
    if not sums[1] or not sums[3]:
        raise PlanError("a strategy that never bets can't be compared")
    ev_a, ev_b = sums[0] / sums[1], sums[2] / sums[3]
    # What one unit contributes to each ratio's deviation, as weights of its four numbers.
    weights_a = np.array([1, -ev_a, 0, 0]) * units / sums[1]
    weights_b = np.array([0, 0, 1, -ev_b]) * units / sums[3]
    spread = np.array(products, dtype=float)

    def mean(value: float, weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Mean:
        square_sum = max(0.0, float(weights @ spread @ weights))
        return Mean(value / 10, math.sqrt(square_sum / (units - 1) / units) / 10)

    return Comparison(
        a=mean(ev_a, weights_a),
        b=mean(ev_b, weights_b),
        difference=mean(ev_a - ev_b, weights_a - weights_b),
        units=units,
        rounds_a=played[0],
        rounds_b=played[1],
    )
