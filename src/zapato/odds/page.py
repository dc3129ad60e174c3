"""Answers as small HTML tables, for notebooks. No script, no outside file, readable in light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from zapato.strategy import Chart
from zapato.strategy.drawing import chart_table

_CELL = "padding:2px 8px;text-align:right"


def moves_table(title: str, rows: Iterable[tuple[str, float, float]], caption: str) -> str:
    """Moves with value and what each loses against the best."""
    body = "".join(
        f'<tr><th scope="row" style="{_CELL}">{escape(move)}</th><td style="{_CELL}">{value:+.6f}</td>'
        f'<td style="{_CELL}">{"best" if loss == 0 else f"{loss:+.6f}"}</td></tr>'
        for move, value, loss in rows
    )
    return f"<table><caption><b>{escape(title)}</b><br>{escape(caption)}</caption><tbody>{body}</tbody></table>"


def chances_table(title: str, names: Sequence[str], rows: Iterable[tuple[str, Sequence[float]]], caption: str) -> str:
    """Chances in per cent, a row for each upcard."""
    head = "".join(f'<th scope="col" style="{_CELL}">{escape(name)}</th>' for name in ("", *names))
    body = "".join(
        f'<tr><th scope="row" style="{_CELL}">{escape(name)}</th>'
        + "".join(f'<td style="{_CELL}">{100 * chance:.4f} %</td>' for chance in chances)
        + "</tr>"
        for name, chances in rows
    )
    return (
        f"<table><caption><b>{escape(title)}</b><br>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def facts(named: Mapping[str, str], caption: str, chart: Chart | None) -> str:
    """A few named figures, and the chart where there is one."""
    body = "".join(
        f'<tr><th scope="row" style="{_CELL}">{escape(name)}</th><td style="{_CELL}">{escape(value)}</td></tr>'
        for name, value in named.items()
        if value
    )
    table = f"<table><caption>{escape(caption)}</caption><tbody>{body}</tbody></table>"
    return f"<div>{table}{chart_table(chart) if chart else ''}</div>"
