"""A virtual machine under qemu: started, spoken to through one virtual serial port, and cut off like a power supply."""

import json
import os
import selectors
import shutil
import socket
import subprocess
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ACCELERATOR: Final = os.environ.get("ACCELERATOR", "tcg")
"""`kvm` where it works, and not in a machine that is virtual itself: there it may hang without a word. Without it
everything takes some ten times longer, and passes or fails the same way."""

PROCESSOR: Final = "host" if ACCELERATOR == "kvm" else "Nehalem"
"""Emulated, the least that today's wheels ask for (x86-64-v2): wide vectors are slow there."""

SLOWNESS: Final = 1 if ACCELERATOR == "kvm" else 8
BOOT_S: Final = 90.0 * SLOWNESS


class LadderError(Exception):
    """A level cannot go on; the message says what is missing or what did not come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """How a command in the machine ended."""

    code: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """What it printed."""
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disks:
    """What the machine is made of: files of `image.sh`, and disks of this run."""

    kernel: Path
    initrd: Path
    system: Path
    payload: Path
    data: Path | None = None


@dataclass(kw_only=True)
class Machine:
    """A running machine. Make it with `running`."""

    process: subprocess.Popen[bytes]
    line: socket.socket
    page_port: int
    monitor: Path
    _heard: bytes = b""
    _orders: int = field(default_factory=time.monotonic_ns)  # a saved machine may still answer to old numbers
    _kept: dict[int, list[dict[str, object]]] = field(default_factory=dict[int, list[dict[str, object]]])

    def run(self, command: str, timeout_s: float = 60.0) -> Done:
        """Run `command` in the machine's bash as root.

        Raises:
            LadderError: it did not end in time, or the machine died.
        """
        number = self.start(command)
        lines: list[str] = []
        limit = time.monotonic() + timeout_s * SLOWNESS
        while True:
            said = self._next(number, limit)
            if "code" in said:
                return Done(code=int(str(said["code"])), lines=tuple(lines))
            lines.append(str(said["line"]))

    def must(self, command: str, timeout_s: float = 60.0) -> str:
        """Run `command`; return what it printed.

        Raises:
            LadderError: it failed.
        """
        done = self.run(command, timeout_s)
        if done.code != 0:
            raise LadderError(f"`{command}` ended with {done.code} in the machine:\n{done.text[-3000:]}")
        return done.text

    def start(self, command: str) -> int:
        """Start `command` and return its number for `heard`."""
        self._orders += 1
        self.line.sendall(json.dumps({"order": self._orders, "run": command}).encode() + b"\n")
        return self._orders

    def heard(self, number: int, until: float, most: int | None = None) -> Iterator[str]:
        """Yield what a started command prints, until it ends, `until` (monotonic seconds), or `most` lines."""
        with suppress(LadderError):
            while most != 0 and "line" in (said := self._next(number, until)):
                yield str(said["line"])
                most = None if most is None else most - 1

    def wait_for_hello(self, timeout_s: float = BOOT_S) -> float:
        """Wait until the machine speaks; return its uptime then, in seconds."""
        return float(str(self._next(0, time.monotonic() + timeout_s)["hello"]))

    def cut(self) -> None:
        """Cut the power: nothing in the machine is asked or told."""
        self.process.kill()
        self.process.wait()

    def save(self, name: str) -> None:
        """Save the whole machine as `name` in its disks, what they hold now included; it runs on.

        Raises:
            LadderError: it cannot be saved.
        """
        save = {"execute": "human-monitor-command", "arguments": {"command-line": f"savevm {name}"}}
        answer: dict[str, object] = {}
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.connect(str(self.monitor))
            with line.makefile("rw", encoding="utf-8") as talk:
                for order in ({"execute": "qmp_capabilities"}, save):
                    talk.write(json.dumps(order) + "\n")
                    talk.flush()
                    answer = {}
                    while not answer.keys() & {"return", "error"}:  # else a greeting or an event
                        answer = json.loads(talk.readline())
        if answer.get("return") != "":
            raise LadderError(f"the machine was not saved: {answer}")

    def wait_off(self, timeout_s: float) -> float:
        """Wait until the machine has switched itself off or reset itself; return how long that took, in seconds.

        Raises:
            LadderError: it is still on.
        """
        began = time.monotonic()
        try:
            self.process.wait(timeout_s * SLOWNESS)
        except subprocess.TimeoutExpired as err:
            raise LadderError(f"the machine is still on after {timeout_s * SLOWNESS:.0f} s") from err
        return time.monotonic() - began

    def _next(self, number: int, limit: float) -> dict[str, object]:
        while not self._kept.get(number):
            self._listen(limit)  # a limit that has passed still lets in what has come
        return self._kept[number].pop(0)

    def _listen(self, limit: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self.line, selectors.EVENT_READ)
            if not selector.select(max(0.0, limit - time.monotonic())):
                raise LadderError("the machine said nothing in time")
        data = b""
        with suppress(ConnectionError):
            data = self.line.recv(1 << 16)
        if not data:
            raise LadderError("the machine has gone")
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            said = json.loads(line)
            self._kept.setdefault(int(said.pop("order", 0)), []).append(said)


@contextmanager
def running(disks: Disks, console: Path, *, append: str = "", saved: str | None = None) -> Generator[Machine]:
    """Start a machine; it is ended with the block. Its console goes to the file `console`.

    Args:
        disks: its disks; the system's is written.
        console: for who wants to know what happened.
        append: further words for the kernel.
        saved: go on where `save` saved the machine under this name, its disks put back too; else it starts.
    """
    qemu = shutil.which("qemu-system-x86_64")
    if qemu is None:
        raise LadderError("qemu-system-x86_64 is missing; apt-get install qemu-system-x86")
    talk, monitor = console.with_suffix(".socket"), console.with_suffix(".monitor")
    talk.unlink(missing_ok=True)
    page_port = _free_port()
    drives = [disks.system, disks.payload, *([disks.data] if disks.data else [])]
    command = [
        *(qemu, "-accel", ACCELERATOR, "-cpu", PROCESSOR, "-smp", "2", "-m", "1536", "-nodefaults", "-display", "none"),
        "-no-reboot",  # a reset ends it
        *("-kernel", str(disks.kernel), "-initrd", str(disks.initrd)),
        *("-append", f"console=ttyS0 root=/dev/vda rw quiet panic=-1 systemd.show_status=0 {append}"),
        *("-chardev", f"file,id=console,path={console},append=on", "-serial", "chardev:console"),
        *("-device", "virtio-serial", "-chardev", f"socket,id=talk,path={talk},server=on,wait=off"),
        *("-device", "virtserialport,chardev=talk,name=perroquet.hil"),
        *("-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{page_port}-:8080"),
        *("-device", "virtio-net-pci,netdev=net"),
        *("-qmp", f"unix:{monitor},server=on,wait=off"),
        *(("-loadvm", saved) if saved else ()),
    ]
    for number, drive in enumerate(drives):
        kind = "qcow2" if drive.suffix == ".qcow2" else "raw"
        once = ",readonly=on" if drive == disks.payload else ""
        command += ["-drive", f"file={drive},format={kind},if=virtio,index={number},cache=writeback{once}"]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as process:
        try:
            line = _connected(talk, process)
            yield Machine(process=process, line=line, page_port=page_port, monitor=monitor)
        finally:
            process.kill()


def _connected(talk: Path, process: subprocess.Popen[bytes]) -> socket.socket:
    limit = time.monotonic() + 20
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    while True:
        try:
            line.connect(str(talk))
        except OSError as err:
            if process.poll() is not None or time.monotonic() > limit:
                raise LadderError(f"qemu did not come up ({process.poll()}); its words are above") from err
            time.sleep(0.05)  # qemu has no other way to say that its socket is there
        else:
            return line


def _free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])
