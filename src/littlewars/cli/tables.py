"""`littlewars map` and `littlewars picture`: tables as files and as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .shared import (
    AsJson,
    BadInput,
    Svg,
    app,
    check_input,
    check_output,
    find_scenario,
    find_system,
    known,
    say,
    say_json,
    set_up,
    write_text,
)

if TYPE_CHECKING:
    from littlewars.table.maps.files import Map

maps = typer.Typer(no_args_is_help=True, help="Check and make maps.")
app.add_typer(maps, name="map")

LEAST, MOST, MOST_PAIRS = 12, 240, 50


@maps.command("check")
def check_map(
    file: Annotated[Path, typer.Argument(help="A map as YAML.")], picture: Svg = None, as_json: AsJson = False
) -> None:
    """Read a map; what is wrong with it is named by piece and line."""
    check_output(picture, inputs=(file,))
    check_input(file)
    from littlewars.table.maps.files import MapError, read

    try:
        table = read(file.read_text(encoding="utf-8"), str(file))
    except UnicodeDecodeError as error:
        raise BadInput(f"{file}: is not a UTF-8 text") from error
    except MapError:
        raise
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise BadInput(f"{file}: cannot be read as a map: {type(error).__name__} {error}") from error
    _draw(table, picture, table.name or file.stem)
    if as_json:
        say_json({"map": table.name, "unit": table.unit, "pieces": len(table.pieces), "picture": picture})
    else:
        say(f"{table.name or file}: {len(table.pieces)} pieces, fine")


def _draw(table: Map, picture: Path | None, title: str) -> None:
    """The picture of a map, if one is wanted."""
    if picture:
        from littlewars.table.picture.scene import Scene, svg

        write_text(picture, svg(Scene(table.size, title, table.unit, table.pieces)))


@maps.command("random")
def random_map(
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same map.")] = 1,
    width: Annotated[float, typer.Option(help="In that unit.")] = 48,
    depth: Annotated[float, typer.Option(help="In that unit.")] = 48,
    unit: Annotated[str, typer.Option(help="inch or cm.")] = "inch",
    pairs: Annotated[int, typer.Option(help="Pairs of twin pieces.")] = 4,
    out: Annotated[Path | None, typer.Option("--out", help="Write the map to a file.")] = None,
    picture: Svg = None,
    as_json: AsJson = False,
) -> None:
    """A fair random map: every piece has its twin on the other half."""
    if not LEAST <= width <= MOST or not LEAST <= depth <= MOST or not 0 <= pairs <= MOST_PAIRS:
        raise BadInput(f"a table is {LEAST} to {MOST} units each way, with at most {MOST_PAIRS} pairs of pieces")
    known(unit, ["inch", "cm"], "unit")
    check_output(out, picture)
    from littlewars.table.maps.files import dump, plain
    from littlewars.table.maps.generate import generate

    table = generate(seed, (round(width * 1000), round(depth * 1000)), unit=unit, pairs=pairs)
    _draw(table, picture, table.name)
    if out:
        write_text(out, dump(table))
    if as_json:
        say_json(plain(table))
    elif out:
        say(str(out))
    else:
        print(dump(table), end="")


@app.command()
def picture(
    system: Annotated[str, typer.Argument(help="A system.")],
    scenario: Annotated[str, typer.Option("--scenario", help="A ready scenario or a scenario file.")],
    out: Annotated[Path, typer.Option("--svg", help="Where the picture goes.")] = Path("table.svg"),
    as_json: AsJson = False,
) -> None:
    """The table of a scenario as a picture."""
    check_output(out, inputs=(scenario,))
    book = find_system(system)
    state = set_up(book, find_scenario(book, scenario), scenario)
    from littlewars.engine.page.drawing import scene_of
    from littlewars.table.picture.scene import svg

    write_text(out, svg(scene_of(book.show(state))))
    if as_json:
        say_json({"system": system, "scenario": scenario, "picture": out})
    else:
        say(str(out))
