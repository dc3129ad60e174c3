"""zapato: blackjack, exactly.

The names promised to notebooks and scripts are rooms: `zapato.rules`, `zapato.odds`, `zapato.strategy`,
`zapato.simulation`. Each is imported when it is first used, so that `import zapato` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zapato import odds, rules, simulation, strategy

__all__ = ["odds", "rules", "simulation", "strategy"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return import_module(f"zapato.{name}")
    raise AttributeError(f"module 'zapato' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
