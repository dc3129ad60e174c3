"""The odds in exact rationals: slow, plain, and sharing no code with the kernel. For tests and small shoes.

Every probability is drawn card by card as at the table: the dealer's cards one after the other, the player's
decisions by comparing what follows. The only theorem used is exchangeability: unseen cards are equally likely in
every order, so the cards of the other hands of a split may be thought of as drawn last.

Cards are values, 1 (ace) to 10. A hand is a sorted tuple of values. Units and conditions: docs/odds.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Final, Protocol

from zapato.rules import Rules
from zapato.strategy import Chart

Hand = tuple[int, ...]
DEALER_RESULTS: Final = ("17", "18", "19", "20", "21", "bust", "blackjack")

_ZERO, _ONE, _HALF = Fraction(0), Fraction(1), Fraction(1, 2)
_TEN, _OTHER_TEN = 9, 10
"""Places in a shoe: 0 the aces … 9 the tens. Where tens must match by rank, 10 holds those of the other three ranks."""


@dataclass(frozen=True)
class Shoe:
    """Unseen cards: how many of each kind, or (`endless`) in which proportion, drawing leaving them as they are."""

    counts: tuple[int, ...]
    endless: bool = False

    @property
    def size(self) -> int:
        return sum(self.counts)

    def chance(self, kind: int) -> Fraction:
        """Of this kind coming next. An empty shoe gives nothing: the formal value where cards run out."""
        return Fraction(self.counts[kind], self.size) if self.counts[kind] > 0 else _ZERO

    def without(self, kind: int, cards: int = 1) -> Shoe:
        if self.endless:
            return self
        counts = list(self.counts)
        counts[kind] -= cards
        return Shoe(tuple(counts))

    def none_of(self, kind: int, cards: int) -> Fraction:
        """The chance that none of the next `cards` cards is of this kind."""
        chance, shoe = _ONE, self
        for _ in range(cards):
            rest = shoe.size - shoe.counts[kind]
            if rest <= 0:
                return _ZERO
            chance *= Fraction(rest, shoe.size)
            # Which other kind it was makes no difference to the next question.
            another = next(other for other, count in enumerate(shoe.counts) if other != kind and count > 0)
            shoe = shoe.without(another)
        return chance


def full_shoe(decks: int) -> Shoe:
    """`decks` whole decks; 0: an endless shoe."""
    return Shoe((4,) * 9 + (16,), endless=True) if decks == 0 else Shoe((4 * decks,) * 9 + (16 * decks,))


def value_of(kind: int) -> int:
    return min(kind + 1, 10)


def best_total(hand: Sequence[int]) -> tuple[int, bool]:
    """The total and whether an ace in it counts 11."""
    low = sum(hand)
    return (low + 10, True) if low <= 11 and 1 in hand else (low, False)


class Strategy(Protocol):
    """What a fixed strategy does with a hand: one of `legal`, which always holds `stand`."""

    def __call__(self, hand: Hand, legal: frozenset[str]) -> str: ...


class Table:
    """One upcard at one table: `shoe` holds all that is unseen before the player's own cards."""

    def __init__(self, rules: Rules, up: int, shoe: Shoe) -> None:
        self.rules, self.up, self.shoe = rules, up, shoe
        self._moves: dict[Hand, dict[str, Fraction]] = {}
        self._dealt: dict[tuple[Hand, Shoe, int, int], dict[str, Fraction]] = {}
        self.original_only = rules.hole == "obo" or (rules.hole == "peek" and not rules.peeks_under(up))
        """A dealer natural, found after the play, costs the initial bet and no more."""
        self.takes_all = rules.hole == "enhc"

    # ------------------------------------------------------------------ the dealer

    def dealer(self, shoe: Shoe, spared: int = -1, cards: int = 0) -> Mapping[str, Fraction]:
        """Chances of the dealer's results, each together with: none of the `cards` cards drawn afterwards is `spared`."""
        return self._draw((self.up,), shoe, spared, cards)

    def _draw(self, hand: Hand, shoe: Shoe, spared: int, cards: int) -> dict[str, Fraction]:
        result = self._standing(hand)
        if result:
            return {result: shoe.none_of(spared, cards) if cards else _ONE}
        key = (hand, shoe, spared, cards)
        if key not in self._dealt:
            found = dict.fromkeys(DEALER_RESULTS, _ZERO)
            for kind in range(len(shoe.counts)):
                chance = shoe.chance(kind)
                if chance:
                    after = self._draw(_with(hand, value_of(kind)), shoe.without(kind), spared, cards)
                    for name, share in after.items():
                        found[name] += chance * share
            self._dealt[key] = found
        return self._dealt[key]

    def _standing(self, hand: Hand) -> str:
        total, soft = best_total(hand)
        if len(hand) == 2 and total == 21:
            return "blackjack"
        if total > 21:
            return "bust"
        if total >= 17 and not (total == 17 and soft and self.rules.hit_soft_17):
            return str(total)
        return ""

    def natural(self, shoe: Shoe) -> Fraction:
        """The chance that the dealer's next card makes a natural."""
        if self.up == 1:
            return sum((shoe.chance(kind) for kind in range(_TEN, len(shoe.counts))), _ZERO)
        return shoe.chance(0) if self.up == 10 else _ZERO

    # ------------------------------------------------------------------ payoffs, the dealer having no natural

    def stand(self, hand: Hand, shoe: Shoe, spared: int = -1, cards: int = 0) -> Fraction:
        """Expected win of one bet. A dealer natural counts only where it takes every bet."""
        total, _ = best_total(hand)
        dealt = self.dealer(shoe, spared, cards)
        win = _ZERO
        for name, share in dealt.items():
            if name == "blackjack":
                win -= share if self.takes_all else _ZERO
            elif name == "bust" or int(name) < total:
                win += share
            elif int(name) > total:
                win -= share
        return win

    def bust(self, shoe: Shoe, spared: int = -1, cards: int = 0) -> Fraction:
        if cards == 0:
            return -_ONE if self.takes_all else self.natural(shoe) - _ONE
        dealt = self.dealer(shoe, spared, cards)
        return -sum((share for name, share in dealt.items() if self.takes_all or name != "blackjack"), _ZERO)

    # ------------------------------------------------------------------ legal moves

    def may_double(self, hand: Hand) -> bool:
        total, soft = best_total(hand)
        if len(hand) != 2:
            return False
        wanted = {"any": range(22), "9-11": range(9, 12), "10-11": range(10, 12), "none": range(0)}[self.rules.double]
        if self.rules.double == "any" or not soft:
            return total in wanted
        return self.rules.double_soft and sum(hand) in wanted

    def legal(self, hand: Hand, pair: int) -> frozenset[str]:
        """Of stand, hit and double, for a hand of a split `pair` or (0) of none. A hand at 21 stands by itself."""
        if best_total(hand)[0] >= 21:
            return frozenset({"stand"})
        moves = {"stand", "hit"}
        if self.may_double(hand):
            moves.add("double")
        if pair and not self.rules.double_after_split:
            moves.discard("double")
        if pair == 1 and not self.rules.hit_split_aces:
            moves = {"stand"}
        return frozenset(moves)

    # ------------------------------------------------------------------ the composition-dependent optimum

    def moves(self, hand: Hand) -> dict[str, Fraction]:
        """Expected win of stand, hit and double as legal in the game without splits, the shoe lacking this hand."""
        if hand not in self._moves:
            self._moves[hand] = self._find_moves(hand)
        return self._moves[hand]

    def _find_moves(self, hand: Hand) -> dict[str, Fraction]:
        shoe = self.shoe
        for card in hand:
            shoe = shoe.without(card - 1)
        found = {"stand": self.stand(hand, shoe)}
        legal = self.legal(hand, pair=0)
        if "hit" in legal:
            found["hit"] = self._after_a_card(hand, shoe, lambda after, _: max(self._drawn(after).values()))
        if "double" in legal:
            found["double"] = 2 * self._after_a_card(hand, shoe, self.stand)
        return found

    def _drawn(self, hand: Hand) -> dict[str, Fraction]:
        return {name: win for name, win in self.moves(hand).items() if name != "double"}

    def _after_a_card(self, hand: Hand, shoe: Shoe, then: Callable[[Hand, Shoe], Fraction]) -> Fraction:
        win = _ZERO
        for kind in range(len(shoe.counts)):
            chance = shoe.chance(kind)
            if chance:
                after, left = _with(hand, value_of(kind)), shoe.without(kind)
                win += chance * (self.bust(left) if best_total(after)[0] > 21 else then(after, left))
        return win

    def optimum(self, hand: Hand, legal: frozenset[str]) -> str:
        """The best of `legal` in the game without splits (CDZ-); ties go to stand, then hit."""
        found = self.moves(hand)
        return max(sorted(legal, key=("stand", "hit", "double").index), key=lambda move: found[move])

    # ------------------------------------------------------------------ a fixed strategy, and splits

    def fixed(self, hand: Hand, shoe: Shoe, play: Strategy, pair: int, spared: int = -1, cards: int = 0) -> Fraction:
        """Expected win of a hand played by `play`, together with the condition on later cards as in `dealer`."""
        move = play(hand, self.legal(hand, pair))
        if move == "stand":
            return self.stand(hand, shoe, spared, cards)
        win = _ZERO
        for kind in range(len(shoe.counts)):
            chance = shoe.chance(kind)
            if not chance:
                continue
            after, left = _with(hand, value_of(kind)), shoe.without(kind)
            if best_total(after)[0] > 21:
                share = self.bust(left, spared, cards)
            elif move == "double":
                share = self.stand(after, left, spared, cards)
            else:
                share = self.fixed(after, left, play, pair, spared, cards)
            win += chance * share
        return 2 * win if move == "double" else win

    def split(self, pair: int, hands: int, play: Strategy) -> Fraction:
        """Expected win of splitting `pair` (a value), always again up to `hands` hands, each played by `play`."""
        kind = pair - 1
        shoe = self.shoe.without(kind, 2)
        if pair < 10 or self.rules.split == "value":
            return self._split(kind, shoe, hands, play)
        # How many of the unseen tens share the pair's rank is chance too: any set of the pack's tens is as likely.
        tens, whole = shoe.counts[_TEN], 4 * self.rules.decks
        if self.shoe.endless:
            same_rank = Shoe((*(4 * count for count in shoe.counts[:_TEN]), tens, 3 * tens), endless=True)
            return self._split(kind, same_rank, hands, play)
        win = _ZERO
        for same in range(tens + 1):
            ways = comb(whole - 2, same) * comb(3 * whole, tens - same)
            if ways:
                known = Shoe((*shoe.counts[:_TEN], same, tens - same))
                win += Fraction(ways, comb(4 * whole - 2, tens)) * self._split(kind, known, hands, play)
        return win

    def _split(self, kind: int, shoe: Shoe, hands: int, play: Strategy) -> Fraction:
        win = _ZERO
        for (again, other, free), ways in second_cards(hands).items():
            chance, left = _ONE, shoe
            for _ in range(again):
                chance *= left.chance(kind)
                left = left.without(kind)
            if chance:
                matched = self._second_card(kind, left, play, other, any_card=True) if free else _ZERO
                unmatched = self._second_card(kind, left, play, other - 1, any_card=False) if other else _ZERO
                win += ways * chance * (free * matched + other * unmatched)
        return win

    def _second_card(self, kind: int, shoe: Shoe, play: Strategy, spared: int, *, any_card: bool) -> Fraction:
        """One hand of a split, from its second card on; the second cards of `spared` other hands are not of the pair."""
        win = _ZERO
        for drawn in range(len(shoe.counts)):
            chance = shoe.chance(drawn)
            if chance and (any_card or drawn != kind):
                hand = _with((value_of(kind),), value_of(drawn))
                win += chance * self.fixed(hand, shoe.without(drawn), play, value_of(kind), kind, spared)
        return win

    def split_of_the_best_limit(self, pair: int, play: Strategy) -> Fraction:
        return max(self.split(pair, hands, play) for hands in range(2, hands_limit(self.rules, pair) + 1))

    # ------------------------------------------------------------------ from sub-totals to what is told

    @property
    def given_no_natural(self) -> bool:
        """Whether moves (not those of an early surrender) are told on the condition that the dealer has no natural."""
        return self.rules.hole == "peek" and self.rules.peeks_under(self.up)

    def surrender_before_peek(self, hand: Hand) -> bool:
        return self.given_no_natural and self.may_surrender(hand) and self.rules.surrender == "early"

    def may_surrender(self, hand: Hand) -> bool:
        allowed = self.rules.surrender != "none" and (self.up != 1 or self.rules.surrender_against_ace)
        return allowed and len(hand) == 2 and best_total(hand)[0] != 21

    def unconditional(self, win: Fraction, natural: Fraction) -> Fraction:
        """All in all, of a win counted without the dealer's natural: that costs the bet wherever it was left out."""
        return win if self.takes_all else win - natural


def second_cards(hands: int) -> dict[tuple[int, int, int], int]:
    """How the second cards of a split can fall, up to `hands` hands: (pair cards, others, free) and in how many orders.

    `free` hands are those still waiting when the limit is reached: any card will do for them.
    """
    found: dict[tuple[int, int, int], int] = {}

    def draw(waiting: int, in_all: int, again: int, other: int) -> None:
        if in_all == hands or waiting == 0:
            key = (again, other, waiting)
            found[key] = found.get(key, 0) + 1
            return
        draw(waiting - 1, in_all, again, other + 1)
        draw(waiting + 1, in_all + 1, again + 1, other)

    draw(2, 2, 0, 0)
    return found


def hands_limit(rules: Rules, pair: int) -> int:
    """Into how many hands a pair of this value may be split; 1: not at all."""
    return min(2, rules.max_hands) if pair == 1 and not rules.resplit_aces else rules.max_hands


def _with(hand: Hand, card: int) -> Hand:
    return tuple(sorted((*hand, card)))


# ---------------------------------------------------------------------- the questions


def dealer(rules: Rules, up: int, shoe: Shoe) -> dict[str, Fraction]:
    """Chances of the dealer's results under this upcard, `shoe` being all that is unseen besides."""
    return dict.fromkeys(DEALER_RESULTS, _ZERO) | dict(Table(rules, up, shoe).dealer(shoe))


def hand(rules: Rules, cards: Hand, up: int, shoe: Shoe) -> tuple[dict[str, Fraction], str]:
    """Each legal move's expected value for a hand in play, and its condition; `shoe` lacks the upcard, not the hand."""
    table, cards = Table(rules, up, shoe), tuple(sorted(cards))
    left = shoe
    for card in cards:
        left = left.without(card - 1)
    natural = table.natural(left)
    if cards == (1, 10):
        return {"wait": rules.blackjack_ratio * (1 - natural)}, "unconditional"
    found = dict(table.moves(cards))
    if len(cards) == 2 and cards[0] == cards[1] and hands_limit(rules, cards[0]) > 1:
        found["split"] = table.split_of_the_best_limit(cards[0], table.optimum)
    if table.given_no_natural and not table.surrender_before_peek(cards):
        found = {move: win / (1 - natural) for move, win in found.items()}
        if table.may_surrender(cards):
            found["surrender"] = -_HALF
        return found, "given no dealer natural"
    found = {move: table.unconditional(win, natural) for move, win in found.items()}
    if table.may_surrender(cards):
        found["surrender"] = -_HALF if rules.surrender == "early" else -_HALF * (1 - natural) - natural
    return found, "unconditional"


@dataclass(frozen=True)
class PreDeal:
    """The value of a whole round before it is dealt, composition-dependent optimum or any fixed strategy."""

    rules: Rules
    shoe: Shoe

    def optimal(self) -> Fraction:
        def best(table: Table, cards: Hand, natural: Fraction) -> Fraction:
            found, _ = hand(self.rules, cards, table.up, table.shoe)
            win = max(found.values())
            if cards[0] == cards[1] == 10 and self.rules.split == "rank" and "split" in found:
                # Two tens are of one rank only so often; the others can't be split.
                rest = max(value for move, value in found.items() if move != "split")
                win = self._same_rank * win + (1 - self._same_rank) * rest
            if table.given_no_natural and not table.surrender_before_peek(cards) and cards != (1, 10):
                return win * (1 - natural) - natural
            return win

        return self._over_deals(best)

    def by_chart(self, chart: Chart) -> Fraction:
        """Playing this chart, before and after a split."""

        def total(table: Table, cards: Hand, natural: Fraction, may_split: bool) -> Fraction:
            legal = set(table.legal(cards, pair=0))
            if table.may_surrender(cards):
                legal.add("surrender")
            if may_split and cards[0] == cards[1] and hands_limit(self.rules, cards[0]) > 1:
                legal.add("split")
            move = chart.choose(cards, table.up, legal)
            if move == "surrender":
                early = self.rules.surrender == "early"
                return -_HALF if early else -_HALF * (1 - natural) - natural
            if move == "split":
                win = table.split(cards[0], hands_limit(self.rules, cards[0]), play(table))
            else:
                left = table.shoe.without(cards[0] - 1).without(cards[1] - 1)
                win = table.fixed(cards, left, play(table), pair=0)
            return table.unconditional(win, natural)

        def play(table: Table) -> Strategy:
            return lambda hand, legal: chart.choose(hand, table.up, legal)

        def value(table: Table, cards: Hand, natural: Fraction) -> Fraction:
            if cards == (1, 10):
                return self.rules.blackjack_ratio * (1 - natural)
            win = total(table, cards, natural, may_split=True)
            if cards == (10, 10) and self.rules.split == "rank":
                same = self._same_rank
                return same * win + (1 - same) * total(table, cards, natural, may_split=False)
            return win

        return self._over_deals(value)

    @cached_property
    def _same_rank(self) -> Fraction:
        decks = self.rules.decks
        return Fraction(4 * decks - 1, 16 * decks - 1) if decks else Fraction(1, 4)

    def _over_deals(self, value: Callable[[Table, Hand, Fraction], Fraction]) -> Fraction:
        whole = _ZERO
        for up in range(1, 11):
            up_chance = self.shoe.chance(up - 1)
            if not up_chance:
                continue
            table = Table(self.rules, up, self.shoe.without(up - 1))
            for first in range(1, 11):
                for second in range(first, 11):
                    left = table.shoe.without(first - 1)
                    chance = table.shoe.chance(first - 1) * left.chance(second - 1) * (1 if first == second else 2)
                    if chance:
                        natural = table.natural(left.without(second - 1))
                        whole += up_chance * chance * value(table, (first, second), natural)
        return whole
