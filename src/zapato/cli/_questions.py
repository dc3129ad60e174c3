"""What the commands about odds share: reading counts and charts, printing JSON."""

from __future__ import annotations

import json
from pathlib import Path

from zapato.cli import CommandError
from zapato.strategy import Chart, from_json, from_text

CHART_BYTES_MAX = 100_000


def read_counts(shoe: str | None) -> list[int] | None:
    """Ten counts, `24 24 … 96`; `OddsError` comes later where there are not ten."""
    if shoe is None:
        return None
    words = shoe.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) <= 6 for word in words):
        raise CommandError(f"--shoe {shoe[:60]!r}: ten counts are wanted, in the order A 2 3 4 5 6 7 8 9 T")
    return [int(word) for word in words]


def read_chart(path: Path) -> Chart:
    """A chart from a file that `zapato chart --format text` or `json` has written."""
    with path.open(encoding="utf-8", errors="replace") as file:
        content = file.read(CHART_BYTES_MAX + 1)
    if len(content) > CHART_BYTES_MAX:
        raise CommandError(f"{path} is too long for a chart")
    if content.lstrip().startswith("{"):
        found = json.loads(content) if _is_json(content) else {}
        # `zapato chart --format json` has the chart among other things.
        return from_json(found.get("chart", found) if isinstance(found, dict) else content)
    return from_text(content)


def _is_json(content: str) -> bool:
    try:
        json.loads(content)
    except (json.JSONDecodeError, RecursionError):
        return False
    return True


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, allow_nan=False))
