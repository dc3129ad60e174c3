"""What a set of cards is worth: totals, soft, pair, natural. Nothing about turns or bets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zapato.cards import Card, rank, value

TWENTY_ONE = 21


class Total(NamedTuple):
    """The best total of a hand; `soft` while an ace in it counts 11."""

    value: int
    soft: bool

    @property
    def bust(self) -> bool:
        return self.value > TWENTY_ONE

    @property
    def text(self) -> str:
        """As the felt shows it while the hand is in play: `7 / 17` soft, `17` hard."""
        return f"{self.value - 10} / {self.value}" if self.soft else str(self.value)


def total(cards: Sequence[Card]) -> Total:
    """One ace counts 11 where that does not pass 21; a second one never can."""
    low = sum(value(card) for card in cards)
    soft = low <= 11 and any(value(card) == 1 for card in cards)
    return Total(low + 10, True) if soft else Total(low, False)


def is_ten_and_ace(cards: Sequence[Card]) -> bool:
    """Two cards, an ace and a ten-valued one: a natural unless the hand came from a split."""
    return len(cards) == 2 and {value(cards[0]), value(cards[1])} == {1, 10}


def is_pair(cards: Sequence[Card], *, by_rank: bool) -> bool:
    """Two cards of one value, or (`by_rank`) of one rank, so that K T is no pair."""
    if len(cards) != 2:
        return False
    first, second = cards
    return rank(first) == rank(second) if by_rank else value(first) == value(second)
