"""One WebSocket: what a page says goes to the hall as commands, what the hub knows goes to the page, cut for its player.

Two tasks share a session: `_read` takes one message at a time and asks the hall, `_write` alone sends. Whatever a page
sends, it gets a defined answer: an `Answer` to whatever carries an id, a `Fault` to what else could not be read or came
out of place, a close code to what does not stop. Nothing that is written to the log comes from a view, a seed or a cookie.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from typing import Any, Final, assert_never

import msgspec
import structlog
from litestar.connection import WebSocket
from litestar.exceptions import WebSocketDisconnect
from msgspec import Struct

from zapato.hall import Guest, Hall
from zapato.hall.hall import PlayerCommand
from zapato.hall.ports import StoreError
from zapato.refusal import Refusal
from zapato.server import lobby, settings, wire
from zapato.server.allowance import Allowance
from zapato.server.hub import Channel, Hub
from zapato.table import commands as table_commands
from zapato.table import cut as cutting

STOPPING: Final = 1001
TOO_MUCH: Final = 1008
FAULT: Final = 1011
TRY_LATER: Final = 1013
WHO_ARE_YOU: Final = 4401
"""The cookie names nobody in these books: the page must be loaded again."""


class _Named(Struct):
    """Of any message only its id."""

    id: wire.Id


_decoder = msgspec.json.Decoder(wire.FromPage)
_id_decoder = msgspec.json.Decoder(_Named)
_encoder = msgspec.json.Encoder()
_log = structlog.get_logger()


class UnreadableError(ValueError):
    """A text that is no message of ours; the message says where and why."""


def decode(text: str) -> wire.FromPage:
    """One message of a page, with every field of its type and within its range; `UnreadableError` for anything else."""
    try:
        message = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        # RecursionError: an ignored field nested thousands deep.
        raise UnreadableError(str(error)) from error
    return message


def readable_id(text: str) -> str | None:
    """The id that a message which is none of ours carries all the same, so that its sender can be answered."""
    try:
        return _id_decoder.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def encode(message: wire.FromServer) -> str:
    return _encoder.encode(message).decode()


class State(Enum):
    """Of a session; a socket is `CLOSED` once and for all."""

    GREETING = auto()
    OPEN = auto()
    CLOSED = auto()


class Session:
    """One socket of `guest`, from its acceptance to its close."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], guest: Guest, hall: Hall, hub: Hub, monotonic: Callable[[], float]
    ) -> None:
        self._socket = socket
        self._guest = guest
        self._hall = hall
        self._hub = hub
        self._monotonic = monotonic
        self._state = State.GREETING
        self._messages = Allowance(settings.MESSAGES_PER_S, settings.MESSAGES_BURST, monotonic)
        self._excess = 0

        self._welcome: wire.Welcome | None = None
        self._outbox: deque[wire.FromServer] = deque()
        self._room = asyncio.Event()
        self._room.set()
        self._awake = asyncio.Event()
        self._ended: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()

        self._channel: Channel | None = None
        self._told: int | None = None
        """Version of the followed table that the page has; None: nothing of it."""
        self._owed = False
        """The page asked to follow, and is owed an answer even if nothing changed."""
        self._purse: wire.PurseView | None = None
        self._purse_stale = True
        self._name_stale = False
        self._lobby_stale = False
        self._lobby_not_before = 0.0
        self._lobby_alarm: asyncio.TimerHandle | None = None

    # -------------------------------------------------------------- what the hub may call

    @property
    def player(self) -> str:
        return self._guest.player

    def wake(self) -> None:
        self._awake.set()

    def purse_changed(self) -> None:
        self._purse_stale = True
        self.wake()

    def name_changed(self) -> None:
        self._name_stale = True
        self.wake()

    def lobby_changed(self) -> None:
        # One that is stale already is on its way: waking it for every change would cost more than sending it.
        if self._channel is None and not self._lobby_stale:
            self._owe_lobby()

    def stop(self, code: int, reason: str) -> None:
        if not self._ended.done():
            self._ended.set_result((code, reason))

    # -------------------------------------------------------------- its life

    async def run(self) -> None:
        """Serve the accepted socket until either side closes it."""
        first = self._hub.join(self)
        try:
            if first:
                await self._hall.set_present(self.player, present=True)
            await self._serve()
        finally:
            self._state = State.CLOSED
            if self._channel is not None:
                self._hub.unfollow(self, self._channel)
            if self._hub.leave(self):
                await self._hall.set_present(self.player, present=False)

    async def _serve(self) -> None:
        reading, writing = asyncio.create_task(self._read()), asyncio.create_task(self._write())
        late = asyncio.get_running_loop().call_later(settings.HELLO_WITHIN_S, self._hello_is_late)
        try:
            either: tuple[asyncio.Future[Any], ...] = (reading, writing, self._ended)
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            late.cancel()
            for task in (reading, writing):
                task.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)
        for task in (reading, writing):
            if not task.cancelled() and (error := task.exception()) is not None:
                if isinstance(error, WebSocketDisconnect):
                    return
                if isinstance(error, StoreError):
                    # The host's disk to mend; every open page asks again by itself, and each try is one line in the log.
                    _log.warning("session closed: the books can't be read", player=self.player, error=str(error))
                    self.stop(TRY_LATER, "no-books")
                    continue
                _log.error("session failed", player=self.player, exc_info=error)
                self.stop(FAULT, "fault")
        if self._ended.done():
            code, reason = self._ended.result()
            with contextlib.suppress(WebSocketDisconnect):
                await self._socket.close(code, reason)

    def _hello_is_late(self) -> None:
        if self._state is State.GREETING:
            self.stop(TOO_MUCH, "hello-late")

    # -------------------------------------------------------------- from the page

    async def _read(self) -> None:
        while True:
            event = await self._socket.receive()
            if event["type"] != "websocket.receive":
                return
            await self._room.wait()
            text = event.get("text")
            if text is None:
                self._fault("not-text", "a message is JSON in a text frame")
            else:
                await self._take(text)

    async def _take(self, text: str) -> None:
        try:
            message = decode(text)
        except UnreadableError as error:
            self._within_allowance()
            self._refuse(readable_id(text), Refusal("unreadable", str(error)))
            return
        id_ = getattr(message, "id", None)
        if not self._within_allowance():
            self._refuse(
                id_,
                Refusal(
                    "too-many-messages", "more messages than a person sends: nothing was done, send it again later"
                ),
            )
        elif isinstance(message, wire.Hello):
            await self._greet(message)
        elif self._state is State.GREETING:
            self._refuse(id_, Refusal("hello-first", "the first message of a connection is hello"))
        else:
            await self._obey(message)

    def _within_allowance(self) -> bool:
        if self._messages.take():
            return True
        self._excess += 1
        if self._excess >= settings.EXCESS_MAX:
            self.stop(TOO_MUCH, "too-many-messages")
        return False

    async def _greet(self, hello: wire.Hello) -> None:
        if self._state is not State.GREETING:
            self._fault("hello-twice", "hello is said once a connection")
            return
        if hello.wire != wire.WIRE_VERSION:
            self._fault(
                "wire-version", "the page is of another version than the server: load it again",
                server=wire.WIRE_VERSION, page=hello.wire,
            )  # fmt: skip
            return
        purse = await self._read_purse()
        seated = self._hall.seated(self.player)
        self._welcome = wire.Welcome(
            wire.WIRE_VERSION, self.player, self._guest.name, purse, self._hall.now_ms(), seated
        )
        self._state = State.OPEN
        self._owe_lobby()

    async def _obey(self, message: wire.FromPage) -> None:
        """Do what a greeted page asks."""
        match message:
            case wire.Watch(table, since):
                self._watch(table, since)
            case wire.Unwatch():
                self._follow(None)
                self._owe_lobby()
            case wire.Ping(sent_ms):
                self._say(wire.Pong(sent_ms, self._hall.now_ms()))
            case wire.Refill(id_):
                self._answer(id_, await self._hall.refill(self.player, id_))
            case wire.Rename(id_, name):
                self._answer(id_, await self._hall.rename(self.player, id_, name))
            case wire.Deal(id_, table, round_, amount):
                self._answer(id_, await self._hall.deal(self.player, id_, table, round_, amount))
            case wire.Hello():
                raise AssertionError("hello was taken before")
            case _:
                command = table_command(self.player, message)
                self._answer(message.id, await self._hall.do(self.player, message.id, message.table, command))

    def _watch(self, table: str, since: int | None) -> None:
        if table not in self._hub.channels:
            self._fault("no-such-table", "there is no table of that name", table=table)
            return
        self._follow(table)
        self._told = since
        self._owed = True
        self.wake()

    def _follow(self, table: str | None) -> None:
        if self._channel is not None:
            self._hub.unfollow(self, self._channel)
        self._channel = None if table is None else self._hub.follow(self, table)

    # -------------------------------------------------------------- to the page

    def _say(self, message: wire.FromServer) -> None:
        self._outbox.append(message)
        if len(self._outbox) >= settings.OUTBOX_MAX:
            self._room.clear()
        self.wake()

    def _refuse(self, id_: str | None, refusal: Refusal) -> None:
        """A command's one answer, where the message was one: nothing else frees it on its page."""
        self._say(wire.Fault(refusal) if id_ is None else wire.Answer(id_, refusal))

    def _answer(self, id_: str, refusal: Refusal | None) -> None:
        self._say(wire.Answer(id_, refusal))

    def _fault(self, code: str, why: str, **values: int | str) -> None:
        self._say(wire.Fault(Refusal(code, why, values)))

    async def _write(self) -> None:
        """Send whatever is due. Purse and table come before each answer, so that none precedes its effect."""
        while True:
            await self._awake.wait()
            self._awake.clear()
            await self._write_news()
            await self._write_lobby()
            while self._outbox:
                # Again for each: while the one before was on its way, the next command may have had its effect.
                await self._write_news()
                await self._send(self._outbox.popleft())
                if len(self._outbox) < settings.OUTBOX_MAX:
                    self._room.set()

    async def _write_news(self) -> None:
        if self._state is State.OPEN:
            await self._write_welcome()
            await self._write_purse()
            await self._write_name()
            await self._write_table()

    async def _write_welcome(self) -> None:
        if self._welcome:
            welcome, self._welcome = self._welcome, None
            await self._send(welcome)

    async def _write_purse(self) -> None:
        if not self._purse_stale:
            return
        before, now = self._purse, await self._read_purse()
        if now != before:
            await self._send(wire.Purse(now))

    async def _write_name(self) -> None:
        if not self._name_stale:
            return
        self._name_stale = False
        guest = await self._hall.guest(self._guest.token)
        if guest is None or guest.name == self._guest.name:
            return
        self._guest = guest
        self._owed = True  # the followed view names its viewer
        await self._send(wire.Name(guest.name))

    async def _read_purse(self) -> wire.PurseView:
        self._purse_stale = False
        state = await self._hall.purse(self.player)
        self._purse = wire.PurseView(state.purse, state.in_play, state.may_refill, state.refill_from_ms)
        return self._purse

    async def _write_table(self) -> None:
        channel = self._channel
        if channel is None or (self._told == channel.state.version and not self._owed):
            return
        since, events = self._told, None
        if since is not None:
            events = channel.missed(since)
        self._told, self._owed = channel.state.version, False
        viewer = cutting.Viewer(self.player, self._guest.name, self._purse.purse if self._purse else 0)
        table = cutting.cut(channel.state, viewer, self._hall.now_ms())
        if since is None or events is None:
            await self._send(wire.View(table))
        else:
            await self._send(wire.Update(since, cutting.cut_events(events, viewer), table))

    async def _write_lobby(self) -> None:
        if self._state is not State.OPEN or not self._lobby_stale or self._channel is not None:
            return
        wait = self._lobby_not_before - self._monotonic()
        if wait > 0:
            if self._lobby_alarm is None:
                self._lobby_alarm = asyncio.get_running_loop().call_later(wait, self._lobby_due)
            return
        self._lobby_stale = False
        self._lobby_not_before = self._monotonic() + settings.LOBBY_EVERY_S
        await self._send(lobby.cut(self._hub, self.player, self._hall.now_ms()))

    def _owe_lobby(self) -> None:
        self._lobby_stale = True
        self.wake()

    def _lobby_due(self) -> None:
        self._lobby_alarm = None
        self.wake()

    async def _send(self, message: wire.FromServer) -> None:
        try:
            async with asyncio.timeout(settings.SEND_WITHIN_S):
                await self._socket.send({"type": "websocket.send", "text": encode(message), "bytes": None})
        except TimeoutError:
            self.stop(TOO_MUCH, "slow-reader")
            await asyncio.Future()
        except OSError as gone:
            # So a server says that the page left while we spoke (ASGI, "Disconnected Client"): no fault of anybody's.
            raise WebSocketDisconnect(detail="the page left") from gone


def table_command(
    player: str, message: wire.Sit | wire.StandUp | wire.Wish | wire.SitOut | wire.Play | wire.Contribute
) -> PlayerCommand:
    """A page's message as the table's command. Who commands is the socket's player, whatever the message says."""
    match message:
        case wire.Sit(box=box):
            return table_commands.Sit(player, name="", box=box, purse=0)
        case wire.StandUp():
            return table_commands.StandUp(player)
        case wire.Wish(round=round_, amount=amount):
            return table_commands.SetWish(player, amount, round_)
        case wire.SitOut(round=round_):
            return table_commands.SitOut(player, round_)
        case wire.Play(round=round_, box=box, move=move, hand=hand, amount=amount):
            return table_commands.Play(player, round_, box, move, hand, amount)
        case wire.Contribute(shoe=shoe, entropy=entropy):
            return table_commands.Contribute(player, shoe, entropy)
        case _:
            assert_never(message)
