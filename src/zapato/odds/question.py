"""What is asked: rules, cards and shoes as people and programs write them, checked, and as the kernel's plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from zapato.cards import VALUE_NAMES
from zapato.rules import Rules, load

Convention = Literal["CDZ-", "CDP1", "CDP"]
CONVENTIONS: Final[tuple[Convention, ...]] = ("CDZ-", "CDP1", "CDP")

SHOE_MAX: Final = 1000
"""Cards of a shoe given as counts: 8 decks hold 416; beyond this a question is a slip of the pen."""

_RANKS: Final = {"A": 1, **{str(rank): rank for rank in range(2, 10)}, "T": 10, "10": 10, "J": 10, "Q": 10, "K": 10}
_HOLES: Final = ("peek", "enhc", "obo")
_DOUBLES: Final = ("any", "9-11", "10-11", "none")
_SURRENDERS: Final = ("none", "late", "early")


class OddsError(ValueError):
    """A question without an answer: what is wrong with it, in one sentence."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """Ten counts in the order A 2 … 9 T, or (`endless`) proportions that drawing leaves as they are."""

    counts: tuple[int, ...]
    endless: bool = False


def read_rank(card: str | int) -> tuple[int, str]:
    """Value 1 to 10 and rank letter of `8`, `T`, `10`, `K`, `Kh`, or of a value as a number."""
    word = str(card).strip()
    word = "A" if word == "1" and isinstance(card, int) else word
    rank = word[:-1] if len(word) > 1 and word[-1] in "shdc" else word
    if isinstance(card, bool) or rank not in _RANKS:
        raise OddsError(f"{word[:20]!r} is not a card: A, 2 to 9, T (any ten-valued card), J, Q or K")
    return _RANKS[rank], "T" if rank == "10" else rank


def read_cards(cards: str | Iterable[str | int]) -> list[tuple[int, str]]:
    """Values and ranks of `8 8` or of a sequence of cards."""
    words = cards.replace(",", " ").split() if isinstance(cards, str) else list(cards)
    if len(words) > SHOE_MAX:
        raise OddsError(f"{len(words)} cards are more than {SHOE_MAX}")
    return [read_rank(word) for word in words]


def read_upcard(up: str | int) -> tuple[int, str]:
    try:
        return read_rank(up)
    except OddsError:
        raise OddsError(f"{str(up)[:20]!r} is not an upcard: A, 2 to 9, T, J, Q or K") from None


def full_shoe(rules: Rules) -> Shoe:
    """All decks of the rules; for endless ones the proportions of a deck."""
    decks = 1 if rules.infinite else rules.decks
    return Shoe((4 * decks,) * 9 + (16 * decks,), endless=rules.infinite)


def read_shoe(rules: Rules, shoe: Sequence[int] | None) -> Shoe:
    """The composition named by ten counts, or the full shoe."""
    if shoe is None:
        return full_shoe(rules)
    counts = tuple(shoe)
    if len(counts) != len(VALUE_NAMES):
        raise OddsError(f"a shoe is ten counts, in the order {' '.join(VALUE_NAMES)}; {len(counts)} were given")
    for count in counts:
        whole = not isinstance(count, bool) and hasattr(count, "__index__")
        if not whole or count < 0:
            raise OddsError(f"{count!r} is not a number of cards")
    whole_counts = tuple(int(count) for count in counts)
    if not 3 < sum(whole_counts) <= SHOE_MAX:
        raise OddsError(f"a shoe of {sum(whole_counts)} cards; from 4 to {SHOE_MAX} can be dealt from")
    return Shoe(whole_counts, endless=rules.infinite)


def without(rules: Rules, seen: Sequence[tuple[int, str]], *, kept: Sequence[tuple[int, str]] = ()) -> Shoe:
    """The rules' decks less the `seen` cards; `OddsError` where they can't hold these and the `kept` ones together."""
    full = full_shoe(rules)
    if full.endless:
        return full
    counts = list(full.counts)
    for value, _ in (*seen, *kept):
        counts[value - 1] -= 1
    ranks = [rank for _, rank in (*seen, *kept)]
    court = [rank for rank in "JQK" if ranks.count(rank) > 4 * rules.decks]
    short = [VALUE_NAMES[place] for place, count in enumerate(counts) if count < 0]
    if court or short:
        decks = "one deck holds" if rules.decks == 1 else f"{rules.decks} decks hold"
        name = (court or short)[0]
        most = 16 * rules.decks if name == "T" else 4 * rules.decks
        raise OddsError(f"{decks} only {most} cards of rank {name}; more were named")
    for value, _ in kept:
        counts[value - 1] += 1
    return Shoe(tuple(counts))


def rule_numbers(rules: Rules) -> tuple[float, ...]:
    """The rules that odds depend on, in the order of kernel/bind/bind_odds.cpp."""
    return (
        _HOLES.index(rules.hole),
        rules.peek_on_ten,
        rules.hit_soft_17,
        float(rules.blackjack_ratio),
        _DOUBLES.index(rules.double),
        rules.double_soft,
        rules.double_after_split,
        rules.split == "rank",
        rules.max_hands,
        rules.resplit_aces,
        rules.hit_split_aces,
        _SURRENDERS.index(rules.surrender),
        rules.surrender_against_ace,
    )


def read_rules(rules: Rules | str) -> Rules:
    """Rules, or any text that names them: preset, `preset,key=value,…`, TOML file."""
    return load(rules)


def read_convention(convention: str) -> int:
    if convention not in CONVENTIONS:
        raise OddsError(f"{convention!r} is not a split convention: {', '.join(CONVENTIONS)}")
    return CONVENTIONS.index(convention)
