"""An Other action carried out: blows, shots, templates, spells, and what they use up (oversoul.action.list)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.state import Figure, State
from ..units.aim import aim_shot, is_steady, shot_targets, stand_in
from ..units.arms import busy_crew, crew_at, crew_left, linked, may_fire, note_action, note_shot
from .actions import aim_for
from .attack import strike
from .casting import start_cast
from .markers import fire_marker
from .templates import lay_flame, lay_melee


async def perform(battle: Battle[State], figure: Figure, action: str) -> None:
    """Carry out an action that was chosen."""
    verb, _, rest = action.partition(":")
    if verb == "melee":
        note_action(battle, figure)
        await strike(battle, aim_for(battle, figure, action))
    elif verb == "sweep":
        note_action(battle, figure)
        await lay_melee(battle, figure)
    elif verb in ("shoot", "snap"):
        index, _, name = rest.partition(":")
        await shoot(battle, figure, int(index), battle.state.figures[name], hasty=verb == "snap")
    elif verb in ("flame", "flare"):
        spend_shot(battle, figure, [int(rest)], hasty=verb == "flare")
        await lay_flame(battle, figure, int(rest), hasty=verb == "flare")
    elif verb == "cast":
        note_action(battle, figure)
        await start_cast(battle, figure, action)


async def shoot(battle: Battle[State], figure: Figure, index: int, target: Figure, hasty: bool = False) -> None:
    """Fire a weapon, or its whole linked group, at one target (oversoul.attr.fire-linked)."""
    firing = [other for other in linked(figure, index) if other == index or _reaches(battle, figure, other, target)]
    aims = {other: aim_shot(battle, figure, target, other, hasty) for other in firing}
    spend_shot(battle, figure, firing, hasty)
    for other in firing:
        weapon = figure.profile.weapons[other]
        if weapon.artillery or weapon.template:
            await fire_marker(battle, aims[other])
        elif not target.gone:
            await strike(battle, aims[other])


def _reaches(battle: Battle[State], figure: Figure, index: int, target: Figure) -> bool:
    """A linked weapon that does not meet the requirements simply does not fire."""
    weapon = figure.profile.weapons[index]
    able = may_fire(battle.state, figure, index) and weapon.template != "flame"
    return able and target.id in shot_targets(battle, figure, weapon)


def spend_shot(battle: Battle[State], figure: Figure, indexes: list[int], hasty: bool) -> None:
    """Firing uses the weapon and the action: the trooper's, the crew's in contact, one crewman's of a vehicle."""
    state, doing = battle.state, battle.state.acting()
    steady = any(figure.profile.weapons[index].steady for index in indexes) and is_steady(state, figure) and not hasty
    if steady:
        doing.steady.append(stand_in(state, figure).id)  # oversoul.attr.sharpshooter: the bonus forfeits the Move
    for index in indexes:
        note_shot(battle, figure, index)
    if figure.profile.is_vehicle:
        busy_crew(state, figure)
        if crew_left(state, figure) > 0:
            doing.able.insert(0, figure.id)
    elif figure.profile.is_gun:
        doing.acted.append(figure.id)
        for man in crew_at(state, figure):  # it is the Other action of all who touch it (oversoul.artillery.crew-required)
            if man.id not in doing.acted:
                note_action(battle, man)
    else:
        note_action(battle, figure)
