"""From a command to what happens: the events, or a refusal that changes nothing."""

from __future__ import annotations

from msgspec import Struct

from zapato.cards import Card, CardError, parse_card
from zapato.refusal import Refusal
from zapato.round.bets import refuse_bets
from zapato.round.commands import Act, CloseOffers, Command, Deal, Open
from zapato.round.events import (
    BoxCard,
    DealerCard,
    Doubled,
    EvenMoneyTaken,
    Event,
    HandSplit,
    Hit,
    InsuranceDeclined,
    Insured,
    RoundOpened,
    Stood,
    SurrenderDeclined,
    Surrendered,
)
from zapato.round.permission import (
    matched_stakes,
    refuse_double,
    refuse_even_money,
    refuse_hit,
    refuse_insurance,
    refuse_split,
    refuse_surrender,
)
from zapato.round.progress import (
    Awaiting,
    AwaitsAnswers,
    AwaitsBets,
    AwaitsCard,
    AwaitsMove,
    AwaitsSurrender,
    Over,
    awaits,
    what_next,
)
from zapato.round.state import RoundState, evolve

ANSWERS = frozenset({"insure", "decline", "even-money"})


class Advanced(Struct, frozen=True):
    """What a command did, and where that leaves the round."""

    events: tuple[Event, ...]
    state: RoundState


def decide(state: RoundState, command: Command) -> tuple[Event, ...] | Refusal:
    """What `command` makes happen in `state`: its own events and all that follow until something is awaited; or why not."""
    advanced = advance(state, command)
    return advanced if isinstance(advanced, Refusal) else advanced.events


def advance(state: RoundState, command: Command) -> Advanced | Refusal:
    """`decide`, with the state that the events lead to (which was found on the way)."""
    first = _first_events(state, command)
    if isinstance(first, Refusal):
        return first
    events: list[Event] = []
    following: tuple[Event, ...] | Awaiting = first
    while isinstance(following, tuple):
        for event in following:
            state = evolve(state, event)
        events += following
        following = what_next(state)
    return Advanced(tuple(events), state)


def _first_events(state: RoundState, command: Command) -> tuple[Event, ...] | Refusal:
    match command:
        case Act():
            return _act(state, command)
        case Deal():
            return _deal(state, command)
        case Open():
            return _open(state, command)
        case CloseOffers():
            return _close(state)


def _open(state: RoundState, command: Open) -> tuple[Event, ...] | Refusal:
    if state.opened:
        return Refusal("round-begun", "this round has begun; its bets can't be changed")
    return refuse_bets(state.rules, command.bets, command.purses) or (RoundOpened(command.bets, command.purses),)


def _deal(state: RoundState, command: Deal) -> tuple[Event, ...] | Refusal:
    awaited = awaits(state)
    if not isinstance(awaited, AwaitsCard):
        return Refusal("no-card-awaited", "no card is due now")
    try:
        card: Card = parse_card(command.card)
    except CardError as wrong:
        return Refusal("not-a-card", str(wrong))
    if awaited.box is None or awaited.hand is None:
        return (DealerCard(card, awaited.hidden),)
    return (BoxCard(awaited.box, awaited.hand, card),)


def _close(state: RoundState) -> tuple[Event, ...] | Refusal:
    match awaits(state):
        case AwaitsAnswers(offers):
            return tuple(
                InsuranceDeclined(offer.box, offer.player, by_clock=True, behind=offer.behind) for offer in offers
            )
        case AwaitsSurrender(box):
            return (SurrenderDeclined(box, by_clock=True),)
        case _:
            return Refusal("nothing-offered", "no offer is open")


def _act(state: RoundState, act: Act) -> tuple[Event, ...] | Refusal:
    awaited = awaits(state)
    if isinstance(awaited, Over):
        return Refusal("round-over", "the round is over")
    if isinstance(awaited, AwaitsBets):
        return Refusal("round-not-begun", "the round has not begun")
    if isinstance(awaited, AwaitsCard):
        return Refusal("card-due", "a card is due before the next move")
    box = state.box(act.box)
    if box is None:
        return Refusal("box-not-in-play", f"box {act.box} has no bet in this round", {"box": act.box})
    if act.amount is not None and act.move != "insure":
        return Refusal("amount-without-insurance", f"{act.move} takes no amount")
    if isinstance(awaited, AwaitsAnswers):
        return _answer(state, act, box.seat.player)
    # From here on everything is the seat's to decide.
    if act.player is not None and act.player != box.seat.player:
        return Refusal("not-your-box", f"{act.player} does not command box {act.box}", {"box": act.box})
    if isinstance(awaited, AwaitsSurrender):
        return _answer_surrender(act, awaited)
    return _move(state, act, awaited)


def _answer(state: RoundState, act: Act, seat: str) -> tuple[Event, ...] | Refusal:
    if act.move not in ANSWERS:
        return Refusal("offers-open", "the offers against the dealer's ace come first: insure, even-money or decline")
    player = seat if act.player is None else act.player
    offer = next((offer for offer in state.offers if (offer.box, offer.player) == (act.box, player)), None)
    if offer is None:
        return Refusal("nothing-offered", f"nothing is offered to {player} on box {act.box}", {"box": act.box})
    if offer not in state.unanswered:
        return Refusal("already-answered", f"{player} has answered for box {act.box}", {"box": act.box})
    if act.hand not in (None, 1):
        return Refusal("wrong-hand", f"box {act.box} has one hand", {"box": act.box, "hand": 1})
    if act.move == "decline":
        return (InsuranceDeclined(act.box, player, act.by_clock, offer.behind),)
    if act.move == "even-money":
        return refuse_even_money(offer) or (EvenMoneyTaken(act.box, player, offer.behind),)
    amount = offer.insurance_most if act.amount is None else act.amount
    return refuse_insurance(state, offer, amount) or (Insured(act.box, player, amount, offer.behind),)


def _answer_surrender(act: Act, awaited: AwaitsSurrender) -> tuple[Event, ...] | Refusal:
    if act.move not in ("surrender", "decline"):
        return Refusal(
            "surrender-open", f"box {awaited.box} is asked first: surrender or decline", {"box": awaited.box}
        )
    if act.box != awaited.box:
        return Refusal("not-in-turn", f"box {awaited.box} is asked for surrender now", {"box": awaited.box, "hand": 1})
    if act.hand not in (None, 1):
        return Refusal("wrong-hand", f"box {act.box} has one hand", {"box": act.box, "hand": 1})
    if act.move == "decline":
        return (SurrenderDeclined(act.box, act.by_clock),)
    return (Surrendered(act.box, 1),)


def _move(state: RoundState, act: Act, awaited: AwaitsMove) -> tuple[Event, ...] | Refusal:
    number = awaited.hand
    if act.box != awaited.box:
        why = f"it is the turn of box {awaited.box}, hand {number}"
        return Refusal("not-in-turn", why, {"box": awaited.box, "hand": number})
    if act.hand not in (None, number):
        return Refusal(
            "wrong-hand",
            f"it is the turn of hand {number} of box {act.box}",
            {"box": act.box, "hand": number},
        )
    box = state.box_in_play(act.box)
    hand = box.hands[number - 1]
    match act.move:
        case "stand":
            return (Stood(act.box, number, "clock" if act.by_clock else "move"),)
        case "hit":
            return refuse_hit(state.rules, hand) or (Hit(act.box, number),)
        case "double":
            return refuse_double(state, box, hand) or (Doubled(act.box, number, matched_stakes(state, box, hand)),)
        case "surrender":
            return refuse_surrender(state, hand) or (Surrendered(act.box, number),)
        case "split":
            if refusal := refuse_split(state, box, hand):
                return refusal
            first, second = hand.cards if state.rules.split_order == "first" else reversed(hand.cards)
            return (HandSplit(act.box, number, first, second, matched_stakes(state, box, hand)),)
        case _:
            return Refusal("nothing-offered", "no insurance or even money is offered now")
