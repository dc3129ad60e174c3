"""What can be asked of a table. Each command comes with the time (`decide(state, command, now_ms)`)."""

from __future__ import annotations

from msgspec import Struct

from zapato.round.commands import Move


class Sit(Struct, frozen=True, tag="sit"):
    player: str
    name: str
    box: int
    purse: int
    """What the purse holds at this moment."""
    resident: bool = False


class StandUp(Struct, frozen=True, tag="stand-up"):
    """Leave the seat. In mid-hand the moves of a run-out clock are played at once; an accepted bet stays in play."""

    player: str


class SetWish(Struct, frozen=True, tag="set-wish"):
    """Chips on the box, not accepted yet: the whole amount that shall lie there (0 takes all off). Free."""

    player: str
    amount: int
    round: int


class Ready(Struct, frozen=True, tag="ready"):
    """«Repartir»: the wish becomes the bet."""

    player: str
    round: int


class SitOut(Struct, frozen=True, tag="sit-out"):
    """«Paso esta ronda»."""

    player: str
    round: int


class SetAway(Struct, frozen=True, tag="set-away"):
    """The player's last connection went (or came back): nobody waits for who is away."""

    player: str
    away: bool


class Rename(Struct, frozen=True, tag="rename"):
    """From the hall: another name on a seated player's plate."""

    player: str
    name: str


class Play(Struct, frozen=True, omit_defaults=True, tag="play"):
    """A move, or an answer to an offer, in round `round` (another round's is refused)."""

    player: str
    round: int
    box: int
    move: Move
    hand: int | None = None
    amount: int | None = None


class Contribute(Struct, frozen=True, tag="contribute"):
    """A seated player's own entropy for shoe number `shoe`: 16 to 64 lowercase hex digits, once, until the first bets close."""

    player: str
    shoe: int
    entropy: str


class NewShoe(Struct, frozen=True, tag="new-shoe"):
    """From the runner, when the state awaits a shoe: two seeds fresh from the OS, 64 hex digits each.

    `reserve` shuffles the discards should the shoe run dry. It is committed together with `seed`, so that nobody can
    choose it with cards on the felt.
    """

    seed: str
    reserve: str


class Reserve(Struct, frozen=True, tag="reserve"):
    """From the runner, when the state awaits a reserve: a fresh seed in place of the one that a dry shoe used up."""

    seed: str


class PurseChanged(Struct, frozen=True, tag="purse-changed"):
    """From the hall: a seated player's purse changed by something else than this table (a refill)."""

    player: str
    purse: int


class Resume(Struct, frozen=True, tag="resume"):
    """From the runner, after a restart: clocks that were running begin anew."""


class Tick(Struct, frozen=True, tag="tick"):
    """Time has passed: close what ran out."""


Command = (
    Sit
    | StandUp
    | SetWish
    | Ready
    | SitOut
    | SetAway
    | Rename
    | Play
    | Contribute
    | NewShoe
    | Reserve
    | PurseChanged
    | Resume
    | Tick
)
