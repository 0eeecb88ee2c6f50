"""Fights at their limits: odds, escapes, what is left of dice, and who may move on (defiance.hth.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Leg, Step
from littlewars.engine.chance.odds import odds
from littlewars.systems.defiance.basics.state import Activation, Bout, Melee
from littlewars.systems.defiance.fight.aftermath import after, may_move_on
from littlewars.systems.defiance.fight.bouts import fight_out
from littlewars.systems.defiance.fight.escape import escape_tally, opposers, try_escape
from littlewars.systems.defiance.fight.forecasts import forecast
from littlewars.systems.defiance.fight.meeting import charged_at_moving, fight_on, meet, strike_again
from littlewars.systems.defiance.fight.strikes import can_strike, dice_left, is_live, strikes, use_dice
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.table.shapes.bases import gap
from tests.defiance.hulls import HULLS
from tests.defiance.squads import a_battle, a_state, run

FRAMES: dict[str, Any] = {
    **HULLS,
    "two": {"HR": "2@7+", "RF": 1, "DC": 2},
    "ward": {"HR": "1@5+", "FS": "6+"},
    "piercing": {"HR": "1@5+F"},
    "calm": {"HR": "1@9+", "QU": "Matrix", "HC": "-"},
}


def pair(mine: str = "two", his: str = "two", **more: Any) -> Any:
    """Two who hold each other, and red acts."""
    units = {
        "r": {"frame": mine, "at": [[20, 10]]},
        "b": {"frame": his, "at": [[20, 11], [44, 44]], "face": 180},
        **more.pop("others", {}),
    }
    battle = a_battle(units, more.pop("dice", ""), frames=FRAMES, **more)
    battle.state.figures["r.1"].locked, battle.state.figures["b.1"].locked = ("b.1",), ("r.1",)
    battle.state.turn.doing = Activation("r")
    return battle


# ---- odds


@pytest.mark.rule("defiance.hth.reflex-roll", "defiance.hth.charge-bonus")
@pytest.mark.parametrize("charged", [False, True])
def test_the_odds_of_striking_first_count_both_dice_and_a_tie_is_no_win(charged: bool) -> None:
    state = pair().state
    faces = [face for face in range(1, 10) for _ in range(4)] + [10, 10, 11, 12]  # of forty
    won = sum(mine + 2 * charged > his for mine in faces for his in faces)
    (first, blow, back) = forecast(state, Bout("r.1", "b.1", charged=charged), fight_out).rolls
    assert first.chance == won / 1600
    assert (blow.name, blow.chance, back.name, back.chance) == ("blow", 16 / 40, "the enemy's blow", 16 / 40)
    assert (first.tally.base, first.tally.mods[0].value, first.tally.mods[1].value) == (0, 1 + 2 * charged, -1)


@pytest.mark.rule("defiance.hth.no-dice-left", "defiance.hth.escape-failure", "defiance.effector.field-piercing")
def test_the_rolls_of_a_fight_that_are_told_before() -> None:
    state = pair("ward", "two").state
    bout = forecast(state, Bout("r.1", "b.1"), fight_out)
    assert [roll.name for roll in bout.rolls] == ["to strike first", "blow", "the enemy's blow", "field save"]
    assert bout.rolls[-1].chance == 0.5
    through = forecast(pair("ward", "piercing").state, Bout("r.1", "b.1"), fight_out).rolls
    assert [roll.name for roll in through] == ["to strike first", "blow", "the enemy's blow"]
    escape = forecast(state, Bout("b.1", "r.1", "escape"), fight_out).rolls
    assert [(roll.name, roll.tally.needed) for roll in escape] == [
        ("blow", 5),  # 7+, and 2 for him who was held
        ("field save", 6),
        ("the enemy's blow", 5),
    ]
    use_dice(state, state.figures["b.1"], state.figures["r.1"], 2)
    spent = forecast(state, Bout("r.1", "b.1"), fight_out).rolls
    assert [roll.name for roll in spent] == ["blow"]  # he has no die, so nobody rolls for reflexes


@pytest.mark.rule("defiance.hth.sequence")
def test_odds_count_only_the_enemy_and_need_no_activation() -> None:
    battle = pair("two", "calm")
    battle.state.turn.doing = None
    attack = forecast(battle.state, Bout("r.1", "b.1"), fight_out)
    found = odds(DEFIANCE, battle.state, attack.rule, attack.measure, alike=attack.alike)
    assert set(found) == {0, 1}
    use_dice_first = pair("calm", "two")
    use_dice_first.state.acting().rolled["r.1"] = 1  # he has no die left: nothing happens to the enemy
    none = forecast(use_dice_first.state, Bout("r.1", "b.1"), fight_out)
    assert odds(DEFIANCE, use_dice_first.state, none.rule, none.measure) == {0: 1}


# ---- dice


@pytest.mark.rule("defiance.hth.dice-per-unit-and-turn")
def test_dice_are_counted_in_the_activation_and_against_the_unit_whichever_is_more() -> None:
    battle = pair(others={"b2": {"frame": "two", "at": [[21, 10]]}})
    state = battle.state
    me, him, other = (state.figures[name] for name in ("r.1", "b.1", "b2.1"))
    use_dice(state, me, him, 1)
    assert (dice_left(state, me, him), dice_left(state, me, other)) == (1, 1)
    state.turn.doing = Activation("b")
    assert (dice_left(state, me, him), dice_left(state, me, other)) == (1, 2)
    use_dice(state, me, him, 1)
    assert (me.used, state.acting().rolled) == ((("b", 2),), {"r.1": 1})
    assert (can_strike(state, me, him), can_strike(state, me, other)) == (False, True)
    state.turn.doing = None
    assert dice_left(state, me, other) == 2


@pytest.mark.rule("defiance.hth.versus-static-vehicle", "defiance.hth.versus-mecha")
def test_who_strikes_at_all() -> None:
    frames = {**FRAMES, "mech": {**HULLS["walker"], "HR": "1@5+"}}
    units = {
        name: {"frame": frame, "at": [[6 * n + 4, 10]], "primary": ""}
        for n, (name, frame) in enumerate({"r": "two", "s": "mech", "t": "car"}.items())
    }
    state = a_state({**units, "b": {"at": [[44, 44]]}}, frames=frames)
    assert [strikes(state.figures[f"{name}.1"]) for name in "rst"] == [True, True, False]
    state.figures["r.1"].gone = "killed"
    assert not strikes(state.figures["r.1"])


@pytest.mark.rule("defiance.hth.resolution-order", "defiance.hth.contact-without-lock")
def test_which_fights_can_still_be_fought() -> None:
    battle = pair(others={"t": {"frame": "car", "side": "blue", "at": [[23, 10]], "primary": ""}})
    state = battle.state
    hull, lock = Bout("r.1", "t.1", "hull"), Bout("r.1", "b.1")
    assert (is_live(state, lock), is_live(state, hull)) == (True, False)  # the car is two inches off
    state.figures["r.1"].x = 21_250
    assert is_live(state, hull)
    state.figures["r.1"].locked = ()
    assert not is_live(state, lock)
    assert not is_live(state, Bout("r.1", "b.1", "escape"))
    for name in ("r.1", "t.1"):
        state.figures[name].gone = "killed"
        assert not is_live(state, hull)
        state.figures[name].gone = ""


# ---- contact


@pytest.mark.rule("defiance.hth.versus-moving-vehicle")
def test_which_vehicles_are_under_way() -> None:
    units = {
        name: {"frame": frame, "at": [[8 * n + 4, 10]], "primary": "", "craft": {"rolled": rolled}}
        for n, (name, frame, rolled) in enumerate([("r", "car", True), ("s", "car", False), ("t", "walker", True)])
    }
    state = a_state({**units, "b": {"at": [[44, 44]]}}, frames=FRAMES)
    assert [charged_at_moving(state.figures[f"{name}.1"]) for name in "rst"] == [True, False, False]
    assert not charged_at_moving(state.figures["b.1"])


@pytest.mark.rule("defiance.hth.lock", "defiance.hth.attacker-morale", "defiance.hth.bonus-contact")
@pytest.mark.parametrize(("order", "fights"), [("charge", 1), ("sprint", 1), ("bonus", 0)])
def test_contact_is_a_fight_but_not_by_bonus_movement(order: str, fights: int) -> None:
    battle = pair("calm", "calm")
    state = battle.state
    me, him = state.figures["r.1"], state.figures["b.1"]
    run(meet(battle, me, [him], order))
    assert state.acting().fights == []  # they hold each other already
    me.locked = him.locked = ()
    run(meet(battle, me, [him], order))
    assert (me.locked, him.locked, len(state.acting().fights)) == (("b.1",), ("r.1",), fights)
    if fights:
        assert state.acting().fights[0].charged is (order == "charge")
    fight_on(state, him)
    assert len(state.acting().fights) == 1  # one fight between the two, whoever began it


@pytest.mark.rule("defiance.hth.attacker-morale")
@pytest.mark.parametrize(("size", "dice", "shaken"), [(2, "", False), (3, "morale 1", True)])
def test_only_somebody_larger_takes_nerve(size: int, dice: str, shaken: bool) -> None:
    battle = a_battle(
        {"r": {"at": [[20, 10]]}, "b": {"frame": "big", "at": [[20, 11]]}},
        dice,
        frames={"big": {"SZ": size, "QU": "Matrix", "HC": "-"}},
    )
    battle.state.turn.doing = Activation("r")
    run(meet(battle, battle.state.figures["r.1"], [battle.state.figures["b.1"]], "sprint"))
    assert battle.state.figures["r.1"].shaken is shaken


@pytest.mark.rule("defiance.hth.contact-without-lock")
def test_only_a_hull_or_gun_beside_it_is_attacked_again() -> None:
    units = {"r": {"frame": "two", "at": [[20, 10]]}, "b": {"at": [[20, 11]]}, "b2": {"frame": "car", "at": [[21.7, 10]]}}
    battle = a_battle(units, frames=FRAMES)
    state = battle.state
    state.turn.doing = Activation("r")
    assert [enemy.id for enemy in strike_again(state, state.figures["r.1"])] == ["b2.1"]
    assert state.acting().fights == [Bout("r.1", "b2.1", "hull")]


# ---- escape


@pytest.mark.rule("defiance.hth.escape-roll")
def test_who_gets_away_stands_half_an_inch_clear_of_every_enemy() -> None:
    others = {"b2": {"at": [[20, 8.9]], "face": 0}, "b3": {"frame": "bird", "at": [[19, 10]], "level": 1}}
    battle = pair("calm", "calm", others=others)
    me = battle.state.figures["r.1"]
    battle.state.units["b"].broken = 1  # nobody can oppose it
    assert opposers(battle.state, me) == []
    assert run(try_escape(battle, me))
    ground = [battle.state.figures[name] for name in ("b.1", "b2.1")]
    assert min(gap(me.base(), enemy.base()) for enemy in ground) >= 500
    assert max(abs(me.x - 20_000), abs(me.y - 10_000)) <= 1250  # and not much farther than it must
    assert (me.locked, battle.state.figures["b.1"].locked) == ((), ())


@pytest.mark.rule("defiance.hth.escape-roll")
@pytest.mark.parametrize(("reflexes", "needed"), [([0], 6), ([1], 5), ([1, 3], 3)])
def test_an_escape_is_agility_less_the_highest_reflex(reflexes: list[int], needed: int) -> None:
    frames = {f"rf{n}": {"RF": n} for n in reflexes}
    units = {f"b{n}": {"frame": f"rf{n}", "at": [[4 + 3 * n, 40]]} for n in reflexes}
    state = a_state({"r": {"at": [[20, 10]]}, **units}, frames=frames)
    found = escape_tally(state.figures["r.1"], [state.figures[f"b{n}.1"] for n in reflexes])
    assert (found.base + found.total, len(found.mods)) == (needed, int(max(reflexes) > 0))


# ---- after a fight


@pytest.mark.rule("defiance.hth.bonus-movement")
def test_who_may_move_on() -> None:
    battle = pair(others={"b2": {"frame": "two", "at": [[21, 10]]}})
    state = battle.state
    me, him = state.figures["r.1"], state.figures["b.1"]
    assert not may_move_on(state, me, him)  # it is held
    me.locked = ()
    assert may_move_on(state, me, him)
    state.acting().rolled["r.1"] = 2
    assert not may_move_on(state, me, him)  # it has no die left
    state.acting().rolled["r.1"] = 1
    assert may_move_on(state, me, him)
    me.locked = ("b2.1",)
    state.figures["b2.1"].locked = ("r.1",)
    state.acting().fights = [Bout("r.1", "b2.1")]
    me_again = state.figures["r.1"]
    assert not may_move_on(state, me_again, him)


@pytest.mark.rule("defiance.hth.prone-after-kill")
@pytest.mark.parametrize(("word", "asked"), [("", True), ("prone", False), ("shaken", False), ("broken", False)])
def test_who_may_go_prone_after_a_kill(word: str, asked: bool) -> None:
    battle = pair()
    state = battle.state
    state.figures["b.1"].gone = "killed"
    me = state.figures["r.1"]
    me.locked = ()
    if word == "broken":
        state.units["r"].broken = 1
    elif word:
        setattr(me, word, True)
    melee = Melee(Bout("r.1", "b.1"), step="after", killers=["r.1"])
    run(after(battle, melee), *(["prone"] if asked else []))
    assert (me.prone, melee.killers, melee.step) == (asked or word == "prone", [], "after")
    run(after(battle, melee))
    assert melee.step == "over"


@pytest.mark.rule("defiance.hth.bonus-movement")
def test_bonus_movement_is_a_move_or_a_drop_and_no_mere_turn() -> None:
    battle = pair()
    state = battle.state
    state.figures["b.1"].gone = "killed"
    me = state.figures["r.1"]
    me.locked = ()
    melee = Melee(Bout("r.1", "b.1"), step="after", freed=["r.1"])
    rule = after(battle, melee)
    ask: Any = rule.send(None)
    turn, prone, step = Step("turn", face=9000), Step("prone"), Step("go", (20_000, 9_000))

    def refused(*steps: Step) -> str:
        told = ask.refuse((Leg("r.1", steps),) if steps else ())
        return told.rule if told else ""

    assert refused(turn) == "defiance.hth.bonus-movement"
    assert [refused(*steps) for steps in ((), (prone,), (prone, turn), (step,), (step, turn), (step, prone))] == [""] * 6
    with pytest.raises(StopIteration):
        rule.send((Leg("r.1", (prone, turn)),))
    assert (me.prone, dice_left(state, me, state.figures["b.1"])) == (True, 0)


@pytest.mark.rule("defiance.hth.reflex-roll", "defiance.hth.multiple-dice")
@pytest.mark.parametrize(("dice", "hurt"), [("blow 7, blow 1", 1), ("blow 7, blow 7", 2), ("blow 1, blow 1", 0)])
def test_of_a_tie_every_hit_counts_once(dice: str, hurt: int) -> None:
    battle = a_battle(
        {"r": {"frame": "two", "at": [[20, 10]]}, "b": {"frame": "wall", "at": [[20, 11]], "face": 180}},
        f"reflex 4, reflex 5, {dice}, blow 1",
        frames={**FRAMES, "wall": {"HR": "1@9+", "DC": 3, "QU": "Matrix", "HC": "-"}},
    )
    state = battle.state
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    state.turn.doing = Activation("r", melee=Melee(Bout("r.1", "b.1")))
    run(fight_out(battle))
    assert state.figures["b.1"].hurt == hurt
    assert state.acting().rolled == {"r.1": 2, "b.1": 1}


@pytest.mark.rule("defiance.infweapon.crew-hth", "defiance.hth.contact-without-lock")
@pytest.mark.parametrize("crewed", [True, False])
def test_a_gun_that_is_defended_is_not_attacked_again(crewed: bool) -> None:
    weapons = {"cannon": {"FR": 1, "form": "crew-served", "target": "AV", "brackets": {"5+": 12}, "PV": 30}}
    units = {"r": {"frame": "two", "at": [[21, 9]]}, "b": {"at": [[20, 10], [22, 10]], "support": "cannon", "primary": ""}}
    state = a_battle(units, frames=FRAMES, weapons=weapons).state
    state.turn.doing = Activation("r")
    assert state.figures["b.gun1"].at == (21_000, 10_000)
    if not crewed:
        for name in ("b.1", "b.2"):
            state.figures[name].y += 9000
    assert [enemy.id for enemy in strike_again(state, state.figures["r.1"])] == ([] if crewed else ["b.gun1"])


@pytest.mark.rule("defiance.hth.escape-failure", "defiance.hth.escape-oppose")
@pytest.mark.parametrize(("die", "free"), [(5, True), (6, False)])
def test_a_failed_escape_is_a_fight_with_all_who_opposed_it(die: int, free: bool) -> None:
    """Agility 6 and a reflex of 1 against it."""
    battle = pair(dice=f"escape {die}")
    assert run(try_escape(battle, battle.state.figures["r.1"]), "oppose") is free
    doing = battle.state.acting()
    assert (doing.fights, doing.acted) == (([], []) if free else ([Bout("b.1", "r.1", "escape")], ["r.1"]))
