"""Captures to text. The same capture gives the same bytes, so that a hash tells whether a file is what it was."""

import gzip
import hashlib
import json
from dataclasses import asdict
from itertools import chain
from typing import Final

import numpy as np

from perroquet.capture.values import FORMAT, MEASURED, Capture

_COUNTS: Final = 2
_NEWTONS: Final = 3
_G: Final = 3
"""Decimals kept; all below what the sensors can tell."""


def text_of(capture: Capture) -> str:
    """Return `capture` as `perroquet-capture/1`."""
    head: dict[str, object] = {
        "format": FORMAT,
        "scan_us": capture.scan_us,
        "ring_mm": capture.ring_mm,
        "column_deg": capture.column_deg,
        "force_deg": capture.force_deg,
        "seats": [{"seat": seat, "azimuth_deg": round(azimuth, 1)} for seat, azimuth in capture.seats],
        "scale": capture.scale,
    }
    if capture.truth is not None:
        head["truth"] = asdict(capture.truth)
    columns = ["t_us", *MEASURED, *(["imu"] if capture.imu is not None else [])]
    parts = [
        np.round(capture.lines.astype(np.float64), _COUNTS),
        np.round(capture.forces.astype(np.float64), _NEWTONS),
    ]
    if capture.imu is not None:
        parts.append(np.round(capture.imu.astype(np.float64), _G)[:, None])
    values = np.concatenate(parts, axis=1) + 0.0  # no minus zeros
    rows = (
        f"{t_us},{','.join(map(_number, row))}"
        for t_us, row in zip(capture.t_us.tolist(), values.tolist(), strict=True)
    )
    return "\n".join(chain([f"# {json.dumps(head, ensure_ascii=False)}", ",".join(columns)], rows, [""]))


def packed(text: str) -> bytes:
    """Return `text` gzipped, without a time stamp."""
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def digest(data: bytes) -> str:
    """Return the SHA-256 of a capture's file, in hex."""
    return hashlib.sha256(data).hexdigest()


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
