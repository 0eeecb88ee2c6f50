"""Cohesion, leaders and who follows them (at43.units.*, at43.core.units-of-measure)."""

from __future__ import annotations

import pytest

from littlewars.systems.at43.fire.salvo import next_loss
from littlewars.systems.at43.harm.removal import remove
from littlewars.systems.at43.move.walking import March
from littlewars.systems.at43.units.cohesion import bases_of, strays
from littlewars.systems.at43.units.engagement import touching
from tests.at43.table import Play, a_battle, finish, run


def out(places: list[list[float]], leader: int = 1) -> dict[str, str]:
    """Who of a unit at these places is out of cohesion."""
    state = a_battle({"r": {"at": places, "leader": str(leader)}, "b": {"at": [[20, 110]]}}).state
    return strays(bases_of(state.members(state.units["r"])), state.units["r"].leader)


@pytest.mark.rule("at43.units.cohesion-leader")
@pytest.mark.rule("at43.units.cohesion-neighbour")
@pytest.mark.rule("at43.core.units-of-measure")
def test_limits_of_cohesion_are_inclusive() -> None:
    # at43.ex.limits-are-inclusive
    assert out([[20, 20], [25.5, 20]]) == {}, "a gap of exactly 2.5 cm"
    assert set(out([[20, 20], [25.51, 20]])) == {"r.1", "r.2"}
    chain = [[20, 20], [25, 20], [29, 20]]
    assert out([*chain, [33, 20]]) == {}, "13 cm between centres is a gap of 10"
    assert out([*chain, [33.01, 20]]) == {"r.4": "at43.units.cohesion-leader"}
    assert out([[20, 20], [24, 20], [20, 33], [24, 33]]) == {"r.4": "at43.units.cohesion-leader"}
    assert out([[20, 20], [24, 20], [20, 32], [24, 32]]) == {}, "two pairs need no chain"
    assert out([[20, 20]]) == {}, "one alone is always in cohesion"
    assert set(out([[20, 20], [24, 20], [26, 28]])) == {"r.3"}


@pytest.mark.rule("at43.core.units-of-measure")
def test_contact_has_a_tolerance_of_a_millimetre() -> None:
    battle = a_battle({"r": {"at": [[20, 20]]}, "b": {"at": [[23.1, 20], [20, 23.11]]}})
    assert touching(battle, battle.state.figures["r.1"]) == ["b.1"]


@pytest.mark.rule("at43.units.cohesion-leader")
@pytest.mark.rule("at43.movement.whole-unit")
def test_cohesion_after_losses() -> None:
    """Two members are 14 and 16 cm from their new leader: gaps between edges."""
    # at43.ex.cohesion-after-losses
    places = {"1": [20, 20], "2": [24, 20], "3": [37, 20], "4": [20, 39]}
    units = {"r": {"figures": {key: {"at": at} for key, at in places.items()}}, "b": {"at": [[110, 110]]}}
    play = Play(units, act="r")
    play.say("rush")
    assert March(play.battle, play.unit("r"), "rush").refuse(()) is None, "nobody moves"
    assert play.allows({"r.3": [28, 20], "r.4": [20, 24]}), "all end in cohesion"
    assert play.allows({"r.3": [35, 20], "r.4": [20, 34]}), "at 12 and 11 cm"
    assert play.refused({"r.3": [38, 20], "r.4": [20, 34]}) == "units.cohesion-leader", "15 where it was 14"
    assert play.refused({"r.3": [37, 20], "r.4": [20, 34]}) == "units.cohesion-leader", "no nearer is not nearer"
    assert play.refused({"r.3": [35, 20], "r.4": [20, 34], "r.2": [20, 27]}) == "units.cohesion-neighbour", "one who was in it"
    play.say({"r.3": [35, 20], "r.4": [20, 34]})


@pytest.mark.rule("at43.units.leader-killed")
@pytest.mark.rule("at43.units.special-weapon-no-leader")
@pytest.mark.rule("at43.units.special-leader")
@pytest.mark.rule("at43.shooting.losses-leader")
def test_a_leader_is_replaced_by_his_nearest_comrade() -> None:
    # at43.ex.leader-replaced
    figures = {
        "o": {"profile": "officer", "at": [20, 20]},
        "m": {"profile": "missile", "at": [24, 20]},
        "t": {"profile": "man", "at": [20, 25]},
        "u": {"profile": "man", "at": [14, 20]},
    }
    battle = a_battle({"r": {"figures": figures}, "b": {"at": [[20, 90]]}})
    state, unit = battle.state, battle.state.units["r"]
    assert state.officer(unit) is not None
    finish(remove(battle, state.figures["r.o"], "killed"))
    assert unit.leader == "r.t", "the launcher is nearer and is skipped"
    assert state.figures["r.t"].at == (20000, 25000), "his own place is the leader's now"
    assert state.officer(unit) is None
    finish(remove(battle, state.figures["r.t"], "killed"))
    assert unit.leader == "r.u"
    finish(remove(battle, state.figures["r.u"], "killed"))
    assert unit.leader == "r.m", "a special leader"
    assert state.figures["r.m"].guns[0].key == "missile"
    assert not state.figures["r.m"].strikes, "and still no close combat"


@pytest.mark.rule("at43.units.leader-killed")
def test_the_owner_decides_between_comrades_who_are_equally_near() -> None:
    units = {"r": {"at": [[20, 20], [24, 20], [16, 20], [20, 24.5]]}, "b": {"at": [[20, 90]]}}
    battle = a_battle(units)
    run(remove(battle, battle.state.figures["r.1"], "killed"), "r.3")
    assert battle.state.units["r"].leader == "r.3"


@pytest.mark.rule("at43.units.special-leader")
def test_of_several_bearers_the_nearest_becomes_special_leader() -> None:
    figures = {"1": {"at": [20, 20]}, "2": {"profile": "missile", "at": [28, 20]}, "3": {"profile": "sonic", "at": [24, 20]}}
    battle = a_battle({"r": {"figures": figures}, "b": {"at": [[20, 90]]}})
    finish(remove(battle, battle.state.figures["r.1"], "killed"))
    assert battle.state.units["r"].leader == "r.3"


@pytest.mark.rule("at43.units.afv-units")
def test_a_destroyed_leader_machine_is_succeeded_like_a_soldier() -> None:
    figures = {
        "1": {"profile": "chief", "at": [20, 20]},
        "2": {"profile": "strider", "at": [36, 20]},
        "3": {"profile": "strider", "at": [28, 20]},
    }
    battle = a_battle({"r": {"figures": figures}, "b": {"at": [[20, 90]]}})
    state = battle.state
    assert out([[20, 20], [28, 20]]) != {}, "soldiers there are out of cohesion, machines with their bases are not"
    assert strays(bases_of(state.members(state.units["r"])), "r.1") == {}
    finish(remove(battle, state.figures["r.1"], "destroyed"))
    assert state.units["r"].leader == "r.3"


@pytest.mark.rule("at43.units.eliminated")
def test_a_unit_without_anybody_on_the_table_is_eliminated() -> None:
    units = {"r": {"at": [[20, 20]], "markers": ["take-cover"]}, "r2": {"at": [[40, 20]]}, "b": {"at": [[20, 90]]}}
    battle = a_battle(units)
    state = battle.state
    finish(remove(battle, state.figures["r.1"], "killed"))
    assert not state.on_table(state.units["r"])
    assert state.units["r"].markers == []
    assert [unit.id for unit in state.fielded("red")] == ["r2"]


@pytest.mark.rule("at43.shooting.losses")
def test_losses_are_the_nearest_to_the_shooters_leader() -> None:
    # at43.ex.losses-nearest
    figures = {"a": {"at": [20, 53]}, "b": {"at": [24, 51]}, "c": {"at": [16, 56]}, "d": {"at": [20, 49.5]}}
    battle = a_battle({"r": {"at": [[20, 20], [24, 20]]}, "b": {"figures": figures}})
    state = battle.state
    order = []
    for _ in range(3):
        found = finish(next_loss(battle, state.units["r"], state.units["b"]))
        order.append(found.id)
        finish(remove(battle, found, "killed"))
    assert order == ["b.d", "b.b", "b.a"]
    tie = a_battle({"r": {"at": [[20, 20]]}, "b": {"at": [[18, 50], [22, 50]]}})
    found = run(next_loss(tie, tie.state.units["r"], tie.state.units["b"]), "b.2")
    assert found.id == "b.2", "the owner of the losses breaks ties"
