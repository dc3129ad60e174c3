"""One round told step by step. The round engine plays it by the table's own rules; this only says what its events were."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from zapato.cards import Card, pack, parse_cards, pretty, value
from zapato.hand import total
from zapato.invariant import ensure
from zapato.money import Debenes
from zapato.refusal import Refusal
from zapato.round import RoundState, advance, awaits, events, evolve, legal
from zapato.round.commands import Act, Bet, Command, Deal, Open
from zapato.round.progress import AwaitsAnswers, AwaitsCard, AwaitsMove, AwaitsSurrender, Over
from zapato.rules import Rules, preset, record_faults
from zapato.server.study.words import Words, whole
from zapato.strategy import Chart

RESIDENT, YOU = "resident", "you"
GOLDEN: Final = parse_cards("8s 9c 6h 8h 2d Tc 3c 9h Td Ks 7d")
"""The cards of the round that the house tells of its own table, in the order dealt."""
TRIES: Final = 60
CARDS_MAX: Final = 200


@dataclass(frozen=True, slots=True)
class Step:
    """What is said, and the cards as they lie then: the dealer's, and each hand's with its owner's name."""

    said: str
    dealer: tuple[str, ...]
    hands: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Played:
    events: tuple[events.Event, ...]
    states: tuple[RoundState, ...]
    """After each event."""
    golden: bool


def play(rules: Rules, chart: Chart) -> Played:
    """The golden round where the rules are those of the house's own first table; else the liveliest of a few dozen dealt from fixed seeds."""
    if rules == preset("thot").rules:
        return _play(rules, chart, GOLDEN, golden=True)
    if record_faults(rules) or min(_bets(rules)) < 2 * rules.bet_unit or max(_bets(rules)) > rules.bet_max:
        # Rules for odds only (an endless shoe, a unit that leaves half a debén), or limits that leave no room for two
        # sizes of bet: the same rules, at bets that come out whole.
        rules = replace(
            rules, decks=rules.decks or 6, bet_unit=Debenes(10), bet_min=Debenes(100), bet_max=Debenes(1000)
        )
    found = [_play(rules, chart, tuple(_shuffled(rules, seed)[:CARDS_MAX]), golden=False) for seed in range(TRIES)]
    return max(found, key=_liveliness)


def _shuffled(rules: Rules, seed: int) -> list[Card]:
    cards = list(pack(6 if rules.infinite else rules.decks))
    random.Random(seed).shuffle(cards)
    return cards


def _liveliness(played: Played) -> int:
    """A double and a split show the most; a dealer who draws, a little; a round of many steps tires."""
    kinds = [type(event) for event in played.events]
    doubles = min(kinds.count(events.Doubled), 1)
    splits = min(kinds.count(events.HandSplit), 1)
    drawn = any(isinstance(event, events.DealerDone) and event.result == "bust" for event in played.events)
    return 6 * doubles + 6 * splits + 2 * drawn + 2 * (events.Hit in kinds) - len(kinds) // 12


def _play(rules: Rules, chart: Chart, cards: Sequence[Card], *, golden: bool) -> Played:
    low, high = _bets(rules)
    boxes = 2 if rules.boxes > 1 else 1
    bets = (Bet(1, RESIDENT, low), Bet(2, YOU, high)) if boxes == 2 else (Bet(1, YOU, high),)
    state = RoundState(rules)
    told: list[events.Event] = []
    states: list[RoundState] = []
    ahead = iter(cards)
    command: Command | None = Open(bets)
    while command is not None:
        answer = advance(state, command)
        ensure(not isinstance(answer, Refusal), "the story's commands are legal", answer=answer)
        assert not isinstance(answer, Refusal)
        for event in answer.events:
            state = evolve(state, event)
            told.append(event)
            states.append(state)
        command = _next(state, chart, ahead)
    return Played(tuple(told), tuple(states), golden)


def _bets(rules: Rules) -> tuple[int, int]:
    if rules == preset("thot").rules:
        return 200, 500
    unit = rules.bet_unit
    low = -(-max(rules.bet_min, 2 * unit) // unit) * unit
    return low, min(2 * low, rules.bet_max // unit * unit)


def _next(state: RoundState, chart: Chart, ahead: Iterator[Card]) -> Command | None:
    match awaits(state):
        case Over():
            return None
        case AwaitsCard():
            return Deal(next(ahead))
        case AwaitsAnswers(offers=offers):
            return Act(offers[0].box, "decline", player=offers[0].player)
        case AwaitsSurrender(box=box):
            cards = tuple(value(card) for card in state.boxes[box - 1].hands[0].cards)
            move = chart.choose(cards, state.upcard_value, ("stand", "surrender"))
            return Act(box, "surrender" if move == "surrender" else "decline")
        case AwaitsMove(box=box, hand=number):
            hand = state.boxes[box - 1].hands[number - 1]
            allowed = {option.move for option in legal(state) if option.refusal is None}
            cards = tuple(value(card) for card in hand.cards)
            return Act(box, chart.choose(cards, state.upcard_value, allowed))
        case other:
            raise AssertionError(other)


# ------------------------------------------------------------------ telling it


def steps(played: Played, words: Words) -> tuple[Step, ...]:
    found = []
    for event, state in zip(played.events, played.states, strict=True):
        said = _say(event, state, words)
        if said:
            found.append(Step(said, _dealer(state), _hands(state, words)))
    return tuple(found)


def _dealer(state: RoundState) -> tuple[str, ...]:
    cards = [str(card) for card in state.dealer]
    if state.hole_hidden and len(cards) > 1:
        cards[1] = "--"
    return tuple(cards)


def _hands(state: RoundState, words: Words) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(
        (_name(box.seat.player, words), tuple(str(card) for card in hand.cards))
        for box in state.boxes
        for hand in box.hands
    )


def _name(player: str, words: Words) -> str:
    return str(words("round_you" if player == YOU else "round_resident"))


def _say(event: events.Event, state: RoundState, words: Words) -> str:
    def told(key: str, box: int, **holes: object) -> str:
        """In the second person where the hand is the reader's."""
        yours = state.boxes[box - 1].seat.player == YOU
        return str(words(f"{key}_you" if yours else key, **holes))

    def whole_hand(box: int, number: int) -> str:
        return total(state.boxes[box - 1].hands[number - 1].cards).text

    def card(code: str) -> str:
        return pretty(Card(code))

    match event:
        case events.RoundOpened():
            return " ".join(
                str(words("round_you_bet" if bet.player == YOU else "round_resident_bet", n=whole(bet.amount)))
                for bet in event.bets
            )
        case events.BoxCard():
            return told("round_card", event.box, card=card(event.card), total=whole_hand(event.box, event.hand))
        case events.DealerCard(card=None):
            return ""
        case events.DealerCard(hidden=True):
            return str(words("round_dealer_hole"))
        case events.DealerCard():
            alone = len(state.dealer) == 1
            shown = card(str(event.card))
            return str(
                words("round_dealer_up", card=shown)
                if alone
                else words("round_draws", card=shown, total=total(state.dealer).text)
            )
        case events.Peeked():
            return str(words("round_peek_yes" if event.natural else "round_peek_no"))
        case events.InsuranceDeclined():
            return told("round_insurance_no", event.box)
        case events.Doubled():
            return told("round_double", event.box, n=whole(sum(stake.amount for stake in event.stakes)))
        case events.HandSplit():
            added = whole(sum(stake.amount for stake in event.stakes))
            return told("round_split", event.box, n=added, first=card(event.first), second=card(event.second))
        case events.Hit():
            return told("round_hit", event.box)
        case events.Stood(why="move"):
            return told("round_stand", event.box)
        case events.Surrendered():
            return told("round_surrender", event.box)
        case events.Busted():
            return told("round_bust", event.box)
        case events.HoleTurned():
            return str(words("round_turns", card=card(event.card), total=total(state.dealer).text))
        case events.HandSettled():
            return told(
                "round_settled" if event.returned else "round_settled_none",
                event.box,
                result=words(f"result.{event.result}"),
                bet=whole(event.bet),
                returned=whole(event.returned),
            )
        case _:
            return ""
