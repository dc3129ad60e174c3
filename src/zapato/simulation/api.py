"""The calls for notebooks: one line for a simulation, one to compare two strategies on the same shoes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from zapato.rules import Rules, load, text
from zapato.simulation.checkpoint import Checkpoint
from zapato.simulation.comparison import Comparison, compare_plans
from zapato.simulation.estimate import Result
from zapato.simulation.plan import Counting, Plan, PlanError, Strategy, plan
from zapato.simulation.run import Progress, Workers, local_threads, run
from zapato.simulation.strategies import strategy as named_strategy
from zapato.strategy.counting import CountingSystem, DecksLeft, Rounding, counting_system
from zapato.strategy.deviations import NAMED, IndexPlays
from zapato.strategy.deviations import from_text as plays_from_text
from zapato.strategy.ramp import FLAT, Ramp
from zapato.strategy.ramp import from_text as ramp_from_text


def make_plan(
    rules: Rules | str,
    *,
    strategy: Strategy | str | Sequence[Strategy | str] = "chart",
    boxes: int | None = None,
    company: int = 0,
    count: CountingSystem | str | None = None,
    true_count: bool | None = None,
    rounding: Rounding = "floor",
    decks_left: DecksLeft = "exact",
    ramp: Ramp | str | None = None,
    deviations: IndexPlays | str | None = None,
    insure_at: int | None = None,
    seed: int = 1,
    shoes_per_unit: int | None = None,
) -> Plan:
    """The plan that these words describe; `simulate` takes the same. Raises RulesError, PlanError or a typed ValueError."""
    found = load(rules)
    if found.infinite:
        raise PlanError("an endless shoe can't be dealt from; only odds understand decks = infinite")
    given: list[Strategy | str] = (
        [*strategy] if isinstance(strategy, list | tuple) else [cast("Strategy | str", strategy)]
    )
    known: dict[str, Strategy] = {}
    for each in given:
        if isinstance(each, str) and each not in known:
            known[each] = named_strategy(each, found)
    if company and "chart" not in known:
        known["chart"] = named_strategy("chart", found)
    counting = None
    if count is not None:
        system = counting_system(count)
        counting = Counting(system, system.balanced if true_count is None else true_count, rounding, decks_left)
    plays = NAMED.get(deviations) or plays_from_text(deviations) if isinstance(deviations, str) else deviations
    if insure_at is not None:
        plays = (plays or IndexPlays()).with_more(IndexPlays(insurance=insure_at))
    return plan(
        found,
        [known[each] if isinstance(each, str) else each for each in given],
        boxes=boxes,
        company=[known["chart"]] * company if company else (),
        counting=counting,
        ramp=ramp_from_text(ramp) if isinstance(ramp, str) else ramp or FLAT,
        plays=plays,
        seed=seed,
        shoes_per_unit=shoes_per_unit,
    )


def simulate(
    rules: Rules | str,
    rounds: float | None = None,
    *,
    precision: float | None = None,
    threads: int | None = None,
    workers: Workers | None = None,
    checkpoint: str | Path | None = None,
    bankroll: float | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    **words: Any,
) -> Result:
    """Play `rounds` rounds (a million where neither rounds nor precision is given), and say what came of them.

    Args:
        rules: a Rules, or any text that `zapato.rules.load` takes.
        rounds: a whole number, `1e9` too.
        precision: stop when the standard error of the EV is no more than this.
        threads: worker threads (absent: all processors); the result does not depend on it.
        workers: others to do the work, such as `zapato.simulation.cluster.dask_workers` gives.
        checkpoint: a file to stop and go on with.
        bankroll: in units, for risk of ruin and growth.
        on_progress: called after each chunk of some 700,000 rounds.
        words: strategy, boxes, company, count, ramp, deviations, insure_at, seed … as in `make_plan`.

    """
    made = make_plan(rules, **words)
    wanted = None if rounds is None else whole_rounds(rounds)
    if wanted is None and precision is None:
        wanted = 1_000_000
    kept = None if checkpoint is None else Checkpoint(Path(checkpoint))
    limits: dict[str, Any] = {"rounds": wanted, "precision": precision, "checkpoint": kept}
    more: dict[str, Any] = {"on_progress": on_progress, "bankroll": bankroll}
    if workers is not None:
        return run(made, workers=workers, **limits, **more)
    if threads is not None and not 1 <= threads <= 1024:
        raise PlanError(f"{threads} threads is not from 1 to 1024")
    with local_threads(threads) as own:
        return run(made, workers=own, **limits, **more)


def compare(
    rules: Rules | str, strategy_a: Strategy | str, strategy_b: Strategy | str, rounds: float, **words: Any
) -> Comparison:
    """How much better A is than B, played on the same shoes: the difference has a far smaller error than each EV.

    With a fresh shoe each round (`reshuffle_below` of 52 x decks) both play every single round from the same cards.
    """
    found = load(rules)
    fresh = found.reshuffle_below >= found.shoe_cards
    words.setdefault("shoes_per_unit", 1 if fresh else None)
    plans = [make_plan(found, strategy=each, **words) for each in (strategy_a, strategy_b)]
    return compare_plans(plans[0], plans[1], whole_rounds(rounds))


def whole_rounds(given: float) -> int:
    """A number of rounds from `1e9` or 1000000000; PlanError where it is no whole number."""
    if not math.isfinite(given) or given != int(given):
        raise PlanError(f"{given} is not a whole number of rounds")
    return int(given)


def described(made: Plan) -> dict[str, object]:
    """The plan in words, for results."""
    counting = made.counting
    return {
        "rules": text(made.rules),
        "count": None if counting is None else counting.system.name,
        "ramp": made.ramp.text,
        "deviations": made.plays.text.splitlines(),
    }
