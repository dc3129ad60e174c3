"""List the house rules there are, show one with its sources, check one of your own."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Annotated

from cyclopts import App, Parameter

from zapato.rules import (
    RulesError,
    contradictions,
    every_fault,
    from_mapping,
    money_faults,
    parse_toml,
    preset,
    preset_names,
    read_file,
    table_faults,
    text,
    to_mapping,
)

REFUSED = 2

MARKS: Mapping[str, str] = {
    "S": "set by the brief of this hall",
    "R": "Spanish regulation",
    "P": "common practice",
    "D": "our decision",
}

command = App(name="rules", help="List the house rules there are, show one with its sources, check one of your own.")


@command.command(name="list")
def list_names() -> None:
    """Name every preset, with what sets it apart."""
    for name in preset_names():
        rules = preset(name).rules
        peek = {"peek": "hole card", "enhc": "no hole card", "obo": "no hole card, original bets only"}[rules.hole]
        limits = f"{rules.bet_min:,} to {rules.bet_max:,}"
        print(f"{name:<17}{rules.decks} decks, {peek}, {rules.boxes} boxes, bets {limits}")


@command.command
def show(name: str, *, json: bool = False) -> None:
    """Print every parameter of a preset with its value and where the value comes from.

    Parameters
    ----------
    name
        As `zapato rules list` prints it.
    json
        Print one JSON object instead.
    """
    found = preset(name)
    values = to_mapping(found.rules)
    if json:
        _print_json({"name": name, "rules": values, "sources": dict(found.sources)})
        return
    for parameter, value in values.items():
        print(f"{parameter:<22}{_shown(value):<32}{found.sources[parameter]}")
    print("\n" + ", ".join(f"{mark}: {meaning}" for mark, meaning in MARKS.items()))


@command.command
def check(file: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> int:
    """Check a TOML file of rules, and print all that is wrong with it at once.

    The file names parameters as `zapato rules show` does, on top of `preset = "…"` where it has one. Exit code 0 where the
    rules hold, 2 where they are refused.

    Parameters
    ----------
    file
        The TOML file; `-` reads standard input.
    """
    values: dict[str, object] = {}
    try:
        values = parse_toml(sys.stdin.read() if file == "-" else read_file(file))
        faults = every_fault(values)
    except RulesError as wrong:
        faults = wrong.faults
    for fault in faults:
        print(f"{file}: {fault}")
    if faults:
        return REFUSED
    rules = from_mapping(values)
    print(f"{file}: holds, as {text(rules)}")
    refused_already = {*contradictions(rules), *money_faults(rules)}
    for fault in table_faults(rules):
        if fault not in refused_already:
            print(f"{file}: no table could open with it: {fault}")
    return 0


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False))
