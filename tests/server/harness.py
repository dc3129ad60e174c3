"""A server on a free port of this machine, and pages that speak its wire without a browser."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import msgspec
from litestar import Litestar
from websockets.asyncio.client import ClientConnection, connect

from zapato.server import app, assets, wire
from zapato.server.hub import Hub
from zapato.table.view import TableView

QUIET_S = 3.0
"""How long a test waits for a message before it says that none came."""

PAGE = assets.Assets(
    files={
        "assets/index-AbCdEf12.js": assets.Asset(
            b"let thot;", {"br": b"br!", "gzip": assets.squeeze(b"let thot;")}, "text/javascript", '"1"', True
        ),
        "favicon.svg": assets.Asset(b"<svg/>", {}, "image/svg+xml", '"2"', False),
    },
    pages={
        language: assets.page('<!doctype html><html lang="es"><title>Salón</title>', language)
        for language in ("es", "en")
    },
)

decode = msgspec.json.Decoder(wire.FromServer).decode


class Page:
    """One socket of one player."""

    def __init__(self, socket: ClientConnection, name: str, cookie: str = "") -> None:
        self.socket = socket
        self.cookie = cookie
        self._name = name
        self.view: TableView | None = None
        """The followed table as last told."""
        self.raw: list[str] = []
        """Every message received, as it came."""
        self._ids = 0

    async def send(self, message: wire.FromPage) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def receive(self) -> wire.FromServer:
        async with asyncio.timeout(QUIET_S):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        message = decode(text)
        if isinstance(message, wire.View | wire.Update):
            self.view = message.view
        return message

    async def expect(self, kind: Any) -> Any:
        """The next message of this kind; others are passed over."""
        while True:
            message = await self.receive()
            if isinstance(message, kind):
                return message

    async def hello(self) -> wire.Welcome:
        await self.send(wire.Hello(wire.WIRE_VERSION))
        return await self.expect(wire.Welcome)

    async def watch(self, table: str, since: int | None = None) -> wire.View | wire.Update:
        await self.send(wire.Watch(table, since))
        return await self.expect(wire.View | wire.Update)

    async def until(self, seen: Callable[[TableView], bool]) -> TableView:
        """The first view, the one at hand included, that `seen` holds for."""
        while self.view is None or not seen(self.view):
            await self.expect(wire.View | wire.Update)
        return self.view

    def fresh_id(self) -> str:
        self._ids += 1
        return f"{self._name}-{self._ids}"

    async def ask(self, kind: type[Any], *arguments: Any, **named: Any) -> wire.Answer:
        """Send a command with a fresh id and return its answer."""
        id_ = self.fresh_id()
        await self.send(kind(id_, *arguments, **named))
        while (answer := await self.expect(wire.Answer)).id != id_:
            pass
        return answer


class Running:
    """A server around `hall`."""

    def __init__(self, server: app.Server, hub: Hub, port: int) -> None:
        self.server = server
        self.hub = hub
        self._pages = 0
        self.address = f"127.0.0.1:{port}"
        self.http = httpx.AsyncClient(base_url=f"http://{self.address}")

    async def cookie(self) -> str:
        """Load the page as a new browser would; the Cookie header it sends from then on."""
        async with httpx.AsyncClient(base_url=f"http://{self.address}") as browser:
            answer = await browser.get("/")
        return f"zapato={answer.cookies['zapato']}"

    @contextlib.asynccontextmanager
    async def page(self, cookie: str | None = None, *, greeted: bool = True, **options: Any) -> AsyncIterator[Page]:
        """A socket of a new player, or of the one whom `cookie` names."""
        cookie = cookie or await self.cookie()
        headers = {"Cookie": cookie, "Origin": f"http://{self.address}"}
        headers |= options.pop("headers", {})
        async with connect(f"ws://{self.address}/ws", additional_headers=headers, **options) as socket:
            self._pages += 1
            page = Page(socket, f"page{self._pages}", cookie)
            if greeted:
                await page.hello()
                await page.expect(wire.Lobby)
            yield page


@contextlib.asynccontextmanager
async def running(hall: Any, prepare: Callable[[Litestar], None] = lambda _: None) -> AsyncIterator[Running]:
    """Serve `hall` on a free port until the block ends; `prepare` may put fakes in place before that."""
    listening = app.listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    started = asyncio.Event()
    built = app.build(hall, page=PAGE)
    prepare(built)
    server = app.Server(built, started.set)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        async with asyncio.timeout(QUIET_S):
            await started.wait()
        here = Running(server, built.state.parts.hub, port)
        async with here.http:
            yield here
    finally:
        server.should_exit = True
        await serving
