"""Players for simulations: rounds of two to four minutes, hidden orchids, accusations right and wrong, thefts."""

import random
from typing import Final

from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import scores
from perroquet.games.orchidee.menus import menu
from perroquet.games.orchidee.rules import wake
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import NS_PER_S, SAMPLE_RATE, HostNs

ROUND_S: Final = (120, 240)
SHOUT_NS: Final = 2 * NS_PER_S


def bot(state: State, luck: Luck) -> cmd.Command | None:
    """Return what the table, or the sound of its round, does next; None when the game is over."""
    chance = luck.stream("bot")
    match state.phase:
        case Phase.OVER:
            return None
        case Phase.PLAY if (raid := _raid(state)) is not None:
            return raid
        case Phase.COUNT:
            seat = scores.asked(state)
            return None if seat is None else cmd.Count(seat=seat, points=chance.randint(0, 60))
        case Phase.RAID | Phase.WINDOW:
            return _accuse(state, chance)
        case _:
            return _wish(state, chance)


def _wish(state: State, chance: random.Random) -> cmd.Command:
    """Return what some seat, or the host, wishes; a parrot that is due calls first."""
    due = wake(state)
    if due is not None and chance.random() < 0.1:
        return cmd.Strike(at=due)
    own = [wish for seat in state.seats for wish in menu(state, seat)]
    return chance.choice(own or list(menu(state, None)))


def _raid(state: State) -> cmd.Command | None:
    """Hear the raid once its time has come: bots may look at secrets, nobody looks at bots."""
    if state.round.drawn is None:
        return None
    stream = state.luck.stream(f"length of round {state.number}")
    done = len(state.round.tricks) + len(state.round.laid) / len(state.seats)
    lived_s = stream.uniform(*ROUND_S) * done / max(state.total, 1)
    late = lived_s * SAMPLE_RATE >= state.round.drawn
    if not late or (state.round.drawn_trick or 0) > len(state.round.tricks):
        return None
    onset = HostNs(round(lived_s * NS_PER_S))
    return cmd.HearRaid(onset=onset, end=HostNs(onset + SHOUT_NS))


def _accuse(state: State, chance: random.Random) -> cmd.Command:
    """Accuse now and then; else let the seconds run, or answer the table's question."""
    due = wake(state)
    own = [wish for seat in state.seats for wish in menu(state, seat)]
    host = menu(state, None)
    if own and chance.random() < 0.5:
        return chance.choice(own)
    if due is None or (host and chance.random() < 0.4):
        return chance.choice(host or own)
    return cmd.Strike(at=due)
