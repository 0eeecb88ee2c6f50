"""The table of an AT-43 battle as a page shows it: cards, LP and Authority, rows of cards, figures, ground."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from littlewars.engine.page.cache import PageCache
from littlewars.engine.showing import Arm, Card, Flag, Line, Model, Party, Role, Show, Shown, Stage, Terrain, Tracker
from littlewars.kit.page import card_of, flags_of, ground_of, lines_of, party_of, stages_of, zones_of
from littlewars.table.terrain.pieces import Piece

from ..basics.numbers import CM
from ..basics.profiles import Profile, Weapon
from ..basics.state import HIDDEN, Fighter, Side, State, Unit
from ..basics.tabletop import destroyable, is_shield, passable
from ..roster.muster import weapon_row
from ..turn.deployment import zone_of
from ..turn.victory import score
from ..units.command import authority

PHASES = {
    "edges": "edges",
    "deploy": "deployment",
    "round": "a new round",
    "lay": "cards",
    "authority": "Authority test",
    "turns": "activations",
    "end": "end of the round",
    "over": "the battle is over",
}
STEPS = ("cards", "Authority test", "activations", "end of the round")  # at43.round.sequence
CARDS, BACK = "cards", "▮"  # the line of a side's cards, and in its words one that lies face down


def table(state: State, cache: PageCache) -> Show:
    """The whole table."""
    kinds = {fighter.profile.key: fighter.profile for fighter in state.figures.values()}
    there = [f for f in state.figures.values() if not f.gone and f.unit not in state.turn.waiting]
    lie = (state.pieces, state.settings.generators)
    return Show(
        title=state.settings.name or "AT-43",
        unit="cm",
        size=(state.width, state.depth),
        measures=False,  # at43.measuring.no-premeasuring
        tracker=_tracker(state),
        parties=tuple(_party(state, side) for side in state.sides.values()),
        models={key: model_of(kind) for key, kind in kinds.items()},
        units={unit.id: _card(state, unit) for unit in state.units.values()},
        figures={fighter.id: _shown(state, fighter) for fighter in there},
        ground=cache.made("ground", lie, lambda: tuple(_ground(state, piece) for piece in state.pieces)),
        zones=zones_of(state, zone_of),
        cloth=state.settings.cloth,
    )


# ---- sides


def _party(state: State, side: Side) -> Party:
    """LP, Authority and the row of cards are always in view; cards that are face down show their backs only
    (at43.round.activation-sequence, at43.leadership.pool)."""
    officer = state.command(side.name)
    rank = f", {officer.rank}" if officer is not None else ", no commander"
    row = cards_of(state, side)
    party = party_of(
        side,
        "",
        f"{score(state, side.name)} points",
        ("LP", str(side.lp), "at43.leadership.pool"),
        ("Authority", f"{authority(state, side.name)}{rank}", "at43.leadership.authority"),
        (CARDS, " | ".join(f"✕ {name}" if turned else name or BACK for name, turned in row), "at43.round.activation-sequence"),
        ("reserve", ", ".join(unit.name for unit in state.reserves(side.name) if unit.reserve), "at43.movement.reserve-entry"),
    )
    return replace(party, lines=tuple(replace(line, cards=row) if line.name == CARDS else line for line in party.lines))


def cards_of(state: State, side: Side) -> tuple[tuple[str, bool], ...]:
    """The cards that are turned, and those that lie there still; the name of a card that is face down is nobody's to know."""
    done = [
        unit for unit in state.units.values() if unit.side == side.name and state.turn.round and unit.turned == state.turn.round
    ]
    left = [("" if card == HIDDEN else state.units[card].name, False) for card in (*side.row, *side.named)]
    return (*((unit.name, True) for unit in done), *left)


# ---- figures and units


def _shown(state: State, fighter: Fighter) -> Shown:
    unit = state.units[fighter.unit]
    facts: dict[Flag, bool] = {"watching": "overwatch" in unit.markers, "prone": "hit-the-deck" in unit.markers}
    return Shown(
        fighter.id,
        fighter.unit,
        unit.side,
        fighter.profile.key,
        fighter.profile.name,
        fighter.at,
        (fighter.profile.radius,),
        None,  # at43.los.all-round
        0,
        _marks(state, fighter, unit),
        "",
        flags_of(facts),
        unit.status != "valiant",
    )


def _marks(state: State, fighter: Fighter, unit: Unit) -> tuple[str, ...]:
    """How a fighter is, in words."""
    found = ["leads"] if unit.leader == fighter.id else []
    found += ["commander"] if state.sides[unit.side].commander == fighter.id else []
    found += [f"{fighter.hurt} of {fighter.profile.wounds} damage points"] if fighter.hurt else []
    found += [f"{name.replace('-', ' ')}: {fighter.left(name)} left" for name in fighter.lost]
    return (*found, *(["immobile"] if fighter.immobile else []))


def _card(state: State, unit: Unit) -> Card:
    card = card_of(state, unit, lambda fighter: fighter.profile.key, _status(state, unit), "")
    tokens = [(marker.replace("-", " "), 0) for marker in unit.markers] + ([("split fire", 0)] if unit.kept else [])
    return replace(card, tokens=tuple(tokens))


def _status(state: State, unit: Unit) -> tuple[Line, ...]:
    """What weighs on a unit, each with its rule."""
    if not state.is_present(unit):
        return ()
    officer, rounds = state.officer(unit), state.turn.round
    where = "in reserve" if unit.reserve else "to be placed" if unit.id in state.turn.waiting else ""
    return lines_of(
        ("morale", f"{state.morale(unit)}, {unit.status}", "at43.morale.status"),
        ("officer", officer.rank if officer is not None else "", "at43.leadership.officer-unit-free"),
        ("hero", "leads it" if state.hero(unit) else "", "at43.profiles.heroes"),
        ("where", where, "at43.movement.reserve-entry"),
        ("moved", "in this round" if rounds and unit.moved == rounds else "", "at43.movement.kinds"),
        ("fire at will", "moves no more" if rounds and unit.pledged == rounds else "", "at43.tactics.fire-at-will"),
        ("kept", ", ".join(unit.kept).replace("-", " "), "at43.tactics.split-fire"),
    )


# ---- kinds of fighters


@cache
def model_of(profile: Profile) -> Model:
    """What there is to know of a card."""
    return Model(profile.key, profile.name, _role(profile), lines=_lines(profile), arms=tuple(map(_arm, profile.weapons)))


def _arm(weapon: Weapon) -> Arm:
    """A weapon; no rings of range are drawn, for nobody measures first (at43.measuring.no-premeasuring)."""
    _, accuracy, rate, penetration, damage, remarks = weapon_row(weapon)
    text = f"accuracy {accuracy}, rate {rate}, penetration {penetration}, damage {damage}"
    return Arm(weapon.name, text + (f", {remarks}" if remarks else ""))


def _role(profile: Profile) -> Role:
    if profile.afv:
        return "walker"
    return "leader" if profile.officer or profile.hero else "gun" if profile.special else "shooter" if profile.guns else "foot"


def _lines(profile: Profile) -> tuple[Line, ...]:
    structure = ", ".join(f"{name.replace('-', ' ')} {points}" for name, points in profile.structure)
    officer = profile.officer
    rank = f"{officer.rank}: Authority {officer.authority}, {officer.lp} LP" if officer is not None else ""
    return lines_of(
        ("move", f"{profile.move / CM:g} cm", "at43.movement.combat"),
        ("size", str(profile.size), "at43.zone-of-fire.size"),
        ("combat value", str(profile.combat), "at43.close-combat.test"),
        ("protection", str(profile.protection), "at43.shooting.damage-test"),
        ("morale", str(profile.morale), "at43.morale.test"),
        ("type", str(profile.type) if profile.type else "", "at43.core.infantry-types"),
        ("damage points", str(profile.wounds) if profile.wounds > 1 else "", "at43.shooting.damage-on-soldiers"),
        ("structure", structure, "at43.afv.structure-points"),
        ("officer", rank, "at43.leadership.authority"),
        ("hero", "yes" if profile.hero else "", "at43.profiles.heroes"),
    )


# ---- the table


def _ground(state: State, piece: Piece) -> Terrain:
    if is_shield(piece):
        return ground_of(piece, "shield formation: blocks sight up to its height and gives cover")
    words = ["passable" if passable(piece) else "not to be entered"]
    words += ["blocks sight" if piece.top is None else f"{piece.top / CM:g} cm high"] if piece.top or piece.top is None else []
    if destroyable(piece):
        words.append(f"Protection {piece.protection}, {piece.structure} structure points")
    if piece.id in state.settings.generators:
        owner = state.settings.generators[piece.id]
        words.append(f"of {owner}" if owner else "nobody's")
    return ground_of(piece, "; ".join(words))


def _tracker(state: State) -> Tracker:
    turn = state.turn
    phase = PHASES[turn.phase]
    stages: tuple[Stage, ...] = stages_of(STEPS, phase) if phase in STEPS else ()
    unit = turn.doing.unit if turn.doing is not None else ""
    return Tracker(turn.round, state.settings.rounds, phase=phase, side=turn.at, unit=unit, stages=stages)
