"""Open the totem base alone, real or simulated: for the device, and for the commands that need nothing else of it."""

import secrets
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from perroquet.ports import Clock, Totem

if TYPE_CHECKING:
    from perroquet.drivers.sim.base_live import LiveBase


async def open_base(
    stack: AsyncExitStack, clock: Clock, port: str | None, *, simulated: bool
) -> "tuple[Totem, LiveBase | None]":
    """Return the driver of a base, and what hands can do to a simulated one; `stack` closes both.

    Args:
        stack: of whoever uses the base.
        clock: of the host, real.
        port: of a real base; None = found by its USB name.
        simulated: start a virtual base instead.
    """
    from perroquet.drivers.pi.totem import SerialTotem

    base: LiveBase | None = None
    if simulated:
        from perroquet.drivers.sim import base_live

        base = await base_live.LiveBase.start(secrets.token_hex(8))
        stack.push_async_callback(base.aclose)
        port = base.port
    totem = SerialTotem(clock, port)
    stack.push_async_callback(totem.aclose)
    return totem, base
