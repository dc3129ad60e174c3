"""Who follows which table, and what they have not been told yet.

The hall calls `table_changed` after each commit. Nothing is queued per viewer: a session remembers the version that
it last sent, and takes all that came after it when its socket has room. So a slow page gets fewer, larger updates,
and one that is too far behind the history gets the whole table; no backlog grows.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from zapato.server import settings, wire
from zapato.table.events import Event
from zapato.table.state import State


class Session(Protocol):
    """What the hub needs of a socket's session."""

    @property
    def player(self) -> str: ...
    def wake(self) -> None: ...
    def purse_changed(self) -> None: ...
    def name_changed(self) -> None: ...
    def lobby_changed(self) -> None: ...
    def stop(self, code: int, reason: str) -> None: ...


@dataclass(frozen=True)
class Change:
    """One commit of a table: the events that led from version `since` to `version`."""

    since: int
    version: int
    events: tuple[Event, ...]


class Channel:
    """One table: its latest committed state, its last changes, those who follow it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.followers: set[Session] = set()
        self.card: wire.LobbyTable | None = None
        """The table as the lobby shows it to whoever has no seat there; None: not made since the last change."""
        self._history: deque[Change] = deque(maxlen=settings.HISTORY_MAX)

    def changed(self, change: Change, state: State) -> None:
        self.state, self.card = state, None
        if change.version - change.since == len(change.events):
            self._history.append(change)
        else:
            # The table was read from the books anew: how it got there is not known, so pages get it whole.
            self._history.clear()
        for session in self.followers:
            session.wake()

    def missed(self, since: int) -> tuple[Event, ...] | None:
        """The events after version `since`; None where the history does not reach back to it, or knows no such version."""
        if since == self.state.version:
            return ()
        later = [change for change in self._history if change.since >= since]
        if not later or later[0].since != since:
            return None
        return tuple(event for change in later for event in change.events)


class Hub:
    """All channels and sessions of this process."""

    def __init__(self, states: dict[str, State]) -> None:
        self.channels = {table: Channel(state) for table, state in states.items()}
        self._sessions: dict[str, set[Session]] = defaultdict(set)
        self.sockets = 0
        self.empty = asyncio.Event()
        """Set while no socket is open."""
        self.empty.set()

    def table_changed(self, table: str, since: int, events: Sequence[Event], state: State, version: int) -> None:
        self.channels[table].changed(Change(since, version, tuple(events)), state)
        self.lobby_changed()

    def purse_changed(self, player: str) -> None:
        for session in self._sessions.get(player, ()):
            session.purse_changed()

    def name_changed(self, player: str) -> None:
        for session in self._sessions.get(player, ()):
            session.name_changed()

    def lobby_changed(self) -> None:
        for session in self.sessions():
            session.lobby_changed()

    def sessions(self) -> Iterator[Session]:
        for own in self._sessions.values():
            yield from own

    def sockets_of(self, player: str) -> int:
        return len(self._sessions.get(player, ()))

    def join(self, session: Session) -> bool:
        """Count the session in; True where it is its player's first."""
        own = self._sessions[session.player]
        own.add(session)
        self.sockets += 1
        self.empty.clear()
        return len(own) == 1

    def leave(self, session: Session) -> bool:
        """Count the session out; True where it was its player's last."""
        own = self._sessions[session.player]
        own.discard(session)
        self.sockets -= 1
        if self.sockets == 0:
            self.empty.set()
        if own:
            return False
        del self._sessions[session.player]
        return True

    def follow(self, session: Session, table: str) -> Channel:
        channel = self.channels[table]
        channel.followers.add(session)
        return channel

    def unfollow(self, session: Session, channel: Channel) -> None:
        channel.followers.discard(session)

    def stop(self, code: int, reason: str) -> None:
        """Have every session close its socket."""
        for session in list(self.sessions()):
            session.stop(code, reason)
