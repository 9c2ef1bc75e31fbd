"""L'Orchidée in a live evening on virtual time: the raid, the speaker, pauses, power cuts, names, and no tell."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from perroquet.audio.engine import Engine
from perroquet.audio.keys import LENGTH, RAID
from perroquet.audio.maker import OnDemand
from perroquet.drivers.sim.clock import VirtualClock
from perroquet.drivers.sim.speaker import SteppedSpeaker
from perroquet.drivers.sim.store import MemoryStore
from perroquet.games.orchidee import ORCHIDEE
from perroquet.games.orchidee.events import RaidDrawn, RaidHeard, Ruled
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.cues import ArmRaid, Pattern, Play
from perroquet.kernel.readings import Control, Gesture, Part
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import NS_PER_S, HostNs, Samples, Seat
from perroquet.table.codec import codec
from perroquet.table.commands import Named
from perroquet.table.evening import Games
from perroquet.table.parts import Parts
from perroquet.table.portrait import status_pattern
from perroquet.table.session import Session

from tests.table.desk import HOUSE, Desk
from tests.table.test_session import never_judge

GAMES: Games = {"orchidee": ORCHIDEE}


@dataclass(kw_only=True)
class Table:
    """A session without panel or lamps: presses come from its page."""

    clock: VirtualClock
    speaker: SteppedSpeaker
    store: MemoryStore
    session: Session

    async def press(self, control: Control, gesture: Gesture = Gesture.SHORT, seat: int | None = None) -> None:
        self.session.press(control, gesture, seat=None if seat is None else Seat(seat))
        await self.lasts(0.05)

    async def lasts(self, seconds: float) -> None:
        await self.clock.sleep_until(HostNs(self.clock.now() + round(seconds * NS_PER_S)))

    @property
    def state(self) -> State:
        running = self.session.chronicle.evening.running
        assert running is not None
        return running.state

    @property
    def wait_s(self) -> float:
        """Live play before the raid that was drawn last."""
        return (self._events(RaidDrawn)[-1].live or 0) / 48_000

    def heard(self) -> list[RaidHeard]:
        return self._events(RaidHeard)

    def _events(self, kind: type[Any]) -> list[Any]:
        told = (codec(GAMES).decode(line).event for line in self.store.lines)
        return [event for event in told if isinstance(event, kind)]


@asynccontextmanager
async def playing(clock: VirtualClock, lines: Sequence[str] = (), **house: Any) -> AsyncGenerator[Table]:
    """Power a table of four on, and begin unless an evening is taken up."""
    store = MemoryStore(codec(GAMES), lines)
    speaker = SteppedSpeaker(clock)
    session = Session(
        parts=Parts(clock=clock, store=store, buttons=None, lamp=None, totem=None, speaker=speaker),
        games=GAMES,
        house=replace(HOUSE, rules={"orchidee": house}),
        judge=never_judge,
        find_tap=lambda _window: None,
        fresh_seed=lambda: "luck",
    )
    running = asyncio.create_task(session.run())
    await session.ready.wait()
    table = Table(clock=clock, speaker=speaker, store=store, session=session)
    try:
        if not lines:
            await table.press(Control.START)
            await table.press(Control.START)
        yield table
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await speaker.aclose()


@pytest.mark.anyio
async def test_the_raid_is_heard_after_its_live_play_and_opens_ten_seconds(clock: VirtualClock) -> None:
    async with playing(clock) as table:
        await table.lasts(table.wait_s - 0.2)
        assert table.state.phase is Phase.PLAY
        await table.lasts(0.3)
        assert table.state.phase is Phase.RAID
        (heard,) = table.heard()
        end_s = (heard.end - clock.now()) / NS_PER_S
        await table.lasts(end_s + 9.9)
        await table.press(Control.SEAT, seat=1)
        assert table.state.round.raid is not None
        assert [one.accuser for one in table.state.round.raid.locks] == [Seat(1)]
        await table.lasts(0.2)
        await table.press(Control.SEAT, seat=2)
        assert table.session.view(None).said == "Trop tard\u202f!"


@pytest.mark.anyio
async def test_a_pause_of_ten_minutes_brings_no_raid_or_13(clock: VirtualClock) -> None:
    """The case audio-pause: the raid's clock runs in live play alone."""
    async with playing(clock) as table:
        await table.lasts(5)
        await table.press(Control.START, Gesture.LONG)
        await table.lasts(600)
        assert table.heard() == []
        await table.press(Control.START, Gesture.LONG)
        await table.lasts(table.wait_s - 6)
        assert table.heard() == []
        await table.lasts(2)
        assert len(table.heard()) == 1


@pytest.mark.anyio
async def test_a_pause_neither_brings_the_parrot_nor_uses_up_its_wait_or_37(clock: VirtualClock) -> None:
    async with playing(clock, variant="agent", raid_mean_s=0) as table:
        drawn = table.state.round.parrot or HostNs(0)
        await table.lasts(5)
        await table.press(Control.START, Gesture.LONG)
        await clock.sleep_until(HostNs(drawn + 600 * NS_PER_S))
        await table.press(Control.START, Gesture.LONG)
        anew = table.state.round.parrot or HostNs(0)
        assert table.state.round.called is None
        assert anew > drawn + 600 * NS_PER_S
        await clock.sleep_until(HostNs(anew + NS_PER_S))
        assert table.state.round.called == anew


@pytest.mark.anyio
async def test_nobody_pauses_the_ten_seconds_away_not_even_during_the_shout_or_19(clock: VirtualClock) -> None:
    async with playing(clock) as table:
        await table.lasts(table.wait_s + 0.5)
        assert table.state.phase is Phase.RAID
        await table.press(Control.START, Gesture.LONG)
        assert table.session.view(None).said == "Pas de pause pendant que le temps court."
        await table.lasts(3)
        await table.press(Control.SEAT, seat=1)
        await table.press(Control.START, Gesture.LONG)
        assert not table.session.chronicle.evening.paused
        await table.lasts(0.6)
        await table.press(Control.SEAT, seat=2)
        await table.press(Control.START, Gesture.LONG)
        assert not table.session.chronicle.evening.paused


async def raided(clock: VirtualClock, jump: Callable[[], None]) -> list[tuple[float, object]]:
    """Play a raid with an accusation, `jump` in the shout and in the accusation; return the rulings after its onset."""
    async with playing(clock) as table:
        await table.lasts(table.wait_s + 0.5)
        jump()
        await table.lasts(4)
        await table.press(Control.SEAT, seat=1)
        jump()
        await table.lasts(0.6)
        await table.press(Control.SEAT, seat=2)
        await table.press(Control.MODE)
        await table.lasts(12)
        decoded = (codec(GAMES).decode(line) for line in table.store.lines)
        onset = table.heard()[0].onset
        told = ((record.at - onset, record.event) for record in decoded)
    return [(at / NS_PER_S, event.ruling.code) for at, event in told if isinstance(event, Ruled)]


@pytest.mark.anyio
async def test_a_wall_clock_that_jumps_by_hours_changes_nothing_of_a_raid(
    clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    steady = await raided(clock, lambda: None)
    offset, true_time, true_ns = [0.0], time.time, time.time_ns

    def jump() -> None:
        offset[0] += -7 * 3600.0 if offset[0] else 30 * 3600.0

    monkeypatch.setattr(time, "time", lambda: true_time() + offset[0])
    monkeypatch.setattr(time, "time_ns", lambda: true_ns() + round(offset[0] * 1e9))
    jumping = await raided(clock, jump)

    assert offset == [23 * 3600.0]
    assert [code for _, code in steady] == ["FALSE_ACCUSATION", "ORCHID_LOST"]
    assert jumping == steady


@pytest.mark.anyio
async def test_a_raid_that_nobody_could_hear_waits_for_the_sound_or_13(clock: VirtualClock) -> None:
    """The case audio-device-lost: not counted, lamps and page warn, struck when the sound is back."""
    async with playing(clock) as table:
        table.speaker.unplug()
        await table.lasts(table.wait_s + 30)
        view = table.session.view(None)
        assert table.heard() == []
        assert status_pattern(table.session.chronicle.evening, GAMES) is Pattern.ALARM
        assert [part.words for part in view.parts if part.part is Part.SPEAKER and not part.present]
        table.speaker.plug()
        await table.lasts(0.5)
        assert len(table.heard()) == 1


@pytest.mark.anyio
async def test_a_raid_due_under_hush_waits_for_the_sound_or_13(clock: VirtualClock) -> None:
    async with playing(clock) as table:
        await table.press(Control.HUSH)
        await table.lasts(table.wait_s + 30)
        assert table.heard() == []
        await table.press(Control.HUSH)
        assert len(table.heard()) == 1


@pytest.mark.anyio
async def test_a_speaker_that_goes_in_the_ten_seconds_and_comes_back_changes_nothing_of_them(
    clock: VirtualClock,
) -> None:
    async with playing(clock) as table:
        await table.lasts(table.wait_s + 0.1)
        (heard,) = table.heard()
        await table.lasts((heard.end - clock.now()) / NS_PER_S + 1)
        table.speaker.unplug()
        await table.press(Control.SEAT, seat=1)
        await table.lasts(0.6)
        await table.press(Control.SEAT, seat=1)
        assert table.state.round.raid is not None
        assert [one.accuser for one in table.state.round.raid.locks] == [Seat(1)], "nobody accuses themselves"
        table.speaker.plug()
        await table.press(Control.SEAT, seat=2)
        await table.lasts(9)

        ticks = [order.sound for order, _ in table.speaker.performed if isinstance(order, Play)]
        assert ticks.count(Sound.LAST_SECOND) == 3
        assert table.state.round.raid.closed
        assert [(one.accuser, one.accused) for one in table.state.round.raid.accusations] == [(1, 2)]
        assert len(table.heard()) == 1


@pytest.mark.anyio
async def test_a_raid_that_waits_is_dropped_at_the_end_of_its_round_or_13(clock: VirtualClock) -> None:
    async with playing(clock, tricks="free") as table:
        table.speaker.unplug()
        await table.lasts(table.wait_s + 30)
        await table.press(Control.START)
        table.speaker.plug()
        await table.lasts(30)
        assert table.heard() == []
        await table.press(Control.START)
        await table.lasts(5)
        assert (table.state.number, table.heard()) == (2, [])


@pytest.mark.anyio
async def test_a_round_begun_too_early_is_undone_and_gets_another_raid_or_16(clock: VirtualClock) -> None:
    async with playing(clock, tricks="free") as table:
        await table.press(Control.START)
        await table.press(Control.START)
        first = table.wait_s
        await table.press(Control.MODE, Gesture.LONG)
        await table.press(Control.START)
        assert (table.state.number, table.state.phase) == (1, Phase.PILFER)
        await table.press(Control.START)
        assert table.state.number == 2
        assert table.wait_s != first


@pytest.mark.anyio
async def test_after_a_power_cut_the_raid_is_another_one_or_32(clock: VirtualClock) -> None:
    async with playing(clock) as table:
        first, lines = table.wait_s, table.store.lines
        await table.lasts(10)
    async with playing(clock, lines=lines) as table:
        armed = [order.live / 48_000 for order, _ in table.speaker.performed if isinstance(order, ArmRaid)]
        assert table.wait_s != first
        assert armed[-1] == table.wait_s
        await table.press(Control.START, Gesture.LONG)
        await table.lasts(table.wait_s + 1)
        assert len(table.heard()) == 1


@pytest.mark.anyio
async def test_an_accusation_on_a_page_counts_from_the_tap_or_20(clock: VirtualClock) -> None:
    async with playing(clock, raid_grace_s=0, raid_mean_s=1) as table:
        await table.lasts(table.wait_s + 3)
        (heard,) = table.heard()
        await clock.sleep_until(HostNs(heard.end + 2 * NS_PER_S))
        view = table.session.view(Seat(3))
        assert view.choices[0].label == "J’accuse Siège 1"
        table.session.choose(Seat(3), 0, view.seq)
        await table.lasts(0.05)
        raid = table.state.round.raid
        assert raid is not None
        assert (raid.accusations[0].accuser, raid.accusations[0].at) == (Seat(3), heard.end + 2 * NS_PER_S)


@pytest.mark.anyio
async def test_the_log_names_no_card_and_no_raid_or_34(clock: VirtualClock, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with playing(clock, cards="virtual") as table:
        seed, wait = table.state.luck.seed, table.state.round.drawn
        view = table.session.view(table.state.leader)
        table.session.choose(table.state.leader, 0, view.seq)
        await table.lasts(1)
        table.session.choose(table.state.leader, 0, view.seq)
        await table.press(Control.START)

    assert len(table.state.round.laid) == 1
    assert seed not in caplog.text.replace("luck of", "")
    assert str(wait) not in caplog.text
    assert "RaidDrawn" not in caplog.text


def test_until_the_onset_the_sound_is_the_same_with_and_without_a_raid() -> None:
    """The case audio-no-tell, raid at 30 s: not one sample differs before the onset."""
    onset = 30 * 48_000
    engines: list[Engine] = []
    for raid in (True, False):
        made = Engine({RAID: np.full(LENGTH[RAID], 12_000, np.int16)}, OnDemand())
        made.ambience(on=True, seed="1")
        if raid:
            made.arm(Samples(onset))
        engines.append(made)
    differing = 0
    for _ in range(onset // 4000):
        one, other = (made.pull(4000).copy() for made in engines)
        differing += int(np.count_nonzero(one != other))

    assert differing == 0
    assert not np.array_equal(engines[0].pull(512).copy(), engines[1].pull(512).copy())


# --- names and seats


@pytest.mark.parametrize("name", ["{seat}", "{accused} {0}", "%s ", "Zoé\u202e", "'; DROP TABLE", "x" * 500])
def test_a_hostile_name_is_said_as_it_is(name: str) -> None:
    desk = Desk(games=GAMES)
    desk.power()
    for seat in range(4):
        desk.seat(seat)
    desk.tell(Named(seat=Seat(0), name=name, at=HostNs(1)))
    desk.start()
    desk.start()

    shown = next(seat.name for seat in desk.view().seats if seat.seat == 0)
    assert shown
    assert f"{shown} distribue 10 cartes" in desk.said


@pytest.mark.parametrize("name", ["", "   ", "\n\t", "\u200b"])
def test_an_empty_name_leaves_the_seat_its_number(name: str) -> None:
    desk = Desk(games=GAMES)
    desk.power().seat(0)
    desk.tell(Named(seat=Seat(0), name=name, at=HostNs(1)))

    assert desk.view().seats[0].name == "Siège 1"


def test_more_players_than_the_game_or_the_box_has_seats_are_refused() -> None:
    desk = Desk(games=GAMES, house=replace(HOUSE, seats=8))
    desk.power()
    for seat in range(6):
        desk.seat(seat)
    desk.start()
    desk.start()
    assert desk.said == "Vous êtes 6\u202f; il faut de 2 à 5 joueurs."

    box = Desk(games=GAMES, house=replace(HOUSE, seats=1))
    box.power().start()
    box.start()
    assert box.said == "1 siège câblé\u202f; il en faut 2."
