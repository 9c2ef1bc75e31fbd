"""Show and sound what an event does, on the parts that are there. Every effect carries the event behind it."""

from typing import assert_never

from perroquet.kernel.cues import Ambience, ArmRaid, DisarmRaid, Play
from perroquet.kernel.units import Seq
from perroquet.ports import Hush, SectorLight, SetVolume, Speak
from perroquet.table.chronicle import Effect
from perroquet.table.evening import Evening, Games
from perroquet.table.flashes import FLASHES
from perroquet.table.parts import Parts
from perroquet.table.portrait import seat_patterns, status_pattern
from perroquet.table.words import Line, Words


class Stage:
    """The lamps and the speaker of one device."""

    def __init__(self, parts: Parts, games: Games, words: Words) -> None:
        self._parts = parts
        self._games = games
        self._words = words

    def show(self, evening: Evening, effects: tuple[Effect, ...], cause: Seq, turn: Seq) -> None:
        """Do `effects`, and show `evening` on every lamp.

        Event `cause` is durable; its decision began with event `turn`.
        """
        speaker, lamp = self._parts.speaker, self._parts.lamp
        if speaker is not None:
            for effect in effects:
                match effect:
                    case Line():
                        speaker.perform(spoken(effect, self._words, evening, turn), cause)
                    case Play() | Ambience() | ArmRaid() | DisarmRaid() | SetVolume() | Hush():
                        speaker.perform(effect, cause)
                    case _:
                        assert_never(effect)
        if lamp is not None:
            lamp.show(status_pattern(evening, self._games), cause)
            for sound in (effect.sound for effect in effects if isinstance(effect, Play)):
                lamp.flash(FLASHES[sound], cause)
        if self._parts.totem is not None:
            self._parts.totem.show(self._sectors(evening), cause)

    def _sectors(self, evening: Evening) -> tuple[SectorLight, ...]:
        return tuple(
            SectorLight(azimuth=place.azimuth, pattern=pattern)
            for seat, pattern in seat_patterns(evening, self._games)
            if (place := evening.place(seat)) is not None and place.azimuth is not None
        )


def spoken(line: Line, words: Words, evening: Evening, turn: Seq) -> Speak:
    """Return `line` as it is spoken; slots make it another sentence each time, for which nobody has a recording."""
    sentence = line.sentence
    slots = sentence.seats or sentence.numbers or sentence.words or sentence.terms
    key = "" if slots else f"{line.source}.{sentence.key}"
    text = words.line(line, evening)
    return Speak(text=text, language=evening.language, key=key, weight=line.weight, turn=turn)
