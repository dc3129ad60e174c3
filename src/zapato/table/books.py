"""What a table's events move in the ledger. Committed in one transaction with the events, or not at all."""

from __future__ import annotations

from collections.abc import Iterable

from zapato.ledger import Reason, Transfer, put_on_felt, settle
from zapato.money import Debenes
from zapato.round import events as facts
from zapato.table.events import BetAccepted, Event, Round
from zapato.table.state import State


def ledger_lines(before: State, events: Iterable[Event]) -> tuple[Transfer, ...]:
    """The transfers of `events`, which `decide` gave for the state `before`.

    A stake leaves its purse when it is laid; what a player gets back comes in one credit when the round ends. Equal
    arguments give equal lines with equal ids, so that committing them twice moves nothing twice.
    """
    laid = {seat.player: seat.stakes for seat in before.seats}
    lines: list[Transfer] = []

    def lay(player: str, amount: int, reason: Reason) -> None:
        laid[player] += 1
        lines.append(put_on_felt(before.table, before.round, player, laid[player], Debenes(amount), reason))

    for event in events:
        match event:
            case BetAccepted(player=player, amount=amount):
                lay(player, amount, "bet")
            case Round(event=facts.Insured(player=player, amount=amount)):
                lay(player, amount, "insurance")
            case Round(event=facts.Doubled(stakes=stakes)):
                for stake in stakes:
                    lay(stake.player, stake.amount, "follow" if stake.behind else "double")
            case Round(event=facts.HandSplit(stakes=stakes)):
                for stake in stakes:
                    lay(stake.player, stake.amount, "follow" if stake.behind else "split")
            case Round(event=facts.PlayerPaid(player=player, staked=staked, returned=returned)):
                lines += settle(before.table, before.round, player, Debenes(staked), Debenes(returned))
            case _:
                pass
    return tuple(lines)
