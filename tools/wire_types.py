"""Write web/src/wire/types.ts from the messages in zapato.server.wire (`make types`); `--check` only compares.

The Python messages are the only source. Whatever a page may receive or send is reached from the two unions
`FromPage` and `FromServer`; docstrings travel along as comments.
"""

import ast
import inspect
import json
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from zapato import refusal
from zapato.round import commands as round_commands
from zapato.round import events as round_events
from zapato.server import wire
from zapato.table import events as table_events
from zapato.table import view as table_view

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "wire" / "types.ts"
MODULES = (refusal, round_commands, round_events, table_events, table_view, wire)
"""Where messages live, in the order in which they are written out."""

UNIONS: dict[str, Any] = {
    "RoundEvent": round_events.Event,
    "TableEvent": table_events.Event,
    "FromPage": wire.FromPage,
    "FromServer": wire.FromServer,
}
CONSTANTS = ("WIRE_VERSION", "FRAME_BYTES_MAX", "ID_MAX", "NEXT_CARD_MS", "REFILL_TO", "SHOWN_MS")
HEADER = (
    "// Made by tools/wire_types.py from zapato.server.wire (`make types`). Do not edit: edit the Python messages.\n"
)
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}


def literals() -> dict[frozenset[object], str]:
    """Module-level `Name = Literal[...]`, so that the page can use the name too."""
    return {
        frozenset(get_args(value)): name
        for module in MODULES
        for name, value in vars(module).items()
        if get_origin(value) is Literal
    }


LITERALS = literals()
UNION_NAMES = {frozenset(get_args(union)): name for name, union in UNIONS.items()}


def typescript(hint: Any) -> str:
    """The TypeScript form of one annotation; `TypeError` for one that no message should use."""
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return LITERALS.get(frozenset(arguments)) or quoted(arguments)
    if origin in {types.UnionType, typing.Union}:
        named = UNION_NAMES.get(frozenset(arguments))
        return named or " | ".join(map(typescript, arguments))
    if origin is tuple and arguments[1:] == (Ellipsis,):
        inner = typescript(arguments[0])
        return f"readonly ({inner})[]" if "|" in inner else f"readonly {inner}[]"
    if origin is dict:
        return f"Readonly<Record<{typescript(arguments[0])}, {typescript(arguments[1])}>>"
    raise TypeError(f"{hint!r} has no form in TypeScript")


def structs_in(hint: Any, seen: set[type]) -> None:
    """Gather every message type that `hint` can hold."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        if hint not in seen:
            seen.add(hint)
            for inner in get_type_hints(hint).values():
                structs_in(inner, seen)
        return
    for argument in get_args(hint):
        structs_in(argument, seen)


def comment(text: str | None, indent: str = "") -> str:
    if not text:
        return ""
    lines = inspect.cleandoc(text).splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


def field_comments(module: ModuleType) -> dict[str, dict[str, str]]:
    """The string under a field, by class and field: Python keeps it nowhere but in the source."""
    found: dict[str, dict[str, str]] = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if not isinstance(node, ast.ClassDef):
            continue
        own = found.setdefault(node.name, {})
        for field, after in zip(node.body, node.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(after, ast.Expr)
                and isinstance(after.value, ast.Constant)
                and isinstance(after.value.value, str)
            ):
                own[field.target.id] = after.value.value
    return found


def interface(struct: type[msgspec.Struct], comments: dict[str, str], sent_by_page: bool) -> str:
    """One message. A field may be absent where the reader fills in its default: the server always does, the page
    only for messages that leave defaults out.
    """
    config = struct.__struct_config__
    hints = get_type_hints(struct)
    lines = [comment(struct.__dict__.get("__doc__")), f"export interface {struct.__name__} {{\n"]
    if config.tag is not None:
        lines.append(f'  readonly {config.tag_field}: "{config.tag}";\n')
    for field in msgspec.structs.fields(struct):
        absent = not field.required and (sent_by_page or config.omit_defaults)
        lines.append(comment(comments.get(field.name), "  "))
        lines.append(f"  readonly {field.encode_name}{'?' if absent else ''}: {typescript(hints[field.name])};\n")
    return "".join([*lines, "}\n"])


def constant(name: str, value: int | dict[str, int]) -> str:
    hint = ": Readonly<Record<string, number>>" if isinstance(value, dict) else ""
    return f"export const {name}{hint} = {json.dumps(value)};\n"


def quoted(values: tuple[object, ...]) -> str:
    return " | ".join(f'"{value}"' for value in values)


def union(name: str, members: tuple[type, ...]) -> str:
    return "\n".join([f"export type {name} =", *(f"  | {member.__name__}" for member in members)]) + ";\n"


def travelling() -> tuple[set[type], set[type]]:
    """The messages that a page sends, and those that it receives, with all that they hold."""
    from_page: set[type] = set()
    from_server: set[type] = set()
    structs_in(wire.FromPage, from_page)
    structs_in(wire.FromServer, from_server)
    both = from_page & from_server
    if both:
        raise TypeError(f"sent both ways, so that absent fields would mean two things: {both}")
    names = [struct.__name__ for struct in from_page | from_server]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise TypeError(f"two messages share a name: {', '.join(twice)}")
    return from_page, from_server


def parts() -> Iterator[str]:
    from_page, from_server = travelling()
    yield HEADER
    yield "".join(constant(name, getattr(wire, name)) for name in CONSTANTS)
    written: set[str] = set()
    for module in MODULES:
        comments = field_comments(module)
        for name, value in vars(module).items():
            if name in written:
                continue
            if get_origin(value) is Literal:
                yield f"export type {name} = {quoted(get_args(value))};\n"
            elif isinstance(value, type) and value in from_page | from_server and value.__module__ == module.__name__:
                yield interface(value, comments.get(name, {}), sent_by_page=value in from_page)
            else:
                continue
            written.add(name)
    for name, members in UNIONS.items():
        yield union(name, get_args(members))


def main(arguments: list[str]) -> int:
    text = "\n".join(parts())
    if arguments == ["--check"]:
        if TARGET.exists() and TARGET.read_text("utf-8") == text:
            return 0
        print("web/src/wire/types.ts is stale: run `make types`", file=sys.stderr)
        return 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
