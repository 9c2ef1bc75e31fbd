"""A live evening on virtual time: simulated panel, base and lamp, the toy game, a journal in memory."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, NoReturn

import pytest
from perroquet.assets import asset
from perroquet.drivers.firmware_files import firmware_id
from perroquet.drivers.gpio import GpioButtons, GpioLamp, load_pins
from perroquet.drivers.sim.clock import VirtualClock
from perroquet.drivers.sim.hands import VirtualHand
from perroquet.drivers.sim.panel import SimPanel
from perroquet.drivers.sim.store import MemoryStore
from perroquet.drivers.sim.totem import SteppedBase, SteppedTotem
from perroquet.kernel.cues import Pattern
from perroquet.kernel.errors import JournalError
from perroquet.kernel.readings import ArmLikelihood, Cause, Grab, Part, PartLost, Window
from perroquet.kernel.units import Degrees, HostNs, Millis, Probability, Seat, Seq
from perroquet.table.codec import codec
from perroquet.table.commands import Tapped
from perroquet.table.evening import Games
from perroquet.table.parts import Parts
from perroquet.table.session import Session
from perroquet.table.views import Situation

from tests.table.desk import GAMES, HOUSE
from tests.table.toy import BELL

pytestmark = pytest.mark.anyio

HOLD = Millis(1100)
PINS = load_pins(asset("hardware/pins.toml"))
firmware_id()  # read from files once, before a loop runs


async def never_judge(
    window: Window, seats: Mapping[Seat, Degrees], prior: Mapping[Seat, Probability], arms: ArmLikelihood | None
) -> Grab:  # the toy has no totem
    raise AssertionError((window, seats, prior, arms))


@dataclass(kw_only=True)
class Bench:
    clock: VirtualClock
    panel: SimPanel
    store: MemoryStore
    session: Session

    async def tap(self, *lines: str) -> None:
        """Tap one after the other, as a finger can."""
        for line in lines:
            await self.panel.tap(line)
            await self.settled()

    async def settled(self) -> None:
        """Let 50 ms pass: more than bounce, lag and an append."""
        await self.clock.sleep_until(HostNs(self.clock.now() + 50_000_000))


@asynccontextmanager
async def powered(
    clock: VirtualClock,
    store: MemoryStore | None = None,
    missing: tuple[PartLost, ...] = (),
    games: Games = GAMES,
) -> AsyncGenerator[Bench]:
    panel = SimPanel(clock, PINS)
    store = store or MemoryStore(codec(GAMES))
    buttons = GpioButtons(panel.factory, PINS, clock)
    lamp = GpioLamp(panel.factory, PINS, clock, witness=panel.lamp_showed)
    parts = Parts(clock=clock, store=store, buttons=buttons, lamp=lamp, totem=None, speaker=None, missing=missing)
    session = Session(
        parts=parts,
        games=games,
        house=HOUSE,
        judge=never_judge,
        find_tap=lambda _window: None,
        fresh_seed=lambda: "luck",
    )
    running = asyncio.create_task(session.run())
    try:
        await session.ready.wait()
        yield Bench(clock=clock, panel=panel, store=store, session=session)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await buttons.aclose()
        await lamp.aclose()


async def test_two_presses_of_a_bouncing_button_start_a_game(clock: VirtualClock) -> None:
    async with powered(clock) as bench:
        await bench.tap("start", "start")

        assert bench.session.view(None).situation is Situation.PLAYING
        assert bench.panel.frame is not None
        assert bench.panel.frame.pattern is Pattern.PLAYING


async def test_a_release_that_bounces_while_the_loop_is_held_up_is_no_second_press(clock: VirtualClock) -> None:
    async with powered(clock) as bench:
        wire = bench.panel.factory.wire(PINS.lines["start"])
        await bench.panel.press("start")
        await bench.settled()
        for bounce in range(3):
            wire.contact(closed=bounce == 1, at=HostNs(clock.now() + bounce * 1_000_000))
        clock.advance_to(HostNs(clock.now() + 50_000_000))
        await bench.settled()

        assert bench.session.view(None).situation is Situation.QUESTION


async def test_holding_start_pauses_while_it_is_still_down(clock: VirtualClock) -> None:
    async with powered(clock) as bench:
        await bench.tap("start", "start")

        await bench.panel.press("start")
        await clock.sleep_until(HostNs(clock.now() + HOLD * 1_000_000))

        assert bench.session.view(None).situation is Situation.PAUSED


async def test_what_the_lamp_shows_is_in_the_journal_first(clock: VirtualClock) -> None:
    async with powered(clock) as bench:
        causes: list[tuple[Seq, int]] = []
        bench.panel.watch(lambda frame: causes.append((frame.cause, len(bench.store.lines))))
        await bench.tap("start", "start", "seat_2")

    assert causes
    assert all(cause <= durable for cause, durable in causes)


async def test_the_evening_is_there_again_after_the_power_went(clock: VirtualClock) -> None:
    async with powered(clock) as bench:
        await bench.tap("start", "start", "seat_2")
        before = bench.session.view(None)

    async with powered(clock, MemoryStore(codec(GAMES), bench.store.lines)) as again:
        after = again.session.view(None)

    assert after.situation is Situation.PAUSED
    assert after.story[: len(before.story)] == before.story
    assert after.said.startswith("Me revoilà")


async def test_an_evening_shut_down_between_games_is_put_away(clock: VirtualClock) -> None:
    async with powered(clock) as bench:
        await bench.panel.hold(("start", "mode"), Millis(2200))
        await bench.settled()
        await bench.tap("start")

    async with powered(clock, bench.store) as again:
        assert [line.seq for line in again.session.view(None).story] == [1]
        assert len(again.store.evenings) == 1


async def test_a_new_evening_remembers_names(clock: VirtualClock) -> None:
    async with powered(clock) as bench:
        await bench.tap("seat_1")
        bench.session.rename(Seat(0), "Léa")
        await bench.settled()
        await bench.panel.hold(("start", "mode"), Millis(2200))
        await bench.settled()
        await bench.tap("start")

    async with powered(clock, bench.store) as again:
        await again.tap("seat_1")

        assert again.session.view(None).seats[0].name == "Léa"


async def test_a_full_disk_ends_the_session_before_anything_is_shown(clock: VirtualClock) -> None:
    store = MemoryStore(codec(GAMES))
    panel = SimPanel(clock, PINS)
    lamp = GpioLamp(panel.factory, PINS, clock, witness=panel.lamp_showed)
    store.room = 0
    session = Session(
        parts=Parts(clock=clock, store=store, buttons=None, lamp=lamp, totem=None, speaker=None),
        games=GAMES,
        house=HOUSE,
        judge=never_judge,
        find_tap=lambda _window: None,
        fresh_seed=lambda: "luck",
    )

    with pytest.raises(JournalError, match="full"):
        await session.run()

    assert panel.frame is None
    await lamp.aclose()


async def test_a_disk_that_fills_up_in_mid_game_ends_the_session_with_that_error(clock: VirtualClock) -> None:
    panel = SimPanel(clock, PINS)
    buttons = GpioButtons(panel.factory, PINS, clock)
    store = MemoryStore(codec(GAMES))
    store.room = 1
    session = Session(
        parts=Parts(clock=clock, store=store, buttons=buttons, lamp=None, totem=None, speaker=None),
        games=GAMES,
        house=HOUSE,
        judge=never_judge,
        find_tap=lambda _window: None,
        fresh_seed=lambda: "luck",
    )
    running = asyncio.create_task(session.run())
    await session.ready.wait()

    await panel.tap("start")
    with pytest.raises(JournalError, match="full"):
        await running

    assert session.view(None).seq == 1, "what is not durable is not shown"
    await buttons.aclose()


async def test_an_evening_this_version_cannot_tell_is_refused_and_untouched(clock: VirtualClock) -> None:
    def stumble(_state: object, _event: object) -> object:
        raise ZeroDivisionError("the game has changed")

    async with powered(clock) as bench:
        await bench.tap("start", "start", "seat_1")
    lines = list(bench.store.lines)
    changed = {name: replace(game, evolve=stumble) for name, game in GAMES.items()}
    session = Session(
        parts=Parts(clock=clock, store=bench.store, buttons=None, lamp=None, totem=None, speaker=None),
        games=changed,
        house=HOUSE,
        judge=never_judge,
        find_tap=lambda window: None,  # noqa: ARG005 - the port's name
        fresh_seed=lambda: "luck",
    )

    with pytest.raises(JournalError, match="the game has changed"):
        await session.run()

    assert bench.store.lines == lines


async def test_a_missing_part_is_said(clock: VirtualClock) -> None:
    lost = PartLost(part=Part.TOTEM, cause=Cause.MISSING, why="no base", at=HostNs(1))

    async with powered(clock, missing=(lost,)) as bench:
        await bench.settled()

        assert "base du totem manque" in bench.session.view(None).said


async def test_a_slow_watcher_misses_numbers_but_never_the_last(clock: VirtualClock) -> None:
    async with powered(clock) as bench:
        watch = bench.session.watch()
        first = await anext(watch)
        await bench.tap("mode", "mode", "mode")

        newest = await anext(watch)

        assert first == 1
        assert newest == len(bench.store.lines)


async def test_a_choice_is_taken_from_the_menu_the_viewer_saw(clock: VirtualClock) -> None:
    async with powered(clock) as bench:
        await bench.tap("start", "start")
        seen = bench.session.view(None)
        await bench.panel.turn(1)
        await bench.settled()

        bench.session.choose(None, seen.choices[1].index, seen.seq)
        bench.session.choose(None, 99, seen.seq)
        bench.session.choose(None, 0, Seq(10_000))
        await bench.settled()

        assert bench.session.view(None).said == "Siège 2 sonne."


@pytest.mark.parametrize(("taught", "named"), [((0, 1), {0: 10.0, 1: 90.0}), ((0,), {})])
async def test_hands_are_named_only_when_every_player_has_tapped(
    clock: VirtualClock, taught: tuple[int, ...], named: dict[int, float]
) -> None:
    asked: list[Mapping[Seat, Degrees]] = []

    async def judge(
        window: Window,
        seats: Mapping[Seat, Degrees],
        prior: Mapping[Seat, Probability],
        arms: ArmLikelihood | None,
    ) -> Grab:
        asked.append(seats)
        return await never_judge(window, seats, prior, arms)

    base = SteppedBase(clock, "hands")
    totem = SteppedTotem(clock, base)
    panel = SimPanel(clock, PINS)
    buttons = GpioButtons(panel.factory, PINS, clock)
    parts = Parts(clock=clock, store=MemoryStore(codec(GAMES)), buttons=buttons, lamp=None, totem=totem, speaker=None)
    session = Session(
        parts=parts, games=GAMES, house=HOUSE, judge=judge, find_tap=lambda _window: None, fresh_seed=lambda: "luck"
    )
    running = asyncio.create_task(session.run())
    bench = Bench(clock=clock, panel=panel, store=MemoryStore(codec(GAMES)), session=session)
    await clock.sleep_until(HostNs(clock.now() + 3_000_000_000))
    for seat in (0, 1):
        await bench.tap(f"seat_{seat + 1}")
        if seat in taught:
            session.submit(Tapped(azimuth=Degrees(10.0 + 80.0 * seat), at=clock.now()))
            await bench.settled()
    await bench.tap("start", "start")

    base.grab((VirtualHand(azimuth=Degrees(10.0), at_ms=100.0, fingers=4, top_mm=100.0),))
    await clock.sleep_until(HostNs(clock.now() + 2_000_000_000))

    assert asked == [named]
    assert session.view(None).situation is Situation.PLAYING, "an analysis that stumbles does not end the evening"
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await totem.aclose()
    await buttons.aclose()


async def test_a_player_can_be_named(clock: VirtualClock) -> None:
    async with powered(clock) as bench:
        await bench.tap("seat_1")
        bench.session.rename(Seat(0), "Léa")
        await bench.settled()

        assert bench.session.view(None).said == "Enchanté, Léa."


def stumble(*_: object) -> NoReturn:
    raise ZeroDivisionError("planted")


def when_rung(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function` of the toy, broken for a state in which somebody rang."""

    def broken(state: Any, *rest: Any) -> Any:
        return stumble() if state.rung else function(state, *rest)

    return broken


BROKEN: Games = {
    "decide": replace(BELL, decide=stumble),
    "evolve": replace(BELL, evolve=stumble),
    "cues": replace(BELL, cues=stumble),
    "view": replace(BELL, view=when_rung(BELL.view)),
    "prompt": replace(BELL, prompt=when_rung(BELL.prompt)),
    "wake": replace(BELL, wake=when_rung(BELL.wake)),
}


@pytest.mark.parametrize("part", BROKEN)
async def test_a_game_that_stumbles_changes_nothing_and_the_table_is_told(
    clock: VirtualClock, caplog: pytest.LogCaptureFixture, part: str
) -> None:
    async with powered(clock, games={"bell": BROKEN[part]}) as bench:
        await bench.tap("start", "start", "seat_2")

        told = bench.session.view(None)
        assert told.said == "Là, je me suis emmêlé. Rien n’a changé : tranchez vous-mêmes, et continuez."
        assert told.situation is Situation.PLAYING
        assert [record.levelname for record in caplog.records if record.exc_info] == ["ERROR"]
        assert not any('"Rang"' in line for line in bench.store.lines), "or no power-on could get past it"
