"""Cards and packs. A card is two ASCII letters, rank then suit: `As`, `Th`, `9c`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", str)

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
VALUE_NAMES: Final = "A23456789T"
"""The ten values in the order in which every count of ten is given."""

_VALUES: Final = {rank: min(place, 10) for place, rank in enumerate(RANKS, start=1)}
_SUIT_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}

DECK: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""One deck, spades first, ace to king: the order that a shuffle starts from."""

_KNOWN: Final = frozenset(DECK)


class CardError(ValueError):
    """A text that names no card."""


def parse_card(text: str) -> Card:
    """The card that `text` names; `CardError` where it names none (case matters: `Th`, not `tH`)."""
    if text not in _KNOWN:
        raise CardError(f"{text!r} is not a card: rank A23456789TJQK, then suit s h d c, as in 'Th'")
    return Card(text)


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `8s 9c Td`, in order; an empty text gives none."""
    return tuple(parse_card(word) for word in text.split())


def format_cards(cards: Iterable[Card]) -> str:
    """The text that `parse_cards` reads back."""
    return " ".join(cards)


def pretty(card: Card) -> str:
    """The card for people: `10♠`, `K♦`."""
    return card[0].replace("T", "10") + _SUIT_SIGNS[card[1]]


def rank(card: Card) -> str:
    """One letter of `RANKS`."""
    return card[0]


def value(card: Card) -> int:
    """Points with an ace as 1: 1 to 10."""
    return _VALUES[card[0]]


def pack(decks: int) -> tuple[Card, ...]:
    """`decks` whole decks one after the other, unshuffled: the fixed order that a shuffle starts from."""
    return DECK * decks


def value_counts(cards: Iterable[Card]) -> tuple[int, ...]:
    """How many of each value, in the order A 2 … 9 T."""
    counts = [0] * 10
    for card in cards:
        counts[value(card) - 1] += 1
    return tuple(counts)
