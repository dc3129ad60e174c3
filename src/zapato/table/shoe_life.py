"""The shoe of a table from its commitment to its end: who contributed, what was burnt, where each card went.

The order is state that the server knows and a view never shows. The scheme is docs/provable-shoe.md.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from zapato.cards import DECK, Card, pack
from zapato.invariant import ensure, present
from zapato.rules import Rules
from zapato.shoe import Shoe
from zapato.shoe import shuffled as ordered
from zapato.table import events as table

CONTRIBUTIONS_MAX: Final = 32
"""A shoe takes so many: every box changing hands four times before its first bets close."""

_PLACE: Final = {card: place for place, card in enumerate(DECK)}


class Seed(Struct, frozen=True):
    """A seed of the server's, and the hash that was published for it."""

    seed: str
    commitment: str


class Contribution(Struct, frozen=True):
    player: str
    name: str
    entropy: str


class Dealt(Struct, frozen=True):
    """A card that left the shoe for the felt: `step` counts the cards of its round from 1."""

    round: int
    step: int
    card: str


class Refill(Struct, frozen=True):
    """The discards went back in, shuffled with this seed, when the shoe had dealt `after` cards."""

    seed: Seed
    after: int


class TableShoe(Struct, frozen=True, kw_only=True):
    number: int
    seed: Seed
    reserve: Seed | None
    """Shuffles the discards if the shoe runs dry; None once it did, until the round is over."""
    contributions: tuple[Contribution, ...] = ()
    cards: Shoe | None = None
    """None while contributions are taken: there is no order yet."""
    burnt: tuple[Card, ...] = ()
    tray: tuple[Card, ...] = ()
    """Burnt cards and those of rounds that are over."""
    on_felt: tuple[Card, ...] = ()
    """Cards of the round in play."""
    dealt: tuple[Dealt, ...] = ()
    refills: tuple[Refill, ...] = ()

    def after_round(self) -> TableShoe:
        return replace(self, tray=self.tray + self.on_felt, on_felt=())


def committed(event: table.ShoeCommitted) -> TableShoe:
    return TableShoe(
        number=event.shoe,
        seed=Seed(_known(event.seed), event.commitment),
        reserve=Seed(_known(event.reserve_seed), event.reserve_commitment),
    )


def reserved(shoe: TableShoe, event: table.ReserveCommitted) -> TableShoe:
    return replace(shoe, reserve=Seed(_known(event.seed), event.commitment))


def contributed(shoe: TableShoe, event: table.Contributed) -> TableShoe:
    return replace(shoe, contributions=(*shoe.contributions, Contribution(event.player, event.name, event.entropy)))


def shuffled(shoe: TableShoe, rules: Rules) -> TableShoe:
    """Put in the order that seed and contributions fix, the first cards burnt."""
    order = ordered(pack(rules.decks), shoe.seed.seed, entropies(shoe))
    burnt = order[: rules.burn]
    return replace(shoe, cards=Shoe(order).without(rules.burn), burnt=burnt, tray=burnt)


def replenished(shoe: TableShoe) -> TableShoe:
    """The tray's cards as the new shoe; those on the felt stay there."""
    reserve = present(shoe.reserve, "a dry shoe has its reserve seed", shoe=shoe.number)
    order = ordered(in_pack_order(shoe.tray), reserve.seed, entropies(shoe))
    refills = (*shoe.refills, Refill(reserve, len(shoe.dealt)))
    return replace(shoe, cards=Shoe(order), tray=(), reserve=None, refills=refills)


def took(shoe: TableShoe, card: Card, round_number: int) -> TableShoe:
    """After the card on top went to the felt. A log with any other card is not a log of this shoe."""
    cards = present(shoe.cards, "cards come from a shuffled shoe", shoe=shoe.number)
    ensure(cards.next_card() == card, "the card on top is the one dealt", shoe=shoe.number, taken=cards.taken)
    on_felt = (*shoe.on_felt, card)
    dealt = (*shoe.dealt, Dealt(round_number, len(on_felt), card))
    return replace(shoe, cards=cards.without(1), on_felt=on_felt, dealt=dealt)


def entropies(shoe: TableShoe) -> tuple[str, ...]:
    """The contributions as the shuffle takes them, in the order they came."""
    return tuple(each.entropy for each in shoe.contributions)


def in_pack_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """As new decks lie, equal cards together: the order in which they reached the tray plays no part."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def is_whole(shoe: TableShoe, rules: Rules) -> bool:
    """Whether shoe, tray and felt together hold exactly the cards of the decks."""
    if shoe.cards is None:
        return not shoe.tray and not shoe.on_felt
    inside = shoe.cards.order[shoe.cards.taken :]
    return Counter(inside) + Counter(shoe.tray) + Counter(shoe.on_felt) == Counter(pack(rules.decks))


def _known(seed: str | None) -> str:
    return present(seed, "the server's own log holds its seeds")
