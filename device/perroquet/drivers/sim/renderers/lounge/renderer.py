"""Renderer D: one picture, from the cloth upward."""

import numpy as np

from perroquet.drivers.sim.renderers.lounge.camera import taken
from perroquet.drivers.sim.renderers.lounge.cloths import cover
from perroquet.drivers.sim.renderers.lounge.lamps import light_on_table, room_of
from perroquet.drivers.sim.renderers.lounge.laying import lay
from perroquet.drivers.sim.renderers.lounge.limbs import lay_limb, limb_of, resting
from perroquet.drivers.sim.renderers.lounge.stand import lay_base, lay_totem, totem_shade
from perroquet.drivers.sim.renderers.lounge.tints import F32, hued
from perroquet.drivers.sim.renderers.lounge.view import View
from perroquet.ports.camera import Frame
from perroquet.vision.scene import Cloth, Scene


class LoungeRenderer:
    """Renderer D."""

    name = "d"

    def render(self, scene: Scene) -> Frame:
        """Return the picture."""
        view, room = View(scene.camera.sight), room_of(scene)
        x, y = view.places(view.all)
        canvas = np.array(cover(scene.cloth, scene.look, x, y, view.scale), np.float32)
        _floor(canvas, scene, x, y, view.scale)
        shine = np.zeros_like(canvas)
        lay_base(canvas, view, scene)
        for lying in (*scene.strays, *(each for pile in scene.piles for each in pile.lying)):
            lay(canvas, shine, lying, view, scene.look, room)
        limbs = [limb_of(arm, scene.look) for arm in (*resting(scene), *scene.arms)]
        shades = [limb.shade for limb in limbs] + ([totem_shade()] if scene.totem else [])
        canvas *= light_on_table(view, scene, room, shades)
        if scene.cloth is Cloth.WOOD:
            canvas += _sheen(scene, x, y)[..., None]
        canvas += shine
        if scene.totem:
            lay_totem(canvas, view, scene, room)
        for limb in limbs:
            lay_limb(canvas, limb, view, scene, room)
        return taken(canvas, view, scene)


def _floor(canvas: F32, scene: Scene, x: F32, y: F32, scale: float) -> None:
    """Let a long table end at the sides of the picture, beyond all that a game looks at; the floor is dark."""
    rng = np.random.default_rng((scene.look, 13))
    half, turn = float(rng.uniform(640, 900)), float(scene.camera.turned + rng.uniform(-2, 2))
    floor = hued(float(rng.uniform(25, 60)), float(rng.uniform(2, 18)), float(rng.uniform(50, 90)))
    along = np.abs(x * np.float32(np.cos(np.radians(turn))) + y * np.float32(np.sin(np.radians(turn))))
    if float(along.max()) < half:
        return
    beyond = np.clip((along - np.float32(half)) * np.float32(scale) + np.float32(0.5), 0.0, 1.0)[..., None]
    canvas += beyond * (np.float32(0.6) * floor - canvas)


def _sheen(scene: Scene, x: F32, y: F32) -> F32:
    """Return what varnished wood mirrors of the first lamp: a broad pale spot between it and the camera."""
    rng = np.random.default_rng((scene.look, 17))
    strength, wide = float(rng.uniform(0.0, 0.05)), float(rng.uniform(60, 140))
    lamp, camera = room_of(scene).lamps[0].at, scene.camera
    share = float(camera.height) / (float(camera.height) + float(lamp[2]))
    spot = (camera.x + share * (lamp[0] - camera.x), camera.y + share * (lamp[1] - camera.y))
    away = (x - np.float32(spot[0])) ** 2 + (y - np.float32(spot[1])) ** 2
    return (np.float32(strength) * np.exp(-away / np.float32(2 * wide**2))).astype(np.float32)
