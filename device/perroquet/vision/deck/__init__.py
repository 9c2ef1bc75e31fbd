"""Our own deck of Jungle Speed: 18 symbols in six groups that look alike, four colours, eight arrow cards. CC BY 4.0.

Each card is drawn by code from a few marks in millimetres, so that a page, a printer, a template and a rendered table
all show the same card. `raster` (which needs OpenCV) and `sheets` (which needs fpdf2) are imported where they are used.
"""

from perroquet.vision.deck.faces import BACK, DECK, GROUPS, Face, face_of, faces, marks_of
from perroquet.vision.deck.marks import CARD_MM, FRAME_MM, INNER_MM, Mark, Paint
from perroquet.vision.deck.palettes import CLASSIC, CLEAR, PALETTES, Colours, Palette

__all__ = [
    "BACK",
    "CARD_MM",
    "CLASSIC",
    "CLEAR",
    "DECK",
    "FRAME_MM",
    "GROUPS",
    "INNER_MM",
    "PALETTES",
    "Colours",
    "Face",
    "Mark",
    "Paint",
    "Palette",
    "face_of",
    "faces",
    "marks_of",
]
