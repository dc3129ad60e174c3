"""How long the felt takes to show what happened, and how long it waits. Durations in milliseconds.

Clocks start when the cards that they are about lie on the felt; so the table counts what the page's motion takes.
Tests set all of it to 0 (`Pace.none()`).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from zapato.round import events as facts


class Pace(Struct, frozen=True):
    """Durations of one table; `web/src` moves cards at the same pace."""

    card_ms: int = 250
    """One card on its way."""
    between_cards_ms: int = 90
    chips_ms: int = 200
    peek_ms: int = 600
    dealer_draw_ms: int = 900
    """Each card that the dealer turns or draws after the players: slow enough to follow."""
    show_ms: int = 4_000
    """Results stay on the felt."""
    away_seat_ms: int = 180_000
    """The seat of a player without a connection is kept."""

    @classmethod
    def none(cls) -> Pace:
        """No motion, no show: for tests and for programs that play without a page. Seats of the away are still kept."""
        return cls(card_ms=0, between_cards_ms=0, chips_ms=0, peek_ms=0, dealer_draw_ms=0, show_ms=0)

    def duration_ms(self, events: Iterable[facts.Event], dealer_cards: int) -> int:
        """How long the page needs to show `events`, `dealer_cards` of the dealer lying there before them."""
        spent = 0
        for event in events:
            match event:
                case facts.BoxCard():
                    spent += self.card_ms + self.between_cards_ms
                case facts.DealerCard(hidden=hidden):
                    first_two = dealer_cards == 0 or hidden
                    spent += self.card_ms + self.between_cards_ms if first_two else self.dealer_draw_ms
                    dealer_cards += 1
                case facts.HoleTurned():
                    spent += self.dealer_draw_ms
                case facts.Peeked():
                    spent += self.peek_ms
                case facts.Doubled() | facts.HandSplit():
                    spent += self.chips_ms
                case _:
                    pass
        return spent
