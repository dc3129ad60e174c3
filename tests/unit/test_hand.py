"""Totals: the kind of fault that real programs had most (known fault 1)."""

import pytest

from zapato.cards import parse_cards
from zapato.hand import is_pair, is_ten_and_ace, total


@pytest.mark.parametrize(
    ("cards", "value", "soft", "text"),
    [
        ("As Ad Tc", 12, False, "12"),
        ("As Ad Ac 6h", 19, True, "9 / 19"),
        ("As 4d 7c", 12, False, "12"),
        ("As Ad", 12, True, "2 / 12"),
        ("As 6d", 17, True, "7 / 17"),
        ("As 6d Th", 17, False, "17"),
        ("As Kd", 21, True, "11 / 21"),
        ("Ts 6d 6h", 22, False, "22"),
        ("As", 11, True, "1 / 11"),
        ("As Ad Ac Ah As Ad Ac Ah As Ad Ac", 21, True, "11 / 21"),
        ("As Ad Ac Ah As Ad Ac Ah As Ad Ac Ah", 12, False, "12"),
        ("Js Qd", 20, False, "20"),
        ("", 0, False, "0"),
    ],
)
def test_the_total_of_a_hand(cards: str, value: int, soft: bool, text: str) -> None:
    found = total(parse_cards(cards))

    assert (found.value, found.soft, found.text) == (value, soft, text)
    assert found.bust == (value > 21)


def test_a_ten_and_an_ace_are_two_cards_of_any_suits() -> None:
    assert all(is_ten_and_ace(parse_cards(cards)) for cards in ("As Td", "Kh Ah", "Jc Ad", "Qs As"))
    assert not any(
        is_ten_and_ace(parse_cards(cards)) for cards in ("As", "As Ad", "Ts Jd", "As 5d 5h", "As 9d", "7s 7d 7h")
    )


def test_pairs_by_value_and_by_rank() -> None:
    assert is_pair(parse_cards("Ks Td"), by_rank=False)
    assert not is_pair(parse_cards("Ks Td"), by_rank=True)
    assert is_pair(parse_cards("Ks Kd"), by_rank=True)
    assert not any(is_pair(parse_cards(cards), by_rank=False) for cards in ("8s", "8s 8d 8h", "8s 9d", "As Td"))
