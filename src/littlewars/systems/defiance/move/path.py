"""One figure's way, read step by step: walking, crawling, climbing, jumping, changing level (defiance.move.*)."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

from msgspec import Struct

from littlewars.engine import Battle, Leg, Refusal, Step
from littlewars.engine.names import in_the_way, ref
from littlewars.table.board.board import Clash
from littlewars.table.constants import PLAIN
from littlewars.table.facing import Point, facing_to
from littlewars.table.moving.spots import spot
from littlewars.table.moving.walls import along_top, contact, overlaps_piece, stands_on
from littlewars.table.shapes.bases import Base, centre2, holds, moved
from littlewars.table.terrain.pieces import Piece, surface
from littlewars.table.terrain.sight_exact import inside_spans
from littlewars.untrusted import quote

from ..basics.numbers import CLIMB, CRAWL, INCH, LEVEL, STAND_UP, TOP_LEVEL
from ..basics.scale import format_length
from ..basics.state import Figure, State
from ..basics.tabletop import board, height, must_be_climbed, on_other_levels, pieces_by, pieces_near, tabletop, terrain
from ..basics.ways import Segment as Segment
from .boarding import BOARDING, refuse_boarding
from .terrain_cost import HAIR, TerrainSpan, fits, price, reaches, stretches

VERBS = ("go", "turn", "prone", "stand", "climb", "jump", "up", "down")
FARTHEST = 48 * INCH  # how far off a free spot is looked for
SPUR = 1 * INCH  # of Move for a chit spent on a charge (defiance.command.chit-charge)
ON_FOOT = 2  # times its Move a flyer spends at most that is on the ground (defiance.move.fly-notation)
AHEAD = -1  # until the way is read: it looks where it goes
CLASHES = {
    "edge": "defiance.move.board-edge",
    "piece": "defiance.move.terrain-impassable",
    "body": "defiance.move.figures-as-obstacles",
}
Refused = Refusal | None


class ParsedMove(Struct):
    """A figure on its way: where it is, how, and what it has left."""

    figure: str
    x: int
    y: int
    face: int
    level: int
    prone: bool
    left: float  # allowance
    best: int  # the whole allowance
    path: list[Segment] = []
    stood: bool = False
    dropped: bool = False  # went prone on the way
    done: bool = False  # nothing more may follow but a turn
    level_changes: int = 0
    turns: int = 0  # of a vehicle: to turn is to move
    heading: int = 0  # of a vehicle: 1 forward, -1 in reverse, 0 it has not moved yet
    reached: int = 0  # when it was stopped: on which stretch of its path
    before: int = 0  # allowance spent before, on a way that was interrupted
    rough: bool = False  # it ends in terrain that slows
    boards: str = ""  # the vehicle that it gets into at the end
    near: int | None = None  # what a quick look along the path could not rule out (table.lookout); None before the look

    @property
    def at(self) -> Point:
        """Where it is now."""
        return self.x, self.y

    @property
    def spent(self) -> int:
        """What it has paid."""
        return round(self.best - self.left)

    @property
    def moved(self) -> bool:
        """Any displacement (defiance.orders.maneuver-must-move)."""
        return bool(self.path or self.level_changes or self.turns or self.boards)

    def may_meet(self, what: int) -> bool:
        """Could anything of these kinds be near its path? Before anybody has looked it could."""
        return self.near is None or bool(self.near & what)


def base_move(figure: Figure) -> int:
    """Its MV, less what hits have taken off that of a vehicle, or what it keeps back for a slower mate
    (defiance.vehicle.afv-chart, defiance.infweapon.loader-contact)."""
    return max(0, figure.frame.move - figure.craft.slowed) if figure.craft else figure.frame.move - figure.lag


def move_of(figure: Figure) -> int:
    """Its MV now; a chit spent on a charge raises it."""
    return base_move(figure) + (SPUR if figure.spurred else 0)


def begin(figure: Figure, allowance: int) -> ParsedMove:
    """Before the first step."""
    return ParsedMove(figure.id, figure.x, figure.y, figure.face, figure.level, figure.prone, float(allowance), allowance)


def read(
    battle: Battle[State], figure: Figure, leg: Leg, allowance: int, allowed: tuple[str, ...] = VERBS, before: int = 0
) -> ParsedMove | Refusal:
    """The steps of a leg in order; the first that is not allowed refuses it. `before`: allowance that is spent already."""
    parsed = begin(figure, allowance)
    parsed.before = before
    for step in leg.steps:
        if step.verb not in allowed:
            return _no(figure, "defiance.orders.declare-first", f"may not {step.verb} on these orders")
        if parsed.done and step.verb != "turn":
            return _no(figure, "defiance.move.jump-sole-movement", "makes no other movement")
        refusal = READ[step.verb](battle, figure, parsed, step)
        if refusal:
            return refusal
    if parsed.face == AHEAD:
        parsed.face = facing_to(parsed.path[-1].start, parsed.path[-1].to)
    return (too_far_in(battle.state, figure, parsed) if parsed.rough else None) or parsed


def too_far_in(state: State, figure: Figure, parsed: ParsedMove) -> Refused:
    """A figure that ends in terrain comes as far into it as its allowance at the edge takes it, to the nearest half inch."""
    ways = [way for way in parsed.path if way.how != "turn"]  # a hull that turns goes nowhere
    inside, ground, most = 0.0, "", 0
    for way in reversed(ways):
        if way.how != ways[-1].how:
            break
        found = stretches(state.pieces, way.start, way.to, not figure.frame.vehicle)
        if ground and found[-1].ground != ground:
            break
        ground, inside = found[-1].ground, inside + found[-1].length
        most = reaches(ground, way.prone, way.had - price(found[:-1], way.prone))
        if len(found) > 1:
            break
    if inside <= most + HAIR:
        return None
    return _no(figure, "defiance.move.terrain-rounding", f"comes no more than {_length(state, most)} into {ground} terrain")


def _no(figure: Figure, rule: str, why: str) -> Refusal:
    return Refusal(rule, f"{ref(figure.id)} {why}")


def _length(state: State, thousandths: float) -> str:
    return format_length(thousandths, state.settings.scale)


# ---- the verbs


def _go(battle: Battle[State], figure: Figure, parsed: ParsedMove, step: Step) -> Refused:
    """A straight stretch on the ground or in the air; a prone figure crawls."""
    if step.to is None:
        return _no(figure, "defiance.move.maximum-distance", "goes nowhere: a place is missing")
    here = (parsed.x, parsed.y)
    if step.to == here:
        return None
    if parsed.level:
        return _fly(battle, figure, parsed, step.to)
    close = pieces_near(battle, here, step.to, figure.frame.reach)
    if close and not figure.frame.vehicle and (wall := _in_its_way(figure, here, step.to, close)):
        return _no(figure, "defiance.move.climb-cost", f"must climb {wall.label}")
    if close and (roof := roof_under(battle, figure, here)) and not stands_on(figure.base(), step.to, roof):
        return _no(figure, "defiance.move.terrain-impassable", f"cannot walk off {roof.label}")
    if not close and not figure.frame.flies:
        return _go_in_the_open(battle.state, figure, parsed, step.to)
    found = stretches(close, here, step.to, not figure.frame.vehicle)
    if parsed.prone and close and _crawls_into_heavy(battle.state, here, found):
        return _no(figure, "defiance.move.crawl-no-heavy", "cannot crawl into heavy terrain")
    cost = price(found, parsed.prone)
    if not fits(found, cost, parsed.prone, _left_on_ground(figure, parsed)):
        return _no(figure, "defiance.move.maximum-distance", _too_far(battle.state, parsed, cost))
    _step(parsed, "crawl" if parsed.prone else "walk", step.to, min(parsed.left, cost))
    parsed.rough = bool(close) and found[-1].ground != "open"
    return None


def _go_in_the_open(state: State, figure: Figure, parsed: ParsedMove, to: Point) -> Refused:
    """As most stretches are: nothing slows, and every inch costs one, or two when crawling (defiance.move.crawl-rate)."""
    cost = sqrt(centre2((parsed.x, parsed.y), to)) * (CRAWL if parsed.prone else 1)
    if cost > parsed.left + HAIR:
        return _no(figure, "defiance.move.maximum-distance", _too_far(state, parsed, cost))
    _step(parsed, "crawl" if parsed.prone else "walk", to, min(parsed.left, cost))
    return None


def _too_far(state: State, parsed: ParsedMove, cost: float) -> str:
    return f"needs {_length(state, parsed.best - parsed.left + cost)} of {_length(state, parsed.best)}"


def _left(state: State, parsed: ParsedMove) -> str:
    return f"{_length(state, parsed.left)} are left"


def _in_its_way(figure: Figure, a: Point, b: Point, close: list[Piece]) -> Piece | None:
    """The first wall that a straight way touches, unless it runs along its top."""
    base = figure.base()
    walls = [p for p in close if must_be_climbed(p) and not (stands_on(base, a, p) and stands_on(base, b, p))]
    return next((p for p in walls if contact(base, a, b, p)), None)


def _left_on_ground(figure: Figure, parsed: ParsedMove) -> float:
    """Flyers sprint in the air only: on the ground no more than twice its Move is spent in all (defiance.move.fly-notation)."""
    if not figure.frame.flies:
        return parsed.left
    most = ON_FOOT * move_of(figure)
    if parsed.before + parsed.best <= most:
        return parsed.left
    return min(parsed.left, most - (parsed.before + parsed.best - parsed.left))


def _crawls_into_heavy(state: State, at: Point, found: list[TerrainSpan]) -> bool:
    """A figure that lies in heavy terrain may crawl out of it, but into no other, nor back."""
    inside = {piece.id for piece in state.pieces if terrain(piece) == "heavy" and piece.holds(at)}
    out = [n for n, stretch in enumerate(found) if stretch.ground != "heavy"]
    until = out[0] if out else len(found)
    return any(s.ground == "heavy" and (n > until or s.piece not in inside) for n, s in enumerate(found))


def roof_under(battle: Battle[State], figure: Figure, at: Point) -> Piece | None:
    """The flat top of impassable ground on which a figure stands here; it comes there and leaves by air
    (defiance.move.terrain-impassable)."""
    for piece in pieces_by(tabletop(battle).going.flats, at, 0):
        if terrain(piece) == "impassable" and stands_on(figure.base(), at, piece):
            return piece
    return None


def _step(parsed: ParsedMove, how: str, to: Point, cost: float, piece: str = "", foot: Point | None = None) -> None:
    parsed.path.append(Segment(how, (parsed.x, parsed.y), to, cost, piece, foot, parsed.left, parsed.prone, parsed.level))
    parsed.face = AHEAD
    parsed.x, parsed.y = to
    parsed.left -= cost
    parsed.rough = False


def _fly(battle: Battle[State], figure: Figure, parsed: ParsedMove, to: Point) -> Refused:
    """In the air no terrain slows; what is as high as the figure flies blocks (defiance.move.fly-height)."""
    far = sqrt(centre2(parsed.at, to))
    if far > parsed.left + HAIR:
        return _no(figure, "defiance.move.maximum-distance", _too_far(battle.state, parsed, far))
    for piece in _over(battle.state, parsed.at, to):
        if height(piece) >= parsed.level * LEVEL:
            return _no(figure, "defiance.move.fly-height", f"cannot fly over {piece.label}")
    _step(parsed, "fly", to, min(far, parsed.left))
    return None


def _over(state: State, a: Point, b: Point) -> list[Piece]:
    """Pieces that a straight line crosses or ends in."""
    return [piece for piece in state.pieces if inside_spans(a, b, piece.outline) or holds(piece.outline, b) > 0]


def _turn(battle: Battle[State], figure: Figure, parsed: ParsedMove, step: Step) -> Refused:
    """Free for infantry (defiance.move.facing)."""
    parsed.face = (step.face or 0) % 36000
    return None


def _prone(battle: Battle[State], figure: Figure, parsed: ParsedMove, step: Step) -> Refused:
    """Going prone costs nothing; a figure that moves on must crawl (defiance.orders.go-prone-when,
    defiance.move.prone-cost)."""
    if figure.frame.vehicle:
        return _no(figure, "defiance.move.prone-vehicles", "never goes prone")
    doing = battle.state.turn.doing
    if parsed.level or parsed.level_changes or (doing is not None and figure.id in doing.landed):
        return _no(figure, "defiance.orders.go-prone-forbidden", "cannot go prone while it flies, nor when it has just landed")
    if parsed.prone:
        return _no(figure, "defiance.orders.go-prone-when", "is prone already")
    parsed.prone = parsed.dropped = True
    return None


def _stand(battle: Battle[State], figure: Figure, parsed: ParsedMove, step: Step) -> Refused:
    """4 inches for powered, 2 for standard infantry, whatever the ground (defiance.move.stand-up-cost)."""
    cost = STAND_UP[figure.frame.powered]
    if not parsed.prone:
        return _no(figure, "defiance.move.stand-up-cost", "is not prone")
    if cost > parsed.left + HAIR:
        needs = f"needs {_length(battle.state, cost)} to stand up, {_left(battle.state, parsed)}"
        return _no(figure, "defiance.move.stand-up-cost", needs)
    parsed.prone, parsed.stood = False, True
    parsed.left -= cost
    return None


# ---- climbing


def _climb(battle: Battle[State], figure: Figure, parsed: ParsedMove, step: Step) -> Refused:
    """Over an obstacle or onto its flat top: all or nothing (defiance.move.climb-*)."""
    state = battle.state
    piece = next((p for p in state.pieces if p.id == step.what), None)
    if step.to is None or piece is None or not must_be_climbed(piece):
        return _no(figure, "defiance.move.climb-cost", f"climbs nothing: {quote(step.what)} is no obstacle")
    if figure.frame.vehicle or parsed.prone or parsed.level:
        rule = "defiance.move.climb-vehicles" if figure.frame.vehicle else "defiance.move.crawl-no-heavy"
        return _no(figure, rule, "cannot climb")
    if height(piece) > CLIMB * figure.frame.size:
        high = f"{piece.label} is {_length(state, height(piece))} high, too high for size {figure.frame.size}"
        return _no(figure, "defiance.move.climb-max-height", high)
    if piece.flat and piece.holds(parsed.at) and stands_on(figure.base(), step.to, piece):
        return _no(figure, "defiance.move.climb-cost", f"stands on {piece.label} already")
    base = figure.base()
    found = _climbing(base, parsed.at, step.to, piece)
    if found is None:
        return _no(figure, "defiance.move.climb-cost", f"does not reach {piece.label} that way")
    cost = found.heights * height(piece) + sum(price(stretches(state.pieces, a, b), False) for a, b in found.walks)
    if cost > _left_on_ground(figure, parsed) + HAIR:
        return _no(figure, "defiance.move.climb-must-clear", f"needs {_length(state, cost)}, {_left(state, parsed)}")
    if not stands_on(base, step.to, piece) and contact(base, step.to, step.to, piece):
        return _no(figure, "defiance.move.climb-must-clear", f"must come down beyond {piece.label}")
    others = [p for p in pieces_near(battle, parsed.at, step.to, figure.reach) if p.id != piece.id]
    if wall := next((wall for a, b in found.walks if (wall := _in_its_way(figure, a, b, others))), None):
        return _no(figure, "defiance.move.climb-cost", f"must climb {wall.label}, too")
    _step(parsed, "climb", step.to, min(parsed.left, cost), piece.id, found.foot)
    return None


class Climbing(NamedTuple):
    """A climb: where it begins, how often the height is paid, and the straight ways that are walked besides."""

    foot: Point
    heights: int
    walks: list[tuple[Point, Point]]


def _climbing(base: Base, a: Point, b: Point, piece: Piece) -> Climbing | None:
    """To the wall, over it, and on from its far side; a flat top is walked on, up and down cost the height each."""
    meets = contact(base, a, b, piece)
    if meets is None:
        return None
    foot, beyond = meets
    starts, ends = piece.flat and piece.holds(a), stands_on(base, b, piece)
    top = along_top(base, a, b, piece)
    across = [(a if starts else top[0], b if ends else top[1])] if top else []
    walks = [*([] if starts else [(a, foot)]), *across, *([] if ends else [(beyond, b)])]
    return Climbing(foot if not starts else top[1] if top else a, 2 - starts - ends, walks)


# ---- jumping


def _jump(battle: Battle[State], figure: Figure, parsed: ParsedMove, step: Step) -> Refused:
    """One straight jump; high terrain shortens it or stops it (defiance.move.jump-distance,
    defiance.move.jump-sole-movement, defiance.move.jump-facing)."""
    if not figure.frame.jumps or parsed.level or parsed.prone or parsed.path:
        return _no(figure, "defiance.move.jump-notation", "cannot jump now")
    if step.to is None or step.to == parsed.at:
        return _no(figure, "defiance.orders.maneuver-must-move", "must not stay where it is")
    rate = parsed.best
    highest = _highest(battle, parsed.at, step.to)
    half = -(-rate // (2 * INCH)) * INCH  # half the rate, rounded up to a full inch
    far = sqrt(centre2(parsed.at, step.to))
    if highest > rate:
        return _no(figure, "defiance.move.jump-blocked", "cannot jump over terrain as high as that")
    most = rate if highest <= half else rate * 2 // 3
    if far > most + HAIR:
        return _no(figure, "defiance.move.jump-distance", f"{_length(battle.state, far)} of {_length(battle.state, most)}")
    if wall := wall_under(battle, figure, step.to):
        return _no(figure, "defiance.move.jump-distance", f"cannot land on {wall.label}")
    _step(parsed, "jump", step.to, far)
    parsed.done = True
    return None


def _highest(battle: Battle[State], a: Point, b: Point) -> int:
    """The highest terrain in the way; what one leaves or lands on counts by what it rises above one's feet
    (defiance.move.jump-distance)."""
    feet, found = surface(a, tabletop(battle).going.flats), [0]
    for piece in _over(battle.state, a, b):
        begins_or_ends = piece.holds(a) or piece.holds(b)
        found.append(height(piece) - feet if begins_or_ends else height(piece))
    return max(found)


def wall_under(battle: Battle[State], figure: Figure, at: Point) -> Piece | None:
    """A wall on which it would come down here without room for its base."""
    base = figure.base()
    walls = [piece for piece in pieces_near(battle, at, at, figure.reach) if must_be_climbed(piece)]
    return next((wall for wall in walls if not stands_on(base, at, wall) and overlaps_piece(base, at, wall)), None)


# ---- levels


def _change_level(battle: Battle[State], figure: Figure, parsed: ParsedMove, step: Step) -> Refused:
    """Up or down, one base Move for each level (defiance.move.fly-change-level)."""
    by = 1 if step.verb == "up" else -1
    if not figure.frame.flies or parsed.prone:
        return _no(figure, "defiance.move.fly-notation", "cannot fly now")
    if not 0 <= parsed.level + by <= TOP_LEVEL:
        return _no(figure, "defiance.move.fly-levels", f"cannot be on level {parsed.level + by}")
    if parsed.level == 0:
        _take_off(figure, parsed)
    cost = base_move(figure)
    if cost > parsed.left + HAIR:
        return _no(figure, "defiance.move.fly-change-level", f"needs {_length(battle.state, cost)} for a level")
    if by < 0 and (below := _below(battle, figure, parsed.at, parsed.level + by)):
        return _no(figure, "defiance.move.fly-height", f"cannot come down into {below.label}")
    parsed.level += by
    parsed.level_changes += 1
    parsed.left -= cost
    return None


def _take_off(figure: Figure, parsed: ParsedMove) -> None:
    """A figure that has done anything on the ground before has twice its Move in all, as on foot
    (defiance.move.fly-notation)."""
    most, spent = ON_FOOT * move_of(figure), parsed.before + parsed.spent
    if spent and parsed.before + parsed.best > most:
        over = parsed.before + parsed.best - most
        parsed.best, parsed.left = parsed.best - over, parsed.left - over


def _below(battle: Battle[State], figure: Figure, at: Point, level: int) -> Piece | None:
    """What keeps it from sinking to this level: terrain as high as that, and on the ground a wall."""
    return _in_the_air(battle, at, level) if level else wall_under(battle, figure, at)


def _in_the_air(battle: Battle[State], at: Point, level: int) -> Piece | None:
    """Terrain that fills the air here: as high as somebody flies on this level (defiance.move.fly-height)."""
    if level == 0:
        return None
    found = [piece for piece in pieces_near(battle, at, at, 0) if height(piece) >= level * LEVEL]
    return next((piece for piece in found if piece.holds(at)), None)


def _board(battle: Battle[State], figure: Figure, parsed: ParsedMove, step: Step) -> Refused:
    """Into a vehicle, at the end of its way (defiance.passenger.boarding)."""
    state = battle.state
    if refused := refuse_boarding(state, figure, state.figures.get(step.what), parsed.at, parsed.left):
        return refused
    parsed.left -= BOARDING[figure.frame.powered]
    parsed.boards, parsed.done = step.what, True
    return None


READ: dict[str, Callable[[Battle[State], Figure, ParsedMove, Step], Refused]] = {
    "go": _go,
    "turn": _turn,
    "prone": _prone,
    "stand": _stand,
    "climb": _climb,
    "jump": _jump,
    "up": _change_level,
    "down": _change_level,
    "board": _board,
}


def free_end(battle: Battle[State], figure: Figure, parsed: ParsedMove) -> Refused:
    """No base ends on another, on impassable ground or over the edge (defiance.move.figures-as-obstacles,
    defiance.move.board-edge)."""
    if parsed.level_changes and (high := _in_the_air(battle, parsed.at, parsed.level)):
        return _no(figure, "defiance.move.fly-height", f"cannot be inside {high.label}")
    clash = stands(battle, figure, parsed.at, parsed.face, parsed.level)
    if clash is None:
        return None
    return _no(figure, CLASHES[clash.kind], f"cannot end on {in_the_way(clash.id)}")


def nearest_free(battle: Battle[State], figure: Figure) -> Point:
    """The free spot nearest to where it is: on nobody on its level, on the ground across no wall."""
    ignored = (figure.id, *on_other_levels(battle, figure.level))

    def clear(at: Point) -> bool:
        return bool(figure.level) or wall_under(battle, figure, at) is None

    return spot(board(battle), figure.base(), figure.at, clear, ignore=ignored, reach=FARTHEST) or figure.at


def stands(battle: Battle[State], figure: Figure, at: Point, face: int, level: int) -> Clash | None:
    """What its base would overlap here; on the flat top of impassable ground there may be room
    (defiance.move.jump-distance)."""
    table, base = board(battle), moved(figure.base(), at, face)
    ignored = [figure.id, *on_other_levels(battle, level)]
    if level:
        return table.stands(base, ignored, cost=tabletop(battle).going.aloft)
    clash = table.stands(base, ignored)
    if clash is None or clash.kind != "piece" or not tabletop(battle).going.flats:
        return clash
    cost = table.field.cost.copy()
    for row, piece in enumerate(table.field.pieces):
        if stands_on(figure.base(), at, piece):
            cost[row] = PLAIN
    return table.stands(base, ignored, cost=cost)
