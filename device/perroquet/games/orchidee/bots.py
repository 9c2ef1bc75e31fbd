"""Players for simulations: rounds of two to four minutes, hidden orchids, accusations right and wrong."""

import random

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.rules import wake
from perroquet.games.orchidee.state import Phase, State
from perroquet.games.orchidee.views import menu
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import NS_PER_S, SAMPLE_RATE, HostNs

ROUND_S = (120, 240)
SHOUT_NS = 2 * NS_PER_S


def bot(state: State, luck: Luck) -> ev.Command | None:
    """Return what the table, or the sound of its round, does next; None when the game is over."""
    chance = luck.stream("bot")
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.PLAY:
        return _play(state, chance)
    wishes = menu(state, None)
    free = state.phase in (Phase.RAID, Phase.WINDOW) and state.pending is None and not state.closed
    left = [seat for seat in state.seats if seat not in state.spent]
    if free and state.end is not None and chance.random() < 0.6 and left:
        at = HostNs(state.end + chance.randrange(-NS_PER_S, 10 * NS_PER_S))
        return ev.LockIn(accuser=chance.choice(left), at=at)
    due = wake(state)
    if due is not None and (not wishes or chance.random() < 0.5):
        return ev.Strike(at=due)
    return chance.choice(wishes)


def _play(state: State, chance: random.Random) -> ev.Command:
    """End the tricks, or hear the raid that came before: bots may look at secrets, nobody looks at bots."""
    live_s = chance.uniform(*ROUND_S)
    if state.live is not None and state.live < live_s * SAMPLE_RATE:
        onset = HostNs(round(state.live / SAMPLE_RATE * NS_PER_S))
        return ev.HearRaid(onset=onset, end=HostNs(onset + SHOUT_NS))
    return ev.GoOn()
