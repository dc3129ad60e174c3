"""The auditor: re-adds the books with plain dicts and knows nothing of how they were kept."""

from __future__ import annotations

from collections import defaultdict


async def all_transfers(store):
    lines, after = [], 0
    while page := await store.transfers(after):
        lines += [transfer for _, transfer in page]
        after = page[-1][0]
    return lines


async def audit(store, *, felts_empty=True):
    """Fail unless the books add up; give each round's net results as `{(table, round): {player: net}}`."""
    lines = await all_transfers(store)
    assert len({line.id for line in lines}) == len(lines), "an id was used twice"
    added = defaultdict(int)
    felts = defaultdict(list)
    for line in lines:
        assert line.amount > 0
        for account, amount in ((line.debit, -line.amount), (line.credit, line.amount)):
            added[account] += amount
            if account.startswith(("purse:", "stake:")):
                assert added[account] >= 0, f"{account} below zero at {line}"
            if account.startswith("stake:"):
                felts[account].append(line)
    assert sum(added.values()) == 0
    assert {name: balance for name, balance in added.items() if balance} == {
        name: balance for name, balance in (await store.balances()).items() if balance
    }, "the kept balances are not those of the transfers"
    nets = defaultdict(dict)
    for account, moves in felts.items():
        _, table, number, player = account.split(":")
        if added[account]:
            assert not felts_empty, f"{account} still holds {added[account]}"
            continue
        nets[table, int(number)][player] = outcome(account, player, moves)
    return nets


def outcome(account, player, moves):
    """A felt's one outcome: stakes in, one meeting with the house at most, one credit home at most, nothing after it."""
    reasons = [line.reason for line in moves]
    assert reasons[0] == "bet", moves
    assert reasons.count("bet") == 1, moves
    end = [line for line in moves if line.reason in ("win", "loss", "payout")]
    assert end, f"no outcome: {moves}"
    assert moves[-len(end) :] == end, f"money after the end: {moves}"
    assert [line.reason for line in end] in (["win", "payout"], ["loss", "payout"], ["payout"], ["loss"]), moves
    staked = sum(line.amount for line in moves if line.debit == f"purse:{player}")
    returned = sum(line.amount for line in moves if line.credit == f"purse:{player}")
    assert all({line.debit, line.credit} & {account} for line in moves)
    return returned - staked
