"""Servers for the tests of this folder."""

from collections.abc import AsyncIterator

import pytest

from server.fake_hall import FakeHall
from server.harness import Running, running


@pytest.fixture
def hall() -> FakeHall:
    return FakeHall()


@pytest.fixture
async def here(hall: FakeHall) -> AsyncIterator[Running]:
    async with running(hall) as running_here:
        yield running_here
