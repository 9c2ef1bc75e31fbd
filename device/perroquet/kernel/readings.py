"""Facts of the world as frozen values: what parts tell the table.

Readings say what was measured and how sure the measurement is; they never say what follows from it. Game rules draw
the consequences.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from perroquet.kernel.units import Degrees, Fingers, HostNs, McuUs, Micros, Millimetres, Millis, Probability, Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Control(StrEnum):
    """A thing a person can press or turn on the panel."""

    START = "start"
    MODE = "mode"
    HUSH = "hush"
    SEAT = "seat"
    ENCODER = "encoder"


class Gesture(StrEnum):
    """How it was pressed."""

    SHORT = "short"
    """Released before the hold time; stamped with the *press*, since order of presses decides games."""
    LONG = "long"
    """Held for the hold time; told while still down."""
    CHORD = "chord"
    """MODE and START held together for two seconds; told as a press of START."""
    TURN = "turn"
    """Detents of the encoder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A change of one line of the panel, before debouncing.

    Attributes:
        line: name in `hardware/pins.toml`: `start`, `mode`, `hush`, `encoder_a`, `encoder_b`, `seat_1`...
        active: True when the contact closes (the line is pulled to ground).
        at: the kernel's own stamp of the edge, not the time of the callback.
    """

    line: str
    active: bool
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A debounced gesture on the panel.

    Attributes:
        seat: which seat button; None for the other controls.
        steps: detents of the encoder, clockwise positive; 0 for buttons.
        at: when the contact first closed (`SHORT`, `CHORD`), when the hold time was reached (`LONG`), or the last
            detent (`TURN`).
    """

    control: Control
    gesture: Gesture
    at: HostNs
    seat: Seat | None = None
    steps: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """The base felt the first touch of a grab; its window follows.

    Attributes:
        grab: identity of the grab within one epoch of the base.
        epoch: boot of the base; grabs of two epochs are never compared.
        first: when, on the base's clock.
        at: the same instant on the host's clock; off by at most `bound`.
    """

    grab: int
    epoch: int
    first: McuUs
    at: HostNs
    bound: Micros


SETTLE: Final = Millis(150)
"""How long a window goes on after first contact, if nothing ends it sooner; fingers are then where they stay."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Window:
    """What the base measured around one grab: enough to rule it.

    Attributes:
        t_us: (n,) int64, microseconds from the first contact (negative before it), increasing.
        lines: (n, 20) float32, counts above baseline: 12 rings from the lowest, then 8 columns.
        forces: (n, 3) float32, newtons.
        scale: counts of one fingertip at full contact.
        ring_mm: (12,) centre heights.
        column_deg: (8,) azimuths.
        force_deg: (3,) azimuths of the supports.
        lift_us: separation from the base, or None.
        fall_us: landing of a fall, or None.
        contact: the contact it belongs to.
        imu: (n,) float32, g: magnitude of the base's acceleration less gravity; None = no such sensor.
        held: a hand had been on the totem for seconds already: whatever the lines say is its doing too.
        onsets: (line, when its touch began) as the base timed it, from the first contact, in the order told; () = a
            base that does not, or a bare wooden totem. Finer than `lines` can tell. When the first is later than 0, the
            supports had felt a hand before any line did: one in a glove or a sleeve.
    """

    contact: Contact
    t_us: "NDArray[np.int64]"
    lines: "NDArray[np.float32]"
    forces: "NDArray[np.float32]"
    scale: float
    ring_mm: tuple[Millimetres, ...]
    column_deg: tuple[Degrees, ...]
    force_deg: tuple[Degrees, ...]
    lift_us: Micros | None = None
    fall_us: Micros | None = None
    imu: "NDArray[np.float32] | None" = None
    onsets: tuple[tuple[int, Micros], ...] = ()
    held: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Recorded:
    """Every scan of a grab, pulled from the base afterwards: for the photo finish and the capture, never for a ruling.

    Attributes:
        window: as in `Window`, one row a scan, from before the contact until after the separation.
    """

    window: Window


@dataclass(frozen=True, slots=True, kw_only=True)
class TotemFell:
    """The totem landed on its side, on the base or beside it.

    Attributes:
        grab: the grab after which it fell; None when no hand was felt.
        at: when it landed, host clock.
    """

    grab: int | None
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class TotemHeld:
    """A hand has been on the standing totem for seconds, and is still; told once a hold."""

    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseTurned:
    """The base turned on the table, so every seat's azimuth did.

    Attributes:
        by: clockwise, signed, since the last such reading.
    """

    by: Degrees
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class TotemStanding:
    """The totem stands in its seat (`standing`), or is away from it.

    Attributes:
        unfelt: it left while no hand was felt on it, so no window tells who took it.
    """

    standing: bool
    at: HostNs
    unfelt: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One hand on the totem, as analysed.

    Attributes:
        first_us: first contact, from the window's first contact.
        seat: owner when it is sure enough that there is such a hand and whose it is, else None.
        seat_posterior: probability of each seat, if there is such a hand; sums to 1 when seats are known, else empty.
        fingers: most probable count at the ruling instant.
        fingers_p: probability of 0..5 fingers.
        lowest_mm: centre of the lowest ring this hand occupies.
        lowest_p: probability of each ring to be that one, from the lowest; empty = as surely as `lowest_mm` says.
        azimuth_deg: where its pull points.
        brush: released without lift, fall or force change.
        odds: how many times better the base's and the camera's evidence alone, without the rules' prior, fits the most
            probable seat than the best other; 1 = it says nothing.
    """

    first_us: Micros
    seat: Seat | None
    seat_posterior: tuple[tuple[Seat, Probability], ...]
    fingers: Fingers
    fingers_p: tuple[Probability, ...]
    lowest_mm: Millimetres
    azimuth_deg: Degrees
    brush: bool = False
    odds: float = 1.0
    lowest_p: tuple[Probability, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Grab:
    """Hands on the totem in one grab, by first contact; never a ruling.

    Attributes:
        grab: identity, as in `Contact`.
        epoch: boot of the base.
        at: first contact on the host's clock.
        hands: by `first_us`; empty = nobody could be told apart.
        gap_us: first contact of the second hand minus that of the first; None under two hands.
        lift_us: separation, or None.
        fall_us: or None.
        evidence: one-line text form of what decided, for the long ruling and the journal.
    """

    grab: int
    epoch: int
    at: HostNs
    hands: tuple[Hand, ...]
    gap_us: Micros | None = None
    lift_us: Micros | None = None
    fall_us: Micros | None = None
    evidence: str = ""


class Part(StrEnum):
    """A part of the device that can go missing."""

    TOTEM = "totem"
    SPEAKER = "speaker"
    BUTTONS = "buttons"
    LAMPS = "lamps"
    CAMERA = "camera"


class Cause(StrEnum):
    """Why a part is missing, as far as players can mend it; each part and cause has its sentence."""

    MISSING = "missing"
    """Not there, or never was."""
    BUSY = "busy"
    """Another program holds it."""
    FORBIDDEN = "forbidden"
    """This user may not open it."""
    UNPLUGGED = "unplugged"
    """It was there, and its cable was pulled."""
    SILENT = "silent"
    """Plugged in, without an answer."""
    FOREIGN = "foreign"
    """It answers in a protocol this Perroquet does not speak."""
    BROKEN = "broken"
    """It, or the program that drives it, failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartLost:
    """A part went away; said once, and again only when another cause now stands in the way.

    Attributes:
        why: in English, for the log: what came, what was wanted, the way out.
    """

    part: Part
    cause: Cause
    why: str
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class PartFound:
    """A part is there (again)."""

    part: Part
    what: str
    at: HostNs


class Ailment(StrEnum):
    """What ails a part that works on, as far as players can mend it; each has its sentence."""

    CROOKED = "crooked"
    """Several lines of the totem are not believed: most likely it stands askew."""
    LINE = "line"
    """One line of the totem is dead or stuck."""
    SUPPORT = "support"
    """A support of the totem drifts, or is at the end of its range."""
    MOTION = "motion"
    """The base does not feel its own movements: bumps and falls go unnoticed."""
    DARK = "dark"
    """The camera sees too little light to read by."""
    ASTRAY = "astray"
    """The camera cannot see the markers around the base, or they are not where they were."""
    LEARNT = "learnt"
    """What was learnt for the camera, its deck or its lens, cannot be read: it sees nothing until that is mended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartAiling:
    """A part works, but not as well as it should (any more): told when that changes.

    Attributes:
        ailment: the most hindering one; None = all is well again.
        why: in English, for the log: what ails.
    """

    part: Part
    ailment: Ailment | None
    why: str
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A sound reached the air.

    Attributes:
        key: the sound's key in the bank.
        onset: when its first sample was heard.
        end: when its last sample is heard.
    """

    key: str
    onset: HostNs
    end: HostNs


class Sighting(StrEnum):
    """What a camera makes of the place where a seat's cards lie face up."""

    SEEN = "seen"
    """One card, read alike several times."""
    EMPTY = "empty"
    """No card."""
    HIDDEN = "hidden"
    """A hand or something else is over it; what lies there may be changing."""
    UNSURE = "unsure"
    """A card that could not be read: it must be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReading:
    """What lies on top before a seat, as far as a camera can tell; told when that changes.

    Attributes:
        face: what it shows, colour aside: `S03`, `IN`; "" unless seen.
        colour: letter of its colour; "" = not sure, or it has none.
        at: when the newest picture it rests on was taken.
    """

    seat: Seat
    sighting: Sighting
    at: HostNs
    face: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmLikelihood:
    """Whose the arms in one camera frame may be.

    Attributes:
        arms: of each arm that reaches, how likely it is each seat's; sums to 1. Never empty.
        at: when the frame saw the base, host clock.
    """

    arms: tuple[tuple[tuple[Seat, Probability], ...], ...]
    at: HostNs
