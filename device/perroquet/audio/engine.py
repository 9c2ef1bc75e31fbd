"""The mixer: orders in, samples out. No I/O, no clock of its own, no memory that grows.

`pull` makes the next buffer; everything happens at an exact sample, whatever the size of the buffers. `skip` lets
time go by without making sound, for a device that is lost.
"""

from collections import deque
from collections.abc import Mapping
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from perroquet.audio.effects import Pcm
from perroquet.audio.jungle import Stereo
from perroquet.audio.keys import DUCKING, NIGHT, POLITE, RAID, VOICE
from perroquet.audio.raid import RaidClock
from perroquet.kernel.sounds import Scene
from perroquet.kernel.units import Percent, Samples
from perroquet.ports.speaker import Speak

LARGEST: Final = 4096
"""Most samples in one pull."""

_VOICES: Final = 16
_LSB: Final = np.float32(1.0 / 32767.0)
_KNEE: Final = np.float32(0.7)
_AT_NIGHT: Final = 0.5
"""Gain of everything but the jungle while others are asleep: the shout keeps 8 LU over the bed, and wakes nobody."""

_WAITING: Final = 8
"""Most sentences that wait for their turn."""

_BREATH: Final = Samples(16_800)
"""A sentence begins so long (350 ms) after an effect did, and never before a shout is over."""

_CUT: Final = 480
_HUSH_STEP: Final = 1.0 / 240  # 5 ms: no click, and well within one buffer of 512
_VOLUME_STEP: Final = 1.0 / 2400
_FADE_STEP: Final = 1.0 / 24_000
_DUCK_STEP: Final = 1.0 / 720
_UNDUCK_STEP: Final = 1.0 / 24_000


class Bed(Protocol):
    """Where the jungle comes from, ahead of time."""

    def choose(self, seed: str, scene: Scene | None) -> None:
        """Make another jungle from now on, of this seed; None = the seed draws its scene."""
        ...

    def next(self) -> Stereo | None:
        """Return the next piece, or None when it is not made yet. Never blocks."""
        ...


class _Ramp:
    """A gain that moves to its target at a bounded step a sample."""

    __slots__ = ("_scale", "down", "target", "up", "value")

    def __init__(self, value: float, *, up: float, down: float) -> None:
        self.value = self.target = value
        self.up, self.down = up, down
        self._scale = np.empty(LARGEST, np.float32)

    def scale(self, mix: NDArray[np.float32], steps: NDArray[np.float32]) -> None:
        """Multiply `mix`, (n, 2), in place."""
        count = len(mix)
        if self.value == self.target:
            if self.value != 1.0:
                np.multiply(mix, np.float32(self.value), out=mix)
            return
        gains = self._scale[:count]
        rising = self.target > self.value
        np.multiply(steps[:count], np.float32(self.up if rising else -self.down), out=gains)
        np.add(gains, np.float32(self.value), out=gains)
        (np.minimum if rising else np.maximum)(gains, np.float32(self.target), out=gains)
        np.multiply(mix, gains[:, None], out=mix)
        self.step(count)

    def step(self, count: int) -> None:
        """Move on by `count` samples."""
        moved = self.value + (self.up if self.target > self.value else -self.down) * count
        passed = (moved >= self.target) == (self.target > self.value)
        self.value = self.target if self.value == self.target or passed else moved


class _Voice:
    """A sound on its way: `at` counts down to its first sample, then `place` up to its last."""

    __slots__ = ("at", "duck", "end", "key", "place", "scale", "sound")

    def __init__(self, key: str, sound: Pcm, at: Samples, gain: float) -> None:
        self.key, self.sound, self.at, self.place = key, sound, at, 0
        self.scale = np.float32(gain) * _LSB
        self.duck = DUCKING.get(key, 1.0)
        self.end = at + len(sound)

    def cut(self, here: Samples) -> None:
        """Let it end 10 ms from `here` on."""
        left = self.sound[self.place : self.place + _CUT]
        self.sound = (left * np.linspace(1.0, 0.0, len(left), dtype=np.float32)).astype(np.int16)
        self.place, self.end = 0, here + len(left)


class Engine:
    """Ambience, effects, speech and the raid, mixed to 48 kHz stereo.

    One thread at a time may call it. What `sounds` holds may change between two pulls. Attributes:
        position: index of the next sample.
        raid: live play and the armed raid.
        begun: sounds that began, `(key, onset, end)`; whoever reports takes them out.
        starved: times the ambience had no piece ready.
    """

    def __init__(self, sounds: Mapping[str, Pcm], bed: Bed) -> None:
        self.position = Samples(0)
        self.raid = RaidClock()
        self.begun: deque[tuple[str, Samples, Samples]] = deque(maxlen=64)
        self.starved = 0
        self._sounds, self._bed = sounds, bed
        self._voices: list[_Voice] = []
        self._sentences: deque[tuple[Speak, Pcm]] = deque(maxlen=_WAITING)
        self._said: tuple[Speak, _Voice] | None = None
        self._quiet_until = Samples(0)
        self._piece: Stereo | None = None
        self._place = 0
        self._hungry = False
        self._jungle_of: tuple[str, Scene | None] = ("", None)
        self._fade = _Ramp(0.0, up=_FADE_STEP, down=_FADE_STEP)
        self._duck = _Ramp(1.0, up=_UNDUCK_STEP, down=_DUCK_STEP)
        self._volume = _Ramp(_gain(POLITE), up=_VOLUME_STEP, down=_VOLUME_STEP)
        self._mute = _Ramp(1.0, up=_HUSH_STEP, down=_HUSH_STEP)
        self._near = 1.0
        self._steps = np.arange(1, LARGEST + 1, dtype=np.float32)
        self._mix = np.zeros((LARGEST, 2), np.float32)
        self._extra = np.empty((LARGEST, 2), np.float32)
        self._level = np.empty((LARGEST, 2), np.float32)
        self._out = np.zeros((LARGEST, 2), np.int16)

    @property
    def resting(self) -> bool:
        """True while nothing sounds and nothing is about to: silence can be made in long pieces."""
        return not self._voices and not self._sentences and self._fade.value == self._fade.target == 0.0

    # --- orders, each from the next sample on ------------------------------------------------------------------------

    def ambience(self, *, on: bool, seed: str, scene: Scene | None = None) -> None:
        """Open or close live play. A seed or scene other than the last starts another jungle; an armed raid stays."""
        self.raid.live = on
        if on and (seed, scene) != self._jungle_of:
            self._jungle_of, self._piece = (seed, scene), None
            self._fade.value = 0.0
            self._bed.choose(seed, scene)
        self._fade.target = 1.0 if on else 0.0

    def arm(self, live: Samples) -> None:
        """Strike after `live` more samples of live play; replaces an armed raid."""
        self.raid.left = live

    def disarm(self) -> None:
        """Forget an armed raid."""
        self.raid.left = None

    def play(self, key: str, at: Samples | None = None) -> None:
        """Let `key` begin at sample `at`, by default the next one; the oldest of too many sounds goes.

        Raises:
            LookupError: the bank has no such sound.
        """
        if key not in self._sounds:
            raise LookupError(f"no sound «{key}» in the bank; it has {', '.join(sorted(self._sounds))}")
        onset = self.position if at is None else Samples(max(at, self.position))
        sound = self._sounds[key]
        self._begin(key, sound, onset)
        quiet = len(sound) if key == RAID else _BREATH
        self._quiet_until = Samples(max(self._quiet_until, onset + quiet))

    def say(self, order: Speak, sentence: Pcm) -> None:
        """Speak `sentence` for `order` as `ports.Speak` says; of too many that wait, the oldest is left to the page.

        A shout cuts the sentence it meets.
        """
        waiting = [each for each in self._sentences if not order.replaces(each[0])]
        self._sentences = deque((*waiting, (order, sentence)), maxlen=_WAITING)
        if self._said is not None and order.replaces(self._said[0]):
            self._cut()

    def volume(self, percent: Percent) -> None:
        """Move to this master volume; what begins at night's volume or under begins softly."""
        self._volume.target = _gain(percent)
        self._near = _AT_NIGHT if percent <= NIGHT else 1.0
        self.raid.mute = percent == 0

    def hush(self, *, on: bool) -> None:
        """Be silent 5 ms from now, or heard again; everything goes on underneath, but no raid is struck unheard."""
        self._mute.target = 0.0 if on else 1.0
        self.raid.hushed = on

    # --- time --------------------------------------------------------------------------------------------------------

    def pull(self, count: int) -> Stereo:
        """Make the next `count` samples, at most LARGEST.

        Returns:
            (count, 2) int16; a view that the next pull overwrites.
        """
        done = 0
        while done < count:
            size = self._until_change(count - done)
            self._segment(done, size)
            done += size
        return self._out[:count]

    def skip(self, count: int) -> None:
        """Let `count` samples go by unheard."""
        self.raid.advance(count)
        self.position = Samples(self.position + count)
        self._sentences.clear()  # said to nobody; the page has them
        self._voices = [voice for voice in self._voices if voice.end > self.position]
        for voice in self._voices:
            voice.place = max(voice.place, len(voice.sound) - (voice.end - self.position))

    def _until_change(self, most: int) -> int:
        """Strike a raid that is due now, and return how far the mix has the same parts."""
        if self.raid.due() == 0:
            self.raid.strike()
            self._cut()
            self.play(RAID)
        if self._sentences and self._next_word() <= self.position:
            order, sentence = self._sentences.popleft()
            self._said = order, self._begin(VOICE, sentence, self.position)
        size, due = most, self.raid.due()
        if self._sentences:
            size = min(size, self._next_word() - self.position)
        if due is not None:
            size = min(size, due)
        for voice in self._voices:
            if voice.at > self.position:
                size = min(size, voice.at - self.position)
            elif voice.end > self.position:
                size = min(size, voice.end - self.position)
        return size

    def _next_word(self) -> int:
        """Return the sample at which the next sentence may begin."""
        return self._quiet_until if self._said is None else max(self._quiet_until, self._said[1].end)

    def _cut(self) -> None:
        """End the sentence that is being said, if there is one; the next one may begin over its last 10 ms."""
        if self._said is not None and self._said[1].end > self.position:
            self._said[1].cut(self.position)
        self._said = None

    def _begin(self, key: str, sound: Pcm, onset: Samples) -> _Voice:
        """Let a sound begin; the oldest of too many goes."""
        if len(self._voices) >= _VOICES:
            self._voices.pop(0)
        voice = _Voice(key, sound, onset, self._near)
        self._voices.append(voice)
        self.begun.append((key, onset, Samples(voice.end)))
        return voice

    def _segment(self, start: int, size: int) -> None:
        here = self.position
        sounding = [voice for voice in self._voices if voice.at <= here]
        out = self._out[start : start + size]
        if not sounding and self._fade.value == self._fade.target == 0.0:
            out.fill(0)
            for ramp in (self._duck, self._volume, self._mute):
                ramp.step(size)
        else:
            mix = self._mix[:size]
            self._jungle(mix)
            self._duck.target = min((voice.duck for voice in sounding), default=1.0)
            self._duck.scale(mix, self._steps)
            for voice in sounding:
                part = self._extra[:size, 0]
                np.multiply(voice.sound[voice.place : voice.place + size], voice.scale, out=part)
                np.add(mix, part[:, None], out=mix)
                voice.place += size
            self._volume.scale(mix, self._steps)
            self._mute.scale(mix, self._steps)
            self._limit(mix)
            np.multiply(mix, np.float32(32767.0), out=mix)
            np.copyto(out, mix, casting="unsafe")
            if sounding:
                self._voices = [voice for voice in self._voices if voice.end > here + size]
        self.raid.advance(size)
        self.position = Samples(here + size)

    def _jungle(self, mix: NDArray[np.float32]) -> None:
        """Fill `mix` with the ambience; a piece that is late leaves silence, and the next one fades in."""
        done, size = 0, len(mix)
        wanted = self._fade.value > 0.0 or self._fade.target > 0.0
        while wanted and done < size:
            if self._piece is None or self._place >= len(self._piece):
                self._piece, self._place = self._bed.next(), 0
                if self._piece is None:
                    self.starved += not self._hungry and self._fade.value > 0.0
                    self._hungry, self._fade.value = True, 0.0
                    break
                self._hungry = False
            count = min(size - done, len(self._piece) - self._place)
            np.multiply(self._piece[self._place : self._place + count], _LSB, out=mix[done : done + count])
            self._place += count
            done += count
        mix[done:] = 0.0
        if done:
            self._fade.scale(mix, self._steps)

    def _limit(self, mix: NDArray[np.float32]) -> None:
        """Bend what is above the knee, sample by sample, so that nothing ever reaches full scale."""
        level = self._level[: len(mix)]
        np.abs(mix, out=level)
        if level.max() <= _KNEE:
            return
        np.subtract(level, _KNEE, out=level)
        np.maximum(level, 0.0, out=level)
        bent = self._extra[: len(mix)]
        np.divide(level, np.float32(0.28), out=bent)
        np.tanh(bent, out=bent)
        np.multiply(bent, np.float32(0.28), out=bent)
        np.subtract(bent, level, out=bent)  # what the bend takes away from each magnitude
        np.copysign(bent, mix, out=level)
        np.subtract(mix, level, out=mix, where=bent < 0.0)


def _gain(percent: Percent) -> float:
    """Return the gain of a volume; the square follows the ear well enough over one turn of a knob."""
    return (percent / 100.0) ** 2
