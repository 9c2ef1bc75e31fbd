"""From one picture of one card to an answer, or to none."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from perroquet.games.jungle_speed.cards import Card
from perroquet.ports.camera import Frame
from perroquet.vision.book import our_book
from perroquet.vision.deck import DECK, face_of
from perroquet.vision.deck.palettes import DOTS
from perroquet.vision.find import squares
from perroquet.vision.reader import Look, Reader
from perroquet.vision.scene import Cloth, Light, Thing
from perroquet.vision.thresholds import THRESHOLDS

from tests.vision.tables import HALF, one, over

BOOK = our_book()
READER = Reader(BOOK)
SIDE = BOOK.inner_mm * 933 / 700


def looks(frame: Frame) -> Iterator[Look]:
    for found in squares(frame.y, SIDE, THRESHOLDS.size_off):
        yield READER.coloured(frame, READER.read(frame.y, found))


@pytest.mark.parametrize(
    "card", [card for place, card in enumerate(DECK) if place % 5 == 0 or not card.startswith("S")]
)
def test_a_card_is_read_with_its_colour(card: Card):
    (look,) = looks(one(card))

    assert look.face == face_of(card)
    assert look.colour in ((card[-1],) if card.startswith("S") else ("", *"VGOJ"))


@pytest.mark.parametrize("cloth", list(Cloth))
def test_any_cloth_will_do(cloth: Cloth):
    assert [look.face for look in looks(one(Card("S09G"), cloth=cloth)) if look.face] == ["S09"]


@pytest.mark.parametrize("light", [Light(level=0.35), Light(level=0.98), Light(warmth=1.0), Light(slope=0.6)])
def test_any_lamp_will_do_that_people_play_by(light: Light):
    (look,) = looks(one(Card("S12O"), light=light))

    assert (look.face, look.colour) == ("S12", "O")


@pytest.mark.parametrize("toward", [20.0, 110.0, 200.0, 290.0])
def test_a_reflection_over_its_frame_hides_no_card(toward: float):
    frame = one(Card("S12O"), light=Light(level=0.5))
    x, y = (HALF + SIDE / 2 * f(np.radians(toward)) for f in (np.cos, np.sin))
    rows, columns = np.indices(frame.y.shape)
    shine = 110.0 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * 9.0**2))
    frame = replace(frame, y=np.minimum(frame.y + shine, 255.0).astype(np.uint8))

    assert [look.face for look in looks(frame) if look.face] == ["S12"]


@pytest.mark.parametrize(("across", "down"), [(30, 0), (-30, 4), (6, 30), (-22, 22), (8, -20)])
@pytest.mark.parametrize("card", ["S12O", "S05V", "IN1"])
def test_a_window_reflected_in_it_hides_no_card(card: str, across: int, down: int):
    frame = one(Card(card), light=Light(level=0.7))
    x, y = HALF + across, HALF + down
    y_plane = frame.y.astype(np.int16)
    y_plane[y - 18 : y + 18, x - 18 : x + 18] += 110
    frame = replace(frame, y=np.minimum(y_plane, 255).astype(np.uint8))

    assert [look.face for look in looks(frame) if look.face] == [face_of(Card(card))]


def test_a_card_that_a_reflection_hides_nearly_all_of_is_not_answered():
    frame = one(Card("S12O"), light=Light(level=0.7))
    frame.y[HALF - 24 : HALF + 20, HALF - 24 : HALF + 24] = 255

    assert [look.face for look in looks(frame) if look.face] == []


@pytest.mark.parametrize("thing", list(Thing))
@pytest.mark.parametrize("look", range(3))
def test_what_is_no_card_of_the_deck_is_not_answered(thing: Thing, look: int):
    assert [each.face for each in looks(one(thing, look=look)) if each.face] == []


def test_an_empty_table_has_no_squares():
    assert list(looks(one(None))) == []


def test_a_blank_square_is_found_and_not_answered():
    frame = one(Card("S03V"))
    (found,) = squares(frame.y, SIDE, THRESHOLDS.size_off)
    x, y = found.middle.round().astype(int).tolist()
    frame.y[y - 26 : y + 26, x - 26 : x + 26] = frame.y[y - 30, x]
    look = READER.read(frame.y, found)

    assert look.face is None


def test_corners_are_found_to_half_a_pixel():
    camera = over()
    frame = one(Card("S05J"))
    (found,) = squares(frame.y, SIDE, THRESHOLDS.size_off)
    table = camera.on_table(found.corners.astype(np.float64))
    sides = np.linalg.norm(table - np.roll(table, 1, axis=0), axis=1)

    assert sides == pytest.approx([BOOK.inner_mm] * 4, abs=0.5 * 700 / 933 * 2)


def test_a_part_of_a_picture_is_read_as_the_whole():
    frame = one(Card("S05J"))
    (found,) = squares(frame.y[20:180, 10:190], SIDE, THRESHOLDS.size_off, (10, 20))

    assert READER.read(frame.y[20:180, 10:190], found, (10, 20)).face == "S05"
    assert READER.coloured(frame, READER.read(frame.y, found)).colour == "J"


@pytest.mark.parametrize("card", [Card(f"S05{colour}") for colour in DOTS])
def test_a_grey_camera_tells_colours_by_their_dots(card: Card):
    grey = replace(one(card), u=None, v=None)

    assert [look.colour for look in looks(grey)] == [card[-1]]


def test_a_lamp_that_takes_every_colour_away_takes_no_dots_away():
    frame = one(Card("S05J"))
    assert frame.u is not None
    drained = replace(frame, u=np.full_like(frame.u, 128), v=np.full_like(frame.u, 128))

    assert [look.colour for look in looks(drained)] == ["J"]


def test_arrows_and_cards_of_a_deck_without_colours_have_none_to_tell():
    assert BOOK.plain == {"IN", "OUT", "COL"}
    assert replace(BOOK, dots={}, tints={}).plain == set(BOOK.faces)


def test_an_arrow_in_coloured_light_has_no_colour():
    yellow, arrow = one(Card("S05J")), one(Card("IN2"))

    assert [(look.face, look.colour) for look in looks(replace(arrow, u=yellow.u, v=yellow.v))] == [("IN", "")]


def test_hue_tells_what_dots_do_not():
    frame = one(Card("S05J"))
    (found,) = squares(frame.y, SIDE, THRESHOLDS.size_off)
    undotted = Reader(replace(BOOK, dots={}))

    assert undotted.coloured(frame, undotted.read(frame.y, found)).colour == "J"


def test_a_lamp_that_makes_yellow_orange_deceives_no_dots():
    orange, yellow = (one(Card(f"S05{colour}")) for colour in "OJ")

    assert [look.colour for look in looks(replace(yellow, u=orange.u, v=orange.v))] == ["J"]
