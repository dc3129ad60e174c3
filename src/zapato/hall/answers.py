"""A command has an id, one answer and one effect: the same id again gets the same answer, also after a restart.

The answer is kept in the transaction that has the effect. Refusals that only mean «not now» are not kept, so that the
same id can be sent again and then decides.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

import msgspec
from msgspec import Struct

from zapato.hall.ports import Answer, Change, Done, Outcome, Refused, Repeated, Store, StoreError
from zapato.refusal import Refusal

_ID: Final = re.compile(r"[!-~]{1,64}")

BUSY: Final = Refusal("busy", "too much is waiting to be done; try again in a moment")
CLOSING: Final = Refusal("closing", "the hall is closing; your bets stay in play and go on when it opens again")
NOT_SAVED: Final = Refusal("not-saved", "the books could not be written, so nothing was done; try again")
FAULT: Final = Refusal("fault", "this went wrong on our side and was not done")
ID_USED: Final = Refusal("id-used", "this id was used for another command")
ID_INVALID: Final = Refusal("id-invalid", "an id has 1 to 64 printable ASCII characters")


class Asked(Struct, frozen=True):
    """Who asked, under which id; `digest` tells one content from another."""

    player: str
    id: str
    digest: str

    def answered(self, refusal: Refusal | None) -> Answer:
        return Answer(self.player, self.id, self.digest, refusal)


def asked(player: str, id_: str, *content: object) -> Asked | Refusal:
    if not _ID.fullmatch(id_):
        return ID_INVALID
    digest = hashlib.blake2b(msgspec.json.encode(content), digest_size=16).hexdigest()
    return Asked(player, id_, digest)


def told(asked: Asked, earlier: Repeated) -> Refusal | None:
    """What to say to a command whose id was used before."""
    return earlier.answer.refusal if earlier.answer.digest == asked.digest else ID_USED


async def conclude(store: Store, asked: Asked, at_ms: int, refusal: Refusal | None) -> Refusal | None:
    """Keep an answer that moved nothing, and give it; or the earlier one, where the id was used before."""
    try:
        outcome = await store.commit(Change(at_ms, answer=asked.answered(refusal)))
    except StoreError:
        # Even a plain refusal: without the books nobody knows whether this id was answered before.
        return NOT_SAVED
    return told(asked, outcome) if isinstance(outcome, Repeated) else refusal


async def carry_out(store: Store, asked: Asked, change: Change) -> Refusal | None:
    """Make a change that concerns no table, with its answer."""
    whole = msgspec.structs.replace(change, answer=asked.answered(None))
    try:
        outcome: Outcome = await store.commit(whole)
    except StoreError:
        return NOT_SAVED
    match outcome:
        case Done():
            return None
        case Repeated():
            return told(asked, outcome)
        case Refused(refusal=refusal):
            return await conclude(store, asked, change.at_ms, refusal)
        case _:
            return NOT_SAVED
