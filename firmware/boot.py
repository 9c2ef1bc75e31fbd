"""Runs first on the board, and never changes: it starts the firmware if that is whole, or stays reachable if it is not.

`manifest` lists every file with its SHA-256 and is written last by an update, so an update that was cut short leaves a
firmware that is not whole. Then, and when the firmware breaks, the base answers every HELLO as protocol 0.0, for which
Perroquet's answer is to update it. Nothing here uses the firmware's own files.
"""

import sys
from binascii import crc32, hexlify
from hashlib import sha256

HELLO = 0x01
INFO = 0x81
MANIFEST = "manifest"


def whole(root: str = "") -> bool:
    """Return True when every file under `root` is as its manifest says."""
    try:
        with open(root + MANIFEST) as file:
            for line in file:
                digest, name = line.split()
                if digest != _digest(root + name):
                    return False
    except (OSError, ValueError):
        return False
    return True


def _digest(path: str) -> str:
    whole = sha256()
    with open(path, "rb") as file:
        while True:
            piece = file.read(1024)
            if not piece:
                return hexlify(whole.digest()).decode()
            whole.update(piece)


class Safe:
    """Answers HELLO, and nothing else."""

    def __init__(self) -> None:
        self._tail = b""

    def answer(self, data: bytes) -> bytes:
        """Return what to send after `data` has come: an INFO of protocol 0.0 for each HELLO in it."""
        pieces = (self._tail + data).split(b"\0")
        self._tail = pieces[-1][-32:]
        said = b""
        for piece in pieces[:-1]:
            frame = _uncobs(piece)
            if len(frame) >= 10 and frame[0] == HELLO and _check(frame[:-4]) == frame[-4:]:
                body = bytes((INFO, 0, 0, 0)) + frame[4:6]
                said += b"\0" + _cobs(body + _check(body)) + b"\0"
        return said


def _check(body: bytes) -> bytes:
    return (crc32(body) & 0xFFFFFFFF).to_bytes(4, "little")


def _cobs(raw: bytes) -> bytes:
    return b"".join([bytes((len(part) + 1,)) + part for part in raw.split(b"\0")])


def _uncobs(wire: bytes) -> bytes:
    parts: list[bytes] = []
    at = 0
    while at < len(wire) and wire[at]:
        parts.append(wire[at + 1 : at + wire[at]])
        at += wire[at]
    return b"\0".join(parts)


def start() -> None:
    """Start the firmware; come back when it has left for an update."""
    if not whole():
        sys.stdout.write("The firmware is not whole; update it: perroquet totem flash\n")
        _stay()
    try:
        from firmware.board import run  # pyright: ignore[reportMissingImports]

        run()
    except Exception as err:
        sys.print_exception(err)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType] - MicroPython's own
        _stay()


def _stay() -> None:
    """Be reachable: the host gets its answer, and Ctrl-C still leads to the prompt."""
    import select

    ears = select.poll()
    ears.register(sys.stdin, select.POLLIN)
    safe = Safe()
    while True:
        if ears.poll(100):
            said = safe.answer(sys.stdin.buffer.read(1))
            if said:
                sys.stdout.buffer.write(said)
