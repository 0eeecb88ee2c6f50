"""Before the first round: the table, its terrain, the edges, deployment; and scenarios as files."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from littlewars.engine import Place, ScenarioError
from littlewars.kit.blocks import Slab
from littlewars.systems.oversoul.basics.tabletop import classify, difficulty, sight, tabletop
from littlewars.systems.oversoul.system import OVERSOUL
from littlewars.systems.oversoul.turn.deployment import PIECES, _leave_out, free_place, refuse_piece
from tests.oversoul.helpers import PROFILES, Play, row, scenario, state_of

SIDES: dict[str, Any] = {"red": {"edge": "south"}, "blue": {"edge": "north"}}


def fresh(units: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A scenario before deployment: units without places."""
    raw = scenario({name: {"count": 1, **unit} for name, unit in units.items()}, **more)
    raw.pop("turn")
    return raw


def error(raw: dict[str, Any]) -> str:
    with pytest.raises(ScenarioError) as caught:
        OVERSOUL.setup(raw)
    return str(caught.value)


# ---- the table


@pytest.mark.rule("oversoul.setup.playing-area")
def test_two_square_feet_for_each_player_or_sixty_troopers() -> None:
    two = {"r": {"profile": "man"}, "b": {"profile": "man"}}
    assert "oversoul.setup.playing-area" in error(fresh(two, table=[24, 23]))
    assert OVERSOUL.setup(fresh(two, table=[24, 24])).width == 24_000
    horde = {"r": {"profile": "man", "count": 120}, "b": {"profile": "man"}}
    assert "3 shares" in error(fresh(horde, table=[24, 30]))  # 121 troopers: three times two square feet
    assert OVERSOUL.setup(fresh(horde, table=[24, 36])).depth == 36_000
    plain = fresh(two)
    plain.pop("table")
    assert (OVERSOUL.setup(plain).width, OVERSOUL.setup(plain).depth) == (48_000, 48_000)


@pytest.mark.rule("oversoul.setup.agreement")
def test_what_is_agreed_before_the_game_is_checked() -> None:
    assert "oversoul.setup.agreement" in error(fresh({}, victory="by acclaim"))
    assert OVERSOUL.setup(fresh({})).settings.victory == "mathematical"


@pytest.mark.rule("oversoul.setup.table-sides")
def test_two_sides_sit_opposite_and_more_sit_clockwise() -> None:
    def edges(count: int) -> list[int]:
        state = OVERSOUL.setup(fresh({}, sides={f"s{n}": {} for n in range(count)}, table=[48, 48]))
        return [side.edge for side in state.sides.values()]

    assert abs(edges(2)[0] - edges(2)[1]) == 2
    for count in (3, 4):
        found = edges(count)
        assert len(set(found)) == count
        assert [(b - a) % 4 for a, b in pairwise(found)] == [1] * (count - 1)
    assert "oversoul.setup.table-sides" in error(fresh({}, sides={"red": {"edge": "south"}, "blue": {"edge": "south"}}))


# ---- terrain


@pytest.mark.rule("oversoul.setup.terrain-properties", "oversoul.setup.terrain-difficulty")
@pytest.mark.parametrize(
    ("words", "hard", "height", "seen"),
    [
        ({"difficulty": "light"}, "light", 1, "partial"),
        ({"difficulty": "heavy"}, "heavy", 3, "partial"),
        ({"difficulty": "impassible"}, "impassible", 5, "block"),
        ({"water": "shallow"}, "light", 0, "clear"),
        ({"water": "deep"}, "impassible", 0, "clear"),
        ({"difficulty": "heavy", "height": 4.1, "sight": "clear"}, "heavy", 4.1, "clear"),
    ],
)
def test_every_piece_has_difficulty_height_and_sight(words: dict[str, Any], hard: str, height: float, seen: str) -> None:
    state = OVERSOUL.setup(fresh({}, terrain=[{**words, "box": [10, 10, 14, 14]}]))
    (piece,) = state.pieces
    assert (difficulty(piece), piece.top, sight(piece)) == (hard, height * 1000, seen)
    assert classify(piece).cost == {"light": 1500, "heavy": 3000, "impassible": 0}[hard]
    assert OVERSOUL.setup(OVERSOUL.describe(state)).pieces == state.pieces


@pytest.mark.rule("oversoul.setup.terrain-difficulty")
@pytest.mark.parametrize("words", [{"difficulty": "awful"}, {}])
def test_a_piece_says_how_difficult_it_is(words: dict[str, Any]) -> None:
    assert "oversoul.setup.terrain-difficulty" in error(fresh({}, terrain=[{**words, "box": [10, 10, 14, 14]}]))


@pytest.mark.parametrize(
    ("outline", "why"),
    [
        ([[10, 10], [14, 14], [14, 10], [10, 14]], "crosses itself"),
        ([[46, 10], [50, 10], [50, 14], [46, 14]], "off the table"),
        ([[10, 10], [12, 10], [14, 10]], "terrain bog"),
    ],
)
def test_terrain_that_cannot_lie_on_the_table_is_named(outline: list[list[float]], why: str) -> None:
    text = error(fresh({}, terrain=[{"id": "bog", "difficulty": "light", "outline": outline}]))
    assert why in text
    assert "bog" in text


def test_names_of_terrain_are_used_once_and_outlines_may_run_either_way() -> None:
    box = {"difficulty": "light", "box": [10, 10, 14, 14]}
    assert "used twice" in error(fresh({}, terrain=[{"id": "a", **box}, {"id": "a", **box}]))
    clockwise = {"difficulty": "light", "outline": [[10, 10], [10, 14], [14, 14], [14, 10]]}
    one, two = (OVERSOUL.setup(fresh({}, terrain=[{"id": "a", **raw}])).pieces[0] for raw in (box, clockwise))
    assert set(one.outline) == set(two.outline)
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(two.outline, (*two.outline[1:], two.outline[0]), strict=True))
    assert area > 0


def test_a_scenario_may_ask_for_a_fair_random_map() -> None:
    def pieces(**given: Any) -> list[Any]:
        return OVERSOUL.setup(fresh({}, map=given)).pieces

    assert pieces(seed=3, pairs=2) == pieces(seed=3, pairs=2) != pieces(seed=4, pairs=2)
    assert len(pieces(seed=3, pairs=2)) == 4
    assert "colour" in error(fresh({}, map={"seed": 3, "colour": "red"}))


@pytest.mark.rule("oversoul.setup.terrain-placement", "oversoul.setup.terrain-difficulty")
def test_players_place_terrain_in_turns_beginning_with_the_winner_of_a_roll() -> None:
    play = Play.of(fresh({"r": {"profile": "man"}, "b": {"profile": "man"}}, pieces=2), dice="terrain 2, terrain 5")
    assert play.asks == "blue setup.terrain-difficulty"
    assert play.options == ["decline", "light", "heavy", "impassible"]
    play.say("heavy")
    assert play.refused({"piece-1": [1, 20]}) == "setup.terrain-placement"
    play.say({"piece-1": {"at": [24, 24], "face": 45}})
    assert (play.state.pieces[0].id, difficulty(play.state.pieces[0])) == ("piece-1", "heavy")
    assert play.asks == "red setup.terrain-difficulty"
    play.say("decline")
    assert play.asks == "blue setup.terrain-difficulty"
    play.say("light", {"piece-2": [10, 10]})
    play.say("impassible", {"piece-3": [38, 10]}, dice="deployment 3, deployment 1")
    assert [piece.id for piece in play.state.pieces] == ["piece-1", "piece-2", "piece-3"]
    assert play.asks == "red setup.deployment"


@pytest.mark.rule("oversoul.setup.terrain-spacing")
@pytest.mark.parametrize(("x", "fine"), [(30.0, False), (30.001, True)])
def test_pieces_lie_more_than_six_inches_apart(x: float, fine: bool) -> None:
    """A heavy piece is 4 inches across: with its middle at x its edge is at x - 2."""
    state = OVERSOUL.setup(fresh({}, terrain=[{"difficulty": "light", "box": [18, 18, 22, 22]}]))
    refusal = refuse_piece(state, Slab("", "heavy", *PIECES["heavy"]).outline((round(x * 1000), 20_000), 0))
    assert (refusal is None) is fine
    if refusal is not None:
        assert refusal.rule == "oversoul.setup.terrain-spacing"


@pytest.mark.rule("oversoul.setup.terrain-placement")
def test_who_finds_no_legal_place_any_more_is_finished() -> None:
    crowded = [{"difficulty": "light", "box": [x, y, x + 2, y + 2]} for x in (3, 14, 25, 36, 44) for y in (3, 14, 25, 36, 44)]
    raw = fresh({"r": {"profile": "man"}, "b": {"profile": "man"}}, pieces=3, terrain=crowded)
    play = Play.of(raw, dice="terrain 2, terrain 5, deployment 2, deployment 5")
    assert all(free_place(play.state, kind) is None for kind in PIECES)
    assert play.asks == "blue setup.deployment"
    some = OVERSOUL.setup(fresh({}, terrain=crowded[:-1]))
    where = free_place(some, "impassible")
    assert where is not None
    assert refuse_piece(some, Slab("", "impassible", *PIECES["impassible"]).outline(*where)) is None


# ---- deployment


@pytest.mark.rule("oversoul.setup.deployment")
def test_units_are_placed_one_at_a_time_in_turns() -> None:
    units = {"r1": {"profile": "man"}, "r2": {"profile": "man"}, "b": {"profile": "man"}}
    play = Play.of(fresh(units), dice="deployment 1, deployment 6")
    assert play.asks == "blue setup.deployment"
    play.say({"b.1": [20, 40]})
    assert play.options == ["r1", "r2"]
    play.say("r2", {"r2.1": [20, 5]})
    play.say({"r1.1": {"at": [24, 5], "face": 90}}, dice="initiative 1, initiative 2")
    assert (play["r1.1"].face, play.at("r1.1")) == (9000, (24, 5))
    assert play.state.turn.order == ["blue", "red"]


@pytest.mark.rule("oversoul.setup.deployment")
@pytest.mark.parametrize(
    ("table", "deep"),
    [([48, 48], 12.0), ([48, 36], 9.0), ([36, 60], 12.0)],
)
def test_the_zone_is_twelve_inches_or_a_quarter_of_the_depth(table: list[int], deep: float) -> None:
    play = Play.of(fresh({"r": {"profile": "man"}}, table=table), dice="deployment 6, deployment 1")
    assert play.allows({"r.1": [20, deep - 0.5]})
    assert play.refused({"r.1": [20, deep - 0.49]}) == "setup.deployment"
    assert play.refused({"r.1": [0.4, 5]}) == "setup.deployment"


@pytest.mark.rule("oversoul.setup.deployment", "oversoul.setup.table-sides")
def test_with_four_sides_nobody_deploys_nearer_to_anothers_edge() -> None:
    sides = {name: {} for name in ("red", "blue", "gold", "jade")}
    dice = "deployment 6, deployment 5, deployment 4, deployment 3"
    play = Play.of(fresh({"r": {"profile": "man"}}, sides=sides), dice=dice)
    assert play.asks == "red setup.deployment"  # south
    assert play.allows({"r.1": [10, 10]})
    assert play.refused({"r.1": [9, 10]}) == "setup.deployment"
    assert play.refused({"r.1": [39, 10]}) == "setup.deployment"


@pytest.mark.rule("oversoul.setup.deployment")
def test_units_deploy_in_cohesion_on_free_and_passable_ground() -> None:
    rock = {"id": "rock", "difficulty": "impassible", "box": [30, 2, 34, 6]}
    play = Play.of(fresh({"r": {"profile": "man", "count": 2}}, terrain=[rock]), dice="deployment 6, deployment 1")
    assert play.refused({"r.1": [10, 5], "r.2": [16, 5]}) == "move.end-in-cohesion"
    assert play.refused({"r.1": [10, 5], "r.2": [10.5, 5]}) == "setup.deployment"
    assert play.refused({"r.1": [29, 5], "r.2": [30, 5]}) == "setup.deployment"
    assert play.refused({"r.1": [10, 5]}) == "setup.deployment"
    assert play.allows({"r.1": [10, 5], "r.2": [15, 5]})
    crowd = Play.of(fresh({"r": {"profile": "man"}, "r2": {"profile": "tank"}}), dice="deployment 6, deployment 1").say("r")
    assert crowd.allows({"r.1": [0.5, 0.5]})  # whoever waits does not stand in the corner


@pytest.mark.rule("oversoul.setup.deployment", "oversoul.tight.must-have-formation")
def test_a_tight_unit_deploys_in_a_formation() -> None:
    play = Play.of(fresh({"r": {"profile": "spear", "count": 6}}), dice="deployment 6, deployment 1")
    assert play.refused({"r": {"at": [20, 8], "how": "wedge"}}) == "tight.must-have-formation"
    play.say({"r": {"at": [20, 8], "how": "line/2"}}, dice="initiative 6")
    assert [play.at(f"r.{n}") for n in (1, 3, 4)] == [(19, 7.5), (21, 7.5), (19, 6.5)]
    assert play.unit("r").ranks.rows == [["r.1", "r.2", "r.3"], ["r.4", "r.5", "r.6"]]


@pytest.mark.rule("oversoul.setup.deployment")
def test_a_gun_deploys_with_a_crewman_in_contact() -> None:
    units = {"r": {"figures": {"1": {"profile": "man"}, "2": {"profile": "man"}, "gun": {"profile": "gun"}}}}
    units["r"].pop("count", None)
    raw = scenario(units)
    raw.pop("turn")
    play = Play.of(raw, dice="deployment 6, deployment 1")
    assert play.refused({"r.1": [10, 5], "r.2": [11, 5], "r.gun": [13, 5]}) == "setup.deployment"
    assert play.allows({"r.1": [10, 5], "r.2": [11, 5], "r.gun": [12.5, 5]})


@pytest.mark.rule("oversoul.setup.deployment", "oversoul.attr.waterborne")
def test_ships_deploy_in_deep_water_only() -> None:
    water = [{"id": "bay", "water": "deep", "box": [0, 0, 20, 20]}, {"id": "flats", "water": "shallow", "box": [20, 0, 30, 20]}]
    play = Play.of(fresh({"r": {"profile": "boat"}}, terrain=water), dice="deployment 6, deployment 1")
    assert play.allows({"r.1": [10, 5]})
    assert play.refused({"r.1": [25, 5]}) == "setup.deployment"
    assert play.refused({"r.1": [40, 5]}) == "setup.deployment"


@pytest.mark.rule("oversoul.setup.deployment", "oversoul.attr.flying")
def test_flyers_start_grounded_or_airborne_a_body_as_one() -> None:
    play = Play.of(fresh({"r": {"profile": "bat"}}), dice="deployment 6, deployment 1")
    assert play.allows({"r.1": [10, 5]})
    play.say({"r.1": {"at": [10, 5], "level": 1}}, dice="initiative 6")
    assert play["r.1"].airborne
    walker = Play.of(fresh({"r": {"profile": "man"}}), dice="deployment 6, deployment 1")
    assert walker.refused({"r.1": {"at": [10, 5], "level": 1}}) == "setup.deployment"
    flock = Play.of(fresh({"r": {"profile": "flock", "count": 3}}), dice="deployment 6, deployment 1")
    flock.say({"r": {"at": [10, 5], "level": 1, "how": "line"}}, dice="initiative 6")
    assert all(flock[f"r.{n}"].airborne for n in (1, 2, 3))


@pytest.mark.rule("oversoul.setup.deployment", "oversoul.attr.flying")
@pytest.mark.parametrize(
    ("unit", "levels"),
    [
        ({"profile": "bat"}, {"r.1": 1}),
        ({"profile": "man"}, {"r.1": 0}),
        ({"profile": "flock", "count": 3}, {"r": 1}),
        ({"profile": "bow", "count": 3}, {"r": 0}),
        ({"figures": {"1": {"profile": "bat"}, "2": {"profile": "man"}}}, {"r.1": 1, "r.2": 0}),
    ],
)
def test_the_air_is_offered_to_those_who_may_start_there(unit: dict[str, Any], levels: dict[str, int]) -> None:
    play = Play.of(fresh({"r": unit}), dice="deployment 6, deployment 1")
    ask = play.game.ask
    assert isinstance(ask, Place)
    assert {name: shape.levels for name, shape in ask.things.items()} == levels
    high = tuple(replace(spot, level=ask.things[spot.what].levels) for spot in ask.default())
    assert ask.refuse(high) is None
    too_high = tuple(replace(spot, level=spot.level + 1) for spot in high)
    assert ask.refuse(too_high) is not None


@pytest.mark.rule("oversoul.setup.deployment", "oversoul.leader.attach")
def test_a_leader_may_deploy_attached_to_a_unit_that_stands_already() -> None:
    units = {"r": {"profile": "man", "count": 2}, "rc": {"profile": "captain"}, "b": {"profile": "man"}}
    play = Play.of(fresh(units), dice="deployment 6, deployment 1")
    play.say("r", {"r.1": [10, 11.5], "r.2": [11, 11.5]}, {"b.1": [10, 40]})
    assert play.options == ["alone", "r"]
    play.say("r")
    assert play.asks == "red leader.attach"
    assert play.refused({"rc.1": [10, 9]}) == "leader.attach"  # he does not touch them
    assert play.refused({"rc.1": [10, 12.5]}) == "leader.attach"  # not in the zone
    play.say({"rc.1": [10, 10.5]}, dice="initiative 6, initiative 1")
    assert (play.unit("r").leader, play.unit("rc").under) == ("rc", "r")
    assert play.options == ["pass", "r"]


@pytest.mark.rule("oversoul.setup.deployment", "oversoul.leader.attach")
def test_a_leader_deploys_in_the_ranks_at_the_end_his_owner_names() -> None:
    units = {"r": {"profile": "spear", "count": 3}, "rc": {"profile": "marshal"}}
    play = Play.of(fresh(units), dice="deployment 6, deployment 1")
    play.say("r", {"r": {"at": [20, 10], "how": "line"}}, "r")
    assert play.options == ["right", "left"]
    play.say("left", dice="initiative 6")
    assert play.unit("r").ranks.rows == [["rc.1", "r.1", "r.2", "r.3"]]
    assert play.at("r.1") == (19, 9.5)  # nobody else has moved
    assert play.at("rc.1") == (18, 9.5)


@pytest.mark.rule("oversoul.setup.deployment", "oversoul.victory.points-per-model")
def test_a_unit_without_any_place_takes_no_part_and_yields_nothing() -> None:
    flooded = [{"id": "flood", "water": "deep", "box": [0, 0, 48, 13]}]
    units = {"r": {"profile": "man"}, "rf": {"profile": "frog"}, "b": {"profile": "man"}}
    play = Play.of(fresh(units, terrain=flooded), dice="deployment 1, deployment 6")
    play.say({"b.1": [10, 40]}, "r", {"rf.1": [10, 5]}, dice="initiative 1, initiative 6")
    assert play["r.1"].gone == "unplaced"
    assert play.state.sides["blue"].score == 0
    play.say("pass")
    assert play.options == ["pass", "rf"]


@pytest.mark.rule("oversoul.setup.deployment")
def test_whoever_finds_no_place_is_not_on_the_board() -> None:
    battle = Play({"a": {"profile": "man", "at": [[20, 10]]}, "b": {"profile": "man", "at": [[20, 40]]}}).battle
    assert "a.1" in tabletop(battle).board
    _leave_out(battle, battle.state.units["a"])
    assert "a.1" not in tabletop(battle).board  # nobody sees him, nor shoots at him


@pytest.mark.rule("oversoul.setup.deployment")
def test_troopers_of_another_unit_are_aboard_from_the_start_and_go_where_the_hull_goes() -> None:
    army = {
        "system": "oversoul",
        "name": "Carried",
        "points": 500,
        "units": [
            {"name": "Truck", "id": "truck", "models": [{"name": "Truck", "kind": "vehicle", "die": "d10"}]},
            {
                "name": "Squad",
                "id": "squad",
                "models": [
                    {"name": "Man", "die": "d6", "count": 2, "range": 8, "aboard": {"vehicle": "truck/Truck", "facing": "left"}}
                ],
            },
        ],
    }
    raw = {
        "sides": {"red": {"edge": "south", "army": army}, "blue": {"edge": "north"}},
        "units": {"b": {"side": "blue", "profile": "steel-ravens", "count": 1}},
    }
    play = Play.of(raw, dice="deployment 6, deployment 1")
    assert play.asks == "red setup.deployment"
    play.say({"truck.1": {"at": [10, 5], "face": 90}}, {"b.1": [10, 40]}, dice="initiative 6, initiative 1")
    assert (play.at("squad.1"), play["squad.1"].face) == ((10, 5), 9000)
    assert play.options == ["pass", "truck", "squad"]  # a unit that is wholly aboard may be activated
    play.say("truck", "move", {"truck.1": [15, 5]})
    assert play.at("squad.2") == (15, 5)


# ---- scenarios as files


def test_a_unit_names_its_leader_or_the_leader_his_unit() -> None:
    units = {"r": {"profile": "man", "at": row(10, 10, 2), "leader": "rc"}, "rc": {"profile": "captain", "at": [[10, 11]]}}
    assert Play(units).unit("rc").under == "r"
    other = {"r": {"profile": "man", "at": row(10, 10, 2)}, "rc": {"profile": "captain", "at": [[10, 11]], "under": "r"}}
    assert Play(other).unit("r").leader == "rc"
    assert "oversoul.leader.one-unit" in error(scenario({"r": {**units["r"], "leader": "nobody"}}))


def test_a_formation_with_a_leader_may_be_written_in_any_order() -> None:
    units = {
        "r": {"profile": "spear", "formation": "line", "at": [10, 10], "count": 3, "leader": "rc"},
        "rc": {"profile": "captain"},
    }
    play = Play(units)
    assert play.unit("r").ranks.rows == [["r.1", "r.2", "r.3", "rc.1"]]
    assert play.at("rc.1") == (11.5, 9.5)


def test_an_impossible_table_is_refused() -> None:
    assert "overlap" in error(scenario({"r": {"profile": "man", "at": [[10, 10], [10.5, 10]]}}))
    assert "off the table" in error(scenario({"r": {"profile": "man", "at": [[10, 0.2]]}}))
    loose = {"profile": "spear", "at": [[10, 10], [12, 10]]}
    assert "oversoul.tight.must-have-formation" in error(scenario({"r": loose}))
    assert Play({"r": {**loose, "disordered": True}}).unit("r").tight
    assert "no 'colour'" in error(scenario({"r": {"profile": "man", "at": [[10, 10]], "colour": "red"}}))


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_every_profile_of_these_tests_survives_being_described(profile: str) -> None:
    figures = {"1": {"profile": profile, "at": [10, 10]}}
    if profile == "gun":
        figures["2"] = {"profile": "man", "at": [11.5, 10]}
    tight = "Tight Cohesion" in PROFILES[profile].get("attributes", [])
    state = Play({"r": {"figures": figures, "disordered": tight}}).state
    assert OVERSOUL.encode(OVERSOUL.setup(OVERSOUL.describe(state))) == OVERSOUL.encode(state)


@pytest.mark.rule("oversoul.attr.exhaustible-uses")
def test_a_described_battle_knows_how_often_a_weapon_was_fired() -> None:
    state = state_of({"a": {"profile": "panzer", "at": [[20, 10]]}, "c": {"profile": "rifle", "at": [[30, 10]]}})
    for name, guns in (("a.1", {"ready": 2}), ("a.1", {"lost": True}), ("a.1", {"uses": 1}), ("c.1", {"uses": 3})):
        changed = OVERSOUL.setup(OVERSOUL.describe(state))
        figure = changed.figures[name]
        figure.guns = (replace(figure.guns[0], **guns), *figure.guns[1:])
        assert OVERSOUL.setup(OVERSOUL.describe(changed)).figures[name].guns == figure.guns
    assert "guns" not in str(OVERSOUL.describe(state))  # nothing is said of weapons as they come


@pytest.mark.rule("oversoul.tight.must-have-formation")
def test_a_formation_that_is_written_without_a_facing_looks_north() -> None:
    ranks = {"kind": "line", "rows": [["a.1", "a.2"]], "at": [20, 10]}
    figures = {"1": {"profile": "spear", "at": [19.5, 9.5]}, "2": {"profile": "spear", "at": [20.5, 9.5]}}
    written = state_of({"a": {"figures": figures, "ranks": ranks}}).units["a"].ranks
    assert written is not None
    assert written.face == 0
