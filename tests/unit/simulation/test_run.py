"""The same plan gives the same result: whatever the threads, the engine, the stops on the way; and what ends a run ends it well."""

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from zapato.simulation import Checkpoint, PlanError, Tally, local_threads, plan, run, simulate
from zapato.simulation.plan import UNITS_PER_CHUNK
from zapato.simulation.run import play_chunk
from zapato.strategy import Chart
from zapato.strategy.chart import HIT, mimic_the_dealer

MIMIC = mimic_the_dealer(hit_soft_17=False)


def numbers(result) -> dict[str, object]:
    """All of a result but what the clock and the machine decide."""
    found = result.to_json()
    return {name: value for name, value in found.items() if name not in {"seconds", "rounds_per_second", "threads"}}


@pytest.fixture(scope="module")
def three_million():
    return simulate("thot", 3e6, strategy=MIMIC, seed=4, threads=1)


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_change_nothing(three_million, threads):
    assert numbers(three_million) == numbers(simulate("thot", 3e6, strategy=MIMIC, seed=4, threads=threads))


def test_the_plain_engine_changes_nothing():
    made = plan("thot", MIMIC, seed=4)
    results = []
    for plain in (True, False):
        with local_threads(2, plain=plain) as workers:
            results.append(numbers(run(made, rounds=800_000, workers=workers)))
    assert results[0] == results[1]


def test_another_seed_is_another_run(three_million):
    assert three_million.outcomes != simulate("thot", 3e6, strategy=MIMIC, seed=5).outcomes


@pytest.mark.parametrize("rounds", [1, 2, 999, 12_345, 750_000])
def test_exactly_the_rounds_asked_for(rounds):
    """Cut off in mid-shoe where need be; outcomes are whole and add up to the rounds and to the EV."""
    result = simulate("americana", rounds, strategy=MIMIC, boxes=2)
    won = sum(float(units) * count for units, count in result.outcomes.items())
    assert rounds == result.rounds == sum(result.outcomes.values())
    assert won / (2 * rounds) == pytest.approx(result.ev, abs=1e-12)


def test_longer_runs_begin_like_shorter_ones():
    """The first million rounds of three million are the million's own: tallies of parts add up."""
    made = plan("thot", MIMIC, seed=4)
    parts = Tally.empty(made)
    for chunk in (0, 1, 2):
        parts.add(play_chunk(made, chunk))
    with local_threads(2) as workers:
        whole = run(made, rounds=parts.rounds, workers=workers)
    assert parts == whole.tally
    assert parts.units == 3 * UNITS_PER_CHUNK


class StopsAfter:
    """Progress that presses Ctrl-C after so many chunks."""

    def __init__(self, chunks: int) -> None:
        self.left = chunks

    def __call__(self, _progress: object) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("stops", [[1], [2, 1]])
def test_a_stopped_run_goes_on_to_the_same_result(tmp_path, three_million, stops):
    kept = tmp_path / "run.json"
    words = {"strategy": MIMIC, "seed": 4, "checkpoint": kept}
    for chunks in stops:
        stopped = simulate("thot", 3e6, **words, on_progress=StopsAfter(chunks))
        assert stopped.interrupted
        assert 0 < stopped.rounds < 3_000_000
    resumed = simulate("thot", 3e6, **words)
    assert numbers(three_million) == numbers(resumed)
    # Asked for less, or for more, than was kept: still as if played in one go.
    assert numbers(simulate("thot", 1e6, **words)) == numbers(simulate("thot", 1e6, strategy=MIMIC, seed=4))
    assert numbers(simulate("thot", 4e6, **words)) == numbers(simulate("thot", 4e6, strategy=MIMIC, seed=4))


def test_a_checkpoint_belongs_to_its_plan(tmp_path):
    kept = tmp_path / "run.json"
    simulate("thot", 1e6, strategy=MIMIC, checkpoint=kept)
    for rules, words in (("thot", {"seed": 2}), ("americana", {}), ("thot", {"boxes": 2})):
        with pytest.raises(PlanError, match="another simulation"):
            simulate(rules, 1e6, strategy=MIMIC, checkpoint=kept, **words)
    # Limits and seats change no card: the same plan.
    assert simulate("thot.faraon", 1e6, strategy=MIMIC, checkpoint=kept).rounds == 1_000_000


def test_a_damaged_checkpoint_is_refused(tmp_path):
    kept = tmp_path / "run.json"
    made = plan("thot", MIMIC)
    simulate("thot", 1e6, strategy=MIMIC, checkpoint=kept)
    good = json.loads(kept.read_text())
    for damage in (
        "",
        "[]",
        "{",
        json.dumps({**good, "format": "x"}),
        json.dumps({**good, "chunks": 7}),
        json.dumps({**good, "tally": {**good["tally"], "rounds": 1}}),
        json.dumps({**good, "tally": {}}),
    ):
        kept.write_text(damage)
        with pytest.raises(PlanError):
            Checkpoint(kept).read(made)


def test_writing_a_checkpoint_is_all_or_nothing(tmp_path, monkeypatch):
    """The disk fills up while it is written: the old one stays, and no half file is left beside it."""
    kept = tmp_path / "run.json"
    made = plan("thot", MIMIC)
    Checkpoint(kept).write(made, 0, Tally.empty(made), 1.0)
    before = kept.read_text()

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        Checkpoint(kept).write(made, 0, Tally.empty(made), 2.0)
    assert before == kept.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_precision_ends_a_run():
    """At the first whole chunk where the error is small enough, so on any number of threads at the same."""
    one = simulate("thot", precision=4e-4, strategy=MIMIC, threads=1)
    four = simulate("thot", precision=4e-4, strategy=MIMIC, threads=4)
    assert one.standard_error <= 4e-4
    assert one.tally.units % UNITS_PER_CHUNK == 0
    assert numbers(one) == numbers(four)
    bounded = simulate("thot", 1000, precision=1e-9, strategy=MIMIC)
    assert bounded.rounds == 1000


@pytest.mark.parametrize(
    "words",
    [
        *({"rounds": rounds} for rounds in (0, -5, 1.5, float("nan"), 1e16)),
        *({"precision": precision} for precision in (0, -1, float("nan"))),
        {"rounds": 10, "threads": 0},
    ],
)
def test_limits_that_make_no_sense(words):
    with pytest.raises(PlanError):
        simulate("thot", strategy=MIMIC, **words)


def test_one_round_that_needs_more_cards_than_there_are():
    """Seven boxes that draw until they bust, from one deck: an error that says so, not a hang and not a crash."""
    cell = (HIT,) * 10
    reckless = Chart((cell,) * 18, (cell,) * 10, ((True,) * 10,) * 10)
    for plain in (True, False):
        with local_threads(2, plain=plain) as workers, pytest.raises(RuntimeError, match="more cards than the decks"):
            run(plan("thot,decks=1,reshuffle_below=52", reckless, boxes=7), rounds=3_000_000, workers=workers)


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak from /proc")
def test_memory_is_flat():
    """Ten times the rounds take no more memory: tallies are added as they come."""
    script = (
        "import sys; from zapato.simulation import simulate; from zapato.strategy.chart import mimic_the_dealer\n"
        "simulate('thot', float(sys.argv[1]), strategy=mimic_the_dealer(hit_soft_17=False), threads=2)\n"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    peak = [
        int(subprocess.run([sys.executable, "-c", script, rounds], check=True, capture_output=True, text=True).stdout)
        for rounds in ("1e6", "2e7")
    ]
    assert peak[1] < peak[0] + 30_000
    assert peak[1] < 200_000


def test_ctrl_c_on_the_command_line_gives_the_result_so_far(tmp_path):
    """A real SIGINT, with a checkpoint: the printed result is what a run of that many rounds prints."""
    kept = tmp_path / "run.json"
    command = [
        str(Path(sys.executable).parent / "zapato"),
        "simulate",
        "--rules",
        "thot",
        "--strategy",
        "mimic",
        "--json",
    ]
    with subprocess.Popen(
        [*command, "--rounds", "1e14", "--checkpoint", str(kept), "--progress"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        # Whatever goes wrong here, nothing is left running.
        last_resort = threading.Timer(20, process.kill)
        last_resort.start()
        assert process.stderr is not None
        process.stderr.readline()  # said once the first chunk is done
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
        last_resort.cancel()
    found = json.loads(out)
    assert process.returncode == 0
    assert found["interrupted"] is True
    assert found["rounds"] == sum(found["outcomes"].values()) > 0
    assert found["rounds"] == json.loads(kept.read_text())["tally"]["rounds"]
