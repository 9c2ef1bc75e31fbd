"""What the doctor finds of a camera, and of what was learnt for it."""

from dataclasses import replace

import pytest
from perroquet.kernel.errors import CameraLost
from perroquet.kernel.readings import Cause
from perroquet.kernel.units import Millimetres
from perroquet.ports.camera import Frame
from perroquet.vision.book import our_book
from perroquet.vision.calibration import lens_text
from perroquet.vision.enrol import save
from perroquet.vision.scene import Camera, Light, Scene
from perroquet.vision.sight import FIRST_LENS
from perroquet.wiring.findings import State
from perroquet.wiring.machine import Machine

from tests.vision.tables import RENDERER
from tests.wiring.machines import PI_FILES, no_camera, part, states, touch


def test_a_missing_camera_is_required_only_where_it_is_asked_for(pi: Machine):
    unplugged = replace(pi, ask_camera=no_camera)
    assert states(unplugged) == {"camera": State.ABSENT_OPTIONAL}
    assert states(unplugged, '[camera]\nsource = "pi"') == {"camera": State.WRONG}
    (pi.root / PI_FILES[3]).unlink()

    assert states(pi) == {"camera": State.ABSENT_OPTIONAL}
    assert states(pi, '[camera]\nsource = "pi"') == {"camera": State.MISSING}


def test_a_camera_that_is_switched_off_is_not_looked_through(pi: Machine):
    assert states(replace(pi, ask_camera=no_camera), '[camera]\nsource = "off"') == {"camera": State.ABSENT_OPTIONAL}


def test_a_camera_in_use_is_no_fault_and_the_way_out_is_told(pi: Machine):
    def busy() -> Frame:
        raise CameraLost(Cause.BUSY, "the camera cannot be opened")

    told = part("camera", replace(pi, ask_camera=busy), '[camera]\nsource = "pi"')

    assert told.state is State.OK
    assert "end the program that holds it" in told.found.en


def test_without_opencv_the_camera_s_check_says_what_to_install(pi: Machine):
    def unbuilt() -> Frame:
        raise ImportError("No module named 'cv2'")

    told = part("camera", replace(pi, ask_camera=unbuilt))

    assert told.state is State.WRONG
    assert "opencv-python-headless" in told.mend.en


@pytest.mark.parametrize(
    ("scene", "found", "mend"),
    [
        (Scene(look=1, light=Light(level=0.08)), "too dark", "lamp"),
        (Scene(look=1, camera=Camera(x=Millimetres(1300.0))), "0 of the base's 4 markers", "vision sheets"),
    ],
    ids=["dark", "no mat"],
)
def test_what_a_camera_cannot_work_with_is_told_with_its_mend(pi: Machine, scene: Scene, found: str, mend: str):
    told = part("camera", replace(pi, ask_camera=lambda: RENDERER.render(scene)))

    assert told.state is State.WRONG
    assert found in told.found.en
    assert mend in told.mend.en


@pytest.mark.parametrize(("option", "name"), [("book", "camera-deck"), ("lens", "camera-lens")])
@pytest.mark.parametrize("text", ["nothing of the kind", None])
def test_what_was_learnt_for_the_camera_and_cannot_be_read_is_told(
    pi: Machine, option: str, name: str, text: str | None
):
    if text is not None:
        touch(pi.root, "learnt", text)
    told = part(name, pi, f'[camera]\n{option} = "/learnt"')

    assert told.state is State.WRONG
    assert "/learnt" in told.found.en
    assert f"[camera] {option}" in told.mend.en
    assert part("camera", pi, f'[camera]\n{option} = "/learnt"').state is State.OK


def test_what_was_learnt_for_the_camera_and_can_be_read_is_named(pi: Machine):
    touch(pi.root, "lens.json", lens_text(FIRST_LENS))
    save(our_book(), pi.root / "deck.npz")
    learnt = '[camera]\nbook = "/deck.npz"\nlens = "/lens.json"'

    assert states(pi, learnt) == {}
    assert part("camera-deck", pi, learnt).found.en == "/deck.npz: perroquet-classic"
    assert part("camera-lens", pi, learnt).found.en == "/lens.json"
