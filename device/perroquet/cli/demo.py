"""`perroquet demo`: a scripted evening in the stepped mounting, as lines."""

import asyncio

from perroquet.bench.evening import Stage, play
from perroquet.drivers.sim.clock import VirtualClock, run_stepped
from perroquet.wiring.stepped import stepped_device, stepped_pins


def demo_lines(seed: str, game: str | None) -> tuple[str, ...]:
    """Play the evening of `seed`; `game` = only this one. The same arguments give the same lines, to the byte.

    Raises:
        NoSuchGame: there is no game of that name in the demo.
    """
    pins = stepped_pins()

    async def evening(clock: VirtualClock) -> tuple[str, ...]:
        async with stepped_device(clock, seed, pins) as device:
            stage = Stage(
                session=device.session,
                panel=device.panel,
                base=device.base,
                clock=clock,
                luck=device.luck.split("hands"),
            )
            stage.title("On s’installe")
            running = asyncio.create_task(device.session.run(), name="evening")
            listening = asyncio.create_task(stage.listen(), name="listener")
            playing = asyncio.create_task(play(stage, game), name="hands")
            try:
                await asyncio.wait({running, playing}, return_when=asyncio.FIRST_COMPLETED)
                if not playing.done():  # the evening ended under the hands: its own error tells why
                    await running
                await playing
            finally:
                for task in (running, listening, playing):
                    task.cancel()
                await asyncio.gather(running, listening, playing, return_exceptions=True)
            return tuple(stage.lines)

    return run_stepped(evening)
