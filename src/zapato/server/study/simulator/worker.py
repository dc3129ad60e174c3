"""A worker process: takes one order on its standard input, plays it, and tells how it goes, a JSON message a line.

It runs at the lowest priority, so that tables, pages and everything else of this machine go first; on one thread; and it ends
as soon as its standard input does, so that none outlives the server, however that ended.
"""

from __future__ import annotations

import math
import os
import sys
import threading
import time
from typing import Any, Final, NoReturn

import msgspec

from zapato.server.study.simulator.orders import CountLine, Fan, FanStep, Finished, Impossible, News, Order, SoFar
from zapato.simulation import PlanError, Progress, Result, bankroll_fan, simulate
from zapato.simulation.bankroll import SHARES

NICE: Final = 19
SAY_EVERY_S: Final = 0.15
LINE_READ_BYTES: Final = 65_536

_IN, _OUT = 0, 1


def main() -> None:
    order = msgspec.json.decode(_first_line(), type=Order)
    if hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    _say(play(order))


def play(order: Order) -> Finished | Impossible:
    """Play it all, saying every moment how it stands."""
    last = time.monotonic()

    def tell(state: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= SAY_EVERY_S:
            last = now
            found = state.result
            _say(SoFar(state.rounds, state.seconds, _known(found.ev), _known(found.standard_error)))

    try:
        return finished(simulate(order.rules, order.rounds, threads=1, on_progress=tell, **words_of(order)))
    except (PlanError, RuntimeError) as wrong:
        # RuntimeError: one round needs more cards than there are, which only playing finds out.
        return Impossible(str(wrong))


def words_of(order: Order) -> dict[str, Any]:
    """The order in the words of `zapato.simulation.simulate`."""
    if order.strategy != "count":
        return {"strategy": order.strategy, "seed": order.seed}
    return {
        "strategy": "chart",
        "seed": order.seed,
        "count": order.count,
        "ramp": order.ramp,
        "deviations": order.plays or None,
    }


def finished(result: Result) -> Finished:
    fan = bankroll_fan(result)
    per_round = result.ev_per_round
    # A unit of the run is one shoe, or as many fresh ones as it has rounds.
    fresh = result.plan.fresh_each_round
    return Finished(
        rounds=result.rounds,
        seconds=result.seconds,
        ev=_known(result.ev),
        standard_error=_known(result.standard_error),
        outcomes=tuple((float(won), rounds) for won, rounds in result.outcomes.items()),
        frequencies=result.frequencies,
        standard_deviation=result.standard_deviation,
        ev_per_round=per_round.value,
        ev_per_round_standard_error=per_round.standard_error,
        rounds_per_shoe=1.0 if fresh else result.rounds / max(1, result.tally.units),
        counts=tuple(CountLine(row.count, row.bet, row.rounds, row.ev, row.standard_error) for row in result.by_count),
        fan=None
        if fan is None
        else Fan(
            fan.players,
            SHARES,
            tuple(
                FanStep(round(step.rounds) if fresh else step.units, step.rounds, step.won, step.ahead)
                for step in fan.steps
            ),
        ),
    )


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _say(news: News) -> None:
    line = memoryview(msgspec.json.encode(news) + b"\n")
    while line:
        line = line[os.write(_OUT, line) :]


def _first_line() -> bytes:
    # Bytes of the descriptor itself: a buffer that a thread holds while the interpreter ends would be fatal.
    line = b""
    while not line.endswith(b"\n"):
        part = os.read(_IN, LINE_READ_BYTES)
        if not part or len(line) > LINE_READ_BYTES:
            sys.exit("a worker is started by the server, which sends it one order")
        line += part
    return line


def _end_with_the_server() -> NoReturn:
    while os.read(_IN, 1):
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
