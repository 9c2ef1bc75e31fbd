"""What the command line answers to input it cannot use."""

import os
import sys
from pathlib import Path

import pytest
from perroquet.cli import app, main
from typer.testing import CliRunner


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_a_port_that_cannot_be_is_wrong_use(port: str) -> None:
    told = CliRunner().invoke(app, ["run", "--port", port])

    assert told.exit_code == 2


@pytest.mark.parametrize("command", ["run --config", "doctor --config", "replay", "cases orchidee"])
def test_whether_a_file_can_be_read_is_left_to_its_reader(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser's answer would be a box of many lines with the exit code of wrong use."""
    file = tmp_path / "file"
    file.write_text("no = 'such key'\n", encoding="utf-8")
    monkeypatch.setattr(os, "access", lambda *_, **__: False)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType] whatever is asked

    told = CliRunner().invoke(app, [*command.split(), str(file)])

    assert told.exit_code == 1, told.output


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("simulate belote", 2, "there is no game 'belote'; choose among"),
        ("simulate jungle-speed --players 99", 2, "2 to 10"),
        ("demo --game belote", 2, "jungle-speed, orchidee, amazonas"),
        ("cases orchid nothing.json", 2, "did you mean 'orchidee'?"),
        ("replay nothing.db", 1, "nothing.db"),
        (f"replay {__file__}", 1, "is no journal"),
    ],
)
def test_wrong_use_ends_with_two_and_refused_input_with_one(
    command: str, code: int, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["perroquet", *command.split()])

    with pytest.raises(SystemExit) as ended:
        main()

    told = capsys.readouterr().err
    assert ended.value.code == code
    assert told.startswith("perroquet: ")
    assert words in told
    assert "Errno" not in told
