"""What is wrong with a Rules: every fault at once, each with the parameter to change.

Reading a Rules finds faults of names and values only. What the values mean together is asked where it matters:
odds ask nothing (they ignore limits, unit, chips and clocks), a record asks `record_faults`, `zapato rules check`
asks `contradictions` and `money_faults`, a table that opens asks `table_faults`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from zapato.rules.model import Rules


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong; `parameter` is where to look first. `kind` and `holes` say the same for who words it anew."""

    parameter: str
    why: str
    kind: str = field(default="", compare=False)
    holes: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        return f"{self.parameter}: {self.why}"


class RulesError(ValueError):
    """A Rules that can't be; `faults` holds every reason."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(str(fault) for fault in faults))


WEIGHED_TOGETHER: Final = frozenset(
    {"preset", "decks", "burn", "bet_min", "bet_max", "bet_unit", "blackjack_pays", "insurance", "surrender"}
)
"""The parameters that `contradictions` and `money_faults` look at."""


def contradictions(rules: Rules) -> tuple[Fault, ...]:
    """Parameters that exclude each other. A switch with nothing to act on is not one."""
    found = [*_crossed_limits(rules)]
    for name, amount in (("bet_min", rules.bet_min), ("bet_max", rules.bet_max)):
        if amount % rules.bet_unit:
            found.append(Fault(name, f"{amount} is not a multiple of bet_unit {rules.bet_unit}"))
    if not rules.infinite and rules.burn >= rules.shoe_cards:
        found.append(Fault("burn", f"{rules.burn} cards burnt leave nothing of a shoe of {rules.shoe_cards}"))
    return tuple(found)


def record_faults(rules: Rules) -> tuple[Fault, ...]:
    """What keeps a round from being played by these rules; chips, clocks, burn and reshuffle play no part in one."""
    found = [*_crossed_limits(rules), *money_faults(rules)]
    if rules.infinite:
        found.append(_ENDLESS)
    return tuple(found)


def _crossed_limits(rules: Rules) -> tuple[Fault, ...]:
    if rules.bet_min <= rules.bet_max:
        return ()
    return (Fault("bet_min", f"{rules.bet_min} is above bet_max {rules.bet_max}"),)


_ENDLESS = Fault("decks", "an endless shoe can't be dealt from; only odds understand it")


def money_faults(rules: Rules) -> tuple[Fault, ...]:
    """Payoffs that would not be whole debenes for a bet of one unit."""
    found = []
    unit = rules.bet_unit
    if (unit * rules.blackjack_ratio).denominator != 1:
        paid = float(unit * rules.blackjack_ratio)
        found.append(
            Fault(
                "bet_unit", f"a natural on {unit} at {rules.blackjack_pays} would be paid {paid:g}, not whole debenes"
            )
        )
    if unit % 2 and rules.insurance != "none":
        found.append(Fault("bet_unit", f"half of {unit} is not whole, and insurance costs half the bet"))
    if unit % 2 and rules.surrender != "none":
        found.append(Fault("bet_unit", f"half of {unit} is not whole, and surrender returns half the bet"))
    return tuple(found)


def table_faults(rules: Rules) -> tuple[Fault, ...]:
    """All that keeps a table from opening: contradictions, broken payoffs, chips that can't lay the limits, a shoe too small."""
    found = [*contradictions(rules), *money_faults(rules)]
    if rules.infinite:
        found.append(_ENDLESS)
    elif (needed := cards_needed(rules)) > rules.shoe_cards:
        found.append(
            Fault("decks", f"one round could take {needed} cards, and {rules.decks} x 52 are {rules.shoe_cards}")
        )
    if not rules.chips:
        found.append(Fault("chips", "a table needs at least one"))
    found += [
        Fault("chips", f"{chip} is not a multiple of bet_unit {rules.bet_unit}")
        for chip in rules.chips
        if chip % rules.bet_unit
    ]
    found += [
        Fault("chips", f"{chip} is above bet_max {rules.bet_max}") for chip in rules.chips if chip > rules.bet_max
    ]
    if rules.chips and rules.bet_min % min(rules.chips):
        found.append(Fault("chips", f"the smallest, {min(rules.chips)}, can't lay bet_min {rules.bet_min} exactly"))
    return tuple(found)


def cards_needed(rules: Rules) -> int:
    """A bound on the cards that one round can take from a shoe of `rules.decks` decks (finite).

    Every hand draws only on a total of 20 or less, aces counted 1, so all hands together hold at most 20 points
    each before their last card. The most cards come out when the lowest ones do.
    """
    hands = rules.boxes * rules.max_hands + 1
    points, cards = 20 * hands, hands
    for points_each in range(1, 11):
        there = rules.decks * (16 if points_each == 10 else 4)
        taken = min(there, points // points_each)
        points -= taken * points_each
        cards += taken
    return cards
