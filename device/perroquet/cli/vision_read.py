"""`perroquet vision read`: the cards of one picture."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from perroquet.drivers.recordings import Label, read_frame
from perroquet.kernel.errors import WrongUse
from perroquet.kernel.units import Degrees, HostNs, Seat
from perroquet.vision.book import our_book
from perroquet.vision.calibration import hang, read_lens
from perroquet.vision.enrol import load
from perroquet.vision.seats import regions
from perroquet.vision.sight import first_lens
from perroquet.vision.watch import Watch

FORMAT = "perroquet-reading/1"


def seats_of(text: str) -> Mapping[Seat, Degrees]:
    """Return the seats of `0,90,180,270`.

    Raises:
        WrongUse: it is no list of azimuths.
    """
    try:
        return {Seat(place): Degrees(float(each) % 360.0) for place, each in enumerate(text.split(","))}
    except ValueError as err:
        raise WrongUse(f"--seats {text!r} is no list of azimuths such as 0,90,180,270") from err


def spots(
    image: Path, seats: Mapping[Seat, Degrees], lens: Path | None, book: Path | None, *, as_json: bool
) -> Iterator[str]:
    """Yield a line a seat.

    Raises:
        CannotCalibrate: the base's markers are not in the picture, or the lens file is none.
        CameraLost: the picture cannot be read.
    """
    frame = read_frame(image.parent, Label(file=image.name, at=HostNs(0), cards={}))
    height, width = frame.y.shape
    seen_by = first_lens((width, height)) if lens is None else read_lens(lens, (width, height))
    watch = Watch(our_book() if book is None else load(book), seen_by)
    watch.watch(seats)
    sight = hang(frame.y, seen_by).sight
    watch.hang(sight)
    for region in regions(seats, sight):
        spot = watch.spot(frame, region, colour=True)
        look = None if spot is None else spot.look
        told = {
            "format": FORMAT,
            "seat": region.seat + 1,
            "face": None if look is None else look.face,
            "colour": "" if look is None else look.colour,
            "likeness": 0.0 if look is None else round(look.likeness, 3),
            "margin": 0.0 if look is None else round(look.margin, 3),
        }
        yield json.dumps(told) if as_json else _text(told, found=look is not None)


def _text(told: Mapping[str, object], *, found: bool) -> str:
    what = f"{told['face']}{told['colour']}" if told["face"] else "not sure" if found else "no card"
    return f"seat {told['seat']}: {what} (likeness {told['likeness']}, lead {told['margin']})"
