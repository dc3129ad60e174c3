"""The random streams and the shuffles made of them pass statistical tests.

Seeds are fixed: a test at a one-in-a-million level would otherwise fail once in a million runs for no fault. Each bound is
the chi-squared quantile at 1e-6 on either side: numbers too even are as suspect as numbers too uneven.
"""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from zapato import _kernel
from zapato.simulation import plan
from zapato.strategy.chart import mimic_the_dealer

# Random123, kat_vectors: "threefry2x64 13".
VECTORS = [
    ((0, 0, 0, 0), (0xF167B032C3B480BD, 0xE91F9FEE4B7A6FB5)),
    ((2**64 - 1,) * 4, (0xCCDEC5C917A874B1, 0x4DF53ABCA26CEB01)),
    (
        (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
        (0xC3AAC71561042993, 0x3FE7AE8801AFF316),
    ),
]


def even(observed: np.ndarray, expected: np.ndarray | float) -> bool:
    """Chi-squared within its 1e-6 quantiles, by Wilson and Hilferty's normal approximation (z = 4.75)."""
    chi = float(((observed - expected) ** 2 / expected).sum())
    free = observed.size - 1
    middle, width = 1 - 2 / (9 * free), 4.75 * (2 / (9 * free)) ** 0.5
    return free * max(0.0, middle - width) ** 3 < chi < free * (middle + width) ** 3


@pytest.mark.parametrize(("given", "expected"), VECTORS)
def test_published_vectors(given, expected):
    assert expected == _kernel.threefry(*given)


def test_draws_are_even_in_every_bit_and_byte():
    draws = np.concatenate([_kernel.simulation_draws(1, unit, 4096, 0) for unit in range(200)])
    assert even(np.bincount(draws >> 8, minlength=256), draws.size / 256)
    assert even(np.bincount(draws & 255, minlength=256), draws.size / 256)
    ones = [int((draws >> bit & 1).sum()) for bit in range(16)]
    assert max(abs(each - draws.size / 2) for each in ones) < 4.9 * draws.size**0.5 / 2


@pytest.mark.parametrize("what", ["rows", "units", "seeds", "attempts"])
def test_neighbours_know_nothing_of_each_other(what):
    """Counters that differ by one are the danger of counter-based streams: pairs of neighbouring draws fill the square evenly."""
    if what == "rows":
        table = np.array([_kernel.simulation_draws(3, unit, 2049, 0) for unit in range(100)])
        pairs = table[:, :-1], table[:, 1:]
    elif what == "units":
        table = np.array([_kernel.simulation_draws(3, unit, 2048, 0) for unit in range(101)])
        pairs = table[:-1], table[1:]
    elif what == "seeds":
        table = np.array([_kernel.simulation_draws(seed, 0, 2048, 0) for seed in range(101)])
        pairs = table[:-1], table[1:]
    else:
        table = np.array(
            [[_kernel.simulation_draws(3, unit, 1024, attempt) for attempt in (0, 1)] for unit in range(200)]
        )
        pairs = table[:, 0], table[:, 1]
    cells = (pairs[0].astype(int) >> 11) * 32 + (pairs[1].astype(int) >> 11)
    assert even(np.bincount(cells.ravel(), minlength=1024), cells.size / 1024)


def first_ranks(decks: int, units: int, burn: int = 0) -> list[bytes]:
    """The ranks of the first round of each unit."""
    made = plan(
        f"thot,decks={decks},burn={burn},reshuffle_below={52 * decks}",
        mimic_the_dealer(hit_soft_17=False),
        shoes_per_unit=1,
    )
    return [traced[4] for traced in made.simulation.trace(units)]


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_each_rank_comes_first_equally_often(decks):
    rounds = first_ranks(decks, 60_000)
    for place in range(4):
        counts = Counter(ranks[place] for ranks in rounds)
        assert even(np.array([counts[rank] for rank in range(13)]), len(rounds) / 13)


@pytest.mark.parametrize("decks", [1, 6])
def test_cards_are_drawn_without_replacement(decks):
    """Pairs of neighbouring cards: equal ranks come less often by exactly the card that is gone."""
    rounds = first_ranks(decks, 60_000, burn=3)
    pairs = Counter(pair for ranks in rounds for pair in [tuple(ranks[:2]), tuple(ranks[2:4])])
    cards, each, total = 52 * decks, 4 * decks, 2 * len(rounds)
    expected = {(a, b): total * each * (each - (a == b)) / (cards * (cards - 1)) for a in range(13) for b in range(13)}
    assert even(np.array([pairs[pair] for pair in expected]), np.array(list(expected.values())))


def test_a_shoe_holds_its_cards_and_no_other():
    """All cards of a shoe dealt to the end: four of each rank and deck, never one more."""
    made = plan("thot,decks=2,reshuffle_below=30", mimic_the_dealer(hit_soft_17=False), seed=11)
    shoe: Counter[int] = Counter()
    seen = 0
    for _, fresh, _, _, ranks, _, _ in made.simulation.trace(4000):
        if fresh:
            shoe = Counter()
        shoe.update(ranks)
        seen += 1
        assert max(shoe.values()) <= 8
    assert seen == 4000


def test_no_shuffle_is_seeded_alike():
    """Known fault 17: shuffles reseeded from one clock repeat each other. Units and seeds never share a shoe."""
    starts = [tuple(_kernel.simulation_draws(seed, unit, 16, 0)) for seed in range(50) for unit in range(50)]
    assert len(set(starts)) == len(starts)
    assert all(a != b for a, b in pairwise(sorted(starts)))
