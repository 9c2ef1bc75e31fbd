"""Text to captures, strictly: whatever is wrong is named by line, column, what came and what was wanted."""

import gzip
import json
import math
import re
import zlib
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final, NoReturn, cast

import numpy as np

from perroquet.capture.values import COLUMNS, FORMAT, LINES, MEASURED, RINGS, SUPPORTS, Capture, MalformedCapture, Truth
from perroquet.kernel.shapes import Mismatch, shape_of
from perroquet.kernel.units import Degrees, Micros, Millimetres, Seat

_GZIP: Final = b"\x1f\x8b"
_MOST_BYTES: Final = 64 << 20
"""Longer than any grab; a file that unpacks to more is no capture."""
_SCAN_US: Final = (50, 100_000)
_NUMBER: Final = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")
_WHOLE: Final = re.compile(r"-?\d{1,15}")
_MOST: Final = 1e30
_NOTHING_KNOWN: Final[dict[str, Any]] = dict.fromkeys(("seat", "first_us", "fingers", "lowest_mm", "azimuth_deg"))
_NO_TRUTH: Final[dict[str, Any]] = {"hands": [], "winner": None, "rule": None, "lift_us": None, "fall_us": None}
_LEAST: Final = ("t_us", *MEASURED)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    seat: Seat
    azimuth_deg: Degrees


@dataclass(frozen=True, slots=True, kw_only=True)
class _Head:
    """The first line."""

    format: str
    scan_us: Micros
    ring_mm: tuple[Millimetres, ...]
    column_deg: tuple[Degrees, ...]
    force_deg: tuple[Degrees, ...]
    seats: tuple[_Place, ...]
    scale: float
    truth: Truth | None = None


def read(data: bytes) -> Capture:
    """Return the capture in a file's bytes, plain or gzipped.

    Raises:
        MalformedCapture: see its attributes; the first fault that was met.
    """
    lines = _text(data).splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        _refuse(1, None, "an empty file", f'a first line \'# \' and a JSON object with "format": "{FORMAT}"')
    head = _head(lines[0])
    imu = _columns(lines[1] if len(lines) > 1 else "")
    rows = [_row(line, number, imu=imu) for number, line in enumerate(lines[2:], start=3)]
    if not rows:
        _refuse(len(lines) + 1, None, "the end of the file", "one row a scan, at least two")
    if len(rows) == 1:
        _refuse(len(lines) + 1, None, "the end of the file", "a second row")
    t_us = _increasing([row[0] for row in rows])
    values = np.array([row[1] for row in rows], dtype=np.float32)
    return Capture(
        scan_us=head.scan_us,
        scale=float(head.scale),
        ring_mm=head.ring_mm,
        column_deg=head.column_deg,
        force_deg=head.force_deg,
        seats=tuple((place.seat, place.azimuth_deg) for place in head.seats),
        t_us=t_us,
        lines=values[:, :LINES],
        forces=values[:, LINES : LINES + SUPPORTS],
        imu=_held(values[:, -1]) if imu else None,
        truth=head.truth,
    )


def _refuse(line: int | None, column: str | None, got: str, wanted: str) -> NoReturn:
    raise MalformedCapture(line=line, column=column, got=got, wanted=wanted)


def _text(data: bytes) -> str:
    if data.startswith(_GZIP):
        try:
            with gzip.open(BytesIO(data)) as file:
                data = file.read(_MOST_BYTES + 1)
        except (OSError, EOFError, zlib.error) as err:
            _refuse(None, None, f"a damaged gzip file ({err})", "a whole one")
    if len(data) > _MOST_BYTES:
        _refuse(None, None, "more than 64 MiB", "one grab, less than a second of scans")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        line = data[: err.start].count(b"\n") + 1
        _refuse(line, None, f"byte 0x{data[err.start]:02x}", "UTF-8 text")


def _head(line: str) -> _Head:
    if not line.startswith("#"):
        _refuse(1, None, _quoted(line), "'# ' and one JSON object")
    try:
        parsed: object = json.loads(line[1:])
    except ValueError as err:
        _refuse(1, None, f"{_quoted(line)} ({err})", "'# ' and one JSON object")
    if not isinstance(parsed, dict):
        _refuse(1, None, _quoted(line), "'# ' and one JSON object")
    raw = cast("dict[str, Any]", parsed)
    if raw.get("format") != FORMAT:
        _refuse(1, "format", _quoted(raw.get("format")), f'"{FORMAT}"')
    try:
        head: _Head = shape_of(_Head).parse(_filled(raw))
    except Mismatch as mismatch:
        _refuse(1, mismatch.where or None, _quoted(mismatch.got), mismatch.wanted)
    _check(head)
    return head


def _filled(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the keys we know, and None for what may be left out: other programs may add keys of their own."""
    filled = {key: raw[key] for key in _Head.__dataclass_fields__ if key in raw}
    filled.setdefault("truth", None)
    if isinstance(filled["truth"], dict):
        truth = _NO_TRUTH | cast("dict[str, Any]", filled["truth"])
        if isinstance(truth["hands"], list):
            truth["hands"] = [_whole(hand) for hand in cast("list[Any]", truth["hands"])]
        filled["truth"] = truth
    return filled


def _whole(hand: Any) -> Any:  # noqa: ANN401 - whatever JSON held; its shape is checked next
    return _NOTHING_KNOWN | cast("dict[str, Any]", hand) if isinstance(hand, dict) else hand


def _check(head: _Head) -> None:
    for key, values, wanted in (
        ("ring_mm", head.ring_mm, RINGS),
        ("column_deg", head.column_deg, COLUMNS),
        ("force_deg", head.force_deg, SUPPORTS),
    ):
        if len(values) != wanted:
            _refuse(1, key, f"{len(values)} numbers", f"{wanted} numbers")
    if any(high <= low for low, high in zip(head.ring_mm, head.ring_mm[1:], strict=False)):
        _refuse(1, "ring_mm", _quoted(list(head.ring_mm)), "heights from the lowest ring up")
    if not _SCAN_US[0] <= head.scan_us <= _SCAN_US[1]:
        _refuse(1, "scan_us", str(head.scan_us), f"{_SCAN_US[0]} to {_SCAN_US[1]} microseconds")
    if head.scale <= 0:
        _refuse(1, "scale", str(head.scale), "the counts of one fingertip, more than 0")
    seats = [place.seat for place in head.seats]
    if len(set(seats)) != len(seats):
        _refuse(1, "seats", _quoted(seats), "each seat once")
    winner = None if head.truth is None else head.truth.winner
    if head.truth is not None and winner is not None and not 0 <= winner < len(head.truth.hands):
        _refuse(1, "truth.winner", str(winner), f"an index into the {len(head.truth.hands)} hands, or null")


def _columns(line: str) -> bool:
    """Return whether there is a column `imu`."""
    wanted = ("t_us", *MEASURED, "imu")
    got = [name.strip() for name in line.split(",")]
    for name, want in zip(got, wanted, strict=False):
        if name != want:
            _refuse(2, want, _quoted(name), _quoted(want))
    if len(got) > len(wanted):
        _refuse(2, None, _quoted(got[len(wanted)]), "no column behind imu")
    if len(got) < len(_LEAST):
        _refuse(2, wanted[len(got)], "the end of the line", _quoted(wanted[len(got)]))
    return len(got) == len(wanted)


def _row(line: str, number: int, *, imu: bool) -> tuple[int, list[float]]:
    cells = line.split(",")
    names = (*_LEAST, "imu") if imu else _LEAST
    if imu and len(cells) == len(_LEAST):
        cells.append("")
    t_us = cells[0].strip()
    if not _WHOLE.fullmatch(t_us):
        _refuse(number, "t_us", _quoted(t_us), "whole microseconds")
    if len(cells) > len(names):
        _refuse(number, None, f"{len(cells)} values", f"{len(names)} values")
    if len(cells) < len(names):
        _refuse(number, names[len(cells)], "the end of the line", "a number")
    return int(t_us), [_number(cell, name, number) for cell, name in zip(cells[1:], names[1:], strict=True)]


def _number(cell: str, name: str, line: int) -> float:
    text = cell.strip()
    if name == "imu" and not text:
        return math.nan
    if not _NUMBER.fullmatch(text) or abs(value := float(text)) > _MOST:
        _refuse(line, name, _quoted(text), "a number")
    return value


def _increasing(t_us: list[int]) -> np.ndarray[Any, np.dtype[np.int64]]:
    for index in range(1, len(t_us)):
        if t_us[index] <= t_us[index - 1]:
            _refuse(index + 3, "t_us", str(t_us[index]), f"more than {t_us[index - 1]} of the row above")
    return np.array(t_us, dtype=np.int64)


def _held(imu: np.ndarray[Any, np.dtype[np.float32]]) -> np.ndarray[Any, np.dtype[np.float32]] | None:
    """Repeat the last value where one is missing; None when all are."""
    known = ~np.isnan(imu)
    if not known.any():
        return None
    last = np.maximum.accumulate(np.where(known, np.arange(len(imu)), -1))
    return np.where(last >= 0, imu[np.maximum(last, 0)], np.float32(0.0)).astype(np.float32)


def _quoted(value: object, longest: int = 60) -> str:
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= longest else f"{text[:longest]}..."
