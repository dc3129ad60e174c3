"""Whether one move is allowed on one hand, or one answer to one offer; where it is not, the reason.

Each function takes it as given that the hand is in turn (or the offer open), and looks at rules, cards and purse only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zapato.cards import Card, value
from zapato.hand import is_pair, is_ten_and_ace
from zapato.refusal import Refusal
from zapato.round.events import Offer, Stake
from zapato.round.state import BoxState, Hand, RoundState
from zapato.rules import Rules

_DOUBLED_FROM: Final = {"any": 0, "9-11": 9, "10-11": 10}


def refuse_purse(purses: Mapping[str, int], player: str, needed: int) -> Refusal | None:
    """Why `player` can't pay `needed` debenes more; a player whose purse is not known has enough."""
    purse = purses.get(player)
    if purse is None or purse >= needed:
        return None
    why = f"it needs {needed} debenes and {player}'s purse has {purse}"
    return Refusal("purse-short", why, {"needed": needed, "purse": purse})


def refuse_hit(rules: Rules, hand: Hand) -> Refusal | None:
    if hand.split_ace and not rules.hit_split_aces:
        return Refusal("split-ace-one-card", "a split ace gets one card")
    return None


def refuse_double(state: RoundState, box: BoxState, hand: Hand) -> Refusal | None:
    rules = state.rules
    if rules.double == "none":
        return Refusal("no-double", "there is no doubling at this table")
    if len(hand.cards) != 2:
        return Refusal("only-two-cards", f"only a hand of two cards may double; this one has {len(hand.cards)}")
    if hand.split_ace and not rules.hit_split_aces:
        return Refusal("split-ace-one-card", "a split ace gets one card and can't be doubled")
    if hand.from_split and not rules.double_after_split:
        return Refusal("no-double-after-split", "a hand from a split can't be doubled at this table")
    return _refuse_total(rules, hand) or refuse_purse(state.purses, box.seat.player, box.seat.amount)


def _refuse_total(rules: Rules, hand: Hand) -> Refusal | None:
    if rules.double == "any":
        return None
    soft = hand.total.soft
    # A soft total itself is 12 or more; where soft hands count, it is with the ace as 1.
    low = sum(value(card) for card in hand.cards)
    if _DOUBLED_FROM[rules.double] <= low <= 11 and (rules.double_soft or not soft):
        return None
    if rules.double == "9-11":
        return Refusal(
            "only-9-10-11", f"only {_kind(rules)} of 9, 10 or 11 may double; this hand has {hand.total.text}"
        )
    return Refusal("only-10-11", f"only {_kind(rules)} of 10 or 11 may double; this hand has {hand.total.text}")


def _kind(rules: Rules) -> str:
    return "a total" if rules.double_soft else "a hard total"


def refuse_split(state: RoundState, box: BoxState, hand: Hand) -> Refusal | None:
    rules = state.rules
    if rules.max_hands == 1:
        return Refusal("no-split", "there is no splitting at this table")
    if len(hand.cards) != 2:
        return Refusal("only-two-cards", f"only a hand of two cards may be split; this one has {len(hand.cards)}")
    if not is_pair(hand.cards, by_rank=False):
        return Refusal("not-a-pair", f"{' '.join(hand.cards)} is not a pair")
    if not is_pair(hand.cards, by_rank=rules.split == "rank"):
        return Refusal(
            "not-the-same-rank",
            f"{' '.join(hand.cards)} are of different rank, and only one rank may be split",
        )
    if hand.split_ace and not rules.resplit_aces:
        return Refusal("aces-split-once", "aces may be split only once at this table")
    if len(box.hands) >= rules.max_hands:
        return Refusal(
            "hands-at-most",
            f"box {box.box} has {len(box.hands)} hands, the most there may be",
            {"most": rules.max_hands},
        )
    return refuse_purse(state.purses, box.seat.player, box.seat.amount)


def refuse_surrender(state: RoundState, hand: Hand) -> Refusal | None:
    """Surrender as a first action in turn. (Early surrender before a peek is asked for on its own.)"""
    rules = state.rules
    if rules.surrender == "none":
        return Refusal("no-surrender", "there is no surrender at this table")
    if hand.from_split:
        return Refusal("no-surrender-after-split", "a hand from a split can't be surrendered")
    if len(hand.cards) != 2:
        return Refusal("only-first-action", "surrender is a first action: the hand has drawn already")
    if state.upcard_value == 1 and not rules.surrender_against_ace:
        return Refusal("no-surrender-against-ace", "there is no surrender against an ace at this table")
    if rules.surrender == "early" and rules.peeks_under(state.upcard_value):
        return Refusal("surrender-before-peek", "early surrender was offered before the peek, and is not offered again")
    return None


def asks_surrender_before_peek(state: RoundState, box: BoxState) -> bool:
    """Whether this box is to be asked for early surrender before the peek. A natural never acts, and is not asked."""
    rules = state.rules
    return (
        rules.surrender == "early"
        and rules.peeks_under(state.upcard_value)
        and (state.upcard_value != 1 or rules.surrender_against_ace)
        and not box.hands[0].natural
    )


def offer_to(
    rules: Rules, number: int, player: str, bet: int, cards: tuple[Card, ...], *, behind: bool
) -> Offer | None:
    """What a dealer's ace has this bettor offered; None where it is nothing."""
    natural = is_ten_and_ace(cards)
    insurable = not natural or rules.natural_may_insure
    even_money = natural and rules.even_money
    if rules.insurance == "none" or not (insurable or even_money):
        return None
    most = bet // 2 if insurable else 0
    least = min(1, most) if rules.insurance == "up-to-half" else most
    return Offer(number, player, least, most, even_money, behind)


def refuse_insurance(state: RoundState, offer: Offer, amount: int) -> Refusal | None:
    least, most = offer.insurance_least, offer.insurance_most
    if not most:
        return Refusal("natural-not-insured", "a natural can't be insured at this table")
    if not least <= amount <= most:
        wanted = f"exactly {most}" if least == most else f"from {least} to {most}"
        why = f"insurance of {amount} is not {wanted}"
        return Refusal("insurance-amount", why, {"amount": amount, "least": least, "most": most})
    return refuse_purse(state.purses, offer.player, amount)


def refuse_even_money(offer: Offer) -> Refusal | None:
    if offer.even_money:
        return None
    return Refusal("no-even-money", "even money is for a natural, at a table that offers it")


def matched_stakes(state: RoundState, box: BoxState, hand: Hand) -> tuple[Stake, ...]:
    """What a double or a split of `hand` takes: the seat's bet again, and that of each follower on it who can pay the whole.

    A follower who can't stays as one who does not follow, for this move only.
    """
    stakes = [Stake(box.seat.player, box.seat.amount)]
    for bettor, there in zip(box.bettors[1:], hand.stakes[1:], strict=True):
        if bettor.follow and there and refuse_purse(state.purses, bettor.player, there) is None:
            stakes.append(Stake(bettor.player, there, behind=True))
    return tuple(stakes)
