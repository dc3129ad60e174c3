"""Time that passes only when nothing else can happen: hours of play in seconds, the same way every run."""

from __future__ import annotations

import asyncio
import random
import selectors
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

BOOT_MS = 1_700_000_000_000
REAL_SECONDS_MAX = 200


class _TimeTravel(selectors.DefaultSelector):
    """Where the event loop would wait for its next timer, the time jumps there instead."""

    loop: VirtualLoop

    def select(self, timeout=None):
        # pytest's own timeout would be swallowed by whichever task it hits; here it ends the loop.
        if time.monotonic() > self.loop.ends_real_s:
            raise TimeoutError(f"{REAL_SECONDS_MAX} s, and virtual time is at {self.loop.now_s:.0f} s")
        if timeout is not None and timeout <= 0:
            return super().select(0)
        if self.loop.outside:
            # A thread is at work for us (the disk): real time passes, ours does not.
            return super().select(None)
        if timeout is None:
            raise RuntimeError("everybody waits for ever")
        self.loop.now_s += timeout
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        selector = _TimeTravel()
        selector.loop = self
        self.now_s = 0.0
        self.outside = 0
        self.ends_real_s = time.monotonic() + REAL_SECONDS_MAX
        super().__init__(selector)

    def time(self) -> float:
        return self.now_s


def run(main: Coroutine[Any, Any, Any]) -> Any:
    """Run `main` to its end in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        try:
            return runner.run(main)
        finally:
            runner.get_loop().outside += 1  # what is left is to wait for threads that end


class VirtualClock:
    """Answers `zapato.hall.ports.Clock` from the running loop."""

    def now_ms(self) -> int:
        return BOOT_MS + round(asyncio.get_running_loop().time() * 1_000)

    async def sleep_until(self, ms: int) -> None:
        while (left := ms - self.now_ms()) > 0:  # noqa: ASYNC110 (a port asks for a time, not an event)
            await asyncio.sleep(left / 1_000)


class SeededEntropy:
    """Answers `zapato.hall.ports.Entropy` from a seed."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def hex(self, octets: int) -> str:
        return self._random.randbytes(octets).hex()


class Outside:
    """A store whose threads the virtual loop waits for: each call holds the time."""

    def __init__(self, store: Any) -> None:
        self.store = store

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        method = getattr(self.store, name)

        async def held(*arguments: Any, **named: Any) -> Any:
            loop = asyncio.get_running_loop()
            assert isinstance(loop, VirtualLoop)
            loop.outside += 1
            try:
                return await method(*arguments, **named)
            finally:
                loop.outside -= 1

        return held
