"""What a model may do with its Other action, as ids: melee:TARGET, shoot:WEAPON:TARGET, cast:SPELL … Changes nothing."""

from __future__ import annotations

from littlewars.engine import Battle, Option
from littlewars.engine.asks import Means
from littlewars.engine.names import ref
from littlewars.table.shapes.bases import centre2

from ..basics.profiles import Weapon
from ..basics.state import Figure, State
from ..units.aim import (
    Aim,
    aim_melee,
    aim_shot,
    is_steady,
    is_submerged,
    shot_targets,
    stand_in,
    touched_enemies,
    why_harmless,
    with_riders,
)
from ..units.arms import crew_left, gun_ready, linked, may_fire
from .casting import cast_options, explain_cast
from .templates import flame_faces, sweep_faces

LABELS = {
    "hold": "Do nothing",
    "sweep": "Lay the template in melee",
    "flame": "Lay the flame template",
    "flare": "Lay the flame template, hastily",
}


def could_act(battle: Battle[State], figure: Figure) -> bool:
    """A quick look: has it not acted, and has it anything to do at all? Targets are found when it is chosen."""
    state, doing = battle.state, battle.state.acting()
    if figure.id in doing.acted or figure.id in doing.split or state.units[figure.unit].under:
        return False  # oversoul.org.cohesion-restored, oversoul.leader.no-other-action
    profile = figure.profile
    if profile.is_gun:
        return may_fire(state, figure, 0) and gun_ready(state, figure)
    for index in range(len(profile.weapons)):
        if may_fire(state, figure, index):
            return True
    if is_submerged(state, figure):
        return False
    return bool(profile.magic) or (profile.fights and not figure.aboard and bool(touched_enemies(battle, figure)))


def actions(battle: Battle[State], figure: Figure) -> list[str]:
    """Every Other action open to this model (oversoul.action.list, oversoul.action.enemy-targets)."""
    kind = battle.state.acting().kind
    if figure.aboard:
        return _aboard(battle, figure)
    found: list[str] = []
    if kind in ("", "melee"):
        found += _melee(battle, figure)
    if kind in ("", "shoot"):
        found += _shots(battle, figure)
    if kind in ("", "cast"):
        found += cast_options(battle, figure)
    return found


def _aboard(battle: Battle[State], figure: Figure) -> list[str]:
    """Troopers aboard shoot or cast, no melee; a crewman who serves a weapon does neither (oversoul.ranged.aboard-trooper)."""
    if figure.crew and crew_left(battle.state, battle.state.figures[figure.carrier]) <= 0:
        return []
    return _shots(battle, figure) + cast_options(battle, figure)


def _melee(battle: Battle[State], figure: Figure) -> list[str]:
    """Enemies in contact in front; a melee template is laid where it can cover one of them
    (oversoul.melee.eligibility, oversoul.charge.uses-both-actions)."""
    state = battle.state
    if not figure.profile.fights or is_submerged(state, figure) or _has_fired(state, figure):
        return []
    touched = touched_enemies(battle, figure)
    if figure.profile.melee_template and touched and sweep_faces(battle, figure):
        return ["sweep"]
    return [f"melee:{name}" for name in with_riders(state, touched)]


def _has_fired(state: State, figure: Figure) -> bool:
    """A vehicle that has fired makes no melee attack (oversoul.melee.vehicle)."""
    fired = state.acting().fired
    return bool(fired) and any(f"{figure.id}/{index}" in fired for index in range(len(figure.profile.weapons)))


def _shots(battle: Battle[State], figure: Figure) -> list[str]:
    """Weapons that may fire, with everything they may be fired at (oversoul.ranged.weapon-required,
    oversoul.ranged.vehicle-weapons)."""
    state = battle.state
    if figure.profile.is_vehicle and crew_left(state, figure) <= 0:
        return []
    if figure.profile.is_gun and not gun_ready(state, figure):
        return []
    found: list[str] = []
    for index, weapon in enumerate(figure.profile.weapons):
        if not may_fire(state, figure, index):
            continue
        if weapon.template == "flame":
            if flame_faces(battle, figure, index):
                found += [f"flame:{index}"] + ([f"flare:{index}"] if may_snap(state, figure, weapon) else [])
            continue
        mates, snaps = [mate for mate in linked(figure, index) if mate < index], may_snap(state, figure, weapon)
        for name in shot_targets(battle, figure, weapon):
            if mates and any(f"shoot:{mate}:{name}" in found for mate in mates):
                continue  # a linked group is offered once for each target
            found.append(f"shoot:{index}:{name}")
            if snaps:
                found.append(f"snap:{index}:{name}")
    return found


def may_snap(state: State, figure: Figure, weapon: Weapon) -> bool:
    """A sharpshooter who shoots before his Move either takes the bonus for standing still or moves
    (oversoul.attr.sharpshooter)."""
    return bool(weapon.steady) and is_steady(state, figure) and "move" in state.acting().parts


# ---- written out


def explain(battle: Battle[State], figure: Figure, action: str) -> Option:
    """An action written out, with its tally."""
    state = battle.state
    verb = action.partition(":")[0]
    if verb == "cast":
        return explain_cast(battle, figure, action)
    if verb in LABELS:
        means: Means = "hold" if verb == "hold" else "melee" if verb == "sweep" else "act"
        return Option(action, LABELS[verb], of=(figure.id,), means=means)
    aim = aim_for(battle, figure, action)
    target = state.figures[aim.target]
    what = "Melee" if verb == "melee" else figure.profile.weapons[aim.weapon].name
    label = f"{what}: {ref(target.id)}" + (", hastily" if verb == "snap" else "")
    about, means = why_harmless(state, aim), "melee" if verb == "melee" else "act"
    return Option(action, label, of=(target.id,), at=target.at, tally=aim.tally, about=about, means=means)


def aim_for(battle: Battle[State], figure: Figure, action: str) -> Aim:
    """The attack behind a melee, shoot or snap action."""
    verb, _, rest = action.partition(":")
    if verb == "melee":
        return aim_melee(battle, figure, battle.state.figures[rest])
    index, _, name = rest.partition(":")
    return aim_shot(battle, figure, battle.state.figures[name], int(index), hasty=verb == "snap")


def plain_actions(battle: Battle[State], figure: Figure) -> list[str]:
    """Melee and shots that are one roll at one target, nearest first: those that may be part of a group roll."""
    if figure.profile.is_gun:
        return []
    state, found = battle.state, [action.rpartition(":") for action in actions(battle, figure)]
    plain = {how for how in {how for how, _, _ in found} if _is_plain(figure, how)}  # one weapon, many targets
    here = stand_in(state, figure).at
    away = {name: centre2(here, stand_in(state, state.figures[name]).at) for how, _, name in found if how in plain}
    return [f"{how}:{name}" for how, _, name in sorted((one for one in found if one[0] in plain), key=lambda one: away[one[2]])]


def _is_plain(figure: Figure, how: str) -> bool:
    """How an action is done, without its target: melee, shoot:WEAPON, snap:WEAPON."""
    verb, _, index = how.partition(":")
    if verb not in ("shoot", "snap"):
        return verb == "melee"
    weapon = figure.profile.weapons[int(index)]
    return not weapon.artillery and not weapon.template and not weapon.link
