"""Scenes in words: understood, refused with a way out, and played alike everywhere."""

import numpy as np
import pytest
from perroquet.drivers.sim.acts import Bump, Knock, PutBack, Reboot, StuckLine, Unplug, VirtualHand
from perroquet.drivers.sim.clock import VirtualClock, run_stepped
from perroquet.drivers.sim.hands import VirtualTotem
from perroquet.drivers.sim.script import GRAMMAR, UnclearScene, read_scene
from perroquet.drivers.sim.staging import perform, play, schedule
from perroquet.drivers.sim.totem import SteppedBase
from perroquet.drivers.sim.windows import window_of
from perroquet.kernel.errors import PerroquetError
from perroquet.kernel.units import Degrees, Millis, Seat, after

from tests.sim.test_totem import scans

SCENE = """
# two hands, 12 ms apart
seed 7
seat 2 sits at 160 degrees
seat 2 grabs at 380 ms, side grip, 4 fingers, top at 90 mm
seat 1 grabs at 392 ms, claw grip, 3 fingers, top at 130 mm, wet
table is bumped at 200 ms, 0.2 g
totem is put back at 2500 ms, crooked
seat 1 taps at 2560 ms
"""


def test_a_line_says_who_does_what_when() -> None:
    script = read_scene(SCENE)

    assert script.seed == "7"
    assert script.azimuths[Seat(1)] == 160
    assert script.acts[:3] == (
        Bump(at_ms=200, g=0.2),
        VirtualHand(azimuth=Degrees(160), at_ms=380, fingers=4, top_mm=90, grip="side"),
        VirtualHand(azimuth=Degrees(0), at_ms=392, fingers=3, top_mm=130, grip="claw", wet=1.5),
    )
    assert script.acts[3] == PutBack(at_ms=2500, crooked=True)


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("line 3 sticks at 10 ms", StuckLine(line=3, at_ms=10)),
        ("seat 3 knocks at 5.5 ms, 20 N, topples it", Knock(at_ms=5.5, azimuth=Degrees(90), newtons=20, topples=True)),
        ("cable is pulled at 9 ms", Unplug(at_ms=9)),
        ("base  reboots   at 9 ms # again", Reboot(at_ms=9)),
    ],
)
def test_blows_faults_and_cables_are_acts_too(line: str, act: object) -> None:
    assert read_scene(line).acts == (act,)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("\nseat 2 grabs", r"scene:2: .*lacks 'at % ms'"),
        ("seat 2 grabs at 3 ms, sied grip", r"'sied grip' is no detail of 'seat % grabs'; write .*'side grip'"),
        ("seat 11 grabs at 3 ms", "no seat 11; give 1 to 10"),
        ("seat 0 grabs at 3 ms", "no seat 0; give 1 to 10"),
        ("line 20 dies at 3 ms", "no line 20; give 0 to 19"),
        ("seat 2 grab at 3 ms", "did you mean 'seat % grabs'"),
        ("seat 2 grabs at 3 ms, 7 fingers", "'7 fingers' is out of range; give 1 to 5"),
        ("seat 2 grabs at 3 ms, 2.5 fingers", "'2.5 fingers' is no detail"),
        ("seat 2 grabs at 3 ms, wet, soaked", "'soaked' comes after another word on the same"),
        ("seat 2 grabs at -3 ms", "'at -3 ms' is out of range"),
        ("base turns at 3 ms", "lacks 'by % degrees'"),
        ("bonjour", "nothing happens in 'bonjour'; begin it with one of: seat % grabs"),
        ("seat 12 sits at 3 degrees", "no seat 12"),
    ],
)
def test_what_nobody_understands_is_refused_with_its_line_and_a_way_out(text: str, wanted: str) -> None:
    with pytest.raises(UnclearScene, match=wanted) as refused:
        read_scene(text)

    assert isinstance(refused.value, PerroquetError)


def test_the_grammar_shown_is_the_one_that_is_read() -> None:
    shown = GRAMMAR.splitlines()[2:]
    for line in shown:
        subject, _, details = line.partition(" at % ms")
        sample = f"{subject} at % ms{details.split(', %')[0].split(', ')[0]}"
        read_scene(sample.replace("%", "1") + (", by 5 degrees" if subject == "base turns" else ""))

    assert len(shown) == 16


def test_a_hand_is_told_before_it_comes_near_but_not_before_its_totem_stands() -> None:
    times = [(round(told), type(act).__name__) for told, act in schedule(read_scene(SCENE))]

    assert times == [
        (200, "Bump"),
        (280, "VirtualHand"),
        (292, "VirtualHand"),
        (2500, "PutBack"),
        (2500, "VirtualHand"),
    ]


def test_a_scene_played_directly_has_its_hands_where_the_script_says() -> None:
    totem = VirtualTotem("7")
    play(read_scene(SCENE), totem, 1_000_000)

    assert [truth.first_us for truth in totem.truth(1_400_000)] == [1_380_000, 1_392_000]
    assert totem.lifted(2_000_000)
    assert [truth.first_us for truth in totem.truth(3_550_000)] == [3_560_000]


def test_a_base_on_its_firmware_plays_the_same_scene() -> None:
    script = read_scene(SCENE)

    async def main(clock: VirtualClock) -> SteppedBase:
        base = SteppedBase(clock, script.seed)
        await perform(script, base, clock)
        await clock.sleep_until(after(clock.now(), Millis(500)))
        return base

    stepped = run_stepped(main).totem
    direct = VirtualTotem(script.seed)
    play(script, direct, 0)
    far = np.abs(stepped.block(scans(360_000, 420_000))[0] - direct.block(scans(360_000, 420_000))[0])

    assert [truth.fingers for truth in stepped.truth(430_000)] == [truth.fingers for truth in direct.truth(430_000)]
    assert np.median(far) <= 1
    assert window_of(direct, 300_000) is not None


def test_cables_and_boots_are_pulled_and_made_in_a_scene() -> None:
    script = read_scene(
        "cable is pulled at 100 ms\ncable is plugged in at 300 ms\nbase reboots at 400 ms\nline 2 dies at 1 ms"
    )

    async def main(clock: VirtualClock) -> tuple[bool, bool]:
        base = SteppedBase(clock, "cables")
        await perform(read_scene("cable is pulled at 100 ms\ntotem is taken away at 90 ms"), base, clock)
        pulled = base.plugged
        await perform(script, base, clock)
        return pulled, base.plugged

    assert run_stepped(main) == (False, True)
