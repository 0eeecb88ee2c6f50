"""Drawings over HTTP: the map of a ready battle, terrain and figures as a page shows them. The event loop draws nothing."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from littlewars.engine.page.drawing import small_of
from littlewars.table.picture.figures.body import body
from littlewars.table.picture.figures.likeness import DrawnKind
from littlewars.table.picture.ground.cloth import cloth, frame, lamp
from littlewars.table.picture.ground.laid import step_of
from littlewars.table.picture.ground.recipes import drawn
from littlewars.table.picture.ground.scenery import Scenery
from littlewars.table.picture.ground.shapes import eye_of
from littlewars.table.picture.ground.shared import drawings
from littlewars.table.picture.thumbnail import thumbnail

from ..errors import Refuse
from ..play.games import Games
from ..play.library import OfferedSystem
from ..wire import DrawnThings, TableDrawn, ToDraw
from .asking import AnyRequest, SystemName, offered_system, problems
from .packing import Packed, answer, pack, packed

SVG = "image/svg+xml"
ITS_OWN = -1  # map of a ready battle
MOST_CORNERS = 2000  # of all pieces of a request together
ScenarioName = Annotated[str, PathParameter(max_length=100, min_length=1, description="A ready battle.")]


@get("/api/systems/{system:str}/scenarios/{scenario:str}/map", operation_id="map", media_type=SVG, responses=problems(404))
async def scenario_map(
    games: NamedDependency[Games],
    request: AnyRequest,
    system: SystemName,
    scenario: ScenarioName,
    number: Annotated[int, QueryParameter(ge=ITS_OWN, le=999_999, description="A random map; -1: its own.")] = ITS_OWN,
) -> Response[bytes]:
    """The table of a ready battle in small: its map, the zones, and both forces in them."""
    offered = offered_system(games, system)
    if number != ITS_OWN:
        games.gates.costly("drawings", request)
        async with games.drawing:
            return answer(request, await asyncio.to_thread(_map, offered, scenario, number))
    name = f"map {system} {scenario}"
    found: Packed | None = games.packed.get(name)
    if found is None:
        async with games.drawing:
            found = games.packed[name] = await asyncio.to_thread(_map, offered, scenario)
    return answer(request, found)


def _map(offered: OfferedSystem, scenario: str, number: int | None = None) -> Packed:
    ready = offered.system.scenarios()
    if scenario not in ready:
        raise Refuse(404, f"there is no battle {scenario[:60]!r} in this rulebook")
    show = offered.system.show(offered.system.setup(offered.scenario(scenario, {}, number)))
    return pack(thumbnail(small_of(show)).encode(), SVG, keep=True)


@post("/api/drawings", operation_id="draw", status_code=200, responses=problems(408, 413, 422))
async def draw(games: NamedDependency[Games], request: AnyRequest, data: JSONBody[ToDraw]) -> Response[DrawnThings]:
    """Terrain, figures and the table itself as SVG: the same drawing for the same piece, always."""
    games.gates.costly("drawings", request)
    if sum(len(piece.outline) for piece in data.pieces) > MOST_CORNERS:
        raise Refuse(422, f"too many corners: all pieces of a request have at most {MOST_CORNERS}")
    async with games.drawing:
        return answer(request, await packed(lambda: _things(data)))


def _things(data: ToDraw) -> DrawnThings:
    eye = eye_of(data.size, data.unit, data.factor, data.turned)
    pieces = tuple(drawn(_made(piece, Scenery), eye) for piece in data.pieces)
    figures = tuple(body(_made(figure, DrawnKind), eye.scale) for figure in data.figures)
    step = step_of(data.unit)
    table = TableDrawn(cloth(eye, data.cloth), frame(eye, step), lamp(eye)) if data.cloth else None
    texts = [text for piece in pieces for text in (piece.lies, piece.over)]
    texts += [table.cloth, table.frame] if table else []
    return DrawnThings(pieces, figures, table, drawings("".join(texts)))


def _made(data: msgspec.Struct, kind: type[Any]) -> Any:
    """What came over the wire as what the recipes know: the same fields."""
    return msgspec.convert(data, kind, from_attributes=True)


HANDLERS = [scenario_map, draw]
