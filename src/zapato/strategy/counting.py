"""Counting systems: what each card adds to the running count, and how that is read.

Tags are whole numbers by card value; a system published in halves is held at twice its size (`scale` 2).
Suits never matter here, so systems that tell red sevens from black ones can't be expressed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from zapato.cards import VALUE_NAMES

TAG_MAX: Final = 20
"""Largest tag either way: no published system comes near, and a shoe's count stays far from any limit."""

Rounding = Literal["floor", "truncate", "nearest"]
DecksLeft = Literal["exact", "half", "whole"]


class CountingError(ValueError):
    """A text that names no counting system, or a system that can't be."""


@dataclass(frozen=True, slots=True)
class CountingSystem:
    """What one card adds, by value: A 2 3 … 9 T. The ten-valued cards share a tag."""

    name: str
    tags: tuple[int, ...]
    """In units of 1/`scale`."""
    scale: int = 1
    start: int = 0
    """Running count of a fresh shoe, apart from `start_per_deck`; in points, not in units of 1/`scale`."""
    start_per_deck: int = 0
    source: str = ""

    def __post_init__(self) -> None:
        if len(self.tags) != 10 or any(not -TAG_MAX <= tag <= TAG_MAX for tag in self.tags):
            raise CountingError(f"a system has ten tags from {-TAG_MAX} to {TAG_MAX}: A 2 3 4 5 6 7 8 9 T")
        if not 1 <= self.scale <= 10:
            raise CountingError(f"scale {self.scale} is not from 1 to 10")

    @property
    def points_per_deck(self) -> int:
        """What one whole deck adds up to, in units of 1/`scale`; 0 for a balanced system."""
        return 4 * sum(self.tags) + 12 * self.tags[9]

    @property
    def balanced(self) -> bool:
        return self.points_per_deck == 0

    def fresh(self, decks: int) -> int:
        """Running count of a fresh shoe, in units of 1/`scale`."""
        return self.scale * (self.start + self.start_per_deck * decks)

    @property
    def text(self) -> str:
        """The published tags, as `from_text` reads them back: `-1/1/1/1/1/1/0/0/0/-1`."""
        return "/".join(f"{tag / self.scale:g}" for tag in self.tags)


def _system(name: str, tags: str, source: str, *, scale: int = 1, start: int = 0, per_deck: int = 0) -> CountingSystem:
    return CountingSystem(name, tuple(int(tag) for tag in tags.split()), scale, start, per_deck, source)


_KNOWN: Final = (
    #        name             A  2  3  4  5  6  7  8  9  T
    _system("hi-lo", "       -1  1  1  1  1  1  0  0  0 -1", "Dubner 1963; Wong, Professional Blackjack"),
    _system(
        "ko",
        "                    -1  1  1  1  1  1  1  0  0 -1",
        "Vancura, Fuchs: Knock-Out Blackjack; starts at 4 - 4 x decks",
        start=4,
        per_deck=-4,
    ),
    _system("hi-opt-i", "     0  0  1  1  1  1  0  0  0 -1", "Einstein 1968; Humble, Cooper"),
    _system("hi-opt-ii", "    0  1  1  2  2  1  1  0  0 -2", "Humble, Cooper"),
    _system("omega-ii", "     0  1  1  2  2  2  1  0 -1 -2", "Carlson: Blackjack for Blood"),
    _system("zen", "         -1  1  1  2  2  2  1  0  0 -2", "Snyder: Blackbelt in Blackjack"),
    _system("halves", "      -2  1  2  2  3  2  1  0 -1 -2", "Wong: Professional Blackjack", scale=2),
    _system("silver-fox", "  -1  1  1  1  1  1  1  0 -1 -1", "Stuart"),
    _system("canfield", "     0  0  1  1  1  1  1  0 -1 -1", "Canfield Expert"),
    _system("mentor", "      -1  1  2  2  2  2  1  0 -1 -2", "Renzey: Blackjack Bluebook"),
    _system("revere-pc", "   -2  1  2  2  2  2  1  0  0 -2", "Revere: Playing Blackjack as a Business"),
    _system("uston-apc", "    0  1  2  2  3  2  2  1 -1 -3", "Uston: Million Dollar Blackjack"),
    _system("uston-ss", "    -2  2  2  2  3  2  1  0 -1 -2", "Uston; unbalanced", per_deck=-4),
)

SYSTEMS: Final[Mapping[str, CountingSystem]] = MappingProxyType({system.name: system for system in _KNOWN})
"""Published systems by name."""


def counting_system(given: CountingSystem | str) -> CountingSystem:
    """The system that a text names: a published one, or its ten tags A 2 … 9 T, `-1/1/1/1/1/1/0/0/0/-1`.

    Tags may be halves. A system of your own that is unbalanced starts where a whole shoe ends at 0.
    Raises CountingError.
    """
    if isinstance(given, CountingSystem):
        return given
    if given in SYSTEMS:
        return SYSTEMS[given]
    words = given.replace("/", " ").split()
    if len(words) != 10:
        raise CountingError(
            f"{given[:60]!r} is no counting system: {', '.join(SYSTEMS)}, or ten tags {'/'.join(VALUE_NAMES)}"
        )
    try:
        tags = [float(word) for word in words]
    except ValueError:
        raise CountingError(f"{given[:60]!r}: tags are numbers") from None
    for scale in (1, 2):
        scaled = [tag * scale for tag in tags]
        if all(tag == int(tag) for tag in scaled if abs(tag) <= TAG_MAX) and all(abs(tag) <= TAG_MAX for tag in scaled):
            system = CountingSystem(given, tuple(int(tag) for tag in scaled), scale, source="given")
            per_deck, rest = divmod(-system.points_per_deck, scale)
            if rest == 0 and per_deck:
                return CountingSystem(given, system.tags, scale, 0, per_deck, "given")
            return system
    raise CountingError(f"{given[:60]!r}: tags are whole or half numbers from {-TAG_MAX} to {TAG_MAX}")
