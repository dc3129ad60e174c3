"""The memory twin of the SQLite store: the same answers, nothing kept. For tests and for a table to try things at."""

from __future__ import annotations

import asyncio

from zapato import ledger
from zapato.hall.ports import (
    KEPT,
    Answer,
    Bounds,
    Change,
    Done,
    Holdings,
    Keepsake,
    Kept,
    Outcome,
    Player,
    Refused,
    Repeated,
    Snapshot,
    Stale,
    StoreError,
)
from zapato.ledger import Book, Transfer


class MemoryStore:
    """Answers `zapato.hall.ports.Store`. `reopened` is the same books after a restart."""

    def __init__(self, *, bounds: Bounds = KEPT) -> None:
        self._bounds = bounds
        self._closed = False
        self._book = Book()
        self._players: dict[str, Player] = {}
        self._answers: dict[str, dict[str, Answer]] = {}
        self._versions: dict[str, int] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._events: dict[str, dict[int, bytes]] = {}
        self._refilled_ms: dict[str, int] = {}
        self._records: dict[str, bytes] = {}
        self._proofs: dict[str, bytes] = {}

    async def commit(self, change: Change) -> Outcome:
        await self._turn()
        outcome = self._make(change)
        await asyncio.sleep(0)
        return outcome

    def _make(self, change: Change) -> Outcome:
        answer, journal = change.answer, change.journal
        if answer and (earlier := self._answers.get(answer.player, {}).get(answer.id)):
            return Repeated(earlier)
        if journal and (version := self._versions.get(journal.table, 0)) != journal.since:
            return Stale(version)
        self._check_unused(change)
        if refusal := self._book.post(change.transfers):
            return Refused(refusal)
        self._write(change)
        return Done()

    async def load(self, table: str) -> Kept:
        await self._turn()
        return Kept(
            self._versions.get(table, 0),
            self._snapshots.get(table),
            tuple(self._events.get(table, {}).values()),
        )

    async def player_by_token(self, token_hash: str) -> Player | None:
        await self._turn()
        return next((player for player in self._players.values() if player.token_hash == token_hash), None)

    async def player(self, player: str) -> Player | None:
        await self._turn()
        return self._players.get(player)

    async def holdings(self, player: str) -> Holdings:
        await self._turn()
        return Holdings(self._book.balance(ledger.purse(player)), self._book.in_play(player))

    async def refilled_ms(self, player: str) -> int | None:
        await self._turn()
        return self._refilled_ms.get(player)

    async def record(self, record_id: str) -> bytes | None:
        await self._turn()
        return self._records.get(record_id)

    async def proof(self, proof_id: str) -> bytes | None:
        await self._turn()
        return self._proofs.get(proof_id)

    async def transfers(self, after: int = 0, most: int = 10_000) -> tuple[tuple[int, Transfer], ...]:
        await self._turn()
        return tuple(enumerate(self._book.transfers, 1))[after : after + most]

    async def balances(self) -> dict[str, int]:
        await self._turn()
        return {str(account): balance for account, balance in self._book.balances.items()}

    async def close(self) -> None:
        self._closed = True

    def reopened(self) -> MemoryStore:
        again = MemoryStore(bounds=self._bounds)
        again.__dict__.update(self.__dict__, _closed=False)
        return again

    async def _turn(self) -> None:
        """A disk takes its time, and others act meanwhile: with answers at once, tests would never see what comes between."""
        if self._closed:
            raise StoreError("the books are closed")
        await asyncio.sleep(0)

    def _check_unused(self, change: Change) -> None:
        """What a database's keys refuse."""
        new = change.newcomer
        if new and (
            new.player in self._players
            or (new.token_hash and any(new.token_hash == old.token_hash for old in self._players.values()))
        ):
            raise StoreError(f"player {new.player} is there already")
        if any(record.id in self._records for record in change.records) or any(
            proof.id in self._proofs for proof in change.proofs
        ):
            raise StoreError("a record or proof of that number is there already")

    def _write(self, change: Change) -> None:
        if new := change.newcomer:
            self._players[new.player] = new
        if change.rename and (old := self._players.get(change.rename[0])):
            self._players[old.player] = Player(old.player, change.rename[1], old.token_hash, old.created_ms)
        for transfer in change.transfers:
            if transfer.reason == "refill":
                self._refilled_ms[ledger.owner(transfer.credit) or ""] = change.at_ms
        if journal := change.journal:
            events = self._events.setdefault(journal.table, {})
            events.update(enumerate(journal.events, journal.since + 1))
            self._versions[journal.table] = journal.since + len(journal.events)
        for records, kept, most in (
            (change.records, self._records, self._bounds.records_per_table),
            (change.proofs, self._proofs, self._bounds.proofs_per_table),
        ):
            for record in records:
                kept[record.id] = record.body
                kept.pop(Keepsake(record.table, record.number - most, b"").id, None)
        if snapshot := change.snapshot:
            self._snapshots[snapshot.table] = snapshot
            events = self._events.get(snapshot.table, {})
            self._events[snapshot.table] = {n: body for n, body in events.items() if n > snapshot.version}
        if answer := change.answer:
            answers = self._answers.setdefault(answer.player, {})
            answers[answer.id] = answer
            while len(answers) > self._bounds.answers_per_player:
                del answers[next(iter(answers))]
