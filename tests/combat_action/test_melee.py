"""Close combat: attacks, striking back, being held, breaking away, machines and hatches."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.combat_action.melee.fighting import arms, blow_tally, hatch_pf, strike
from littlewars.systems.combat_action.units.squads import engaged, touched
from tests.combat_action.field import Play, a_battle, man

RIM = 2.5


def contact(red: str = "fighter", blue: str = "bare", **more: Any) -> dict[str, Any]:
    return {"r": {"model": red, "at": [[60, 40]]}, "b": {"model": blue, "at": [[60, 42.5]]}, **more}


@pytest.mark.rule("combat-action.close-combat.attack", "combat-action.ranged.weapon-bonuses", "combat-action.ranged.size")
def test_what_a_blow_needs() -> None:
    battle = a_battle(
        contact("x", "bare"), models={"x": man(CS=5, weapons=["knife", "chain-blade", "service-pistol", "service-rifle"])}
    )
    one, other = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert arms(one) == [0, 1, 2]  # not the rifle
    assert [blow_tally(one, other, number).needed for number in arms(one)] == [4, 3, 5]
    assert arms(other) == [-1]
    assert blow_tally(other, one, -1).needed == 4  # bare hands: no bonus
    battle = a_battle({"r": {"model": "fighter", "at": [[60, 40]]}, "b": {"model": "hunter", "at": [[60, 43.25]]}})
    assert blow_tally(battle.state.figures["r.1"], battle.state.figures["b.1"], 0).needed == 2  # +1 knife, +1 large


@pytest.mark.rule("combat-action.close-combat.attack", "combat-action.core.stats")
def test_a_natural_one_misses_and_without_cs_it_is_ss() -> None:
    battle = a_battle(contact("ace"), "attack 1", models={"ace": man(CS=2, weapons=["knife"])})
    strike(battle, battle.state.figures["r.1"], battle.state.figures["b.1"], 0, False)
    models = {"plain": {key: value for key, value in man(SS=5).items() if key != "CS"}}
    battle = a_battle(contact("plain"), models=models)
    assert blow_tally(battle.state.figures["r.1"], battle.state.figures["b.1"], -1).needed == 5


@pytest.mark.rule(
    "combat-action.close-combat.attack", "combat-action.actions.close-combat", "combat-action.close-combat.strike-back"
)
def test_an_attack_and_the_blow_back_without_cover() -> None:
    # combat-action.ex.strike-back-once
    units = {
        "r": {"model": "fighter", "at": [[60, 40]]},
        "b": {"figures": {"1": {"model": "fighter", "at": [60, 42.5], "flat": True}}},
    }
    play = Play(units, active="r")
    play.say("close-combat-attack:0:b.1", dice="attack 3, damage 2, wound 6, strike back 3, damage 1")
    assert play["b.1"].wounded  # 2 + 2 reaches PF 4: no cover in close combat
    assert play["r.1"].ap == 0
    assert [blow.back for blow in play.told("Fought")] == [False, True]  # and no further blow


@pytest.mark.rule("combat-action.close-combat.strike-back")
def test_he_strikes_back_at_each_attacker() -> None:
    units = {"r": {"model": "fighter", "at": [[60, 40], [60, 45]]}, "b": {"model": "fighter", "at": [[60, 42.5]]}}
    play = Play(units, active="r").say("r.1", "close-combat-attack:0:b.1", dice="attack 1, strike back 1")
    play.say("r.2", "close-combat-attack:0:b.1", dice="attack 1, strike back 1")
    assert [blow.target for blow in play.told("Fought") if blow.back] == ["r.1", "r.2"]
    play = Play(units, active="r").say("r.1", "close-combat-attack:0:b.1", dice="attack 6, damage 6, wound 1")
    assert [blow.back for blow in play.told("Fought")] == [False]  # not when he is killed


@pytest.mark.rule("combat-action.close-combat.strike-back")
def test_the_weapon_to_strike_back_with_is_chosen() -> None:
    models = {"two": man(weapons=["knife", "service-pistol"])}
    play = Play(contact("fighter", "two"), active="r", models=models).say("close-combat-attack:0:b.1", dice="attack 1")
    assert play.asks == "blue close-combat.strike-back"
    assert play.options == ["0", "1"]
    play.say("1", dice="strike back 1")
    assert play.told("Fought")[1].weapon == "Service pistol"


@pytest.mark.rule("combat-action.close-combat.locked", "combat-action.ranged.targets")
def test_what_engaged_models_may_do() -> None:
    # combat-action.ex.close-combat-limits
    units = {**contact("shooter"), "f": {"at": [[60, 10]]}, "bb": {"model": "bare", "at": [[90, 40]]}}
    play = Play(units, active="r")
    assert play.verbs() == {"done", "close-combat-attack", "walk", "charge"}
    assert "standard-fire:0:b.1" not in Play(units, active="f").options  # a friend may not shoot at that enemy
    assert "standard-fire:0:bb.1" in Play(units, active="f").options


@pytest.mark.rule("combat-action.close-combat.locked")
def test_lying_down_in_contact() -> None:
    units = {"r": {"figures": {"1": {"model": "fighter", "at": [60, 40], "flat": True}}}, "b": contact()["b"]}
    assert Play(units, active="r").verbs() == {"done", "get-up"}


@pytest.mark.rule("combat-action.close-combat.locked")
def test_touching_only_a_vehicle_is_not_engaged() -> None:
    units = {"r": {"at": [[60, 40]]}, "b": {"model": "car", "at": [[60, 45.75]]}, "bb": {"model": "bare", "at": [[90, 40]]}}
    battle = a_battle(units)
    figure = battle.state.figures["r.1"]
    assert [foe.id for foe in touched(battle, figure)] == ["b.1"]
    assert not engaged(battle, figure)
    assert {"standard-fire:0:bb.1", "close-combat-attack:-1:b.1"} <= set(Play(units, active="r").options)


@pytest.mark.rule("combat-action.close-combat.break-away")
@pytest.mark.parametrize(("face", "free"), [(3, False), (4, True)])
def test_breaking_away(face: int, free: bool) -> None:
    play = Play(contact(), active="r").say("walk", dice=f"break away {face}")
    assert play["r.1"].ap == 1  # a failure costs the movement action
    if free:
        assert play.refused({"r.1": [60.6, 40]}) == "close-combat.break-away"  # still in contact
        play.say({"r.1": [60, 32]})
        assert play.at("r.1") == (60, 32)
    else:
        assert play.at("r.1") == (60, 40)
        assert "close-combat-attack" not in play.verbs()


@pytest.mark.rule("combat-action.close-combat.break-away")
def test_breaking_away_never_leads_into_another_enemy() -> None:
    units = {**contact(), "bb": {"model": "bare", "at": [[60, 30]]}}
    play = Play(units, active="r").say("charge", dice="break away 4")
    assert play.refused({"r.1": [60, 32.5]}) == "close-combat.break-away"


@pytest.mark.rule(
    "combat-action.close-combat.machines", "combat-action.close-combat.attack", "combat-action.machine-damage.roll"
)
def test_a_blow_at_a_hull() -> None:
    # combat-action.ex.hatch-and-hull-in-close-combat
    models = {"x": man(CS=3, weapons=["chain-blade"])}
    units = {"r": {"model": "x", "at": [[60, 40]]}, "b": {"model": "car", "at": [[60, 45.75]]}}
    play = Play(units, active="r", models=models).say("close-combat-attack:0:b.1", dice="attack 2, damage 4, location 2")
    assert play["b.1"].broken == ("hold",)
    assert [blow.back for blow in play.told("Fought")] == [False]  # vehicles do not strike back
    assert [mod.value for mod in play.told("Fought")[0].tally.mods] == [2, 1, -2]  # a natural 1 misses in any case
    assert play.told("Fought")[0].tally.needed == 2


@pytest.mark.rule("combat-action.close-combat.machines")
def test_robots_strike_back() -> None:
    units = {"r": {"model": "fighter", "at": [[60, 40]]}, "b": {"model": "hunter", "at": [[60, 43.25]]}}
    play = Play(units, active="r").say("close-combat-attack:0:b.1", dice="attack 1, strike back 1")
    assert [blow.back for blow in play.told("Fought")] == [False, True]


@pytest.mark.rule("combat-action.vehicles.altitude")
def test_nobody_fights_at_altitude() -> None:
    units: dict[str, Any] = {
        "r": {"model": "fighter", "at": [[60, 40]]},
        "b": {"figures": {"1": {"model": "drone", "at": [60, 42.75], "level": 1}}},
    }
    battle = a_battle(units)
    assert touched(battle, battle.state.figures["r.1"]) == []
    units["b"]["figures"]["1"]["level"] = 0
    battle = a_battle(units)
    assert len(touched(battle, battle.state.figures["r.1"])) == 1


# ---- hatches


def stuck_car(**more: Any) -> dict[str, Any]:
    figures: dict[str, Any] = {
        "1": {"model": "car", "at": [60, 40], "broken": ["hold"], **more},
        "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"},
        "3": {"model": "gunner", "carrier": "r.1", "seat": "gunner"},
    }
    squad = {"figures": {"1": {"model": "blade", "carrier": "r.1"}, "2": {"model": "blade", "at": [60, 47.7]}}}
    return {"r": {"figures": figures, "leader": "r.2"}, "s": squad, "b": {"model": "bare", "at": [[110, 110]]}}


BLADE = {"blade": man(weapons=["chain-blade"])}


@pytest.mark.rule("combat-action.machine-damage.hatches", "combat-action.machine-damage.hold", "combat-action.damage.test")
def test_pf_of_hatches() -> None:
    for pf, outside, inside in ((9, 9, 7), (1, 1, 0), (2, 2, 0), (3, 3, 1)):
        battle = a_battle({"r": {"model": "v", "at": [[60, 40]]}, "b": {"model": "bare", "at": [[9, 9]]}}, models={"v": {
            "kind": "vehicle", "size": "large", "PF": pf, "MV": 30, "base": [5, 9], "height": 4, "passengers": 2}})  # fmt: skip
        figure = battle.state.figures["r.1"]
        assert (hatch_pf(figure, False), hatch_pf(figure, True)) == (outside, inside)


@pytest.mark.rule("combat-action.machine-damage.hatches", "combat-action.machine-damage.hold")
@pytest.mark.parametrize(("who", "face", "opens"), [("s.1", 2, True), ("s.1", 1, False), ("s.2", 4, True), ("s.2", 3, False)])
def test_breaking_the_hatches(who: str, face: int, opens: bool) -> None:
    """Pen 4 against PF 8 from outside, 6 from inside; no to-hit roll."""
    play = Play(stuck_car(), active="s", models=BLADE).say(who)
    assert not {"get-out", "get-in"} & play.verbs()
    play.say("close-combat-attack:0:hatch r.1", dice=f"damage {face}")
    assert play["r.1"].opened is opens
    assert play[who].ap == 0


@pytest.mark.rule("combat-action.machine-damage.hold", "combat-action.actions.embark")
def test_once_opened_they_stay_open() -> None:
    play = Play(stuck_car(opened=True), active="s", models=BLADE).say("s.1")
    assert "get-out" in play.verbs()
    assert "close-combat-attack" not in play.verbs()
    play.say("done").say("s.2")
    assert "get-in:r.1" in play.options
