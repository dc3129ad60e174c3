"""What rounds came to, in whole numbers: adding tallies in any order gives the same sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zapato.simulation.plan import Plan

COUNTERS: Final = (
    "naturals",
    "naturals_paid",
    "surrenders",
    "splits",
    "doubles",
    "insured",
    "dealer_naturals",
)
HALVES_ZERO: Final = 256
HALVES_SPAN: Final = 512
MOMENTS: Final = 6

_NATURAL_TENTHS: Final = {"3:2": 15, "6:5": 12, "1:1": 10}


class TallyError(ValueError):
    """A text that is no tally of this plan."""


@dataclass(eq=False)
class Tally:
    """Sums over rounds and units of one plan.

    A unit is what one random stream plays: a shoe, or a run of rounds each from a fresh one.
    """

    outcomes: NDArray[np.uint64]
    """[bucket of the count, naturals paid 6:5, result in half bets + 256] -> rounds."""
    units: int = 0
    rounds: int = 0
    counters: list[int] = field(default_factory=lambda: [0] * len(COUNTERS))
    moments: list[int] = field(default_factory=lambda: [0] * MOMENTS)
    """Sums over units of net², net x bets, bets², net x rounds, bets x rounds, rounds²; money in tenths of a unit."""

    @classmethod
    def empty(cls, plan: Plan) -> Tally:
        paid = plan.own_boxes + 1 if plan.rules.blackjack_pays == "6:5" else 1
        return cls(np.zeros((plan.buckets.size, paid, HALVES_SPAN), np.uint64))

    @classmethod
    def of_kernel(cls, result: Sequence[Any]) -> Tally:
        units, rounds, counters, outcomes, moments = result[:5]
        return cls(outcomes, units, rounds, list(counters), list(moments))

    def add(self, other: Tally) -> None:
        self.outcomes += other.outcomes
        self.units += other.units
        self.rounds += other.rounds
        self.counters = [a + b for a, b in zip(self.counters, other.counters, strict=True)]
        self.moments = [a + b for a, b in zip(self.moments, other.moments, strict=True)]

    def copy(self) -> Tally:
        return Tally(self.outcomes.copy(), self.units, self.rounds, list(self.counters), list(self.moments))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        return (
            (self.units, self.rounds, self.counters, self.moments)
            == (other.units, other.rounds, other.counters, other.moments)
            and self.outcomes.shape == other.outcomes.shape
            and bool((self.outcomes == other.outcomes).all())
        )

    __hash__ = None  # type: ignore[assignment]

    def to_json(self) -> dict[str, object]:
        at = np.nonzero(self.outcomes)
        return {
            "units": self.units,
            "rounds": self.rounds,
            "counters": dict(zip(COUNTERS, self.counters, strict=True)),
            "moments": [str(moment) for moment in self.moments],
            "outcomes": [[*map(int, place), int(self.outcomes[place])] for place in zip(*at, strict=True)],
        }

    @classmethod
    def from_json(cls, given: Mapping[str, Any], plan: Plan) -> Tally:
        """The tally that `to_json` wrote of this plan; TallyError where it can't be one."""
        tally = cls.empty(plan)
        try:
            tally.units, tally.rounds = int(given["units"]), int(given["rounds"])
            tally.counters = [int(given["counters"][name]) for name in COUNTERS]
            tally.moments = [int(moment) for moment in given["moments"]]
            for bucket, paid, halves, rounds in given["outcomes"]:
                tally.outcomes[bucket, paid, halves] = rounds
        except (KeyError, TypeError, ValueError, IndexError, OverflowError) as wrong:
            raise TallyError(f"not a tally of this plan: {wrong!r}") from None
        if len(tally.moments) != MOMENTS or int(tally.outcomes.sum()) != tally.rounds:
            raise TallyError("not a tally of this plan: its outcomes don't add up to its rounds")
        return tally


def result_tenths(plan: Plan) -> NDArray[np.int64]:
    """[naturals paid 6:5, result in half bets + 256] -> tenths of a bet."""
    paid = plan.own_boxes + 1 if plan.rules.blackjack_pays == "6:5" else 1
    halves = np.arange(HALVES_SPAN, dtype=np.int64) - HALVES_ZERO
    return halves[None, :] * 5 + np.arange(paid, dtype=np.int64)[:, None] * _NATURAL_TENTHS[plan.rules.blackjack_pays]
