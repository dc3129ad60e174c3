"""The real clock and the real entropy: the answers to `hall.ports` that no test gives."""

from __future__ import annotations

import asyncio
import secrets
import time


class SystemClock:
    """The time of day when it was made, and what has passed since: a host that sets its clock back stops no table."""

    def __init__(self) -> None:
        self._made_ms = time.time_ns() // 1_000_000
        self._made = time.monotonic_ns()

    def now_ms(self) -> int:
        return self._made_ms + (time.monotonic_ns() - self._made) // 1_000_000

    async def sleep_until(self, ms: int) -> None:
        while (left := ms - self.now_ms()) > 0:  # noqa: ASYNC110 (a port asks for a time, not for an event)
            await asyncio.sleep(left / 1_000)


class SystemEntropy:
    """The operating system's."""

    def hex(self, octets: int) -> str:
        return secrets.token_hex(octets)
