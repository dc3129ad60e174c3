"""What a run is asked for and what its worker says: the messages between the server and its worker processes.

Light to import: a worker needs nothing else of the server.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

Strategy = Literal["chart", "optimal", "mimic", "never-bust", "count"]

STRATEGIES: Final[tuple[Strategy, ...]] = ("chart", "optimal", "mimic", "never-bust", "count")
ROUNDS_MIN: Final = 1_000
ROUNDS_MAX: Final = 1_000_000_000
"""Ten seconds to two minutes of one processor, by strategy and machine; the error is then 0.004 per cent."""
SEED_MAX: Final = 2**53 - 1
"""What a page's script can hold exactly."""
RAMP_TEXT_MAX: Final = 200
RAMP_UNITS_MAX: Final = 100
"""The outcomes of a run are counted by debenes won, bets and all: this keeps their list and its answer small."""
LINE_BYTES_MAX: Final = 2_000_000
"""The longest message of a worker: 1,000 outcomes for each of 41 bets stay below."""


class Order(Struct, frozen=True):
    """One run. `count`, `ramp` and `plays` (index plays) are empty where nobody counts."""

    rules: str
    strategy: Strategy = "chart"
    rounds: int = 1_000_000
    seed: int = 1
    count: str = ""
    ramp: str = ""
    plays: str = ""


class SoFar(Struct, frozen=True, tag="so-far"):
    """The run up to here: whole chunks of some 700,000 rounds. Values are None where they can't be told yet."""

    rounds: int
    seconds: float
    ev: float | None
    standard_error: float | None


class CountLine(Struct, frozen=True):
    """Rounds that began at one count; the first and the last line hold all beyond them."""

    count: int
    bet: int
    rounds: int
    ev: float | None
    standard_error: float | None


class FanStep(Struct, frozen=True):
    """Units won by so many rounds at 5, 25, 50, 75 and 95 per cent of the players, and the share of them who are ahead."""

    shoes: int
    rounds: float
    won: tuple[float, ...]
    ahead: float


class Fan(Struct, frozen=True):
    """Winnings of players who each played equally many shoes of this very run, one after the other."""

    players: int
    shares: tuple[int, ...]
    steps: tuple[FanStep, ...]


class Finished(Struct, frozen=True, tag="finished"):
    """All that the run came to. Money in units: the initial bet, or one unit of the ramp."""

    rounds: int
    seconds: float
    ev: float | None
    standard_error: float | None
    outcomes: tuple[tuple[float, int], ...]
    """Units won in a round, and in how many rounds."""
    frequencies: dict[str, float]
    standard_deviation: float
    ev_per_round: float
    ev_per_round_standard_error: float
    rounds_per_shoe: float
    counts: tuple[CountLine, ...]
    fan: Fan | None


class Impossible(Struct, frozen=True, tag="impossible"):
    """The simulator refuses the order, and why."""

    why: str


News = SoFar | Finished | Impossible
