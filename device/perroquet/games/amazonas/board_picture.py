"""Draw a board: rivers as water, paths as trails, each village with its number, tile and prices. SVG, all our own."""

import math
from collections.abc import Mapping
from typing import Final
from xml.sax.saxutils import escape

from perroquet.games.amazonas.board import Board, Link, Village
from perroquet.games.amazonas.cards import SPECIES, Species

WIDTH, HEIGHT = 1500, 1000
MARGIN: Final = 100

TILES: Final[Mapping[Species, tuple[str, str]]] = {
    Species.ORCHID: (
        "#c2528b",
        "M0-9C4-9 5-3 2-1 8-4 11 1 6 4 4 5 2 3 1 2 2 6 1 9 0 9-1 9-2 6-1 2-2 3-4 5-6 4-11 1-8-4-2-1-5-3-4-9 0-9Z",
    ),
    Species.FISH: ("#2f7fb5", "M-10 0C-6-7 3-7 6-1L11-6V6L6 1C3 7-6 7-10 0ZM-5-2a1 1 0 1 0 .1 0Z"),
    Species.BUTTERFLY: (
        "#d98a1f",
        "M0-6C2-10 10-11 10-5 10-1 5 0 2 0 6 1 9 4 6 8 3 11 1 5 0 3-1 5-3 11-6 8-9 4-6 1-2 0-5 0-9-1-9-5-9-9-2-9 0-6Z",
    ),
    Species.PARROT: (
        "#3f8f3a",
        "M-3-10C4-11 8-6 6 0L9 10 1 4C-5 4-8 0-7-4L-11-3C-10-7-7-10-3-10ZM-3-7a1 1 0 1 0 .1 0Z",
    ),
    Species.IGUANA: (
        "#7a5ab0",
        "M-11-2C-8-6-4-5-2-3L2-5 1-2C5-2 8 1 11 7 6 4 4 4 1 4L3 9 0 8-2 4-6 3-8 7-10 6-8 1C-10 1-11-1-11-2Z",
    ),
}
"""Species -> colour and glyph, drawn in a square of 22 around its middle. Shape tells as much as colour."""

STYLE: Final = (
    ".w{fill:none;stroke:#8cc4de;stroke-width:26;stroke-linecap:round}"
    ".v{fill:none;stroke:#5fa6c8;stroke-width:2;stroke-dasharray:14 22;stroke-linecap:round}"
    ".p{fill:none;stroke:#8a5a2b;stroke-width:5;stroke-dasharray:2 11;stroke-linecap:round}"
    "text{font-family:'DejaVu Sans',sans-serif;fill:#1d2a1f}"
    ".n{font-size:19px;font-weight:700}.g{font-size:15px;font-weight:700;text-anchor:middle}"
    ".t{font-size:15px;font-weight:700;text-anchor:middle}"
    ".b{fill:#fdf9ec;stroke:#3a4a34;stroke-width:2}.s{fill:#f2d675;stroke:#7c6118;stroke-width:1.5}"
)


def picture(board: Board) -> str:
    """Return the board as SVG text. Villages without a place of their own stand in a circle."""
    places = {village.id: place_of(board, bit) for bit, village in enumerate(board.villages)}
    waters = [_bend(places[a], places[b], n) for n, (a, b, link) in enumerate(board.links) if link is Link.WATER]
    paths = [_bend(places[a], places[b], n + 1) for n, (a, b, link) in enumerate(board.links) if link is Link.PATH]
    villages = [_village(village, bit + 1, places[village.id]) for bit, village in enumerate(board.villages)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{escape(board.title)}</title><style>{STYLE}</style>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#dfe9c6"/>'
        + "".join(f'<path class="w" d="{d}"/>' for d in waters)
        + "".join(f'<path class="v" d="{d}"/>' for d in waters)
        + "".join(f'<path class="p" d="{d}"/>' for d in paths)
        + "".join(villages)
        + _legend()
        + "</svg>\n"
    )


def place_of(board: Board, bit: int) -> tuple[float, float]:
    """Return the middle of a village's sign."""
    at = board.villages[bit].at
    if at is None:
        turn = 2 * math.pi * bit / len(board.villages)
        at = (0.5 + 0.5 * math.sin(turn), 0.5 - 0.5 * math.cos(turn))
    return MARGIN + at[0] * (WIDTH - 2 * MARGIN), MARGIN + at[1] * (HEIGHT - 2 * MARGIN - 40)


def _bend(a: tuple[float, float], b: tuple[float, float], number: int) -> str:
    """Return a way from `a` to `b` that winds a little, to either side in turn."""
    (x, y), (u, v) = a, b
    side = 0.16 if number % 2 else -0.16
    cx, cy = (x + u) / 2 - (v - y) * side, (y + v) / 2 + (u - x) * side
    return f"M{x:.0f} {y:.0f}Q{cx:.0f} {cy:.0f} {u:.0f} {v:.0f}"


def sign_width(village: Village, number: int) -> int:
    """Return how wide the sign of a village is: for its name, and for its sites."""
    return max(14 * len(f"{number} {village.name}") + 6, 46 + 26 * len(village.slots))


def _village(village: Village, number: int, place: tuple[float, float]) -> str:
    """Draw one village: number and name above, tile and prices below."""
    colour, glyph = TILES[village.species]
    width = sign_width(village, number)
    x, y = place
    prices = "".join(
        f'<rect class="s" x="{-width / 2 + 40 + 26 * n:.0f}" y="1" width="22" height="22" rx="4"/>'
        f'<text class="g" x="{-width / 2 + 51 + 26 * n:.0f}" y="18">{price}</text>'
        for n, price in enumerate(village.slots)
    )
    return (
        f'<g transform="translate({x:.0f} {y:.0f})">'
        f'<rect class="b" x="{-width / 2:.0f}" y="-27" width="{width}" height="56" rx="9"/>'
        f'<text class="n" x="{-width / 2 + 8:.0f}" y="-7">{number} {escape(village.name)}</text>'
        f'<path transform="translate({-width / 2 + 21:.0f} 13)" d="{glyph}" fill="{colour}" fill-rule="evenodd"/>'
        f"{prices}</g>"
    )


def _legend() -> str:
    """Name the five tiles at the foot of the sheet."""
    step = WIDTH / (len(SPECIES) + 1)
    return "".join(
        f'<g transform="translate({step * (n + 1):.0f} {HEIGHT - 30})">'
        f'<path transform="translate(-62 -5)" d="{TILES[species][1]}" fill="{TILES[species][0]}" fill-rule="evenodd"/>'
        f'<text class="t">{n + 1} {species}</text></g>'
        for n, species in enumerate(SPECIES)
    )
