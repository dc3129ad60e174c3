"""The simulator in a browser: a run by keyboard to its end, cancelled, on a phone, for axe, and without a script."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.study_site import axe
from zapato.server.study.words import LANGUAGES, catalogue
from zapato.simulation import simulate

PHONE = {"width": 390, "height": 844}
COMPRESSED_MOST = 60_000
MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_run_by_keyboard_to_its_end(page: Page, address: str, language: Any) -> None:
    said = {key.removeprefix("simulator."): text for key, text in catalogue(language).items()}
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{address}/simulador?rules=thot&rounds=1000000&seed=4&lang={language}")
    page.locator("[name=strategy]:checked").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # chart -> card by card -> like the dealer
    page.locator("#seed").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("21")
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_be_visible(timeout=40_000)
    expected = simulate("thot", 1_000_000, strategy="mimic", seed=21)

    shown = f"{100 * expected.ev:+.4f} %".replace("-", MINUS)
    if language == "es":
        shown = shown.replace(".", ",")  # the browser is a Spaniard's
    expect(page.locator("#result")).to_contain_text(shown)
    expect(page.locator("#said")).to_contain_text(shown)
    expect(page.locator("#standing")).to_contain_text(said["exact_mimic"])
    assert "strategy=mimic" in page.url
    assert "seed=21" in page.url
    assert axe(page) == []
    page.reload()
    expect(page.locator("#result")).to_contain_text(shown)
    assert faults == []


def test_a_run_is_cancelled_and_another_is_refused_meanwhile(page: Page, address: str) -> None:
    said = {key.removeprefix("simulator."): text for key, text in catalogue("es").items()}
    page.goto(f"{address}/simulador?rules=thot&strategy=optimal&rounds=1000000000")
    page.locator("#start").click()
    bar = page.get_by_role("progressbar")
    expect(bar).to_be_visible(timeout=20_000)
    expect(page.locator(".live")).to_contain_text("±", timeout=40_000)
    assert axe(page) == []
    page.locator("#start").click()
    expect(page.locator("#problem")).to_have_text(said["refused.one-run"])
    page.locator("#cancel").focus()
    page.keyboard.press("Enter")

    expect(page.locator("#standing")).to_contain_text(said["cancelled"], timeout=20_000)
    expect(bar).to_have_count(0)
    expect(page.locator("#start")).to_be_focused()  # the button that had the focus is gone
    page.locator("[name=rounds]").first.check(force=True)
    page.locator("[name=strategy]").first.check(force=True)
    page.locator("#start").click()
    expect(page.locator("#result")).to_be_visible(timeout=40_000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_and_a_phone_are_content_with_a_counted_run(chromium: Browser, address: str, scheme: Any) -> None:
    with chromium.new_context(viewport=PHONE, color_scheme=scheme, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{address}/simulador?rules=casino-es&strategy=count&rounds=1000000")
        expect(page.locator("#ramp")).to_be_visible()
        page.locator("#start").click()
        expect(page.locator("#result")).to_be_visible(timeout=40_000)
        page.locator("details").evaluate_all("all => all.forEach((one) => (one.open = true))")

        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert page.locator("#counts tbody tr").count() > 5


def test_a_visitor_without_scripts_waits_for_the_result(chromium: Browser, address: str) -> None:
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/simulador?rules=americana&rounds=100000")
        page.locator("#start").click()

        # The page renews itself until there is something to read.
        expect(page.locator("#result")).to_contain_text("%", timeout=40_000)
        assert page.locator("#bankroll svg").count() == 1


def test_scripts_and_styles_are_light(page: Page, address: str) -> None:
    sizes: dict[str, int] = {}

    def note(response: Any) -> None:
        kind = response.headers.get("content-type", "")
        if "javascript" in kind or "css" in kind:
            sizes[response.url] = response.request.sizes()["responseBodySize"]

    page.on("response", note)
    page.goto(f"{address}/simulador")
    page.wait_for_load_state("networkidle")

    assert sizes
    assert sum(sizes.values()) <= COMPRESSED_MOST, sizes
