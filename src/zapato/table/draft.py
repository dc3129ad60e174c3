"""Events in the making: what has been decided so far, and the table as it will be after it."""

from __future__ import annotations

from zapato.invariant import ensure
from zapato.refusal import Refusal
from zapato.round.commands import Command as RoundCommand
from zapato.round.decide import decide as decide_round
from zapato.round.state import RoundState
from zapato.table.events import Event, Round
from zapato.table.state import State, evolve


class Draft:
    """One decision's work sheet. It lives inside one call of `decide`, which stays pure."""

    def __init__(self, state: State, now_ms: int) -> None:
        self._before = state
        self.state = state
        self.now_ms = now_ms
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)

    def ask_round(self, command: RoundCommand) -> Refusal | None:
        """Put `command` to the round in play and take over what follows from it; or its refusal, nothing changed."""
        answer = decide_round(self.round, command)
        if isinstance(answer, Refusal):
            return answer
        for fact in answer:
            self.emit(Round(fact))
        return None

    def tell_round(self, command: RoundCommand) -> None:
        """As `ask_round`, for a command that the round itself called for: a refusal would be a fault of ours."""
        refusal = self.ask_round(command)
        # By its name only: the card of a Deal may be the hole card, and this goes into the log.
        ensure(refusal is None, "the round takes what it awaits", command=type(command).__name__, refusal=refusal)

    @property
    def round(self) -> RoundState:
        """The round in play or on show; one that nothing has happened in while bets are open."""
        return self.state.play or RoundState(self.state.rules)

    def shown_ms(self) -> int:
        """When the page will have shown all of this: it begins now, or once it is through with what came before."""
        before = self._before
        begins = max(self.now_ms, before.clock.starts_ms) if before.clock else self.now_ms
        facts = [event.event for event in self.events if isinstance(event, Round)]
        return begins + before.pace.duration_ms(facts)
