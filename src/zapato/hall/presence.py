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

AGAIN_MS: Final = 1_000

SetAway = Callable[[str, bool], Awaitable[bool]]
"""Tell the table; False where that could not be done just now. For players without a seat there is nothing to do."""


class Presence:
    def __init__(self, clock: Clock, set_away: SetAway) -> None:
        self._clock = clock
        self._set_away = set_away
        self._telling: dict[str, asyncio.Task[None]] = {}
        """For each player at most one task that waits to tell the table."""
        self._here: set[str] = set()

    @property
    def anybody_here(self) -> bool:
        return bool(self._here)

    async def came(self, player: str) -> None:
        self._here.add(player)
        if telling := self._telling.pop(player, None):
            telling.cancel()
        if not await self._set_away(player, False):
            self._tell_later(player, AGAIN_MS)

    def went(self, player: str, grace_ms: int = GRACE_MS) -> None:
        self._here.discard(player)
        self._tell_later(player, grace_ms)

    def _tell_later(self, player: str, wait_ms: int) -> None:
        if player not in self._telling:
            self._telling[player] = asyncio.create_task(self._tell(player, wait_ms), name=f"presence of {player}")

    async def _tell(self, player: str, wait_ms: int) -> None:
        told = False
        while not told:
            await self._clock.sleep_until(self._clock.now_ms() + wait_ms)
            told = await self._set_away(player, player not in self._here)
            wait_ms = AGAIN_MS
        del self._telling[player]

    async def close(self) -> None:
        telling = list(self._telling.values())
        for task in telling:
            task.cancel()
        await asyncio.gather(*telling, return_exceptions=True)
