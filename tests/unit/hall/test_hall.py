"""What the hall promises a server, whatever the tables do: one seat, one answer, nothing moved unless it is on disk."""

import asyncio
import itertools

import pytest

from world.audit import audit
from world.virtual import SeededEntropy, VirtualClock, run
from zapato.hall import Hall, PurseState, open_tables
from zapato.hall.answers import BUSY, CLOSING, FAULT, ID_USED, NOT_SAVED
from zapato.hall.hall import WAITING_MOST
from zapato.hall.ports import Change, Journal, StoreError
from zapato.hall.purse import REFILL_EVERY_MS
from zapato.hall.runner import MAILBOX_MOST, ready
from zapato.ledger import Transfer, house, purse
from zapato.money import Debenes
from zapato.server.store import MemoryStore
from zapato.table import commands as c

SMALL = open_tables((("escribas", "thot"), ("americana", "americana")))


class Failing(MemoryStore):
    """A memory store whose disk can be full, slow, or tell of a failure that was none."""

    full = False
    lies = False
    gate = None

    async def commit(self, change):
        if self.gate:
            await self.gate.wait()
        if self.full:
            raise StoreError("database or disk is full")
        outcome = await super().commit(change)
        if self.lies and change.journal:
            raise StoreError("disk I/O error")
        return outcome


async def opened(store=None):
    hall = await Hall.open(
        Failing() if store is None else store, VirtualClock(), SeededEntropy("hall"), tables=SMALL, residents_tempo=None
    )
    await asyncio.sleep(0)
    guests = [(await hall.greet(None)).player for _ in range(3)]
    return hall, *guests


def sit(player, box=1):
    return c.Sit(player, "", box, 0)


async def seated(hall, player, box=1, table="escribas"):
    assert await hall.do(player, "sit", table, sit(player, box)) is None


def test_a_guest_begins_with_ten_thousand_and_keeps_them_under_the_token():
    """One grant; the cookie's token leads back to the same player, any other to nobody; only its hash is kept."""

    async def main():
        hall, *_ = await opened()
        guest = await hall.greet(None)
        assert guest.new
        again = await hall.greet(guest.token)
        assert (again.player, again.name, again.new) == (guest.player, guest.name, False)
        assert (await hall.guest(guest.token)).player == guest.player
        assert await hall.guest(guest.player) is None
        assert (await hall.greet("made up")).player != guest.player
        assert (await hall.purse(guest.player)) == PurseState(10_000, 0, may_refill=False, refill_from_ms=None)
        kept = await hall.store.player(guest.player)
        assert guest.token not in (kept.token_hash, kept.player)
        assert guest.player not in guest.token
        await audit(hall.store)
        await hall.close()

    run(main())


def test_a_player_has_one_seat_in_the_whole_hall():
    """The refusal names the table; also when both tables are asked at the same moment."""

    async def main():
        hall, ana, eva, _ = await opened()
        answers = await asyncio.gather(
            hall.do(ana, "a", "escribas", sit(ana)), hall.do(ana, "b", "americana", sit(ana))
        )
        assert answers[0] is None
        assert (answers[1].code, answers[1].values) == ("seated-elsewhere", {"table": "escribas"})
        assert await hall.seated(ana) == "escribas"
        assert await hall.seated(eva) is None
        assert (await hall.do(ana, "x", "nowhere", sit(ana))).code == "no-such-table"
        await hall.close()

    run(main())


def test_a_bet_left_in_play_holds_its_owner_to_that_table():
    """Who stands up in mid-round can sit elsewhere once the round is over, and the money has come home by then."""

    async def main():
        hall, ana, eva, _ = await opened()
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        assert await hall.deal(ana, "d", "escribas", 1, 500) is None
        assert await hall.do(ana, "up", "escribas", c.StandUp(ana)) is None
        assert await hall.seated(ana) == "escribas"
        answer = await hall.do(ana, "s2", "americana", sit(ana))
        assert (answer.code, answer.values) == ("in-play-elsewhere", {"table": "escribas"})
        assert await hall.do(eva, "out", "escribas", c.SitOut(eva, 1)) is None
        await asyncio.sleep(60)
        assert await hall.do(ana, "s3", "americana", sit(ana)) is None
        assert hall.state("americana").seat_of(ana).purse == (await hall.store.holdings(ana)).purse
        await audit(hall.store)
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
        assert seat.name == (await hall.store.player(ana)).name
        stranger = await hall.do("nobody", "a", "escribas", sit("nobody", 2))
        assert stranger.code == "no-such-player"
        await hall.close()

    run(main())


def test_the_same_id_at_once_and_later_is_one_deed():
    """Double click, slow link, restart: one stake leaves the purse, and all get the same answer."""

    async def main():
        store = Failing()
        hall, ana, eva, _ = await opened(store)
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        answers = await asyncio.gather(*(hall.deal(ana, "d", "escribas", 1, 500) for _ in range(5)))
        assert answers == [None] * 5
        late = await hall.deal(ana, "e", "escribas", 1, 500)
        assert late.code == "bet-accepted"
        await hall.close()

        again = await Hall.open(
            store.reopened(), VirtualClock(), SeededEntropy("2"), tables=SMALL, residents_tempo=None
        )
        assert await again.deal(ana, "d", "escribas", 1, 500) is None
        assert await again.deal(ana, "e", "escribas", 1, 500) == late
        assert await again.deal(ana, "d", "escribas", 1, 400) == ID_USED
        assert (await again.purse(ana)).in_play == 500
        await again.close()

    run(main())


def test_the_same_id_for_two_things_at_once_is_refused():
    """An id names one command; the second content is not carried out."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)
        one, other = await asyncio.gather(
            hall.deal(ana, "d", "escribas", 1, 500), hall.deal(ana, "d", "escribas", 1, 300)
        )
        assert (one, other) == (None, ID_USED)
        for bad in ("", "x" * 65, "a b", "ñ", "a\n"):
            assert (await hall.deal(ana, bad, "escribas", 1, 100)).code == "id-invalid"
        await hall.close()

    run(main())


def test_chips_and_repartir_go_together_or_not_at_all():
    """«Repartir» with too little leaves the chips as they were."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)
        version = hall.state("escribas").version
        assert (await hall.deal(ana, "d", "escribas", 1, 50)).code == "bet-not-a-multiple"
        assert (await hall.deal(ana, "e", "escribas", 1, 0)).code == "no-bet"
        assert hall.state("escribas").version == version
        assert hall.state("escribas").seat_of(ana).wish == 0
        await hall.close()

    run(main())


def test_a_full_disk_is_said_and_moves_nothing_and_the_same_id_works_afterwards():
    """Nothing half done: state, purse and news as before; once there is room the same click goes through."""

    async def main():
        hall, ana, eva, _ = await opened()
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        news = []
        hall.on_change(lambda *told: news.append(told))
        before = hall.state("escribas")
        hall.store.full = True

        assert await hall.deal(ana, "d", "escribas", 1, 500) == NOT_SAVED
        assert await hall.rename(ana, "n", "Anita") == NOT_SAVED
        with pytest.raises(StoreError):
            await hall.greet(None)

        assert hall.state("escribas") is before
        assert news == []
        assert (await hall.purse(ana)).purse == 10_000
        hall.store.full = False
        assert await hall.deal(ana, "d", "escribas", 1, 500) is None
        assert (await hall.purse(ana)) == PurseState(9_500, 500, may_refill=False, refill_from_ms=None)
        await audit(hall.store, felts_empty=False)
        await hall.close()

    run(main())


def test_a_table_goes_on_by_itself_when_the_disk_has_room_again():
    """Clocks that ran out meanwhile are closed late, but closed: no table stays frozen."""

    async def main():
        hall, ana, eva, _ = await opened()
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        assert await hall.do(ana, "w", "escribas", c.SetWish(ana, 500, 1)) is None
        hall.store.full = True
        await asyncio.sleep(120)
        assert hall.state("escribas").phase == "betting"
        hall.store.full = False
        await asyncio.sleep(2)
        assert hall.state("escribas").phase == "playing"
        await hall.close()

    run(main())


def test_a_commit_that_was_reported_failed_but_reached_the_disk_is_taken_up():
    """The worst answer a disk can give. The books are right: the table is read anew, and the repeated id finds its answer."""

    async def main():
        hall, ana, eva, _ = await opened()
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        hall.store.lies = True
        assert await hall.deal(ana, "d", "escribas", 1, 500) == NOT_SAVED
        hall.store.lies = False
        assert hall.state("escribas").seat_of(ana).bet == 0
        assert await hall.deal(ana, "d", "escribas", 1, 500) is None
        assert await hall.do(eva, "o", "escribas", c.SetWish(eva, 100, 1)) == NOT_SAVED
        assert hall.state("escribas").seat_of(ana).bet == 500
        assert await hall.do(eva, "o", "escribas", c.SetWish(eva, 100, 1)) is None
        assert (await hall.purse(ana)).in_play == 500
        await hall.close()

    run(main())


def test_where_the_ledger_knows_better_the_command_is_refused_and_the_table_stands():
    """The database has the last word on money: a purse emptied behind the table's back cannot be bet."""

    async def main():
        hall, ana, eva, _ = await opened()
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        theft = Transfer("theft", purse(ana), house("escribas"), Debenes(9_900), "loss")
        assert hall.store._book.post([theft]) is None
        answer = await hall.deal(ana, "d", "escribas", 1, 500)
        assert answer.code == "purse-too-small"
        assert hall.state("escribas").seat_of(ana).bet == 0
        assert (await hall.purse(ana)).purse == 100
        assert await hall.deal(ana, "d", "escribas", 1, 500) == answer
        await hall.close()

    run(main())


def test_a_fault_of_ours_costs_one_command_not_the_table(monkeypatch):
    """A bug in a step is answered, logged, and nothing of it kept; the next command works."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)
        real = hall._runners["escribas"]._decide

        def broken(steps, now_ms):
            if any(isinstance(step, c.SitOut) for step in steps):
                raise ZeroDivisionError
            return real(steps, now_ms)

        monkeypatch.setattr(hall._runners["escribas"], "_decide", broken)
        assert await hall.do(ana, "o", "escribas", c.SitOut(ana, 1)) == FAULT
        assert await hall.deal(ana, "d", "escribas", 1, 500) is None
        await hall.close()

    run(main())


def test_a_listener_that_fails_stops_nobody():
    """News goes out after the commit; who cannot take it does not undo it."""

    async def main():
        hall, ana, *_ = await opened()
        news = []

        def broken(*_told):
            raise ZeroDivisionError

        hall.on_change(broken)
        hall.on_purse(broken)
        hall.on_change(lambda *told: news.append(told))
        await seated(hall, ana)
        assert await hall.deal(ana, "d", "escribas", 1, 500) is None
        versions = [(since, version) for _, since, _, _, version in news]
        assert all(version == later for (_, version), (later, _) in itertools.pairwise(versions))
        assert all(version == since + len(events) for _, since, events, _, version in news)
        assert news[-1][3] is hall.state("escribas")
        await hall.close()

    run(main())


def test_a_caller_who_gives_up_leaves_the_command_whole():
    """A socket that dies while it waits: the bet is down all the same, once."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)
        hall.store.gate = asyncio.Event()
        waiting = asyncio.create_task(hall.deal(ana, "d", "escribas", 1, 500))
        await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        hall.store.gate.set()
        assert await hall.deal(ana, "d", "escribas", 1, 500) is None
        assert (await hall.purse(ana)).in_play == 500
        await hall.close()

    run(main())


def test_too_much_at_once_is_refused_and_can_be_sent_again():
    """One player's commands have a bound, and a table's mailbox has one; `busy` is not remembered as an answer."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)
        hall.store.gate = asyncio.Event()
        flood = [asyncio.create_task(hall.do(ana, f"w{n}", "escribas", c.SetWish(ana, 100 * n, 1))) for n in range(20)]
        await asyncio.sleep(0.01)
        assert sum(task.done() and task.result() == BUSY for task in flood) == 20 - WAITING_MOST
        strangers = [asyncio.create_task(hall.do(f"p{n}", "s", "escribas", sit(f"p{n}", 2))) for n in range(300)]
        await asyncio.sleep(0.01)
        refused = [task for task in strangers if task.done()]
        assert len(refused) >= 300 - MAILBOX_MOST
        assert all(task.result() == BUSY for task in refused)
        hall.store.gate.set()
        answers = await asyncio.gather(*flood)
        assert answers.count(None) == WAITING_MOST
        await asyncio.gather(*strangers)
        assert await hall.do(ana, f"w{WAITING_MOST}", "escribas", c.SetWish(ana, 800, 1)) is None
        await hall.close()

    run(main())


def test_a_closing_hall_finishes_what_it_writes_and_refuses_the_rest():
    """SIGTERM: the step in hand is done and answered, what waits is told; nothing is half done."""

    async def main():
        store = Failing()
        hall, ana, eva, _ = await opened(store)
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        store.gate = asyncio.Event()
        first = asyncio.create_task(hall.deal(ana, "d", "escribas", 1, 500))
        await asyncio.sleep(0.01)
        second = asyncio.create_task(hall.deal(eva, "d", "escribas", 1, 500))
        await asyncio.sleep(0.01)
        closing = asyncio.create_task(hall.close())
        await asyncio.sleep(0.01)
        store.gate.set()
        await closing
        assert (await first, await second) == (None, CLOSING)
        assert await hall.deal(eva, "late", "escribas", 1, 500) == CLOSING
        again = await Hall.open(
            store.reopened(), VirtualClock(), SeededEntropy("2"), tables=SMALL, residents_tempo=None
        )
        assert again.state("escribas").seat_of(ana).bet == 500
        assert again.state("escribas").seat_of(eva).bet == 0
        await again.close()

    run(main())


def test_a_round_in_flight_goes_on_after_a_restart_with_its_clock_from_the_start():
    """Hours later the cards lie as they lay; the hand has its full time again."""

    async def main():
        store = Failing()
        hall, ana, *_ = await opened(store)
        await seated(hall, ana)
        number = 0
        while hall.state("escribas").phase != "playing":
            # A natural ends a round before anybody acts: deal until one does not.
            number += 1
            state = hall.state("escribas")
            assert await hall.deal(ana, f"d{number}", "escribas", state.round, 100) is None
            if hall.state("escribas").phase != "playing":
                await asyncio.sleep(30)
        before = hall.state("escribas")
        await hall.close()
        await asyncio.sleep(5 * 3_600)
        clock = VirtualClock()
        again = await Hall.open(store.reopened(), clock, SeededEntropy("2"), tables=SMALL, residents_tempo=None)
        await asyncio.sleep(1)
        state = again.state("escribas")
        assert (state.phase, state.play, state.shoe) == (before.phase, before.play, before.shoe)
        length = before.clock.ends_ms - before.clock.starts_ms
        assert state.clock.ends_ms - clock.now_ms() == length - 1_000
        await again.close()

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
        assert await hall.seated(ana) is None
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
            assert hall.store._book.post([loss]) is None
            if at_a_table:
                left = (await hall.store.holdings(ana)).purse
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
        await audit(hall.store)
        await hall.close()

    run(main())


def test_no_refill_while_money_is_in_play():
    """A bet on the felt may still come home: no second purse meanwhile."""

    async def main():
        hall, ana, eva, _ = await opened()
        await seated(hall, ana, 1)
        await seated(hall, eva, 2)
        loss = Transfer("l", purse(ana), house("escribas"), Debenes(9_900), "loss")
        hall.store._book.post([loss])
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
        before = (await hall.store.player(ana)).name
        answer = await hall.rename(ana, "n", given)
        assert (answer is None) == (kept is not None)
        assert answer is None or answer.code == "name-invalid"
        assert (await hall.store.player(ana)).name == (kept or before)
        await hall.close()

    run(main())


def test_a_new_name_is_on_the_plate_at_once():
    """Whoever sits sees it change; the books and the seat say the same."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)
        assert await hall.rename(ana, "n", "Ana María") is None
        assert hall.state("escribas").seat_of(ana).name == "Ana María"
        assert (await hall.store.player(ana)).name == "Ana María"
        await hall.close()

    run(main())


def test_a_table_hears_of_an_absence_even_if_the_disk_was_full_then():
    """What could not be written is said again; a seat of somebody gone is freed in the end."""

    async def main():
        hall, ana, *_ = await opened()
        await seated(hall, ana)

        def away():
            return hall.state("escribas").seat_of(ana).away

        hall.store.full = True
        await hall.set_present(ana, present=False)
        await asyncio.sleep(20)
        assert not away()
        hall.store.full = False
        await asyncio.sleep(2)
        assert away()
        hall.store.full = True
        await hall.set_present(ana, present=True)
        assert away()
        hall.store.full = False
        await asyncio.sleep(2)
        assert not away()
        await hall.close()

    run(main())


def test_books_of_another_program_are_an_error_that_says_so():
    """A state that this program cannot read is not guessed at."""

    async def main():
        store = MemoryStore()
        await store.commit(Change(1, journal=Journal("escribas", 0, (b'{"type": "earthquake"}',))))
        with pytest.raises(StoreError, match="written by another zapato"):
            await opened(store)

    run(main())
