"""The speaker: ambience, voice, effects, and the raid."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final, Protocol

from perroquet.kernel.cues import Ambience, ArmRaid, DisarmRaid, Play, Weight
from perroquet.kernel.readings import Heard, PartFound, PartLost
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import Percent, Seq

_NO_TURN: Final = Seq(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Speak:
    """Speak a rendered sentence: after those asked for earlier, but in place of the ones it `replaces`.

    Attributes:
        key: the table's own recording of it, `book.sentence`; empty when slots make the text another each time.
        weight: how much it matters that it is heard.
        turn: the first event of the decision it belongs to.
    """

    text: str
    language: Language
    key: str = ""
    weight: Weight = Weight.NEWS
    turn: Seq = _NO_TURN

    def replaces(self, earlier: "Speak") -> bool:
        """Tell whether `earlier`, said or waiting, is cut or dropped for this; never one of the same decision."""
        if self.turn == earlier.turn:
            return False
        return self.weight > earlier.weight or (self.weight is earlier.weight and self.weight in _OVERTAKEN)


_OVERTAKEN: Final = (Weight.PASSING, Weight.QUESTION)
"""Weights of which only the newest counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetVolume:
    """Set the master volume."""

    percent: Percent


@dataclass(frozen=True, slots=True, kw_only=True)
class Hush:
    """Silence within one buffer (`on`), or sound again; the ambience and the raid's clock go on underneath.

    A raid that falls due meanwhile, or at volume 0, was heard by nobody: it is struck when sound is back.
    """

    on: bool


SoundOrder = Speak | Play | Ambience | ArmRaid | DisarmRaid | SetVolume | Hush


class Speaker(Protocol):
    """Sound out; the engine behind it runs in a process of its own."""

    def perform(self, order: SoundOrder, cause: Seq) -> None:
        """Do `order` as soon as possible; never blocks and never raises for a lost device. `cause` is its event.

        After a lost device the speaker comes back with the last volume, hush and ambience; an armed raid that could
        not be heard is not struck until it can.
        """
        ...

    def reports(self) -> AsyncIterator[Heard | PartLost | PartFound]:
        """Yield what was heard (raids only need it) and losses, until closed; one reader only."""
        ...

    async def aclose(self) -> None:
        """Fade out and end the player. Idempotent."""
        ...
