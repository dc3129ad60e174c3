"""The exact pre-deal value of a table: playing every hand by its cards, and by the best chart."""

from __future__ import annotations

from pathlib import Path

from zapato.cli._questions import print_json, read_chart, read_counts
from zapato.odds import Convention, solve


def command(
    *,
    rules: str,
    shoe: str | None = None,
    chart: Path | None = None,
    convention: Convention = "CDZ-",
    json: bool = False,
) -> None:
    """Print the pre-deal EV in initial bets (minus it is the house edge): flat bet, no insurance, full shoe.

    Parameters
    ----------
    rules
        A preset (`thot`), a preset with overrides (`thot,hit_soft_17=true`) or a TOML file.
    shoe
        Ten counts in the order A 2 … 9 T instead of the full decks.
    chart
        A chart's file, as `zapato chart` writes text or JSON, to be valued at this table instead of its own best one.
    convention
        How split hands are taken to be played.
    json
        Print one JSON object instead of a table.
    """
    found = solve(rules, True if chart is None else read_chart(chart), read_counts(shoe), convention=convention)
    if json:
        print_json(found.pre_deal_ev)
        return
    name = "best chart" if chart is None else "this chart"
    by_chart, cost = found.chart_ev or 0.0, found.chart_cost or 0.0
    print("Pre-deal EV in per cent of the initial bet, flat bet, no insurance")
    print(f"  composition-dependent optimum {100 * found.composition_optimal:+.6f}   ({found.convention})")
    print(f"  {name:<30}{100 * by_chart:+.6f}   costs {100 * cost:.6f}")
