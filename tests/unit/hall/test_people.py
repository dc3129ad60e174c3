"""Guests, names, purses, and who is there."""

import asyncio

import pytest

from world.audit import audit
from world.small_hall import SMALL, Failing, opened, seated, sit
from world.virtual import SeededEntropy, VirtualClock, run
from zapato.hall import Hall, PurseState
from zapato.hall.purse import REFILL_EVERY_MS
from zapato.hall.runner import ready
from zapato.ledger import Transfer, house, purse
from zapato.money import Debenes
from zapato.table import commands as c


def test_a_guest_begins_with_ten_thousand_and_keeps_them_under_the_token():
    """One grant; the cookie's token leads back to the same player, any other to nobody; only its hash is kept."""

    async def main():
        hall, *_ = await opened()
        guest = await hall.greet()
        assert await hall.guest(guest.token) == guest
        assert await hall.guest(guest.player) is None
        assert await hall.guest("made up") is None
        assert (await hall.purse(guest.player)) == PurseState(10_000, 0, may_refill=False, refill_from_ms=None)
        kept = await hall._store.player(guest.player)
        assert guest.token not in (kept.token_hash, kept.player)
        assert guest.player not in guest.token
        await audit(hall._store)
        await hall.close()

    run(main())


def test_what_a_client_claims_of_itself_is_not_believed():
    """Name, purse and the mark of a resident come from the books."""

    async def main():
        hall, ana, *_ = await opened()
        lie = c.Sit(ana, "Faraón", 1, 10**9, resident=True)
        assert await hall.do(ana, "a", "escribas", lie) is None
        seat = hall.state("escribas").seat_of(ana)
        assert (seat.purse, seat.resident) == (10_000, False)
        assert seat.name == (await hall._store.player(ana)).name
        stranger = await hall.do("nobody", "a", "escribas", sit("nobody", 2))
        assert stranger.code == "no-such-player"
        await hall.close()

    run(main())


def test_a_lost_link_is_an_absence_only_after_a_grace():
    """A reload tells the table nothing; five seconds later it is told, and told again when the player is back."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)

        def away():
            return hall.state("escribas").seat_of(ana).away

        await hall.set_present(ana, present=False)
        await asyncio.sleep(4)
        await hall.set_present(ana, present=True)
        await asyncio.sleep(10)
        assert not away()
        await hall.set_present(ana, present=False)
        await asyncio.sleep(6)
        assert away()
        await hall.set_present(ana, present=True)
        assert not away()
        await hall.set_present(ana, present=False)
        await asyncio.sleep(600)
        assert hall.seated(ana) is None
        await hall.close()

    run(main())


def test_who_does_not_come_back_after_a_restart_is_away():
    """Every link is gone then; who finds the hall again in time was never away."""

    async def main():
        store = Failing()
        hall, ana, eva, _ = await opened(store)
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        await hall.close()
        again = await Hall.open(
            store.reopened(), VirtualClock(), SeededEntropy("2"), tables=SMALL, residents_tempo=None
        )
        await asyncio.sleep(10)
        await again.set_present(eva, present=True)
        await asyncio.sleep(10)
        assert again.state("escribas").seat_of(ana).away
        assert not again.state("escribas").seat_of(eva).away
        await again.close()

    run(main())


@pytest.mark.parametrize("at_a_table", [False, True])
def test_an_empty_purse_is_filled_once_an_hour_and_the_table_knows(at_a_table):
    """Up to 10,000 and no further; the books and the seat say the same."""

    async def main():
        hall, ana, *_ = await opened()
        if at_a_table:
            await seated(hall, ana)

        async def lose(amount, name):
            loss = Transfer(name, purse(ana), house("escribas"), Debenes(amount), "loss")
            assert hall._store._book.post([loss]) is None
            if at_a_table:
                left = (await hall._store.holdings(ana)).purse
                # What a played round would have told the table.
                await hall._runners["escribas"].ask(ready(c.PurseChanged(ana, left)))

        assert (await hall.refill(ana, "r0")).code == "refill-not-needed"
        await lose(9_991, "l1")
        assert (await hall.purse(ana)) == PurseState(9, 0, may_refill=True, refill_from_ms=None)
        told = []
        hall.on_purse(told.append)
        answers = await asyncio.gather(hall.refill(ana, "r1"), hall.refill(ana, "r1"), hall.refill(ana, "r2"))
        assert [answer and answer.code for answer in answers] == [None, None, "refill-not-needed"]
        assert told == [ana]
        assert (await hall.purse(ana)).purse == 10_000
        if at_a_table:
            assert hall.state("escribas").seat_of(ana).purse == 10_000
        refilled_ms = hall.now_ms()
        await lose(10_000, "l2")
        too_soon = await hall.refill(ana, "r3")
        assert (too_soon.code, too_soon.values) == ("refill-too-soon", {"from_ms": refilled_ms + REFILL_EVERY_MS})
        assert (await hall.purse(ana)) == PurseState(0, 0, False, refilled_ms + REFILL_EVERY_MS)
        await asyncio.sleep(3_600)
        assert (await hall.purse(ana)).may_refill
        assert await hall.refill(ana, "r4") is None
        assert await hall.refill(ana, "r3") == too_soon
        await audit(hall._store)
        await hall.close()

    run(main())


def test_no_refill_while_money_is_in_play():
    """A bet on the felt may still come home: no second purse meanwhile."""

    async def main():
        hall, ana, eva, _ = await opened()
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        loss = Transfer("l", purse(ana), house("escribas"), Debenes(9_900), "loss")
        hall._store._book.post([loss])
        assert await hall.deal(ana, "d", "escribas", 1, 100) is None
        assert (await hall.purse(ana)) == PurseState(0, 100, may_refill=False, refill_from_ms=None)
        assert (await hall.refill(ana, "r")).code == "refill-in-play"
        await hall.close()

    run(main())


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ana   María ", "Ana María"),
        ("Ñandú 7", "Ñandú 7"),
        ("n\u0303", "ñ"),
        ("", None),
        ("   ", None),
        ("x" * 17, None),
        ("<b>", None),
        ("Ana\u202e", None),
        ("a\x00b", None),
    ],
)
def test_a_name_is_letters_digits_and_spaces(given, kept):
    """A plate is read by others: no markup, no tricks with direction, one form of each letter."""

    async def main():
        hall, ana, *_ = await opened()
        before = (await hall._store.player(ana)).name
        answer = await hall.rename(ana, "n", given)
        assert (answer is None) == (kept is not None)
        assert answer is None or answer.code == "name-invalid"
        assert (await hall._store.player(ana)).name == (kept or before)
        await hall.close()

    run(main())


def test_a_new_name_is_on_the_plate_at_once():
    """Whoever sits sees it change; the books and the seat say the same."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)
        assert await hall.rename(ana, "n", "Ana María") is None
        assert hall.state("escribas").seat_of(ana).name == "Ana María"
        assert (await hall._store.player(ana)).name == "Ana María"
        await hall.close()

    run(main())


def test_a_table_hears_of_an_absence_even_if_the_disk_was_full_then():
    """What could not be written is said again; a seat of somebody gone is freed in the end."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)

        def away():
            return hall.state("escribas").seat_of(ana).away

        hall._store.full = True
        await hall.set_present(ana, present=False)
        await asyncio.sleep(20)
        assert not away()
        hall._store.full = False
        await asyncio.sleep(2)
        assert away()
        hall._store.full = True
        await hall.set_present(ana, present=True)
        assert away()
        hall._store.full = False
        await asyncio.sleep(2)
        assert not away()
        await hall.close()

    run(main())
