"""What must never be false. Unlike `assert`, these checks run under `python -O` too."""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


class InvariantError(RuntimeError):
    """The program itself is wrong: a state was reached that the code promised could not be."""


def ensure(condition: bool, what: str, **values: object) -> None:
    """Raise `InvariantError` naming `what` and the `values` unless `condition` holds.

    For faults of our own. A caller's mistake is a refusal or a typed error instead.
    """
    if not condition:
        shown = ", ".join(f"{name}={value!r}" for name, value in values.items())
        raise InvariantError(f"{what} ({shown})" if shown else what)


def present(value: Value | None, what: str, **values: object) -> Value:
    """`value`, which the code promised to be there; `InvariantError` as from `ensure` where it is None."""
    ensure(value is not None, what, **values)
    assert value is not None
    return value
