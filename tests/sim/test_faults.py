"""Parts that fail read as such parts read."""

import numpy as np
import pytest
from perroquet.drivers.sim.acts import BadSupply, DeadLine, StuckLine
from perroquet.drivers.sim.hands import VirtualTotem
from perroquet.drivers.sim.shape import SHAPE

from tests.sim.test_totem import HAND, scans


def test_a_dead_line_feels_nothing_and_its_neighbours_do() -> None:
    totem = VirtualTotem("s")
    totem.disturb([DeadLine(line=6, at_ms=50)], 0)
    totem.grab([HAND], 100_000)
    before, touched = totem.block(scans(0, 40_000))[0], totem.block(scans(225_000, 230_000))[0]
    rise = touched.mean(axis=0) - before.mean(axis=0)

    assert touched[:, 6].max() < 0.3 * before[:, 6].min()
    assert rise[[5, 7]].max() > 10


def test_a_stuck_line_stays_as_if_touched_with_and_without_the_totem() -> None:
    totem = VirtualTotem("s")
    totem.disturb([StuckLine(line=3)], 0)
    rest = VirtualTotem("s").block(scans(0, 20_000))[0].mean(axis=0)
    standing = totem.block(scans(0, 20_000))[0].mean(axis=0)
    totem.take_away(100_000)
    away = totem.block(scans(200_000, 220_000))[0].mean(axis=0)

    assert standing[3] - rest[3] == pytest.approx(1.2 * totem.scale, abs=2)
    assert away[3] == pytest.approx(standing[3], abs=2)
    assert away[4] < 0.6 * rest[4]


def test_a_bad_supply_hums_on_all_lines_nearly_alike() -> None:
    totem = VirtualTotem("s")
    totem.disturb([BadSupply(hum=0.5)], 0)
    times = scans(0, 200_000)
    hum = totem.block(times)[0] - VirtualTotem("s").block(times)[0]
    spectrum = np.abs(np.fft.rfft(hum[:, 0]))
    hz = np.fft.rfftfreq(len(times), 400e-6)

    assert hz[int(spectrum.argmax())] == pytest.approx(50)
    assert hum.std(axis=0).min() > 0.25 * totem.scale
    assert (hum - hum.mean(axis=1, keepdims=True)).std() < 0.15 * hum.std()
    assert not totem.quiet(1_000_000)


def test_a_totem_put_back_crooked_leaves_some_contacts_open() -> None:
    for seed in range(20):
        totem = VirtualTotem(str(seed))
        rest = totem.block(scans(0, 20_000))[0].mean(axis=0)
        totem.take_away(100_000)
        totem.put_back(1_000_000, crooked=True)
        crooked = totem.block(scans(1_200_000, 1_220_000))[0].mean(axis=0)
        totem.take_away(2_000_000)
        totem.put_back(3_000_000)
        straight = totem.block(scans(3_200_000, 3_220_000))[0].mean(axis=0)
        loose = int((crooked < 0.6 * rest).sum())
        low, high = totem.model.around.crooked

        assert low <= loose <= high < SHAPE.lines // 2
        assert straight == pytest.approx(rest, abs=3)


def test_a_totem_missing_at_power_on_has_open_lines() -> None:
    empty, there = (VirtualTotem("s", standing=standing).block(scans(0, 20_000))[0] for standing in (False, True))

    assert empty.mean(axis=0) == pytest.approx(SHAPE.open_share * there.mean(axis=0), abs=3)
