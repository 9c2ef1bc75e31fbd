from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from perroquet.audio.keys import POLITE
from perroquet.audio.orders import (
    LONGEST,
    Cable,
    Found,
    Lost,
    NotAnOrder,
    PlayerOrder,
    Quit,
    Refused,
    Report,
    Sounded,
    Strain,
    read_order,
    read_report,
    write_order,
    write_report,
)
from perroquet.audio.player import Lines
from perroquet.audio.standing import Standing
from perroquet.audio.timeline import Mark, Timeline, duration_ns, samples_in
from perroquet.kernel.cues import Ambience, ArmRaid, DisarmRaid, Play, Weight
from perroquet.kernel.readings import Cause
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import NS_PER_S, HostNs, Millis, Percent, Samples, Seq
from perroquet.ports.speaker import Hush, SetVolume, Speak

ORDERS: tuple[PlayerOrder, ...] = (
    Play(sound="win"),
    *(Speak(text="Léa, première.", language=Language.FR, key="table.x", weight=each, turn=Seq(7)) for each in Weight),
    Ambience(on=True, seed="été"),
    Ambience(on=False),
    ArmRaid(live=Samples(960_000)),
    DisarmRaid(),
    SetVolume(percent=Percent(40)),
    Hush(on=True),
    Cable(plugged=False),
    Quit(),
)
REPORTS: tuple[Report, ...] = (
    Mark(sample=Samples(5120), at=HostNs(7), queued=Samples(512)),
    Sounded(key="raid", onset=Samples(3), end=Samples(4)),
    Lost(cause=Cause.BUSY, why="no device"),
    Found(what="null"),
    Refused(why="«x»"),
    Strain(late=1, starved=2, busy_us=3),
)


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_survives_the_pipe(order: PlayerOrder) -> None:
    assert read_order(write_order(order)) == order


@pytest.mark.parametrize("report", REPORTS)
def test_a_report_survives_the_pipe(report: Report) -> None:
    assert read_report(write_report(report)) == report


@pytest.mark.parametrize(
    "line",
    [
        b"hello",
        b"[1]",
        b"\xff\xfe",
        b'{"do": "dance"}',
        b'{"do": "volume", "percent": 101}',
        b'{"do": "volume", "percent": true}',
        b'{"do": "arm", "live": -1}',
        b'{"do": "arm", "live": 1.5}',
        b'{"do": "play"}',
        b"[" * 10_000,
    ],
)
def test_anything_else_is_refused_by_name(line: bytes) -> None:
    with pytest.raises(NotAnOrder, match="«"):
        read_order(line)


@given(junk=st.binary(max_size=200))
def test_junk_never_breaks_the_reader(junk: bytes) -> None:
    with suppress(NotAnOrder):
        read_order(junk)


@given(cuts=st.lists(st.integers(min_value=0, max_value=60), max_size=8))
def test_lines_are_whole_wherever_the_stream_is_cut(cuts: list[int]) -> None:
    stream, lines, got = b"one\ntwo\n\nthree\n", Lines(), list[bytes]()
    edges = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    for start, end in pairwise(edges):
        got += lines.feed(stream[start:end])

    assert got == [b"one", b"two", b"three"]


def test_of_an_endless_line_only_the_beginning_is_kept_and_the_next_line_is_read() -> None:
    lines = Lines()
    got = [line for _ in range(8) for line in lines.feed(b"x" * 5000)] + lines.feed(b"x\nafter\n")

    assert [len(line) for line in got] == [LONGEST + 1, 5]


def test_the_timeline_believes_the_earliest_mark() -> None:
    timeline = Timeline(Millis(20))
    for second, late_ms in enumerate((9, 0, 5)):
        timeline.mark(
            Mark(
                sample=Samples(48_000 * second + 512),
                at=HostNs(second * NS_PER_S + late_ms * 1_000_000),
                queued=Samples(512),
            )
        )

    assert timeline.heard_at(Samples(48_000)) == NS_PER_S + 20_000_000


def test_the_timeline_knows_nothing_before_a_mark_nor_after_a_restart() -> None:
    timeline = Timeline(Millis(0))
    timeline.mark(Mark(sample=Samples(0), at=HostNs(1), queued=Samples(0)))
    timeline.restart()

    assert timeline.heard_at(Samples(0)) is None


@given(count=st.integers(min_value=0, max_value=10**12))
def test_samples_and_their_duration_are_inverse(count: int) -> None:
    assert samples_in(duration_ns(Samples(count))) == count


def test_a_new_player_is_told_all_that_lasts_and_what_is_left_of_the_raid() -> None:
    standing = Standing(HostNs(0))
    standing.take(SetVolume(percent=Percent(60)), HostNs(0))
    standing.take(Hush(on=True), HostNs(0))
    standing.take(Ambience(on=True, seed="s"), HostNs(0))
    standing.take(ArmRaid(live=Samples(480_000)), HostNs(0))

    assert standing.orders(HostNs(4 * NS_PER_S)) == (
        SetVolume(percent=Percent(60)),
        Hush(on=True),
        Ambience(on=True, seed="s"),
        ArmRaid(live=Samples(288_000)),
    )


def test_a_pause_stands_still_and_keeps_the_raid() -> None:
    standing = Standing(HostNs(0))
    standing.take(Ambience(on=True, seed="s"), HostNs(0))
    standing.take(ArmRaid(live=Samples(480_000)), HostNs(0))
    standing.take(Ambience(on=False), HostNs(NS_PER_S))

    assert standing.raid_due() is None
    assert standing.orders(HostNs(99 * NS_PER_S)) == (
        SetVolume(percent=POLITE),
        Hush(on=False),
        ArmRaid(live=Samples(432_000)),
    )
