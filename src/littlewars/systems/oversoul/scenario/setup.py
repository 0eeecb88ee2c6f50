"""Scenarios: what people write becomes a state, and a state becomes what people read. Inches outside, thousandths inside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from littlewars.engine import Scenario, ScenarioError
from littlewars.engine.measures import INCH, INCHES, read_face
from littlewars.kit.fields import Fields
from littlewars.kit.scenario import (
    KEYS,
    about,
    army_of,
    edge_of,
    force_of,
    fresh,
    mapping,
    only,
    own_things,
    places_of,
    reading,
    rest_of,
    sides_of,
    table_of,
    waiting,
)
from littlewars.muster.nodes import read_data
from littlewars.untrusted import quote

from ..basics.attributes import DATA
from ..basics.definitions import Reader
from ..basics.profiles import Profile, Registry, build_profile, ready_profiles, ready_units
from ..basics.state import Figure, Gun, Ranks, Settings, Side, State, Turn, Unit
from ..basics.tabletop import is_deep
from ..basics.terrain_words import TERRAIN
from ..roster.legality import Agreement
from ..roster.muster import MUSTER, Member, UnitSpec, expand
from ..units.ranks import default_ranks, take_places
from ..units.victory import default_rounds
from .state_errors import state_errors

SEATS = {2: ("south", "north"), 3: ("south", "west", "north"), 4: ("south", "west", "north", "east")}
LEAST_AREA = 2 * 144 * INCH * INCH  # two square feet for each player or 60 troopers (oversoul.setup.playing-area)
TROOPERS_PER_AREA = 60
MOST_FIGURES, MOST_PIECES = 500, 20  # nobody can set up more than this
DEFAULT_TABLE = (48, 48)
FIGURE = Fields(Figure, ("id", "unit", "profile", "guns"), ["damage"])
SIDE_KEYS = {"edge", "team", "army", "force", "turns", "score", "bonus", "achieved"}
WORDS = {*KEYS, "profiles", "feared", "wind", "next_id", *Settings.__struct_fields__}


@reading()
def setup(scenario: Scenario) -> State:
    """The state a battle begins with."""
    only(scenario, WORDS, "a scenario")
    width, depth = table_of(scenario, DEFAULT_TABLE, INCHES, "oversoul.setup.playing-area")
    state = State(_settings(scenario), width, depth, [], _sides(scenario), {}, {}, Turn(), **rest_of(State, scenario))
    with about("terrain"):
        state.pieces = TERRAIN.read(scenario, (width, depth))
    registry = own_things(ready_profiles(), "profile", mapping(scenario, "profiles").items(), _own_profile)
    for side, raw in sides_of(scenario, SIDE_KEYS).items():
        if "army" in raw:
            with about(f"the army of {side}"):
                _muster(state, side, raw["army"], registry)
    written = {str(name): raw for name, raw in mapping(scenario, "units").items()}
    for name, raw in written.items():
        with about(f"unit {name}"):
            _read_unit(state, name, raw, registry)
    _attach(state)
    for name, raw in written.items():
        with about(f"unit {name}"):
            _stand(state, state.units[name], raw)
    for figure in state.figures.values():
        if figure.carrier and not figure.gone:
            with about(figure.id):
                carrier = state.figures[figure.carrier]
            figure.x, figure.y, figure.face = carrier.x, carrier.y, carrier.face
    _check_area(state)
    _check_divers(state)
    _check_objectives(state)
    with about("turn"):
        _begin(state, scenario)
    if found := state_errors(state):
        raise ScenarioError(found[0])
    return state


# ---- sides and settings


def _sides(scenario: Scenario) -> dict[str, Side]:
    """Two to four players, each with a table side of his own (oversoul.basics.players-and-equipment)."""
    raw = sides_of(scenario, SIDE_KEYS)
    teams = list(dict.fromkeys(str(info.get("team", name)) for name, info in raw.items()))
    if len(teams) not in SEATS:
        raise ScenarioError(f"{len(teams)} sides; two to four are needed: oversoul.basics.players-and-equipment")
    seats = dict(zip(teams, SEATS[len(teams)], strict=True))
    sides = {}
    for name, info in raw.items():
        with about(f"side {name}"):
            team = str(info.get("team", name))
            known = {key: value for key, value in info.items() if key not in ("edge", "team", "army")}
            edge = edge_of(seats[team] if info.get("edge") is None else info["edge"], name)
            sides[name] = msgspec.convert({"name": name, "edge": edge, "team": team, **known}, Side)
    edges = {(side.team, side.edge) for side in sides.values()}
    if len(edges) != len(teams) or len({edge for _, edge in edges}) != len(teams):
        raise ScenarioError("every side owns one edge of the table, allies share theirs: oversoul.setup.table-sides")
    return sides


def _settings(scenario: Scenario) -> Settings:
    with about("objectives"):
        goals = [
            {**goal, "zone": [INCHES.read_point(p) for p in goal.get("zone", [])], "points": goal.get("points", 0)}
            for goal in scenario.get("objectives", [])
        ]
    data = {key: scenario[key] for key in Settings.__struct_fields__ if key in scenario}
    settings = msgspec.convert({**data, "objectives": goals}, Settings)
    if min(settings.rounds, settings.limit, settings.pieces) < 0 or settings.pieces > MOST_PIECES:
        raise ScenarioError("rounds, limit and pieces are not negative, and pieces are few: oversoul.setup.agreement")
    if settings.victory not in ("mathematical", "strategic"):
        raise ScenarioError(f"victory is mathematical or strategic, not {quote(settings.victory)}: oversoul.setup.agreement")
    return settings


# ---- forces


def _own_profile(name: str, raw: Mapping[str, Any], _: Registry) -> tuple[str, Profile]:
    """A profile of this battle: as data, or in the words of a roster."""
    if "key" in raw:
        return name, Profile.read(raw)
    reader = Reader()
    model = reader.model(read_data({"name": name, "kind": "trooper", "die": "d6", **raw}, f"profile {name}"))
    if reader.faults:
        raise ScenarioError(f"profile {name}: {reader.faults[0].text}: {reader.faults[0].rule}")
    return name, build_profile(name, model)


def _muster(state: State, side: str, army: Any, registry: Registry) -> None:
    """A side's force: the name of a ready army, or a roster written out."""
    settings = state.settings
    agreed = Agreement(settings.limit, settings.attributes, settings.allow_d6_vehicles)
    roster = army_of(DATA, army, side)  # within its own limit, and what the players agreed on
    force = force_of(MUSTER, roster, lambda force: [*force.breaches, *MUSTER.breaches(force, agreed)])
    state.sides[side].force = roster.name
    specs = expand(force, registry)
    _seat(state, specs, {spec.id: _field(state, side, spec, registry) for spec in specs})


def _field(state: State, side: str, spec: UnitSpec, registry: Registry) -> str:
    """A unit of a roster takes the field, and under which name."""
    name = fresh(spec.id, state.units)
    unit = Unit(name, spec.name, side, [], tight=spec.cohesion == "tight")
    state.units[name] = unit
    for member in spec.members:
        for _ in range(member.count):
            _add_figure(state, unit, registry[member.profile])
    _mount_up(state, unit)
    unit.original = original_size(state, unit)
    return name


def _add_figure(state: State, unit: Unit, profile: Profile, ident: str = "") -> Figure:
    name = ident or f"{unit.id}.{len(unit.figures) + 1}"
    guns = tuple(Gun(uses=-1 if weapon.uses is None else weapon.uses) for weapon in profile.weapons)
    figure = Figure(name, unit.id, profile, lucky=bool(profile.lucky), guns=guns)
    state.figures[name] = figure
    unit.figures.append(name)
    return figure


def _mount_up(state: State, unit: Unit) -> None:
    """Riders on their independent mounts (oversoul.mount.independent-die)."""
    figures = [state.figures[name] for name in unit.figures]
    mounts = [figure for figure in figures if figure.profile.kind == "mount"]
    for rider, mount in zip([figure for figure in figures if figure.profile.mount], mounts, strict=False):
        rider.carrier, rider.seat = mount.id, "rider"


def original_size(state: State, unit: Unit) -> int:
    """Troopers on foot or mounted; those aboard take no part in Morale (oversoul.morale.trigger-casualties)."""
    figures = [state.figures[name] for name in unit.figures]
    return sum(figure.profile.is_trooper and figure.seat in ("", "rider") for figure in figures)


def is_tight(state: State, unit: Unit) -> bool:
    """All its troopers have Tight Cohesion (oversoul.org.cohesion-types)."""
    troopers = [figure.profile for figure in (state.figures[name] for name in unit.figures) if figure.profile.is_trooper]
    return bool(troopers) and all(profile.tight for profile in troopers)


def _seat(state: State, specs: list[UnitSpec], names: Mapping[str, str]) -> None:
    """Troopers that ride in vehicles are aboard from the start (oversoul.setup.deployment)."""
    for spec in specs:
        unit = state.units[names[spec.id]]
        afoot = [state.figures[name] for name in unit.figures]
        for member in spec.members:
            group, afoot = afoot[: member.count], afoot[member.count :]
            if member.aboard:
                _board(state, group, names[member.aboard.unit], member)


def _board(state: State, group: list[Figure], host: str, member: Member) -> None:
    assert member.aboard is not None
    ride = member.aboard
    vehicles = [state.figures[n] for n in state.units[host].figures if state.figures[n].profile.key == ride.profile]
    for number, figure in enumerate(group):
        figure.carrier, figure.seat, figure.crew = vehicles[number % len(vehicles)].id, ride.facing, ride.crew
    for unit in {figure.unit for figure in group}:
        state.units[unit].original = original_size(state, state.units[unit])


# ---- units written out


PLACES = ("at", "face", "formation", "ranks")  # where a unit stands
WHO = ("figures", "profile", "count")  # who is in it
UNIT_KEYS = (*PLACES, *WHO, *Unit.__struct_fields__)


def _read_unit(state: State, name: str, raw: Mapping[str, Any], registry: Registry) -> None:
    """A unit of a scenario file: who is in it and how they are."""
    only(raw, UNIT_KEYS, f"unit {name}: a unit")
    data = {key: value for key, value in raw.items() if key not in PLACES + WHO}
    unit = msgspec.convert({"name": name, "id": name, "figures": [], **data}, Unit)
    if unit.side not in state.sides:
        raise ScenarioError(f"unit {name}: there is no side {quote(unit.side)}")
    state.units[name] = unit
    if "figures" in raw:
        for key, info in mapping(raw, "figures").items():
            with about(f"unit {name}, figure {key}"):
                _read_figure(state, unit, str(key), info, registry)
    else:
        for key in _profiles_of(str(raw.get("profile")), _how_many(raw), registry):
            _add_figure(state, unit, registry[key])
        _mount_up(state, unit)
    unit.tight = data.get("tight", is_tight(state, unit))
    unit.original = data.get("original", original_size(state, unit))


def _how_many(raw: Mapping[str, Any]) -> int | None:
    """As many as there are places, or the number given; None: the ready unit as it is."""
    places: Any = raw.get("at")
    if "count" in raw or not places or "formation" in raw or isinstance(places[0], int | float):
        return raw.get("count")
    return len(places)


def _attach(state: State) -> None:
    """A leader and his unit name each other; one of them is enough in a file (oversoul.leader.one-unit)."""
    for unit in state.units.values():
        for one, other in ((unit.leader, "under"), (unit.under, "leader")):
            if one:
                if one not in state.units or getattr(state.units[one], other) not in ("", unit.id):
                    raise ScenarioError(f"unit {unit.id}: {one} is not attached to it: oversoul.leader.one-unit")
                setattr(state.units[one], other, unit.id)


def _profiles_of(name: str, count: int | None, registry: Registry) -> list[str]:
    """A ready unit as it is, or so many models of one profile."""
    if count is not None and not 1 <= count <= MOST_FIGURES:
        raise ScenarioError(f"a unit has 1 to {MOST_FIGURES} figures, not {count}: oversoul.basics.terms-unit")
    if name in registry:
        return [name] * (count or 1)
    if name not in ready_units():
        raise ScenarioError(f"there is no profile or ready unit {quote(name)}")
    keys = [f"{name}/{model.name}" for model in ready_units()[name].models for _ in range(model.count)]
    return keys[:count] if count else keys


def _read_figure(state: State, unit: Unit, key: str, raw: Mapping[str, Any], registry: Registry) -> None:
    data = dict(raw)
    profile = registry.get(data.pop("profile"))
    if profile is None:
        raise ScenarioError(f"unit {unit.id}, figure {key}: there is no profile {quote(raw['profile'])}")
    figure = _add_figure(state, unit, profile, data.pop("id", f"{unit.id}.{key}"))
    guns = data.pop("guns", ())[: len(figure.guns)]
    new = [msgspec.convert({**msgspec.structs.asdict(gun), **info}, Gun) for gun, info in zip(figure.guns, guns, strict=False)]
    figure.guns = (*new, *figure.guns[len(new) :])
    FIGURE.read(figure, data)
    figure.damage = max(0, figure.damage)


def _stand(state: State, unit: Unit, raw: Mapping[str, Any]) -> None:
    """Figures on their places: as written one by one, in a formation, or by a list of points."""
    face = read_face(raw.get("face", 0))
    if ranks := raw.get("ranks"):
        x, y = INCHES.read_point(ranks["at"])
        unit.ranks = Ranks(ranks["kind"], ranks["rows"], x, y, read_face(ranks.get("face", 0)))
    elif formation := raw.get("formation"):
        unit.ranks = default_ranks(state, unit, formation, INCHES.read_point(raw.get("at")), face)
        take_places(state, unit)
    elif places := places_of(raw):
        _by_list(state, unit, places, face)


def _by_list(state: State, unit: Unit, places: list[Any], face: int) -> None:
    afoot = state.standing(unit)
    if len(places) != len(afoot):
        raise ScenarioError(f"unit {unit.id}: {len(places)} places for {len(afoot)} figures")
    for figure, place in zip(afoot, places, strict=True):
        state.place(figure, INCHES.read_point(place), face)


# ---- before the first step


def _check_divers(state: State) -> None:
    """Only deep water hides anybody (oversoul.attr.submersible)."""
    for figure in state.figures.values():
        if figure.submerged and not figure.carrier and not any(is_deep(p) and p.holds(figure.at) for p in state.pieces):
            raise ScenarioError(f"{figure.id} is submerged outside deep water: oversoul.attr.submersible")


def _check_area(state: State) -> None:
    """Large enough for the players and their troopers (oversoul.setup.playing-area)."""
    troopers = sum(figure.profile.is_trooper for figure in state.figures.values())
    shares = max(len(state.sides), -(-troopers // TROOPERS_PER_AREA))
    if state.width * state.depth < LEAST_AREA * shares:
        size = f"{state.width / INCH:g} x {state.depth / INCH:g} inches"
        raise ScenarioError(f"a table of {size} is too small for {shares} shares of 2 square feet: oversoul.setup.playing-area")


def _begin(state: State, scenario: Scenario) -> None:
    """Terrain first, then deployment, then rounds; a scenario with units on the table goes straight to the rounds."""
    if not state.settings.rounds:
        state.settings = msgspec.structs.replace(state.settings, rounds=default_rounds(state))
    if "turn" in scenario:
        state.turn = msgspec.convert(scenario["turn"], Turn)
        return
    left = waiting(state)
    if state.settings.deploy and left:
        state.turn = Turn("terrain" if state.settings.pieces else "ready", waiting=left)
    else:
        state.turn = Turn("round")


def _check_objectives(state: State) -> None:
    """What the players agreed on makes sense (oversoul.victory.objectives)."""
    for goal in state.settings.objectives:
        if goal.side not in state.sides or goal.kind not in ("hold", "eliminate"):
            raise ScenarioError(f"objective {goal.id}: unknown side or kind: oversoul.victory.objectives")
        if goal.kind == "hold" and len(goal.zone) < 3:
            raise ScenarioError(f"objective {goal.id}: a zone has three corners or more: oversoul.victory.objectives")
        if goal.kind == "eliminate" and goal.what not in (*state.sides, *state.units):
            raise ScenarioError(
                f"objective {goal.id}: there is no {quote(goal.what)} to eliminate: oversoul.victory.objectives"
            )
