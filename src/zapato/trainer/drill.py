"""The hand to train next, and what an answer to it was worth. Pure: chance comes as an argument, the time with the progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import Final, Literal, get_args

from zapato.cards import VALUE_NAMES, Card, pack, parse_card, value
from zapato.odds import HandOdds, OddsError, hand
from zapato.rules import Rules
from zapato.strategy import Chart
from zapato.trainer.cells import CellOdds, Place, cell_of, place_of
from zapato.trainer.progress import CellRecord, TableRecord

Mode = Literal["all", "hard", "soft", "pair", "double", "surrender", "insurance", "mistakes", "long"]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)

INSURANCE: Final = "insurance"
"""The name of the one cell that is no place on the chart."""

RETURN_SHARE: Final = 0.45
"""How often the next hand is one that is due or being learnt, where there is one."""
APART: Final = 3
"""Hands between two of the same cell."""
EASY_GAP: Final = 0.35
"""A cell whose chart move wins by more than this, in initial bets, hardly needs training…"""
EASY_WEIGHT: Final = 0.12
"""…and is dealt this much as often as its like."""
UNSEEN_WEIGHT: Final = 3.0
SEEN_MAX: Final = 60
"""Cards in sight beside the hand that a question may name."""


@dataclass(frozen=True, slots=True)
class Question:
    """A hand to decide. `seen` are further cards in sight: they are out of the shoe that the answer is valued by."""

    cards: tuple[Card, ...]
    up: Card
    seen: tuple[Card, ...]
    cell: str
    insurance: bool = False


@dataclass(frozen=True, slots=True)
class Grade:
    """What each choice was worth, and the one that was made."""

    cell: str
    choice: str
    chart: str
    """The chart's move."""
    best: str
    ev: Mapping[str, float]
    """In initial bets, exact for this shoe; for insurance of the answers `insure` and `decline`."""
    condition: str
    cost: float
    """Given up against the best, in initial bets."""
    agrees: bool
    """The choice was the chart's."""

    @property
    def right(self) -> bool:
        """By the chart, or as good as the best for these very cards."""
        return self.agrees or self.cost <= 0


def name_of(place: Place) -> str:
    part, row, up = place
    return f"{part}-{'A' if part == 'pair' and row == 1 else row}-{'A' if up == 1 else up}"


def next_question(
    rules: Rules,
    cells: Mapping[Place, CellOdds],
    table: TableRecord,
    mode: Mode,
    chance: Random,
    now_ms: int,
) -> Question:
    """The next hand of a mode. Cells that were missed come back among fresh ones until they are known; then FSRS says when."""
    if mode == "insurance" and rules.insurance != "none":
        return _insurance(rules, chance)
    named = {name_of(place): cell for place, cell in cells.items()}
    pool = {name: cell for name, cell in named.items() if _wanted(cell, mode, table.cells.get(name))}
    if mode in ("all", "mistakes") and rules.insurance != "none" and _insurance_is_back(table, chance, now_ms):
        return _insurance(rules, chance)
    if mode == "mistakes" and not pool and rules.insurance != "none" and table.cells.get(INSURANCE, CellRecord()).wrong:
        return _insurance(rules, chance)
    pool = pool or named
    place = _choose(pool, table, chance, now_ms)
    cell = pool[place]
    if mode == "long" and cell.part != "pair":
        longer = _long_hand(rules, cell, chance)
        if longer is not None:
            return longer
    weights = [3.0 if len(set(odds.cards)) > 1 else 1.0 for odds in cell.hands]
    values = chance.choices(cell.hands, weights)[0].cards
    cards = dressed(rules, values, chance)
    return Question(cards, _card(cell.up, chance, cards, rules.decks), (), place)


def modes_of(rules: Rules, cells: Mapping[Place, CellOdds]) -> tuple[Mode, ...]:
    """The modes that this table has hands for; `mistakes` always, as they are the learner's."""
    return tuple(
        mode
        for mode in MODES
        if mode == "mistakes"
        or (
            rules.insurance != "none"
            if mode == "insurance"
            else any(_wanted(cell, mode, None) for cell in cells.values())
        )
    )


def _wanted(cell: CellOdds, mode: Mode, record: object) -> bool:
    match mode:
        case "hard" | "soft" | "pair":
            return cell.part == mode
        case "double":
            return "double" in cell.ev and "double" in (cell.move, cell.second)
        case "surrender":
            return "surrender" in cell.ev and "surrender" in (cell.move, cell.second)
        case "mistakes":
            return bool(getattr(record, "wrong", 0))
        case "long":
            return cell.part != "pair" and (15 if cell.part == "soft" else 12) <= cell.row <= (
                19 if cell.part == "soft" else 17
            )
        case _:
            return True


def _choose(pool: Mapping[str, CellOdds], table: TableRecord, chance: Random, now_ms: int) -> str:
    recent = {name for name, record in table.cells.items() if table.hands - record.hand < APART}
    back = [
        name
        for name in pool
        if name not in recent
        and (record := table.cells.get(name)) is not None
        and record.memory is not None
        and (record.memory.due_ms <= now_ms or (record.memory.learning and record.wrong))
    ]
    if back and chance.random() < RETURN_SHARE:
        return min(back, key=lambda name: table.cells[name].hand)
    fresh = [name for name in pool if name not in recent] or list(pool)
    weights = [
        (EASY_WEIGHT if _gap(pool[name]) > EASY_GAP else 1.0)
        * (UNSEEN_WEIGHT if name not in table.cells else 1.0)
        * (3.0 if pool[name].up == 10 else 1.0)
        for name in fresh
    ]
    return chance.choices(fresh, weights)[0]


def _insurance_is_back(table: TableRecord, chance: Random, now_ms: int) -> bool:
    """Insurance is no place on the chart: a mistake in it comes back beside the cells', half as often."""
    record = table.cells.get(INSURANCE)
    if record is None or not record.wrong or record.memory is None or table.hands - record.hand < APART:
        return False
    due = record.memory.due_ms <= now_ms or record.memory.learning
    return due and chance.random() < RETURN_SHARE / 2


def _gap(cell: CellOdds) -> float:
    """A cell with one move only is as easy as can be."""
    return 1.0 if cell.gap is None else cell.gap


def _insurance(rules: Rules, chance: Random) -> Question:
    """An ace up and cards in sight: half the time as few as one round shows, half the time as many as bring it near to worth it."""
    decks = 1 if rules.infinite else rules.decks
    others = [card for card in pack(decks) if value(card) not in (1, 10)]
    tens = [card for card in pack(decks) if value(card) == 10]
    chance.shuffle(others)
    chance.shuffle(tens)
    some = chance.randint(0, 4)
    if chance.random() < 0.5:
        rest = chance.choice((2, 4, 6, 8)) - min(some, 2)
    else:
        # With `some` tens gone, a third of the unseen cards are tens once 4 * decks - 1 + 2 * some others are gone.
        rest = max(2, 4 * decks - 1 + 2 * some + chance.choice((-6, -3, -1, 1, 3, 6)))
    drawn = [*tens[:some], *others[: max(rest, 2)]]
    chance.shuffle(drawn)
    return Question(tuple(drawn[:2]), _card(1, chance), tuple(drawn[2:]), INSURANCE, insurance=True)


def _long_hand(rules: Rules, cell: CellOdds, chance: Random) -> Question | None:
    """Three cards or more of the cell's total, drawn at random; None where the shoe holds no such hand."""
    lengths = [3, 4, 5]
    while lengths:
        length = chance.choice([3, *lengths] if 3 in lengths else lengths)
        lengths.remove(length)
        hands = list(_hands_of(length, cell.part, cell.row))
        chance.shuffle(hands)
        for values in hands:
            try:
                hand(rules, values, cell.up)
            except OddsError:
                continue  # so few decks do not hold these cards
            cards = dressed(rules, values, chance)
            return Question(cards, _card(cell.up, chance, cards, rules.decks), (), name_of(cell.place))
    return None


@cache
def _hands_of(length: int, part: str, row: int) -> tuple[tuple[int, ...], ...]:
    """Every hand of so many card values that counts this total."""
    every = combinations_with_replacement(range(1, 11), length)
    return tuple(values for values in every if place_of(values, 1)[:2] == (part, row))


def dressed(rules: Rules, values: Sequence[int], chance: Random) -> tuple[Card, ...]:
    """Cards of these values, none more often than the decks hold it. Where only equal ranks are a pair, a pair of tens is one."""
    cards: list[Card] = []
    for each in chance.sample(list(values), len(values)):
        cards.append(_card(each, chance, cards, rules.decks))
    while rules.split == "rank" and len(values) == 2 and values[0] == values[1] == 10 and cards[0][0] != cards[1][0]:
        cards[1] = _card(10, chance, cards[:1], rules.decks)
    return tuple(cards)


def _card(of_value: int, chance: Random, taken: Sequence[Card] = (), decks: int = 0) -> Card:
    """A card of this value that so many decks (0: an endless shoe) still hold beside those `taken`."""
    while True:
        rank = chance.choice("TJQK") if of_value == 10 else VALUE_NAMES[of_value - 1]
        card = parse_card(rank + chance.choice("shdc"))
        if not decks or taken.count(card) < decks:
            return card


def grade(rules: Rules, chart: Chart, question: Question, choice: str) -> Grade:
    """What a choice was worth.

    Raises:
        OddsError: no such hand, or a choice that these rules do not allow here.
    """
    held = [card[0] for card in question.cards]
    odds = hand(rules, held, question.up[0], [card[0] for card in question.seen])
    if question.insurance:
        return _grade_insurance(odds, choice)
    if "wait" in odds.ev:
        raise OddsError("a blackjack has nothing to decide: it waits for the dealer")
    if choice not in odds.ev or odds.best is None:
        raise OddsError(f"{choice[:20]!r} is not allowed here: {', '.join(odds.ev)}")
    values = tuple(value(card) for card in question.cards)
    told = chart.choose(values, value(question.up), odds.ev)
    return Grade(
        cell=name_of(cell_of(values, value(question.up), splits="split" in odds.ev, rules_split=rules.max_hands > 1)),
        choice=choice,
        chart=told,
        best=odds.best,
        ev=dict(odds.ev),
        condition=odds.condition,
        cost=max(odds.ev[odds.best] - odds.ev[choice], 0.0),
        agrees=choice == told,
    )


def _grade_insurance(odds: HandOdds, choice: str) -> Grade:
    if odds.insurance is None or choice not in ("insure", "decline"):
        raise OddsError("answer insure or decline, under an ace, where insurance is sold")
    ev = {"insure": odds.insurance / 2, "decline": 0.0}
    best = max(ev, key=lambda name: ev[name])
    return Grade(
        cell=INSURANCE,
        choice=choice,
        chart="decline",
        best=best,
        ev=ev,
        condition="unconditional",
        cost=max(ev[best] - ev[choice], 0.0),
        agrees=choice == "decline" == best,
    )
