"""The law of a round's surprises: the raid, and the agent's parrot. Nobody can predict them, anybody can check them."""

from typing import Final

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.house import House
from perroquet.games.orchidee.state import State
from perroquet.kernel.cues import ArmRaid, Cue, DisarmRaid
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import NS_PER_S, SAMPLE_RATE, HostNs, Millis, Samples, after

NEVER: Final = Samples(2**52)
"""Live samples that no evening lasts."""

COIN_S: Final = (1.0, 3.0)
"""How soon after the beginning of its trick a raid by coin strikes."""

OVERDUE: Final = Millis(1000)
"""A parrot that is later than that was not late: nobody played."""


def surprises(state: State, number: int, salt: str, at: HostNs | None, *, redrawn: bool = False) -> ev.RaidDrawn:
    """Draw the raid and the parrot of round `number`.

    Args:
        state: before the round, or in the middle of it when it is drawn anew.
        number: of the round.
        salt: anything that no earlier draw of this round had. A round that begins again after an undo, or goes on
            after a power cut, must not get the raid it had: the table would know how long it is safe.
        at: when the round begins; None = the parrot stays away.
        redrawn: see `events.RaidDrawn`.
    """
    house, luck = state.house, state.luck.split("raid").split(number).split(salt)
    never = house.raid_mean_s == 0 or state.orchid_gone
    live, trick = (None, None) if never else draw(luck, house)
    parrot = None
    if house.agent and at is not None and not state.orchid_gone:
        parrot = HostNs(_parrot(luck, house, at) + house.raid_grace_s * NS_PER_S)
    return ev.RaidDrawn(live=live, trick=trick, parrot=parrot, salt=salt, redrawn=redrawn)


def parrot_due(state: State, due: HostNs, at: HostNs) -> ev.ParrotCalled | ev.ParrotPutOff:
    """Let the parrot that was due call, unless its time went by in a pause (OR-37).

    It would call as soon as play goes on, and everybody would learn to expect it. A wait without memory may begin
    anew at any instant: so drawn, the parrot comes in live play as if there had been no pause.
    """
    if at <= after(due, OVERDUE):
        return ev.ParrotCalled(at=at)
    luck = state.luck.split("raid").split(state.number).split(f"{at} after a pause")
    return ev.ParrotPutOff(until=_parrot(luck, state.house, at))


def _parrot(luck: Luck, house: House, at: HostNs) -> HostNs:
    return HostNs(at + round(luck.stream("parrot").expovariate(1.0 / house.parrot_mean_s) * NS_PER_S))


def draw(luck: Luck, house: House) -> tuple[Samples, int | None]:
    """Return after how many samples of live play the raid strikes, and from which trick on they count (OR-10).

    A round that ends before simply has no raid: the wait is never cut short. So `hazard` has no memory.
    """
    stream = luck.stream("live")
    match house.raid_law:
        case "coin":
            trick = 0
            while stream.random() * 100 >= house.raid_coin_percent:
                trick += 1
            return Samples(round(stream.uniform(*COIN_S) * SAMPLE_RATE)), trick
        case "uniform":
            wait_s = stream.uniform(0.0, 2.0 * house.raid_mean_s)
        case _:
            wait_s = stream.expovariate(1.0 / house.raid_mean_s)
    return Samples(round((house.raid_grace_s + wait_s) * SAMPLE_RATE)), None


def armed(state: State) -> Cue:
    """Return the order that arms the engine for the open trick."""
    drawn = state.round
    if drawn.drawn is None:
        return DisarmRaid()
    if drawn.drawn_trick in (None, len(drawn.tricks)):
        return ArmRaid(live=drawn.drawn)
    return ArmRaid(live=NEVER)
