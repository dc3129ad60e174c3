"""The study pages in a browser: without a script, by keyboard, on a phone, for axe; the chart's panel, the switches, a learner's hands."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from server.fake_hall import FakeHall
from zapato.odds import hand, solve
from zapato.server import app, assets

PHONE = {"width": 390, "height": 844}
AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = [
    "/reglas/thot",
    "/estrategia/americana",
    "/estrategia/thot/doblar",
    "/estrategia/thot/seguro",
    "/ventaja",
    "/entrenador",
    "/simulador",
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server of its own, on a thread of its own: Playwright's calls block."""
    started, found = threading.Event(), {}

    async def serve() -> None:
        listening = app.listen("127.0.0.1", 0)
        server = app.Server(app.build(FakeHall(), page=assets.load()), started.set)
        found["server"], found["port"] = server, listening.getsockname()[1]
        await server.serve(sockets=[listening])

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert started.wait(20)
    yield f"http://127.0.0.1:{found['port']}"
    found["server"].should_exit = True
    thread.join(10)


def axe(page: Page) -> list[str]:
    page.evaluate(AXE.read_text("utf-8"))  # evaluated by the browser's tools, so the page's policy does not forbid it
    found: Any = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']})")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found["violations"]]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_a_phone_needs_no_sideways_scrolling(
    chromium: Browser, address: str, path: str, scheme: Any
) -> None:
    with chromium.new_context(viewport=PHONE, color_scheme=scheme) as context:
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address + path)
        page.wait_for_load_state("networkidle")

        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert faults == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole_without_a_script(chromium: Browser, address: str, path: str) -> None:
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address + path)

        expect(page.locator("h1")).to_be_visible()
        assert page.locator("main").inner_text().count("%") + page.locator("data").count() > 3


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


def test_nothing_moves_while_the_chart_becomes_interactive(page: Page, address: str) -> None:
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) "
        "if (!entry.hadRecentInput) window.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });"
    )
    page.goto(f"{address}/estrategia/thot")
    page.locator("[data-cell=hard-12-3]").hover()
    expect(page.locator("#panel h3")).to_be_visible()

    assert page.evaluate("window.shift") < 0.01


def test_a_switch_recomputes_the_edge(page: Page, address: str) -> None:
    page.goto(f"{address}/ventaja")
    page.locator("input[name=hit_soft_17][value=true]").check(force=True)
    expected = -(solve("thot,hit_soft_17=true").chart_ev or 0)

    expect(page.locator("#figure data")).to_have_attribute("value", str(expected), timeout=20_000)
    expect(page.locator("#figure")).to_have_text(f"{100 * expected:.4f} %")
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
