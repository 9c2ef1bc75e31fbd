"""From the table to the picture and back: one lens, hung somewhere."""

from dataclasses import dataclass, replace
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.kernel.units import Millimetres
from perroquet.ports.camera import FULL

Floats = NDArray[np.float64]

Row3 = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lens:
    """A pinhole with distortion, in the convention of OpenCV.

    Attributes:
        size: (width, height) of the picture, pixels.
        focal_px: of both axes.
        centre: (x, y) of the axis, pixels; the middle of the first pixel is (0, 0).
        distortion: (k1, k2, p1, p2, k3).
    """

    size: tuple[int, int] = FULL
    focal_px: float = 933.0
    centre: tuple[float, float] = (1151.5, 647.5)
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)

    @property
    def matrix(self) -> Floats:
        """(3, 3): from directions to pixels."""
        x, y = self.centre
        return np.array([[self.focal_px, 0.0, x], [0.0, self.focal_px, y], [0.0, 0.0, 1.0]])

    def cut(self, left: int, top: int, size: tuple[int, int]) -> Self:
        """Return the lens that sees only a part of the picture: what the camera delivers for that part alone."""
        x, y = self.centre
        return replace(self, size=size, centre=(x - left, y - top))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """A lens and where it hangs: the one conversion between millimetres and pixels.

    Attributes:
        rotation: rows of the (3, 3) matrix from the table's axes (x, y, and z down into the table) to the camera's
            (right, down, ahead).
        translation: the totem's foot in the camera's axes, mm.
    """

    lens: Lens
    rotation: tuple[Row3, Row3, Row3]
    translation: Row3

    @property
    def eye(self) -> Floats:
        """(3,): the lens in the table's axes, mm; its height is minus the last."""
        return -np.array(self.rotation).T @ np.array(self.translation)

    def project(self, points: Floats) -> Floats:
        """Return where points appear.

        Args:
            points: (n, 3) mm: x, y and height above the table.

        Returns:
            (n, 2) pixels.
        """
        down = np.array(points, np.float64) * (1.0, 1.0, -1.0)
        turn, _ = cv2.Rodrigues(np.array(self.rotation))
        pixels, _ = cv2.projectPoints(
            down.reshape(-1, 1, 3), turn, np.array(self.translation), self.lens.matrix, np.array(self.lens.distortion)
        )
        return np.asarray(pixels.reshape(-1, 2), np.float64)

    def on_table(self, pixels: Floats, height: Millimetres = Millimetres(0.0)) -> Floats:
        """Return which points at `height` above the table appear at `pixels` (n, 2): (n, 2) mm."""
        rays = cv2.undistortPoints(
            np.array(pixels, np.float64).reshape(-1, 1, 2), self.lens.matrix, np.array(self.lens.distortion)
        ).reshape(-1, 2)
        ahead = np.column_stack([rays, np.ones(len(rays))]) @ np.array(self.rotation)
        eye = self.eye
        reach = (-height - eye[2]) / ahead[:, 2:]
        return np.asarray(eye[:2] + ahead[:, :2] * reach, np.float64)

    def scale(self, x: float, y: float) -> float:
        """Return how many pixels a millimetre is at a point of the table."""
        here = self.project(np.array([[x, y, 0.0], [x + 10.0, y, 0.0], [x, y + 10.0, 0.0]]))
        return float(np.sqrt(abs(np.linalg.det((here[1:] - here[0]) / 10.0))))


FIRST_LENS: Final = Lens()
"""Camera Module 3 Wide, before anybody calibrated it."""


def first_lens(size: tuple[int, int]) -> Lens:
    """Return the same for whole pictures of another size."""
    width, height = size
    focal_px = FIRST_LENS.focal_px * width / FIRST_LENS.size[0]
    return Lens(size=size, focal_px=focal_px, centre=((width - 1) / 2, (height - 1) / 2))
