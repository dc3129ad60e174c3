"""The money path: one `Change` as plain SQL inside a transaction that the writer opened.

Refusals are worked out here, by the ledger's own pure checks; the database's constraints and triggers stand behind them.
"""

from __future__ import annotations

import sqlite3

import msgspec

from zapato import ledger
from zapato.hall.ports import (
    Answer,
    Bounds,
    Change,
    Done,
    Journal,
    Keepsake,
    Outcome,
    Refused,
    Repeated,
    Snapshot,
    Stale,
)
from zapato.ledger import Transfer
from zapato.refusal import Refusal


def make(connection: sqlite3.Connection, change: Change, bounds: Bounds) -> Outcome:
    """Write all of `change`. Where the outcome is not `Done`, the caller rolls back to where it stood before."""
    if change.answer and (earlier := _answered(connection, change.answer)):
        return Repeated(earlier)
    if change.journal and (stale := _append(connection, change.journal)):
        return stale
    if change.newcomer:
        connection.execute(
            "INSERT INTO player (player, name, token_hash, created_ms) VALUES (?, ?, ?, ?)",
            msgspec.structs.astuple(change.newcomer),
        )
    if change.rename:
        connection.execute("UPDATE player SET name = ? WHERE player = ?", (change.rename[1], change.rename[0]))
    for transfer in change.transfers:
        if refusal := _post(connection, transfer, change.at_ms):
            return Refused(refusal)
    for record in change.records:
        _keep(connection, "record", record, bounds.records_per_table)
    for proof in change.proofs:
        _keep(connection, "proof", proof, bounds.proofs_per_table)
    if change.snapshot:
        _replace_snapshot(connection, change.snapshot)
    if change.answer:
        _remember(connection, change.answer, bounds.answers_per_player)
    return Done()


def _answered(connection: sqlite3.Connection, asked: Answer) -> Answer | None:
    row = connection.execute(
        "SELECT digest, refusal FROM answer WHERE player = ? AND id = ?", (asked.player, asked.id)
    ).fetchone()
    if row is None:
        return None
    digest, refusal = row
    return Answer(asked.player, asked.id, digest, refusal and msgspec.json.decode(refusal, type=Refusal))


def _remember(connection: sqlite3.Connection, answer: Answer, most: int) -> None:
    connection.execute(
        "INSERT INTO answer (player, id, digest, refusal) VALUES (?, ?, ?, ?)",
        (answer.player, answer.id, answer.digest, answer.refusal and msgspec.json.encode(answer.refusal)),
    )
    connection.execute(
        "DELETE FROM answer WHERE player = ? AND number <= "
        "(SELECT number FROM answer WHERE player = ? ORDER BY number DESC LIMIT 1 OFFSET ?)",
        (answer.player, answer.player, most),
    )


def _append(connection: sqlite3.Connection, journal: Journal) -> Stale | None:
    row = connection.execute("SELECT version FROM card_table WHERE table_id = ?", (journal.table,)).fetchone()
    version = row[0] if row else 0
    if version != journal.since:
        return Stale(version)
    if row is None:
        connection.execute(
            "INSERT INTO card_table (table_id, version, snapshot_version) VALUES (?, 0, 0)", (journal.table,)
        )
    for number, body in enumerate(journal.events, journal.since + 1):
        connection.execute(
            "INSERT INTO event (table_id, version, body) VALUES (?, ?, ?)", (journal.table, number, body)
        )
    return None


def _replace_snapshot(connection: sqlite3.Connection, snapshot: Snapshot) -> None:
    connection.execute(
        "UPDATE card_table SET snapshot_version = ?, snapshot = ? WHERE table_id = ?",
        (snapshot.version, snapshot.body, snapshot.table),
    )
    connection.execute("DELETE FROM event WHERE table_id = ? AND version <= ?", (snapshot.table, snapshot.version))


def _keep(connection: sqlite3.Connection, where: str, keepsake: Keepsake, most: int) -> None:
    connection.execute(
        f"INSERT INTO {where} (table_id, number, body) VALUES (?, ?, ?)",  # noqa: S608 (one of two words of ours)
        (keepsake.table, keepsake.number, keepsake.body),
    )
    connection.execute(
        f"DELETE FROM {where} WHERE table_id = ? AND number <= ?",  # noqa: S608 (one of two words of ours)
        (keepsake.table, keepsake.number - most),
    )


_LOOK = """
    SELECT EXISTS (SELECT 1 FROM transfer WHERE id = ?),
           (SELECT balance FROM account WHERE name = ?), (SELECT balance FROM account WHERE name = ?)
"""
_BEGIN_ACCOUNT = "INSERT INTO account (name, owner, balance, moved_by) VALUES (?, ?, 0, 0)"
_TRANSFER = "INSERT INTO transfer (id, debit, credit, amount, reason, at_ms) VALUES (?, ?, ?, ?, ?, ?)"


def _post(connection: sqlite3.Connection, transfer: Transfer, at_ms: int) -> Refusal | None:
    """One line of the ledger; the insert's trigger moves both balances."""
    if wrong := ledger.fault(transfer):
        return wrong
    used, debit, credit = connection.execute(_LOOK, (transfer.id, transfer.debit, transfer.credit)).fetchone()
    if used:
        return Refusal("transfer-id-used", f"transfer {transfer.id} was posted before")
    wrong = ledger.balance_fault(transfer.debit, (debit or 0) - transfer.amount) or ledger.balance_fault(
        transfer.credit, (credit or 0) + transfer.amount
    )
    if wrong:
        return wrong
    for account, balance in ((transfer.debit, debit), (transfer.credit, credit)):
        if balance is None:
            connection.execute(_BEGIN_ACCOUNT, (account, ledger.owner(account)))
    connection.execute(
        _TRANSFER, (transfer.id, transfer.debit, transfer.credit, transfer.amount, transfer.reason, at_ms)
    )
    return None
