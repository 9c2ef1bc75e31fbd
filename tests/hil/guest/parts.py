"""Make a Pi 4 of this virtual machine: its name, its pins, its sound card, its two-wire bus with both options, the
base's cable, a camera, two radios.

Run once at every start, as root, with the system's own Python.
"""

import os
import shutil
import stat
import struct
import subprocess
from pathlib import Path

import lgpio  # pyright: ignore[reportMissingModuleSource] - only installed on a Pi

BOARD = Path("/sys/firmware/devicetree/base")
MODEL = "Raspberry Pi 4 Model B Rev 1.4"
REVISION = 0xC03114
PINS = Path("/sys/kernel/config/gpio-sim/pi")
PIN_COUNT = 58
BUSES = Path("/sys/bus/i2c/devices")
BUS = Path("/dev/i2c-1")
EXPANDER = 0x20
PORT_A = 0x12
PICO = ("idVendor=0x2e8a", "idProduct=0x0005", "iManufacturer=MicroPython", 'iProduct="Board in FS mode"', "use_acm=1")
PICO_NUMBER = "iSerialNumber=e661640843000000"
MODULES = (
    ("gpio-sim",),
    ("snd-aloop",),
    ("dummy_hcd",),
    ("g_serial", *PICO, PICO_NUMBER),
    ("i2c-stub", "chip_addr=0x20,0x3c"),
    ("i2c-dev",),
    ("vivid", "n_devs=1", "node_types=0x1"),
    ("mac80211_hwsim", "radios=2"),
)


def call_it_a_pi() -> None:
    """Write a Pi's name where its firmware would; this machine has no firmware of that kind."""
    subprocess.run(["mount", "-t", "tmpfs", "none", "/sys/firmware"], check=True)
    (BOARD / "system").mkdir(parents=True)
    (BOARD / "model").write_text(f"{MODEL}\0")
    (BOARD / "system/linux,revision").write_bytes(struct.pack(">I", REVISION))


def make_pins() -> None:
    """Make a chip of pins under the Pi's own label."""
    bank = PINS / "bank0"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(str(PIN_COUNT))
    (bank / "label").write_text("pinctrl-bcm2711")
    (PINS / "live").write_text("1")


def make_bus() -> None:
    """Show the bus of the stub as the Pi's own, whichever number it got."""
    [name] = [bus.name for bus in BUSES.glob("i2c-*") if (bus / "name").read_text().startswith("SMBus stub")]
    if name != BUS.name:
        BUS.unlink(missing_ok=True)
        device = (Path("/dev") / name).stat().st_rdev
        os.mknod(BUS, stat.S_IFCHR | 0o660, device)
    shutil.chown(BUS, group="i2c")
    BUS.chmod(0o660)
    expander = lgpio.i2c_open(1, EXPANDER)
    lgpio.i2c_write_i2c_block_data(expander, PORT_A, b"\xff")  # no contact is closed
    lgpio.i2c_close(expander)


def main() -> None:
    """Make all parts."""
    call_it_a_pi()
    for module in MODULES:
        subprocess.run(["modprobe", *module], check=True)
    make_pins()
    subprocess.run(["udevadm", "settle"], check=True)
    make_bus()


if __name__ == "__main__":
    main()
