"""Open the Salón de Thot: serve the page, the tables and their books from this machine.

The books lie in the data folder and outlive the server: stop it with Ctrl-C, or kill it, and the next
start goes on where it was.
"""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from zapato.cli import CommandError
from zapato.server.settings import HOST, PORT, Settings


def command(
    *,
    port: Annotated[int, Parameter(validator=Number(gte=0, lte=65_535))] = PORT,
    host: str = HOST,
    data: Path = Path("data"),
    origin: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    hints: Annotated[tuple[str, ...], Parameter(negative="")] = (),
) -> None:
    """Open the Salón de Thot and serve it until Ctrl-C or SIGTERM.

    Args:
        port: where the page is served; 0 takes any free port.
        host: the address to listen on; 0.0.0.0 lets other machines in.
        data: the folder with the books, made if missing.
        origin: a further host[:port] whose page may open a socket here, such as that of a proxy.
        hints: a table (escribas, sacerdotes, faraon, americana, casino-es, casino-plaza) whose players may ask, during
            the hand, what each move is worth. Off at every table unless named; may be given several times.
    """
    # Two seconds of imports, which a wrong argument need not wait for.
    import asyncio

    import uvicorn

    from zapato.hall.lobby import THE_SIX
    from zapato.hall.ports import StoreError
    from zapato.server import app

    set_up_log()
    there = [table for table, _ in THE_SIX]
    for table in hints:
        if table not in there:
            raise CommandError(f"--hints {table}: there is no such table; there are {', '.join(there)}")
    settings = Settings(data, frozenset(hints), frozenset(each.lower() for each in origin))
    try:
        listening = app.listen(host, port)
    except OSError as error:
        raise CommandError(why_not(error, host, port)) from error
    with listening, asyncio.Runner(loop_factory=uvicorn.Config("", log_config=None).get_loop_factory()) as runner:
        try:
            runner.run(app.serve(settings, listening, announcement(listening, data)))
        except StoreError as error:
            raise CommandError(str(error)) from error
    print("Salón de Thot: closed, the books are safe", flush=True)


def announcement(listening: socket.socket, data: Path) -> Callable[[], None]:
    address, port = listening.getsockname()[:2]
    heard = ip_address(address)
    shown = "localhost" if heard.is_loopback or heard.is_unspecified else address

    def announce() -> None:
        print(f"Salón de Thot: http://{shown}:{port}  (Ctrl-C stops; books in {data})", flush=True)

    return announce


def why_not(error: OSError, host: str, port: int) -> str:
    """What to do about an address that can't be had."""
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken: stop what runs there, or choose another with --port"
    if error.errno == errno.EACCES:
        return f"port {port} is not allowed to you: choose one from 1024 on with --port"
    return f"can't listen on {host}, port {port}: {error.strerror}"


def set_up_log() -> None:
    """To stderr: for people on a terminal, a JSON object a line elsewhere.

    A traceback tells where, never with the values of local variables: among those are cookies, seeds and unseen cards.
    """
    import logging

    import structlog

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    processors: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if sys.stderr.isatty():
        processors += [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    else:
        without_locals = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        processors += [structlog.processors.ExceptionRenderer(without_locals), structlog.processors.JSONRenderer()]
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
