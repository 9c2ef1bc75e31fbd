"""The contract of `ports.StatusLamp`, on simulated pins and on a Pi's; and the laws of the patterns."""

import asyncio
import itertools
from collections.abc import Iterable

import pytest
from perroquet.drivers.gpio import GpioLamp, LampFrame
from perroquet.drivers.patterns import DARK, FLASHES, LOOKS, Look
from perroquet.kernel.cues import Flash, Pattern
from perroquet.kernel.errors import PartBusy
from perroquet.kernel.units import NS_PER_MS, Millis, Seq, after

from tests.contracts.conftest import Rig

BRIGHT = 50
"""From this percentage on, a step counts as light."""

ALIKE = 1.4
"""Durations that differ by less than this factor look the same."""


def flashes(look: Look) -> list[tuple[bool, int]]:
    """Return (lit, milliseconds) stretches of one cycle; steady is one stretch."""
    steps = ((step.brightness >= BRIGHT, step.keep) for step in look.rhythm)
    stretches = [(lit, sum(keep for _, keep in same)) for lit, same in itertools.groupby(steps, lambda step: step[0])]
    if len(stretches) > 1 and stretches[0][0] == stretches[-1][0]:
        lit, keep = stretches.pop()
        stretches[0] = (lit, stretches[0][1] + keep)
    return stretches


def look_alike(one: Look, other: Look) -> bool:
    """Say whether two rhythms, whatever their colours, are the same to the eye at some rotation."""
    a, b = flashes(one), flashes(other)
    if len(a) != len(b):
        return False
    if len(a) == 1:
        return a[0][0] == b[0][0]
    return any(
        all(
            lit == lit_b and max(keep, keep_b) < ALIKE * min(keep, keep_b)
            for (lit, keep), (lit_b, keep_b) in zip(a, b[turn:] + b[:turn], strict=True)
        )
        for turn in range(len(b))
    )


def alike(looks: Iterable[tuple[Pattern, Look]]) -> list[tuple[Pattern, Pattern]]:
    return [(p, q) for (p, one), (q, other) in itertools.combinations(looks, 2) if look_alike(one, other)]


def test_every_pattern_has_a_look():
    assert set(LOOKS) == set(Pattern)


def test_no_two_patterns_have_the_same_rhythm():
    assert alike(LOOKS.items()) == []


def test_every_flash_has_a_look_that_begins_and_ends_dark_and_none_looks_like_another():
    assert set(FLASHES) == set(Flash)
    assert all(look.rhythm[0].brightness == look.rhythm[-1].brightness == 0 for look in FLASHES.values())
    assert len(
        {
            tuple(lit for lit, _ in flashes(look)) + tuple(keep > 500 for _, keep in flashes(look))
            for look in FLASHES.values()
        }
    ) == len(Flash)


def test_no_pattern_flashes_more_than_three_times_in_any_second():
    for pattern, look in (*LOOKS.items(), *FLASHES.items()):
        cycle = flashes(look)
        onsets = list[int]()
        at = 0
        for lit, keep in itertools.islice(itertools.cycle(cycle), 40 if len(cycle) > 1 else 1):
            if lit:
                onsets.append(at)
            at += keep

        assert all(later - first >= 1000 for first, later in zip(onsets, onsets[3:], strict=False)), pattern


@pytest.mark.anyio
@pytest.mark.parametrize("pattern", Pattern)
async def test_a_pattern_shows_its_rhythm_in_time(rig: Rig, pattern: Pattern):
    lamp, look = rig.lamp(), LOOKS[pattern]
    start = rig.clock.now()
    lamp.show(pattern, Seq(1))
    await rig.clock.sleep_until(after(start, Millis(sum(step.keep for step in look.rhythm) - 1)))
    frames = tuple(rig.frames)
    await lamp.aclose()

    starts = itertools.accumulate((step.keep for step in look.rhythm[:-1]), initial=0)
    assert [frame.colour for frame in frames] == [look.shown(step) for step in look.rhythm]
    for frame, wanted in zip(frames, starts, strict=True):
        assert frame.at - start == pytest.approx(wanted * NS_PER_MS, abs=20 * NS_PER_MS)


@pytest.mark.anyio
async def test_show_is_on_the_pins_at_once_with_its_cause(rig: Rig):
    lamp = rig.lamp()
    lamp.show(Pattern.PLAYING, Seq(7))

    assert [(frame.pattern, frame.cause) for frame in rig.frames] == [(Pattern.PLAYING, 7)]
    assert rig.panel.colour() == LOOKS[Pattern.PLAYING].colour
    await lamp.aclose()


@pytest.mark.anyio
async def test_the_same_pattern_again_goes_on_undisturbed_under_its_new_cause(rig: Rig):
    lamp, start = rig.lamp(), rig.clock.now()
    lamp.show(Pattern.WAITING, Seq(1))
    await rig.clock.sleep_until(after(start, Millis(500)))
    lamp.show(Pattern.WAITING, Seq(2))
    await rig.clock.sleep_until(after(start, Millis(1000)))
    await lamp.aclose()

    assert [frame.cause for frame in rig.frames] == [1, 2]
    assert rig.frames[1].at - start == pytest.approx(800 * NS_PER_MS, abs=20 * NS_PER_MS)


@pytest.mark.anyio
async def test_a_new_pattern_begins_at_its_beginning_and_ends_the_old_one(rig: Rig):
    lamp, start = rig.lamp(), rig.clock.now()
    lamp.show(Pattern.ALARM, Seq(1))
    await rig.clock.sleep_until(after(start, Millis(250)))
    lamp.show(Pattern.PLAYING, Seq(2))
    await rig.clock.sleep_until(after(start, Millis(5000)))
    await lamp.aclose()

    assert [frame.pattern for frame in rig.frames] == [Pattern.ALARM, Pattern.ALARM, Pattern.PLAYING]


def rounds(flash: Flash) -> Millis:
    return Millis(sum(step.keep for step in FLASHES[flash].rhythm))


@pytest.mark.anyio
@pytest.mark.parametrize("flash", Flash)
async def test_a_flash_shows_its_rhythm_once_and_then_what_was_shown_before(rig: Rig, flash: Flash):
    lamp = rig.lamp()
    lamp.show(Pattern.PLAYING, Seq(1))
    lamp.flash(flash, Seq(2))
    await rig.clock.sleep_until(after(rig.clock.now(), Millis(rounds(flash) + 50)))
    await lamp.aclose()

    look = FLASHES[flash]
    assert [frame.colour for frame in rig.frames[1:-1]] == [look.shown(step) for step in look.rhythm]
    assert [frame.pattern for frame in (rig.frames[0], rig.frames[-1])] == [Pattern.PLAYING] * 2
    assert [frame.cause for frame in rig.frames] == [1, *[2] * len(look.rhythm), 1]


@pytest.mark.anyio
async def test_a_pattern_waits_for_the_end_of_a_flash_and_an_alarm_does_not(rig: Rig):
    lamp, start = rig.lamp(), rig.clock.now()
    lamp.show(Pattern.PLAYING, Seq(1))
    lamp.flash(Flash.GOOD, Seq(2))
    lamp.flash(Flash.GOOD, Seq(2))
    lamp.show(Pattern.QUESTION, Seq(3))
    await rig.clock.sleep_until(after(start, rounds(Flash.GOOD)))
    await rig.clock.sleep_until(after(start, Millis(rounds(Flash.GOOD) + 50)))
    lamp.flash(Flash.WINK, Seq(4))
    lamp.show(Pattern.ALARM, Seq(5))
    await lamp.aclose()

    told = [frame.pattern for frame in rig.frames]
    assert told == [Pattern.PLAYING, *[Flash.GOOD] * 3, Pattern.QUESTION, Flash.WINK, Pattern.ALARM]


@pytest.mark.anyio
async def test_a_closed_lamp_is_dark_and_stays_so(rig: Rig):
    lamp = rig.lamp()
    lamp.show(Pattern.ALARM, Seq(1))
    await lamp.aclose()
    await lamp.aclose()
    lamp.show(Pattern.PLAYING, Seq(2))
    lamp.flash(Flash.GOOD, Seq(3))

    assert len(rig.frames) == 1
    assert rig.panel.colour() == DARK


@pytest.mark.anyio
async def test_a_lamp_with_a_pin_another_program_holds_is_refused(rig: Rig):
    rig.panel.factory.hold(rig.pins.lamp[2])

    with pytest.raises(PartBusy, match="GPIO16 cannot be claimed"):
        rig.lamp()


@pytest.mark.anyio
async def test_the_panel_sees_frames_and_can_wait_for_a_pattern(rig: Rig):
    panel, seen = rig.panel, list[LampFrame]()
    lamp = GpioLamp(rig.factory, rig.pins, rig.clock, witness=panel.lamp_showed)
    stop = panel.watch(seen.append)
    waiting = asyncio.create_task(panel.lamp_shows(Pattern.PLAYING))
    await asyncio.sleep(0)
    lamp.show(Pattern.OFF, Seq(1))
    lamp.show(Pattern.PLAYING, Seq(2))
    stop()
    lamp.show(Pattern.OFF, Seq(3))
    await lamp.aclose()

    assert [frame.cause for frame in seen] == [1, 2]
    assert await waiting == seen[1]
    assert panel.frame is not None
    assert panel.frame.cause == 3
