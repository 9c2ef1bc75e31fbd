import tomllib
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from perroquet.assets import asset
from perroquet.games import GAMES
from perroquet.games.amazonas.house import BOARDS
from perroquet.kernel.errors import ConfigurationError
from perroquet.kernel.sentences import Language
from perroquet.wiring.config import Configuration, Device, GpioFactory, PartChoice, Sink, load, parse
from pydantic import ValidationError

STATE = Path("/state")
DEFAULTS = Configuration(device=Device(state_dir=STATE))
HOUSE_SHEETS = {game.name: asdict(cast("Any", sheet)) for game in GAMES if is_dataclass(sheet := game.sheet({}))}
"""Every house rule at its default, by game."""


def refusal(text: str) -> str:
    """What the user reads about the file `home.toml` that holds `text`."""
    with pytest.raises(ConfigurationError) as caught:
        parse(text, "home.toml", state_dir=STATE)
    return str(caught.value)


def test_an_empty_file_is_the_defaults():
    assert parse("", "home.toml", state_dir=STATE) == DEFAULTS


def test_every_kind_of_value_is_read():
    read = parse(
        """
        device = { language = "en", volume = 0, state_dir = "/var/lib/perroquet" }
        gpio.factory = "rpigpio"
        [speaker]
        sink = "file"
        device = "/tmp/evening.wav"
        [parts]
        totem = "real"
        [house.orchidee]
        raid_mean_s = 0
        [house]
        jungle-speed = { end = "first_out" }
        """,
        "home.toml",
        state_dir=STATE,
    )

    assert read.device == Device(language=Language.EN, volume=read.device.volume, state_dir=Path("/var/lib/perroquet"))
    assert (read.device.volume, read.gpio.factory, read.speaker.sink) == (0, GpioFactory.RPIGPIO, Sink.FILE)
    assert (read.parts.totem, read.parts.lamp) == (PartChoice.REAL, PartChoice.AUTO)
    assert read.house == {"orchidee": {"raid_mean_s": 0}, "jungle-speed": {"end": "first_out"}}


def test_a_board_of_amazonas_may_be_a_file_beside_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "ours.json").write_text(BOARDS["example"], encoding="utf-8")
    home = tmp_path / "home.toml"

    def read(board: str) -> Configuration:
        home.write_text(f"[house.amazonas]\nboard = {board}\n", encoding="utf-8")
        return load(home, environ={"STATE_DIRECTORY": "/state"})

    assert read("'ours.json'").house == {"amazonas": {"board": BOARDS["example"]}}
    assert read("'none'").house == {"amazonas": {"board": "none"}}
    for board, says in (
        ("'theirs.json'", r"home.toml:2: cannot read 'theirs.json' \(.*\); name a file from"),
        ("'rivr'", "home.toml:2: house rule board = 'rivr' of amazonas is not river, example, none or a board file"),
        ("3", "home.toml:2: house rule board = 3 of amazonas is not"),
    ):
        with pytest.raises(ConfigurationError, match=says):
            read(board)


def test_the_configuration_cannot_be_changed_afterwards():
    with pytest.raises(ValidationError, match="frozen"):
        DEFAULTS.page.port = 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[device]\n\nvolum = 3", "home.toml:3: unknown key 'volum' in [device]; did you mean 'volume'?"),
        ("[page]\nvolume = 3", "home.toml:2: unknown key 'volume' in [page]; it belongs in [device]"),
        ("[seats]\nhats = 3", "home.toml:2: unknown key 'hats' in [seats]; its keys are count"),
        ("\n[gpoi]\n", "home.toml:2: unknown section [gpoi]; did you mean [gpio]?"),
        (
            "[printer]",
            "home.toml:1: unknown section [printer]; sections are "
            + ", ".join(f"[{name}]" for name in DEFAULTS.model_dump()),
        ),
        ("port = 3", "home.toml:1: key 'port' stands outside any section; it belongs in [totem], [page]"),
        ("seat = 3", "home.toml:1: unknown key 'seat'; did you mean [seats]?"),
        ("[huose.orchidee]", "home.toml:1: unknown section [huose]; did you mean [house]?"),
        ("house = 3", "home.toml:1: house = 3 is not a section; write [house.jungle-speed] and its rules below it"),
        (
            "[house]\norchidee = 3",
            "home.toml:2: house.orchidee = 3 is not a section; write [house.orchidee] and its rules below it",
        ),
        (
            "\n[house.orchide]",
            (
                "home.toml:2: there is no game 'orchide'; did you mean 'orchidee'? "
                "choose among jungle-speed, orchidee, amazonas, practice"
            ),
        ),
        (
            "[house.orchidee]\nraid_mean = 3",
            "home.toml:2: orchidee has no house rule 'raid_mean'; did you mean 'raid_mean_s'?",
        ),
        (
            "[seats]\ncount = 4\n[house.orchidee]\nraid_mean_s = [3]",
            "home.toml:4: house rule raid_mean_s = [3] of orchidee is not a whole number of seconds from 0 to 3600",
        ),
        (
            '[house.jungle-speed]\nend = "first"',
            (
                "home.toml:2: house rule end = 'first' of jungle-speed is not one of last_two, first_out; "
                "did you mean 'first_out'?"
            ),
        ),
        ('[speaker]\nsink = "file"', "home.toml:1: [speaker] sink = 'file' without device; name the file in device"),
        (
            "[totem]\ncount_settle_ms = 151",
            "home.toml:2: [totem] count_settle_ms = 151 is not a whole number of milliseconds from 20 to 150",
        ),
        ("page = 80", "home.toml:1: page = 80 is not a section; write [page] and its keys below it"),
        (
            "[[seats]]\ncount = 3",
            "home.toml:1: seats = [{'count': 3}] is not a section; write [seats] and its keys below it",
        ),
        ("[device]\nvolume = 101", "home.toml:2: [device] volume = 101 is not a whole number from 0 to 100"),
        ('[device]\nvolume = "35"', "home.toml:2: [device] volume = '35' is not a whole number from 0 to 100"),
        ("[seats]\ncount = true", "home.toml:2: [seats] count = true is not a whole number from 2 to 10"),
        (
            '[gpio]\nfactory = "RPi.GPIO"',
            "home.toml:2: [gpio] factory = 'RPi.GPIO' is not one of lgpio, rpigpio, mock; did you mean 'rpigpio'?",
        ),
        ('[device]\nlanguage = "de"', "home.toml:2: [device] language = 'de' is not one of fr, en"),
        (
            '[device]\nstate_dir = "here"',
            "home.toml:2: [device] state_dir = 'here' is not an absolute folder such as /var/lib/perroquet",
        ),
        ("[seats]\ncount = nan", "home.toml:2: [seats] count = nan is not a whole number from 2 to 10"),
        (
            '[totem]\nport = ""',
            "home.toml:2: [totem] port = '' is not auto, or a serial device such as /dev/perroquet-base",
        ),
        ("[page]\nport = = 80", "home.toml:2: not TOML: Invalid value; the line reads 'port = = 80'"),
        (
            "[page]\r\nport = 80\r\nport = 81",
            "home.toml:3: not TOML: Cannot overwrite a value; the line reads 'port = 81'",
        ),
        ("x = " + "[" * 9999, None),
        ("[seats]\ncount = " + "9" * 5000, None),
    ],
)
def test_a_fault_is_quoted_with_its_line_and_the_way_out(text: str, message: str | None):
    told = refusal(text)

    assert told == message if message else told.startswith("home.toml")


def test_all_faults_are_told_at_once_by_line():
    told = refusal('[house.orchidee]\nraid_mean_s = -1\n[parts]\nlamp = "SIM"\n[device]\nvolum = 3\n').splitlines()

    assert [line.split(":")[1] for line in told] == ["2", "4", "6"]


@given(text=st.text(alphabet="[]{}=.,\"'#\\\n ab1", max_size=60))
def test_whatever_is_in_the_file_it_is_read_or_refused_with_its_name(text: str):
    told = ""
    try:
        parse(text, "home.toml", state_dir=STATE)
    except ConfigurationError as err:
        told = str(err)

    assert all(line.startswith("home.toml:") for line in told.splitlines())


def test_a_named_file_must_exist(tmp_path: Path):
    with pytest.raises(ConfigurationError, match=r"gone\.toml: there is no such file; name another with --config"):
        load(tmp_path / "gone.toml", environ={}, system=tmp_path / "none")


def test_a_folder_is_no_file(tmp_path: Path):
    with pytest.raises(ConfigurationError, match="cannot be read: Is a directory"):
        load(tmp_path, environ={})


def test_another_encoding_is_told_with_its_line(tmp_path: Path):
    file = tmp_path / "latin.toml"
    file.write_bytes("[device]\n# réglé à la main\n".encode("latin-1"))

    with pytest.raises(ConfigurationError, match=r"latin\.toml:2: not UTF-8 \(byte 0xe9\); save it as UTF-8"):
        load(file, environ={})


def test_a_byte_order_mark_is_no_fault(tmp_path: Path):
    file = tmp_path / "notepad.toml"
    file.write_bytes(b"\xef\xbb\xbf[device]\r\nvolume = 50\r\n")

    assert load(file, environ={}).device.volume == 50


def test_the_named_file_then_the_machines_own_then_the_defaults(tmp_path: Path):
    own, named, none = tmp_path / "own.toml", tmp_path / "named.toml", tmp_path / "none.toml"
    own.write_text("[seats]\ncount = 4")
    named.write_text("[seats]\ncount = 6")

    seats = [
        load(path, environ={}, system=system).seats.count for path, system in [(named, own), (None, own), (None, none)]
    ]

    assert seats == [6, 4, 8]


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"STATE_DIRECTORY": "/var/lib/perroquet", "HOME": "/home/lea"}, "/var/lib/perroquet"),
        ({"STATE_DIRECTORY": "/var/lib/perroquet:/var/lib/other"}, "/var/lib/perroquet"),
        ({"XDG_STATE_HOME": "/data", "HOME": "/home/lea"}, "/data/perroquet"),
        ({"XDG_STATE_HOME": "data", "HOME": "/home/lea"}, "/home/lea/.local/state/perroquet"),
        ({"HOME": "/home/lea"}, "/home/lea/.local/state/perroquet"),
    ],
)
def test_the_state_folder_is_systemds_else_the_users(environ: Mapping[str, str], folder: str, tmp_path: Path):
    assert load(environ=environ, system=tmp_path / "none").device.state_dir == Path(folder)


def test_the_file_names_the_state_folder_before_the_environment_does(tmp_path: Path):
    file = tmp_path / "home.toml"
    file.write_text('[device]\nstate_dir = "/mine"')

    assert load(file, environ={"STATE_DIRECTORY": "/theirs"}).device.state_dir == Path("/mine")


def test_the_shipped_example_is_every_key_at_its_default():
    text = asset("systemd/perroquet.toml").read_text(encoding="utf-8")
    read = parse(text, "perroquet.toml", state_dir=STATE)

    written = {section: set(cast("dict[str, object]", values)) for section, values in tomllib.loads(text).items()}
    wanted = {section: set(values) for section, values in DEFAULTS.model_dump().items()}
    assert written | {"house": set()} == wanted
    assert read == DEFAULTS.model_copy(
        update={"device": Device(state_dir=Path("/var/lib/perroquet")), "house": HOUSE_SHEETS}
    )
