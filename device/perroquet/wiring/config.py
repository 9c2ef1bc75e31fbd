"""The configuration: one TOML file, checked once; the only place that reads the environment.

Every key has a default, so no file is needed. `systemd/perroquet.toml` is the commented example.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, Self, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from perroquet.audio.keys import POLITE
from perroquet.kernel.errors import ConfigurationError
from perroquet.kernel.readings import SETTLE
from perroquet.kernel.sentences import Language
from perroquet.kernel.sheet import HouseValue
from perroquet.kernel.units import Millis, Percent
from perroquet.wiring.config_faults import CONTRADICTION, Fault, Sections, faults
from perroquet.wiring.house_rules import house_rules
from perroquet.wiring.toml_lines import key_lines

SYSTEM_FILE: Final = Path("/etc/perroquet/perroquet.toml")
"""Read when no file is named and this one exists."""


class GpioFactory(StrEnum):
    """The library that drives the pins."""

    LGPIO = "lgpio"
    RPIGPIO = "rpigpio"
    MOCK = "mock"


class Sink(StrEnum):
    """Where sound goes."""

    AUTO = "auto"
    """The sound device if there is one, else nowhere."""
    PYGAME = "pygame"
    NULL = "null"
    FILE = "file"


class PartChoice(StrEnum):
    """Real or simulated part."""

    AUTO = "auto"
    """Real on a Pi, simulated elsewhere or with `--sim`."""
    REAL = "real"
    SIM = "sim"


class CameraChoice(StrEnum):
    """Where pictures come from."""

    AUTO = "auto"
    """The Pi's camera where picamera2 is installed, else nowhere."""
    PI = "pi"
    DRAWN = "drawn"
    """A simulated table."""
    OFF = "off"


class DisplayChip(StrEnum):
    """What drives the dots of a small display, if one is fitted."""

    OFF = "off"
    SSD1306 = "ssd1306"
    SH1106 = "sh1106"


def _absolute(path: Path) -> Path:
    if not path.is_absolute():
        raise ValueError("not absolute")
    return path


# A field's description completes the sentence "… is not …": it is what the message says was wanted.
def _one_of(kind: type[StrEnum]) -> str:
    return f"one of {', '.join(kind)}"


_Name = Annotated[str, Field(min_length=1)]
_Choice = Annotated[PartChoice, Field(strict=False, description=_one_of(PartChoice))]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Device(_Section):
    """`[device]`: the box as a whole."""

    language: Annotated[Language, Field(strict=False, description=_one_of(Language))] = Language.FR
    volume: Annotated[Percent, Field(ge=0, le=100, description="a whole number from 0 to 100")] = POLITE
    state_dir: Annotated[
        Path,
        Field(strict=False, description="an absolute folder such as /var/lib/perroquet"),
        AfterValidator(_absolute),
    ]


class Gpio(_Section):
    """`[gpio]`: the library behind buttons and lamp."""

    factory: Annotated[GpioFactory, Field(strict=False, description=_one_of(GpioFactory))] = GpioFactory.LGPIO


class TotemSettings(_Section):
    """`[totem]`: the base. `port` is `auto` or a serial device."""

    port: Annotated[_Name, Field(description="auto, or a serial device such as /dev/perroquet-base")] = "auto"
    # The base's windows end 150 ms after the first contact.
    count_settle_ms: Annotated[
        Millis, Field(ge=20, le=150, description="a whole number of milliseconds from 20 to 150")
    ] = SETTLE


class SpeakerSettings(_Section):
    """`[speaker]`: sound out. `device` names an output, or the file when `sink` is `file`; empty = the default."""

    sink: Annotated[Sink, Field(strict=False, description=_one_of(Sink))] = Sink.AUTO
    device: Annotated[
        str, Field(description="the name of a sound device, `alsa:` and one of ALSA's, or empty: default")
    ] = ""
    output_latency_ms: Annotated[
        Millis, Field(ge=0, le=1000, description="a whole number of milliseconds from 0 to 1000")
    ] = Millis(0)

    @model_validator(mode="after")
    def _file_is_named(self) -> Self:
        if self.sink is Sink.FILE and not self.device:
            raise PydanticCustomError(CONTRADICTION, "sink = 'file' without device; name the file in device")
        return self


class Page(_Section):
    """`[page]`: where the page answers; port 0 takes any free one."""

    host: Annotated[_Name, Field(description="an address such as 0.0.0.0 or 127.0.0.1")] = "0.0.0.0"  # noqa: S104 - phones at the table open it
    port: Annotated[int, Field(ge=0, le=65535, description="a whole number from 0 to 65535")] = 8080


class Parts(_Section):
    """`[parts]`: which parts are real."""

    buttons: _Choice = PartChoice.AUTO
    lamp: _Choice = PartChoice.AUTO
    totem: _Choice = PartChoice.AUTO
    speaker: _Choice = PartChoice.AUTO


class CameraSettings(_Section):
    """`[camera]`: who looks at the table, and what was learnt for it. Empty = our own deck, a lens as new."""

    source: Annotated[CameraChoice, Field(strict=False, description=_one_of(CameraChoice))] = CameraChoice.AUTO
    book: Annotated[str, Field(description="the file of a learnt deck, or empty: our own")] = ""
    lens: Annotated[str, Field(description="the file of a calibrated lens, or empty: as it left the factory")] = ""


class DisplaySettings(_Section):
    """`[display]`: the small display of the box, an option."""

    chip: Annotated[DisplayChip, Field(strict=False, description=_one_of(DisplayChip))] = DisplayChip.OFF


class Seats(_Section):
    """`[seats]`: how many seat buttons the box has; 9 and 10 are on the expander."""

    count: Annotated[int, Field(ge=2, le=10, description="a whole number from 2 to 10")] = 8


class Configuration(BaseModel):
    """All settings, checked. Build one by hand with `Configuration(device=Device(state_dir=...))`.

    `[house.<game>]`: house rules by game, which that game's own sheet has checked.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    device: Device
    gpio: Gpio = Gpio()
    totem: TotemSettings = TotemSettings()
    speaker: SpeakerSettings = SpeakerSettings()
    page: Page = Page()
    parts: Parts = Parts()
    camera: CameraSettings = CameraSettings()
    display: DisplaySettings = DisplaySettings()
    seats: Seats = Seats()
    house: Mapping[str, Mapping[str, HouseValue]] = {}


_SECTIONS: Final[Sections] = {
    section: kind.model_fields if isinstance(kind := field.annotation, type) and issubclass(kind, BaseModel) else {}
    for section, field in Configuration.model_fields.items()
}
"""`[house]` has no keys of its own: games have."""


def defaults(environ: Mapping[str, str] = os.environ) -> Configuration:
    """Return every key at its default; the state folder is systemd's, else the user's own."""
    return Configuration(device=Device(state_dir=_default_state_dir(environ)))


def load(
    path: Path | None = None, *, environ: Mapping[str, str] = os.environ, system: Path = SYSTEM_FILE
) -> Configuration:
    """Read and check the configuration.

    Args:
        path: the file the user named; None = `system` if it exists, else the defaults.
        environ: the state folder's default comes from here: systemd's, else the user's own.
        system: where the file of an installed device lies.

    Raises:
        ConfigurationError: names file, line, value, what was wanted and the nearest name; all faults in one error.
    """
    file = path or (system if system.exists() else None)
    if file is None:
        return defaults(environ)
    return parse(_read(file), str(file), state_dir=_default_state_dir(environ))


def parse(text: str, name: str, *, state_dir: Path) -> Configuration:
    """Check the TOML `text` of the file called `name`; `state_dir` is used when it names none.

    Raises:
        ConfigurationError: as `load`.
    """
    text = text.replace("\r\n", "\n")
    try:
        settings = tomllib.loads(text)
    except (ValueError, RecursionError) as err:
        raise ConfigurationError(_not_toml(name, text, str(err))) from err
    device = settings.setdefault("device", {})
    if isinstance(device, dict):
        cast("dict[str, object]", device).setdefault("state_dir", str(state_dir))
    lines = key_lines(text)
    house, found = house_rules(settings.pop("house", {}), lines, Path(name).parent)
    try:
        config = Configuration.model_validate({**settings, "house": house})
    except ValidationError as err:
        raise _refused(name, (*faults(err, lines, _SECTIONS), *found)) from err
    if found:
        raise _refused(name, found)
    return config


def _refused(name: str, found: tuple[Fault, ...]) -> ConfigurationError:
    return ConfigurationError("\n".join(f"{name}:{line}: {words}" for line, words in sorted(found)))


def notify_address(environ: Mapping[str, str] = os.environ) -> str | None:
    """Return where systemd listens for `READY=1` and the watchdog, or None when it does not."""
    return environ.get("NOTIFY_SOCKET") or None


def _default_state_dir(environ: Mapping[str, str]) -> Path:
    by_systemd = environ.get("STATE_DIRECTORY", "").split(":")[0]
    if by_systemd:
        return Path(by_systemd)
    by_user = Path(environ.get("XDG_STATE_HOME", ""))
    # The XDG rules say a relative path is to be ignored.
    home = Path(environ.get("HOME") or "~").expanduser()
    return (by_user if by_user.is_absolute() else home / ".local" / "state") / "perroquet"


def _read(file: Path) -> str:
    try:
        raw = file.read_bytes()
    except FileNotFoundError as err:
        raise ConfigurationError(f"{file}: there is no such file; name another with --config, or none") from err
    except OSError as err:
        raise ConfigurationError(f"{file}: cannot be read: {err.strerror}; it must be a readable file") from err
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        line = raw[: err.start].count(b"\n") + 1
        raise ConfigurationError(f"{file}:{line}: not UTF-8 (byte 0x{raw[err.start]:02x}); save it as UTF-8") from err


def _not_toml(name: str, text: str, fault: str) -> str:
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", fault)
    if place is None:
        return f"{name}: not TOML: {fault}"
    line = int(place[1] or text.count("\n") + 1)
    quoted = text.split("\n")[line - 1].strip()[:80]
    return f"{name}:{line}: not TOML: {fault.replace(place[0], '')}; the line reads {quoted!r}"
