"""The house sheet of Amazonas: what a table may choose, with the default of each choice. Reasons are in RULES.md."""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from perroquet.games.amazonas.board import Board
from perroquet.games.amazonas.board_file import parse_board
from perroquet.games.amazonas.board_rows import BadBoard
from perroquet.kernel.sheet import OneOf, Sheet, Written

NO_MAP: Final = "none"
"""The referee knows no board: players tell village, species and price."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """House rules of Amazonas.

    Attributes:
        board: a board of ours by name, `none`, or a whole board file.
        missions: the device deals them, or they lie printed before their owners and are counted at the end.
        start_hut: the hut before round 1 is paid from the purse, or free.
        mission_scoring: 3 points for a built village, or 3 off for a missing one.
        majority: who scores majorities: every table, tables of two, nobody.
        tiebreak: what orders equal incomes: copper coins, or the numbers printed on the cards if the board has them.
        exchange: how three or more tied coins change hands.
        theft: the monkey breaks gold, or takes silver coins alone.
        indio_on: rows an Indio may join.
        indio_refused: an Indio nobody hires is lost, or waits for the next Indio card.
        two_player_missions: one each, or one of two.
        first_player: drawn by lot, or whoever sits first.
        coins: warn when more coins are out than the box holds.
    """

    board: str = "river"
    missions: str = "dealt"
    start_hut: str = "pay"
    mission_scoring: str = "plus3"
    majority: str = "all"
    tiebreak: str = "copper"
    exchange: str = "reverse"
    theft: str = "value"
    indio_on: str = "started"
    indio_refused: str = "lost"
    two_player_missions: str = "one"
    first_player: str = "drawn"
    coins: str = "unlimited"


BOARDS: Final = {
    name: files("perroquet.games.amazonas").joinpath("boards", f"{name}.json").read_text(encoding="utf-8")
    for name in ("river", "example")
}
"""The boards that ship, by name."""


@lru_cache(maxsize=8)
def board_of(house: House) -> Board | None:
    """Return the board of a house sheet; None = no map.

    Raises:
        BadBoard: not a board.
    """
    return None if house.board == NO_MAP else parse_board(BOARDS.get(house.board, house.board))


def _no_board(text: str) -> str:
    """Return why `text` is no board; empty = it is one."""
    if text == NO_MAP or text in BOARDS:
        return ""
    if "{" not in text:
        return f"no board of that name; {', '.join(BOARDS)}, {NO_MAP} or a board file"
    try:
        parse_board(text)
    except BadBoard as bad:
        return str(bad)
    return ""


SHEET: Final = Sheet(
    game="amazonas",
    form=House,
    rules={
        "board": Written(refusal=_no_board, wanted=f"{', '.join(BOARDS)}, {NO_MAP} or a board file (.json)"),
        "missions": OneOf(words=("dealt", "printed")),
        "start_hut": OneOf(words=("pay", "free")),
        "mission_scoring": OneOf(words=("plus3", "minus3")),
        "majority": OneOf(words=("all", "2p", "off")),
        "tiebreak": OneOf(words=("copper", "card_id")),
        "exchange": OneOf(words=("reverse", "rotate")),
        "theft": OneOf(words=("value", "silver_only")),
        "indio_on": OneOf(words=("started", "any")),
        "indio_refused": OneOf(words=("lost", "carry_over")),
        "two_player_missions": OneOf(words=("one", "draw2keep1")),
        "first_player": OneOf(words=("drawn", "first_seat")),
        "coins": OneOf(words=("unlimited", "warn")),
    },
)
