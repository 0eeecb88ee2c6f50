"""What an area of effect would bring, before it is declared: for each figure that it may catch, and for all together.

Each figure in an area suffers on its own: its odds do not depend on its neighbours', unless one of them is an officer whose
loss costs the others their nerve. So the odds are those of each figure, or of each such group, put together for every place
where the round may burst.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from littlewars.dice.kinds import bands
from littlewars.engine import Attack, Battle, Mixed
from littlewars.engine.showing import Roll, Share
from littlewars.table.facing import Point, step_to
from littlewars.table.moving.scatter import directions, fan

from ..basics.dice import OPEN
from ..basics.fire_action import Fire, Shot
from ..basics.numbers import INCH
from ..basics.rolls import ONE
from ..basics.state import State
from ..basics.tabletop import board, feet_at, on_other_levels, tabletop
from ..fire import forecasts
from ..fire.forecasts import OUT, alike
from ..fire.shots import to_hit
from .bursts import Blast, caught, dice_of, die_at, round_of
from .cones import die_in_cone, in_cone
from .scatter import MISS

Places = list[tuple[Fraction, Sequence[Shot]]]  # how likely, and the dice that fall then
Of = Callable[[Attack[State]], dict[int, Fraction]]
NOTHING = {0: Fraction(1)}


def forecast(battle: Battle[State], fire: Fire) -> Attack[State]:
    """The attack of any weapon at a target (defiance.aoe.modifier-scope)."""
    state, line, target = battle.state, fire.line, battle.state.figures[fire.target]
    title = f"{fire.figure.frame.name} → {target.frame.name}, {line.name}"
    if line.does("cone"):
        shots = [die_in_cone(state, fire, one) for one in in_cone(battle, fire.figure, line, target)]
        return area_attack(state, fire.figure.id, title, [(Fraction(1), shots)])
    if line.aoe is None:
        return forecasts.forecast(state, fire)
    needed = to_hit(state, fire)
    miss, hit = bands(OPEN, (max(ONE + 1, needed.needed),))
    chance = Fraction(hit, miss + hit)
    level, foot = target.level, feet_at(tabletop(battle).going, target, target.at)
    blast = round_of(state, fire, target.at, level, foot)
    reach = len(MISS[needed.base].weights)
    places: Places = [(chance, dice_in(battle, blast))]
    for at, part in strays(battle, blast, reach, target.id):
        places.append((part * (1 - chance), dice_in(battle, blast._replace(at=at))))
    return area_attack(state, fire.figure.id, title, places, (Roll("to hit", "d10", needed, float(chance)),))


def dice_in(battle: Battle[State], blast: Blast) -> list[Shot]:
    """The dice of a template, here."""
    return [] if blast.needed is None else [die_at(blast, figure) for figure in caught(battle, blast)]


def strays(battle: Battle[State], blast: Blast, most: int, skip: str = "") -> list[tuple[Point, Fraction]]:
    """Where a round that misses may burst, and how likely: up to so many inches in any direction
    (defiance.aoe.scatter-distance, defiance.aoe.scatter-direction, defiance.aoe.scatter-impact)."""
    passed = [*on_other_levels(battle, blast.level), *([skip] if skip else [])]
    met = fan(board(battle), blast.at, most * INCH, blast.foot, passed)
    lands, found, each = battle.state.settings.scatter_lands, Counter[Point](), 360 * most
    for facing, hit in zip(directions(360), met, strict=True):
        free = most if hit is None else max(0, -(-hit.length // INCH) - 1)  # whole inches that it goes without meeting anything
        if hit is not None:
            found[hit.stop] += most - free
        for inches in range(1, free + 1) if lands else ():
            found[step_to(blast.at, facing, inches * INCH)] += 1
    return [(at, Fraction(count, each)) for at, count in found.items()]


def area_attack(
    state: State, firer: str, title: str, places: Places, rolls: tuple[Roll, ...] = (), shock: bool = True
) -> Attack[State]:
    """The odds of an area over all places where it may be; enemies are counted, friends are shown among the others."""
    side = state.side_of(state.figures[firer])
    dice = {shot.target: shot for _, shots in places for shot in shots}
    enemies = frozenset(name for name in dice if state.side_of(state.figures[name]) != side)

    def part(names: Sequence[str]) -> Attack[State]:
        return _part(state, [dice[name] for name in names], shock)

    def mix(of: Of) -> Mixed:
        known: dict[tuple[str, ...], dict[int, Fraction]] = {}

        def odds(names: tuple[str, ...]) -> dict[int, Fraction]:
            if names not in known:
                known[names] = of(part(names))
            return known[names]

        total: dict[int, Fraction] = {}
        risk: dict[str, Fraction] = {}
        none, sets = Fraction(0), _merged(places)
        for names, weight in sets.items():
            mine = tuple(name for name in names if name in enemies)
            for value, chance in _together([odds(group) for group in _groups(state, mine)]).items():
                total[value] = total.get(value, none) + chance * weight
            for name in names:
                risk[name] = risk.get(name, none) + weight * (1 - odds((name,)).get(0, none))
        total[0] = total.get(0, none) + 1 - sum(sets.values(), none)  # where it bursts nowhere
        shares = [Share(name, shot.tally, float(risk[name])) for name, shot in dice.items()]
        chances = {value: chance for value, chance in total.items() if chance}
        return Mixed(chances, tuple(sorted(shares, key=lambda share: -share.chance)))

    whole = part(list(dict.fromkeys(name for _, shots in places for name in (shot.target for shot in shots))))
    return Attack(whole.rule, whole.measure, title=title, counts=OUT, rolls=rolls, assumes="chits are kept", mix=mix)


def _merged(places: Places) -> Mapping[tuple[str, ...], Fraction]:
    """Who is caught together, and how likely."""
    found: dict[tuple[str, ...], Fraction] = {}
    for weight, shots in places:
        names = tuple(shot.target for shot in shots)
        found[names] = found.get(names, Fraction(0)) + weight
    return found


def _groups(state: State, names: Iterable[str]) -> list[tuple[str, ...]]:
    """Figures whose losses belong together: an officer and his comrades are one group, every other figure is one by itself."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(state.figures[name].unit, []).append(name)
    led = {unit for unit, group in found.items() if any(state.figures[name].officer for name in group)}
    return [one for unit, group in found.items() for one in ([tuple(group)] if unit in led else [(name,) for name in group])]


def _together(parts: Sequence[Mapping[int, Fraction]]) -> Mapping[int, Fraction]:
    """The sum of independent numbers."""
    total: Mapping[int, Fraction] = NOTHING
    for part in parts:
        then: dict[int, Fraction] = {}
        for one, chance in total.items():
            for other, more in part.items():
                then[one + other] = then.get(one + other, Fraction(0)) + chance * more
        total = then
    return total


def _part(state: State, shots: Sequence[Shot], shock: bool) -> Attack[State]:
    """The dice of an area at these figures, with everything that follows for them."""
    names = [shot.target for shot in shots]
    before = {name: _condition(state, name) for name in names}

    async def rule(battle: Battle[State]) -> None:
        await dice_of(battle, shots, shock)

    def worse(battle: Battle[State], _: None) -> int:
        return sum(_condition(battle.state, name) != before[name] for name in names)

    return Attack(rule, worse, counts=OUT, alike=alike(state, names))


def _condition(state: State, name: str) -> tuple[bool, bool, bool]:
    """Is it gone, shaken, stunned?"""
    figure = state.figures[name]
    return bool(figure.gone), figure.shaken, figure.stunned
