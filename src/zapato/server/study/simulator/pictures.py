"""The simulator's pictures, drawn as SVG from a run's own figures; each stands beside a table that says the same."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from zapato.server.study.simulator.orders import Fan
from zapato.server.study.words import marked

WIDE: Final = 460
Z_95: Final = 1.959963984540054


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from low to high, at most `most` of them, 1, 2 or 5 times a power of ten apart."""
    span = max(high - low, 1e-12)
    step = 10.0 ** math.floor(math.log10(span / most))
    while span / step > most - 1:
        step *= 2.5 if f"{step:e}"[0] == "2" else 2
    first = math.ceil(low / step - 1e-9)
    return [place * step for place in range(first, math.floor(high / step + 1e-9) + 1)]


def written(value: float, digits: int, *, sign: bool = False) -> str:
    shown = f"{value:+,.{digits}f}" if sign else f"{value:,.{digits}f}"
    return marked(shown if float(shown.replace(",", "")) else f"{0:.{digits}f}")


# ------------------------------------------------------------------ simulated and exact on one line


def interval(title: str, ev: float, error: float, exact: float, named: tuple[str, str]) -> Markup:
    """The estimate with its 95 % interval, and the exact value, on one scale in per cent."""
    half = Z_95 * error
    low, high = min(ev - half, exact), max(ev + half, exact)
    edge = max((high - low) * 0.12, 1e-7)
    low, high = low - edge, high + edge

    def x(value: float) -> float:
        return 8 + (value - low) / (high - low) * (WIDE - 16)

    marks = ticks(100 * low, 100 * high, 6)
    digits = max(0, -math.floor(math.log10(marks[1] - marks[0]) + 1e-9)) if len(marks) > 1 else 4
    scale = Markup("").join(
        Markup(
            '<path class="i-tick" d="M{x:.1f} 74V80"/><text class="i-scale" x="{x:.1f}" y="95">{shown}</text>'
        ).format(x=x(mark / 100), shown=written(mark, digits))
        for mark in marks
        if 20 < x(mark / 100) < WIDE - 20
    )
    return Markup(
        '<svg class="line" viewBox="0 0 {wide} 100" role="img" aria-label="{title}">'
        '<path class="i-axis" d="M0 74H{wide}"/>{scale}'
        '<rect class="i-range" x="{from_:.1f}" y="27" width="{width:.1f}" height="14" rx="7"/>'
        '<circle class="i-dot" cx="{ev:.1f}" cy="34" r="8"/>'
        '<text class="i-name" x="{ev_text:.1f}" y="17" text-anchor="{ev_anchor}">{simulated}</text>'
        '<path class="i-exact" d="M{exact:.1f} 47l8 10l-8 10l-8 -10z"/>'
        '<text class="i-name" x="{exact_text:.1f}" y="62" text-anchor="{exact_anchor}">{known}</text></svg>'
    ).format(
        title=title,
        wide=WIDE,
        scale=scale,
        from_=x(ev - half),
        width=max(x(ev + half) - x(ev - half), 1.0),
        ev=x(ev),
        ev_text=min(max(x(ev), 2), WIDE - 2),
        ev_anchor=_anchor(x(ev)),
        simulated=named[0],
        exact=x(exact),
        exact_text=x(exact) + (14 if x(exact) < WIDE * 0.6 else -14),
        exact_anchor="start" if x(exact) < WIDE * 0.6 else "end",
        known=named[1],
    )


def _anchor(x: float) -> str:
    return "start" if x < WIDE * 0.2 else "end" if x > WIDE * 0.8 else "middle"


# ------------------------------------------------------------------ how rounds end


@dataclass(frozen=True, slots=True)
class Outcome:
    """Rounds that won from `low` to `high` units, both of them seen; the same number where each outcome stands alone."""

    low: float
    high: float
    rounds: int
    share: float

    @property
    def name(self) -> str:
        return _units(self.low) if self.low == self.high else f"{_units(self.low)} … {_units(self.high)}"

    @property
    def sign(self) -> str:
        """`lost`, `push` or `won`; no range reaches over zero."""
        return "lost" if self.high < 0 else "won" if self.low > 0 else "push"


def _units(value: float) -> str:
    return written(value, 0 if value == int(value) else 1, sign=True)


OUTCOMES_MAX: Final = 25
"""Lines of the list: a flat bet has about as many outcomes; those of a ramp are put together in ranges."""
RANGES: Final[tuple[tuple[int, ...], ...]] = (
    (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64),
    tuple(2**power for power in range(12)),
)
"""Where ranges end, in units on either side of nothing: wider far out, where rounds are rare; the usual bets, one, two, four and
eight units, each end one. The coarser is for higher bets; the highest, a hundred units doubled on eight hands, is within it."""


def outcomes(found: Sequence[tuple[float, int]]) -> list[Outcome]:
    """The outcomes for the picture and the table, from the lowest: each by itself, or in ranges where there are too many."""
    total = sum(rounds for _, rounds in found)
    if len(found) <= OUTCOMES_MAX:
        return [Outcome(won, won, rounds, rounds / total) for won, rounds in found]
    farthest = max(-found[0][0], found[-1][0])
    ends = next((ends for ends in RANGES if farthest <= ends[-1]), RANGES[-1])
    ranges: dict[int, list[tuple[float, int]]] = {}
    for won, rounds in found:
        # Nothing won stands alone; ranges are counted away from it on both sides.
        place = 0 if won == 0 else 1 + bisect_left(ends, abs(won))
        ranges.setdefault(place if won > 0 else -place, []).append((won, rounds))
    return [
        Outcome(part[0][0], part[-1][0], rounds := sum(count for _, count in part), rounds / total)
        for _, part in sorted(ranges.items())
    ]


def share_of(share: float) -> str:
    """Per cent with four decimals; what is rarer is not called nothing."""
    return marked(f"{100 * share:.4f} %" if share >= 0.5e-6 else "< 0.0001 %")


def distribution(title: str, rows: Sequence[Outcome]) -> Markup:
    """Bars of how often each outcome came, with their per cent; lost, pushed and won by their place and by their pattern."""
    height, left, right = 24, 92, 88
    most = max((row.share for row in rows), default=1.0) or 1.0
    drawn = []
    for place, row in enumerate(rows):
        y = place * height
        length = row.share / most * (WIDE - left - right)
        drawn.append(
            Markup(
                '<text class="d-name" x="{edge}" y="{text}">{name}</text>'
                '<rect class="d-bar d-{sign}" x="{left}" y="{y}" width="{length:.1f}" height="16" rx="2"/>'
                '<text class="d-share" data-value="{exact}" x="{wide}" y="{text}">{shown}</text>'
            ).format(
                edge=left - 8,
                text=y + 17,
                name=row.name,
                sign=row.sign,
                left=left,
                y=y + 4,
                length=max(length, 1.0),
                exact=repr(row.share),
                wide=WIDE,
                shown=share_of(row.share),
            )
        )
    return Markup(
        '<svg class="outcomes" viewBox="0 0 {wide} {high}" role="img" aria-label="{title}">{drawn}</svg>'
    ).format(wide=WIDE, high=height * len(rows) + 4, title=title, drawn=Markup("").join(drawn))


# ------------------------------------------------------------------ what a bankroll did


def fan(title: str, found: Fan, across: str) -> Markup:
    """Two bands and the middle line of winnings over rounds played; every line carries its per cent at its end."""
    left, right, top, bottom, high = 54, 44, 10, 40, 290
    most = found.steps[-1].rounds
    lowest = min(min(step.won) for step in found.steps)
    highest = max(max(step.won) for step in found.steps)
    room = max((highest - lowest) * 0.04, 0.5)
    lowest, highest = lowest - room, highest + room

    def x(rounds: float) -> float:
        return left + rounds / most * (WIDE - left - right)

    def y(won: float) -> float:
        return top + (highest - won) / (highest - lowest) * (high - top - bottom)

    def line(place: int) -> list[str]:
        return [f"{x(step.rounds):.1f} {y(step.won[place]):.1f}" for step in found.steps]

    def band(kind: str, low: int, up: int) -> Markup:
        return Markup('<path class="{}" d="M{}L{}Z"/>').format(kind, "L".join(line(low)), "L".join(reversed(line(up))))

    levels = Markup("").join(
        Markup('<path class="f-level{zero}" d="M{left} {y:.1f}H{end}"/><text class="f-y" x="{edge}" y="{text:.1f}">{shown}</text>').format(
            zero=" f-zero" if won == 0 else "", left=left, end=WIDE - right, y=y(won), edge=left - 6, text=y(won) + 5, shown=written(won, 0, sign=True)
        )
        for won in ticks(lowest, highest, 8)
    )  # fmt: skip
    along = Markup("").join(
        Markup('<path class="i-tick" d="M{x:.1f} {y}v5"/><text class="i-scale" x="{x:.1f}" y="{text}">{shown}</text>').format(
            x=x(rounds), y=high - bottom, text=high - bottom + 19, shown=written(rounds, 0)
        )
        for rounds in ticks(0, most, 6)
    )  # fmt: skip
    ends = Markup("").join(
        Markup('<text class="f-share" x="{x}" y="{y:.1f}">{share} %</text>').format(
            x=WIDE - right + 6, y=y(found.steps[-1].won[place]) + 5, share=share
        )
        for place, share in enumerate(found.shares)
    )
    return Markup(
        '<svg class="fan" viewBox="0 0 {wide} {high}" role="img" aria-label="{title}">{levels}{outer}{inner}'
        '<path class="f-middle" d="M{middle}"/>{along}{ends}<text class="f-across" x="{mid}" y="{foot}">{across}</text></svg>'
    ).format(
        wide=WIDE,
        high=high,
        title=title,
        levels=levels,
        outer=band("f-outer", 0, 4),
        inner=band("f-inner", 1, 3),
        middle="L".join(line(2)),
        along=along,
        ends=ends,
        mid=(left + WIDE - right) / 2,
        foot=high - 3,
        across=across,
    )
