"""Who acts when within an activation, and what comes before the orders (defiance.orders.activation-sequence, …)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.defiance.basics.events import TemplateGone
from littlewars.systems.defiance.basics.state import Activation, Chit, Team
from littlewars.systems.defiance.fire.targets import is_aimed, targets_of
from littlewars.systems.defiance.orders.activation import teams
from littlewars.systems.defiance.orders.orders import available
from littlewars.systems.defiance.suppression.template import _still_aimed
from littlewars.systems.defiance.turn.reorganising import UnitChange, carry_out
from tests.defiance.squads import Play, a_battle, row, run

FAR = {"b": {"at": [[40, 44]], "face": 180}}


def strip(unit: str, firer: str, at: tuple[float, float], target: str, **more: Any) -> dict[str, Any]:
    """Suppression that lies on the table."""
    pieces = [{"at": list(at), "face": 90, "length": 3}]
    found = {"id": "t", "unit": unit, "firer": firer, "target": target, "pieces": pieces, "contributors": [firer]}
    return {**found, "arms": {firer: 0}, **more}


def until_orders(play: Play) -> None:
    """Everything asked on the way is answered as usual, until somebody gets orders."""
    for _ in range(60):
        if play.game.ask is None or "declare-first" in play.asks or "who gets orders" in play.game.ask.prompt:
            return
        play.game.answer(play.game.ask.default())


# ---- suppression that is kept


@pytest.mark.rule("defiance.orders.activation-sequence", "defiance.suppression.continue-keep")
def test_keeping_suppression_skips_nothing_that_comes_before_orders() -> None:
    """The stunned try to recover, chits come back, the shaken may crawl; then the others of the unit cover with 0."""
    wood = {"id": "w", "category": "light", "box": [10, 8, 14, 12], "height": 2}
    figures = {"2": {"stunned": True}, "3": {"shaken": True, "prone": True}, "5": {"leader": 2, "chits": []}}
    units = {"r": {"at": row(20, 10, 5), "primary": "gun", "figures": figures}, **FAR}
    mine = strip("r", "r.1", (4, 40), "b")
    play = Play(units, dice="card 1", templates=[mine], terrain=[wood]).say("keep", dice="stoppage 1, stun recovery 9")
    assert not play["r.2"].stunned
    assert play.asks == "red command.chit-assign"
    play.say({"chit 1": "r.5"})
    assert play.asks == "red morale.shaken-effects"
    play.say("stay")
    assert [play[f"r.{n}"].covers for n in (1, 4)] == ["", ""]  # all carry the weapon class that suppresses
    assert play.asks.startswith("blue")


@pytest.mark.rule("defiance.suppression.continue-keep")
def test_others_of_a_unit_that_keeps_its_suppression_cover() -> None:
    figures = {"2": {"primary": [], "side_arms": ["pistol"]}}
    units = {"r": {"at": row(20, 10, 2), "primary": "gun", "figures": figures}, **FAR}
    play = Play(units, dice="card 1", templates=[strip("r", "r.1", (4, 40), "b")]).say("keep", dice="stoppage 1")
    assert (play["r.2"].covers, play["r.2"].cover_mod) == ("side", 0)
    assert play["r.1"].covers == ""


@pytest.mark.rule("defiance.suppression.continue-keep", "defiance.orders.linked-fire-teams")
def test_every_team_decides_on_its_own_suppression() -> None:
    units = {"r": {"frame": "linked", "at": row(18, 10, 6), "primary": "gun"}, **FAR}
    one = strip("r", "r.1", (4, 40), "b", team=["r.1", "r.2", "r.3"])
    two = strip("r", "r.4", (8, 40), "b", team=["r.4", "r.5", "r.6"], id="t2")
    play = Play(units, dice="card 1", templates=[one, two]).say("keep", dice="stoppage 1")
    assert play.asks == "red suppression.continue-keep"
    play.say("end")
    assert [template.id for template in play.state.templates] == ["t"]
    until_orders(play)
    assert play.asks == "red orders.declare-first"
    assert play.state.team().figures == ["r.4", "r.5", "r.6"]


@pytest.mark.rule("defiance.suppression.continue-keep", "defiance.command.independent-orders")
def test_a_heros_own_suppression_binds_nobody_else() -> None:
    units = {"r": {"frame": "hero", "at": row(16, 10, 5), "primary": "gun", "figures": {"1": {"hero": True}}}, **FAR}
    play = Play(units, dice="card 1", templates=[strip("r", "r.1", (4, 40), "b", team=["r.1"])])
    play.say("keep", dice="stoppage 1")
    until_orders(play)
    assert play.asks == "red orders.declare-first"
    assert play.state.team().figures == ["r.2", "r.3", "r.4", "r.5"]


@pytest.mark.rule("defiance.cover.timing-late")
def test_those_who_keep_suppressing_may_be_answered_afterwards() -> None:
    units = {
        "r": {"at": [[20, 10]], "primary": "gun"},
        "b": {"at": [[20, 30]], "face": 180, "covers": "primary", "cover_mod": 0},
    }
    play = Play(units, dice="card 1", templates=[strip("r", "r.1", (4, 44), "b")]).say("keep")
    assert play.asks == "blue cover.triggers"
    play.say("wait", dice="stoppage 1")
    assert play.asks == "blue cover.triggers"
    assert "has fired" in play.game.ask.prompt  # type: ignore[union-attr]


# ---- who gets orders


@pytest.mark.rule("defiance.morale.linked-fire-teams", "defiance.orders.linked-fire-teams")
def test_nine_linked_figures_make_three_teams() -> None:
    # defiance.ex.linked-teams
    play = Play({"r": {"frame": "linked", "at": row(10, 10, 9)}, **FAR}, dice="card 1")
    teams = []
    for number in range(3):
        if "team" in play.options:
            play.say("team", [f"r.{3 * number + k}" for k in (1, 2, 3)])
        teams.append(list(play.state.team().figures))
        play.say("aim")
        until_orders(play)
    assert teams == [["r.1", "r.2", "r.3"], ["r.4", "r.5", "r.6"], ["r.7", "r.8", "r.9"]]


@pytest.mark.rule("defiance.suppression.continue-keep")
def test_those_who_keep_their_templates_cover_in_that_order() -> None:
    battle = a_battle({"r": {"at": row(10, 10, 3)}, **FAR})
    battle.state.turn.doing = Activation("r", "teams", kept=[Team(["r.1"]), Team(["r.2"])], waiting=["r.3"])
    run(teams(battle))
    doing = battle.state.acting()
    assert (doing.team.figures, doing.stage, [team.figures for team in doing.kept]) == (["r.1"], "cover", [["r.2"]])


@pytest.mark.rule("defiance.orders.linked-fire-teams")
def test_shaken_figures_belong_to_fire_teams() -> None:
    """Six figures, one of them shaken, one stunned: two teams; a team needs somebody who follows its order."""
    down = {"5": {"stunned": True}, "6": {"shaken": True, "prone": True}}
    units = {"r": {"frame": "linked", "at": row(10, 10, 6), "figures": down}, **FAR}
    play = Play(units, dice="card 1, stun recovery 2")
    assert play.options == ["together", "team"]
    play.say("team")
    assert play.options == [f"r.{k}" for k in range(1, 7)]
    assert play.refused(["r.1", "r.2", "r.3", "r.4"]) == "orders.linked-fire-teams"  # two would be left
    play.say(["r.1", "r.5", "r.6"])
    assert play.state.team().figures == ["r.1", "r.5", "r.6"]
    play.say("aim")
    until_orders(play)
    assert play.state.team().figures == ["r.2", "r.3", "r.4"]
    most = {str(k): {"shaken": True, "prone": True} for k in (1, 2, 3, 4)}
    play = Play({"r": {**units["r"], "figures": most}, **FAR}, dice="card 1").say("team")
    assert play.refused(["r.1", "r.2", "r.3"]) == "orders.linked-fire-teams"  # none of them can


@pytest.mark.rule("defiance.morale.linked-fire-teams", "defiance.command.independent-orders")
def test_teams_are_open_after_a_hero_has_acted() -> None:
    units = {"r": {"frame": "linkedhero", "at": row(10, 10, 7), "figures": {"1": {"hero": True}}}, **FAR}
    play = Play(units, dice="card 1", frames={"linkedhero": {"QU": "Linked", "HC": 10}}).say("r.1", "aim")
    until_orders(play)
    assert "team" in play.options


@pytest.mark.rule("defiance.command.independent-orders")
def test_an_officer_may_act_after_his_unit() -> None:
    units = {"r": {"at": row(20, 10, 4), "figures": {"1": {"command": 1}, "2": {"command": 1}}}, **FAR}
    play = Play(units, dice="card 1")
    assert play.options == ["together", "r.1", "r.2", "after:r.1", "after:r.2"]
    play.say("after:r.1")
    assert play.options == ["together", "r.2", "after:r.2"]
    play.say("together")
    assert play.state.team().figures == ["r.2", "r.3", "r.4"]
    play.say("aim")
    until_orders(play)
    assert play.state.team().figures == ["r.1"]


@pytest.mark.rule("defiance.orders.maneuver-only-way-into-hth")
def test_elite_sprinters_may_touch_any_unit() -> None:
    units: dict[str, Any] = {"b1": {"at": [[40, 40]]}, "b2": {"at": [[20, 14]]}, "b0": {"at": [[20, 12]]}}
    elite = Play({"r": {"frame": "elite", "at": [[16, 14]]}, **units}, dice="card 1").say("sprint")
    assert elite.allows({"r.1": [19, 14]})
    man = Play({"r": {"at": [[16, 14]]}, **units, "b0": {"at": [[16, 12]]}}, dice="card 1").say("sprint")
    assert man.refused({"r.1": [19, 14]}) == "orders.maneuver-only-way-into-hth"


@pytest.mark.rule("defiance.orders.hth-engaged-limits")
def test_a_shaken_figure_that_is_engaged_closes_aim_to_its_unit() -> None:
    shaken = {"2": {"shaken": True, "prone": True, "locked": ["b.1"]}}
    units = {
        "r": {"at": [[20, 10], [22, 10]], "figures": shaken},
        "b": {"at": [[23, 10]], "face": 270, "figures": {"1": {"locked": ["r.2"]}}},
        "b2": {"at": [[20, 30]], "face": 180},
    }
    battle = a_battle(units)
    unit = battle.state.units["r"]
    found = available(battle, unit, Team(["r.1", "r.2"]))
    assert "aim" not in found
    assert "sprint" in found
    battle.state.figures["r.2"].locked = battle.state.figures["b.1"].locked = ()
    assert "aim" in available(battle, unit, Team(["r.1", "r.2"]))


# ---- aim, cover, chits


@pytest.mark.rule("defiance.orders.aim-duration")
def test_aim_follows_the_figures_of_a_unit_that_splits_or_joins() -> None:
    units = {
        "r": {"at": [[20, 10]], "aims": ["b"], "aimed": 2},
        "b": {"at": row(20, 30, 10), "status": "ad hoc"},
        "b2": {"at": row(4, 44, 5)},
        "b3": {"at": row(4, 40, 5)},
    }
    battle = a_battle(units)
    state = battle.state
    carry_out(battle, "blue", UnitChange("split", "b", tuple(f"b.{n}" for n in range(6, 11))))
    assert is_aimed(state.figures["r.1"], state.figures["b.1"])
    assert is_aimed(state.figures["r.1"], state.figures["b.6"])
    assert not is_aimed(state.figures["r.1"], state.figures["b2.1"])
    state.figures["r.1"].aims = ("b3",)
    carry_out(battle, "blue", UnitChange("join", "b2", ("b3",)))
    assert is_aimed(state.figures["r.1"], state.figures["b3.1"])


@pytest.mark.rule("defiance.orders.aim-duration", "defiance.suppression.continue-keep")
def test_suppression_follows_the_unit_that_it_was_laid_on() -> None:
    units = {
        "r": {"at": [[20, 10]], "aims": ["b"], "aimed": 2},
        "b": {"at": row(20, 30, 5)},
        "b2": {"at": row(4, 44, 5)},
        "c": {"at": [[30, 44]], "side": "blue", "solo": True, "command": 1},
    }
    laid = [strip("r", "r.1", (20, 30), "b", aimed=True), strip("r", "r.1", (30, 44), "c", id="t2")]
    battle = a_battle(units, templates=laid)
    carry_out(battle, "blue", UnitChange("join", "b2", ("b",)))
    carry_out(battle, "blue", UnitChange("enter", "c", ("b2",)))
    assert [template.target for template in battle.state.templates] == ["b2", "b2"]
    assert _still_aimed(battle.state, battle.state.templates[0])  # he aims at all that contain its figures


@pytest.mark.rule("defiance.ranged.exempt-unit-in-cover")
def test_turning_away_from_one_in_the_open_does_not_hide_his_unit() -> None:
    """All figures of the unit that the firer sees count, not only those in the arc."""
    wood = {"id": "w", "category": "light", "box": [18, 18, 22, 22], "height": 3}
    units = {
        "r": {"at": [[20, 10]]},
        "b": {"at": [[20, 20], [8, 14]], "face": 180},
        "b2": {"at": [[26, 26]], "face": 180},
    }
    hidden = a_battle({**units, "b": {"at": [[20, 20]], "face": 180}}, terrain=[wood])
    figure = hidden.state.figures["r.1"]
    assert set(targets_of(hidden, figure, [(0, 0, figure.arms[0].weapon)], turns=False)[0]) == {"b.1", "b2.1"}
    mixed = a_battle(units, terrain=[wood])
    figure = mixed.state.figures["r.1"]
    assert set(targets_of(mixed, figure, [(0, 0, figure.arms[0].weapon)], turns=False)[0]) == {"b.1"}


@pytest.mark.rule("defiance.command.leader-not-cumulative")
def test_when_units_join_only_the_first_leader_keeps_chits() -> None:
    units = {
        "r": {"at": row(20, 10, 4), "figures": {"1": {"leader": 3}}},
        "s": {"at": row(20, 12, 4), "figures": {"1": {"leader": 2}}},
        **FAR,
    }
    battle = a_battle(units)
    state = battle.state
    state.figures["r.1"].chits, state.figures["s.2"].chits = (Chit("r.1"),), (Chit("s.1"),)
    carry_out(battle, "red", UnitChange("join", "r", ("s",)))
    assert {f.id: f.chits for f in state.figures.values() if f.chits} == {"r.1": (Chit("r.1"),)}


@pytest.mark.rule("defiance.command.commander-split")
def test_without_its_commander_a_unit_must_still_be_large_enough() -> None:
    """The minimum is that of those who stay: he takes off what he led."""
    units = {"r": {"at": [*row(20, 10, 4), [30, 10]], "figures": {"5": {"command": 1, "leader": 4}}}, **FAR}
    play = Play(units, turn={"phase": "command", "number": 1})
    offered = play.options if play.asks == "red turn.command-phase" else []
    assert "leave:r.5" not in offered


@pytest.mark.rule("defiance.suppression.contributors-lost")
def test_the_end_of_suppression_is_told_without_a_possessive() -> None:
    assert TemplateGone(unit="Reds").tell() == "suppression by {Reds} ends"
    assert TemplateGone(unit="Reds", length=2000).tell() == "suppression by {Reds} shrinks to {=2000}"


@pytest.mark.rule("defiance.command.independent-orders", "defiance.orders.one-order-per-unit")
def test_of_two_officers_only_one_can_wait_for_the_other() -> None:
    officers = {"1": {"command": 1}, "2": {"command": 1}}
    play = Play({"r": {"at": row(20, 10, 2), "figures": officers}, "b": {"at": [[20, 44]], "face": 180}}, "card 1")
    assert {"after:r.1", "after:r.2"} <= set(play.options)
    play.say("after:r.1")
    assert "r.2" in play.options
    assert not [name for name in play.options if name.startswith("after:")]
