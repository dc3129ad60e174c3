"""What a guest begins with, and when a purse may be filled up again."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from zapato.hall.ports import Holdings
from zapato.ledger import BANK, Transfer, purse
from zapato.money import Debenes
from zapato.refusal import Refusal

GRANT: Final = Debenes(10_000)
REFILL_EVERY_MS: Final = 3_600_000


class PurseState(Struct, frozen=True):
    """`refill_from_ms`: the time from which a refill may be asked, where only the hour stands against it."""

    purse: int
    in_play: int
    may_refill: bool
    refill_from_ms: int | None


def grant(player: str) -> Transfer:
    """A guest's first money; its id makes it once only."""
    return Transfer(f"grant:{player}", BANK, purse(player), GRANT, "grant")


def refill(
    player: str, holdings: Holdings, refilled_ms: int | None, smallest_bet: int, now_ms: int
) -> Transfer | Refusal:
    """Up to the grant again: nothing in play, too little for any table open, once an hour."""
    if holdings.in_play:
        return Refusal("refill-in-play", "wait for the end of your round", {"in_play": holdings.in_play})
    if holdings.purse >= smallest_bet:
        return Refusal(
            "refill-not-needed",
            f"your purse still holds a bet of {smallest_bet}",
            {"minimum": smallest_bet, "purse": holdings.purse},
        )
    from_ms = refill_from_ms(refilled_ms, now_ms)
    if from_ms > now_ms:
        return Refusal("refill-too-soon", "a purse is filled up once an hour", {"from_ms": from_ms})
    return Transfer(f"refill:{player}:{now_ms}", BANK, purse(player), Debenes(GRANT - holdings.purse), "refill")


def refill_from_ms(refilled_ms: int | None, now_ms: int) -> int:
    """When the hour is over. A host's clock that was set back makes nobody wait longer than an hour."""
    return 0 if refilled_ms is None else min(refilled_ms, now_ms) + REFILL_EVERY_MS


def state(holdings: Holdings, refilled_ms: int | None, smallest_bet: int, now_ms: int) -> PurseState:
    needy = not holdings.in_play and holdings.purse < smallest_bet
    from_ms = refill_from_ms(refilled_ms, now_ms)
    waits = needy and from_ms > now_ms
    return PurseState(holdings.purse, holdings.in_play, needy and not waits, from_ms if waits else None)
