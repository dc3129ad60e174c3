"""One round of blackjack as facts: what is allowed, command to events, events to state, who is owed what."""

from zapato.round.decide import Advanced, advance, decide
from zapato.round.legal import Option, legal
from zapato.round.progress import Awaiting, awaits
from zapato.round.state import RoundState, evolve

__all__ = [
    "Advanced",
    "Awaiting",
    "Option",
    "RoundState",
    "advance",
    "awaits",
    "decide",
    "evolve",
    "legal",
]
