"""A long soak: thousands of random battles over all scenarios with every invariant on. `make soak` runs it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

from rich.console import Console
from rich.progress import Progress

from littlewars.systems import SYSTEMS

from .invariants import Broken, check_game

Job = tuple[str, str, int, int]


def one(job: Job) -> tuple[str, int, str]:
    """One battle under the glass: its name, its decisions, and what broke (nothing, one hopes)."""
    system, scenario, seed, every = job
    name = f"{system} {scenario} seed {seed}"
    try:
        return name, check_game(SYSTEMS[system], scenario, seed, every=every, cases=50).decisions, ""
    except Broken as error:
        return name, 0, str(error)
    except Exception as error:  # broke before its first decision, or after its last
        return name, 0, f"{name}: {type(error).__name__}: {error}"


def jobs_of(games: int, seed: int, every: int) -> Iterator[Job]:
    """Every system and scenario in turn, each battle with a seed of its own."""
    tables = [(name, scenario) for name, system in SYSTEMS.items() for scenario in system.scenarios()]
    for number in range(games):
        system, scenario = tables[number % len(tables)]
        yield system, scenario, seed + number, every


def _positive(text: str) -> int:
    """A number of at least one."""
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def main() -> int:
    """Run the soak; 1 if anything broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=_positive, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=_positive, default=2)
    parser.add_argument("--every", type=_positive, default=1, help="look closely at every so many decisions")
    given = parser.parse_args()
    began, decisions, broken = perf_counter(), 0, list[str]()
    with (
        Progress(console=Console(stderr=True), transient=True) as bar,
        ProcessPoolExecutor(given.jobs) as pool,
    ):
        task = bar.add_task("battles", total=given.games)
        for _, done, why in pool.map(one, jobs_of(given.games, given.seed, given.every), chunksize=4):
            decisions += done
            if why:
                broken.append(why)
                bar.console.print(why, markup=False)
            bar.advance(task)
    seconds = perf_counter() - began
    print(f"{given.games} battles, {decisions} decisions in {seconds:.0f} s: {len(broken)} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
