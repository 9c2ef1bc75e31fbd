"""`perroquet simulate`: bots through the rules, and a fingerprint of every record they made."""

import hashlib
import json as jsonlib
import time
from collections.abc import Iterator, Mapping
from typing import Final

from perroquet.games import game_named
from perroquet.kernel.errors import WrongUse
from perroquet.kernel.game import AnyGame, Setup
from perroquet.kernel.journal import Codec, Record
from perroquet.kernel.luck import Luck
from perroquet.kernel.sheet import HouseValue
from perroquet.kernel.units import NS_PER_S, HostNs, Seat, Seq

FORMAT: Final = "perroquet-simulate/1"

HOUSES: Final[Mapping[str, Mapping[str, HouseValue]]] = {
    "jungle-speed": {"cards": "virtual"},
    "orchidee": {"cards": "virtual"},
}
"""House rules under which bots play a game: they need cards to look at."""

LONGEST: Final = 20_000
"""Decisions after which a game is not going to end."""


class CannotSimulate(WrongUse):
    """A number of players or games that cannot be played, or a game that does not end."""


def simulate_line(game: str, *, players: int, games: int, seed: int, json: bool) -> str:
    """Return the figures of `games` simulated games as one line, timed on this machine.

    Raises:
        NoSuchGame: no game of that name.
        CannotSimulate: not for so many players, no game at all, or one that does not end.
    """
    played = game_named(game)
    started = time.perf_counter()
    decisions, sha256 = fingerprint(played, players=players, games=games, seed=seed)
    seconds = max(time.perf_counter() - started, 1e-9)
    if json:
        return jsonlib.dumps(
            {
                "format": FORMAT,
                "game": game,
                "players": players,
                "games": games,
                "seconds": round(seconds, 3),
                "games_per_s": round(games / seconds, 1),
                "decisions_per_s": round(decisions / seconds),
                "sha256": sha256,
            }
        )
    rates = f"{games / seconds:.1f} games/s, {decisions / seconds:.0f} decisions/s"
    return f"{game}, {players} players: {games} games in {seconds:.3f} s ({rates}), records {sha256}"


def fingerprint(game: AnyGame, *, players: int, games: int, seed: int) -> tuple[int, str]:
    """Return the number of decisions and the SHA-256 over the canonical JSON lines of all records."""
    fewest, most = game.players
    if not fewest <= players <= most:
        raise CannotSimulate(f"{players} players; {game.name} is for {fewest} to {most}")
    if games < 1:
        raise CannotSimulate(f"{games} games; at least one is wanted")
    codec, digest = Codec({game.name: game.events}), hashlib.sha256()
    decisions = seq = 0
    for number in range(games):
        for at, events in enumerate(play(game, players=players, luck=Luck(str(seed)).split(number))):
            decisions += 1
            for event in events:
                seq += 1
                record = Record(seq=Seq(seq), at=HostNs(at * NS_PER_S), boot=1, source=game.name, event=event)
                digest.update(f"{codec.encode(record)}\n".encode())
    return decisions, digest.hexdigest()


def play(game: AnyGame, *, players: int, luck: Luck) -> Iterator[tuple[object, ...]]:
    """Yield the events of each decision of one game, the opening first.

    Raises:
        CannotSimulate: it does not end.
    """
    seats = tuple(Seat(index) for index in range(players))
    setup = Setup(seats=seats, luck=luck.split("game"), house=HOUSES.get(game.name, {}), at=HostNs(0))
    events = game.opening(setup)
    state = game.replay(game.initial(setup), events)
    yield events
    for number in range(LONGEST):
        command = game.bot(state, luck.split(number))
        if command is None:
            return
        events = game.decide(state, command)
        state = game.replay(state, events)
        yield events
    raise CannotSimulate(f"a game of {game.name} did not end within {LONGEST} decisions")
