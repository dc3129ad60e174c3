"""What a browser gets over HTTP: the page with its player, files, downloads, reasons."""

import httpx
import msgspec
import pytest

from server.fake_hall import FakeHall
from server.harness import Running, running
from zapato.hall.ports import StoreError
from zapato.server import assets, settings, wire

HTML = {"Accept": "text/html,application/xhtml+xml"}


async def test_the_first_page_makes_a_guest_and_the_next_one_knows_them(here: Running, hall: FakeHall) -> None:
    first = await here.http.get("/")
    again = await here.http.get("/mesa/escribas")  # the client sends the cookie back

    assert first.status_code == again.status_code == 200
    assert first.cookies["zapato"] == again.cookies["zapato"]
    assert await hall.guest(first.cookies["zapato"]) is not None


async def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(here: Running) -> None:
    cookie = (await here.http.get("/")).headers["set-cookie"].lower()

    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie


async def test_a_made_up_cookie_becomes_a_new_guest(here: Running) -> None:
    # The books may be younger than the browser's cookie: the page must come up all the same.
    answer = await here.http.get("/", headers={"Cookie": "zapato=stolen"})

    assert answer.status_code == 200
    assert answer.cookies["zapato"] != "stolen"


async def test_a_flood_of_new_guests_has_an_end(hall: FakeHall, monkeypatch: pytest.MonkeyPatch) -> None:
    # Each guest is a row in the books: whoever drops cookies must not fill the disk.
    monkeypatch.setattr(settings, "GUESTS_PER_S", 0.0)
    codes = []
    async with running(hall) as here:
        for _ in range(settings.GUESTS_BURST + 1):
            here.http.cookies.clear()
            codes.append((await here.http.get("/")).status_code)

    assert codes[:-1] == [200] * settings.GUESTS_BURST
    assert codes[-1] == 503


@pytest.mark.parametrize("path", ["/", "/mesa/escribas", "/api/lobby"])
async def test_books_that_cannot_be_read_are_said_and_not_called_a_fault(
    here: Running, hall: FakeHall, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    # A known visitor costs a read: where that fails it is the host's disk, as with a write, and passes like one.
    async def unreadable(_token: str) -> None:
        raise StoreError("disk I/O error")

    await here.http.get("/")
    monkeypatch.setattr(hall, "guest", unreadable)

    answer = await here.http.get(path, headers=HTML)

    assert answer.status_code == 503
    assert answer.json()["refusal"]["code"] == "not-saved"
    assert answer.headers["retry-after"] == "60"


async def test_a_full_disk_is_said_and_not_called_a_fault(
    here: Running, hall: FakeHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A newcomer needs a row in the books: where it can't be written, the visitor is told to come again.
    async def no_room() -> None:
        raise StoreError("database or disk is full")

    monkeypatch.setattr(hall, "greet", no_room)

    answer = await here.http.get("/", headers=HTML)

    assert answer.status_code == 503
    assert answer.json()["refusal"]["code"] == "not-saved"
    assert answer.headers["retry-after"] == "60"


@pytest.mark.parametrize(
    "path", ["/", "/mesa/escribas", "/ronda/escribas-1", "/zapato/escribas-1", "/zapato", "/zapato/"]
)
async def test_every_address_of_the_page_gives_the_page(here: Running, path: str) -> None:
    answer = await here.http.get(path, headers=HTML)

    assert answer.status_code == 200
    assert "<title>Salón" in answer.text
    # It carries the visitor's cookie: no cache between us may hand it to another.
    assert answer.headers["cache-control"] == "private, no-cache"


async def test_the_promise_of_a_shoe_in_play_has_a_page(here: Running, hall: FakeHall) -> None:
    # Its proof comes only when it has ended; the address that the table links to must not be a 404 until then.
    shoe = hall.state("casino-es").shoe
    assert shoe is not None

    assert (await here.http.get(f"/zapato/casino-es-{shoe.number}", headers=HTML)).status_code == 200
    assert (await here.http.get(f"/zapato/casino-es-{shoe.number + 1}", headers=HTML)).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/mesa/none", "/ronda/escribas-99", "/zapato/x-1", "/nowhere", "/a/b/c",
        "/mesa", "/mesa/", "/ronda", "/mesa/escribas/y", "/ronda/escribas-1/y", "/zapato/escribas-1/y",
    ],
)  # fmt: skip
async def test_an_address_with_nothing_behind_it_says_so_on_the_page(here: Running, path: str) -> None:
    answer = await here.http.get(path, headers=HTML)

    assert answer.status_code == 404
    assert "<title>Salón" in answer.text


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/nowhere", "no-such-path"),
        ("/assets/none.js", "no-such-path"),
        ("/assets/../../wire.py", "no-such-path"),
        ("/%2e%2e/wire.py", "no-such-path"),
        ("/api/rounds/escribas-99.json", "no-such-round"),
        ("/api/rounds/escribas-1", "no-such-round"),
        ("/api/shoes/escribas-2.json", "no-such-shoe"),
    ],
)
async def test_programs_get_the_reason_as_data(here: Running, path: str, code: str) -> None:
    answer = await here.http.get(path)

    assert answer.status_code == 404
    assert answer.json()["refusal"]["code"] == code


async def test_a_wrong_method_gets_a_reason(here: Running) -> None:
    answer = await here.http.post("/", json={})

    assert answer.status_code == 405
    assert answer.json()["refusal"]["code"] == "http-405"


async def test_named_files_are_kept_for_ever_others_are_asked_for_again(here: Running) -> None:
    hashed = await here.http.get("/assets/index-AbCdEf12.js")
    icon = await here.http.get("/favicon.svg")
    unchanged = await here.http.get("/favicon.svg", headers={"If-None-Match": icon.headers["etag"]})

    assert "immutable" in hashed.headers["cache-control"]
    assert icon.headers["cache-control"] == "no-cache"
    assert (unchanged.status_code, unchanged.content) == (304, b"")


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [
        ("br, gzip", "br", b"br!"),
        ("gzip", "gzip", assets.squeeze(b"let thot;")),
        ("identity", None, b"let thot;"),
        ("br;q=0", None, b"let thot;"),
        ("br; q=0.0, gzip", "gzip", assets.squeeze(b"let thot;")),
        ("gzip;q=0.8", "gzip", assets.squeeze(b"let thot;")),
        ("BR ; q=1.0", "br", b"br!"),
    ],
)
async def test_a_file_is_sent_in_the_smallest_form_that_the_browser_takes(
    here: Running, accepted: str, encoding: str | None, body: bytes
) -> None:
    request = here.http.build_request("GET", "/assets/index-AbCdEf12.js", headers={"Accept-Encoding": accepted})
    answer = await here.http.send(request, stream=True)
    raw = b"".join([piece async for piece in answer.aiter_raw()])

    assert answer.headers.get("content-encoding") == encoding
    assert raw == body
    assert "accept-encoding" in answer.headers["vary"]


@pytest.mark.parametrize("path", ["/", "/favicon.svg", "/api/lobby", "/api/rounds/none.json", "/nowhere", "/health"])
async def test_every_answer_carries_the_security_headers(here: Running, path: str) -> None:
    headers = (await here.http.get(path)).headers

    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "'unsafe-inline'" not in headers["content-security-policy"].split("style-src-attr")[0]


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "es"),
        ({"Accept-Language": "en-GB,en;q=0.9"}, "en"),
        ({"Accept-Language": "de, en;q=0.5, es;q=0.1"}, "en"),
        ({"Accept-Language": "es-MX", "Cookie": "idioma=en"}, "en"),
        ({"Accept-Language": "ja"}, "es"),
    ],
)
async def test_the_page_is_in_the_language_that_was_chosen_or_that_the_browser_asks_for(
    here: Running, headers: dict[str, str], language: str
) -> None:
    # A screen reader takes its voice from this attribute before any script has run.
    answer = await here.http.get("/", headers=headers)

    assert f'<html lang="{language}">' in answer.text


async def test_records_and_proofs_are_downloads(here: Running) -> None:
    for path in ("/api/rounds/escribas-1.json", "/api/shoes/escribas-1.json"):
        answer = await here.http.get(path)

        assert answer.json()["format"].startswith("zapato.")
        assert answer.headers["content-disposition"] == 'attachment; filename="escribas-1.json"'


async def test_the_lobby_can_be_asked_for_without_being_anybody(here: Running, hall: FakeHall) -> None:
    async with httpx.AsyncClient(base_url=f"http://{here.address}") as stranger:
        answer = await stranger.get("/api/lobby")
    lobby = msgspec.json.decode(answer.content, type=wire.Lobby)

    assert tuple(table.table for table in lobby.tables) == hall.tables
    assert "set-cookie" not in answer.headers


async def test_the_host_can_ask_whether_it_runs(here: Running) -> None:
    async with here.page():
        answer = await here.http.get("/health")

    assert answer.json() == {"status": "ok", "tables": 2, "sockets": 1}
