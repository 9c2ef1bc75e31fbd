"""`perroquet vision` and `perroquet deck`, as a person types them."""

import importlib
import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from perroquet.bench.vision import Measured
from perroquet.cli import app, vision_bench
from perroquet.drivers.recordings import picture_of
from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.errors import PerroquetError
from perroquet.kernel.units import Degrees, Seat
from perroquet.vision.deck import INNER_MM
from perroquet.vision.prints import lens_sheet, mat
from typer.testing import CliRunner, Result

from tests.vision.tables import RENDERER, one, table

measuring = importlib.import_module("perroquet.bench.vision.measure")
who = importlib.import_module("perroquet.bench.vision.who")
AZIMUTHS = {Seat(seat): Degrees(30.0 + 120.0 * seat) for seat in range(3)}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def refused(*arguments: str) -> str:
    result = run(*arguments)
    assert isinstance(result.exception, PerroquetError)
    return str(result.exception)


def test_the_deck_passes_its_lint():
    result = run("deck", "lint", "--json")

    assert result.exit_code == 0
    assert json.loads(result.stdout)["faults"] == []
    assert "alike" in run("deck", "lint").stdout


def test_the_deck_is_drawn_as_pages(tmp_path: Path):
    assert run("deck", "draw", "-o", str(tmp_path)).exit_code == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == [f"page-{number}.svg" for number in range(1, 9)]


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path):
    (tmp_path / "file").write_text("")

    assert "choose another place" in refused("deck", "draw", "-o", str(tmp_path / "file" / "in"))


def test_a_picture_is_read(tmp_path: Path):
    scene = table({0: Card("S03V"), 1: Card("COL1"), 2: None}, AZIMUTHS)
    cv2.imwrite(str(tmp_path / "table.png"), picture_of(RENDERER.render(scene)))
    result = run("vision", "read", str(tmp_path / "table.png"), "--seats", "30,150,270", "--json")
    told = [json.loads(line) for line in result.stdout.splitlines()]

    assert [(one["seat"], one["face"], one["colour"]) for one in told] == [
        (1, "S03", "V"),
        (2, "COL", ""),
        (3, None, ""),
    ]
    assert run("vision", "read", str(tmp_path / "table.png"), "--seats", "30,150,270").stdout.startswith("seat 1: S03V")


def test_what_is_no_picture_or_shows_no_markers_is_refused(tmp_path: Path):
    (tmp_path / "a.png").write_text("no picture")
    cv2.imwrite(str(tmp_path / "b.png"), one(Card("S03V")).y)

    assert "no picture" in refused("vision", "read", str(tmp_path / "a.png"))
    assert "clear the mat" in refused("vision", "read", str(tmp_path / "b.png"))
    assert "list of azimuths" in refused("vision", "read", str(tmp_path / "b.png"), "--seats", "left")


def test_a_deck_is_learnt_from_folders(tmp_path: Path):
    for card in ("S03V", "S09G"):
        (tmp_path / "deck" / card[:3]).mkdir(parents=True)
        for look in range(6):
            cv2.imwrite(str(tmp_path / "deck" / card[:3] / f"{look}.png"), one(Card(card), look=look).y)
    side = str(INNER_MM * 933 / 700)
    result = run("vision", "enrol", str(tmp_path / "deck"), "-o", str(tmp_path / "d.npz"), "--side-px", side, "--json")

    assert json.loads(result.stdout)["faces"] == 2
    assert (tmp_path / "d.npz").exists()
    assert "two at least" in refused("vision", "enrol", str(tmp_path), "-o", str(tmp_path / "e.npz"), "--side-px", side)


def test_sheets_are_printed_and_the_same_every_time(tmp_path: Path):
    assert run("vision", "sheets", "-o", str(tmp_path)).exit_code == 0
    assert (tmp_path / "mat.pdf").read_bytes() == mat()
    assert (tmp_path / "lens.pdf").read_bytes() == lens_sheet()


def test_a_lens_needs_its_sheet(tmp_path: Path):
    cv2.imwrite(str(tmp_path / "b.png"), one(Card("S03V")).y)

    assert "hold it flat" in refused("vision", "calibrate", str(tmp_path / "b.png"), "-o", str(tmp_path / "lens.json"))


def test_an_unknown_renderer_or_part_is_named():
    assert "there is no renderer 'z'" in refused("vision", "bench", "--renderer", "z")
    assert "there is no part 'smell'" in refused("vision", "bench", "--only", "smell")


def test_a_small_bench_fills_its_table(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(measuring, "ARMS", ((4, 1),))
    monkeypatch.setattr(who, "TABLES", (6,))
    monkeypatch.setattr(measuring, "_PASSES", 10)
    result = run("vision", "bench", "--n", "10", "--flips", "2", "--json")
    told = json.loads(result.stdout)
    wanted = {
        "card found",
        "duel: false, a flip",
        "six seats and arms, a pass",
        "six empty seats and arms, a pass",
        "phone: taken for a card",
        "who grabbed, 6 seats, one hand, both: asked",
    }

    assert result.exit_code == 0
    assert told["format"] == "perroquet-vision-bench/1"
    assert wanted <= {row["quantity"] for row in told["rows"]}


def test_runs_with_other_seeds_add_up_in_a_file_and_the_same_seed_is_refused(tmp_path: Path):
    file = str(tmp_path / "marks.json")
    flips = ("vision", "bench", "--only", "flips", "--flips", "2", "--into", file, "--json")
    alone = json.loads(run(*flips, "--seed", "1").stdout)
    both = json.loads(run(*flips, "--seed", "2").stdout)

    assert [row["n"] for row in alone["rows"] if row["quantity"] == "duel: false, a flip"] == [2]
    assert [row["n"] for row in both["rows"] if row["quantity"] == "duel: false, a flip"] == [4]
    assert [each["seed"] for each in both["runs"]] == [1, 2]
    assert "flips of seed 1 are in the file already" in refused(*flips, "--seed", "1")
    assert "renderer b" in refused(*flips, "--seed", "3", "--renderer", "b")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "perroquet-vision-marks/1", "runs": [{"n": 1}]}'])
def test_a_file_that_holds_no_marks_is_left_alone(tmp_path: Path, text: str):
    (tmp_path / "marks.json").write_text(text)

    assert "take another file" in refused("vision", "bench", "--into", str(tmp_path / "marks.json"))
    assert "take another file" in refused("vision", "bench", "--into", str(tmp_path))
    assert (tmp_path / "marks.json").read_text() == text


def test_a_goal_that_is_missed_is_told_and_is_no_failure(monkeypatch: pytest.MonkeyPatch):
    def measure(plan: Measured) -> Measured:
        return replace(plan, marks={"found": [1.0, 0.0], "wrong": [0.0, 0.0]})

    monkeypatch.setattr(vision_bench, "measure", measure)
    result = run("vision", "bench", "--n", "10")

    assert result.exit_code == 0
    assert [line.split()[-1] for line in result.stdout.splitlines()[1:]] == ["MISSED", "met"]


def test_hard_scenes_are_drawn_with_what_is_read_in_them(tmp_path: Path):
    assert run("vision", "gallery", "-o", str(tmp_path / "hard.png")).exit_code == 0
    drawn = cv2.imread(str(tmp_path / "hard.png"))

    assert drawn is not None
    assert drawn.shape == (924, 960, 3)
    assert "end it with .png or .jpg" in refused("vision", "gallery", "-o", str(tmp_path / "hard.pdf"))
    assert "no renderer 'z'" in refused("vision", "gallery", "-o", str(tmp_path / "z.png"), "--renderer", "z")


def test_a_scene_is_the_same_whatever_else_was_drawn_before():
    scene = table({0: Card("S03V")}, AZIMUTHS)
    first = RENDERER.render(scene).y.tobytes()
    RENDERER.render(replace(scene, look=9))

    assert RENDERER.render(scene).y.tobytes() == first
