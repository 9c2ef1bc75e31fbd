"""The table of lengths as frozen values. Nothing here draws: the tests read it too."""

import tomllib
from dataclasses import dataclass, fields
from math import pi, radians, tan
from pathlib import Path
from typing import Any, Final

HARDWARE: Final = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """What a printer can do."""

    bed: float
    wall_least: float
    density_g_cm3: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Washer:
    """Ballast."""

    outer: float
    hole: float
    thick: float
    mass_g: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Totem:
    """The sleeve that hands grab."""

    radius: float
    height: float
    wall: float
    top: float
    rings: int
    ring_first: float
    ring_pitch: float
    columns: int
    tape: float
    groove_play: float
    ring_depth: float
    column_depth: float
    wire_hole: float
    washers: int
    washers_from: float
    rib: float
    contacts: int

    @property
    def bore(self) -> float:
        """Radius inside."""
        return self.radius - self.wall

    @property
    def groove(self) -> float:
        """Width of a groove."""
        return self.tape + self.groove_play

    @property
    def ring_heights(self) -> tuple[float, ...]:
        """Centre height of each ring, from the lowest."""
        return tuple(self.ring_first + self.ring_pitch * n for n in range(self.rings))

    @property
    def column_azimuths(self) -> tuple[float, ...]:
        """Azimuth of each column, in degrees."""
        return tuple(360 / self.columns * n for n in range(self.columns))


@dataclass(frozen=True, slots=True, kw_only=True)
class Foot:
    """The cone under the sleeve, with magnets and contacts."""

    cone_radius: float
    depth: float
    draft_deg: float
    floor: float
    magnet: float
    magnet_thick: float
    magnet_play: float
    magnets: int
    magnet_circle: float
    pin_hole: float
    pin_head: float
    pin_circle: float
    spigot: float
    spigot_play: float
    tube: float
    tube_wall: float
    key_width: float
    key_play: float

    @property
    def tip_radius(self) -> float:
        """Radius of the cone's lower end."""
        return self.cone_radius - self.depth * tan(radians(self.draft_deg))


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Where the totem stands; it floats on the three supports."""

    socket_depth: float
    play: float
    collar: float
    plate: float
    plate_thick: float
    underside: float
    contact_hole: float
    contact_floor: float
    channel: float
    steel: float
    steel_thick: float
    steel_play: float
    nut_flats: float
    nut_thick: float
    screw: float
    screw_long: float
    screw_head: float
    screw_washer: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Spring:
    """What presses the seat on its supports."""

    wire: float
    outer: float
    long: float
    coils: float
    shear_mpa: float

    @property
    def rate_n_mm(self) -> float:
        """Newtons a millimetre: G d^4 / (8 D^3 n)."""
        return self.shear_mpa * self.wire**4 / (8 * (self.outer - self.wire) ** 3 * self.coils)

    @property
    def solid(self) -> float:
        """Length at which coil lies on coil, two more than those that move."""
        return self.wire * (self.coils + 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """The three force sensors."""

    circle: float
    first_deg: float
    many: int
    pedestal: float
    sensor: float
    pad: float

    @property
    def azimuths(self) -> tuple[float, ...]:
        """Azimuth of each, in degrees."""
        return tuple(self.first_deg + 360 / self.many * n for n in range(self.many))


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """Body and lid of the base."""

    radius: float
    wall: float
    floor: float
    rim: float
    lid: float
    lid_lip: float
    lid_lip_wall: float
    lid_play: float
    opening_play: float
    lamp_outer: float
    lamp_inner: float
    lamp_thick: float
    lamp_play: float
    lamp_window: float
    lamp_rim: float
    stacks_deg: list[float]
    stack_circle: float
    stack_washers: int
    stack_spindle: float
    posts_deg: list[float]
    post_circle: float
    post: float
    insert: float
    insert_deep: float
    guides_deg: list[float]
    guide: float
    guide_play: float
    boss: float
    well: float
    well_ceiling: float
    well_deep: float
    feet_deg: list[float]
    foot_circle: float
    foot: float
    foot_deep: float
    foot_thick: float
    usb_width: float
    usb_height: float
    pico_long: float
    pico_wide: float
    pico_above_floor: float
    pico_play: float
    parts_mass_g: float

    @property
    def inside(self) -> float:
        """Radius inside the wall."""
        return self.radius - self.wall

    @property
    def top(self) -> float:
        """Height of the lid's face."""
        return self.rim + self.lid


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Pi, amplifier, speaker, panel and seat jacks. x to the right, y to the back, seen from the panel."""

    long: float
    deep: float
    high: float
    wall: float
    floor: float
    lid: float
    lid_lip: float
    lid_lip_wall: float
    lid_play: float
    corner: float
    pi_long: float
    pi_wide: float
    pi_holes: list[float]
    pi_hole_in: float
    pi_above_floor: float
    pi_thick: float
    pi_play: float
    pi_usb: list[float]
    pi_usb_size: list[float]
    pi_power: list[float]
    pi_power_size: list[float]
    screw_pilot: float
    pillar: float
    jack: float
    jack_pitch: float
    jack_rows: list[float]
    jacks_a_row: int
    button: float
    encoder: float
    lamp: float
    display: list[float]
    speaker: float
    speaker_play: float
    slit: float
    camera_slit: list[float]

    @property
    def pi_corner(self) -> tuple[float, float]:
        """Card edge (right) and power edge (back) of the Pi's board; its USB side looks left, its pins to the front."""
        return (-self.long / 2 + self.wall + self.pi_play + self.pi_long, self.deep / 2 - self.wall - self.pi_play)

    @property
    def pi_screws(self) -> tuple[tuple[float, float], ...]:
        """Where the board's four screws are."""
        card, power = self.pi_corner
        xs = [card - self.pi_hole_in - step for step in (0, self.pi_holes[0])]
        ys = [power - self.pi_hole_in - step for step in (0, self.pi_holes[1])]
        return tuple((x, y) for x in xs for y in ys)

    @property
    def jacks(self) -> tuple[tuple[float, float], ...]:
        """Where the seats' jacks are in the back wall, x and height: seats 1 to 5 above, 6 to 10 below."""
        last = self.long / 2 - 16
        row = [last - self.jack_pitch * n for n in range(self.jacks_a_row)]
        return tuple((x, height) for height in sorted(self.jack_rows, reverse=True) for x in row)

    @property
    def lid_screws(self) -> tuple[tuple[float, float], ...]:
        """Where the lid's four screws are."""
        x, y = (side / 2 - self.wall - self.corner + 1 for side in (self.long, self.deep))
        return ((-x, -y), (x, -y), (x, y), (-x, y))


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """The housing of a player's button."""

    radius: float
    high: float
    wall: float
    hole: float
    cable: float
    lid: float
    lid_play: float
    lid_deep: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Mast:
    """The camera's: clamp, elbow and head on two rods."""

    rod: float
    upright: float
    arm: float
    rod_play: float
    wall: float
    socket: float
    table_most: float
    jaw: float
    width: float
    screw: float
    nut_flats: float
    nut_thick: float
    camera_long: float
    camera_wide: float
    camera_holes: list[float]
    camera_pilot: float

    @property
    def bore(self) -> float:
        """Radius of a rod's hole."""
        return self.rod / 2 + self.rod_play

    @property
    def camera_above_table(self) -> float:
        """Height of the camera's plate: the rods' sockets are as deep in clamp and elbow, the clamp 10 mm thick."""
        return 10.0 + self.upright


@dataclass(frozen=True, slots=True, kw_only=True)
class Dimensions:
    """The whole table, `hardware/dimensions.toml`."""

    printing: Printing
    washer: Washer
    totem: Totem
    foot: Foot
    seat: Seat
    spring: Spring
    support: Support
    base: Base
    box: Box
    button: Button
    mast: Mast

    @property
    def stand(self) -> float:
        """Height of the plane on which the totem stands, in the base: the seat's rim, just above the lid."""
        return self.seat.underside + self.socket_floor + self.seat.socket_depth

    @property
    def socket_floor(self) -> float:
        """Thickness of the seat under its socket: steel, nut, and what carries the nut."""
        return self.seat.steel_thick + self.seat.nut_thick + 2.0

    @property
    def magnet_gap(self) -> float:
        """Between magnets and steel, closed: the foot's floor and the room below it."""
        return self.foot.floor + self.seat.socket_depth - self.foot.depth

    def spring_at(self, preload_n: float) -> float:
        """Return the length of the spring that presses with `preload_n`."""
        return self.spring.long - preload_n / self.spring.rate_n_mm


def read(text: str) -> Dimensions:
    """Read a table.

    Raises:
        TypeError: a key is missing or unknown.
    """
    table: dict[str, dict[str, Any]] = tomllib.loads(text)
    return Dimensions(**{part.name: part.type(**table.pop(part.name)) for part in fields(Dimensions)}, **table)  # pyright: ignore


def grams(volume_mm3: float, density_g_cm3: float) -> float:
    """Return the mass of a full print."""
    return volume_mm3 / 1000 * density_g_cm3


def disc(radius: float, high: float) -> float:
    """Return the volume of a disc."""
    return pi * radius**2 * high


DIMENSIONS: Final = read((HARDWARE / "dimensions.toml").read_text("utf-8"))
