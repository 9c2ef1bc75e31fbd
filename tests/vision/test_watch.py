"""A whole picture at a time: where the camera hangs, whose arm it is, what lies there, what ails."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from perroquet.drivers.sim.renderers.photograph import PhotographRenderer
from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.readings import Ailment, ArmLikelihood, CardReading, PartAiling, Sighting
from perroquet.kernel.units import NS_PER_S, Degrees, HostNs, Millimetres, Seat
from perroquet.ports.camera import Frame
from perroquet.vision.arms import likelihood
from perroquet.vision.book import our_book
from perroquet.vision.calibration import (
    SQUARE_MM,
    SQUARES,
    CannotCalibrate,
    calibrate_lens,
    hang,
    lens_text,
    marker_corners,
    moved,
    parse_lens,
    sheet_board,
)
from perroquet.vision.scene import Camera, Light, Scene
from perroquet.vision.seats import Region, regions
from perroquet.vision.sight import FIRST_LENS, Lens
from perroquet.vision.thresholds import THRESHOLDS
from perroquet.vision.watch import Spot, Watch

from tests.vision.tables import RENDERER, table

AZIMUTHS = {Seat(seat): Degrees(20.0 + 90.0 * seat) for seat in range(4)}
ASKEW = Camera(height=Millimetres(730.0), x=Millimetres(20.0), turned=Degrees(4.0), tilt=(2.0, -2.0))
CARDS: dict[int, Card | None] = {0: Card("S03V"), 1: Card("S04G"), 2: Card("IN2"), 3: None}
BOOK = our_book()
STEP = NS_PER_S


class Evening:
    """Shows one scene after another to a watch."""

    def __init__(self) -> None:
        self.watch = Watch(BOOK, FIRST_LENS)
        self.watch.watch(AZIMUTHS)
        self.told = list[object]()
        self._pictures = 0

    def show(self, scene: Scene, times: int = 1) -> "Evening":
        for _ in range(times):
            self._pictures += 1
            picture = replace(scene, moment=self._pictures, at=HostNs(self._pictures * STEP))
            self.told += self.watch.look(RENDERER.render(picture))
        return self

    @property
    def cards(self) -> list[tuple[int, Sighting, str, str]]:
        return [(one.seat, one.sighting, one.face, one.colour) for one in self.told if isinstance(one, CardReading)]

    @property
    def ailments(self) -> list[Ailment | None]:
        return [one.ailment for one in self.told if isinstance(one, PartAiling)]


def test_four_seats_are_read_in_three_pictures():
    evening = Evening().show(table(CARDS, AZIMUTHS, camera=ASKEW), 3)

    assert sorted(evening.cards) == [
        (0, Sighting.SEEN, "S03", "V"),
        (1, Sighting.SEEN, "S04", "G"),
        (2, Sighting.SEEN, "IN", ""),
    ]


def test_places_that_stay_empty_are_not_searched_again_and_a_card_that_comes_is_read(
    monkeypatch: pytest.MonkeyPatch,
):
    evening = Evening().show(table({}, AZIMUTHS, camera=ASKEW), THRESHOLDS.empty)
    assert {sighting for _, sighting, _, _ in evening.cards} == {Sighting.EMPTY}
    searched, look_there = list[int](), evening.watch.spot

    def spot(frame: Frame, region: Region, *, colour: bool = False) -> Spot | None:
        searched.append(region.seat)
        return look_there(frame, region, colour=colour)

    monkeypatch.setattr(evening.watch, "spot", spot)
    evening.show(table({}, AZIMUTHS, camera=ASKEW), 2)
    assert searched == []

    dim = Light(level=0.3)
    evening.show(table({2: Card("IN2")}, AZIMUTHS, camera=ASKEW), 5)
    assert set(searched) == {2}
    assert evening.cards[-1] == (2, Sighting.SEEN, "IN", "")

    searched.clear()
    evening.show(table({2: Card("IN2")}, AZIMUTHS, camera=ASKEW, light=dim))
    assert set(searched) == set(AZIMUTHS)


def test_an_arm_is_its_owner_s_and_hides_nobody_else_s_cards():
    quiet = table(CARDS, AZIMUTHS, camera=ASKEW)
    evening = Evening().show(quiet, 3)
    evening.told.clear()
    evening.show(replace(quiet, arms=table(CARDS, AZIMUTHS, arms=(1,)).arms))
    (reach,) = [one for one in evening.told if isinstance(one, ArmLikelihood)]

    (arm,) = reach.arms
    assert max(arm, key=lambda pair: pair[1])[0] == 1
    assert sum(share for _, share in arm) == pytest.approx(1.0)
    assert {(seat, sighting) for seat, sighting, _, _ in evening.cards} <= {(1, Sighting.HIDDEN)}


def test_no_arm_says_nothing():
    assert likelihood((), AZIMUTHS, HostNs(0)) is None


def test_a_table_too_dark_is_told_once_and_its_end_too():
    dark = table(CARDS, AZIMUTHS, light=Light(level=0.08))
    evening = Evening().show(dark, 6)
    assert evening.ailments == [Ailment.DARK]

    assert evening.show(table(CARDS, AZIMUTHS), 1).ailments == [Ailment.DARK, None]


def test_a_camera_that_was_moved_finds_its_place_again_and_reads_on():
    evening = Evening().show(table(CARDS, AZIMUTHS), 3)
    elsewhere = replace(ASKEW, turned=Degrees(25.0))
    evening.told.clear()
    moved_cards = CARDS | {3: Card("S16J")}
    evening.show(table(moved_cards, AZIMUTHS, camera=elsewhere), 8)

    assert (3, Sighting.SEEN, "S16", "J") in evening.cards


def test_a_mat_that_cannot_be_seen_is_told():
    covered = Scene(look=1, camera=Camera(x=Millimetres(1300.0)))

    assert Evening().show(covered, 4).ailments == [Ailment.ASTRAY]


# --- where the camera hangs ------------------------------------------------------------------------------------------


def test_the_place_of_the_camera_is_found_to_a_pixel():
    frame = RENDERER.render(table(CARDS, AZIMUTHS, camera=ASKEW))
    fit = hang(frame.y, FIRST_LENS)
    corners = np.array([[300.0, 200.0, 0.0], [-300.0, 200.0, 0.0], [0.0, -400.0, 0.0]])

    assert fit.markers == (0, 1, 2, 3)
    assert fit.off_px < 0.5
    assert np.abs(fit.sight.project(corners) - ASKEW.project(corners)).max() < 3.0


@pytest.mark.parametrize("look", [2, 7])
def test_markers_in_noise_are_all_found(look: int):
    frame = PhotographRenderer().render(Scene(look=look, camera=Camera()))

    assert hang(frame.y, FIRST_LENS).markers == (0, 1, 2, 3)


def with_covered(many: int) -> np.ndarray:
    """A table seen from `ASKEW`, with something on the first markers of the mat."""
    seen = RENDERER.render(table({}, AZIMUTHS, camera=ASKEW)).y.copy()
    for number in range(many):
        cv2.fillConvexPoly(seen, np.rint(ASKEW.project(marker_corners(number) * 1.2)).astype(np.int32), 128)
    return seen


def test_one_marker_may_be_covered():
    fit = hang(with_covered(1), FIRST_LENS)
    card = marker_corners(0) * 3.0  # as far out as a card

    assert fit.markers == (1, 2, 3)
    assert np.abs(fit.sight.project(card) - ASKEW.project(card)).max() < 10.0


def test_two_markers_in_a_row_say_too_little_of_the_tilt():
    with pytest.raises(CannotCalibrate, match="2 of the base's 4 markers are in the picture, 3 are wanted"):
        hang(with_covered(2), FIRST_LENS)


def test_a_camera_that_stayed_was_not_moved_and_one_that_was_was():
    still, shifted = (RENDERER.render(table({}, AZIMUTHS, camera=each)).y for each in (ASKEW, Camera()))

    assert (moved(still, ASKEW.sight) or 99.0) < 1.0
    assert (moved(shifted, ASKEW.sight) or 0.0) > 20.0


def test_without_markers_the_way_out_is_told():
    with pytest.raises(CannotCalibrate, match="clear the mat"):
        hang(np.full((200, 300), 128, np.uint8), FIRST_LENS)


def test_seats_the_camera_hardly_sees_have_no_region():
    narrow = replace(Camera(), lens=FIRST_LENS.cut(900, 400, (500, 500)))

    assert regions(AZIMUTHS, narrow.sight) == ()
    assert len(regions(AZIMUTHS, Camera().sight)) == 4


def test_a_card_belongs_to_the_seat_on_whose_line_it_lies():
    first, second = regions({Seat(0): Degrees(0.0), Seat(1): Degrees(40.0)}, Camera().sight)

    assert first.owns(0.0, -280.0)
    assert not second.owns(0.0, -280.0)
    assert not first.owns(0.0, -100.0)
    assert not first.owns(0.0, -500.0)


# --- the lens --------------------------------------------------------------------------------------------------------


def sheet(lens: Lens, tilt: tuple[float, float], place: tuple[float, float]) -> np.ndarray:
    """The lens sheet, flat in front of a lens."""
    width, height = (round(count * SQUARE_MM * 4) for count in SQUARES)
    drawn = sheet_board().generateImage((width, height), marginSize=0)
    camera = Camera(lens=lens, height=Millimetres(330.0), x=Millimetres(place[0]), y=Millimetres(place[1]), tilt=tilt)
    columns, rows = np.meshgrid(np.arange(lens.size[0]), np.arange(lens.size[1]))
    points = camera.on_table(np.column_stack([columns.ravel(), rows.ravel()]).astype(np.float64))
    at = (points.reshape(*columns.shape, 2) * 4 + (width / 2, height / 2)).astype(np.float32)
    return cv2.remap(drawn, at[..., 0], at[..., 1], cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=128)


TRUE = Lens(size=(640, 480), focal_px=520.0, centre=(322.0, 236.0), distortion=(-0.12, 0.03, 0.0, 0.0, 0.0))
FIRST = Lens(size=(640, 480), focal_px=500.0, centre=(319.5, 239.5))
POSES = [((0, 0), (0, 0)), ((18, 0), (20, 10)), ((-18, 5), (-20, 0)), ((0, 20), (0, -15)), ((5, -20), (10, 20)),
         ((14, 14), (-10, -10)), ((-14, 14), (0, 15)), ((12, -16), (-15, 10))]  # fmt: skip


def test_a_lens_is_found_from_its_sheet():
    lens, off = calibrate_lens([sheet(TRUE, tilt, place) for tilt, place in POSES], FIRST)

    assert off < 0.6
    assert lens.focal_px == pytest.approx(TRUE.focal_px, rel=0.01)
    assert lens.distortion[0] == pytest.approx(-0.12, abs=0.03)


def test_too_few_sheets_are_refused():
    with pytest.raises(CannotCalibrate, match="0 of 1 pictures"):
        calibrate_lens([np.full((480, 640), 128, np.uint8)], FIRST)


def test_a_lens_is_kept_as_text():
    assert parse_lens(lens_text(TRUE)) == TRUE


@pytest.mark.parametrize("text", ["", "[]", '{"format": "x"}', '{"format": "perroquet-lens/1", "size": [1]}'])
def test_a_text_that_is_no_lens_is_refused(text: str):
    with pytest.raises(CannotCalibrate, match="vision calibrate"):
        parse_lens(text)
