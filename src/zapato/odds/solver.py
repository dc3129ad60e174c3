"""The questions, answered by the kernel. Every call computes; nothing is kept between calls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from zapato import _kernel
from zapato.odds.question import (
    Convention,
    OddsError,
    Shoe,
    read_cards,
    read_convention,
    read_rules,
    read_shoe,
    read_upcard,
    rule_numbers,
    without,
)
from zapato.odds.result import RESULTS, DealerOdds, HandOdds, OptimalPlay, Solution, told
from zapato.rules import Rules
from zapato.strategy import Chart
from zapato.strategy.chart import pack, unpack

Cards = str | Iterable[str | int]

_NO_CHART, _BEST_CHART, _GIVEN_CHART = 0, 1, 2


def solve(
    rules: Rules | str,
    chart: bool | Chart = True,
    shoe: Sequence[int] | None = None,
    *,
    convention: Convention = "CDZ-",
) -> Solution:
    """Every two-card hand against every upcard, and the pre-deal EV, for these rules and this shoe.

    Args:
        rules: a Rules, or any text that names one.
        chart: True derives the best chart and its exact EV; a Chart is valued as it is (what playing another table's
            chart here costs); False leaves it out.
        shoe: ten counts in the order A 2 … 9 T, before the deal; the full decks of the rules by default.
        convention: how split hands are played, `CDZ-`, `CDP1` or `CDP`.

    Raises:
        RulesError, OddsError: a text that names no rules; a shoe that is none.

    Values are in initial bets; the conditions are those of docs/odds.md and named in each result. Floats agree with
    exact rationals within 1e-12.
    """
    known = read_rules(rules)
    dealt = read_shoe(known, shoe)
    wish = _GIVEN_CHART if isinstance(chart, Chart) else _BEST_CHART if chart else _NO_CHART
    optimal, chart_ev, ev, chances, codes, deals, by_chart, packed = _kernel.odds_solve(
        rule_numbers(known),
        dealt.counts,
        dealt.endless,
        4.0 * known.decks,
        read_convention(convention),
        wish,
        pack(chart) if isinstance(chart, Chart) else b"",
    )
    return Solution(
        rules=known,
        shoe=dealt,
        convention=convention,
        composition_optimal=optimal,
        chart=None if wish == _NO_CHART else chart if isinstance(chart, Chart) else unpack(packed),
        chart_ev=None if wish == _NO_CHART else chart_ev,
        ev_bytes=ev,
        chances_bytes=chances,
        codes_bytes=codes,
        deal_bytes=deals,
        chart_bytes=by_chart,
    )


def hand(
    rules: Rules | str, cards: Cards, up: str | int, seen: Cards = (), *, convention: Convention = "CDZ-"
) -> HandOdds:
    """All legal moves of this very hand, whatever its number of cards, given any cards seen.

    Args:
        rules: a Rules, or any text that names one.
        cards: the hand, `8 8` or a sequence; T is any ten-valued card. Where tens must match by rank, `T T` is a pair,
            `T K` is not.
        up: the dealer's upcard.
        seen: further cards that are out of the shoe.
        convention: how split hands are played.

    Raises:
        RulesError: a text that names no rules.
        OddsError: no such card, more cards than the decks hold, fewer than two cards, or a hand that is over
            (21 or more).
    """
    known = read_rules(rules)
    held = read_cards(cards)
    shown = read_upcard(up)
    others = read_cards(seen)
    values = tuple(sorted(value for value, _ in held))
    _check_in_play(values)
    shoe = without(known, others, kept=(*held, shown))
    counts = [0] * 10
    for value in values:
        counts[value - 1] += 1
    by_rank = known.split == "rank" and values == (10, 10)
    pairs_left, tens_left = _ranks_left(known, held, (shown, *others)) if by_rank else (-1.0, -1.0)
    numbers = rule_numbers(known)
    if by_rank and held[0][1] != held[1][1]:
        numbers = _without_splits(numbers)
    *evs, best, given_no_natural, split_hands, may_run_out, insurance, natural = _kernel.odds_hand(
        numbers,
        shoe.counts,
        shoe.endless,
        4.0 * known.decks,
        read_convention(convention),
        tuple(counts),
        shown[0] - 1,
        pairs_left,
        tens_left,
    )
    return told(known, convention, values, shown[0], evs, best, given_no_natural, split_hands, may_run_out, insurance,
                natural)  # fmt: skip


def _check_in_play(values: tuple[int, ...]) -> None:
    low = sum(values)
    total = low + 10 if low <= 11 and 1 in values else low
    if len(values) < 2:
        raise OddsError("a hand in play has two cards or more")
    if total > 21:
        raise OddsError(f"this hand is over: {total} is bust")
    if total == 21 and values != (1, 10):
        raise OddsError("this hand is over: at 21 it stands by itself")


def _ranks_left(
    rules: Rules, held: Sequence[tuple[int, str]], others: Sequence[tuple[int, str]]
) -> tuple[float, float]:
    """How many unseen tens share the pair's rank, of how many; negative where the ranks are not told (plain T)."""
    tens = [rank for value, rank in (*held, *others) if value == 10]
    if rules.infinite or all(rank == "T" for rank in tens):
        return -1.0, -1.0
    return float(4 * rules.decks - tens.count(held[0][1])), float(16 * rules.decks - len(tens))


def _without_splits(numbers: tuple[float, ...]) -> tuple[float, ...]:
    return (*numbers[:8], 1.0, *numbers[9:])


def optimal_play(rules: Rules | str, shoe: Sequence[int] | None = None) -> OptimalPlay:
    """How the composition-dependent optimum plays every hand of this shoe before the deal, whatever its number of cards.

    Arguments and errors as in `solve`.
    """
    known = read_rules(rules)
    dealt = read_shoe(known, shoe)
    return OptimalPlay(*_kernel.odds_play(rule_numbers(known), dealt.counts, dealt.endless, 4.0 * known.decks))


def dealer(
    rules: Rules | str, up: str | int | None = None, seen: Cards = (), *, shoe: Sequence[int] | None = None
) -> DealerOdds:
    """Chances of the dealer's final results under an upcard, or under all upcards together.

    Args:
        rules: a Rules, or any text that names one.
        up: the upcard; None for the chances before the deal, each upcard's besides.
        seen: cards that are out of the decks, the upcard not among them.
        shoe: ten counts that still hold the upcard, instead of decks and seen cards.

    Raises:
        RulesError, OddsError: as in `hand`.
    """
    known = read_rules(rules)
    shown = None if up is None else read_upcard(up)
    if shoe is None:
        whole = without(known, read_cards(seen), kept=() if shown is None else (shown,))
    else:
        whole = read_shoe(known, shoe)
        if read_cards(seen):
            raise OddsError("name either the shoe or the cards seen, not both")
    numbers = rule_numbers(known)
    if shown is not None:
        return _dealer_under(numbers, whole, shown[0])
    size = sum(whole.counts)
    by_upcard = {value: _dealer_under(numbers, whole, value) for value in range(1, 11) if whole.counts[value - 1]}
    mixed = {
        name: sum(whole.counts[value - 1] / size * odds.unconditional[name] for value, odds in by_upcard.items())
        for name in RESULTS
    }
    return DealerOdds(None, MappingProxyType(mixed), MappingProxyType(by_upcard))


def _dealer_under(numbers: tuple[float, ...], whole: Shoe, up: int) -> DealerOdds:
    counts = list(whole.counts)
    if counts[up - 1] < 1:
        raise OddsError("the shoe holds no such upcard")
    if not whole.endless:
        counts[up - 1] -= 1
    chances = _kernel.odds_dealer(numbers, tuple(counts), whole.endless, up - 1)
    return DealerOdds(up, MappingProxyType(dict(zip(RESULTS, chances, strict=True))))
