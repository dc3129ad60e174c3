"""Rounds of a plan as records of the format `zapato.round/1`, so that `zapato replay` can check them one by one.

The kernel knows ranks only. A suit is chosen for each card from those that the shoe still holds of its rank, by the plan's
seed; suits never change a result.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from zapato.cards import RANKS, SUITS
from zapato.money import Debenes
from zapato.rules import Rules, to_mapping
from zapato.simulation.plan import Plan, PlanError

MOVES: Final = ("stand", "hit", "double", "split", "surrender", "insure", "even-money")
"""By the kernel's numbers."""

TRACE_MAX: Final = 1_000_000

_NO_PART: Final = frozenset(("chips", "burn", "reshuffle_below", "bet_clock", "move_clock", "insurance_clock"))


def trace(plan: Plan, rounds: int) -> Iterator[dict[str, Any]]:
    """The first rounds of the plan, one record each, with the result that each box must have.

    A box's player is `box-1`, `box-2` …; one unit is the lowest bet of the rules (raised where payoffs would not be
    whole). A round that the player sits out is traced with a bet of one unit. The results are the kernel's own.
    Raises PlanError.
    """
    if not 1 <= rounds <= TRACE_MAX:
        raise PlanError(f"{rounds} rounds can't be traced: 1 to {TRACE_MAX:,}")
    rules = table_rules(plan)
    written = {name: value for name, value in to_mapping(rules).items() if name not in _NO_PART}
    suits = _Suits(plan)
    for number, (unit, fresh, bet, _, ranks, moves, boxes) in enumerate(plan.simulation.trace(rounds), start=1):
        suits.begin(fresh_shoe=fresh)
        stakes = [rules.bet_min * (1 if box.company else max(1, bet)) for box in plan.boxes]
        cards = [suits.card(rank) for rank in ranks]
        yield {
            "format": "zapato.round/1",
            "id": f"{number}",
            "note": f"seed {plan.seed}, unit {unit}",
            "rules": written,
            "cards": " ".join(cards),
            "bets": [
                {"box": place, "player": f"box-{place}", "amount": stake} for place, stake in enumerate(stakes, start=1)
            ],
            "moves": [{"box": box, "move": MOVES[move]} for box, move in moves],
            "expect": {
                "players": {
                    f"box-{place}": stake * tenths // 10
                    for place, (stake, tenths) in enumerate(zip(stakes, boxes, strict=True), start=1)
                }
            },
        }


def table_rules(plan: Plan) -> Rules:
    """The rules with as many boxes as the plan has, and limits and a unit by which its bets pay whole debenes."""
    rules = plan.rules
    unit = rules.bet_unit
    while any((unit * share).denominator != 1 for share in (rules.blackjack_ratio, Fraction(1, 2))):
        unit = Debenes(unit + rules.bet_unit)
    least = -(-rules.bet_min // unit) * unit
    most = max(rules.bet_max, least * max(*plan.bets, 1))
    return replace(
        rules,
        boxes=max(rules.boxes, len(plan.boxes)),
        bet_unit=Debenes(unit),
        bet_min=Debenes(least),
        bet_max=Debenes(most),
    )


class _Suits:
    """Which cards of each rank the shoe still holds, and which lie on the felt."""

    def __init__(self, plan: Plan) -> None:
        self._decks = plan.rules.decks
        self._random = random.Random(plan.seed)
        self._left: dict[int, list[str]] = {}
        self._felt: list[str] = []

    def begin(self, *, fresh_shoe: bool) -> None:
        self._felt = []
        if fresh_shoe:
            self._left = {}

    def card(self, rank: int) -> str:
        left = self._left.get(rank)
        if not left:
            # None yet, or a shoe that ran out in mid-round: all come back but those on the felt.
            left = [RANKS[rank] + suit for suit in SUITS] * self._decks
            for card in self._felt:
                if card in left:
                    left.remove(card)
            self._random.shuffle(left)
            self._left[rank] = left
        self._felt.append(left.pop())
        return self._felt[-1]
