"""A person at the page: a browser tab, the language they read, what a screen reader told them."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from browser.salon import Salon
from browser.words import WORDS

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
WAIT_MS = 15_000
"""Long, for machines under load; a page that works is waited for a fraction of it."""

# The live region keeps one text at a time, so what it said is written down as it changes. The sockets are kept to send
# what no page sends.
LISTEN = """
window.__said = [];
window.__sockets = [];
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...args) { super(...args); window.__sockets.push(this); }
};
addEventListener('DOMContentLoaded', () => {
  let last = '';
  new MutationObserver(() => {
    const text = document.querySelector('[role="status"][aria-live="polite"]')?.textContent.trim() ?? '';
    if (text !== '' && text !== last) window.__said.push(text);
    last = text;
  }).observe(document.documentElement, { subtree: true, childList: true, characterData: true });
});
"""


@dataclass(frozen=True)
class Kind:
    """Who comes: their language, screen and theme."""

    language: Literal["es", "en"]
    locale: str
    size: ViewportSize
    theme: Literal["light", "dark"]
    motion: Literal["no-preference", "reduce"] = "no-preference"

    @property
    def phone(self) -> bool:
        return self.size["width"] < 700


DESKTOP_ES = Kind("es", "es-ES", {"width": 1280, "height": 800}, "light")
PHONE_EN = Kind("en", "en-US", {"width": 390, "height": 844}, "dark", "reduce")
DESKTOP_STILL = replace(DESKTOP_ES, motion="reduce")
BOTH = (DESKTOP_ES, PHONE_EN)


class Visitor:
    def __init__(self, browser: Browser, salon: Salon, kind: Kind) -> None:
        self.kind = kind
        self.salon = salon
        self.context: BrowserContext = browser.new_context(
            locale=kind.locale, viewport=kind.size, color_scheme=kind.theme, reduced_motion=kind.motion,
            has_touch=kind.phone,
        )  # fmt: skip
        self.context.set_default_timeout(WAIT_MS)
        self.context.add_init_script(LISTEN)
        self.page: Page = self.context.new_page()
        self.broken: list[str] = []
        """Errors that no script caught, and what the policy against foreign content held back."""
        self.page.on("pageerror", lambda error: self.broken.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, message: Any) -> None:
        if message.type == "error" and "WebSocket connection" not in message.text:
            self.broken.append(f"{message.text} ({message.location['url']})")

    # ------------------------------------------------------------------ words

    def word(self, key: str, **values: object) -> str:
        text = str(WORDS[self.kind.language][key])
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text.replace("{,}", "." if self.kind.locale == "es-ES" else ",")

    def words(self, key: str) -> list[str]:
        return list(WORDS[self.kind.language][key])

    def number(self, n: int) -> str:
        grouped = f"{abs(n):,}"
        return grouped.replace(",", ".") if self.kind.locale == "es-ES" else grouped

    def said(self) -> list[str]:
        """All that the live region said on this page."""
        return self.page.evaluate("window.__said")

    def wait_said(self, *parts: str) -> None:
        """Until one utterance holds all of `parts`."""
        self.until("parts => window.__said.some((text) => parts.every((part) => text.includes(part)))", list(parts))

    def until(self, holds: str, argument: Any = None) -> None:
        """Ask the page again and again. Playwright's own `wait_for_function` needs an eval that our policy forbids."""
        deadline = time.monotonic() + WAIT_MS / 1_000
        while not self.page.evaluate(holds, argument):
            assert time.monotonic() < deadline, f"never: {holds} {argument or ''}; said: {self.said()[-8:]}"
            self.page.wait_for_timeout(50)

    # ------------------------------------------------------------------ places

    def open(self, path: str = "/") -> Visitor:
        self.page.goto(self.salon.url + path)
        return self

    def button(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("button", name=self.word(key, **values)).first

    def toolbar(self, key: str) -> Locator:
        return self.page.get_by_role("toolbar", name=self.word(key))

    def box(self, n: int) -> Locator:
        return self.page.get_by_role("region", name=self.word("box", n=n), exact=True)

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).filter(visible=True).first).to_be_visible(timeout=WAIT_MS)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def move(self, key: str) -> None:
        """Press a key that the table must obey. While an order is on its way the page takes no other; then again."""
        hall = self.salon.hall
        before = sum(hall.state(table).version for table in hall.tables)
        deadline = time.monotonic() + WAIT_MS / 1_000
        while time.monotonic() < deadline:
            self.press(key)
            for _ in range(20):
                if sum(hall.state(table).version for table in hall.tables) > before:
                    return
                self.page.wait_for_timeout(75)
        raise AssertionError(f"{key!r} moves nothing")

    def tab_to(self, target: Locator, most: int = 60) -> None:
        """Reach `target` with the Tab key alone."""
        target.wait_for()
        for _ in range(most):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not reach {target}")

    def sit(self) -> Visitor:
        """From the lobby to the first free place of the Mesa de los Escribas."""
        self.open()
        self.button("sit").click()
        self.toolbar("chips").wait_for()
        return self

    def sit_at(self, n: int, table: str = "escribas") -> Visitor:
        self.open(f"/mesa/{table}")
        self.box(n).get_by_role("button").click()
        self.toolbar("chips").wait_for()
        return self

    def bet(self, *keys: str) -> None:
        """Lay chips by their number keys, and deal."""
        self.toolbar("chips").wait_for()
        self.press(*(f"Digit{key}" for key in keys), "Space")

    def over(self, number: int, table: str = "escribas") -> None:
        """Until the page counts this round among the last ones."""
        self.page.locator(f"a[href='/ronda/{table}-{number}']").first.wait_for(state="attached")

    def purse(self) -> int:
        """As the page shows it, once it has stopped counting."""
        shown = self.page.locator(".purse b").first
        before = ""
        while before != (before := shown.inner_text()):
            self.page.wait_for_timeout(350)
        return int(before.replace(".", "").replace(",", ""))

    # ------------------------------------------------------------------ is all well

    def is_well(self, state: str) -> None:
        """What must hold in every state: axe finds nothing, nothing sticks out, nothing broke."""
        violations = "\n".join(self.violations())
        assert not violations, f"{state}: axe finds\n{violations}"
        wide = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], f"{state}: the page is {wide[0]} wide in a window of {wide[1]}"
        assert self.broken == [], state

    def violations(self) -> list[str]:
        """What axe finds, each with the first place. Measured with the motion over."""
        self.until("() => document.getAnimations().every((each) => each.playState !== 'running')")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate(
            "axe.run(document, {resultTypes: ['violations']}).then((result) => result.violations)"
        )
        return [
            f"{each['id']}: {each['help']}: {node['target']} {node['failureSummary']}"
            for each in found
            for node in each["nodes"][:3]
        ]

    def close(self) -> None:
        self.context.close()
