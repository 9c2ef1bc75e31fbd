"""Renderer C, held out: for every pixel, what its ray meets.

Cloths are functions of the place a ray meets, cards are sampled four times a pixel from a halftone print, limbs are
distances to rounded bones, shadows come from two lamps of different colours. The camera is soft, veiled and chromatic.
Written apart from renderers A and B; shares nothing with them but the truth. Never tune on it.
"""

from perroquet.drivers.sim.renderers.raycast.renderer import RaycastRenderer

__all__ = ["RaycastRenderer"]
