"""From looks to what lies there: votes, doubt, hands."""

import numpy as np
from perroquet.kernel.readings import CardReading, Sighting
from perroquet.kernel.units import HostNs, Seat
from perroquet.vision.deck import Face
from perroquet.vision.find import Found
from perroquet.vision.reader import Look
from perroquet.vision.tracker import Lies, Tracker

HERE = Lies(x=100.0, y=200.0, turned=10.0)
MOVED = Lies(x=112.0, y=200.0, turned=10.0)
SQUARE = Found(corners=np.zeros((4, 2), np.float32), side=64.0)


class At:
    """Feeds looks to a tracker, and keeps what it told."""

    def __init__(self, plain: frozenset[Face] = frozenset()) -> None:
        self.tracker = Tracker(Seat(2), plain=plain)
        self.told = list[CardReading]()
        self._ns = 0

    def card(self, face: str | None, colour: str = "V", *, times: int = 1, lies: Lies = HERE) -> "At":
        for _ in range(times):
            answer = None if face is None else Face(face)
            look = Look(found=SQUARE, face=answer, best=answer, colour="" if face is None else colour)
            self._take(self.tracker.card(look, lies, self._now()))
        return self

    def nothing(self, times: int) -> "At":
        for _ in range(times):
            self._take(self.tracker.nothing(self._now()))
        return self

    def hand(self) -> "At":
        self._take(self.tracker.covered(self._now()))
        return self

    def _now(self) -> HostNs:
        self._ns += 1
        return HostNs(self._ns)

    def _take(self, reading: CardReading | None) -> None:
        if reading is not None:
            self.told.append(reading)

    @property
    def heard(self) -> list[tuple[Sighting, str, str]]:
        return [(reading.sighting, reading.face, reading.colour) for reading in self.told]


def test_three_looks_that_agree_are_needed():
    assert At().card("S03", times=2).heard == []
    assert At().card("S03", times=3).heard == [(Sighting.SEEN, "S03", "V")]


def test_what_is_told_is_told_once():
    assert len(At().card("S03", times=20).told) == 1


def test_one_look_in_five_may_differ_or_abstain():
    assert At().card("S03").card("S04").card("S03", times=2).heard[0][1] == "S03"
    assert At().card("S03").card(None).card("S03", times=2).heard[0][1] == "S03"


def test_two_faces_in_turn_are_never_answered():
    at = At()
    for _ in range(10):
        at.card("S03").card("S04")

    assert at.heard == [(Sighting.UNSURE, "", "")]


def test_a_card_that_cannot_be_read_must_be_shown_once():
    assert At().card(None, times=40).heard == [(Sighting.UNSURE, "", "")]


def test_a_card_laid_on_it_takes_its_place():
    assert [face for _, face, _ in At().card("S03", times=5).card("S07", times=3, lies=MOVED).heard] == ["S03", "S07"]


def test_votes_of_the_card_before_do_not_count():
    assert len(At().card("S03", times=5).card("S07", times=2, lies=MOVED).told) == 1


def test_a_hand_hides_and_what_lay_there_is_read_anew():
    heard = At().card("S03", times=3).hand().card("S03", times=3).heard

    assert [sighting for sighting, _, _ in heard] == [Sighting.SEEN, Sighting.HIDDEN, Sighting.SEEN]


def test_a_place_is_empty_after_some_looks_only():
    at = At().card("S03", times=3).nothing(7)
    assert len(at.told) == 1

    assert at.nothing(1).heard[-1] == (Sighting.EMPTY, "", "")


def test_a_colour_that_is_not_sure_is_not_told_and_told_later():
    at = At().card("S03", "", times=5)
    assert at.heard == [(Sighting.SEEN, "S03", "")]

    assert at.card("S03", "G", times=4).heard[-1] == (Sighting.SEEN, "S03", "G")


def test_a_card_without_its_colour_waits_for_it_a_little():
    assert At().card("S03", "", times=4).heard == []
    assert At().card("S03", "", times=2).card("S03", "G", times=2).heard == [(Sighting.SEEN, "S03", "G")]


def test_a_card_that_has_no_colour_does_not_wait_for_one():
    assert At(frozenset({Face("IN")})).card("IN", "", times=3).heard == [(Sighting.SEEN, "IN", "")]


def test_a_colour_is_looked_for_until_it_is_told():
    at = At().card("S03", "", times=9)
    assert at.tracker.deciding

    assert not at.card("S03", "G", times=4).tracker.deciding


def test_the_colour_of_a_card_that_lies_just_as_the_one_before_is_looked_for():
    at = At().card("S03", "V", times=5)
    assert not at.tracker.deciding

    assert at.card("S07", "").tracker.deciding


def test_a_colour_once_told_is_not_taken_back_by_doubt():
    assert len(At().card("S03", "G", times=4).card("S03", "", times=5).told) == 1


def test_colours_that_contradict_each_other_are_none():
    at = At()
    for colour in "GVGVG":
        at.card("S03", colour)

    assert {colour for _, _, colour in at.heard} == {""}


def test_another_card_of_the_same_face_and_colour_unread_is_a_new_place():
    at = At().card("S03", "G", times=5).card("S03", "V", times=4, lies=MOVED)

    assert at.heard[-1] == (Sighting.SEEN, "S03", "V")


def test_a_square_knows_a_quarter_of_its_turn():
    assert not HERE.stirred(Lies(x=100.0, y=200.0, turned=10.0 + 90.0))
    assert HERE.stirred(Lies(x=100.0, y=200.0, turned=20.0))
