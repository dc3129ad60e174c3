"""Exact odds for any rules and any shoe, in initial bets; docs/odds.md names every unit, condition and convention."""

from zapato.odds.question import CONVENTIONS, Convention, OddsError, Shoe
from zapato.odds.result import MOVES, RESULTS, TWO_CARDS, DealerOdds, HandOdds, OptimalPlay, Solution
from zapato.odds.solver import dealer, hand, optimal_play, solve

__all__ = [
    "CONVENTIONS",
    "MOVES",
    "RESULTS",
    "TWO_CARDS",
    "Convention",
    "DealerOdds",
    "HandOdds",
    "OddsError",
    "OptimalPlay",
    "Shoe",
    "Solution",
    "dealer",
    "hand",
    "optimal_play",
    "solve",
]
