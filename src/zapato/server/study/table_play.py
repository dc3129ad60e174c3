"""From the table to the study: the review of a finished round, its mistakes for the trainer, the hint during a hand.

What is valued, and by which cards, is `server.advice`'s to say; here is who may ask for it.
"""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import get, post
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, FromQuery
from litestar.types import ControllerRouterHandler
from msgspec import Struct
from msgspec.structs import replace

from zapato.refusal import Refusal
from zapato.round.notation import read_record
from zapato.server import advice
from zapato.server.routes import Refused, known, parts_of
from zapato.server.study.api import engine_of
from zapato.server.study.asked import unprocessable
from zapato.server.study.training import Asked, CellAnswer, book_of, cell_answer, course, learner_of, read_body, trained
from zapato.table import names
from zapato.table.proof import Proof
from zapato.trainer import progress

BOX_MAX: Final = 64
NOT_KEPT: Final = CacheControlHeader(no_store=True)
"""Each of these answers is of the moment, or of who asks."""

_proofs: Final = msgspec.json.Decoder(Proof)


@get(
    "/api/rounds/{name:str}/review",
    include_in_schema=True,
    summary="What the moves of a finished round were worth",
    cache_control=NOT_KEPT,
)
async def round_review(request: Asked, name: FromPath[str], box: FromQuery[int | None] = None) -> advice.Review:
    """Only of a round that is over; a running one has no record yet. Anybody who may see the record may see it."""
    if box is not None and not 1 <= box <= BOX_MAX:
        raise unprocessable("bad-box", f"box: a felt's boxes are counted from 1, and there are at most {BOX_MAX}")
    return replace(await reviewed(request, name, box), box=await own_box(request, name))


async def reviewed(request: Asked, name: str, box: int | None) -> advice.Review:
    body = await parts_of(request).hall.record(name)
    if body is None:
        raise Refused(404, "no-such-round", "there is no finished round of that name, or it is not kept any more")
    record = msgspec.json.decode(body)
    _, chart = await engine_of(request).of(read_record(record).rules, course)
    earlier = await earlier_of(request, record)
    found = await engine_of(request).run(advice.review, record, chart, earlier, box)
    return replace(found, trainer=trained(read_record(record).rules))


async def earlier_of(request: Asked, record: dict[str, object]) -> advice.Earlier | None:
    """What the shoe of a record had shown before it; None where that is not known any more."""
    hall = parts_of(request).hall
    table, number, shoe = record.get("table"), record.get("round"), record.get("shoe")
    if not isinstance(table, str) or not isinstance(number, int) or not isinstance(shoe, int):
        return None
    if table in hall.tables:
        state = hall.state(table)
        for each in (state.shoe, state.ended_shoe):
            if each is not None and each.number == shoe:
                return advice.earlier_cards(each.dealt, [refill.after for refill in each.refills], number)
    body = await hall.proof(f"{table}-{shoe}")
    if body is None:
        return None
    proof = _proofs.decode(body)
    refills = [reserve.after for reserve in proof.reserves if reserve.after is not None]
    return advice.earlier_cards(proof.dealt, refills, number)


async def own_box(request: Asked, name: str) -> int | None:
    """Where the asking player sat in that round; None: nowhere, or the table does not remember it."""
    hall, guest, place = parts_of(request).hall, await known(request), names.parse(name)
    if guest is None or place is None or place[0] not in hall.tables:
        return None
    return next((past.boxes.get(guest.player) for past in hall.state(place[0]).past if past.round == place[1]), None)


# ------------------------------------------------------------------ into the trainer


class PlayedRound(Struct, frozen=True, forbid_unknown_fields=True):
    round: str
    """The id of its record."""


class MissedAnswer(Struct, frozen=True):
    """`first`: false where this round was counted before, which changes nothing."""

    round: str
    first: bool
    rules: str
    """The table that the trainer keeps them under."""
    missed: tuple[CellAnswer, ...]


@post(
    "/api/trainer/rounds", status_code=200, include_in_schema=True, summary="Count an own round's mistakes in the trainer"
)  # fmt: skip
async def count_round(request: Asked) -> MissedAnswer:
    """Once a round: cells where the player left the chart at a cost come back among the own mistakes."""
    asked = await read_body(request, PlayedRound)
    learner, box = await learner_of(request), await own_box(request, asked.round)
    if learner is None or box is None:
        raise Refused(403, "not-your-round", "only a round that you played, among the table's last ones, is counted")
    found = await reviewed(request, asked.round, box)
    mistakes = [each for each in found.decisions if not (each.right or each.by_clock or each.behind)]
    now, first = parts_of(request).hall.now_ms(), False

    def note(kept: progress.Progress) -> progress.Progress:
        nonlocal first
        counted = progress.reviewed(kept, asked.round)
        first = counted is not None
        if counted is None:
            return kept
        for each in mistakes:
            counted = progress.missed_at_table(counted, found.trainer, each.cell, cost=each.cost, now_ms=now)
        return counted

    kept = await book_of(request).change(learner, now, note)
    table = progress.table_of(kept, found.trainer)
    names = dict.fromkeys(each.cell for each in mistakes)
    cells = tuple(cell_answer(name, table.cells[name]) for name in names if name in table.cells)
    return MissedAnswer(asked.round, first, found.trainer, cells)


# ------------------------------------------------------------------ during the hand


@get(
    "/api/tables/{table:str}/hint",
    include_in_schema=True,
    summary="What each move is worth now, at a table with hints",
    cache_control=NOT_KEPT,
)
async def hint(request: Asked, table: FromPath[str]) -> advice.Hint:
    """Of the asking player's own decision, by the cards that lie open. Refused at every table whose host did not allow it."""
    hall, guest = parts_of(request).hall, await known(request)
    if table not in hall.tables:
        raise Refused(404, "no-such-table", "there is no table of that name")
    state = hall.state(table)
    if not state.hints:
        raise refused(advice.NO_HINTS)
    if guest is None:
        raise refused(advice.NOT_ASKED)
    _, chart = await engine_of(request).of(state.rules, course)
    found = await engine_of(request).run(advice.hint, hall.state(table), guest.player, chart)
    if isinstance(found, Refusal):
        raise refused(found)
    return found


def refused(refusal: Refusal) -> Refused:
    return Refused(403 if refusal is advice.NO_HINTS else 409, refusal.code, refusal.why)


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (round_review, count_round, hint)
