"""PROTOCOL.md, written from the one table of messages, with an example of each frame to test both ends against.

`python -m perroquet.link.protocol` prints it; `firmware/PROTOCOL.md` is what it printed last, and a test compares them.
"""

import re
import sys
from typing import Final

from perroquet.firmware.shared import codec, messages

Values = tuple[int | bytes, ...]

_KINDS: Final = {"b": "i8", "B": "u8", "h": "i16", "H": "u16", "i": "i32", "I": "u32", "Q": "u64"}
_ONES: Final = {"b": -3, "B": 7, "h": -300, "H": 513, "i": -70_000, "I": 70_000, "Q": 1 << 40}
_SAMPLE: Final = bytes(range(256))

_HEAD: Final = """\
# Protocol of the totem base, {major}.{minor}

Written by `python -m perroquet.link.protocol` from `firmware/shared/messages.py`; do not edit. A test compares them,
and the tests of both ends read the example bytes below.

A frame on the wire is COBS(type u8, seq u8, payload, CRC-32 of all of these, little endian), then 0x00. A payload has
at most {most} bytes. `seq` counts the sender's frames. What stands before a 0x00 and is no frame is passed over: a boot
banner, half a frame, noise. Numbers are little endian. `*` is the rest of the payload.

Times are scans since the base booted, in `scan_us` each, and `frac` 1/256 scans more; `at_us` is microseconds.

## Conversation

1. The host says HELLO every 97 ms until INFO answers with its `session`. Another `major` is refused: the side with the
   smaller number is to be updated. A base whose firmware is not whole answers as 0.0. Messages a side does not know are
   passed over, so a newer `minor` may add some.
2. PING about four times a second (237 ms) relates the clocks; STATE comes ten times a second. 600 ms without anything
   (300 ms while a grab goes on) and the base is lost; BUSY says beforehand how long it will be silent.
3. Events (CONTACT, RELEASE, LIFT, FALL, LANDED, TURN, RECORD) are numbered by `event` and repeated every 30 ms until
   ACK. The host takes them in the order of their numbers, each once. What was before the `scan` of INFO is history.
4. The first CONTACT of a grab opens it; LEVELS follow every five scans for 300 ms, ten of them from before the contact.
5. RECORD says that every scan around a grab is kept. PULL asks for up to eight chunks at a time, of eight rows each;
   ROWS without rows: there is no such chunk any more. One row is {row} bytes: 20 lines (u8, counts above baseline
   + 32), 3 supports (u16, ADC codes), the base's acceleration less gravity (u8, 1/64 g, + 128).
6. UPDATE makes the base leave for MicroPython's prompt; TEST asks for a REPORT.
7. A host silent for 1 s is shown on the ring, and recording goes on.

## Messages
"""


def example(kind: int) -> Values:
    """Return example values of a message, in the order of the table."""
    fields = next(row[3] for row in messages.TABLE if row[0] == kind)
    values: list[int | bytes] = []
    for name, code in fields:
        if name == "major":
            values.append(messages.MAJOR)
        elif code == "*":
            values.append(_SAMPLE[1:19])
        elif code.endswith("s"):
            values.append(_SAMPLE[: int(code[:-1])])
        else:
            values.append(_ONES[code])
    return tuple(values)


def frame(kind: int) -> bytes:
    """Return the example frame of a message, as it is on the wire; `seq` is 9."""
    return codec.encode(kind, 9, messages.pack(kind, *example(kind)))


def document() -> str:
    """Return PROTOCOL.md."""
    row = messages.struct.calcsize("<" + messages.ROW)
    head = _HEAD.format(major=messages.MAJOR, minor=messages.MINOR, most=codec.MAX_PAYLOAD, row=row)
    return "\n".join([head, *(_section(*row) for row in messages.TABLE)])


def examples(text: str) -> dict[str, bytes]:
    """Return the example frames of a PROTOCOL.md by the names of their messages."""
    found = re.findall(r"^### (\w+) .*?^wire: `([0-9a-f ]+)`", text, re.MULTILINE | re.DOTALL)
    return {name: bytes.fromhex(wire) for name, wire in found}


def _section(kind: int, name: str, sender: str, fields: tuple[tuple[str, str], ...]) -> str:
    wire = frame(kind)
    words = ", ".join(f"`{field}` {_kind(code)}" for field, code in fields)
    said = messages.text(kind, 9, messages.pack(kind, *example(kind)))
    return f"### {name} 0x{kind:02X}, from the {sender}\n\n{words}\n\ntext: `{said}`\n\nwire: `{wire.hex(' ')}`\n"


def _kind(code: str) -> str:
    return _KINDS.get(code) or ("*" if code == "*" else f"{code[:-1]} bytes")


if __name__ == "__main__":
    sys.stdout.write(document())
