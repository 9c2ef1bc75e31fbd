"""The picture of a grab: whole, self-contained, and readable without colours."""

import re
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from perroquet.kernel.readings import Contact, Grab, Hand, Window
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import Degrees, Fingers, HostNs, McuUs, Micros, Millimetres, Millis, Probability, Seat
from perroquet.photo_finish import Caption, Outcome, headline, photo_finish
from perroquet.photo_finish.ink import HANDS, MINGLED
from perroquet.photo_finish.strips import owners

CAPTION = Caption(
    verdict="Léa, quatre doigts à trois.",
    names={Seat(0): "Léa", Seat(1): "Tom"},
    tie_window_ms=Millis(45),
    winner=0,
)


def hand(first_ms: int, lowest_mm: float, seat: int | None, fingers: int = 4, p: float = 0.96) -> Hand:
    rest = Probability((1 - p) / 5)
    return Hand(
        first_us=Micros(first_ms * 1000),
        seat=None if seat is None else Seat(seat),
        seat_posterior=(),
        fingers=Fingers(fingers),
        fingers_p=tuple(Probability(p) if n == fingers else rest for n in range(6)),
        lowest_mm=Millimetres(lowest_mm),
        azimuth_deg=Degrees(10.0),
    )


def window(*, lift_ms: int | None = 60, step_us: int = 400) -> Window:
    t_us = np.arange(-20_000, 120_000, step_us, dtype=np.int64)
    lines = np.zeros((len(t_us), 20), dtype=np.float32)
    lines[t_us > 0, 2:5] = 24
    lines[t_us > 12_000, 8:10] = 24
    lines[t_us > 0, 13] = 40
    return Window(
        contact=Contact(grab=1, epoch=1, first=McuUs(0), at=HostNs(0), bound=Micros(0)),
        t_us=t_us,
        lines=lines,
        forces=np.full((len(t_us), 3), 3.0, dtype=np.float32),
        scale=24.0,
        ring_mm=tuple(Millimetres(12.0 + 11.5 * ring) for ring in range(12)),
        column_deg=tuple(Degrees(45.0 * column) for column in range(8)),
        force_deg=(Degrees(60.0), Degrees(180.0), Degrees(300.0)),
        lift_us=None if lift_ms is None else Micros(lift_ms * 1000),
    )


def grab(*hands: Hand) -> Grab:
    gap = hands[1].first_us - hands[0].first_us if len(hands) > 1 else None
    return Grab(grab=1, epoch=1, at=HostNs(0), hands=hands, gap_us=None if gap is None else Micros(gap))


TWO = grab(hand(0, 35.0, 0), hand(12, 104.0, None, fingers=3))


def drawn(svg: str) -> list[str]:
    root = ET.fromstring(svg)  # noqa: S314 - our own
    return ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("language", Language)
def test_the_picture_says_verdict_hands_fingers_and_times(language: Language) -> None:
    told = drawn(photo_finish(window(), TWO, replace(CAPTION, language=language)))

    wanted = {
        Language.FR: ("Léa, l’emporte", "4 doigts, sûr à 96 %", "Main B", "contact à 12 ms · plus bas : 104 mm"),
        Language.EN: ("Léa, wins", "4 fingers, 96 % sure", "Hand B", "contact at 12 ms · lowest: 104 mm"),
    }[language]
    assert CAPTION.verdict in told
    assert set(wanted) <= {" ".join(words.split()) for words in told}


def test_window_separation_and_counting_are_told_when_they_happened() -> None:
    lifted = " ".join(drawn(photo_finish(window(lift_ms=60), TWO, CAPTION)))
    held = " ".join(drawn(photo_finish(window(lift_ms=None), TWO, CAPTION)))

    assert "ensemble si ≤ 45 ms" in lifted
    assert "totem parti : 60 ms" in lifted
    assert "doigts comptés" not in lifted
    assert "doigts comptés : 150 ms" in held


def test_names_are_words_and_never_markup() -> None:
    rude = replace(CAPTION, verdict='<script>"&', names={Seat(0): "<Léa> & 'Tom'"})

    told = drawn(photo_finish(window(), TWO, rude))

    assert '<script>"&' in told
    assert "<Léa> & 'Tom', l’emporte" in told


def test_it_stands_alone_and_scales() -> None:
    svg = photo_finish(window(), TWO, CAPTION)
    root = ET.fromstring(svg)  # noqa: S314 - our own

    assert not re.search(r"<script|<style|href|http(?!://www\.w3\.org/2000/svg)", svg)
    assert "viewBox" in root.attrib
    assert "width" not in root.attrib
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == CAPTION.verdict


def test_a_ring_belongs_to_the_hand_from_whose_lowest_ring_it_rises() -> None:
    a, b = HANDS[:2]

    assert owners(window(), TWO) == (None, None, *(a,) * 6, *(b,) * 4)


def test_a_height_between_two_rings_is_the_nearer_ones() -> None:
    between = grab(hand(0, 36.9, 0), hand(12, 102.0, None, fingers=3))

    assert owners(window(), between) == owners(window(), TWO)


def test_what_a_line_told_long_before_its_hand_came_is_not_that_hands() -> None:
    speck = window()
    speck.lines[(speck.t_us > -4_000) & (speck.t_us < 2_000), 11] = 10  # on a ring of B, who comes 12 ms in

    assert drawn(photo_finish(speck, TWO, CAPTION)).count("B") == drawn(photo_finish(window(), TWO, CAPTION)).count("B")


def test_rings_two_hands_share_are_nobodys() -> None:
    mingled = grab(hand(0, 35.0, 0), hand(9, 35.0, 1))

    assert owners(window(), mingled)[2:] == (MINGLED,) * 10
    assert "A+B : mêlées" in drawn(photo_finish(window(), mingled, CAPTION))


def test_what_cannot_be_counted_is_said_and_not_drawn() -> None:
    unknown = photo_finish(window(), grab(hand(0, 35.0, 0, fingers=1, p=0.2)), CAPTION)
    brushed = photo_finish(window(), grab(replace(hand(0, 35.0, 0), brush=True)), CAPTION)

    assert "doigts : je ne sais pas" in drawn(unknown)
    assert "effleuré seulement" in drawn(brushed)


def test_a_grab_of_nobody_is_drawn_too() -> None:
    assert "Aucune main n’a été distinguée." in drawn(photo_finish(window(), grab(), replace(CAPTION, winner=None)))


def test_nothing_of_the_lines_is_drawn_after_the_totem_left() -> None:
    late = window(lift_ms=5)

    letters = drawn(photo_finish(late, TWO, CAPTION))

    assert letters.count("B") == 2  # card and mark; its rings rose after the separation


def test_level_frames_do_when_the_scans_are_lost() -> None:
    assert drawn(photo_finish(window(step_us=2_000), TWO, CAPTION)).count("A") >= 4


def test_a_grab_costs_a_page_little() -> None:
    assert len(photo_finish(window(lift_ms=None), TWO, CAPTION)) < 120_000


def _grey(colour: str) -> float:
    """Relative luminance, 0 black to 1 white."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_hands_differ_without_colour_by_pattern_and_the_first_two_by_lightness_as_well() -> None:
    assert len({ink.pattern for ink in HANDS}) == len(HANDS)
    assert all(one.letter != other.letter for one, other in combinations(HANDS, 2))
    low, high = sorted(_grey(ink.colour) for ink in HANDS[:2])
    assert (high + 0.05) / (low + 0.05) > 2.5


@pytest.mark.parametrize(
    ("rule", "ask", "words"),
    [
        ("only-hand", False, "Siège 1, seule main sur le totem."),
        ("first-come", False, "Siège 1, nettement la première : 12 millièmes d’avance."),
        ("fingers", True, "Siège 1, 4 doigts à 3, arrivées à 12 millièmes. Je n’en suis pas sûr."),
        ("lower-hand", False, "Siège 1, main en dessous : autant de doigts, arrivées à 12 millièmes."),
        ("first-contact", False, "Siège 1, au premier contact : autant de doigts, même hauteur."),
    ],
)
def test_a_recording_gets_a_headline(rule: str, words: str, *, ask: bool) -> None:
    outcome = Outcome(winner=0, rival=1, rule=rule, ask=ask)

    assert headline(TWO, outcome, Language.FR) == words
    assert headline(TWO, outcome, Language.EN) != words


@pytest.mark.parametrize(("ask", "words"), [(True, "À la table de dire."), (False, "Personne n’a pris le totem.")])
def test_nobody_named_is_a_headline_too(words: str, *, ask: bool) -> None:
    assert headline(TWO, Outcome(winner=None, rival=None, rule="none", ask=ask), Language.FR) == words
