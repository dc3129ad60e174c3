"""What the page costs a slow phone, and what it keeps to itself."""

import pytest

from browser.salon import stage
from browser.visitor import Visitor

COMPRESSED_MAX = 90_000


def test_lobby_and_table_load_at_most_90_kb_of_scripts_and_styles(desktop: Visitor) -> None:
    sizes: dict[str, int] = {}

    def note(response) -> None:
        kind = response.headers.get("content-type", "")
        if "javascript" in kind or "css" in kind:
            sizes[response.url] = response.request.sizes()["responseBodySize"]
            assert response.headers.get("content-encoding") == "br", response.url

    desktop.page.on("response", note)
    desktop.sit()
    desktop.page.wait_for_load_state("networkidle")

    assert sizes
    assert sum(sizes.values()) <= COMPRESSED_MAX, sizes


def test_nothing_is_loaded_from_elsewhere(desktop: Visitor) -> None:
    hosts: set[str] = set()
    desktop.page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    desktop.sit()

    assert hosts == {f"127.0.0.1:{desktop.salon.port}"}


def test_less_motion_means_none(still: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, "8s 6h 5h Tc 4c 9d 7d")
    still.sit()
    still.page.evaluate(COUNT_MOTION)
    still.bet("2")
    still.toolbar("moves").wait_for()
    still.press("h")
    still.until("() => document.querySelector('.box.me').innerText.includes('17')")

    assert still.page.evaluate("window.__moved") == []


def test_cards_do_move_where_motion_is_welcome(desktop: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    # Without this the test above would pass on a page that never moves anything, or is not measured.
    stage(monkeypatch, "8s 6h 5h Tc 4c 9d 7d")
    desktop.sit()
    desktop.page.evaluate(COUNT_MOTION)
    desktop.bet("2")
    desktop.toolbar("moves").wait_for()

    assert desktop.page.evaluate("window.__moved") != []


COUNT_MOTION = """() => {
  window.__moved = [];
  const look = () => {
    for (const each of document.getAnimations()) {
      const { duration } = each.effect?.getComputedTiming() ?? {};
      if (each.playState === 'running' && duration > 1) window.__moved.push(`${each.effect.target?.className} ${duration}`);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Writes down, frame by frame, whatever is in motion for longer than a millisecond."""


def test_a_seed_never_reaches_the_page(desktop: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    # The page's memory is the visitor's to read: the shoe's seed and the hole card must not be in it.
    frames: list[str] = []
    desktop.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))))
    stage(monkeypatch, "8s 6h 5h Tc 4c 9d 7d")
    desktop.sit()
    desktop.bet("2")
    desktop.toolbar("moves").wait_for()
    state = desktop.salon.hall.state("escribas")
    everything = "".join(frames) + desktop.page.content()

    assert state.shoe.seed.seed not in everything
    assert state.shoe.reserve.seed not in everything
    assert '"Tc"' not in everything
