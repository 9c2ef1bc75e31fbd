"""Pictures of a table in a folder, with what is truly on it: `perroquet/vision/RECORDINGS.md` is the format.

Anybody with a camera can add some.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import cv2
import numpy as np

from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.errors import CameraLost, PerroquetError
from perroquet.kernel.readings import Cause
from perroquet.kernel.units import HostNs, Seat
from perroquet.ports.camera import ROW_NS, Frame

FORMAT: Final = "perroquet-table/1"
INDEX: Final = "frames.jsonl"


class BadRecording(PerroquetError, ValueError):
    """A recorded folder that is not in the format; quotes the file and the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What is truly in one picture.

    Attributes:
        file: its name in the folder.
        at: when it began, on the clock of whoever recorded it.
        row_ns: how much later each row begins.
        cards: what lies face up before each seat; None = nothing does. A seat that is absent was not labelled.
        arms: seats with a hand inside the base's mat; None = not labelled.
    """

    file: str
    at: HostNs
    row_ns: int = ROW_NS
    cards: Mapping[Seat, Card | None]
    arms: tuple[Seat, ...] | None = None


class RecordedCamera:
    """Plays a folder, one picture a call, in the order of its index."""

    def __init__(self, folder: Path) -> None:
        """Read the index; pictures are read one by one.

        Raises:
            BadRecording: the index is not in the format.
            CameraLost: there is no such folder, or no index in it.
        """
        self.folder = folder
        self.labels = read_labels(folder)
        self._next = 0

    def take(self) -> Frame | None:
        """Return the next picture.

        Raises:
            CameraLost: its file is gone, or is no picture; the next call gives the one after it.
        """
        if self._next >= len(self.labels):
            return None
        label = self.labels[self._next]
        self._next += 1
        return read_frame(self.folder, label)

    def lock(self) -> None:
        """Do nothing: what is recorded is recorded."""

    def close(self) -> None:
        """End the recording."""
        self._next = len(self.labels)


def read_labels(folder: Path) -> tuple[Label, ...]:
    """Return the labels of a folder.

    Raises:
        BadRecording: a line is not in the format.
        CameraLost: there is no index.
    """
    try:
        text = (folder / INDEX).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as err:
        raise CameraLost(Cause.MISSING, f"{folder} has no readable {INDEX} ({err}); see RECORDINGS.md") from err
    return tuple(_labels(folder / INDEX, text.splitlines()))


def read_frame(folder: Path, label: Label) -> Frame:
    """Return a labelled picture.

    Raises:
        CameraLost: there is none, or its sides are odd.
    """
    picture = cv2.imread(str(folder / label.file), cv2.IMREAD_COLOR)
    if picture is None or picture.shape[0] % 2 or picture.shape[1] % 2:
        raise CameraLost(
            Cause.BROKEN, f"{folder / label.file} is no picture with even sides; take it out of {INDEX} or replace it"
        )
    return frame_of(np.asarray(picture, np.uint8), label.at, label.row_ns)


def write_recording(folder: Path, taken: Sequence[tuple[Frame, Label]]) -> None:
    """Write pictures and their labels; the folder is made, and an index in it replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    for frame, label in taken:
        cv2.imwrite(str(folder / label.file), picture_of(frame))
    lines = [json.dumps({"format": FORMAT, **_line(label)}, ensure_ascii=False) for _, label in taken]
    (folder / INDEX).write_text("\n".join(lines) + "\n", "utf-8")


def frame_of(picture: "np.ndarray[Any, np.dtype[np.uint8]]", at: HostNs, row_ns: int = ROW_NS) -> Frame:
    """Return a (h, w, 3) uint8 BGR picture as a frame."""
    planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb)
    half = (picture.shape[1] // 2, picture.shape[0] // 2)
    v, u = (
        np.asarray(cv2.resize(planes[..., place], half, interpolation=cv2.INTER_AREA), np.uint8) for place in (1, 2)
    )
    return Frame(y=np.ascontiguousarray(planes[..., 0], np.uint8), u=u, v=v, at=at, row_ns=row_ns)


def picture_of(frame: Frame) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """Return a frame as a (h, w, 3) uint8 BGR picture."""
    size = (frame.y.shape[1], frame.y.shape[0])
    if frame.u is None or frame.v is None:
        return np.asarray(cv2.cvtColor(frame.y, cv2.COLOR_GRAY2BGR), np.uint8)
    planes = np.dstack([frame.y, cv2.resize(frame.v, size), cv2.resize(frame.u, size)])
    return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YCrCb2BGR), np.uint8)


def _labels(index: Path, lines: Sequence[str]) -> Iterator[Label]:
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            yield _label(json.loads(text))
        except (ValueError, TypeError, KeyError, AttributeError) as err:
            raise BadRecording(
                f"{index}:{number}: {text[:80]!r} is no label ({err}); wanted as in "
                '{"format": "perroquet-table/1", "file": "0001.png", "at_ns": 0, "cards": {"1": "S03V", "2": null}}'
            ) from err


def _label(told: Any) -> Label:  # noqa: ANN401 - whatever JSON holds
    if told["format"] != FORMAT:
        raise ValueError(f"format {told['format']!r}, not {FORMAT!r}")
    if Path(told["file"]).name != told["file"]:
        raise ValueError(f"file {told['file']!r} is not beside the index")
    cards = cast("Mapping[str, str | None]", told.get("cards", {}))
    arms = told.get("arms")
    return Label(
        file=str(told["file"]),
        at=HostNs(int(told["at_ns"])),
        row_ns=int(told.get("row_ns", ROW_NS)),
        cards={Seat(int(seat) - 1): None if card is None else Card(str(card)) for seat, card in cards.items()},
        arms=None if arms is None else tuple(Seat(int(seat) - 1) for seat in arms),
    )


def _line(label: Label) -> dict[str, object]:
    told: dict[str, object] = {"file": label.file, "at_ns": label.at, "row_ns": label.row_ns}
    told["cards"] = {str(seat + 1): card for seat, card in label.cards.items()}
    return told if label.arms is None else told | {"arms": [seat + 1 for seat in label.arms]}
