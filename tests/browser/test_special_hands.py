"""Splits, insurance, even money, naturals: the states of the felt that come seldom and must be right."""

import pytest
from playwright.sync_api import Route, expect

from browser.salon import stage
from browser.visitor import Visitor


def test_a_split_is_played_hand_by_hand(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    # Each half gets its second card on its turn; the double is of one half only.
    stage(monkeypatch, "8s 6h 8h Tc 3c 9d Th 7d")
    visitor.sit()
    visitor.bet("2")
    visitor.toolbar("moves").wait_for()
    visitor.move("p")
    box = visitor.box(3)
    expect(box).to_contain_text("11")
    visitor.is_well("split, first hand")
    assert visitor.purse() == 9_000
    visitor.move("d")
    expect(box).to_contain_text("20")
    expect(box).to_contain_text("18")
    visitor.is_well("split, second hand")
    visitor.move("s")
    expect(box).to_contain_text(f"+{visitor.number(1_000)}")
    expect(box).to_contain_text(f"+{visitor.number(500)}")
    visitor.is_well("split, result")

    assert visitor.purse() == 11_500 == visitor.salon.purse_at("escribas", 3)


def test_four_hands_fit_on_the_felt(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, "8s 6h 8h Tc 8c 8d 2c 3d 4s 5s 9h Ks")
    visitor.sit()
    visitor.bet("1")
    visitor.toolbar("moves").wait_for()
    for hands in (2, 3, 4):
        visitor.move("p")
        visitor.until("n => document.querySelectorAll('.box.me .hand').length === n", hands)
    visitor.is_well("four hands")
    split = visitor.toolbar("moves").get_by_role("button", name=visitor.word("split"))

    expect(split).to_have_attribute("aria-disabled", "true")


def test_insurance_is_asked_and_paid(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, "9s Ah 9h Kc")
    visitor.sit()
    visitor.bet("2")
    visitor.sees(visitor.word("insure"))
    visitor.is_well("insurance")
    visitor.wait_said("250")
    visitor.move("y")
    visitor.wait_said(visitor.word("dealer blackjack"))
    visitor.over(1)
    visitor.is_well("insurance paid")

    assert visitor.purse() == 10_000, "500 lost on the hand, 500 won by the insurance"


def test_insurance_can_be_declined(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, "9s Ah 9h 7c")
    visitor.sit()
    visitor.bet("2")
    visitor.sees(visitor.word("insure"))
    visitor.move("n")
    visitor.toolbar("moves").wait_for()
    assert visitor.purse() == 9_500
    visitor.move("s")
    visitor.toolbar("moves").wait_for(state="hidden")

    assert visitor.salon.purse_at("escribas", 3) == 10_000, "18 against 18"


@pytest.mark.parametrize(("answer", "net"), [("y", 500), ("n", 0)])
def test_a_natural_is_offered_even_money(
    still: Visitor, monkeypatch: pytest.MonkeyPatch, answer: str, net: int
) -> None:
    stage(monkeypatch, "As Ah Kh Kc")
    still.sit()
    still.bet("2")
    still.sees(still.word("even money"))
    still.is_well("even money")
    still.move(answer)
    still.over(1)

    assert still.purse() == 10_000 + net


def test_a_natural_is_paid_three_to_two_without_a_move(still: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, "As 7h Kh Kc")
    still.sit()
    still.bet("1")
    still.sees("+150")

    assert still.purse() == 10_150
    assert still.toolbar("moves").count() == 0


def test_a_soft_hand_shows_both_totals(still: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, "As 7h Ah Kc 5d")
    still.sit()
    still.bet("1")
    still.toolbar("moves").wait_for()

    expect(still.box(3)).to_contain_text("2 / 12")
    still.move("h")
    expect(still.box(3)).to_contain_text("7 / 17")


@pytest.mark.parametrize("table", ["americana", "casino-es", "casino-plaza"])
def test_the_other_houses_are_playable(still: Visitor, monkeypatch: pytest.MonkeyPatch, table: str) -> None:
    # Seven boxes, no hole card in two of them, surrender in one.
    monkeypatch.undo()
    stage(monkeypatch, "2c 3c 4c 5c 6c " * (table != "americana") + "Ts 6h 6s Tc 9d 9c 9h")
    still.sit_at(2, table)
    still.bet("3")
    still.toolbar("moves").wait_for()
    surrender = still.page.locator(".act[aria-keyshortcuts='R']")
    expect(surrender).to_have_count(1 if table == "americana" else 0)
    still.is_well(table)
    still.move("s")
    still.page.locator(f"a[href^='/ronda/{table}-']").first.wait_for()

    assert still.purse() == still.salon.purse_at(table, 2)


@pytest.mark.salon(max_hands=4, reshuffle_below=312)
def test_an_ended_shoe_is_checked_in_the_browser(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    # A real shuffle here: nothing is staged. A fresh shoe each round, so that the first one ends soon.
    visitor.sit()
    visitor.bet("1")
    for _ in range(20):
        if visitor.page.locator("a[href='/ronda/escribas-1']").count():
            break
        visitor.press("n", "s")
        visitor.page.wait_for_timeout(400)
    visitor.page.locator("button.deal").wait_for()
    visitor.open("/zapato/escribas-1")
    # By its exact name: the file chooser beside it begins with the same word.
    verify = visitor.page.get_by_role("button", name=visitor.word("verify"), exact=True)
    verify.click()
    visitor.sees(visitor.word("verified"))
    visitor.is_well("proof")

    # On a slow line the button is there before the proof is: a press then is kept, and nothing moves under the pointer.
    held: list[Route] = []
    visitor.page.route("**/api/shoes/*.json", lambda route: held.append(route))  # noqa: PLW0108 -- a plain function is wanted
    visitor.open("/zapato/escribas-1")
    verify.click()
    place = verify.bounding_box()
    while not held:
        visitor.page.wait_for_timeout(50)
    held[0].continue_()
    visitor.sees(visitor.word("verified"))

    assert verify.bounding_box() == place
