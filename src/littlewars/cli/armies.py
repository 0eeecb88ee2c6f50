"""`littlewars army`: check, cost and print rosters."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from littlewars.muster import BillLine, Force, Muster, load_roster
from littlewars.systems import REGISTRY, SYSTEMS, SystemEntry

from .shared import (
    AsJson,
    BadInput,
    app,
    check_input,
    check_output,
    clean,
    find_system,
    known,
    looks_like_a_file,
    say,
    say_json,
    show,
    write_text,
)

army = typer.Typer(no_args_is_help=True, help="Check, cost and print rosters.")
app.add_typer(army, name="army")

File = Annotated[str, typer.Argument(help="A roster as YAML, or the name of a ready army.")]


def _force(name: str) -> tuple[Path, Force[Any], Muster]:
    """A roster by its file or its name, read by the muster rules of its system."""
    path = Path(name)
    if not looks_like_a_file(name):
        ready = {
            stem: entry.folder / "armies" / f"{stem}.yaml" for entry in REGISTRY.values() for stem in entry.stems("armies")
        }
        path = ready[known(name, list(ready), "ready army (nor a file)")]
    roster = load_roster(check_input(path))
    muster: Muster | None = find_system(roster.system, f"{path}, line {roster.system_line}").muster
    if muster is None:
        raise BadInput(f"{roster.system} knows no rosters")
    return path, muster.read(roster), muster


@army.command()
def check(file: File, as_json: AsJson = False) -> None:
    """Name every breach of the construction rules with its rule and line."""
    path, force, muster = _force(file)
    roster, breaches, advice = force.roster, force.breaches, muster.warnings(force)
    if as_json:
        told = {"roster": roster.name, "system": roster.system, "legal": not breaches, "breaches": breaches, "advice": advice}
        say_json(told)
    elif not breaches:
        say(f"{roster.name}: legal")
    for breach in [] if as_json else breaches:
        say(f"{path}:{breach.line}: {breach.text} [{breach.rule}]")
    for breach in [] if as_json else advice:
        say(f"{path}:{breach.line}: advice: {breach.text} [{breach.rule}]")
    if breaches:
        more = f" and {len(breaches) - 1} more" if len(breaches) > 1 else ""
        raise BadInput(f"{path} is not legal: {breaches[0]}{more}")


@army.command()
def cost(file: File, as_json: AsJson = False) -> None:
    """What it costs, line by line."""
    bill = _force(file)[1].readable().bill
    if as_json:
        say_json(bill)
        return
    table = Table(title=Text(clean(f"{bill.name}: {bill.total} of {bill.limit} points")))
    table.add_column("unit / model")
    for column in ("each", "number", "points"):
        table.add_column(column, justify="right")
    for unit in bill.units:
        table.add_row(Text(clean(unit.name), style="bold"), "", "", Text(str(unit.total), style="bold"))
        for model in unit.models:
            table.add_row(Text(clean("  " + model.name)), str(model.each), str(model.count), str(model.total))
            _lines(table, model.lines, "    ")
    table.add_section()
    table.add_row(Text("total", style="bold"), "", "", Text(str(bill.total), style="bold"))
    show(table)
    if bill.left < 0:
        say(f"{-bill.left} points over the limit of {bill.limit}")


def _lines(table: Table, lines: Sequence[BillLine], indent: str) -> None:
    for line in lines:
        table.add_row(Text(clean(indent + line.text), style="dim"), Text(str(line.points), style="dim"), "", "")
        _lines(table, line.parts, indent + "  ")


@army.command("print")
def print_(
    file: File,
    out: Annotated[Path | None, typer.Option("--out", help="Where the page goes (default: beside the roster).")] = None,
    as_json: AsJson = False,
) -> None:
    """A roster sheet as HTML that prints well."""
    path, force, muster = _force(file)
    target = out or (path.with_suffix(".html") if looks_like_a_file(file) else Path(f"{path.stem}.html"))
    check_output(target, inputs=(path,))
    write_text(target, muster.page(force, SYSTEMS[force.roster.system].about))
    if as_json:
        say_json({"roster": force.roster.name, "sheet": target, "breaches": force.breaches})
        return
    say(f"{target}")
    if force.breaches:
        say(f"warning: the roster breaks {len(force.breaches)} rule(s); the sheet lists them")


@army.command("list")
def list_(
    system: Annotated[str, typer.Argument(help="A system; without it the armies of all systems.")] = "",
    as_json: AsJson = False,
) -> None:
    """The armies that come with a system."""
    if system:
        entry = REGISTRY[known(system, list(REGISTRY), "system")]
        say_json(entry.stems("armies")) if as_json else _tell(system, entry)
        return
    if as_json:
        say_json({name: entry.stems("armies") for name, entry in REGISTRY.items()})
        return
    for name, entry in REGISTRY.items():
        say(f"{name}:")
        _tell(name, entry, "  ")


def _tell(name: str, entry: SystemEntry, indent: str = "") -> None:
    """The armies of a system, one to a line."""
    for stem in entry.stems("armies"):
        roster = load_roster(entry.folder / "armies" / f"{stem}.yaml")
        say(f"{indent}{stem}: {roster.name}")
