"""An activation: markers off, suppression, chits, orders, figures, covering (defiance.orders.activation-sequence)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from littlewars.engine import Battle, Choose, ChooseSome, Option, Refusal, Rule
from littlewars.engine.asks import Means
from littlewars.engine.names import ref

from ..area.indirect import spots_now
from ..area.strikes import may_call, offer
from ..basics.consequences import CONSEQUENCES
from ..basics.events import Changed, Ordered
from ..basics.numbers import COVERING, FIRE_MOD
from ..basics.state import Activation, Figure, State, Team, Template, Unit
from ..basics.tabletop import apart, put, sync_board, tabletop
from ..cover.reactions import react, window
from ..drive.driving import speeds_of
from ..fight.bouts import fight
from ..fight.escape import escape, try_escape
from ..fire.stoppage import may_clear
from ..move.path import nearest_free
from ..ride.boarding_ask import choose_vehicle, still_boards
from ..ride.leaving import offer_exit
from ..suppression.template import declare, end, lay, own_templates, resolve
from ..suppression.within import activate_within
from ..travel.crawling import crawl
from ..travel.move_ask import allowance
from ..units.chits import assign, call_in
from ..units.guns import gun_served_by, guns_of, may_fire_gun
from ..units.perimeter import first_movers
from ..units.stun import recover as come_round
from ..units.units import is_independent
from ..vehicles.mounts import class_of
from ..vehicles.nerves import age_haywire
from .acting import act
from .gun_orders import RECOVER, chosen_crew, crew_options
from .levels import patterns
from .orders import (
    ABOUT,
    BOARDING,
    ORDERS,
    able,
    aim_targets,
    available,
    can_jump,
    charge_targets,
    fires,
    fought_by,
    may_cover,
    speeds,
)
from .vehicle_orders import drive, start_wild, wild_ones

SPEED_WORDS = {
    "stationary": ("Stand still", "+2 to every shot. Turning is free."),
    "walking": ("Walk", "Up to MV; no modifier to fire."),
    "running": ("Run", "Up to twice MV; -2 to every shot."),
    "sprinting": ("Sprint", "As far as it goes; no fire."),
}
PATTERN_WORDS = {
    "move-fire": "Each goes all the way first and shoots from where it ends.",
    "fire-move": "Each shoots from where it stands, then goes all the way.",
    "move-fire-move": "Half the way, a shot, and the other half: what is left of the first half is lost.",
}
MEANS: dict[str, Means] = {"maneuver": "go", "suppression": "act", "fire": "act", "vehicle": "go"}  # by the kind of order
FIRST = "cohesive-fire"  # of the orders that are offered
ORDER_OPTIONS = {
    name: Option(name, ORDERS[name].title, about=ABOUT[name], means=MEANS.get(ORDERS[name].kind, "act"))
    for name in sorted(ORDERS, key=lambda name: name != FIRST)
}
PATTERN_OPTIONS = {
    name: Option(name, name.replace("-", ", then ").capitalize(), about=about, means="act")
    for name, about in PATTERN_WORDS.items()
}
SPEED_OPTIONS = {
    name: Option(name, label, about=about, means="act" if name == "stationary" else "go")
    for name, (label, about) in SPEED_WORDS.items()
}
ENDING = "The strip is taken off, nothing is rolled; the unit may get any order."
KEEPING = "All who are in the strip are hit again now; whoever fires it gets no other order."
ALONE = "He gets an order of his own, and carries it out before anybody else acts."
LATER = "after:"  # an officer's own orders when the others have acted
FEWEST = 3  # figures of a fire team (defiance.morale.linked-fire-teams)


def step(battle: Battle[State]) -> Rule[None]:
    """The next step of the activation in progress."""
    doing = battle.state.turn.doing
    assert doing is not None
    return BY_STAGE[doing.stage](battle)


# ---- before the orders


async def start(battle: Battle[State]) -> None:
    """Covering, sprint and jump counters and old aims go; impaired flyers come down (defiance.turn.activation-start,
    defiance.turn.marker-lifetimes, defiance.orders.activation-remove-cover, defiance.cover.expiry,
    defiance.orders.activation-shaken-broken-stay)."""
    state, doing, unit = battle.state, battle.state.acting(), battle.state.active_unit()
    for figure in _all_of(state, unit):
        figure.covers, figure.sprint, figure.jumped, figure.spurred, figure.idle = "", 0, False, False, False
        if figure.aimed:
            _age_aim(figure)
        if figure.craft is not None:
            age_haywire(battle, figure)
        if figure.level and (figure.shaken or figure.stunned or (unit.broken and unit.quality != "Matrix")):
            _land(battle, figure)
    doing.stage = "suppression"
    await window(battle, "start")  # defiance.cdw.timing


def _all_of(state: State, unit: Unit) -> list[Figure]:
    """Everybody who activates on its card: passengers do with their vehicle (defiance.passenger.definition)."""
    members = [figure for one in (unit, *state.fellows(unit)) for figure in state.members(one)]
    return members + guns_of(state, unit) if unit.guns else members


def _age_aim(figure: Figure) -> None:
    """The bonus belongs to the activation after the Aim order, and ends when the one after that begins
    (defiance.orders.aim-duration)."""
    if figure.aimed == 1:
        figure.aimed = 2
    elif figure.aimed == 2:
        figure.aimed, figure.aims = 0, ()


def _land(battle: Battle[State], figure: Figure) -> None:
    """On the nearest free spot below, prone unless stunned (defiance.move.fly-hover)."""
    figure.level = 0
    figure.prone = not figure.stunned and not figure.frame.vehicle
    sync_board(battle, figure)
    put(battle, figure, nearest_free(battle, figure))
    battle.state.acting().landed.append(figure.id)
    battle.record(Changed(who=figure.id, what="comes down"))


async def own_suppression(battle: Battle[State]) -> None:
    """Each template is kept, and is the order of those who keep it, or ended (defiance.suppression.continue-keep,
    defiance.suppression.continue-end)."""
    state, doing, unit = battle.state, battle.state.acting(), battle.state.active_unit()
    left = [template for template in own_templates(state, unit) if template.id not in doing.fired]
    if not left:
        doing.stage = "stun"
    elif await _keeps(battle, unit, left[0]):
        await _keep_up(battle, unit, left[0])
    else:
        end(battle, left[0])


async def _keeps(battle: Battle[State], unit: Unit, template: Template) -> bool:
    """Its owner decides; not while anybody is engaged, nor in a broken unit."""
    state = battle.state
    if unit.broken or any(figure.locked for figure in state.members(unit)):
        return False
    who = tuple(template.contributors)
    options = (
        Option("end", "End the suppression", of=who, about=ENDING, means="end"),
        Option("keep", "Keep it up", of=who, about=KEEPING, means="keep"),
    )
    prompt = f"{ref(unit.id)} suppresses {ref(template.target)}: go on?"
    ask = Choose(unit.side, "defiance.suppression.continue-keep", prompt, options)
    return await ask.about(*who, unit=unit.id, topic="plan") == "keep"


async def _keep_up(battle: Battle[State], unit: Unit, template: Template) -> None:
    """It is resolved at once, and those who keep it have their order; others of them cover later
    (defiance.suppression.continue-keep)."""
    state, doing = battle.state, battle.state.acting()
    doing.fired.append(template.id)
    first = template.contributors[0]
    order = f"{class_of(state.figures[first], template.arms[first])}-suppression"
    whole = [] if is_independent(unit) else [figure.id for figure in state.members(unit)]
    team = [name for name in template.team or whole or template.contributors if not state.figures[name].gone]
    doing.kept.append(Team(team, order, "stationary"))
    doing.acted += [name for name in team if name not in doing.acted]
    firing = list(template.contributors)
    for name in firing:
        await react(battle, state.figures[name], "fire", at=template.target)
    await CONSEQUENCES.serve(battle)
    if template not in state.templates:
        return
    await resolve(battle, template, kept=True)
    for name in firing:
        await react(battle, state.figures[name], "fired")  # defiance.cover.timing-late


async def recover(battle: Battle[State]) -> None:
    """Stunned figures try to recover (defiance.orders.activation-stun-roll)."""
    doing = battle.state.acting()
    for figure in [one for one in _all_of(battle.state, battle.state.units[doing.unit]) if one.stunned]:
        come_round(battle, figure)
    doing.stage = "within"


async def within(battle: Battle[State]) -> None:
    """Those who touch suppression suffer it now (defiance.suppression.activate-within)."""
    doing, unit = battle.state.acting(), battle.state.active_unit()
    doing.stage = "chits"
    await activate_within(battle, unit, doing.fired)


async def chits(battle: Battle[State]) -> None:
    """Chits return and are given out (defiance.command.chit-assign)."""
    state, doing, unit = battle.state, battle.state.acting(), battle.state.active_unit()
    for one in (unit, *state.fellows(unit)):
        call_in(battle, one)
    for one in (unit, *state.fellows(unit)):
        await assign(battle, one)
    present = [figure for figure in state.members(unit) if not figure.aboard]
    doing.waiting = [figure.id for figure in present if figure.id not in doing.acted]
    if unit.rides and state.figures[unit.rides].gone:  # out of a disabled vehicle (defiance.vehicle.sdc-passengers)
        doing.waiting += await offer_exit(battle, state.figures[unit.rides])
    doing.stage = "teams"


# ---- who acts under one order


async def teams(battle: Battle[State]) -> None:
    """The whole unit, a fire team, or somebody with orders of his own (defiance.orders.one-order-per-unit,
    defiance.orders.no-able-figures)."""
    state, doing, unit = battle.state, battle.state.acting(), battle.state.active_unit()
    if await fight(battle):
        return  # somebody has failed to get away
    doing.waiting = [name for name in doing.waiting if not state.figures[name].gone]
    if doing.kept:
        doing.team, doing.stage = doing.kept.pop(0), "cover"
        for name in doing.team.figures:
            await _impaired(battle, state.figures[name])
        return
    if inside := [name for name in doing.waiting if state.figures[name].aboard]:
        _sprint_out(battle, inside)
        return
    if unit.broken:
        await _crawl_all(battle, unit)
        return
    if wild := wild_ones(state, doing.waiting):
        doing.waiting.remove(wild[0].id)
        start_wild(battle, wild[0])
        return
    if callers := _callers(state, unit, doing.waiting):
        if await offer(battle, state.figures[callers[0]]) and callers[0] in doing.waiting:
            doing.waiting.remove(callers[0])
        return
    ready = [one.id for one in able(state, doing.waiting)]
    if not ready:
        await _next_impaired(battle)
        return
    team = await _team(battle, unit, ready)
    doing.waiting = [name for name in doing.waiting if name not in team.figures]
    doing.team, doing.stage = team, "order"


def _callers(state: State, unit: Unit, waiting: list[str]) -> list[str]:
    """Those who may call an air strike now, while their side has any left (defiance.airstrike.caller)."""
    if not state.sides[unit.side].strikes:
        return []
    return [name for name in (*waiting, *_aboard(state, unit)) if may_call(state, state.figures[name])]


def _sprint_out(battle: Battle[State], inside: list[str]) -> None:
    """Passengers who leave are on Sprint orders (defiance.passenger.orders)."""
    state, doing = battle.state, battle.state.acting()
    first = state.unit_of(state.figures[inside[0]])
    team = [name for name in inside if state.figures[name].unit == first.id]
    doing.waiting = [name for name in doing.waiting if name not in team]
    doing.team, doing.stage = Team(team, BOARDING, "stationary"), "act"
    found = charge_targets(state, first, able(state, team))
    doing.team.target = found[0].id if found else ""
    _mark(state, doing.team)
    battle.record(Ordered(unit=first.id, order=BOARDING, speed="stationary"))


def _aboard(state: State, unit: Unit) -> list[str]:
    """Those who ride in it: a Commander among them may call an air strike (defiance.airstrike.caller)."""
    return [name for one in state.fellows(unit) for name in one.figures if state.figures[name].aboard]


async def _crawl_all(battle: Battle[State], unit: Unit) -> None:
    """A broken unit declares no orders: everybody must crawl to cover; a Matrix unit does nothing
    (defiance.morale.broken-matrix)."""
    doing = battle.state.acting()
    while doing.waiting:
        figure = battle.state.figures[doing.waiting.pop(0)]
        if unit.quality != "Matrix" and not figure.gone and not figure.stunned:
            if not figure.locked or await _tries_to_escape(battle, figure):
                await crawl(battle, figure, must=True)
            return
    doing.stage = "end"


async def _next_impaired(battle: Battle[State]) -> None:
    """No figure left can follow orders: the shaken crawl, one after another (defiance.orders.no-able-figures)."""
    doing = battle.state.acting()
    if not doing.waiting:
        doing.stage = "end"
        return
    figure = battle.state.figures[doing.waiting.pop(0)]
    if not figure.locked or (figure.shaken and await _tries_to_escape(battle, figure)):
        await _impaired(battle, figure)


async def _tries_to_escape(battle: Battle[State], figure: Figure) -> bool:
    """A shaken or broken figure that is engaged may try to get away, and need not; True if it is free
    (defiance.hth.escape-when)."""
    if figure.stunned or figure.frame.vehicle:
        return False
    options = (
        Option("stay", "Stay where it is", of=(figure.id,), means="hold"),
        Option("escape", "Try to get away", of=(figure.id,), at=figure.at, means="go"),
    )
    ask = Choose(battle.state.side_of(figure), "defiance.hth.escape-when", f"{ref(figure.id)} tries to get away?", options)
    if await ask.about(figure.id, unit=figure.unit, topic="plan") == "stay":
        return False
    return await try_escape(battle, figure)


async def _impaired(battle: Battle[State], figure: Figure) -> None:
    """A shaken figure may crawl (defiance.orders.impaired-figures)."""
    if figure.shaken and not figure.stunned and not figure.gone:
        await crawl(battle, figure, must=False)


def independents(state: State, unit: Unit, ready: list[str]) -> list[str]:
    """The figures that may have orders of their own: elite figures, commanders and heroes (defiance.orders.elite-independent,
    defiance.command.independent-orders)."""
    if is_independent(unit):
        return ready
    if not state.settings.officers_independent_orders:
        return []
    return [name for name in ready if state.figures[name].command or state.figures[name].hero]


async def _team(battle: Battle[State], unit: Unit, ready: list[str]) -> Team:
    """The figures that get orders now; one that may have its own acts before, with or after the others
    (defiance.command.independent-orders)."""
    state, doing, later = battle.state, battle.state.acting(), list[str]()
    rule = "defiance.orders.elite-independent" if is_independent(unit) else "defiance.orders.one-order-per-unit"
    while True:
        left = [name for name in ready if name not in later]
        alone = independents(state, unit, left)
        crews = crew_options(state, unit, left) if unit.guns and not is_independent(unit) else []
        pool = [name for name in doing.waiting if name not in later]  # shaken and stunned figures belong to a team, too
        linked = unit.quality == "Linked" and len(pool) >= 2 * FEWEST
        if (len(ready) == 1 and not crews) or not (alone or linked or later or crews):
            return Team(list(doing.waiting))
        options = _who(state, unit, left, alone, linked) + crews
        ask = Choose(unit.side, rule, f"{ref(unit.id)}: who gets orders now?", options)
        chosen = await ask.about(*left, unit=unit.id, topic="who")
        if chosen == "together":
            return Team([name for name in doing.waiting if name not in later])
        if chosen == "team":
            return Team(await _fire_team(unit, state, left, pool))
        if chosen.startswith(("crew:", "man:")):
            return chosen_crew(state, chosen)
        if chosen.startswith(f"{LATER}crew:"):
            later += chosen_crew(state, chosen.removeprefix(LATER)).figures
            continue
        if not chosen.startswith(LATER):
            return Team([chosen])
        later.append(chosen.removeprefix(LATER))


def _who(state: State, unit: Unit, left: list[str], alone: list[str], linked: bool) -> list[Option]:
    """One order for all who are left, a fire team, one on his own now, or one who waits until the others are done."""
    shared = "They share the order, the speed and the pattern."
    together = Option("together", "One order for all who are left", of=tuple(left), about=shared, means="together")
    about = "Three or more of them get an order of their own; three or more must be left for another team."
    options = [] if unit.quality == "Vehicle" else [together]
    options += [Option("team", "A fire team of its own", of=tuple(left), about=about, means="go")] if linked else []
    options += [_named(state.figures[name], "on his own", ALONE) for name in alone]
    if not is_independent(unit) and len(left) > 1:
        waits = [state.figures[name] for name in alone]
        later = "waits until they are done"
        options += [Option(f"{LATER}{f.id}", f"{ref(f.id)} {later}", of=(f.id,), means="pass") for f in waits]
    return options


def _named(figure: Figure, more: str, about: str = "") -> Option:
    label = f"{ref(figure.id)} {more}".rstrip()
    return Option(figure.id, label, of=(figure.id,), at=figure.at, about=about, means="go")


async def _fire_team(unit: Unit, state: State, ready: list[str], pool: list[str]) -> list[str]:
    """Three or more, one of them ready, and three or more are left or nobody (defiance.orders.linked-fire-teams)."""
    rule = "defiance.orders.linked-fire-teams"

    def check(who: tuple[str, ...]) -> Refusal | None:
        rest = len(pool) - len(who)
        if not set(who) & set(ready):
            return Refusal(rule, "none of them can follow an order")
        return None if rest == 0 or rest >= FEWEST else Refusal(rule, f"{rest} would be left: a team has {FEWEST} or more")

    down = [name for name in pool if name not in ready]
    options = [_named(state.figures[name], "") for name in ready]
    options += [_named(state.figures[name], "stunned" if state.figures[name].stunned else "shaken") for name in down]
    prompt = f"{ref(unit.id)}: who belongs to this fire team?"
    ask = ChooseSome(unit.side, rule, prompt, options, FEWEST, check=check)
    return list(await ask.about(*pool, unit=unit.id, topic="who"))


# ---- orders


async def order(battle: Battle[State]) -> None:
    """One of the orders that can be carried out, with its speed, pattern or target
    (defiance.orders.declare-first, defiance.move.rate-shared)."""
    state, doing, team, unit = battle.state, battle.state.acting(), battle.state.team(), battle.state.active_unit()
    still_boards(state, unit)
    names = battle.memo("activation.orders", lambda: tuple(available(battle, unit, team)))
    who, whom = tuple(team.figures), _called(state, unit, team)
    open_to = [name for name in ORDER_OPTIONS if name in names]
    explain = partial(_order_for, who)
    ask = Choose(unit.side, "defiance.orders.declare-first", f"Orders for {whom}", open_to, explain=explain)
    team.order = RECOVER if names == (RECOVER,) else await ask.about(*who, unit=unit.id, topic="plan")
    kind = ORDERS[team.order].kind
    team.speed = await _speed(battle, unit, team) if kind in ("fire", "vehicle") else "stationary"
    if kind == "fire" and team.speed != "stationary" and any(fires(f, team.order) for f in able(state, team.figures)):
        options = [replace(PATTERN_OPTIONS[name], of=who) for name in patterns(state, unit, team)]
        prompt = f"In which order do they move and fire: {whom}?"
        asked = Choose(unit.side, "defiance.orders.fire-attack-pattern", prompt, options)
        team.pattern = await asked.about(*who, unit=unit.id, topic="plan")
    team.target = await _target(battle, unit, team)
    _mark(state, team)
    some = who if len(who) < len(state.members(unit)) else ()
    battle.record(Ordered(unit=unit.id, order=team.order, who=some, speed=team.speed, pattern=team.pattern, target=team.target))
    doing.stage = "lay" if kind == "suppression" else "escape" if kind == "fire" else "act"


def _order_for(who: tuple[str, ...], name: str) -> Option:
    """An order written out."""
    return replace(ORDER_OPTIONS[name], of=who)


async def _speed(battle: Battle[State], unit: Unit, team: Team) -> str:
    state = battle.state
    first = state.figures[team.figures[0]]
    open_to = speeds_of(state, first) if first.frame.drives else speeds(battle, unit, team)
    options = [replace(SPEED_OPTIONS[speed], of=tuple(team.figures)) for speed in open_to]
    prompt = f"How fast do they move: {_called(state, unit, team)}?"
    ask = Choose(unit.side, "defiance.orders.fire-movement-type", prompt, options)
    return await ask.about(*team.figures, unit=unit.id, topic="plan")


def _called(state: State, unit: Unit, team: Team) -> str:
    """The unit, or those of it who get these orders."""
    some, whole = len(team.figures), len(state.members(unit))
    if some >= whole:
        return ref(unit.id)
    return f"{ref(team.figures[0])} of {ref(unit.id)}" if some == 1 else f"{some} of {ref(unit.id)}"


async def _target(battle: Battle[State], unit: Unit, team: Team) -> str:
    """The unit that is aimed at or charged."""
    state, figures = battle.state, able(battle.state, team.figures)
    if team.order == "aim":
        found = battle.memo("activation.aims", lambda: tuple(u.id for u in aim_targets(battle, unit, figures)))
        rule = "defiance.orders.aim-target"
    elif ORDERS[team.order].kind == "maneuver":
        found = tuple(u.id for u in charge_targets(state, unit, figures))
        rule = "defiance.orders.charge-target"
        team.fought = fought_by(state, team)
        if team.order == BOARDING and not team.fought:
            await choose_vehicle(battle, unit, team)
        if team.fought:  # these count as the closest (defiance.hth.engaged-maneuver-orders)
            return team.fought[0]
        if team.order != "charge":  # whom else it may touch: elite figures anybody (defiance.orders.maneuver-only-way-into-hth)
            return found[0] if found else ""
    else:
        return ""
    if len(found) == 1:
        return found[0]
    members = {name: tuple(f.id for f in state.members(state.units[name])) for name in found}
    options = [Option(name, ref(name), of=members[name], means="act") for name in found]
    prompt = f"Which enemy unit does {ref(unit.id)} {team.order.replace('aim', 'aim at')}?"
    return await Choose(unit.side, rule, prompt, options).about(*team.figures, unit=unit.id, topic="aim")


def _mark(state: State, team: Team) -> None:
    """What the order changes at once: aim and the sprint counter (defiance.orders.sprint-counter)."""
    for figure in able(state, team.figures):
        if team.order == "aim":
            figure.aims, figure.aimed = (team.target,), 1
            if gun := gun_served_by(state, figure):
                gun.aims, gun.aimed = figure.aims, 1
        elif team.order == "sprint" or (team.order == "jump" and not can_jump(figure)):  # defiance.orders.jump-mixed-unit
            figure.sprint = allowance(figure, "sprint", "")


async def lay_template(battle: Battle[State]) -> None:
    """Suppression by all who are able, the shaken may crawl, the others cover
    (defiance.orders.impaired-figures, defiance.orders.suppression-no-move)."""
    state, doing, team = battle.state, battle.state.acting(), battle.state.team()
    doing.acted += team.figures
    shaken = [state.figures[name] for name in team.figures if state.figures[name].shaken]
    await _suppress(battle, state.units[doing.unit], team)
    for figure in shaken:
        await _impaired(battle, figure)
    doing.stage = "cover"


async def _suppress(battle: Battle[State], unit: Unit, team: Team) -> None:
    """Declared, answered, laid and resolved as a unit (defiance.ranged.who-may-fire)."""
    state, slot = battle.state, ORDERS[team.order].fires[0]
    declared = await declare(battle, unit, able(state, team.figures), slot)
    if declared is None:
        return
    for figure in declared.contributors:  # each of them fires, the others do not (defiance.cover.triggers)
        await react(battle, figure, "fire", at=declared.target.unit)
    template = await lay(battle, unit, able(state, team.figures), slot, declared)
    if template is None:
        return
    template.team, firing = list(team.figures), list(template.contributors)
    await resolve(battle, template)
    for name in firing:
        await react(battle, state.figures[name], "fired")  # defiance.cover.timing-late


# ---- figures


async def next_figure(battle: Battle[State]) -> None:
    """Figures act one after another in the order their owner likes (defiance.orders.fire-figure-by-figure)."""
    state, doing = battle.state, battle.state.acting()
    figures, team, acted = state.figures, doing.team, doing.acted
    assert team is not None
    unit = state.units[figures[team.figures[0]].unit if team.figures else doing.unit]
    left = [name for name in team.figures if name not in acted and not ((one := figures[name]).gone or one.stunned)]
    if not left:
        doing.stage = "fight" if doing.fights else "cover"  # defiance.orders.maneuver-hth-after-movement
        return
    if team.gun:
        left = left[:1]  # a crew acts as one
    if not apart(battle, unit):
        left = first_movers(state, unit, left)  # defiance.unit.perimeter-involuntary
    name = left[0]
    if len(left) > 1:
        kind, prompt = ORDERS[team.order].kind, f"{ref(unit.id)}: who acts next?"
        rule = "defiance.orders.fire-figure-by-figure" if kind == "fire" else "defiance.orders.activation-sequence"
        ask = Choose(unit.side, rule, prompt, left, explain=lambda name: _named(state.figures[name], ""))
        name = await ask.about(*left, unit=unit.id, topic="who")
    doing.acted.append(name)
    figure, close_defence = figures[name], tabletop(battle).chapters.close_defence
    if close_defence:  # its own weapon, before and after it acts (defiance.cdw.timing)
        await window(battle, "before", [name])
    if figure.gone:
        return
    if figure.shaken:
        await _impaired(battle, figure)
    else:
        await act(battle, unit, team, figure)
    if close_defence:
        await window(battle, "after", [name])


async def get_away(battle: Battle[State]) -> None:
    """Engaged figures try to escape before anybody acts on Fire orders (defiance.hth.escape-when)."""
    if not await escape(battle):
        battle.state.acting().stage = "act"


async def fights(battle: Battle[State]) -> None:
    """All fights of those who have moved, then they cover (defiance.orders.maneuver-hth-after-movement)."""
    if not await fight(battle):
        battle.state.acting().stage = "cover"


# ---- after the figures


async def cover(battle: Battle[State]) -> None:
    """Those who did not have to fire cover, all with one class of weapon
    (defiance.orders.cover-weapon-choice, defiance.orders.suppression-cover-zero). Whoever helped another to fire does not
    (defiance.infweapon.loader-contact)."""
    state, doing, team, unit = battle.state, battle.state.acting(), battle.state.team(), battle.state.active_unit()
    covers = ORDERS[team.order].covers
    served = [name for name in doing.fired if name in state.figures and state.figures[name].mate]
    if tabletop(battle).chapters.indirect:
        served += [name for name in team.figures if spots_now(state, state.figures[name])]  # defiance.indirect.spotters
    present = [name for name in team.figures if not state.figures[name].gone and name not in served] if covers else []
    open_to = {name: may_cover(state.figures[name], team.order) for name in present}
    offered = {slot for slots in open_to.values() for slot in slots}
    classes: list[str] = [slot for slot in ("support", "primary", "side") if slot in offered]
    if classes:
        words = {"support": "support weapons", "primary": "primary weapons", "side": "side arms"}
        slot = classes[0]
        if len(classes) > 1:
            about = "Whoever has one of these watches his front arc and may interrupt the enemy; the others do not cover."
            who = {name: tuple(one for one, slots in open_to.items() if name in slots) for name in classes}
            options = [Option(name, words[name].capitalize(), of=who[name], about=about, means="cover") for name in classes]
            ask = Choose(
                unit.side, "defiance.orders.cover-weapon-choice", f"{ref(unit.id)} covers: with which weapons?", options
            )
            slot = await ask.about(*open_to, unit=unit.id, topic="plan")
        clearing = await _clear(state, unit, [name for name, slots in open_to.items() if slot in slots])
        mod = 0 if ORDERS[team.order].kind == "suppression" else FIRE_MOD[team.speed] + COVERING
        for name, slots in open_to.items():
            if slot in slots and name not in clearing:
                _watch(state, state.figures[name], slot, mod)
        battle.record(Changed(who=unit.id, what=f"covers with {words[slot]} ({mod:+d})"))
    _note_idle(state, doing, team)
    doing.team = None
    doing.stage = "teams" if doing.waiting or doing.kept else "end"


def _watch(state: State, figure: Figure, slot: str, mod: int) -> None:
    """It covers; a gun does for its crew (defiance.infweapon.crew-both, defiance.infweapon.crew-one)."""
    if any(arm.slot == slot and arm.weapon.crew > 1 for arm in figure.arms):
        gun = gun_served_by(state, figure)
        if gun is None or not may_fire_gun(state, gun):
            return
        figure = gun
    figure.covers, figure.cover_mod = slot, mod


async def _clear(state: State, unit: Unit, covering: list[str]) -> list[str]:
    """Somebody with a stoppage may decline to cover in order to clear it (defiance.stoppage.clear)."""
    stopped = [name for name in covering if may_clear(state, state.figures[name])]
    if not stopped:
        return []
    options = [_named(state.figures[name], "clears his weapon instead of covering") for name in stopped]
    prompt = f"{ref(unit.id)}: who clears his stopped weapon?"
    ask = ChooseSome(unit.side, "defiance.stoppage.clear", prompt, options)
    return list(await ask.about(*stopped, unit=unit.id, topic="rest"))


def _note_idle(state: State, doing: Activation, team: Team) -> None:
    """On Fire or vehicle orders without firing or covering: a stoppage will clear (defiance.stoppage.clear,
    defiance.stoppage.not-cleared)."""
    if ORDERS[team.order].kind not in ("fire", "vehicle"):
        return
    for name in team.figures:
        figure = state.figures[name]
        figure.idle = not figure.covers and name not in doing.fired and figure.able


async def finish(battle: Battle[State]) -> None:
    """The activation is complete; close defence weapons may be set off once more (defiance.cdw.timing)."""
    await window(battle, "end")
    battle.state.turn.doing = None


BY_STAGE: dict[str, Callable[[Battle[State]], Rule[None]]] = {
    "start": start,
    "suppression": own_suppression,
    "stun": recover,
    "within": within,
    "chits": chits,
    "teams": teams,
    "order": order,
    "lay": lay_template,
    "escape": get_away,
    "act": next_figure,
    "drive": drive,
    "fight": fights,
    "cover": cover,
    "end": finish,
}
