"""Casting and the twelve spells."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Place, Refusal
from littlewars.systems.oversoul.attack.casting import cast_tally
from littlewars.systems.oversoul.basics.attributes import spells
from littlewars.systems.oversoul.basics.state import LastingSpell
from littlewars.systems.oversoul.units.allowance import allowance, move_of
from littlewars.systems.oversoul.units.morale import morale_tally
from littlewars.systems.oversoul.units.removal import remove
from littlewars.systems.oversoul.units.spells_on import effects
from littlewars.systems.oversoul.units.victory import points
from tests.oversoul.helpers import Fight, mods, shot

TABLE = {
    "Fast": (1, 8, 4, "before"),
    "Fireball": (2, 6, "instant", "before"),
    "Fly": (4, 8, 8, "after"),
    "Ironwill": (1, 8, 4, "before"),
    "Shield": (2, 8, 4, "after"),
    "Slow": (1, 8, 4, "before"),
    "Strengthen": (3, 8, 6, "after"),
    "Summon": (4, None, "permanent", "none"),
    "Teleport": (4, 24, "instant", "before"),
    "Terrify": (1, 8, 4, "before"),
    "Weaken": (3, 8, 6, "after"),
    "Zap": (0, 8, "instant", "before"),
}
LASTING = [name for name, (_, _, duration, _) in TABLE.items() if isinstance(duration, int)]


def mage(*names: str, die: str = "d20", **more: Any) -> dict[str, Any]:
    """A caster of these spells on a 1 inch base."""
    return {
        "mage": {"die": die, "attributes": ["Magic", *more.pop("attributes", [])], "spells": list(names), "base": 1, **more}
    }


def casting(*names: str, die: str = "d20", units: dict[str, Any] | None = None, **more: Any) -> Fight:
    """A mage at (20, 20), looking north; friends and foes as given."""
    profiles = {**mage(*names, die=die, attributes=more.pop("attributes", [])), **more.pop("profiles", {})}
    others = units if units is not None else {"b": {"profile": "man", "at": [[20, 25]], "face": 180}}
    return Fight({"a": {"profile": "mage", "at": [[20, 20]]}, **others}, profiles=profiles, **more)


def next_turn(fight: Fight) -> Fight:
    """Blue passes, red wins the initiative."""
    return fight.say("pass", dice="initiative 6, initiative 1")


# ---- the table, requirements, range


@pytest.mark.rule("oversoul.spells.table")
def test_the_spell_table() -> None:
    """oversoul.ex.spell-table, and when the target is named."""
    assert {name: (s.difficulty, s.range, s.duration, s.target) for name, s in spells().items()} == TABLE


@pytest.mark.rule("oversoul.cast.requirements")
def test_a_caster_has_his_own_spells_and_others_none() -> None:
    assert casting("Zap", "Fast").actions() == ["hold", "cast:Zap:b.1", "cast:Fast:a", "cast:Fast:b"]
    plain = casting("Zap", units={"a2": {"profile": "man", "at": [[22, 20]]}, "b": {"profile": "man", "at": [[20, 25]]}})
    assert plain.actions() == ["hold", "cast:Zap:b.1"]
    assert (
        Fight({"a": {"profile": "man", "at": [[20, 20]]}, "b": {"profile": "man", "at": [[20, 25]]}}).state.active().name
        == "blue"
    )


@pytest.mark.rule("oversoul.cast.requirements", "oversoul.action.one-per-turn")
def test_casting_is_the_other_action() -> None:
    fight = casting("Zap").say("cast:Zap:b.1", dice="casting 3")
    assert fight.state.active().name == "blue"


@pytest.mark.rule("oversoul.cast.range")
@pytest.mark.parametrize(("spell", "reach"), [("Slow", 8), ("Zap", 8), ("Fireball", 6), ("Teleport", 24)])
def test_reach_of_a_spell_is_inclusive_and_has_no_long_range(spell: str, reach: float) -> None:
    for away, found in ((reach, True), (reach + 0.01, False)):
        units = {"b": {"profile": "man", "at": [[20, 21 + away]], "face": 180}}
        fight = casting(spell, units=units)
        open_to = fight.actions() if fight.state.active().name == "red" else []
        assert any(action.startswith(f"cast:{spell}:b") for action in open_to) == found
    model = fight["b.1"] if spell in ("Zap", "Fireball") else None
    assert cast_tally(fight.game.battle, fight["a.1"], spells()[spell], model).total == -spells()[spell].difficulty


@pytest.mark.rule("oversoul.cast.range")
def test_range_is_measured_to_the_nearest_model_of_a_unit() -> None:
    units = {"b": {"profile": "man", "at": [[20, 32], [20, 29]]}, "b2": {"profile": "man", "at": [[20, 40]]}}
    assert casting("Slow", units=units).actions() == ["hold", "cast:Slow:a", "cast:Slow:b"]


@pytest.mark.rule("oversoul.cast.range", "oversoul.spells.shield")
def test_a_target_named_after_the_roll_is_checked_then() -> None:
    units = {"b": {"profile": "man", "at": [[20, 29]]}, "b2": {"profile": "man", "at": [[20, 31]]}}
    fight = casting("Shield", units=units)
    assert fight.actions() == ["hold", "cast:Shield"]
    fight.say("cast:Shield", dice="casting 6")
    assert (fight.rule, fight.options) == ("oversoul.spells.shield", ["a", "b"])
    fight.say("b")
    assert [spell.name for spell in fight.state.units["b"].spells] == ["Shield"]


@pytest.mark.rule("oversoul.cast.difficulty", "oversoul.cast.roll")
@pytest.mark.parametrize(("spell", "least"), [("Zap", 4), ("Slow", 5), ("Shield", 6), ("Weaken", 7), ("Fly", 8)])
def test_the_difficulty_is_subtracted(spell: str, least: int) -> None:
    for face in (least - 1, least):
        fight = casting(spell)
        action = next(action for action in fight.actions() if action.startswith("cast"))
        after = ", recovery 6" if spell == "Zap" and face == least else ""
        fight.say(action, dice=f"casting {face}{after}")
        assert [event.worked for event in fight.told("Cast")] == ([face == least] if fight.told("Cast") else [])
        assert fight.told("Cast")


@pytest.mark.rule("oversoul.cast.roll")
def test_a_d4_caster_succeeds_with_difficulty_0_only_and_a_run_costs_one() -> None:
    fight = casting("Zap", "Slow", die="d4", doing={"ran": ["a.1"]})
    assert cast_tally(fight.game.battle, fight["a.1"], spells()["Slow"]).total == -2
    assert cast_tally(fight.game.battle, fight["a.1"], spells()["Zap"], fight["b.1"]).total == -1
    weak = casting("Slow", die="d4").say("cast:Slow:b", dice="casting 4")
    assert not weak.told("Cast")[0].worked


@pytest.mark.rule("oversoul.cast.los-and-facing")
def test_lasting_spells_need_neither_sight_nor_facing_attack_spells_both() -> None:
    rock = [{"difficulty": "impassible", "box": [0, 22, 48, 23]}]
    units = {"b": {"profile": "man", "at": [[20, 25]]}, "b2": {"profile": "man", "at": [[20, 16]]}}
    fight = casting("Zap", "Fireball", "Slow", units=units, terrain=rock)
    assert fight.actions() == ["hold", "cast:Slow:a", "cast:Slow:b", "cast:Slow:b2"]


# ---- misfires


@pytest.mark.rule("oversoul.cast.misfire", "oversoul.cast.misfire-ban")
@pytest.mark.parametrize(("second", "banned", "gone"), [(1, 0, "removed"), (2, 3, ""), (3, 2, ""), (4, 0, ""), (6, 0, "")])
def test_misfires(second: int, banned: int, gone: str) -> None:
    """oversoul.ex.misfire-table; in turn 1, banned up to turn 3 or 2."""
    fight = casting("Zap", die="d6").say("cast:Zap:b.1", dice=f"casting 1, misfire {second}")
    assert (fight["a.1"].banned, fight["a.1"].gone) == (banned, gone)
    assert not fight.told("Cast")[0].worked


@pytest.mark.rule("oversoul.cast.misfire", "oversoul.cast.roll")
def test_a_score_of_one_is_no_misfire() -> None:
    """oversoul.ex.misfire-is-natural: d8, Fly, natural 5."""
    fight = casting("Fly", die="d8").say("cast:Fly", dice="casting 5")
    assert [draw.why for draw in fight.told("Draw")] == ["casting"]
    assert not fight.told("Cast")[0].worked


@pytest.mark.rule("oversoul.cast.misfire")
def test_a_natural_one_fails_although_modifiers_would_lift_it() -> None:
    units = {"b": {"profile": "man", "at": [[20, 25]], "face": 0}}  # rear +2
    fight = casting("Zap", die="d6", units=units)
    fight.state.units["a"].spells = [LastingSpell("Strengthen", "red", 9)]
    fight.say("cast:Zap:b.1", dice="casting 1, misfire 6")
    assert not fight.told("Cast")[0].worked


@pytest.mark.rule("oversoul.cast.misfire", "oversoul.victory.credit")
def test_recovery_modifiers_count_and_a_dead_caster_is_the_enemys_gain() -> None:
    tough = casting("Zap", die="d6", attributes=["Tough"]).say("cast:Zap:b.1", dice="casting 1, misfire 1")
    assert tough["a.1"].banned == 3  # 1 + 1 = 2
    dead = casting("Zap", die="d6")
    dead.say("cast:Zap:b.1", dice="casting 1, misfire 1")
    assert points(dead.state.sides["blue"]) * 4 == dead["a.1"].profile.cost


@pytest.mark.rule("oversoul.cast.misfire-ban")
@pytest.mark.parametrize(("second", "turns"), [(2, 2), (3, 1)])
def test_a_ban_lasts_so_many_own_turns(second: int, turns: int) -> None:
    fight = casting("Zap", die="d6").say("cast:Zap:b.1", dice=f"casting 1, misfire {second}")
    for number in range(turns + 1):
        next_turn(fight).say("a").say("other")
        allowed = fight.state.active().name == "red"
        assert allowed == (number == turns)


@pytest.mark.rule("oversoul.attr.lucky", "oversoul.cast.misfire")
def test_luck_undoes_a_misfire() -> None:
    fight = casting("Zap", die="d6", attributes=["Lucky"]).say("cast:Zap:b.1", dice="casting 1").say("reroll", dice="casting 2")
    assert fight["a.1"].banned == 0
    assert [draw.why for draw in fight.told("Draw")] == ["casting", "casting"]
    second = casting("Zap", die="d6", attributes=["Lucky"]).say("cast:Zap:b.1", dice="casting 1").say("keep", dice="misfire 1")
    second.say("reroll", dice="misfire 4")
    assert not second["a.1"].gone


@pytest.mark.rule("oversoul.attr.lucky", "oversoul.cast.roll")
def test_a_success_is_not_asked_about() -> None:
    fight = casting("Slow", attributes=["Lucky"]).say("cast:Slow:b", dice="casting 5")
    assert fight.state.active().name == "blue"


# ---- durations


@pytest.mark.rule("oversoul.cast.duration", "oversoul.round.turn-counting")
@pytest.mark.parametrize("name", LASTING)
def test_a_spell_ends_with_the_last_of_the_casters_turns(name: str) -> None:
    fight = casting(name)
    action = next(a for a in fight.actions() if a in (f"cast:{name}", f"cast:{name}:b"))
    fight.say(action, dice="casting 20")
    if fight.rule.startswith("oversoul.spells"):
        fight.say("b")
    duration = int(spells()[name].duration)
    for _ in range(duration):
        assert [spell.name for spell in fight.state.units["b"].spells] == [name]
        next_turn(fight).say("a").say("nothing")
    assert not fight.state.units["b"].spells  # gone at the end of turn 1 + D


@pytest.mark.rule("oversoul.cast.duration")
def test_a_spell_outlives_its_caster() -> None:
    fight = casting("Slow", units={"b": {"profile": "man", "at": [[20, 25]]}, "a2": {"profile": "man", "at": [[40, 5]]}})
    fight.say("cast:Slow:b", dice="casting 5")
    fight["a.1"].gone = "removed"
    next_turn(fight).say("pass")
    assert fight.state.units["b"].spells


@pytest.mark.rule("oversoul.cast.no-stacking")
def test_the_same_spell_restarts_different_ones_add_up() -> None:
    fight = casting("Slow", "Fast").say("cast:Slow:b", dice="casting 5")
    next_turn(fight).say("a").say("other").say("cast:Slow:b", dice="casting 5")
    assert [(spell.name, spell.until) for spell in fight.state.units["b"].spells] == [("Slow", 6)]
    assert move_of(fight.state, fight["b.1"]) == 4000
    next_turn(fight).say("a").say("other").say("cast:Fast:b", dice="casting 5")
    assert move_of(fight.state, fight["b.1"]) == 6000


@pytest.mark.rule("oversoul.cast.unit-effects")
def test_an_attached_leader_shares_the_spells_of_his_unit_not_the_other_way_round() -> None:
    units = {
        "a2": {"profile": "man", "at": [[10, 10]], "leader": "a3", "spells": [{"name": "Fast", "by": "red", "until": 9}]},
        "a3": {"profile": "sergeant", "at": [[11, 10]], "under": "a2", "spells": [{"name": "Shield", "by": "red", "until": 9}]},
        "b": {"profile": "man", "at": [[20, 25]]},
    }
    fight = casting("Zap", units=units)
    assert [mod.name for mod in effects(fight.state, fight["a3.1"], "move")] == ["Fast"]
    assert [mod.name for mod in effects(fight.state, fight["a3.1"], "against")] == ["Shield"]
    assert effects(fight.state, fight["a2.1"], "against") == []


@pytest.mark.rule("oversoul.cast.unit-effects")
def test_an_attached_leader_is_no_target_of_his_own() -> None:
    units = {
        "a2": {"profile": "man", "at": [[20, 30.5]], "leader": "a3"},
        "a3": {"profile": "sergeant", "at": [[20, 28]], "under": "a2"},
        "b": {"profile": "man", "at": [[40, 40]]},
    }
    assert casting("Fast", units=units).actions() == ["hold", "cast:Fast:a", "cast:Fast:a2"]  # in range through its leader


@pytest.mark.rule("oversoul.cast.tight-unit", "oversoul.tight.same-actions")
def test_in_a_tight_unit_that_casts_the_others_do_nothing() -> None:
    priest = {"priest": {"die": "d6", "attributes": ["Tight Cohesion", "Magic"], "spells": ["Zap", "Fast"]}}
    units = {
        "a": {
            "figures": {"1": {"profile": "priest"}, "2": {"profile": "priest"}, "3": {"profile": "bow"}},
            "tight": True,
            "formation": "line",
            "at": [20, 20],
        },
        "b": {"profile": "tough", "at": [[20, 25]], "face": 180},
    }
    fight = Fight(units, profiles=priest).say("cast")
    assert fight.options == ["done", "a.1", "a.2", "group"]
    fight.say("a.1").say("cast:Zap:b.1", dice="casting 2").say("cast:Fast:a", dice="casting 5")
    assert fight.state.units["a"].spells


# ---- attack spells


@pytest.mark.rule("oversoul.cast.attack-spells", "oversoul.spells.shield")
def test_an_attack_spell_has_the_modifiers_of_a_shot() -> None:
    hedge = [{"difficulty": "light", "box": [0, 22, 48, 23]}]
    fight = casting(
        "Zap", attributes=["Heavy Melee Weapon"], terrain=hedge, units={"b": {"profile": "man", "at": [[20, 26]], "face": 0}}
    )
    fight["b.1"].prone = True
    fight.state.units["b"].spells = [LastingSpell("Shield", "blue", 9)]
    fight.state.units["a"].spells = [LastingSpell("Strengthen", "red", 9), LastingSpell("Weaken", "blue", 9)]
    tally = cast_tally(fight.game.battle, fight["a.1"], spells()["Zap"], fight["b.1"])
    found = {mod.name: mod.value for mod in tally.mods}
    assert found == {"rear": 2, "Strengthen": 2, "Weaken": -2, "Shield": -2, "partial sight": -1, "prone target": -1}


@pytest.mark.rule("oversoul.cast.attack-spells")
def test_weapon_attributes_do_not_help_a_spell() -> None:
    sniper = {"mage": {"die": "d20", "range": 10, "attributes": ["Magic", "Sharpshooter"], "spells": ["Zap"], "base": 1}}
    fight = casting("Zap", profiles=sniper)
    assert cast_tally(fight.game.battle, fight["a.1"], spells()["Zap"], fight["b.1"]).total == 0
    assert mods(shot(fight.game.battle, "a.1", "b.1")) == {"Sharpshooter": 1}


@pytest.mark.rule("oversoul.cast.attack-spells", "oversoul.attr.heavy-armor-immunity")
def test_the_casters_die_counts_against_armour() -> None:
    units = {"b": {"profile": "guard", "at": [[20, 25]], "face": 180}}
    small = casting("Zap", die="d6", units=units).say("cast:Zap:b.1", dice="casting 6")
    assert [event.target for event in small.told("Bounced")] == ["b.1"]
    casting("Zap", die="d8", units=units).say("cast:Zap:b.1", dice="casting 6, recovery 8")


@pytest.mark.rule("oversoul.spells.zap", "oversoul.recovery.modifiers")
@pytest.mark.parametrize(("face", "gone"), [(4, "removed"), (5, "")])
def test_zap_makes_recovery_harder(face: int, gone: str) -> None:
    """oversoul.ex.zap-recovery: Elven Knight, d10 caster; 4 + 1 - 2 = 3."""
    fight = casting("Zap", die="d10", units={"b": {"profile": "guard", "at": [[20, 25]], "face": 180}})
    fight.say("cast:Zap:b.1", dice=f"casting 4, recovery {face}")
    assert fight["b.1"].gone == gone


@pytest.mark.rule("oversoul.spells.zap", "oversoul.action.enemy-targets")
def test_zap_is_aimed_at_enemies_fireball_at_anybody() -> None:
    units = {"a2": {"profile": "man", "at": [[20, 24]]}, "b": {"profile": "man", "at": [[22, 24]]}}
    assert casting("Zap", "Fireball", units=units).actions() == [
        "hold",
        "cast:Zap:b.1",
        "cast:Fireball:a2.1",
        "cast:Fireball:b.1",
    ]


@pytest.mark.rule("oversoul.spells.fireball", "oversoul.cast.attack-spells")
def test_a_fireball_at_a_prone_target() -> None:
    """oversoul.ex.fireball-roll: d10 Wizard: -2 - 1 = -3, needs a 7."""
    for face in (6, 7):
        fight = casting("Fireball", die="d10")
        fight["b.1"].prone = True
        fight.say("cast:Fireball:b.1", dice=f"casting {face}" + (", recovery 6" if face == 7 else ""))
        assert fight.told("Cast")[0].worked == (face == 7)


@pytest.mark.rule("oversoul.spells.fireball")
def test_a_fireball_hits_friend_and_foe() -> None:
    """oversoul.ex.fireball-hits-friends."""
    units = {"a2": {"profile": "man", "at": [[21, 25]]}, "b": {"profile": "man", "at": [[20, 25], [20, 27]], "face": 180}}
    fight = casting("Fireball", units=units).say("cast:Fireball:b.1", dice="casting 6, recovery 4, recovery 4")
    assert [event.figure for event in fight.told("Recovered")] == ["b.1", "a2.1"]


@pytest.mark.rule("oversoul.spells.fireball", "oversoul.template.non-artillery")
def test_a_fireball_that_fails_does_not_deviate() -> None:
    fight = casting("Fireball").say("cast:Fireball:b.1", dice="casting 5")
    assert [draw.why for draw in fight.told("Draw")] == ["casting"]


@pytest.mark.rule("oversoul.spells.fireball", "oversoul.victory.credit")
def test_friends_burnt_by_the_own_fireball_are_the_enemys_gain() -> None:
    units = {"a2": {"profile": "man", "at": [[20, 25], [30, 25]]}, "b": {"profile": "man", "at": [[40, 40]]}}
    fight = casting("Fireball", units=units).say("cast:Fireball:a2.1", dice="casting 6, recovery 1, morale 6")
    assert points(fight.state.sides["blue"]) * 4 == fight["a2.1"].profile.cost
    assert fight.state.sides["red"].score == 0


@pytest.mark.rule("oversoul.spells.fireball-extra-hits")
def test_a_second_fireball_on_the_same_marker_is_one_extra_hit() -> None:
    units = {
        "a": {"profile": "mage", "at": [[20, 20], [22, 20]]},
        "b": {"profile": "tough", "at": [[20, 25], [21, 25]], "face": 180},
    }
    fight = Fight(units, profiles=mage("Fireball"))
    fight.say("a.1").say("cast:Fireball:b.1", dice="casting 6, recovery 4, recovery 4")
    fight.say("cast:Fireball:b.1", dice="casting 6")
    assert (fight.rule, sorted(fight.options)) == ("oversoul.spells.fireball-extra-hits", ["b.1", "b.2"])
    fight.say("b.2", dice="recovery 2, morale 6")
    assert fight["b.2"].gone == "removed"


@pytest.mark.rule("oversoul.spells.fireball-extra-hits")
def test_a_second_fireball_elsewhere_is_a_fireball_of_its_own() -> None:
    """Proven by the dice: each of the two needs both recovery rolls, and `say` fails if one is left over or missing."""
    units = {
        "a": {"profile": "mage", "at": [[20, 20], [22, 20]]},
        "b": {"profile": "tough", "at": [[20, 25], [21, 25]], "face": 180},
    }
    fight = Fight(units, profiles=mage("Fireball"))
    fight.say("a.1").say("cast:Fireball:b.1", dice="casting 6, recovery 4, recovery 4")
    fight.say("cast:Fireball:b.2", dice="casting 6, recovery 4, recovery 4")


# ---- lasting spells


@pytest.mark.rule("oversoul.spells.fast", "oversoul.spells.slow", "oversoul.basics.move-modifier-order")
@pytest.mark.parametrize(
    ("lying", "running", "far"), [(["Fast"], 1, 8), (["Slow"], 1, 4), (["Fast", "Slow"], 1, 6), (["Fast"], 2, 16)]
)
def test_fast_and_slow(lying: list[str], running: int, far: int) -> None:
    """oversoul.ex.spell-move."""
    fight = casting("Zap")
    fight.state.units["b"].spells = [LastingSpell(name, "red", 9) for name in lying]
    assert allowance(fight.state, fight["b.1"], running == 2) == far * 1000


@pytest.mark.rule("oversoul.spells.ironwill", "oversoul.spells.terrify")
@pytest.mark.parametrize(("name", "modifier"), [("Ironwill", 2), ("Terrify", -2)])
def test_spells_on_morale(name: str, modifier: int) -> None:
    fight = casting(name).say(f"cast:{name}:b", dice="casting 5")
    assert morale_tally(fight.state, fight.state.units["b"], fight["b.1"], "fear").total == modifier


@pytest.mark.rule("oversoul.spells.strengthen", "oversoul.spells.weaken")
@pytest.mark.parametrize(("name", "modifier"), [("Strengthen", 2), ("Weaken", -2)])
def test_spells_on_attacks(name: str, modifier: int) -> None:
    units = {"b": {"profile": "rifle", "at": [[20, 25]], "face": 180}}
    fight = casting(name, units=units).say(f"cast:{name}", dice="casting 7").say("b")
    assert mods(shot(fight.game.battle, "b.1", "a.1")) == {name: modifier}


@pytest.mark.rule("oversoul.spells.shield", "oversoul.spells.weaken")
def test_weakened_against_shielded() -> None:
    """oversoul.ex.shield-weaken: -4, a d6 cannot hit."""
    fight = casting("Zap", units={"b": {"profile": "rifle", "at": [[20, 25]], "face": 180}})
    fight.state.units["b"].spells = [LastingSpell("Weaken", "red", 9)]
    fight.state.units["a"].spells = [LastingSpell("Shield", "red", 9)]
    aim = shot(fight.game.battle, "b.1", "a.1")
    assert aim.tally.total == -4
    assert aim.tally.needed > aim.die


# ---- Fly


@pytest.mark.rule("oversoul.spells.fly", "oversoul.attr.flying-crash")
def test_who_is_still_in_the_air_when_fly_ends_crashes() -> None:
    units = {
        "a2": {"figures": {str(n): {"profile": "man", "at": [10 + 2 * n, 10]} for n in (1, 2, 3)}},
        "b": {"profile": "man", "at": [[40, 40]]},
    }
    fight = casting("Fly", units=units)
    fight.state.units["a2"].spells = [LastingSpell("Fly", "red", 1)]
    for name in ("a2.1", "a2.2"):
        fight[name].airborne = True
    fight.say("hold", dice="crash 4, crash 3, morale 6")  # the turn ends, and the spell with it
    assert [fight[f"a2.{n}"].gone for n in (1, 2, 3)] == ["", "removed", ""]
    assert not fight["a2.1"].airborne
    assert points(fight.state.sides["blue"]) * 4 == fight["a2.2"].profile.cost  # nobody's hand but the own spell


@pytest.mark.rule("oversoul.spells.fly")
def test_flyers_by_nature_do_not_fall_when_fly_ends() -> None:
    bird = {"bird": {"die": "d6", "attributes": ["Flying"]}}
    fight = casting(
        "Fly", units={"a2": {"profile": "bird", "at": [[10, 10]]}, "b": {"profile": "man", "at": [[40, 40]]}}, profiles=bird
    )
    fight.state.units["a2"].spells = [LastingSpell("Fly", "red", 1)]
    fight["a2.1"].airborne = True
    fight.say("hold")
    assert fight["a2.1"].airborne


@pytest.mark.rule("oversoul.spells.fly")
def test_a_unit_under_fly_may_take_off() -> None:
    fight = casting("Fly", units={"a2": {"profile": "man", "at": [[24, 20]]}, "b": {"profile": "man", "at": [[40, 40]]}})
    fight.say("cast:Fly", dice="casting 8").say("a2")
    next_turn(fight).say("a2").say("move").say({"a2.1": [{"verb": "fly"}, [24, 26]]})
    assert fight["a2.1"].airborne


# ---- Summon


@pytest.mark.rule("oversoul.spells.summon-die", "oversoul.profiles.summoned-trooper")
@pytest.mark.parametrize(
    ("natural", "die"),
    [(8, 4), (9, 4), (10, 6), (11, 6), (12, 8), (13, 8), (14, 10), (15, 10), (16, 12), (17, 12), (18, 20), (20, 20)],
)
def test_the_better_the_roll_the_larger_the_creature(natural: int, die: int) -> None:
    """Score 4 to 14 after the -4."""
    fight = casting("Summon").say("cast:Summon", dice=f"casting {natural}")
    radius = {4: 0.5, 6: 0.5, 8: 0.5, 10: 1, 12: 1, 20: 1.5}[die]
    fight.say({"creature": {"at": [20, 20.5 + radius], "face": 45}})
    creature = fight["summoned-1.1"]
    assert (creature.profile.die, creature.at, creature.face) == (die, (20000, round(20500 + 1000 * radius)), 4500)
    assert creature.profile.weapons == creature.profile.attributes == ()


@pytest.mark.rule("oversoul.spells.summon")
def test_a_creature_appears_in_contact_and_acts_from_the_next_turn() -> None:
    fight = casting("Summon").say("cast:Summon", dice="casting 8")
    with pytest.raises(Refusal, match="in contact"):
        fight.say({"creature": [20, 21.5]})
    fight.say({"creature": [20, 21]})
    unit = fight.state.units["summoned-1"]
    assert (unit.side, unit.original, unit.acts_from, unit.tight) == ("red", 1, 2, False)
    next_turn(fight)
    assert "summoned-1" in fight.options
    before = fight.state.sides["blue"].score
    remove(fight.game.battle, fight["summoned-1.1"], "blue")
    assert fight.state.sides["blue"].score == before  # it is worth nothing


@pytest.mark.rule("oversoul.spells.summon")
def test_without_room_nothing_appears() -> None:
    ring = [
        {"difficulty": "impassible", "box": box}
        for box in ([18, 20.6, 22, 22], [18, 18, 22, 19.4], [18, 19.4, 19.4, 20.6], [20.6, 19.4, 22, 20.6])
    ]
    fight = casting("Summon", terrain=ring).say("cast:Summon", dice="casting 8")
    assert list(fight.state.units) == ["a", "b"]
    assert fight.state.active().name == "blue"


# ---- Teleport


@pytest.mark.rule("oversoul.spells.teleport")
def test_a_unit_is_put_anywhere_within_range_by_the_caster() -> None:
    units = {"b": {"profile": "man", "at": [[20, 30], [22, 30]], "face": 180}}
    fight = casting("Teleport", units=units).say("cast:Teleport:b", dice="casting 8")
    assert fight.game.ask is not None
    assert fight.game.ask.side == "red"
    for answer, why in [
        ({"b.1": [20, 45.01], "b.2": [20, 43]}, "out of range"),  # 24 inches from edge to edge is the most
        ({"b.1": [20, 40], "b.2": [25.1, 40]}, "cohesion"),
        ({"b.1": [20, 40], "b.2": [20.5, 40]}, "in the way"),
        ({"b.1": [20, 20.5], "b.2": [22, 20.5]}, "in the way"),
        ({"b.1": [20, 40]}, "all of"),
        ({"b.1": {"at": [20, 40], "level": 1}, "b.2": [22, 40]}, "ground"),
    ]:
        with pytest.raises(Refusal, match=why):
            fight.say(answer)
    fight.say({"b.1": {"at": [20, 45], "face": 90}, "b.2": {"at": [21, 44], "face": 90}})
    assert (fight["b.1"].at, fight["b.1"].face) == ((20000, 45000), 9000)


@pytest.mark.rule("oversoul.spells.teleport")
def test_who_flies_is_not_offered_the_air_by_teleport() -> None:
    """Airborne states stay."""
    bird = {"bird": {"die": "d6", "attributes": ["Flying"]}}
    units = {"b": {"profile": "bird", "at": [[20, 30], [22, 30]]}}
    ask = casting("Teleport", units=units, profiles=bird).say("cast:Teleport:b", dice="casting 8").game.ask
    assert isinstance(ask, Place)
    assert [shape.levels for shape in ask.things.values()] == [0, 0]


@pytest.mark.rule("oversoul.spells.teleport")
def test_teleport_brings_passengers_leader_and_states_along() -> None:
    units = {
        "a2": {"figures": {"1": {"profile": "man", "at": [22, 20], "prone": True}}, "leader": "a3"},
        "a3": {"profile": "sergeant", "at": [[23, 20]], "under": "a2"},
        "b": {"profile": "man", "at": [[30, 40]]},
    }
    fight = casting("Teleport", units=units).say("cast:Teleport:a2", dice="casting 8")
    fight.say({"a2.1": [30, 38.99], "a3.1": [28, 38]})  # in contact with an enemy: allowed, and no charge
    assert fight["a2.1"].prone
    assert fight["a3.1"].at == (28000, 38000)
    assert fight.state.turn.doing is None  # nothing is left to do: it was no charge


@pytest.mark.rule("oversoul.spells.teleport")
def test_a_unit_without_a_legal_place_stays() -> None:
    fight = casting("Teleport").say("cast:Teleport:b", dice="casting 8").say({})
    assert fight["b.1"].at == (20000, 25000)


@pytest.mark.rule("oversoul.spells.teleport")
def test_a_tight_unit_arrives_in_formation() -> None:
    units = {"b": {"profile": "spear", "formation": "line", "at": [20, 30], "count": 3}}
    fight = casting("Teleport", units=units).say("cast:Teleport:b", dice="casting 8")
    fight.say({"b": {"at": [30, 30], "face": 90, "how": "line"}})
    assert sorted(fight[f"b.{n}"].at for n in (1, 2, 3)) == [(29500, 29000), (29500, 30000), (29500, 31000)]
    assert fight.state.units["b"].ranks is not None


@pytest.mark.rule("oversoul.spells.teleport")
def test_a_submerged_unit_stays_in_deep_water() -> None:
    sea = [{"water": "deep", "box": [0, 24, 48, 48]}]
    diver = {"diver": {"die": "d6", "attributes": ["Amphibious", "Submersible"]}}
    units = {"b": {"figures": {"1": {"profile": "diver", "at": [20, 30], "submerged": True}}}}
    fight = casting("Teleport", units=units, profiles=diver, terrain=sea).say("cast:Teleport:b", dice="casting 8")
    with pytest.raises(Refusal, match="deep water"):
        fight.say({"b.1": [10, 10]})
    fight.say({"b.1": [30, 30]})
    assert fight["b.1"].submerged


@pytest.mark.rule("oversoul.spells.teleport", "oversoul.attr.waterborne", "oversoul.attr.waterborne-aground")
@pytest.mark.parametrize(("at", "aground"), [([12, 32], False), ([30, 32], True)])
def test_a_ship_is_teleported_into_any_water_and_is_aground_in_the_shallows(at: list[float], aground: bool) -> None:
    water = [{"water": "deep", "box": [0, 24, 20, 44]}, {"water": "shallow", "box": [22, 24, 40, 44]}]
    boat = {"boat": {"kind": "vehicle", "die": "d10", "attributes": ["Waterborne"]}}
    units = {"b": {"profile": "boat", "at": [[10, 30]]}}
    fight = casting("Teleport", units=units, profiles=boat, terrain=water).say("cast:Teleport:b", dice="casting 8")
    with pytest.raises(Refusal, match="put into water"):
        fight.say({"b.1": [30, 10]})
    fight.say({"b.1": at})
    assert fight["b.1"].aground == aground
