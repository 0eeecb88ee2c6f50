"""Commands that tell about rulebooks, cases and odds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import typer
import yaml
from rich.table import Table
from rich.text import Text

from littlewars.engine.catalogue.primer import primer
from littlewars.engine.catalogue.rulebook import BASES, Entry, Rulebook
from littlewars.systems import REGISTRY, SYSTEMS
from littlewars.untrusted import quote

from .shared import (
    AsJson,
    BadInput,
    app,
    check_input,
    clean,
    find_scenario,
    find_system,
    known,
    looks_like_a_file,
    progress,
    read_yaml,
    say,
    say_json,
    set_up,
    show,
)

LONGEST_FRACTION = 40
Name = Annotated[str, typer.Argument(help="A system, such as oversoul.")]


@app.command()
def systems(as_json: AsJson = False) -> None:
    """The rulebooks that can be played."""
    rows: list[dict[str, Any]] = [
        {
            "name": name,
            "title": entry.title or SYSTEMS[name].title,
            "about": entry.about or SYSTEMS[name].about,
            "rules": len(_catalogue(name)),
            "scenarios": entry.stems("scenarios"),
            "armies": entry.stems("armies"),
        }
        for name, entry in REGISTRY.items()
    ]
    if as_json:
        say_json(rows)
        return
    for row in rows:
        say(f"{row['name']}: {row['title']}, {row['rules']} rules")
        say(f"  {row['about']}")
        say(f"  scenarios: {', '.join(row['scenarios'])}")
        say(f"  armies: {', '.join(row['armies'])}")


@app.command()
def rules(
    system: Name,
    show_coverage: Annotated[bool, typer.Option("--coverage", help="Which rule has which tests.")] = False,
    one: Annotated[str, typer.Option("--show", help="One rule, whole.")] = "",
    search: Annotated[str, typer.Option("--search", help="Rules that hold these words.")] = "",
    in_short: Annotated[bool, typer.Option("--primer", help="How to play, in two pages.")] = False,
    as_json: AsJson = False,
) -> None:
    """The catalogue of a rulebook."""
    book = _catalogue(known(system, list(REGISTRY), "system"))
    if show_coverage:
        _coverage(system, book, as_json)
    elif in_short:
        _primer(system, as_json)
    elif one:
        name = one if one.startswith(f"{system}.") else f"{system}.{one}"
        entry = book[known(name, list(book.ids), "rule")]
        say_json(entry) if as_json else _entry(entry)
    elif as_json:
        say_json(book.search(search) if search else list(book))
    else:
        found = book.search(search) if search else list(book)
        for entry in found:
            say(f"{entry.id}  {entry.title}{'  (optional)' if entry.optional else ''}")
        say(f"{len(found)} rules" if found else f"no rule of {system} holds {quote(search)}")


def _catalogue(system: str) -> Rulebook:
    """The rules of a system; a package may bring a rulebook without a catalogue."""
    file = REGISTRY[system].folder / "rulebook.yaml"
    return Rulebook.load(file) if file.is_file() else Rulebook([])


def _primer(system: str, as_json: bool) -> None:
    parts = primer(REGISTRY[system].folder)
    if as_json:
        say_json(parts)
        return
    for part in parts:
        say(part.title)
        for line in part.lines:
            say(f"  {line.text}  ({line.rule})")
    if not parts:
        say(f"{system} has no such pages yet")


def _coverage(system: str, book: Rulebook, as_json: bool) -> None:
    from littlewars.engine.catalogue.coverage import find_tests, named_rules
    from littlewars.engine.catalogue.coverage import report as covered

    report = covered(system, book, named_rules(find_tests(near=REGISTRY[system].folder), system), list(REGISTRY))
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
    if entry.basis:
        say(f"  Basis: {entry.basis} ({BASES[entry.basis]})")
    if entry.ruling:
        say(f"  Our ruling: {entry.ruling}")
    if entry.table:
        text = yaml.safe_dump(entry.table, sort_keys=False, allow_unicode=True, default_flow_style=None, width=110)
        say("\n".join(f"    {line}" for line in text.splitlines()))
    for decision in entry.decisions:
        say(f"  Decision: {decision}")


@app.command()
def case(files: Annotated[list[Path], typer.Argument(help="Case files.")], as_json: AsJson = False) -> None:
    """Play case files and say whether they hold."""
    rows: list[dict[str, Any]] = []
    with progress("cases", len(files)) as tick:
        for file in files:
            rows.append(_one_case(file))
            tick()
    bad = [row["why"] for row in rows if not row["holds"]]
    if as_json:
        say_json(rows)
    for row in [] if as_json else rows:
        if row["holds"]:
            say(f"{row['file']}: holds")
        elif len(bad) > 1:
            say(row["why"])
    if bad:
        raise BadInput(bad[0] if len(bad) == 1 else f"{len(bad)} of {len(rows)} cases do not hold")


def _one_case(file: Path) -> dict[str, Any]:
    """Play one; what is wrong with it is part of the report."""
    from littlewars.engine.cases import CaseError, run

    try:
        report = run(check_input(file), SYSTEMS)
    except (CaseError, BadInput) as error:
        return {"file": str(file), "holds": False, "why": " ".join(str(error).split())}
    return {"file": str(file), "holds": True, "case": report.case, "rules": report.rules, "checks": report.checks}


@app.command()
def odds(
    file: Annotated[str, typer.Argument(help="A case or scenario file, or the name of a ready scenario.")],
    given: Annotated[
        list[str],
        typer.Argument(help="What of: unit=… target=… (a volley, Oversoul), or attacker=… target=… (one figure's attack)"),
    ],
    of: Annotated[str, typer.Option("--of", help="attack, fight or volley; without it what the words fit")] = "",
    system: Annotated[str, typer.Option("--system", help="The rulebook, where the file does not say.")] = "",
    seconds: Annotated[float, typer.Option("--seconds", min=0, max=86_400, help="How long it may reckon.")] = 10,
    as_json: AsJson = False,
) -> None:
    """The exact odds of an attack, by running the rule itself."""
    from littlewars.engine import mixed
    from littlewars.engine.chance.odds import MOST_RUNS

    book, scenario = _situation(file, system)
    words = dict(_pair(word) for word in given)
    of = of or ("volley" if "unit" in words else "attack")
    state = set_up(book, scenario, file)
    with progress("reckoning"):
        attack = _attack(book, state, of, words)
        timed = replace(attack, rule=_in_time(attack.rule, seconds))
        found = mixed(book, state, timed, MOST_RUNS).chances
    mean = float(sum(key * p for key, p in found.items()))
    if as_json:
        chances = {str(key): {"exact": str(p), "chance": float(p)} for key, p in sorted(found.items())}
        say_json({"system": book.name, "of": of, "given": words, "policy": "usual", "outcomes": chances, "mean": mean})
        return
    table = Table(title=Text(clean(f"{of}: {' '.join(given)}")))
    for column in (attack.counts or "lost", "chance", "exactly"):
        table.add_column(column, justify="right")
    for key, p in sorted(found.items()):
        table.add_row(Text(str(key)), f"{float(p):.2%}", str(p) if len(str(p)) < LONGEST_FRACTION else "")
    show(table)
    say(f"on average {mean:.3f}; {attack.assumes}, nobody else reacts")


def _in_time(rule: Callable[[Any], Any], seconds: float) -> Callable[[Any], Any]:
    """The same rule, as long as there is time: it is run once for each way the dice can fall."""
    until = monotonic() + seconds

    def run(battle: Any) -> Any:
        if monotonic() > until:
            raise BadInput(
                f"the dice fall in more ways than can be reckoned in {seconds:g} seconds; --seconds N allows more time"
            )
        return rule(battle)

    return run


def _attack(book: Any, state: Any, of: str, words: dict[str, str]) -> Any:
    """The attack that is meant; words that do not fit are the user's fault."""
    try:
        return book.attack(state, of, words)
    except (LookupError, TypeError, ValueError) as error:
        raise BadInput(f"{of}: {' '.join(f'{k}={v}' for k, v in words.items())} does not fit: {error}") from error


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals or not name:
        raise BadInput(f"{quote(word)} should read name=value")
    return name, value


def _situation(file: str, system: str) -> tuple[Any, Any]:
    """The table to attack on: a case's scenario, a scenario file or a ready one."""
    if not looks_like_a_file(file):
        having = [name for name, entry in REGISTRY.items() if file in entry.stems("scenarios")]
        book = find_system(system or next(iter([*having, *REGISTRY])))
        return book, find_scenario(book, file)
    data = read_yaml(Path(file))
    if "case" not in data:
        return find_system(str(data.get("system", system or next(iter(REGISTRY)))), file), data
    from littlewars.engine.cases import load

    found = load(Path(file))
    book = find_system(found.system, file)
    return book, found.scenario if isinstance(found.scenario, dict) else find_scenario(book, str(found.scenario))
