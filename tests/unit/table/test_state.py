"""The state is a value: events alone rebuild it, it goes through JSON unchanged, and its bounds hold."""

import msgspec
import pytest

from felt import Felt, rules_of
from zapato.invariant import InvariantError
from zapato.ledger import purse
from zapato.round.commands import Deal
from zapato.table import commands
from zapato.table.decide import decide
from zapato.table.draft import Draft
from zapato.table.shoe_life import took
from zapato.table.state import PAST_ROUNDS_MAX, State, evolve, initial


def some_rounds(rules, count=6):
    felt = Felt(rules)
    felt.sit("ana", "bob", purse_each=10_000_000)
    for number in range(count):
        felt.bet("ana", rules.bet_min)
        felt.bet("bob", rules.bet_min)
        if number < count - 1:
            felt.finish_round()
    return felt


def test_events_alone_rebuild_the_state():
    """What the hall does after a crash: nothing is decided again, nothing is lost."""
    for name in ("thot", "casino-es"):
        felt = some_rounds(rules_of(name))
        rebuilt = initial("escribas", felt.state.rules, felt.state.pace)
        for event in felt.events:
            rebuilt = evolve(rebuilt, event)
        assert felt.state == rebuilt


def test_events_and_state_go_through_json_unchanged():
    """A journal of events and a checkpoint of the state both lead back."""
    felt = some_rounds(rules_of("thot"))
    for event in felt.events:
        assert event == msgspec.json.decode(msgspec.json.encode(event), type=type(event))
    assert felt.state == msgspec.json.decode(msgspec.json.encode(felt.state), type=State)


def test_deciding_changes_no_state_and_gives_the_same_again():
    """Pure: the same question at the same time has the same answer."""
    felt = some_rounds(rules_of("thot"), 1)
    before = msgspec.json.encode(felt.state)
    command = commands.StandUp("ana")
    assert decide(felt.state, command, felt.now) == decide(felt.state, command, felt.now)
    assert before == msgspec.json.encode(felt.state)


def test_the_last_rounds_are_kept_and_no_more():
    """The strip beside the felt; newest first, with the viewer's own result."""
    felt = some_rounds(rules_of("thot"), 14)
    felt.finish_round()
    past = felt.view("ana").past
    assert PAST_ROUNDS_MAX == len(past)
    assert list(range(14, 4, -1)) == [each.round for each in past]
    assert "escribas-14" == past[0].record
    net = felt.book.balance(purse("ana")) - 10_000_000
    assert net == sum(each.nets["ana"] for each in felt.state.past) + sum(
        record["expect"]["players"]["Ana"] for record in felt.records[:4]
    )
    assert None is felt.view("dan").past[0].net


def test_a_broken_promise_names_no_card():
    """What `ensure` shows goes into the host's log, and the card that could not be dealt may be the hole card."""
    felt = some_rounds(rules_of("thot"))
    shoe = felt.state.shoe
    hidden = next(card for card in shoe.cards.order if card != shoe.cards.next_card())

    with pytest.raises(InvariantError) as wrong_card:
        took(shoe, hidden, felt.state.round)
    with pytest.raises(InvariantError) as unwanted:
        Draft(felt.state, 0).tell_round(Deal(hidden))

    assert hidden not in str(wrong_card.value)
    assert hidden not in str(unwanted.value)
    assert "Deal" in str(unwanted.value)
