"""What a maker reads: links lead somewhere, commands exist, French and English say the same."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
import typer.main
from perroquet.cli import app
from perroquet.kernel.units import Micros
from perroquet.link.selftest import judged

from hardware.models.parts import PARTS
from tests.link.far_end import INFO, STANDING
from tests.link.test_selftest import BASE, WELL

ROOT = Path(__file__).parents[2]
PAGES = [
    *sorted((ROOT / "hardware").glob("*.md")),
    ROOT / "systemd/README.md",
    ROOT / "device/perroquet/web/THREATS.md",
    ROOT / "README.md",
]


def dead_links(page: Path, text: str) -> list[str]:
    """The links of `text` that lead to no file, seen from `page`."""
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    return [link for link in links if not (page.parent / link).exists()]


def commands(text: str) -> set[tuple[str, ...]]:
    """What `text` calls of perroquet: a command, or a group and its command."""
    group = typer.main.get_command(app)
    groups = {name for name, command in getattr(group, "commands", {}).items() if hasattr(command, "commands")}
    called = re.findall(r"`(?:[^`]*/)?perroquet ([a-z]+)(?: ([a-z]+))?", text)
    return {(first, second) if first in groups and second else (first,) for first, second in called}


def known() -> set[tuple[str, ...]]:
    """Every command there is."""
    top = getattr(typer.main.get_command(app), "commands", {})
    below = {(name, sub) for name, command in top.items() for sub in getattr(command, "commands", {})}
    return {(name,) for name in top} | below


def table(page: str, header: str) -> list[str]:
    """The rows of the table under `header`."""
    rows = page.split(header)[1].split("\n\n", maxsplit=1)[0].splitlines()
    return [row for row in rows if row.startswith("| ")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page: Path):
    assert dead_links(page, page.read_text("utf-8")) == []


def test_a_dead_link_would_be_noticed():
    assert dead_links(ROOT / "README.md", "[a](LICENSE) [b](hardware/NOWHERE.md)") == ["hardware/NOWHERE.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_commands_named_exist(page: Path):
    assert commands(page.read_text("utf-8")) - known() == set()


def test_a_command_that_does_not_exist_would_be_noticed():
    assert commands("`perroquet totem weigh`") - known() == {("totem", "weigh")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of the build guide."""

    number: int
    pictures: list[str]
    test: str
    right_when: str


def steps(text: str) -> list[Step]:
    """The numbered steps; one without its test or its outcome is refused."""
    found: list[Step] = []
    for number, body in re.findall(r"^## (\d+)\. .+?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL):
        test, right = (
            re.search(r"^- \*\*Test:\*\* (.+)", body, re.M),
            re.search(r"^- \*\*Right when:\*\* (.+)", body, re.M),
        )
        assert test, f"step {number} has no test"
        assert right, f"step {number} does not say what its test should show"
        pictures = re.findall(r"!\[.+?\]\((pictures/\S+?\.png)\)", body)
        found.append(Step(number=int(number), pictures=pictures, test=test[1], right_when=right[1]))
    return found


def test_every_step_of_the_build_has_a_picture_and_ends_with_a_test():
    found = steps((ROOT / "hardware/BUILD.md").read_text("utf-8"))

    assert [step.number for step in found] == list(range(1, 16))
    assert [step.number for step in found if not step.pictures] == []
    assert all(f"step_{step.number:02}" in picture for step in found for picture in step.pictures)


def test_a_step_without_a_test_would_be_noticed():
    with pytest.raises(AssertionError, match="step 2 has no test"):
        steps("## 1. One\n\n- **Test:** look\n- **Right when:** seen\n\n## 2. Two\n\nDo it.\n")


def test_every_picture_is_shown_somewhere_and_is_small():
    shown = {name for page in PAGES for name in re.findall(r"pictures/(\w+)\.png", page.read_text("utf-8"))}
    kept = {path.stem: path for path in (ROOT / "hardware/pictures").glob("*.png")}

    assert {name for name in kept if not name.startswith("part_")} == {name for name in shown if name in kept}
    assert {name for name in kept if name.startswith("part_")} == {f"part_{part.name}" for part in PARTS}
    assert [name for name, path in kept.items() if not path.read_bytes().startswith(b"\x89PNG")] == []
    assert [name for name, path in kept.items() if path.stat().st_size > 60_000] == []


def test_the_bring_up_sheet_tells_of_the_parts_and_limits_of_the_self_test():
    sheet = (ROOT / "hardware/SENSORS.md").read_text("utf-8")
    findings = {finding.part: finding for finding in judged(BASE, STANDING, WELL, Micros(300), INFO.firmware)}
    told = {f"ok {part}" for part in ("firmware", "clock", "ring 1", "scans")}

    assert [line for line in told if f"`{line}" not in sheet] == []
    assert told <= {f"ok {part}" for part in findings}
    assert findings["ring 1"].wanted.replace(" to ", "...", 1) in sheet
    assert {part for part in findings if part.startswith("support")} == {f"support {n}" for n in (1, 2, 3)}


def test_every_symptom_is_told_in_french_and_in_english():
    page = (ROOT / "hardware/TROUBLESHOOTING.md").read_text("utf-8")

    french, english = (table(page, header) for header in ("ce qu’il faut faire |\n", "what to do |\n"))
    tools = [[re.findall(r"`([^`]+)`", row) for row in rows] for rows in (french, english)]
    assert len(french) > 10
    assert tools[0] == tools[1]


def test_the_threats_name_tests_that_exist():
    page = (ROOT / "device/perroquet/web/THREATS.md").read_text("utf-8")
    named = re.findall(r"`((?:tests/)?(?:[a-z]+/)*test_\w+\.py)`", page)

    assert named
    assert [name for name in named if not ((ROOT / name).exists() or (ROOT / "tests/web" / name).exists())] == []


def test_each_kind_of_work_has_its_licence():
    assert (ROOT / "hardware/LICENSE.txt").read_text("utf-8").startswith("CERN Open Hardware Licence Version 2 - Permi")
    sounds = ROOT / "device/perroquet/audio/SOUNDS-LICENSE.txt"
    assert sounds.read_text("utf-8").startswith("Creative Commons Attribution 4.0 International")
