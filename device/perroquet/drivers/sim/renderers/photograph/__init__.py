"""Renderer B, held out: a table as a real sensor takes it.

Surfaces are laid with their reflectance, an area lamp and its shadows fall on them, and the light that comes back is
counted through a colour filter with the noise of photons and of reading, then interpolated, white-balanced, sharpened
and packed as the camera does. Written by somebody who had seen neither the reader nor renderer A. Never tune on it.
"""

from perroquet.drivers.sim.renderers.photograph.renderer import PhotographRenderer

__all__ = ["PhotographRenderer"]
