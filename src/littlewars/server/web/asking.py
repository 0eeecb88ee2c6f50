"""What all requests over HTTP have in common: whose they are, which rulebook they mean, what else they may be answered with."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter

from ..errors import Refuse
from ..play.games import Games
from ..play.library import OfferedSystem
from ..wire import Problem

AnyRequest = Request[Any, Any, Any]
SystemName = Annotated[str, PathParameter(max_length=60, min_length=1, description="A rulebook.")]


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """What else a request may be answered with."""
    said = {
        400: "Malformed.",
        401: "Whose seat?",
        403: "Not yours.",
        404: "Not found.",
        408: "The rest did not come.",
        409: "Not now.",
        413: "Too large.",
        415: "Not the kind of content that is read here.",
        422: "Against a rule.",
        429: "Too fast.",
        503: "Not possible at the moment.",
    }
    return {s: ResponseSpec(Problem, description=said[s], generate_examples=False) for s in sorted({400, 429, *statuses})}


def offered_system(games: Games, system: str) -> OfferedSystem:
    """A rulebook by its name, or there is none."""
    offered = games.library.offered(system)
    if offered is None:
        raise Refuse(404, f"there is no rulebook {system[:60]!r}")
    return offered
