"""A chart to look at and to print: HTML, SVG, PDF. Each cell has its letters; colours only repeat them.

The colours are those of Okabe and Ito, told apart with any kind of colour vision, and differ in lightness in print.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from textwrap import wrap
from typing import Final

from zapato.strategy.chart import Chart
from zapato.strategy.notation import LETTERS, rows

COLUMNS: Final = tuple("23456789TA")
"""Upcards in the order in which charts are printed."""

TITLES: Final = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}


@dataclass(frozen=True, slots=True)
class Labels:
    """The words on a drawn chart; only Latin-1 letters, as PDF's own fonts have no others."""

    language: str = "en"
    parts: Mapping[str, str] = field(default_factory=lambda: TITLES)
    legend: Sequence[str] = tuple(LETTERS.split(", "))


_INK, _PAPER, _FAINT = "#1b1b1b", "#ffffff", "#6b6b6b"
_COLOURS: Final = {
    "S": ("#0072b2", _PAPER),
    "H": ("#f7f3e6", _INK),
    "D": ("#e69f00", _INK),
    "R": ("#cc79a7", _INK),
    "P": ("#00805c", _PAPER),
    "-": ("#ededed", _FAINT),
}
_NOTHING_TO_DECIDE: Final = frozenset({"21"})


def shown_rows(chart: Chart) -> Iterator[tuple[str, str, list[str]]]:
    """Part, row and letters as printed, upcards in the order of `COLUMNS`; 21 is left out: nothing is decided there."""
    for part, body in rows(chart).items():
        for name, letters in body.items():
            if part == "pair" or name not in _NOTHING_TO_DECIDE:
                yield part, name, [*letters[1:], letters[0]]


def colours(letters: str) -> tuple[str, str]:
    """Ground and ink of a cell."""
    return _COLOURS[letters[0]]


def chart_table(chart: Chart, title: str = "Chart") -> str:
    """The chart as one HTML table with its colours inline."""
    head = "".join(f'<th scope="col">{escape(up)}</th>' for up in ("", *COLUMNS))
    body = []
    before = ""
    for part, name, letters in shown_rows(chart):
        if part != before:
            body.append(f'<tr><th scope="rowgroup" colspan="11" style="text-align:left">{TITLES[part]}</th></tr>')
            before = part
        cells = "".join(
            f'<td style="background:{colours(letter)[0]};color:{colours(letter)[1]};text-align:center;min-width:2.6em">'
            f"{escape(letter)}</td>"
            for letter in letters
        )
        body.append(f'<tr><th scope="row" style="text-align:right">{escape(_row_name(part, name))}</th>{cells}</tr>')
    return (
        f"<table><caption><b>{escape(title)}</b><br>{escape(LETTERS)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
    )


def _row_name(part: str, name: str) -> str:
    return f"{name} {name}" if part == "pair" else name


def to_html(chart: Chart, title: str, notes: Sequence[str] = ()) -> str:
    """A whole page that prints well."""
    lines = "".join(f"<p>{escape(note)}</p>" for note in notes)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>body{{font:14px/1.4 system-ui,sans-serif;margin:1.5em;color:{_INK};"
        f"background:{_PAPER}}}table{{border-collapse:separate;border-spacing:2px}}td,th{{padding:2px 6px}}"
        "td{border-radius:3px;-webkit-print-color-adjust:exact;print-color-adjust:exact}"
        f"caption{{text-align:left;margin-bottom:.6em}}</style></head><body>{chart_table(chart, title)}{lines}</body></html>\n"
    )


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle, from its upper left corner, in points."""

    x: float
    y: float
    width: float
    height: float
    fill: str


@dataclass(frozen=True, slots=True)
class Label:
    """A line of fixed-width text with its baseline at y; `centred` about x, else starting there."""

    x: float
    y: float
    size: float
    text: str
    ink: str
    centred: bool = False


PAGE_WIDTH: Final = 595.0
PAGE_HEIGHT: Final = 842.0
"""A4, in points."""

_GLYPH: Final = 0.6
"""Width of every Courier glyph, in font sizes."""


ENGLISH: Final = Labels()
NOTE_LETTERS: Final = 105
"""What a line of 8 points holds between the margins."""


def layout(chart: Chart, title: str, notes: Sequence[str] = (), labels: Labels = ENGLISH) -> Iterator[Box | Label]:
    """What both pictures draw, on one A4 page."""
    left, width, height, y = 110.0, 40.0, 15.0, 50.0
    yield Label(40, y, min(15.0, (PAGE_WIDTH - 80) / (_GLYPH * max(len(title), 1))), title, _INK)
    before = ""
    for part, name, letters in shown_rows(chart):
        if part != before:
            y += 22
            yield Label(40, y, 10, labels.parts[part], _INK)
            for place, up in enumerate(COLUMNS):
                yield Label(left + (place + 0.5) * width, y, 10, up, _INK, centred=True)
            y += 6
            before = part
        yield Label(62, y + 11, 9, _row_name(part, name), _INK)
        for place, letter in enumerate(letters):
            ground, ink = colours(letter)
            yield Box(left + place * width, y, width - 2, height - 2, ground)
            yield Label(left + (place + 0.5) * width - 1, y + 10, 9, letter, ink, centred=True)
        y += height
    y += 8
    for note in (line for text in (*labels.legend, *notes) for line in wrap(text, NOTE_LETTERS) or [""]):
        y += 11
        yield Label(40, y, 8, note, _FAINT)


def to_svg(chart: Chart, title: str, notes: Sequence[str] = ()) -> str:
    """One A4 page as SVG."""
    drawn = []
    for part in layout(chart, title, notes):
        if isinstance(part, Box):
            drawn.append(
                f'<rect x="{part.x:g}" y="{part.y:g}" width="{part.width:g}" height="{part.height:g}" rx="2" fill="{part.fill}"/>'
            )
        else:
            anchor = ' text-anchor="middle"' if part.centred else ""
            drawn.append(
                f'<text x="{part.x:g}" y="{part.y:g}" font-size="{part.size:g}" fill="{part.ink}"{anchor}>{escape(part.text)}</text>'
            )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE_WIDTH:g} {PAGE_HEIGHT:g}" role="img" '
        f'font-family="Courier,monospace"><title>{escape(title)}</title><rect width="100%" height="100%" fill="{_PAPER}"/>'
        f"{''.join(drawn)}</svg>\n"
    )


def to_pdf(chart: Chart, title: str, notes: Sequence[str] = (), labels: Labels = ENGLISH) -> bytes:
    """One A4 page as PDF 1.4, in Courier, which every reader has.

    A page of boxes and fixed-width text takes less than a library would ask for: matplotlib is an extra and half a
    second to import.
    """
    drawn = []
    for part in layout(chart, title, notes, labels):
        if isinstance(part, Box):
            y = PAGE_HEIGHT - part.y - part.height
            drawn.append(f"{_colour(part.fill)} rg {part.x:g} {y:g} {part.width:g} {part.height:g} re f")
        else:
            x = part.x - (len(part.text) * _GLYPH * part.size / 2 if part.centred else 0)
            where = f"{x:g} {PAGE_HEIGHT - part.y:g} Td"
            drawn.append(f"BT {_colour(part.ink)} rg /F1 {part.size:g} Tf {where} ({_pdf_text(part.text)}) Tj ET")
    content = "\n".join(drawn).encode("latin-1", "replace")
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R /Lang ({labels.language}) >>".encode(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {PAGE_WIDTH:g} {PAGE_HEIGHT:g}] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold /Encoding /WinAnsiEncoding >>",
        f"<< /Title ({_pdf_text(title)}) /Producer (zapato) >>".encode("latin-1", "replace"),
    ]
    out = bytearray(b"%PDF-1.4\n")
    starts = []
    for number, body in enumerate(objects, start=1):
        starts.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % start for start in starts)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info 6 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)


def _colour(code: str) -> str:
    return " ".join(f"{int(code[place : place + 2], 16) / 255:.3f}" for place in (1, 3, 5))


def _pdf_text(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
