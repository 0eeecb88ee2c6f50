"""Deployment, the end, victory, bad scenarios (at43.setup.*, at43.victory.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.engine.names import ref
from littlewars.systems.at43.system import AT43
from littlewars.systems.at43.turn.victory import lost, score, verdict
from tests.at43.table import Play, a_battle, a_state, finish, scenario

CHIEFS = {"r": {"profile": "chief", "count": 1}, "r2": {"count": 2}, "b": {"profile": "chief", "count": 1}}


def placing(dice: str = "edges 5, edges 2", **more: Any) -> Play:
    """A battle before deployment."""
    raw = scenario(CHIEFS, **more)
    del raw["turn"]
    raw["sides"] = {"red": {}, "blue": {}}
    return Play.of(raw, dice)


@pytest.mark.rule("at43.setup.table")
def test_deployment() -> None:
    play = placing("edges 3, edges 3, edges 5, edges 2")
    assert (play.state.width, play.state.depth) == (120_000, 120_000)
    assert play.asks == "red setup.table", "a draw is rolled again; the higher picks his edge"
    assert play.options == ["north", "east", "south", "west"]
    play.say("south")
    assert (play.state.sides["red"].edge, play.state.sides["blue"].edge) == (3, 1)
    assert play.asks == "blue setup.table", "the other places the first unit"
    assert play.refused({"b.1": [60, 102.99]}) == "setup.table"
    assert play.allows({"b.1": [60, 103]}), "wholly within 20 cm of the own edge"
    play.say({"b.1": [60, 110]})
    assert play.options == ["r", "r2", "reserve r", "reserve r2"]
    play.say("reserve r")
    assert play.unit("r").reserve
    assert [event.unit for event in play.told("Reserved")] == ["r"], "it is open"
    assert play.asks == "red setup.table", "who has placed all units is skipped"
    assert play.game.ask.kind == "place", "at least one must be placed"  # type: ignore[union-attr]
    assert play.refused({"r2.1": [60, 10], "r2.2": [70, 10]}).startswith("units.cohesion")
    assert play.refused({"r2.1": [60, 10], "r2.2": [62, 10]}) == "setup.table"
    play.say({"r2.1": [60, 10], "r2.2": [64, 10]})
    assert play.state.turn.round == 1
    assert play.state.turn.waiting == ["r"]


@pytest.mark.rule("at43.setup.table")
def test_placing_keeps_off_obstacles() -> None:
    play = placing(terrain=[{"id": "wall", "kind": "high-wall", "box": [50, 100, 70, 118]}])
    play.say("south")
    assert play.refused({"b.1": [60, 110]}) == "setup.table"


@pytest.mark.rule("at43.setup.table")
def test_a_scenario_may_say_who_waits() -> None:
    play = placing("edges 2, edges 5", reserve=["r2"])
    play.say("north")
    assert play.asks == "red setup.table"
    assert play.game.ask.unit == "r"  # type: ignore[union-attr]
    assert placing(reserve=["nobody"]).state.turn.phase == "edges", "another force may have no such unit"


# ---- victory


@pytest.mark.rule("at43.victory.conditions")
def test_victory_points() -> None:
    """Half of 147 for the line, 164 for the guard, 80 for the toad; the breakers in rout count in full."""
    # at43.ex.victory-points
    state = AT43.setup({**AT43.scenarios()["first-battle"]})
    for unit in state.units.values():
        for n, name in enumerate(unit.figures):
            state.figures[name].x, state.figures[name].y = 10_000 + 4_000 * n, 10_000 + 7_000 * list(state.units).index(unit.id)
    state.turn.waiting = []

    def fall(unit: str, count: int) -> None:
        for name in state.units[unit].figures[-count:]:
            state.figures[name].gone = "killed"

    fall("line-infantry", 4)
    fall("guard", 5)
    state.figures["fire-toad.1"].lost = {"propulsion": 3}
    fall("storm-constructs", 3)
    fall("breakers", 2)
    state.units["breakers"].status = "rout"
    assert (score(state, "blue"), score(state, "red")) == (317, 132)
    result = verdict(state)
    assert result.winners == ("blue",)
    fall("line-infantry", 3)
    assert lost(state, state.units["line-infantry"]) == 73, "at half or less: half, rounded down"
    assert lost(state, state.units["storm-constructs"]) == 0, "five of eight"
    fall("storm-constructs", 4)
    assert lost(state, state.units["storm-constructs"]) == 81


@pytest.mark.rule("at43.victory.conditions")
def test_reserves_and_draws() -> None:
    units = {"r": {"at": [[20, 20]]}, "r2": {"count": 1}, "b": {"at": [[20, 90]]}, "b2": {"count": 1}}
    state = a_state(units)
    points = state.points(state.units["r2"])
    assert (score(state, "red"), score(state, "blue")) == (points, points), "a unit that never came counts in full"
    assert verdict(state).winners == ()
    state.sides["red"].generators = 2
    assert score(state, "red") == points + 100
    assert verdict(state).winners == ("red",)


@pytest.mark.rule("at43.victory.game-end")
def test_the_end_of_the_game() -> None:
    # at43.ex.game-end
    units = {"r": {"profile": "surely", "at": [[20, 20]]}, "b": {"at": [[20, 60]]}}
    at_once = Play(units, act="r", rounds=6, turn={"round": 3, "doing": {"unit": "r", "stage": "act", "acts": True}})
    at_once.say("salvo")
    assert at_once.game.ask is None
    assert at_once.game.result is not None
    assert at_once.game.result.winners == ("red",)
    assert at_once.state.turn.ended == at_once.game.result.why == "blue has nobody left"
    assert verdict(at_once.state).why == f"{ref('blue')} has nobody left"
    reserve = Play(
        {**units, "b2": {"count": 1}},
        act="r",
        rounds=6,
        turn={"round": 3, "doing": {"unit": "r", "stage": "act", "acts": True}},
    )
    reserve.say("salvo")
    assert reserve.game.ask is not None, "a side with reserves plays on"
    for rounds, over in ((6, True), (7, False)):
        last = Play(
            {"r": {"at": [[20, 20]]}, "b": {"at": [[20, 60]]}},
            "" if over else "authority 6, authority 1",
            rounds=rounds,
            turn={"round": 6},
        )
        assert (last.game.ask is None) is over, "after round 6"
    assert a_state({"r": {"at": [[20, 20]]}, "b": {"at": [[20, 60]]}}, rounds=6).settings.rounds == 6
    assert AT43.setup(AT43.scenarios()["first-battle"]).settings.rounds == 6


@pytest.mark.rule("at43.victory.game-end")
def test_a_player_may_concede_and_both_may_agree() -> None:
    play = Play({"r": {"at": [[20, 20]]}, "b": {"at": [[20, 60]]}}, act="r")
    play.game.concede("red")
    assert play.game.result is not None
    assert play.game.result.winners == ("blue",)


# ---- scenarios


@pytest.mark.rule("at43.setup.table")
@pytest.mark.rule("at43.setup.army")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rounds": 0}, "at43.setup.table"),
        ({"depth": 61}, "at43.setup.table"),
        ({"table": [0, 10]}, "at43.setup.table"),
        ({"sides": {"red": {}}}, "at43.setup.table"),
        ({"sides": {"red": {"edge": "south"}, "blue": {}}}, "at43.setup.table"),
        ({"spoon": 1}, "spoon"),
        ({"units": {"r": {"side": "red", "profile": "nobody"}}}, "at43.core.unit-card"),
        ({"units": {"r": {"side": "green", "profile": "man"}}}, "no side"),
        ({"units": {"r": {"side": "red", "profile": "man", "count": 0}}}, "at43.setup.army"),
        ({"units": {"r": {"side": "red", "profile": "man", "leader": "9"}}}, "at43.setup.army"),
        ({"units": {"r": {"side": "red", "profile": "man", "status": "sad"}}}, "at43.morale.status"),
        ({"units": {"r": {"side": "red", "profile": "man", "at": [[1, 2], [3, 4]], "count": 3}}}, "2 places for 3"),
        ({"units": {"r": {"side": "red", "profile": "man", "at": [[20, 20], [21, 20]]}}}, "overlap"),
        ({"units": {"r": {"side": "red", "figures": {"1": {"profile": "man", "spoon": 1}}}}}, "spoon"),
        ({"units": {"r": {"side": "red", "profile": "man", "count": 401}}}, "at43.setup.table"),
    ],
)
def test_scenarios_that_are_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError, match=words):
        AT43.setup({**scenario({"r": {"at": [[20, 20]]}, "b": {"at": [[20, 60]]}}), **change})


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda s: setattr(s.figures["r.1"], "gone", "lost"), "gone in a way"),
        (lambda s: setattr(s.figures["r.1"], "hurt", 1), "at43.shooting.damage-on-soldiers"),
        (lambda s: setattr(s.figures["m.1"], "lost", {"spoon": 1}), "at43.afv.structure-points"),
        (lambda s: setattr(s.figures["m.1"], "lost", {"frame": 4}), "at43.afv.frame-destroyed"),
        (lambda s: setattr(s.figures["r.1"], "pilot", "m.1"), "at43.afv.pilot-ejects"),
        (lambda s: setattr(s.units["r"], "leader", "m.1"), "at43.units.leader-killed"),
        (lambda s: setattr(s.units["r"], "status", "sad"), "at43.morale.status"),
        (lambda s: setattr(s.units["r"], "markers", ["spoon"]), "at43.tactics.duration"),
        (lambda s: setattr(s.units["m"], "markers", ["shield-formation"]), "at43.tactics.shield-formation"),
        (
            lambda s: (setattr(s.units["r"], "status", "rout"), setattr(s.units["r"], "markers", ["overwatch"])),
            "at43.tactics.duration",
        ),
        (lambda s: setattr(s.sides["red"], "lp", -1), "at43.leadership.insufficient"),
        (lambda s: setattr(s.sides["red"], "commander", "x"), "at43.setup.army"),
        (lambda s: setattr(s.sides["red"], "row", ["b"]), "at43.round.activation-sequence"),
        (lambda s: setattr(s.sides["red"], "row", ["r", "r"]), "twice"),
        (lambda s: setattr(s.figures["r.1"], "unit", "m"), "not in its unit"),
    ],
)
def test_states_that_cannot_be(spoil: Any, words: str) -> None:
    state = a_state({"r": {"at": [[20, 20]]}, "m": {"profile": "strider", "at": [[40, 20]]}, "b": {"at": [[20, 60]]}})
    assert AT43.state_errors(state) == []
    spoil(state)
    assert any(words in fault for fault in AT43.state_errors(state))


def test_what_cannot_happen_from_one_step_to_the_next() -> None:
    units = {
        "r": {"profile": "tough", "at": [[20, 20]]},
        "m": {"profile": "strider", "at": [[40, 20]]},
        "b": {"at": [[20, 60]]},
    }
    before, after = a_state(units), a_state(units)
    assert AT43.transition_errors(before, after) == []
    before.figures["r.1"].hurt = 1
    before.figures["m.1"].lost = {"frame": 1}
    before.turn.round = 2
    assert len(AT43.transition_errors(before, after)) == 3
    before.figures["b.1"].gone = "killed"
    assert len(AT43.transition_errors(before, after)) == 4


def test_the_battle_ends_when_a_step_begins() -> None:
    battle = a_battle({"r": {"at": [[20, 20]]}, "b": {"figures": {"1": {"at": [20, 60], "gone": "killed"}}}})
    from littlewars.systems.at43.turn.sequence import step

    rule = step(battle)
    assert rule is not None
    finish(rule)
    assert battle.state.turn.phase == "over"
    assert step(battle) is None
