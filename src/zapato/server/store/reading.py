"""What the books say, read with SQLAlchemy Core: the same text for every kind of database."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from zapato import ledger
from zapato.hall.ports import Holdings, Kept, Player, Snapshot
from zapato.ledger import Account, Transfer
from zapato.server.store import schema


def table(connection: Connection, table_id: str) -> Kept:
    it = schema.card_table
    row = connection.execute(
        select(it.c.version, it.c.snapshot_version, it.c.snapshot).where(it.c.table_id == table_id)
    ).one_or_none()
    if row is None:
        return Kept(0, None, ())
    events = connection.scalars(
        select(schema.event.c.body)
        .where(schema.event.c.table_id == table_id, schema.event.c.version > row.snapshot_version)
        .order_by(schema.event.c.version)
    ).all()
    snapshot = Snapshot(table_id, row.snapshot_version, row.snapshot) if row.snapshot is not None else None
    return Kept(row.version, snapshot, tuple(events))


def player_by_token(connection: Connection, token_hash: str) -> Player | None:
    row = connection.execute(select(schema.player).where(schema.player.c.token_hash == token_hash)).one_or_none()
    return Player(*row) if row else None


def player(connection: Connection, player_id: str) -> Player | None:
    row = connection.execute(select(schema.player).where(schema.player.c.player == player_id)).one_or_none()
    return Player(*row) if row else None


def holdings(connection: Connection, player_id: str) -> Holdings:
    it = schema.account
    found = connection.execute(select(it.c.name, it.c.balance).where(it.c.owner == player_id, it.c.balance != 0))
    money = {row.name: row.balance for row in found}
    free = money.pop(ledger.purse(player_id), 0)
    return Holdings(free, sum(money.values()))


def refilled_ms(connection: Connection, player_id: str) -> int | None:
    it = schema.transfer
    latest: int | None = connection.scalar(
        select(func.max(it.c.at_ms)).where(it.c.credit == ledger.purse(player_id), it.c.reason == "refill")
    )
    return latest


def record(connection: Connection, table_id: str, number: int) -> bytes | None:
    it = schema.record
    return connection.scalar(select(it.c.body).where(it.c.table_id == table_id, it.c.number == number))


def proof(connection: Connection, table_id: str, number: int) -> bytes | None:
    it = schema.proof
    return connection.scalar(select(it.c.body).where(it.c.table_id == table_id, it.c.number == number))


def transfers(connection: Connection, after: int, most: int) -> tuple[tuple[int, Transfer], ...]:
    it = schema.transfer
    rows = connection.execute(
        select(it.c.number, it.c.id, it.c.debit, it.c.credit, it.c.amount, it.c.reason)
        .where(it.c.number > after)
        .order_by(it.c.number)
        .limit(most)
    )
    return tuple(
        (row.number, Transfer(row.id, Account(row.debit), Account(row.credit), row.amount, row.reason)) for row in rows
    )


def balances(connection: Connection) -> dict[str, int]:
    rows = connection.execute(select(schema.account.c.name, schema.account.c.balance))
    return {row.name: row.balance for row in rows}
