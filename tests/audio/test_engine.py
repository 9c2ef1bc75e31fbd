from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from perroquet.audio.engine import Bed, Engine
from perroquet.audio.jungle import Stereo
from perroquet.audio.keys import LENGTH, NIGHT, RAID, VOICE
from perroquet.audio.maker import OnDemand
from perroquet.kernel.cues import Weight
from perroquet.kernel.sentences import Language
from perroquet.kernel.sounds import Scene, Sound
from perroquet.kernel.units import Percent, Samples, Seq
from perroquet.ports.speaker import Speak

STEP = np.full(480, 16_000, np.int16)
NEWS = Speak(text="", language=Language.FR)
WIN, FAULT = Sound.WIN, Sound.FAULT
SOUNDS: dict[str, NDArray[np.int16]] = {RAID: np.full(LENGTH[RAID], 12_000, np.int16), WIN: STEP, FAULT: STEP}
BUFFERS = st.lists(st.integers(min_value=1, max_value=1500), min_size=1, max_size=6)


class Quiet(Bed):
    """A jungle of silence: what is heard is what the test asked for."""

    def choose(self, seed: str, scene: Scene | None) -> None:
        pass

    def next(self) -> Stereo | None:
        return np.zeros((48_000, 2), np.int16)


class Flat(Quiet):
    """A jungle of one level, to see gains by."""

    def next(self) -> Stereo | None:
        return np.full((48_000, 2), 8_000, np.int16)


def engine(bed: Bed | None = None) -> Engine:
    made = Engine(SOUNDS, bed or Quiet())
    made.volume(Percent(100))
    made.pull(4096)
    return made


def take(engine: Engine, count: int, buffers: list[int] | None = None) -> NDArray[np.int16]:
    """Pull `count` samples in buffers of these sizes, round and round."""
    sizes, parts, done = buffers or [512], list[NDArray[np.int16]](), 0
    while done < count:
        size = min(sizes[len(parts) % len(sizes)], count - done)
        parts.append(engine.pull(size).copy())
        done += size
    return np.concatenate(parts)


def first_sound(heard: NDArray[np.int16]) -> int:
    return int(np.flatnonzero(np.abs(heard[:, 0].astype(np.int32)) > 1000)[0])


@settings(max_examples=40)
@given(wait=st.integers(min_value=0, max_value=9000), buffers=BUFFERS)
def test_a_sound_begins_at_its_very_sample(wait: int, buffers: list[int]) -> None:
    player = engine()
    player.play(WIN, Samples(player.position + wait))

    assert first_sound(take(player, 12_000, buffers)) == wait


@settings(max_examples=40)
@given(live=st.integers(min_value=0, max_value=9000), buffers=BUFFERS)
def test_the_raid_strikes_at_its_very_live_sample(live: int, buffers: list[int]) -> None:
    player = engine()
    player.ambience(on=True, seed="x")
    player.arm(Samples(live))
    start = player.position
    heard = take(player, 12_000, buffers)

    assert first_sound(heard) == live
    assert player.begun[-1] == (RAID, start + live, start + live + LENGTH[RAID])


def test_a_pause_stops_the_live_clock_and_the_raid_stays_armed() -> None:
    player = engine()
    player.ambience(on=True, seed="x")
    player.arm(Samples(3000))
    before = take(player, 1000)
    player.ambience(on=False, seed="")
    during = take(player, 20_000)
    player.ambience(on=True, seed="x")
    after = take(player, 5000)

    assert not before.any()
    assert not during.any()
    assert first_sound(after) == 2000


def test_a_disarmed_raid_never_strikes() -> None:
    player = engine()
    player.ambience(on=True, seed="x")
    player.arm(Samples(3000))
    player.disarm()

    assert not take(player, 10_000).any()


@pytest.mark.parametrize("buffers", [[512], [1024], [480, 512, 17]])
def test_no_tell_until_the_first_sample_of_the_shout_the_sound_is_bit_identical(buffers: list[int]) -> None:
    onset = 61_234
    with_raid, without = engine(OnDemand()), engine(OnDemand())
    for player in (with_raid, without):
        player.ambience(on=True, seed="the same evening")
    with_raid.arm(Samples(onset))
    struck, calm = take(with_raid, 70_000, buffers), take(without, 70_000, buffers)

    assert calm.any()
    assert np.array_equal(struck[:onset], calm[:onset])
    assert not np.array_equal(struck[onset : onset + 512], calm[onset : onset + 512])


def _other_seed(player: Engine) -> None:
    player.ambience(on=True, seed="another jungle")


def _effects(player: Engine) -> None:
    for wait in range(0, 4000, 700):
        player.play(WIN, Samples(player.position + wait))


def _sentence(player: Engine) -> None:
    player.say(NEWS, STEP)


def _other_scene(player: Engine) -> None:
    player.ambience(on=True, seed="a jungle", scene=Scene.NIGHT)


def _quieter(player: Engine) -> None:
    player.volume(Percent(10))


def _hushed_and_back(player: Engine) -> None:
    player.hush(on=True)
    player.pull(512)
    player.hush(on=False)


@pytest.mark.parametrize("otherwise", [_other_seed, _other_scene, _effects, _sentence, _quieter, _hushed_and_back])
def test_nothing_else_shifts_the_raid(otherwise: Callable[[Engine], None]) -> None:
    player = engine(OnDemand())
    player.ambience(on=True, seed="a jungle")
    player.arm(Samples(5000))
    start = player.position
    otherwise(player)
    take(player, 8000)

    assert [onset - start for key, onset, _ in player.begun if key == RAID] == [5000]


def test_a_raid_due_while_nobody_can_hear_strikes_when_somebody_can() -> None:
    player = engine()
    player.ambience(on=True, seed="x")
    player.arm(Samples(3000))
    player.raid.device = False
    player.skip(50_000)
    player.raid.device = True

    assert first_sound(take(player, 2000)) == 0


def test_a_raid_due_under_hush_or_at_volume_0_waits_and_is_struck_when_sound_is_back() -> None:
    player = engine()
    player.ambience(on=True, seed="x")
    player.arm(Samples(3000))
    player.hush(on=True)
    take(player, 8000)
    player.volume(Percent(0))
    player.hush(on=False)
    take(player, 8000)
    assert not player.begun

    back = player.position
    player.volume(Percent(5))
    take(player, 2000)

    assert [(key, onset) for key, onset, _ in player.begun] == [(RAID, back)]


def test_a_raid_due_while_nobody_could_hear_waits_for_live_play() -> None:
    player = engine()
    player.ambience(on=True, seed="x")
    player.arm(Samples(3000))
    player.raid.device = False
    player.skip(50_000)
    player.ambience(on=False, seed="")
    player.raid.device = True

    assert not take(player, 5000).any()


def test_hush_is_silent_within_one_buffer_and_everything_goes_on_underneath() -> None:
    player = engine(Flat())
    player.ambience(on=True, seed="x")
    take(player, 48_000)
    player.hush(on=True)
    first, second = player.pull(512).copy(), player.pull(512).copy()
    player.hush(on=False)
    take(player, 512)

    assert first[:100].any()
    assert not first[240:].any()
    assert not second.any()
    assert (player.pull(512) == player.pull(512)[0]).all()
    assert player.raid.counted == 48_000 + 5 * 512


def test_the_jungle_steps_back_under_an_effect_and_returns() -> None:
    player = engine(Flat())
    player.ambience(on=True, seed="x")
    level = int(take(player, 48_000)[-1, 0])
    player.play(FAULT)
    under = int(take(player, 470)[-1, 0]) - 16_000
    take(player, 48_000)

    assert under < level
    assert int(player.pull(1)[0, 0]) == level


def test_the_limiter_bends_and_never_reaches_full_scale() -> None:
    player = engine()
    for _ in range(16):
        player.play(WIN)
    heard = take(player, 480)

    assert 30_000 < int(heard.max()) < 32_767
    assert heard.min() >= 0


def test_a_late_piece_is_silence_counted_once_and_the_next_fades_in() -> None:
    class Late(Flat):
        def __init__(self) -> None:
            self.pieces: list[Stereo | None] = [np.full((24_000, 2), 8_000, np.int16), None, None, None]

        def next(self) -> Stereo | None:
            return self.pieces.pop(0) if self.pieces else super().next()

    player = engine(Late())
    player.ambience(on=True, seed="x")
    heard = take(player, 60_000)[:, 0].astype(np.int32)

    assert player.starved == 1
    assert not heard[24_000:24_064].any()
    assert np.diff(heard[26_000:]).max() <= 1


def test_an_unknown_sound_is_refused_with_the_known_ones() -> None:
    with pytest.raises(LookupError, match="no sound «gong» in the bank; it has fault, raid, win"):
        engine().play("gong")


def test_silence_costs_no_memory_and_sounds_do_not_pile_up() -> None:
    player = engine()
    for _ in range(2000):
        player.play(WIN)
        player.pull(16)
    take(player, 1000)

    assert len(player._voices) == 0  # pyright: ignore[reportPrivateUsage] - what piles up is not seen from outside
    assert len(player.begun) == 64


def spoken(player: Engine) -> list[tuple[str, int]]:
    return [(key, onset) for key, onset, _ in player.begun]


def test_sentences_are_said_whole_one_after_the_other() -> None:
    player = engine()
    start = player.position
    player.say(NEWS, STEP)
    player.say(NEWS, STEP)
    heard = take(player, 2000, [333])

    assert spoken(player) == [(VOICE, start), (VOICE, start + 480)]
    assert (np.abs(heard[:960, 0].astype(int)) > 1000).all()
    assert not heard[960:].any()


def test_a_sentence_waits_a_breath_after_an_effect_and_for_the_end_of_a_shout() -> None:
    player = engine()
    start = player.position
    player.play(WIN)
    player.say(NEWS, STEP)
    take(player, 20_000)
    player.play(RAID)
    shout = player.position
    player.say(NEWS, STEP)
    take(player, LENGTH[RAID] + 1000)

    assert spoken(player) == [(WIN, start), (VOICE, start + 16_800), (RAID, shout), (VOICE, shout + LENGTH[RAID])]


def test_a_shout_cuts_the_sentence_it_meets_without_a_click() -> None:
    player = engine()
    player.ambience(on=True, seed="x")
    player.say(NEWS, np.full(48_000, 9000, np.int16))
    player.arm(Samples(5000))
    heard = take(player, 6000)[:, 0].astype(int)

    assert 9000 < heard[5000 - 1] + 300 < 9600
    assert abs(heard[5600] - 12_000) < 1000
    assert np.abs(np.diff(heard[5001:])).max() < 100


def weighing(weight: Weight, turn: int) -> Speak:
    return Speak(text="", language=Language.FR, weight=weight, turn=Seq(turn))


LONG = np.full(48_000, 9000, np.int16)


@pytest.mark.parametrize("later", Weight)
@pytest.mark.parametrize("earlier", Weight)
def test_a_sentence_takes_the_place_of_lighter_ones_said_or_waiting(earlier: Weight, later: Weight) -> None:
    player = engine()
    start = player.position
    player.say(weighing(earlier, 1), LONG)
    player.say(weighing(earlier, 1), LONG)
    take(player, 1000)
    player.say(weighing(later, 2), STEP)
    take(player, 100_000)

    overtaken = earlier in (Weight.PASSING, Weight.QUESTION)
    replaced = later > earlier or (later is earlier and overtaken)
    said = [onset - start for _, onset in spoken(player)]
    assert said == ([0, 1000] if replaced else [0, 48_000, 96_000])


def test_sentences_of_one_decision_never_take_each_others_place() -> None:
    player = engine()
    for weight in Weight:
        player.say(weighing(weight, 7), STEP)
    take(player, 4000)

    assert len(spoken(player)) == len(Weight)


def test_a_ruling_cuts_what_is_said_without_a_click_and_waits_for_no_echo() -> None:
    player = engine()
    player.say(weighing(Weight.NEWS, 1), LONG)
    for turn in range(2, 6):
        player.say(weighing(Weight.PASSING, turn), LONG)
    take(player, 1000)
    player.say(weighing(Weight.RULING, 6), np.zeros(4800, np.int16))
    heard = take(player, 10_000)[:, 0].astype(int)

    assert np.abs(np.diff(heard)).max() < 100
    assert not heard[500:].any()


def test_an_effect_keeps_its_breath_from_the_ruling_that_cuts_a_sentence() -> None:
    player = engine()
    player.say(weighing(Weight.NEWS, 1), LONG)
    take(player, 1000)
    player.play(WIN)
    struck = player.position
    player.say(weighing(Weight.RULING, 2), STEP)
    take(player, 30_000)

    assert spoken(player)[-1] == (VOICE, struck + 16_800)


def test_of_too_many_sentences_the_oldest_is_left_out() -> None:
    player = engine()
    for level in range(1, 12):
        player.say(NEWS, np.full(480, 1000 * level, np.int16))
    heard = take(player, 8 * 480 + 100)[::480, 0]

    assert [round(int(level) / 1000) for level in heard[:8]] == list(range(4, 12))
    assert heard[8] == 0


def test_what_nobody_could_hear_is_not_said_later() -> None:
    player = engine()
    player.say(NEWS, STEP)
    player.say(NEWS, STEP)
    player.skip(4800)

    assert not take(player, 2000).any()


def test_a_sentence_that_outlasts_a_gap_is_said_alone_and_cut_by_a_shout() -> None:
    player = engine()
    player.ambience(on=True, seed="x")
    start = player.position
    player.say(NEWS, LONG)
    take(player, 1000)
    player.skip(4800)
    player.say(NEWS, LONG)
    take(player, 50_000)
    player.arm(Samples(100))
    player.skip(100)
    heard = take(player, 2000)[:, 0].astype(int)

    assert spoken(player) == [(VOICE, start), (VOICE, start + 48_000), (RAID, start + 55_900)]
    assert heard[1000:].max() == 12_000


def test_at_night_only_the_jungle_keeps_its_place() -> None:
    def louder(percent: int) -> float:
        player = engine(Flat())
        player.volume(Percent(percent))
        player.ambience(on=True, seed="x")
        bed = int(take(player, 48_000)[-1, 0])
        player.play(RAID)
        return int(take(player, 4800)[-1, 0]) / bed

    assert louder(NIGHT) < 0.7 * louder(NIGHT + 1)


def test_another_scene_is_another_jungle_and_the_same_goes_on() -> None:
    chosen: list[tuple[str, Scene | None]] = []

    class Noted(Quiet):
        def choose(self, seed: str, scene: Scene | None) -> None:
            chosen.append((seed, scene))

    player = engine(Noted())
    for scene in (None, None, Scene.STORM, Scene.STORM):
        player.ambience(on=False, seed="x", scene=scene)
        player.ambience(on=True, seed="x", scene=scene)

    assert chosen == [("x", None), ("x", Scene.STORM)]
