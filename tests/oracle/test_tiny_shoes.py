"""Every round that a tiny shoe can give, walked to its last leaf and counted in two ways.

The walk goes through the round itself: each card that may come, each legal move. The counter knows only hand totals
and the parameters, holds no money and no state, and shares no code with the round. A leaf is a round that ended, or
one that ran out of cards. Both must find the same number, and the number is written down, so that both changing
together is noticed too.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from zapato.refusal import Refusal
from zapato.round import RoundState, advance, awaits, legal
from zapato.round.commands import Act, Bet, Command, Deal, Open
from zapato.round.progress import AwaitsCard, Over
from zapato.rules import Rules, from_mapping, to_mapping

Count = tuple[int, int]
"""Rounds that ended, and rounds that ran out of cards."""


def walk(rules: Rules, ranks: str) -> Count:
    """All rounds of one box with the cards `ranks`, in any order of ranks."""
    opened = advance(RoundState(rules), Open((Bet(1, "ana", 100),)))
    assert not isinstance(opened, Refusal)
    return _walk(opened.state, Counter(ranks))


def _walk(state: RoundState, shoe: Counter[str]) -> Count:
    awaited = awaits(state)
    if isinstance(awaited, Over):
        _check_leaf(state)
        return 1, 0
    ended = dry = 0
    commands: list[tuple[Command, Counter[str]]]
    if isinstance(awaited, AwaitsCard):
        if not shoe:
            return 0, 1
        commands = [(Deal(f"{rank}s"), shoe - Counter(rank)) for rank in shoe]
    else:
        commands = [(Act(option.box, option.move), shoe) for option in legal(state) if option.refusal is None]
        assert commands, "somebody must act and nothing is legal"
    for command, left in commands:
        advanced = advance(state, command)
        assert not isinstance(advanced, Refusal), (command, advanced)
        more = _walk(advanced.state, left)
        ended, dry = ended + more[0], dry + more[1]
    return ended, dry


def _check_leaf(state: RoundState) -> None:
    (paid,) = state.paid
    assert paid.staked == sum(row.bet for row in state.hands_settled) + sum(row.amount for row in state.insurances)
    assert 0 <= paid.returned <= 3 * paid.staked
    drew_out = any(row.result in ("win", "push", "lose") for row in state.hands_settled)
    if drew_out and state.dealer_result in ("stand", "bust"):
        assert state.dealer_total.value >= 17


def best(cards: tuple[int, ...]) -> int:
    low = sum(cards)
    return low + 10 if 1 in cards and low <= 11 else low


def count(rules: dict[str, Any], shoe: tuple[int, ...]) -> Count:
    """The same number from totals alone. `shoe` holds values, an ace as 1."""
    peek = rules["hole"] == "peek"

    def draw(left: tuple[int, ...], then: Callable[[int, tuple[int, ...]], Count]) -> Count:
        if not left:
            return 0, 1
        found = [then(value, _without(left, value)) for value in sorted(set(left))]
        return sum(ended for ended, _ in found), sum(dry for _, dry in found)

    def begin(left: tuple[int, ...]) -> Count:
        return draw(left, lambda one, a: draw(a, lambda up, b: draw(b, lambda two, c: dealt((one, two), up, c))))

    def dealt(hand: tuple[int, int], up: int, left: tuple[int, ...]) -> Count:
        if peek:
            return draw(left, lambda hole, rest: offers(hand, (up, hole), rest))
        return offers(hand, (up,), left)

    def offers(hand: tuple[int, int], dealer: tuple[int, ...], left: tuple[int, ...]) -> Count:
        natural = sorted(hand) == [1, 10]
        answers = ["nothing"]
        if dealer[0] == 1 and rules["insurance"] != "none":
            if not natural or rules["natural_may_insure"]:
                answers.append("insured")
            if natural and rules["even_money"]:
                answers.append("even money")
        peeks = peek and (dealer[0] == 1 or (dealer[0] == 10 and rules["peek_on_ten"]))
        may_surrender = not natural and (dealer[0] != 1 or rules["surrender_against_ace"])
        found = []
        for answer in answers:
            insured, even = answer == "insured", answer == "even money"
            if peeks and rules["surrender"] == "early" and may_surrender:
                found.append(peeked(hand, dealer, left, insured, even, peeks, gone=True))
            found.append(peeked(hand, dealer, left, insured, even, peeks, gone=False))
        return sum(ended for ended, _ in found), sum(dry for _, dry in found)

    def peeked(
        hand: tuple[int, int],
        dealer: tuple[int, ...],
        left: tuple[int, ...],
        insured: bool,
        even: bool,
        peeks: bool,
        gone: bool,
    ) -> Count:
        if peeks and sorted(dealer) == [1, 10]:
            return 1, 0
        if sorted(hand) == [1, 10]:
            return house(("even" if even else "natural",), dealer, left, insured)
        if gone:
            return house(("gone",), dealer, left, insured)
        first = rules["surrender"] == "late" or (rules["surrender"] == "early" and not peeks)
        may_surrender = first and (dealer[0] != 1 or rules["surrender_against_ace"])
        return play((), ((hand, False),), dealer, left, insured, may_surrender)

    def play(done, queue, dealer, left, insured, may_surrender=False) -> Count:  # type: ignore[no-untyped-def]
        if not queue:
            return house(done, dealer, left, insured)
        (cards, split), rest = queue[0], queue[1:]

        def ends(how: str, after: tuple[int, ...] = left) -> Count:
            return play((*done, how), rest, dealer, after, insured)

        def goes_on(*hands: tuple[tuple[int, ...], bool]) -> Count:
            return play(done, (*hands, *rest), dealer, left, insured)

        if len(cards) == 1:
            return draw(left, lambda card, after: play(done, (((*cards, card), split), *rest), dealer, after, insured))
        if best(cards) > 21:
            return ends("bust")
        if best(cards) == 21:
            return ends("live")
        one_card = split and cards[0] == 1 and not rules["hit_split_aces"]
        pair = len(cards) == 2 and cards[0] == cards[1] and len(done) + len(queue) < rules["max_hands"]
        may_split = pair and not (split and cards[0] == 1 and not rules["resplit_aces"])
        found = [ends("live")]
        if one_card and not may_split:
            return found[0]
        if may_split:
            found.append(goes_on((cards[:1], True), (cards[1:], True)))
        if not one_card:
            found.append(
                draw(left, lambda card, after: play(done, (((*cards, card), split), *rest), dealer, after, insured))
            )
        ranges = {"any": range(2, 21), "9-11": range(9, 12), "10-11": range(10, 12), "none": ()}
        soft = best(cards) != sum(cards)
        counts = sum(cards) in ranges[rules["double"]] and (
            rules["double"] == "any" or not soft or rules["double_soft"]
        )
        if len(cards) == 2 and not one_card and counts and (not split or rules["double_after_split"]):
            found.append(draw(left, lambda card, after: ends("bust+" if best((*cards, card)) > 21 else "live", after)))
        if may_surrender and len(cards) == 2 and not split:
            found.append(ends("gone"))
        return sum(ended for ended, _ in found), sum(dry for _, dry in found)

    def house(done: tuple[str, ...], dealer: tuple[int, ...], left: tuple[int, ...], insured: bool) -> Count:
        live = "live" in done
        extra = rules["hole"] == "obo" and ("bust+" in done or len(done) > 1)
        waits = insured or "natural" in done or ("gone" in done and rules["surrender"] == "late") or extra
        if len(dealer) == 1:
            if live or (waits and dealer[0] in (1, 10)):
                return draw(left, lambda card, after: house(done, (*dealer, card), after, insured))
            return 1, 0
        seventeen_soft = best(dealer) == 17 and sum(dealer) == 7 and rules["hit_soft_17"]
        if not live or (best(dealer) >= 17 and not seventeen_soft):
            return 1, 0
        return draw(left, lambda card, after: house(done, (*dealer, card), after, insured))

    return begin(shoe)


def _without(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    place = values.index(value)
    return values[:place] + values[place + 1 :]


VARIED = {
    "preset": "thot",
    "hole": "obo",
    "surrender": "late",
    "hit_soft_17": True,
    "double": "9-11",
    "double_soft": True,
    "max_hands": 3,
    "resplit_aces": True,
}
EARLY = {
    "preset": "thot",
    "surrender": "early",
    "surrender_against_ace": False,
    "hit_split_aces": True,
    "double": "10-11",
}
UNPEEKED = {"preset": "americana", "peek_on_ten": False, "natural_may_insure": True, "even_money": True}


@pytest.mark.parametrize(
    ("overrides", "ranks", "leaves"),
    [
        ({"preset": "thot"}, "AA88TT52", (10422, 2716)),
        ({"preset": "thot"}, "AAAATT93", (1840, 555)),
        ({"preset": "americana"}, "AA99TT6", (1169, 138)),
        ({"preset": "casino-es"}, "AAAAT76", (906, 339)),
        ({"preset": "casino-plaza"}, "AAT8866", (1580, 410)),
        (VARIED, "AAATT87", (1295, 93)),
        (EARLY, "AATT663", (1435, 426)),
        (UNPEEKED, "AATT553", (1592, 710)),
    ],
)
def test_every_round_of_a_tiny_shoe_counted_in_two_ways(
    overrides: dict[str, object], ranks: str, leaves: Count
) -> None:
    rules = from_mapping({**overrides, "bet_min": 100, "bet_max": 100})
    values = tuple(1 if rank == "A" else 10 if rank == "T" else int(rank) for rank in ranks)

    assert walk(rules, ranks) == leaves
    assert count(to_mapping(rules), values) == leaves
