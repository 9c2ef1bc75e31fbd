"""The one table of messages: number, name, who sends it, fields in order, and the text form of each frame.

A field is (name, struct code). `*` is the rest of the frame, as bytes. `20s` are 20 unsigned bytes. All little endian.
Times on the base are counted in scans since its boot, refined by 1/256 scan; `at_us` is microseconds since its boot.
The first two fields of HELLO and INFO never change: they are how two ends that do not match find out.
"""

import struct

MAJOR = 1
MINOR = 0

HOST = "host"
BASE = "base"

HELLO = 0x01
ACK = 0x02
PING = 0x03
LAMPS = 0x04
PULL = 0x05
UPDATE = 0x06
TEST = 0x07
INFO = 0x81
PONG = 0x82
STATE = 0x83
CONTACT = 0x84
RELEASE = 0x85
LIFT = 0x86
FALL = 0x87
LANDED = 0x88
LEVELS = 0x89
BUSY = 0x8A
TURN = 0x8B
RECORD = 0x8C
ROWS = 0x8D
REPORT = 0x8E

# Bits of INFO.capabilities. A base without an IMU does not know a fall from a bump, so it never sends FALL.
CAN_FORCES = 1
CAN_RING = 2
CAN_IMU = 4
CAN_RECORD = 8

# Bits of STATE.flags.
STANDING = 1
TOUCHED = 2
BARE = 4
HELD = 8
"""A hand has been on the totem for some seconds: it should let go."""

NO_LINE = 255
"""CONTACT.line of a grab that only the supports felt: a sleeve, a glove, a bare wooden totem."""

SILENT_SUPPORT = 20
"""STATE.faulty has a bit a line from 0, a bit a support from here, and one for the IMU."""
SILENT_IMU = 23

ROW = "20sHHHB"
"""One row of ROWS: counts above baseline + 32 of each line, ADC code of each support, acceleration + 128 in 1/64 g."""
UNTOUCHED = 32
"""A line at its baseline, in a row."""
RESTING = 128
"""The base's acceleration at rest, in a row."""
CHUNK = 8
"""Rows in a ROWS frame, the last one of a record excepted."""
AT_ONCE = 8
"""Chunks one PULL can ask for."""

_WHEN = (("event", "H"), ("grab", "H"), ("scan", "I"), ("frac", "B"))

TABLE: "tuple[tuple[int, str, str, tuple[tuple[str, str], ...]], ...]" = (
    (HELLO, "HELLO", HOST, (("major", "B"), ("minor", "B"), ("session", "H"))),
    (ACK, "ACK", HOST, (("event", "H"),)),
    (PING, "PING", HOST, (("nonce", "H"),)),
    # 24 lamps at most: sectors of 9 bytes (first lamp, lamps, red, green, blue, beats u32), the later on top.
    # Beats: 32 bits of 125 ms, lowest first, lamp on where the bit is set.
    (LAMPS, "LAMPS", HOST, (("sectors", "*"),)),
    # Chunks of the record of `grab`: bit k of `wanted` asks for chunk + k.
    (PULL, "PULL", HOST, (("grab", "H"), ("chunk", "H"), ("wanted", "B"))),
    # Leave the firmware for MicroPython's prompt, so that the files can be replaced.
    (UPDATE, "UPDATE", HOST, (("session", "H"),)),
    (TEST, "TEST", HOST, (("nonce", "H"),)),
    (
        INFO,
        "INFO",
        BASE,
        (
            ("major", "B"),
            ("minor", "B"),
            ("session", "H"),  # of the HELLO it answers
            ("epoch", "I"),  # differs at every boot
            ("firmware", "8s"),  # first bytes of the SHA-256 of its files
            ("board", "8s"),  # unique number of the board
            ("scan", "I"),  # newest scan: events before it are history
            ("event", "H"),  # oldest event not yet acknowledged, or the next one
            ("scan_us", "H"),
            ("capabilities", "I"),
            ("rings", "B"),  # lines 0..rings-1 from the lowest, then the columns
            ("ring_low", "H"),  # height of the lowest ring's centre, tenths of a millimetre
            ("ring_pitch", "H"),  # tenths of a millimetre
            ("columns", "B"),  # evenly spaced, clockwise
            ("column_first", "H"),  # azimuth of the first, tenths of a degree
            ("supports", "B"),  # evenly spaced, clockwise
            ("support_first", "H"),  # azimuth of the first, tenths of a degree
            ("lamps", "B"),  # evenly spaced, clockwise, the first at azimuth 0
            ("scale", "H"),  # counts of one fingertip at full contact
            ("level_counts", "H"),  # counts of one unit of LEVELS.lines
            ("level_mn", "H"),  # millinewtons of one unit of LEVELS.forces
            ("code_mn", "H"),  # millinewtons of one code of a support in ROWS
        ),
    ),
    (PONG, "PONG", BASE, (("nonce", "H"), ("at_us", "Q"))),
    (
        STATE,
        "STATE",
        BASE,
        (
            ("scan", "I"),
            ("flags", "B"),
            ("grab", "H"),
            ("touched", "I"),
            ("faulty", "I"),
            ("lost_scans", "I"),
            ("lost_events", "H"),
        ),
    ),
    # One a line: the first of a grab opens it, the others tell when each further line was touched.
    (CONTACT, "CONTACT", BASE, _WHEN + (("line", "B"),)),
    (RELEASE, "RELEASE", BASE, _WHEN),
    (LIFT, "LIFT", BASE, _WHEN),
    (FALL, "FALL", BASE, _WHEN),
    (LANDED, "LANDED", BASE, _WHEN),
    (LEVELS, "LEVELS", BASE, (("grab", "H"), ("scan", "I"), ("lines", "20s"), ("forces", "3s"))),
    # Sent before anything that silences the base, such as writing its flash.
    (BUSY, "BUSY", BASE, (("silence_ms", "H"),)),
    # The base has turned on the table: hundredths of a degree since the last one, clockwise; told when it rests again.
    (TURN, "TURN", BASE, _WHEN + (("by", "i"),)),
    # The record of a grab is whole and can be pulled: `scan` is what its first row tells of. A later one replaces it.
    (RECORD, "RECORD", BASE, _WHEN + (("rows", "H"),)),
    # Rows of one chunk, one a scan; none when there is no such chunk (any more).
    (ROWS, "ROWS", BASE, (("grab", "H"), ("chunk", "H"), ("rows", "*"))),
    # What the base measures at this moment, for the self-test.
    (
        REPORT,
        "REPORT",
        BASE,
        (
            ("nonce", "H"),
            ("rest", "40s"),  # baseline of each line, counts, 16 bit
            ("noise", "20s"),  # mean deviation of each line, 1/16 count
            ("supports", "6s"),  # codes, 16 bit
            ("acceleration", "6s"),  # along x, y, z, milli-g, 16 bit signed
            ("turning", "h"),  # hundredths of a degree a second
            ("slowest_us", "I"),  # longest step of the main loop since boot
            ("free", "I"),  # bytes of memory
        ),
    ),
)

_ROWS = {row[0]: row for row in TABLE}


def _form(kind: int) -> str:
    return "<" + "".join([code for _, code in _ROWS[kind][3] if code != "*"])


_FORMS = {kind: _form(kind) for kind in _ROWS}


def pack(kind: int, *values: "int | bytes") -> bytes:
    """Return the payload of message `kind`; values in the order of the table."""
    if _ROWS[kind][3][-1][1] != "*":
        return struct.pack(_FORMS[kind], *values)
    rest = values[-1]
    assert isinstance(rest, bytes)  # noqa: S101 - narrows for the checker; the table says so
    return struct.pack(_FORMS[kind], *values[:-1]) + rest


def unpack(kind: int, payload: bytes) -> "tuple[int | bytes, ...] | None":
    """Return the values of message `kind` in the order of the table; None when unknown or of the wrong length."""
    form = _FORMS.get(kind)
    if form is None:
        return None
    size = struct.calcsize(form)
    if _ROWS[kind][3][-1][1] == "*":
        if len(payload) < size:
            return None
        return struct.unpack(form, payload[:size]) + (payload[size:],)
    if len(payload) != size:
        return None
    return struct.unpack(form, payload)


def text(kind: int, seq: int, payload: bytes) -> str:
    """Return the frame on one line, such as `PONG #7 nonce=3 at_us=120000`."""
    values = unpack(kind, payload)
    if values is None:
        return f"0x{kind:02X} #{seq} {payload.hex()}"
    words = [f"{_ROWS[kind][1]} #{seq}"]
    for (name, _), value in zip(_ROWS[kind][3], values):
        words.append(f"{name}={value.hex() if isinstance(value, bytes) else value}")
    return " ".join(words)
