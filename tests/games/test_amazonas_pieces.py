"""What lies on the board, drawn for one viewer."""

from xml.etree import ElementTree as ET

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.board_picture import picture
from perroquet.games.amazonas.pieces import STAR
from perroquet.games.amazonas.state import State
from perroquet.kernel.units import Seat

from tests.games.expedition import AMAZONAS, INDIO, after, build, chosen, having, opened, rich, started, table
from tests.games.hands import ANA, BEN, CLO, NOBODY

SVG = "{http://www.w3.org/2000/svg}"


def pieces(state: State, seat: Seat | None) -> ET.Element:
    """Return the drawing over the board that a viewer gets."""
    board, laid = AMAZONAS.view(state, seat).layers
    assert state.box.board is not None
    assert board == picture(state.box.board)
    return ET.fromstring(laid)  # noqa: S314 - our own drawing


def owners(state: State, seat: Seat | None = None) -> list[str]:
    """Return what stands on the huts, in the order of villages."""
    return [text.text or "" for text in pieces(state, seat).iter(f"{SVG}text")]


def rings(state: State, seat: Seat | None) -> int:
    return sum(1 for _ in pieces(state, seat).iter(f"{SVG}circle"))


def stars(state: State, seat: Seat | None) -> int:
    return sum(path.get("d") == STAR for path in pieces(state, seat).iter(f"{SVG}path"))


def test_huts_bear_the_number_of_their_seat_and_neutral_ones_a_letter() -> None:
    state = rich(chosen(started(table(2)), 6, 0), 0)

    assert sorted(owners(state)) == ["1", "2"]
    state = after(state, build(state, 0, "Urucara"), ev.BuildNeutral(seat=ANA, village="Quiriba"))
    assert sorted(owners(state)) == ["1", "1", "2", "N"]


def test_whoever_acts_and_the_table_see_where_a_hut_may_stand() -> None:
    state = rich(chosen(started(table(3)), 6, 3, 0), 0)

    assert rings(state, ANA) == rings(state, None) == 5
    assert rings(state, BEN) == rings(state, NOBODY) == 0
    assert rings(started(table(3)), ANA) == 0
    # while an Indio is on offer nothing can be built
    offered = rich(chosen(started(table(3, INDIO)), 6, 3, 0), 0)
    assert rings(offered, ANA) == 0
    assert rings(after(offered, ev.TakeMoney(seat=ANA)), ANA) == 5


def test_a_mission_is_starred_for_its_owner_alone() -> None:
    state = having(started(table(3)), 0, missions=(0,))

    assert stars(state, ANA) == 4
    assert stars(state, None) == stars(state, NOBODY) == 0
    other = having(state, 0, missions=(5,))
    assert AMAZONAS.view(state, CLO) == AMAZONAS.view(other, CLO)
    assert AMAZONAS.view(state, ANA) != AMAZONAS.view(other, ANA)


def test_without_a_map_there_is_nothing_to_draw_am_90() -> None:
    assert AMAZONAS.view(opened(table(2, board="none")), None).layers == ()
