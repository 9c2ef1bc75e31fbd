"""What the wire and the firmware's clock endure: a worn cable, and a board that is held up. No hand is judged here."""

from typing import Final

from perroquet.bench.totem.grabs import Analyse, Marks
from perroquet.drivers.sim.link_figures import collecting, stall_figures, stalling, wire_figures
from perroquet.drivers.sim.model import Model

FRAMES: Final = 10_000
"""Frames of the real mix in one conversation; a hundred of them are the million of the goal."""
_WORN: Final = 0.001
_BADLY: Final = 0.01
_BADLY_FRAMES: Final = 1_000


def worn(seed: int, _model: Model, _analyse: Analyse) -> Marks:
    """Return what becomes of frames when one byte in a thousand, and one in a hundred, is spoilt on the way."""
    once, badly = wire_figures(FRAMES, _WORN, f"{seed}"), wire_figures(_BADLY_FRAMES, _BADLY, f"{seed}")
    return {
        "frames wrong": [float(once.wrong + badly.wrong)],
        "events lost": [float(once.lost + once.doubled + badly.lost + badly.doubled)],
        "frames sent": [float(once.frames)],
        "delivered": [100 * once.delivered],
        "delivered badly": [100 * badly.delivered],
    }


def held_up(seed: int, _model: Model, _analyse: Analyse) -> Marks:
    """Return what a grab suffers on a board that tidies its memory for 30 ms, or stalls for 60 ms, now and then."""
    tidied, stalled = (stall_figures(1, pause, f"{seed}") for pause in (collecting, stalling))
    return {
        "events changed": [float(tidied.reordered or tidied.moved_us > 0)],
        "delay": [tidied.delay_ms],
        "scans lost": [float(tidied.lost_scans + stalled.lost_scans)],
        "moved": [stalled.moved_us / 1000],
    }
