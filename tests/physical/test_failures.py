"""What goes wrong in the physical world, and the ruling or the question it leads to; all simulated.

The real firmware runs on the virtual base, the real link carries its bytes, the real analysis judges, and Jungle Speed
answers. A referee that is not sure asks; a failure never takes cards from anybody by itself.
"""

from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
from perroquet.drivers.sim.acts import BadSupply, Bump, DeadLine, Disturbance, DriftingForce, Knock, StuckLine
from perroquet.drivers.sim.clock import VirtualClock
from perroquet.firmware.shared import messages
from perroquet.kernel.readings import Part
from perroquet.kernel.units import Degrees, Millis
from perroquet.table.views import PartView, Situation

from tests.physical.bench import Table, hand, table

pytestmark = pytest.mark.anyio

DUEL = "Duel ! Léa contre Tom."


@pytest.fixture
async def jungle(clock: VirtualClock, request: pytest.FixtureRequest) -> AsyncIterator[Table]:
    async with table(clock, f"failures/{request.node.name}", game="jungle-speed") as on:
        yield on


async def duel(on: Table) -> None:
    """Léa and Tom declare one."""
    await on.stage.tap("seat_1", "seat_2")
    assert on.said[-1].replace("\u202f", " ") == DUEL


async def lea_below_tom(on: Table, wet: float = 1.0) -> list[str]:
    """Léa with four fingers, then Tom above her with two."""
    return await on.grab(
        hand(0, 100.0, fingers=4, top_mm=60.0, wet=wet), hand(1, 112.0, fingers=2, top_mm=135.0, wet=wet)
    )


def asks(on: Table) -> bool:
    return on.stage.view().situation is Situation.QUESTION


def asked_or_right(on: Table, said: list[str], winner: str = "Léa", loser: str = "Tom") -> bool:
    """Tell whether the table is asked, or the right one has won."""
    return asks(on) or any(line.startswith(f"{winner},") and f"{loser} ramasse" in line for line in said)


async def test_a_gloved_hand_takes_the_totem_and_the_table_is_asked_whose_it_was(jungle: Table) -> None:
    await duel(jungle)

    said = await jungle.grab(hand(0, gloved=True), wait=Millis(1800))

    assert asks(jungle)
    assert said[-1].startswith("Léa, seule main, je crois.")


async def test_a_gloved_outsider_pays_nothing_unasked(jungle: Table) -> None:
    await duel(jungle)

    said = await jungle.grab(hand(2, gloved=True), wait=Millis(1800))

    assert asks(jungle)
    assert not any("ramasse" in line for line in said)


async def test_a_sleeve_that_takes_the_totem_outside_a_duel_is_asked_about_too(jungle: Table) -> None:
    await jungle.grab(hand(2, gloved=True), wait=Millis(1800))

    assert asks(jungle)


async def test_the_totem_that_is_taken_after_a_ruling_is_no_second_grab(jungle: Table) -> None:
    await duel(jungle)
    said = await jungle.grab(hand(0, pull=False, hold_ms=300.0))
    jungle.device.base.take_away()
    await jungle.stage.wait(Millis(1000))

    assert jungle.said[-1] == said[-1]


async def test_wet_hands_that_bridge_lines_are_asked_about_or_judged_right(jungle: Table) -> None:
    await duel(jungle)

    said = await lea_below_tom(jungle, wet=2.0)

    assert asked_or_right(jungle, said)


@pytest.mark.parametrize(
    "act",
    [
        Knock(at_ms=100.0, azimuth=Degrees(160.0), newtons=10.0),
        Bump(at_ms=100.0, g=0.5),
    ],
    ids=["forearm", "table"],
)
async def test_a_knock_and_a_bump_are_not_a_grab(jungle: Table, act: Disturbance) -> None:
    await duel(jungle)
    told = len(jungle.said)
    jungle.device.base.disturb([act])
    await jungle.stage.wait(Millis(2000))

    assert jungle.said[told:] == []
    assert jungle.stage.view().situation is Situation.PLAYING


async def test_two_hands_of_one_seat_are_the_tables_to_judge(jungle: Table) -> None:
    await duel(jungle)

    said = await jungle.grab(hand(0, 100.0, top_mm=60.0), hand(0, 112.0, top_mm=135.0))

    assert asks(jungle)
    assert said[-1].startswith("Deux mains pour un seul joueur")


async def test_a_totem_put_back_crooked_rules_nothing_by_itself(jungle: Table) -> None:
    await duel(jungle)
    await jungle.grab(hand(0))
    jungle.device.base.put_back(crooked=True)
    await jungle.stage.wait(Millis(3000))
    await jungle.stage.tap("seat_1", "seat_2")

    said = await jungle.grab(hand(0))

    assert asks(jungle) or not any("Léa ramasse" in line for line in said)


async def test_a_totem_not_put_back_is_waited_for(jungle: Table) -> None:
    await duel(jungle)
    await jungle.grab(hand(0))
    await jungle.stage.wait(Millis(20_000))

    assert jungle.stage.view().awaits.startswith("Remettez le totem debout")
    assert jungle.device.session.live(None).standing is False


async def test_a_totem_missing_at_power_on_is_asked_for(clock: VirtualClock) -> None:
    async with table(clock, "failures/away", seated=False, away=True) as on:
        assert on.said[-1] == "Le totem n’est pas sur sa base. Posez-le bien droit, mains ôtées."


@pytest.mark.parametrize(
    ("act", "seconds"),
    [
        (DeadLine(line=3), 4),
        (DriftingForce(support=1, n_per_s=0.2), 60),
    ],
    ids=["dead line", "drifting support"],
)
async def test_a_worn_part_makes_questions_not_wrong_rulings(jungle: Table, act: Disturbance, seconds: int) -> None:
    jungle.device.base.disturb([act])
    await jungle.stage.wait(Millis(seconds * 1000))
    await duel(jungle)

    said = await lea_below_tom(jungle)

    assert asked_or_right(jungle, said)


async def test_a_stuck_line_that_hides_a_grab_leaves_a_question(jungle: Table) -> None:
    jungle.device.base.disturb([StuckLine(line=5)])
    await jungle.stage.wait(Millis(20_000))
    await duel(jungle)

    said = await lea_below_tom(jungle)

    assert asked_or_right(jungle, said)


async def test_a_supply_that_hums_from_the_start_makes_questions_not_wrong_rulings(clock: VirtualClock) -> None:
    async with table(clock, "failures/hum", game="jungle-speed", acts=(BadSupply(hum=0.3),)) as on:
        await duel(on)

        said = await lea_below_tom(on)

        assert asked_or_right(on, said)


async def test_a_supply_that_begins_to_hum_takes_no_cards(jungle: Table) -> None:
    jungle.device.base.disturb([BadSupply(hum=0.5)])
    await jungle.stage.wait(Millis(4000))

    assert not any("ramasse" in line for line in jungle.said)


async def test_a_base_unplugged_in_mid_grab_voids_the_grab_and_says_so_once(jungle: Table) -> None:
    await duel(jungle)
    jungle.device.base.grab([hand(0, pull=False, hold_ms=1000.0)])
    await jungle.stage.wait(Millis(150))
    told = len(jungle.said)
    jungle.device.base.unplug()
    await jungle.stage.wait(Millis(3000))
    jungle.device.base.plug()
    await jungle.stage.wait(Millis(4000))

    said = jungle.said[told:]
    assert [line.partition("\u00a0:")[0] for line in said] == [
        "La base du totem est débranchée",
        "Je n’ai pas pu mesurer cette prise. Elle ne compte pas.",
        "La base du totem est là.",
    ]
    assert jungle.stage.view().situation is Situation.PLAYING


async def test_a_base_that_reboots_in_mid_grab_rules_nothing_by_itself(jungle: Table) -> None:
    await duel(jungle)
    jungle.device.base.grab([hand(0, pull=False, hold_ms=200.0)])
    await jungle.stage.wait(Millis(150))
    told = len(jungle.said)
    jungle.device.base.reboot()
    await jungle.stage.wait(Millis(6000))

    said = jungle.said[told:]
    assert asks(jungle) or "Je n’ai pas pu mesurer cette prise. Elle ne compte pas." in said
    assert "La base du totem est là." in said
    assert not any("ramasse" in line for line in said)


async def test_firmware_of_another_version_is_said_with_the_mend(
    clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = SimpleNamespace(**vars(messages) | {"MAJOR": messages.MAJOR + 1})
    for room in ("frames", "session"):  # this Perroquet is a version ahead of the base
        monkeypatch.setattr(f"perroquet.link.{room}.messages", newer)
    async with table(clock, "failures/version", seated=False) as on:
        assert "La base du totem et moi ne sommes pas de la même version" in on.said[-1]
        assert "mettez-nous à jour" in on.said[-1]


async def test_a_hand_that_keeps_hold_is_ruled_and_leaves_the_evening_free(jungle: Table) -> None:
    await duel(jungle)

    said = await jungle.grab(hand(0, pull=False, hold_ms=600_000.0))
    told = len(jungle.said)
    await jungle.stage.wait(Millis(60_000))

    assert said[-1].startswith("Léa, seule main")
    assert [line[:16] for line in jungle.said[told:]] == ["Lâchez le totem,"]  # one grab, one ruling, and one word
    await jungle.stage.tap("start")
    assert jungle.stage.view().situation is Situation.PLAYING
    assert not jungle.stage.view().awaits.startswith("Remettez")


async def test_a_hand_that_lets_go_after_a_minute_is_not_penalised_and_the_next_grab_is_judged(jungle: Table) -> None:
    await duel(jungle)
    await jungle.grab(hand(0, pull=False, hold_ms=60_000.0))
    told = len(jungle.said)
    await jungle.stage.wait(Millis(63_000))

    assert [line[:16] for line in jungle.said[told:]] == ["Lâchez le totem,"]
    await jungle.grab(hand(1))
    assert jungle.stage.view().situation is not Situation.IDLE
    await jungle.put_back()
    await jungle.stage.tap("start")
    await duel(jungle)
    said = await lea_below_tom(jungle)
    assert asked_or_right(jungle, said)


async def test_a_grab_beside_a_hand_that_stays_is_asked_about(jungle: Table) -> None:
    await jungle.grab(hand(2, pull=False, hold_ms=60_000.0, top_mm=55.0))
    await jungle.stage.wait(Millis(8000))
    if asks(jungle):
        await jungle.stage.tap("seat_3")
    await jungle.put_back()
    told = len(jungle.said)
    await jungle.stage.wait(Millis(500))

    assert jungle.said[told:] == [] or asks(jungle)


async def test_a_totem_that_nobody_held_takes_its_ruling_back_and_the_duel_stays_open(jungle: Table) -> None:
    await duel(jungle)

    said = await jungle.grab(hand(0, drop_ms=20.0), wait=Millis(2500))

    assert said[-2:] == [
        "Attendez, il tombe\u202f!",
        "Léa avait le droit\u00a0: chute gratuite. Ça reste ouvert\u202f!",
    ]
    await jungle.put_back()
    assert asked_or_right(jungle, await jungle.grab(hand(1)), winner="Tom", loser="Léa")


async def test_a_totem_lost_after_it_was_held_leaves_its_ruling(jungle: Table) -> None:
    await duel(jungle)

    said = await jungle.grab(hand(0, drop_ms=500.0), wait=Millis(2500))

    assert len(said) == 1
    assert asked_or_right(jungle, said)


async def test_a_totem_knocked_over_by_nobody_felt_is_told_as_a_fall_and_the_table_says_whose(jungle: Table) -> None:
    told = len(jungle.said)
    jungle.device.base.disturb([Knock(at_ms=100.0, azimuth=Degrees(160.0), newtons=12.0, topples=True)])
    await jungle.stage.wait(Millis(3000))

    assert jungle.said[told:] == ["Le totem est tombé. Qui l’a touché\u202f?"]
    assert asks(jungle)


@pytest.mark.parametrize(
    ("act", "ailment"),
    [
        (DeadLine(line=3), "Le totem sent mal à un endroit"),
        (StuckLine(line=5), "Le totem sent mal à un endroit"),
        (DriftingForce(support=1, n_per_s=0.1), "Un appui sous le totem dérive"),
    ],
    ids=["dead line", "stuck line", "drifting support"],
)
async def test_a_worn_part_is_told_once_with_its_mend_and_shown(jungle: Table, act: Disturbance, ailment: str) -> None:
    told = len(jungle.said)
    jungle.device.base.disturb([act])
    await jungle.stage.wait(Millis(30_000))
    if isinstance(act, DeadLine):
        await jungle.grab(hand(0))
        await jungle.put_back()

    words = [line for line in jungle.said[told:] if line.startswith(ailment)]
    shown = next(part for part in jungle.stage.view().parts if part.part is Part.TOTEM)
    assert len(words) == 1
    assert (shown.present, shown.ailing, shown.words) == (True, True, words[0])


async def test_a_crooked_totem_is_told_and_well_again_when_it_is_put_back_straight(jungle: Table) -> None:
    await jungle.grab(hand(0))
    jungle.device.base.put_back(crooked=True)
    await jungle.stage.wait(Millis(3000))
    crooked = jungle.said[-1]
    jungle.device.base.take_away()
    await jungle.stage.wait(Millis(1000))
    await jungle.put_back()

    assert crooked.startswith("Le totem n’est pas bien assis")
    assert not next(part for part in jungle.stage.view().parts if part.part is Part.TOTEM).ailing


async def test_a_base_that_reboots_under_a_hand_waits_until_it_has_gone(jungle: Table) -> None:
    await jungle.grab(hand(0, pull=False, hold_ms=12_000.0))
    jungle.device.base.reboot()
    await jungle.stage.wait(Millis(6000))
    told = len(jungle.said)
    standing = jungle.device.session.live(None).standing
    await jungle.stage.wait(Millis(9000))

    assert standing is False
    assert jungle.device.session.live(None).standing is True
    assert jungle.said[told:] == []


async def test_a_button_that_hangs_is_told_once_with_the_way_out_and_shown_until_it_springs_back(jungle: Table) -> None:
    told = len(jungle.said)
    panel = jungle.stage.panel
    panel.stick("seat_3")
    await jungle.stage.wait(Millis(40_000))

    words = [line for line in jungle.said[told:] if "siège 3" in line]
    shown = _buttons(jungle)
    panel.free("seat_3")
    await jungle.stage.wait(Millis(1000))
    assert len(words) == 1
    assert (shown.present, shown.ailing, shown.words) == (True, True, words[0])
    assert not _buttons(jungle).ailing


async def test_each_button_that_hangs_is_shown_and_the_others_go_on_working(jungle: Table) -> None:
    panel = jungle.stage.panel
    panel.stick("hush")
    panel.stick("seat_8")
    await jungle.stage.wait(Millis(12_000))
    shown = _buttons(jungle).words
    await duel(jungle)

    assert "HUSH, 8" in shown


def _buttons(on: Table) -> PartView:
    return next(part for part in on.stage.view().parts if part.part is Part.BUTTONS)
