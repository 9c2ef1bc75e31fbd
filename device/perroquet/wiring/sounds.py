"""What the device's sounds are made from: where they lie, what is rendered beforehand, and what may be said."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Final

from perroquet.audio.bank import Wish
from perroquet.audio.shelf import effect_wishes
from perroquet.games import GAMES
from perroquet.kernel.sentences import Language, Phrasebook, say
from perroquet.kernel.sounds import Sound
from perroquet.table.events import TABLE
from perroquet.table.words import TABLE_PHRASES

SOUNDS: Final = "sounds"
"""The folder of bank and recordings, under the state folder."""

NUMBERS: Final = 20
"""Numbers up to this one are rendered beforehand: they are said while a knob turns."""

PAGE_ONLY: Final = ("fact-", "label-", "long-", "rule-", "order-", "house-", "option-", "mend-", "score-of")
"""Sentences whose keys begin so are read, or said when somebody asks for the long form."""

QUESTIONS: Final = ("prompt-", "awaits-", "ask-", "lost-", "tie-", "safety")
"""Sentences that tell hands what to do, buttons or coins: said when somebody must act, and may take longer."""

_NUMBER_SLOTS: Final = frozenset(
    {"number", "rounds", "value", "players", "percent", "kept", "other", "fingers", "amount", "price", "change"}
    | set("xyzwpqrs")
)
_NAMES: Final = ("Léa", "Tom", "Zoé")


@dataclass(frozen=True, slots=True, kw_only=True)
class Typical:
    """A sentence with its slots filled as they usually are.

    Attributes:
        book: the game, or `table`.
        question: it may take longer, see `QUESTIONS`; so may what the table says of itself, which is never a ruling.
    """

    book: str
    key: str
    language: Language
    text: str
    question: bool


def bank_wishes() -> tuple[Wish, ...]:
    """Return everything a bank holds: the sounds, the greetings and the numbers, in both languages."""
    phrases = dict.fromkeys(
        Wish(key="", language=language, text=text) for language in Language for text in _phrases(language)
    )
    return (*effect_wishes(), *phrases)


def _phrases(language: Language) -> Iterator[str]:
    for game in GAMES:
        book = TABLE_PHRASES.merged(game.phrases)
        title = game.phrases.render(say(game.title), language, str)
        for key in ("hello", "offered"):
            yield book.render(say(key, words={"game": title}), language, str)
    for key in ("good-night", "paused", "resumed"):
        yield TABLE_PHRASES.render(say(key), language, str)
    for number in range(NUMBERS + 1):
        yield TABLE_PHRASES.render(say("dialled", numbers={"value": number}), language, str)


def books() -> Mapping[str, Phrasebook]:
    """Return the sentences of the table and of each game."""
    return {TABLE: TABLE_PHRASES} | {game.name: game.phrases for game in GAMES}


def recordable() -> frozenset[str]:
    """Return the keys a recording may have: the sounds, and the sentences in which nothing changes."""
    still = (
        f"{name}.{key}"
        for name, book in books().items()
        for key, languages in book.templates.items()
        if not any(slot for template in languages.values() for _, slot, _, _ in Formatter().parse(template))
    )
    return frozenset((*Sound, *still))


def typical_sentences() -> Iterator[Typical]:
    """Yield every sentence that is spoken, in both languages."""
    for name, book in books().items():
        for key, languages in book.templates.items():
            if key.startswith(PAGE_ONLY):
                continue
            for language, template in languages.items():
                if not template:
                    continue
                yield Typical(
                    book=name,
                    key=key,
                    language=language,
                    text=_filled(template),
                    question=name == TABLE or key.startswith(QUESTIONS),
                )


def _filled(template: str) -> str:
    names = iter(_NAMES * 4)
    said: list[str] = []
    for words, slot, nouns, _ in Formatter().parse(template):
        said.append(words)
        if slot is None:
            continue
        if nouns:
            said.append(f"4 {nouns.split('|')[-1]}")
        elif slot == "game":
            said.append("Jungle Speed")
        else:
            said.append("4" if slot in _NUMBER_SLOTS else next(names))
    return "".join(said)
