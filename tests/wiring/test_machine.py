from dataclasses import replace
from pathlib import Path

import pytest
from perroquet.wiring.machine import Machine

MODEL = "Raspberry Pi 5 Model B Rev 1.0\0"


def at(root: Path) -> Machine:
    return replace(Machine.here(), root=root)


@pytest.mark.parametrize("file", ["sys/firmware/devicetree/base/model", "proc/device-tree/model"])
def test_a_pi_is_known_by_its_device_tree(tmp_path: Path, file: str):
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(MODEL)

    assert at(tmp_path).model == "Raspberry Pi 5 Model B Rev 1.0"
    assert at(tmp_path).is_pi


def test_another_small_computer_is_no_pi(tmp_path: Path):
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text("Radxa ROCK 5B\0")

    assert not at(tmp_path).is_pi


def test_a_machine_without_a_device_tree_is_no_pi(tmp_path: Path):
    assert at(tmp_path).model is None
    assert not at(tmp_path).is_pi


def test_this_machine_is_read():
    here = Machine.here()

    assert here.bits in (32, 64)
    assert here.packages()["pytest"] == pytest.__version__
    assert here.free_bytes(Path("/")) > 0
    assert not here.own_disk(Path("/"))
    assert here.own_disk(Path("/proc"))
