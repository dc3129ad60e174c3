"""What to simulate: rules, boxes, strategies, count, bets and the seed. A frozen value; the same plan gives the same result."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zapato import _kernel
from zapato.rules import Rules, load, to_mapping
from zapato.simulation import tables
from zapato.simulation.tables import NEVER, Buckets, Tables
from zapato.strategy import Chart
from zapato.strategy.counting import CountingSystem, DecksLeft, Rounding
from zapato.strategy.deviations import COUNT_MAX, NO_PLAYS, IndexPlays
from zapato.strategy.ramp import FLAT, Ramp

BOXES_MAX: Final = 7
SEED_MAX: Final = 2**64 - 1

STREAM: Final = "threefry2x64-13/1"
"""Names the way from a seed to cards and from cards to results; any change to it needs a new name."""

FRESH_ROUNDS_PER_UNIT: Final = 48
"""Fresh shoe each round: so many rounds share a stream. Enough to keep the vector engine's lanes busy, few enough to be cheap."""

UNITS_PER_CHUNK: Final = 16_384
"""Units that are played in one go: some 700,000 rounds, 5 ms to 100 ms of work."""

_IGNORED: Final = frozenset(
    (
        *("boxes", "boxes_per_player", "behind_max", "behind_standing_only", "bet_min", "bet_max", "bet_unit", "chips"),
        *("bet_clock", "move_clock", "insurance_clock", "pay_order", "split_order"),
    )
)
"""Parameters of Rules that change no result here: money, seats, clocks, and the order of what is worth the same."""


class PlanError(ValueError):
    """A plan that can't be played: what is wrong, and what to do about it."""


@dataclass(frozen=True, eq=False)
class HandStrategy:
    """A strategy that looks at every card: states are sets of cards, laid out as in `tables.Tables`."""

    name: str
    following: NDArray[np.uint16] = field(repr=False)
    answers: NDArray[np.uint8] = field(repr=False)

    @cached_property
    def tables(self) -> Tables:
        turns = np.full((4, *self.answers.shape), NEVER, np.uint8)
        return Tables(self.following, self.answers, turns, NEVER, None)


Strategy = Chart | HandStrategy


@dataclass(frozen=True, slots=True)
class Box:
    """A betting place and who plays there. `company` takes cards but is not in the result; it bets one unit and never counts."""

    strategy: Strategy
    company: bool = False


@dataclass(frozen=True, slots=True)
class Counting:
    """How the player counts and reads the count."""

    system: CountingSystem
    true_count: bool
    """Running count per deck left; False: the running count itself."""
    rounding: Rounding = "floor"
    decks_left: DecksLeft = "exact"
    """How finely the player sees how many decks are left."""


@dataclass(frozen=True)
class Plan:
    """All that decides a result. Build with `plan`, which checks; `rounds`, threads and precision are no part of it."""

    rules: Rules
    boxes: tuple[Box, ...]
    seed: int = 1
    counting: Counting | None = None
    ramp: Ramp = FLAT
    plays: IndexPlays = NO_PLAYS
    shoes_per_unit: int = 1

    def __post_init__(self) -> None:
        if self.rules.infinite:
            raise PlanError("an endless shoe can't be dealt from; only odds understand decks = infinite")
        if self.rules.burn >= self.rules.shoe_cards:
            raise PlanError(f"burn = {self.rules.burn} leaves nothing of a shoe of {self.rules.shoe_cards} cards")
        if not 1 <= len(self.boxes) <= BOXES_MAX:
            raise PlanError(f"{len(self.boxes)} boxes; a table has 1 to {BOXES_MAX}")
        if all(box.company for box in self.boxes):
            raise PlanError("a plan needs a box that is not company")
        if not 0 <= self.seed <= SEED_MAX:
            raise PlanError(f"seed {self.seed} is not from 0 to 2^64 - 1")
        if not 1 <= self.shoes_per_unit <= 1024:
            raise PlanError(f"shoes_per_unit {self.shoes_per_unit} is not from 1 to 1024")
        if self.counting is None and (self.ramp.steps or self.plays.plays or self.plays.insurance is not None):
            raise PlanError("a bet ramp, index plays and insurance need a count to go by: give --count")
        if self.counting is not None and self.plays.plays and not all(isinstance(b.strategy, Chart) for b in self._own):
            raise PlanError("index plays change a chart; a strategy that looks at every card has no cells to change")

    @property
    def _own(self) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes if not box.company)

    @property
    def own_boxes(self) -> int:
        """Boxes whose money is in the result."""
        return len(self._own)

    @property
    def fresh_each_round(self) -> bool:
        return self.rules.reshuffle_below >= self.rules.shoe_cards

    @cached_property
    def buckets(self) -> Buckets:
        """The counts told apart."""
        if self.counting is None:
            return Buckets(0, 1)
        at = [count for count, _ in self.ramp.steps] + [play.index for play in self.plays.plays]
        if self.plays.insurance is not None:
            at.append(self.plays.insurance)
        reach = 10 if self.counting.true_count else COUNT_MAX
        low, high = min([-reach, *(index - 1 for index in at)]), max([reach, *at])
        return Buckets(low, high - low + 1)

    @cached_property
    def bets(self) -> tuple[int, ...]:
        """Units per box, by bucket."""
        if self.counting is None:
            return (self.ramp.base,)
        return tuple(self.ramp.units(count) for count in self.buckets.counts())

    @cached_property
    def simulation(self) -> _kernel.Simulation:
        """The plan as the kernel holds it."""
        built = _kernel.Simulation(tables.game(self.rules), self.seed, self.shoes_per_unit)
        added: dict[tuple[int, bool], int] = {}
        for box in self.boxes:
            key = (id(box.strategy), box.company)
            if key not in added:
                added[key] = len(added)
                found = self._tables(box)
                built.add_strategy(
                    found.following.ravel(), found.answers.ravel(), found.turns.ravel(), found.insure_from, found.cells
                )
            built.add_box(added[key], box.company)
        if self.counting is not None:
            system = self.counting.system
            table = tables.bucket_table(
                system,
                self.rules.decks,
                self.buckets,
                true_count=self.counting.true_count,
                rounding=self.counting.rounding,
                decks_left=self.counting.decks_left,
            )
            start = system.fresh(self.rules.decks)
            built.set_count(list(system.tags), start, self.buckets.size, table.ravel(), list(self.bets))
        return built

    def _tables(self, box: Box) -> Tables:
        plays = None if box.company or self.counting is None else self.plays
        if isinstance(box.strategy, HandStrategy):
            found = box.strategy.tables
            return Tables(
                found.following, found.answers, found.turns, tables.insure_from(plays, self.buckets), found.cells
            )
        return tables.chart_tables(box.strategy, plays, self.buckets)

    @cached_property
    def fingerprint(self) -> str:
        """Tells plans apart: two with the same one give the same result, whatever their files were called."""
        digest = hashlib.sha256(json.dumps(self._described(), sort_keys=True).encode())
        for box in self.boxes:
            found = self._tables(box)
            for table in (found.following, found.answers, found.turns):
                digest.update(np.ascontiguousarray(table).tobytes())
            digest.update(bytes([found.insure_from, box.company]))
        return digest.hexdigest()

    def _described(self) -> Mapping[str, object]:
        played = {name: value for name, value in to_mapping(self.rules).items() if name not in _IGNORED}
        counting = self.counting
        return {
            "stream": STREAM,
            "chunk": UNITS_PER_CHUNK,
            "rules": played,
            "seed": self.seed,
            "shoes_per_unit": self.shoes_per_unit,
            "bets": self.bets,
            "count": None
            if counting is None
            else [
                *counting.system.tags,
                *(counting.system.scale, counting.system.fresh(self.rules.decks), counting.true_count),
                *(counting.rounding, counting.decks_left, self.buckets.low, self.buckets.size),
            ],
        }


def plan(
    rules: Rules | str,
    strategies: Strategy | Sequence[Strategy],
    *,
    boxes: int | None = None,
    company: Sequence[Strategy] = (),
    counting: Counting | None = None,
    ramp: Ramp = FLAT,
    plays: IndexPlays | None = None,
    seed: int = 1,
    shoes_per_unit: int | None = None,
) -> Plan:
    """A checked plan.

    Args:
        rules: a Rules, or any text that `zapato.rules.load` takes. Money, limits and clocks play no part.
        strategies: one for all boxes, or one for each.
        boxes: how many boxes the player holds (absent: one for each strategy).
        company: strategies of further boxes, whose money is not in the result; they sit after the player's own.
        counting: the count that ramp and index plays go by.
        ramp: units by count; flat without one.
        plays: index plays and insurance by count.
        seed: 0 to 2^64 - 1.
        shoes_per_unit: shoes that share a random stream (absent: 1, or 48 where each round has a fresh shoe).

    Raises:
        RulesError, PlanError: with every reason.

    """
    found = load(rules)
    given = [strategies] if isinstance(strategies, Chart | HandStrategy) else list(strategies)
    count = len(given) if boxes is None else boxes
    if not 1 <= count <= BOXES_MAX:
        raise PlanError(f"{count} boxes; a table has 1 to {BOXES_MAX}")
    if len(given) not in (1, count):
        raise PlanError(f"{len(given)} strategies for {count} boxes: give one for all, or one for each")
    own = given * count if len(given) == 1 else given
    fresh = found.reshuffle_below >= found.shoe_cards
    return Plan(
        rules=found,
        boxes=tuple(Box(each) for each in own) + tuple(Box(each, company=True) for each in company),
        seed=seed,
        counting=counting,
        ramp=ramp,
        plays=plays or NO_PLAYS,
        shoes_per_unit=shoes_per_unit or (FRESH_ROUNDS_PER_UNIT if fresh else 1),
    )
