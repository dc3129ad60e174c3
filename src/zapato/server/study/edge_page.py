"""The house edge: every rule a switch, the figure for the rules at hand, and what each other choice is worth."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from zapato.rules import Rules, differences, preset, preset_names
from zapato.rules.presets import NAMES
from zapato.server.study.asked import slug
from zapato.server.study.figures import SWITCHES, Edges, Step, idle
from zapato.server.study.parts import Page
from zapato.server.study.words import Words, figure, percent, signed_percent, whole


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    """As the address writes it."""
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Switch:
    name: str
    label: str
    choices: tuple[Choice, ...]
    idle: Markup | None
    """Why it changes nothing while the other rules are as they are; None where it may."""


def word_of(name: str, value: object) -> str:
    """A value as the text form writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "infinite" if name == "decks" and value == 0 else str(value)


def label_of(words: Words, name: str, value: object) -> str:
    word = word_of(name, value)
    special = f"edge.value.{name}_{word.replace(':', '_')}"
    if words.has(special):
        return str(words(special))
    return str(words(f"edge.value.{word}")) if isinstance(value, bool) else word


def name_of(words: Words, name: str) -> str:
    return str(words(f"edge.name.{name}"))


def switches(rules: Rules, words: Words) -> list[Switch]:
    found = []
    without_effect = idle(rules)
    for name, values in SWITCHES.items():
        own = getattr(rules, name)
        shown = values if own in values else tuple(sorted({*values, own}, key=lambda value: (value == 0, value)))
        choices = tuple(Choice(word_of(name, value), label_of(words, name, value), value == own) for value in shown)
        why = words(f"edge.idle.{name}") if name in without_effect else None
        found.append(Switch(name, name_of(words, name), choices, why))
    return found


def build(rules: Rules, words: Words, own: Edges, steps: tuple[Step, ...], presets: dict[str, float]) -> Page:
    w = words.at("edge")
    ev = own.chart_ev
    most = max(abs(value) for value in presets.values())
    widest = max((abs(step.chart_change) for step in steps), default=1.0) or 1.0
    without_effect = idle(rules)
    more: dict[str, object] = {
        "rules": slug(rules),
        "switches": switches(rules, words),
        "edge": percent(-ev),
        "optimal": w("with_optimal", edge=percent(-own.optimal_ev)),
        "thousand": w(
            "thousand" if ev <= 0 else "thousand_player",
            n=figure(ev, f"{1000 * abs(ev):.2f}"),
            thousand=whole(1000),
        ),
        "player": ev > 0,
        "presets": [
            {
                "name": words(f"tables.{name}"),
                "rules": name,
                "edge": percent(-value),
                "share": round(100 * abs(value) / most, 1),
                "here": preset(name).rules == rules,
            }
            for name, value in presets.items()
        ],
        "steps": [
            {
                "rule": name_of(words, step.name),
                "value": label_of(words, step.name, step.value),
                "change": signed_percent(step.chart_change),
                "share": round(100 * abs(step.chart_change) / widest, 1),
                "below": step.chart_change < 0,
                "edge": percent(-step.chart_ev),
                "sets": f"{step.name}={word_of(step.name, step.value)}",
                "idle": words(f"edge.idle.{step.name}") if step.name in without_effect else None,
            }
            for step in steps
        ],
    }
    return Page("edge", w("title"), w("description"), w("lead"), more=more)


def table_name(rules: Rules, words: Words) -> Markup:
    """How people call these rules: the preset's name, and what differs."""
    base, differing = differences(rules, preset_names())
    name = words(f"tables.{base}")
    if not differing:
        return name
    changes = ", ".join(f"{_label(words, key)}: {_value(words, key, value)}" for key, value in differing.items())
    return words("tables.custom", base=name, changes=changes)


def _label(words: Words, key: str) -> str:
    return name_of(words, key).lower()


def _value(words: Words, key: str, value: object) -> str:
    if isinstance(value, list):
        return "/".join(map(str, value))
    return label_of(words, key, 0 if value == "infinite" else value)


PRESETS = NAMES
"""The tables of the scale."""


def overridden(rules: Rules, given: dict[str, str]) -> str:
    """The text of `rules` with the form's fields put in their place; reading it judges them."""
    own = {key: value for key, value in given.items() if key in SWITCHES and value}
    changed = [f"{key}={value}" for key, value in own.items() if word_of(key, getattr(rules, key)) != value]
    base = slug(rules)
    kept = [part for part in base.split(",")[1:] if part.partition("=")[0] not in own]
    restored = [
        f"{key}={value}"
        for key, value in own.items()
        if word_of(key, getattr(rules, key)) == value
        and any(part.startswith(f"{key}=") for part in base.split(",")[1:])
    ]
    return ",".join([base.split(",")[0], *kept, *changed, *restored])
