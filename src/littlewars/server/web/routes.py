"""What a page asks over HTTP: rulebooks, rosters, new battles, journals, cases and replays. Errors are a `Problem`."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.params import Body, HeaderParameter, JSONBody, PathParameter, QueryParameter, RawBody
from sqlalchemy.exc import SQLAlchemyError

from littlewars import __version__
from littlewars.engine import ScenarioError
from littlewars.engine.cases.saving import save
from littlewars.engine.catalogue.primer import PrimerPart
from littlewars.engine.journal import JournalError
from littlewars.players import players_of

from ..errors import Gone, Refuse, shortened
from ..logs import note, warn
from ..play.games import Games
from ..play.library import BadRoster
from ..play.room import Room
from ..play.seats import NO_SEAT, seat_of, seat_shown
from ..storage.faults import AWAY, reason
from ..storage.storage import GameRow, StorageError
from ..wire import (
    Begun,
    Fault,
    GameCard,
    Health,
    NewGame,
    Problem,
    Reckoning,
    Remains,
    Replay,
    RosterReport,
    RosterText,
    RuleCard,
    SeatKey,
    SystemCard,
)
from ..workers.pool import TooLong
from .asking import AnyRequest, SystemName, offered_system, problems
from .drawings import HANDLERS as DRAWINGS
from .packing import JSON, Packed, answer, pack, packed, unpacked

GAME = re.compile(r"[A-Za-z0-9_-]{8,64}")
GameId = Annotated[str, PathParameter(max_length=64, min_length=1, description="The address of a battle.")]
Bearer = Annotated[str, HeaderParameter(name="Authorization", max_length=300, description="Bearer and a seat's secret.")]
PULSE = 5.0  # seconds for a write, before all is not well
MOST_JOURNAL = 500_000_000


# ---- rulebooks


@get("/api/systems", operation_id="systems", responses=problems())
async def systems(games: NamedDependency[Games], request: AnyRequest) -> Response[list[SystemCard]]:
    """The rulebooks to play by, with their ready battles and forces."""
    return answer(request, await _kept(games, "systems", games.library.cards))


@get("/api/systems/{system:str}/rules", operation_id="rules", responses=problems(404))
async def rules(
    games: NamedDependency[Games],
    request: AnyRequest,
    system: SystemName,
    q: Annotated[str, QueryParameter(max_length=200, description="Words that must occur.")] = "",
) -> Response[list[RuleCard]]:
    """The catalogue of a rulebook, or the rules in which these words occur."""
    offered = offered_system(games, system)
    if not q.strip():
        return answer(request, await _kept(games, f"rules {system}", lambda: offered.search("")))
    return answer(request, await packed(lambda: offered.search(q)))


@get("/api/systems/{system:str}/primer", operation_id="primer", responses=problems(404))
async def primer(games: NamedDependency[Games], request: AnyRequest, system: SystemName) -> Response[list[PrimerPart]]:
    """How to play by a rulebook, in two pages."""
    offered = offered_system(games, system)
    return answer(request, await _kept(games, f"primer {system}", lambda: offered.primer))


async def _kept(games: Games, name: str, make: Callable[[], Any]) -> Packed:
    """What never changes, made once."""
    found: Packed | None = games.packed.get(name)
    if found is None:
        found = games.packed[name] = await packed(make, keep=True)
    return found


# ---- rosters and battles


@post("/api/rosters/check", operation_id="checkRoster", status_code=200, responses=problems(404, 408, 413, 503))
async def check_roster(games: NamedDependency[Games], request: AnyRequest, data: JSONBody[RosterText]) -> RosterReport:
    """What is wrong with a roster, by rule and line, and what it costs."""
    games.gates.costly("rosters", request)
    offered_system(games, data.system)
    return await games.pool.check(data.system, data.text, _from(request))


@post("/api/games", operation_id="newGame", status_code=201, responses=problems(404, 408, 413, 422, 503))
async def new_game(games: NamedDependency[Games], request: AnyRequest, data: JSONBody[NewGame]) -> Begun:
    """Begin a battle. The secrets of the seats are told this once."""
    games.gates.game(request)
    offered = offered_system(games, data.system)
    for side, seat in data.seats.items():
        if not (seat.name + side).isprintable():
            raise Refuse(422, "names are made of letters")
        if seat.kind == "bot" and seat.bot not in (bots := players_of(data.system)):
            raise Refuse(422, f"there is no bot {seat.bot!r} for this rulebook; there are {', '.join(bots)}")
        if seat.roster:
            report = await games.pool.check(data.system, seat.roster, _from(request))
            if report.faults:
                raise BadRoster(side, report.faults)
    scenario = await asyncio.to_thread(offered.scenario, data.scenario, data.seats, data.map)
    title = str(scenario.get("name", data.scenario))
    row, tokens = await games.begin(offered.system, title, scenario, data.seats, data.clock)
    return Begun(row.id, tokens, row.commitment)


async def _row(games: Games, game: str) -> GameRow:
    """A battle by its address, without its lines."""
    row = await games.storage.card(game) if GAME.fullmatch(game) else None
    if row is None:
        raise Refuse(404, "there is no such battle")
    return row


@get("/api/games/{game:str}", operation_id="game", responses=problems(404, 503))
async def game_card(games: NamedDependency[Games], game: GameId) -> GameCard:
    """What anybody with its address may know of a battle."""
    row = await _row(games, game)
    room = games.rooms.get(game)
    seats = room.seats() if room else tuple(map(seat_shown, row.seats))
    lines = row.lines if row.result is not None else room.n_for("") if room else 0
    facts = (room.waits_for, room.where) if room and row.result is None else ((), "")
    return GameCard(row.id, row.system, row.title, row.created, lines, seats, row.commitment, row.result, *facts)


def _token(authorization: str) -> str:
    """The secret in a header."""
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Refuse(401, "say whose seat is yours: Authorization: Bearer …")
    return token.strip()


@post("/api/games/{game:str}/seat", operation_id="takeSeat", status_code=200, responses=problems(401, 403, 404, 409, 503))
async def take_seat(games: NamedDependency[Games], request: AnyRequest, game: GameId, authorization: Bearer = "") -> SeatKey:
    """Take a seat by the link one was given, or renew one's own secret: whoever has the old one does not sit there any more."""
    games.gates.costly("seats", request)
    await _row(games, game)
    room = await games.room(game)
    return SeatKey(*await room.shielded(room.renew(_token(authorization))))


async def _over(games: Games, game: str) -> GameRow:
    row = await _row(games, game)
    if row.result is None:
        raise Refuse(409, "the battle goes on: its dice are revealed when it is over")
    return row


@get(
    "/api/games/{game:str}/journal",
    operation_id="journal",
    media_type="application/x-ndjson",
    responses=problems(404, 409, 503),
    response_headers=[ResponseHeader(name="Content-Disposition", description="A file.", documentation_only=True)],
)
async def journal(games: NamedDependency[Games], request: AnyRequest, game: GameId) -> Response[bytes]:
    """The journal of a battle that is over: `littlewars verify` proves every die of it."""
    games.gates.costly("journals", request)
    await _over(games, game)
    saved = await games.storage.load(game)
    assert saved is not None
    name = f'attachment; filename="{_file_name(saved.row)}"'
    reply = await asyncio.to_thread(pack, saved.journal, "application/x-ndjson")
    return answer(request, reply, {"Content-Disposition": name})


def _file_name(row: GameRow) -> str:
    """Which battle, when, and how it ended: "first-battle-2026-11-16-red-won.jsonl"."""
    words = re.sub(r"[^a-z0-9]+", "-", row.title.lower()).strip("-")[:60] or "battle"
    winners = "-".join(re.sub(r"[^a-z0-9]+", "", side.lower()) for side in row.result.winners) if row.result else ""
    return f"{words}-{row.created[:10]}-{f'{winners}-won' if winners else 'draw'}.jsonl"


@get("/api/games/{game:str}/replay", operation_id="replay", responses=problems(404, 409, 422, 503))
async def replay(games: NamedDependency[Games], request: AnyRequest, game: GameId) -> Response[Replay]:
    """A battle that is over, to watch again."""
    games.gates.costly("replays", request)
    await _over(games, game)
    saved = await games.storage.load(game)
    assert saved is not None
    return await _replay(games, request, saved.journal, own=True)


@get("/api/games/{game:str}/reckoning", operation_id="reckoning", responses=problems(404, 409, 422, 503))
async def reckoning(games: NamedDependency[Games], request: AnyRequest, game: GameId) -> Response[Reckoning]:
    """A battle that is over, in numbers."""
    games.gates.costly("replays", request)
    await _over(games, game)
    saved = await games.storage.load(game)
    assert saved is not None
    return answer(request, await unpacked(await games.pool.reckon(saved.journal, _from(request))))


@get("/api/games/{game:str}/remains", operation_id="remains", responses=problems(404, 422, 503))
async def remains(games: NamedDependency[Games], request: AnyRequest, game: GameId) -> Response[Remains]:
    """The fallen and the scorched ground, as those who only watch have seen them; for a page that comes late."""
    games.gates.costly("replays", request)
    await _row(games, game)
    saved = await games.storage.load(game)
    assert saved is not None
    return answer(request, await unpacked(await games.pool.remains(saved.journal, _from(request))))


def may_upload(request: Any, _: Any) -> None:
    """Before anything of it is read: how often this address has done so."""
    games: Games = request.app.state.games
    games.gates.costly("replays", request)


@post(
    "/api/replays",
    operation_id="uploadReplay",
    status_code=200,
    responses=problems(408, 413, 422, 503),
    request_max_body_size=MOST_JOURNAL,  # and no more than the settings say
    guards=[may_upload],
)
async def upload_replay(
    games: NamedDependency[Games],
    request: AnyRequest,
    body: Annotated[RawBody, Body(media_type="application/x-ndjson", description="A journal.")],
) -> Response[Replay]:
    """Somebody's journal, to watch: `fault` names the first line that does not come out the same."""
    return await _replay(games, request, body, own=False)


async def _replay(games: Games, request: AnyRequest, data: bytes, own: bool) -> Response[Replay]:
    return answer(request, await unpacked(await games.pool.replay(data, _from(request), own)))


@get("/api/games/{game:str}/case", operation_id="case", media_type="text/yaml", responses=problems(401, 403, 404, 409, 503))
async def case(
    games: NamedDependency[Games],
    request: AnyRequest,
    game: GameId,
    authorization: Bearer = "",
) -> Response[str]:
    """The situation at hand as a case file; where there are secrets, when it is over, and never while all decide at once."""
    games.gates.costly("cases", request)
    row = await _row(games, game)
    if not seat_of(row, _token(authorization)):
        raise Refuse(403, NO_SEAT)
    room = await games.room(game)
    async with room.held():
        if room.system.secrets and room.game.result is None:
            raise Refuse(409, "this battle has secrets: a case can be saved when it is over")
        if room.game.together is not None:
            raise Refuse(409, "all decide at the same time: a case can be saved when everybody has answered")
        text = _case(room)
    name = f'attachment; filename="{game}.case.yaml"'
    return Response(text, media_type="text/yaml", headers={"Content-Disposition": name})


def _case(room: Room) -> str:
    return save(room.game, f"{room.row.title}, line {room.n}")


# ---- operations


@get("/healthz", operation_id="health", responses=problems(503))
async def health(games: NamedDependency[Games]) -> Health:
    """Is all well? Says whether a line would be durable now: something is written and flushed."""
    return await _pulse(games)


async def _pulse(games: Games) -> Health:
    try:
        await asyncio.wait_for(games.storage.beat(), PULSE)
    except TimeoutError:
        raise Refuse(503, AWAY) from None
    return Health(True, games.storage.kind, len(games.rooms), __version__)


@get("/readyz", operation_id="ready", responses=problems(503))
async def ready(games: NamedDependency[Games]) -> Health:
    """For balancers: may new players be sent here? Warm, with room for battles, and well."""
    if not games.is_warm:
        raise Refuse(503, "still warming up")
    if len(games.rooms) >= games.config.most_games:
        raise Refuse(503, "too many battles at once")
    return await _pulse(games)


@get("/metrics", operation_id="metrics", media_type="text/plain", responses=problems(403, 404), sync_to_thread=False)
def metrics(games: NamedDependency[Games], request: AnyRequest) -> Response[bytes]:
    """Meters for Prometheus."""
    if games.config.metrics == "off":
        raise Refuse(404, "there are no meters here")
    if games.config.metrics == "local" and (request.client is None or request.client.host not in ("127.0.0.1", "::1")):
        raise Refuse(403, "only from this machine")
    return Response(games.metrics.page(), media_type="text/plain; version=0.0.4")


HANDLERS = [
    *DRAWINGS,
    systems,
    rules,
    primer,
    check_roster,
    new_game,
    game_card,
    take_seat,
    journal,
    replay,
    reckoning,
    remains,
    upload_replay,
    case,
    health,
    ready,
    metrics,
]


# ---- when it goes wrong


def answer_problem(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Every error as a Problem."""
    problem = _problem(error)
    games: Games | None = request.app.state.get("games")
    if games is not None:
        games.metrics.refused.labels(str(problem.status)).inc()
    if isinstance(error, SQLAlchemyError):
        if games is None or games.gates.worth_telling("database", 503):
            note("the database fails", reason=problem.text, why=str(error).partition("\n")[0])
    elif problem.status >= 500 and not isinstance(error, Refuse | StorageError | TooLong):
        warn("a request broke", error, path=request.url.path)
    elif problem.status in (400, 403, 413, 429) and (
        games is None or games.gates.worth_telling(_from(request), problem.status)
    ):
        note("refused", status=problem.status, why=problem.text, path=request.url.path)
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(problem, status_code=problem.status, media_type=JSON, headers=headers)


def _from(request: AnyRequest) -> str:
    return request.client.host if request.client else ""


def _problem(error: Exception) -> Problem:
    match error:
        case Refuse():
            return Problem(error.status, shortened(error.text), error.rule)
        case BadRoster():
            first = error.faults[0]
            return Problem(422, str(error), first.rule, first.line, error.faults)
        case ScenarioError():
            return Problem(422, str(error), faults=(Fault("", 0, str(error)),))
        case JournalError():
            return Problem(422, str(error), line=error.line)
        case TooLong() | StorageError() | Gone() | TimeoutError():
            return Problem(503, str(error) or "not possible at the moment")
        case SQLAlchemyError():
            return Problem(503, reason(error))
        case RecursionError():
            return Problem(400, "nested too deeply")
        case msgspec.ValidationError():
            return Problem(400, shortened(str(error)))
        case HTTPException():
            return Problem(error.status_code, _words(error))
    return Problem(500, "something broke here")


def _words(error: HTTPException) -> str:
    """What the framework found wrong with a request."""
    extra = error.extra if isinstance(error.extra, list) else []
    more = [f"{item.get('key', '')}: {item.get('message', '')}" for item in extra if isinstance(item, dict)]
    text = "; ".join([error.detail.partition(" for ")[0] if more else error.detail, *more]) or "refused"
    return text[:1000]
