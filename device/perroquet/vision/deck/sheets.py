"""Sheets to print: A4 pages of twelve cards with cut marks, as SVG, and all of them as one PDF."""

from datetime import UTC, datetime
from typing import Final

from fpdf import FPDF
from fpdf.svg import SVGObject

from perroquet.games.jungle_speed.cards import Card
from perroquet.vision.deck.faces import BACK, DECK, ink_of, marks_of
from perroquet.vision.deck.marks import CARD_MM, INK, Mark
from perroquet.vision.deck.palettes import Palette

PAGE_MM: Final = (210.0, 297.0)
_COLUMNS, _ROWS = 3, 4
PER_PAGE: Final = _COLUMNS * _ROWS
_LEFT: Final = (PAGE_MM[0] - _COLUMNS * CARD_MM) / 2
_TOP: Final = (PAGE_MM[1] - _ROWS * CARD_MM) / 2
_CUT_MM: Final = 5.0
_RULER_MM: Final = 100.0

_PRINTED: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Of every PDF: the same deck is the same bytes."""


def sheets() -> tuple[tuple[Card, ...], ...]:
    """Return the cards of each page: the deck, then one page of backs to print behind each."""
    fronts = tuple(DECK[start : start + PER_PAGE] for start in range(0, len(DECK), PER_PAGE))
    return (*fronts, (BACK,) * PER_PAGE)


def page(number: int, palette: Palette) -> str:
    """Return page `number` of `sheets`, from 1, as SVG, a unit a millimetre."""
    pages = sheets()
    cards = pages[number - 1]
    width, height = PAGE_MM
    cells = [(card, *_corner(place)) for place, card in enumerate(cards)]
    drawn = [
        f'<g transform="translate({x + CARD_MM / 2:g} {y + CARD_MM / 2:g})">{_card(card, palette)}</g>'
        for card, x, y in cells
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">'
        f"{''.join(drawn)}{_cut_marks()}{_ruler()}"
        f"{_text(12.0, _caption(palette, number, len(pages), backs=cards[0] == BACK))}</svg>\n"
    )


def picture(card: Card, palette: Palette) -> str:
    """Return one card as SVG, a unit a millimetre."""
    half = CARD_MM / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-half:g} {-half:g} {CARD_MM:g} {CARD_MM:g}">'
        f"{_card(card, palette)}</svg>\n"
    )


def pdf(palette: Palette) -> bytes:
    """Return all pages as one PDF; the same palette gives the same bytes."""
    document = FPDF(unit="mm", format=PAGE_MM)
    document.set_creation_date(_PRINTED)
    document.set_title(f"Perroquet: jeu de cartes / card deck ({palette.name})")
    document.set_author("Perroquet, CC BY 4.0")
    document.set_auto_page_break(False)
    document.set_margin(0)
    for number in range(1, len(sheets()) + 1):
        document.add_page()
        SVGObject(page(number, palette)).draw_to_page(document)
    return bytes(document.output())


def _caption(palette: Palette, number: int, count: int, *, backs: bool) -> str:
    behind = " · dos, derrière chaque page / backs, behind every page" if backs else ""
    return f"Perroquet · {palette.name} · {number}/{count} · CC BY 4.0{behind}"


def _corner(place: int) -> tuple[float, float]:
    row, column = divmod(place, _COLUMNS)
    return _LEFT + column * CARD_MM, _TOP + row * CARD_MM


def _card(card: Card, palette: Palette) -> str:
    return "".join(
        _mark(mark, palette.colours[ink_of(card) if mark.paint == INK else mark.paint]) for mark in marks_of(card)
    )


def _mark(mark: Mark, colour: str) -> str:
    path = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in mark.points) + ("Z" if mark.closed else "")
    if not mark.width:
        return f'<path d="{path}" fill="{colour}"/>'
    line = f'stroke="{colour}" stroke-width="{mark.width:g}" stroke-linejoin="round" stroke-linecap="round"'
    return f'<path d="{path}" fill="none" {line}/>'


def _cut_marks() -> str:
    """Lines beside the block of cards, in the middle of each cut; cards touch, so one cut parts two."""
    ends = list[tuple[float, float, float, float]]()
    for column in range(_COLUMNS + 1):
        x = _LEFT + column * CARD_MM
        ends += [(x, _TOP - 1, x, _TOP - 1 - _CUT_MM), (x, PAGE_MM[1] - _TOP + 1, x, PAGE_MM[1] - _TOP + 1 + _CUT_MM)]
    for row in range(_ROWS + 1):
        y = _TOP + row * CARD_MM
        ends += [
            (_LEFT - 1, y, _LEFT - 1 - _CUT_MM, y),
            (PAGE_MM[0] - _LEFT + 1, y, PAGE_MM[0] - _LEFT + 1 + _CUT_MM, y),
        ]
    return "".join(_hair(*four) for four in ends)


def _ruler() -> str:
    y = PAGE_MM[1] - 11.0
    ticks = [_hair(_LEFT + at, y - 1.5, _LEFT + at, y + 1.5) for at in range(0, int(_RULER_MM) + 1, 10)]
    return (
        _hair(_LEFT, y, _LEFT + _RULER_MM, y)
        + "".join(ticks)
        + _text(y + 5.0, "100 mm : imprimer à 100 % / print at 100 %")
    )


def _text(y: float, text: str) -> str:
    return f'<text x="{_LEFT:g}" y="{y:g}" font-family="helvetica" font-size="3" fill="#000000">{text}</text>'


def _hair(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}" fill="none" stroke="#000000" stroke-width="0.15"/>'
