"""The doctor's checks of the camera: there, free, in light, above the base's mat; and what was learnt for it."""

from typing import Final

from perroquet.kernel.errors import CameraLost, PerroquetError
from perroquet.kernel.readings import Cause
from perroquet.kernel.sentences import say
from perroquet.ports.camera import FULL
from perroquet.wiring.config import CameraChoice, Configuration
from perroquet.wiring.findings import Finding, State, absent, finding
from perroquet.wiring.machine import Machine

_VIDEO: Final = "/dev/video*"


def check_camera(machine: Machine, config: Configuration) -> Finding:
    """Take a picture and look for what every game needs of it; no game needs a camera."""
    choice = config.camera.source
    if choice in (CameraChoice.OFF, CameraChoice.DRAWN):
        told = f"[camera] source = {choice}"
        return finding("camera", State.ABSENT_OPTIONAL, told, _VIDEO, say("mend-camera"))
    cameras = sorted(camera.name for camera in machine.path("/dev").glob("video[0-9]*"))
    required = choice is CameraChoice.PI
    if not cameras:
        return finding("camera", absent(required=required), "", _VIDEO, say("mend-camera"))
    try:
        return _looked(machine, config)
    except CameraLost as err:
        if err.cause is Cause.BUSY:
            return finding("camera", State.OK, say("found-camera-busy"), _VIDEO, say("mend-camera"))
        state = State.WRONG if required else State.ABSENT_OPTIONAL
        return finding("camera", state, str(err), say("wanted-camera"), say("mend-camera"))
    except ImportError as err:
        mend = say("mend-packages", words={"packages": "opencv-python-headless"})
        return finding("camera", State.WRONG, str(err), say("wanted-camera"), mend)


def check_camera_deck(machine: Machine, config: Configuration) -> Finding:
    """Want a learnt deck that can be read, where one is named."""
    named = config.camera.book
    if not named:
        return finding("camera-deck", State.OK, say("found-own-deck"), say("wanted-deck"), say("mend-deck"))
    try:
        from perroquet.vision.enrol import load

        told = f"{named}: {load(machine.path(named)).name}"
    except (PerroquetError, ImportError) as err:
        return finding("camera-deck", State.WRONG, str(err), say("wanted-deck"), say("mend-deck"))
    return finding("camera-deck", State.OK, told, say("wanted-deck"), say("mend-deck"))


def check_camera_lens(machine: Machine, config: Configuration) -> Finding:
    """Want a learnt lens that can be read and fits the camera's pictures, where one is named."""
    named = config.camera.lens
    if not named:
        return finding("camera-lens", State.OK, say("found-new-lens"), say("wanted-lens"), say("mend-lens"))
    try:
        from perroquet.vision.calibration import read_lens

        read_lens(machine.path(named), FULL)
    except (PerroquetError, ImportError) as err:
        return finding("camera-lens", State.WRONG, str(err), say("wanted-lens"), say("mend-lens"))
    return finding("camera-lens", State.OK, named, say("wanted-lens"), say("mend-lens"))


def _looked(machine: Machine, config: Configuration) -> Finding:
    from perroquet.vision.calibration import CannotCalibrate, hang, read_lens
    from perroquet.vision.sight import FIRST_LENS
    from perroquet.vision.thresholds import THRESHOLDS

    grey = machine.ask_camera().y
    wanted = say("wanted-camera")
    bright = float(grey.mean())
    if bright < THRESHOLDS.dark:
        told = say("found-dark", numbers={"n": round(bright), "least": round(THRESHOLDS.dark)})
        return finding("camera", State.WRONG, told, wanted, say("mend-dark"))
    try:
        lens = read_lens(machine.path(config.camera.lens), FULL) if config.camera.lens else FIRST_LENS
    except CannotCalibrate:
        lens = FIRST_LENS  # told by the check of the lens
    try:
        fit = hang(grey, lens)
    except CannotCalibrate as err:
        return finding("camera", State.WRONG, str(err), wanted, say("mend-mat"))
    told = say("found-markers", numbers={"n": len(fit.markers)}, words={"px": f"{fit.off_px:.1f}"})
    return finding("camera", State.OK, told, wanted, say("mend-mat"))
