"""Draw scenes, read them, and keep marks: 1.0 where it happened, 0.0 where it did not."""

import importlib
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final, cast

import cv2
import numpy as np

from perroquet.bench.vision import scenes
from perroquet.bench.vision.peer import Peer
from perroquet.bench.vision.table import ARMS, COVERED, ROWS, STRANGE
from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.readings import Sighting
from perroquet.kernel.units import Degrees, HostNs, Seat
from perroquet.ports.camera import Frame
from perroquet.vision.arms import ArmWatch, likelihood
from perroquet.vision.book import our_book
from perroquet.vision.deck import INNER_MM, Face, face_of
from perroquet.vision.find import squares
from perroquet.vision.reader import Look, Reader
from perroquet.vision.scene import Cloth, Lying, Pile, Renderer, Scene, SeatAt, at_azimuth
from perroquet.vision.thresholds import THRESHOLDS, digest
from perroquet.vision.tracker import Tracker, lies_at
from perroquet.vision.watch import Watch

Marks = Mapping[str, list[float]]

RENDERERS: Final[Mapping[str, tuple[str, str]]] = {
    "a": ("perroquet.drivers.sim.renderers.tuning", "TuningRenderer"),
    "b": ("perroquet.drivers.sim.renderers.photograph", "PhotographRenderer"),
    "c": ("perroquet.drivers.sim.renderers.raycast", "RaycastRenderer"),
}
"""Name -> (module, class); imported when they draw, so that nobody tunes on what is held out."""

_FRAME_NS: Final = 66_666_667
"""Pictures are read fifteen times a second."""
_GAME: Final = 20
"""Flips under one lamp."""
_SOON: Final = 7
"""Pictures in half a second."""
_DECIDED: Final = 0.85
_PASSES: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What was measured.

    Attributes:
        n: scenes a row.
        flips: of the rows after voting.
        thresholds: hash of the thresholds it was measured with.
    """

    n: int
    flips: int
    seed: int
    renderer: str
    thresholds: str
    marks: Marks

    def json(self) -> dict[str, Any]:
        """Return the report as one JSON object."""
        rows = [row.told(self.marks) for row in ROWS if self.marks.get(row.marks)]
        told = {"n": self.n, "flips": self.flips, "seed": self.seed, "renderer": self.renderer}
        return {"format": "perroquet-vision-bench/1", **told, "thresholds": self.thresholds, "rows": rows}


def measure(n: int, flips: int, seed: int, renderer: str) -> Measured:
    """Measure every row; it takes about n x 0.5 s."""
    cv2.setNumThreads(1)
    bench = _Bench(_renderer(renderer))
    rng = np.random.default_rng(seed)
    bench.single(rng, n)
    for row, cloth in COVERED:
        bench.looked(rng, n // 4, row, cloth)
    for thing in STRANGE:
        bench.strange(rng, n // 4, thing)
    bench.flips(rng, flips)
    for seats, arms in ARMS:
        bench.arms(rng, max(10, n // 4), seats, arms)
    bench.times(rng)
    return Measured(
        n=n, flips=flips, seed=seed, renderer=renderer, thresholds=digest(THRESHOLDS), marks=dict(bench.marks)
    )


def _renderer(name: str) -> Renderer:
    module, kind = RENDERERS[name]
    return cast("Renderer", getattr(importlib.import_module(module), kind)())


class _Bench:
    def __init__(self, renderer: Renderer) -> None:
        self.marks = defaultdict[str, list[float]](list)
        self._renderer = renderer
        self._book = our_book()
        self._reader = Reader(self._book)
        self._peer = Peer()

    def single(self, rng: np.random.Generator, n: int) -> None:
        """Read single cards in ordinary light."""
        self.looked(rng, n, "", None)

    def looked(self, rng: np.random.Generator, n: int, row: str, cloth: Cloth | None) -> None:
        """Read single cards, on one cloth or on ordinary ones."""
        for _ in range(n):
            scene, at = scenes.one_card(rng, cloth)
            frame, card = self._renderer.render(scene), _top(scene)
            look = self._look(frame, at)
            self._mark(f"{row}found", look is not None)
            answered = look is not None and look.face is not None
            self._mark(f"{row}answered", answered)
            self._mark(f"{row}wrong", answered and look is not None and look.face != face_of(card))
            taken_for = self._peer.read(frame.y, INNER_MM * at.camera.sight.scale(at.x, at.y))
            self._mark(f"{row}peer answered", taken_for is not None)
            self._mark(f"{row}peer wrong", taken_for is not None and taken_for != face_of(card))
            if answered and look is not None and card.startswith("S"):
                colour = self._reader.coloured(frame, look).colour
                self._mark(f"{row}colour answered", bool(colour))
                self._mark(f"{row}colour wrong", bool(colour) and colour != card[-1])

    def strange(self, rng: np.random.Generator, n: int, thing: str) -> None:
        """Look at what is no card of the deck."""
        for _ in range(n):
            scene, at = scenes.one_card(rng, None, STRANGE[thing])
            frame = self._renderer.render(scene)
            look = self._look(frame, at)
            self._mark(f"{thing} answered", look is not None and look.face is not None)
            taken_for = self._peer.read(frame.y, INNER_MM * at.camera.sight.scale(at.x, at.y))
            self._mark(f"{thing} peer answered", taken_for is not None)

    def flips(self, rng: np.random.Generator, n: int) -> None:
        """Turn cards: a hand lays one, leaves, and votes decide; five neighbours show others, or the same."""
        game = scenes.evening(rng)
        for number in range(n):
            if number % _GAME == 0:
                game = scenes.evening(rng)
            self._flip(rng, game)

    def _flip(self, rng: np.random.Generator, game: scenes.Evening) -> None:
        at = scenes.place(rng, game)
        card, below = scenes.any_card(rng), scenes.any_card(rng)
        before = scenes.laid(rng, at, below, 0.3)
        pile = (before, scenes.laid(rng, at, card, 0.6))
        tracker = Tracker(Seat(0))
        decided, moment = None, int(rng.integers(1 << 20))
        hands = [scenes.turning_hand(at, away) for away in (10.0, 70.0, 130.0)]
        for picture in range(len(hands) + _SOON + 5):
            moment += 1
            arms = (hands[picture],) if picture < len(hands) else ()
            frame = self._renderer.render(scenes.scene(game, at, pile, moment, arms))
            look = self._look(frame, at, colour=True)
            when = HostNs(picture * _FRAME_NS)
            if look is not None:
                told = tracker.card(look, lies_at(look.found.corners, at.camera.sight), when)
            else:
                told = tracker.covered(when) if arms else tracker.nothing(when)
            if told is not None and told.sighting is Sighting.SEEN:
                decided = decided or told
        gone = len(hands)
        colour = tracker.told.colour if tracker.told is not None else ""
        face = Face(tracker.told.face) if tracker.told is not None and tracker.told.face else None
        self._mark("decided", decided is not None and decided.at <= (gone + _SOON) * _FRAME_NS)
        self._mark("voted wrong", decided is not None and decided.face != face_of(card))
        if face is not None and card.startswith("S"):
            self._mark("voted colour answered", bool(colour))
            self._mark("voted colour wrong", bool(colour) and colour != card[-1])
        others = [face_of(scenes.rival(rng, card)), *(face_of(scenes.any_card(rng)) for _ in range(4))]
        if face_of(card) in others:
            others = [each for each in others if each != face_of(card)]
        duels = card.startswith("S")
        self._mark("duel false", duels and decided is not None and Face(decided.face) in others)
        if duels:
            self._mark("duel missed", decided is None or decided.face != face_of(card))

    def arms(self, rng: np.random.Generator, n: int, seats: int, arms: int) -> None:
        """Tell whose arms reach."""
        for rest, reach, azimuths, whose in islice(scenes.reaching(rng, seats, arms), n):
            watch = ArmWatch(rest.camera.sight)
            watch.look(self._renderer.render(rest))
            found = likelihood(watch.look(self._renderer.render(reach)), azimuths, HostNs(0))
            named = _named(found.by_seat if found is not None else (), arms)
            self._mark(f"arms {seats} {arms} answered", named is not None)
            if named is not None:
                self._mark(f"arms {seats} {arms} wrong", named != whose)

    def times(self, rng: np.random.Generator) -> None:
        """Time passes over a full picture of six seats, in processor time of this thread."""
        scene, azimuths = _six(rng)
        frame = self._renderer.render(scene)
        watch = Watch(self._book, scene.camera.lens)
        watch.watch(azimuths)
        arms = ArmWatch(scene.camera.sight)
        for picture in range(_PASSES):
            shown = replace(frame, at=HostNs(picture * _FRAME_NS))
            began = time.thread_time()
            watch.look(shown)
            if picture > 5:
                self.marks["pass"].append(1000 * (time.thread_time() - began))
            began = time.thread_time()
            arms.look(shown)
            if picture > 5:
                self.marks["arms pass"].append(1000 * (time.thread_time() - began))

    def _look(self, frame: Frame, at: scenes.Place, *, colour: bool = False) -> Look | None:
        side = self._book.inner_mm * at.camera.sight.scale(at.x, at.y)
        middle = np.array([scenes.CUT / 2, scenes.CUT / 2])
        near = [
            found
            for found in squares(frame.y, side, THRESHOLDS.size_off)
            if float(np.hypot(*(found.middle - middle))) < side
        ]
        looks = [self._reader.read(frame.y, found) for found in near]
        best = max(looks, key=lambda look: (look.face is not None, look.likeness), default=None)
        return self._reader.coloured(frame, best) if best is not None and colour else best

    def _mark(self, name: str, happened: bool) -> None:  # noqa: FBT001 - a mark is a truth value
        self.marks[name].append(float(happened))


def _six(rng: np.random.Generator) -> tuple[Scene, dict[Seat, Degrees]]:
    game = scenes.evening(rng)
    azimuths = {Seat(seat): Degrees(60.0 * seat + 15.0) for seat in range(6)}
    piles = list[Pile]()
    for seat, azimuth in azimuths.items():
        x, y = at_azimuth(azimuth, 280.0)
        piles.append(Pile(seat=seat, lying=(Lying(what=scenes.any_card(rng), x=x, y=y, turned=azimuth),)))
    seats = tuple(SeatAt(seat=seat, azimuth=azimuth) for seat, azimuth in azimuths.items())
    lit = Scene(look=game.look, seats=seats, cloth=game.cloth, light=game.light, camera=game.camera)
    return replace(lit, piles=tuple(piles)), azimuths


def _top(scene: Scene) -> Card:
    top = scene.piles[0].top
    assert top is not None  # noqa: S101 - a card was laid
    return Card(str(top.what))


def _named(by_seat: "tuple[tuple[Seat, float], ...]", arms: int) -> set[Seat] | None:
    """Return who is named when that is clear: one seat nearly alone, or two that share it."""
    best = sorted(by_seat, key=lambda pair: -pair[1])[:arms]
    sure = _DECIDED if arms == 1 else 0.38
    return {seat for seat, _ in best} if len(best) == arms and all(share >= sure for _, share in best) else None
