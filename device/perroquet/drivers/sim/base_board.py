"""The virtual board: what the firmware sees of the virtual totem. Light imports only: it runs in the base's process."""

import random
from array import array

import numpy as np
from typing_extensions import override

from perroquet.drivers.firmware_files import firmware_id
from perroquet.drivers.sim.budget import force_budget
from perroquet.drivers.sim.hands import VirtualTotem
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import Model
from perroquet.drivers.sim.shape import NEWTONS_PER_CODE, SHAPE
from perroquet.firmware.base import Base
from perroquet.firmware.hardware import MOTION_US, Hardware
from perroquet.firmware.lines import ROW
from perroquet.firmware.shared import messages

REST_US = 50_000
"""How long the main loop may sleep while nothing happens; time comes from scan numbers, so nothing is lost by it."""
AWAKE_US = 2_000
"""How often it runs while something does."""
_GONE_US = 200_000
_FIFO = 512
"""Samples the IMU keeps by itself."""
BANNER = b"MPY: soft reboot\r\nMicroPython v1.28.0; Raspberry Pi Pico with RP2040\r\n"


class VirtualBoard(Hardware):
    """One boot of the base.

    Attributes:
        received: bytes from the host that the firmware has not read yet.
        sent: bytes from the firmware that nobody has taken yet.
        ring: colours of the lamps.
        attentive: every scan is decoded, those that can only hold noise too.
    """

    capabilities = messages.CAN_FORCES | messages.CAN_RING | messages.CAN_IMU | messages.CAN_RECORD
    ring_scans = 2500
    """A second: a busy PC stalls its processes for longer than a board ever stalls itself."""

    def __init__(self, totem: VirtualTotem, *, board: bytes, epoch: int, boot_us: int, attentive: bool) -> None:
        """Boot at `boot_us` of the totem's clock."""
        self.attentive = attentive
        self.epoch = epoch
        self.board = board
        self.firmware = firmware_id()
        self.rest = [round(SHAPE.baseline + SHAPE.baseline_step * i) for i in range(self.rings + self.columns)]
        self.scale = round(totem.scale)
        self.empty_code = round(SHAPE.seat_preload_n / NEWTONS_PER_CODE)
        self.weight_code = round(force_budget().weight_n / NEWTONS_PER_CODE)
        self.force_code_mn = round(NEWTONS_PER_CODE * 1000)
        self.ring_low = round(totem.ring_mm[0] * 10)
        self.ring_pitch = round((totem.ring_mm[1] - totem.ring_mm[0]) * 10)
        self.column_first = round(totem.column_deg[0] * 10)
        self.support_first = round(totem.force_deg[0] * 10)
        self.received = bytearray()
        self.sent = bytearray()
        self.ring = bytes(3 * self.lamp_count)
        self._totem = totem
        self._boot_us = boot_us
        self._moved = 0

    @override
    def scans(self, first: int, many: int, into: "array[int]", row: int) -> int:
        at = row * ROW
        for index in range(first, first + many):
            counts, codes = self._totem.sample(self._boot_us + index * self.scan_us)
            into[at : at + ROW] = array("H", counts + codes)
            at += ROW
        return many

    @override
    def quiet(self, first: int, last: int) -> bool:
        """Nothing but noise: the totem stands untouched, or has been away for a while."""
        if self.attentive:
            return False
        totem = self._totem
        first_us, last_us = self._boot_us + first * self.scan_us, self._boot_us + last * self.scan_us
        away = totem.lifted(first_us - _GONE_US) and totem.lifted(first_us) and totem.lifted(last_us)
        return away or totem.quiet(first_us, last_us)

    @override
    def motion(self, now_us: int) -> list[tuple[int, int, int, int, int, int, int]]:
        first, last = self._moved + 1, now_us // MOTION_US
        self._moved = max(self._moved, last)
        first = max(first, last - _FIFO)
        start_us, end_us = self._boot_us + first * MOTION_US, self._boot_us + last * MOTION_US
        if first > last or self._totem.still(start_us, end_us):
            return []
        times = np.arange(start_us, end_us + 1, MOTION_US, dtype=np.int64)
        units = np.round(self._totem.motion(times) * (1000, 1000, 1000, 100, 100, 100)).astype(int)
        return [(at - self._boot_us, *row) for at, row in zip(times.tolist(), units.tolist(), strict=True)]

    @override
    def read(self) -> bytes:
        data = bytes(self.received)
        self.received.clear()
        return data

    @override
    def write(self, data: bytes) -> None:
        self.sent += data

    @override
    def lamps(self, colours: bytes) -> None:
        self.ring = colours


class Bench:
    """A virtual totem on a base that can be rebooted; time is that of the scene, in microseconds.

    Attributes:
        totem: its physics.
        board: of the present boot.
    """

    def __init__(self, seed: str, model: Model = FIRST_MODEL, *, attentive: bool = False) -> None:
        luck = random.Random(f"{seed}/board")
        self.totem = VirtualTotem(seed, model)
        self._attentive = attentive
        self._board_id = luck.randbytes(8)
        self._epoch = luck.getrandbits(31)
        self._boot_us = 0
        self._boot(0)

    def reboot(self, now_us: int) -> None:
        """Start the firmware again: a new epoch, its clock from zero, and the banner MicroPython prints."""
        self._boot(now_us)
        self.board.sent += BANNER

    def step(self, now_us: int) -> None:
        """Run the firmware's main loop once at `now_us`."""
        self._base.step(now_us - self._boot_us)

    def nap_us(self, now_us: int) -> int:
        """Return how long the main loop may sleep after `now_us`; 0 when it has fallen behind."""
        if self._base.touch.behind:
            return 0
        still = self._base.touch.idle() and self.board.quiet(
            (now_us - self._boot_us) // self.board.scan_us, (now_us + REST_US - self._boot_us) // self.board.scan_us
        )
        return REST_US if still else AWAKE_US

    def _boot(self, now_us: int) -> None:
        self._epoch += 1
        self._boot_us = now_us
        self.board = VirtualBoard(
            self.totem, board=self._board_id, epoch=self._epoch, boot_us=now_us, attentive=self._attentive
        )
        self._base = Base(self.board)
