"""Import every module of the installed Perroquet that needs no part of a Pi, and the libraries it is built on."""

import importlib.util
import pkgutil
import platform
import sys

import perroquet

LIBRARIES = ("cv2", "gpiozero", "lgpio", "nicegui", "numpy", "py_nanotts", "pydantic", "pygame", "serial", "uvloop")
NO_PI = () if importlib.util.find_spec("lgpio") else ("lgpio",)
"""There may be no wheel of it here, which `lgpio_package.sh` has told then; what is there must work."""

ABSENT = ("RPi", "picamera2", "machine", "micropython", "rp2", "uctypes", "neopixel", *NO_PI)
"""Of other machines, or an option."""


def main() -> int:
    """Import; tell what failed."""
    failed: list[str] = []
    absent: list[str] = []
    names = [module.name for module in pkgutil.walk_packages(perroquet.__path__, "perroquet.")]
    asked = [*LIBRARIES, *(name for name in names if not name.endswith("__main__") and ".firmware." not in name)]
    for name in asked:
        try:
            importlib.import_module(name)
        except ImportError as err:
            known = (err.name or "").split(".")[0] in ABSENT
            (absent if known else failed).append(f"{name}: {err}")
    imported = len(asked) - len(failed) - len(absent)
    where = f"{platform.machine()}, {sys.version.split()[0]}"
    print(f"{imported} of {len(asked)} imported, {len(absent)} want what is not here, on {where}")
    print("\n".join(failed + absent))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
