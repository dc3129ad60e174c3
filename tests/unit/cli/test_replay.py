"""`zapato replay` from outside: what lands on stdout and stderr, and the exit code, for one record and for many."""

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from zapato import cli

PUBLIC = Path(__file__).parents[2] / "data" / "rounds" / "public.jsonl"

SOUND = {
    "format": "zapato.round/1",
    "rules": "thot",
    "cards": "8h 6c 8s Td 9d",
    "bets": [{"box": 1, "player": "ana", "amount": 100}],
    "moves": [{"box": 1, "move": "stand"}],
}
MET = json.dumps({**SOUND, "id": "mine", "expect": {"players": {"ana": 100}}})
DIFFERS = json.dumps({**SOUND, "expect": {"players": {"ana": 0}}})
NONE = json.dumps(SOUND)
ILLEGAL = json.dumps({**SOUND, "moves": [{"box": 1, "move": "surrender"}]})


@pytest.fixture
def replay(tmp_path, capsys, monkeypatch):
    """Runs `zapato replay` on a content: exit code, lines of stdout, stderr."""

    def run(content, *arguments, name="rounds.jsonl", stdin=False):
        data = content.encode() if isinstance(content, str) else content
        (tmp_path / name).write_bytes(data)
        if stdin:
            monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        code = cli.run(["replay", "-" if stdin else str(tmp_path / name), *arguments])
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return run


def test_every_public_round_is_met(replay):
    code, lines, err = replay(PUBLIC.read_bytes(), "--json")

    assert (code, err) == (0, "")
    assert [json.loads(line)["expect"] for line in lines] == ["met"] * 19


@pytest.mark.parametrize(
    ("records", "codes", "worst"),
    [
        ([MET], ["met"], 0),
        ([NONE], ["none"], 0),
        ([DIFFERS], ["differs"], 1),
        ([ILLEGAL], ["error"], 2),
        ([MET, DIFFERS, NONE], ["met", "differs", "none"], 1),
        ([DIFFERS, ILLEGAL, MET], ["differs", "error", "met"], 2),
        (["{broken", MET, "", "null", MET], ["error", "met", "error", "met"], 2),
        ([MET, '{"a": ' + "[" * 50_000, MET], ["met", "error", "met"], 2),
    ],
)
def test_one_line_a_record_and_the_worst_of_the_codes(replay, records, codes, worst):
    code, lines, _ = replay("\n".join(records), "--json")

    rows = [json.loads(line) for line in lines]
    assert [row.get("expect", "error") for row in rows] == codes
    assert [row["error"]["record"] for row in rows if "error" in row] == [
        number for number, row in enumerate(rows, start=1) if "error" in row
    ]
    assert code == worst


def test_an_error_says_record_step_and_why(replay):
    code, lines, _ = replay(f"{MET}\n{ILLEGAL}", "--json")

    assert code == 2
    assert set(json.loads(lines[1])) == {"error"}
    error = json.loads(lines[1])["error"]
    assert (error["record"], error["step"]) == (2, 1)
    assert "legal: box 1, hand 1, ana: stand, hit, double, split" in error["why"]


def test_a_difference_is_printed(replay):
    code, lines, err = replay(DIFFERS, "--json")
    assert json.loads(lines[0])["differences"] == ["players, ana: expected 0, came out 100"]
    assert "players, ana: expected 0, came out 100" in err

    code, lines, _ = replay(DIFFERS)
    assert code == 1
    assert "  differs: players, ana: expected 0, came out 100" in lines


@pytest.mark.parametrize("name", ["round.json", "round.txt", "round.jsonl"])
@pytest.mark.parametrize("stdin", [False, True])
def test_one_json_text_over_several_lines_is_one_record(replay, name, stdin):
    code, lines, _ = replay("\n" + json.dumps(json.loads(MET), indent=2) + "\n\n", "--json", name=name, stdin=stdin)

    assert (code, len(lines)) == (0, 1)


@pytest.mark.parametrize("name", ["rounds.json", "rounds.txt", "rounds.jsonl"])
@pytest.mark.parametrize("stdin", [False, True])
def test_several_records_are_told_by_their_lines_whatever_the_name(replay, name, stdin):
    code, lines, _ = replay(f"{MET}\r\n\r\n{{broken\r\n{MET}\r\n", "--json", name=name, stdin=stdin)

    assert (code, len(lines)) == (2, 3)


def test_a_broken_text_over_several_lines_is_one_error(replay):
    broken = json.dumps(json.loads(MET), indent=2)[:-2]

    code, lines, _ = replay(broken, "--json", name="round.json")

    assert (code, len(lines)) == (2, 1)
    assert json.loads(lines[0])["error"]["step"] == "json"


@pytest.mark.parametrize(
    "content",
    [b"", b"\n \n", b"\xff\xfe\x00", b"\xef\xbb\xbf", b'"' + b"x" * 1_100_000 + b'"'],
    ids=["empty", "blank", "not UTF-8", "only a mark", "too long"],
)
def test_what_holds_no_record_is_one_error(replay, content):
    code, lines, _ = replay(content, "--json")

    assert (code, len(lines)) == (2, 1)
    assert json.loads(lines[0])["error"]["record"] == 1


def test_a_byte_order_mark_is_no_fault(replay):
    assert replay(b"\xef\xbb\xbf" + MET.encode(), "--json")[0] == 0


def test_a_file_that_is_not_there_is_one_line_and_code_2(replay, tmp_path, capsys):
    assert cli.run(["replay", str(tmp_path / "nowhere.json"), "--json"]) == 2

    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "nowhere.json" in err


def test_names_that_move_the_cursor_can_not_break_a_line(replay):
    """One object a line, also for readers that split at every kind of line end; no escape reaches a terminal."""
    content = json.dumps({**SOUND, "bets": [{"box": 1, "player": "a\u2028\x1b[2J\n", "amount": 100}]})

    code, lines, _ = replay(content, "--json")
    assert (code, len(lines)) == (0, 1)
    code, lines, _ = replay(content)
    assert code == 0
    assert all(line.isprintable() for line in lines)


def test_for_people_one_record_is_told_in_full(replay):
    code, lines, _ = replay(MET)

    assert code == 0
    assert lines[0] == "record 1 (mine): as expected"
    assert [" ".join(line.split()) for line in lines[1:]] == [
        "dealer 6♣ 10♦ 9♦ 25 bust",
        "box 1 hand 1 ana 8♥ 8♠ 16 bet 100, win, 200 back",
        "ana: staked 100, returned 200, net +100",
    ]


def test_for_people_many_records_are_a_line_each_and_errors_go_to_stderr(replay):
    code, lines, err = replay(f"{MET}\n{ILLEGAL}\n{NONE}")

    assert code == 2
    assert lines == ["record 1 (mine): as expected (ana +100)", "record 3: played (ana +100)"]
    assert err.startswith("record 2, move 1: box 1, surrender: there is no surrender at this table")


def test_an_insurance_is_told_to_people(replay):
    insured = {**SOUND, "cards": "Ts Ah 9s Td", "moves": [{"box": 1, "move": "insure"}]}

    _, lines, _ = replay(json.dumps(insured))

    assert any("box 1 insurance ana" in " ".join(line.split()) and "50, win, 150 back" in line for line in lines)
