"""Strategies as data: the total-dependent chart, what it does with a hand, its text."""

from zapato.strategy.chart import HARD_TOTALS, SOFT_TOTALS, Cell, Chart, Choice
from zapato.strategy.notation import ChartError, from_json, from_text, to_csv, to_json, to_text

__all__ = [
    "HARD_TOTALS",
    "SOFT_TOTALS",
    "Cell",
    "Chart",
    "ChartError",
    "Choice",
    "from_json",
    "from_text",
    "to_csv",
    "to_json",
    "to_text",
]
