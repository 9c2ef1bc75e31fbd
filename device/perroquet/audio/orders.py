"""Orders and reports as JSON lines: what the driver and the player say to each other.

Orders go down, one object a line: `{"do": "volume", "percent": 35}`. Reports come up: see `Report`. A line that is
not an order is refused with a sentence, never with an end.
"""

import json
from dataclasses import dataclass
from typing import Any, Final, cast

from perroquet.audio.timeline import Mark
from perroquet.kernel.cues import Ambience, ArmRaid, DisarmRaid, Play, Weight
from perroquet.kernel.readings import Cause
from perroquet.kernel.sentences import Language
from perroquet.kernel.sounds import Scene
from perroquet.kernel.units import HostNs, Percent, Samples, Seq
from perroquet.ports.speaker import Hush, SetVolume, SoundOrder, Speak

LONGEST: Final = 16_384
"""Bytes; a longer line is nobody's order."""

_SPOKEN: Final = 1000
_CAUSES: Final = frozenset[str](Cause)
_SCENES: Final = frozenset[str](Scene)
_WEIGHTS: Final = frozenset[int](Weight)


class NotAnOrder(ValueError):
    """A line the player cannot follow; the message quotes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cable:
    """Pull the simulated cable of the null sink (`plugged=False`), or put it back."""

    plugged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Quit:
    """Fade out and end."""


PlayerOrder = SoundOrder | Cable | Quit


@dataclass(frozen=True, slots=True, kw_only=True)
class Sounded:
    """A sound or sentence went into the mix, or reached the ear (the raid, which nobody may know of any earlier)."""

    key: str
    onset: Samples
    end: Samples


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """There is no sound device, or it went away."""

    cause: Cause
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Sound goes out; marks begin anew."""

    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A line was not an order, or an order cannot be followed here."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Strain:
    """How hard the player works, once a second.

    Attributes:
        late: buffers of which the device had to wait too long, since the beginning.
        starved: times the jungle was not made in time.
        busy_us: time spent mixing since the beginning.
    """

    late: int
    starved: int
    busy_us: int


Report = Mark | Sounded | Lost | Found | Refused | Strain


def write_order(order: PlayerOrder) -> bytes:
    """Return the line of `order`, with its newline."""
    match order:
        case Speak(text=text, language=language, key=key, weight=weight, turn=turn):
            # A name may be long; no sentence is, and a line must not be.
            said: dict[str, object] = {"do": "speak", "text": text[:_SPOKEN], "language": language, "key": key}
            said |= {"weight": weight, "turn": turn}
        case Play(sound=sound):
            said = {"do": "play", "sound": sound}
        case Ambience(on=on, seed=seed, scene=scene):
            said = {"do": "ambience", "on": on, "seed": seed, "scene": scene}
        case ArmRaid(live=live):
            said = {"do": "arm", "live": live}
        case DisarmRaid():
            said = {"do": "disarm"}
        case SetVolume(percent=percent):
            said = {"do": "volume", "percent": percent}
        case Hush(on=on):
            said = {"do": "hush", "on": on}
        case Cable(plugged=plugged):
            said = {"do": "cable", "plugged": plugged}
        case Quit():
            said = {"do": "quit"}
    return json.dumps(said).encode() + b"\n"


def read_order(line: bytes) -> PlayerOrder:
    """Return the order of one line.

    Raises:
        NotAnOrder: it is none.
    """
    said = _object(line)
    match said:
        case {"do": "play", "sound": str(sound)}:
            return Play(sound=sound)
        case {
            "do": "speak",
            "text": str(text),
            "language": "fr" | "en" as language,
            "key": str(key),
            "weight": int(weight),
            "turn": int(turn),
        } if weight in _WEIGHTS:
            return Speak(text=text, language=Language(language), key=key, weight=Weight(weight), turn=Seq(turn))
        case {"do": "ambience", "on": bool(on), "seed": str(seed), "scene": None}:
            return Ambience(on=on, seed=seed)
        case {"do": "ambience", "on": bool(on), "seed": str(seed), "scene": str(scene)} if scene in _SCENES:
            return Ambience(on=on, seed=seed, scene=Scene(scene))
        case {"do": "arm", "live": int(live)} if type(live) is int and 0 <= live < 2**53:
            return ArmRaid(live=Samples(live))
        case {"do": "disarm"}:
            return DisarmRaid()
        case {"do": "volume", "percent": int(percent)} if type(percent) is int and 0 <= percent <= 100:
            return SetVolume(percent=Percent(percent))
        case {"do": "hush", "on": bool(on)}:
            return Hush(on=on)
        case {"do": "cable", "plugged": bool(plugged)}:
            return Cable(plugged=plugged)
        case {"do": "quit"}:
            return Quit()
        case _:
            raise NotAnOrder(
                f"{_quoted(line)} is not an order this player knows; it takes speak, play, ambience, arm, disarm, "
                "volume, hush, cable and quit, with their fields"
            )


def write_report(report: Report) -> bytes:
    """Return the line of `report`, with its newline."""
    match report:
        case Mark(sample=sample, at=at, queued=queued):
            said: dict[str, object] = {"mark": [sample, at, queued]}
        case Sounded(key=key, onset=onset, end=end):
            said = {"sounded": [key, onset, end]}
        case Lost(cause=cause, why=why):
            said = {"lost": [cause, why]}
        case Found(what=what):
            said = {"found": what}
        case Refused(why=why):
            said = {"refused": why}
        case Strain(late=late, starved=starved, busy_us=busy):
            said = {"strain": [late, starved, busy]}
    return json.dumps(said).encode() + b"\n"


def read_report(line: bytes) -> Report:
    """Return the report of one line.

    Raises:
        NotAnOrder: something else wrote into the pipe.
    """
    match _object(line):
        case {"mark": [int(sample), int(at), int(queued)]}:
            return Mark(sample=Samples(sample), at=HostNs(at), queued=Samples(queued))
        case {"sounded": [str(key), int(onset), int(end)]}:
            return Sounded(key=key, onset=Samples(onset), end=Samples(end))
        case {"lost": [str(cause), str(why)]} if cause in _CAUSES:
            return Lost(cause=Cause(cause), why=why)
        case {"found": str(what)}:
            return Found(what=what)
        case {"refused": str(why)}:
            return Refused(why=why)
        case {"strain": [int(late), int(starved), int(busy)]}:
            return Strain(late=late, starved=starved, busy_us=busy)
        case _:
            raise NotAnOrder(f"{_quoted(line)} is not a report of the player; something else writes to its stdout")


def _object(line: bytes) -> dict[str, Any]:
    try:
        said: object = json.loads(line)
    except (ValueError, RecursionError) as err:
        raise NotAnOrder(f"{_quoted(line)} is not JSON; one object a line is wanted") from err
    if not isinstance(said, dict):
        raise NotAnOrder(f"{_quoted(line)} is not a JSON object")
    return cast("dict[str, Any]", said)


def _quoted(line: bytes) -> str:
    text = line[:80].decode(errors="replace").strip()
    return f"«{text}{'…' if len(line) > 80 else ''}»"
