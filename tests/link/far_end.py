"""A base by script: it says what a test wants, in true frames, and keeps what the host says."""

from dataclasses import asdict
from typing import Any

from perroquet.firmware.shared import codec, messages
from perroquet.kernel.units import NS_PER_MS, HostNs
from perroquet.link.frames import Info, State

INFO = Info(
    major=messages.MAJOR,
    minor=messages.MINOR,
    session=0,
    epoch=1,
    firmware=b"firmware",
    board=b"boardnum",
    scan=500,
    event=0,
    scan_us=400,
    capabilities=3,
    rings=12,
    ring_low=120,
    ring_pitch=115,
    columns=8,
    column_first=0,
    supports=3,
    support_first=600,
    lamps=24,
    scale=24,
    level_counts=1,
    level_mn=100,
    code_mn=10,
)
STANDING = State(scan=501, flags=messages.STANDING, grab=0, touched=0, faulty=0, lost_scans=0, lost_events=0)
FIELDS = {kind: tuple(name for name, _ in fields) for kind, _, _, fields in messages.TABLE}


def ms(value: float) -> HostNs:
    return HostNs(round(value * NS_PER_MS))


class FarEnd:
    """Frames out, frames in. Its clock is the host's, in microseconds."""

    def __init__(self) -> None:
        self._seq = 0
        self._decoder = codec.Decoder()

    def frame(self, kind: int, **fields: Any) -> bytes:
        """Return a whole frame; fields left out are 0."""
        values = [fields.get(name, 0) for name in FIELDS[kind]]
        self._seq = (self._seq + 1) & 0xFF
        return codec.encode(kind, self._seq, messages.pack(kind, *values))

    def info(self, session: int, **changes: Any) -> bytes:
        return self.frame(messages.INFO, **{**asdict(INFO), "session": session, **changes})

    def state(self, **changes: Any) -> bytes:
        return self.frame(messages.STATE, **{**asdict(STANDING), **changes})

    def levels(self, *, grab: int, scan: int, level: int = 0) -> bytes:
        return self.frame(messages.LEVELS, grab=grab, scan=scan, lines=bytes([level] * 20), forces=bytes((36, 36, 36)))

    def heard(self, data: bytes) -> list[tuple[str, dict[str, int | bytes]]]:
        """Return (name, fields) of what the host sends."""
        heard: list[tuple[str, dict[str, int | bytes]]] = []
        for kind, _, payload in self._decoder.feed(data):
            values = messages.unpack(kind, payload)
            assert values is not None
            name = next(row[1] for row in messages.TABLE if row[0] == kind)
            heard.append((name, dict(zip(FIELDS[kind], values, strict=True))))
        return heard

    def answer(self, data: bytes, now: HostNs, **info: Any) -> bytes:
        """Return what a healthy base says to HELLO and PING at once."""
        said = b""
        for name, fields in self.heard(data):
            if name == "HELLO":
                said += self.info(int(fields["session"]), **info) + self.state()
            if name == "PING":
                said += self.frame(messages.PONG, nonce=fields["nonce"], at_us=now // 1000)
        return said
