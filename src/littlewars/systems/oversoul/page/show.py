"""The table of an Oversoul battle as a page shows it: cards, figures, ground, and where the battle stands."""

from __future__ import annotations

from functools import cache

from littlewars.engine.showing import (
    Arm,
    Band,
    Card,
    Flag,
    Ground,
    Line,
    Marker,
    Model,
    Party,
    Role,
    Show,
    Shown,
    Stage,
    Tracker,
    Zone,
)
from littlewars.kit.page import card_of, flags_of, ground_of, party_of
from littlewars.table.shapes.bases import rectangle
from littlewars.table.terrain.pieces import Piece

from ..basics.attributes import spells
from ..basics.profiles import Profile, Weapon
from ..basics.state import INCH, Figure, State, Unit
from ..basics.tabletop import DEEP, difficulty, is_deep, is_shallow, sight
from ..turn.deployment import zone_of
from ..units.victory import points

BLAST = 1 * INCH  # radius of a Fireball's marker (oversoul.spells.fireball)
ARMOUR = {1: "heavy", 2: "super heavy"}
PHASES = {
    "terrain": "terrain is placed",
    "ready": "before deployment",
    "deploy": "deployment",
    "turn": "turns",
    "over": "the battle is over",
}
PARTS = {"move": "Move", "other": "Other action"}
GOING = {"open": "no hindrance", "light": "1.5 inches for each", "heavy": "3 inches for each", "impassible": "no way"}
SEEING = {"clear": "seen across", "partial": "hinders sight", "block": "blocks sight"}


def show(state: State) -> Show:
    """The whole table."""
    shown = {figure.id: _figure(state, figure) for figure in state.figures.values() if _is_there(figure)}
    units = {unit.id: _card(state, unit) for unit in state.units.values()}
    profiles = {figure.profile.key: figure.profile for figure in state.figures.values()}
    return Show(
        title=state.settings.name or "Oversoul",
        unit="inch",
        size=(state.width, state.depth),
        measures=True,  # oversoul.basics.measuring
        tracker=_tracker(state),
        parties=tuple(_party(state, name) for name in state.sides),
        models={key: model_of(profile) for key, profile in profiles.items()},
        units=units,
        figures=shown,
        ground=tuple(_ground(piece) for piece in state.pieces),
        zones=_zones(state),
        markers=_markers(state),
    )


def _is_there(figure: Figure) -> bool:
    """Set up, and still in the battle; a submerged model is shown where it dived (oversoul.attr.submersible)."""
    return not figure.gone and bool(figure.x or figure.y)


# ---- figures and units


def _figure(state: State, figure: Figure) -> Shown:
    return Shown(
        figure.id,
        figure.unit,
        state.side_of(figure),
        figure.profile.key,
        figure.profile.name,
        figure.at,
        (figure.radius,) if figure.radius else (figure.length, figure.width),
        figure.face,
        int(figure.airborne) - int(figure.submerged),
        _marks(state, figure),
        figure.carrier,
        _flags(state, figure),
        state.units[figure.unit].frightened,
    )


def _flags(state: State, figure: Figure) -> tuple[Flag, ...]:
    """How a model is drawn."""
    turns = state.sides[state.side_of(figure)].turns
    return flags_of(
        {
            "prone": figure.prone,
            "airborne": figure.airborne,
            "submerged": figure.submerged,
            "aground": figure.aground,
            "reloading": any(gun.ready > turns + 1 and not gun.lost for gun in figure.guns),
        }
    )


def _marks(state: State, figure: Figure) -> tuple[str, ...]:
    """How a model is, in words."""
    turns = state.sides[state.side_of(figure)].turns
    found = [word for word in ("prone", "airborne", "submerged", "aground") if getattr(figure, word)]
    for gun, weapon in zip(figure.guns, figure.profile.weapons, strict=False):
        if gun.lost:
            found.append(f"{weapon.name} lost")
        elif gun.ready > turns + 1:
            found.append(f"{weapon.name} reloads")
        elif gun.uses == 0:
            found.append(f"{weapon.name} spent")
    if figure.damage:
        found.append(f"MOVE -{figure.damage // INCH}")
    if figure.banned > turns:
        found.append("may not cast")
    return tuple(found)


def _card(state: State, unit: Unit) -> Card:
    return card_of(state, unit, lambda figure: figure.profile.key, _status(state, unit), _note(state, unit))


def _status(state: State, unit: Unit) -> tuple[Line, ...]:
    """What weighs on a unit, each with its rule."""
    found = []
    if unit.frightened:
        found.append(Line("frightened", "flees until it rallies", "oversoul.morale.fail"))
    if unit.disordered:
        found.append(Line("disordered", "not in formation", "oversoul.morale.fail-tight-disordered"))
    for spell in unit.spells:
        left = max(0, spell.until - state.sides[spell.by].turns)
        found.append(Line(spell.name, f"{left} more turns of {spell.by}", spells()[spell.name].rule))
    if unit.leader:
        found.append(Line("led by", state.units[unit.leader].name, "oversoul.leader.attach"))
    if unit.under:
        found.append(Line("attached to", state.units[unit.under].name, "oversoul.leader.attach"))
    return tuple(found)


def _note(state: State, unit: Unit) -> str:
    if unit.ranks is not None and not unit.disordered:
        return f"tight, {unit.ranks.kind}"
    aboard = [figure for figure in state.members(unit) if figure.carrier and figure.seat != "rider"]
    return "aboard" if aboard and len(aboard) == len(state.members(unit)) else ("tight" if unit.tight else "loose")


# ---- kinds of models


@cache
def model_of(profile: Profile) -> Model:
    """What the card of a kind of model says."""
    return Model(profile.key, profile.name, role_of(profile), _lines(profile), tuple(map(_arm, profile.weapons)))


def role_of(profile: Profile) -> Role:
    """The symbol it is drawn with."""
    if profile.is_gun:
        return "gun"
    if profile.is_vehicle:
        return "ship" if profile.waterborne else "flyer" if profile.flying else "walker" if profile.walker else "vehicle"
    if profile.leader:
        return "leader"
    if profile.magic:
        return "caster"
    if profile.flying:
        return "flyer"
    if profile.kind == "mount":
        return "beast"
    if profile.mounted:
        return "mounted"
    return "shooter" if profile.weapons else "foot"


def _lines(profile: Profile) -> tuple[Line, ...]:
    die = Line("die", f"d{profile.die}", "oversoul.basics.single-die")
    found = [die, Line("MOVE", f"{profile.move / INCH:g}″", "oversoul.move.allowance")]
    if profile.armour:
        found.append(Line("armour", ARMOUR[profile.armour], "oversoul.attr.heavy-armor-immunity"))
    if profile.spells:
        found.append(Line("spells", ", ".join(profile.spells), "oversoul.cast.roll"))
    if profile.attributes:
        found.append(Line("attributes", ", ".join(profile.attributes)))
    found.append(Line("cost", f"{profile.cost} points", "oversoul.build.unit-cost"))
    return tuple(found)


def _arm(weapon: Weapon) -> Arm:
    words = [f"d{weapon.die}"]
    if weapon.template:
        words.append("flame template" if weapon.template == "flame" else f"{weapon.template / INCH:g}″ template")
    words += [weapon.artillery] if weapon.artillery else []
    words += [f"reload {weapon.reload}"] if weapon.reload else []
    words += [f"{weapon.uses} shots"] if weapon.uses is not None else []
    bands = (Band("R", weapon.range), Band("long", 2 * weapon.range)) if weapon.range else ()
    return Arm(weapon.name, ", ".join(words), bands, weapon.centre, weapon.arc)


# ---- ground, zones, markers


def _ground(piece: Piece) -> Ground:
    hard = difficulty(piece)
    water = "deep water, " if is_deep(piece) else "shallow water, " if is_shallow(piece) else ""
    return ground_of(piece, f"{water}{hard}: {GOING[hard]}; {SEEING[sight(piece)]}", DEEP)


def _zones(state: State) -> tuple[Zone, ...]:
    goals = {goal.zone: goal.label or goal.id for goal in state.settings.objectives if goal.zone}
    found = [Zone(label, zone) for zone, label in goals.items()]
    if state.turn.phase in ("terrain", "ready", "deploy") and state.settings.deploy:
        found += [Zone(f"{name} deploys", rectangle(*zone_of(state, name))) for name in state.sides]
    return tuple(found)


def _markers(state: State) -> tuple[Marker, ...]:
    doing = state.turn.doing
    blasts = doing.blasts if doing else []
    return tuple(Marker(f"blast-{number}", "Fireball", (b.x, b.y), BLAST) for number, b in enumerate(blasts))


# ---- where the battle stands


def _party(state: State, name: str) -> Party:
    side = state.sides[name]
    return party_of(side, side.team, f"{float(points(side)):g} VP")


def _tracker(state: State) -> Tracker:
    turn = state.turn
    side = turn.order[turn.at] if turn.phase == "turn" and turn.at < len(turn.order) else ""
    unit = turn.doing.unit if turn.doing else ""
    phase = "before the first round" if turn.phase == "round" and not turn.round else PHASES.get(turn.phase, "turns")
    return Tracker(turn.round, state.settings.rounds, phase, side, unit, tuple(turn.order), _stages(state))


def _stages(state: State) -> tuple[Stage, ...]:
    """The parts of the activation in progress."""
    doing = state.turn.doing
    if doing is None:
        return ()
    if doing.stage in ("flee", "rally"):
        flees = doing.stage == "flee"
        return Stage("flight", "now" if flees else "done"), Stage("rally", "next" if flees else "now")
    done = [part for part in PARTS if part not in doing.parts and part != doing.part and doing.stage != "start"]
    found = [Stage(PARTS[part], "done") for part in done if doing.part]
    found += [Stage(PARTS[doing.part], "now")] if doing.part else []
    return (*found, *(Stage(PARTS[part], "next") for part in doing.parts))
