"""Real or simulated, part by part."""

from pathlib import Path

import pytest
from perroquet.kernel.errors import ConfigurationError
from perroquet.kernel.readings import Part
from perroquet.wiring.choice import WIRED, simulated_parts
from perroquet.wiring.config import parse

HOME = Path("/var/lib/perroquet")


def chosen(toml: str, *, on_pi: bool, sim: bool) -> tuple[Part, ...]:
    return simulated_parts(parse(toml, "home.toml", state_dir=HOME), on_pi=on_pi, sim=sim)


def test_a_pi_simulates_nothing() -> None:
    assert chosen("", on_pi=True, sim=False) == ()


def test_a_laptop_simulates_everything() -> None:
    assert chosen("", on_pi=False, sim=False) == WIRED


def test_a_pi_simulates_everything_when_asked() -> None:
    assert chosen("", on_pi=True, sim=True) == WIRED


def test_a_laptop_with_a_real_base_simulates_the_rest() -> None:
    simulated = chosen('[parts]\ntotem = "real"', on_pi=False, sim=False)

    assert simulated == (Part.BUTTONS, Part.LAMPS, Part.SPEAKER)


def test_a_part_stays_real_under_sim_when_the_configuration_says_so() -> None:
    assert Part.SPEAKER not in chosen('[parts]\nspeaker = "real"', on_pi=True, sim=True)


@pytest.mark.parametrize(
    "toml",
    [
        '[parts]\nbuttons = "sim"',
        '[gpio]\nfactory = "mock"',
        '[parts]\ntotem = "sim"\nlamp = "sim"',
        '[speaker]\nsink = "null"',
        '[speaker]\nsink = "file"\ndevice = "heard.wav"',
    ],
)
def test_a_pi_refuses_a_simulated_part_that_nobody_asked_for_on_the_command_line(toml: str) -> None:
    with pytest.raises(ConfigurationError, match="--sim"):
        chosen(toml, on_pi=True, sim=False)


def test_a_sink_that_makes_no_sound_is_a_simulated_speaker():
    assert Part.SPEAKER in chosen('[parts]\nspeaker = "real"\n[speaker]\nsink = "null"', on_pi=False, sim=False)


def test_mock_pins_are_a_simulated_panel() -> None:
    assert chosen('[gpio]\nfactory = "mock"', on_pi=True, sim=True) == WIRED
