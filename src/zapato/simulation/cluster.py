"""The same run on a Dask cluster (extra `cluster`): whole chunks go out, whole tallies come back.

Which worker plays a chunk, how often it was lost on the way and in which order chunks come back change nothing: a chunk is
always the same cards, and each is added once, in its order. A chunk whose worker died is played again elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from zapato.simulation.plan import Plan, PlanError
from zapato.simulation.run import Pending, Workers, play_chunk
from zapato.simulation.tally import Tally

RETRIES: Final = 10
"""How often a chunk may lose its worker before the run gives up."""


class _Future:
    def __init__(self, future: Any) -> None:
        self._future = future

    def result(self) -> Tally:
        played = self._future.result()
        self._future.release()
        assert isinstance(played, Tally)
        return played


class _Cluster:
    def __init__(self, client: Any) -> None:
        self._client = client
        self._sent: dict[str, Any] = {}

    @property
    def count(self) -> int:
        """Threads of all workers there are now; 1 while there is none."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def submit(self, plan: Plan, chunk: int) -> Pending:
        key = plan.fingerprint
        if key not in self._sent:
            self._sent[key] = _portable(plan)
        # A pure function of (plan, chunk): the key makes the scheduler play it once, and again only when it is lost.
        future = self._client.submit(
            _play, self._sent[key], chunk, key=f"zapato-{key[:16]}-{chunk}", retries=RETRIES, pure=True
        )
        return _Future(future)


@contextmanager
def dask_workers(address: str | None = None, *, processes: int | None = None) -> Iterator[Workers]:
    """Workers of the cluster whose scheduler listens at `address` (`tcp://host:port`), or of a local one of `processes` processes.

    Raises PlanError where the extra `cluster` is missing or nobody answers.
    """
    try:
        import distributed
    except ImportError:
        raise PlanError("a cluster needs the extra: pip install 'zapato[cluster]'") from None
    dask: Any = distributed  # it publishes types for some calls and not for others
    if address is not None:
        try:
            client = dask.Client(address, timeout=5)
        except (OSError, ValueError, TimeoutError) as wrong:
            raise PlanError(f"no Dask scheduler answers at {address[:80]}: {wrong}") from None
        with client:
            yield _Cluster(client)
        return
    with (
        dask.LocalCluster(n_workers=processes, threads_per_worker=1, dashboard_address=None) as local,
        dask.Client(local) as client,
    ):
        yield _Cluster(client)


def _portable(plan: Plan) -> Plan:
    """A copy without the kernel's own object, which stays in its process."""
    from dataclasses import fields

    return Plan(**{field.name: getattr(plan, field.name) for field in fields(plan)})


_built: dict[str, Plan] = {}
"""The last plan of this worker process, kernel object and all."""


def _play(plan: Plan, chunk: int) -> Tally:
    key = plan.fingerprint
    if key not in _built:
        _built.clear()
        _built[key] = plan
    return play_chunk(_built[key], chunk)
