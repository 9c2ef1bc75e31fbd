"""What machine this is: read from files under a root, so that a folder laid out like a Pi's is one for the tests."""

import grp
import importlib.metadata
import os
import pwd
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from perroquet.drivers.pi.camera import one_picture
from perroquet.drivers.pi.i2c import answers
from perroquet.drivers.pi.totem_selftest import selftest
from perroquet.link.selftest import Finding
from perroquet.ports.camera import Frame

_MODEL_FILES: Final = ("sys/firmware/devicetree/base/model", "proc/device-tree/model")
"""The same text twice; a hardened service may see only the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """The computer under the device.

    Attributes:
        root: `/`, or a folder laid out like it.
        python: version of the interpreter that runs.
        bits: width of its pointers; a 64-bit kernel may carry 32-bit programs.
        packages: returns distribution in lower case -> installed version. Reads a file of each: a tenth of a second.
        user: who runs this.
        groups: that user's groups by name; the superuser needs none.
        free_bytes: folder -> bytes free for this user. Raises OSError.
        own_disk: folder -> whether it lies on another file system than the root. Raises OSError.
        ask_base: port -> what the base there says of itself. Raises PartUnavailable. Takes some seconds.
        ask_chip: address -> returns if a chip answers there on the two-wire bus. Raises PartUnavailable.
        ask_camera: returns a picture of the Pi's camera, its exposure settled. Raises CameraLost. Takes a second.
    """

    root: Path
    python: tuple[int, int, int]
    bits: int
    packages: Callable[[], Mapping[str, str]]
    user: str
    groups: frozenset[str]
    free_bytes: Callable[[Path], int]
    own_disk: Callable[[Path], bool]
    ask_base: Callable[[str], Sequence[Finding]]
    ask_chip: Callable[[int], None]
    ask_camera: Callable[[], Frame]

    @classmethod
    def here(cls) -> "Machine":
        """Return this very machine."""
        names = {group.gr_gid: group.gr_name for group in grp.getgrall()}
        users = {user.pw_uid: user.pw_name for user in pwd.getpwall()}
        return cls(
            root=Path("/"),
            python=sys.version_info[:3],
            bits=sys.maxsize.bit_length() + 1,
            packages=_packages,
            user=users.get(os.getuid(), str(os.getuid())),
            groups=frozenset(names.get(gid, str(gid)) for gid in (os.getgid(), *os.getgroups())),
            free_bytes=lambda folder: shutil.disk_usage(folder).free,
            own_disk=lambda folder: folder.stat().st_dev != Path("/").stat().st_dev,
            ask_base=selftest,
            ask_chip=answers,
            ask_camera=one_picture,
        )

    def path(self, name: str | Path) -> Path:
        """Return where the absolute `name` lies on this machine."""
        return self.root / str(name).lstrip("/")

    @property
    def model(self) -> str | None:
        """What the firmware calls the board, such as `Raspberry Pi 5 Model B Rev 1.0`; None on a PC."""
        for name in _MODEL_FILES:
            try:
                return self.path(name).read_text("utf-8", errors="replace").rstrip("\0\n")
            except OSError:
                continue
        return None

    @property
    def is_pi(self) -> bool:
        """Whether real parts are expected here."""
        return (self.model or "").startswith("Raspberry Pi")


def _packages() -> Mapping[str, str]:
    return {found.name.lower(): found.version for found in importlib.metadata.distributions()}
