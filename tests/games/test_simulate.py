"""Simulated games: same seed, same records."""

import json

import pytest
from perroquet.cli.simulate import CannotSimulate, fingerprint, simulate_line
from perroquet.games import game_named
from perroquet.kernel.game import AnyGame

JUNGLE_SPEED, ORCHIDEE = game_named("jungle-speed"), game_named("orchidee")


@pytest.mark.parametrize(("game", "players"), [(JUNGLE_SPEED, 3), (ORCHIDEE, 5)])
def test_the_same_seed_makes_the_same_records(game: AnyGame, players: int) -> None:
    assert fingerprint(game, players=players, games=2, seed=7) == fingerprint(game, players=players, games=2, seed=7)
    assert fingerprint(game, players=players, games=2, seed=7) != fingerprint(game, players=players, games=2, seed=8)


def test_the_records_of_orchidee_are_those_of_every_machine() -> None:
    assert fingerprint(ORCHIDEE, players=4, games=3, seed=1) == (
        598,
        "55cfaecbada45d5a34881a95efdb6dd2e1439a6a0b19b9165659a34ba1f5fb5b",
    )


def test_the_json_line_has_the_promised_keys() -> None:
    line = json.loads(simulate_line("orchidee", players=3, games=1, seed=1, json=True))

    assert list(line) == [
        "format", "game", "players", "games", "seconds", "games_per_s", "decisions_per_s", "sha256"
    ]  # fmt: skip


def test_the_line_for_people_names_the_records() -> None:
    _, sha256 = fingerprint(ORCHIDEE, players=3, games=1, seed=1)

    assert sha256 in simulate_line("orchidee", players=3, games=1, seed=1, json=False)


@pytest.mark.parametrize(
    ("game", "players", "games", "words"),
    [
        (JUNGLE_SPEED, 1, 1, "2 to 10"),
        (ORCHIDEE, 4, 0, "at least one"),
        (game_named("practice"), 1, 1, "did not end"),
    ],
)
def test_what_cannot_be_played_is_refused(game: AnyGame, players: int, games: int, words: str) -> None:
    with pytest.raises(CannotSimulate) as refused:
        fingerprint(game, players=players, games=games, seed=1)

    assert words in str(refused.value)
