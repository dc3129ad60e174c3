"""A table as one frozen value, and `evolve`: what an event makes of it. Nothing is decided here."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from zapato.cards import Card
from zapato.invariant import ensure, present
from zapato.round import events as facts
from zapato.round.state import RoundState
from zapato.round.state import evolve as evolve_round
from zapato.rules import Rules
from zapato.table import events as table
from zapato.table.pace import Pace
from zapato.table.shoe_life import TableShoe, committed, contributed, replenished, reserved, shuffled, took

Phase = Literal["opening", "betting", "playing", "settled"]
"""`opening`: a shoe is awaited, no bet can be laid; `settled`: the results are on show."""

PAST_ROUNDS_MAX: Final = 10
"""As many as the strip of last rounds beside the felt shows."""

ROUND_EVENTS_MAX: Final = 2_000
"""No round comes near it: 7 boxes of 8 hands, each of at most 21 cards, with few events a card."""


class Seat(Struct, frozen=True):
    """Who commands a box, and that player's money at this table."""

    player: str
    name: str
    box: int
    purse: int
    """What may still be staked: what the ledger's purse holds, as far as this table was told."""
    resident: bool = False
    away: bool = False
    away_until_ms: int | None = None
    left: bool = False
    """Stood up with a bet in play: the box stays taken, and moves are those of a run-out clock, until the felt is empty."""
    wish: int = 0
    bet: int = 0
    """Accepted for the round that is opening, in play or on show."""
    sits_out: bool = False
    last_bet: int = 0
    stakes: int = 0
    """How many times money went to the felt in this round: numbers the ledger's lines."""
    staked: int = 0
    returned: int | None = None
    """Of this round, once it is settled."""

    @property
    def holds_up(self) -> bool:
        """Whether the deal waits for this player."""
        return not (self.bet or self.sits_out or self.away or self.left)

    @property
    def in_play(self) -> int:
        """Staked and not yet settled."""
        return self.staked if self.returned is None else 0


class Clock(Struct, frozen=True):
    kind: table.ClockKind
    starts_ms: int
    ends_ms: int


class Past(Struct, frozen=True):
    """A round just past, with each player's net result."""

    round: int
    nets: dict[str, int]
    boxes: dict[str, int] = {}
    """Where each of them sat."""


class State(Struct, frozen=True, kw_only=True):
    """Everything about one table. Equal events from `initial` give equal states."""

    table: str
    rules: Rules
    pace: Pace
    hints: bool = False
    """Whether a player may ask, during the hand, what each move is worth: the host's choice at each start, like `pace`."""
    version: int = 0
    """How many events made this state."""
    phase: Phase = "opening"
    round: int = 0
    """The round whose bets are open, or which is played or shown; 0 before the first."""
    seats: tuple[Seat, ...] = ()
    """In order of boxes; at most one a box, at most one a player."""
    shoe: TableShoe | None = None
    ended_shoe: TableShoe | None = None
    """The one before, all of it public by now."""
    clock: Clock | None = None
    play: RoundState | None = None
    """The round in play or on show."""
    round_events: tuple[facts.Event, ...] = ()
    show_until_ms: int = 0
    past: tuple[Past, ...] = ()
    """Newest first."""

    @property
    def awaits_seed(self) -> Literal["shoe", "reserve"] | None:
        """What the runner must hand in before the table can go on."""
        if self.phase == "opening":
            return "shoe"
        reserve_gone = self.shoe is not None and self.shoe.reserve is None
        return "reserve" if self.phase == "settled" and reserve_gone else None

    @property
    def deadline_ms(self) -> int | None:
        """When the runner must send a Tick; None: nothing is due by time alone."""
        due = [seat.away_until_ms for seat in self.seats if seat.away_until_ms is not None and not seat.left]
        if self.clock:
            due.append(self.clock.ends_ms)
        if self.phase == "settled" and not self.awaits_seed:
            due.append(self.show_until_ms)
        return min(due, default=None)

    @property
    def cards_left(self) -> int:
        """In the shoe. Before it is shuffled: all that will be there after the burn."""
        full = self.rules.shoe_cards - self.rules.burn
        return self.shoe.cards.left if self.shoe and self.shoe.cards else full

    def seat_of(self, player: str) -> Seat | None:
        """The player's seat, also while a bet of theirs is still in play after they stood up (`left`)."""
        return next((seat for seat in self.seats if seat.player == player), None)

    def seat_at(self, box: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.box == box), None)


def initial(table_id: str, rules: Rules, pace: Pace | None = None, *, hints: bool = False) -> State:
    """An empty table; it awaits its first shoe. `rules` have been through `rules.table_faults`."""
    return State(table=table_id, rules=rules, pace=Pace() if pace is None else pace, hints=hints)


def evolve(state: State, event: table.Event) -> State:
    """The state after `event`, which must come from `decide` on this very state."""
    return replace(_applied(state, event), version=state.version + 1)


def _applied(state: State, event: table.Event) -> State:
    match event:
        case table.Round(event=fact):
            return _after_fact(state, fact)
        case table.ClockStarted(kind=kind, starts_ms=starts, ends_ms=ends):
            return replace(state, clock=Clock(kind, starts, ends))
        case table.WishSet(player=player, amount=amount):
            return _with(state, player, wish=amount, sits_out=False)
        case table.BetClockStarted(ends_ms=ends):
            return replace(state, clock=Clock("bet", ends - clock_ms(state.rules, "bet"), ends))
        case table.BetAccepted(player=player, amount=amount):
            seat = _seat(state, player)
            taken = {"wish": 0, "bet": amount, "last_bet": amount, "sits_out": False, "staked": amount, "stakes": 1}
            return _with(state, player, purse=seat.purse - amount, **taken)
        case table.WishReturned(player=player):
            return _with(state, player, wish=0)
        case table.SatOut(player=player):
            return _with(state, player, wish=0, sits_out=True)
        case table.SeatTaken():
            seat = Seat(event.player, event.name, event.box, event.purse, event.resident)
            return replace(state, seats=tuple(sorted((*state.seats, seat), key=lambda each: each.box)))
        case table.SeatLeft(player=player):
            if _seat(state, player).bet:
                return _with(state, player, left=True, wish=0)
            return replace(state, seats=tuple(seat for seat in state.seats if seat.player != player))
        case table.AwaySet(player=player, away=away, until_ms=until):
            return _with(state, player, away=away, away_until_ms=until)
        case table.Renamed(player=player, name=name):
            return _with(state, player, name=name)
        case table.PurseSet(player=player, purse=purse):
            return _with_purse(state, player, purse)
        case table.BettingOpened(round=number):
            return _cleared(state, number)
        case table.RoundClosed(round=number, show_until_ms=until):
            nets = {seat.player: (seat.returned or 0) - seat.staked for seat in state.seats if seat.bet}
            boxes = {seat.player: seat.box for seat in state.seats if seat.bet}
            past = (Past(number, nets, boxes), *state.past)[:PAST_ROUNDS_MAX]
            shoe = _shoe(state).after_round()
            return replace(state, phase="settled", clock=None, show_until_ms=until, past=past, shoe=shoe)
        case table.Resumed(now_ms=now):
            return _resumed(state, now)
        case table.ShoeRevealed():
            return replace(state, phase="opening", shoe=None, ended_shoe=_shoe(state))
        case _:
            return replace(state, shoe=_shoe_after(state, event))


def _shoe_after(state: State, event: table.Event) -> TableShoe:
    match event:
        case table.ShoeCommitted():
            return committed(event)
        case table.ReserveCommitted():
            return reserved(_shoe(state), event)
        case table.Contributed():
            return contributed(_shoe(state), event)
        case table.ShoeShuffled():
            return shuffled(_shoe(state), state.rules)
        case table.ShoeReplenished():
            return replenished(_shoe(state))
        case _:
            ensure(False, "every event changes a table in one defined way", event=type(event).__name__)
            raise AssertionError


def _after_fact(state: State, fact: facts.Event) -> State:
    ensure(len(state.round_events) < ROUND_EVENTS_MAX, "a round ends", table=state.table, round=state.round)
    told = (*state.round_events, fact)
    play = evolve_round(state.play or RoundState(state.rules), fact)
    after = replace(state, play=play, round_events=told)
    match fact:
        case facts.RoundOpened():
            return replace(after, phase="playing", clock=None)
        case facts.BoxCard(card=card) | facts.DealerCard(card=str(card)):
            return replace(after, clock=None, shoe=took(_shoe(state), Card(card), state.round))
        case facts.Insured(player=player, amount=amount):
            return _staked(after, player, amount)
        case facts.Doubled(stakes=stakes) | facts.HandSplit(stakes=stakes):
            for stake in stakes:
                after = _staked(after, stake.player, stake.amount)
            return replace(after, clock=None)
        case facts.InsuranceDeclined() | facts.EvenMoneyTaken():
            # One answer of several: the clock of the offer goes on.
            return after
        case facts.PlayerPaid(player=player, returned=returned):
            return _with(after, player, purse=_seat(after, player).purse + returned, returned=returned)
        case _:
            return replace(after, clock=None)


def _staked(state: State, player: str, amount: int) -> State:
    seat = _seat(state, player)
    ensure(amount <= seat.purse, "nobody stakes what they have not", player=player, amount=amount, purse=seat.purse)
    return _with(state, player, purse=seat.purse - amount, staked=seat.staked + amount, stakes=seat.stakes + 1)


def _cleared(state: State, number: int) -> State:
    """The felt empty and open for bets; who stood up in mid-round is gone for good."""
    fresh = {"wish": 0, "bet": 0, "sits_out": False, "stakes": 0, "staked": 0, "returned": None}
    seats = tuple(replace(seat, **fresh) for seat in state.seats if not seat.left)
    return replace(state, phase="betting", round=number, seats=seats, clock=None, play=None, round_events=())


def _resumed(state: State, now_ms: int) -> State:
    seats = tuple(
        seat if seat.away_until_ms is None else replace(seat, away_until_ms=now_ms + state.pace.away_seat_ms)
        for seat in state.seats
    )
    clock = state.clock and Clock(state.clock.kind, now_ms, now_ms + clock_ms(state.rules, state.clock.kind))
    return replace(state, seats=seats, clock=clock, show_until_ms=now_ms + state.pace.show_ms)


def clock_ms(rules: Rules, kind: table.ClockKind) -> int:
    """The length of a clock; 0: these rules have none of this kind."""
    match kind:
        case "bet":
            return 1_000 * rules.bet_clock
        case "insurance":
            return 1_000 * rules.insurance_clock
        case "move" | "surrender":
            return 1_000 * rules.move_clock


def _with_purse(state: State, player: str, purse: int) -> State:
    """Told to the round in play as well, which asks what a double costs."""
    play = state.play
    if play is not None and player in play.purses:
        play = replace(play, purses={**play.purses, player: purse})
    return replace(_with(state, player, purse=purse), play=play)


def _with(state: State, player: str, **changes: object) -> State:
    seats = tuple(replace(seat, **changes) if seat.player == player else seat for seat in state.seats)
    return replace(state, seats=seats)


def _seat(state: State, player: str) -> Seat:
    return present(state.seat_of(player), "events name only seated players", player=player)


def _shoe(state: State) -> TableShoe:
    return present(state.shoe, "events of a shoe come while there is one", table=state.table)
