"""`zapato simulate` from the outside: its JSON, its files, its trace, and one clear line for what it can't do."""

import json

import pytest

from zapato.cli import run
from zapato.odds import solve


def simulated(capsys, *options: str) -> dict:
    assert run(["simulate", "--strategy", "mimic", "--json", *options]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    return json.loads(out)


def test_json_has_what_was_promised(capsys):
    found = simulated(capsys, "--rules", "americana", "--rounds", "2e4", "--seed", "3")
    for key in (
        "rounds",
        "ev",
        "standard_error",
        "variance",
        "seconds",
        "rounds_per_second",
        "outcomes",
        "frequencies",
    ):
        assert key in found
    assert found["rounds"] == sum(found["outcomes"].values()) == 20_000
    won = sum(float(units) * rounds for units, rounds in found["outcomes"].items())
    assert won / found["initial_bets"] == pytest.approx(found["ev"], abs=1e-12)


def test_seed_decides_and_threads_do_not(capsys):
    runs = [
        simulated(capsys, "--rounds", "3e5", "--seed", seed, "--threads", threads)["outcomes"]
        for seed, threads in (("1", "1"), ("1", "2"), ("2", "1"))
    ]
    assert runs[0] == runs[1] != runs[2]


def test_trace_is_met_by_replay(capsys, tmp_path):
    """The records on stdout and nothing else; zapato replay plays every one to the same debenes."""
    assert run(["simulate", "--rules", "casino-es", "--strategy", "mimic", "--boxes", "2", "--trace", "40"]) == 0
    records = tmp_path / "trace.jsonl"
    records.write_text(capsys.readouterr().out)
    assert run(["replay", str(records), "--json"]) == 0
    replayed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["expect"] for one in replayed] == ["met"] * 40


def test_trace_beside_a_result(capsys, tmp_path):
    found = simulated(capsys, "--rounds", "1000", "--trace", "5")
    assert len(found["trace"]) == 5
    written = tmp_path / "five.jsonl"
    simulated(capsys, "--rounds", "1000", "--trace", "5", "--trace-file", str(written))
    assert [json.loads(line) for line in written.read_text().splitlines()] == found["trace"]


def test_files_and_pictures(capsys, tmp_path):
    out, picture = tmp_path / "run.csv", tmp_path / "run.svg"
    simulated(capsys, "--rounds", "5e4", "--count", "zen", "--out", str(out), "--plot-count", str(picture))
    assert out.read_text().startswith("count,bet,result,won,rounds,share")
    assert picture.read_text().startswith("<?xml")


def test_ramp_and_index_plays_from_files(capsys, tmp_path):
    ramp, plays = tmp_path / "ramp.txt", tmp_path / "plays.txt"
    ramp.write_text("# steep\n1\n2:10\n")
    plays.write_text("insurance 3\nhard 16 T stand 0\n")
    files = ("--ramp", str(ramp), "--deviations", str(plays))
    found = simulated(capsys, "--rounds", "5e4", "--count", "hi-lo", *files)
    assert found["ramp"] == "1 2:10"
    assert found["deviations"] == ["insurance 3", "hard 16 T stand 0"]
    assert {row["bet"] for row in found["by_count"]} == {1, 10}


def test_people_get_a_table(capsys):
    assert run(["simulate", "--strategy", "mimic", "--rounds", "2e4", "--count", "hi-lo", "--bankroll", "500"]) == 0
    out = capsys.readouterr().out
    assert "EV per initial bet" in out
    assert "one standard error" in out
    assert "units" not in out.replace("500 units", "")  # a flat bet is an initial bet, and called so


@pytest.mark.parametrize(
    ("rules", "strategy", "lies_between"),
    [("thot", "chart", "the cut-card effect"), ("thot,reshuffle_below=312", "optimal", "chance alone")],
)
def test_the_table_names_what_was_played_and_what_odds_say_of_it(capsys, rules, strategy, lies_between):
    # A mean beside another figure for the same rules, with nothing said, reads like a fault in one of them.
    given = ["--rules", rules, "--strategy", strategy, "--rounds", "1e5", "--seed", "77"]
    assert run(["simulate", *given]) == 0
    said = " ".join(capsys.readouterr().out.split())
    exact = solve(rules).chart_ev if strategy == "chart" else solve(rules).composition_optimal

    assert rules in said
    assert "77" in said
    assert f"{100 * exact:+.5f} %" in said
    assert lies_between in said


@pytest.mark.parametrize(
    "wrong",
    [
        ["--rounds", "0"],
        ["--rounds", "x"],
        ["--rounds", "1.5"],
        ["--rounds", "nan"],
        ["--boxes", "9"],
        ["--boxes", "0"],
        ["--seed", "-1"],
        ["--seed", str(2**64)],
        ["--threads", "0"],
        ["--precision", "0"],
        ["--strategy", "no-such-file"],
        ["--count", "luck"],
        ["--ramp", "1 2:4"],
        ["--count", "hi-lo", "--ramp", "1 2"],
        ["--deviations", "illustrious-18"],
        ["--rules", "decks=9"],
        ["--rules", "thot,decks=infinite"],
        ["--out", "run.txt"],
        ["--plot-count", "run.svg"],
        ["--checkpoint", "/"],
        ["--bankroll", "0"],
        ["--against", "chart", "--count", "hi-lo"],
        ["--trace", "0"],
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(capsys, wrong):
    assert run(["simulate", "--rules", "thot", "--strategy", "mimic", "--rounds", "100", *wrong]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("zapato: ")
    assert err.count("\n") == 1
