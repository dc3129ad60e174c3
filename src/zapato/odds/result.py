"""Answers as frozen values. Every value is in initial bets of one box, and says under which condition.

Each turns into plain data (`to_json`), NumPy arrays, polars or pandas frames (extra `frames`), and HTML in a notebook.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isnan
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from zapato.cards import VALUE_NAMES
from zapato.odds import page
from zapato.odds.question import Convention, OddsError, Shoe, read_cards, read_upcard
from zapato.rules import Rules, text
from zapato.strategy import Cell, Chart, Choice, to_json

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import polars as pl
    from numpy.typing import NDArray

GIVEN_NO_NATURAL: Final = "given no dealer natural"
UNCONDITIONAL: Final = "unconditional"

MOVES: Final = ("stand", "hit", "double", "split", "surrender")
"""In the order of the kernel's arrays."""

RESULTS: Final = ("17", "18", "19", "20", "21", "bust", "blackjack")
"""How a dealer's hand can end."""

TWO_CARDS: Final = tuple((low, high) for low in range(1, 11) for high in range(low, 11))
"""Every two-card hand by value, in the order of the kernel's arrays."""


def hand_name(cards: tuple[int, ...]) -> str:
    return " ".join(VALUE_NAMES[card - 1] for card in cards)


@dataclass(frozen=True, slots=True)
class HandOdds:
    """What each legal move of one hand is worth against one upcard."""

    cards: tuple[int, ...]
    up: int
    ev: Mapping[str, float]
    """By legal move. A natural's only choices are `wait` and, where offered, `even-money`. Empty: not possible in this shoe."""
    best: str | None
    insurance: float | None
    """Per debén insured, unconditional; None without an ace up or where none is sold."""
    condition: str
    """Of every value in `ev`."""
    convention: Convention
    """How split hands are taken to be played."""
    natural: float
    """The dealer's chance of a natural, as the player sees it before any peek."""
    split_hands: int = 0
    """The limit of hands that the split's value is for: the best of 2 to the rules' own. 0: no split."""
    may_run_out: bool = False
    """The shoe is so small that a split could exhaust it: the split's value is then the formal one."""

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {
            "ev": dict(self.ev),
            "best": self.best,
            "insurance": self.insurance,
            "condition": self.condition,
            "convention": self.convention,
        }
        if self.may_run_out:
            found["note"] = "the shoe could run out during a split: its value is formal"
        return found

    def _repr_html_(self) -> str:
        title = f"{hand_name(self.cards)} v {VALUE_NAMES[self.up - 1]}"
        rows = [(move, value, value - max(self.ev.values())) for move, value in _by_value(self.ev)]
        return page.moves_table(title, rows, f"In initial bets, {self.condition}. Splits: {self.convention}.")


def _by_value(ev: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(ev.items(), key=lambda entry: -entry[1])


@dataclass(frozen=True, slots=True)
class DealerOdds:
    """Chances of the dealer's results (`RESULTS`) under one upcard, or under all (`up` is None)."""

    up: int | None
    unconditional: Mapping[str, float]
    by_upcard: Mapping[int, DealerOdds] = field(default_factory=dict)
    """Where `up` is None: the same for each upcard that the shoe holds."""

    @property
    def given_no_natural(self) -> Mapping[str, float]:
        """All zero where the dealer can't but have a natural."""
        natural = self.unconditional["blackjack"]
        rest = {name: chance for name, chance in self.unconditional.items() if name != "blackjack"}
        shares = {name: chance / (1 - natural) if natural < 1 else 0.0 for name, chance in rest.items()}
        return {**shares, "blackjack": 0.0}

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {
            "up": None if self.up is None else VALUE_NAMES[self.up - 1],
            "unconditional": dict(self.unconditional),
            "given_no_natural": dict(self.given_no_natural),
        }
        if self.by_upcard:
            found["by_upcard"] = {VALUE_NAMES[up - 1]: odds.to_json() for up, odds in self.by_upcard.items()}
        return found

    def to_numpy(self) -> NDArray[np.float64]:
        """The unconditional chances in the order of `RESULTS`; without one upcard a row for each, ace to ten."""
        import numpy as np

        rows = [self] if self.up is not None else [self.by_upcard.get(up) for up in range(1, 11)]
        table = [
            [np.nan] * len(RESULTS) if row is None else [row.unconditional[name] for name in RESULTS] for row in rows
        ]
        return np.array(table[0] if self.up is not None else table)

    def _repr_html_(self) -> str:
        odds = self.by_upcard or {self.up or 0: self}
        rows = [
            (VALUE_NAMES[up - 1] if up else "any", [one.unconditional[name] for name in RESULTS])
            for up, one in odds.items()
        ]
        return page.chances_table("Dealer", RESULTS, rows, "Unconditional, naturals included.")


@dataclass(frozen=True)
class Solution:
    """Everything about a shoe before the deal: `zapato.odds.solve`."""

    rules: Rules
    shoe: Shoe
    convention: Convention
    composition_optimal: float
    """Pre-deal EV of deciding every hand by its exact cards; minus it is the house edge."""
    chart: Chart | None
    """The best chart, or the one that was given to be valued."""
    chart_ev: float | None
    """Pre-deal EV of playing `chart`."""
    ev_bytes: bytes
    """55 x 10 x 5 doubles: by `TWO_CARDS`, upcard, `MOVES`; nan where not legal or not possible."""
    chances_bytes: bytes
    codes_bytes: bytes
    deal_bytes: bytes
    chart_bytes: bytes

    @property
    def pre_deal_ev(self) -> dict[str, float | None]:
        return {"composition_optimal": self.composition_optimal, "chart": self.chart_ev}

    @property
    def chart_cost(self) -> float | None:
        """What playing the chart gives up against the optimum, in initial bets a round."""
        return None if self.chart_ev is None else self.composition_optimal - self.chart_ev

    @cached_property
    def _ev(self) -> memoryview[float]:
        return memoryview(self.ev_bytes).cast("d")

    def _place(self, low: int, high: int, up: int) -> int:
        return TWO_CARDS.index((low, high)) * 10 + up - 1

    def hand(self, cards: str | tuple[int, ...], up: str | int) -> HandOdds:
        """The odds of one two-card hand, such as `solution.hand("8 8", "T")`."""
        values = sorted(value for value, _ in read_cards(cards))
        if len(values) != 2:
            raise OddsError(f"{cards!r} is no hand of two cards; zapato.odds.hand answers for longer ones")
        return self._hand(values[0], values[1], read_upcard(up)[0])

    def _hand(self, low: int, high: int, up: int) -> HandOdds:
        place = self._place(low, high, up)
        natural, insurance = memoryview(self.chances_bytes).cast("d")[2 * place : 2 * place + 2]
        best, given_no_natural, split_hands, may_run_out = self.codes_bytes[4 * place : 4 * place + 4]
        values = self._ev[5 * place : 5 * place + 5].tolist()
        return told(self.rules, self.convention, (low, high), up, values, best, bool(given_no_natural), split_hands,
                    bool(may_run_out), insurance, natural)  # fmt: skip

    def hands(self) -> Iterator[HandOdds]:
        """Every two-card hand against every upcard, naturals included."""
        return (self._hand(low, high, up) for low, high in TWO_CARDS for up in range(1, 11))

    def chart_move_ev(self, cards: str | tuple[int, ...], up: str | int) -> float:
        """What playing `chart` with a two-card hand is worth, under the condition of `hand`'s values."""
        if self.chart is None:
            raise OddsError("solved without a chart")
        low, high = sorted(value for value, _ in read_cards(cards))
        return float(memoryview(self.chart_bytes).cast("d")[self._place(low, high, read_upcard(up)[0])])

    def to_numpy(self) -> dict[str, NDArray[Any]]:
        """Arrays by name: `ev` (55, 10, 5) and `best` (55, 10) by `TWO_CARDS`, upcard and `MOVES`; `chance` (55, 10) of the deal; `chart_ev` (55, 10)."""
        import numpy as np

        shape = (len(TWO_CARDS), 10)
        found: dict[str, NDArray[Any]] = {
            "ev": np.frombuffer(self.ev_bytes).reshape(*shape, len(MOVES)),
            "best": np.frombuffer(self.codes_bytes, dtype=np.uint8).reshape(*shape, 4)[:, :, 0],
            "chance": np.frombuffer(self.deal_bytes).reshape(shape),
        }
        if self.chart is not None:
            found["chart_ev"] = np.frombuffer(self.chart_bytes).reshape(shape)
        return found

    def rows(self) -> Iterator[dict[str, object]]:
        """One flat record per hand and upcard, as the frames hold them; a move that is not legal is None."""
        chances = memoryview(self.deal_bytes).cast("d")
        for place, odds in enumerate(self.hands()):
            yield {
                "hand": hand_name(odds.cards),
                "up": VALUE_NAMES[odds.up - 1],
                "chance": chances[place],
                **{move: odds.ev.get(move) for move in MOVES},
                "best": odds.best,
                "condition": odds.condition,
            }

    def to_polars(self) -> pl.DataFrame:
        """`rows` as a polars frame (extra `frames`)."""
        import polars as pl

        return pl.DataFrame(list(self.rows()), infer_schema_length=None)

    def to_pandas(self) -> pd.DataFrame:
        """`rows` as a pandas frame (extra `frames`)."""
        import pandas as pd

        return pd.DataFrame.from_records(list(self.rows()))

    def to_json(self) -> dict[str, object]:
        """Plain data: pre-deal EVs, every two-card hand but naturals by upcard, the chart."""
        hands: dict[str, dict[str, object]] = {}
        for odds in self.hands():
            if odds.cards != (1, 10):
                hands.setdefault(hand_name(odds.cards), {})[VALUE_NAMES[odds.up - 1]] = {**odds.ev, "best": odds.best}
        return {
            "rules": text(self.rules),
            "shoe": list(self.shoe.counts),
            "convention": self.convention,
            "pre_deal_ev": self.pre_deal_ev,
            "hands": hands,
            "chart": None if self.chart is None else to_json(self.chart),
        }

    def _repr_html_(self) -> str:
        facts = {
            "Rules": text(self.rules),
            "Optimal play": f"{100 * self.composition_optimal:+.4f} %",
            "By the chart": "" if self.chart_ev is None else f"{100 * self.chart_ev:+.4f} %",
        }
        return page.facts(facts, "Pre-deal EV per initial bet, over all deals from the full shoe.", self.chart)


@dataclass(frozen=True)
class OptimalPlay:
    """A move order for every hand of two cards or more that is not bust, by its exact cards and the upcard.

    The order is that of a chart's cell, and after a split gives the CDZ- play of the moves that are legal then.
    """

    counts: bytes
    """Ten counts a hand, ace to ten."""
    cells: bytes
    """Ten bytes a hand, by upcard; bits: 1 hit (else stand), 2 double, 4 surrender, 8 split."""

    @cached_property
    def _places(self) -> dict[bytes, int]:
        return {self.counts[place : place + 10]: place for place in range(0, len(self.counts), 10)}

    def choose(self, cards: Sequence[int], up: int, legal: Collection[str]) -> Choice:
        """The best of the `legal` moves for these card values; `OddsError` for a bust hand or a single card."""
        held = bytes(cards.count(value) for value in range(1, 11))
        if held not in self._places:
            raise OddsError("a hand in play has two cards or more and 21 at most")
        bits = self.cells[self._places[held] + up - 1]
        if bits & 8 and "split" in legal:
            return "split"
        return Cell(hit=bool(bits & 1), double=bool(bits & 2), surrender=bool(bits & 4)).choose(legal)


def told(
    rules: Rules,
    convention: Convention,
    cards: tuple[int, ...],
    up: int,
    values: Sequence[float],
    best: int,
    given_no_natural: bool,
    split_hands: int,
    may_run_out: bool,
    insurance: float,
    natural: float,
) -> HandOdds:
    """The kernel's numbers for one hand as `HandOdds`."""
    ev: dict[str, float] = {}
    name: str | None = None
    if cards == (1, 10):
        if not isnan(values[0]):
            ev["wait"] = values[0]
            if up == 1 and rules.even_money and rules.insurance != "none":
                ev["even-money"] = 1.0
            name = max(ev, key=lambda choice: ev[choice])
    else:
        ev = {move: value for move, value in zip(MOVES, values, strict=True) if not isnan(value)}
        name = MOVES[best] if best < len(MOVES) else None
    # Under 2 to 9 there is no natural to exclude: told as for the rest of a table whose dealer peeks.
    given = given_no_natural or (rules.hole == "peek" and 2 <= up <= 9 and cards != (1, 10))
    insured = up == 1 and rules.insurance != "none" and not isnan(insurance)
    return HandOdds(
        cards=cards,
        up=up,
        ev=MappingProxyType(ev),
        best=name,
        insurance=insurance if insured else None,
        condition=GIVEN_NO_NATURAL if given else UNCONDITIONAL,
        convention=convention,
        natural=natural,
        split_hands=split_hands,
        may_run_out=may_run_out,
    )
