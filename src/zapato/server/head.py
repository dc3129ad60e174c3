"""HEAD for every address that answers GET, as HTTP asks (RFC 9110, 9.3.2): crawlers and watchdogs use it."""

from __future__ import annotations

from typing import cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send


def answering_head(app: ASGIApp) -> ASGIApp:
    """`app`, asked GET where HEAD was asked. The server below, uvicorn, still knows the question and sends no body."""

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            scope = cast("Scope", {**scope, "method": "GET"})  # a copy: uvicorn looks at its own
        await app(scope, receive, send)

    return asked
