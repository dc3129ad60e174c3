"""The four presets and their further tables, read from the TOML beside this file, each value with its source."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from zapato.rules.check import Fault, RulesError
from zapato.rules.model import Rules
from zapato.rules.notation import override

NAMES: Final = ("thot", "americana", "casino-es", "casino-plaza")


@dataclass(frozen=True, slots=True)
class Preset:
    """A named Rules; `sources` says for each parameter where its value comes from."""

    name: str
    rules: Rules
    sources: Mapping[str, str]


def names() -> tuple[str, ...]:
    """All presets, each followed by its further tables: `thot`, `thot.sacerdotes`, …"""
    return tuple(_all())


def preset(name: str) -> Preset:
    """The preset called `name`; `RulesError` naming those there are."""
    found = _all().get(name)
    if found is None:
        raise RulesError((no_preset(name),))
    return found


def no_preset(name: str) -> Fault:
    """What is wrong with a name that no preset has."""
    there = ", ".join(names())
    return Fault(
        "preset",
        f"there is none called {name[:60]!r}; there are {there}",
        "no-preset",
        {"given": name[:60], "words": there},
    )


@cache
def _all() -> dict[str, Preset]:
    found = {}
    for name in NAMES:
        text = resources.files("zapato.rules").joinpath("data", f"{name}.toml").read_text("utf-8")
        values = tomllib.loads(text)
        sources, tables = values.pop("sources"), values.pop("tables", {})
        rules = override(Rules(), values)
        found[name] = Preset(name, rules, sources)
        for table, own in tables.items():
            own_sources = own.pop("sources")
            full = f"{name}.{table}"
            found[full] = Preset(full, override(rules, own), {**sources, **own_sources})
    return found
