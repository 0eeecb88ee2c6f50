"""Scenarios: what people write becomes a state and is written again, and what a state cannot be. Centimetres outside,
thousandths inside (combat-action.setup.table)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from littlewars.engine import Scenario, ScenarioError
from littlewars.engine.measures import CENTIMETRES, read_face
from littlewars.kit import scenario as kit
from littlewars.kit.describe import described, own_data, side_data, unit_data
from littlewars.kit.errors import faults_of, misplaced, undone
from littlewars.kit.fields import Fields
from littlewars.kit.terrain import TerrainReader, kind_of
from littlewars.table.zones import INWARDS
from littlewars.untrusted import quote

from ..basics.numbers import COSTS, DATA, HIGHEST, LOCATIONS, MATERIALS, TABLE
from ..basics.profiles import CONTROLLER, Profile, read_profile, read_weapon, ready, weapons
from ..basics.state import (
    DESTROYED,
    FOR_GOOD,
    GONE,
    GUNNER,
    ONCE,
    PILOT,
    SHUT_DOWN,
    Figure,
    Gun,
    Settings,
    Side,
    State,
    Turn,
    Unit,
)
from ..basics.tabletop import DOOR, FIRING_SLIT, GAP, HOLE, KINDS, ROAD, SECTION
from ..move.obstacles import room
from ..roster.muster import MUSTER

RULE = "combat-action.terrain.kinds"
ON_MAPS = ("sparse-wood", "boulder", "low-wall", "rubble", "sandbags")  # of a random map that does not say
OPENINGS = {"doors": DOOR, "slits": FIRING_SLIT, "gaps": GAP, "holes": HOLE}


def words(ident: str, data: dict[str, Any]) -> dict[str, Any]:
    """Facts of a piece from what a scenario says."""
    kind = kind_of(ident, data, (*KINDS, ROAD), RULE)
    if data.get("material", "") not in ("", "military", *MATERIALS):
        raise ScenarioError(f"terrain {ident}: there is no material {quote(data['material'])}: combat-action.terrain.pf")
    found = list(data.pop("openings", ()))
    for word in [one for one in OPENINGS if one in data]:
        if kind != SECTION:
            raise ScenarioError(f"terrain {ident}: only buildings have {word}: {RULE}")
        found += [_opening(ident, OPENINGS[word], one) for one in data.pop(word)]
    return {**data, "openings": found}


def _opening(ident: str, kind: str, raw: Any) -> dict[str, Any]:
    """`[edge, from, to]` along an edge of the outline, in centimetres; a door may be `open`."""
    if not isinstance(raw, list | tuple) or not 3 <= len(raw) <= 4 or not isinstance(raw[0], int):
        raise ScenarioError(f"terrain {ident}: an opening is [edge, from, to], not {quote(raw)}: {RULE}")
    start, stop = CENTIMETRES.read(raw[1]), CENTIMETRES.read(raw[2])
    return {"edge": raw[0], "start": start, "stop": stop, "kind": kind, "open": "open" in raw[3:]}


TERRAIN = TerrainReader(RULE, words, CENTIMETRES, known=KINDS, usually=ON_MAPS)
SETUP, SQUADS = "combat-action.setup.table", "combat-action.units.squads"
MOST_TURNS, MOST_FIGURES = 100, 400
LEVELS = 10_000_000  # between two flight levels, higher than any roof, for comparing heights
SIDE_KEYS = {"edge", "army", "force", "limit"}
FIGURE = Fields(Figure, ("id", "unit", "profile"), ("went", "foot"))
WORDS = {*kit.KEYS, "models", "weapons", *Settings.__struct_fields__}
UNIT_WORDS = ("at", "face", "figures", "model", "count")
STATUSES, SCALES = ("steady", "pinned", "routing"), ("small", "large")
Registry = Mapping[str, Profile]


@kit.reading()
def setup(scenario: Scenario) -> State:
    """The state a battle begins with (combat-action.setup.table)."""
    kit.only(scenario, WORDS, "a scenario")
    width, depth = kit.table_of(scenario, TABLE, CENTIMETRES, SETUP)
    state = State(_settings(scenario), width, depth, [], kit.two_sides(scenario, SIDE_KEYS, Side, SETUP), {}, {}, Turn())
    with kit.about("terrain"):
        state.pieces = TERRAIN.read(scenario, (width, depth))
    read_unit = partial(_read_unit, state, _profiles(scenario))
    kit.read_forces(scenario, kit.sides_of(scenario, SIDE_KEYS), partial(_muster, state), read_unit)
    if len({side.limit for side in state.sides.values() if side.limit}) > 1:
        raise ScenarioError("both sides have the same limit of points: combat-action.setup.force")
    if len(state.figures) > MOST_FIGURES:
        raise ScenarioError(f"{len(state.figures)} models; {MOST_FIGURES} are the most: {SQUADS}")
    with kit.about("turn"):
        kit.begin(state, scenario, Turn)
        doing, at = state.turn.doing, state.turn.at or state.turn.phase in ("edges", "begin", "over")
        if not at or (doing and doing.unit not in state.units):
            raise ScenarioError("it is the turn of no side, or of no unit: combat-action.turn.sequence")
    if found := state_errors(state):
        raise ScenarioError(found[0])
    return state


def _settings(scenario: Scenario) -> Settings:
    settings = kit.made(Settings, {key: scenario[key] for key in Settings.__struct_fields__ if key in scenario})
    if not 1 <= settings.turns <= MOST_TURNS:
        raise ScenarioError(f"a battle has 1 to {MOST_TURNS} turns: combat-action.victory.game-end")
    if settings.scale not in SCALES:
        raise ScenarioError(f"the scale is small or large, not {quote(settings.scale)}: combat-action.core.scales")
    return settings


def _profiles(scenario: Scenario) -> Registry:
    """Everybody who may take the field: the book's models, and the battle's own (combat-action.core.stats)."""
    own, models = kit.mapping(scenario, "weapons").items(), kit.mapping(scenario, "models").items()
    arms = kit.own_things(weapons(), "weapon", own, lambda name, raw, _: (name, read_weapon(name, raw)))
    found = kit.own_things(ready(), "model", models, lambda name, raw, _: (name, read_profile(name, raw, arms)))
    for crewman in [word for profile in found.values() for word in profile.crew]:
        kit.known_as(found, crewman, "crewman", "combat-action.vehicles.crew")
    return found


def _muster(state: State, side: str, army: Any) -> None:
    """A side's force: the name of a ready army, or a roster written out; crews sit in their vehicle
    (combat-action.setup.force, combat-action.vehicles.crew)."""
    for spec in kit.units_of_army(DATA, MUSTER, army, state.sides[side]):
        name = kit.fresh(spec.name.lower().replace(" ", "-"), state.units)
        unit = state.units[name] = Unit(name, spec.name, side, [])
        for profile in spec.profiles():
            _add_figure(state, unit, profile)
        unit.leader = next(one for one in unit.figures if state.figures[one].profile.key == spec.leader)
        _seat(state, unit)
        _control(state, unit)


def _seat(state: State, unit: Unit) -> None:
    """The crew takes its seats: the first is the pilot and leads (combat-action.units.squads)."""
    members = [state.figures[name] for name in unit.figures]
    vehicle = next((figure for figure in members if figure.profile.vehicle), None)
    if vehicle is None:
        return
    seats = iter((PILOT, *(GUNNER for _ in members)))
    for profile in vehicle.profile.crew:
        figure = next((f for f in members if f.profile.key == profile and not f.seat), None)
        if figure is not None:
            figure.carrier, figure.seat = vehicle.id, next(seats)
            unit.leader = figure.id if figure.seat == PILOT else unit.leader


def _control(state: State, unit: Unit) -> None:
    """Each slave robot has its controller (combat-action.robots.kinds)."""
    members = [state.figures[name] for name in unit.figures]
    bosses = (f.id for f in members if CONTROLLER in f.profile.gear and f.id not in {robot.controller for robot in members})
    for robot in members:
        if robot.profile.slave and not robot.controller:
            robot.controller = next(bosses, "")


def _add_figure(state: State, unit: Unit, profile: Profile, ident: str = "") -> Figure:
    """One more model."""
    name = kit.next_name(state, unit, ident, "models")
    figure = Figure(name, unit.id, profile, guns=tuple(Gun() for _ in profile.weapons))
    kit.enlist(state, unit, figure)
    return figure


def _read_unit(state: State, registry: Registry, name: str, raw: Mapping[str, Any]) -> None:
    """A unit of a scenario file: who is in it, how they are, and where they stand."""
    unit = kit.unit_of(state, Unit, name, raw, UNIT_WORDS)
    if unit.status not in STATUSES:
        raise ScenarioError(f"unit {name}: a unit is {', '.join(STATUSES)}, not {quote(unit.status)}: {SQUADS}")

    ahead = INWARDS.get(state.sides[unit.side].edge, 0)  # machines look at the enemy's edge (combat-action.setup.table)

    def model(key: Any) -> Profile:
        return kit.known_as(registry, key, "model", "combat-action.core.stats")

    def read(key: str, info: Mapping[str, Any]) -> None:
        data = dict(info)
        profile = model(data.pop("model", None))
        figure = _add_figure(state, unit, profile, data.pop("id", f"{name}.{key}"))
        figure.face = ahead if profile.machine else 0
        FIGURE.read(figure, data, CENTIMETRES)
        if len(figure.guns) != len(profile.weapons):
            raise ScenarioError(f"{len(figure.guns)} guns for {len(profile.weapons)} weapons: combat-action.core.weapon-stats")

    kit.read_members(raw, name, read, lambda: _add_figure(state, unit, model(raw.get("model"))))
    if not unit.figures:
        raise ScenarioError(f"unit {name} has nobody: {SQUADS}")
    unit.leader = unit.leader or unit.figures[0]
    if not any("seat" in info or "carrier" in info for info in kit.mapping(raw, "figures").values()):
        _seat(state, unit)
    _control(state, unit)
    if places := kit.places_of(raw):
        face = read_face(raw["face"]) if "face" in raw else ahead
        kit.stand_on(unit.id, state.on_foot(unit), places, CENTIMETRES)
        for figure in state.on_foot(unit):
            figure.face = face if figure.profile.machine else 0


def describe(state: State) -> Scenario:
    """Everything that `setup` needs to make this state again."""
    data = described("combat-action", state, CENTIMETRES)
    data["sides"] = {name: side_data(side) for name, side in state.sides.items()}
    data["units"] = {name: unit_data(state, unit, _figure) for name, unit in state.units.items()}
    if own := own_data((figure.profile for figure in state.figures.values()), ready()):
        data["models"] = own
    return data


def _figure(figure: Figure) -> dict[str, Any]:
    """Where it stands and how it is; what is as usual is left out."""
    return {"model": figure.profile.key, **FIGURE.write(figure, CENTIMETRES, always=("guns", "carrier", "seat"))}


def state_errors(state: State) -> list[str]:
    """Everything that is impossible about this state; nothing, one hopes."""
    found = misplaced(state.bodies(), (state.width, state.depth), lambda figure: figure.level * LEVELS + figure.foot)
    return found + faults_of(state, GONE, _figure_faults, _unit_faults)


def _figure_faults(state: State, figure: Figure) -> Iterator[str]:
    profile, machine = figure.profile, figure.profile.machine
    for word, known, rule in (
        ("seat", (PILOT, GUNNER) if figure.carrier else (), "combat-action.vehicles.crew"),
        ("loose", (FOR_GOOD, ONCE) if machine else (), "combat-action.machine-damage.control-system"),
        ("wreck", (DESTROYED, SHUT_DOWN) if machine else (), "combat-action.units.inert"),
    ):
        if (said := getattr(figure, word)) not in ("", *known):
            yield f"{figure.id} has no {word} {quote(said)}; it may be {' or '.join(known) or 'none'}: {rule}"
    if any(name and name not in state.figures for name in (figure.controller, figure.aim_at)):
        yield f"{figure.id} is controlled by somebody who is not there, or aims at him: combat-action.robots.kinds"
    if figure.went < 0 or any(deed.verb not in COSTS for deed in figure.did):
        yield f"{figure.id} has done what cannot be done: combat-action.robots.slave-table"
    if (
        figure.foot
        and not figure.gone
        and not any(piece.holds(figure.at) and piece.top == figure.foot for piece in state.pieces)
    ):
        yield f"{figure.id} stands on no roof: combat-action.actions.climb"
    if not machine and (figure.broken or figure.halted or figure.landing):
        yield f"{figure.id} is no machine, and damaged like one: combat-action.machine-damage.locations"
    if not 0 <= figure.ap <= profile.ap:
        yield f"{figure.id} has {figure.ap} action points: combat-action.actions.allowance"
    if machine and (figure.wounded or figure.flat):
        yield f"{figure.id} is a machine, wounded or flat down: combat-action.actions.flat-down"
    if not 0 <= figure.level <= HIGHEST or (figure.level and not profile.flyer):
        yield f"{figure.id} cannot fly at level {figure.level}: combat-action.vehicles.altitude"
    if not set(figure.broken) <= set(LOCATIONS) or len(set(figure.broken)) < len(figure.broken):
        yield f"{figure.id} has locations damaged that there are not, or twice: combat-action.machine-damage.next-location"
    body, used = state.figures.get(figure.body, figure), [figure.ready, figure.aim_gun, *(deed.gun for deed in figure.did)]
    if not all(-1 <= gun < len(body.profile.weapons) for gun in used):
        yield f"{figure.id} is ready with no weapon, aims with it or has fired it: combat-action.ready.gain"
    if profile.vehicle and (room(state, figure) < 0 or len(state.crew(figure, PILOT)) > 1):
        yield f"{figure.id} carries more than it has places for: combat-action.units.aboard"
    if figure.hides and figure.hides not in [piece.id for piece in state.pieces]:
        yield f"{figure.id} hides behind nothing: combat-action.actions.hide"
    if not figure.carrier or figure.gone:
        return
    vehicle = state.figures.get(figure.carrier)
    if vehicle is None or not vehicle.profile.vehicle or not profile.living or state.side_of(vehicle) != state.side_of(figure):
        yield f"{figure.id} rides in nothing of its side: combat-action.units.aboard"
    elif vehicle.at != figure.at and vehicle.unit not in state.turn.waiting:
        yield f"{figure.id} is not where its vehicle is"


def _unit_faults(state: State, unit: Unit) -> Iterator[str]:
    if unit.leader not in unit.figures:
        yield f"{unit.id} is led by nobody of it: combat-action.units.squads"
    if any(name not in unit.figures or state.figures[name].gone for name in unit.strays):
        yield f"{unit.id} has strays who are not there: combat-action.units.coherency"
    for figure in (state.figures[name] for name in unit.figures):
        if unit.status != "steady" and figure.ready >= 0:
            yield f"{figure.id} is ready in a unit that is {unit.status}: combat-action.pinned.ready"


def transition_errors(before: State, after: State) -> list[str]:
    """Everything impossible about going from one state to the next; nothing, one hopes."""
    return undone(before, after, _better)


def _better(was: Figure, now: Figure) -> bool:
    mended = not set(was.broken) <= set(now.broken) or bool(was.wreck and not now.wreck)
    return mended or bool(was.wounded and not now.wounded)
