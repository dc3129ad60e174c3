"""The study pages at the server: a toggle on the house-edge page, what each rule is worth from there, whole pages.

Asked through the application itself, without a network. Cold: rules that this process has never seen; warm: the same
again. The baseline is the engine alone, one solve after another, for as many rules as the answer tells of. A toggle is
promised within 100 ms at the server; its line says what it took.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import Iterator

import httpx
from timing import report

from zapato.odds import solve
from zapato.rules import load
from zapato.server import app, assets
from zapato.server.outside import SystemClock
from zapato.server.store import MemoryStore
from zapato.server.study import figures

REPEATS = 12
PROMISED_MS = 100.0


class Entropy:
    def hex(self, octets: int) -> str:
        return secrets.token_hex(octets)


def rules_never_seen() -> Iterator[str]:
    """Rules that differ, and whose neighbours one switch away mostly differ too."""
    for decks, double, soft, hands, hole, pays in itertools.product(
        (3, 7, 5, 4), ("9-11", "10-11", "any"), ("true", "false"), (2, 3, 4), ("peek", "enhc"), ("3:2", "6:5")
    ):
        yield f"thot,decks={decks},double={double},hit_soft_17={soft},max_hands={hands},hole={hole},blackjack_pays={pays}"


FRESH = rules_never_seen()


def engine_alone(solves: int) -> float:
    """The shortest time of so many solves in a row, in seconds."""
    best = float("inf")
    for _ in range(3):
        rules = [load(next(FRESH)) for _ in range(min(solves, 4))]
        start = time.perf_counter()
        for number in range(solves):
            solve(rules[number % len(rules)])
        best = min(best, time.perf_counter() - start)
    return best


async def asked(http: httpx.AsyncClient, path: str, *, cold: bool) -> float:
    """The shortest time of an answer, in seconds."""
    best, rules = float("inf"), next(FRESH)
    if not cold:
        await http.get(path.format(rules))
    for _ in range(REPEATS):
        if cold:
            rules = next(FRESH)
        start = time.perf_counter()
        answer = await http.get(path.format(rules))
        best = min(best, time.perf_counter() - start)
        answer.raise_for_status()
    return best


async def main() -> None:
    async with app.open_hall(MemoryStore(), SystemClock(), Entropy()) as hall:
        transport = httpx.ASGITransport(app=app.build(hall, page=assets.load()))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
            await http.get("/ventaja")  # templates and catalogues are read once
            for name, path, solves in (
                ("a toggle's figure (/api/edge)", "/api/edge?rules={}", 1),
                (
                    "each rule's worth (/api/edge/steps)",
                    "/api/edge/steps?rules={}",
                    len(figures.variants(load("thot"))) + 1,
                ),
                ("the page /ventaja", "/ventaja?rules={}", len(figures.variants(load("thot"))) + 1),
                ("the page /estrategia", "/estrategia/{}", 3),
                ("the page /reglas", "/reglas/{}", 1),
            ):
                alone = engine_alone(solves)
                for cold in (True, False):
                    took = await asked(http, path, cold=cold)
                    report(f"{name}, {'cold' if cold else 'warm'}", "answer", 1, alone, took)
                    if path.startswith("/api/edge?"):
                        kept = "kept" if 1000 * took < PROMISED_MS else "NOT KEPT"
                        print(f"    {1000 * took:.1f} ms of the {PROMISED_MS:.0f} ms promised: {kept}")


if __name__ == "__main__":
    asyncio.run(main())
