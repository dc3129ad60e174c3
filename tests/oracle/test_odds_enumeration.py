"""The odds are what the round itself pays, over every order of a small shoe, in exact rationals.

The round engine is dealt every order of the cards that are left, weighted by chance, and asked what came back. So rules
that odds and table read differently (what a natural takes, what may be split again, when a hand is over) show here.
"""

from fractions import Fraction

import pytest

from auditor import money_lines
from zapato import _kernel, odds
from zapato.odds import exact
from zapato.odds.question import rule_numbers
from zapato.round import RoundState, advance, awaits, legal
from zapato.round.commands import Act, Bet, CloseOffers, Deal, Open
from zapato.round.progress import AwaitsAnswers, AwaitsCard, AwaitsMove, AwaitsSurrender
from zapato.rules import load

BET = 100
NAMES = "A23456789TJQK"


class Game:
    """One box, one bet; the first move is given, later ones are `play`'s: by default the optimum of the game without splits.

    Cards are places in `NAMES`, from 1; `shoe` counts ten values, or thirteen ranks.
    """

    def __init__(self, rules, hand, up, shoe, move, hands=8, play=None):
        self.rules, self.move, self.hands = rules, move, hands
        values = (*shoe[:9], sum(shoe[9:]))
        self.play = play or exact.Table(rules, up, exact.Shoe(values).without(up - 1)).optimum
        left = list(shoe)
        for card in (*hand, up):
            left[card - 1] -= 1
        self.opening = [hand[0], up, hand[1]]
        self.left = tuple(left)

    def value(self):
        """Expected net win, in bets."""
        state, net = self._send(RoundState(self.rules), Open((Bet(1, "p", BET),)))
        for card in self.opening:
            state, more = self._send(state, Deal(NAMES[card - 1] + "s"))
            net += more
        return (net + self._rest(state, self.left, True)) / BET

    def _send(self, state, command):
        advanced = advance(state, command)
        net = sum(line.amount if line.kind == "payout" else -line.amount for line in money_lines(advanced.events))
        return advanced.state, net

    def _rest(self, state, left, first):
        awaited = awaits(state)
        match awaited:
            case AwaitsCard():
                value, size = Fraction(0), sum(left)
                for kind, count in enumerate(left):
                    if count:
                        after, net = self._send(state, Deal(NAMES[kind] + "s"))
                        fewer = (*left[:kind], count - 1, *left[kind + 1 :])
                        value += Fraction(count, size) * (net + self._rest(after, fewer, first))
                assert size > 0, "the shoe of this case is too small"
                return value
            case AwaitsAnswers():
                command, first_next = CloseOffers(), first
            case AwaitsSurrender():
                gives_up = first and self.move == "surrender"
                command, first_next = Act(1, "surrender") if gives_up else CloseOffers(), first and not gives_up
            case AwaitsMove():
                command, first_next = Act(1, self._choose(state, awaited, first)), False
            case _:
                return Fraction(0)
        after, net = self._send(state, command)
        return net + self._rest(after, left, first_next)

    def _choose(self, state, awaited, first):
        if first:
            return self.move
        box = state.box(1)
        moves = {option.move for option in legal(state) if option.refusal is None}
        if "split" in moves and len(box.hands) < self.hands:
            return "split"
        cards = tuple(sorted(min(10, NAMES.index(card[0]) + 1) for card in box.hands[awaited.hand - 1].cards))
        return self.play(cards, frozenset(moves & {"stand", "hit", "double"}))


def limits(rules, pair):
    return range(2, exact.hands_limit(rules, pair) + 1)


CASES = {
    # name: rules, cards of the whole shoe by value, hand, upcard
    "peek, resplit to four": ("thot,max_hands=4", (0, 0, 0, 0, 0, 0, 0, 6, 1, 5), (8, 8), 10),
    "peek, soft 17 hit, ace up": ("thot,max_hands=3,hit_soft_17=true", (3, 0, 0, 0, 0, 2, 0, 0, 4, 5), (9, 9), 1),
    "no hole card": ("thot,hole=enhc,max_hands=3", (2, 0, 0, 0, 0, 0, 2, 4, 0, 5), (8, 8), 10),
    "no hole card, ace up": ("casino-es,max_hands=3", (3, 0, 0, 0, 0, 1, 0, 4, 0, 6), (8, 8), 1),
    "no hole card, surrender": ("thot,hole=enhc,surrender=late", (2, 0, 0, 0, 0, 3, 0, 0, 2, 5), (10, 6), 10),
    "no hole card, early surrender": ("thot,hole=enhc,surrender=early", (2, 0, 0, 0, 0, 3, 0, 0, 2, 5), (10, 6), 1),
    "original bet only": ("thot,hole=obo,max_hands=3", (2, 0, 0, 0, 0, 0, 2, 4, 0, 5), (8, 8), 10),
    "original bet only, ace up": ("thot,hole=obo,surrender=late", (2, 0, 0, 0, 4, 0, 0, 0, 2, 5), (5, 5), 1),
    "no peek under a ten": (
        "thot,peek_on_ten=false,max_hands=3,surrender=late",
        (2, 0, 0, 0, 0, 3, 3, 0, 0, 5),
        (7, 7),
        10,
    ),
    "late surrender": ("americana", (2, 0, 0, 0, 0, 3, 0, 0, 2, 5), (10, 6), 10),
    "early surrender": ("americana,surrender=early", (2, 0, 0, 0, 0, 3, 0, 0, 2, 5), (10, 6), 1),
    "early surrender, nothing to peek for": ("americana,surrender=early", (2, 0, 0, 0, 0, 3, 0, 0, 2, 5), (10, 6), 9),
    "aces, one card": ("thot", (5, 0, 0, 0, 0, 2, 0, 0, 2, 4), (1, 1), 10),
    "aces, split again": ("thot,resplit_aces=true,max_hands=4", (6, 0, 0, 0, 0, 0, 1, 0, 2, 4), (1, 1), 9),
    "aces, drawn to": (
        "thot,resplit_aces=true,hit_split_aces=true,max_hands=3",
        (4, 0, 0, 0, 0, 0, 2, 0, 3, 4),
        (1, 1),
        9,
    ),
    "no double after a split": (
        "thot,double_after_split=false,max_hands=2",
        (0, 0, 3, 0, 0, 0, 0, 4, 1, 5),
        (8, 8),
        10,
    ),
    "doubles on hard 9 to 11 only": ("americana", (2, 0, 2, 0, 0, 0, 0, 4, 1, 5), (8, 8), 9),
    "soft doubles count the ace as one": ("americana,double_soft=true", (2, 0, 0, 0, 0, 1, 0, 3, 2, 5), (1, 8), 6),
    "tens of unlike rank": ("thot,max_hands=3", (0, 0, 0, 0, 3, 2, 0, 0, 0, 7), (10, 10), 6),
}


@pytest.mark.timeout(240)
@pytest.mark.parametrize(("text", "shoe", "cards", "up"), CASES.values(), ids=CASES)
def test_moves_are_worth_what_the_round_pays(text, shoe, cards, up):
    """Each legal move of a hand, in exact rationals; then the kernel's floats for the same shoe."""
    rules = load(text)
    expected, condition = exact.hand(rules, tuple(sorted(cards)), up, exact.Shoe(shoe).without(up - 1))
    solved = odds.solve(rules, chart=False, shoe=shoe).hand(cards, up)
    table = exact.Table(rules, up, exact.Shoe(shoe).without(up - 1))
    natural = table.natural(exact.Shoe(shoe).without(up - 1).without(cards[0] - 1).without(cards[1] - 1))

    def told(win):
        return (win + natural) / (1 - natural) if condition == "given no dealer natural" else win

    assert set(solved.ev) == set(expected)
    for move, value in expected.items():
        if move == "split":
            paid = max(told(Game(rules, cards, up, shoe, move, hands).value()) for hands in limits(rules, cards[0]))
        else:
            paid = told(Game(rules, cards, up, shoe, move).value())
        assert paid == value, move
        assert solved.ev[move] == pytest.approx(float(value), abs=1e-12), move


ROUNDS = {
    "peek": ("thot,surrender=late", (2, 0, 0, 0, 0, 0, 0, 4, 3, 5)),
    "no hole card": ("casino-es,max_hands=3", (2, 0, 0, 0, 0, 0, 0, 4, 3, 5)),
    "original bet only, 6:5": ("thot,hole=obo,blackjack_pays=6:5,max_hands=3", (2, 0, 0, 0, 0, 2, 0, 0, 4, 6)),
    "early surrender": ("thot,surrender=early,max_hands=3", (2, 0, 0, 0, 0, 2, 0, 0, 4, 6)),
}


@pytest.mark.timeout(240)
@pytest.mark.parametrize(("text", "shoe"), ROUNDS.values(), ids=ROUNDS)
def test_whole_rounds_before_the_deal(text, shoe):
    """Every deal from a small shoe, naturals of both sides included: the optimum, and the chart used before and after splits."""
    rules = load(text)
    solution = odds.solve(rules, shoe=shoe)
    chart = solution.chart
    optimal = by_chart = Fraction(0)
    for low, high in odds.TWO_CARDS:
        for up in range(1, 11):
            deck, chance = exact.Shoe(shoe), Fraction(1 if low == high else 2)
            for card in (low, high, up):
                chance *= deck.chance(card - 1) if deck.size else 0
                deck = deck.without(card - 1)
            if not chance:
                continue
            found = solution.hand((low, high), up)
            best = found.best or "stand"
            optimal += chance * Game(rules, (low, high), up, shoe, best, found.split_hands or 8).value()
            first = chart.choose((low, high), up, set(found.ev))
            played = Game(
                rules, (low, high), up, shoe, first, play=lambda hand, legal, up=up: chart.choose(hand, up, legal)
            )
            by_chart += chance * played.value()

    before = exact.PreDeal(rules, exact.Shoe(shoe))
    assert optimal == before.optimal()
    assert by_chart == before.by_chart(chart)
    assert solution.composition_optimal == pytest.approx(float(optimal), abs=1e-12)
    assert solution.chart_ev == pytest.approx(float(by_chart), abs=1e-12)


@pytest.mark.timeout(240)
def test_kings_split_again_with_kings_only():
    """Tens matched by rank, the ranks told apart: after K K the shoe's other king may make a third hand, its queens may not."""
    rules = load("thot,split=rank,max_hands=3")
    shoe = (0, 0, 0, 0, 0, 3, 0, 0, 0, 2, 0, 2, 4)
    values = (*shoe[:9], sum(shoe[9:]))
    held = (0,) * 9 + (2,)
    found = _kernel.odds_hand(rule_numbers(rules), values, False, 0, 0, held, 5, 2, sum(shoe[9:]) - 2)

    paid = [Game(rules, (13, 13), 6, shoe, "split", hands).value() for hands in (2, 3)]

    assert found[3] == pytest.approx(float(max(paid)), abs=1e-12)
    assert paid[1] > paid[0]
