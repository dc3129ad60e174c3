"""Worker processes as `runs` wants them: started, listened to, and ended for certain."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process

import msgspec

from zapato.server.study.simulator.orders import LINE_BYTES_MAX, News, Order

_decoder = msgspec.json.Decoder(News)


class WorkerProcess:
    """One process, playing one order."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        return self._process.pid

    async def news(self) -> News | None:
        """The next thing it says; None once it says nothing more, whatever the cause."""
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
            return _decoder.decode(line) if line.endswith(b"\n") else None
        except (ValueError, OSError):
            return None  # longer than any message of ours, or none at all: whoever speaks so is of no use

    async def end(self) -> int:
        """Kill it if it still runs, and wait until it is gone; its exit code, or minus the signal that ended it."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        return await self._process.wait()


async def launch(order: Order) -> WorkerProcess:
    """Start a process for this order. OSError where the machine has no room for one."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "zapato.server.study.simulator.worker"),
        stdin=PIPE,
        stdout=PIPE,
        limit=LINE_BYTES_MAX,
        # Ctrl-C at the host's terminal is the server's to obey; it ends its workers itself.
        start_new_session=True,
    )
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(order) + b"\n")
    # Its pipe stays open: that it closes tells the worker that the server is gone.
    return WorkerProcess(process)
