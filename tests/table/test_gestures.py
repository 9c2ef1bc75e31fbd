"""Edges to presses: what each gesture is, and that bounce and late callbacks change nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from perroquet.kernel.errors import ConfigurationError
from perroquet.kernel.readings import Control, Edge, Gesture, Press
from perroquet.kernel.units import NS_PER_MS, HostNs, Millis, Seat, after
from perroquet.table.gestures import Gestures

WORST_BOUNCE = 5
WORST_LAG = 5
"""What the panel must stand, in milliseconds: parts and schedulers are no better."""

RELEASED = 21
"""No finger lets go and presses again in fewer milliseconds."""

HANGS = 10_000
"""Milliseconds after which a button is stuck; the longest gesture is the chord of two seconds."""

START = HostNs(10**12)
END = Millis(60_000)


def at(ms: float) -> HostNs:
    return HostNs(START + round(ms * NS_PER_MS))


def edge(line: str, ms: float, *, active: bool) -> Edge:
    return Edge(line=line, active=active, at=at(ms))


def held(line: str, down: float, up: float) -> list[Edge]:
    return [edge(line, down, active=True), edge(line, up, active=False)]


def turned(ms: float, lines: str) -> list[Edge]:
    """Return one edge every 5 ms: `Ab` is A closing, then B opening."""
    return [edge(f"encoder_{letter.lower()}", ms + 5 * n, active=letter.isupper()) for n, letter in enumerate(lines)]


@dataclass(frozen=True, slots=True)
class Told:
    press: Press
    at: HostNs


def tell(gestures: Gestures, edges: Sequence[Edge], arrivals: Sequence[HostNs] | None = None) -> list[Told]:
    """Feed `edges` as they arrive and advance when due, as the table does; return presses and when they were told."""
    queue = sorted(zip(arrivals or [each.at for each in edges], edges, strict=True), key=lambda pair: pair[0])
    told: list[Told] = []

    def run_until(end: HostNs) -> None:
        while (due := gestures.due()) is not None and due < end:
            told.extend(Told(press, due) for press in gestures.advance(due))

    for arrival, each in queue:
        run_until(arrival)
        gestures.feed(each)
        told.extend(Told(press, arrival) for press in gestures.advance(arrival))
    run_until(after(START, END))
    return told


def presses(edges: Iterable[Edge], gestures: Gestures | None = None) -> list[Press]:
    return [told.press for told in tell(gestures or Gestures(), list(edges))]


def press(control: Control, gesture: Gesture, ms: float, *, seat: int | None = None, steps: int = 0) -> Press:
    return Press(control=control, gesture=gesture, at=at(ms), seat=None if seat is None else Seat(seat), steps=steps)


@pytest.mark.parametrize(("line", "control"), [("start", Control.START), ("mode", Control.MODE)])
def test_start_and_mode_are_short_at_release_stamped_with_the_press(line: str, control: Control):
    told = tell(Gestures(), held(line, 100, 400))

    assert told == [Told(press(control, Gesture.SHORT, 100), at(425))]


@pytest.mark.parametrize("line", ["start", "mode"])
def test_a_long_press_is_told_once_while_still_down(line: str):
    told = tell(Gestures(), held(line, 100, 5000))

    assert told == [Told(press(Control(line), Gesture.LONG, 1100), at(1105))]


@pytest.mark.parametrize(
    ("line", "control", "seat"),
    [("hush", Control.HUSH, None), ("seat_1", Control.SEAT, 0), ("seat_8", Control.SEAT, 7)],
)
def test_hush_and_seats_act_at_the_press(line: str, control: Control, seat: int | None):
    told = tell(Gestures(), held(line, 100, 5000))

    assert told == [Told(press(control, Gesture.SHORT, 100, seat=seat), at(110))]


def test_mode_and_start_together_for_two_seconds_are_the_chord_and_nothing_else():
    told = tell(Gestures(), [*held("mode", 100, 4000), *held("start", 400, 3900)])

    assert told == [Told(press(Control.START, Gesture.CHORD, 100), at(2405))]


def test_a_chord_let_go_too_early_means_nothing():
    assert presses([*held("mode", 100, 1900), *held("start", 100, 2500)]) == []


def test_after_a_chord_the_buttons_mean_what_they_always_do():
    edges = [*held("mode", 100, 2500), *held("start", 100, 2500), *held("mode", 3000, 3100)]

    assert presses(edges)[1:] == [press(Control.MODE, Gesture.SHORT, 3000)]


def test_a_release_just_before_the_hold_time_is_short():
    assert presses(held("start", 100, 1099.9)) == [press(Control.START, Gesture.SHORT, 100)]


def test_other_buttons_do_not_disturb_a_hold():
    edges = [*held("start", 0, 1500), *held("seat_2", 300, 350), *held("hush", 990, 1200)]

    assert [told.gesture for told in presses(edges)] == [Gesture.SHORT, Gesture.SHORT, Gesture.LONG]


def test_a_spark_shorter_than_the_window_is_no_press():
    assert presses(held("seat_1", 100, 100.2)) == []


def test_a_flicker_in_a_held_button_is_no_release():
    edges = [edge("start", 0, active=True), edge("start", 500, active=False), edge("start", 503, active=True)]

    assert presses(edges) == [press(Control.START, Gesture.LONG, 1000)]


def test_a_flicker_at_the_very_hold_time_does_not_end_the_hold():
    edges = [edge("mode", 0, active=True), edge("mode", 998, active=False), edge("mode", 1003, active=True)]

    assert presses(edges) == [press(Control.MODE, Gesture.LONG, 1000)]


def test_a_button_stuck_since_power_on_is_named_and_gives_nothing_until_released():
    gestures = Gestures(stuck={"start", "seat_4"})

    assert gestures.stuck() == {"start", "seat_4"}
    assert presses([edge("start", 3000, active=False), *held("mode", 0, 100)], gestures) == [
        press(Control.MODE, Gesture.SHORT, 0)
    ]
    assert gestures.stuck() == {"seat_4"}


def test_a_freed_button_works_again():
    edges = [edge("seat_4", 100, active=False), *held("seat_4", 500, 600)]

    assert presses(edges, Gestures(stuck={"seat_4"})) == [press(Control.SEAT, Gesture.SHORT, 500, seat=3)]


def test_a_stuck_start_makes_no_chord_of_mode():
    assert presses(held("mode", 0, 3000), Gestures(stuck={"start"})) == [press(Control.MODE, Gesture.LONG, 1000)]


@pytest.mark.parametrize("line", ["start", "mode", "hush", "seat_4"])
def test_a_button_held_longer_than_anybody_holds_it_is_stuck_and_gives_no_more_until_released(line: str):
    gestures = Gestures()
    before = presses([edge(line, 0, active=True)], gestures)
    stuck = gestures.stuck()

    freed = presses([edge(line, 61_000, active=False)], gestures)

    assert len(before) == 1
    assert stuck == {line}
    assert freed == []


def test_a_button_let_go_in_time_was_not_stuck():
    gestures = Gestures()

    presses(held("seat_4", 0, HANGS - RELEASED), gestures)

    assert gestures.stuck() == frozenset()


def test_a_flicker_of_a_stuck_button_frees_nothing_and_presses_nothing():
    gestures = Gestures()
    flicker = [edge("seat_4", 20_000, active=False), edge("seat_4", 20_003, active=True)]

    told = presses([edge("seat_4", 0, active=True), *flicker], gestures)

    assert len(told) == 1
    assert gestures.stuck() == {"seat_4"}


def test_a_start_that_hangs_makes_no_chord_of_mode():
    told = presses([edge("start", 0, active=True), *held("mode", 20_000, 23_000)])

    assert told == [press(Control.START, Gesture.LONG, 1000), press(Control.MODE, Gesture.LONG, 21_000)]


def test_a_line_that_is_no_part_of_the_panel_is_refused():
    with pytest.raises(ConfigurationError, match="'seat_99'"):
        Gestures().feed(edge("seat_99", 0, active=True))


@pytest.mark.parametrize(("lines", "steps"), [("ABab", 1), ("BAba", -1), ("ABabABab", 1), ("BAbaBAba", -1)])
def test_the_encoder_tells_each_detent_with_its_direction(lines: str, steps: int):
    told = presses(turned(0, lines))

    assert told == [press(Control.ENCODER, Gesture.TURN, 15 + 20 * n, steps=steps) for n in range(len(lines) // 4)]


@pytest.mark.parametrize("lines", ["Aa", "Bb", "ABba", "BAab", "AaAa", "ABbBba"])
def test_an_encoder_that_does_not_reach_the_next_detent_tells_nothing(lines: str):
    assert presses(turned(0, lines)) == []


@pytest.mark.parametrize("lines", ["ABaAab", "AaABab", "ABbBab", "ABabBb"])
def test_a_bouncing_encoder_tells_one_step(lines: str):
    assert [told.steps for told in presses(turned(0, lines))] == [1]


def test_due_is_none_when_only_an_edge_can_change_anything():
    assert Gestures().due() is None


# Laws. A script is a list of taps with bounce; instants are nanoseconds, all different.


Script = tuple[list[Edge], list[Press]]


@st.composite
def bursts(draw: st.DrawFn, line: str, start: int, *, active: bool) -> list[Edge]:
    """Edges of one contact that ends as `active`, the last one less than `WORST_BOUNCE` after the first."""
    moments = draw(st.lists(st.integers(1, WORST_BOUNCE * NS_PER_MS - 1), unique=True, max_size=8).map(sorted))
    if len(moments) % 2:
        moments.pop()
    return [
        Edge(line=line, active=active == (n % 2 == 0), at=HostNs(start + moment))
        for n, moment in enumerate([0, *moments])
    ]


@st.composite
def taps(draw: st.DrawFn) -> Script:
    """Seats that press in a race, each once or twice, bouncing; and the presses that makes, by their first edges."""
    edges: list[Edge] = []
    made: list[Press] = []
    for seat in draw(st.lists(st.integers(0, 7), min_size=1, max_size=5, unique=True)):
        line, moment = f"seat_{seat + 1}", START
        for _ in range(draw(st.integers(1, 2))):
            moment += draw(st.integers(0, 60 * NS_PER_MS))
            edges += draw(bursts(line, moment, active=True))
            made.append(Press(control=Control.SEAT, gesture=Gesture.SHORT, at=HostNs(moment), seat=Seat(seat)))
            moment += draw(st.integers((WORST_BOUNCE + 1) * NS_PER_MS, 400 * NS_PER_MS))
            edges += draw(bursts(line, moment, active=False))
            moment += RELEASED * NS_PER_MS
    return edges, made


def order(told: Press) -> tuple[int, int]:
    return told.at, told.seat if told.seat is not None else -1


@given(burst=bursts("start", START, active=True), release=bursts("start", at(300), active=False))
def test_any_burst_shorter_than_the_window_is_exactly_one_press(burst: list[Edge], release: list[Edge]):
    assert presses([*burst, *release]) == [press(Control.START, Gesture.SHORT, 0)]


@given(script=taps())
def test_every_bouncing_tap_is_one_press_told_in_the_order_of_first_edges(script: Script):
    edges, made = script
    told = presses(edges)

    assert sorted(told, key=order) == sorted(made, key=order)
    assert [each.at for each in told] == sorted(each.at for each in made)


@given(script=taps(), data=st.data())
def test_callbacks_late_by_less_than_the_lag_change_nothing(script: Script, data: st.DataObject):
    edges, _ = script
    lags = data.draw(st.lists(st.integers(0, WORST_LAG * NS_PER_MS - 1), min_size=len(edges), max_size=len(edges)))
    arrivals = [HostNs(each.at + lag) for each, lag in zip(edges, lags, strict=True)]

    assert [told.press for told in tell(Gestures(), edges, arrivals)] == presses(edges)
