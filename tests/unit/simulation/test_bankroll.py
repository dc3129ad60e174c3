"""The bankroll's fan holds what the run's own rounds came to, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from zapato.simulation import bankroll_fan, simulate
from zapato.simulation.bankroll import PLAYERS_MIN, SHARES, STEPS_MIN


@pytest.mark.parametrize(
    "words", [{}, {"count": "hi-lo", "ramp": "1 1:4 3:12"}, {"strategy": "mimic"}], ids=["flat", "counted", "mimic"]
)
def test_each_player_is_a_stretch_of_the_runs_own_shoes(words: dict[str, str]) -> None:
    # Against the traced rounds, one by one: the other way to the same money.
    rules = "thot,decks=1,reshuffle_below=40"
    result = simulate(rules, 12_000, seed=5, **words)
    fan = bankroll_fan(result)
    assert fan is not None
    each = fan.steps[-1].units
    won = np.zeros(fan.players * each)
    rounds = np.zeros(fan.players * each)
    for unit, _, _, net, *_ in result.plan.simulation.trace(12_000):
        if unit < len(won):
            won[unit] += net / 10
            rounds[unit] += 1
    paths = won.reshape(fan.players, each).cumsum(axis=1)
    played = rounds.reshape(fan.players, each).cumsum(axis=1).mean(axis=0)

    assert fan.players >= PLAYERS_MIN
    for step in fan.steps[1:]:
        expected = np.percentile(paths[:, step.units - 1], SHARES)
        assert list(expected) == pytest.approx(step.won)
        assert played[step.units - 1] == pytest.approx(step.rounds)
        assert (paths[:, step.units - 1] > 0).mean() == step.ahead


def test_too_few_shoes_make_no_fan() -> None:
    result = simulate("thot", 43 * PLAYERS_MIN * (STEPS_MIN - 1))

    assert bankroll_fan(result) is None
