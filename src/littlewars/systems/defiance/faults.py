"""What cannot be: checks of a state between steps, for tests and for long runs of random games."""

from __future__ import annotations

from itertools import combinations

from ...table.bases import bound, centre2, on_table, overlaps
from .numbers import TOP_LEVEL
from .state import Figure, State, Template, Unit

MOST_OFFICERS = 2  # defiance.stats.officer-limit
LARGEST = 24  # defiance.unit.definition
COVERS = ("", "primary", "support", "side", "vehicle")  # classes of weapons (defiance.cover.counter)
TOP_LEADER, TOP_RANK, TOP_FOCAL = 4, 4, 2  # defiance.command.leader-table, .focal-table
LARGEST_MOD = 20


def faults(state: State) -> list[str]:
    """Everything that is impossible about this state; nothing, one hopes."""
    waiting = set(state.turn.waiting)
    present = [figure for figure in state.figures.values() if not figure.gone and figure.unit not in waiting]
    found = [f"{f.id} is off the table" for f in present if not on_table(f.base(), (state.width, state.depth))]
    found += _overlaps(present)
    for unit in state.units.values():
        found += _unit_faults(state, unit)
    for figure in state.figures.values():
        found += _figure_faults(state, figure)
    for template in state.templates:
        found += _template_faults(state, template)
    return found + _side_faults(state) + _card_faults(state)


def _side_faults(state: State) -> list[str]:
    """A Primary Commander is one of his own side's figures; cards are given by sides that exist."""
    found = []
    for side in state.sides.values():
        figure = state.figures.get(side.primary)
        if side.primary and (figure is None or state.units[figure.unit].side != side.name):
            found.append(f"{side.primary} is no figure of {side.name}: defiance.command.primary-commander")
    found += [
        f"{name} is no side and has no command cards: defiance.command.command-card-drawn"
        for name in state.turn.assigned
        if name not in state.sides
    ]
    return found


def _overlaps(present: list[Figure]) -> list[str]:
    """Nobody stands on another; on other levels there is room."""
    bases = [(figure, figure.base()) for figure in present]
    around = [bound(base) for _, base in bases]
    return [
        f"{bases[i][0].id} and {bases[j][0].id} overlap"
        for i, j in combinations(range(len(bases)), 2)
        if bases[i][0].level == bases[j][0].level
        and centre2(bases[i][1].at, bases[j][1].at) < (around[i] + around[j]) ** 2
        and overlaps(bases[i][1], bases[j][1])
    ]


def _unit_faults(state: State, unit: Unit) -> list[str]:
    found = []
    members = state.members(unit)
    if unit.side not in state.sides:
        found.append(f"{unit.id} belongs to nobody")
    if any(name not in state.figures or state.figures[name].unit != unit.id for name in unit.figures):
        found.append(f"{unit.id} counts others among its figures")
    if any(figure.frame.quality != unit.quality and not figure.frame.vehicle for figure in members):
        found.append(f"{unit.id} mixes qualities: defiance.unit.quality-uniform")
    if len(members) > LARGEST:
        found.append(f"{unit.id} has more than {LARGEST} figures: defiance.unit.definition")
    officers = sum(bool(figure.leader or figure.command) for figure in members)
    if officers > (0 if unit.quality == "Matrix" else MOST_OFFICERS):
        found.append(f"{unit.id} has {officers} leaders and commanders: defiance.stats.officer-limit")
    if unit.solo and len(members) > 1:
        found.append(f"{unit.id} is called single and is not: defiance.morale.solo-exempt")
    if unit.status not in ("standard", "ad hoc", "mob"):
        found.append(f"{unit.id} is neither standard, ad hoc nor a mob")
    return found


def _figure_faults(state: State, figure: Figure) -> list[str]:
    found = []
    unit = state.units.get(figure.unit)
    if unit is None or figure.id not in unit.figures:
        return [f"{figure.id} is not in its unit"]
    if figure.gone:
        return []
    if figure.shaken and (unit.broken or figure.frame.quality == "Matrix"):
        found.append(f"{figure.id} is shaken, which it cannot be: defiance.morale.shaken-in-broken-unit, .matrix-individual")
    if figure.covers not in COVERS:
        found.append(f"{figure.id} covers with {figure.covers!r}, which is no class of weapon: defiance.cover.counter")
    if not (0 <= figure.leader <= TOP_LEADER and 0 <= figure.command <= TOP_RANK and 0 <= figure.focal <= TOP_FOCAL):
        found.append(f"{figure.id} has a level that no officer has: defiance.stats.officer")
    if abs(figure.cover_mod) > LARGEST_MOD:
        found.append(f"{figure.id} covers with a modifier of {figure.cover_mod}: defiance.cover.modifier-table")
    if not 0 <= figure.hurt < figure.frame.capacity:
        found.append(f"{figure.id} has taken {figure.hurt} hits and stands: defiance.stats.damage-capacity")
    if not 0 <= figure.level <= (TOP_LEVEL if figure.frame.flies else 0):
        found.append(f"{figure.id} cannot be on level {figure.level}: defiance.move.fly-levels")
    if figure.prone and (figure.level or figure.frame.vehicle):
        found.append(f"{figure.id} cannot be prone: defiance.move.prone-vehicles")
    if figure.hero and figure.frame.quality in ("Matrix", "Vehicle"):
        found.append(f"{figure.id} cannot be a hero: defiance.stats.hero-cost")
    if figure.stopped and not _lines_of(figure).issuperset(figure.stopped):
        found.append(f"{figure.id} has a stoppage of a weapon that it has not")
    if figure.rounds and not _lines_of(figure).issuperset(figure.rounds):
        found.append(f"{figure.id} has fired a line of a weapon that it has not")
    if figure.shots and len(figure.shots) != len(figure.arms):
        found.append(f"{figure.id} has counted shots of weapons that it has not")
    for name in figure.locked:
        other = state.figures.get(name)
        if other is None or other.gone or figure.id not in other.locked:
            found.append(f"{figure.id} is engaged with {name}, who is not with it: defiance.hth.lock")
    return found


def _lines_of(figure: Figure) -> set[str]:
    """The lines of its weapons as a stoppage names them."""
    return {f"{arm}:{line}" for arm, one in enumerate(figure.arms) for line in range(len(one.weapon.lines))}


def _template_faults(state: State, template: Template) -> list[str]:
    if template.unit not in state.units:
        return [f"suppression {template.id} is of no unit"]
    figures = set(state.units[template.unit].figures)
    if not set(template.contributors) <= figures:
        return [f"suppression {template.id} is fed by others than its unit's"]
    return []


def _card_faults(state: State) -> list[str]:
    """Cards are of units that exist; a card that lies hidden from the viewer has no unit to see."""
    cards = [*state.turn.deck, *(card for cards in state.turn.assigned.values() for card in cards)]
    return [f"there is a card of {card.unit}, which is no unit" for card in cards if card.unit and card.unit not in state.units]
