"""What every test may use: asyncio on virtual time, and a guard against code that blocks the loop.

`@pytest.mark.anyio` tests run on a stepped loop: no test waits, and one that would wait for ever fails at once.
Property tests (`@given`) make their own with `run_stepped`, so that each example has its own clock.
"""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from blockbuster import blockbuster_ctx
from hypothesis import settings
from perroquet.drivers.sim.clock import SteppedLoop, VirtualClock, stepped_loop

# A deadline would be a timed test; and every run tries the same examples, so that a red one is a change's doing.
settings.register_profile("perroquet", deadline=None, derandomize=True)
settings.load_profile("perroquet")


@pytest.fixture(scope="module")
def anyio_backend() -> tuple[str, dict[str, Any]]:
    return "asyncio", {"loop_factory": stepped_loop}


@pytest.fixture
async def clock() -> VirtualClock:
    """The clock of the loop this test runs on."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SteppedLoop)
    return loop.clock


@pytest.fixture(autouse=True)
def never_block_the_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Make a blocking call raise `BlockingError` when Perroquet's code makes it inside a loop."""
    if "anyio_backend" not in request.fixturenames:
        yield
        return
    with blockbuster_ctx("perroquet"):
        yield
