"""Make a Pi 4 of this virtual machine: its name, its pins, its sound card, the base's cable, a camera, two radios.

Run once at every start, as root, with the system's own Python.
"""

import struct
import subprocess
from pathlib import Path

BOARD = Path("/sys/firmware/devicetree/base")
MODEL = "Raspberry Pi 4 Model B Rev 1.4"
REVISION = 0xC03114
PINS = Path("/sys/kernel/config/gpio-sim/pi")
PIN_COUNT = 58
PICO = ("idVendor=0x2e8a", "idProduct=0x0005", "iManufacturer=MicroPython", 'iProduct="Board in FS mode"', "use_acm=1")
PICO_NUMBER = "iSerialNumber=e661640843000000"
MODULES = (
    ("gpio-sim",),
    ("snd-aloop",),
    ("dummy_hcd",),
    ("g_serial", *PICO, PICO_NUMBER),
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


def main() -> None:
    """Make all parts."""
    call_it_a_pi()
    for module in MODULES:
        subprocess.run(["modprobe", *module], check=True)
    make_pins()
    subprocess.run(["udevadm", "settle"], check=True)


if __name__ == "__main__":
    main()
