"""The table of a Xenocide battle as a page shows it: cards, counters, figures, ground, and where the battle stands; lines of
sight (xenocide.los.models), and attacks by their words, for odds on the command line and in cases."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from littlewars.dice import Scripted
from littlewars.engine import Attack, Battle, ScenarioError
from littlewars.engine.page.cache import PageCache
from littlewars.engine.page.looking import Asked, obstacles, on_table
from littlewars.engine.showing import Arm, Band, Card, Line, Look, Marker, Model, Obstacle, Role, Show, Shown, Terrain, Tracker
from littlewars.kit.page import card_of, flags_of, ground_of, lines_of, list_of, party_of, stages_of, zones_of
from littlewars.table.constants import NONE
from littlewars.table.shapes.bases import gap, middle
from littlewars.table.sight.looks import sees
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import sight_lines
from littlewars.table.terrain.sight_rules import XENOCIDE as SIGHT
from littlewars.untrusted import quote

from ..basics.numbers import CLOUD, SNAP, class_of
from ..basics.profiles import ABILITIES, IN_SIGHT, SPECIAL, Gun, Profile
from ..basics.state import Blow, Figure, State, Unit
from ..basics.tabletop import COST, board, gives_cover, nature, wrecks
from ..fire.aim import could_hit
from ..fire.declare import forecast, usual_volley
from ..fire.views import look_at
from ..roster.muster import DEFAULT, stats_of, weapon_row
from ..turn.sequence import score, zone_of

STAGES = ("orders", "shooting", "movement", "opportunity fire", "melee", "recovery")  # xenocide.core.turn-sequence
CALLED = {"deploy": "deployment", "begin": "a new turn", "over": "the battle is over", "opportunity": "opportunity fire"}
GOING = dict(zip(COST, ("open ground", "rough: 1″ more for every 2″", "very rough: double", "no way"), strict=True))
VIEW = {"clear": "seen across", "area": "hides who is behind it", "block": "blocks sight"}
LIES = 300  # how large a weapon is drawn
LOOK = "xenocide.los.models"
GIVEN = ("unit", "target", "snap")  # what is said of an attack


def table(state: State, cache: PageCache) -> Show:
    """The whole table, with what is known of it."""
    figures, turn = state.figures.values(), state.turn
    kinds = {figure.profile.key: figure.profile for figure in figures}
    phase = CALLED.get(turn.phase, turn.phase)
    runs = {name: ("by default", "run" if side.by_default == "run" else "", DEFAULT) for name, side in state.sides.items()}
    stages = stages_of(STAGES, phase) if phase in STAGES else ()
    there = [figure for figure in figures if not figure.gone and figure.unit not in turn.waiting]
    return Show(
        title=state.settings.name or "Xenocide",
        unit="inch",
        size=(state.width, state.depth),
        measures=True,
        tracker=Tracker(turn.number, state.settings.turns, phase=phase, side=turn.at, stages=stages, word="turn"),
        parties=tuple(party_of(side, "", f"{score(state, name)} VP", runs[name]) for name, side in state.sides.items()),
        models={key: cache.made(("model", key), (kind,), partial(model_of, kind)) for key, kind in kinds.items()},
        units={unit.id: _card(state, unit, cache) for unit in state.units.values()},
        figures={figure.id: _figure(state, figure, cache) for figure in there},
        ground=cache.made("ground", (state.pieces,), lambda: tuple(map(_ground, state.pieces))),
        zones=zones_of(state, zone_of),
        markers=_markers(state),
        cloth=state.settings.cloth,
    )


def _ground(piece: Piece) -> Terrain:
    kind, cover = nature(piece), gives_cover(piece)
    return ground_of(piece, "; ".join(filter(None, (GOING[kind.going], cover and f"{cover} cover", VIEW[kind.view]))))


def _markers(state: State) -> tuple[Marker, ...]:
    """Weapons that lie about (xenocide.size.crew), and the smoke of wrecks (xenocide.vehicle.smoke)."""
    lying = [Marker(one.id, state.gun(one.weapon).name, (one.x, one.y), LIES, side=one.side) for one in state.lying]
    for piece in wrecks(state):
        (west, south, east, north), at = piece.box, middle(piece.outline)
        lying.append(Marker(f"smoke of {piece.id}", "smoke", at, CLOUD + max(east - west, north - south) // 2, kind="smoke"))
    return tuple(lying)


def _figure(state: State, figure: Figure, cache: PageCache) -> Shown:
    """A figure depends on itself, on its unit, and on whether that is broken."""
    unit, profile, hull = state.units[figure.unit], figure.profile, figure.profile.hull
    broken = state.broken(unit)

    def find() -> Shown:
        marks = {
            f"{figure.left} of {profile.wounds} wounds": figure.hurt,
            f"bears {figure.bears.replace('-', ' ')}": figure.bears,
            f"increment {unit.increment}": hull,
            f"{figure.damage} of {hull.threshold if hull else 0} damage": figure.damage,
            "disabled": figure.disabled,
        }
        aloft = unit.airborne or profile.flies
        atop = bool(figure.carrier) and state.is_open(state.figures[figure.carrier])  # xenocide.vehicle.open-closed
        watching, engaged = unit.order == "opportunity", bool(unit.engaged)
        flags = flags_of({"airborne": aloft, "watching": watching, "engaged": engaged, "atop": atop})
        size, face = ((hull.length, hull.width), figure.face) if hull else ((profile.radius,), None)  # xenocide.core.bases
        who, how = (figure.id, unit.id, unit.side, profile.key, profile.name), tuple(mark for mark, so in marks.items() if so)
        return Shown(*who, figure.at, size, face, int(aloft), how, figure.carrier, flags, broken)

    return cache.made(("figure", figure.id), (figure, unit, broken), find)


def _card(state: State, unit: Unit, cache: PageCache) -> Card:
    """A unit's card depends on the unit, on its figures and on what is pending on it."""
    pending = [blow for blow in state.turn.blows if blow.unit == unit.id]

    def find() -> Card:
        card = card_of(state, unit, lambda figure: figure.profile.key, _status(state, unit, pending), "")
        tokens = [(CALLED.get(unit.order, unit.order), 0)] if unit.order else []
        tokens += [("suppression", unit.markers)] if unit.markers else []
        return replace(card, tokens=tuple(tokens))

    return cache.made(("unit", unit.id), (unit, [state.figures[name] for name in unit.figures], pending), find)


def _status(state: State, unit: Unit, pending: list[Blow]) -> tuple[Line, ...]:
    """What weighs on a unit, each with its rule."""
    if not state.is_present(unit) or state.vehicle_of(unit) is not None:
        return ()
    counts = {"wound": sum(blow.wounds for blow in pending), "marker": sum(blow.markers for blow in pending)}
    to_come = ", ".join(f"{count} {word}{'s' if count > 1 else ''}" for word, count in counts.items() if count)
    return lines_of(
        ("morale", f"{state.morale(unit)}", "xenocide.stat.morale"),
        ("wounds", f"{state.wounds(unit)}", "xenocide.stat.wounds"),
        ("suppression", f"{unit.markers}" if unit.markers else "", "xenocide.suppression.effects"),
        ("to come", to_come, "xenocide.shooting.return-fire-first"),
        ("broken", "tests morale before it moves" if state.broken(unit) else "", "xenocide.suppression.broken"),
        ("engaged", ", ".join(state.units[name].name for name in unit.engaged), "xenocide.move.engaged-state"),
        ("airborne", "in the air" if unit.airborne else "", "xenocide.flight.take-off"),
    )


@cache
def model_of(profile: Profile) -> Model:
    """What there is to know of a kind of model."""
    arms = [_arm(gun, profile.capacity) for gun in profile.guns] + [Arm(blade.name) for blade in profile.blades]
    for mount in profile.hull.mounts if profile.hull else ():
        arms.append(_arm(mount.weapon, mount.capacity, f"{mount.arc}, accuracy {mount.accuracy}"))
    words = {word.replace("-", " "): ABILITIES[word] for word in profile.abilities}
    lines = (*lines_of(*stats_of(profile)), *list_of("abilities", words, SPECIAL))
    heavy = any(class_of(gun, profile.capacity).name in ("S+1", "S+2") for gun in profile.guns)
    roles: dict[Role, bool] = {"vehicle": profile.vehicle, "leader": profile.can("commander")}
    roles |= {"flyer": profile.can("flight-pack"), "gun": heavy, "shooter": bool(profile.guns), "foot": True}
    return Model(profile.key, profile.name, next(role for role in roles if roles[role]), lines=lines, arms=tuple(arms))


def _arm(gun: Gun, capacity: int, more: str = "") -> Arm:
    bands = [Band("normal", gun.normal)] + ([Band("long", gun.long)] if gun.normal < gun.long < IN_SIGHT else [])
    _, size, dice, power, _, special = weapon_row(gun, capacity)
    said = size, f"{dice} dice" if dice != "1" else "1 die", f"power {power}", special, more
    return Arm(gun.name, bands=tuple(bands), text=", ".join(filter(None, said)))


def look(state: State, start: str, to: str) -> Look:
    """What one figure sees of another by the lines that are tested, and how far away it is; on a line that the ground
    leaves free enemies may screen it, and friends are shot through (xenocide.friendly-fire.through)."""
    viewer, target, units = on_table(state, start), on_table(state, to), state.units
    far = gap(viewer.base(), target.base())
    if start == to or viewer.carrier or target.carrier or {viewer.unit, target.unit} & {*state.turn.waiting}:
        return Look("blocked", ((viewer.at, target.at),), far, LOOK)
    battle = Battle(state, Scripted(), quiet=True)
    lines = tuple(sight_lines(viewer.base(), target.base(), SIGHT.lines, SIGHT.ends))
    free = Look("clear", lines, far, LOOK, obstacles(board(battle), start, to, SIGHT, "is crossed"))
    if sees(board(battle), start, to, SIGHT) == NONE:
        return replace(free, state="blocked")
    if viewer.unit == target.unit:
        return free
    seen = look_at(battle, units[viewer.unit], units[target.unit], full=True)[0]
    row, column = seen.row(viewer.id), seen.targets.index(target.id)
    pair = seen.viewers[row], target.id
    met = [(name, "is shot through") for name in seen.between(*pair)] + [(name, "screens") for name in seen.screens(*pair)]
    shot = replace(free, obstacles=(*free.obstacles, *(Obstacle(name, units[name].name, does) for name, does in met)))
    if not seen.seen_from(row)[column]:
        return replace(shot, state="blocked", rule="xenocide.los.enemy-units-block")
    return replace(shot, state="partial", rule="xenocide.cover.obscured") if seen.obscured(row)[column] else shot


def attack(state: State, of: str, given: Mapping[str, Any]) -> Attack[State]:
    """`volley`: {unit, target, snap}: everybody of a unit fires at another what promises most; `snap=1`: a snap shot."""
    if of != "volley":
        raise ScenarioError(f"there are odds of a volley ({', '.join(GIVEN)}), not of {quote(of)}")
    asked = Asked(state, given, GIVEN)
    unit, target = units = [asked.unit(word) for word in GIVEN[:2]]
    if away := [one.id for one in units if one.id in state.turn.waiting or not state.standing(one)]:
        raise ScenarioError(f"{away[0]} is not on the table: xenocide.battle.setup")
    if unit.side == target.side:
        raise ScenarioError(f"{unit.id} does not fire at {target.id}, which is on its side: xenocide.targeting.unit-at-unit")
    battle = Battle(state, Scripted([]), quiet=True)
    penalty = SNAP * asked.number("snap", 0, 0, 1, "xenocide.snap.penalty")
    found = forecast(battle, usual_volley(battle, unit, target), penalty) if could_hit(battle, unit, target) else None
    if found is None:
        raise ScenarioError(f"nobody of {unit.id} can fire at {target.id} now: xenocide.targeting.out-of-range-models")
    return found
