"""From windows to grabs: who touched the totem, when, with how many fingers, and how sure that is."""

from perroquet.totem.judge import DEFAULTS, JudgeSettings, judge
from perroquet.totem.network import read_networks
from perroquet.totem.tap import azimuth_of

__all__ = ["DEFAULTS", "JudgeSettings", "azimuth_of", "judge", "read_networks"]
