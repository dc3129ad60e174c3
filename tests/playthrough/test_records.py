"""Recorded rounds whose outcome was worked out by hand: each must come out to the debén."""

from pathlib import Path

import pytest

from zapato.round.notation import Record, parse_json, read_record
from zapato.round.replay import differences, play, report

ROUNDS = Path(__file__).parent.parent / "data" / "rounds"


def records() -> list[Record]:
    return [
        read_record(parse_json(line))
        for path in sorted(ROUNDS.glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]


@pytest.mark.parametrize("record", records(), ids=lambda record: record.name)
def test_a_recorded_round_meets_what_it_expects(record: Record) -> None:
    assert record.expect is not None

    assert differences(record.expect, report(play(record))) == []
