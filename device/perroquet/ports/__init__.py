"""What the table needs from the world: Protocols of at most six methods. Each docstring is the contract."""

from perroquet.ports.buttons import Buttons
from perroquet.ports.camera import CameraSource, Frame
from perroquet.ports.captures import Captures, Kept
from perroquet.ports.clock import Clock
from perroquet.ports.display import Display
from perroquet.ports.eyes import EyeReading, Eyes
from perroquet.ports.lamp import StatusLamp
from perroquet.ports.speaker import Hush, SetVolume, SoundOrder, Speak, Speaker
from perroquet.ports.store import Store
from perroquet.ports.totem import SectorLight, Totem

__all__ = [
    "Buttons",
    "CameraSource",
    "Captures",
    "Clock",
    "Display",
    "EyeReading",
    "Eyes",
    "Frame",
    "Hush",
    "Kept",
    "SectorLight",
    "SetVolume",
    "SoundOrder",
    "Speak",
    "Speaker",
    "StatusLamp",
    "Store",
    "Totem",
]
