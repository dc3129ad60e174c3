"""From a page's parts to the HTML that is sent: language, addresses, bundle, template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import quote

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import Request, Response
from litestar.datastructures import Cookie
from markupsafe import Markup

from zapato.server.assets import Assets, Language
from zapato.server.routes import LANGUAGE_COOKIE, language_wished, parts_of
from zapato.server.study.parts import Link, Page
from zapato.server.study.words import PLAIN, SPAIN, Numbers, Words

LANGUAGE_S: Final = 365 * 24 * 3600
MANIFEST: Final = ".vite/manifest.json"
THEME: Final = "study-theme.js"
COMMON: Final = "src/study/page.ts"
ISLANDS: Final = {
    "chart": "src/study/chart.ts",
    "edge": "src/study/edge.ts",
    "trainer": "src/study/trainer.ts",
    "simulator": "src/study/simulator.ts",
}

EMBLEM: Final = Markup(
    '<svg viewBox="0 0 64 64" width="40" height="40" aria-hidden="true">'
    '<circle cx="32" cy="32" r="30" fill="none" stroke="currentColor" stroke-width="2"/>'
    '<circle cx="32" cy="32" r="26.5" fill="none" stroke="currentColor"/>'
    '<path d="M22 36c3-6 13-9 21-5 6 3 9 8 12 14-7-1-13 2-20 0-7-1-12-4-13-9z" fill="currentColor"/>'
    '<path d="M25 37c-6-4-6-10-2-15 3-3 3-6 0-8" fill="none" stroke="currentColor" stroke-width="3.4" stroke-linecap="round"/>'
    '<path d="M24 13c-8 0-12 6-12 15 2-6 6-9 12-10z" fill="currentColor"/>'
    '<path d="M35 45v10M41 45v10" stroke="currentColor" stroke-width="2"/></svg>'
)


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files that a page loads, all of this server."""

    styles: Sequence[str] = ()
    early: Sequence[str] = ()
    scripts: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Address:
    """The page's own address in each language, whole, as search engines want it."""

    canonical: str
    languages: Sequence[tuple[str, str]]
    other: str
    other_language: Language


@cache
def environment() -> Environment:
    return Environment(
        loader=PackageLoader("zapato.server.study"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def language_of(request: Request[Any, Any, Any]) -> Language:
    """What the address asks for, else as the hall has it: one visit, one language. A crawler, which wishes none, gets Spanish."""
    return language_wished(request, request.query_params.get("lang") or "")


def numbers_of(request: Request[Any, Any, Any], language: Language) -> Numbers:
    """As the hall's settings say (its cookie holds the whole locale), else as the browser's first Spanish is written."""
    if language == "en":
        return PLAIN
    wishes = [request.cookies.get(LANGUAGE_COOKIE) or "", *request.headers.get("accept-language", "").split(",")]
    for wish in (one.partition(";")[0].strip().lower() for one in wishes):
        if wish.startswith("es-"):
            return SPAIN if wish == "es-es" else PLAIN
    return PLAIN


def bundle(assets: Assets, kind: str) -> Bundle:
    """The page's scripts and styles by the build's own list; none where the front end was not built."""
    found = assets.files.get(MANIFEST)
    if found is None:
        return Bundle()
    listed: dict[str, dict[str, Any]] = msgspec.json.decode(found.plain)
    styles: list[str] = []
    scripts: list[str] = []
    for entry in (COMMON, ISLANDS.get(kind)):
        chunk = listed.get(entry or "")
        if chunk is not None:
            scripts.append("/" + chunk["file"])
            _styles(listed, chunk, styles, set())
    return Bundle(styles, ["/" + THEME] if THEME in assets.files else [], scripts)


def _styles(listed: Mapping[str, dict[str, Any]], chunk: Mapping[str, Any], into: list[str], seen: set[str]) -> None:
    for name in chunk.get("imports", ()):
        if name not in seen:
            seen.add(name)
            _styles(listed, listed[name], into, seen)
    into += [f"/{name}" for name in chunk.get("css", ()) if f"/{name}" not in into]


def address(request: Request[Any, Any, Any], path: str, query: str, language: Language) -> Address:
    base = f"{request.url.scheme}://{request.headers.get('host', '')}{quote(path, safe='/,=.:')}"
    spanish = base + (f"?{query}" if query else "")
    english = base + (f"?{query}&lang=en" if query else "?lang=en")
    relative = quote(path, safe="/,=.:") + "?" + (f"{query}&" if query else "")
    other: Language = "en" if language == "es" else "es"
    return Address(
        canonical=spanish if language == "es" else english,
        languages=(("es", spanish), ("en", english), ("x-default", spanish)),
        other=f"{relative}lang={other}",
        other_language=other,
    )


def respond(
    request: Request[Any, Any, Any],
    page: Page,
    *,
    path: str,
    query: str = "",
    rules_text: str = "",
    table: str = "",
    tables: Sequence[Link] = (),
    status: int = 200,
    more: Mapping[str, object] | None = None,
) -> Response[bytes]:
    """The page in its frame. `path` and `query` are its canonical address."""
    language = language_of(request)
    private = "private, no-cache"  # a page in the visitor's own language, with a cookie on it
    words, numbers = Words(language), numbers_of(request, language)
    html = numbers.write(
        environment()
        .get_template(f"{page.kind}.html")
        .render(
            page=page,
            w=words,
            language=language,
            numbers=numbers,
            table=table,
            address=address(request, path, query, language),
            bundle=bundle(parts_of(request).assets, page.kind),
            emblem=EMBLEM,
            nav=_nav(words, path, rules_text),
            tables=tables,
            rules_text=rules_text,
            **(more or {}),
        )
    )
    headers = {"cache-control": private, "vary": "cookie, accept-language", "content-language": language}
    response = Response(html.encode(), status_code=status, headers=headers, media_type="text/html")
    if request.query_params.get("lang") in ("es", "en"):
        secure = request.url.scheme == "https"
        response.set_cookie(Cookie(LANGUAGE_COOKIE, value=language, max_age=LANGUAGE_S, samesite="lax", secure=secure))
    return response


def _nav(words: Words, path: str, rules_text: str) -> list[Link]:
    table = rules_text or "thot"
    asked = f"?rules={quote(table, safe=',=.:')}" if rules_text else ""
    links = (
        ("/", "nav_hall"),
        (f"/reglas/{table}", "nav_rules"),
        (f"/estrategia/{table}", "nav_strategy"),
        (f"/ventaja{asked}", "nav_edge"),
        (f"/entrenador{asked}", "nav_trainer"),
        (f"/simulador{asked}", "nav_simulator"),
    )
    return [
        Link(href, str(words(f"site.{key}")), here=path.split("/")[1] == href.split("/")[1].partition("?")[0])
        for href, key in links
    ]
