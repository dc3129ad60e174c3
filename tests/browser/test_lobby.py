"""The lobby: what is open, who sits where, and the ways in."""

import re

from playwright.sync_api import Browser, expect

from browser.visitor import Visitor


def test_the_lobby_shows_every_table_and_whose_money_it_is(visitor: Visitor) -> None:
    visitor.open()
    for name in visitor.words("tables"):
        visitor.sees(name)
    visitor.sees(visitor.word("play money"))

    assert visitor.page.title() == visitor.word("title")
    assert visitor.page.evaluate("document.documentElement.lang").startswith(visitor.kind.language)
    assert visitor.purse() == 10_000
    visitor.is_well("lobby")


def test_a_table_is_reached_and_a_seat_taken_with_the_keyboard_alone(visitor: Visitor) -> None:
    visitor.open()
    visitor.tab_to(visitor.button("sit"))
    visitor.press("Enter")
    visitor.toolbar("chips").wait_for()

    assert visitor.page.url.endswith("/mesa/escribas")
    visitor.sees(visitor.word("pays"))
    visitor.is_well("seated")


def test_the_first_tab_stop_leads_past_the_head(visitor: Visitor) -> None:
    visitor.open()
    visitor.button("sit").wait_for()
    visitor.press("Tab")
    skip = visitor.page.get_by_role("link", name=visitor.word("skip"))

    expect(skip).to_be_focused()
    visitor.press("Enter")
    visitor.press("Tab")
    assert visitor.page.evaluate("document.activeElement.closest('main') !== null")


def test_the_lobby_follows_what_happens_at_the_tables(desktop: Visitor, another_visitor: Visitor) -> None:
    desktop.open()
    desktop.button("sit").wait_for()
    another_visitor.sit()
    name = another_visitor.salon.name_at("escribas", 3)

    expect(desktop.page.get_by_text(re.compile(name)).first).to_be_visible()


def test_an_address_with_nothing_behind_it_says_so_and_leads_back(visitor: Visitor) -> None:
    visitor.page.goto(f"{visitor.salon.url}/mesa/ninguna")
    visitor.broken.clear()  # the browser reports the 404 itself
    visitor.sees(visitor.word("nothing here"))
    visitor.page.get_by_role("link").filter(visible=True).last.click()
    visitor.button("sit").wait_for()


def test_the_language_changes_at_once_and_stays(desktop: Visitor) -> None:
    desktop.open()
    desktop.button("settings").click()
    desktop.page.get_by_role("radio", name="English (5,000)").check()
    desktop.press("Escape")
    desktop.sees("Table of the Scribes")
    desktop.page.reload()
    desktop.sees("Table of the Scribes")

    assert desktop.page.evaluate("document.documentElement.lang").startswith("en")
    assert desktop.page.request.get(desktop.salon.url).text().count('<html lang="en">') == 1


def test_without_a_script_the_page_says_what_can_be_read(chromium: Browser, desktop: Visitor) -> None:
    # An empty page would look broken; the study pages need no script.
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(desktop.salon.url)
        links = page.locator(".unscripted a")
        expect(page.locator(".unscripted p[lang=en]")).to_be_visible()
        assert page.locator(".unscripted p[lang=es]").inner_text().startswith("La mesa se juega con JavaScript")
        expect(page.locator(".opening")).to_be_hidden()
        places = {link.get_attribute("href") for link in links.all()}
        page.locator(".unscripted [lang=en] a").first.click()

        expect(page.locator("html")).to_have_attribute("lang", "en")
        assert len(places) == 8
        for place in places:
            assert page.request.get(desktop.salon.url + str(place)).status == 200
