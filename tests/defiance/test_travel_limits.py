"""Moves at their limits: how far, what a drag means, moves by chance, and what an interrupted figure has left
(defiance.move.*, defiance.orders.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Leg, Refusal, Step
from littlewars.engine.showing import Drag
from littlewars.systems.defiance.basics.state import Activation, Team
from littlewars.systems.defiance.basics.ways import Segment
from littlewars.systems.defiance.move.path import ParsedMove, begin, read
from littlewars.systems.defiance.travel.charging import Quarry, can_reach, nearest_of, refuse_maneuver, retarget
from littlewars.systems.defiance.travel.crawling import ways_to_cover
from littlewars.systems.defiance.travel.move_ask import (
    COMPASS,
    WALKING,
    MoveValidator,
    Terms,
    _levelling,
    allowance,
    ground_runs,
    look_along,
    plan,
    propose,
    refuse_trip,
    trace,
)
from littlewars.systems.defiance.travel.move_run import Walk, _ends, _has_more, left_after
from littlewars.table.board.lookout import NEAR_ENEMY
from tests.defiance.chance import Told
from tests.defiance.hulls import HULLS
from tests.defiance.squads import a_battle, a_state

FAR = {"b": {"at": [[40, 44]], "face": 180}}
WALL = {"id": "wall", "category": "heavy", "box": [10, 14, 30, 14.5], "height": 2, "obstacle": True}
FIELD = {"id": "field", "category": "medium", "box": [10, 14, 30, 30], "height": 1}
ROCK = {"id": "rock", "category": "impassable", "box": [18, 12, 22, 14], "height": 4}


def one(frame: str = "man", others: dict[str, Any] | None = None, **more: Any) -> Any:
    words = {key: more.pop(key) for key in ("prone", "level", "face", "primary") if key in more}
    return a_battle({"r": {"frame": frame, "at": [[20, 10]], **words}, **(others or FAR)}, frames=HULLS, **more)


# ---- how far


@pytest.mark.rule("defiance.move.maximum-distance", "defiance.move.sprint-capability", "defiance.orders.charge-move")
@pytest.mark.parametrize(
    ("frame", "order", "speed", "inches"),
    [
        ("man", "cohesive-fire", "stationary", 0),
        ("man", "cohesive-fire", "walking", 4),
        ("man", "cohesive-fire", "running", 8),
        ("man", "cohesive-fire", "", 0),
        ("man", "sprint", "", 8),
        ("man", "charge", "", 8),
        ("runner", "sprint", "", 15),
        ("runner", "charge", "", 15),
        ("bird", "sprint", "", 18),
        ("jumper", "jump", "", 12),
    ],
)
def test_how_far_an_order_takes_somebody(frame: str, order: str, speed: str, inches: int) -> None:
    assert allowance(one(frame).state.figures["r.1"], order, speed) == 1000 * inches


@pytest.mark.rule("defiance.vehicle.haywire")
@pytest.mark.parametrize(
    ("order", "speed", "inches"), [("charge", "", 6), ("cohesive-fire", "running", 6), ("cohesive-fire", "stationary", 0)]
)
def test_a_haywire_mecha_walks_at_most(order: str, speed: str, inches: int) -> None:
    figure = one("walker", primary="").state.figures["r.1"]
    figure.hulled.haywire = 1
    assert allowance(figure, order, speed) == 1000 * inches


# ---- ways


@pytest.mark.rule("defiance.move.figures-as-obstacles", "defiance.move.fly-levels")
def test_what_of_a_way_is_on_the_ground() -> None:
    figure = one("bird").state.figures["r.1"]

    def runs(*ways: Segment, level: int = 0, changes: int = 0) -> list[tuple[Any, ...]]:
        trip = begin(figure, 0)
        trip.path, trip.level, trip.level_changes = list(ways), level, changes
        if ways:
            trip.x, trip.y = ways[-1].to
        return [tuple(run) for run in ground_runs(figure, trip)]

    a, b, c, d = (20_000, 10_000), (20_000, 12_000), (20_000, 16_000), (20_000, 18_000)
    assert runs(Segment("walk", a, b)) == [(a, [b], True, False)]
    assert runs(Segment("walk", a, b), Segment("walk", b, c)) == [(a, [b, c], True, False)]
    assert runs(Segment("walk", a, b), Segment("fly", b, c, level=1), level=1) == [(a, [b], False, False)]
    assert runs(Segment("fly", a, b, level=1), Segment("walk", b, c)) == [(b, [c], True, True)]
    assert runs(Segment("walk", a, b), Segment("jump", b, c), Segment("walk", c, d)) == [
        (a, [b], False, False),
        (c, [d], True, True),
    ]
    assert runs(Segment("fly", a, b, level=1), changes=2) == [(b, [b], True, True)]  # it comes down where it is
    assert runs(Segment("fly", a, b, level=1), level=1, changes=1) == []
    assert runs() == []


@pytest.mark.rule("defiance.cover.interrupt-aftermath", "defiance.move.terrain-mixed")
@pytest.mark.parametrize(
    ("how", "prone", "at", "left"),
    [
        ("walk", False, 12_000, 6000),
        ("walk", False, 15_000, 2000),  # four in the open, one in medium ground for two
        ("walk", False, 18_000, 0),
        ("crawl", True, 12_000, 4000),
        ("jump", False, 12_000, 7000),  # a half of what it costs
        ("fly", False, 14_000, 6000),
    ],
)
def test_what_an_interrupted_figure_has_left(how: str, prone: bool, at: int, left: int) -> None:
    state = one(terrain=[FIELD]).state
    figure = state.figures["r.1"]
    way = Segment(how, (20_000, 10_000), (20_000, 18_000), 4000.0, had=8000.0, prone=prone)
    figure.y = at
    assert left_after(state, way, figure) == pytest.approx(left, abs=1)
    nowhere = Segment("climb", (20_000, 10_000), (20_000, 10_000), 4000.0, had=8000.0)
    assert left_after(state, nowhere, figure) == 4000


@pytest.mark.rule("defiance.cover.timing-movement")
def test_where_a_stretch_ends() -> None:
    a, b = (20_000, 10_000), (20_000, 12_000)
    figure = one().state.figures["r.1"]
    trip = begin(figure, 8000)
    trip.path = [
        Segment("walk", a, b),
        Segment("walk", b, a),
        Segment("crawl", a, b, prone=True),
        Segment("fly", b, a, level=1),
    ]
    assert [_ends(trip, number) for number in range(4)] == [False, True, True, True]


@pytest.mark.rule("defiance.cover.interrupt-aftermath")
@pytest.mark.parametrize("word", ["", "shaken", "stunned", "gone"])
def test_what_stops_somebody_on_his_way(word: str) -> None:
    battle = one()
    figure = battle.state.figures["r.1"]
    walk = Walk(battle, figure, replans=True)
    if word:
        setattr(figure, word, "killed" if word == "gone" else True)
    assert walk.stopped() is bool(word)
    ways = {how: Segment(how, figure.at, (20_000, 12_000)) for how in ("walk", "jump", "climb")}
    if not word:
        assert [walk.may_replan(way) for way in ways.values()] == [True, False, False]
        assert not Walk(battle, figure, replans=False).may_replan(ways["walk"])


# ---- the quick looks


@pytest.mark.rule("defiance.hth.contact")
@pytest.mark.parametrize(("x", "near"), [(26.05, True), (27.6, False)])
def test_an_enemy_who_lies_near_a_way_is_looked_at(x: float, near: bool) -> None:
    battle = one(others={"b": {"at": [[x, 14]], "prone": True, "face": 270}})
    figure = battle.state.figures["r.1"]
    trip = read(battle, figure, Leg("r.1", (Step("go", (23_000, 14_000)),)), 8000, WALKING)
    assert isinstance(trip, ParsedMove)
    assert bool(look_along(battle, figure, trip) & NEAR_ENEMY) is near


@pytest.mark.rule("defiance.move.figures-as-obstacles")
@pytest.mark.parametrize(
    ("others", "to", "rule"),
    [
        ({"r": {"at": [[20, 10], [20, 12]]}}, (20, 13.5), ""),  # comrades are walked through
        ({"r": {"at": [[20, 10], [20, 12]]}}, (20, 12.5), "move.figures-as-obstacles"),
        ({"m": {"frame": "car", "at": [[20, 13]], "primary": ""}}, (20, 17), "move.figures-as-obstacles"),
        ({"b2": {"at": [[20, 12]]}}, (20, 14), "move.figures-as-obstacles"),
        ({"b2": {"at": [[20, 12.2]]}}, (20, 11.2), "orders.fire-prohibitions"),
        ({"b2": {"at": [[20, 12.2]]}}, (20, 11.1), ""),
    ],
)
def test_who_is_in_the_way(others: dict[str, Any], to: tuple[float, float], rule: str) -> None:
    battle = one(others={**FAR, **others})
    figure = battle.state.figures["r.1"]
    at = (round(1000 * to[0]), round(1000 * to[1]))
    trip = read(battle, figure, Leg("r.1", (Step("go", at),)), 12_000, WALKING)
    assert isinstance(trip, ParsedMove)
    found = refuse_trip(battle, figure, trip, contact=False)
    assert (found.rule.removeprefix("defiance.") if found else "") == rule


# ---- what a drag means


def verbs(legs: tuple[Leg, ...]) -> list[tuple[str, Any]]:
    return [(step.verb, step.face if step.verb == "turn" else step.to) for leg in legs for step in leg.steps]


@pytest.mark.rule("defiance.move.facing", "defiance.orders.charge-move", "defiance.move.climb-must-clear")
def test_what_a_drag_of_a_man_means() -> None:
    battle = one(others={"b": {"at": [[26, 10], [40, 44]]}}, terrain=[ROCK])
    figure = battle.state.figures["r.1"]

    def dragged(to: tuple[int, int], contact: bool = False, **more: Any) -> list[tuple[str, Any]]:
        return verbs(plan(battle, figure, 8000, Drag(("r.1",), to, **more), contact))

    assert dragged((20_000, 8_000)) == [("go", (20_000, 8_000))]
    assert dragged((20_000, 10_000)) == []
    assert dragged((20_000, 10_000), face=45_000) == [("turn", 9000)]
    assert dragged((20_000, 8_000), face=9000) == [("go", (20_000, 8_000)), ("turn", 9000)]
    assert dragged((20_000, 8_000), verb="jump") == [("jump", (20_000, 8_000))]
    assert dragged((20_000, 8_000), verb="prone") == [("prone", None)]
    round_it = dragged((20_000, 15_000))
    assert (len(round_it) > 1, round_it[-1]) == (True, ("go", (20_000, 15_000)))  # round the rock
    assert dragged((26_000, 10_000)) != dragged((26_000, 10_000), contact=True)
    ((verb, (x, y)),) = dragged((25_500, 10_300), contact=True)
    assert (verb, y) == ("go", 10_000)
    assert 24_950 <= x <= 25_000  # bases touch
    assert dragged((24_900, 10_000), contact=True)[-1][1][0] < 25_001
    assert dragged((20_000, 6_000), contact=True) == [("go", (20_000, 6_000))]
    figure.level = 1
    assert dragged((26_000, 10_000), contact=True) == [("go", (26_000, 10_000))]  # in the air nobody is met


@pytest.mark.rule("defiance.move.climb-must-clear", "defiance.move.climb-agility")
def test_a_drag_over_two_walls_climbs_both() -> None:
    walls = [WALL, {**WALL, "id": "second", "box": [10, 17, 30, 17.5]}]
    battle = one(terrain=walls)
    steps = [
        step
        for leg in plan(battle, battle.state.figures["r.1"], 12_000, Drag(("r.1",), (20_000, 20_000)))
        for step in leg.steps
    ]
    assert [(step.verb, step.what) for step in steps] == [("climb", "wall"), ("climb", "second")]
    assert steps[-1].to == (20_000, 20_000)
    assert steps[0].to is not None
    assert steps[0].to[0] == 20_000
    assert 15_000 <= steps[0].to[1] <= 16_500  # between them


@pytest.mark.rule("defiance.move.terrain-mixed", "defiance.hth.contact")
def test_a_trace_of_a_man() -> None:
    battle = one(others={"b": {"at": [[20, 17], [40, 44]]}}, terrain=[FIELD])
    figure = battle.state.figures["r.1"]
    steps = (Step("go", (20_000, 15_000)), Step("go", (20_000, 16_000)))
    leg = Leg("r.1", steps)
    told = trace(battle, figure, leg, 12_000, read(battle, figure, leg, 12_000, WALKING))
    assert [part.cost for part in told.stretches] == [6000, 2000]
    assert told.stretches[0].why == "medium terrain"
    assert told.stretches[1].why.startswith("medium terrain; touches ")
    assert (told.cost, told.budget, told.path) == (8000, 12_000, ((20_000, 10_000), (20_000, 15_000), (20_000, 16_000)))
    refused = trace(battle, figure, leg, 2000, Refusal("x", "no"))
    assert (refused.path, refused.cost, refused.budget) == (told.path, 0, 2000)


# ---- by chance


def proposed(battle: Any, rng: Told, verbs_open: tuple[str, ...] = WALKING, goal: Any = None) -> list[tuple[str, Any]]:
    found = verbs(propose(battle, battle.state.figures["r.1"], 4000, verbs_open, rng, goal))
    assert rng.numbers == []
    return found


@pytest.mark.rule("defiance.move.maximum-distance", "defiance.move.crawl-rate", "defiance.move.stand-up-cost")
def test_a_move_by_chance() -> None:
    """How far, a wall or not, prone or not, a turn or not; the direction is the last of all."""
    south = ("go", "prone", "turn")
    ((verb, (x, y)),) = proposed(one(), Told(0.5, 0.5, 0.5), south)
    assert (verb, round(x, -2), y) == ("go", 20_000, 12_000)
    assert [word for word, _ in proposed(one(), Told(0.5, 0.05, 0.5), south)] == ["go", "prone"]
    assert proposed(one(), Told(0.5, 0.5, 0.4), south)[-1] == ("turn", 35_999)
    assert proposed(one(prone=True), Told(0.5, 0.5), south)[0][1][1] == 11_000  # crawling goes half as far
    assert [word for word, _ in proposed(one(prone=True), Told(0.4, 0.5, 0.5))] == ["stand", "go"]
    assert [word for word, _ in proposed(one(prone=True), Told(0.6, 0.5, 0.5))] == ["go"]
    assert proposed(one("jumper"), Told(0.5, 0.5), ("jump", "turn"))[0] == ("jump", (20_000, 12_000))
    bird = one("bird")
    assert [word for word, _ in proposed(bird, Told(0.2, 0.5, 0.5, 0.5))] == ["up", "go"]
    assert [word for word, _ in proposed(bird, Told(0.4, 0.5, 0.9, 0.5, 0.5))] == ["go"]
    for level, told, word in ((1, (0.2, 0.4), "up"), (1, (0.2, 0.6), "down"), (3, (0.2,), "down")):
        assert proposed(one("bird", level=level), Told(*told, 0.5, 0.5))[0][0] == word


@pytest.mark.rule("defiance.orders.charge-move")
def test_a_move_by_chance_goes_about_towards_its_goal() -> None:
    """Within reach mostly into contact; else up to 60 degrees off."""
    near = one(others={"b": {"at": [[20, 13.5], [40, 44]]}})
    ((_, (x, y)),) = proposed(near, Told(0.6), goal=(20_000, 13_500))
    assert (x, 12_450 <= y <= 12_500) == (20_000, True)
    assert proposed(near, Told(0.8, 0.5, 0.9, 0.5, 0.5), goal=(20_000, 13_500))[0][1] == (21_732, 11_000)
    assert proposed(near, Told(0.8, 0.5, 0.9, 0.5, 0.5, last=False), goal=(20_000, 13_500))[0][1] == (18_268, 11_000)
    edge = one(others={"b": {"at": [[20, 14], [40, 44]]}})
    assert proposed(edge, Told(0.6), goal=(20_000, 14_000))  # exactly as far as it comes
    far = one(others={"b": {"at": [[20, 14.01], [40, 44]]}})
    assert proposed(far, Told(0.5, 0.9, 0.5, 0.5), goal=(20_000, 14_010))[0][1] == (21_732, 11_000)


@pytest.mark.rule("defiance.move.climb-must-clear")
def test_a_move_by_chance_may_look_for_walls() -> None:
    battle = one(terrain=[{**WALL, "box": [10, 11, 30, 11.3]}])
    assert [word for word, _ in proposed(battle, Told(0.99, 0.2, 0.5, 0.5))] == ["climb"]
    assert [word for word, _ in proposed(battle, Told(0.99, 0.4, 0.5, 0.5))] == ["go"]
    assert [word for word, _ in proposed(battle, Told(0.1, 0.2, 0.5, 0.5))] == ["go"]  # it does not come so far


@pytest.mark.rule("defiance.move.fly-same-level")
def test_ways_to_other_levels() -> None:
    """Nearest level first, on the spot and then about it; up before it goes, down after it has gone."""
    figure = one("bird", level=1).state.figures["r.1"]
    ways = [tuple(step.verb for step in steps) for steps in _levelling(figure, WALKING)]
    each = 1 + 3 * len(COMPASS)
    assert len(COMPASS) == 16
    assert len(ways) == 3 * each
    assert (ways[0], ways[1]) == (("down",), ("go", "down"))
    assert (ways[each], ways[each + 1]) == (("up",), ("up", "go"))
    assert ways[2 * each] == ("up", "up")
    assert list(_levelling(figure, ("go", "turn"))) == []
    figure.level, figure.prone = 0, True
    assert next(iter(_levelling(figure, WALKING))) == (Step("stand"), Step("up"))


@pytest.mark.rule("defiance.orders.maneuver-must-move")
def test_who_may_not_stay_has_some_way() -> None:
    battle = one()
    must = MoveValidator(battle, battle.state.figures["r.1"], 8000, Terms(must=True))
    assert must.refuse(()) is not None
    (legs,) = must.fallbacks()
    assert must.refuse(legs) is None
    assert legs[0].steps == (Step("go", (20_000, 10_200)),)  # the first of sixteen ways, a fifth of an inch
    boxes = {"w": [10, 2, 19.5, 20], "e": [20.5, 2, 30, 20], "s": [19.5, 2, 20.5, 9.5], "n": [19.5, 10.5, 20.5, 20]}
    rocks = [{"id": name, "category": "impassable", "box": box, "height": 3} for name, box in boxes.items()]
    shut = one(terrain=rocks)
    boxed = MoveValidator(shut, shut.state.figures["r.1"], 8000, Terms(must=True))
    assert boxed.refuse(()) is None  # it can do nothing else
    assert boxed.fallbacks() == [()]


# ---- charges


@pytest.mark.rule("defiance.orders.charge-target", "defiance.hth.engaged-maneuver-orders")
def test_whom_a_team_goes_for() -> None:
    units = {"r": {"at": [[20, 10]]}, "b": {"at": [[20, 16]]}, "b2": {"at": [[20, 30]]}, "b3": {"at": [[30, 30]]}}
    state = a_state(units)
    unit = state.units["r"]

    def foes(**more: Any) -> tuple[list[str], Team]:
        team = Team(["r.1"], **more)
        return [enemy.id for enemy in retarget(state, unit, team)], team

    assert foes(order="charge", target="b2")[0] == ["b2.1"]
    assert foes(order="sprint")[0] == []
    assert foes(order="sprint", fought=["b2", "b3"])[0] == ["b2.1", "b3.1"]
    state.figures["b2.1"].gone = "killed"
    found, team = foes(order="charge", target="b2")
    assert (found, team.target) == (["b.1"], "b")  # the closest now
    found, team = foes(order="sprint", fought=["b2"])
    assert (found, team.target, team.fought) == (["b.1"], "b", [])
    for name in ("b.1", "b3.1"):
        state.figures[name].level = 1
    assert foes(order="charge", target="b")[0] == []


@pytest.mark.rule("defiance.orders.charge-move", "defiance.hth.engaged-maneuver-orders", "defiance.hth.elite-initiation")
@pytest.mark.parametrize(
    ("order", "to", "bound", "within", "rule"),
    [
        ("charge", (20, 11), False, False, ""),
        ("charge", (20, 9), False, False, "orders.charge-move"),
        ("charge", (20, 9.999), False, False, "orders.charge-move"),
        ("sprint", (20, 9), False, False, ""),
        ("sprint", (20, 9), True, False, "orders.charge-move"),
        ("sprint", (20, 11), True, True, "hth.engaged-maneuver-orders"),
        ("sprint", (20, 11), True, False, ""),
        ("charge", (20, 10), False, False, ""),  # it stays
    ],
)
def test_how_near_a_maneuver_must_come(order: str, to: tuple[float, float], bound: bool, within: bool, rule: str) -> None:
    battle = one(others={"b": {"at": [[20, 20], [40, 44]]}})
    state, figure = battle.state, battle.state.figures["r.1"]
    at = (round(to[0] * 1000), round(to[1] * 1000))
    steps = (Step("go", at),) if at != figure.at else ()
    trip = read(battle, figure, Leg("r.1", steps), 8000, WALKING)
    assert isinstance(trip, ParsedMove)
    quarry = Quarry(order, [state.figures["b.1"]], figure.at, bound, lambda enemy, best: within)
    found = refuse_maneuver(state, figure, quarry, trip)
    assert (found.rule.removeprefix("defiance.") if found else "") == rule
    trip.level = 1
    assert refuse_maneuver(state, figure, quarry, trip) is None
    assert nearest_of([state.figures["b.1"], state.figures["b.2"]], figure.at) == (20_000, 20_000)
    assert nearest_of([], figure.at) is None


@pytest.mark.rule("defiance.orders.charge-contact-order", "defiance.hth.target-restriction")
@pytest.mark.parametrize(
    ("inches", "jumps", "found"), [(4.0, False, True), (3.9, False, False), (4.0, True, True), (3.9, True, False)]
)
def test_who_can_be_reached(inches: float, jumps: bool, found: bool) -> None:
    battle = one("jumper", {"b": {"at": [[20, 15], [40, 44]]}})
    state = battle.state
    state.turn.doing = Activation("r")
    assert can_reach(battle, state.figures["r.1"], state.figures["b.1"], round(1000 * inches), jumps) is found


# ---- crawling


@pytest.mark.rule("defiance.morale.nearest-cover", "defiance.move.crawl-rate")
@pytest.mark.parametrize(("y", "ends"), [(14.0, 12.0), (11.8, 10.3), (11.5, None)])
def test_the_shaken_crawl_half_their_move_towards_cover(y: float, ends: float | None) -> None:
    """Beside a rock within an inch one is in cover: two inches towards it, or as far as it must."""
    rock = {**ROCK, "box": [10, y, 30, y + 2]}
    battle = one(terrain=[rock], prone=True)
    found = ways_to_cover(battle, battle.state.figures["r.1"])
    assert [way[-1] for way in found] == ([] if ends is None else [(20_000, pytest.approx(ends * 1000, abs=30))])


@pytest.mark.rule("defiance.cover.interrupt-aftermath", "defiance.cover.active-movement")
@pytest.mark.parametrize(
    ("number", "at", "had", "more"),
    [(0, 12_000, 2000.0, True), (1, 13_000, 3000.0, True), (1, 14_000, 3000.0, True), (1, 14_000, 2000.0, False)],
)
def test_who_has_something_left_to_think_about(number: int, at: int, had: float, more: bool) -> None:
    """Another stretch, the rest of this one, or allowance."""
    state = one().state
    figure = state.figures["r.1"]
    trip = begin(figure, 8000)
    a, b, c = (20_000, 10_000), (20_000, 12_000), (20_000, 14_000)
    trip.path = [Segment("walk", a, b, 2000.0, had=had), Segment("walk", b, c, 2000.0, had=had)]
    figure.y = at
    assert _has_more(state, trip, number, figure) is more
