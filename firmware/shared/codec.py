"""Frames on the wire: COBS(type u8, seq u8, payload, CRC-32 little endian), then 0x00.

The CRC covers type, seq and payload. A frame is shorter than 254 bytes before COBS, so that COBS adds exactly one byte.
Whatever stands before a 0x00 and is not a frame (a boot banner, half a frame, noise) is counted and forgotten.
"""

from binascii import crc32

from .. import lines

MAX_PAYLOAD = 236
OVERHEAD = 6
MAX_WIRE = MAX_PAYLOAD + OVERHEAD + 1
"""Longest frame after COBS, without its 0x00."""


def cobs(raw: bytes) -> bytes:
    """Return `raw` (at most 253 bytes) without zeros, one byte longer."""
    out = bytearray(len(raw) + 1)
    lines.stuff(raw, 0, out, len(raw))
    return bytes(out)


def uncobs(wire: bytes) -> bytes | None:
    """Return the bytes that `cobs` was given, or None when `wire` cannot have come from it."""
    out = bytearray()
    start = 0
    end = len(wire)
    while True:
        if start >= end or wire[start] == 0:
            return None
        after = start + wire[start]
        if after > end:
            return None
        out.extend(wire[start + 1 : after])
        if after == end:
            return bytes(out)
        out.append(0)
        start = after


def encode(kind: int, seq: int, payload: "bytes | bytearray") -> bytes:
    """Return one frame, its closing 0x00 included.

    Raises:
        ValueError: the payload is longer than 236 bytes.
    """
    if len(payload) > MAX_PAYLOAD:
        raise ValueError(f"payload of {len(payload)} bytes; a frame holds at most {MAX_PAYLOAD}, split it")
    raw = bytes((kind, seq & 0xFF)) + payload
    return cobs(raw + (crc32(raw) & 0xFFFFFFFF).to_bytes(4, "little")) + b"\0"


class Decoder:
    """Take bytes in pieces of any size, give whole frames.

    Attributes:
        good: frames given.
        refused: pieces between two zeros that were no frame.
        missing: frames of the other end that never came, by their seq.
    """

    def __init__(self) -> None:
        self.good = 0
        self.refused = 0
        self.missing = 0
        self._tail = b""
        self._seq = -1

    def feed(self, data: bytes) -> list[tuple[int, int, bytes]]:
        """Return (type, seq, payload) of every frame that `data` completes, in order."""
        pieces = (self._tail + data).split(b"\0")
        self._tail = pieces[-1]
        frames: list[tuple[int, int, bytes]] = []
        for piece in pieces[:-1]:
            if not piece:
                continue
            frame = self._frame(piece)
            if frame is None:
                self.refused += 1
            else:
                frames.append(frame)
        if len(self._tail) > MAX_WIRE:  # keep proof that it was too long, not the bytes
            self._tail = self._tail[: MAX_WIRE + 1]
        return frames

    def _frame(self, piece: bytes) -> tuple[int, int, bytes] | None:
        if len(piece) > MAX_WIRE:
            return None
        raw = uncobs(piece)
        if raw is None or len(raw) < OVERHEAD:
            return None
        body = raw[:-4]
        if (crc32(body) & 0xFFFFFFFF) != int.from_bytes(raw[-4:], "little"):
            return None
        seq = body[1]
        if self._seq >= 0:
            self.missing += (seq - self._seq - 1) & 0xFF
        self._seq = seq
        self.good += 1
        return body[0], seq, body[2:]
