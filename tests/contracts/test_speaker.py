"""The contract of `ports.Speaker`, over the stepped speaker and the player process with each of its sinks."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from blockbuster import blockbuster_ctx
from perroquet.audio.keys import LENGTH, RAID
from perroquet.audio.timeline import duration_ns
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.sim.clock import run_stepped
from perroquet.drivers.sim.speaker import SteppedSpeaker
from perroquet.drivers.speaker import PlayerSpeaker
from perroquet.kernel.cues import Ambience, ArmRaid, DisarmRaid, Play
from perroquet.kernel.readings import Cause, Heard, Part, PartFound, PartLost
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import NS_PER_MS, Millis, Percent, Samples, Seq, after
from perroquet.ports import Clock, Hush, SetVolume, SoundOrder, Speak

AnySpeaker = SteppedSpeaker | PlayerSpeaker
Performed = Callable[[SoundOrder, Seq], None]
Scene = Callable[[AnySpeaker, Clock], Coroutine[Any, Any, None]]
Stage = Callable[..., None]
"""Plays a scene with a speaker, which is closed after it; `on_performed` is handed on."""

RAID_NS = duration_ns(LENGTH[RAID])
PATIENCE_S = 20


@pytest.fixture(params=["stepped", "null", "file", "pygame"])
def stage(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")

    def nothing(_order: SoundOrder, _cause: Seq) -> None:
        pass

    def stepped(scene: Scene, on_performed: Performed = nothing) -> None:
        async def main(clock: Clock) -> None:
            speaker = SteppedSpeaker(clock, on_performed=on_performed)
            await scene(speaker, clock)
            await speaker.aclose()

        run_stepped(main)

    def player(scene: Scene, on_performed: Performed = nothing) -> None:
        async def main() -> None:
            clock = MonotonicClock()
            file = str(tmp_path / "heard.wav") if request.param == "file" else ""
            speaker = PlayerSpeaker(clock, sink=request.param, device=file, on_performed=on_performed)
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await scene(speaker, clock)
            finally:
                await speaker.aclose()

        with blockbuster_ctx("perroquet"):
            asyncio.run(main())

    return stepped if request.param == "stepped" else player


@pytest.fixture
def corded(stage: Stage, request: pytest.FixtureRequest) -> Stage:
    """A stage whose speaker has a cable that a test can pull."""
    if "pygame" in request.node.name:
        pytest.skip("nobody pulls a real cable for a test")
    return stage


async def news(speaker: AnySpeaker) -> Heard | PartLost | PartFound:
    return await anext(aiter(speaker.reports()))


def do(speaker: AnySpeaker, *orders: SoundOrder) -> None:
    for order in orders:
        speaker.perform(order, Seq(1))


def live(milliseconds: int) -> ArmRaid:
    return ArmRaid(live=Samples(milliseconds * 48))


def test_a_raid_is_heard_after_its_live_play_and_tells_when_its_shout_ends(stage: Stage) -> None:
    async def scene(speaker: AnySpeaker, clock: Clock) -> None:
        armed = clock.now()
        do(speaker, Ambience(on=True, seed="s"), live(300))
        heard = await news(speaker)

        assert isinstance(heard, Heard)
        assert heard.key == RAID
        assert heard.end - heard.onset == RAID_NS
        # A player tells of it as it mixes it: up to a buffer of 512 samples before it is in the air.
        assert armed + 300 * NS_PER_MS <= heard.onset <= clock.now() + 11 * NS_PER_MS

    stage(scene)


def test_a_pause_stops_live_play_and_the_raid_stays_armed(stage: Stage) -> None:
    async def scene(speaker: AnySpeaker, clock: Clock) -> None:
        # A busy machine may let some of the 800 ms pass before the pause reaches a real player.
        do(speaker, Ambience(on=True, seed="s"), live(800), Ambience(on=False))
        await clock.sleep_until(after(clock.now(), Millis(1000)))
        resumed = clock.now()
        do(speaker, Ambience(on=True, seed="s"))
        heard = await news(speaker)

        assert isinstance(heard, Heard)
        assert heard.onset > resumed + 300 * NS_PER_MS

    stage(scene)


def test_a_disarmed_raid_is_forgotten(stage: Stage) -> None:
    async def scene(speaker: AnySpeaker, clock: Clock) -> None:
        do(speaker, Ambience(on=True, seed="s"), live(100), DisarmRaid(), live(900))
        begun = clock.now()
        heard = await news(speaker)

        assert isinstance(heard, Heard)
        assert heard.onset >= begun + 900 * NS_PER_MS

    stage(scene)


def test_every_order_is_told_with_its_cause_when_it_is_handed_over(stage: Stage) -> None:
    orders = (
        Speak(text="Bonsoir.", language=Language.FR),
        SetVolume(percent=Percent(20)),
        Hush(on=True),
        Play(sound="win"),
        Play(sound="a sound nobody has"),
        Ambience(on=True, seed="s"),
    )
    told: list[tuple[SoundOrder, Seq]] = []

    def note(order: SoundOrder, cause: Seq) -> None:
        told.append((order, cause))

    async def scene(speaker: AnySpeaker, _clock: Clock) -> None:
        for number, order in enumerate(orders):
            speaker.perform(order, Seq(number))

            assert told[-1] == (order, number)

    stage(scene, on_performed=note)
    assert told == [(order, number) for number, order in enumerate(orders)]


def test_a_lost_device_is_told_once_and_a_raid_due_meanwhile_is_struck_when_it_is_back(corded: Stage) -> None:
    async def scene(speaker: AnySpeaker, clock: Clock) -> None:
        do(speaker, Ambience(on=True, seed="s"))
        if isinstance(speaker, PlayerSpeaker):
            await playing(speaker, clock)
        speaker.unplug()
        lost = await news(speaker)
        do(speaker, live(300))
        await clock.sleep_until(after(clock.now(), Millis(800)))
        plugged = clock.now()
        speaker.plug()
        found, heard = await news(speaker), await news(speaker)

        assert isinstance(lost, PartLost)
        assert lost.part is Part.SPEAKER
        assert lost.cause is Cause.UNPLUGGED
        assert isinstance(found, PartFound)
        assert isinstance(heard, Heard)
        assert heard.onset >= plugged - 2 * NS_PER_MS

    corded(scene)


@pytest.mark.parametrize(
    ("silent", "again"),
    [
        (Hush(on=True), Hush(on=False)),
        (SetVolume(percent=Percent(0)), SetVolume(percent=Percent(20))),
    ],
    ids=["hush", "volume 0"],
)
def test_a_raid_due_in_silence_is_struck_when_sound_is_back(
    stage: Stage, silent: SoundOrder, again: SoundOrder
) -> None:
    async def scene(speaker: AnySpeaker, clock: Clock) -> None:
        do(speaker, silent, Ambience(on=True, seed="x"), ArmRaid(live=Samples(4800)))
        await clock.sleep_until(after(clock.now(), Millis(600)))
        back = clock.now()
        do(speaker, again)
        heard = await news(speaker)

        assert isinstance(heard, Heard)
        assert heard.onset >= back - 15 * NS_PER_MS

    stage(scene)


async def playing(speaker: PlayerSpeaker, clock: Clock) -> None:
    while speaker.strain is None:
        await clock.sleep_until(after(clock.now(), Millis(5)))


def test_closing_ends_the_reports_and_may_be_repeated(stage: Stage) -> None:
    async def scene(speaker: AnySpeaker, _clock: Clock) -> None:
        do(speaker, Ambience(on=True, seed="s"))
        reports: AsyncIterator[Heard | PartLost | PartFound] = speaker.reports()
        await speaker.aclose()
        await speaker.aclose()
        do(speaker, Hush(on=True))

        assert [report async for report in reports] == []

    stage(scene)


def test_minutes_of_virtual_play_make_no_sound() -> None:
    async def main(clock: Clock) -> None:
        speaker = SteppedSpeaker(clock, output_latency=Millis(40))
        begun = clock.now()
        do(speaker, Ambience(on=True, seed="s"), live(3 * 3600 * 1000))
        heard = await news(speaker)
        await speaker.aclose()

        assert isinstance(heard, Heard)
        assert heard.onset == clock.now() == begun + (3 * 3600 * 1000 + 40) * NS_PER_MS

    run_stepped(main)


@pytest.mark.parametrize(
    ("sink", "device", "cause", "why"),
    [
        ("file", "/no such folder/heard.wav", Cause.FORBIDDEN, "cannot be written"),
        ("pygame", "", Cause.MISSING, "the default sound device does not open"),
        ("pygame", "alsa:hw:CARD=NoSuchCard", Cause.MISSING, "«alsa:hw:CARD=NoSuchCard» does not open"),
    ],
)
def test_no_sound_device_at_the_start_is_said_clearly(
    sink: str,
    device: str,
    cause: Cause,
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")

    async def main() -> None:
        speaker = PlayerSpeaker(MonotonicClock(), sink=sink, device=device)
        do(speaker, SetVolume(percent=Percent(10)), Ambience(on=True, seed="s"))
        try:
            async with asyncio.timeout(PATIENCE_S):
                lost = await news(speaker)
        finally:
            await speaker.aclose()

        assert isinstance(lost, PartLost)
        assert (lost.cause, why in lost.why) == (cause, True)
        assert [record.message for record in caplog.records] == [f"the speaker is missing: {lost.why}"]

    asyncio.run(main())


@pytest.mark.skipif(not Path("/usr/share/alsa/alsa.conf").exists(), reason="ALSA is not set up here")
def test_a_device_by_its_name_in_alsa_is_opened_by_that_name(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "perroquet.drivers.speaker")

    async def main() -> None:
        speaker = PlayerSpeaker(MonotonicClock(), sink="pygame", device="alsa:null")
        do(speaker, Ambience(on=True, seed="s"), live(50))
        try:
            async with asyncio.timeout(PATIENCE_S):
                heard = await news(speaker)
        finally:
            await speaker.aclose()

        assert isinstance(heard, Heard)

    asyncio.run(main())
    assert "sound goes to pygame alsa:null" in caplog.text


def test_off_a_pi_no_sound_device_means_no_sound_and_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    caplog.set_level(logging.INFO, "perroquet.drivers.speaker")

    async def main() -> None:
        speaker = PlayerSpeaker(MonotonicClock(), sink="auto")
        do(speaker, Ambience(on=True, seed="s"), live(50))
        try:
            async with asyncio.timeout(PATIENCE_S):
                heard = await news(speaker)
        finally:
            await speaker.aclose()

        assert isinstance(heard, Heard)

    asyncio.run(main())
    assert [record.message for record in caplog.records if "no sound is made" in record.message][1:] == []
    assert "no sound is made" in caplog.text
