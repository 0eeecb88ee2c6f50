"""Fights hand to hand: tests at contact, reflexes, dice one at a time, whom first, and what comes after (defiance.hth.*)."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from littlewars.dice import Rolling, Scripted
from littlewars.engine import Game, odds
from littlewars.engine.chance.forecast import foresee
from littlewars.engine.showing import Drag
from littlewars.systems.defiance.basics.profiles import Frame
from littlewars.systems.defiance.basics.state import Activation, Bout, Craft, InitiativeCard, Team
from littlewars.systems.defiance.cover.covering import able_to_cover
from littlewars.systems.defiance.fight.bouts import fight_out
from littlewars.systems.defiance.fight.forecasts import forecast
from littlewars.systems.defiance.fight.meeting import meet
from littlewars.systems.defiance.fight.strikes import blow_tally, dice_left, reflex, reflex_tally, use_dice
from littlewars.systems.defiance.orders.orders import available
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.systems.defiance.units.perimeter import counts
from littlewars.systems.defiance.units.removal import remove
from tests.defiance.squads import Play, a_battle, a_state, row, run, script

FRAMES: dict[str, dict[str, Any]] = {
    "crimson": {"HR": "4@7+", "RF": 2},
    "specter": {"HR": "1@9+", "RF": 2, "AG": 9, "QU": "Matrix", "HC": "-"},  # the Matrix never tests: fewer dice to write
    "fierce": {"HR": "2@7+", "RF": 3},
    "pioneer": {"HR": "1@7+", "QU": "Elite"},
    "brute": {"HR": "2@5+", "SZ": 3, "QU": "Matrix", "HC": "-"},
    "wall": {"HR": "1@9+", "DC": 3, "QU": "Matrix", "HC": "-"},
    "tough": {"HR": "1@9+", "DC": 3},
    "shield": {"HR": "1@9+", "DC": 2, "FS": "6+", "QU": "Matrix", "HC": "-"},
    "dull": {"HR": "1@9+", "QU": "Matrix", "HC": "-"},
    "mech": {"vehicle": True, "TY": "Mecha", "SZ": 4, "DC": 3, "HR": "2@5+", "RF": 1, "MV": 5},
}
AFAR = [44.0, 44.0]


def charge(red: dict[str, Any], blue: dict[str, Any], order: str = "charge", **more: Any) -> Play:
    """Red has its orders; blue has one more figure far away, so that it is not wiped out."""
    return Play({"r": red, "b": blue}, dice="card 1", frames=FRAMES, **more).say(order)


def one_on_one(mine: str, his: str, order: str = "charge", **more: Any) -> Play:
    """r.1 stands 4 inches from b.1; it is about to move."""
    red = {"frame": mine, "at": [[20, 10]], **more.pop("red", {})}
    blue = {"frame": his, "at": [[20, 14], AFAR], "face": 180, **more.pop("blue", {})}
    return charge(red, blue, order, **more)


def engaged(mine: str, his: str, *pairs: tuple[str, str], red: list[list[float]], blue: list[list[float]]) -> Play:
    """Figures that are locked when red activates."""
    units = {"r": {"frame": mine, "at": red}, "b": {"frame": his, "at": blue, "face": 180}}
    state = a_state(units, frames=FRAMES)
    for one, other in pairs:
        state.figures[one].locked += (other,)
        state.figures[other].locked += (one,)
    return resume(state)


def resume(state: Any, dice: str = "card 1") -> Play:
    """A battle in progress, which draws its first card."""
    play = Play.__new__(Play)
    play.begin(state, dice)
    return play


def dragged(play: Play, who: str, to: tuple[int, int], dice: str) -> Play:
    """It goes where it is dragged."""
    ask: Any = play.game.ask
    fallen: Any = play.game.battle.dice
    fallen.left += script(dice)
    play.game.answer(ask.plan(Drag((who,), to)))
    assert not fallen.left
    return play


CONTACT = {"r.1": [20, 13]}


# ---- contact


@pytest.mark.rule("defiance.hth.lock", "defiance.orders.maneuver-hth-after-movement", "defiance.hth.resolution-order")
def test_contact_holds_both_and_is_fought_when_all_have_moved() -> None:
    play = charge({"frame": "crimson", "at": [[20, 10], [26, 10]]}, {"frame": "dull", "at": [[20, 14], AFAR]})
    play.say("r.1", CONTACT)
    assert (play["r.1"].locked, play["b.1"].locked) == (("b.1",), ("r.1",))
    assert (play.state.acting().stage, play.state.acting().fights) == ("act", [Bout("r.1", "b.1", charged=True)])
    play.say({"r.2": [24, 11]}, dice="reflex 2, reflex 3, blow 1, blow 2, blow 6, blow 1, blow 1")
    assert play["r.1"].locked == ("b.1",)  # both stand: nothing parts them
    assert play.asks == "blue orders.declare-first"


@pytest.mark.rule("defiance.hth.perimeter", "defiance.hth.lock", "defiance.cover.ineligible-figures")
def test_a_lock_suspends_covering_fire_and_perimeters_and_its_end_gives_them_back() -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"frame": "bug", "at": [[20, 11], [25, 11]], "covers": "primary"}})
    state = battle.state
    state.turn.doing = Activation("r")
    run(meet(battle, state.figures["r.1"], [state.figures["b.1"]], "charge"))
    assert [one.id for one in able_to_cover(state, state.units["b"])] == ["b.2"]
    assert not counts(state, state.figures["b.1"])
    remove(battle, state.figures["r.1"], "killed")
    assert [one.id for one in able_to_cover(state, state.units["b"])] == ["b.1", "b.2"]
    assert counts(state, state.figures["b.1"])


@pytest.mark.rule("defiance.hth.contact-without-lock")
@pytest.mark.parametrize(("frame", "held"), [("tank", ()), ("mech", ("b.1",)), ("bug", ("b.1",))])
def test_a_vehicle_that_cannot_strike_holds_nobody(frame: str, held: tuple[str, ...]) -> None:
    units = {"r": {"frame": "bug", "at": [[20, 10]]}, "b": {"frame": frame, "at": [[20, 18]], "primary": ""}}
    battle = a_battle(units, frames=FRAMES)
    state = battle.state
    state.turn.doing = Activation("r")
    run(meet(battle, state.figures["r.1"], [state.figures["b.1"]], "sprint"))
    assert state.figures["r.1"].locked == held
    assert state.acting().fights == [Bout("r.1", "b.1", "lock" if held else "hull")]


@pytest.mark.rule("defiance.hth.contact")
def test_one_who_lies_is_touched_anywhere_along_his_body() -> None:
    """b.1 lies towards the south: his body ends two inches before his base's centre."""
    blue = {"frame": "dull", "at": [[20, 20], AFAR], "face": 180, "prone": True}
    play = charge({"frame": "crimson", "at": [[20, 14], [30, 14]]}, blue).say("r.1")
    assert play.refused({"r.1": [20, 18.9]}) == "move.figures-as-obstacles"  # it would go on over him
    assert not play.allows({"r.1": [[20.9, 14], [20.9, 18.5], [20.9, 20]]})  # past him, touching his side
    assert play.allows({"r.1": [[21.1, 14], [21.1, 18]]})
    play.say({"r.1": [20, 17.5]})
    assert play["r.1"].locked == ("b.1",)
    upright = charge({"frame": "crimson", "at": [[20, 14], [30, 14]]}, {**blue, "prone": False}).say("r.1")
    assert upright.say({"r.1": [20, 17.5]})["r.1"].locked == ()


@pytest.mark.rule("defiance.hth.contact", "defiance.hth.who-may-initiate")
def test_on_fire_orders_nobody_touches_one_who_lies() -> None:
    play = Play({"r": {"at": [[20, 14]]}, "b": {"at": [[20, 20]], "face": 180, "prone": True}}, dice="card 1")
    play.say("cohesive-fire", "walking", "move-fire")
    assert play.refused({"r.1": [20, 17.5]}) == "orders.fire-prohibitions"
    assert play.allows({"r.1": [20, 17.4]})


@pytest.mark.rule("defiance.flight.forbidden")
def test_in_the_air_nobody_fights() -> None:
    play = charge({"frame": "jumper", "at": [[20, 10]]}, {"frame": "bird", "at": [[20, 14], AFAR], "level": 1}, "sprint")
    play.say(CONTACT)
    assert play["r.1"].locked == ()
    assert not play.told("Reflexes")
    above = a_battle({"r": {"frame": "bird", "at": [[20, 10]], "level": 1}, "b": {"at": [[20, 14]]}})
    assert not {"primary-suppression", "support-suppression"} & set(available(above, above.state.units["r"], Team(["r.1"])))


# ---- whom one may attack


@pytest.mark.rule("defiance.hth.charging-path", "defiance.hth.elite-initiation", "defiance.hth.target-restriction")
def test_charging_paths() -> None:
    """defiance.ex.charging-paths: B is the closest of the closest unit, C of another."""
    units = {"b": {"frame": "dull", "at": [[20, 15], AFAR]}, "b2": {"frame": "dull", "at": [[25, 15]]}}
    man = Play({"r": {"at": [[20, 10]]}, **units}, dice="card 1", frames=FRAMES).say("charge")
    assert man.allows({"r.1": [20, 14]})
    assert man.allows({"r.1": [[23, 11], [21, 13]]})
    assert man.refused({"r.1": [[23, 12], [25, 14]]}) == "orders.maneuver-only-way-into-hth"
    elite = Play({"r": {"frame": "elite", "at": [[20, 10]]}, **units}, dice="card 1", frames=FRAMES).say("charge")
    assert "b2" in elite.options
    assert elite.say("b2").allows({"r.1": [[23, 12], [25, 14]]})


@pytest.mark.rule("defiance.hth.elite-initiation", "defiance.hth.target-restriction")
@pytest.mark.parametrize("order", ["sprint", "jump"])
def test_sprinters_and_jumpers_may_attack_the_closest_unit_only_elites_any_but_its_closest(order: str) -> None:
    units = {"b": {"frame": "dull", "at": [[20, 14], AFAR]}, "b2": {"frame": "dull", "at": [[24, 14], [24, 16.5]]}}
    for frame, allowed in (("jumper", False), ("leaper", True)):
        frames = {**FRAMES, "leaper": {"QU": "Elite", "modes": ["J"]}}
        play = Play({"r": {"frame": frame, "at": [[20, 10]]}, **units}, dice="card 1", frames=frames).say(order)
        verb = "jump" if order == "jump" else "go"
        assert play.allows({"r.1": {"verb": verb, "to": [23.2, 13.4]}}) is allowed
        second = {"r.1": [[22, 14], [23.2, 16]]} if order == "sprint" else {"r.1": {"verb": verb, "to": [23.2, 16]}}
        assert not play.allows(second)  # b2.2 while b2.1 is closer


# ---- tests at contact


@pytest.mark.rule("defiance.hth.charged-morale")
@pytest.mark.parametrize(("size", "mod"), [(1, 2), (2, 0), (3, -2)])
def test_a_charged_figure_tests_by_the_size_of_the_charger(size: int, mod: int) -> None:
    """defiance.ex.hth-morale-table; a Regular needs 5."""
    frames = {"charger": {"SZ": size, "QU": "Matrix", "HC": "-"}}
    units = {"r": {"frame": "charger", "at": [[20, 10], [30, 10]]}, "b": {"at": [[20, 14], AFAR]}}
    for face, shaken in ((5 - mod, False), (4 - mod, True)):
        play = Play(units, dice="card 1", frames=frames).say("charge", "r.1").say(CONTACT, dice=f"morale {face}")
        assert (play["b.1"].shaken, play["b.1"].locked) == (shaken, ("r.1",))


@pytest.mark.rule("defiance.hth.charged-morale", "defiance.morale.individual-modifiers")
@pytest.mark.parametrize(("size", "face", "passed"), [(3, 4, False), (3, 5, True), (1, 1, True), (2, 2, False)])
def test_a_charged_elite(size: int, face: int, passed: bool) -> None:
    """defiance.ex.charged-elite"""
    frames = {"charger": {"SZ": size, "QU": "Matrix", "HC": "-"}}
    units = {"r": {"frame": "charger", "at": [[20, 10], [30, 10]]}, "b": {"frame": "elite", "at": [[20, 14], AFAR]}}
    play = Play(units, dice="card 1", frames=frames).say("charge", "r.1").say(CONTACT, dice=f"morale {face}")
    assert play["b.1"].shaken is not passed
    sprint = Play(units, dice="card 1", frames=frames).say("sprint", "r.1").say(CONTACT)  # no test
    assert not sprint.told("Tested")


@pytest.mark.rule("defiance.hth.charged-morale")
def test_whoever_drives_off_a_shaken_figure_goes_on_with_what_he_has_left() -> None:
    blue = {"at": [[20, 14], AFAR], "figures": {"1": {"shaken": True, "prone": True, "face": 90}}}
    play = charge({"at": [[20, 10]]}, blue).say(CONTACT, dice="morale 1")
    assert play["b.1"].gone == "routed"
    assert (play.asks, play.budget) == ("red orders.charge-move", {"r.1": 5})  # twice his Move of 4, less 3
    play.say({"r.1": [20, 16]})
    assert play.at("r.1") == (20, 16)


@pytest.mark.rule("defiance.hth.charged-morale")
def test_whoever_drives_off_a_shaken_figure_with_the_last_of_his_move_stays_there() -> None:
    blue = {"at": [[20, 19], AFAR], "figures": {"1": {"shaken": True, "prone": True, "face": 90}}}
    play = charge({"at": [[20, 10], [10, 10]]}, blue).say("r.1").say({"r.1": [20, 18]}, dice="morale 1")
    assert play["b.1"].gone == "routed"
    assert (play.at("r.1"), play.asks) == ((20, 18), "red orders.charge-move")
    assert set(play.budget) == {"r.2"}


@pytest.mark.rule("defiance.hth.attacker-morale", "defiance.hth.sequence")
def test_attacking_somebody_larger_takes_nerve_whatever_the_orders() -> None:
    for order in ("charge", "sprint"):
        play = one_on_one("tough", "brute", order).say(
            CONTACT, dice="morale 4, reflex 9, reflex 1, blow 1, blow 1, blow 1"
        )  # a Regular needs 5; the brute never tests
        assert play["r.1"].shaken
        assert play["r.1"].prone
        (told,) = play.told("Reflexes")
        assert told.mine == (2 if order == "charge" else 0) - 6  # shaken and prone: it fights all the same
    equal = one_on_one("tough", "dull").say(CONTACT, dice="reflex 9, reflex 1, blow 1, blow 1")
    assert not equal.told("Tested")


@pytest.mark.rule("defiance.hth.sequence")
def test_the_charged_tests_before_the_attacker() -> None:
    frames = {"giant": {"SZ": 3, "HR": "1@9+"}}
    units = {"r": {"at": [[20, 10], [30, 10]]}, "b": {"frame": "giant", "at": [[20, 14], AFAR]}}
    play = Play(units, dice="card 1", frames=frames).say("charge", "r.1").say(CONTACT, dice="morale 3, morale 5")
    assert [(told.figure, told.passed) for told in play.told("Tested")] == [("b.1", True), ("r.1", True)]


# ---- reflexes


@pytest.mark.rule("defiance.hth.reflex-roll", "defiance.hth.reflex-modifiers", "defiance.hth.charge-bonus")
def test_a_tie_is_simultaneous() -> None:
    """defiance.ex.crimson-specter-reflex: 3 + 2 + 2 against 5 + 2; both roll as if the other were whole, both may fall."""
    play = one_on_one("crimson", "specter").say(CONTACT, dice="reflex 3, reflex 5, blow 1, blow 7, blow 9")
    (told,) = play.told("Reflexes")
    assert (told.mine, told.his, told.first) == (4, 2, "")
    assert (play["r.1"].gone, play["b.1"].gone) == ("killed", "killed")
    assert len(play.fell("blow, r.1")) == 2  # the second was enough: the others stay


@pytest.mark.rule("defiance.hth.reflex-roll")
def test_the_winner_strikes_first_and_the_other_only_if_he_survives() -> None:
    play = one_on_one("crimson", "specter").say(CONTACT, dice="reflex 4, reflex 5, blow 7")
    assert (play["b.1"].gone, play["r.1"].gone) == ("killed", "")
    assert not play.fell("blow, b.1")
    lost = one_on_one("crimson", "specter").say(CONTACT, dice="reflex 1, reflex 10, reflex 5, blow 9")
    assert (lost["b.1"].gone, lost["r.1"].gone) == ("", "killed")  # a natural 10 is open-ended: one more die, 5
    assert not lost.fell("blow, r.1")


@pytest.mark.rule("defiance.hth.reflex-modifiers", "defiance.hth.charge-bonus")
def test_the_table_of_reflexes() -> None:
    """defiance.ex.reflex-table: all of it is cumulative."""
    state = a_battle({"r": {"frame": "crimson", "at": [[20, 10]]}, "b": {"at": [[20, 20]]}}, frames=FRAMES).state
    me, him = state.figures["r.1"], state.figures["b.1"]
    assert reflex(state, me, him, charging=False) == 2
    assert reflex(state, me, him, charging=True) == 4
    me.spurred = True
    assert reflex(state, me, him, charging=True) == 5  # defiance.command.chit-charge
    assert reflex(state, me, him, charging=False) == 2
    him.struck_by = ("r.1", "r.2", "r.3")
    assert reflex(state, me, him, charging=False) == 6  # two friends, not itself
    him.struck_by = ()
    for word, value in (("prone", -2), ("shaken", -4), ("stunned", -6)):
        setattr(me, word, True)
        assert reflex(state, me, him, charging=False) == 2 + value
        setattr(me, word, False)
    state.units["r"].broken = 1
    assert reflex(state, me, him, charging=False) == -2
    me.prone = me.stunned = True
    assert reflex(state, me, him, charging=True) == 2 + 2 + 1 - 4 - 2 - 6
    assert [mod.value for mod in reflex_tally(state, me, him, charging=True).mods] == [2, 1, -2, -4, -6]


@pytest.mark.rule("defiance.hth.reflex-modifiers", "defiance.hth.shaken-in-combat", "defiance.morale.shaken-effects")
def test_a_shaken_defender_by_play() -> None:
    """defiance.ex.reflex-shaken: 2 + 2 charge + 2 size + 2 comrade against 9 + 1 - 4 - 2."""
    frames = {"big": {"SZ": 3, "HR": "1@7+", "QU": "Elite"}, "small": {"RF": 1, "HR": "1@9+", "DC": 2}}
    units = {"r": {"frame": "big", "at": [[20, 10], [24, 10]]}, "b": {"frame": "small", "at": [[20, 14], AFAR]}}
    play = (
        Play(units, dice="card 1", frames=frames)
        .say("r.1", "sprint")
        .say({"r.1": [20, 13]}, dice="reflex 9, reflex 1, blow 1, blow 1")
    )
    play.say("charge").say({"r.2": [20.9, 14.45]}, dice="morale 1, blow 1")  # the defender has used its die: no reflex roll
    assert len(play.told("Reflexes")) == 1
    state, mine, his = play.state, play["r.2"], play["b.1"]
    assert his.shaken
    assert his.prone
    his.struck_by = ("r.1",)
    assert 2 + reflex(state, mine, his, charging=True) == 8
    assert 9 + reflex(state, his, mine, charging=False) == 4


@pytest.mark.rule("defiance.hth.charge-bonus")
def test_the_charge_helps_only_in_the_activation_of_the_contact() -> None:
    play = engaged("crimson", "wall", ("r.1", "b.1"), red=[[20, 10]], blue=[[20, 11], AFAR])
    play.say("charge", dice="reflex 5, reflex 5, blow 1, blow 1, blow 1, blow 1, blow 1")
    (told,) = play.told("Reflexes")
    assert (told.mine, told.his) == (2, 0)


# ---- dice


@pytest.mark.rule("defiance.hth.rating", "defiance.hth.no-los-modifiers", "defiance.hth.anti-infantry")
def test_what_a_blow_needs() -> None:
    units = {"r": {"at": [[20, 10]], "sprint": 8, "prone": True}, "b": {"frame": "suit", "at": [[20, 20]]}}
    woods = {"terrain": [{"id": "wood", "category": "heavy", "box": [18, 12, 22, 22]}]}
    state = a_battle({**units, "b2": {"frame": "tank", "at": [[30, 30]], "primary": ""}}, **woods).state
    me, suit, tank = (state.figures[name] for name in ("r.1", "b.1", "b2.1"))
    assert blow_tally(me, suit).needed == 9 + 1  # armour -1 and nothing else
    assert blow_tally(me, suit, fled=True, chit=True).needed == 9 + 1 - 2 - 1
    assert blow_tally(me, tank).needed == 9 + 5
    piercing = Frame(
        key="v", name="v", army="", cost=1, size=2, quality="Regular", move=4000, dice=2, strikes=5, blows=frozenset("V")
    )
    me.frame = piercing
    assert blow_tally(me, tank).needed == 5 + 2


@pytest.mark.rule("defiance.hth.rating", "defiance.hth.multiple-dice")
def test_each_die_is_saved_and_lands_before_the_next_and_never_tags() -> None:
    play = one_on_one("crimson", "shield").say(
        CONTACT, dice="reflex 9, reflex 1, blow 7, field save 6, blow 6, blow 8, field save 5, blow 7, field save 1"
    )
    assert play["b.1"].gone == "killed"  # the fourth die; a 6, one short, did nothing
    assert [told.tags for told in play.told("Fired")] == []
    assert [(told.hit, told.saved) for told in play.told("Blow")] == [
        (True, True),
        (False, False),
        (True, False),
        (True, False),
    ]


@pytest.mark.rule("defiance.hth.rating", "defiance.dice.natural-1-damage")
def test_a_natural_1_always_fails() -> None:
    frames = {**FRAMES, "sure": {"HR": "1@1+"}}
    units = {"r": {"frame": "sure", "at": [[20, 10]]}, "b": {"frame": "dull", "at": [[20, 14], AFAR]}}
    play = Play(units, dice="card 1", frames=frames).say("charge").say(CONTACT, dice="reflex 9, reflex 1, blow 1, blow 1")
    assert not play["b.1"].gone


@pytest.mark.rule("defiance.hth.sequence", "defiance.hth.rating", "defiance.morale.trigger-damaged")
def test_the_damaged_test_once_when_both_have_struck() -> None:
    play = one_on_one("crimson", "tough").say(
        CONTACT, dice="morale 9, reflex 9, reflex 1, blow 7, blow 7, blow 1, blow 1, blow 1, morale 1"
    )
    assert play["b.1"].hurt == 2
    assert play["b.1"].shaken
    kinds = [type(event).__name__ for event in play.battle.events or []]
    assert kinds.index("Hurt") > len(kinds) - kinds[::-1].index("Blow") - 1
    assert [told.why for told in play.told("Tested")] == ["charged", "damaged"]


@pytest.mark.rule("defiance.hth.dice-per-unit-and-turn", "defiance.hth.no-dice-left", "defiance.hth.multiple-combatants")
def test_the_second_pioneer_needs_no_reflex_roll() -> None:
    """defiance.ex.storm-pioneers: the specter's one die is gone against this unit."""
    units = {"r": {"frame": "pioneer", "at": [[20, 10], [24, 10]]}, "b": {"frame": "specter", "at": [[20, 14], AFAR]}}
    play = Play(units, dice="card 1", frames=FRAMES)
    play.say("r.1", "charge").say({"r.1": [20, 13]}, dice="reflex 9, reflex 1, blow 1, blow 8")
    assert dice_left(play.state, play["b.1"], play["r.2"]) == 0
    play.say("charge").say({"r.2": [20.9, 14.45]}, dice="blow 7")
    assert len(play.told("Reflexes")) == 1
    assert play["b.1"].gone == "killed"


@pytest.mark.rule("defiance.hth.dice-per-unit-and-turn", "defiance.hth.no-dice-left")
def test_dice_against_two_units() -> None:
    """defiance.ex.hth-dice-two-units: HR 3, two dice at one unit and one at another in one's own activation."""
    units = {"r": {"frame": "three", "at": [[20, 10]]}, "b1": {"at": [[20, 11]]}, "b2": {"at": [[21, 10]]}}
    state = a_battle(units, frames={"three": {"HR": "3@7+"}}).state
    me, one, two = (state.figures[name] for name in ("r.1", "b1.1", "b2.1"))
    state.turn.doing = Activation("r")
    use_dice(state, me, one, 2)
    use_dice(state, me, two, 1)
    assert (dice_left(state, me, one), dice_left(state, me, two)) == (0, 0)
    state.turn.doing = Activation("b1")
    assert (dice_left(state, me, one), dice_left(state, me, two)) == (1, 2)


@pytest.mark.rule("defiance.hth.dice-per-unit-and-turn", "defiance.turn.command-phase")
def test_dice_come_back_with_the_next_turn() -> None:
    units = {"r": {"frame": "crimson", "at": [[20, 10]]}, "b": {"frame": "wall", "at": [[20, 11]], "face": 180}}
    state = a_state(units, frames=FRAMES)
    state.figures["r.1"].used, state.figures["b.1"].struck_by = (("b", 4),), ("r.1",)
    state.turn.phase, state.turn.deck = "command", []
    fallen = Scripted(script("card 1"))
    game = Game(DEFIANCE, state, fallen, strict=True)
    while game.state.turn.phase == "command":
        assert game.ask is not None
        game.answer(game.ask.default(), game.ask.side)
    play = Play.__new__(Play)
    play.game = game
    assert dice_left(play.state, play["r.1"], play["b.1"]) == 4
    assert play["b.1"].struck_by == ()


@pytest.mark.rule("defiance.hth.dice-per-unit-and-turn", "defiance.hth.multiple-dice", "defiance.hth.resolution-order")
def test_the_active_player_says_who_is_fought_first_and_dice_may_be_kept_for_the_next() -> None:
    play = engaged("crimson", "dull", ("r.1", "b.1"), ("r.1", "b.2"), red=[[20, 10]], blue=[[20, 11], [20, 9], AFAR])
    play.say("sprint")
    assert (play.asks, play.options) == ("red hth.resolution-order", ["r.1>b.1", "r.1>b.2"])
    play.say("r.1>b.2", dice="reflex 9, reflex 1")
    assert (play.asks, play.options) == ("red hth.dice-per-unit-and-turn", ["roll", "hold"])
    play.say("roll", dice="blow 1")
    play.say("hold", dice="blow 1, reflex 9, reflex 1").say("roll", dice="blow 1").say("roll", dice="blow 1")
    play.say("roll", dice="blow 7")  # it had kept three for b.1
    assert (play["b.1"].gone, play["b.2"].gone) == ("killed", "")
    assert play.state.figures["r.1"].used == (("b", 4),)


@pytest.mark.rule("defiance.hth.multiple-dice")
def test_dice_left_over_strike_another_enemy_in_contact() -> None:
    play = engaged("crimson", "dull", ("r.1", "b.1"), ("r.1", "b.2"), red=[[20, 10]], blue=[[20, 11], [20, 9], AFAR])
    play.say("sprint", "r.1>b.1", dice="reflex 9, reflex 1").say("roll", dice="blow 7")
    assert play.asks == "red hth.prone-after-kill"
    play.say("stay", dice="reflex 9, reflex 1, blow 1, blow 1, blow 7")
    assert [play[name].gone for name in ("b.1", "b.2")] == ["killed", "killed"]


# ---- after a fight


@pytest.mark.rule(
    "defiance.hth.bonus-movement", "defiance.hth.bonus-contact", "defiance.hth.bonus-cover", "defiance.hth.multiple-dice"
)
def test_two_crimsons() -> None:
    """defiance.ex.two-crimsons"""
    units = {
        "r": {"frame": "crimson", "at": [[20, 10], [22, 10]]},
        "b": {"frame": "dull", "at": [[21, 14]]},
        "b2": {"frame": "dull", "at": [[18.5, 14.5], AFAR]},
        "b3": {"frame": "dull", "at": [[40, 44]]},
    }
    play = Play(units, dice="card 1", frames=FRAMES).say("charge", "r.1", {"r.1": [20.1, 13.57]})
    play.say({"r.2": [21.9, 13.57]}).say("r.1>b.1", dice="reflex 9, reflex 1, blow 7")
    assert (play.asks, play.budget) == ("red hth.bonus-movement", {"r.1": 2})
    assert dice_left(play.state, play["r.1"], play["b.1"]) == 3
    assert play.refused({"r.1": [20.1, 11]}) == "move.maximum-distance"
    play.say({"r.1": [19.34, 13.95]})  # into contact with somebody else: nobody rolls
    assert play["r.1"].locked == ("b2.1",)
    assert [bout for bout in play.state.acting().fights if "b2.1" in (bout.attacker, bout.defender)] == []
    assert (play.asks, dice_left(play.state, play["r.2"], play["b.1"])) == ("red hth.bonus-movement", 4)
    play.say({"r.2": [[22.5, 12], {"verb": "prone"}]}, dice="card 2")
    assert (play.at("r.2"), play["r.2"].prone) == ((22.5, 12), True)
    assert play.state.acting().unit == "b2"  # the enemy's own activation
    play.say("charge", "b2.1", dice="").say(
        {"b2.2": [43, 42]}, dice="reflex 5, reflex 5, blow 1, blow 1, blow 1, blow 1, blow 1, card 1"
    )
    told = play.told("Reflexes")[-1]
    assert (told.figure, told.mine, told.his) == ("b2.1", 0, 2)  # no charge for anybody
    assert dict(play["r.1"].used)["b"] == 4


@pytest.mark.rule("defiance.hth.bonus-movement", "defiance.hth.prone-after-kill")
def test_the_side_that_is_not_active_moves_on_as_well() -> None:
    play = one_on_one("dull", "crimson").say(CONTACT, dice="morale 9, reflex 1, reflex 9, blow 7")
    assert play.asks == "blue hth.bonus-movement"
    play.say({}).say("prone")  # it keeps its dice and drops
    assert play["b.1"].prone
    assert play["b.1"].used == (("r", 1),)


@pytest.mark.rule("defiance.hth.prone-after-kill")
def test_without_dice_one_may_still_go_prone() -> None:
    play = one_on_one("pioneer", "dull").say(CONTACT, dice="reflex 9, reflex 1, blow 7")
    assert play.asks == "red hth.prone-after-kill"
    assert play.say("prone")["r.1"].prone


@pytest.mark.rule("defiance.hth.bonus-movement")
def test_the_shaken_get_no_bonus_movement() -> None:
    play = one_on_one("crimson", "brute").say(CONTACT, dice="morale 1, reflex 10, reflex 9, reflex 9, reflex 1, blow 7")
    assert (play["b.1"].gone, play["r.1"].shaken) == ("killed", True)
    assert "bonus" not in play.asks


# ---- orders of those who are engaged


@pytest.mark.rule("defiance.hth.engaged-maneuver-orders", "defiance.orders.hth-engaged-limits")
@pytest.mark.parametrize("order", ["sprint", "charge"])
def test_on_maneuver_orders_all_must_come_into_contact_if_they_can(order: str) -> None:
    play = engaged("man", "wall", ("r.1", "b.1"), red=[[20, 10], [23, 10]], blue=[[20, 11], [24, 14], AFAR])
    play.say(order, "r.2")
    assert play.refused({"r.2": [26, 10]}) == "hth.engaged-maneuver-orders"
    assert play.refused({"r.2": [23, 12]}) == "hth.engaged-maneuver-orders"
    left: Any = play.game.battle.dice
    left.left += script("reflex 9, reflex 1, " + "blow 1, " * 3 + "blow 1")
    play.game.answer(play.game.ask.default())  # type: ignore[union-attr]
    assert play["r.2"].locked


@pytest.mark.rule("defiance.hth.engaged-maneuver-orders")
def test_of_two_units_that_are_fought_each_figure_goes_for_the_nearest() -> None:
    units = {
        "r": {"at": [[20, 10], [23, 10], [26, 10]]},
        "b1": {"frame": "wall", "at": [[20, 11]], "face": 180},
        "b2": {"frame": "wall", "at": [[23, 11], [27, 13]], "face": 180},
        "b3": {"frame": "wall", "at": [[26, 12]], "face": 180},
    }
    state = a_state(units, frames=FRAMES)
    for one, other in (("r.1", "b1.1"), ("r.2", "b2.1")):
        state.figures[one].locked, state.figures[other].locked = (other,), (one,)
    play = resume(state)
    play.say("charge", "r.3")
    assert play.state.team().fought == ["b1", "b2"]
    assert play.refused({"r.3": [26, 11]}) == "orders.maneuver-only-way-into-hth"  # b3 is closer, and fights nobody
    assert play.allows({"r.3": [24, 11]})


@pytest.mark.rule("defiance.hth.engaged-unit-orders", "defiance.orders.suppression-not-when-engaged")
def test_engaged_units_neither_aim_nor_suppress() -> None:
    play = engaged("man", "wall", ("r.1", "b.1"), red=[[20, 10], [23, 10]], blue=[[20, 11], [24, 16], AFAR])
    assert set(play.options) == {"sprint", "charge", "cohesive-fire", "primary-fire", "support-fire"}


@pytest.mark.rule("defiance.hth.resolution-order", "defiance.hth.engaged-unit-orders")
def test_a_figure_that_was_shaken_before_starts_no_fight() -> None:
    units = {"r": {"at": [[20, 10], [30, 10]]}, "b": {"frame": "wall", "at": [[20, 11], AFAR], "face": 180}}
    state = a_state(units, frames=FRAMES)
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    state.figures["r.1"].shaken = state.figures["r.1"].prone = True
    play = resume(state)
    play.say("charge", "r.2").say({"r.2": [27, 10]})
    assert not play.told("Reflexes")
    assert play["r.1"].locked == ("b.1",)


# ---- escape


def escaping() -> Play:
    play = engaged("specter", "crimson", ("r.1", "b.1"), red=[[20, 10], [30, 10]], blue=[[20, 11], AFAR])
    return play.say("cohesive-fire", "walking", "move-fire")


@pytest.mark.rule("defiance.hth.escape-roll", "defiance.hth.escape-success", "defiance.hth.escape-when")
def test_the_specter_escapes() -> None:
    """defiance.ex.specter-escapes: 6 + 2 is not above 9; it is set half an inch clear, then moves and fires."""
    play = escaping()
    assert (play.asks, play.options) == ("blue hth.escape-oppose", ["oppose", "allow"])
    play.say("oppose", dice="escape 6")
    assert play["r.1"].locked == play["b.1"].locked == ()
    assert play.at("r.1")[1] <= 9.5
    play.say("r.1")
    assert play.budget == {"r.1": 4}
    play.say({"r.1": [20, 7]})
    assert play.asks == "red ranged.closest-target"


@pytest.mark.rule("defiance.hth.escape-roll", "defiance.hth.agility-naturals", "defiance.hth.escape-failure")
@pytest.mark.parametrize(("face", "free"), [(1, True), (6, True), (7, False), (10, False)])
def test_naturals_of_an_escape(face: int, free: bool) -> None:
    """defiance.ex.escape-naturals: with AG 9 and a reflex of 3 against it 6 is the highest that will do."""
    play = engaged("specter", "fierce", ("r.1", "b.1"), red=[[20, 10], [30, 10]], blue=[[20, 11], AFAR])
    play.say("cohesive-fire", "walking", "move-fire")
    if free:
        assert play.say("oppose", dice=f"escape {face}")["r.1"].locked == ()
        return
    play.say("oppose", dice=f"escape {face}, blow 1, blow 4, blow 1")
    assert not play.told("Reflexes")
    assert {told.tally.needed for told in play.told("Blow") if told.figure == "b.1"} == {5}  # 7+ with +2
    assert {told.tally.needed for told in play.told("Blow") if told.figure == "r.1"} == {9}
    assert play.game.ask.of == ("r.2",)  # type: ignore[union-attr]  # he does nothing else
    assert "r.1" in play.state.acting().acted


@pytest.mark.rule("defiance.hth.escape-roll")
def test_a_natural_1_gets_anybody_away() -> None:
    frames = {**FRAMES, "slow": {"AG": 3}}
    state = a_state({"r": {"frame": "slow", "at": [[20, 10]]}, "b": {"frame": "brute", "at": [[20, 11], AFAR]}}, frames=frames)
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    play = resume(state)
    assert play.say("cohesive-fire", "walking", "move-fire").say("oppose", dice="escape 1")["r.1"].locked == ()


@pytest.mark.rule("defiance.hth.escape-oppose", "defiance.hth.escape-failure", "defiance.hth.escape-roll")
@pytest.mark.parametrize(("answer", "face", "free"), [("oppose", 6, True), ("oppose", 7, False), ("allow", 0, True)])
def test_several_oppose_with_the_highest_reflex(answer: str, face: int, free: bool) -> None:
    """defiance.ex.escape-several: AG 8 against reflexes of 0 and 2."""
    frames = {"quick": {"AG": 8}, "dull": {"HR": "1@9+"}, "sharp": {"HR": "1@9+", "RF": 2}}
    units = {
        "r": {"frame": "quick", "at": [[20, 10]]},
        "b": {"frame": "dull", "at": [[20, 11]]},
        "b2": {"frame": "sharp", "at": [[21, 10]]},
    }
    state = a_state(units, frames=frames)
    state.figures["r.1"].locked = ("b.1", "b2.1")
    state.figures["b.1"].locked = state.figures["b2.1"].locked = ("r.1",)
    play = resume(state)
    play.say("cohesive-fire", "walking", "move-fire").say(answer, dice=f"escape {face}" if face else "")
    assert (play["r.1"].locked == ()) is free
    if not free:
        assert (play.asks, play.options) == ("blue hth.escape-failure", ["b.1>r.1", "b2.1>r.1"])
        play.say("b2.1>r.1", dice="blow 6")
        assert (play.asks, play.options) == ("red hth.dice-per-unit-and-turn", ["roll", "hold"])  # it answers whom it likes
        play.say("hold", dice="blow 1").say("roll", dice="blow 9")
        assert play["b.1"].gone == "killed"
        assert [told.tally.needed for told in play.told("Blow")] == [7, 7, 9]


@pytest.mark.rule("defiance.hth.escape-oppose")
@pytest.mark.parametrize("word", ["shaken", "stunned", "broken"])
def test_the_impaired_cannot_oppose(word: str) -> None:
    units = {"r": {"at": [[20, 10]]}, "b": {"at": [[20, 11], AFAR], "face": 180}}
    state = a_state(units, frames=FRAMES)
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    if word == "broken":
        state.units["b"].broken = 1
    else:
        setattr(state.figures["b.1"], word, True)
    play = resume(state)
    play.say("cohesive-fire", "walking", "move-fire")
    assert play["r.1"].locked == ()
    assert play.asks == "red move.maximum-distance"


@pytest.mark.rule("defiance.hth.engaged-fire-orders", "defiance.hth.escape-failure", "defiance.hth.escape-when")
def test_all_must_try_before_anybody_acts_and_the_shaken_may() -> None:
    units = {
        "r": {"at": [[20, 10], [23, 10], [26, 10]]},
        "b": {"frame": "dull", "at": [[20, 11], [23, 11], [26, 11]], "face": 180},
    }
    state = a_state(units, frames=FRAMES)
    for n in "123":
        state.figures[f"r.{n}"].locked, state.figures[f"b.{n}"].locked = (f"b.{n}",), (f"r.{n}",)
    state.figures["r.3"].shaken = state.figures["r.3"].prone = True
    play = resume(state)
    play.say("cohesive-fire", "stationary")
    assert (play.asks, play.options) == ("red hth.escape-when", ["r.1", "r.2", "r.3"])
    play.say("r.2", "allow")
    play.say("r.1", "oppose", dice="escape 10, blow 1, blow 1")
    assert (play.asks, play.options) == ("red hth.escape-when", ["stay", "r.3"])
    play.say("stay")
    assert play.game.ask.of == ("r.2",)  # type: ignore[union-attr]  # only he got away
    assert (play["r.1"].locked, play["r.3"].locked) == (("b.1",), ("b.3",))


@pytest.mark.rule("defiance.hth.escape-when")
def test_a_broken_figure_may_try_to_crawl_away() -> None:
    units = {"r": {"at": [[20, 10], [26, 10]]}, "b": {"frame": "dull", "at": [[20, 11], AFAR], "face": 180}}
    state = a_state(units, terrain=[{"id": "wood", "category": "light", "box": [18, 4, 22, 6]}], frames=FRAMES)
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    state.units["r"].broken = 1
    play = resume(state)
    assert (play.asks, play.options) == ("red hth.escape-when", ["stay", "escape"])
    play.say("escape").say("allow")
    assert play.at("r.1")[1] < 9  # it has crawled


@pytest.mark.rule("defiance.hth.escape-vehicles", "defiance.hth.versus-mecha", "defiance.hth.charged-morale")
def test_a_mecha_fights_like_a_man_and_leaves_when_it_likes() -> None:
    red = {"frame": "mech", "at": [[20, 10]], "primary": "", "figures": {"1": {"primary": "rifle"}}}
    blue = {"frame": "tough", "at": [[20, 15], AFAR], "face": 180}
    play = Play({"r": red, "b": blue}, dice="card 1", frames=FRAMES).say("charge")
    dragged(play, "r.1", (20_000, 14_800), "morale 9, reflex 9, reflex 1, blow 5, blow 1, blow 1, morale 9")
    assert play["r.1"].locked == ("b.1",)
    (told,) = play.told("Reflexes")
    assert (told.mine, told.his) == (1 + 2 + 2, 0)  # charge and size
    assert play["b.1"].hurt == 1
    state = play.state
    state.turn.doing, state.turn.deck = None, [InitiativeCard("r"), InitiativeCard("b")]
    for unit in state.units.values():
        unit.activated = False
    again = resume(state).say("cohesive-fire", "walking", "move-fire")
    assert again["r.1"].locked == ()  # nobody is asked


# ---- vehicles


@pytest.mark.rule("defiance.hth.versus-static-vehicle", "defiance.hth.anti-infantry", "defiance.hth.attacker-morale")
def test_blows_at_a_vehicle_that_stands() -> None:
    """defiance.ex.hth-vehicle, static: 11 - 5 - 1 hits, 9 - 6 does not; nobody rolls reflexes and nobody strikes back."""
    play = _at_the_truck(False, dice="morale 5, blow 10, blow 6, blow 5, blow 9, morale 9")
    assert [told.hit for told in play.told("Blow")] == [True, False]
    assert [told.tally.needed for told in play.told("Blow")] == [11, 11]
    assert play["b.1"].hurt == 1
    assert not play.told("Reflexes")
    assert play["r.1"].locked == ()
    assert [told.why for told in play.told("Tested")][:1] == ["attacks a larger enemy"]


TRUCK = {"vehicle": True, "TY": "APC", "SZ": 5, "DC": 3, "AR": -1, "MV": 6}


def _at_the_truck(moving: bool, dice: str) -> Play:
    frames = {"truck": TRUCK, "raider": {"HR": "2@5+", "AG": 6, "SZ": 2}}
    units = {
        "r": {"frame": "raider", "at": [[20, 10]]},
        "b": {"frame": "truck", "at": [[20, 18]], "primary": ""},
    }
    state = a_state(units, frames=frames)
    if moving:
        state.figures["b.1"].craft = Craft(rolled=True, speed="running")
    return dragged(resume(state).say("charge"), "r.1", (20_000, 17_000), dice)


@pytest.mark.rule("defiance.hth.versus-moving-vehicle", "defiance.hth.moving-vehicle-success")
def test_blows_at_a_vehicle_under_way() -> None:
    """defiance.ex.hth-vehicle, moving: an agility of 6 is enough; without damage done it tests again."""
    play = _at_the_truck(True, dice="morale 5, agility 6, blow 9, blow 9, morale 4")
    assert [told.why for told in play.told("Tested")] == ["attacks a larger enemy", "attacked a moving vehicle in vain"]
    assert play["r.1"].shaken
    done = _at_the_truck(True, dice="morale 5, agility 6, blow 10, blow 6, blow 5, blow 1, morale 9")
    assert [told.figure for told in done.told("Tested")] == ["r.1", "b.1"]


@pytest.mark.rule("defiance.hth.moving-vehicle-failure", "defiance.hth.agility-naturals", "defiance.hth.versus-moving-vehicle")
def test_whoever_is_too_slow_is_rammed() -> None:
    """defiance.ex.hth-vehicle: an agility of 7 is too much; two dice at 5+, for a running vehicle of size 5."""
    play = _at_the_truck(True, dice="morale 5, agility 7, ram 4, ram 5")
    assert play["r.1"].gone == "killed"
    assert not play.told("Blow")
    assert [(told.figure, told.passed) for told in play.told("GotAt")] == [("r.1", False)]


# ---- firing into a fight


@pytest.mark.rule("defiance.hth.firing-into")
@pytest.mark.parametrize(("face", "hit"), [(1, "r.1"), (3, "r.1"), (4, "b.1"), (7, "b.1"), (8, "b.2"), (10, "b.2")])
def test_who_is_in_the_way(face: int, hit: str) -> None:
    """defiance.ex.firing-into-hth: a friend, the largest, an enemy. b.1 is the largest, b.2 an enemy who is aimed at."""
    frames = {"big": {"SZ": 3, "QU": "Matrix", "HC": "-"}, "bug2": {"QU": "Matrix", "HC": "-"}}
    units = {
        "r": {"frame": "bug2", "at": [[20, 20]]},
        "r2": {"frame": "bug2", "at": [[20, 10]]},
        "b": {"at": [[20, 21], [19, 20]], "face": 180, "frame": "bug2", "figures": {"1": {"frame": "big"}, "2": {}}},
    }
    state = a_state(units, frames=frames, turn={"deck": [{"unit": "r2"}, {"unit": "b"}]})
    state.figures["r.1"].locked = ("b.1", "b.2")
    state.figures["b.1"].locked = state.figures["b.2"].locked = ("r.1",)
    play = resume(state)
    play.say("cohesive-fire", "stationary")
    (shot,) = [name for name in play.options if name.endswith(":b.2")]
    more = ", who of them 1" if face >= 8 else ""
    play.say(shot, dice=f"who is in the way {face}{more}, damage 1, damage 1")
    assert [told.hit for told in play.told("InTheWay")] == [hit]
    assert [told.target for told in play.told("Fired")] == [hit]


@pytest.mark.rule("defiance.hth.firing-into")
def test_if_all_are_of_one_size_anybody_may_be_hit_and_the_odds_know_it() -> None:
    units = {"r": {"at": [[20, 20]]}, "r2": {"at": [[20, 10]], "primary": "single"}, "b": {"at": [[21, 20]], "face": 180}}
    state = a_state(units, turn={"deck": [{"unit": "r2"}, {"unit": "b"}]})
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    play = resume(state).say("cohesive-fire", "stationary")
    shot = play.options[-1]
    found = foresee(DEFIANCE, play.battle, play.game.ask, shot)  # type: ignore[arg-type]
    assert found is not None
    alone = a_state({**units, "r": {"at": [[2, 2]]}}, turn={"deck": [{"unit": "r2"}, {"unit": "b"}]})
    whole = resume(alone).say("cohesive-fire", "stationary")
    sure = foresee(DEFIANCE, whole.battle, whole.game.ask, shot)  # type: ignore[arg-type]
    assert sure is not None
    assert found.expected == pytest.approx(sure.expected * (0.4 / 2 + 0.3))  # 4 to 7 either of the two, 8 to 10 the enemy
    play.say(shot, dice="who is in the way 5, who of them 2, damage 1")
    assert [told.hit for told in play.told("InTheWay")] == ["r.1"]


# ---- odds


@pytest.mark.rule("defiance.hth.reflex-roll", "defiance.hth.multiple-dice")
def test_odds_of_a_fight_are_those_of_every_face() -> None:
    frames = {"a": {"HR": "2@7+", "RF": 1, "DC": 2, "FS": "6+"}, "b": {"HR": "2@6+", "DC": 2}}
    units = {"r": {"frame": "a", "at": [[20, 10]]}, "b": {"frame": "b", "at": [[20, 11]], "face": 180}}
    state = a_state(units, frames=frames)
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    attack = forecast(state, Bout("r.1", "b.1", charged=True), fight_out)
    quick = odds(DEFIANCE, state, attack.rule, attack.measure, alike=attack.alike)
    assert sum(quick.values()) == Fraction(1)
    slow = odds(DEFIANCE, state, attack.rule, attack.measure, merge=False)
    assert quick == slow


def test_odds_of_the_largest_fight_are_soon_found() -> None:
    """Four dice a side, three damage points, fields: well below a thousand runs, a tenth of a second."""
    frames = {"a": {"HR": "4@7+", "DC": 3, "FS": "6+"}}
    units = {"r": {"frame": "a", "at": row(20, 10, 6)}, "b": {"frame": "a", "at": row(20, 11, 6), "face": 180}}
    state = a_state(units, frames=frames)
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1", "b.2"), ("r.1",)
    state.figures["b.2"].locked = ("r.1",)
    attack = forecast(state, Bout("r.1", "b.1"), fight_out)
    found = odds(DEFIANCE, state, attack.rule, attack.measure, alike=attack.alike, limit=1000)
    assert found == odds(DEFIANCE, state, attack.rule, attack.measure)


@pytest.mark.rule("defiance.turn.game-end", "defiance.hth.lock")
@pytest.mark.parametrize("seed", range(3))
def test_a_battle_of_the_locked_goes_on_to_its_end(seed: int) -> None:
    state = a_state({"r": {"at": row(20, 10, 3)}, "b": {"at": row(20, 11, 3)}})
    for number in (1, 2, 3):
        state.figures[f"r.{number}"].locked, state.figures[f"b.{number}"].locked = (f"b.{number}",), (f"r.{number}",)
    rng, game = Random(seed), Game(DEFIANCE, state, Rolling(seed), strict=True)
    while game.ask is not None:
        game.answer(game.ask.sample(rng))
        assert not DEFIANCE.state_errors(game.state)
    assert game.state.turn.phase == "over"


def test_the_choice_of_a_fight_carries_its_odds() -> None:
    play = engaged("crimson", "dull", ("r.1", "b.1"), ("r.1", "b.2"), red=[[20, 10]], blue=[[20, 11], [20, 9], AFAR])
    play.say("sprint")
    assert play.game.ask is not None
    found = foresee(DEFIANCE, play.battle, play.game.ask, "r.1>b.1")
    assert found is not None
    assert [roll.name for roll in found.rolls] == ["to strike first", "blow", "the enemy's blow"]
    assert 0 < found.expected < 1


@pytest.mark.rule("defiance.hth.anti-infantry", "defiance.hth.rating")
def test_letters_on_a_rating_do_what_they_do_on_weapons() -> None:
    frames = {**FRAMES, "ghoul": {"HR": "1@5+T"}, "shock": {"HR": "1@5+S"}}
    for frame, dice, gone, stunned in (("ghoul", "blow 5, morale 1, blow 1", "", False), ("shock", "blow 5, blow 1", "", True)):
        units = {"r": {"frame": frame, "at": [[20, 10]]}, "b": {"frame": "tough", "at": [[20, 14], AFAR], "face": 180}}
        play = Play(units, dice="card 1", frames=frames).say("sprint").say(CONTACT, dice=f"reflex 9, reflex 1, {dice}")
        assert (play["b.1"].gone, play["b.1"].hurt, play["b.1"].stunned) == (gone, 0, stunned)


@pytest.mark.rule("defiance.hth.contact-without-lock", "defiance.hth.versus-static-vehicle")
def test_whoever_stays_beside_a_tank_attacks_it_again_without_a_charge() -> None:
    play = _at_the_truck(False, dice="morale 5, blow 1, blow 1")
    state = play.state
    state.turn.doing, state.turn.number, state.turn.deck = None, 2, [InitiativeCard("r"), InitiativeCard("b")]
    for unit in state.units.values():
        unit.activated = False
    for figure in state.figures.values():
        figure.used = ()
    again = resume(state).say("sprint").say({}, dice="blow 10, blow 6, blow 5, blow 1, morale 9")
    assert again["b.1"].hurt == 1
    assert [told.why for told in again.told("Tested")] == ["damaged"]  # it has dared it before


@pytest.mark.rule("defiance.hth.firing-into", "defiance.aoe.to-hit")
def test_a_round_at_somebody_engaged_is_aimed_at_whoever_is_in_the_way() -> None:
    mortar = {"launcher": {"FR": 1, "brackets": {"7+": 30}, "aoe": {"radius": 1, "damage": "5+"}}}
    units = {
        "r": {"frame": "bug", "at": [[20, 20]]},
        "r2": {"frame": "bug", "at": [[20, 10]], "primary": "launcher"},
        "b": {"frame": "bug", "at": [[21, 20]], "face": 180},
    }
    state = a_state(units, weapons=mortar, turn={"deck": [{"unit": "r2"}, {"unit": "b"}]})
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    play = resume(state).say("cohesive-fire", "stationary")
    shot = next(name for name in play.options if name.endswith(":b.1"))
    play.say(shot, dice="who is in the way 2, to hit 10, to hit 1, damage 1, damage 1")
    assert [told.hit for told in play.told("InTheWay")] == ["r.1"]
    assert [told.target for told in play.told("Launched")] == ["r.1"]


@pytest.mark.rule("defiance.hth.dice-per-unit-and-turn", "defiance.hth.contact-without-lock")
def test_dice_may_be_kept_for_a_hull_beside_the_man_one_fights() -> None:
    units = {
        "r": {"frame": "crimson", "at": [[20, 10]]},
        "b": {"frame": "dull", "at": [[20, 11], AFAR], "face": 180},
        "b2": {"frame": "tank", "at": [[24, 10]], "primary": ""},
    }
    state = a_state(units, frames=FRAMES)
    state.figures["r.1"].x = state.figures["b2.1"].x - state.figures["b2.1"].frame.base[1] // 2 - 500  # type: ignore[index, operator]
    state.figures["b.1"].x = state.figures["r.1"].x
    state.turn.doing = Activation("r", stage="fight", team=Team(["r.1"], "charge"))
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    state.acting().fights = [Bout("r.1", "b.1"), Bout("r.1", "b2.1", "hull")]
    play = resume(state, "")
    assert play.options == ["r.1>b.1", "r.1>b2.1"]
    play.say("r.1>b.1", dice="reflex 9, reflex 1")
    assert play.options == ["roll", "hold"]
    play.say("hold", dice="blow 1")  # his one die
    for number in range(4):  # then four at the tank
        play.say("roll", dice="blow 1" if number < 3 else "blow 1, card 1")
    assert play["r.1"].used == (("b2", 4),)
    state = a_state(units, frames=FRAMES)
    state.figures["b.1"].x = state.figures["r.1"].x
    state.turn.doing = Activation("r", stage="fight", team=Team(["r.1"], "charge"))
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    state.acting().fights = [Bout("r.1", "b.1"), Bout("r.1", "b2.1", "hull")]  # but it is not beside it any more
    far = resume(state, "reflex 9, reflex 1, blow 1, blow 1, blow 1, blow 1, blow 1, card 1")
    assert far["r.1"].used == (("b", 4),)


@pytest.mark.rule("defiance.hth.escape-roll")
def test_who_has_no_room_to_get_clear_is_free_where_it_stands() -> None:
    boxes = {
        "west": [10, 2, 19.4, 20],
        "east": [20.6, 2, 30, 20],
        "south": [19.4, 2, 20.6, 9.4],
        "north": [19.4, 11.6, 20.6, 20],
    }
    terrain = [{"id": name, "category": "impassable", "box": box, "height": 3} for name, box in boxes.items()]
    units = {"r": {"at": [[20, 10]]}, "b": {"frame": "dull", "at": [[20, 11], AFAR], "face": 180}}
    state = a_state(units, frames=FRAMES, terrain=terrain)
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    play = resume(state).say("cohesive-fire", "walking", "move-fire").say("allow")
    assert (play["r.1"].locked, play.at("r.1")) == ((), (20, 10))


@pytest.mark.rule("defiance.hth.firing-into")
def test_whoever_the_firer_cannot_see_is_in_nobodys_way() -> None:
    """r.1 stands behind the house: a 2 would find a friend, but there is none to be seen."""
    house = {"id": "house", "category": "impassable", "box": [14, 14, 19.4, 19], "height": 6}
    units = {
        "r": {"frame": "bug", "at": [[18.9, 20]]},
        "r2": {"frame": "bug", "at": [[20, 10]], "primary": "single"},
        "b": {"frame": "bug", "at": [[19.9, 20]], "face": 180},
    }
    for terrain, hit in (([house], "b.1"), ([], "r.1")):
        state = a_state(units, terrain=terrain, turn={"deck": [{"unit": "r2"}, {"unit": "b"}]})
        state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
        play = resume(state).say("cohesive-fire", "stationary")
        play.say(play.options[-1], dice="who is in the way 2, damage 1")
        assert [told.hit for told in play.told("InTheWay")] == [hit]
