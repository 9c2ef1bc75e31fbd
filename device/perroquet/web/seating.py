"""Where people sit on the drawn table."""

from collections.abc import Mapping, Sequence

from perroquet.kernel.units import Degrees, Seat
from perroquet.table.views import SeatView

_TURN = 360.0


def places(seats: Sequence[SeatView]) -> Mapping[Seat, Degrees]:
    """Return an azimuth for every seat.

    A taught azimuth is kept. Those between two taught neighbours are spread evenly between them, clockwise in seat
    order; when nothing is taught, all are spread evenly from 0.
    """
    anchors = [rank for rank, seat in enumerate(seats) if seat.azimuth is not None]
    if not anchors:
        return {seat.seat: Degrees(_TURN * rank / len(seats)) for rank, seat in enumerate(seats)}
    placed: dict[Seat, Degrees] = {}
    for anchor, following in zip(anchors, [*anchors[1:], anchors[0] + len(seats)], strict=True):
        start = seats[anchor].azimuth or 0.0
        end = seats[following % len(seats)].azimuth or 0.0
        span = (end - start) % _TURN or _TURN
        for rank in range(anchor, following):
            share = (rank - anchor) / (following - anchor)
            placed[seats[rank % len(seats)].seat] = Degrees((start + span * share) % _TURN)
    return placed
