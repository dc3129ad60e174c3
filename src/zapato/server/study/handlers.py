"""All addresses of the study pages, for `server.app`."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler

from zapato.server.study import api, pages, table_play, training
from zapato.server.study.book import FILE

HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    *api.HANDLERS,
    *pages.HANDLERS,
    *training.HANDLERS,
    *table_play.HANDLERS,
)

PROGRESS: Final = FILE
"""The file of learners' progress in the data folder."""

OPENAPI: Final = OpenAPIConfig(
    title="zapato",
    version=version("zapato"),
    summary="Exact blackjack odds for any rules, in initial bets.",
    path="/api/schema",
    render_plugins=[JsonRenderPlugin()],
)
