"""Many battles at once: the same seed gives the same battles, whatever the number of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from time import perf_counter
from typing import Any

from msgspec import Struct

from ..dice import Rolling
from ..engine import Game, Scenario
from ..players import make_player, play_out
from ..systems import SYSTEMS

CHUNK = 8  # battles a process takes at a time
MIX = 0x9E3779B97F4A7C15


class Plan(Struct, frozen=True):
    """What is to be played: by whom, on which scenarios in turn, and whether the players change sides every other battle."""

    system: str
    scenarios: tuple[str, ...]
    games: int
    seed: int
    players: tuple[tuple[str, str], ...]  # side, player
    swap: bool = False
    given: tuple[Scenario, ...] = ()  # scenarios written out, instead of names


class Played(Struct, frozen=True):
    """One battle's outcome."""

    number: int
    scenario: str
    winner: str
    player: str  # who played the winning side
    turns: int
    decisions: int


class Outcome(Struct, frozen=True):
    """All battles together, in the shape that `simulate --json` prints."""

    system: str
    games: int
    seed: int
    wins: dict[str, int]
    draws: int
    turns_mean: float
    decisions: int
    decisions_per_s: float
    games_per_s: float
    players: dict[str, str]
    by_player: dict[str, int]
    by_scenario: dict[str, dict[str, int]]
    seconds: float
    jobs: int


def seed_of(seed: int, number: int) -> int:
    """Every battle has dice of its own."""
    return (seed * MIX + (number + 1) * 0xBF58476D1CE4E5B9) % (1 << 63)


def sides_of(plan: Plan) -> list[str]:
    """The sides that the first scenario names."""
    first: Any = plan.given[0] if plan.given else SYSTEMS[plan.system].scenarios()[plan.scenarios[0]]
    return list(first["sides"])


def play_some(plan: Plan, numbers: Sequence[int]) -> list[Played]:
    """These battles, one after another; scenarios are set up once."""
    system = SYSTEMS[plan.system]
    ready: dict[int, Any] = {}
    found = []
    for number in numbers:
        which = number % len(plan.scenarios)
        if which not in ready:
            ready[which] = system.setup(plan.given[which] if plan.given else system.scenarios()[plan.scenarios[which]])
        names = [name for _, name in plan.players]
        if plan.swap and number // len(plan.scenarios) % 2:
            names.reverse()
        seating = dict(zip((side for side, _ in plan.players), names, strict=True))
        seed = seed_of(plan.seed, number)
        game = Game(system, system.copy(ready[which]), Rolling(seed), quiet=True, keep="none")
        players = {side: make_player(name, seed ^ (place + 1)) for place, (side, name) in enumerate(seating.items())}
        decisions = play_out(game, players)
        result = game.result
        winner = result.winner if result and result.winner else ""
        turns = system.rounds(game.state)
        found.append(Played(number, plan.scenarios[which], winner, seating.get(winner, ""), turns, decisions))
    return found


def battles(plan: Plan, jobs: int = 1) -> Iterator[Played]:
    """All battles in order, as they are done."""
    numbers = iter(range(plan.games))
    chunks = list(iter(lambda: list(islice(numbers, CHUNK)), []))
    if jobs <= 1:
        for chunk in chunks:
            yield from play_some(plan, chunk)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for done in pool.map(play_some, [plan] * len(chunks), chunks):
            yield from done


def simulate(plan: Plan, jobs: int = 1, tick: Callable[[], None] = lambda: None) -> Outcome:
    """Play them all and count."""
    began = perf_counter()
    played: list[Played] = []
    for one in battles(plan, jobs):
        played.append(one)
        tick()
    return count(plan, played, perf_counter() - began, jobs)


def count(plan: Plan, played: Sequence[Played], seconds: float, jobs: int) -> Outcome:
    """The outcome of battles that were played."""
    sides = [side for side, _ in plan.players]
    decisions = sum(one.decisions for one in played)
    by_scenario: dict[str, dict[str, int]] = {}
    by_player = {name: 0 for _, name in plan.players}
    for one in played:
        row = by_scenario.setdefault(one.scenario, {**dict.fromkeys(sides, 0), "draws": 0})
        row[one.winner if one.winner in row else "draws"] += 1
        if one.player:
            by_player[one.player] += 1
    return Outcome(
        plan.system,
        len(played),
        plan.seed,
        {side: sum(one.winner == side for one in played) for side in sides},
        sum(one.winner not in sides for one in played),
        round(sum(one.turns for one in played) / max(1, len(played)), 3),
        decisions,
        round(decisions / seconds, 1),
        round(len(played) / seconds, 3),
        dict(plan.players),
        by_player,
        by_scenario,
        round(seconds, 3),
        jobs,
    )
