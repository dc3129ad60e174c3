"""The odds engine behind the pages: every figure is computed here, in this process, for the rules that were asked for.

A solution takes tens of milliseconds, so it runs on a thread of its own and the last few dozen are remembered: the same
rules asked again give the same numbers. Nothing is shipped, written to disk or shared between different rules.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar, cast

from zapato.odds import Solution, solve
from zapato.odds.question import rule_numbers
from zapato.rules import Rules
from zapato.server.routes import Refused
from zapato.server.study import figures
from zapato.server.study.figures import Edges, Step

T = TypeVar("T")

THREADS: Final = 2
WAITING_MAX: Final = 200
"""Computations asked for and not yet done; beyond it a page answers 503. At 40 ms each that is a wait of four seconds."""
REMEMBERED_MAX: Final = 256
"""A solution and what is drawn from it take 200 kB at most: 50 MB."""

EDGES_MAX: Final = 4_096
"""Two figures and a key each, a few megabytes in all; a page of the house edge asks for some thirty, its neighbours' among them."""


def odds_key(rules: Rules) -> tuple[object, ...]:
    """All that odds depend on: two Rules with the same key have the same figures."""
    return (*rule_numbers(rules), rules.decks, rules.insurance != "none", rules.even_money)


class Engine:
    """Computes on its threads, in the order asked, and remembers by rules."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "zapato-odds")
        self._waiting = 0
        self._remembered: OrderedDict[tuple[object, ...], Any] = OrderedDict()
        self._edges: dict[tuple[object, ...], Edges] = {}

    async def run(self, compute: Callable[..., T], *arguments: object) -> T:
        """`compute(*arguments)` on a thread; refused with 503 where too much is waiting."""
        if self._waiting >= WAITING_MAX:
            raise Refused(503, "busy", "too many questions at once: try again in a moment", {"retry-after": "5"})
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, compute, *arguments)
        finally:
            self._waiting -= 1

    async def of(self, rules: Rules, compute: Callable[[Rules], T]) -> T:
        """`compute(rules)`, remembered by what odds depend on; it must not look at anything else of the rules."""
        key = (compute.__module__, compute.__qualname__, *odds_key(rules))
        if key in self._remembered:
            self._remembered.move_to_end(key)
            return cast("T", self._remembered[key])
        found = await self.run(compute, rules)
        self._remembered[key] = found
        while len(self._remembered) > REMEMBERED_MAX:
            self._remembered.popitem(last=False)
        return found

    async def solution(self, rules: Rules) -> Solution:
        return await self.of(rules, solved)

    async def edges(self, *asked: Rules) -> tuple[Edges, ...]:
        """The edges of each of these rules; what is not remembered is shared out among the threads."""
        missing = {odds_key(rules): rules for rules in asked if odds_key(rules) not in self._edges}
        shares = [list(missing.values())[turn::THREADS] for turn in range(min(THREADS, len(missing)))]
        for share, found in zip(
            shares, await asyncio.gather(*(self.run(each_edge, share) for share in shares)), strict=True
        ):
            self._edges.update(zip(map(odds_key, share), found, strict=True))
        answer = tuple(self._edges[odds_key(rules)] for rules in asked)
        while len(self._edges) > EDGES_MAX:
            del self._edges[next(iter(self._edges))]
        return answer

    async def steps(self, rules: Rules) -> tuple[Step, ...]:
        """What each other value of each rule is worth from here."""
        variants = figures.variants(rules)
        base, *others = await self.edges(rules, *(other for _, _, other in variants))
        return tuple(
            figures.step(name, value, base, found) for (name, value, _), found in zip(variants, others, strict=True)
        )

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def each_edge(rules: list[Rules]) -> list[Edges]:
    return [figures.edges(each) for each in rules]


def solved(rules: Rules) -> Solution:
    return solve(rules)
