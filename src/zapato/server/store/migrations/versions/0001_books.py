"""The books: players, ledger, tables and their events, answers, records, proofs.

There is no way down: a ledger is never thrown away by a program.
"""

from alembic import op
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
    text,
)

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

WHOLE = BigInteger().with_variant(Integer(), "sqlite")
STRICT = {"sqlite_strict": True}
STRICT_BY_KEY = {"sqlite_strict": True, "sqlite_with_rowid": False}

# What the tables alone cannot say. One text for each kind of database.
GUARDS = {
    "sqlite": (
        # A transfer is written once and moves both balances, so the sum of all balances stays what it was: 0.
        """
        CREATE TRIGGER transfer_once BEFORE INSERT ON transfer
        WHEN EXISTS (SELECT 1 FROM transfer WHERE id = NEW.id OR number = NEW.number)
        BEGIN SELECT RAISE(ABORT, 'a transfer id is used once'); END
        """,
        """
        CREATE TRIGGER transfer_moves AFTER INSERT ON transfer
        BEGIN
            UPDATE account SET balance = balance - NEW.amount, moved_by = NEW.number WHERE name = NEW.debit;
            UPDATE account SET balance = balance + NEW.amount, moved_by = NEW.number WHERE name = NEW.credit;
        END
        """,
        """
        CREATE TRIGGER transfer_kept BEFORE DELETE ON transfer
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
        """,
        """
        CREATE TRIGGER transfer_fixed BEFORE UPDATE ON transfer
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
        """,
        # An account begins empty and moves only as one newer transfer says: nobody can write a balance by hand.
        # (REPLACE would delete without a trigger, so an insert over an existing row is refused too.)
        """
        CREATE TRIGGER account_begins BEFORE INSERT ON account
        WHEN NEW.balance <> 0 OR NEW.moved_by <> 0 OR EXISTS (SELECT 1 FROM account WHERE name = NEW.name)
        BEGIN SELECT RAISE(ABORT, 'an account begins empty, once'); END
        """,
        """
        CREATE TRIGGER account_moves BEFORE UPDATE ON account
        WHEN NEW.name <> OLD.name OR NEW.owner IS NOT OLD.owner OR NEW.moved_by <= OLD.moved_by OR NOT EXISTS (
            SELECT 1 FROM transfer WHERE number = NEW.moved_by AND (
                (debit = OLD.name AND NEW.balance = OLD.balance - amount)
                OR (credit = OLD.name AND NEW.balance = OLD.balance + amount)
            )
        )
        BEGIN SELECT RAISE(ABORT, 'a balance moves by transfers only'); END
        """,
        """
        CREATE TRIGGER account_kept BEFORE DELETE ON account
        BEGIN SELECT RAISE(ABORT, 'accounts are kept'); END
        """,
        # Events are facts: never changed, each follows the one before, and none goes before a snapshot holds it.
        """
        CREATE TRIGGER event_follows BEFORE INSERT ON event
        WHEN NEW.version <> 1 + (SELECT version FROM card_table WHERE table_id = NEW.table_id)
        BEGIN SELECT RAISE(ABORT, 'events follow one another'); END
        """,
        """
        CREATE TRIGGER event_counted AFTER INSERT ON event
        BEGIN UPDATE card_table SET version = NEW.version WHERE table_id = NEW.table_id; END
        """,
        """
        CREATE TRIGGER event_fixed BEFORE UPDATE ON event
        BEGIN SELECT RAISE(ABORT, 'events are facts'); END
        """,
        """
        CREATE TRIGGER event_kept BEFORE DELETE ON event
        WHEN OLD.version > (SELECT snapshot_version FROM card_table WHERE table_id = OLD.table_id)
        BEGIN SELECT RAISE(ABORT, 'no snapshot holds this event'); END
        """,
        """
        CREATE TRIGGER card_table_ages BEFORE UPDATE ON card_table
        WHEN NEW.version < OLD.version OR NEW.snapshot_version < OLD.snapshot_version
        BEGIN SELECT RAISE(ABORT, 'a table has no way back'); END
        """,
        """
        CREATE TRIGGER record_fixed BEFORE UPDATE ON record
        BEGIN SELECT RAISE(ABORT, 'records are facts'); END
        """,
        """
        CREATE TRIGGER proof_fixed BEFORE UPDATE ON proof
        BEGIN SELECT RAISE(ABORT, 'proofs are facts'); END
        """,
    ),
}


def upgrade() -> None:
    op.create_table(
        "player",
        Column("player", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("token_hash", Text),
        Column("created_ms", WHOLE, nullable=False),
        PrimaryKeyConstraint("player"),
        UniqueConstraint("token_hash"),
        **STRICT,
    )
    op.create_table(
        "account",
        Column("name", Text, nullable=False),
        Column("owner", Text),
        Column("balance", WHOLE, nullable=False),
        Column("moved_by", WHOLE, nullable=False),
        PrimaryKeyConstraint("name"),
        CheckConstraint(
            "balance >= 0 OR name = 'bank' OR substr(name, 1, 6) = 'house:'",
            name="purse_and_stake_not_negative",
        ),
        CheckConstraint("balance BETWEEN -1000000000000 AND 1000000000000", name="balance_bounded"),
        **STRICT_BY_KEY,
    )
    has_owner = text("owner IS NOT NULL AND balance <> 0")
    op.create_index("account_owner", "account", ["owner"], sqlite_where=has_owner, postgresql_where=has_owner)
    op.create_table(
        "transfer",
        Column("number", WHOLE, primary_key=True, autoincrement=True, nullable=False),
        Column("id", Text, nullable=False),
        Column("debit", Text, nullable=False),
        Column("credit", Text, nullable=False),
        Column("amount", WHOLE, nullable=False),
        Column("reason", Text, nullable=False),
        Column("at_ms", WHOLE, nullable=False),
        UniqueConstraint("id"),
        ForeignKeyConstraint(["debit"], ["account.name"]),
        ForeignKeyConstraint(["credit"], ["account.name"]),
        CheckConstraint("amount BETWEEN 1 AND 1000000000000", name="amount_bounded"),
        CheckConstraint("debit <> credit", name="two_accounts"),
        CheckConstraint("length(id) BETWEEN 1 AND 160", name="id_bounded"),
        sqlite_autoincrement=True,
        **STRICT,
    )
    refill = text("reason = 'refill'")
    op.create_index("transfer_refill", "transfer", ["credit", "at_ms"], sqlite_where=refill, postgresql_where=refill)
    op.create_table(
        "card_table",
        Column("table_id", Text, nullable=False),
        Column("version", WHOLE, nullable=False),
        Column("snapshot_version", WHOLE, nullable=False),
        Column("snapshot", LargeBinary),
        PrimaryKeyConstraint("table_id"),
        CheckConstraint("snapshot_version BETWEEN 0 AND version", name="snapshot_of_the_past"),
        **STRICT,
    )
    op.create_table(
        "event",
        Column("table_id", Text, nullable=False),
        Column("version", WHOLE, nullable=False),
        Column("body", LargeBinary, nullable=False),
        PrimaryKeyConstraint("table_id", "version"),
        ForeignKeyConstraint(["table_id"], ["card_table.table_id"]),
        **STRICT_BY_KEY,
    )
    op.create_table(
        "answer",
        Column("number", WHOLE, primary_key=True, autoincrement=True, nullable=False),
        Column("player", Text, nullable=False),
        Column("id", Text, nullable=False),
        Column("digest", Text, nullable=False),
        Column("refusal", LargeBinary),
        sqlite_autoincrement=True,
        **STRICT,
    )
    op.create_index("answer_id", "answer", ["player", "id"], unique=True)
    op.create_index("answer_age", "answer", ["player", "number"])
    for keepsakes in ("record", "proof"):
        op.create_table(
            keepsakes,
            Column("table_id", Text, nullable=False),
            Column("number", WHOLE, nullable=False),
            Column("body", LargeBinary, nullable=False),
            PrimaryKeyConstraint("table_id", "number"),
            **STRICT,
        )
    for guard in GUARDS[op.get_bind().dialect.name]:
        op.execute(guard)
