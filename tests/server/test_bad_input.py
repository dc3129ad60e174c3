"""Whatever a socket is sent that no page sends: a clear refusal each time, and nothing moved."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conftest import Rand
from server.fake_hall import FakeHall
from server.harness import Page, Running
from zapato.server import settings, wire

ROUNDS = 400
WELL_FORMED: tuple[dict[str, Any], ...] = (
    {"type": "watch", "table": "escribas"},
    {"type": "sit", "id": "a", "table": "escribas", "box": 1},
    {"type": "wish", "id": "b", "table": "escribas", "round": 1, "amount": 100},
    {"type": "deal", "id": "c", "table": "escribas", "round": 1, "amount": 100},
    {"type": "sit-out", "id": "d", "table": "escribas", "round": 1},
    {"type": "play", "id": "e", "table": "escribas", "round": 1, "box": 1, "move": "hit", "hand": 1},
    {"type": "contribute", "id": "f", "table": "escribas", "shoe": 1, "entropy": "00" * 16},
    {"type": "refill", "id": "g"},
    {"type": "rename", "id": "h", "name": "Ana"},
    {"type": "ping", "sent_ms": 1},
)
NUMBERS = (-1, -(10**12), 2**53, 2**63, 2**64, 10**30, -(2**63), 0.5, 1e308)
NO_VALUE_OF_OURS: tuple[Any, ...] = (True, [], {}, [1], {"a": 1}, "", "x" * 100)


def out_of_range(rng: random.Random, message: dict[str, Any]) -> str:
    """A number that no field of its kind can hold."""
    numeric = [name for name, value in message.items() if isinstance(value, int)]
    changed = {**message, rng.choice(numeric): rng.choice(NUMBERS)} if numeric else {**message, "type": 7}
    return json.dumps(changed)


def of_wrong_type(rng: random.Random, message: dict[str, Any]) -> str:
    name = rng.choice(list(message))
    wrong = [
        value for value in NO_VALUE_OF_OURS if type(value) is not type(message[name]) or name in {"id", "type", "table"}
    ]
    return json.dumps({**message, name: rng.choice(wrong)})


def without_a_field(rng: random.Random, message: dict[str, Any]) -> str:
    needed = [name for name in message if name != "hand"]
    left_out = rng.choice(needed)
    return json.dumps({name: value for name, value in message.items() if name != left_out})


def of_unknown_kind(rng: random.Random, message: dict[str, Any]) -> str:
    return json.dumps({**message, "type": rng.choice(["", "Sit", "admin", "round", "answer", "view", "hello\u0000"])})


def cut_short(rng: random.Random, message: dict[str, Any]) -> str:
    text = json.dumps(message)
    return text[: rng.randrange(len(text))]


def garbled(rng: random.Random, message: dict[str, Any]) -> str:
    """Structure broken for certain: a stray bracket at either end."""
    text = json.dumps(message)
    return rng.choice([f"{text}{text}", f"]{text}", f"{text},", f"[{text}]", text.replace("{", "", 1)])


def nested(rng: random.Random, message: dict[str, Any]) -> str:
    depth = rng.randrange(500, 1_900)
    return json.dumps(message)[:-1] + ', "more": ' + "[" * depth + "}"


def not_json(rng: random.Random, message: dict[str, Any]) -> str:
    return rng.choice(
        [
            "",
            " ",
            "null",
            "0",
            '"hello"',
            "NaN",
            "[]",
            "{}",
            "\ufeff{}",
            "'a'",
            "\u0000",
            "𓅞" * 100,
            '{"type": "\\ud800"}',
            str(message),
        ]
    )


SPOILERS: tuple[Callable[[random.Random, dict[str, Any]], str], ...] = (
    out_of_range, of_wrong_type, without_a_field, of_unknown_kind, cut_short, garbled, nested, not_json,
)  # fmt: skip


def spoiled(rng: random.Random) -> Iterator[str]:
    for _ in range(ROUNDS):
        yield rng.choice(SPOILERS)(rng, rng.choice(WELL_FORMED))


async def answers_to(page: Page, text: str) -> list[wire.FromServer]:
    """All that comes back before the answer to a ping sent after it."""
    await page.socket.send(text)
    await page.send(wire.Ping(1))
    answers = []
    while not isinstance(answer := await page.receive(), wire.Pong):
        if not isinstance(answer, wire.Lobby | wire.Purse):
            answers.append(answer)
    return answers


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested here is the content of messages, not their number."""
    monkeypatch.setattr(settings, "MESSAGES_BURST", 10**6)


def readable_id(text: str) -> str | None:
    """The command's id, where the message is bad but as JSON holds one: its sender waits for the answer to it."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    id_ = message.get("id") if isinstance(message, dict) else None
    return id_ if isinstance(id_, str) and 0 < len(id_) <= wire.ID_MAX else None


async def test_spoiled_messages_are_refused_and_reach_no_table(here: Running, hall: FakeHall, rand: Rand) -> None:
    rng = rand.random()
    total, versions = hall.add_up(), {table: hall.version(table) for table in hall.tables}
    async with here.page() as page:
        total = hall.add_up()
        for text in spoiled(rng):
            answers = await answers_to(page, text)

            assert len(answers) == 1, text
            if (id_ := readable_id(text)) is None:
                assert isinstance(answers[0], wire.Fault), text
            else:
                # Unanswered, the command would stay on its way for ever, and the page take no more moves.
                assert isinstance(answers[0], wire.Answer), text
                assert answers[0].id == id_, text
                assert answers[0].refusal is not None, text
            assert answers[0].refusal.code == "unreadable", text
            assert answers[0].refusal.why, text

    assert hall.commands == []
    assert hall.add_up() == total
    assert versions == {table: hall.version(table) for table in hall.tables}


async def test_every_kind_of_spoiling_is_noticed(rand: Rand) -> None:
    # The test above shows little if a spoiler hands out good messages: none of its texts may be one.
    from zapato.server.sockets import UnreadableError, decode

    rng = rand.random()
    for spoil in SPOILERS:
        for message in WELL_FORMED:
            text = spoil(rng, message)
            with pytest.raises(UnreadableError):
                decode(text)
    for message in WELL_FORMED:
        decode(json.dumps(message))


async def test_bytes_are_no_message(here: Running, hall: FakeHall) -> None:
    async with here.page() as page:
        await page.socket.send(b'{"type":"refill","id":"a"}')

        assert (await page.expect(wire.Fault)).refusal.code == "not-text"


# ------------------------------------------------------------------ well formed, and wrong all the same

MISPLACED: tuple[tuple[str, wire.FromPage], ...] = (
    ("a move before any round", wire.Play("1", "escribas", 1, 1, "hit")),
    ("a move in a round long gone", wire.Play("2", "escribas", 0, 1, "stand")),
    ("a move in a round to come", wire.Play("3", "escribas", 99, 1, "stand")),
    ("a bet from nobody's seat", wire.Wish("4", "escribas", 1, 100)),
    ("ready without a seat", wire.Deal("5", "escribas", 1, 100)),
    ("a box that this felt has not", wire.Sit("6", "escribas", 6)),
    ("a box that no felt has", wire.Sit("7", "escribas", 64)),
    ("a table that there is not", wire.Sit("8", "faraones", 1)),
    ("standing up while standing", wire.StandUp("9", "escribas")),
    ("entropy without a seat", wire.Contribute("10", "escribas", 1, "ab" * 16)),
    ("a full purse filled", wire.Refill("11")),
)
SEATED_MISPLACED: tuple[tuple[str, wire.FromPage], ...] = (
    ("under the minimum", wire.Deal("1", "escribas", 1, 50)),
    ("over the maximum", wire.Deal("2", "escribas", 1, 5_100)),
    ("no multiple of the unit", wire.Deal("3", "escribas", 1, 150)),
    ("nothing at all", wire.Deal("4", "escribas", 1, 0)),
    ("more than there is money", wire.Wish("5", "escribas", 1, 10**12)),
    ("another round's bet", wire.Deal("6", "escribas", 2, 100)),
    ("somebody else's box", wire.Play("7", "escribas", 1, 2, "hit")),
    ("a second seat", wire.Sit("8", "escribas", 3)),
    ("entropy that is no hex", wire.Contribute("9", "escribas", 1, "zz" * 16)),
    ("entropy for another shoe", wire.Contribute("10", "escribas", 7, "ab" * 16)),
)


@pytest.mark.parametrize(("what", "message"), MISPLACED, ids=[what for what, _ in MISPLACED])
async def test_what_is_out_of_place_is_refused_with_a_reason(
    here: Running, hall: FakeHall, what: str, message: wire.FromPage
) -> None:
    async with here.page() as page:
        await refused_without_effect(page, hall, message)


@pytest.mark.parametrize(("what", "message"), SEATED_MISPLACED, ids=[what for what, _ in SEATED_MISPLACED])
async def test_what_a_seated_player_may_not_is_refused_with_a_reason(
    here: Running, hall: FakeHall, what: str, message: wire.FromPage
) -> None:
    async with here.page() as page:
        await page.ask(wire.Sit, "escribas", 1)
        await refused_without_effect(page, hall, message)


async def refused_without_effect(page: Page, hall: FakeHall, message: wire.FromPage) -> None:
    total, versions = hall.add_up(), {table: hall.version(table) for table in hall.tables}
    await page.send(message)
    answer = await page.expect(wire.Answer)

    assert answer.refusal is not None
    assert answer.refusal.code
    assert answer.refusal.why
    assert hall.add_up() == total
    assert versions == {table: hall.version(table) for table in hall.tables}
