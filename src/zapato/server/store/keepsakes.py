"""The ids of records and proofs: `<table>-<number>`."""

from __future__ import annotations

import re
from typing import Final

_ID: Final = re.compile(r"([a-z0-9][a-z0-9_.-]{0,39})-([1-9]\d{0,11})")


def parse(text: str) -> tuple[str, int] | None:
    """Table and number; None for what cannot be an id."""
    found = _ID.fullmatch(text)
    return (found[1], int(found[2])) if found else None
