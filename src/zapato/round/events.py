"""What happened in a round, one fact each, in order. Replaying them decides nothing.

Hands are numbered from 1 within a box, in the order of play at that moment. Amounts are debenes.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from zapato.round.commands import Bet

HandResult = Literal["win", "lose", "push", "blackjack", "surrender", "bust", "even-money"]
DealerResult = Literal["bust", "blackjack", "stand", "none"]
StoodWhy = Literal["move", "clock", "21", "natural", "split-ace", "doubled"]


class Stake(Struct, frozen=True):
    """More of a player's money on a hand: a double, a split, or a follow of either."""

    player: str
    amount: int
    behind: bool = False


class Offer(Struct, frozen=True):
    """What one bettor may answer to a dealer's ace. `insurance_most` 0: no insurance; `insurance_least` equals it where exactly half is the rule."""

    box: int
    player: str
    insurance_least: int
    insurance_most: int
    even_money: bool
    behind: bool = False


class RoundOpened(Struct, frozen=True, tag="round-opened"):
    bets: tuple[Bet, ...]
    purses: dict[str, int] = {}


class BoxCard(Struct, frozen=True, tag="box-card"):
    box: int
    hand: int
    card: str


class DealerCard(Struct, frozen=True, tag="dealer-card"):
    """`hidden`: face down. In a view the card is then null until it is turned."""

    card: str | None
    hidden: bool = False


class OffersOpened(Struct, frozen=True, tag="offers-opened"):
    offers: tuple[Offer, ...]


class Insured(Struct, frozen=True, tag="insured"):
    box: int
    player: str
    amount: int
    behind: bool = False


class InsuranceDeclined(Struct, frozen=True, tag="insurance-declined"):
    box: int
    player: str
    by_clock: bool = False
    behind: bool = False


class EvenMoneyTaken(Struct, frozen=True, tag="even-money-taken"):
    """Final: the natural is settled 1:1 on the spot (the money arrives at the end of the round)."""

    box: int
    player: str
    behind: bool = False


class OffersClosed(Struct, frozen=True, tag="offers-closed"):
    """Every insurance offer has its answer."""


class SurrenderOffered(Struct, frozen=True, tag="surrender-offered"):
    """Early surrender, before the peek, to the seat of this box."""

    box: int


class SurrenderDeclined(Struct, frozen=True, tag="surrender-declined"):
    box: int
    by_clock: bool = False


class Peeked(Struct, frozen=True, tag="peeked"):
    """The dealer looked under the upcard. With a natural the round ends."""

    natural: bool


class TurnBegan(Struct, frozen=True, tag="turn-began"):
    """This hand is to act. (A hand that stands by itself has no turn.)"""

    box: int
    hand: int


class Stood(Struct, frozen=True, tag="stood"):
    box: int
    hand: int
    why: StoodWhy


class Hit(Struct, frozen=True, tag="hit"):
    """The hand asked for a card; the card follows as `BoxCard`."""

    box: int
    hand: int


class Doubled(Struct, frozen=True, tag="doubled"):
    box: int
    hand: int
    stakes: tuple[Stake, ...]
    """The seat first, then the followers that matched, in the order in which they bet."""


class HandSplit(Struct, frozen=True, tag="hand-split"):
    """Hand n became n (played first, holding `first`) and n + 1 (holding `second`); later hands moved up."""

    box: int
    hand: int
    first: str
    second: str
    stakes: tuple[Stake, ...]


class Surrendered(Struct, frozen=True, tag="surrendered"):
    box: int
    hand: int


class Busted(Struct, frozen=True, tag="busted"):
    box: int
    hand: int


class HoleTurned(Struct, frozen=True, tag="hole-turned"):
    card: str


class DealerDone(Struct, frozen=True, tag="dealer-done"):
    total: int
    result: DealerResult


class InsuranceSettled(Struct, frozen=True, tag="insurance-settled"):
    box: int
    player: str
    amount: int
    result: Literal["win", "lose"]
    returned: int
    behind: bool = False


class HandSettled(Struct, frozen=True, tag="hand-settled"):
    """One bettor's money on one hand: `bet` is all of it, `returned` what comes back of it and with it."""

    box: int
    hand: int
    player: str
    bet: int
    result: HandResult
    returned: int
    behind: bool = False


class PlayerPaid(Struct, frozen=True, tag="player-paid"):
    """The one credit that a player gets at the end; 0 where nothing comes back."""

    player: str
    staked: int
    returned: int


class RoundEnded(Struct, frozen=True, tag="round-ended"):
    """Nothing is left on the felt."""


Event = (
    RoundOpened
    | BoxCard
    | DealerCard
    | OffersOpened
    | Insured
    | InsuranceDeclined
    | EvenMoneyTaken
    | OffersClosed
    | SurrenderOffered
    | SurrenderDeclined
    | Peeked
    | TurnBegan
    | Stood
    | Hit
    | Doubled
    | HandSplit
    | Surrendered
    | Busted
    | HoleTurned
    | DealerDone
    | InsuranceSettled
    | HandSettled
    | PlayerPaid
    | RoundEnded
)
