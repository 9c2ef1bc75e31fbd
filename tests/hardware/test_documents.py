"""What a maker reads: links lead somewhere, commands exist, French and English say the same."""

import re
from pathlib import Path

import pytest
import typer.main
from perroquet.cli import app

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


def test_every_step_of_the_build_ends_with_a_test():
    steps = [row.strip("|").split("|") for row in table((ROOT / "hardware/BUILD.md").read_text("utf-8"), "say |\n")]

    assert steps
    assert [step[0].strip() for step in steps] == [str(n) for n in range(1, len(steps) + 1)]
    assert all(cell.strip() for step in steps for cell in step[1:])


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
