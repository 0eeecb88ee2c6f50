"""`littlewars map` and `littlewars picture`: tables as files and as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..table.generate import generate
from ..table.maps import dump, load
from ..table.picture import Scene, svg
from .shared import AsJson, BadInput, app, find_scenario, find_system, say, say_json, write_text

maps = typer.Typer(no_args_is_help=True, help="Check and make maps.")
app.add_typer(maps, name="map")

Svg = Annotated[Path | None, typer.Option("--svg", help="Write a picture.")]


@maps.command("check")
def check_map(
    file: Annotated[Path, typer.Argument(help="A map as YAML.")], picture: Svg = None, as_json: AsJson = False
) -> None:
    """Read a map; what is wrong with it is named by piece and line."""
    table = load(file)
    if picture:
        write_text(picture, svg(Scene(table.size, table.name or file.stem, table.unit, table.pieces)))
    if as_json:
        say_json({"map": table.name, "unit": table.unit, "pieces": len(table.pieces)})
    else:
        say(f"{table.name or file}: {len(table.pieces)} pieces, fine")


@maps.command("random")
def random_map(
    seed: Annotated[int, typer.Option(help="The same seed gives the same map.")] = 1,
    width: Annotated[float, typer.Option(help="Inches.")] = 48,
    depth: Annotated[float, typer.Option(help="Inches.")] = 48,
    pairs: Annotated[int, typer.Option(help="Pairs of twin pieces.")] = 4,
    out: Annotated[Path | None, typer.Option("--out", help="Write the map to a file.")] = None,
    picture: Svg = None,
) -> None:
    """A fair random map: every piece has its twin on the other half."""
    if not 12 <= width <= 240 or not 12 <= depth <= 240 or not 0 <= pairs <= 50:
        raise BadInput("a table is 12 to 240 inches each way, with at most 50 pairs of pieces")
    table = generate(seed, (round(width * 1000), round(depth * 1000)), pairs=pairs)
    if picture:
        write_text(picture, svg(Scene(table.size, table.name, table.unit, table.pieces)))
    if out:
        write_text(out, dump(table))
        say(str(out))
    else:
        print(dump(table), end="")


@app.command()
def picture(
    system: Annotated[str, typer.Argument(help="A system.")],
    scenario: Annotated[str, typer.Option("--scenario", help="A ready scenario or a scenario file.")],
    out: Annotated[Path, typer.Option("--svg", help="Where the picture goes.")] = Path("table.svg"),
) -> None:
    """The table of a scenario as a picture."""
    book = find_system(system)
    write_text(out, svg(book.scene(book.setup(find_scenario(book, scenario)))))
    say(str(out))
