"""The study pages in a browser: without a script, by keyboard, on a phone, for axe; the chart's panel, the switches, a learner's hands."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.study_site import axe
from zapato.odds import hand, solve

PHONE = {"width": 390, "height": 844}
PAGES = [
    "/reglas/thot",
    "/estrategia/americana",
    "/estrategia/thot/doblar",
    "/estrategia/thot/dividir",
    "/estrategia/thot/blandas-y-duras",
    "/estrategia/thot/seguro",
    "/ventaja",
    "/entrenador",
    "/simulador",
]
INSIDE = """(one) => {
  const {top, bottom} = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
UNCOVERED = """(one) => {
  const {left, right, top, bottom} = one.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  return [left + 8, right - 8].every((x) => one.contains(document.elementFromPoint(x, middle)));
}"""
APART = """(cells) => cells.filter((cell) => {
  const bar = cell.querySelector('.step-bar').getBoundingClientRect();
  const figure = cell.querySelector('data').getBoundingClientRect();
  return bar.right > figure.left && bar.top < figure.bottom && bar.bottom > figure.top;
}).map((cell) => cell.textContent)"""
MODES = ("all", "hard", "soft", "pair", "double", "surrender", "insurance", "mistakes", "long")


@pytest.mark.parametrize(("language", "scheme"), [("es", "light"), ("en", "dark")])
def test_axe_finds_nothing_and_a_phone_needs_no_sideways_scrolling(
    chromium: Browser, address: str, language: str, scheme: Any
) -> None:
    # Every study page, at phone width: nothing that axe knows, nothing beyond the edge, no table whose columns are cut off.
    with chromium.new_context(viewport=PHONE, color_scheme=scheme) as context:
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        for path in (*PAGES, "/estrategia/thot?con=casino-es", "/reglas/nada"):
            page.goto(f"{address}{path}{'&' if '?' in path else '?'}lang={language}")
            page.wait_for_load_state("networkidle")

            assert axe(page) == [], path
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
            assert page.locator("html").get_attribute("lang") == language
        assert faults == []


@pytest.mark.parametrize("language", ["es", "en"])
def test_axe_finds_nothing_in_any_mode_of_the_trainer(chromium: Browser, address: str, language: str) -> None:
    with chromium.new_context(viewport=PHONE) as context:
        page = context.new_page()
        page.goto(f"{address}/entrenador?rules=americana&lang={language}")
        for mode in MODES:
            page.locator(f"[data-mode={mode}]").click()
            expect(page.locator(f"[data-mode={mode}]")).to_have_attribute("aria-pressed", "true")
            expect(page.locator("[data-move]").first).to_have_attribute("aria-disabled", "false", timeout=20_000)
            page.locator("[data-move]").last.click()
            expect(page.locator(".verdict data").first).to_be_visible(timeout=20_000)
        for drill in ("running", "true", "decks", "index_drill"):
            page.locator(f"[data-drill={drill}]").click()
        expect(page.locator("[data-count-move]").first).to_be_visible(timeout=20_000)

        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_page_is_whole_without_a_script(chromium: Browser, address: str) -> None:
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        for path in PAGES:
            page.goto(address + path)

            expect(page.locator("h1")).to_be_visible()
            assert page.locator("main").inner_text().count("%") + page.locator("data").count() > 3
        page.goto(f"{address}/reglas/thot")
        assert page.locator("ol.story > li:visible").count() == page.locator("ol.story > li").count() > 10


def test_the_panel_tells_a_cell_by_keyboard(page: Page, address: str) -> None:
    page.goto(f"{address}/estrategia/thot")
    page.locator("#grid-hard .cell").first.focus()
    page.keyboard.press("ArrowDown")  # 17 -> 16
    for _ in range(8):
        page.keyboard.press("ArrowRight")  # 2 -> 10
    chart = solve("thot").chart
    assert chart is not None

    expect(page.locator("#panel h3")).to_have_text("16 contra 10: pide")
    shown = [float(value) for value in page.locator("#panel data").evaluate_all("all => all.map((one) => one.value)")]
    ends = sorted(hand("thot", cards, "T").ev["hit"] for cards in ("T 6", "9 7"))
    assert ends[0] <= shown[0] <= ends[1]
    assert shown == sorted(shown, reverse=True)


def test_a_tap_opens_the_sheet_on_a_phone_and_its_cross_closes_it(chromium: Browser, address: str) -> None:
    with chromium.new_context(locale="es-ES", viewport=PHONE, has_touch=True) as context:
        page = context.new_page()
        page.goto(f"{address}/estrategia/thot")
        tapped = page.locator("[data-cell=hard-12-3]")
        expect(page.locator("#panel .note")).to_have_text("Elige una casilla de la tabla.")
        tapped.tap()
        expect(page.locator("#panel h3")).to_have_text("12 contra 3: pide")
        expect(page.locator("#panel h3")).to_be_in_viewport()
        page.locator("#panel .close").tap()

        expect(page.locator("#panel h3")).to_have_count(0)
        assert page.locator(".picked").count() == 0


def test_a_picked_cell_keeps_its_ring_and_its_panel_is_in_sight(chromium: Browser, address: str) -> None:
    # By mouse a link has the focus and no ring of its own; the panel must be seen beside every table, the lowest too.
    with chromium.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.goto(f"{address}/estrategia/thot")
        for name in ("hard-16-10", "soft-18-9", "pair-2-7"):
            cell = page.locator(f"[data-cell={name}]")
            cell.click()
            expect(page.locator("#panel h3")).to_be_in_viewport()
            page.mouse.move(0, 0)

            assert cell.evaluate("(one) => getComputedStyle(one).outlineStyle") == "solid"
            assert page.locator("#panel ul").evaluate(INSIDE), name


def test_a_page_prints_its_day_by_night_too(chromium: Browser, address: str) -> None:
    with chromium.new_context(color_scheme="dark") as context:
        page = context.new_page()
        page.goto(f"{address}/estrategia/thot")
        by_night = page.evaluate("getComputedStyle(document.documentElement).colorScheme")
        page.emulate_media(media="print", color_scheme="dark")
        drawn = "[...document.querySelectorAll('html, body, main, footer')].map((one) => getComputedStyle(one).backgroundColor)"

        assert by_night == "dark"
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
        assert set(page.evaluate(drawn)) <= {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}


def test_the_trainer_shows_what_one_decides_by_at_first_sight(chromium: Browser, address: str) -> None:
    # On a phone, before anything is scrolled: the upcard, not under the hole card; one's own hand; every button.
    with chromium.new_context(viewport=PHONE, has_touch=True) as context:
        page = context.new_page()
        page.goto(f"{address}/entrenador")
        expect(page.locator("[data-move=stand]")).to_have_attribute("aria-disabled", "false", timeout=20_000)
        up, hole = page.locator(".drill-felt .face").nth(0), page.locator(".drill-felt .face").nth(1)

        assert up.evaluate(UNCOVERED)
        assert not hole.evaluate(UNCOVERED)
        for seen in [*page.locator(".drill-felt .face").all(), *page.locator("[data-move]").all()]:
            assert seen.evaluate(INSIDE)


def test_space_on_the_mode_that_is_on_goes_to_the_next_hand(page: Page, address: str) -> None:
    page.goto(f"{address}/entrenador")
    every = page.locator("[data-mode=all]")
    expect(page.locator("[data-move=stand]")).to_have_attribute("aria-disabled", "false", timeout=20_000)
    hand_before = page.locator(".drill-felt").inner_html()
    every.press(" ")
    assert page.locator(".drill-felt").inner_html() == hand_before  # it waits to be decided
    page.keyboard.press("s")
    expect(page.locator(".verdict data").first).to_be_visible(timeout=20_000)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    every.press(" ")

    expect(page.locator("[data-move=stand]")).to_have_attribute("aria-disabled", "false")
    assert asked == []  # the next hand came with the answer: none was thrown away


def test_a_switch_without_effect_says_why_and_every_link_follows(page: Page, address: str) -> None:
    page.goto(f"{address}/ventaja?rules=thot,surrender=late")
    against_ace = page.locator("fieldset[data-rule=surrender_against_ace]")
    expect(against_ace).not_to_have_class("idle")
    page.locator("input[name=surrender][value=none]").check(force=True)
    expect(against_ace).to_have_class("idle", timeout=20_000)
    expect(against_ace).to_contain_text("Sin rendición no cambia nada.")
    expect(page.locator(".tables a[aria-current]")).to_have_text("Thot")
    row = page.locator("#steps-body tr").filter(has_text="Rendición contra un as")
    expect(row).to_contain_text("Sin rendición no cambia nada.", timeout=40_000)
    page.locator("input[name=blackjack_pays][value='1:1']").check(force=True)
    expect(page.locator("#figure")).to_contain_text("2,6", timeout=20_000)
    expect(page.locator(".tables a[aria-current]")).to_have_count(0)
    changed = "blackjack_pays"
    follow = [".top nav a[href^='/reglas/']", ".top .tongue", ".tables a:last-child", ".more a[href^='/estrategia/']"]
    for place in follow:
        assert changed in (page.locator(place).first.get_attribute("href") or ""), place
    bars = page.locator("#steps-body .change")
    expect(bars.filter(has_text="+2,2")).to_have_count(1, timeout=40_000)
    assert bars.evaluate_all(APART) == []


def test_numbers_are_written_as_the_visitors_country_does(chromium: Browser, address: str) -> None:
    # One visitor, one way of writing: the server's figures and the scripts' alike.
    with chromium.new_context(locale="es-ES") as context:
        page = context.new_page()
        page.goto(f"{address}/ventaja")
        expect(page.locator("#figure")).to_have_text("0,4059 %")
        expect(page.locator("#thousand")).to_contain_text("1.000 debenes")
        page.locator("input[name=hit_soft_17][value=true]").check(force=True)

        expect(page.locator("#figure")).to_have_text("0,6181 %", timeout=20_000)
        expect(page.locator("#thousand")).to_contain_text("1.000 debenes")
        page.goto(f"{address}/reglas/thot")
        expect(page.locator("#table")).to_contain_text("de 100 a 5.000 debenes")


def test_the_told_round_goes_step_by_step_by_keyboard(page: Page, address: str) -> None:
    page.goto(f"{address}/reglas/thot")
    steps = page.locator("ol.story > li:visible")
    expect(steps).to_have_count(1)
    page.get_by_role("button", name="Siguiente").focus()
    for _ in range(4):
        page.keyboard.press("Enter")
    expect(steps).to_contain_text("El habitante recibe 8")
    expect(page.locator(".story-bar")).to_contain_text("Paso 5 de")
    page.get_by_role("button", name="Reproducir").press("Enter")
    expect(page.locator(".story-bar")).to_contain_text("Paso 6 de", timeout=5_000)
    page.get_by_role("button", name="Pausa").press("Enter")
    page.get_by_role("button", name="Ver todos los pasos").press("Enter")

    assert steps.count() > 10


def test_nothing_flies_for_who_wants_it_still(chromium: Browser, address: str) -> None:
    with chromium.new_context(locale="es-ES", reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{address}/reglas/thot")
        page.get_by_role("button", name="Siguiente").click()
        card = page.locator(".stage .now .new").first

        assert card.evaluate("(one) => getComputedStyle(one).animationDuration") in ("0s", "0ms")


def test_nothing_moves_while_the_chart_becomes_interactive(page: Page, address: str) -> None:
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) "
        "if (!entry.hadRecentInput) window.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });"
    )
    page.goto(f"{address}/estrategia/thot")
    page.locator("[data-cell=hard-12-3]").hover()
    expect(page.locator("#panel h3")).to_be_visible()

    assert page.evaluate("window.shift") == 0


def test_a_switch_recomputes_the_edge(page: Page, address: str) -> None:
    page.goto(f"{address}/ventaja")
    page.locator("input[name=hit_soft_17][value=true]").check(force=True)
    expected = -(solve("thot,hit_soft_17=true").chart_ev or 0)

    expect(page.locator("#figure data")).to_have_attribute("value", str(expected), timeout=20_000)
    expect(page.locator("#figure")).to_have_text(f"{100 * expected:.4f} %".replace(".", ","))
    assert "hit_soft_17" in page.url
    expect(page.locator("#steps-body tr").filter(has_text="17 blando")).to_contain_text("se planta", timeout=40_000)


def test_a_learner_decides_by_the_tables_keys_and_is_told(page: Page, address: str) -> None:
    page.goto(f"{address}/entrenador")
    for number in range(1, 4):
        expect(page.locator("[data-move=stand]")).to_have_attribute("aria-disabled", "false", timeout=20_000)
        page.keyboard.press("s")
        expect(page.locator(".verdict data").first).to_be_visible(timeout=20_000)
        expect(page.locator(".facts dd").first).to_contain_text(f"de {number}")
        page.keyboard.press(" ")


def test_a_count_is_drilled(page: Page, address: str) -> None:
    page.goto(f"{address}/entrenador")
    page.get_by_role("button", name="Barajas en la bandeja").click()
    page.get_by_role("button", name="Empezar").click()
    expect(page.locator(".tray")).to_be_visible()
    page.locator(".counting input[type=text]").fill("1")
    page.get_by_role("button", name="Comprobar").click()

    expect(page.locator(".counting [role=status]")).to_contain_text("Era")


def test_a_play_is_decided_by_the_count_with_the_tables_keys(page: Page, address: str) -> None:
    page.goto(f"{address}/entrenador")
    page.locator("[data-drill=index_drill]").click()
    expect(page.locator(".index-drill .at")).to_contain_text("Cuenta verdadera", timeout=20_000)
    first = page.locator("[data-count-move]").first
    key = first.locator("kbd").inner_text().lower()
    page.locator(".index-drill").focus()
    page.keyboard.press(key)

    expect(page.locator(".index-drill .verdict")).to_contain_text("; desde", timeout=20_000)
    expect(page.locator(".index-drill")).to_contain_text("de 1 en esta visita")
    page.keyboard.press(" ")
    expect(first).to_have_attribute("aria-disabled", "false")


def test_a_learners_progress_survives_a_reload(page: Page, address: str) -> None:
    # For a guest, by the cookie that the page itself gave.
    page.goto(f"{address}/entrenador")
    expect(page.locator("[data-move=stand]")).to_have_attribute("aria-disabled", "false", timeout=20_000)
    page.keyboard.press("s")
    expect(page.locator(".facts dd").first).to_contain_text("de 1", timeout=20_000)
    page.reload()

    expect(page.locator(".facts dd").first).to_contain_text("de 1", timeout=20_000)


def test_a_mode_that_the_table_has_no_hands_for_says_so(page: Page, address: str) -> None:
    page.goto(f"{address}/entrenador")
    surrender = page.locator("[data-mode=surrender]")

    expect(surrender).to_have_attribute("aria-disabled", "true")
    expect(surrender).to_contain_text("En esta mesa no hay.")
