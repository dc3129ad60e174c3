"""Rules from whatever names them: a preset, a preset with overrides, a mapping, a TOML file. The only place here that reads a user's file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from zapato.rules import presets
from zapato.rules.check import WEIGHED_TOGETHER, Fault, RulesError, contradictions, money_faults
from zapato.rules.model import Rules
from zapato.rules.notation import from_word, override, shown, to_mapping, to_word

FILE_BYTES_MAX: Final = 65_536
TEXT_MAX: Final = 2_000


def load(given: Rules | str) -> Rules:
    """A Rules itself, or the one that a text names.

    The text is a preset (`thot`), a preset with overrides (`thot,hit_soft_17=true,chips=100/500`) or the path of a
    TOML file. `RulesError` lists every fault; a file that can't be read is one.
    """
    if isinstance(given, Rules):
        return given
    if not isinstance(given, str):
        raise RulesError((Fault("rules", f"{type(given).__name__} is neither a Rules nor a text"),))
    if len(given) > TEXT_MAX:
        raise RulesError((Fault("rules", f"a text of {len(given)} characters is longer than {TEXT_MAX}"),))
    name, comma, rest = given.strip().partition(",")
    name = name.strip()
    if name in presets.names():
        base = presets.preset(name).rules
        return override(base, _overrides(rest)) if comma else base
    # A path is told from a misspelt preset by its look, so that each gets the error that helps.
    if name.endswith(".toml") or "/" in name or "\\" in name:
        return load_toml(read_file(given.strip()))
    return presets.preset(name).rules


def load_toml(text: str) -> Rules:
    """The Rules of a TOML text: parameters by name, on top of `preset = "…"` where it names one; a `[sources]` table is ignored."""
    return from_mapping(parse_toml(text))


def parse_toml(text: str) -> dict[str, object]:
    """The values of a TOML text, not judged yet, for `from_mapping` and `every_fault`."""
    try:
        values: dict[str, object] = dict(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as wrong:
        # A whole number of thousands of digits is a bare ValueError.
        raise RulesError((Fault("file", f"not TOML: {wrong}"),)) from None
    values.pop("sources", None)
    return values


def every_fault(values: Mapping[str, object]) -> tuple[Fault, ...]:
    """All that is wrong with a mapping at once: names, values, and what the values mean together, payoffs included.

    Where a value can't be read, what hangs on it can't be told; the rest is still looked at.
    """
    sound = dict(values)
    faults: list[Fault] = []
    rules: Rules | None = None
    while rules is None:
        try:
            rules = from_mapping(sound)
        except RulesError as wrong:
            faults += wrong.faults
            # A name is cut for its message, so the parameter is found by its beginning.
            unsound = {fault.parameter for fault in wrong.faults}
            sound = {name: value for name, value in sound.items() if name[:40] not in unsound}
    if WEIGHED_TOGETHER & {fault.parameter for fault in faults}:
        return tuple(faults)
    return (*faults, *contradictions(rules), *money_faults(rules))


def from_mapping(values: Mapping[str, object]) -> Rules:
    """The Rules of a mapping as records and TOML hold it: overrides on top of `preset`, or of the defaults."""
    own = dict(values)
    if "preset" not in own:
        return override(Rules(), own)
    name = own.pop("preset")
    if not isinstance(name, str):
        raise RulesError((Fault("preset", f"{shown(name)} is not a name"),))
    return override(presets.preset(name).rules, own)


def text(rules: Rules) -> str:
    """The shortest text that `load` reads back: the preset with the fewest overrides, then those."""
    name, differing = differences(rules, presets.names())
    return ",".join([name, *(f"{key}={to_word(value)}" for key, value in differing.items())])


def differences(rules: Rules, names: tuple[str, ...] = presets.NAMES) -> tuple[str, dict[str, object]]:
    """The preset of `names` that differs least from `rules`, and the parameters to override on it."""
    own = to_mapping(rules)

    def differing(name: str) -> dict[str, object]:
        base = to_mapping(presets.preset(name).rules)
        return {key: value for key, value in own.items() if value != base[key]}

    nearest = min(names, key=lambda name: len(differing(name)))
    return nearest, differing(nearest)


def _overrides(words: str) -> dict[str, object]:
    given: dict[str, object] = {}
    faults = []
    for word in words.split(","):
        key, equals, value = (part.strip() for part in word.partition("="))
        if not equals or not key:
            given_word = word.strip()[:60]
            faults.append(Fault("rules", f"{given_word!r} is not key=value", "no-value", {"given": given_word}))
        elif key in given:
            faults.append(Fault(key[:40], "given twice", "twice"))
        else:
            given[key] = from_word(key, value)
    if faults:
        raise RulesError(tuple(faults))
    return given


def read_file(path: str) -> str:
    try:
        with Path(path).open("rb") as file:
            content = file.read(FILE_BYTES_MAX + 1)
        if len(content) > FILE_BYTES_MAX:
            raise RulesError((Fault("file", f"{path} is larger than {FILE_BYTES_MAX} bytes"),))
        return content.decode("utf-8")
    except OSError as wrong:
        raise RulesError((Fault("file", f"{path} can't be read: {wrong.strerror or wrong}"),)) from None
    except (UnicodeDecodeError, ValueError) as wrong:
        if isinstance(wrong, RulesError):
            raise
        raise RulesError((Fault("file", f"{path[:60]!r} can't be read as UTF-8 text"),)) from None
