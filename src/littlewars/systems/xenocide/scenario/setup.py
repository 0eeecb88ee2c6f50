"""Scenarios: what people write, in inches, becomes a state, in thousandths, and is written again; what a state cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from littlewars.engine import Scenario, ScenarioError
from littlewars.engine.measures import INCH, INCHES, read_face
from littlewars.kit import scenario as kit
from littlewars.kit.describe import described, own_data, side_data, unit_data
from littlewars.kit.errors import faults_of, misplaced, undone
from littlewars.kit.fields import Fields
from littlewars.kit.terrain import TerrainReader, kind_of
from littlewars.table.terrain.openings import on_edges
from littlewars.table.terrain.pieces import kinds
from littlewars.untrusted import quote

from ..basics.numbers import ORDERS, needs_crew
from ..basics.profiles import DATA, Armoury, Profile, armoury, check_profile, read_blade, read_file, read_gun, read_profile
from ..basics.state import CREW as SERVES
from ..basics.state import GUNNER, Figure, Settings, Side, State, Turn, Unit
from ..basics.tabletop import COST, COVERS, KINDS, VIEWS, Nature, is_aloft
from ..roster.muster import DEFAULT, MUSTER, RUNS, carry_faults, ready, valued

OTHER, CREW, BATTLE = "xenocide.terrain.other", "xenocide.size.crew", "xenocide.battle.setup"
KINDS_OF = {"going": tuple(COST), "cover": COVERS, "view": tuple(VIEWS)}


def piece_words(ident: str, data: dict[str, Any]) -> dict[str, Any]:
    """Facts of a piece from what a scenario says."""
    kind = kind_of(ident, data, sorted(kinds()), OTHER)
    if own := {word: data.pop(word) for word in KINDS_OF if isinstance(data.get(word), str)}:
        data["classes"] = {"xenocide": " ".join(KINDS.get(kind, Nature())._replace(**own))}
    declared = str(data.get("classes", {}).get("xenocide", "")).split()
    fits = len(declared) == len(KINDS_OF) and all(a in b for a, b in zip(declared, KINDS_OF.values(), strict=True))
    if declared and not fits:
        raise ScenarioError(f"terrain {ident}: {quote(' '.join(declared))} is no going, cover and view: {OTHER}")
    return data


TERRAIN = TerrainReader(OTHER, piece_words)
TABLE = (72, 48)  # inches (xenocide.battle.setup)
GONE = ("", "killed", "fled", "lost", "captive", "mishap", "left", "destroyed")
MOST_TURNS, MOST_DEPTH, MOST_FIGURES = 100, 48, 500
SIDE_KEYS = {"edge", "army", "force", "limit", "by_default"}
FIGURE = Fields(Figure, ("id", "unit", "profile"))
WORDS = {*kit.KEYS, "profiles", "guns", "blades", "lying", *Settings.__struct_fields__}


@kit.reading()
def setup(scenario: Scenario) -> State:
    """The state a battle begins with: a table and two players (xenocide.battle.setup)."""
    kit.only(scenario, WORDS, "a scenario")
    width, depth = size = kit.table_of(scenario, TABLE, INCHES, BATTLE)
    settings = kit.made(Settings, {key: scenario[key] for key in Settings.__struct_fields__ if key in scenario})
    if not (1 <= settings.turns <= MOST_TURNS and 1 <= settings.depth <= MOST_DEPTH):
        raise ScenarioError(f"a battle has 1 to 100 turns and areas of 1 to 48 inches: {BATTLE}")
    sides = kit.two_sides(scenario, SIDE_KEYS, Side, BATTLE)
    for name, side in sides.items():
        if side.by_default not in RUNS:
            raise ScenarioError(f"side {name}: the default order is standard or run: {DEFAULT}")
    state = State(settings, width, depth, [], sides, {}, {}, Turn(), **kit.rest_of(State, scenario))
    with kit.about("terrain"):
        state.pieces = TERRAIN.read(scenario, size)
        for piece in state.pieces:
            if not on_edges(piece):
                raise ScenarioError(f"terrain {piece.id}: an opening lies on an edge, from and to along it: {OTHER}")
    if not all(0 <= x * INCH <= width and 0 <= y * INCH <= depth for x, y in settings.exits):
        raise ScenarioError("exits: a way out is on the table: xenocide.broken.flee-other-exit")
    read = partial(_read_unit, state, _profiles(scenario))
    kit.read_forces(scenario, kit.sides_of(scenario, SIDE_KEYS), partial(_muster, state), read)
    if len(state.figures) > MOST_FIGURES:
        raise ScenarioError(f"{len(state.figures)} figures; {MOST_FIGURES} are the most: xenocide.unit.squads")
    with kit.about("turn"):
        came = {gun.key for figure in state.figures.values() for gun in figure.profile.guns}
        for lies in state.lying:
            if not (lies.weapon in came and lies.side in sides and 0 <= lies.x <= width and 0 <= lies.y <= depth):
                whose = f"{quote(lies.weapon)} to {quote(lies.side)}"
                raise ScenarioError(f"lying: nobody came with {whose}, or it is off the table: {CREW}")
        kit.begin(state, scenario, Turn)
    if found := state_errors(state):
        raise ScenarioError(found[0])
    return state


def _profiles(scenario: Scenario) -> Mapping[str, Profile]:
    """Everybody who may take the field: the book's models, and the battle's own (xenocide.stat.equipment)."""

    def own(known: Mapping[str, Any], what: str, read: Callable[[str, Any], Any]) -> dict[str, Any]:
        written = kit.mapping(scenario, f"{what}s").items()
        return kit.own_things(known, what, written, lambda name, raw, _: (name, read(name, raw)))

    weapons = Armoury(own(armoury().guns, "gun", read_gun), own(armoury().blades, "blade", read_blade))
    return own(ready(), "profile", partial(_own_profile, weapons))


def _own_profile(weapons: Armoury, name: str, raw: Mapping[str, Any]) -> Profile:
    """A model of this battle: as a described battle has it, or a stat line in inches with what it carries. Its value follows
    from the formula unless it is given (xenocide.stat.victory-points)."""
    if "key" in raw:
        profile = check_profile(Profile.read(raw))
    else:
        head = {"name": name, **{word: raw[word] for word in ("name", "faction", "abilities") if word in raw}}
        stats = {word: value for word, value in raw.items() if word not in (*head, "carries")}
        profile = read_profile({**head, "key": name, "line": name}, stats, raw.get("carries", ()), weapons)
        profile = profile if "vp" in raw else valued(profile)
    if found := [text for rule, text in carry_faults(profile) if rule == "xenocide.grenade.size"]:
        raise ScenarioError(f"profile {name}: {found[0]}: xenocide.grenade.size")
    return profile


def _muster(state: State, side: str, army: Any) -> None:
    """A side's force, by name or written out; it or its faction says what is done without orders (xenocide.orders.default)."""
    for spec in kit.units_of_army(DATA, MUSTER, army, state.sides[side]):
        name = kit.fresh(spec.name.lower().replace(" ", "-"), state.units)
        unit = state.units[name] = Unit(name, spec.name, side, [])
        for profile in (models.profile for models in spec.models for _ in range(models.number)):
            _add_figure(state, unit, profile)
    said, ours = kit.army_of(DATA, army, side), state.sides[side]
    faction = read_file("factions").get(said.text("faction"), {})
    if "run" in (said.text("default_order") or faction.get("default_order"), ours.by_default):
        ours.by_default = "run"


def _add_figure(state: State, unit: Unit, profile: Profile, ident: str = "") -> Figure:
    """One more model."""
    figure = Figure(kit.next_name(state, unit, ident, "figures"), unit.id, profile, bears=_born(profile))
    kit.enlist(state, unit, figure)
    return figure


def _born(profile: Profile) -> str:
    """Who carries an S+2 weapon is its bearer (xenocide.size.crew)."""
    return next((gun.key for gun in profile.guns if needs_crew(gun, profile.capacity)), "")


def _read_unit(state: State, registry: Mapping[str, Profile], name: str, raw: Mapping[str, Any]) -> None:
    """A unit of a scenario file: who is in it, how they are, and where they stand."""
    unit = kit.unit_of(state, Unit, name, raw, ("figures", "profile", "count", "at", "face"))
    if unit.order and unit.order not in ORDERS:
        raise ScenarioError(f"unit {name}: {quote(unit.order)} is no order: xenocide.orders.placing")

    def add(of: Mapping[str, Any], ident: str = "") -> Figure:
        return _add_figure(state, unit, kit.known_as(registry, of.get("profile"), "profile", "xenocide.unit.stats"), ident)

    def read(key: str, info: Mapping[str, Any]) -> None:
        data = {word: value for word, value in info.items() if word not in ("profile", "id")}
        FIGURE.read(add(info, info.get("id", f"{name}.{key}")), data)

    kit.read_members(raw, name, read, lambda: add(raw))
    figures = [state.figures[figure] for figure in unit.figures]
    if not figures:
        raise ScenarioError(f"unit {name} has nobody: xenocide.unit.squads")
    if len(figures) > 1 and any(figure.profile.vehicle for figure in figures):
        raise ScenarioError(f"unit {name}: a vehicle is a unit of its own: xenocide.vehicle.aspect")
    places, face = kit.places_of(raw), read_face(raw.get("face", 0))
    kit.stand_on(name, figures, places, INCHES)
    for figure in figures if places else ():
        figure.face = face


def describe(state: State) -> Scenario:
    """Everything that `setup` needs to make this state again."""

    def written(figure: Figure) -> dict[str, Any]:
        data = {"profile": figure.profile.key, **FIGURE.write(figure)}
        data.pop("bears", None)
        return data | ({"bears": figure.bears} if figure.bears != _born(figure.profile) else {})

    data = described("xenocide", state)
    data["sides"] = {name: side_data(side) for name, side in state.sides.items()}
    data["units"] = {name: unit_data(state, unit, written) for name, unit in state.units.items()}
    own = own_data((figure.profile for figure in state.figures.values()), ready())
    return data | ({"profiles": own} if own else {})


def state_errors(state: State) -> list[str]:
    """Everything that is impossible about this state; nothing, one hopes."""
    placed = [one for one in state.figures.values() if not (one.gone or one.carrier or one.unit in state.turn.waiting)]
    found = misplaced(placed, (state.width, state.depth), lambda figure: int(is_aloft(state, figure)))
    return found + faults_of(state, GONE, _figure_faults, _unit_faults)


def _figure_faults(state: State, figure: Figure) -> Iterator[str]:
    if not 0 <= figure.hurt <= figure.profile.wounds or (figure.hurt == figure.profile.wounds and not figure.gone):
        yield f"{figure.id} has {figure.hurt} of {figure.profile.wounds} wounds: xenocide.stat.wounds"
    if figure.damage < 0 or (figure.damage and not figure.profile.vehicle):
        yield f"{figure.id} has damage markers: xenocide.vehicle.damage-markers"
    if (figure.fired or figure.bears) and not figure.profile.vehicle:
        came = {gun.key for one in state.figures.values() for gun in one.profile.guns}
        if not {*figure.fired, figure.bears} <= {*came, SERVES, GUNNER, ""}:
            yield f"{figure.id} bears, or has fired, what nobody came with: {CREW}"
    if figure.carrier and not figure.gone:
        vehicle = state.figures.get(figure.carrier)
        if vehicle is None or vehicle.gone or not vehicle.profile.vehicle or vehicle.at != figure.at:
            yield f"{figure.id} rides in nothing, or is not where its vehicle is: xenocide.vehicle.capacity"


def _unit_faults(state: State, unit: Unit) -> Iterator[str]:
    if unit.markers < 0 or unit.increment < 0:
        yield f"{unit.id} has fewer than no markers or speed"
    if unit.markers and any(state.figures[name].profile.vehicle for name in unit.figures):
        yield f"{unit.id} is a vehicle with markers: xenocide.suppression.vehicles-immune"
    for name in unit.engaged:
        other = state.units.get(name)
        if other is None or unit.id not in other.engaged or other.side == unit.side:
            yield f"{unit.id} is engaged with {name}, which is not engaged with it: xenocide.move.engaged-state"


def transition_errors(before: State, after: State) -> list[str]:
    """Everything impossible about going from one state to the next; nothing, one hopes."""
    return undone(before, after, lambda was, now: now.hurt < was.hurt or now.damage < was.damage)
