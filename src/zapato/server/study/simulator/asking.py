"""What a run of the simulator is asked for, read strictly, and written back as an address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, Literal
from urllib.parse import quote, urlencode

from zapato.odds import solve
from zapato.rules import Rules, differences, load, preset, text
from zapato.server.study.asked import read_rules, unprocessable
from zapato.server.study.engine import Engine
from zapato.server.study.simulator.orders import (
    RAMP_TEXT_MAX,
    RAMP_UNITS_MAX,
    ROUNDS_MAX,
    ROUNDS_MIN,
    SEED_MAX,
    STRATEGIES,
    Order,
)
from zapato.server.study.simulator.worker import words_of
from zapato.simulation import PlanError, make_plan
from zapato.strategy.chart import mimic_the_dealer, never_bust
from zapato.strategy.counting import SYSTEMS
from zapato.strategy.deviations import NAMED
from zapato.strategy.ramp import RampError
from zapato.strategy.ramp import from_text as ramp_from_text

PATH: Final = "/simulador"
COUNT: Final = "hi-lo"
RAMP: Final = "1 1:2 2:4 3:8"

Shoe = Literal["", "cut", "fresh"]
"""Dealt down to the cut card, whole and shuffled for each round, or as the rules have it."""


def read_order(given: Mapping[str, str]) -> Order:
    """The order of an address or a form; what is not given is the usual. Refused with 422 where it makes no sense."""
    return checked(
        Order(
            rules=given.get("rules") or "thot",
            strategy=given.get("strategy") or "chart",  # type: ignore[arg-type]
            rounds=_whole(given.get("rounds"), Order("").rounds, "rounds"),
            seed=_whole(given.get("seed"), Order("").seed, "seed"),
            count=given.get("count", ""),
            ramp=given.get("ramp", ""),
            plays=given.get("plays", ""),
        ),
        given.get("shoe", ""),
    )


def checked(order: Order, shoe: str = "") -> Order:
    """The same order in its one form: rules as their text, nothing said of a count where nobody counts."""
    rules = read_rules(order.rules)
    if shoe not in {"", "cut", "fresh"}:
        raise unprocessable("bad-shoe", f"shoe: {shoe[:40]!r} is neither cut nor fresh")
    if order.strategy not in STRATEGIES:
        raise unprocessable(
            "bad-strategy", f"strategy: there is none called {order.strategy[:40]!r}; there are {', '.join(STRATEGIES)}"
        )
    if not ROUNDS_MIN <= order.rounds <= ROUNDS_MAX:
        raise unprocessable("bad-rounds", f"rounds: {order.rounds} is not from {ROUNDS_MIN:,} to {ROUNDS_MAX:,}")
    if not 0 <= order.seed <= SEED_MAX:
        raise unprocessable("bad-seed", f"seed: {order.seed} is not from 0 to {SEED_MAX}")
    if shoe and not rules.infinite:
        rules = with_shoe(rules, fresh=shoe == "fresh")
    counting = order.strategy == "count"
    return Order(
        text(rules),
        order.strategy,
        order.rounds,
        order.seed,
        *((_count(order.count), _ramp(order.ramp), _plays(order.plays)) if counting else ("", "", "")),
    )


def _whole(given: str | None, usual: int, what: str) -> int:
    if not given:
        return usual
    digits = given.strip()
    if not digits.isascii() or not digits.isdigit() or len(digits) > 20:
        raise unprocessable(f"bad-{what}", f"{what}: {given[:40]!r} is not a whole number")
    return int(digits)


def _count(given: str) -> str:
    if given and given not in SYSTEMS:
        raise unprocessable("bad-count", f"count: there is no system called {given[:40]!r}; {', '.join(SYSTEMS)}")
    return given or COUNT


def _ramp(given: str) -> str:
    if len(given) > RAMP_TEXT_MAX:
        raise unprocessable("bad-ramp", f"ramp: a text of {len(given)} characters is longer than {RAMP_TEXT_MAX}")
    try:
        ramp = ramp_from_text(given.strip() or RAMP)
    except RampError as wrong:
        raise unprocessable("bad-ramp", f"ramp: {wrong}") from None
    if max(ramp.base, *(units for _, units in ramp.steps), 0) > RAMP_UNITS_MAX:
        raise unprocessable("bad-ramp", f"ramp: a bet here is at most {RAMP_UNITS_MAX} units")
    return ramp.text


def _plays(given: str) -> str:
    if given and given not in NAMED:
        raise unprocessable("bad-plays", f"plays: there are none called {given[:40]!r}; {', '.join(NAMED)}")
    return given


# ------------------------------------------------------------------ the shoe


def is_fresh(rules: Rules) -> bool:
    """Whether every round is dealt from a whole shoe, as odds take it."""
    return not rules.infinite and rules.reshuffle_below >= rules.shoe_cards


def with_shoe(rules: Rules, *, fresh: bool) -> Rules:
    """The rules with a shoe for each round, or with one that is dealt down to a cut card."""
    if fresh == is_fresh(rules):
        return rules
    if fresh:
        return replace(rules, reshuffle_below=rules.shoe_cards)
    usual = preset(differences(rules)[0]).rules.reshuffle_below
    return replace(rules, reshuffle_below=min(usual, rules.shoe_cards // 4))


def with_own_cut(rules: Rules) -> Rules:
    """The rules as their table has them, whatever shoe was asked for: where each round has a fresh one, its preset's cut card."""
    if not is_fresh(rules):
        return rules
    return replace(rules, reshuffle_below=preset(differences(rules)[0]).rules.reshuffle_below)


# ------------------------------------------------------------------ what it is, and what odds say of it


def address_of(order: Order, run: str = "") -> str:
    """The page of this order: to bookmark, to share; with the visitor's own run of it where one is named."""
    query = query_of(order)
    return f"{PATH}?{query}&run={quote(run)}" if run else f"{PATH}?{query}"


def query_of(order: Order) -> str:
    asked = {
        "rules": order.rules,
        "strategy": order.strategy,
        "rounds": order.rounds,
        "seed": order.seed,
        **({"count": order.count, "ramp": order.ramp} if order.strategy == "count" else {}),
        **({"plays": order.plays} if order.plays else {}),
    }
    return urlencode(asked, safe=",=.:", quote_via=quote)


def command_of(order: Order) -> str:
    """What plays the same run on the command line."""
    words = ["zapato simulate", f"--rules {order.rules}", f"--rounds {order.rounds}", f"--seed {order.seed}"]
    if order.strategy == "count":
        words += [f"--count {order.count}", f'--ramp "{order.ramp}"']
        words += [f"--deviations {order.plays}"] if order.plays else []
    else:
        words.append(f"--strategy {order.strategy}")
    return " ".join(words)


def refuse_unplayable(order: Order) -> None:
    """Refused with 422 where the simulator can't make a plan of it, such as of an endless shoe. Takes some 50 ms."""
    try:
        make_plan(order.rules, **words_of(order))
    except (PlanError, ValueError) as wrong:
        raise unprocessable("impossible", str(wrong)) from None


async def exact_ev(engine: Engine, order: Order) -> float:
    """Pre-deal EV of the order's strategy per initial bet, from a full shoe; of the chart, flat bets, where cards are counted."""
    rules = load(order.rules)
    found = await engine.of(rules, EXACT[order.strategy])
    assert found is not None
    return found


async def exact_values(engine: Engine, rules: str) -> dict[str, float]:
    """The same for each strategy there is."""
    return {strategy: await exact_ev(engine, Order(rules, strategy)) for strategy in STRATEGIES}


def _chart(rules: Rules) -> float | None:
    return solve(rules).chart_ev


def _optimal(rules: Rules) -> float | None:
    return solve(rules).composition_optimal


def _mimic(rules: Rules) -> float | None:
    return solve(rules, chart=mimic_the_dealer(hit_soft_17=rules.hit_soft_17)).chart_ev


def _never_bust(rules: Rules) -> float | None:
    chart = solve(rules).chart
    assert chart is not None
    return solve(rules, chart=never_bust(chart)).chart_ev


EXACT: Final[Mapping[str, Callable[[Rules], float | None]]] = {
    "chart": _chart,
    "optimal": _optimal,
    "mimic": _mimic,
    "never-bust": _never_bust,
    "count": _chart,
}
