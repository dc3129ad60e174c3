"""What a study page or its data was asked for, read strictly: a text from an address never names a file of this machine."""

from __future__ import annotations

from typing import Final

from zapato.odds import OddsError
from zapato.rules import Rules, RulesError, load, preset_names, text
from zapato.server.routes import Refused

RULES_TEXT_MAX: Final = 600
CARDS_TEXT_MAX: Final = 2_000
CARDS_MAX: Final = 416


def read_rules(given: str | None) -> Rules:
    """The Rules of `preset` or `preset,key=value,…`; refused with 422 and every fault otherwise."""
    if not given:
        raise unprocessable("bad-rules", "rules: name a preset, or a preset with overrides, as in thot,decks=8")
    if len(given) > RULES_TEXT_MAX:
        raise unprocessable("bad-rules", f"rules: a text of {len(given)} characters is longer than {RULES_TEXT_MAX}")
    name = given.partition(",")[0].strip()
    if name not in preset_names():
        raise unprocessable(
            "bad-rules", f"preset: there is none called {name[:60]!r}; there are {', '.join(preset_names())}"
        )
    try:
        return load(given)
    except RulesError as wrong:
        raise unprocessable("bad-rules", str(wrong)) from None


def read_words(given: str | None, what: str) -> str:
    """A list of cards as text, bounded; what it says is the engine's to judge."""
    words = (given or "").replace(",", " ").strip()
    if len(words) > CARDS_TEXT_MAX or len(words.split()) > CARDS_MAX:
        raise unprocessable("bad-cards", f"{what}: more than {CARDS_MAX} cards")
    return words


def unprocessable(code: str, why: str) -> Refused:
    return Refused(422, code, why)


def refuse_odds(wrong: OddsError) -> Refused:
    return unprocessable("bad-hand", str(wrong))


def slug(rules: Rules) -> str:
    """The rules as an address has them: limits, chips and clocks that differ from the preset's stay in."""
    return text(rules)
