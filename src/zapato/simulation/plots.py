"""Pictures of a result (extra `plots`): how rounds end, EV by count, and what a bankroll may do.

Colours are told apart by lightness too, and every mark has a label, so that they read without colour.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from zapato.simulation.estimate import Result
from zapato.simulation.files import check_picture
from zapato.simulation.plan import PlanError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS: Final = ("outcomes", "count", "bankroll")
FAN_PLAYERS: Final = 3_000
FAN_SHARES: Final = (5, 25, 50, 75, 95)

_INK: Final = "#1b2a41"
_BAR: Final = "#4a7c9d"
_LOSS: Final = "#c8553d"


def picture(result: Result, kind: str) -> Figure:
    """The picture called `kind`: `outcomes`, `count` (needs a count) or `bankroll`. Raises PlanError."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise PlanError("pictures need the extra: pip install 'zapato[plots]'") from None
    if kind not in KINDS:
        raise PlanError(f"{kind[:40]!r} is no picture: {', '.join(KINDS)}")
    if kind == "count" and result.plan.counting is None:
        raise PlanError("the picture by count needs a count: give --count")
    figure = Figure(figsize=(9, 5.5), layout="constrained")
    axes = figure.add_subplot()
    {"outcomes": _outcomes, "count": _by_count, "bankroll": _bankroll}[kind](result, axes)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def save(result: Result, kind: str, path: Path) -> None:
    """The picture as a file, SVG or PNG by its ending."""
    check_picture(path)
    figure = picture(result, kind)
    metadata = {"Date": None} if path.suffix.lower() == ".svg" else {}
    figure.savefig(path, dpi=150, metadata=metadata)


def _outcomes(result: Result, axes: Axes) -> None:
    shares = {float(won): rounds / result.rounds for won, rounds in result.outcomes.items()}
    shown = {won: share for won, share in shares.items() if share >= 1e-6}
    places = np.array(list(shown))
    heights = np.array(list(shown.values()))
    axes.bar(places, 100 * heights, width=0.42, color=[_LOSS if won < 0 else _BAR for won in places], edgecolor=_INK)
    axes.set_yscale("log")
    axes.set_xlabel("units won in a round")
    axes.set_ylabel("rounds, %  (logarithmic)")
    axes.set_title(f"How rounds end · {result.rounds:,} rounds · EV {100 * result.ev:+.4f} % of initial bets")
    for won, height in zip(places, heights, strict=True):
        if height > 0.004:
            axes.annotate(f"{100 * height:.2f}", (won, 100 * height), ha="center", va="bottom", fontsize=8)


def _by_count(result: Result, axes: Axes) -> None:
    rows = [row for row in result.by_count if row.ev is not None and row.standard_error and row.rounds > 100]
    counts = [row.count for row in rows]
    axes.errorbar(
        counts,
        [100 * (row.ev or 0) for row in rows],
        yerr=[196 * (row.standard_error or 0) for row in rows],
        fmt="o-",
        color=_INK,
        capsize=3,
        label="EV, with 95 % intervals",
    )
    axes.axhline(0, color=_LOSS, linewidth=1)
    axes.set_xlabel("count before the deal (the ends hold all beyond them)")
    axes.set_ylabel("EV per initial bet, %")
    axes.set_title("What a round is worth at each count")
    often = axes.twinx()
    often.bar(counts, [100 * row.rounds / result.rounds for row in rows], width=0.6, color=_BAR, alpha=0.3)
    often.set_ylabel("rounds, % (bars)")
    axes.set_zorder(often.get_zorder() + 1)
    axes.patch.set_visible(False)
    axes.legend(loc="upper left", frameon=False)


def _bankroll(result: Result, axes: Axes) -> None:
    paths = bankroll_paths(result)
    rounds = paths[0]
    for low, high, shade in ((0, 4, 0.2), (1, 3, 0.4)):
        label = f"{FAN_SHARES[low]} % to {FAN_SHARES[high]} % of players"
        axes.fill_between(rounds, paths[1 + low], paths[1 + high], color=_BAR, alpha=shade, label=label)
    axes.plot(rounds, paths[3], color=_INK, label="half of the players are above")
    axes.axhline(result.bankroll or 0, color=_LOSS, linewidth=1, linestyle="--", label="at the start")
    axes.set_xlabel("rounds")
    axes.set_ylabel("units")
    axes.set_title(f"What a bankroll may do · {FAN_PLAYERS:,} players drawn from the outcomes, rounds independent")
    axes.legend(loc="upper left", frameon=False)


def bankroll_paths(result: Result, steps: int = 40) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Rows: rounds played, then the shares `FAN_SHARES` of bankrolls after them.

    Players draw their rounds independently from the result's own outcomes, each step as a multinomial; nobody is
    stopped by ruin. Drawn with the plan's seed.
    """
    values = np.array([float(won) for won in result.outcomes])
    chances = np.array(list(result.outcomes.values()), dtype=float)
    chances /= chances.sum()
    span = int(2 * result.n0) if result.n0 and result.n0 < 1e8 else 10_000
    per_step = max(1, span // steps)
    chance = np.random.default_rng(result.plan.seed)
    held = np.full(FAN_PLAYERS, float(result.bankroll or 0))
    rows = [np.array([0.0, *np.percentile(held, FAN_SHARES)])]
    for step in range(1, steps + 1):
        held = held + chance.multinomial(per_step, chances, size=FAN_PLAYERS) @ values
        rows.append(np.array([float(step * per_step), *np.percentile(held, FAN_SHARES)]))
    return np.array(rows).T
