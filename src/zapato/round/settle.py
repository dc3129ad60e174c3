"""Who is owed what when a round ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from zapato.money import Debenes, times
from zapato.round.commands import Bet
from zapato.round.events import Event, HandResult, HandSettled, InsuranceSettled, PlayerPaid, RoundEnded
from zapato.round.state import BoxState, Hand, RoundState

INSURANCE_RETURNS = 3
"""Paid 2:1, and the stake comes back with it."""


def settlement(state: RoundState) -> tuple[Event, ...]:
    """All that follows once the dealer is done: insurances, hands in the pay order of the rules, one credit a player."""
    insurances = settle_insurances(state)
    boxes = reversed(state.boxes) if state.rules.pay_order == "reverse" else state.boxes
    hands = tuple(settled for box in boxes for settled in _settle_box(state, box))
    paid = _pay(state, (*state.insurances_settled, *insurances), hands)
    return (*insurances, *hands, *paid, RoundEnded())


def settle_insurances(state: RoundState) -> tuple[InsuranceSettled, ...]:
    """Every insurance that is not settled yet, by the dealer's two cards, in the order of boxes and bettors."""
    won = state.dealer_natural
    settled = {(done.box, done.player) for done in state.insurances_settled}
    bought = {(insured.box, insured.player): insured.amount for insured in state.insurances}
    return tuple(
        InsuranceSettled(
            box.box,
            bettor.player,
            amount,
            "win" if won else "lose",
            INSURANCE_RETURNS * amount if won else 0,
            bettor.behind,
        )
        for box in state.boxes
        for bettor in box.bettors
        if (amount := bought.get((box.box, bettor.player))) is not None and (box.box, bettor.player) not in settled
    )


def _settle_box(state: RoundState, box: BoxState) -> Iterable[HandSettled]:
    for number, hand in enumerate(box.hands, start=1):
        for bettor, stake in zip(box.bettors, hand.stakes, strict=True):
            if stake:
                result, returned = outcome(state, box, number, hand, bettor, stake)
                yield HandSettled(box.box, number, bettor.player, stake, result, returned, bettor.behind)


def outcome(
    state: RoundState, box: BoxState, number: int, hand: Hand, bettor: Bet, stake: int
) -> tuple[HandResult, int]:
    """Result of `stake` on hand `number`, and what of it comes back, winnings included."""
    if bettor.player in box.even_money:
        return "even-money", 2 * stake
    if hand.end == "surrender" and not _surrender_is_void(state):
        return "surrender", stake // 2
    if state.dealer_natural:
        return _against_natural(state, number, hand, bettor, stake)
    if hand.natural:
        return "blackjack", stake + times(Debenes(stake), state.rules.blackjack_ratio)
    if hand.end == "bust":
        return "bust", 0
    mine, dealers = hand.total.value, state.dealer_total
    if dealers.bust or mine > dealers.value:
        return "win", 2 * stake
    return ("push", stake) if mine == dealers.value else ("lose", 0)


def _surrender_is_void(state: RoundState) -> bool:
    """A late surrender holds only once a dealer's natural is ruled out; one that no peek ruled out and that comes voids it."""
    return state.rules.surrender == "late" and state.dealer_natural


def _against_natural(state: RoundState, number: int, hand: Hand, bettor: Bet, stake: int) -> tuple[HandResult, int]:
    if hand.natural:
        return "push", stake
    bust = hand.end == "bust"
    if state.rules.hole == "enhc":
        return ("bust" if bust else "lose"), 0
    # The original bet only, and that is on hand 1: the first hand played keeps it through every split.
    if number == 1:
        return ("bust" if bust else "lose"), stake - bettor.amount
    return ("bust" if bust else "push"), stake


def _pay(
    state: RoundState, insurances: Sequence[InsuranceSettled], hands: Sequence[HandSettled]
) -> tuple[PlayerPaid, ...]:
    players = dict.fromkeys(bettor.player for box in state.boxes for bettor in box.bettors)
    staked, returned = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    for hand in hands:
        staked[hand.player] += hand.bet
        returned[hand.player] += hand.returned
    for insurance in insurances:
        staked[insurance.player] += insurance.amount
        returned[insurance.player] += insurance.returned
    return tuple(PlayerPaid(player, staked[player], returned[player]) for player in players)
