"""Leaders: joining, leading, leaving."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.oversoul.basics.state import LastingSpell
from littlewars.systems.oversoul.move.drill import unit_allowance
from littlewars.systems.oversoul.units.morale import morale_tally
from littlewars.systems.oversoul.units.ranks import fighters, formation_of, sizes
from littlewars.systems.oversoul.units.spells_on import spell_move
from littlewars.table.formation.formation import frontage
from tests.oversoul.helpers import Play, row, state_of

BLUE = {"b": {"profile": "man", "at": [[40, 44]]}}
NEXT = "initiative 6, initiative 1"
MOUNTED = {
    "wolf": {"kind": "mount", "die": "d10", "attributes": []},
    "wolf lord": {"die": "d8", "attributes": ["Command", "Mounted"], "mount": "wolf"},
}


def squad(**more: Any) -> dict[str, Any]:
    return {"profile": "man", "at": row(20, 20, 3), **more}


def line(count: int = 3, formation: str = "line", **more: Any) -> dict[str, Any]:
    return {"profile": "spear", "formation": formation, "at": [20, 20], "count": count, **more}


def captain(x: float, y: float, profile: str = "captain", **more: Any) -> dict[str, Any]:
    return {"profile": profile, "at": [[x, y]], **more}


# ---- joining


@pytest.mark.rule("oversoul.leader.attach", "oversoul.attr.command")
def test_a_leader_joins_at_the_end_of_his_move_in_contact_and_does_nothing_more() -> None:
    units = {"r": squad(), "rc": captain(20, 15), "b": {"profile": "man", "at": [[20, 21]], "face": 180}}
    play = Play(units).say("rc", "move-other")
    far = Play(units).say("rc", "move", {"rc.1": [20, 18.9]})
    assert far.asks == "blue round.one-unit-or-pass"  # not in contact: nothing to declare
    play.say({"rc.1": [20, 19]})
    assert play.asks == "red leader.attach"
    assert play.options == ["stay", "r"]
    play.say("r")
    assert (play.unit("r").leader, play.unit("rc").under) == ("rc", "r")
    assert play.asks == "blue round.one-unit-or-pass"  # no Other action follows


@pytest.mark.rule("oversoul.leader.attach")
def test_an_other_action_before_the_move_is_lawful() -> None:
    units = {"r": squad(), "rc": captain(24, 20), "b": {"profile": "man", "at": [[24, 21]], "face": 180}}
    play = Play(units).say("rc", "other-move", "melee:b.1", dice="melee attack 1")
    play.say({"rc.1": [23, 20]}, "r")
    assert play.unit("rc").under == "r"


@pytest.mark.rule("oversoul.leader.attach", "oversoul.leader.one-unit")
def test_whom_a_leader_may_not_join() -> None:
    def hosts(other: dict[str, Any], **more: Any) -> list[str]:
        play = Play({"x": other, "rc": captain(20, 15), **BLUE, **more}).say("rc", "move", {"rc.1": [20, 18]})
        return play.options[1:] if play.asks == "red leader.attach" else []

    assert hosts({"profile": "man", "at": [[20, 19]]}) == ["x"]
    assert hosts({"profile": "man", "at": [[20, 19]], "frightened": True}) == ["x"]
    assert hosts({"profile": "man", "at": [[20, 19]], "side": "blue"}) == []
    assert hosts({"profile": "captain", "at": [[20, 19]]}) == []
    assert hosts({"profile": "car", "at": [[20, 20.5]]}) == []
    led = {"profile": "man", "at": [[20, 19]], "leader": "rd"}
    assert hosts(led, rd=captain(20, 20)) == []  # it has a leader already
    crew = {"figures": {"1": {"profile": "man", "at": [20, 19]}, "gun": {"profile": "gun", "at": [20, 20.5]}}}
    assert hosts(crew) == ["x"]


@pytest.mark.rule("oversoul.leader.attach", "oversoul.leader.attached-activation")
def test_in_a_line_he_stands_at_the_end_his_owner_names() -> None:
    units = {"r": line(), "rc": captain(20, 15), **BLUE}
    play = Play(units).say("rc", "move", {"rc.1": [20, 18.5]}, "r")
    assert play.options == ["right", "left"]
    play.say("right")
    assert play.unit("r").ranks.rows == [["r.1", "r.2", "r.3", "rc.1"]]
    assert [play.at(name) for name in ("r.1", "r.3", "rc.1")] == [(19, 19.5), (21, 19.5), (22, 19.5)]
    assert play["rc.1"].face == 0


@pytest.mark.rule("oversoul.leader.attach")
def test_in_a_column_he_stands_behind_the_last_and_without_room_he_does_not_join() -> None:
    units = {"r": line(3, "column"), "rc": captain(21.1, 15), **BLUE}
    play = Play(units).say("rc", "move", {"rc.1": [21, 17.5]}, "r")
    assert play.unit("r").ranks.rows[-1] == ["rc.1"]
    assert play.at("rc.1") == (20, 16.5)
    full = Play({**units, "rf": {"profile": "man", "at": [[20, 16.3]]}}).say("rc", "move", {"rc.1": [21, 17.5]})
    assert full.asks == "blue round.one-unit-or-pass"


@pytest.mark.rule("oversoul.leader.attach", "oversoul.tight.must-have-formation", "oversoul.leader.attached-activation")
def test_a_mounted_leader_widens_the_front_and_pushes_no_ranks_apart() -> None:
    units = {"r": line(6, "line/2", leader="rc"), "rc": {"profile": "marshal"}}
    play = Play(units)
    assert play.unit("r").ranks.rows == [["r.1", "r.2", "r.3", "rc.1"], ["r.4", "r.5", "r.6"]]
    assert [play.at(name)[1] for name in ("r.1", "r.4", "rc.1")] == [19.5, 18.5, 19.5]  # rank behind rank, touching
    assert [play.at(name)[0] for name in ("r.1", "r.2", "r.3", "rc.1")] == [18.5, 19.5, 20.5, 21.5]


# ---- leading


@pytest.mark.rule("oversoul.leader.attached-activation")
def test_he_moves_with_a_loose_unit_by_his_own_move() -> None:
    units = {"r": squad(leader="rc"), "rc": captain(20, 21)}
    play = Play(units)
    assert play.options == ["pass", "r"]  # and cannot be chosen himself
    play.say("r", "stay", "move")
    assert play.budget == {"r.1": 12, "r.2": 12, "r.3": 12, "rc.1": 16}
    assert play.refused({"rc.1": [20, 28]}) == "move.end-in-cohesion"
    assert play.allows({"rc.1": [20, 25]})
    play.say({"rc.1": [20, 25], "r.1": [20, 24]})
    assert play.at("rc.1") == (20, 25)


@pytest.mark.rule("oversoul.leader.attached-activation", "oversoul.tight.move-allowance")
def test_a_slow_leader_holds_up_a_tight_unit_and_adds_to_its_frontage() -> None:
    profiles = {"old": {"die": "d6", "attributes": ["Command", "Slow"]}}
    play = Play({"r": line(4, leader="rc"), "rc": {"profile": "old"}}, profiles=profiles)
    assert unit_allowance(play.state, play.unit("r"), False) == 5000
    formation = formation_of(play.unit("r").ranks)
    assert frontage(formation, sizes(play.state, formation.ids)) == 5000
    play.say("r", "stay", "move")
    assert play.refused({"r": {"verb": "wheel", "what": "left", "face": 270}}) == "tight.move-allowance"  # 7.854 of 5
    assert play.refused({"r": {"verb": "form", "what": "line/2"}}) == "tight.line"  # he does not make five of four
    play.say({"r": {"verb": "form", "what": "column"}})
    assert play.unit("r").ranks.rows == [["r.1"], ["r.2"], ["r.3"], ["r.4"], ["rc.1"]]


@pytest.mark.rule("oversoul.leader.attached-activation", "oversoul.tight.melee-first-rank")
def test_his_place_is_no_rank_of_its_own() -> None:
    play = Play({"r": line(3, "column", leader="rc"), "rc": {"profile": "captain"}})
    play.say("r", "stay", "move", {"r": {"verb": "about"}})
    assert play.unit("r").ranks.rows[0] == ["rc.1"]
    assert fighters(play.state, play.unit("r")) == ["r.3"]


@pytest.mark.rule("oversoul.leader.no-other-action")
def test_an_attached_leader_neither_strikes_nor_shoots() -> None:
    profiles = {"gunman": {"die": "d8", "range": 10, "attributes": ["Command"]}}
    units = {"r": squad(leader="rc"), "rc": captain(19, 20, "gunman"), "b": {"profile": "man", "at": [[19, 21]], "face": 180}}
    play = Play(units, profiles=profiles).say("r", "stay", "other")
    assert play.asks == "blue round.one-unit-or-pass"  # nobody else has anything to do
    alone = Play({**units, "r": squad()}, profiles=profiles).say("rc", "other")
    assert "melee:b.1" in alone.options


@pytest.mark.rule("oversoul.leader.morale-bonus", "oversoul.morale.leader-bonus")
@pytest.mark.parametrize("kind", ["casualties", "fear", "seeing", "rally"])
def test_the_unit_has_two_more_on_every_morale_roll(kind: str) -> None:
    led = Play({"r": squad(leader="rc"), "rc": captain(20, 21)}).state
    alone = Play({"r": squad(), "rc": captain(20, 21)}).state
    needs = [morale_tally(state, state.units["r"], state.figures["r.1"], kind).needed for state in (led, alone)]
    assert needs[1] - needs[0] == 2


@pytest.mark.rule("oversoul.leader.no-morale", "oversoul.leader.definition")
def test_a_leader_never_rolls_morale_nor_does_the_mount_under_him() -> None:
    """oversoul.ex.morale-exempt, its first part"""
    wolf = {
        "wolf": {"profile": "wolf", "at": [20, 20]},
        "lord": {"profile": "wolf lord", "carrier": "rc.wolf", "seat": "rider"},
    }
    units = {"rc": {"figures": wolf}, "rd": captain(24, 20), "b": {"profile": "ghoul", "at": [[22, 32]], "face": 180}}
    play = Play(units, profiles=MOUNTED, order=["blue", "red"]).say("b", "move", {"b.1": [22, 27]})
    assert not play.told("Tested")
    assert play.asks == "red round.one-unit-or-pass"


# ---- leaving


@pytest.mark.rule("oversoul.leader.detach")
def test_he_leaves_when_the_unit_is_activated_and_acts_from_the_next_turn_on() -> None:
    units = {"r": squad(leader="rc"), "rc": captain(20, 21), **BLUE}
    play = Play(units).say("r")
    assert play.asks == "red leader.detach"
    play.say("leave", "move", {"r.1": [19, 17], "r.2": [20, 17], "r.3": [21, 17]})
    assert (play.unit("r").leader, play.unit("rc").under) == ("", "")
    assert play.at("rc.1") == (20, 21)  # he stays where he is, and cohesion no longer binds him
    play.say("b", "nothing", dice=NEXT)
    assert play.options == ["pass", "r", "rc"]


@pytest.mark.rule("oversoul.leader.detach")
def test_he_does_not_leave_a_frightened_unit() -> None:
    play = Play({"r": squad(leader="rc", frightened=True), "rc": captain(20, 21), **BLUE})
    play.say("r", dice="rally 1")
    assert play.unit("r").leader == "rc"
    assert play.at("rc.1") == (20, 9)  # he flees with it: a run of 12


@pytest.mark.rule("oversoul.leader.detach", "oversoul.tight.same-direction")
@pytest.mark.parametrize("end", ["right", "left"])
def test_leaving_the_ranks_moves_nobody(end: str) -> None:
    units = {"r": line(6, "line/2"), "rc": captain(20, 15), **BLUE}
    play = Play(units).say("rc", "move", {"rc.1": [20, 17.5]}, "r", end)
    before = {name: play.at(name) for name in play.state.figures}
    play.say("b", "nothing", dice=NEXT)
    play.say("r", "leave", "nothing")
    assert {name: play.at(name) for name in play.state.figures} == before
    assert play.unit("r").ranks.rows == [["r.1", "r.2", "r.3"], ["r.4", "r.5", "r.6"]]


@pytest.mark.rule("oversoul.leader.unit-lost")
def test_when_the_last_trooper_falls_he_is_his_own_unit_again() -> None:
    units = {
        "r": {"profile": "rifle", "at": [[20, 10]]},
        "b": {"profile": "man", "at": [[20, 15]], "face": 180, "leader": "bc"},
        "bc": captain(21, 15),
    }
    play = Play(units).say("r", "other", "shoot:0:b.1", dice="ranged attack 6, recovery 1")
    assert play.unit("bc").under == ""
    assert play.options == ["pass", "bc"]


@pytest.mark.rule("oversoul.leader.unit-lost")
@pytest.mark.parametrize("formation", ["line", "column", "line/2"])
def test_when_he_falls_the_bonus_is_gone_nobody_tests_and_the_ranks_go_on(formation: str) -> None:
    units = {
        "r": {"profile": "rifle", "at": [[22, 8]]},
        "b": {**line(6, formation, leader="bc"), "at": [20, 15], "face": 180},
        "bc": {"profile": "captain"},
    }
    play = Play(units).say("r", "other", "shoot:0:bc.1", dice="ranged attack 6, recovery 1")
    assert play.unit("b").leader == ""
    assert not play.told("Tested")
    assert all("bc.1" not in rank for rank in play.unit("b").ranks.rows)
    play.say("b", "move", {"b": [play.unit("b").ranks.x / 1000, 13]}, dice=NEXT)
    assert play.unit("b").ranks.y == 13000


@pytest.mark.rule("oversoul.leader.unit-lost", "oversoul.morale.flee-off-table")
def test_he_is_lost_with_a_unit_that_flees_off_the_table() -> None:
    units = {
        "r": {**squad(leader="rc", frightened=True, fear_by="blue"), "at": row(20, 5, 3)},
        "rc": captain(20, 6),
        "rx": {"profile": "man", "at": [[5, 40]]},
        **BLUE,
    }
    play = Play(units).say("r")
    assert play["rc.1"].gone == "fled"
    assert play.state.sides["blue"].score == 3 * 12 + 32


# ---- a leader on an independent mount


def lord(x: float, y: float) -> dict[str, Any]:
    return {
        "figures": {
            "wolf": {"profile": "wolf", "at": [x, y]},
            "lord": {"profile": "wolf lord", "carrier": "rc.wolf", "seat": "rider"},
        }
    }


@pytest.mark.rule("oversoul.leader.definition", "oversoul.leader.attach", "oversoul.mount.independent-move")
def test_rider_and_mount_join_march_and_leave_together() -> None:
    units = {"r": line(3), "rc": lord(20, 12), **BLUE}
    play = Play(units, profiles=MOUNTED).say("rc", "move", {"rc.wolf": [20, 18]}, "r", "left")
    assert play.unit("r").ranks.rows == [["rc.wolf", "r.1", "r.2", "r.3"]]
    assert play.at("rc.lord") == play.at("rc.wolf") == (17.5, 19.5)
    play.say("b", "nothing", dice=NEXT)
    play.say("r", "stay", "move", {"r": [play.unit("r").ranks.x / 1000, 23]})
    assert play.at("rc.lord") == play.at("rc.wolf") == (17.5, 22.5)
    play.say("b", "nothing", dice=NEXT)
    play.say("r", "leave", "nothing", "b", "nothing", dice=NEXT)
    play.say("rc", "move", {"rc.wolf": [10, 22.5]})
    assert play.at("rc.lord") == (10, 22.5)


@pytest.mark.rule("oversoul.mount.survivor", "oversoul.tight.close-ranks")
def test_a_leader_whose_mount_falls_closes_up_on_foot() -> None:
    """His wolf had a base of 2 inches; he needs one."""
    units = {
        "r": {"profile": "rifle", "at": [[22, 8]]},
        "b": {**line(3, leader="rc"), "at": [20, 15], "face": 180},
        "rc": {**lord(40, 40), "side": "blue"},
    }
    play = Play(units, profiles=MOUNTED)
    assert play.unit("b").ranks.rows == [["b.1", "b.2", "b.3", "rc.wolf"]]
    before = play.at("b.1")
    play.say("r", "other", "shoot:0:rc.wolf", dice="ranged attack 6, recovery 1")
    assert play.unit("b").ranks.rows == [["b.1", "b.2", "b.3", "rc.lord"]]
    assert play.at("b.3")[0] - play.at("rc.lord")[0] == 1
    assert play.at("b.1") == before
    assert play.unit("b").leader == "rc"


@pytest.mark.rule("oversoul.leader.definition", "oversoul.mount.survivor")
def test_his_mount_left_alone_is_an_ordinary_unit() -> None:
    units = {
        "r": {"profile": "rifle", "at": [[20, 10]]},
        "b": {"profile": "man", "at": row(19, 15, 3), "face": 180, "leader": "rc"},
        "rc": {**lord(19.5, 16.6), "side": "blue"},
    }
    play = Play(units, profiles=MOUNTED).say("r", "other", "shoot:0:rc.lord", dice="ranged attack 6, recovery 1, morale 5")
    assert play.unit("b").leader == ""
    assert [event.unit for event in play.told("Tested")] == ["rc"]  # half of its two is lost
    assert "rc" in play.options


@pytest.mark.rule("oversoul.cast.unit-effects", "oversoul.leader.attached-activation")
def test_a_spell_on_a_unit_is_one_on_the_leader_attached_to_it() -> None:
    units = {
        "a": {"profile": "man", "at": row(20, 10, 3), "leader": "c"},
        "c": {"profile": "captain", "at": [[23, 10]], "under": "a"},
        "d": {"profile": "captain", "at": [[40, 10]]},
    }
    state = state_of(units)
    assert [spell_move(state, state.figures[name]) for name in ("a.1", "c.1", "d.1")] == [0, 0, 0]
    state.units["a"].spells = [LastingSpell("Fast", "red", 1)]
    there = spell_move(state, state.figures["a.1"])
    assert there > 0
    assert [spell_move(state, state.figures[name]) for name in ("c.1", "d.1")] == [there, 0]
