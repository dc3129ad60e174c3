"""The proof of a shoe that has ended: what was committed, contributed and dealt, and the check of it.

A file anybody can check with any program: docs/provable-shoe.md tells how. Here is ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from zapato.cards import DECK, Card, CardError, format_cards, pack, parse_card, parse_cards
from zapato.shoe import ShoeError, commitment, shuffled
from zapato.table.names import TABLE
from zapato.table.shoe_life import CONTRIBUTIONS_MAX, TableShoe, in_pack_order
from zapato.table.state import State

FORMAT: Final = "zapato.shoe-proof/1"

PROOF_BYTES_MAX: Final = 4_000_000
"""A shoe of eight decks whose discards went back in two hundred times stays below it; anything larger is no proof."""

Count = Annotated[int, Meta(ge=1, le=10**12)]
Name = Annotated[str, Meta(max_length=64)]


class ProofError(ValueError):
    """A text that is no proof file, with the place where it stops being one."""


class NamedEntropy(Struct, frozen=True):
    name: Name
    entropy: str


class ReserveSeed(Struct, frozen=True):
    """`after`: how many cards had been dealt when it shuffled the discards back in; null: it was never needed."""

    commitment: str
    seed: str
    after: int | None


class DealtCard(Struct, frozen=True):
    """`step` counts the cards of its round from 1."""

    round: Count
    step: Count
    card: str


class Proof(Struct, frozen=True):
    """The file, field by field. Cards are written as everywhere, `As Th 9c`."""

    format: Literal["zapato.shoe-proof/1"]
    table: Annotated[str, Meta(pattern=rf"^{TABLE}$")]
    shoe: Count
    decks: Annotated[int, Meta(ge=1, le=8)]
    burn: Annotated[int, Meta(ge=0, le=416)]
    pack: str
    """One new deck in order, from which every shuffle starts."""
    commitment: str
    seed: str
    contributions: Annotated[tuple[NamedEntropy, ...], Meta(max_length=CONTRIBUTIONS_MAX)]
    burnt: str
    dealt: tuple[DealtCard, ...]
    reserves: tuple[ReserveSeed, ...]
    """In the order of their commitments."""


class Difference(Struct, frozen=True):
    """The first point at which a proof is not what its seeds and contributions lead to."""

    where: str
    """`commitment`, `reserve 1`, `pack`, `burnt`, or `round 7, step 3`."""
    stated: str
    found: str

    def __str__(self) -> str:
        return f"{self.where}: the file says {self.stated}, it should be {self.found}"


def proof_of(state: State) -> Proof | None:
    """The proof of the shoe that ended last at this table; None before the first ended."""
    shoe = state.ended_shoe
    return None if shoe is None else _proof(state.table, state.rules.decks, shoe)


def _proof(table: str, decks: int, shoe: TableShoe) -> Proof:
    used = [ReserveSeed(refill.seed.commitment, refill.seed.seed, refill.after) for refill in shoe.refills]
    unused = [ReserveSeed(shoe.reserve.commitment, shoe.reserve.seed, None)] if shoe.reserve else []
    return Proof(
        format=FORMAT,
        table=table,
        shoe=shoe.number,
        decks=decks,
        burn=len(shoe.burnt),
        pack=format_cards(DECK),
        commitment=shoe.seed.commitment,
        seed=shoe.seed.seed,
        contributions=tuple(NamedEntropy(each.name, each.entropy) for each in shoe.contributions),
        burnt=format_cards(shoe.burnt),
        dealt=tuple(DealtCard(each.round, each.step, each.card) for each in shoe.dealt),
        reserves=(*used, *unused),
    )


def write(proof: Proof) -> bytes:
    """The file: one JSON text."""
    return msgspec.json.encode(proof) + b"\n"


def read(content: bytes) -> Proof:
    """The proof that `content` holds; `ProofError` where it holds none."""
    if len(content) > PROOF_BYTES_MAX:
        raise ProofError(f"larger than {PROOF_BYTES_MAX:,} bytes: no proof of a shoe is")
    try:
        proof = msgspec.json.decode(content, type=Proof)
    except msgspec.DecodeError as wrong:
        raise ProofError(f"not a proof of a shoe: {wrong}") from None
    try:
        parse_cards(proof.pack)
        parse_cards(proof.burnt)
        for dealt in proof.dealt:
            parse_card(dealt.card)
        for seed in (proof.seed, *(reserve.seed for reserve in proof.reserves)):
            commitment(seed)
        shuffled((), proof.seed, [each.entropy for each in proof.contributions])
    except (CardError, ShoeError) as wrong:
        raise ProofError(f"not a proof of a shoe: {wrong}") from None
    return proof


def first_difference(proof: Proof) -> Difference | None:
    """Repeat the shoe from its seeds and contributions; None where commitments and every card agree."""
    return next(_differences(proof), None)


def _differences(proof: Proof) -> Iterator[Difference]:
    """What differs, in order. Whoever reads on after the first gets consequences of it."""
    yield from _wrong_commitments(proof)
    if proof.pack != format_cards(DECK):
        yield Difference("pack", *_first_that_differs(parse_cards(proof.pack), DECK))
    contributions = [each.entropy for each in proof.contributions]
    order = shuffled(pack(proof.decks), proof.seed, contributions)
    burnt = order[: proof.burn]
    if proof.burnt != format_cards(burnt):
        yield Difference("burnt", *_first_that_differs(parse_cards(proof.burnt), burnt))
    yield from _wrong_cards(proof, list(order), contributions)


def _wrong_commitments(proof: Proof) -> Iterator[Difference]:
    if proof.commitment != commitment(proof.seed):
        yield Difference("commitment", proof.commitment, commitment(proof.seed))
    for number, reserve in enumerate(proof.reserves, start=1):
        if reserve.commitment != commitment(reserve.seed):
            yield Difference(f"reserve {number}", reserve.commitment, commitment(reserve.seed))


def _first_that_differs(stated: Sequence[Card], right: Sequence[Card]) -> tuple[str, str]:
    """The first place where two rows of cards part, in words."""
    for place, pair in enumerate(zip_longest(stated, right), start=1):
        if pair[0] != pair[1]:
            return f"{pair[0] or 'none'} as card {place}", pair[1] or "none"
    return "the same cards", "those, one space between them"


def _wrong_cards(proof: Proof, order: list[Card], contributions: list[str]) -> Iterator[Difference]:
    """Deal the shoe again. `tray` is what may go back in when it runs dry: burnt cards and earlier rounds, never this one."""
    tray, on_felt, place = order[: proof.burn], list[Card](), proof.burn
    reserves = iter(reserve for reserve in proof.reserves if reserve.after is not None)
    due = next(reserves, None)
    round_now = 0
    for count, dealt in enumerate(proof.dealt):
        where = f"round {dealt.round}, step {dealt.step}"
        if dealt.round != round_now:
            tray, on_felt = tray + on_felt, []
            if dealt.round < round_now or dealt.step != 1:
                yield Difference(where, "this card", f"step 1 of a round after {round_now}")
            round_now = dealt.round
        elif dealt.step != len(on_felt) + 1:
            yield Difference(where, "this card", f"step {len(on_felt) + 1} of round {round_now}")
        if place == len(order):
            if due is None or due.after != count:
                yield Difference(where, f"{dealt.card} from an empty shoe", f"a reserve seed used after {count} cards")
                return
            order, place = list(shuffled(in_pack_order(tuple(tray)), due.seed, contributions)), 0
            tray, due = [], next(reserves, None)
            if not order:
                yield Difference(where, dealt.card, "no card: all of them lie on the felt")
                return
        if dealt.card != order[place]:
            yield Difference(where, dealt.card, order[place])
        on_felt.append(order[place])
        place += 1
    if due is not None:
        yield Difference("reserves", f"one used after {due.after} cards", "a shoe that was not dry then")
