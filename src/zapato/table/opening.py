"""Before the bets: a shoe is committed, players add their own entropy, the next round opens; at its end a shoe is revealed."""

from __future__ import annotations

from zapato.refusal import Refusal
from zapato.shoe import ShoeError, commitment, is_contribution
from zapato.table import commands
from zapato.table.claims import seated
from zapato.table.draft import Draft
from zapato.table.events import BettingOpened, Contributed, ReserveCommitted, ShoeCommitted, ShoeRevealed
from zapato.table.shoe_life import CONTRIBUTIONS_MAX, TableShoe


def next_round(draft: Draft) -> None:
    """After the results were on show: bets open again, or first the shoe ends because too little of it is left.

    A round was just dealt from it: a fresh shoe is never asked, however few cards the rules give it.
    """
    state = draft.state
    if state.awaits_seed or state.shoe is None or state.shoe.cards is None:
        return
    if state.shoe.cards.left < state.rules.reshuffle_below:
        draft.emit(ShoeRevealed(state.shoe.number, seeds(state.shoe)))
    else:
        draft.emit(BettingOpened(state.round + 1))


def seeds(shoe: TableShoe) -> tuple[str, ...]:
    """All that were committed for a shoe, in that order."""
    reserve = (shoe.reserve.seed,) if shoe.reserve else ()
    return (shoe.seed.seed, *(refill.seed.seed for refill in shoe.refills), *reserve)


def new_shoe(draft: Draft, command: commands.NewShoe) -> Refusal | None:
    state = draft.state
    if state.awaits_seed != "shoe":
        return _not_awaited()
    try:
        hashes = commitment(command.seed), commitment(command.reserve)
    except ShoeError as malformed:
        return Refusal("seed-malformed", str(malformed))
    if command.seed == command.reserve:
        return Refusal("seed-malformed", "seed and reserve must be two seeds")
    number = state.ended_shoe.number + 1 if state.ended_shoe else 1
    draft.emit(ShoeCommitted(number, *hashes, command.seed, command.reserve))
    draft.emit(BettingOpened(state.round + 1))
    return None


def reserve(draft: Draft, command: commands.Reserve) -> Refusal | None:
    state = draft.state
    if state.awaits_seed != "reserve" or state.shoe is None:
        return _not_awaited()
    try:
        draft.emit(ReserveCommitted(state.shoe.number, commitment(command.seed), command.seed))
    except ShoeError as malformed:
        return Refusal("seed-malformed", str(malformed))
    return None


def contribute(draft: Draft, command: commands.Contribute) -> Refusal | None:
    """A player's say in the order of the shoe, once, while there is no order yet."""
    seat = seated(draft.state, command.player)
    if isinstance(seat, Refusal):
        return seat
    shoe = draft.state.shoe
    if shoe is None or shoe.number != command.shoe:
        return Refusal("wrong-shoe", f"shoe {command.shoe} is not on this table")
    if shoe.cards is not None:
        return Refusal("contributions-closed", "the order of this shoe is fixed; the next one takes contributions")
    if any(each.player == seat.player for each in shoe.contributions):
        return Refusal("already-contributed", "you have contributed to this shoe")
    if len(shoe.contributions) >= CONTRIBUTIONS_MAX:
        return Refusal(
            "contributions-full", f"a shoe takes {CONTRIBUTIONS_MAX} contributions", {"most": CONTRIBUTIONS_MAX}
        )
    if not is_contribution(command.entropy):
        return Refusal("entropy-malformed", "a contribution is 16 to 64 hex digits in lowercase")
    draft.emit(Contributed(shoe.number, seat.player, seat.name, command.entropy))
    return None


def _not_awaited() -> Refusal:
    return Refusal("seed-not-awaited", "the table awaits no such seed now")
