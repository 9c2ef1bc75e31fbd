"""Players for simulations: they turn cards, see what matches or overlook it, and grab as fast as people do.

A seat plays at one of three levels. Reaction times are log-normal, as measured ones are; the figures are guesses about
a family, a table of friends, and somebody who trained. They grab at look-alikes, let a hand rest on the totem, knock it
over, and answer what the referee asks.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from typing import Final

from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed.cards import TWINS, shape
from perroquet.games.jungle_speed.falls import counts
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.meeting import Meeting
from perroquet.games.jungle_speed.piles import person
from perroquet.games.jungle_speed.state import State
from perroquet.games.jungle_speed.views import menu
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Grab, Hand
from perroquet.kernel.units import Degrees, Fingers, HostNs, Micros, Millimetres, Millis, Probability, Seat, after


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How somebody plays.

    Attributes:
        reaction_ms: median from the card to the first contact.
        spread: of its logarithm.
        overlooks: chance not to see what is to be taken.
        jumps: chance to grab with nothing to take, a card.
        mistakes: the same, when a look-alike lies there.
    """

    reaction_ms: float
    spread: float
    overlooks: float
    jumps: float
    mistakes: float


LEVELS: Final = (
    Level(reaction_ms=640.0, spread=0.28, overlooks=0.15, jumps=0.004, mistakes=0.20),
    Level(reaction_ms=500.0, spread=0.22, overlooks=0.05, jumps=0.002, mistakes=0.10),
    Level(reaction_ms=400.0, spread=0.16, overlooks=0.01, jumps=0.001, mistakes=0.04),
)
"""Child, grown-up, champion; seats take turns."""

REACH_MS: Final = 150.0
"""Who would come later than this after the first hand finds the totem gone."""

FALLS: Final = 0.02
BRUSHES: Final = 0.03
EARLY_CONTACT: Final = 0.3
"""How often a grab knocks the totem over, is a mere brush, and is told before its measure."""

LIFT_US: Final = Micros(120_000)
FALL_MS: Final = Millis(450)
"""From the first contact to the totem leaving its seat, and to its landing when it falls."""

RING_MM: Final = 11.5
OWNER_ODDS: Final = 50.0


def level(seat: Seat) -> Level:
    """Return how well `seat` plays."""
    return LEVELS[person(seat) % len(LEVELS)]


def bot(state: State, luck: Luck) -> cmd.Command | None:
    """Return what some player does next; None when the game is over."""
    if state.over:
        return None
    chance = luck.stream("bot")
    match state.stage:
        case Stage.SETTLE:
            return _answer(state, chance)
        case Stage.RULED:
            return _afterwards(state, chance)
        case Stage.CONTACT:
            hands = _grabbers(state, chance) or ((chance.choice(state.seats), 0.0),)
            return cmd.Judge(grab=_grab(hands, chance))
        case _:
            return _play(state, chance)


def _afterwards(state: State, chance: random.Random) -> cmd.Command:
    """Stand the totem up again; sometimes it had fallen, and nobody had held it."""
    grab = state.judged
    if grab is None or not counts(state, grab.grab, after(grab.at, FALL_MS)) or chance.random() >= FALLS:
        return cmd.TotemReturned()
    return cmd.Fell(grab=grab.grab, at=after(grab.at, FALL_MS))


def _answer(state: State, chance: random.Random) -> cmd.Command:
    """Answer a question: mostly yes."""
    wishes = menu(state, None)
    if wishes[0] == cmd.Accept() and chance.random() < 0.7:
        return wishes[0]
    return chance.choice(wishes)


def _play(state: State, chance: random.Random) -> cmd.Command:
    if hands := _grabbers(state, chance):
        if chance.random() < EARLY_CONTACT:
            return cmd.Touch(at=HostNs(0))
        return cmd.Judge(grab=_grab(hands, chance))
    cards = state.cards
    if cards is None:
        return chance.choice(menu(state, None))
    if state.volley is None and cards.turn is None:
        return cmd.Wait()
    return cmd.GoOn()


def _grabbers(state: State, chance: random.Random) -> tuple[tuple[Seat, float], ...]:
    """Return who reaches for the totem, and when, fastest first."""
    meeting = state.meeting
    going = [(seat, _reaction(seat, chance)) for seat in sorted(meeting.entitled) if _sees(seat, chance)]
    going += [(seat, _reaction(seat, chance)) for seat in _mistaken(state, meeting, chance)]
    going.sort(key=lambda each: each[1])
    return tuple(each for each in going if each[1] - going[0][1] <= REACH_MS)


def _sees(seat: Seat, chance: random.Random) -> bool:
    return chance.random() >= level(seat).overlooks


def _reaction(seat: Seat, chance: random.Random) -> float:
    return chance.lognormvariate(log(level(seat).reaction_ms), level(seat).spread)


def _mistaken(state: State, meeting: Meeting, chance: random.Random) -> Iterable[Seat]:
    """Yield who goes for it without the right: at nothing, or at a look-alike."""
    cards = state.cards
    if cards is None:
        return
    tops, entitled, out = cards.tops(), meeting.entitled, state.out
    alike = {seat for seat, top in tops.items() if top.startswith(TWINS)}
    if len({shape(tops[seat]) for seat in alike}) < len(TWINS):
        alike = set[Seat]()
    for seat in cards.seats:
        if seat in entitled or seat in out:
            continue
        if chance.random() < (level(seat).mistakes if seat in alike else level(seat).jumps):
            yield seat


def _grab(going: Iterable[tuple[Seat, float]], chance: random.Random) -> Grab:
    """Return what the base measures of these hands."""
    going = tuple(going)
    start = going[0][1]
    hands = tuple(_hand(seat, at - start, chance) for seat, at in going)
    return Grab(
        grab=chance.randrange(1 << 30),
        epoch=1,
        at=HostNs(0),
        hands=hands,
        gap_us=Micros(hands[1].first_us) if len(hands) > 1 else None,
        lift_us=LIFT_US,
        fall_us=Micros(90_000) if chance.random() < FALLS else None,
    )


def _hand(seat: Seat, ms: float, chance: random.Random) -> Hand:
    fingers = chance.choice((2, 3, 4, 5))
    doubt = chance.choice((0.0, 0.02, 0.2))
    return Hand(
        first_us=Micros(round(ms * 1_000)),
        seat=seat,
        seat_posterior=((seat, Probability(1.0)),),
        fingers=Fingers(fingers),
        fingers_p=tuple(Probability(1.0 - doubt if n == fingers else doubt / 5) for n in range(6)),
        lowest_mm=Millimetres(RING_MM * chance.randrange(1, 8)),
        azimuth_deg=Degrees(0.0),
        brush=chance.random() < BRUSHES,
        odds=OWNER_ODDS,
    )
