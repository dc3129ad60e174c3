"""The trainer over HTTP: a hand to decide, its grade, and the learner's progress. Works for guests, and without being anybody."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromQuery
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from zapato.cards import VALUE_NAMES, Card, CardError, parse_card, value
from zapato.hall import Guest
from zapato.odds import OddsError, solve
from zapato.rules import Rules, preset, text
from zapato.rules.presets import NAMES
from zapato.server.routes import Refused, admit, guest_cookie, known, parts_of, same_origin
from zapato.server.study.api import engine_of
from zapato.server.study.asked import read_rules, refuse_odds, slug, unprocessable
from zapato.server.study.book import ProgressBook
from zapato.server.study.edge_page import table_name
from zapato.server.study.engine import odds_key
from zapato.server.study.figures import shown_rank
from zapato.server.study.frame import language_of, respond
from zapato.server.study.pages import further, refused, tables, with_links
from zapato.server.study.parts import Page
from zapato.server.study.words import MINUS, Words
from zapato.strategy import Chart
from zapato.strategy.counting import counting_system
from zapato.trainer import counting, drill, progress
from zapato.trainer.cells import CellOdds, Place, cells_of

Asked = Request[Any, Any, Any]

BODY_MAX: Final = 4_096
HAND_MAX: Final = 12
NOBODY: Final = progress.Progress()


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    rules: str
    mode: drill.Mode = "all"


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """A decided hand. The hand itself is sent back, so that the server need not remember what it asked."""

    rules: str
    hand: str
    up: str
    choice: str
    seen: str = ""
    insurance: bool = False
    mode: drill.Mode = "all"


class QuestionAnswer(Struct, frozen=True):
    hand: str
    up: str
    seen: str
    moves: tuple[str, ...]
    cell: str
    insurance: bool


class CellAnswer(Struct, frozen=True):
    cell: str
    seen: int
    wrong: int
    cost: float
    learning: bool


class ProgressAnswer(Struct, frozen=True):
    """`cost_per_100` in initial bets, over the hands trained."""

    hands: int
    right: int
    streak: int
    best_streak: int
    cost_per_100: float
    weakest: tuple[CellAnswer, ...]
    cells: tuple[CellAnswer, ...]


class GradeAnswer(Struct, frozen=True):
    cell: str
    choice: str
    chart: str
    best: str
    ev: dict[str, float]
    condition: str
    cost: float
    agrees: bool
    right: bool
    progress: ProgressAnswer
    next: QuestionAnswer


Course = tuple[dict[Place, CellOdds], Chart]


def trained(rules: Rules) -> str:
    """The name under which progress at these rules is kept: limits and clocks apart, the three Thot tables are one."""
    return text(_presets().get(odds_key(rules), rules))


@cache
def _presets() -> dict[tuple[object, ...], Rules]:
    return {odds_key(preset(name).rules): preset(name).rules for name in NAMES}


def course(rules: Rules) -> Course:
    solution = solve(rules)
    assert solution.chart is not None
    return cells_of(solution), solution.chart


def book_of(request: Asked) -> ProgressBook:
    """The application's book, begun with the first learner."""
    state = request.app.state
    if not hasattr(state, "progress_book"):
        state.progress_book = ProgressBook(getattr(state, "progress_path", None))
    book = state.progress_book
    assert isinstance(book, ProgressBook)
    return book


async def learner_of(request: Asked) -> str | None:
    guest = await known(request)
    return guest.player if guest else None


async def read_body(request: Asked, kind: type[Any]) -> Any:
    """The message of a page of ours; a stranger's page, or anything else, is refused."""
    if not same_origin(request, parts_of(request).origins):
        raise Refused(403, "origin", "this page was not served by this server")
    if int(request.headers.get("content-length") or BODY_MAX + 1) > BODY_MAX:
        raise Refused(413, "too-long", f"a message has at most {BODY_MAX} bytes and says how many")
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.DecodeError as wrong:
        raise unprocessable("bad-message", str(wrong)) from None


async def next_hand(request: Asked, rules: Rules, kept: progress.Progress, mode: drill.Mode) -> QuestionAnswer:
    cells, chart = await engine_of(request).of(rules, course)
    if mode not in drill.modes_of(rules, cells):
        raise unprocessable("no-such-hands", f"mode: this table has no hands to train {mode} with")
    table = progress.table_of(kept, trained(rules))
    now = parts_of(request).hall.now_ms()
    question = drill.next_question(rules, cells, table, mode, random.SystemRandom(), now)
    moves = ("insure", "decline") if question.insurance else tuple(_legal(rules, chart, question))
    return QuestionAnswer(
        hand=" ".join(question.cards),
        up=question.up,
        seen=" ".join(question.seen),
        moves=moves,
        cell=question.cell,
        insurance=question.insurance,
    )


def _legal(rules: Rules, chart: Chart, question: drill.Question) -> list[str]:
    return list(drill.grade(rules, chart, question, "stand").ev)


def told(rules: Rules, kept: progress.Progress) -> ProgressAnswer:
    table = progress.table_of(kept, trained(rules))
    cells = [cell_answer(name, record) for name, record in table.cells.items()]
    return ProgressAnswer(
        hands=table.hands,
        right=table.right,
        streak=table.streak,
        best_streak=table.best_streak,
        cost_per_100=progress.cost_per_hundred(table),
        weakest=tuple(cell_answer(name, record) for name, record in progress.weakest(table)),
        cells=tuple(cells),
    )


def cell_answer(name: str, record: progress.CellRecord) -> CellAnswer:
    learning = record.wrong > 0 and record.memory is not None and record.memory.learning
    return CellAnswer(name, record.seen, record.wrong, record.cost, learning)


@post("/api/trainer/deal", status_code=200, include_in_schema=True, summary="A hand to decide")
async def deal(request: Asked) -> QuestionAnswer:
    asked = await read_body(request, Ask)
    rules, learner = read_rules(asked.rules), await learner_of(request)
    kept = await book_of(request).read(learner) if learner else NOBODY
    return await next_hand(request, rules, kept, asked.mode)


@post(
    "/api/trainer/answer", status_code=200, include_in_schema=True, summary="What a choice was worth, and the next hand"
)
async def answer(request: Asked) -> Response[GradeAnswer]:
    """The first answer makes a guest of whom nobody knew; reading the pages does not."""
    given = await read_body(request, Choice)
    rules = read_rules(given.rules)
    hand, seen = read_cards(given.hand, HAND_MAX), read_cards(given.seen, drill.SEEN_MAX)
    up = read_cards(given.up, 1)
    if len(up) != 1:
        raise unprocessable("bad-cards", "up: name the dealer's one card")
    question = drill.Question(hand, up[0], seen, "", given.insurance)
    cells, chart = await engine_of(request).of(rules, course)
    if given.mode not in drill.modes_of(rules, cells):
        raise unprocessable("no-such-hands", f"mode: this table has no hands to train {given.mode} with")
    try:
        graded = await engine_of(request).run(drill.grade, rules, chart, question, given.choice)
    except OddsError as wrong:
        raise refuse_odds(wrong) from None
    guest, now = await known(request) or await newcomer(request), parts_of(request).hall.now_ms()

    def note(kept: progress.Progress) -> progress.Progress:
        return progress.answered(kept, trained(rules), graded.cell, right=graded.right, cost=graded.cost, now_ms=now)

    kept = await book_of(request).change(guest.player, now, note) if guest else note(NOBODY)
    found = GradeAnswer(
        cell=graded.cell,
        choice=graded.choice,
        chart=graded.chart,
        best=graded.best,
        ev=dict(graded.ev),
        condition=graded.condition,
        cost=graded.cost,
        agrees=graded.agrees,
        right=graded.right,
        progress=told(rules, kept),
        next=await next_hand(request, rules, kept, given.mode),
    )
    return Response(found, cookies=[guest_cookie(request, guest)] if guest else [])


async def newcomer(request: Asked) -> Guest | None:
    """A new guest who answers; None where too many come at once: graded all the same, and not kept."""
    try:
        return await admit(request)
    except Refused:
        return None


def read_cards(given: str, most: int) -> tuple[Card, ...]:
    words = given.split()
    if len(words) > most:
        raise unprocessable("bad-cards", f"more than {most} cards")
    try:
        return tuple(parse_card(word) for word in words)
    except CardError as wrong:
        raise unprocessable("bad-cards", str(wrong)) from None


@get("/api/trainer/progress", include_in_schema=True, summary="What the learner has done so far")
async def own_progress(request: Asked, rules: FromQuery[str | None] = None) -> ProgressAnswer:
    known_rules, learner = read_rules(rules), await learner_of(request)
    return told(known_rules, await book_of(request).read(learner) if learner else NOBODY)


class IndexAnswer(Struct, frozen=True):
    """From `index` on (a true count by hi-lo, rounded down), `above` is worth more than `below`."""

    hand: str
    up: str
    below: str
    above: str
    index: int


class CountAsk(Struct, frozen=True, forbid_unknown_fields=True):
    rules: str


class CountChoice(Struct, frozen=True, forbid_unknown_fields=True):
    rules: str
    hand: str
    up: str
    true_count: int
    choice: str


class CountQuestion(Struct, frozen=True):
    """A hand to decide at a true count by hi-lo, half the shoe left; the hand and the upcard are counted."""

    hand: str
    up: str
    true_count: int
    moves: tuple[str, ...]


class CountAnswer(Struct, frozen=True):
    """`ev` in initial bets by choice, the mean over the shoes of this count; the play changes at `index`."""

    choice: str
    best: str
    right: bool
    ev: dict[str, float]
    condition: str
    cost: float
    below: str
    above: str
    index: int
    next: CountQuestion


def index_answer(play: counting.IndexPlay) -> IndexAnswer:
    return IndexAnswer(play.cards, VALUE_NAMES[play.up - 1], play.below, play.above, play.index)


@get("/api/trainer/indices", include_in_schema=True, summary="Index plays, each where the exact values cross")
async def indices(request: Asked, rules: FromQuery[str | None] = None) -> list[IndexAnswer]:
    return [index_answer(play) for play in await engine_of(request).of(read_rules(rules), counting.index_plays)]


@post("/api/trainer/count", status_code=200, include_in_schema=True, summary="A hand to decide at a true count")
async def deal_at_count(request: Asked) -> CountQuestion:
    asked = await read_body(request, CountAsk)
    rules = read_rules(asked.rules)
    return await engine_of(request).run(next_at_count, rules, await plays_of(request, rules))


@post("/api/trainer/count/answer", status_code=200, include_in_schema=True, summary="What a choice was worth there")
async def answer_at_count(request: Asked) -> CountAnswer:
    given = await read_body(request, CountChoice)
    rules = read_rules(given.rules)
    plays = await plays_of(request, rules)
    play = find_play(plays, read_cards(given.hand, 2), read_cards(given.up, 1))
    if not -counting.TRUE_MAX <= given.true_count <= counting.TRUE_MAX:
        raise unprocessable("bad-count", f"true_count: from {-counting.TRUE_MAX} to {counting.TRUE_MAX}")
    run = engine_of(request).run
    try:
        graded = await run(counting.grade_at_count, rules, play, given.true_count, given.choice)
    except OddsError as wrong:
        raise refuse_odds(wrong) from None
    return CountAnswer(
        choice=graded.choice,
        best=graded.best,
        right=graded.cost <= 0,
        ev=dict(graded.ev),
        condition=graded.condition,
        cost=graded.cost,
        below=play.below,
        above=play.above,
        index=play.index,
        next=await run(next_at_count, rules, plays),
    )


async def plays_of(request: Asked, rules: Rules) -> tuple[counting.IndexPlay, ...]:
    plays = await engine_of(request).of(rules, counting.index_plays)
    if not plays:
        raise unprocessable("no-indices", "with a single deck, or an endless shoe, there are no index plays here")
    return plays


def next_at_count(rules: Rules, plays: tuple[counting.IndexPlay, ...]) -> CountQuestion:
    chance = random.SystemRandom()
    play, true_count = counting.ask_at_count(plays, chance)
    cards, up = (drill.dressed(rules, values, chance) for values in (_values(play.cards), (play.up,)))
    # Any choice will do to hear which there are.
    moves = tuple(counting.grade_at_count(rules, play, true_count, play.below).ev)
    return CountQuestion(" ".join(cards), up[0], true_count, moves)


def find_play(plays: Sequence[counting.IndexPlay], held: Sequence[Card], up: Sequence[Card]) -> counting.IndexPlay:
    """The play whose hand this is, whatever the suits and ranks of its tens."""
    asked = (sorted(map(value, held)), [value(card) for card in up])
    for play in plays:
        if asked == (sorted(_values(play.cards)), [play.up]):
            return play
    raise unprocessable("bad-hand", "hand, up: none of this table's index plays")


def _values(cards: str) -> tuple[int, ...]:
    return tuple(VALUE_NAMES.index(card) + 1 for card in cards.split())


# ------------------------------------------------------------------ the page


def cell_title(name: str, words: Words) -> str:
    """`hard-16-10` as people say it: 16 contra 10."""
    part, _, rest = name.partition("-")
    row, _, up = rest.partition("-")
    if part == "insurance":
        return str(words("trainer.mode_insurance"))
    held = f"{row} {row}" if part == "pair" else f"A {int(row) - 11}" if part == "soft" else row
    return f"{held} {words('chart.versus')} {up}"


def counted(number: int) -> str:
    """A count with its sign and a true minus; nothing is +0."""
    return f"{number:+d}".replace("-", MINUS) if number else "0"


@get("/entrenador")
async def trainer_page(request: Asked) -> Response[bytes]:
    try:
        rules = read_rules(request.query_params.get("rules") or "thot")
    except Refused as wrong:
        return refused(request, wrong)
    words, table = Words(language_of(request)), slug(rules)
    w = words.at("trainer")
    learner = await learner_of(request)  # whoever only reads the page stays nobody
    kept = await book_of(request).read(learner) if learner else NOBODY
    system = counting_system("hi-lo")
    cells, _ = await engine_of(request).of(rules, course)
    plays = await engine_of(request).of(rules, counting.index_plays)
    more: dict[str, object] = {
        "rules": table,
        "modes": drill.MODES,
        "progress": told(rules, kept),
        "weakest": [
            (cell_title(name, words), record.wrong)
            for name, record in progress.weakest(progress.table_of(kept, trained(rules)))
        ],
        "indices": list(map(index_answer, plays)),
        "counted": counted,
        "tags": [(shown_rank(place + 1), counted(tag)) for place, tag in enumerate(system.tags)],
    }
    name = table_name(rules, words)
    page = Page("trainer", w("title", table=name), w("description"), w("lead"), more=more)
    return respond(
        request,
        with_links(page, further(words, table, without="trainer")),
        path="/entrenador",
        query=f"rules={table}",
        rules_text=table,
        table=name,
        tables=tables(words, lambda each: f"/entrenador?rules={each}", rules),
        more={
            "island": {
                **words.under("trainer"),
                **{f"move.{key}": value for key, value in words.under("move").items()},
                **words.under("condition"),
                "versus": str(words("chart.versus")),
            },
            "state": {
                "rules": table,
                "modes": drill.modes_of(rules, cells),
                "chart": {drill.name_of(place): cell.letters[:1] for place, cell in cells.items()},
                "indices": bool(plays),
                "decks": rules.decks or 6,
                "hole": rules.has_hole_card,
                "tags": list(system.tags),
            },
        },
    )


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    deal, answer, own_progress, indices, deal_at_count, answer_at_count,
)  # fmt: skip
PAGES: Final[tuple[ControllerRouterHandler, ...]] = (trainer_page,)
