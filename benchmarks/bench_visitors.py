"""What one more visitor costs the server's processor: in the lobby, and watching a table. SOCKETS_MAX rests on it.

A real `zapato serve` plays with its residents while sockets of this process look on. The baseline is the server with
one visitor, who keeps the residents playing; the subject is what each further one adds. Where it misleads: loopback,
no TLS, and readers that are never slow; the sockets share the machine with the server. Linux only: it reads /proc.
"""

import asyncio
import os
import re
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path

import msgspec
from websockets.asyncio.client import connect

from zapato.server import settings, wire

VISITORS = 240
SETTLE_S = 15.0
MEASURE_S = 10.0
TABLE = "escribas"
ADDRESS = re.compile(r"http://localhost:(\d+)")


def cookie(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
        return str(page.headers["set-cookie"]).partition(";")[0]


def processor_s(pid: int) -> float:
    """What the process has used since it began, in user and system mode."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def visit(port: int, as_whom: str, table: str | None, heard: Counter[str], greeted: asyncio.Semaphore) -> None:
    async with connect(f"ws://127.0.0.1:{port}/ws", additional_headers={"Cookie": as_whom}) as socket:
        messages: list[wire.FromPage] = [wire.Hello(wire.WIRE_VERSION)]
        if table:
            messages.append(wire.Watch(table))
        for message in messages:
            await socket.send(msgspec.json.encode(message).decode())
        greeted.release()
        async for text in socket:
            heard["messages"] += 1
            heard["bytes"] += len(text)


async def measured(visitors: int, table: str | None) -> tuple[float, float, float]:
    """Processor seconds, messages and bytes a second, of a server with so many visitors."""
    with tempfile.TemporaryDirectory() as folder:
        server = await asyncio.create_subprocess_exec(
            str(Path(sys.executable).with_name("zapato")),
            "serve",
            "--port",
            "0",
            "--data",
            folder,
            stdout=asyncio.subprocess.PIPE,
        )
        assert server.stdout is not None
        found = ADDRESS.search((await server.stdout.readline()).decode())
        assert found
        port = int(found[1])
        each = settings.SOCKETS_PER_PLAYER_MAX
        cookies = [await asyncio.to_thread(cookie, port) for _ in range(-(-visitors // each))]
        heard: Counter[str] = Counter()
        greeted = asyncio.Semaphore(0)
        visits = [
            asyncio.create_task(visit(port, cookies[number // each], table, heard, greeted))
            for number in range(visitors)
        ]
        for _ in visits:
            await greeted.acquire()
        await asyncio.sleep(SETTLE_S)
        heard.clear()
        used, began = processor_s(server.pid), time.perf_counter()
        await asyncio.sleep(MEASURE_S)
        used, took = processor_s(server.pid) - used, time.perf_counter() - began
        counted = heard.copy()
        server.terminate()
        await asyncio.gather(*visits, return_exceptions=True)
        await server.wait()
    return used / took, counted["messages"] / took, counted["bytes"] / took


def main() -> None:
    for name, table in (("in the lobby", None), (f"watching {TABLE}", TABLE)):
        alone, _, _ = asyncio.run(measured(1, table))
        full, messages, octets = asyncio.run(measured(VISITORS, table))
        more = (full - alone) / (VISITORS - 1)
        print(
            f"{name:<20}{VISITORS} visitors {100 * full:>6.1f} % of a core, alone {100 * alone:.1f} %: "
            f"{1e3 * more:.2f} ms a visitor and second, {1e6 * (full - alone) / messages:,.0f} µs and "
            f"{octets / messages:,.0f} bytes a message, a core full at {(1 - alone) / more:,.0f}"
        )


if __name__ == "__main__":
    main()
