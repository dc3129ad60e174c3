"""Accounts, transfers, and the book that always sums to zero.

Double entry in whole debenes: money moves between two accounts and is never made or lost. What a
store keeps on disk must say the same as `Book` here; the contract tests hold both to one suite.

    bank                             where all play money comes from; below zero by what it has given out
    house:<table>                    wins and losses of one table; may be below zero
    purse:<player>                   what a player may bet; never below zero
    stake:<table>:<round>:<player>   what lies on the felt; never below zero, and zero once the round is over
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, Literal, NewType

from msgspec import Struct

from zapato.invariant import ensure
from zapato.money import AMOUNT_MAX, Debenes
from zapato.refusal import Refusal

Account = NewType("Account", str)
AccountKind = Literal["bank", "house", "purse", "stake"]
Reason = Literal[
    "grant",
    "refill",
    "fund",
    "return-fund",
    "bet",
    "double",
    "split",
    "insurance",
    "follow",
    "win",
    "loss",
    "payout",
]
"""`fund` and `return-fund` are a house's money for its residents; `win` and `loss` meet the house; `payout` reaches the purse."""

ID_LENGTH_MAX: Final = 160
"""A transfer's id: table, round, player and a number fit with room to spare."""

_NAME: Final = r"[a-z0-9][a-z0-9_.-]{0,39}"
_ACCOUNT: Final = re.compile(
    rf"(?P<bank>bank)|house:{_NAME}|purse:(?P<purse>{_NAME})|stake:{_NAME}:[1-9]\d{{0,11}}:(?P<stake>{_NAME})"
)

BANK: Final = Account("bank")


def house(table: str) -> Account:
    return Account(f"house:{table}")


def purse(player: str) -> Account:
    return Account(f"purse:{player}")


def stake(table: str, round_number: int, player: str) -> Account:
    """`round_number` counts the table's rounds from 1."""
    return Account(f"stake:{table}:{round_number}:{player}")


def kind(account: Account) -> AccountKind:
    """Which of the four kinds; `ValueError` for a name that is no account."""
    if not _ACCOUNT.fullmatch(account):
        raise ValueError(f"{account[:80]!r} is not the name of an account")
    word: AccountKind = account.partition(":")[0]  # type: ignore[assignment]
    return word


def owner(account: Account) -> str | None:
    """The player whose money a purse or stake holds; None for house and bank."""
    found = _ACCOUNT.fullmatch(account)
    return (found["purse"] or found["stake"]) if found else None


def may_go_below_zero(account: Account) -> bool:
    return kind(account) in ("bank", "house")


class Transfer(Struct, frozen=True):
    """`amount` leaves `debit` and reaches `credit`. Its `id` is made by whoever asks and can be used once, ever."""

    id: str
    debit: Account
    credit: Account
    amount: Debenes
    reason: Reason


def put_on_felt(table: str, round_number: int, player: str, number: int, amount: Debenes, reason: Reason) -> Transfer:
    """Purse to stake. `number` counts this player's transfers of this round from 1, and makes the id unique."""
    return Transfer(
        f"{table}:{round_number}:{player}:{number}",
        purse(player),
        stake(table, round_number, player),
        amount,
        reason,
    )


def settle(table: str, round_number: int, player: str, staked: Debenes, returned: Debenes) -> tuple[Transfer, ...]:
    """End a player's round: the house takes or adds the difference, then one credit brings `returned` home.

    The stake account, which held `staked`, holds nothing afterwards.
    """
    here, there = stake(table, round_number, player), house(table)
    start = f"{table}:{round_number}:{player}"
    lines = []
    if returned > staked:
        lines.append(Transfer(f"{start}:win", there, here, Debenes(returned - staked), "win"))
    elif returned < staked:
        lines.append(Transfer(f"{start}:loss", here, there, Debenes(staked - returned), "loss"))
    if returned:
        lines.append(Transfer(f"{start}:payout", here, purse(player), returned, "payout"))
    return tuple(lines)


def fault(transfer: Transfer) -> Refusal | None:
    """What is wrong with a transfer by itself, whatever the balances. Checked in this fixed order."""
    if not 0 < len(transfer.id) <= ID_LENGTH_MAX:
        return Refusal("transfer-id-invalid", f"a transfer's id has 1 to {ID_LENGTH_MAX} characters")
    for account in (transfer.debit, transfer.credit):
        if not _ACCOUNT.fullmatch(account):
            return Refusal("account-invalid", f"{account[:80]!r} is not the name of an account")
    if transfer.debit == transfer.credit:
        return Refusal("same-account", f"{transfer.debit} cannot pay itself")
    if type(transfer.amount) is not int or not 0 < transfer.amount <= AMOUNT_MAX:
        return Refusal("amount-invalid", f"an amount is a whole number from 1 to {AMOUNT_MAX}")
    return None


def balance_fault(account: Account, balance: int) -> Refusal | None:
    """Why `account` may not hold `balance`, if it may not."""
    if balance < 0 and not may_go_below_zero(account):
        return Refusal("purse-too-small", f"{account} would go {-balance} below zero", {"missing": -balance})
    if abs(balance) > AMOUNT_MAX:
        return Refusal("account-full", f"{account} would pass {AMOUNT_MAX}", {"most": AMOUNT_MAX})
    return None


class Book:
    """All accounts and the ids of all transfers, in memory. Posting is all or nothing."""

    def __init__(self) -> None:
        self._balances: dict[Account, int] = {}
        self._posted: dict[str, Transfer] = {}
        self._in_play: dict[str, int] = {}

    @property
    def balances(self) -> Mapping[Account, int]:
        """Of every account that a transfer has named; any other holds 0."""
        return self._balances

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """All, in the order posted."""
        return tuple(self._posted.values())

    def balance(self, account: Account) -> int:
        return self._balances.get(account, 0)

    def in_play(self, player: str) -> int:
        """What `player` has on felts, over all tables."""
        return self._in_play.get(player, 0)

    def post(self, transfers: Iterable[Transfer]) -> Refusal | None:
        """Post all of them in order, or, where one cannot be, none of them: then that one's refusal."""
        batch = tuple(transfers)
        changed: dict[Account, int] = {}
        ids: set[str] = set()
        for transfer in batch:
            if wrong := fault(transfer):
                return wrong
            if transfer.id in self._posted or transfer.id in ids:
                return Refusal("transfer-id-used", f"transfer {transfer.id} was posted before")
            ids.add(transfer.id)
            for account, amount in ((transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)):
                after = changed.get(account, self.balance(account)) + amount
                if wrong := balance_fault(account, after):
                    return wrong
                changed[account] = after
        moved = sum(after - self.balance(account) for account, after in changed.items())
        ensure(moved == 0, "the book sums to zero", moved=moved, batch=batch)
        for account, after in changed.items():
            player = owner(account)
            if player and kind(account) == "stake":
                self._in_play[player] = self.in_play(player) + after - self.balance(account)
        self._balances.update(changed)
        self._posted.update((transfer.id, transfer) for transfer in batch)
        return None
