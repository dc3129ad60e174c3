"""What happened at a table. A round's own events travel inside `Round`; every event but the secret ones is public.

`secret` events (`SHOE_SECRETS`) never leave the server before the shoe ends; `view.cut` sees to it.
"""

from __future__ import annotations

from msgspec import Struct

from zapato.round import events as round_events


class SeatTaken(Struct, frozen=True, tag="seat-taken"):
    player: str
    name: str
    box: int
    purse: int
    """For the server; cut from what travels."""
    resident: bool = False


class SeatLeft(Struct, frozen=True, tag="seat-left"):
    player: str
    box: int


class AwaySet(Struct, frozen=True, tag="away-set"):
    player: str
    away: bool


class BettingOpened(Struct, frozen=True, tag="betting-opened"):
    """Bets are open for round `round`. The clock starts with the first chip."""

    round: int


class BetClockStarted(Struct, frozen=True, tag="bet-clock-started"):
    ends_ms: int


class WishSet(Struct, frozen=True, tag="wish-set"):
    player: str
    box: int
    amount: int


class WishReturned(Struct, frozen=True, tag="wish-returned"):
    """The clock ended on chips below the minimum (or that the purse no longer holds): they went back."""

    player: str
    box: int
    amount: int
    why: str


class BetAccepted(Struct, frozen=True, tag="bet-accepted"):
    """The bet left the purse: this event's ledger line is committed with it."""

    player: str
    box: int
    amount: int


class SatOut(Struct, frozen=True, tag="sat-out"):
    player: str
    box: int


class ShoeCommitted(Struct, frozen=True, tag="shoe-committed"):
    """A new shoe: `commitment` (hash of the seed) is public at once, `seed` is secret until `ShoeRevealed`."""

    shoe: int
    commitment: str
    seed: str | None


class Contributed(Struct, frozen=True, tag="contributed"):
    shoe: int
    player: str
    entropy: str


class ShoeShuffled(Struct, frozen=True, tag="shoe-shuffled"):
    """Contributions are closed; seed and contributions fix the order. `cards` is how many are left after the burn."""

    shoe: int
    cards: int
    burnt: int


class ShoeReplenished(Struct, frozen=True, tag="shoe-replenished"):
    """The shoe ran dry in mid-round; the discards of earlier rounds were shuffled with a fresh seed, committed here."""

    shoe: int
    commitment: str
    seed: str | None
    cards: int


class ShoeRevealed(Struct, frozen=True, tag="shoe-revealed"):
    """The shoe has ended: its seeds (the first, then one for each replenishment)."""

    shoe: int
    seeds: tuple[str, ...]


class Round(Struct, frozen=True, tag="round"):
    """One event of the round in play."""

    event: round_events.Event


class ClockStarted(Struct, frozen=True, tag="clock-started"):
    """A move or insurance clock: `kind` says which; it runs from `starts_ms` (dealing takes its time) to `ends_ms`."""

    kind: str
    starts_ms: int
    ends_ms: int


class RoundClosed(Struct, frozen=True, tag="round-closed"):
    """The round is over and its money moved; results stay on show until `show_until_ms`."""

    round: int
    show_until_ms: int


Event = (
    SeatTaken
    | SeatLeft
    | AwaySet
    | BettingOpened
    | BetClockStarted
    | WishSet
    | WishReturned
    | BetAccepted
    | SatOut
    | ShoeCommitted
    | Contributed
    | ShoeShuffled
    | ShoeReplenished
    | ShoeRevealed
    | Round
    | ClockStarted
    | RoundClosed
)
