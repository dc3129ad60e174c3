"""Whole rounds in the browser, by keyboard: bets, moves, results, purse, and what a screen reader is told."""

import pytest
from playwright.sync_api import expect

from browser.salon import BRISK, stage
from browser.visitor import Visitor

ROUND = "8s 6h 5h Tc 4c 9d 7d"
"""I have 8 5, draw 4 to 17 and stand; the dealer turns T under 6 and draws 9: 25."""


def test_a_round_from_the_first_chip_to_the_purse(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, ROUND)
    visitor.sit()
    visitor.is_well("betting")
    visitor.bet("2", "1")  # 500 + 100
    visitor.toolbar("moves").wait_for()
    visitor.is_well("my turn")
    assert visitor.purse() == 9_400

    visitor.move("h")
    expect(visitor.box(3)).to_contain_text("17")
    assert visitor.purse() == 9_400, "the purse moves once, at the end"
    visitor.move("s")
    visitor.sees(visitor.word("win"))
    visitor.sees(f"+{visitor.number(600)}")
    visitor.is_well("result")

    assert visitor.purse() == 10_600 == visitor.salon.purse_at("escribas", 3)
    visitor.wait_said(visitor.word("your turn"), "13")
    visitor.wait_said(visitor.word("dealer shows"))
    visitor.wait_said(visitor.word("win"), visitor.number(600))


def test_chips_are_laid_taken_back_and_remembered(desktop: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, *["8s 6h 9h Tc Ks"] * 2)  # 17 against 26, each round
    desktop.sit()
    deal = desktop.page.locator("button.deal")
    on_box = desktop.box(3)

    desktop.press("Space")
    desktop.wait_said(desktop.word("nothing"))
    desktop.press("Digit2", "Digit1", "Digit1")
    expect(on_box).to_contain_text("700")
    desktop.press("Backspace")
    expect(on_box).to_contain_text("600")
    desktop.press("Shift+Digit2")
    expect(on_box).to_contain_text("100")
    desktop.press("x", "x")
    expect(on_box).to_contain_text("400")
    desktop.press("Delete")
    expect(on_box).not_to_contain_text("400")
    desktop.press("Digit4", "Digit1")
    desktop.wait_said(desktop.word("maximum"))
    expect(on_box).to_contain_text(desktop.number(5_000))
    desktop.press("Delete", "Digit1", "Digit1", "Space")
    desktop.toolbar("moves").wait_for()
    desktop.move("d")  # 17 doubled: the bet to remember is still 200
    desktop.toolbar("chips").wait_for()

    expect(deal).to_contain_text(f"{desktop.word('repeat')} 200")


def test_chips_and_box_are_reached_by_tab_and_arrows(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    # One tab stop a group: the rail of chips is one, the box is one, «Repartir» is one.
    stage(monkeypatch, ROUND)
    visitor.sit()
    chips = visitor.toolbar("chips").get_by_role("button")
    visitor.tab_to(chips.first)
    visitor.press("ArrowRight")
    expect(chips.nth(1)).to_be_focused()
    visitor.press("Tab")
    assert visitor.toolbar("chips").locator(":focus").count() == 0
    visitor.tab_to(visitor.page.locator("button.spot"))
    visitor.press("Enter")
    expect(visitor.box(3)).to_contain_text("500")
    visitor.tab_to(visitor.page.locator("button.deal"))
    visitor.press("Enter")
    visitor.toolbar("moves").wait_for()
    stand = visitor.toolbar("moves").get_by_role("button", name=visitor.word("stand"))
    visitor.tab_to(visitor.toolbar("moves").locator("button:not([tabindex='-1'])"))
    for _ in range(4):
        if stand.evaluate("element => element === document.activeElement"):
            break
        visitor.press("ArrowRight")
    visitor.page.wait_for_timeout(400)  # a fresh group takes no Enter for a moment, lest the key that dealt plays
    visitor.press("Enter")
    visitor.sees(visitor.word("lose"))  # the dealer draws 4 to 16


@pytest.mark.salon(pace=BRISK)
@pytest.mark.parametrize("size", ["1280", "390"])
def test_ten_rounds_with_two_keys(still: Visitor, phone: Visitor, monkeypatch: pytest.MonkeyPatch, size: str) -> None:
    # What the judge does by hand; the purse is compared with the books after each round.
    stage(monkeypatch, *["Ts 6h Th Tc 5d", "9s 9h 9d 8c Kc"] * 5)
    visitor = still if size == "1280" else phone
    visitor.sit()
    visitor.press("Digit1")
    for number in range(1, 11):
        visitor.toolbar("chips").wait_for()
        visitor.press("Space")
        visitor.toolbar("moves").wait_for()
        visitor.move("s")
        visitor.toolbar("moves").wait_for(state="hidden")
        visitor.over(number)
    visitor.toolbar("chips").wait_for()

    assert visitor.salon.hall.state("escribas").round == 11
    assert visitor.purse() == visitor.salon.purse_at("escribas", 3)


def test_a_move_that_is_not_legal_says_why(desktop: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, ROUND)
    desktop.sit()
    desktop.bet("2")
    moves = desktop.toolbar("moves")
    moves.wait_for()
    split = moves.get_by_role("button", name=desktop.word("split"))

    expect(split).to_have_attribute("aria-disabled", "true")
    reason = desktop.page.locator(f"#{split.get_attribute('aria-describedby')}").text_content()
    assert len(reason) > len(desktop.word("split")) + 10, "a sentence, not a code"
    split.click(force=True)
    desktop.page.evaluate("window.__said.length = 0")
    desktop.press("p")
    desktop.until("() => window.__said.length > 0 && window.__said[0].length > 15")
    assert len(desktop.salon.hall.state("escribas").play.boxes[0].hands) == 1


def test_the_round_played_opens_as_its_record(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, ROUND)
    visitor.sit()
    visitor.bet("1")
    visitor.toolbar("moves").wait_for()
    visitor.move("h")
    expect(visitor.box(3)).to_contain_text("17")
    visitor.move("s")
    visitor.page.get_by_role("link", name=visitor.word("see the round"), exact=True).first.click()
    visitor.page.wait_for_url("**/ronda/escribas-1")
    visitor.sees(visitor.word("win"))
    visitor.is_well("a played round")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name=visitor.word("download")).click()

    assert download.value.suggested_filename == "escribas-1.json"


def test_the_hand_is_read_out_again_on_a_key(desktop: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, ROUND)
    desktop.sit()
    desktop.bet("2")
    desktop.toolbar("moves").wait_for()
    desktop.page.evaluate("window.__said.length = 0")
    desktop.press("l")

    desktop.wait_said("8 de picas", "13", "6 de corazones", "500")


def test_single_letters_do_nothing_while_a_dialog_is_open(desktop: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, ROUND)
    desktop.sit()
    desktop.bet("2")
    desktop.toolbar("moves").wait_for()
    desktop.press("?")
    desktop.page.get_by_role("dialog").wait_for()
    desktop.is_well("list of keys")
    desktop.press("h")
    desktop.press("Escape")
    desktop.page.get_by_role("dialog").wait_for(state="hidden")

    assert len(desktop.salon.hall.state("escribas").play.boxes[0].hands[0].cards) == 2
