"""The review's figures against the round itself: every order of a tiny shoe, played by decide and evolve, settled to the debén.

Nothing here shares code with the odds: the moves are given to the engine that plays at the tables, the cards it awaits are
tried one after the other, and what the hand got back is counted in exact rationals.
"""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from felt import rules_of
from zapato.cards import Card, pack, parse_cards
from zapato.odds import solve
from zapato.refusal import Refusal
from zapato.round import RoundState, advance, awaits, legal
from zapato.round.commands import Act, Bet, CloseOffers, Deal, Open
from zapato.round.progress import AwaitsAnswers, AwaitsCard, AwaitsMove, AwaitsSurrender, Over
from zapato.trainer import valuing

BET = 100


def begun(rules, cards, *moves):
    """One box after these cards and moves; the hole card is the last of the first four and stands for any."""
    state = told(RoundState(rules), Open((Bet(1, "ana", BET),)))
    cards, moves = iter(parse_cards(cards)), list(moves)
    while True:
        match awaits(state):
            case AwaitsCard():
                card = next(cards, None)
                if card is None:
                    return state
                state = told(state, Deal(card))
            case _ if moves:
                state = told(state, Act(1, moves.pop(0)))
            case _:
                return state


def told(state, command):
    answer = advance(state, command)
    assert not isinstance(answer, Refusal), answer
    return answer.state


def tried(state, unseen, hand, share):
    """Every way to go on: its chance, and what hand `hand` nets in bets. Every later decision is to stand."""
    match awaits(state):
        case Over():
            rows = [row for row in state.hands_settled if row.hand == hand]
            yield share, Fraction(sum(row.returned - row.bet for row in rows), BET)
        case AwaitsCard():
            size = sum(unseen.values())
            for card, count in unseen.items():
                if count:
                    left = unseen.copy()
                    left[card] -= 1
                    yield from tried(told(state, Deal(card)), left, hand, share * Fraction(count, size))
        case AwaitsMove():
            yield from tried(told(state, Act(1, "stand")), unseen, hand, share)
        case AwaitsAnswers() | AwaitsSurrender():
            yield from tried(told(state, CloseOffers()), unseen, hand, share)


def worth(state, unseen, hand, move):
    """Of `move`, then standing: the hole card is tried first, so that each world is a whole deal; given no natural."""
    sure = Fraction(0)
    total = Fraction(0)
    size = sum(unseen.values())
    for hole, count in unseen.items():
        world = replace(state, dealer=(state.dealer[0], hole))
        if not count or world.dealer_natural:
            continue
        left = unseen.copy()
        left[hole] -= 1
        chance = Fraction(count, size)
        sure += chance
        total += sum(share * net for share, net in tried(told(world, Act(1, move)), left, hand, chance))
    return total / sure


def earlier_for(rules, state, kept):
    """All cards of the decks but those in sight and the `kept` ones: as if earlier rounds had shown them."""
    gone = Counter(pack(rules.decks))
    gone.subtract(Counter(kept))
    gone.subtract(
        Counter([state.dealer[0], *(card for box in state.boxes for held in box.hands for card in held.cards)])
    )
    assert min(gone.values()) >= 0
    return tuple(card for card, count in gone.items() for _ in range(count))


@pytest.fixture(scope="module")
def chart():
    return solve("thot,decks=1").chart


SPLIT_17 = "8s 6h 8h Tc 9d"
"""8 8 against 6, split; the first hand is 8 9: whatever it draws, standing is the best thing then."""


@pytest.mark.parametrize("das", [True, False], ids=["double-after-split", "none"])
def test_a_hand_out_of_a_split_is_worth_what_every_order_of_the_cards_pays_it(chart, das):
    rules = rules_of("thot", decks=1, double_after_split=das, reshuffle_below=0)
    state = begun(rules, SPLIT_17, "split")
    kept = parse_cards("Tc Td Ks 7c 5d 4h Kh 2c")
    found = valuing.move(
        state, 1, 1, [o.move for o in legal(state) if not o.refusal], chart, earlier_for(rules, state, kept)
    )
    wanted = {"stand", "hit", "double"} if das else {"stand", "hit"}

    assert wanted == set(found.ev)
    for move in wanted:
        assert found.ev[move] == pytest.approx(float(worth(state, Counter(kept), 1, move)), abs=1e-12)


def test_a_first_hand_beside_others_is_worth_what_every_order_pays_it(chart):
    # Under a ten, with the peek's condition: the worlds with an ace in the hole are not among them.
    rules = rules_of("thot", decks=1, reshuffle_below=0)
    state = begun(rules, "Ts Th 7h 5c")
    kept = parse_cards("As Ah 9c 2d 6s 5c 4s")
    found = valuing.move(
        state, 1, 1, [o.move for o in legal(state) if not o.refusal], chart, earlier_for(rules, state, kept)
    )

    assert found.given == "given no dealer natural"
    for move in ("stand", "hit", "double"):
        assert found.ev[move] == pytest.approx(float(worth(state, Counter(kept), 1, move)), abs=1e-12)


def test_insurance_is_worth_what_every_hole_card_pays(chart):
    rules = rules_of("thot", decks=1, reshuffle_below=0)
    state = begun(rules, "9s Ah 8h 5c")
    kept = parse_cards("Ts Kh 9c 2d 6s 5c 4s")
    offer = state.offers[0]
    found = valuing.insurance(state, offer, BET, 50, ["insure", "decline"], earlier_for(rules, state, kept))
    hits = sum(Card(card)[0] in "TJQK" for card in kept)

    # Two tens of seven: 2 debenes a debén where it hits, the stake lost elsewhere; half a bet is insured.
    assert found.ev["insure"] == pytest.approx(float(Fraction(2 * hits - (7 - hits), 7) / 2), abs=1e-15)
