"""How much of something may happen per second: a bucket that fills steadily and is emptied by use."""

from __future__ import annotations

from collections.abc import Callable


class Allowance:
    """`burst` at once, `per_s` in the long run. `clock` gives monotonic seconds."""

    def __init__(self, per_s: float, burst: int, clock: Callable[[], float]) -> None:
        self._per_s = per_s
        self._burst = float(burst)
        self._clock = clock
        self._left = self._burst
        self._seen = clock()

    def take(self) -> bool:
        """Use one; False where none is left."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._seen) * self._per_s)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
