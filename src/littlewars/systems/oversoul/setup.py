"""Scenarios: what people write becomes a state, and a state becomes what people read. Inches outside, thousandths inside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import yaml

from ...engine import Scenario, ScenarioError
from ...muster import RosterError, load_roster, parse_roster
from ...muster.nodes import read_text
from ...table.terrain import Piece, piece
from .attributes import HERE
from .definitions import Reader
from .muster import Member, UnitSpec, check, expand
from .profile_data import profile_from
from .profiles import Profile, Registry, build_profile, new_registry, ready_units
from .ranks import default_ranks, take_places
from .state import INCH, Figure, Gun, Objective, Ranks, Settings, Side, State, Turn, Unit

EDGES = {"north": 1, "east": 2, "south": 3, "west": 4}  # oversoul.setup.table-sides
SEATS = {2: ("south", "north"), 3: ("south", "west", "north"), 4: ("south", "west", "north", "east")}
MOST_SIDES = 4  # oversoul.basics.players-and-equipment
LEAST_AREA = 2 * 144 * INCH * INCH  # two square feet for each player or 60 troopers (oversoul.setup.playing-area)
TROOPERS_PER_AREA = 60
DEFAULT_TABLE = (48, 48)
KEYS = {
    "name", "system", "about", "table", "terrain", "sides", "rounds", "victory", "limit", "deploy", "pieces", "wind", "objectives",
    "profiles", "units", "turn", "feared", "next_id", "natural_one_fails",
}  # fmt: skip


def setup(scenario: Scenario) -> State:
    """The state a battle begins with."""
    try:
        return _setup(scenario)
    except RosterError as error:
        raise ScenarioError(str(error)) from error
    except msgspec.ValidationError as error:
        raise ScenarioError(f"the scenario does not fit: {error}") from error
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ScenarioError(f"the scenario cannot be read: {type(error).__name__} {error}") from error


def _setup(scenario: Scenario) -> State:
    if strange := sorted(set(scenario) - KEYS):
        raise ScenarioError(f"a scenario has no {strange[0]!r}; it has {', '.join(sorted(KEYS))}")
    width, depth = (thousandths(n) for n in scenario.get("table", DEFAULT_TABLE))
    sides = _sides(scenario)
    settings = _settings(scenario)
    state = State(settings, width, depth, [], sides, {}, {}, Turn())
    state.pieces = [read_piece(n, raw) for n, raw in enumerate(scenario.get("terrain", []), 1)]
    registry = _registry(scenario)
    for side, raw in scenario["sides"].items():
        if "army" in raw:
            _muster(state, side, raw["army"], registry)
    for name, raw in scenario.get("units", {}).items():
        _read_unit(state, str(name), raw, registry)
    _check_table(state)
    _begin(state, scenario)
    return state


def thousandths(number: float) -> int:
    """Inches to thousandths."""
    return round(number * INCH)


def point(raw: Any) -> tuple[int, int]:
    """A place in inches."""
    x, y = raw
    return thousandths(x), thousandths(y)


# ---- sides, settings, terrain


def _sides(scenario: Scenario) -> dict[str, Side]:
    """Two to four players, each with a table side of his own (oversoul.basics.players-and-equipment, .setup.table-sides)."""
    raw = scenario.get("sides")
    if not isinstance(raw, Mapping) or not raw:
        raise ScenarioError("a scenario names its sides")
    teams = {str(info.get("team", name)) for name, info in raw.items()}
    if len(teams) < 2 or len(teams) > MOST_SIDES:
        raise ScenarioError(f"{len(teams)} sides; two to four are needed: oversoul.basics.players-and-equipment")
    seats = dict(zip(sorted(teams, key=[str(i.get("team", n)) for n, i in raw.items()].index), SEATS[len(teams)], strict=True))
    sides = {}
    for name, info in raw.items():
        team = str(info.get("team", name))
        edge = info.get("edge", seats[team])
        if edge not in EDGES:
            raise ScenarioError(f"{name}: {edge!r} is no edge of the table")
        known = {key: value for key, value in info.items() if key in ("turns", "score", "bonus", "achieved")}
        sides[str(name)] = msgspec.convert({"name": str(name), "edge": EDGES[edge], "team": team, **known}, Side)
    edges = {(side.team, side.edge) for side in sides.values()}
    if len(edges) != len(teams) or len({edge for _, edge in edges}) != len(teams):
        raise ScenarioError("every side owns one edge of the table, allies share theirs: oversoul.setup.table-sides")
    return sides


def _settings(scenario: Scenario) -> Settings:
    goals = [
        {**goal, "zone": [point(p) for p in goal.get("zone", [])], "points": goal.get("points", 0)}
        for goal in scenario.get("objectives", [])
    ]
    names = ("name", "rounds", "victory", "limit", "deploy", "pieces", "wind", "natural_one_fails")
    data = {key: scenario[key] for key in names if key in scenario}
    settings = msgspec.convert({**data, "objectives": goals}, Settings)
    if settings.victory not in ("mathematical", "strategic"):
        raise ScenarioError(f"victory is mathematical or strategic, not {settings.victory!r}: oversoul.setup.agreement")
    for goal in settings.objectives:
        if goal.side not in scenario["sides"] or goal.kind not in ("hold", "eliminate"):
            raise ScenarioError(f"objective {goal.id}: unknown side or kind: oversoul.victory.objectives")
    return settings


def read_piece(number: int, raw: Mapping[str, Any]) -> Piece:
    """A piece of terrain, by a kind of the library or in Oversoul's own words (oversoul.setup.terrain-properties)."""
    from .terrain_words import oversoul_words

    data = dict(raw)
    ident = str(data.pop("id", f"piece-{number}"))
    outline = [point(p) for p in _outline(data)]
    facts = oversoul_words(data)
    return piece(ident, facts.pop("kind"), outline, **facts)


def _outline(data: dict[str, Any]) -> list[Any]:
    """A polygon, or a rectangle as `box: [west, south, east, north]`."""
    if "box" in data:
        west, south, east, north = data.pop("box")
        return [(west, south), (east, south), (east, north), (west, north)]
    return list(data.pop("outline"))


# ---- forces


def _registry(scenario: Scenario) -> Registry:
    """The profiles of this battle: the ready ones and the scenario's own."""
    registry = new_registry()
    for key, raw in scenario.get("profiles", {}).items():
        registry[key] = profile_from(raw) if "key" in raw else _own_profile(str(key), raw)
    return registry


def _own_profile(key: str, raw: Mapping[str, Any]) -> Profile:
    """A profile in the words of a roster."""
    reader = Reader()
    definition = {"name": key, "kind": "trooper", "die": "d6", **raw}
    model = reader.model(read_text(yaml.safe_dump(definition), f"profile {key}"))
    if reader.faults:
        raise ScenarioError(f"profile {key}: {reader.faults[0].text}: {reader.faults[0].rule}")
    return build_profile(key, model)


def _muster(state: State, side: str, army: Any, registry: Registry) -> None:
    """A side's force: the name of a ready army, or a roster written out."""
    roster = load_roster(_army_file(army)) if isinstance(army, str) and "\n" not in army else parse_roster(_text(army), f"{side}'s army")
    if breaches := check(roster):
        raise ScenarioError(f"{roster.name}: " + "; ".join(str(breach) for breach in breaches[:5]))
    for spec in expand(roster, registry):
        _field(state, side, spec, registry)
    _seat(state, side, expand(roster, registry))


def _army_file(name: str) -> str:
    path = HERE / "armies" / f"{name}.yaml"
    if "/" in name or "\\" in name or not path.is_file():
        known = ", ".join(sorted(p.stem for p in (HERE / "armies").glob("*.yaml")))
        raise ScenarioError(f"there is no army {name!r}; there are {known}")
    return str(path)


def _text(army: Any) -> str:
    return army if isinstance(army, str) else yaml.safe_dump(army)


def _field(state: State, side: str, spec: UnitSpec, registry: Registry) -> None:
    """A unit of a roster takes the field."""
    name, number = spec.id, 2
    while name in state.units:
        name, number = f"{spec.id}-{number}", number + 1
    unit = Unit(name, spec.name, side, [], tight=spec.cohesion == "tight")
    state.units[name] = unit
    for member in spec.members:
        for _ in range(member.count):
            _add_figure(state, unit, registry[member.profile])
    _finish_unit(state, unit)


def _add_figure(state: State, unit: Unit, profile: Profile, ident: str = "") -> Figure:
    name = ident or f"{unit.id}.{len(unit.figures) + 1}"
    guns = [Gun(uses=-1 if weapon.uses is None else weapon.uses) for weapon in profile.weapons]
    figure = Figure(name, unit.id, profile, lucky=bool(profile.lucky), guns=guns)
    state.figures[name] = figure
    unit.figures.append(name)
    return figure


def _finish_unit(state: State, unit: Unit) -> None:
    """Original size, and riders on their mounts (oversoul.morale.trigger-casualties, .mount.independent-die)."""
    figures = [state.figures[name] for name in unit.figures]
    mounts = [figure for figure in figures if figure.profile.kind == "mount"]
    for rider in [figure for figure in figures if figure.profile.mount and not figure.carrier]:
        if mounts:
            rider.carrier, rider.seat = mounts.pop(0).id, "rider"
    unit.original = unit.original or sum(figure.profile.counts and figure.profile.is_trooper for figure in figures)


def _seat(state: State, side: str, specs: list[UnitSpec]) -> None:
    """Troopers that ride in vehicles are aboard from the start (oversoul.setup.deployment)."""
    names = _fielded(state, side, specs)
    for spec in specs:
        unit = state.units[names[spec.id]]
        afoot = [state.figures[name] for name in unit.figures]
        for member in spec.members:
            group, afoot = afoot[: member.count], afoot[member.count :]
            if member.aboard:
                _board(state, group, names[member.aboard.unit], member)


def _fielded(state: State, side: str, specs: list[UnitSpec]) -> dict[str, str]:
    """Under which names the units of a roster took the field: the last ones of this side, in order."""
    mine = [unit.id for unit in state.units.values() if unit.side == side][-len(specs) :]
    return dict(zip((spec.id for spec in specs), mine, strict=True))


def _board(state: State, group: list[Figure], host: str, member: Member) -> None:
    assert member.aboard is not None
    ride = member.aboard
    vehicles = [state.figures[n] for n in state.units[host].figures if state.figures[n].profile.key == ride.profile]
    for number, figure in enumerate(group):
        figure.carrier, figure.seat, figure.crew = vehicles[number % len(vehicles)].id, ride.facing, ride.crew
        state.units[figure.unit].original -= 1  # troopers aboard take no part in Morale (oversoul.ranged.aboard-trooper)


# ---- units written out


def _read_unit(state: State, name: str, raw: Mapping[str, Any], registry: Registry) -> None:
    """A unit of a scenario file: who is in it, where they stand and how they are."""
    data = dict(raw)
    figures, places = data.pop("figures", None), data.pop("at", None)
    face = data.pop("face", None)
    profile, count = data.pop("profile", None), data.pop("count", None)
    formation = data.pop("formation", None)
    ranks = data.pop("ranks", None)
    unit = msgspec.convert({"name": name, "id": name, "figures": [], **data}, Unit)
    if unit.side not in state.sides:
        raise ScenarioError(f"unit {name}: there is no side {unit.side!r}")
    state.units[name] = unit
    if figures is not None:
        for key, info in figures.items():
            _read_figure(state, unit, str(key), info, registry)
    else:
        keys = _profiles_of(str(profile), len(places) if places and not formation else count, registry)
        for key in keys:
            _add_figure(state, unit, registry[key])
        unit.tight = "tight" in data or all(registry[key].tight or registry[key].leader for key in keys) and registry[keys[0]].tight
    _finish_unit(state, unit)
    if ranks:
        unit.ranks = Ranks(ranks["kind"], ranks["rows"], *point(ranks["at"]), _face(ranks.get("face", 0)))
        take_places(state, unit)
    elif formation:
        unit.ranks = default_ranks(state, unit, formation, point(places), _face(face or 0))
        take_places(state, unit)
    elif places:
        _stand(state, unit, places, face)


def _face(degrees: float) -> int:
    return round(degrees * 100) % 36000


def _profiles_of(name: str, count: int | None, registry: Registry) -> list[str]:
    """A ready unit as it is, or so many models of one profile."""
    if name in registry:
        return [name] * (count or 1)
    if name not in ready_units():
        raise ScenarioError(f"there is no profile or ready unit {name!r}")
    keys = [f"{name}/{model.name}" for model in ready_units()[name].models for _ in range(model.count)]
    return keys[:count] if count else keys


def _read_figure(state: State, unit: Unit, key: str, raw: Mapping[str, Any], registry: Registry) -> None:
    data = dict(raw)
    profile = registry.get(data.pop("profile"))
    if profile is None:
        raise ScenarioError(f"unit {unit.id}, figure {key}: there is no profile {raw['profile']!r}")
    figure = _add_figure(state, unit, profile, data.pop("id", f"{unit.id}.{key}"))
    if "at" in data:
        figure.x, figure.y = point(data.pop("at"))
    figure.face = _face(data.pop("face", 0))
    if "damage" in data:
        figure.damage = thousandths(data.pop("damage"))
    for gun, info in zip(figure.guns, data.pop("guns", ()), strict=False):
        gun.ready, gun.uses, gun.lost = info.get("ready", 0), info.get("uses", gun.uses), info.get("lost", False)
    for field, value in data.items():
        if field not in Figure.__struct_fields__:
            raise ScenarioError(f"unit {unit.id}, figure {key}: a figure has no {field!r}")
        setattr(figure, field, value)


def _stand(state: State, unit: Unit, places: Any, face: float | None) -> None:
    """Figures on their places; riders and those aboard stand where their carriers do."""
    afoot = [state.figures[name] for name in unit.figures if not state.figures[name].carrier]
    if isinstance(places[0], int | float):
        places = [places]
    if len(places) != len(afoot):
        raise ScenarioError(f"unit {unit.id}: {len(places)} places for {len(afoot)} figures")
    for figure, place in zip(afoot, places, strict=True):
        figure.x, figure.y = point(place)
        figure.face = _face(face or 0)
    for figure in state.figures.values():
        if figure.carrier and figure.carrier in state.figures:
            carrier = state.figures[figure.carrier]
            figure.x, figure.y, figure.face = carrier.x, carrier.y, carrier.face


# ---- before the first step


def _check_table(state: State) -> None:
    """Large enough for the players and their troopers (oversoul.setup.playing-area)."""
    troopers = sum(figure.profile.is_trooper for figure in state.figures.values())
    shares = max(len(state.sides), -(-troopers // TROOPERS_PER_AREA))
    if state.width * state.depth < LEAST_AREA * shares:
        size = f"{state.width / INCH:g} x {state.depth / INCH:g} inches"
        raise ScenarioError(f"a table of {size} is too small for {shares} shares of 2 square feet: oversoul.setup.playing-area")


def _begin(state: State, scenario: Scenario) -> None:
    """Terrain first, then deployment, then rounds; a scenario with units on the table goes straight to the rounds."""
    state.feared = list(scenario.get("feared", []))
    state.next_id = scenario.get("next_id", 1)
    state.wind = state.settings.wind
    if "turn" in scenario:
        state.turn = msgspec.convert(scenario["turn"], Turn)
        return
    waiting = [unit.id for unit in state.units.values() if not _is_placed(state, unit)]
    if state.settings.deploy and waiting:
        state.turn = Turn("terrain" if state.settings.pieces else "ready", waiting=waiting)
    else:
        state.turn = Turn("round")


def _is_placed(state: State, unit: Unit) -> bool:
    return any(figure.x or figure.y for figure in (state.figures[name] for name in unit.figures))


def objective_data(goal: Objective) -> dict[str, Any]:
    """An objective in inches."""
    data: dict[str, Any] = msgspec.to_builtins(goal)
    if "zone" in data:
        data["zone"] = [[x / INCH, y / INCH] for x, y in goal.zone]
    return data


