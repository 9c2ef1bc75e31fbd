"""Two buttons pressed within microseconds, N times: are they told in the order of the fingers? Prints JSON."""

import asyncio
import json
import statistics
import sys
from collections.abc import AsyncIterator

from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.gpio import GpioButtons
from perroquet.drivers.pi.factory import FactoryName, open_factory
from perroquet.kernel.readings import Edge
from wires import PINS, Wires

SEATS = ("seat_3", "seat_7")
PATIENCE_S = 2.0


async def main(count: int) -> None:
    """Press, and read with the shipped driver."""
    wires = Wires()
    factory = open_factory(FactoryName.LGPIO)
    panel = GpioButtons(factory, PINS, MonotonicClock())
    edges = panel.edges()
    right = crossed = 0
    gaps_us: list[float] = []
    for turn in range(count):
        fingers = SEATS if turn % 2 else SEATS[::-1]
        for line in fingers:
            wires.press(line)
        came = [await _next(edges) for _ in fingers]
        told = sorted(came, key=lambda edge: edge.at)
        right += tuple(edge.line for edge in told) == fingers
        crossed += told != came
        gaps_us.append((told[1].at - told[0].at) / 1000)
        for line in fingers:
            wires.release(line)
        for _ in fingers:
            await _next(edges)
    await panel.aclose()
    factory.close()
    gap = round(statistics.median(gaps_us), 1)
    print(json.dumps({"right": right, "of": count, "arrived_crossed": crossed, "gap_us": gap}))


async def _next(edges: AsyncIterator[Edge]) -> Edge:
    return await asyncio.wait_for(anext(edges), PATIENCE_S)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
