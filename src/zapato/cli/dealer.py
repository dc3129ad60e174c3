"""How the dealer's hand ends: chances of 17 to 21, bust and blackjack, by upcard."""

from __future__ import annotations

from zapato.cards import VALUE_NAMES
from zapato.cli._questions import print_json, read_counts
from zapato.odds import RESULTS, dealer


def command(*, rules: str, up: str | None = None, seen: str = "", shoe: str | None = None, json: bool = False) -> None:
    """Print the chances of the dealer's results, unconditional and given no natural.

    Parameters
    ----------
    rules
        A preset (`thot`), a preset with overrides (`thot,hit_soft_17=true`) or a TOML file.
    up
        The upcard; without it every upcard, and all together.
    seen
        Cards that are out of the shoe, the upcard not among them.
    shoe
        Ten counts in the order A 2 … 9 T instead of full decks; they still hold the upcard.
    json
        Print one JSON object instead of a table.
    """
    found = dealer(rules, up, seen, shoe=read_counts(shoe))
    if json:
        print_json(found.to_json())
        return
    rows = {VALUE_NAMES[value - 1]: odds for value, odds in found.by_upcard.items()}
    rows["any" if found.up is None else VALUE_NAMES[found.up - 1]] = found
    for title, conditional in (("Unconditional", False), ("Given no natural", True)):
        print(f"{title}, in per cent")
        print("      " + "".join(f"{name:>11}" for name in RESULTS))
        for name, odds in rows.items():
            chances = odds.given_no_natural if conditional else odds.unconditional
            print(f"{name:>6}" + "".join(f"{100 * chances[result]:>11.4f}" for result in RESULTS))
