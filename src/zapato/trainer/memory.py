"""When a cell comes back: FSRS (PyPI `fsrs`), with the time handed in and nothing left to chance.

A cell known at first sight goes far away at once. One that was missed has to be known three times, minutes apart, before it
is taken for learnt again; from then on FSRS spaces it by days.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from fsrs import Card, Rating, Scheduler, State
from msgspec import Struct

_STEPS: Final = (timedelta(seconds=30), timedelta(minutes=2), timedelta(minutes=8))
_SCHEDULER: Final = Scheduler(learning_steps=_STEPS, relearning_steps=_STEPS, enable_fuzzing=False)


class Memory(Struct, frozen=True, omit_defaults=True):
    """FSRS's card for one cell of the chart; times are milliseconds since 1970."""

    state: int
    due_ms: int
    last_ms: int
    step: int | None = None
    stability: float | None = None
    difficulty: float | None = None

    @property
    def learning(self) -> bool:
        """Missed, and not yet known three times since."""
        return self.state != State.Review


def review(memory: Memory | None, *, right: bool, now_ms: int) -> Memory:
    """The cell was answered at `now_ms`."""
    now = _time(now_ms)
    if memory is None:
        card = Card(card_id=1, due=now)
    else:
        card = Card(
            card_id=1,
            state=State(memory.state),
            step=memory.step,
            stability=memory.stability,
            difficulty=memory.difficulty,
            due=_time(memory.due_ms),
            last_review=_time(min(memory.last_ms, now_ms)),
        )
    rating = Rating.Again if not right else Rating.Easy if memory is None else Rating.Good
    card, _ = _SCHEDULER.review_card(card, rating, now)
    return Memory(int(card.state), _ms(card.due), now_ms, card.step, card.stability, card.difficulty)


def _time(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def _ms(time: datetime) -> int:
    return round(1000 * time.timestamp())
