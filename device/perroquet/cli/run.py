"""`perroquet run`: the device, from configuration to the last good night."""

import asyncio
import importlib
import logging
import os
import signal
import socket
import time
from pathlib import Path

import typer

from perroquet.cli.sound_bank import prepare
from perroquet.kernel.readings import Part
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import NS_PER_S, HostNs
from perroquet.web.door import addresses, reserve
from perroquet.web.guests import GuestBook, Guests
from perroquet.wiring.choice import simulated_parts
from perroquet.wiring.config import Configuration, load, notify_address
from perroquet.wiring.device import Device, device
from perroquet.wiring.doctor import diagnose
from perroquet.wiring.machine import Machine
from perroquet.wiring.notify import ServiceManager
from perroquet.wiring.power import switch_off
from perroquet.wiring.sounds import SOUNDS

_log = logging.getLogger(__name__)

WATCHDOG_NS = NS_PER_S
"""systemd expects a sign of life at least every three seconds."""


def run_device(*, config: Path | None, sim: bool, port: int | None) -> int:
    """Run until the table shuts the device down, or a signal does. Return the exit code.

    Raises:
        PerroquetError: the configuration, the journal or the page's port cannot be used.
    """
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    settings = load(config)
    machine = Machine.here()
    simulated = simulated_parts(settings, on_pi=machine.is_pi, sim=sim)
    with reserve(settings.page.host, settings.page.port if port is None else port) as door:
        if simulated:
            typer.echo(_simulation_notice(simulated, on_pi=machine.is_pi))
        if Part.SPEAKER not in simulated:
            prepare(settings.device.state_dir / SOUNDS)
        over = asyncio.run(_serve(settings, simulated, door, config))
    if over:
        switch_off(machine, service=notify_address() is not None)
    return 0


def _simulation_notice(simulated: tuple[Part, ...], *, on_pi: bool) -> str:
    why = "--sim was asked for" if on_pi else "this is not a Raspberry Pi"
    return f"Simulated: {', '.join(simulated)} ({why}); every figure comes from simulation."


async def _serve(
    settings: Configuration, simulated: tuple[Part, ...], door: socket.socket, config: Path | None
) -> bool:
    """Serve the evening; return whether the table ended it (a signal did not)."""
    manager = ServiceManager(address=notify_address())
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with device(settings, simulated) as assembled:
        evening = asyncio.create_task(assembled.session.run(), name="evening")
        stopping = asyncio.create_task(stop.wait(), name="signals")
        others: list[asyncio.Task[None]] = []
        try:
            ready = asyncio.create_task(assembled.session.ready.wait(), name="ready")
            await asyncio.wait({evening, ready, stopping}, return_when=asyncio.FIRST_COMPLETED)
            ready.cancel()
            if assembled.session.ready.is_set():
                manager.ready()
                guests, keeping = await _guests(settings.device.state_dir)
                where = addresses(door)
                typer.echo(f"Ready in {_age_s():.1f} s. Page: {where.here}entrer/{guests.code} (code {guests.code})")
                alive = asyncio.create_task(_be_alive(manager, assembled), name="watchdog")
                page = asyncio.create_task(_serve_page(assembled, door, guests, config), name="page")
                page.add_done_callback(_page_ended)
                others += [alive, page, keeping]
                await asyncio.wait({evening, stopping, alive}, return_when=asyncio.FIRST_COMPLETED)
                if alive.done():
                    alive.result()
            if evening.done():
                evening.result()
            return evening.done()
        finally:
            manager.stopping()
            for task in (evening, stopping, *others):
                task.cancel()
            await asyncio.gather(evening, stopping, *others, return_exceptions=True)


def _age_s() -> float:
    """Return how long this process has lived, in seconds: what a person waited, imports and all."""
    started_ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - started_ticks / os.sysconf("SC_CLK_TCK")


def _page_ended(page: asyncio.Task[None]) -> None:
    if not page.cancelled() and (error := page.exception()) is not None:
        _log.error("the page has broken; the evening goes on without it", exc_info=error)


async def _be_alive(manager: ServiceManager, assembled: Device) -> None:
    """Feed the watchdog from the loop that referees: when it hangs, systemd starts us anew."""
    clock = assembled.clock
    while True:
        manager.alive()
        await clock.sleep_until(HostNs(clock.now() + WATCHDOG_NS))


async def _guests(folder: Path) -> tuple[Guests, asyncio.Task[None]]:
    """Take up those who joined the page this evening; the task keeps them in `folder` from now on."""
    file = folder / "guests.json"
    guests = Guests(book=await asyncio.to_thread(GuestBook.load, file, time.time()))
    newest = asyncio.Queue[GuestBook]()

    async def keep() -> None:
        while True:
            book = await newest.get()
            try:
                await asyncio.to_thread(book.save, file)
            except OSError as err:
                _log.warning("%s cannot be written (%s); after a power cut phones must join again", file, err)

    guests.changed.append(newest.put_nowait)
    newest.put_nowait(guests.book)
    return guests, asyncio.create_task(keep(), name="guest book")


async def _serve_page(assembled: Device, door: socket.socket, guests: Guests, config: Path | None) -> None:
    """Load the page after everything else; its imports run beside the loop, not in it."""
    await asyncio.to_thread(importlib.import_module, "nicegui.ui")
    from perroquet.bench.corner import BenchCorner
    from perroquet.web.health import Finding
    from perroquet.web.server import Page

    async def examine(language: str) -> tuple[Finding, ...]:
        _, found = await asyncio.to_thread(diagnose, config, machine=Machine.here())
        return tuple(
            Finding(
                part=one.part,
                state=str(one.state),
                found=one.found.of(Language(language)),
                mend=one.mend.of(Language(language)),
            )
            for one in found
        )

    corner = (
        BenchCorner(assembled.handles, assembled.session, lambda seat: guests.in_seat(seat) is not None)
        if assembled.handles is not None
        else None
    )
    page = Page(assembled.session, door, guests, corner=corner, examine=examine)
    assembled.session.announce(page.where.spoken, guests.code)
    await page.serve()
