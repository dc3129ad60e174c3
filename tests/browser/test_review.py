"""After a round: what each decision was worth, in a panel that is out of the way, can be turned off and feeds the trainer.

The figures are the engine's, asked for here with the cards that lay open; how they are laid out is the page's business.
"""

import pytest
from playwright.sync_api import Locator, expect

from browser.salon import BRISK, stage
from browser.visitor import Visitor
from zapato.odds import hand

# 8 8 against 6: split as the chart says; 8 3 drawn to where a double was due; 8 9 stood on. Then 10 9 against 6.
SPLIT = "8s 6h 8h Tc 3c Td 9h 7d"
STANDS = "Ts 6c 9s Kd 8d"
MISSED = hand("thot", "8 3", "6", "8").ev
AFTER = hand("thot", "8 9", "6", "8 3 T").ev


def panel(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name=visitor.word("review"), exact=True)


def value(visitor: Visitor, ev: float) -> str:
    shown = f"{abs(ev):.4f}"
    sign = "+" if ev > 0 else "−"
    return sign + (shown.replace(".", ",") if visitor.kind.locale == "es-ES" else shown)


def play_the_split(visitor: Visitor) -> None:
    visitor.sit()
    visitor.bet("2")
    visitor.toolbar("moves").wait_for()
    for key in ("p", "h", "s"):
        visitor.move(key)


def missed_cells(visitor: Visitor) -> list[str]:
    """Of this guest, as the trainer has them."""
    progress = visitor.page.evaluate("fetch('/api/trainer/progress?rules=thot').then((answer) => answer.json())")
    return [cell["cell"] for cell in progress["weakest"]]


@pytest.mark.salon(pace=BRISK)
def test_a_round_is_reviewed_out_of_the_way(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    # A desk has room for the panel, a phone shows one line and opens it on demand. Space deals on, whatever is open.
    stage(monkeypatch, SPLIT, STANDS)
    cost = visitor.number(round(500 * (MISSED["double"] - MISSED["hit"])))
    play_the_split(visitor)
    visitor.wait_said(visitor.word("cost", n=cost))
    review = panel(visitor)
    if visitor.kind.phone:
        line = visitor.button("review")
        expect(line).to_contain_text(visitor.word("short cost", n=cost))
        expect(review).not_to_be_visible()
        visitor.is_well("review, one line")
        visitor.press("v")

    expect(review).to_contain_text(visitor.word("one cost", n=cost))
    expect(review.get_by_text(visitor.word("as the chart"))).to_have_count(2)
    for ev in (*MISSED.values(), *AFTER.values()):
        expect(review).to_contain_text(value(visitor, ev))
    expect(review.get_by_text(visitor.word("given"))).to_be_visible()  # unit and condition stand beside the figures
    review.get_by_text(visitor.word("how")).click()
    expect(review).to_contain_text(visitor.word("as seen"))
    visitor.is_well("review, open")
    train = review.get_by_role("link", name=visitor.word("train these"))
    expect(train).to_have_attribute("href", "/entrenador?rules=thot&mode=mistakes")
    assert [text for text in visitor.said() if visitor.word("cost", n=cost) in text][1:] == [], "said once"
    assert missed_cells(visitor) == ["hard-11-6"]

    visitor.toolbar("chips").wait_for()
    visitor.press("Space")
    visitor.toolbar("moves").wait_for()
    expect(review).not_to_be_visible()
    visitor.move("s")
    expect(review).to_contain_text(visitor.word("all as the chart"))
    assert missed_cells(visitor) == ["hard-11-6"]

    visitor.open("/ronda/escribas-1")
    section = visitor.page.get_by_role("region", name=visitor.word("worth"))
    expect(section).to_contain_text(visitor.word("one cost", n=cost))
    expect(section).to_contain_text(value(visitor, MISSED["double"]))
    visitor.is_well("a round's page with its review")

    visitor.open("/entrenador?rules=thot&mode=mistakes")
    expect(visitor.page.locator("[data-mode=mistakes]")).to_have_attribute("aria-pressed", "true")


@pytest.mark.salon(pace=BRISK)
def test_the_panel_is_closed_by_keyboard_stays_closed_and_can_be_turned_off(
    desktop: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage(monkeypatch, STANDS, STANDS.replace("s", "h"), "Tc 6h 9c Kh 8c")
    asked: list[str] = []
    desktop.page.on("request", lambda request: asked.append(request.url) if "review" in request.url else None)
    desktop.sit()
    desktop.bet("1")
    desktop.toolbar("moves").wait_for()
    desktop.press("v")  # a public table gives no hint, with or without a key for it
    expect(desktop.button("hint")).not_to_be_visible()
    refused = desktop.page.evaluate("fetch('/api/tables/escribas/hint').then((answer) => answer.json())")
    assert refused["refusal"]["code"] == "no-hints"
    desktop.broken.clear()  # Chromium notes down every answer that is no success
    desktop.move("s")
    review = panel(desktop)
    close = review.get_by_role("button", name=desktop.word("close"))
    desktop.tab_to(close)
    desktop.press("Enter")
    line = desktop.button("review")
    expect(line).to_be_focused()
    expect(review).not_to_be_visible()
    desktop.press("v")
    expect(review).to_be_visible()
    desktop.press("Escape")
    expect(review).not_to_be_visible()

    desktop.toolbar("chips").wait_for()
    desktop.page.locator("body").evaluate("() => document.activeElement.blur()")
    desktop.press("Space")
    desktop.toolbar("moves").wait_for()
    desktop.move("s")
    line.wait_for()
    expect(review).not_to_be_visible()
    assert len([url for url in asked if "/api/rounds/" in url]) == 2

    desktop.button("settings").click()
    # The native radio is transparent and lies over its label.
    desktop.page.get_by_role("radio", name=desktop.word("review off"), exact=True).check()
    desktop.is_well("settings, review off")
    desktop.press("Escape")
    expect(line).not_to_be_visible()
    desktop.toolbar("chips").wait_for()
    desktop.page.locator("body").evaluate("() => document.activeElement.blur()")
    desktop.press("Space")
    desktop.toolbar("moves").wait_for()
    desktop.move("s")
    desktop.over(3)
    desktop.toolbar("chips").wait_for()
    assert len([url for url in asked if "/api/rounds/" in url]) == 2
    expect(line).not_to_be_visible()


@pytest.mark.salon(hints=True)
def test_a_hint_on_demand_where_the_table_gives_them(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    # By the button on the phone, by its key at a desk; gone with the decision it was about.
    stage(monkeypatch, "5s Th 6c 9d 5d 8c")
    visitor.sit()
    visitor.bet("1")
    visitor.toolbar("moves").wait_for()
    first, second = hand("thot", "5 6", "T").ev, hand("thot", "5 6 5", "T").ev
    hint = visitor.page.get_by_role("region", name=visitor.word("hint"))
    if visitor.kind.phone:
        visitor.button("hint").click()
    else:
        visitor.press("v")
    for ev in first.values():
        expect(hint).to_contain_text(value(visitor, ev))
    visitor.is_well("hint")
    visitor.move("h")
    expect(hint).not_to_be_visible()
    visitor.press("v")
    for ev in second.values():
        expect(hint).to_contain_text(value(visitor, ev))
