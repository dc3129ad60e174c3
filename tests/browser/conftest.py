"""Chromium for the browser tests: one process a run, a fresh profile for each test."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from browser import study_site
from browser.salon import Salon
from browser.visitor import BOTH, DESKTOP_ES, DESKTOP_STILL, PHONE_EN, Kind, Visitor

TOOLS = Path(__file__).resolve().parents[2] / "tools"

# Quiet and alone: no calls home, no shared state; without a sandbox because CI runs as root.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever lies in this folder is a browser test, and starting Chromium under load takes its time."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(120))


def chromium_path() -> str:
    spec = importlib.util.spec_from_file_location("chromium", TOOLS / "chromium.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = module.find()
    if found is None:
        pytest.fail(f"no Chromium: run {sys.executable} tools/chromium.py")
    return found


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def salon(request: pytest.FixtureRequest) -> Iterator[Salon]:
    """A hall of the test's own, which waits for nobody's motion. `@pytest.mark.salon(...)` changes pace and rules."""
    wanted = request.node.get_closest_marker("salon")
    salon = Salon(**wanted.kwargs if wanted else {}).open()
    yield salon
    salon.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the study pages are served."""
    with study_site.serving() as address:
        yield address


@pytest.fixture(params=BOTH, ids=lambda kind: f"{kind.language}-{kind.size['width']}")
def visitor(request: pytest.FixtureRequest, chromium: Browser, salon: Salon) -> Iterator[Visitor]:
    """Every kind of visitor in turn: Spanish at a desk by day, English on a phone at night."""
    yield from coming(chromium, salon, request.param)


@pytest.fixture
def desktop(chromium: Browser, salon: Salon) -> Iterator[Visitor]:
    yield from coming(chromium, salon, DESKTOP_ES)


@pytest.fixture
def still(chromium: Browser, salon: Salon) -> Iterator[Visitor]:
    """At a desk, with a system that asks for less motion."""
    yield from coming(chromium, salon, DESKTOP_STILL)


@pytest.fixture
def phone(chromium: Browser, salon: Salon) -> Iterator[Visitor]:
    yield from coming(chromium, salon, PHONE_EN)


@pytest.fixture
def another_visitor(chromium: Browser, salon: Salon) -> Iterator[Visitor]:
    yield from coming(chromium, salon, DESKTOP_ES)


def coming(chromium: Browser, salon: Salon, kind: Kind) -> Iterator[Visitor]:
    visitor = Visitor(chromium, salon, kind)
    yield visitor
    visitor.close()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """Spanish, desktop; a test that wants another kind of visitor asks `chromium` for it."""
    with chromium.new_context(locale="es-ES", viewport=DESKTOP) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
