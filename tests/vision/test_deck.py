import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
from perroquet.games.jungle_speed.cards import TWINS, Card, Kind, kind
from perroquet.vision.deck import BACK, CARD_MM, CLASSIC, CLEAR, DECK, GROUPS, INNER_MM, faces, lint, marks_of
from perroquet.vision.deck.raster import draw, outline
from perroquet.vision.deck.sheets import PER_PAGE, page, pdf, picture, sheets


def test_the_deck_is_72_symbols_and_8_arrow_cards():
    kinds = [kind(card) for card in DECK]

    assert [kinds.count(each) for each in (Kind.SYMBOL, Kind.INWARD, Kind.OUTWARD, Kind.COLOUR)] == [72, 3, 3, 2]
    assert len(faces()) == 18 + 3


def test_no_two_faces_are_too_alike_and_no_two_colours_of_the_clear_palette_either():
    assert lint.faults() == ()


def test_the_twins_of_the_rules_are_in_a_group_that_looks_alike():
    assert len({GROUPS[face] for face in faces() if face in TWINS}) == 1


def test_every_symbol_has_a_look_alike():
    sizes = [list(GROUPS.values()).count(group) for group in set(GROUPS.values())]

    assert sorted(sizes) == [3] * 7


def test_a_card_drawn_twice_under_two_names_would_be_noticed(monkeypatch: pytest.MonkeyPatch):
    drawn = lint.print_of

    def twice(card: Card) -> lint.Ink:
        return drawn(Card("S03V") if card.startswith("S04") else card)

    monkeypatch.setattr(lint, "print_of", twice)

    assert any("S03 and S04 are 1.000 alike" in fault for fault in lint.faults())


def test_a_palette_that_the_colour_blind_cannot_read_would_be_noticed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lint, "PALETTES", (replace(CLASSIC, contrast=25.0),))

    assert any("protanopia" in fault for fault in lint.faults())


@pytest.mark.parametrize("card", [*DECK, BACK])
def test_all_that_is_printed_lies_inside_the_margin(card: Card):
    reach = max(abs(value) + mark.width / 2 for mark in marks_of(card) for point in mark.points for value in point)

    assert reach <= CARD_MM / 2 - 1.4


@pytest.mark.parametrize("card", [card for card in DECK if card.endswith(("V", "1"))])
def test_a_symbol_never_touches_the_frame(card: Card):
    side = 560
    picture = draw(card, side)
    ring = round((CARD_MM - INNER_MM) / 2 / CARD_MM * side) + 4
    rim = np.concatenate([picture[ring, ring:-ring], picture[ring:-ring, ring]])

    assert rim.min() == 255


def test_a_card_has_round_corners():
    mask = outline(112)

    assert (mask[0, 0], mask[0, 56], mask[56, 0], mask[56, 56]) == (0, 255, 255, 255)


def test_all_cards_and_a_page_of_backs_are_printed():
    fronts, backs = sheets()[:-1], sheets()[-1]

    assert [card for cards in fronts for card in cards] == list(DECK)
    assert backs == (BACK,) * PER_PAGE


def test_cards_on_a_page_are_as_large_as_they_say():
    drawn = ET.fromstring(page(1, CLEAR))  # noqa: S314 - our own drawing
    places = [group.get("transform", "") for group in drawn.iter("{http://www.w3.org/2000/svg}g")]

    assert (drawn.get("width"), drawn.get("height")) == ("210mm", "297mm")
    assert places[:2] == ["translate(49 64.5)", "translate(105 64.5)"]


def test_the_same_palette_is_the_same_pdf():
    printed = pdf(CLASSIC)

    assert printed.startswith(b"%PDF-")
    assert printed.count(b"/Type /Page\n") == len(sheets())
    assert printed == pdf(CLASSIC)


def test_a_picture_of_one_card_is_valid_svg():
    assert ET.fromstring(picture(Card("COL1"), CLASSIC)).tag.endswith("svg")  # noqa: S314 - our own drawing
