"""Results as files: JSON, CSV, Parquet; pictures as SVG or PNG. The file's ending says which."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Final

from zapato.simulation.estimate import Result
from zapato.simulation.plan import PlanError

TABLES: Final = (".json", ".csv", ".parquet")
PICTURES: Final = (".svg", ".png")


def check_table(path: Path) -> None:
    """PlanError where no result can be written under this name: better before a long run than after it."""
    _check(path, TABLES)


def check_picture(path: Path) -> None:
    """The same for a picture."""
    _check(path, PICTURES)


def _check(path: Path, endings: tuple[str, ...]) -> None:
    if path.suffix.lower() not in endings:
        raise PlanError(f"{path.name[:60]!r} must end in {', '.join(endings)}")
    if not path.absolute().parent.is_dir():
        raise PlanError(f"there is no folder {str(path.absolute().parent)[:100]!r} to write to")


def write_table(result: Result, path: Path) -> None:
    """JSON holds everything; CSV and Parquet a line for each outcome at each count."""
    check_table(path)
    ending = path.suffix.lower()
    if ending == ".json":
        path.write_text(json.dumps(result.to_json(), indent=1) + "\n", "utf-8")
    elif ending == ".csv":
        path.write_text(to_csv(result), "utf-8")
    else:
        try:
            result.to_polars().write_parquet(path)
        except ImportError:
            raise PlanError("Parquet needs the extra: pip install 'zapato[frames]'") from None


def to_csv(result: Result) -> str:
    rows = result.rows()
    out = io.StringIO()
    writer = csv.DictWriter(out, ["count", "bet", "result", "won", "rounds", "share"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
