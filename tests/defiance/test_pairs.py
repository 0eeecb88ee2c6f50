"""Loaders, powerpacks and weapons that want a rest (defiance.infweapon.loader-*, .powerpack-*, .bracing)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.defiance.area.bursts import die_at, round_of
from littlewars.systems.defiance.area.cones import die_in_cone
from littlewars.systems.defiance.basics.fire_action import Fire, Manner
from littlewars.systems.defiance.basics.state import State
from littlewars.systems.defiance.fire.firing import lines_of
from littlewars.systems.defiance.fire.shots import to_hit
from littlewars.systems.defiance.suppression.aim import find_aims
from littlewars.systems.defiance.suppression.template import may_contribute
from littlewars.systems.defiance.travel.move_ask import allowance
from littlewars.systems.defiance.units.pairs import beside, is_served
from littlewars.systems.defiance.units.removal import remove
from tests.defiance.squads import Play, a_battle, one_shot, shoot
from tests.defiance.strips import template as strip

WEAPONS: dict[str, Any] = {
    "breacher": {"FR": 1, "form": "loader", "brackets": {"5+": 20}},
    "galva": {"FR": 3, "form": "powerpack", "brackets": {"5+": 20}},
    "shoulder": {"FR": 1, "form": "bracing", "brackets": {"7+": 30}},
}
MANY = {"at": [[20, 10], [21, 10], [26, 10]]}
ENEMY = {"b": {"at": [[20, 22], [21.5, 22]]}}


def team(weapon: str, **more: Any) -> dict[str, Any]:
    """Three men, the first with the weapon as his support weapon, the second beside him."""
    return {"r": {**MANY, "figures": {"1": {"support": weapon, "primary": []}}, **more}, **ENEMY}


def armed(state: State, name: str) -> set[str]:
    """What it could fire now."""
    return {line.name for _, _, line in lines_of(state, state.figures[name], ("support", "primary", "side"))}


@pytest.mark.rule("defiance.infweapon.loader-contact")
def test_the_next_ordinary_man_is_the_loader() -> None:
    units = team("breacher") | {
        "s": {"at": [[4, 4], [5, 4], [6, 4]], "figures": {"1": {"support": "breacher"}, "2": {"leader": 1}}}
    }
    state = a_battle(units, weapons=WEAPONS).state
    assert [state.figures[name].mate for name in ("r.1", "r.2", "r.3")] == ["r.2", "r.1", ""]
    assert [state.figures[name].mate for name in ("s.1", "s.2", "s.3")] == ["s.3", "", "s.1"]  # the leader is no loader


@pytest.mark.rule("defiance.infweapon.loader-contact")
def test_bearer_and_loader_have_one_fire_action() -> None:
    play = Play(team("breacher"), dice="card 1", weapons=WEAPONS).say("cohesive-fire", "stationary", "r.1")
    play.say(shoot("breacher", "b.1"), dice="damage 1")
    assert armed(play.state, "r.2") == set()
    play.say("r.2")
    assert play.asks != "red ranged.closest-target"  # he has nothing to fire


@pytest.mark.rule("defiance.infweapon.loader-contact")
def test_a_loader_who_has_fired_leaves_the_weapon_silent() -> None:
    play = Play(team("breacher"), dice="card 1", weapons=WEAPONS).say("cohesive-fire", "stationary", "r.2")
    play.say(shoot("rifle", "b.1", 2), "one", dice="damage 1, damage 1")
    assert armed(play.state, "r.1") == set()
    assert armed(play.state, "r.3") == {"rifle"}


@pytest.mark.rule("defiance.infweapon.loader-contact")
def test_the_loader_does_not_cover_after_the_weapon_fired() -> None:
    play = Play(team("breacher"), dice="card 1", weapons=WEAPONS).say("support-fire", "stationary", "r.1")
    play.say(shoot("breacher", "b.1"), dice="damage 1")
    while play.state.turn.doing is not None and play.asks.startswith("red"):
        play.say(play.game.ask.default())  # type: ignore[union-attr]  # somebody is asked
    assert [play[name].covers for name in ("r.1", "r.2", "r.3")] == ["", "", "primary"]


@pytest.mark.rule("defiance.infweapon.loader-contact")
@pytest.mark.parametrize("what", [{"shaken": True}, {"stunned": True}, {"locked": ("b.1",)}])
def test_a_loader_out_of_order_does_not_serve(what: dict[str, Any]) -> None:
    state = a_battle(team("breacher"), weapons=WEAPONS).state
    bearer, loader = state.figures["r.1"], state.figures["r.2"]
    weapon = bearer.arms[0].weapon
    assert is_served(state, bearer, weapon)
    for name, value in what.items():
        setattr(loader, name, value)
    assert not is_served(state, bearer, weapon)
    pack = a_battle(team("galva"), weapons=WEAPONS).state
    for name, value in what.items():
        setattr(pack.figures["r.2"], name, value)
    assert is_served(pack, pack.figures["r.1"], pack.figures["r.1"].arms[0].weapon)  # it only has to be plugged in


@pytest.mark.rule("defiance.infweapon.loader-contact", "defiance.infweapon.powerpack-contact")
def test_the_pair_goes_at_the_slower_pace() -> None:
    units = team("galva", frame="runner")
    units["r"]["figures"]["2"] = {"frame": "man"}
    battle = a_battle(units, weapons=WEAPONS)
    state = battle.state
    assert [allowance(state.figures[name], "cohesive-fire", "walking") for name in ("r.1", "r.2", "r.3")] == [4000, 4000, 5000]
    remove(battle, state.figures["r.2"], "killed")
    assert allowance(state.figures["r.1"], "cohesive-fire", "walking") == 5000


@pytest.mark.rule("defiance.infweapon.loader-lost")
def test_without_its_loader_the_weapon_rests_after_a_shot() -> None:
    state = a_battle(team("breacher"), weapons=WEAPONS).state
    bearer, unit = state.figures["r.1"], state.units["r"]
    state.figures["r.2"].x += 3000  # he has broken contact
    unit.activated, state.turn.number = True, 3
    found = []
    for served in (0, 1, 2):
        bearer.served = served
        found.append(armed(state, "r.1"))
    assert found == [{"breacher"}, {"breacher"}, set()]
    unit.activated = False  # covering fire before this turn's activation belongs to the last one
    bearer.served = 1
    assert armed(state, "r.1") == set()
    state.figures["r.2"].x -= 3000
    assert armed(state, "r.1") == {"breacher"}  # he is back


@pytest.mark.rule("defiance.infweapon.loader-lost")
def test_every_shot_is_noted_for_its_activation() -> None:
    play = Play(team("breacher"), dice="card 1", weapons=WEAPONS, turn={"number": 4}).say("cohesive-fire", "stationary", "r.1")
    play.say(shoot("breacher", "b.1"), dice="damage 1")
    assert play["r.1"].served == 4


@pytest.mark.rule("defiance.infweapon.loader-no-replacement", "defiance.infweapon.powerpack-no-replacement")
@pytest.mark.parametrize("weapon", ["breacher", "galva"])
def test_nobody_takes_the_place_of_the_fallen(weapon: str) -> None:
    battle = a_battle(team(weapon), weapons=WEAPONS)
    state = battle.state
    remove(battle, state.figures["r.2"], "killed")
    state.figures["r.3"].x, state.figures["r.3"].y = 21_000, 10_000
    assert beside(state, state.figures["r.1"]) is None
    assert not is_served(state, state.figures["r.1"], state.figures["r.1"].arms[0].weapon)


@pytest.mark.rule("defiance.infweapon.powerpack-lost", "defiance.infweapon.powerpack-contact")
def test_without_its_pack_a_weapon_is_weaker_and_suppresses_nobody() -> None:
    battle = a_battle(team("galva"), weapons=WEAPONS)
    state = battle.state
    bearer, enemy = state.figures["r.1"], state.figures["b.1"]
    line = bearer.arms[0].weapon
    full = one_shot(state, bearer, 0, line, enemy, 3).tally
    assert [aim.firer.id for aim in find_aims(battle, [bearer], "support")] == ["r.1"]
    state.figures["r.2"].x += 3000
    assert one_shot(state, bearer, 0, line, enemy, 3).tally.needed == full.needed + 2
    assert find_aims(battle, [bearer], "support") == []


@pytest.mark.rule("defiance.infweapon.powerpack-lost")
def test_a_contributor_without_its_pack_is_lost() -> None:
    state = a_battle(team("galva"), weapons=WEAPONS, templates=[strip("r", "r.1", (20, 22), target="b")]).state
    (template,) = state.templates
    assert may_contribute(state, template, "r.1")
    state.figures["r.2"].gone = "killed"
    assert not may_contribute(state, template, "r.1")


@pytest.mark.rule("defiance.infweapon.bracing")
def test_a_weapon_that_is_not_braced() -> None:
    """defiance.ex.bracing-modifiers: stationary +2, walking -2, running -4 in all; covering by how
    the unit moved."""
    state = a_battle(team("shoulder"), weapons=WEAPONS).state
    bearer, enemy = state.figures["r.1"], state.figures["b.1"]
    line = bearer.arms[0].weapon

    def total(**how: Any) -> int:
        return sum(mod.value for mod in one_shot(state, bearer, 0, line, enemy, 1, **how).tally.mods)

    assert [total(speed=speed) for speed in ("stationary", "walking", "running")] == [2, -2, -4]
    assert [total(covering=counter) for counter in (0, -2, -4)] == [0, -4, -6]


@pytest.mark.rule("defiance.infweapon.bracing", "defiance.vehicle.haywire")
def test_what_is_wrong_with_a_firer_acts_on_the_damage_of_an_area_not_on_the_roll_to_hit() -> None:
    mortar = {"FR": 1, "form": "bracing", "brackets": {"5+": 30}, "aoe": {"radius": 2, "damage": "5+"}}
    flame = {"FR": "1C", "form": "bracing", "brackets": {"5+": 30}}
    tank = {"at": [[30, 10]], "frame": "tank", "primary": "", "figures": {"1": {"arms": [["primary", "rounds"]]}}}
    rounds = {"FR": 1, "brackets": {"5+": 30}, "aoe": {"radius": 2, "damage": "5+"}}
    units = team("mortar") | {"s": {"at": [[24, 10]], "primary": "flame"}, "t": tank}
    state = a_battle(units, weapons=WEAPONS | {"mortar": mortar, "flame": flame, "rounds": rounds}).state
    enemy = state.figures["b.1"]

    def fires(name: str, speed: str) -> Fire:
        return Fire(state.figures[name], 0, 0, 1, "b.1", Manner(speed))

    assert [to_hit(state, fires("r.1", speed)).needed for speed in ("stationary", "walking")] == [3, 5]
    found = [die_at(round_of(state, fires("r.1", speed), enemy.at), enemy).tally for speed in ("stationary", "walking")]
    assert found[1].needed == found[0].needed + 2
    cones = [die_in_cone(state, fires("s.1", speed), enemy).tally.needed for speed in ("stationary", "walking")]
    assert cones[1] == cones[0] + 2
    whole = die_at(round_of(state, fires("t.1", "stationary"), enemy.at), enemy).tally.needed
    state.figures["t.1"].hulled.haywire = 1
    assert die_at(round_of(state, fires("t.1", "stationary"), enemy.at), enemy).tally.needed == whole + 2
