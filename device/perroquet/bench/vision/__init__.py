"""How well pictures are read, on drawn tables. Simulated: an upper bound until somebody adds photographs."""

from perroquet.bench.vision.gallery import gallery
from perroquet.bench.vision.marks import CannotAdd, Measured, Run, parse
from perroquet.bench.vision.measure import PARTS, RENDERERS, measure, planned
from perroquet.bench.vision.table import ROWS

__all__ = ["PARTS", "RENDERERS", "ROWS", "CannotAdd", "Measured", "Run", "gallery", "measure", "parse", "planned"]
"""`RENDERERS`: the one thresholds are tuned on, then those held out. `PARTS`: what can be measured by itself."""
