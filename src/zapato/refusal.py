"""A no, as data: a code for programs and catalogues, the values its text needs, an English sentence for logs and the command line."""

from __future__ import annotations

from msgspec import Struct


class Refusal(Struct, frozen=True, omit_defaults=True):
    """Why a command did nothing. A caller's mistake, never a fault of ours.

    `code` is in kebab case and stable; `values` are the numbers and names of its text. The page has a text for each code
    that a player can meet (tests/unit/test_refusal_texts.py knows the others, and why nobody meets them).
    """

    code: str
    why: str
    values: dict[str, int | str] = {}
