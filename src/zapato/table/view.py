"""What one viewer sees of a table, field by field. `zapato.table.cut` fills it; what is not in a view never travels."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from zapato.refusal import Refusal
from zapato.round.commands import Move
from zapato.round.events import DealerResult, HandResult
from zapato.table.events import ClockKind

Phase = Literal["waiting", "betting", "offers", "surrender", "moves", "settled"]
"""`waiting`: nobody has a chip down yet and no clock runs; `settled`: results on show."""


HandState = Literal["waiting", "acting", "stood", "bust", "natural", "doubled", "surrendered", "even-money"]


class RulesView(Struct, frozen=True):
    """The facts that felt and buttons print; texts come from the page's catalogues."""

    text: str
    """The text form of the whole Rules."""
    decks: int
    boxes: int
    bet_min: int
    bet_max: int
    bet_unit: int
    chips: tuple[int, ...]
    blackjack_pays: str
    hit_soft_17: bool
    hole: str
    insurance: str
    even_money: bool
    double: str
    max_hands: int
    surrender: str
    reshuffle_below: int
    bet_clock: int
    move_clock: int
    insurance_clock: int


class ClockView(Struct, frozen=True):
    """A running clock in the server's milliseconds; compare with the `now_ms` of the same message."""

    kind: ClockKind
    starts_ms: int
    ends_ms: int


class BehindView(Struct, frozen=True):
    player: str
    name: str
    amount: int
    result: HandResult | None = None
    returned: int | None = None


class HandView(Struct, frozen=True):
    """A hand on the felt. `text` is its badge (`7 / 17`, `20`); `bets` are the stacks, the first bet then a double's."""

    cards: tuple[str, ...]
    total: int
    soft: bool
    text: str
    bets: tuple[int, ...]
    state: HandState
    from_split: bool = False
    result: HandResult | None = None
    returned: int | None = None
    behind: tuple[BehindView, ...] = ()


class SeatView(Struct, frozen=True):
    player: str
    name: str
    resident: bool
    away: bool
    you: bool
    in_round: bool
    """False: arrived in mid-round, or has no bet: watches until the next."""
    left: bool
    """Stood up with a bet in play: the box stays taken until the felt is empty."""


class BoxView(Struct, frozen=True):
    """One box. `wish` are chips not accepted yet, `bet` the accepted bet of this round."""

    box: int
    seat: SeatView | None
    wish: int
    bet: int
    ready: bool
    sits_out: bool
    hands: tuple[HandView, ...]
    insurance: int
    answered: bool | None
    """While offers are open: whether this box's seat has answered; null where nothing was offered."""


class DealerView(Struct, frozen=True):
    """`cards` in order; null is a card face down. `text` is the badge of what lies face up."""

    cards: tuple[str | None, ...]
    total: int
    soft: bool
    text: str
    result: DealerResult | None


class TurnView(Struct, frozen=True):
    box: int
    hand: int


class MoveView(Struct, frozen=True):
    """A move of yours: legal where `refusal` is null; `cost` is what it would take from the purse."""

    move: Move
    cost: int
    refusal: Refusal | None = None


class OfferView(Struct, frozen=True):
    box: int
    insurance_least: int
    insurance_most: int
    even_money: bool
    insure_refusal: Refusal | None = None


class YouView(Struct, frozen=True):
    """The viewer's own. `box` null: watching. `moves` lists all moves of these rules while it is your turn, else nothing."""

    player: str
    name: str
    box: int | None
    purse: int
    in_play: int
    """Staked in this round and not settled."""
    last_bet: int
    """As bet, never as doubled; 0: none yet."""
    moves: tuple[MoveView, ...] = ()
    offers: tuple[OfferView, ...] = ()
    surrender_offered: bool = False
    net: int | None = None
    """After settlement: this round's result; `staked` and `returned` with it."""
    staked: int = 0
    returned: int = 0


class ContributionView(Struct, frozen=True):
    name: str
    entropy: str


class ShoeView(Struct, frozen=True):
    """`left` cards of `total`. Seeds are in no view; when the shoe has ended its proof holds them."""

    shoe: int
    commitment: str | None
    """Of the seed that fixes the order; null while a new shoe is awaited, and from then on the same to its end."""
    reserve_commitment: str | None
    """Of the seed that shuffles the discards should the shoe run dry; null while there is none."""
    contributions: tuple[ContributionView, ...]
    open_to_contributions: bool
    left: int
    total: int
    discards: int


class PastRound(Struct, frozen=True):
    """A round just past; `net` is the viewer's result, null where they had no bet."""

    round: int
    record: str
    """Id of its record: page `/ronda/<record>`, file `/api/rounds/<record>.json`."""
    net: int | None


class TableView(Struct, frozen=True):
    table: str
    """Id, as in `/mesa/<id>`: `escribas`, `sacerdotes`, `faraon`, `americana`, `casino-es`, `casino-plaza`."""
    version: int
    now_ms: int
    rules: RulesView
    phase: Phase
    round: int
    boxes: tuple[BoxView, ...]
    dealer: DealerView
    turn: TurnView | None
    clock: ClockView | None
    shoe: ShoeView
    last_shoe: int | None
    """The shoe that ended last, whose proof can be read at `/zapato/<table>-<shoe>`."""
    shuffling: bool
    """A new shoe: its order is fixed when the bets that are open now close."""
    you: YouView
    past: tuple[PastRound, ...]
    """The last rounds, newest first, at most 10."""
    hints: bool = False
    """Whether `/api/tables/<table>/hint` answers here while something is asked of you."""
