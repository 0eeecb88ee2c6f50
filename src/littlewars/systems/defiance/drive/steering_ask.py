"""Where a vehicle drives is asked: what is refused, what a drag means, what a way costs and whom it would ram."""

from __future__ import annotations

from random import Random

from littlewars.engine import Battle, Leg, Legs, Move, Pose, Refusal, Step, Verb
from littlewars.engine.names import ref
from littlewars.engine.showing import Drag, Stretch, Touch, Trace
from littlewars.table.facing import facing_to, step_to
from littlewars.table.moving.steer import drives
from littlewars.table.shapes.bases import Box, ceil_root, centre2, corners, moved

from ..basics.state import Drive, Figure, State
from ..move.path import ParsedMove, stands
from ..move.terrain_cost import stretches
from ..vehicles.steering import FORWARD, QUARTER, REVERSE, SLIDE, Rein, read_hull
from .contacts import Met, lands_on_ground, meetings
from .ramming import hurt_chance

RULE = "defiance.vehicle.move-in-arc"
ENDLESS = 4  # turns that a drag may take where the type has no limit
HUNTS = 0.3  # how often a random drive goes for an enemy
RASH = 0.2  # how often it drives wherever that leads
SLIDES = 0.5  # how often a random drive goes without a turn


def rein_of(drive: Drive) -> Rein:
    """How it is driven now."""
    return Rein(drive.speed, drive.turns, drive.heading, drive.reverses)


def verbs_of(figure: Figure, drive: Drive) -> dict[str, Verb]:
    """What it may do: reverse if it stood still, jump if it can and has not moved, change its level if it flies."""
    frame, fresh = figure.frame, drive.heading == 0 and drive.turns == 0
    found = {"go": Verb(), "turn": Verb(turn=2 * QUARTER)}
    if drive.reverses and drive.heading != FORWARD:
        found["back"] = Verb()
    if frame.jumps and fresh and drive.speed == "sprinting" and not figure.level:
        found["jump"] = Verb(most=1)
    if frame.flies:
        found |= {"up": Verb(), "down": Verb()}
    return found


async def ask_way(battle: Battle[State], figure: Figure, drive: Drive) -> ParsedMove:
    """One Move ask for a vehicle."""

    def read(legs: Legs) -> ParsedMove | Refusal:
        return read_hull(battle, figure, legs[0] if legs else Leg(figure.id, ()), drive.left, rein_of(drive))

    def refuse(legs: Legs) -> Refusal | None:
        parsed = read(legs)
        return parsed if isinstance(parsed, Refusal) else refuse_drive(battle, figure, parsed)

    ask = Move(
        battle.state.side_of(figure),
        RULE,
        f"{ref(figure.id)} drives",
        {figure.id: Pose(figure.at, figure.face, figure.level)},
        {figure.id: drive.left},
        refuse,
        verbs=verbs_of(figure, drive),
        propose=lambda rng: propose(battle, figure, drive, rng),
        plan=lambda drag: plan(battle, figure, drive, drag),
        trace=lambda leg: trace(battle, figure, drive, leg),
    )
    parsed = read(await ask.about(figure.id, unit=figure.unit, topic="move"))
    assert not isinstance(parsed, Refusal)
    return parsed


def met_on(battle: Battle[State], figure: Figure, parsed: ParsedMove) -> list[Met]:
    """Everybody and everything a way runs into, in order, up to what stops it."""
    found: list[Met] = []
    for way in parsed.path:
        if way.how == "turn":
            continue
        found += [one for one in meetings(battle, figure, way) if one.id not in {seen.id for seen in found}]
        if found and found[-1].stops:
            break
    return found


def refuse_drive(battle: Battle[State], figure: Figure, parsed: ParsedMove) -> Refusal | None:
    """A vehicle may not drive off the table nor into friends; it rams anybody else in the way (defiance.ram.who,
    defiance.move.board-edge)."""
    name = ref(figure.id)
    for one in met_on(battle, figure, parsed):
        if one.kind == "edge":
            return Refusal("defiance.move.board-edge", f"{name} may not leave the table")
        if one.kind == "friend":
            return Refusal("defiance.ram.who", f"{name} must avoid {ref(one.id)}")
        if one.stops:
            return None
    last = parsed.path[-1] if parsed.path else None
    if last and any(way.how == "jump" for way in parsed.path) and lands_on_ground(battle, figure, parsed.at, parsed.face):
        return Refusal("defiance.vehicle.heavy-terrain", f"{name} cannot come down there")
    if parsed.level_changes and (clash := stands(battle, figure, parsed.at, parsed.face, parsed.level)):
        what = ref(clash.id) if clash.id else "the table edge"
        return Refusal("defiance.move.figures-as-obstacles", f"{name} cannot end on {what}")
    if parsed.level_changes and not parsed.level and lands_on_ground(battle, figure, parsed.at, parsed.face):
        return Refusal("defiance.vehicle.heavy-terrain", f"{name} cannot come down there")
    return None


# ---- by chance, and by hand


def propose(battle: Battle[State], figure: Figure, drive: Drive, rng: Random) -> Legs:
    """A turn or none, then a stretch within its arc: mostly as far as nothing but enemies on foot is in the way."""
    if rng.random() < HUNTS and (hunt := _hunt(battle, figure, drive)):
        return (Leg(figure.id, hunt),)
    steps: list[Step] = []
    verbs, face = verbs_of(figure, drive), figure.face
    if figure.frame.flies and rng.random() < SLIDES:
        steps.append(Step("up" if figure.level == 0 or rng.random() < SLIDES else "down"))
    if rng.random() > SLIDES:
        face = (face + rng.randint(-QUARTER, QUARTER)) % 36000
        steps.append(Step("turn", face=face))
    verb = "back" if "back" in verbs and rng.random() < SLIDES else "go"
    if "jump" in verbs and rng.random() < SLIDES:
        return (Leg(figure.id, (Step("jump", step_to(figure.at, rng.randrange(36000), int(drive.left * rng.random()))),)),)
    ahead = face + rng.randint(-SLIDE, SLIDE) + (18000 if verb == "back" else 0)
    steps.append(Step(verb, step_to(figure.at, ahead % 36000, int(drive.left * rng.random()))))
    way = tuple(steps)
    return (Leg(figure.id, way if rng.random() < RASH else _cut_short(battle, figure, drive, way)),)


def _hunt(battle: Battle[State], figure: Figure, drive: Drive) -> tuple[Step, ...]:
    """Towards the nearest enemy on its level, as far as it comes; nothing if there is none, or no way."""
    enemies = [e for e in battle.state.enemies_of(battle.state.side_of(figure)) if e.level == figure.level]
    if not enemies:
        return ()
    prey = min(enemies, key=lambda e: (centre2(figure.at, e.at), e.id))
    far = min(drive.left, ceil_root(centre2(figure.at, prey.at)))
    for most in (far, far // 2):
        to = step_to(figure.at, facing_to(figure.at, prey.at), most)
        for steps in _ways_to(figure, drive, Drag((figure.id,), to)):
            if _allowed(battle, figure, drive, Leg(figure.id, steps)) is not None:
                return steps
    return ()


def _cut_short(battle: Battle[State], figure: Figure, drive: Drive, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The same way, ended short of ground, friends and hulls; as it is where that cannot be said."""
    parsed = read_hull(battle, figure, Leg(figure.id, steps), drive.left, rein_of(drive))
    if isinstance(parsed, Refusal):
        return steps
    for one in met_on(battle, figure, parsed):
        if one.stops or one.kind == "friend":
            far = max(0, one.step - 100)
            start = next((way.start for way in parsed.path if way.how != "turn"), figure.at)
            whole = max(1, round(((parsed.x - start[0]) ** 2 + (parsed.y - start[1]) ** 2) ** 0.5))
            to = start[0] + (parsed.x - start[0]) * far // whole, start[1] + (parsed.y - start[1]) * far // whole
            return (*steps[:-1], Step(steps[-1].verb, to))
    return steps


def plan(battle: Battle[State], figure: Figure, drive: Drive, drag: Drag) -> Legs:
    """Where it is dragged with the fewest turns: the first way that is allowed and runs into no ground or hull, else the first
    that is allowed, else the shortest."""
    if drag.verb in ("up", "down"):
        return (Leg(figure.id, (Step(drag.verb),)),)
    if drag.verb == "jump":
        turned = () if drag.face is None else (Step("turn", face=drag.face % 36000),)
        return (Leg(figure.id, (Step("jump", drag.to), *turned)),)
    found = [Leg(figure.id, steps) for steps in _ways_to(figure, drive, drag)]
    if not found:
        return (Leg(figure.id, (Step("go", drag.to),)),) if drag.to != figure.at else ()
    allowed = [(leg, parsed) for leg in found if (parsed := _allowed(battle, figure, drive, leg)) is not None]
    smooth = [leg for leg, parsed in allowed if not any(one.stops for one in met_on(battle, figure, parsed))]
    best = smooth or [leg for leg, _ in allowed] or found
    return (best[0],) if best[0].steps else ()


def _ways_to(figure: Figure, drive: Drive, drag: Drag) -> list[tuple[Step, ...]]:
    hull = figure.frame.hull
    most = ENDLESS if hull is None or hull.most_turns is None else max(0, hull.most_turns - drive.turns)
    end = None if drag.face is None else drag.face % 36000
    back = drag.verb == "back" or drive.heading == REVERSE
    face = (figure.face + 18000) % 36000 if back else figure.face
    if back and end is not None:
        end = (end + 18000) % 36000
    found = []
    for path in drives(figure.at, face, drag.to, end, SLIDE, most):
        turn = 18000 if back else 0
        found.append(
            tuple(
                Step("turn", face=(way.face + turn) % 36000) if way.how == "turn" else Step("back" if back else "go", way.to)
                for way in path
            )
        )
    return found


def _allowed(battle: Battle[State], figure: Figure, drive: Drive, leg: Leg) -> ParsedMove | None:
    parsed = read_hull(battle, figure, leg, drive.left, rein_of(drive))
    return None if isinstance(parsed, Refusal) or refuse_drive(battle, figure, parsed) else parsed


def trace(battle: Battle[State], figure: Figure, drive: Drive, leg: Leg) -> Trace:
    """The way with the price of every stretch and turn, the hull at each turn, and whom it would ram."""
    parsed = read_hull(battle, figure, leg, drive.left, rein_of(drive))
    if isinstance(parsed, Refusal):
        return Trace(figure.id, (figure.at, *(step.to for step in leg.steps if step.to is not None)), 0, drive.left)
    parts, hulls = [], []
    for way in parsed.path:
        found = stretches(battle.state.pieces, way.start, way.to, climbs=False) if way.how == "walk" else []
        slow = [f"{part.ground} terrain" for part in found if part.ground != "open"]
        why = "turn" if way.how == "turn" else ", ".join(dict.fromkeys(slow))
        parts.append(Stretch(way.start, way.to, round(way.cost), why))
        if way.how == "turn":
            hulls.append(_outline(figure, way.to, way.face))
    met = met_on(battle, figure, parsed)
    meets = tuple(
        Touch(one.id, "rammed", hurt_chance(figure, battle.state.figures[one.id], drive.speed))
        for one in met
        if one.kind == "enemy"
    )
    if parts and (ground := next((one for one in met if one.kind == "ground"), None)):
        why = f"{parts[-1].why}; rams {_called(battle.state, ground.id)}".removeprefix("; ")
        parts[-1] = Stretch(parts[-1].start, parts[-1].to, parts[-1].cost, why)
    hulls.append(_outline(figure, parsed.at, parsed.face))
    path = (figure.at, *(way.to for way in parsed.path if way.how != "turn"))
    ends = {figure.id: (parsed.x, parsed.y, parsed.face)}
    return Trace(figure.id, path, parsed.spent, drive.left, tuple(parts), ends, tuple(hulls), meets)


def _called(state: State, name: str) -> str:
    return next((piece.label for piece in state.pieces if piece.id == name), ref(name))


def _outline(figure: Figure, at: tuple[int, int], face: int) -> tuple[tuple[int, int], ...]:
    base = moved(figure.base(), at, face)
    return corners(base) if isinstance(base, Box) else (at,)
