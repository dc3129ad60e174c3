"""Rounds a second of the simulator, for each instruction set that this machine has and each kind of game, against the plain engine.

    python benchmarks/bench_simulation.py [rounds]

Where it misleads: the figure is CPU time of one thread, best of three, and the plain engine, the baseline of every ratio, is
run here in the same minute; two threads are timed by the clock and need two idle processors. Several boxes: a round has
more cards then; rounds times boxes is given too.
"""

import os
import subprocess
import sys
import time

from zapato import _kernel
from zapato.simulation import Plan, simulate
from zapato.simulation.api import make_plan

COUNTED = {"count": "hi-lo", "ramp": "1 1:2 2:4 3:8 4:12", "deviations": "illustrious-18"}
GAMES = {
    "thot": ("thot", {}),
    "thot, fresh shoe each round": ("thot,reshuffle_below=312", {}),
    "thot, Hi-Lo, ramp, 18 index plays": ("thot", COUNTED),
    "no hole card (casino-es)": ("casino-es", {}),
    "late surrender (americana)": ("americana", {}),
    "early surrender": ("thot,surrender=early", {}),
    "naturals 6:5": ("thot,blackjack_pays=6:5", {}),
    "pairs by rank": ("thot,split=rank", {}),
    "one deck": ("thot,decks=1,reshuffle_below=26", {}),
    "3 boxes": ("thot", {"boxes": 3}),
    "7 boxes": ("thot", {"boxes": 7}),
}


def speed(plan: Plan, rounds: int, *, plain: bool) -> float:
    """Rounds a second of CPU time, best of three."""
    best = 0.0
    for attempt in range(3):
        began = time.process_time()
        played = plan.simulation.run(attempt << 32, 1 << 40, rounds, plain=plain, each=False)[1]
        best = max(best, played / (time.process_time() - began))
    return best


def level(rounds: int) -> None:
    """All games at the level that this process runs at."""
    name = _kernel.build_info()["simd"]
    baseline = speed(make_plan("thot"), rounds // 10, plain=True)
    print(f"\n{name}: plain engine {baseline / 1e6:.1f} million rounds/s (thot)")
    for title, (rules, words) in GAMES.items():
        plan = make_plan(rules, **words)
        boxes = plan.own_boxes
        found = speed(plan, rounds // boxes, plain=False)
        plain = speed(plan, rounds // 20 // boxes, plain=True)
        times = f" · {found * boxes / 1e6:.1f} million boxes/s" if boxes > 1 else ""
        print(f"  {title:<34} {found / 1e6:7.1f} million rounds/s · {found / plain:5.1f} x plain{times}", flush=True)


def two_threads(rounds: int) -> None:
    seconds = [min(simulate("thot", rounds, threads=threads).seconds for _ in range(3)) for threads in (1, 2)]
    print(f"\ntwo threads: {seconds[0] / seconds[1]:.2f} x one, by the clock")


def main() -> None:
    rounds = int(float(sys.argv[1])) if len(sys.argv) > 1 else 100_000_000
    if "ZAPATO_SIMD" in os.environ:
        level(rounds)
        return
    for name in _kernel.build_info()["simd_available"]:
        own = {**os.environ, "ZAPATO_SIMD": name}
        subprocess.run([sys.executable, __file__, str(rounds)], env=own, check=True)
    two_threads(4 * rounds)


if __name__ == "__main__":
    main()
