"""The machines that most examinations begin with."""

from pathlib import Path

import pytest
from perroquet.wiring.machine import Machine

from tests.wiring.machines import GOOD_PACKAGES, PI_FILES, PI_SETTINGS, SEEN, WELL, no_bus, no_camera, touch


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    """A Pi with every part in order."""
    for name in PI_FILES:
        touch(tmp_path, name)
    for name, text in PI_SETTINGS.items():
        touch(tmp_path, name, text)
    return Machine(
        root=tmp_path,
        python=(3, 11, 2),
        bits=64,
        packages=lambda: GOOD_PACKAGES,
        user="perroquet",
        groups=frozenset({"perroquet", "gpio", "audio", "dialout"}),
        free_bytes=lambda _folder: 10**9,
        own_disk=lambda _folder: True,
        ask_base=lambda _port: (WELL,),
        ask_chip=lambda _address: None,
        ask_camera=lambda: SEEN,
    )


@pytest.fixture
def laptop(tmp_path: Path) -> Machine:
    """A laptop without a single part."""
    return Machine(
        root=tmp_path,
        python=(3, 13, 0),
        bits=64,
        packages=lambda: {name: version for name, version in GOOD_PACKAGES.items() if name != "lgpio"},
        user="lea",
        groups=frozenset({"lea"}),
        free_bytes=lambda _folder: 10**9,
        own_disk=lambda _folder: True,
        ask_base=lambda _port: (WELL,),
        ask_chip=no_bus,
        ask_camera=no_camera,
    )
