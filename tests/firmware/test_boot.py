"""Starting the firmware, or staying reachable when it is not whole."""

from pathlib import Path

import pytest
from perroquet.drivers.firmware_files import MANIFEST, NEVER_CHANGES, board_files, firmware_id, manifest
from perroquet.firmware import boot
from perroquet.firmware.shared import codec, messages
from perroquet.kernel.readings import Cause
from perroquet.link.session import Parted, Session

from tests.link.far_end import ms


@pytest.fixture
def board(tmp_path: Path) -> Path:
    for name, data in board_files().items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (tmp_path / MANIFEST).write_text(manifest(), encoding="utf-8")
    return tmp_path


def test_a_firmware_as_its_manifest_says_is_whole(board: Path):
    assert boot.whole(f"{board}/")


@pytest.mark.parametrize("name", ["firmware/touch.py", "firmware/shared/codec.py", "main.py", MANIFEST])
def test_a_file_that_is_missing_or_cut_short_is_noticed(board: Path, name: str):
    path = board / name
    path.write_bytes(path.read_bytes()[:-9])
    short = boot.whole(f"{board}/")
    path.unlink()

    assert (short, boot.whole(f"{board}/")) == (False, False)


def test_the_base_gets_what_it_needs_and_no_more():
    files = board_files()

    assert {"main.py", "firmware/board.py", "firmware/lines.py", "firmware/shared/codec.py"} <= set(files)
    assert not {NEVER_CHANGES, "firmware/scene.py", "firmware/plain.py"} & set(files)
    assert len(firmware_id()) == 8


def test_the_safe_mode_answers_hello_and_perroquet_says_how_to_mend_it():
    safe, session = boot.Safe(), Session(number=515, now=ms(0))
    wire = b"garbage\0" + session.take()
    said = b"".join(safe.answer(wire[at : at + 1]) for at in range(len(wire)))
    (parted,) = session.receive(said, ms(1))

    assert isinstance(parted, Parted)
    assert parted.cause is Cause.FOREIGN
    assert "protocol 0.0" in parted.why
    assert "perroquet totem flash" in parted.why


def test_the_safe_mode_passes_over_everything_else():
    ping = codec.encode(messages.PING, 0, messages.pack(messages.PING, 1))

    assert boot.Safe().answer(b"\0\0\xff\0" + ping + b"\1" * 500 + b"\0") == b""
