"""Robots' hands at the virtual totem: a bot of the game says who reaches when, the device rules what its base felt."""

import random
from collections.abc import Callable, Collection
from typing import Final

from perroquet.drivers.sim.acts import VirtualHand
from perroquet.drivers.sim.base_handles import VirtualBase
from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed.bots import bot
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.piles import person
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Grab
from perroquet.kernel.units import Degrees, Seat, Seq
from perroquet.table.views import EveningView, Situation
from perroquet.web.seating import places

REACTION_MS: Final = 350.0
SPAN_MM: Final = 34.0
"""Height of the highest finger above the lowest."""

TOPS_MM: Final = (40.0, 138.0)
DROP_MS: Final = 60.0


def reaching(grab: Grab, azimuth: Callable[[Seat], Degrees]) -> tuple[tuple[Seat, VirtualHand], ...]:
    """Return whose hands would be measured as `grab`, and those hands; the last of a fall loses the totem."""
    hands: list[tuple[Seat, VirtualHand]] = []
    for place, hand in enumerate(grab.hands):
        assert hand.seat is not None  # noqa: S101 - bots know who they are
        seat = person(hand.seat)
        drops = grab.fall_us is not None and place == len(grab.hands) - 1
        reached = VirtualHand(
            azimuth=azimuth(seat),
            at_ms=REACTION_MS + hand.first_us / 1000,
            fingers=hand.fingers,
            top_mm=min(max(hand.lowest_mm + SPAN_MM, TOPS_MM[0]), TOPS_MM[1]),
            drop_ms=DROP_MS if drops else None,
        )
        hands.append((seat, reached))
    return tuple(hands)


class Reach:
    """Grabs for seats nobody plays, once for what lies there, and stands the totem up again.

    Args:
        state: returns the state of the running game; None when there is none.
        base: the virtual totem.
        chance: what the bots draw from.
    """

    def __init__(self, state: Callable[[], object], base: VirtualBase, chance: random.Random) -> None:
        self._state = state
        self._base = base
        self._chance = chance
        self._tried: Seq | None = None

    def move(self, view: EveningView, free: Collection[Seat]) -> bool:
        """Let those of `free` grab who see something to take; False when no hand moved."""
        state = self._state()
        if not isinstance(state, State) or view.situation is Situation.PAUSED or view.asked is not None:
            return False
        if view.standing is False:
            self._base.put_back()
            return True
        if state.stage not in {Stage.IDLE, Stage.ARMED} or view.seq == self._tried:
            return False
        azimuths = places(view.seats)
        hands = (
            ()
            if (grab := self._wanted(state)) is None
            else reaching(grab, lambda seat: azimuths.get(seat, Degrees(0.0)))
        )
        mine = tuple(hand for seat, hand in hands if seat in free)
        if not mine:
            return False
        self._tried = view.seq
        self._base.grab(mine)
        return True

    def _wanted(self, state: State) -> Grab | None:
        command = bot(state, self._luck())
        while isinstance(command, cmd.Touch):  # of a hand that is measured later: here a hand is just a hand
            command = bot(state, self._luck())
        return command.grab if isinstance(command, cmd.Judge) else None

    def _luck(self) -> Luck:
        return Luck(f"{self._chance.getrandbits(64):x}")
