"""Putting the firmware on a base: mpremote underneath, and an order of steps that may be cut short at any of them."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from perroquet.assets import firmware
from perroquet.drivers.firmware_files import MANIFEST, NEVER_CHANGES, board_files, manifest
from perroquet.drivers.pi.totem import explain, find_port
from perroquet.firmware.shared import codec, messages
from perroquet.kernel.errors import PartUnavailable

Run = Callable[[Sequence[str]], str]
"""Runs a command; returns what it printed, raises `subprocess.CalledProcessError`."""


def mpremote(arguments: Sequence[str]) -> str:
    """Run mpremote.

    Raises:
        subprocess.CalledProcessError: it failed; `stderr` says why.
    """
    command = [sys.executable, "-m", "mpremote", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 - our own words


def leave_firmware(port: str) -> None:
    """Ask a running firmware for MicroPython's prompt; a Pico without one does not mind.

    Raises:
        PartUnavailable: the port cannot be opened.
    """
    from serial import Serial

    wish = messages.pack(messages.UPDATE, 0)
    hello = messages.pack(messages.HELLO, messages.MAJOR, messages.MINOR, 0)
    try:
        with Serial(port, timeout=1.0, exclusive=True) as wire:
            wire.write(b"\0" + codec.encode(messages.HELLO, 0, hello) + codec.encode(messages.UPDATE, 1, wish))
            wire.read(256)  # its farewell
    except OSError as err:
        raise explain(port, err) from err


def flash(wanted: str | None, tell: Callable[[str], None], *, run: Run = mpremote) -> None:
    """Bring the firmware of the base at `wanted` (None = find it) up to date.

    The manifest goes first and comes last: while it is away the base knows that its firmware is not whole, stays in its
    safe mode and can be flashed again. `boot.py` is written once and never changed.

    Args:
        wanted: path of the serial port.
        tell: takes one line a step, in English.
        run: runs mpremote.

    Raises:
        PartMissing: no base, or no such port.
        PartUnavailable: the port cannot be opened, or the base does not let itself be written.
    """
    port = find_port(wanted)
    leave_firmware(port)
    to_base = ["connect", port, "resume"]
    try:
        there = _there(run([*to_base, "exec", _LIST]))
        changed = [name for name, digest in _listed(manifest()).items() if there.get(name) != digest]
        if not changed and NEVER_CHANGES in there and MANIFEST in there:
            tell("the base has this firmware already")
        else:
            _write(to_base, changed, there, tell, run)
        run([*to_base, "reset"])
    except subprocess.CalledProcessError as err:
        raise PartUnavailable(
            f"the base at {port} could not be written ({(err.stderr or '').strip() or err}); unplug it, plug it in and "
            "repeat `perroquet totem flash`; a Pico without MicroPython needs that first: firmware/README.md says how"
        ) from err
    tell("done: the base starts again")


_LIST = """\
import os, hashlib, binascii
def walk(at):
    for entry in os.ilistdir(at or '/'):
        name = at + '/' + entry[0] if at else entry[0]
        if entry[1] == 0x4000:
            walk(name)
        else:
            whole = hashlib.sha256()
            with open(name, 'rb') as file:
                while True:
                    piece = file.read(1024)
                    if not piece:
                        break
                    whole.update(piece)
            print(binascii.hexlify(whole.digest()).decode(), name)
walk('')
"""
"""Prints SHA-256 and path of every file on the board."""


def _there(printed: str) -> dict[str, str]:
    return _listed(printed)


def _listed(text: str) -> dict[str, str]:
    """Return SHA-256 by path."""
    pairs = (line.split(maxsplit=1) for line in text.splitlines() if line)
    return {name: digest for digest, name in pairs}


def _write(
    to_base: Sequence[str], changed: Sequence[str], there: dict[str, str], tell: Callable[[str], None], run: Run
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        spare = Path(folder)
        if MANIFEST in there:
            run([*to_base, "fs", "rm", f":{MANIFEST}"])
        if NEVER_CHANGES not in there:
            tell(f"writing {NEVER_CHANGES}")
            run([*to_base, "fs", "cp", str(firmware() / NEVER_CHANGES), f":{NEVER_CHANGES}"])
        for name in ("firmware", "firmware/shared"):
            if not any(path.startswith(name + "/") for path in there):
                run([*to_base, "fs", "mkdir", f":{name}"])
        for name in changed:
            tell(f"writing {name}")
            source = spare / "file"
            source.write_bytes(board_files()[name])
            run([*to_base, "fs", "cp", str(source), f":{name}"])
        listing = spare / MANIFEST
        listing.write_text(manifest(), encoding="utf-8", newline="\n")
        run([*to_base, "fs", "cp", str(listing), f":{MANIFEST}"])
