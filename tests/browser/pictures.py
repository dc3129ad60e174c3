"""The pictures in docs/screenshots: every state of lobby and table, wide and on a phone. `make screenshots` takes them.

Not a test by its name, so that no test run rewrites pictures; the fixtures are the browser tests' own.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser

from browser.salon import AT_ONCE, Salon, stage
from browser.visitor import ROOT, Kind, Visitor

FOLDER = ROOT / "docs" / "screenshots"
WIDE = Kind("es", "es-ES", {"width": 1280, "height": 800}, "dark", "reduce")
PHONE = replace(WIDE, size={"width": 390, "height": 844})
LIGHT = replace(WIDE, theme="light")
PHONE_EN = Kind("en", "en-US", {"width": 390, "height": 844}, "dark", "reduce")

pytestmark = [
    pytest.mark.timeout(180),
    pytest.mark.salon(pace=AT_ONCE, bet_clock=15, move_clock=15, insurance_clock=8),
]


class Painter(Visitor):
    def take(self, name: str) -> None:
        """Save what is on the screen, in 256 colours: the page is drawn, so nothing is lost and the file is a third."""
        self.until("() => document.getAnimations().every((each) => each.playState !== 'running')")
        picture = Image.open(io.BytesIO(self.page.screenshot()))
        FOLDER.mkdir(parents=True, exist_ok=True)
        path = FOLDER / f"{name}-{self.kind.size['width']}.png"
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
        print(path.relative_to(ROOT), path.stat().st_size)


def painter(chromium: Browser, salon: Salon, kind: Kind) -> Iterator[Painter]:
    painter = Painter(chromium, salon, kind)
    yield painter
    painter.close()


@pytest.fixture(params=[WIDE, PHONE], ids=lambda kind: str(kind.size["width"]))
def me(request: pytest.FixtureRequest, chromium: Browser, salon: Salon) -> Iterator[Painter]:
    yield from painter(chromium, salon, request.param)


@pytest.fixture
def by_day(chromium: Browser, salon: Salon) -> Iterator[Painter]:
    yield from painter(chromium, salon, LIGHT)


@pytest.fixture
def in_english(chromium: Browser, salon: Salon) -> Iterator[Painter]:
    yield from painter(chromium, salon, PHONE_EN)


def fill(salon: Salon) -> None:
    """Company at the tables."""
    for table, seats in {
        "escribas": {"Nebet": 1, "Hori": 2, "Tuya": 4},
        "sacerdotes": {"Ramose": 2, "Iset": 5},
        "faraon": {"Menna": 3},
        "americana": {"Ahmose": 1, "Kawit": 2, "Bek": 5, "Maya": 6},
        "casino-es": {"Huy": 3},
        "casino-plaza": {"Pentu": 4, "Neferu": 6},
    }.items():
        for name, box in seats.items():
            salon.seat_resident(table, name, box)


def at_my_table(me: Painter, *keys: str) -> None:
    """Nebet, Hori, Tuya and I bet; I deal last."""
    fill(me.salon)
    me.sit_at(3)
    for name, amount in (("Nebet", 500), ("Hori", 200), ("Tuya", 1_000)):
        me.salon.bid("escribas", name, amount)
    me.bet(*keys)


# Boxes 1 2 3 4, dealer, boxes 1 2 3 4, hole card; then what is drawn.
MY_TURN = "Ts 5h As Kd 6d 9c Jh 6s 3h Tc"
INSURANCE = "Ts 5h Qs Kd Ah 9c 6d Js 3h Kc"
FOUR = "Ts 5h 8s Kd 6d 9c Jh 8h 3h Tc  8c 8d 3c 2d Ks 9h Ts 7d"
SETTLE = "Ts 5h 8s Kd 6d Ac Jh 8h Qh Tc  9s  3c 9d Th 9h"


def test_lobby(me: Painter) -> None:
    fill(me.salon)
    me.open()
    me.sees("Menna")
    me.take("lobby")


def test_lobby_by_day(by_day: Painter) -> None:
    fill(by_day.salon)
    by_day.open()
    by_day.sees("Menna")
    by_day.take("lobby-light")


def test_betting(me: Painter) -> None:
    fill(me.salon)
    me.sit_at(3)
    me.salon.bid("escribas", "Nebet", 500)
    me.salon.bid("escribas", "Tuya", 1_000)
    me.press("Digit2", "Digit1", "Digit1")
    me.box(3).get_by_text("700", exact=True).first.wait_for()
    me.take("betting")


def test_my_turn(me: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, MY_TURN, "4d")
    at_my_table(me, "2")
    me.salon.play("escribas", "Nebet", "stand")
    me.salon.play("escribas", "Hori", "stand")
    me.toolbar("moves").wait_for()
    me.take("turn")


def test_my_turn_in_english(in_english: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, MY_TURN, "4d")
    at_my_table(in_english, "2")
    in_english.salon.play("escribas", "Nebet", "stand")
    in_english.salon.play("escribas", "Hori", "stand")
    in_english.toolbar("moves").wait_for()
    in_english.take("turn-english")


def test_four_hands(me: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, FOUR)
    at_my_table(me, "2")
    me.salon.play("escribas", "Nebet", "stand")
    me.salon.play("escribas", "Hori", "stand")
    me.toolbar("moves").wait_for()
    for hands in (2, 3, 4):
        me.move("p")
        me.until("n => document.querySelectorAll('.box.me .hand').length === n", hands)
    me.move("d")
    me.page.wait_for_timeout(500)
    me.take("four")


def test_insurance(me: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, INSURANCE)
    at_my_table(me, "3")
    me.sees(me.word("insure"))
    me.salon.play("escribas", "Nebet", "decline")
    me.take("insurance")


def settled(me: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, SETTLE)
    at_my_table(me, "2")
    me.salon.play("escribas", "Hori", "hit")
    me.toolbar("moves").wait_for()
    me.move("p")
    me.box(3).get_by_text("11", exact=True).wait_for()
    me.move("d")
    me.box(3).get_by_text("20", exact=True).wait_for()
    me.move("s")
    me.toolbar("moves").wait_for(state="hidden")
    me.salon.play("escribas", "Tuya", "stand")
    me.over(1)


def test_settled(me: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    settled(me, monkeypatch)
    me.take("settle")


def test_review(me: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    """One hand of a split drawn to where a double was due."""
    stage(monkeypatch, SETTLE)
    at_my_table(me, "2")
    me.salon.play("escribas", "Hori", "hit")
    me.toolbar("moves").wait_for()
    for key in ("p", "h", "s", "s"):
        me.move(key)
    me.toolbar("moves").wait_for(state="hidden")
    me.salon.play("escribas", "Tuya", "stand")
    me.over(1)
    review = me.page.get_by_role("region", name=me.word("review"), exact=True)
    if me.kind.phone:
        me.button("review").wait_for()
        me.press("v")
    review.wait_for()
    me.take("review")


def test_settled_by_day(by_day: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    settled(by_day, monkeypatch)
    by_day.take("settle-light")


def test_link_lost(me: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, MY_TURN, "4d")
    at_my_table(me, "2")
    me.salon.play("escribas", "Nebet", "stand")
    me.salon.play("escribas", "Hori", "stand")
    me.toolbar("moves").wait_for()
    me.salon.cut()
    me.page.get_by_role("alert").wait_for()
    me.take("link-lost")


def test_seven_boxes(me: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, "9s 7h Ts 4d 8c Th 9h 5c 6d 3h Kc Qd")
    fill(me.salon)
    me.sit_at(3, "americana")
    for name, amount in (("Ahmose", 50), ("Kawit", 100), ("Bek", 20), ("Maya", 500)):
        me.salon.bid("americana", name, amount)
    me.bet("3")
    me.salon.play("americana", "Ahmose", "stand")
    me.salon.play("americana", "Kawit", "stand")
    me.toolbar("moves").wait_for()
    me.take("seven")


def test_a_played_round(me: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    settled(me, monkeypatch)
    me.open("/ronda/escribas-1")
    me.sees(me.word("download"))
    me.take("round")


@pytest.mark.salon(pace=AT_ONCE, reshuffle_below=312)
def test_proof(me: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    me.sit()
    me.bet("1")
    for _ in range(20):
        if me.page.locator("a[href='/ronda/escribas-1']").count():
            break
        me.press("n", "s")
        me.page.wait_for_timeout(400)
    me.page.locator("button.deal").wait_for()
    me.open("/zapato/escribas-1")
    me.page.get_by_role("heading", level=3).first.wait_for()
    me.button("verify").click()
    me.sees(me.word("verified"))
    me.take("proof")


def test_simulator(me: Painter) -> None:
    me.open("/simulador?rules=thot&rounds=10000000&seed=2121")
    me.page.locator("#start").click()
    me.page.locator("#result").wait_for()
    me.page.evaluate("window.scrollTo(0, document.getElementById('standing').offsetTop - 24)")
    me.take("simulator")


def test_no_picture_is_left_over() -> None:
    """What is in the folder is what this file makes."""
    made = {path.stem.rsplit("-", 1)[0] for path in FOLDER.glob("*.png")}
    source = Path(__file__).read_text("utf-8")
    assert {name for name in made if f'"{name}"' not in source} == set()
