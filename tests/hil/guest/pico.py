"""The base at the other end of the USB cable: the shipped virtual base, its serial port carried to the gadget's.

It lives until it is ended. Each line in the FIFO `/run/pico` is JSON: a list of hands that grab.
"""

import asyncio
import contextlib
import json
import os
import tty
from pathlib import Path

from perroquet.drivers.sim.acts import VirtualHand
from perroquet.drivers.sim.base_live import LiveBase

GADGET = "/dev/ttyGS0"
ORDERS = Path("/run/pico")


def raw(path: str) -> int:
    """Open a terminal that changes nothing that goes through it."""
    terminal = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(terminal)
    return terminal


async def carry(base: LiveBase) -> None:
    """Carry bytes both ways; when the cable is pulled, open the gadget's end anew."""
    loop = asyncio.get_running_loop()
    inside = raw(base.port)
    while True:
        gadget, broken = raw(GADGET), asyncio.Event()
        loop.add_reader(inside, pass_on, inside, gadget, broken)
        loop.add_reader(gadget, pass_on, gadget, inside, broken)
        await broken.wait()
        loop.remove_reader(inside)
        loop.remove_reader(gadget)
        os.close(gadget)
        await asyncio.sleep(0.05)


def pass_on(source: int, target: int, broken: asyncio.Event) -> None:
    """Carry what has come; what finds nobody at the other end is lost, and the firmware repeats what matters."""
    try:
        data = os.read(source, 4096)
        if not data:
            broken.set()
        os.write(target, data)
    except BlockingIOError:
        return
    except OSError:
        broken.set()


async def obey(base: LiveBase) -> None:
    """Grab when asked."""
    with contextlib.suppress(FileExistsError):
        os.mkfifo(ORDERS)
    orders = await asyncio.to_thread(os.open, ORDERS, os.O_RDWR)
    with os.fdopen(orders) as lines:
        while line := await asyncio.to_thread(lines.readline):
            base.put_back()
            base.grab([VirtualHand(**hand) for hand in json.loads(line)])


async def main() -> None:
    """Live."""
    base = await LiveBase.start("hil")
    await asyncio.gather(carry(base), obey(base))


if __name__ == "__main__":
    asyncio.run(main())
