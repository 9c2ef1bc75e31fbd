"""Play Jungle Speed by the thousand and hold every game to its laws: `python tests/benchmarks/bench_jungle_speed.py`.

Bots of three levels play whole games at 2, 3, 4, 6, 8 and 10 players. After every decision: no card is lost or there
twice, every ruling says why, and somebody can go on. A game of more than 20,000 flips is a finding. The last line of
each row is one JSON object; nothing here is a limit that can fail on a slow machine. Game n of a seed is the same in
every run, so a long row can be played in pieces: `--first 0 --games 2500`, then `--first 2500 --games 2500`.
"""

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from perroquet.games.jungle_speed import JUNGLE_SPEED
from perroquet.games.jungle_speed.dealing import deck
from perroquet.games.jungle_speed.events import Flipped, Ruled
from perroquet.kernel.game import Setup
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import HostNs, Seat

PLAYERS = (2, 3, 4, 6, 8, 10)
LONG = 20_000
"""Flips after which a game is a finding."""


@dataclass(slots=True)
class Row:
    """What happened at one number of players."""

    players: int
    games: int = 0
    decisions: int = 0
    flips: int = 0
    longest: int = 0
    long_games: int = 0
    violations: list[str] = field(default_factory=list[str])
    rulings: Counter[str] = field(default_factory=Counter[str])


def play(row: Row, luck: Luck) -> None:
    """Play one game, and note what breaks a law."""
    seats = tuple(Seat(place) for place in range(row.players))
    setup = Setup(seats=seats, luck=luck.split("game"), house={"cards": "virtual"}, at=HostNs(0))
    state = JUNGLE_SPEED.replay(JUNGLE_SPEED.initial(setup), JUNGLE_SPEED.opening(setup))
    wanted = frozenset(deck(state.house, row.players))
    flips = number = 0
    while flips <= LONG:
        command = JUNGLE_SPEED.bot(state, luck.split(number))
        if command is None:
            break
        events = JUNGLE_SPEED.decide(state, command)
        state = JUNGLE_SPEED.replay(state, events)
        number += 1
        flips += sum(isinstance(event, Flipped) for event in events)
        for event in events:
            if isinstance(event, Ruled):
                row.rulings[event.ruling.code] += 1
                if not event.ruling.why:
                    row.violations.append(f"{luck.seed}: {event.ruling.code} does not say why")
        assert state.cards is not None
        there = state.cards.everything()
        if len(there) != len(wanted) or frozenset(there) != wanted:
            row.violations.append(f"{luck.seed}: cards lost or doubled by {command}")
            break
        if not events:
            row.violations.append(f"{luck.seed}: {command} leads nowhere")
            break
    row.games += 1
    row.decisions += number
    row.flips += flips
    row.longest = max(row.longest, flips)
    row.long_games += flips > LONG


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--players", type=int, nargs="*", default=PLAYERS)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    broken = 0
    for players in asked.players:
        row, luck, began = Row(players), Luck(asked.seed).split(players), time.process_time()
        for number in range(asked.first, asked.first + asked.games):
            play(row, luck.split(number))
        seconds = time.process_time() - began
        broken += len(row.violations)
        line = {
            "players": players,
            "first": asked.first,
            "games": row.games,
            "cpu_s": round(seconds, 1),
            "games_per_s": round(row.games / seconds, 1),
            "decisions": row.decisions,
            "decisions_per_s": round(row.decisions / seconds),
            "flips_a_game": round(row.flips / row.games),
            "longest": row.longest,
            "over_20000": row.long_games,
            "violations": row.violations[:5],
            "rulings": dict(sorted(row.rulings.items())),
        }
        print(json.dumps(line), flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
