"""The table of a Xenocide battle as a page shows it: cards, counters, figures, ground, and where the battle stands."""

from __future__ import annotations

from functools import cache, partial

from msgspec.structs import replace

from littlewars.engine.page.cache import PageCache
from littlewars.engine.showing import Arm, Band, Card, Ground, Line, Marker, Model, Role, Show, Shown, Tracker
from littlewars.kit.page import card_of, flags_of, ground_of, lines_of, list_of, party_of, stages_of, zones_of
from littlewars.table.terrain.pieces import Piece

from ..basics.classes import class_of
from ..basics.numbers import CLOUD
from ..basics.profiles import IN_SIGHT, Gun, Profile
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import gives_cover, nature, wrecks
from ..roster.muster import stats_of, weapon_row
from ..turn.deployment import zone_of
from ..turn.victory import score

STAGES = ("orders", "shooting", "movement", "opportunity fire", "melee", "recovery")  # xenocide.core.turn-sequence
CALLED = {"deploy": "deployment", "begin": "a new turn", "over": "the battle is over", "opportunity": "opportunity fire"}
GOING = {
    "open": "open ground",
    "rough": "rough: 1″ more for every 2″",
    "very-rough": "very rough: double",
    "impassable": "no way",
}
VIEW = {"clear": "seen across", "area": "hides who is behind it", "block": "blocks sight"}
LIES = 300  # how large a weapon is drawn


def table(state: State, cache: PageCache) -> Show:
    """The whole table, with what is known of it."""
    figures, late = state.figures.values(), state.turn.waiting
    kinds = {figure.profile.key: figure.profile for figure in figures}
    return Show(
        title=state.settings.name or "Xenocide",
        unit="inch",
        size=(state.width, state.depth),
        measures=True,
        tracker=_tracker(state),
        parties=tuple(party_of(side, "", f"{score(state, side.name)} VP") for side in state.sides.values()),
        models={key: cache.made(("model", key), (kind,), partial(model_of, kind)) for key, kind in kinds.items()},
        units={unit.id: _card(state, unit, cache) for unit in state.units.values()},
        figures={figure.id: _figure(state, figure, cache) for figure in figures if not figure.gone and figure.unit not in late},
        ground=cache.made("ground", (state.pieces,), lambda: tuple(_ground(piece) for piece in state.pieces)),
        zones=zones_of(state, zone_of),
        markers=_markers(state),
        cloth=state.settings.cloth,
    )


# ---- figures and units


def _figure(state: State, figure: Figure, cache: PageCache) -> Shown:
    """A figure depends on itself, on its unit, and on whether that is broken."""
    unit = state.units[figure.unit]
    broken = state.broken(unit)
    return cache.made(("figure", figure.id), (figure, unit, broken), lambda: _shown(state, figure, unit))


def _shown(state: State, figure: Figure, unit: Unit) -> Shown:
    hull, aloft = figure.profile.hull, unit.airborne or figure.profile.flies
    atop = bool(figure.carrier) and state.is_open(state.figures[figure.carrier])  # xenocide.vehicle.open-closed
    return Shown(
        figure.id,
        figure.unit,
        unit.side,
        figure.profile.key,
        figure.profile.name,
        figure.at,
        (figure.profile.radius,) if hull is None else (hull.length, hull.width),
        None if hull is None else figure.face,  # xenocide.core.bases
        int(aloft),
        _marks(figure, unit),
        figure.carrier,
        flags_of({"airborne": aloft, "watching": unit.order == "opportunity", "engaged": bool(unit.engaged), "atop": atop}),
        state.broken(unit),
    )


def _marks(figure: Figure, unit: Unit) -> tuple[str, ...]:
    """How a model is, in words."""
    hull = figure.profile.hull
    found = [f"{figure.left} of {figure.profile.wounds} wounds"] if figure.hurt else []
    found += [f"bears {figure.bears.replace('-', ' ')}"] if figure.bears else []
    if hull is not None:
        found += [f"increment {unit.increment}"]
        found += [f"{figure.damage} of {hull.threshold} damage"] if figure.damage else []
        found += ["disabled"] if figure.disabled else []
    return tuple(found)


def _card(state: State, unit: Unit, cache: PageCache) -> Card:
    """A unit's card depends on the unit and on its figures."""
    pending = [blow for blow in state.turn.blows if blow.unit == unit.id]
    of = (unit, [state.figures[name] for name in unit.figures], pending)
    return cache.made(("unit", unit.id), of, lambda: _card_of(state, unit))


def _card_of(state: State, unit: Unit) -> Card:
    card = card_of(state, unit, lambda figure: figure.profile.key, _status(state, unit), "")
    tokens = [(CALLED.get(unit.order, unit.order), 0)] if unit.order else []
    tokens += [("suppression", unit.markers)] if unit.markers else []
    return replace(card, tokens=tuple(tokens))


def _status(state: State, unit: Unit) -> tuple[Line, ...]:
    """What weighs on a unit, each with its rule."""
    if not state.is_present(unit) or state.vehicle_of(unit) is not None:
        return ()
    names = ", ".join(state.units[name].name for name in unit.engaged)
    return lines_of(
        ("morale", f"{state.morale(unit)}", "xenocide.stat.morale"),
        ("wounds", f"{state.wounds(unit)}", "xenocide.stat.wounds"),
        ("suppression", f"{unit.markers}" if unit.markers else "", "xenocide.suppression.effects"),
        ("to come", _to_come(state, unit), "xenocide.shooting.return-fire-first"),
        ("broken", "tests morale before it moves" if state.broken(unit) else "", "xenocide.suppression.broken"),
        ("engaged", names, "xenocide.move.engaged-state"),
        ("airborne", "in the air" if unit.airborne else "", "xenocide.flight.take-off"),
    )


def _to_come(state: State, unit: Unit) -> str:
    """What is pending on a unit that fires before it suffers (xenocide.shooting.return-fire-first)."""
    blows = [blow for blow in state.turn.blows if blow.unit == unit.id]
    counts = {"wound": sum(blow.wounds for blow in blows), "marker": sum(blow.markers for blow in blows)}
    return ", ".join(f"{count} {word}{'s' if count > 1 else ''}" for word, count in counts.items() if count)


# ---- kinds of models


@cache
def model_of(profile: Profile) -> Model:
    """What there is to know of a kind of model."""
    arms = [_arm(gun, profile.capacity) for gun in profile.guns]
    arms += [Arm(blade.name) for blade in profile.blades]
    for mount in profile.hull.mounts if profile.hull else ():
        arms.append(_arm(mount.weapon, mount.capacity, f"{mount.arc}, accuracy {mount.accuracy}"))
    words = {word.replace("-", " "): ABILITIES.get(word, SPECIAL) for word in profile.abilities}
    lines = (*lines_of(*stats_of(profile)), *list_of("abilities", words, SPECIAL))
    return Model(profile.key, profile.name, _role(profile), lines=lines, arms=tuple(arms))


def _arm(gun: Gun, capacity: int, more: str = "") -> Arm:
    bands = [Band("normal", gun.normal)] + ([Band("long", gun.long)] if gun.normal < gun.long < IN_SIGHT else [])
    _, size, dice, power, _, special = weapon_row(gun, capacity)
    said = size, f"{dice} dice" if dice != "1" else "1 die", f"power {power}", special, more
    return Arm(gun.name, bands=tuple(bands), text=", ".join(filter(None, said)))


def _role(profile: Profile) -> Role:
    if profile.vehicle:
        return "vehicle"
    if profile.can("commander"):
        return "leader"
    if profile.can("flight-pack"):
        return "flyer"
    heavy = any(class_of(gun, profile.capacity).name in ("S+1", "S+2") for gun in profile.guns)
    return "gun" if heavy else "shooter" if profile.guns else "foot"


SPECIAL = "xenocide.stat.special-abilities"
ABILITIES = {  # the rule that says what it does
    "brave": "xenocide.suppression.threshold-brave",
    "commander": "xenocide.recovery.commander",
    "grav-pack": "xenocide.grav.jump",
    "flight-pack": "xenocide.flight.distance",
    "teleporter": "xenocide.teleport.seen",
    "blades": "xenocide.vehicle.blades",
}


# ---- the table


def _ground(piece: Piece) -> Ground:
    kind, cover = nature(piece), gives_cover(piece)
    words = [GOING[kind.going], f"{cover} cover" if cover else "", VIEW[kind.view]]
    return ground_of(piece, "; ".join(word for word in words if word))


def _tracker(state: State) -> Tracker:
    turn = state.turn
    phase = CALLED.get(turn.phase, turn.phase)
    stages = stages_of(STAGES, phase) if phase in STAGES else ()
    return Tracker(turn.number, state.settings.turns, phase=phase, side=turn.at, stages=stages, word="turn")


def _markers(state: State) -> tuple[Marker, ...]:
    """Weapons that lie about (xenocide.size.crew), and the smoke of wrecks (xenocide.vehicle.smoke)."""
    lying = [Marker(one.id, state.gun(one.weapon).name, (one.x, one.y), LIES, side=one.side) for one in state.lying]
    for piece in wrecks(state):
        west, south, east, north = piece.box
        middle, far = ((west + east) // 2, (south + north) // 2), CLOUD + max(east - west, north - south) // 2
        lying.append(Marker(f"smoke of {piece.id}", "smoke", middle, far, kind="smoke"))
    return tuple(lying)
