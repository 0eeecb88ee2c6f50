"""The Other action: melee, shooting or a spell, model by model (oversoul.action.list)."""

from __future__ import annotations

from msgspec.structs import replace

from littlewars.engine import Assign, Battle, Choose, Option, Refusal

from ..basics.naming import named
from ..basics.state import Figure, State, Unit
from ..units.aim import aim_shot, is_steady, shot_targets, stand_in, touched_enemies
from ..units.arms import busy_crew, crew_at, crew_left, linked, may_fire, note_action, note_shot
from ..units.ranks import fighters, shooters
from .actions import actions, aim_for, could_act, explain, plain_actions
from .attack import strike, volley
from .casting import start_cast
from .markers import fire_marker
from .templates import lay_flame, lay_melee

KINDS = ("melee", "shoot", "cast")
RULE = "oversoul.action.list"


def begin_other(battle: Battle[State], unit: Unit) -> None:
    """Who may act in this part: everybody in cohesion who could do something (oversoul.action.individual-choice)."""
    state, doing = battle.state, battle.state.acting()
    doing.kind = ""
    doing.able = [figure.id for figure in state.members(unit) if could_act(battle, figure)]


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
    doing = battle.state.acting()
    kinds = battle.once(lambda: tuple(kind for kind in KINDS if any(_of_kind(battle, unit, kind))))
    if not kinds:
        doing.able = []
        return
    chosen = await Choose(
        unit.side, "oversoul.tight.same-actions", f"{unit.name} acts as one", ("none", *kinds), explain=named(battle.state)
    )
    doing.kind = chosen
    doing.able = [] if chosen == "none" else [name for name in _of_kind(battle, unit, chosen) if name in doing.able]


def _of_kind(battle: Battle[State], unit: Unit, kind: str) -> list[str]:
    """Who could take this kind of action: the first rank fights, the first two shoot (oversoul.tight.melee-first-rank, …)."""
    state = battle.state
    if kind == "melee":
        return [name for name in fighters(state, unit) if touched_enemies(battle, state.figures[name])]
    if kind == "shoot":
        return [name for name in shooters(state, unit) if state.figures[name].profile.weapons]
    return [figure.id for figure in state.members(unit) if figure.profile.magic]  # oversoul.cast.tight-unit


async def _choose_who(battle: Battle[State], unit: Unit) -> None:
    """The owner names the next attacker, a group roll, or is done."""
    state, doing = battle.state, battle.state.acting()
    if len(doing.able) == 1:
        await act(battle, state.figures[doing.able.pop()])
        return
    options = ("done", *doing.able, "group")
    prompt = f"{unit.name}: who acts next?"
    who = await Choose(unit.side, "oversoul.hits.group-rolling", prompt, options, explain=lambda name: _who(battle, name))
    if who == "done":
        doing.able = []
    elif who == "group":
        await group_roll(battle, unit)
    else:
        doing.able.remove(who)
        await act(battle, state.figures[who])


def _who(battle: Battle[State], name: str) -> Option:
    """A model written out; one that finds nothing to do says so."""
    option, figure = named(battle.state)(name), battle.state.figures.get(name)
    idle = figure is not None and not actions(battle, figure)
    return replace(option, label=f"{option.label}: nothing in reach") if idle else option


# ---- one model


async def act(battle: Battle[State], figure: Figure) -> None:
    """One model's Other action."""
    open_to = battle.once(lambda: tuple(actions(battle, figure)))
    if not open_to:
        return
    side, prompt = battle.state.side_of(figure), f"{figure.profile.name} ({figure.id}): Other action"
    ask = Choose(side, RULE, prompt, ("hold", *open_to), explain=lambda action: explain(battle, figure, action))
    await perform(battle, figure, await ask.about(figure.id))


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


def spend_shot(battle: Battle[State], figure: Figure, indexes: list[int], hasty: bool = False) -> None:
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


# ---- group rolls


async def group_roll(battle: Battle[State], unit: Unit) -> None:
    """All targets named first, then all dice, then all Recovery rolls (oversoul.hits.group-rolling)."""
    state, doing = battle.state, battle.state.acting()

    def items() -> dict[str, list[str]]:
        return {name: ["hold", *plain_actions(battle, state.figures[name])] for name in doing.able}

    answer = await Assign(
        unit.side,
        "oversoul.hits.group-rolling",
        f"{unit.name}: name every target",
        items,
        check=lambda answer: _refuse_crews(state, answer),
        explain=lambda name, action: explain(battle, state.figures[name], action),
    )
    chosen = [(state.figures[name], action) for name, action in answer if action != "hold"]
    plan = tuple(aim_for(battle, figure, action) for figure, action in chosen)
    for figure, action in chosen:
        doing.able.remove(figure.id)
        if action.startswith("melee"):
            note_action(battle, figure)
        else:
            spend_shot(battle, figure, [int(action.split(":")[1])], hasty=action.startswith("snap"))
    if not plan:
        doing.able = []
    await volley(battle, plan)


def _refuse_crews(state: State, answer: tuple[tuple[str, str], ...]) -> Refusal | None:
    """A crewman fires a weapon of the vehicle or acts himself, not both (oversoul.ranged.vehicle-crew)."""
    busy: dict[str, int] = {}
    for name, action in answer:
        figure = state.figures[name]
        if action == "hold" or action.startswith("melee") or not (figure.crew or figure.profile.is_vehicle):
            continue
        vehicle = figure.carrier if figure.crew else name
        busy[vehicle] = busy.get(vehicle, 0) + 1
    for vehicle, hands in busy.items():
        if hands > (left := crew_left(state, state.figures[vehicle])):
            return Refusal("oversoul.ranged.vehicle-crew", f"{vehicle} has {left} crewmen left for {hands} actions")
    return None
