"""A run's state in a file, so that it can go on after a stop: whole chunks only, written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from zapato.simulation.plan import UNITS_PER_CHUNK, Plan, PlanError
from zapato.simulation.tally import Tally, TallyError

FORMAT: Final = "zapato.simulation/1"
BYTES_MAX: Final = 64 * 1024 * 1024
"""A tally of 64 counts, 8 naturals and 512 results, every entry with 20 digits, stays far below."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The file `path`. It belongs to one plan; the number of rounds wanted is no part of that."""

    path: Path

    def read(self, plan: Plan) -> tuple[int, Tally, float]:
        """Chunks done, their tally, seconds spent; nothing done where there is no file.

        Raises PlanError where the file is another plan's, or none of ours.
        """
        try:
            with self.path.open("rb") as file:
                content = file.read(BYTES_MAX + 1)
        except FileNotFoundError:
            return 0, Tally.empty(plan), 0.0
        try:
            found = json.loads(content) if len(content) <= BYTES_MAX else {}
            written_as, fingerprint, tally = found["format"], found["plan"], found["tally"]
            chunks, seconds = int(found["chunks"]), float(found["seconds"])
        except (ValueError, KeyError, TypeError, RecursionError):
            written_as, fingerprint, tally, chunks, seconds = None, "", {}, 0, 0.0
        if written_as != FORMAT:
            raise PlanError(f"{self.path} is no checkpoint of a simulation ({FORMAT}); give another file")
        if fingerprint != plan.fingerprint:
            raise PlanError(f"{self.path} is the checkpoint of another simulation; give another file, or remove it")
        try:
            read = Tally.from_json(tally, plan)
        except TallyError as wrong:
            raise PlanError(f"{self.path} is damaged: {wrong}; remove it to begin again") from None
        if chunks < 0 or read.units != chunks * UNITS_PER_CHUNK:
            raise PlanError(f"{self.path} is damaged: {read.units} units in {chunks} chunks; remove it to begin again")
        return chunks, read, seconds

    def write(self, plan: Plan, chunks: int, tally: Tally, seconds: float) -> None:
        content = json.dumps(
            {
                "format": FORMAT,
                "plan": plan.fingerprint,
                "chunks": chunks,
                "seconds": round(seconds, 3),
                "tally": tally.to_json(),
            }
        )
        # Beside the file, so that the rename stays within one file system.
        handle, beside = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(beside).replace(self.path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
