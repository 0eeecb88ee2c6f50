"""What cannot be: checks of a state between steps, and from one step to the next."""

from __future__ import annotations

from collections.abc import Iterator

from littlewars.kit.errors import faults_of, misplaced, pairs, returned

from ..basics.numbers import STATUS
from ..basics.state import HIDDEN, Fighter, Side, State, Unit
from ..basics.tabletop import SHIELD
from ..tactics.ending import FOR

GONE = ("", "killed", "destroyed", "abandoned", "routed")


def state_errors(state: State) -> list[str]:
    """Everything that is impossible about this state; nothing, one hopes."""
    placed = [f for f in state.figures.values() if not f.gone and f.unit not in state.turn.waiting]
    found = misplaced(placed, (state.width, state.depth)) + faults_of(state, GONE, _fighter, _unit)
    return found + [fault for side in state.sides.values() for fault in _side(state, side)]


def _fighter(state: State, fighter: Fighter) -> Iterator[str]:
    profile = fighter.profile
    if not 0 <= fighter.hurt <= profile.wounds or (fighter.hurt == profile.wounds and not fighter.gone):
        yield f"{fighter.id} has taken {fighter.hurt} of {profile.wounds} damage points: at43.shooting.damage-on-soldiers"
    known = dict(profile.structure)
    if any(not 0 <= points <= known.get(name, 0) for name, points in fighter.lost.items()):
        yield f"{fighter.id} has lost points that it had not: at43.afv.structure-points"
    elif profile.afv and not fighter.gone and fighter.left("frame") <= 0:
        yield f"{fighter.id} stands there without a frame: at43.afv.frame-destroyed"
    if fighter.pilot and (fighter.pilot not in state.figures or not profile.afv):
        yield f"{fighter.id} was taken over by nobody: at43.afv.pilot-ejects"


def _unit(state: State, unit: Unit) -> Iterator[str]:
    members = state.members(unit)
    if members and (unit.leader not in unit.figures or state.figures[unit.leader].gone):
        yield f"{unit.id} has no leader: at43.units.leader-killed"
    if unit.status not in STATUS:
        yield f"{unit.id} is {unit.status}, which there is not: at43.morale.status"
    if any(marker not in FOR for marker in unit.markers) or len(set(unit.markers)) < len(unit.markers):
        yield f"{unit.id} has markers that there are not: at43.tactics.duration"
    shields = [name for name in unit.figures if any(piece.id == SHIELD + name for piece in state.pieces)]
    wanted = [f.id for f in members] if "shield-formation" in unit.markers else []
    if shields != wanted:
        yield f"{unit.id} is in shield formation in part: at43.tactics.shield-formation"
    if unit.status != "valiant" and unit.markers:
        yield f"{unit.id} has markers and is {unit.status}: at43.tactics.duration"


def _side(state: State, side: Side) -> Iterator[str]:
    if side.lp < 0:
        yield f"{side.name} has less than no LP: at43.leadership.insufficient"
    if side.commander and side.commander not in state.figures:
        yield f"{side.name} has a commander who is nobody: at43.setup.army"
    for name in (*side.row, *side.named, *side.laid):
        if name != HIDDEN and (name not in state.units or state.units[name].side != side.name):
            yield f"{side.name} has a card of {name}: at43.round.activation-sequence"
    cards = [name for name in side.row if name != HIDDEN]
    if len(set(cards)) < len(cards):
        yield f"{side.name} has a card twice: at43.round.activation-sequence"


def transition_errors(before: State, after: State) -> list[str]:
    """Everything impossible about going from one state to the next; nothing, one hopes."""
    found = returned(before, after)
    for was, now in pairs(before, after):
        if now.hurt < was.hurt or any(now.lost.get(name, 0) < points for name, points in was.lost.items()):
            found.append(f"{now.id} is better than before")
    if after.turn.round < before.turn.round:
        found.append("a round has come back")
    return found
