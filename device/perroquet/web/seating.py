"""Where people sit on the drawn table."""

from collections.abc import Mapping, Sequence
from typing import Final

from perroquet.kernel.units import Degrees, Seat
from perroquet.table.views import SeatView

_TURN: Final = 360.0
_QUARTER: Final = 90.0


def places(seats: Sequence[SeatView]) -> Mapping[Seat, Degrees]:
    """Return an azimuth for every seat.

    A taught azimuth is kept. The others follow their last taught neighbour clockwise, spread up to the next one but
    never more than a quarter turn apart, so that people who sit down one by one leave room for those to come. When
    nothing is taught, all are spread evenly from 0.
    """
    anchors = [rank for rank, seat in enumerate(seats) if seat.azimuth is not None]
    if not anchors:
        return {seat.seat: Degrees(_TURN * rank / len(seats)) for rank, seat in enumerate(seats)}
    placed: dict[Seat, Degrees] = {}
    for anchor, following in zip(anchors, [*anchors[1:], anchors[0] + len(seats)], strict=True):
        start = seats[anchor].azimuth or 0.0
        end = seats[following % len(seats)].azimuth or 0.0
        step = min(_QUARTER, ((end - start) % _TURN or _TURN) / (following - anchor))
        for rank in range(anchor, following):
            placed[seats[rank % len(seats)].seat] = Degrees((start + step * (rank - anchor)) % _TURN)
    return placed
