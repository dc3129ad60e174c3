"""Bet ramps: how many units to lay at which count.

`1 1:2 2:4 3:8` bets one unit below a count of 1, two from 1 on, four from 2, eight from 3. A bet of 0 sits the round out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

UNITS_MAX: Final = 10_000
STEPS_MAX: Final = 40
COUNT_MAX: Final = 30


class RampError(ValueError):
    """A text that is no bet ramp."""


@dataclass(frozen=True, slots=True)
class Ramp:
    """`base` units below the first step; each step is (count, units from it on), counts rising."""

    base: int = 1
    steps: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        counts = [count for count, _ in self.steps]
        if len(counts) > STEPS_MAX or counts != sorted(set(counts)):
            raise RampError(f"a ramp's counts rise, in at most {STEPS_MAX} steps: {self.text[:80]}")
        if any(not -COUNT_MAX <= count <= COUNT_MAX for count in counts):
            raise RampError(f"a ramp's counts lie from {-COUNT_MAX} to {COUNT_MAX}: {self.text[:80]}")
        if any(not 0 <= units <= UNITS_MAX for units in (self.base, *(units for _, units in self.steps))):
            raise RampError(f"a bet is 0 to {UNITS_MAX} units: {self.text[:80]}")
        if not any((self.base, *(units for _, units in self.steps))):
            raise RampError("a ramp that never bets plays nothing")

    def units(self, count: float) -> int:
        """The bet at this count."""
        bet = self.base
        for at, units in self.steps:
            if count >= at:
                bet = units
        return bet

    @property
    def text(self) -> str:
        return " ".join([str(self.base), *(f"{count}:{units}" for count, units in self.steps)])


FLAT: Final = Ramp()


def from_text(text: str) -> Ramp:
    """The ramp of a text such as `1 1:2 2:4`, over as many lines as you like; `#` opens a comment. Raises RampError."""
    words = " ".join(line.partition("#")[0] for line in text.splitlines()).replace(",", " ").split()
    if not words or len(words) > STEPS_MAX + 1:
        raise RampError(f"a ramp is the lowest bet and at most {STEPS_MAX} steps, as in: 1 1:2 2:4 3:8")
    try:
        return Ramp(int(words[0]), tuple(_step(word) for word in words[1:]))
    except RampError:
        raise
    except ValueError:
        raise RampError(f"{text[:60]!r} is no ramp; one is written: 1 1:2 2:4 3:8") from None


def _step(word: str) -> tuple[int, int]:
    count, _, units = word.partition(":")
    return int(count), int(units)
