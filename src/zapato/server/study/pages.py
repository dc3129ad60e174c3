"""The addresses of the pages, and what each of them asks of the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import quote

import structlog
from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler
from markupsafe import Markup

from zapato.hall.ports import StoreError
from zapato.odds import Solution, dealer, solve
from zapato.rules import Fault, Rules, preset, preset_names
from zapato.rules.presets import NAMES
from zapato.server.routes import Refused, refuse
from zapato.server.study import edge_page, figures, rules_page, strategy_pages
from zapato.server.study.api import engine_of
from zapato.server.study.asked import BadRules, read_rules, slug
from zapato.server.study.edge_page import table_name
from zapato.server.study.figures import Lesson
from zapato.server.study.frame import language_of, numbers_of, respond
from zapato.server.study.parts import Link, Page
from zapato.server.study.words import MINUS, Numbers, Words, marked
from zapato.strategy import drawing, to_csv
from zapato.trainer.cells import PARTS

Asked = Request[Any, Any, Any]
_log = structlog.get_logger()

TOPICS: Final = {"doblar": "double", "dividir": "split", "blandas-y-duras": "soft", "seguro": "insurance"}
"""The strategy section's further pages: address and heading of the catalogue."""


def tables(words: Words, place: Callable[[str], str], rules: Rules | None) -> list[Link]:
    """The presets as links to this very page for them."""
    return [
        Link(place(name), str(words(f"tables.{name}")), here=preset(name).rules == rules) for name in preset_names()
    ]


def further(words: Words, table: str, *, without: str) -> list[Link]:
    """Where to read on."""
    asked = quote(table, safe=",=.:")
    places = {
        "rules": f"/reglas/{table}",
        "chart": f"/estrategia/{table}",
        **{topic: f"/estrategia/{table}/{path}" for path, topic in TOPICS.items()},
        "edge": f"/ventaja?rules={asked}",
        "trainer": f"/entrenador?rules={asked}",
        "simulator": f"/simulador?rules={asked}",
        "play": "/",
    }
    return [
        Link(href, str(words(f"links.{key}")), str(words(f"links.{key}_why")))
        for key, href in places.items()
        if key != without
    ]


def refused(request: Asked, wrong: Refused) -> Response[bytes]:
    """A page that says why there is none, and where to go from here."""
    words = Words(language_of(request))
    w = words.at("wrong")
    reasons = [reason(fault, w) for fault in wrong.faults] if isinstance(wrong, BadRules) else [w(wrong.refusal.code)]
    kind = "rules" if isinstance(wrong, BadRules) else "later" if wrong.status_code == 503 else "nothing"
    page = Page(
        "wrong",
        w(kind),
        w(f"{kind}_lead"),
        w(f"{kind}_lead"),
        more={"reasons": reasons, "todo": w(f"{kind}_todo")},
    )
    place = f"/{request.url.path.split('/')[1]}"
    section = place if place in ("/reglas", "/estrategia") else "/reglas"
    return respond(
        request,
        with_links(page, further(words, "thot", without="")),
        path=f"{section}/thot",
        tables=tables(words, lambda name: f"{section}/{name}", None),
        status=wrong.status_code,
    )


def not_now(request: Asked, error: Refused | StoreError) -> Response[bytes]:
    """A page that can't be made at the moment says so to a reader as a page, to a program as everywhere."""
    wrong = no_books(error) if isinstance(error, StoreError) else error
    if wrong.status_code != 503 or "text/html" not in request.headers.get("accept", ""):
        return refuse(request, wrong)
    response = refused(request, wrong)
    response.headers.update({**(wrong.headers or {}), "cache-control": "no-store"})
    return response


def no_books(error: StoreError) -> Refused:
    _log.warning("the learners' file can't be reached", error=str(error))
    return Refused(503, "not-saved", "what was learnt can't be read or written now: try again in a minute", {"retry-after": "60"})  # fmt: skip


def reason(fault: Fault, w: Words) -> Markup:
    """A fault of Rules in the page's language; what was asked for stands in it as it was written."""
    if not w.has(fault.kind):
        return Markup('<span lang="en">{}</span>').format(fault)
    return w(fault.kind, parameter=fault.parameter, **fault.holes)


@get(
    [
        "/reglas/{rules:str}/{further:path}",
        "/estrategia/{rules:str}/{further:path}",
        *(f"/estrategia/{{rules:str}}/{path}/{{further:path}}" for path in (*TOPICS, "tabla.csv", "tabla.pdf")),
        "/ventaja/{further:path}",
        "/entrenador/{further:path}",
        "/simulador/{further:path}",
    ]
)
async def nothing_here(request: Asked) -> Response[bytes]:
    """Below a study page there is nothing but what has a name."""
    return refused(request, Refused(404, "no-such-page", "there is no such page below this one"))


# ------------------------------------------------------------------ rules


@get(["/reglas", "/estrategia"])
async def bare(request: Asked) -> Response[bytes]:
    query = f"?{request.url.query}" if request.url.query else ""
    return Response(b"", status_code=302, headers={"location": f"{request.url.path.rstrip('/')}/thot{query}"})


@get("/reglas/{rules:str}")
async def rules(request: Asked, rules: FromPath[str]) -> Response[bytes]:
    try:
        known = read_rules(rules)
    except Refused as wrong:
        return refused(request, wrong)
    words, engine, table = Words(language_of(request)), engine_of(request), slug(known)
    lesson = await engine.of(known, basics)
    page = await engine.run(rules_page.build, known, table_name(known, words), words, *lesson)
    return respond(
        request,
        with_links(page, further(words, table, without="rules")),
        path=f"/reglas/{table}",
        rules_text=table,
        table=table_name(known, words),
        tables=tables(words, lambda name: f"/reglas/{name}", known),
    )


def basics(rules: Rules) -> tuple[Any, Any]:
    """What the rules page needs of the engine: the dealer's chances and the chart that the told round is played by."""
    return dealer(rules), solve(rules).chart


def with_links(page: Page, links: list[Link]) -> Page:
    return Page(page.kind, page.title, page.description, page.lead, page.sections, links, page.more)


# ------------------------------------------------------------------ strategy


@get("/estrategia/{rules:str}")
async def strategy(request: Asked, rules: FromPath[str]) -> Response[bytes]:
    try:
        known = read_rules(rules)
        asked_other = request.query_params.get("con")
        other = read_rules(asked_other) if asked_other else None
    except Refused as wrong:
        return refused(request, wrong)
    words, engine, table = Words(language_of(request)), engine_of(request), slug(known)
    lesson = await engine.of(known, figures.lesson)
    compared = None
    if other is not None:
        theirs = await engine.of(other, figures.lesson)
        here = await engine.run(borrowed, known, theirs)
        compared = table_name(other, words), theirs, lesson.chart_ev - here
    page = await engine.run(strategy_pages.chart_page, table_name(known, words), words, lesson, compared)
    topics = [link for link in further(words, table, without="") if link.href.count("/") == 3]
    base = f"/estrategia/{table}"
    return respond(
        request,
        with_links(page, further(words, table, without="chart")),
        path=base,
        query=f"con={quote(slug(other), safe=',=.:')}" if other is not None else "",
        rules_text=table,
        table=table_name(known, words),
        tables=tables(words, lambda name: f"/estrategia/{name}", known),
        more={
            "topics": topics,
            "links": {
                "csv": f"{base}/tabla.csv",
                "pdf": f"{base}/tabla.pdf",
                "data": f"/api/chart?rules={quote(table, safe=',=.:')}",
            },
            "others": [
                Link(name, str(words(f"tables.{name}")), here=other is not None and preset(name).rules == other)
                for name in preset_names()
                if preset(name).rules != known
            ],
            "island": {**words.under("chart"), **_moves(words), **words.under("condition"), **_dealer(words)},
        },
    )


def borrowed(rules: Rules, theirs: Lesson) -> float:
    """What playing another table's chart comes to here."""
    value = solve(rules, chart=theirs.chart).chart_ev
    assert value is not None
    return value


def _dealer(words: Words) -> dict[str, str]:
    return {name: str(words(f"dealer.{name}")) for name in ("condition",)} | {"up": words.under("dealer")["up"]}


def _moves(words: Words) -> dict[str, str]:
    named = {f"move.{name}": text for name, text in words.under("move").items()}
    return named | {f"does.{name}": text for name, text in words.under("does").items()}


@get("/estrategia/{rules:str}/tabla.csv")
async def chart_csv(request: Asked, rules: FromPath[str]) -> Response[bytes]:
    try:
        known = read_rules(rules)
    except Refused as wrong:
        return refused(request, wrong)
    solution = await engine_of(request).solution(known)
    assert solution.chart is not None
    return file(to_csv(solution.chart).encode(), "text/csv", f"zapato-{slug(known)}.csv")


@get("/estrategia/{rules:str}/tabla.pdf")
async def chart_pdf(request: Asked, rules: FromPath[str]) -> Response[bytes]:
    try:
        known = read_rules(rules)
    except Refused as wrong:
        return refused(request, wrong)
    words, solution = Words(language_of(request)), await engine_of(request).solution(known)
    numbers = numbers_of(request, words.language)
    return file(printed(solution, known, words, numbers), "application/pdf", f"zapato-{slug(known)}.pdf")


def printed(solution: Solution, rules: Rules, words: Words, numbers: Numbers) -> bytes:
    """The chart on one page of paper, headings and notes in the reader's language."""
    assert solution.chart is not None
    assert solution.chart_ev is not None
    w = words.at("print")
    labels = drawing.Labels(
        language=words.language,
        parts={part: str(words(f"part.{part}")) for part in PARTS},
        legend=tuple(str(w(letter)) for letter in ("S", "H", "D", "R", "P", "slash")),
    )
    # Courier has no true minus.
    edge = marked(f"{-100 * solution.chart_ev:.4f} %").replace(MINUS, "-")
    notes = [
        "",
        w("rules", rules=slug(rules)).unescape(),
        numbers.write(w("edge", edge=edge)),
        str(words("condition.percent")),
    ]
    title = words("chart.title", table=table_name(rules, words)).unescape()
    return drawing.to_pdf(solution.chart, title, notes, labels)


def file(body: bytes, media_type: str, name: str) -> Response[bytes]:
    safe = "".join(letter if letter.isalnum() or letter in ".-=" else "_" for letter in name)[:120]
    headers = {"cache-control": "no-cache", "content-disposition": f'attachment; filename="{safe}"'}
    return Response(body, media_type=media_type, headers=headers)


@get([f"/estrategia/{{rules:str}}/{path}" for path in TOPICS])
async def topic(request: Asked, rules: FromPath[str]) -> Response[bytes]:
    try:
        known = read_rules(rules)
    except Refused as wrong:
        return refused(request, wrong)
    words, engine, table = Words(language_of(request)), engine_of(request), slug(known)
    last = request.url.path.rstrip("/").rsplit("/", 1)[-1]
    kind, name = TOPICS[last], table_name(known, words)
    if kind == "insurance":
        page = await engine.run(strategy_pages.insurance_page, known, name, words)
    else:
        lesson = await engine.of(known, figures.lesson)
        built = {
            "double": strategy_pages.double_page,
            "split": strategy_pages.split_page,
            "soft": strategy_pages.soft_page,
        }[kind]
        page = await engine.run(built, known, name, words, lesson)
    return respond(
        request,
        with_links(page, further(words, table, without=kind)),
        path=f"/estrategia/{table}/{last}",
        rules_text=table,
        table=table_name(known, words),
        tables=tables(words, lambda each: f"/estrategia/{each}/{last}", known),
    )


# ------------------------------------------------------------------ the house edge


@get("/ventaja")
async def edge(request: Asked) -> Response[bytes]:
    try:
        known = read_rules(request.query_params.get("rules") or "thot")
        known = read_rules(edge_page.overridden(known, dict(request.query_params)))
    except Refused as wrong:
        return refused(request, wrong)
    words, engine, table = Words(language_of(request)), engine_of(request), slug(known)
    own, *presets = await engine.edges(known, *(preset(name).rules for name in NAMES))
    steps = await engine.steps(known)
    page = edge_page.build(
        known, words, own, steps, {name: found.chart_ev for name, found in zip(NAMES, presets, strict=True)}
    )
    return respond(
        request,
        with_links(page, further(words, table, without="edge")),
        path="/ventaja",
        query=f"rules={quote(table, safe=',=.:')}",
        rules_text=table,
        table=table_name(known, words),
        tables=tables(words, lambda name: f"/ventaja?rules={name}", known),
        more={"island": words.under("edge")},
    )


# ------------------------------------------------------------------ for search engines


@get("/robots.txt")
async def robots(request: Asked) -> Response[bytes]:
    body = f"User-agent: *\nDisallow: /api/\nSitemap: {_base(request)}/sitemap.xml\n"
    return Response(body.encode(), media_type="text/plain")


@get("/sitemap.xml")
async def sitemap(request: Asked) -> Response[bytes]:
    """The pages of the four tables in both languages; the addresses of custom rules have no end."""
    paths = ["/", "/ventaja", "/entrenador", "/simulador"]
    for name in NAMES:
        paths += [f"/reglas/{name}", f"/estrategia/{name}", *(f"/estrategia/{name}/{path}" for path in TOPICS)]
    places = [f"{_base(request)}{path}{tongue}" for path in paths for tongue in ("", "?lang=en")]
    body = "".join(f"<url><loc>{place}</loc></url>" for place in places)
    listed = f'<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{body}</urlset>'
    return Response(listed.encode(), media_type="application/xml")


def _base(request: Asked) -> str:
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    bare, rules, strategy, topic, chart_csv, chart_pdf, edge, nothing_here, robots, sitemap,
)  # fmt: skip
