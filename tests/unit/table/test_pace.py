"""How long the felt takes: the page shows each step just as long as the table's clocks wait for it."""

from pathlib import Path

import msgspec
import pytest

from zapato.table.events import Round
from zapato.table.pace import Pace


class Step(msgspec.Struct):
    name: str
    ms: int
    events: list[Round]


STEPS = msgspec.json.decode((Path(__file__).parents[2] / "data" / "pace" / "steps.json").read_bytes(), type=list[Step])


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_the_table_waits_as_long_as_the_page_shows(step):
    """web/src/model/model.test.ts reads the same file: a clock that starts before its turn shows robs a player."""
    assert step.ms == Pace().duration_ms([told.event for told in step.events])


def test_without_motion_nothing_takes_time():
    """Programs without a page wait for nothing; a seat is kept for the away all the same."""
    pace = Pace.none()

    assert 0 == sum(pace.duration_ms([told.event for told in step.events]) for step in STEPS) + pace.show_ms
    assert Pace().away_seat_ms == pace.away_seat_ms
