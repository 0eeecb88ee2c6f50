"""Conditions of several parts, each part alone; and what exact limits do."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Battle, ScenarioError
from littlewars.systems.oversoul.attack.forecasts import forecast_action
from littlewars.systems.oversoul.attack.odds import plan_volley
from littlewars.systems.oversoul.attack.templates import flame_faces
from littlewars.systems.oversoul.basics.state import Activation
from littlewars.systems.oversoul.basics.terrain_words import oversoul_words
from littlewars.systems.oversoul.move.charges import CHARGE, note_charge
from littlewars.systems.oversoul.move.reforming import may_reform
from littlewars.systems.oversoul.system import OVERSOUL
from littlewars.systems.oversoul.units.leaders import _not_beside
from littlewars.systems.oversoul.units.ranks import sizes
from littlewars.table.constants import TOUCH
from littlewars.table.shapes.bases import Disc, extent
from tests.oversoul.helpers import Fight, battle_of, row, state_of
from tests.oversoul.test_flight import fleeing
from tests.oversoul.test_spells import casting
from tests.oversoul.test_template import FLAMER

ENEMY: dict[str, Any] = {"profile": "tough", "at": [[20, 26]], "face": 180}


@pytest.mark.rule("oversoul.attr.fire-linked")
def test_a_linked_weapon_fires_alone_where_its_mate_does_not_reach() -> None:
    """The short one comes first, but the enemy stands beyond it: the group is offered by the long one."""
    weapons = [{"name": "Short", "die": "d6", "range": 4}, {"name": "Long", "die": "d8", "range": 10}]
    linked = {"kind": "vehicle", "die": "d12", "attributes": ["Fire Linked (Short, Long)"], "weapons": weapons}
    units = {"a": {"profile": "x", "at": [[20, 20]]}, "b": {"profile": "tough", "at": [[20, 34], [20, 26]], "face": 180}}
    assert Fight(units, profiles={"x": linked}).actions() == ["hold", "shoot:0:b.2", "shoot:1:b.1"]


@pytest.mark.rule("oversoul.melee.eligibility")
def test_a_volley_of_those_in_contact_is_a_fight() -> None:
    units = {
        "a": {"profile": "rifle", "at": [[20, 20], [24, 20]]},
        "b": {"profile": "man", "at": [[20, 21], [24, 26]], "face": 180},
    }
    state = state_of(units)
    plan = plan_volley(state, state.units["a"], state.units["b"])
    assert [(aim.attacker, aim.how) for aim in plan] == [("a.1", "melee"), ("a.2", "ranged")]


@pytest.mark.rule("oversoul.ranged.weapon-required")
def test_odds_are_asked_for_weapons_that_are_there() -> None:
    state = state_of({"a": {"profile": "panzer", "at": [[20, 20]]}, "b": ENEMY})
    OVERSOUL.attack(state, "attack", {"attacker": "a.1", "target": "b.1", "weapon": 0})
    with pytest.raises(ScenarioError, match="0 to 2"):
        OVERSOUL.attack(state, "attack", {"attacker": "a.1", "target": "b.1", "weapon": 3})


@pytest.mark.rule("oversoul.spells.fireball", "oversoul.victory.credit")
def test_a_forecast_counts_the_own_who_fall_apart() -> None:
    """A friend and an enemy beside each other: the own losses of the odds are the friend's."""
    units = {"a2": {"profile": "man", "at": [[21, 25]]}, "b": {"profile": "man", "at": [[20, 25]], "face": 180}}
    fight = casting("Fireball", units=units)
    asked = forecast_action(fight.battle, "a.1", "cast:Fireball:b.1")
    assert asked is not None
    assert asked.own is not None
    after = fight.system.copy(fight.state)
    assert asked.own(Battle(after, fight.battle.dice), None) == 0
    after.figures["a2.1"].gone = "killed"
    after.figures["b.1"].gone = "killed"
    assert asked.own(Battle(after, fight.battle.dice), None) == 1


@pytest.mark.rule("oversoul.spells.fireball", "oversoul.attr.heavy-armor-immunity", "oversoul.attr.super-heavy-armor")
@pytest.mark.parametrize(("attribute", "harmed"), [("Tough", True), ("Heavy Armor", False), ("Super Heavy Armor", False)])
def test_a_fireball_is_no_heavy_weapon(attribute: str, harmed: bool) -> None:
    """A wizard with a small die burns nobody in armour, however heavy."""
    profiles = {"plate": {"die": "d8", "attributes": [attribute]}}
    units = {"b": {"profile": "plate", "at": [[20, 25]], "face": 180}}
    fight = casting("Fireball", die="d6", units=units, profiles=profiles, attributes=["Lucky"])
    fight.say("cast:Fireball:b.1", dice="casting 6" + (", recovery 8" if harmed else ""))
    assert bool(fight.told("Recovered")) is harmed
    assert bool(fight.told("Bounced")) is not harmed


@pytest.mark.rule("oversoul.template.flame-and-melee")
@pytest.mark.parametrize("side", [-1, 1])
def test_a_flame_along_the_border_of_its_arc_strikes_whoever_stands_beyond_it(side: int) -> None:
    """The front of a tight model is 45 degrees to either side: his centre is a little farther round, the flame is broad."""
    gun = {"kind": "vehicle", "die": "d12", "weapons": [{"name": "Flamer", "die": "d8", "attributes": ["Template Flame"]}]}
    units = {"a": {"profile": "x", "at": [[20, 20]]}, "b": {"profile": "man", "at": [[20 + side * 5.4, 25]], "face": 180}}
    battle = battle_of(units, profiles={**FLAMER, "x": gun})
    faces = flame_faces(battle, battle.state.figures["a.1"], 0)
    assert (4500 if side > 0 else 31500) in faces


@pytest.mark.rule("oversoul.charge.bonus")
def test_whom_it_touched_before_the_run_it_does_not_charge() -> None:
    """He begins beside the enemy, and as far off as touching goes; a hair farther is a charge."""
    charged = []
    for off in (TOUCH, TOUCH + 1):
        battle = battle_of({"a": {"profile": "man", "at": [[20, 20]]}, "b": {"profile": "man", "at": [[20, 21]], "face": 180}})
        battle.state.turn.doing = Activation("a", "part", ["move"])
        note_charge(battle, battle.state.figures["a.1"], CHARGE, (20_000, 20_000 - off))
        charged.append(battle.state.acting().charges)
    assert charged == [[], ["a.1>b.1"]]


@pytest.mark.rule("oversoul.morale.flee-route", "oversoul.attr.submersible-submerged")
def test_whoever_is_under_water_and_finds_none_on_his_way_stays() -> None:
    """The pond ends beside him: not a step of the way home is water."""
    pond = [{"water": "deep", "box": [19, 20, 21, 23]}]
    figures = {"1": {"profile": "diver", "at": [20, 20], "submerged": True}}
    assert fleeing({"r": {"figures": figures, "frightened": True}}, "rally 1", terrain=pond).at("r.1") == (20, 20)


@pytest.mark.rule("oversoul.morale.rally-pass")
def test_who_may_reform() -> None:
    """A tight unit that has lost its order and has rallied; none of these alone."""

    def may(profile: str, **more: Any) -> bool:
        state = state_of({"a": {"profile": profile, "at": row(20, 20, 3), "disordered": True, **more}, "b": ENEMY})
        state.turn.doing = Activation("a", "part", ["move"])
        return may_reform(state, state.units["a"])

    assert may("spear")
    assert not may("spear", frightened=True)
    assert not may("man", disordered=False)
    assert not may("spear", disordered=False, formation="line", at=[20, 20], count=3)


@pytest.mark.rule("oversoul.setup.terrain-properties")
@pytest.mark.parametrize(
    ("said", "known"),
    [("heavy clear", True), ("open", True), ("muddy", False), ("heavy murky", False), ("heavy clear clear", False)],
)
def test_what_a_piece_declares_is_a_difficulty_and_what_sight_makes_of_it(said: str, known: bool) -> None:
    piece = {"kind": "dense-wood", "classes": {"oversoul": said}}
    if known:
        oversoul_words("w", piece)
        return
    with pytest.raises(ScenarioError, match="no class of terrain"):
        oversoul_words("w", piece)


@pytest.mark.rule("oversoul.leader.attach")
def test_a_leader_stands_beside_a_unit_as_far_off_as_touching_goes() -> None:
    battle = battle_of({"a": {"profile": "man", "at": [[20, 20]]}, "ax": {"profile": "captain", "at": [[30, 20]]}, "b": ENEMY})
    me, host = battle.state.figures["ax.1"], battle.state.units["a"]
    apart = 1000 + TOUCH  # the middles of two bases of an inch

    def refused(off: int) -> str | None:
        return _not_beside(battle, me, host, Disc(20_000, 20_000 - apart - off, 500), lambda base: None)

    assert refused(0) is None
    assert refused(1) == "he does not touch a"


@pytest.mark.rule("oversoul.leader.attach", "oversoul.tight.must-have-formation")
def test_a_leader_on_another_base_takes_the_depth_of_the_ranks() -> None:
    """In a line he is as deep as his comrades, as wide as he is; in a column as wide as they, as deep as he is."""
    lancers = {"lancer": {"die": "d8", "attributes": ["Mounted", "Tight Cohesion"], "base": [1, 2]}}
    units = {
        "a": {"profile": "lancer", "formation": "line", "at": [20, 20], "count": 3},
        "ax": {"profile": "captain", "at": [[30, 20]]},
        "b": {"profile": "man", "at": [[20, 40]]},
    }
    state = state_of(units, profiles=lancers)
    names = [*state.units["a"].figures, "ax.1"]
    trooper, leader = extent(state.figures["a.1"].base()), extent(state.figures["ax.1"].base())
    assert trooper[0] != trooper[1]
    assert extent(sizes(state, names, "line")["ax.1"]) == (leader[0], trooper[1])
    assert extent(sizes(state, names, "column")["ax.1"]) == (trooper[0], leader[1])
