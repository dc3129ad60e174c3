"""What every test may use: one printed seed for all randomness, Hypothesis profiles."""

import os
import random
import secrets
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, settings

# Spelled out in full: where CI is set, Hypothesis' own defaults would make every run the same.
COMMON = {"deadline": None, "derandomize": False, "print_blob": True}
settings.register_profile("dev", max_examples=50, **COMMON)
settings.register_profile("ci", max_examples=1_000, suppress_health_check=[HealthCheck.too_slow], **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))

SEED_VARIABLE = "ZAPATO_TEST_SEED"


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    # Set before xdist starts its workers, which inherit it, and before Hypothesis reads its option:
    # one run, one seed.
    seed = os.environ.setdefault(SEED_VARIABLE, str(secrets.randbits(32)))
    if config.getoption("--hypothesis-seed") is None:
        config.option.hypothesis_seed = seed


def pytest_report_header(config: pytest.Config) -> str:
    return f"random seed: {os.environ[SEED_VARIABLE]} (repeat with {SEED_VARIABLE}={os.environ[SEED_VARIABLE]})"


@dataclass(frozen=True)
class Rand:
    """Randomness of one test. Its repr, shown when the test fails, repeats it."""

    seed: str

    def random(self) -> random.Random:
        return random.Random(self.seed)


@pytest.fixture
def rand(request: pytest.FixtureRequest) -> Rand:
    """Depends on the run's seed and the test's name, not on which tests ran before."""
    rand = Rand(f"{os.environ[SEED_VARIABLE]}:{request.node.nodeid}")
    print(rand)
    return rand
