"""Whole games before a camera: what the referee is told, against what lies there."""

import importlib
from collections.abc import Mapping

import numpy as np
import pytest
from perroquet.games.jungle_speed.cards import Card, Kind, kind
from perroquet.kernel.readings import CardReading, Sighting
from perroquet.kernel.units import Degrees, HostNs, Seat
from perroquet.vision.book import our_book
from perroquet.vision.deck import face_of

from tests.vision.tables import RENDERER, Marks

games = importlib.import_module("perroquet.bench.vision.games")


class Sure:
    """A table whose cards are told as they are, without a picture."""

    last: "Sure"
    unsure = 0.0
    wrong = 0.0

    def __init__(self, rng: np.random.Generator, _renderer: object, seats: int) -> None:
        self.azimuths: Mapping[Seat, Degrees] = {Seat(seat): Degrees(90.0 * seat) for seat in range(seats)}
        self.lens = None
        self._rng = rng
        self._news = list[CardReading]()
        type(self).last = self

    def lay(self, seat: Seat, card: Card) -> None:
        if self._rng.random() < self.unsure:
            return self._tell(seat, Sighting.UNSURE)
        colour = card[-1] if kind(card) is Kind.SYMBOL else ""
        wrong = kind(card) is Kind.SYMBOL and self._rng.random() < self.wrong
        return self._tell(seat, Sighting.SEEN, "S18" if wrong and face_of(card) != "S18" else face_of(card), colour)

    def show(self, seat: Seat) -> None:
        self._tell(seat, Sighting.UNSURE)

    def take_back(self, seat: Seat) -> None:
        self._tell(seat, Sighting.EMPTY)

    def clear(self, seat: Seat) -> None:
        self._tell(seat, Sighting.EMPTY)

    def picture(self, _seats: tuple[Seat, ...], _away: float | None) -> list[CardReading]:
        news, self._news = self._news, []
        return news

    def _tell(self, seat: Seat, sighting: Sighting, face: str = "", colour: str = "") -> None:
        self._news.append(CardReading(seat=seat, sighting=sighting, at=HostNs(0), face=face, colour=colour))


class Believing:
    def __init__(self, *_: object) -> None: ...

    def watch(self, _seats: object) -> None: ...

    def look(self, frame: list[CardReading]) -> list[CardReading]:
        return frame


class Shown(Sure):
    """A table whose cards must be shown, and are told some pictures later."""

    unsure = 1.0

    def __init__(self, rng: np.random.Generator, renderer: object, seats: int) -> None:
        super().__init__(rng, renderer, seats)
        self._lying = dict[Seat, Card]()
        self._shown = dict[Seat, int]()

    def lay(self, seat: Seat, card: Card) -> None:
        self._lying[seat] = card
        super().lay(seat, card)

    def show(self, seat: Seat) -> None:
        self._shown[seat] = 0

    def picture(self, seats: tuple[Seat, ...], away: float | None) -> list[CardReading]:
        for seat in self._shown:
            self._shown[seat] += 1
            if self._shown[seat] == 7:
                card = self._lying[seat]
                colour = card[-1] if kind(card) is Kind.SYMBOL else ""
                self._tell(seat, Sighting.SEEN, face_of(card), colour)
        return super().picture(seats, away)


def played(
    monkeypatch: pytest.MonkeyPatch, seed: int, players: int, table: type[Sure] = Sure, **odd: float
) -> dict[str, float]:
    """How often each thing happened in a whole game without pictures."""
    monkeypatch.setattr(games, "Overhead", type("Odd", (table,), odd))
    monkeypatch.setattr(games, "Watch", Believing)
    marks = Marks()
    games.Game(np.random.default_rng(seed), None, None, players, marks.mark).play(200)
    return {row: sum(values) / len(values) for row, values in marks.noted.items()}


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize("seed", range(6))
def test_cards_that_are_told_as_they_are_make_a_game_without_a_mistake(
    monkeypatch: pytest.MonkeyPatch, seed: int, players: int
):
    """But an arrow that is laid on an arrow of its kind looks as if nothing had been laid: somebody presses."""
    often = played(monkeypatch, seed, players)
    told, pressed = often.pop("games told at once"), often.pop("games never read")

    assert told + pressed == pytest.approx(1.0)
    assert pressed == often.pop("games missed in silence") < 0.03
    assert set(often.values()) == {0.0}


def test_cards_that_are_never_read_are_asked_for_and_told_by_a_press(monkeypatch: pytest.MonkeyPatch):
    often = played(monkeypatch, 1, 4, unsure=1.0)

    assert often["games asked to be shown"] == often["games never read"] == 1.0
    assert often["games told at once"] == often["games missed in silence"] == often["games duel missed"] == 0.0


def test_people_wait_for_a_card_that_they_show(monkeypatch: pytest.MonkeyPatch):
    often = played(monkeypatch, 1, 4, Shown)

    assert often["games asked to be shown"] > 0.9
    assert often["games never read"] < 0.1


def test_cards_that_are_read_wrong_are_noticed_and_corrected(monkeypatch: pytest.MonkeyPatch):
    often = played(monkeypatch, 1, 4, wrong=0.3)

    assert 0.1 < often["games read wrong"] < 0.4
    assert often["games duel missed"] > 0.1


def test_a_game_before_drawn_pictures_is_read():
    marks = Marks()
    games.Game(np.random.default_rng(2), RENDERER, our_book(), 3, marks.mark).play(6)

    assert sum(marks.noted["games told at once"]) >= 5
    assert not any(marks.noted["games read wrong"])
