"""The presets are the house's promise: each value is checked against the table of the settled rules, copied to tests/data."""

import dataclasses
import tomllib
from pathlib import Path

import pytest

from zapato.rules import Rules, RulesError, preset, preset_names, table_faults, to_mapping
from zapato.rules.notation import READERS

SETTLED = tomllib.loads((Path(__file__).parents[2] / "data" / "rules" / "presets.toml").read_text("utf-8"))
BASES = [name for name in SETTLED if name != "defaults"]


def test_every_parameter_has_a_reader_and_every_reader_a_parameter() -> None:
    """A parameter without one could not be overridden; a reader without one would crash."""
    assert {field.name for field in dataclasses.fields(Rules)} == set(READERS)


def test_the_defaults_of_the_model_are_the_settled_ones() -> None:
    assert to_mapping(Rules()) == SETTLED["defaults"]


@pytest.mark.parametrize("name", BASES)
def test_each_preset_has_the_settled_values(name: str) -> None:
    own = {key: value for key, value in SETTLED[name].items() if key != "tables"}

    assert to_mapping(preset(name).rules) == {**SETTLED["defaults"], **own}


def test_the_further_tables_of_thot_override_limits_unit_and_chips() -> None:
    for table, own in SETTLED["thot"]["tables"].items():
        assert to_mapping(preset(f"thot.{table}").rules) == {**to_mapping(preset("thot").rules), **own}


@pytest.mark.parametrize("name", preset_names())
def test_every_value_of_a_preset_has_its_source(name: str) -> None:
    sources = preset(name).sources

    assert set(sources) == set(to_mapping(Rules()))
    assert all(source[:3] in {"S: ", "R: ", "P: ", "D: "} for source in sources.values())


@pytest.mark.parametrize("name", preset_names())
def test_a_table_can_open_with_every_preset(name: str) -> None:
    assert table_faults(preset(name).rules) == ()


def test_an_unknown_preset_is_refused_by_naming_those_there_are() -> None:
    with pytest.raises(RulesError, match=r"none called 'thoth'; there are thot, thot\.sacerdotes"):
        preset("thoth")
