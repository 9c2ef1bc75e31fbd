"""Messages of the wire as frozen dataclasses, built from the one table in `firmware/shared/messages.py`.

Fields bear the table's names in the table's order; a test holds both to it.
"""

from dataclasses import dataclass
from typing import Any, Final

from perroquet.firmware.shared import messages
from perroquet.kernel.readings import Ailment


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """Ask the base who it is. `session` tells answers of two askings apart."""

    major: int
    minor: int
    session: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ack:
    """An event has arrived; the base may forget it."""

    event: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ping:
    """Ask the base for its time."""

    nonce: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamps:
    """What the ring shows; see `link.ring`."""

    sectors: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull:
    """Ask for chunks of a record: bit k of `wanted` for chunk `chunk` + k."""

    grab: int
    chunk: int
    wanted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """Let the base leave its firmware for MicroPython's prompt."""

    session: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Test:
    """Ask what the base measures at this moment."""

    nonce: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Info:
    """Who the base is, how it is built, and where its counters stand. Units as in the table."""

    major: int
    minor: int
    session: int
    epoch: int
    firmware: bytes
    board: bytes
    scan: int
    event: int
    scan_us: int
    capabilities: int
    rings: int
    ring_low: int
    ring_pitch: int
    columns: int
    column_first: int
    supports: int
    support_first: int
    lamps: int
    scale: int
    level_counts: int
    level_mn: int
    code_mn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignInfo:
    """A base of another major version: only this much of its INFO can be read."""

    major: int
    minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pong:
    """The base's time, microseconds since its boot, when it read the ping."""

    nonce: int
    at_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Ten times a second: how things stand."""

    scan: int
    flags: int
    grab: int
    touched: int
    faulty: int
    lost_scans: int
    lost_events: int

    @property
    def standing(self) -> bool:
        """The totem is in its seat."""
        return bool(self.flags & messages.STANDING)

    @property
    def holding(self) -> bool:
        """A grab is going on."""
        return bool(self.flags & messages.TOUCHED)

    @property
    def bare(self) -> bool:
        """What stands in the seat has no lines: bare wood, or put in crooked."""
        return bool(self.flags & messages.BARE)

    @property
    def held(self) -> bool:
        """A hand has stayed for seconds."""
        return bool(self.flags & messages.HELD)

    def ailment(self) -> Ailment | None:
        """Return what hinders most; None = all is well."""
        lines = (self.faulty & ((1 << messages.SILENT_SUPPORT) - 1)).bit_count()
        if lines:
            return Ailment.CROOKED if lines > 1 else Ailment.LINE
        if self.faulty >> messages.SILENT_SUPPORT & 0b111:
            return Ailment.SUPPORT
        return Ailment.MOTION if self.faulty >> messages.SILENT_IMU & 1 else None

    def doubts(self) -> str:
        """Return which sensors the base does not believe, in words; "" = all is well."""
        lines = [f"line {i}" for i in range(messages.SILENT_SUPPORT) if self.faulty >> i & 1]
        supports = [f"support {i}" for i in range(3) if self.faulty >> messages.SILENT_SUPPORT + i & 1]
        imu = ["IMU"] if self.faulty >> messages.SILENT_IMU & 1 else []
        return ", ".join(lines + supports + imu)


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """A line is touched: the first of a grab, or a further one. `line` may be `messages.NO_LINE`."""

    event: int
    grab: int
    scan: int
    frac: int
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Released:
    """The last line was let go while the totem stands."""

    event: int
    grab: int
    scan: int
    frac: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifted:
    """The totem left its seat; `grab` 0 when nobody was felt."""

    event: int
    grab: int
    scan: int
    frac: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fell:
    """The totem landed beside its seat."""

    event: int
    grab: int
    scan: int
    frac: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed:
    """The totem is in its seat again."""

    event: int
    grab: int
    scan: int
    frac: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """The base has turned by `by` hundredths of a degree, clockwise."""

    event: int
    grab: int
    scan: int
    frac: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The record of a grab is whole: `rows` scans, the first of them `scan`."""

    event: int
    grab: int
    scan: int
    frac: int
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Rows of one chunk of a record; see `messages.ROW`."""

    grab: int
    chunk: int
    rows: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What the base measures, for the self-test; units as in the table."""

    nonce: int
    rest: bytes
    noise: bytes
    supports: bytes
    acceleration: bytes
    turning: int
    slowest_us: int
    free: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels:
    """All lines and supports at scan `scan` of a grab, 8 bits each, in the units of `Info`."""

    grab: int
    scan: int
    lines: bytes
    forces: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Busy:
    """The base will be silent for a while."""

    silence_ms: int


FromHost = Hello | Ack | Ping | Lamps | Pull | Update | Test
Event = Touched | Released | Lifted | Fell | Landed | Turned | Kept
FromBase = Info | ForeignInfo | Pong | State | Event | Levels | Rows | Busy | Report

CLASSES: Final[dict[int, type[FromHost | FromBase]]] = {
    messages.HELLO: Hello,
    messages.ACK: Ack,
    messages.PING: Ping,
    messages.LAMPS: Lamps,
    messages.PULL: Pull,
    messages.UPDATE: Update,
    messages.TEST: Test,
    messages.INFO: Info,
    messages.PONG: Pong,
    messages.STATE: State,
    messages.CONTACT: Touched,
    messages.RELEASE: Released,
    messages.LIFT: Lifted,
    messages.FALL: Fell,
    messages.LANDED: Landed,
    messages.LEVELS: Levels,
    messages.BUSY: Busy,
    messages.TURN: Turned,
    messages.RECORD: Kept,
    messages.ROWS: Rows,
    messages.REPORT: Report,
}
FIELDS: Final = {kind: tuple(name for name, _ in fields) for kind, _, _, fields in messages.TABLE}
_KINDS = {cls: kind for kind, cls in CLASSES.items()}
_SENDERS = {kind: sender for kind, _, sender, _ in messages.TABLE}


def from_base(kind: int, payload: bytes) -> FromBase | None:
    """Return the message of a base's frame; None when this host does not know it, or its length is wrong.

    A newer minor version may send messages this host does not know: they are passed over.
    """
    if kind == messages.INFO and len(payload) >= 2 and payload[0] != messages.MAJOR:
        return ForeignInfo(major=payload[0], minor=payload[1])
    values = messages.unpack(kind, payload)
    if values is None or _SENDERS[kind] != messages.BASE:
        return None
    named: dict[str, Any] = dict(zip(FIELDS[kind], values, strict=True))
    message: Any = CLASSES[kind](**named)
    return message


def payload_of(message: FromHost) -> tuple[int, bytes]:
    """Return (type, payload) of a message to the base."""
    kind = _KINDS[type(message)]
    return kind, messages.pack(kind, *(getattr(message, name) for name in FIELDS[kind]))
