"""Scenes as text: what happens to a totem and its base, one act a line.

    # Léa is first, Tom has more fingers
    seed 7
    seat 1 sits at 40 degrees
    seat 2 sits at 160 degrees
    seat 1 grabs at 380 ms, side grip, 3 fingers, top at 90 mm
    seat 2 grabs at 392 ms, 4 fingers, top at 130 mm, claw grip
    totem is put back at 2500 ms

Times count from the beginning of the scene; details may stand in any order, and what is not said is drawn from the
seed. Seats that are not placed sit every 45 degrees from seat 1 at 0. `GRAMMAR` is the whole language.
"""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from perroquet.drivers.sim.acts import (
    Act,
    BadSupply,
    Bump,
    DeadLine,
    DriftingForce,
    Knock,
    Plug,
    PutBack,
    Reboot,
    StuckLine,
    TakeAway,
    Turn,
    Unplug,
    VirtualHand,
)
from perroquet.drivers.sim.shape import SHAPE
from perroquet.kernel.errors import PerroquetError
from perroquet.kernel.units import Degrees, Seat

SEATS: Final = 10
_STEP_DEG = 45.0
_NUMBER = r"(-?\d+(?:\.\d+)?)"


class UnclearScene(PerroquetError, ValueError):
    """A scene script that says something nobody understands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneScript:
    """A scene, understood.

    Attributes:
        seed: of everything it leaves open.
        azimuths: where each seat that acts, or was placed, sits.
        acts: by time; `at_ms` counts from the beginning.
    """

    seed: str
    azimuths: Mapping[Seat, Degrees]
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Detail:
    """A piece of a line. `%` stands for a number within `least` and `most`, kept as `field`; else `value` is kept."""

    words: str
    field: str
    least: float = 0.0
    most: float = 1e9
    value: object = None
    kind: Callable[[float], object] = float

    def read(self, text: str) -> object | None:
        """Return what `text` says, or None when it is no such detail."""
        found = re.fullmatch(re.escape(self.words).replace("%", _NUMBER), text)
        if found is None or ("%" in self.words and self.kind is int and "." in found[1]):
            return None
        return self.kind(float(found[1])) if "%" in self.words else self.value


_AT = _Detail(words="at % ms", field="at_ms", most=3.6e6)
_HAND = (
    _AT,
    _Detail(words="% fingers", field="fingers", least=1, most=5, kind=int),
    _Detail(words="% finger", field="fingers", least=1, most=5, kind=int),
    _Detail(words="top at % mm", field="top_mm", least=5, most=160),
    _Detail(words="side grip", field="grip", value="side"),
    _Detail(words="claw grip", field="grip", value="claw"),
    _Detail(words="for % ms", field="hold_ms", least=1),
    _Detail(words="pulls after % ms", field="preload_ms"),
    _Detail(words="drops it after % ms", field="drop_ms"),
    _Detail(words="hand of % percent", field="scale", least=0.6, most=1.4, kind=lambda percent: percent / 100),
    _Detail(words="earthed at % percent", field="earthing", least=0.01, most=1, kind=lambda percent: percent / 100),
    _Detail(words="wet", field="wet", value=1.5),
    _Detail(words="soaked", field="wet", value=2.0),
    _Detail(words="gloved", field="gloved", value=True),
    _Detail(words="misleading pull", field="misleading", value=True),
    _Detail(words="honest pull", field="misleading", value=False),
)
_GRAB: dict[str, Any] = {"fingers": 4, "top_mm": 90.0}
_TAP: dict[str, Any] = {"fingers": 3, "top_mm": 120.0, "pull": False, "hold_ms": 150.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Verb:
    """A kind of line: how it begins, what it makes, and its details; `needs` are the fields it cannot do without."""

    words: str
    make: Callable[..., Act]
    details: tuple[_Detail, ...] = (_AT,)
    given: Mapping[str, Any]
    needs: tuple[str, ...] = ("at_ms",)


_VERBS = (
    _Verb(words="seat % grabs", make=VirtualHand, details=_HAND, given=_GRAB),
    _Verb(words="seat % holds", make=VirtualHand, details=_HAND, given={**_GRAB, "pull": False}),
    _Verb(words="seat % taps", make=VirtualHand, details=_HAND, given=_TAP),
    _Verb(words="seat % brushes", make=VirtualHand, details=_HAND, given={**_GRAB, "fingers": 2, "brush": True}),
    _Verb(
        words="seat % knocks",
        make=Knock,
        details=(
            _AT,
            _Detail(words="% N", field="newtons", least=0.5, most=60),
            _Detail(words="topples it", field="topples", value=True),
        ),
        given={},
    ),
    _Verb(
        words="table is bumped",
        make=Bump,
        details=(
            _AT,
            _Detail(words="% g", field="g", least=0.005, most=4),
            _Detail(words="% Hz", field="hz", least=2, most=100),
        ),
        given={},
    ),
    _Verb(
        words="base turns",
        make=Turn,
        details=(
            _AT,
            _Detail(words="by % degrees", field="by", least=-180, most=180),
            _Detail(words="over % ms", field="over_ms", least=10),
        ),
        given={},
        needs=("at_ms", "by"),
    ),
    _Verb(words="line % dies", make=DeadLine, given={}),
    _Verb(words="line % sticks", make=StuckLine, given={}),
    _Verb(
        words="force % drifts",
        make=DriftingForce,
        details=(_AT, _Detail(words="by % N/s", field="n_per_s", least=-5, most=5)),
        given={},
    ),
    _Verb(
        words="supply hums",
        make=BadSupply,
        details=(_AT, _Detail(words="by % fingertips", field="hum", most=10)),
        given={},
    ),
    _Verb(
        words="totem is put back",
        make=PutBack,
        details=(_AT, _Detail(words="crooked", field="crooked", value=True)),
        given={},
    ),
    _Verb(words="totem is taken away", make=TakeAway, given={}),
    _Verb(words="cable is pulled", make=Unplug, given={}),
    _Verb(words="cable is plugged in", make=Plug, given={}),
    _Verb(words="base reboots", make=Reboot, given={}),
)
_SUBJECTS: Final[dict[str, tuple[int, int, str]]] = {
    "seat": (1, SEATS, "azimuth"),
    "line": (0, SHAPE.lines - 1, "line"),
    "force": (0, 2, "support"),
}
GRAMMAR: Final = "\n".join(
    ["seed WORD", "seat % sits at % degrees"]
    + [f"{verb.words} {', '.join(detail.words for detail in verb.details)}" for verb in _VERBS]
)
"""Every line there is, with every detail it may have; `%` is a number."""


def read_scene(text: str, *, name: str = "scene") -> SceneScript:
    """Understand a scene script.

    Raises:
        UnclearScene: a line is none of the language; says which, what was wanted, and a guess of what was meant.
    """
    seed = name
    azimuths = {Seat(k): Degrees(_STEP_DEG * k % 360) for k in range(SEATS)}
    lines: list[tuple[str, str]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = " ".join(raw.split("#")[0].split())
        where = f"{name}:{number}"
        if (found := re.fullmatch(r"seed (\S+)", line)) is not None:
            seed = found[1]
        elif (found := re.fullmatch(rf"seat (\d+) sits at {_NUMBER} degrees", line)) is not None:
            azimuths[Seat(_counted("seat", found[1], where) - 1)] = Degrees(float(found[2]) % 360)
        elif line:
            lines.append((where, line))
    acts = [_act(line, where, azimuths) for where, line in lines]
    return SceneScript(seed=seed, azimuths=azimuths, acts=tuple(sorted(acts, key=lambda act: act.at_ms)))


def _act(line: str, where: str, azimuths: Mapping[Seat, Degrees]) -> Act:
    for verb in _VERBS:
        found = re.match(re.escape(verb.words).replace("%", r"(\d+)") + r"(?:\b,? ?|$)", line)
        if found is not None:
            fields = dict(verb.given)
            if found.groups():
                fields |= _subject(verb.words.split()[0], found[1], where, azimuths)
            fields |= _details(verb, line[found.end() :], where)
            lacking = [field for field in verb.needs if field not in fields]
            if lacking:
                wanted = " and ".join(f"'{d.words}'" for d in verb.details if d.field in lacking)
                raise UnclearScene(f"{where}: {line!r} lacks {wanted}; add it with a number for %")
            return verb.make(**fields)
    begun = " ".join("%" if word.isdigit() else word for word in line.split())
    near = difflib.get_close_matches(begun[:24], [verb.words for verb in _VERBS], n=1, cutoff=0.4)
    guess = f"did you mean '{near[0]}'?" if near else f"begin it with one of: {', '.join(v.words for v in _VERBS)}"
    raise UnclearScene(f"{where}: nothing happens in {line!r}; {guess}")


def _subject(kind: str, number: str, where: str, azimuths: Mapping[Seat, Degrees]) -> dict[str, Any]:
    counted = _counted(kind, number, where)
    return {_SUBJECTS[kind][2]: azimuths[Seat(counted - 1)] if kind == "seat" else counted}


def _counted(kind: str, number: str, where: str) -> int:
    least, most, _ = _SUBJECTS[kind]
    if not least <= int(number) <= most:
        raise UnclearScene(f"{where}: there is no {kind} {number}; give {least} to {most}")
    return int(number)


def _details(verb: _Verb, rest: str, where: str) -> dict[str, object]:
    said: dict[str, object] = {}
    for piece in filter(None, (piece.strip() for piece in rest.split(","))):
        for detail in verb.details:
            value = detail.read(piece)
            if value is None:
                continue
            if detail.field in said:
                raise UnclearScene(f"{where}: {piece!r} comes after another word on the same; keep one of them")
            if "%" in detail.words and not detail.least <= float(str(value)) <= detail.most:
                raise UnclearScene(f"{where}: {piece!r} is out of range; give {detail.least:g} to {detail.most:g}")
            said[detail.field] = value
            break
        else:
            known = ", ".join(f"'{detail.words}'" for detail in verb.details)
            raise UnclearScene(f"{where}: {piece!r} is no detail of '{verb.words}'; write {known}")
    return said
