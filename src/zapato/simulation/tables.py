"""Strategies, rules and counts as the kernel wants them: flat tables of small numbers.

A strategy walks from state to state with each card of a hand, and answers four questions in each: surrender, split,
double, hit. A chart needs a state for each total and pair; a strategy that looks at every card, one for each set of cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zapato.rules import Rules
from zapato.strategy import Chart
from zapato.strategy.counting import CountingSystem, DecksLeft, Rounding
from zapato.strategy.deviations import Deviation, IndexPlays

HIT, DOUBLE, SPLIT, SURRENDER = range(4)
"""Questions, by the bit of their answer."""

NEVER: Final = 255
CELLS: Final = 42
"""Hard totals 0 to 21 at their own number, soft 12 to 21 from 22 on, pairs A to T from 32 on."""

_UPCARDS: Final = range(1, 11)


@dataclass(frozen=True)
class Tables:
    """One strategy for the kernel."""

    following: NDArray[np.uint16]
    """[state, value - 1] -> state."""
    answers: NDArray[np.uint8]
    """[state, up - 1] -> bits by question."""
    turns: NDArray[np.uint8]
    """[question, state, up - 1] -> bucket from which the answer turns round; `NEVER`."""
    insure_from: int
    cells: NDArray[np.uint16] | None
    """A chart's state for each cell."""


@dataclass(frozen=True)
class Buckets:
    """Counts as small numbers from 0: whole counts from `low` on, the ends holding all beyond them."""

    low: int
    size: int

    def of(self, count: int) -> int:
        return min(max(count - self.low, 0), self.size - 1)

    def counts(self) -> range:
        return range(self.low, self.low + self.size)


# ------------------------------------------------------------ rules

_DOUBLES: Final[Mapping[str, tuple[int, int]]] = {"any": (0, 21), "9-11": (9, 11), "10-11": (10, 11), "none": (0, 0)}


def game(rules: Rules) -> dict[str, int]:
    """The rules of play as numbers, by the names that the kernel gives them."""
    low, high = _DOUBLES[rules.double]
    return {
        "decks": rules.decks,
        "burn": rules.burn,
        "reshuffle_below": rules.reshuffle_below,
        "hole": ("peek", "enhc", "obo").index(rules.hole),
        "peek_on_ten": int(rules.peek_on_ten),
        "hit_soft_17": int(rules.hit_soft_17),
        "natural": ("3:2", "6:5", "1:1").index(rules.blackjack_pays),
        "double_low": low,
        "double_high": high,
        "double_soft": int(rules.double == "any" or rules.double_soft),
        "double_never": int(rules.double == "none"),
        "double_after_split": int(rules.double_after_split),
        "split_by_rank": int(rules.split == "rank"),
        "max_hands": rules.max_hands,
        "resplit_aces": int(rules.resplit_aces),
        "hit_split_aces": int(rules.hit_split_aces),
        "insurance": int(rules.insurance != "none"),
        "natural_may_insure": int(rules.natural_may_insure),
        "even_money": int(rules.even_money),
        "surrender": ("none", "late", "early").index(rules.surrender),
        "surrender_against_ace": int(rules.surrender_against_ace),
    }


# ------------------------------------------------------------ charts

_START, _ONE, _PAIR, _HARD, _SOFT, _OVER = 0, 0, 10, 19, 29, 51
# States: 0 no card; 1..10 one card; 11..20 pairs; 21..40 hard 2..21; 41..50 soft 12..21; 51 over.
_STATES: Final = 52


def _state(low: int, *, ace: bool) -> int:
    if low > 21:
        return _OVER
    return _SOFT + low + 10 if ace and low <= 11 else _HARD + low


def _following() -> NDArray[np.uint16]:
    table = np.zeros((_STATES, 10), np.uint16)
    for value in _UPCARDS:
        at = value - 1
        table[_START, at] = _ONE + value
        for card in _UPCARDS:
            ace = 1 in (value, card)
            table[_ONE + card, at] = _PAIR + card if card == value else _state(card + value, ace=ace)
            table[_PAIR + card, at] = _state(2 * card + value, ace=ace)
        for total in range(2, 22):
            table[_HARD + total, at] = _state(total + value, ace=value == 1)
        for total in range(12, 22):
            table[_SOFT + total, at] = _state(total - 10 + value, ace=True)
        table[_OVER, at] = _OVER
    return table


_CHART_FOLLOWING: Final = _following()


def chart_tables(chart: Chart, plays: IndexPlays | None = None, buckets: Buckets | None = None) -> Tables:
    """The chart's tables, with the index plays where there are any."""
    answers = np.zeros((_STATES, 10), np.uint8)
    for up in _UPCARDS:
        for total in range(2, 22):
            # Hard 2 and 3 are no hands of a chart; a strategy is asked nothing there that it could get wrong.
            cell = chart.cell(max(total, 4), soft=False, up=up)
            answers[_HARD + total, up - 1] = _bits(hit=cell.hit, double=cell.double, surrender=cell.surrender)
        for total in range(12, 22):
            cell = chart.cell(total, soft=True, up=up)
            answers[_SOFT + total, up - 1] = _bits(hit=cell.hit, double=cell.double, surrender=cell.surrender)
    turns = np.full((4, _STATES, 10), NEVER, np.uint8)
    split_plays = []
    for play in plays.plays if plays is not None and buckets is not None else ():
        if play.move == "split":
            split_plays.append(play)
        elif play.kind != "pair":
            _turn(answers, turns, _total_state(play), play, buckets)
    # A pair is its total, and may be split besides. Only where it is not split does it surrender.
    for pair in _UPCARDS:
        total = _state(2 * pair, ace=pair == 1)
        answers[_PAIR + pair] = answers[total]
        turns[:, _PAIR + pair] = turns[:, total]
        for up in _UPCARDS:
            if chart.splits(pair, up):
                answers[_PAIR + pair, up - 1] |= 1 << SPLIT
                answers[_PAIR + pair, up - 1] &= 0xFF ^ (1 << SURRENDER)
                turns[SURRENDER, _PAIR + pair, up - 1] = NEVER
    for play in split_plays:
        _turn(answers, turns, _PAIR + play.total, play, buckets)
    for play in plays.plays if plays is not None and buckets is not None else ():
        if play.kind == "pair" and play.move == "surrender":
            _turn(answers, turns, _PAIR + play.total, play, buckets)
    cells = np.zeros(CELLS, np.uint16)
    cells[2:22] = np.arange(2, 22) + _HARD
    cells[22:32] = np.arange(12, 22) + _SOFT
    cells[32:42] = np.arange(1, 11) + _PAIR
    return Tables(_CHART_FOLLOWING, answers, turns, insure_from(plays, buckets), cells)


def insure_from(plays: IndexPlays | None, buckets: Buckets | None) -> int:
    if plays is None or buckets is None or plays.insurance is None:
        return NEVER
    return buckets.of(plays.insurance)


def _bits(*, hit: bool, double: bool, surrender: bool) -> int:
    return hit << HIT | double << DOUBLE | surrender << SURRENDER


def _total_state(play: Deviation) -> int:
    return (_SOFT if play.kind == "soft" else _HARD) + play.total


_QUESTIONS: Final = {"stand": HIT, "hit": HIT, "double": DOUBLE, "split": SPLIT, "surrender": SURRENDER}


def _turn(
    answers: NDArray[np.uint8], turns: NDArray[np.uint8], state: int, play: Deviation, buckets: Buckets | None
) -> None:
    assert buckets is not None
    question, at = _QUESTIONS[play.move], play.up - 1
    # Below the index the move is not made: a hand that would stand hits, and the other way round.
    below = 1 if play.move == "stand" else 0
    answers[state, at] = (int(answers[state, at]) & (0xFF ^ (1 << question))) | below << question
    turns[question, state, at] = buckets.of(play.index)


# ------------------------------------------------------------ counts


def bucket_table(
    system: CountingSystem,
    decks: int,
    buckets: Buckets,
    *,
    true_count: bool,
    rounding: Rounding = "floor",
    decks_left: DecksLeft = "exact",
) -> NDArray[np.uint8]:
    """[cards left, running count + 128] -> bucket.

    The true count is the running count for each deck of 52 that is left in the shoe (cards that nobody has seen and
    that lie elsewhere, a hole card or burnt ones, are not in it), made whole by `rounding`.
    """
    running = np.arange(-128, 128, dtype=np.int64)
    table = np.zeros((52 * decks + 1, 256), np.uint8)
    for left in range(52 * decks + 1):
        if true_count:
            numerator, denominator = running * 52, system.scale * _cards_counted(left, decks_left)
        else:
            numerator, denominator = running, system.scale
        table[left] = np.clip(_whole(numerator, denominator, rounding) - buckets.low, 0, buckets.size - 1)
    return table


def _cards_counted(left: int, decks_left: DecksLeft) -> int:
    step = {"exact": 1, "half": 26, "whole": 52}[decks_left]
    # To the nearest step, halves up, but never nothing.
    return max(step, (2 * left + step) // (2 * step) * step)


def _whole(numerator: NDArray[np.int64], denominator: int, rounding: Rounding) -> NDArray[np.int64]:
    whole: NDArray[np.int64] = numerator // denominator
    if rounding == "truncate":
        whole = np.sign(numerator) * (np.abs(numerator) // denominator)
    elif rounding == "nearest":
        whole = (2 * numerator + denominator) // (2 * denominator)
    return whole
