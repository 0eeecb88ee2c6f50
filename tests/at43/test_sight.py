"""Lines of sight and measuring (at43.los.*, at43.measuring.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.at43.basics.sight import seen_by, seen_of, sees, sees_piece
from littlewars.systems.at43.fire.aim import aim, distance, guns_of
from littlewars.systems.at43.system import AT43
from tests.at43.table import Play, a_battle, a_state

WALL = {"id": "wall", "kind": "high-wall", "height": 6, "box": [10, 48, 30, 52]}


def see(units: dict[str, dict[str, Any]], terrain: list[dict[str, Any]], one: str = "r.1", other: str = "b.1") -> bool:
    """Does one see the other, in both directions alike?"""
    battle = a_battle(units, terrain=terrain)
    state = battle.state
    found = sees(battle, state.figures[one], state.figures[other])
    assert sees(battle, state.figures[other], state.figures[one]) == found
    assert (other in seen_by(battle, state.figures[one])) == found
    assert (seen_of(battle, [state.figures[one]], [other]) == [other]) == found
    return found


def pair(x: float, y: float = 80, profile: str = "man") -> dict[str, dict[str, Any]]:
    """A man in front of the wall and somebody behind it."""
    return {"r": {"at": [[20, 20]]}, "b": {"profile": profile, "at": [[x, y]]}}


@pytest.mark.rule("at43.los.edge-lines")
def test_one_free_line_between_the_edges_of_the_bases_is_enough() -> None:
    assert not see(pair(20), [WALL])
    edge = [{**WALL, "box": [10, 48, 21.5, 52]}]
    assert see(pair(20), edge), "the right line just touches the obstacle, and is free"
    assert not see(pair(20), [{**WALL, "box": [10, 48, 21.51, 52]}])
    slit = [{**WALL, "box": [10, 48, 19.99, 52]}, {**WALL, "id": "other", "box": [20.01, 48, 30, 52]}]
    assert not see(pair(20), slit), "only the edges count, not the middle"
    assert see({"r": {"at": [[20, 46.45]]}, "b": {"at": [[23, 46.45]]}}, [{**WALL, "box": [21.4, 40, 21.6, 60]}]), "contact"


@pytest.mark.rule("at43.los.over-obstacle")
def test_over_an_obstacle_from_top_to_top() -> None:
    """A man of 3.5 cm and a machine of 9: where the wall begins the line is at 6.2."""
    low = [{**WALL, "height": 3.5, "box": [10, 49.5, 30, 50.5]}]
    assert see(pair(20), low), "a wall of just his height"
    assert not see(pair(20), [{**low[0], "height": 3.51}])
    middle = {**WALL, "box": [0, 49.5, 40, 50.5]}
    assert see(pair(20, 80, "strider"), [{**middle, "height": 6.15}])
    assert not see(pair(20, 80, "strider"), [{**middle, "height": 6.25}])
    assert not see(pair(20, 80, "strider"), [{**middle, "height": None}]), "without a height it blocks always"


@pytest.mark.rule("at43.los.soldiers-transparent")
@pytest.mark.rule("at43.los.afv-transparent")
def test_nobody_blocks_sight() -> None:
    units = {
        **pair(20),
        "r2": {"profile": "strider", "at": [[20, 40]]},
        "b2": {"at": [[20, 60]]},
        "b3": {"profile": "strider", "at": [[20, 70]]},
    }
    assert see(units, [])


@pytest.mark.rule("at43.los.all-round")
def test_turning_a_figure_changes_nothing() -> None:
    units = {"r": {"figures": {"1": {"at": [20, 20], "face": 0}}}, "b": {"at": [[20, 80]]}, "b2": {"at": [[20, 4]]}}
    turned = {**units, "r": {"figures": {"1": {"at": [20, 20], "face": 180}}}}
    for battle in (a_battle(units), a_battle(turned)):
        assert seen_by(battle, battle.state.figures["r.1"]) == {"b.1", "b2.1"}
    assert AT43.show(a_state(units)).figures["r.1"].face is None


@pytest.mark.rule("at43.terrain.elements")
@pytest.mark.rule("at43.cover.half-of-unit")
@pytest.mark.rule("at43.movement.obstacles")
def test_passable_terrain() -> None:
    """A wood 6 cm high: who is in it sees and is seen, who is behind it not."""
    # at43.ex.passable-terrain
    from littlewars.systems.at43.fire.cover import is_covered

    wood = {"id": "wood", "kind": "sparse-wood", "height": 6, "box": [10, 40, 30, 60]}
    units = {"r": {"at": [[20, 20]]}, "bw": {"at": [[20, 50]]}, "bv": {"at": [[20, 80]]}, "rv": {"at": [[24, 80]]}}
    assert see(units, [wood], "r.1", "bw.1")
    assert not see(units, [wood], "r.1", "bv.1")
    assert see(units, [wood], "rv.1", "bw.1")
    battle = a_battle(units, terrain=[wood])
    state = battle.state
    assert is_covered(battle, state.units["r"], state.units["bw"])
    inside = a_battle({"r": {"at": [[20, 44], [20, 20]]}, "b": {"at": [[20, 50]]}}, terrain=[wood])
    assert not is_covered(inside, inside.state.units["r"], inside.state.units["b"]), "it holds one of the shooters"
    walk = Play({"r": {"at": [[20, 35]]}, "b": {"at": [[110, 110]]}}, terrain=[wood], act="r")
    walk.say("combat")
    assert walk.allows({"r.1": [20, 47]}), "at no cost"
    container = {**wood, "passable": False}
    barred = Play({"r": {"at": [[20, 35]]}, "b": {"at": [[110, 110]]}}, terrain=[container], act="r")
    barred.say("combat")
    assert barred.refused({"r.1": [20, 47]}) == "movement.obstacles"


@pytest.mark.rule("at43.measuring.base-edges")
@pytest.mark.rule("at43.measuring.leader-to-leader")
def test_from_leader_to_leader_between_the_edges() -> None:
    """The launcher is 20 cm from the machine, his leader 45."""
    figures = {"1": {"at": [20, 20]}, "2": {"profile": "missile", "at": [24, 45]}}
    units = {"r": {"figures": figures}, "b": {"figures": {"1": {"profile": "strider", "at": [20, 69.5]}}}}
    battle = a_battle(units)
    state = battle.state
    assert distance(battle, state.units["r"], state.units["b"]) == 45_000
    assert aim(battle, state.units["r"], guns_of(state, state.units["r"])["rifle"], "b")[1] == 4


@pytest.mark.rule("at43.terrain.destroyable")
def test_an_element_is_seen_by_one_free_line() -> None:
    plant = {"id": "plant", "kind": "generator", "height": 3, "box": [17, 80, 23, 86]}
    for wall, seen in (([10, 48, 30, 52], False), ([10, 48, 20, 52], True), ([19, 48, 40, 52], True)):
        battle = a_battle({"r": {"at": [[20, 20]]}, "b": {"at": [[110, 110]]}}, terrain=[plant, {**WALL, "box": wall}])
        piece = battle.state.piece("plant")
        assert piece is not None
        assert sees_piece(battle, battle.state.figures["r.1"], piece) is seen


@pytest.mark.rule("at43.measuring.no-premeasuring")
def test_sight_is_free_to_look_at_and_no_distance_is_told() -> None:
    state = a_state(pair(20), terrain=[WALL])
    look = AT43.look(state, "r.1", "b.1")
    assert look is not None
    assert (look.state, look.far, len(look.lines)) == ("blocked", None, 2)
    assert [(one.id, one.does) for one in look.obstacles] == [("wall", "blocks")]
    free = AT43.look(a_state(pair(20)), "r.1", "b.1")
    assert free is not None
    assert (free.state, free.far) == ("clear", None)
    assert not AT43.measures
