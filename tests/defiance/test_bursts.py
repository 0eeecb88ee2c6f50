"""Areas of effect: rounds, templates, scatter, shock, poison and smoke (defiance.aoe.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import ScenarioError, mixed, odds
from littlewars.systems.defiance.area.bursts import Blast, blast_of, caught, die_at
from littlewars.systems.defiance.area.clouds import age_all
from littlewars.systems.defiance.area.forecasts import forecast
from littlewars.systems.defiance.area.scatter import MISS
from littlewars.systems.defiance.basics.fire_action import Fire, Manner
from littlewars.systems.defiance.basics.profiles import Aoe, Weapon
from littlewars.systems.defiance.basics.state import Cloud
from littlewars.systems.defiance.system import DEFIANCE

from .squads import Play, a_battle, row, shoot

FAR = {"b": {"at": [[20, 44]], "face": 180}}
WEAPONS: dict[str, dict[str, Any]] = {
    "launcher": {"FR": 1, "brackets": {"7+": 30}, "aoe": {"radius": 3, "damage": "5+B"}},
    "plain": {"FR": 1, "brackets": {"7+": 30}, "aoe": {"radius": 3, "damage": "5+"}},
    "heavy": {"FR": 1, "target": "AV", "brackets": {"5+": 30}, "aoe": {"radius": 2, "damage": "5+"}},
    "force": {"FR": 1, "brackets": {"7+": 30}, "IR": 2, "aoe": {"radius": 2, "damage": "5+"}},
}
RUNNER = {"class": "PI", "AR": 1}
SOLDIER = {"AR": 4}


def fire(weapon: str, blue: dict[str, Any], dice: str, **more: Any) -> Play:
    """A round at the first of the enemy by somebody who stands still; a comrade of his waits."""
    red = {"figures": {"1": {"at": [20, 10], "primary": weapon}, "2": {"at": [23, 10]}}}
    units = {"r": red, "b": {"at": [[20, 24]], "face": 180, **blue}}
    game = Play(units, "card 1", weapons=WEAPONS, **more).say("cohesive-fire", "stationary", "r.1")
    return game.say(shoot(weapon, "b.1"), dice=dice)


def caught_in(radius: float, figures: dict[str, dict[str, Any]], foot: int = 0, level: int = 0, **more: Any) -> set[str]:
    """Who of these is in a template in the middle of the table."""
    battle = a_battle({"r": {"figures": figures}, **FAR}, **more)
    line = Weapon(key="w", name="W", aoe=Aoe(radius=round(radius * 1000), damage=5))
    blast = blast_of(battle.state.figures["b.1"], 0, line, (24_000, 24_000), level, foot)
    return {figure.id for figure in caught(battle, blast)}


# ---- the roll to hit


@pytest.mark.rule("defiance.aoe.to-hit", "defiance.aoe.modifier-scope", "defiance.aoe.template")
def test_what_counts_for_the_roll_to_hit_and_what_for_damage() -> None:
    """defiance.ex.aoe-modifier-split: +2 standing and -2 terrain to hit: a 7 is enough; armour -2: a 6 tags, then shock."""
    wood = {"id": "wood", "category": "medium", "box": [18, 23, 22, 26]}
    frames = {"hard": {"class": "PI", "AR": -2}}
    game = fire("plain", {"frame": "hard"}, "to hit 7, damage 6, morale 9, morale 9", terrain=[wood], frames=frames)
    (launched,), (struck,) = game.told("Launched"), game.told("Caught")
    assert (launched.tally.needed, launched.hit) == (7, True)
    assert {mod.value for mod in launched.tally.mods} == {2, -2}
    assert {mod.name: mod.value for mod in struck.tally.mods} == {"armour": -2}
    assert (struck.hits, struck.tags) == (0, 1)
    assert [event.why for event in game.told("Tested")] == ["tagged", "explosion shock"]


@pytest.mark.rule("defiance.aoe.to-hit")
def test_a_natural_one_misses_and_a_near_miss_tags_nobody() -> None:
    game = fire("heavy", {}, "to hit 1, scatter distance 1, scatter direction 360")  # 5+ and +2 needs 3
    assert (game.told("Launched")[0].hit, len(game.told("Wasted"))) == (False, 1)
    assert not game.told("Tested")


@pytest.mark.rule("defiance.aoe.to-hit")
def test_a_chit_helps_to_hit() -> None:
    red = {
        "figures": {
            "1": {"at": [20, 10], "primary": "launcher", "leader": 2, "chits": [{"owner": "r.1"}]},
            "2": {"at": [23, 10]},
        }
    }
    units = {"r": red, "b": {"at": [[20, 24]], "face": 180}}
    game = Play(units, "card 1", weapons=WEAPONS)
    game.say({"chit 1": "r.1"}, "cohesive-fire", "stationary", "r.1", shoot("launcher", "b.1"))
    game.say(next(name for name in game.options if name != "keep"), dice="to hit 4, damage 9")
    assert game.told("Launched")[0].hit
    assert game["b.1"].gone == "killed"


@pytest.mark.rule("defiance.aoe.target")
def test_a_round_is_fired_at_a_figure_by_the_usual_rules() -> None:
    red = {"figures": {"1": {"at": [20, 10], "primary": "launcher"}, "2": {"at": [23, 10]}}}
    units = {"r": red, "b": {"at": [[20, 20], [20, 23]], "face": 180}}
    game = Play(units, "card 1", weapons=WEAPONS).say("cohesive-fire", "stationary", "r.1")
    assert game.options == ["hold", "0:0:1:b.1"]  # the nearest, and no bare ground


@pytest.mark.rule("defiance.aoe.forbidden-modes")
def test_no_covering_spreading_or_suppressing_with_areas() -> None:
    game = Play({"r": {"at": row(20, 10, 2), "primary": "launcher"}, **FAR}, "card 1", weapons=WEAPONS)
    assert not {"primary-suppression", "support-suppression"} & set(game.options)
    game.say("support-fire", "stationary", "r.1", {}, {})
    assert {figure.covers for figure in game.state.figures.values()} == {""}


# ---- the template


@pytest.mark.rule("defiance.aoe.template", "defiance.effector.burst", "defiance.aoe.explosion-shock")
def test_a_rams_head_among_runners() -> None:
    """defiance.ex.rams-head-runners: 5+B against AR +1 needs 3: of 3, 1 and 5 the 1 fails, and only he is shocked."""
    blue = {"frame": "runner2", "at": [[20, 24], [22, 24], [20, 26]]}
    game = fire("launcher", blue, "to hit 9, damage 3, damage 1, damage 5, morale 9", frames={"runner2": RUNNER})
    found = game.told("Caught")
    assert [(event.target, event.tally.needed) for event in found] == [("b.1", 3), ("b.2", 3), ("b.3", 3)]
    assert [bool(game[f"b.{n}"].gone) for n in (1, 2, 3)] == [True, False, True]
    assert [event.why for event in game.told("Tested")] == ["explosion shock"]


@pytest.mark.rule("defiance.aoe.si-radius", "defiance.aoe.template")
@pytest.mark.parametrize(("powered", "expected"), [(False, "12345"), (True, "123")])
def test_standard_infantry_is_caught_an_inch_farther_off(powered: bool, expected: str) -> None:
    """defiance.ex.rams-head-citizen-soldiers: 0, 1.5, 3, 3.5, 4 and 4.1 inches from the centre to the nearest point."""
    frame = {"class": "PI", "AR": 4} if powered else SOLDIER
    gaps = [0, 1.5, 3.0, 3.5, 4.0, 4.1]
    turns = [(0, 1), (1, 0), (0, -1), (-1, 0), (0.6, 0.8), (-0.6, -0.8)]
    places = {
        str(n): {"frame": "it", "at": [24 + dx * (gap + 0.5 if gap else 0), 24 + dy * (gap + 0.5 if gap else 0)]}
        for n, (gap, (dx, dy)) in enumerate(zip(gaps, turns, strict=True), 1)
    }
    assert caught_in(3, places, frames={"it": frame}) == {f"r.{n}" for n in expected}


@pytest.mark.rule("defiance.aoe.si-bonus", "defiance.aoe.natural-one", "defiance.effector.burst")
@pytest.mark.parametrize(("face", "gone"), [(2, True), (1, False)])
def test_nothing_helps_a_natural_one(face: int, gone: bool) -> None:
    """+8 and +1 on 5+: a 2 kills, a 1 does not."""
    game = fire(
        "launcher", {"frame": "it"}, f"to hit 9, damage {face}" + ("" if gone else ", morale 9"), frames={"it": SOLDIER}
    )
    (event,) = game.told("Caught")
    assert event.tally.total == 9
    assert bool(game["b.1"].gone) is gone


@pytest.mark.rule("defiance.aoe.anti-infantry")
def test_every_template_is_anti_infantry() -> None:
    """An anti-vehicle launcher's template has -5 against a vehicle, and none against men."""
    car = {"vehicle": True, "TY": "Light Vehicle", "SZ": 3, "DC": 2, "AR": -1}
    blue = {"frame": "car", "primary": ""}
    game = fire("heavy", blue, "to hit 9, damage 9, morale 9", frames={"car": car})
    (event,) = game.told("Caught")
    assert {mod.name: mod.value for mod in event.tally.mods} == {"armour": -1, "against a vehicle": -5}
    game = fire("heavy", {"frame": "suit"}, "to hit 9, damage 9")
    assert {mod.name: mod.value for mod in game.told("Caught")[0].tally.mods} == {"armour": -1}


@pytest.mark.rule("defiance.aoe.template")
def test_friends_and_the_firer_are_caught_too_and_force_works() -> None:
    red = {"figures": {"1": {"at": [20, 10], "primary": "force"}, "2": {"at": [23, 10]}}}
    units = {"r": red, "b": {"frame": "giant", "at": [[20, 12]], "face": 180}}
    game = Play(units, "card 1", weapons=WEAPONS).say("cohesive-fire", "stationary", "r.1")
    dice = "to hit 9, damage 9, damage 1, impact 7, impact 2, morale 9, morale 9, morale 9"
    game.say(shoot("force", "b.1"), dice=dice)
    assert [event.target for event in game.told("Caught")] == ["b.1", "r.1"]
    assert game["b.1"].hurt == 2  # a hit, and one by its force


@pytest.mark.rule("defiance.aoe.template")
def test_a_burst_on_a_roof_spares_the_street() -> None:
    """Distance is taken in space, from the burst to the figure's footing."""
    people = {"1": {"at": [25, 24]}}
    assert caught_in(3, people, foot=0) == {"r.1"}
    assert caught_in(3, people, foot=5000) == set()
    assert caught_in(3, people, foot=3500) == {"r.1"}  # 4 inches for standard infantry


@pytest.mark.rule("defiance.aoe.template", "defiance.flight.no-grenades-at")
def test_templates_stay_on_their_level() -> None:
    birds = {"1": {"frame": "bird", "at": [24, 24], "level": 1}, "2": {"frame": "bird", "at": [25.5, 24]}}
    assert caught_in(3, birds) == {"r.2"}
    assert caught_in(3, birds, level=1) == {"r.1"}
    assert caught_in(3, birds, level=2) == set()


@pytest.mark.rule("defiance.aoe.explosion-shock")
def test_shock_comes_after_all_damage_and_nearest_first() -> None:
    """Tags first, then shock: he is shaken by the one and gone by the other; a friend tests as well."""
    blue = {"at": [[20, 24], [21.5, 24]]}
    game = fire("plain", blue, "to hit 9, damage 3, damage 1, morale 2, morale 2, morale 9")
    assert [(event.figure, event.why) for event in game.told("Tested")] == [
        ("b.1", "tagged"), ("b.1", "explosion shock"), ("b.2", "explosion shock")
    ]  # fmt: skip
    assert (game["b.1"].gone, game["b.2"].shaken) == ("routed", False)


# ---- scatter


@pytest.mark.rule("defiance.aoe.scatter-distance")
@pytest.mark.parametrize(("bracket", "die"), [(3, 5), (5, 5), (7, 10), (9, 10), (11, 10)])
def test_how_far_a_round_scatters(bracket: int, die: int) -> None:
    """defiance.ex.scatter-table: by the bracket used, whatever modifies it; a face of 10 is 5 inches of a d5, or 10."""
    weapon = {"FR": 1, "brackets": {f"{bracket}+": 30}, "aoe": {"radius": 1, "damage": "5+"}}
    red = {"figures": {"1": {"at": [20, 10], "primary": "w"}, "2": {"at": [23, 10]}}}
    units = {"r": red, "b": {"at": [[20, 24]], "face": 180}}
    game = Play(units, "card 1", weapons={"w": weapon}, scatter_lands=True).say("cohesive-fire", "stationary", "r.1")
    game.say(shoot("w", "b.1"), dice="to hit 1, scatter distance 10, scatter direction 90")
    assert game.told("Scattered")[0].length == die * 1000
    assert game.told("Exploded")[0].at == (20_000 + die * 1000, 24_000)
    assert len(MISS[bracket].weights) == die


@pytest.mark.rule("defiance.aoe.scatter-impact", "defiance.aoe.scatter-direction")
def test_a_round_bursts_at_the_building_it_meets() -> None:
    """defiance.ex.scatter-building: 5 inches towards a building 3 inches off: it bursts at its wall."""
    house = {"id": "house", "category": "impassable", "box": [23, 20, 28, 28], "height": 6}
    game = fire("plain", {}, "to hit 1, scatter distance 5, scatter direction 90, damage 1, morale 9", terrain=[house])
    assert game.told("Exploded")[0].at == (23_000, 24_000)
    assert game.told("Scattered")[0].stop == "house"


@pytest.mark.rule("defiance.aoe.scatter-impact")
@pytest.mark.parametrize(
    ("terrain", "lands", "bursts"),
    [
        ([], False, False),  # defiance.ex.scatter-wasted
        ([], True, True),
        ([{"id": "w", "category": "heavy", "box": [22, 20, 23, 28]}], False, False),  # a wood stops nothing
        ([{"id": "w", "feature": "sandbags", "box": [22, 20, 23, 28]}], False, False),
        ([{"id": "w", "feature": "climbable wall", "box": [22, 20, 23, 28]}], False, True),
        ([{"id": "w", "category": "impassable", "box": [25, 20, 26, 28], "height": 6}], False, False),  # 4 inches end before it
    ],
)
def test_what_stops_a_round_that_scatters(terrain: list[dict[str, Any]], lands: bool, bursts: bool) -> None:
    near = bool(terrain) and bursts  # the man aimed at is in the template that bursts at the wall
    dice = "to hit 1, scatter distance 4, scatter direction 90" + (", damage 1, morale 9" if near or bursts else "")
    game = fire("plain", {}, dice, terrain=terrain, scatter_lands=lands)
    assert bool(game.told("Exploded")) is bursts
    assert bool(game.told("Wasted")) is not bursts


@pytest.mark.rule("defiance.aoe.scatter-impact")
def test_a_figure_on_the_way_stops_it_but_not_the_one_aimed_at() -> None:
    game = fire("plain", {"at": [[20, 24], [25.25, 24]]}, "to hit 1, scatter distance 9, scatter direction 90, damage 9")
    assert game.told("Exploded")[0].at == (24_750, 24_000)
    assert game["b.2"].gone
    assert not game["b.1"].gone  # 4 inches off with an inch more for him, and half of his base: just outside


# ---- odds


@pytest.mark.rule("defiance.aoe.modifier-scope")
def test_odds_of_a_template_are_those_of_running_the_whole_rule() -> None:
    """Three figures, one of them an officer whose loss costs the others their nerve; friends are shown, not counted."""
    places = {"1": {"at": [20, 20]}, "2": {"at": [21.2, 20], "frame": "ghost"}, "3": {"at": [22.4, 20], "command": 1}}
    units = {"r": {"at": [[20, 10], [21, 17.5]], "primary": "flame"}, "b": {"figures": places, "frame": "man"}}
    cone = {"flame": {"FR": "1C", "brackets": {"5+": 12}}}
    battle = a_battle(
        {**units, "b": {**units["b"], "figures": {k: {"frame": "man", **v} for k, v in places.items()}}}, weapons=cone
    )
    attack = forecast(battle, Fire(battle.state.figures["r.1"], 0, 0, 1, "b.2", Manner("stationary")))
    found = mixed(DEFIANCE, battle.state, attack)
    names = {share.figure for share in found.each}
    assert names == {"b.1", "b.2", "b.3", "r.2"}

    def enemies_out(view: Any, _: None) -> int:
        return sum(bool(f.gone) or f.shaken for f in view.state.figures.values() if f.unit == "b")

    assert found.chances == odds(DEFIANCE, battle.state, attack.rule, enemies_out, merge=False)
    by_faces = odds(DEFIANCE, battle.state, attack.rule, enemies_out, every_face=True)
    assert found.chances == by_faces


@pytest.mark.rule("defiance.aoe.scatter-distance")
def test_odds_of_a_round_count_every_place_where_it_may_burst() -> None:
    """One man beside the target: the odds are those of play, direction by direction."""
    units = {"r": {"at": [[20, 10]], "primary": "w"}, "b": {"at": [[20, 14], [23, 14]], "face": 180}}
    weapon = {"w": {"FR": 1, "brackets": {"5+": 10}, "aoe": {"radius": 1, "damage": "5+"}}}
    battle = a_battle(units, weapons=weapon)
    fire_action = Fire(battle.state.figures["r.1"], 0, 0, 1, "b.1", Manner("walking"))
    found = mixed(DEFIANCE, battle.state, forecast(battle, fire_action))

    async def rule(view: Any) -> None:
        from littlewars.systems.defiance.area.attacks import FireAction, resolve

        await resolve(view, Fire(view.state.figures["r.1"], 0, 0, 1, "b.1", Manner("walking")), FireAction())

    def out(view: Any, _: None) -> int:
        return sum(bool(f.gone) or f.shaken for f in view.state.figures.values() if f.unit == "b")

    assert found.chances == odds(DEFIANCE, battle.state, rule, out, merge=False)


# ---- poison


def cloud(**more: Any) -> dict[str, Any]:
    return {"id": "c", "kind": "poison", "name": "Spore", "at": [24, 24], "radius": 2, "by": "b.1", "turn": 1, "damage": 7,
            "letters": "B", **more}  # fmt: skip


@pytest.mark.rule("defiance.aoe.poison-growth", "defiance.aoe.poison-dissipation")
@pytest.mark.parametrize(
    ("radius", "damage", "grown"),
    [
        (2, 7, [(4, 9), (6, 11), (8, 13), None]),  # defiance.ex.poison-growth
        (3, 5, [(5, 7), (7, 9), (9, 11), None]),  # defiance.ex.poison-odd-radius
    ],
)
def test_poison_grows_weakens_and_ends(radius: int, damage: int, grown: list[tuple[int, int] | None]) -> None:
    battle = a_battle({"r": {"at": [[5, 5]]}, **FAR}, clouds=[cloud(radius=radius, damage=damage)])
    for expected in grown:
        age_all(battle)
        left = [(one.radius // 1000, one.damage) for one in battle.state.clouds]
        assert left == ([expected] if expected else [])


@pytest.mark.rule("defiance.aoe.poison-drift", "defiance.aoe.poison-damage-timing", "defiance.aoe.poison-burst")
def test_poison_drifts_first_of_all_and_attacks_whom_it_touches() -> None:
    """One die each with armour doubled; tags test, but nobody is shocked. A second cloud leaves the table and is gone."""
    units = {"r": {"frame": "suit", "at": [[24, 27]]}, "b": {"at": [[40, 40]], "face": 180}}
    clouds = [cloud(), cloud(id="d", at=[24, 1])]
    dice = "scatter distance 6, scatter direction 360, damage 8, morale 9, scatter distance 4, scatter direction 180, card 1"
    game = Play(units, dice, clouds=clouds, turn={"phase": "command", "number": 1, "deck": []})
    (event,) = game.told("Caught")
    assert (event.tally.needed, {mod.name: mod.value for mod in event.tally.mods}) == (9, {"armour": -2})
    assert [(one.id, one.x, one.y) for one in game.state.clouds] == [("c", 24_000, 27_000)]
    assert [event.why for event in game.told("Tested")] == ["tagged"]
    assert game.state.turn.number == 2


@pytest.mark.rule("defiance.aoe.poison-damage-timing", "defiance.grenade.obscuring-movement")
def test_who_walks_into_poison_breathes_it_once() -> None:
    """At the moment of entry; on the way out and in again no more; nothing slows him."""
    units = {"r": {"at": [[24, 18]], "frame": "giant"}, **FAR}
    game = Play(units, "card 1", clouds=[cloud(damage=3)]).say("cohesive-fire", "running", "move-fire")
    assert game.budget == {"r.1": 8}
    game.say({"r.1": [24, 26]}, dice="damage 9, morale 9")  # armour -2 doubled: 3+ needs 7
    (event,) = game.told("Caught")
    assert (event.target, game["r.1"].hurt, game.at("r.1")) == ("r.1", 1, (24, 26))
    assert [one.why for one in game.told("Tested")] == ["damaged"]


@pytest.mark.rule("defiance.aoe.poison-damage-timing")
def test_growth_alone_harms_nobody_and_who_stays_is_left_alone() -> None:
    units = {"r": {"at": [[24, 25]]}, **FAR}
    game = Play(units, "card 1", clouds=[cloud()]).say("cohesive-fire", "walking", "move-fire", {"r.1": [24, 24]})
    assert not game.told("Caught")  # he was in it before
    age_all(game.battle)
    assert not game.told("Caught")


@pytest.mark.rule("defiance.aoe.poison-burst")
def test_a_cloud_is_described_and_read_again() -> None:
    battle = a_battle({"r": {"at": [[5, 5]]}, **FAR}, clouds=[cloud()])
    again = DEFIANCE.setup(DEFIANCE.describe(battle.state))
    assert (
        again.clouds
        == battle.state.clouds
        == [Cloud("c", "poison", "Spore", 24_000, 24_000, 2000, "b.1", 1, damage=7, letters="B")]
    )


def test_a_blast_has_one_die_for_each() -> None:
    battle = a_battle({"r": {"at": [[5, 5]]}, **FAR})
    blast = Blast("r.1", Weapon(key="w", name="W"), (0, 0), 1000, 5, 3)
    assert die_at(blast, battle.state.figures["b.1"]).dice == 3


@pytest.mark.rule("defiance.aoe.poison-growth", "defiance.airstrike.purchase")
@pytest.mark.parametrize(
    "more",
    [
        {"clouds": [{"kind": "fire"}]},
        {"clouds": [{"by": "x.1"}]},
        {"clouds": [{"radius": 0}]},
        {"clouds": [{"radius": 21}]},
        {"clouds": [{"dice": 0}]},
        {"clouds": [{"damage": 41}]},
        {"clouds": [{"mod": 1}]},
        {"strikes": [{"at": [1, 1], "by": "x.1"}]},
        {"sides": {"red": {"edge": "south", "strikes": -1}, "blue": {"edge": "north"}}},
    ],
)
def test_clouds_and_strikes_that_cannot_be(more: dict[str, Any]) -> None:
    if "clouds" in more:
        more = {"clouds": [cloud(**one) for one in more["clouds"]]}
    with pytest.raises(ScenarioError):
        a_battle({"r": {"at": [[5, 5]]}, **FAR}, **more)
    a_battle({"r": {"at": [[5, 5]]}, **FAR}, clouds=[cloud(radius=20, damage=40)], strikes=[{"at": [1, 1], "by": "r.1"}])


@pytest.mark.rule("defiance.ranged.aoe-stat")
@pytest.mark.parametrize(("damage", "good"), [("20@20+", True), ("21@5+", False), ("5@21+", False), ("0@5+", False)])
def test_areas_have_a_sensible_number_of_dice(damage: str, good: bool) -> None:
    weapon = {"w": {"FR": 1, "brackets": {"5+": 9}, "aoe": {"radius": 2, "damage": damage}}}
    units = {"r": {"at": [[5, 5]], "primary": "w"}, **FAR}
    if good:
        assert a_battle(units, weapons=weapon).state.figures["r.1"].arms[0].weapon.burst
    else:
        with pytest.raises(ScenarioError):
            a_battle(units, weapons=weapon)
