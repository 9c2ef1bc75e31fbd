"""Decks that were shown to the camera."""

from pathlib import Path

import numpy as np
import pytest
from perroquet.games.jungle_speed.cards import Card
from perroquet.vision.book import Book, Page
from perroquet.vision.deck import INNER_MM, Face, face_of
from perroquet.vision.enrol import BadBook, CannotEnrol, learn, load, save, warnings
from perroquet.vision.find import squares
from perroquet.vision.reader import Reader
from perroquet.vision.thresholds import THRESHOLDS

from tests.vision.tables import one

SIDE = INNER_MM * 933 / 700
SHOWN = [Card(name) for name in ("S03V", "S04G", "S09O", "S12J", "OUT1")]


def learnt(card: Card) -> Page:
    return learn(face_of(card), (one(card, look=look).y for look in range(6)), SIDE)


@pytest.fixture(scope="module")
def book() -> Book:
    return Book(name="shown", inner_mm=INNER_MM, pages=tuple(learnt(card) for card in SHOWN), tints={"V": (30.0, 12.0)})


@pytest.mark.parametrize("card", SHOWN)
def test_a_deck_that_was_shown_is_read(book: Book, card: Card):
    frame = one(card, look=50)
    (found,) = squares(frame.y, SIDE, THRESHOLDS.size_off)

    assert Reader(book).read(frame.y, found).face == face_of(card)


def test_a_card_of_another_deck_is_not_answered(book: Book):
    frame = one(Card("S16V"), look=50)
    (found,) = squares(frame.y, SIDE, THRESHOLDS.size_off)

    assert Reader(book).read(frame.y, found).face is None


def test_a_deck_comes_back_from_its_file(book: Book, tmp_path: Path):
    save(book, tmp_path / "deck.npz")
    again = load(tmp_path / "deck.npz")

    assert (again.name, again.inner_mm, again.faces, again.tints) == (book.name, book.inner_mm, book.faces, book.tints)
    assert np.abs(again.pages[0].prints[0] - book.pages[0].prints[0]).max() < 0.003


def test_two_cards_too_alike_are_warned_of(book: Book):
    twin = learn(Face("twin"), (one(Card("S03O"), look=look).y for look in range(10, 16)), SIDE)

    assert warnings(book.pages) == ()
    assert any("S03 and twin" in warning for warning in warnings((*book.pages, twin)))


def test_a_card_without_print_is_warned_of(book: Book):
    blank = Page(face=Face("blank"), prints=(np.full((72, 72), 0.1, np.float32),))

    assert warnings((*book.pages, blank)) == ("blank has very little print: it may be taken for a blank card",)


def test_a_card_that_is_not_shown_is_not_learnt():
    with pytest.raises(CannotEnrol, match="0 pictures"):
        learn(Face("S01"), (one(None, look=look).y for look in range(6)), SIDE)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"hello"])
def test_a_file_that_is_no_deck_is_refused(tmp_path: Path, content: bytes):
    (tmp_path / "deck.npz").write_bytes(content)

    with pytest.raises(BadBook, match=r"deck\.npz"):
        load(tmp_path / "deck.npz")
