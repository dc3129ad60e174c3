"""What a single hand is owed, one line each. 100 is bet; the middle columns are the hand, what was done, the dealer's cards."""

import pytest

from zapato.round.notation import read_record
from zapato.round.replay import play, report

THOT = "thot"
ES = "casino-es"


def outcome(rules: object, dealt: str, moves: str, bet: int = 100) -> list[tuple[str, int]]:
    """Result and return of each hand. `moves` are words; an insurance is answered by `insure`, `decline`, `even-money`."""
    record = {
        "format": "zapato.round/1",
        "rules": rules,
        "cards": dealt,
        "bets": [{"box": 1, "player": "ana", "amount": bet}],
        "moves": [{"box": 1, "move": move} for move in moves.split()],
    }
    return [(row["result"], row["returned"]) for row in report(play(read_record(record)))["hands"]]


def rules_of(base: str, **overrides: object) -> dict[str, object]:
    return {"preset": base, **overrides}


# The cards are dealt: first, dealer's upcard, second, hole card (with one), then in order of play.
@pytest.mark.parametrize(
    ("rules", "dealt", "moves", "expected"),
    [
        # plain totals, a hole card
        (THOT, "Ts 9h 9s 9d", "stand", [("win", 200)]),
        (THOT, "Ts 9h 8s 9d", "stand", [("push", 100)]),
        (THOT, "Ts 9h 7s 9d", "stand", [("lose", 0)]),
        (THOT, "Ts 9h 2s 9d Tc", "hit", [("bust", 0)]),
        (THOT, "Ts 6h 2s Td Tc", "stand", [("win", 200)]),
        # totals of 21
        (THOT, "Ts 9h As 9d", "", [("blackjack", 250)]),
        (THOT, "7s 9h 7d 9d 7c", "hit", [("win", 200)]),
        (THOT, "As 6h Ts 5d", "", [("blackjack", 250)]),
        (THOT, "As Th Ts Ad", "", [("push", 100)]),
        (THOT, "9s Th 9d Ad", "", [("lose", 0)]),
        (rules_of(THOT, blackjack_pays="6:5"), "Ts 9h As 9d", "", [("blackjack", 220)]),
        (rules_of(THOT, blackjack_pays="1:1"), "Ts 9h As 9d", "", [("blackjack", 200)]),
        # doubles
        (THOT, "6s 6h 5s Td Tc Tc", "double", [("win", 400)]),
        (THOT, "6s 6h 5s Td 9c 4c", "double", [("push", 200)]),
        (THOT, "6s 6h 5s Td 8c 5c", "double", [("lose", 0)]),
        (THOT, "9s 6h 7s Td Tc", "double", [("bust", 0)]),
        # the dealer's soft 17
        (THOT, "Ts 6h 7s Ad", "stand", [("push", 100)]),
        (rules_of(THOT, hit_soft_17=True), "Ts 6h 7s Ad 4c", "stand", [("lose", 0)]),
        (rules_of(THOT, hit_soft_17=True), "Ts 6h 7s Ad Tc", "stand", [("push", 100)]),
        # an ace up
        (THOT, "As Ah Ts Td", "even-money", [("even-money", 200)]),
        (THOT, "As Ah Ts 9d", "even-money", [("even-money", 200)]),
        (THOT, "As Ah Ts 9d", "decline", [("blackjack", 250)]),
        (THOT, "As Ah Ts Td", "decline", [("push", 100)]),
        (THOT, "Ts Ah 9s Td", "insure", [("lose", 0)]),
        # surrender
        (rules_of(THOT, surrender="late"), "Ts Th 6s 7d", "surrender", [("surrender", 50)]),
        (rules_of(THOT, surrender="late"), "Ts Th 6s Ad", "", [("lose", 0)]),
        (rules_of(THOT, surrender="early"), "Ts Th 6s Ad", "surrender", [("surrender", 50)]),
        (rules_of(THOT, surrender="early"), "Ts Th 6s 7d", "surrender", [("surrender", 50)]),
        (rules_of(THOT, surrender="early"), "Ts 9h 6s 7d", "surrender", [("surrender", 50)]),
        (rules_of(ES, surrender="late"), "Ts Th 6s Ad", "surrender", [("lose", 0)]),
        (rules_of(ES, surrender="late"), "Ts Th 6s 7d", "surrender", [("surrender", 50)]),
        (rules_of(ES, surrender="late"), "Ts 9h 6s", "surrender", [("surrender", 50)]),
        (rules_of(ES, surrender="early"), "Ts Th 6s", "surrender", [("surrender", 50)]),
        # no hole card: a natural takes every bet, or the original bet only
        (ES, "6s Th 5s 9d Ad", "double", [("lose", 0)]),
        (rules_of(ES, hole="obo"), "6s Th 5s 9d Ad", "double", [("lose", 100)]),
        (rules_of(ES, hole="obo", double="any"), "9s Th 7s Td Ad", "double", [("bust", 100)]),
        (rules_of(ES, hole="obo", double="any"), "9s Th 7s Td 9d", "double", [("bust", 0)]),
        (ES, "8s Th 8d 9c 9d Ad", "split stand stand", [("lose", 0), ("lose", 0)]),
        (rules_of(ES, hole="obo"), "8s Th 8d 9c 9d Ad", "split stand stand", [("lose", 0), ("push", 100)]),
        (rules_of(ES, hole="obo"), "8s Th 8d 9c 9d Td Ad", "split stand hit", [("lose", 0), ("bust", 100)]),
        (rules_of(ES, hole="obo"), "8s Th 8d 9c Td 9d Td Ad", "split hit hit", [("bust", 0), ("bust", 100)]),
        (ES, "As Th Ts Ad", "", [("push", 100)]),
        (ES, "As Th Ts 9d", "", [("blackjack", 250)]),
        (ES, "As 9h Ts", "", [("blackjack", 250)]),
        # a ten that is not looked under
        (rules_of(THOT, peek_on_ten=False), "6s Th 5s Ad 9d", "double", [("lose", 100)]),
        (rules_of(THOT, peek_on_ten=False), "As Th Ts Ad", "", [("push", 100)]),
        (rules_of(THOT, peek_on_ten=False), "8s Th 8d Ad 9c 9d", "split stand stand", [("lose", 0), ("push", 100)]),
        # 21 after a split is no natural
        (THOT, "As 9h Ad 9d Tc Ts", "split", [("win", 200), ("win", 200)]),
        (THOT, "Ts 5h Td 6d Ac 9s Th", "split stand", [("push", 100), ("lose", 0)]),
    ],
)
def test_a_hand_is_owed_this(rules: object, dealt: str, moves: str, expected: list[tuple[str, int]]) -> None:
    assert outcome(rules, dealt, moves) == expected


@pytest.mark.parametrize(
    ("rules", "dealt", "moves", "row"),
    [
        (THOT, "Ts Ah 9s Td", "insure", ("win", 50, 150)),
        (THOT, "Ts Ah 9s 9d", "insure stand", ("lose", 50, 0)),
        (ES, "Ts Ah 9s Td", "insure stand", ("win", 50, 150)),
        (ES, "Ts Ah 5s 9d 9c", "insure hit", ("lose", 50, 0)),
        (ES, "As Ah Ts Td", "insure", ("win", 50, 150)),
    ],
)
def test_an_insurance_is_owed_this(rules: object, dealt: str, moves: str, row: tuple[str, int, int]) -> None:
    """Fault 6: insurance paid short or counted twice. 2:1, with the stake: three times what it cost."""
    record = {
        "format": "zapato.round/1",
        "rules": rules,
        "cards": dealt,
        "bets": [{"box": 1, "player": "ana", "amount": 100}],
        "moves": [{"box": 1, "move": move} for move in moves.split()],
    }

    (insurance,) = report(play(read_record(record)))["insurance"]

    assert (insurance["result"], insurance["amount"], insurance["returned"]) == row
