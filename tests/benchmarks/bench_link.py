"""Measure what the wire endures and whether stalls move what the base tells; simulated, fixed seeds."""

import argparse
import sys
import time

from perroquet.drivers.sim.link_figures import collecting, stall_figures, stalling, wire_figures

SEED = "bench"


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--frames", type=int, default=1_000_000)
    options.add_argument("--grabs", type=int, default=100)
    asked = options.parse_args()
    for share in (0.001, 0.01):
        start = time.process_time()
        wire = wire_figures(asked.frames, share, SEED)
        spent = time.process_time() - start
        sys.stdout.write(f"{share:.1%} of bytes spoilt: {wire}; {wire.frames / spent:.0f} frames/s of processor time\n")
    for name, pause in (("30 ms pauses", collecting), ("60 ms stalls", stalling)):
        sys.stdout.write(f"{name}: {stall_figures(asked.grabs, pause, SEED)}\n")


if __name__ == "__main__":
    main()
