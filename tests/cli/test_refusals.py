"""What the command line answers to input it cannot use."""

import pytest
from perroquet.cli import app
from typer.main import get_command
from typer.testing import CliRunner


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_a_port_that_cannot_be_is_wrong_use(port: str) -> None:
    told = CliRunner().invoke(app, ["run", "--port", port])

    assert told.exit_code == 2


@pytest.mark.parametrize("command", ["run", "doctor", "replay", "cases"])
def test_the_parser_leaves_it_to_the_reader_whether_a_file_can_be_read(command: str) -> None:
    """Its own answer is a box of many lines with the exit code of wrong use; root sees no such file in a test."""
    files = [
        param.type.to_info_dict()
        for param in getattr(get_command(app), "commands")[command].params  # noqa: B009 - of a class Typer keeps to itself
        if param.type.name in {"path", "file", "directory"}
    ]

    assert [found["readable"] for found in files] == [False]
