"""Commands that play: watch a battle, simulate many, replay and verify journals."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from ..dice import Draw
from ..engine import Event, Game
from ..engine.journal import Journal, moments_of, read
from ..engine.journal import replay as play_again
from ..engine.journal import verify as run_again
from ..lab.simulate import Plan, sides_of
from ..lab.simulate import simulate as play_many
from ..players import make_player
from ..table.picture import svg
from .shared import AsJson, BadInput, app, console, find_scenario, find_system, progress, say, say_json, write_text

Name = Annotated[str, typer.Argument(help="A system, such as oversoul.")]
Red = Annotated[str, typer.Option("--red", help="random or tactician")]
Blue = Annotated[str, typer.Option("--blue", help="random or tactician")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same battle, to the last die.")]
MOST_GAMES, MOST_JOBS = 10_000_000, 256


def tell(event: Event | Draw) -> str:
    """An event or a throw of dice in a line."""
    if isinstance(event, Draw):
        return f"    {event.why}: {event.die} shows {', '.join(map(str, event.faces))}"
    return event.tell()


def _first_scenario(system: Any, name: str) -> str:
    return name or next(iter(system.scenarios()))


@app.command()
def watch(
    system: Name,
    scenario: Annotated[str, typer.Option("--scenario", help="A ready scenario or a scenario file.")] = "",
    seed: Seed = 1,
    red: Red = "tactician",
    blue: Blue = "tactician",
    journal: Annotated[Path | None, typer.Option("--journal", help="Keep the journal here.")] = None,
    picture: Annotated[Path | None, typer.Option("--svg", help="Draw the table at the end.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only the result.")] = False,
    as_json: AsJson = False,
) -> None:
    """Two bots fight a battle, told as it happens."""
    book = find_system(system)
    chosen = find_scenario(book, _first_scenario(book, scenario))
    game = Game.start(book, chosen, seed, keep="last")
    if journal:
        journal.unlink(missing_ok=True)
        Journal.begin(journal, game, chosen, seed, {"players": {"red": red, "blue": blue}})
    kinds = {"red": red, "blue": blue}
    sides = list(book.sides(game.state))
    players = {s: make_player(kinds.get(s, (red, blue)[n % 2]), seed + n + 1) for n, s in enumerate(sides)}
    told = decisions = 0
    while (ask := game.ask) is not None:
        told = _tell_new(game, told, quiet or as_json)
        game.answer(players[ask.side].answer(game.view(ask.side), ask), ask.side)
        decisions += 1
    _tell_new(game, told, quiet or as_json)
    result = game.result
    assert result is not None
    if picture:
        write_text(picture, svg(book.scene(game.state)))
    if as_json:
        say_json({"system": system, "seed": seed, "decisions": decisions, "hash": game.hash(), "result": result})
    else:
        say(result.tell())
        for what, where in (("picture", picture), ("journal", journal)):
            if where:
                say(f"{what}: {where}")


def _tell_new(game: Game[Any], told: int, quiet: bool) -> int:
    events = game.battle.events or []
    for event in [] if quiet else events[told:]:
        say(tell(event))
    return len(events)


@app.command()
def simulate(
    system: Name,
    games: Annotated[int, typer.Option("--games", min=1, max=MOST_GAMES)] = 100,
    seed: Seed = 1,
    red: Red = "random",
    blue: Blue = "random",
    jobs: Annotated[int, typer.Option("--jobs", min=0, max=MOST_JOBS, help="Processes; 0: one for each core.")] = 1,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", help="Ready ones or files; all ready ones if left out.")
    ] = None,
    swap: Annotated[bool, typer.Option("--swap", help="The players change sides every other battle.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play many battles and count who wins."""
    book = find_system(system)
    names = tuple(scenario or book.scenarios())
    given = tuple(find_scenario(book, name) for name in names)
    for one in given:
        book.setup(one)
    draft = Plan(system, names, games, seed, (), swap, given)
    sides = sides_of(draft)
    kinds = {"red": red, "blue": blue}
    seating = tuple((side, kinds.get(side, (red, blue)[n % 2])) for n, side in enumerate(sides))
    for _, player in seating:
        make_player(player, 0)
    plan = Plan(system, names, games, seed, seating, swap, given)
    with progress("battles", games, quiet=as_json) as tick:
        outcome = play_many(plan, jobs or os.cpu_count() or 1, tick)
    if as_json:
        say_json(outcome)
        return
    table = Table(title=f"{outcome.games} battles of {system}, seed {seed}")
    for column in ("scenario", *sides, "draws"):
        table.add_column(column, justify="right" if column != "scenario" else "left")
    for name, row in outcome.by_scenario.items():
        table.add_row(name, *(str(row[side]) for side in sides), str(row["draws"]))
    table.add_row("all", *(str(outcome.wins[side]) for side in sides), str(outcome.draws), style="bold")
    console.print(table)
    say(f"{outcome.turns_mean:g} rounds and {outcome.decisions / outcome.games:.0f} decisions a battle")
    say(f"{outcome.decisions_per_s:,.0f} decisions/s, {outcome.games_per_s:.2f} battles/s")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A journal.")],
    picture: Annotated[Path | None, typer.Option("--svg", help="Draw the table as it stands at the end.")] = None,
    to: Annotated[int | None, typer.Option("--to", min=1, help="Only as far as this line.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell a journal again, from its events alone."""
    book = read(file)
    system = find_system(book.opening.system)
    moments = [moment for moment in moments_of(system, file) if to is None or moment.n <= to]
    if as_json:
        say_json({"opening": book.opening, "moments": moments, "warnings": book.warnings})
    for moment in [] if as_json else moments:
        for event in moment.events:
            say(tell(event))
    for warning in () if as_json else book.warnings:
        say(f"warning: {warning}")
    if not as_json:
        say(book.result.tell() if book.result and to is None else "the journal ends here; the battle goes on")
    if picture:
        if to is not None:
            raise BadInput("--svg shows the end: leave out --to")
        write_text(picture, svg(system.scene(play_again(system, book).state)))
        say(f"picture: {picture}")


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="A journal.")], as_json: AsJson = False) -> None:
    """Run a journal again and compare every event, die and hash."""
    book = read(file)
    with console.status(f"verifying {file}"):
        report = run_again(find_system(book.opening.system), file)
    if as_json:
        say_json(report)
        return
    for warning in report.warnings:
        say(f"warning: {warning}")
    say(f"{file}: {report.lines} lines, {report.decisions} decisions, all as written")
    if report.result:
        say(report.result.tell())
