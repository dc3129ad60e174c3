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

T = TypeVar("T")

THREADS: Final = 2
WAITING_MAX: Final = 200
"""Computations asked for and not yet done; beyond it a page answers 503. At 40 ms each that is a wait of four seconds."""
REMEMBERED_MAX: Final = 256
"""A solution and what is drawn from it take 200 kB at most: 50 MB."""


def odds_key(rules: Rules) -> tuple[object, ...]:
    """All that odds depend on: two Rules with the same key have the same figures."""
    return (*rule_numbers(rules), rules.decks, rules.insurance != "none", rules.even_money)


class Engine:
    """Computes on its threads, in the order asked, and remembers by rules."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "zapato-odds")
        self._waiting = 0
        self._remembered: OrderedDict[tuple[object, ...], Any] = OrderedDict()

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

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def solved(rules: Rules) -> Solution:
    return solve(rules)
