"""`perroquet totem` on recordings: one line a file in the shape others rely on, and pictures."""

import json
from pathlib import Path
from typing import Any

import pytest
from perroquet.capture import read
from perroquet.cli import app, main
from perroquet.cli.totem_analyse import FORMAT
from typer.testing import CliRunner

from tests.capture.make_corpus import CORPUS

DUEL = CORPUS / "fingers-2.csv.gz"
NOBODY = CORPUS / "bump-0.csv.gz"


def told(*arguments: str) -> tuple[int, list[dict[str, Any]]]:
    ran = CliRunner().invoke(app, ["totem", "analyse", *arguments, "--json"])
    return ran.exit_code, [json.loads(line) for line in ran.stdout.splitlines()]


def kind(value: object) -> object:
    """Return the shape of a value: the types in it."""
    match value:
        case dict():
            return {key: kind(inner) for key, inner in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case list():
            return [kind(inner) for inner in value]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case _:
            return type(value).__name__


def test_an_analysis_has_exactly_the_promised_shape() -> None:
    code, (line,) = told(str(DUEL))

    seats = {str(seat): "float" for seat in range(len(line["hands"][0]["seat_posterior"]))}
    for hand in line["hands"]:
        hand["seat"] = hand["seat"] or 0
    hand = {
        "first_us": "int",
        "seat": "int",
        "seat_posterior": seats,
        "fingers": "int",
        "fingers_p": ["float"] * 6,
        "lowest_mm": "float",
        "azimuth_deg": "float",
        "brush": "bool",
    }
    assert code == 0
    assert line["format"] == FORMAT == "perroquet-analysis/1"
    assert line["file"] == str(DUEL)
    assert kind(line) == {
        "format": "str",
        "file": "str",
        "hands": [hand, hand],
        "gap_us": "int",
        "together": "bool",
        "lift_us": "int",
        "fall_us": "NoneType",
        "verdict": {"winner": "int", "rule": "str", "confidence": "float", "ask": "bool", "why": "str"},
    }


def test_instants_are_those_of_the_capture_and_hands_come_in_order() -> None:
    _, (line,) = told(str(DUEL))

    first, second = (hand["first_us"] for hand in line["hands"])
    assert 79_000 < first < 82_000  # the hands are told to come 60 ms in, and come 20 ms later
    assert second - first == line["gap_us"]
    assert line["lift_us"] > second


def test_the_lowest_ring_is_told_by_its_centre() -> None:
    _, (line,) = told(str(DUEL))

    rings = read(DUEL.read_bytes()).ring_mm
    assert all(hand["lowest_mm"] in rings for hand in line["hands"])


def test_nobody_is_an_empty_list_and_nulls() -> None:
    code, (line,) = told(str(NOBODY))

    assert code == 0
    assert line["hands"] == []
    assert (line["gap_us"], line["together"], line["lift_us"], line["fall_us"]) == (None,) * 4
    assert (line["verdict"]["winner"], line["verdict"]["rule"], line["verdict"]["ask"]) == (None, "none", False)


def test_a_refused_file_is_told_with_its_fault_and_the_others_run(tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text('# {"format": "perroquet-capture/9"}\n', encoding="utf-8")

    code, lines = told(str(DUEL), str(bad), str(tmp_path / "none.csv"), str(NOBODY))

    assert code == 1
    assert [line["file"] for line in lines] == [str(DUEL), str(bad), str(tmp_path / "none.csv"), str(NOBODY)]
    assert lines[1] == {
        "format": FORMAT,
        "file": str(bad),
        "error": {"line": 1, "column": "format", "got": '"perroquet-capture/9"', "wanted": '"perroquet-capture/1"'},
    }
    assert lines[2]["error"]["got"] == "No such file or directory"


def test_a_person_reads_one_line_a_file(tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("", encoding="utf-8")

    ran = CliRunner().invoke(app, ["totem", "analyse", str(DUEL), str(tmp_path / "bad.csv")])

    assert ran.exit_code == 1
    assert "hand" in ran.stdout.splitlines()[0]
    assert "refused: line 1: got an empty file" in ran.stdout.splitlines()[1]


def test_the_window_is_the_tables_choice() -> None:
    late = str(CORPUS / "fingers-1.csv.gz")  # 27 ms

    _, (together,) = told(late)
    _, (apart,) = told(late, "--tie-window-ms", "20")

    assert together["together"]
    assert (apart["together"], apart["verdict"]["rule"]) == (False, "first-come")


def test_a_prior_moves_the_seats_and_none_is_none() -> None:
    _, (plain,) = told(str(DUEL))
    _, (leaning,) = told(str(DUEL), "--prior", "0=1.0")

    assert leaning["hands"][0]["seat_posterior"]["0"] > plain["hands"][0]["seat_posterior"]["0"]


def test_fingers_can_be_counted_sooner() -> None:
    late = str(CORPUS / "fingers-1.csv.gz")

    _, (line,) = told(late, "--settle-ms", "20")

    assert len(line["hands"]) == 1  # the other hand came later than that


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--tie-window-ms 5", "from 20 to 120"),
        ("--settle-ms 5", "20 to 150"),
        ("--prior 0=2", "0=0.5,2=0.5"),
        ("--prior Anna=1", "0=0.5,2=0.5"),
        ("--prior=-1=0.5", "0=0.5,2=0.5"),
    ],
)
def test_settings_nobody_can_rule_by_are_wrong_use(
    options: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["perroquet", "totem", "analyse", str(DUEL), *options.split()])

    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 2
    assert words in capsys.readouterr().err


def test_a_recording_is_drawn(tmp_path: Path) -> None:
    out = tmp_path / "finish.svg"

    ran = CliRunner().invoke(app, ["totem", "plot", str(DUEL), "-o", str(out)])

    picture = out.read_text(encoding="utf-8")
    assert ran.exit_code == 0
    assert picture.startswith("<svg")
    assert ran.stdout.strip().split(",")[0] in picture


def test_what_was_drawn_is_told_to_programs_as_its_analysis(tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["totem", "plot", str(DUEL), "-o", str(tmp_path / "finish.svg"), "--json"])

    assert [json.loads(line) for line in ran.stdout.splitlines()] == told(str(DUEL))[1]


def test_what_cannot_be_drawn_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, words in (
        ([str(NOBODY), "-o", str(tmp_path / "a.svg")], "nobody touched the totem"),
        ([str(DUEL), "-o", str(tmp_path / "no" / "a.svg")], "name another file"),
        ([str(tmp_path / "none.csv"), "-o", str(tmp_path / "a.svg")], "No such file"),
    ):
        monkeypatch.setattr("sys.argv", ["perroquet", "totem", "plot", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 1
        assert words in capsys.readouterr().err
