"""The Other action: melee, shooting or a spell, model by model (oversoul.action.list)."""

from __future__ import annotations

from msgspec.structs import replace

from littlewars.engine import Assign, Battle, Choose, Option, Refusal
from littlewars.engine.names import ref

from ..basics.naming import named
from ..basics.state import Figure, State, Unit
from ..units.aim import touched_enemies
from ..units.arms import crew_left, note_action
from ..units.ranks import fighters, shooters
from .actions import actions, aim_for, could_act, explain, plain_actions
from .attack import volley
from .forecasts import forecast_action, forecast_volley
from .perform import perform, spend_shot

KINDS = ("melee", "shoot", "cast")
RULE = "oversoul.action.list"


def begin_other(battle: Battle[State], unit: Unit) -> None:
    """The models that may act in this part: all in cohesion that could do something (oversoul.action.individual-choice)."""
    state, doing = battle.state, battle.state.acting()
    doing.kind = ""
    doing.able = [figure.id for figure in state.members(unit) if could_act(battle, figure)]


async def other_action(battle: Battle[State]) -> None:
    """The next attacker of the unit, in the order the owner gives (oversoul.hits.group-rolling)."""
    state, doing, unit = battle.state, battle.state.acting(), battle.state.active_unit()
    doing.able = [name for name in doing.able if not state.figures[name].gone and name not in doing.acted]
    if not doing.able:
        doing.stage = "allocate"
    elif unit.formed and not doing.kind:
        await _choose_kind(battle, unit)
    else:
        await _choose_who(battle, unit)


async def _choose_kind(battle: Battle[State], unit: Unit) -> None:
    """A tight unit takes one kind of Other action (oversoul.tight.same-actions)."""
    doing = battle.state.acting()
    kinds = battle.memo("other_action.kinds", lambda: tuple(kind for kind in KINDS if any(_of_kind(battle, unit, kind))))
    if not kinds:
        doing.able = []
        return
    prompt, explain = f"{ref(unit.id)} acts as one", named(battle.state, *unit.figures)
    ask = Choose(unit.side, "oversoul.tight.same-actions", prompt, ("none", *kinds), explain=explain)
    chosen = doing.kind = await ask.about(*unit.figures, unit=unit.id, topic="plan")
    doing.able = [] if chosen == "none" else [name for name in _of_kind(battle, unit, chosen) if name in doing.able]


def _of_kind(battle: Battle[State], unit: Unit, kind: str) -> list[str]:
    """The models that could take this kind of action: the first rank fights, the first two shoot
    (oversoul.tight.melee-first-rank)."""
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
    prompt = f"{ref(unit.id)}: who acts next?"
    ask = Choose(unit.side, "oversoul.hits.group-rolling", prompt, options, explain=lambda name: _who(battle, name))
    who = await ask.about(*doing.able, unit=unit.id, topic="who")
    if who == "done":
        doing.able = []
    elif who == "group":
        await group_roll(battle, unit)
    else:
        doing.able.remove(who)
        await act(battle, state.figures[who])


def _who(battle: Battle[State], name: str) -> Option:
    """A model written out; one that finds nothing to do says so."""
    explain = named(battle.state, *battle.state.acting().able)
    option, figure = explain(name), battle.state.figures.get(name)
    idle = figure is not None and not actions(battle, figure)
    return replace(option, label=f"{option.label}: nothing in reach") if idle else option


# ---- one model


async def act(battle: Battle[State], figure: Figure) -> None:
    """One model's Other action."""
    open_to = battle.memo("other_action.open", lambda: tuple(actions(battle, figure)))
    if not open_to:
        return
    side, prompt = battle.state.side_of(figure), f"{ref(figure.id)}: Other action"
    ask = Choose(side, RULE, prompt, ("hold", *open_to), explain=lambda action: explain(battle, figure, action))
    asked = ask.about(
        figure.id, unit=figure.unit, topic="aim", forecast=lambda view, action: forecast_action(view, figure.id, action)
    )
    await perform(battle, figure, await asked)


# ---- group rolls


async def group_roll(battle: Battle[State], unit: Unit) -> None:
    """All targets named first, then all dice, then all Recovery rolls (oversoul.hits.group-rolling)."""
    state, doing = battle.state, battle.state.acting()

    def items() -> dict[str, list[str]]:
        return {name: ["hold", *plain_actions(battle, state.figures[name])] for name in doing.able}

    ask = Assign(
        unit.side,
        "oversoul.hits.group-rolling",
        f"{ref(unit.id)}: name every target",
        items,
        check=lambda answer: _refuse_crews(state, answer),
        explain=lambda name, action: explain(battle, state.figures[name], action),
    )
    answer = await ask.about(*doing.able, unit=unit.id, topic="aim", forecast=forecast_volley)
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
