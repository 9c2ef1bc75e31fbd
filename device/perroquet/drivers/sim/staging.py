"""Let a scene script happen: on a virtual totem alone, or on a base behind its firmware and cable."""

from collections.abc import Iterator
from dataclasses import replace

from perroquet.drivers.sim.acts import Act, Plug, PutBack, Reboot, TakeAway, Unplug, VirtualHand
from perroquet.drivers.sim.base_handles import VirtualBase
from perroquet.drivers.sim.hands import VirtualTotem
from perroquet.drivers.sim.script import SceneScript
from perroquet.kernel.units import Millis, after
from perroquet.ports import Clock

_AHEAD_MS = 100.0
"""How long before its contact a hand is told of: it is felt as it comes near."""


def schedule(script: SceneScript) -> Iterator[tuple[float, Act]]:
    """Yield when to tell of each act, ascending, and the act; a hand not before the totem it is meant for stands."""
    stands_ms = 0.0
    timed: list[tuple[float, Act]] = []
    for act in script.acts:
        if isinstance(act, PutBack):
            stands_ms = act.at_ms
        ahead = max(stands_ms, act.at_ms - _AHEAD_MS) if isinstance(act, VirtualHand) else act.at_ms
        timed.append((ahead, act))
    yield from sorted(timed, key=lambda entry: entry[0])


def play(script: SceneScript, totem: VirtualTotem, start_us: int = 0) -> None:
    """Let the whole scene happen on `totem`, its beginning at `start_us`; cables and boots are none of its business."""
    for told_ms, act in schedule(script):
        now_us = start_us + round(told_ms * 1000)
        match act:
            case VirtualHand():
                totem.grab([replace(act, at_ms=act.at_ms - told_ms)], now_us)
            case PutBack():
                totem.put_back(now_us, crooked=act.crooked)
            case TakeAway():
                totem.take_away(now_us)
            case Unplug() | Plug() | Reboot():
                pass
            case _:
                totem.disturb([replace(act, at_ms=0.0)], now_us)


async def perform(script: SceneScript, base: VirtualBase, clock: Clock) -> None:
    """Let the scene happen on a base, from now on; return after its last act has begun."""
    start = clock.now()
    for told_ms, act in schedule(script):
        await clock.sleep_until(after(start, Millis(round(told_ms))))
        match act:
            case VirtualHand():
                base.grab([replace(act, at_ms=act.at_ms - round(told_ms))])
            case PutBack():
                base.put_back(crooked=act.crooked)
            case TakeAway():
                base.take_away()
            case Unplug():
                base.unplug()
            case Plug():
                base.plug()
            case Reboot():
                base.reboot()
            case _:
                base.disturb([replace(act, at_ms=0.0)])
