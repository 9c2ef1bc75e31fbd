"""Draw what lies on the board: huts on their sites; for whoever may know, mission villages and legal sites. SVG.

A hut tells its owner by the seat's number as well as by colour; sites that may be built on now have a ring, villages of
one's own mission a star.
"""

from functools import lru_cache
from typing import Final

from perroquet.games.amazonas.board import Board, Villages
from perroquet.games.amazonas.board_picture import HEIGHT, WIDTH, picture, place_of, sign_width
from perroquet.games.amazonas.sites import sites_now
from perroquet.games.amazonas.state import State
from perroquet.kernel.units import Seat

COLOURS: Final = ("#0b5c99", "#a3480a", "#0a6b4c", "#8a2f72")
"""Of huts, by the place of their owner."""

NEUTRAL: Final = "#4a4a4a"

STYLE: Final = (
    "text{font-family:'DejaVu Sans',sans-serif;font-weight:700;font-size:15px;text-anchor:middle;fill:#fff}"
    ".h{stroke:#fff;stroke-width:1.500;stroke-linejoin:round}"
    ".m{fill:#c2185b;stroke:#fff;stroke-width:1.500}.l{fill:none;stroke:#c2185b;stroke-width:4}"
)

ROOF: Final = "M-13 0 0-12 13 0H10V13H-10V0Z"
STAR: Final = "M0-13 3-4 13-4 5 2 8 12 0 6-8 12-5 2-13-4-3-4Z"

_ground = lru_cache(maxsize=8)(picture)


def layers(state: State, seat: Seat | None) -> tuple[str, ...]:
    """Return the board, and what lies on it for a viewer; nothing in a game without map."""
    board = state.box.board
    if board is None:
        return ()
    own = None if seat is None or seat not in state.box.seats else state.of(seat)
    wanted = Villages(0)
    for mission in () if own is None else own.missions:
        wanted = Villages(wanted | board.wanted[mission])
    active = state.active
    lit = sites_now(state, active, board) if active is not None and (seat is None or active is own) else Villages(0)
    drawn = "".join(_on_village(state, board, bit, wanted=wanted, lit=lit) for bit in range(len(board.villages)))
    return (
        _ground(board),
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><style>{STYLE}</style>{drawn}</svg>\n',
    )


def _on_village(state: State, board: Board, bit: int, *, wanted: Villages, lit: Villages) -> str:
    village, one = board.villages[bit], 1 << bit
    half = sign_width(village, bit + 1) / 2
    owners = [
        (str(seat + 1), COLOURS[place]) for place, seat in enumerate(state.box.seats) if _housed(state, place, one)
    ]
    if state.neutral_at & one:
        owners.append(("N", NEUTRAL))
    marks = [
        f'<g transform="translate({51 + 26 * n - half:.0f} 12)"><path class="h" d="{ROOF}" fill="{colour}"/>'
        f'<text y="9">{owner}</text></g>'
        for n, (owner, colour) in enumerate(owners)
    ]
    if lit & one:
        marks.append(f'<circle class="l" cx="{51 + 26 * state.filled[bit] - half:.0f}" cy="12" r="16"/>')
    if wanted & one:
        marks.append(f'<path class="m" transform="translate({half:.0f} -25)" d="{STAR}"/>')
    x, y = place_of(board, bit)
    return f'<g transform="translate({x:.0f} {y:.0f})">{"".join(marks)}</g>' if marks else ""


def _housed(state: State, place: int, village: int) -> bool:
    return bool(state.explorers[place].huts & village)
