"""Many battles at once: the same seed gives the same battles, whatever the number of processes."""

from __future__ import annotations

import gc
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import active_children
from signal import SIG_IGN, SIGINT, signal
from time import perf_counter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from littlewars.dice import Rolling
from littlewars.engine import Game, Happening, Scenario
from littlewars.players import make_player, play_out
from littlewars.systems import SYSTEMS

from .exchange import exchanged, forces

CHUNK = 8  # battles a process takes at a time
MIX = 0x9E3779B97F4A7C15
RARELY = (20_000, 20, 20)  # new things before the next look for garbage, and looks before those at older ones


class BattleFault(Exception):
    """A battle that broke: which, and why."""


class Series(Struct, frozen=True):
    """What is to be played: by whom, on which scenarios in turn, whether the players change sides every other battle, and
    whether the forces do, too; and whether is counted what the battles show."""

    system: str
    scenarios: tuple[str, ...]
    games: int
    seed: int
    players: tuple[tuple[str, str], ...]  # side, player
    swap: bool = False
    given: tuple[Scenario, ...] = ()  # scenarios written out, instead of names
    exchange: bool = False
    features: bool = False


class BattleResult(Struct, frozen=True):
    """One battle's outcome."""

    number: int
    scenario: str
    winners: tuple[str, ...]  # allies win together, nobody in a draw
    players: tuple[str, ...]  # who played the winning sides
    turns: int
    decisions: int
    forces: tuple[str, ...] = ()  # which forces won
    shown: dict[str, int] = {}  # how often each feature of the book was seen, where they are counted


class FeatureCount(Struct, frozen=True):
    """A feature of a book: how often it was seen, and in how many battles."""

    times: int
    battles: int


class SimulationResult(Struct, frozen=True):
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
    by_force: dict[str, int]
    by_scenario: dict[str, dict[str, int]]
    seconds: float
    jobs: int
    shown: dict[str, FeatureCount] = {}  # every feature of the book, where they are counted


def seed_of(seed: int, number: int) -> int:
    """Every battle has dice of its own."""
    return (seed * MIX + (number + 1) * 0xBF58476D1CE4E5B9) % (1 << 63)


def play_some(series: Series, numbers: Sequence[int]) -> list[BattleResult]:
    """These battles, one after another; scenarios are set up once."""
    system = SYSTEMS[series.system]
    ready: dict[tuple[int, bool], tuple[Any, dict[str, Any], dict[str, str]]] = {}
    found = []
    for number in numbers:
        which, other = number % len(series.scenarios), is_exchanged(series, number)
        try:
            if (which, other) not in ready:
                scenario = _scenario(series, which)
                state = system.setup(exchanged(scenario) if other else scenario)
                ready[which, other] = state, {}, forces(scenario, other)
            state, shared, named = ready[which, other]
            played = play_one(series, number, system.copy(state), shared)
            found.append(replace(played, forces=tuple(named[side] for side in played.winners)))
        except Exception as error:
            name = f"battle {number} ({series.scenarios[which]}, dice {seed_of(series.seed, number)})"
            raise BattleFault(f"{name}: {type(error).__name__}: {error}") from error
    return found


def _scenario(series: Series, which: int) -> Scenario:
    return series.given[which] if series.given else SYSTEMS[series.system].scenarios()[series.scenarios[which]]


def play_one(series: Series, number: int, state: Any, shared: dict[str, Any]) -> BattleResult:
    """One battle from its first state; `shared` by all on the same table."""
    system, seed, seats = SYSTEMS[series.system], seed_of(series.seed, number), seating(series, number)
    game = Game(system, state, Rolling(seed), quiet=not series.features, keep="none", shared=shared)
    shown = Counter[str]()
    if series.features:
        game.watch = lambda entry, ask, events: shown.update(_features(game, events))
    players = {side: make_player(name, seed ^ place) for place, (side, name) in enumerate(seats.items(), 1)}
    decisions = play_out(game, players)
    winners = game.result.winners if game.result else ()
    who = tuple(dict.fromkeys(seats[side] for side in winners))
    scenario, turns = series.scenarios[number % len(series.scenarios)], system.rounds(game.state)
    return BattleResult(number, scenario, winners, who, turns, decisions, shown=dict(shown))


def _features(game: Game[Any], events: Sequence[Happening]) -> Iterator[str]:
    for event in events:
        yield from game.system.shows(game.state, event)


def is_exchanged(series: Series, number: int) -> bool:
    """Do the sides lead each other's forces in this battle? Each seating of the players meets both."""
    rounds = number // len(series.scenarios)
    return series.exchange and bool((rounds // 2 if series.swap else rounds) % 2)


def seating(series: Series, number: int) -> dict[str, str]:
    """Who plays which side of a battle."""
    names = [name for _, name in series.players]
    if series.swap and number // len(series.scenarios) % 2:
        names.reverse()
    return dict(zip((side for side, _ in series.players), names, strict=True))


def battles(series: Series, jobs: int = 1) -> Iterator[BattleResult]:
    """All battles in order, as they are done."""
    numbers = iter(range(series.games))
    size = max(1, min(CHUNK, series.games // (4 * jobs)))
    chunks = iter(lambda: list(islice(numbers, size)), [])
    if jobs <= 1:
        for chunk in chunks:
            yield from play_some(series, chunk)
        return
    others = set(active_children())
    with ProcessPoolExecutor(min(jobs, series.games), initializer=_settle) as pool:
        try:
            for done in _in_order(pool, series, chunks, 4 * jobs):
                yield from done
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(active_children()) - others:  # nobody waits for battles that nobody counts
                child.terminate()
            raise


def _settle() -> None:
    """An interrupt means the whole, not each process: the first of them ends the others."""
    signal(SIGINT, SIG_IGN)
    look_rarely()


def look_rarely() -> None:
    """What is loaded stays, and battles leave little behind: looking for garbage takes some 5 % of bulk play."""
    gc.freeze()
    gc.set_threshold(*RARELY)


def _in_order(
    pool: ProcessPoolExecutor, series: Series, chunks: Iterator[list[int]], ahead: int
) -> Iterator[list[BattleResult]]:
    """What the processes have done, in order; no more is handed out than keeps them busy."""
    waiting = deque(pool.submit(play_some, series, chunk) for chunk in islice(chunks, ahead))
    while waiting:
        done = waiting.popleft().result()
        waiting.extend(pool.submit(play_some, series, chunk) for chunk in islice(chunks, 1))
        yield done


def simulate(series: Series, jobs: int = 1, tick: Callable[[], None] = lambda: None) -> SimulationResult:
    """Play them all and count."""
    began = perf_counter()
    played: list[BattleResult] = []
    for one in battles(series, jobs):
        played.append(one)
        tick()
    return count(series, played, perf_counter() - began, jobs)


def count(series: Series, played: Sequence[BattleResult], seconds: float, jobs: int) -> SimulationResult:
    """The outcome of battles that were played."""
    sides = [side for side, _ in series.players]
    decisions = sum(one.decisions for one in played)
    by_scenario: dict[str, dict[str, int]] = {}
    by_player = {name: 0 for _, name in series.players}
    fought = [_scenario(series, which) for which in range(len(series.scenarios))]
    by_force = {name: 0 for scenario in fought for name in forces(scenario).values()}
    for one in played:
        row = by_scenario.setdefault(one.scenario, {**dict.fromkeys(sides, 0), "draws": 0})
        for column in one.winners or ("draws",):
            row[column] += 1
        for name in one.players:
            by_player[name] += 1
        for name in one.forces:
            by_force[name] += 1
    return SimulationResult(
        series.system,
        len(played),
        series.seed,
        {side: sum(side in one.winners for one in played) for side in sides},
        sum(not one.winners for one in played),
        round(sum(one.turns for one in played) / max(1, len(played)), 3),
        decisions,
        round(decisions / seconds, 1),
        round(len(played) / seconds, 3),
        dict(series.players),
        by_player,
        by_force,
        by_scenario,
        round(seconds, 3),
        jobs,
        _shown(series, played) if series.features else {},
    )


def _shown(series: Series, played: Sequence[BattleResult]) -> dict[str, FeatureCount]:
    """Every feature that the book names, also those that no battle showed."""
    rows = {name: [one.shown.get(name, 0) for one in played] for name in SYSTEMS[series.system].features}
    return {name: FeatureCount(sum(row), sum(map(bool, row))) for name, row in rows.items()}
