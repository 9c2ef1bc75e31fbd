"""When a line is touched."""

import random

import pytest
from perroquet.firmware.detector import Detector, median3

REST = [217 + 5 * i for i in range(20)]
SCALE = 24


class Lines:
    """A detector and the lines before it, with noise, drift and hum of a seed."""

    def __init__(self, sigma: float = 0.8, hum: float = 0.0) -> None:
        self.detector = Detector(REST, SCALE)
        self.touches: list[tuple[int, int]] = []
        self.index = 0
        self.drift = 0.0
        self._luck = random.Random("lines")
        self._sigma = sigma
        self._hum = hum
        while not self.detector.learn(self.scan()):
            pass

    def scan(self, extra: dict[int, float] | None = None) -> tuple[int, ...]:
        hum = self._hum * (self.index % 50 - 25) / 25
        self.index += 1
        touched = extra or {}
        return tuple(
            int(rest + self.drift + hum + self._luck.gauss(0, self._sigma) + touched.get(i, 0.0))
            for i, rest in enumerate(REST)
        )

    def run(self, scans: int, extra: dict[int, float] | None = None) -> None:
        for _ in range(scans):
            raw = self.scan(extra)
            self.detector.feed(self.index, raw)
            self.touches += self.detector.came

    def set_noise(self, sigma: float) -> None:
        self._sigma = sigma

    def on(self) -> set[int]:
        return {line for line, touched in enumerate(self.detector.touched) if touched}


def test_the_median_of_three_is_the_middle_one():
    assert {median3(*abc) for abc in ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1))} == {2}


def test_a_touch_is_told_with_the_instant_of_its_crossing():
    lines = Lines(sigma=0.1)
    lines.run(100)
    came = lines.index + 1  # the first scan that feels it
    lines.run(10, {5: 24.0, 14: 24.0})

    assert [line for line, _ in lines.touches] == [5, 14]
    assert all(abs(at / 256 - came) <= 1 for _, at in lines.touches)


@pytest.mark.parametrize("scans", [1, 2])
def test_a_spark_of_one_or_two_scans_is_no_touch(scans: int):
    lines = Lines()
    for _ in range(50):
        lines.run(scans, {5: 400.0})
        lines.run(9)

    assert lines.touches == []


def test_noise_alone_touches_nothing_in_a_minute_of_scans():
    lines = Lines(sigma=1.6, hum=2.4)
    lines.run(150_000 // 8)

    assert lines.touches == []


def test_a_noisy_base_raises_its_thresholds():
    quiet, noisy = Lines(sigma=0.5), Lines(sigma=3.0)
    for lines in (quiet, noisy):
        lines.run(10, {5: 8.0})

    assert quiet.on() == {5}
    assert noisy.on() == set()


def test_hum_common_to_all_lines_is_taken_off():
    lines = Lines(sigma=0.3, hum=20.0)
    lines.run(500)

    assert lines.touches == []


def test_the_baseline_waits_while_a_hand_stays():
    lines = Lines()
    lines.run(20_000, {5: 24.0, 6: 20.0})

    assert lines.on() == {5, 6}


def test_a_release_is_told_at_sixty_percent():
    lines = Lines(sigma=0.1)
    lines.run(10, {5: 24.0})
    lines.run(10, {5: 4.0})
    held = lines.on()
    lines.run(10, {5: 1.0})

    assert held == {5}
    assert lines.on() == set()


def test_open_lines_mean_that_the_totem_is_gone_not_that_it_is_touched():
    lines = Lines()
    for _ in range(5):
        lines.detector.feed(lines.index, tuple(rest * 2 // 5 for rest in REST))
        lines.index += 1

    assert lines.detector.open
    assert lines.on() == set()
    assert not lines.detector.seated(tuple(rest * 2 // 5 for rest in REST))


def test_a_glance_sees_what_decoding_would():
    lines = Lines()

    assert not lines.detector.stirs(lines.scan())
    assert lines.detector.stirs(lines.scan({3: 12.0}))
    assert lines.detector.stirs(tuple(rest // 2 for rest in REST))


@pytest.mark.parametrize("step", [0.05, -0.05])
def test_the_baseline_follows_drift_both_ways_at_a_few_looks_a_second(step: float):
    lines = Lines()
    for _ in range(400):
        lines.drift += step
        lines.detector.rest(lines.scan(), lines.scan(), lines.scan())
    lines.run(100)

    assert not lines.detector.stirs(lines.scan())
    assert lines.touches == []


def test_looks_at_rest_learn_the_noise():
    lines = Lines(sigma=0.5)
    lines.set_noise(3.0)
    for _ in range(400):
        lines.detector.rest(lines.scan(), lines.scan(), lines.scan())
    lines.run(10, {5: 8.0})

    assert lines.on() == set()
