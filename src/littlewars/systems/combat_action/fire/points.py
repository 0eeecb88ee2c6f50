"""A point on the ground that an area weapon is aimed at (combat-action.ranged.targets)."""

from __future__ import annotations

from random import Random

from littlewars.engine import Battle, Place, Point, Refusal, Shape, Spot, Spots
from littlewars.engine.names import length, ref
from littlewars.engine.showing import Touch
from littlewars.table.facing import facing_to, step_to
from littlewars.table.shapes.bases import gap_point

from ..basics.numbers import CM, DIE
from ..basics.sight import sees_point
from ..basics.state import Figure, State
from .blasts import caught, deviation
from .targets import in_range

RULE = "combat-action.ranged.targets"


async def choose_point(battle: Battle[State], figure: Figure, body: Figure, number: int) -> Point:
    """A point on the ground in sight and range, for an area weapon (combat-action.ranged.targets)."""
    weapon, state = body.profile.weapons[number], battle.state

    def check(spots: Spots) -> Refusal | None:
        if len(spots) != 1:
            return Refusal(RULE, "one point is named")
        at = spots[0].at
        if not (0 <= at[0] <= state.width and 0 <= at[1] <= state.depth):
            return Refusal(RULE, "the point is off the table")
        far = gap_point(body.base(), at)
        if not in_range(weapon, far, bool(body.level)):
            return Refusal("combat-action.ranged.weapon-limits", f"{weapon.name} does not reach {length(far)}")
        return None if sees_point(battle, figure, at) else Refusal(RULE, f"{ref(figure.id)} does not see the point")

    def usual() -> list[Spots]:
        least = next(far for far in (12, 25, 40, 80) if in_range(weapon, far * CM))
        foes = sorted(state.targets(state.side_of(figure)), key=lambda foe: gap_point(body.base(), foe.at))
        ahead = facing_to(body.at, foes[0].at) if foes and foes[0].at != body.at else 0
        reach = body.profile.radius or body.profile.length
        turns = [ahead + sign * angle for angle in range(0, 18001, 1500) for sign in (1, -1)]
        places = [foe.at for foe in foes[:3] if not foe.level]
        places += [step_to(body.at, turn, reach + least * CM) for turn in turns]
        places += [step_to(body.at, turn, reach + part * CM) for part in (3, 6, 18, 29) for turn in turns]
        return [next(((Spot("aim", at),) for at in places if check((Spot("aim", at),)) is None), (Spot("aim", body.at),))]

    def propose(rng: Random) -> Spots:
        return (Spot("aim", step_to(body.at, rng.randrange(36000), int(rng.uniform(5, 30) * CM))),)

    def meets(spots: Spots) -> list[Touch]:
        return [
            Touch(one.id, "in the blast", 1.0 if sure else 0.5) for one, _, sure in caught(battle, spots[0].at, weapon.blast)
        ]

    ring = deviation(weapon, DIE)
    shape = Shape("blast", (weapon.blast, ring))
    ask = Place(
        state.side_of(figure),
        RULE,
        f"{ref(figure.id)}: {weapon.name} at which point?",
        {"aim": shape},
        usual,
        check,
        propose=propose,
        meets=meets,
    )
    spots = await ask.about(figure.id, unit=figure.unit, topic="aim")
    return spots[0].at
