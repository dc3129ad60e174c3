"""How a round goes on by itself. From any state either events follow, or something from outside is awaited."""

from __future__ import annotations

from msgspec import Struct

from zapato.hand import TWENTY_ONE
from zapato.invariant import InvariantError
from zapato.round.events import (
    Busted,
    DealerDone,
    Event,
    HoleTurned,
    Offer,
    OffersClosed,
    OffersOpened,
    Peeked,
    Stood,
    SurrenderOffered,
    TurnBegan,
)
from zapato.round.permission import asks_surrender_before_peek, offer_to, refuse_split
from zapato.round.settle import settle_insurances, settlement
from zapato.round.state import BoxState, Hand, RoundState, Turn

DEALER_STANDS = 17


class AwaitsBets(Struct, frozen=True, tag="bets"):
    """Nothing has happened yet: `Open` begins it."""


class AwaitsCard(Struct, frozen=True, omit_defaults=True, tag="card"):
    """The next card of the shoe goes to this hand, or (`box` None) to the dealer, `hidden` where it lies face down."""

    box: int | None = None
    hand: int | None = None
    hidden: bool = False


class AwaitsAnswers(Struct, frozen=True, tag="answers"):
    """These offers have no answer yet. Any order will do."""

    offers: tuple[Offer, ...]


class AwaitsSurrender(Struct, frozen=True, tag="surrender"):
    """The seat of this box is asked for early surrender."""

    box: int
    player: str


class AwaitsMove(Struct, frozen=True, tag="move"):
    """This hand is to move; `player` has the box's seat."""

    box: int
    hand: int
    player: str


class Over(Struct, frozen=True, tag="over"):
    """The round has ended."""


Awaiting = AwaitsBets | AwaitsCard | AwaitsAnswers | AwaitsSurrender | AwaitsMove | Over


def what_next(state: RoundState) -> tuple[Event, ...] | Awaiting:
    """The events that follow from `state` with nothing from outside, or what is awaited."""
    if state.ended:
        return Over()
    if not state.opened:
        return AwaitsBets()
    if state.dealer_done:
        return settlement(state)
    return _deal(state) or _before_moves(state) or _moves(state) or _dealer(state)


def awaits(state: RoundState) -> Awaiting:
    """What `state` awaits. Only for states at rest: those that all events of a `decide` lead to, or a fresh one."""
    following = what_next(state)
    if isinstance(following, tuple):
        raise InvariantError(f"the round was left in mid-step, before {following[0]}")
    return following


def _deal(state: RoundState) -> AwaitsCard | None:
    """One card to each box, one to the dealer, a second to each box, and the hole card face down."""
    for box in state.boxes:
        if not box.hands[0].cards:
            return AwaitsCard(box.box, 1)
    if not state.dealer:
        return AwaitsCard()
    for box in state.boxes:
        first = box.hands[0]
        if len(first.cards) == 1 and not first.from_split:
            return AwaitsCard(box.box, 1)
    if state.rules.has_hole_card and len(state.dealer) == 1:
        return AwaitsCard(hidden=True)
    return None


def _before_moves(state: RoundState) -> tuple[Event, ...] | Awaiting | None:
    """The offers against an ace, early surrender where a peek is due, and the peek."""
    if not state.offers_over and state.upcard_value == 1:
        if state.offers_open:
            return AwaitsAnswers(state.unanswered) if state.unanswered else (OffersClosed(),)
        if offers := _offers(state):
            return (OffersOpened(offers),)
    if state.peeked is not None or not state.rules.peeks_under(state.upcard_value):
        return None
    for box in state.boxes:
        if box.box == state.surrender_box:
            return AwaitsSurrender(box.box, box.seat.player)
        if box.box not in state.surrender_asked and asks_surrender_before_peek(state, box):
            return (SurrenderOffered(box.box),)
    natural = state.dealer_natural
    # Without a natural the insurances are lost on the spot; with one they are paid when the round is settled, at once.
    return (Peeked(natural), *(() if natural else settle_insurances(state)))


def _offers(state: RoundState) -> tuple[Offer, ...]:
    offers = (
        offer_to(state.rules, box.box, bettor.player, bettor.amount, box.hands[0].cards, behind=bettor.behind)
        for box in state.boxes
        for bettor in box.bettors
    )
    return tuple(offer for offer in offers if offer is not None)


def _moves(state: RoundState) -> tuple[Event, ...] | Awaiting | None:
    if state.peeked:
        return None
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if hand.end is None:
                return _hand(state, box, number, hand)
    return None


def _hand(state: RoundState, box: BoxState, number: int, hand: Hand) -> tuple[Event, ...] | Awaiting:
    """What the first hand that has not ended is to do."""
    if state.card_due or len(hand.cards) == 1:
        return AwaitsCard(box.box, number)
    if hand.total.bust:
        return (Busted(box.box, number),)
    if hand.natural:
        return (Stood(box.box, number, "natural"),)
    if hand.doubled:
        return (Stood(box.box, number, "doubled"),)
    if hand.total.value == TWENTY_ONE:
        return (Stood(box.box, number, "21"),)
    if hand.split_ace and not state.rules.hit_split_aces and refuse_split(state, box, hand) is not None:
        return (Stood(box.box, number, "split-ace"),)
    if state.turn != Turn(box.box, number):
        return (TurnBegan(box.box, number),)
    return AwaitsMove(box.box, number, box.seat.player)


def _dealer(state: RoundState) -> tuple[Event, ...] | Awaiting:
    if state.hole_hidden:
        return (HoleTurned(state.dealer[1]),)
    dealer = state.dealer_total
    live = any(hand.live for box in state.boxes for hand in box.hands)
    if len(state.dealer) == 1 and (live or _looks_for_natural(state)):
        return AwaitsCard()
    if state.dealer_natural:
        return (DealerDone(dealer.value, "blackjack"),)
    if not live:
        return (DealerDone(dealer.value, "none"),)
    if dealer.value < DEALER_STANDS or (dealer == (DEALER_STANDS, True) and state.rules.hit_soft_17):
        return AwaitsCard()
    return (DealerDone(dealer.value, "bust" if dealer.bust else "stand"),)


def _looks_for_natural(state: RoundState) -> bool:
    """Without a hole card and with no hand live: whether one card is drawn because something hangs on a dealer's natural."""
    if state.upcard_value not in (1, 10):
        return False
    return bool(state.insurances) or any(_waits_on_natural(state, box) for box in state.boxes)


def _waits_on_natural(state: RoundState, box: BoxState) -> bool:
    first = box.hands[0]
    if first.natural:
        return len(box.even_money) < len(box.bettors)
    if first.end == "surrender":
        return state.rules.surrender == "late"
    # All hands are bust. Where a natural takes the original bet only, what was staked beyond it would come back.
    return state.rules.hole == "obo" and (first.doubled or len(box.hands) > 1)
