"""The odds engine behind the pages: every figure is computed here, in this process, for the rules that were asked for.

A solution takes tens of milliseconds, so it runs on a thread and the last few dozen are remembered: the same rules asked
again give the same numbers. Nothing is shipped, written to disk or shared between different rules.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar, cast

from zapato.odds import Solution, solve
from zapato.odds.question import rule_numbers
from zapato.rules import Rules
from zapato.server.routes import Refused
from zapato.server.study import figures
from zapato.server.study.figures import Edges, Step

T = TypeVar("T")

REMEMBERED_MAX: Final = 64
"""Of what is remembered by rules the largest is a lesson, 1.2 MB (measured): 75 MB at most."""

EDGES_MAX: Final = 4_096
"""Two figures and a key each, a few megabytes in all; a page of the house edge asks for some thirty, its neighbours' among them."""


def odds_key(rules: Rules) -> tuple[object, ...]:
    """All that odds depend on: two Rules with the same key have the same figures."""
    return (*rule_numbers(rules), rules.decks, rules.insurance != "none", rules.even_money)


class Lane:
    """Threads for one kind of work, in the order asked; so much may wait, and no more."""

    def __init__(self, name: str, threads: int, waiting_max: int, *, yields: bool = False) -> None:
        """`yields`: its threads give way to all others of the process, where the system knows such a thing."""
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, f"zapato-{name}", initializer=_give_way if yields else None)
        self._waiting, self._waiting_max = 0, waiting_max

    async def run(self, compute: Callable[..., T], *arguments: object) -> T:
        """`compute(*arguments)` on a thread; refused with 503 where too much is waiting."""
        if self._waiting >= self._waiting_max:
            raise Refused(503, "busy", "too many questions at once: try again in a moment", {"retry-after": "5"})
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, compute, *arguments)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Engine:
    """Computes on its threads, and remembers by rules. Three lanes, so that a short answer never waits behind a long one."""

    def __init__(self) -> None:
        self.answers = Lane("answers", threads=1, waiting_max=200)
        """One hand, one edge, one review: 0.1 to 40 ms each, 8 seconds for a full queue."""
        self.pages = Lane("pages", threads=2, waiting_max=40)
        """Whole charts and lessons, up to 0.4 seconds each (index plays 0.8): 8 seconds for a full queue of lessons."""
        self.comparisons = Lane("comparisons", threads=2, waiting_max=20, yields=True)
        """What every other rule is worth: some thirty edges a question, half on each thread, 0.7 seconds."""
        self._remembered: OrderedDict[tuple[object, ...], Any] = OrderedDict()
        self._running: dict[tuple[object, ...], asyncio.Task[Any]] = {}
        self._edges: dict[tuple[object, ...], Edges] = {}

    async def run(self, compute: Callable[..., T], *arguments: object) -> T:
        """A short computation, not remembered."""
        return await self.answers.run(compute, *arguments)

    async def of(self, rules: Rules, compute: Callable[[Rules], T]) -> T:
        """`compute(rules)`, remembered by what odds depend on; it must not look at anything else of the rules.

        Asked again while it is being computed, it is computed once.
        """
        key = (compute.__module__, compute.__qualname__, *odds_key(rules))
        if key in self._remembered:
            self._remembered.move_to_end(key)
            return cast("T", self._remembered[key])
        running = self._running.get(key)
        if running is None:
            running = asyncio.create_task(self._remember(key, rules, compute))
            self._running[key] = running
            running.add_done_callback(partial(self._done, key))
        return cast("T", await asyncio.shield(running))

    async def _remember(self, key: tuple[object, ...], rules: Rules, compute: Callable[[Rules], T]) -> T:
        found = await self.pages.run(compute, rules)
        self._remembered[key] = found
        while len(self._remembered) > REMEMBERED_MAX:
            self._remembered.popitem(last=False)
        return found

    def _done(self, key: tuple[object, ...], task: asyncio.Task[Any]) -> None:
        del self._running[key]
        if not task.cancelled():
            task.exception()  # told to whoever still waits; if nobody does, it is no news

    async def solution(self, rules: Rules) -> Solution:
        return await self.of(rules, solved)

    async def edges(self, *asked: Rules) -> tuple[Edges, ...]:
        """The edges of each of these rules. One alone is a short answer; of many, what is not remembered is shared out."""
        lane = self.answers if len(asked) == 1 else self.comparisons
        # Kept by itself: while this waits, what others ask may push it out of what is remembered.
        known = {key: self._edges[key] for key in map(odds_key, asked) if key in self._edges}
        missing = {odds_key(rules): rules for rules in asked if odds_key(rules) not in known}
        parts = min(lane.threads, len(missing))
        shares = [list(missing.values())[turn::parts] for turn in range(parts)]
        for share, found in zip(
            shares, await asyncio.gather(*(lane.run(each_edge, share) for share in shares)), strict=True
        ):
            known.update(zip(map(odds_key, share), found, strict=True))
        self._edges.update(known)
        while len(self._edges) > EDGES_MAX:
            del self._edges[next(iter(self._edges))]
        return tuple(known[odds_key(rules)] for rules in asked)

    async def steps(self, rules: Rules) -> tuple[Step, ...]:
        """What each other value of each rule is worth from here."""
        variants = figures.variants(rules)
        base, *others = await self.edges(rules, *(other for _, _, other in variants))
        return tuple(
            figures.step(name, value, base, found) for (name, value, _), found in zip(variants, others, strict=True)
        )

    def close(self) -> None:
        for lane in (self.answers, self.pages, self.comparisons):
            lane.close()


def each_edge(rules: list[Rules]) -> list[Edges]:
    return [figures.edges(each) for each in rules]


def solved(rules: Rules) -> Solution:
    return solve(rules)
