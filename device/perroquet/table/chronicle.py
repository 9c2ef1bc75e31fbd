"""The evening and what the device has said of it: one fold for live play, resume, replay and the page."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from perroquet.kernel.cues import Ambience, ArmRaid, Cue, DisarmRaid, Play, Say, Weight
from perroquet.kernel.journal import Record
from perroquet.kernel.readings import Part
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.units import Degrees, Seq
from perroquet.ports import Hush, SetVolume
from perroquet.table import events as ev
from perroquet.table import house_menu
from perroquet.table.awaiting import awaits
from perroquet.table.evening import Evening, Games, evolve
from perroquet.table.finishes import FINISHES_KEPT, Finish, finish_of
from perroquet.table.words import Line

STORY_LENGTH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Chronicle:
    """An evening and what it shows and says.

    Attributes:
        said: its last sentence.
        story: its sentences so far, the newest `STORY_LENGTH`.
        ruling: the running game's last ruling and the event that carried it.
        finishes: of its recorded grabs, the newest `FINISHES_KEPT`, newest last.
    """

    evening: Evening
    said: Line | None = None
    story: tuple[Line, ...] = ()
    ruling: tuple[Seq, Ruling] | None = None
    finishes: tuple[Finish, ...] = ()


Effect = Line | Play | Ambience | ArmRaid | DisarmRaid | SetVolume | Hush
"""What the device does about an event; a `Line` is spoken."""

_Wish = Cue | SetVolume | Hush


def follow(chronicle: Chronicle, record: Record, games: Games) -> tuple[Chronicle, tuple[Effect, ...]]:
    """Return the chronicle after `record`, and what the device does about it."""
    evening = evolve(chronicle.evening, record, games)
    ruling: Ruling | None = None
    if record.source == ev.TABLE:
        wishes = _table_wishes(chronicle, evening, record.event, games)
    else:
        game = games[record.source]
        cues = game.cues(evening.running.state, record.event) if evening.running is not None else ()
        ruling = game.ruling(record.event)
        # A power cut voids a window while the evening is paused: its jungle waits for the table to go on.
        wishes = tuple(cue for cue in cues if not (evening.paused and isinstance(cue, Ambience) and cue.on))
    speaker = _speaker(record, evening)
    effects = tuple(
        Line(seq=record.seq, source=speaker, sentence=wish.sentence, weight=wish.weight)
        if isinstance(wish, Say)
        else wish
        for wish in wishes
    )
    news = _news(record.event, tuple(effect for effect in effects if isinstance(effect, Line)))
    kept = None if isinstance(record.event, _UNRULES) else chronicle.ruling
    return (
        replace(
            chronicle,
            evening=evening,
            said=news[-1] if news else chronicle.said,
            story=(*chronicle.story, *news)[-STORY_LENGTH:],
            ruling=kept if ruling is None else (record.seq, ruling),
            finishes=_finishes(chronicle, record, games),
        ),
        effects,
    )


def _finishes(chronicle: Chronicle, record: Record, games: Games) -> tuple[Finish, ...]:
    if not isinstance(record.event, ev.GrabRecorded):
        return chronicle.finishes
    newest = finish_of(record.seq, record.event, chronicle.evening, games, chronicle.said, chronicle.ruling)
    return (*chronicle.finishes, newest)[-FINISHES_KEPT:]


def _news(event: object, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines that tell something new: not a repetition, not what is waited for."""
    if isinstance(event, ev.Repeated):
        return ()
    return lines[:1] if isinstance(event, _THEN_WAITS) else lines


_UNRULES = (ev.GameStarted, ev.GameEnded, ev.Overruled, ev.Undone, ev.PoweredOn)
"""After these no ruling is there to be repeated at length."""

_THEN_WAITS = (ev.GameStarted, ev.GameEnded, ev.Resumed, ev.Undone)
"""After these the device says at once what it waits for; elsewhere its sentence says so already."""


def retell(records: Iterable[Record], games: Games) -> Chronicle:
    """Return the chronicle of a whole journal."""
    chronicle = Chronicle(evening=Evening.dawn(games))
    for record in records:
        chronicle, _ = follow(chronicle, record, games)
    return chronicle


def _speaker(record: Record, evening: Evening) -> str:
    """Return whose phrasebook has the sentence; that of a running game has the table's own as well."""
    if isinstance(record.event, (ev.Asked, ev.Dialled)) and evening.running is None:
        return evening.offered
    quotes = isinstance(record.event, (ev.Refused, ev.Repeated, ev.SafetyTold, ev.Dialled, *_THEN_WAITS))
    return evening.running.game if quotes and evening.running is not None else record.source


def _dialled(event: ev.Dialled, evening: Evening, games: Games) -> Sentence:
    """Return what a dialled number stands for, in the running game's words if it has any."""
    if house_menu.is_menu(evening):
        return house_menu.shown(evening, games, event.value)
    number = say("dialled", numbers={"value": event.value})
    if evening.running is None or evening.question is not None:
        return number
    asked = games[evening.running.game].prompt(evening.running.state)
    place = event.value - (asked.number[0] if asked.number else 0)
    return asked.options[place] if 0 <= place < len(asked.options) else number


def _table_wishes(before: Chronicle, evening: Evening, event: ev.TableEvent, games: Games) -> tuple[_Wish, ...]:
    spoken = _SENTENCES[type(event)](event, evening) if type(event) in _SENTENCES else None
    if isinstance(event, ev.Dialled):
        spoken = _dialled(event, evening, games)
    if isinstance(event, ev.Asked) and event.number is not None and event.rule:
        spoken = house_menu.rule_sentence(evening, games, event.rule, event.number[1])
    weight = WEIGHTS.get(type(event), Weight.NEWS)
    words: tuple[_Wish, ...] = (Say(sentence=spoken, weight=weight),) if spoken is not None else ()
    if isinstance(event, _THEN_WAITS) and not _opens_itself(event, evening, games):
        words = (*words, Say(sentence=awaits(evening, games)[1]))
    match event:
        case ev.Repeated():
            return _again(before, evening, games)
        case ev.PoweredOn():
            armed = tuple(cue for cue in _scene(evening, games) if not isinstance(cue, Ambience))
            return (SetVolume(percent=event.volume), Hush(on=False), *armed, *words)
        case ev.VolumeSet():
            return (SetVolume(percent=event.percent), *words)
        case ev.Hushed():
            return (Hush(on=event.on), *words)
        case ev.Paused():
            return (Ambience(on=False), *words)
        case ev.Resumed() | ev.Undone() | ev.Overruled():
            return (*words, *(cue for cue in _scene(evening, games) if isinstance(cue, Ambience)))
        case ev.GameEnded() | ev.ShutDown():
            return (DisarmRaid(), Ambience(on=False), *words)
        case _:
            return words


def _again(before: Chronicle, evening: Evening, games: Games) -> tuple[_Wish, ...]:
    """Say the last sentence again, at length if it was a ruling, and what is waited for."""
    said, ruling = before.said, before.ruling
    if said is None:
        return ()
    told = (said.sentence,)
    if ruling is not None and ruling[0] == said.seq:
        told = (ruling[1].spoken, *ruling[1].long)
    waits = awaits(evening, games)[1]
    heard = tuple(sentence for sentence in dict.fromkeys(told) if sentence != waits)
    return tuple(Say(sentence=sentence, weight=Weight.PASSING) for sentence in (*heard, waits))


def _opens_itself(event: ev.TableEvent, evening: Evening, games: Games) -> bool:
    """Tell whether a game that starts speaks first."""
    if not isinstance(event, ev.GameStarted) or evening.running is None:
        return False
    return bool(games[event.game].opening(evening.running.setup))


def _scene(evening: Evening, games: Games) -> tuple[Cue, ...]:
    return games[evening.running.game].scene(evening.running.state) if evening.running is not None else ()


def _asked(event: ev.Asked, evening: Evening) -> Sentence:
    if event.question is ev.Question.START_GAME:
        return house_menu.start_sentence(evening)
    if event.number is not None:
        lowest, default, highest = event.number
        return say(f"ask-{event.question}", numbers={"lowest": lowest, "default": default, "highest": highest})
    if event.around is not None:
        seat, felt, wired = event.around
        return say(f"ask-{event.question}", seats={"seat": seat, "felt": felt, "wired": wired})
    if event.question is ev.Question.CONTEST:
        return say(f"ask-contest-{event.stake}")
    return say(f"ask-{event.question}")


def _pointed_out(event: ev.SeatPointedOut, evening: Evening) -> Sentence:
    question = evening.question
    named = question is not None and event.seat in question.named
    key = f"pointed-out-{question.stake}" if question is not None and named else "no-longer-pointed-out"
    return say(key, seats={"seat": event.seat})


_TOLD_TURN: Final = Degrees(20.0)
"""A base that turns less, as under every pull, is followed without a word."""


def _turned(event: ev.MapTurned, _evening: Evening) -> Sentence | None:
    return say("map-turned") if abs(event.by) >= _TOLD_TURN else None


def _started(event: ev.GameStarted, evening: Evening) -> Sentence:
    taught = {place.seat for place in evening.places if place.azimuth is not None}
    unknown = evening.has(Part.TOTEM) and not taught.issuperset(event.seats)
    key = "started-untaught" if unknown else "started"
    return say(key, numbers={"players": len(event.seats)}, words={"game": event.game})


def _powered(_event: ev.PoweredOn, evening: Evening) -> Sentence:
    if evening.running is not None:
        return say("power-back", words={"game": evening.running.game})
    return say("hello", words={"game": evening.offered})


def stuck_sentence(lines: tuple[str, ...]) -> Sentence:
    """Name these buttons as the box does, seats by their number, and say the way out."""
    match [line.removeprefix("seat_").upper() for line in lines]:
        case [label]:
            return say("stuck-seat" if label.isdigit() else "stuck-control", words={"label": label})
        case labels:
            return say("stuck-several", words={"labels": ", ".join(labels)})


_SENTENCES: dict[type, Callable[[Any, Evening], Sentence | None]] = {
    ev.PoweredOn: _powered,
    ev.ButtonsStuck: lambda event, _: stuck_sentence(event.lines),
    ev.JournalMended: lambda event, _: say("mended", numbers={"kept": event.kept, "dropped": event.dropped}),
    ev.PageOpened: lambda event, _: say(
        "page-opened", words={"address": event.address, "code": "\u00a0".join(event.code)}
    ),
    ev.SafetyTold: lambda _, __: say("safety"),
    ev.GameOffered: lambda event, _: say("offered", words={"game": event.game}),
    ev.SeatJoined: lambda event, _: say("joined-tap" if event.tap else "joined", seats={"seat": event.seat}),
    ev.SeatTaught: lambda event, _: say("taught", seats={"seat": event.seat}),
    ev.MapTurned: _turned,
    ev.TapWanted: lambda event, _: say("tap-wanted", seats={"seat": event.seat}),
    ev.TotemKept: lambda _, __: say("totem-kept"),
    ev.TotemAwaited: lambda _, __: say("totem-awaited"),
    ev.SeatNamed: lambda event, _: say("named", seats={"seat": event.seat}),
    ev.SeatLeft: lambda event, _: say("left", seats={"seat": event.seat}),
    ev.LanguageChosen: lambda _, __: say("language"),
    ev.VolumeSet: lambda event, _: say("volume", numbers={"percent": event.percent}),
    ev.Asked: _asked,
    ev.SeatPointedOut: _pointed_out,
    ev.Dropped: lambda event, _: say(f"dropped-{event.question}"),
    ev.GameStarted: _started,
    ev.GameEnded: lambda _, __: say("ended"),
    ev.Paused: lambda _, __: say("paused"),
    ev.Resumed: lambda _, __: say("resumed"),
    ev.Overruled: lambda event, _: (
        say("overruled-because", words={"reason": event.reason}) if event.reason else say("overruled")
    ),
    ev.Undone: lambda _, __: say("undone"),
    ev.Refused: lambda event, _: event.sentence,
    ev.PartWentMissing: lambda event, _: say(f"lost-{event.part}-{event.cause}"),
    ev.PartCameBack: lambda event, _: say(f"found-{event.part}"),
    ev.PartSickened: lambda event, _: say(f"ailing-{event.part}-{event.ailment}"),
    ev.ShutDown: lambda _, __: say("good-night"),
}
"""What the table says of its own events; what is absent is silent, and `Repeated` repeats."""

WEIGHTS: Final[Mapping[type[ev.TableEvent], Weight]] = {
    **dict.fromkeys(
        (
            ev.GameOffered,
            ev.SeatJoined,
            ev.SeatTaught,
            ev.SeatNamed,
            ev.SeatLeft,
            ev.LanguageChosen,
            ev.VolumeSet,
            ev.Paused,
            ev.Resumed,
            ev.Refused,
        ),
        Weight.PASSING,
    ),
    **dict.fromkeys(
        (
            ev.Asked,
            ev.Dialled,
            ev.SeatPointedOut,
            ev.Dropped,
            ev.GameStarted,
            ev.GameEnded,
            ev.Undone,
            ev.ShutDown,
        ),
        Weight.QUESTION,
    ),
    **dict.fromkeys((ev.SafetyTold, ev.Overruled), Weight.RULING),
}
"""How much it matters that the sentence of an event is heard; of what is absent, as much as any news.

What is dialled or pointed out asks the open question anew.
"""
