"""Level 3, on this machine's own processor: how long the installed service is away when it hangs, and when it crashes.

Run: python3 -m tests.hil.native ROOT. As root. ROOT holds a system in which Perroquet is installed; it runs there under
its own systemd with simulated parts. In an emulated machine a start takes some ten times as long.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.hil.figures import at_most, table

HERE: Final = Path(__file__).parent
TIMES: Final = 5
GOALS_S: Final = {"hang begun": 5, "hang ready": 8, "crash begun": 2, "crash ready": 5}


def main() -> int:
    """Measure; print the table; return the exit code."""
    root = Path(sys.argv[1])
    program = shutil.copy(HERE / "guest/restarts.py", root / "tmp")
    within = ["/opt/perroquet/bin/python", f"/{Path(program).relative_to(root)}", str(TIMES)]
    said = subprocess.run([HERE / "booted.sh", root, *within], stdout=subprocess.PIPE, text=True, check=True).stdout
    seconds: dict[str, list[float]] = json.loads(said)
    figures = [
        at_most(f"{what.replace(' ', ' -> ')}, the slowest of {TIMES}", max(seconds[what]), goal, "s")
        for what, goal in GOALS_S.items()
    ]
    print(table(figures))
    return not all(figure.met for figure in figures)


if __name__ == "__main__":
    sys.exit(main())
