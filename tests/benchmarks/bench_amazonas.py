"""Amazonas: speed of bots through the rules, balance of the board that ships, and thousands of lawful games.

    bench_amazonas.py [--games N] [--seed S] [--profile]

Every figure is a simulation of bots, on this machine. The 10,000 games each of the issue: `--games 10000`.
"""

import argparse
import cProfile
import hashlib
import pstats
import random
import time
from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean

from perroquet.games.amazonas import AMAZONAS
from perroquet.games.amazonas.bots import BOTS
from perroquet.games.amazonas.cards import HUTS
from perroquet.games.amazonas.rules import advance
from perroquet.games.amazonas.state import State, initial
from perroquet.games.amazonas.views import menu
from perroquet.kernel.game import Setup
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import HostNs, Seat

GOAL_GAMES, GOAL_DECISIONS = 200, 30_000


def played(seed: int, players: int, bot: str) -> tuple[State, int]:
    """Return how a game of one kind of bots ended, and how many decisions it took."""
    setup = Setup(seats=tuple(map(Seat, range(players))), luck=Luck(str(seed)), at=HostNs(0))
    state = AMAZONAS.replay(initial(setup), AMAZONAS.opening(setup))
    chance, decisions = random.Random(seed), 0
    while (command := BOTS[bot](state, chance)) is not None:
        decisions += 1
        _, state = advance(state, command)
    return state, decisions


def speed(games: int, seed: int) -> None:
    """Print games and decisions a second of process time."""
    print(f"speed, process time, {games} games each (goal: {GOAL_GAMES} games/s of four, {GOAL_DECISIONS} decisions/s)")
    for bot in BOTS:
        for players in (2, 3, 4):
            played(seed, players, bot)
            start, decisions = time.process_time(), 0
            for number in range(games):
                decisions += played(seed + number, players, bot)[1]
            seconds = time.process_time() - start
            print(
                f"  {bot:<9} {players} players: {games / seconds:6.0f} games/s {decisions / seconds:8.0f} decisions/s"
            )


def legal_choices(seed: int) -> None:
    """Print how long it takes to list every legal choice."""
    setup = Setup(seats=tuple(map(Seat, range(4))), luck=Luck(str(seed)), at=HostNs(0))
    state = AMAZONAS.replay(initial(setup), AMAZONAS.opening(setup))
    chance, times = random.Random(seed), list[float]()
    while (command := BOTS["planner"](state, chance)) is not None:
        start = time.perf_counter()
        for seat in (None, *setup.seats):
            menu(state, seat)
        times.append((time.perf_counter() - start) / 5)
        state = AMAZONAS.replay(state, AMAZONAS.decide(state, command))
    print(f"legal choices of one viewer: mean {fmean(times) * 1e6:.0f} us, worst {max(times) * 1e6:.0f} us (goal 1 ms)")


def lawful(state: State, players: int) -> bool:
    """Tell whether nothing was lost or made in a game."""
    huts = sum(one.huts.bit_count() for one in state.explorers)
    neutral = state.neutral_at.bit_count()
    return (
        AMAZONAS.over(state)
        and sorted(one.copper for one in state.explorers) == list(range(1, players + 1))
        and all(one.purse >= 0 and one.huts.bit_count() <= HUTS for one in state.explorers)
        and all(sum(one.rows) - sum(one.indios) == one.huts.bit_count() for one in state.explorers)
        and sum(state.filled) == huts + neutral
        and sum(sum(one.indios) for one in state.explorers) + state.indios_left <= 4
    )


def laws(games: int, seed: int) -> None:
    """Print how many of many games broke a law, and a fingerprint of how they ended."""
    kinds = tuple(BOTS)
    for players in (2, 3, 4):
        broken, digest = 0, hashlib.sha256()
        for number in range(games):
            state, _ = played(seed + number, players, kinds[number % len(kinds)])
            broken += not lawful(state, players)
            digest.update(repr(state.results).encode())
        print(f"laws, {players} players: {broken} of {games} games broke one; ends {digest.hexdigest()[:16]}")


def balance(games: int, seed: int) -> None:
    """Print mean points by mission card and by place in the first round's order, planners among themselves."""
    by_mission, by_turn = defaultdict[str, list[int]](list), defaultdict[int, list[int]](list)
    for number in range(games):
        state, _ = played(seed + number, 4, "planner")
        board = state.box.board
        assert board is not None
        for result in state.results:
            place = state.box.seats.index(result.seat)
            by_mission[board.missions[state.explorers[place].missions[0]].id].append(result.points)
            first = initial_first(state)
            by_turn[(place - first) % 4 + 1].append(result.points)
    print(f"balance, planners, {games} games of four: mean points")
    print("  by mission: " + _means(sorted(by_mission.items())))
    print("  by starting turn: " + _means(sorted(by_turn.items())))


def initial_first(state: State) -> int:
    """Return the place of whoever was drawn to begin."""
    return state.box.luck.stream("first").randrange(len(state.box.seats))


def _means(groups: Iterable[tuple[object, list[int]]]) -> str:
    return ", ".join(f"{name} {fmean(points):.1f}" for name, points in groups)


def profile(seed: int) -> None:
    """Print where the time goes."""
    profiler = cProfile.Profile()
    profiler.enable()
    for number in range(20):
        played(seed + number, 4, "planner")
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(15)


def main() -> None:
    """Measure."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=300)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--profile", action="store_true")
    chosen = words.parse_args()
    speed(min(chosen.games, 100), chosen.seed)
    legal_choices(chosen.seed)
    balance(chosen.games, chosen.seed)
    laws(chosen.games, chosen.seed)
    if chosen.profile:
        profile(chosen.seed)


if __name__ == "__main__":
    main()
