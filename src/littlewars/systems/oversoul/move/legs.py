"""One model's way, read step by step: walking, running, turning, flying, jumping, diving (oversoul.move.*, oversoul.attr.*)."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from msgspec import Struct

from littlewars.engine import Battle, Leg, Refusal, Step
from littlewars.engine.names import in_the_way, length, ref
from littlewars.table.board.board import Clash
from littlewars.table.facing import angle_between, facing_to, step_to
from littlewars.table.formation.march import common_factor
from littlewars.table.moving.walk import Passage, Walked, Way, half_up, last_straight, leap, stays_in, walk
from littlewars.table.shapes.bases import centre2, in_zone, moved

from ..basics.state import INCH, Figure, State
from ..basics.tabletop import is_deep, is_shallow, tabletop
from ..units.allowance import allowance, may_run, sail_price
from ..units.arms import crew_at
from ..units.recovery import is_immobile
from ..units.shallows import first_shallow, in_shallows, on_water
from ..units.spells_on import flies

STAND_UP = 2 * INCH  # oversoul.move.prone-standing-up
TURN = 4500  # oversoul.move.vehicle-turn
LEAST_FLIGHT = 1 * INCH  # oversoul.attr.flying-must-move
FORWARDS = 100  # hundredths of a degree that rounding may put a way off the facing
STRAY = 3  # thousandths that rounding may put a straight move off its line
WHOLE_MOVE = {
    "jump": "oversoul.attr.jump",
    "land": "oversoul.attr.flying-landing",
    "dive": "oversoul.attr.submersible",
    "surface": "oversoul.attr.submersible",
}
VERBS = ("go", "run", "turn", "stand", "prone", "fly", "land", "jump", "dive", "surface")


class ParsedMove(Struct):
    """A model on its way: where it is, what it has done, and what it has paid."""

    figure: str
    x: int
    y: int
    face: int
    prone: bool
    airborne: bool
    submerged: bool
    path: list[Way] = []
    ran: bool = False
    stood: bool = False
    turns: int = 0
    pivoted: bool = False
    flat: int = 0  # paid beside the ground
    only: str = ""  # a way of moving that is the whole Move: jump, land, dive, surface

    @property
    def at(self) -> tuple[int, int]:
        """Where it is now."""
        return self.x, self.y


Refused = Refusal | None


def begin(figure: Figure) -> ParsedMove:
    """Before the first step."""
    return ParsedMove(figure.id, figure.x, figure.y, figure.face, figure.prone, figure.airborne, figure.submerged)


def read_leg(battle: Battle[State], figure: Figure, leg: Leg) -> ParsedMove | Refusal:
    """A leg's steps in order; the first that is not allowed refuses the leg."""
    move = begin(figure)
    for step in leg.steps:
        refusal = STEPS[step.verb](battle, figure, move, step)
        if refusal:
            return refusal
    if figure.profile.waterborne and not figure.aground:
        run_aground(battle.state, move)
    return move


def _no(figure: Figure, rule: str, why: str) -> Refusal:
    return Refusal(rule, f"{ref(figure.id)} {why}")


# ---- the verbs


def _go(battle: Battle[State], figure: Figure, move: ParsedMove, step: Step) -> Refused:
    """A straight stretch; models that turn freely look where they go, vehicles go where they look."""
    if step.to is None:
        return _no(figure, "oversoul.move.allowance", "goes nowhere: a place is missing")
    if refused := _may_leave(battle, figure, move):
        return refused
    if step.to == move.at:
        return None
    face = step.face % 36000 if step.face is not None else move.face
    if figure.profile.turns:
        if not is_ahead(move.at, move.face, step.to) or face != move.face:
            return _no(figure, "oversoul.move.vehicle-turn", "moves straight ahead; turn it first")
    elif figure.profile.is_gun and face != move.face and not crew_at(battle.state, figure):
        return _no(figure, "oversoul.artillery.moved-by-crew", "has no crewman to turn it")
    elif step.face is None and not figure.profile.is_gun:
        face = facing_to(move.at, step.to)
    move.path.append(Way("fly" if move.airborne else "walk", move.at, step.to, face))
    move.x, move.y = step.to
    move.face = face
    return None


def _may_leave(battle: Battle[State], figure: Figure, move: ParsedMove) -> Refused:
    """Nobody moves while prone, stuck, immobilised or after a way of moving that is the whole Move;
    contact with an enemy holds nobody (oversoul.move.leaving-contact)."""
    state = battle.state
    if move.only:
        return _no(figure, WHOLE_MOVE[move.only], f"has used its Move to {move.only}")
    if move.prone:
        return _no(figure, "oversoul.move.prone-standing-up", "is prone and must stand up first")
    if is_immobile(figure):
        return _no(figure, "oversoul.recovery.vehicle-immobilised", "is immobilised")
    if figure.id in state.acting().stuck:
        return _no(figure, "oversoul.attr.waterborne-aground", "is aground")
    if figure.profile.is_gun and not crew_at(state, figure):
        return _no(figure, "oversoul.artillery.moved-by-crew", "has no crewman in contact")
    return None


def is_ahead(start: tuple[int, int], face: int, to: tuple[int, int]) -> bool:
    """Does a stretch go straight where somebody looks?"""
    x, y = step_to(start, face, round(centre2(start, to) ** 0.5))
    return abs(x - to[0]) <= STRAY and abs(y - to[1]) <= STRAY


def _run(battle: Battle[State], figure: Figure, move: ParsedMove, step: Step) -> Refused:
    if not may_run(battle.state, figure):
        rule = "oversoul.move.vehicles-cannot-run" if figure.profile.is_vehicle else "oversoul.attr.undead-no-run"
        return _no(figure, rule, "cannot run")
    move.ran = True
    return _go(battle, figure, move, step)


def _turn(battle: Battle[State], figure: Figure, move: ParsedMove, step: Step) -> Refused:
    """Turning is free: at will for troopers, by a number of turns for vehicles (oversoul.move.loose-freedom,
    oversoul.move.vehicle-turn)."""
    if step.face is None:
        return _no(figure, "oversoul.facing.set-by-movement", "turns nowhere: a facing is missing")
    face = step.face % 36000
    angle = angle_between(move.face, face)
    if figure.profile.is_gun and not crew_at(battle.state, figure):
        return _no(figure, "oversoul.artillery.moved-by-crew", "has no crewman to turn it")
    if is_immobile(figure):
        return _no(figure, "oversoul.recovery.vehicle-immobilised", "is immobilised")
    if figure.profile.turns and angle:
        if move.only and move.only != "jump":
            return _no(figure, WHOLE_MOVE[move.only], f"has used its Move to {move.only}")
        if refused := _steer(figure, move, angle):
            return refused
    move.face = face
    return None


def _steer(figure: Figure, move: ParsedMove, angle: int) -> Refused:
    """A vehicle's turns of up to 45 degrees, or a tracked one's pivot before it moves (oversoul.attr.turn-x2,
    oversoul.attr.tracked)."""
    most = figure.profile.turns
    if figure.profile.pivot and angle > TURN and not move.path and not move.turns:
        move.turns, move.pivoted = most, True
        return None
    move.turns += -(-angle // TURN)
    if move.turns <= most:
        return None
    rule = "oversoul.attr.tracked" if move.pivoted else "oversoul.move.vehicle-turn"
    return _no(figure, rule, f"has {most} turn{'s' if most > 1 else ''} of up to 45 degrees in a Move")


def _stand(battle: Battle[State], figure: Figure, move: ParsedMove, step: Step) -> Refused:
    if not move.prone:
        return _no(figure, "oversoul.move.prone-standing-up", "is standing")
    move.prone, move.stood = False, True
    move.flat += STAND_UP
    return None


def _prone(battle: Battle[State], figure: Figure, move: ParsedMove, step: Step) -> Refused:
    """After any move, free of charge (oversoul.move.prone-going)."""
    if not figure.profile.can_go_prone or move.airborne or move.submerged:
        return _no(figure, "oversoul.move.prone-going", "cannot go prone")
    move.prone = True
    return None


def _fly(battle: Battle[State], figure: Figure, move: ParsedMove, step: Step) -> Refused:
    """Taking flight is declared before the model moves (oversoul.attr.flying-takeoff)."""
    if not flies(battle.state, figure):
        return _no(figure, "oversoul.attr.flying", "cannot fly")
    if move.airborne:
        return _go(battle, figure, move, step) if step.to else None
    if move.path or move.only or move.submerged:
        return _no(figure, "oversoul.attr.flying-takeoff", "takes flight before it moves, or not at all")
    if refused := _may_leave(battle, figure, move):
        return refused
    move.airborne = True
    return _go(battle, figure, move, step) if step.to else None


def _land(battle: Battle[State], figure: Figure, move: ParsedMove, step: Step) -> Refused:
    """Landing is declared before any movement and is the whole Move (oversoul.attr.flying-landing)."""
    if not move.airborne or move.path or move.only or move.turns:
        return _no(figure, "oversoul.attr.flying-landing", "lands before it moves, from the air")
    if not may_land(battle, figure):
        return _no(figure, "oversoul.attr.flying-landing", "cannot land here")
    move.airborne, move.only = False, "land"
    return None


def may_land(battle: Battle[State], figure: Figure) -> bool:
    """Ground that bears it, where it is; a ship comes down on water (oversoul.attr.flying-landing,
    oversoul.attr.waterborne)."""
    if figure.profile.waterborne and not on_water(battle.state, figure.at):
        return False
    return tabletop(battle).board.stands(figure.base(), [figure.id], cost=going(battle, figure).cost) is None


def _jump(battle: Battle[State], figure: Figure, move: ParsedMove, step: Step) -> Refused:
    """Up to 8 inches straight, over what is at most 4 high, instead of the normal Move (oversoul.attr.jump)."""
    profile = figure.profile
    if not profile.jump or step.to is None or move.airborne or move.submerged:
        return _no(figure, "oversoul.attr.jump", "cannot jump")
    if refused := _may_leave(battle, figure, move):
        return refused
    if move.path or move.ran or move.stood:
        return _no(figure, "oversoul.attr.jump", "jumps instead of its normal Move")
    far = round(centre2(move.at, step.to) ** 0.5)
    if far > profile.jump:
        return _no(figure, "oversoul.attr.jump", f"jumps {length(far)} of {length(profile.jump)}")
    if profile.turns and not is_ahead(move.at, move.face, step.to):
        return _no(figure, "oversoul.attr.jump", "jumps straight ahead; turn it first")
    over = leap(move.at, step.to, battle.state.pieces).over
    if over > profile.jump_height:
        return _no(figure, "oversoul.attr.jump", f"cannot jump over what is {length(over)} high")
    face = facing_to(move.at, step.to) if not profile.turns else move.face
    move.path.append(Way("jump", move.at, step.to, face))
    move.x, move.y = step.to
    move.face, move.only = face, "jump"
    return None


def _dive(battle: Battle[State], figure: Figure, move: ParsedMove, step: Step) -> Refused:
    """Diving and surfacing each use the whole Move (oversoul.attr.submersible)."""
    if not figure.profile.submersible or move.submerged or move.airborne or move.path or move.only or move.turns:
        return _no(figure, "oversoul.attr.submersible", "cannot dive")
    if not wholly_deep(battle, figure):
        return _no(figure, "oversoul.attr.submersible", "must be wholly in deep water to dive")
    move.submerged, move.only = True, "dive"
    return None


def wholly_deep(battle: Battle[State], figure: Figure) -> bool:
    """Is the whole base in deep water?"""
    return any(is_deep(piece) and in_zone(figure.base(), piece.outline, "whole") for piece in battle.state.pieces)


def _surface(battle: Battle[State], figure: Figure, move: ParsedMove, step: Step) -> Refused:
    if not move.submerged or move.path or move.only or move.turns:
        return _no(figure, "oversoul.attr.submersible", "cannot surface")
    if tabletop(battle).board.stands(figure.base(), cost=tabletop(battle).afloat) is not None:
        return _no(figure, "oversoul.attr.submersible", "has no free place above it")
    move.submerged, move.only = False, "surface"
    return None


STEPS: dict[str, Callable[[Battle[State], Figure, ParsedMove, Step], Refused]] = {
    "go": _go,
    "run": _run,
    "turn": _turn,
    "stand": _stand,
    "prone": _prone,
    "fly": _fly,
    "land": _land,
    "jump": _jump,
    "dive": _dive,
    "surface": _surface,
}


# ---- the way on the table


def going(battle: Battle[State], figure: Figure, move: ParsedMove | None = None) -> Passage:
    """Whom and what this model passes: its own unit; by air and by a jump everything (oversoul.move.models-as-obstacles)."""
    state, place = battle.state, tabletop(battle)
    unit = state.unit_of(figure)
    friends = {place.unit_no[unit.id]} | {place.unit_no[name] for name in (unit.leader, unit.under) if name}
    if move is not None and (move.airborne or move.only == "jump"):
        return Passage(frozenset(friends), over=True, cost=place.aloft if move.airborne else place.ground_for(figure))
    return Passage(frozenset(friends), cost=place.ground_for(figure))


def price(battle: Battle[State], figure: Figure, move: ParsedMove) -> tuple[int, Walked | None]:
    """What the way costs, and what came of walking it."""
    if not move.path:
        return move.flat, None
    if move.submerged:
        return move.flat + sum(round(centre2(way.start, way.to) ** 0.5) for way in move.path), None
    walked = walk(tabletop(battle).board, figure.id, tuple(move.path), going(battle, figure, move))
    if move.only == "jump":
        return 0, walked
    cost = walked.length if move.airborne else walked.cost
    if figure.profile.sailed and not move.airborne:
        cost = sum(_sail(battle, figure, way) for way in move.path)
    return move.flat + cost, walked


def _sail(battle: Battle[State], figure: Figure, way: Way) -> int:
    """A stretch under sail: what the ground costs, at the rate of the wind (oversoul.attr.sailed)."""
    place = tabletop(battle)
    ground = common_factor(place.board, [(way.start, way.to)], place.ground_for(figure))
    return half_up(sqrt(centre2(way.start, way.to)) * ground * sail_price(battle.state, way.start, way.to))


def refuse_trip(battle: Battle[State], figure: Figure, move: ParsedMove) -> Refused:
    """Within the allowance, past nothing that bars the way, in its element, and ending where it may stand."""
    state = battle.state
    cost, walked = price(battle, figure, move)
    budget = allowance(state, figure, move.ran)
    if cost > budget:
        return _no(figure, "oversoul.move.allowance", f"needs {length(cost)} of {length(budget)}")
    if walked is not None and walked.clash is not None:
        return stopped_by(figure.id, walked.clash)
    ended = move.path[-1].face if move.path else figure.face
    if move.face != ended and figure.length and not move.submerged:
        turned = moved(figure.base(), move.at, move.face)
        clash = tabletop(battle).board.stands(turned, [figure.id], cost=going(battle, figure, move).cost)
        if clash:
            return _no(figure, "oversoul.move.models-as-obstacles", f"cannot turn: {in_the_way(clash.id)} is in the way")
    return refuse_element(battle, figure, move)


def stopped_by(name: str, clash: Clash) -> Refusal:
    """What is in the way of a model or a body, with the rule that makes it an obstacle."""
    rule, what = {
        "edge": ("oversoul.move.table-edge", "the table's edge"),
        "body": ("oversoul.move.models-as-obstacles", ref(clash.id)),
        "piece": ("oversoul.move.terrain-cost", f"impassible {ref(clash.id)}"),
    }[clash.kind]
    return Refusal(rule, f"{ref(name)} is stopped by {what}")


def refuse_element(battle: Battle[State], figure: Figure, move: ParsedMove) -> Refused:
    """Ships keep to the water, the submerged to deep water (oversoul.attr.waterborne, oversoul.attr.submersible-submerged)."""
    if move.airborne or not move.path:
        return None
    state = battle.state
    points = [way.to for way in move.path]
    deep = [piece for piece in state.pieces if is_deep(piece)]
    if move.submerged:
        stays = stays_in(figure.at, points, deep)
        return None if stays else _no(figure, "oversoul.attr.submersible-submerged", "leaves deep water")
    if not figure.profile.waterborne:
        return None
    water = deep + [piece for piece in state.pieces if is_shallow(piece)]
    if move.only == "jump":
        return None if on_water(state, move.at) else _no(figure, "oversoul.attr.waterborne", "lands outside the water")
    return None if stays_in(figure.at, points, water) else _no(figure, "oversoul.attr.waterborne", "leaves the water")


def run_aground(state: State, move: ParsedMove) -> None:
    """A ship that comes into the shallows stops there (oversoul.attr.waterborne-aground)."""
    if move.airborne or move.submerged:
        return
    for number, way in enumerate(move.path):
        where = _strands(state, way)
        if where is not None:
            move.path = [*move.path[:number], way._replace(to=where)]
            (move.x, move.y), move.face = where, way.face
            return


def _strands(state: State, way: Way) -> tuple[int, int] | None:
    """Where a stretch comes into the shallows; a jump only at its end."""
    if way.how == "jump":
        return way.to if in_shallows(state, way.to) else None
    return first_shallow(state, way.start, way.to)


def straight_run(move: ParsedMove) -> tuple[int, tuple[int, int]]:
    """The last straight stretch forwards, for a charge, and where it began (oversoul.charge.requirements)."""
    if not move.path:
        return 0, move.at
    last = move.path[-1]
    if angle_between(facing_to(last.start, last.to), last.face) > FORWARDS:
        return 0, last.start
    run = last_straight(tuple(move.path))
    return run, step_to(last.to, facing_to(last.start, last.to) + 18000, run)
