"""Captures as files: what is written is read, and what is wrong is named."""

import gzip
import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from perroquet.capture import FORMAT, Capture, MalformedCapture, TrueHand, Truth, packed, read, text_of
from perroquet.kernel.units import Degrees, Fingers, Micros, Millimetres, Seat

TRUTH = Truth(
    hands=(
        TrueHand(
            seat=Seat(1),
            first_us=Micros(400),
            fingers=Fingers(4),
            lowest_mm=Millimetres(12.0),
            azimuth_deg=Degrees(40.0),
        ),
    ),
    winner=0,
    rule="only-hand",
    lift_us=Micros(800),
)


def capture(rows: int = 3, *, imu: bool = True, truth: Truth | None = TRUTH) -> Capture:
    luck = np.random.default_rng(7)
    return Capture(
        scan_us=Micros(400),
        scale=24.0,
        ring_mm=tuple(Millimetres(12.0 + 11.5 * ring) for ring in range(12)),
        column_deg=tuple(Degrees(45.0 * column) for column in range(8)),
        force_deg=(Degrees(60.0), Degrees(180.0), Degrees(300.0)),
        seats=((Seat(0), Degrees(0.0)), (Seat(1), Degrees(40.0))),
        t_us=np.arange(rows, dtype=np.int64) * 400,
        lines=luck.normal(0, 3, (rows, 20)).round(2).astype(np.float32),
        forces=luck.uniform(0, 4, (rows, 3)).round(3).astype(np.float32),
        imu=luck.uniform(0, 1, rows).round(3).astype(np.float32) if imu else None,
        truth=truth,
    )


def lines_of(text: str) -> list[str]:
    return text.split("\n")


def same(one: Capture, other: Capture) -> bool:
    arrays = all(
        np.array_equal(a, b) for a, b in ((one.t_us, other.t_us), (one.lines, other.lines), (one.forces, other.forces))
    )
    imu = one.imu is other.imu or (one.imu is not None and other.imu is not None and np.array_equal(one.imu, other.imu))
    heads = [replace(c, t_us=None, lines=None, forces=None, imu=None) for c in (one, other)]  # pyright: ignore[reportArgumentType] heads alone
    return arrays and imu and repr(heads[0]) == repr(heads[1])


@pytest.mark.parametrize("imu", [True, False])
@pytest.mark.parametrize("truth", [TRUTH, None])
def test_what_is_written_is_read(truth: Truth | None, *, imu: bool) -> None:
    written = capture(imu=imu, truth=truth)

    assert same(read(text_of(written).encode()), written)


def test_a_gzipped_capture_reads_like_a_plain_one_and_packs_to_the_same_bytes() -> None:
    text = text_of(capture())

    assert packed(text) == packed(text)
    assert same(read(packed(text)), capture())


@given(st.lists(st.floats(-1e4, 1e4, allow_nan=False), min_size=23, max_size=23))
def test_any_measured_values_come_back_to_the_precision_they_are_kept_with(values: list[float]) -> None:
    row = np.array([values, values], dtype=np.float32)
    written = replace(capture(2, imu=False), lines=row[:, :20], forces=row[:, 20:])

    back = read(text_of(written).encode())

    assert np.abs(back.lines - written.lines).max() <= 0.006
    assert np.abs(back.forces - written.forces).max() <= 0.0011
    assert text_of(back) == text_of(written)


def test_a_spreadsheet_may_have_touched_it() -> None:
    text = text_of(capture()).replace("\n", "\r\n").replace(",", ", ") + "\r\n\r\n"

    assert same(read(b"\xef\xbb\xbf" + text.encode()), capture())


def test_keys_of_other_programs_are_passed_over() -> None:
    head, *rest = lines_of(text_of(capture()))
    fields = json.loads(head[1:]) | {"camera": "left"}

    assert same(read("\n".join([f"# {json.dumps(fields)}", *rest]).encode()), capture())


def test_a_truth_may_be_half_known() -> None:
    head, *rest = lines_of(text_of(capture()))
    fields = json.loads(head[1:]) | {"truth": {"hands": [{"fingers": 3}], "winner": 0}}

    truth = read("\n".join([f"# {json.dumps(fields)}", *rest]).encode()).truth

    assert truth == Truth(hands=(TrueHand(fingers=Fingers(3)),), winner=0)


def test_a_missing_imu_value_repeats_the_last_one() -> None:
    lines = lines_of(text_of(capture(4)))
    cut = [line.rpartition(",")[0] for line in lines[2:6]]
    given = [lines[0], lines[1], cut[0], lines[3], cut[2] + ",", cut[3]]

    imu = read("\n".join(given).encode()).imu

    assert imu is not None
    assert imu[0] == 0
    assert imu[1] == imu[2] == imu[3] != 0


def test_an_imu_that_never_spoke_is_none() -> None:
    lines = lines_of(text_of(capture()))

    assert read("\n".join([*lines[:2], *(line.rpartition(",")[0] for line in lines[2:5])]).encode()).imu is None


def changed(key: str, value: Any) -> bytes:
    head, *rest = lines_of(text_of(capture()))
    fields = json.loads(head[1:]) | {key: value}
    return "\n".join([f"# {json.dumps(fields)}", *rest]).encode()


def cell(line: int, column: int, value: str) -> bytes:
    lines = lines_of(text_of(capture()))
    cells = lines[line - 1].split(",")
    cells[column : column + 1] = [value] if value else []
    lines[line - 1] = ",".join(cells)
    return "\n".join(lines).encode()


WRONG: dict[str, tuple[bytes, int | None, str | None, str]] = {
    "empty": (b"", 1, None, "an empty file"),
    "no head": (b"t_us,r0\n", 1, None, "t_us,r0"),
    "broken json": (b"# {'format'", 1, None, "Expecting"),
    "no object": (b"# 3\n", 1, None, "# 3"),
    "other format": (changed("format", "perroquet-capture/2"), 1, "format", "perroquet-capture/2"),
    "no scale": (changed("scale", None), 1, "scale", "null"),
    "text for a number": (changed("scale", "24"), 1, "scale", '"24"'),
    "zero scale": (changed("scale", 0), 1, "scale", "0"),
    "few rings": (changed("ring_mm", [1, 2, 3]), 1, "ring_mm", "3 numbers"),
    "rings upside down": (changed("ring_mm", list(range(12, 0, -1))), 1, "ring_mm", "[12, 11"),
    "few columns": (changed("column_deg", []), 1, "column_deg", "0 numbers"),
    "few supports": (changed("force_deg", [1, 2]), 1, "force_deg", "2 numbers"),
    "no scan time": (changed("scan_us", 0), 1, "scan_us", "0"),
    "seat without azimuth": (changed("seats", [{"seat": 1}]), 1, "seats[0]", "seat"),
    "seat twice": (changed("seats", [{"seat": 1, "azimuth_deg": 0}] * 2), 1, "seats", "[1, 1]"),
    "winner of nobody": (changed("truth", {"hands": [], "winner": 0}), 1, "truth.winner", "0"),
    "fingers in words": (changed("truth", {"hands": [{"fingers": "four"}]}), 1, "truth.hands[0].fingers", "four"),
    "truth of one hand": (changed("truth", {"hands": 3}), 1, "truth.hands", "3"),
    "hand no object": (changed("truth", {"hands": [3]}), 1, "truth.hands[0]", "3"),
    "truth a number": (changed("truth", 3), 1, "truth", "3"),
    "no header": (text_of(capture()).split("\n")[0].encode(), 2, "t_us", '""'),
    "header misnamed": (cell(2, 3, "ring2"), 2, "r2", "ring2"),
    "header cut": (cell(2, 25, "").replace(b",f2,imu", b"").replace(b",f2\n", b"\n"), 2, "f2", "the end of the line"),
    "header longer": (cell(2, 24, "imu,gyro"), 2, None, "gyro"),
    "no rows": ("\n".join(text_of(capture()).split("\n")[:2]).encode(), 3, None, "the end of the file"),
    "one row": ("\n".join(text_of(capture()).split("\n")[:3]).encode(), 4, None, "the end of the file"),
    "not a number": (cell(4, 6, "3,5x"), 4, None, "26 values"),
    "a word": (cell(4, 6, "many"), 4, "r5", "many"),
    "an underscore": (cell(3, 13, "1_0"), 3, "c0", "1_0"),
    "not finite": (cell(3, 21, "nan"), 3, "f0", "nan"),
    "too large": (cell(3, 21, "1e99"), 3, "f0", "1e99"),
    "half a microsecond": (cell(3, 0, "0.5"), 3, "t_us", "0.5"),
    "back in time": (cell(4, 0, "0"), 4, "t_us", "0"),
    "beyond all clocks": (cell(5, 0, str(1 << 70)), 5, "t_us", str(1 << 70)),
    "row cut": (
        b"\n".join([*text_of(capture()).encode().split(b"\n")[:3], b"400,1,2"]),
        4,
        "r2",
        "the end of the line",
    ),
    "blank row": (text_of(capture()).replace("\n400,", "\n\n400,").encode(), 4, "t_us", '""'),
    "not text": (text_of(capture()).encode().replace(b"\n400,", b"\n\xff00,"), 4, None, "byte 0xff"),
    "half a gzip": (packed(text_of(capture()))[:-20], None, None, "gzip"),
    "no gzip": (b"\x1f\x8bno", None, None, "gzip"),
    "bottomless": (gzip.compress(b" " * (65 << 20), 1), None, None, "64 MiB"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named_by_line_column_and_what_stood_there(name: str) -> None:
    data, line, column, got = WRONG[name]

    with pytest.raises(MalformedCapture) as refused:
        read(data)

    assert (refused.value.line, refused.value.column) == (line, column)
    assert got in refused.value.got
    assert refused.value.wanted


@given(st.data())
def test_a_damaged_file_is_refused_or_read_never_worse(data: st.DataObject) -> None:
    whole = text_of(capture()).encode()
    at = data.draw(st.integers(0, len(whole) - 1))
    damaged = whole[:at] + data.draw(st.binary(max_size=3)) + whole[at + data.draw(st.integers(0, 40)) :]

    try:
        got = read(damaged)
    except MalformedCapture:
        return
    assert got.lines.shape == (len(got.t_us), 20)
    assert not math.isnan(float(got.lines.sum()))


def test_the_format_is_what_the_document_says() -> None:
    assert FORMAT == "perroquet-capture/1"
    assert lines_of(text_of(capture(imu=False)))[1].startswith("t_us,r0,r1,")
