"""The table of a Combat Action battle as a page shows it: cards, figures, ground, where the battle stands, lines of sight; and
odds by name (combat-action.los.lines)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from littlewars.dice import Scripted
from littlewars.engine import Attack, Battle, ScenarioError
from littlewars.engine.page.cache import PageCache
from littlewars.engine.page.looking import Asked, obstacles, on_table
from littlewars.engine.showing import Arm, Band, Card, Flag, Look, Model, Role, Show, Shown, Terrain, Tracker
from littlewars.kit.page import card_of, flags_of, ground_of, lines_of, party_of, stages_of, zones_of
from littlewars.table.shapes.bases import gap
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import sight_lines
from littlewars.untrusted import quote

from ..basics.numbers import CATEGORIES, CM, CORE, CORE_RULE, LEVELS, LOCATION_RULES
from ..basics.profiles import Profile, Weapon
from ..basics.sight import SIGHT, cover_against, sees
from ..basics.state import GUNNER, PILOT, PINNED, ROUTING, STEADY, Figure, State, Unit
from ..basics.tabletop import AREAS, COLLAPSED, OBSTACLES, PIERCED, ROAD, SECTION, board, protection
from ..fire.shooting import forecast
from ..fire.targets import Shot, platform, targets
from ..harm.damage import place_name
from ..melee.fighting import arms, blow_forecast, stuck
from ..roster.muster import remarks, stats_of, weapon_row
from ..turn.deployment import zone_of
from ..turn.sequence import STAGES, score
from ..units.squads import out_of_control

PHASES = {"edges": "edges", "deploy": "deployment", "begin": "a new turn", "play": "activations", "over": "the battle is over"}
UNLIMITED = 1000 * CM
LINES, NOBODY = "combat-action.los.lines", "combat-action.ranged.targets"
GIVEN = ("attacker", "target", "weapon", "mode")
STATUS_RULES = {ROUTING: "combat-action.rout.charge-away", PINNED: "combat-action.pinned.actions"}


def table(state: State, cache: PageCache) -> Show:
    """The whole table, with what is known of it."""
    figures = state.figures.values()
    kinds = {figure.profile.key: figure.profile for figure in figures}
    there = [figure for figure in figures if not figure.gone and figure.unit not in state.turn.waiting]
    return Show(
        title=state.settings.name or "Combat Action",
        unit="cm",
        size=(state.width, state.depth),
        measures=True,
        tracker=_tracker(state),
        parties=tuple(party_of(side, "", f"{score(state, side.name)} points") for side in state.sides.values()),
        models={key: cache.made(("model", key), (kind,), partial(model_of, kind)) for key, kind in kinds.items()},
        units={unit.id: _card(state, unit) for unit in state.units.values()},
        figures={figure.id: _shown(state, figure) for figure in there},
        ground=cache.made("ground", (state.pieces,), lambda: tuple(_ground(piece) for piece in state.pieces)),
        zones=zones_of(state, zone_of),
        cloth=state.settings.cloth,
    )


def _shown(state: State, figure: Figure) -> Shown:
    unit, profile, face = state.units[figure.unit], figure.profile, None if figure.profile.radius else figure.face
    flags: dict[Flag, bool] = {
        "prone": figure.flat,
        "airborne": figure.level > 0,
        "watching": figure.ready >= 0,
        "aiming": figure.aim_gun >= 0,
        "reloading": any(gun.empty for gun in figure.guns),
        "atop": bool(figure.carrier) and state.figures[figure.carrier].profile.open,
    }
    whose, where = (figure.id, unit.id, unit.side, profile.key, profile.name), (figure.at, profile.measures, face, figure.level)
    shaken = unit.status != STEADY and profile.living
    return Shown(*whose, *where, _marks(state, figure), figure.carrier, flags_of(flags), shaken)


def _marks(state: State, figure: Figure) -> tuple[str, ...]:
    """How a model is, in words."""
    weapons, whole = state.figures[figure.body].profile.weapons, not figure.wreck
    watching = weapons[figure.ready].name if figure.ready >= 0 else ""
    facts = [
        (f"{figure.ap} AP", figure.ap and figure.ready < 0),
        ("flat down", figure.flat),
        ("wounded", figure.wounded),
        ("grenade primed", figure.primed),
        ("on a roof", figure.foot),
        ("pilot", figure.seat == PILOT),
        ("gunner", figure.seat == GUNNER),
        ("aims", figure.aim_gun >= 0),
        ("halted", figure.halted and whole),
        ("has to land", figure.landing),
        ("hatches stuck", figure.profile.vehicle and stuck(figure)),
        ("out of control", whole and out_of_control(state, figure)),
        (figure.wreck, figure.wreck),
        (f"ready with {watching}", watching),
        ("hides", figure.hides),
        (f"{LEVELS[figure.level]} altitude", figure.level),
    ]
    for _, weapon, gun in figure.arms():
        facts += [(f"{weapon.name} {word}", getattr(gun, word)) for word in ("jammed", "empty", "faulty", "out")]
        facts.append((f"{weapon.name} one shot left", gun.left == 1))
    return tuple(word for word, so in facts if so)


def _card(state: State, unit: Unit) -> Card:
    """What weighs on a unit, each with its rule; of machines every location (combat-action.machine-damage.locations)."""
    lines = [
        ("discipline", unit.status if unit.status != STEADY else "", STATUS_RULES.get(unit.status, "")),
        ("leader", "lost" if state.figures[unit.leader].gone else "", "combat-action.units.leader-lost"),
        ("orders", "+1 to the next test" if unit.ordered else "", "combat-action.actions.impart-order"),
        ("test", "due: it has had losses" if unit.hurt else "", "combat-action.discipline.causes"),
        ("regroups", "towards its leader" if unit.regroups else "", "combat-action.rout.rally"),
        ("out of coherency", str(len(unit.strays)) if unit.strays else "", "combat-action.units.coherency"),
    ]
    for machine in [figure for figure in state.members(unit) if figure.profile.machine]:
        for place in machine.profile.locations:
            name, found = place_name(machine, place), "damaged" if place in machine.broken else "whole"
            lines.append((name, found, CORE_RULE if name == CORE else LOCATION_RULES[place]))
    status = lines_of(*lines) if state.is_present(unit) else ()
    return card_of(state, unit, lambda figure: figure.profile.key, status, "has been active" if unit.acted else "")


@cache
def model_of(profile: Profile) -> Model:
    """What there is to know of a kind of model."""
    said = [*stats_of(profile), ("also", ", ".join(remarks(profile)))]
    lines = lines_of(*((word, value, "combat-action.core.stats") for word, value in said))
    return Model(profile.key, profile.name, _role(profile), lines=lines, arms=tuple(map(_arm, profile.weapons)))


def _arm(weapon: Weapon) -> Arm:
    bands = tuple(Band(band, CATEGORIES.get(band, UNLIMITED)) for band in weapon.ranges if band != "CC")
    _, kind, pen, dice, _, words = weapon_row(weapon)
    said = (kind, f"Pen {pen}", f"{dice} dice" if dice != "1" else "", words)
    return Arm(weapon.name, bands=bands, text=", ".join(word for word in said if word), arc=weapon.arc)


def _role(profile: Profile) -> Role:
    if profile.machine:
        return "flyer" if profile.flyer else "vehicle" if profile.vehicle else "walker"
    if profile.officer:
        return "leader"
    heavy = any(weapon.kind in ("heavy", "very-heavy") for weapon in profile.weapons)
    return "gun" if heavy else "shooter" if profile.weapons else "foot"


def _ground(piece: Piece) -> Terrain:
    if piece.kind == ROAD:
        return ground_of(piece, "open ground")
    if piece.kind in AREAS:
        return ground_of(piece, "partial cover inside; no vehicles but walkers")
    words = [f"{(piece.top or 0) / CM:g} cm high, PF {protection(piece)}"]
    if piece.kind == SECTION:
        words += ["collapsed: partial cover" if COLLAPSED in piece.marks else "walls with openings"]
    elif piece.kind in OBSTACLES:
        words += ["to be jumped or climbed"]
    words += ["a hole"] if PIERCED in piece.marks else []
    return ground_of(piece, "; ".join(words))


def _tracker(state: State) -> Tracker:
    turn, doing = state.turn, state.turn.doing
    found = Tracker(turn.number, state.settings.turns, phase=PHASES[turn.phase], side=turn.at, word="turn")
    if doing is None:
        return found
    stages = stages_of(tuple(STAGES), doing.phase)  # combat-action.activation.phases
    return replace(found, side=state.units[doing.unit].side, unit=doing.unit, stages=stages)


# ---- lines of sight, and the odds of an attack by its words


def look(state: State, start: str, to: str) -> Look:
    """What one model sees of another, by the three lines, and how far away it is."""
    viewer, target = on_table(state, start), on_table(state, to)
    far = gap(viewer.base(), target.base())
    if start == to or viewer.carrier or target.carrier or {viewer.unit, target.unit} & {*state.turn.waiting}:
        return Look("blocked", ((viewer.at, target.at),), far, LINES)
    battle = Battle(state, Scripted(), quiet=True)
    lines = tuple(sight_lines(viewer.base(), target.base(), SIGHT.lines, SIGHT.ends)) or ((viewer.at, target.at),)
    between = obstacles(board(battle), start, to, SIGHT, "is crossed")
    if not sees(battle, viewer, target):
        return Look("blocked", lines, far, LINES, between)
    cover = cover_against(battle, viewer, target)
    return Look("partial" if cover.bonus else "clear", lines, far, cover.rule if cover.bonus else LINES, between)


def attack(state: State, of: str, given: Mapping[str, Any]) -> Attack[State]:
    """`shot`: {attacker, target, weapon, mode}; `blow`: {attacker, target, weapon} in close combat."""
    if of not in ("shot", "blow"):
        raise ScenarioError(f"there are odds of a shot or a blow ({', '.join(GIVEN)}), not of {quote(of)}")
    asked = Asked(state, given, GIVEN)
    attacker, target = asked.figure("attacker"), asked.figure("target")
    battle = Battle(state, Scripted([]), quiet=True)
    if attacker.unit in state.turn.waiting or target.unit in state.turn.waiting or attacker.id == target.id:
        raise ScenarioError(f"{attacker.id} cannot attack {target.id} now: {NOBODY}")
    if of == "blow":
        able = arms(attacker)
        names = [attacker.profile.weapons[n].key if n >= 0 else "" for n in able]
        number = able[names.index(given["weapon"])] if given.get("weapon") in names else able[0]
        return blow_forecast(battle, attacker, target, number)
    return forecast(battle, _shot(battle, attacker, target, given))


def _shot(battle: Battle[State], attacker: Figure, target: Figure, given: Mapping[str, Any]) -> Shot:
    body = platform(battle.state, attacker)
    if body is None:
        raise ScenarioError(f"{attacker.id} has nothing to fire: combat-action.vehicles.crew")
    for number, weapon, gun in body.arms():
        if not weapon.modes or not gun.able or given.get("weapon", weapon.key) != weapon.key:
            continue
        mode = given.get("mode", weapon.modes[-1])
        if mode in weapon.modes and target.id in [foe.id for foe in targets(battle, attacker, weapon)]:
            return Shot(attacker.id, body.id, number, str(mode), target.id)
    raise ScenarioError(f"{attacker.id} cannot fire at {target.id} so: {NOBODY}")
