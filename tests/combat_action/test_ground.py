"""Lines of sight, cover, buildings of sections and their damage."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.combat_action.basics.sight import cover_against, free_lines, in_cover, sees
from littlewars.systems.combat_action.basics.tabletop import is_house
from littlewars.systems.combat_action.fire.targets import Shot, pieces, tally
from littlewars.systems.combat_action.harm.damage import affect, hit_piece
from littlewars.systems.combat_action.system import COMBAT_ACTION
from tests.combat_action.field import Play, a_battle, man


def two(terrain: list[Any], target: Any = (60, 80), **more: Any) -> Any:
    """Somebody at (60, 20) and an enemy."""
    return a_battle({"r": {"at": [[60, 20]]}, "b": {"model": "bare", "at": [list(target)]}}, terrain=terrain, **more)


def look(battle: Any) -> tuple[bool, int]:
    one, other = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert sees(battle, one, other) == sees(battle, other, one)
    return sees(battle, one, other), cover_against(battle, one, other).bonus


@pytest.mark.rule("combat-action.los.lines", "combat-action.los.partial-cover", "combat-action.ranged.cover-pf")
@pytest.mark.parametrize(
    ("west", "visible", "bonus", "free"), [(58, False, 2, 0), (59, True, 2, 1), (60.5, True, 2, 2), (61.3, True, 0, 3)]
)
def test_three_lines(west: float, visible: bool, bonus: int, free: int) -> None:
    """A high wall from `west` on blocks one line after another; one or two blocked are partial cover."""
    # combat-action.ex.sight-lines
    battle = two([{"id": "w", "kind": "high-wall", "box": [west, 49, 90, 51], "height": 8}])
    lines = free_lines(battle, battle.state.figures["r.1"], battle.state.figures["b.1"])
    assert sum(is_free for _, is_free in lines) == free
    seen, cover = look(battle)
    assert seen is visible
    assert not visible or cover == bonus


@pytest.mark.rule("combat-action.los.lines")
@pytest.mark.parametrize(("y", "seen"), [(30, True), (45, False)])
def test_heights_and_both_ways(y: float, seen: bool) -> None:
    """From 6 cm high to 3 cm high over 30 cm: 5 cm after 10, 3.5 after 25; a wall of 4 cm."""
    # combat-action.ex.sight-both-ways
    units = {"r": {"model": "tall", "at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 50]]}}
    wall = {"id": "w", "kind": "high-wall", "box": [40, y, 80, y + 0.1], "height": 4}
    battle = a_battle(units, terrain=[wall], models={"tall": man(height=6)})
    one, other = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert sees(battle, one, other) is seen
    assert sees(battle, other, one) is seen


@pytest.mark.rule("combat-action.los.lines")
def test_machines_hide_those_behind_them() -> None:
    units: dict[str, Any] = {
        "r": {"at": [[60, 20]]},
        "b": {"model": "bare", "at": [[60, 80]]},
        "m": {"model": "car", "at": [[60, 50]], "face": 90},
    }
    battle = a_battle(units)
    assert look(battle)[0] is False
    assert sees(battle, battle.state.figures["b.1"], battle.state.figures["m.1"])  # it is one of the two
    units["m"] = {"figures": {"1": {"model": "flyer", "at": [60, 50], "face": 90, "level": 1}}}
    assert look(a_battle(units))[0] is True  # nobody at altitude blocks
    units["m"] = {"model": "bare", "at": [[60, 50]]}
    assert look(a_battle(units)) == (True, 0)  # nor men
    units["m"] = {"model": "car", "at": [[60, 50]], "face": 90}
    battle = a_battle(units)
    assert look(battle)[0] is False
    from littlewars.systems.combat_action.basics.tabletop import put

    put(battle, battle.state.figures["m.1"], (80000, 50000))
    assert look(battle)[0] is True  # it has driven off


@pytest.mark.rule("combat-action.los.lines")
def test_bases_in_contact_see_each_other() -> None:
    wall = {"id": "w", "kind": "high-wall", "box": [40, 21.2, 80, 21.3], "height": 8}
    assert look(two([wall], (60, 22.55)))[0] is True
    assert look(two([wall], (60, 22.7)))[0] is False


@pytest.mark.rule(
    "combat-action.los.lines", "combat-action.los.partial-cover", "combat-action.terrain.kinds", "combat-action.los.in-cover"
)
@pytest.mark.parametrize(("deep", "north", "visible", "bonus"), [(4, 60, True, 0), (5, 80, True, 2), (5.2, 80, False, 0)])
def test_woods(deep: float, north: float, visible: bool, bonus: int) -> None:
    """Up to 5 cm of woods are seen through; who stands in it is in partial cover."""
    # combat-action.ex.woods
    wood = {"id": "wood", "kind": "sparse-wood", "box": [40, north - deep, 80, north + (2 if bonus or not visible else 0)]}
    battle = two([wood])
    seen, cover = look(battle)
    assert seen is visible
    if visible:
        assert cover == bonus
        assert in_cover(battle, battle.state.figures["b.1"]) is bool(bonus)


@pytest.mark.rule("combat-action.los.partial-cover")
@pytest.mark.parametrize(("near", "height", "bonus"), [(2.9, 1.5, 2), (3.1, 1.5, 0), (2.9, 1.4, 0)])
def test_behind_a_low_wall(near: float, height: float, bonus: int) -> None:
    """All lines pass over an obstacle half as high as the target, within 3 cm of it."""
    wall = {"id": "w", "kind": "low-wall", "box": [40, 78.75 - near - 0.5, 80, 78.75 - near], "height": height}
    assert look(two([wall])) == (True, bonus)


@pytest.mark.rule("combat-action.los.partial-cover")
def test_a_wall_near_the_shooter_is_no_cover() -> None:
    wall = {"id": "w", "kind": "low-wall", "box": [40, 23.5, 80, 24], "height": 2}
    assert look(two([wall], (60, 28))) == (True, 0)  # within 3 cm of both
    wall = {"id": "w", "kind": "low-wall", "box": [40, 24.4, 80, 24.9], "height": 2}
    assert look(two([wall], (60, 28))) == (True, 2)
    short = {"id": "w", "kind": "low-wall", "box": [60.5, 76, 80, 77], "height": 2}
    assert look(two([short])) == (True, 0)  # not all lines pass over it


# ---- buildings

HOUSE: dict[str, Any] = {"id": "house", "kind": "building", "box": [55, 75, 65, 85], "height": 6, "material": "concrete"}


@pytest.mark.rule("combat-action.terrain.kinds", "combat-action.los.slit", "combat-action.los.lines")
def test_walls_doors_and_slits() -> None:
    assert look(two([HOUSE]))[0] is False
    assert look(two([{**HOUSE, "doors": [[0, 2, 8]]}]))[0] is False
    assert look(two([{**HOUSE, "doors": [[0, 2, 8, "open"]]}])) == (True, 0)
    assert look(two([{**HOUSE, "gaps": [[0, 2, 8]]}])) == (True, 0)
    assert look(two([{**HOUSE, "slits": [[0, 2, 8]]}])) == (True, 3)
    assert look(two([{**HOUSE, "slits": [[0, 4.5, 5.5]]}])) == (True, 3)
    assert look(two([{**HOUSE, "slits": [[2, 2, 8]]}]))[0] is False  # in another wall
    battle = two([{**HOUSE, "slits": [[0, 2, 8]]}])
    one, other = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert cover_against(battle, other, one).bonus == 0  # the one outside has no slit
    assert in_cover(battle, other)


@pytest.mark.rule("combat-action.terrain.kinds", "combat-action.actions.walk")
def test_one_walks_through_doors_holes_and_gaps_only() -> None:
    for openings, legal in (
        ({}, False), ({"slits": [[0, 3, 7]]}, False), ({"doors": [[0, 3, 7]]}, False), ({"doors": [[0, 3, 7, "open"]]}, True),
        ({"gaps": [[0, 3, 7]]}, True), ({"holes": [[0, 3, 7]]}, True), ({"gaps": [[0, 4, 6]]}, False),
    ):  # fmt: skip
        units = {"r": {"at": [[60, 72]]}, "b": {"at": [[20, 110]]}}
        play = Play(units, active="r", terrain=[{**HOUSE, **openings}]).say("walk")
        if legal:
            play.say({"r.1": [60, 79]})
        else:
            assert play.refused({"r.1": [60, 79]}) == "actions.walk", openings


@pytest.mark.rule(
    "combat-action.terrain.pf", "combat-action.damage.test", "combat-action.damage.buildings", "combat-action.ranged.size"
)
def test_shooting_a_bunker() -> None:
    """SS 4, very heavy, 50 cm: 2 + 2 hits; 5 + 8 reaches PF 13; 3 is a partial collapse."""
    # combat-action.ex.shooting-a-bunker
    bunker = {**HOUSE, "box": [55, 72.5, 65, 82], "material": "military-concrete"}
    units = {"r": {"model": "rocket", "at": [[60, 20]]}, "b": {"at": [[20, 110]]}}
    play = Play(units, active="r", terrain=[bunker])
    battle = play.battle
    assert tally(battle, Shot("r.1", "r.1", 0, "heavy-fire", "#house")).needed == 2
    play.say("heavy-fire:0:#house", dice="to hit 2, damage 5, building 3")
    assert not is_house(play.state.piece("house"))
    rifle = a_battle({"r": {"at": [[60, 20]]}, "b": {"at": [[20, 110]]}}, terrain=[HOUSE])
    figure = rifle.state.figures["r.1"]
    assert pieces(rifle, figure, figure.profile.weapons[0]) == []  # Pen 2 never damages PF 9
    mg = a_battle({"r": {"model": "mg", "at": [[60, 20]]}, "b": {"at": [[20, 110]]}}, terrain=[HOUSE])
    figure = mg.state.figures["r.1"]
    assert [piece.id for piece in pieces(mg, figure, figure.profile.weapons[0])] == ["house"]
    hidden = {"id": "w", "kind": "high-wall", "box": [20, 50, 100, 52], "height": 9}
    mg = a_battle({"r": {"model": "mg", "at": [[60, 20]]}, "b": {"at": [[20, 110]]}}, terrain=[HOUSE, hidden])
    found = pieces(mg, mg.state.figures["r.1"], mg.state.figures["r.1"].profile.weapons[0])
    assert "house" not in [piece.id for piece in found]


@pytest.mark.rule(
    "combat-action.damage.section-pierced", "combat-action.damage.partial-collapse", "combat-action.damage.section-destroyed"
)
@pytest.mark.rule("combat-action.los.slit", "combat-action.ranged.cover-pf")
def test_a_section_falls_to_pieces() -> None:
    # combat-action.ex.building-effects
    units = {"r": {"at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 80], [63, 82]]}}
    battle = a_battle(units, "collapse 4, damage 1, wound 6, collapse 3, damage 1, wound 5, damage 1, wound 6", terrain=[HOUSE])
    state = battle.state
    assert look(battle)[0] is False
    affect(battle, state.piece("house"), "pierced", (60000, 20000))
    assert look(battle) == (True, 3)  # a hole: those behind it are as at a slit
    affect(battle, state.piece("house"), "pierced", (60000, 20000))  # a second one counts as a collapse
    assert (state.figures["b.1"].wounded, state.figures["b.2"].wounded) == (True, False)
    assert look(battle) == (True, 2)  # only partial cover from now on
    affect(battle, state.piece("house"), "collapse", (60000, 20000))  # a second collapse destroys it
    assert state.piece("house").kind == "rubble"
    assert state.figures["b.1"].gone == "ooa"
    assert state.figures["b.2"].wounded
    assert look_at(battle, "b.2") == (True, 2)


def look_at(battle: Any, name: str) -> tuple[bool, int]:
    one, other = battle.state.figures["r.1"], battle.state.figures[name]
    return sees(battle, one, other), cover_against(battle, one, other).bonus


@pytest.mark.rule("combat-action.damage.section-destroyed", "combat-action.damage.buildings")
@pytest.mark.parametrize(
    ("face", "kind"), [(6, "pierced"), (5, "pierced"), (4, "collapsed"), (3, "collapsed"), (2, "rubble"), (1, "rubble")]
)
def test_the_table_of_buildings(face: int, kind: str) -> None:
    battle = a_battle({"r": {"at": [[60, 20]]}, "b": {"at": [[20, 110]]}}, f"damage 1, building {face}", terrain=[HOUSE])
    hit_piece(battle, battle.state.piece("house"), 8, (60000, 20000))
    piece = battle.state.piece("house")
    assert kind in (*piece.marks, piece.kind)
    untouched = a_battle({"r": {"at": [[60, 20]]}, "b": {"at": [[20, 110]]}}, "damage 1", terrain=[HOUSE])
    hit_piece(untouched, untouched.state.piece("house"), 7, (60000, 20000))
    assert untouched.state.piece("house").marks == ()


@pytest.mark.rule("combat-action.terrain.kinds", "combat-action.damage.section-destroyed")
def test_rubble_is_walked_through() -> None:
    units = {"r": {"at": [[60, 72]]}, "b": {"at": [[20, 110]]}}
    play = Play(units, active="r", terrain=[{"id": "x", "kind": "rubble", "box": [55, 75, 65, 85]}])
    play.say("walk", {"r.1": [60, 80]})
    assert play.at("r.1") == (60, 80)


@pytest.mark.rule("combat-action.terrain.kinds")
def test_a_pierced_obstacle_is_seen_through() -> None:
    rock = {"id": "rock", "kind": "boulder", "box": [40, 49, 80, 51], "height": 8}
    battle = two([rock])
    assert look(battle)[0] is False
    affect(battle, battle.state.piece("rock"), "pierced", (60000, 20000))
    assert look(battle) == (True, 3)


@pytest.mark.rule("combat-action.damage.partial-collapse")
def test_a_roof_comes_down() -> None:
    above = {"1": {"model": "bare", "at": [60, 80], "foot": 6}, "2": {"model": "bare", "at": [60.5, 80]}}
    battle = a_battle({"r": {"at": [[60, 20]]}, "b": {"figures": above}}, "collapse 1, collapse 1", terrain=[HOUSE])
    affect(battle, battle.state.piece("house"), "collapse", (60000, 20000))
    assert battle.state.figures["b.1"].foot == 0
    assert COMBAT_ACTION.state_errors(battle.state) == []  # beside whoever stood below
