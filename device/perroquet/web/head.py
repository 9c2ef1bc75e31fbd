"""The bar at the top: where one is, the lamp of the box, the volume. Importing this module imports NiceGUI."""

from collections.abc import Sequence
from enum import StrEnum

from perroquet.table.views import EveningView
from perroquet.web.nodes import Glyph, Node, icon
from perroquet.web.wording import Words


class Place(StrEnum):
    """A page of the site; its value is its path."""

    MINE = "/"
    TABLE = "/table"
    HOST = "/hote"
    PHOTOS = "/photos"
    BENCH = "/banc"


class Head:
    """The bar of a page at `here`; `places` can be gone to."""

    def __init__(self, words: Words, here: Place, places: Sequence[Place]) -> None:
        self._words = words
        with Node("header", "bar"):
            with Node("div", "brand"):
                icon("parrot", "parrot")
                with Node("div"):
                    Node("p", "title", words("title"))
                    self._game = Node("p", "game")
            with Node("nav", "places", aria_label=words("places")):
                for place in places:
                    current = {"aria_current": "page"} if place is here else {}
                    Node("a", "place", words(f"place-{place.name.lower()}"), href=str(place), **current)
            with Node("div", "state") as self._state:
                with Node("svg", "lamp", viewBox="-16 -16 32 32", role="img") as self._lamp:
                    Node("circle", "halo", r=15)
                    self._glyph = Glyph(x=-11, y=-11, width=22, height=22)
                with Node("div"):
                    self._situation = Node("p", "situation")
                    self._pattern = Node("p", "pattern")
            with Node("div", "volume", role="img") as self._volume:
                with Node("svg", "icon", viewBox="0 0 24 24", aria_hidden="true"):
                    self._speaker = Node("use", href="#speaker")
                with Node("span", "meter"):
                    self._level = Node("span", "level")
                self._percent = Node("span", "percent")

    def show(self, view: EveningView) -> None:
        """Draw game, lamp and volume."""
        words = self._words
        pattern = words(f"pattern-{view.lamp}")
        self._game.write(view.game or words("no-game"))
        self._state.wear(f"state p-{view.lamp}")
        self._lamp.put(aria_label=words("lamp", pattern=pattern))
        self._glyph.show(view.lamp)
        self._situation.write(words(f"situation-{view.situation}"))
        self._pattern.write(words("lamp", pattern=pattern))
        self._volume.wear("volume hushed" if view.hushed else "volume")
        self._volume.put(aria_label=words("volume-hushed" if view.hushed else "volume", percent=view.volume))
        self._speaker.put(href="#speaker-hushed" if view.hushed else "#speaker")
        self._level.put(style=f"width:{view.volume}%")
        self._percent.write(words("hushed") if view.hushed else words("percent", percent=view.volume))
