"""Firmware of the totem base: the same modules run on the RP2040, on the MicroPython unix port and on CPython."""
