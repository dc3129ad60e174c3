"""What the hall may rely on, whichever store keeps its books."""

import asyncio

import pytest

from zapato import ledger
from zapato.hall.ports import (
    Answer,
    Change,
    Done,
    Holdings,
    Journal,
    Keepsake,
    Player,
    Refused,
    Repeated,
    Snapshot,
    Stale,
    StoreError,
)
from zapato.ledger import BANK, Transfer, house, purse, stake
from zapato.money import AMOUNT_MAX
from zapato.refusal import Refusal

ANA = Player("ana", "Ana", "hash-of-ana", 5)
GRANT = Transfer("grant:ana", BANK, purse("ana"), 10_000, "grant")


def bet(number, amount=100):
    return ledger.put_on_felt("escribas", 1, "ana", number, amount, "bet")


async def arrive(store):
    assert await store.commit(Change(5, newcomer=ANA, transfers=(GRANT,))) == Done()


async def everything(store):
    """All that a store holds of Ana and her table, to see that nothing moved."""
    return (
        await store.load("escribas"),
        await store.balances(),
        await store.transfers(),
        await store.player("ana"),
        await store.record("escribas-1"),
        await store.proof("escribas-1"),
    )


async def test_a_change_is_there_whole_and_after_a_restart(books):
    """One transaction: newcomer, money, events, answer, record and proof; all durable before the answer."""
    change = Change(
        7,
        newcomer=ANA,
        transfers=(GRANT, bet(1)),
        journal=Journal("escribas", 0, (b"one", b"two")),
        records=(Keepsake("escribas", 1, b"{}"),),
        proofs=(Keepsake("escribas", 1, b"[]"),),
        answer=Answer("ana", "a", "digest"),
    )

    assert await books.store.commit(change) == Done()

    store = await books.reopen()
    assert await store.player("ana") == ANA
    assert await store.player_by_token("hash-of-ana") == ANA
    assert await store.holdings("ana") == Holdings(purse=9_900, in_play=100)
    assert await store.transfers() == ((1, GRANT), (2, bet(1)))
    kept = await store.load("escribas")
    assert (kept.version, kept.snapshot, kept.events) == (2, None, (b"one", b"two"))
    assert await store.record("escribas-1") == b"{}"
    assert await store.proof("escribas-1") == b"[]"
    assert await store.commit(change) == Repeated(Answer("ana", "a", "digest"))


async def test_what_is_not_there_is_none(store):
    """Unknown ids are answered, not raised."""
    assert await store.player("eva") is None
    assert await store.player_by_token("nothing") is None
    assert await store.holdings("eva") == Holdings(0, 0)
    assert await store.refilled_ms("eva") is None
    assert (await store.load("faraon")).version == 0
    for strange in (
        "escribas-1",
        "escribas",
        "",
        "-1",
        "escribas-0",
        "escribas--1",
        "x" * 500,
        "escribas-1; drop",
        "é-1",
    ):
        assert await store.record(strange) is None
        assert await store.proof(strange) is None


@pytest.mark.parametrize(
    ("last", "code"),
    [
        (bet(3, 10_000), "purse-too-small"),
        (bet(1), "transfer-id-used"),
        (bet(3, AMOUNT_MAX + 1), "amount-invalid"),
        (bet(3, -1), "amount-invalid"),
        (Transfer("x", BANK, purse("ana"), AMOUNT_MAX, "grant"), "account-full"),
        (Transfer("x", BANK, "purse:An a", 1, "grant"), "account-invalid"),
        (Transfer("x", BANK, BANK, 1, "grant"), "same-account"),
    ],
)
async def test_a_refused_transfer_takes_its_whole_change_with_it(store, last, code):
    """Nothing moved: no event, no answer, no other line. The same words come from every store and from the book."""
    await arrive(store)
    before = await everything(store)

    outcome = await store.commit(
        Change(
            9,
            transfers=(bet(1), bet(2), last),
            journal=Journal("escribas", 0, (b"one",)),
            records=(Keepsake("escribas", 1, b"{}"),),
            answer=Answer("ana", "a", "digest"),
        )
    )

    book = ledger.Book()
    book.post([GRANT])
    assert outcome == Refused(book.post([bet(1), bet(2), last]))
    assert outcome.refusal.code == code
    assert await everything(store) == before
    assert await store.commit(Change(9, answer=Answer("ana", "a", "digest"))) == Done()


async def test_the_same_id_twice_has_one_effect_and_one_answer(store):
    """A slow link or a double click: two of the same at once, and again later."""
    await arrive(store)
    change = Change(
        9,
        transfers=(bet(1),),
        journal=Journal("escribas", 0, (b"one",)),
        answer=Answer("ana", "click", "d"),
    )

    first, second = await asyncio.gather(store.commit(change), store.commit(change))

    assert (first, second) == (Done(), Repeated(Answer("ana", "click", "d")))
    assert await store.commit(change) == Repeated(Answer("ana", "click", "d"))
    assert await store.holdings("ana") == Holdings(9_900, 100)


async def test_a_refusal_is_an_answer_too(books):
    """What was refused stays refused under that id, also after a restart; another player's same id is another."""
    no = Answer("ana", "a", "d", Refusal("bet-above-most", "too much", {"most": 5_000, "table": "Escribas"}))
    assert await books.store.commit(Change(9, answer=no)) == Done()

    store = await books.reopen()

    assert await store.commit(Change(9, answer=Answer("ana", "a", "other"))) == Repeated(no)
    assert await store.commit(Change(9, answer=Answer("eva", "a", "other"))) == Done()


async def test_the_oldest_answers_are_forgotten_a_player_at_a_time(store):
    """History has a bound (4 here): a fifth answer pushes out that player's first, nobody else's."""
    await store.commit(Change(1, answer=Answer("eva", "a", "d")))
    for name in "abcde":
        assert await store.commit(Change(1, answer=Answer("ana", name, "d"))) == Done()

    assert await store.commit(Change(1, answer=Answer("ana", "b", "d"))) == Repeated(Answer("ana", "b", "d"))
    assert await store.commit(Change(1, answer=Answer("eva", "a", "d"))) == Repeated(Answer("eva", "a", "d"))
    assert await store.commit(Change(1, answer=Answer("ana", "a", "d"))) == Done()


async def test_events_continue_where_the_table_stands_or_are_refused(store):
    """Two writers of one table cannot both be right: the later one is told where the table is."""
    assert await store.commit(Change(1, journal=Journal("escribas", 0, (b"1", b"2")))) == Done()

    assert await store.commit(Change(1, journal=Journal("escribas", 0, (b"x",)))) == Stale(2)
    assert await store.commit(Change(1, journal=Journal("escribas", 3, (b"x",)))) == Stale(2)
    assert await store.commit(Change(1, journal=Journal("faraon", 1, (b"x",)))) == Stale(0)
    assert (await store.load("escribas")).events == (b"1", b"2")


async def test_a_snapshot_stands_for_the_events_before_it(books):
    """A table comes back from the last snapshot and what followed; older events make room."""
    await books.store.commit(Change(1, journal=Journal("escribas", 0, (b"1", b"2"))))
    await books.store.commit(
        Change(1, journal=Journal("escribas", 2, (b"3",)), snapshot=Snapshot("escribas", 3, b"state"))
    )
    await books.store.commit(Change(1, journal=Journal("escribas", 3, (b"4", b"5"))))

    kept = await (await books.reopen()).load("escribas")

    assert kept.version == 5
    assert kept.snapshot == Snapshot("escribas", 3, b"state")
    assert kept.events == (b"4", b"5")


async def test_records_and_proofs_have_a_bound_per_table(store):
    """Three records and two proofs are kept here: the oldest goes, other tables' stay."""
    await store.commit(Change(1, records=(Keepsake("casino-es", 1, b"es"),), proofs=(Keepsake("casino-es", 1, b"es"),)))
    for number in range(1, 6):
        await store.commit(
            Change(1, records=(Keepsake("casino", number, b"r"),), proofs=(Keepsake("casino", number, b"p"),))
        )

    assert [await store.record(f"casino-{n}") for n in range(1, 6)] == [None, None, b"r", b"r", b"r"]
    assert [await store.proof(f"casino-{n}") for n in range(1, 6)] == [None, None, None, b"p", b"p"]
    assert await store.record("casino-es-1") == await store.proof("casino-es-1") == b"es"


async def test_a_new_name_is_kept(books):
    """Renaming changes the plate and nothing else."""
    await arrive(books.store)
    await books.store.commit(Change(6, rename=("ana", "Ana María")))

    assert await (await books.reopen()).player("ana") == Player("ana", "Ana María", "hash-of-ana", 5)


async def test_the_last_refill_is_read_from_the_ledger(store):
    """«Once an hour» counts from the refill itself, not from a grant or a win."""
    await arrive(store)
    for number, at_ms in enumerate((50, 90), 1):
        line = Transfer(f"refill:{number}", BANK, purse("ana"), 10, "refill")
        await store.commit(Change(at_ms, transfers=(line,)))
    await store.commit(Change(99, transfers=(Transfer("w", house("t"), purse("ana"), 10, "payout"),)))

    assert await store.refilled_ms("ana") == 90


async def test_a_player_is_there_once(store):
    """Neither id nor token can be taken a second time."""
    await arrive(store)
    for twin in (Player("ana", "Eva", "other", 1), Player("eva", "Eva", "hash-of-ana", 1)):
        with pytest.raises(StoreError):
            await store.commit(Change(1, newcomer=twin))
    assert await store.player("ana") == ANA
    assert await store.player("eva") is None


async def test_the_ledger_is_read_in_pages(store):
    """An auditor reads a book of any length."""
    await arrive(store)
    await store.commit(Change(1, transfers=(bet(1), bet(2), bet(3))))

    assert [number for number, _ in await store.transfers(after=1, most=2)] == [2, 3]
    assert await store.transfers(after=4) == ()
    assert sum((await store.balances()).values()) == 0
    assert (await store.balances())[stake("escribas", 1, "ana")] == 300


async def test_a_closed_store_says_so(store):
    """After a graceful stop nothing is written by a late caller, and the caller is told."""
    await store.close()

    with pytest.raises(StoreError):
        await store.commit(Change(1, transfers=(GRANT,)))
    with pytest.raises(StoreError):
        await store.load("escribas")


async def test_many_at_once_lose_nothing(store):
    """200 changes sent together (they share commits where the store groups them), the bad ones among them refused alone."""
    await arrive(store)

    outcomes = await asyncio.gather(
        *(store.commit(Change(1, transfers=(bet(number, 100 if number % 4 else 20_000),))) for number in range(1, 101)),
        *(store.commit(Change(1, journal=Journal(f"t{number}", 0, (b"x",)))) for number in range(100)),
    )

    assert outcomes.count(Done()) == 175
    assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 25
    assert await store.holdings("ana") == Holdings(2_500, 7_500)
