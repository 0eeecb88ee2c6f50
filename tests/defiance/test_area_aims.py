"""Whom and where areas of effect are aimed at: arcs, points worth a round, guesses, clusters (defiance.aoe.*, .grenade.*)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from littlewars.engine import Refusal, mixed
from littlewars.engine.moves import Spot
from littlewars.engine.showing import Drag
from littlewars.systems.defiance.area.bursts import Blast, blast_of, caught, is_standard
from littlewars.systems.defiance.area.close_defence import blast_about, charge_of, holds_enemy, needs_nerve, reaches
from littlewars.systems.defiance.area.clouds import age_all, blast_in, enter, entered
from littlewars.systems.defiance.area.cones import bearing, in_cone
from littlewars.systems.defiance.area.forecasts import forecast, strays
from littlewars.systems.defiance.area.grenades import below, faces_point, grenade_choices, in_front, lob_tally, own_mods
from littlewars.systems.defiance.area.indirect import (
    Shelling,
    _contributors,
    cluster,
    indirect_choices,
    shell,
    spots_now,
    to_hit_at,
)
from littlewars.systems.defiance.area.points import farthest, ground_at, point_ask, sees_point, top_at, worthwhile
from littlewars.systems.defiance.area.strikes import may_call
from littlewars.systems.defiance.basics.fire_action import INDIRECT, Fire, Manner
from littlewars.systems.defiance.basics.profiles import Weapon
from littlewars.systems.defiance.basics.state import Activation, Team
from littlewars.systems.defiance.system import DEFIANCE
from tests.defiance.hulls import HULLS
from tests.defiance.squads import a_battle, a_state, run

FAR = {"b": {"at": [[40, 44]], "face": 180}}
CHARGE = {"mine": {"form": "cdw", "aoe": {"radius": 2, "damage": "5+"}, "brackets": "thrown"}}
VENT = {"vent": {"form": "cdw", "aoe": {"radius": 2, "damage": "5+"}, "brackets": "thrown", "ammo": 2}}


# ---- who is in it


@pytest.mark.rule("defiance.aoe.template", "defiance.aoe.si-radius")
@pytest.mark.parametrize(
    ("frame", "off", "found"), [("man", 3500, True), ("man", 3501, False), ("suit", 2500, True), ("suit", 2501, False)]
)
def test_the_edge_of_a_template(frame: str, off: int, found: bool) -> None:
    """Two inches, one more for standard infantry, and half an inch of base."""
    battle = a_battle({"r": {"frame": frame, "at": [[20, 20]]}, **FAR})
    blast = Blast("b.1", Weapon(key="w", name="W"), (20_000 + off, 20_000), 2000, 5)
    assert [one.id for one in caught(battle, blast)] == (["r.1"] if found else [])
    assert is_standard(battle.state.figures["r.1"]) is (frame == "man")
    assert caught(battle, blast._replace(spares=("r.1",))) == []
    assert caught(battle, blast._replace(level=1)) == []


# ---- where to


@pytest.mark.rule("defiance.grenade.thrown", "defiance.terms.cover-arc")
@pytest.mark.parametrize(
    ("face", "at", "ahead"),
    [
        (0, (24, 14), True),  # 45 degrees to either side, borders included
        (0, (16, 14), True),
        (0, (24.1, 14), False),
        (0, (15.9, 14), False),
        (0, (20, 6), False),
        (350, (20, 20), True),
        (90, (24, 10), True),
        (90, (16, 10), False),
        (90, (24, 14), True),
        (90, (24, 14.1), False),
        (240, (16, 8), True),
        (240, (24, 8), False),
        (0, (20, 10), True),  # its own feet
    ],
)
def test_what_is_in_front_of_a_thrower(face: int, at: tuple[float, float], ahead: bool) -> None:
    state = a_state({"r": {"at": [[20, 10]], "face": face}, **FAR})
    assert faces_point(state.figures["r.1"], (round(1000 * at[0]), round(1000 * at[1]))) is ahead


@pytest.mark.rule("defiance.grenade.thrown")
def test_the_first_thought_is_three_inches_ahead_on_the_table() -> None:
    state = a_state({"r": {"at": [[20, 10]], "face": 90}, "s": {"at": [[1, 47]], "face": 270}, **FAR})
    assert in_front(state, state.figures["r.1"]) == (23_000, 10_000)
    assert in_front(state, state.figures["s.1"]) == (0, 47_000)


@pytest.mark.rule("defiance.grenade.lob-guess", "defiance.grenade.lob-eligibility")
@pytest.mark.parametrize(("guess", "mod"), [(7000, -2), (9000, -2), (6999, -4), (9001, -4), (8000, -2)])
def test_a_guess_within_an_inch_is_good(guess: int, mod: int) -> None:
    line = a_state({"r": {"at": [[20, 10]], "primary": "mortar"}, **FAR}).figures["r.1"].arms[0].weapon
    found = lob_tally(line, 8000, guess)
    assert [one.value for one in found.mods] == [mod]


@pytest.mark.rule("defiance.aoe.modifier-scope", "defiance.move.prone-firer-modifier")
def test_what_of_his_own_counts_for_a_thrower() -> None:
    figure = a_state({"r": {"at": [[20, 10]]}, **FAR}).figures["r.1"]
    found = [[mod.value for mod in own_mods(figure, speed) if mod] for speed in ("stationary", "walking", "running", "")]
    assert found == [[2], [0], [-2], []]
    figure.prone = True
    assert [mod.rule for mod in own_mods(figure, "") if mod] == ["defiance.move.prone-firer-modifier"]


@pytest.mark.rule("defiance.grenade.lob-eligibility", "defiance.flight.drop-eligibility", "defiance.grenade.forbidden-throwers")
def test_which_throws_there_are() -> None:
    units = {
        "r": {"at": [[20, 10]], "side_arms": "grenade"},
        "s": {"frame": "bird", "at": [[30, 20]], "level": 2, "side_arms": "grenade"},
        "t": {"frame": "walker", "at": [[10, 20]], "primary": "", "figures": {"1": {"arms": [["side", "grenade"]]}}},
        "b": {"at": [[30.4, 20], [30, 21.2]]},
    }
    battle = a_battle(units, frames=HULLS)
    man, bird, mecha = (battle.state.figures[name] for name in ("r.1", "s.1", "t.1"))

    def kinds(figure: Any, slots: tuple[str, ...], speed: str) -> list[str]:
        return [name.split(":", 3)[3] for name in grenade_choices(battle, figure, slots, speed)]

    assert len(kinds(man, ("side",), "stationary")) == 2
    assert len(kinds(man, ("side",), "walking")) == 1
    assert kinds(man, ("primary",), "stationary") == []
    assert below(battle.state, bird) == ["b.1"]  # its base is over his centre
    assert len(kinds(bird, ("side",), "stationary")) == 2  # straight down, or at him
    assert kinds(mecha, ("side",), "stationary") == []


@pytest.mark.rule("defiance.grenade.thrown", "defiance.ranged.line-of-sight")
def test_which_points_are_seen() -> None:
    house = {"id": "house", "category": "impassable", "box": [14, 14, 26, 18], "height": 6}
    battle = a_battle({"r": {"at": [[20, 10]], "face": 180}, **FAR}, terrain=[house])
    figure = battle.state.figures["r.1"]
    assert [sees_point(battle, figure, at) for at in ((20_000, 10_000), (20_000, 12_000), (20_000, 24_000))] == [
        True,
        True,
        False,
    ]
    assert (top_at(battle, (20_000, 16_000)), top_at(battle, (20_000, 12_000))) == (6000, 0)


@pytest.mark.rule("defiance.aoe.template")
def test_points_worth_a_round_are_those_with_most_enemies_and_fewest_friends() -> None:
    units = {
        "r": {"at": [[20, 10], [30, 30]]},
        "b": {"at": [[10, 30], [11, 30], [30, 31.2], [40, 20]]},
        "b2": {"frame": "bird", "at": [[10, 31.5]], "level": 1},
    }
    battle = a_battle(units)
    blast = Blast("r.1", Weapon(key="w", name="W"), (0, 0), 1000, 5)
    found = worthwhile(battle, "red", blast)
    assert [(x / 1000, y / 1000) for x, y in found] == [(10, 30), (11, 30), (40, 20), (30, 31)]
    assert len(worthwhile(battle, "red", blast, most=1)) == 1
    assert farthest([battle.state.figures[f"b.{n}"] for n in (1, 2, 3, 4)], (10_000, 30_000)).id == "b.4"


@pytest.mark.rule("defiance.grenade.thrown", "defiance.indirect.coordinates")
def test_one_point_on_the_table_is_asked_for() -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 20.2]], "face": 180}})
    blast = Blast("r.1", Weapon(key="w", name="W"), (20_000, 13_000), 1000, 5)

    def check(at: tuple[int, int]) -> Refusal | None:
        return Refusal("x", "no") if at == (20_000, 20_000) else None

    rule = "defiance.grenade.thrown"
    for blind in (False, True):
        ask = point_ask(battle, "red", rule, "Where?", blast, check, blind)
        assert ask.refuse(()) is not None
        for at in ((0, 0), (48_000, 48_000)):
            assert ask.refuse((Spot("point", at),)) is None
        for at in ((-1, 0), (0, -1), (48_001, 0), (0, 48_001)):
            assert ask.refuse((Spot("point", at),)) is not None
        assert ask.plan is not None
        (spot,) = ask.plan(Drag(("point",), (20_260, 20_240)))
        assert spot.at == ((20_500, 20_000) if blind else (20_260, 20_240))
        (touch,) = ask.trace((Spot("point", (20_000, 20_000)),))[0].meets
        assert (touch.figure, touch.chance) == ("b.1", None if blind else pytest.approx(28 / 40))  # 5+, and 1 for his kind
        assert ask.trace((Spot("point", (20_000, 17_000)),))[0].meets == ()


# ---- cones


@pytest.mark.rule("defiance.effector.cone-area", "defiance.effector.cone-facing")
def test_who_is_in_a_cone() -> None:
    units = {
        "r": {"at": [[20, 10]], "primary": "cone", "face": 90},
        "m": {"at": [[20, 14]]},
        "b": {"at": [[20, 19.5], [21.9, 14], [26, 14], [20, 20.6], [20, 8]], "face": 180},
        "b2": {"frame": "bird", "at": [[20.9, 16]], "level": 1},
    }
    battle = a_battle(units)
    me, target = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert bearing(me, target) == 0
    assert bearing(me, me) == 9000
    assert [one.id for one in in_cone(battle, me, me.arms[0].weapon, target)] == ["m.1", "b.2", "b.1"]


# ---- indirect fire


def mortars(count: int = 1, **more: Any) -> Any:
    units = {"r": {"at": [[20 + 2 * n, 10] for n in range(count)], "primary": "mortar", **more}, **FAR}
    battle = a_battle(units)
    names = [f"r.{n + 1}" for n in range(count)]
    battle.state.turn.doing = Activation("r", team=Team(names, "cohesive-fire"))
    return battle


@pytest.mark.rule("defiance.indirect.eligibility")
def test_who_may_fire_indirectly() -> None:
    battle = mortars(2)
    one = battle.state.figures["r.1"]
    assert [name.endswith(INDIRECT) for name in indirect_choices(battle, one, ("primary",), "stationary")] == [True]
    assert indirect_choices(battle, one, ("primary",), "walking") == []
    assert indirect_choices(battle, one, ("support",), "stationary") == []
    battle.state.acting().once.append("indirect/r.2")
    assert indirect_choices(battle, one, ("primary",), "stationary") == []  # the unit has fired so
    battle.state.turn.doing = None
    assert indirect_choices(battle, one, ("primary",), "stationary") == []
    elite = mortars(2, frame="elite")
    elite.state.acting().once.append("indirect/r.2")
    assert len(indirect_choices(elite, elite.state.figures["r.1"], ("primary",), "stationary")) == 1


@pytest.mark.rule("defiance.indirect.cluster-radius", "defiance.indirect.cluster-cap", "defiance.indirect.cluster-dice")
@pytest.mark.parametrize(("count", "radius"), [(1, 2000), (2, 2500), (3, 3000), (5, 4000), (6, 4000)])
def test_each_round_widens_a_cluster_by_half_an_inch_up_to_twice_as_wide(count: int, radius: int) -> None:
    battle = mortars(count)
    rounds = [Fire(battle.state.figures[f"r.{n + 1}"], 0, 0, 1, INDIRECT, Manner("stationary")) for n in range(count)]
    blast = cluster(rounds, (1000, 2000), 0)
    assert (blast.radius, blast.dice, blast.at, blast.figure) == (radius, count, (1000, 2000), "r.1")


@pytest.mark.rule("defiance.indirect.cluster-mixed")
@pytest.mark.parametrize(("lost", "needed", "letters"), [("", 9, "B"), ("r.2", 9, "B"), ("r.3", 7, ""), ("r.1", 9, "B")])
def test_the_worst_round_that_is_left_counts_for_all(lost: str, needed: int, letters: str) -> None:
    """Of 5+, 7+ and 9+B the last counts; if he is lost meanwhile, 7+."""
    numbers = {"five": "5+", "seven": "7+", "nine": "1@9+B"}
    weapons = {
        name: {"FR": 1, "IF": True, "brackets": {"5+": 40}, "aoe": {"radius": 2, "damage": damage}}
        for name, damage in numbers.items()
    }
    men = {str(n + 1): {"primary": name} for n, name in enumerate(weapons)}
    battle = a_battle(
        {"r": {"at": [[20, 10], [22, 10], [24, 10]], "primary": "", "figures": men}, **FAR}, "to hit 9", weapons=weapons
    )
    figures = [battle.state.figures[f"r.{n}"] for n in (1, 2, 3)]
    battle.state.turn.doing = Activation("r", team=Team([one.id for one in figures], "cohesive-fire"))
    rounds = tuple(Fire(one, 0, 0, 1, INDIRECT, Manner("stationary")) for one in figures)
    if lost:
        battle.state.figures[lost].shaken = True
    blast = run(shell(battle, Shelling(rounds, (22_000, 30_000), worst=2)))
    assert (blast.needed, "".join(sorted(blast.line.effectors)), blast.dice) == (needed, letters, 2 if lost else 3)


@pytest.mark.rule("defiance.indirect.to-hit", "defiance.indirect.unit-fire")
def test_the_farthest_member_sets_the_number() -> None:
    battle = mortars(2)
    figures = [battle.state.figures[name] for name in ("r.1", "r.2")]
    rounds = [Fire(one, 0, 0, 1, INDIRECT, Manner("stationary")) for one in figures]
    near, worse = (20_000, 24_800), (20_000, 25_000)
    found = [to_hit_at(rounds, figures, at) for at in (near, worse, (20_000, 39_900), (20_000, 40_000))]
    assert [one.needed if one else None for one in found] == [5, 7, 7, None]


@pytest.mark.rule("defiance.indirect.spotters")
def test_who_has_spotted() -> None:
    battle = mortars(1)
    one = battle.state.figures["r.1"]
    assert not spots_now(battle.state, one)
    battle.state.acting().once.append("spots/r.1")
    assert spots_now(battle.state, one)
    battle.state.turn.doing = None
    assert not spots_now(battle.state, one)


@pytest.mark.rule("defiance.airstrike.caller")
@pytest.mark.parametrize("word", ["", "shaken", "stunned", "locked", "broken", "asked", "none", "soldier"])
def test_who_may_call_a_strike(word: str) -> None:
    officer = {} if word == "soldier" else {"figures": {"1": {"command": 1}}}
    state = a_state({"r": {"at": [[20, 10], [22, 10]], **officer}, **FAR})
    state.sides["red"].strikes = 0 if word == "none" else 1
    state.turn.doing = Activation("r", once=["air strike/r.1"] if word == "asked" else [])
    one = state.figures["r.1"]
    if word == "broken":
        state.units["r"].broken = 1
    elif word == "locked":
        one.locked = ("b.1",)
    elif word in ("shaken", "stunned"):
        setattr(one, word, True)
    assert may_call(state, one) is (word == "")


# ---- close defence


@pytest.mark.rule("defiance.cdw.area")
@pytest.mark.parametrize(
    ("frame", "off", "found"),
    [("man", 3500, True), ("man", 3501, False), ("suit", 2500, True), ("suit", 2501, False), ("bird", 1000, False)],
)
def test_who_is_in_the_area_of_a_carrier(frame: str, off: int, found: bool) -> None:
    units = {"r": {"at": [[20, 20]], "side_arms": "mine"}, "b": {"frame": frame, "at": [[20, 20 + off / 1000]]}}
    if frame == "bird":
        units["b"]["level"] = 1
    battle = a_battle(units, weapons=CHARGE)
    battle.state.turn.doing = Activation("r")
    me, him = battle.state.figures["r.1"], battle.state.figures["b.1"]
    arm = charge_of(battle.state, me)
    assert arm is not None
    assert reaches(me, me.arms[arm].weapon, him) is found
    assert holds_enemy(battle, me, arm) is found


@pytest.mark.rule("defiance.cdw.area")
def test_a_hull_measures_its_area_from_its_edge() -> None:
    units = {
        "r": {"frame": "car", "at": [[20, 20]], "primary": "", "figures": {"1": {"arms": [["side", "mine"]]}}},
        "b": {"at": [[20, 25.5]]},
    }
    battle = a_battle(units, weapons=CHARGE, frames=HULLS)
    me, him = battle.state.figures["r.1"], battle.state.figures["b.1"]
    line = me.arms[0].weapon
    assert reaches(me, line, him)  # two inches of hull, three of area, and his base
    him.y += 20
    assert not reaches(me, line, him)
    assert not reaches(me, Weapon(key="w", name="W"), him)


@pytest.mark.rule("defiance.cdw.definition", "defiance.cdw.unlimited", "defiance.cdw.stunned", "defiance.cdw.shaken-broken")
def test_when_a_charge_is_ready() -> None:
    units = {"r": {"at": [[20, 20]], "side_arms": "mine"}, "s": {"at": [[30, 20]], "side_arms": "vent"}, **FAR}
    state = a_state(units, weapons={**CHARGE, **VENT}, turn={"number": 2})
    one, two = state.figures["r.1"], state.figures["s.1"]
    assert charge_of(state, one) is None  # nobody acts
    state.turn.doing = Activation("r")
    assert (charge_of(state, one), charge_of(state, two)) == (1, 1)
    one.set_off = two.set_off = 2
    assert (charge_of(state, one), charge_of(state, two)) == (None, 1)  # once in a turn, or as often as it has any
    one.set_off = 1
    assert charge_of(state, one) == 1
    one.stunned = True
    assert charge_of(state, one) is None
    one.stunned, one.shaken = False, True
    assert (needs_nerve(state, one), charge_of(state, one)) == (True, 1)
    state.acting().once.append("close defence/r.1")
    assert charge_of(state, one) is None  # it has tried
    one.shaken = False
    assert charge_of(state, one) == 1
    state.units["r"].broken = 1
    assert charge_of(state, one) is None


# ---- clouds


@pytest.mark.rule("defiance.aoe.poison-growth", "defiance.aoe.poison-dissipation", "defiance.grenade.obscuring-duration")
def test_how_clouds_age() -> None:
    fumes = {"kind": "poison", "name": "Spore", "at": [24, 24], "by": "b.1", "turn": 1, "damage": 7, "letters": "B"}
    clouds = [
        {**fumes, "id": "small", "radius": 2},
        {**fumes, "id": "large", "radius": 7},
        {**fumes, "id": "full", "radius": 8},
        {
            "id": "new",
            "kind": "smoke",
            "name": "Smoke",
            "at": [4, 4],
            "radius": 2,
            "by": "b.1",
            "turn": 1,
            "mod": -2,
            "until": 3,
        },
        {
            "id": "old",
            "kind": "smoke",
            "name": "Smoke",
            "at": [9, 4],
            "radius": 2,
            "by": "b.1",
            "turn": 1,
            "mod": -2,
            "until": 2,
        },
    ]
    battle = a_battle({"r": {"at": [[5, 40]]}, **FAR}, clouds=clouds, turn={"number": 2})
    age_all(battle)
    assert {cloud.id: (cloud.radius, cloud.damage) for cloud in battle.state.clouds if cloud.kind == "poison"} == {
        "small": (4000, 9),
        "large": (9000, 9),
    }
    assert [cloud.id for cloud in battle.state.clouds if cloud.kind == "smoke"] == ["new"]


@pytest.mark.rule("defiance.cdw.poison-carrier", "defiance.aoe.poison-damage-timing")
def test_a_cloud_spares_its_carrier_in_its_turn_only() -> None:
    cloud = {"id": "c", "kind": "poison", "name": "Vent", "at": [24, 24], "radius": 2, "by": "r.1", "turn": 1, "damage": 7}
    for turn, spared in ((1, ("r.1",)), (2, ())):
        state = a_state({"r": {"at": [[24, 24]]}, **FAR}, clouds=[{**cloud, "carrier": "r.1"}], turn={"number": turn})
        assert blast_in(state, state.clouds[0]).spares == spared
    battle = a_battle({"r": {"at": [[24, 24]]}, **FAR}, "damage 1", clouds=[cloud])
    battle.state.turn.doing = Activation("r")
    run(enter(battle, battle.state.figures["r.1"], ["c"]))
    assert battle.state.acting().once == ["c/r.1"]
    battle.state.figures["r.1"].gone = "killed"
    run(enter(battle, battle.state.figures["r.1"], ["c"]))  # no die for the dead


@pytest.mark.rule("defiance.aoe.template")
def test_the_template_of_a_weapon() -> None:
    state = a_state({"r": {"at": [[20, 10]], "primary": "mortar"}, **FAR})
    one = state.figures["r.1"]
    blast = blast_of(one, 0, one.arms[0].weapon, (1000, 2000), 2, 500)
    assert (blast.at, blast.radius, blast.needed, blast.dice, blast.level, blast.foot) == ((1000, 2000), 2000, 5, 1, 2, 500)


# ---- roofs, carriers, rounds that stray


@pytest.mark.rule("defiance.aoe.template", "defiance.indirect.high-arc")
@pytest.mark.parametrize(("foot", "found"), [(0, False), (3000, True), (1200, True), (6000, False)])
def test_a_burst_on_the_same_roof_catches(foot: int, found: bool) -> None:
    roof = {"id": "roof", "category": "medium", "box": [18, 18, 30, 30], "height": 3, "flat": True}
    battle = a_battle({"r": {"at": [[22, 22]]}, **FAR}, terrain=[roof])
    assert ground_at(battle, (22_000, 22_000)) == 3000
    assert ground_at(battle, (10_000, 22_000)) == 0
    blast = Blast("b.1", Weapon(key="w", name="W"), (22_000, 22_000), 1000, 5, foot=foot)
    assert bool(caught(battle, blast)) is found  # two inches for standard infantry, up and down


@pytest.mark.rule("defiance.cdw.poison-carrier", "defiance.aoe.poison-damage-timing")
@pytest.mark.parametrize(("carrier", "turn", "spared"), [("r.1", 1, True), ("r.1", 2, False), ("b.1", 1, False)])
def test_a_carrier_walks_into_his_own_poison_in_that_turn(carrier: str, turn: int, spared: bool) -> None:
    fumes = {"id": "c", "kind": "poison", "name": "Vent", "at": [24, 24], "radius": 2, "by": "r.1", "turn": 1, "damage": 7}
    state = a_state({"r": {"at": [[24, 10]]}, **FAR}, clouds=[{**fumes, "carrier": carrier}], turn={"number": turn})
    state.turn.doing = Activation("r")
    assert bool(entered(state, state.figures["r.1"], (24_000, 10_000), (24_000, 24_000))) is not spared


@pytest.mark.rule("defiance.aoe.scatter-distance", "defiance.aoe.scatter-direction", "defiance.aoe.scatter-impact")
@pytest.mark.parametrize(("lands", "total"), [(True, 1), (False, 0)])
def test_where_a_round_may_stray(lands: bool, total: int) -> None:
    """In the open every place of every direction is as likely, or it meets nothing; a wall gathers what flies against it."""
    battle = a_battle({"r": {"at": [[4, 4]]}, **FAR}, scatter_lands=lands)
    blast = Blast("r.1", Weapon(key="w", name="W"), (24_000, 24_000), 1000, 5)
    found = strays(battle, blast, 5)
    assert sum(part for _, part in found) == total
    assert len(found) == (5 * 360 if lands else 0)
    if lands:
        assert ((24_000, 26_000), Fraction(1, 1800)) in found
    wall = {"id": "rock", "category": "impassable", "box": [4, 26.4, 44, 30], "height": 5}
    walled = a_battle({"r": {"at": [[4, 4]]}, **FAR}, scatter_lands=lands, terrain=[wall])
    places = strays(walled, blast, 5)
    met = [(at, part) for at, part in places if at[1] > 26_300]
    assert min(part for _, part in met) >= Fraction(1, 1800)
    assert max(part for _, part in met) >= Fraction(3, 1800)  # straight on it meets the wall after two whole inches
    assert sum(part for _, part in places) == (1 if lands else sum(part for _, part in met))


@pytest.mark.rule("defiance.aoe.modifier-scope")
def test_the_odds_of_each_in_a_template() -> None:
    """7+ walking hits with 16 of 40; then 5+, and 1 for his kind: 28 of 40; the rest of the risk is his nerve."""
    weapon = {"w": {"FR": 1, "brackets": {"7+": 20}, "aoe": {"radius": 1, "damage": "5+"}}}
    units = {"r": {"at": [[20, 10]], "primary": "w"}, "b": {"frame": "bug", "at": [[20, 20], [40, 44]]}}
    battle = a_battle(units, weapons=weapon)
    found = mixed(
        DEFIANCE, battle.state, forecast(battle, Fire(battle.state.figures["r.1"], 0, 0, 1, "b.1", Manner("walking")))
    )
    (first, last) = found.each  # and the firer, if it comes back
    assert (first.figure, first.chance) == ("b.1", pytest.approx(16 / 40 * 28 / 40))
    assert (last.figure, last.chance < 0.01) == ("r.1", True)


@pytest.mark.rule("defiance.indirect.unit-fire", "defiance.indirect.cluster-dice")
def test_whoever_has_two_mortars_adds_one_round() -> None:
    arms = {"arms": [["primary", "mortar"], ["primary", "mortar"]]}
    units = {"r": {"at": [[20, 10], [22, 10]], "primary": "", "figures": {"1": arms, "2": arms}}, **FAR}
    battle = a_battle(units)
    battle.state.turn.doing = Activation("r", team=Team(["r.1", "r.2"], "cohesive-fire"))
    fire = Fire(battle.state.figures["r.1"], 0, 0, 1, INDIRECT, Manner("stationary"))
    found = run(_contributors(battle, fire, ("primary",)), "all")
    assert [(one.figure.id, one.arm) for one in found] == [("r.1", 0), ("r.2", 0)]


@pytest.mark.rule("defiance.cdw.area", "defiance.cdw.timing")
@pytest.mark.parametrize(("height", "holds"), [(2, True), (4, False)])
def test_who_stands_high_above_a_carrier_is_not_in_his_area(height: int, holds: bool) -> None:
    roof = {"id": "roof", "category": "medium", "box": [20.9, 18, 30, 30], "height": height, "flat": True}
    units = {"r": {"at": [[20, 20]], "side_arms": "mine"}, "b": {"at": [[21.5, 20]]}}
    battle = a_battle(units, weapons=CHARGE, terrain=[roof])
    battle.state.turn.doing = Activation("r")
    me, him = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert reaches(me, me.arms[1].weapon, him)  # as the crow flies
    assert holds_enemy(battle, me, 1) is holds


@pytest.mark.rule("defiance.cdw.area")
def test_a_carrier_on_a_roof_reaches_those_beside_him() -> None:
    roof = {"id": "roof", "category": "medium", "box": [18, 18, 30, 30], "height": 4, "flat": True}
    units = {"r": {"at": [[20, 20]], "side_arms": "mine"}, "b": {"at": [[21.5, 20]]}, "b2": {"at": [[20, 16.9]]}}
    battle = a_battle(units, weapons=CHARGE, terrain=[roof])
    blast = blast_about(battle, battle.state.figures["r.1"], 1)
    assert (blast.foot, [one.id for one in caught(battle, blast)]) == (4000, ["b.1"])
    battle.state.figures["r.1"].level = 1
    assert blast_about(battle, battle.state.figures["r.1"], 1).foot == 0


@pytest.mark.rule("defiance.aoe.template")
def test_a_friend_in_a_template_weighs_as_much_as_two_enemies() -> None:
    units = {
        "r": {"at": [[4, 4], [21, 31]]},
        "b": {"at": [[20, 30], [21, 30], [22, 30]]},
        "c": {"side": "blue", "at": [[40, 20]]},
    }
    battle = a_battle(units)
    blast = Blast("r.1", Weapon(key="w", name="W"), (0, 0), 1000, 5)
    assert worthwhile(battle, "red", blast) == [(20_000, 30_000), (21_000, 30_000), (22_000, 30_000), (40_000, 20_000)]
