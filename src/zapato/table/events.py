"""What happened at a table. A round's own events travel inside `Round`.

These are the server's own notes. What may travel, and with which fields emptied, is `zapato.table.cut`'s to say.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from zapato.round import events as round_events

TurnClockKind = Literal["move", "insurance", "surrender"]
ClockKind = Literal["bet"] | TurnClockKind


class SeatTaken(Struct, frozen=True, tag="seat-taken"):
    player: str
    name: str
    box: int
    purse: int
    """For the server; 0 in what travels."""
    resident: bool = False


class SeatLeft(Struct, frozen=True, tag="seat-left"):
    player: str
    box: int


class AwaySet(Struct, frozen=True, tag="away-set"):
    player: str
    away: bool
    until_ms: int | None = None
    """Away: the seat is kept until then."""


class Renamed(Struct, frozen=True, tag="renamed"):
    """Another name on the plate."""

    player: str
    name: str


class PurseSet(Struct, frozen=True, tag="purse-set"):
    """A seated player's purse was changed by something else than this table. Never travels."""

    player: str
    purse: int


class BettingOpened(Struct, frozen=True, tag="betting-opened"):
    """Bets are open for round `round`, the felt is empty. The clock starts with the first chip.

    The same round again: its clock ran out and nobody had bet.
    """

    round: int


class BetClockStarted(Struct, frozen=True, tag="bet-clock-started"):
    ends_ms: int


class WishSet(Struct, frozen=True, tag="wish-set"):
    player: str
    box: int
    amount: int


class WishReturned(Struct, frozen=True, tag="wish-returned"):
    """Bets closed and these chips went back instead of being accepted."""

    player: str
    box: int
    amount: int
    why: Literal["below-minimum", "purse-too-small", "away"] | None
    """Null in what travels to others: it tells of a purse."""


class BetAccepted(Struct, frozen=True, tag="bet-accepted"):
    """The bet left the purse: this event's ledger line is committed with it."""

    player: str
    box: int
    amount: int


class SatOut(Struct, frozen=True, tag="sat-out"):
    player: str
    box: int


class ShoeCommitted(Struct, frozen=True, tag="shoe-committed"):
    """A new shoe: the hashes of both its seeds are public at once, the seeds are null in what travels before `ShoeRevealed`."""

    shoe: int
    commitment: str
    reserve_commitment: str
    seed: str | None
    reserve_seed: str | None


class ReserveCommitted(Struct, frozen=True, tag="reserve-committed"):
    """A new reserve in place of the one used up; public and secret as in `ShoeCommitted`."""

    shoe: int
    commitment: str
    seed: str | None


class Contributed(Struct, frozen=True, tag="contributed"):
    shoe: int
    player: str
    name: str
    entropy: str


class ShoeShuffled(Struct, frozen=True, tag="shoe-shuffled"):
    """Contributions are closed; seed and contributions fix the order. `cards` is how many are left after the burn."""

    shoe: int
    cards: int
    burnt: int


class ShoeReplenished(Struct, frozen=True, tag="shoe-replenished"):
    """The shoe ran dry in mid-round: the discards, `cards` of them, were shuffled with the reserve seed."""

    shoe: int
    cards: int


class ShoeRevealed(Struct, frozen=True, tag="shoe-revealed"):
    """The shoe has ended: all its seeds, the first, then the reserves in their order, the last one unused."""

    shoe: int
    seeds: tuple[str, ...]


class Round(Struct, frozen=True, tag="round"):
    """One event of the round in play."""

    event: round_events.Event


class ClockStarted(Struct, frozen=True, tag="clock-started"):
    """The clock of a move or answer; it runs from `starts_ms` (the felt takes its time to deal) to `ends_ms`."""

    kind: TurnClockKind
    starts_ms: int
    ends_ms: int


class Resumed(Struct, frozen=True, tag="resumed"):
    """The server was restarted: nobody loses time to that, every clock that ran begins anew at `now_ms`."""

    now_ms: int


class RoundClosed(Struct, frozen=True, tag="round-closed"):
    """The round is over and its money moved; results stay on show until `show_until_ms` of the server's clock."""

    round: int
    show_until_ms: int


Event = (
    SeatTaken
    | SeatLeft
    | AwaySet
    | Renamed
    | PurseSet
    | BettingOpened
    | BetClockStarted
    | WishSet
    | WishReturned
    | BetAccepted
    | SatOut
    | ShoeCommitted
    | ReserveCommitted
    | Contributed
    | ShoeShuffled
    | ShoeReplenished
    | ShoeRevealed
    | Round
    | ClockStarted
    | RoundClosed
    | Resumed
)
