"""Movement: initiative, walking, terrain, coherency, engaging, suppressed and broken units (xenocide.move.*,
xenocide.terrain.*, xenocide.suppressed-move.*, xenocide.broken.*, xenocide.orders.run*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Battle
from littlewars.systems.xenocide.basics.state import State
from littlewars.systems.xenocide.move.compulsory import fall_back, flee, in_cover
from littlewars.systems.xenocide.move.ways import price
from littlewars.systems.xenocide.turn.movement import must_hide
from littlewars.table.shapes.bases import gap
from tests.xenocide.squads import MAN, Play, a_battle, finish, row, run

UNITS: dict[str, Any] = {"phase": "movement", "number": 1, "stage": "units", "first": "red", "at": "red"}
GUNNER = "human-trooper/medium-machine-gunner"
FAR: dict[str, Any] = {"b": {"at": row(20, 44, 2)}}


def moving(units: dict[str, Any], **more: Any) -> Play:
    """The movement phase, with red to move."""
    return Play(units, turn=more.pop("turn", UNITS), **more)


def cost(path: list[list[float]], start: list[float], **more: Any) -> float:
    battle = a_battle({"r": {"at": [start]}, **FAR}, **more)
    points = [(round(x * 1000), round(y * 1000)) for x, y in path]
    return price(battle, battle.state.figures["r.1"], points).cost / 1000


# ---- who moves when


@pytest.mark.rule("xenocide.move.initiative", "xenocide.move.side-by-side")
def test_the_lowest_roll_chooses_and_one_side_moves_before_the_other() -> None:
    units = {"r": {"at": row(20, 10, 2)}, "s": {"at": row(30, 10, 2)}, "b": {"at": row(20, 40, 2)}}
    play = Play(units, "initiative 8, initiative 3", turn={"phase": "movement", "number": 1})
    assert (play.rule, play.game.ask.side, play.options) == ("xenocide.move.initiative", "blue", ["first", "second"])
    play.say("second")
    assert (play.state.turn.first, play.rule, play.options) == ("red", "xenocide.move.side-by-side", ["r", "s", "done"])
    play.say("s", {"s.1": [30, 12], "s.2": [31.5, 12]})
    assert play.options == ["r", "done"]  # a unit finishes its move before the next begins
    play.say("done")
    assert play.game.ask.side == "blue"
    play.say("done")
    assert play.state.turn.phase != "movement"


@pytest.mark.rule("xenocide.move.allowance", "xenocide.orders.run")
def test_how_far_a_unit_moves_by_its_orders() -> None:
    for order, most in (("standard", 4), ("opportunity", 4), ("run", 8)):
        play = moving({"r": {"at": row(20, 10, 2), "order": order}, **FAR})
        if play.rule == "xenocide.move.side-by-side":
            play.say("r")
        assert play.budget == {"r.1": most, "r.2": most}
    play = moving({"r": {"at": [[20, 10]], "order": "run"}, **FAR})
    assert play.refused({"r.1": [20, 18.1]}) == "move.allowance"
    assert play.refused({"r.1": [20, 13.9]}) == "orders.run-minimum"
    assert play.allows({"r.1": [20, 14]})
    assert play.allows({"r.1": [20, 18]})


@pytest.mark.rule("xenocide.orders.run-minimum")
def test_the_least_run_is_capped_by_what_the_table_allows() -> None:
    boxes = ([8, 8, 12, 8.5], [8, 11.5, 12, 12], [8, 8, 8.5, 12], [11.5, 8, 12, 12])
    walls = [{"id": f"w{n}", "kind": "high-wall", "box": box} for n, box in enumerate(boxes)]
    shut = moving({"r": {"at": [[10, 10]], "order": "run"}, **FAR}, terrain=walls)
    assert shut.allows({})  # nowhere to run
    engaged = moving({"r": {"at": [[20, 10]], "order": "run", "engaged": ["b"]}, "b": {"at": [[20, 11]], "engaged": ["r"]}})
    engaged.say("r", "stay")
    assert engaged.allows({})  # who is engaged may stay in his melee


@pytest.mark.rule("xenocide.orders.run-stop", "xenocide.move.engaging")
def test_a_run_may_end_in_melee_and_contact_engages_both_units() -> None:
    play = moving({"r": {"at": [[20, 10]], "order": "run"}, "b": {"at": [[20, 13]]}})
    play.say({"r.1": [20, 12]})
    assert (play.unit("r").engaged, play.unit("b").engaged, play.unit("r").charged) == (["b"], ["r"], True)


@pytest.mark.rule("xenocide.move.engaging")
def test_who_touches_an_enemy_stops_there() -> None:
    play = moving({"r": {"at": [[20, 10]], "order": "run"}, "b": {"at": [[21, 13]]}})
    assert play.refused({"r.1": [[20, 13], [20, 16]]}) == "move.engaging"
    assert play.allows({"r.1": [20, 13]})


@pytest.mark.rule("xenocide.move.paths")
def test_through_friends_but_not_through_enemies_nor_off_the_table() -> None:
    units = {"r": {"at": [[20, 10]], "order": "run"}, "s": {"at": [[20, 12]], "moved": True}, "b": {"at": [[22, 12], [30, 30]]}}
    play = moving(units)
    assert play.allows({"r.1": [20, 15]})
    assert play.refused({"r.1": [20, 12.3]}) == "move.paths"  # not on a friend
    assert play.refused({"r.1": [[22, 10], [22, 15]]}) == "move.paths"
    edge = moving({"r": {"at": [[20, 2]], "order": "standard"}, **FAR})
    edge.say("r")
    assert edge.refused({"r.1": [20, 0.2]}) == "move.paths"


@pytest.mark.rule("xenocide.move.coherency")
def test_nobody_goes_farther_than_eight_inches_from_a_comrade() -> None:
    play = moving({"r": {"at": [[20, 10], [26, 10]]}, **FAR})
    play.say("r")
    assert play.refused({"r.1": [16.9, 10]}) == "move.coherency"
    assert play.allows({"r.1": [17, 10]})  # 8 inches between the bases


@pytest.mark.rule("xenocide.move.coherency-restore")
def test_who_is_still_out_of_reach_after_the_move_is_lost() -> None:
    units = {"r": {"at": [[10, 10], [11.5, 10], [30, 10]]}, **FAR}
    play = moving(units)
    play.say("r", {"r.3": [27, 10]})
    assert [play[name].gone for name in ("r.1", "r.2", "r.3")] == ["", "", "lost"]
    equal = moving({"r": {"at": [[10, 10], [30, 10]]}, **FAR})
    equal.say("r", {})
    assert equal.rule == "xenocide.move.coherency-restore"  # of equal groups the owner says which stays
    equal.say("1")
    assert (equal["r.1"].gone, equal["r.2"].gone) == ("lost", "")


@pytest.mark.rule("xenocide.move.partial-disengage")
def test_a_unit_stays_with_a_model_beside_every_enemy_or_leaves_whole() -> None:
    units = {"r": {"at": [[20, 10], [21.2, 10]], "engaged": ["b"]}, "b": {"at": [[20, 11]], "engaged": ["r"]}}
    play = moving(units)
    play.say("r", "stay")
    assert play.refused({"r.1": [18, 8], "r.2": [19.5, 8]}) == "move.partial-disengage"
    assert play.allows({"r.2": [21.2, 9]})
    left = moving(units)
    left.say("r")
    left.say("leave", dice="9")
    assert left.unit("r").engaged == []
    left.say({"r.2": [21.2, 9]})
    assert left.unit("r").engaged == []  # not a unit that it has just left


# ---- ground


@pytest.mark.rule("xenocide.terrain.rough", "xenocide.terrain.rough-short")
@pytest.mark.parametrize(("inches", "paid"), [(4, 6), (1.5, 1.5), (2, 3), (3, 4)])
def test_rubble(inches: float, paid: float) -> None:  # the example rubble
    rubble = [{"id": "rubble", "kind": "rubble", "box": [10, 20, 30, 20 + inches]}]
    assert cost([[20, 30]], [20, 10], terrain=rubble) == pytest.approx(20 + paid - inches, abs=0.01)


@pytest.mark.rule("xenocide.terrain.very-rough")
def test_very_rough_ground_costs_double() -> None:  # the example ladder
    junk = [{"id": "junk", "kind": "rubble", "going": "very-rough", "box": [10, 20, 30, 24]}]
    assert cost([[20, 30]], [20, 10], terrain=junk) == pytest.approx(24, abs=0.01)


@pytest.mark.rule("xenocide.terrain.slopes")
@pytest.mark.parametrize(("slope", "up", "down"), [(29, 20, 20), (30, 22, 20), (45, 22, 20), (46, 24, 20), (60, 24, 20)])
def test_only_climbing_costs(slope: int, up: float, down: float) -> None:
    hill = [{"id": "hill", "kind": "hill", "slope": slope, "flat": False, "height": 0.5, "box": [10, 18, 30, 22]}]
    assert cost([[20, 30]], [20, 10], terrain=hill) == pytest.approx(up, abs=0.01)
    assert cost([[20, 10]], [20, 30], terrain=hill) == pytest.approx(down, abs=0.01)
    flat = [{**hill[0], "flat": True}]
    assert cost([[20, 30]], [20, 10], terrain=flat) == pytest.approx(20, abs=0.01)  # a flat top is level


@pytest.mark.rule("xenocide.terrain.other")
def test_low_obstacles_doors_and_windows() -> None:
    wall = [{"id": f"w{n}", "kind": "low-wall", "box": [10, 15 + 3 * n, 30, 15.3 + 3 * n]} for n in range(2)]
    assert cost([[20, 30]], [20, 10], terrain=wall[:1]) == 20  # an inch of rough ground
    assert cost([[20, 30]], [20, 10], terrain=wall) == 21  # two of them are two inches
    opening = {"edge": 0, "start": 4000, "stop": 8000, "open": True}
    house = {"id": "house", "kind": "building", "box": [14, 18, 26, 26]}
    for kind, paid in (("door", 10.0), ("window", 11.0)):
        assert cost([[20, 20]], [20, 10], terrain=[{**house, "openings": [{**opening, "kind": kind}]}]) == paid
    battle = a_battle({"r": {"at": [[16, 10]]}, **FAR}, terrain=[{**house, "openings": [opening]}])
    through = price(battle, battle.state.figures["r.1"], [(16_000, 20_000)])
    assert through.clash is not None  # a wall


# ---- suppressed units


@pytest.mark.rule("xenocide.suppressed-move.towards", "xenocide.suppressed-move.away", "xenocide.suppressed-move.run")
def test_markers_shorten_a_move_towards_visible_enemies() -> None:
    units = {"r": {"at": row(20, 20, 5, 1.1), "markers": 2}, "b": {"at": [[22, 40]]}}
    play = moving(units)
    play.say("r")

    def shifted(far: float) -> dict[str, Any]:
        return {f"r.{n + 1}": [20 + 1.1 * n, 20 + far] for n in range(5)}

    assert play.refused(shifted(2.1)) == "suppressed-move.towards"
    assert play.refused(shifted(4)) == "suppressed-move.towards"  # all that it has without markers
    assert play.refused(shifted(4.1)) == "move.allowance"
    assert play.allows(shifted(2))
    assert play.allows(shifted(-4))  # away
    runs = moving({"r": {**units["r"], "order": "run"}, "b": units["b"]})
    assert runs.refused(shifted(4.1)) == "suppressed-move.towards"  # 8 less 2 for each marker
    assert runs.allows(shifted(4))
    hidden = moving(units, terrain=[{"id": "wall", "kind": "high-wall", "box": [2, 30, 46, 31]}])
    hidden.say("r")
    assert hidden.allows(shifted(4))  # it sees nobody


# ---- broken units

BROKEN: dict[str, Any] = {"r": {"at": row(20, 20, 5, 1.1), "markers": 4}, "b": {"at": [[22, 40]]}}


def broken(dice: str = "", units: dict[str, Any] | None = None, **more: Any) -> Battle[State]:
    return a_battle(units or BROKEN, dice, turn={"phase": "movement", "number": 1}, **more)


@pytest.mark.rule("xenocide.broken.test")
def test_a_broken_unit_that_sees_an_enemy_tests() -> None:
    for face, panic in ((4, "stands"), (5, "flees")):
        play = Play(BROKEN, f"broken {face}, initiative 3, initiative 8", turn={"phase": "movement", "number": 1})
        assert play.unit("r").panic == panic
    wall = {"id": "wall", "kind": "high-wall", "box": [2, 30, 46, 31]}
    unseen = Play(BROKEN, "initiative 3, initiative 8", turn={"phase": "movement", "number": 1}, terrain=[wall])
    assert unseen.unit("r").panic == "stands"  # as if it had passed


@pytest.mark.rule("xenocide.broken.flee", "xenocide.broken.left-the-table")
def test_who_fails_flees_to_the_closest_edge_away_from_enemies_and_off_the_table() -> None:
    battle = broken()
    finish(flee(battle, battle.state.units["r"]))
    assert [round(figure.y / 1000) for figure in battle.state.standing(battle.state.units["r"])] == [12] * 5  # twice 4 inches
    near = broken(units={"r": {"at": [[24, 5], [25.5, 5]], "markers": 4}, "b": {"at": [[24, 40]]}})
    finish(flee(near, near.state.units["r"]))
    assert [near.state.figures[name].gone for name in ("r.1", "r.2")] == ["fled", "fled"]
    south = broken(units={"r": {"at": [[24, 12]], "markers": 1}, "b": {"at": [[24, 2]]}})
    finish(flee(south, south.state.units["r"]))
    assert south.state.figures["r.1"].at == (32_000, 12_000)  # not towards the enemy


@pytest.mark.rule("xenocide.broken.flee-other-exit")
def test_a_nearer_way_out_is_preferred() -> None:
    tunnel = broken(exits=[[22, 16]])
    finish(flee(tunnel, tunnel.state.units["r"]))
    assert tunnel.state.units_of("red") == []
    units = {**BROKEN, "t": {"profile": "truck", "at": [[26, 16]]}}
    ride = broken(units=units)
    finish(flee(ride, ride.state.units["r"]))
    assert {figure.carrier for figure in ride.state.members(ride.state.units["r"])} == {"t.1"}
    drives = broken(units={**units, "t": {**units["t"], "increment": 1}})
    finish(flee(drives, drives.state.units["r"]))
    assert all(not figure.carrier for figure in drives.state.members(drives.state.units["r"]))


@pytest.mark.rule("xenocide.broken.passed")
def test_who_passed_still_comes_no_nearer() -> None:
    wood = [{"id": "wood", "kind": "sparse-wood", "box": [16, 16, 30, 24]}]
    units = {"r": {**BROKEN["r"], "panic": "stands"}, "b": BROKEN["b"]}
    play = moving(units, terrain=wood)
    play.say("r")
    assert play.refused({f"r.{n + 1}": [20 + 1.1 * n, 20.5] for n in range(5)}) == "broken.passed"
    assert play.allows({f"r.{n + 1}": [20 + 1.1 * n, 19] for n in range(5)})


@pytest.mark.rule("xenocide.broken.seek-cover")
def test_in_the_open_it_goes_to_the_closest_cover() -> None:
    wood = [{"id": "wood", "kind": "sparse-wood", "box": [16, 8, 30, 18.5]}]
    units = {"r": {**BROKEN["r"], "panic": "stands"}, "b": BROKEN["b"]}
    battle = broken(units=units, terrain=wood)
    assert must_hide(battle, battle.state.units["r"])
    play = moving(units, terrain=wood)
    assert play.rule == "xenocide.broken.seek-cover"
    assert play.refused({}) == "broken.seek-cover"
    play.say({leg.who: [[step.to[0] / 1000, step.to[1] / 1000] for step in leg.steps] for leg in play.game.ask.default()})
    assert in_cover(play.battle, play.unit("r"))
    inside = broken(units=units, terrain=[{"id": "wood", "kind": "sparse-wood", "box": [16, 16, 30, 24]}])
    assert not must_hide(inside, inside.state.units["r"])  # already in cover


@pytest.mark.rule("xenocide.broken.seek-cover")
@pytest.mark.parametrize("kind", ["building", "boulder", "high-wall", "hill"])
def test_cover_is_also_behind_what_nobody_enters_or_sees_through(kind: str) -> None:
    south = 19.7 if kind == "high-wall" else 18
    piece = {"id": "piece", "kind": kind, "box": [23.5, south, 29, 20], **({"height": 4} if kind == "hill" else {})}
    play = moving({"r": {"at": [[21, 20], [22.2, 20]], "markers": 2, "panic": "stands"}, "b": BROKEN["b"]}, terrain=[piece])
    assert play.rule == "xenocide.broken.seek-cover"
    play.say({leg.who: [[step.to[0] / 1000, step.to[1] / 1000] for step in leg.steps] for leg in play.game.ask.default()})
    assert in_cover(play.battle, play.unit("r"))


@pytest.mark.rule("xenocide.broken.no-cover")
def test_without_cover_it_goes_straight_away() -> None:
    play = moving({"r": {**BROKEN["r"], "panic": "stands"}, "b": BROKEN["b"]})
    ends = {leg.who: leg.steps[-1].to for leg in play.game.ask.default()}
    assert all(abs(y - 16_000) < 50 for _, y in ends.values())  # away from the enemy, by its full move
    assert play.refused({f"r.{n + 1}": [20 + 1.1 * n, 18.5] for n in range(5)}) == "broken.no-cover"


@pytest.mark.rule("xenocide.broken.engaged")
def test_a_broken_unit_in_melee_leaves_and_flees_or_may_stay() -> None:
    units = {
        "r": {"at": [[20, 10], [21.2, 10]], "engaged": ["b"], "markers": 4, "panic": "flees"},
        "b": {"at": [[20, 11]], "engaged": ["r"], "profile": "bare"},
    }
    play = Play(units, "9", turn=UNITS)  # struck at as it leaves
    assert (play.unit("r").engaged, play.unit("b").engaged) == ([], [])
    assert play["r.1"].y < 10_000
    stays = moving({**units, "r": {**units["r"], "panic": "stands"}})
    stays.say("r")
    assert stays.options == ["stay", "leave"]


@pytest.mark.rule("xenocide.broken.fixed-weapons")
def test_flight_leaves_crew_weapons_and_nobody_is_held_by_what_he_fired() -> None:
    team = {"profile": GUNNER, "at": [[20, 20], [21.1, 20]], "markers": 4}
    battle = broken(units={"r": team, "b": {"at": [[22, 40]]}})
    battle.state.figures["r.1"].fired = ("medium-machine-gun",)
    run(fall_back(battle, battle.state.units["r"], clear=4000), {"r.1": [20, 12], "r.2": [21.1, 12]})
    assert [one.weapon for one in battle.state.lying] == ["medium-machine-gun"] * 2
    assert battle.state.figures["r.1"].y == 12_000
    fled = broken(units={"r": team, "b": {"at": [[22, 40]]}})
    finish(flee(fled, fled.state.units["r"]))
    assert [one.weapon for one in fled.state.lying] == ["medium-machine-gun"] * 2


# ---- weapons that several carry


@pytest.mark.rule("xenocide.size.crew-weapon-moving", "xenocide.size.move-after")
def test_a_crew_weapon_is_carried_by_strength_or_left() -> None:
    figures: dict[str, Any] = {"1": {"profile": GUNNER, "at": [20, 10]}, "2": {"at": [21.2, 10]}, "3": {"at": [25, 10]}}
    play = moving({"r": {"figures": figures}, **FAR})
    play.say("r")
    assert play.refused({"r.1": [20, 13]}) == "size.crew-weapon-moving"
    assert play.allows({"r.1": [20, 13], "r.2": [21.2, 13]})  # two of strength 2 for a weapon of size 4
    play.say({"r.1": [{"verb": "drop"}, [20, 13]]})
    assert (play["r.1"].bears, len(play.state.lying)) == ("", 1)
    weak = {**figures, "2": {"profile": "weak", "at": [21.2, 10]}}
    short = moving({"r": {"figures": weak}, **FAR}, profiles={"weak": {**MAN, "strength": 1}})
    short.say("r")
    assert short.refused({"r.1": [20, 13], "r.2": [21.2, 13]}) == "size.crew-weapon-moving"
    shot = {
        "1": {"profile": "gunner", "at": [20, 10], "fired": ["light-machine-gun"]},
        "2": {"at": [21.2, 10], "fired": ["rifle"]},
    }
    fired = moving({"r": {"figures": shot}, **FAR})
    fired.say("r")
    assert fired.budget == {"r.2": 4}  # after an S+1 weapon nobody moves


@pytest.mark.rule("xenocide.size.crew")
def test_a_weapon_that_lies_there_is_taken_over() -> None:
    lying = [{"id": "x", "weapon": "medium-machine-gun", "x": 20_000, "y": 17_000, "side": "red"}]
    units = {"r": {"at": [[20, 14]]}, "u": {"profile": GUNNER, "at": [[40, 4]], "moved": True}, **FAR}
    taken = moving(units, lying=lying)
    taken.say("r", {"r.1": [20, 16]}, "r.1")
    assert (taken["r.1"].bears, taken.state.lying) == ("medium-machine-gun", [])


def test_gaps_are_measured_between_bases() -> None:
    battle = a_battle({"r": {"at": [[10, 10], [12, 10]]}, **FAR})
    one, other = battle.state.figures["r.1"], battle.state.figures["r.2"]
    assert gap(one.base(), other.base()) == 1000


@pytest.mark.rule("xenocide.size.crew-weapon-moving", "xenocide.orders.run-minimum")
def test_who_has_to_run_has_a_lawful_default_with_a_weapon_that_nobody_helps_to_carry() -> None:
    profiles = {"mmg": {**MAN, "strength": 1, "carries": ["medium-machine-gun"]}}
    figures = {"1": {"profile": "mmg", "at": [20, 10]}, "2": {"at": [21.2, 10]}, "3": {"at": [23, 10]}}
    units = {"r": {"order": "run", "figures": figures}, "b": {"at": [[20, 40]]}}
    play = Play(units, "initiative 1, initiative 2", profiles=profiles, turn={"phase": "movement"})
    play.say("first")
    ask = play.game.ask
    assert ask is not None
    while ask.rule != "xenocide.move.allowance":
        play.say("r")
        ask = play.game.ask
        assert ask is not None
    assert ask.refuse(ask.default()) is None
    assert "r.1" not in [leg.who for leg in ask.default()]


@pytest.mark.rule("xenocide.move.engaged-state", "xenocide.move.partial-disengage")
def test_a_unit_whose_contact_was_shot_away_may_stay_where_it_is() -> None:
    units = {"r": {"at": [[20, 10], [22, 10]], "engaged": ["b"]}, "b": {"at": [[20, 13]], "engaged": ["r"]}}
    play = moving(units)
    play.say("r", "stay")
    ask = play.game.ask
    assert ask is not None
    assert ask.refuse(ask.default()) is None
    assert play.refused({"r.1": [20, 9.5]}) == "move.partial-disengage"
    assert play.allows({"r.1": [20, 11]})


# ---- at the limits


@pytest.mark.rule("xenocide.broken.no-cover")
def test_an_inch_short_of_the_way_is_the_most() -> None:
    play = moving({"r": {"at": [[22, 20]], "markers": 1, "panic": "stands"}, "b": {"at": [[22, 40]]}})
    assert play.rule == "xenocide.broken.seek-cover"
    assert play.allows({"r.1": [22, 17]})
    assert play.refused({"r.1": [22, 17.05]}) == "broken.no-cover"


@pytest.mark.rule("xenocide.broken.seek-cover")
def test_behind_a_wall_is_within_an_inch_of_it_as_seen_from_the_enemy() -> None:
    wall = [{"id": "wall", "kind": "low-wall", "box": [16, 14, 28, 14.3]}]
    play = moving({"r": {"at": [[22, 15.5]], "markers": 1, "panic": "stands"}, "b": {"at": [[22, 40]]}}, terrain=wall)
    ask = play.game.ask
    assert ask is not None
    ((_, y),) = [leg.steps[-1].to for leg in ask.default()]
    assert 12_500 <= y < 13_500
    assert play.allows({"r.1": [22, 12.6]})
    assert play.refused({"r.1": [22, 12.3]}) == "broken.seek-cover"  # no farther from the goal, but not behind it


@pytest.mark.rule("xenocide.broken.flee", "xenocide.snap.point")
def test_the_way_of_those_who_flee_may_be_shot_at() -> None:
    battle = broken()
    before = {figure.id: figure.at for figure in battle.state.standing(battle.state.units["r"])}
    finish(flee(battle, battle.state.units["r"]))
    march = battle.state.turn.march
    assert march is not None
    assert {name: way[0] for name, way in march.trail.items()} == before


@pytest.mark.rule("xenocide.terrain.other")
def test_nobody_ends_on_a_wall_also_after_a_door() -> None:
    door = {"edge": 0, "start": 4000, "stop": 8000, "open": True, "kind": "door"}
    house = [{"id": "house", "kind": "building", "box": [14, 18, 26, 26], "openings": [door]}]
    battle = a_battle({"r": {"at": [[20, 15]]}, **FAR}, terrain=house)
    man = battle.state.figures["r.1"]
    assert price(battle, man, [(20_000, 20_000), (20_000, 25_400)]).clash is None
    assert price(battle, man, [(20_000, 20_000), (20_000, 25_800)]).clash is not None
