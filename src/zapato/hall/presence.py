"""Who is there. A connection lost for a moment is no absence; only after a grace is the table told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from zapato.hall.ports import Clock

GRACE_MS: Final = 5_000
"""A page that reloads, or a phone that changes cells, is back by then."""
GRACE_AT_START_MS: Final = 15_000
"""After a restart every page has to find the hall again."""

SetAway = Callable[[str, bool], Awaitable[None]]


class Presence:
    """Calls `set_away(player, away)`; for players without a seat that is the callee's to ignore."""

    def __init__(self, clock: Clock, set_away: SetAway) -> None:
        self._clock = clock
        self._set_away = set_away
        self._leaving: dict[str, asyncio.Task[None]] = {}
        self._here: set[str] = set()

    @property
    def anybody_here(self) -> bool:
        return bool(self._here)

    async def came(self, player: str) -> None:
        self._here.add(player)
        if leaving := self._leaving.pop(player, None):
            leaving.cancel()
        await self._set_away(player, False)

    def went(self, player: str, grace_ms: int = GRACE_MS) -> None:
        self._here.discard(player)
        if player not in self._leaving:
            self._leaving[player] = asyncio.create_task(self._leave(player, grace_ms), name=f"leaving {player}")

    async def _leave(self, player: str, grace_ms: int) -> None:
        await self._clock.sleep_until(self._clock.now_ms() + grace_ms)
        del self._leaving[player]
        if player not in self._here:
            await self._set_away(player, True)

    async def close(self) -> None:
        leaving = list(self._leaving.values())
        for task in leaving:
            task.cancel()
        await asyncio.gather(*leaving, return_exceptions=True)
