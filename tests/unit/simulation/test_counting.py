"""Counting systems have the published tags, and a count is read as it says it is."""

import numpy as np
import pytest

from zapato.simulation.tables import Buckets, bucket_table
from zapato.strategy.counting import SYSTEMS, CountingError, counting_system
from zapato.strategy.deviations import FAB_4, ILLUSTRIOUS_18, Deviation, DeviationError, IndexPlays, from_text
from zapato.strategy.ramp import Ramp, RampError
from zapato.strategy.ramp import from_text as ramp_from_text

#              A   2  3  4  5    6  7   8   9    T, as the books print them
PUBLISHED = {
    "hi-lo": [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1],
    "ko": [-1, 1, 1, 1, 1, 1, 1, 0, 0, -1],
    "hi-opt-i": [0, 0, 1, 1, 1, 1, 0, 0, 0, -1],
    "hi-opt-ii": [0, 1, 1, 2, 2, 1, 1, 0, 0, -2],
    "omega-ii": [0, 1, 1, 2, 2, 2, 1, 0, -1, -2],
    "zen": [-1, 1, 1, 2, 2, 2, 1, 0, 0, -2],
    "halves": [-1, 0.5, 1, 1, 1.5, 1, 0.5, 0, -0.5, -1],
    "uston-apc": [0, 1, 2, 2, 3, 2, 2, 1, -1, -3],
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_tags(name):
    system = SYSTEMS[name]
    assert PUBLISHED[name] == [tag / system.scale for tag in system.tags]


def test_balanced_systems_end_at_nothing():
    """A whole deck of a balanced system adds up to 0; KO and Uston SS to 4, which their start takes back at the last card."""
    unbalanced = {name for name, system in SYSTEMS.items() if not system.balanced}
    assert unbalanced == {"ko", "uston-ss"}
    assert SYSTEMS["ko"].points_per_deck == 4
    # Vancura and Fuchs: start at -20 with six decks, -4 with two, 0 with one.
    assert [SYSTEMS["ko"].fresh(decks) for decks in (6, 2, 1)] == [-20, -4, 0]


def test_own_system_by_its_tags():
    assert counting_system("-1/1/1/1/1/1/0/0/0/-1").tags == SYSTEMS["hi-lo"].tags
    halves = counting_system("-1/.5/1/1/1.5/1/.5/0/-.5/-1")
    assert (halves.scale, halves.tags) == (2, SYSTEMS["halves"].tags)
    assert counting_system("-1/1/1/1/1/1/1/0/0/-1").fresh(6) == -24
    for wrong in ("nix", "1/2/3", "0/0/0/0/0/0/0/0/0/0.3", "99/0/0/0/0/0/0/0/0/0", "a/b/c/d/e/f/g/h/i/j"):
        with pytest.raises(CountingError):
            counting_system(wrong)


def test_reading_a_true_count():
    """With 130 cards, two and a half decks, left a running count of 6 is 2.4 a deck, one of -6 is -2.4."""
    hi_lo, buckets = SYSTEMS["hi-lo"], Buckets(-10, 21)

    def read(running: int, left: int, **how: str) -> int:
        table = bucket_table(hi_lo, 6, buckets, true_count=True, **how)
        return int(table[left, running + 128]) + buckets.low

    assert (read(6, 130), read(-6, 130)) == (2, -3)
    assert read(-6, 130, rounding="truncate") == -2
    assert (read(7, 130), read(7, 130, rounding="nearest")) == (2, 3)
    # 117 cards are two and a quarter decks: half decks read 2.5, whole ones 2.
    assert [read(5, 117, decks_left=how) for how in ("exact", "half", "whole")] == [2, 2, 2]
    assert [read(9, 117, decks_left=how) for how in ("exact", "half", "whole")] == [4, 3, 4]
    assert read(127, 52) == 10  # the ends hold all beyond them
    assert read(1, 0) == 10  # the last card gone: as if one were left, never a division by nothing


def test_reading_a_running_count():
    table = bucket_table(SYSTEMS["halves"], 6, Buckets(-30, 61), true_count=False)
    # 5 halves are 2.5 points, -5 are -2.5: whole points below.
    assert [int(table[100, 128 + running]) - 30 for running in (5, -5)] == [2, -3]
    assert (table == table[0]).all()
    assert table.dtype == np.uint8


def test_illustrious_18_and_fab_4():
    """Eighteen with insurance, and four, at Schlesinger's numbers."""
    assert len(ILLUSTRIOUS_18.plays) + 1 == 18
    assert len(FAB_4.plays) == 4
    assert ILLUSTRIOUS_18.insurance == 3
    assert Deviation("hard", 16, 10, "stand", 0) in ILLUSTRIOUS_18.plays
    assert from_text(ILLUSTRIOUS_18.text) == ILLUSTRIOUS_18


def test_bad_index_plays_say_where():
    for text, why in (
        ("hard 16 T stand", "line 1"),
        ("hard 16 T stand 0\nhard 25 T stand 0", "line 2"),
        ("hard 16 T split 0", "line 1"),
        ("pair T 5 stand 0", "line 1"),
        ("soft 18 2 double 99", "line 1"),
        ("hard 16 T stand 0\nhard 16 T hit 2", "two index plays"),
    ):
        with pytest.raises(DeviationError, match=why):
            from_text(text)
    assert from_text("# nothing\n\n") == IndexPlays()


def test_ramps():
    ramp = ramp_from_text("1 1:2  # comment\n2:4 5:0")
    assert ramp == Ramp(1, ((1, 2), (2, 4), (5, 0)))
    assert [ramp.units(count) for count in (-9, 0, 1, 2, 4, 5, 9)] == [1, 1, 2, 4, 4, 0, 0]
    assert ramp_from_text(ramp.text) == ramp
    for wrong in ("", "x", "1 2", "1 2:1 1:2", "0", "-1", "1 99:2", "1 1:99999"):
        with pytest.raises(RampError):
            ramp_from_text(wrong)
