"""What playing is like: billions of rounds from real shoes, with honest errors. docs/simulation.md explains method and figures."""

from zapato.simulation.api import compare, make_plan, simulate
from zapato.simulation.bankroll import Fan, bankroll_fan
from zapato.simulation.checkpoint import Checkpoint
from zapato.simulation.comparison import Comparison
from zapato.simulation.estimate import CountRow, Mean, Result
from zapato.simulation.plan import Box, Counting, HandStrategy, Plan, PlanError, Strategy, plan
from zapato.simulation.run import Progress, local_threads, run
from zapato.simulation.strategies import optimal, strategy
from zapato.simulation.tally import Tally
from zapato.simulation.trace import trace

__all__ = [
    "Box",
    "Checkpoint",
    "Comparison",
    "CountRow",
    "Counting",
    "Fan",
    "HandStrategy",
    "Mean",
    "Plan",
    "PlanError",
    "Progress",
    "Result",
    "Strategy",
    "Tally",
    "bankroll_fan",
    "compare",
    "local_threads",
    "make_plan",
    "optimal",
    "plan",
    "run",
    "simulate",
    "strategy",
    "trace",
]
