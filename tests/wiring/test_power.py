from dataclasses import replace
from pathlib import Path

import pytest
from perroquet.wiring.machine import Machine
from perroquet.wiring.power import switch_off


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    """A machine that says it is a Pi."""
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text("Raspberry Pi 4 Model B\0")
    return replace(Machine.here(), root=tmp_path)


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which a stand-in for systemctl writes what it was asked; it comes before the real one."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "systemctl").write_text(f'#!/bin/sh\necho "$*" >> {tmp_path}/asked\n')
    (programs / "systemctl").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    return tmp_path / "asked"


def test_the_service_switches_its_pi_off(pi: Machine, asked: Path):
    assert switch_off(pi, service=True)
    assert asked.read_text() == "poweroff\n"


def test_a_laptop_is_never_switched_off(tmp_path: Path, asked: Path):
    assert not switch_off(replace(Machine.here(), root=tmp_path), service=True)
    assert not asked.exists()


def test_a_pi_on_which_somebody_tries_it_by_hand_stays_on(pi: Machine, asked: Path):
    assert not switch_off(pi, service=False)
    assert not asked.exists()


def test_a_refusal_is_told(pi: Machine, asked: Path, caplog: pytest.LogCaptureFixture):
    (asked.parent / "programs/systemctl").write_text("#!/bin/sh\necho 'Access denied' >&2; exit 1\n")

    assert not switch_off(pi, service=True)
    assert "Access denied" in caplog.text


def test_a_system_without_systemctl_is_told(pi: Machine, asked: Path, caplog: pytest.LogCaptureFixture):
    (asked.parent / "programs/systemctl").unlink()

    assert not switch_off(pi, service=True)
    assert "its own button" in caplog.text
