"""Templates laid by hand: flames, and round templates swung in melee. Also who is under a template."""

from __future__ import annotations

from collections.abc import Callable

from littlewars.engine import Battle, Place, Refusal, Shape, Spot
from littlewars.engine.moves import Spots
from littlewars.engine.names import ref
from littlewars.table.board.areas import Circle, disc_before, flame, under
from littlewars.table.constants import FULL_TURN, NONE
from littlewars.table.facing import angle_between, facing_to
from littlewars.table.shapes.bases import Poly, gap, nearest_point

from ..basics.state import INCH, Figure, State
from ..basics.tabletop import board
from ..units.aim import Aim, aim_melee, aim_shot, front_arc, is_submerged, sight_to, stand_in, touched_enemies, weapon_arc
from .attack import strike

RULE = "oversoul.template.flame-and-melee"
FLAME_LENGTH, FLAME_WIDTH = 8 * INCH, 2500  # oversoul.template.sizes
INSIDE = 60  # so much inside the corner of a flame, in 1/100 degree
SWING = 500  # how finely a melee template is turned in search of a lawful place, in 1/100 degree
Area = Circle | Poly


def covered(state: State, area: Area, among: list[Figure]) -> list[Figure]:
    """The models underneath: troopers and guns by their centre, vehicles by any part of the hull
    (oversoul.template.coverage)."""
    return [f for f in among if under(stand_in(state, f).base(), area, touch=stand_in(state, f).profile.is_vehicle)]


def exposed(state: State, side: str, friends_too: bool = False, submerged: bool = False) -> list[Figure]:
    """Models a template can hit: nobody aboard, the submerged only by the right weapon (oversoul.template.ranged-hits)."""
    return [
        figure
        for figure in state.figures.values()
        if not figure.gone
        and not figure.aboard
        and (submerged or not is_submerged(state, figure))
        and (friends_too or state.enemies(side, state.side_of(figure)))
    ]


# ---- flames


async def lay_flame(battle: Battle[State], figure: Figure, index: int, hasty: bool) -> None:
    """A triangle from the attacker's base; an attack roll against each enemy it covers (oversoul.template.flame-and-melee)."""
    centre, half = weapon_arc(battle.state, figure, figure.profile.weapons[index])

    def lawful(face: int) -> str | None:
        return None if angle_between(face, centre) <= half else "the template lies outside the weapon's arc"

    shape, faces = Shape("flame", (FLAME_LENGTH, FLAME_WIDTH)), flame_faces(battle, figure, index)
    face = await _lay(battle, figure, "flame", shape, faces, lawful)
    struck = in_flame(battle, figure, index, face)
    await _strike_all(battle, [aim_shot(battle, figure, enemy, index, hasty) for enemy in struck])


def in_flame(battle: Battle[State], figure: Figure, index: int, face: int) -> list[Figure]:
    """Enemies under a flame laid this way; those it cannot see are left out."""
    state, weapon = battle.state, figure.profile.weapons[index]
    area = flame(stand_in(state, figure).base(), face, FLAME_LENGTH, FLAME_WIDTH)
    enemies = exposed(state, state.side_of(figure), submerged=weapon.submersible)
    return [enemy for enemy in covered(state, area, enemies) if sight_to(battle, figure, enemy) != NONE]


def flame_faces(battle: Battle[State], figure: Figure, index: int) -> list[int]:
    """Ways to lay the flame that strike somebody: at each enemy and along the borders of the arc, the best first."""
    state, weapon = battle.state, figure.profile.weapons[index]
    body = stand_in(state, figure)
    centre, half = weapon_arc(state, figure, weapon)
    near = [
        stand_in(state, enemy).at
        for enemy in exposed(state, state.side_of(figure), submerged=weapon.submersible)
        if gap(body.base(), stand_in(state, enemy).base()) <= FLAME_LENGTH
    ]
    if not near:
        return []
    corner = facing_to(body.at, flame(body.base(), centre, FLAME_LENGTH, FLAME_WIDTH)[1])
    off = angle_between(corner, centre)  # the far corners lie a little farther than the axis reaches
    asides = (0, off, -off, off - INSIDE, INSIDE - off)
    aimed = [(facing_to(body.at, at) + aside) % FULL_TURN for at in near for aside in asides]
    faces = [face for face in aimed if angle_between(face, centre) <= half]
    faces += [(centre - half) % FULL_TURN, (centre + half) % FULL_TURN] if half < FULL_TURN // 2 else []
    struck = {face: len(in_flame(battle, figure, index, face)) for face in faces}
    return sorted((face for face in struck if struck[face]), key=lambda face: -struck[face])


# ---- round templates in melee


async def lay_melee(battle: Battle[State], figure: Figure) -> None:
    """A round template that touches the attacker's base and covers an enemy in contact (oversoul.template.flame-and-melee)."""
    shape = Shape("disc", (figure.profile.melee_template // 2,))
    faces = sweep_faces(battle, figure)
    face = await _lay(battle, figure, "template", shape, faces, lambda face: refuse_sweep(battle, figure, face))
    await _strike_all(battle, [aim_melee(battle, figure, enemy) for enemy in in_sweep(battle, figure, face)])


def in_sweep(battle: Battle[State], figure: Figure, face: int) -> list[Figure]:
    """Enemies under a template swung this way: in contact, or in sight."""
    state, touched = battle.state, touched_enemies(battle, figure)
    circle = disc_before(stand_in(state, figure).base(), face, figure.profile.melee_template // 2)
    enemies = covered(state, circle, exposed(state, state.side_of(figure)))
    return [e for e in enemies if stand_in(state, e).id in touched or sight_to(battle, figure, e) != NONE]


def refuse_sweep(battle: Battle[State], figure: Figure, face: int) -> str | None:
    """Its centre lies within the front facing, and it covers an enemy in contact."""
    state, touched = battle.state, touched_enemies(battle, figure)
    if angle_between(face, stand_in(state, figure).face) > front_arc(state, figure):
        return "the template lies outside the front facing"
    if not any(stand_in(state, enemy).id in touched for enemy in in_sweep(battle, figure, face)):
        return "the template covers no enemy in contact"
    return None


def sweep_faces(battle: Battle[State], figure: Figure) -> list[int]:
    """Lawful ways to swing it: at enemies in contact, else anywhere across the front; the best first."""
    state, body = battle.state, stand_in(battle.state, figure)
    touched, half = touched_enemies(battle, figure), front_arc(state, figure)
    faces = [facing_to(body.at, nearest_point(board(battle).base(name), body.at)) for name in touched]
    faces += [facing_to(body.at, state.figures[name].at) for name in touched]
    good = [face for face in dict.fromkeys(faces) if refuse_sweep(battle, figure, face) is None]
    if not good:
        across = [(body.face + turn) % FULL_TURN for turn in range(-half, half + 1, SWING)]
        good = [face for face in across if refuse_sweep(battle, figure, face) is None]
    return sorted(good, key=lambda face: -len(in_sweep(battle, figure, face)))


# ---- laying and striking


async def _lay(
    battle: Battle[State], figure: Figure, what: str, shape: Shape, faces: list[int], lawful: Callable[[int], str | None]
) -> int:
    """The attacker turns the template as he likes; the answer is its axis."""
    body = stand_in(battle.state, figure)

    def check(spots: Spots) -> Refusal | None:
        if len(spots) != 1:
            return Refusal(RULE, "the template is laid once")
        why = lawful(spots[0].face)
        return Refusal(RULE, why) if why else None

    spots = [(Spot(what, body.at, face),) for face in faces]
    prompt = f"Lay the template of {ref(figure.id)}"
    ask = Place(battle.state.side_of(figure), RULE, prompt, {what: shape}, lambda: spots, check, turns=True)
    (spot,) = await ask.about(figure.id, unit=figure.unit)
    return spot.face


async def _strike_all(battle: Battle[State], aims: list[Aim]) -> None:
    """One attack roll for each enemy underneath; targets are fixed when the template is laid."""
    for aim in aims:
        if not battle.state.figures[aim.target].gone:
            await strike(battle, aim)
