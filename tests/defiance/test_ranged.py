"""Ranged fire: targets, brackets, modifiers, dice, saves, tags (defiance.ranged.*)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.dice.kinds import bands
from littlewars.engine import Battle, foresee
from littlewars.engine.showing import Forecast
from littlewars.systems.defiance.basics.dice import OPEN
from littlewars.systems.defiance.basics.numbers import COVER_ARC
from littlewars.systems.defiance.basics.profiles import NEVER, Weapon
from littlewars.systems.defiance.basics.rolls import damage_bands
from littlewars.systems.defiance.basics.sight import ahead_of, away, cover_mod, cover_of, seen_by, sees
from littlewars.systems.defiance.basics.state import Figure, State
from littlewars.systems.defiance.fire.damage import DamageDone, settle
from littlewars.systems.defiance.fire.firing import lines_of
from littlewars.systems.defiance.fire.shots import FASTEST, SPEEDS, armour, lof_mods
from littlewars.systems.defiance.fire.stoppage import note_shot, usable
from littlewars.systems.defiance.fire.targets import (
    arcs,
    blocked,
    legal_among,
    outlook,
    targets_of,
    visible,
)
from littlewars.systems.defiance.orders.orders import fires
from littlewars.systems.defiance.roster.armies import weapons
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.table.facing import in_arc
from tests.defiance.squads import Play, a_battle, one_shot, row, run, shoot, told


def shot(attacker: dict[str, Any], target: dict[str, Any], speed: str = "walking", **more: Any) -> Any:
    """A shot of r.1 at b.1."""
    state = a_battle({"r": {"at": [[20, 10]], **attacker}, "b": {"at": [[20, 18]], **target}}, **more).state
    figure = state.figures["r.1"]
    line = figure.arms[0].weapon
    return one_shot(state, figure, 0, line, state.figures["b.1"], line.rate, speed)


def mods(found: Any) -> dict[str, int]:
    return {mod.name: mod.value for mod in found.tally.mods}


def firing(dice: str, attacker: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **more: Any) -> Play:
    """r.1 has a turn of its own, walks not, and fires at b.1 with what the dice say."""
    units = {"r": {"at": [[20, 10]], **(attacker or {})}, "b": {"at": [[20, 18]], **(target or {})}}
    play = Play(units, dice="card 1", **more).say("cohesive-fire", "walking", "move-fire", {})
    return play.say(next(name for name in play.options if name != "hold"), dice=dice)


# ---- what it is


@pytest.mark.rule("defiance.ranged.definition")
def test_nobody_fires_ranged_weapons_while_engaged() -> None:
    play = Play({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 11]]}}, dice="card 1")
    state = play.state
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    assert not play.told("Fired")


@pytest.mark.rule(
    "defiance.ranged.target-damage-roll",
    "defiance.ranged.damage-roll-procedure",
    "defiance.ranged.elimination",
    "defiance.ranged.feed-rate",
)
def test_machine_pistol_at_a_runner() -> None:
    # defiance.ex.machine-pistol-runner: 23 inches, 9+, armour +1, dice 2 and 8: one hit
    pistol = {"FR": 2, "brackets": {"7+": 20, "9+": 30, "11+": 40}}
    play = firing(
        "damage 2, damage 8",
        {"primary": "mp"},
        {"frame": "racer", "at": [[20, 33]]},
        weapons={"mp": pistol},
        frames={"racer": {"class": "PI", "AR": 1, "QU": "Fanatic"}},
    )
    (fired,) = play.told("Fired")
    assert (fired.tally.base, fired.tally.needed, fired.hits, fired.tags) == (9, 8, 1, 0)
    assert play["b.1"].gone == "killed"


@pytest.mark.rule("defiance.ranged.tagging")
def test_one_less_than_needed_tags_and_forces_a_test() -> None:
    # defiance.ex.machine-pistol-tag: dice 2 and 7, the second one short; a Fanatic needs 2+
    pistol = {"FR": 2, "brackets": {"7+": 20, "9+": 30, "11+": 40}}
    play = firing(
        "damage 2, damage 7, morale 2",
        {"primary": "mp"},
        {"frame": "racer", "at": [[20, 33]]},
        weapons={"mp": pistol},
        frames={"racer": {"class": "PI", "AR": 1, "QU": "Fanatic"}},
    )
    (fired,), (tested,) = play.told("Fired"), play.told("Tested")
    assert (fired.hits, fired.tags, tested.tally.needed, tested.passed) == (0, 1, 2, True)


@pytest.mark.rule("defiance.ranged.rolls-over-ten", "defiance.ranged.impossible-thirteen", "defiance.dice.d10-open-ended")
def test_eleven_and_twelve() -> None:
    # defiance.ex.rolls-over-ten
    for needed, ways in ((10, 4), (11, 2), (12, 1), (13, 0)):
        assert bands(OPEN, (needed,))[1] == ways  # of 40
    assert damage_bands(13) == (12, 13)  # a natural 12 still tags

    def read(*faces: int) -> int:
        left = list(faces)
        return OPEN.read(lambda sides: left.pop(0))

    assert [read(10, 5), read(10, 6, 5), read(10, 6, 6), read(10, 10, 10), read(9)] == [10, 11, 12, 12, 9]


@pytest.mark.rule("defiance.ranged.natural-one", "defiance.dice.natural-1-damage")
def test_a_natural_one_never_damages() -> None:
    # defiance.ex.natural-one: target 5 with +9
    assert damage_bands(5 - 9) == (2, 2)  # from 2 on it damages, a 1 neither damages nor tags
    assert damage_bands(2) == (1, 2)  # exactly one short: a 1 tags


# ---- whom one may fire at


def aims(battle: Battle[State], who: str = "r.1", turns: bool = False) -> set[str]:
    figure = battle.state.figures[who]
    return set(targets_of(battle, figure, [(0, 0, figure.arms[0].weapon)], turns)[0])


@pytest.mark.rule("defiance.ranged.front-arc", "defiance.terms.cover-arc")
def test_only_what_is_ahead_counts() -> None:
    battle = a_battle({"r": {"at": [[20, 20]]}, "b": {"at": [[20, 28]]}, "b2": {"at": [[20, 16]]}})
    assert aims(battle) == {"b.1"}
    figure = battle.state.figures["r.1"]
    for x, y, ahead in ((28, 28, True), (12, 28, True), (28.1, 28, False), (20, 16, False)):
        other = a_battle({"r": {"at": [[20, 20]]}, "b": {"at": [[x, y]]}}).state.figures["b.1"]
        assert bool(ahead_of(figure, [other])) is ahead


@pytest.mark.rule(
    "defiance.ranged.closest-target", "defiance.ranged.friendly-blocking", "defiance.ranged.friendly-blocking-retarget"
)
@pytest.mark.parametrize(
    ("frame", "friend", "expected"),
    [("man", None, {"b1.1"}), ("elite", None, {"b1.1", "b2.1"}), ("man", "man", {"b2.1"}), ("man", "small", {"b1.1"})],
)
def test_friendly_figures(frame: str, friend: str | None, expected: set[str]) -> None:
    # defiance.ex.friendly-figures
    units: dict[str, Any] = {
        "r": {"frame": frame, "at": [[20, 10]]},
        "b1": {"at": [[20, 20]]},
        "b2": {"at": [[24, 24]]},
        "b3": {"at": [[20, 4]]},
    }
    if friend:
        units["s"] = {"frame": friend, "at": [[20, 14]]}
    battle = a_battle(units)
    assert aims(battle) == expected
    if friend:
        assert blocked(battle, battle.state.figures["r.1"], battle.state.figures["b1.1"]) is (friend == "man")


def the_set(frame: str = "man", **changes: dict[str, Any]) -> set[str]:
    """The table of defiance.ex.legal-target-set: distances from the firer, all ahead of him."""
    units: dict[str, Any] = {"r": {"frame": frame, "at": [[20, 5]]}}
    places = {"b1": [[16, 14.17], [20, 17], [23, 17.65]], "b2": [[14, 14.22], [12, 16.49]]}
    for name, spots in places.items():
        units[name] = {"at": spots}
    units["b1"]["figures"] = {"3": {"shaken": True, "prone": False}}
    units["b3"] = {"frame": "giant", "at": [[25, 20.2]]}
    units["b4"] = {"frame": "tank", "primary": "", "at": [[20, 25]]}
    battle = a_battle(units)
    state = battle.state
    figure = state.figures["r.1"]
    hidden = {"b1.1", "b2.1", "b2.2"} | set(changes.get("hidden", {}))
    for name in changes.get("prone", {}):
        state.figures[name].prone = True
    seen = visible(battle, figure)
    assert len(seen) == 7
    view = outlook(state, seen, seen_by(battle, figure), hidden)
    found = {enemy.id for enemy in legal_among(state, figure, seen, view)}  # all are ahead of him
    letters = {"b1.1": "a", "b1.2": "b", "b1.3": "c", "b2.1": "d", "b2.2": "e", "b3.1": "f", "b4.1": "v"}
    return {letters[name] for name in found}


@pytest.mark.rule(
    "defiance.ranged.legal-targets",
    "defiance.ranged.exempt-figures",
    "defiance.ranged.exempt-unit-in-cover",
    "defiance.ranged.exempt-size",
    "defiance.ranged.exempt-infantry-vehicle",
    "defiance.ranged.elite-vehicle-targeting",
)
def test_the_set_of_legal_targets() -> None:
    # defiance.ex.legal-target-set
    assert the_set() == set("abfv")
    assert the_set("elite") == set("abdefv")
    assert the_set(hidden={"b1.2": True}) == set("abcfv")
    assert the_set(hidden={"b1.2": True, "b1.3": True}) == set("abcdefv")
    assert the_set(prone={"b1.2": True}) == set("abcfv")


@pytest.mark.rule("defiance.ranged.exempt-figures")
@pytest.mark.parametrize(
    ("nearest", "expected"),
    [({}, {"b.1"}), ({"stunned": True}, {"b.1", "b.2"}), ({"shaken": True}, {"b.1", "b.2"}), ({"hurt": 1}, {"b.1"})],
)
def test_whoever_is_shaken_or_stunned_may_be_passed_over(nearest: dict[str, Any], expected: set[str]) -> None:
    enemies = {"frame": "giant", "at": [[20, 18], [22, 20], [18, 22]], "figures": {"1": nearest}}
    assert aims(a_battle({"r": {"at": [[20, 10]]}, "b": enemies})) == expected


@pytest.mark.rule("defiance.ranged.friendly-blocking-retarget")
def test_behind_a_friend_it_is_the_one_next_to_the_target_not_next_to_the_firer() -> None:
    """b3 is 10.6 inches from the firer and 7.3 from the target; b2 11.4 from the firer and 3.2 from the target."""
    units = {
        "r": {"at": [[20, 10]]},
        "s": {"at": [[20, 14]]},
        "b1": {"at": [[20, 20]]},
        "b2": {"at": [[23, 21]]},
        "b3": {"at": [[13, 18]]},
    }
    assert aims(a_battle(units)) == {"b2.1"}


@pytest.mark.rule("defiance.ranged.friendly-blocking-retarget")
@pytest.mark.parametrize(("right", "found"), [(23, {"b.2", "b.3"}), (23.001, {"b.2"})])
def test_of_two_equally_near_to_the_one_behind_a_friend_the_firer_chooses(right: float, found: set[str]) -> None:
    units = {"r": {"at": [[20, 10]]}, "s": {"at": [[20, 13]]}, "b": {"at": [[20, 18], [17, 18], [right, 18]]}}
    assert aims(a_battle(units)) == found


@pytest.mark.rule("defiance.ranged.closest-target")
def test_with_a_free_facing_one_may_turn_away_from_the_closest() -> None:
    battle = a_battle({"r": {"at": [[20, 20]]}, "b": {"at": [[20, 26]]}, "b2": {"at": [[30, 20]]}})
    assert aims(battle) == {"b.1"}
    assert aims(battle, turns=True) == {"b.1", "b2.1"}


@pytest.mark.rule("defiance.ranged.direct-or-indirect", "defiance.ranged.line-of-sight")
def test_direct_fire_needs_sight() -> None:
    house = {"id": "house", "category": "impassable", "box": [18, 13, 22, 15], "height": 6}
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 18]]}}, terrain=[house])
    assert not aims(battle)
    low = {**house, "height": 1.5}
    over = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 18]]}}, terrain=[low])
    assert sees(over, over.state.figures["r.1"], over.state.figures["b.1"])  # both are 2 inches tall
    lying = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 18]], "prone": True}}, terrain=[{**low, "height": 1.8}])
    assert not sees(lying, lying.state.figures["r.1"], lying.state.figures["b.1"])


@pytest.mark.rule("defiance.ranged.who-may-fire")
def test_maneuvering_units_do_not_fire() -> None:
    play = Play({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 22]]}}, dice="card 1").say("sprint", {"r.1": [22, 10]})
    assert not play.told("Fired")


# ---- weapons


@pytest.mark.rule(
    "defiance.ranged.weapon-type",
    "defiance.ranged.weapon-target",
    "defiance.ranged.effector-letters",
    "defiance.ranged.indirect-stat",
)
def test_what_a_weapon_line_says() -> None:
    needler = weapons()["needler"]
    assert (needler.type, needler.target, needler.effectors, needler.indirect) == ("PI", "AI", frozenset("V"), False)
    known = {letter for weapon in weapons().values() for line in weapon.lines for letter in line.effectors}
    assert known <= set("AFSKPVBUTC")


@pytest.mark.rule("defiance.ranged.split-feed-rate")
def test_a_split_weapon_offers_both_rates() -> None:
    play = Play({"r": {"at": [[20, 10]], "primary": "split"}, "b": {"at": [[20, 18]]}}, dice="card 1")
    play.say("cohesive-fire", "stationary")
    both = [play.id(shoot("split", "b.1", rate=rate)) for rate in (1, 2)]
    assert play.options == ["hold", *both]


def needs(line: Weapon, *inches: float) -> list[int | None]:
    return [line.needs(round(far * 1000)) for far in inches]


@pytest.mark.rule("defiance.ranged.range-brackets", "defiance.ranged.range-maximum")
def test_brackets_of_the_shrieker() -> None:
    # defiance.ex.shrieker-brackets
    shrieker = weapons()["shrieker"]
    assert needs(shrieker, 5, 5.1, 15, 20, 25, 35, 35.1) == [3, 5, 5, 7, 7, 9, None]
    assert shrieker.rate == 2


@pytest.mark.rule("defiance.ranged.range-unlimited")
def test_unlimited_range_of_the_hedgehog() -> None:
    # defiance.ex.hedgehog-unlimited
    hedgehog = weapons()["hedgehog"]
    assert needs(hedgehog, 1, 30, 200) == [9, 9, 9]
    assert (hedgehog.rate, hedgehog.longest) == (4, NEVER)


@pytest.mark.rule("defiance.ranged.aoe-stat")
def test_brackets_of_an_area_weapon_are_for_hitting() -> None:
    # defiance.ex.rams-head-to-hit
    head = next(weapon for key, weapon in weapons().items() if key.startswith("ram"))
    assert needs(head, 10, 25, 40, 55, 60, 61) == [5, 5, 7, 9, 11, None]
    assert head.aoe is not None
    assert (head.rate, head.aoe.radius, head.aoe.damage, head.aoe.effectors) == (1, 3000, 5, frozenset("B"))


@pytest.mark.rule("defiance.ranged.ammo")
def test_ammunition_is_counted_by_shots() -> None:
    # defiance.ex.doppler-ammo
    doppler = next(weapon for key, weapon in weapons().items() if key.startswith("doppler"))
    assert (doppler.ammo, doppler.can_suppress) == (4, False)
    state = a_battle({"r": {"at": [[20, 10]], "primary": "rocket"}, "b": {"at": [[20, 18]]}}).state
    figure = state.figures["r.1"]
    for left in (True, True, False):
        assert usable(figure, 0) is left
        note_shot(figure, 0, 1)
    assert not lines_of(state, figure, ("primary",))


@pytest.mark.rule("defiance.ranged.ammo")
def test_each_line_of_a_combination_has_ammunition_of_its_own() -> None:
    """Two rockets and any number of bullets from one barrel."""
    kinds = {"tube": {"FR": 1, "ammo": 2, "brackets": {"7+": 20}}, "both": {"modes": ["rifle", "tube"]}}
    play = Play({"r": {"at": [[20, 10]], "primary": "both"}, "b": {"at": [[20, 18]]}}, dice="card 1", weapons=kinds)
    state = play.state
    figure = state.figures["r.1"]
    for line in (1, 0, 0, 1):
        assert [number for _, number, _ in lines_of(state, figure, ("primary",))] == [0, 1]
        note_shot(figure, 0, 1, line)
    assert [number for _, number, _ in lines_of(state, figure, ("primary",))] == [0]
    assert usable(figure, 0)
    again = Play({"r": {"at": [[20, 10]], "primary": "both"}, "b": {"at": [[20, 18]]}}, dice="card 1", weapons=kinds)
    again.say("cohesive-fire", "stationary").say(shoot("tube", "b.1"), dice="damage 1")
    assert again["r.1"].rounds == ("0:1",)


@pytest.mark.rule("defiance.ranged.range-measurement")
def test_range_is_measured_from_centre_to_centre() -> None:
    state = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[23, 14]]}}).state
    assert away(state.figures["r.1"], state.figures["b.1"]) == 5000
    state.figures["b.1"].level = 2
    assert away(state.figures["r.1"], state.figures["b.1"]) == 5000 + 12_000


@pytest.mark.rule("defiance.ranged.cone-targeting")
def test_a_cone_is_laid_on_a_legal_target() -> None:
    """A cone's bearer declares one by the usual rules, and is turned to him: the middle of the cone lies on him."""
    units = {"r": {"at": [[20, 10]], "face": 90, "primary": "cone"}, "b": {"at": [[20, 18], [20, 19.5]], "face": 180}}
    play = Play(units, dice="card 1").say("cohesive-fire", "stationary")
    assert {"b.1"} == {name.split(":")[-1] for name in play.options if name != "hold"}  # the nearest in the open
    play.say(shoot("cone", "b.1"), dice="damage 1, damage 1, morale 9, morale 9")
    assert play["r.1"].face == 0


# ---- impact, saves, tags


def struck(dice: str, hits: int, frame: dict[str, Any], hurt: int = 0, tags: int = 0, **line: Any) -> Battle[State]:
    weapon = {"FR": 3, "brackets": {"7+": 30}, **line}
    units = {"r": {"at": [[20, 10]], "primary": "w"}, "b": {"frame": "it", "at": [[20, 18]]}}
    battle = a_battle(units, dice, weapons={"w": weapon}, frames={"it": frame})
    battle.state.figures["b.1"].hurt = hurt
    run(settle(battle, [DamageDone("b.1", battle.state.figures["r.1"].arms[0].weapon, hits, tags)]))
    return battle


@pytest.mark.rule("defiance.ranged.impact-rating", "defiance.ranged.impact-needs-capacity")
def test_impact_dice() -> None:
    # defiance.ex.impact-shoulder-cannon, defiance.ex.impact-survivor-only
    assert struck("impact 7", 1, {"DC": 2}, IR=1).state.figures["b.1"].gone == "killed"
    assert struck("impact 6, morale 9", 1, {"DC": 2}, IR=1).state.figures["b.1"].left == 1
    battle = struck("impact 7, impact 6, morale 9", 1, {"DC": 3}, IR=2)
    assert (battle.state.figures["b.1"].left, len(told(battle, "Tested"))) == (1, 1)
    assert struck("", 1, {"DC": 2}, hurt=1, IR=2).state.figures["b.1"].gone == "killed"


@pytest.mark.rule("defiance.ranged.field-saves-timing", "defiance.ranged.field-saves-each", "defiance.ranged.tagging-fields")
def test_field_saves_come_after_all_dice_and_do_not_stop_tags() -> None:
    # defiance.ex.field-saves-after-all-dice
    gun = {"FR": 3, "brackets": {"7+": 30}}
    play = firing(
        "damage 8, damage 6, damage 9, field save 5, field save 7, morale 9",
        {"primary": "g"},
        {"frame": "ghost"},
        weapons={"g": gun},
    )
    (fired,) = play.told("Fired")
    assert (fired.hits, fired.tags, play["b.1"].gone) == (2, 1, "")
    assert [event.hits for event in play.told("Saved")] == [2]
    assert len(play.told("Tested")) == 1


@pytest.mark.rule("defiance.ranged.field-saves-each")
def test_field_piercing_weapons_allow_no_save() -> None:
    assert struck("", 1, {"FS": "2+"}, FR="1F").state.figures["b.1"].gone == "killed"


@pytest.mark.rule("defiance.ranged.tagging-multiple")
def test_every_tag_is_a_test_of_its_own() -> None:
    battle = struck("morale 4, morale 4", 0, {"QU": "Regular"}, tags=2)
    assert [event.passed for event in told(battle, "Tested")] == [False, False]
    assert battle.state.figures["b.1"].gone == "routed"  # shaken, then shaken again


@pytest.mark.rule("defiance.ranged.resolution-sequence")
def test_tags_are_tested_before_damage() -> None:
    battle = struck("morale 9, morale 8", 1, {"DC": 2, "QU": "Regular"}, tags=1)
    assert [event.why for event in told(battle, "Tested")] == ["tagged", "damaged"]


# ---- modifiers


def lof(weapon: dict[str, Any], frame: dict[str, Any]) -> int:
    units = {"r": {"at": [[20, 10]], "primary": "w"}, "b": {"frame": "it", "at": [[20, 18]], "primary": ""}}
    state = a_battle(units, weapons={"w": {"brackets": {"7+": 30}, **weapon}}, frames={"it": frame}).state
    return sum(mod.value for mod in lof_mods(state.figures["r.1"].arms[0].weapon, state.figures["b.1"]) if mod)


@pytest.mark.rule("defiance.ranged.lof-table", "defiance.terms.weapon-target-type")
def test_line_of_fire_modifiers() -> None:
    # defiance.ex.mauser-lof, defiance.ex.needler-vs-vehicle, defiance.ex.lof-table
    tank = {"vehicle": True, "TY": "AFV", "SZ": 4, "DC": 2}
    assert lof({"FR": 1}, {"AR": -1, "class": "PI"}) == -1
    assert lof({"FR": 1}, {**tank, "AR": 1}) == -4
    assert lof({"FR": "1V"}, {"AR": -2, "class": "PI"}) == 0
    assert lof({"FR": "1V"}, {**tank, "AR": -1}) == -3
    assert lof({"FR": 1, "target": "AV"}, {"AR": 3}) == -5
    assert lof({"FR": "1A"}, {"AR": -2, "class": "PI"}) == 0


@pytest.mark.rule("defiance.ranged.modifier-sign")
def test_modifiers_are_added_to_the_die() -> None:
    # defiance.ex.modifier-sign: 5 with armour +3 is 8, 7 with armour -2 is 5
    assert shot({}, {"frame": "soft"}, frames={"soft": {"AR": 3}}).tally.needed == 5 - 3
    assert shot({}, {"frame": "hard"}, frames={"hard": {"AR": -2, "class": "PI"}}).tally.needed == 5 + 2


@pytest.mark.rule("defiance.ranged.los-table", "defiance.ranged.attacker-movement")
def test_line_of_sight_modifiers() -> None:
    # defiance.ex.los-table
    assert [mods(shot({}, {}, speed)).get(speed, 0) for speed in ("stationary", "walking", "running")] == [2, 0, -2]
    speeds = {}
    for speed in (10, 11, 12, 15, 18, 20, 21, 30, 31):
        speeds[speed] = mods(shot({}, {"sprint": speed})).get("sprinting target", 0)
    assert speeds == {10: 0, 11: -1, 12: -1, 15: -1, 18: -1, 20: -1, 21: -2, 30: -2, 31: -3}
    assert (SPEEDS[-1], FASTEST) == ((30_000, -2), -3)


@pytest.mark.rule("defiance.ranged.sprinting-speed")
def test_the_speed_is_what_it_could_have_moved() -> None:
    # defiance.ex.sprinting-speed-mv6
    play = Play({"r": {"frame": "six", "at": [[20, 10]]}, "b": {"at": [[40, 40]]}}, dice="card 1", frames={"six": {"MV": 6}})
    play.say("sprint", {"r.1": [20, 18]})
    assert play["r.1"].sprint == 12_000


@pytest.mark.rule("defiance.ranged.sprinting-speed-eligibility")
def test_vehicles_and_jumpers_gain_nothing_by_speed() -> None:
    assert "sprinting target" not in mods(shot({}, {"frame": "tank", "primary": "", "sprint": 30}))
    assert "sprinting target" not in mods(shot({}, {"sprint": 12, "jumped": True}))
    assert mods(shot({}, {"sprint": 12}))["sprinting target"] == -1


@pytest.mark.rule("defiance.orders.aim-range-doubling", "defiance.orders.aim-duration")
@pytest.mark.parametrize(("aimed", "aims", "needed"), [(0, [], 9), (1, ["b"], 9), (2, ["b"], 7), (2, ["b2"], 9)])
def test_only_who_aimed_at_this_unit_an_activation_ago_shoots_twice_as_far(aimed: int, aims: str, needed: int) -> None:
    """The rifle at 25 inches: 9+ (20 to 30), or with doubled brackets 7+ (20 to 40)."""
    units = {"r": {"at": [[20, 10]], "aims": aims, "aimed": aimed}, "b": {"at": [[20, 35]]}, "b2": {"at": [[40, 40]]}}
    state = a_battle(units).state
    figure = state.figures["r.1"]
    assert one_shot(state, figure, 0, figure.arms[0].weapon, state.figures["b.1"], 1).tally.base == needed


@pytest.mark.rule("defiance.effector.ar-matrix", "defiance.stats.armor-rating")
@pytest.mark.parametrize(
    ("weapon", "vehicle", "added"),
    [
        ({"FR": 1}, False, -3),
        ({"FR": "1A"}, False, 0),
        ({"FR": "1V"}, False, 0),
        ({"FR": "1P"}, False, 0),
        ({"FR": "1B"}, False, -6),
        ({"FR": "1U"}, False, 0),  # what would make it worse is left out
        ({"FR": 1, "target": "AV"}, False, 0),
        ({"FR": 1}, True, -3),
        ({"FR": "1A"}, True, -3),  # against a vehicle only an anti-vehicle weapon goes through
        ({"FR": "1V"}, True, -3),
        ({"FR": "1B"}, True, -6),
        ({"FR": "1U"}, True, -3),
        ({"FR": 1, "target": "AV"}, True, -3),
        ({"FR": "1A", "target": "AV"}, True, 0),
        ({"FR": "1U", "target": "AV"}, True, 0),
    ],
)
def test_what_becomes_of_armour(weapon: dict[str, Any], vehicle: bool, added: int) -> None:
    kinds = {"hard": {"class": "PI", "AR": -3}, "hull": {"vehicle": True, "TY": "AFV", "SZ": 4, "DC": 2, "AR": -3}}
    gun = {"gun": {"brackets": {"7+": 20}, **weapon}}
    units = {"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"frame": "hull" if vehicle else "hard", "at": [[20, 20]]}}
    state = a_battle({**units, "b": {**units["b"], "primary": ""}}, frames=kinds, weapons=gun).state
    assert armour(state.figures["r.1"].arms[0].weapon, state.figures["b.1"]) == added


@pytest.mark.rule("defiance.effector.combination-order")
@pytest.mark.parametrize(("kind", "added"), [("soft", 4), ("hard", 0), ("hull", -6)])
def test_what_is_left_of_armour_is_doubled_by_a_burst(kind: str, added: int) -> None:
    """Ultra and burst: of infantry the bad armour counts nothing and the good twice; of a vehicle all of it twice."""
    hull = {"vehicle": True, "TY": "AFV", "SZ": 4, "DC": 2, "AR": -3}
    kinds = {"soft": {"AR": 2}, "hard": {"class": "PI", "AR": -3}, "hull": hull}
    units = {"r": {"at": [[20, 10]], "primary": "both"}, "b": {"frame": kind, "at": [[20, 20]], "primary": ""}}
    state = a_battle(units, frames=kinds, weapons={"both": {"FR": "1UB", "brackets": {"7+": 20}}}).state
    assert armour(state.figures["r.1"].arms[0].weapon, state.figures["b.1"]) == added


@pytest.mark.rule("defiance.ranged.attacker-movement-class", "defiance.ranged.los-scope", "defiance.ranged.lof-scope")
def test_a_covering_counter_is_one_line_of_fire_modifier() -> None:
    state = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 18]], "prone": True}}).state
    figure = state.figures["r.1"]
    found = one_shot(state, figure, 0, figure.arms[0].weapon, state.figures["b.1"], 1, "running", covering=-4)
    assert mods(found) == {"covering fire": -4, "target prone": -2}  # not the -2 for running as well


def cover(target: dict[str, Any], *boxes: tuple[str, list[float]], start: tuple[int, int] = (20_000, 4000)) -> int:
    terrain = [{"id": f"t{n}", "category": kind, "box": box, "height": 2} for n, (kind, box) in enumerate(boxes)]
    state = a_battle({"r": {"at": [[20, 4]]}, "b": {"at": [[20, 18]], **target}}, terrain=terrain).state
    figure = state.figures["b.1"]
    return cover_mod(figure, cover_of(state, start, figure))


@pytest.mark.rule("defiance.ranged.terrain-cover-modifier")
@pytest.mark.parametrize(("kind", "powered", "standard"), [("light", -1, -2), ("medium", -2, -3), ("heavy", -3, -4)])
def test_terrain_cover_by_class(kind: str, powered: int, standard: int) -> None:
    box = (kind, [15, 16, 25, 20])
    assert (cover({"frame": "suit"}, box), cover({}, box)) == (powered, standard)


@pytest.mark.rule("defiance.ranged.terrain-cover-worst")
def test_only_the_worst_terrain_counts() -> None:
    # defiance.ex.worst-terrain-only
    boxes = (("light", [15, 16, 25, 17.5]), ("heavy", [15, 15, 25, 17.48]))
    assert (cover({"frame": "suit"}, *boxes), cover({}, *boxes)) == (-3, -4)


@pytest.mark.rule("defiance.ranged.terrain-cover-proximity")
def test_how_near_the_terrain_must_be() -> None:
    near, far = ("light", [15, 15, 25, 16.6]), ("light", [15, 14, 25, 16.4])
    assert (cover({}, near), cover({"frame": "suit"}, near)) == (-2, 0)  # within an inch, not touching
    assert cover({}, far) == 0
    assert cover({}, ("light", [15, 18.6, 25, 21])) == 0  # behind the target
    assert cover({"frame": "suit"}, ("light", [15, 15, 25, 17.5])) == -1  # touching


@pytest.mark.rule("defiance.ranged.terrain-cover-proximity")
def test_terrain_in_which_the_firer_stands_protects_only_who_stands_in_it_too() -> None:
    """The wood ends at 17 inches: its edge is near a man at 18, but it is the firer's own."""
    wood = ("light", [15, 2, 25, 17])
    assert cover({}, wood) == 0
    assert cover({}, wood, start=(20_000, 1500)) == -2  # from before the wood
    assert cover({}, ("light", [15, 2, 25, 18])) == -2  # both are in it


@pytest.mark.rule("defiance.ranged.terrain-cover-modifier", "defiance.move.terrain-table")
def test_flat_terrain_protects_by_its_class_as_well() -> None:
    crater = {"id": "hole", "kind": "crater", "box": [15, 16, 25, 20]}
    found = shot({}, {}, terrain=[crater])
    assert mods(found) == {"light terrain": -2}


@pytest.mark.rule("defiance.ranged.split-feed-rate", "defiance.ranged.los-table")
def test_a_needler_at_a_sprinting_trooper() -> None:
    # defiance.ex.needler-crimson: 7+ at 33 inches, +2 -1 -1, die 6: tagged, no stoppage roll at the low rate
    needler = {"FR": "1(2)V", "brackets": {"5+": 20, "7+": 40, "9+": 60}}
    wood = {"id": "bush", "category": "light", "box": [15, 41, 25, 45], "height": 1}
    units = {"r": {"at": [[20, 10]], "primary": "n"}, "b": {"frame": "trooper", "at": [[20, 43]], "sprint": 15}}
    frames = {"trooper": {"class": "PI", "AR": 1, "modes": ["S"], "MV": 5}}
    play = Play(units, dice="card 1", weapons={"n": needler}, frames=frames, terrain=[wood])
    play.say("cohesive-fire", "stationary").say(shoot("n", "b.1"), dice="damage 6, morale 9")
    (fired,) = play.told("Fired")
    assert mods(fired) == {"light terrain": -1, "stationary": 2, "sprinting target": -1}
    assert (fired.tally.base, fired.hits, fired.tags) == (7, 0, 1)


TAKS = {  # A, B and C in the open; D and E behind a house from which they see nobody
    "frame": "Tak",
    "at": [[10, 10], [14, 10], [18, 10], [28, 10], [32, 10]],
    "primary": "",
    "figures": {
        **{number: {"primary": "Shrieker"} for number in "134"},
        **{number: {"support": "Doppler Grenade Launcher"} for number in "25"},
    },
}


@pytest.mark.rule(
    "defiance.ranged.closest-target",
    "defiance.orders.cohesive-fire",
    "defiance.orders.cohesive-no-cover",
    "defiance.orders.fire-pattern-move-fire-move",
    "defiance.orders.fire-wasted",
)
def test_five_taks_on_cohesive_fire() -> None:
    """MV 5, walking, move-fire-move: half is 2.5 inches; each fires at the one nearest to him; nobody covers."""
    # defiance.ex.cohesive-fire-taks
    house = {"id": "h", "category": "impassable", "box": [20.6, 11, 40, 12], "height": 9}
    blue = {"at": [[8, 24], [14, 24], [18.5, 24]], "face": 180}
    play = Play({"r": TAKS, "b": blue}, dice="card 1", terrain=[house])
    play.say("cohesive-fire", "walking", "move-fire-move")
    play.say("r.1")
    assert play.budget == {"r.1": 2.5}
    play.say({"r.1": [10, 12.5]})
    assert {"hold", play.id(shoot("Shrieker", "b.1"))} <= set(play.options)  # at F
    play.say(shoot("Shrieker", "b.1"), dice="damage 1, damage 1")
    assert play.budget == {"r.1": 2.5}
    play.say({"r.1": [10, 10]})
    assert "support" in fires(play["r.2"], "cohesive-fire")
    play.say("r.2", {"r.2": [14, 12.5]})
    play.say(shoot("Doppler Grenade Launcher", "b.2"), dice="to hit 1, scatter distance 1, scatter direction 360")  # at G
    play.say({}, "r.3", {})
    assert {"hold", play.id(shoot("Shrieker", "b.3"))} <= set(play.options)  # at H
    play.say(shoot("Shrieker", "b.3"), dice="damage 1, damage 1")
    assert play.budget == {"r.3": 2.5}  # not 5
    play.say({"r.3": [18, 12.5]})
    for name, x in (("r.4", 28), ("r.5", 32)):
        play.say(name) if play.asks == "red orders.fire-figure-by-figure" else None
        play.say({name: [x, 7.5]}, {name: [x, 5]})
    assert [play.at(name) for name in ("r.1", "r.3", "r.4", "r.5")] == [(10, 10), (18, 12.5), (28, 5), (32, 5)]
    assert [(event.figure, event.target) for event in play.told("Fired")] == [("r.1", "b.1"), ("r.3", "b.3")]
    assert [(event.figure, event.target) for event in play.told("Launched")] == [("r.2", "b.2")]
    assert {play[name].covers for name in play.unit("r").figures} == {""}


@pytest.mark.rule(
    "defiance.orders.support-fire",
    "defiance.orders.support-fire-cover",
    "defiance.orders.fire-stationary",
    "defiance.orders.cover-weapon-choice",
)
def test_four_assault_troopers_on_support_fire() -> None:
    """A and B fire their launcher or grenade, C and D with Plasma Rifles neither fire nor move: primary cover 0."""
    # defiance.ex.support-fire-assault-troopers: A indirectly without the +2 of standing still, B's grenade at E with it
    both = {"support": "Ram's Head Missile Launcher", "side_arms": "Plasma Burst Grenade"}
    figures = {**dict.fromkeys("12", both), **{number: {"primary": "Plasma Rifle"} for number in "34"}}
    red = {"frame": "Assault Trooper", "at": row(18, 10, 4), "primary": "", "figures": figures}
    play = Play({"r": red, "b": {"at": [[20, 22]], "face": 180}}, dice="card 1")
    assert [fires(play[f"r.{number}"], "support-fire") for number in range(1, 5)] == [("support", "side")] * 2 + [()] * 2
    play.say("support-fire", "stationary")
    assert play.asks == "red orders.fire-figure-by-figure"  # no pattern
    play.say("r.1")
    play.say(next(name for name in play.options if name.endswith("@indirect")), "alone")
    play.say("nobody", {"point": [20, 40]}, dice="to hit 9")
    play.say("r.2").say(shoot("Plasma Burst Grenade", "b.1"), dice="to hit 9, damage 1, morale 9")
    launched = [(event.figure, [mod.value for mod in event.tally.mods]) for event in play.told("Launched")]
    assert launched == [("r.1", []), ("r.2", [2])]
    play.say("r.3", {}, {})
    assert [(play[f"r.{n}"].covers, play[f"r.{n}"].cover_mod) for n in range(1, 5)] == [("", 0)] * 2 + [("primary", 0)] * 2
    assert [play.at(f"r.{n}") for n in range(1, 5)] == [tuple(at) for at in row(18, 10, 4)]


@pytest.mark.rule("defiance.ranged.legal-targets")
@pytest.mark.parametrize("seed", range(25))
def test_whoever_is_alone_or_among_his_like_is_as_legal_as_by_the_long_way(seed: int) -> None:
    """Of one enemy in the arc, and of a unit of equals, nobody asks about sizes and units."""
    rng = Random(seed)
    spots = [[4 + 2 * spot % 40, 14 + 2 * (spot // 20)] for spot in rng.sample(range(200), 5)]
    battle = a_battle({"r": {"at": [[20, 4]]}, "b": {"at": spots}})
    state, figure = battle.state, battle.state.figures["r.1"]
    for enemy in state.members(state.units["b"]):
        enemy.shaken = rng.random() < 0.3
    seen, far = visible(battle, figure), seen_by(battle, figure)
    hidden = {enemy.id for enemy in seen if rng.random() < 0.4}
    quick = outlook(state, seen, far, hidden)
    assert quick.alike
    assert quick.one_unit
    assert legal_among(state, figure, [], quick) == []  # a facing between two of them may hold nobody
    slow = quick._replace(alike=False, one_unit=False)
    for arc in arcs(figure, seen, True):
        ahead = [state.figures[name] for name in arc]
        found = [enemy.id for enemy in legal_among(state, figure, ahead, quick)]
        assert found == [enemy.id for enemy in legal_among(state, figure, ahead, slow)]
        assert found == ([ahead[0].id] if len(ahead) == 1 else [e.id for e in ahead if _first(e, ahead, hidden, far)])


def _first(enemy: Figure, ahead: list[Figure], hidden: set[str], far: dict[str, int]) -> bool:
    """Are all who are nearer in cover, shaken or stunned?"""
    nearer = [other for other in ahead if far[other.id] < far[enemy.id]]
    return all(other.id in hidden or other.shaken or other.stunned for other in nearer)


@pytest.mark.rule("defiance.ranged.front-arc", "defiance.terms.cover-arc")
def test_who_of_many_is_in_the_arc_is_as_for_each_alone() -> None:
    """On a coarse grid, so that some stand exactly on a border, and one where the figure is itself."""
    state = a_battle({"r": {"at": [[20, 20]]}, "b": {"at": row(10, 40, 8)}}).state
    figure, enemies, rng = state.figures["r.1"], state.members(state.units["b"]), Random(7)
    for _ in range(200):
        figure.face = rng.choice((0, 4500, 9000, rng.randrange(36_000)))
        for enemy in enemies:
            enemy.x, enemy.y = 20_000 + 1000 * rng.randrange(-3, 4), 20_000 + 1000 * rng.randrange(-3, 4)
        face = rng.choice((None, 0, 31_500, rng.randrange(36_000)))
        look = figure.face if face is None else face
        assert ahead_of(figure, enemies, face) == [one for one in enemies if in_arc(figure.at, look, COVER_ARC, one.at)]


@pytest.mark.rule("defiance.ranged.front-arc", "defiance.terms.cover-arc")
def test_two_enemies_at_a_right_angle_are_in_one_arc() -> None:
    """The borders are part of the arc: looking between them one has both before him, a degree more and he has not."""
    for at, together in (([[20, 26], [26, 20]], True), ([[20, 26], [26, 19.8]], False)):
        battle = a_battle({"r": {"at": [[20, 20]]}, "b": {"at": at}})
        figure = battle.state.figures["r.1"]
        seen = visible(battle, figure)
        assert any(len(ahead) == 2 for ahead in arcs(figure, seen, True)) is together


@pytest.mark.rule("defiance.ranged.closest-target", "defiance.ranged.legal-targets")
def test_a_tie_is_the_firers_choice() -> None:
    """b.1, b.2 and b2.1 are 10 inches off to the thousandth, b.3 and b3.1 a hair more."""
    units = {
        "r": {"at": [[20, 10]]},
        "b": {"at": [[20, 20], [26, 18], [14, 18.01]]},
        "b2": {"at": [[28, 16]]},
        "b3": {"at": [[12, 16.01]]},
    }
    assert aims(a_battle(units), turns=True) >= {"b.1", "b.2", "b2.1"}
    ahead = a_battle({**units, "r": {"at": [[20, 10]], "face": 37}})
    assert aims(ahead) == {"b.1", "b.2", "b2.1"}


@pytest.mark.rule("defiance.command.chit-dumb-luck", "defiance.command.chit-one-per-roll")
@pytest.mark.parametrize(("answers", "luck", "hurt"), [(("keep", "spend"), 10, 2), (("spend",), 9, 3), (("keep",) * 3, 0, 3)])
def test_luck_may_ignore_an_impact_hit_too(answers: tuple[str, ...], luck: int, hurt: int) -> None:
    """One hit and two of its impact against three damage points and one chit: each of the three may be the lucky one."""
    red = {"at": [[20, 10]], "frame": "giant", "figures": {"1": {"chits": [{"owner": "r.1"}]}}}
    heavy = {"heavy": {"FR": 1, "IR": 2, "brackets": {"9+": "UN"}}}
    rolls = {10: "impact 7, impact 7, dumb luck 10", 9: "dumb luck 9, impact 7, impact 7", 0: "impact 7, impact 7"}
    battle = a_battle({"r": red, "b": {"at": [[20, 40]], "primary": "heavy"}}, rolls[luck], weapons=heavy)
    figure, line = battle.state.figures["r.1"], battle.state.figures["b.1"].arms[0].weapon
    run(settle(battle, [DamageDone("r.1", line, hits=1)], tests=False), *answers)
    assert (figure.hurt, figure.gone) == (hurt, "killed" if hurt == 3 else "")


# ---- what a forecast says


def test_nothing_is_foreseen_of_shots_that_nobody_offers() -> None:
    play = Play({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 18]]}}, dice="card 1").say(
        "cohesive-fire", "walking", "move-fire", {}
    )
    ask = play.game.ask
    assert ask is not None
    shot = next(name for name in play.options if ":" in name)
    arm, line, _, target = shot.split(":", 3)
    strange = ("x", f"{arm}:{line}:1000:{target}", f"{arm}:{line}:0:{target}", f"-1:-1:1:{target}", f"{arm}:9:1:{target}")
    assert foresee(DEFIANCE, play.battle, ask, shot) is not None
    for answer in (*strange, f"{arm}:{line}:1:r.1", f"{arm}:{line}:1:nobody"):
        assert foresee(DEFIANCE, play.battle, ask, answer) is None


def foreseen(weapon: str, attacker: dict[str, Any], target: dict[str, Any]) -> Forecast:
    """The forecast of r.1's shot at b.1, walking, 8 inches away."""
    units = {"r": {"at": [[20, 10]], "primary": weapon, **attacker}, "b": {"at": [[20, 18]], **target}}
    kinds = {"hammer": {"FR": "1K", "brackets": {"7+": 20}}, "fear": {"FR": "1T", "brackets": {"7+": 20}}}
    play = Play(units, dice="card 1", weapons=kinds).say("cohesive-fire", "walking", "move-fire", {})
    assert play.game.ask is not None
    found = foresee(DEFIANCE, play.battle, play.game.ask, play.options[-1])
    assert found is not None
    return found


@pytest.mark.rule("defiance.effector.knockback-morale", "defiance.effector.terror-hit")
@pytest.mark.parametrize(
    ("weapon", "name", "passes", "out"),
    [
        ("single", "morale if tagged", 0.6, 0.44),  # 7+: 0.4 die, 0.1 are tagged and need 5+
        ("hammer", "morale if tagged", 0.4, 0.52),  # 0.2 are tagged and need 7+
        ("fear", "morale if hit", 0.6, 0.16),  # 0.4 need 5+
    ],
)
def test_a_forecast_tells_the_test_as_it_will_be_made(weapon: str, name: str, passes: float, out: float) -> None:
    found = foreseen(weapon, {}, {})
    assert (found.rolls[-1].name, found.rolls[-1].chance) == (name, pytest.approx(passes))
    assert found.expected == pytest.approx(out)


@pytest.mark.rule("defiance.morale.shaken-second-failure")
def test_a_forecast_counts_the_fall_of_a_figure_that_is_shaken_already() -> None:
    """7+ and -2 because it lies: 0.2 hit, 0.1 tag, and four of ten who are tagged run."""
    found = foreseen("single", {}, {"figures": {"1": {"shaken": True, "prone": True}}})
    assert dict(found.chances) == {0: pytest.approx(0.76), 1: pytest.approx(0.24)}


@pytest.mark.rule("defiance.orders.aim-range-doubling", "defiance.ranged.range-maximum")
@pytest.mark.parametrize(
    ("aimed", "far", "may"),
    [(0, 10, True), (0, 10.1, False), (1, 10.1, False), (2, 10.1, True), (2, 20, True), (2, 20.1, False)],
)
def test_beyond_its_longest_bracket_a_weapon_is_offered_only_to_whoever_aimed(aimed: int, far: float, may: bool) -> None:
    """A pistol reaches 10 inches, from centre to centre; there is no nearer enemy."""
    units = {
        "r": {"at": [[20, 2]], "primary": "pistol", "aims": ["b"] if aimed else [], "aimed": aimed},
        "b": {"at": [[20, 2 + far]], "face": 180},
    }
    battle = a_battle(units)
    figure = battle.state.figures["r.1"]
    assert list(targets_of(battle, figure, [(0, 0, figure.arms[0].weapon)], turns=True)[0]) == (["b.1"] if may else [])
