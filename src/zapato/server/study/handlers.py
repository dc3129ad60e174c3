"""All addresses of the study pages, for `server.app`."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

from litestar import Litestar, Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler

from zapato.hall.ports import StoreError
from zapato.server.routes import Refused
from zapato.server.study import api, pages, table_play, training
from zapato.server.study.book import FILE
from zapato.server.study.simulator import handlers as simulator

HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    *api.HANDLERS,
    Router(
        "/",
        route_handlers=[*pages.HANDLERS, *training.PAGES],
        exception_handlers={Refused: pages.not_now, StoreError: pages.not_now},
    ),
    *training.HANDLERS,
    *table_play.HANDLERS,
    *simulator.HANDLERS,
)

PROGRESS: Final = FILE
"""The file of learners' progress in the data folder."""

OPENAPI: Final = OpenAPIConfig(
    title="zapato",
    version=version("zapato"),
    summary="Exact blackjack odds for any rules, in initial bets, and simulations to hold against them.",
    path="/api/schema",
    render_plugins=[JsonRenderPlugin()],
)


async def stop(app: Litestar) -> None:
    """End what the study pages have running beside the server: no worker process outlives it."""
    runs = getattr(app.state, "simulator_runs", None)
    if runs is not None:
        await runs.close()
    book = getattr(app.state, "progress_book", None)
    if book is not None:
        await book.close()
    engine = getattr(app.state, "study_engine", None)
    if engine is not None:
        engine.close()
