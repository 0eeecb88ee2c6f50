"""Before the first turn: scenarios as files, terrain, zones, deployment; and what cannot be set up."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from littlewars.dice import Scripted
from littlewars.engine import Battle, Game, ScenarioError
from littlewars.engine.catalogue.rulebook import Rulebook
from littlewars.engine.moves import Place, Spot
from littlewars.engine.showing import Drag
from littlewars.kit.terrain import piece_data
from littlewars.systems.defiance.basics.numbers import TOP_LEVEL
from littlewars.systems.defiance.basics.state import PHASES, STAGES, State
from littlewars.systems.defiance.basics.tabletop import must_be_climbed, terrain
from littlewars.systems.defiance.basics.zones import DEPTH, may_be_called, pairs_of_edges
from littlewars.systems.defiance.orders import activation
from littlewars.systems.defiance.scenario.lanes import LINES, MOST_OPEN, is_dense, open_share
from littlewars.systems.defiance.scenario.terrain_words import BY_CATEGORY, features, terrain_reader
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.systems.defiance.turn import sequence as turn
from littlewars.systems.defiance.turn.deployment import _refuse_places, _surely_free, block, is_defender, plan_block, zone_of
from littlewars.systems.defiance.turn.victory import check_end
from littlewars.table.shapes.bases import Box, Disc, in_zone
from littlewars.table.zones import bounds, inside, zone
from tests.defiance.squads import Play, a_state, row, scenario

BOOK = Rulebook.of("defiance")
ROSTERS: dict[str, Any] = {
    "red": {"system": "defiance", "name": "Red", "army": "Human Confederacy", "points": 1000},
    "blue": {"system": "defiance", "name": "Blue", "army": "Altai", "points": 1000},
}
REDCOATS = {"unit": "Redcoat Section", "frame": "Redcoat", "figures": 5, "primary": "Assault Rifle"}
SEEDLINGS = {"unit": "Seedling Grove", "frame": "Seedling", "figures": 6, "primary": "Alpha Artifact"}


def fresh(red: list[dict[str, Any]] | None = None, blue: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    """A scenario before anything is set up."""
    units = {"red": red or [REDCOATS], "blue": blue or [SEEDLINGS]}
    edges = more.pop("edges", {"red": "south", "blue": "north"})
    limits = more.pop("limits", {})
    sides = {
        side: {"army": {**ROSTERS[side], "points": limits.get(side, 1000), "units": units[side]}} for side in ("red", "blue")
    }
    for side, edge in edges.items():
        sides[side]["edge"] = edge
    return {"table": [72, 48], "sides": sides, **more}


def error(raw: dict[str, Any]) -> str:
    with pytest.raises(ScenarioError) as caught:
        DEFIANCE.setup(raw)
    return str(caught.value)


def again(state: State) -> None:
    """The scenario of a state is the state."""
    assert DEFIANCE.setup(DEFIANCE.describe(state)) == state


# ---- the table


@pytest.mark.rule("defiance.deploy.standard-game")
@pytest.mark.parametrize(("feet", "legal"), [((4, 5), True), ((4, 6), True), ((5, 8), True), ((4, 4), False), ((6, 8), False)])
def test_a_standard_game_needs_a_table_of_20_to_40_square_feet(feet: tuple[int, int], legal: bool) -> None:
    """defiance.ex.standard-table-size"""
    table = [12 * feet[1], 12 * feet[0]]
    if legal:
        assert DEFIANCE.setup(fresh(table=table)).width == 1000 * table[0]
    else:
        assert "defiance.deploy.standard-game" in error(fresh(table=table))
    assert DEFIANCE.setup(fresh(table=table, scenario="free")).width  # other scenarios are free


@pytest.mark.rule("defiance.deploy.standard-game", "defiance.force.balance", "defiance.force.recommended-size")
def test_a_standard_game_is_one_of_equal_forces() -> None:
    default = fresh()
    default.pop("table")
    state = DEFIANCE.setup(default)
    assert [state.width, state.depth] == [1000 * n for n in BOOK["defiance.deploy.standard-game"].table["default_table_inches"]]
    assert state.settings.scenario == "standard"
    assert "defiance.force.balance" in error(fresh(limits={"red": 2000}))
    assert "defiance.deploy.standard-game" in error(fresh(limits={"red": 999, "blue": 999}))
    assert "defiance.deploy.standard-game" in error(fresh(limits={"red": 5001, "blue": 5001}))
    assert DEFIANCE.setup(fresh(limits={"red": 999}, scenario="free"))
    assert "defiance.force.balance" in error(fresh([{**REDCOATS, "figures": 12}] * 5))


@pytest.mark.rule("defiance.deploy.zones", "defiance.deploy.standard-game")
@pytest.mark.parametrize(
    ("table", "length", "depth", "choice"), [((72, 48), 72, 12, 2), ((84, 36), 84, 9, 2), ((60, 60), 60, 12, 4)]
)
def test_zones_lie_along_the_longest_edges(table: tuple[int, int], length: int, depth: int, choice: int) -> None:
    """defiance.ex.deployment-depth"""
    size = (1000 * table[0], 1000 * table[1])
    edges = [edge for pair in pairs_of_edges(size) for edge in pair]
    assert len(edges) == choice
    west, south, east, north = bounds(zone(size, edges[0], DEPTH))
    assert (east - west, north - south) == (1000 * length, 1000 * depth)
    assert pairs_of_edges((size[1], size[0] + 1)) == [(4, 2)]
    if table == (72, 48):
        assert "defiance.deploy.zones" in error(fresh(edges={"red": "west"}))
        shallow = DEFIANCE.setup(fresh(depth=6))
        assert bounds(zone_of(shallow, "red")) == (0, 0, 72_000, 6000)
        again(shallow)


@pytest.mark.rule("defiance.deploy.zones")
def test_a_figure_is_inside_with_its_whole_base() -> None:
    play = Play.of(fresh(), "card 1")
    assert play.asks == "red deploy.placement-legality"
    places = {f"redcoat-section.{n}": {"at": [10 + 2 * n, 11.5]} for n in range(1, 6)}
    assert play.allows(places)
    places["redcoat-section.1"] = {"at": [12, 11.6]}
    assert play.refused(places) == "deploy.zones"


@pytest.mark.rule("defiance.deploy.zone-choice")
def test_the_higher_roll_chooses_the_zone() -> None:
    play = Play.of(fresh(edges={}), "zones 4, zones 7")
    assert play.asks == "blue deploy.zone-choice"
    assert play.options == ["south", "north"]
    play.say("south", dice="card 1")
    assert {name: side.edge for name, side in play.state.sides.items()} == {"red": 1, "blue": 3}
    tied = Play.of(fresh(edges={}), "zones 4, zones 4, zones 9, zones 2")
    assert tied.asks == "red deploy.zone-choice"
    square = Play.of(fresh(edges={}, table=[60, 60]), "zones 9, zones 1")
    assert square.options == ["south", "north", "west", "east"]
    given = Play.of(fresh(edges={"blue": "south"}), "card 2")  # nothing to roll for
    assert {name: side.edge for name, side in given.state.sides.items()} == {"red": 1, "blue": 3}
    assert "opposite edges" in error(fresh(edges={"red": "south", "blue": "south"}))


# ---- terrain


@pytest.mark.rule("defiance.deploy.terrain-categories")
def test_every_piece_is_light_medium_heavy_or_impassable() -> None:
    """defiance.ex.terrain-category-table"""
    table = BOOK["defiance.deploy.terrain-categories"].table
    names = ["knee-deep water", "sandbags", "neck-deep water", "cliff", "pine forest", "sparse forest", "light fortification"]
    box = [10, 10, 14, 14]
    found = [terrain(terrain_reader().piece(1, {"feature": name, "box": box})) for name in (*names, "large boulder")]
    assert found == ["light", "medium", "heavy", "impassable", "medium", "light", "heavy", "impassable"]
    assert {name: feature.category for name, feature in features().items()} == {
        name: category for category, names in table.items() for name in names
    }
    for category, name in BY_CATEGORY.items():
        assert terrain(terrain_reader().piece(1, {"category": category, "box": box})) == features()[name].category == category
    kinds = {"sparse-wood": "light", "dense-wood": "heavy", "lake": "impassable", "ford": "medium", "boulder": "impassable"}
    for kind, category in kinds.items():
        assert terrain(terrain_reader().piece(1, {"kind": kind, "box": box})) == category
    assert must_be_climbed(terrain_reader().piece(1, {"feature": "climbable wall", "box": box}))
    assert not must_be_climbed(terrain_reader().piece(1, {"feature": "dense forest with undergrowth", "box": box}))


@pytest.mark.rule("defiance.deploy.terrain-agreed")
def test_nothing_about_terrain_is_left_open() -> None:
    box = [10, 10, 14, 14]
    hill = terrain_reader().piece(
        1, {"id": "hill", "category": "heavy", "kind": "hill", "box": box, "height": 4, "obstacle": True}
    )
    assert (terrain(hill), hill.top, must_be_climbed(hill)) == ("heavy", 4000, True)
    assert terrain_reader().piece(1, piece_data(hill)) == hill
    base = fresh()
    for raw, text in (
        ({"box": box}, "a feature, a category or a kind"),
        ({"category": "dire", "box": box}, "defiance.deploy.terrain-categories"),
        ({"feature": "swamp thing", "box": box}, "defiance.deploy.terrain-categories"),
        ({"kind": "boulder"}, "an outline or a box"),
        ({"kind": "boulder", "box": [70, 40, 80, 45]}, "defiance.deploy.terrain-agreed"),
        ({"kind": "boulder", "water": "wet", "box": box}, "water is"),
    ):
        assert text in error({**base, "terrain": [raw]})
    twice = [{"id": "a", "kind": "boulder", "box": box}] * 2
    assert "used twice" in error({**base, "terrain": twice})


@pytest.mark.rule("defiance.deploy.terrain-setup")
def test_the_second_player_changes_up_to_six_pieces() -> None:
    wood = [
        {"id": "wood", "category": "heavy", "box": [30, 20, 40, 26]},
        {"id": "rock", "category": "impassable", "box": [50, 20, 53, 23]},
    ]
    play = Play.of(fresh(edges={}, terrain=wood, change_terrain=True), "terrain 3, terrain 8")
    assert play.asks == "red deploy.terrain-setup"  # blue set it up
    assert {"done", "remove:wood", "remove:rock", "add:light", "add:impassable"} <= set(play.options)
    play.say("remove:wood")
    assert [piece.id for piece in play.state.pieces] == ["rock"]
    again(play.game.marks[-1].state)
    for number in range(5):
        play.say("add:medium")
        assert play.refused({f"added-{number + 1}": {"at": [71.5, 24]}}) == "deploy.terrain-setup"
        last = {f"added-{number + 1}": {"at": [6 + 5 * number, 24], "face": 30}}
        play.say(last, dice="zones 2, zones 1" if number == 4 else "")
    assert play.asks == "red deploy.zone-choice"  # six changes, additions and removals together
    assert len(play.state.pieces) == 6
    assert [terrain(piece) for piece in play.state.pieces] == ["impassable"] + ["medium"] * 5
    again(play.game.marks[-1].state)
    quiet = Play.of(fresh(edges={}, change_terrain=True), "terrain 3, terrain 8").say("done", dice="zones 1, zones 2")
    assert quiet.asks == "blue deploy.zone-choice"
    assert Play.of(fresh(edges={}), "zones 1, zones 2").asks == "blue deploy.zone-choice"  # an option of the scenario


@pytest.mark.rule("defiance.deploy.terrain-density")
def test_how_open_a_table_is() -> None:
    numbers = BOOK["defiance.deploy.terrain-density"].table
    assert (numbers["sample_lines"], Fraction(str(numbers["max_open_share"]))) == (LINES, MOST_OPEN)
    size = (72_000, 48_000)
    assert open_share([], size) == 1
    wall = terrain_reader().piece(1, {"feature": "heavy fortification", "box": [0, 23, 72, 25]})
    assert open_share([wall], size) == 0
    half = terrain_reader().piece(1, {"feature": "heavy fortification", "box": [0, 23, 36, 25]})
    assert Fraction(2, 5) < open_share([half], size) < Fraction(3, 5)
    low = terrain_reader().piece(1, {"kind": "boulder", "height": 1, "box": [0, 23, 72, 25]})
    assert open_share([low], size) == 1  # it does not block sight at standing height
    deep = terrain_reader().piece(1, {"category": "light", "box": [0, 20, 72, 28]})
    assert open_share([deep], size) == 0  # more than six inches of light terrain do
    for name in ("standard-game", "first-strike"):
        state = DEFIANCE.setup(DEFIANCE.scenarios()[name])
        assert is_dense(state.pieces, (state.width, state.depth)), name
    assert not is_dense([half], size)


@pytest.mark.rule("defiance.deploy.terrain-density")
def test_a_random_map_with_long_lanes_is_made_again() -> None:
    size = (72_000, 48_000)
    words = {"pairs": 9, "spacing": 2, "kinds": ["building", "dense-wood"]}
    found = [terrain_reader().random_map({"seed": seed, **words}, size) for seed in range(3)]
    assert all(is_dense(pieces, size) for pieces in found)
    assert found[0] == terrain_reader().random_map({"seed": 0, **words}, size)  # the same every time
    state = DEFIANCE.setup(fresh(map={"seed": 1, **words}))
    assert is_dense(state.pieces, size)
    again(state)
    assert "a map has no 'trees'" in error(fresh(map={"trees": 3}))


# ---- deployment


@pytest.mark.rule("defiance.deploy.sequence")
def test_from_the_forces_to_the_first_turn() -> None:
    captain = {**REDCOATS, "officers": ["1L, 1C", "1L, 1C"]}
    play = Play.of(fresh([captain], edges={}, change_terrain=True), "terrain 9, terrain 2")
    seen = [play.state.turn.phase]
    assert [unit.card for unit in play.state.units.values()] == [1, 2]  # every unit has its card first
    play.say("done", dice="zones 8, zones 3")
    seen.append(play.state.turn.phase)
    play.say("south")
    assert play.asks == "red command.primary-commander"
    seen.append(play.state.turn.phase)
    play.say("redcoat-section.2", dice="card 2")
    seen.append(play.state.turn.phase)
    assert play.state.sides["red"].primary == "redcoat-section.2"
    default = play.game.ask.default()  # type: ignore[union-attr]
    play.game.answer(default)
    assert play.asks == "red deploy.placement-legality"
    play.game.answer(play.game.ask.default())  # type: ignore[union-attr]
    seen.append(play.state.turn.phase)
    assert seen == ["terrain", "zones", "primary", "deploy", "command"]
    assert play.state.turn.number == 1
    assert len(DEFIANCE.sides(play.state)) == 2
    assert "two sides" in error({**fresh(), "sides": {"red": {}}})
    phases = [event.phase for event in play.told("PhaseBegan")]
    assert phases == ["Deployment", "Command Phase"]


@pytest.mark.rule("defiance.deploy.placement-procedure", "defiance.force.placed-as-purchased")
def test_units_are_placed_in_the_order_of_their_cards() -> None:
    """defiance.ex.unit-placement-procedure"""
    captain = {**REDCOATS, "name": "A1", "officers": ["1L, 1C", "1L, 1C"]}
    raw = fresh([captain, {**REDCOATS, "name": "A2"}], [{**SEEDLINGS, "name": "B1"}])
    play = Play.of(raw)
    play.say("a1.1", dice="card 3")  # the Primary Commander; his card is not in this deck
    for cards in ("card 2", ""):
        assert not play.state.turn.deck
        assert play.game.ask is not None
        fallen: Any = play.battle.dice
        fallen.left += [("card", 2)] if cards else []
        play.game.answer(play.game.ask.default())
    play.game.answer(play.game.ask.default())  # type: ignore[union-attr]
    assert [event.unit for event in play.told("Deployed")] == ["b1", "a2", "a1"]
    assert play.state.turn.phase == "command"
    assert not play.state.turn.waiting


@pytest.mark.rule("defiance.deploy.placement-legality")
def test_what_a_placement_must_keep_to() -> None:
    wall = {"id": "wall", "category": "heavy", "box": [36, 4, 39, 4.3], "height": 2, "obstacle": True}
    rock = [{"id": "rock", "category": "impassable", "box": [30, 4, 34, 8]}, wall]
    raw = fresh([{**REDCOATS, "name": "A1"}, {**REDCOATS, "name": "A2"}], terrain=rock)
    play = Play.of(raw, "card 1")
    spots: dict[str, Any] = {f"a1.{n}": {"at": [10 + 2 * n, 4], "face": 90} for n in range(1, 6)}
    assert play.refused({name: spots[name] for name in list(spots)[:4]}) == "deploy.placement-legality"  # whole
    assert play.refused({**spots, "a1.1": {"at": [32, 6]}}) == "deploy.placement-legality"  # impassable
    assert play.refused({**spots, "a1.1": {"at": [37.5, 4.1]}}) == "deploy.placement-legality"  # across a wall
    assert play.refused({**spots, "a1.1": {"at": [14.5, 4]}}) == "deploy.placement-legality"  # on a comrade
    assert play.refused({**spots, "a1.1": {"at": [12, 4], "level": 1}}) == "move.fly-start-level"
    play.say({**spots, "a1.5": {"at": [20, 4], "how": "prone"}}, dice="card 1")
    assert (play["a1.5"].prone, play["a1.1"].face) == (True, 9000)
    crossing = {f"a2.{n}": {"at": [11 + 2 * n, 3 if n % 2 else 6]} for n in range(1, 6)}
    assert play.refused(crossing) == "unit.perimeter-definition"
    beside = {f"a2.{n}": {"at": [40 + 2 * n, 4]} for n in range(1, 6)}
    assert play.allows(beside)


def a_flight() -> Play:
    """Cyberdactyls about to be placed."""
    flight = {"unit": "Cyberdactyl Flight", "frame": "Cyberdactyl", "figures": 6, "primary": "Kunstler Assault Rifle"}
    vobians = {"system": "defiance", "name": "Flight", "army": "Vobian Hegemony", "points": 1000, "units": [flight]}
    raw = fresh()
    raw["sides"]["red"]["army"] = vobians
    return Play.of(raw, "card 1")


@pytest.mark.rule("defiance.deploy.placement-legality")
def test_flyers_may_start_in_the_air() -> None:
    play = a_flight()
    spots: dict[str, Any] = {f"cyberdactyl-flight.{n}": {"at": [10 + 2 * n, 4], "level": 2} for n in range(1, 7)}
    assert play.allows(spots)
    assert play.refused({**spots, "cyberdactyl-flight.1": {"at": [12, 4], "level": 1}}) == "move.fly-same-level"
    assert play.refused({**spots, "cyberdactyl-flight.1": {"at": [14.5, 4], "level": 2}}) == "deploy.placement-legality"
    assert play.refused({name: {**spot, "level": 4} for name, spot in spots.items()}) == "move.fly-start-level"


@pytest.mark.rule("defiance.deploy.placement-legality", "defiance.move.fly-start-level")
def test_what_is_placed_says_how_it_may_be_put_down() -> None:
    flyers, walkers = a_flight().game.ask, Play.of(fresh(), "card 1").game.ask
    assert isinstance(flyers, Place)
    assert isinstance(walkers, Place)
    assert {(shape.hows, shape.levels) for shape in flyers.things.values()} == {(("prone",), TOP_LEVEL)}
    assert {(shape.hows, shape.levels) for shape in walkers.things.values()} == {(("prone",), 0)}


@pytest.mark.rule("defiance.deploy.placement-legality")
def test_a_drag_of_the_unit_keeps_level_and_posture() -> None:
    play = a_flight()
    ask = play.game.ask
    assert isinstance(ask, Place)
    who, there = tuple(ask.things), (20_000, 8000)
    figures = [play[name] for name in who]
    high = tuple(Spot(spot.what, spot.at, spot.face, 2) for spot in ask.default())
    mixed = (Spot(who[0], (0, 0), how="prone"), *ask.default()[1:])
    flown = plan_block(figures, high, Drag(who, there, 9000), 0)
    assert {(spot.level, spot.face) for spot in flown} == {(2, 9000)}
    assert ask.refuse(flown) is None
    assert [spot.how for spot in plan_block(figures, mixed, Drag(who, there), 0)] == ["prone", "", "", "", "", ""]
    assert {spot.how for spot in ask.plan(Drag(who, there, verb="prone"))} == {"prone"}
    assert {spot.how for spot in ask.plan(Drag(who, there, verb="go"))} == {""}  # no posture


@pytest.mark.rule("defiance.deploy.placement-legality")
def test_without_room_the_perimeter_is_waived_and_then_the_zone() -> None:
    crowd = [{**REDCOATS, "name": f"A{n}", "figures": 12, "primary": None} for n in range(1, 6)]
    narrow = fresh(crowd, table=[24, 20], scenario="free", depth=5)
    game = Game.start(DEFIANCE, narrow, 5)
    while game.ask is not None and game.state.turn.phase == "deploy":
        game.answer(game.ask.default())
    assert game.state.turn.number == 1
    red = [figure for figure in game.state.figures.values() if game.state.side_of(figure) == "red"]
    mine = zone_of(game.state, "red")
    inside = sum(in_zone(figure.base(), mine) for figure in red)
    assert 40 < inside <= len(red) == 60
    assert not DEFIANCE.state_errors(game.state)


@pytest.mark.rule("defiance.deploy.placement-legality")
def test_a_quick_look_finds_no_room_where_there_is_none() -> None:
    walls = [{"id": f"w{n}", "kind": "low-wall", "box": [8 * n, 3, 8 * n + 4, 3.5]} for n in range(1, 6)]
    rocks = [{"id": f"b{n}", "kind": "boulder", "box": [8 * n, 8, 8 * n + 2, 9]} for n in range(1, 6)]
    pair = [{**REDCOATS, "name": name} for name in ("One", "Two")]
    game = Game.start(DEFIANCE, fresh(pair, table=[48, 48], terrain=walls + rocks, scenario="free"), 2)
    rng, sure, refused = Random(1), 0, 0
    while game.ask is not None and game.state.turn.phase == "deploy":
        ask, state = game.ask, game.state
        assert isinstance(ask, Place)
        ours = bounds(zone_of(state, ask.side))
        for _ in range(400):
            (x, y), room = (rng.randint(ours[0], ours[2]), rng.randint(ours[1], ours[3])), rng.choice((-200, 50, 800))
            spots = block([state.figures[name] for name in ask.things], (x, y), rng.choice((0, 1234)), room)
            why = _refuse_places(game.battle, spots, ours)
            refused += why is not None
            if _surely_free(game.battle, spots, ours):
                assert why is None
                sure += 1
        game.answer(ask.default())
    assert sure > 100
    assert refused > 100


@pytest.mark.rule("defiance.deploy.placement-procedure")
def test_units_that_stand_already_are_not_deployed() -> None:
    raw = scenario({"r": {"at": row(5, 5, 5)}, "b": {"at": row(5, 30, 5)}})
    raw.pop("turn")
    play = Play.of(raw, "card 1")
    assert play.state.turn.number == 1
    raw["units"]["s"] = {"side": "red", "frame": "man", "count": 5}
    assert Play.of(raw).asks == "red deploy.placement-legality"
    assert "defiance.deploy.placement-procedure" in error({**raw, "deploy": False})


# ---- First Strike


@pytest.mark.rule("defiance.advanced.first-strike")
def test_in_first_strike_the_defender_chooses_and_places_first() -> None:
    raw = fresh(edges={}, scenario="first-strike", limits={"red": 2000})
    play = Play.of(raw)
    assert play.asks == "blue deploy.zone-choice"
    assert is_defender(play.state, "blue")
    play.say("north")
    assert play.asks == "blue deploy.placement-legality"
    assert bounds(zone_of(play.state, "red")) == (0, 0, 72_000, 12_000)
    assert bounds(zone_of(play.state, "blue")) == (0, 36_001, 72_000, 48_000)  # more than 12 inches from the middle
    assert "defiance.advanced.first-strike" in error(fresh(scenario="first-strike"))


# ---- scenarios as files


@pytest.mark.parametrize("name", DEFIANCE.scenarios())
def test_ready_scenarios_describe_themselves(name: str) -> None:
    state = DEFIANCE.setup(DEFIANCE.scenarios()[name])
    assert not DEFIANCE.state_errors(state)
    again(state)


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"weather": "bad"}, "has no 'weather'"),
        ({"turns": 0}, "defiance.turn.game-end"),
        ({"scenario": "siege"}, "defiance.deploy.standard-game"),
        ({"scale": "6mm"}, "defiance.scale.default-30mm"),
        ({"table": [1000, 1000], "scenario": "free"}, "up to 240″"),
        ({"edges": {"red": "up"}}, "no edge of the table"),
        ({"order": ["a"]}, "every figure once"),
        ({"turns": "six"}, "does not fit"),
        ({"units": {"x": {"side": "green", "frame": "Tak"}}}, "no side 'green'"),
        ({"units": {"x": {"side": "red", "frame": "Tuk", "at": [5, 5]}}}, "no frame 'Tuk'"),
        ({"units": {"x": {"side": "red", "frame": "Tak", "at": [5, 5], "primary": "Sling"}}}, "no weapon 'Sling'"),
        ({"units": {"x": {"side": "red", "frame": "Tak", "at": [5, 5], "hat": 1}}}, "has no 'hat'"),
        ({"units": {"x": {"side": "red", "frame": "Tak", "count": 3, "at": [[5, 5]]}}}, "1 places for 3"),
        ({"units": {"x": {"side": "red", "figures": {"1": {"at": [5, 5]}}}}}, "every figure has a frame"),
        ({"units": {"x": {"side": "red", "frame": "Tak", "at": [[5, 5], [5.5, 5]]}}}, "overlap"),
        ({"units": {"x": {"side": "red", "frame": "Tak", "at": [[-5, 5]]}}}, "off the table"),
    ],
)
def test_what_is_wrong_with_a_scenario_is_said(more: dict[str, Any], text: str) -> None:
    assert text in error(fresh(**more))


def test_sides_and_armies_that_do_not_exist() -> None:
    raw = fresh()
    raw["sides"]["red"]["army"] = "romans"
    assert "there is no army 'romans'; there are altai-1000" in error(raw)
    raw["sides"]["red"] = {"hat": 1}
    assert "side red has no 'hat'" in error(raw)
    raw["sides"]["red"] = {"list": "rome"}
    assert "defiance.terms.factions" in error(raw)
    raw["sides"]["red"] = {"army": {**ROSTERS["red"], "units": [{**REDCOATS, "figures": 2}]}}
    assert "defiance.unit.min-size-start" in error(raw)


def test_a_described_battle_is_the_battle() -> None:
    units = {
        "r": {
            "at": row(5, 5, 5),
            "figures": {
                "1": {"leader": 2, "chits": [{"owner": "r.1", "used": 1}]},
                "2": {"primary": "pistol", "support": "split"},
            },
        },
        "b": {"frame": "giant", "at": row(5, 30, 4), "hurt": 1, "shots": [2], "support": {"rocket": 1}, "status": "ad hoc"},
    }
    state = a_state(units, terrain=[{"feature": "climbable wall", "box": [10, 10, 20, 10.5]}])
    again(state)
    moved = a_state(units)
    moved.units["b"].figures.append("r.5")
    moved.units["r"].figures.remove("r.5")
    moved.figures["r.5"].unit = "b"
    moved.units["b"].quality = moved.units["r"].quality
    described = DEFIANCE.describe(moved)
    assert described["order"] == list(moved.figures)
    again(moved)


def test_games_by_chance_stay_sound_up_to_the_first_turn() -> None:
    for seed in range(3):
        game = Game.start(DEFIANCE, DEFIANCE.scenarios()["standard-game"], seed)
        rng = Random(seed)
        while game.ask is not None and game.state.turn.phase in ("terrain", "zones", "primary", "deploy"):
            game.answer(game.ask.sample(rng))
            assert not DEFIANCE.state_errors(game.marks[-1].state)
            again(game.marks[-1].state)
        for before, after in pairwise(game.marks):
            assert not DEFIANCE.transition_errors(before.state, after.state)


@pytest.mark.rule("defiance.advanced.first-strike")
@pytest.mark.parametrize(
    ("turn", "lost", "attackers", "winner"),
    [(4, 750, True, "red"), (6, 749, True, "blue"), (3, 600, False, "blue"), (3, 900, False, "blue")],
)
def test_who_wins_first_strike(turn: int, lost: int, attackers: bool, winner: str) -> None:
    """defiance.ex.first-strike-result"""
    figures = {"1": {"at": [10, 40], "cost": 1000 - lost}, "2": {"at": [14, 40], "cost": lost, "gone": "killed"}}
    units = {"r": {"at": [[10, 5]], "gone": "" if attackers else "killed"}, "b": {"frame": "man", "figures": figures}}
    sides = {"red": {"edge": "south", "limit": 2000}, "blue": {"edge": "north", "limit": 1000}}
    raw = scenario(units, sides=sides, turn={"number": turn}) | {"scenario": "first-strike"}
    battle: Battle[State] = Battle(DEFIANCE.setup(raw), Scripted())
    check_end(battle)
    assert (battle.state.turn.phase, battle.state.turn.winner) == ("over", winner)


@pytest.mark.rule("defiance.terms.coordinates")
def test_points_are_called_anywhere_on_the_table_to_half_inches() -> None:
    size = (48_000, 36_000)
    for edge, across, deep in ((1, 48, 36), (3, 48, 36), (2, 36, 48), (4, 36, 48)):
        for x, y, may in (
            (0, 0, True),
            (across, deep, True),
            (-0.5, 0, False),
            (0, -0.5, False),
            (1.5, 2.5, True),
            (1.2, 2, False),
        ):
            assert may_be_called(size, edge, int(x * 1000), int(y * 1000)) is may
        assert not may_be_called(size, edge, int((across + 0.5) * 1000), 0)
        assert not may_be_called(size, edge, 0, int((deep + 0.5) * 1000))
        assert not may_be_called(size, edge, 0, 1200)


@pytest.mark.rule("defiance.deploy.placement-legality")
def test_the_whole_base_stands_in_the_zone() -> None:
    """A tank 4 by 2 inches, two corners of which stick out; a figure that touches the edge is inside."""
    zone_ = (0, 0, 48_000, 9_000)
    assert not inside(Box(20_000, 8_000, 0, 4_000, 2_000), zone_)
    assert inside(Box(20_000, 7_000, 0, 4_000, 2_000), zone_)
    assert inside(Disc(20_000, 8_500, 500), zone_)
    assert not inside(Disc(20_000, 8_501, 500), zone_)


# ---- nonsense in a scenario


MEN = {"r": {"at": [[10, 10], [12, 10]]}, "b": {"at": [[10, 30]]}}


def nonsense(path: str, value: Any) -> dict[str, Any]:
    """The scenario of two units with one thing changed."""
    raw = scenario({name: dict(unit) for name, unit in MEN.items()})
    *way, last = path.split(".")
    place = raw
    for key in way:
        place[key] = dict(place.get(key, {}))
        place = place[key]
    place[last] = value
    return raw


BOX = {"box": [1, 1, 3, 3]}
FRAME = {"key": "man", "name": "man", "army": "", "cost": 1, "size": 1, "quality": "Regular", "move": 4000}
LAID = {
    "id": "t1", "unit": "r", "firer": "r.1", "target": "b", "contributors": ["r.1"], "arms": {"r.1": 0},
    "pieces": [{"at": [10, 10], "face": 0, "length": 4}],
}  # fmt: skip


@pytest.mark.rule("defiance.cover.counter", "defiance.stats.officer", "defiance.command.primary-commander")
@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("units.r.covers", "banana", "covers with 'banana', which is no class of weapon: defiance.cover.counter"),
        ("units.r.cover_mod", 10**6, "defiance.cover.modifier-table"),
        ("units.r.figures", {"1": {"leader": 77}}, "r.1 has a level that no officer has: defiance.stats.officer"),
        ("units.r.figures", {"1": {"focal": -1}}, "defiance.stats.officer"),
        ("frames.man", {"MV": -4}, "frame man: MV is 0 to 60, not -4: defiance.stats.move"),
        ("frames.man", {"MV": 10**9}, "frame man: MV is 0 to 60"),
        ("frames.man", {"MV": "four"}, "frame man: "),
        ("frames.man", {"MV": [4]}, "frame man: "),
        ("frames.man", {"MV": float("inf")}, "frame man: "),
        ("frames.man", {"DC": 0}, "frame man: DC is 1 to 100, not 0: defiance.stats.damage-capacity"),
        ("frames.man", {"AR": 1.5}, "frame man: AR is -10 to 10, not 1.5: defiance.stats.armor-rating"),
        ("frames.man", {"base": -1}, "defiance.scale.bases"),
        ("frames.man", {"modes": ["Q"]}, "defiance.stats.move-suffix"),
        ("frames.man", {"lunch": 1}, "the frame man has no 'lunch'"),
        ("frames.man", 5, "frame man: "),
        ("frames", [1], "frames should be a mapping"),
        ("weapons.rifle", {"FR": 100_000}, "weapon rifle: FR is 0 to 20, not 100000: defiance.ranged.feed-rate"),
        ("weapons.rifle", {"FR": "1(99)"}, "weapon rifle: the higher FR is 0 to 20, not 99: defiance.ranged.split-feed-rate"),
        ("weapons.rifle", {"brackets": {"5+": -10}}, "defiance.ranged.range-brackets"),
        ("weapons.rifle", {"brackets": {"5+": 10, "7+": 5}}, "defiance.ranged.range-brackets"),
        ("weapons.rifle", {"brackets": {"5+": float("inf")}}, "weapon rifle: "),
        ("weapons.rifle", {"modes": ["lunch"]}, "weapon rifle: 'lunch' is missing or unknown"),
        ("sides.red", {"primary": "b.1"}, "b.1 is no figure of red: defiance.command.primary-commander"),
        ("sides.red", {"primary": "nobody"}, "nobody is no figure of red"),
        ("sides.red", {"limit": "much"}, "side red: "),
        ("turn.assigned", {"green": []}, "green is no side and has no command cards"),
        ("turn.number", "one", "turn: "),
        ("turn", 7, "turn: "),
        (
            "table",
            [-48, 48],
            "a table of -48″ x 48″; it measures up to 240″ each way: defiance.deploy.standard-game",
        ),
        ("table", [float("inf"), 48], "table: two lengths"),
        ("table", [48], "table: two lengths"),
        ("table", "large", "table: two lengths"),
        ("units.r", 5, "unit r: "),
        ("units.r.at", [["a", 1], [2, 2]], "unit r, figure 1: "),
        ("units.r.at", [[float("inf"), 1], [2, 2]], "unit r, figure 1: "),
        ("units.r.face", "north", "unit r, figure 1: "),
        ("units.r.count", 10**9, "2 places for 1000000000 figures"),
        ("units.r.count", -1, "unit r, count: -1 is no number of figures"),
        ("units.r.support", {"gun": 10**12}, "support weapons for 2 figures: defiance.stats.support-weapon-limit"),
        ("units.r.support", {"gun": "x"}, "unit r, support gun: 'x' is no number"),
        ("units", [1], "units should be a mapping"),
        ("terrain", [{"box": [1, 2]}], "terrain: "),
        ("terrain", [5], "terrain: "),
        ("templates", [{}], "templates: 'pieces' is missing or unknown"),
        ("next_id", "x", "next_id: "),
        ("order", 5, "order: "),
        ("units.r.figures", {"1": {"gone": "lunch"}}, "r.1 is 'lunch', which nobody is"),
        ("units.r.figures", {"1": {"chits": [{"owner": "zz"}]}}, "r.1 has a chit of zz, who is nobody"),
        ("units.r.at", [[float("nan"), 1], [2, 2]], "unit r, figure 1: a point needs a number (not too large), not nan"),
        ("frames.man", FRAME | {"powered": ""}, "frame man: powered: Expected `bool`"),
        ("frames.man", FRAME | {"hull": {"type": "tracked", "actions": ""}}, "frame man: hull: actions: Expected `int`"),
        ("terrain", [BOX | {"kind": "boulder", "classes": {"defiance": "lunch"}}], "'lunch' is no class of terrain"),
        ("terrain", [BOX | {"kind": "boulder", "height": 10**30}], "terrain: height needs a number (not too large)"),
        ("terrain", [BOX | {"kind": "boulder", "height": -5}], "below its foot or above the sky"),
        ("turn.phase", "lunch", "there is no phase 'lunch': defiance.turn.sequence"),
        ("turn.waiting", ["zz"], "there is no unit zz to deploy"),
        ("turn.shaken", ["zz"], "there is no figure zz to rally"),
        ("turn.doing", {"unit": "zz"}, "there is no unit zz to act"),
        ("turn.doing", {"unit": "r", "stage": "lunch"}, "r is in no stage 'lunch' of its activation"),
        ("turn.doing", {"unit": "r", "stage": "act"}, "r acts without orders: defiance.orders.declare-first"),
        ("turn.doing", {"unit": "r", "waiting": ["zz"]}, "there is no figure zz to follow an order"),
        ("turn.doing", {"unit": "r", "team": {"figures": ["zz"]}}, "there is no figure zz to follow an order"),
        ("turn.doing", {"unit": "r", "team": {"figures": [], "order": "eat"}}, "there are no orders 'eat'"),
        ("turn.doing", {"unit": "r", "team": {"figures": [], "speed": "idly"}}, "nobody goes 'idly'"),
        ("turn.doing", {"unit": "r", "team": {"figures": [], "pattern": "sip"}}, "nobody attacks by 'sip'"),
        ("templates", [LAID | {"firer": "zz"}], "suppression t1 is fed by others than its unit's"),
        ("templates", [LAID | {"target": "zz"}], "suppression t1 is of no unit, or against none"),
        ("templates", [LAID | {"arms": {"r.1": 9}}], "suppression t1 is fed with weapons that its figures have not"),
        ("templates", [LAID | {"arms": {}}], "suppression t1 is fed with weapons that its figures have not"),
        ("templates", [LAID | {"lines": {"r.1": 3}}], "suppression t1 is fed with weapons that its figures have not"),
    ],
)
def test_nonsense_is_refused_and_named(path: str, value: Any, why: str) -> None:
    told = error(nonsense(path, value))
    assert why in told
    assert "Error" not in told
    assert "\n" not in told


def test_every_phase_and_stage_that_a_state_may_be_in_has_a_step() -> None:
    assert {*turn.PHASES, "over"} == set(PHASES)
    assert set(activation.BY_STAGE) == set(STAGES)


@pytest.mark.rule("defiance.deploy.terrain-setup")
@pytest.mark.parametrize(("kind", "wide", "deep"), [("light", 6, 5), ("medium", 4, 3), ("heavy", 5, 4), ("impassable", 2, 2)])
def test_a_piece_is_added_anywhere_on_the_table(kind: str, wide: float, deep: float) -> None:
    play = Play.of(fresh(edges={}, change_terrain=True), "terrain 3, terrain 8").say(f"add:{kind}")
    ask = play.game.ask
    assert isinstance(ask, Place)
    assert (ask.things["added-1"].size, ask.turns) == ((deep * 1000, wide * 1000), True)
    assert ask.default() == (Spot("added-1", (36_000, 24_000)),)  # the middle, until its owner says where
    for east, north in ((0, 0), (1, 0), (0, 1), (1, 1)):  # each corner of a table of 72 by 48
        x, y = (72 - wide / 2 if east else wide / 2), (48 - deep / 2 if north else deep / 2)
        assert play.allows({"added-1": {"at": [x, y]}})
        assert not play.allows({"added-1": {"at": [x + (0.01 if east else -0.01), y]}})
        assert not play.allows({"added-1": {"at": [x, y + (0.01 if north else -0.01)]}})
    play.say({"added-1": {"at": [wide / 2, deep / 2]}})
    (piece,) = play.state.pieces
    assert (piece.box, terrain(piece)) == ((0, 0, wide * 1000, deep * 1000), kind)
    assert len({*play.options} & {"remove:added-1", "done"}) == 2


@pytest.mark.rule("defiance.deploy.placement-legality", "defiance.unit.perimeter-definition")
def test_where_no_lawful_place_is_left_friends_may_mingle_and_nothing_else_is_waived() -> None:
    """The four corners of the zone are held by one unit, whose perimeter is the whole zone."""
    corners = [[1, 1], [71, 1], [1, 11], [71, 11]]
    units: dict[str, Any] = {"r": {"at": corners}, "s": {"count": 2}, "b": {"at": [[36, 40]], "face": 180}}
    play = Play.of({**scenario(units), "table": [72, 48], "turn": {"phase": "deploy", "waiting": ["s"]}})
    assert play.asks == "red deploy.placement-legality"
    among = {"s.1": {"at": [30, 6]}, "s.2": {"at": [34, 6]}}
    assert play.allows(among)
    assert play.refused({**among, "s.2": {"at": [34, 20]}}) == "deploy.zones"
    assert play.refused({**among, "s.2": {"at": [30.5, 6]}}) == "deploy.placement-legality"
    free = Play.of(
        {**scenario({**units, "r": {"at": corners[:2]}}), "table": [72, 48], "turn": {"phase": "deploy", "waiting": ["s"]}}
    )
    assert free.refused({"s.1": {"at": [30, 1]}, "s.2": {"at": [34, 1]}}) == "unit.perimeter-definition"


@pytest.mark.rule("defiance.deploy.placement-legality")
def test_a_dragged_figure_goes_alone_and_looks_where_it_is_turned() -> None:
    ask = Play.of(fresh(), "card 1").game.ask
    assert isinstance(ask, Place)
    usual = {spot.what: spot for spot in ask.default()}
    first, *others = usual
    for face, look in ((None, usual[first].face), (35_999, 35_999), (36_000, 0)):
        moved = {spot.what: spot for spot in ask.plan(Drag((first,), (20_000, 5000), face))}
        assert (moved[first].at, moved[first].face) == ((20_000, 5000), look)
        assert all(moved[name] == usual[name] for name in others)
        together = ask.plan(Drag(tuple(usual), (20_000, 8000), face))
        assert {spot.face for spot in together} == {look}
