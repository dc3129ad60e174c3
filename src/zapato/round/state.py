"""Where a round stands, and how each event changes that. `evolve` applies what happened and decides nothing."""

from __future__ import annotations

from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from zapato.cards import Card, parse_card, value
from zapato.hand import Total, is_ten_and_ace, total
from zapato.invariant import InvariantError, ensure
from zapato.round.commands import Bet
from zapato.round.events import (
    BoxCard,
    Busted,
    DealerCard,
    DealerDone,
    DealerResult,
    Doubled,
    EvenMoneyTaken,
    Event,
    HandSettled,
    HandSplit,
    Hit,
    HoleTurned,
    InsuranceDeclined,
    InsuranceSettled,
    Insured,
    Offer,
    OffersClosed,
    OffersOpened,
    Peeked,
    PlayerPaid,
    RoundEnded,
    RoundOpened,
    Stake,
    Stood,
    StoodWhy,
    SurrenderDeclined,
    Surrendered,
    SurrenderOffered,
    TurnBegan,
)
from zapato.rules import Rules

HandEnd = StoodWhy | Literal["bust", "surrender"]
"""Why a hand takes no more moves."""


class Hand(Struct, frozen=True):
    """Cards and the money on them. `stakes` holds one amount for each bettor of the box, 0 where they have nothing on this hand."""

    cards: tuple[Card, ...]
    stakes: tuple[int, ...]
    from_split: bool = False
    doubled: bool = False
    end: HandEnd | None = None

    @property
    def total(self) -> Total:
        return total(self.cards)

    @property
    def natural(self) -> bool:
        return not self.from_split and is_ten_and_ace(self.cards)

    @property
    def split_ace(self) -> bool:
        return self.from_split and value(self.cards[0]) == 1

    @property
    def live(self) -> bool:
        """Whether the dealer must still play against it. (A natural asks only whether the dealer has one too.)"""
        return self.end not in ("bust", "surrender") and not self.natural


class BoxState(Struct, frozen=True):
    """A box in play. `bettors`: the seat first, then those behind in the order in which they bet."""

    box: int
    bettors: tuple[Bet, ...]
    hands: tuple[Hand, ...]
    even_money: tuple[str, ...] = ()
    """The bettors who took it."""

    @property
    def seat(self) -> Bet:
        return self.bettors[0]

    def bettor(self, player: str) -> Bet | None:
        return next((bettor for bettor in self.bettors if bettor.player == player), None)


class Turn(Struct, frozen=True):
    box: int
    hand: int


class RoundState(Struct, frozen=True):
    """One round. Begin with `RoundState(rules)`; every other one comes from `evolve`. `boxes` are in rising order."""

    rules: Rules
    boxes: tuple[BoxState, ...] = ()
    purses: dict[str, int] = {}
    """What is left of each purse that is known; a player who is not in it has enough for everything. Never changed in place."""
    dealer: tuple[Card, ...] = ()
    """All of the dealer's cards, the face-down one too: never show them where `hole_hidden`."""
    hole_hidden: bool = False

    offers: tuple[Offer, ...] = ()
    """Every offer of insurance or even money of this round, answered or not."""
    unanswered: tuple[Offer, ...] = ()
    offers_open: bool = False
    offers_over: bool = False
    surrender_box: int | None = None
    """The box that is asked for early surrender right now."""
    surrender_asked: tuple[int, ...] = ()
    peeked: bool | None = None
    """What the peek found; None: there was none (yet)."""
    turn: Turn | None = None
    card_due: bool = False
    """The hand whose turn it is asked for a card and has not got it."""

    insurances: tuple[Insured, ...] = ()
    insurances_settled: tuple[InsuranceSettled, ...] = ()
    dealer_done: bool = False
    dealer_result: DealerResult | None = None
    hands_settled: tuple[HandSettled, ...] = ()
    paid: tuple[PlayerPaid, ...] = ()
    ended: bool = False

    @property
    def opened(self) -> bool:
        return bool(self.boxes)

    @property
    def upcard(self) -> Card:
        return self.dealer[0]

    @property
    def upcard_value(self) -> int:
        """1 for an ace … 10."""
        return value(self.dealer[0])

    @property
    def dealer_total(self) -> Total:
        return total(self.dealer)

    @property
    def dealer_natural(self) -> bool:
        return is_ten_and_ace(self.dealer)

    def box(self, number: int) -> BoxState | None:
        """Box `number`; None where it has no bet in this round."""
        return next((box for box in self.boxes if box.box == number), None)

    def box_in_play(self, number: int) -> BoxState:
        """Box `number`, which is known to be in play."""
        box = self.box(number)
        if box is None:
            raise InvariantError(f"box {number} is not in play")
        return box

    def hand(self, box: int, number: int) -> Hand:
        """Hand `number` (from 1) of a box that is in play."""
        hands = self.box_in_play(box).hands
        ensure(1 <= number <= len(hands), "no such hand", box=box, hand=number)
        return hands[number - 1]


def evolve(state: RoundState, event: Event) -> RoundState:
    """`state` after `event`, which must be one that `decide` gave for this state (or a log kept)."""
    match event:
        case BoxCard():
            hand = state.hand(event.box, event.hand)
            drawn = replace(hand, cards=(*hand.cards, parse_card(event.card)))
            return replace(_with_hand(state, event.box, event.hand, drawn), card_due=False)
        case DealerCard():
            if event.card is None:
                raise InvariantError("a round can't go on from a view of a face-down card")
            dealer = (*state.dealer, parse_card(event.card))
            return replace(state, dealer=dealer, hole_hidden=state.hole_hidden or event.hidden)
        case TurnBegan():
            return replace(state, turn=Turn(event.box, event.hand))
        case Stood():
            return _ended_hand(state, event.box, event.hand, event.why)
        case Hit():
            return replace(state, card_due=True)
        case Busted():
            return _ended_hand(state, event.box, event.hand, "bust")
        case HandSettled():
            return replace(state, hands_settled=(*state.hands_settled, event))
        case PlayerPaid():
            return replace(state, paid=(*state.paid, event))
        case RoundOpened():
            return replace(state, boxes=_laid(event.bets), purses=event.purses)
        case Doubled():
            return _doubled(state, event)
        case HandSplit():
            return _split(state, event)
        case OffersOpened():
            return replace(state, offers=event.offers, unanswered=event.offers, offers_open=True)
        case Insured():
            paid = _without(state.purses, (Stake(event.player, event.amount, event.behind),))
            insured = replace(state, insurances=(*state.insurances, event), purses=paid)
            return _answered(insured, event.box, event.player)
        case InsuranceDeclined():
            return _answered(state, event.box, event.player)
        case EvenMoneyTaken():
            box = state.box_in_play(event.box)
            taken = _with_box(state, replace(box, even_money=(*box.even_money, event.player)))
            return _answered(taken, event.box, event.player)
        case OffersClosed():
            return replace(state, offers_open=False, offers_over=True, unanswered=())
        case SurrenderOffered():
            return replace(state, surrender_box=event.box, surrender_asked=(*state.surrender_asked, event.box))
        case SurrenderDeclined():
            return replace(state, surrender_box=None)
        case Surrendered():
            return replace(_ended_hand(state, event.box, event.hand, "surrender"), surrender_box=None)
        case Peeked():
            return replace(state, peeked=event.natural)
        case HoleTurned():
            return replace(state, hole_hidden=False)
        case DealerDone():
            return replace(state, dealer_done=True, dealer_result=event.result)
        case InsuranceSettled():
            return replace(state, insurances_settled=(*state.insurances_settled, event))
        case RoundEnded():
            return replace(state, ended=True)
        case _:
            assert_never(event)


def _laid(bets: tuple[Bet, ...]) -> tuple[BoxState, ...]:
    boxes = []
    for number in sorted({bet.box for bet in bets}):
        on_box = [bet for bet in bets if bet.box == number]
        bettors = tuple(sorted(on_box, key=lambda bet: bet.behind))
        first = Hand(cards=(), stakes=tuple(bet.amount for bet in bettors))
        boxes.append(BoxState(number, bettors, (first,)))
    return tuple(boxes)


def _with_box(state: RoundState, changed: BoxState) -> RoundState:
    return replace(state, boxes=tuple(changed if box.box == changed.box else box for box in state.boxes))


def _with_hand(state: RoundState, number: int, place: int, *hands: Hand) -> RoundState:
    """The state with `hands` in place of the one hand that box `number` had at `place` (from 1)."""
    box = state.box_in_play(number)
    return _with_box(state, replace(box, hands=(*box.hands[: place - 1], *hands, *box.hands[place:])))


def _ended_hand(state: RoundState, box: int, number: int, end: HandEnd) -> RoundState:
    ended = replace(state.hand(box, number), end=end)
    return replace(_with_hand(state, box, number, ended), turn=None)


def _answered(state: RoundState, box: int, player: str) -> RoundState:
    left = tuple(offer for offer in state.unanswered if (offer.box, offer.player) != (box, player))
    return replace(state, unanswered=left)


def _without(purses: dict[str, int], stakes: tuple[Stake, ...]) -> dict[str, int]:
    left = dict(purses)
    for stake in stakes:
        if stake.player in left:
            left[stake.player] -= stake.amount
            ensure(
                left[stake.player] >= 0,
                "a purse went negative",
                player=stake.player,
                purse=left[stake.player],
            )
    return left


def _in_order_of_bettors(state: RoundState, number: int, stakes: tuple[Stake, ...]) -> tuple[int, ...]:
    laid = {stake.player: stake.amount for stake in stakes}
    return tuple(laid.get(bettor.player, 0) for bettor in state.box_in_play(number).bettors)


def _doubled(state: RoundState, event: Doubled) -> RoundState:
    hand = state.hand(event.box, event.hand)
    more = _in_order_of_bettors(state, event.box, event.stakes)
    stakes = tuple(there + extra for there, extra in zip(hand.stakes, more, strict=True))
    doubled = replace(hand, stakes=stakes, doubled=True)
    after = _with_hand(state, event.box, event.hand, doubled)
    return replace(after, card_due=True, purses=_without(state.purses, event.stakes))


def _split(state: RoundState, event: HandSplit) -> RoundState:
    hand = state.hand(event.box, event.hand)
    first = Hand((parse_card(event.first),), hand.stakes, from_split=True)
    stakes = _in_order_of_bettors(state, event.box, event.stakes)
    second = Hand((parse_card(event.second),), stakes, from_split=True)
    after = _with_hand(state, event.box, event.hand, first, second)
    return replace(after, turn=None, purses=_without(state.purses, event.stakes))
