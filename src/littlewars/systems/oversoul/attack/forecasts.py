"""What an answer would bring, before it is given: tallies and exact odds from the rule itself."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from littlewars.engine import Attack, Battle, ScenarioError
from littlewars.engine.showing import Roll

from ..basics.rolls import least
from ..basics.state import Figure, State
from ..units.aim import Aim, aim_melee, aim_shot, why_harmless
from ..units.recovery import recovery_tally
from .actions import aim_for, explain
from .attack import Plan
from .odds import attack, volley_odds
from .templates import flame_faces, in_flame, in_sweep, sweep_faces

SURE = ("melee", "shoot", "snap")  # no friend is harmed by these; a Fireball hits both, and a spell may misfire


def forecast_volley(battle: Battle[State], answer: tuple[tuple[str, str], ...]) -> Attack[State] | None:
    """A whole group roll (oversoul.hits.group-rolling)."""
    state = battle.state
    chosen = [(state.figures[name], action) for name, action in answer if action != "hold"]
    plan: Plan = tuple(aim_for(battle, figure, action) for figure, action in chosen)
    if not plan:
        return None
    mean, rolls = _mean(state, plan), _rolls(state, plan)
    return replace(volley_odds(state, plan), title=f"{len(plan)} attacks", rolls=rolls, mean=mean)


def forecast_action(battle: Battle[State], name: str, action: str) -> Attack[State] | None:
    """One model's Other action (oversoul.action.list)."""
    state = battle.state
    if action == "hold" or name not in state.figures:
        return None
    figure = state.figures[name]
    try:
        asked = attack(state, "attack", {"attacker": name, "do": action})
    except ScenarioError:
        return None
    side = state.side_of(figure)
    before = _friends(state, side)
    own = None if action.partition(":")[0] in SURE else lambda after, _: before - _friends(after.state, side)
    return replace(asked, title=_title(state, figure, action), rolls=_rolls_of(battle, figure, action), own=own)


def _friends(state: State, side: str) -> int:
    """Everybody of a side and its allies who is still in the battle."""
    return sum(not figure.gone and not state.enemies(side, state.side_of(figure)) for figure in state.figures.values())


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
        recovery = _recovery(state, state.figures[aim.target])
        attack = Roll(f"{aim.how} attack", f"d{aim.die}", aim.tally, _hits(state, aim), why_harmless(state, aim))
        found.setdefault((aim.how, aim.die, aim.tally.needed, aim.harms), attack)
        found.setdefault(("recovery", recovery.die, recovery.tally.needed), recovery)
    return tuple(found.values())


def _recovery(state: State, target: Figure) -> Roll:
    die, tally = target.profile.die, recovery_tally(target)
    return Roll("Recovery", f"d{die}", tally, _chance(state, die, tally.needed))


def _hits(state: State, aim: Aim) -> float:
    return _chance(state, aim.die, aim.tally.needed) if aim.harms else 0.0


def _chance(state: State, die: int, needed: int) -> float:
    """How often a die shows what is needed (oversoul.basics.no-automatic-results)."""
    return float(Fraction(min(die, max(0, die + 1 - least(state, needed))), die))


def _mean(state: State, plan: Plan) -> float:
    """What falls on average when every hit is taken alone: for volleys that are too large for exact odds."""
    return sum(_hits(state, aim) * (1 - _recovery(state, state.figures[aim.target]).chance) for aim in plan)
