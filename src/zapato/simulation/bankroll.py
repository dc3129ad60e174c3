"""What a bankroll did in the very shoes of a run: players who each played some of them in a row.

Nothing is drawn again or modelled here: the run's units are cut into stretches of equal length, each stretch is one player,
and the sums are the kernel's own. So whatever hangs together within a shoe, bets by count included, is in the picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from zapato.simulation.estimate import Result

SHARES: Final = (5, 25, 50, 75, 95)
"""Per cent of the players at or below each line of a fan."""
PLAYERS_MIN: Final = 200
"""With fewer, the outer lines would rest on a handful of players."""
PLAYERS_MAX: Final = 1_000
ROUNDS_EACH: Final = 10_000
"""What a player plays where the run is long enough: some hundred hours at a table."""
STEPS_MAX: Final = 40
STEPS_MIN: Final = 4


@dataclass(frozen=True, slots=True)
class Step:
    """All players after as many units (shoes) each."""

    units: int
    rounds: float
    """Played by then, on the mean: shoes differ by a few rounds."""
    won: tuple[float, ...]
    """In units of bets, at each of `SHARES`."""
    ahead: float
    """Share of the players who have won something."""


@dataclass(frozen=True, slots=True)
class Fan:
    """Winnings as play goes on, nobody stopped by ruin. The first step is before the first round."""

    players: int
    steps: tuple[Step, ...]


def bankroll_fan(result: Result) -> Fan | None:
    """The fan of the run's first whole units; None where it has too few of them for `PLAYERS_MIN` players."""
    whole = result.tally.units - 1  # the last one may have been cut short
    if whole < PLAYERS_MIN * STEPS_MIN or result.rounds == 0:
        return None
    long_enough = math.ceil(ROUNDS_EACH * result.tally.units / result.rounds)
    each = max(STEPS_MIN, min(whole // PLAYERS_MIN, long_enough))
    players = min(PLAYERS_MAX, whole // each)
    part = result.plan.simulation.run(0, players * each, 2**62, plain=False, each=True)[5]
    table = np.asarray(part).reshape(players, each, 3)
    won = table[:, :, 0].cumsum(axis=1) / 10
    rounds = table[:, :, 2].cumsum(axis=1).mean(axis=0)
    at = sorted({round(each * step / STEPS_MAX) for step in range(1, STEPS_MAX + 1)} - {0})
    steps = [Step(0, 0.0, (0.0,) * len(SHARES), 0.0)]
    for units in at:
        held = won[:, units - 1]
        lines = tuple(float(line) for line in np.percentile(held, SHARES))
        steps.append(Step(units, float(rounds[units - 1]), lines, float((held > 0).mean())))
    return Fan(players, tuple(steps))
