"""Which Pi this is, as its firmware says."""

from pathlib import Path
from typing import Final

REVISION: Final = Path("/sys/firmware/devicetree/base/system/linux,revision")
"""Four bytes, big-endian. The libraries read the same under /proc, where a hardened service sees only processes."""


def revision(file: Path = REVISION) -> int:
    """Return the board's revision code, such as 0xc03114 of a Pi 4.

    Raises:
        OSError: no Pi.
    """
    return int.from_bytes(file.read_bytes()[:4], "big")
