"""Where does the camera hang, and what does its lens do? Markers on the base's mat; a sheet of squares once."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.kernel.errors import PerroquetError
from perroquet.vision.scene import MARKER_DICTIONARY, MARKER_MM, MARKERS, at_azimuth
from perroquet.vision.sight import Floats, Lens, Sight

FORMAT: Final = "perroquet-lens/1"
SQUARES: Final = (9, 6)
"""Columns and rows of the lens sheet."""
SQUARE_MM: Final = 28.0
"""Side of its squares."""
_SHEET_MARKER_MM: Final = 20.0
_SHEET_DICTIONARY: Final = cv2.aruco.DICT_5X5_100
"""Not the markers of the base: both may be in one picture."""
LEAST_MARKERS: Final = 3
"""Two would say too little of how the camera is tilted: cards at one side would seem up to a quarter too large."""
_COMPARED: Final = 2
"""Markers that tell whether the camera has moved."""
_CELL_PX, _CELL_EDGE = 8, 0.25
"""Pixels that a square of a marker is read from, and what is left out at either side: noise needs more than usual."""
_STRAY_PX: Final = 60
"""How far markers are looked for around where they should be; beyond, the camera is astray anyway."""
LEAST_SHEETS: Final = 6


class CannotCalibrate(PerroquetError, ValueError):
    """Pictures that do not show what is needed; says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A calibration, and how good it is.

    Attributes:
        off_px: root mean square of how far points lie from where they should.
    """

    sight: Sight
    markers: tuple[int, ...]
    off_px: float


def find_markers(grey: NDArray[np.uint8], origin: tuple[int, int] = (0, 0)) -> dict[int, Floats]:
    """Return the base's markers in a part of a picture: number -> (4, 2) pixels, clockwise from the top left."""
    if not grey.size:
        return {}
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.perspectiveRemovePixelPerCell = _CELL_PX
    parameters.perspectiveRemoveIgnoredMarginPerCell = _CELL_EDGE
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY), parameters)
    corners, numbers, _ = detector.detectMarkers(grey)
    if numbers is None:  # pyright: ignore[reportUnnecessaryComparison] - OpenCV's stubs are wrong
        return {}
    found = zip(np.asarray(numbers).ravel().tolist(), corners, strict=True)
    return {
        int(number): np.asarray(each, np.float64).reshape(4, 2) + origin for number, each in found if number in MARKERS
    }


def hang(grey: NDArray[np.uint8], lens: Lens) -> Fit:
    """Find where the camera hangs above the base.

    Raises:
        CannotCalibrate: too few markers are in the picture.
    """
    found = find_markers(grey)
    if len(found) < LEAST_MARKERS:
        raise CannotCalibrate(
            f"{len(found)} of the base's {len(MARKERS)} markers are in the picture, {LEAST_MARKERS} are wanted; clear "
            "the mat under the base, and hang the camera so that it sees all of it"
        )
    table = np.concatenate([marker_corners(number) for number in found])
    pixels = np.concatenate(list(found.values()))
    matrix, distortion = lens.matrix, np.array(lens.distortion)
    _, turn, move = cv2.solvePnP(table, pixels, matrix, distortion, flags=cv2.SOLVEPNP_IPPE)
    turn, move = cv2.solvePnPRefineLM(table, pixels, matrix, distortion, turn, move)
    rotation, _ = cv2.Rodrigues(turn)
    rows = np.asarray(rotation, np.float64).tolist()
    x, y, z = np.asarray(move, np.float64).ravel().tolist()
    sight = Sight(lens=lens, rotation=(tuple(rows[0]), tuple(rows[1]), tuple(rows[2])), translation=(x, y, z))
    off = sight.project(table) - pixels
    return Fit(sight=sight, markers=tuple(sorted(found)), off_px=float(np.sqrt((off**2).sum(axis=1).mean())))


def moved(grey: NDArray[np.uint8], sight: Sight) -> float | None:
    """Return how far the markers lie from where they were, pixels, at the median; None = they cannot be seen now."""
    mat = sight.project(np.concatenate([marker_corners(number) for number in MARKERS]))
    (left, top), (right, bottom) = mat.min(axis=0).astype(int) - _STRAY_PX, mat.max(axis=0).astype(int) + _STRAY_PX
    left, top = max(0, int(left)), max(0, int(top))
    found = find_markers(np.ascontiguousarray(grey[top : max(0, bottom), left : max(0, right)]), (left, top))
    if len(found) < _COMPARED:
        return None
    table = np.concatenate([marker_corners(number) for number in found])
    off = sight.project(table) - np.concatenate(list(found.values()))
    return float(np.median(np.hypot(off[:, 0], off[:, 1])))


def marker_corners(number: int) -> Floats:
    """Return (4, 3) mm of a marker's corners, clockwise from its top left, flat on the table."""
    azimuth, distance = MARKERS[number]
    half, turn = MARKER_MM / 2, np.radians(azimuth)
    flat = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    flat = flat @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.column_stack([flat + np.array(at_azimuth(azimuth, distance)), np.zeros(4)])


# --- the lens --------------------------------------------------------------------------------------------------------


def sheet_board() -> cv2.aruco.CharucoBoard:
    """Return the sheet of squares and markers that calibrates a lens."""
    dictionary = cv2.aruco.getPredefinedDictionary(_SHEET_DICTIONARY)
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, _SHEET_MARKER_MM, dictionary)


def calibrate_lens(greys: Sequence[NDArray[np.uint8]], first: Lens) -> tuple[Lens, float]:
    """Find the lens from pictures of the sheet, held at different places and tilts.

    Returns:
        The lens, and how far corners lie from where they should, pixels, root mean square.

    Raises:
        CannotCalibrate: too few pictures show enough of the sheet.
    """
    board = sheet_board()
    detector = cv2.aruco.CharucoDetector(board)
    on_sheet, in_picture = list[NDArray[np.float32]](), list[NDArray[np.float32]]()
    places = np.asarray(board.getChessboardCorners(), np.float32)
    for grey in greys:
        corners, numbers, _, _ = detector.detectBoard(grey)
        if numbers is None or len(numbers) < 12:  # pyright: ignore[reportUnnecessaryComparison]
            continue
        on_sheet.append(places[np.asarray(numbers, np.int64).ravel()].reshape(-1, 1, 3))
        in_picture.append(np.asarray(corners, np.float32).reshape(-1, 1, 2))
    if len(on_sheet) < LEAST_SHEETS:
        raise CannotCalibrate(
            f"{len(on_sheet)} of {len(greys)} pictures show the sheet, {LEAST_SHEETS} are wanted; hold it flat, whole "
            "in the picture, each time somewhere else and tilted another way"
        )
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_K3
    off, matrix, distortion, _, _ = cv2.calibrateCamera(
        on_sheet, in_picture, first.size, first.matrix, np.array(first.distortion), flags=flags
    )
    bent = [float(value) for value in np.asarray(distortion).ravel()[:5]]
    lens = Lens(
        size=first.size,
        focal_px=float(matrix[0, 0]),
        centre=(float(matrix[0, 2]), float(matrix[1, 2])),
        distortion=(bent[0], bent[1], bent[2], bent[3], bent[4] if len(bent) > 4 else 0.0),
    )
    return lens, float(off)


def lens_text(lens: Lens) -> str:
    """Return a lens as the text of a file."""
    told = {
        "format": FORMAT,
        "size": lens.size,
        "focal_px": lens.focal_px,
        "centre": lens.centre,
        "distortion": lens.distortion,
    }
    return json.dumps(told, indent=1) + "\n"


def read_lens(file: Path, size: tuple[int, int]) -> Lens:
    """Return the lens of a file, for pictures of `size` (width, height).

    Raises:
        CannotCalibrate: the file cannot be read, is none, or was learnt from pictures of another size.
    """
    try:
        lens = parse_lens(file.read_text("utf-8"))
    except (OSError, CannotCalibrate) as err:
        raise CannotCalibrate(f"{file}: {err}") from err
    except UnicodeDecodeError as err:
        raise CannotCalibrate(f"{file}: no lens, but {err}; make it anew with `perroquet vision calibrate`") from err
    if lens.size != size:
        was, wanted = (f"{width} x {height}" for width, height in (lens.size, size))
        raise CannotCalibrate(
            f"{file} was learnt from pictures of {was}, and they are {wanted} now; make it anew from such with "
            "`perroquet vision calibrate`"
        )
    return lens


def parse_lens(text: str) -> Lens:
    """Return the lens of a file.

    Raises:
        CannotCalibrate: the text is none.
    """
    try:
        told: Any = json.loads(text)
        if (said := told["format"]) != FORMAT:
            raise ValueError(f"format {said!r}, not {FORMAT!r}")  # noqa: TRY301 - refused like all else that is wrong
        width, height = (int(value) for value in told["size"])
        x, y = (float(value) for value in told["centre"])
        k1, k2, p1, p2, k3 = (float(value) for value in told["distortion"])
        return Lens(
            size=(width, height), focal_px=float(told["focal_px"]), centre=(x, y), distortion=(k1, k2, p1, p2, k3)
        )
    except (ValueError, TypeError, KeyError) as err:
        raise CannotCalibrate(f"no lens: {err}; make it anew with `perroquet vision calibrate`") from err
