"""The pages' pictures, drawn as SVG from the figures themselves. Nothing is told by colour alone: every part has its letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from markupsafe import Markup

from zapato.cards import Card, rank
from zapato.server.study.words import marked
from zapato.trainer.cells import UPCARDS, Place

_SUITS: Final = {
    "s": "M0-9C-2-5-8-2-8 3A4 4 0 0 0-1 5L-3 9H3L1 5A4 4 0 0 0 8 3C8-2 2-5 0-9Z",
    "h": "M0 9C-3 5-9 1-9-4A4.6 4.6 0 0 1 0-6A4.6 4.6 0 0 1 9-4C9 1 3 5 0 9Z",
    "d": "M0-10L7 0L0 10L-7 0Z",
    "c": "M0-9A4 4 0 0 0-3.4-3A4 4 0 1 0-1 3.6L-3 9H3L1 3.6A4 4 0 1 0 3.4-3A4 4 0 0 0 0-9Z",
}
"""Each about the origin, 20 high."""

_ROUND: Final = ("s", "h", "c", "d")


def dressed(values: Iterable[int]) -> tuple[Card, ...]:
    """Card values with suits to draw them in, ten-valued ones as tens."""
    return tuple(Card("A23456789T"[value - 1] + _ROUND[place % 4]) for place, value in enumerate(values))


def card(code: str) -> Markup:
    """One card, 50 by 70; `--` is a face-down one."""
    if code == "--":
        return Markup(
            '<g><rect class="c-back" x=".75" y=".75" width="48.5" height="68.5" rx="4"/>'
            '<path class="c-lines" d="M8 8H42V62H8ZM25 16L36 35L25 54L14 35Z"/></g>'
        )
    letters, suit = rank(Card(code)).replace("T", "10"), code[1]
    red = " c-red" if suit in "hd" else ""
    return Markup(
        '<g><rect class="c-face" x=".75" y=".75" width="48.5" height="68.5" rx="4"/>'
        '<text class="c-rank{red}" x="25" y="33">{letters}</text>'
        '<path class="c-suit{red}" transform="translate(25 52)" d="{path}"/></g>'
    ).format(red=red, letters=letters, path=_SUITS[suit])


def hand(codes: Sequence[str], label: str, *, new: int | None = None) -> Markup:
    """Cards in a fan, each covering the edge of the one before. Those from place `new` on were not there a moment ago."""
    step = 44  # a 10 is wide, and must not read as a 1
    width = 50 + step * (len(codes) - 1)
    drawn = Markup("").join(
        Markup('<g transform="translate({} 0)"><g{}>{}</g></g>').format(
            step * place, Markup(' class="new"') if new is not None and place >= new else "", card(code)
        )
        for place, code in enumerate(codes)
    )
    return Markup(
        '<svg class="hand" viewBox="0 0 {w} 70" width="{w}" height="70" role="img" aria-label="{label}">{drawn}</svg>'
    ).format(w=width, label=label, drawn=drawn)


def bars(title: str, rows: Sequence[tuple[object, float, Markup]], *, strong: int = -1) -> Markup:
    """Horizontal bars about zero: name, value, the figure as written. `strong`: the row drawn in the accent colour.

    A list, not an SVG: its letters keep their size on a phone, and a screen reader hears name and figure.
    """
    most = max((abs(value) for _, value, _ in rows), default=1.0) or 1.0
    negative, positive = any(value < 0 for _, value, _ in rows), any(value > 0 for _, value, _ in rows)
    span = 50.0 if negative and positive else 100.0
    zero = span if negative else 0.0
    drawn = Markup("").join(
        Markup(
            '<li{strong}><span class="b-name">{name}</span>'
            '<span class="b-line" style="--zero:{zero:.0f}%"><span style="--from:{start:.2f}%;--long:{long:.2f}%"></span></span>'
            "{shown}</li>"
        ).format(
            strong=Markup(' class="b-strong"') if place == strong else "",
            name=name,
            zero=zero,
            start=zero - (span * abs(value) / most if value < 0 else 0),
            long=span * abs(value) / most,
            shown=shown,
        )
        for place, (name, value, shown) in enumerate(rows)
    )
    return Markup('<ul class="bars" aria-label="{}">{}</ul>').format(title, drawn)


def columns(title: str, entries: Sequence[tuple[str, float]], digits: int = 1) -> Markup:
    """Upright bars of shares, in per cent."""
    step, height = 56, 110
    most = max((share for _, share in entries), default=1.0) or 1.0
    drawn = []
    for place, (name, share) in enumerate(entries):
        tall = share / most * (height - 10)
        drawn.append(
            Markup(
                '<rect class="b-bar" x="{x}" y="{y:.1f}" width="40" height="{tall:.1f}" rx="2"/>'
                '<text class="b-top" data-value="{exact}" x="{mid}" y="{ty:.1f}">{shown}</text><text class="b-foot" x="{mid}" y="148">{name}</text>'
            ).format(
                x=place * step + 8,
                y=20 + height - tall,
                tall=max(tall, 1.0),
                mid=place * step + 28,
                ty=14 + height - tall,
                shown=marked(f"{100 * share:.{digits}f}"),
                exact=repr(share),
                name=name,
            )
        )
    return Markup('<svg class="columns" viewBox="0 0 {w} 154" role="img" aria-label="{title}">{drawn}</svg>').format(
        w=step * len(entries) + 8, title=title, drawn=Markup("").join(drawn)
    )


def share(title: str, value: float, third: str) -> Markup:
    """A share of the whole beside the third that insurance needs."""
    return Markup(
        '<svg class="columns" viewBox="0 0 560 74" role="img" aria-label="{title}">'
        '<rect class="b-rest" x="1" y="12" width="540" height="28" rx="3"/>'
        '<rect class="b-bar b-strong" x="1" y="12" width="{w:.1f}" height="28" rx="3"/>'
        '<path class="b-mark" d="M181 4V48"/><text class="b-foot b-start" x="186" y="66">{third}</text>'
        '<text class="b-in" data-value="{exact}" x="10" y="32">{shown}</text></svg>'
    ).format(title=title, w=540 * value, third=third, shown=marked(f"{100 * value:.2f} %"), exact=repr(value))


def mini_chart(title: str, rows: Sequence[tuple[str, Mapping[int, str]]], marked: str) -> Markup:
    """Part of a chart in small: rows by name, letters by upcard; cells whose letters begin with one of `marked` stand out."""
    side, left = 30, 60
    drawn = [
        Markup('<text class="m-head" x="{}" y="14">{}</text>').format(left + place * side + 14, _up(up))
        for place, up in enumerate(UPCARDS)
    ]
    for line, (name, letters) in enumerate(rows):
        y = 22 + line * 26
        drawn.append(Markup('<text class="m-name" x="0" y="{}">{}</text>').format(y + 17, name))
        for place, up in enumerate(UPCARDS):
            letter = letters.get(up, "")
            kind = letter[:1].lower() if letter[:1] in marked else "none"
            drawn.append(
                Markup(
                    '<rect class="m-cell f-{kind}" x="{x}" y="{y}" width="28" height="24" rx="3"/>'
                    '<text class="m-text t-{kind}" x="{mx}" y="{ty}">{letter}</text>'
                ).format(
                    kind=kind,
                    x=left + place * side,
                    y=y,
                    mx=left + place * side + 14,
                    ty=y + 17,
                    letter=short(letter) if kind != "none" else "",
                )
            )
    return Markup('<svg class="mini" viewBox="0 0 364 {h}" role="img" aria-label="{title}">{drawn}</svg>').format(
        h=24 + 26 * len(rows), title=title, drawn=Markup("").join(drawn)
    )


def short(letters: str) -> str:
    """As printed in a cell: `D/H` is D, `D/S` is Ds, `R/…` is R."""
    if letters.startswith("D"):
        return "Ds" if letters.endswith("S") else "D"
    return letters[:1]


def _up(value: int) -> str:
    return "A" if value == 1 else str(value)


def row_name(place: Place) -> str:
    """`A 7`, `8 8`, `16`."""
    part, row, _ = place
    if part == "pair":
        name = "A" if row == 1 else str(row)
        return f"{name} {name}"
    return f"A {row - 11}" if part == "soft" else str(row)
