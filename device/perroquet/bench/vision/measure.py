"""Draw scenes, read them, and keep marks: 1.0 where it happened, 0.0 where it did not."""

import importlib
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, islice
from typing import Final, cast

import cv2
import numpy as np

from perroquet.bench.vision import scenes
from perroquet.bench.vision.games import Game
from perroquet.bench.vision.marks import Measured, Run
from perroquet.bench.vision.peer import Peer
from perroquet.bench.vision.table import ARMS, COVERED, STRANGE
from perroquet.bench.vision.who import by_seat, who_grabbed
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.second_model import SECOND_MODEL
from perroquet.drivers.sim.third_model import THIRD_MODEL
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

RENDERERS: Final[Mapping[str, tuple[str, str]]] = {
    "a": ("perroquet.drivers.sim.renderers.tuning", "TuningRenderer"),
    "b": ("perroquet.drivers.sim.renderers.photograph", "PhotographRenderer"),
    "c": ("perroquet.drivers.sim.renderers.raycast", "RaycastRenderer"),
    "d": ("perroquet.drivers.sim.renderers.lounge", "LoungeRenderer"),
}
"""Name -> (module, class); imported when they draw, so that nobody tunes on what is held out."""
GENERATORS: Final = {"a": FIRST_MODEL, "b": SECOND_MODEL, "c": THIRD_MODEL, "d": THIRD_MODEL}
"""Renderer -> whose hands the base feels while it draws."""

_FRAME_NS: Final = 66_666_667
"""Pictures are read fifteen times a second."""
_GAME: Final = 20
"""Flips under one lamp."""
_SOON: Final = 7
"""Pictures in half a second."""
_AFTER: Final = 5
_DECIDED: Final = 0.85
_PASSES: Final = 48
_PICTURES: Final = 4
"""That differ by their noise."""
_SETTLED: Final = 8
"""Passes until each seat is told of, and timed from then on."""
_PLAYERS: Final = (3, 4, 5, 6)


class Bench:
    """Draws with one renderer, reads, and keeps marks."""

    def __init__(self, renderer: Renderer) -> None:
        self.marks = defaultdict[str, list[float]](list)
        self.renderer = renderer
        self.book = our_book()
        self._reader = Reader(self.book)
        self.peer = Peer()

    def looked(self, rng: np.random.Generator, n: int, row: str, cloth: Cloth | None) -> None:
        """Read single cards, on one cloth or on ordinary ones."""
        for _ in range(n):
            scene, at = scenes.one_card(rng, cloth)
            frame, card = self.renderer.render(scene), _top(scene)
            look = self.look(frame, at)
            self.mark(f"{row}found", look is not None)
            answered = look is not None and look.face is not None
            self.mark(f"{row}answered", answered)
            self.mark(f"{row}wrong", answered and look is not None and look.face != face_of(card))
            taken_for = self.peer.read(frame.y, INNER_MM * at.camera.sight.scale(at.x, at.y))
            self.mark(f"{row}peer answered", taken_for is not None)
            self.mark(f"{row}peer wrong", taken_for is not None and taken_for != face_of(card))
            if answered and look is not None and card.startswith("S"):
                colour = self._reader.coloured(frame, look).colour
                self.mark(f"{row}colour answered", bool(colour))
                self.mark(f"{row}colour wrong", bool(colour) and colour != card[-1])

    def strange(self, rng: np.random.Generator, n: int, thing: str) -> None:
        """Look at what is no card of the deck."""
        for _ in range(n):
            what = STRANGE[thing]
            scene, at = scenes.hand_alone(rng) if what is None else scenes.one_card(rng, None, what)
            frame = self.renderer.render(scene)
            look = self.look(frame, at)
            self.mark(f"{thing} answered", look is not None and look.face is not None)
            taken_for = self.peer.read(frame.y, INNER_MM * at.camera.sight.scale(at.x, at.y))
            self.mark(f"{thing} peer answered", taken_for is not None)

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
        tracker = Tracker(Seat(0), plain=self.book.plain)
        decided, moment = None, int(rng.integers(1 << 20))
        hands = [scenes.turning_hand(at, away) for away in (10.0, 70.0, 130.0)]
        for picture in range(len(hands) + _SOON + _AFTER):
            moment += 1
            arms = (hands[picture],) if picture < len(hands) else ()
            frame = self.renderer.render(scenes.scene(game, at, pile, moment, arms))
            look = self.look(frame, at, colour=True)
            when = HostNs(picture * _FRAME_NS)
            if look is not None:
                told = tracker.card(look, lies_at(look.found.corners, at.camera.sight), when)
            else:
                told = tracker.covered(when) if arms else tracker.nothing(when)
            if told is not None and told.sighting is Sighting.SEEN:
                decided = decided or told
            if decided is not None and picture >= len(hands) + THRESHOLDS.ballots:
                break
        gone = len(hands)
        colour = tracker.told.colour if tracker.told is not None else ""
        face = Face(tracker.told.face) if tracker.told is not None and tracker.told.face else None
        self.mark("decided", decided is not None and decided.at <= (gone + _SOON) * _FRAME_NS)
        self.mark("voted wrong", decided is not None and decided.face != face_of(card))
        if face is not None and card.startswith("S"):
            self.mark("voted colour answered", bool(colour))
            self.mark("voted colour wrong", bool(colour) and colour != card[-1])
        others = [face_of(scenes.rival(rng, card)), *(face_of(scenes.any_card(rng)) for _ in range(4))]
        if face_of(card) in others:
            others = [each for each in others if each != face_of(card)]
        duels = card.startswith("S")
        self.mark("duel false", duels and decided is not None and Face(decided.face) in others)
        if duels:
            self.mark("duel missed", decided is None or decided.face != face_of(card))

    def arms(self, rng: np.random.Generator, n: int, seats: int, arms: int) -> None:
        """Tell whose arms reach."""
        for rest, reach, azimuths, whose in islice(scenes.reaching(rng, seats, arms), n):
            watch = ArmWatch(rest.camera.sight)
            watch.look(self.renderer.render(rest))
            found = likelihood(watch.look(self.renderer.render(reach)), azimuths, HostNs(0))
            named = _named(by_seat(found), arms)
            self.mark(f"arms {seats} {arms} answered", named is not None)
            if named is not None:
                self.mark(f"arms {seats} {arms} wrong", named != whose)

    def times(self, rng: np.random.Generator) -> None:
        """Time passes over full pictures of six seats, with cards and without, in processor time of this thread."""
        scene, azimuths = _six(rng)
        for row, piles in (("pass", scene.piles), ("empty pass", ())):
            shown = [self.renderer.render(replace(scene, piles=piles, moment=moment)) for moment in range(_PICTURES)]
            watch = Watch(self.book, scene.camera.lens)
            watch.watch(azimuths)
            arms = ArmWatch(scene.camera.sight)
            for picture in range(_PASSES):
                frame = replace(shown[picture % _PICTURES], at=HostNs(picture * _FRAME_NS))
                began = time.thread_time()
                watch.look(frame)
                looked = time.thread_time()
                arms.look(frame)
                if picture >= _SETTLED:
                    self.marks[row].append(1000 * (looked - began))
                    self.marks["arms pass"].append(1000 * (time.thread_time() - looked))

    def look(self, frame: Frame, at: scenes.Place, *, colour: bool = False) -> Look | None:
        """Return the likeliest look at a square near the picture's middle."""
        side = self.book.inner_mm * at.camera.sight.scale(at.x, at.y)
        middle = np.array([scenes.CUT / 2, scenes.CUT / 2])
        near = [
            found
            for found in squares(frame.y, side, THRESHOLDS.size_off)
            if float(np.hypot(*(found.middle - middle))) < side
        ]
        looks = [self._reader.read(frame.y, found) for found in near]
        best = max(looks, key=lambda look: (look.face is not None, look.likeness), default=None)
        return self._reader.coloured(frame, best) if best is not None and colour else best

    def mark(self, name: str, happened: bool) -> None:  # noqa: FBT001 - a mark is a truth value
        """Note whether something happened."""
        self.marks[name].append(float(happened))


def _looks(bench: Bench, rng: np.random.Generator, n: int) -> None:
    bench.looked(rng, n, "", None)
    for row, cloth in COVERED:
        bench.looked(rng, n // 4, row, cloth)


def _strange(bench: Bench, rng: np.random.Generator, n: int) -> None:
    for thing in STRANGE:
        bench.strange(rng, n // 4, thing)


def _arms(bench: Bench, rng: np.random.Generator, n: int) -> None:
    for seats, arms in ARMS:
        bench.arms(rng, max(10, n // 4), seats, arms)


def _who(bench: Bench, rng: np.random.Generator, n: int) -> None:
    for _ in range(max(2, n // 4)):
        who_grabbed(rng, bench.renderer, GENERATORS[bench.renderer.name], bench.mark)


def _games(bench: Bench, rng: np.random.Generator, n: int) -> None:
    turned = 0
    for players in cycle(_PLAYERS):
        if turned >= n:
            return
        turned += Game(rng, bench.renderer, bench.book, players, bench.mark).play(n - turned)


def _times(bench: Bench, rng: np.random.Generator, _n: int) -> None:
    bench.times(rng)


PARTS: Final[Mapping[str, Callable[[Bench, np.random.Generator, int], None]]] = {
    "looks": _looks,
    "strange": _strange,
    "flips": Bench.flips,
    "arms": _arms,
    "who": _who,
    "games": _games,
    "times": _times,
}


_BY_FLIPS: Final = ("flips", "games")


def planned(n: int, flips: int, seed: int, renderer: str, parts: Sequence[str]) -> Measured:
    """Return what `measure` is going to measure, without any marks."""
    run = Run(seed=seed, n=n, flips=flips, parts=tuple(part for part in PARTS if part in parts))
    return Measured(renderer=renderer, thresholds=digest(THRESHOLDS), runs=(run,), marks={})


def measure(plan: Measured) -> Measured:
    """Return `plan` with its marks. Each part has its own luck: what else is measured changes nothing."""
    cv2.setNumThreads(1)
    bench = Bench(renderer_named(plan.renderer))
    for run in plan.runs:
        for place, (part, work) in enumerate(PARTS.items()):
            if part in run.parts:
                luck = np.random.default_rng((run.seed, place))
                work(bench, luck, run.flips if part in _BY_FLIPS else run.n)
    return replace(plan, marks=dict(bench.marks))


def renderer_named(name: str) -> Renderer:
    """Return one of `RENDERERS`."""
    module, kind = RENDERERS[name]
    return cast("Renderer", getattr(importlib.import_module(module), kind)())


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


def _named(shares: Mapping[Seat, float], arms: int) -> set[Seat] | None:
    """Return who is named when that is clear: one seat nearly alone, or two that share it."""
    best = sorted(shares.items(), key=lambda pair: -pair[1])[:arms]
    sure = _DECIDED if arms == 1 else 0.38
    return {seat for seat, _ in best} if len(best) == arms and all(share >= sure for _, share in best) else None
