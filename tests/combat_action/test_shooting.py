"""Shooting: the roll, targets, modifiers, bursts, jams, reloading, aiming, damage."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.combat_action.basics.numbers import CM
from littlewars.systems.combat_action.fire.shooting import resolve
from littlewars.systems.combat_action.fire.targets import Shot, tally, targets
from littlewars.systems.combat_action.harm.damage import hit
from tests.combat_action.field import Play, a_battle, man

RIM = 2.5  # two radii: a gap is the distance of the centres less this


def pair(far: float, shooter: str = "shooter", target: str = "bare") -> dict[str, Any]:
    """A shooter, and a target so far north of him, by the gap."""
    return {"r": {"model": shooter, "at": [[60, 5]]}, "b": {"model": target, "at": [[60, 5 + RIM + far]]}}


def shot(mode: str = "standard-fire", target: str = "b.1", gun: int = 0) -> Shot:
    return Shot("r.1", "r.1", gun, mode, target)


@pytest.mark.rule("combat-action.ranged.to-hit", "combat-action.core.roll-high", "combat-action.core.die")
@pytest.mark.parametrize(
    ("far", "face", "hit"), [(40, 3, False), (40, 4, True), (10, 3, True), (10, 2, False), (10.1, 3, False)]
)
def test_the_roll(far: float, face: int, hit: bool) -> None:
    """SS 4: 4 and more; a rifle has +1 at point blank."""
    battle = a_battle(pair(far), f"to hit {face}" + (", damage 1" if hit else ""))
    resolve(battle, shot(), ["b.1"])
    assert not battle.dice.left  # type: ignore[attr-defined]


@pytest.mark.rule("combat-action.ranged.to-hit")
def test_a_natural_one_misses_and_a_six_has_no_privilege() -> None:
    battle = a_battle(pair(8, "crack"), "to hit 1", models={"crack": man(SS=2, weapons=["service-rifle"])})
    assert tally(battle, shot()).needed == 2
    resolve(battle, shot(), ["b.1"])
    battle = a_battle(
        pair(20, "poor", "fast"), "to hit 6", models={"poor": man(SS=6, weapons=["service-rifle"]), "fast": man(size="small")}
    )
    assert tally(battle, shot()).needed == 7
    resolve(battle, shot(), ["b.1"])


@pytest.mark.rule("combat-action.ranged.size", "combat-action.ranged.high-altitude", "combat-action.ranged.speed")
def test_every_modifier() -> None:
    # combat-action.ex.altitude-modifier
    units: dict[str, Any] = {
        "r": {"model": "shooter", "at": [[60, 5]]},
        "b": {"figures": {"1": {"model": "drone", "at": [60, 30], "level": 2, "went": 45}}},
    }
    battle = a_battle(units)
    assert [(mod.name, mod.value) for mod in tally(battle, shot()).mods] == [("small", -1), ("high altitude", -1)]
    battle = a_battle(units, speed=True)
    assert [mod.value for mod in tally(battle, shot()).mods] == [-1, -1, -2]
    units["b"]["figures"]["1"]["level"] = 1
    assert [mod.value for mod in tally(a_battle(units), shot()).mods] == [-1]
    both = {"r": {"figures": {"1": {"model": "drone", "at": [60, 5], "level": 2}}}, "b": units["b"]}
    both["b"]["figures"]["1"]["level"] = 2
    assert [mod.value for mod in tally(a_battle(both), shot()).mods] == [-1, -1]  # once, even if both fly high
    both["b"]["figures"]["1"] = {"model": "bare", "at": [60, 30]}
    assert [mod.value for mod in tally(a_battle(both), shot()).mods] == [-1]  # from high altitude
    assert [mod.value for mod in tally(a_battle(pair(40, "shooter", "car")), shot()).mods] == [1]


@pytest.mark.rule("combat-action.ranged.targets", "combat-action.ranged.weapon-limits", "combat-action.close-combat.locked")
def test_whom_a_weapon_may_be_fired_at() -> None:
    def open_to(units: dict[str, Any], **more: Any) -> list[str]:
        battle = a_battle(units, **more)
        figure = battle.state.figures["r.1"]
        return sorted(foe.id for foe in targets(battle, figure, figure.profile.weapons[0]))

    assert open_to(pair(70)) == ["b.1"]
    assert open_to(pair(70.1)) == []
    assert open_to(pair(9.9, "rocket")) == []
    assert open_to(pair(10.1, "rocket")) == ["b.1"]
    assert open_to(pair(0.05)) == []  # in contact nobody shoots
    friend = {**pair(30), "f": {"model": "bare", "at": [[62.55, 37.5]]}}
    assert open_to(friend) == []  # in contact with a model of the own side
    friend["f"]["at"] = [[62.65, 37.5]]
    assert open_to(friend) == ["b.1"]
    wall = {"terrain": [{"id": "w", "kind": "high-wall", "box": [40, 20, 80, 21], "height": 6}]}
    assert open_to(pair(30), **wall) == []


@pytest.mark.rule("combat-action.damage.test", "combat-action.ranged.cover-pf")
@pytest.mark.parametrize(
    ("pen", "pf", "cover", "die", "damaging"),
    [
        (2, 4, 0, 2, True),
        (2, 4, 0, 1, False),
        (2, 4, 2, 3, False),
        (2, 4, 2, 4, True),
        (2, 9, 0, 6, False),
        (7, 9, 0, 2, True),
        (5, 4, 0, 1, True),
    ],
)
def test_the_damage_test(pen: int, pf: int, cover: int, die: int, damaging: bool) -> None:
    # combat-action.ex.damage-test
    battle = a_battle(pair(30, target="x"), f"damage {die}" + (", wound 6" if damaging else ""), models={"x": man(PF=pf)})
    hit(battle, battle.state.figures["b.1"], pen, cover)
    assert battle.state.units["b"].hurt is damaging
    assert not battle.dice.left  # type: ignore[attr-defined]


@pytest.mark.rule(
    "combat-action.damage.living", "combat-action.damage.wounded", "combat-action.damage.ooa", "combat-action.damage.killed"
)
@pytest.mark.parametrize(("face", "result"), [(6, ""), (5, ""), (4, "ooa"), (3, "ooa"), (2, "killed"), (1, "killed")])
def test_damage_to_the_living(face: int, result: str) -> None:
    # combat-action.ex.living-damage
    battle = a_battle(pair(30), f"damage 6, wound {face}")
    figure = battle.state.figures["b.1"]
    figure.ap, figure.ready = 2, 0
    hit(battle, figure, 2)
    assert figure.gone == result
    if not result:
        assert (figure.wounded, figure.ap, figure.full_ap(), figure.ready) == (True, 1, 1, -1)


@pytest.mark.rule("combat-action.damage.wounded")
def test_a_second_wound_is_out_of_action() -> None:
    # combat-action.ex.second-wound
    battle = a_battle(pair(30), "damage 6, wound 6, damage 6, wound 5")
    figure = battle.state.figures["b.1"]
    hit(battle, figure, 2)
    assert not figure.gone
    hit(battle, figure, 2)
    assert figure.gone == "ooa"


@pytest.mark.rule("combat-action.damage.large-scale", "combat-action.core.scales")
def test_the_large_game_has_no_wounds() -> None:
    # combat-action.ex.living-damage-large-scale
    battle = a_battle(pair(30), "damage 6", scale="large")
    hit(battle, battle.state.figures["b.1"], 2)
    assert battle.state.figures["b.1"].gone == "ooa"
    battle = a_battle(pair(30), "damage 1", scale="large")  # all damaging hits, not all hits
    hit(battle, battle.state.figures["b.1"], 2)
    assert not battle.state.figures["b.1"].gone


@pytest.mark.rule("combat-action.ranged.procedure", "combat-action.actions.standard-fire", "combat-action.actions.repeat")
def test_a_shot_step_by_step() -> None:
    play = Play(pair(40), active="r").say("standard-fire:0:b.1", dice="to hit 4, damage 2, wound 5")
    assert play["b.1"].wounded
    assert play["r.1"].ap == 1
    play.say("standard-fire:0:b.1", dice="to hit 3")  # the same weapon twice, for standard fire
    assert play["r.1"].ap == 0


@pytest.mark.rule("combat-action.actions.repeat")
def test_a_weapon_fires_twice_at_most() -> None:
    busy = {"busy": man(AP=4, weapons=["assault-rifle", "service-pistol"])}
    play = Play({**pair(20, "busy")}, active="r", models=busy)
    play.say("standard-fire:0:b.1", dice="to hit 1")
    assert "automatic-fire:0:b.1" not in play.options  # it has fired
    play.say("standard-fire:0:b.1", dice="to hit 1")
    assert "standard-fire:0:b.1" not in play.options
    assert "standard-fire:1:b.1" in play.options
    play = Play(pair(20, "busy"), active="r", models=busy).say("automatic-fire:0:b.1", dice="to hit 2, to hit 2, to hit 3")
    assert not {"standard-fire:0:b.1", "automatic-fire:0:b.1"} & set(play.options)


@pytest.mark.rule("combat-action.actions.automatic-fire", "combat-action.actions.unjam")
def test_a_burst_jams_with_two_natural_ones() -> None:
    # combat-action.ex.automatic-fire
    models = {"four": man(weapons=["gatling"])}
    arms = {"gatling": {"class": "rifle", "pen": 2, "auto": 4}}
    play = Play(pair(20, "four", "tough"), active="r", models={**models, "tough": man(PF=12)}, weapons=arms)
    play.say("automatic-fire:0:b.1", dice="to hit 1, to hit 4, damage 1, to hit 6, damage 1, to hit 2")
    (fired,) = play.told("Fired")
    assert (fired.dice, fired.hits) == (4, 2)
    assert not play["r.1"].guns[0].jammed
    play = Play(pair(20, "four", "tough"), active="r", models={**models, "tough": man(PF=12)}, weapons=arms)
    play.say("automatic-fire:0:b.1", dice="to hit 1, to hit 5, damage 1, to hit 1, to hit 4, damage 1")
    assert play.told("Fired")[0].hits == 2
    assert play["r.1"].guns[0].jammed
    jammed = {"r": {"figures": {"1": {"model": "four", "at": [60, 5], "guns": [{"jammed": True}]}}}, "b": pair(20)["b"]}
    play = Play(jammed, active="r", models=models, weapons=arms)
    assert not {"standard-fire", "automatic-fire"} & play.verbs()
    play.say("unjam:0")
    assert (play["r.1"].guns[0].jammed, play["r.1"].ap) == (False, 0)


@pytest.mark.rule("combat-action.actions.automatic-fire")
def test_dice_of_a_burst_go_to_neighbours_within_five() -> None:
    units = {"r": {"model": "auto", "at": [[60, 5]]}, "b": {"model": "bare", "at": [[60, 40], [67.5, 40], [75.1, 40]]}}
    play = Play(units, active="r").say("automatic-fire:0:b.1")
    ask: Any = play.game.ask
    assert sorted(ask.room) == ["b.1", "b.2"]  # the third is 5.1 cm from the second, farther from the first
    play.say({"b.1": 1, "b.2": 2}, dice="to hit 3, to hit 2, to hit 4, damage 2, wound 1")
    assert play["b.2"].gone == "killed"
    units["b"]["at"][1] = [67.6, 40]
    play = Play(units, active="r").say("automatic-fire:0:b.1", dice="to hit 3, to hit 3, to hit 3")
    assert play["r.1"].ap == 0


@pytest.mark.rule("combat-action.ranged.procedure")
def test_dice_left_for_a_dead_target_are_lost() -> None:
    play = Play({**pair(40, "auto")}, active="r")
    play.say("automatic-fire:0:b.1", dice="to hit 4, damage 6, wound 1")
    assert play["b.1"].gone == "killed"


@pytest.mark.rule("combat-action.actions.reload", "combat-action.actions.repeat", "combat-action.actions.heavy-fire")
def test_a_launcher_fires_every_second_turn() -> None:
    # combat-action.ex.reload
    units = {**pair(40, "rocket")}
    play = Play(units, active="r").say("heavy-fire:0:b.1", dice="to hit 1, deviation 1")
    assert play["r.1"].guns[0].empty
    empty = {"r": {"figures": {"1": {"model": "rocket", "at": [60, 5], "guns": [{"empty": True}]}}}, "b": units["b"]}
    play = Play(empty, active="r")
    assert "heavy-fire" not in play.verbs()
    play.say("reload:0")
    assert (play["r.1"].guns[0].empty, play["r.1"].ap) == (False, 1)
    assert "heavy-fire" not in play.verbs()  # too few points left


@pytest.mark.rule(
    "combat-action.actions.targeting-device", "combat-action.actions.sniping-fire", "combat-action.actions.allowance"
)
def test_aiming_prepares_the_shot_of_the_next_activation() -> None:
    # combat-action.ex.aim-over-two-activations
    far = pair(90, "sniper")
    play = Play(far, active="r")
    assert {"sniping-fire:0:b.1", "aim-targeting-device:0:b.1"} <= set(play.options)
    play.say("aim-targeting-device:0:b.1")
    assert (play["r.1"].aim_gun, play["r.1"].aim_at, play["r.1"].ap) == (0, "b.1", 1)
    assert "sniping-fire" not in play.verbs()  # aiming and firing in one activation would be 3 AP
    aimed = {"r": {"figures": {"1": {"model": "sniper", "at": [60, 5], "aim_gun": 0, "aim_at": "b.1"}}}, "b": far["b"]}
    play = Play(aimed, active="r").say("sniping-fire:0:b.1", dice="to hit 2, damage 1, wound 6")
    assert play["b.1"].wounded
    assert play["r.1"].aim_gun == -1
    play = Play(aimed, active="r").say("walk", {"r.1": [65, 5]})  # the variant: he walks in between
    assert play["r.1"].aim_gun == -1
    play = Play(far, active="r").say("sniping-fire:0:b.1", dice="to hit 2")
    assert not play["b.1"].wounded


@pytest.mark.rule("combat-action.actions.targeting-device", "combat-action.ranged.to-hit")
def test_the_bonus_of_the_device() -> None:
    # combat-action.ex.targeting-device
    units = pair(40, "spotter")
    models = {"spotter": man(weapons=["scoped"])}
    arms = {"scoped": {"class": "rifle", "pen": 2, "device": True}}
    battle = a_battle(units, models=models, weapons=arms)
    assert tally(battle, shot()).needed == 4
    battle.state.figures["r.1"].aim_gun, battle.state.figures["r.1"].aim_at = 0, "b.1"
    assert tally(battle, shot()).needed == 3
    battle.state.figures["r.1"].aim_at = "b.2"
    assert tally(battle, shot()).needed == 4


@pytest.mark.rule("combat-action.actions.sniping-fire", "combat-action.vehicles.crew")
def test_crews_are_aimed_at_only_without_a_roof() -> None:
    for roof in (False, True):
        truck: dict[str, Any] = {
            "kind": "vehicle",
            "size": "large",
            "PF": 8,
            "MV": 30,
            "base": [5, 9],
            "height": 4,
            "open": not roof,
        }
        figures = {"1": {"model": "truck", "at": [60, 50]}, "2": {"model": "driver", "carrier": "b.1", "seat": "pilot"}}
        units: dict[str, Any] = {"r": {"model": "sniper", "at": [[60, 5]]}, "b": {"figures": figures}}
        play = Play(units, active="r", models={"truck": {**truck, "crew": ["driver"]}})
        assert ("sniping-fire:0:b.2" in play.options) is not roof
        assert "sniping-fire:0:b.1" in play.options
    assert "aim-targeting-device:0:b.1" in play.options


@pytest.mark.rule("combat-action.core.measuring")
def test_distances_are_between_edges() -> None:
    battle = a_battle(pair(30))
    from littlewars.systems.combat_action.basics.sight import between

    assert between(battle.state.figures["r.1"], battle.state.figures["b.1"]) == 30 * CM
    hull = {"r": {"model": "shooter", "at": [[60, 5]]}, "b": {"model": "car", "at": [[60, 40]]}}
    figures = a_battle(hull).state.figures
    assert between(figures["r.1"], figures["b.1"]) == round((35 - 1.25 - 4.5) * CM)
