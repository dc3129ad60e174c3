"""What can be asked of a round. Cards come from outside too: the round says that it awaits one and is handed it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Move = Literal["stand", "hit", "double", "split", "surrender", "insure", "decline", "even-money"]
"""The moves of a record, in the order of the record's specification."""


class Bet(Struct, frozen=True, omit_defaults=True):
    """One wager on one box. The seat's own bet, or (`behind`) another player's on the seat's hand."""

    box: int
    player: str
    amount: int
    behind: bool = False
    follow: bool = False
    """Behind only: match each double and split, as far as the purse goes."""


class Open(Struct, frozen=True, tag="open"):
    """Begin: these bets are down. `purses` holds what each player has left after all their bets; absent: enough for everything."""

    bets: tuple[Bet, ...]
    purses: dict[str, int] = {}


class Deal(Struct, frozen=True, tag="deal"):
    """The next card out of the shoe, when the round awaits one."""

    card: str


class Act(Struct, frozen=True, omit_defaults=True, tag="act"):
    """A player's move or answer. `hand` is checked where given; `player` is the bettor who answers an offer (absent: the box's seat)."""

    box: int
    move: Move
    hand: int | None = None
    player: str | None = None
    amount: int | None = None
    """Insurance only; absent: half the bet."""
    by_clock: bool = False
    """The clock ran out, or the player stood up: told as the move it caused."""


class CloseOffers(Struct, frozen=True, tag="close-offers"):
    """No more answers: every open insurance offer, or the early surrender offered just now, counts as declined."""


Command = Open | Deal | Act | CloseOffers
