"""`zapato rules` from outside."""

import json

import pytest

from zapato import cli
from zapato.rules import preset_names


@pytest.fixture
def rules(capsys):
    def run(*arguments):
        code = cli.run(["rules", *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_list_names_every_preset(rules):
    code, out, _ = rules("list")

    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(preset_names())


@pytest.mark.parametrize("name", preset_names())
def test_show_prints_each_value_with_its_source(rules, name):
    code, out, _ = rules("show", name)
    assert code == 0
    assert "S: set by the brief of this hall" in out.splitlines()[-1]

    _, as_json, _ = rules("show", name, "--json")
    shown = json.loads(as_json)
    assert set(shown["rules"]) == set(shown["sources"])
    for parameter in shown["rules"]:
        assert any(line.startswith(f"{parameter} ") for line in out.splitlines())


def test_an_unknown_name_is_refused(rules):
    code, out, err = rules("show", "thoth")

    assert (code, out) == (2, "")
    assert "there are thot, thot.sacerdotes" in err


def test_check_takes_good_rules_and_says_what_they_are(rules, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('preset = "thot"\nhit_soft_17 = true\nbet_min = 50\nbet_unit = 50\n')

    code, out, _ = rules("check", str(path))

    assert code == 0
    assert "holds, as thot,bet_min=50,bet_unit=50,hit_soft_17=true" in out
    assert "no table could open with it: chips: the smallest, 100" in out


def test_check_lists_every_fault_at_once(rules, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('preset = "thot"\nbet_unit = 3\ndeckz = 3\nhole = "x"\nbet_min = 10\nbet_max = 7\n')

    code, out, _ = rules("check", str(path))

    assert code == 2
    for part in (
        "deckz: no such",
        "hole: 'x'",
        "bet_min: 10 is above",
        "bet_unit: a natural on 3",
        "bet_unit: half of 3",
    ):
        assert part in out


@pytest.mark.parametrize("content", ["decks = ", "preset = 3\n", 'preset = "nix"\n'])
def test_check_refuses_what_is_no_rules(rules, tmp_path, content):
    path = tmp_path / "mine.toml"
    path.write_text(content)

    code, out, _ = rules("check", str(path))

    assert code == 2
    assert out.count("\n") == 1
