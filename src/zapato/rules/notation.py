"""Rules from and to text and mappings: the one place that knows each parameter's kind and range.

Text form: `thot`, `thot.faraon`, or a preset with overrides, `thot,hit_soft_17=true,chips=100/500`.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Callable, Mapping
from typing import Final, get_args

from zapato.money import AMOUNT_MAX, Debenes
from zapato.rules import model
from zapato.rules.check import Fault, RulesError
from zapato.rules.model import HANDS_CAP, INFINITE_DECKS, Rules

CLOCK_MAX_S: Final = 3600
BOXES_MAX: Final = 7
CHIPS_MAX: Final = 8
SHOWN_MAX: Final = 60

Value = bool | int | str | tuple[Debenes, ...]
Reader = Callable[[object], Value]


class UnfitError(ValueError):
    """A value that a parameter does not take; `kind` and `holes` as in `Fault`."""

    def __init__(self, why: str, kind: str, **holes: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.holes = holes


def shown(value: object) -> str:
    """A value for a message, cut to a bearable length: it may be whatever somebody sent."""
    try:
        text = repr(value)
    except RecursionError:
        text = f"a {type(value).__name__} nested too deep"
    return text if len(text) <= SHOWN_MAX else f"{text[: SHOWN_MAX - 3]}..."


def _whole(low: int, high: int) -> Callable[[object], int]:
    def read(given: object) -> int:
        # bool is an int to Python, and never one to us.
        if not isinstance(given, int) or isinstance(given, bool) or not low <= given <= high:
            raise UnfitError(
                f"{shown(given)} is not a whole number from {low} to {high}",
                "whole", given=shown(given), low=str(low), high=str(high),
            )  # fmt: skip
        return given

    return read


def _switch(given: object) -> Value:
    if not isinstance(given, bool):
        raise UnfitError(f"{shown(given)} is neither true nor false", "switch", given=shown(given))
    return given


def _one_of(literal: object) -> Reader:
    words = get_args(literal)

    def read(given: object) -> Value:
        if not isinstance(given, str) or given not in words:
            listed = ", ".join(words)
            raise UnfitError(f"{shown(given)} is not one of {listed}", "one-of", given=shown(given), words=listed)
        return given

    return read


def _decks(given: object) -> Value:
    if given == "infinite":
        return INFINITE_DECKS
    try:
        return _whole(1, 8)(given)
    except ValueError:
        raise UnfitError(
            f"{shown(given)} is neither a whole number from 1 to 8 nor 'infinite'", "decks", given=shown(given)
        ) from None


def _chips(given: object) -> Value:
    if not isinstance(given, list | tuple) or not 1 <= len(given) <= CHIPS_MAX:
        raise UnfitError(
            f"{shown(given)} is not a list of 1 to {CHIPS_MAX} amounts",
            "chips",
            given=shown(given),
            most=str(CHIPS_MAX),
        )
    read = _whole(1, AMOUNT_MAX)
    chips = tuple(Debenes(read(chip)) for chip in given)
    if list(chips) != sorted(set(chips)):
        raise UnfitError(f"{shown(given)} is not in rising order", "order", given=shown(given))
    return chips


_amount: Final = _whole(1, AMOUNT_MAX)
_seconds: Final = _whole(0, CLOCK_MAX_S)

READERS: Final[Mapping[str, Reader]] = {
    "decks": _decks,
    "burn": _whole(0, 416),
    "reshuffle_below": _whole(0, 1_000_000),
    "boxes": _whole(1, BOXES_MAX),
    "boxes_per_player": _whole(1, BOXES_MAX),
    "behind_max": _whole(0, BOXES_MAX),
    "behind_standing_only": _switch,
    "bet_min": _amount,
    "bet_max": _amount,
    "bet_unit": _amount,
    "chips": _chips,
    "hole": _one_of(model.Hole),
    "peek_on_ten": _switch,
    "hit_soft_17": _switch,
    "blackjack_pays": _one_of(model.BlackjackPays),
    "double": _one_of(model.DoubleOn),
    "double_soft": _switch,
    "double_after_split": _switch,
    "split": _one_of(model.SplitBy),
    "max_hands": _whole(1, HANDS_CAP),
    "resplit_aces": _switch,
    "hit_split_aces": _switch,
    "insurance": _one_of(model.Insurance),
    "natural_may_insure": _switch,
    "even_money": _switch,
    "surrender": _one_of(model.Surrender),
    "surrender_against_ace": _switch,
    "split_order": _one_of(model.SplitOrder),
    "pay_order": _one_of(model.PayOrder),
    "bet_clock": _seconds,
    "move_clock": _seconds,
    "insurance_clock": _seconds,
}
"""How each parameter of Rules is read; a test holds this to the fields of Rules."""


def override(base: Rules, given: Mapping[str, object]) -> Rules:
    """`base` with the `given` parameters in place of its own; `RulesError` listing every fault of names and values.

    What the values mean together is `zapato.rules.check`'s to say.
    """
    values: dict[str, Value] = {}
    faults = []
    for name, value in given.items():
        reader = READERS.get(name)
        if reader is None:
            faults.append(Fault(str(name)[:40], f"no such parameter{_instead_of(name)}", "unknown"))
            continue
        try:
            values[name] = reader(value)
        except UnfitError as wrong:
            faults.append(Fault(name, str(wrong), wrong.kind, wrong.holes))
    if faults:
        raise RulesError(tuple(faults))
    return dataclasses.replace(base, **values)  # type: ignore[arg-type]


def _instead_of(name: str) -> str:
    near = difflib.get_close_matches(name[:40], READERS, 1)
    return f"; did you mean {near[0]}?" if near else ""


def from_word(name: str, word: str) -> object:
    """The value that `word` means for the parameter `name` in the text form: `true`, `6`, `100/500`, else the word itself."""
    if name == "chips":
        return [int(part) if _is_whole(part) else part for part in word.split("/")]
    if word in ("true", "false"):
        return word == "true"
    return int(word) if _is_whole(word) else word


def _is_whole(word: str) -> bool:
    # Longer digit strings stay text and are refused as such: int() of a million digits is slow.
    return word.isascii() and word.isdigit() and len(word) <= 15


def to_mapping(rules: Rules) -> dict[str, object]:
    """Every parameter with its value, as TOML and JSON write it; `override(Rules(), …)` reads it back."""
    values: dict[str, object] = {field.name: getattr(rules, field.name) for field in dataclasses.fields(rules)}
    values["chips"] = list(rules.chips)
    if rules.infinite:
        values["decks"] = "infinite"
    return values


def to_word(value: object) -> str:
    """A value of `to_mapping` as the text form writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "/".join(map(str, value)) if isinstance(value, list) else str(value)
