"""What rules say besides the usual case: whom a charge meets before it arrives, who is in the air or aboard, what is built in,
what may be carried and chosen, and who is put down where."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from littlewars.engine import Leg, ScenarioError, Step
from littlewars.muster import parse_roster
from littlewars.systems.xenocide.basics.numbers import class_of
from littlewars.systems.xenocide.basics.profiles import Gun, armoury
from littlewars.systems.xenocide.basics.state import GUNNER, LyingWeapon, Shot, State, Volley
from littlewars.systems.xenocide.fire.phase import use_hands
from littlewars.systems.xenocide.harm.blows import free_hands, power
from littlewars.systems.xenocide.harm.wounds import explosion, remove
from littlewars.systems.xenocide.melee.phase import offer_retreat, who_may_retreat
from littlewars.systems.xenocide.move.driving import drive, step_off
from littlewars.systems.xenocide.move.walking import Walk, take_over
from littlewars.systems.xenocide.move.ways import allowance_of, may_move, price
from littlewars.systems.xenocide.roster.muster import MUSTER
from littlewars.systems.xenocide.system import XENOCIDE
from littlewars.systems.xenocide.turn.sequence import choices
from tests.xenocide.squads import MAN, Play, a_battle, a_state, finish, scenario
from tests.xenocide.test_mounts import GUNS, riders
from tests.xenocide.test_mounts import PROFILES as MOUNTED
from tests.xenocide.test_snapping import choices as points
from tests.xenocide.test_snapping import going
from tests.xenocide.test_vehicle_fights import engaged
from tests.xenocide.test_vehicles import PROFILES, field, go, hull, way
from tests.xenocide.test_weapons import faults, model

FAR: dict[str, Any] = {"b": {"at": [[44, 44]]}}


# ---- snap shots at who charges


def charged(profile: str, **more: Any) -> Play:
    """Red has run 7 inches into contact with two blue men on opportunity fire."""
    units = {"r": {"at": [[20, 10]], "order": "run"}, "b": {"profile": profile, "at": [[20, 18], [22, 18]]}}
    units["b"]["order"] = "opportunity"
    play = going({**units, **more})
    play.say({"r.1": [20, 17]})
    assert (play.unit("r").engaged, play.unit("b").engaged) == (["b"], ["r"])
    return play


@pytest.mark.rule("xenocide.snap.point", "xenocide.engaged-fire.size")
def test_who_is_charged_fires_as_long_as_he_is_not_touched() -> None:
    assert points(charged("gunner"), "b") == dict.fromkeys("01234567", 2)  # too large a weapon for the melee at the end
    assert points(charged("man"), "b") == {**dict.fromkeys("01234567", 2), "8": 1}
    assert points(charged("pistoleer"), "b") == {"0": 2, "1": 2, **dict.fromkeys("2345678", 3)}
    play = charged("gunner")
    play.say({"b": "0"}, {"b.1": "light-machine-gun", "b.2": "hold"}, dice="hit 9, hit 9, hit 9, hit 9")
    assert play["b.1"].fired == ("light-machine-gun",)
    assert (play.unit("r").engaged, play.unit("b").engaged) == (["b"], ["r"])


@pytest.mark.rule("xenocide.snap.who")
def test_who_fights_another_fires_at_whoever_charges_him_only_where_that_touches_him() -> None:
    more = {"r2": {"at": [[20, 19]], "engaged": ["b"]}}
    units = {"r": {"at": [[20, 10]], "order": "run"}, "b": {"at": [[20, 18]], "order": "opportunity", "engaged": ["r2"]}}
    play = going({**units, **more})
    play.say({"r.1": [20, 17]})
    assert set(points(play, "b")) == {"8"}


@pytest.mark.rule("xenocide.snap.resolution", "xenocide.vehicle.melee-passengers-defend")
def test_where_contact_with_a_vehicle_is_lost_its_passengers_are_not_engaged_either() -> None:
    units = {
        "r": {"at": [[20, 16], [20, 11]], "order": "run"},
        "b": {"profile": "open", "at": [[20, 20]]},
        "bc": {"figures": {"1": {"carrier": "b.1"}}},
        "bb": {"at": [[26, 24]], "order": "opportunity"},
    }
    play = going(units, profiles={"open": {**PROFILES["wheeled"], "enclosure": "open"}})
    play.say({"r.1": [20, 16.99]})
    assert play.unit("r").engaged == ["b", "bc"]
    play.say({"bb": "0"}, {"bb.1": "rifle"}, dice="hit 1, save 9").say(["r.1"])
    assert (play.unit("r").engaged, play.unit("b").engaged, play.unit("bc").engaged) == ([], [], [])


# ---- ground


@pytest.mark.rule("xenocide.terrain.slopes")
@pytest.mark.parametrize(
    ("slope", "more", "free"),
    [(60, {}, True), (61, {}, False), (61, {"marks": ["climbable"]}, True), (61, {"flat": True}, True)],
)
def test_beyond_60_degrees_a_slope_is_impassable(slope: int, more: dict[str, Any], free: bool) -> None:
    hill = {"id": "hill", "kind": "hill", "slope": slope, "flat": False, "height": 0.5, "box": [10, 18, 30, 22], **more}
    for start, end, paid in ((10, 30, 24 if "marks" in more else 20), (30, 10, 20)):
        battle = a_battle({"r": {"at": [[20, start]]}, **FAR}, terrain=[hill])
        found = price(battle, battle.state.figures["r.1"], [(20_000, end * 1000)])
        assert found.free is free
        assert slope == 60 or found.cost == pytest.approx(1000 * paid, abs=10)


@pytest.mark.rule("xenocide.vehicle.propulsion", "xenocide.battle.setup")
@pytest.mark.parametrize(("kind", "able"), [("wheeled", False), ("tracked", True), ("flying", True)])
def test_a_vehicle_is_put_down_where_it_could_drive(kind: str, able: bool) -> None:
    wood = [{"id": "wood", "kind": "sparse-wood", "box": [0, 0, 48, 7]}]
    raw = scenario({"r": {"profile": kind}, **FAR}, profiles=PROFILES, terrain=wood)
    raw["turn"] = {"phase": "deploy", "first": "red", "at": "red", "waiting": ["r"]}
    assert Play.of(raw).allows({"r.1": [24, 3]}) is able


# ---- in the air


@pytest.mark.rule("xenocide.vehicle.flying", "xenocide.vehicle.overrun")
def test_a_flyer_hurts_nobody_whom_it_meets_in_the_air() -> None:
    battle = field("flying", more={"b": {"profile": "flyer", "at": [[24.2, 26]], "airborne": True}}, increment=1)
    go(battle, (24, 34))
    figure = battle.state.figures["b.1"]
    assert (figure.gone, figure.y, figure.x >= 26_000) == ("", 26_000, True)
    under = field("flying", more={"b": {"profile": "flyer", "at": [[24.2, 24]], "airborne": True}}, increment=1)
    hull(under)[1].y = 24_000
    step_off(under, hull(under)[1])
    assert XENOCIDE.state_errors(under.state) == []


@pytest.mark.rule("xenocide.vehicle.explosion", "xenocide.core.inclusive-limits")
def test_an_explosion_hurts_those_in_the_air_and_in_open_vehicles_but_not_its_own_passengers() -> None:
    more = {
        "b": {"profile": "flyer", "at": [[24, 24.5]], "airborne": True},
        "c": {"profile": "platform", "at": [[29, 20]]},
        "d": {"figures": {"1": {"carrier": "c.1"}}},
        "e": {"profile": "wheeled", "at": [[19, 20]]},
        "f": {"figures": {"1": {"carrier": "e.1"}}},
        "g": {"figures": {"1": {"carrier": "r.1"}}},
    }
    battle = field("wheeled", "10, 10, 10, 10", more)
    assert {blow.figure for blow in explosion(battle, hull(battle)[1])} == {"b.1", "c.1", "d.1", "e.1"}


# ---- weapons


@pytest.mark.rule("xenocide.size.integrated", "xenocide.weapon.special-abilities")
def test_a_gun_that_is_built_in_needs_one_hand() -> None:
    eye = Gun(key="eye", name="eye", size=2, normal=12_000, special=("integrated",))
    assert (class_of(eye, 2).hands, class_of(eye, 2).name) == (1, "S0")
    assert faults(model(eye)) == []
    assert faults(model(eye, capacity=1)) == ["size.integrated"]
    guns = {"eye": {"size": 2, "normal": 12, "special": ["integrated"]}}
    cyborg = {**MAN, "carries": ["eye", "sword"]}
    battle = a_battle({"r": {"profile": "cyborg", "at": [[20, 10]]}, **FAR}, profiles={"cyborg": cyborg}, guns=guns)
    figure = battle.state.figures["r.1"]
    figure.fired = ("eye",)
    assert free_hands(battle.state, figure) == 1  # for the sword


@pytest.mark.rule("xenocide.size.carry-count", "xenocide.size.combi-classes")
@pytest.mark.parametrize(
    ("carried", "wrong"),
    [
        (["rifle", "bayonet", "sword"], []),
        (["rifle", "sword", "axe"], ["size.carry-count"]),  # no hand is left for a second one
        (["pistol", "sword", "axe"], []),
        (["sword", "axe", "axe"], ["size.carry-count"]),
        (["rifle", "great-sword", "carbine"], []),  # one that counts of each kind
        (["great-sword", "carbine", "sword"], ["size.carry-count"]),
        (["claws", "claws"], []),
    ],
)
def test_further_melee_weapons_need_hands_that_are_left(carried: list[str], wrong: list[str]) -> None:
    every = {**armoury().guns, **armoury().blades}
    assert faults(model(*[every[name] for name in carried])) == wrong


@pytest.mark.rule("xenocide.size.crew-weapon-moving", "xenocide.teleport.seen")
def test_a_crews_weapon_is_teleported_by_two() -> None:
    walker = {**MAN, "abilities": ["teleporter"]}
    kinds = {"bearer": {**walker, "carries": ["medium-machine-gun"]}, "walker": walker}
    figures = {"1": {"profile": "bearer", "at": [20, 10]}, "2": {"profile": "walker", "at": [21.2, 10]}}
    play = going({"r": {"figures": figures, "order": "run"}, **FAR}, profiles=kinds)
    play.say("teleport")
    assert play.refused({"r.1": [20, 20], "r.2": [22.2, 20]}) == "size.crew-weapon-moving"
    assert play.allows({"r.1": [20, 20], "r.2": [21.2, 20]})
    assert play.allows({"r.1": [20, 10], "r.2": [22.2, 15]})  # he stays with it


@pytest.mark.rule("xenocide.vehicle.melee-own-attacks")
def test_a_vehicle_strikes_with_the_power_of_its_profile() -> None:
    assert power(engaged("claws").state.figures["bt.1"], -1) == 0
    claws = {**PROFILES["legs"], "attacks": 1, "power": 6, "melee": 4}
    state = a_state({"r": {"profile": "claws", "at": [[24, 20]]}, **FAR}, profiles={"claws": claws})
    assert power(state.figures["r.1"], -1) == 6


# ---- aboard


def ride(profile: str, count: int = 2, **more: Any) -> State:
    units = {"r": {"profile": profile, "at": [[24, 20]]}, "c": riders(count, "pistoleer", order="standard"), **FAR}
    return a_state({**units, **more}, profiles={**MOUNTED, "crew": {**MAN, "carries": ["medium-machine-gun"]}}, guns=GUNS)


@pytest.mark.rule("xenocide.size.move-after", "xenocide.vehicle.open-mounts")
def test_who_has_fired_an_open_mount_has_no_hands_left_but_may_move() -> None:
    state = ride("open")
    battle = a_battle({"r": {"at": [[1, 1]]}, **FAR})
    battle.state = state
    use_hands(state, Volley("c", (Shot("c.1", "size-3", mount=0),), "b"))
    figure = state.figures["c.1"]
    assert (figure.fired, free_hands(state, figure), may_move(state, figure)) == ((GUNNER,), 0, True)
    assert XENOCIDE.state_errors(XENOCIDE.setup(XENOCIDE.describe(state))) == []


@pytest.mark.rule("xenocide.vehicle.passenger-piloted")
def test_who_steers_has_no_hands_for_anything_else() -> None:
    state = ride("piloted")
    assert [free_hands(state, state.figures[name]) for name in ("c.1", "c.2")] == [2, 0]
    assert [free_hands(state, one) for one in ride("open").figures.values() if one.carrier] == [2, 2]


@pytest.mark.rule("xenocide.size.crew")
def test_aboard_a_comrade_takes_over_the_weapon_of_a_bearer_who_falls() -> None:
    crew = {"1": {"profile": "crew", "carrier": "r.1"}, "2": {"carrier": "r.1", "profile": "man"}}
    battle = a_battle({"r": {"at": [[1, 1]]}, **FAR})
    battle.state = ride("open", c={"figures": crew})
    remove(battle, battle.state.figures["c.1"], "killed")
    assert (battle.state.figures["c.2"].bears, battle.state.lying) == ("medium-machine-gun", [])


@pytest.mark.rule("xenocide.vehicle.ram-continue")
@pytest.mark.parametrize("answer", ["on", "stop"])
def test_the_owner_of_a_rammer_that_has_gone_far_enough_says_whether_it_goes_on(answer: str) -> None:
    for y, asked in ((35, False), (37.2, True)):  # in contact after 10 inches, or after 12
        target = {"b": {"profile": "light", "at": [[21.6, y]], "face": 180, "increment": 1}}
        battle = field("ram", "1, 1, 1", target, increment=1)
        rule: Any = drive(battle, *hull(battle))
        rule.send(None)
        if asked:
            ask = rule.send((way((24, 40)),))
            assert (ask.rule, [option.id for option in ask.written]) == ("xenocide.vehicle.ram-continue", ["on", "stop"])
        with pytest.raises(StopIteration):
            rule.send(answer if asked else (way((24, 40)),))
        end = 40_000 if answer == "on" or not asked else 32_200
        assert (hull(battle)[1].y, hull(battle)[0].increment) == (pytest.approx(end, abs=60), 1)


# ---- rosters


@pytest.mark.rule("xenocide.orders.default")
@pytest.mark.parametrize(("said", "usual"), [({}, "standard"), ({"default_order": "run"}, "run")])
def test_a_roster_says_what_units_without_a_counter_do(said: dict[str, str], usual: str) -> None:
    squad = {"name": "Squad", "models": [{"troop": "human-trooper", "number": 3}]}
    army = {"system": "xenocide", "name": "Runners", "points": 500, "faction": "humans", "units": [squad], **said}
    raw = {"table": [48, 48], "sides": {"red": {"army": army}, "blue": {"army": "delari-squad"}}}
    raw["sides"]["blue"] = {"army": {**army, "default_order": "standard"}}
    state = XENOCIDE.setup(raw)
    assert {name: side.by_default for name, side in state.sides.items()} == {"red": usual, "blue": "standard"}
    assert choices(state, state.units_of("red")[0])[0] == usual
    wrong = MUSTER.read(parse_roster(yaml.safe_dump({**army, "default_order": "hide"})))
    assert [breach.rule for breach in wrong.breaches] == ["xenocide.orders.default"]
    raw["sides"]["red"] = {"army": {**army, "default_order": "hide"}}
    with pytest.raises(ScenarioError, match=r"xenocide\.orders\.default"):
        XENOCIDE.setup(raw)


@pytest.mark.rule("xenocide.orders.default", "xenocide.battle.hidden-information")
def test_everybody_sees_who_runs_by_default() -> None:
    raw = scenario({"r": {"at": [[20, 10]]}, **FAR})
    raw["sides"]["red"]["by_default"] = "run"
    red, blue = XENOCIDE.show(XENOCIDE.setup(raw)).parties
    assert [(line.value, line.rule) for line in red.lines] == [("run", "xenocide.orders.default")]
    assert blue.lines == ()


# ---- who carries a crew's weapon, and who may retreat


MOVES: dict[str, Any] = {"phase": "movement", "number": 1, "stage": "units", "first": "red", "at": "red"}


@pytest.mark.rule("xenocide.size.crew-weapon-moving")
def test_a_crews_weapon_goes_at_the_speed_of_the_slowest() -> None:
    profiles = {"crew": {**MAN, "carries": ["medium-machine-gun"]}, "slow": {**MAN, "movement": 3}}
    crew = {"1": {"profile": "crew", "at": [20, 10]}, "2": {"profile": "slow", "at": [21.2, 10]}}
    battle = a_battle(
        {"r": {"figures": crew}, **FAR}, turn={"phase": "movement", "number": 1, "stage": "units"}, profiles=profiles
    )
    walk = Walk(battle, battle.state.units["r"], allowance_of(battle, battle.state.units["r"]))
    for far, allowed in ((13_000, True), (13_001, False)):  # the other follows three inches, and ends within an inch of him
        refusal = walk.refuse((Leg("r.1", (Step("go", (20_000, far)),)), Leg("r.2", (Step("go", (21_200, 13_000)),))))
        assert (refusal is None) is allowed, refusal
        assert refusal is None or refusal.rule == "xenocide.size.crew-weapon-moving"


@pytest.mark.rule("xenocide.size.crew", "xenocide.flight.take-off")
def test_who_is_in_the_air_takes_no_weapon_from_the_ground() -> None:
    crew = {"side": "red", "profile": "crew", "at": [[4, 4]]}
    profiles = {"crew": {**MAN, "carries": ["medium-machine-gun"]}}
    battle = a_battle({"r": {"at": [[20, 10]]}, "c": crew, **FAR}, turn=MOVES, profiles=profiles)
    state = battle.state
    state.lying = [LyingWeapon("x", "medium-machine-gun", 20_000, 10_000, "red")]
    state.units["r"].airborne = True
    finish(take_over(battle, [state.figures["r.1"]]))
    assert state.figures["r.1"].bears == ""
    state.units["r"].airborne = False
    ask: Any = take_over(battle, [state.figures["r.1"]]).send(None)
    assert ask.ids == ["r.1", "leave"]


@pytest.mark.rule("xenocide.result.voluntary-retreat", "xenocide.vehicle.melee-result")
@pytest.mark.parametrize(("increment", "who"), [(0, ["r", "bc"]), (1, ["r"])])
def test_passengers_may_retreat_from_a_vehicle_that_stands(increment: int, who: list[str]) -> None:
    battle = engaged("open", 2, increment=increment)
    assert battle.state.units["bc"].engaged == ["r"]
    assert [unit.id for unit in who_may_retreat(battle, list(battle.state.units.values()))] == who
    rule = offer_retreat(battle, battle.state.units["bc"])
    if increment:
        finish(rule)
        return
    ask: Any = rule.send(None)
    assert ask.rule == "xenocide.result.voluntary-retreat"
    with pytest.raises(StopIteration):
        rule.send("retreat")
    assert battle.state.turn.losers == ["bc"]
