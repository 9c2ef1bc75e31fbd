"""Players for simulations: they turn cards, grab when two match, sometimes grab wrongly, and answer questions."""

import random

from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.state import State
from perroquet.games.jungle_speed.views import menu
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Grab, Hand
from perroquet.kernel.units import Degrees, Fingers, HostNs, Micros, Millimetres, Probability, Seat

WRONG_GRAB = 0.02
"""How often somebody grabs with nothing to take."""

EARLY_CONTACT = 0.3
"""How often the first contact is told before its measure."""

RING_MM = 11.5


def bot(state: State, luck: Luck) -> cmd.Command | None:
    """Return what some player does next; None when the game is over."""
    if state.over:
        return None
    chance = luck.stream("bot")
    if state.stage is Stage.SETTLE:
        return chance.choice(menu(state, None))
    if state.stage is Stage.RULED:
        return cmd.TotemReturned()
    if state.stage is Stage.CONTACT:
        return cmd.Judge(grab=_grab(state.seats, chance))
    if state.duel_open and chance.random() < EARLY_CONTACT:
        return cmd.Touch(at=HostNs(0))
    if state.duel_open:
        return cmd.Judge(grab=_grab(state.duel, chance))
    if chance.random() < WRONG_GRAB:
        return cmd.Judge(grab=_grab(state.seats, chance))
    if state.cards is None:
        return chance.choice(tuple(wish for wish in menu(state, None) if isinstance(wish, cmd.JoinDuel)))
    return cmd.GoOn()


def _grab(seats: tuple[Seat, ...], chance: random.Random) -> Grab:
    """Return a plausible grab by one or two of `seats`."""
    hands = 1 if chance.random() < 0.3 else 2
    arrivals = [0, *(chance.randrange(1_000, 120_000) for _ in range(hands - 1))]
    return Grab(
        grab=1,
        epoch=1,
        at=HostNs(0),
        hands=tuple(_hand(seat, at, chance) for seat, at in zip(chance.sample(seats, hands), arrivals, strict=True)),
        gap_us=Micros(arrivals[1]) if hands > 1 else None,
    )


def _hand(seat: Seat, at: int, chance: random.Random) -> Hand:
    fingers = chance.choice((2, 3, 4, 5))
    doubt = chance.choice((0.0, 0.02, 0.2))
    return Hand(
        first_us=Micros(at),
        seat=seat,
        seat_posterior=((seat, Probability(1.0)),),
        fingers=Fingers(fingers),
        fingers_p=tuple(Probability(1.0 - doubt if n == fingers else doubt / 5) for n in range(6)),
        lowest_mm=Millimetres(RING_MM * chance.randrange(1, 8)),
        azimuth_deg=Degrees(0.0),
    )
