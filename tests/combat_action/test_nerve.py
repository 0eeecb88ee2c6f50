"""Discipline, orders, pinned and routing units."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.combat_action.units import squads
from littlewars.systems.combat_action.units.squads import must_test, tally
from tests.combat_action.field import Play, a_battle, man

FAR = {"model": "bare", "at": [[60, 110]]}


def squad(count: int = 4, **more: Any) -> dict[str, Any]:
    return {"model": "bare", "at": [[20 + 5 * n, 20] for n in range(count)], **more}


# ---- the test


@pytest.mark.rule("combat-action.discipline.test", "combat-action.units.leader-lost")
def test_what_a_discipline_test_needs() -> None:
    figures = {str(n): {"model": "boss" if n == 1 else "bare", "at": [20 + 5 * n, 20]} for n in range(1, 5)}
    battle = a_battle({"r": {"figures": figures}, "b": FAR})
    state, unit = battle.state, battle.state.units["r"]
    assert tally(state, unit).needed == 2  # the DS of the leader
    unit.ordered = 1
    assert [(mod.name, mod.value) for mod in tally(state, unit).mods] == [("order", 1), ("natural 1", -1)]
    assert tally(state, unit).needed == 2
    unit.ordered = 0
    state.figures["r.4"].gone = "killed"
    assert tally(state, unit).mods == ()
    state.figures["r.3"].gone = "killed"
    assert [mod.name for mod in tally(state, unit).mods] == ["half strength"]
    state.figures["r.1"].gone = "killed"
    found = tally(state, unit)
    assert (found.base, [mod.value for mod in found.mods]) == (4, [-1, -1])  # the best DS left, once for the lost leader


@pytest.mark.rule("combat-action.discipline.test")
@pytest.mark.parametrize(("ds", "face", "passed"), [(4, 3, False), (4, 4, True), (2, 1, False), (6, 6, True), (6, 5, False)])
def test_a_natural_one_fails_and_a_six_passes(ds: int, face: int, passed: bool) -> None:
    battle = a_battle({"r": squad(1, model="x"), "b": FAR}, f"discipline {face}", models={"x": man(DS=ds)})
    unit = battle.state.units["r"]
    unit.hurt = True
    squads.test_discipline(battle, unit)
    assert (unit.status == "steady") is passed
    battle = a_battle({"r": squad(2, model="x"), "b": FAR}, "discipline 6", models={"x": man(DS=6)})
    battle.state.figures["r.1"].gone = "killed"
    squads.test_discipline(battle, battle.state.units["r"])  # 6 - 1 - 1 is less than 6, but a natural 6 passes
    assert battle.state.units["r"].status == "steady"


@pytest.mark.rule("combat-action.discipline.results", "combat-action.pinned.ready", "combat-action.ready.end")
@pytest.mark.parametrize(
    ("status", "hurt", "face", "after"),
    [
        ("steady", True, 4, "steady"),
        ("steady", True, 3, "pinned"),
        ("pinned", False, 4, "steady"),
        ("pinned", False, 3, "pinned"),
        ("pinned", True, 3, "routing"),
        ("pinned", True, 4, "steady"),
        ("routing", False, 4, "steady"),
        ("routing", False, 3, "routing"),
        ("routing", True, 3, "routing"),
    ],
)
def test_results(status: str, hurt: bool, face: int, after: str) -> None:
    battle = a_battle({"r": squad(3, status=status, hurt=hurt), "b": FAR}, f"discipline {face}")
    unit = battle.state.units["r"]
    for name in unit.figures if status == "steady" else ():
        battle.state.figures[name].ready = 0
    squads.test_discipline(battle, unit)
    assert (unit.status, unit.hurt) == (after, False)
    assert unit.regroups is (status == "routing" and after == "steady")
    if after == "pinned":
        assert all(battle.state.figures[name].ready == -1 for name in unit.figures)


@pytest.mark.rule("combat-action.discipline.causes", "combat-action.activation.discipline-phase")
def test_when_a_unit_tests() -> None:
    battle = a_battle({"r": squad(2), "h": {"model": "hunter", "at": [[60, 60]]}, "b": FAR})
    state = battle.state
    assert not must_test(state, state.units["r"])
    state.units["r"].hurt = True
    assert must_test(state, state.units["r"])
    state.units["r"].hurt, state.units["r"].status = False, "pinned"
    assert must_test(state, state.units["r"])
    state.units["h"].hurt = True
    assert not must_test(state, state.units["h"])  # robots never test
    play = Play({"r": squad(2, hurt=True), "b": FAR}, "discipline 4", active="r")
    assert play.fell("discipline, r") == [4]
    assert play.options[0] == "done"  # the action phase has begun


@pytest.mark.rule("combat-action.discipline.causes", "combat-action.units.aboard")
def test_crews_and_riders_do_not_test() -> None:
    figures = {
        "1": {"model": "car", "at": [60, 60]},
        "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"},
        "3": {"model": "gunner", "carrier": "r.1", "seat": "gunner"},
    }
    battle = a_battle({"r": {"figures": figures, "hurt": True}, "b": FAR})
    state = battle.state
    assert not must_test(state, state.units["r"])
    state.figures["r.3"].carrier = ""
    assert must_test(state, state.units["r"])  # a crew that has got out tests like a squad


# ---- orders


@pytest.mark.rule("combat-action.actions.impart-order", "combat-action.discipline.test")
@pytest.mark.parametrize(
    ("far", "model", "able"),
    [(25, "bare", True), (30, "bare", True), (30.1, "bare", False), (45, "bare", False), (45, "radio", True)],
)
def test_an_officers_order(far: float, model: str, able: bool) -> None:
    # combat-action.ex.order
    units = {"o": {"model": "officer", "at": [[20, 20]]}, "s": {"model": model, "at": [[20, 22.5 + far]]}, "b": FAR}
    play = Play(units, active="o")
    assert ("impart-order:s" in play.options) is able
    if able:
        play.say("impart-order:s")
        assert (play.unit("s").ordered, play.unit("s").told, play["o.1"].ap) == (1, 1, 1)
        assert "impart-order:s" not in play.options  # one order per unit and turn


@pytest.mark.rule("combat-action.actions.impart-order")
def test_an_order_steadies_a_pinned_squad() -> None:
    units = {"s": {"model": "bare", "at": [[20, 40]], "status": "pinned", "ordered": 1}, "b": FAR}
    play = Play(units, "discipline 3", active="s")  # 3 + 1 reaches 4
    assert play.unit("s").status == "steady"
    assert play.unit("s").ordered == 0


@pytest.mark.rule("combat-action.actions.impart-order", "combat-action.units.leader-lost")
def test_a_leader_orders_his_own_squad_within_ten() -> None:
    units = {"r": {"model": "bare", "at": [[20, 20], [32.5, 20]]}, "other": {"model": "bare", "at": [[20, 30]]}, "b": FAR}
    play = Play(units, active="r").say("r.1")
    assert "impart-order:r" in play.options
    assert "impart-order:other" not in play.options  # he is no officer
    play.say("done").say("r.2")
    assert "impart-order" not in play.verbs()  # nor the leader
    units["r"]["at"] = [[20, 20], [32.6, 20]]
    assert "impart-order" not in Play(units, active="r").say("r.1").verbs()


@pytest.mark.rule("combat-action.machine-damage.antenna")
def test_a_damaged_antenna_silences_the_comm_link_aboard() -> None:
    figures: dict[str, Any] = {
        "1": {"model": "car", "at": [20, 20]},
        "2": {"model": "officer", "carrier": "r.1", "seat": "gunner"},
        "3": {"model": "driver", "carrier": "r.1", "seat": "pilot"},
    }
    units = {"r": {"figures": figures, "leader": "r.3"}, "s": {"model": "radio", "at": [[20, 80]]}, "b": FAR}
    assert "impart-order:s" in Play(units, active="r").say("r.2").options
    figures["1"]["broken"] = ["antenna"]
    assert "impart-order:s" not in Play(units, active="r").say("r.2").options


# ---- pinned


def pinned(terrain: list[Any], at: list[float] = [60, 40], **more: Any) -> Play:  # noqa: B006 - never written on
    units = {"r": {"figures": {"1": {"at": at, **more}}, "status": "pinned"}, "b": {"model": "bare", "at": [[60, 80]]}}
    return Play(units, "discipline 1", active="r", terrain=terrain)


SIDE = {"id": "side", "kind": "low-wall", "box": [64, 41, 76, 42], "height": 2}
AHEAD = {"id": "ahead", "kind": "low-wall", "box": [50, 46, 70, 47], "height": 2}


@pytest.mark.rule("combat-action.pinned.models-in-the-open", "combat-action.pinned.actions", "combat-action.pinned.no-advance")
def test_pinned_in_the_open() -> None:
    play = pinned([SIDE])
    assert play.unit("r").status == "pinned"
    assert play.verbs() <= {"done", "walk", "charge", "go-flat-down"}
    assert "standard-fire" not in play.verbs()
    play.say("walk")
    assert play.refused({"r.1": [60, 42]}) == "pinned.no-advance"
    assert play.refused({"r.1": [58, 40]}) == "pinned.models-in-the-open"
    play.say({"r.1": [69, 38.7]})
    assert "standard-fire" in play.verbs()  # in cover everything is free again


@pytest.mark.rule("combat-action.pinned.models-in-the-open", "combat-action.pinned.actions")
def test_pinned_and_flat_down() -> None:
    play = pinned([SIDE]).say("go-flat-down")
    assert "standard-fire" in play.verbs()


@pytest.mark.rule("combat-action.pinned.models-in-the-open", "combat-action.pinned.no-advance")
def test_the_wall_ahead_is_no_cover_to_go_to() -> None:
    # combat-action.ex.pinned-in-the-open
    play = pinned([AHEAD])
    assert play.verbs() == {"done", "go-flat-down"}  # no place that is not nearer to the enemy: only going flat down is left


@pytest.mark.rule("combat-action.pinned.models-in-the-open")
def test_towards_cover_that_is_out_of_reach() -> None:
    far = {"id": "far", "kind": "low-wall", "box": [60, 12, 76, 13], "height": 2}
    play = pinned([far], at=[68, 40]).say("walk")
    assert play.refused({"r.1": [60, 39]}) in ("pinned.no-advance", "pinned.models-in-the-open")
    play.say({"r.1": [68, 31]})
    assert play.at("r.1") == (68, 31)


@pytest.mark.rule("combat-action.pinned.models-in-cover", "combat-action.los.in-cover", "combat-action.pinned.no-advance")
def test_pinned_in_cover() -> None:
    """He stays and fires, or goes where nobody sees him."""
    rock = {"id": "rock", "kind": "boulder", "box": [62, 34, 72, 38], "height": 6}
    wall = {"id": "wall", "kind": "low-wall", "box": [50, 42, 64, 43], "height": 2}
    play = pinned([wall, rock])
    assert {"standard-fire", "charge"} <= play.verbs()
    play.say("charge")
    assert play.refused({"r.1": [56, 40]}) == "pinned.models-in-cover"  # still in cover, but seen
    play.say({"r.1": [[60.5, 32.5], [66, 32.5]]})
    assert play.at("r.1") == (66, 32.5)


@pytest.mark.rule("combat-action.pinned.close-combat")
def test_pinned_in_close_combat() -> None:
    units = {
        "r": {"model": "fighter", "at": [[60, 40]], "status": "pinned"},
        "b": {"model": "bare", "at": [[60, 42.5]]},
        "bb": {"model": "bare", "at": [[60, 80]]},
    }
    play = Play(units, "discipline 1", active="r")
    assert {"close-combat-attack", "walk"} <= play.verbs()
    assert "go-flat-down" not in play.verbs()


@pytest.mark.rule("combat-action.pinned.ready", "combat-action.ready.end")
def test_who_is_pinned_is_not_ready() -> None:
    # combat-action.ex.ready-lost-when-pinned
    figures = {str(n): {"at": [20 + 5 * n, 20], "ready": 0, "ap": 1} for n in range(3)}
    play = Play({"r": {"figures": figures, "hurt": True, "leader": "r.0"}, "b": FAR}, "discipline 1", active="r")
    assert [play[f"r.{n}"].ready for n in range(3)] == [-1, -1, -1]


# ---- rout


def routing(terrain: list[Any], at: Any = (60, 60), dice: str = "discipline 1", **more: Any) -> Play:
    units = {
        "r": {"figures": {"1": {"model": "bare", "at": list(at), **more}}, "status": "routing"},
        "steady": {"model": "bare", "at": [[5, 100]]},
        "b": {"model": "bare", "at": [[60, 80]]},
    }
    return Play(units, dice, active="r", terrain=terrain)


@pytest.mark.rule("combat-action.rout.charge-away", "combat-action.rout.table-edge", "combat-action.rout.no-coherency")
def test_the_direction_of_a_rout() -> None:
    # combat-action.ex.rout-direction
    assert routing([]).at("r.1") == (60, 40)
    wall = {"id": "wall", "kind": "high-wall", "box": [58.9, 46, 61.1, 48], "height": 6}
    x, y = routing([wall]).at("r.1")
    assert ((x - 60) ** 2 + (y - 60) ** 2) ** 0.5 == pytest.approx(20, abs=0.01)
    assert x > 60  # he looks south: his left is the east
    assert routing([], at=(60, 15))["r.1"].gone == "left"
    for start, gone in ((21.3, "left"), (21.4, "")):
        routed = routing([], at=(60, start))
        assert (routed.at("r.1"), routed["r.1"].gone) == ((60, round(start - 20, 1)), gone)


@pytest.mark.rule("combat-action.rout.charge-away")
def test_flat_and_wounded_models_run_as_well() -> None:
    play = routing([], flat=True, wounded=True)
    assert play.at("r.1") == (60, 40)
    assert not play["r.1"].flat


@pytest.mark.rule("combat-action.rout.charge-away")
def test_the_nearest_to_the_edge_runs_first() -> None:
    figures = {"1": {"model": "bare", "at": [60, 60]}, "2": {"model": "bare", "at": [60, 55]}}
    units = {"r": {"figures": figures, "status": "routing"}, "steady": {"model": "bare", "at": [[5, 100]]}, "b": FAR}
    play = Play(units, "discipline 1", active="r")
    assert [event.figure for event in play.told("Moved")] == ["r.2", "r.1"]


@pytest.mark.rule(
    "combat-action.rout.close-combat", "combat-action.close-combat.break-away", "combat-action.close-combat.strike-back"
)
@pytest.mark.parametrize(("face", "runs"), [(3, False), (4, True)])
def test_routing_models_in_contact(face: int, runs: bool) -> None:
    # combat-action.ex.rout-in-close-combat
    units = {
        "r": {"figures": {"1": {"model": "fighter", "at": [60, 60]}}, "status": "routing"},
        "steady": {"model": "bare", "at": [[5, 100]]},
        "b": {"model": "fighter", "at": [[60, 62.5]]},
    }
    play = Play(units, f"discipline 1, break away {face}", active="r")
    assert (play.at("r.1") == (60, 40)) is runs
    play = Play(units, active="b").say("close-combat-attack:0:r.1", dice="attack 1")
    assert [blow.back for blow in play.told("Fought")] == [False]  # no striking back


@pytest.mark.rule("combat-action.rout.rally", "combat-action.discipline.results")
def test_a_unit_that_rallies_regroups() -> None:
    figures = {"1": {"at": [60, 60]}, "2": {"at": [60, 90]}}
    units = {
        "r": {"figures": figures, "status": "routing"},
        "steady": {"model": "bare", "at": [[110, 10]]},
        "b": {"model": "bare", "at": [[20, 100]]},
    }
    play = Play(units, "discipline 6", active="r")
    assert (play.unit("r").status, play.unit("r").regroups) == ("steady", True)
    play.say("r.2")
    assert play.verbs() == {"done", "walk", "charge"}
    play.say("walk")
    assert play.refused({"r.2": [60, 95]}) == "rout.rally"
    play.say({"r.2": [60, 82]})
    play.say("done").say("r.1")
    assert {"walk", "standard-fire"} & play.verbs()  # the leader himself is free
    play.say("done")
    assert play.rule != "combat-action.ready.gain"  # no ready-to-fire in this activation
    assert play.unit("r").regroups


@pytest.mark.rule("combat-action.rout.rally", "combat-action.units.coherency")
def test_a_lone_survivor_who_has_rallied_is_coherent_and_becomes_ready_again() -> None:
    units = {"r": {"at": [[60, 20]], "regroups": True}, "b": {"model": "bare", "at": [[60, 110]]}}
    play = Play(units, active="r").say("done")
    assert not play.unit("r").regroups
    assert play.asks == "red ready.gain"
