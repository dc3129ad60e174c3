"""How residents play: total-dependent basic strategy, told by a few numbers and bent by the rules at hand.

The hall knows no odds. On every house table this is the exact chart that `zapato.odds` finds, and tests hold it to
that; on other rules of four decks and more it differs in a close cell or two.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from zapato.cards import Card, parse_card, value
from zapato.hand import Total, total
from zapato.round.commands import Move
from zapato.rules import Rules

_ACE: Final = 1
_TEN: Final = 10

_HARD_DOUBLES: Final = {9: range(3, 7), 10: range(2, 10), 11: range(2, 11)}
"""Upcards against which a hard total is doubled."""

_SOFT_DOUBLES: Final = {13: 5, 14: 5, 15: 4, 16: 4, 17: 3, 18: 3}
"""The lowest upcard against which a soft total is doubled; the highest is 6."""

_SPLITS: Final = {2: range(2, 8), 3: range(2, 8), 4: range(5, 7), 6: range(2, 7), 7: range(2, 8)}
"""Pairs split against these upcards where a split hand may double; eights, nines and aces have rules of their own."""

_SPLITS_NO_DOUBLE: Final = {2: range(4, 8), 3: range(4, 8), 4: range(0), 6: range(3, 7), 7: range(2, 8)}


def choose(rules: Rules, cards: Sequence[str], upcard: str, allowed: Collection[Move]) -> Move:
    """The move for a hand against the dealer's upcard, one of `allowed` (which always holds `stand`)."""
    hand = [parse_card(card) for card in cards]
    up = value(parse_card(upcard))
    best = total(hand)
    if "surrender" in allowed and _surrenders(rules, hand, best, up):
        return "surrender"
    if "split" in allowed and _splits(rules, value(hand[0]), up):
        return "split"
    if "double" in allowed and _doubles(rules, best, up):
        return "double"
    return "hit" if "hit" in allowed and _hits(rules, best, up) else "stand"


def _bold(rules: Rules, up: int) -> bool:
    """Whether more money may go out against this upcard: without a peek a natural takes all of it."""
    return rules.hole != "enhc" or up not in (_ACE, _TEN)


def _surrenders(rules: Rules, hand: Sequence[Card], best: Total, up: int) -> bool:
    if best.soft:
        return False
    if rules.surrender == "early" and rules.peeks_under(up):
        if up == _ACE:
            return best.value in (5, 6, 7, 12, 13, 14, 15, 16, 17)
        return best.value in (14, 15, 16)
    eights = len(hand) == 2 and value(hand[0]) == value(hand[1]) == 8
    if eights and _bold(rules, up):
        return False
    if best.value == 15:
        return up == _TEN or (up == _ACE and rules.hit_soft_17)
    if best.value == 17:
        return up == _ACE and rules.hit_soft_17
    return best.value == 16 and up in (9, _TEN, _ACE)


def _splits(rules: Rules, of: int, up: int) -> bool:
    if of in (_ACE, 8):
        # Without a peek, eights against a ten or an ace and aces against an ace would lose both bets too often.
        return _bold(rules, up) or (of == _ACE and up == _TEN)
    if of == 9:
        return up in (2, 3, 4, 5, 6, 8, 9)
    return up in (_SPLITS if rules.double_after_split else _SPLITS_NO_DOUBLE).get(of, ())


def _doubles(rules: Rules, best: Total, up: int) -> bool:
    if best.soft:
        if rules.hit_soft_17 and (best.value, up) in ((18, 2), (19, 6)):
            return True
        lowest = _SOFT_DOUBLES.get(best.value)
        return lowest is not None and lowest <= up <= 6
    if best.value == 11 and up == _ACE:
        return _bold(rules, up) and (rules.hit_soft_17 or rules.decks <= 2)
    return up in _HARD_DOUBLES.get(best.value, ()) and _bold(rules, up)


def _hits(rules: Rules, best: Total, up: int) -> bool:
    weak = 2 <= up <= 6
    if best.soft:
        return best.value <= 17 or (best.value == 18 and up in (9, _TEN, _ACE))
    if best.value <= 11:
        return True
    if best.value == 12:
        return up not in (4, 5, 6)
    if best.value == 16 and up == _TEN and rules.surrender != "none":
        # With two cards it was surrendered. Three and more have used up low ones, and standing is a hair better.
        return False
    return best.value <= 16 and not weak
