"""A long soak: thousands of random battles over all scenarios and ready forces with every invariant on, more that begin where a
case begins (what chance seldom comes to is at hand there), and a count of every feature that a rulebook names. `make soak` runs
it."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress

from littlewars.engine import Scenario
from littlewars.engine.cases import load
from littlewars.systems import SYSTEMS

from .forces import drawn
from .invariants import Broken, check_game

Job = tuple[str, str, int, int]  # system, scenario or file of a case, seed, which decisions are looked at closely
ENOUGH = 2000  # battles in which every feature must be seen
LARGE = 150  # figures: a battle of more is played once in so many, and not every decision of it is looked at
RARELY, NOW_AND_THEN = 50, 25
EACH_CASE = 10  # battles that begin where a case begins


class SoakResult(NamedTuple):
    """A battle: its name, its decisions, which features it showed how often, and what broke (nothing, one hopes)."""

    name: str
    decisions: int = 0
    shown: Mapping[str, int] = {}
    why: str = ""


def one(job: Job) -> SoakResult:
    """One battle under the glass."""
    system, scenario, seed, every = job
    book, name = SYSTEMS[system], f"{system} {scenario} seed {seed}"
    try:
        found = check_game(book, _beginning(*job), seed, every=every, cases=max(50, 10 * every))
        return SoakResult(name, found.decisions, {f"{system}: {each}": count for each, count in found.shown.items()})
    except Broken as error:
        return SoakResult(name, why=f"{scenario}: {error}")
    except Exception as error:  # broke before its first decision, or after its last
        return SoakResult(name, why=f"{name}: {type(error).__name__}: {error}")


def jobs_of(games: int, seed: int, every: int) -> Iterator[Job]:
    """Every system and scenario in turn, each battle with a seed of its own; the large ones now and then, in turn as well."""
    tables = [(name, scenario) for name, system in SYSTEMS.items() for scenario in system.scenarios()]
    large = [table for table in tables if _figures(*table) > LARGE]
    usual = [table for table in tables if table not in large]
    for number in range(games):
        if large and number % RARELY == RARELY - 1:
            yield *large[number // RARELY % len(large)], seed + number, every * NOW_AND_THEN
        else:
            yield *usual[number % len(usual)], seed + number, every


def from_cases(folder: Path, seed: int, every: int) -> Iterator[Job]:
    """Battles that begin where the cases below a folder begin, but for those whose scenario is refused."""
    read = [load(path) for path in sorted(folder.rglob("*.yaml"))]
    playable = [case for case in read if case.system in SYSTEMS and not case.error]
    for number in range(EACH_CASE * len(playable)):
        case = playable[number % len(playable)]
        yield case.system, case.file, seed + number, every


def _beginning(system: str, scenario: str, seed: int, every: int) -> Scenario:
    """How a battle begins: as the scenario says, with forces that chance may exchange, or as a case says."""
    book = SYSTEMS[system]
    ready = book.scenarios()
    if scenario in ready:
        return drawn(book, ready[scenario], seed)
    given = load(Path(scenario)).scenario
    return ready[given] if isinstance(given, str) else given


def _figures(system: str, scenario: str) -> int:
    """How many take part; a book without figures has no large battles."""
    book = SYSTEMS[system]
    return len(getattr(book.setup(book.scenarios()[scenario]), "figures", ()))


def features() -> list[str]:
    """Everything that the books say their battles may show."""
    return [f"{name}: {each}" for name, system in SYSTEMS.items() for each in system.features]


def _positive(text: str) -> int:
    """A number of at least one."""
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def main() -> int:
    """Run the soak; 1 if anything broke, or if in enough battles something was never seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=_positive, default=ENOUGH)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=_positive, default=2)
    parser.add_argument("--every", type=_positive, default=1, help="look closely at every so many decisions")
    parser.add_argument("--cases", type=Path, help="a folder of cases; battles begin with each of them as well")
    given = parser.parse_args()
    jobs = list(jobs_of(given.games, given.seed, given.every))
    begun = list(from_cases(given.cases, given.seed, given.every)) if given.cases else []
    began, decisions, broken, shown = perf_counter(), 0, list[str](), Counter[str]()
    with (
        Progress(console=Console(stderr=True), transient=True) as bar,
        ProcessPoolExecutor(given.jobs) as pool,
    ):
        task = bar.add_task("battles", total=len(jobs) + len(begun))
        for done in pool.map(one, chain(jobs, begun), chunksize=4):
            decisions += done.decisions
            shown.update(done.shown)
            if done.why:
                broken.append(done.why)
                bar.console.print(done.why, markup=False)
            bar.advance(task)
    for name in features():
        print(f"{shown[name]:8d}  {name}")
    seconds = perf_counter() - began
    print(f"{len(jobs)} battles and {len(begun)} from cases, {decisions} decisions in {seconds:.0f} s: {len(broken)} broken")
    missing = [name for name in features() if not shown[name]] if given.games >= ENOUGH else []
    if missing:
        print(f"never seen: {', '.join(missing)}")
    return 1 if broken or missing else 0


if __name__ == "__main__":
    sys.exit(main())
