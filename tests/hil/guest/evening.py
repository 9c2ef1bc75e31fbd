"""What an evening needs of hands, and what its journal says. Prints one JSON object.

evening.py begin      play until a game runs; evening.py off: end it, and switch off with the panel; says when it did
evening.py options    press seat 10; did it join, and how many bytes of dots does the display hold?
evening.py told [N]   how far the journal goes, and the SHA-256 of its events, or of the first N
"""

import hashlib
import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from perroquet.drivers.i2c.chip import BLOCK
from perroquet.drivers.i2c.oled import DOTS
from perroquet.drivers.pi.i2c import LgpioChip
from wires import PINS, Wires

STATE = Path("/var/lib/perroquet")
CHORD_S = 2.4
ANSWER_S = 1.0
LIMIT_S = 300.0
OFF_S = 40.0
"""Longer than it may take until the machine is off."""


def told(first: int | None = None) -> dict[str, object]:
    """Return what the journal holds."""
    with sqlite3.connect(f"file:{STATE}/evening.db?mode=ro", uri=True) as journal:
        rows = journal.execute("SELECT seq, line FROM records ORDER BY seq").fetchall()[:first]
    digest = hashlib.sha256("\n".join(line for _, line in rows).encode()).hexdigest()
    return {"last": len(rows), "sha256": digest, "situation": situation()}


def situation() -> str:
    """Return the column of the panel's table that applies."""
    command = ["/opt/perroquet/bin/perroquet", "replay", "--json", str(STATE)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return json.loads(said.splitlines()[-1])["situation"]


def options(wires: Wires) -> dict[str, object]:
    """Press the button on the expander, and look at the display."""
    wires.push_expanded("seat_10")
    time.sleep(ANSWER_S)
    with sqlite3.connect(f"file:{STATE}/evening.db?mode=ro", uri=True) as journal:
        lines = [line for [line] in journal.execute("SELECT line FROM records") if "SeatJoined" in line]
    glass = LgpioChip(PINS.display)
    return {
        "joined": [json.loads(line)["data"]["seat"] + 1 for line in lines],
        "dots": len(bytes(glass.read(DOTS, BLOCK)).strip(b"\0")),
    }


def begin(wires: Wires) -> None:
    """Say yes until a game runs."""
    limit = time.monotonic() + LIMIT_S
    for seat in ("seat_1", "seat_2"):
        wires.push(seat)
        time.sleep(ANSWER_S)
    while (now := situation()) != "playing":
        if time.monotonic() > limit:
            sys.exit(f"no game runs after {LIMIT_S} s; it is {now}")
        wires.push("start")
        time.sleep(ANSWER_S)
    for _ in range(5):
        wires.push("start")
        time.sleep(ANSWER_S / 2)


def off(wires: Wires) -> None:
    """End the game, then the evening, saying yes to each question, until the machine is off; tell each yes."""
    while True:
        now = situation()
        if now == "paused":
            wires.push("start", for_s=1.3)
            time.sleep(ANSWER_S)
        wires.push("start", "mode", for_s=CHORD_S)
        time.sleep(ANSWER_S)
        wires.push("start")
        print(f"said yes when it was {now}", flush=True)
        time.sleep(OFF_S if now == "idle" else ANSWER_S)


def main() -> None:
    """Do what is asked."""
    match sys.argv[1:]:
        case ["begin"]:
            begin(Wires())
            print(json.dumps(told()))
        case ["options"]:
            print(json.dumps(options(Wires())))
        case ["off"]:
            off(Wires())
        case ["told", *first]:
            print(json.dumps(told(int(first[0]) if first else None)))
        case unknown:
            sys.exit(f"{unknown}? wanted begin, options, off or told")


if __name__ == "__main__":
    main()
