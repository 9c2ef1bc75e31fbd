"""The page's own words, in the evening's language."""

from collections.abc import Callable
from pathlib import Path

from perroquet.kernel.sentences import Language, Phrasebook, say

Words = Callable[..., str]
"""`words(key, number=3)`: the sentence `key` with its slots filled; int slots are numbers, str slots are words."""


def read_book(path: Path) -> Phrasebook:
    """Read a `sentences.toml`."""
    return Phrasebook.parse(path.read_text(encoding="utf-8"))


def words_of(book: Phrasebook, language: Language) -> Words:
    """Return the words of `book` in `language`."""

    def words(key: str, **slots: int | str) -> str:
        numbers = {slot: value for slot, value in slots.items() if isinstance(value, int)}
        texts = {slot: value for slot, value in slots.items() if isinstance(value, str)}
        return book.render(say(key, numbers=numbers, words=texts), language, str)

    return words
