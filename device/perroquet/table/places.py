"""Where players sit, as the base feels it: order of play, a base that turns, a place that has moved. Pure."""

from itertools import pairwise
from typing import Final

from perroquet.kernel.readings import Grab, Hand
from perroquet.kernel.units import Degrees, Seat
from perroquet.table import events as ev
from perroquet.table.context import Context, Decided, table
from perroquet.table.evening import ASTRAY, Evening, Place, strays

_MISLED: Final = Degrees(60.0)
"""A pull further off than this says nothing of the seat: one in ten goes anywhere."""


def taught(evening: Evening) -> tuple[tuple[Seat, Degrees], ...]:
    """Return the seats whose azimuth is known."""
    return tuple((place.seat, place.azimuth) for place in evening.places if place.azimuth is not None)


def clockwise(evening: Evening) -> tuple[Place, ...]:
    """Return the places in order of play: by azimuth when every tap is known, else by button."""
    if all(place.azimuth is not None for place in evening.places):
        return tuple(sorted(evening.places, key=lambda place: place.azimuth or 0.0))
    return evening.places


def out_of_order(evening: Evening) -> tuple[Seat, Seat, Seat] | None:
    """Return (seat, who taps say sits next, who the buttons say sits next) where the two first differ, or None.

    Buttons are numbered clockwise around the table; only who follows whom counts, not where counting begins.
    """
    felt = [place.seat for place in clockwise(evening)]
    wired = [place.seat for place in evening.places]
    follows = dict(pairwise((*felt, felt[0]))) if felt else {}
    return next(
        ((seat, follows[seat], after) for seat, after in pairwise((*wired, *wired[:1])) if follows[seat] != after), None
    )


def turned(now: Context, by: Degrees) -> Decided:
    """Return what a turn of the base changes: every azimuth it was taught."""
    taught = any(place.azimuth is not None for place in now.evening.places)
    return table(ev.MapTurned(by=by)) if taught and by else ()


def sightings(now: Context, told: Decided, grab: Grab | None) -> Decided:
    """Return where confirmed hands came from, when `told` holds a ruling about `grab` that is sure.

    A ruling that is contested later has been followed already: it moves an azimuth by a degree or two, and the next
    grabs move it back.
    """
    running = now.evening.running
    if running is None or grab is None:
        return ()
    game = now.games[running.game]
    given = [game.ruling(event) for source, event in told if source == running.game]
    ruling = next((ruling for ruling in reversed(given) if ruling is not None), None)
    if ruling is None or ruling.ask:
        return ()
    seen: list[ev.TableEvent] = []
    for seat, hand in _confirmed(grab, ruling.who, ruling.against):
        place = now.evening.place(seat)
        if place is None or place.azimuth is None:
            continue
        off = Degrees((hand.azimuth_deg - place.azimuth + 180.0) % 360.0 - 180.0)
        if abs(off) <= _MISLED:
            seen.append(ev.SeatSighted(seat=seat, off=off))
            if abs(place.astray) < ASTRAY <= abs(strays(place.astray, off)):
                seen.append(ev.TapWanted(seat=seat))
    return table(*seen)


def _confirmed(grab: Grab, who: tuple[Seat, ...], against: tuple[Seat, ...]) -> list[tuple[Seat, Hand]]:
    """Return whose hand is whose, now that a ruling names seats."""
    holds = [hand for hand in grab.hands if not hand.brush]
    named = (*who, *against)
    if len(holds) == 1 and named:  # the only hand is the winner's, or the one that pays
        return [(named[0], holds[0])]
    return [(hand.seat, hand) for hand in holds if hand.seat is not None and hand.seat in named]
