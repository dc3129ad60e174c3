"""How smooth dealing is on a slow phone: frame times at 390 x 844 with the processor slowed down four times.

Reported, not judged: what a frame takes depends on the machine. `make smoothness` runs it; its name keeps it out of
the test runs.
"""

from __future__ import annotations

import statistics
from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from browser.salon import Salon, stage
from browser.visitor import PHONE_EN, Visitor

SLOWED = 4
ROUNDS = 5
FRAMES = """() => {
  window.__frames = [];
  let last = performance.now();
  const next = (now) => { window.__frames.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""


@pytest.mark.timeout(180)
@pytest.mark.parametrize("slowed", [1, SLOWED])
def test_frames_while_dealing(
    chromium: Browser, salon: Salon, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], slowed: int
) -> None:
    stage(monkeypatch, *["Ts 6h 2h Tc 3d 9c"] * ROUNDS)  # 12, hit to 15, stand; the dealer draws
    phone = Visitor(chromium, salon, replace(PHONE_EN, motion="no-preference"))
    phone.sit()
    phone.context.new_cdp_session(phone.page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    phone.page.evaluate(FRAMES)
    for number in range(1, ROUNDS + 1):
        phone.toolbar("chips").wait_for()
        phone.press("Space") if number > 1 else phone.bet("1")
        phone.toolbar("moves").wait_for()
        phone.move("h")
        phone.page.wait_for_timeout(600)
        phone.move("s")
        phone.over(number)
    frames: list[float] = sorted(phone.page.evaluate("window.__frames"))
    phone.close()
    late = sum(frame > 50 for frame in frames)

    assert len(frames) > 100
    with capsys.disabled():
        print(
            f"\nslowed {slowed}x: {len(frames)} frames, median {statistics.median(frames):.1f} ms, "
            f"95 % under {frames[int(len(frames) * 0.95)]:.1f} ms, 99 % under {frames[int(len(frames) * 0.99)]:.1f} ms, "
            f"longest {frames[-1]:.0f} ms, {late} over 50 ms"
        )
