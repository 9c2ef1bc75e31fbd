"""The one file about the hardware: a Raspberry Pi Pico, its pins, its DMA channels, its ADC, its IMU and its lamps.

Nobody has run it on a real Pico yet. The pins are those of `hardware/pins.toml`; a test compares them. Time is made by
hardware alone: a DMA pacing timer feeds the PIO one number every 400 us, which starts a scan; the PIO's words, and
twelve conversions of the ADC a scan, flow into two rings of memory. Python only reads how far they have come.
"""
# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# (MicroPython's modules have no types here)

import gc
import os
import select
import sys
from array import array
from hashlib import sha256
from time import sleep_us, ticks_diff, ticks_us

import micropython
import rp2
from machine import ADC, I2C, Pin, bitstream, mem32, unique_id
from uctypes import addressof, bytearray_at

from . import lines
from .base import IDLE_STEP_US, STEP_US, Base
from .hardware import MOTION_US, Hardware
from .pio_touch import touch
from .shared import messages

IMU_DATA = 0
IMU_CLOCK = 1
FIRST_LINE = 2
LINES = 20
LAMP_RING = 22
FORCES = (26, 27, 28)

WINDOW = 1000
"""Looks of a scan: 64 us, and as much again for a line that rises late."""
_CLOCK_HZ = 125_000_000
_WORD_BITS = 14
"""The ring of words: 16 KiB, at least 195 scans of 21 words: 78 ms."""
_CODE_BITS = 13
"""The ring of codes: 8 KiB, 341 scans of 12 conversions: 136 ms."""
_CODES = 12
_ENDLESS = 1 << 28
"""Transfers before a channel is started again by the one chained to it."""
_ADC = 0x4004C000
_ADC_DREQ = 36
_ADC_PERIOD = 1600
"""Cycles of 48 MHz between two conversions: 30,000 a second, exactly twelve a scan."""

_IMU = 0x6A
_IMU_NAMES = (0x69, 0x6A, 0x6C)
_IMU_SETTINGS = (
    (0x10, 0x68),  # acceleration: 416 Hz, 4 g
    (0x11, 0x68),  # turning: 416 Hz, 1000 degrees a second
    (0x12, 0x44),  # whole samples, addresses that count up
    (0x08, 0x09),  # both into the FIFO
    (0x0A, 0x36),  # which runs, the oldest leave it
)
_IMU_AT_ONCE = 16

_UNSENT_MOST = 4096
_IN_ONE_GO = 63
"""Never a multiple of 64: such a USB burst would wait for its next byte."""
_TIDY_BELOW = 40_000
"""Free bytes under which memory is tidied, when nobody is near."""


class _Endless:
    """A DMA channel that never stops: another one starts it again whenever its count has run out."""

    def __init__(self, read, write, **control) -> None:
        self._dma = rp2.DMA()
        self._again = rp2.DMA()
        self._count = array("I", [_ENDLESS])
        again = self._again.pack_ctrl(inc_read=False, inc_write=False)
        self._again.config(read=self._count, write=self._dma.registers[7:8], count=1, ctrl=again)
        ctrl = self._dma.pack_ctrl(inc_read=False, chain_to=self._again.channel, **control)
        self._dma.config(read=read, write=write, count=_ENDLESS, ctrl=ctrl, trigger=True)

    def made(self) -> int:
        """Return how many transfers have been made, modulo `_ENDLESS`."""
        return -self._dma.count & (_ENDLESS - 1)

    def close(self) -> None:
        """Stop."""
        self._dma.close()
        self._again.close()


class _Ring:
    """A ring of memory that a DMA channel fills: aligned to its size, which takes twice the memory."""

    def __init__(self, bits: int, size: int, source, dreq: int) -> None:
        nbytes = 1 << bits
        self._memory = bytearray(2 * nbytes)
        start = (addressof(self._memory) + nbytes - 1) & -nbytes
        self.start = start
        self.values = bytearray_at(start, nbytes)
        self.channel = _Endless(source, start, size=size, ring_sel=True, ring_size=bits, treq_sel=dreq)


class Board(Hardware):
    """A Pico."""

    capabilities = messages.CAN_FORCES | messages.CAN_RING | messages.CAN_RECORD
    ring_scans = (1 << _WORD_BITS) // 4 // (LINES + 1)

    def __init__(self) -> None:
        self.rest = [217 + 5 * i for i in range(LINES)]
        self.epoch = int.from_bytes(os.urandom(4), "little") >> 2
        self.board = unique_id()
        self.firmware = _firmware_id()
        self._index = 0  # the scan that begins at word `_at`
        self._at = 0
        self._started = 0
        self._row = array("H", [0] * lines.ROW)
        self._unsent = bytearray()
        self._lamps = Pin(LAMP_RING, Pin.OUT, value=0)
        self._ears = select.poll()
        self._ears.register(sys.stdin, select.POLLIN)
        self._mouth = select.poll()
        self._mouth.register(sys.stdout, select.POLLOUT)
        self._imu = I2C(0, sda=Pin(IMU_DATA), scl=Pin(IMU_CLOCK), freq=400_000)
        self._moved_us = 0
        if self._wake_imu():
            self.capabilities |= messages.CAN_IMU
        for k in range(LINES):
            Pin(FIRST_LINE + k, Pin.IN, None)  # no pull: a reset leaves one on that the 1 MOhm could not beat
        self._machine = rp2.StateMachine(0, touch, freq=_CLOCK_HZ, in_base=Pin(FIRST_LINE), out_base=Pin(FIRST_LINE))
        self._machine.active(1)
        self._words = _Ring(_WORD_BITS, 2, self._machine, 4)
        self._codes = _Ring(_CODE_BITS, 1, _ADC + 0x0C, _ADC_DREQ)
        self._begin()

    def _begin(self) -> None:
        """Let the ADC run free over its three inputs, and the pacing timer start the scans."""
        for pin in FORCES:
            ADC(pin)
        mem32[_ADC + 0x10] = (_ADC_PERIOD - 1) << 8
        mem32[_ADC + 0x08] = 1 << 24 | 1 << 3 | 1
        mem32[0x50000420] = 1 << 16 | _CLOCK_HZ // 1_000_000 * self.scan_us
        self._window = array("I", [WINDOW - 1])
        mem32[_ADC] = 0b111 << 16 | 1 << 3 | 1
        self._pace = _Endless(self._window, self._machine, inc_write=False, treq_sel=0x3B)
        self._last_us = ticks_us()
        self._now_us = 0

    def now_us(self) -> int:
        """Return microseconds since the first scan."""
        now = ticks_us()
        self._now_us += ticks_diff(now, self._last_us)
        self._last_us = now
        return self._now_us

    def oldest(self, newest: int) -> int:  # noqa: ARG002 - the rings know
        """Return where reading goes on; after a stall longer than the ring, what it still holds for certain."""
        self._started += (self._pace.made() - self._started) & (_ENDLESS - 1)
        waiting = (self._words.channel.made() - self._at) & (_ENDLESS - 1)
        size = (1 << _WORD_BITS) >> 2
        if waiting > size - 2 * (LINES + 1):
            self._find_again(size)
        return self._index

    def _find_again(self, size: int) -> None:
        """Find a whole scan in the ring, and its number: between two scans their starts tell which was the last."""
        ring = self._words.start
        while True:
            started = self._pace.made()
            end = self._words.channel.made()
            sleep_us(130)  # longer than a scan
            if started == self._pace.made() and end == self._words.channel.made():
                break
        at = end - size // 2
        while mem32[ring + 4 * (at & (size - 1))] & 0xFFF != 0xFFF:
            at += 1
        at += 1
        whole = 0
        for k in range(at, end):
            if mem32[ring + 4 * (k & (size - 1))] & 0xFFF == 0xFFF:
                whole += 1
        self._at = at & (_ENDLESS - 1)
        self._started += (started - self._started) & (_ENDLESS - 1)
        self._index = self._started - whole

    def scans(self, first: int, many: int, into, row: int) -> int:
        """Decode the words of these scans."""
        size = (1 << _WORD_BITS) >> 2
        end = self._words.channel.made()
        done = 0
        while done < many:
            wanted = self._index >= first
            to = into if wanted else self._row
            place = (row + done) * lines.ROW if wanted else 0
            at = self._at & (size - 1)
            ahead = (end - self._at) & (_ENDLESS - 1)
            after = lines.decode(self._words.values, at, 0, to, place, lines.WHICH, size - 1, at + ahead, WINDOW)
            if after < 0:
                break
            self._at = (self._at + after - at) & (_ENDLESS - 1)
            lines.average(self._codes.values, ((1 << _CODE_BITS) >> 1) - 1, self._index * _CODES, to, place + LINES)
            self._index += 1
            if wanted:
                done += 1
        return done

    def motion(self, now_us: int) -> "list[tuple[int, int, int, int, int, int, int]]":
        """Empty the IMU's FIFO."""
        if not self.capabilities & messages.CAN_IMU or now_us - self._moved_us < 4 * MOTION_US:
            return []
        self._moved_us = now_us
        try:
            status = self._imu.readfrom_mem(_IMU, 0x3A, 2)
            many = min((status[0] | (status[1] & 7) << 8) // 6, _IMU_AT_ONCE)
            data = self._imu.readfrom_mem(_IMU, 0x3E, 12 * many) if many else b""
        except OSError:
            return [(now_us, 0, 0, 1000, 0, 0, 0)] * 32  # always the same: the firmware notices that it is silent
        samples: list[tuple[int, int, int, int, int, int, int]] = []
        for k in range(many):
            gx, gy, gz, ax, ay, az = [_signed(data, 12 * k + 2 * i) for i in range(6)]
            at_us = now_us - (many - 1 - k) * MOTION_US
            # 0.122 mg and 35 thousandths of a degree a second; the chip's z points up, so clockwise is negative
            samples.append(
                (at_us, ax * 61 // 500, ay * 61 // 500, az * 61 // 500, gx * 7 // 2, gy * 7 // 2, -gz * 7 // 2)
            )
        return samples

    def _wake_imu(self) -> bool:
        try:
            if self._imu.readfrom_mem(_IMU, 0x0F, 1)[0] not in _IMU_NAMES:
                return False
            for register, value in _IMU_SETTINGS:
                self._imu.writeto_mem(_IMU, register, bytes((value,)))
        except OSError:
            return False
        return True

    def free(self) -> int:
        """Return free bytes of memory."""
        return gc.mem_free()

    def read(self) -> bytes:
        """Return what the USB port has received."""
        data = bytearray()
        while self._ears.poll(0) and len(data) < 256:
            data += sys.stdin.buffer.read(1)
        return bytes(data)

    def write(self, data: bytes) -> None:
        """Send as much as the USB port takes now; the rest follows with the next steps."""
        if len(self._unsent) + len(data) <= _UNSENT_MOST:
            self._unsent += data
        self.flush()

    def flush(self) -> None:
        """Send what waits."""
        while self._unsent and self._mouth.poll(0):
            sys.stdout.buffer.write(self._unsent[:_IN_ONE_GO])
            self._unsent = self._unsent[_IN_ONE_GO:]

    def lamps(self, colours: bytes) -> None:
        """Send the colours to the WS2812 ring: green, red, blue of each."""
        data = bytearray(colours)
        data[0::3] = colours[1::3]
        data[1::3] = colours[0::3]
        bitstream(self._lamps, 0, (400, 850, 800, 450), data)

    def close(self) -> None:
        """Stop measuring."""
        self._pace.close()
        self._machine.active(0)
        self._words.channel.close()
        self._codes.channel.close()


def _signed(data: bytes, at: int) -> int:
    value = data[at] | data[at + 1] << 8
    return value - 65536 if value & 0x8000 else value


def _firmware_id() -> bytes:
    with open("manifest", "rb") as file:
        return sha256(file.read()).digest()[:8]


def run() -> None:
    """Be the base until the host wants the prompt."""
    micropython.kbd_intr(-1)  # a byte 3 in a frame is no Ctrl-C
    board = Board()
    base = Base(board)
    gc.collect()
    tidied_us = 0
    due_us = 0
    while not base.leaving:
        now_us = board.now_us()
        if now_us < due_us:
            board.flush()
            continue
        due_us = now_us + (IDLE_STEP_US if base.touch.idle() and not base.touch.near() else STEP_US)
        base.step(now_us)
        base.slowest_us = max(base.slowest_us, board.now_us() - now_us)
        board.flush()
        if now_us - tidied_us > 1_000_000 and base.touch.idle():
            tidied_us = now_us
            if gc.mem_free() < _TIDY_BELOW:
                gc.collect()
    board.flush()
    board.close()
    micropython.kbd_intr(3)
