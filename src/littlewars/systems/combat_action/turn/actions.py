"""What a model may do now, each with its price (combat-action.actions.cost-table). One function makes the list:
nothing on it is refused afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from littlewars.engine import Battle, Option
from littlewars.engine.asks import Means
from littlewars.engine.names import ref
from littlewars.table.shapes.bases import middle
from littlewars.table.terrain.openings import ends_of

from ..basics.numbers import BOARD, CHARGE, COSTS, FIRING, HATCH, MOVEMENT, OWN_VOICE, TAKE_SEAT, VOICE
from ..basics.profiles import COMM_LINK
from ..basics.sight import between
from ..basics.state import PILOT, Figure, State, Unit
from ..fire.targets import PIECE, THROW, Shot, grenade_of, may_move, modes, pieces, platform, serves, tally, targets
from ..melee.fighting import arms, blow_tally, stuck, weapon_of
from ..move.limits import in_the_open, is_pinned, limit_of
from ..move.obstacles import TOP, crossings, doors, hiding_places, may_leave, may_take_seat, vehicles_near
from ..units.squads import brave, engaged, leader_of, must_regroup, out_of_control, slaves_of, touched, transmits

DONE = "done"
GET_IN, GET_OUT, SEAT = "get-in", "get-out", "take-seat"
PRICES = {**COSTS, GET_IN: BOARD, GET_OUT: BOARD, SEAT: TAKE_SEAT}
AIM, ATTACK, ORDER, DOOR = "aim-targeting-device", "close-combat-attack", "impart-order", "open-door"
POINT = "point"
HATCHES = "hatch "  # before the name of a vehicle whose hatches are attacked


def price(choice: str) -> int:
    """The action points of a choice (combat-action.actions.cost-table)."""
    return PRICES[choice.partition(":")[0]]


def words_of(choice: str) -> list[str]:
    """Its verb, then a weapon and at what, a piece and which door or its top, or one name; names may have colons."""
    verb, _, rest = choice.partition(":")
    if verb == DOOR or rest.endswith(f":{TOP}"):
        return [verb, *rest.rsplit(":", 1)]
    return [verb, *(rest.split(":", 1) if verb in (*FIRING, AIM, ATTACK) else [rest] if rest else [])]


def open_to(battle: Battle[State], figure: Figure) -> list[str]:
    """Every activity that is open to a model, paid for by the AP it has left."""
    if figure.ap < 1 or figure.lost or (figure.profile.vehicle and not figure.carrier):
        return []
    if figure.carrier:
        found = _aboard(battle, figure)
    elif engaged(battle, figure):
        found = _engaged(battle, figure)
    elif is_pinned(battle, figure) and in_the_open(battle, figure):
        found = _exposed(battle, figure)
    else:
        found = _free(battle, figure)
    return [choice for choice in found if price(choice) <= figure.ap]


def _aboard(battle: Battle[State], figure: Figure) -> Iterator[str]:
    """Drive, serve the weapons, change seats, get out (combat-action.units.aboard, combat-action.vehicles.crew)."""
    state = battle.state
    vehicle = state.figures[figure.carrier]
    if figure.seat == PILOT and _may_go(state, vehicle) and not (vehicle.wreck or out_of_control(state, vehicle)):
        yield "pilot-vehicle"
    yield from _fire(battle, figure)
    if may_take_seat(state, figure):
        yield SEAT
    if may_leave(battle, figure):
        yield GET_OUT
    yield from _hatches(state, figure)
    yield from _mends(state, figure)
    yield from _orders(battle, figure)


def _engaged(battle: Battle[State], figure: Figure) -> Iterator[str]:
    """Attack, reload, unjam, impart orders, get up, or try to break away (combat-action.close-combat.locked)."""
    if figure.flat:
        yield "get-up"
    else:
        yield from _attacks(battle, figure)
        if _may_go(battle.state, figure) and not figure.foot:
            yield from ("walk", "charge")
    yield from _mends(battle.state, figure)
    yield from _orders(battle, figure)


def _attacks(battle: Battle[State], figure: Figure) -> Iterator[str]:
    """Enemies in contact, and stuck hatches of an own vehicle (combat-action.actions.close-combat)."""
    if figure.flat:
        return
    for foe in touched(battle, figure):
        yield from (f"{ATTACK}:{number}:{foe.id}" for number in arms(figure))
    if figure.profile.living:
        yield from _hatches(battle.state, figure)


def _hatches(state: State, figure: Figure) -> Iterator[str]:
    """Stuck hatches of the vehicle it rides in, or of one of its side near it (combat-action.machine-damage.hatches)."""
    side = state.side_of(figure)
    own, away = [f for f in state.bodies() if stuck(f) and state.side_of(f) == side], figure.carrier or figure.foot
    near = [f for f in own if f.id == figure.carrier or not (away or f.level or between(figure, f) > HATCH)]
    yield from (f"{ATTACK}:{number}:{HATCHES}{vehicle.id}" for vehicle in near for number in arms(figure))


def _exposed(battle: Battle[State], figure: Figure) -> Iterator[str]:
    """Pinned in the open: only movement actions, and those only into cover or out of sight; a machine does nothing
    (combat-action.pinned.models-in-the-open, combat-action.pinned.actions)."""
    if figure.profile.machine:
        return
    yield "go-flat-down"
    yield from (f"hide-behind-cover:{piece.id}" for piece in hiding_places(battle, figure))
    yield from _ways(battle, figure)


def _free(battle: Battle[State], figure: Figure) -> Iterator[str]:
    """On foot, with nobody in contact. A stray comes nearer to its squad first, if it can; a unit that regroups does nothing
    but move (combat-action.units.coherency, combat-action.rout.rally)."""
    state, pinned, ways = battle.state, is_pinned(battle, figure), list(_ways(battle, figure))
    regroups = not pinned and must_regroup(battle, state.units[figure.unit])
    yield from ways
    if not pinned and (ways or regroups) and limit_of(battle, figure):
        yield from ["get-up"] if figure.flat else []
        return
    yield from _postures(battle, figure)
    if regroups:
        return  # he to whom the others come may stay or move
    yield from _fire(battle, figure)
    yield from _attacks(battle, figure)
    if figure.profile.living:
        yield from _grenades(battle, figure)
        yield from (f"{GET_IN}:{vehicle.id}" for vehicle in vehicles_near(battle, figure) if not stuck(vehicle))
        yield from (f"control-robot:{robot.id}" for robot in slaves_of(state, figure))
    yield from _mends(state, figure)
    yield from _orders(battle, figure)


def _postures(battle: Battle[State], figure: Figure) -> Iterator[str]:
    """Movement actions that lead nowhere: down, up, behind cover, a door (combat-action.actions.movement-actions)."""
    if figure.profile.living:
        yield "get-up" if figure.flat else "go-flat-down"
    if _may_go(battle.state, figure):
        yield from (f"{DOOR}:{piece.id}:{number}" for piece, number in doors(battle, figure))
    if not figure.hides:
        yield from (f"hide-behind-cover:{piece.id}" for piece in hiding_places(battle, figure))


def _may_go(state: State, figure: Figure) -> bool:
    """Can it move at all (combat-action.machine-damage.engine, combat-action.machine-damage.power-grid)?"""
    return not (figure.halted or figure.landing) and may_move(state, figure)


def _ways(battle: Battle[State], figure: Figure) -> Iterator[str]:
    """Walk, charge, jump and climb, if there is anywhere to go; only walkers climb (combat-action.terrain.kinds)."""
    if figure.flat or not _may_go(battle.state, figure):
        return
    limit = limit_of(battle, figure)
    if not figure.foot and (limit is None or limit.ideas(figure.move())):
        yield "walk"
    if not figure.foot and figure.ap > 1 and (limit is None or limit.ideas(CHARGE * figure.move())):
        yield "charge"
    over = crossings(battle, figure) if (figure.profile.living or figure.profile.walker) and not figure.level else {}
    yield from (name for name, to in over.items() if limit is None or not (to.over.holds(to.at) or limit.refuse(to.at)))


def _fire(battle: Battle[State], figure: Figure) -> Iterator[str]:
    """Each weapon, each way, each target; and a targeting device takes aim (combat-action.ranged.procedure,
    combat-action.actions.targeting-device)."""
    for number, weapon, ways in modes(battle.state, figure):
        names = [foe.id for foe in targets(battle, figure, weapon)]
        names += [f"{PIECE}{piece.id}" for piece in pieces(battle, figure, weapon)]
        names += [POINT] if weapon.blast else []
        yield from (f"{mode}:{number}:{name}" for mode in ways for name in names)
    body = platform(battle.state, figure)
    for number, weapon, gun in body.arms() if body is not None else ():
        seen = targets(battle, figure, weapon) if weapon.device and gun.able else ()
        yield from (f"{AIM}:{number}:{foe.id}" for foe in seen if (figure.aim_gun, figure.aim_at) != (number, foe.id))


def _grenades(battle: Battle[State], figure: Figure) -> Iterator[str]:
    """Prime, or throw what is primed (combat-action.actions.prime-grenade, combat-action.actions.throw-grenade)."""
    number = grenade_of(figure)
    if number >= 0 and not figure.primed:
        yield "prime-grenade"
    elif number >= 0 and not figure.guns[number].fired:  # combat-action.actions.repeat
        seen = targets(battle, figure, figure.profile.weapons[number])
        yield from (f"{THROW}:{number}:{name}" for name in (*(foe.id for foe in seen), POINT))


def _mends(state: State, figure: Figure) -> Iterator[str]:
    """Reload and unjam (combat-action.actions.reload, combat-action.actions.unjam)."""
    for number, _, gun in serves(state, figure).arms():
        yield from (f"{verb}:{number}" for verb, so in (("reload", gun.empty), ("unjam", gun.jammed)) if so and not gun.out)


def _orders(battle: Battle[State], figure: Figure) -> Iterator[str]:
    """To his squad within 10 cm; an officer to any unit within 30 cm or by comm-link (combat-action.actions.impart-order)."""
    state, unit = battle.state, battle.state.units[figure.unit]
    if not figure.profile.living or not (unit.leader == figure.id or figure.profile.officer):
        return
    for other in state.units_of(unit.side):
        if other.told != state.turn.number and brave(state, other) and _hears(state, figure, other):
            yield f"{ORDER}:{other.id}"


def _hears(state: State, figure: Figure, unit: Unit) -> bool:
    others = [other for other in state.members(unit) if other.id != figure.id and other.profile.living]
    if not others or (unit.id == figure.unit and leader_of(state, unit) is None):  # combat-action.units.leader-lost
        return False
    near = min(between(figure, other) for other in others)
    if unit.id == figure.unit:
        return near <= OWN_VOICE
    linked = transmits(state, figure, COMM_LINK) and any(transmits(state, other, COMM_LINK) for other in others)
    return figure.profile.officer and (near <= VOICE or linked)


def written(battle: Battle[State], figure: Figure, choice: str) -> Option:
    """A choice with its words, its price and what its die needs."""
    if choice == DONE:
        return Option(DONE, "Done", of=(figure.id,), about=f"{figure.ap} AP are kept", means="done")
    state, body, (verb, *rest) = battle.state, serves(battle.state, figure), words_of(choice)
    name, target = (*rest, "", "")[:2]
    words, of, needs, at = verb.replace("-", " ").capitalize(), figure.id, None, None
    means: Means = "melee" if verb == ATTACK else "go" if verb in MOVEMENT else "act"
    if verb == GET_IN:
        words, of = f"Get into {ref(name)}", name
    elif verb == ATTACK and target.startswith(HATCHES):
        words = f"Break the hatches with {weapon_of(figure, int(name)).name}"
    elif verb == ATTACK:
        words, of = f"Attack {ref(target)} with {weapon_of(figure, int(name)).name}", target
        needs = blow_tally(figure, state.figures[target], int(name))
    elif verb in ("reload", "unjam"):
        words = f"{words} {body.profile.weapons[int(name)].name}"
    elif target == POINT:
        words = f"{words}, {body.profile.weapons[int(name)].name}: at a point"
    elif verb.endswith("-fire") or verb in (THROW, AIM):
        words = f"{words}, {body.profile.weapons[int(name)].name}: {_called(state, target)}"
        of = target if target in state.figures else of
        needs = None if verb == AIM else tally(battle, Shot(figure.id, body.id, int(name), verb, target))
    elif name:
        words, of = f"{words}: {_called(state, name)}", name if name in state.figures else of
        words += ", onto its top" if target == TOP else ""
        if verb == DOOR:
            door = state.piece(name)
            at = middle(ends_of(door, door.openings[int(target)]))
    return Option(choice, words, of=(of,), at=at, cost=(("AP", price(choice)),), tally=needs, means=means)


def _called(state: State, name: str) -> str:
    """A model, a unit or a piece of terrain by its name."""
    if name in state.figures or name in state.units:
        return ref(name)
    return next((piece.name or piece.id for piece in state.pieces if piece.id in (name, name.removeprefix(PIECE))), name)
