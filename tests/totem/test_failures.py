"""Failures of the physical world, each as the analysis must see it. The table and the rules draw the consequences."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from perroquet.drivers.sim.acts import BadSupply, DeadLine, DriftingForce, Knock, VirtualHand
from perroquet.drivers.sim.hands import VirtualTotem
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import Model
from perroquet.drivers.sim.second_model import SECOND_MODEL
from perroquet.drivers.sim.third_model import THIRD_MODEL
from perroquet.drivers.sim.windows import window_of
from perroquet.games.jungle_speed.anti_meute import SURE, Intrusion, Take, decide
from perroquet.games.jungle_speed.house import House
from perroquet.kernel.readings import Grab, Window
from perroquet.kernel.units import Degrees, Micros, Seat
from perroquet.totem import judge
from perroquet.totem.judge import DEFAULTS

TABLE = {Seat(k): Degrees(90.0 * k + 40.0) for k in range(4)}
START_US = 200_000
SEEDS = range(12)


def hand(azimuth: float = 40.0, at_ms: float = 0.0, **more: object) -> VirtualHand:
    given = {"azimuth": Degrees(azimuth), "at_ms": at_ms, "fingers": 4, "top_mm": 95.0, **more}
    return VirtualHand(**given)  # type: ignore[arg-type]  # a script of named fields


def felt(seed: int, *hands: VirtualHand, faults: tuple[object, ...] = (), model: Model = FIRST_MODEL) -> Window:
    totem = VirtualTotem(f"failure/{seed}", model)
    totem.disturb(list(faults), 0)  # type: ignore[arg-type]  # any disturbance
    totem.grab(hands, START_US)
    window = window_of(totem, START_US - 20_000)
    assert window is not None
    return window


def grabs(*hands: VirtualHand, faults: tuple[object, ...] = ()) -> list[Grab]:
    return [judge(felt(seed, *hands, faults=faults), TABLE, {}, None) for seed in SEEDS]


def test_a_glove_is_one_hand_of_unknown_fingers_felt_by_the_supports() -> None:
    windows = [felt(seed, hand()) for seed in SEEDS]
    faint = [replace(window, lines=np.minimum(window.lines, 0.3 * window.scale)) for window in windows]
    judged = [judge(window, TABLE, {}, None) for window in faint]

    assert all(len(grab.hands) == 1 for grab in judged)
    assert all(len(set(grab.hands[0].fingers_p)) == 1 for grab in judged)
    assert all("not known" in grab.evidence for grab in judged)


@pytest.mark.parametrize("model", [FIRST_MODEL, SECOND_MODEL, THIRD_MODEL], ids=lambda model: model.name)
def test_a_glove_that_takes_the_totem_is_felt_by_the_firmware_and_asked_about(model: Model) -> None:
    windows = [felt(seed, hand(fingers=1 + seed % 5, gloved=True), model=model) for seed in SEEDS]
    judged = [judge(window, TABLE, {}, None) for window in windows]
    taken = [decide(grab, {Seat(0), Seat(1)}, House()) for grab in judged]
    likeliest = [max(grab.hands[0].seat_posterior, key=lambda pair: pair[1])[0] for grab in judged]

    assert all(len(grab.hands) == 1 and grab.hands[0].seat is None for grab in judged)
    assert all(isinstance(take, Take) and take.sure < SURE for take in taken)
    assert sum(seat == Seat(0) for seat in likeliest) >= len(SEEDS) * 3 // 4


def test_a_glove_of_an_outsider_is_asked_about_and_costs_nothing_by_itself() -> None:
    judged = [judge(felt(seed, hand(220.0, gloved=True)), TABLE, {}, None) for seed in SEEDS]

    assert not any(isinstance(decide(grab, {Seat(0), Seat(1)}, House()), Intrusion) for grab in judged)


def test_a_sleeve_that_only_leans_without_lines_or_force_is_nobody() -> None:
    window = felt(0, hand(brush=True))
    silent = replace(window, lines=np.zeros_like(window.lines), forces=np.full_like(window.forces, 3.0))

    assert judge(silent, TABLE, {}, None).hands == ()


def test_a_brush_among_the_faintest_is_no_grab() -> None:
    judged = grabs(hand(brush=True, fingers=2))

    assert all(one.brush for grab in judged for one in grab.hands)


def test_a_brush_that_ends_in_a_separation_is_none() -> None:
    window = felt(0, hand(brush=True, fingers=2))
    lifted = replace(window, lift_us=Micros(int(window.t_us[-1]) + 1))

    assert not any(one.brush for one in judge(lifted, TABLE, {}, None).hands)


def test_a_hand_that_holds_to_the_end_is_a_hold() -> None:
    judged = grabs(hand(pull=False))

    assert all(grab.lift_us is None for grab in judged)
    assert not any(one.brush for grab in judged for one in grab.hands)
    assert all("held to the end" in grab.evidence for grab in judged)


def test_a_wet_hand_is_mostly_still_one_hand() -> None:
    judged = grabs(hand(wet=1.9))

    assert sum(len(grab.hands) == 1 for grab in judged) >= len(SEEDS) * 2 // 3


def test_a_forearm_in_its_sleeve_is_nobody() -> None:
    for seed in SEEDS:
        totem = VirtualTotem(f"forearm/{seed}")
        totem.disturb([Knock(at_ms=0.0, azimuth=Degrees(40.0))], START_US)
        window = window_of(totem, START_US - 20_000, within_us=500_000)

        assert window is None or judge(window, TABLE, {}, None).hands == ()


@pytest.mark.parametrize("line", [3, 6, 14, 17])
def test_a_dead_line_costs_no_hand_and_no_seat(line: int) -> None:
    judged = grabs(hand(), faults=(DeadLine(line=line),))
    named = {one.seat for grab in judged for one in grab.hands}

    assert sum(len(grab.hands) == 1 for grab in judged) >= len(SEEDS) - 2
    assert named <= {None, Seat(0)}


@pytest.mark.parametrize("seed", [1, 4, 42])
def test_a_hand_that_may_well_not_be_there_is_nobodys(seed: int) -> None:
    grab = judge(felt(seed, hand(), faults=(DeadLine(line=14),)), TABLE, {}, None)
    unsure, sure = sorted(grab.hands, key=lambda hand: hand.fingers_p[0], reverse=True)

    assert unsure.fingers_p[0] > 0.25
    assert max(p for _, p in unsure.seat_posterior) > DEFAULTS.decide_at
    assert unsure.seat is None
    assert sure.seat == Seat(0)
    assert not isinstance(decide(grab, {Seat(0), Seat(1)}, House()), Intrusion)


def test_a_creeping_force_sensor_names_nobody_else() -> None:
    judged = grabs(hand(), faults=(DriftingForce(support=1, n_per_s=0.3),))

    assert {grab.hands[0].seat for grab in judged} <= {None, Seat(0)}


def test_the_hum_of_a_bad_supply_makes_no_second_hand() -> None:
    judged = grabs(hand(), faults=(BadSupply(hum=0.1),))

    assert sum(len(grab.hands) == 1 for grab in judged) >= len(SEEDS) - 1


def test_two_hands_of_one_seat_are_told() -> None:
    judged = grabs(hand(40.0, top_mm=60.0), hand(40.0, 15.0, top_mm=130.0, fingers=3))
    twice = [grab for grab in judged if "two hands of seat 1" in grab.evidence]

    assert len(twice) >= len(SEEDS) // 2


def test_an_outsiders_odds_ignore_the_prior() -> None:
    window = felt(1, hand(40.0))
    alone = judge(window, TABLE, {}, None).hands[0]
    entitled = judge(window, TABLE, {Seat(0): 0.5, Seat(1): 0.5}, None).hands[0]  # type: ignore[dict-item]  # plain floats

    assert alone.odds > 1
    assert entitled.odds == pytest.approx(alone.odds)


def test_where_the_prior_alone_decides_the_odds_say_so() -> None:
    window = felt(2, hand(85.0))  # between seats 0 and 1
    named = judge(window, TABLE, {Seat(1): 1.0}, None).hands[0]  # type: ignore[dict-item]  # plain floats

    assert named.odds < 10


def test_seats_without_evidence_are_as_likely_as_the_floored_prior() -> None:
    window = felt(0, hand(brush=True))
    silent = replace(window, lines=np.zeros_like(window.lines))
    judged = judge(silent, TABLE, {}, None)

    assert all(one.seat is None for one in judged.hands)


def test_frames_lost_in_the_middle_name_nobody_else() -> None:
    window = felt(3, hand())
    kept = np.array([not 10 <= row < 16 for row in range(len(window.t_us))])
    torn = replace(window, t_us=window.t_us[kept], lines=window.lines[kept], forces=window.forces[kept])

    hands = judge(torn, TABLE, {}, None).hands

    assert hands
    assert {one.seat for one in hands} <= {None, Seat(0)}


def test_lines_named_in_any_order_give_the_same_grab() -> None:
    window = felt(4, hand())
    rings, columns = range(11, -1, -1), (3, 1, 0, 7, 6, 2, 5, 4)
    order = [*rings, *(12 + i for i in columns)]
    shuffled = replace(
        window,
        lines=window.lines[:, order],
        ring_mm=tuple(window.ring_mm[i] for i in rings),
        column_deg=tuple(window.column_deg[i] for i in columns),
    )
    mixed, plain = (judge(each, TABLE, {}, None).hands[0] for each in (shuffled, window))

    assert (mixed.first_us, mixed.fingers, mixed.seat) == (plain.first_us, plain.fingers, plain.seat)
    assert mixed.fingers_p == pytest.approx(plain.fingers_p, abs=1e-4)


def test_a_turned_table_turns_the_answer() -> None:
    window = felt(5, hand())
    turned = replace(
        window,
        column_deg=tuple(Degrees((deg + 137.0) % 360) for deg in window.column_deg),
        force_deg=tuple(Degrees((deg + 137.0) % 360) for deg in window.force_deg),
    )
    off = judge(turned, {}, {}, None).hands[0].azimuth_deg - judge(window, {}, {}, None).hands[0].azimuth_deg

    assert abs((off - 137.0 + 180) % 360 - 180) < 2


def test_order_of_arrival_is_the_order_of_hands() -> None:
    judged = grabs(hand(40.0, top_mm=60.0), hand(220.0, 20.0, top_mm=130.0, fingers=3))

    for grab in judged:
        assert all(a.first_us <= b.first_us for a, b in itertools.pairwise(grab.hands))
        assert grab.gap_us == (None if len(grab.hands) < 2 else grab.hands[1].first_us - grab.hands[0].first_us)
