"""Build what a viewer may know of the evening. The page, the lamps and the replay all draw from this."""

from collections.abc import Mapping

from perroquet.kernel.cues import Pattern
from perroquet.kernel.game import View
from perroquet.kernel.readings import Part
from perroquet.kernel.sentences import say
from perroquet.kernel.units import Seat
from perroquet.table import events as ev
from perroquet.table.awaiting import awaits
from perroquet.table.chronicle import Chronicle
from perroquet.table.evening import Evening, Games
from perroquet.table.panel import situation
from perroquet.table.views import ChoiceView, EveningView, PartView, SeatView, Situation, StoryLine
from perroquet.table.words import Words


def portrait(chronicle: Chronicle, viewer: Seat | None, games: Games, words: Words) -> EveningView:
    """Return what `viewer` (None = the host, who sees what everybody sees) may know now."""
    evening = chronicle.evening
    column = situation(evening, games)
    seen = _game_view(evening, viewer, games)
    source = evening.running.game if evening.running is not None else ev.TABLE
    title = games[evening.running.game].title if evening.running is not None else None
    awaited_by, awaited = awaits(evening, games)
    return EveningView(
        seq=evening.seq,
        language=evening.language,
        situation=column,
        game=words.text(source, say(title), evening) if title is not None else None,
        said=words.line(chronicle.said, evening) if chronicle.said is not None else "",
        awaits=words.text(awaited_by, awaited, evening),
        facts=tuple(words.text(source, fact, evening) for fact in seen.facts) if seen is not None else (),
        lamp=status_pattern(chronicle, games),
        seats=tuple(
            SeatView(
                seat=seat,
                name=words.name(seat, evening),
                joined=(place := evening.place(seat)) is not None,
                azimuth=place.azimuth if place is not None else None,
                pattern=pattern,
            )
            for seat, pattern in seat_patterns(chronicle, games)
        ),
        parts=tuple(_part(part, evening, words) for part in Part),
        volume=evening.volume,
        hushed=evening.hushed,
        choices=_choices(evening, viewer, games, words) if column in (Situation.PLAYING, Situation.QUESTION) else (),
        story=tuple(StoryLine(seq=line.seq, text=words.line(line, evening)) for line in chronicle.story),
    )


def status_pattern(chronicle: Chronicle, games: Games) -> Pattern:
    """Return what the lamp of the box shows."""
    evening = chronicle.evening
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


def seat_patterns(chronicle: Chronicle, games: Games) -> tuple[tuple[Seat, Pattern], ...]:
    """Return what each seat's lamps show: who joined and who is awaited; in a game, what that game lights."""
    evening = chronicle.evening
    if evening.running is None:
        return tuple(
            (place.seat, Pattern.WAITING if place.seat == evening.joining else Pattern.READY)
            for place in evening.places
        )
    resting = Pattern.PAUSED if evening.paused else Pattern.PLAYING
    lit = _lamps(evening, games)
    return tuple((seat, lit.get(seat, resting)) for seat in evening.running.setup.seats)


def _lamps(evening: Evening, games: Games) -> Mapping[Seat | None, Pattern]:
    running = evening.running
    return {} if running is None else games[running.game].lamps(running.state)


def _game_view(evening: Evening, viewer: Seat | None, games: Games) -> View | None:
    running = evening.running
    if running is None:
        return None
    # Somebody who does not play knows what everybody knows.
    return games[running.game].view(running.state, viewer if viewer in running.setup.seats else None)


def _part(part: Part, evening: Evening, words: Words) -> PartView:
    cause = dict(evening.lost).get(part)
    key = f"found-{part}" if cause is None else f"lost-{part}-{cause}"
    return PartView(part=part, present=cause is None, words=words.text(ev.TABLE, say(key), evening))


def _choices(evening: Evening, viewer: Seat | None, games: Games, words: Words) -> tuple[ChoiceView, ...]:
    running = evening.running
    if running is None or evening.question is not None:
        return ()
    game = games[running.game]
    return tuple(
        ChoiceView(index=index, label=words.text(running.game, game.label(command), evening))
        for index, command in enumerate(game.menu(running.state, viewer))
    )
