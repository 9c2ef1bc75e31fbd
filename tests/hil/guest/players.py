"""Players at the panel who never stop, and a witness who tells the host each event the journal has made durable.

Runs until the power is cut. Prints one JSON line an event: its number and the digest that the journal keeps of it.
"""

import json
import os
import random
import sqlite3
import sys
import threading
import time
from pathlib import Path

from wires import Wires

STATE = Path("/var/lib/perroquet/evening.db")
PRESSES = {
    ("start",): 40,
    ("seat_1",): 8,
    ("seat_2",): 8,
    ("seat_3",): 8,
    ("seat_4",): 8,
    ("mode",): 6,
    ("hush",): 2,
}
"""Lines pressed together -> how often."""
LONG_S = 1.2


def press_for_ever(luck: random.Random) -> None:
    """Press the buttons as a table does that likes pressing buttons."""
    wires = Wires()
    while True:
        [lines] = luck.choices(list(PRESSES), list(PRESSES.values()))
        long = lines == ("start",) and luck.random() < 0.12
        wires.push(*lines, for_s=LONG_S if long else 0.05)
        time.sleep(luck.uniform(0.02, 0.2))


def witness() -> None:
    """Tell what is durable: another connection sees an event once its commit has been synced."""
    while not STATE.exists():
        time.sleep(0.05)
    journal = sqlite3.connect(f"file:{STATE}?mode=ro", uri=True)
    told = max((seq for seq, _ in durable(journal, 0)), default=0)  # what earlier lives left was looked at then
    while True:
        for seq, digest in durable(journal, told):
            os.write(1, json.dumps({"seq": seq, "digest": digest.hex()}).encode() + b"\n")
            told = seq
        time.sleep(0.01)


def durable(journal: sqlite3.Connection, after: int) -> list[tuple[int, bytes]]:
    """Return what follows event `after`; nothing while the service still mends what the last cut left."""
    try:
        return journal.execute("SELECT seq, digest FROM records WHERE seq > ? ORDER BY seq", (after,)).fetchall()
    except sqlite3.OperationalError:
        return []


if __name__ == "__main__":
    threading.Thread(target=press_for_ever, args=(random.Random(sys.argv[1]),), daemon=True).start()
    witness()
