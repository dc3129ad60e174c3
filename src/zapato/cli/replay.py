"""Play round records, JSON or JSONL, and compare with what they expect."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from zapato.cards import parse_cards, pretty
from zapato.round.notation import Record, RecordError, parse_json, read_record
from zapato.round.replay import differences, play, report

RECORD_BYTES_MAX = 1_000_000
"""The longest round has 416 cards and some hundred moves, some 30 kB: a larger text is no record."""

MET, DIFFERS, UNPLAYABLE = 0, 1, 2


def command(file: Annotated[str, Parameter(allow_leading_hyphen=True)], *, json: bool = False) -> int:
    """Play the round records of a file and print what came out of each.

    Exit code: 0 where every record played and met what it expects, 1 where one differs, 2 where one can't be read or
    played. The format is described in docs/round-record.md.

    Parameters
    ----------
    file
        One record (JSON) or one a line (JSONL); `-` reads standard input.
    json
        Print one JSON object a record, one a line, and nothing else on standard output.
    """
    content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    texts = list(split_records(content, lines=file.endswith(".jsonl")))
    show = _show_json if json else _show_text if len(texts) == 1 else _show_line
    worst = MET
    for number, text in enumerate(texts or [b""], start=1):
        worst = max(worst, _replay(number, text, show))
    return worst


def split_records(content: bytes, *, lines: bool = False) -> Iterator[bytes]:
    """The text of each record: the lines that are not blank, or the whole where it is one JSON text over several lines.

    `lines` says that it is meant to hold one record a line, so that a broken text is not taken for a single one.
    """
    content = content.removeprefix(b"\xef\xbb\xbf")
    rows = [row for row in content.split(b"\n") if row.strip()]
    if len(rows) > 1 and (_is_json(content) or not (lines or _has_a_record_in_a_line(rows))):
        yield content
    else:
        yield from rows


def _has_a_record_in_a_line(rows: list[bytes]) -> bool:
    # In a broken text that is spread over lines, no line that starts at the margin is an object by itself.
    return any(row.startswith(b"{") and row.rstrip().endswith(b"}") for row in rows)


def _is_json(content: bytes) -> bool:
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return False
    return True


Outcome = dict[str, Any]


def _replay(number: int, text: bytes, show: Any) -> int:
    record: Record | None = None
    try:
        record = read_record(_parse(text))
        outcome = report(play(record))
    except RecordError as wrong:
        show(number, record, {"error": {"record": number, "step": wrong.step, "why": wrong.why}})
        return UNPLAYABLE
    if record.expect is None:
        outcome["expect"] = "none"
        show(number, record, outcome)
        return MET
    if differing := differences(record.expect, outcome):
        outcome |= {"expect": "differs", "differences": differing}
        show(number, record, outcome)
        return DIFFERS
    outcome["expect"] = "met"
    show(number, record, outcome)
    return MET


def _parse(text: bytes) -> object:
    if len(text) > RECORD_BYTES_MAX:
        raise RecordError(
            "json", f"{len(text)} bytes are no record: the longest round takes far less than {RECORD_BYTES_MAX}"
        )
    try:
        decoded = text.decode()
    except UnicodeDecodeError as wrong:
        raise RecordError("json", f"not UTF-8: {wrong.reason} at byte {wrong.start}") from None
    if not decoded.strip():
        raise RecordError("json", "there is no record in it")
    return parse_json(decoded)


def _show_json(number: int, _record: Record | None, outcome: Outcome) -> None:
    # ASCII, so that no character that some reader takes for the end of a line lies within it.
    print(json.dumps(outcome))
    for difference in outcome.get("differences", ()):
        print(f"record {number}: {_plain(difference)}", file=sys.stderr)


def _show_line(number: int, record: Record | None, outcome: Outcome) -> None:
    if not _said_error(outcome):
        nets = ", ".join(f"{_plain(player)} {row['net']:+,}" for player, row in outcome["players"].items())
        print(f"{_title(number, record)}: {_verdict(outcome)} ({nets})")
        _print_differences(outcome)


def _show_text(number: int, record: Record | None, outcome: Outcome) -> None:
    if _said_error(outcome):
        return
    print(f"{_title(number, record)}: {_verdict(outcome)}")
    dealer = outcome["dealer"]
    result = "not played out" if dealer["result"] == "none" else dealer["result"]
    print(f"  {'dealer':<28}{_cards(dealer['cards']):<26}{dealer['total']:>3}  {result}")
    for hand in outcome["hands"]:
        who = (
            f"box {hand['box']} hand {hand['hand']}  {_plain(hand['player'])}{' behind' if hand.get('behind') else ''}"
        )
        money = f"bet {hand['bet']:,}, {hand['result']}, {hand['returned']:,} back"
        print(f"  {who:<28}{_cards(hand['cards']):<26}{hand['total']:>3}  {money}")
    for insurance in outcome["insurance"]:
        who = f"box {insurance['box']} insurance  {_plain(insurance['player'])}"
        print(f"  {who:<57}  {insurance['amount']:,}, {insurance['result']}, {insurance['returned']:,} back")
    for player, row in outcome["players"].items():
        print(f"  {_plain(player)}: staked {row['staked']:,}, returned {row['returned']:,}, net {row['net']:+,}")
    _print_differences(outcome)


def _said_error(outcome: Outcome) -> bool:
    error = outcome.get("error")
    if error is not None:
        step = f"move {error['step']}" if isinstance(error["step"], int) else error["step"]
        print(f"record {error['record']}, {step}: {_plain(error['why'])}", file=sys.stderr)
    return error is not None


def _print_differences(outcome: Outcome) -> None:
    for difference in outcome.get("differences", ()):
        print(f"  differs: {_plain(difference)}")


def _verdict(outcome: Outcome) -> str:
    return {"met": "as expected", "differs": "differs from what is expected", "none": "played"}[outcome["expect"]]


def _title(number: int, record: Record | None) -> str:
    name = record.name if record else None
    return f"record {number} ({_plain(name)})" if name else f"record {number}"


def _cards(text: str) -> str:
    return " ".join(pretty(card) for card in parse_cards(text))


def _plain(text: str) -> str:
    """A text from outside without what would move the cursor or can't be printed."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
