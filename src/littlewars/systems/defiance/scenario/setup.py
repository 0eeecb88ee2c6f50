"""Scenarios: what people write becomes a state. Inches (or centimetres, in 15mm) outside, thousandths of an inch inside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from littlewars.engine import Scenario, ScenarioError
from littlewars.engine.measures import Measure, read_face
from littlewars.kit.fields import Fields
from littlewars.kit.muster import in_order
from littlewars.kit.scenario import (
    KEYS,
    about,
    army_of,
    edge_of,
    force_of,
    fresh,
    made,
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
from littlewars.table.zones import opposite
from littlewars.untrusted import quote

from ..basics.numbers import INCH
from ..basics.profiles import Frame, Weapon
from ..basics.scale import SCALES
from ..basics.state import AirStrike, Arm, Cloud, Craft, Figure, Rect, Settings, Side, State, Template, Turn, Unit
from ..basics.zones import pairs_of_edges
from ..roster.armies import DATA, armies, frames, read_weapons, weapons
from ..roster.bounds import SLOTS as HULL_SLOTS
from ..roster.bounds import check_carried, check_frame, check_weapon
from ..roster.definitions import UnitDef
from ..roster.figures import figures_of
from ..roster.muster import MUSTER, is_covert, strikes_of
from ..roster.parse import frame_of, key_of
from ..units.chits import give_first
from ..units.guns import form_guns, gun_frame
from ..units.pairs import form_pairs
from .state_errors import state_errors
from .terrain_words import terrain_reader

DEFAULT_TABLE = (72, 48)  # defiance.deploy.standard-game
SQUARE_FOOT = 144 * INCH * INCH
AREA = (20, 40)  # square feet of a standard game
POINTS = (1000, 5000)  # and what each force may cost
MOST_FIGURES, MOST_TURNS = 400, 100
SCENARIOS = ("standard", "first-strike", "free")
SLOTS = {"primary": "primary", "support": "support", "side_arms": "side"}
FIGURE = Fields(Figure, ("id", "unit", "frame", "arms"), ["sprint"])
UNIT_FIELDS = {*Unit.__struct_fields__} - {"id", "figures", "guns"}
SIDE_KEYS = {"edge", "army", "list", "force", "limit", "fielded", "primary", "headless", "torrential", "strikes"}
UNIT_WORDS = {"frame", "count", "figures", *SLOTS, *UNIT_FIELDS, *FIGURE.words}  # what is said of a unit
SWITCHES = Settings.__struct_fields__
LISTS = ("frames", "weapons", "guns", "templates", "clouds", "strikes", "order")
WORDS = {*KEYS, *LISTS, "next_id", "change_terrain", "give_chits", *SWITCHES}


@reading()
def setup(scenario: Scenario) -> State:
    """The state a battle begins with."""
    only(scenario, WORDS, "a scenario")
    settings = _settings(scenario)
    measure = SCALES[settings.scale]
    width, depth = table_of(scenario, DEFAULT_TABLE, measure, "defiance.deploy.standard-game")
    _check_table(settings, width, depth)
    state = State(settings, width, depth, [], _sides(scenario), {}, {}, [], Turn(), **rest_of(State, scenario))
    with about("terrain"):
        state.pieces = terrain_reader(settings.scale).read(scenario, (width, depth))
    book = Arsenal(scenario)
    for side, raw in sides_of(scenario, SIDE_KEYS).items():
        if "army" in raw:
            with about(f"the army of {side}"):
                _muster(state, side, raw)
    for name, raw in mapping(scenario, "units").items():
        with about(f"unit {name}"):
            _read_unit(state, str(name), raw, book)
    with about("passengers"):
        _get_aboard(state)
    with about("guns"):
        _guns(state, mapping(scenario, "guns"), book)
    if "guns" not in scenario:
        form_guns(state)
    with about("order"):
        _in_order(state, scenario.get("order"))
    form_pairs(state)
    _check_forces(state)
    with about("templates"):
        state.templates = [_template(raw, measure) for raw in scenario.get("templates", [])]
    with about("turn"):
        _begin(state, scenario)
    with about("clouds"):
        state.turn.clouds += [_cloud(raw, measure) for raw in scenario.get("clouds", [])]
    with about("strikes"):
        strikes = [(measure.read_point(raw["at"]), str(raw["by"])) for raw in scenario.get("strikes", [])]
        state.turn.strikes += [AirStrike(*at, by) for at, by in strikes]
    if found := state_errors(state):
        raise ScenarioError(found[0])
    return state


# ---- settings, table, sides


def _settings(scenario: Scenario) -> Settings:
    """What the players agreed on; advanced rules are switches, off unless a scenario turns them on
    (defiance.advanced.precedence)."""
    data = {key: scenario[key] for key in SWITCHES if key in scenario}
    scale = data.get("scale", "30mm")
    if scale not in SCALES:
        raise ScenarioError(f"the scale is {' or '.join(SCALES)}, not {quote(scale)}: defiance.scale.default-30mm")
    if "depth" in data:
        data["depth"] = SCALES[scale].read(data["depth"], "depth")
    if "scenario" not in data:
        fought = all("army" in raw for raw in sides_of(scenario, SIDE_KEYS).values())
        data["scenario"] = "standard" if fought else "free"
    settings = made(Settings, data)
    if settings.scenario not in SCENARIOS:
        raise ScenarioError(
            f"a scenario is {', '.join(SCENARIOS)}, not {quote(settings.scenario)}: defiance.deploy.standard-game"
        )
    if not 1 <= settings.turns <= MOST_TURNS:
        raise ScenarioError(f"a battle lasts 1 to {MOST_TURNS} turns, not {settings.turns}: defiance.turn.game-end")
    return settings


def _check_table(settings: Settings, width: int, depth: int) -> None:
    """A standard game needs 20 to 40 square feet; other scenarios only a table (defiance.deploy.standard-game)."""
    least, most = AREA
    if settings.scenario == "standard" and not least * SQUARE_FOOT <= width * depth <= most * SQUARE_FOOT:
        size = " x ".join(SCALES[settings.scale].text(side) for side in (width, depth))
        raise ScenarioError(f"a table of {size} is not of {least} to {most} square feet: defiance.deploy.standard-game")


def _sides(scenario: Scenario) -> dict[str, Side]:
    """Two sides, each with an edge of its own or none yet (defiance.deploy.sequence, defiance.deploy.zone-choice)."""
    raw = sides_of(scenario, SIDE_KEYS)
    if len(raw) != 2:
        raise ScenarioError("a battle has two sides: defiance.deploy.sequence")
    sides = {}
    for name, info in raw.items():
        with about(f"side {name}"):
            sides[name] = _side(name, info)
    for one, other in (sides.values(), reversed(sides.values())):
        if one.edge and not other.edge:
            other.edge = opposite(one.edge)
    if one.edge and other.edge != opposite(one.edge):
        raise ScenarioError("the two sides sit at opposite edges: defiance.deploy.zones")
    return sides


def _side(name: str, raw: Mapping[str, Any]) -> Side:
    if raw.get("list") not in (None, *armies()):
        raise ScenarioError(f"{name}: there is no army list {quote(raw['list'])}: defiance.terms.factions")
    known = {key: value for key, value in raw.items() if key not in ("edge", "army", "list")}
    return made(Side, {"name": name, "edge": edge_of(raw.get("edge"), name), "army": raw.get("list", ""), **known})


# ---- forces


def _muster(state: State, side: str, raw: Mapping[str, Any]) -> None:
    """A side's force: the name of a ready army, or a roster written out."""
    roster = army_of(DATA, raw["army"], side)
    limit = raw.get("limit", roster.points or MUSTER.usual_points)
    force = force_of(MUSTER, roster, lambda force: in_order([*force.faults, *MUSTER.breaches(force, limit)]))
    one = state.sides[side]
    one.force, one.limit, one.fielded = roster.name, limit, force.bill.total
    one.army, one.torrential = force.units[0].army.key, force.units[0].army.torrential
    one.strikes = strikes_of(roster)
    for bought in force.units:
        _field(state, side, bought, is_covert(roster))


def _field(state: State, side: str, bought: UnitDef, covert: bool) -> None:
    """A unit takes the field exactly as bought, with a card of its own (defiance.force.placed-as-purchased)."""
    name = fresh(bought.id, state.units)
    unit = Unit(name, bought.name, side, [], bought.quality, bought.status, solo=bought.solo, card=len(state.units) + 1)
    state.units[name] = unit
    for number, one in enumerate(figures_of(bought, covert), 1):
        figure = Figure(f"{name}.{number}", name, one.frame, arms=one.arms, hero=one.hero, cost=one.cost)
        figure.leader, figure.command, figure.focal = one.ranks
        figure.from_mob = unit.status == "mob"
        figure.craft = Craft() if one.frame.vehicle else None
        state.figures[figure.id] = figure
        unit.figures.append(figure.id)


def _check_forces(state: State) -> None:
    """A standard game is one of equal forces of 1000 to 5000 points (defiance.deploy.standard-game, defiance.force.balance)."""
    for side in state.sides.values():
        if not side.fielded:
            side.fielded = sum(figure.cost for figure in state.figures.values() if state.side_of(figure) == side.name)
    limits = [side.limit for side in state.sides.values()]
    if state.settings.scenario == "standard":
        if len(set(limits)) > 1:
            raise ScenarioError(f"{' and '.join(map(str, limits))} points: both sides have the same: defiance.force.balance")
        if not POINTS[0] <= limits[0] <= POINTS[1]:
            raise ScenarioError(f"{limits[0]} points, not {POINTS[0]} to {POINTS[1]}: defiance.deploy.standard-game")
    if state.settings.scenario == "first-strike" and len(set(limits)) < 2:
        raise ScenarioError("the attacker has more points than the defender: defiance.advanced.first-strike")


# ---- units written out


class Arsenal:
    """The frames and weapons of this battle: those of the armies, and the scenario's own."""

    def __init__(self, scenario: Scenario) -> None:
        own = mapping(scenario, "weapons").items()  # combinations come last: they are made of others
        last = sorted(own, key=lambda item: isinstance(item[1], Mapping) and "modes" in item[1])
        self.weapons = own_things(weapons(), "weapon", last, _own_weapon)
        self.frames = own_things(frames(), "frame", mapping(scenario, "frames").items(), _own_frame)

    def frame(self, name: Any, where: str) -> Frame:
        """A frame by its name or key."""
        found = self.frames.get(key_of(str(name)))
        if found is None:
            raise ScenarioError(f"{where}: there is no frame {quote(name)}")
        return found

    def arm(self, slot: str, name: Any, where: str) -> Arm:
        """A weapon in a slot."""
        found = self.weapons.get(key_of(str(name)))
        if found is None:
            raise ScenarioError(f"{where}: there is no weapon {quote(name)}")
        return Arm(slot, found)


def _own_weapon(name: str, raw: Any, known: dict[str, Weapon]) -> tuple[str, Weapon]:
    one, key = dict(raw), key_of(name)
    if "key" in one:
        return name, check_weapon(Weapon.read(one))
    return key, check_weapon(read_weapons([(name, one)], known)[key])


def _own_frame(name: str, raw: Any, _: dict[str, Frame]) -> tuple[str, Frame]:
    one, key = dict(raw), key_of(name)
    return (name, check_frame(Frame.read(one))) if "key" in one else (key, check_frame(frame_of(key, name, "", one)))


def _read_unit(state: State, name: str, raw: Mapping[str, Any], book: Arsenal) -> None:
    """A unit of a scenario file: who is in it, where they stand, and how they are."""
    where = f"unit {name}"
    only(raw, UNIT_WORDS, f"{where}: a unit")
    if raw.get("side") not in state.sides:
        raise ScenarioError(f"{where}: there is no side {quote(raw.get('side'))}")
    mine = {key: value for key, value in raw.items() if key in UNIT_FIELDS}
    people = _people(raw, where)
    kinds = [book.frame(one["frame"], where) for one in people.values()]
    if len({kind.vehicle for kind in kinds}) > 1:
        raise ScenarioError(f"{where}: passengers are a unit that `rides` in a vehicle: defiance.unit.quality-passengers")
    mine.setdefault("quality", kinds[0].quality if kinds else "Regular")
    unit = made(Unit, {"name": name, "card": len(state.units) + 1, **mine, "id": name, "figures": []})
    state.units[name] = unit
    for key, one in people.items():
        with about(f"{where}, figure {key}"):
            _read_figure(state, unit, key, one, book)


def _people(raw: Mapping[str, Any], where: str) -> dict[str, dict[str, Any]]:
    """The figures of a unit as they are written: what is said of the unit holds for each, his own words come after."""
    places = places_of(raw)
    count = _count(raw.get("count", len(places)), f"{where}, count") if "frame" in raw else 0
    if places and len(places) != count:
        raise ScenarioError(f"{where}: {len(places)} places for {count} figures")
    if not 0 <= count <= MOST_FIGURES:
        raise ScenarioError(f"{where}: a unit has 1 to 24 figures, not {count}: defiance.unit.definition")
    common = {key: value for key, value in raw.items() if key in FIGURE.words - {"at"} or key == "frame"}
    common |= {slot: raw[slot] for slot in SLOTS if slot in raw and not isinstance(raw[slot], Mapping)}
    found: dict[str, dict[str, Any]] = {str(number): dict(common) for number in range(1, count + 1)}
    for one, at in zip(found.values(), places, strict=False):
        one["at"] = at
    _hand_out(raw, list(found.values()), where)
    for key, info in raw.get("figures", {}).items():
        own = dict(info)
        if set(own) & {*SLOTS, "arms"}:  # a figure armed by name has these weapons and no others
            found[str(key)] = {word: value for word, value in found.get(str(key), common).items() if word not in SLOTS}
        found[str(key)] = {**found.get(str(key), common), **own}
    if any("frame" not in one for one in found.values()):
        raise ScenarioError(f"{where}: every figure has a frame")
    return found


def _count(raw: Any, where: str) -> int:
    """How many: a whole number, and none below nothing."""
    if type(raw) is not int or raw < 0:
        raise ScenarioError(f"{where}: {quote(raw)} is no number of figures: defiance.unit.definition")
    return raw


def _hand_out(raw: Mapping[str, Any], people: list[dict[str, Any]], where: str) -> None:
    """`support: {Needler: 2}`: the last two carry it instead of the primary weapon (defiance.stats.support-weapon-limit)."""
    if not isinstance(raw.get("support"), Mapping):
        return
    wanted = {name: _count(count, f"{where}, support {name}") for name, count in raw["support"].items()}
    if sum(wanted.values()) > len(people):
        rule = "defiance.stats.support-weapon-limit"
        raise ScenarioError(f"{where}: {sum(wanted.values())} support weapons for {len(people)} figures: {rule}")
    names = [name for name, count in wanted.items() for _ in range(count)]
    for one, name in zip(people[::-1], names, strict=False):
        one.pop("primary", None)
        one["support"] = name


def _read_figure(state: State, unit: Unit, key: str, raw: Mapping[str, Any], book: Arsenal) -> None:
    where = f"unit {unit.id}, figure {key}"
    data = {word: value for word, value in raw.items() if word not in (*SLOTS, "frame", "id", "arms")}
    name = str(raw.get("id", f"{unit.id}.{key}"))
    if name in state.figures:
        raise ScenarioError(f"{where}: {name} is there twice")
    frame = book.frame(raw["frame"], where)
    arms = _arms(raw, book, where, frame)
    figure = Figure(name, unit.id, frame, arms=arms, cost=frame.cost + sum(arm.weapon.cost for arm in arms))
    if "cost" in data:
        figure.cost = msgspec.convert(data.pop("cost"), int)
    FIGURE.read(figure, data, SCALES[state.settings.scale])
    if frame.vehicle and figure.craft is None:
        figure.craft = Craft()
    state.figures[name] = figure
    unit.figures.append(name)


def _arms(raw: Mapping[str, Any], book: Arsenal, where: str, frame: Frame) -> tuple[Arm, ...]:
    """Weapons by slot, or in the order in which a described battle has them; a vehicle that names none has those of all its
    slots (defiance.vehicle.weapon-slots)."""
    if frame.hull and not set(raw) & {*SLOTS, "arms"}:
        return tuple(book.arm(slot.name, slot.weapon, where) for slot in frame.hull.slots)
    found = [book.arm(str(slot), name, where) for slot, name in raw.get("arms", ())]
    for word, slot in SLOTS.items():
        names = raw.get(word, ())
        found += [book.arm(slot, name, where) for name in ([names] if isinstance(names, str) else names)]
    known = {*SLOTS.values(), *HULL_SLOTS} if frame.vehicle else {*SLOTS.values()}
    for arm in found:
        check_carried(frame, arm.weapon)
    if any(arm.slot not in known for arm in found):
        raise ScenarioError(f"{where}: a weapon is primary, support or side: defiance.stats.primary-weapon")
    return tuple(found)


def _get_aboard(state: State) -> None:
    """A unit that rides in a vehicle is inside it, unless its figures say where they are (defiance.passenger.definition)."""
    for unit in state.units.values():
        if not unit.rides:
            continue
        vehicle = state.figures.get(unit.rides)
        if vehicle is None or not vehicle.frame.vehicle:
            raise ScenarioError(f"{unit.id} rides in {quote(unit.rides)}, which is no vehicle: defiance.passenger.definition")
        for figure in state.members(unit):
            if not figure.aboard and not (figure.x or figure.y):
                figure.aboard = unit.rides


def _guns(state: State, written: Mapping[str, Any], book: Arsenal) -> None:
    """Crew-served guns, each of a unit (defiance.infweapon.crew-definition)."""
    for name, raw in written.items():
        unit = state.units[str(raw["unit"])]
        arm = book.arm("support", raw["weapon"], f"gun {name}")
        gun = Figure(str(name), unit.id, gun_frame(arm.weapon, int(raw["size"])), arms=(arm,))
        rest = {word: value for word, value in raw.items() if word not in ("unit", "weapon", "size")}
        FIGURE.read(gun, rest, SCALES[state.settings.scale])
        state.figures[gun.id] = gun
        unit.guns.append(gun.id)


def _in_order(state: State, order: Any) -> None:
    """Units that joined and split leave the figures in an order of their own."""
    if order is None:
        return
    if sorted(order) != sorted(state.figures):
        raise ScenarioError("order names every figure once")
    state.figures = {name: state.figures[name] for name in order}


def _template(raw: Mapping[str, Any], measure: Measure) -> Template:
    pieces = [_rect(piece, measure) for piece in raw["pieces"]]
    rest = {key: value for key, value in raw.items() if key != "pieces"}
    return msgspec.convert({**rest, "pieces": pieces}, Template)


def _cloud(raw: Mapping[str, Any], measure: Measure) -> Cloud:
    """Poison or smoke; lengths are people's."""
    rest = {key: value for key, value in raw.items() if key not in ("at", "radius", "foot")}
    x, y = measure.read_point(raw["at"])
    lengths = {"radius": measure.read(raw["radius"]), "foot": measure.read(raw.get("foot", 0))}
    return msgspec.convert({**rest, **lengths, "x": x, "y": y}, Cloud)


def _rect(raw: Mapping[str, Any], measure: Measure) -> Rect:
    return Rect(*measure.read_point(raw["at"]), read_face(raw["face"]), measure.read(raw["length"]))


# ---- before the first step


def _begin(state: State, scenario: Scenario) -> None:
    """Terrain, zones, commanders, deployment, turns (defiance.deploy.sequence); units on the table are not deployed again."""
    if "turn" in scenario:
        state.turn = msgspec.convert(scenario["turn"], Turn)
    else:
        left = [name for name in waiting(state) if not state.units[name].rides]
        if left and not state.settings.deploy:
            raise ScenarioError(f"{state.units[left[0]].name} has no place on the table: defiance.deploy.placement-procedure")
        state.turn = Turn("terrain" if scenario.get("change_terrain") else "zones", waiting=left)
        _check_edges(state)
    if scenario.get("give_chits"):
        give_first(state)


def _check_edges(state: State) -> None:
    """Given edges are those along which zones lie (defiance.deploy.zones)."""
    allowed = {edge for pair in pairs_of_edges((state.width, state.depth)) for edge in pair}
    if state.turn.waiting and any(side.edge and side.edge not in allowed for side in state.sides.values()):
        raise ScenarioError("zones lie along the longest edges of the table: defiance.deploy.zones")
