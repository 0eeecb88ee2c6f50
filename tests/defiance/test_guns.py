"""Crew-served guns: models of their own, served, pushed, fired, hit, lost and taken over (defiance.infweapon.crew-*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.defiance.basics.fire_action import Cause
from littlewars.systems.defiance.basics.state import Activation, Bout, Team
from littlewars.systems.defiance.cover.covering import able_to_cover
from littlewars.systems.defiance.fight.meeting import meet
from littlewars.systems.defiance.fire.damage import DamageDone, hit, settle
from littlewars.systems.defiance.fire.firing import choices
from littlewars.systems.defiance.fire.shots import lof_mods
from littlewars.systems.defiance.fire.targets import legal_among, outlook, visible
from littlewars.systems.defiance.move.boarding import boardable
from littlewars.systems.defiance.orders.orders import available, speeds
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.systems.defiance.travel.charging import retarget
from littlewars.systems.defiance.turn.reorganising import UnitChange, carry_out
from littlewars.systems.defiance.units.guns import beside_gun, crew_of, may_be_struck, may_fire_gun, serving
from littlewars.systems.defiance.units.morale import never_tests, try_nerve
from littlewars.systems.defiance.units.units import current_size
from littlewars.table.shapes.bases import gap, gap_poly
from tests.defiance.squads import Play, a_battle, a_state, run, script, shoot

CANNON = {"cannon": {"FR": 1, "form": "crew-served", "target": "AV", "brackets": {"5+": 12, "7+": 40}, "PV": 30}}
CREW: dict[str, Any] = {"at": [[20, 10], [22, 10]], "primary": "", "support": "cannon", "side_arms": "pistol"}
SQUAD: dict[str, Any] = {
    "at": [[20, 10], [22, 10], [26, 10], [28, 10]],
    "figures": {
        "1": {"support": "cannon", "side_arms": "pistol"},
        "2": {"support": "cannon", "side_arms": "pistol"},
        "3": {"primary": "rifle"},
        "4": {"primary": "rifle"},
    },
}


def crew(units: dict[str, Any] | None = None, **more: Any) -> Play:
    return Play({"r": CREW, "b": {"at": [[21, 30]]}, **(units or {})}, dice="card 1", weapons=CANNON, **more)


def squad(**more: Any) -> Play:
    return Play({"r": SQUAD, "b": {"at": [[21, 30]]}}, dice="card 1", weapons=CANNON, **more)


def resume(state: Any, dice: str = "card 1") -> Play:
    play = Play.__new__(Play)
    play.begin(state, dice)
    return play


# ---- the model


@pytest.mark.rule("defiance.infweapon.crew-definition", "defiance.infweapon.crew-weapon-stats")
def test_a_gun_is_a_model_of_its_own_and_nobodys_member() -> None:
    state = a_state({"r": SQUAD, "b": {"at": [[21, 30]]}}, weapons=CANNON)
    gun = state.figures["r.gun1"]
    assert state.units["r"].guns == ["r.gun1"]
    assert "r.gun1" not in state.units["r"].figures
    assert current_size(state, state.units["r"]) == 4
    assert (gun.frame.vehicle, gun.frame.armour, gun.frame.capacity, gun.frame.base, gun.size) == (True, 0, 1, 500, 2)
    assert [man.id for man in beside_gun(state, gun)] == ["r.1", "r.2"]
    assert (state.figures["r.1"].mate, state.figures["r.1"].gun) == ("r.2", "r.gun1")
    assert never_tests(state, gun)
    assert (gun.at, gun.frame.move) == ((21_000, 10_000), 0)  # between them
    paid = {"1": {"cost": 40}, "2": {"cost": 10}}
    bought = a_state({"r": {**CREW, "figures": paid}, "b": {"at": [[21, 30]]}}, weapons=CANNON)
    assert [bought.figures[name].cost for name in ("r.1", "r.2", "r.gun1")] == [10, 10, 30]  # its points are its own
    again = DEFIANCE.setup(DEFIANCE.describe(state))
    assert DEFIANCE.encode(again) == DEFIANCE.encode(state)


@pytest.mark.rule("defiance.infweapon.crew-weapon-stats")
def test_nothing_frightens_or_stuns_a_gun() -> None:
    battle = a_battle({"r": CREW, "b": {"at": [[21, 30]]}}, weapons=CANNON)
    gun = battle.state.figures["r.gun1"]
    assert run(try_nerve(battle, gun, "tagged"))
    stunner = {"stunner": {"FR": "1S", "brackets": {"5+": 20}}}
    line = (
        a_state({"r": {"primary": "stunner", "at": [[2, 2]]}, "b": {"at": [[40, 40]]}}, weapons=stunner)
        .figures["r.1"]
        .arms[0]
        .weapon
    )
    run(settle(battle, [DamageDone(gun.id, line, hits=1, tags=1, cause=Cause("blue", (0, 0), "fire", line))]))
    assert (gun.stunned, gun.gone) == (False, "")


# ---- firing


@pytest.mark.rule("defiance.infweapon.crew-both", "defiance.infweapon.crew-definition")
def test_firing_the_gun_is_the_fire_action_of_both() -> None:
    """Range, arc and sight are the gun's; it turns as freely as a figure."""
    play = crew().say("crew:r.gun1", "support-fire", "stationary")
    assert play.game.ask.of == ("r.gun1",)  # type: ignore[union-attr]
    play["r.gun1"].face = 18_000
    play.say(shoot("cannon", "b.1"), dice="damage 1")
    assert [event.figure for event in play.told("Fired")] == ["r.gun1"]
    assert play["r.gun1"].face == 0
    assert play["r.2"].last_shot == 1
    assert play.asks == "blue orders.declare-first"  # nobody of them fires anything else


@pytest.mark.rule("defiance.infweapon.crew-both")
def test_a_man_fires_his_side_arm_only_if_the_gun_is_silent() -> None:
    units = {"r": {**CREW, "face": 0}, "b": {"at": [[21, 18]]}}
    play = Play(units, dice="card 1", weapons=CANNON).say("crew:r.gun1", "support-fire", "stationary")
    assert play.game.ask.of == ("r.gun1",)  # type: ignore[union-attr]
    play.say("hold")
    assert play.game.ask.of == ("r.1",)  # type: ignore[union-attr]
    play.say(shoot("pistol", "b.1"), dice="damage 1")
    assert not may_fire_gun(play.state, play["r.gun1"])  # one of its crew has fired something else
    fired = Play(units, dice="card 1", weapons=CANNON).say("crew:r.gun1", "support-fire", "stationary")
    fired.say(shoot("cannon", "b.1"), dice="damage 1")
    assert fired.asks == "blue orders.declare-first"


@pytest.mark.rule("defiance.infweapon.crew-one", "defiance.infweapon.crew-none")
def test_one_man_fires_every_other_activation_and_nobody_never() -> None:
    battle = a_battle({"r": CREW, "b": {"at": [[21, 30]]}}, weapons=CANNON, turn={"number": 4})
    state = battle.state
    gun, one, two = (state.figures[name] for name in ("r.gun1", "r.1", "r.2"))
    state.turn.doing, state.units["r"].activated = Activation("r"), True
    gun.served = 3
    assert may_fire_gun(state, gun)  # both
    for word in ("shaken", "stunned"):
        setattr(two, word, True)
        assert serving(state, gun) == [one]
        assert not may_fire_gun(state, gun)  # it fired in the activation before
        setattr(two, word, False)
    two.locked = ("b.1",)
    assert not may_fire_gun(state, gun)
    gun.served = 2
    assert may_fire_gun(state, gun)
    one.x += 5000
    assert not may_fire_gun(state, gun)  # nobody
    two.locked = ()
    state.units["r"].broken = 1
    assert serving(state, gun) == []


@pytest.mark.rule("defiance.infweapon.crew-both", "defiance.infweapon.crew-order-limits")
def test_the_gun_covers_for_its_crew() -> None:
    play = squad().say("crew:r.gun1", "primary-fire", "stationary")
    while play.asks == "red move.facing" or play.asks == "red orders.fire-figure-by-figure":
        play.game.answer(play.game.ask.default())  # type: ignore[union-attr]
    if play.asks == "red orders.cover-weapon-choice":
        play.say("support")
    assert (play["r.gun1"].covers, play["r.1"].covers) == ("support", "")
    assert [one.id for one in able_to_cover(play.state, play.unit("r"))] == ["r.gun1"]


# ---- orders and movement


@pytest.mark.rule("defiance.infweapon.crew-orders", "defiance.infweapon.crew-order-limits")
def test_a_crew_may_have_orders_of_its_own_but_cannot_run() -> None:
    play = squad()
    assert play.options == ["together", "crew:r.gun1", "after:crew:r.gun1"]
    others = squad().say("after:crew:r.gun1").say("together")
    assert others.state.team().figures == ["r.3", "r.4"]  # the crew acts when they are done
    assert others.state.acting().waiting == ["r.1", "r.2"]
    battle, unit = play.battle, play.unit("r")
    assert set(available(battle, unit, Team(["r.1", "r.2"], gun="r.gun1"))) <= {
        "aim",
        "cohesive-fire",
        "primary-fire",
        "support-fire",
        "support-suppression",
    }
    assert speeds(battle, unit, Team(["r.1", "r.2"], "support-fire", gun="r.gun1")) == ["stationary", "walking"]
    assert "charge" in available(battle, unit, Team(["r.1", "r.2", "r.3", "r.4"]))  # they may leave it and go with the others
    play.say("crew:r.gun1", "support-fire", "stationary").say(shoot("cannon", "b.1"), dice="damage 1")
    assert play.state.team().figures == ["r.3", "r.4"]
    assert play.asks == "red orders.declare-first"


@pytest.mark.rule("defiance.infweapon.crew-movement")
@pytest.mark.parametrize(("men", "far"), [(2, 4), (1, 2)])
def test_gun_and_crew_move_together_by_half_a_move_for_each_man(men: int, far: int) -> None:
    state = a_state(
        {"r": SQUAD, "b": {"at": [[21, 40]]}},
        weapons=CANNON,
        terrain=[{"id": "bog", "category": "heavy", "box": [0, 12, 18, 20]}],
    )
    if men == 1:
        state.figures["r.2"].shaken = state.figures["r.2"].prone = True
    play = resume(state).say("crew:r.gun1", "support-fire", "walking", "move-fire")
    assert (play.asks, play.budget) == ("red infweapon.crew-movement", {"r.gun1": far})
    x, y = play.at("r.gun1")
    assert play.refused({"r.gun1": [x, y + far + 0.1]}) == "move.maximum-distance"
    assert play.refused({"r.gun1": [[x - 1, y], [x - 3, y + 2.5]]}) in ("infweapon.crew-movement", "move.maximum-distance")
    play.say({"r.gun1": [x, y + far]})
    assert play.at("r.gun1") == (x, y + far)
    assert len(beside_gun(play.state, play["r.gun1"])) == men
    assert gap(play["r.1"].base(), play["r.gun1"].base()) <= 50
    assert play.state.acting().moved == ["r.gun1", *(f"r.{number + 1}" for number in range(men))]  # all of them have moved


@pytest.mark.rule("defiance.infweapon.crew-movement", "defiance.infweapon.crew-none")
def test_left_by_its_crew_it_stays_behind() -> None:
    play = squad().say("together", "sprint", "r.1")
    at = play.at("r.gun1")
    play.say({"r.1": [20, 16]}, "r.2", {"r.2": [22, 16]})
    assert play.at("r.gun1") == at
    assert not may_fire_gun(play.state, play["r.gun1"])
    assert [man.id for man in crew_of(play.state, play["r.gun1"])] == ["r.1", "r.2"]  # it is still theirs


@pytest.mark.rule("defiance.infweapon.crew-morale")
def test_the_crew_breaks_with_its_unit() -> None:
    state = a_state({"r": SQUAD, "b": {"at": [[21, 30]]}}, weapons=CANNON)
    state.units["r"].broken = 1
    assert serving(state, state.figures["r.gun1"]) == []
    assert current_size(state, state.units["r"]) == 4  # both men count


@pytest.mark.rule("defiance.infweapon.crew-recovery")
def test_others_take_over_a_gun_that_lacks_crew() -> None:
    state = a_state({"r": SQUAD, "b": {"at": [[21, 40]]}}, weapons=CANNON)
    state.figures["r.2"].gone = "killed"
    play = resume(state)
    assert {"man:r.3:r.gun1", "man:r.4:r.gun1", "crew:r.gun1"} <= set(play.options)
    play.say("man:r.3:r.gun1", "running")
    x, y = play.at("r.gun1")
    play.say({"r.3": [x + 0.75, y + 0.66]})
    assert play["r.3"].gun == "r.gun1"
    assert not may_fire_gun(play.state, play["r.gun1"])  # from the next activation on
    assert "r.3" not in play.state.acting().fired
    play.state.turn.number = 2
    play.state.turn.doing = None
    assert may_fire_gun(play.state, play["r.gun1"])
    assert [man.id for man in serving(play.state, play["r.gun1"])] == ["r.1", "r.3"]
    assert not choices(play.battle, play["r.3"], ("primary",), True)  # his rifle waits while he serves it


@pytest.mark.rule("defiance.infweapon.crew-recovery")
def test_whoever_does_not_get_there_may_try_again_and_no_more_than_are_missing() -> None:
    state = a_state({"r": SQUAD, "b": {"at": [[21, 40]]}}, weapons=CANNON)
    play = resume(state)
    assert not any(name.startswith("man:") for name in play.options)  # nobody is missing
    state = a_state({"r": {**SQUAD, "at": [[20, 10], [22, 10], [40, 10], [42, 10]]}, "b": {"at": [[21, 40]]}}, weapons=CANNON)
    state.figures["r.2"].gone = "killed"
    far = resume(state).say("man:r.3:r.gun1", "walking").say({"r.3": [37, 10]})
    assert far["r.3"].gun == ""


# ---- as a target


@pytest.mark.rule("defiance.infweapon.crew-unit-size3", "defiance.infweapon.crew-target-choice")
def test_a_unit_with_a_gun_may_be_picked_past_others_and_the_gun_in_it() -> None:
    units = {
        "r": {"at": [[20, 10]]},
        "b": {"at": [[20, 16]], "face": 180},
        "b2": {**CREW, "at": [[20, 24], [22, 24]], "face": 180},
    }
    battle = a_battle(units, weapons=CANNON)
    state, me = battle.state, battle.state.figures["r.1"]
    seen = visible(battle, me)
    far = {enemy.id: number for number, enemy in enumerate(seen)}
    legal = {one.id for one in legal_among(state, me, seen, outlook(state, seen, far, frozenset()))}
    assert {"b.1", "b2.gun1"} <= legal
    assert legal & {"b2.1", "b2.2"}  # its closest man, too: the unit counts as of size 3
    state.figures["b2.gun1"].gone = "killed"
    seen = [enemy for enemy in seen if not enemy.gone]
    assert {one.id for one in legal_among(state, me, seen, outlook(state, seen, far, frozenset()))} == {"b.1"}


@pytest.mark.rule("defiance.infweapon.crew-hit-allocation", "defiance.infweapon.crew-weapon-stats")
@pytest.mark.parametrize(("face", "found"), [(1, "b.1"), (6, "b.1"), (7, "b.gun1"), (10, "b.gun1")])
def test_crew_or_gun(face: int, found: str) -> None:
    """defiance.ex.targeting-crew-table: beyond the 5+ bracket a die says who is hit."""
    units = {"r": {"at": [[20, 10]], "primary": "single"}, "b": {**CREW, "at": [[20, 28], [22, 28]], "face": 180}}
    play = Play(units, dice="card 1", weapons=CANNON).say("cohesive-fire", "stationary")
    assert any(name.endswith(":b.gun1") for name in play.options)
    play.say(shoot("single", "b.1"), dice=f"crew or gun {face}, damage 1")
    assert [event.target for event in play.told("Fired")] == [found]


@pytest.mark.rule("defiance.infweapon.crew-hit-allocation", "defiance.infweapon.crew-weapon-stats")
def test_a_shot_that_destroys_the_gun() -> None:
    """defiance.ex.crew-weapon-shot: an AI weapon at 7+, a natural 12 less 5 is enough; its crew are ordinary men then."""
    units = {"r": {"at": [[20, 10]], "primary": "single", "sprint": 0}, "b": {**CREW, "at": [[20, 28], [22, 28]], "face": 180}}
    play = Play(units, dice="card 1", weapons=CANNON).say("cohesive-fire", "walking", "fire-move")
    play.say(shoot("single", "b.1"), dice="crew or gun 8, damage 10, damage 6, damage 6")
    (told,) = play.told("Fired")
    assert (told.target, told.tally.needed, told.hits) == ("b.gun1", 12, 1)
    assert play["b.gun1"].gone == "killed"
    assert (play["b.1"].gun, play["b.1"].mate) == ("", "")


@pytest.mark.rule("defiance.infweapon.crew-close-range-choice", "defiance.infweapon.crew-hit-allocation")
def test_at_close_range_one_chooses_and_without_crew_the_gun_is_hit() -> None:
    units = {"r": {"at": [[20, 10]], "primary": "rifle"}, "b": {**CREW, "at": [[20, 18], [22, 18]], "face": 180}}
    play = Play(units, dice="card 1", weapons=CANNON).say("cohesive-fire", "stationary")
    play.say(shoot("rifle", "b.gun1", 2), dice="damage 1, damage 1")
    assert [event.target for event in play.told("Fired")] == ["b.gun1"]
    state = a_state({**units, "r": {"at": [[20, 4]], "primary": "single"}}, weapons=CANNON)
    state.figures["b.1"].x = state.figures["b.2"].x = 40_000
    state.figures["b.2"].y = 30_000
    far = resume(state).say("cohesive-fire", "stationary").say(shoot("single", "b.gun1"), dice="damage 1")
    assert [event.target for event in far.told("Fired")] == ["b.gun1"]


@pytest.mark.rule("defiance.infweapon.crew-weapon-stats")
def test_anti_infantry_weapons_are_bad_at_guns() -> None:
    state = a_state({"r": CREW, "b": {"at": [[21, 30]]}}, weapons=CANNON)
    line = state.figures["b.1"].arms[0].weapon
    assert sum(mod.value for mod in lof_mods(line, state.figures["r.gun1"]) if mod) == -5


@pytest.mark.rule("defiance.infweapon.crew-weapon-destroyed", "defiance.turn.victory-points")
def test_a_gun_without_its_unit_is_gone_and_counts() -> None:
    battle = a_battle({"r": CREW, "b": {"at": [[21, 30]]}}, weapons=CANNON)
    state = battle.state
    state.turn.doing = Activation("b")
    for name in ("r.1", "r.2"):
        assert not state.figures["r.gun1"].gone
        run(hit(battle, state.figures[name], Cause("blue", (0, 0), "fire")))
    assert state.figures["r.gun1"].gone == "killed"


# ---- hand to hand


@pytest.mark.rule("defiance.infweapon.crew-hth", "defiance.hth.contact-without-lock")
def test_the_crew_comes_before_the_gun() -> None:
    units = {"r": {"frame": "bug", "at": [[21, 4]]}, "b": {**CREW, "at": [[20, 10], [22, 10]], "face": 180}}
    battle = a_battle(units, weapons=CANNON)
    state = battle.state
    me, gun = state.figures["r.1"], state.figures["b.gun1"]
    team = Team(["r.1"], "charge", target="b")
    assert not may_be_struck(state, gun)
    assert [enemy.id for enemy in retarget(state, state.units["r"], team)] == ["b.1", "b.2"]
    for name in ("b.1", "b.2"):
        state.figures[name].locked = ("r.9",)
    assert may_be_struck(state, gun)
    assert "b.gun1" in [enemy.id for enemy in retarget(state, state.units["r"], team)]
    state.turn.doing = Activation("r")
    run(meet(battle, me, [gun], "charge"))
    assert (me.locked, state.acting().fights) == ((), [Bout("r.1", "b.gun1", "hull", charged=True)])  # no lock, no test


@pytest.mark.rule("defiance.infweapon.crew-hth", "defiance.hth.anti-infantry")
def test_blows_at_a_gun_that_nobody_defends() -> None:
    units = {
        "r": {"frame": "brute", "at": [[21, 4]]},
        "b": {**CREW, "at": [[20, 10], [22, 10]], "face": 180},
        "b2": {"at": [[40, 40]]},
    }
    state = a_state(units, weapons=CANNON, frames={"brute": {"HR": "2@5+"}})
    for number, name in enumerate(("b.1", "b.2")):
        state.figures[name].x, state.figures[name].y = 40_000 + 2000 * number, 36_000
    play = resume(state).say("charge")
    gun = play["b.gun1"]
    ask: Any = play.game.ask
    from littlewars.engine.showing import Drag

    dice: Any = play.game.battle.dice
    dice.left += script("blow 9, blow 10, blow 5")
    play.game.answer(ask.plan(Drag(("r.1",), gun.at)))
    assert gun.gone == "killed"
    assert [told.tally.needed for told in play.told("Blow")] == [10, 10]
    assert not play.told("Reflexes")
    assert not play.told("Tested")


def test_a_battle_with_guns_goes_on_to_its_end() -> None:
    from random import Random

    from littlewars.dice import Rolling
    from littlewars.engine import Game

    for seed in range(3):
        units = {"r": SQUAD, "b": {**SQUAD, "at": [[20, 24], [22, 24], [26, 24], [28, 24]], "face": 180}}
        rng, game = Random(seed), Game(DEFIANCE, a_state(units, weapons=CANNON), Rolling(seed), strict=True)
        while game.ask is not None:
            game.answer(game.ask.sample(rng))
            assert not DEFIANCE.state_errors(game.marks[-1].state)
        assert game.state.turn.phase == "over"


@pytest.mark.rule("defiance.passenger.orders", "defiance.infweapon.crew-definition")
def test_a_unit_with_a_gun_does_not_board() -> None:
    frames = {"bus": {"vehicle": True, "TY": "APC", "SZ": 5, "DC": 2, "MV": 6, "PA": 20, "EA": ["B"]}}
    state = a_state(
        {"r": SQUAD, "r2": {"frame": "bus", "at": [[24, 20]], "primary": ""}, "b": {"at": [[21, 40]]}},
        frames=frames,
        weapons=CANNON,
    )
    assert boardable(state, state.units["r"]) == []
    state.figures["r.gun1"].gone = "killed"
    assert [one.id for one in boardable(state, state.units["r"])] == ["r2.1"]


@pytest.mark.rule("defiance.infweapon.crew-both", "defiance.infweapon.crew-movement")
def test_a_gun_finds_a_place_on_the_table_and_off_rough_ground() -> None:
    crew_at_edge = {**CREW, "at": [[0.6, 10], [0.6, 11.1]]}
    for more in ({}, {"terrain": [{"id": "wall", "category": "heavy", "box": [0, 12, 10, 14]}]}):
        state = a_state({"r": crew_at_edge, "b": {"at": [[21, 40]]}}, weapons=CANNON, **more)
        gun = state.figures["r.gun1"]
        assert gun.x >= 500
        assert beside_gun(state, gun)
        assert not any(gap_poly(gun.base(), piece.outline) == 0 for piece in state.pieces)


@pytest.mark.rule("defiance.infweapon.crew-definition")
def test_a_gun_goes_with_its_crew_when_units_join_and_split() -> None:
    battle = a_battle({"r": {"at": [[12, 10], [14, 10]]}, "s": SQUAD, "b": {"at": [[21, 30]]}}, weapons=CANNON)
    state = battle.state
    carry_out(battle, "red", UnitChange("join", "r", ("s",)))
    assert (state.units["r"].guns, state.units["s"].guns, state.figures["s.gun1"].unit) == (["s.gun1"], [], "r")
    carry_out(battle, "red", UnitChange("split", "r", ("s.1", "s.2")))
    assert (state.units["r"].guns, state.units["r+2"].guns, state.figures["s.gun1"].unit) == ([], ["s.gun1"], "r+2")
    carry_out(battle, "red", UnitChange("leave", "r+2", ("s.2",)))  # one of the two stays with it
    assert (state.units["r+2"].guns, state.figures["s.gun1"].unit) == (["s.gun1"], "r+2")
    assert [(man.gun, man.mate) for man in (state.figures["s.1"], state.figures["s.2"])] == [("s.gun1", ""), ("", "")]
