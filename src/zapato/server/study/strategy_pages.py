"""Strategy: the chart with its values, and a page each for doubling, splitting, soft hands and insurance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from zapato.odds import HandOdds, hand
from zapato.rules import Rules
from zapato.server.assets import Language
from zapato.server.study import figures, pictures
from zapato.server.study.figures import Exemption, Lesson, shown_cards, shown_rank
from zapato.server.study.parts import Page, Section, condition, note, paragraph, picture, table, unfold
from zapato.server.study.words import Words, figure, percent, plain, signed, whole
from zapato.trainer.cells import PARTS, ROWS, UPCARDS, CellOdds, Part, Place

ACE, TEN = 1, 10


def cell_name(place: Place) -> str:
    return pictures.row_name(place)


def move(words: Words, name: str) -> Markup:
    return words(f"move.{name}")


# ------------------------------------------------------------------ the chart


def grids(lesson: Lesson, words: Words) -> list[dict[str, object]]:
    """The three parts as printed. Rows at either end that say the same in every cell are one row, `17 +` or `8 −`."""
    found: list[dict[str, object]] = []
    for part in PARTS:
        rows = _rows(lesson, part)
        found.append({"part": part, "title": words(f"part.{part}"), "rows": rows})
    return found


def _rows(lesson: Lesson, part: Part) -> list[dict[str, object]]:
    totals = [row for row in ROWS[part] if any((part, row, up) in lesson.cells for up in UPCARDS)]
    said = {
        row: tuple(lesson.cells[part, row, up].letters if (part, row, up) in lesson.cells else "" for up in UPCARDS)
        for row in totals
    }
    if part == "hard":
        top = [row for row in totals if row >= 17]
        low = [row for row in totals if row <= 8]
        if len({said[row] for row in top}) == 1:
            totals = [row for row in totals if row not in top[:-1]]
        if len({said[row] for row in low}) == 1:
            totals = [row for row in totals if row not in low[1:]]
    lines: list[dict[str, object]] = []
    for row in totals:
        name = cell_name((part, row, 1))
        if part == "hard" and row == 17 and 18 not in totals:
            name = "17 +"
        if part == "hard" and row == 8 and 7 not in totals:
            name = "8 \N{MINUS SIGN}"
        cells = [lesson.cells.get((part, row, up)) for up in UPCARDS]
        lines.append({"name": name, "cells": [None if cell is None else shown_cell(cell) for cell in cells]})
    return lines


def shown_cell(cell: CellOdds) -> dict[str, object]:
    return {
        "id": cell_id(cell),
        "letter": pictures.short(cell.letters),
        "kind": cell.letters[0].lower(),
        "hand": cell_name(cell.place),
        "up": shown_rank(cell.up),
        "move": cell.move,
    }


def cell_id(cell: CellOdds) -> str:
    row = "A" if cell.part == "pair" and cell.row == ACE else str(cell.row)
    return f"{cell.part}-{row}-{'A' if cell.up == ACE else cell.up}"


MOVES = ("stand", "hit", "double", "split", "surrender")


def value_rows(lesson: Lesson) -> list[dict[str, object]]:
    """Every cell with all its values: what the panel reads, and a table where there is no script."""
    return [
        {
            **shown_cell(cell),
            "ev": [(name, cell.ev.get(name)) for name in MOVES],
            "values": [signed(cell.ev[name]) if name in cell.ev else "" for name in MOVES],
            "cards": " ".join(pictures.dressed(figures.high_first(cell.likeliest))),
            "second": cell.second,
            "gap": "" if cell.gap is None else signed(cell.gap),
            "given": cell.condition.startswith("given"),
        }
        for cell in lesson.cells.values()
    ]


def chart_page(name: Markup, words: Words, lesson: Lesson, other: tuple[str, Lesson, float] | None) -> Page:
    w = words.at("chart")
    sections = [_worth(lesson, words), _composition(lesson, words), _how(lesson, words)]
    more: dict[str, object] = {
        "grids": grids(lesson, words),
        "upcards": [shown_rank(up) for up in UPCARDS],
        "values": value_rows(lesson),
        "moves": MOVES,
        "surrender": any("R" in cell.letters for cell in _known(lesson, other)),
        "splits": any(cell.letters == "P" for cell in _known(lesson, other)),
        "doubles": any("D" in cell.letters for cell in _known(lesson, other)),
        "compared": None if other is None else _compare(lesson, other, w),
        "dealer": dealer_rows(lesson),
    }
    return Page("chart", w("title", table=name), w("description", table=name), w("lead"), sections, more=more)


def _known(lesson: Lesson, other: tuple[str, Lesson, float] | None) -> list[CellOdds]:
    """The cells whose letters the page shows, and its legend explains: the other table's too where two are compared."""
    return [*lesson.cells.values(), *(other[1].cells.values() if other else ())]


def dealer_rows(lesson: Lesson) -> list[dict[str, object]]:
    """How the dealer ends under each upcard, full shoe, nothing else seen."""
    order = ("bust", "17", "18", "19", "20", "21", "blackjack")
    return [
        {
            "up": shown_rank(up),
            "shares": [percent(lesson.dealer.by_upcard[up].unconditional[name], 2) for name in order],
        }
        for up in UPCARDS
    ]


def _worth(lesson: Lesson, words: Words) -> Section:
    w = words.at("chart")
    ways = [
        (w("worth_optimal"), lesson.solution.composition_optimal),
        (w("worth_chart"), lesson.chart_ev),
        (w("worth_never_bust"), lesson.never_bust_ev),
        (w("worth_mimic"), lesson.mimic_ev),
    ]
    rows = [(name, percent(lesson.chart_ev - ev)) for name, ev in ways if ev < lesson.chart_ev]
    drawn = pictures.bars(str(w("worth_edge")), [(name, -ev, percent(-ev)) for name, ev in ways], strong=1)
    hundred = w(
        "worth_hundred" if lesson.chart_ev <= 0 else "worth_hundred_gain",
        mimic=figure(lesson.mimic_ev, f"{-10_000 * lesson.mimic_ev:,.0f}"),
        chart=figure(lesson.chart_ev, f"{10_000 * abs(lesson.chart_ev):,.0f}"),
    )
    return Section(
        "worth",
        str(w("worth")),
        [
            paragraph(w("worth_lead")),
            picture(drawn),
            *_savings(rows, w),
            note(words("condition.rounding")),
            paragraph(hundred),
        ],
    )


def _savings(rows: Sequence[tuple[Markup, Markup]], w: Words) -> list[Markup]:
    return [table(w("worth"), (w("worth_how"), w("worth_saves")), rows)] if rows else []


def _composition(lesson: Lesson, words: Words) -> Section:
    w = words.at("chart")
    cost = lesson.solution.composition_optimal - lesson.chart_ev
    some = lesson.two_card_exceptions or lesson.three_card_exceptions
    parts = [paragraph(w("composition_lead", cost=percent(cost)))] if some else []
    for title, found in (
        (w("composition_two"), lesson.two_card_exceptions),
        (w("composition_three"), lesson.three_card_exceptions),
    ):
        if found:
            head = (w("hand"), w("composition_chart"), w("composition_better"), w("composition_cost"))
            parts.append(table(title, head, [_exempt(one, words) for one in found]))
            if len(found) == figures.LONG_HANDS_MAX:
                parts.append(note(w("composition_cut", most=figures.LONG_HANDS_MAX)))
    if not lesson.two_card_exceptions:
        parts.append(paragraph(w("composition_none")))
    if some:
        parts.append(note(words("condition.rounding")))
    return Section("composition", str(w("composition")), parts)


def _exempt(one: Exemption, words: Words) -> tuple[object, ...]:
    assert one.odds.best is not None
    versus = words("chart.versus")
    return (
        f"{shown_cards(one.cards)} {versus} {shown_rank(one.up)}",
        Markup("{} {}").format(move(words, one.chart_move), signed(one.odds.ev[one.chart_move], 6)),
        Markup("{} {}").format(move(words, one.odds.best), signed(one.odds.ev[one.odds.best], 6)),
        signed(one.cost, 6),
    )


def _how(lesson: Lesson, words: Words) -> Section:
    w = words.at("chart")
    told = conditions(lesson, words)
    return Section(
        "how",
        str(w("how")),
        [
            paragraph(w("how_1")),
            paragraph(w("how_2")),
            paragraph(w("how_3", convention=lesson.solution.convention, condition=told)),
        ],
    )


def conditions(lesson: Lesson, words: Words) -> Markup:
    """The condition of the chart's values; where it differs by the dealer's card, each with its cards."""
    cards: dict[str, list[str]] = {}
    for up in UPCARDS:
        kind = next((cell.condition for cell in lesson.cells.values() if cell.up == up), "")
        cards.setdefault(kind, []).append(shown_rank(up))
    if len(cards) == 1:
        return condition(words, next(iter(cards)))
    versus = words("chart.versus")
    return Markup("; ").join(
        Markup("{} {}, {}").format(versus, ", ".join(ups), condition(words, kind)) for kind, ups in cards.items()
    )


def _compare(lesson: Lesson, other: tuple[str, Lesson, float], w: Words) -> dict[str, object]:
    name, theirs, cost = other
    places = [*lesson.cells, *(place for place in theirs.cells if place not in lesson.cells)]
    found = []
    for place in places:
        mine, another = lesson.cells.get(place), theirs.cells.get(place)
        here = mine.letters if mine else ""
        there = another.letters if another else ""
        if here != there:
            found.append((cell_name(place), shown_rank(place[2]), pictures.short(here), pictures.short(there)))
    never_here = lesson.solution.rules.surrender == "none"
    told = [w("compare_cost", cost=percent(cost))]
    if never_here and any(there == "R" for *_, there in found):
        told.append(w("compare_surrender"))
    return {"name": name, "cells": found, "cost": Markup(" ").join(told)}


# ------------------------------------------------------------------ a hand on its own


def moves_picture(odds: HandOdds, words: Words, own: Sequence[str] = ()) -> Markup:
    """The hand, the dealer's card, and its moves by value, with their condition."""
    ranked = sorted(odds.ev.items(), key=lambda entry: -entry[1])
    title = f"{shown_cards(odds.cards)} {words('chart.versus')} {shown_rank(odds.up)}"
    drawn = pictures.bars(
        title,
        [(move(words, name), value, signed(value)) for name, value in ranked],
        strong=0,
    )
    cards = versus(
        own or pictures.dressed(figures.high_first(odds.cards)), pictures.dressed((odds.up,)), words.language
    )
    return picture(cards + drawn, words("condition.unit", condition=condition(words, odds.condition)))


def versus(own: Sequence[str], up: Sequence[str], language: Language) -> Markup:
    """A hand against the dealer's card."""
    drawn = [pictures.hand(codes, " ".join(code[0].replace("T", "10") for code in codes)) for codes in (own, up)]
    return Markup('<div class="versus">{} <span>{}</span> {}</div>').format(
        drawn[0], Words(language)("chart.versus"), drawn[1]
    )


def _strip(lesson: Lesson, part: Part, marked: str, title: str) -> Markup | None:
    rows = []
    for row in dict.fromkeys(place[1] for place in lesson.cells if place[0] == part):
        letters = {up: lesson.cells[part, row, up].letters for up in UPCARDS if (part, row, up) in lesson.cells}
        if part == "pair" or any(letter[:1] in marked or "D" in letter for letter in letters.values()):
            rows.append((cell_name((part, row, 1)), letters))
    return pictures.mini_chart(title, rows, marked) if rows else None


def _gains(lesson: Lesson, wanted: str) -> list[tuple[CellOdds, str, float]]:
    """The cells whose chart move is `wanted`: what would be next best, and by how much this one is better."""
    found = [
        (cell, cell.second, cell.gap)
        for cell in lesson.cells.values()
        if cell.move == wanted and cell.second is not None and cell.gap is not None
    ]
    return sorted(found, key=lambda entry: -entry[2])


def _gain_table(lesson: Lesson, words: Words, wanted: str, title: object, gain: object, second: object) -> Markup:
    head = (words("chart.hand"), move(words, wanted), second, "", gain)
    rows = [
        (
            f"{cell_name(cell.place)} {words('chart.versus')} {shown_rank(cell.up)}",
            signed(cell.ev[wanted]),
            move(words, next_best),
            signed(cell.ev[next_best]),
            signed(better),
        )
        for cell, next_best, better in _gains(lesson, wanted)
    ]
    return table(title, head, rows)


def _units(lesson: Lesson, words: Words) -> Markup:
    told = conditions(lesson, words)
    said = (words("condition.unit", condition=told), words("chart.values_lead"), words("condition.rounding"))
    return note(Markup(" ").join(said))


# ------------------------------------------------------------------ when to double


def double_page(rules: Rules, name: Markup, words: Words, lesson: Lesson) -> Page:
    w = words.at("double")
    sections: list[Section] = []
    if rules.double == "none":
        sections.append(Section("none", str(words("links.double")), [paragraph(w("none"))]))
    else:
        strips = [
            picture(drawn, words(f"part.{part}"))
            for part in ("hard", "soft")
            if (drawn := _strip(lesson, part, "D", str(w("picture")))) is not None
        ]
        sections += [
            Section("cells", str(w("picture")), strips),
            Section("why", str(w("why")), [paragraph(w("why_1")), paragraph(w("why_2"))]),
            Section(
                "example",
                str(w("example", hand="9 2", up="6")),
                [moves_picture(hand(rules, "9 2", "6"), words)],
            ),
            Section(
                "border",
                str(w("examples")),
                [moves_picture(hand(rules, cards, up), words) for cards, up in _double_border(lesson)],
            ),
            Section(
                "list",
                str(w("list")),
                [
                    unfold(
                        words("chart.unfold"), _gain_table(lesson, words, "double", w("list"), w("gain"), w("next"))
                    ),
                    _units(lesson, words),
                ],
            ),
            _double_worth(rules, w, lesson),
        ]
    return Page("article", w("title", table=name), w("description", table=name), w("lead"), sections)


def _double_border(lesson: Lesson) -> list[tuple[tuple[int, ...], int]]:
    """The closest cells on either side: the double that gains least, and the hand that would lose least by doubling."""
    doubled = [cell for cell, _, _ in _gains(lesson, "double") if cell.part == "hard"]
    almost = [
        cell
        for cell in lesson.cells.values()
        if cell.part == "hard" and cell.move != "double" and cell.second == "double" and cell.gap is not None
    ]
    close = [*doubled[-1:], *sorted(almost, key=lambda cell: cell.gap or 0)[:1]]
    return [(cell.hands[0].cards, cell.up) for cell in close]


def _double_worth(rules: Rules, w: Words, lesson: Lesson) -> Section:
    never = figures.chart_value(replace(rules, double="none"))
    parts = [
        paragraph(
            w(
                "worth_1",
                without=percent(-never),
                **{"with": percent(-lesson.chart_ev)},
                gain=percent(lesson.chart_ev - never),
            )
        )
    ]
    if rules.double_after_split and rules.max_hands > 1:
        without = figures.chart_value(replace(rules, double_after_split=False))
        parts.append(paragraph(w("worth_das", gain=percent(lesson.chart_ev - without))))
    return Section("worth", str(w("worth")), parts)


# ------------------------------------------------------------------ when to split


def split_page(rules: Rules, name: Markup, words: Words, lesson: Lesson) -> Page:
    w = words.at("split")
    sections: list[Section] = []
    if rules.max_hands == 1:
        sections.append(Section("none", str(words("links.split")), [paragraph(w("none"))]))
    else:
        drawn = _strip(lesson, "pair", "P", str(w("picture")))
        eights, tens, aces = (hand(rules, cards, up) for cards, up in (("8 8", "T"), ("T T", "6"), ("A A", "6")))
        said = [w("eights_1")] if eights.best == "split" and eights.ev["split"] < 0 else []
        best = move(words, eights.best or "hit")
        ten_cost = tens.ev["stand"] - tens.ev["split"]
        never = figures.chart_value(replace(rules, max_hands=1))
        sections += [
            Section("cells", str(w("picture")), [picture(drawn)] if drawn else []),
            Section(
                "eights",
                str(w("eights")),
                [paragraph(*said, w("eights_2", best=best)), moves_picture(eights, words)],
            ),
            Section(
                "tens",
                str(w("tens")),
                [
                    paragraph(
                        w(
                            "tens_1",
                            stand=signed(tens.ev["stand"]),
                            split=signed(tens.ev["split"]),
                            cost=plain(ten_cost),
                        ),
                        *([w("tens_rank")] if rules.split == "rank" else []),
                    ),
                    moves_picture(tens, words, ("Ks", "Th")),
                    note(words("condition.rounding")),
                ],
            ),
            Section(
                "aces",
                str(w("aces")),
                [
                    paragraph(w("aces_1", split=signed(aces.ev["split"]), hit=signed(aces.ev["hit"]))),
                    moves_picture(aces, words),
                ],
            ),
            Section(
                "list",
                str(w("list")),
                [
                    unfold(
                        words("chart.unfold"),
                        _gain_table(lesson, words, "split", w("list"), w("gain"), words("chart.second")),
                    ),
                    _units(lesson, words),
                    note(w("convention", convention=lesson.solution.convention)),
                ],
            ),
            Section(
                "worth",
                str(w("worth")),
                [paragraph(w("worth_1", without=percent(-never), **{"with": percent(-lesson.chart_ev)}))],
            ),
        ]
    return Page("article", w("title", table=name), w("description", table=name), w("lead"), sections)


# ------------------------------------------------------------------ soft and hard


def soft_page(rules: Rules, name: Markup, words: Words, lesson: Lesson) -> Page:
    w = words.at("soft")
    both = picture(
        Markup('<div class="versus">{} <span>7 / 17</span> {} <span>17</span></div>').format(
            pictures.hand(("As", "6d"), "A 6"), pictures.hand(("Th", "7c"), "10 7")
        ),
        w("picture"),
    )
    stands = [shown_rank(up) for up in UPCARDS if _best(lesson.cells["soft", 17, up]) == "stand"]
    trap = w("seventeen_not", ups=", ".join(stands)) if stands else w("seventeen_1")
    strip = _strip_all(lesson, str(w("table")))
    sections = [
        Section("two", str(w("picture")), [both]),
        Section(
            "seventeen",
            str(w("seventeen")),
            [paragraph(trap), moves_picture(hand(rules, "A 6", "7"), words), _stand_table(lesson, words, 17)],
        ),
        Section(
            "eighteen",
            str(w("eighteen")),
            [
                paragraph(w("eighteen_1")),
                moves_picture(hand(rules, "A 7", "9"), words),
                _stand_table(lesson, words, 18),
            ],
        ),
        Section(
            "hard",
            str(w("hard")),
            [
                paragraph(w("hard_1")),
                moves_picture(hand(rules, "T 6", "T"), words),
                moves_picture(hand(rules, "T 2", "3"), words),
            ],
        ),
        Section("table", str(w("table")), [picture(strip), _units(lesson, words)]),
    ]
    return Page("article", w("title", table=name), w("description", table=name), w("lead"), sections)


def _best(cell: CellOdds) -> str:
    return max(cell.ev, key=lambda name: cell.ev[name])


def _strip_all(lesson: Lesson, title: str) -> Markup:
    rows = []
    for row in range(20, 12, -1):
        letters = {up: lesson.cells["soft", row, up].letters for up in UPCARDS if ("soft", row, up) in lesson.cells}
        rows.append((cell_name(("soft", row, 1)), letters))
    return pictures.mini_chart(title, rows, "HSDR")


def _stand_table(lesson: Lesson, words: Words, total: int) -> Markup:
    w = words.at("soft")
    rows = []
    for up in UPCARDS:
        cell = lesson.cells["soft", total, up]
        best = _best(cell)
        rows.append(
            (
                shown_rank(up),
                signed(cell.ev["stand"]),
                move(words, best),
                signed(cell.ev[best]),
                plain(cell.ev[best] - cell.ev["stand"]),
            )
        )
    title = cell_name(("soft", total, 1))
    return table(title, (w("up"), w("stand"), w("other"), "", w("cost")), rows)


# ------------------------------------------------------------------ insurance


def insurance_page(rules: Rules, name: Markup, words: Words) -> Page:
    w = words.at("insurance")
    sold = rules if rules.insurance != "none" else replace(rules, insurance="half")
    sections = []
    if rules.insurance == "none":
        sections.append(Section("none", str(words("links.insurance")), [paragraph(w("none"))]))
    sections += [_insurance_bet(sold, w), _sight(sold, w), _good(sold, w)]
    if rules.even_money or rules.blackjack_pays == "3:2":
        # Insuring a natural for half the bet comes to the same as even money only where it pays 3 to 2.
        sections.append(_even(sold, rules.even_money, w))
    sections.append(Section("when", str(w("when")), [paragraph(w("when_1")), note(w("condition"))]))
    return Page("article", w("title", table=name), w("description", table=name), w("lead"), sections)


def _insurance_bet(rules: Rules, w: Words) -> Section:
    natural = figures.natural_under_ace(rules)
    decks = rules.decks or 1
    tens, cards = (16 * decks, 52 * decks - (0 if rules.infinite else 1))
    value = 3 * natural - 1
    return Section(
        "bet",
        str(w("bet")),
        [
            paragraph(w("bet_1", tens=whole(tens), cards=whole(cards), share=percent(natural, 2))),
            picture(pictures.share(str(w("bet_picture")), natural, str(w("bet_third"))), w("bet_picture")),
            paragraph(w("bet_2", value=plain(-value))),
        ],
    )


def _sight(rules: Rules, w: Words) -> Section:
    found = figures.insurance_by_sight(rules)
    counts = [count for count in figures.SIGHT_CARDS if any(key[0] == count for key in found)]
    rows = [
        (str(tens), *(signed(found[count, tens]) if (count, tens) in found else "" for count in counts))
        for tens in figures.SIGHT_TENS
    ]
    head = (w("sight_head"), *(w("sight_cards", n=count) for count in counts))
    return Section("sight", str(w("sight")), [paragraph(w("sight_1")), table(w("sight"), head, rows)])


def _good(rules: Rules, w: Words) -> Section:
    rows = [
        (shown_cards(one.cards), signed(one.value), plain(-one.value / 2)) for one in figures.insurance_by_hand(rules)
    ]
    head = (w("good_hand"), w("good_value"), w("good_cost"))
    return Section(
        "good",
        str(w("good")),
        [
            paragraph(w("good_1")),
            picture(versus(("Kh", "Qs"), ("Ad",), w.language)),
            table(w("good"), head, rows),
        ],
    )


def _even(rules: Rules, offered: bool, w: Words) -> Section:
    odds = hand(replace(rules, even_money=True), (ACE, TEN), ACE)
    take, wait = odds.ev["even-money"], odds.ev["wait"]
    if take >= wait:
        said = w("even_gain", take=plain(take), wait=signed(wait), cost=percent(take - wait, 2))
    elif offered:
        said = w("even_1", take=plain(take), wait=signed(wait), cost=percent(wait - take, 2))
    else:
        said = w("even_none", take=plain(take), wait=signed(wait))
    drawn = picture(versus(("As", "Kd"), ("Ah",), w.language))
    return Section("even", str(w("even")), [drawn, paragraph(said)])
