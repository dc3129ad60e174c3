"""Playing a record: the driver that hands a round the recorded cards and moves, and the report of what came out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from zapato.cards import format_cards
from zapato.refusal import Refusal
from zapato.round.commands import Act, CloseOffers, Command, Deal, Open
from zapato.round.decide import advance
from zapato.round.events import Event, HandSettled
from zapato.round.legal import legal
from zapato.round.notation import Expect, Record, RecordError
from zapato.round.permission import asks_surrender_before_peek
from zapato.round.progress import AwaitsAnswers, AwaitsCard, AwaitsMove, AwaitsSurrender, awaits
from zapato.round.state import RoundState


class Played(Struct, frozen=True):
    """A round played to its end."""

    events: tuple[Event, ...]
    state: RoundState


def play(record: Record) -> Played:
    """Play `record`; `RecordError` where a bet, a move or the cards do not fit, or the round does not end."""
    drive = _Drive(record)
    opened = drive.send(Open(record.bets, record.purses))
    if opened is not None:
        raise RecordError("bets", opened.why)
    for number, act in enumerate(record.moves, start=1):
        drive.number = number
        drive.close_offers_passed_over_by(act)
        if (refusal := drive.send(act)) is not None:
            raise RecordError(number, f"box {act.box}, {act.move}: {refusal.why}; {drive.legal_moves()}")
    drive.close_offers()
    awaited = awaits(drive.state)
    if isinstance(awaited, AwaitsMove):
        why = f"the record ends while box {awaited.box}, hand {awaited.hand}, must still act; {drive.legal_moves()}"
        raise RecordError("moves", why)
    if left := len(record.cards) - drive.dealt:
        first = record.cards[drive.dealt]
        raise RecordError(
            "cards", f"the round is over after {drive.dealt} cards, and {left} are left over, from {first} on"
        )
    return Played(tuple(drive.events), drive.state)


class _Drive:
    """The round in play, and how far the recorded cards have been dealt."""

    def __init__(self, record: Record) -> None:
        self.cards = record.cards
        self.dealt = 0
        self.number = 0
        self.state = RoundState(record.rules)
        self.events: list[Event] = []

    def send(self, command: Command) -> Refusal | None:
        """Give the round a command, then every card that it awaits."""
        while True:
            advanced = advance(self.state, command)
            if isinstance(advanced, Refusal):
                return advanced
            self.state = advanced.state
            self.events += advanced.events
            awaited = awaits(self.state)
            if not isinstance(awaited, AwaitsCard):
                return None
            command = Deal(self._next_card(awaited))

    def _next_card(self, awaited: AwaitsCard) -> str:
        if self.dealt == len(self.cards):
            to = "the dealer" if awaited.box is None else f"box {awaited.box}, hand {awaited.hand}"
            when = f"after move {self.number}" if self.number else "before the first move"
            raise RecordError("cards", f"too few: card {self.dealt + 1} is due to {to} {when}")
        self.dealt += 1
        return self.cards[self.dealt - 1]

    def close_offers_passed_over_by(self, act: Act) -> None:
        """An offer without an answer counts as declined once the record goes on without one."""
        while self._passes_over(act):
            self.send(CloseOffers())

    def _passes_over(self, act: Act) -> bool:
        awaited = awaits(self.state)
        box = self.state.box(act.box)
        if isinstance(awaited, AwaitsAnswers):
            if act.move in ("insure", "even-money"):
                return False
            if act.move != "decline" or box is None:
                return True
            # A bet whose insurance is answered can only be declining the surrender that comes next.
            player = act.player or box.seat.player
            answered = (act.box, player) not in {(offer.box, offer.player) for offer in awaited.offers}
            return answered and player == box.seat.player and asks_surrender_before_peek(self.state, box)
        if isinstance(awaited, AwaitsSurrender):
            if act.move in ("surrender", "decline"):
                return box is not None and act.box > awaited.box and asks_surrender_before_peek(self.state, box)
            return act.move not in ("insure", "even-money")
        return False

    def close_offers(self) -> None:
        while isinstance(awaits(self.state), AwaitsAnswers | AwaitsSurrender):
            self.send(CloseOffers())

    def legal_moves(self) -> str:
        """What could be asked for now, for an error message."""
        options = [option for option in legal(self.state) if option.refusal is None]
        if not options:
            return "no move is legal now"
        by_hand: dict[str, list[str]] = {}
        for option in options:
            of = f"box {option.box}, hand {option.hand}, {option.player}"
            amount = f" {option.least} to {option.most}" if option.least < option.most else ""
            by_hand.setdefault(of, []).append(f"{option.move}{amount}")
        return "legal: " + "; ".join(f"{of}: {', '.join(moves)}" for of, moves in by_hand.items())


def report(played: Played) -> dict[str, Any]:
    """What came out, as `zapato replay --json` prints it, without `expect`."""
    state = played.state
    return {
        "dealer": {
            "cards": format_cards(state.dealer),
            "total": state.dealer_total.value,
            "result": state.dealer_result,
        },
        "hands": _hands(state),
        "insurance": [
            {"box": row.box, "player": row.player, "amount": row.amount, "result": row.result, "returned": row.returned}
            for box in state.boxes
            for bettor in box.bettors
            for row in state.insurances_settled
            if (row.box, row.player) == (box.box, bettor.player)
        ],
        "players": {
            paid.player: {"staked": paid.staked, "returned": paid.returned, "net": paid.returned - paid.staked}
            for paid in state.paid
        },
        "events": [msgspec.to_builtins(event) for event in played.events],
    }


def _hands(state: RoundState) -> list[dict[str, Any]]:
    """By box, hand, seat first, then bettors behind; whatever order they were paid in."""
    settled = {(row.box, row.hand, row.player): row for row in state.hands_settled}
    return [
        _hand_row(state, settled[box.box, number, bettor.player])
        for box in state.boxes
        for number in range(1, len(box.hands) + 1)
        for bettor in box.bettors
        if (box.box, number, bettor.player) in settled
    ]


def _hand_row(state: RoundState, settled: HandSettled) -> dict[str, Any]:
    hand = state.hand(settled.box, settled.hand)
    return {
        "box": settled.box,
        "hand": settled.hand,
        "player": settled.player,
        **({"behind": True} if settled.behind else {}),
        "cards": format_cards(hand.cards),
        "total": hand.total.value,
        "soft": hand.total.soft,
        "bet": settled.bet,
        "result": settled.result,
        "returned": settled.returned,
    }


def expectation(state: RoundState) -> dict[str, Any]:
    """The `expect` that a round's own outcome meets: what a downloaded record carries."""
    dealer = {
        "cards": format_cards(state.dealer),
        "total": state.dealer_total.value,
        "result": state.dealer_result,
    }
    players = {paid.player: paid.returned - paid.staked for paid in state.paid}
    return {"players": players, "hands": _hands(state), "dealer": dealer}


def differences(expect: Expect, came_out: Mapping[str, Any]) -> list[str]:
    """Where the report `came_out` is not what was expected, one sentence each; empty where all is met."""
    found = []
    for player, net in expect.players.items():
        own = came_out["players"].get(player)
        if own is None:
            found.append(f"players, {player}: expected {net!r}, and there is no such player")
        elif not _same(net, own["net"]):
            found.append(f"players, {player}: expected {net!r}, came out {own['net']}")
    for wanted in expect.hands:
        found += _hand_differences(wanted, came_out["hands"])
    return found + _row_differences("dealer", expect.dealer, came_out["dealer"])


def _hand_differences(wanted: Mapping[str, object], hands: Sequence[Mapping[str, Any]]) -> list[str]:
    player = wanted.get("player")
    where = f"hands, box {wanted['box']} hand {wanted['hand']}" + (f" {player}" if player is not None else "")
    for row in hands:
        is_bettor = not row.get("behind") if player is None else row["player"] == player
        if _same(wanted["box"], row["box"]) and _same(wanted["hand"], row["hand"]) and is_bettor:
            return _row_differences(where, wanted, {"behind": False, **row})
    return [f"{where}: expected, and there is none"]


def _row_differences(where: str, wanted: Mapping[str, object], row: Mapping[str, Any]) -> list[str]:
    return [
        f"{where}, {field}: expected {value!r}, came out {row[field]!r}"
        for field, value in wanted.items()
        if field in row and not _same(value, row[field])
    ]


def _same(wanted: object, found: object) -> bool:
    # True == 1 to Python, and a total of True is no total.
    return isinstance(wanted, bool) == isinstance(found, bool) and wanted == found
