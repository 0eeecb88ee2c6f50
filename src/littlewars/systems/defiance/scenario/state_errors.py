"""What cannot be: checks of a state between steps, for tests and for long runs of random games."""

from __future__ import annotations

from collections.abc import Iterator

from littlewars.kit.errors import misplaced
from littlewars.untrusted import quote

from ..basics.numbers import REACH, TOP_LEVEL
from ..basics.state import PHASES, STAGES, Cloud, Figure, State, Team, Template, Unit
from ..move.boarding import room_left
from ..orders.orders import ORDERS, PATTERNS
from ..roster.legality import LARGEST, MOST_OFFICERS
from ..vehicles.wrecks import structure_left

COVERS = ("", "primary", "support", "side", "vehicle")  # classes of weapons (defiance.cover.counter)
TOP_LEADER, TOP_RANK, TOP_FOCAL = 4, 4, 2  # defiance.command.leader-table, defiance.command.focal-table
LARGEST_MOD = 20
CLOUDS = ("poison", "smoke")
WEAKEST = 40  # what the dice of an old cloud may need
WIDEST = 20_000  # of a cloud: it ends soon after 8 inches
UNDER_ORDERS = ("lay", "escape", "act", "fight", "cover")  # stages of an activation
WAYS_OUT = ("", "killed", "routed", "dissolved")


def state_errors(state: State) -> list[str]:
    """Everything that is impossible about this state; nothing, one hopes."""
    return [
        *misplaced(_on_their_own(state), (state.width, state.depth), lambda figure: figure.level),
        *(fault for unit in state.units.values() for fault in _unit_faults(state, unit)),
        *(fault for figure in state.figures.values() for fault in _figure_faults(state, figure)),
        *(fault for template in state.templates for fault in _template_faults(state, template)),
        *(fault for cloud in state.clouds for fault in _cloud_faults(state, cloud)),
        *(f"there is no {quote(one.by)} to call a strike" for one in state.turn.strikes if one.by not in state.figures),
        *_side_faults(state),
        *_card_faults(state),
        *_turn_faults(state),
    ]


def _on_their_own(state: State) -> list[Figure]:
    """Everybody on the table but those whom a hull is just driving over: they found no room to make way."""
    doing = state.turn.doing
    under = doing.drive.passed if doing is not None and doing.drive is not None else ()
    return [figure for figure in state.standing() if figure.id not in under]


def _cloud_faults(state: State, cloud: Cloud) -> Iterator[str]:
    """Poison with dice that can be rolled, or smoke that takes something off, by somebody who is known."""
    if cloud.kind not in CLOUDS or cloud.by not in state.figures:
        yield f"{quote(cloud.id)} is no cloud of poison or smoke by anybody: defiance.aoe.poison-growth"
    if not 0 < cloud.radius <= WIDEST or not 0 <= cloud.damage <= WEAKEST or not 1 <= cloud.dice <= LARGEST_MOD:
        yield f"{quote(cloud.id)} has a radius or dice that no cloud has: defiance.aoe.poison-growth"
    if not -LARGEST_MOD <= cloud.mod <= 0:
        yield f"{quote(cloud.id)} takes off {cloud.mod}: defiance.grenade.obscuring"


def _side_faults(state: State) -> Iterator[str]:
    """A Primary Commander is one of his own side's figures; cards are given by sides that exist."""
    for side in state.sides.values():
        if side.strikes < 0:
            yield f"{side.name} has called more air strikes than it bought: defiance.airstrike.purchase"
        figure = state.figures.get(side.primary)
        if side.primary and (figure is None or state.units[figure.unit].side != side.name):
            yield f"{side.primary} is no figure of {side.name}: defiance.command.primary-commander"
    for name in [name for name in state.turn.assigned if name not in state.sides]:
        yield f"{name} is no side and has no command cards: defiance.command.command-card-drawn"


def _unit_faults(state: State, unit: Unit) -> Iterator[str]:
    if any(name not in state.figures or state.figures[name].unit != unit.id for name in unit.figures):
        yield f"{unit.id} counts others among its figures"
        return  # nothing else can be asked of such a unit
    members = state.members(unit)
    if unit.side not in state.sides:
        yield f"{unit.id} belongs to nobody"
    if any(figure.frame.quality != unit.quality and not figure.frame.vehicle for figure in members):
        yield f"{unit.id} mixes qualities: defiance.unit.quality-uniform"
    if len(members) > LARGEST:
        yield f"{unit.id} has more than {LARGEST} figures: defiance.unit.definition"
    officers = sum(bool(figure.leader or figure.command) for figure in members)
    if officers > (0 if unit.quality == "Matrix" else MOST_OFFICERS):
        yield f"{unit.id} has {officers} leaders and commanders: defiance.stats.officer-limit"
    if unit.solo and len(members) > 1:
        yield f"{unit.id} is called single and is not: defiance.morale.solo-exempt"
    if unit.status not in ("standard", "ad hoc", "mob"):
        yield f"{unit.id} is neither standard, ad hoc nor a mob"


def _figure_faults(state: State, figure: Figure) -> Iterator[str]:
    unit = state.units.get(figure.unit)
    if unit is None or figure.id not in (unit.guns if figure.is_gun else unit.figures):
        yield f"{figure.id} is not in its unit"
        return
    if figure.gone not in WAYS_OUT:
        yield f"{figure.id} is {quote(figure.gone)}, which nobody is"
    if figure.gone:
        return
    yield from [f"{figure.id} has a chit of {c.owner}, who is nobody" for c in figure.chits if c.owner not in state.figures]
    if figure.shaken and (unit.broken or figure.frame.quality == "Matrix"):
        yield f"{figure.id} is shaken and cannot be: defiance.morale.shaken-in-broken-unit, defiance.morale.matrix-individual"
    if figure.covers not in COVERS:
        yield f"{figure.id} covers with {quote(figure.covers)}, which is no class of weapon: defiance.cover.counter"
    if not (0 <= figure.leader <= TOP_LEADER and 0 <= figure.command <= TOP_RANK and 0 <= figure.focal <= TOP_FOCAL):
        yield f"{figure.id} has a level that no officer has: defiance.stats.officer"
    if abs(figure.cover_mod) > LARGEST_MOD:
        yield f"{figure.id} covers with a modifier of {figure.cover_mod}: defiance.cover.modifier-table"
    if not 0 <= figure.hurt < figure.frame.capacity:
        yield f"{figure.id} has taken {figure.hurt} hits and stands: defiance.stats.damage-capacity"
    if not 0 <= figure.level <= (TOP_LEVEL if figure.frame.flies else 0):
        yield f"{figure.id} cannot be on level {figure.level}: defiance.move.fly-levels"
    if figure.prone and (figure.level or figure.frame.vehicle):
        yield f"{figure.id} cannot be prone: defiance.move.prone-vehicles"
    if figure.hero and figure.frame.quality in ("Matrix", "Vehicle"):
        yield f"{figure.id} cannot be a hero: defiance.stats.hero-cost"
    if figure.stopped and not _lines_of(figure).issuperset(figure.stopped):
        yield f"{figure.id} has a stoppage of a weapon that it has not"
    if figure.rounds and not _lines_of(figure).issuperset(figure.rounds):
        yield f"{figure.id} has fired a line of a weapon that it has not"
    if figure.shots and len(figure.shots) != len(figure.arms):
        yield f"{figure.id} has counted shots of weapons that it has not"
    if figure.aboard:
        yield from _passenger_faults(state, figure)
    for name in figure.locked:
        other = state.figures.get(name)
        if other is None or other.gone or figure.id not in other.locked:
            yield f"{figure.id} is engaged with {name}, who is not with it: defiance.hth.lock"


def _passenger_faults(state: State, figure: Figure) -> Iterator[str]:
    """It is inside a vehicle of its own side that is there and has room for all who are (defiance.passenger.definition)."""
    vehicle = state.figures.get(figure.aboard)
    if vehicle is None or vehicle.frame.hull is None or state.side_of(vehicle) != state.side_of(figure):
        yield f"{figure.id} is aboard {quote(figure.aboard)}, which carries nobody: defiance.passenger.definition"
    elif vehicle.gone and structure_left(vehicle) <= 0:
        yield f"{figure.id} is aboard a wreck: defiance.passenger.survival"
    elif room_left(state, vehicle) < 0:
        yield f"{vehicle.id} carries more than it has room for: defiance.vehicle.passenger-capacity"
    elif figure.locked or figure.covers:
        yield f"{figure.id} is aboard and cannot fight: defiance.passenger.definition"


def _lines_of(figure: Figure) -> set[str]:
    """The lines of its weapons as a stoppage names them."""
    return {f"{arm}:{line}" for arm, one in enumerate(figure.arms) for line in range(len(one.weapon.lines))}


def _template_faults(state: State, template: Template) -> Iterator[str]:
    if template.unit not in state.units or template.target not in state.units:
        yield f"suppression {template.id} is of no unit, or against none"
    elif not {template.firer, *template.contributors} <= set(state.units[template.unit].figures):
        yield f"suppression {template.id} is fed by others than its unit's"
    elif not all(name in template.arms and _has_line(state, template, name) for name in template.contributors):
        yield f"suppression {template.id} is fed with weapons that its figures have not"


def _has_line(state: State, template: Template, name: str) -> bool:
    """Has this contributor the weapon and the line with which it fires?"""
    arms, arm = state.figures[name].arms, template.arms[name]
    return 0 <= arm < len(arms) and 0 <= template.lines.get(name, 0) < len(arms[arm].weapon.lines)


def _turn_faults(state: State) -> Iterator[str]:
    """The phase, the stage of an activation, and the units and figures of which both speak are such as there are."""
    turn, doing = state.turn, state.turn.doing
    if turn.phase not in PHASES:
        yield f"there is no phase {quote(turn.phase)}: defiance.turn.sequence"
    yield from [f"there is no unit {name} to deploy" for name in turn.waiting if name not in state.units]
    yield from [f"there is no figure {name} to rally" for name in turn.shaken if name not in state.figures]
    if doing is None:
        return
    if doing.unit not in state.units:
        yield f"there is no unit {doing.unit} to act"
        return
    if doing.stage not in STAGES:
        yield f"{doing.unit} is in no stage {quote(doing.stage)} of its activation: defiance.orders.activation-sequence"
    if doing.stage in UNDER_ORDERS and (doing.team is None or not doing.team.order):
        yield f"{doing.unit} acts without orders: defiance.orders.declare-first"
    for team in (*([doing.team] if doing.team else ()), *doing.kept, Team(doing.waiting)):
        yield from [f"there is no figure {name} to follow an order" for name in team.figures if name not in state.figures]
        if team.order not in ("", *ORDERS):
            yield f"there are no orders {quote(team.order)}: defiance.orders.declare-first"
        if team.speed not in ("", *REACH):
            yield f"nobody goes {quote(team.speed)}: defiance.move.types-table"
        if team.pattern not in ("", *PATTERNS):
            yield f"nobody attacks by {quote(team.pattern)}: defiance.orders.fire-attack-pattern"


def _card_faults(state: State) -> list[str]:
    """Cards are of units that exist; a card that lies hidden from the viewer has no unit to see."""
    cards = [*state.turn.deck, *(card for cards in state.turn.assigned.values() for card in cards)]
    return [f"there is a card of {card.unit}, which is no unit" for card in cards if card.unit and card.unit not in state.units]
