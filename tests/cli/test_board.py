"""`perroquet board`: boards in and out, and what is said of bad ones."""

import json
from pathlib import Path

import pytest
from perroquet.cli import app
from perroquet.games.amazonas.house import BOARDS
from typer.testing import CliRunner

run = CliRunner()


@pytest.fixture
def river(tmp_path: Path) -> Path:
    file = tmp_path / "river.json"
    file.write_text(BOARDS["river"], encoding="utf-8")
    return file


def test_a_sound_board_is_measured(river: Path) -> None:
    told = run.invoke(app, ["board", "check", str(river)])

    assert told.exit_code == 0
    assert told.stdout.startswith("30 villages, 60 sites (12 orchidee, 12 poisson")
    assert "M1 7, M2 7" in told.stdout


def test_measures_come_as_json_too(river: Path) -> None:
    measures = json.loads(run.invoke(app, ["board", "check", str(river), "--json"]).stdout)

    assert (measures["format"], measures["ok"], measures["slots"]) == ("perroquet-board/1", True, [12] * 5)


def test_a_bad_board_is_refused_with_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(BOARDS["river"].replace('"a": "nhamira"', '"a": "nhamirra"', 1), encoding="utf-8")
    plain, as_json = (run.invoke(app, ["board", "check", str(file), *more]) for more in ((), ("--json",)))

    assert (plain.exit_code, as_json.exit_code) == (1, 1)
    assert "link to 'nhamirra', which is no village; did you mean 'nhamira'?" in plain.stdout
    assert json.loads(as_json.stdout)["faults"][0]["line"] > 1
    assert run.invoke(app, ["board", "draw", str(file)]).exit_code == 1


def test_a_board_goes_out_to_a_table_comes_back_and_is_drawn(river: Path, tmp_path: Path) -> None:
    table, back, drawing = (tmp_path / name for name in ("river.csv", "back.json", "river.svg"))

    assert run.invoke(app, ["board", "export", str(river), "-o", str(table)]).exit_code == 0
    assert run.invoke(app, ["board", "import", str(table), "-o", str(back)]).exit_code == 0
    assert run.invoke(app, ["board", "check", str(back)]).exit_code == 0
    assert run.invoke(app, ["board", "draw", str(back), "-o", str(drawing)]).exit_code == 0
    assert drawing.read_text(encoding="utf-8").startswith("<svg")
    assert run.invoke(app, ["board", "draw", str(river)]).stdout.startswith("<svg")


@pytest.mark.parametrize(
    "words", [["check", "none.json"], ["import", "none.csv"], ["export", "RIVER", "-o", "nowhere/river.csv"]]
)
def test_what_cannot_be_read_or_written_is_said(words: list[str], river: Path) -> None:
    refused = run.invoke(app, ["board", *(str(river) if word == "RIVER" else word for word in words)])

    assert refused.exit_code == 1
    assert "cannot" in str(refused.exception)


def test_the_shape_of_a_board_is_told_to_editors() -> None:
    shape = json.loads(run.invoke(app, ["board", "schema"]).stdout)
    given = json.loads(BOARDS["river"])
    village = shape["$defs"]["VillageRow"]

    assert shape["$id"] == given["format"]
    assert set(shape["required"]) <= given.keys() <= shape["properties"].keys()
    assert set(village["required"]) <= given["villages"][0].keys() <= village["properties"].keys()
    assert not shape["additionalProperties"]
