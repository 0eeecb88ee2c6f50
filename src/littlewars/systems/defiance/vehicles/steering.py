"""A vehicle's way, read step by step: it goes within the arc it looks into, keeps its facing, and pays for every turn
(defiance.vehicle.move-in-arc, defiance.vehicle.turning)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from littlewars.engine import Battle, Leg, Refusal, Step
from littlewars.engine.names import ref
from littlewars.table.board.board import Clash
from littlewars.table.constants import HAIR
from littlewars.table.facing import Point, angle_between, facing_to
from littlewars.table.kernels.compiled import Ints
from littlewars.table.moving.obstacles import Pivot, pivot
from littlewars.table.moving.spots import spot
from littlewars.table.shapes.bases import moved

from ..basics.events import Moved
from ..basics.scale import format_length
from ..basics.state import Figure, State
from ..basics.tabletop import board, on_other_levels, put, sync_board, tabletop, turn
from ..basics.ways import Segment
from ..move.path import FARTHEST, READ, ParsedMove, begin, too_far_in

GEARS = ("walking", "running", "sprinting")  # the columns of turn costs
QUARTER = 9000  # what one turn may be (defiance.vehicle.turning)
SLIDE = 4500  # how far off its facing it goes (defiance.vehicle.move-in-arc)
FORWARD, REVERSE = 1, -1
VERBS = ("go", "turn", "back", "jump", "up", "down")
TURNING = "defiance.vehicle.turning"


class Rein(NamedTuple):
    """How a vehicle is driven: at which speed, how often it has turned already, which way it goes (0: not yet said), and may
    it reverse?"""

    speed: str = "walking"
    turns: int = 0
    heading: int = 0
    reverses: bool = False


def turn_cost(figure: Figure, speed: str) -> int | None:
    """What a turn costs at this speed; None: it cannot turn (defiance.vehicle.turn-cost-table)."""
    hull = figure.frame.hull
    return hull.turns[GEARS.index(speed)] if hull and speed in GEARS else None


def gear_of(figure: Figure, order: str, speed: str) -> str:
    """The speed by which a mecha pays for its turns: on maneuver orders as fast as it can (defiance.vehicle.mecha)."""
    if order not in ("sprint", "charge", "jump"):
        return speed
    if is_slow(figure):
        return "walking"
    return "sprinting" if figure.frame.sprints or figure.frame.flies else "running"


def is_slow(figure: Figure) -> bool:
    """May it not go faster than walking: it is haywire, and was so before this activation (defiance.vehicle.haywire)?"""
    return figure.craft is not None and figure.craft.haywire > 0 and not figure.craft.fresh


# ---- what is in its way


def forbidden_to(battle: Battle[State], figure: Figure) -> Sequence[int]:
    """The pieces that it must not touch: a mecha impassable ground, others heavy ground as well
    (defiance.vehicle.heavy-terrain, defiance.vehicle.terrain-contact). In the air there are none."""
    if figure.level:
        return ()
    return board(battle).field.barred() if figure.frame.mecha else tabletop(battle).going.forbidden


def prices_for(battle: Battle[State], figure: Figure) -> Ints:
    """The prices of the ground for it; what it must not enter is barred."""
    place = tabletop(battle)
    return place.going.aloft if figure.level else place.board.field.cost if figure.frame.mecha else place.going.driven


def swing(battle: Battle[State], figure: Figure, at: Point, face: int, to: int) -> Pivot:
    """A turn on the spot there: what forbids it, and whom the hull sweeps over. Noted until anybody moves."""

    def look() -> Pivot:
        base, skip = moved(figure.base(), at, face), on_other_levels(battle, figure.level)
        return pivot(board(battle), figure.id, to, sweep=True, base=base, cost=prices_for(battle, figure), skip=skip)

    return tabletop(battle).until_move(("swing", figure.id, at, face, to), look)


def _forbids(battle: Battle[State], found: Pivot) -> Clash | None:
    """Ground and the edge forbid a turn, and another hull or wreck; men and guns are only shifted."""
    if found.clash is not None and found.clash.kind != "body":
        return found.clash
    hulls = [name for name in found.swept if battle.state.figures[name].craft is not None]
    return Clash("body", hulls[0]) if hulls else None


def can_turn(battle: Battle[State], figure: Figure, face: int) -> bool:
    """May it look that way where it stands? Men make room, hulls and ground do not (defiance.vehicle.turning)."""
    return figure.face == face or _forbids(battle, swing(battle, figure, figure.at, figure.face, face)) is None


def turn_hull(battle: Battle[State], figure: Figure, face: int) -> None:
    """It turns where it stands; whom it sweeps over is shifted just clear of it, without any effect
    (defiance.vehicle.turning)."""
    if figure.face == face:
        return
    swept = swing(battle, figure, figure.at, figure.face, face).swept
    figure.face = face
    sync_board(battle, figure)
    for name in swept:
        shift_clear(battle, battle.state.figures[name])


def face_freely(battle: Battle[State], figure: Figure, face: int) -> None:
    """A figure that turns free of cost looks that way: infantry always, an anime mecha if there is room for its hull, other
    vehicles never (defiance.orders.fire-facing, defiance.vehicle.turning)."""
    if figure.craft is None:
        turn(battle, figure, face)
    elif not figure.frame.steers and can_turn(battle, figure, face % 36000):
        turn_hull(battle, figure, face % 36000)


def shift_clear(battle: Battle[State], one: Figure) -> None:
    """Somebody whom a hull has swept over stands on the nearest free spot."""
    table, skip = board(battle), (one.id, *on_other_levels(battle, one.level))
    if one.id in table and table.stands(one.base(), skip) is not None:
        put(battle, one, spot(table, one.base(), one.at, ignore=skip, reach=FARTHEST) or one.at)
        battle.record(Moved(figure=one.id, path=(one.at,), face=one.face, how="is pushed aside"))


# ---- reading


def read_hull(
    battle: Battle[State], figure: Figure, leg: Leg, allowance: int, rein: Rein, before: int = 0
) -> ParsedMove | Refusal:
    """The steps of a way in order; the first that is not allowed refuses it."""
    parsed = begin(figure, allowance)
    parsed.before, parsed.turns, parsed.heading = before, 0, rein.heading
    for step in leg.steps:
        refused = _read(battle, figure, parsed, step, rein)
        if refused:
            return refused
    return (too_far_in(battle.state, figure, parsed) if parsed.rough else None) or parsed


def _read(battle: Battle[State], figure: Figure, parsed: ParsedMove, step: Step, rein: Rein) -> Refusal | None:
    if step.verb == "turn":
        return _turn(battle, figure, parsed, step, rein)
    if step.verb in ("go", "back") and step.to is not None and step.to != parsed.at:
        if refused := _heads(figure, parsed, step, rein):
            return refused
    elif step.verb not in VERBS:
        return Refusal("defiance.vehicle.restrictions", f"{ref(figure.id)} never goes prone, crawls or climbs")
    face, before = parsed.face, len(parsed.path)
    verb = "go" if step.verb == "back" else step.verb
    refused = READ[verb](battle, figure, parsed, replace(step, verb=verb))
    parsed.face = face
    if len(parsed.path) > before:
        parsed.path[-1] = replace(parsed.path[-1], face=face)
    return refused


def _heads(figure: Figure, parsed: ParsedMove, step: Step, rein: Rein) -> Refusal | None:
    """Within 45 degrees of where it looks, or of its rear; never both in one activation (defiance.vehicle.move-in-arc,
    defiance.vehicle.reverse)."""
    assert step.to is not None
    heading = REVERSE if step.verb == "back" else FORWARD
    if heading == REVERSE and not rein.reverses:
        return Refusal("defiance.vehicle.reverse", f"{ref(figure.id)} reverses only walking, and only if it stood still before")
    if parsed.heading not in (0, heading):
        return Refusal("defiance.vehicle.reverse", f"{ref(figure.id)} goes forward or in reverse, not both")
    ahead = parsed.face if heading == FORWARD else (parsed.face + 18000) % 36000
    if angle_between(ahead, facing_to(parsed.at, step.to)) > SLIDE:
        text = f"{ref(figure.id)} goes within 45 degrees of where it looks; turn it first"
        return Refusal("defiance.vehicle.move-in-arc", text)
    parsed.heading = heading
    return None


def _turn(battle: Battle[State], figure: Figure, parsed: ParsedMove, step: Step, rein: Rein) -> Refusal | None:
    """The price of its speed for each 90 degrees, in full, as often as its type may (defiance.vehicle.turn-cost-table)."""
    face = (step.face or 0) % 36000
    angle, hull = angle_between(parsed.face, face), figure.frame.hull
    if not angle:
        return None
    count, cost = 2 if angle > QUARTER else 1, turn_cost(figure, rein.speed)
    most = hull.most_turns if hull else None
    if most is not None and rein.turns + parsed.turns + count > most:
        return Refusal("defiance.vehicle.turn-cost-table", f"{ref(figure.id)} turns {most} times at most")
    if cost is None or count * cost > parsed.left + HAIR:
        needs = "" if cost is None else f": {format_length(count * cost, battle.state.settings.scale)}"
        return Refusal(TURNING, f"{ref(figure.id)} cannot turn with what is left of its movement{needs}")
    if clash := _forbids(battle, swing(battle, figure, parsed.at, parsed.face, face)):
        return Refusal(TURNING, f"{ref(figure.id)} cannot turn into {ref(clash.id) if clash.id else 'the table edge'}")
    parsed.path.append(
        Segment("turn", parsed.at, parsed.at, float(count * cost), had=parsed.left, level=parsed.level, face=face)
    )
    parsed.face, parsed.left, parsed.turns = face, parsed.left - count * cost, parsed.turns + count
    return None
