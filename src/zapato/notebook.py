"""Pictures for notebooks: charts, the value of each move, the dealer's results. Results show themselves as tables without this.

The pictures of values and results need matplotlib (extra `plots`); charts need nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from zapato.cards import VALUE_NAMES
from zapato.odds import MOVES, RESULTS, DealerOdds, OddsError, Solution
from zapato.strategy import Chart, drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

UPCARDS: Final = (*range(2, 11), 1)
"""In the order in which charts are printed."""

_STYLES: Final = {
    "stand": ("#0072b2", "s"),
    "hit": ("#8c7a2b", "o"),
    "double": ("#e69f00", "^"),
    "split": ("#00805c", "D"),
    "surrender": ("#cc79a7", "v"),
}
"""Colour and marker of each move: told apart without colour too."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG that a notebook shows."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def chart_picture(chart: Chart, title: str = "Chart") -> Picture:
    """The chart as it is printed, letters and colours."""
    return Picture(drawing.to_svg(chart, title))


def moves_picture(solution: Solution, cards: str) -> Figure:
    """What each legal move of a two-card hand is worth, by upcard, in initial bets. `OddsError` for any other hand."""
    from matplotlib.figure import Figure

    found = [solution.hand(cards, VALUE_NAMES[up - 1]) for up in UPCARDS]
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    places = range(len(UPCARDS))
    for move in MOVES:
        values = [hand.ev.get(move) for hand in found]
        if any(value is not None for value in values):
            colour, marker = _STYLES[move]
            shown = [float("nan") if value is None else value for value in values]
            axes.plot(places, shown, color=colour, marker=marker, label=move)
    axes.set_xticks(places, [VALUE_NAMES[up - 1] for up in UPCARDS])
    axes.set(
        title=f"{cards}, by upcard",
        xlabel="upcard",
        ylabel=f"initial bets, {' / '.join(sorted({h.condition for h in found}))}",
    )
    axes.axhline(0, color="#999999", linewidth=0.8)
    if not axes.lines[:-1]:
        raise OddsError(f"{cards!r} has no move to choose")
    axes.legend()
    return figure


def dealer_picture(dealer: DealerOdds) -> Figure:
    """The chances of the dealer's results, unconditional, in per cent."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3), layout="constrained")
    axes = figure.subplots()
    bars = axes.bar(RESULTS, [100 * dealer.unconditional[name] for name in RESULTS], color="#0072b2")
    axes.bar_label(bars, fmt="%.2f")
    up = "any upcard" if dealer.up is None else VALUE_NAMES[dealer.up - 1]
    axes.set(title=f"Dealer, {up}", ylabel="per cent, unconditional")
    return figure
