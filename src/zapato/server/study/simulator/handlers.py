"""The simulator over HTTP: its page, which needs no script, and the same as data under /api/simulator/runs."""

from __future__ import annotations

import secrets
from typing import Any, Final
from urllib.parse import parse_qsl

from litestar import Request, Response, get, post
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler
from markupsafe import Markup
from msgspec import Struct, field, to_builtins

from zapato.hall import Guest
from zapato.rules import load
from zapato.server.routes import Refused, admit, guest_cookie, known, parts_of, same_origin
from zapato.server.study.api import engine_of
from zapato.server.study.asked import slug
from zapato.server.study.frame import language_of, respond
from zapato.server.study.pages import further, refused, with_links
from zapato.server.study.simulator import page
from zapato.server.study.simulator.asking import (
    PATH,
    Shoe,
    address_of,
    checked,
    exact_ev,
    exact_values,
    query_of,
    read_order,
    refuse_unplayable,
)
from zapato.server.study.simulator.orders import (
    RAMP_UNITS_MAX,
    ROUNDS_MAX,
    ROUNDS_MIN,
    SEED_MAX,
    Finished,
    Order,
    Strategy,
)
from zapato.server.study.simulator.processes import launch
from zapato.server.study.simulator.runs import Reason, Run, RunRefused, Runs, State
from zapato.server.study.training import BODY_MAX, read_body
from zapato.server.study.words import Words, whole

Asked = Request[Any, Any, Any]

FIELDS_MAX: Final = 20
ID_BYTES: Final = 16
"""An id says whose run it is to nobody: 128 bits, and only its visitor's cookie opens it."""

NOBODY: Final = ""
"""Who never has a run."""

ISLAND: Final = (
    *("refused.", "reason.", "state_", "progress", "place", "begun", "so_far", "cancel", "offline", "lost"),
    *("said_done", "to_own", "exact_value"),
)
"""The messages that the page's script says itself begin so."""

REFUSALS: Final = {
    "one-run": (409, "you have a run under way: wait for it, or cancel it"),
    "queue-full": (503, "too many runs are waiting: try again in a minute"),
    "stopping": (503, "the server is stopping: try again in a minute"),
    "no-such-run": (
        404,
        "you have no run of that id, or it is not kept any more: the same order gives the same result",
    ),
}


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    """A run to start. Whatever is left out is the usual; `shoe`: `cut` or `fresh`, as the rules have it where empty."""

    rules: str
    strategy: Strategy = "chart"
    rounds: int = Order("").rounds
    seed: int = Order("").seed
    count: str = ""
    ramp: str = ""
    plays: str = ""
    shoe: Shoe = ""


class RunAnswer(Struct, frozen=True):
    """A run as it stands. EVs and errors per initial bet; `exact_ev` is of a flat bet, off the top of a full shoe.

    `rounds` are those played so far; `ahead` says how many runs come first while it waits. `difference` is simulated less
    exact; `errors` the same in standard errors. `reason` and `why` tell a run that failed.
    """

    run: str
    state: State
    order: Order
    address: str
    """Its page on this server."""
    ahead: int
    rounds: int
    seconds: float
    ev: float | None
    standard_error: float | None
    exact_ev: float
    exact_condition: str
    difference: float | None
    errors: float | None
    reason: Reason
    why: str
    result: Finished | None = field(default=None)


def runs_of(request: Asked) -> Runs:
    """The application's runs, begun with the first question."""
    state = request.app.state
    if not hasattr(state, "simulator_runs"):
        state.simulator_runs = Runs(launch, parts_of(request).monotonic, lambda: secrets.token_urlsafe(ID_BYTES))
    runs = state.simulator_runs
    assert isinstance(runs, Runs)
    return runs


def answer(runs: Runs, run: Run) -> RunAnswer:
    found = run.result or run.so_far
    ev, error = (None, None) if found is None else (found.ev, found.standard_error)
    apart = None if ev is None or run.result is None else ev - run.exact
    return RunAnswer(
        run=run.id,
        state=run.state,
        order=run.order,
        address=address_of(run.order, run.id),
        ahead=runs.place(run),
        rounds=0 if found is None else found.rounds,
        seconds=0.0 if found is None else found.seconds,
        ev=ev,
        standard_error=error,
        exact_ev=run.exact,
        exact_condition="unconditional: all deals from a full shoe, flat bet, no insurance",
        difference=apart,
        errors=apart / error if apart is not None and error else None,
        reason=run.reason,
        why=run.why,
        result=run.result,
    )


async def begin(request: Asked, order: Order) -> tuple[Run, Guest]:
    """Start the order for whoever asks; refused where it can't be played, or not now. Only a run makes a guest of a newcomer."""
    runs, engine, guest = runs_of(request), engine_of(request), await known(request)
    # Asked before the engine is: whoever can't have a run takes none of the time that others wait for.
    runs.admit(guest.player if guest else NOBODY)
    await engine.run(refuse_unplayable, order)
    exact = await exact_ev(engine, order)
    guest = guest or await admit(request)
    return runs.start(guest.player, order, exact), guest


def refusal(wrong: RunRefused) -> Refused:
    status, why = REFUSALS[wrong.code]
    return Refused(status, wrong.code, why, {"retry-after": "30"} if status == 503 else None)


async def visitor_of(request: Asked) -> str:
    guest = await known(request)
    if guest is None:
        raise Refused(401, "unknown-player", "a run is its visitor's: send the cookie that came when it was started")
    return guest.player


# ------------------------------------------------------------------ as data


@post("/api/simulator/runs", status_code=201, include_in_schema=True, summary="Start a simulation")
async def start(request: Asked) -> Response[RunAnswer]:
    asked = await read_body(request, Ask)
    order = checked(
        Order(asked.rules, asked.strategy, asked.rounds, asked.seed, asked.count, asked.ramp, asked.plays), asked.shoe
    )
    try:
        run, guest = await begin(request, order)
    except RunRefused as wrong:
        raise refusal(wrong) from None
    return Response(answer(runs_of(request), run), status_code=201, cookies=[guest_cookie(request, guest)])


@get("/api/simulator/runs/{run:str}", include_in_schema=True, summary="How a simulation stands, and what it came to")
async def state(request: Asked, run: FromPath[str]) -> RunAnswer:
    visitor, runs = await visitor_of(request), runs_of(request)
    try:
        return answer(runs, runs.find(visitor, run))
    except RunRefused as wrong:
        raise refusal(wrong) from None


@post(
    "/api/simulator/runs/{run:str}/cancel",
    status_code=200,
    include_in_schema=True,
    summary="End a simulation; one that is over stays as it is",
)
async def cancel(request: Asked, run: FromPath[str]) -> RunAnswer:
    if not same_origin(request, parts_of(request).origins):
        raise Refused(403, "origin", "this page was not served by this server")
    visitor, runs = await visitor_of(request), runs_of(request)
    try:
        return answer(runs, runs.cancel(visitor, run))
    except RunRefused as wrong:
        raise refusal(wrong) from None


# ------------------------------------------------------------------ the page


@get(PATH)
async def simulator_page(request: Asked) -> Response[bytes]:
    words = Words(language_of(request), "simulator.")
    try:
        order, problem = lenient(dict(request.query_params), words)
    except Refused as wrong:
        return refused(request, wrong)
    status = 422 if problem else 200
    guest = await known(request)
    run, id_ = None, request.query_params.get("run")
    if id_:
        try:
            run = runs_of(request).find(guest.player if guest else NOBODY, id_)
        except RunRefused:
            problem = problem or words("refused.no-such-run")
    return await shown(request, run.order if run is not None else order, run, problem, status)


@post(PATH, status_code=303)
async def start_page(request: Asked) -> Response[bytes]:
    """The form, sent without a script."""
    given = await read_form(request)
    words = Words(language_of(request), "simulator.")
    try:
        order, problem = lenient(given, words)
    except Refused as wrong:
        return refused(request, wrong)
    if problem:
        return await shown(request, order, None, problem, 422)
    return await begun(request, order, words, tongue(given))


async def begun(request: Asked, order: Order, words: Words, lang: str) -> Response[bytes]:
    """On to the page of the run; else the settings again, with what is in the way."""
    try:
        run, guest = await begin(request, order)
    except RunRefused as wrong:
        problem = words(f"refused.{wrong.code}")
        if wrong.run is not None:
            problem += Markup(' <a href="{}">{}</a>').format(address_of(wrong.run.order, wrong.run.id), words("to_own"))
        return await shown(request, order, None, problem, REFUSALS[wrong.code][0])
    except Refused as wrong:
        if wrong.status_code != 422:
            raise
        return await shown(request, order, None, words("refused.impossible", why=wrong.detail), 422)
    response = see_other(address_of(order, run.id) + lang)
    response.set_cookie(guest_cookie(request, guest))
    return response


def lenient(given: dict[str, str], words: Words) -> tuple[Order, Markup | None]:
    """What an address or a form asks for; a field that makes no sense is set to the usual, and what is wrong with it is said.

    Refused where the rules make no sense: then there is nothing to show.
    """
    problem = None
    while True:
        try:
            return read_order(given), problem
        except Refused as wrong:
            name = wrong.refusal.code.removeprefix("bad-")
            if name == "rules" or name not in given:
                raise
            problem = problem or words(
                f"refused.bad-{name}",
                low=whole(ROUNDS_MIN),
                high=whole(SEED_MAX if name == "seed" else ROUNDS_MAX),
                units=RAMP_UNITS_MAX,
            )
            given = {key: value for key, value in given.items() if key != name}


@post(f"{PATH}/cancelar", status_code=303)
async def cancel_page(request: Asked) -> Response[bytes]:
    """The button beside the bar, pressed without a script."""
    given = await read_form(request)
    guest = await known(request)
    try:
        run = runs_of(request).cancel(guest.player if guest else NOBODY, given.get("run", ""))
    except RunRefused as wrong:
        problem = Words(language_of(request), "simulator.")(f"refused.{wrong.code}")
        return await shown(request, read_order({}), None, problem, REFUSALS[wrong.code][0])
    return see_other(address_of(run.order, run.id) + tongue(given))


async def shown(
    request: Asked, order: Order, run: Run | None, problem: Markup | None = None, status: int = 200
) -> Response[bytes]:
    words, runs = Words(language_of(request)), runs_of(request)
    ahead = runs.place(run) if run is not None else 0
    values = {} if run is not None else await exact_values(engine_of(request), order.rules)
    exact = values[order.strategy] if run is None else run.exact
    built = page.build(order, exact, values, words, run, ahead, problem)
    table = slug(load(order.rules))
    return respond(
        request,
        with_links(built, further(words, table, without="simulator")),
        path=PATH,
        query=query_of(order) + (f"&run={run.id}" if run is not None else ""),
        rules_text=table,
        status=status,
        more={
            "island": {key: text for key, text in words.under("simulator").items() if key.startswith(ISLAND)}
            | {"copied": words("edge.copied")},
            "state": {"run": to_builtins(answer(runs, run)) if run is not None and not run.over else None},
        },
    )


async def read_form(request: Asked) -> dict[str, str]:
    """The fields of a form of ours; a stranger's page, or anything else, is refused."""
    if not same_origin(request, parts_of(request).origins):
        raise Refused(403, "origin", "this page was not served by this server")
    if int(request.headers.get("content-length") or BODY_MAX + 1) > BODY_MAX:
        raise Refused(413, "too-long", f"a form has at most {BODY_MAX} bytes and says how many")
    try:
        body = (await request.body()).decode("ascii")
        return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=FIELDS_MAX))
    except ValueError as wrong:
        raise Refused(422, "bad-form", str(wrong)) from None


def see_other(place: str) -> Response[bytes]:
    return Response(b"", status_code=303, headers={"location": place})


def tongue(given: dict[str, str]) -> str:
    return "&lang=en" if given.get("lang") == "en" else ""


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    start, state, cancel, simulator_page, start_page, cancel_page,
)  # fmt: skip
