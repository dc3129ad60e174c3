"""The simulator's page: the settings as a form, the run as it stands, and what it came to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from markupsafe import Markup
from msgspec.structs import replace

from zapato.rules import Rules, load, preset, text
from zapato.rules.presets import NAMES
from zapato.server.study.edge_page import Choice, table_name
from zapato.server.study.parts import Page, Section, note, paragraph, picture, table
from zapato.server.study.simulator import pictures
from zapato.server.study.simulator.asking import COUNT, RAMP, address_of, command_of, is_fresh, with_own_cut, with_shoe
from zapato.server.study.simulator.orders import RAMP_TEXT_MAX, SEED_MAX, STRATEGIES, Fan, Finished, Order
from zapato.server.study.simulator.runs import KEPT_EACH, KEPT_S, SECONDS_MAX, WAITING_MAX, WORKERS, Run
from zapato.server.study.words import Words, figure, percent, plain, signed, signed_percent, whole
from zapato.strategy.counting import SYSTEMS
from zapato.strategy.deviations import NAMED

ROUNDS: Final = (100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000)
"""Offered on the page; an address may ask for any number between its bounds."""
FAN_ROWS: Final = 8


def build(
    order: Order,
    exact: float,
    values: Mapping[str, float],
    words: Words,
    run: Run | None,
    ahead: int,
    problem: Markup | None,
) -> Page:
    """The page of an order, with the visitor's own run of it where there is one.

    `exact` belongs to the order's strategy; `values` to all of them, for a page without a run.
    """
    w, rules = words.at("simulator"), load(order.rules)
    more: dict[str, object] = {
        "order": order,
        "form": _form(order, rules, words),
        "problem": problem,
        "endless": w("endless") if rules.infinite else None,
        "run": run,
        "standing": run.state if run is not None else "idle",
        "ahead": ahead,
        "exact": signed_percent(exact),
        "exact_of": w(f"exact_{order.strategy}"),
        "by_strategy": [
            (w(f"strategy_{name}"), signed_percent(value), name == order.strategy)
            for name, value in values.items()
            if name != "count"
        ],
        "percent_done": percent_done(run),
        "told": told(run, w),
        "so_far": _so_far(run, w),
        "refresh": run is not None and not run.over,
        "share": address_of(order),
        "edge_link": f"/ventaja?rules={quote(order.rules, safe=',=.:')}",
        "headline": None,
        "command": None,
        "sections": (),
        "bounds": w(
            "bounds", workers=WORKERS, waiting=WAITING_MAX, minutes=int(SECONDS_MAX // 60), kept=KEPT_EACH, hour=int(KEPT_S // 60)
        ),
    }  # fmt: skip
    if run is not None and run.result is not None:
        more["headline"] = _headline(run, run.result, w)
        more["sections"] = _sections(run, run.result, rules, words)
        more["data"] = f"/api/simulator/runs/{run.id}"
        more["command"] = command_of(order)
    name = table_name(with_own_cut(rules), words)
    return Page("simulator", w("title", table=name), w("description"), w("lead"), more=more)


# ------------------------------------------------------------------ the settings


def _form(order: Order, rules: Rules, words: Words) -> Mapping[str, object]:
    w = words.at("simulator")
    fresh = is_fresh(rules)
    # A table with a fresh shoe for each round is still that table: the shoe is a setting of its own.
    base, dealt_down = with_own_cut(rules), with_shoe(rules, fresh=False)
    known = next((name for name in NAMES if preset(name).rules == base), None)
    tables = [Choice(name, str(words(f"tables.{name}")), name == known) for name in NAMES]
    if known is None:
        tables.append(Choice(order.rules, table_name(base, words), chosen=True))
    rounds = ROUNDS if order.rounds in ROUNDS else tuple(sorted({*ROUNDS, order.rounds}))
    return {
        "tables": tables,
        "shoes": [
            Choice("cut", str(w("shoe_cut", cards=rules.shoe_cards - dealt_down.reshuffle_below)), not fresh),
            Choice("fresh", str(w("shoe_fresh")), fresh),
        ],
        "strategies": [Choice(name, str(w(f"strategy_{name}")), name == order.strategy) for name in STRATEGIES],
        "shallow": _shallow(rules, w),
        "counts": [Choice(name, str(w(f"system.{name}")), name == (order.count or COUNT)) for name in SYSTEMS],
        "ramp": order.ramp or RAMP,
        "ramp_length": RAMP_TEXT_MAX,
        "plays": [
            Choice("", str(w("plays_none")), not order.plays),
            *(Choice(name, str(w(f"set.{name}")), name == order.plays) for name in NAMED),
        ],
        "rounds": [Choice(str(each), whole(each), each == order.rounds) for each in rounds],
        "seed": order.seed,
        "seed_max": SEED_MAX,
    }


def _shallow(rules: Rules, w: Words) -> Markup | None:
    """What to know of a cut card that leaves most of the shoe behind, as a preset's does where only the decks were made fewer."""
    cards, behind = rules.shoe_cards, rules.reshuffle_below
    if rules.infinite or 2 * behind <= cards:
        return None
    if not is_fresh(rules):
        return w("shallow", dealt=cards - behind, cards=cards, behind=behind)
    # A fresh shoe that was asked for is no surprise.
    return w("shallow_fresh", cards=cards, behind=behind) if behind > cards else None


# ------------------------------------------------------------------ how it stands


def percent_done(run: Run | None) -> int:
    """Whole per cent of the rounds wanted that are known to be played."""
    if run is None or run.so_far is None:
        return 100 if run is not None and run.state == "done" else 0
    return 100 if run.state == "done" else min(99, 100 * run.so_far.rounds // run.order.rounds)


def told(run: Run | None, w: Words) -> str:
    """A run that came to nothing, in words; empty otherwise."""
    if run is None or run.state not in {"failed", "cancelled"}:
        return ""
    if run.state == "cancelled":
        return str(w("cancelled"))
    return str(w(f"reason.{run.reason}", minutes=int(SECONDS_MAX // 60), why=run.why))


def _so_far(run: Run | None, w: Words) -> Markup | None:
    """The live estimate, as the page's script tells it too."""
    if run is None or run.so_far is None or run.so_far.ev is None or run.so_far.standard_error is None:
        return None
    so_far = run.so_far
    assert so_far.ev is not None
    return w(
        "so_far",
        rounds=whole(so_far.rounds),
        wanted=whole(run.order.rounds),
        ev=signed_percent(so_far.ev),
        error=percent(so_far.standard_error or 0.0),
    )


# ------------------------------------------------------------------ what it came to


def _headline(run: Run, result: Finished, w: Words) -> Mapping[str, object]:
    if result.ev is None or result.standard_error is None:
        return {"ev": None, "never": w("never_bet")}
    apart = result.ev - run.exact
    errors = apart / result.standard_error if result.standard_error else None
    return {
        "ev": signed_percent(result.ev),
        "error": percent(result.standard_error),
        "exact": signed_percent(run.exact),
        "apart": signed_percent(apart),
        "errors": "" if errors is None else w("errors", n=signed(errors, 2)),
        "picture": pictures.interval(
            str(w("interval_title")), result.ev, result.standard_error, run.exact, (str(w("simulated")), str(w("exact")))
        ),
    }  # fmt: skip


def _sections(run: Run, result: Finished, rules: Rules, words: Words) -> tuple[Section, ...]:
    w = words.at("simulator")
    return tuple(
        section
        for section in (
            _compared(run, rules, w),
            _outcomes(run.order, result, w),
            _bankroll(result, w),
            _counts(run.order, result, rules, w),
            _facts(run.order, result, w),
        )
        if section is not None
    )


def _compared(run: Run, rules: Rules, w: Words) -> Section:
    """Why simulated and exact differ: what each of them is, and what lies between them."""
    order = run.order
    counted = order.strategy == "count"
    said = [w("why_error")]
    if counted:
        said.append(w("why_count"))
    if is_fresh(rules):
        said.append(w("why_fresh_count" if counted else "why_fresh"))
        parts = [paragraph(*said)]
    else:
        parts = [paragraph(*said), paragraph(w("why_cut"), w("effect"))]
        if not counted:  # a whole shoe for each round leaves nothing to count
            again = address_of(replace(order, rules=text(with_shoe(rules, fresh=True))))
            parts.append(Markup('<p><a href="{}">{}</a></p>').format(again, w("again_fresh")))
    return Section("why", str(w("why")), parts)


def _outcomes(order: Order, result: Finished, w: Words) -> Section:
    rows = pictures.outcomes(result.outcomes)
    unit = w("unit_ramp" if order.strategy == "count" else "unit_flat")
    return Section(
        "outcomes",
        str(w("outcomes")),
        [
            paragraph(w("outcomes_lead"), unit, *([w("ranges")] if any(row.low < row.high for row in rows) else ())),
            picture(pictures.distribution(str(w("outcomes_title")), rows)),
            _fold(
                w("as_table"),
                table(
                    w("outcomes"),
                    (w("won"), w("rounds"), w("share_of")),
                    ((row.name, whole(row.rounds), figure(row.share, pictures.share_of(row.share))) for row in rows),
                ),
            ),
        ],
    )


def _bankroll(result: Finished, w: Words) -> Section:
    if result.fan is None:
        return Section("bankroll", str(w("bankroll")), [note(w("fan_none"))])
    found: Fan = result.fan
    last = found.steps[-1]
    shares = found.shares
    step = max(1, (len(found.steps) - 1) // FAN_ROWS)
    rows = [found.steps[place] for place in range(len(found.steps) - 1, 0, -step)][::-1]
    return Section(
        "bankroll",
        str(w("bankroll")),
        [
            paragraph(
                w("fan_lead", players=whole(found.players), shoes=whole(last.shoes), rounds=whole(round(last.rounds))),
                w("fan_ahead", share=percent(last.ahead, 1)),
            ),
            picture(
                pictures.fan(str(w("fan_title")), found, str(w("fan_across"))),
                w("fan_caption", middle=shares[2], low=shares[1], high=shares[3], lowest=shares[0], highest=shares[4]),
            ),
            _fold(
                w("as_table"),
                table(
                    w("fan_title"),
                    (w("rounds"), *(f"{share} %" for share in shares), w("ahead")),
                    (
                        (
                            whole(round(each.rounds)),
                            *(signed(won, 1) for won in each.won),
                            percent(each.ahead, 1),
                        )
                        for each in rows
                    ),
                ),
            ),
            note(w("fan_note")),
        ],
    )


def _counts(order: Order, result: Finished, rules: Rules, w: Words) -> Section | None:
    if not result.counts:
        return None
    lowest, highest = result.counts[0].count, result.counts[-1].count
    rows = []
    for line in result.counts:
        if not line.rounds:
            continue
        sign = "≤ " if line.count == lowest else "≥ " if line.count == highest else ""
        value = "–" if line.ev is None else signed_percent(line.ev, 2)
        error = "–" if line.standard_error is None else percent(line.standard_error, 2)
        rows.append(
            (f"{sign}{pictures.written(line.count, 0, sign=True)}", line.bet, percent(line.rounds / result.rounds, 2), value, error)
        )  # fmt: skip
    return Section(
        "counts",
        str(w("counts")),
        [
            paragraph(w("counts_lead")),
            table(w("counts"), (w("count_at"), w("bet"), w("share_of"), w("ev"), w("error")), rows),
            *([note(w("no_surrender"))] if rules.surrender == "none" and "fab-4" in order.plays else ()),
        ],
    )


def _facts(order: Order, result: Finished, w: Words) -> Section:
    shares = result.frequencies
    per_hundred = signed(100 * result.ev_per_round, 2)
    named = {
        "rounds": whole(result.rounds),
        "seconds": w("seconds_value", n=plain(result.seconds, 1)),
        "win": percent(shares["win"], 2),
        "push": percent(shares["push"], 2),
        "lose": percent(shares["lose"], 2),
        "blackjack": percent(shares["blackjack"], 2),
        "double": percent(shares["double"], 2),
        "split": percent(shares["split"], 2),
        "deviation": plain(result.standard_deviation, 4),
        "hundred": Markup("{} ± {}").format(per_hundred, plain(100 * result.ev_per_round_standard_error, 2)),
    }
    if not is_fresh(load(order.rules)):
        named["per_shoe"] = plain(result.rounds_per_shoe, 1)
    if order.strategy == "count" and shares["insurance"]:
        named["insurance"] = percent(shares["insurance"], 2)
    facts = Markup("").join(
        Markup("<div><dt>{}</dt><dd>{}</dd></div>").format(w(f"fact_{name}"), value) for name, value in named.items()
    )
    return Section("facts", str(w("facts")), [Markup('<dl class="facts">{}</dl>').format(facts)])


def _fold(title: object, inside: Markup) -> Markup:
    return Markup("<details><summary>{}</summary>{}</details>").format(title, inside)
