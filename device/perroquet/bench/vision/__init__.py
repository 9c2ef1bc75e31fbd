"""How well pictures are read, on drawn tables. Simulated: an upper bound until somebody adds photographs."""

from perroquet.bench.vision.measure import RENDERERS, Measured, measure
from perroquet.bench.vision.table import ROWS

__all__ = ["RENDERERS", "ROWS", "Measured", "measure"]
"""`RENDERERS`: the one thresholds are tuned on, then those held out."""
