"""What is read and heard outside the games: one word for one thing, one apostrophe."""

import re
import tomllib
from pathlib import Path

import perroquet
import pytest

DOUBLES = {
    "enceinte": "haut-parleur",
    "socle": "base",
    r"place \{|(cette|votre|quelle) place": "siège",
    "(tournez|tourner) le bouton": "molette",
}
"""A French word that would name a thing a second time, and the one it has."""

BOOKS = [
    path
    for path in sorted(Path(perroquet.__path__[0]).rglob("*.toml"))
    if not {"games", "_data"}.intersection(path.parts)
]


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_one_word_names_one_thing(book: Path) -> None:
    sentences = tomllib.loads(book.read_text("utf-8"))

    twice = {key: mot for key, said in sentences.items() for mot in DOUBLES if re.search(mot, said["fr"].lower())}
    assert twice == {}


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_apostrophes_are_typographic(book: Path) -> None:
    assert "'" not in "".join(line for line in book.read_text("utf-8").splitlines() if not line.startswith("#"))
