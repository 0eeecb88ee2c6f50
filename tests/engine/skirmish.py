"""A toy rulebook for the tests of the engine: every kind of ask, secrets, interrupts, notes, seals, odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from littlewars import engine
from littlewars.engine import (
    Allocate,
    Arrange,
    Ask,
    Assign,
    Attack,
    Choose,
    ChooseSome,
    Event,
    Happening,
    Leg,
    Legs,
    Mod,
    Move,
    Number,
    Option,
    Place,
    Pose,
    Refusal,
    Result,
    Rule,
    ScenarioError,
    Shape,
    Show,
    Spot,
    Spots,
    Step,
    Tally,
    Together,
    copier,
)
from littlewars.engine.measures import INCHES, Measure
from littlewars.engine.page.cache import PageCache
from littlewars.engine.showing import Card, Look, Model, Party, Shown, Tracker

UNIT, SUCCESS, BLAST = 1000, 4, 2000
DEVIATION = (3000, 1000, 0)  # by band of the roll: 1-2, 3, 4+
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))
LUCK = 1  # coins


class Profile(Struct, frozen=True):
    name: str
    die: int = 6
    move: int = 6
    range: int = 12
    wounds: int = 1
    mortar: bool = False


class Figure(Struct):
    id: str
    unit: str
    profile: Profile
    at: tuple[int, int]
    wounds: int
    face: int = 0
    lucky: bool = False


class Unit(Struct):
    id: str
    side: str
    figures: list[str]
    original: int
    covering: bool = False
    shaken: bool = False
    acted: bool = False
    reserve: bool = False


class State(Struct):
    sides: list[str]
    size: tuple[int, int]
    units: dict[str, Unit]
    figures: dict[str, Figure]
    rows: dict[str, list[str]]  # face-down cards: secret
    coins: dict[str, int]
    rounds: int
    round: int = 0
    turn: str = ""

    def of(self, side: str) -> list[Unit]:
        return [u for u in self.units.values() if u.side == side and u.figures]

    def members(self, unit: Unit) -> list[Figure]:
        return [self.figures[i] for i in unit.figures]


Battle = engine.Battle[State]


class Deployed(Event):
    unit: str


class Laid(Event):
    row: tuple[str, ...]


class Activated(Event):
    unit: str


class Stepped(Event):
    figure: str
    point: tuple[int, int]


class Shot(Event):
    unit: str
    hits: int
    unsaved: int


class Wounded(Event):
    figure: str
    removed: bool


class Tested(Event):
    unit: str
    tally: str
    passed: bool


def far2(a: tuple[int, int], b: tuple[int, int]) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


# ---- the sequence of play


async def deploy(battle: Battle, unit: Unit) -> None:
    """A unit is put down on its own half (toy.deploy)."""
    s = battle.state
    low = s.sides.index(unit.side) * s.size[1] // 2

    def spots() -> list[Spots]:
        rows = [low + s.size[1] // 4, low + s.size[1] // 8]
        return [tuple(Spot(f, (2000 + 1500 * i, y)) for i, f in enumerate(unit.figures)) for y in rows]

    def check(answer: Spots) -> Refusal | None:
        if len(answer) < len(unit.figures):
            return Refusal("toy.deploy", "all of them")
        inside = all(0 <= p.at[0] <= s.size[0] and low <= p.at[1] <= low + s.size[1] // 2 for p in answer)
        return None if inside else Refusal("toy.deploy", "not on its own half")

    def propose(rng: Random) -> Spots:
        return tuple(
            Spot(f, (rng.randint(0, s.size[0]), low + rng.randint(0, s.size[1] // 2)), rng.randrange(36000))
            for f in unit.figures
        )

    things = {f: Shape("disc", (500,)) for f in unit.figures}
    for spot in await Place(unit.side, "toy.deploy", f"Deploy {unit.id}", things, spots, check, turns=True, propose=propose):
        s.figures[spot.what].at, s.figures[spot.what].face = spot.at, spot.face
    unit.reserve = False
    battle.record(Deployed(unit=unit.id))


async def hand_in(battle: Battle, side: str) -> tuple[tuple[str, ...], int]:
    """One side's cards and bid: a conversation inside a Together (toy.cards, toy.bid)."""
    s = battle.state
    row = await Arrange(side, "toy.cards", "Lay your cards", [u.id for u in s.of(side)])
    bid = await Number(side, "toy.bid", "Bid for the initiative", 0, s.coins[side]) if s.coins[side] else 0
    return row, bid


async def lay_cards(battle: Battle) -> None:
    s = battle.state
    handed = await Together([hand_in(battle, side) for side in s.sides])
    for side, (row, bid) in zip(s.sides, handed, strict=True):
        s.rows[side] = list(row)
        s.coins[side] -= bid
        battle.record(Laid(row=row, to=side))
    for unit in s.units.values():
        unit.acted = False
    bids = {side: bid for side, (_, bid) in zip(s.sides, handed, strict=True)}
    s.turn = battle.dice.rank(s.sides, 6, "initiative", bids)[0]
    s.round += 1


async def activate(battle: Battle) -> None:
    """Turn over the leftmost card; that unit acts (toy.order)."""
    s = battle.state
    other = s.sides[1 - s.sides.index(s.turn)]
    unit = s.units[s.rows[s.turn if s.rows[s.turn] else other].pop(0)]
    s.turn = other
    unit.acted, unit.covering = True, False
    battle.seal()
    if not unit.figures:
        return
    battle.record(Activated(unit=unit.id))
    prey = battle.memo("toy.prey", lambda: tuple(t.id for t in targets(s, unit)))
    asked = Choose(unit.side, "toy.order", f"Order of {unit.id}", lambda: orders(s, unit, prey))
    order = await asked.about(*unit.figures, unit=unit.id, topic="plan", forecast=partial(fired_at, unit.id))
    match order.split(" ", 1):
        case ["advance"]:
            await advance(battle, unit)
        case ["cover"]:
            unit.covering = True
        case ["bombard"]:
            await bombard(battle, unit)
        case ["each"]:
            await each_its_own(battle, unit, prey)
        case ["luck"]:
            await luck(battle, unit)
        case ["fire", target]:
            await volley(battle, unit.id, target, aim(s, unit, s.units[target]))


def fired_at(unit: str, view: Battle, order: str) -> Attack[State] | None:
    if not order.startswith("fire "):
        return None
    at = order.removeprefix("fire ")
    return replace(SYSTEM.attack(view.state, "volley", {"by": unit, "at": at}), title=f"{unit} at {at}", counts="figures lost")


def orders(s: State, unit: Unit, prey: Sequence[str]) -> list[Option]:
    found = [Option("advance", "Advance"), Option("cover", "Cover")]
    if any(f.profile.mortar for f in s.members(unit)) and any(s.of(side) for side in s.sides if side != unit.side):
        found.append(Option("bombard", "Bombard"))
    if s.coins[unit.side]:
        found.append(Option("luck", "Buy luck", cost=(("coins", LUCK),)))
    if prey:
        found.append(Option("each", "Each its own target"))
    for name in prey:
        tally = to_hit(s.members(unit)[0], nearest(s, s.members(unit)[0], s.units[name]))
        found.append(Option(f"fire {name}", f"Fire at {name}", (name,), tally=tally))
    return found


async def advance(battle: Battle, unit: Unit) -> None:
    """Figures walk one after another; a covering enemy may fire at each end of a step (toy.move, toy.cover)."""
    s = battle.state
    start = {f.id: Pose(f.at, f.face) for f in s.members(unit)}
    budget = {f.id: f.profile.move * UNIT for f in s.members(unit)}

    def check(legs: Legs) -> Refusal | None:
        for leg in legs:
            points = [start[leg.who].at, *(step.to for step in leg.steps if step.to)]
            if any(not (0 <= x <= s.size[0] and 0 <= y <= s.size[1]) for x, y in points):
                return Refusal("toy.move", f"{leg.who} leaves the table")
            way = sum(far2(a, b) ** 0.5 for a, b in pairwise(points))
            if way > budget[leg.who]:
                return Refusal("toy.move", f"{leg.who}: {way / UNIT:.1f} of {budget[leg.who] / UNIT:.1f} inches")
        return None

    def propose(rng: Random) -> Legs:
        legs = []
        for who, pose in start.items():
            x, y = (c + rng.randint(-3000, 3000) for c in pose.at)
            legs.append(Leg(who, (Step("go", (x, y)), Step("turn", face=rng.randrange(36000)))))
        return tuple(legs)

    held: set[str] = set()
    for leg in await Move(unit.side, "toy.move", f"Move {unit.id}", start, budget, check, propose=propose):
        for step in leg.steps:
            if leg.who in s.figures:
                await walk(battle, unit, s.figures[leg.who], step, held)


async def walk(battle: Battle, unit: Unit, figure: Figure, step: Step, held: set[str]) -> None:
    s = battle.state
    if step.face is not None:
        figure.face = step.face
    if step.to is None:
        return
    figure.at = step.to
    battle.record(Stepped(figure=figure.id, point=figure.at))
    for enemy in list(s.units.values()):
        if not enemy.covering or enemy.side == unit.side or enemy.id in held:
            continue
        if battle.memo("toy.watched", lambda: any(sees(f, figure) for f in s.members(enemy))):  # noqa: B023
            held.add(enemy.id)
            if await Choose(enemy.side, "toy.cover", f"{enemy.id} covers {unit.id}", ["hold", "fire"]) == "fire":
                enemy.covering = False
                await covering_fire(battle, enemy.id, unit.id)
                if figure.id not in s.figures:
                    return


# ---- fire


def sees(shooter: Figure, target: Figure) -> bool:
    return far2(shooter.at, target.at) <= (shooter.profile.range * UNIT) ** 2


def to_hit(shooter: Figure, target: Figure, *extra: Mod) -> Tally:
    far = far2(shooter.at, target.at) > (shooter.profile.range * UNIT // 2) ** 2
    return Tally(SUCCESS, ((Mod("long range", -1, "toy.long"),) if far else ()) + extra)


def nearest(s: State, shooter: Figure, target: Unit) -> Figure:
    return min(s.members(target), key=lambda f: far2(shooter.at, f.at))


def targets(s: State, unit: Unit) -> list[Unit]:
    foes = (t for t in s.units.values() if t.side != unit.side and t.figures and not t.reserve)
    return [t for t in foes if all(sees(f, nearest(s, f, t)) for f in s.members(unit))]


Pools = tuple[tuple[int, int, Tally], ...]


def aim(s: State, unit: Unit, target: Unit) -> Pools:
    groups = Counter((f.profile.die, to_hit(f, nearest(s, f, target))) for f in s.members(unit))
    return tuple((n, die, tally) for (die, tally), n in groups.items())


async def volley(battle: Battle, by: str, at: str, pools: Pools) -> int:
    """Hits, saves, wounds where the owner puts them, morale (toy.fire, toy.wounds)."""
    s = battle.state
    target = s.units[at]
    hits = sum(battle.dice.successes(n, die, tally.needed, "fire") for n, die, tally in pools)
    die = s.members(target)[0].profile.die
    unsaved = battle.dice.successes(hits, die, SUCCESS - 1, "save", low=True)
    battle.record(Shot(unit=by, hits=hits, unsaved=unsaved))
    battle.merge_point("volley", unsaved)
    if unsaved:
        room = {f.id: f.wounds for f in s.members(target)}
        for who, n in await Allocate(target.side, "toy.wounds", "Who is hit?", unsaved, room):
            wound(battle, s.figures[who], n)
    morale(battle, target)
    return unsaved


async def covering_fire(battle: Battle, by: str, at: str) -> None:
    """Figure after figure at the nearest that is left (toy.cover)."""
    s = battle.state
    for number, shooter in enumerate(list(s.members(s.units[by]))):
        battle.merge_point("covering", number)
        if s.units[at].figures:
            target = nearest(s, shooter, s.units[at])
            needed = to_hit(shooter, target, Mod("covering", -1, "toy.cover")).needed
            if battle.dice.test(shooter.profile.die, needed, "covering fire") and not battle.dice.test(
                target.profile.die, SUCCESS, "save"
            ):
                wound(battle, target, 1)
    battle.merge_point("covered")
    morale(battle, s.units[at])


async def each_its_own(battle: Battle, unit: Unit, prey: Sequence[str]) -> None:
    s = battle.state
    choices = ["hold", *prey]
    for shooter, name in await Assign(unit.side, "toy.targets", "Targets", dict.fromkeys(unit.figures, choices)):
        if name != "hold" and s.units[name].figures:
            target = nearest(s, s.figures[shooter], s.units[name])
            if battle.dice.test(s.figures[shooter].profile.die, to_hit(s.figures[shooter], target).needed, f"fire, {shooter}"):
                wound(battle, target, 1)
    for name in prey:
        morale(battle, s.units[name])


async def bombard(battle: Battle, unit: Unit) -> None:
    """Mark, roll, deviate, see who is under it (toy.aim)."""
    s = battle.state
    foes = [f.at for u in s.units.values() if u.side != unit.side and not u.reserve for f in s.members(u)]

    def check(spots: Spots) -> Refusal | None:
        near = len(spots) == 1 and any(far2(spots[0].at, p) <= BLAST**2 for p in foes)
        return None if near else Refusal("toy.aim", "one mark, near an enemy")

    def spots() -> list[Spots]:
        return [(Spot("mark", p),) for p in foes]

    shape = {"mark": Shape("disc", (BLAST,))}
    (mark,) = await Place(unit.side, "toy.aim", "Aim at", shape, spots, check, blind=True)
    x, y = mark.at
    if off := DEVIATION[battle.dice.band(6, (3, SUCCESS), "bombard")]:
        dx, dy = WAYS[battle.dice.pick(4, "deviation")]
        x, y = x + dx * off, y + dy * off
    for other in list(s.units.values()):
        for f in list(s.members(other)):
            if far2(f.at, (x, y)) <= BLAST**2 and not f.lucky and not battle.dice.test(f.profile.die, SUCCESS, "save"):
                wound(battle, f, 1)
        morale(battle, other)


async def luck(battle: Battle, unit: Unit) -> None:
    s = battle.state
    options = [Option(f.id, cost=(("coins", LUCK),)) for f in s.members(unit) if not f.lucky]
    purse = {"coins": s.coins[unit.side]}
    for name in await ChooseSome(unit.side, "toy.luck", "Who is lucky?", options, purse=purse):
        s.figures[name].lucky = True
        s.coins[unit.side] -= LUCK


def wound(battle: Battle, figure: Figure, wounds: int) -> None:
    s = battle.state
    if figure.lucky:
        figure.lucky = False
        return
    figure.wounds -= wounds
    if figure.wounds <= 0:
        s.units[figure.unit].figures.remove(figure.id)
        del s.figures[figure.id]
    battle.record(Wounded(figure=figure.id, removed=figure.wounds <= 0))


def morale(battle: Battle, unit: Unit) -> None:
    """Half the unit gone: four or more, once (toy.morale)."""
    if unit.figures and not unit.shaken and len(unit.figures) * 2 <= unit.original:
        tally = Tally(SUCCESS, ())
        unit.shaken = not battle.dice.test(6, tally.needed, "morale")
        unit.covering = unit.covering and not unit.shaken
        battle.record(Tested(unit=unit.id, tally=str(tally), passed=not unit.shaken))


# ---- the rulebook


class Skirmish:
    name, title, version, unit = "skirmish", "Skirmish", 1, "inch"
    about = "A small book for tests."
    muster = None
    measures, secrets, longest_step = True, True, 12
    stances = ()
    folder = Path(__file__).parent
    events = (Deployed, Laid, Activated, Stepped, Shot, Wounded, Tested)
    features = ("shots", "wounds")
    copy = staticmethod(copier(State))
    encode = staticmethod(msgspec.json.Encoder().encode)

    def scenarios(self) -> Mapping[str, Any]:
        return {"small": SMALL, "reserves": RESERVES}

    def setup(self, scenario: Mapping[str, Any]) -> State:
        try:
            return self._setup(scenario)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ScenarioError(f"cannot be set up: {type(error).__name__} {error}") from error

    def _setup(self, given: Mapping[str, Any]) -> State:
        profiles = {name: Profile(name, **stats) for name, stats in given["profiles"].items()}
        sides = list(given["sides"])
        if len(sides) != 2:
            raise ScenarioError("two sides are needed: toy.end")
        size = (round(given["table"][0] * UNIT), round(given["table"][1] * UNIT))
        rows = {side: list(given.get("rows", {}).get(side, [])) for side in sides}
        coins = {side: given.get("coins", {}).get(side, 0) for side in sides}
        s = State(sides, size, {}, {}, rows, coins, given["rounds"], given.get("round", 0), given.get("turn", ""))
        for name, told in given["units"].items():
            figures = {str(i): f for i, f in told["figures"].items()}
            flags = dict.fromkeys(told.get("is", []), True)
            s.units[name] = Unit(name, told["side"], list(figures), told.get("original", len(figures)), **flags)
            for i, f in figures.items():
                f = {"at": f} if isinstance(f, list) else f
                profile = profiles[f.get("profile", told.get("profile"))]
                x, y = (round(c * UNIT) for c in f["at"])
                face, wounds = round(f.get("face", 0) * 100), f.get("wounds", profile.wounds)
                s.figures[i] = Figure(i, name, profile, (x, y), wounds, face, f.get("lucky", False))
        return s

    def describe(self, state: State) -> dict[str, Any]:
        profiles = {f.profile.name: _stats(f.profile) for f in state.figures.values()}
        units = {}
        for u in state.units.values():
            flags = [flag for flag in ("covering", "shaken", "acted", "reserve") if getattr(u, flag)]
            figures = {f.id: _figure(f) for f in state.members(u)}
            units[u.id] = {"side": u.side, "original": u.original, "is": flags, "figures": figures}
        return {
            "table": [c / UNIT for c in state.size],
            "sides": list(state.sides),
            "rounds": state.rounds,
            "round": state.round,
            "turn": state.turn,
            "rows": {side: list(row) for side, row in state.rows.items()},
            "coins": dict(state.coins),
            "profiles": profiles,
            "units": units,
        }

    def step(self, battle: Battle) -> Rule[None] | None:
        s = battle.state
        for unit in s.units.values():
            if unit.reserve:
                return deploy(battle, unit)
        if any(s.rows.values()):
            return activate(battle)
        return None if s.round >= s.rounds or not all(s.of(side) for side in s.sides) else lay_cards(battle)

    def page(self, state: State, cache: PageCache) -> Show:
        return self.show(state)

    def measure(self, state: State) -> Measure:
        return INCHES

    def sides(self, state: State) -> Sequence[str]:
        return state.sides

    def verdict(self, state: State) -> Result:
        left = {side: float(sum(len(u.figures) for u in state.of(side))) for side in state.sides}
        best = max(left.values())
        winners = tuple(side for side, n in left.items() if n == best)
        return Result(winners if len(winners) == 1 else (), "who is left", "toy.end", left)

    def hide(self, state: State, side: str) -> None:
        for owner, row in state.rows.items():
            if owner != side:
                state.rows[owner] = ["?"] * len(row)

    def guess(self, state: State, side: str, rng: Random) -> None:
        for owner, row in state.rows.items():
            if owner != side:
                state.rows[owner] = rng.sample(sorted(row), len(row))

    def transition_errors(self, before: State, after: State) -> list[str]:
        return []

    def state_errors(self, state: State) -> list[str]:
        found = [f"wounds of {f.id}" for f in state.figures.values() if not 1 <= f.wounds <= f.profile.wounds]
        return found + [f"{f.id} has no unit" for f in state.figures.values() if f.id not in state.units[f.unit].figures]

    def shows(self, state: State, event: Happening) -> Iterable[str]:
        return {Shot: ("shots",), Wounded: ("wounds",)}.get(type(event), ())

    def usual(self, ask: Ask[Any]) -> Any:
        return ask.default()

    def attack(self, state: State, of: str, given: Mapping[str, Any]) -> Attack[State]:
        def lost(battle: Battle, _: Any) -> int:
            unit = battle.state.units[at]
            return unit.original - len(unit.figures)

        try:
            by, at = given["by"], given["at"]
            pools = aim(state, state.units[by], state.units[at])
        except KeyError as error:
            raise ScenarioError(f"no such unit: {error}") from error
        if of == "volley":
            return Attack(lambda b: volley(b, by, at, pools), lost)
        if of == "covering":
            return Attack(lambda b: covering_fire(b, by, at), lambda b, r: (lost(b, r), b.state.units[at].shaken))
        raise ScenarioError(f"no attack {of!r}")

    def show(self, state: State) -> Show:
        """The cards of a row are shown in order: what `hide` has blanked stays a question mark."""
        scores = {side: f"{state.coins[side]} coins, {' '.join(state.rows[side])}" for side in state.sides}
        return Show(
            title="Skirmish",
            unit="inch",
            size=state.size,
            measures=True,
            tracker=Tracker(state.round, state.rounds, side=state.turn),
            parties=tuple(Party(side, side, score=score) for side, score in scores.items()),
            models={f.profile.name: Model(f.profile.name, f.profile.name) for f in state.figures.values()},
            units={
                u.id: Card(u.id, f"The {u.id}", u.side, tuple(u.figures), len(u.figures), u.original)
                for u in state.units.values()
            },
            figures={
                f.id: Shown(f.id, f.unit, state.units[f.unit].side, f.profile.name, f.id, f.at, (500,), f.face)
                for f in state.figures.values()
            },
        )

    def look(self, state: State, start: str, to: str) -> Look | None:
        if not {start, to} <= state.figures.keys():
            raise ScenarioError("no such figure")
        a, b = state.figures[start], state.figures[to]
        return Look("clear" if sees(a, b) else "blocked", ((a.at, b.at),), round(far2(a.at, b.at) ** 0.5), "toy.long")


def _stats(profile: Profile) -> dict[str, Any]:
    return {name: getattr(profile, name) for name in Profile.__struct_fields__ if name != "name"}


def _figure(f: Figure) -> dict[str, Any]:
    found = {"profile": f.profile.name, "at": [c / UNIT for c in f.at], "face": f.face / 100, "wounds": f.wounds}
    return found | ({"lucky": True} if f.lucky else {})


SYSTEM = Skirmish()

SMALL: dict[str, Any] = {
    "table": [24, 24],
    "sides": ["red", "blue"],
    "rounds": 3,
    "coins": {"red": 2, "blue": 2},
    "profiles": {"rifle": {}, "ogre": {"die": 8, "wounds": 2}, "gun": {"mortar": True, "move": 3}},
    "units": {
        "ravens": {"side": "red", "profile": "rifle", "figures": {"r1": [8, 6], "r2": [10, 6], "r3": [12, 6]}},
        "mortar": {"side": "red", "profile": "gun", "figures": {"m1": [6, 4]}},
        "watch": {"side": "blue", "profile": "rifle", "figures": {"w1": [8, 16], "w2": [10, 16]}},
        "ogres": {"side": "blue", "profile": "ogre", "figures": {"o1": [14, 17], "o2": [16, 17]}},
    },
}
RESERVES: dict[str, Any] = SMALL | {
    "rounds": 2,
    "units": {
        name: unit | {"is": ["reserve"]} if name in ("ravens", "watch") else unit for name, unit in SMALL["units"].items()
    },
}
