"""The trainer's core: a seeded learner's weak cells come back, are named, and every grade is the engine's."""

import random
from collections import Counter

import numpy as np
import pytest

from conftest import Rand
from zapato.cards import parse_cards
from zapato.odds import OddsError, hand, solve
from zapato.round import RoundState
from zapato.round.commands import Bet
from zapato.round.state import BoxState, Hand
from zapato.rules import load
from zapato.trainer.cells import cells_of
from zapato.trainer.counting import (
    PLAYS,
    TURNS,
    ask_at_count,
    grade_at_count,
    index_plays,
    is_insurance,
    seen_at,
    tag,
    values_at,
)
from zapato.trainer.drill import MODES, Question, grade, name_of, next_question
from zapato.trainer.memory import review
from zapato.trainer.progress import (
    CELLS_MAX,
    ROUNDS_MAX,
    TABLES_MAX,
    Progress,
    answered,
    cost_per_hundred,
    missed_at_table,
    reviewed,
    table_of,
    weakest,
)
from zapato.trainer.valuing import move

THOT = load("thot")
SOLUTION = solve(THOT)
CELLS = cells_of(SOLUTION)
CHART = SOLUTION.chart
assert CHART is not None


def train(wrong_at: set[str], hands: int, rng: random.Random, *, pace_ms: int) -> tuple[Progress, Counter[str]]:
    """A learner who plays the chart but in some cells, where they always take the worst move."""
    progress, came = Progress(), Counter[str]()
    for number in range(hands):
        now = 1_700_000_000_000 + number * pace_ms
        question = next_question(THOT, CELLS, table_of(progress, "thot"), "all", rng, now)
        odds = grade(THOT, CHART, question, "stand")
        choice = min(odds.ev, key=lambda move: odds.ev[move]) if question.cell in wrong_at else odds.chart
        graded = grade(THOT, CHART, question, choice)
        came[question.cell] += 1
        progress = answered(progress, "thot", graded.cell, right=graded.right, cost=graded.cost, now_ms=now)
    return progress, came


@pytest.mark.parametrize("pace_ms", [0, 8_000])
def test_weak_cells_come_back_and_are_named(rand: Rand, pace_ms: int) -> None:
    # The judge's learner, at a person's pace and with no time passing at all: the cells are three that were met early.
    seed = rand.random().randrange(2**32)
    _, met = train(set(), 12, random.Random(seed), pace_ms=pace_ms)
    weak = set(list(met)[:3])
    progress, came = train(weak, 112, random.Random(seed), pace_ms=pace_ms)
    others = [count for name, count in came.items() if name not in weak]
    mean = sum(others) / len(others)

    assert all(came[name] >= 4 for name in weak), came
    assert all(came[name] >= 3 * mean for name in weak), (came, mean)
    assert {name for name, _ in weakest(table_of(progress, "thot"))} == weak


def missed(cells: dict[str, int], hands: int = 0) -> Progress:
    """Somebody who trained some hands rightly and then missed these cells at a table, each so often."""
    progress, now = Progress(), 1_700_000_000_000
    for _ in range(hands):
        progress = answered(progress, "thot", "hard-9-2", right=True, cost=0.0, now_ms=now)
    for name, times in cells.items():
        for _ in range(times):
            progress = missed_at_table(progress, "thot", name, cost=0.25, now_ms=now)
    return progress


def test_mistakes_at_a_table_come_back_without_counting_as_trained_hands(rand: Rand) -> None:
    before, after = (table_of(missed(cells, 5), "thot") for cells in ({}, {"hard-16-10": 2, "pair-8-10": 1}))
    random_, now = rand.random(), 1_700_000_100_000
    asked = [next_question(THOT, CELLS, after, "mistakes", random_, now).cell for _ in range(40)]

    assert {"hard-16-10", "pair-8-10"} == set(asked)
    assert [name for name, _ in weakest(after)] == ["hard-16-10", "pair-8-10"]
    assert (after.cells["hard-16-10"].wrong, after.cells["hard-16-10"].cost) == (2, 0.5)
    assert (before.hands, before.streak, before.cost) == (after.hands, after.streak, after.cost) == (5, 5, 0.0)


def test_insurance_missed_at_a_table_comes_back_too(rand: Rand) -> None:
    # It is no cell of the chart, so the modes that draw cells would never deal it.
    random_, now = rand.random(), 1_700_000_100_000
    alone = table_of(missed({"insurance": 1}, 5), "thot")
    beside = table_of(missed({"insurance": 1, "hard-16-10": 1}, 5), "thot")

    assert {next_question(THOT, CELLS, alone, "mistakes", random_, now).cell for _ in range(20)} == {"insurance"}
    for mode in ("mistakes", "all"):
        asked = [next_question(THOT, CELLS, beside, mode, random_, now).cell for _ in range(80)]
        assert 5 < asked.count("insurance") < 40, (mode, asked)
    assert "insurance" not in {next_question(THOT, CELLS, beside, "hard", random_, now).cell for _ in range(60)}


@pytest.mark.parametrize(
    ("rules", "cards", "up", "cell"),
    [
        ("thot,max_hands=1", "8s 8h", "6c", "pair-8-6"),
        ("thot,split=rank", "Ks Qh", "6c", "pair-10-6"),
        ("thot", "Ks 5h 5c", "6c", "pair-10-6"),
        ("thot", "As 6h", "Tc", "soft-17-10"),
        ("thot", "9s 2h 5c", "Tc", "hard-16-10"),
    ],
)
def test_trainer_and_table_name_a_cell_alike(rules: str, cards: str, up: str, cell: str) -> None:
    # What was missed at a table must come back under the name by which the trainer deals it.
    known = load(rules)
    chart = solve(known).chart
    assert chart is not None
    held = parse_cards(cards)
    asked = Question(held, parse_cards(up)[0], (), "")
    graded = grade(known, chart, asked, "stand")
    state = RoundState(
        known,
        boxes=(BoxState(1, (Bet(1, "ana", 100),), (Hand(held, (100,)),)),),
        dealer=parse_cards(f"{up} 2d"),
        offers_over=True,
        peeked=False,
    )
    valued = move(state, 1, 1, tuple(graded.ev), chart)

    assert valued is not None
    assert graded.cell == valued.cell == cell
    assert cell in {name_of(place) for place in cells_of(solve(known))}


def test_a_cell_known_again_stops_coming_back() -> None:
    now = 1_700_000_000_000
    memory = review(None, right=False, now_ms=now)
    assert memory.learning
    for turn in range(1, 5):
        memory = review(memory, right=True, now_ms=now + turn * 600_000)

    assert not memory.learning
    assert memory.due_ms > now + 86_400_000


def test_the_time_may_go_back() -> None:
    # A host's clock that is set back must not break a learner's cards.
    memory = review(review(None, right=False, now_ms=2_000_000_000_000), right=True, now_ms=1_000_000_000_000)

    assert memory.last_ms == 1_000_000_000_000


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "rules", ["thot", "americana", "casino-es,decks=1", "thot,double=none,max_hands=1,insurance=none"]
)
def test_every_mode_deals_hands_that_can_be_graded(mode: str, rules: str, rand: Rand) -> None:
    rng = rand.random()
    known = load(rules)
    solution = solve(known)
    assert solution.chart is not None
    cells = cells_of(solution)
    for _ in range(25):
        question = next_question(known, cells, table_of(Progress(), rules), mode, rng, 0)  # type: ignore[arg-type]
        choice = "decline" if question.insurance else "stand"
        graded = grade(known, solution.chart, question, choice)
        assert graded.cost >= 0
        if mode in ("hard", "soft", "pair"):
            assert graded.cell.startswith(mode)
        if mode == "surrender" and known.surrender != "none":
            assert "surrender" in graded.ev


@pytest.mark.parametrize("rules", ["thot", "thot,decks=1"])
def test_many_cards_are_three_or_more_whatever_was_missed(rules: str, rand: Rand) -> None:
    # Soft totals are seldom drawn by luck, and come back when they were missed: they too must have their third card.
    known, rng, now = load(rules), rand.random(), 1_700_000_100_000
    cells = cells_of(solve(known))
    weak = {"soft-15-10": 3, "soft-15-4": 3, "hard-12-4": 3}
    progress = missed(weak)
    for _ in range(5):  # a cell comes back a few hands later
        progress = answered(progress, "thot", "hard-9-2", right=True, cost=0.0, now_ms=now)
    table = table_of(progress, "thot")
    asked = [next_question(known, cells, table, "long", rng, now) for _ in range(150)]

    assert {question.cell for question in asked} & set(weak)
    assert [question for question in asked if len(question.cards) < 3] == []


def test_a_grade_is_the_engines_word() -> None:
    question = Question(parse_cards("Ks 2h 4d"), "Tc", parse_cards("5s 5h"), "hard-16-10")  # type: ignore[arg-type]
    graded = grade(THOT, CHART, question, "hit")
    odds = hand("thot", "K 2 4", "T", "5 5")

    assert dict(odds.ev) == dict(graded.ev)
    assert graded.cost == pytest.approx(odds.ev["stand"] - odds.ev["hit"])
    assert graded.chart == "hit"
    assert graded.agrees


def test_a_natural_has_nothing_to_decide() -> None:
    # No page sends it; graded, it would leave a cell in the progress that is none of the chart's.
    question = Question(parse_cards("As Ks"), "Tc", (), "soft-21-10")  # type: ignore[arg-type]
    with pytest.raises(OddsError, match="nothing to decide"):
        grade(THOT, CHART, question, "wait")


def test_a_move_that_is_not_allowed_is_refused() -> None:
    question = Question(parse_cards("Ks 2h 4d"), "Tc", (), "hard-16-10")  # type: ignore[arg-type]
    with pytest.raises(OddsError, match="not allowed"):
        grade(THOT, CHART, question, "double")


@pytest.mark.parametrize("rules", ["thot", "thot,decks=1", "thot,decks=8"])
def test_the_insurance_drill_has_both_answers(rules: str, rand: Rand) -> None:
    known, rng, answers = load(rules), rand.random(), Counter[str]()
    solution = solve(known)
    assert solution.chart is not None
    for _ in range(120):
        question = next_question(known, cells_of(solution), table_of(Progress(), rules), "insurance", rng, 0)
        answers[grade(known, solution.chart, question, "decline").best] += 1

    assert min(answers["insure"], answers["decline"]) >= 12


def test_one_deck_never_deals_a_card_twice(rand: Rand) -> None:
    known, rng = load("thot,decks=1"), rand.random()
    cells = cells_of(solve(known))
    for mode in ("all", "pair", "long", "insurance"):
        for _ in range(60):
            question = next_question(known, cells, table_of(Progress(), "x"), mode, rng, 0)  # type: ignore[arg-type]
            cards = (*question.cards, question.up, *question.seen)
            assert len(set(cards)) == len(cards)


def test_insurance_is_right_where_the_tens_are_rich() -> None:
    poor = Question(parse_cards("Ks Qh"), "Ac", parse_cards("Ts Td"), "insurance", insurance=True)  # type: ignore[arg-type]
    one_deck = load("thot,decks=1")
    chart = solve(one_deck).chart
    assert chart is not None
    rich = Question(parse_cards("5s 6h"), "Ac", parse_cards("2s 3s 4s 5d 6d 7d 8d 9d"), "insurance", insurance=True)  # type: ignore[arg-type]

    assert grade(THOT, CHART, poor, "decline").right
    assert not grade(THOT, CHART, poor, "insure").right
    assert grade(one_deck, chart, rich, "insure").right
    assert not grade(one_deck, chart, rich, "decline").right


def test_progress_is_bounded() -> None:
    progress = Progress()
    for number in range(CELLS_MAX + 5):
        progress = answered(progress, "thot", f"cell-{number}", right=True, cost=0.0, now_ms=number)
    for number in range(TABLES_MAX + 3):
        progress = answered(progress, f"table-{number}", "hard-16-10", right=False, cost=0.1, now_ms=10_000 + number)

    assert len(progress.tables) == TABLES_MAX
    assert "thot" not in progress.tables
    assert cost_per_hundred(progress.tables["table-5"]) == pytest.approx(10.0)


def test_of_many_reviewed_rounds_the_last_ones_are_known() -> None:
    # A table remembers its last rounds, so these are the ones that may be asked for once more.
    kept = Progress()
    for number in range(ROUNDS_MAX + 10):
        counted = reviewed(kept, f"escribas-{number}")
        assert counted is not None
        kept = counted
        assert reviewed(kept, f"escribas-{number}") is None
    assert len(kept.rounds) == ROUNDS_MAX


def test_cells_have_the_names_that_the_page_gives_them() -> None:
    assert {name_of(place) for place in CELLS} >= {"hard-16-10", "soft-18-A", "pair-A-6", "pair-10-5"}


# ------------------------------------------------------------------ counting


@pytest.mark.parametrize("running", range(-20, 21, 4))
def test_the_shoes_of_a_count_have_that_count(running: int) -> None:
    for turn in range(TURNS):
        seen = seen_at(THOT, running, 3, turn, (10, 6, 10))
        assert running == sum(tag(10 if card == "T" else 1 if card == "A" else int(card)) for card in seen)
        assert abs(len(seen) - 3 * 52) <= 4


@pytest.mark.parametrize(("own", "true_count"), [((10, 6, 10), 1), ((9, 7, 9), 5), ((10, 2, 2), 4), ((10, 6, 1), 3)])
def test_the_shoes_of_a_count_are_those_that_shuffling_leaves(own: tuple[int, ...], true_count: int) -> None:
    # A quarter of a million shuffled shoes, half dealt; those of this floored count hold each value as often as the model's.
    pool = np.array([24] * 9 + [96])
    for card in own:
        pool[card - 1] -= 1
    gone = np.random.default_rng(7).multivariate_hypergeometric(pool, 156, size=250_000, method="marginals")
    tags = np.array([tag(each) for each in range(1, 11)])
    running = gone @ tags + sum(map(tag, own))
    found = gone[running // 3 == true_count]
    model = [
        Counter(seen_at(THOT, count - sum(map(tag, own)), 3, turn, own))
        for count in range(3 * true_count, 3 * true_count + 3)
        for turn in range(TURNS)
    ]
    for place, name in enumerate("A23456789T"):
        mean = sum(each[name] for each in model) / len(model)
        assert mean == pytest.approx(found[:, place].mean(), abs=0.35), name


def test_an_index_is_where_the_values_cross() -> None:
    # Fault 15 of the known ones: deviations at the wrong count.
    plays = index_plays(THOT)
    assert len(plays) == len(PLAYS) + 1
    for play in plays:
        before, after = (
            values_at(THOT, play.cards, play.up, count, 3, insurance=is_insurance(play))[0]
            for count in (play.index - 1, play.index)
        )
        assert before[play.below] >= before[play.above]
        assert after[play.above] > after[play.below]


def test_insurance_is_worth_it_from_three_on() -> None:
    # Anybody can check this one: a third of the unseen cards must be tens. Half of six decks less the ace, one ten and one
    # low card are 153 unseen; at a true count of 3 (running 9, of it one for the ace) 48 + 0.4 * 10 - 1 of them are tens.
    first = index_plays(THOT)[0]

    assert (first.below, first.above, first.index) == ("decline", "insure", 3)
    assert 48 + 0.4 * (3 * 3 + 1) - 1 == 153 / 3


def test_no_index_is_told_where_half_a_shoe_is_no_whole_decks() -> None:
    assert index_plays(load("thot,decks=1")) == index_plays(load("thot,decks=infinite")) == ()
    assert all(not is_insurance(play) for play in index_plays(load("thot,insurance=none")))


def test_the_drill_asks_on_both_sides_of_an_index(rand: Rand) -> None:
    plays, rng = index_plays(THOT), rand.random()
    sides = Counter[str]()
    for _ in range(200):
        play, true_count = ask_at_count(plays, rng)
        graded = grade_at_count(THOT, play, true_count, play.below)
        sides[graded.best] += 1
        assert graded.best == (play.above if true_count >= play.index else play.below)
        assert (graded.cost > 0) == (true_count >= play.index)

    assert (sides["insure"] and sides["decline"]) or len(sides) > 3


def test_a_count_takes_no_move_that_is_none() -> None:
    with pytest.raises(OddsError, match="not allowed"):
        grade_at_count(THOT, index_plays(THOT)[1], 0, "split")
