"""Messages of the wire as frozen dataclasses, built from the one table in `firmware/shared/messages.py`.

Fields bear the table's names in the table's order; a test holds both to it.
"""

from dataclasses import dataclass
from typing import Any, Final

from perroquet.firmware.shared import messages


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """First contact of a grab, on line `line`."""

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


FromHost = Hello | Ack | Ping | Lamps
Event = Touched | Released | Lifted | Fell | Landed
FromBase = Info | ForeignInfo | Pong | State | Event | Levels | Busy

CLASSES: Final[dict[int, type[FromHost | FromBase]]] = {
    messages.HELLO: Hello,
    messages.ACK: Ack,
    messages.PING: Ping,
    messages.LAMPS: Lamps,
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
