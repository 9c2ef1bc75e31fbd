"""Measure the analysis of grabs on the virtual totem; every figure is simulated."""

from perroquet.bench.totem.running import CannotMeasure, Measured, measure

__all__ = ["CannotMeasure", "Measured", "measure"]
