"""Commands that tell about rulebooks, cases and odds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from ..engine import odds as exact_odds
from ..engine.cases import CaseError, load, run
from ..engine.coverage import coverage
from ..engine.rulebook import Entry, Rulebook
from ..systems import SYSTEMS
from .shared import AsJson, BadInput, app, console, find_scenario, find_system, progress, read_yaml, say, say_json

Name = Annotated[str, typer.Argument(help="A system, such as oversoul.")]


@app.command()
def systems(as_json: AsJson = False) -> None:
    """The rulebooks that can be played."""
    rows: list[dict[str, Any]] = [
        {
            "name": name,
            "title": SYSTEMS[name].title,
            "version": SYSTEMS[name].version,
            "rules": len(Rulebook.of(name)),
            "scenarios": list(SYSTEMS[name].scenarios()),
            "armies": sorted(path.stem for path in (SYSTEMS[name].folder / "armies").glob("*.yaml")),
        }
        for name in SYSTEMS
    ]
    if as_json:
        say_json(rows)
        return
    for row in rows:
        say(f"{row['name']}: {row['title']}, {row['rules']} rules")
        say(f"  scenarios: {', '.join(row['scenarios'])}")
        say(f"  armies: {', '.join(row['armies'])}")


@app.command()
def rules(
    system: Name,
    show_coverage: Annotated[bool, typer.Option("--coverage", help="Which rule has which tests.")] = False,
    show: Annotated[str, typer.Option("--show", help="One rule, whole.")] = "",
    search: Annotated[str, typer.Option("--search", help="Rules that hold these words.")] = "",
    as_json: AsJson = False,
) -> None:
    """The catalogue of a rulebook."""
    find_system(system)
    book = Rulebook.of(system)
    if show_coverage:
        _coverage(system, as_json)
    elif show:
        entry = book.get(show) or book.get(f"{system}.{show}")
        if entry is None:
            raise BadInput(f"{system} has no rule {show!r}")
        say_json(entry) if as_json else _entry(entry)
    else:
        found = book.search(search) if search else list(book)
        if as_json:
            say_json(found)
        for one in [] if as_json else found:
            say(f"{one.id}  {one.title}{'  (optional)' if one.optional else ''}")


def _coverage(system: str, as_json: bool) -> None:
    report = coverage(system)
    if as_json:
        say_json(report.shape())
        return
    for rule, tests in sorted(report.tests.items()):
        say(f"{rule}: {', '.join(tests)}")
    say(f"{report.covered} of {report.rules} rules have tests ({report.optional} are optional)")
    for label, ids in (("missing", report.missing), ("unknown", report.unknown)):
        for rule in ids:
            say(f"{label}: {rule}")


def _entry(entry: Entry) -> None:
    say(f"{entry.id}: {entry.title}{'  (optional)' if entry.optional else ''}")
    say(f"  {entry.rule}")
    if entry.ruling:
        say(f"  Our ruling: {entry.ruling}")
    if entry.table:
        say(f"  {entry.table}")


@app.command()
def case(files: Annotated[list[Path], typer.Argument(help="Case files.")], as_json: AsJson = False) -> None:
    """Play case files and say whether they hold."""
    rows: list[dict[str, Any]] = []
    with progress("cases", len(files), quiet=as_json or len(files) < 10) as tick:
        for file in files:
            rows.append(_one_case(file))
            tick()
    if as_json:
        say_json(rows)
    for row in [] if as_json else rows:
        say(f"{row['file']}: {'holds' if row['holds'] else row['why']}")
    if not all(row["holds"] for row in rows):
        raise typer.Exit(1)


def _one_case(file: Path) -> dict[str, Any]:
    try:
        report = run(file, SYSTEMS)
    except CaseError as error:
        return {"file": str(file), "holds": False, "why": " ".join(str(error).split())}
    return {"file": str(file), "holds": True, "case": report.case, "rules": report.rules, "checks": report.checks}


@app.command()
def odds(
    file: Annotated[str, typer.Argument(help="A case or scenario file, or the name of a ready scenario.")],
    given: Annotated[list[str], typer.Argument(help="What of: unit=ravens target=gunners, or attacker=… target=… how=melee")],
    of: Annotated[str, typer.Option("--of", help="attack or volley")] = "volley",
    system: Annotated[str, typer.Option("--system", help="The rulebook, where the file does not say.")] = "",
    as_json: AsJson = False,
) -> None:
    """The exact odds of an attack, by running the rule itself."""
    book, scenario = _situation(file, system)
    words = dict(_pair(word) for word in given)
    state = book.setup(scenario)
    attack = book.attack(state, of, words)
    found = exact_odds(book, state, attack.rule, attack.measure, pure=attack.pure)
    if as_json:
        chances = {str(key): {"exact": str(p), "chance": float(p)} for key, p in sorted(found.items())}
        say_json({"system": book.name, "of": of, "given": words, "policy": "usual", "outcomes": chances, "mean": _mean(found)})
        return
    table = Table(title=f"{of}: {' '.join(given)}")
    for column in ("models lost", "chance", "exactly"):
        table.add_column(column, justify="right")
    for key, p in sorted(found.items()):
        table.add_row(Text(str(key)), f"{float(p):.2%}", str(p))
    console.print(table)
    say(f"on average {_mean(found):.3f}; luck is spent on the first failure, nobody else reacts")


def _mean(found: dict[Any, Fraction]) -> float:
    return float(sum(key * p for key, p in found.items()))


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals:
        raise BadInput(f"{word!r} should read name=value")
    return name, value


def _situation(file: str, system: str) -> tuple[Any, Any]:
    """The table to attack on: a case's scenario, a scenario file or a ready one."""
    path = Path(file)
    if path.suffix not in (".yaml", ".yml"):
        book = find_system(system or next(iter(SYSTEMS)))
        return book, find_scenario(book, file)
    data = read_yaml(path)
    if "case" in data:
        found = load(path)
        book = find_system(found.system)
        return book, found.scenario if isinstance(found.scenario, dict) else find_scenario(book, str(found.scenario))
    return find_system(str(data.get("system", system or "oversoul"))), data
