"""Where people sit on the drawn table."""

import pytest
from perroquet.kernel.cues import Pattern
from perroquet.kernel.units import Degrees, Seat
from perroquet.table.views import SeatView
from perroquet.web.seating import places


@pytest.mark.parametrize(
    ("taught", "drawn"),
    [
        ((), []),
        ((None,), [0]),
        ((None, None, None, None), [0, 90, 180, 270]),
        ((30, None), [30, 120]),
        ((0, 180, None), [0, 180, 270]),
        ((None, 10, 100), [190, 10, 100]),
        ((350, None, 30), [350, 10, 30]),
        ((0, 90, 180, None), [0, 90, 180, 270]),
        ((0, 90, 180, 270, None), [0, 90, 180, 270, 315]),
        ((80, 80), [80, 80]),
    ],
)
def test_taught_places_are_kept_and_others_spread_between(taught: tuple[int | None, ...], drawn: list[int]) -> None:
    seats = [
        SeatView(
            seat=Seat(nth),
            name="",
            named=False,
            joined=True,
            azimuth=None if azimuth is None else Degrees(azimuth),
            pattern=Pattern.READY,
        )
        for nth, azimuth in enumerate(taught)
    ]

    assert [places(seats)[seat.seat] for seat in seats] == drawn
