"""Random rules, charts, counts and plans for tests of the simulator: everything that Rules and a strategy can say."""

import random
from dataclasses import replace
from typing import get_args

from zapato.rules import Rules, load, model
from zapato.simulation.plan import Counting, Plan, plan
from zapato.strategy import Chart
from zapato.strategy.chart import Cell
from zapato.strategy.counting import SYSTEMS
from zapato.strategy.deviations import Deviation, DeviationError, IndexPlays
from zapato.strategy.ramp import Ramp


def random_rules(rand: random.Random) -> Rules:
    """Any rules of play; shoes deep and shallow, fresh ones too."""
    decks = rand.randint(1, 8)
    cards = 52 * decks

    def switch() -> bool:
        return rand.random() < 0.5

    return replace(
        load("casino-es"),
        decks=decks,
        burn=rand.choice([0, 0, 1, 5]),
        reshuffle_below=rand.choice([cards, cards // 4, cards // 2, 15]),
        hole=rand.choice(get_args(model.Hole)),
        peek_on_ten=rand.random() < 0.7,
        hit_soft_17=switch(),
        blackjack_pays=rand.choice(get_args(model.BlackjackPays)),
        double=rand.choice(get_args(model.DoubleOn)),
        double_soft=switch(),
        double_after_split=rand.random() < 0.7,
        split=rand.choice(get_args(model.SplitBy)),
        max_hands=rand.choice([1, 2, 3, 4, 8]),
        resplit_aces=switch(),
        hit_split_aces=switch(),
        insurance=rand.choice(get_args(model.Insurance)),
        natural_may_insure=switch(),
        even_money=switch(),
        surrender=rand.choice(get_args(model.Surrender)),
        surrender_against_ace=switch(),
        split_order=rand.choice(get_args(model.SplitOrder)),
        bet_unit=10,
    )


def random_chart(rand: random.Random) -> Chart:
    """A chart that nobody would play: every move somewhere, so that every rule is met."""

    def cell(total: int) -> Cell:
        hit = rand.random() < (0.85 if total < 12 else 0.5 if total < 17 else 0.1)
        return Cell(hit, double=rand.random() < 0.3, surrender=rand.random() < 0.15)

    return Chart(
        hard=tuple(tuple(cell(total) for _ in range(10)) for total in range(4, 22)),
        soft=tuple(tuple(cell(total - 4) for _ in range(10)) for total in range(12, 22)),
        pairs=tuple(tuple(rand.random() < 0.6 for _ in range(10)) for _ in range(10)),
    )


def random_plays(rand: random.Random) -> IndexPlays:
    plays: dict[tuple[str, int, int, str], Deviation] = {}
    for _ in range(rand.choice([0, 6, 18, 40])):
        kind = rand.choice(["hard", "hard", "soft", "pair"])
        total = {"hard": rand.randint(5, 20), "soft": rand.randint(13, 20), "pair": rand.randint(1, 10)}[kind]
        move = rand.choice(["split", "surrender"] if kind == "pair" else ["stand", "hit", "double", "surrender"])
        play = Deviation(kind, total, rand.randint(1, 10), move, rand.randint(-3, 3))  # type: ignore[arg-type]
        plays.setdefault((kind, total, play.up, "stand" if move == "hit" else move), play)
    try:
        return IndexPlays(tuple(plays.values()), rand.choice([None, 0, 2]))
    except DeviationError:
        raise AssertionError(plays) from None


def random_plan(rand: random.Random, *, seed: int, counted: bool | None = None) -> Plan:
    """Any plan: one or several boxes, each with its own chart or all with one, company or none, counting or not."""
    rules = random_rules(rand)
    boxes = rand.choice([1, 1, 1, 2, 3, 5, 7])
    if rules.decks == 1:
        boxes = min(boxes, 3)
    charts = [random_chart(rand)] * boxes if rand.random() < 0.7 else [random_chart(rand) for _ in range(boxes)]
    company = [random_chart(rand)] if rand.random() < 0.2 and boxes < 7 else []
    if counted is None:
        counted = rand.random() < 0.5
    if not counted:
        return plan(rules, charts, company=company, seed=seed)
    system = rand.choice(list(SYSTEMS.values()))
    steps = tuple(sorted({rand.randint(-3, 6): rand.choice([0, 1, 2, 5, 12]) for _ in range(3)}.items()))
    return plan(
        rules,
        charts,
        company=company,
        counting=Counting(system, system.balanced),
        ramp=Ramp(1, steps),
        plays=random_plays(rand),
        seed=seed,
    )
