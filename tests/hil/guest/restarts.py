"""How long the service is away when it hangs and when it crashes. Prints one JSON object of seconds, a list each."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping

LIMIT_S = 200.0
BETWEEN_S = 4.0
"""A service that has been struck is let alone so long, as it is at a table."""


def show(*names: str) -> list[str]:
    """Return properties of the service."""
    asked = [option for name in names for option in ("-p", name)]
    said = subprocess.run(["systemctl", "show", "perroquet", *asked], capture_output=True, text=True, check=True).stdout
    values = dict(line.split("=", 1) for line in said.splitlines())
    return [values[name] for name in names]


def until(true: Callable[[], bool]) -> float:
    """Wait; return how long it took, in seconds."""
    began = time.monotonic()
    while not true():
        if time.monotonic() - began > LIMIT_S:
            sys.exit(f"it did not come in {LIMIT_S:.0f} s")
        time.sleep(0.01)
    return round(time.monotonic() - began, 2)


def strike(blow: signal.Signals) -> Mapping[str, float]:
    """Strike the service; return the seconds until its successor begins, and until it is ready."""
    old = show("MainPID")[0]
    struck = time.monotonic()
    os.kill(int(old), blow)
    until(lambda: show("MainPID")[0] not in ("0", old))
    until(lambda: show("ActiveState")[0] == "active")
    # systemd's own stamps: to ask it takes a while where the processor is emulated.
    stamps = {"begun": "ExecMainStartTimestampMonotonic", "ready": "ActiveEnterTimestampMonotonic"}
    return {what: round(int(show(stamp)[0]) / 1e6 - struck, 2) for what, stamp in stamps.items()}


def restarts(times: int) -> Mapping[str, list[float]]:
    """Hang the service and kill it, so many times each; return "hang begun", "hang ready", "crash begun"…"""
    figures: dict[str, list[float]] = {}
    for name, blow in (("hang", signal.SIGSTOP), ("crash", signal.SIGKILL)) * times:
        time.sleep(BETWEEN_S)
        for what, seconds in strike(blow).items():
            figures.setdefault(f"{name} {what}", []).append(seconds)
    return figures


if __name__ == "__main__":
    until(lambda: show("ActiveState")[0] == "active")
    print(json.dumps(restarts(int(sys.argv[1]))))
