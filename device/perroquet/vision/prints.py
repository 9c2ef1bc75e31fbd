"""What calibration needs on paper: the mat under the base with its four markers, and the sheet for the lens."""

from datetime import UTC, datetime
from typing import Final

import cv2
import numpy as np
from fpdf import FPDF
from PIL import Image

from perroquet.vision.calibration import SQUARE_MM, SQUARES, sheet_board
from perroquet.vision.scene import BASE_RADIUS_MM, MARKER_DICTIONARY, MARKER_MM, MARKERS, at_azimuth

_PRINTED: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Of every PDF: the same sheet is the same bytes."""
_A4: Final = (210.0, 297.0)
_CELLS: Final = 6
"""Of a marker: four of code, and a black border of one."""
_DOTS_A_MM: Final = 10


def mat() -> bytes:
    """Return the mat as a PDF: A4, the base's circle in the middle, the cable's side at the top."""
    document = _document("Perroquet : tapis du socle / mat of the base")
    document.add_page()
    middle_x, middle_y = _A4[0] / 2, _A4[1] / 2
    document.set_draw_color(150)
    document.ellipse(
        middle_x - BASE_RADIUS_MM, middle_y - BASE_RADIUS_MM, 2 * BASE_RADIUS_MM, 2 * BASE_RADIUS_MM, style="D"
    )
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    cell = MARKER_MM / _CELLS
    document.set_fill_color(0)
    for number, (azimuth, distance) in MARKERS.items():
        x, y = at_azimuth(azimuth, distance)
        code = cv2.aruco.generateImageMarker(dictionary, number, _CELLS)
        with document.rotation(-azimuth, middle_x + x, middle_y + y):
            for row, column in np.argwhere(np.asarray(code) == 0).tolist():
                left, top = middle_x + x - MARKER_MM / 2 + column * cell, middle_y + y - MARKER_MM / 2 + row * cell
                document.rect(left, top, cell, cell, style="F")
    document.set_font("helvetica", size=9)
    _lines(
        document,
        16.0,
        "Perroquet : tapis du socle. Imprimer à 100 %, coller sous le socle, câble vers le haut de la page.",
    )
    _lines(
        document, 21.0, "Mat of the base. Print at 100 %, glue under the base, the cable towards the top of the page."
    )
    _ruler(document, _A4[1] - 16.0)
    return bytes(document.output())


def lens_sheet() -> bytes:
    """Return the sheet for the lens as a PDF: A4 across."""
    document = _document("Perroquet : mire de l'objectif / sheet for the lens")
    document.add_page(orientation="landscape")
    width, height = (count * SQUARE_MM for count in SQUARES)
    dots = (round(width * _DOTS_A_MM), round(height * _DOTS_A_MM))
    drawn = np.asarray(sheet_board().generateImage(dots, marginSize=0), np.uint8)
    document.image(Image.fromarray(drawn), x=(_A4[1] - width) / 2, y=(_A4[0] - height) / 2, w=width, h=height)
    document.set_font("helvetica", size=9)
    _lines(document, 12.0, "Perroquet : mire de l'objectif. Imprimer à 100 %, coller sur du carton plat.")
    _lines(document, 17.0, "Sheet for the lens. Print at 100 %, glue on flat cardboard.")
    return bytes(document.output())


def _document(title: str) -> FPDF:
    document = FPDF(unit="mm", format=_A4)
    document.set_creation_date(_PRINTED)
    document.set_title(title)
    document.set_auto_page_break(False)
    document.set_margin(0)
    return document


def _lines(document: FPDF, y: float, text: str) -> None:
    document.text(20.0, y, text)


def _ruler(document: FPDF, y: float) -> None:
    document.set_draw_color(0)
    document.line(55.0, y, 155.0, y)
    for at in range(0, 101, 10):
        document.line(55.0 + at, y - 1.5, 55.0 + at, y + 1.5)
    document.text(55.0, y + 5.0, "100 mm")
