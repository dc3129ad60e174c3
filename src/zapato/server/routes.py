"""What is asked over HTTP: the page and its files, records and proofs to download, the lobby, the host's health."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
import structlog
from litestar import Request, Response, WebSocket, get, websocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, ValidationException
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler, Message, Scope

from zapato.hall import Guest, Hall
from zapato.hall.ports import StoreError
from zapato.refusal import Refusal
from zapato.server import lobby, sockets
from zapato.server import settings as bounds
from zapato.server.allowance import Allowance
from zapato.server.assets import Asset, Assets, Language
from zapato.server.hub import Hub
from zapato.table import names

COOKIE: Final = "zapato"
COOKIE_S: Final = 400 * 24 * 3600
"""Browsers keep no cookie longer."""
LANGUAGE_COOKIE: Final = "idioma"

HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (
        b"content-security-policy",
        # Attributes only: the felt places its parts by custom properties. No script and no sheet from elsewhere.
        b"; ".join(
            (
                b"default-src 'self'",
                b"style-src 'self'",
                b"style-src-attr 'unsafe-inline'",
                b"img-src 'self' data:",
                b"object-src 'none'",
                b"base-uri 'none'",
                b"frame-ancestors 'none'",
                b"form-action 'self'",
            )
        ),
    ),
)

_log = structlog.get_logger()


@dataclass(frozen=True)
class Parts:
    """What the handlers work with; `app.build` makes it, `app.state.parts` holds it."""

    hall: Hall
    hub: Hub
    assets: Assets
    origins: frozenset[str]
    newcomers: Allowance
    monotonic: Callable[[], float]


def parts_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Parts:
    parts = connection.app.state.parts
    assert isinstance(parts, Parts)
    return parts


# ------------------------------------------------------------------ the page


@get("/", name="lobby")
async def lobby_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    return await page(request)


# What lies below a registered prefix never reaches `anything_else`, so each of these takes all of its own.


@get(["/mesa", "/mesa/{path:path}"])
async def table_page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
    return await page(request, found=path.lstrip("/") in parts_of(request).hub.channels)


@get(["/ronda", "/ronda/{path:path}"])
async def round_page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
    return await page(request, found=await parts_of(request).hall.record(path.lstrip("/")) is not None)


@get(["/zapato", "/zapato/{path:path}"])
async def shoe_page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
    """An ended shoe's proof, the promise of one in play, or, without a name, a place to check a proof of one's own."""
    parts, name = parts_of(request), path.lstrip("/")
    in_play = (
        names.kept(table, shoe.number) for table, each in parts.hub.channels.items() if (shoe := each.state.shoe)
    )
    return await page(request, found=not name or name in in_play or await parts.hall.proof(name) is not None)


@get("/{path:path}")
async def anything_else(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    """A file of the page; else a browser that followed an address gets the page, which says that nothing is there."""
    name = path.lstrip("/")
    found = parts_of(request).assets.files.get(name)
    if found is not None:
        return send(request, found, "public, max-age=31536000, immutable" if found.forever else "no-cache")
    if "text/html" in request.headers.get("accept", "") and not name.startswith(("assets/", "api/")):
        return await page(request, found=False)
    raise Refused(404, "no-such-path", "there is nothing at this address")


async def page(request: Request[Any, Any, Any], *, found: bool = True) -> Response[bytes]:
    """The one page, which shows what its address names. A browser without a known cookie becomes a new guest."""
    guest = await admit(request)
    asset = parts_of(request).assets.pages[language_of(request)]
    response = send(request, asset, "private, no-cache", 200 if found else 404)
    response.set_cookie(guest_cookie(request, guest))
    return response


async def admit(request: Request[Any, Any, Any]) -> Guest:
    """Whom the cookie names, else a new guest; refused with 503 where too many come at once."""
    parts = parts_of(request)
    guest = await known(request)
    if guest is None:
        if not parts.newcomers.take():
            raise Refused(
                503, "hall-is-full", "too many new guests at once: try again in a minute", {"retry-after": "60"}
            )
        guest = await parts.hall.greet()
    return guest


def guest_cookie(request: Request[Any, Any, Any], guest: Guest) -> Cookie:
    """What a browser is known by from then on."""
    return Cookie(
        COOKIE,
        value=guest.token,
        max_age=COOKIE_S,
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="lax",
    )


def send(request: Request[Any, Any, Any], asset: Asset, cache: str, status: int = 200) -> Response[bytes]:
    headers = {"cache-control": cache, "etag": asset.etag, "vary": "accept-encoding, accept-language, cookie"}
    if status == 200 and request.headers.get("if-none-match") == asset.etag:
        return Response(b"", status_code=304, headers=headers, media_type=asset.media_type)
    body, encoding = asset.best(request.headers.get("accept-encoding", ""))
    if encoding:
        headers["content-encoding"] = encoding
    return Response(body, status_code=status, headers=headers, media_type=asset.media_type)


def language_of(request: Request[Any, Any, Any]) -> Language:
    """The language that the visitor chose on the page, else the browser's first one that we speak, else Spanish."""
    return language_wished(request)


def language_wished(request: Request[Any, Any, Any], asked: str = "") -> Language:
    """The first that we speak: `asked`, the visitor's choice, what the browser prefers; else Spanish."""
    chosen = request.cookies.get(LANGUAGE_COOKIE) or ""
    for wanted in [asked, chosen, *request.headers.get("accept-language", "").split(",")]:
        match wanted.strip().lower()[:2]:
            case "es":
                return "es"
            case "en":
                return "en"
    return "es"


# ------------------------------------------------------------------ what the page, or anybody, may download


@get("/api/lobby")
async def lobby_file(request: Request[Any, Any, Any]) -> Response[bytes]:
    parts = parts_of(request)
    guest = await known(request)
    seen = lobby.cut(parts.hub, guest.player if guest else "", parts.hall.now_ms())
    return Response(msgspec.json.encode(seen), media_type="application/json", headers={"cache-control": "no-store"})


@get("/api/rounds/{name:str}")
async def round_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """The record of a finished round."""
    body = await parts_of(request).hall.record(name.removesuffix(".json")) if name.endswith(".json") else None
    if body is None:
        raise Refused(404, "no-such-round", "there is no finished round of that name, or it is not kept any more")
    return download(name, body)


@get("/api/shoes/{name:str}")
async def shoe_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """The proof of a shoe that has ended, as `zapato verify` reads it."""
    body = await parts_of(request).hall.proof(name.removesuffix(".json")) if name.endswith(".json") else None
    if body is None:
        raise Refused(404, "no-such-shoe", "there is no ended shoe of that name, or it is not kept any more")
    return download(name, body)


def download(name: str, body: bytes) -> Response[bytes]:
    headers = {
        "cache-control": "public, max-age=31536000, immutable",
        "content-disposition": f'attachment; filename="{name}"',
    }
    return Response(body, media_type="application/json", headers=headers)


@get("/health")
async def health(request: Request[Any, Any, Any]) -> Response[bytes]:
    """200 while the process serves; what a host's watchdog asks. (Whether the disk takes a write is known when one is tried.)"""
    parts = parts_of(request)
    body = {"status": "ok", "tables": len(parts.hub.channels), "sockets": parts.hub.sockets}
    return Response(msgspec.json.encode(body), media_type="application/json", headers={"cache-control": "no-store"})


# ------------------------------------------------------------------ the socket


@websocket("/ws")
async def socket(socket: WebSocket[Any, Any, Any]) -> None:
    """Let a page of ours in: its Origin is checked, its cookie names its player."""
    parts = parts_of(socket)
    if not same_origin(socket, parts.origins):
        await socket.close(sockets.TOO_MUCH, "origin")
        return
    try:
        guest = await known(socket)
    except StoreError as error:
        _log.warning("no session: the books can't be read", error=str(error))
        await socket.accept()
        await socket.close(sockets.TRY_LATER, "no-books")
        return
    await socket.accept()
    if guest is None:
        await socket.close(sockets.WHO_ARE_YOU, "unknown-player")
    elif parts.hub.sockets >= bounds.SOCKETS_MAX:
        await socket.close(sockets.TRY_LATER, "hall-is-full")
    elif parts.hub.sockets_of(guest.player) >= bounds.SOCKETS_PER_PLAYER_MAX:
        await socket.close(sockets.TOO_MUCH, "too-many-sockets")
    else:
        await sockets.Session(socket, guest, parts.hall, parts.hub, parts.monotonic).run()


def same_origin(connection: ASGIConnection[Any, Any, Any, Any], further: frozenset[str]) -> bool:
    """Whether the page that opens this socket was served by us. Only browsers send an Origin, and they always do;
    a program without one carries no stranger's cookie, and may come in.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    host = urlsplit(origin).netloc.lower()
    return bool(host) and (host == connection.headers.get("host", "").lower() or host in further)


async def known(connection: ASGIConnection[Any, Any, Any, Any]) -> Guest | None:
    """The player whom the connection's cookie names."""
    token = connection.cookies.get(COOKIE)
    return await parts_of(connection).hall.guest(token) if token else None


# ------------------------------------------------------------------ refusals


class Refused(HTTPException):
    """A request that gets a reason instead of what it asked for."""

    def __init__(self, status: int, code: str, why: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail=why, status_code=status, headers=headers)
        self.refusal = Refusal(code, why)


def refuse(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Every answer that is no success says why, in the form in which the socket says it too."""
    if isinstance(error, ValidationException):
        # A value of the address that can't be read: the framework's own text doesn't say which.
        fields = [each for each in error.extra or [] if isinstance(each, dict)]
        error = Refused(422, "bad-query", "; ".join(f"{each.get('key')}: {each.get('message')}" for each in fields))
    refusal = error.refusal if isinstance(error, Refused) else Refusal(f"http-{error.status_code}", error.detail)
    return Response(
        msgspec.json.encode({"refusal": refusal}),
        status_code=error.status_code,
        media_type="application/json",
        headers={**(error.headers or {}), "cache-control": "no-store"},
    )


def no_books(request: Request[Any, Any, Any], error: StoreError) -> Response[bytes]:
    """A full, locked or broken disk is the host's to mend; each visitor's try is one line in the log, not a traceback."""
    _log.warning("the books can't be reached", path=request.url.path, error=str(error))
    why = "the books can't be read or written now: try again in a minute"
    return refuse(request, Refused(503, "not-saved", why, {"retry-after": "60"}))


def fail(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A fault of ours: told in full to the log, to nobody else."""
    _log.error("request failed", path=request.url.path, exc_info=error)
    return refuse(request, HTTPException("something is wrong on the server; nothing was changed", status_code=500))


async def add_headers(message: Message, _: Scope) -> None:
    """On every answer, also those that a handler never saw."""
    if message["type"] == "http.response.start":
        message["headers"] = [*message["headers"], *HEADERS]


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    lobby_page, table_page, round_page, shoe_page, anything_else,
    lobby_file, round_file, shoe_file, health, socket,
)  # fmt: skip
