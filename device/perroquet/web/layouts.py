"""What stands where on each page of the site. Importing this module imports NiceGUI."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from perroquet.kernel.sentences import Language
from perroquet.web.access import Access
from perroquet.web.controls import Controls
from perroquet.web.exports import Exports
from perroquet.web.game_choice import GameChoice
from perroquet.web.head import Head, Place
from perroquet.web.health import Examine, Health
from perroquet.web.host_seats import HostSeats
from perroquet.web.lobby import Lobby
from perroquet.web.nodes import Node
from perroquet.web.photos import LastPhoto, Viewer
from perroquet.web.round_table import RoundTable
from perroquet.web.screen import Corner, Layout, Section
from perroquet.web.seat_page import Mine, Moves, SeatHead, Told
from perroquet.web.sections import Device, Hero, Story
from perroquet.web.table_word import TableWord
from perroquet.web.visit import Visit
from perroquet.web.wording import Words


@dataclass(frozen=True, kw_only=True)
class Site:
    """The pages of one guest's browser. `corner`: what the bench adds; `examine`: the doctor; None without one."""

    visit: Visit
    corner: Corner | None
    examine: Examine | None

    def layout(self, place: Place) -> Layout:
        """Return how the page at `place` is built for this guest."""
        return lambda words, language: (
            Head(words, place, self._places()),
            *_LAYOUTS[place](self, words, language),
        )

    def _places(self) -> Sequence[Place]:
        guest = self.visit.guest
        leads = guest is not None and guest.host
        wanted = {Place.HOST: leads, Place.BENCH: leads and self.corner is not None}
        return [place for place in Place if wanted.get(place, True)]


def _mine(site: Site, words: Words, _language: Language) -> Sequence[Section]:
    visit = site.visit
    if visit.viewer is None:
        with Node("div", "rooms two"):
            with Node("div", "room"):
                lobby = Lobby(words, visit)
            with Node("div", "room"):
                return (lobby, Hero(words), _round(words))
    with Node("div", "rooms two"):
        with Node("div", "room"):
            head, told = SeatHead(words, visit), Told(words, visit, visit.choose).draw()
            first = (head, told, Moves(words, visit), LastPhoto(words))
        with Node("div", "room"):
            return (*first, _round(words), Mine(words, visit), Story(words))


def _table(site: Site, words: Words, _language: Language) -> Sequence[Section]:
    with Node("div", "rooms two"):
        with Node("div", "room"):
            first = (Told(words, site.visit).draw(), Story(words))
        with Node("div", "room"):
            return (*first, _round(words), Access(words, site.visit, host=False))


def _host(site: Site, words: Words, language: Language) -> Sequence[Section]:
    visit = site.visit
    with Node("div", "rooms three"):
        with Node("div", "room a"):
            told = Told(words, visit, visit.choose)
            first = (told, Controls(words, visit), TableWord(words, visit))
        with Node("div", "room b"):
            second = (GameChoice(words, visit), HostSeats(words, visit))
        with Node("div", "room c"):
            third: list[Section] = [Access(words, visit, host=True), Device(words), Exports(words, visit)]
            if site.examine is not None:
                third.append(Health(words, language, site.examine))
        with Node("div", "room d"):
            story = Story(words)
        with Node("div", "room e"):  # a board is large, and the host's buttons are what this page is for
            told.draw()
    return (*first, *second, *third, story)


def _bench(site: Site, words: Words, language: Language) -> Sequence[Section]:
    visit = site.visit
    sections: list[Section] = []
    with Node("div", "rooms with-corner"):
        with Node("div", "room a"):
            sections.append(Told(words, visit, visit.choose).draw())
        with Node("div", "room b"):
            sections.extend((_round(words), Device(words), Access(words, visit, host=False)))
        if site.corner is not None:
            with Node("div", "room c"):
                sections.append(site.corner.build(language, visit.rename))
        with Node("div", "room d"):
            sections.append(Story(words))
    return sections


def _photos(_site: Site, words: Words, _language: Language) -> Sequence[Section]:
    return (Viewer(words),)


def _round(words: Words) -> RoundTable:
    with Node("section", "panel round"):
        return RoundTable(words)


_LAYOUTS: dict[Place, Callable[[Site, Words, Language], Sequence[Section]]] = {
    Place.MINE: _mine,
    Place.TABLE: _table,
    Place.HOST: _host,
    Place.BENCH: _bench,
    Place.PHOTOS: _photos,
}
