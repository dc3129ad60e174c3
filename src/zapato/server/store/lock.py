"""Only one program at a time keeps a set of books: a second one would play the same tables again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from zapato.hall.ports import StoreError


class StoreInUseError(StoreError):
    """Another process has these books open."""


class FolderLock:
    """Held from making until `release`, or until the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        if sys.platform == "win32":  # no such lock there: a host must take care
            return
        import fcntl

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            raise StoreInUseError(
                f"another zapato is serving from {path.parent}; stop it, or give --data another folder"
            ) from error

    def release(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
