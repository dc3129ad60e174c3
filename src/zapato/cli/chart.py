"""The best chart for a table, derived on the spot, to read, to print or to load elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from zapato.cli import CommandError
from zapato.cli._questions import print_json, read_counts
from zapato.odds import Solution, solve
from zapato.rules import text
from zapato.strategy import to_csv, to_json, to_text

Format = Literal["text", "json", "csv", "html", "svg", "pdf"]


def command(
    *,
    rules: str,
    format: Format = "text",  # noqa: A002
    shoe: str | None = None,
    output: Path | None = None,
    json: bool = False,
) -> None:
    """Print the total-dependent chart with the highest exact pre-deal EV.

    Parameters
    ----------
    rules
        A preset (`thot`), a preset with overrides (`thot,hit_soft_17=true`) or a TOML file.
    format
        `text` reads back exactly; `html`, `svg` and `pdf` are for printing.
    shoe
        Ten counts in the order A 2 … 9 T instead of the full decks.
    output
        The file to write; without it, standard output.
    json
        The same as `--format json`.
    """
    found = solve(rules, shoe=read_counts(shoe))
    wanted: Format = "json" if json else format
    if wanted == "json" and output is None:
        print_json(as_json(found))
        return
    content = _render(found, wanted)
    if output is not None:
        output.write_bytes(content)
    elif wanted == "pdf" and sys.stdout.isatty():
        raise CommandError("a PDF is not for the terminal: name a file with --output, or redirect")
    else:
        sys.stdout.buffer.write(content)


def as_json(found: Solution) -> dict[str, object]:
    """The chart as it stands alone: the table it is for, its value, its rows."""
    assert found.chart is not None
    return {"rules": text(found.rules), "pre_deal_ev": found.pre_deal_ev, **to_json(found.chart)}


def _render(found: Solution, wanted: Format) -> bytes:
    from zapato.strategy import drawing

    chart = found.chart
    assert chart is not None
    title = f"Chart for {text(found.rules)}"
    value = f"Pre-deal EV {100 * (found.chart_ev or 0):+.4f} % of the initial bet, flat bet, no insurance"
    if wanted == "pdf":
        return drawing.to_pdf(chart, title, [value])
    if wanted == "json":
        import json as json_module

        return (json_module.dumps(as_json(found)) + "\n").encode()
    texts = {
        "text": lambda: to_text(chart, [title, value]),
        "csv": lambda: to_csv(chart),
        "html": lambda: drawing.to_html(chart, title, [value]),
        "svg": lambda: drawing.to_svg(chart, title, [value]),
    }
    return texts[wanted]().encode()
