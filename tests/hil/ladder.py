"""Level 4: the installed device in a machine with the kernel's own pins, sound card, USB, radios and watchdog.

Run: python -m tests.hil.ladder [--suite bookworm]. As root. README.md beside this file says more.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from tests.hil import kit
from tests.hil.figures import Figure, at_most, same, table, told
from tests.hil.vm import ACCELERATOR, SLOWNESS, LadderError, Machine, running

PYTHON: Final = "/opt/perroquet/bin/python /opt/hil/guest"
UPDATE: Final = "bash /opt/hil/systemd/install.sh --wheelhouse /opt/hil/wheels --sound Loopback --data-partition"
AS_SERVICE: Final = "runuser -u perroquet -- env HOME=/run/perroquet LG_WD=/run/perroquet"
READY: Final = '[ "$(systemctl is-active perroquet)" = active ]'
TOUCH: Final = '[{"azimuth": 90, "at_ms": 200, "fingers": 2, "top_mm": 95, "pull": false, "hold_ms": 150}]'
PAIRS: Final = 200


def main() -> int:
    """Climb; print the table; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", default="bookworm")
    parser.add_argument("--steps", nargs="+", default=[step.__name__ for step in (*ON_DISK, *READ_ONLY)])
    parser.add_argument("--again", action="store_true", help="take the system that was installed last")
    asked = parser.parse_args()
    suite: str = asked.suite
    began = time.monotonic()
    figures = [told("machine", f"{suite} under qemu with {ACCELERATOR}")]
    try:
        for figure in climb(suite, asked.steps, again=asked.again):
            figures.append(figure)
            print(table([figure]), flush=True)
    except LadderError as err:
        print(f"hil: {err}", file=sys.stderr)
        return 1
    print(f"\nLevel 4 in {time.monotonic() - began:.0f} s:\n{table(figures)}")
    missed = [figure.what for figure in figures if figure.met is False]
    if missed:
        print(f"hil: missed: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


def climb(suite: str, steps: Sequence[str], *, again: bool) -> Iterator[Figure]:
    """Yield figure after figure, over one start of a machine and three of another whose root is read-only.

    Of the `steps` only those asked for; `parts` lets the base in, without which some others cannot be climbed.
    """
    console = kit.WORK / "console.txt"
    console.unlink(missing_ok=True)
    if asked := [step for step in ON_DISK if step.__name__ in steps]:
        system, _ = kit.installed(suite, "hil", again=again)
        disks = kit.disks(suite, system, kit.payload(), kit.empty_partition("hil-partition"))
        with running(disks, console) as machine:
            yield told("started in", f"{machine.wait_for_hello():.1f} s")
            for step in asked:
                yield from tried(step, machine)
    if asked := [step for step in READ_ONLY if step.__name__ in steps]:
        system, data = kit.installed(suite, "hil-read-only", again=again, data_partition=True)
        disks = kit.disks(suite, system, kit.payload(), data)
        for step in asked:
            there = replace(disks, data=None) if step is without_partition else disks
            with running(there, console, append="overlayroot=tmpfs") as machine:
                machine.wait_for_hello()
                yield from tried(step, machine)


def tried(step: Callable[[Machine], Iterator[Figure]], machine: Machine) -> Iterator[Figure]:
    """Climb one step; one that cannot be climbed is told, and the next one tried."""
    try:
        yield from step(machine)
    except LadderError as err:
        yield Figure(what=step.__name__.replace("_", " "), value=str(err), goal="to be climbed", met=False)


def slow(what: str, value: float, goal: float, unit: str) -> Figure:
    """Judge a figure that is mostly the program's own start where the machine is as fast as a real one."""
    judged = at_most(what, value, goal, unit)
    return judged if SLOWNESS == 1 else replace(judged, met=None, goal=f"{judged.goal} where nothing is emulated")


def started(machine: Machine) -> Iterator[Figure]:
    """Look at the installed service."""
    machine.must(f"until {READY}; do sleep 0.5; done", 90)
    score = machine.must("systemd-analyze security --no-pager perroquet | tail -1").split(": ")[1].split()[0]
    yield at_most("exposure", float(score), 2.5, "of 10")
    yield same("failed units", machine.must("systemctl --failed --no-legend --plain").splitlines(), [])
    watched = "cat /sys/class/watchdog/watchdog0/state /sys/class/watchdog/watchdog0/timeout"
    yield same("watchdog of the board", machine.must(watched).split(), ["active", "14"])


def parts(machine: Machine) -> Iterator[Figure]:
    """Let the base in, and ask the doctor."""
    machine.must("systemctl start hil-parts perroquet", 90)
    machine.must(f"systemd-run --quiet --unit=pico {PYTHON}/pico.py")
    machine.must("until [ -e /dev/perroquet-base ]; do sleep 0.1; done", 20)
    yield same("owner of the pins", machine.must("stat -c %G:%a /dev/gpiochip0"), "gpio:660")
    yield same("owner of the base", machine.must("stat -Lc %G:%a /dev/perroquet-base"), "dialout:660")
    machine.must("until journalctl -u perroquet -o cat | grep -q Ready; do sleep 0.1; done", 20)
    machine.must(
        f"echo '{TOUCH}' >/run/pico; sleep 5"
    )  # the virtual base's motion sensor is silent until something moves
    examined = doctor(machine)
    for finding in examined:
        if finding["state"] not in ("ok", "absent-optional"):
            yield Figure(what=f"doctor: {finding['part']}", value=str(finding["found"]), goal="ok", met=False)
    states = [str(finding["state"]) for finding in examined]
    yield told("doctor", ", ".join(f"{states.count(state)} {state}" for state in sorted(set(states))))


def doctor(machine: Machine) -> list[dict[str, Any]]:
    """Return what the doctor finds as the service's user."""
    said = machine.run(f"{AS_SERVICE} /opt/perroquet/bin/perroquet doctor --json", 60)
    return [json.loads(line) for line in said.lines]


def camera(machine: Machine) -> Iterator[Figure]:
    """Pull the camera and plug it in again. Nothing here sees through it: picamera2 is of a Pi."""
    alive = "systemctl show -P MainPID perroquet"
    before, found = machine.must(alive), list[bool]()
    for deed in ("modprobe -r vivid", "modprobe vivid n_devs=1 node_types=0x1 && udevadm settle"):
        machine.must(deed)
        [finding] = [finding for finding in doctor(machine) if finding["part"] == "camera"]
        found.append(bool(finding["found"]))
    yield same("doctor finds the camera once it is pulled, and plugged in again", found, [False, True])
    yield same("the evening goes on without it, in the same process", machine.must(alive) == before, True)


def options(machine: Machine) -> Iterator[Figure]:
    """Press a button on the expander, and look at the display."""
    seen = json.loads(machine.must(f"{PYTHON}/evening.py options", 60))
    yield same("seats that joined through the expander", seen["joined"], [10])
    yield same("display holds a sentence", seen["dots"] > 0, True)


def mishaps(machine: Machine) -> Iterator[Figure]:
    """Pull the base's cable, hang the program, kill it."""
    seconds = json.loads(machine.must(f"{PYTHON}/mishaps.py", 240))
    yield slow("page answers after start", seconds["page"], 10, "s")
    yield at_most("unplugged base noticed", seconds["unplug"], 1, "s")
    yield at_most("replugged base noticed", seconds["replug"], 2, "s")
    yield at_most("hang -> begun anew", seconds["hang begun"], 5, "s")
    yield at_most("crash -> begun anew", seconds["crash begun"], 2, "s")
    yield slow("hang -> ready", seconds["hang ready"], 8, "s")
    yield slow("crash -> ready", seconds["crash ready"], 5, "s")


def page(machine: Machine) -> Iterator[Figure]:
    """Speak to the installed page from outside, as its hardening tests do."""
    machine.must(
        "until curl -sf -o /dev/null http://127.0.0.1:8080/porte; do sleep 0.5; done", 30
    )  # it comes after READY
    code = machine.must("journalctl -u perroquet -o cat | grep -o 'code [0-9]*' | tail -1").split()[1]
    address = f"http://127.0.0.1:{machine.page_port}/"
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(kit.HERE / "installed_page.py")]
    environment = {**os.environ, "PAGE": address, "CODE": code}
    done = subprocess.run(tests, cwd=kit.ROOT, env=environment, capture_output=True, text=True, check=False)
    last = done.stdout.strip().splitlines()[-1]
    yield Figure(what="hardening tests of the installed page", value=last, goal="all pass", met=done.returncode == 0)
    if done.returncode:
        print(done.stdout[-3000:])


def pins(machine: Machine) -> Iterator[Figure]:
    """Press two buttons at once, again and again, before the driver alone."""
    machine.must("systemctl stop perroquet; install -d -o perroquet /run/perroquet")
    pairs = json.loads(machine.must(f"LG_WD=/run {PYTHON}/presses.py {PAIRS}", 120))
    yield same("presses in the order of the fingers", f"{pairs['right']}/{pairs['of']}", f"{PAIRS}/{PAIRS}")
    yield told("of them arrived crossed; median gap", f"{pairs['arrived_crossed']}; {pairs['gap_us']} us")
    machine.must("systemctl start perroquet", 60)


def sound(machine: Machine) -> Iterator[Figure]:
    """Play a tone through the player alone."""
    machine.must("systemctl stop perroquet; install -d -o perroquet /run/perroquet")
    tone = json.loads(machine.must(f"{AS_SERVICE} {PYTHON}/tone.py", 60))
    yield at_most("tone of 880 Hz is off by", round(abs(tone["hertz"] - 880), 2), 1, "Hz")
    yield same("gaps and jumps in it", (tone["gaps"], tone["jumps"]), (0, 0))
    yield told("tone heard for", f"{tone['seconds']} s")
    machine.must("systemctl start perroquet", 60)


def network(machine: Machine) -> Iterator[Figure]:
    """Look for the device's own Wi-Fi with the second radio, and ask for its name."""
    machine.must("until nmcli -t -f NAME connection show --active | grep -q perroquet-hotspot; do sleep 0.2; done", 40)
    key = "grep -oP '(?<=^psk=).*' /etc/NetworkManager/system-connections/perroquet-hotspot.nmconnection"
    radio = "nmcli -t -f DEVICE,TYPE,CONNECTION device | grep ':wifi:$' | cut -d: -f1"
    machine.must("until nmcli device wifi list --rescan yes | grep -q Perroquet; do sleep 1; done", 40)
    machine.must(f"nmcli device wifi connect Perroquet password $({key}) ifname $({radio})", 60)
    address = machine.must(
        "nmcli -g IP4.ADDRESS device show $(iw dev | grep -B9 'type managed' | grep -oP 'Interface \\K.*')"
    )
    yield same("address in the device's own Wi-Fi", address.rsplit(".", 1)[0], "10.42.0")
    machine.must("nmcli connection delete Perroquet")
    name = machine.run("avahi-resolve-host-name -4 perroquet.local", 20)
    yield same("answers as", name.text.split("\t")[0], "perroquet.local")
    services = machine.run(
        "avahi-browse --resolve --terminate --parsable _http._tcp | grep -c '^=.*Perroquet.*;8080;'", 20
    )
    yield same("page announced", int(services.text) > 0, True)


def update(machine: Machine) -> Iterator[Figure]:
    """Install again while a game runs, with evenings moved to a partition of their own."""
    before = json.loads(machine.must(f"{PYTHON}/evening.py begin", 60))
    began = time.monotonic()
    wrote = [line.strip() for line in machine.must(UPDATE, 400).splitlines() if line.startswith("  /")]
    yield told("updated offline in", f"{time.monotonic() - began:.0f} s")
    yield same("files a second installation writes", wrote, ["/etc/systemd/system/var-lib-perroquet.mount"])
    kept = json.loads(machine.must(f"{PYTHON}/evening.py told {before['last']}"))
    yield same("events kept by an update", kept["sha256"] == before["sha256"] and before["last"], before["last"])
    yield same("evening after an update", kept["situation"], "paused")
    yield same("evenings are on", machine.must("findmnt -no LABEL /var/lib/perroquet"), "perroquet-data")


def switched_off(machine: Machine) -> Iterator[Figure]:
    """Switch the machine off with the panel's buttons."""
    order = machine.start(f"{PYTHON}/evening.py off")
    said_at = began = time.monotonic()
    for line in machine.heard(order, began + 60 * SLOWNESS):
        said_at = time.monotonic()
        yield told("hands at the panel", line)
    machine.wait_off(1)
    yield at_most("off after the yes in the panel's shutdown menu", round(time.monotonic() - said_at, 1), 30, "s")


def read_only(machine: Machine) -> Iterator[Figure]:
    """Play on a root that forgets; then let the kernel's first process die."""
    yield same("root of the second start", machine.must("findmnt -no FSTYPE /"), "overlay")
    machine.must(f"until {READY}; do sleep 0.2; done", 60)
    machine.must("touch /etc/forgotten")
    before = json.loads(machine.must(f"{PYTHON}/evening.py begin", 60))
    machine.must(f"echo '{json.dumps(before)}' >/var/lib/perroquet/ladder.json; sync")
    machine.start("kill -SEGV 1")
    yield at_most("reset by the watchdog after systemd died", round(machine.wait_off(40), 1), 20, "s")


def after_the_reset(machine: Machine) -> Iterator[Figure]:
    """Find the evening and nothing else."""
    machine.must(f"until {READY}; do sleep 0.2; done", 60)
    yield same("what the root remembers", machine.run("ls /etc/forgotten").code, 2)
    before = json.loads(machine.must("cat /var/lib/perroquet/ladder.json"))
    kept = json.loads(machine.must(f"{PYTHON}/evening.py told {before['last']}"))
    yield same("events kept by the reset", kept["sha256"] == before["sha256"] and before["last"], before["last"])
    yield same("evening after the reset", kept["situation"], "paused")


def without_partition(machine: Machine) -> Iterator[Figure]:
    """Start without the partition of the evenings."""
    machine.must(f"until {READY}; do sleep 0.5; done", 120)
    [finding] = [finding for finding in doctor(machine) if finding["part"] == "state-folder"]
    yield same("table without its partition; doctor's word", ("active", finding["state"]), ("active", "wrong"))


Step = Callable[[Machine], Iterator[Figure]]
ON_DISK: Final[tuple[Step, ...]] = (
    started,
    parts,
    options,
    camera,
    mishaps,
    page,
    pins,
    sound,
    network,
    update,
    switched_off,
)
READ_ONLY: Final[tuple[Step, ...]] = (read_only, after_the_reset, without_partition)


if __name__ == "__main__":
    sys.exit(main())
