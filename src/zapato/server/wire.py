"""Every message between page and server. TypeScript types are generated from these (`make types`).

Schema evolution (msgspec's rules): a new field has a default, a field is never retyped or reused.
One socket at `/ws`; a player is known by the cookie that the page's first request set. A client message with an `id`
gets exactly one `Answer` with that id; the same id again gets the same answer and has no second effect.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from zapato.hall.purse import GRANT
from zapato.money import AMOUNT_MAX
from zapato.refusal import Refusal
from zapato.round.commands import Move
from zapato.table import events as table_events
from zapato.table.names import TABLE_LENGTH_MAX
from zapato.table.pace import Pace
from zapato.table.view import TableView

WIRE_VERSION = 1
FRAME_BYTES_MAX = 4_096
"""A larger frame from a page closes the socket with 1009."""
ID_MAX = 64
SHOWN_MS: Final = Pace().shown_ms
"""How long the page shows an event of a round before the next, by its tag; the table's clocks wait just as long."""
REFILL_TO: Final = int(GRANT)
"""What a guest starts with, and may be filled up to."""
NEXT_CARD_MS: Final = Pace().next_card_ms
"""The same for a card of a round's first deal: the next leaves while it flies."""

# Nothing out of these ranges gets past the decoder, so that no number reaches a table or the books unbounded.
Id = Annotated[str, Meta(min_length=1, max_length=ID_MAX)]
TableId = Annotated[str, Meta(min_length=1, max_length=TABLE_LENGTH_MAX)]
Amount = Annotated[int, Meta(ge=0, le=AMOUNT_MAX)]
Place = Annotated[int, Meta(ge=1, le=64)]
"""A box or a hand: counted from 1, and no felt has 64."""
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""Rounds, shoes, versions, milliseconds: what a JavaScript number holds exactly."""

# ------------------------------------------------------------------ from the page


class Hello(Struct, frozen=True, tag="hello"):
    """First on every connection."""

    wire: Count


class Watch(Struct, frozen=True, tag="watch"):
    """Follow a table (leaving the one followed before). `since`: the version last seen, to be told what was missed."""

    table: TableId
    since: Count | None = None


class Unwatch(Struct, frozen=True, tag="unwatch"):
    """Back to the lobby: lobby news only."""


class Sit(Struct, frozen=True, tag="sit"):
    id: Id
    table: TableId
    box: Place


class StandUp(Struct, frozen=True, tag="stand-up"):
    id: Id
    table: TableId


class Wish(Struct, frozen=True, tag="wish"):
    """The whole amount that shall lie on my box."""

    id: Id
    table: TableId
    round: Count
    amount: Amount


class Deal(Struct, frozen=True, tag="deal"):
    """«Repartir». `amount`: the wish as the page shows it, set in the same step."""

    id: Id
    table: TableId
    round: Count
    amount: Amount


class SitOut(Struct, frozen=True, tag="sit-out"):
    id: Id
    table: TableId
    round: Count


class Play(Struct, frozen=True, tag="play"):
    """A move or an answer. `hand` is checked: a stale page can't play another hand."""

    id: Id
    table: TableId
    round: Count
    box: Place
    move: Move
    hand: Place | None = None
    amount: Amount | None = None


class Contribute(Struct, frozen=True, tag="contribute"):
    id: Id
    table: TableId
    shoe: Count
    entropy: Annotated[str, Meta(max_length=64)]


class Refill(Struct, frozen=True, tag="refill"):
    """Fill my purse up to 10,000 again."""

    id: Id


class Rename(Struct, frozen=True, tag="rename"):
    """The name on my plate: 1 to 16 letters, digits, spaces."""

    id: Id
    name: Annotated[str, Meta(max_length=64)]


class Ping(Struct, frozen=True, tag="ping"):
    """Answered by `Pong` at once: keeps the link honest and measures the clock's skew."""

    sent_ms: Count


FromPage = Hello | Watch | Unwatch | Sit | StandUp | Wish | Deal | SitOut | Play | Contribute | Refill | Rename | Ping

# ------------------------------------------------------------------ from the server


class PurseView(Struct, frozen=True):
    purse: int
    in_play: int
    may_refill: bool
    refill_from_ms: int | None
    """The server's time from which a refill may be asked, where only the hour stands against it."""


class Welcome(Struct, frozen=True, tag="welcome"):
    """Answer to `Hello`. `seated` names the table where the player has a seat, so that a new tab leads there."""

    wire: int
    player: str
    name: str
    purse: PurseView
    now_ms: int
    seated: str | None


class LobbyTable(Struct, frozen=True):
    table: str
    rules: str
    bet_min: int
    bet_max: int
    chips: tuple[int, ...]
    decks: int
    hole: str
    double: str
    max_hands: int
    surrender: str
    boxes: tuple[LobbyBox, ...]
    cards_left: int
    cards_total: int
    reshuffle_below: int
    phase: str
    turn_box: int | None
    clock_ends_ms: int | None


class LobbyBox(Struct, frozen=True):
    box: int
    name: str | None
    resident: bool
    you: bool


class Lobby(Struct, frozen=True, tag="lobby"):
    """All tables; sent on `Hello` and `Unwatch`, and again (at most once a second) while something changes."""

    tables: tuple[LobbyTable, ...]
    now_ms: int


class View(Struct, frozen=True, tag="view"):
    """The whole table, cut for you: answer to `Watch` where `since` is absent or too old."""

    view: TableView


class Update(Struct, frozen=True, tag="update"):
    """What happened since version `since`, cut for you, and the table after it. Version = `view.version`."""

    since: int
    events: tuple[table_events.Event, ...]
    view: TableView


class Answer(Struct, frozen=True, tag="answer"):
    """The one answer to a command: done where `refusal` is null."""

    id: str
    refusal: Refusal | None = None


class Purse(Struct, frozen=True, tag="purse"):
    """My purse changed."""

    purse: PurseView


class Name(Struct, frozen=True, tag="name"):
    """My name changed, in this tab or another one: as the books have it, which may be tidier than it was typed."""

    name: str


class Fault(Struct, frozen=True, tag="fault"):
    """A message that could not be read or was out of place; nothing happened."""

    refusal: Refusal


class Pong(Struct, frozen=True, tag="pong"):
    sent_ms: int
    now_ms: int


FromServer = Welcome | Lobby | View | Update | Answer | Purse | Name | Fault | Pong
