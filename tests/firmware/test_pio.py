"""The PIO program in an emulator, against the formula of a charging capacitor."""

# The firmware has no names to spare for tests alone.
# pyright: reportPrivateUsage=false

import math
import sys
from array import array
from collections import deque
from collections.abc import Sequence
from typing import Any

import pytest
from perroquet.firmware import lines
from pioemu import State, emulate  # pyright: ignore[reportMissingTypeStubs] - has none

from tests.firmware import fake_rp2

run: Any = emulate
CLOCK_HZ = 125e6
LOOK_CYCLES = 8
TELLING_CYCLES = 4
VDD, THRESHOLD = 3.3, 1.65
PULL_UP_OHM = 1e6
PAD_OHM = 50.0
WINDOW = 1000


def assembled() -> fake_rp2.Program:
    """Return the program as the board would assemble it."""
    sys.modules["rp2"] = fake_rp2.module()
    try:
        from perroquet.firmware import pio_touch
    finally:
        del sys.modules["rp2"]
    program: Any = pio_touch.touch
    assert pio_touch.LOOK_CYCLES == LOOK_CYCLES
    return program


@pytest.fixture(scope="module")
def touch() -> fake_rp2.Program:
    return assembled()


class Charging:
    """Pads with a capacitor each: driven low hard, or charged through the pull-up."""

    def __init__(self, farads: Sequence[float], volts: float = VDD) -> None:
        self._farads = farads
        self._volts = [volts] * len(farads)
        self._clock = 0

    def pins(self, state: State) -> int:
        seconds = (state.clock - self._clock) / CLOCK_HZ
        self._clock = state.clock
        word = 0
        for i, farads in enumerate(self._farads):
            if state.pin_directions >> i & 1:
                self._volts[i] *= math.exp(-seconds / (PAD_OHM * farads))
            else:
                self._volts[i] = VDD - (VDD - self._volts[i]) * math.exp(-seconds / (PULL_UP_OHM * farads))
            word |= (self._volts[i] > THRESHOLD) << i
        return word


def scan(touch: fake_rp2.Program, pads: Charging) -> list[int]:
    """Return the words of one scan."""
    words: list[int] = []
    start = State(transmit_fifo=deque([WINDOW]))

    def ended(_opcode: int, _state: State) -> bool:
        return bool(words) and words[-1] & 0xFFF == 0xFFF

    for _, state in run(
        touch.words,
        stop_when=ended,
        initial_state=start,
        input_source=pads.pins,
        shift_isr_right=False,
        shift_osr_right=False,
        out_base=0,
        out_count=32,
        wrap_target=touch.wrap_target,
        wrap_top=touch.wrap,
    ):
        while state.receive_fifo:
            words.append(state.receive_fifo.popleft())
    return words


def counts(words: Sequence[int], many: int) -> list[int]:
    """Decode with the firmware's own loop."""
    ring, row = array("I", [*words, 0]), array("H", [0] * lines.ROW)
    assert lines.decode(ring, 0, 0, row, 0, lines.WHICH, 0xFFFF, len(words), WINDOW) == len(words)
    return list(row[:many])


def formula(farads: float, earlier: int = 0) -> float:
    """Return looks until a capacitor charged through the pull-up crosses the threshold.

    Each of the `earlier` instants at which others rose has cost four cycles to tell.
    """
    cycles = PULL_UP_OHM * farads * -math.log(1 - THRESHOLD / VDD) * CLOCK_HZ
    return (cycles - TELLING_CYCLES * earlier) / LOOK_CYCLES


def test_the_program_fits_a_pio(touch: fake_rp2.Program):
    assert len(touch.words) <= 32


@pytest.mark.parametrize("many", [16, 20])
@pytest.mark.parametrize("pf", [12, 20, 45])
def test_counts_follow_the_formula(touch: fake_rp2.Program, many: int, pf: int):
    farads = [(pf + 0.5 * i) * 1e-12 for i in range(many)]
    got = counts(scan(touch, Charging(farads)), many)

    assert all(abs(count - formula(farad, i)) <= 1.5 for i, (count, farad) in enumerate(zip(got, farads, strict=True)))


def test_a_finger_adds_its_own_capacitance_and_leaves_the_other_lines_alone(touch: fake_rp2.Program):
    rest = [(20 + i) * 1e-12 for i in range(20)]
    held = [farad + {5: 8e-12, 11: 12e-12}.get(i, 0.0) for i, farad in enumerate(rest)]
    before, after = (counts(scan(touch, Charging(farads)), 20) for farads in (rest, held))

    grown = {i: b - a for i, (a, b) in enumerate(zip(before, after, strict=True)) if abs(b - a) > 2}
    assert set(grown) == {5, 11}
    assert all(abs(grown[i] - formula(pf * 1e-12)) <= 4 for i, pf in ((5, 8), (11, 12)))  # it rises after more others


def test_lines_that_rise_together_share_a_word(touch: fake_rp2.Program):
    words = scan(touch, Charging([20e-12] * 20))
    got = counts(words, 20)

    assert len(words) == 2
    assert len(set(got)) == 1
    assert abs(got[0] - formula(20e-12)) <= 1.5


def test_a_line_that_never_rises_counts_the_whole_window_and_one_that_never_falls_none(touch: fake_rp2.Program):
    got = counts(scan(touch, Charging([200e-12, 20e-12, 1e-18, *[21e-12] * 17])), 20)

    assert got[0] == WINDOW
    assert got[2] <= 2
    assert abs(got[1] - formula(20e-12)) <= 1.5


def test_a_line_that_rises_in_the_very_last_look_does_not_end_the_scan_twice(touch: fake_rp2.Program):
    at_end = WINDOW * LOOK_CYCLES / CLOCK_HZ / PULL_UP_OHM / math.log(2)
    for off in range(-4, 5):
        words = scan(touch, Charging([at_end * (1 + off * 0.0008), *[20e-12] * 19]))
        assert [word & 0xFFF for word in words].count(0xFFF) == 1


def test_a_scan_takes_less_than_a_quarter_of_its_period(touch: fake_rp2.Program):
    pads = Charging([20e-12] * 20)
    scan(touch, pads)

    assert pads._clock / CLOCK_HZ < 100e-6
