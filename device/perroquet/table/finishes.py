"""The photo finishes of an evening: which grab, what was said of it, and the picture when it is asked for."""

from dataclasses import dataclass, replace
from typing import Final

from perroquet.capture import Capture
from perroquet.kernel.readings import Grab
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.units import Millis, Seat, Seq
from perroquet.photo_finish import Caption, photo_finish
from perroquet.ports import Kept
from perroquet.table.evening import Evening, Games
from perroquet.table.events import GrabRecorded
from perroquet.table.words import Line, Words
from perroquet.totem.recording import window_of

FINISHES_KEPT: Final = 12
"""How many of an evening's grabs the page can show; the recordings themselves stay on the disk for longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """One recorded grab.

    Attributes:
        seq: of the event that it was recorded with.
        told: what was said last when it was: the ruling, or the question.
        winner: index of the hand that the ruling favours, None = none is named.
        tie_window_ms: of the game, when it has one.
    """

    seq: Seq
    kept: Kept
    grab: Grab
    told: Line | None
    winner: int | None
    tie_window_ms: Millis | None

    @property
    def contested(self) -> bool:
        """Tell whether more than one hand came."""
        return len(self.grab.hands) > 1


def finish_of(
    seq: Seq,
    event: GrabRecorded,
    evening: Evening,
    games: Games,
    told: Line | None,
    ruling: tuple[Seq, Ruling] | None,
) -> Finish:
    """Return the finish of a grab that has just been recorded."""
    ruled = ruling[1] if ruling is not None and told is not None and ruling[0] == told.seq else None
    return Finish(
        seq=seq,
        kept=Kept(name=event.capture, sha256=event.sha256),
        grab=event.grab,
        told=told,
        winner=None if ruled is None else _hand_of(event.grab, ruled.who),
        tie_window_ms=_tie_window(evening, games),
    )


def _hand_of(grab: Grab, seats: tuple[Seat, ...]) -> int | None:
    owned = [index for index, hand in enumerate(grab.hands) if hand.seat in seats]
    return owned[0] if owned else None


def _tie_window(evening: Evening, games: Games) -> Millis | None:
    """Return how far apart hands count as simultaneous, if the running game has such a house rule."""
    running = evening.running
    if running is None or "tie_window_ms" not in games[running.game].sheet.rules:
        return None
    return Millis(games[running.game].sheet(running.setup.house).tie_window_ms)


def drawn(finish: Finish, capture: Capture, words: Words, evening: Evening) -> str:
    """Return the picture of `finish`, an SVG, in the evening's language; empty when the recording shows nothing."""
    window = window_of(capture)
    if window is None:
        return ""
    grab = finish.grab
    caption = Caption(
        verdict="" if finish.told is None else words.line(finish.told, evening),
        language=evening.language,
        names={place.seat: words.name(place.seat, evening) for place in evening.places},
        tie_window_ms=finish.tie_window_ms,
        winner=finish.winner,
    )
    return photo_finish(replace(window, lift_us=grab.lift_us, fall_us=grab.fall_us), grab, caption)
