"""Robots in the seats nobody plays: they choose from menus, and reach for the virtual totem."""

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from perroquet.bench.reach import Reach
from perroquet.bench.robots import Robots
from perroquet.games.jungle_speed.events import Ruled
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.units import Percent, Seat, Seq
from perroquet.table.commands import ChooseRule, Chosen
from perroquet.table.context import House
from perroquet.table.events import Question
from perroquet.table.views import ChoiceView, EveningView, Situation
from perroquet.wiring.device import GAMES_BY_NAME

from tests.table.desk import Desk
from tests.web.evening import FakeBase, Notes
from tests.web.whole_games import AT

SEATS = tuple(Seat(number) for number in range(3))
RULES = GAMES_BY_NAME["jungle-speed"]


class Table:
    """A game of Jungle Speed with virtual cards, three at the table, and a base that notes what is done to it."""

    def __init__(self) -> None:
        self.desk = Desk(house=House(seats=8, volume=Percent(35), rules={}), games=GAMES_BY_NAME, seed="robots").power()
        for seat in SEATS:
            self.desk.seat(seat)
        self.desk.tell(ChooseRule(game="jungle-speed", rule="cards", value="virtual", at=AT))
        while self.desk.evening.running is None:
            self.desk.start()
        self.notes = Notes()
        self.reach = Reach(self.state, FakeBase(self.notes), random.Random(1))

    def state(self) -> State | None:
        running = self.desk.evening.running
        return None if running is None else running.state

    def live(self, viewer: Seat | None) -> EveningView:
        return replace(self.desk.view(viewer), standing=True)

    def choose(self, viewer: Seat | None, index: int, seq: Seq) -> None:
        state = self.state()
        assert seq == self.desk.evening.seq
        self.desk.tell(Chosen(viewer=viewer, command=RULES.menu(state, viewer)[index], seq=seq, at=AT))

    def until_something_can_be_taken(self) -> frozenset[Seat]:
        """Let cards be turned until a totem may be grabbed; return by whom."""
        robots = Robots(self, lambda _: False, None)
        for _ in range(500):
            state = self.state()
            assert state is not None
            if state.meeting.entitled:
                return frozenset(state.meeting.entitled)
            robots.move()
        raise AssertionError("no cards meet")


@pytest.fixture
def table() -> Table:
    return Table()


def moves(table: Table, free: frozenset[Seat]) -> Iterator[tuple[object, ...]]:
    """Yield what hands do while nothing changes, each time as if there were news."""
    for number in range(50):
        table.reach.move(replace(table.live(None), seq=Seq(10_000 + number)), free)
        yield from table.notes.taken()


def test_robots_grab_what_lies_there(table: Table) -> None:
    entitled = table.until_something_can_be_taken()

    grabs = list(moves(table, frozenset(SEATS)))

    assert entitled
    assert {what for what, *_ in grabs} == {"grab"}
    assert max(len(hands) for _, *hands in grabs) > 1


def test_one_grab_is_tried_for_what_lies_there(table: Table) -> None:
    table.until_something_can_be_taken()
    view = table.live(None)

    tried = [table.reach.move(view, frozenset(SEATS)) for _ in range(50)]

    assert tried.count(True) == 1
    assert len(table.notes.taken()) == 1


def test_nobody_grabs_for_a_seat_with_a_phone(table: Table) -> None:
    table.until_something_can_be_taken()

    assert list(moves(table, frozenset())) == []


def test_robots_stand_the_totem_up_again(table: Table) -> None:
    gone = replace(table.live(None), standing=False)

    assert table.reach.move(gone, frozenset(SEATS))
    assert table.notes.taken() == [("put back",)]


@pytest.mark.parametrize("changes", [{"situation": Situation.PAUSED}, {"asked": Question.CONTEST}])
def test_robots_keep_still_while_the_table_does_something_else(table: Table, changes: dict[str, object]) -> None:
    table.until_something_can_be_taken()
    view = replace(table.live(None), standing=False, **changes)  # pyright: ignore[reportArgumentType] by name

    assert not table.reach.move(view, frozenset(SEATS))
    assert table.notes.taken() == []


def test_robots_know_no_other_game(table: Table) -> None:
    reach = Reach(lambda: None, FakeBase(table.notes), random.Random(1))

    assert not reach.move(table.live(None), frozenset(SEATS))


def test_robots_leave_a_phone_its_choices(table: Table) -> None:
    robots = Robots(table, lambda _: True, None, table.reach)
    before = table.desk.evening.seq

    assert not robots.move()
    assert not robots.grab()
    assert table.desk.evening.seq == before


def test_a_phone_at_the_table_answers_what_the_device_asks(table: Table) -> None:
    asks = replace(table.live(None), choices=(ChoiceView(index=0, label="oui"),))
    chosen: list[tuple[Seat | None, int, Seq]] = []

    class Asking(Table):
        def live(self, viewer: Seat | None) -> EveningView:
            return asks if viewer is None else replace(asks, choices=())

        def choose(self, viewer: Seat | None, index: int, seq: Seq) -> None:
            chosen.append((viewer, index, seq))

    alone = Robots(Asking(), lambda _: False, None).move()
    beside_somebody = Robots(Asking(), lambda seat: seat == 0, None).move()

    assert (alone, beside_somebody) == (True, False)
    assert chosen == [(None, 0, asks.seq)]


@pytest.mark.anyio
@pytest.mark.parametrize(("times", "fewest", "most"), [(0.5, 4, 12), (1.0, 9, 23), (4.0, 39, 90)])
async def test_robots_move_at_their_pace(times: float, fewest: int, most: int) -> None:
    chosen: list[tuple[Seat | None, int, Seq]] = []

    class Counting(Table):
        def choose(self, viewer: Seat | None, index: int, seq: Seq) -> None:
            chosen.append((viewer, index, seq))

    robots = Robots(Counting(), lambda _: False, None)
    robots.pace.times = times
    robots.toggle_seats()
    await asyncio.sleep(20)
    await robots.aclose()

    assert fewest <= len(chosen) <= most


def test_robots_do_not_say_who_has_the_totem(table: Table) -> None:
    robots = Robots(table, lambda _: False, None)

    for _ in range(100):
        state = table.state()
        if state is None or state.over:
            break
        robots.move()

    assert not any(isinstance(record.event, Ruled) for record in table.desk.records)
