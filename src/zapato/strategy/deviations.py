"""Index plays: moves that a count turns round, and their text.

    hard 16 T stand 0      from a count of 0 on stand; below it don't (hit)
    pair T 5 split 5       from 5 on split
    insurance 3            from 3 on insure

Each holds for its cell alone and takes the place of what the chart says there about that move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from zapato.cards import VALUE_NAMES

Kind = Literal["hard", "soft", "pair"]
IndexMove = Literal["stand", "hit", "double", "split", "surrender"]

COUNT_MAX: Final = 30
"""Index numbers lie within this either way; no published one comes near."""
PLAYS_MAX: Final = 200

_TOTALS: Final = {"hard": range(4, 21), "soft": range(12, 21), "pair": range(1, 11)}


class DeviationError(ValueError):
    """A text that is no list of index plays: which line, and why."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """From a count of `index` on the move is made, below it it is not; `total` is the pair's card value for a pair."""

    kind: Kind
    total: int
    up: int
    move: IndexMove
    index: int

    def __post_init__(self) -> None:
        if self.kind not in _TOTALS or self.total not in _TOTALS[self.kind] or self.up not in range(1, 11):
            raise DeviationError(f"no cell {self.kind} {self.total} against {self.up}")
        if (self.move == "split") != (self.kind == "pair") and self.move != "surrender":
            raise DeviationError(
                f"{self.move} is no move for {self.kind} {self.total}: pairs split, totals do the rest"
            )
        if not -COUNT_MAX <= self.index <= COUNT_MAX:
            raise DeviationError(f"index {self.index} is not from {-COUNT_MAX} to {COUNT_MAX}")

    @property
    def text(self) -> str:
        total = VALUE_NAMES[self.total - 1] if self.kind == "pair" else str(self.total)
        return f"{self.kind} {total} {VALUE_NAMES[self.up - 1]} {self.move} {self.index}"


@dataclass(frozen=True, slots=True)
class IndexPlays:
    """A set of index plays, one for each cell and kind of move, and the count from which to insure."""

    plays: tuple[Deviation, ...] = ()
    insurance: int | None = None
    """None: never."""

    def __post_init__(self) -> None:
        if len(self.plays) > PLAYS_MAX:
            raise DeviationError(f"{len(self.plays)} index plays; at most {PLAYS_MAX}")
        seen = set()
        for play in self.plays:
            question = "stand" if play.move == "hit" else play.move
            cell = (play.kind, play.total, play.up, question)
            if cell in seen:
                raise DeviationError(f"two index plays for one cell and move: {play.text}")
            seen.add(cell)

    @property
    def text(self) -> str:
        insurance = [] if self.insurance is None else [f"insurance {self.insurance}"]
        return "\n".join([*insurance, *(play.text for play in self.plays)])

    def with_more(self, other: IndexPlays) -> IndexPlays:
        """Both sets; `other`'s insurance where it has one."""
        return IndexPlays(self.plays + other.plays, self.insurance if other.insurance is None else other.insurance)


NO_PLAYS: Final = IndexPlays()


def from_text(text: str) -> IndexPlays:
    """The index plays of a text, one a line; `#` opens a comment. Raises DeviationError."""
    plays: list[Deviation] = []
    insurance: int | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        try:
            if not words:
                continue
            if words[0] == "insurance" and len(words) == 2:
                insurance = int(words[1])
            else:
                plays.append(_play(words))
        except ValueError as wrong:
            raise DeviationError(f"line {number}: {wrong}") from None
    return IndexPlays(tuple(plays), insurance)


def _play(words: list[str]) -> Deviation:
    if len(words) != 5:
        raise DeviationError("an index play is: hard|soft|pair, total, upcard, move, count")
    kind, total, up, move, index = words
    if kind not in _TOTALS or move not in ("stand", "hit", "double", "split", "surrender") or up not in VALUE_NAMES:
        raise DeviationError(f"{' '.join(words)[:60]!r} is no index play")
    value = VALUE_NAMES.index(total) + 1 if kind == "pair" and total in VALUE_NAMES else int(total)
    return Deviation(kind, value, VALUE_NAMES.index(up) + 1, move, int(index))  # type: ignore[arg-type]


def _plays(text: str) -> IndexPlays:
    return from_text(text.replace(";", "\n"))


ILLUSTRIOUS_18: Final = _plays(
    "insurance 3; hard 16 T stand 0; hard 15 T stand 4; pair T 5 split 5; pair T 6 split 4; hard 10 T double 4;"
    "hard 12 3 stand 2; hard 12 2 stand 3; hard 11 A double 1; hard 9 2 double 1; hard 10 A double 4;"
    "hard 9 7 double 3; hard 16 9 stand 5; hard 13 2 stand -1; hard 12 4 stand 0; hard 12 5 stand -2;"
    "hard 12 6 stand -1; hard 13 3 stand -2"
)
"""Schlesinger's eighteen most valuable plays for Hi-Lo true counts, four to eight decks, soft 17 stood on (Blackjack Attack)."""

FAB_4: Final = _plays("hard 14 T surrender 3; hard 15 T surrender 0; hard 15 9 surrender 2; hard 15 A surrender 1")
"""Schlesinger's four late surrenders, to be played with the eighteen."""

NAMED: Final = {
    "illustrious-18": ILLUSTRIOUS_18,
    "fab-4": FAB_4,
    "illustrious-18+fab-4": ILLUSTRIOUS_18.with_more(FAB_4),
}


def join(parts: Iterable[IndexPlays]) -> IndexPlays:
    joined = IndexPlays()
    for part in parts:
        joined = joined.with_more(part)
    return joined
