"""What a base says of itself, judged: one finding a part, with the way to mend it. No I/O."""

import struct
from dataclasses import dataclass
from typing import Final

from perroquet.firmware.shared import messages
from perroquet.kernel.units import Micros
from perroquet.link.frames import Info, Report, State

_LEAST_REST: Final = 60
_MOST_REST: Final = 900
_MOST_NOISE: Final = 3.0
_ADC_TOP: Final = 4095
_LEAST_CODE: Final = 20
_GRAVITY_MG: Final = 60
_MOST_BOUND: Final = 5_000
_RING_US: Final = 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One part of the base: what was found, what was wanted, and the mend (empty when all is well)."""

    part: str
    ok: bool
    found: str
    wanted: str
    mend: str = ""


def judged(info: Info, state: State, report: Report, bound: Micros, shipped: bytes) -> tuple[Finding, ...]:
    """Return the findings, with the totem standing and nobody near.

    Args:
        info: who the base is.
        state: its newest.
        report: its answer to a `Test`.
        bound: how far its clock may be off.
        shipped: `firmware_id()` of this Perroquet.
    """
    return (
        _firmware(info, shipped),
        _finding("clock", bound <= _MOST_BOUND, f"known to {bound} us", f"{_MOST_BOUND} us", "try another USB cable"),
        _finding(
            "totem", state.standing, _stands(state), "standing in its seat", "put the totem into its seat, hands off"
        ),
        *_lines(report, state),
        *_supports(report),
        _imu(info, report),
        _finding(
            "scans",
            state.lost_scans == 0 and report.slowest_us < _RING_US,
            f"{state.lost_scans} lost, slowest step {report.slowest_us} us",
            f"none lost, every step under {_RING_US} us",
            "unplug the base and plug it in again; report it if it comes back",
        ),
    )


def _finding(part: str, ok: bool, found: str, wanted: str, mend: str) -> Finding:  # noqa: FBT001 - a row of a table
    return Finding(part=part, ok=ok, found=found, wanted=wanted, mend="" if ok else mend)


def _firmware(info: Info, shipped: bytes) -> Finding:
    same = info.firmware == shipped
    return _finding(
        "firmware", same, info.firmware.hex(), shipped.hex(), "bring it up to date: `perroquet totem flash`"
    )


def _stands(state: State) -> str:
    if state.bare:
        return "a weight in the seat, but no contact to its lines"
    return "standing" if state.standing else "away"


def _lines(report: Report, state: State) -> list[Finding]:
    findings: list[Finding] = []
    for line, (rest,) in enumerate(struct.iter_unpack("<H", report.rest)):
        noise = report.noise[line] / 16
        doubted = bool(state.faulty >> line & 1)
        ok = _LEAST_REST <= rest <= _MOST_REST and noise <= _MOST_NOISE and not doubted
        name = f"ring {line + 1}" if line < 12 else f"column {line - 11}"
        if rest > _MOST_REST:
            mend = "its wire is broken or shorted to ground: look at its contact, its pull-up and its solder"
        elif rest < _LEAST_REST:
            mend = "nothing hangs on it: clean its contact, and check its wire up to the totem"
        else:
            mend = "dry the film around it; keep mains cables and chargers away"
        findings.append(
            _finding(
                name,
                ok,
                f"rests at {rest}, noise {noise:.1f}" + (", not believed" if doubted else ""),
                f"{_LEAST_REST} to {_MOST_REST}, noise up to {_MOST_NOISE}",
                mend,
            )
        )
    return findings


def _supports(report: Report) -> list[Finding]:
    return [
        _finding(
            f"support {number + 1}",
            _LEAST_CODE <= code < _ADC_TOP,
            f"code {code}",
            f"{_LEAST_CODE} to {_ADC_TOP - 1}",
            "check its plug and the screw of the spring" if code < _LEAST_CODE else "loosen the screw of the spring",
        )
        for number, (code,) in enumerate(struct.iter_unpack("<H", report.supports))
    ]


def _imu(info: Info, report: Report) -> Finding:
    if not info.capabilities & messages.CAN_IMU:
        return _finding(
            "IMU", False, "none found at power-on", "an IMU on its two wires", "check SDA, SCL, 3V3 and ground"
        )
    x, y, z = struct.unpack("<hhh", report.acceleration)
    size = round((x * x + y * y + z * z) ** 0.5)
    ok = abs(size - 1000) <= _GRAVITY_MG and z > 800
    return _finding(
        "IMU", ok, f"{x}, {y}, {z} mg", "about 0, 0, 1000 mg", "stand the base level; check how the IMU lies in it"
    )
