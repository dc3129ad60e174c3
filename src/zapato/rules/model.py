"""Every house rule as one frozen value. Names and meaning: docs/rules.md."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from zapato.money import Debenes, parse_ratio

Hole = Literal["peek", "enhc", "obo"]
BlackjackPays = Literal["3:2", "6:5", "1:1"]
DoubleOn = Literal["any", "9-11", "10-11", "none"]
SplitBy = Literal["value", "rank"]
Insurance = Literal["none", "half", "up-to-half"]
Surrender = Literal["none", "late", "early"]
SplitOrder = Literal["first", "right"]
PayOrder = Literal["boxes", "reverse"]

INFINITE_DECKS: Final = 0
"""`decks` of an endless shoe (text form `infinite`): understood by odds only."""

HANDS_CAP: Final = 8
"""`max_hands` of 8 is what a house without a limit gets: everything here has a bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One table's rules. The defaults are the plain six-deck table on which the presets build; it is none of them itself.

    Build with `zapato.rules.load` or `from_mapping`, which refuse unknown names and values out of range. What the values
    mean together is `zapato.rules.check`'s to say, for a table (`table_faults`) or a record (`record_faults`).
    """

    # The shoe.
    decks: int = 6
    """1 to 8, or `INFINITE_DECKS`."""
    burn: int = 0
    """Cards taken off unseen after a shuffle."""
    reshuffle_below: int = 78
    """Before a deal with fewer cards left, a fresh shoe. 52 x decks or more: fresh every round."""

    # The felt.
    boxes: int = 7
    boxes_per_player: int = 1
    behind_max: int = 0
    """Bets behind on one box, the seat's own not counted; 0: none."""
    behind_standing_only: bool = False
    """A player with a seat bet may not bet behind."""
    bet_min: Debenes = Debenes(10)
    bet_max: Debenes = Debenes(1000)
    bet_unit: Debenes = Debenes(2)
    """Every bet is a multiple of it."""
    chips: tuple[Debenes, ...] = (Debenes(10), Debenes(50), Debenes(100), Debenes(500), Debenes(1000))

    # The dealer.
    hole: Hole = "peek"
    """`peek`: hole card, looked at under an ace or ten. `enhc`: no hole card, a natural takes all bets. `obo`: no hole card, original bets only."""
    peek_on_ten: bool = True
    """Acts with `hole = "peek"` only. False: a natural under a ten is found at the end and takes initial bets only."""
    hit_soft_17: bool = False

    # The player's moves.
    blackjack_pays: BlackjackPays = "3:2"
    double: DoubleOn = "9-11"
    double_soft: bool = False
    """Acts with a restricted double only: soft totals count too, the ace as 1."""
    double_after_split: bool = True
    split: SplitBy = "value"
    max_hands: int = 2
    """Hands one box may reach by splitting; 1: no split."""
    resplit_aces: bool = False
    hit_split_aces: bool = False
    insurance: Insurance = "half"
    natural_may_insure: bool = False
    even_money: bool = False
    surrender: Surrender = "none"
    surrender_against_ace: bool = True
    split_order: SplitOrder = "first"
    """Which card of a pair, in the order dealt, is played first: the `first`, or the second (`right`: at the player's right hand)."""
    pay_order: PayOrder = "boxes"

    # Clocks, in seconds; 0: no clock.
    bet_clock: int = 15
    move_clock: int = 15
    insurance_clock: int = 8

    @property
    def infinite(self) -> bool:
        return self.decks == INFINITE_DECKS

    @property
    def shoe_cards(self) -> int:
        """Cards of the full shoe; 0 for an endless one."""
        return 52 * self.decks

    @property
    def has_hole_card(self) -> bool:
        return self.hole == "peek"

    @property
    def blackjack_ratio(self) -> Fraction:
        """What a natural wins, per debén bet."""
        return parse_ratio(self.blackjack_pays)

    def peeks_under(self, upcard_value: int) -> bool:
        """Whether the dealer looks at the hole card before the moves, with this upcard (1 an ace … 10)."""
        return self.has_hole_card and (upcard_value == 1 or (upcard_value == 10 and self.peek_on_ten))
