"""The real clock and the real entropy: the answers to `hall.ports` that no test gives."""

from __future__ import annotations

import asyncio
import secrets
import time


class SystemClock:
    """The host's time of day."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    async def sleep_until(self, ms: int) -> None:
        # In steps, since nothing tells when a host sets its clock: the wait is then wrong for a second at most.
        while (left := ms - self.now_ms()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(min(left / 1_000, 1.0))


class SystemEntropy:
    """The operating system's."""

    def hex(self, octets: int) -> str:
        return secrets.token_hex(octets)
