"""Setup, the turn, activation, and the end of the battle."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.engine.names import ref
from littlewars.systems.combat_action.basics.profiles import points
from littlewars.systems.combat_action.system import COMBAT_ACTION
from littlewars.systems.combat_action.turn.sequence import at_once, at_turns_end, broken, score, score_of, verdict
from tests.combat_action.field import Play, a_state, scenario

CORNER = {"model": "bare", "at": [[110, 110]]}
EDGES = {"red": {"edge": "south"}, "blue": {"edge": "north"}}


def fresh(units: dict[str, Any], dice: str, **more: Any) -> Play:
    """A battle that begins with the deployment."""
    raw = scenario(units, **more)
    del raw["turn"]
    return Play.of({**raw, "sides": more.get("sides", EDGES)}, dice)


# ---- setup


@pytest.mark.rule("combat-action.setup.table")
def test_edges_and_who_places_first() -> None:
    units = {"r": {"model": "bare", "count": 2}, "b": {"model": "bare", "count": 1}}
    play = fresh(units, "edge 3, edge 3, edge 5, edge 2", sides={"red": {}, "blue": {}}, table=[180, 120])
    assert play.asks == "red setup.table"
    assert play.options == ["south", "north"]  # the long edges
    play.say("north")
    assert [play.state.sides[name].edge for name in ("red", "blue")] == [1, 3]
    assert play.game.ask is not None
    assert play.game.ask.side == "blue"  # the other places the first unit


@pytest.mark.rule("combat-action.setup.table", "combat-action.units.coherency")
def test_where_units_are_put_down() -> None:
    wall = {"id": "w", "kind": "low-wall", "box": [20, 8, 40, 9]}
    play = fresh({"r": {"model": "bare", "count": 2}, "b": {"model": "bare", "count": 1}}, "edge 2, edge 5", terrain=[wall])
    assert play.asks == "red setup.table"
    assert play.refused({"r.1": [60, 18.8], "r.2": [65, 10]}) == "setup.table"  # 20 cm deep, wholly within
    assert play.refused({"r.1": [30, 8.5], "r.2": [34, 12]}) == "setup.table"
    assert play.refused({"r.1": [60, 10], "r.2": [72.6, 10]}) == "units.coherency"
    assert play.refused({"r.1": [60, 10], "r.2": [61, 10]}) == "setup.table"
    assert play.refused({"r.1": [60, 10]}) == "setup.table"
    play.say({"r.1": [60, 18.75], "r.2": [72.5, 18.75]})
    assert play.at("r.2") == (72.5, 18.75)
    figure = play["r.1"]
    assert (figure.flat, figure.hides, figure.ready) == (False, "", -1)


@pytest.mark.rule("combat-action.setup.table", "combat-action.units.aboard")
def test_passengers_start_aboard_what_is_on_the_table() -> None:
    figures = {"1": {"model": "car"}, "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"}}
    units = {"r": {"figures": figures, "leader": "r.2"}, "s": {"model": "bare", "count": 4}, "b": {"model": "bare", "count": 1}}
    play = fresh(units, "edge 2, edge 5").say("s")
    assert play.rule == "combat-action.setup.table"  # the car is not there yet: on foot
    play = fresh(units, "edge 2, edge 5").say("r", {"r.1": {"at": [60, 10], "face": 90}})
    assert play["r.1"].face == 9000  # the front is chosen by the owner
    assert play["r.2"].at == play["r.1"].at
    play.say({"b.1": [60, 110]})
    assert play.options == ["table", "r.1"]
    play.say("r.1", dice="initiative 1, initiative 2")
    assert play["s.1"].carrier == "r.1"


@pytest.mark.rule("combat-action.setup.table", "combat-action.vehicles.altitude")
def test_flyers_start_on_the_ground_or_low() -> None:
    units = {"r": {"model": "drone", "count": 1}, "b": {"model": "bare", "count": 1}}
    play = fresh(units, "edge 2, edge 5")
    assert play.refused({"r.1": {"at": [60, 10], "level": 2}}) == "setup.table"
    play.say({"r.1": {"at": [60, 10], "level": 1}})
    assert play["r.1"].level == 1
    assert play["r.1"].face == 0  # robots look at the enemy's edge


# ---- the turn


@pytest.mark.rule("combat-action.turn.sequence")
def test_the_order_of_activations() -> None:
    # combat-action.ex.turn-order
    units = {f"r{n}": {"model": "bare", "at": [[10 + 5 * n, 10]]} for n in range(2)}
    units |= {f"b{n}": {"model": "bare", "at": [[10 + 5 * n, 110]]} for n in range(4)}
    raw = scenario(units)
    raw["turn"] = {"phase": "begin"}
    play = Play.of(raw, "initiative 3, initiative 3, initiative 5, initiative 2")  # a tie is rolled again
    assert play.asks == "red turn.sequence"
    play.say("blue")
    order = list[str]()
    while len(order) < 6:
        if play.state.turn.doing is None:
            play.say(play.options[0])  # any unit of his
        assert play.state.turn.doing is not None
        order.append(play.state.units[play.state.turn.doing.unit].side)
        if len(order) < 6:
            play.say("done")
    assert order == ["blue", "red", "blue", "red", "blue", "blue"]


@pytest.mark.rule("combat-action.turn.sequence", "combat-action.units.inert")
def test_units_that_cannot_act_are_not_activated() -> None:
    units: dict[str, Any] = {
        "r": {"figures": {"1": {"model": "hunter", "at": [20, 20], "gone": "shut down", "wreck": "shut down"}}},
        "s": {"model": "bare", "at": [[40, 20]]},
        "t": {"model": "bare", "at": [[60, 20]]},
        "b": CORNER,
    }
    play = Play(units, turn={"at": "red"})
    assert play.options == ["s", "t"]


# ---- the end


def lost(**gone: str) -> Any:
    figures = {str(n): {"model": "rifleman", "at": [10 + 4 * n, 10]} for n in range(1, 4)}
    state = a_state({"r": {"figures": figures}, "b": CORNER})
    for name, how in gone.items():
        state.figures[name.replace("_", ".")].gone = how
    return state


@pytest.mark.rule("combat-action.victory.conditions", "combat-action.damage.killed", "combat-action.damage.ooa")
def test_victory_points() -> None:
    # combat-action.ex.victory-points
    garrison = {
        "r": {"figures": {
            "1": {"model": "rifleman", "at": [10, 10], "gone": "killed"},
            "2": {"model": "grenadier", "at": [14, 10], "gone": "ooa"},
            "3": {"model": "rifleman", "at": [20, 10]},
        }},
        "car": {"figures": {
            "1": {"model": "scout-car", "at": [40, 10], "halted": True, "broken": ["engine"]},
            "2": {"model": "driver", "carrier": "car.1", "seat": "pilot"},
        }, "leader": "car.2"},
    }  # fmt: skip
    raiders = {
        "b": {"figures": {
            "1": {"model": "raider-rifle", "at": [10, 100], "gone": "killed"},
            "2": {"model": "raider-rifle", "at": [14, 100], "gone": "killed"},
            "3": {"model": "chief", "at": [18, 100], "gone": "left"},
            "4": {"model": "hunter-robot", "at": [40, 100], "gone": "shut down", "wreck": "shut down"},
            "5": {"model": "raider", "at": [60, 100]},
        }},
    }  # fmt: skip
    state = a_state({**garrison, **raiders}, models={})
    assert (score(state, "blue"), score(state, "red")) == (67, 120)
    assert verdict(state).winners == ("red",)
    assert points(state.figures["car.1"].profile) == 66


@pytest.mark.rule("combat-action.victory.conditions")
def test_half_and_full_and_a_draw() -> None:
    state = lost()
    assert verdict(state).winners == ()
    figure = state.figures["r.1"]
    for how, worth in (("killed", 22), ("ooa", 11), ("left", 11)):
        figure.gone = how
        assert score_of(state, figure) == worth
    figure.gone = ""
    assert score_of(state, figure) == 0
    car = a_state({"r": {"model": "scout-car", "at": [[60, 60]]}, "b": CORNER}).figures["r.1"]
    assert score_of(a_state({"r": {"model": "scout-car", "at": [[60, 60]]}, "b": CORNER}), car) == 33  # nobody steers it


@pytest.mark.rule("combat-action.victory.game-end")
def test_two_thirds_lost() -> None:
    state = lost(r_1="killed")
    assert not broken(state, "red")
    state.figures["r.2"].gone = "ooa"
    assert broken(state, "red")  # 44 of 66
    assert "two thirds" in at_turns_end(state)
    state.figures["r.2"].gone = ""
    assert at_turns_end(state) == ""
    state.turn.number = 8
    assert at_turns_end(state) == "the last turn is over"
    state.settings.turns = 9
    assert at_turns_end(state) == ""


@pytest.mark.rule("combat-action.victory.game-end", "combat-action.setup.table")
def test_two_thirds_of_304() -> None:
    """Garrison of 304: 202 points lost play on, 203 end it."""
    # combat-action.ex.game-end
    armies = {"red": {"army": "garrison", "edge": "south"}, "blue": {"army": "raiders", "edge": "north"}}
    state = COMBAT_ACTION.setup({"sides": armies})
    assert (state.width, state.depth) == (180000, 120000)
    own = {f.id: points(f.profile) for f in state.figures.values() if state.units[f.unit].side == "red"}
    assert sum(own.values()) == 304

    def lose(total: int) -> bool:
        """Is the force broken with exactly so many points lost?"""
        left = total
        for name in own:
            state.figures[name].gone = ""
        for name in _subset(own, left):
            state.figures[name].gone = "ooa"
        return broken(state, "red")

    assert lose(202) is False
    assert lose(203) is True


def _subset(worth: dict[str, int], total: int) -> list[str]:
    """Models that come to exactly so many points."""
    reach: dict[int, list[str]] = {0: []}
    for name, value in worth.items():
        reach |= {value + done: [*names, name] for done, names in list(reach.items()) if value + done not in reach}
    return reach[total]


@pytest.mark.rule("combat-action.victory.game-end")
def test_it_ends_at_once_when_only_routing_models_are_left() -> None:
    units: dict[str, Any] = {"r": {"at": [[20, 20]]}, "s": {"at": [[40, 20]], "status": "routing"}, "b": CORNER}
    state = a_state(units)
    assert at_once(state) == ""
    state.figures["r.1"].gone = "ooa"
    assert at_once(state) == "red has nobody left who goes on"
    state.turn.ended = at_once(state)
    assert verdict(state).why == f"{ref('red')} has nobody left who goes on"
    play = Play(
        {"r": {"model": "shooter", "at": [[20, 20]]}, "b": {"model": "bare", "at": [[20, 50]]}}, turn={"doing": {"unit": "r"}}
    )
    play.say("standard-fire:0:b.1", dice="to hit 4, damage 6, wound 1")
    assert play.game.ask is None
    assert play.state.turn.phase == "over"


# ---- reading


@pytest.mark.rule("combat-action.core.stats", "combat-action.core.scales", "combat-action.core.weapon-stats")
@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"scale": "huge"}, "combat-action.core.scales"),
        ({"turns": 0}, "combat-action.victory.game-end"),
        ({"models": {"x": {"kind": "ghost", "size": "medium", "PF": 4, "MV": 10, "height": 3}}}, "combat-action.core.stats"),
        (
            {"models": {"x": {"kind": "living", "size": "medium", "PF": 4, "MV": 10, "height": 3, "SS": 7}}},
            "combat-action.core.stats",
        ),
        (
            {"models": {"x": {"kind": "living", "size": "medium", "PF": 4, "MV": 10, "height": 3, "SS": 1}}},
            "combat-action.core.stats",
        ),
        ({"models": {"x": {"kind": "living", "size": "tiny", "PF": 4, "MV": 10, "height": 3}}}, "combat-action.ranged.size"),
        ({"weapons": {"x": {"class": "laser", "pen": 1}}}, "combat-action.profiles.weapon-classes"),
        ({"weapons": {"x": {"class": "rifle", "pen": 21}}}, "combat-action.core.weapon-stats"),
        ({"terrain": [{"kind": "lake", "box": [0, 0, 9, 9]}]}, "combat-action.terrain.kinds"),
        ({"terrain": [{"kind": "boulder", "box": [0, 0, 9, 9], "doors": [[0, 1, 2]]}]}, "combat-action.terrain.kinds"),
        *(
            (
                {"terrain": [{"kind": "building", "box": [0, 0, 9, 9], word: [where]}]},
                "terrain piece-1: .*combat-action.terrain",
            )
            for word in ("doors", "slits")
            for where in ([4, 1, 2], [-1, 1, 2], [0, 1, 9.1], [0, 3, 2], [0, 1])
        ),
        *(
            ({"turn": {"phase": "play", "doing": {"unit": "r", **doing}}}, why)
            for doing, why in (
                ({"model": "r.9"}, "turn, model: .*'r.9'"),
                ({"due": ["x"]}, "due: .*'x'"),
                ({"phase": "x"}, "'x'"),
            )
        ),
        ({"terrain": [{"kind": "boulder", "box": [0, 0, 9, 9], "material": "gold"}]}, "combat-action.terrain.pf"),
        (
            {"units": {"r": {"side": "red", "model": "rifleman", "at": [[9, 9]], "status": "asleep"}}},
            "combat-action.units.squads",
        ),
        ({"units": {"r": {"side": "red", "model": "nobody", "at": [[9, 9]]}}}, "combat-action.core.stats"),
        ({"sides": {"red": {}}}, "combat-action.setup.table"),
    ],
)
def test_what_a_scenario_may_not_be(more: dict[str, Any], why: str) -> None:
    usual: dict[str, Any] = {"sides": EDGES, "units": {"r": {"side": "red", "model": "rifleman", "at": [[60, 60]]}}}
    with pytest.raises(ScenarioError, match=why):
        COMBAT_ACTION.setup(usual | more)
    COMBAT_ACTION.setup(usual)
