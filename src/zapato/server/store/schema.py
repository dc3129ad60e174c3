"""The books' tables, for SQLAlchemy. Made and changed by the migrations only; a test holds the two together.

The guards that SQL triggers add (append-only lines, balances that move by transfers alone) are in the migrations.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

from zapato.ledger import ID_LENGTH_MAX
from zapato.money import AMOUNT_MAX

metadata: Final = MetaData()

Whole: Final = BigInteger().with_variant(Integer(), "sqlite")
"""64 bits everywhere; strict SQLite tables know them by the name INTEGER only."""

_STRICT: Final[dict[str, Any]] = {"sqlite_strict": True}
_STRICT_BY_KEY: Final[dict[str, Any]] = {"sqlite_strict": True, "sqlite_with_rowid": False}
_HAS_OWNER: Final = text("owner IS NOT NULL AND balance <> 0")
_REFILL: Final = text("reason = 'refill'")

player: Final = Table(
    "player",
    metadata,
    Column("player", Text, primary_key=True, nullable=False),
    Column("name", Text, nullable=False),
    Column("token_hash", Text, unique=True),
    Column("created_ms", Whole, nullable=False),
    **_STRICT,
)

account: Final = Table(
    "account",
    metadata,
    Column("name", Text, primary_key=True, nullable=False),
    Column("owner", Text),
    Column("balance", Whole, nullable=False),
    # The number of the transfer that moved it last; 0: none has.
    Column("moved_by", Whole, nullable=False),
    CheckConstraint(
        "balance >= 0 OR name = 'bank' OR substr(name, 1, 6) = 'house:'", name="purse_and_stake_not_negative"
    ),
    CheckConstraint(f"balance BETWEEN -{AMOUNT_MAX} AND {AMOUNT_MAX}", name="balance_bounded"),
    Index("account_owner", "owner", sqlite_where=_HAS_OWNER, postgresql_where=_HAS_OWNER),
    **_STRICT_BY_KEY,
)

transfer: Final = Table(
    "transfer",
    metadata,
    Column("number", Whole, primary_key=True, autoincrement=True, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    Column("debit", Text, ForeignKey("account.name"), nullable=False),
    Column("credit", Text, ForeignKey("account.name"), nullable=False),
    Column("amount", Whole, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at_ms", Whole, nullable=False),
    CheckConstraint(f"amount BETWEEN 1 AND {AMOUNT_MAX}", name="amount_bounded"),
    CheckConstraint("debit <> credit", name="two_accounts"),
    CheckConstraint(f"length(id) BETWEEN 1 AND {ID_LENGTH_MAX}", name="id_bounded"),
    Index("transfer_refill", "credit", "at_ms", sqlite_where=_REFILL, postgresql_where=_REFILL),
    sqlite_autoincrement=True,
    **_STRICT,
)

card_table: Final = Table(
    "card_table",
    metadata,
    Column("table_id", Text, primary_key=True, nullable=False),
    Column("version", Whole, nullable=False),
    Column("snapshot_version", Whole, nullable=False),
    Column("snapshot", LargeBinary),
    CheckConstraint("snapshot_version BETWEEN 0 AND version", name="snapshot_of_the_past"),
    **_STRICT,
)

event: Final = Table(
    "event",
    metadata,
    Column("table_id", Text, ForeignKey("card_table.table_id"), primary_key=True, nullable=False),
    Column("version", Whole, primary_key=True, nullable=False),
    Column("body", LargeBinary, nullable=False),
    **_STRICT_BY_KEY,
)

answer: Final = Table(
    "answer",
    metadata,
    Column("number", Whole, primary_key=True, autoincrement=True, nullable=False),
    Column("player", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("refusal", LargeBinary),
    Index("answer_id", "player", "id", unique=True),
    Index("answer_age", "player", "number"),
    sqlite_autoincrement=True,
    **_STRICT,
)


def _keepsakes(name: str) -> Table:
    return Table(
        name,
        metadata,
        Column("table_id", Text, primary_key=True, nullable=False),
        Column("number", Whole, primary_key=True, nullable=False),
        Column("body", LargeBinary, nullable=False),
        **_STRICT,
    )


record: Final = _keepsakes("record")
proof: Final = _keepsakes("proof")
