"""Guns, pairs and the stunned at their limits (defiance.infweapon.*, defiance.effector.stun-*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.defiance.basics.state import Activation, Team
from littlewars.systems.defiance.basics.tabletop import put
from littlewars.systems.defiance.orders.gun_orders import (
    _follow,
    arrive,
    chosen_crew,
    crew_options,
    group_gun,
    pace,
    takes_over,
)
from littlewars.systems.defiance.units.guns import (
    beside_gun,
    crew_of,
    fires_itself,
    gun_served_by,
    guns_of,
    may_be_struck,
    may_fire_gun,
    note_gun,
    one_of_each_crew,
)
from littlewars.systems.defiance.units.pairs import (
    beside,
    has_rested,
    is_plugged_in,
    latest_activation,
    may_fire_it,
    note_served,
    paired_weapon,
)
from littlewars.systems.defiance.units.stun import is_immune, recover, stun
from littlewars.table.shapes.bases import gap
from tests.defiance.hulls import HULLS
from tests.defiance.squads import a_battle, a_state

WEAPONS: dict[str, Any] = {
    "cannon": {"FR": 1, "form": "crew-served", "target": "AV", "brackets": {"5+": 12, "7+": 40}, "PV": 30},
    "howitzer": {"FR": 1, "form": "crew-served", "target": "AV", "brackets": {"7+": 40}, "PV": 20},
    "breacher": {"FR": 1, "form": "loader", "brackets": {"5+": 20}},
    "galva": {"FR": 3, "form": "powerpack", "brackets": {"5+": 20}},
}
FAR = {"b": {"at": [[21, 40]], "face": 180}}
GUNNER = {"support": "cannon", "side_arms": "pistol"}
MEN = {"1": GUNNER, "2": GUNNER, "3": {"primary": "rifle"}, "4": {"primary": "rifle"}}
SQUAD = {"at": [[20, 10], [22, 10], [26, 10], [28, 10]], "figures": MEN}


def squad(**more: Any) -> Any:
    return a_battle({"r": {**SQUAD, **more}, **FAR}, weapons=WEAPONS)


# ---- guns


@pytest.mark.rule("defiance.infweapon.crew-definition")
def test_each_two_of_a_weapon_are_a_crew() -> None:
    """Two cannons and a howitzer by turns: three guns, and a seventh man who has nobody."""
    figures = {str(n): {"support": "howitzer" if n in (2, 5) else "cannon"} for n in range(1, 8)}
    state = a_state({"r": {"at": [[10 + 2 * n, 10] for n in range(7)], "figures": figures}, **FAR}, weapons=WEAPONS)
    assert [state.figures[f"r.{n}"].mate for n in range(1, 8)] == ["r.3", "r.5", "r.1", "r.6", "r.2", "r.4", ""]
    assert state.units["r"].guns == ["r.gun1", "r.gun2", "r.gun3"]
    assert [state.figures[name].frame.name for name in state.units["r"].guns] == ["cannon", "howitzer", "cannon"]
    assert state.figures["r.7"].gun == ""
    assert all(beside_gun(state, gun) for gun in guns_of(state, state.units["r"]))


@pytest.mark.rule("defiance.infweapon.crew-weapon-stats", "defiance.turn.victory-points")
@pytest.mark.parametrize(("costs", "left"), [((40, 10), (10, 10, 30)), ((10, 40), (10, 10, 30)), ((20, 20), (0, 20, 20))])
def test_the_points_of_a_gun_come_from_him_who_carries_them(costs: tuple[int, int], left: tuple[int, int, int]) -> None:
    men = {str(n + 1): {**GUNNER, "cost": cost} for n, cost in enumerate(costs)}
    state = a_state({"r": {"at": [[20, 10], [22, 10]], "figures": men}, **FAR}, weapons=WEAPONS)
    assert tuple(state.figures[name].cost for name in ("r.1", "r.2", "r.gun1")) == left


@pytest.mark.rule("defiance.infweapon.crew-weapon-stats")
def test_a_gun_is_as_large_as_the_larger_of_its_crew() -> None:
    frames = {"big": {"SZ": 3}}
    for large in ("1", "2"):
        men = {"1": {**GUNNER}, "2": {**GUNNER}}
        men[large] = {**men[large], "frame": "big"}
        state = a_state(
            {"r": {"frame": "man", "at": [[20, 10], [22.4, 10]], "figures": men}, **FAR}, weapons=WEAPONS, frames=frames
        )
        assert state.figures["r.gun1"].frame.size == 3


@pytest.mark.rule("defiance.infweapon.crew-both")
def test_who_is_at_the_gun() -> None:
    state = squad().state
    gun, one, two = (state.figures[name] for name in ("r.gun1", "r.1", "r.2"))
    touch = gun.x - one.x
    one.x = gun.x - touch - 50
    assert one in beside_gun(state, gun)  # a twentieth of an inch is contact
    one.x -= 1
    assert one not in beside_gun(state, gun)
    one.x += 51
    for word, value in (("aboard", "x"), ("level", 1)):
        setattr(two, word, value)
        assert beside_gun(state, gun) == [one]
        setattr(two, word, "" if word == "aboard" else 0)
    assert gun_served_by(state, two) is gun
    assert gun_served_by(state, state.figures["r.3"]) is None
    gun.gone = "killed"
    assert gun_served_by(state, two) is None
    assert guns_of(state, state.units["r"]) == []


@pytest.mark.rule("defiance.infweapon.crew-recovery")
@pytest.mark.parametrize(("manned", "number", "fires"), [(0, 0, True), (2, 2, False), (1, 2, True)])
def test_a_gun_just_manned_waits_for_the_next_turn(manned: int, number: int, fires: bool) -> None:
    state = squad().state
    state.figures["r.gun1"].manned, state.turn.number = manned, number
    assert may_fire_gun(state, state.figures["r.gun1"]) is fires


@pytest.mark.rule("defiance.infweapon.crew-both", "defiance.infweapon.crew-recovery")
def test_what_those_at_a_gun_fire_themselves() -> None:
    state = squad().state
    one, gun, rifle = state.figures["r.1"], state.figures["r.gun1"], state.figures["r.3"]
    cannon, pistol = (next(arm.weapon for arm in one.arms if arm.slot == slot) for slot in ("support", "side"))
    assert [fires_itself(state, one, weapon) for weapon in (cannon, pistol)] == [False, True]
    assert fires_itself(state, gun, cannon)
    state.turn.doing = Activation("b", fired=["r.1"])
    assert fires_itself(state, one, pistol)  # it is not his activation
    state.turn.doing = Activation("r", fired=["r.1", "r.3"])
    assert not fires_itself(state, one, pistol)
    assert not may_fire_gun(state, gun)
    assert fires_itself(state, rifle, rifle.arms[0].weapon)  # he serves nothing
    state.turn.doing = Activation("r", fired=["r.gun1"])
    assert not may_fire_gun(state, gun)
    state.turn.doing = Activation("b", fired=["r.gun1"])
    assert may_fire_gun(state, gun)


@pytest.mark.rule("defiance.infweapon.crew-both")
def test_a_shot_of_the_gun_is_noted_for_all_who_serve_it() -> None:
    state = squad().state
    one, two, gun = (state.figures[name] for name in ("r.1", "r.2", "r.gun1"))
    cannon = gun.arms[0].weapon
    state.turn.number, state.turn.doing, state.units["r"].activated = 3, Activation("r", fired=["r.1"]), True
    note_gun(state, one, one.arms[-1].weapon if one.arms[-1].slot == "side" else one.arms[0].weapon)
    assert gun.served == 0  # his pistol is not the gun
    note_gun(state, gun, cannon)
    assert (gun.served, one.last_shot, two.last_shot, state.acting().fired) == (3, 3, 3, ["r.1", "r.2"])
    state.turn.doing = Activation("b")
    note_gun(state, gun, cannon)
    assert state.acting().fired == []  # covering fire in the enemy's activation


@pytest.mark.rule("defiance.infweapon.crew-both", "defiance.infweapon.crew-one")
def test_of_a_crew_one_lays_suppression() -> None:
    state = squad().state
    figures = [state.figures[f"r.{n}"] for n in range(1, 5)]
    assert [one.id for one in one_of_each_crew(state, figures)] == ["r.1", "r.3", "r.4"]
    state.figures["r.1"].shaken = True
    assert [one.id for one in one_of_each_crew(state, figures)] == ["r.2", "r.3", "r.4"]
    state.figures["r.gun1"].manned = state.turn.number
    assert [one.id for one in one_of_each_crew(state, figures)] == ["r.3", "r.4"]


@pytest.mark.rule("defiance.infweapon.crew-hth")
def test_when_a_gun_may_be_struck() -> None:
    state = squad().state
    gun = state.figures["r.gun1"]
    state.figures["r.1"].locked = ("b.1",)
    assert not may_be_struck(state, gun)
    state.figures["r.2"].y += 9000  # the other has left it
    assert may_be_struck(state, gun)


@pytest.mark.rule("defiance.infweapon.crew-both")
@pytest.mark.parametrize(
    ("apart", "served"),
    [([[20, 10], [22, 10]], 2), ([[20, 10], [21, 10]], 2), ([[20, 10], [21.3, 10.4]], 2), ([[20, 10], [30, 10]], 1)],
)
def test_a_gun_stands_where_as_many_as_can_touch_it(apart: list[list[float]], served: int) -> None:
    state = a_state({"r": {"at": apart, "figures": {"1": GUNNER, "2": GUNNER}}, **FAR}, weapons=WEAPONS)
    gun = state.figures["r.gun1"]
    assert len(beside_gun(state, gun)) == served
    assert all(gap(gun.base(), man.base()) >= 0 for man in crew_of(state, gun))


@pytest.mark.rule("defiance.infweapon.crew-both")
@pytest.mark.parametrize("other", [[21, 10], [20, 11], [20.8, 10.7], [20.7, 9.2]])
@pytest.mark.parametrize("side", [1, -1])
def test_a_gun_stands_on_that_side_of_its_crew_where_there_is_room(other: list[float], side: int) -> None:
    x, y = (20 + other[0]) / 2, (10 + other[1]) / 2
    dx, dy = side * (other[1] - 10), side * (20 - other[0])
    wide = [x + 1.2 * dx - 0.7, y + 1.2 * dy - 0.7, x + 1.2 * dx + 0.7, y + 1.2 * dy + 0.7]
    rock = {"id": "rock", "category": "heavy", "box": [round(value, 3) for value in wide], "height": 3}
    men = {"at": [[20, 10], other], "figures": {"1": GUNNER, "2": GUNNER}}
    state = a_state({"r": men, **FAR}, weapons=WEAPONS, terrain=[rock])
    gun = state.figures["r.gun1"]
    assert len(beside_gun(state, gun)) == 2
    assert (gun.x - 1000 * x) * dx + (gun.y - 1000 * y) * dy < 0  # away from the rock


@pytest.mark.rule("defiance.infweapon.crew-both", "defiance.infweapon.crew-movement")
@pytest.mark.parametrize("box", [[16, 6, 26, 14], [16, 6, 26, 48], [0, 0, 26, 48], [16, 0, 48, 48]])
def test_without_room_a_gun_stands_at_the_nearest_free_place(box: list[int]) -> None:
    rock = {"id": "rock", "category": "impassable", "box": box, "height": 3}
    men = {"at": [[20, 10], [21, 10]], "figures": {"1": GUNNER, "2": GUNNER}}
    state = a_state({"r": men, **FAR}, weapons=WEAPONS, terrain=[rock])
    gun = state.figures["r.gun1"]
    assert beside_gun(state, gun) == []
    assert 4500 <= max(abs(gun.x - 20_000), abs(gun.y - 10_000)) <= 7000  # the rock ends four inches off, and its base is one


# ---- crews


@pytest.mark.rule("defiance.infweapon.crew-orders", "defiance.infweapon.crew-recovery")
def test_whom_a_crew_option_gives_orders() -> None:
    state = squad().state
    unit, everybody = state.units["r"], ["r.1", "r.2", "r.3", "r.4"]
    assert [option.id for option in crew_options(state, unit, everybody)] == ["crew:r.gun1", "after:crew:r.gun1"]
    assert [option.id for option in crew_options(state, unit, ["r.1", "r.2"])] == ["crew:r.gun1"]
    assert crew_options(state, unit, ["r.3"]) == []
    state.figures["r.2"].gone = "killed"
    state.figures["r.4"].locked = ("b.1",)
    assert [option.id for option in crew_options(state, unit, ["r.3", "r.4"])] == ["man:r.3:r.gun1"]
    team = chosen_crew(state, "crew:r.gun1")
    assert (team.figures, team.gun) == (["r.1"], "r.gun1")
    assert group_gun(state, team) is state.figures["r.gun1"]
    taker = chosen_crew(state, "man:r.3:r.gun1")
    assert (taker.figures, taker.gun, state.figures["r.3"].gun) == (["r.3"], "", "r.gun1")
    assert takes_over(state, taker)
    assert not takes_over(state, Team(["r.1"]))  # it carries one
    assert not takes_over(state, Team(["r.3", "r.4"]))
    assert not takes_over(state, Team(["r.4"]))
    state.figures["r.gun1"].gone = "killed"
    assert group_gun(state, team) is None


@pytest.mark.rule("defiance.infweapon.crew-movement")
def test_a_gun_goes_half_a_move_for_each_of_two_men() -> None:
    state = squad(frame="man", figures={**MEN, "2": {**GUNNER, "frame": "runner"}}).state
    gun = state.figures["r.gun1"]
    assert pace(state, gun) == 2000 + 2500
    third = state.figures["r.3"]
    third.gun, third.x, third.y = gun.id, gun.x, gun.y + 1000
    assert pace(state, gun) == 2000 + 2500  # a third man does not help


@pytest.mark.rule("defiance.infweapon.crew-recovery")
@pytest.mark.parametrize(("off", "there"), [(1050, True), (1060, False)])
def test_who_touches_a_gun_serves_it(off: int, there: bool) -> None:
    battle = squad()
    state = battle.state
    state.turn.number = 5
    gun, man = state.figures["r.gun1"], state.figures["r.3"]
    man.gun, man.x, man.y = gun.id, gun.x, gun.y + off
    arrive(battle, man)
    assert (man.gun, gun.manned) == (("r.gun1", 5) if there else ("", 0))
    man.gun, gun.gone = gun.id, "killed"
    arrive(battle, man)
    assert man.gun == ""


# ---- pairs


def pair(weapon: str, **more: Any) -> Any:
    units = {"r": {"at": [[20, 10], [21, 10], [26, 10]], "figures": {"1": {"support": weapon}}, **more}, **FAR}
    return a_state(units, weapons=WEAPONS)


@pytest.mark.rule("defiance.infweapon.loader-contact", "defiance.infweapon.powerpack-contact")
def test_who_is_beside_his_bearer() -> None:
    state = pair("breacher")
    bearer, mate = state.figures["r.1"], state.figures["r.2"]
    mate.x = bearer.x + 1050
    assert beside(state, bearer) is mate
    for word, value, before in (("x", bearer.x + 1060, mate.x), ("level", 1, 0), ("aboard", "x", ""), ("gone", "killed", "")):
        setattr(mate, word, value)
        assert beside(state, bearer) is None
        setattr(mate, word, before)
    assert beside(state, bearer) is mate


@pytest.mark.rule("defiance.infweapon.loader-no-replacement", "defiance.infweapon.loader-contact")
def test_the_next_man_after_the_bearer_is_his_and_then_those_before_him() -> None:
    figures = {"2": {"support": "breacher"}, "4": {"support": "galva"}}
    places = [[20 + 1.1 * n, 10] for n in range(4)]
    state = a_state({"r": {"at": places, "figures": figures}, **FAR}, weapons=WEAPONS)
    assert [state.figures[f"r.{n}"].mate for n in range(1, 5)] == ["r.4", "r.3", "r.2", "r.1"]
    assert [paired_weapon(state.figures[f"r.{n}"]) is None for n in range(1, 5)] == [True, False, True, False]
    lonely = a_state({"r": {"at": places[:2], "figures": {"1": figures["2"], "2": figures["4"]}}, **FAR}, weapons=WEAPONS)
    assert [lonely.figures[f"r.{n}"].mate for n in (1, 2)] == ["", ""]  # a bearer is nobody's second man


@pytest.mark.rule("defiance.infweapon.loader-contact")
@pytest.mark.parametrize("who", [{"hero": True}, {"leader": 1}, {"command": 1}])
def test_officers_and_heroes_are_nobodys_second_man(who: dict[str, Any]) -> None:
    state = pair("breacher", figures={"1": {"support": "breacher"}, "2": who})
    assert state.figures["r.1"].mate == "r.3"


@pytest.mark.rule("defiance.infweapon.loader-lost", "defiance.infweapon.powerpack-lost", "defiance.infweapon.loader-contact")
def test_when_a_pair_may_fire() -> None:
    for weapon, alone in (("breacher", False), ("galva", True)):
        state = pair(weapon)
        bearer, mate = state.figures["r.1"], state.figures["r.2"]
        line = paired_weapon(bearer)
        assert line is not None
        rifle = mate.arms[0].weapon
        assert may_fire_it(state, bearer, line)
        state.turn.number, state.units["r"].activated, bearer.served = 3, True, 2
        assert may_fire_it(state, bearer, line)  # he is served
        state.turn.doing = Activation("r", fired=["r.2"])
        assert not may_fire_it(state, bearer, line)
        assert may_fire_it(state, bearer, rifle)  # any other weapon needs nobody
        state.turn.doing = Activation("b", fired=["r.2"])
        assert may_fire_it(state, bearer, line)
        mate.x += 5000
        assert may_fire_it(state, bearer, line) is alone
        assert is_plugged_in(state, bearer, line) is not alone
        assert is_plugged_in(state, bearer, rifle)


@pytest.mark.rule("defiance.infweapon.loader-lost")
@pytest.mark.parametrize(("activated", "latest"), [(True, 4), (False, 3)])
def test_a_rest_is_an_activation_without_a_shot(activated: bool, latest: int) -> None:
    state = pair("breacher")
    bearer = state.figures["r.1"]
    state.turn.number, state.units["r"].activated = 4, activated
    assert latest_activation(state, bearer) == latest
    rested = []
    for served in (0, latest - 2, latest - 1, latest):
        bearer.served = served
        rested.append(has_rested(state, bearer))
    assert rested == [True, True, False, True]


@pytest.mark.rule("defiance.infweapon.loader-contact")
def test_a_shot_is_noted_for_the_second_man_in_their_own_activation_only() -> None:
    state = pair("breacher")
    bearer = state.figures["r.1"]
    line = paired_weapon(bearer)
    assert line is not None
    state.turn.number, state.units["r"].activated, state.turn.doing = 4, True, Activation("r")
    note_served(state, bearer, state.figures["r.2"].arms[0].weapon)
    assert (bearer.served, state.acting().fired) == (0, [])
    note_served(state, bearer, line)
    assert (bearer.served, state.acting().fired) == (4, ["r.2"])
    state.turn.doing = Activation("b")
    note_served(state, bearer, line)
    assert state.acting().fired == []


# ---- the stunned


@pytest.mark.rule("defiance.effector.stun-vehicles", "defiance.infweapon.crew-weapon-stats")
def test_who_is_never_stunned() -> None:
    units = {
        "r": {"at": [[20, 10], [22, 10]], "figures": {"1": GUNNER, "2": GUNNER}},
        "s": {"frame": "bus", "at": [[30, 10]], "primary": ""},
        "t": {"frame": "car", "at": [[40, 10]], "primary": ""},
    }
    state = a_state({**units, **FAR}, weapons=WEAPONS, frames=HULLS)
    assert [is_immune(state.figures[name]) for name in ("r.gun1", "s.1", "t.1", "r.1")] == [True, True, False, False]


@pytest.mark.rule("defiance.effector.stun-hit", "defiance.effector.stun-vehicles")
def test_what_being_stunned_does() -> None:
    units = {"r": {"at": [[20, 10]], "covers": "primary"}, "t": {"frame": "car", "at": [[40, 10]], "craft": {"rolled": True}}}
    battle = a_battle({**units, **FAR}, frames=HULLS, turn={"number": 3})
    man, car = battle.state.figures["r.1"], battle.state.figures["t.1"]
    man.stun_rolls = 2
    for one in (man, car):
        stun(battle, one)
        assert (one.stunned, one.stunned_in, one.stun_rolls, one.covers) == (True, 3, 0, "")
    assert not car.hulled.rolled
    dead = battle.state.figures["b.1"]
    dead.gone = "killed"
    stun(battle, dead)
    assert not dead.stunned


@pytest.mark.rule("defiance.effector.stun-recovery-timing", "defiance.effector.stun-natural-one")
@pytest.mark.parametrize(
    ("frame", "before", "die", "stunned", "gone"),
    [
        ("man", 0, 1, True, "killed"),
        ("man", 0, 2, True, ""),
        ("man", 9, 1, True, "killed"),  # a natural 1, whatever helps
        ("man", 9, 2, False, ""),
        ("car", 0, 2, True, ""),
        ("car", 0, 3, False, ""),
        ("car", 9, 1, False, ""),
    ],
)
def test_a_natural_one_kills_infantry_only(frame: str, before: int, die: int, stunned: bool, gone: str) -> None:
    units = {"r": {"frame": frame, "at": [[20, 10]], "primary": ""}, **FAR}
    battle = a_battle(units, f"stun recovery {die}", frames=HULLS, turn={"number": 3})
    figure = battle.state.figures["r.1"]
    figure.stunned, figure.stunned_in, figure.stun_rolls = True, 2, before
    recover(battle, figure)
    assert (figure.stunned, figure.gone) == (stunned, gone)
    assert (figure.stun_rolls, figure.stunned_in) == ((before + 1, 2) if stunned else (0, 0))


@pytest.mark.rule("defiance.effector.stun-recovery-timing")
def test_who_does_not_try_to_recover() -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, **FAR}, turn={"number": 3})
    figure = battle.state.figures["r.1"]
    recover(battle, figure)  # no die falls
    figure.stunned, figure.stunned_in = True, 3
    recover(battle, figure)
    figure.stunned_in, figure.gone = 2, "killed"
    recover(battle, figure)
    assert figure.stunned


@pytest.mark.rule("defiance.infweapon.crew-movement")
def test_a_man_whose_place_is_taken_stands_elsewhere_at_his_gun() -> None:
    battle = squad()
    state = battle.state
    gun, man, other = (state.figures[name] for name in ("r.gun1", "r.1", "r.3"))
    start = gun.at
    put(battle, gun, (21_000, 14_000))
    put(battle, other, (20_000, 14_000))  # where he would stand
    _follow(battle, man, gun, start)
    assert man in beside_gun(state, gun)
    assert man.at != (20_000, 14_000)
    put(battle, other, (30_000, 30_000))
    man.shaken = True
    before = man.at
    _follow(battle, man, gun, start)
    assert man.at == before  # who is not able does not follow
