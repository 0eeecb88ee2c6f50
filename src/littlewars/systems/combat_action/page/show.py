"""The table of a Combat Action battle as a page shows it: cards, figures, ground, and where the battle stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from msgspec.structs import replace

from littlewars.engine.page.cache import PageCache
from littlewars.engine.showing import Arm, Band, Card, Ground, Line, Model, Role, Show, Shown, Tracker
from littlewars.kit.page import card_of, flags_of, ground_of, lines_of, party_of, stages_of, zones_of
from littlewars.table.terrain.pieces import Piece

from ..basics.numbers import CATEGORIES, CM, CORE, CORE_RULE, LEVELS, LOCATION_RULES
from ..basics.profiles import Profile, Weapon
from ..basics.state import GUNNER, PILOT, PINNED, ROUTING, STEADY, Figure, State, Unit
from ..basics.tabletop import AREAS, COLLAPSED, OBSTACLES, PIERCED, ROAD, SECTION, protection
from ..harm.damage import place_name
from ..melee.fighting import stuck
from ..roster.muster import remarks, stats_of, weapon_row
from ..turn.deployment import zone_of
from ..turn.sequence import ACTION, DISCIPLINE, END
from ..turn.victory import score
from ..units.squads import out_of_control

PHASES = {"edges": "edges", "deploy": "deployment", "begin": "a new turn", "play": "activations", "over": "the battle is over"}
UNLIMITED = 1000 * CM
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
        units={unit.id: _card_of(state, unit) for unit in state.units.values()},
        figures={figure.id: _shown(state, figure) for figure in there},
        ground=cache.made("ground", (state.pieces,), lambda: tuple(_ground(piece) for piece in state.pieces)),
        zones=zones_of(state, zone_of),
        cloth=state.settings.cloth,
    )


# ---- figures and units


def _shown(state: State, figure: Figure) -> Shown:
    unit, profile = state.units[figure.unit], figure.profile
    return Shown(
        figure.id,
        figure.unit,
        unit.side,
        profile.key,
        profile.name,
        figure.at,
        profile.measures,
        None if profile.radius else figure.face,
        figure.level,
        _marks(state, figure),
        figure.carrier,
        flags_of(
            {
                "prone": figure.flat,
                "airborne": figure.level > 0,
                "watching": figure.ready >= 0,
                "reloading": any(gun.empty for gun in figure.guns),
                "atop": bool(figure.carrier) and state.figures[figure.carrier].profile.open,
            }
        ),
        unit.status != STEADY and profile.living,
    )


def _marks(state: State, figure: Figure) -> tuple[str, ...]:
    """How a model is, in words."""
    body = state.figures[figure.body]
    found = [f"{figure.ap} AP"] if figure.ap and figure.ready < 0 else []
    found += [word for word, so in _facts(state, figure) if so]
    found += [f"ready with {body.profile.weapons[figure.ready].name}"] if figure.ready >= 0 else []
    found += ["hides"] if figure.hides else []
    found += [LEVELS[figure.level] + " altitude"] if figure.level else []
    for _, weapon, gun in figure.arms():
        states = [word for word in ("jammed", "empty", "faulty", "out") if getattr(gun, word)]
        states += ["one shot left"] if gun.left == 1 else []
        found += [f"{weapon.name} {word}" for word in states]
    return tuple(found)


def _facts(state: State, figure: Figure) -> list[tuple[str, bool]]:
    wrecked = bool(figure.wreck)
    return [
        ("flat down", figure.flat),
        ("wounded", figure.wounded),
        ("grenade primed", bool(figure.primed)),
        ("on a roof", figure.foot > 0),
        ("pilot", figure.seat == PILOT),
        ("gunner", figure.seat == GUNNER),
        ("aims", figure.aim_gun >= 0),
        ("halted", figure.halted and not wrecked),
        ("has to land", figure.landing),
        ("hatches stuck", figure.profile.vehicle and stuck(figure)),
        ("out of control", not wrecked and out_of_control(state, figure)),
        (figure.wreck, wrecked),
    ]


def _card_of(state: State, unit: Unit) -> Card:
    return card_of(
        state, unit, lambda figure: figure.profile.key, _status(state, unit), "has been active" if unit.acted else ""
    )


def _status(state: State, unit: Unit) -> tuple[Line, ...]:
    """What weighs on a unit, each with its rule; of machines every location."""
    if not state.is_present(unit):
        return ()
    leader = state.figures[unit.leader]
    lines = [
        ("discipline", unit.status if unit.status != STEADY else "", STATUS_RULES.get(unit.status, "")),
        ("leader", "lost" if leader.gone else "", "combat-action.units.leader-lost"),
        ("orders", "+1 to the next test" if unit.ordered else "", "combat-action.actions.impart-order"),
        ("test", "due: it has had losses" if unit.hurt else "", "combat-action.discipline.causes"),
        ("regroups", "towards its leader" if unit.regroups else "", "combat-action.rout.rally"),
        ("out of coherency", str(len(unit.strays)) if unit.strays else "", "combat-action.units.coherency"),
    ]
    for figure in state.members(unit):
        if figure.profile.machine:
            lines += _locations(figure)
    return lines_of(*lines)


def _locations(machine: Figure) -> Iterator[tuple[str, str, str]]:
    """Each location of a machine: whole or damaged (combat-action.machine-damage.locations)."""
    for place in machine.profile.locations:
        name = place_name(machine, place)
        yield name, "damaged" if place in machine.broken else "whole", CORE_RULE if name == CORE else LOCATION_RULES[place]


# ---- kinds of models


@cache
def model_of(profile: Profile) -> Model:
    """What there is to know of a kind of model."""
    lines = [Line(word, value, "combat-action.core.stats") for word, value in stats_of(profile)]
    lines += [Line("also", ", ".join(remarks(profile)), "combat-action.core.stats")] if remarks(profile) else []
    return Model(
        profile.key, profile.name, _role(profile), lines=tuple(lines), arms=tuple(_arm(weapon) for weapon in profile.weapons)
    )


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


# ---- the table


def _ground(piece: Piece) -> Ground:
    if piece.kind == ROAD:
        return ground_of(piece, "open ground")
    if piece.kind in AREAS:
        return ground_of(piece, "partial cover inside; no vehicles but walkers")
    words = [f"{(piece.top or 0) / CM:g} cm high, PF {protection(piece)}"]
    if piece.kind == SECTION:
        words += ["collapsed: partial cover" if COLLAPSED in piece.marks else "walls with openings"]
    elif piece.kind in OBSTACLES:
        words += ["to be jumped or climbed"]
    return ground_of(piece, "; ".join([*words, *(["a hole"] if PIERCED in piece.marks else [])]))


def _tracker(state: State) -> Tracker:
    turn, doing = state.turn, state.turn.doing
    found = Tracker(turn.number, state.settings.turns, phase=PHASES[turn.phase], side=turn.at, word="turn")
    if doing is None:
        return found
    side = state.units[doing.unit].side
    stages = stages_of((DISCIPLINE, ACTION, END), doing.phase)  # combat-action.activation.phases
    return replace(found, side=side, unit=doing.unit, stages=stages)
