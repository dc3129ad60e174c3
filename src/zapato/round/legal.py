"""Every move that could be asked for now: the legal ones, and for each other one the reason. Buttons, residents and errors read this."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from zapato.refusal import Refusal
from zapato.round.commands import Move
from zapato.round.events import Offer
from zapato.round.permission import (
    refuse_double,
    refuse_even_money,
    refuse_hit,
    refuse_insurance,
    refuse_split,
    refuse_surrender,
)
from zapato.round.progress import AwaitsAnswers, AwaitsMove, AwaitsSurrender, awaits
from zapato.round.state import RoundState


class Option(Struct, frozen=True, omit_defaults=True):
    """A move of `player` on this hand: legal where `refusal` is None.

    `cost` is what it takes from the player's own purse. An insurance may be any amount from `least` to `most` (which
    is then also its `cost`): what the rules allow, no more than the purse holds.
    """

    box: int
    hand: int
    player: str
    move: Move
    cost: int = 0
    least: int = 0
    most: int = 0
    refusal: Refusal | None = None


def legal(state: RoundState) -> tuple[Option, ...]:
    """The options of the turn, of every open offer, or of the box asked for surrender; none while a card or bets are awaited."""
    awaited = awaits(state)
    match awaited:
        case AwaitsMove():
            return tuple(_moves(state, awaited))
        case AwaitsAnswers():
            return tuple(option for offer in awaited.offers for option in _answers(state, offer))
        case AwaitsSurrender():
            return (
                Option(awaited.box, 1, awaited.player, "surrender"),
                Option(awaited.box, 1, awaited.player, "decline"),
            )
        case _:
            return ()


def _moves(state: RoundState, awaited: AwaitsMove) -> Iterable[Option]:
    box, number = state.box_in_play(awaited.box), awaited.hand
    hand = box.hands[number - 1]
    bet = box.seat.amount

    def option(move: Move, refusal: Refusal | None = None, cost: int = 0) -> Option:
        return Option(awaited.box, number, awaited.player, move, cost, refusal=refusal)

    yield option("stand")
    yield option("hit", refuse_hit(state.rules, hand))
    yield option("double", refuse_double(state, box, hand), bet)
    yield option("split", refuse_split(state, box, hand), bet)
    yield option("surrender", refuse_surrender(state, hand))


def _answers(state: RoundState, offer: Offer) -> Iterable[Option]:
    least = offer.insurance_least
    most = min(offer.insurance_most, state.purses.get(offer.player, offer.insurance_most))
    # Where the purse can't pay even the least, the reason is asked of the least.
    amount = max(most, least)
    refusal = refuse_insurance(state, offer, amount)
    yield Option(offer.box, 1, offer.player, "insure", amount, least, amount, refusal)
    yield Option(offer.box, 1, offer.player, "even-money", refusal=refuse_even_money(offer))
    yield Option(offer.box, 1, offer.player, "decline")
