"""`zapato serve` as a host runs it: a process of its own, real books, real signals."""

import asyncio
import contextlib
import re
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server.harness import Page
from zapato.server import app, wire

ZAPATO = Path(sys.executable).with_name("zapato")
STARTED = re.compile(r"http://localhost:(\d+)")


async def start(data: Path, *arguments: str) -> Process:
    return await asyncio.create_subprocess_exec(
        str(ZAPATO), "serve", "--data", str(data), *arguments, stdout=PIPE, stderr=PIPE
    )


async def address_of(process: Process) -> str:
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    found = STARTED.search(line)
    assert found, f"{line!r} names no address"
    return f"127.0.0.1:{found[1]}"


@contextlib.asynccontextmanager
async def serving(data: Path) -> AsyncIterator[tuple[Process, str]]:
    process = await start(data, "--port", "0")
    try:
        yield process, await address_of(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@contextlib.asynccontextmanager
async def page_at(address: str, cookie: str) -> AsyncIterator[Page]:
    async with connect(f"ws://{address}/ws", additional_headers={"Cookie": cookie}) as opened:
        page = Page(opened, "page")
        await page.hello()
        yield page


async def new_cookie(address: str) -> str:
    async with httpx.AsyncClient() as browser:
        return f"zapato={(await browser.get(f'http://{address}/')).cookies['zapato']}"


@pytest.mark.timeout(60)
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_closes_the_pages_with_1001_and_the_process_with_0(tmp_path: Path, stop: signal.Signals) -> None:
    async with serving(tmp_path) as (process, address), page_at(address, await new_cookie(address)) as page:
        process.send_signal(stop)
        with pytest.raises(ConnectionClosed) as closed:
            await page.expect(wire.Fault)
        _, errors = await process.communicate()

    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1001, "stopping")
    assert process.returncode == 0
    assert errors == b""


@pytest.mark.timeout(60)
async def test_a_killed_server_comes_back_with_seats_and_purses(tmp_path: Path) -> None:
    # The page's side of kill -9: it comes back with its cookie and the version it saw, and goes on.
    async with serving(tmp_path) as (process, address):
        cookie = await new_cookie(address)
        async with page_at(address, cookie) as page:
            seen = (await page.watch("escribas")).view
            # Residents come and go by themselves here: a free box is looked for, a late seat waits for its round.
            boxes = iter([each.box for each in seen.boxes if each.seat is None])
            while refusal := (await page.ask(wire.Sit, "escribas", box := next(boxes))).refusal:
                assert refusal.code == "box-taken"
            await page.until(lambda view: view.phase in {"waiting", "betting"})
            assert page.view is not None
            wish = wire.Wish("wish", "escribas", page.view.round, 700)
            await page.send(wish)
            while (answer := await page.expect(wire.Answer)).id != "wish":
                pass
            assert answer.refusal is None
            process.kill()
            with pytest.raises(ConnectionClosed):
                await page.expect(wire.Fault)
    async with serving(tmp_path) as (_, address), page_at(address, cookie) as page:
        again = (await page.watch("escribas", seen.version)).view
        await page.send(wish)
        repeated = await page.expect(wire.Answer)

    assert again.you.box == box
    assert again.boxes[box - 1].wish == 700
    assert again.you.purse == 10_000
    assert repeated == wire.Answer("wish")


@pytest.mark.timeout(60)
async def test_a_taken_port_is_one_clear_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = await start(tmp_path, "--port", str(port))
        printed, errors = await process.communicate()

    assert process.returncode == 2
    assert printed == b""
    assert errors.decode() == (f"zapato: port {port} is taken: stop what runs there, or choose another with --port\n")


@pytest.mark.timeout(60)
@pytest.mark.parametrize("path", ["/", "/health", "/robots.txt", "/nothing/of/the/kind"])
async def test_head_is_answered_as_get_without_the_body(tmp_path: Path, path: str) -> None:
    # Crawlers and watchdogs ask so; it was 405.
    async with serving(tmp_path) as (_, address), httpx.AsyncClient(base_url=f"http://{address}") as browser:
        got, head = await browser.get(path), await browser.head(path)

    assert head.status_code == got.status_code
    assert head.headers["content-type"] == got.headers["content-type"]
    assert head.headers["content-length"] == got.headers["content-length"]
    assert head.content == b""
    assert got.content


@pytest.mark.timeout(60)
async def test_two_servers_never_share_books(tmp_path: Path) -> None:
    async with serving(tmp_path):
        second = await start(tmp_path, "--port", "0")
        _, errors = await second.communicate()

    assert second.returncode == 2
    assert errors.decode().count("\n") == 1
    assert "--data" in errors.decode()


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("--port", "70000"), "port"),
        (("--port", "x"), "port"),
        (("--host", "300.1.1.1"), "300.1.1.1"),
        (("--prot", "1"), "--prot"),
        (("--hints", "escriba"), "escribas, sacerdotes, faraon"),
    ],
)
@pytest.mark.timeout(60)
async def test_bad_arguments_are_one_clear_line(tmp_path: Path, arguments: tuple[str, ...], names: str) -> None:
    process = await start(tmp_path / "data", *arguments)
    _, errors = await process.communicate()

    assert process.returncode == 2
    assert errors.decode().count("\n") == 1
    assert names in errors.decode()
    assert not (tmp_path / "data").exists()


async def test_small_messages_are_not_held_back() -> None:
    # Without the protocol's number asyncio leaves Nagle's algorithm on: 40 ms for every second message.
    with app.listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP
