"""Colours, patterns and the few SVG elements the picture is made of.

Hands differ in three ways at once: a colour that people with any colour vision tell apart (Okabe and Ito), its
lightness, and a pattern that survives a photocopy. Every one also carries its letter.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ink:
    """How one hand is drawn. `pattern`: SVG content of a 10 by 10 tile over the colour."""

    letter: str
    colour: str
    pattern: str

    @property
    def fill(self) -> str:
        """The paint that shapes of this hand are filled with."""
        return f"url(#photo-finish-{self.letter})"


HANDS: Final = (
    Ink(letter="A", colour="#0072b2", pattern=""),
    Ink(
        letter="B",
        colour="#f0b437",
        pattern='<path d="M-2 2 2-2M0 10 10 0M8 12 12 8" stroke="#5c3b00" stroke-width="2.2"/>',
    ),
    Ink(
        letter="C",
        colour="#4fc3a1",
        pattern='<circle cx="2.5" cy="2.5" r="1.7" fill="#00382a"/><circle cx="7.5" cy="7.5" r="1.7" fill="#00382a"/>',
    ),
    Ink(
        letter="D",
        colour="#e3a3c6",
        pattern='<path d="M0 5H10M5 0V10" stroke="#5d0c3c" stroke-width="1.6"/>',
    ),
)
"""By first contact."""

MINGLED: Final = Ink(letter="AB", colour="#8a8a8a", pattern='<path d="M0 0 10 10M0 10 10 0" stroke="#fff"/>')
"""Rings that fingers of two hands share: whose they are cannot be told."""

UNOWNED: Final = "#5f6b76"
TEXT: Final = "#16202a"
FAINT: Final = "#5f6b76"
GRID: Final = "#cfd6dd"
PAPER: Final = "#ffffff"
BAND: Final = "#e8edf2"


def tiles() -> str:
    """Return the definitions that `Ink.fill` refers to."""
    patterns = "".join(
        f'<pattern id="photo-finish-{ink.letter}" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<rect width="10" height="10" fill="{ink.colour}"/>{ink.pattern}</pattern>'
        for ink in (*HANDS, MINGLED)
    )
    return f"<defs>{patterns}</defs>"


def text(at: Point, words: str, *, size: int = 15, anchor: str = "start", weight: int = 400, colour: str = TEXT) -> str:
    """Return words at a point, on a paper edge so that they stay readable over shapes."""
    return (
        f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{colour}" stroke="{PAPER}" stroke-width="3" paint-order="stroke">{escape(words)}</text>'
    )


def line(start: Point, end: Point, *, colour: str, width: float = 1.0, dash: str = "") -> str:
    """Return a straight line."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" '
        f'stroke="{colour}" stroke-width="{width}"{dashed}/>'
    )


def box(corner: Point, size: Point, *, fill: str, stroke: str = "none", radius: float = 0.0, width: float = 1.0) -> str:
    """Return a rectangle."""
    return (
        f'<rect x="{corner[0]:.1f}" y="{corner[1]:.1f}" width="{size[0]:.1f}" height="{size[1]:.1f}" rx="{radius}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{width}"/>'
    )


def shape(points: Iterable[Point], *, fill: str, stroke: str = TEXT) -> str:
    """Return a closed outline, filled."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{path}" fill="{fill}" stroke="{stroke}" stroke-width="0.7"/>'


def curve(points: Iterable[Point], *, colour: str, dash: str = "", width: float = 2.0) -> str:
    """Return an open line through points."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'


def picture(size: Point, title: str, described: str, body: Iterable[str]) -> str:
    """Return the whole document; it scales to whatever holds it, and says aloud what it shows."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]:.0f} {size[1]:.0f}" role="img" '
        f"aria-label={quoteattr(title)} font-family=\"'DejaVu Sans', Verdana, sans-serif\">"
        f"<title>{escape(title)}</title><desc>{escape(described)}</desc>{tiles()}"
        f"{box((0, 0), size, fill=PAPER)}{''.join(body)}</svg>\n"
    )
