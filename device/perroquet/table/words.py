"""From sentences to text: the table's phrasebook and each game's, in the evening's language."""

from dataclasses import dataclass, replace
from importlib.resources import files

from perroquet.kernel.cues import Weight
from perroquet.kernel.sentences import Phrasebook, Sentence, say
from perroquet.kernel.units import Seat, Seq
from perroquet.table.evening import Evening, Games
from perroquet.table.events import TABLE

TABLE_PHRASES = Phrasebook.parse(files("perroquet.table").joinpath("sentences.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A sentence of the story: said by `source` at event `seq`; `weight` tells what it may take the place of."""

    seq: Seq
    source: str
    sentence: Sentence
    weight: Weight = Weight.NEWS


class Words:
    """Every sentence the device can say."""

    def __init__(self, games: Games) -> None:
        self._books = {TABLE: TABLE_PHRASES} | {
            name: TABLE_PHRASES.merged(game.phrases) for name, game in games.items()
        }
        self._titles = {name: game.title for name, game in games.items()}

    def text(self, source: str, sentence: Sentence, evening: Evening) -> str:
        """Return `sentence` of `source` (`table` or a game) in the evening's language.

        A word slot `game` holds a game's name: it becomes the title, and that game may word the sentence its own way.
        """

        def name(seat: Seat) -> str:
            return self.name(seat, evening)

        game = dict(sentence.words).get("game")
        if game is not None:
            title = self._books[game].render(say(self._titles[game]), evening.language, name)
            others = tuple(pair for pair in sentence.words if pair[0] != "game")
            sentence = replace(sentence, words=(*others, ("game", title)))
        return self._books[game or source].render(sentence, evening.language, name)

    def line(self, line: Line, evening: Evening) -> str:
        """Return a line of the story."""
        return self.text(line.source, line.sentence, evening)

    def name(self, seat: Seat, evening: Evening) -> str:
        """Return what the table calls a seat: the player's name, else its number from 1."""
        place = evening.place(seat)
        if place is not None and place.name:
            return place.name
        return self._books[TABLE].render(say("seat-name", numbers={"number": seat + 1}), evening.language, str)
