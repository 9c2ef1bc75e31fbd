"""What game night does to the service, and how long until it is back. Prints one JSON object."""

import json
import sqlite3
import urllib.request
from pathlib import Path

from restarts import restarts, until

STATE = Path("/var/lib/perroquet/evening.db")
USB = Path("/sys/bus/usb")
PICO = "2e8a"


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
    figures = {"page": until(page_answers)}
    port, before = plugged(), last()
    (USB / "drivers/usb/unbind").write_text(port)
    figures["unplug"] = until(lambda: told_of_totem(before, "PartWentMissing"))
    before = last()
    (USB / "drivers/usb/bind").write_text(port)
    figures["replug"] = until(lambda: told_of_totem(before, "PartCameBack"))
    print(json.dumps(figures | {what: seconds for what, [seconds] in restarts(1).items()}))


if __name__ == "__main__":
    main()
