"""Scenarios: what people write becomes a state. Centimetres outside, thousandths inside."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from littlewars.engine import Scenario, ScenarioError
from littlewars.engine.measures import CENTIMETRES
from littlewars.kit import scenario as kit
from littlewars.kit.fields import Fields
from littlewars.untrusted import quote

from ..basics.numbers import MACHINES, STATUS, TABLE
from ..basics.profiles import CARD, DATA, Profile, cards, read_profile, read_weapon, weapons
from ..basics.state import Fighter, Settings, Side, State, Turn, Unit
from ..basics.tabletop import destroyable
from ..roster.muster import MUSTER, UnitDef
from .state_errors import state_errors
from .terrain_words import TERRAIN

RULE, ARMY = "at43.setup.table", "at43.setup.army"
MOST_ROUNDS, MOST_DEPTH, MOST_FIGHTERS = 100, 60, 400
SIDE_KEYS = {"army", *(field for field in Side.__struct_fields__ if field != "name")}
FIGHTER = Fields(Fighter, ("id", "unit", "profile"))
WORDS = {*kit.KEYS, "profiles", "weapons", *Settings.__struct_fields__}
UNIT_WORDS = ("at", "figures", "profile", "count")
Registry = Mapping[str, Profile]


@kit.reading()
def setup(scenario: Scenario) -> State:
    """The state a battle begins with (at43.setup.table)."""
    kit.only(scenario, WORDS, "a scenario")
    width, depth = kit.table_of(scenario, TABLE, CENTIMETRES, RULE)
    sides = kit.two_sides(scenario, SIDE_KEYS, Side, RULE)
    state = State(_settings(scenario), width, depth, [], sides, {}, {}, Turn())
    with kit.about("terrain"):
        state.pieces = TERRAIN.read(scenario, (width, depth))
    registry = _profiles(scenario)
    kit.read_forces(scenario, kit.sides_of(scenario, SIDE_KEYS), partial(_muster, state), partial(_read_unit, state, registry))
    if len(state.figures) > MOST_FIGHTERS:
        raise ScenarioError(f"{len(state.figures)} fighters; {MOST_FIGHTERS} are the most: {RULE}")
    with kit.about("turn"):
        _begin(state, scenario)
    _check(state)
    return state


def _settings(scenario: Scenario) -> Settings:
    settings = kit.made(Settings, {key: scenario[key] for key in Settings.__struct_fields__ if key in scenario})
    if not (1 <= settings.rounds <= MOST_ROUNDS and 1 <= settings.depth <= MOST_DEPTH):
        raise ScenarioError(f"a battle has 1 to {MOST_ROUNDS} rounds and zones of 1 to {MOST_DEPTH} cm: {RULE}")
    return settings


def _profiles(scenario: Scenario) -> Registry:
    """Everybody who may take the field: the book's cards, and the battle's own (at43.core.unit-card)."""
    own = kit.mapping(scenario, "weapons").items()
    armoury = kit.own_things(weapons(), "weapon", own, lambda name, raw, _: (name, read_weapon(name, {"name": name, **raw})))
    written = kit.mapping(scenario, "profiles").items()
    return kit.own_things(cards(), "profile", written, lambda name, raw, _: (name, read_profile(name, raw, armoury)))


# ---- forces


def _muster(state: State, side: str, army: Any) -> None:
    """A side's force: the name of a ready army, or a roster written out (at43.setup.army)."""
    for unit in kit.units_of_army(DATA, MUSTER, army, state.sides[side]):
        _field(state, side, unit)


def _field(state: State, side: str, spec: UnitDef) -> None:
    """A unit of a roster takes the field, its leader first."""
    name = kit.fresh(spec.name.lower().replace(" ", "-"), state.units)
    unit = Unit(name, spec.name, side, [])
    state.units[name] = unit
    for members in spec.members:
        for _ in range(members.number):
            _add(state, unit, members.profile)
    unit.leader = unit.figures[0]
    if spec.commander:
        state.sides[side].commander = unit.leader


def _add(state: State, unit: Unit, profile: Profile, ident: str = "") -> Fighter:
    name = kit.next_name(state, unit, ident, "fighters")
    fighter = Fighter(name, unit.id, profile)
    kit.enlist(state, unit, fighter)
    return fighter


# ---- units written out


def _read_unit(state: State, registry: Registry, name: str, raw: Mapping[str, Any]) -> None:
    """A unit of a scenario file: who is in it, how they are, and where they stand; the first leads unless it says otherwise."""
    unit = kit.unit_of(state, Unit, name, raw, UNIT_WORDS)
    if unit.status not in STATUS:
        raise ScenarioError(f"unit {name}: {quote(unit.status)} is no status: at43.morale.status")
    places = kit.places_of(raw)
    if "figures" in raw:
        for key, info in kit.mapping(raw, "figures").items():
            with kit.about(f"unit {name}, fighter {key}"):
                _read_fighter(state, unit, str(key), info, registry)
    else:
        for _ in range(int(raw.get("count", len(places) or 1))):
            _add(state, unit, kit.known_as(registry, raw.get("profile"), "card", CARD))
    _check_unit(state, unit)
    _stand(state, unit, places)


def _read_fighter(state: State, unit: Unit, key: str, raw: Mapping[str, Any], registry: Registry) -> None:
    data = dict(raw)
    profile = kit.known_as(registry, data.pop("profile", None), "card", CARD)
    FIGHTER.read(_add(state, unit, profile, data.pop("id", f"{unit.id}.{key}")), data, CENTIMETRES)


def _check_unit(state: State, unit: Unit) -> None:
    """All figures of a unit are of one kind, and one of them leads (at43.core.infantry-types, at43.units.afv-units)."""
    if not unit.figures:
        raise ScenarioError(f"unit {unit.id} has nobody: {ARMY}")
    profiles = [state.figures[name].profile for name in unit.figures]
    if len({(profile.category, profile.type) for profile in profiles}) > 1:
        raise ScenarioError(f"unit {unit.id}: soldiers of one type, or machines: at43.core.infantry-types")
    if profiles[0].afv and len(profiles) > MACHINES:
        raise ScenarioError(f"unit {unit.id}: {len(profiles)} machines; {MACHINES} are the most: at43.units.afv-units")
    if not unit.leader:
        alive = [fighter.id for fighter in state.members(unit)]
        unit.leader = (alive or unit.figures)[0]
    elif unit.leader not in unit.figures:
        short = f"{unit.id}.{unit.leader}"
        if short not in unit.figures:
            raise ScenarioError(f"unit {unit.id}: {quote(unit.leader)} is not in it: {ARMY}")
        unit.leader = short


def _stand(state: State, unit: Unit, places: list[Any]) -> None:
    if not places:
        return
    if len(places) != len(unit.figures):
        raise ScenarioError(f"unit {unit.id}: {len(places)} places for {len(unit.figures)} fighters")
    for name, place in zip(unit.figures, places, strict=True):
        state.figures[name].x, state.figures[name].y = CENTIMETRES.read_point(place)


# ---- before the first step


def _begin(state: State, scenario: Scenario) -> None:
    """Deployment first; a scenario with somebody of each side on the table goes straight to the first round, and who is not
    there waits in reserve."""
    if "turn" in scenario:
        state.turn = kit.turn_of(state, scenario["turn"], Turn)
        if "waiting" not in scenario["turn"]:
            state.turn.waiting = [name for name in kit.waiting(state) if state.is_present(state.units[name])]
        return
    left = kit.waiting(state)
    for name in left:  # a scenario may be played with other forces: who is not there does not wait
        state.units[name].reserve |= name in state.settings.reserve
    if not state.settings.deploy or not left:
        for name in left:
            state.units[name].reserve = True
        state.turn = Turn("round", waiting=left)
    else:
        state.turn = Turn("edges", waiting=left)


def _check(state: State) -> None:
    """Elements and units have names of their own; Generators are destroyable; then what cannot be."""
    for piece in state.pieces:
        if piece.id in state.units:
            raise ScenarioError(f"terrain {piece.id}: a unit has this name: at43.terrain.elements")
    for name, side in state.settings.generators.items():
        element = state.piece(name)
        played = state.turn.round > 0  # later it may have been destroyed
        if (element is None and not played) or (element is not None and not destroyable(element)):
            raise ScenarioError(f"generators: {quote(name)} is no destroyable element: at43.victory.conditions")
        if side and side not in state.sides:
            raise ScenarioError(f"generators: there is no side {quote(side)}: at43.victory.conditions")
    if found := state_errors(state):
        raise ScenarioError(found[0])
