"""Every window of a game is recorded: the file, its hash in the journal, the picture, and evenings without them."""

from collections.abc import AsyncIterator

import pytest
from perroquet.capture import digest
from perroquet.drivers.sim.clock import VirtualClock
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import Millis
from perroquet.table import events as ev
from perroquet.table.chronicle import retell
from perroquet.wiring.device import GAMES_BY_NAME

from tests.physical.bench import Table, hand, table

pytestmark = pytest.mark.anyio


@pytest.fixture
async def practice(clock: VirtualClock) -> AsyncIterator[Table]:
    async with table(clock, "recordings", game="practice") as on:
        yield on


async def grabbed(on: Table) -> ev.GrabRecorded:
    """Let Léa try her hand, and return what was recorded of it."""
    await on.stage.tap("start")
    await on.stage.wait(Millis(5000))
    await on.grab(hand(0))
    await on.put_back()
    recorded = on.events(ev.GrabRecorded)
    assert len(recorded) == 1
    return recorded[0]


async def test_a_grab_is_kept_and_its_hash_is_in_the_journal(practice: Table) -> None:
    recorded = await grabbed(practice)

    files = practice.device.captures.files
    assert list(files) == [recorded.capture]
    assert digest(files[recorded.capture]) == recorded.sha256
    assert [one.fingers for one in recorded.grab.hands] != []


async def test_taps_that_teach_seats_are_not_kept(practice: Table) -> None:
    assert practice.device.captures.files == {}


async def test_the_picture_shows_what_was_said_of_it(practice: Table) -> None:
    await grabbed(practice)
    finish = practice.stage.view().finishes[0]

    picture = await practice.device.session.photo_finish(finish.seq)

    assert picture is not None
    assert picture.startswith("<svg")
    assert finish.words
    assert not finish.contested
    assert "Léa" in picture


async def test_a_lost_recording_costs_a_picture_and_nothing_else(practice: Table) -> None:
    await grabbed(practice)
    practice.device.captures.files.clear()

    finish = practice.stage.view().finishes[0]

    assert await practice.device.session.photo_finish(finish.seq) is None
    assert retell(practice.records, GAMES_BY_NAME).evening == practice.device.session.chronicle.evening


async def test_a_damaged_recording_is_not_shown(practice: Table) -> None:
    recorded = await grabbed(practice)
    files = practice.device.captures.files
    files[recorded.capture] = files[recorded.capture][:-9] + b"elsewhere"

    assert await practice.device.session.photo_finish(practice.stage.view().finishes[0].seq) is None


async def test_a_full_disk_costs_the_recording_alone(practice: Table) -> None:
    practice.device.captures.room = 0
    await practice.stage.tap("start")
    await practice.stage.wait(Millis(5000))

    said = await practice.grab(hand(0))

    assert said
    assert practice.events(ev.GrabRecorded) == []


async def test_the_replay_has_the_finishes_too(practice: Table) -> None:
    await grabbed(practice)

    assert retell(practice.records, GAMES_BY_NAME).finishes == practice.device.session.chronicle.finishes


async def test_a_picture_of_an_unknown_event_is_none(practice: Table) -> None:
    assert await practice.device.session.photo_finish(practice.stage.view().seq) is None
    assert practice.stage.view().language is Language.FR
