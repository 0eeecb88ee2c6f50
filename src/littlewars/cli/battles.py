"""Commands that play: watch a battle, simulate many, replay and verify journals."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from littlewars.untrusted import MOST_JOURNAL

from .shared import (
    AsJson,
    BadInput,
    Svg,
    app,
    blaming,
    check_input,
    check_output,
    clean,
    find_scenario,
    find_system,
    known,
    progress,
    say,
    say_json,
    set_up,
    show,
    write_text,
)

if TYPE_CHECKING:
    from littlewars.engine import Game, Scenario, System
    from littlewars.engine.journal import JournalContents
    from littlewars.lab.simulate import SimulationResult
    from littlewars.players import Player

Name = Annotated[str, typer.Argument(help="A system, such as oversoul.")]
Red = Annotated[str, typer.Option("--red", help="Who plays red, or the first side: random or tactician.")]
Blue = Annotated[str, typer.Option("--blue", help="Who plays blue, or the second side: random or tactician.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same battle, to the last die.")]
JournalFile = Annotated[Path, typer.Argument(help="A journal.")]
MOST_GAMES, MOST_JOBS = 10_000_000, 256
JOURNAL_BEGINS = b'{"n":1,"game":'


def seating(system: str, sides: list[str], red: str, blue: str) -> dict[str, str]:
    """Which kind of player has which side: by its name, or by its place."""
    from littlewars.players import players_of

    for player in (red, blue):
        known(player, list(players_of(system)), "player")
    named = {"red": red, "blue": blue}
    return {side: named.get(side, (red, blue)[place % 2]) for place, side in enumerate(sides)}


# ---- one battle


@app.command()
def watch(
    system: Name,
    scenario: Annotated[str, typer.Option("--scenario", help="A ready scenario or a scenario file.")] = "",
    seed: Seed = 1,
    red: Red = "tactician",
    blue: Blue = "tactician",
    journal: Annotated[Path | None, typer.Option("--journal", help="Keep the journal here.")] = None,
    picture: Svg = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only the result.")] = False,
    as_json: AsJson = False,
) -> None:
    """Two bots fight a battle, told as it happens."""
    book = find_system(system)
    name = scenario or next(iter(book.scenarios()))
    chosen = find_scenario(book, name)
    check_output(picture, journal, inputs=(name,))
    _check_journal(journal)
    seats = seating(system, list(book.sides(set_up(book, chosen, name))), red, blue)
    with blaming(name):
        game = _start(book, chosen, seed, journal, seats)
    told = LogPrinter(game, f"{chosen.get('name', name)}, seed {seed}: {_versus(seats)}", quiet or as_json)
    _play(game, seats, seed, told)
    result = game.result
    assert result is not None
    if picture:
        _draw(book, game.state, picture)
    if as_json:
        files = {"journal": journal, "picture": picture}
        report = {"system": system, "scenario": name, "seed": seed, "players": seats, "rounds": book.rounds(game.state)}
        say_json({**report, "decisions": len(game.entries), "hash": game.hash(), "result": result, **files})
        return
    if not quiet:
        say("")
    say(result.tell(), style="bold")
    for what, where in (("picture", picture), ("journal", journal)):
        if where:
            say(f"{what}: {where}")


def _check_journal(path: Path | None) -> None:
    """A journal may be written over; anything else may not."""
    if path is None or not path.exists():
        return
    if not path.is_file():
        raise BadInput(f"{path}: is not a plain file")
    with path.open("rb") as file:
        begin = file.read(len(JOURNAL_BEGINS))
    if begin and begin != JOURNAL_BEGINS:
        raise BadInput(f"{path}: is there already, and not a journal: it is not written over")


def _versus(seats: dict[str, str]) -> str:
    """Who fights whom."""
    return " against ".join(f"{side} ({player})" for side, player in seats.items())


def _start(book: System[Any], scenario: Scenario, seed: int, journal: Path | None, seats: dict[str, str]) -> Game[Any]:
    """The battle, with its journal if one is kept."""
    from littlewars.engine import Game
    from littlewars.engine.journal import Journal

    game = Game.start(book, scenario, seed, keep="last")
    if journal:
        journal.unlink(missing_ok=True)
        Journal.begin(journal, game, scenario, seed, {"players": seats})
    return game


class LogPrinter:
    """Tells what is new in a game whenever it is called, or nothing at all."""

    def __init__(self, game: Game[Any], title: str, quiet: bool) -> None:
        from .narrator import Narrator

        self.game, self.quiet, self.told = game, quiet, 0
        self.narrator = Narrator()
        if not quiet:
            say(title, style="bold")

    def __call__(self) -> None:
        """Tell on."""
        from .narrator import speak

        events = self.game.battle.events or []
        if not self.quiet and len(events) > self.told:
            state = self.game.marks[-1].state
            self.narrator.learn(self.game.system.describe(state), self.game.system.measure(state))
            speak(self.narrator.lines(events[self.told :]))
        self.told = len(events)


def _play(game: Game[Any], seats: dict[str, str], seed: int, tell: LogPrinter) -> None:
    """To the end, telling it on the way; a silent one shows that it is still going on."""
    from littlewars.players import make_player

    players: dict[str, Player] = {side: make_player(kind, seed + place) for place, (side, kind) in enumerate(seats.items(), 1)}
    with progress("fighting") if tell.quiet else nullcontext(lambda: None) as tick:
        while (ask := game.ask) is not None:
            tell()
            game.answer(players[ask.side].answer(game.view(ask.side), ask), ask.side)
            tick()
        tell()


def _draw(book: System[Any], state: Any, picture: Path) -> None:
    """The table as a picture."""
    from littlewars.engine.page.drawing import scene_of
    from littlewars.table.picture.scene import svg

    write_text(picture, svg(scene_of(book.show(state))))


# ---- many battles


@app.command()
def simulate(
    system: Name,
    games: Annotated[int, typer.Option("--games", min=1, max=MOST_GAMES, help="How many battles.")] = 100,
    seed: Seed = 1,
    red: Red = "random",
    blue: Blue = "random",
    jobs: Annotated[int, typer.Option("--jobs", min=0, max=MOST_JOBS, help="Processes; 0: one for each core.")] = 1,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", help="Ready ones or files; all ready ones if left out.")
    ] = None,
    swap: Annotated[bool, typer.Option("--swap", help="The players change sides every other battle.")] = False,
    exchange: Annotated[
        bool, typer.Option("--exchange", help="The sides lead each other's forces every other battle (with --swap: pair).")
    ] = False,
    features: Annotated[
        bool, typer.Option("--features", help="Count what the battles show: every action, table line, status.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play many battles and count who wins."""
    from littlewars.lab.simulate import Series
    from littlewars.lab.simulate import simulate as play_many

    book = find_system(system)
    names = tuple(scenario or book.scenarios())
    given = tuple(find_scenario(book, name) for name in names)
    sides = [list(book.sides(set_up(book, one, name))) for one, name in zip(given, names, strict=True)]
    if any(other != sides[0] for other in sides):
        raise BadInput("these scenarios name different sides: " + "; ".join(", ".join(some) for some in sides))
    seats = tuple(seating(system, sides[0], red, blue).items())
    series = Series(system, names, games, seed, seats, swap, given, exchange, features)
    with progress("battles", games) as tick:
        outcome = play_many(series, jobs or os.cpu_count() or 1, tick)
    if as_json:
        say_json(outcome)
    else:
        _report(outcome, swap, exchange)


def _report(outcome: SimulationResult, swap: bool, exchange: bool) -> None:
    """The counts as a table."""
    table = Table(title=f"{outcome.games} battles of {outcome.system}, seed {outcome.seed}")
    for column in ("scenario", *outcome.wins, "draws"):
        table.add_column(Text(clean(column)), justify="right" if column != "scenario" else "left")
    for name, row in outcome.by_scenario.items():
        table.add_row(Text(clean(name)), *(str(row[side]) for side in outcome.wins), str(row["draws"]))
    table.add_row("all", *map(str, outcome.wins.values()), str(outcome.draws), style="bold")
    show(table)
    if swap:
        say("by player: " + ", ".join(f"{player} {wins}" for player, wins in outcome.by_player.items()))
    if exchange:
        say("by force: " + ", ".join(f"{clean(force)} {wins}" for force, wins in sorted(outcome.by_force.items())))
    for name, shown in outcome.shown.items():
        say(f"{shown.times:8d} in {shown.battles:5d} battles  {clean(name)}")
    say(f"{outcome.turns_mean:g} rounds and {outcome.decisions / outcome.games:.0f} decisions a battle")
    say(f"{outcome.decisions_per_s:,.0f} decisions/s, {outcome.games_per_s:.2f} battles/s")


# ---- journals


def _open(file: Path) -> JournalContents:
    """A journal that was read whole; what is wrong is told with its file and line."""
    from littlewars.engine.journal import JournalError, read

    try:
        return read(check_input(file, MOST_JOURNAL))
    except JournalError as error:
        raise BadInput(f"{file}: {error}") from error


def _again(file: Path, book: JournalContents) -> Any:
    """Run a journal again; a line that comes out differently is told with its file."""
    from littlewars.engine.journal import JournalError, replay

    system = find_system(book.opening.system, f"{file}: line 1")
    try:
        with progress(f"verifying {file.name}", len(book.lines)) as tick:
            return replay(system, book, tick)
    except JournalError as error:
        raise BadInput(f"{file}: {error}") from error


@app.command()
def replay(
    file: JournalFile,
    picture: Svg = None,
    to: Annotated[int | None, typer.Option("--to", min=1, help="Only as far as this line.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell a journal again, from its events alone."""
    if picture and to is not None:
        raise BadInput("--svg shows the end: leave out --to")
    check_output(picture, inputs=(file,))
    book = _open(file)
    system = find_system(book.opening.system, f"{file}: line 1")
    from littlewars.engine.journal import JournalError, moments_of

    try:
        moments = [moment for moment in moments_of(system, book) if to is None or moment.n <= to]
    except JournalError as error:
        raise BadInput(f"{file}: {error}") from error
    if picture:
        _draw(system, _again(file, book).state, picture)
    if as_json:
        say_json({"opening": book.opening, "moments": moments, "warnings": book.warnings, "picture": picture})
        return
    _retell(system, book, moments)
    for warning in book.warnings:
        say(f"warning: {warning}")
    say(book.result.tell() if book.result and to is None else "the journal ends here; the battle goes on", style="bold")
    if picture:
        say(f"picture: {picture}")


def _retell(system: System[Any], book: JournalContents, moments: list[Any]) -> None:
    """The story from its events; the names come from the scenario, if these rules can still read it."""
    from .narrator import Narrator, speak

    narrator, opening = Narrator(), book.opening
    try:
        state = set_up(system, opening.scenario, "the opening")
        narrator.learn(system.describe(state), system.measure(state))
    except BadInput as error:
        say(f"warning: {error}; figures are called by their ids")
    seats = opening.meta.get("players")
    against = f": {_versus(seats)}" if isinstance(seats, dict) else ""
    say(f"{opening.scenario.get('name', opening.system)}, seed {opening.seed}{against}", style="bold")
    for moment in moments:
        speak(narrator.lines(moment.events))
    speak(narrator.rest())
    say("")


@app.command()
def verify(
    file: JournalFile,
    committed: Annotated[str, typer.Option("--commitment", help="The hash that was shown before the first decision.")] = "",
    as_json: AsJson = False,
) -> None:
    """Run a journal again and compare every event, die and hash, and the seed with what was committed to."""
    book = _open(file)
    told = str(book.opening.meta.get("commitment", ""))
    if committed and told != committed.strip().lower():
        raise BadInput(f"{file}: line 1: committed to {told or 'nothing'}, not to {committed}")
    _again(file, book).close()
    decisions = sum(line.said is not None for line in book.lines)
    if as_json:
        report = {"file": file, "lines": len(book.lines), "decisions": decisions, "warnings": book.warnings}
        say_json({**report, "verified": True, "commitment": told, "result": book.result})
        return
    for warning in book.warnings:
        say(f"warning: {warning}")
    say(f"{file}: {len(book.lines)} lines, {decisions} decisions, all as written")
    say(f"commitment {told}: holds" if told else "no commitment: these dice were promised to nobody")
    say(book.result.tell() if book.result else "the battle goes on")
