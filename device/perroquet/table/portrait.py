"""Build what a viewer may know of the evening. The page, the lamps and the replay all draw from this."""

from collections.abc import Iterable, Mapping

from perroquet.kernel.cues import Pattern, Weight
from perroquet.kernel.game import View
from perroquet.kernel.readings import Part
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.units import Seat
from perroquet.table import events as ev
from perroquet.table.actions import asked_number
from perroquet.table.awaiting import awaits
from perroquet.table.chronicle import Chronicle, stuck_sentence
from perroquet.table.evening import Evening, Games, Place
from perroquet.table.panel import situation
from perroquet.table.views import (
    ChoiceView,
    EveningView,
    FactView,
    FinishView,
    PartView,
    SeatView,
    Situation,
    StoryLine,
)
from perroquet.table.words import Line, Words


def portrait(chronicle: Chronicle, viewer: Seat | None, games: Games, words: Words) -> EveningView:
    """Return what `viewer` (None = the host, who sees what everybody sees) may know now."""
    evening = chronicle.evening
    column = situation(evening, games)
    seen = _game_view(evening, viewer, games)
    source = evening.running.game if evening.running is not None else ev.TABLE
    title = games[evening.running.game].title if evening.running is not None else None
    awaited_by, awaited = awaits(evening, games)
    facts = seen.facts if seen is not None else ()
    grounds = _grounds(chronicle)

    def texts(sentences: Iterable[Sentence]) -> tuple[str, ...]:
        return tuple(words.text(source, sentence, evening) for sentence in sentences)

    return EveningView(
        seq=evening.seq,
        running=evening.running.game if evening.running is not None else None,
        known=tuple(FactView(text=words.text(source, fact, evening), sentence=fact) for fact in facts),
        layers=seen.layers if seen is not None else (),
        language=evening.language,
        situation=column,
        game=words.text(source, say(title), evening) if title is not None else None,
        said=words.line(chronicle.said, evening) if chronicle.said is not None else "",
        weight=chronicle.said.weight if chronicle.said is not None else Weight.PASSING,
        awaits=words.text(awaited_by, awaited, evening),
        asked=evening.question.question if evening.question is not None else None,
        dialling=asked_number(evening, games) is not None,
        tapping=evening.tapping,
        ruling=texts(fact for fact in facts if fact in grounds),
        ruled=_rules_now(chronicle),
        facts=texts(fact for fact in facts if fact not in grounds),
        lamp=status_pattern(evening, games),
        seats=tuple(
            SeatView(
                seat=seat,
                name=words.name(seat, evening),
                named=any(seat == of and name != "" for of, name in evening.names),
                joined=(place := evening.place(seat)) is not None,
                azimuth=place.azimuth if place is not None else None,
                pattern=pattern,
            )
            for seat, pattern in seat_patterns(evening, games)
        ),
        parts=tuple(
            _part(part, evening, words) for part in Part if part is not Part.CAMERA or _troubles(part, evening)
        ),
        volume=evening.volume,
        hushed=evening.hushed,
        choices=_choices(evening, viewer, games, words) if column in (Situation.PLAYING, Situation.QUESTION) else (),
        finishes=tuple(
            FinishView(
                seq=finish.seq,
                words="" if finish.told is None else words.line(finish.told, evening),
                contested=finish.contested,
            )
            for finish in reversed(chronicle.finishes)
        ),
        story=tuple(StoryLine(seq=line.seq, text=words.line(line, evening)) for line in _settled(chronicle.story)),
    )


def _grounds(chronicle: Chronicle) -> tuple[Sentence, ...]:
    return chronicle.ruling[1].long if chronicle.ruling is not None else ()


def _rules_now(chronicle: Chronicle) -> bool:
    """Tell whether what was said last is the last ruling."""
    said, ruling = chronicle.said, chronicle.ruling
    return said is not None and ruling is not None and said.seq == ruling[0]


_STEPS = frozenset({"volume", "dialled"})
"""Sentences said at each step of a knob: of steps in a row, the last one tells the story."""


def _settled(story: tuple[Line, ...]) -> tuple[Line, ...]:
    following = (*(line.sentence.key for line in story[1:]), None)
    return tuple(
        line
        for line, after in zip(story, following[: len(story)], strict=True)
        if line.sentence.key not in _STEPS or line.sentence.key != after
    )


def status_pattern(evening: Evening, games: Games) -> Pattern:
    """Return what the lamp of the box shows."""
    if evening.off:
        return Pattern.OFF
    match situation(evening, games):
        case Situation.QUESTION:
            return Pattern.QUESTION
        case Situation.PAUSED:
            return Pattern.PAUSED
        case Situation.PLAYING:
            lit = _lamps(evening, games).get(None, Pattern.PLAYING)
            return Pattern.ALARM if evening.lost and lit is Pattern.PLAYING else lit
        case Situation.IDLE:
            if evening.joining is not None:
                return Pattern.WAITING
            if evening.lost:
                return Pattern.ALARM
            return Pattern.HUSHED if evening.hushed else Pattern.READY


def seat_patterns(evening: Evening, games: Games) -> tuple[tuple[Seat, Pattern], ...]:
    """Return what each seat's lamps show: who joined and who is awaited; in a game, what that game lights."""
    if evening.off:
        seats = [place.seat for place in evening.places] if evening.running is None else evening.running.setup.seats
        return tuple((seat, Pattern.OFF) for seat in seats)
    if evening.running is None:
        return tuple(
            (place.seat, Pattern.WAITING if _tap_is_missing(place, evening) else Pattern.READY)
            for place in evening.places
        )
    resting = Pattern.PAUSED if evening.paused else Pattern.PLAYING
    lit = _lamps(evening, games)
    return tuple((seat, lit.get(seat, resting)) for seat in evening.running.setup.seats)


def _tap_is_missing(place: Place, evening: Evening) -> bool:
    return place.azimuth is None and evening.has(Part.TOTEM)


def _lamps(evening: Evening, games: Games) -> Mapping[Seat | None, Pattern]:
    running = evening.running
    return {} if running is None else games[running.game].lamps(running.state)


def _game_view(evening: Evening, viewer: Seat | None, games: Games) -> View | None:
    running = evening.running
    if running is None:
        return None
    # Somebody who does not play knows what everybody knows.
    return games[running.game].view(running.state, viewer if viewer in running.setup.seats else None)


def _troubles(part: Part, evening: Evening) -> bool:
    """Tell whether a part that few tables have is to be mentioned: when it is wanting."""
    return not evening.has(part) or part in dict(evening.ailing)


def _part(part: Part, evening: Evening, words: Words) -> PartView:
    cause = dict(evening.lost).get(part)
    ails: Sentence | None = None
    if part is Part.BUTTONS and evening.stuck:
        ails = stuck_sentence(evening.stuck)
    elif (ailment := dict(evening.ailing).get(part)) is not None:
        ails = say(f"ailing-{part}-{ailment}")
    told = say(f"lost-{part}-{cause}") if cause is not None else ails or say(f"found-{part}")
    return PartView(
        part=part, present=cause is None, ailing=ails is not None, words=words.text(ev.TABLE, told, evening)
    )


def _choices(evening: Evening, viewer: Seat | None, games: Games, words: Words) -> tuple[ChoiceView, ...]:
    running = evening.running
    if running is None or evening.question is not None:
        return ()
    game = games[running.game]
    return tuple(
        ChoiceView(index=index, label=words.text(running.game, label, evening), sentence=label)
        for index, command in enumerate(game.menu(running.state, viewer))
        for label in (game.label(command),)
    )
