"""House-run players, marked «IA»: who sits where, what they bet, how they move, at what pace.

A resident decides from the very view that a player in that seat gets, and from nothing else. Chance is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from msgspec import Struct

from zapato.hall.house_chart import choose
from zapato.round.commands import Move
from zapato.rules import Rules, load
from zapato.table import commands
from zapato.table.state import Seat
from zapato.table.view import BoxView, TableView

Picked = TypeVar("Picked")

Chance = Callable[[], float]
"""Gives a number from 0 up to but not including 1, each time another one."""

FREE_BOXES: Final = 2
"""Residents leave so many boxes of a table for people."""

RESIDENTS_MAX: Final = 3
"""At one table: company, not a crowd."""

BANKROLL_BETS: Final = 200
"""A resident comes with so many minimum bets."""

COMES_CHANCE: Final = (1.0, 0.6, 0.15)
"""That one more comes before a round, by how many are there: a table is never empty for long, and seldom full."""

LEAVES_CHANCE: Final = 0.04
"""That one of several goes before a round; the last one keeps people company."""

SAME_BET_CHANCE: Final = 0.75

NAMES: Final = (
    "Ahmose", "Amenia", "Baki", "Bek", "Dedi", "Hapi", "Henut", "Hori", "Huy", "Ineni", "Ipuy", "Iset",
    "Kawit", "Kenna", "Khay", "Maya", "Menna", "Merit", "Nakht", "Nebet", "Neferu", "Paser", "Pentu", "Rai",
    "Ramose", "Sebek", "Senbi", "Sennefer", "Tey", "Tiaa", "Tuya", "Wepet",
)  # fmt: skip
"""More than six tables of three can use at once."""


class Intent(Struct, frozen=True):
    """What a resident will say, after a human's pause."""

    command: commands.Command
    think_ms: int


class Come(Struct, frozen=True):
    """Somebody new sits down, with house money."""

    name: str
    box: int
    bankroll: int


class Go(Struct, frozen=True):
    player: str


def intend(view: TableView, chance: Chance, *, tempo: float = 1.0) -> Intent | None:
    """What the resident whose view this is says next; None while there is nothing to say.

    `tempo` stretches the pauses; 0 answers at once. Ask again whenever the table changed.
    """
    box = next((box for box in view.boxes if box.box == view.you.box), None)
    if box is None:
        return None
    command = _said(view, box, chance)
    if command is None:
        return None
    waits_ms = max(0, view.clock.starts_ms - view.now_ms) if view.clock else 0
    return Intent(command, round(tempo * (waits_ms + _pause_ms(command, box, chance))))


def _said(view: TableView, box: BoxView, chance: Chance) -> commands.Command | None:
    you = view.you
    match view.phase:
        case "waiting" | "betting":
            return _bet(view, box, chance)
        case "offers" if you.offers:
            # Insurance and even money cost more than they bring, whatever the rules here.
            return commands.Play(you.player, view.round, you.offers[0].box, "decline")
        case "surrender" if you.surrender_offered:
            wanted = _choice(view, box, 1, ("surrender", "stand"))
            answer: Move = "surrender" if wanted == "surrender" else "decline"
            return commands.Play(you.player, view.round, box.box, answer, 1)
        case "moves" if view.turn and view.turn.box == box.box:
            allowed = [move.move for move in you.moves if move.refusal is None]
            wanted = _choice(view, box, view.turn.hand, allowed)
            return commands.Play(you.player, view.round, box.box, wanted, view.turn.hand)
        case _:
            return None


def _bet(view: TableView, box: BoxView, chance: Chance) -> commands.Command | None:
    """Chips first, «Repartir» a moment later; somebody who can't bet any more goes home."""
    you = view.you
    if box.ready or box.sits_out:
        return None
    if box.wish:
        return commands.Ready(you.player, view.round)
    if you.purse < view.rules.bet_min:
        return commands.StandUp(you.player)
    return commands.SetWish(you.player, _amount(view, chance), view.round)


def _amount(view: TableView, chance: Chance) -> int:
    """Mostly the last bet again, else a few chips; always within limits, unit and purse."""
    rules, you = view.rules, view.you
    highest = min(rules.bet_max, you.purse)
    if rules.bet_min <= you.last_bet <= highest and chance() < SAME_BET_CHANCE:
        return you.last_bet
    amount = min(highest, rules.bet_min * (1 + int(5 * chance())))
    return amount - amount % rules.bet_unit


def _choice(view: TableView, box: BoxView, hand: int, allowed: Collection[Move]) -> Move:
    upcard = view.dealer.cards[0]
    if upcard is None:
        return "stand"
    return choose(_rules(view.rules.text), box.hands[hand - 1].cards, upcard, allowed)


@lru_cache(maxsize=32)
def _rules(text: str) -> Rules:
    return load(text)


def _pause_ms(command: commands.Command, box: BoxView, chance: Chance) -> int:
    """As long as a person takes: a stiff hand longer than a clear one, always well within the clocks."""
    match command:
        case commands.SetWish():
            low, high = 700, 2_600
        case commands.Ready():
            low, high = 500, 1_600
        case commands.Play(move=move) if move in ("stand", "hit") and _is_stiff(box):
            low, high = 1_200, 3_200
        case _:
            low, high = 700, 2_000
    return low + int((high - low) * chance())


def _is_stiff(box: BoxView) -> bool:
    return any(hand.state == "acting" and not hand.soft and 12 <= hand.total <= 16 for hand in box.hands)


def come_or_go(rules: Rules, seats: Sequence[Seat], names_taken: Collection[str], chance: Chance) -> Come | Go | None:
    """Who sits down or stands up at a table, asked while bets are open; None: nobody.

    `names_taken` are those of all residents of the hall. People come first: where fewer than `FREE_BOXES` are left,
    a resident makes room.
    """
    free = [box for box in range(1, rules.boxes + 1) if all(seat.box != box for seat in seats)]
    # Whoever has a bet down plays the round.
    residents = [seat for seat in seats if seat.resident and not seat.left]
    idle = [seat for seat in residents if not seat.bet]
    if idle and (len(free) < FREE_BOXES or (len(residents) > 1 and chance() < LEAVES_CHANCE)):
        return Go(_pick(idle, chance).player)
    names = [name for name in NAMES if name not in names_taken]
    has_room = len(free) > FREE_BOXES and len(residents) < RESIDENTS_MAX
    if names and has_room and chance() < COMES_CHANCE[len(residents)]:
        return Come(_pick(names, chance), _pick(free, chance), BANKROLL_BETS * rules.bet_min)
    return None


def _pick(among: Sequence[Picked], chance: Chance) -> Picked:
    return among[int(len(among) * chance())]
