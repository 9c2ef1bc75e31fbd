"""The camera at an evening: cards it sees are played, arms it sees are weighed, and what it cannot do is said."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from perroquet.drivers.firmware_files import firmware_id
from perroquet.drivers.sim.clock import VirtualClock
from perroquet.drivers.sim.eyes import SteppedEyes
from perroquet.drivers.sim.script import VirtualHand
from perroquet.drivers.sim.store import MemoryStore
from perroquet.drivers.sim.totem import SteppedBase, SteppedTotem
from perroquet.games.jungle_speed import JUNGLE_SPEED
from perroquet.games.jungle_speed.cards import Card
from perroquet.games.jungle_speed.events import CardWanted
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.readings import ArmLikelihood, Control, Gesture, Grab, Press, Sighting, Window
from perroquet.kernel.units import Degrees, Millis, Percent, Probability, Seat, after
from perroquet.table.codec import codec
from perroquet.table.commands import Tapped
from perroquet.table.context import House
from perroquet.table.parts import Parts
from perroquet.table.session import Session

pytestmark = pytest.mark.anyio
firmware_id()  # read from files once, before a loop runs

GAMES = {"jungle-speed": JUNGLE_SPEED}
RULES = {"jungle-speed": {"cards": "seen", "first_player": "random"}}
SEATS = tuple(Seat(seat) for seat in range(3))


@dataclass
class Table:
    clock: VirtualClock
    session: Session
    eyes: SteppedEyes
    base: SteppedBase
    store: MemoryStore
    arms: list[ArmLikelihood | None]

    async def wait(self, wait: int = 200) -> None:
        await self.clock.sleep_until(after(self.clock.now(), Millis(wait)))

    async def press(self, control: Control, seat: Seat | None = None, gesture: Gesture = Gesture.SHORT) -> None:
        self.session.submit(Press(control=control, gesture=gesture, at=self.clock.now(), seat=seat))
        await self.wait()

    @property
    def state(self) -> State:
        running = self.session.chronicle.evening.running
        assert running is not None
        return running.state

    @property
    def turn(self) -> Seat:
        assert self.state.cards is not None
        assert self.state.cards.turn is not None
        return self.state.cards.turn

    def top(self, seat: Seat) -> Card | None:
        assert self.state.cards is not None
        return self.state.cards.of(seat).top


@asynccontextmanager
async def playing(clock: VirtualClock, *, taught: bool = True) -> AsyncGenerator[Table]:
    eyes, base, asked = SteppedEyes(clock), SteppedBase(clock, "eyes"), list[ArmLikelihood | None]()
    totem = SteppedTotem(clock, base)

    async def judge(
        window: Window,
        _seats: Mapping[Seat, Degrees],
        _prior: Mapping[Seat, Probability],
        arms: ArmLikelihood | None,
    ) -> Grab:
        asked.append(arms)
        return Grab(grab=window.contact.grab, epoch=window.contact.epoch, at=window.contact.at, hands=())

    store = MemoryStore(codec(GAMES))
    parts = Parts(clock=clock, store=store, buttons=None, lamp=None, totem=totem, speaker=None, eyes=eyes)
    session = Session(
        parts=parts,
        games=GAMES,
        house=House(seats=4, volume=Percent(40), rules=RULES),
        judge=judge,
        find_tap=lambda _window: None,
        fresh_seed=lambda: "luck",
    )
    running = asyncio.create_task(session.run())
    table = Table(clock, session, eyes, base, store, asked)
    await table.wait(3_000)
    for seat in SEATS:
        await table.press(Control.SEAT, seat)
        if taught:
            session.submit(Tapped(azimuth=Degrees(120.0 * seat), at=clock.now()))
            await table.wait()
    for _ in range(2):
        await table.press(Control.START)
    try:
        yield table
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await totem.aclose()
        await eyes.aclose()


async def test_the_camera_watches_who_plays_where_they_tapped(clock: VirtualClock) -> None:
    async with playing(clock) as table:
        assert table.eyes.seats == {seat: 120.0 * seat for seat in SEATS}


async def test_it_watches_nobody_while_a_place_is_not_known(clock: VirtualClock) -> None:
    async with playing(clock, taught=False) as table:
        assert table.eyes.seats == {}


async def test_a_card_that_is_seen_is_turned(clock: VirtualClock) -> None:
    async with playing(clock) as table:
        first = table.turn
        table.eyes.see(first, "S03", "V")
        await table.wait()

        assert table.top(first) == "S03V"
        assert table.turn != first


async def test_a_card_seen_out_of_turn_is_turned_when_its_turn_comes(clock: VirtualClock) -> None:
    async with playing(clock) as table:
        first = table.turn
        second = Seat((first + 1) % 3)
        table.eyes.see(second, "S07", "G")
        await table.wait()
        assert table.top(second) is None

        table.eyes.see(first, "S03", "V")
        await table.wait()
        assert table.top(second) == "S07G"


async def test_a_card_that_was_taken_away_again_is_forgotten(clock: VirtualClock) -> None:
    async with playing(clock) as table:
        first = table.turn
        second = Seat((first + 1) % 3)
        table.eyes.see(second, "S07", "G")
        table.eyes.see(second, sighting=Sighting.EMPTY)
        table.eyes.see(first, "S03", "V")
        await table.wait()
        table.session.press(Control.HUSH, Gesture.SHORT)
        await table.wait()

        assert table.top(second) is None


async def test_a_card_that_cannot_be_read_is_asked_for_by_name(clock: VirtualClock) -> None:
    async with playing(clock) as table:
        table.eyes.see(table.turn, sighting=Sighting.UNSURE)
        await table.wait()

        assert "montrez la carte" in table.session.view(None).said


@pytest.mark.parametrize(("face", "colour"), [("S99", "V"), ("S03", "")])
async def test_a_card_that_cannot_be_or_may_be_several_is_asked_for_once(
    clock: VirtualClock, face: str, colour: str
) -> None:
    async with playing(clock) as table:
        table.eyes.see(table.turn, face, colour)
        await table.wait()
        assert "montrez la carte" in table.session.view(None).said

        for _ in range(2):
            table.session.press(Control.HUSH, Gesture.SHORT)  # anything
            await table.wait()
        assert [record.event for record in await table.store.load()].count(CardWanted(seat=table.turn)) == 1


async def test_a_card_of_a_game_that_is_over_is_not_turned_in_the_next(clock: VirtualClock) -> None:
    async with playing(clock) as table:
        for seat in SEATS:
            if seat != table.turn:
                table.eyes.see(seat, "S07", "VGO"[seat])
        await table.wait()
        await table.press(Control.START, gesture=Gesture.CHORD)
        await table.press(Control.START)
        assert table.session.chronicle.evening.running is None

        for _ in range(3):
            await table.press(Control.START)
        table.eyes.see(table.turn, "S03", "V")
        await table.wait()
        assert [table.top(seat) for seat in SEATS].count(None) == len(SEATS) - 1


async def test_a_lost_camera_is_said_and_play_goes_on(clock: VirtualClock) -> None:
    async with playing(clock) as table:
        table.eyes.unplug()
        await table.wait()
        assert table.session.view(None).said.startswith("La caméra manque")

        table.eyes.plug()
        await table.wait()
        assert table.session.view(None).said == "La caméra est là."


@pytest.mark.parametrize(("early", "seen"), [(0, True), (2_000, False)])
async def test_arms_of_the_picture_nearest_to_a_contact_are_weighed(
    clock: VirtualClock,
    early: int,
    seen: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    async with playing(clock) as table:
        table.eyes.reach(Seat(1))
        await table.wait(20 + early)
        table.base.grab((VirtualHand(azimuth=Degrees(10.0), at_ms=50.0, fingers=4, top_mm=100.0),))
        await table.wait(2_000)

        assert [arms is not None for arms in table.arms] == [seen]
