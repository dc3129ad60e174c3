"""The review of a finished round: the engine's values for what could be seen, and nothing that could not."""

import pytest

from server.harness import Running
from zapato.odds import hand
from zapato.server.advice import review

GOLDEN = {
    "format": "zapato.round/1",
    "rules": "thot",
    "cards": "8s 9c 6h 8h 2d Tc 3c 9h Td Ks 7d",
    "bets": [{"box": 1, "player": "ia", "amount": 200}, {"box": 2, "player": "ana", "amount": 500}],
    "moves": [
        {"box": 1, "move": "split"},
        {"box": 1, "move": "double"},
        {"box": 1, "move": "stand"},
        {"box": 2, "move": "double"},
    ],
}


def test_a_decision_is_valued_by_the_cards_in_sight() -> None:
    first, last = review(GOLDEN).decisions
    expected = hand("thot", "9 2", "6", "8 8 3 9 T")  # the resident's hands lie open by then, the hole card does not

    assert (first.move, first.chart, first.cost) == ("split", "split", 0.0)
    assert dict(expected.ev) == last.ev
    assert last.player == "ana"


def test_what_was_not_seen_changes_nothing() -> None:
    # Two worlds that differ in the hole card and in all that is drawn after the last decision: one review.
    other = {**GOLDEN, "cards": "8s 9c 6h 8h 2d 2c 3c 9h Td Ks 9d"}

    assert review(GOLDEN) == review(other)


def test_a_mistake_has_its_cost() -> None:
    moves = [{"box": 1, "move": "stand"}, {"box": 2, "move": "double"}]
    found = review({**GOLDEN, "cards": "8s 9c 6h 8h 2d Tc Ks 7d", "moves": moves}).decisions[0]

    assert (found.move, found.best) == ("stand", "split")
    assert found.cost == pytest.approx(found.ev["split"] - found.ev["stand"])


async def test_only_a_finished_round_is_reviewed(here: Running) -> None:
    assert (await here.http.get("/api/rounds/escribas-99/review")).status_code == 404
