"""When a line is touched."""

# The firmware has no names to spare for tests alone.
# pyright: reportPrivateUsage=false

import itertools
import random
import statistics

import pytest
from perroquet.drivers.sim.acts import VirtualHand
from perroquet.drivers.sim.hands import VirtualTotem
from perroquet.firmware import lines
from perroquet.kernel.units import Degrees

from tests.firmware.bench_lines import CODES, REST, Lines


def test_the_middle_one_of_three_scans_counts_in_whatever_order():
    for three in itertools.permutations((0, 10, 30)):
        detector = Lines(sigma=0.0)
        for value in three:
            detector.feed([rest + value for rest in REST])

        assert all(row == lines.BIAS + (10 << 8) for row in detector.detector._memory[lines.OFF : lines.OFF + 20])


@pytest.mark.parametrize("climb", [3.0, 6.0, 12.0])
def test_a_touch_is_told_with_its_onset_however_fast_it_climbs(climb: float):
    detector = Lines(sigma=0.1)
    detector.run(100)
    came = detector.index
    for k in range(20):
        detector.run(1, {5: min(40.0, climb * k), 14: min(40.0, climb * k)})

    assert {line for line, _ in detector.touches} == {5, 14}
    assert all(abs(at / 256 - came) <= 2.5 for _, at in detector.touches)


def test_first_contacts_of_the_virtual_totem_are_timed_within_half_a_millisecond():
    luck, errors = random.Random("onsets"), list[float]()
    for seed in range(120):
        totem = VirtualTotem(f"onset/{seed}")
        fingers = luck.choices((1, 2, 3, 4, 5), totem.model.finger_p)[0]
        azimuth, top = Degrees(luck.uniform(0, 360)), luck.uniform(60, 135)
        totem.grab([VirtualHand(azimuth=azimuth, at_ms=luck.uniform(0, 5), fingers=fingers, top_mm=top)], 200_000)
        detector = Lines()
        _feel(detector, totem, 180_000, 140)
        first = totem.truth(200_000)[0].first_us
        if detector.touches:
            told = detector.touches[0][1]  # what opens the grab
            errors.append((told / 256 * 400 - first) / 1000)

    assert len(errors) >= 110
    assert statistics.pstdev(errors) <= 0.5
    assert abs(statistics.fmean(errors)) <= 0.25


def _feel(detector: Lines, totem: VirtualTotem, start_us: int, scans: int) -> None:
    """Learn the totem at rest before `start_us`, then feed what it measures."""
    for k in range(32):
        detector._write(2, totem.sample(start_us - 1600 * (33 - k))[0])
        detector.detector.learn(2)
    for row in range(2):
        detector._write(row, totem.sample(start_us - 800 + 400 * row)[0])
    for k in range(scans):
        detector.index = start_us // 400 + k
        detector.feed(totem.sample(start_us + 400 * k)[0])


@pytest.mark.parametrize("scans", [1, 2, 6])
def test_a_spark_is_no_touch(scans: int):
    detector = Lines()
    for _ in range(50):
        detector.run(scans, {5: 400.0})
        detector.run(9)

    assert detector.touches == []


def test_noise_alone_touches_nothing_in_seconds_of_scans():
    detector = Lines(sigma=1.6, hum=2.4)
    detector.run(20_000)

    assert detector.touches == []


def test_a_noisy_base_raises_its_thresholds():
    quiet, noisy = Lines(sigma=0.5), Lines(sigma=3.0)
    for detector in (quiet, noisy):
        detector.run(12, {5: 8.0})

    assert quiet.on() == {5}
    assert noisy.on() == set()


def test_hum_common_to_all_lines_is_taken_off():
    detector = Lines(sigma=0.3, hum=20.0)
    detector.run(500)

    assert detector.touches == []


def test_a_hand_in_the_hum_of_a_bad_supply_is_felt():
    detector = Lines(sigma=0.3, hum=20.0)
    detector.run(200)
    came = detector.index
    detector.run(20, {5: 24.0, 14: 24.0})

    assert [line for line, _ in detector.touches] == [5, 14]
    assert all(abs(at / 256 - came) <= 3 for _, at in detector.touches)


def test_the_baseline_waits_while_a_hand_stays():
    detector = Lines()
    detector.run(20_000, {5: 24.0, 6: 20.0})

    assert detector.on() == {5, 6}


def test_a_release_is_told_at_sixty_percent():
    detector = Lines(sigma=0.1)
    detector.run(12, {5: 24.0})
    detector.run(12, {5: 4.0})
    held = detector.on()
    detector.run(12, {5: 1.0})

    assert held == {5}
    assert detector.on() == set()


def test_open_lines_mean_that_the_totem_is_gone_not_that_it_is_touched():
    detector = Lines()
    for _ in range(5):
        detector.feed([rest * 2 // 5 for rest in REST])

    assert detector.opened
    assert detector.on() == set()
    assert not detector.detector.seated(1)


def test_a_totem_that_tilts_out_opens_its_lines_one_by_one_and_none_of_them_looks_touched():
    detector = Lines(sigma=0.0)
    detector.run(20, {5: 24.0})
    begun = detector.index
    for k in range(20):
        detector.index += 1
        detector.feed([rest * 2 // 5 if i <= k else rest + (24 if i == 5 else 0) for i, rest in enumerate(REST)])
        if detector.opened:
            break
        assert all(detector.detector.signal(i) <= 0 for i in range(20) if i != 5)

    assert detector.on() <= {5}
    assert abs(detector.detector.opened(detector.index) - (begun + 5)) <= 1


def test_nothing_stirs_at_rest_and_a_near_hand_does():
    detector = Lines()
    detector.run(5)
    rest = detector.detector.stirred()
    detector.run(4, {3: 4.5})

    assert not rest
    assert detector.detector.stirred()
    assert detector.on() == set()


@pytest.mark.parametrize("step", [0.05, -0.05])
def test_the_baseline_follows_drift_both_ways_at_a_few_looks_a_second(step: float):
    detector = Lines()
    for _ in range(400):
        detector.drift += step
        detector.run(3)
        detector.detector.rest()
    detector.run(100)

    assert not detector.detector.stirred()
    assert detector.touches == []
    assert abs(detector.detector._memory[lines.OFF] - lines.BIAS) < 3 << 8


def test_looks_at_rest_learn_the_noise():
    detector = Lines(sigma=0.5)
    detector.sigma = 3.0
    for _ in range(400):
        detector.run(3)
        detector.detector.rest()
    detector.run(12, {5: 8.0})

    assert detector.on() == set()


def test_a_dead_line_is_doubted_and_the_others_feel_the_hand():
    detector = Lines(dead=(7,))
    detector.run(20, {7: 24.0, 8: 24.0})

    assert detector.detector.faulty == 1 << 7
    assert detector.on() == {8}


def test_the_history_keeps_what_was_decoded():
    detector = Lines(sigma=0.0)
    detector.run(30, {5: 24.0})
    at = detector.index % lines.HISTORY * lines.KEPT
    row = detector.history.kept[at : at + lines.KEPT]

    assert list(row[:20]) == [56 if line == 5 else 32 for line in range(20)]
    assert tuple(row[20 + 2 * k] | row[21 + 2 * k] << 8 for k in range(3)) == CODES
    assert row[26] == 128
