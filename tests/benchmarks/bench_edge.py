"""How long an edge takes from the panel to the loop's reader: real clock, mock pins, a driving thread like lgpio's."""

import argparse
import asyncio
import random
import statistics
import sys
import time

from perroquet.assets import asset
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.gpio import GpioButtons, load_pins
from perroquet.drivers.sim.panel import SimPanel
from perroquet.table.gestures import BOUNCE, LAG

SEED = 1


async def measure(n: int) -> list[float]:
    """Return the latency of `n` edges, in microseconds, each from its stamp to the reader."""
    clock, pins = MonotonicClock(), load_pins(asset("hardware/pins.toml"))
    panel = SimPanel(clock, pins)
    buttons = GpioButtons(panel.factory, pins, clock)
    wire = panel.factory.wire(pins.lines["seat_1"])
    spacing = random.Random(SEED)

    def drive() -> None:
        for k in range(n):
            time.sleep(spacing.uniform(0.5e-3, 3e-3))
            wire.contact(closed=k % 2 == 0, at=clock.now())

    driving = asyncio.create_task(asyncio.to_thread(drive))
    latencies: list[float] = []
    async for edge in buttons.edges():
        latencies.append((clock.now() - edge.at) / 1000)
        if len(latencies) == n:
            break
    await driving
    await buttons.aclose()
    return latencies


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--edges", type=int, default=2000)
    n = options.parse_args().edges
    latencies = sorted(asyncio.run(measure(n)))
    sys.stdout.write(
        f"edge -> reader in the loop: n={n} median={statistics.median(latencies):.0f} us "
        f"p99={latencies[int(0.99 * n)]:.0f} us max={latencies[-1]:.0f} us\n"
        f"a press is then told {BOUNCE + LAG} ms after its first edge, by design (bounce and lag windows)\n"
    )


if __name__ == "__main__":
    main()
