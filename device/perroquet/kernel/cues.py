"""What an event makes the device do, once it is durable: say, sound. And what a lamp can show."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from perroquet.kernel.sentences import Sentence
from perroquet.kernel.sounds import Scene
from perroquet.kernel.units import Samples


class Pattern(StrEnum):
    """Lamp patterns: each has its own rhythm, so that colour is never the only sign (see `drivers/patterns.py`)."""

    OFF = "off"
    READY = "ready"
    WAITING = "waiting"
    PLAYING = "playing"
    QUESTION = "question"
    PAUSED = "paused"
    WINS = "wins"
    PAYS = "pays"
    ALARM = "alarm"
    HUSHED = "hushed"


class Flash(StrEnum):
    """What the lamp of the box shows once over its pattern, for those who do not hear a sound."""

    WINK = "flash-wink"
    """Something counted, or time runs."""
    GOOD = "flash-good"
    BAD = "flash-bad"
    CALL = "flash-call"
    """The parrot."""
    SIREN = "flash-siren"


class Weight(IntEnum):
    """How much it matters that a sentence is heard whole: what is heavier takes the place of what is lighter."""

    PASSING = 0
    """The echo of a knob or a press, where we are, a refusal: whatever is said next takes its place."""
    NEWS = 1
    """What happens, and what may be done now; in turn."""
    QUESTION = 2
    """What awaits an answer, and what an answer brought about: the next of them takes its place."""
    RULING = 3
    """A ruling, or words that nobody may miss: said at once and whole, after other rulings only."""
    RECALL = 4
    """A ruling is taken back, and need not be heard to its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Speak a sentence."""

    sentence: Sentence
    weight: Weight = Weight.NEWS


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Play one sound of the bank (`kernel.sounds`) now."""

    sound: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambience:
    """Start or end the jungle; without a scene its seed draws one."""

    on: bool
    seed: str = ""
    scene: Scene | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmRaid:
    """Let the engine strike after `live` more samples of live play. Secret: nothing else may depend on it."""

    live: Samples


@dataclass(frozen=True, slots=True, kw_only=True)
class DisarmRaid:
    """Forget an armed raid."""


Cue = Say | Play | Ambience | ArmRaid | DisarmRaid
