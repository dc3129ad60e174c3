"""Messages in Spanish and English, and figures as people read them.

A figure is written as `<data value="…">`: what is read is rounded, the value itself is there for programs and scripts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from markupsafe import Markup

from zapato.server.assets import Language

MINUS: Final = "\N{MINUS SIGN}"
POINT, GROUP = "\ue000", "\ue001"
"""Stand for the decimal sign and the thousands' until the page is sent: only then is the reader's way known."""
LANGUAGES: Final[tuple[Language, ...]] = ("es", "en")


@cache
def catalogue(language: Language) -> Mapping[str, str]:
    """Every message of a language by its dotted key."""
    text = resources.files("zapato.server.study").joinpath("messages", f"{language}.toml").read_text("utf-8")
    return dict(_flat(tomllib.loads(text), ""))


def _flat(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


class Words:
    """The messages of one language, under one heading of the catalogue where `at` names it."""

    def __init__(self, language: Language, at: str = "") -> None:
        self.language = language
        self._messages = catalogue(language)
        self._at = at

    def __call__(self, key: str, **holes: object) -> Markup:
        """The message, its holes filled; what fills them is escaped unless it is markup."""
        return Markup(self._messages[self._at + key]).format(**holes)  # noqa: S704 - messages are ours

    def at(self, heading: str) -> Words:
        return Words(self.language, f"{heading}.")

    def has(self, key: str) -> bool:
        return self._at + key in self._messages

    def under(self, heading: str) -> dict[str, str]:
        """All messages below a heading, for a script of the page."""
        return {
            key.removeprefix(f"{heading}."): message
            for key, message in self._messages.items()
            if key.startswith(f"{heading}.")
        }


def marked(shown: str) -> str:
    """A number as Python writes it, with a true minus, its signs left to the reader's way of writing."""
    return shown.replace("-", MINUS).replace(",", GROUP).replace(".", POINT)


@dataclass(frozen=True, slots=True)
class Numbers:
    """How a reader writes numbers: 5,000 and 0.41 or 5.000 and 0,41."""

    group: str = ","
    point: str = "."

    def write(self, text: str) -> str:
        return text.replace(GROUP, self.group).replace(POINT, self.point)


PLAIN: Final = Numbers()
SPAIN: Final = Numbers(".", ",")


def figure(value: float, shown: str) -> Markup:
    """A figure with the value it tells of, whole, in the engine's unit: what is read may be rounded, or be so many debenes of it."""
    return Markup('<data value="{}">{}</data>').format(repr(float(value)), marked(shown))


def signed(value: float, digits: int = 4) -> Markup:
    """An EV in initial bets: +0.1790."""
    shown = f"{value:+.{digits}f}"
    return figure(value, shown if float(shown) else f"{0:.{digits}f}")


def plain(value: float, digits: int = 4) -> Markup:
    return figure(value, f"{value:.{digits}f}")


def percent(value: float, digits: int = 4) -> Markup:
    """A share, as per cent: 0.4059 %. The value is the share itself."""
    return figure(value, f"{100 * value:.{digits}f} %")


def signed_percent(value: float, digits: int = 4) -> Markup:
    shown = f"{100 * value:+.{digits}f}"
    return figure(value, f"{shown if float(shown) else f'{0:.{digits}f}'} %")


def whole(value: int) -> str:
    """A whole number, grouped: 5,000."""
    return marked(f"{value:,}")
