"""Add up the hall's books again: every debén, from the first transfer to the last."""

from __future__ import annotations

import json as json_text
from pathlib import Path

import msgspec

from zapato.cli import CommandError

ADDS_UP, DIFFERS = 0, 1


def command(*, data: Path = Path("data"), json: bool = False) -> int:
    """Re-add the ledger from its transfers alone and compare it with the balances kept beside it.

    Reads only, and may be run while the hall is open. Exit code: 0 where everything adds up, 1 where something does
    not (each fault on a line), 2 where there are no books.

    Args:
        data: the folder given to `zapato serve --data`.
        json: print one JSON object and nothing else on standard output.
    """
    from zapato.hall.ports import StoreError
    from zapato.server.settings import BOOKS
    from zapato.server.store.audit import audit

    try:
        report = audit(data / BOOKS)
    except StoreError as error:
        raise CommandError(str(error)) from error
    if json:
        print(json_text.dumps(msgspec.to_builtins(report)))
        return DIFFERS if report.faults else ADDS_UP
    for label, amount in (
        ("in purses", report.in_purses),
        ("on felts", report.in_play),
        ("houses", report.houses),
        ("bank", report.bank),
    ):
        print(f"{label:<10}{amount:>18,}")
    print(f"{'sum':<10}{report.in_purses + report.in_play + report.houses + report.bank:>18,}")
    print(f"{report.transfers:,} transfers, {report.accounts:,} accounts, {report.players:,} players")
    for fault in report.faults:
        print(f"FAULT {fault}")
    print("something does not add up" if report.faults else "every debén is accounted for")
    return DIFFERS if report.faults else ADDS_UP
