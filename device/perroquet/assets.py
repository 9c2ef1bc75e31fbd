"""Find the files that are not Python: packaged in the wheel, else in the checkout."""

from pathlib import Path

_PACKAGED = Path(__file__).parent / "_data"
_CHECKOUT = Path(__file__).parents[2]


def asset(name: str) -> Path:
    """Return the absolute path of `hardware/pins.toml`, `systemd` or another shipped file.

    Raises:
        FileNotFoundError: neither packaged nor in a checkout; the installation is incomplete.
    """
    for root in (_PACKAGED, _CHECKOUT):
        path = root / name
        if path.exists():
            return path
    raise FileNotFoundError(f"{name!r} is neither in {_PACKAGED} nor in {_CHECKOUT}; reinstall perroquet")


def firmware() -> Path:
    """Return the folder of the firmware's source, the same files that are flashed to the base."""
    return Path(__file__).parent / "firmware"
