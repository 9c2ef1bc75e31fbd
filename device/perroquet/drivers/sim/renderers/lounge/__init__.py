"""Renderer D, held out: an ordinary living room under Camera Module 3 Wide, by somebody who had read no reader.

It shares nothing with renderers A, B and C but the truth. Nothing here is meant to be hard; each range is what people
have on their tables, or what the camera's makers publish. Never tune on it.

What the ranges rest on ("guess" = nobody measured it here):

| what | range | rests on |
|---|---|---|
| fall of light | cos^3, half of it corrected | luminance table, strength 0.5, of libcamera's `imx708_wide.json` |
| tone curve | y = gx / (1 + (g - 1) x), g 4.2 to 5.6 | its `gamma_curve` (about g = 4.9) |
| noise | of photons, of reading; more where the fall is corrected | its `rpi.noise`; the scene says how strong |
| halos | 0.25 to 0.8 of a blur of 1.1 pixels, at most 24 levels | its `rpi.sharpen`; guess |
| softness | +20 to +80 % at 50 degrees off the axis, one side worse | plastic lenses; guess |
| veil | 1 to 4 % of the mean light | wide plastic lenses, a thumb on the glass; guess |
| coloured edges | red and blue 0.04 % larger or smaller | half a pixel in the corners; guess |
| bands of 100 Hz | 0 to 2 % at 8 ms | lamps' flicker of 0 to 10 % times sinc(0.8) |
| white balance | 4 % off, and as warm as a scene says | libcamera's search begins at 2500 K |
| paper | L* 88 to 96, b* -3 to 8 | ISO 12647-2, paper types 1 to 5 |
| ink | lightness 5, hue 6 degrees, chroma 0.8 to 1.08 | home printers, faded boxes; guess |
| separations | 0.08 mm apart (sigma), 0.2 at most | offset holds 0.1 mm, inkjet about as much |
| lines | -0.1 to +0.25 mm wide | ink spreads 0.05 to 0.15 mm on plain paper, thin prints exist |
| cut | print off the card's middle by 0.35 mm (sigma), 0.8 at most | card makers tolerate 1 mm and more |
| bent cards | corners up to 0.9 mm up, or the middle | 300 g board after some evenings; guess |
| skin | L* 30 to 68 | backs of hands in published CIELAB surveys of skin |
| lamps | two of 2700 to 6500 K, or a window; 15 to 55 % from all around | living rooms; guess |
| people | shadows of 4 to 16 % at the rim, hands that rest beyond 430 mm, a watch on 1 wrist in 4 | guess |

Not modelled: JPEG (the camera hands over YUV 4:2:0 as it is), rolling shutter within a moving hand, dust on the lens.
"""

from perroquet.drivers.sim.renderers.lounge.renderer import LoungeRenderer

__all__ = ["LoungeRenderer"]
