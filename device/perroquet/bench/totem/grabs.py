"""One grab of the bench: played on the virtual totem, analysed, and compared with what really happened.

A mark is one observation of one quantity: 1 or 0 where something was right or not, else a size. Everything follows
from the seed of the grab, so how many processes share the work changes nothing.
"""

import random
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from perroquet.drivers.sim.model import HandTruth, Model
from perroquet.drivers.sim.scenes import NobodyFelt, Scene, mingled, rush, single, stacked
from perroquet.games.jungle_speed.anti_meute import ORDER, SURE, Take, decide
from perroquet.games.jungle_speed.house import House
from perroquet.kernel.readings import ArmLikelihood, Grab, Hand, Window
from perroquet.kernel.units import Degrees, Probability, Seat
from perroquet.totem.judge import ruling_of

Analyse = Callable[[Window, Mapping[Seat, Degrees], Mapping[Seat, Probability], ArmLikelihood | None], Grab]
Marks = dict[str, list[float]]

TABLES: Final = (4, 5, 6, 8, 10)
HOUSE: Final = House()
KINDS: Final = ("stacked", "mingled", "anyhow", "late")
"""Pairs of hands: one above the other, fingers between each other's, anyhow within 40 ms, anyhow 40 to 100 ms apart."""
CLASSES: Final = ((0.0, 0.5), (0.5, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 0.99), (0.99, 1.01))
"""Of confidence, from each lowest up to its highest."""

_BAND_MS: Final = 5.0
_TOGETHER_MS: Final = HOUSE.tie_window_ms - _BAND_MS
_FIRST_COME_MS: Final = HOUSE.tie_window_ms + _BAND_MS
_LATEST_MS: Final = 5.0
"""A hand that comes later than this before separation is reported apart: next to nothing of it can be felt."""
_APART_MS: Final = 5.0
_OUTSIDERS: Final = 0.1
_RING_MM: Final = 11.5
_CLEAR: Final = 1.0
_DEGREES_A_RING: Final = 30.0


def one_hand(seed: int, model: Model, analyse: Analyse) -> Marks:
    """Return the marks of one hand from anywhere, at tables of several sizes, with and without the rules' prior."""
    marks: Marks = defaultdict(list)
    try:
        scene = _single(seed, model)
    except NobodyFelt:
        marks["one hand felt"].append(0.0)
        return marks
    marks["one hand felt"].append(1.0)
    started = time.process_time()
    grab = analyse(scene.window, {}, {}, None)
    marks["computing"].append(1000 * (time.process_time() - started))
    marks["one hand found"].append(float(len(grab.hands) == 1))
    if not grab.hands:
        return marks
    hand, truth = grab.hands[0], scene.truth[0]
    contact_us = int(scene.window.contact.first) + hand.first_us - truth.first_us
    marks["contact"].append(contact_us / 1000)
    if len(grab.hands) == 1:
        off = hand.fingers - truth.fingers
        marks["fingers exact"].append(float(off == 0))
        marks["fingers within one"].append(float(abs(off) <= 1))
        marks[f"confusion {truth.fingers}>{hand.fingers}"].append(1.0)
        _calibrate(marks, "count", max(hand.fingers_p), right=off == 0)
    luck = random.Random(f"bench/who/{seed}")
    for seats in TABLES:
        _who(marks, scene, analyse, seats, luck)
    return marks


def _who(marks: Marks, scene: Scene, analyse: Analyse, seats: int, luck: random.Random) -> None:
    """Judge the same window at a table of evenly spaced seats, its hand's player among them."""
    mine = Seat(luck.randrange(seats))
    table = {Seat(k): Degrees((scene.hands[0].azimuth + (k - mine) * 360 / seats) % 360) for k in range(seats)}
    named = analyse(scene.window, table, {}, None).hands[0]
    marks[f"who {seats} asked"].append(float(named.seat is None))
    if named.seat is not None:
        marks[f"who {seats}"].append(float(named.seat == mine))
        _calibrate(marks, "seat", max(p for _, p in named.seat_posterior), right=named.seat == mine)
    others = [seat for seat in table if seat != mine]
    legal = luck.random() >= _OUTSIDERS
    entitled = [mine, luck.choice(others)] if legal else luck.sample(others, 2)
    prior = {seat: Probability(0.5) for seat in entitled}
    named = analyse(scene.window, table, prior, None).hands[0]
    marks[f"duel {seats} asked"].append(float(named.seat is None))
    if named.seat is not None:
        marks[f"duel {seats} {'legal' if legal else 'illegal'}"].append(float(named.seat == mine))
    if not legal:
        accused = named.seat is not None and named.seat not in entitled and named.odds >= 10.0
        marks[f"duel {seats} outsider named 10 to 1"].append(float(accused))
        if accused:
            marks[f"duel {seats} outsider named rightly"].append(float(named.seat == mine))


def two_hands(seed: int, model: Model, analyse: Analyse) -> Marks:
    """Return the marks of two hands in a rush: stacked, mingled, or anyhow, together or one after the other."""
    marks: Marks = defaultdict(list)
    try:
        scene = _pair(seed, model)
    except NobodyFelt:
        return marks
    window = scene.window
    end_us = int(window.contact.first) + ruling_of(window)
    second = scene.truth[1]
    if second.first_us > end_us:
        return marks
    started = time.process_time()
    grab = analyse(window, {}, {}, None)
    marks["computing"].append(1000 * (time.process_time() - started))
    if second.first_us > end_us - _LATEST_MS * 1000:
        marks["second hand at the last moment noticed"].append(float(len(grab.hands) > 1))
        return marks
    marks["two hands found"].append(float(len(grab.hands) == 2))
    marks["a third hand invented"].append(float(len(grab.hands) > 2))
    if len(grab.hands) == 2:
        _order(marks, grab, scene)
    _rule(marks, grab, scene, KINDS[seed % len(KINDS)])
    return marks


@lru_cache(maxsize=1)
def _single(seed: int, model: Model) -> Scene:
    """Play one hand; every way of analysing gets the same grab."""
    return single(seed, model=model)


@lru_cache(maxsize=1)
def _pair(seed: int, model: Model) -> Scene:
    luck = random.Random(f"bench/pair/{seed}")
    azimuth, other = luck.uniform(0, 360), luck.uniform(45, 315)
    match KINDS[seed % len(KINDS)]:
        case "stacked":
            return stacked(seed, model=model)
        case "mingled":
            return mingled(seed, model=model)
        case "anyhow":
            return rush(seed, (azimuth, azimuth + other), gaps_ms=(0.0, luck.uniform(0, 40)), model=model)
        case _:
            return rush(seed, (azimuth, azimuth + other), gaps_ms=(0.0, luck.uniform(40, 100)), model=model)


def _order(marks: Marks, grab: Grab, scene: Scene) -> None:
    """Compare gap and order of two hands found."""
    gap_ms = (scene.truth[1].first_us - scene.truth[0].first_us) / 1000
    measured_ms = (grab.hands[1].first_us - grab.hands[0].first_us) / 1000
    as_found = _cost(grab.hands[0], scene.truth[0], scene) + _cost(grab.hands[1], scene.truth[1], scene)
    swapped = _cost(grab.hands[0], scene.truth[1], scene) + _cost(grab.hands[1], scene.truth[0], scene)
    clear = abs(as_found - swapped) > _CLEAR
    turned = clear and swapped < as_found
    marks["gap"].append((-measured_ms if turned else measured_ms) - gap_ms)
    if gap_ms >= _APART_MS and clear:
        marks["order wrong"].append(float(turned))
    if gap_ms < ORDER / 1000:
        marks["order under 2 ms claimed wrongly"].append(float(turned and measured_ms >= ORDER / 1000))


def _cost(hand: Hand, truth: HandTruth, scene: Scene) -> float:
    """Return how badly a hand found fits a true one, by place alone."""
    turned = abs((hand.azimuth_deg - truth.azimuth + 180.0) % 360.0 - 180.0) / _DEGREES_A_RING
    if truth.lowest_ring is None:
        return turned
    return turned + abs(hand.lowest_mm - scene.window.ring_mm[truth.lowest_ring]) / _RING_MM


def _rule(marks: Marks, grab: Grab, scene: Scene, kind: str) -> None:
    """Compare what anti-meute makes of the grab with what it would have made of the truth."""
    first, second = scene.truth
    gap_ms = (second.first_us - first.first_us) / 1000
    found = [hand for hand in grab.hands if not hand.brush]
    together = len(found) > 1 and found[1].first_us - found[0].first_us <= HOUSE.tie_window_ms * 1000
    decision = decide(grab, frozenset(), HOUSE)
    if gap_ms >= _FIRST_COME_MS:
        marks["first come"].append(float(not together))
    if gap_ms > _TOGETHER_MS:
        return
    marks["together"].append(float(together))
    asked = not isinstance(decision, Take) or decision.sure < SURE
    marks["anti-meute asked"].append(float(asked))
    winner, difference = _winner(first, second, gap_ms)
    if winner is None or not isinstance(decision, Take):
        return
    right = _same(decision.winner, winner, grab, scene, gap_ms)
    _calibrate(marks, "ruling", decision.sure, right=right)
    if not asked:
        marks[f"anti-meute {min(2, difference)}"].append(float(right))
        marks[f"anti-meute {kind}"].append(float(right))


def _winner(first: HandTruth, second: HandTruth, gap_ms: float) -> tuple[int | None, int]:
    """Return who truly wins (None: nobody could know) and the difference in fingers."""
    difference = abs(first.fingers - second.fingers)
    if difference:
        return int(second.fingers > first.fingers), difference
    if first.lowest_ring is not None and second.lowest_ring is not None and first.lowest_ring != second.lowest_ring:
        return int(second.lowest_ring < first.lowest_ring), 0
    return (0 if gap_ms * 1000 >= ORDER else None), 0


def _same(named: int, winner: int, grab: Grab, scene: Scene, gap_ms: float) -> bool:
    """Tell whether the hand named is the true winner: by order, or by place where no order can be known."""
    if gap_ms * 1000 >= ORDER:
        return named == winner
    hand = grab.hands[named]
    return _cost(hand, scene.truth[winner], scene) <= _cost(hand, scene.truth[1 - winner], scene)


def _calibrate(marks: Marks, of: str, confidence: float, *, right: bool) -> None:
    """Note whether a claim was right, by class of confidence."""
    for low, high in CLASSES:
        if low <= confidence < high:
            marks[f"calibration {of} {low:.2f}"].append(float(right))
            marks[f"confidence {of} {low:.2f}"].append(confidence)
