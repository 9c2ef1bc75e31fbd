"""The firmware's files as they lie on a base, and the manifest by which `boot.py` knows that they are whole."""

import hashlib
from functools import cache
from typing import Final

from perroquet.assets import firmware

ONLY_HERE: Final = frozenset({"plain.py", "scene.py", "main_unix.py"})
"""Files that no base needs: they stand for MicroPython and for a world."""
AT_THE_TOP: Final = frozenset({"boot.py", "main.py"})
NEVER_CHANGES: Final = "boot.py"
MANIFEST: Final = "manifest"


@cache
def board_files() -> dict[str, bytes]:
    """Return the contents of every file of a base, `boot.py` and the manifest left out, by its path there."""
    root = firmware()
    files: dict[str, bytes] = {}
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if name in ONLY_HERE or name == NEVER_CHANGES:
            continue
        files[name if name in AT_THE_TOP else f"firmware/{name}"] = path.read_bytes()
    return files


def manifest() -> str:
    """Return the manifest: one line a file, SHA-256 and path."""
    return "".join(f"{hashlib.sha256(data).hexdigest()} {name}\n" for name, data in board_files().items())


@cache
def firmware_id() -> bytes:
    """Return the 8 bytes by which a base names its firmware: the first of the manifest's SHA-256."""
    return hashlib.sha256(manifest().encode()).digest()[:8]
