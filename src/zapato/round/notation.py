"""The round record, format `zapato.round/1`: one JSON text that fixes a round completely. Reading it, and writing one from events.

Documented in docs/round-record.md. Reading is strict: whatever is not exactly what the format says is a `RecordError`
that names the field or the move; nothing is guessed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NoReturn, get_args

from msgspec import Struct

from zapato.cards import Card, CardError, format_cards, parse_cards
from zapato.money import AMOUNT_MAX
from zapato.round.commands import Act, Bet, Move
from zapato.round.events import (
    BoxCard,
    DealerCard,
    Doubled,
    EvenMoneyTaken,
    Event,
    HandSplit,
    Hit,
    InsuranceDeclined,
    Insured,
    RoundOpened,
    Stood,
    SurrenderDeclined,
    Surrendered,
)
from zapato.rules import Rules, RulesError, differences, from_mapping, preset, record_faults

FORMAT: Final = "zapato.round/1"
MOVES: Final[tuple[str, ...]] = get_args(Move)
PLAYER_CHARACTERS_MAX: Final = 100
MOVES_MAX: Final = 2_000
"""Far more than 8 decks can feed: 7 boxes, 416 cards, one insurance answer for each of 56 bets."""


class RecordError(ValueError):
    """A record that can't be read or played. `step` is the field, or the number of the move, counted from 1."""

    def __init__(self, step: str | int, why: str) -> None:
        self.step = step
        self.why = why
        where = f"move {step}" if isinstance(step, int) else step
        super().__init__(f"{where}: {why}")


class Expect(Struct, frozen=True):
    """What must come out. Only what is given is compared."""

    players: Mapping[str, object] = {}
    hands: tuple[Mapping[str, object], ...] = ()
    dealer: Mapping[str, object] = {}


class Record(Struct, frozen=True):
    """A record as read: rules that hold, cards that the decks hold; bets and moves of the right shape, not judged yet."""

    rules: Rules
    cards: tuple[Card, ...]
    bets: tuple[Bet, ...]
    purses: dict[str, int]
    moves: tuple[Act, ...]
    expect: Expect | None = None
    name: str | None = None
    """The record's `id`, where it is a text: for messages only."""


def parse_json(text: str) -> object:
    """The value of a JSON text; `RecordError` for what is not JSON to the letter: NaN, a key given twice, no end of brackets."""
    try:
        return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except RecursionError:
        raise RecordError("json", "brackets are nested too deep") from None
    except RecordError:
        raise
    except ValueError as wrong:
        raise RecordError("json", f"not JSON: {wrong}") from None


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise RecordError("json", f"the key {_shown(twice)} is given twice in one object")
    return found


def _no_constant(word: str) -> NoReturn:
    raise RecordError("json", f"{word} is not a number of JSON")


def read_record(given: object) -> Record:
    """The record of a parsed JSON value; `RecordError` with the field, or the move's number, for the first thing that is wrong."""
    if not isinstance(given, dict):
        raise RecordError("record", f"{_shown(given)} is not an object")
    found_format = _required(given, "format")
    if found_format != FORMAT:
        raise RecordError("format", f"{_shown(found_format)} is not {FORMAT!r}")
    rules = _rules(_required(given, "rules"))
    cards = _cards(_required(given, "cards"), rules)
    bets, purses = _bets(_required(given, "bets"))
    moves = _moves(_required(given, "moves"))
    expect = _expect(given["expect"]) if "expect" in given else None
    name = given.get("id")
    return Record(rules, cards, bets, purses, moves, expect, name if isinstance(name, str) else None)


def _required(given: Mapping[str, object], field: str) -> object:
    if field not in given:
        raise RecordError(field, "is missing")
    return given[field]


def _shown(value: object) -> str:
    """A value for a message: what was sent, cut to a bearable length."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _rules(given: object) -> Rules:
    try:
        if isinstance(given, str):
            rules = preset(given).rules
        elif isinstance(given, dict):
            rules = from_mapping(given)
        else:
            raise RecordError("rules", f"{_shown(given)} is neither a preset's name nor an object")
    except RulesError as wrong:
        raise RecordError("rules", str(wrong)) from None
    if faults := record_faults(rules):
        raise RecordError("rules", "; ".join(map(str, faults)))
    return rules


def _cards(given: object, rules: Rules) -> tuple[Card, ...]:
    if not isinstance(given, str):
        raise RecordError("cards", f"{_shown(given)} is not a text of cards such as '8s 9c Td'")
    try:
        cards = parse_cards(given)
    except CardError as wrong:
        raise RecordError("cards", _cut(str(wrong))) from None
    seen: Counter[Card] = Counter()
    for place, card in enumerate(cards, start=1):
        seen[card] += 1
        if seen[card] > rules.decks:
            why = f"card {place} is {card} once more, and {rules.decks} decks hold {rules.decks} of it"
            raise RecordError("cards", why)
    return cards


def _cut(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:197]}..."


def _bets(given: object) -> tuple[tuple[Bet, ...], dict[str, int]]:
    if not isinstance(given, list):
        raise RecordError("bets", f"{_shown(given)} is not a list of bets")
    if not given:
        raise RecordError("bets", "there are no bets")
    bets = []
    purses: dict[str, int] = {}
    for place, row in enumerate(given, start=1):
        where = f"bet {place}"
        fields = _fields(
            "bets", where, row, required=("box", "player", "amount"), optional=("behind", "follow", "purse")
        )
        box = _whole("bets", f"{where}, box", fields["box"])
        player = _player("bets", f"{where}, player", fields["player"])
        amount = _whole("bets", f"{where}, amount", fields["amount"])
        behind = _switch("bets", f"{where}, behind", fields.get("behind", False))
        follow = _switch("bets", f"{where}, follow", fields.get("follow", False))
        if "purse" in fields:
            purse = _whole("bets", f"{where}, purse", fields["purse"])
            if purses.setdefault(player, purse) != purse:
                why = f"{where}: {_shown(player)} has one purse, and it is given as {purses[player]} and as {purse}"
                raise RecordError("bets", why)
        bets.append(Bet(box, player, amount, behind, follow))
    return tuple(bets), purses


def _moves(given: object) -> tuple[Act, ...]:
    if not isinstance(given, list):
        raise RecordError("moves", f"{_shown(given)} is not a list of moves")
    if len(given) > MOVES_MAX:
        raise RecordError("moves", f"{len(given)} moves are more than any round can have ({MOVES_MAX})")
    return tuple(_act(number, row) for number, row in enumerate(given, start=1))


def _act(number: int, row: object) -> Act:
    fields = _fields(number, "the move", row, required=("box", "move"), optional=("hand", "player", "amount"))
    move = fields["move"]
    if not isinstance(move, str) or move not in MOVES:
        raise RecordError(number, f"{_shown(move)} is no move; the moves are {', '.join(MOVES)}")
    return Act(
        box=_whole(number, "box", fields["box"]),
        move=move,  # type: ignore[arg-type]  # looked up in the words of the Literal just now
        hand=_whole(number, "hand", fields["hand"]) if "hand" in fields else None,
        player=_player(number, "player", fields["player"]) if "player" in fields else None,
        amount=_whole(number, "amount", fields["amount"]) if "amount" in fields else None,
    )


def _fields(
    step: str | int, where: str, row: object, *, required: tuple[str, ...], optional: tuple[str, ...]
) -> Mapping[str, object]:
    if not isinstance(row, dict):
        raise RecordError(step, f"{where}: {_shown(row)} is not an object")
    for field in required:
        if field not in row:
            raise RecordError(step, f"{where}: {field} is missing")
    for field in row:
        if field not in required and field not in optional:
            raise RecordError(step, f"{where}: there is no field {_shown(field)}")
    return row


def _whole(step: str | int, where: str, value: object) -> int:
    # bool is an int to Python, and never one to us.
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(step, f"{where}: {_shown(value)} is not a whole number")
    if not -AMOUNT_MAX <= value <= AMOUNT_MAX:
        raise RecordError(step, f"{where}: the number is beyond {AMOUNT_MAX}")
    return value


def _switch(step: str | int, where: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise RecordError(step, f"{where}: {_shown(value)} is neither true nor false")
    return value


def _player(step: str | int, where: str, value: object) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= PLAYER_CHARACTERS_MAX:
        raise RecordError(step, f"{where}: {_shown(value)} is not a name of 1 to {PLAYER_CHARACTERS_MAX} characters")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise RecordError(step, f"{where}: {_shown(value)} holds half a character, which no text can show")
    return value


def _expect(given: object) -> Expect:
    if not isinstance(given, dict):
        raise RecordError("expect", f"{_shown(given)} is not an object")
    players, hands, dealer = given.get("players", {}), given.get("hands", []), given.get("dealer", {})
    if not isinstance(players, dict):
        raise RecordError("expect", f"players: {_shown(players)} is not an object of net results")
    if not isinstance(dealer, dict):
        raise RecordError("expect", f"dealer: {_shown(dealer)} is not an object")
    if not isinstance(hands, list):
        raise RecordError("expect", f"hands: {_shown(hands)} is not a list")
    for place, row in enumerate(hands, start=1):
        if not isinstance(row, dict):
            raise RecordError("expect", f"hands {place}: {_shown(row)} is not an object")
        for field in ("box", "hand"):
            if field not in row:
                raise RecordError("expect", f"hands {place}: {field} is missing")
    return Expect(players, tuple(hands), dealer)


def write_record(rules: Rules, events: Iterable[Event]) -> dict[str, object]:
    """The record, as JSON holds it, that replays the round of these `events` identically.

    Moves of a run-out clock and unanswered offers are told as the move they caused. No `expect`:
    `zapato.round.replay.expectation` makes one.
    """
    bets: list[dict[str, object]] = []
    cards: list[Card] = []
    moves: list[dict[str, object]] = []
    for event in events:
        match event:
            case RoundOpened():
                bets = [_written_bet(bet, event.purses) for bet in event.bets]
            case BoxCard() | DealerCard():
                cards.append(Card(event.card or "?"))
            case _:
                if (move := _written_move(event)) is not None:
                    moves.append(move)
    return {"format": FORMAT, "rules": written_rules(rules), "cards": format_cards(cards), "bets": bets, "moves": moves}


def moves_by_clock(events: Iterable[Event]) -> list[int]:
    """Which of the record's moves, counted from 1, a run-out clock made: everybody at the table saw it."""
    made = (event for event in events if _written_move(event) is not None)
    return [number for number, event in enumerate(made, start=1) if _is_by_clock(event)]


def _is_by_clock(event: Event) -> bool:
    match event:
        case Stood(why="clock"):
            return True
        case InsuranceDeclined() | SurrenderDeclined():
            return event.by_clock
        case _:
            return False


def written_rules(rules: Rules) -> str | dict[str, object]:
    """A preset's name, or the nearest preset with the overrides."""
    name, overrides = differences(rules)
    return {"preset": name, **overrides} if overrides else name


def _written_bet(bet: Bet, purses: Mapping[str, int]) -> dict[str, object]:
    row: dict[str, object] = {"box": bet.box, "player": bet.player, "amount": bet.amount}
    if bet.behind:
        row |= {"behind": True, "follow": bet.follow}
    if bet.player in purses:
        row["purse"] = purses[bet.player]
    return row


def _written_move(event: Event) -> dict[str, object] | None:
    match event:
        case Insured(box, player, amount, behind):
            return {"box": box, "move": "insure", "amount": amount, **({"player": player} if behind else {})}
        case InsuranceDeclined(box, player, _, behind):
            return {"box": box, "move": "decline", **({"player": player} if behind else {})}
        case EvenMoneyTaken(box, player, behind):
            return {"box": box, "move": "even-money", **({"player": player} if behind else {})}
        case SurrenderDeclined(box):
            return {"box": box, "move": "decline"}
        case Stood(box, hand, "move" | "clock"):
            return {"box": box, "move": "stand", "hand": hand}
        case Hit(box, hand):
            return {"box": box, "move": "hit", "hand": hand}
        case Doubled(box, hand):
            return {"box": box, "move": "double", "hand": hand}
        case HandSplit(box, hand):
            return {"box": box, "move": "split", "hand": hand}
        case Surrendered(box, hand):
            return {"box": box, "move": "surrender", "hand": hand}
        case _:
            return None
