"""What an answer would bring, before it is given: tallies and exact odds from the rule itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from littlewars.engine import Ask, Assign, Battle, Choose, ScenarioError, System, TooManyBranches
from littlewars.engine.odds import odds
from littlewars.engine.showing import Forecast, Roll, forecast

from ..attack.actions import aim_for, explain
from ..attack.attack import Plan
from ..attack.templates import flame_faces, in_flame, in_sweep, sweep_faces
from ..basics.rolls import least
from ..basics.state import Figure, State
from ..units.aim import Aim, aim_melee, aim_shot
from ..units.recovery import recovery_tally
from .odds import attack, volley_odds

MOST_RUNS = 40_000  # ways to walk for one tooltip
FALL = "models that fall"
USUAL = "luck is spent on failures, hits go where its owner usually puts them"


def foresee(system: System[State], battle: Battle[State], ask: Ask[Any], answer: Any) -> Forecast | None:
    """Odds of an Other action or of a whole group roll; None for anything else."""
    if isinstance(ask, Assign) and ask.rule == "oversoul.hits.group-rolling":
        return _volley(system, battle, answer)
    if isinstance(ask, Choose) and ask.rule == "oversoul.action.list":
        return _action(system, battle, ask.of[0] if ask.of else "", answer)
    return None


def _volley(system: System[State], battle: Battle[State], answer: tuple[tuple[str, str], ...]) -> Forecast | None:
    state = battle.state
    chosen = [(state.figures[name], action) for name, action in answer if action != "hold"]
    plan: Plan = tuple(aim_for(battle, figure, action) for figure, action in chosen)
    if not plan:
        return None
    asked = volley_odds(state, plan)
    try:
        found = odds(system, state, asked.rule, asked.measure, pure=asked.pure, limit=MOST_RUNS)
    except TooManyBranches:
        return Forecast("Too many ways to reckon", FALL, (), _mean(state, plan), _rolls(state, plan))
    return forecast(f"{len(plan)} attacks", FALL, found, _rolls(state, plan), USUAL)


def _action(system: System[State], battle: Battle[State], name: str, action: str) -> Forecast | None:
    state = battle.state
    if action == "hold" or name not in state.figures:
        return None
    figure = state.figures[name]
    rolls = _rolls_of(battle, figure, action)
    before = _present(state)
    try:
        asked = attack(state, "attack", {"attacker": name, "do": action})
        # whoever falls is counted, friends as well: a Fireball does not ask
        found = odds(system, state, asked.rule, lambda after, _: before - _present(after.state), limit=MOST_RUNS)
    except (ScenarioError, TooManyBranches):
        return None
    return forecast(_title(state, figure, action), FALL, found, rolls, USUAL)


def _present(state: State) -> int:
    """Everybody who is still in the battle."""
    return sum(not figure.gone for figure in state.figures.values())


def _rolls_of(battle: Battle[State], figure: Figure, action: str) -> tuple[Roll, ...]:
    """The rolls of an action: an attack's, those of a template as it is usually laid, or the casting roll of a spell."""
    verb, _, rest = action.partition(":")
    if verb in ("melee", "shoot", "snap"):
        return _rolls(battle.state, (aim_for(battle, figure, action),))
    if verb in ("flame", "flare"):
        struck = in_flame(battle, figure, int(rest), flame_faces(battle, figure, int(rest))[0])
        return _rolls(battle.state, tuple(aim_shot(battle, figure, enemy, int(rest), verb == "flare") for enemy in struck))
    if verb == "sweep":
        struck = in_sweep(battle, figure, sweep_faces(battle, figure)[0])
        return _rolls(battle.state, tuple(aim_melee(battle, figure, enemy) for enemy in struck))
    tally = explain(battle, figure, action).tally
    if tally is None:
        return ()
    die = figure.profile.die
    return (Roll("casting", f"d{die}", tally, _chance(battle.state, die, max(2, tally.needed))),)


def _title(state: State, figure: Figure, action: str) -> str:
    target = state.figures.get(action.rpartition(":")[2])
    return f"{figure.profile.name} → {target.profile.name}" if target else figure.profile.name


def _rolls(state: State, plan: Plan) -> tuple[Roll, ...]:
    """Each different attack and Recovery roll once, with its chance."""
    found: dict[tuple[object, ...], Roll] = {}
    for aim in plan:
        tally = aim.tally
        key = (aim.how, aim.die, tally.needed, aim.harms)
        found.setdefault(key, Roll(f"{aim.how} attack", f"d{aim.die}", tally, _hits(state, aim)))
        target = state.figures[aim.target]
        again = recovery_tally(target)
        key = ("recovery", target.profile.die, again.needed, True)
        found.setdefault(
            key, Roll("Recovery", f"d{target.profile.die}", again, _chance(state, target.profile.die, again.needed))
        )
    return tuple(found.values())


def _hits(state: State, aim: Aim) -> float:
    return _chance(state, aim.die, aim.tally.needed) if aim.harms else 0.0


def _chance(state: State, die: int, needed: int) -> float:
    """How often a die shows what is needed (oversoul.basics.no-automatic-results)."""
    return float(Fraction(min(die, max(0, die + 1 - least(state, needed))), die))


def _mean(state: State, plan: Plan) -> float:
    """What falls on average when every hit is taken alone: for volleys that are too large to reckon."""
    return sum(
        _hits(state, aim)
        * (1 - _chance(state, state.figures[aim.target].profile.die, recovery_tally(state.figures[aim.target]).needed))
        for aim in plan
    )
