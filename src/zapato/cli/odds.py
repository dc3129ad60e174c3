"""What every legal move of a hand is worth, exactly, for any rules and any cards seen."""

from __future__ import annotations

from zapato.cards import VALUE_NAMES
from zapato.cli._questions import print_json
from zapato.odds import Convention, HandOdds, hand


def command(
    *,
    rules: str,
    hand: str,
    up: str,
    seen: str = "",
    convention: Convention = "CDZ-",
    json: bool = False,
) -> None:
    """Print the expected value of each legal move, in initial bets, and the condition under which it holds.

    Parameters
    ----------
    rules
        A preset (`thot`), a preset with overrides (`thot,hit_soft_17=true`) or a TOML file.
    hand
        The player's cards, such as "8 8" or "A 2 5". T is any ten-valued card.
    up
        The dealer's upcard.
    seen
        Further cards that are out of the shoe.
    convention
        How split hands are taken to be played.
    json
        Print one JSON object instead of a table.
    """
    found = _ask(rules, hand, up, seen, convention)
    if json:
        print_json(found.to_json())
        return
    best = max(found.ev.values(), default=0.0)
    cards = " ".join(VALUE_NAMES[card - 1] for card in found.cards)
    print(f"{cards} against {VALUE_NAMES[found.up - 1]}, in initial bets, {found.condition}")
    for move, value in sorted(found.ev.items(), key=lambda entry: -entry[1]):
        note = "best" if move == found.best else f"{value - best:+.6f}"
        print(f"  {move:<11}{value:+.6f}   {note}")
    if not found.ev:
        print("  This shoe leaves nothing to decide.")
    if found.insurance is not None:
        print(f"  insurance  {found.insurance:+.6f}   per debén insured, unconditional")
    if found.split_hands:
        formal = "; formal, the shoe could run out" if found.may_run_out else ""
        print(f"  The split is {found.convention}, to {found.split_hands} hands at most{formal}.")


def _ask(rules: str, cards: str, up: str, seen: str, convention: Convention) -> HandOdds:
    return hand(rules, cards, up, seen, convention=convention)
