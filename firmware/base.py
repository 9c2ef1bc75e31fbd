"""The base's main loop as a pure object: `Base(hardware).step(now_us)`, as often as the board can."""

import struct

from .hardware import Hardware
from .outbox import Outbox
from .ring import BEAT_US, Ring
from .shared import codec, messages
from .touch import LEVEL_COUNTS, LEVEL_MN, Touch

STATE_US = 100_000
STEP_US = 6_000
IDLE_STEP_US = 16_000
"""How often a board runs the main loop with a hand near, and without: what a step costs is shared by its scans."""
ALONE_US = 1_000_000
UPDATE_MS = 60_000
"""How long an update may silence the base."""


def _short(value: int) -> int:
    return max(-32768, min(32767, value))


class Base:
    """Hear the host, feel the totem, tell the host, light the ring.

    Attributes:
        touch: what is felt.
        leaving: the host wants MicroPython's prompt.
        slowest_us: longest step so far; whoever calls `step` keeps it.
    """

    def __init__(self, hardware: Hardware) -> None:
        self._hardware = hardware
        self._outbox = Outbox()
        self._decoder = codec.Decoder()
        self._ring = Ring(hardware.lamp_count)
        self.touch = Touch(hardware, self._outbox)
        self.leaving = False
        self.slowest_us = 0
        self._hello: "int | None" = None
        self._talking = False
        self._heard_us = -ALONE_US
        self._state_us = 0
        self._beat_us = 0

    def step(self, now_us: int) -> None:
        """Do what is due at `now_us`, microseconds since boot, never going back."""
        data = self._hardware.read()
        if data:
            for kind, _, payload in self._decoder.feed(data):
                self._hear(kind, payload, now_us)
        self.touch.feel(now_us // self._hardware.scan_us, now_us)
        self._tell(now_us)
        if now_us >= self._beat_us and not self.touch.near():  # refreshing the ring would disturb the scans
            self._beat_us = now_us - now_us % BEAT_US + BEAT_US
            colours = self._ring.fresh(now_us, now_us - self._heard_us >= ALONE_US)
            if colours is not None:
                self._hardware.lamps(colours)

    def busy(self, silence_ms: int) -> None:
        """Tell the host, at once, that nothing will come for a while: before anything that stops the steps."""
        self._outbox.frame(messages.BUSY, messages.pack(messages.BUSY, silence_ms))
        self._hardware.write(self._outbox.take())

    def _hear(self, kind: int, payload: bytes, now_us: int) -> None:
        if kind == messages.HELLO:
            if len(payload) >= 4:  # a later major may say more
                self._hello = payload[2] | payload[3] << 8
                self._talking = payload[0] == messages.MAJOR
                self._heard_us = now_us
            return
        values = messages.unpack(kind, payload)
        if values is None or not self._talking:
            return
        self._heard_us = now_us
        value = values[0]
        if kind == messages.PING:
            self._outbox.frame(messages.PONG, messages.pack(messages.PONG, value, now_us))
        elif kind == messages.ACK and isinstance(value, int):
            self._outbox.acknowledged(value)
        elif kind == messages.TEST and isinstance(value, int):
            self._outbox.frame(messages.REPORT, self._report(value))
        elif kind == messages.UPDATE:
            self.busy(UPDATE_MS)
            self.leaving = True
        elif kind == messages.PULL and isinstance(value, int):
            self._pulled(value, values[1], values[2])
        elif kind == messages.LAMPS and isinstance(value, bytes):
            self._ring.want(value)
            self._beat_us = now_us

    def _pulled(self, grab: int, chunk: "int | bytes", wanted: "int | bytes") -> None:
        assert isinstance(chunk, int) and isinstance(wanted, int)  # noqa: S101, PT018 - narrows; the table says so
        history = self.touch.history
        for k in range(messages.AT_ONCE):
            if wanted >> k & 1:
                rows = history.chunk(chunk + k) if grab == history.grab else b""
                self._outbox.frame(messages.ROWS, messages.pack(messages.ROWS, grab, chunk + k, rows))

    def _tell(self, now_us: int) -> None:
        outbox = self._outbox
        if self._hello is not None and self.touch.known:
            outbox.drop_frames()  # from before the host knew who speaks
            outbox.frame(messages.INFO, self._info(self._hello, now_us))
            self._hello = None
            self._state_us = now_us
        elif self._hello is not None or not self._talking or now_us - self._heard_us >= ALONE_US:
            outbox.drop_frames()
            return
        if self._talking:
            outbox.repeat(now_us)
            if now_us >= self._state_us:
                self._state_us = now_us + STATE_US
                outbox.frame(messages.STATE, self._state(now_us))
        data = outbox.take()
        if data:
            self._hardware.write(data)

    def _report(self, nonce: int) -> bytes:
        ax, ay, az, gz = self.touch.motion.sample()
        acceleration = struct.pack("<hhh", _short(ax), _short(ay), _short(az))
        rest, noise, codes = self.touch.report()
        free = self._hardware.free()
        return messages.pack(
            messages.REPORT, nonce, rest, noise, codes, acceleration, _short(gz), self.slowest_us, free
        )

    def _state(self, now_us: int) -> bytes:
        touch = self.touch
        flags = messages.STANDING if touch.standing else 0
        flags |= messages.TOUCHED if touch.holding else 0
        flags |= messages.BARE if touch.bare else 0
        flags |= messages.HELD if touch.held else 0
        scan = now_us // self._hardware.scan_us
        touched = touch.detector.touched()
        lost = min(touch.lost_scans, 0xFFFFFFFF)
        return messages.pack(messages.STATE, scan, flags, touch.grab, touched, touch.faulty(), lost, self._outbox.lost)

    def _info(self, session: int, now_us: int) -> bytes:
        board = self._hardware
        return messages.pack(
            messages.INFO,
            messages.MAJOR,
            messages.MINOR,
            session,
            board.epoch,
            board.firmware,
            board.board,
            now_us // board.scan_us,
            self._outbox.oldest_event(),
            board.scan_us,
            board.capabilities,
            board.rings,
            board.ring_low,
            board.ring_pitch,
            board.columns,
            board.column_first,
            board.supports,
            board.support_first,
            board.lamp_count,
            board.scale,
            LEVEL_COUNTS,
            LEVEL_MN,
            board.force_code_mn,
        )
