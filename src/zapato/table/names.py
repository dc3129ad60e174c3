"""The names of a table, and of what is kept of it: a round's record, an ended shoe's proof, `<table>-<number>`."""

from __future__ import annotations

import re
from typing import Final

TABLE_LENGTH_MAX: Final = 32
TABLE: Final = rf"[a-z0-9][a-z0-9-]{{0,{TABLE_LENGTH_MAX - 1}}}"
"""A table's id, as a pattern: it is part of addresses, of accounts in the ledger, and of files' names."""

_KEPT: Final = re.compile(rf"({TABLE})-([1-9]\d{{0,11}})")


def is_table(text: str) -> bool:
    return re.fullmatch(TABLE, text) is not None


def kept(table: str, number: int) -> str:
    """Of the record of round `number`, or of the proof of shoe `number`."""
    return f"{table}-{number}"


def parse(text: str) -> tuple[str, int] | None:
    """Table and number of such a name; None for what cannot be one."""
    found = _KEPT.fullmatch(text)
    return (found[1], int(found[2])) if found else None
