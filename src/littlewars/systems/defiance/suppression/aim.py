"""Who contributes to suppression, against whom, and how large its template is (defiance.suppression.*)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from littlewars.engine import Battle
from littlewars.table.shapes.bases import centre2

from ..basics.numbers import INCH
from ..basics.profiles import Weapon
from ..basics.sight import look_round, seen_by
from ..basics.state import Figure, State, Template, Unit
from ..basics.tabletop import tabletop
from ..fire.stoppage import works
from ..fire.targets import is_aimed
from ..units.guns import one_of_each_crew
from ..units.pairs import PAIRED, is_plugged_in, may_fire_it
from ..units.units import is_independent
from ..vehicles.mounts import bears, class_of
from .area import MOST, MOST_TORRENTIAL

SLOT = {"primary-suppression": "primary", "support-suppression": "support"}


# ---- who contributes


def line_for(figure: Figure, slot: str) -> tuple[int, Weapon] | None:
    """The weapon of this class it could suppress with: unlimited ammunition, no area, not stopped; its best line."""
    for arm, carried in enumerate(figure.arms):
        if (class_of(figure, arm) if figure.frame.mecha else carried.slot) != slot:
            continue
        if figure.craft is not None and arm in figure.craft.lost:
            continue
        line = _working_line(figure, arm) if figure.stopped else carried.weapon.suppressing
        if line is not None:
            return arm, line
    return None


def _working_line(figure: Figure, arm: int) -> Weapon | None:
    """The best suppressing line of a weapon; of a combination the best that is not stopped (defiance.stoppage.effect)."""
    lines = enumerate(figure.arms[arm].weapon.lines)
    able = [line for n, line in lines if line.can_suppress and works(figure, arm, n)]
    return max(able, key=lambda line: max(line.rate, line.high), default=None)


def rate_of(line: Weapon, high: bool = True) -> int:
    """The feed rate it contributes with; a split weapon may use the higher (defiance.suppression.split-fr)."""
    return line.high if line.high and high else line.rate


class SuppressionAim(NamedTuple):
    """A suppression order against somebody: who fires, at whom, and who contributes."""

    firer: Figure
    target: Figure
    contributors: list[Figure]


class Gunner(Struct, frozen=True, gc=False):
    """Somebody who could suppress: with which arm, and as which line of it."""

    figure: Figure
    arm: int
    line: Weapon
    weapon: Weapon


def find_aims(battle: Battle[State], figures: Sequence[Figure], slot: str, only: str = "") -> list[SuppressionAim]:
    """The nearest pair of a suppressing figure and an enemy in its arc and sight; several if they tie
    (defiance.suppression.target-unit, defiance.suppression.firing-figure)."""
    able = _gunners(battle, figures, slot)
    if not _enough(able):
        return []  # whatever they see
    look_round(battle, [gunner.figure for gunner in able])
    nearest = _nearest(battle, able, only)
    if len(nearest) > 1:
        order = list(battle.state.figures)  # of equals those who stand first in the lists
        nearest.sort(key=lambda pair: (able.index(pair[0]), order.index(pair[1].id)))
    return [aim for gunner, enemy in nearest if (aim := _aim(battle, gunner, enemy, able)) is not None]


def _gunners(battle: Battle[State], figures: Sequence[Figure], slot: str) -> list[Gunner]:
    """Those of them who could suppress with a weapon of this class, whatever they see; one of each crew."""
    able = [f for f in figures if not (f.gone or f.shaken or f.stunned or f.level or f.locked)]
    found = [Gunner(f, *line, f.arms[line[0]].weapon) for f in able if (line := line_for(f, slot))]
    if found and tabletop(battle).chapters.crews:
        first = one_of_each_crew(battle.state, [gunner.figure for gunner in found])
        found = [gunner for gunner in found if gunner.figure in first]
    return [gunner for gunner in found if gunner.weapon.form not in PAIRED or _works_now(battle.state, gunner)]


def _works_now(state: State, gunner: Gunner) -> bool:
    """A weapon for two: without its powerpack it suppresses nobody (defiance.infweapon.powerpack-lost), without a loader it may
    have to rest (defiance.infweapon.loader-lost)."""
    figure, weapon = gunner.figure, gunner.weapon
    return is_plugged_in(state, figure, weapon) and may_fire_it(state, figure, weapon)


def _nearest(battle: Battle[State], able: Sequence[Gunner], only: str) -> list[tuple[Gunner, Figure]]:
    """The nearest pairs of these on the ground and an enemy there in arc and sight: ranges, then their exact squares."""
    found: list[tuple[Gunner, Figure]] = []
    nearest = 0
    for gunner in able:
        for name, far in seen_by(battle, gunner.figure).items():
            if found and far > nearest:
                break  # nobody behind him is nearer
            enemy = battle.state.figures[name]
            if not enemy.level and (not only or enemy.unit == only) and bears(gunner.figure, gunner.arm, (enemy.x, enemy.y)):
                found = [*found, (gunner, enemy)] if found and far == nearest else [(gunner, enemy)]
                nearest = far
    if len(found) < 2:
        return found
    squares = [centre2(gunner.figure.at, enemy.at) for gunner, enemy in found]
    return [pair for pair, square in zip(found, squares, strict=True) if square == min(squares)]


def _aim(battle: Battle[State], firer: Gunner, target: Figure, able: Sequence[Gunner]) -> SuppressionAim | None:
    """The template that these would make; None if none results (defiance.orders.suppression-type,
    defiance.orders.suppression-wasted-no-los)."""
    if firer.line.needs(seen_by(battle, firer.figure)[target.id], is_aimed(firer.figure, target)) is None:
        return None  # defiance.suppression.max-range
    at = target.at  # it must be in the arc of each weapon (defiance.vehicle.weapon-arc)
    mine = [g for g in able if bears(g.figure, g.arm, at) and target.id in seen_by(battle, g.figure)]
    return SuppressionAim(firer.figure, target, [gunner.figure for gunner in mine]) if _enough(mine) else None


def _enough(gunners: Sequence[Gunner]) -> bool:
    """Do they make a template? One weapon does by itself, but those with feed rate 1 need another
    (defiance.suppression.fr1-cluster, defiance.suppression.template-fr1)."""
    return len(gunners) > 1 or (len(gunners) == 1 and rate_of(gunners[0].line) > 1)


def aims(battle: Battle[State], unit: Unit, figures: Sequence[Figure], slot: str) -> list[SuppressionAim]:
    """What may be suppressed: the closest; elite figures any unit they see, aimers the one they aimed at
    (defiance.suppression.elite-single)."""
    state = battle.state
    found = find_aims(battle, figures, slot)
    closest = {aim.target.unit for aim in found}
    free = [e.id for e in state.units_of(state.other(unit.side))] if is_independent(unit) else []
    free += [name for f in figures if f.aimed == 2 for name in f.aims if name in state.units]  # defiance.orders.aim-privilege
    for name in dict.fromkeys(free):
        found += find_aims(battle, figures, slot, name) if name not in closest else []
    return found


# ---- size


def length_of(lines: Sequence[Weapon], high: Sequence[bool], torrential: bool) -> int:
    """The base by the highest rate, an inch for each further weapon, 4 in all; torrential fire doubles
    (defiance.suppression.template-length, defiance.suppression.torrential-size)."""
    rates = [rate_of(line, up) for line, up in zip(lines, high, strict=True)]
    best = max(rates)
    used = 1 if best > 1 else 2
    base = best if best > 1 else 2
    if torrential:
        return min(MOST_TORRENTIAL, (2 * base + 2 * (len(rates) - used)) * INCH)
    return min(MOST, (base + len(rates) - used) * INCH)


def bonus_of(state: State, template: Template) -> int:
    """Each weapon past the first, or past the second if all have feed rate 1 (defiance.suppression.contributor-bonus)."""
    rates = [contributed_rate(state, template, name) for name in template.contributors]
    return max(0, len(rates) - (1 if max(rates, default=0) > 1 else 2))


def line_number(state: State, template: Template, name: str) -> int:
    """With which line of its weapon a figure contributes."""
    weapon = state.figures[name].arms[template.arms[name]].weapon
    if len(weapon.lines) == 1:
        return 0
    assert weapon.suppressing is not None
    return template.lines.get(name, weapon.lines.index(weapon.suppressing))


def line_of(state: State, template: Template, name: str) -> Weapon:
    """The line of his weapon with which a contributor suppresses."""
    return state.figures[name].arms[template.arms[name]].weapon.lines[line_number(state, template, name)]


def contributed_rate(state: State, template: Template, name: str) -> int:
    """The feed rate that a contributor adds."""
    return rate_of(line_of(state, template, name), name in template.high)
