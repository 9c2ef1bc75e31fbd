"""One pass over a picture: where does the camera hang, whose arms reach, what lies before each seat."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from perroquet.kernel.readings import Ailment, ArmLikelihood, CardReading, Part, PartAiling
from perroquet.kernel.units import NS_PER_S, Degrees, HostNs, Seat
from perroquet.ports.camera import Frame
from perroquet.vision.arms import ArmWatch, likelihood
from perroquet.vision.book import Book
from perroquet.vision.calibration import CannotCalibrate, hang, moved
from perroquet.vision.find import Found, Grey, squares
from perroquet.vision.reader import Look, Reader
from perroquet.vision.seats import Region, regions
from perroquet.vision.sight import Lens, Sight
from perroquet.vision.thresholds import THRESHOLDS, Thresholds
from perroquet.vision.tracker import Lies, Tracker, lies_at

Reading = CardReading | ArmLikelihood | PartAiling

_CHECK: Final = NS_PER_S
"""How often the markers are looked for again."""
_PILE: Final = 1.25
"""How far around the last card's middle the next one is looked for first, in sides of its square."""
_COARSE: Final = 8
"""A place that was empty is looked at so many times as coarse, to see whether anything came to lie there,"""
_CAME: Final = 5
"""which changes some spot by more levels than noise does."""
_OFTEN: Final = 3
"""Checks in a row that must say the same."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spot:
    """A card before a seat, as one picture shows it."""

    look: Look
    lies: Lies


class Watch:
    """Looks at one picture after another, and tells what changed."""

    def __init__(self, book: Book, lens: Lens, thresholds: Thresholds = THRESHOLDS) -> None:
        self._book = book
        self._lens = lens
        self._at = thresholds
        self._reader = Reader(book, thresholds)
        self._sight: Sight | None = None
        self._arms: ArmWatch | None = None
        self._seats: Mapping[Seat, Degrees] = {}
        self._regions: tuple[Region, ...] = ()
        self._trackers = dict[Seat, Tracker]()
        self._piles = dict[Seat, Found | None]()
        self._bare = dict[Seat, Grey]()
        self._checked: HostNs | None = None
        self._astray = 0
        self._dim = 0
        self._ailment: Ailment | None = None

    @property
    def sight(self) -> Sight | None:
        """Where the camera hangs; None = not known yet."""
        return self._sight

    def watch(self, seats: Mapping[Seat, Degrees]) -> None:
        """Watch these seats; what is known of seats that stay is kept."""
        if self._seats == seats:
            return
        self._trackers = {seat: self._trackers.get(seat) or Tracker(seat, self._at, self._book.plain) for seat in seats}
        self._seats = dict(seats)
        self._place()

    def look(self, frame: Frame) -> tuple[Reading, ...]:
        """Return what changed with this picture."""
        ailing = self._conditions(frame)
        if self._ailment is Ailment.DARK or self._sight is None or self._arms is None:
            return ailing
        arms = self._arms.look(frame)
        reach = likelihood(arms, self._seats, frame.at_row(self._lens.centre[1]), self._at)
        cards = [reading for region in self._regions if (reading := self._track(frame, region)) is not None]
        return (*ailing, *(() if reach is None else (reach,)), *cards)

    def spot(self, frame: Frame, region: Region, *, colour: bool = False) -> Spot | None:
        """Return the card before a seat; None = no square of a card's size lies there."""
        assert self._sight is not None  # noqa: S101 - regions are made of it
        part = frame.y[region.top : region.bottom, region.left : region.right]
        origin = (region.left, region.top)
        side = self._book.inner_mm * region.scale
        spots = list[Spot]()
        for found in squares(part, side, self._at.size_off, origin):
            lies = lies_at(found.corners, self._sight)
            if region.owns(lies.x, lies.y):
                spots.append(Spot(look=self._reader.read(part, found, origin), lies=lies))
        if not spots:
            return None
        best = max(spots, key=lambda spot: (spot.look.face is not None, spot.look.likeness))
        rivals = [spot for spot in spots if spot.look.face is not None]
        if len(rivals) > 1:  # two cards of the deck before one seat: which is on top is not for us to guess
            best = Spot(look=Look(found=best.look.found, face=None, best=best.look.best), lies=best.lies)
        return Spot(look=self._reader.coloured(frame, best.look), lies=best.lies) if colour else best

    # --- where everything is ------------------------------------------------------------------------------------------

    def _conditions(self, frame: Frame) -> tuple[PartAiling, ...]:
        """Look after the light and the camera's place; return what ails it, or that nothing does any more."""
        self._dim = self._dim + 1 if float(frame.y[::16, ::16].mean()) < self._at.dark else 0
        if self._dim:
            return (
                self._tell(Ailment.DARK, "the table is too dark to read by; put a lamp on", frame)
                if (self._dim >= _OFTEN)
                else ()
            )
        if self._checked is None or frame.at - self._checked >= _CHECK or self._sight is None:
            self._checked = frame.at
            self._check(frame)
        if self._sight is None or self._astray >= _OFTEN:
            return self._tell(Ailment.ASTRAY, "the markers around the base are not all in sight; clear the mat", frame)
        return self._tell(None, "", frame)

    def _check(self, frame: Frame) -> None:
        """Look for the markers where they were; when they stay away, look everywhere."""
        if self._sight is not None:
            off = moved(frame.y, self._sight)
            if off is not None and off <= self._at.moved_px:
                self._astray = 0
                return
            if off is None and self._astray < _OFTEN:
                self._astray += 1  # arms hide markers for a moment
                return
        try:
            fit = hang(frame.y, self._lens)
        except CannotCalibrate:
            self._astray += 1
            return
        self._astray = 0
        self.hang(fit.sight)

    def hang(self, sight: Sight) -> None:
        """Take the camera to hang there, from now on."""
        self._sight = sight
        self._place()

    def _place(self) -> None:
        if self._sight is None:
            return
        self._arms = ArmWatch(self._sight, self._at)
        self._piles.clear()
        self._bare.clear()
        self._regions = regions(self._seats, self._sight)

    def _tell(self, ailment: Ailment | None, why: str, frame: Frame) -> tuple[PartAiling, ...]:
        if ailment is self._ailment:
            return ()
        self._ailment = ailment
        return (PartAiling(part=Part.CAMERA, ailment=ailment, why=why, at=frame.at),)

    # --- cards --------------------------------------------------------------------------------------------------------

    def _track(self, frame: Frame, region: Region) -> CardReading | None:
        tracker = self._trackers[region.seat]
        spot = self._at_pile(frame, region, colour=tracker.deciding)
        if spot is None:
            bare = _coarse(frame.y[region.top : region.bottom, region.left : region.right])
            if tracker.empty and _same(bare, self._bare.get(region.seat)):
                return None
            self._bare[region.seat] = bare
            spot = self.spot(frame, region, colour=tracker.deciding)
        self._piles[region.seat] = None if spot is None else spot.look.found
        if spot is not None:
            at = frame.at_row(float(spot.look.found.middle[1]))
            return tracker.card(spot.look, spot.lies, at)
        at = frame.at_row((region.top + region.bottom) / 2)
        if self._arms is not None and self._arms.covers(region.azimuth, region.half / 2):
            return tracker.covered(at)
        return tracker.nothing(at)

    def _at_pile(self, frame: Frame, region: Region, *, colour: bool) -> Spot | None:
        """Look first where the last card lay: the next one is laid on it."""
        last = self._piles.get(region.seat)
        if last is None:
            return None
        x, y = last.middle.tolist()
        return self.spot(frame, region.around((x, y), last.side * _PILE), colour=colour)


def _coarse(part: Grey) -> Grey:
    """Return means of squares."""
    height, width = (each // _COARSE for each in part.shape)
    whole = part[: height * _COARSE, : width * _COARSE]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _same(now: Grey, before: Grey | None) -> bool:
    """Tell whether a place looks as it did."""
    return before is not None and cv2.norm(now, before, cv2.NORM_INF) <= _CAME
