"""What a base says of itself, judged."""

import struct
from dataclasses import replace

import pytest
from perroquet.firmware.shared import messages
from perroquet.kernel.units import Micros
from perroquet.link.frames import Info, Report, State
from perroquet.link.selftest import Finding, judged

from tests.link.far_end import INFO, STANDING

WELL = Report(
    nonce=1,
    rest=struct.pack("<20H", *range(217, 317, 5)),
    noise=bytes([8] * 20),
    supports=struct.pack("<3H", 360, 350, 370),
    acceleration=struct.pack("<3h", 12, -20, 1004),
    turning=0,
    slowest_us=9_000,
    free=60_000,
)
BASE = replace(INFO, capabilities=15)


def ill(
    report: Report = WELL, state: State = STANDING, info: Info = BASE, bound: int = 300, shipped: bytes = INFO.firmware
) -> dict[str, Finding]:
    """Return what is not well."""
    return {finding.part: finding for finding in judged(info, state, report, Micros(bound), shipped) if not finding.ok}


def test_a_base_that_is_well_has_nothing_to_mend():
    assert ill() == {}
    assert not [f for f in judged(BASE, STANDING, WELL, Micros(300), INFO.firmware) if f.mend]


def test_a_broken_wire_an_open_contact_and_a_wet_film_are_told_apart():
    rest = list(range(217, 317, 5))
    rest[3], rest[13] = 1000, 20
    report = replace(WELL, rest=struct.pack("<20H", *rest), noise=bytes([8] * 19 + [90]))
    found = ill(report)

    assert set(found) == {"ring 4", "column 2", "column 8"}
    assert "wire is broken" in found["ring 4"].mend
    assert "clean its contact" in found["column 2"].mend
    assert "dry the film" in found["column 8"].mend


def test_a_line_the_base_does_not_believe_is_named():
    assert "not believed" in ill(state=replace(STANDING, faulty=1 << 5))["ring 6"].found


@pytest.mark.parametrize(
    ("codes", "part", "mend"), [((0, 350, 370), "support 1", "plug"), ((360, 350, 4095), "support 3", "loosen")]
)
def test_supports_at_the_ends_of_their_range(codes: tuple[int, int, int], part: str, mend: str):
    assert mend in ill(replace(WELL, supports=struct.pack("<3H", *codes)))[part].mend


def test_an_imu_that_is_missing_or_lies_askew():
    assert "SDA" in ill(info=replace(BASE, capabilities=11))["IMU"].mend
    assert "level" in ill(replace(WELL, acceleration=struct.pack("<3h", 700, 0, 714)))["IMU"].mend


def test_a_totem_away_or_crooked_a_slow_base_another_firmware_and_a_bad_clock():
    away = ill(state=replace(STANDING, flags=0))["totem"]
    crooked = ill(state=replace(STANDING, flags=messages.STANDING | messages.BARE))
    slow = ill(replace(WELL, slowest_us=90_000), replace(STANDING, lost_scans=7))["scans"]
    old = ill(shipped=b"another!")["firmware"]

    assert away.found == "away"
    assert crooked == {} or "totem" in crooked
    assert "7 lost" in slow.found
    assert "perroquet totem flash" in old.mend
    assert "cable" in ill(bound=9_000)["clock"].mend
