"""Cards as text: read strictly, shown to people with their suits."""

import pytest

from zapato.cards import CardError, format_cards, pack, parse_card, parse_cards, pretty, value, value_counts


def test_a_text_of_cards_reads_back() -> None:
    assert format_cards(parse_cards(" As  Th\t9c ")) == "As Th 9c"
    assert parse_cards("") == ()


@pytest.mark.parametrize("text", ["", "A", "10h", "tH", "Th ", "1s", "Xs", "T♥", "Ass", "sA"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError):
        parse_card(text)


def test_values_count_an_ace_as_1_and_faces_as_10() -> None:
    assert [value(card) for card in parse_cards("As 2s 9s Ts Js Qs Ks")] == [1, 2, 9, 10, 10, 10, 10]


def test_people_see_suits() -> None:
    assert [pretty(card) for card in parse_cards("Td As Kh 9c")] == ["10♦", "A♠", "K♥", "9♣"]


def test_a_pack_has_four_of_each_rank_a_deck() -> None:
    assert value_counts(pack(6)) == (24,) * 9 + (96,)
    assert len(set(pack(1))) == 52
