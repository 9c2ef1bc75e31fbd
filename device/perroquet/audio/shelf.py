"""Where a sound comes from: the table's own recording, else the bank, else made on the spot."""

from pathlib import Path
from typing import Final

from perroquet.audio.bank import Bank, Wish
from perroquet.audio.effects import Pcm, effect, raid
from perroquet.audio.keys import RAID
from perroquet.audio.recordings import Recordings
from perroquet.audio.voice import Voice, speakable
from perroquet.kernel.sentences import Language
from perroquet.kernel.sounds import Sound

SHOUTS: Final = {Language.FR: "Haut les mains !", Language.EN: "Hands up!"}
"""What customs shout."""

_PITCH: Final = 0.86
_SPEED: Final = 0.9

BANK: Final = "bank"
RECORDINGS: Final = "recordings"
"""Folders under the device's folder of sounds."""


class Shelf:
    """All the sounds of one device. One thread at a time may ask.

    Args:
        folder: of `bank` and `recordings`; None = neither.
        voice: speaks what is not recorded.
    """

    def __init__(self, folder: Path | None, voice: Voice) -> None:
        self._bank = None if folder is None else Bank(folder / BANK)
        self._recordings = None if folder is None else Recordings(folder / RECORDINGS)
        self._voice = voice

    def sound(self, sound: Sound, language: Language) -> Pcm:
        """Return one sound; without a voice the shout is barked."""
        wish = Wish(key=sound, language=language if sound is RAID else None)
        kept = self._kept(wish)
        made = self.make(wish) if kept is None else kept
        return effect(sound) if made is None else made

    def sentence(self, text: str, language: Language, key: str = "") -> Pcm | None:
        """Return a sentence as spoken; None when the voice cannot say it."""
        kept = self._kept(Wish(key=key, language=language, text=text))
        return self._voice.say(text, language) if kept is None else kept

    def make(self, wish: Wish) -> Pcm | None:
        """Make what a bank wishes for; None when it takes a voice and that is mute."""
        if wish.language is None:
            return effect(Sound(wish.key))
        if wish.key == RAID:
            words = self._voice.raw(speakable(SHOUTS[wish.language]), wish.language, pitch=_PITCH, speed=_SPEED)
            return None if words is None else raid(words)
        return self._voice.say(wish.text, wish.language)

    def _kept(self, wish: Wish) -> Pcm | None:
        if self._recordings is not None and wish.key:
            own = self._recordings.read(wish.key, wish.language)
            if own is not None:
                return own
        return None if self._bank is None else self._bank.read(wish)


def effect_wishes() -> tuple[Wish, ...]:
    """Return every sound of the bank; the shout once a language."""
    shouts = tuple(Wish(key=RAID, language=language) for language in Language)
    return shouts + tuple(Wish(key=sound) for sound in Sound if sound is not RAID)
