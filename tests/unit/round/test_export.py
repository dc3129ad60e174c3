"""The record that a player downloads: names, not ids; nobody's purse, unless the round hangs on it."""

import json
from typing import Any

import pytest

from zapato.invariant import InvariantError
from zapato.round import RoundState, evolve
from zapato.round.commands import Bet, CloseOffers, Command, Deal, Open
from zapato.round.decide import Advanced, advance
from zapato.round.events import BoxCard, DealerCard, Insured, RoundOpened
from zapato.round.export import shareable_record
from zapato.round.notation import read_record
from zapato.round.replay import differences, play, report
from zapato.rules import Rules, from_mapping, preset

THOT = preset("thot").rules


def played(rules: Rules, cards: str, bets: list[dict[str, Any]], moves: list[dict[str, Any]]) -> tuple[Any, ...]:
    record = {"format": "zapato.round/1", "rules": "thot", "cards": cards, "bets": bets, "moves": moves}
    return play(read_record({**record, "rules": {"preset": "casino-es"} if rules.behind_max else "thot"})).events


def test_players_are_called_what_they_are_called_and_told_apart() -> None:
    bets = [{"box": box, "player": f"id-{box}", "amount": 100} for box in (1, 2, 3)]
    events = played(THOT, "As As As 6h Ks Kd Kc 5c", bets, [])

    record = shareable_record(THOT, events, {"id-1": "Ana", "id-2": "Ana", "id-3": ""})

    assert [bet["player"] for bet in record["bets"]] == ["Ana", "Ana 2", "id-3"]
    assert record["expect"]["players"] == {"Ana": 150, "Ana 2": 150, "id-3": 150}
    assert "id-1" not in json.dumps(record)


def test_a_purse_that_changed_nothing_is_not_told() -> None:
    events = played(
        THOT, "8h 6c 8s Td 9d", [{"box": 1, "player": "ana", "amount": 100, "purse": 50}], [{"box": 1, "move": "stand"}]
    )

    assert "purse" not in shareable_record(THOT, events)["bets"][0]


def test_a_purse_that_the_round_hangs_on_is_told_and_no_other() -> None:
    """leo could not follow the double: without his purse the replay would have him follow. ana's purse is her own business."""
    rules = preset("casino-es").rules
    bets = [
        {"box": 1, "player": "ana", "amount": 100, "purse": 900},
        {"box": 1, "player": "leo", "amount": 20, "behind": True, "follow": True, "purse": 19},
    ]
    events = played(rules, "6s 6h 5d Tc Ts 5c", bets, [{"box": 1, "move": "double"}])

    record = shareable_record(rules, events)

    assert [bet.get("purse") for bet in record["bets"]] == [None, 19]
    read = read_record(record)
    assert read.expect is not None
    assert differences(read.expect, report(play(read))) == []


def test_an_offer_closed_by_the_clock_is_told_as_declined() -> None:
    rules = from_mapping({"preset": "thot"})
    state, events = RoundState(rules), []
    steps: list[Command] = [Open((Bet(1, "ana", 100),)), *map(Deal, ["Ts", "Ah", "9s", "Td"]), CloseOffers()]
    for step in steps:
        advanced = advance(state, step)
        assert isinstance(advanced, Advanced)
        events += advanced.events
        state = advanced.state

    assert shareable_record(rules, events)["moves"] == [{"box": 1, "move": "decline"}]


@pytest.mark.parametrize(
    "event",
    [
        BoxCard(2, 1, "As"),
        BoxCard(1, 2, "As"),
        DealerCard(None, hidden=True),
        Insured(1, "ana", 51),
    ],
    ids=["no such box", "no such hand", "a card not shown", "more than the purse"],
)
def test_an_event_that_can_not_have_happened_stops_the_replay(event: Any) -> None:
    """A log that was tampered with, or a view taken for one, must not become a state."""
    state = evolve(RoundState(THOT), RoundOpened((Bet(1, "ana", 100),), {"ana": 50}))

    with pytest.raises(InvariantError):
        evolve(state, event)
