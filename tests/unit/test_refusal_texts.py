"""A refusal that a player meets has a text of its own in both languages; without one the page only says «Ahora no se puede»."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = sorted((ROOT / "web/src/i18n").glob("*.reasons.ts"))
MADE_BY = {"Refusal", "_fault"}
"""Calls whose first argument is the code. `Refused` of the HTTP routes is not met at a table."""

NO_BOX_BUT_ONES_OWN = "no command of a table bets behind or on a second box; records may"
ONLY_A_PROGRAM = "the page never sends that"
OUR_OWN = "the table asks this of itself; a player's command is never answered so"
UNHEARD = "answers a contribution, which the page makes by itself and drops"
LEDGER = "refuses a transfer that no room of ours makes"

UNTOLD = {
    "behind-full": NO_BOX_BUT_ONES_OWN,
    "behind-nobody": NO_BOX_BUT_ONES_OWN,
    "behind-oneself": NO_BOX_BUT_ONES_OWN,
    "behind-standing-only": NO_BOX_BUT_ONES_OWN,
    "behind-twice": NO_BOX_BUT_ONES_OWN,
    "box-above-maximum": NO_BOX_BUT_ONES_OWN,
    "follow-not-behind": NO_BOX_BUT_ONES_OWN,
    "no-bets-behind": NO_BOX_BUT_ONES_OWN,
    "too-many-boxes": NO_BOX_BUT_ONES_OWN,
    "amount-without-insurance": ONLY_A_PROGRAM,
    "hello-first": ONLY_A_PROGRAM,
    "hello-twice": ONLY_A_PROGRAM,
    "id-invalid": ONLY_A_PROGRAM,
    "not-text": ONLY_A_PROGRAM,
    "box-not-in-play": OUR_OWN,
    "card-due": OUR_OWN,
    "no-bets": OUR_OWN,
    "no-card-awaited": OUR_OWN,
    "no-player": OUR_OWN,
    "no-such-player": OUR_OWN,
    "not-a-card": OUR_OWN,
    "purse-of-nobody": OUR_OWN,
    "purse-out-of-range": OUR_OWN,
    "round-begun": OUR_OWN,
    "round-not-begun": OUR_OWN,
    "seed-malformed": OUR_OWN,
    "seed-not-awaited": OUR_OWN,
    "already-contributed": UNHEARD,
    "contributions-full": UNHEARD,
    "entropy-malformed": UNHEARD,
    "wrong-shoe": UNHEARD,
    "account-invalid": LEDGER,
    "same-account": LEDGER,
    "transfer-id-invalid": LEDGER,
    "transfer-id-used": LEDGER,
}
"""Codes without a text, and why no player reads one."""

OF_THE_PAGE = {"other", "too-many-waiting"}
"""Texts whose code the page makes itself."""


def codes_in(source: str) -> Iterator[str]:
    """Every code that this module refuses with; one chosen between two counts for both."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in MADE_BY:
                first = node.args[0]
                written = () if isinstance(first, ast.JoinedStr) else ast.walk(first)
                yield from (each.value for each in written if isinstance(each, ast.Constant))


def codes() -> set[str]:
    modules = (ROOT / "src/zapato").rglob("*.py")
    return {code for module in modules for code in codes_in(module.read_text("utf-8"))}


def told_in(catalogue: Path) -> set[str]:
    return set(re.findall(r"'why\.(?!short\.)([a-z0-9-]+)':", catalogue.read_text("utf-8")))


def test_the_codes_are_found():
    """Else the tests below would hold of nothing: plain, over several lines, chosen between two."""
    source = (
        "Refusal(\n 'a-b', 'why')\nself._fault('c', 'why')\nRefusal('d' if x else 'e', '')\nRefusal(f'http-{n}', '')"
    )

    assert list(codes_in(source)) == ["a-b", "c", "d", "e"]
    assert len(codes()) > 80
    assert len(CATALOGUES) == 2


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.name[:2])
def test_every_refusal_has_a_text_or_a_reason_for_none(catalogue):
    """A code that somebody adds must not reach a player as an empty «no»."""
    assert codes() - told_in(catalogue) == set(UNTOLD)


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.name[:2])
def test_no_text_is_left_of_a_code_that_went(catalogue):
    """Dead texts are translated, and looked for, in vain."""
    assert told_in(catalogue) - codes() == OF_THE_PAGE
