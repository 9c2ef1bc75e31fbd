"""The virtual totem: hands and blows by script, and what a base would measure of them.

Everything is a function of (seed, script, instant): samples may be asked for in any order, any number of times. Two
generators say what hands and lines are like (`hands_model`, `second_model`); what a seat and a table do is here.
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from perroquet.drivers.sim.acts import Bump, Disturbance, Knock, Turn, VirtualHand
from perroquet.drivers.sim.budget import force_budget
from perroquet.drivers.sim.faults import Faults
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import Counts, HandTruth, Instants, Model, Reals, columns
from perroquet.drivers.sim.seat import Stay, on_supports, rocked, separation
from perroquet.drivers.sim.shakes import Blow, Ringing, Shake, Swing, motion_of, ringing, shakes_of
from perroquet.drivers.sim.shape import ADC_TOP, NEWTONS_PER_CODE, SHAPE
from perroquet.kernel.units import Degrees, Millimetres

__all__ = ["VirtualHand", "VirtualTotem"]

_KEPT = 8  # stays: a rewound scan ring never looks back further
_SETTLE_US = 60_000
_AHEAD = 64
_STEP_US = 400
_ROWS_KEPT = 8192
_NEVER_US = 1 << 60
_REMEMBERED_US = 5_000_000
_TURN_US = 90_000
_TOPPLES_US = 12_000
_NOISE_ROWS = 2039  # prime, so that no scan period walks through few rows
_LEVER_MM = 40.0  # from the seat to the feet of the base
_BASE_SHARE = 0.3  # of a sideways force on the seat; the table takes the rest
_TABLE_GIVES = 0.1  # of a downward one


class VirtualTotem:
    """A totem in its seat, and the hands that come to it.

    Args:
        seed: of everything drawn.
        model: the generator.
        standing: False = the seat is empty at first.

    Attributes:
        model: the generator.
        scale: counts of one fingertip at full contact.
        ring_mm: centre heights of the rings, from the lowest.
        column_deg: azimuths of the columns.
        force_deg: azimuths of the supports.
    """

    def __init__(self, seed: str, model: Model = FIRST_MODEL, *, standing: bool = True) -> None:
        self.model = model
        self.scale = SHAPE.scale
        self.ring_mm = tuple(Millimetres(SHAPE.ring_mm(ring)) for ring in range(SHAPE.rings))
        self.column_deg = tuple(Degrees(360.0 / SHAPE.columns * i) for i in range(SHAPE.columns))
        self.force_deg = tuple(Degrees((SHAPE.support_first_deg + 120.0 * i) % 360.0) for i in range(3))
        luck = random.Random(f"{seed}/totem/{model.name}")
        self._seed = seed
        self._drawn = 0
        self._electrics = model.electrics(luck)
        self._supports = model.supports(luck)
        self._salt = luck.getrandbits(31)
        self._faults = Faults(luck.uniform(0, 6))
        self._shakes: list[Shake] = []
        self._yaw = 0.0
        self._rows: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self._stays = [Stay(start_us=-_NEVER_US, late=_late(luck), lift_us=None if standing else 1 - _NEVER_US)]

    def grab(self, hands: Sequence[VirtualHand], now_us: int) -> None:
        """Let `hands` come; their `at_ms` counts from `now_us` on the base's clock.

        While the totem is away from its seat nothing is felt, and the hands are forgotten.
        """
        stay = self._stays[-1]
        if stay.lift_us is not None and stay.lift_us <= now_us:
            return
        self._changed(now_us)
        yaw = self.yaw(now_us)
        for hand in hands:
            luck = self._luck("hand")
            grip = self.model.grip(hand, luck, azimuth=hand.azimuth - yaw, now_us=now_us, leak=self._electrics.leak)
            stay.grips.append((hand, grip))
        stay.grips.sort(key=lambda entry: entry[1].first_us)
        stay.lift_us = separation([grip for _, grip in stay.grips], now_us)
        self._follow(stay)

    def put_back(self, now_us: int, *, crooked: bool = False) -> None:
        """Put the totem into its seat, all hands off; a new stay begins."""
        self._changed(now_us)
        luck, around = self._luck("put back"), self.model.around
        stay = Stay(start_us=now_us, late=_late(luck))
        if crooked:
            stay.loose = tuple(luck.sample(range(SHAPE.lines), luck.randint(*around.crooked)))
            hold = force_budget().hold_nmm
            stay.lean = (-0.2, luck.uniform(-hold, hold) / 3, luck.uniform(-hold, hold) / 3)
        self._stays.append(stay)
        del self._stays[:-_KEPT]
        self._shakes.append(ringing(self.model, luck, now_us, luck.uniform(*around.settling_g)))
        if luck.random() < around.yaw_knock_p:
            by_deg = luck.choice((-1, 1)) * luck.uniform(*around.yaw_knock_deg)
            self._shakes.append(Swing(at_us=now_us, by_deg=by_deg, over_us=_TURN_US))

    def take_away(self, now_us: int) -> None:
        """Take the totem out of its seat, without a hand that would be felt."""
        stay = self._stays[-1]
        if not self.lifted(now_us):
            self._changed(now_us)
            stay.lift_us = now_us

    def disturb(self, acts: Sequence[Disturbance], now_us: int) -> None:
        """Let blows and faults come; their `at_ms` counts from `now_us`."""
        self._changed(now_us)
        for act in acts:
            if isinstance(act, Bump | Knock | Turn):
                luck = self._luck("shake")
                self._shakes += shakes_of(act, self.model, luck, now_us)
                if isinstance(act, Knock) and act.topples and not self.lifted(now_us):
                    stay = self._stays[-1]
                    stay.lift_us = now_us + round(act.at_ms * 1000) + _TOPPLES_US
                    self._shakes += self._fall(stay, luck, stay.lift_us)
            else:
                self._faults.add(act, now_us)

    def quiet(self, t_us: int, until_us: int | None = None) -> bool:
        """Return True when the totem stands untouched and nothing but noise happens at `t_us`, or until `until_us`."""
        last_us = t_us if until_us is None else until_us
        stay = self._stay(last_us)
        if t_us < stay.start_us + _SETTLE_US or (stay.lift_us is not None and last_us >= stay.lift_us):
            return False
        touched = any(grip.start_us <= last_us and t_us <= grip.gone_us + _SETTLE_US for _, grip in stay.grips)
        if touched or any(shake.at_us <= last_us and t_us <= shake.end_us for shake in self._shakes):
            return False
        return self._electrics.calm(t_us, last_us) and self._faults.calm(t_us, last_us)

    def still(self, t_us: int, until_us: int) -> bool:
        """Return True when the base feels no blow and does not turn between two instants."""
        shaken = any(shake.at_us <= until_us and t_us <= shake.end_us for shake in self._shakes)
        return not shaken and not any(stay.felt(np.array([t_us, until_us])) for stay in self._stays)

    def lifted(self, t_us: int) -> bool:
        """Return True while the totem is away from its seat."""
        stay = self._stay(t_us)
        return stay.lift_us is not None and t_us >= stay.lift_us

    def lift_us(self) -> int | None:
        """Return when the present stay ends by separation, base clock, if its hands will lift it."""
        return self._stays[-1].lift_us

    def fall_us(self) -> int | None:
        """Return when the totem lands that the hands of the present stay will lose, or None."""
        return self._stays[-1].fall_us

    def yaw(self, t_us: int) -> float:
        """Return how far the base has turned clockwise since the beginning."""
        turns = [shake.turned(np.array([t_us]))[0] for shake in self._shakes if isinstance(shake, Swing)]
        return self._yaw + float(sum(turns))

    def landed(self, t_us: int) -> tuple[int, ...]:
        """Return the truth: fingers in contact at `t_us`, one number a hand in order of first contact."""
        return tuple(truth.fingers for truth in self.truth(t_us))

    def truth(self, t_us: int) -> tuple[HandTruth, ...]:
        """Return what each hand of the stay really does at `t_us`, in order of first contact."""
        return tuple(
            HandTruth(
                azimuth=hand.azimuth,
                first_us=grip.first_us,
                fingers=grip.fingers(t_us),
                lowest_ring=grip.lowest_ring(t_us),
            )
            for hand, grip in self._stay(t_us).grips
        )

    def sample(self, t_us: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return what one scan at `t_us` measures: 20 RC counts, and 3 ADC codes of the supports."""
        row = self._rows.get(t_us)
        if row is None:
            if len(self._rows) > _ROWS_KEPT:
                self._rows.clear()
            times = t_us + _STEP_US * np.arange(_AHEAD, dtype=np.int64)
            counts, codes = self.block(times)
            for at_us, lines, forces in zip(times.tolist(), counts.tolist(), codes.tolist(), strict=True):
                self._rows[at_us] = (tuple(lines), tuple(forces))
            row = self._rows[t_us]
        return row

    def block(self, t_us: Instants) -> tuple[Counts, Counts]:
        """Return what scans at `t_us` (n,) measure: RC counts (n, 20) and ADC codes (n, 3)."""
        rest = self._electrics.rest
        counts = np.empty((len(t_us), SHAPE.lines))
        for stay, part in self._parts(t_us):
            times = t_us[part]
            levels = np.broadcast_to(rest, counts[part].shape).copy()
            for grip, here in stay.felt(times):
                levels += here * grip.lines(times)
            for shake in self._near(times):
                if isinstance(shake, Blow):
                    levels += np.outer(self._hit(shake, times), shake.lines)
            counts[part] = np.where(stay.open(times), rest * SHAPE.open_share, levels)
        counts = self._faults.lines(counts + self._electrics.stray(t_us), rest, t_us)
        newtons = self._supports.newtons(on_supports(self._load(t_us), self.force_deg), t_us)
        codes: Reals = np.clip(self._faults.forces(newtons, t_us) / NEWTONS_PER_CODE, 0, ADC_TOP)
        return counts.astype(np.int64), codes.astype(np.int64)

    def motion(self, t_us: Instants) -> Reals:
        """Return (n, 6) of the IMU: acceleration x, y, z in g, turning about x, y, z in degrees a second."""
        heavy = 9.81 * force_budget().mass_kg
        shove = rocked(self._shove(t_us))
        acceleration = columns(
            *(shove[:, 1:] * _BASE_SHARE / (_LEVER_MM * heavy)).T, -shove[:, 0] * _TABLE_GIVES / heavy
        )
        rates = np.zeros(len(t_us))
        for shake in self._near(t_us):
            match shake:
                case Ringing():
                    acceleration += shake.acceleration(t_us)
                case Swing():
                    rates += shake.rate(t_us)
                case Blow():
                    pass
        rows = _noise()[((t_us ^ self._salt) * 0x9E3779B1 >> 9) % len(_noise())]
        around = self.model.around
        noise = rows * np.array([around.motion_g] * 3 + [around.motion_deg_s] * 3)
        return motion_of(acceleration, rates) + noise

    def _shove(self, t_us: Instants) -> Reals:
        """Return (n, 3): what hands and blows do to the seat: newtons downward and the moment."""
        shove = np.concatenate([stay.shove(t_us[part]) for stay, part in self._parts(t_us)])
        blows = [shake for shake in self._near(t_us) if isinstance(shake, Blow)]
        if blows:
            bears = np.concatenate([stay.bears(t_us[part]) for stay, part in self._parts(t_us)])
            shove += sum(np.outer(self._hit(blow, t_us) * bears, blow.push) for blow in blows)
        return shove

    def _load(self, t_us: Instants) -> Reals:
        """Return (n, 3): newtons on the supports besides the preload, and the moment."""
        budget = force_budget()
        weight = np.concatenate([budget.weight_n * stay.bears(t_us[part]) for stay, part in self._parts(t_us)])
        load = rocked(self._shove(t_us))
        for stay, part in self._parts(t_us):
            load[part] += np.outer(stay.bears(t_us[part]), stay.lean)
        for shake in self._near(t_us):
            if isinstance(shake, Ringing):
                x, y, z = (shake.acceleration(t_us) * weight[:, None]).T
                load += columns(z, -x * budget.mass_height_mm, -y * budget.mass_height_mm)
        load[:, 0] += weight
        return load

    def _hit(self, blow: Blow, t_us: Instants) -> Reals:
        return self.model.blow((t_us - blow.at_us).astype(np.float64), blow.long_us)

    def _follow(self, stay: Stay) -> None:
        """Draw what follows from the hands of a stay: the base turns under the first pull, the totem may fall."""
        self._shakes = [shake for shake in self._shakes if shake not in stay.follows]
        luck, around = random.Random(f"{self._seed}/follow/{stay.start_us}"), self.model.around
        by_deg = luck.choice((-1, 1)) * luck.uniform(*around.yaw_deg)
        pulls = [(hand, grip.pull_us) for hand, grip in stay.grips if grip.pull_us is not None]
        stay.follows = []
        stay.fall_us = None
        if stay.lift_us is None or not pulls:
            return
        stay.follows.append(Swing(at_us=min(at_us for _, at_us in pulls), by_deg=by_deg, over_us=_TURN_US))
        drops = [hand.drop_ms for hand, _ in pulls if hand.drop_ms is not None]
        if drops:
            stay.follows += self._fall(stay, luck, stay.lift_us + round(min(drops) * 1000))
        self._shakes += stay.follows

    def _fall(self, stay: Stay, luck: random.Random, lost_us: int) -> list[Shake]:
        """Draw the fall of a totem lost at `lost_us`: it lands, and bounces once."""
        around = self.model.around
        stay.fall_us = lost_us + round(luck.uniform(*around.fall_ms) * 1000)
        peak = luck.uniform(*around.landing_g)
        again_us = stay.fall_us + round(luck.uniform(70_000, 170_000))
        return [
            ringing(self.model, luck, stay.fall_us, peak),
            ringing(self.model, luck, again_us, peak * luck.uniform(0.2, 0.5)),
        ]

    def _changed(self, now_us: int) -> None:
        """Forget what was computed ahead, and blows long past."""
        self._rows.clear()
        old = [shake for shake in self._shakes if shake.end_us < now_us - _REMEMBERED_US]
        self._yaw += sum(shake.by_deg for shake in old if isinstance(shake, Swing))
        self._shakes = [shake for shake in self._shakes if shake.end_us >= now_us - _REMEMBERED_US]

    def _luck(self, purpose: str) -> random.Random:
        self._drawn += 1
        return random.Random(f"{self._seed}/{purpose}/{self._drawn}")

    def _stay(self, t_us: int) -> Stay:
        for stay in reversed(self._stays):
            if t_us >= stay.start_us:
                return stay
        return self._stays[0]

    def _parts(self, t_us: Instants) -> Iterator[tuple[Stay, slice]]:
        """Split ascending instants by stay."""
        ends = [*np.searchsorted(t_us, [stay.start_us for stay in self._stays[1:]]).tolist(), len(t_us)]
        begin = 0
        for stay, end in zip(self._stays, ends, strict=True):
            if end > begin:
                yield stay, slice(begin, end)
            begin = max(begin, end)

    def _near(self, t_us: Instants) -> list[Shake]:
        return [shake for shake in self._shakes if shake.at_us <= t_us[-1] and shake.end_us >= t_us[0]]


def _late(luck: random.Random) -> Reals:
    return np.array([luck.random() for _ in range(SHAPE.lines)])


@cache
def _noise() -> Reals:
    """Return rows of unit normal noise of the IMU; bases differ in how they walk through them."""
    luck = random.Random("motion")
    return np.array([[luck.gauss(0, 1) for _ in range(6)] for _ in range(_NOISE_ROWS)])
