"""The law of the raid: a grace of live play, then a constant hazard. Nobody can predict it, anybody can check it."""

from perroquet.games.orchidee.house import House
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import SAMPLE_RATE, Samples


def draw(luck: Luck, number: int, house: House) -> Samples | None:
    """Return after how many samples of live play the raid of round `number` strikes; None = never (OR-4).

    A round that ends before simply has no raid: the wait is never cut short.
    """
    if house.raid_mean_s == 0:
        return None
    wait_s = luck.split("raid").stream(number).expovariate(1.0 / house.raid_mean_s)
    return Samples(round((house.raid_grace_s + wait_s) * SAMPLE_RATE))
