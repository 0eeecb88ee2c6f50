"""The Other action: melee, shooting or a spell, model by model (oversoul.action.list)."""

from __future__ import annotations

from ...engine import Assign, Battle, Choose, Option
from .aim import Aim, aim_melee, aim_shot, distance, origin, shot_targets, stand_in, touched_enemies, with_riders
from .arms import (
    busy_crew,
    crew_at,
    crew_left,
    gun_ready,
    interrupt,
    linked,
    may_fire,
    note_action,
    note_shot,
    reloading,
)
from .attack import strike, volley
from .casting import cast_options, explain_cast, start_cast
from .markers import fire_marker
from .ranks import fighters, shooters
from .state import Figure, State, Unit
from .templates import lay_flame, lay_melee

KINDS = ("melee", "shoot", "cast")
RULE = "oversoul.action.list"


def begin_other(battle: Battle[State], unit: Unit) -> None:
    """Who may act in this part: everybody in cohesion who could do something (oversoul.action.individual-choice)."""
    state, doing = battle.state, battle.state.acting()
    doing.kind = ""
    doing.able = [figure.id for figure in state.members(unit) if could_act(battle, figure)]


def could_act(battle: Battle[State], figure: Figure) -> bool:
    """A quick look: has it not acted, and has it anything to do at all? Targets are found when it is chosen."""
    state, doing = battle.state, battle.state.acting()
    if figure.id in doing.acted or figure.id in doing.split or state.unit_of(figure).under:
        return False  # oversoul.org.cohesion-restored, .leader.no-other-action
    profile = figure.profile
    if profile.is_gun:
        return may_fire(state, figure, 0) and gun_ready(state, figure)
    if any(may_fire(state, figure, index) for index in range(len(profile.weapons))):
        return True
    if profile.magic and not figure.submerged:
        return True
    return profile.fights and not figure.submerged and bool(touched_enemies(battle, figure))


async def other_action(battle: Battle[State]) -> None:
    """The next attacker of the unit, in the order the owner gives (oversoul.hits.group-rolling)."""
    state, doing = battle.state, battle.state.acting()
    unit = state.units[doing.unit]
    doing.able = [name for name in doing.able if not state.figures[name].gone and name not in doing.acted]
    if not doing.able:
        doing.stage = "allocate"
    elif unit.tight and not unit.disordered and not doing.kind:
        await _choose_kind(battle, unit)
    else:
        await _choose_who(battle, unit)


async def _choose_kind(battle: Battle[State], unit: Unit) -> None:
    """A tight unit takes one kind of Other action (oversoul.tight.same-actions)."""
    state, doing = battle.state, battle.state.acting()
    kinds = battle.once(lambda: tuple(kind for kind in KINDS if any(_of_kind(battle, unit, kind))))
    if not kinds:
        doing.able = []
        return
    chosen = await Choose(unit.side, "oversoul.tight.same-actions", f"{unit.name} acts as one", ("none", *kinds))
    doing.kind = chosen
    doing.able = [] if chosen == "none" else [name for name in _of_kind(battle, unit, chosen) if name in doing.able]


def _of_kind(battle: Battle[State], unit: Unit, kind: str) -> list[str]:
    """Who could take this kind of action: the first rank fights, the first two shoot (oversoul.tight.melee-first-rank, …)."""
    state = battle.state
    if kind == "melee":
        return [name for name in fighters(state, unit) if touched_enemies(battle, state.figures[name])]
    if kind == "shoot":
        return [name for name in shooters(state, unit) if state.figures[name].profile.weapons]
    return [figure.id for figure in state.members(unit) if figure.profile.magic]


async def _choose_who(battle: Battle[State], unit: Unit) -> None:
    """The owner names the next attacker, a group roll, or is done."""
    state, doing = battle.state, battle.state.acting()
    if len(doing.able) == 1:
        await act(battle, state.figures[doing.able.pop()])
        return
    options = ("done", *doing.able, "group")
    who = await Choose(
        unit.side, "oversoul.hits.group-rolling", f"{unit.name}: who acts next?", options, explain=lambda name: _who(state, name)
    )
    if who == "done":
        doing.able = []
    elif who == "group":
        await group_roll(battle, unit)
    else:
        doing.able.remove(who)
        await act(battle, state.figures[who])


def _who(state: State, name: str) -> Option:
    figure = state.figures.get(name)
    if figure is None:
        return Option(name, {"done": "Nobody else acts", "group": "Several at once, targets named first"}[name])
    return Option(name, f"{figure.profile.name} ({name})", of=(name,), at=figure.at)


# ---- what a model may do


def actions(battle: Battle[State], figure: Figure) -> list[str]:
    """Every Other action open to this model, as ids: melee:TARGET, shoot:WEAPON:TARGET, cast:SPELL …"""
    state, doing = battle.state, battle.state.acting()
    if figure.carrier and figure.seat != "rider":
        return _aboard_actions(battle, figure)
    found: list[str] = []
    if doing.kind in ("", "melee") and figure.profile.fights and not figure.submerged and not _has_fired(state, figure):
        touched = _melee_targets(battle, figure)
        if figure.profile.melee_template and touched:
            found.append("sweep")
        else:
            found += [f"melee:{name}" for name in touched]
    if doing.kind in ("", "shoot"):
        found += _shots(battle, figure)
    if doing.kind in ("", "cast") and not figure.submerged:
        found += cast_options(battle, figure)
    return found


def _has_fired(state: State, figure: Figure) -> bool:
    """A vehicle that has fired makes no melee attack (oversoul.melee.vehicle)."""
    return any(name.rpartition("/")[0] == figure.id for name in state.acting().fired)


def _melee_targets(battle: Battle[State], figure: Figure) -> list[str]:
    return with_riders(battle.state, touched_enemies(battle, figure))


def _aboard_actions(battle: Battle[State], figure: Figure) -> list[str]:
    """Troopers aboard shoot or cast, no melee (oversoul.ranged.aboard-trooper)."""
    return _shots(battle, figure) + cast_options(battle, figure)


def _shots(battle: Battle[State], figure: Figure) -> list[str]:
    """Weapons that may fire, with everything they may be fired at."""
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
            found.append(f"flame:{index}")
        else:
            found += [f"shoot:{index}:{name}" for name in shot_targets(battle, figure, weapon)]
    return found


def explain(battle: Battle[State], figure: Figure, action: str) -> Option:
    """An action written out, with its tally."""
    state = battle.state
    verb, _, rest = action.partition(":")
    if verb == "melee":
        target = state.figures[rest]
        return Option(action, f"Melee: {target.profile.name} ({rest})", of=(rest,), tally=aim_melee(battle, figure, target).tally)
    if verb == "shoot":
        index, _, name = rest.partition(":")
        target, weapon = state.figures[name], figure.profile.weapons[int(index)]
        needs = aim_shot(battle, figure, target, int(index)).tally
        return Option(action, f"{weapon.name}: {target.profile.name} ({name})", of=(name,), at=target.at, tally=needs)
    if verb == "cast":
        return explain_cast(battle, figure, action)
    labels = {"hold": "Do nothing", "sweep": "Lay the template in melee", "flame": "Lay the flame template"}
    return Option(action, labels[verb])


async def act(battle: Battle[State], figure: Figure) -> None:
    """One model's Other action."""
    open_to = battle.once(lambda: tuple(actions(battle, figure)))
    if not open_to:
        return
    side, prompt = battle.state.side_of(figure), f"{figure.profile.name} ({figure.id}): Other action"
    chosen = await Choose(side, RULE, prompt, ("hold", *open_to), explain=lambda action: explain(battle, figure, action))
    await perform(battle, figure, chosen)


async def perform(battle: Battle[State], figure: Figure, action: str) -> None:
    """Carry out an action that was chosen."""
    state = battle.state
    verb, _, rest = action.partition(":")
    if verb == "melee":
        _spend_melee(battle, figure)
        await strike(battle, aim_melee(battle, figure, state.figures[rest]))
    elif verb == "sweep":
        _spend_melee(battle, figure)
        await lay_melee(battle, figure)
    elif verb == "shoot":
        index, _, name = rest.partition(":")
        await shoot(battle, figure, int(index), state.figures[name])
    elif verb == "flame":
        spend_shot(battle, figure, [int(rest)])
        await lay_flame(battle, figure, int(rest))
    elif verb == "cast":
        note_action(battle, figure)
        await start_cast(battle, figure, action)


def _spend_melee(battle: Battle[State], figure: Figure) -> None:
    """A melee attack is the Other action; a vehicle's interrupts everything it reloads (oversoul.attr.reload)."""
    note_action(battle, figure)
    if figure.profile.is_vehicle:
        interrupt(battle.state, figure, reloading(battle.state, figure))


def spend_shot(battle: Battle[State], figure: Figure, indexes: list[int]) -> None:
    """Firing uses the weapon and the action: the trooper's, the crew's in contact, one crewman's of a vehicle."""
    state, doing = battle.state, battle.state.acting()
    for index in indexes:
        if figure.profile.weapons[index].steady and figure.id not in doing.moved:
            doing.steady.append(figure.id)  # oversoul.attr.sharpshooter: the bonus forfeits the Move
        note_shot(battle, figure, index)
    if figure.profile.is_vehicle:
        busy_crew(state, figure)
        if crew_left(state, figure) > 0:
            doing.able.insert(0, figure.id)
        return
    if figure.profile.is_gun:
        doing.acted += [figure.id, *(man.id for man in crew_at(state, figure) if man.id not in doing.acted)]
        return
    others = [index for index in reloading(state, figure) if index not in indexes]
    note_action(battle, figure)
    interrupt(state, figure, others)


async def shoot(battle: Battle[State], figure: Figure, index: int, target: Figure) -> None:
    """Fire a weapon, or its whole linked group, at one target (oversoul.attr.fire-linked)."""
    state = battle.state
    firing = [other for other in linked(figure, index) if other == index or _reaches(battle, figure, other, target)]
    aims = {other: aim_shot(battle, figure, target, other) for other in firing}
    spend_shot(battle, figure, firing)
    for other in firing:
        weapon = figure.profile.weapons[other]
        if weapon.artillery or weapon.template:
            await fire_marker(battle, figure, other, target)
        elif not state.figures[target.id].gone:
            await strike(battle, aims[other])


def _reaches(battle: Battle[State], figure: Figure, index: int, target: Figure) -> bool:
    """A linked weapon that does not meet the requirements simply does not fire."""
    weapon = figure.profile.weapons[index]
    return may_fire(battle.state, figure, index) and target.id in shot_targets(battle, figure, weapon)


# ---- group rolls


async def group_roll(battle: Battle[State], unit: Unit) -> None:
    """All targets named first, then all dice, then all Recovery rolls (oversoul.hits.group-rolling)."""
    state, doing = battle.state, battle.state.acting()

    def items() -> dict[str, list[str]]:
        return {name: ["hold", *_plain_actions(battle, state.figures[name])] for name in doing.able}

    answer = await Assign(
        unit.side,
        "oversoul.hits.group-rolling",
        f"{unit.name}: name every target",
        items,
        explain=lambda name, action: explain(battle, state.figures[name], action),
    )
    chosen = [(state.figures[name], action) for name, action in answer if action != "hold"]
    plan = tuple(aim_for(battle, figure, action) for figure, action in chosen)
    for figure, action in chosen:
        doing.able.remove(figure.id)
        if action.startswith("melee"):
            _spend_melee(battle, figure)
        else:
            spend_shot(battle, figure, [int(action.split(":")[1])])
    if not plan:
        doing.able = []
    await volley(battle, plan)


def _plain_actions(battle: Battle[State], figure: Figure) -> list[str]:
    """Melee and shots that are one roll at one target, nearest first."""
    if figure.profile.is_gun:
        return []
    state = battle.state
    plain = [a for a in actions(battle, figure) if a.startswith("melee:") or (a.startswith("shoot:") and _is_plain(figure, a))]
    frm = origin(battle, figure)
    return sorted(plain, key=lambda a: distance(frm, stand_in(state, state.figures[a.rpartition(":")[2]]).base()))


def _is_plain(figure: Figure, action: str) -> bool:
    weapon = figure.profile.weapons[int(action.split(":")[1])]
    return not weapon.artillery and not weapon.template and not weapon.link


def aim_for(battle: Battle[State], figure: Figure, action: str) -> Aim:
    """The attack behind a melee or shoot action."""
    verb, _, rest = action.partition(":")
    if verb == "melee":
        return aim_melee(battle, figure, battle.state.figures[rest])
    index, _, name = rest.partition(":")
    return aim_shot(battle, figure, battle.state.figures[name], int(index))
