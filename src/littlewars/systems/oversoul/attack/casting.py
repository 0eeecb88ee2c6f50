"""Casting: who may cast what at whom, the casting roll, misfires."""

from __future__ import annotations

import numpy as np

from littlewars.engine import Battle, Choose, Mod, Option, Tally
from littlewars.engine.names import ref
from littlewars.table.constants import NONE, PARTLY

from ..basics.attributes import Spell, spells
from ..basics.events import Cast, Changed
from ..basics.profiles import Weapon
from ..basics.rolls import roll, tally
from ..basics.state import INCH, Figure, State, Unit
from ..basics.tabletop import board
from ..units.aim import (
    PARTIAL,
    PRONE_FAR,
    RAN,
    common_mods,
    distance,
    facing_hit,
    in_reach,
    is_submerged,
    ran_first,
    sight_to,
    stand_in,
    weapon_arc,
    with_riders,
)
from ..units.arms import turns_of
from ..units.recovery import recovery_tally
from ..units.removal import remove
from .spells import burst, enchant, summon, teleport, zap

SUMMON_STEPS = (4, 6, 8, 10, 12, 14)  # scores from which the creature's die is larger (oversoul.spells.summon-die)
BAN = {1: 2, 2: 1}  # misfire scores 2 and 3 (oversoul.cast.misfire-ban)


# ---- what may be cast


def cast_options(battle: Battle[State], caster: Figure) -> list[str]:
    """Spells this model may cast now, with their targets: cast:SPELL or cast:SPELL:TARGET (oversoul.cast.requirements)."""
    state = battle.state
    if not caster.profile.magic or caster.banned >= turns_of(state, caster) or is_submerged(state, caster):
        return []
    found: list[str] = []
    for name in caster.profile.spells:
        spell = spells()[name]
        if spell.aim in ("model", "marker"):
            found += [f"cast:{name}:{target}" for target in attack_targets(battle, caster, spell)]
        elif spell.aim == "none":
            found.append(f"cast:{name}")
        elif spell.target == "after":
            found += [f"cast:{name}"] if units_in_range(battle, caster, spell) else []
        else:
            found += [f"cast:{name}:{unit.id}" for unit in units_in_range(battle, caster, spell)]
    return found


def units_in_range(battle: Battle[State], caster: Figure, spell: Spell) -> list[Unit]:
    """Units within reach, friend or foe; neither sight nor facing is needed (oversoul.cast.range,
    oversoul.cast.los-and-facing)."""
    state = battle.state
    start = stand_in(state, caster).base()
    reach = (spell.range or 0) * INCH
    return [
        unit
        for unit in state.present()
        if not unit.under  # an attached leader is part of his unit (oversoul.cast.unit-effects)
        and any(distance(start, stand_in(state, figure).base()) <= reach for figure in state.everybody(unit))
    ]


def attack_targets(battle: Battle[State], caster: Figure, spell: Spell) -> list[str]:
    """Models a Zap or a Fireball may be aimed at: range, sight and front facing (oversoul.cast.attack-spells)."""
    state, table = battle.state, board(battle)
    reach, body = (spell.range or 0) * INCH, stand_in(state, caster)
    centre, half = weapon_arc(state, caster, Weapon(name=spell.name, die=caster.profile.die))
    if spell.aim == "model":
        names = [table.names[row] for row in in_reach(battle, caster, reach, centre, half)]
    else:
        ahead = table.in_arc_many(body.at, centre, half)
        names = [table.names[row] for row in np.flatnonzero((table.gaps(body.id) <= reach) & ahead & table.here())]
    names = with_riders(state, [name for name in names if name != body.id])
    return [name for name in names if sight_to(battle, caster, state.figures[name]) != NONE]


def cast_tally(battle: Battle[State], caster: Figure, spell: Spell, target: Figure | None = None) -> Tally:
    """Every modifier of a casting roll (oversoul.cast.difficulty, oversoul.cast.roll, oversoul.cast.attack-spells)."""
    state = battle.state
    difficulty = Mod(f"difficulty of {spell.name}", -spell.difficulty, "oversoul.cast.difficulty")
    if target is None:
        return tally(difficulty, RAN if ran_first(state, caster) else None)
    facing = facing_hit(state, target, stand_in(state, caster).at)
    return tally(
        difficulty,
        *common_mods(state, caster, target, facing),
        PARTIAL if sight_to(battle, caster, target) == PARTLY else None,
        PRONE_FAR if target.prone else None,
    )


def _named_in(state: State, action: str) -> tuple[Spell, str, Figure | None]:
    """The spell of an action, its target, and the model it is aimed at if it is aimed at one."""
    _, name, *rest = action.split(":", 2)
    spell, target = spells()[name], rest[0] if rest else ""
    return spell, target, state.figures.get(target) if spell.aim in ("model", "marker") else None


def explain_cast(battle: Battle[State], caster: Figure, action: str) -> Option:
    """A casting written out."""
    spell, target, model = _named_in(battle.state, action)
    label = f"Cast {spell.name}" + (f" at {ref(target)}" if target else "")
    unit = battle.state.units.get(target)
    of = tuple(unit.figures) if unit else (target,) if target else (caster.id,)
    return Option(action, label, of=of, tally=cast_tally(battle, caster, spell, model), about=spell.says, means="cast")


# ---- the roll


async def start_cast(battle: Battle[State], caster: Figure, action: str) -> None:
    """The casting roll: the spell works, fails or goes wrong (oversoul.cast.roll, oversoul.cast.misfire)."""
    spell, target, model = _named_in(battle.state, action)
    needs = cast_tally(battle, caster, spell, model)
    score, natural_one = await _score(battle, caster, needs, SUMMON_STEPS if spell.aim == "none" else SUMMON_STEPS[:1])
    worked = score > 0 and not natural_one
    battle.record(Cast(caster=caster.id, spell=spell.name, target=target, worked=worked))
    if natural_one:
        await misfire(battle, caster)
    elif worked:
        await _take_effect(battle, caster, spell, target, score)


async def _score(battle: Battle[State], caster: Figure, needs: Tally, scores: tuple[int, ...]) -> tuple[int, bool]:
    """How many of these scores were reached, and whether the natural die was a 1."""
    steps = [natural for natural in (score - needs.total for score in scores) if natural > 2]
    cuts = (2, *steps)
    band = await roll(battle, caster, caster.profile.die, cuts, "casting")
    free = len(scores) - len(steps)  # scores that any natural 2 reaches
    return (0, True) if band == 0 else (free + band - 1, False)


async def _take_effect(battle: Battle[State], caster: Figure, spell: Spell, target: str, score: int) -> None:
    """What a successful spell does."""
    state = battle.state
    if spell.aim == "model":
        await zap(battle, caster, state.figures[target])
    elif spell.aim == "marker":
        await burst(battle, caster, state.figures[target], spell)
    elif spell.aim == "none":
        await summon(battle, caster, score)
    elif spell.duration == "instant":
        await teleport(battle, caster, state.units[target], spell)
    else:
        unit = state.units[target] if target else await _choose_unit(battle, caster, spell)
        enchant(battle, caster, unit, spell)


async def _choose_unit(battle: Battle[State], caster: Figure, spell: Spell) -> Unit:
    """Some spells name their target after the roll (oversoul.spells.table, oversoul.cast.range)."""
    state = battle.state
    options = [Option(u.id, ref(u.id), of=tuple(u.figures), means="cast") for u in units_in_range(battle, caster, spell)]
    ask = Choose(state.side_of(caster), spell.rule, f"{spell.name} on which unit?", options)
    return state.units[await ask.about(caster.id, unit=caster.unit, topic="aim")]


async def misfire(battle: Battle[State], caster: Figure) -> None:
    """The spell goes wrong: unharmed, banned for a while, or killed (oversoul.cast.misfire, oversoul.cast.misfire-ban)."""
    needs = recovery_tally(caster).needed
    band = await roll(battle, caster, caster.profile.die, (needs - 2, needs - 1, needs), "misfire")
    if band == 0:
        remove(battle, caster, "")
    elif band in BAN:
        caster.banned = turns_of(battle.state, caster) + BAN[band]
        battle.record(Changed(who=caster.id, what=f"may not cast for {BAN[band]} turns"))
