"""How it is played, written from Rules: each sentence is chosen by the very switch that the table obeys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from markupsafe import Markup

from zapato.cards import Card, pretty
from zapato.odds import DealerOdds
from zapato.rules import Rules
from zapato.server.study import pictures, story
from zapato.server.study.figures import shown_rank
from zapato.server.study.parts import Page, Section, bullets, note, paragraph, picture, questions, table
from zapato.server.study.words import Words, percent, whole
from zapato.strategy import Chart
from zapato.trainer.cells import UPCARDS

BOXES_PER_PLAYER_HERE: Final = 1
"""How many boxes one person has at the tables of this house, whatever the rules would allow."""
BETS_BEHIND_HERE: Final = False
"""Whether the tables of this house take bets behind, where the rules would allow them."""


def build(rules: Rules, name: Markup, words: Words, dealer: DealerOdds, chart: Chart) -> Page:
    w = words.at("rules")
    sections = [
        _goal(rules, w),
        _values(w),
        _table(rules, w),
        _deal(rules, w),
        _peek(rules, w, dealer),
        _insurance(rules, w),
        _moves(rules, w),
        _dealers(rules, words, dealer),
        _pays(rules, w),
        _round(rules, w, chart),
        Section("no", str(w("no.title")), [bullets(_has_not(rules, w)), paragraph(w("no.edge"))]),
        Section("ask", str(w("ask.title")), [questions(_asked(rules, w))]),
    ]
    return Page("article", w("title", table=name), w("description", table=name), w("lead"), sections)


def paid(rules: Rules, words: Words) -> str:
    return str(words("edge.value.blackjack_pays_" + rules.blackjack_pays.replace(":", "_")))


def _pays_text(rules: Rules, w: Words) -> str:
    return paid(rules, Words(w.language))


def _goal(rules: Rules, w: Words) -> Section:
    return Section("goal", str(w("goal")), [paragraph(w("goal_1")), paragraph(w("goal_2", pays=_pays_text(rules, w)))])


def _values(w: Words) -> Section:
    rows = [
        (w("values_pips"), w("values_pips_points")),
        (w("values_faces"), "10"),
        (w("values_ace"), w("values_ace_points")),
    ]
    shown = picture(pictures.hand(("As", "6d"), str(w("values_picture"))), w("values_picture"))
    return Section(
        "values",
        str(w("values")),
        [table(w("values"), (w("values_card"), w("values_points")), rows), paragraph(w("values_1")), shown],
    )


def _table(rules: Rules, w: Words) -> Section:
    items = [
        w("table_limits", low=whole(rules.bet_min), high=whole(rules.bet_max), unit=whole(rules.bet_unit)),
        w("table_chips", chips=" · ".join(map(whole, rules.chips))),
        Markup(" ").join(
            (
                w("table_boxes", boxes=rules.boxes),
                w("table_boxes_one")
                if rules.boxes_per_player == 1
                else w("table_boxes_many", n=rules.boxes_per_player),
                *([w("table_boxes_here")] if rules.boxes_per_player > BOXES_PER_PLAYER_HERE else []),
            )
        ),
    ]
    if rules.behind_max:
        behind = [w("table_behind", n=rules.behind_max), *([w("table_behind_standing")] * rules.behind_standing_only)]
        behind += [] if BETS_BEHIND_HERE else [w("table_behind_here")]
        items.append(Markup(" ").join(behind))
    items.append(w("table_clock", n=rules.bet_clock) if rules.bet_clock else w("table_no_clock"))
    return Section("table", str(w("table")), [bullets(items), paragraph(w("table_reserve"))])


def _deal(rules: Rules, w: Words) -> Section:
    if rules.infinite:
        shoe = w("deal_endless")
    elif rules.decks == 1:
        shoe = w("deal_one_deck", cards=rules.shoe_cards)
    else:
        shoe = w("deal_decks", decks=rules.decks, cards=rules.shoe_cards)
    life: list[Markup] = []
    if not rules.infinite:
        fresh = rules.reshuffle_below >= rules.shoe_cards
        life.append(w("deal_fresh") if fresh else w("deal_reshuffle", n=rules.reshuffle_below))
        if rules.burn:
            life.append(w("deal_burn", n=rules.burn))
    order = w("deal_peek" if rules.has_hole_card else "deal_enhc")
    return Section("deal", str(w("deal")), [paragraph(shoe, order), *([paragraph(*life)] if life else [])])


def _peek(rules: Rules, w: Words, dealer: DealerOdds) -> Section:
    kind = rules.hole if not rules.has_hole_card else "both" if rules.peek_on_ten else "ace"
    natural = {up: dealer.by_upcard[up].unconditional["blackjack"] for up in (10, 1)}
    figures = w("peek_odds", ten=percent(natural[10], 2), ace=percent(natural[1], 2))
    return Section("peek", str(w("peek")), [paragraph(w(f"peek_{kind}")), paragraph(figures)])


def _insurance(rules: Rules, w: Words) -> Section:
    if rules.insurance == "none":
        return Section("insurance", str(w("insurance")), [paragraph(w("insurance_none"))])
    said = [w("insurance_half" if rules.insurance == "half" else "insurance_up")]
    said.append(w("insurance_on" if rules.has_hole_card else "insurance_late"))
    if rules.even_money:
        said.append(w("insurance_even"))
    if rules.natural_may_insure:
        said.append(w("insurance_natural"))
    elif not rules.even_money:
        said.append(w("insurance_no_natural"))
    if rules.insurance_clock:
        said.append(w("insurance_clock", n=rules.insurance_clock))
    return Section("insurance", str(w("insurance")), [paragraph(*said)])


def _moves(rules: Rules, w: Words) -> Section:
    items = [w("moves_hit"), w("moves_stand"), Markup(" ").join(_double(rules, w)), Markup(" ").join(_split(rules, w))]
    if rules.surrender != "none":
        items.append(Markup(" ").join(_surrender(rules, w)))
    order = [w("moves_order")]
    if rules.max_hands > 1:
        order.append(w("moves_order_right" if rules.split_order == "right" else "moves_order_first"))
    if rules.move_clock:
        order.append(w("moves_clock", n=rules.move_clock))
    return Section("moves", str(w("moves")), [bullets(items), paragraph(*order)])


def _double(rules: Rules, w: Words) -> Iterator[Markup]:
    if rules.double == "none":
        yield w("moves_double_none")
        return
    yield w("moves_double")
    yield w({"any": "moves_double_any", "9-11": "moves_double_9", "10-11": "moves_double_10"}[rules.double])
    if rules.double != "any" and rules.double_soft:
        yield w("moves_double_soft")
    if rules.max_hands > 1:
        yield w("moves_das" if rules.double_after_split else "moves_no_das")


def _split(rules: Rules, w: Words) -> Iterator[Markup]:
    if rules.max_hands == 1:
        yield w("moves_no_split")
        return
    yield w("moves_split" if rules.split == "value" else "moves_split_rank")
    yield w("moves_hands_two") if rules.max_hands == 2 else w("moves_hands", n=rules.max_hands)
    yield w("moves_aces_hit" if rules.hit_split_aces else "moves_aces_one")
    if rules.max_hands > 2:
        yield w("moves_aces_again" if rules.resplit_aces else "moves_aces_once")


def _surrender(rules: Rules, w: Words) -> Iterator[Markup]:
    early = "moves_early" if rules.has_hole_card else "moves_early_enhc"
    yield w("moves_late" if rules.surrender == "late" else early)
    if not rules.surrender_against_ace:
        yield w("moves_no_ace")
    if rules.surrender == "late" and not rules.has_hole_card:
        yield w("moves_late_enhc")


def _dealers(rules: Rules, words: Words, dealer: DealerOdds) -> Section:
    w = words.at("rules")
    odds = {up: dealer.by_upcard[up] for up in UPCARDS}
    rows = [
        (shown_rank(up), percent(one.unconditional["bust"], 2), percent(one.given_no_natural["bust"], 2))
        for up, one in odds.items()
    ]
    drawn = pictures.columns(
        str(w("dealers_figure")), [(shown_rank(up), one.unconditional["bust"]) for up, one in odds.items()]
    )
    head = (words("chart.dealer"), w("dealers_bust_head"), w("dealers_given_head"))
    ten = odds[10]
    return Section(
        "dealers",
        str(w("dealers")),
        [
            paragraph(
                w("dealers_h17" if rules.hit_soft_17 else "dealers_s17"),
                w("dealers_none" if rules.has_hole_card else "dealers_none_enhc"),
            ),
            paragraph(w("dealers_why")),
            picture(drawn, w("dealers_figure")),
            table(w("dealers_figure"), head, rows),
            paragraph(
                w(
                    "dealers_ten",
                    plain=percent(ten.unconditional["bust"], 2),
                    given=percent(ten.given_no_natural["bust"], 2),
                )
            ),
        ],
    )


def _pays(rules: Rules, w: Words) -> Section:
    even = Words(w.language)("edge.value.blackjack_pays_1_1")
    rows: list[tuple[object, object]] = [
        (w("pays_blackjack"), _pays_text(rules, w)),
        (w("pays_win"), even),
        (w("pays_push"), w("pays_push_pays")),
        (w("pays_both"), w("pays_push_pays")),
        (w("pays_lose"), w("pays_lose_pays")),
    ]
    if rules.insurance != "none":
        rows.append((w("pays_insurance"), even.replace("1", "2", 1)))
        if rules.even_money:
            rows.append((w("pays_even"), w("pays_even_pays")))
    if rules.surrender != "none":
        rows.append((w("pays_surrender"), w("pays_surrender_pays")))
    return Section(
        "pays", str(w("pays")), [table(w("pays"), (w("pays_result"), w("pays_pays")), rows), paragraph(w("pays_1"))]
    )


def _round(rules: Rules, w: Words, chart: Chart) -> Section:
    played = story.play(rules, chart)
    steps = story.steps(played, w)
    items = Markup("").join(_step(step, before, w) for step, before in zip(steps, (None, *steps[:-1]), strict=True))
    names = ("step", "back", "next", "play", "pause", "again", "all", "one")
    said = Markup(" ").join(
        Markup('data-{}="{}"').format(name, w(f"round_{name}", n="#", of=len(steps))) for name in names
    )
    told = Markup('<ol class="story" {}>{}</ol>').format(said, items)
    lead = w("round_lead_golden" if played.golden else "round_lead")
    return Section("round", str(w("round")), [paragraph(lead), told, note(w("round_after"))])


def _step(step: story.Step, before: story.Step | None, w: Words) -> Markup:
    """What happened, and the felt as it lies then; the cards that are new may come in."""
    dealers = w("round_dealer_head")
    piles = [(str(dealers), step.dealer, _new(step.dealer, before.dealer if before else ()))]
    for place, (who, cards) in enumerate(step.hands):
        held = before.hands[place][1] if before and place < len(before.hands) else ()
        piles.append((who, cards, _new(cards, held)))
    felt = Markup("").join(
        Markup("<div><span>{}</span>{}</div>").format(who, pictures.hand(cards, f"{who}: {_spoken(cards)}", new=new))
        for who, cards, new in piles
        if cards
    )
    drawn = Markup('<div class="felt-step">{}</div>').format(felt) if felt else ""
    return Markup("<li><p>{}</p>{}</li>").format(step.said, drawn)


def _new(cards: Sequence[str], before: Sequence[str]) -> int:
    """The first place whose card was not there before."""
    for place, (now, then) in enumerate(zip(cards, before, strict=False)):
        if now != then:
            return place
    return len(before)


def _spoken(cards: Sequence[str]) -> str:
    return " ".join("?" if code == "--" else pretty(Card(code)) for code in cards)


def _has_not(rules: Rules, w: Words) -> Iterator[Markup]:
    n = w.at("rules.no")
    if rules.surrender == "none":
        yield n("surrender")
    if rules.double == "none":
        yield n("double")
    elif not rules.double_after_split and rules.max_hands > 1:
        yield n("das")
    if rules.max_hands == 1:
        yield n("split")
    else:
        if not rules.resplit_aces:
            yield n("resplit")
        if not rules.hit_split_aces:
            yield n("hit_aces")
    if rules.blackjack_pays == "3:2":
        yield n("six_five")
    if not rules.hit_soft_17:
        yield n("h17")
    if not rules.has_hole_card:
        yield n("hole")
    if rules.insurance == "none":
        yield n("insurance")
        yield n("side_all")
    else:
        yield n("side")
    if not rules.behind_max:
        yield n("behind")
    yield n("money")


def _asked(rules: Rules, w: Words) -> Iterator[tuple[Markup, Markup]]:
    a = w.at("rules.ask")
    yield a("h17"), a("h17_yes" if rules.hit_soft_17 else "h17_no")
    yield a("kt"), a("kt_never" if rules.max_hands == 1 else "kt_yes" if rules.split == "value" else "kt_no")
    yield a("both"), a("both_even" if rules.even_money and rules.insurance != "none" else "both_answer")
    may = rules.double_after_split and rules.double != "none" and rules.max_hands > 1
    yield a("das"), a("das_no" if not may else "das_yes_aces" if rules.hit_split_aces else "das_yes")
    yield a("surrender"), a("surrender_no" if rules.surrender == "none" else "surrender_yes")
    endless = rules.infinite
    yield a("decks"), a("decks_endless") if endless else a("decks_answer", decks=rules.decks, cards=rules.shoe_cards)
