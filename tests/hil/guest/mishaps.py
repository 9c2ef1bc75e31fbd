"""What game night does to the service, and how long until it is back. Prints one JSON object."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

STATE = Path("/var/lib/perroquet/evening.db")
USB = Path("/sys/bus/usb")
PICO = "2e8a"
LIMIT_S = 200.0


def show(*names: str) -> list[str]:
    """Return properties of the service."""
    asked = [option for name in names for option in ("-p", name)]
    said = subprocess.run(["systemctl", "show", "perroquet", *asked], capture_output=True, text=True, check=True).stdout
    values = dict(line.split("=", 1) for line in said.splitlines())
    return [values[name] for name in names]


figures: dict[str, float] = {}


def until(true: Callable[[], bool]) -> float:
    """Wait; return how long it took, in seconds."""
    began = time.monotonic()
    while not true():
        if time.monotonic() - began > LIMIT_S:
            sys.exit(f"it did not come in {LIMIT_S:.0f} s; so far: {figures}")
        time.sleep(0.01)
    return round(time.monotonic() - began, 2)


def strike(name: str, blow: signal.Signals) -> None:
    """Strike the service; measure until its successor begins, and until it is ready."""
    old = show("MainPID")[0]
    struck = time.monotonic()
    os.kill(int(old), blow)
    until(lambda: show("MainPID")[0] not in ("0", old))
    until(lambda: show("ActiveState")[0] == "active")
    # systemd's own stamps: to ask it takes a while where the processor is emulated.
    for what, stamp in (("begun", "ExecMainStartTimestampMonotonic"), ("ready", "ActiveEnterTimestampMonotonic")):
        figures[f"{name} {what}"] = round(int(show(stamp)[0]) / 1e6 - struck, 2)


def page_answers() -> bool:
    """Tell whether the page's door opens."""
    try:
        with urllib.request.urlopen("http://127.0.0.1:8080/porte", timeout=1) as answer:
            return answer.status == 200
    except OSError:
        return False


def told_since(seq: int) -> list[tuple[int, str]]:
    """Return what the journal has after event `seq`."""
    with sqlite3.connect(f"file:{STATE}?mode=ro", uri=True) as journal:
        return journal.execute("SELECT seq, line FROM records WHERE seq > ? ORDER BY seq", (seq,)).fetchall()


def last() -> int:
    """Return the newest event's number."""
    return max((seq for seq, _ in told_since(0)), default=0)


def told_of_totem(since: int, kind: str) -> bool:
    """Tell whether the journal says that the totem was lost or found."""
    return any(kind in line and "totem" in line for _, line in told_since(since))


def plugged() -> str:
    """Return the name that the kernel gave to the Pico at its port."""
    [maker] = [file for file in USB.glob("devices/*/idVendor") if file.read_text().strip() == PICO]
    return maker.parent.name


def main() -> None:
    """Strike, pull, put back; measure."""
    figures["page"] = until(page_answers)
    port, before = plugged(), last()
    (USB / "drivers/usb/unbind").write_text(port)
    figures["unplug"] = until(lambda: told_of_totem(before, "PartWentMissing"))
    before = last()
    (USB / "drivers/usb/bind").write_text(port)
    figures["replug"] = until(lambda: told_of_totem(before, "PartCameBack"))
    strike("hang", signal.SIGSTOP)
    time.sleep(4)
    strike("crash", signal.SIGKILL)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
