"""Play up to billions of rounds from real shoes: EV with its error, outcomes, counting, bet ramps."""

from __future__ import annotations

import json as json_text
import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from zapato.cli import CommandError
from zapato.odds import solve
from zapato.simulation import Plan, Progress, Result, files, trace
from zapato.simulation.api import compare, described, make_plan, whole_rounds
from zapato.simulation.checkpoint import Checkpoint
from zapato.simulation.plan import PlanError
from zapato.simulation.run import Workers, local_threads, run
from zapato.simulation.strategies import read_text
from zapato.simulation.trace import TRACE_MAX
from zapato.strategy import Chart
from zapato.strategy.deviations import NAMED

DEFAULT_ROUNDS = 100_000_000


def command(
    *,
    rules: str = "thot",
    rounds: float | None = None,
    strategy: Annotated[list[str] | None, Parameter(negative=())] = None,
    boxes: int | None = None,
    company: int = 0,
    count: str | None = None,
    true_count: bool | None = None,
    rounding: Literal["floor", "truncate", "nearest"] = "floor",
    decks_left: Literal["exact", "half", "whole"] = "exact",
    ramp: str | None = None,
    deviations: str | None = None,
    insure_at: int | None = None,
    bankroll: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    checkpoint: Path | None = None,
    against: str | None = None,
    trace: Annotated[int | None, Parameter(name="--trace")] = None,
    trace_file: Path | None = None,
    out: Path | None = None,
    plot_outcomes: Path | None = None,
    plot_count: Path | None = None,
    plot_bankroll: Path | None = None,
    cluster: str | None = None,
    cluster_processes: int | None = None,
    engine: Literal["fastest", "plain"] = "fastest",
    progress: bool | None = None,
    json: bool = False,
) -> int:
    """Play rounds from real shoes and say what came of them.

    The same rules, strategy, count, ramp and seed give the same result on any number of threads or machines.
    Ctrl-C ends the run with the result so far.

    Parameters
    ----------
    rules
        A preset, a TOML file, or preset,key=value,… With reshuffle_below of all cards or more each round has a fresh shoe.
    rounds
        How many, 1e9 too (100 million where neither this nor a precision is given).
    strategy
        chart (the exact one of the rules), optimal (looks at every card of the hand), mimic, never-bust, or a file with a
        chart. Given several times: one for each box.
    boxes
        Boxes that the player holds, 1 to 7.
    company
        Further boxes, played by the chart, that take cards but are not in the result.
    count
        A counting system (hi-lo, ko, omega-ii, zen, …), or its ten tags A/2/3/4/5/6/7/8/9/T.
    true_count
        Go by the count per deck left (balanced systems do so by default), or not.
    rounding
        How a true count is made whole.
    decks_left
        How finely the player sees how many decks are left.
    ramp
        Units to bet by count, as text or in a file: 1 1:2 2:4 3:8 bets one unit below 1, two from 1 on … 0 sits out.
    deviations
        Index plays: illustrious-18, fab-4, illustrious-18+fab-4, or a file with lines such as: hard 16 T stand 0
    insure_at
        Insure from this count on.
    bankroll
        In units, for the risk of ruin.
    seed
        0 to 2^64 - 1.
    threads
        Worker threads (absent: all processors).
    precision
        Stop when the standard error of the EV is no more than this, such as 1e-5.
    checkpoint
        A file in which the run is kept; started again with it, the run goes on.
    against
        Compare with this strategy on the same shoes instead.
    trace
        Write the first rounds as records that zapato replay meets: to stdout, one on each line, and nothing else there;
        with --json as the result's `trace`.
    trace_file
        Write the records there instead.
    out
        Write the result to this file: .json, .csv or .parquet.
    plot_outcomes
        Draw how rounds end, to .svg or .png.
    plot_count
        Draw the EV by count.
    plot_bankroll
        Draw what a bankroll may do.
    cluster
        Play on the Dask cluster with the scheduler at this address, tcp://host:port, or on a local one: local
    cluster_processes
        Worker processes of the local cluster.
    engine
        plain plays one round after the other, more slowly and to the same result.
    progress
        Show a progress bar on stderr (by default where that is a terminal).
    json
        Print the result as one JSON object.
    """
    made = make_plan(
        rules,
        strategy=strategy or ["chart"],
        boxes=boxes,
        company=company,
        count=count,
        true_count=true_count,
        rounding=rounding,
        decks_left=decks_left,
        ramp=_text_or_file(ramp, "a ramp such as: 1 1:2 2:4"),
        deviations=deviations if deviations in NAMED else _file(deviations, f"{', '.join(NAMED)}, or a file"),
        insure_at=insure_at,
        seed=seed,
    )
    pictures = {"outcomes": plot_outcomes, "count": plot_count, "bankroll": plot_bankroll}
    _check_before(made, out, pictures, threads, bankroll)
    if trace is not None and not 1 <= trace <= TRACE_MAX:
        raise CommandError(f"{trace} rounds can't be traced: 1 to {TRACE_MAX:,}")
    if against is not None:
        return _compare(made, strategy or ["chart"], against, rounds, json=json)
    wanted = whole_rounds(rounds) if rounds is not None else None
    if trace is not None and not json and trace_file is None and rounds is None and precision is None:
        return _write_trace(made, trace, None)
    if wanted is None and precision is None:
        wanted = DEFAULT_ROUNDS
    with (
        _workers(threads, cluster, cluster_processes, plain=engine == "plain") as workers,
        _bar(wanted, progress) as show,
    ):
        result = run(
            made,
            rounds=wanted,
            precision=precision,
            workers=workers,
            checkpoint=None if checkpoint is None else Checkpoint(checkpoint),
            on_progress=show,
            bankroll=bankroll,
        )
    described_as = {"strategy": strategy or ["chart"], **described(made), "engine": engine}
    result = _with(result, described_as)
    if out is not None:
        files.write_table(result, out)
    _draw(result, pictures)
    return _print(result, made, trace, trace_file, json=json)


def _with(result: Result, words: dict[str, object]) -> Result:
    from dataclasses import replace

    return replace(result, description=words)


def _print(result: Result, made: Plan, rounds: int | None, trace_file: Path | None, *, json: bool) -> int:
    if rounds is not None and trace_file is not None:
        _write_trace(made, rounds, trace_file)
    if json:
        found = result.to_json()
        if rounds is not None and trace_file is None:
            found["trace"] = list(trace(made, rounds))
        print(json_text.dumps(_finite(found)))
    elif rounds is not None and trace_file is None:
        _table(result, sys.stderr)
        return _write_trace(made, rounds, None)
    else:
        _table(result, sys.stdout)
    return 0


def _finite(value: Any) -> Any:
    """JSON has no nan: what can't be said is null."""
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _write_trace(made: Plan, rounds: int, path: Path | None) -> int:
    if path is None:
        for record in trace(made, rounds):
            print(json_text.dumps(record))
        return 0
    with path.open("w", encoding="utf-8") as file:
        for record in trace(made, rounds):
            file.write(json_text.dumps(record) + "\n")
    return 0


def _table(result: Result, stream: Any) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(file=stream)
    if result.interrupted:
        console.print("Stopped: this is the result so far.")
    table = Table(show_header=False, box=None, pad_edge=False)
    for name, value in result.summary():
        table.add_row(name, value)
    for name, value in _exact(result):
        table.add_row(name, value)
    table.add_row("time", f"{result.seconds:.2f} s · {result.rounds_per_second / 1e6:,.1f} million rounds a second")
    console.print(table)
    if result.plan.counting is not None:
        by_count = Table("count", "bet", "rounds, %", "EV, %", "±", box=None, pad_edge=False)
        for row in result.by_count:
            if row.ev is not None:
                bound = "" if row.bound == "=" else row.bound + " "
                by_count.add_row(
                    f"{bound}{row.count}",
                    f"{row.bet}",
                    f"{100 * row.rounds / result.rounds:.3f}",
                    f"{100 * row.ev:+.3f}",
                    "" if row.standard_error is None else f"{100 * row.standard_error:.3f}",
                )
        console.print(by_count)


def _exact(result: Result) -> Iterator[tuple[str, str]]:
    """What odds say of the same strategy, and what lies between; nothing where they answer another question."""
    plan = result.plan
    strategy = plan.boxes[0].strategy
    if len(plan.boxes) != 1 or plan.counting is not None or not math.isfinite(result.standard_error):
        return
    if isinstance(strategy, Chart):
        exact = solve(plan.rules, chart=strategy).chart_ev
    else:
        exact = solve(plan.rules, chart=False).composition_optimal
    assert exact is not None
    yield "exact, from a full shoe", f"{100 * exact:+.5f} %"
    errors = (result.ev - exact) / result.standard_error
    why = "chance alone" if plan.fresh_each_round else "chance, and the cut-card effect (docs/simulation.md)"
    yield "off by", f"{100 * (result.ev - exact):+.5f} %, {errors:+.2f} standard errors: {why}"


def _compare(made: Plan, strategies: list[str], against: str, rounds: float | None, *, json: bool) -> int:
    if len(strategies) != 1 or made.counting is not None or any(box.company for box in made.boxes):
        raise CommandError("--against compares two plain strategies: one --strategy, no count, no company")
    found = compare(
        made.rules, strategies[0], against, rounds or DEFAULT_ROUNDS // 10, boxes=len(made.boxes), seed=made.seed
    )
    if json:
        print(json_text.dumps(_finite(found.to_json())))
        return 0
    for name, mean in ((strategies[0], found.a), (against, found.b), ("difference", found.difference)):
        print(f"{name:<12} {100 * mean.value:+.5f} % ± {100 * mean.standard_error:.5f}")
    print(f"Played on the same shoes; two runs of their own would have needed {found.gain:.1f} times as many rounds.")
    return 0


def _check_before(
    made: Plan, out: Path | None, pictures: dict[str, Path | None], threads: int | None, bankroll: float | None
) -> None:
    """What would fail only after a long run fails now."""
    if out is not None:
        files.check_table(out)
    for path in pictures.values():
        if path is not None:
            files.check_picture(path)
    if pictures["count"] is not None and made.counting is None:
        raise CommandError("the picture by count needs a count: give --count")
    if threads is not None and not 1 <= threads <= 1024:
        raise CommandError(f"{threads} threads is not from 1 to 1024")
    if bankroll is not None and not 0 < bankroll < 1e15:
        raise CommandError(f"a bankroll of {bankroll} units is not a positive number below 1e15")


def _draw(result: Result, pictures: dict[str, Path | None]) -> None:
    for kind, path in pictures.items():
        if path is not None:
            from zapato.simulation import plots

            plots.save(result, kind, path)


def _text_or_file(given: str | None, meaning: str) -> str | None:
    """A text that begins with a number is meant as such; else it names a file."""
    if given is None or given.lstrip()[:1].isdigit():
        return given
    return read_text(Path(given), meaning)


def _file(given: str | None, meaning: str) -> str | None:
    return None if given is None else read_text(Path(given), meaning)


@contextmanager
def _workers(threads: int | None, cluster: str | None, processes: int | None, *, plain: bool) -> Iterator[Workers]:
    if cluster is None:
        with local_threads(threads, plain=plain) as own:
            yield own
        return
    if plain:
        raise PlanError("the plain engine runs on this machine only: leave --cluster out")
    from zapato.simulation.cluster import dask_workers

    with dask_workers(None if cluster == "local" else cluster, processes=processes) as others:
        yield others


@contextmanager
def _bar(wanted: int | None, asked: bool | None) -> Iterator[Any]:
    if asked is False or (asked is None and not sys.stderr.isatty()):
        yield None
        return
    if not sys.stderr.isatty():
        yield _lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=wanted)

        def show(state: Progress) -> None:
            bar.update(task, completed=state.rounds, description=_so_far(state))

        yield show


def _lines() -> Any:
    """Progress where no bar can be drawn: a line at the start, then one a second."""
    said = -1.0

    def show(state: Progress) -> None:
        nonlocal said
        if state.seconds - said >= 1:
            said = state.seconds
            print(_so_far(state), file=sys.stderr, flush=True)

    return show


def _so_far(state: Progress) -> str:
    speed = state.rounds / state.seconds / 1e6 if state.seconds else 0
    result = state.result
    return (
        f"{state.rounds / 1e6:,.0f} M rounds · {speed:,.1f} M/s · "
        f"EV {100 * result.ev:+.4f} % ± {100 * result.standard_error:.4f}"
    )
