"""Puts the hall on the network. The only place that knows all parts; what is not given is the real thing."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import uvicorn
from litestar import Litestar
from litestar.exceptions import HTTPException

from zapato.hall import Hall, OpenTable, lobby
from zapato.hall.ports import Clock, Entropy, Store, StoreError
from zapato.server import assets, routes, sockets, wire
from zapato.server import settings as bounds
from zapato.server.allowance import Allowance
from zapato.server.head import answering_head
from zapato.server.hub import Hub
from zapato.server.outside import SystemClock, SystemEntropy
from zapato.server.settings import Settings
from zapato.server.store import SqliteStore
from zapato.server.study import handlers as study

GOODBYE_WITHIN_S: Final = 1.0
FRAMES_QUEUED_MAX: Final = 4
"""Messages of one socket that uvicorn reads ahead of us."""


def build(
    hall: Hall,
    *,
    page: assets.Assets | None = None,
    origins: frozenset[str] = frozenset(),
    monotonic: Callable[[], float] = time.monotonic,
    progress: Path | None = None,
) -> Litestar:
    """The application around an open hall. It does not close the hall. `progress`: the file of learners' progress; None: memory."""
    hub = Hub({table: hall.state(table) for table in hall.tables})
    hall.on_change(hub.table_changed)
    hall.on_purse(hub.purse_changed)
    hall.on_name(hub.name_changed)
    app = Litestar(
        [*routes.HANDLERS, *study.HANDLERS],
        exception_handlers={HTTPException: routes.refuse, StoreError: routes.no_books, Exception: routes.fail},
        before_send=[routes.add_headers],
        openapi_config=study.OPENAPI,
        include_in_schema=False,
        logging_config=None,
    )
    app.state.parts = routes.Parts(
        hall=hall,
        hub=hub,
        assets=assets.load() if page is None else page,
        origins=origins,
        newcomers=Allowance(bounds.GUESTS_PER_S, bounds.GUESTS_BURST, monotonic),
        monotonic=monotonic,
    )
    app.state.progress_path = progress
    return app


class Server(uvicorn.Server):
    """uvicorn, but a stop is said to every page first, and a signal that was obeyed is not raised again."""

    def __init__(self, app: Litestar, announce: Callable[[], None] = lambda: None) -> None:
        """`announce` is called once the first request can be taken."""
        super().__init__(
            uvicorn.Config(
                answering_head(app),
                ws="websockets-sansio",
                ws_max_size=wire.FRAME_BYTES_MAX,
                ws_max_queue=FRAMES_QUEUED_MAX,
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=int(bounds.STOP_WITHIN_S),
            )
        )
        self._hub: Hub = app.state.parts.hub
        self._stop_study = partial(study.stop, app)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.say_goodbye()
        await self._stop_study()
        await super().shutdown(sockets)

    async def say_goodbye(self) -> None:
        """Close every socket with 1001, and give the pages a moment to hear it."""
        self._hub.stop(sockets.STOPPING, "stopping")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hub.empty.wait(), GOODBYE_WITHIN_S)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


async def serve(settings: Settings, listening: socket.socket, announce: Callable[[], None]) -> None:
    """Serve until a signal asks to stop; then finish what was begun and close the books."""
    books = SqliteStore.open(settings.data / bounds.BOOKS)
    tables = lobby.open_tables(lobby.THE_SIX, settings.hints)
    async with open_hall(books, SystemClock(), SystemEntropy(), tables) as hall:
        app = build(hall, origins=settings.origins, progress=settings.data / study.PROGRESS)
        await Server(app, announce).serve(sockets=[listening])


@contextlib.asynccontextmanager
async def open_hall(
    store: Store, clock: Clock, entropy: Entropy, tables: tuple[OpenTable, ...] | None = None
) -> AsyncIterator[Hall]:
    """A hall over these books, of the house's tables or of those given; hall and books are closed in this order."""
    try:
        hall = await Hall.open(store, clock, entropy, tables)
        try:
            yield hall
        finally:
            await hall.close()
    finally:
        await store.close()


def listen(host: str, port: int) -> socket.socket:
    """A socket that already has its port, so that a taken one is found out before anything starts.

    Raises:
        OSError: the port is taken or not allowed, or the host is none of this machine's.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
    )[0]
    # Not socket.create_server, which leaves the protocol at 0: asyncio then takes the socket for none of TCP's and
    # keeps Nagle's delay on, which holds every second small message back for 40 ms.
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2_048)
    except OSError:
        listening.close()
        raise
    return listening
