"""Movement: types, terrain, climbing, crawling, jumping, flight (defiance.move.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Battle, Leg, Refusal, Step
from littlewars.engine.showing import Drag
from littlewars.systems.defiance.basics.numbers import COVER_PI, COVER_SI, DEPTH, FIRE_MOD, RATE, REACH
from littlewars.systems.defiance.basics.rolls import agile
from littlewars.systems.defiance.basics.sight import cover_of, sees
from littlewars.systems.defiance.basics.state import Activation, State
from littlewars.systems.defiance.basics.tabletop import feet_at, must_be_climbed, own_height, tabletop, terrain
from littlewars.systems.defiance.fire.shots import speed_mod
from littlewars.systems.defiance.move.path import ParsedMove, read, wall_under
from littlewars.systems.defiance.move.terrain_cost import fits, price, stretches
from littlewars.systems.defiance.orders.activation import start
from littlewars.systems.defiance.scenario.state_errors import state_errors
from littlewars.systems.defiance.travel.move_ask import WALKING, allowance, move, plan, refuse_trip
from littlewars.systems.defiance.travel.move_run import carry_out, left_after
from littlewars.table.terrain.pieces import Piece
from tests.defiance.squads import Play, a_battle, finish, one_shot, row, run, told

FAR_BLUE = {"b": {"at": [[40, 44]]}}


def table(
    frame: str = "man", at: tuple[float, float] = (20, 10), dice: str = "", terrain: Any = (), **unit: Any
) -> Battle[State]:
    return a_battle({"r": {"frame": frame, "at": [list(at)], **unit}, **FAR_BLUE}, dice, terrain=list(terrain))


def way(
    battle: Battle[State], steps: list[Any], inches: float, who: str = "r.1", verbs: tuple[str, ...] = (*WALKING, "jump")
) -> ParsedMove | Refusal:
    """A way for somebody: points in inches, or verbs with what belongs to them."""
    made = []
    for step in steps:
        point = isinstance(step, tuple) and len(step) == 2
        verb, to, what = ("go", step, "") if point else (step, None, "") if isinstance(step, str) else step
        made.append(Step(verb, None if to is None else (round(to[0] * 1000), round(to[1] * 1000)), what=what))
    return read(battle, battle.state.figures[who], Leg(who, tuple(made)), round(inches * 1000), verbs)


def refusal(found: ParsedMove | Refusal) -> str:
    assert isinstance(found, Refusal)
    return found.rule.removeprefix("defiance.")


def went(found: ParsedMove | Refusal) -> ParsedMove:
    assert not isinstance(found, Refusal), found
    return found


# ---- types and rates


@pytest.mark.rule("defiance.move.types-table", "defiance.stats.move")
def test_how_far_each_movement_type_leads_and_what_it_does_to_fire() -> None:
    # defiance.ex.movement-types-table
    assert REACH == {"stationary": 0, "walking": 1, "running": 2, "sprinting": 3}
    assert FIRE_MOD == {"stationary": 2, "walking": 0, "running": -2}


@pytest.mark.rule("defiance.move.maximum-distance")
def test_maximum_distance_of_move_5_and_less_is_always_allowed() -> None:
    # defiance.ex.maximum-distance-mv5
    figure = table("runner").state.figures["r.1"]
    assert [allowance(figure, "cohesive-fire", speed) for speed in ("walking", "running")] == [5000, 10_000]
    battle = table()
    assert went(way(battle, [(20, 14)], 4)).spent == 4000
    assert went(way(battle, [(20, 11)], 4)).spent == 1000
    assert refusal(way(battle, [(20, 14.01)], 4)) == "move.maximum-distance"


@pytest.mark.rule("defiance.move.sprint-capability")
def test_who_can_sprint() -> None:
    # defiance.ex.sprint-distances
    reach = {}
    for frame in ("man", "runner", "jumper", "bird"):
        figure = table(frame).state.figures["r.1"]
        reach[frame] = allowance(figure, "sprint", "") // figure.frame.move
    assert reach == {"man": 2, "runner": 3, "jumper": 3, "bird": 3}
    ground = table("bird")
    assert went(way(ground, [(20, 22)], 18)).spent == 12_000  # on the ground a flyer ends at twice its Move
    assert refusal(way(ground, [(20, 22.1)], 18)) == "move.maximum-distance"
    bird = table("bird", level=1).state.figures["r.1"]
    assert allowance(bird, "charge", "") == 3 * bird.frame.move


@pytest.mark.rule("defiance.move.rate-shared")
def test_the_movement_type_is_declared_once_for_all() -> None:
    play = Play({"r": {"at": row(20, 10, 3)}, "b": {"at": [[40, 44]]}}, dice="card 1")
    play.say("cohesive-fire", "running", "move-fire")
    play.say("r.1")
    ask: Any = play.game.ask
    assert ask.budget == {"r.1": 8000}
    play.say({"r.1": [20, 12]}, "hold", "r.2")
    ask = play.game.ask
    assert ask.budget == {"r.2": 8000}


@pytest.mark.rule("defiance.move.type-not-distance")
def test_the_declared_type_counts_not_the_inches() -> None:
    # defiance.ex.primary-fire-berserkers: those who only turn still cover with -4
    play = Play({"r": {"at": row(20, 10, 2), "figures": {"2": {"support": "gun"}}}, "b": {"at": [[40, 44]]}}, dice="card 1")
    play.say("primary-fire", "running", "move-fire", "r.1", {}, "hold")
    play.say({"r.2": {"verb": "turn", "face": 90}})
    assert (play["r.2"].covers, play["r.2"].cover_mod) == ("support", -4)


@pytest.mark.rule("defiance.move.facing")
def test_facing_is_free_on_the_way_and_settled_at_the_end() -> None:
    found = went(way(table(), [(20, 12)], 4))
    assert found.face == 0
    turned = went(
        read(table(), table().state.figures["r.1"], Leg("r.1", (Step("go", (20_000, 12_000)), Step("turn", face=9000))), 4000)
    )
    assert (turned.face, turned.spent) == (9000, 2000)


# ---- terrain


@pytest.mark.rule("defiance.move.terrain-table")
def test_rates_modifiers_and_depths_of_terrain() -> None:
    # defiance.ex.terrain-table
    assert {kind: num / den for kind, (num, den) in RATE.items()} == {"open": 1, "light": 0.75, "medium": 0.5, "heavy": 0.25}
    assert (COVER_PI, COVER_SI) == ({"light": -1, "medium": -2, "heavy": -3}, {"light": -2, "medium": -3, "heavy": -4})
    assert DEPTH == {"light": 6000, "medium": 4000, "heavy": 2000}


def wide(category: str, south: float = 0.0) -> dict[str, Any]:
    return {"id": "ground", "category": category, "box": [5, south, 45, 30], "height": 2}


@pytest.mark.rule("defiance.move.terrain-rounding")
@pytest.mark.parametrize(
    ("category", "reached"),
    [("light", [3, 4, 4.5, 6, 7.5, 9]), ("medium", [2, 2.5, 3, 4, 5, 6]), ("heavy", [1, 1.5, 1.5, 2, 2.5, 3])],
)
def test_what_is_reached_in_terrain_is_rounded_to_half_inches(category: str, reached: list[float]) -> None:
    # defiance.ex.terrain-rounding
    battle = table(terrain=[wide(category)])
    for most, far in zip([4, 5, 6, 8, 10, 12], reached, strict=True):
        assert went(way(battle, [(20, 10 + far)], most))
        assert refusal(way(battle, [(20, 10 + far + 0.1)], most)) == "move.maximum-distance"


@pytest.mark.rule("defiance.move.terrain-mixed")
def test_a_way_over_several_grounds_is_charged_piece_by_piece() -> None:
    # defiance.ex.terrain-mixed-path
    def far(terrain: list[dict[str, Any]]) -> float:
        battle = table(terrain=terrain)
        tries = [k / 10 for k in range(1, 80)]
        return max(d for d in tries if not isinstance(way(battle, [(20, 10 + d)], 5), Refusal))

    assert far([wide("medium", 12)]) == 3.5
    assert far([{"id": "strip", "category": "medium", "box": [5, 12, 45, 13], "height": 1}]) == 4
    assert far([wide("light")]) == 4
    assert far([wide("heavy", 14)]) == 4.5
    both = [wide("light"), {"id": "more", "category": "heavy", "box": [5, 0, 45, 30], "height": 2}]
    assert far(both) == far([wide("heavy")])
    kinds = [part.ground for part in stretches(table(terrain=both).state.pieces, (20_000, 10_000), (20_000, 12_000))]
    assert kinds == ["heavy"]


@pytest.mark.rule("defiance.move.terrain-impassable")
def test_nobody_enters_impassable_terrain_on_the_ground() -> None:
    battle = table(terrain=[{"id": "cliff", "category": "impassable", "box": [15, 12, 25, 13], "height": 4}])
    figure = battle.state.figures["r.1"]
    trip = went(way(battle, [(20, 14)], 8))
    found = refuse_trip(battle, figure, trip, contact=False)
    assert found is not None
    assert found.rule == "defiance.move.terrain-impassable"
    jumper = table("jumper", terrain=[{"id": "cliff", "category": "impassable", "box": [15, 12, 25, 13], "height": 4}])
    assert went(way(jumper, [("jump", (20, 16), "")], 12))


@pytest.mark.rule("defiance.move.terrain-agree")
def test_every_piece_carries_its_class() -> None:
    state = table(terrain=[wide("medium")]).state
    assert [terrain(piece) for piece in state.pieces] == ["medium"]


@pytest.mark.rule("defiance.move.terrain-depth")
@pytest.mark.parametrize(("category", "most"), [("light", 6), ("medium", 4), ("heavy", 2)])
def test_sight_ends_in_terrain_after_its_depth(category: str, most: int) -> None:
    # defiance.ex.terrain-depth
    for deep, seen in ((most, True), (most + 0.1, False)):
        strip = {"id": "strip", "category": category, "box": [5, 12, 45, 12 + deep], "height": 6}
        battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 22]]}}, terrain=[strip])
        assert sees(battle, battle.state.figures["r.1"], battle.state.figures["b.1"]) is seen


# ---- climbing


def wall(high: float, south: float = 14.0, **more: Any) -> dict[str, Any]:
    return {"id": "wall", "category": "heavy", "box": [10, south, 30, south + 0.4], "height": high, "obstacle": True, **more}


@pytest.mark.rule("defiance.move.climb-max-height")
def test_infantry_climbs_two_inches_for_each_size_class() -> None:
    # defiance.ex.climb-size-2
    assert went(way(table(terrain=[wall(4)]), [("climb", (20, 15.5), "wall")], 16))
    assert refusal(way(table(terrain=[wall(4.5)]), [("climb", (20, 15.5), "wall")], 16)) == "move.climb-max-height"
    assert refusal(way(table("small", terrain=[wall(2.5)]), [("climb", (20, 15.5), "wall")], 16)) == "move.climb-max-height"


@pytest.mark.rule("defiance.move.climb-cost")
@pytest.mark.parametrize("aside", [0.3, 0.5])
@pytest.mark.parametrize(("x", "y"), [(-1, 0), (1, 0), (0, -1), (0, 1)])
def test_a_base_that_reaches_into_a_wall_beside_its_way_is_in_it(x: int, y: int, aside: float) -> None:
    """Past each side of a block four inches wide: a base of half an inch may touch it, not stand in it."""
    block = {"id": "wall", "category": "heavy", "obstacle": True, "box": [18, 18, 22, 22], "height": 2}
    middle = (20 + x * (2 + aside), 20 + y * (2 + aside))
    start, end = ((middle[0] - 3 * y, middle[1] - 3 * x), (middle[0] + 3 * y, middle[1] + 3 * x))
    found = way(table(at=start, terrain=[block]), [end], 12)
    assert isinstance(found, Refusal) is (aside < 0.5)


@pytest.mark.rule("defiance.move.climb-vehicles")
def test_vehicles_never_climb() -> None:
    assert refusal(way(table("tank", terrain=[wall(1)]), [("climb", (20, 20), "wall")], 30)) == "move.climb-vehicles"


@pytest.mark.rule("defiance.move.climb-cost")
def test_a_climb_costs_twice_the_height_and_not_the_thickness() -> None:
    trip = went(way(table(terrain=[wall(2)]), [("climb", (20, 14.95), "wall")], 12))
    assert trip.spent == 3500 + 4000 + 50  # 3.5 inches to the wall, twice two, and on from contact with the far side
    assert refusal(way(table(terrain=[wall(2)]), [(20, 16)], 12)) == "move.climb-cost"
    assert refusal(way(table(terrain=[wall(2)]), [("climb", (20, 12), "wall")], 12)) == "move.climb-cost"


@pytest.mark.rule("defiance.move.climb-cost")
def test_a_flat_top_costs_its_height_once_each_way() -> None:
    box = {"id": "box", "category": "heavy", "box": [17, 12, 23, 18], "height": 2, "obstacle": True, "flat": True}
    up = went(way(table(terrain=[box]), [("climb", (20, 12.5), "box")], 12))
    assert up.spent == 1500 + 2000  # to the wall, and up: the whole base is on the top
    down = went(way(table(at=(20, 17.5), terrain=[box]), [("climb", (20, 18.5), "box")], 12))
    assert down.spent == 2000
    assert refusal(way(table(terrain=[box]), [("climb", (20, 12.3), "box")], 12)) == "move.climb-must-clear"  # hangs over


@pytest.mark.rule("defiance.move.climb-cost")
def test_walking_to_on_and_from_a_flat_top_is_paid_for() -> None:
    top = {"id": "top", "category": "heavy", "box": [10, 12, 30, 32], "height": 2, "obstacle": True, "flat": True}
    assert went(way(table(terrain=[top]), [("climb", (20, 15.5), "top")], 12)).spent == 1500 + 2000 + 3000
    assert refusal(way(table(terrain=[top]), [("climb", (20, 30), "top")], 8)) == "move.climb-must-clear"
    above = table(at=(20, 15.5), terrain=[top])
    assert went(way(above, [("climb", (20, 9.5), "top")], 12)).spent == 3000 + 2000 + 2000  # to the edge, down, and on
    assert went(way(above, [(20, 19.5)], 4)).spent == 4000  # on the top one walks
    assert refusal(way(above, [(20, 11)], 8)) == "move.climb-cost"
    assert refusal(way(above, [("climb", (20, 18), "top")], 8)) == "move.climb-cost"
    narrow = {**top, "box": [10, 12, 30, 15]}
    assert went(way(table(terrain=[narrow]), [("climb", (20, 15.5), "top")], 12)).spent == 1500 + 2 * 2000 + 2000


@pytest.mark.rule("defiance.move.climb-must-clear")
def test_a_climb_is_all_or_nothing() -> None:
    assert refusal(way(table(terrain=[wall(2)]), [("climb", (20, 14.95), "wall")], 7)) == "move.climb-must-clear"
    assert refusal(way(table(terrain=[wall(2)]), [("climb", (20, 14.2), "wall")], 12)) == "move.climb-must-clear"


SWARM = {"SZ": 1, "MV": 4, "modes": ["S"], "AG": 10}


@pytest.mark.rule(
    "defiance.move.climb-agility", "defiance.move.agility-extremes", "defiance.move.climb-fail", "defiance.stats.agility-roll"
)
def test_high_walls_need_an_agility_roll_and_a_natural_ten_fails() -> None:
    # defiance.ex.climb-spondylocrits: seven on Charge orders, six of them 8 inches from a wall of 2, the seventh 10
    places = [*row(12, 5.5, 6), [21, 3.5]]
    play = Play({"r": {"frame": "swarm", "at": places}, **FAR_BLUE}, "card 1", frames={"swarm": SWARM}, terrain=[wall(2)])
    play.say("charge")
    for number, face in enumerate((3, 5, 6, 6, 10, 9), start=1):
        play.say(f"r.{number}")
        assert play.budget == {f"r.{number}": 12}
        x = play.at(f"r.{number}")[0]
        play.say({f"r.{number}": {"verb": "climb", "to": [x, 14.9], "what": "wall"}}, dice=f"climb {face}")
    assert play.asks == "red orders.charge-move"  # the seventh: nobody else is left
    assert play.refused({"r.7": {"verb": "climb", "to": [21, 14.9], "what": "wall"}}) == "move.climb-must-clear"
    play.say({"r.7": [21, 13.4]})
    assert [play.at(f"r.{number}")[1] for number in range(1, 8)] == [14.9, 14.9, 14.9, 14.9, 13.5, 14.9, 13.4]
    assert play.fell("climb, r.7") == []


@pytest.mark.rule("defiance.move.climb-fail")
def test_whoever_fails_a_climb_loses_the_rest_of_its_movement_but_may_fire() -> None:
    units = {"r": {"frame": "climber", "at": [[20, 12.5]]}, "b": {"at": [[20, 24]], "face": 180}}
    climber = {"climber": {"MV": 8, "AG": 5}}
    up = {"r.1": {"verb": "climb", "to": [20, 15], "what": "wall"}}
    for pattern in ("move-fire", "fire-move", "move-fire-move"):
        play = Play(units, "card 1", frames=climber, terrain=[wall(2.5)]).say("cohesive-fire", "running", pattern)
        if pattern == "fire-move":
            play.say("hold")
        play.say(up, dice="climb 9")
        assert play.at("r.1") == (20, 13.5)
        if pattern != "fire-move":
            assert play.asks == "red ranged.closest-target"  # only movement is lost
            play.say("hold")
        if pattern == "move-fire-move":
            assert play.asks == "red move.facing"
            assert play.budget == {"r.1": 0}
            assert not play.allows(up)
            assert not play.allows({"r.1": [20, 12]})


@pytest.mark.rule("defiance.move.climb-agility")
def test_a_low_wall_needs_no_roll() -> None:
    # defiance.ex.climb-low-wall-no-roll
    battle = table(terrain=[wall(2)])
    trip = went(way(battle, [("climb", (20, 15), "wall")], 12))
    assert finish(carry_out(battle, battle.state.figures["r.1"], trip)) is True


@pytest.mark.rule("defiance.move.agility-extremes")
@pytest.mark.parametrize(
    ("agility", "face", "good"), [(10, 10, False), (10, 9, True), (1, 1, True), (1, 2, False), (5, 5, True), (5, 6, False)]
)
def test_agility_extremes(agility: int, face: int, good: bool) -> None:
    assert agile(table(dice=f"leap {face}"), agility, "leap") is good


# ---- crawling


@pytest.mark.rule("defiance.move.crawl-rate")
def test_whoever_is_prone_crawls_at_half_rate() -> None:
    battle = table(prone=True)
    assert went(way(battle, [(20, 12)], 4)).spent == 4000
    assert refusal(way(battle, [(20, 12.1)], 4)) == "move.maximum-distance"
    medium = table(prone=True, terrain=[wide("medium")])
    assert price(stretches(medium.state.pieces, (20_000, 10_000), (20_000, 11_000)), True) == pytest.approx(4000)


@pytest.mark.rule("defiance.move.crawl-no-heavy")
def test_nobody_crawls_into_heavy_terrain_but_out_of_it() -> None:
    assert refusal(way(table(prone=True, terrain=[wide("heavy", 11)]), [(20, 12)], 8)) == "move.crawl-no-heavy"
    assert went(way(table(prone=True, terrain=[wide("heavy", 9.5)]), [(20, 9.2)], 8))
    assert refusal(way(table(prone=True, terrain=[wall(1)]), [("climb", (20, 15), "wall")], 20)) == "move.crawl-no-heavy"


@pytest.mark.rule("defiance.move.prone-cost", "defiance.orders.go-prone-when")
def test_going_prone_is_free_and_then_one_crawls() -> None:
    trip = went(way(table(), [(20, 12), "prone", (20, 13)], 4))
    assert (trip.spent, trip.prone) == (4000, True)
    assert went(way(table(), ["prone"], 4)).spent == 0


@pytest.mark.rule("defiance.move.prone-not-stationary", "defiance.orders.go-prone-forbidden")
def test_nobody_goes_prone_while_stationary_aiming_or_flying() -> None:
    play = Play({"r": {"at": [[20, 10]]}, "b": {"at": [[40, 44]]}}, dice="card 1").say("cohesive-fire", "stationary")
    ask: Any = play.game.ask
    assert "prone" not in getattr(ask, "verbs", {})
    assert refusal(way(table("bird", level=1), ["prone"], 6)) == "orders.go-prone-forbidden"
    assert refusal(way(table("bird", level=1), ["down", "prone"], 6)) == "orders.go-prone-forbidden"


@pytest.mark.rule("defiance.move.prone-vehicles")
def test_vehicles_never_go_prone() -> None:
    assert refusal(way(table("tank"), ["prone"], 6)) == "move.prone-vehicles"


@pytest.mark.rule("defiance.move.stand-up-cost")
def test_standing_up_costs_two_or_four_inches() -> None:
    assert went(way(table(prone=True), ["stand", (20, 12)], 4)).spent == 4000
    assert went(way(table("suit", prone=True), ["stand"], 4)).spent == 4000
    assert refusal(way(table("suit", prone=True), ["stand"], 3)) == "move.stand-up-cost"
    assert refusal(way(table(), ["stand"], 4)) == "move.stand-up-cost"
    assert went(way(table(prone=True, terrain=[wide("heavy")]), ["stand"], 2)).spent == 2000


@pytest.mark.rule("defiance.move.prone-size")
def test_prone_figures_count_one_size_smaller() -> None:
    state = a_battle({"r": {"at": row(10, 10, 2), "figures": {"2": {"prone": True}}}, **FAR_BLUE}).state
    assert [state.figures[name].size for name in ("r.1", "r.2")] == [2, 1]
    assert [own_height(state.figures[name]) for name in ("r.1", "r.2")] == [2000, 1000]
    small = a_battle({"r": {"frame": "small", "at": [[10, 10]], "prone": True}, **FAR_BLUE}).state
    assert (small.figures["r.1"].size, own_height(small.figures["r.1"])) == (0, 500)


def mods(attacker: dict[str, Any], target: dict[str, Any]) -> dict[str, int]:
    state = a_battle({"r": {"at": [[20, 10]], **attacker}, "b": {"at": [[20, 18]], **target}}).state
    figure = state.figures["r.1"]
    shot = one_shot(state, figure, 0, figure.arms[0].weapon, state.figures["b.1"], 1, "walking")
    return {mod.name: mod.value for mod in shot.tally.mods}


@pytest.mark.rule("defiance.move.prone-target-modifier", "defiance.move.prone-firer-modifier")
def test_fire_at_and_by_prone_figures() -> None:
    assert mods({}, {}) == {}
    assert mods({}, {"prone": True}) == {"target prone": -2}
    assert mods({"prone": True}, {"prone": True}) == {"target prone": -2, "firer prone": -2}


@pytest.mark.rule("defiance.move.stand-after-contact")
def test_a_crawler_may_stand_up_after_contact() -> None:
    # defiance.ex.crawl-fallen: MV 4S, powered, on Sprint orders: 12 inches, 4 crawled cost 8, and 4 are left to stand up
    units = {"r": {"frame": "fallen", "at": [[20, 10]]}, "b": {"at": [[20, 15]], "face": 180}}
    fallen = {"fallen": {"class": "PI", "MV": 4, "modes": ["S"], "HC": 10}}
    play = Play(units, "card 1", frames=fallen).say("sprint")
    assert play.budget == {"r.1": 12}
    crawl = [{"verb": "prone"}, {"verb": "go", "to": [20, 14]}]
    assert play.allows({"r.1": [*crawl, {"verb": "stand"}]})
    assert not play.allows({"r.1": [*crawl, {"verb": "stand"}, {"verb": "turn", "face": 0}, {"verb": "go", "to": [20, 14.01]}]})
    play.say({"r.1": [*crawl, {"verb": "stand"}]}, dice="reflex 9, reflex 1, blow 1, blow 1")
    assert (play.at("r.1"), play["r.1"].prone, play["r.1"].locked) == ((20, 14), False, ("b.1",))
    farther = Play({**units, "b": {"at": [[20, 16]], "face": 180}}, "card 1", frames=fallen).say("sprint")
    crawl = [{"verb": "prone"}, {"verb": "go", "to": [20, 15]}]  # 5 inches cost 10: 2 are left, too few for powered infantry
    assert farther.refused({"r.1": [*crawl, {"verb": "stand"}]}) == "move.stand-up-cost"
    assert farther.say({"r.1": crawl}, dice="reflex 9, reflex 1, blow 1, blow 1")["r.1"].prone


# ---- jumping


@pytest.mark.rule("defiance.move.jump-notation", "defiance.move.jump-sole-movement", "defiance.move.jump-facing")
def test_a_jump_is_the_only_movement_with_any_facing_on_landing() -> None:
    battle = table("jumper")
    trip = went(way(battle, [("jump", (20, 22), "")], 12))
    assert trip.at == (20_000, 22_000)
    assert refusal(way(battle, [("jump", (20, 14), ""), (20, 15)], 12)) == "move.jump-sole-movement"
    assert refusal(way(battle, [(20, 11), ("jump", (20, 14), "")], 12)) == "move.jump-notation"
    assert refusal(way(table("runner"), [("jump", (20, 14), "")], 15)) == "move.jump-notation"
    turned = read(
        battle, battle.state.figures["r.1"], Leg("r.1", (Step("jump", (20_000, 14_000)), Step("turn", face=9000))), 12_000
    )
    assert went(turned).face == 9000


@pytest.mark.rule("defiance.move.jump-prone")
def test_whoever_is_prone_cannot_jump_and_sprints_instead() -> None:
    assert refusal(way(table("jumper", prone=True), [("jump", (20, 14), "")], 12)) == "move.jump-notation"
    play = Play({"r": {"frame": "jumper", "at": row(20, 10, 2), "figures": {"2": {"prone": True}}}, **FAR_BLUE}, dice="card 1")
    play.say("jump", "r.2")
    ask: Any = play.game.ask
    assert "jump" not in ask.verbs
    assert "stand" in ask.verbs


@pytest.mark.rule("defiance.move.jump-distance", "defiance.move.jump-blocked")
@pytest.mark.parametrize(
    ("high", "far", "why"), [(8, 15, ""), (9, 15, "jump-distance"), (9, 10, ""), (15, 10, ""), (15.5, 10, "jump-blocked")]
)
def test_high_terrain_shortens_a_jump(high: float, far: float, why: str) -> None:
    # defiance.ex.jump-storm-warriors: MV 5, jump rate 15, half of it rounded up is 8
    rock = {"id": "rock", "category": "impassable", "box": [18, 12, 22, 13], "height": high}
    leaper = {"r": {"frame": "leaper", "at": [[20, 10]]}, **FAR_BLUE}
    battle = a_battle(leaper, frames={"leaper": {"modes": ["J"], "MV": 5}}, terrain=[rock])
    found = way(battle, [("jump", (20, 10 + far), "")], 15)
    assert (refusal(found) == f"move.{why}") if why else went(found)


@pytest.mark.rule("defiance.move.jump-no-fire")
def test_jumpers_do_not_fire() -> None:
    play = Play({"r": {"frame": "jumper", "at": [[20, 10]]}, "b": {"at": [[20, 20]]}}, dice="card 1")
    play.say("jump", {"r.1": {"verb": "jump", "to": [25, 10]}})
    assert not play.told("Fired")
    assert play["r.1"].jumped


@pytest.mark.rule("defiance.move.jump-easy-target")
def test_a_jumper_gets_nothing_for_its_speed() -> None:
    state = table("jumper").state
    figure = state.figures["r.1"]
    figure.sprint = 12_000
    assert speed_mod(figure) is not None
    figure.jumped = True
    assert speed_mod(figure) is None


# ---- flying


@pytest.mark.rule("defiance.move.fly-notation")
def test_flyers_sprint_in_the_air_only_and_jump_from_the_ground() -> None:
    assert refusal(way(table("bird", level=1), [("jump", (20, 14), "")], 18)) == "move.jump-notation"
    assert went(way(table("bird"), [("jump", (20, 14), "")], 18))
    assert refusal(way(table("man"), ["up"], 8)) == "move.fly-notation"


@pytest.mark.rule("defiance.move.fly-notation", "defiance.move.fly-change-level")
@pytest.mark.parametrize(("flown", "left"), [(3, 3), (6, 0), (12, 0)])
def test_a_flyer_that_lands_has_little_left(flown: float, left: float) -> None:
    # defiance.ex.flyer-sprint-landing
    battle = table("bird", level=1, at=(20, 5))
    landed = went(way(battle, [(20, 5 + flown), "down"], 18))
    assert landed.spent == (flown + 6) * 1000
    if left:
        assert went(way(battle, [(20, 5 + flown), "down", (20 + left, 5 + flown)], 18))
    assert refusal(way(battle, [(20, 5 + flown), "down", (20 + left + 0.1, 5 + flown)], 18)) == "move.maximum-distance"


@pytest.mark.rule("defiance.move.stand-up-cost")
def test_standing_up_in_half_a_move() -> None:
    # defiance.ex.stand-up-in-half-move
    assert went(way(table(prone=True), ["stand"], 2)).left == 0
    assert went(way(table(prone=True), ["stand"], 4)).left == 2000
    assert refusal(way(table("suit", prone=True), ["stand"], 2)) == "move.stand-up-cost"
    assert went(way(table("suit", prone=True), ["stand"], 4)).left == 0


@pytest.mark.rule("defiance.move.fly-levels")
def test_there_are_three_levels_of_twelve_inches() -> None:
    tables = [table("bird", level=level) for level in range(4)]
    heights = [feet_at(tabletop(on).going, on.state.figures["r.1"], (0, 0)) for on in tables]
    assert heights == [0, 12_000, 24_000, 36_000]
    assert refusal(way(table("bird", level=3), ["up"], 6)) == "move.fly-levels"


@pytest.mark.rule("defiance.move.fly-ground-jump")
def test_a_flyer_on_the_ground_may_jump() -> None:
    play = Play({"r": {"frame": "bird", "at": [[20, 10]]}, **FAR_BLUE}, dice="card 1")
    assert "jump" in play.options


@pytest.mark.rule("defiance.move.fly-forbidden-orders")
def test_flyers_aloft_neither_jump_nor_suppress() -> None:
    play = Play({"r": {"frame": "bird", "at": row(20, 10, 2), "level": 1}, "b": {"at": [[20, 24]]}}, dice="card 1")
    assert not {"jump", "primary-suppression"} & set(play.options)
    one = {"frame": "bird", "at": row(20, 10, 2), "figures": {"1": {"level": 1}}}
    mixed = Play({"r": one, "b": {"at": [[20, 24]]}}, dice="card 1")
    assert "primary-suppression" not in mixed.options  # one of them aloft is enough
    ground = Play({"r": {"frame": "bird", "at": row(20, 10, 2)}, "b": {"at": [[20, 24]]}}, dice="card 1")
    assert {"jump", "primary-suppression"} <= set(ground.options)


@pytest.mark.rule("defiance.move.fly-change-level")
def test_a_level_costs_one_move() -> None:
    battle = table("bird")
    trip = went(way(battle, ["up", (20, 16)], 12))
    assert (trip.level, trip.spent) == (1, 12_000)
    assert refusal(way(battle, ["up", "up"], 6)) == "move.fly-change-level"
    assert went(way(battle, ["up", (20, 12), "up"], 18)).level == 2


@pytest.mark.rule("defiance.move.fly-height")
def test_who_flies_is_stopped_only_by_what_is_as_high() -> None:
    low = [{"id": "house", "category": "impassable", "box": [15, 12, 25, 14], "height": 11}]
    high = [{"id": "tower", "category": "impassable", "box": [15, 12, 25, 14], "height": 12}]
    battle = table("bird", level=1, terrain=low)
    trip = went(way(battle, [(20, 16)], 6))
    assert refuse_trip(battle, battle.state.figures["r.1"], trip, contact=False) is None
    assert refusal(way(table("bird", level=1, terrain=high), [(20, 16)], 6)) == "move.fly-height"
    wood = table("bird", level=1, at=(20, 13), terrain=[wide("heavy")])
    assert cover_of(wood.state, (20_000, 40_000), wood.state.figures["r.1"]) == ""
    assert went(way(wood, [(20, 19)], 6)).spent == 6000


@pytest.mark.rule("defiance.move.fly-same-level")
def test_a_unit_of_flyers_ends_on_one_level() -> None:
    # defiance.ex.flight-levels
    play = Play({"r": {"frame": "bird", "at": row(20, 10, 2)}, **FAR_BLUE}, dice="card 1").say("support-fire", "walking", "r.1")
    play.say({"r.1": {"verb": "up"}})
    assert play.refused({}) == "move.fly-same-level"
    play.say({"r.2": {"verb": "up"}})
    assert (play["r.1"].level, play["r.2"].level) == (1, 1)
    apart = {"r": {"frame": "bird", "at": row(20, 10, 2), "level": 1, "figures": {"2": {"level": 2}}}, **FAR_BLUE}
    far = Play(apart, dice="card 1").say("support-fire", "walking", "r.1")
    assert far.refused({"r.1": {"verb": "down"}}) == "move.fly-same-level"  # the other could not follow


@pytest.mark.rule("defiance.move.fly-start-level")
def test_flyers_start_on_any_level() -> None:
    deploying = {"phase": "deploy", "waiting": ["r"], "number": 0, "deck": []}
    play = Play({"r": {"frame": "bird", "count": 2}, "b": {"at": [[40, 44]]}}, turn=deploying)
    usual: Any = play.game.ask
    spots = {spot.what: {"at": [spot.at[0] / 1000, spot.at[1] / 1000], "level": 3} for spot in usual.default()}
    assert play.allows(spots)
    assert not play.allows({name: {**spot, "level": 4} for name, spot in spots.items()})


@pytest.mark.rule("defiance.move.fly-hover")
def test_an_impaired_flyer_comes_down_when_it_activates() -> None:
    play = Play({"r": {"frame": "bird", "at": [[20, 10]], "level": 2, "shaken": True}, **FAR_BLUE}, dice="card 1")
    assert (play["r.1"].level, play["r.1"].prone) == (0, True)


# ---- figures and the edge


@pytest.mark.rule("defiance.move.figures-as-obstacles")
def test_friends_are_passed_enemies_not() -> None:
    battle = a_battle({"r": {"at": [[20, 10], [20, 12]]}, "b": {"at": [[26, 12]]}})
    state = battle.state
    past = went(way(battle, [(20, 14)], 8))
    assert refuse_trip(battle, state.figures["r.1"], past, contact=False) is None
    onto = went(way(battle, [(20, 12)], 8))
    found = refuse_trip(battle, state.figures["r.1"], onto, contact=False)
    assert found is not None
    assert found.rule == "defiance.move.figures-as-obstacles"
    through = went(way(battle, [(26, 10), (26, 14)], 16))
    found = refuse_trip(battle, state.figures["r.1"], through, contact=True)
    assert found is not None
    assert found.rule == "defiance.move.figures-as-obstacles"


@pytest.mark.rule("defiance.move.board-edge")
def test_nobody_leaves_the_table() -> None:
    battle = table(at=(20, 2))
    trip = went(way(battle, [(20, 0.2)], 4))
    found = refuse_trip(battle, battle.state.figures["r.1"], trip, contact=False)
    assert found is not None
    assert found.rule == "defiance.move.board-edge"


def test_an_ask_carries_a_way_out() -> None:
    battle = table()
    figure = battle.state.figures["r.1"]
    assert run(move(battle, figure, 4000, "defiance.move.maximum-distance", "go"), {"r.1": [20, 13]})
    assert figure.at == (20_000, 13_000)
    assert told(battle, "Moved")
    assert tabletop(battle).board.base("r.1").at == (20_000, 13_000)
    assert fits([], 0.0, False, 0.0)


@pytest.mark.rule("defiance.move.fly-same-level")
def test_elite_flyers_end_each_on_a_level_of_its_own() -> None:
    kinds = {"angel": {"QU": "Elite", "modes": ["F"], "MV": 6}}
    play = Play({"r": {"frame": "angel", "at": row(20, 10, 2)}, **FAR_BLUE}, dice="card 1", frames=kinds)
    play.say("together", "support-fire", "walking", "r.1", {"r.1": {"verb": "up"}})
    assert play.allows({})


@pytest.mark.rule("defiance.move.terrain-mixed", "defiance.move.terrain-table")
@pytest.mark.parametrize("turned", range(8))
def test_terrain_slows_from_every_side(turned: int) -> None:
    """8 inches of way, 4 of them in medium terrain at half the rate: 12 inches, wherever it lies on the table."""
    boxes = (
        [30, 4, 34, 10],
        [4, 30, 10, 34],
        [40, 20, 44, 28],
        [20, 40, 28, 44],
        *[[30, 38, 34, 42]] * 2,
        *[[38, 30, 42, 34]] * 2,
    )
    ways = (((28, 7), (36, 7)), ((7, 28), (7, 36)), ((46, 24), (38, 24)), ((24, 46), (24, 38)))
    ways += (((28, 40), (36, 40)), ((36, 40), (28, 40)), ((40, 28), (40, 36)), ((40, 36), (40, 28)))
    battle = a_battle({"r": {"at": [[1, 1]]}, **FAR_BLUE}, terrain=[{"id": "t", "category": "medium", "box": boxes[turned]}])
    (ax, ay), (bx, by) = ways[turned]
    found = stretches(battle.state.pieces, (ax * 1000, ay * 1000), (bx * 1000, by * 1000))
    assert price(found, crawling=False) == pytest.approx(12_000)
    assert price(found, crawling=True) == pytest.approx(24_000)


@pytest.mark.rule("defiance.move.fly-hover", "defiance.turn.activation-start")
@pytest.mark.parametrize(("quality", "level"), [("Regular", 0), ("Matrix", 2)])
def test_the_flyers_of_a_broken_unit_come_down_but_a_matrix_hovers(quality: str, level: int) -> None:
    kinds = {"fly": {"QU": quality, "modes": ["F"], "MV": 6}}
    battle = a_battle({"r": {"frame": "fly", "at": row(20, 10, 2), "level": 2, "broken": 1}, **FAR_BLUE}, frames=kinds)
    battle.state.turn.doing = Activation("r")
    run(start(battle))
    assert [battle.state.figures[name].level for name in ("r.1", "r.2")] == [level, level]


@pytest.mark.rule("defiance.move.climb-cost", "defiance.move.terrain-agree")
def test_a_base_that_only_touches_a_wall_does_not_climb_it() -> None:
    wall = {"id": "wall", "feature": "climbable wall", "box": [21, 8, 22, 18]}
    play = Play({"r": {"at": [[20.5, 10]]}, **FAR_BLUE}, dice="card 1", terrain=[wall]).say("support-fire", "walking")
    assert play.allows({"r.1": [20.5, 13]})  # half an inch from its middle to the wall
    assert play.refused({"r.1": [20.6, 13]}) == "move.climb-cost"


@pytest.mark.rule("defiance.move.terrain-agree")
@pytest.mark.parametrize(
    ("facts", "climbed"),
    [
        ({"kind": "low-wall", "linear": True, "solid": True}, True),
        ({"kind": "low-wall", "linear": True}, False),
        ({"kind": "wreck", "solid": True}, False),
        ({"kind": "hedge", "linear": True, "solid": True}, False),
        ({"kind": "hedge", "classes": {"defiance": "heavy obstacle"}}, True),
        ({"kind": "low-wall", "linear": True, "solid": True, "classes": {"defiance": "heavy"}}, False),
    ],
)
def test_what_is_climbed_on_a_map_that_does_not_say_so(facts: dict[str, Any], climbed: bool) -> None:
    """Of pieces without a class of ours a wall: long, solid and heavy going."""
    piece = Piece(id="p", outline=((0, 0), (4000, 0), (4000, 1000), (0, 1000)), **facts)
    assert must_be_climbed(piece) is climbed


# ---- several walls, roofs, and where somebody is stopped


@pytest.mark.rule("defiance.move.climb-cost", "defiance.move.climb-max-height", "defiance.move.climb-must-clear")
def test_every_wall_in_the_way_is_climbed() -> None:
    """Over the first to a place between them, then over the second: in one climb only the one that is named is crossed."""
    for second in (1, 6):
        battle = table(terrain=[wall(1, 12, id="low"), wall(second, 15, id="next")])
        assert refusal(way(battle, [("climb", (20, 17), "low")], 12)) == "move.climb-cost"
        assert refusal(way(battle, [("climb", (20, 15.2), "low")], 12)) == "move.climb-cost"  # nor does it end across the other
        assert went(way(battle, [("climb", (20, 13.7), "low")], 12)).at == (20_000, 13_700)
        both = way(battle, [("climb", (20, 13.7), "low"), ("climb", (20, 17), "next")], 12)
        assert isinstance(both, Refusal) == (second == 6)


@pytest.mark.rule("defiance.move.climb-cost")
def test_a_drag_over_two_walls_climbs_both() -> None:
    battle = table(terrain=[wall(1, 15, id="far"), wall(1, 12, id="near")])
    figure = battle.state.figures["r.1"]
    (leg,) = plan(battle, figure, 12_000, Drag(("r.1",), (20_000, 17_000)))
    assert [(step.verb, step.what) for step in leg.steps] == [("climb", "near"), ("climb", "far")]
    assert went(read(battle, figure, leg, 12_000)).at == (20_000, 17_000)


@pytest.mark.rule("defiance.move.terrain-impassable")
def test_a_roof_is_walked_on_but_not_off() -> None:
    """Whoever has jumped or flown onto a building leaves it by air only."""
    games = {"id": "games", "category": "impassable", "box": [15, 12, 25, 18], "height": 5, "flat": True}
    battle = table("jumper", at=(20, 15), terrain=[games])
    figure = battle.state.figures["r.1"]
    along = went(way(battle, [(20, 16)], 8))
    assert refuse_trip(battle, figure, along, contact=False) is None
    assert refusal(way(battle, [(20, 20)], 8)) == "move.terrain-impassable"
    assert refusal(way(battle, [(20, 17.8)], 8)) == "move.terrain-impassable"  # its base would hang over
    assert refusal(way(battle, ["prone", (20, 19)], 8)) == "move.terrain-impassable"
    assert went(way(battle, [("jump", (20, 20), "")], 15)).at == (20_000, 20_000)


@pytest.mark.rule("defiance.move.climb-fail", "defiance.move.figures-as-obstacles", "defiance.move.climb-must-clear")
def test_whoever_fails_a_climb_among_friends_is_set_down_beside_them() -> None:
    battle = a_battle(
        {"r": {"at": [[20, 12.3]]}, "s": {"frame": "elite", "at": [[20, 13.45]]}, **FAR_BLUE},
        "climb 10",
        terrain=[wall(3)],
    )
    trip = went(way(battle, [("climb", (20, 15), "wall")], 8))
    run(carry_out(battle, battle.state.figures["r.1"], trip))
    assert battle.state.figures["r.1"].at != (20_000, 13_450)
    assert state_errors(battle.state) == []


@pytest.mark.rule("defiance.cover.interrupt-aftermath", "defiance.move.terrain-mixed")
@pytest.mark.parametrize(("box", "done", "left"), [((5, 14, 45, 30), 14, 6), ((5, 14, 45, 30), 12, 8), ((5, 9, 45, 11), 11, 6)])
def test_an_interrupted_figure_has_paid_for_the_ground_behind_it(
    box: tuple[int, int, int, int], done: float, left: float
) -> None:
    """Not for a share of its whole way: heavy ground ahead is not paid yet, heavy ground behind is."""
    battle = table(terrain=[{"id": "wood", "category": "heavy", "box": list(box), "height": 2}])
    trip, figure = went(way(battle, [(20, 15)], 10)), battle.state.figures["r.1"]
    figure.y = round(done * 1000)
    assert left_after(battle.state, trip.path[0], figure) == pytest.approx(left * 1000, abs=1)


@pytest.mark.rule("defiance.move.terrain-rounding", "defiance.move.terrain-mixed")
def test_what_is_left_in_terrain_is_rounded_down_as_well_as_up() -> None:
    """1.6 inches of open ground leave 3.4 of 5: half of that is 1.7, so 1.5 of medium terrain, in one stretch or in two."""
    battle = table(terrain=[{"id": "rubble", "category": "medium", "box": [5, 11.6, 45, 30], "height": 1}])
    assert went(way(battle, [(20, 13.1)], 5)).at == (20_000, 13_100)
    assert refusal(way(battle, [(20, 13.2)], 5)) == "move.terrain-rounding"
    assert refusal(way(battle, [(20, 12.5), (20, 13.2)], 5)) == "move.terrain-rounding"
    strip = table(terrain=[{"id": "rubble", "category": "medium", "box": [5, 11.6, 45, 13.2], "height": 1}])
    assert went(way(strip, [(20, 13), (20, 13.3)], 5)).at == (20_000, 13_300)  # on the far side nothing is rounded


@pytest.mark.rule("defiance.move.crawl-no-heavy")
def test_nobody_crawls_from_one_heavy_piece_into_another() -> None:
    two = [
        {"id": "a", "category": "heavy", "box": [15, 8, 25, 11], "height": 2},
        {"id": "b", "category": "heavy", "box": [15, 11.5, 25, 14], "height": 2},
    ]
    battle = table(terrain=two, figures={"1": {"prone": True}})
    assert refusal(way(battle, [(20, 12)], 16)) == "move.crawl-no-heavy"
    assert went(way(battle, [(20, 11.3)], 16)).at == (20_000, 11_300)


@pytest.mark.rule("defiance.move.fly-hover", "defiance.move.climb-must-clear")
def test_an_impaired_flyer_comes_down_across_no_wall() -> None:
    battle = table("bird", at=(20, 14.2), terrain=[wall(6)], level=1, figures={"1": {"shaken": True}})
    battle.state.turn.doing = Activation("r")
    run(start(battle))
    figure = battle.state.figures["r.1"]
    assert (figure.level, figure.prone) == (0, True)
    assert wall_under(battle, figure, figure.at) is None
