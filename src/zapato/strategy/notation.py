"""A chart as text that reads back exactly, as JSON and as CSV.

    hard    A    2    3 …
      21    S    S    S …
    soft    A    2    3 …
    pair    A    2    3 …
       A    P    P    P …

`#` opens a comment; blank lines don't count. Letters: R surrender, D double, H hit, S stand (first what is allowed),
P split, - play as the total.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from zapato.cards import VALUE_NAMES
from zapato.strategy.chart import HARD_TOTALS, SOFT_TOTALS, Cell, Chart

LETTERS: Final = "S stand, H hit, D/H double else hit, D/S double else stand, R/… surrender else the rest, P split, - play as the total"
TEXT_MAX: Final = 20_000

_Entry = TypeVar("_Entry")

_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "hard": tuple(str(total) for total in reversed(HARD_TOTALS)),
    "soft": tuple(str(total) for total in reversed(SOFT_TOTALS)),
    "pair": tuple(VALUE_NAMES),
}
_CELLS: Final = {
    cell.text: cell for cell in (Cell(bool(bits & 1), bool(bits & 2), bool(bits & 4)) for bits in range(8))
}


class ChartError(ValueError):
    """A text that is no chart: what is wrong, and where."""


def rows(chart: Chart) -> dict[str, dict[str, list[str]]]:
    """The letters by part and row (totals falling, pairs from the ace), one per upcard from the ace to the ten."""
    return {
        "hard": {
            str(total): [cell.text for cell in row]
            for total, row in reversed(list(zip(HARD_TOTALS, chart.hard, strict=True)))
        },
        "soft": {
            str(total): [cell.text for cell in row]
            for total, row in reversed(list(zip(SOFT_TOTALS, chart.soft, strict=True)))
        },
        "pair": {
            name: ["P" if split else "-" for split in row] for name, row in zip(VALUE_NAMES, chart.pairs, strict=True)
        },
    }


def to_text(chart: Chart, comments: Iterable[str] = ()) -> str:
    lines = [f"# {comment}" for comment in comments]
    for part, body in rows(chart).items():
        lines += ["", _line(part, list(VALUE_NAMES)), *(_line(name, letters) for name, letters in body.items())]
    return "\n".join(lines).lstrip("\n") + "\n"


def _line(name: str, letters: list[str]) -> str:
    return f"{name:>4}" + "".join(f"{letter:>6}" for letter in letters)


def from_text(text: str) -> Chart:
    """The chart of a text that `to_text` could have written, comments and spacing apart; `ChartError` otherwise."""
    if len(text) > TEXT_MAX:
        raise ChartError(f"a chart of {len(text)} characters is longer than {TEXT_MAX}")
    found: dict[str, dict[str, list[str]]] = {}
    part = ""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        name, *letters = words
        if name in _PARTS:
            if letters != list(VALUE_NAMES) or name in found:
                raise ChartError(
                    f"line {number}: {name!r} must head its part once, followed by {' '.join(VALUE_NAMES)}"
                )
            part = name
            found[part] = {}
        elif not part or name not in _PARTS[part] or name in found[part]:
            raise ChartError(f"line {number}: no row {name[:20]!r} is due here")
        else:
            found[part][name] = letters
    return _assemble(found)


def to_json(chart: Chart) -> dict[str, object]:
    """Plain data: `columns` (upcards), `hard`, `soft`, `pair`, `letters`."""
    return {"columns": list(VALUE_NAMES), **rows(chart), "letters": LETTERS}


def from_json(given: Mapping[str, object] | str) -> Chart:
    """The chart of `to_json`, or of its text; further keys are ignored. `ChartError` where it is none."""
    if isinstance(given, str):
        try:
            loaded = json.loads(given)
        except (json.JSONDecodeError, RecursionError) as wrong:
            raise ChartError(f"not JSON: {wrong}") from None
        if not isinstance(loaded, dict):
            raise ChartError("the JSON of a chart is an object")
        given = loaded
    found: dict[str, dict[str, list[str]]] = {}
    if given.get("columns") != list(VALUE_NAMES):
        raise ChartError(f"'columns' must be the upcards {' '.join(VALUE_NAMES)}")
    for part in _PARTS:
        body = given.get(part)
        if not isinstance(body, dict) or not all(isinstance(row, list) for row in body.values()):
            raise ChartError(f"{part!r} must be an object of rows")
        found[part] = {str(name): [str(letter) for letter in row] for name, row in body.items()}
    return _assemble(found)


def to_csv(chart: Chart) -> str:
    """One line per row: part, row, then a column per upcard."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["part", "row", *VALUE_NAMES])
    for part, body in rows(chart).items():
        writer.writerows([part, name, *letters] for name, letters in body.items())
    return out.getvalue()


def _assemble(found: Mapping[str, Mapping[str, list[str]]]) -> Chart:
    for part, names in _PARTS.items():
        if set(found.get(part, {})) != set(names):
            missing = sorted(set(names) - set(found.get(part, {})))
            raise ChartError(
                f"part {part!r} is incomplete or has a row too many: missing {', '.join(missing) or 'none'}"
            )
    return Chart(
        hard=tuple(_row(found, "hard", str(total), _cell) for total in HARD_TOTALS),
        soft=tuple(_row(found, "soft", str(total), _cell) for total in SOFT_TOTALS),
        pairs=tuple(_row(found, "pair", name, _split) for name in VALUE_NAMES),
    )


def _row(
    found: Mapping[str, Mapping[str, list[str]]], part: str, name: str, read: Callable[[str], _Entry]
) -> tuple[_Entry, ...]:
    letters = found[part][name]
    if len(letters) != len(VALUE_NAMES):
        raise ChartError(f"{part} {name} has {len(letters)} entries; there are {len(VALUE_NAMES)} upcards")
    try:
        return tuple(read(letter) for letter in letters)
    except KeyError as unknown:
        raise ChartError(f"{part} {name}: {unknown.args[0]!r} is no entry of a chart") from None


def _cell(letters: str) -> Cell:
    return _CELLS[letters]


def _split(letter: str) -> bool:
    return {"P": True, "-": False}[letter]
