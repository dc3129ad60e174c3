"""The total-dependent chart: one order of preference for each total, and split or not for each pair, by upcard.

Upcards and pairs are card values, 1 (ace) to 10. The same chart is used before and after a split.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from zapato.invariant import ensure

Choice = Literal["stand", "hit", "double", "split", "surrender"]

HARD_TOTALS: Final = tuple(range(4, 22))
SOFT_TOTALS: Final = tuple(range(12, 22))
VALUES: Final = tuple(range(1, 11))

_HIT, _DOUBLE, _SURRENDER, _SPLIT = 1, 2, 4, 8
_HARD_FROM, _SOFT_FROM, _UPCARDS = 4, 12, 10


@dataclass(frozen=True, slots=True)
class Cell:
    """Surrender if allowed (`surrender`), else double if allowed (`double`), else hit or stand. Text: `R/D/H`."""

    hit: bool
    double: bool = False
    surrender: bool = False

    @property
    def text(self) -> str:
        return "/".join([*("R" if self.surrender else ""), *("D" if self.double else ""), "H" if self.hit else "S"])

    def choose(self, legal: Collection[str]) -> Choice:
        """The first of the cell's moves that is `legal`; standing is taken to be."""
        if self.surrender and "surrender" in legal:
            return "surrender"
        if self.double and "double" in legal:
            return "double"
        return "hit" if self.hit and "hit" in legal else "stand"


STAND: Final = Cell(hit=False)
HIT: Final = Cell(hit=True)

Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Rows by total (`HARD_TOTALS`, `SOFT_TOTALS`) and by pair (ace … ten); in each row one entry per upcard, ace … ten."""

    hard: tuple[Row, ...]
    soft: tuple[Row, ...]
    pairs: tuple[tuple[bool, ...], ...]

    def __post_init__(self) -> None:
        for rows, count in ((self.hard, len(HARD_TOTALS)), (self.soft, len(SOFT_TOTALS)), (self.pairs, len(VALUES))):
            whole = len(rows) == count and all(len(row) == _UPCARDS for row in rows)
            ensure(whole, "a chart has a row for each total and pair, and an entry for each upcard")

    def cell(self, total: int, *, soft: bool, up: int) -> Cell:
        """What to do with this total (hard 4 to 21, soft 12 to 21) against this upcard."""
        rows, first = (self.soft, _SOFT_FROM) if soft else (self.hard, _HARD_FROM)
        if not first <= total <= 21 or up not in VALUES:
            raise ValueError(f"no cell for {'soft' if soft else 'hard'} {total} against {up}")
        return rows[total - first][up - 1]

    def splits(self, pair: int, up: int) -> bool:
        return self.pairs[pair - 1][up - 1]

    def choose(self, cards: Sequence[int], up: int, legal: Collection[str]) -> Choice:
        """The move for a hand of card values among the `legal` ones."""
        if "split" in legal and len(cards) == 2 and cards[0] == cards[1] and self.splits(cards[0], up):
            return "split"
        low = sum(cards)
        soft = low <= 11 and 1 in cards
        return self.cell(low + 10 if soft else low, soft=soft, up=up).choose(legal)

    def differences(self, other: Chart) -> Iterator[tuple[str, int, int]]:
        """Where two charts disagree: part (`hard`, `soft`, `pair`), total or pair, upcard."""
        for name, mine, theirs, first in (
            ("hard", self.hard, other.hard, _HARD_FROM),
            ("soft", self.soft, other.soft, _SOFT_FROM),
            ("pair", self.pairs, other.pairs, 1),
        ):
            for place, (own, another) in enumerate(zip(mine, theirs, strict=True)):
                yield from ((name, first + place, up) for up in VALUES if own[up - 1] != another[up - 1])


def pack(chart: Chart) -> bytes:
    """The chart as the kernel holds it, by upcard: 22 hard totals, 22 soft totals, 10 pairs; bits as in kernel/include/zapato/odds.hpp."""
    packed = bytearray()
    for up in range(_UPCARDS):
        packed += bytes(_HARD_FROM) + bytes(_bits(row[up]) for row in chart.hard)
        packed += bytes(_SOFT_FROM) + bytes(_bits(row[up]) for row in chart.soft)
        packed += bytes(_SPLIT if row[up] else 0 for row in chart.pairs)
    return bytes(packed)


def unpack(packed: bytes) -> Chart:
    """The chart that `pack` wrote."""
    ensure(len(packed) == 54 * _UPCARDS, "a packed chart has 54 bytes per upcard", length=len(packed))
    columns = [packed[54 * up : 54 * (up + 1)] for up in range(_UPCARDS)]
    return Chart(
        hard=tuple(tuple(_CELLS[column[total]] for column in columns) for total in HARD_TOTALS),
        soft=tuple(tuple(_CELLS[column[22 + total]] for column in columns) for total in SOFT_TOTALS),
        pairs=tuple(tuple(column[44 + pair] == _SPLIT for column in columns) for pair in range(_UPCARDS)),
    )


def _bits(cell: Cell) -> int:
    return _HIT * cell.hit + _DOUBLE * cell.double + _SURRENDER * cell.surrender


_CELLS: Final = tuple(
    Cell(hit=bool(bits & _HIT), double=bool(bits & _DOUBLE), surrender=bool(bits & _SURRENDER)) for bits in range(8)
)

NEVER_BUST_FROM: Final = 12


def never_bust(chart: Chart) -> Chart:
    """`chart`, but standing on hard 12 and more: the habit called "never bust"."""
    stand = (STAND,) * _UPCARDS
    rows = zip(HARD_TOTALS, chart.hard, strict=True)
    return Chart(tuple(stand if total >= NEVER_BUST_FROM else row for total, row in rows), chart.soft, chart.pairs)


def mimic_the_dealer(*, hit_soft_17: bool) -> Chart:
    """Drawing by the dealer's rule; no double, no split, no surrender."""

    def row(hit: bool) -> Row:
        return (HIT if hit else STAND,) * _UPCARDS

    return Chart(
        hard=tuple(row(total < 17) for total in HARD_TOTALS),
        soft=tuple(row(total < 17 or (total == 17 and hit_soft_17)) for total in SOFT_TOTALS),
        pairs=((False,) * _UPCARDS,) * _UPCARDS,
    )
