"""The built front end starts in a real browser, before any server answers it."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from zapato import server as server_room


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_) -> None:
        pass


@pytest.fixture
def static_address() -> Iterator[str]:
    """The files of the package as they are, from a server that knows nothing of the game."""
    folder = Path(server_room.__file__).parent / "static"
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_page_starts_without_its_server(page, static_address):
    """A visitor whose link is bad sees a page, not a blank; and no script breaks."""
    broken = []
    page.on("pageerror", lambda error: broken.append(str(error)))

    page.goto(static_address)
    page.wait_for_function("document.querySelector('#app')?.textContent.trim() !== ''")
    assert [] == broken
