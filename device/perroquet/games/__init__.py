"""Pure rules, one folder a game. Registering a game is one line here."""

from collections.abc import Mapping

from perroquet.kernel.game import AnyGame

GAMES: Mapping[str, AnyGame] = {}
"""By name, in the order MODE offers them."""
