"""Amazonas: speed of bots through the rules, balance of the board that ships, and thousands of lawful games.

    bench_amazonas.py [--games N] [--seed S] [--players P ...]

Every figure is a simulation of bots, on this machine. A decision is one wish of a player; what follows from it by
itself (money, order, chips, the end of a turn) is not counted. The 10,000 games each of the issue: `--games 10000`.
"""

import argparse
import hashlib
import random
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from statistics import fmean, quantiles
from types import FrameType
from typing import Final

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


def opened(seed: int, players: int) -> State:
    """Return a game after its deal."""
    setup = Setup(seats=tuple(map(Seat, range(players))), luck=Luck(str(seed)), at=HostNs(0))
    return AMAZONAS.replay(initial(setup), AMAZONAS.opening(setup))


def played(seed: int, players: int, bot: str) -> tuple[State, int]:
    """Return how a game of one kind of bots ended, and how many decisions it took."""
    state, chance, decisions = opened(seed, players), random.Random(seed), 0
    while (command := BOTS[bot](state, chance)) is not None:
        decisions += 1
        _, state = advance(state, command)
    return state, decisions


BATCHES: Final = 5
"""Batches of games whose speed is measured: another program on the machine can only make one slower."""


def speed(games: int, seed: int, tables: tuple[int, ...]) -> None:
    """Print games and decisions a second of process time."""
    print(
        f"speed, process time, median and best of {BATCHES} batches of {games} games "
        f"(goal: {GOAL_GAMES} games/s of four, {GOAL_DECISIONS} decisions/s)"
    )
    for bot in BOTS:
        for players in tables:
            decisions = sum(played(seed + number, players, bot)[1] for number in range(games))
            seconds = sorted(_batch(games, seed, players, bot) for _ in range(BATCHES))
            rates = " ".join(
                f"{games / took:6.0f} games/s {decisions / took:8.0f} decisions/s;"
                for took in (seconds[BATCHES // 2], seconds[0])
            )
            print(f"  {bot:<9} {players} players: {rates}")


def _batch(games: int, seed: int, players: int, bot: str) -> float:
    start = time.process_time()
    for number in range(games):
        played(seed + number, players, bot)
    return time.process_time() - start


def legal_choices(games: int, seed: int) -> None:
    """Print how long it takes to list every legal choice of one viewer."""
    times = list[float]()
    for number in range(games):
        state, chance = opened(seed + number, 4), random.Random(seed)
        while (command := BOTS["planner"](state, chance)) is not None:
            for seat in (None, *state.box.seats):
                start = time.process_time()
                menu(state, seat)
                times.append(time.process_time() - start)
            _, state = advance(state, command)
    most = quantiles(times, n=1000)[-1]
    print(
        f"legal choices of one viewer, process time, n = {len(times)}: mean {fmean(times) * 1e6:.0f} us, "
        f"99.9 % within {most * 1e6:.0f} us, worst {max(times) * 1e6:.0f} us (goal 1 ms)"
    )


PARTS = {
    "planner": "bots think",
    "_meant": "rules: what a wish leads to",
    "due": "rules: what follows by itself",
    "evolve": "states after events",
    "opened": "the deal",
}
"""Function -> what its time is spent on, the innermost on the stack."""


def profile(games: int, seed: int) -> None:
    """Print where the time of planners goes, from samples at every millisecond of process time."""
    shares = Counter[str]()

    def sample(_signal: int, frame: FrameType | None) -> None:
        while frame is not None and frame.f_code.co_name not in PARTS:
            frame = frame.f_back
        shares["the rest" if frame is None else PARTS[frame.f_code.co_name]] += 1

    signal.signal(signal.SIGPROF, sample)
    signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
    for number in range(games):
        played(seed + number, 4, "planner")
    signal.setitimer(signal.ITIMER_PROF, 0)
    print(f"where the time goes, planners, four players, {shares.total()} samples")
    for part, count in shares.most_common():
        print(f"  {count / shares.total():5.1%} {part}")


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


def laws(games: int, seed: int, tables: tuple[int, ...]) -> None:
    """Print how many of many games broke a law, and a fingerprint of how they ended."""
    kinds = tuple(BOTS)
    for players in tables:
        broken, digest = 0, hashlib.sha256()
        for number in range(games):
            state, _ = played(seed + number, players, kinds[number % len(kinds)])
            broken += not lawful(state, players)
            digest.update(repr(state.results).encode())
        print(f"laws, {players} players: {broken} of {games} games broke one; ends {digest.hexdigest()[:16]}")


def balance(games: int, seed: int) -> None:
    """Print mean points by mission card, seat, and place in the first round's order, planners among themselves."""
    by = {name: defaultdict[object, list[int]](list) for name in ("mission card", "seat", "starting turn")}
    for number in range(games):
        state, _ = played(seed + number, 4, "planner")
        board, first = state.box.board, initial_first(state)
        assert board is not None
        for result in state.results:
            place = state.box.seats.index(result.seat)
            by["mission card"][board.missions[state.explorers[place].missions[0]].id].append(result.points)
            by["seat"][place + 1].append(result.points)
            by["starting turn"][(place - first) % 4 + 1].append(result.points)
    print(f"balance, planners, {games} games of four: mean points")
    for name, groups in by.items():
        print(f"  by {name}: " + _means(sorted(groups.items(), key=repr)))


def initial_first(state: State) -> int:
    """Return the place of whoever was drawn to begin."""
    return state.box.luck.stream("first").randrange(len(state.box.seats))


def _means(groups: Iterable[tuple[object, list[int]]]) -> str:
    return ", ".join(f"{name} {fmean(points):.1f}" for name, points in groups)


def main() -> None:
    """Measure."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=300)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--players", type=int, nargs="+", choices=(2, 3, 4), default=(2, 3, 4))
    chosen = words.parse_args()
    tables = tuple(chosen.players)
    speed(min(chosen.games, 100), chosen.seed, tables)
    legal_choices(min(chosen.games, 20), chosen.seed)
    profile(min(chosen.games, 300), chosen.seed)
    balance(chosen.games, chosen.seed)
    laws(chosen.games, chosen.seed, tables)


if __name__ == "__main__":
    main()
