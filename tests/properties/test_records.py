"""Whatever is sent as a record: it plays, or it is refused as a record is. Nothing else may come out of it."""

import contextlib
import copy
import json
import random
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from zapato.cli.replay import split_records
from zapato.round.notation import RecordError, parse_json, read_record
from zapato.round.replay import differences, play, report

ROUNDS = [
    json.loads(line)
    for path in sorted((Path(__file__).parent.parent / "data" / "rounds").glob("*.jsonl"))
    for line in path.read_text("utf-8").splitlines()
]

ODD_VALUES: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        2,
        3,
        7,
        10**12,
        -(10**40),
        1.5,
        1e308,
        "",
        "As",
        "1",
        "ana",
        "thot",
        "\ud800",
        "x" * 5000,
    ),
    *(
        [],
        {},
        [[]],
        {"": {}},
        [None],
        "stand",
        "split",
        "insure",
        "decline",
        "even-money",
        "surrender",
        "double",
        "hit",
    ),
    *("early", "late", "obo", "enhc", "infinite", "up-to-half", "6:5", "Th Th", 100, 50, 5000),
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of everything inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inside for place in places(part, (*path, key)))]


def changed(rng: random.Random, record: dict[str, Any]) -> Any:
    """The record with one to three parts replaced, left out, doubled or renamed."""
    record = copy.deepcopy(record)
    for _ in range(rng.randint(1, 3)):
        *way, last = rng.choice([place for place in places(record) if place])
        part = record
        for key in way:
            part = part[key]
        what = rng.randrange(5)
        if what == 0:
            part[last] = rng.choice(ODD_VALUES)
        elif what == 1:
            del part[last]
        elif isinstance(part, list):
            part.insert(rng.randint(0, len(part)), copy.deepcopy(part[last]))
        elif what == 2:
            part[rng.choice(("hand", "player", "amount", "purse", "behind", "follow", "odd"))] = part.pop(last)
        elif isinstance(part[last], str):
            words = part[last].split()
            rng.shuffle(words)
            part[last] = " ".join(words)
    return record


def refusal(value: Any) -> RecordError | None:
    """Why this value is no record; None where it plays, and then its report must make sense."""
    try:
        read = read_record(value)
        came_out = report(play(read))
    except RecordError as refused:
        return refused
    assert sum(row["staked"] for row in came_out["players"].values()) > 0
    if read.expect is not None:
        assert all(isinstance(told, str) for told in differences(read.expect, came_out))
    return None


@given(st.integers(0, 2**32))
def test_a_changed_record_plays_or_is_refused(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        refused = refusal(changed(rng, rng.choice(ROUNDS)))
        if refused is not None:
            assert isinstance(refused.step, int | str)
            assert 0 < len(refused.why) < 5_000
            json.dumps(refused.why).encode()


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_a_text_is_json_or_is_refused(text: str) -> None:
    with contextlib.suppress(RecordError):
        parse_json(text)


@given(st.binary())
def test_any_bytes_are_split_into_texts(content: bytes) -> None:
    """Nothing but blanks is lost, whatever the bytes."""
    rows = list(split_records(content))

    plain = content.removeprefix(b"\xef\xbb\xbf")
    assert b"".join(b"".join(rows).split()) == b"".join(plain.split())


def test_values_nested_to_the_limit_of_the_parser_are_refused_in_few_words() -> None:
    """Whoever writes the message must not recurse deeper than the parser did."""
    for depth in range(100, 1_000, 50):
        deep = parse_json("[" * depth + "]" * depth) if depth < 900 else None
        for field in ("rules", "bets", "moves", "cards", "format"):
            refused = refusal({**ROUNDS[0], field: deep})
            assert refused is not None
            assert len(refused.why) < 200
        refused = refusal({**ROUNDS[0], "rules": {"preset": "thot", "decks": deep}})
        assert refused is not None
        assert len(refused.why) < 200
