"""`zapato verify`: what it prints, and the exit code a script relies on."""

import io
import json
from pathlib import Path

import pytest

from zapato import cli

PROOFS = Path(__file__).parents[2] / "data" / "proofs"
GOOD, BAD = str(PROOFS / "agrees-ran-dry.json"), str(PROOFS / "differs-card.json")


def test_a_sound_shoe_agrees(capsys):
    """Exit code 0, and how much was compared."""
    assert 0 == cli.run(["verify", GOOD])
    shown = capsys.readouterr().out
    proof = json.loads(Path(GOOD).read_text())
    assert f"shoe 1 of escribas agrees: {len(proof['dealt'])} cards" in shown
    assert proof["commitment"] in shown


def test_the_first_difference_is_named(capsys):
    """Exit code 1; round and step say where to look."""
    assert 1 == cli.run(["verify", BAD])
    assert "shoe 1 of escribas differs: round 3, step 6: the file says " in capsys.readouterr().out


def test_json_is_one_object(capsys):
    """For programs: nothing else on standard output."""
    assert 1 == cli.run(["verify", "--json", BAD])
    outcome = json.loads(capsys.readouterr().out)
    assert ("differs", "round 3, step 6") == (outcome["proof"], outcome["difference"]["where"])


def test_what_you_noted_yourself_is_compared(capsys):
    """A sound proof of another shoe than the one promised is worth nothing."""
    proof = json.loads(Path(GOOD).read_text())
    own = proof["contributions"][0]["entropy"]
    assert 0 == cli.run(["verify", GOOD, "--commitment", proof["commitment"].upper(), "--contribution", own])
    assert 1 == cli.run(["verify", GOOD, "--commitment", "0" * 64])
    assert 1 == cli.run(["verify", GOOD, "--contribution", "0" * 16])
    assert "yours among them" in capsys.readouterr().out


def test_standard_input(monkeypatch, capsys):
    """`curl … | zapato verify -`."""
    content = io.TextIOWrapper(io.BytesIO(Path(GOOD).read_bytes()))
    monkeypatch.setattr("sys.stdin", content)
    assert 0 == cli.run(["verify", "-"])
    assert "agrees" in capsys.readouterr().out


@pytest.mark.parametrize("content", [None, b"", b"{}", b"\xff", b"[1,2"])
def test_no_proof_gives_one_line_and_code_2(content, tmp_path, capsys):
    """A file that is missing, or is anything else."""
    path = tmp_path / "proof.json"
    if content is not None:
        path.write_bytes(content)
    assert 2 == cli.run(["verify", str(path)])
    captured = capsys.readouterr()
    assert "" == captured.out
    assert 1 == captured.err.count("\n")
