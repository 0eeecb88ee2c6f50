"""Crews of guns: orders of their own, pushing the gun, firing it, taking it over (defiance.infweapon.crew-orders,
defiance.infweapon.crew-movement, defiance.infweapon.crew-recovery)."""

from __future__ import annotations

from littlewars.engine import Battle, Option, Refusal
from littlewars.engine.names import ref, refs
from littlewars.table.constants import TOUCH
from littlewars.table.facing import Point
from littlewars.table.moving.spots import spot
from littlewars.table.shapes.bases import gap, moved

from ..basics.events import Changed, Moved
from ..basics.numbers import INCH
from ..basics.state import Figure, State, Team, Unit
from ..basics.tabletop import board, on_other_levels, put
from ..move.path import ParsedMove, base_move
from ..move.terrain_cost import stretches
from ..travel.move_ask import Terms, move
from ..units.guns import BARRED, CREW, crew_of, gun_served_by, guns_of, serving

RECOVER = "recover"
CREW_ORDERS = ("aim", "cohesive-fire", "primary-fire", "support-fire", "support-suppression")
CREW_SPEEDS = ("stationary", "walking")  # it cannot run, sprint, jump or fly (defiance.infweapon.crew-order-limits)
NEAR = 3 * INCH  # how far off a place at its gun is looked for
OWN = "Its crew gets an order of its own, and carries it out before anybody else acts."
TAKES = "It moves on its own and fires nothing; the gun may fire from the next activation on."


# ---- who


def crew_options(state: State, unit: Unit, left: list[str]) -> list[Option]:
    """Crews that could have orders of their own, and who could take over a gun (defiance.infweapon.crew-orders,
    defiance.infweapon.crew-recovery)."""
    found = []
    for gun in guns_of(state, unit):
        crew = [man.id for man in serving(state, gun) if man.id in left]
        if crew:
            label = f"{refs(crew)} serve {ref(gun.id)}"
            found.append(Option(f"crew:{gun.id}", label, of=tuple(crew), at=gun.at, about=OWN, means="go"))
            if set(crew) != set(left):
                later = f"{refs(crew)} wait until the others are done"
                found.append(Option(f"after:crew:{gun.id}", later, of=tuple(crew), means="pass"))
        if len(crew_of(state, gun)) < CREW:
            able = [state.figures[name] for name in left if not state.figures[name].gun and not state.figures[name].locked]
            found += [_taker(man, gun) for man in able]
    return found


def _taker(man: Figure, gun: Figure) -> Option:
    label = f"{ref(man.id)} takes over {ref(gun.id)}"
    return Option(f"man:{man.id}:{gun.id}", label, of=(man.id,), at=gun.at, about=TAKES, means="go")


def chosen_crew(state: State, chosen: str) -> Team:
    """The figures that such a choice gives orders."""
    kind, name, *rest = chosen.split(":")
    if kind == "crew":
        return Team([man.id for man in serving(state, state.figures[name])], gun=name)
    state.figures[name].gun = rest[0]  # until it is seen whether he gets there
    return Team([name])


def group_gun(state: State, team: Team) -> Figure | None:
    """The gun of a crew that acts on orders of its own."""
    gun = state.figures.get(team.gun)
    return None if gun is None or gun.gone else gun


def takes_over(state: State, team: Team) -> bool:
    """Is it somebody on his way to a gun that lacks crew?"""
    if len(team.figures) != 1:
        return False
    figure = state.figures[team.figures[0]]
    carries = any(arm.weapon.crew > 1 for arm in figure.arms)
    return bool(figure.gun) and not carries and gun_served_by(state, figure) is None


# ---- moving


def pace(state: State, gun: Figure) -> int:
    """Half the Move of each man at it (defiance.infweapon.crew-movement)."""
    return sum(base_move(man) // CREW for man in serving(state, gun)[:CREW])


async def push(battle: Battle[State], gun: Figure, budget: int) -> None:
    """Gun and crew move together as one; never into heavy terrain (defiance.infweapon.crew-movement)."""
    state, crew, start = battle.state, serving(battle.state, gun), gun.at

    def check(parsed: ParsedMove) -> Refusal | None:
        parts = [part for way in parsed.path for part in stretches(state.pieces, way.start, way.to)]
        if any(part.ground in BARRED for part in parts):
            return Refusal("defiance.infweapon.crew-movement", f"{ref(gun.id)} cannot enter heavy terrain")
        return None

    rule, prompt = "defiance.infweapon.crew-movement", f"{refs(man.id for man in crew)} push {ref(gun.id)}"
    await move(battle, gun, budget, rule, prompt, Terms(("go", "turn"), check))
    if gun.at != start:
        for man in crew:
            _follow(battle, man, gun, start)


def _follow(battle: Battle[State], man: Figure, gun: Figure, start: Point) -> None:
    """He is beside it as before, or wherever there is room at it."""
    if not man.able:
        return
    want = (man.x + gun.x - start[0], man.y + gun.y - start[1])
    base = man.base()
    skip = [man.id, *on_other_levels(battle, man.level)]
    at = spot(board(battle), base, want, lambda at: gap(moved(base, at), gun.base()) <= TOUCH, ignore=skip, reach=NEAR)
    if at is not None:
        put(battle, man, at)
        battle.record(Moved(figure=man.id, path=(at,), face=man.face, how="goes"))
        doing = battle.state.turn.doing
        if doing is not None and man.id not in doing.moved:
            doing.moved.append(man.id)


def arrive(battle: Battle[State], figure: Figure) -> None:
    """Somebody on his way to a gun is there, and is its crew from now on; or he is not (defiance.infweapon.crew-recovery)."""
    gun = battle.state.figures.get(figure.gun)  # nobody's any more if it was lost meanwhile
    if gun is None or figure.gone or gun.gone or gap(figure.base(), gun.base()) > TOUCH:
        figure.gun = ""
        return
    gun.manned = battle.state.turn.number
    battle.record(Changed(who=figure.id, what=f"serves the {gun.frame.name}"))
