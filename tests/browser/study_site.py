"""A server for the study pages, which need no tables that move, and what axe says of a page."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from browser.visitor import AXE
from server.fake_hall import FakeHall
from zapato.server import app, assets


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """Its address. It runs on a thread of its own: Playwright's calls block."""
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
    assert not thread.is_alive()


def axe(page: Page) -> list[str]:
    page.evaluate(AXE.read_text("utf-8"))  # evaluated by the browser's tools, so the page's policy does not forbid it
    found: Any = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']})")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found["violations"]]
