"""`littlewars army`: check, cost and print rosters."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from ..muster import BillLine, Roster, load_roster
from .shared import AsJson, BadInput, app, console, find_system, say, say_json, write_text

army = typer.Typer(no_args_is_help=True, help="Check, cost and print rosters.")
app.add_typer(army, name="army")

File = Annotated[Path, typer.Argument(help="A roster as YAML.")]


def _book(roster: Roster) -> Any:
    """The muster rules of the roster's system."""
    system = find_system(roster.system)
    return import_module(f"littlewars.systems.{system.name.replace('-', '_')}.muster")


@army.command()
def check(file: File, as_json: AsJson = False) -> None:
    """Name every breach of the construction rules with its rule and line."""
    roster = load_roster(file)
    breaches = _book(roster).check(roster)
    if as_json:
        say_json({"roster": roster.name, "system": roster.system, "legal": not breaches, "breaches": breaches})
    elif not breaches:
        say(f"{roster.name}: legal")
    for breach in [] if as_json else breaches:
        say(f"{file}:{breach.line}: {breach.text} [{breach.rule}]")
    if breaches:
        raise typer.Exit(1)


@army.command()
def cost(file: File, as_json: AsJson = False) -> None:
    """What it costs, line by line."""
    roster = load_roster(file)
    bill = _book(roster).cost(roster)
    if as_json:
        say_json(bill)
        return
    table = Table(title=f"{bill.name}: {bill.total} of {bill.limit} points")
    table.add_column("unit / model")
    table.add_column("each", justify="right")
    table.add_column("number", justify="right")
    table.add_column("points", justify="right")
    for unit in bill.units:
        table.add_row(Text(unit.name, style="bold"), "", "", Text(str(unit.total), style="bold"))
        for model in unit.models:
            table.add_row(Text("  " + model.name), str(model.each), str(model.count), str(model.total))
            _lines(table, model.lines, "    ")
    console.print(table)


def _lines(table: Table, lines: Sequence[BillLine], indent: str) -> None:
    for line in lines:
        table.add_row(Text(indent + line.text, style="dim"), Text(str(line.points), style="dim"), "", "")
        _lines(table, line.parts, indent + "  ")


@army.command("print")
def print_(
    file: File,
    out: Annotated[Path | None, typer.Option("--out", help="Where the page goes (default: beside the roster).")] = None,
) -> None:
    """A roster sheet as HTML that prints well."""
    roster = load_roster(file)
    page = _book(roster).sheet_html(roster)
    target = out or file.with_suffix(".html")
    if target.resolve() == file.resolve():
        raise BadInput(f"{target} is the roster itself")
    write_text(target, page)
    say(f"{target}")


@army.command("list")
def list_(system: Annotated[str, typer.Argument(help="A system.")], as_json: AsJson = False) -> None:
    """The armies that come with a system."""
    files = sorted((find_system(system).folder / "armies").glob("*.yaml"))
    if as_json:
        say_json([path.stem for path in files])
    else:
        for path in files:
            say(f"{path.stem}: {load_roster(path).name}")
