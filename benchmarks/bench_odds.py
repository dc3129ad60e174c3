"""Exact odds: the kernel's solve, chart, live hands and pairs, each against a baseline of the same run.

The baselines are the plain `Fraction` reference (for a hand) and the kernel without vector instructions, in a process of
its own (for whole solves). Every call gets another composition: nothing could be kept.
"""

import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator

from timing import best_seconds, report

from zapato import odds
from zapato._kernel import build_info
from zapato.odds import exact
from zapato.rules import load

PRESETS = ("thot", "americana", "casino-es", "casino-plaza")
REPEATS = 30


def compositions() -> Iterator[list[int]]:
    """Six decks less a few cards, other ones each time."""
    for turn in itertools.count():
        shoe = [24] * 9 + [96]
        shoe[turn % 10] -= turn % 9
        shoe[turn * 7 % 10] -= turn % 5
        yield shoe


SHOES = compositions()


def solve_seconds(preset: str, *, chart: bool) -> float:
    return best_seconds(lambda: odds.solve(preset, chart=chart, shoe=next(SHOES)), repeats=REPEATS)[0]


def every_solve() -> dict[str, float]:
    return {f"{name} {chart}": solve_seconds(name, chart=chart) for name in PRESETS for chart in (False, True)}


def portable_solves() -> dict[str, float]:
    environment = {**os.environ, "ZAPATO_SIMD": "portable"}
    done = subprocess.run(
        [sys.executable, __file__, "--solves"], env=environment, check=True, capture_output=True, text=True
    )
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def main() -> None:
    if "--solves" in sys.argv:
        print(json.dumps(every_solve()))
        return
    print(f"SIMD level: {build_info()['simd']}; baseline of the solves: portable")
    plain = portable_solves()
    for what, seconds in every_solve().items():
        name, chart = what.split()
        report(f"{name}, {'with chart' if chart == 'True' else 'optimum only'}", "solve", 1, plain[what], seconds)

    rules = load("thot")
    shoe = exact.full_shoe(6).without(9)
    seen = itertools.cycle(["", "5", "5 5", "T 9", "2 3 4"])
    for cards in ("T 6", "T 2 4", "8 8"):
        values = tuple(sorted(10 if card == "T" else int(card) for card in cards.split()))
        start = time.perf_counter()
        exact.hand(rules, values, 10, shoe)
        reference = time.perf_counter() - start
        kernel = best_seconds(lambda cards=cards: odds.hand("thot", cards, "T", next(seen)), repeats=200)[0]
        report(f"{cards} v T in play; baseline Fractions", "hand", 1, reference, kernel)
    for cards, up in (("2 2", "2"), ("A A", "6"), ("9 9", "7")):
        kernel = best_seconds(lambda cards=cards, up=up: odds.hand("thot", cards, up, next(seen)), repeats=100)[0]
        whole = best_seconds(lambda: odds.solve("thot", chart=False, shoe=next(SHOES)), repeats=5)[0]
        report(f"{cards} v {up} in play; baseline a whole solve", "hand", 1, whole, kernel)


if __name__ == "__main__":
    main()
