"""Index plays: the move for a hand at a true count, valued by the odds engine for the shoes that have this count.

A true count of t, rounded down, with d decks left stands for d running counts, t*d to t*d + d - 1. A running count stands for
the shoes whose cards are gone evenly from every value but for the imbalance that it names: half of it low cards gone, half
high cards that stayed, the odd card falling to each value in turn. A move is worth the mean over these shoes, each exact.
Where two moves cross lies the index; nothing is looked up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from zapato.cards import VALUE_NAMES
from zapato.odds import HandOdds, OddsError, hand
from zapato.rules import Rules

LOW: Final = (2, 3, 4, 5, 6)
"""The cards that count +1 in hi-lo; tens and aces count -1."""
TRUE_MAX: Final = 10
PLAYS: Final = (
    ("T 6", 10), ("T 5", 10), ("T 2", 3), ("T 2", 2), ("T 3", 2), ("T 2", 4), ("9 2", 1), ("T T", 5), ("T T", 6),
    ("6 4", 10), ("7 2", 2), ("7 2", 7), ("9 7", 9), ("T 3", 3), ("6 4", 1),
)  # fmt: skip
"""Decisions that a count changes most often."""
INSURED: Final = "T 6"
"""The hand to insure: one ten and a low card, which count nothing together and leave the share of tens as it is."""
TURNS: Final = 5
"""Shoes to a running count, twice as many where a true count is but one running count."""
OFFSETS: Final = (-4, -3, -2, -1, 0, 1, 2, 3)
"""How far from its index a play is asked for: as often below as from there on."""


@dataclass(frozen=True, slots=True)
class IndexPlay:
    """From `index` on (a true count by hi-lo, rounded down), `above` is worth more than `below`."""

    cards: str
    up: int
    below: str
    above: str
    index: int


@dataclass(frozen=True, slots=True)
class CountGrade:
    """What each choice was worth at a true count; `ev` in initial bets, the mean over the shoes of this count."""

    choice: str
    best: str
    ev: Mapping[str, float]
    condition: str
    play: IndexPlay

    @property
    def cost(self) -> float:
        """Given up against the best."""
        return self.ev[self.best] - self.ev[self.choice]


def seen_at(rules: Rules, running: int, decks_left: int, turn: int = 0, own: Sequence[int] = ()) -> list[str]:
    """The cards gone from a shoe beside the hand, so that by hi-lo they add up to `running`.

    An even share of what the `own` values leave of the decks is gone, but for the imbalance that the count names; `turn`
    says which values the odd cards fall to, so that over all turns each loses what is to be expected.
    """
    gone = 52 * (rules.decks - decks_left)
    pool = {value: (16 if value == 10 else 4) * rules.decks - own.count(value) for value in range(1, 11)}
    share = gone / sum(pool.values())
    counts = {value: int(share * count + ((turn + value) % TURNS + 0.5) / TURNS) for value, count in pool.items()}
    missing = running - sum(tag(value) * count for value, count in counts.items())
    sign = 1 if missing > 0 else -1
    halves = ((abs(missing) + 1) // 2, abs(missing) // 2)
    low, high = halves if (turn + running) % 2 else halves[::-1]
    for place in range(low):
        counts[LOW[(2 * place + turn) % len(LOW)]] += sign
    for place in range(high):
        # Of five high cards four are tens.
        counts[1 if (place + turn) % 5 == 2 else 10] -= sign
    return [VALUE_NAMES[value - 1] for value, count in counts.items() for _ in range(max(count, 0))]


def tag(value: int) -> int:
    """Hi-lo's."""
    return 1 if value in LOW else -1 if value in (1, 10) else 0


def values_at(
    rules: Rules, cards: str, up: int, true_count: int, decks_left: int, *, insurance: bool = False
) -> tuple[Mapping[str, float], str]:
    """What each move is worth at this true count, the hand and the upcard counted too, and the condition of the values.

    Raises:
        OddsError: insurance where none is sold.
    """
    own = [*(VALUE_NAMES.index(card) + 1 for card in cards.split()), up]
    first = true_count * decks_left - sum(map(tag, own))
    turns = range(TURNS if decks_left > 1 else 2 * TURNS)
    shoes = [(running, turn) for running in range(first, first + decks_left) for turn in turns]
    found = [hand(rules, cards, up, seen_at(rules, running, decks_left, turn, own)) for running, turn in shoes]
    each = [_values(odds, insurance=insurance) for odds in found]
    mean = {move: sum(values[move] for values in each) / len(each) for move in each[0]}
    return mean, "unconditional" if insurance else found[0].condition


def teaches_counts(rules: Rules) -> bool:
    """Whether half a shoe of whole decks can be left: an endless shoe and a single deck have no such count."""
    return not rules.infinite and rules.decks >= 2


def half_left(rules: Rules) -> int:
    """The decks left where indices are told: half the shoe."""
    return max(rules.decks // 2, 1)


def index_plays(rules: Rules) -> tuple[IndexPlay, ...]:
    """The plays of this table that a count changes, insurance first; none where `teaches_counts` is not so."""
    if not teaches_counts(rules):
        return ()
    asked = [*([(INSURED, 1, True)] if rules.insurance != "none" else []), *((*play, False) for play in PLAYS)]
    found = []
    for cards, up, insurance in asked:
        crossing = _crossing(rules, cards, up, half_left(rules), insurance=insurance)
        if crossing is not None:
            found.append(IndexPlay(cards, up, *crossing))
    return tuple(found)


def _crossing(rules: Rules, cards: str, up: int, decks_left: int, *, insurance: bool) -> tuple[str, str, int] | None:
    def best(true_count: int) -> str:
        values, _ = values_at(rules, cards, up, true_count, decks_left, insurance=insurance)
        return max(values, key=lambda move: values[move])

    low, high = -TRUE_MAX, TRUE_MAX
    below, above = best(low), best(high)
    # By halves: a test holds that these plays change once.
    if below == above:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        found = best(middle)
        low, high, above = (middle, high, above) if found == below else (low, middle, found)
    return below, above, high


def _values(odds: HandOdds, *, insurance: bool) -> Mapping[str, float]:
    if not insurance:
        return odds.ev
    if odds.insurance is None:
        raise OddsError("no insurance is sold here")
    # Half the bet is insured; ties go to leaving it.
    return {"decline": 0.0, "insure": odds.insurance / 2}


def is_insurance(play: IndexPlay) -> bool:
    return "insure" in (play.below, play.above)


def ask_at_count(plays: Sequence[IndexPlay], chance: Random) -> tuple[IndexPlay, int]:
    """A play and a true count near its index, on either side equally often."""
    play = chance.choice(plays)
    return play, max(-TRUE_MAX, min(TRUE_MAX, play.index + chance.choice(OFFSETS)))


def grade_at_count(rules: Rules, play: IndexPlay, true_count: int, choice: str) -> CountGrade:
    """What a choice was worth at this count.

    Raises:
        OddsError: a choice that is not allowed here.
    """
    values, condition = values_at(
        rules, play.cards, play.up, true_count, half_left(rules), insurance=is_insurance(play)
    )
    if choice not in values:
        raise OddsError(f"{choice[:20]!r} is not allowed here: {', '.join(values)}")
    best = max(values, key=lambda move: values[move])
    return CountGrade(choice, best, values, condition, play)
