"""Templates laid by hand: flames, and round templates swung in melee. Also who is under a template."""

from __future__ import annotations

from collections.abc import Callable

from ...engine import Battle, Place, Refusal, Shape, Spot
from ...engine.moves import Spots
from ...table.areas import Circle, disc_before, flame, under
from ...table.bases import Base, Poly, nearest_point
from ...table.constants import NONE
from ...table.facing import facing_to, in_arc
from .aim import Aim, aim_melee, aim_shot, front_arc, in_reach, sight_to, stand_in, touched_enemies, weapon_arc
from .attack import strike
from .ground import board
from .state import INCH, Figure, State

RULE = "oversoul.template.flame-and-melee"
FLAME_LENGTH, FLAME_WIDTH = 8 * INCH, 2500  # oversoul.template.sizes
Area = Circle | Poly


def covered(state: State, area: Area, among: list[Figure]) -> list[Figure]:
    """Who is underneath: troopers and guns by their centre, vehicles by any part of the hull (oversoul.template.coverage)."""
    return [f for f in among if under(stand_in(state, f).base(), area, touch=stand_in(state, f).profile.is_vehicle)]


def exposed(state: State, side: str, friends_too: bool = False, submerged: bool = False) -> list[Figure]:
    """Models a template can hit: nobody aboard, the submerged only by the right weapon (oversoul.template.ranged-hits)."""
    return [
        figure
        for figure in state.figures.values()
        if not figure.gone
        and (not figure.carrier or figure.seat == "rider")
        and (submerged or not figure.submerged)
        and (friends_too or state.enemies(side, state.side_of(figure)))
    ]


async def lay_flame(battle: Battle[State], figure: Figure, index: int) -> None:
    """A triangle from the attacker's base; an attack roll against each enemy it covers (oversoul.template.flame-and-melee)."""
    state, weapon = battle.state, figure.profile.weapons[index]
    body = stand_in(state, figure)
    centre, half = weapon_arc(state, figure, weapon)
    among = exposed(state, state.side_of(figure), submerged=weapon.submersible)

    def area(face: int) -> Area:
        return flame(body.base(), face, FLAME_LENGTH, FLAME_WIDTH)

    def lawful(face: int) -> str | None:
        axis = nearest_on_axis(body.base(), face)
        return None if in_arc(body.at, centre, half, axis) else "the template lies outside the weapon's arc"

    faces = [facing_to(body.at, state.figures[name].at) for name in flame_targets(battle, figure, index)]
    face = await _lay(battle, figure, "flame", Shape("flame", (FLAME_LENGTH, FLAME_WIDTH)), faces or [centre], lawful)
    aims = [
        aim_shot(battle, figure, enemy, index)
        for enemy in covered(state, area(face), among)
        if sight_to(battle, figure, enemy) != NONE
    ]
    await _strike_all(battle, aims)


def nearest_on_axis(base: Base, face: int) -> tuple[int, int]:
    """The apex of a flame laid along this axis, or a point ahead of it."""
    return flame(base, face, FLAME_LENGTH, 0)[1]


def flame_targets(battle: Battle[State], figure: Figure, index: int) -> list[str]:
    """Enemies a flame could be turned on."""
    state, table, weapon = battle.state, board(battle), figure.profile.weapons[index]
    rows = in_reach(battle, figure, FLAME_LENGTH, *weapon_arc(state, figure, weapon))
    names = [table.names[row] for row in rows]
    return [name for name in names if sight_to(battle, figure, state.figures[name]) != NONE]


async def lay_melee(battle: Battle[State], figure: Figure) -> None:
    """A round template that touches the attacker's base and covers an enemy in contact (oversoul.template.flame-and-melee)."""
    state = battle.state
    body = stand_in(state, figure)
    radius = figure.profile.melee_template // 2
    among = exposed(state, state.side_of(figure))
    touched = touched_enemies(battle, figure)

    def lawful(face: int) -> str | None:
        circle = disc_before(body.base(), face, radius)
        if not in_arc(body.at, body.face, front_arc(state, figure), circle.at):
            return "the template lies outside the front facing"
        if not any(enemy.id in touched or enemy.carrier in touched for enemy in covered(state, circle, among)):
            return "the template covers no enemy in contact"
        return None

    faces = [facing_to(body.at, nearest_point(board(battle).base(name), body.at)) for name in touched]
    faces += [facing_to(body.at, state.figures[name].at) for name in touched]
    face = await _lay(battle, figure, "template", Shape("disc", (radius,)), faces, lawful)
    circle = disc_before(body.base(), face, radius)
    under_it = covered(state, circle, among) if lawful(face) is None else [state.figures[name] for name in touched[:1]]
    await _strike_all(battle, [aim_melee(battle, figure, enemy) for enemy in under_it])


async def _lay(
    battle: Battle[State], figure: Figure, what: str, shape: Shape, faces: list[int], lawful: Callable[[int], str | None]
) -> int:
    """The attacker turns the template as he likes; the answer is its axis."""
    body = stand_in(battle.state, figure)
    good = [face for face in faces if lawful(face) is None] or faces[:1]

    def check(spots: Spots) -> Refusal | None:
        if len(spots) != 1:
            return Refusal(RULE, "the template is laid once")
        why = lawful(spots[0].face)
        return Refusal(RULE, why) if why and spots[0].face not in good else None

    spots = [(Spot(what, body.at, face),) for face in good]
    prompt = f"Lay the template of {figure.id}"
    (spot,) = await Place(
        battle.state.side_of(figure), RULE, prompt, {what: shape}, lambda: spots, check, turns=True
    )
    return spot.face


async def _strike_all(battle: Battle[State], aims: list[Aim]) -> None:
    """One attack roll for each enemy underneath; targets are fixed when the template is laid."""
    for aim in aims:
        if not battle.state.figures[aim.target].gone:
            await strike(battle, aim)
