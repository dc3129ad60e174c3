"""Exact odds for any rules and any shoe, in initial bets; docs/odds.md names every unit, condition and convention."""

from zapato.odds.question import CONVENTIONS, Convention, OddsError, Shoe
from zapato.odds.result import MOVES, RESULTS, TWO_CARDS, DealerOdds, HandOdds, Solution
from zapato.odds.solver import dealer, hand, solve

__all__ = [
    "CONVENTIONS",
    "MOVES",
    "RESULTS",
    "TWO_CARDS",
    "Convention",
    "DealerOdds",
    "HandOdds",
    "OddsError",
    "Shoe",
    "Solution",
    "dealer",
    "hand",
    "solve",
]
