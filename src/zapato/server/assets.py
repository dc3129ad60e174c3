"""The built page, held in memory: what is not in the folder at start can't be asked for, so no path leads out of it."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

Language = Literal["es", "en"]

FOLDER: Final = Path(__file__).parent / "static"
COMPRESSED: Final = {".br": "br", ".gz": "gzip"}
WORTH_COMPRESSING: Final = frozenset({".html", ".js", ".css", ".svg", ".json", ".txt", ".map"})
HASHED: Final = re.compile(r"^assets/.+-[\w-]{8}\.\w+$")
"""A file that Vite named by its content: it never changes under that name."""

NOT_BUILT: Final = (
    '<!doctype html><html lang="es"><meta charset="utf-8"><title>Salón de Thot</title>'
    "<p>The page was not built: run <code>make build</code>.</p>"
)


@dataclass(frozen=True)
class Asset:
    """One file, with the forms in which it can be sent. `etag` is of the plain form."""

    plain: bytes
    encoded: Mapping[str, bytes]
    media_type: str
    etag: str
    forever: bool

    def best(self, accepted: str) -> tuple[bytes, str | None]:
        """The smallest form that an Accept-Encoding header allows, and its encoding."""
        offered = dict(_offer(part) for part in accepted.split(","))
        usable = [(len(body), name, body) for name, body in self.encoded.items() if offered.get(name)]
        if not usable:
            return self.plain, None
        _, name, body = min(usable)
        return body, name


def _offer(part: str) -> tuple[str, bool]:
    """One item of an Accept-Encoding header: an encoding, and whether it may be used (its weight is not 0, 0.0 …)."""
    name, _, weight = part.replace(" ", "").partition(";q=")
    return name.lower(), not weight or any(digit in "123456789" for digit in weight)


@dataclass(frozen=True)
class Assets:
    """All files by their path without the leading slash, and the page itself in each language."""

    files: Mapping[str, Asset]
    pages: Mapping[Language, Asset]


def load(folder: Path = FOLDER) -> Assets:
    """Read the folder that the front end's build filled; without one the page says what to run."""
    files = {
        path.relative_to(folder).as_posix(): read(path, folder)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in COMPRESSED and path.name != "index.html"
    }
    index = folder / "index.html"
    html = index.read_text("utf-8") if index.is_file() else NOT_BUILT
    return Assets(files, {"es": page(html, "es"), "en": page(html, "en")})


def page(html: str, language: Language) -> Asset:
    body = html.replace('<html lang="es">', f'<html lang="{language}">', 1).encode()
    return Asset(body, {"gzip": squeeze(body)}, "text/html", tag_of(body), forever=False)


def read(path: Path, folder: Path) -> Asset:
    """One file; the forms that the build wrote beside it are used, a missing gzip form is made."""
    body = path.read_bytes()
    encoded = {
        name: other.read_bytes()
        for suffix, name in COMPRESSED.items()
        if (other := path.with_name(path.name + suffix)).is_file()
    }
    if path.suffix in WORTH_COMPRESSING and "gzip" not in encoded:
        encoded["gzip"] = squeeze(body)
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    name = path.relative_to(folder).as_posix()
    return Asset(body, encoded, media_type, tag_of(body), forever=HASHED.match(name) is not None)


def squeeze(body: bytes) -> bytes:
    return gzip.compress(body, compresslevel=9, mtime=0)


def tag_of(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'
