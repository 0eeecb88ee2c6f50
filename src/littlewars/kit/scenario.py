"""Reading scenarios: what is written the same way for every rulebook, and what is wrong is said in a line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from littlewars.engine import Scenario, ScenarioError
from littlewars.engine.measures import Measure, Point
from littlewars.muster import Breach, Force, Roster, RosterError, load_roster, roster_from
from littlewars.table.maps.files import LARGEST
from littlewars.table.zones import EDGES
from littlewars.untrusted import quote, told_by

from .muster import BaseMuster

K = TypeVar("K", bound=msgspec.Struct)
T = TypeVar("T")
KEYS = ("system", "about", "brief", "table", "terrain", "map", "sides", "units", "turn")  # what every scenario may say
# whom a turn, and the activation in it, name by which words
NAMED = {"sides": ("first", "at"), "units": ("unit", "waiting", "queue", "losers"), "figures": ("model", "by", "acted", "due")}
MOST_MEMBERS = 1000  # of a unit, in any book: each book says for itself how many it has on its table
Read: TypeAlias = Callable[[str, Any, dict[str, T]], tuple[str, T]]
WRONG = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


# ---- what is wrong, in words


@contextmanager
def reading() -> Iterator[None]:
    """Whatever is wrong with a scenario is said as a ScenarioError, in a line: `@reading()` stands above a book's `setup`."""
    try:
        yield
    except RosterError as error:
        raise ScenarioError(str(error)) from error
    except msgspec.ValidationError as error:
        raise ScenarioError(f"the scenario does not fit: {told_by(error)}") from error
    except WRONG as error:
        raise ScenarioError(f"the scenario cannot be read: {type(error).__name__} {told_by(error)}") from error


@contextmanager
def about(what: str) -> Iterator[None]:
    """While this is read, what is wrong is said of it, in words that are not Python's."""
    try:
        yield
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{what}: {told_by(error)}") from error
    except KeyError as error:
        raise ScenarioError(f"{what}: {quote(error.args[0] if error.args else '')} is missing or unknown") from error
    except ValueError as error:
        if not str(error) or isinstance(error, UnicodeError):
            raise ScenarioError(f"{what} cannot be read") from error
        raise ScenarioError(f"{what}: {error}") from error
    except WRONG as error:
        raise ScenarioError(f"{what}: something of another kind is written there than is read") from error


def only(raw: Mapping[str, Any], keys: Collection[str], what: str) -> None:
    """A word that nobody reads is a mistake, and is named."""
    if strange := sorted(str(key) for key in raw if key not in keys):
        raise ScenarioError(f"{what} has no {quote(strange[0])}; it has {', '.join(sorted(keys))}")


def mapping(raw: Mapping[str, Any], key: str) -> Mapping[Any, Any]:
    """A part of a scenario in which everything has a name."""
    found = raw.get(key, {})
    if not isinstance(found, Mapping):
        raise ScenarioError(f"{key} should be a mapping of names, not {quote(found)}")
    return found


# ---- files


def army_of(folder: Path, army: Any, side: str) -> Roster:
    """The roster of a side: by the name of a ready army, as a text, or as data."""
    if not isinstance(army, str) or "\n" in army or ":" in army:
        return roster_from(army, f"{side}'s army")
    path = folder / "armies" / f"{army}.yaml"
    if "/" in army or "\\" in army or not path.is_file():
        known = ", ".join(sorted(p.stem for p in (folder / "armies").glob("*.yaml")))
        raise ScenarioError(f"there is no army {quote(army)}; there are {known}")
    return load_roster(path)


def force_of(muster: BaseMuster[T], roster: Roster, breaches: Callable[[Force[T]], Sequence[Breach]]) -> Force[T]:
    """The force of a roster, legal as this battle has it."""
    force = muster.read(roster)
    if found := breaches(force):
        raise ScenarioError(f"{roster.name}: " + "; ".join(str(breach) for breach in found[:5]))
    return force


def units_of_army(folder: Path, muster: BaseMuster[T], army: Any, owner: Any) -> Sequence[T]:
    """The units of a side's army: the name of a ready one, or a roster written out. What the side (`owner`) does not say of its
    force and its limit, the roster does."""
    roster = army_of(folder, army, owner.name)
    force = force_of(muster, roster, lambda force: force.breaches)
    owner.force, owner.limit = owner.force or roster.name, owner.limit or force.roster.points
    return force.readable().units


def read_forces(
    scenario: Scenario,
    sides: Mapping[str, Mapping[str, Any]],
    muster: Callable[[str, Any], None],
    read_unit: Callable[[str, Any], None],
) -> None:
    """The armies of the sides, then the units that are written out; what is wrong is said of the army or the unit."""
    for side, raw in sides.items():
        if "army" in raw:
            with about(f"the army of {side}"):
                muster(side, raw["army"])
    for name, raw in mapping(scenario, "units").items():
        with about(f"unit {name}"):
            read_unit(str(name), raw)


def own_things(ready: Mapping[str, T], what: str, written: Iterable[tuple[Any, Any]], read: Read[T]) -> dict[str, T]:
    """What figures are made of, by key: what comes with the book, and what a scenario has of its own. `read` gets a name, what
    is written there, and what is known so far."""
    known = dict(ready)
    for name, raw in written:
        with about(f"{what} {name}"):
            key, thing = read(str(name), raw, known)
            known[key] = thing
    return known


# ---- the parts of a scenario


def table_of(scenario: Scenario, usual: tuple[float, float], measure: Measure, rule: str) -> Point:
    """Width and depth of the table; `usual` is in units of the book."""
    with about("table: two lengths"):
        given = scenario.get("table", [side * measure.factor for side in usual])
        width, depth = (measure.read(side) for side in given)
    if max(width, depth) > LARGEST or min(width, depth) <= 0:
        size = f"{measure.text(width)} x {measure.text(depth)}"
        raise ScenarioError(f"a table of {size}; it measures up to {measure.text(LARGEST)} each way: {rule}")
    return width, depth


def sides_of(scenario: Scenario, keys: Collection[str]) -> dict[str, Mapping[str, Any]]:
    """What is written of each side; nothing at all is allowed."""
    raw = scenario.get("sides")
    if not isinstance(raw, Mapping) or not raw:
        raise ScenarioError("a scenario names its sides")
    found = {str(name): {} if info is None else info for name, info in raw.items()}
    for name, info in found.items():
        if not isinstance(info, Mapping):
            raise ScenarioError(f"side {name} should be a mapping, not {quote(info)}")
        only(info, keys, f"side {name}")
    return found


def edge_of(raw: Any, name: str) -> int:
    """An edge by its name; 0 where none is given."""
    if raw is None:
        return 0
    if not isinstance(raw, str) or raw not in EDGES:
        raise ScenarioError(f"{name}: {quote(raw)} is no edge of the table; there are {', '.join(EDGES)}")
    return EDGES[raw]


def two_sides(scenario: Scenario, keys: Collection[str], kind: type[K], rule: str) -> dict[str, K]:
    """Two players, with an edge each or none yet."""
    raw = sides_of(scenario, keys)
    if len(raw) != 2:
        raise ScenarioError(f"{len(raw)} sides; two are needed: {rule}")
    sides = {}
    for name, info in raw.items():
        with about(f"side {name}"):
            known = {key: value for key, value in info.items() if key not in ("edge", "army")}
            sides[name] = made(kind, {"name": name, "edge": edge_of(info.get("edge"), name), **known})
    edges = [edge for info in raw.values() if (edge := info.get("edge"))]
    if len(edges) == 1 or len(set(edges)) < len(edges):
        raise ScenarioError(f"both sides have an edge of their own, or neither has one: {rule}")
    return sides


def unit_of(state: Any, kind: type[K], name: str, raw: Mapping[str, Any], words: Collection[str]) -> K:
    """A unit of a scenario file, still empty, in the state; `words` say who is in it and where they stand."""
    only(raw, (*words, *kind.__struct_fields__), f"unit {name}: a unit")
    data = {key: value for key, value in raw.items() if key not in words}
    unit = made(kind, {"name": name, "id": name, "figures": [], **data})
    if (side := data.get("side")) not in state.sides:
        raise ScenarioError(f"unit {name}: there is no side {quote(side)}")
    state.units[name] = unit
    return unit


def read_members(
    raw: Mapping[str, Any], name: str, read: Callable[[str, Mapping[str, Any]], object], add: Callable[[], object]
) -> None:
    """Who is in a unit: each figure as it is written, or so many alike, as many as places if nobody says how many."""
    for key, info in mapping(raw, "figures").items():
        with about(f"unit {name}, figure {key}"):
            read(str(key), info)
    count = msgspec.convert(raw.get("count", len(places_of(raw)) or 1), int)
    if not 1 <= count <= MOST_MEMBERS:
        raise ScenarioError(f"unit {name}: {count} figures; there are 1 to {MOST_MEMBERS} in a unit")
    for _ in range(count if "figures" not in raw else 0):
        add()


def stand_on(unit: str, figures: Sequence[Any], places: Sequence[Any], measure: Measure) -> None:
    """Figures on a list of places, if there is one."""
    if places and len(places) != len(figures):
        raise ScenarioError(f"unit {unit}: {len(places)} places for {len(figures)} figures")
    for figure, place in zip(figures, places, strict=False):
        figure.x, figure.y = measure.read_point(place)


def known_as(registry: Mapping[str, T], key: Any, what: str, rule: str) -> T:
    """A thing by its key, which must be known."""
    found = registry.get(str(key))
    if found is None:
        raise ScenarioError(f"there is no {what} {quote(key)}: {rule}")
    return found


def places_of(raw: Mapping[str, Any]) -> list[Any]:
    """The places of a unit: one point, or a list of them."""
    places: Any = raw.get("at") or []
    return [places] if places and isinstance(places[0], int | float) else list(places)


def fresh(name: str, taken: Collection[str]) -> str:
    """A name that nobody has: a second one of the same gets a number."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}-{number}", number + 1
    return found


def next_name(state: Any, unit: Any, ident: str, what: str) -> str:
    """What one more of a unit is called: as is written, or by its number in the unit."""
    name = ident or f"{unit.id}.{len(unit.figures) + 1}"
    if name in state.figures:
        raise ScenarioError(f"there are two {what} {quote(name)}")
    return name


def enlist(state: Any, unit: Any, figure: Any) -> None:
    """One more of a unit."""
    state.figures[figure.id] = figure
    unit.figures.append(figure.id)


def waiting(state: Any) -> list[str]:
    """The units that nobody has put on the table yet."""
    figures = state.figures
    return [unit.id for unit in state.units.values() if not any(figures[name].x or figures[name].y for name in unit.figures)]


def begin(state: Any, scenario: Scenario, turn: type[Any]) -> None:
    """Who is aboard is where his carrier is. The turn as the scenario has it, else deployment, or the first turn at once where
    everybody is on the table."""
    for figure in state.figures.values():
        if figure.carrier and not figure.gone:
            if (carrier := state.figures.get(figure.carrier)) is None:
                raise ScenarioError(f"{figure.id} rides in nothing: there is no {quote(figure.carrier)}")
            figure.x, figure.y = carrier.x, carrier.y
    left = waiting(state) if state.settings.deploy else []
    usual = turn("edges", waiting=left) if left else turn("begin")
    state.turn = turn_of(state, scenario["turn"], turn) if "turn" in scenario else usual


def turn_of(state: Any, raw: Any, turn: type[K]) -> K:
    """The turn as it is written: in a phase that the book has, and of sides, units and figures that are there."""
    only(raw, turn.__struct_fields__, "a turn")
    found = msgspec.convert(raw, turn)
    parts = (found, getattr(found, "doing", None))
    for kind, words in NAMED.items():
        for word, names in ((word, getattr(part, word, None) or ()) for part in parts for word in words):
            for name in (names,) if isinstance(names, str) else names:
                if name not in getattr(state, kind):
                    raise ScenarioError(f"turn, {word}: there is no {quote(name)} among the {kind}")
    return found


# ---- structs


def made(kind: type[K], data: Mapping[str, Any]) -> K:
    """A struct of what is written. A default that is written out is the default, also where states are compared as bytes."""
    usual = defaults(kind)
    return msgspec.convert({key: value for key, value in data.items() if key not in usual or value != usual[key]}, kind)


def rest_of(kind: type[msgspec.Struct], scenario: Scenario) -> dict[str, Any]:
    """Of the fields of a state that need not be written those that are."""
    found: dict[str, Any] = {}
    for field in optional(kind):
        if field.name in scenario:
            with about(field.name):
                found[field.name] = msgspec.convert(scenario[field.name], field.type)
    return found


@cache
def optional(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a struct that have a default: msgspec works them out from its annotations every time."""
    return tuple(field for field in msgspec.structs.fields(kind) if not field.required)


@cache
def defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The defaults of a struct: msgspec works them out from its annotations every time."""
    return {field.name: field.default for field in msgspec.structs.fields(kind)}
