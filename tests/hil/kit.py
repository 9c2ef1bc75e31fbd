"""What the machine is made of: the system once; this checkout, its wheels and the guest's programs each time."""

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


def payload(suite: str) -> Path:
    """Return a disk with this checkout's installation script, its wheels and the guest's programs."""
    folder, wheels = WORK / f"payload-{suite}", WORK / "wheels-x86_64"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    script = ROOT / "systemd/install.sh"
    call(["bash", str(script), "--make-wheelhouse", str(wheels), "--machine", "x86_64"])
    shutil.copytree(wheels, folder / "wheels")
    shutil.copytree(HERE / "guest", folder / "guest")
    shutil.copytree(ROOT / "systemd", folder / "systemd")
    disk = WORK / f"payload-{suite}.ext4"
    disk.unlink(missing_ok=True)
    call(["truncate", "-s", "400M", str(disk)])
    call(["mke2fs", "-q", "-F", "-t", "ext4", "-L", "hil", "-d", str(folder), str(disk)])
    shutil.rmtree(folder)
    return disk


def fresh(suite: str, name: str, *, backing: Path | None = None) -> Path:
    """Return a disk that begins as the system of `suite`, or as `backing`, and may be written."""
    disk = WORK / f"{name}-{suite}.qcow2"
    disk.unlink(missing_ok=True)
    under = backing or system(suite) / "system.ext4"
    kind = "qcow2" if under.suffix == ".qcow2" else "raw"
    call(["qemu-img", "create", "-q", "-f", "qcow2", "-b", str(under), "-F", kind, str(disk)])
    return disk


def data_partition(name: str) -> Path:
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
