"""Putting the firmware on a base, which a test plays: its files are a folder, its port a pseudo-terminal."""

import hashlib
import os
import subprocess
import threading
import tty
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from perroquet.drivers.firmware_files import NEVER_CHANGES
from perroquet.drivers.pi.totem_flash import flash
from perroquet.firmware import boot
from perroquet.firmware.shared import codec, messages
from perroquet.kernel.errors import PartMissing, PartUnavailable


class FakeBoard:
    """Does what mpremote would, in a folder; breaks off before command number `cut`."""

    def __init__(self, root: Path, cut: int | None = None) -> None:
        self.root, self.cut, self.done = root, cut, list[str]()

    def run(self, arguments: Sequence[str]) -> str:
        _connect, _port, _resume, *command = arguments
        if len(self.done) == self.cut:
            raise subprocess.CalledProcessError(1, list(arguments), stderr="could not enter raw repl")
        self.done.append(" ".join(command[:2]))
        match command:
            case ["exec", _]:
                files = (path for path in sorted(self.root.rglob("*")) if path.is_file())
                return "".join(
                    f"{hashlib.sha256(path.read_bytes()).hexdigest()} {path.relative_to(self.root)}\n" for path in files
                )
            case ["fs", "rm", name]:
                self._at(name).unlink()
            case ["fs", "mkdir", name]:
                self._at(name).mkdir()
            case ["fs", "cp", source, name]:
                self._at(name).write_bytes(Path(source).read_bytes())
            case _:
                assert command == ["reset"]
        return ""

    def _at(self, name: str) -> Path:
        return self.root / name.removeprefix(":")


@pytest.fixture
def port() -> Iterator[tuple[str, list[bytes]]]:
    """A port, and the bytes it hears."""
    far, near = os.openpty()
    tty.setraw(near)
    heard: list[bytes] = []

    def listen() -> None:
        while True:
            try:
                data = os.read(far, 4096)
            except OSError:
                return
            heard.append(data)
            os.write(far, bytes(256))

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    yield os.ttyname(near), heard
    os.close(near)
    thread.join(5)
    os.close(far)


def test_a_fresh_board_becomes_whole(port: tuple[str, list[bytes]], tmp_path: Path):
    told: list[str] = []
    flash(port[0], told.append, run=FakeBoard(tmp_path).run)

    assert boot.whole(f"{tmp_path}/")
    assert (tmp_path / NEVER_CHANGES).exists()
    assert told[-1] == "done: the base starts again"


def test_the_running_firmware_is_asked_to_leave(port: tuple[str, list[bytes]], tmp_path: Path):
    flash(port[0], lambda _: None, run=FakeBoard(tmp_path).run)
    frames = codec.Decoder().feed(b"".join(port[1]))

    assert [kind for kind, _, _ in frames] == [messages.HELLO, messages.UPDATE]


def test_only_what_changed_is_written_and_boot_never(port: tuple[str, list[bytes]], tmp_path: Path):
    flash(port[0], lambda _: None, run=FakeBoard(tmp_path).run)
    (tmp_path / "firmware" / "touch.py").write_text("old")
    (tmp_path / NEVER_CHANGES).write_text("as it was built")
    told: list[str] = []
    flash(port[0], told.append, run=FakeBoard(tmp_path).run)
    again: list[str] = []
    flash(port[0], again.append, run=FakeBoard(tmp_path).run)

    assert told == ["writing firmware/touch.py", "done: the base starts again"]
    assert (tmp_path / NEVER_CHANGES).read_text() == "as it was built"
    assert again[0] == "the base has this firmware already"


@pytest.mark.parametrize("cut", [2, 3, 5, 9, 15])
def test_an_update_cut_short_is_never_taken_for_whole_and_can_be_repeated(
    port: tuple[str, list[bytes]], tmp_path: Path, cut: int
):
    flash(port[0], lambda _: None, run=FakeBoard(tmp_path).run)
    for path in (tmp_path / "firmware").glob("*.py"):
        path.write_text("old")
    with pytest.raises(PartUnavailable, match=r"could not enter raw repl.*repeat `perroquet totem flash`"):
        flash(port[0], lambda _: None, run=FakeBoard(tmp_path, cut=cut).run)
    half = boot.whole(f"{tmp_path}/")
    flash(port[0], lambda _: None, run=FakeBoard(tmp_path).run)

    assert (half, boot.whole(f"{tmp_path}/")) == (False, True)


def test_a_port_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(PartMissing, match="is not there; plug the base in"):
        flash(str(tmp_path / "tty"), lambda _: None, run=FakeBoard(tmp_path).run)
