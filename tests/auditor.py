"""The money of a round's events, counted once more: a second, simpler reading beside the table's own books.

`zapato.table.books` turns a table's events into the ledger's transfers; this knows of no table, purse or ledger, so that
tests can hold the one against the other.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from zapato.round.events import Doubled, Event, HandSplit, Insured, PlayerPaid, RoundOpened

LineKind = Literal["bet", "insurance", "double", "split", "payout"]


class MoneyLine(Struct, frozen=True):
    """One movement of money: a stake out of the player's purse, or (`payout`) the one credit into it. `amount` is positive."""

    kind: LineKind
    player: str
    amount: int
    box: int = 0
    """0 in a payout, which is for all of the player's boxes."""
    behind: bool = False


def money_lines(events: Iterable[Event]) -> tuple[MoneyLine, ...]:
    """The movements of money in these events, in order: works on a whole round, and event by event as they happen.

    A payout of nothing is no line.
    """
    lines: list[MoneyLine] = []
    for event in events:
        match event:
            case RoundOpened():
                lines += [MoneyLine("bet", bet.player, bet.amount, bet.box, bet.behind) for bet in event.bets]
            case Insured():
                lines.append(MoneyLine("insurance", event.player, event.amount, event.box, event.behind))
            case Doubled():
                lines += [
                    MoneyLine("double", stake.player, stake.amount, event.box, stake.behind) for stake in event.stakes
                ]
            case HandSplit():
                lines += [
                    MoneyLine("split", stake.player, stake.amount, event.box, stake.behind) for stake in event.stakes
                ]
            case PlayerPaid() if event.returned:
                lines.append(MoneyLine("payout", event.player, event.returned))
            case _:
                pass
    return tuple(lines)
