import re
from pathlib import Path

import pytest
from perroquet.assets import asset
from perroquet.drivers.pi.board import REVISION, revision


def test_the_revision_is_four_bytes_big_endian(tmp_path: Path):
    file = tmp_path / "linux,revision"
    file.write_bytes(b"\x00\xc0\x31\x14")

    assert revision(file) == 0xC03114


def test_without_a_firmware_there_is_no_pi(tmp_path: Path):
    with pytest.raises(FileNotFoundError, match="linux,revision"):
        revision(tmp_path / "linux,revision")


def test_the_board_is_looked_for_where_the_hardened_service_can_see_it():
    hidden = re.search(r"^ProcSubset=pid$", asset("systemd/perroquet.service").read_text("utf-8"), re.MULTILINE)

    assert hidden is None or not str(REVISION).startswith("/proc")
