"""The wire, through real sockets: greeting, commands, what is missed and caught up, and every bound."""

import asyncio
import time

import pytest
import structlog
from uvicorn.protocols.utils import ClientDisconnected
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.fake_hall import FakeHall
from server.harness import Page, Running, decode, running
from zapato.hall.ports import StoreError
from zapato.server import settings, sockets, wire
from zapato.server.hub import Hub
from zapato.table import events
from zapato.table.commands import SetWish


async def heard_out(page: Page) -> None:
    """Receive until the socket closes."""
    while True:
        await page.receive()


async def closed_with(page: Page) -> tuple[int, str]:
    """The close that the server sends, whatever comes before it."""
    with pytest.raises(ConnectionClosed) as closed:
        await heard_out(page)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


# ------------------------------------------------------------------ who comes in


async def test_hello_is_answered_with_who_i_am_and_the_lobby(here: Running, hall: FakeHall) -> None:
    async with here.page(greeted=False) as page:
        welcome = await page.hello()
        lobby = await page.expect(wire.Lobby)

    assert (welcome.wire, welcome.player, welcome.purse.purse) == (wire.WIRE_VERSION, "g1", 10_000)
    assert welcome.seated is None
    assert tuple(table.table for table in lobby.tables) == hall.tables


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1.evil.example", "http://127.0.0.1:1"]
)
async def test_a_page_from_elsewhere_may_not_use_the_visitors_cookie(here: Running, origin: str) -> None:
    cookie = await here.cookie()

    with pytest.raises(InvalidStatus) as refused:
        async with here.page(cookie, headers={"Origin": origin}):
            pass

    assert refused.value.response.status_code == 403


async def test_a_cookie_that_the_books_do_not_know_is_told_so(here: Running) -> None:
    # After the data folder was emptied the page must know that it has to load again, not knock for ever.
    async with here.page("zapato=forgotten", greeted=False) as page:
        assert await closed_with(page) == (sockets.WHO_ARE_YOU, "unknown-player")


async def test_one_player_has_so_many_sockets_and_no_more(here: Running) -> None:
    cookie = await here.cookie()
    async with here.page(cookie, greeted=False) as first:
        others = [here.page(cookie, greeted=False) for _ in range(settings.SOCKETS_PER_PLAYER_MAX - 1)]
        for other in others:
            await other.__aenter__()
        async with here.page(cookie, greeted=False) as one_more:
            assert await closed_with(one_more) == (1008, "too-many-sockets")
        await first.hello()
        for other in others:
            await other.__aexit__(None, None, None)


async def test_a_full_hall_tells_the_next_one_to_come_later(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    # Beyond the bound every table's clock would run late; who is in stays in.
    monkeypatch.setattr(settings, "SOCKETS_MAX", 2)
    async with here.page() as one, here.page():
        async with here.page(greeted=False) as third:
            assert await closed_with(third) == (sockets.TRY_LATER, "hall-is-full")
        await one.send(wire.Ping(1))
        await one.expect(wire.Pong)


async def test_presence_is_from_the_first_socket_to_the_last(here: Running, hall: FakeHall) -> None:
    # A closed tab must not make a player away who still plays in another one.
    cookie = await here.cookie()
    async with here.page(cookie):
        async with here.page(cookie):
            assert hall.present == {"g1": True}
        await asyncio.sleep(0.05)
        assert hall.present == {"g1": True}
    while hall.present["g1"]:  # noqa: ASYNC110
        await asyncio.sleep(0.01)


# ------------------------------------------------------------------ order of talk


async def test_nothing_is_done_before_hello(here: Running, hall: FakeHall) -> None:
    async with here.page(greeted=False) as page:
        await page.send(wire.Sit("a", "escribas", 1))
        answer = await page.expect(wire.Answer)
        await page.send(wire.Watch("escribas"))
        fault = await page.expect(wire.Fault)

    assert answer.id == "a"
    assert answer.refusal is not None
    assert (answer.refusal.code, fault.refusal.code) == ("hello-first", "hello-first")
    assert hall.commands == []


async def test_hello_is_said_once_and_in_our_version(here: Running) -> None:
    async with here.page(greeted=False) as page:
        await page.send(wire.Hello(99))
        assert (await page.expect(wire.Fault)).refusal.values == {"server": wire.WIRE_VERSION, "page": 99}
        await page.hello()
        await page.send(wire.Hello(wire.WIRE_VERSION))
        assert (await page.expect(wire.Fault)).refusal.code == "hello-twice"


async def test_a_socket_that_never_greets_is_closed(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "HELLO_WITHIN_S", 0.05)
    async with here.page(greeted=False) as page:
        assert await closed_with(page) == (1008, "hello-late")


async def test_ping_is_answered_with_the_servers_time(here: Running, hall: FakeHall) -> None:
    async with here.page() as page:
        await page.send(wire.Ping(123))

        assert await page.expect(wire.Pong) == wire.Pong(123, hall.now_ms())


async def test_a_new_name_is_told_to_every_tab_as_the_books_keep_it(here: Running) -> None:
    # The page showed what was typed, and a watcher's view the name of the time when its socket opened.
    cookie = await here.cookie()
    async with here.page(cookie) as page, here.page(cookie) as tab:
        await tab.watch("escribas")
        assert (await page.ask(wire.Rename, "  Nefer   tari ")).refusal is None
        told = [message for message in map(decode, page.raw) if isinstance(message, wire.Name)]
        heard = await tab.expect(wire.Name)
        view = (await tab.expect(wire.Update)).view

    assert told == [heard] == [wire.Name("Nefer tari")]
    assert view.you.name == "Nefer tari"


# ------------------------------------------------------------------ books that fail


async def test_books_that_cannot_be_read_send_the_page_away_for_a_moment(
    here: Running, hall: FakeHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A read error closed every page's socket as a fault of ours; it is the host's disk, and the page tries again.
    async def unreadable(*_: str) -> None:
        raise StoreError("disk I/O error")

    cookie = await here.cookie()
    async with here.page(cookie) as page, here.page(cookie, greeted=False) as greeting:
        monkeypatch.setattr(hall, "purse", unreadable)
        await greeting.send(wire.Hello(wire.WIRE_VERSION))
        here.hub.purse_changed("g1")

        assert await closed_with(page) == (sockets.TRY_LATER, "no-books")
        assert await closed_with(greeting) == (sockets.TRY_LATER, "no-books")
    monkeypatch.setattr(hall, "guest", unreadable)
    async with here.page(cookie, greeted=False) as later:
        assert await closed_with(later) == (sockets.TRY_LATER, "no-books")


async def test_a_session_cut_off_while_it_begins_is_counted_out(hall: FakeHall) -> None:
    # A stop may cut a handler anywhere. One that was counted in and not out kept its player «here» for ever.
    hub = Hub({})
    begun = asyncio.Event()

    async def stuck(_player: str, present: bool) -> None:
        hall.present["g1"] = present
        if present:
            begun.set()
            await asyncio.Future()

    hall.set_present = stuck
    session = sockets.Session(None, await hall.greet(), hall, hub, time.monotonic)
    running_it = asyncio.create_task(session.run())
    await begun.wait()
    running_it.cancel()
    await asyncio.gather(running_it, return_exceptions=True)

    assert (hub.sockets, hub.sockets_of("g1"), hall.present) == (0, 0, {"g1": False})


# ------------------------------------------------------------------ tables


async def test_sitting_down_is_seen_before_it_is_answered(here: Running) -> None:
    # An answer that came first would show the page a command done and a table where it isn't.
    async with here.page() as page:
        before = await page.watch("escribas")
        await page.send(wire.Sit("a", "escribas", 2))
        update = await page.receive()
        answer = await page.receive()

    assert isinstance(update, wire.Update)
    assert update.since == before.view.version
    assert isinstance(update.events[0], events.SeatTaken)
    assert update.view.you.box == 2
    assert answer == wire.Answer("a")


async def test_an_answer_waits_for_its_effect_on_a_slow_line_too(hall: FakeHall) -> None:
    # While the pong is on its way the next command is done: its answer must not take the pong's place in the queue.
    async with running(hall) as here, here.page() as page:
        await page.watch("escribas")
        session = next(iter(here.hub.sessions()))
        send = session._socket.send

        async def slow_send(message):
            await asyncio.sleep(0.05)
            await send(message)

        session._socket.send = slow_send
        await page.send(wire.Ping(1))
        await asyncio.sleep(0.02)
        await page.send(wire.Sit("a", "escribas", 2))
        kinds = [type(await page.receive()) for _ in range(3)]

    assert kinds == [wire.Pong, wire.Update, wire.Answer]


async def test_the_same_id_gets_the_same_answer_and_has_one_effect(here: Running, hall: FakeHall) -> None:
    async with here.page() as page:
        for _ in range(3):
            await page.send(wire.Sit("a", "escribas", 2))
        answers = [await page.expect(wire.Answer) for _ in range(3)]

    assert answers == [wire.Answer("a")] * 3
    assert len(hall.commands) == 1


async def test_every_tab_of_a_player_sees_what_one_of_them_does(here: Running) -> None:
    cookie = await here.cookie()
    async with here.page(cookie) as one, here.page(cookie) as other:
        await other.watch("escribas")
        await one.ask(wire.Sit, "escribas", 1)
        update = await other.expect(wire.Update)

        assert update.view.you.box == 1


async def test_a_new_tab_is_told_where_its_player_sits(here: Running) -> None:
    cookie = await here.cookie()
    async with here.page(cookie) as one, here.page(cookie, greeted=False) as other:
        await one.ask(wire.Sit, "escribas", 1)

        assert (await other.hello()).seated == "escribas"


async def test_nobody_can_act_for_somebody_else(here: Running, hall: FakeHall) -> None:
    # The wire names no player in commands; the socket's cookie does. Standing up moves one's own seat only.
    async with here.page() as ana, here.page() as eva:
        await ana.ask(wire.Sit, "escribas", 1)
        answer = await eva.ask(wire.StandUp, "escribas")

    assert answer.refusal is not None
    assert hall.state("escribas").seat_of("g1") is not None


async def test_two_who_want_one_box_are_told_apart(here: Running) -> None:
    async with here.page() as ana, here.page() as eva:
        answers = await asyncio.gather(ana.ask(wire.Sit, "escribas", 3), eva.ask(wire.Sit, "escribas", 3))

    assert sorted(answer.refusal is None for answer in answers) == [False, True]


async def test_unknown_tables_are_refused_by_name(here: Running) -> None:
    async with here.page() as page:
        await page.send(wire.Watch("nowhere"))
        assert (await page.expect(wire.Fault)).refusal.code == "no-such-table"
        assert (await page.ask(wire.Sit, "nowhere", 1)).refusal.code == "no-such-table"


async def test_back_in_the_lobby_no_table_is_heard_of(here: Running) -> None:
    async with here.page() as page, here.page() as other:
        await page.watch("escribas")
        await page.send(wire.Unwatch())
        await page.expect(wire.Lobby)
        await other.ask(wire.Sit, "escribas", 1)
        await page.send(wire.Ping(1))

        assert isinstance(await page.receive(), wire.Pong | wire.Lobby)


async def test_the_lobby_is_renewed_but_not_with_every_change(
    here: Running, hall: FakeHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "LOBBY_EVERY_S", 0.3)
    async with here.page() as page, here.page() as other:
        await other.ask(wire.Sit, "escribas", 1)
        round_ = hall.state("escribas").round
        for amount in range(100, 2_100, 100):
            await other.ask(wire.Wish, "escribas", round_, amount)
        await asyncio.sleep(0.7)
        await page.send(wire.Ping(1))
        lobbies = []
        while isinstance(message := await page.receive(), wire.Lobby):
            lobbies.append(message)

    assert 1 <= len(lobbies) <= 4
    assert lobbies[-1].tables[0].boxes[0].name == "Invitado g2"


async def test_the_lobby_says_which_seat_is_mine_and_whose_the_others_are(here: Running) -> None:
    # Its cards are made once for all: what differs by viewer must not stay from the viewer before, nor be missed.
    async with here.page() as ana, here.page() as eva, here.page() as watcher:
        await ana.ask(wire.Sit, "escribas", 1)
        await eva.ask(wire.Sit, "escribas", 2)
        seen = []
        for page in (ana, eva, watcher):
            await page.send(wire.Unwatch())
            while (lobby := await page.expect(wire.Lobby)).tables[0].boxes[1].name is None:
                pass
            seen.append([box.you for box in lobby.tables[0].boxes[:3]])

    assert seen == [[True, False, False], [False, True, False], [False, False, False]]


# ------------------------------------------------------------------ lost and found again


async def test_who_comes_back_is_told_what_was_missed(here: Running, hall: FakeHall) -> None:
    cookie = await here.cookie()
    async with here.page(cookie) as page:
        seen = (await page.watch("escribas")).view.version
    async with here.page() as witness, here.page(cookie) as back:
        await witness.watch("escribas", seen)
        await witness.ask(wire.Sit, "escribas", 4)
        await witness.ask(wire.Wish, "escribas", hall.state("escribas").round, 300)
        caught_up = await back.watch("escribas", seen)

    assert isinstance(caught_up, wire.Update)
    assert caught_up.since == seen
    assert [type(event) for event in caught_up.events] == [events.SeatTaken, events.WishSet, events.BetClockStarted]
    assert caught_up.view.version == hall.version("escribas") == seen + 3


async def test_who_missed_nothing_is_told_so(here: Running) -> None:
    async with here.page() as page:
        view = (await page.watch("escribas")).view
        again = await page.watch("escribas", view.version)

    assert again == wire.Update(view.version, (), again.view)


@pytest.mark.parametrize("since", [0, 10_000])
async def test_too_old_or_unknown_a_version_gets_the_whole_table(here: Running, hall: FakeHall, since: int) -> None:
    async with here.page() as page:
        await page.ask(wire.Sit, "escribas", 4)
        for step in range(settings.HISTORY_MAX + 1):
            hall._command("escribas", _wish(hall, 100 + 100 * (step % 2)))

        assert isinstance(await page.watch("escribas", since), wire.View)


def _wish(hall: FakeHall, amount: int) -> SetWish:
    return SetWish("g1", amount, hall.state("escribas").round)


# ------------------------------------------------------------------ bounds


async def test_an_oversize_frame_closes_the_socket_with_1009(here: Running, hall: FakeHall) -> None:
    async with here.page() as page:
        await page.socket.send("x" * (wire.FRAME_BYTES_MAX + 1))
        code, _ = await closed_with(page)

    assert code == 1009
    assert hall.commands == []


async def test_the_largest_frame_is_still_read(here: Running) -> None:
    async with here.page() as page:
        await page.socket.send("[" + " " * (wire.FRAME_BYTES_MAX - 2) + "]")

        assert (await page.expect(wire.Fault)).refusal.code == "unreadable"


async def test_more_messages_than_a_person_sends_are_refused_then_the_socket_closes(
    here: Running, hall: FakeHall
) -> None:
    async with here.page() as page:
        for number in range(settings.MESSAGES_BURST + settings.EXCESS_MAX + 100):
            await page.send(wire.Sit(f"s{number}", "escribas", 1))
        assert await closed_with(page) == (1008, "too-many-messages")

    refused = sum('"too-many-messages"' in text for text in page.raw)
    assert refused >= settings.EXCESS_MAX - settings.OUTBOX_MAX
    assert len(hall.commands) < settings.MESSAGES_BURST + 60


async def test_a_command_refused_for_haste_may_be_sent_again(here: Running) -> None:
    # The refusal is the socket's, not the hall's: remembered as the id's answer it would stick.
    async with here.page() as page:
        for number in range(settings.MESSAGES_BURST):
            await page.send(wire.Ping(number))
        await page.send(wire.Sit("a", "escribas", 1))
        answer = await page.expect(wire.Answer)
        await asyncio.sleep(0.2)
        await page.send(wire.Sit("a", "escribas", 1))

        assert answer.refusal.code == "too-many-messages"
        assert (await page.expect(wire.Answer)).refusal is None


async def test_a_page_that_does_not_read_costs_no_memory(hall: FakeHall) -> None:
    # What happened meanwhile is fetched when its socket has room: one message, however much was missed.
    async with running(hall) as here, here.page() as page:
        await page.watch("escribas")
        session = next(iter(here.hub.sessions()))
        gate = asyncio.Event()
        send = session._socket.send

        async def held_send(message):
            await gate.wait()
            await send(message)

        session._socket.send = held_send
        await page.send(wire.Sit("a", "escribas", 1))
        await asyncio.sleep(0.05)
        for step in range(500):
            hall._command("escribas", _wish(hall, 100 + 100 * (step % 2)))
        await asyncio.sleep(0.05)
        gate.set()
        await page.send(wire.Ping(9))
        messages = []
        while not isinstance(message := await page.receive(), wire.Pong):
            messages.append(message)

    tables = [message for message in messages if isinstance(message, wire.Update | wire.View)]
    assert [type(message) for message in tables] == [wire.Update, wire.View]
    assert tables[-1].view.version == hall.version("escribas")


async def test_a_socket_that_takes_nothing_is_closed(hall: FakeHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SEND_WITHIN_S", 0.05)
    async with running(hall) as here, here.page() as page:
        session = next(iter(here.hub.sessions()))
        send = session._socket.send

        async def stuck_send(message):
            if message["type"] == "websocket.send":
                await asyncio.Future()
            await send(message)

        session._socket.send = stuck_send
        await page.send(wire.Ping(1))

        assert await closed_with(page) == (1008, "slow-reader")


async def test_a_stop_is_said_to_every_page(hall: FakeHall) -> None:
    async with running(hall) as here, here.page() as page:
        here.server.should_exit = True

        assert await closed_with(page) == (1001, "stopping")


async def test_a_page_that_leaves_while_it_is_told_something_is_no_fault(hall: FakeHall) -> None:
    # uvicorn raises ClientDisconnected from `send`; a reload was a traceback in the host's terminal.
    with structlog.testing.capture_logs() as logged:
        async with running(hall) as here, here.page() as page:
            session = next(iter(here.hub.sessions()))

            async def gone(_):
                raise ClientDisconnected

            session._socket.send = gone
            await page.send(wire.Ping(1))
            with pytest.raises(ConnectionClosed):
                await page.expect(wire.Pong)

    assert logged == []
    assert here.hub.sockets == 0
