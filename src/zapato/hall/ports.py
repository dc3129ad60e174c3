"""What the hall asks of the outside: the time, chance, and a place to keep its books.

`zapato.server.store` answers `Store` with SQLite and with memory; one contract suite holds both.
"""

from __future__ import annotations

from typing import Final, Protocol

from msgspec import Struct

from zapato.ledger import Transfer
from zapato.refusal import Refusal
from zapato.table import names


class Clock(Protocol):
    def now_ms(self) -> int:
        """Milliseconds since 1970; may be set back by its host, so deadlines are compared, never subtracted."""
        ...

    async def sleep_until(self, ms: int) -> None:
        """Return once `now_ms()` has reached `ms`."""
        ...


class Entropy(Protocol):
    def hex(self, octets: int) -> str:
        """As many fresh secret octets as hex digits, two for each."""
        ...


# ------------------------------------------------------------------ what is kept


class Player(Struct, frozen=True):
    """`token_hash` null: a resident, whom no browser can be."""

    player: str
    name: str
    token_hash: str | None
    created_ms: int

    @property
    def resident(self) -> bool:
        return self.token_hash is None


class Answer(Struct, frozen=True):
    """What a player was told to the command they called `id`. `digest` tells the same command from another one."""

    player: str
    id: str
    digest: str
    refusal: Refusal | None = None


class Journal(Struct, frozen=True):
    """Events that take a table from version `since` to `since + len(events)`, each as text."""

    table: str
    since: int
    events: tuple[bytes, ...]


class Snapshot(Struct, frozen=True):
    """A table's whole state at `version`; the events up to it are not needed any more."""

    table: str
    version: int
    body: bytes


class Keepsake(Struct, frozen=True):
    """A finished round's record or an ended shoe's proof."""

    table: str
    number: int
    body: bytes

    @property
    def id(self) -> str:
        return names.kept(self.table, self.number)


class Change(Struct, frozen=True, omit_defaults=True):
    """Everything that one transaction does: all of it, or nothing."""

    at_ms: int
    newcomer: Player | None = None
    rename: tuple[str, str] | None = None
    """Player, new name."""
    transfers: tuple[Transfer, ...] = ()
    journal: Journal | None = None
    snapshot: Snapshot | None = None
    """Taken after `journal`."""
    records: tuple[Keepsake, ...] = ()
    proofs: tuple[Keepsake, ...] = ()
    answer: Answer | None = None


# ------------------------------------------------------------------ what a store says


class Done(Struct, frozen=True):
    """The change is on disk."""


class Repeated(Struct, frozen=True):
    """That player used that command id before: nothing changed; this is what they were told."""

    answer: Answer


class Refused(Struct, frozen=True):
    """The ledger would not take a transfer: nothing changed."""

    refusal: Refusal


class Stale(Struct, frozen=True):
    """The journal does not continue the table's kept version: nothing changed; load the table anew."""

    version: int


Outcome = Done | Repeated | Refused | Stale


class StoreError(Exception):
    """The books could not be written or read (disk full, database locked, gone). Nothing is known to have changed."""


class Holdings(Struct, frozen=True):
    """A player's money in whole debenes: free, and on felts."""

    purse: int
    in_play: int


class Kept(Struct, frozen=True):
    """All that is needed to bring a table back: the last snapshot, if any, and the events after it."""

    version: int
    snapshot: Snapshot | None
    events: tuple[bytes, ...]


class Bounds(Struct, frozen=True):
    """How much history is kept. The ledger's transfers are kept for ever; the oldest of everything else goes first."""

    answers_per_player: int = 256
    """About ten rounds of clicks. A forgotten id counts as new; what moves money names its round, and so is refused."""
    records_per_table: int = 10_000
    """About four days of a busy table, some 15 MB; an older round is answered «not kept any more»."""
    proofs_per_table: int = 1_000
    """About 40,000 rounds of six decks, some 20 MB."""


KEPT: Final = Bounds()


class Store(Protocol):
    """Every method raises `StoreError` where the books cannot be reached."""

    async def commit(self, change: Change) -> Outcome:
        """Make the change in one transaction, durable before this returns.

        Looked at in this order: the answer's id, the journal's version, the transfers.
        """
        ...

    async def load(self, table: str) -> Kept: ...

    async def player_by_token(self, token_hash: str) -> Player | None: ...

    async def player(self, player: str) -> Player | None: ...

    async def holdings(self, player: str) -> Holdings: ...

    async def refilled_ms(self, player: str) -> int | None:
        """When the player's purse was filled up last."""
        ...

    async def record(self, record_id: str) -> bytes | None: ...

    async def proof(self, proof_id: str) -> bytes | None: ...

    async def transfers(self, after: int = 0, most: int = 10_000) -> tuple[tuple[int, Transfer], ...]:
        """The ledger's lines with their numbers, in order, from the one after `after`."""
        ...

    async def balances(self) -> dict[str, int]:
        """Every account's balance as the store keeps it, for auditors."""
        ...

    async def close(self) -> None:
        """Finish what was begun, then let go of everything."""
        ...
