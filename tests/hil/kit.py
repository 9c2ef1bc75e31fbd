"""What the machine is made of: the system once; this checkout installed in it, its wheels and the guest's programs
each time.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.hil.vm import Disks, LadderError

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
WORK: Final = ROOT / "build/hil"


def system(suite: str) -> Path:
    """Return the folder of the system of `suite`, made if it is not there; that takes some minutes."""
    folder = WORK / suite
    if not (folder / "system.ext4").exists():
        print(f"Making a {suite} for the machine in {folder} (some minutes, once)", flush=True)
        call([str(HERE / "image.sh"), str(folder), suite])
    return folder


def wheelhouse(*, again: bool) -> Path:
    """Return a folder with this checkout's wheel and all it stands on; `again` takes the last one, if there is one."""
    wheels = WORK / "wheels-x86_64"
    if again and (wheels / "run.txt").exists():
        return wheels
    call(["bash", str(ROOT / "systemd/install.sh"), "--make-wheelhouse", str(wheels), "--machine", "x86_64"])
    return wheels


def installed(suite: str, run: str, *, again: bool, data_partition: bool = False) -> tuple[Path, Path]:
    """Return a system of `suite` with this checkout installed, and a partition with its state folder.

    Both are `run`'s own to write, layers over what was installed. `again` takes what was installed last, if there is
    anything.
    """
    out = WORK / f"installed-{suite}{'-data' if data_partition else ''}"
    made, state = out.with_suffix(".ext4"), out.with_name(f"{out.name}-state.ext4")
    if not again or not state.exists():
        options = ["--data-partition"] if data_partition else []
        wheels = wheelhouse(again=again)
        call(
            [
                str(HERE / "installed.sh"),
                str(system(suite) / "system.ext4"),
                str(wheels),
                str(made),
                str(state),
                *options,
            ]
        )
    return _layer(made, WORK / f"{run}.qcow2"), _layer(state, WORK / f"{run}-data.qcow2")


def _layer(base: Path, written: Path) -> Path:
    written.unlink(missing_ok=True)
    call(["qemu-img", "create", "-q", "-f", "qcow2", "-b", str(base), "-F", "raw", str(written)])
    return written


def payload() -> Path:
    """Return a disk with this checkout's installation script, the wheels and the guest's programs."""
    folder, wheels = WORK / "payload", wheelhouse(again=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copytree(wheels, folder / "wheels")
    shutil.copytree(HERE / "guest", folder / "guest")
    shutil.copytree(ROOT / "systemd", folder / "systemd")
    disk = WORK / "payload.ext4"
    disk.unlink(missing_ok=True)
    call(["truncate", "-s", "400M", str(disk)])
    call(["mke2fs", "-q", "-F", "-t", "ext4", "-L", "hil", "-d", str(folder), str(disk)])
    shutil.rmtree(folder)
    return disk


def empty_partition(name: str) -> Path:
    """Return a fresh disk with the label that `--data-partition` looks for."""
    disk = WORK / f"{name}.ext4"
    disk.unlink(missing_ok=True)
    call(["truncate", "-s", "256M", str(disk)])
    call(["mke2fs", "-q", "-F", "-t", "ext4", "-L", "perroquet-data", str(disk)])
    return disk


def disks(suite: str, written: Path, payload_disk: Path, data: Path | None = None) -> Disks:
    """Return the disks of one run."""
    folder = system(suite)
    return Disks(
        kernel=folder / "vmlinuz", initrd=folder / "initrd.img", system=written, payload=payload_disk, data=data
    )


def call(command: list[str]) -> None:
    """Run a program of this machine.

    Raises:
        LadderError: it is missing or failed.
    """
    if shutil.which(command[0]) is None:
        raise LadderError(f"{command[0]} is missing on this machine")
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise LadderError(f"`{' '.join(command)}` failed:\n{done.stdout[-3000:]}")
    if command[0].endswith("image.sh"):
        sys.stdout.write(done.stdout)
