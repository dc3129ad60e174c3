"""Residents play a chart told by a few numbers; on every table of the house it is the exact one, cell by cell."""

import pytest

from felt import rules_of
from zapato.cards import Card
from zapato.hall.house_chart import choose
from zapato.odds import solve
from zapato.round.commands import Bet
from zapato.round.permission import refuse_double
from zapato.round.state import BoxState, Hand, RoundState
from zapato.rules import preset, preset_names, text

VALUES = range(1, 11)


def card(value, suit):
    return Card(("A23456789T"[value - 1]) + suit)


def hands():
    """Every two-card hand by value, and three-card ones for the totals that two cards can't show."""
    for low in VALUES:
        for high in range(low, 11):
            yield (low, high)
    for total in range(6, 18):
        yield (2, 2, total - 4) if total <= 14 else (2, 3, total - 5) if total <= 15 else (3, 4, total - 7)


def legal(rules, cards):
    """The moves that the rules allow this hand as a first action, purse aside."""
    hand = Hand(cards, (rules.bet_min,))
    box = BoxState(1, (Bet(1, "ana", rules.bet_min),), (hand,))
    allowed = {"stand", "hit"}
    if refuse_double(RoundState(rules), box, hand) is None:
        allowed.add("double")
    if len(cards) == 2:
        allowed |= {"split"} if cards[0][0] == cards[1][0] else set()
        allowed |= {"surrender"} if rules.surrender != "none" else set()
    return allowed


def differing(rules):
    chart = solve(rules, chart=True).chart
    for values in hands():
        cards = tuple(card(value, suit) for value, suit in zip(values, "hdc", strict=False))
        if sum(values) + 10 * (1 in values) == 21:
            continue
        for up in VALUES:
            allowed = legal(rules, cards)
            exact = chart.choose(values, up, allowed)
            ours = choose(rules, cards, card(up, "s"), allowed)
            if ours != exact:
                yield values, up, exact, ours


@pytest.mark.parametrize("name", preset_names())
def test_residents_play_the_exact_chart_of_every_house_table(name):
    """A resident who blunders teaches people to blunder."""
    assert [] == list(differing(preset(name).rules))


@pytest.mark.parametrize(
    "rules",
    [
        rules_of("thot", hit_soft_17=True),
        rules_of("thot", surrender="late"),
        rules_of("thot", double_after_split=False),
        rules_of("thot", hole="obo"),
        rules_of("thot", hole="enhc"),
        rules_of("thot", decks=8, blackjack_pays="6:5"),
        rules_of("thot", double="10-11"),
        rules_of("americana", hit_soft_17=True, surrender="early"),
        rules_of("thot", decks=2),
    ],
    ids=text,
)
def test_on_other_rules_it_is_off_in_a_few_close_cells_at_most(rules):
    """Rules that a host may choose: sound play, not perfection."""
    assert len(list(differing(rules))) <= 7
