"""How long the felt takes to show what happened, and how long it waits. Durations in milliseconds.

Clocks start when the cards that they are about lie on the felt; so the table counts what the page's motion takes.
Tests set all of it to 0 (`Pace.none()`).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from zapato.round import events as facts


class Pace(Struct, frozen=True):
    """Durations of one table. The page moves cards at the pace of the defaults: `zapato.server.wire` hands them on."""

    next_card_ms: int = 120
    """From one card of the first deal to the next, which leaves while it flies."""
    card_ms: int = 250
    """One card on its way."""
    chips_ms: int = 200
    bust_ms: int = 400
    """A busted hand stays before it is swept."""
    peek_ms: int = 600
    dealer_draw_ms: int = 900
    """Each card that the dealer turns or draws after the players: slow enough to follow."""
    settled_ms: int = 120
    """From one hand paid to the next."""
    show_ms: int = 4_000
    """Results stay on the felt."""
    away_seat_ms: int = 180_000
    """The seat of a player without a connection is kept."""

    @classmethod
    def none(cls) -> Pace:
        """No motion, no show: for tests and for programs that play without a page. Seats of the away are still kept."""
        return cls(**{name: 0 for name in cls.__struct_fields__ if name != "away_seat_ms"})

    @property
    def shown_ms(self) -> dict[str, int]:
        """How long an event stays before the next one shows, by its tag; any other takes no time."""
        return {
            "box-card": self.card_ms,
            "dealer-card": self.dealer_draw_ms,
            "hole-turned": self.dealer_draw_ms,
            "peeked": self.peek_ms,
            "hand-split": self.card_ms,
            "doubled": self.chips_ms,
            "busted": self.bust_ms,
            "dealer-done": self.card_ms,
            "hand-settled": self.settled_ms,
        }

    def duration_ms(self, events: Iterable[facts.Event]) -> int:
        """How long the page needs to show `events`; the cards that follow a round's opening are its first deal."""
        shown_ms = self.shown_ms
        spent, first_deal = 0, False
        for event in events:
            match event:
                case facts.RoundOpened():
                    first_deal = True
                case facts.BoxCard() | facts.DealerCard() if first_deal:
                    spent += self.next_card_ms
                case _:
                    spent += shown_ms.get(str(event.__struct_config__.tag), 0)
                    if first_deal:
                        spent += self._landing_ms
                        first_deal = False
        return spent + (self._landing_ms if first_deal else 0)

    @property
    def _landing_ms(self) -> int:
        """The last card of the first deal is followed by none, and flies to its end."""
        return self.card_ms - self.next_card_ms
