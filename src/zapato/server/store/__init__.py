"""Where the books are kept. SQLite and its memory twin answer one port (`zapato.hall.ports.Store`) and meet one suite.

schema, migrations/   what the tables look like, and how they came to; constraints and triggers guard the money
changes               the money path, plain SQL; `writer` groups its commits
reading               everything else, SQLAlchemy Core
sqlite, memory        the two stores; a PostgreSQL one would stand beside them on the same schema and reading
"""

from zapato.server.store.lock import StoreInUseError
from zapato.server.store.memory import MemoryStore
from zapato.server.store.sqlite import SqliteStore

__all__ = ["MemoryStore", "SqliteStore", "StoreInUseError"]
