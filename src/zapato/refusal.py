"""A no, as data: a code for programs and catalogues, the values its text needs, an English sentence for logs and the command line."""

from __future__ import annotations

from msgspec import Struct


class Refusal(Struct, frozen=True, omit_defaults=True):
    """Why a command did nothing. A caller's mistake, never a fault of ours.

    `code` is in kebab case and stable (the page has a text for each); `values` are the numbers and names of that text.
    """

    code: str
    why: str
    values: dict[str, int | str] = {}
