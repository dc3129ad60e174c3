"""What a study page or its data was asked for, read strictly: a text from an address never names a file of this machine."""

from __future__ import annotations

import re
from typing import Final

from zapato.odds import OddsError
from zapato.rules import Fault, Rules, RulesError, load, preset_names, text
from zapato.rules.presets import no_preset
from zapato.server.routes import Refused

RULES_TEXT_MAX: Final = 600
CARDS_TEXT_MAX: Final = 2_000
CARDS_MAX: Final = 416
_CHIPS: Final = re.compile(r"(?<=\d)_(?=\d)")
"""What parts chips in an address, where a stroke would part the path."""


class BadRules(Refused):
    """Rules that are none. A program reads the reasons in English; a page words `faults` in its own language."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(422, "bad-rules", "; ".join(map(str, faults)))
        self.faults = faults


def read_rules(given: str | None) -> Rules:
    """The Rules of `preset` or `preset,key=value,…`; refused with 422 and every fault otherwise."""
    if not given:
        why = "name a preset, or a preset with overrides, as in thot,decks=8"
        raise BadRules(Fault("rules", why, "missing"))
    if len(given) > RULES_TEXT_MAX:
        size, most = str(len(given)), str(RULES_TEXT_MAX)
        raise BadRules(
            Fault("rules", f"a text of {size} characters is longer than {most}", "long", {"size": size, "most": most})
        )
    given = _CHIPS.sub("/", given)
    name = given.partition(",")[0].strip()
    if name not in preset_names():
        raise BadRules(no_preset(name))
    try:
        return load(given)
    except RulesError as wrong:
        raise BadRules(*wrong.faults) from None


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
    return text(rules).replace("/", "_")
