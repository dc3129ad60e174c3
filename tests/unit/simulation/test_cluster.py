"""The same run on other processes: the same result, bit for bit, even when one of them dies on the way."""

import os
import signal
import threading
import time

import pytest

from zapato.simulation import PlanError, local_threads, plan, run
from zapato.simulation.cluster import dask_workers
from zapato.strategy.chart import mimic_the_dealer

pytestmark = [
    pytest.mark.timeout(120),
    # Dask tells of lost workers and closes its sockets when it likes.
    pytest.mark.filterwarnings("ignore"),
]

MIMIC = mimic_the_dealer(hit_soft_17=False)


def test_two_worker_processes_one_killed():
    """A worker killed with chunks in its hands: they are played again elsewhere, none is lost, none counted twice."""
    made = plan("thot", MIMIC, seed=8)
    with local_threads(1) as workers:
        expected = run(made, rounds=12_000_000, workers=workers)

    with dask_workers(processes=2) as workers:
        client = workers._client
        pids = list(client.run(os.getpid).values())
        assert len(set(pids)) == 2
        killed: list[int] = []

        def kill_one(progress: object) -> None:
            if not killed:
                killed.append(pids[0])
                os.kill(pids[0], signal.SIGKILL)

        found = run(made, rounds=12_000_000, workers=workers, on_progress=kill_one)
    assert killed
    assert expected.tally == found.tally
    assert {
        name: value
        for name, value in expected.to_json().items()
        if name not in {"seconds", "rounds_per_second", "threads"}
    } == {
        name: value
        for name, value in found.to_json().items()
        if name not in {"seconds", "rounds_per_second", "threads"}
    }


def test_nobody_answers():
    began = time.monotonic()
    with pytest.raises(PlanError, match="no Dask scheduler"), dask_workers("tcp://127.0.0.1:1"):
        pass
    assert time.monotonic() - began < 60
    assert threading.active_count() < 100
