"""The link: cut and mended, the server gone and back, a message too large, two tabs, a reload in mid-hand."""

import pytest
from playwright.sync_api import expect

from browser.salon import stage
from browser.visitor import Visitor

ROUND = "8s 6h 5h Tc 4c 9d 7d"


def test_a_lost_link_is_said_and_mended_with_the_hand_still_there(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage(monkeypatch, ROUND)
    visitor.sit()
    visitor.bet("2")
    visitor.toolbar("moves").wait_for()
    visitor.salon.cut()
    bar = visitor.page.get_by_role("alert")
    expect(bar).to_be_visible()
    visitor.is_well("link lost")
    expect(visitor.box(3)).to_contain_text("13")
    visitor.press("h")  # nothing can be done now, and nothing is done later by surprise
    visitor.salon.mend()
    visitor.sees(visitor.word("back"))
    visitor.is_well("link back")
    visitor.toolbar("moves").wait_for()
    visitor.move("s")
    visitor.over(1)

    assert visitor.purse() == visitor.salon.purse_at("escribas", 3)


def test_a_network_that_is_gone_is_said_at_once(desktop: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    # The socket looks open for half a minute yet, and a move has fifteen seconds.
    stage(monkeypatch, ROUND)
    desktop.sit()
    desktop.bet("2")
    desktop.toolbar("moves").wait_for()
    desktop.context.set_offline(True)
    desktop.press("s")
    expect(desktop.page.get_by_role("alert")).to_be_visible(timeout=8_000)
    desktop.context.set_offline(False)
    desktop.sees(desktop.word("back"))
    desktop.over(1)  # the move pressed in between was kept, and sent when the link was back

    assert desktop.purse() == desktop.salon.purse_at("escribas", 3)


def test_what_happened_meanwhile_is_shown(
    desktop: Visitor, another_visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop.sit()
    another_visitor.open("/mesa/escribas")
    another_visitor.box(1).get_by_role("button").wait_for()
    another_visitor.page.evaluate("window.__sockets.at(-1).close()")
    desktop.press("Digit2")
    another_visitor.sees(another_visitor.word("back"))

    expect(another_visitor.box(3)).to_contain_text("500")


def test_a_message_too_large_closes_the_link_and_the_page_says_so(desktop: Visitor) -> None:
    desktop.sit()
    desktop.page.evaluate("window.__sockets.at(-1).send('x'.repeat(5000))")
    desktop.sees(desktop.word("oversize"))
    desktop.toolbar("chips").wait_for()
    desktop.sees(desktop.word("back"))


def test_a_reload_in_mid_hand_finds_the_hand_again(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, ROUND)
    visitor.sit()
    visitor.bet("2")
    visitor.toolbar("moves").wait_for()
    visitor.page.reload()
    visitor.toolbar("moves").wait_for()

    expect(visitor.box(3)).to_contain_text("13")
    assert visitor.purse() == 9_500


def test_two_tabs_of_one_player_show_the_same_hand(desktop: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, ROUND)
    desktop.sit()
    other = desktop.context.new_page()
    other.goto(desktop.page.url)
    desktop.page.bring_to_front()
    desktop.bet("2")
    desktop.toolbar("moves").wait_for()
    desktop.move("h")
    expect(desktop.box(3)).to_contain_text("17")
    other.bring_to_front()
    expect(other.get_by_role("region", name="Casilla 3", exact=True)).to_contain_text("17")
    other.keyboard.press("s")
    desktop.over(1)


def test_somebody_who_comes_in_mid_round_waits_for_the_next(
    still: Visitor, another_visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage(monkeypatch, ROUND)
    still.sit()
    still.bet("2")
    still.toolbar("moves").wait_for()
    another_visitor.open("/mesa/escribas")
    another_visitor.box(1).get_by_role("button").click()
    expect(another_visitor.box(1)).to_contain_text("Tú")
    assert another_visitor.toolbar("moves").count() == 0
    assert another_visitor.toolbar("chips").count() == 0
    still.move("s")
    another_visitor.toolbar("chips").wait_for()
