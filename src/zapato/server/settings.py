"""What a host may choose, and the bounds that everything here keeps to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

PORT: Final = 2121
HOST: Final = "127.0.0.1"
BOOKS: Final = "zapato.sqlite3"
"""The books' file in the data folder."""

SOCKETS_MAX: Final = 1_000
"""Open sockets of all players together; the next one is told to come later.

The work binds, not the memory (28 KiB each, idle). In the lobby one takes 0.08 ms of a core a second, at a table 0.13 ms a
change (benchmarks/bench_visitors.py, two cores). All of them at one table that changes three times a second take 40 % of
the one core on which the tables' clocks run, and one change holds those up by 0.13 s.
"""
SOCKETS_PER_PLAYER_MAX: Final = 8
"""Tabs and devices of one player; the next one is closed with 1008."""
HELLO_WITHIN_S: Final = 10.0
"""A socket that has not said hello by then is closed."""
SEND_WITHIN_S: Final = 20.0
"""A socket that takes no message for so long is closed: its reader is gone or hopeless."""
OUTBOX_MAX: Final = 32
"""Answers waiting for one socket. When full, its next message is read only once one has gone out."""
MESSAGES_PER_S: Final = 20.0
MESSAGES_BURST: Final = 60
"""What one socket may send: a person clicks five times a second at most, a page that comes back sends a few at once."""
EXCESS_MAX: Final = 200
"""Refused messages of one socket before it is closed: whoever goes on does not read the answers."""
HISTORY_MAX: Final = 64
"""Changes of a table kept for pages that come back; beyond it they are sent the whole table."""
LOBBY_EVERY_S: Final = 1.0
GUESTS_PER_S: Final = 10.0
GUESTS_BURST: Final = 100
"""New guests made for page requests without a cookie; beyond it the page answers 503."""
STOP_WITHIN_S: Final = 5.0
"""From Ctrl-C until whatever is left is cut off."""


@dataclass(frozen=True)
class Settings:
    """One serving process."""

    data: Path
    """Where the books lie; made if missing."""
    hints: frozenset[str] = frozenset()
    """Tables that tell a player, on demand and during the hand, what each move is worth; none unless the host says so."""
    origins: frozenset[str] = frozenset()
    """Further `host[:port]` whose pages may open a socket here, beside the one that the request itself names."""
