"""What the device says: sentences by key, French first, English second.

Rules name a sentence and fill its slots; words live in each game's `sentences.toml`::

    [duel-won]
    fr = "{winner}, {fingers:doigt|doigts} à {other}. {loser} ramasse."
    en = "{winner}, {fingers:finger|fingers} to {other}. {loser} picks up."

A number slot may carry the singular and plural of the noun behind it. A seat slot becomes the player's name. A term
slot becomes the words of another key of the same book, so that « orchidée » is translated too.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from string import Formatter

from perroquet.kernel.units import Seat


class Language(StrEnum):
    """A language the device speaks."""

    FR = "fr"
    EN = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence by key, its slots filled. Make one with `say`."""

    key: str
    seats: tuple[tuple[str, Seat], ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    terms: tuple[tuple[str, str], ...] = ()


def say(
    key: str,
    *,
    seats: Mapping[str, Seat] | None = None,
    numbers: Mapping[str, int] | None = None,
    words: Mapping[str, str] | None = None,
    terms: Mapping[str, str] | None = None,
) -> Sentence:
    """Return the sentence `key` with its slots filled; a member of an enumeration becomes its plain text."""
    return Sentence(
        key=key,
        seats=tuple((seats or {}).items()),
        numbers=tuple((numbers or {}).items()),
        words=tuple((slot, str(word)) for slot, word in (words or {}).items()),
        terms=tuple((slot, str(term)) for slot, term in (terms or {}).items()),
    )


class _SlotFormatter(Formatter):
    """`{n:one|many}` says the number and the noun in the right form; French counts 0 and 1 as one."""

    def format_field(self, value: object, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if bar and isinstance(value, int):
            return f"{value} {one if abs(value) < 2 else many}"
        return super().format_field(value, format_spec)


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The sentences of one game or of the table itself: key -> language -> template."""

    templates: Mapping[str, Mapping[Language, str]]

    @classmethod
    def parse(cls, toml: str) -> "Phrasebook":
        """Read a `sentences.toml`; every key must have both languages.

        Raises:
            KeyError: a sentence lacks a language.
        """
        return cls(
            {key: {language: entry[language] for language in Language} for key, entry in tomllib.loads(toml).items()}
        )

    def merged(self, other: "Phrasebook") -> "Phrasebook":
        """Return both books in one; `other` wins on equal keys."""
        return Phrasebook({**self.templates, **other.templates})

    def render(self, sentence: Sentence, language: Language, name: Callable[[Seat], str]) -> str:
        """Return the text of `sentence`; `name` turns a seat into what the table calls it.

        Raises:
            KeyError: no such sentence or term, or a slot is not filled.
        """
        slots: dict[str, object] = {slot: name(seat) for slot, seat in sentence.seats}
        slots.update(sentence.numbers)
        slots.update(sentence.words)
        slots.update((slot, self.templates[key][language]) for slot, key in sentence.terms)
        return _SlotFormatter().vformat(self.templates[sentence.key][language], (), slots)
