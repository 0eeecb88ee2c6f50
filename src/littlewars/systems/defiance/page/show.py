"""The table of a Defiance battle as a page shows it: cards, figures, ground, suppression, and where the battle stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial

from msgspec.structs import replace

from littlewars.engine.page.cache import PageCache
from littlewars.engine.showing import Arm, Band, Card, Line, Marker, Model, Role, Show, Shown, Stage, Terrain, Tracker, Zone
from littlewars.kit.page import card_of, flags_of, ground_of, kept, lines_of, party_of, stages_of
from littlewars.table.shapes.bases import Box, corners, middle
from littlewars.table.terrain.pieces import Piece

from ..basics.effectors import effectors
from ..basics.numbers import COVER_PI, COVER_SI, DEPTH, INCH, NEVER, QUALITIES, RATE
from ..basics.profiles import BRACKETS, Frame, Weapon
from ..basics.scale import SCALES, format_length
from ..basics.state import BODIES, Activation, Figure, Side, State, Template, Unit
from ..basics.tabletop import must_be_climbed, terrain
from ..fire.stoppage import stopped_line
from ..move.boarding import riders
from ..move.path import base_move
from ..roster.armies import air_strike
from ..roster.muster import rate_of, remarks_of
from ..suppression.area import fringes
from ..turn.deployment import zone_of
from ..turn.victory import points
from ..units.guns import guns_of
from ..units.units import current_size, least_size, morale_of, short_by
from ..vehicles.mounts import AHEAD
from .deck import backs, deck_of

TEMPLATE = 2 * INCH  # width of a suppression template (defiance.suppression.template-width)
BEFORE = ("terrain", "zones", "primary", "deploy")
PHASES = {
    "terrain": "terrain is changed",
    "zones": "zones are chosen",
    "primary": "Primary Commanders are named",
    "deploy": "deployment",
    "command": "Command Phase",
    "cards": "Command Phase",
    "active": "Active Phase",
    "resolution": "Resolution Phase",
    "over": "the battle is over",
}
TURN = ("command", "active", "resolution")  # the three phases of a turn, in one word each (defiance.turn.sequence)
WORDS = {  # of the stages of an activation (defiance.turn.activation-start), as few as a bar has room for
    "markers": ("start", "suppression", "stun", "within"),
    "chits": ("chits",),
    "orders": ("teams", "order"),
    "action": ("lay", "escape", "act", "drive", "fight"),
    "cover": ("cover", "end"),
}
WORD_OF = {stage: word for word, stages in WORDS.items() for stage in stages}
# defiance.advanced.reaction-names: what failing means, by the names of the advanced rules
REACTIONS = {"individual": "cower", "unit": "regroup", "matrix": "communication breakdown"}
FAR = 240_000  # how far a ring of unlimited range is drawn


def page(state: State, cache: PageCache) -> Show:
    """The whole table, with what is known of it. Of the initiative cards, the only secret of the book, it tells how many of
    each side are left."""
    state.turn.deck, state.turn.assigned = backs(state), {}
    return kept(state, cache, lambda: table(state, cache))


def table(state: State, cache: PageCache) -> Show:
    """The whole table, with what is known of it."""
    figures, scale = state.figures.values(), state.settings.scale
    kinds = {f.id: cache.made(("model", f.id), (f.frame, f.arms), partial(_model, f, scale)) for f in figures}
    return Show(
        title=state.settings.name or "Defiance",
        unit=SCALES[scale].unit,
        factor=SCALES[scale].factor,
        size=(state.width, state.depth),
        measures=True,  # defiance.ranged.range-measurement
        tracker=_tracker(state),
        parties=tuple(
            party_of(side, name, f"{points(state, name)} points", _primary(state, side)) for name, side in state.sides.items()
        ),
        models={model.key: model for model in kinds.values()},
        units={u.id: _card(state, u, kinds, cache) for u in state.units.values() if u.figures},  # not who joined another
        figures={f.id: _figure(state, f, kinds[f.id], cache) for f in _on_table(state)},
        ground=cache.made("ground", (state.pieces,), lambda: tuple(_ground(piece, scale) for piece in state.pieces)),
        zones=_zones(state),
        markers=cache.made("markers", (state.templates, state.figures, state.turn), lambda: _markers(state))
        if state.templates or state.clouds or state.turn.strikes
        else (),
        cloth=state.settings.cloth,
    )


# ---- figures


def _on_table(state: State) -> list[Figure]:
    """Everybody who stands there, and wrecks that are not terrain yet (defiance.vehicle.eliminated)."""
    return state.standing() + [figure for figure in state.figures.values() if _is_body(figure)]


def _is_body(figure: Figure) -> bool:
    return bool(figure.gone) and figure.craft is not None and figure.craft.hulk in BODIES


def _figure(state: State, figure: Figure, kind: Model, cache: PageCache) -> Shown:
    """A figure depends on itself, on its unit, on who is Primary Commander, on what the units it aims at are called, and on
    how many are inside."""
    unit, inside = state.units[figure.unit], _inside(state, figure)
    of = (figure, unit, state.sides[unit.side].primary == figure.id, inside, [state.units.get(name) for name in figure.aims])
    return cache.made(("figure", figure.id), of, lambda: _shown(state, figure, kind))


def _shown(state: State, figure: Figure, kind: Model) -> Shown:
    size = figure.frame.base
    return Shown(
        figure.id,
        figure.unit,
        state.side_of(figure),
        kind.key,
        figure.frame.name,
        figure.at,
        (size,) if isinstance(size, int) else size,
        figure.face,  # defiance.terms.facing-marked
        figure.level,
        _marks(state, figure),
        flags=flags_of(
            {
                "prone": figure.prone,
                "airborne": figure.level > 0,
                "watching": bool(figure.covers),
                "aiming": bool(figure.aims),
                "stunned": figure.stunned,
                "engaged": bool(figure.locked),
            }
        ),
        afraid=figure.shaken or bool(state.units[figure.unit].broken),
        inside=_inside(state, figure),
    )


def _marks(state: State, figure: Figure) -> tuple[str, ...]:
    """How a figure is, in words: its counters (defiance.terms.counters)."""
    found = [word for word in ("prone", "shaken", "stunned") if getattr(figure, word)]
    found += ["airborne", f"level {figure.level}"] if figure.level else []
    found += ["watching", f"covers, {figure.covers} {figure.cover_mod:+d}"] if figure.covers else []
    found += [f"sprinting {format_length(figure.sprint, state.settings.scale)}"] if figure.sprint else []
    found += [f"aims at {state.units[name].name}" for name in figure.aims if name in state.units]
    found += [f"{stopped_line(figure, name).name} stopped" for name in figure.stopped]
    found += _hull_marks(state, figure)
    found += _titles(figure)
    ready = sum(not chit.used for chit in figure.chits)
    found += [f"{ready} attack chit{'s' if ready > 1 else ''}"] if ready else []
    found += [f"{figure.left} of {figure.frame.capacity} damage points"] if figure.hurt else []
    found += [f"engaged with {state.figures[name].frame.name}" for name in figure.locked]
    if inside := _inside(state, figure):
        found.append(f"carries {inside}")
    found += [f"{line.name}: {left} shot{'' if left == 1 else 's'}" for line, left in _ammunition(figure)]
    if figure.id == state.sides[state.side_of(figure)].primary:
        found.append("Primary Commander")
    return tuple(found)


def _inside(state: State, figure: Figure) -> int:
    """How many it carries."""
    return len(riders(state, figure)) if figure.frame.hull and figure.frame.hull.room else 0


def _hull_marks(state: State, figure: Figure) -> list[str]:
    """How a vehicle is: its counters, and what hits have taken off it (defiance.orders.static-vehicle-counter,
    defiance.vehicle.haywire, defiance.vehicle.afv-chart, defiance.vehicle.sdc-notation)."""
    craft, hull = figure.craft, figure.frame.hull
    if craft is None or hull is None:
        return []
    found = ["wreck" if craft.hulk else "static" if not craft.rolled else ""]
    found.append(("", "haywire", "out of control")[craft.haywire])
    found += [f"Move {format_length(base_move(figure), state.settings.scale)}"] if craft.slowed else []
    found += [f"{figure.arms[arm].weapon.name} lost" for arm in craft.lost]
    found += [f"{hull.structure - craft.holed} of {hull.structure} structural points"] if craft.holed else []
    return [word for word in found if word]


def _ammunition(figure: Figure) -> Iterator[tuple[Weapon, int]]:
    """What is left of each weapon, and of each line of a combination, that has few shots (defiance.ranged.ammo)."""
    for number, (shots, arm) in enumerate(zip(figure.shots, figure.arms, strict=False)):
        if arm.weapon.ammo is not None:
            yield arm.weapon, max(0, arm.weapon.ammo - shots)
        for at, line in enumerate(arm.weapon.modes):
            if line.ammo is not None:
                yield line, max(0, line.ammo - figure.rounds.count(f"{number}:{at}"))


def _titles(figure: Figure) -> list[str]:
    levels = (("leader", figure.leader), ("commander", figure.command), ("focal point", figure.focal))
    return [f"{word} {level}" for word, level in levels if level] + (["hero"] if figure.hero else [])


# ---- units


def _card(state: State, unit: Unit, kinds: Mapping[str, Model], cache: PageCache) -> Card:
    """A unit's card depends on the unit, on its figures and guns, on the suppression that lies, and on the phase."""
    of = (unit, [state.figures[name] for name in (*unit.figures, *unit.guns)], state.templates, state.turn.phase)
    return cache.made(("unit", unit.id), of, lambda: _card_of(state, unit, kinds))


def _card_of(state: State, unit: Unit, kinds: Mapping[str, Model]) -> Card:
    note = f"{unit.quality}, {unit.status}" + (", single" if unit.solo else "")
    card = card_of(state, unit, lambda figure: kinds[figure.id].key, _status(state, unit), note)
    bodies = tuple(name for name in unit.figures if _is_body(state.figures[name]))
    guns = tuple(gun.id for gun in guns_of(state, unit))
    return replace(card, figures=card.figures + bodies + guns, tokens=_tokens(state.members(unit)))


def _tokens(members: list[Figure]) -> tuple[tuple[str, int], ...]:
    """The counters that lie beside a unit: attack chits in hand, figures with covering fire (defiance.terms.counters)."""
    chits = sum(not chit.used for figure in members for chit in figure.chits)
    covering = sum(bool(figure.covers) for figure in members)
    return tuple((word, number) for word, number in (("attack chits", chits), ("covering", covering)) if number)


def _aboard(state: State, unit: Unit) -> str:
    """In which vehicle it is, or what it boards."""
    inside = [figure for figure in state.members(unit) if figure.aboard]
    if inside:
        return f"{len(inside)} in {state.figures[inside[0].aboard].frame.name}"
    return f"boards {state.figures[unit.boards].frame.name}" if unit.boards else ""


def _status(state: State, unit: Unit) -> tuple[Line, ...]:
    """What weighs on a unit, each with its rule."""
    if not state.is_present(unit):
        return ()
    members, missing = state.members(unit), short_by(state, unit)
    shaken, engaged = sum(figure.shaken for figure in members), sum(bool(figure.locked) for figure in members)
    broken = REACTIONS["matrix" if unit.quality == "Matrix" else "unit"] if unit.broken else ""
    under_fire = [state.units[template.target].name for template in state.templates if template.unit == unit.id]
    return lines_of(
        ("morale", f"{morale_of(state, unit)}+", "defiance.morale.quality-table"),
        ("size", f"{current_size(state, unit)}, minimum {least_size(state, unit)}", "defiance.unit.current-size"),
        ("short", f"{missing} below its minimum" if missing else "", "defiance.unit.min-size-drop"),
        ("broken", broken, "defiance.morale.broken-effects"),
        ("shaken", f"{shaken}: {REACTIONS['individual']}" if shaken else "", "defiance.morale.shaken-effects"),
        ("aboard", _aboard(state, unit), "defiance.passenger.definition"),
        ("engaged", f"{engaged} locked hand to hand" if engaged else "", "defiance.hth.lock"),
        *(("suppresses", name, "defiance.suppression.duration") for name in under_fire),
        ("activated", "this turn" if unit.activated and state.turn.phase == "active" else "", "defiance.turn.one-activation"),
    )


# ---- kinds of figures


def _model(figure: Figure, scale: str) -> Model:
    """Figures of a frame with the same weapons share a card."""
    arms = tuple((arm.slot, arm.weapon) for arm in figure.arms)
    key = "/".join((figure.frame.key, *(f"{slot} {weapon.key}" for slot, weapon in arms)))
    return model_of(key, figure.frame, arms, scale)


@cache
def model_of(key: str, frame: Frame, arms: tuple[tuple[str, Weapon], ...], scale: str = "30mm") -> Model:
    """What the card of a kind of figure says."""
    mounts = frame.hull.mounts if frame.hull else {}
    shown = tuple(
        _arm(slot, line, weapon, scale, sector)
        for slot, weapon in arms
        for line in weapon.lines
        for sector in mounts.get(slot, AHEAD)
    )
    return Model(key, frame.name, role_of(frame, arms), _lines(frame, scale), shown)


def role_of(frame: Frame, arms: tuple[tuple[str, Weapon], ...]) -> Role:
    """The symbol it is drawn with."""
    if frame.vehicle and frame.hull is None:
        return "gun"
    if frame.vehicle:
        return "walker" if frame.mecha else "vehicle"
    if frame.flies:
        return "flyer"
    return "shooter" if arms else "beast"


STATS: tuple[tuple[str, str, Callable[[Frame, str], str]], ...] = (
    ("SZ", "defiance.stats.size", lambda f, s: str(f.size)),
    ("QU", "defiance.stats.quality", lambda f, s: f"{f.quality} ({QUALITIES[f.quality].morale}+)"),
    ("MV", "defiance.stats.move", lambda f, s: f"{format_length(f.move, s)} {' '.join(sorted(f.modes))}".strip()),
    ("AR", "defiance.stats.armor-rating", lambda f, s: f"{f.armour:+d}"),
    ("FS", "defiance.stats.field-save", lambda f, s: f"{f.field}+" if f.field else ""),
    ("DC", "defiance.stats.damage-capacity", lambda f, s: str(f.capacity)),
    ("HR", "defiance.stats.hth-rating", lambda f, s: f"{f.dice}@{f.strikes}+{''.join(sorted(f.blows))}" if f.dice else ""),
    ("RF", "defiance.stats.reflex", lambda f, s: f"{f.reflex:+d}"),
    ("AG", "defiance.stats.agility", lambda f, s: str(f.agility) if f.agility else ""),
    ("PV", "defiance.stats.point-value", lambda f, s: str(f.cost)),
)


def _lines(frame: Frame, scale: str) -> tuple[Line, ...]:
    """The statistics; a star marks those that are ours (defiance.profiles.format)."""
    kind = "vehicle" if frame.vehicle else "powered infantry" if frame.powered else "standard infantry"
    found = [("class", kind, "defiance.terms.si-pi"), *((name, tell(frame, scale), rule) for name, rule, tell in STATS)]
    return lines_of(*((name, value + ("*" if value and name in frame.ours else ""), rule) for name, value, rule in found))


def _arm(slot: str, line: Weapon, whole: Weapon, scale: str, sector: tuple[int, int]) -> Arm:
    """A weapon: its five brackets as rings, in one of its arcs."""
    bands = [
        Band(f"{number}+", min(reach, FAR)) for number, reach in zip(BRACKETS, line.brackets, strict=True) if reach is not None
    ]
    words = [slot, f"{line.type} {line.target}", f"FR {rate_of(line)}", *remarks_of(line, scale)]
    if any(reach == NEVER for reach in line.brackets):
        words.append("unlimited range")
    if whole.ours or line.ours:
        words.append("* values of ours")
    name = line.name if line is whole else f"{whole.name}: {line.name}"
    known = effectors()
    letters = tuple((letter, known[letter].rule) for letter in sorted(line.effectors) if letter in known)
    text = ", ".join(words)
    return Arm(name, text, tuple(bands), *sector, "centre", words=letters)  # defiance.ranged.range-measurement


# ---- ground, zones, markers


def _ground(piece: Piece, scale: str) -> Terrain:
    kind = terrain(piece)
    if kind == "impassable":
        text = "impassable; blocks sight up to its height"
    elif kind == "open":
        text = "open"
    else:
        up, down = RATE[kind]
        cover = f"cover {COVER_SI[kind]} (SI), {COVER_PI[kind]} (PI)"
        text = f"{kind}: {up}/{down} of the way; {cover}; {format_length(DEPTH[kind], scale)} of it block sight"
        text += "; to be climbed" if must_be_climbed(piece) else ""
    return ground_of(piece, text)


def _zones(state: State) -> tuple[Zone, ...]:
    if state.turn.phase not in BEFORE or not state.turn.waiting:
        return ()
    return tuple(Zone("deploys", zone_of(state, name), name) for name, side in state.sides.items() if side.edge)


def _markers(state: State) -> tuple[Marker, ...]:
    """Poison, smoke and strikes to come; suppression templates and their fringes, piece by piece; a fringe includes its piece,
    and so lies beneath it."""
    beneath = [marker for template in state.templates for marker in _fringe(state, template)]
    return (*_clouds(state), *beneath, *(marker for template in state.templates for marker in _template(state, template)))


def _clouds(state: State) -> Iterator[Marker]:
    """Where poison and smoke lie, and where air strikes will come down (defiance.airstrike.delay: visible to all)."""
    for cloud in state.clouds:
        side, smoke = state.side_of(state.figures[cloud.by]), cloud.kind == "smoke"
        name = f"smoke, {cloud.mod} to fire through it" if smoke else f"poison, {cloud.damage}+"
        yield Marker(cloud.id, name, (cloud.x, cloud.y), cloud.radius, side=side, kind="smoke" if smoke else "cloud")
    area = air_strike().aoe
    for number, strike in enumerate(state.turn.strikes):
        side, radius = state.side_of(state.figures[strike.by]), area.radius if area else 0
        yield Marker(f"strike-{number}", "air strike to come", (strike.x, strike.y), radius, side=side, kind="incoming")


def _template(state: State, template: Template) -> Iterator[Marker]:
    unit = state.units[template.unit]
    for number, rect in enumerate(template.pieces):
        lies = corners(Box(rect.x, rect.y, rect.face, rect.length, TEMPLATE))
        yield Marker(f"{template.id}-{number}", f"suppression by {unit.name}", (rect.x, rect.y), 0, lies, unit.side)


def _fringe(state: State, template: Template) -> Iterator[Marker]:
    """The ground that the fire sweeps on its way (defiance.suppression.fringe-area)."""
    side = state.units[template.unit].side
    for number, area in enumerate(fringes(state, template).parts):
        yield Marker(f"{template.id}-{number}-fringe", "", middle(area), 0, area, side, faint=True)


# ---- where the battle stands


def _primary(state: State, side: Side) -> tuple[str, str, str]:
    """Who commands it, as everybody knows (defiance.command.primary-commander)."""
    figure = state.figures.get(side.primary)
    name = f"{figure.frame.name} of {state.units[figure.unit].name}" if figure else ""
    return "Primary Commander", name, "defiance.command.primary-commander"


def _tracker(state: State) -> Tracker:
    turn = state.turn
    unit = turn.doing.unit if turn.doing else ""
    side = state.units[unit].side if unit else ""
    stages = _stages(turn.doing) if turn.doing else stages_of(TURN, turn.phase) if turn.phase in TURN else ()
    return Tracker(turn.number, state.settings.turns, PHASES[turn.phase], side, unit, (), stages, "turn", deck_of(state))


def _stages(doing: Activation) -> tuple[Stage, ...]:
    """The parts of the activation in progress."""
    if doing.stage not in WORD_OF:
        return (Stage(doing.stage, "now"),)
    return stages_of(tuple(WORDS), WORD_OF[doing.stage])
