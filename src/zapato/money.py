"""Debenes and ratios. An amount is a whole number of debenes, always; no float ever holds one."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NewType

Debenes = NewType("Debenes", int)

AMOUNT_MAX: Final = 10**12
"""No amount, purse or account may pass this: SQLite and JavaScript both hold it exactly, with room for sums."""

_RATIO: Final = re.compile(r"([1-9]\d?):([1-9]\d?)")


def parse_ratio(text: str) -> Fraction:
    """`3:2` as 3/2; `ValueError` for anything that is not two numbers from 1 to 99 with a colon."""
    found = _RATIO.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is not a payoff such as '3:2'")
    return Fraction(int(found[1]), int(found[2]))


def times(amount: Debenes, ratio: Fraction) -> Debenes:
    """`amount` x `ratio`, which must be whole: nothing is rounded, since a valid Rules never needs it."""
    product = amount * ratio
    if product.denominator != 1:
        raise ValueError(f"{amount} x {ratio} is not a whole number of debenes")
    return Debenes(product.numerator)
