"""The book on which every debén rests: double entry, all or nothing, no id twice, no purse below zero."""

import pytest

from zapato import ledger
from zapato.ledger import BANK, Book, Transfer, house, purse, stake
from zapato.money import AMOUNT_MAX

ANA = purse("ana")
FELT = stake("escribas", 7, "ana")


def grant(amount=10_000, name="grant:ana"):
    return Transfer(name, BANK, ANA, amount, "grant")


def bet(number, amount, reason="bet"):
    return ledger.put_on_felt("escribas", 7, "ana", number, amount, reason)


def granted():
    book = Book()
    assert book.post([grant()]) is None
    return book


@pytest.mark.parametrize(
    ("staked", "returned", "purse_after", "house_after"),
    [
        (500, 0, 9_500, 500),  # lost
        (500, 500, 10_000, 0),  # push: the house has no part in it
        (500, 1_000, 10_500, -500),  # won
        (500, 1_250, 10_750, -750),  # a natural at 3:2
        (500, 250, 9_750, 250),  # surrendered
    ],
)
def test_a_round_ends_with_nothing_on_the_felt_and_one_credit(staked, returned, purse_after, house_after):
    """Every debén staked is lost, returned or paid, and reaches the purse in one transfer."""
    book = granted()
    assert book.post([bet(1, staked)]) is None

    lines = ledger.settle("escribas", 7, "ana", staked, returned)

    assert book.post(lines) is None
    assert book.balance(FELT) == 0
    assert book.balance(ANA) == purse_after
    assert book.balance(house("escribas")) == house_after
    assert sum(line.credit == ANA for line in lines) == (1 if returned else 0)
    assert sum(book.balances.values()) == 0


@pytest.mark.parametrize(
    ("transfer", "code"),
    [
        (Transfer("", BANK, ANA, 1, "grant"), "transfer-id-invalid"),
        (Transfer("x" * 161, BANK, ANA, 1, "grant"), "transfer-id-invalid"),
        (Transfer("t", BANK, "purse:", 1, "grant"), "account-invalid"),
        (Transfer("t", BANK, "purse:Ana'); drop", 1, "grant"), "account-invalid"),
        (Transfer("t", BANK, "stake:escribas:0:ana", 1, "grant"), "account-invalid"),
        (Transfer("t", "treasure", ANA, 1, "grant"), "account-invalid"),
        (Transfer("t", ANA, ANA, 1, "bet"), "same-account"),
        (Transfer("t", BANK, ANA, 0, "grant"), "amount-invalid"),
        (Transfer("t", BANK, ANA, -5, "grant"), "amount-invalid"),
        (Transfer("t", BANK, ANA, 1.5, "grant"), "amount-invalid"),
        (Transfer("t", BANK, ANA, True, "grant"), "amount-invalid"),
        (Transfer("t", BANK, ANA, AMOUNT_MAX + 1, "grant"), "amount-invalid"),
        (Transfer("t", BANK, ANA, AMOUNT_MAX, "grant"), "account-full"),
        (Transfer("t", ANA, FELT, 10_001, "bet"), "purse-too-small"),
        (Transfer("t", FELT, ANA, 101, "payout"), "purse-too-small"),
        (grant(), "transfer-id-used"),
    ],
)
def test_a_bad_transfer_is_refused_by_name_and_takes_its_whole_batch_with_it(transfer, code):
    """Bad input gives one clear error and changes nothing, not even the good lines beside it."""
    book = granted()
    before = dict(book.balances)

    refusal = book.post([bet(1, 100), transfer, bet(2, 100)])

    assert refusal is not None
    assert refusal.code == code
    assert dict(book.balances) == before
    assert book.transfers == (grant(),)


def test_the_same_id_twice_in_one_batch_is_refused():
    """A batch cannot hide a double stake inside itself."""
    book = granted()

    refusal = book.post([bet(1, 100), bet(1, 100)])

    assert refusal is not None
    assert refusal.code == "transfer-id-used"
    assert book.balance(ANA) == 10_000


def test_lines_of_a_batch_see_those_before_them():
    """Winnings may be paid out of what the same batch brought in, but not before it."""
    book = granted()
    win = Transfer("w", house("escribas"), FELT, 300, "win")
    payout = Transfer("p", FELT, ANA, 300, "payout")

    assert book.post([payout, win]) is not None
    assert book.post([win, payout]) is None
    assert book.balance(ANA) == 10_300


def test_what_lies_on_felts_is_counted_over_all_tables():
    """A refill needs «nothing in play», wherever it is."""
    book = granted()
    book.post([bet(1, 200), ledger.put_on_felt("faraon", 3, "ana", 1, 50, "bet")])

    assert book.in_play("ana") == 250
    assert book.in_play("eva") == 0


@pytest.mark.parametrize(
    ("account", "kind", "owner"),
    [
        (BANK, "bank", None),
        (house("casino-es"), "house", None),
        (ANA, "purse", "ana"),
        (FELT, "stake", "ana"),
    ],
)
def test_an_account_name_says_its_kind_and_owner(account, kind, owner):
    """Stores index money by owner; they read it from here only."""
    assert ledger.kind(account) == kind
    assert ledger.owner(account) == owner
    with pytest.raises(ValueError, match="not the name of an account"):
        ledger.kind(account + "!")


def test_random_books_agree_with_a_plain_dict(rand):
    """An auditor too simple to be wrong re-adds 3,000 random transfers, the good and the bad."""
    accounts = [BANK, house("t"), purse("a"), purse("b"), stake("t", 1, "a"), stake("t", 1, "b")]
    dice = rand.random()
    book, plain = Book(), dict.fromkeys(accounts, 0)
    posted = 0
    for number in range(3_000):
        debit, credit = dice.sample(accounts, 2)
        amount = dice.randint(1, 400)
        below = plain[debit] < amount and debit.split(":")[0] in ("purse", "stake")

        refusal = book.post([Transfer(f"n{number}", debit, credit, amount, "bet")])

        assert (refusal is not None) == below
        if not below:
            plain[debit] -= amount
            plain[credit] += amount
            posted += 1
    assert {account: book.balance(account) for account in accounts} == plain
    assert sum(plain.values()) == 0
    assert len(book.transfers) == posted
    assert 500 < posted < 3_000
