"""Effectors: what letters do to armour, fields, nerves and minds; cones and phase weapons (defiance.effector.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.systems.defiance.area.cones import die_in_cone, in_cone
from littlewars.systems.defiance.basics.fire_action import Fire, Manner
from littlewars.systems.defiance.basics.profiles import Weapon
from littlewars.systems.defiance.fire.phase import phase_range
from littlewars.systems.defiance.units.stun import recovery_tally
from littlewars.systems.defiance.units.units import current_size

from .squads import Play, a_battle, a_state, one_shot, row, shoot

FAR = {"b": {"at": [[20, 44]], "face": 180}}
WEAPONS: dict[str, dict[str, Any]] = {
    "stunner": {"FR": "1S", "brackets": {"7+": 20}},
    "pulse": {"FR": "3S", "brackets": {"7+": 20}},
    "fear": {"FR": "1T", "brackets": {"7+": 20}},
    "shotgun": {"FR": "1K", "brackets": {"7+": 20}},
    "sniper": {"FR": "1F", "brackets": {"7+": 40}},
    "flamer": {"FR": "1C", "brackets": {"5+": 4, "7+": 8}},
    "ghost gun": {"FR": "1P", "brackets": {"5+": 15, "7+": 30}, "ammo": 3},
    "one bracket": {"FR": "1P", "brackets": {"7+": 20}},
}


def play(units: dict[str, Any], dice: str = "card 1", **more: Any) -> Play:
    return Play(units, dice, weapons=WEAPONS, **more)


def fired(weapon: str, blue: dict[str, Any], dice: str, **more: Any) -> Play:
    """A man who stands still fires this at the first of the enemy; a comrade beside him waits for his turn."""
    red = {"figures": {"1": {"at": [20, 10], "primary": weapon}, "2": {"at": [23, 10]}}}
    game = play({"r": red, "b": {"at": [[20, 20]], "face": 180, **blue}}, **more).say("cohesive-fire", "stationary", "r.1")
    return game.say(shoot(weapon, "b.1"), dice=dice)


def modifiers(letters: str, target: str, armour: int, vehicle: bool) -> tuple[int, int]:
    """What armour and the kind of target add to a die of such a weapon."""
    frame: dict[str, Any] = {"AR": armour, **({"vehicle": True, "TY": "AFV", "SZ": 4} if vehicle else {"class": "PI"})}
    weapon = {"FR": f"1{letters}", "target": target, "brackets": {"7+": 20}}
    units = {"r": {"at": [[20, 10]], "primary": "w"}, "b": {"frame": "it", "at": [[20, 20]], "primary": ""}}
    state = a_state(units, weapons={"w": weapon}, frames={"it": frame})
    firer = state.figures["r.1"]
    mods = {mod.name: mod.value for mod in one_shot(state, firer, 0, firer.arms[0].weapon, state.figures["b.1"], 1).tally.mods}
    return mods.get("armour", 0), mods.get("against a vehicle", 0) + mods.get("against infantry", 0)


MATRIX = [
    # defiance.ex.hc-handgun-armor
    ("A", "AI", False, -2, (0, 0)), ("A", "AI", False, 3, (0, 0)), ("A", "AI", True, -2, (-2, -5)),
    # defiance.ex.field-cannon-armor
    ("A", "AV", False, 2, (0, -5)), ("A", "AV", True, -2, (0, 0)),
    # defiance.ex.av-without-a
    ("", "AV", False, 4, (0, -5)), ("", "AV", True, -1, (-1, 0)),
    # defiance.ex.beta-artifact-burst
    ("B", "AI", False, -2, (-4, 0)), ("B", "AI", False, 1, (2, 0)), ("B", "AI", True, -1, (-2, -5)),
    # defiance.ex.galva-cannon-ultra
    ("U", "AV", False, -2, (0, -5)), ("U", "AV", False, 3, (3, -5)),
    ("U", "AV", True, -2, (0, 0)), ("U", "AV", True, 1, (1, 0)),
    # defiance.ex.ultra-ai
    ("U", "AI", False, -2, (0, 0)), ("U", "AI", False, 2, (2, 0)),
    ("U", "AI", True, -2, (-2, -5)), ("U", "AI", True, 1, (1, -5)),
    # defiance.ex.needler-vehicle-piercing
    ("V", "AI", False, -2, (0, 0)), ("V", "AI", False, 2, (0, 0)), ("V", "AI", True, -1, (-1, -2)),
    ("", "AI", True, -1, (-1, -5)), ("P", "AI", True, -1, (-1, -2)), ("P", "AI", False, 4, (0, 0)),
]  # fmt: skip


@pytest.mark.rule(
    "defiance.effector.armor-piercing",
    "defiance.effector.armor-piercing-ai",
    "defiance.effector.armor-piercing-av",
    "defiance.effector.av-ignores-infantry-ar",
    "defiance.effector.burst",
    "defiance.effector.ultra-ai",
    "defiance.effector.ultra-av",
    "defiance.effector.vehicle-piercing-infantry",
    "defiance.effector.vehicle-piercing-vehicle",
    "defiance.effector.ar-matrix",
)
@pytest.mark.parametrize(("letters", "target", "vehicle", "armour", "expected"), MATRIX)
def test_what_armour_and_kind_of_target_add(
    letters: str, target: str, vehicle: bool, armour: int, expected: tuple[int, int]
) -> None:
    assert modifiers(letters, target, armour, vehicle) == expected


@pytest.mark.rule("defiance.effector.notation")
@pytest.mark.parametrize(
    ("written", "read"),
    [("1A", (1, 0, "A")), ("1[2]V", (1, 2, "V")), ("1(2)V", (1, 2, "V")), ("2", (2, 0, "")), ("3US", (3, 0, "SU"))],
)
def test_letters_stand_behind_the_feed_rate(written: str, read: tuple[int, int, str]) -> None:
    weapon = {"FR": written, "brackets": {"7+": 20}}
    line = a_state({"r": {"at": [[9, 9]], "primary": "w"}, **FAR}, weapons={"w": weapon}).figures["r.1"].arms[0].weapon
    assert (line.rate, line.high, "".join(sorted(line.effectors))) == read


@pytest.mark.rule("defiance.effector.notation")
@pytest.mark.parametrize(
    ("aoe", "rate", "letters", "dice"),
    [("5+B", "1", "B", 1), ("3@5+S", "1", "S", 3), ("5+", "1A", "A", 1), ("5+F", "1A", "F", 1)],
)
def test_letters_of_an_area_are_its_templates(aoe: str, rate: str, letters: str, dice: int) -> None:
    """Those in the area, or else those behind the feed rate: a round rolls no other damage."""
    weapon = {"FR": rate, "brackets": {"7+": 20}, "aoe": {"radius": 3, "damage": aoe}}
    line = a_state({"r": {"at": [[9, 9]], "primary": "w"}, **FAR}, weapons={"w": weapon}).figures["r.1"].arms[0].weapon
    assert line.burst is not None
    assert ("".join(sorted(line.burst.effectors)), line.burst.rate, line.burst.target) == (letters, dice, "AI")


@pytest.mark.rule("defiance.effector.notation")
def test_letters_on_a_hand_to_hand_rating() -> None:
    frame = a_state({"r": {"frame": "claw", "at": [[9, 9]]}, **FAR}, frames={"claw": {"HR": "2@5+V"}}).figures["r.1"].frame
    assert (frame.hands.rate, frame.strikes, set(frame.hands.effectors)) == (2, 5, {"V"})


@pytest.mark.rule("defiance.effector.summary-table")
@pytest.mark.parametrize("letter", "ABCFKPSTUV")
def test_which_weapons_may_have_a_letter(letter: str) -> None:
    """defiance.ex.effector-table: armour piercing, field piercing and ultra are for both kinds, the others against infantry."""
    units = {"r": {"at": [[9, 9]], "primary": "w"}, **FAR}
    weapon = {"FR": f"1{letter}", "target": "AV", "brackets": {"7+": 20}}
    if letter in "AFU":
        assert a_state(units, weapons={"w": weapon}).figures["r.1"].arms[0].weapon.effectors == {letter}
    else:
        with pytest.raises(ScenarioError, match=r"defiance\.effector\.summary-table"):
            a_state(units, weapons={"w": weapon})
    assert a_state(units, weapons={"w": {**weapon, "target": "AI"}}).figures["r.1"].arms[0].weapon.effectors == {letter}


# ---- fields, knockback, terror


@pytest.mark.rule("defiance.effector.field-piercing")
@pytest.mark.parametrize(("weapon", "dice", "hurt"), [("sniper", "", 1), ("single", ", field save 9", 0)])
def test_no_field_stops_a_field_piercing_weapon(weapon: str, dice: str, hurt: int) -> None:
    """defiance.ex.sniper-rifle-vs-vehicle-field: a vehicle's field neither; 7+, -5, no armour: 11 and a 12 damages."""
    light = {"vehicle": True, "TY": "Light Vehicle", "SZ": 3, "DC": 3, "FS": "3+"}
    units = {"r": {"at": [[20, 10]], "primary": weapon}, "b": {"frame": "car", "at": [[20, 20]], "primary": ""}}
    game = play(units, frames={"car": light}).say("cohesive-fire", "stationary")
    tests = ", morale 9" if hurt else ""
    game.say(shoot(weapon, "b.1"), dice=f"damage 10, damage 9, damage 9{dice}{tests}")
    assert game["b.1"].hurt == hurt


@pytest.mark.rule("defiance.effector.knockback-tag", "defiance.effector.knockback-morale")
@pytest.mark.parametrize(
    ("weapon", "face", "morale", "shaken"),
    [
        ("shotgun", 3, "4", True),
        ("shotgun", 3, "5", False),
        ("shotgun", 4, "4", True),
        ("shotgun", 2, "", False),
        ("single", 3, "", False),
    ],
)
def test_a_knockback_weapon_tags_from_two_below(weapon: str, face: int, morale: str, shaken: bool) -> None:
    """defiance.ex.trench-shotgun-knockback: an elite figure needs 5 instead of 3; 7+ and +2 for standing still needs 5."""
    game = fired(weapon, {"frame": "elite"}, f"damage {face}" + (f", morale {morale}" if morale else ""))
    assert (game["b.1"].shaken, game["b.1"].hurt) == (shaken, 0)


@pytest.mark.rule("defiance.effector.terror-hit", "defiance.effector.terror-no-tag")
@pytest.mark.parametrize(
    ("face", "dice", "shaken"), [(5, ", morale 4", True), (5, ", morale 5", False), (9, ", morale 4", True), (4, "", False)]
)
def test_terror_frightens_and_never_tags(face: int, dice: str, shaken: bool) -> None:
    """defiance.ex.nightmare-simulator-terror, defiance.ex.terror-near-miss: a success is a test at 5+, one below is nothing."""
    game = fired("fear", {}, f"damage {face}{dice}")
    assert (game["b.1"].shaken, game["b.1"].hurt, game["b.1"].gone) == (shaken, 0, "")


# ---- stun


@pytest.mark.rule("defiance.effector.stun-hit", "defiance.effector.stun-state")
def test_a_stun_hit_takes_no_damage_but_the_mind() -> None:
    """He covers no more and cannot act; one below tags as usual; a field saves him as from damage."""
    game = fired("stunner", {"frame": "giant", "covers": "side", "primary": "rifle"}, "damage 9")
    assert (game["b.1"].stunned, game["b.1"].hurt, game["b.1"].covers, game["b.1"].able) == (True, 0, "", False)


@pytest.mark.rule("defiance.effector.stun-hit")
@pytest.mark.parametrize(("dice", "stunned", "shaken"), [("damage 4, morale 2", False, True), ("damage 3", False, False)])
def test_a_stun_weapon_tags_from_one_below(dice: str, stunned: bool, shaken: bool) -> None:
    game = fired("stunner", {}, dice)
    assert (game["b.1"].stunned, game["b.1"].shaken) == (stunned, shaken)


@pytest.mark.rule("defiance.effector.stun-hit")
def test_a_field_and_luck_stop_a_stun_hit() -> None:
    saved = {"r": {"at": [[20, 10]], "primary": "stunner"}, "b": {"frame": "ghost", "at": [[20, 20]], "face": 180}}
    game = play(saved).say("cohesive-fire", "stationary").say(shoot("stunner", "b.1"), dice="damage 9, field save 5")
    assert not game["b.1"].stunned
    lucky = {**saved, "b": {"frame": "hero", "hero": True, "at": [[20, 20]], "face": 180, "chits": [{"owner": "b.1"}]}}
    game = play(lucky).say("cohesive-fire", "stationary").say(shoot("stunner", "b.1"), dice="damage 9")
    game.say("spend", dice="dumb luck 10")
    assert not game["b.1"].stunned


RECOVERIES = [
    # defiance.ex.stun-recovery-outcomes: the frame, rolls before, the die, what becomes of it
    ("bug", 0, 3, "recovers"),
    ("bug", 0, 2, "stunned"),
    ("bug", 1, 2, "recovers"),
    ("giant", 3, 1, "eliminated"),
    ("car", 2, 1, "recovers"),
    ("man", 0, 5, "recovers"),
    ("man", 0, 4, "stunned"),
]


@pytest.mark.rule("defiance.effector.stun-recovery-roll", "defiance.effector.stun-natural-one")
@pytest.mark.parametrize(("frame", "before", "die", "result"), RECOVERIES)
def test_recovery_by_size_mind_and_patience(frame: str, before: int, die: int, result: str) -> None:
    own = {"car": {"vehicle": True, "TY": "Light Vehicle", "SZ": 4, "DC": 2}}
    down = {"stunned": True, "stunned_in": 1, "stun_rolls": before}
    units = {"r": {"frame": frame, "at": row(20, 10, 2, 8), "primary": "", "figures": {"1": down}}, **FAR}
    game = play(units, f"card 1, stun recovery {die}", frames=own, turn={"number": 2})
    figure = game["r.1"]
    assert ("eliminated" if figure.gone else "stunned" if figure.stunned else "recovers") == result
    assert figure.stun_rolls == (0 if result == "recovers" else before + 1)


@pytest.mark.rule("defiance.effector.stun-recovery-timing")
@pytest.mark.parametrize(("stunned_in", "rolls"), [(1, 0), (0, 1)])
def test_nobody_recovers_in_the_turn_of_the_hit(stunned_in: int, rolls: int) -> None:
    """Neither by choice nor by luck: the activation of that turn passes without a roll."""
    down = {"stunned": True, "stunned_in": stunned_in}
    units = {"r": {"at": row(20, 10, 2), "figures": {"1": down}}, **FAR}
    game = play(units, "card 1" + (", stun recovery 2" if rolls else ""))
    assert (game["r.1"].stunned, game["r.1"].stun_rolls) == (True, rolls)
    assert game.fell("stun recovery, r.1") == [2] * rolls


@pytest.mark.rule("defiance.effector.stun-hit")
def test_more_stun_hits_change_nothing() -> None:
    down = {"stunned": True, "stunned_in": 1, "stun_rolls": 2}
    game = fired("stunner", {"figures": {"1": down}}, "damage 9", turn={"number": 3})
    assert (game["b.1"].stunned_in, game["b.1"].stun_rolls) == (1, 2)


@pytest.mark.rule("defiance.effector.stun-unit-effects")
def test_stunned_figures_count_as_casualties() -> None:
    """defiance.ex.stun-unit-size: of seven matrix figures three are stunned; the unit is of 4 and recovers with +4, then +5."""
    red = {"at": [[16, 10], [20, 10], [24, 10], [40, 10]], "primary": "stunner"}
    game = play({"r": red, "b": {"frame": "bug", "at": [[16, 18], [20, 18], [24, 18], *row(14, 20, 4, 3)], "face": 180}})
    game.say("cohesive-fire", "stationary")
    for number in (1, 2, 3):
        game.say(f"r.{number}", shoot("stunner", f"b.{number}"), dice="damage 9")
    assert sum(bool(figure.gone) for figure in game.state.figures.values()) == 0
    unit = game.state.units["b"]
    assert (current_size(game.state, unit), len(game.state.members(unit))) == (4, 7)
    figure = game["b.1"]
    assert recovery_tally(figure).needed == 7 - 4
    figure.stun_rolls = 1
    assert recovery_tally(figure).needed == 7 - 5


@pytest.mark.rule("defiance.effector.stun-unit-effects", "defiance.effector.stun-state")
def test_a_unit_of_stunned_figures_activates_and_does_nothing() -> None:
    down = {"stunned": True, "stunned_in": 1}
    units = {"r": {"at": row(20, 10, 2), "figures": {"1": down, "2": down}}, **FAR}
    game = play(units, "card 1, stun recovery 2, stun recovery 2", turn={"number": 2})
    assert [figure.stunned for figure in game.state.members(game.state.units["r"])] == [True, True]
    assert game.game.ask.side == "blue"  # the activation is over


@pytest.mark.rule("defiance.effector.stun-vehicles")
@pytest.mark.parametrize(
    ("kind", "face", "stunned", "haywire"),
    [("Light Vehicle", 12, True, 0), ("APC", 12, False, 0), ("Light Vehicle", 9, False, 1), ("APC", 9, False, 0)],
)
def test_vehicles_can_be_stunned_but_apcs_cannot(kind: str, face: int, stunned: bool, haywire: int) -> None:
    """7+ with +2 and -5 needs 10: 12 stuns, 9 tags and frightens; an APC feels neither."""
    car = {"vehicle": True, "TY": kind, "SZ": 3, "DC": 3}
    thrown = "damage 10, damage 9, damage 9" if face == 12 else f"damage {face}"
    dice = thrown + (", morale 1" if haywire else "")
    game = fired("stunner", {"frame": "car", "primary": ""}, dice, frames={"car": car})
    assert (game["b.1"].stunned, game["b.1"].haywire, game["b.1"].hurt) == (stunned, haywire, 0)


# ---- cones


@pytest.mark.rule(
    "defiance.effector.cone-area", "defiance.effector.cone-damage", "defiance.effector.cone-facing", "defiance.aoe.cone-is-aoe"
)
def test_who_is_in_a_cone() -> None:
    """defiance.ex.cone-sector: bases that touch 22.5 degrees, centres within the longest bracket, each by his own bracket."""
    from math import cos, radians, sin

    def at(angle: float, far: float) -> list[float]:
        return [round(24 + far * sin(radians(angle)), 3), round(24 + far * cos(radians(angle)), 3)]

    units = {
        "r": {"figures": {"1": {"at": [24, 24], "primary": "flamer"}, "2": {"at": at(-22, 6)}}},
        "b": {"frame": "suit", "at": [at(10, 3), at(26, 6), at(40, 6), at(0, 8.5)], "face": 180},
    }
    wood = {"id": "wood", "category": "heavy", "box": [24, 26.4, 24.9, 27.5]}
    battle = a_battle(units, weapons=WEAPONS, terrain=[wood])
    state = battle.state
    firer = state.figures["r.1"]
    ahead = Weapon(**firer.arms[0].weapon.fields())
    target = state.figures["b.4"]
    fire = Fire(firer, 0, 0, 1, "b.4", Manner("stationary"))
    found = {figure.id: die_in_cone(battle.state, fire, figure).tally for figure in in_cone(battle, firer, ahead, target)}
    assert {name: tally.base for name, tally in found.items()} == {"b.1": 5, "r.2": 7, "b.2": 7}
    mods = {name: {mod.rule: mod.value for mod in tally.mods} for name, tally in found.items()}
    assert mods["r.2"] == {"defiance.aoe.si-bonus": 1}  # neither terrain nor movement counts
    assert mods["b.1"] == mods["b.2"] == {"defiance.stats.armor-rating": -1}


@pytest.mark.rule("defiance.effector.cone-facing", "defiance.effector.cone-damage", "defiance.aoe.explosion-shock")
def test_a_cone_turns_its_bearer_and_shocks_all_it_touches() -> None:
    """A figure that stands still stays so; everybody in it tests, friends too, and nobody rolls to hit."""
    units = {
        "r": {"figures": {"1": {"at": [20, 10], "primary": "flamer", "face": 90}, "2": {"at": [20, 13]}}},
        "b": {"at": [[20, 15], [26, 15]], "face": 180},
    }
    game = play(units).say("cohesive-fire", "stationary", "r.1")
    blocked = [name for name in game.options if name.endswith("b.1")]
    assert not blocked  # a friend of the same size stands in the line of fire (defiance.effector.cone-blocking)
    game = play({**units, "r": {"figures": {"1": units["r"]["figures"]["1"], "2": {"at": [21.4, 13]}}}})
    game.say("cohesive-fire", "stationary", "r.1")
    game.say(shoot("flamer", "b.1"), dice="damage 1, damage 1, morale 9, morale 4")
    assert game["r.1"].face == 0
    assert [event.target for event in game.told("Caught")] == ["r.2", "b.1"]
    assert not game.told("Launched")
    assert (game["r.2"].shaken, game["b.1"].shaken) == (False, True)


@pytest.mark.rule("defiance.effector.cone-blocking")
@pytest.mark.parametrize(
    ("piece", "reached"),
    [
        ({"category": "impassable", "box": [15, 12, 25, 13], "height": 6}, False),
        ({"category": "heavy", "box": [15, 14.5, 25, 17]}, True),
        ({"category": "heavy", "box": [15, 12, 25, 17]}, False),
    ],
)
def test_terrain_still_blocks_a_cone(piece: dict[str, Any], reached: bool) -> None:
    """2 inches into heavy terrain and no farther."""
    units = {"r": {"at": [[20, 10]], "primary": "flamer"}, "b": {"at": [[20, 16]], "face": 180}}
    battle = a_battle(units, weapons=WEAPONS, terrain=[{"id": "p", **piece}])
    firer, target = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert bool(in_cone(battle, firer, firer.arms[0].weapon, target)) is reached


@pytest.mark.rule("defiance.effector.cone-fire-modes", "defiance.cover.cone-allowed")
def test_a_cone_covers_with_the_whole_counter_and_spreads_or_suppresses_never() -> None:
    units = {
        "r": {"at": [[20, 14]]},
        "b": {"at": [[20, 20]], "face": 180, "primary": "flamer", "covers": "primary", "cover_mod": -2},
    }
    game = play(units).say("sprint")
    game.say({"r.1": [23, 14]})
    assert game.rule == "defiance.cover.triggers"
    game.say("b")
    game.say(next(name for name in game.options if name.endswith("r.1")), dice="damage 1, morale 9")
    (event,) = game.told("Caught")
    assert {mod.name: mod.value for mod in event.tally.mods} == {"standard infantry in an area": 1, "covering fire": -2}
    line = game["b.1"].arms[0].weapon
    assert (line.can_cover, line.can_suppress, line.is_direct) == (True, False, False)


# ---- phase


def phase(range_: float, seen: bool, weapon: str = "ghost gun", **more: Any) -> Play:
    """A phase weapon and one enemy, behind a wall or not."""
    units = {"r": {"at": [[20, 5]], "primary": weapon}, "b": {"at": [[20, 5 + range_]], "face": 180, **more}}
    wall = {"id": "wall", "category": "impassable", "box": [10, 5.8, 30, 6], "height": 9}
    return play(units, terrain=[] if seen else [wall]).say("cohesive-fire", "stationary")


@pytest.mark.rule("defiance.effector.phase-outside-range", "defiance.effector.phase-targeting")
@pytest.mark.parametrize(
    ("far", "seen", "result"), [(12, False, "wasted"), (12, True, "shot"), (31, False, "wasted"), (20, False, "shot")]
)
def test_phase_fire_is_measured_after_it_is_declared(far: float, seen: bool, result: str) -> None:
    """defiance.ex.phase-out-of-range: 15 to 30 inches; a wasted shot counts, and nobody takes it back for free."""
    game = phase(far, seen)
    option = next(name for name in game.options if name.endswith("b.1"))
    told = next(one for one in game.game.ask.sheet()["options"] if one["id"] == option)
    assert (told.get("tally") is not None) is seen  # nobody knows what an unseen target needs
    before = game.battle.seals
    game.say(option, dice="damage 1" if result == "shot" else "")
    assert (len(game.told("Fired")), len(game.told("Wasted"))) == ((1, 0) if result == "shot" else (0, 1))
    assert game["r.1"].shots == (1,)
    assert (game.battle.seals > before) is not seen  # what could be measured before may be taken back


@pytest.mark.rule("defiance.effector.phase-range")
@pytest.mark.parametrize(("weapon", "far", "shot"), [
    ("one bracket", 1.5, True), ("one bracket", 20, True), ("one bracket", 20.5, False),
    ("ghost gun", 15, True), ("ghost gun", 14.9, False), ("ghost gun", 30, True), ("ghost gun", 30.1, False),
])  # fmt: skip
def test_the_limits_of_the_phase(weapon: str, far: float, shot: bool) -> None:
    """defiance.ex.phase-single-bracket: of a single bracket all of it."""
    game = phase(far, seen=False, weapon=weapon)
    game.say(next(name for name in game.options if name.endswith("b.1")), dice="damage 1" if shot else "")
    assert bool(game.told("Fired")) is shot


@pytest.mark.rule("defiance.effector.phase-range")
def test_phase_range_from_the_brackets() -> None:
    state = a_state({"r": {"at": [[9, 9]], "primary": "ghost gun", "side_arms": "one bracket"}, **FAR}, weapons=WEAPONS)
    one, other = (arm.weapon for arm in state.figures["r.1"].arms)
    assert (phase_range(one), phase_range(other)) == ((15_000, 30_000), (0, 20_000))


@pytest.mark.rule(
    "defiance.effector.phase-definition", "defiance.effector.phase-modifiers", "defiance.effector.phase-targeting"
)
def test_a_ghost_gun_through_a_wall() -> None:
    """defiance.ex.ghost-gun-through-wall: 17 inches, walking, a man in light cover behind a brick wall, AR 4: 9 becomes 7."""
    soldier = {"AR": 4}
    wood = {"id": "wood", "category": "light", "box": [18, 19.5, 22, 24]}
    wall = {"id": "wall", "category": "impassable", "box": [10, 12, 30, 12.5], "height": 6}
    units = {
        "r": {"at": [[20, 1]], "support": "ghost gun", "primary": ""},
        "b": {"frame": "soldier", "at": [[20, 21]], "face": 180},
    }
    game = play(units, terrain=[wood, wall], frames={"soldier": soldier}).say("support-fire", "walking", "move-fire")
    game.say({"r.1": [20, 4]})
    game.say(next(name for name in game.options if name.endswith("b.1")), dice="damage 9")
    (event,) = game.told("Fired")
    assert (event.tally.base, event.tally.needed) == (7, 9)
    assert [(mod.rule, mod.value) for mod in event.tally.mods] == [("defiance.ranged.terrain-cover-modifier", -2)]
    assert game["b.1"].gone == "killed"


@pytest.mark.rule("defiance.effector.phase-modifiers")
def test_depth_limits_are_no_limit_for_a_phase_weapon() -> None:
    """defiance.ex.phase-depth: a suit 5 inches deep in medium terrain is unseen, and shot at -2."""
    wood = {"id": "wood", "category": "medium", "box": [15, 20, 25, 30]}
    units = {"r": {"at": [[20, 5]], "primary": "ghost gun"}, "b": {"frame": "suit", "at": [[20, 25]], "face": 180}}
    game = play(units, terrain=[wood]).say("cohesive-fire", "walking", "fire-move")
    game.say(next(name for name in game.options if name.endswith("b.1")), dice="damage 1")
    (event,) = game.told("Fired")
    assert {mod.name: mod.value for mod in event.tally.mods} == {"medium terrain": -2}


@pytest.mark.rule("defiance.effector.phase-targeting")
def test_a_phase_weapon_passes_the_nearest_by() -> None:
    """Any enemy may be declared, near or far, behind a friend too if he is in phase range."""
    units = {
        "r": {"figures": {"1": {"at": [20, 5], "primary": "ghost gun"}, "2": {"at": [20, 7]}}},
        "b": {"at": [[20, 12]], "face": 180},
        "b2": {"at": [[20, 25]], "face": 180},
    }
    game = play(units).say("cohesive-fire", "stationary", "r.1")
    assert {name.split(":")[-1] for name in game.options if name != "hold"} == {"b2.1"}  # the near one is hidden by a friend
