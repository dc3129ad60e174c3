"""An ordered pack: its order from a seed and the players' contributions, then cards off the top.

The scheme is public, so that anybody can check a shoe afterwards: docs/provable-shoe.md tells it to strangers,
this module is the reference and the kernel's `shuffle_from` its twin. Entropy is handed in.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count
from typing import Final, TypeVar

from zapato.cards import Card
from zapato.invariant import ensure

Item = TypeVar("Item")

SCHEME: Final = "zapato.shoe/1"
"""Names the way from seed to order; any change to it needs a new name."""

SEED_DIGITS: Final = 64
"""Hex digits of a seed: 256 bits, more than the orders of eight decks could ever be searched through."""

CONTRIBUTION_DIGITS: Final = range(16, 65)
"""Hex digits that one player's contribution may have."""

_DRAWS: Final = 1 << 16
"""How many values a draw of two bytes has."""


class ShoeError(ValueError):
    """A seed or contribution that is no text of lowercase hex digits of the right length."""


def commitment(seed: str) -> str:
    """SHA-256 of the seed's 64 hex digits taken as text; published before the first bet."""
    return sha256(_checked(seed, range(SEED_DIGITS, SEED_DIGITS + 1), "seed").encode()).hexdigest()


def shuffled(cards: Sequence[Item], seed: str, contributions: Iterable[str]) -> tuple[Item, ...]:
    """The order of a shoe.

    Args:
        cards: in the order that the shuffle starts from; at most 65,536.
        seed: the server's, 64 lowercase hex digits.
        contributions: the players', 16 to 64 lowercase hex digits each, in the order they were taken.

    Raises:
        ShoeError: when seed or a contribution is malformed.

    """
    return shuffle_from(cards, byte_stream(seed, contributions))


def byte_stream(seed: str, contributions: Iterable[str]) -> Iterator[int]:
    """Endless bytes that nobody can foresee who lacks the seed: SHA-256 in counter mode.

    The key is the SHA-256 of the scheme's name, the seed and each contribution, one per line. Block
    number n (from 0) is the SHA-256 of the key followed by n in eight bytes, big end first.
    """
    lines = [SCHEME, _checked(seed, range(SEED_DIGITS, SEED_DIGITS + 1), "seed")]
    lines += [_checked(each, CONTRIBUTION_DIGITS, "contribution") for each in contributions]
    return _blocks(sha256("\n".join(lines).encode()).digest())


def _blocks(key: bytes) -> Iterator[int]:
    for block in count():
        yield from sha256(key + block.to_bytes(8, "big")).digest()


def shuffle_from(cards: Sequence[Item], data: Iterable[int]) -> tuple[Item, ...]:
    """Fisher-Yates: from the last place down, each place swaps with one drawn from itself and those before.

    `data` gives the bytes; a finite one that runs out raises ShoeError.
    """
    ensure(len(cards) <= _DRAWS, "a shuffle draws two bytes a card", cards=len(cards))
    order = list(cards)
    stream = iter(data)
    for last in range(len(order) - 1, 0, -1):
        chosen = uniform_below(last + 1, stream)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def uniform_below(choices: int, stream: Iterator[int]) -> int:
    """A number from 0 to `choices` - 1, each equally likely; `choices` from 1 to 65,536.

    A draw is two bytes, big end first. Draws at or above the largest multiple of `choices` are thrown
    away: keeping them would favour the small remainders.
    """
    fair = _DRAWS - _DRAWS % choices
    while True:
        try:
            draw = next(stream) << 8 | next(stream)
        except StopIteration:
            raise ShoeError("the bytes ran out before the shuffle ended") from None
        if draw < fair:
            return draw % choices


def is_contribution(text: str) -> bool:
    """Whether a shuffle would take `text` as a player's contribution."""
    return _is_hex(text, CONTRIBUTION_DIGITS)


def _is_hex(text: str, lengths: range) -> bool:
    return len(text) in lengths and set(text) <= set("0123456789abcdef")


def _checked(text: str, lengths: range, what: str) -> str:
    if not _is_hex(text, lengths):
        wanted = f"{lengths.start} to {lengths.stop - 1}" if len(lengths) > 1 else str(lengths.start)
        raise ShoeError(f"a {what} is {wanted} hex digits in lowercase")
    return text


@dataclass(frozen=True, slots=True)
class Shoe:
    """Cards in their order, of which the first `taken` are out."""

    order: tuple[Card, ...]
    taken: int = 0

    @property
    def left(self) -> int:
        """How many cards are still to come."""
        return len(self.order) - self.taken

    def next_card(self) -> Card:
        """The card on top. The shoe must not be empty."""
        ensure(self.left > 0, "no card is dealt from an empty shoe", taken=self.taken)
        return self.order[self.taken]

    def without(self, cards: int = 1) -> "Shoe":
        """The shoe after so many cards left it, dealt or burnt."""
        ensure(0 <= cards <= self.left, "only cards that are there leave the shoe", cards=cards, left=self.left)
        return replace(self, taken=self.taken + cards)
