"""The figures as data, for programs and for the pages' own scripts; described by OpenAPI under /api/schema/openapi.json."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, get
from litestar.params import FromQuery
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from zapato.odds import OddsError, hand
from zapato.server.study import figures
from zapato.server.study.asked import read_rules, read_words, refuse_odds, slug
from zapato.server.study.engine import Engine
from zapato.server.study.figures import Exemption, Lesson, rank
from zapato.strategy import to_json

Plain = dict[str, Any]

CONVENTION: Final = "CDZ-"
"""How split hands are taken to be played: the engine's default."""


class Edge(Struct, frozen=True):
    """Pre-deal EV per initial bet: all deals from a full shoe, flat bet, no insurance. The house edge is minus it."""

    rules: str
    optimal_ev: float
    """Every hand decided by its exact cards."""
    chart_ev: float
    """By the best chart."""
    optimal_edge_percent: float
    chart_edge_percent: float
    convention: str
    """How split hands are taken to be played."""
    idle: tuple[str, ...] = ()
    """Rules that change nothing while the others are as asked."""
    condition: str = "over all deals from a full shoe, flat bet, no insurance taken"


class StepAnswer(Struct, frozen=True):
    """One rule changed, the rest as asked; above zero is better for the player."""

    rule: str
    value: bool | int | str
    chart_ev: float
    optimal_ev: float
    chart_change_percent: float
    optimal_change_percent: float


class Steps(Struct, frozen=True):
    rules: str
    steps: tuple[StepAnswer, ...]


class Cell(Struct, frozen=True):
    """One cell of the chart; values are the mean of its two-card hands by how often they come, in initial bets."""

    part: str
    row: str
    up: str
    letters: str
    move: str
    ev: dict[str, float]
    second: str | None
    gap: float | None
    condition: str


class ExceptionAnswer(Struct, frozen=True):
    """A hand that is better played otherwise than by the chart."""

    hand: str
    up: str
    chart_move: str
    best: str
    ev: dict[str, float]
    cost: float


class ChartAnswer(Struct, frozen=True):
    rules: str
    chart_ev: float
    optimal_ev: float
    mimic_dealer_ev: float
    never_bust_ev: float
    chart: Plain
    cells: tuple[Cell, ...]
    two_card_exceptions: tuple[ExceptionAnswer, ...]
    three_card_exceptions: tuple[ExceptionAnswer, ...]
    dealer: Plain


class HandAnswer(Struct, frozen=True):
    """The legal moves of one hand given the cards in sight, in initial bets; insurance per debén insured."""

    rules: str
    hand: str
    up: str
    seen: str
    ev: dict[str, float]
    best: str | None
    insurance: float | None
    natural: float
    """The dealer's chance of a natural before any peek."""
    condition: str
    convention: str


def engine_of(request: Request[Any, Any, Any]) -> Engine:
    """The application's engine, begun with the first question."""
    state = request.app.state
    if not hasattr(state, "study_engine"):
        state.study_engine = Engine()
    engine = state.study_engine
    assert isinstance(engine, Engine)
    return engine


@get("/api/edge", include_in_schema=True, summary="House edge of a table")
async def edge(request: Request[Any, Any, Any], rules: FromQuery[str | None] = None) -> Edge:
    known = read_rules(rules)
    [found] = await engine_of(request).edges(known)
    return Edge(
        rules=slug(known),
        optimal_ev=found.optimal_ev,
        chart_ev=found.chart_ev,
        optimal_edge_percent=-100 * found.optimal_ev,
        chart_edge_percent=-100 * found.chart_ev,
        convention=CONVENTION,
        idle=figures.idle(known),
    )


@get("/api/edge/steps", include_in_schema=True, summary="What each rule is worth from here")
async def edge_steps(request: Request[Any, Any, Any], rules: FromQuery[str | None] = None) -> Steps:
    known = read_rules(rules)
    found = await engine_of(request).steps(known)
    return Steps(slug(known), tuple(step_answer(step) for step in found))


def step_answer(step: figures.Step) -> StepAnswer:
    value = step.value
    assert isinstance(value, bool | int | str)
    if step.name == "decks" and value == 0:
        value = "infinite"
    return StepAnswer(
        step.name, value, step.chart_ev, step.optimal_ev, 100 * step.chart_change, 100 * step.optimal_change
    )


@get("/api/chart", include_in_schema=True, summary="The best chart of a table, cell by cell")
async def chart(request: Request[Any, Any, Any], rules: FromQuery[str | None] = None) -> ChartAnswer:
    known = read_rules(rules)
    lesson = await engine_of(request).of(known, figures.lesson)
    return chart_answer(slug(known), lesson)


def chart_answer(name: str, lesson: Lesson) -> ChartAnswer:
    return ChartAnswer(
        rules=name,
        chart_ev=lesson.chart_ev,
        optimal_ev=lesson.solution.composition_optimal,
        mimic_dealer_ev=lesson.mimic_ev,
        never_bust_ev=lesson.never_bust_ev,
        chart=to_json(lesson.chart),
        cells=tuple(
            Cell(
                part=cell.part,
                row=rank(cell.row) if cell.part == "pair" else str(cell.row),
                up=rank(cell.up),
                letters=cell.letters,
                move=cell.move,
                ev=dict(cell.ev),
                second=cell.second,
                gap=cell.gap,
                condition=cell.condition,
            )
            for cell in lesson.cells.values()
        ),
        two_card_exceptions=tuple(map(_exception, lesson.two_card_exceptions)),
        three_card_exceptions=tuple(map(_exception, lesson.three_card_exceptions)),
        dealer=lesson.dealer.to_json(),
    )


def _exception(found: Exemption) -> ExceptionAnswer:
    assert found.odds.best is not None
    return ExceptionAnswer(
        hand=" ".join(map(rank, found.cards)),
        up=rank(found.up),
        chart_move=found.chart_move,
        best=found.odds.best,
        ev=dict(found.odds.ev),
        cost=found.cost,
    )


@get("/api/odds", include_in_schema=True, summary="Every legal move of one hand")
async def odds(
    request: Request[Any, Any, Any],
    rules: FromQuery[str | None] = None,
    hand: FromQuery[str | None] = None,
    up: FromQuery[str | None] = None,
    seen: FromQuery[str | None] = None,
) -> HandAnswer:
    known = read_rules(rules)
    held, shown, others = read_words(hand, "hand"), read_words(up, "up"), read_words(seen, "seen")
    try:
        found = await engine_of(request).run(_hand, known, held, shown, others)
    except OddsError as wrong:
        raise refuse_odds(wrong) from None
    return HandAnswer(
        rules=slug(known),
        hand=held,
        up=shown,
        seen=others,
        ev=dict(found.ev),
        best=found.best,
        insurance=found.insurance,
        natural=found.natural,
        condition=found.condition,
        convention=found.convention,
    )


_hand = hand

HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (edge, edge_steps, chart, odds)
