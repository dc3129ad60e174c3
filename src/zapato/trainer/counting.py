"""Index plays: the move for a hand at a true count, valued by the odds engine for a shoe that has this count.

The shoe of a count: as many decks left as asked, the cards already gone taken evenly from every value but for the
imbalance that the count stands for. Where the values of two moves cross lies the index; nothing is looked up.
"""

from __future__ import annotations

from typing import Final

from zapato.odds import HandOdds, hand
from zapato.rules import Rules

LOW: Final = (2, 3, 4, 5, 6)
"""The cards that count +1 in hi-lo; tens and aces count -1."""
TRUE_MAX: Final = 10
PLAYS: Final = (
    ("T 6", 10), ("T 5", 10), ("T 2", 3), ("T 2", 2), ("T 3", 2), ("T 2", 4), ("9 2", 1), ("T T", 5), ("T T", 6),
    ("6 4", 10), ("7 2", 2), ("7 2", 7), ("9 7", 9), ("T 3", 3), ("6 4", 1),
)  # fmt: skip
"""Decisions that a count changes most often."""


def seen_at(rules: Rules, running: int, decks_left: int) -> list[str]:
    """The cards gone from a shoe beside the hand, so that by hi-lo they add up to `running`."""
    gone = rules.decks - decks_left
    counts = dict.fromkeys(range(1, 10), 4 * gone) | {10: 16 * gone}
    # Low cards gone beyond the even share make one half of the count, high ones that stayed behind the other.
    sign = 1 if running > 0 else -1
    low, high = (abs(running) + 1) // 2, abs(running) // 2
    for turn in range(low):
        counts[LOW[turn % len(LOW)]] += sign
    for turn in range(high):
        counts[1 if turn % 5 == 4 else 10] -= sign
    return ["A23456789T"[value - 1] for value, count in counts.items() for _ in range(max(count, 0))]


def tag(value: int) -> int:
    """Hi-lo's."""
    return 1 if value in LOW else -1 if value in (1, 10) else 0


def at_count(rules: Rules, cards: str, up: int, true_count: int, decks_left: int) -> HandOdds:
    """The hand's moves at this count, the hand and the upcard counted too, exact for the shoe that `seen_at` describes."""
    own = sum(tag(10 if card == "T" else 1 if card == "A" else int(card)) for card in cards.split()) + tag(up)
    return hand(rules, cards, up, seen_at(rules, true_count * decks_left - own, decks_left))


def index_of(rules: Rules, cards: str, up: int, decks_left: int) -> tuple[str, str, int] | None:
    """The move below and from the index on, and the index: the least true count at which the best move changes from that at the lowest count.

    None where no count from -`TRUE_MAX` to `TRUE_MAX` changes it.
    """
    below = at_count(rules, cards, up, -TRUE_MAX, decks_left).best
    for true_count in range(-TRUE_MAX + 1, TRUE_MAX + 1):
        best = at_count(rules, cards, up, true_count, decks_left).best
        if best != below and best is not None and below is not None:
            return below, best, true_count
    return None
