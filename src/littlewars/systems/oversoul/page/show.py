"""The table of an Oversoul battle as a page shows it: cards, figures, ground, and where the battle stands."""

from __future__ import annotations

from functools import cache, partial

from littlewars.engine.page.cache import PageCache
from littlewars.engine.showing import (
    Arm,
    Band,
    Card,
    Likeness,
    Line,
    Marker,
    Model,
    Role,
    Show,
    Shown,
    Stage,
    Terrain,
    Tracker,
    Zone,
)
from littlewars.kit.page import card_of, flags_of, ground_of, lines_of, list_of, party_of
from littlewars.table.shapes.bases import rectangle
from littlewars.table.terrain.pieces import Piece

from ..basics.attributes import attributes, spells
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


def table(state: State, cache: PageCache) -> Show:
    """The whole table, with what is known of it."""
    figures = state.figures.values()
    kinds = {figure.profile.key: figure.profile for figure in figures}
    return Show(
        title=state.settings.name or "Oversoul",
        unit="inch",
        size=(state.width, state.depth),
        measures=True,  # oversoul.basics.measuring
        tracker=_tracker(state),
        parties=tuple(party_of(side, side.team, f"{float(points(side)):g} VP") for side in state.sides.values()),
        models={key: cache.made(("model", key), (kind,), partial(model_of, kind)) for key, kind in kinds.items()},
        units={unit.id: _card(state, unit, cache) for unit in state.units.values()},
        figures={figure.id: _figure(state, figure, cache) for figure in figures if _is_there(figure)},
        ground=cache.made("ground", (state.pieces,), lambda: tuple(_ground(piece) for piece in state.pieces)),
        zones=_zones(state),
        markers=_markers(state),
        cloth=state.settings.cloth,
    )


def _is_there(figure: Figure) -> bool:
    """Set up, and still in the battle; a submerged model is shown where it dived (oversoul.attr.submersible)."""
    return not figure.gone and bool(figure.x or figure.y)


# ---- figures and units


def _figure(state: State, figure: Figure, cache: PageCache) -> Shown:
    """A figure depends on itself, on its unit, and on the turns of its side."""
    unit = state.units[figure.unit]
    of = (figure, unit.side, unit.frightened, state.sides[unit.side].turns)
    return cache.made(("figure", figure.id), of, lambda: _shown(state, figure, unit))


def _shown(state: State, figure: Figure, unit: Unit) -> Shown:
    size, turns = figure.profile.base, state.sides[unit.side].turns
    return Shown(
        figure.id,
        figure.unit,
        unit.side,
        figure.profile.key,
        figure.profile.name,
        figure.at,
        (size,) if isinstance(size, int) else size,
        figure.face,
        int(figure.airborne) - int(figure.submerged),
        _marks(figure, turns),
        figure.carrier,
        flags_of(
            {
                "prone": figure.prone,
                "airborne": figure.airborne,
                "submerged": figure.submerged,
                "aground": figure.aground,
                "reloading": any(gun.ready > turns + 1 and not gun.lost for gun in figure.guns),
                "atop": figure.seat == "rider",
            }
        ),
        unit.frightened,
    )


def _marks(figure: Figure, turns: int) -> tuple[str, ...]:
    """How a model is, in words, after so many turns of its side."""
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


def _card(state: State, unit: Unit, cache: PageCache) -> Card:
    """A unit's card depends on the unit, on its figures, and on the turns of those who cast spells on it."""
    of = (unit, [state.figures[name] for name in unit.figures], [state.sides[spell.by].turns for spell in unit.spells])
    return cache.made(("unit", unit.id), of, lambda: card_of(state, unit, _key, _status(state, unit), _note(state, unit)))


def _key(figure: Figure) -> str:
    return figure.profile.key


def _status(state: State, unit: Unit) -> tuple[Line, ...]:
    """What weighs on a unit, each with its rule."""
    left = [(spell, max(0, spell.until - state.sides[spell.by].turns)) for spell in unit.spells]
    return lines_of(
        ("frightened", "flees until it rallies" if unit.frightened else "", "oversoul.morale.fail"),
        ("disordered", "not in formation" if unit.disordered else "", "oversoul.morale.fail-tight-disordered"),
        *((spell.name, f"{turns} more turns of {spell.by}", spells()[spell.name].rule) for spell, turns in left),
        ("led by", state.units[unit.leader].name if unit.leader else "", "oversoul.leader.attach"),
        ("attached to", state.units[unit.under].name if unit.under else "", "oversoul.leader.attach"),
    )


def _note(state: State, unit: Unit) -> str:
    if unit.ranks is not None and not unit.disordered:
        return f"tight, {unit.ranks.kind}"
    aboard = [figure for figure in state.members(unit) if figure.carrier and figure.seat != "rider"]
    return "aboard" if aboard and len(aboard) == len(state.members(unit)) else ("tight" if unit.tight else "loose")


# ---- kinds of models


@cache
def model_of(profile: Profile) -> Model:
    """What the card of a kind of model says."""
    return Model(
        profile.key, profile.name, role_of(profile), _lines(profile), tuple(map(_arm, profile.weapons)), _likeness(profile)
    )


def _likeness(profile: Profile) -> Likeness | None:
    """An independent mount is there to be ridden; a model mounted without one has a common steed."""
    found = Likeness(steed=profile.kind == "mount", mounted=profile.mounted and not profile.mount)
    return found if found != Likeness() else None


def role_of(profile: Profile) -> Role:
    """The symbol it is drawn with: the first that fits."""
    if profile.is_vehicle:
        return "ship" if profile.waterborne else "flyer" if profile.flying else "walker" if profile.walker else "vehicle"
    roles: dict[Role, bool | int] = {
        "gun": profile.is_gun,
        "leader": profile.leader,
        "caster": profile.magic,
        "flyer": profile.flying,
        "beast": profile.kind == "mount",
        "mounted": profile.mounted,
        "shooter": bool(profile.weapons),
    }
    return next((role for role, fits in roles.items() if fits), "foot")


def _lines(profile: Profile) -> tuple[Line, ...]:
    known, cast = attributes(), spells()
    plain = lines_of(
        ("die", f"d{profile.die}", "oversoul.basics.single-die"),
        ("MOVE", f"{profile.move / INCH:g}″", "oversoul.move.allowance"),
        ("armour", ARMOUR.get(profile.armour, ""), "oversoul.attr.heavy-armor-immunity"),
    )
    return (
        *plain,
        *list_of("spells", {name: cast[name].rule for name in profile.spells}, "oversoul.cast.roll"),
        *list_of("attributes", {name: known[name].rules[0] if name in known else "" for name in profile.attributes}),
        *lines_of(("cost", f"{profile.cost} points", "oversoul.build.unit-cost")),
    )


def _arm(weapon: Weapon) -> Arm:
    laid = (
        "flame template" if weapon.template == "flame" else f"{weapon.template / INCH:g}″ template" if weapon.template else ""
    )
    reload = f"reload {weapon.reload}" if weapon.reload else ""
    uses = "" if weapon.uses is None else f"{weapon.uses} shots"
    words = [word for word in (f"d{weapon.die}", laid, weapon.artillery, reload, uses) if word]
    bands = (Band("range", weapon.range), Band("long", 2 * weapon.range)) if weapon.range else ()
    return Arm(weapon.name, ", ".join(words), bands, weapon.centre, weapon.arc)


# ---- ground, zones, markers


def _ground(piece: Piece) -> Terrain:
    hard = difficulty(piece)
    water = "deep water, " if is_deep(piece) else "shallow water, " if is_shallow(piece) else ""
    return ground_of(piece, f"{water}{hard}: {GOING[hard]}; {SEEING[sight(piece)]}", DEEP)


def _zones(state: State) -> tuple[Zone, ...]:
    goals = {goal.zone: goal.label or goal.id for goal in state.settings.objectives if goal.zone}
    found = [Zone(label, zone) for zone, label in goals.items()]
    if state.turn.phase in ("terrain", "ready", "deploy") and state.settings.deploy:
        found += [Zone("deploys", rectangle(*zone_of(state, name)), name) for name in state.sides]
    return tuple(found)


def _markers(state: State) -> tuple[Marker, ...]:
    doing = state.turn.doing
    blasts = doing.blasts if doing else []
    return tuple(Marker(f"blast-{number}", "Fireball", (b.x, b.y), BLAST) for number, b in enumerate(blasts))


# ---- where the battle stands


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
