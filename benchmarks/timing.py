"""The one way in which the benchmarks measure: best of several repeats, baseline and subject in turns."""

import time
from collections.abc import Callable


def best_seconds(*subjects: Callable[[], object], repeats: int = 5) -> list[float]:
    """The shortest time of each subject. They take turns, so that a slow spell of the machine hits all alike."""
    best = [float("inf")] * len(subjects)
    for _ in range(repeats):
        for index, subject in enumerate(subjects):
            start = time.perf_counter()
            subject()
            best[index] = min(best[index], time.perf_counter() - start)
    return best


def report(name: str, per: str, count: int, baseline: float, subject: float) -> None:
    """One line: the subject's time per item, and how often faster than its baseline it is."""
    print(f"{name:<44}{subject / count * 1e9:>10.0f} ns a {per:<8}{baseline / subject:>8.1f} x its baseline")
