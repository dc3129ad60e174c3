"""Every number of every study page is accounted for: a figure of the API for these very rules, a constant of the rules, or a plain card number.

A figure that somebody wrote into a page or a message would stand in none of these places, or in the page of one table only.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from server.harness import Running
from zapato.odds import solve
from zapato.rules import Rules, load, preset
from zapato.rules.presets import NAMES
from zapato.server.study import figures, story
from zapato.simulation import simulate

DATA = Path(__file__).resolve().parents[2] / "data" / "odds"
TABLES = ("thot", "casino-plaza,decks=2,hit_soft_17=true,surrender=late,double=any,max_hands=4")
OTHER = "americana"
PAGES = {
    "rules": "/reglas/{}",
    "chart": "/estrategia/{}",
    "compared": f"/estrategia/{{}}?con={OTHER}",
    "double": "/estrategia/{}/doblar",
    "split": "/estrategia/{}/dividir",
    "soft": "/estrategia/{}/blandas-y-duras",
    "insurance": "/estrategia/{}/seguro",
    "edge": "/ventaja?rules={}",
    "trainer": "/entrenador?rules={}",
}
FIGURES_AT_LEAST = {
    "rules": 30, "chart": 1000, "compared": 1000, "double": 100, "split": 100, "soft": 70, "insurance": 40,
    "edge": 60, "trainer": 10,
}  # fmt: skip
"""A page that lost its figures would account for all of them."""

TOTALS = {str(total) for total in range(22, 32)}
"""A hand that is bust says how far."""
NUMBER = re.compile(r"[+\-\N{MINUS SIGN}]?\d[\d,.]*(?:\s?%)?")
VOID = {"meta", "link", "input", "path", "rect", "br", "img"}


@dataclass
class Read(HTMLParser):
    """A page as a reader has it: its figures with what is shown for them, all other text, and the hands it pictures."""

    html: str
    figures: list[tuple[float, str]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    """Text of the round that is told."""
    hands: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()
        self._open: list[tuple[str, dict[str, str | None]]] = []
        self._labels: list[str] = []
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.texts += [text for name in ("title", "aria-label", "content") if (text := given.get(name))]
        if tag == "svg" and any("versus" in (one.get("class") or "") for _, one in self._open):
            self._labels.append(given.get("aria-label") or "")
        if tag not in VOID:
            self._open.append((tag, given))
            if tag == "data" or "data-value" in given:
                self.figures.append((float(given.get("value") or given.get("data-value") or "nan"), ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        while self._open.pop()[0] != tag:
            pass
        if tag == "div" and self._labels:
            own, *up = self._labels
            if up and len(up[0].split()) == 1:
                self.hands.add((own, up[0]))
            self._labels = []

    def handle_data(self, text: str) -> None:
        if not self._open or self._open[-1][0] in ("script", "style"):
            return
        tag, given = self._open[-1]
        if tag == "data" or "data-value" in given:
            value, shown = self.figures[-1]
            self.figures[-1] = (value, shown + text)
        elif any(each == "ol" and (one.get("class") or "") == "story" for each, one in self._open):
            self.told.append(text)
        else:
            self.texts.append(text)


def numbers(found: Any) -> Iterator[float]:
    """Every number of an answer."""
    if isinstance(found, dict):
        for value in found.values():
            yield from numbers(value)
    elif isinstance(found, list):
        for value in found:
            yield from numbers(value)
    elif isinstance(found, float | int) and not isinstance(found, bool):
        yield float(found)


def apart(values: Iterable[float]) -> Iterator[float]:
    """The difference of each two."""
    for one, other in itertools.permutations(values, 2):
        yield one - other


def key(value: float) -> float:
    return round(value, 11) + 0.0


async def ask(here: Running, path: str, **given: str) -> Any:
    answer = await here.http.get(path, params=given, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def figures_of(here: Running, rules: str) -> set[float]:
    """What the API says for these rules: its numbers, and the differences that pages tell (of two edges, of two moves of one cell)."""
    chart = await ask(here, "/api/chart", rules=rules)
    edge = await ask(here, "/api/edge", rules=rules)
    steps = await ask(here, "/api/edge/steps", rules=rules)
    edges = [edge["chart_ev"], edge["optimal_ev"], chart["mimic_dealer_ev"], chart["never_bust_ev"]]
    edges += [step["chart_ev"] for step in steps["steps"]]
    found = {*numbers(chart), *numbers(edge), *apart(edges), *(-one for one in edges)}
    found |= {step["chart_change_percent"] / 100 for step in steps["steps"]}
    for cell in chart["cells"]:
        found |= set(apart(cell["ev"].values()))
    for name in NAMES:
        found.add(-(await ask(here, "/api/edge", rules=name))["chart_ev"])
    found |= set(insurance(load(rules)))
    found |= {float(play["index"]) for play in await ask(here, "/api/trainer/indices", rules=rules)}
    theirs = solve(OTHER).chart
    assert theirs is not None
    borrowed = solve(rules, chart=theirs).chart_ev
    assert borrowed is not None
    found.add(edge["chart_ev"] - borrowed)
    return set(map(key, found))


async def pictured(here: Running, rules: str, page: Read) -> set[float]:
    """What the API says of the hands that a page draws against a dealer's card."""
    found: set[float] = set()
    for hand, up in sorted(page.hands):
        own, shown = (re.sub("10|[KQ]", "T", text) for text in (hand, up))
        odds = await ask(here, "/api/odds", rules=rules, hand=own, up=shown)
        found |= {*odds["ev"].values(), *apart(odds["ev"].values())}
    return set(map(key, found))


def insurance(rules: Rules) -> Iterator[float]:
    """By fractions: so many cards in sight beside the ace, so many tens among them; per debén insured, per half bet, and the share of tens."""
    decks = rules.decks
    for seen in range(13):
        for tens in range(seen + 1):
            share = Fraction(16 * decks - tens, 52 * decks - 1 - seen)
            yield from (float(3 * share - 1), float((1 - 3 * share) / 2), float(share), float(1 - 3 * share))


def shows(text: str, value: float) -> bool:
    """Whether `text` is `value` rounded to the digits it has: the value itself, per cent, or by the thousand or hundred hundreds."""
    bare = text.replace("\N{MINUS SIGN}", "-").replace(",", "").strip()
    scales = (100.0,) if bare.endswith("%") else (1.0, 100.0, 1000.0, 10_000.0)
    plain = bare.removesuffix("%").strip()
    digits = len(plain.partition(".")[2])
    told = float(plain)
    return any(abs(told - sign * scale * value) <= 0.5000001 * 10**-digits for scale in scales for sign in (1, -1))


def constants(rules: Rules) -> set[str]:
    """What a page may say of these rules without any odds: their own values, card numbers, and the round sums it counts with."""
    own = [
        rules.decks, rules.shoe_cards, 16 * rules.decks, rules.shoe_cards - 1, rules.burn, rules.reshuffle_below,
        rules.bet_min, rules.bet_max, rules.bet_unit, *rules.chips, rules.bet_clock, rules.move_clock,
        rules.insurance_clock, *range(22), 100, 1000,
    ]  # fmt: skip
    return {f"{value:,}" for value in own}


def unaccounted(texts: Iterable[str], allowed: set[str]) -> list[str]:
    found = [(match.group().strip(), text) for text in texts for match in NUMBER.finditer(re.sub(r"-\d+", "", text))]
    return [
        f"{number} in {text!r}"
        for number, text in found
        if number.lstrip("+-\N{MINUS SIGN}").rstrip(".,") not in allowed
    ]


async def fetch(here: Running, name: str, rules: str, language: str) -> Read:
    path = PAGES[name].format(rules)
    answer = await here.http.get(path + ("&" if "?" in path else "?") + f"lang={language}", timeout=60)
    assert answer.status_code == 200
    return Read(answer.text)


@pytest.mark.parametrize("rules", TABLES)
async def test_every_number_of_every_page_is_accounted_for(here: Running, rules: str) -> None:
    base = await figures_of(here, rules)
    allowed = constants(load(rules))
    chart = solve(rules).chart
    for name in PAGES:
        spanish, english = [await fetch(here, name, rules, language) for language in ("es", "en")]
        known = base | await pictured(here, rules, spanish)

        assert len(spanish.figures) >= FIGURES_AT_LEAST[name], name
        assert [value for value, _ in spanish.figures] == [value for value, _ in english.figures], name
        for page in (spanish, english):
            assert [(value, shown) for value, shown in page.figures if key(value) not in known] == [], name
            assert [(value, shown) for value, shown in page.figures if not shows(shown, value)] == [], name
            assert unaccounted(page.texts, allowed) == [], name
            assert unaccounted(page.told, allowed | amounts(load(rules), chart) | TOTALS) == [], name


def amounts(rules: Rules, chart: Any) -> set[str]:
    """The debenes that move in the round that is told."""
    found: set[int] = set()
    for event in story.play(rules, chart).events:
        for name in ("bets", "stakes"):
            found |= {each.amount for each in getattr(event, name, ())}
        found |= {getattr(event, name) for name in ("bet", "returned") if hasattr(event, name)}
    return {f"{value:,}" for value in found}


async def test_a_page_of_another_table_would_be_found_out(here: Running) -> None:
    # The same accounting, fed with another table's figures: if it still added up it would show nothing.
    base = await figures_of(here, TABLES[1])
    for name in set(PAGES) - {"trainer", "rules", "compared"}:
        page = await fetch(here, name, TABLES[0], "es")
        known = base | await pictured(here, TABLES[1], page)
        strange = [value for value, _ in page.figures if key(value) not in known]

        assert len(strange) >= len(page.figures) / 3, name


def test_a_figure_in_the_text_would_be_found_out() -> None:
    page = Read('<p>Se pasa el 42 % de las veces, y <data value="0.4228">42.28 %</data>; vale 0.5 y 17.</p>')
    allowed = constants(load("thot"))

    assert [one.partition(" in ")[0] for one in unaccounted(page.texts, allowed)] == ["42 %", "0.5"]
    assert page.figures == [(0.4228, "42.28 %")]
    assert shows("42.28 %", 0.4228)
    assert not shows("42.29 %", 0.4228)
    assert not shows("4.228", 0.4228)


# ------------------------------------------------------------------ against solvers of others


def reference(name: str) -> Any:
    return json.loads((DATA / f"odds-{name}.json").read_text())


async def test_the_edges_on_the_page_are_those_of_independent_solvers(here: Running) -> None:
    for name in NAMES:
        page = (await here.http.get(f"/ventaja?rules={name}", timeout=60)).text
        expected = reference(name)["pre_deal_ev"]
        shown = re.search(r'id="figure"[^>]*><data value="([^"]+)">([^<]+)<', page)
        optimal = re.search(r'id="optimal">[^<]*<data value="([^"]+)">', page)
        assert shown is not None
        assert optimal is not None

        assert float(shown[1]) == pytest.approx(-expected["chart"], abs=1e-11)
        assert shown[2] == f"{-100 * expected['chart']:.4f} %"
        assert float(optimal[1]) == pytest.approx(-expected["composition_optimal"], abs=1e-11)


@pytest.mark.parametrize("name", ["thot", "casino-plaza"])
async def test_every_cell_of_the_chart_is_that_of_independent_solvers(here: Running, name: str) -> None:
    # A cell is the mean of its two-card hands by how often they meet this dealer without a natural, if that is the condition.
    expected, answer = reference(name), await ask(here, "/api/chart", rules=name)
    counts = dict.fromkeys("A23456789", 24) | {"T": 96}
    hands: dict[tuple[str, str], list[str]] = {}
    for hand in expected["hands"]:
        hands.setdefault(row_of(hand), []).append(hand)
    assert len(answer["cells"]) == 330
    for cell in answer["cells"]:
        up, rows = cell["up"], hands[cell["part"], cell["row"]]
        weights = {hand: weight(hand, up, dict(counts), preset(name).rules.has_hole_card) for hand in rows}
        for move, value in cell["ev"].items():
            mean = sum(weights[hand] * expected["hands"][hand][up][move] for hand in rows) / sum(weights.values())
            assert value == pytest.approx(mean, abs=1e-10), (cell["part"], cell["row"], up, move)


def row_of(hand: str) -> tuple[str, str]:
    first, second = hand.split()
    values = [10 if rank == "T" else 1 if rank == "A" else int(rank) for rank in (first, second)]
    if first == second:
        return "pair", first
    return ("soft", str(sum(values) + 10)) if "A" in (first, second) else ("hard", str(sum(values)))


def weight(hand: str, up: str, left: dict[str, int], given_no_natural: bool) -> float:
    chance = 1.0
    for rank in (up, *hand.split()):
        chance *= left[rank]
        left[rank] -= 1
    chance *= 2 if len(set(hand.split())) == 2 else 1
    other = {"A": "T", "T": "A"}.get(up)
    if given_no_natural and other:
        chance *= 1 - left[other] / sum(left.values())
    return chance


async def test_the_dealers_chances_are_those_of_independent_solvers(here: Running) -> None:
    expected, answer = reference("thot")["dealer"], await ask(here, "/api/chart", rules="thot")
    html = (await here.http.get("/reglas/thot")).text
    given = expected["T"]["bust"] / (1 - expected["T"]["blackjack"])

    for up, chances in expected.items():
        assert answer["dealer"]["by_upcard"][up]["unconditional"] == pytest.approx(chances, abs=1e-11)
    # «The 23 % of a ten up is given no natural»: both shares are told, each with its condition.
    assert f"{100 * given:.2f} %" in html
    assert f"{100 * expected['T']['bust']:.2f} %" in html


@pytest.mark.parametrize(("strategy", "name"), [("mimic", "mimic_dealer_ev"), ("never-bust", "never_bust_ev")])
@pytest.mark.parametrize("rules", ["thot", "americana,decks=2,hit_soft_17=true"])
async def test_what_the_chart_saves_is_what_play_shows(here: Running, rules: str, strategy: str, name: str) -> None:
    # The simulator deals and plays instead of summing: from a fresh shoe each round it comes to the same, within its own error.
    answer = await ask(here, "/api/chart", rules=rules)
    played = simulate(f"{rules},reshuffle_below=416", rounds=20_000_000, strategy=strategy, seed=5)

    assert answer[name] == pytest.approx(played.ev, abs=4 * played.standard_error)
    assert answer[name] < answer["chart_ev"] - 50 * played.standard_error


@pytest.mark.parametrize("rules", ["thot", "thot,decks=1", "casino-es,decks=2"])
def test_insurance_by_the_cards_in_sight_is_a_matter_of_counting(rules: str) -> None:
    # Of the cards unseen so many are tens: twice the stake for each of them, less the stake for each other.
    found = figures.insurance_by_sight(load(rules))

    decks = load(rules).decks
    for (cards, tens), value in found.items():
        unseen, left = 52 * decks - 1 - cards, 16 * decks - tens
        assert value == pytest.approx((2 * left - (unseen - left)) / unseen, abs=1e-12), (cards, tens)
    assert {(2, 0), (2, 1), (2, 2), (12, 0), (12, 4)} <= set(found)


@pytest.mark.parametrize(
    "rules",
    [*NAMES, "thot,double=none", "thot,max_hands=1", "thot,double=any,max_hands=2,hole=obo", "thot,double=9-11"],
)
def test_a_switch_said_to_change_nothing_changes_nothing(rules: str) -> None:
    # The page draws such a switch fainter and gives the reason: no rule that matters may be drawn so.
    known = load(rules)
    base, idle = figures.edges(known), figures.idle(known)
    for name, value, other in figures.variants(known):
        if name in idle:
            found = figures.edges(other)
            assert (found.chart_ev, found.optimal_ev) == pytest.approx((base.chart_ev, base.optimal_ev)), (name, value)
