"""Close defence weapons: when they may be set off, by whom, and what comes of it (defiance.cdw.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.defiance.area.close_defence import charge_of
from littlewars.systems.defiance.area.clouds import drift_all
from littlewars.systems.defiance.cover.reactions import _shots

from .squads import Play, a_battle, run, shoot

WEAPONS: dict[str, dict[str, Any]] = {
    "vest": {"form": "cdw", "ammo": 1, "aoe": {"radius": 2, "damage": "1@7+B"}},
    "twice": {"form": "cdw", "ammo": 1, "aoe": {"radius": 2, "damage": "2@7+"}},
    "bloom": {"form": "cdw", "ammo": 1, "kamikaze": True, "aoe": {"radius": 2, "damage": "5+"}},
    "vent": {"form": "cdw", "ammo": 1, "poison": True, "aoe": {"radius": 2, "damage": "7+"}},
    "field": {"form": "cdw", "aoe": {"radius": 2, "damage": "7+"}},
}
CDW, COVER = "defiance.cdw.timing", "defiance.cover.triggers"


def carrier(weapon: str = "vest", **more: Any) -> dict[str, Any]:
    """A blue figure with a rifle and one of these, looking south."""
    return {"primary": "rifle", "side_arms": weapon, "face": 180, "at": [[20, 20]], **more}


def walk(blue: dict[str, Any], to: list[float], at: tuple[float, float] = (20, 12), **more: Any) -> Play:
    """A red suit runs there past the carrier; another stands far off."""
    red = {"frame": "suit", "figures": {"1": {"at": list(at), "frame": "suit"}, "2": {"at": [44, 4], "frame": "suit"}}}
    game = Play({"r": red, "b": blue}, "card 1", weapons=WEAPONS, **more)
    game.say("cohesive-fire", "running", "move-fire", "r.1")
    return game.say({"r.1": to})


# ---- windows


@pytest.mark.rule("defiance.cdw.timing", "defiance.cdw.area", "defiance.orders.cdw-any-time", "defiance.cover.timing-cdw")
def test_a_mover_in_its_area_may_be_met() -> None:
    """Asked where he comes within 2 inches, not before and not at every step; the die doubles his armour, and he is shocked."""
    game = walk(carrier(), [20, 18.2])
    assert (game.rule, game.game.ask.side) == (CDW, "blue")
    assert game.at("r.1")[1] == pytest.approx(17.5, abs=0.002)
    assert game.options == ["wait", "pass", "b.1"]
    game.say("b.1", dice="damage 8, morale 9, morale 9")
    (event,) = game.told("Caught")
    assert (event.target, event.tally.needed, event.tags) == ("r.1", 9, 1)
    assert [one.why for one in game.told("Tested")] == ["tagged", "explosion shock"]
    assert game["b.1"].shots == (0, 1)
    assert charge_of(game.state, game["b.1"]) is None  # once in a game
    assert not walk(carrier(), [20, 17.4]).told("Exploded")


@pytest.mark.rule("defiance.cdw.timing")
def test_he_who_passes_by_is_met_where_he_comes_and_before_he_leaves() -> None:
    game = walk(carrier(), [24, 21.4], at=(16, 21.4))
    places = []
    while game.rule == CDW:
        places.append(game.at("r.1")[0])
        game.say("wait")
    assert places == pytest.approx([17.93, 22.07], abs=0.01)
    passed = walk(carrier(), [24, 21.4], at=(16, 21.4)).say("pass")
    assert passed.rule != CDW


@pytest.mark.rule("defiance.cover.timing-cdw", "defiance.cdw.timing")
def test_covering_fire_and_close_defence_are_one_question() -> None:
    """Their owner answers with the one, the other, or both in the order he likes."""
    game = walk(carrier(covers="primary", cover_mod=-2), [20, 17.6])
    while game.rule == COVER and "b.1" not in game.options:
        game.say("wait")
    assert {"wait", "b", "b.1"} <= set(game.options)
    game.say("b.1", dice="damage 1, morale 9")
    assert (game.rule, "b" in game.options, "b.1" in game.options) == (COVER, True, False)


@pytest.mark.rule("defiance.cdw.timing", "defiance.cdw.before-damage-rolls")
def test_fire_at_its_unit_may_be_answered_before_the_dice() -> None:
    """defiance.ex.kamikaze: declared before the damage roll, never after it; the firer's comrade beside it is caught."""
    red = {"figures": {"1": {"at": [20, 10]}, "2": {"at": [21.5, 18.2]}, "3": {"at": [40, 10]}}}
    units = {"r": red, "b": carrier("bloom")}
    game = Play(units, "card 1", weapons=WEAPONS)
    while game.rule == CDW:
        game.say("wait")
    game.say("cohesive-fire", "stationary", "r.1", shoot("rifle", "b.1"))
    while game.rule.startswith("defiance.spread"):
        game.say("one")
    assert (game.rule, game.options) == (CDW, ["wait", "b.1"])
    game.say("b.1", dice="damage 9")
    assert (game["r.2"].gone, game["b.1"].gone) == ("killed", "killed")  # the dice at him are lost
    assert not game.told("Fired")
    late = Play(units, "card 1", weapons=WEAPONS)
    while late.rule == CDW:
        late.say("wait")
    late.say("cohesive-fire", "stationary", "r.1", shoot("rifle", "b.1"))
    while late.rule.startswith("defiance.spread"):
        late.say("one")
    late.say("wait", dice="damage 9, damage 1")
    assert late["b.1"].gone == "killed"
    assert late.rule != CDW  # after the killing roll nobody is asked


@pytest.mark.rule("defiance.cdw.kamikaze")
def test_a_kamikaze_is_gone_when_its_dice_have_fallen() -> None:
    game = walk(carrier("bloom", chits=[{"owner": "b.1"}]), [20, 17.6])
    game.say("b.1", dice="damage 1, morale 9")
    assert game["b.1"].gone == "killed"  # neither luck nor a field helps
    assert game.told("Caught")[0].target == "r.1"


@pytest.mark.rule("defiance.cdw.timing")
def test_the_start_and_end_of_activations() -> None:
    """Whoever stands in an enemy's area when a unit activates; the active side is asked first. Poison also without an enemy."""
    both = {"primary": "rifle", "side_arms": "vest", "frame": "suit"}
    units = {"r": {**both, "at": [[20, 18]]}, "b": {**both, "at": [[20, 20]], "face": 180}}
    game = Play(units, "card 1", weapons=WEAPONS)
    assert (game.rule, game.game.ask.side, game.options) == (CDW, "red", ["wait", "r.1", "quiet"])
    game.say("wait")
    assert game.game.ask.side == "blue"
    game.say("quiet")
    assert game.rule != CDW
    far = {"r": {"at": [[5, 5]]}, "b": carrier("vent", at=[[40, 40]])}
    assert Play(far, "card 1", weapons=WEAPONS).options == ["wait", "b.1", "quiet"]
    assert Play({**far, "b": carrier("vest", at=[[40, 40]])}, "card 1", weapons=WEAPONS).rule != CDW


@pytest.mark.rule("defiance.cdw.timing")
def test_before_and_after_its_own_action() -> None:
    """He runs to the enemy and sets it off there; that uses up neither his fire nor anything else."""
    units = {
        "r": {"primary": "rifle", "side_arms": "vest", "frame": "suit", "at": [[20, 12]]},
        "b": {"frame": "suit", "at": [[20, 20]], "face": 180},
    }
    game = Play(units, "card 1", weapons=WEAPONS).say("sprint", {"r.1": [20, 17.8]})
    assert (game.rule, game.game.ask.side, game.options) == (CDW, "red", ["wait", "r.1", "quiet"])
    game.say("r.1", dice="damage 1, morale 9")
    assert [event.target for event in game.told("Caught")] == ["b.1"]


@pytest.mark.rule("defiance.cdw.timing", "defiance.hth.sequence")
def test_before_the_blows_of_a_fight() -> None:
    """After the reflex roll, before any die: the defender dies in the blast and nobody strikes."""
    units = {"r": {"frame": "suit", "primary": "rifle", "at": [[20, 15]]}, "b": carrier("twice", frame="suit")}
    game = Play(units, "card 1", weapons=WEAPONS).say("charge")
    while game.game.ask.kind != "move":
        game.say(game.game.ask.ids[0])
    game.say({"r.1": [20, 19]})
    while game.rule == CDW and "pass" in game.options:
        game.say("pass", dice="morale 9, reflex 9, reflex 1")
    assert (game.rule, game.options) == (CDW, ["wait", "b.1", "quiet"])
    assert game.told("Reflexes")
    game.say("b.1", dice="damage 9, damage 9")
    assert game["r.1"].gone == "killed"
    assert not game.told("Blow")


# ---- who may


@pytest.mark.rule("defiance.cdw.stunned")
def test_a_stunned_carrier_cannot() -> None:
    assert walk(carrier(stunned=True, stunned_in=1), [20, 17.6]).rule != CDW


@pytest.mark.rule("defiance.cdw.shaken-broken")
@pytest.mark.parametrize(("die", "goes_off"), [(5, True), (4, False)])
@pytest.mark.parametrize("how", ["shaken", "broken"])
def test_a_shaken_or_broken_carrier_must_dare(die: int, goes_off: bool, how: str) -> None:
    """5+; failing costs nothing but the chance, for this activation; passing does not steady him."""
    state = {"shaken": True, "prone": True} if how == "shaken" else {}
    blue = carrier(figures={"1": state}, **({"broken": 1} if how == "broken" else {}))
    game = walk(blue, [22.4, 20], at=(22.4, 13))
    assert game.rule == CDW
    game.say("b.1", dice=f"morale {die}" + (", damage 1, morale 9" if goes_off else ""))
    assert bool(game.told("Exploded")) is goes_off
    assert not game["b.1"].gone
    assert game["b.1"].shaken is (how == "shaken")
    assert game.rule != CDW  # one attempt in an activation


@pytest.mark.rule("defiance.cdw.definition", "defiance.cdw.unlimited")
def test_how_often() -> None:
    """Each copy once in a game; unlimited ammunition once in a turn; it is no fire action and no covering weapon."""
    units = {"r": {"at": [[20, 18]]}, "b": carrier("vest", side_arms=["vest", "vest"])}
    battle = a_battle(units, weapons=WEAPONS, turn={"doing": {"unit": "r"}})
    figure = battle.state.figures["b.1"]
    assert charge_of(battle.state, figure) == 1
    figure.shots = (0, 1, 0)
    assert charge_of(battle.state, figure) == 2
    figure.shots = (0, 1, 1)
    assert charge_of(battle.state, figure) is None
    again = a_battle({**units, "b": carrier("field")}, weapons=WEAPONS, turn={"doing": {"unit": "r"}}).state
    one = again.figures["b.1"]
    one.set_off = 1
    assert charge_of(again, one) is None
    again.turn.number = 2
    assert charge_of(again, one) == 1
    line = one.arms[1].weapon
    assert (line.can_cover, line.can_suppress, line.is_direct) == (False, False, False)
    game = Play(
        {"r": {"at": [[20, 10]], "side_arms": "vest", "primary": ""}, "b": {"at": [[20, 18]], "face": 180}},
        "card 1",
        weapons=WEAPONS,
    )
    game.say("cohesive-fire", "stationary")
    assert game.game.ask.kind == "move"  # nothing to fire


@pytest.mark.rule("defiance.cdw.area")
def test_friends_are_caught_others_levels_are_not_and_a_hull_measures_from_its_edge() -> None:
    bird = {
        "frame": "bird",
        "figures": {"1": {"at": [20, 20], "side_arms": "vest", "level": 1}, "2": {"at": [21.5, 20], "level": 1}},
    }
    units = {"r": {"frame": "bird", "at": [[20, 18]], "level": 1}, "r2": {"at": [[19, 21.5]]}, "b": {"face": 180, **bird}}
    game = Play(units, "card 1", weapons=WEAPONS)
    assert game.options == ["wait", "b.1", "quiet"]
    game.say("b.1", dice="damage 1, damage 1, morale 9, morale 9")
    assert {event.target for event in game.told("Caught")} == {"r.1", "b.2"}  # not himself, not the man below
    tank = {"vehicle": True, "TY": "Light Vehicle", "SZ": 4, "DC": 2, "base": [4, 2]}
    hull = {"face": 180, "figures": {"1": {"frame": "tank2", "at": [20, 20], "arms": [["side", "vest"]]}}}
    near = Play({"r": {"frame": "suit", "at": [[20, 15.6]]}, "b": hull}, "card 1", weapons=WEAPONS, frames={"tank2": tank})
    assert near.rule == CDW  # 1.9 inches from the hull, 3.9 from its centre


# ---- covering fire in answer, poison


@pytest.mark.rule("defiance.cdw.covering-reaction")
def test_covering_fire_answers_an_active_carrier_after_his_dice() -> None:
    units = {
        "r": {"primary": "rifle", "side_arms": "vest", "frame": "suit", "at": [[20, 18]]},
        "b": {"frame": "suit", "at": [[20, 20]], "face": 180},
        "b2": {"at": [[28, 28]], "face": 220, "covers": "primary", "cover_mod": -2},
    }
    game = Play(units, "card 1", weapons=WEAPONS)
    game.say("r.1", dice="damage 1, morale 9")
    assert (game.rule, game.options) == (COVER, ["wait", "b2"])
    own = Play(
        {
            "r": units["b"] | {"face": 0},
            "b": units["r"] | {"face": 180, "at": [[20, 22]]},
            "r2": {"at": [[20, 10]], "covers": "primary"},
        },
        "card 1",
        weapons=WEAPONS,
    )
    own.say("b.1", dice="damage 1, morale 9")
    assert own.rule != COVER  # nobody answers in his own activation


@pytest.mark.rule("defiance.cdw.poison", "defiance.cdw.poison-carrier", "defiance.aoe.poison-burst")
def test_a_vent_leaves_poison_that_spares_its_carrier_for_a_turn() -> None:
    """defiance.ex.poison-cdw-carrier: not in the turn of use, later yes; friends always."""
    blue = {"figures": {"1": {"at": [20, 20], "side_arms": "vent"}, "2": {"at": [21.5, 20]}}, "face": 180, "frame": "suit"}
    blue["figures"] = {key: {"frame": "suit", **one} for key, one in blue["figures"].items()}
    game = Play({"r": {"frame": "suit", "at": [[5, 5]]}, "b": blue}, "card 1", weapons=WEAPONS)
    game.say("b.1", dice="damage 1, morale 9")
    (event,) = game.told("Caught")
    assert (event.target, event.tally.needed) == ("b.2", 9)  # armour -1 doubled
    (cloud,) = game.state.clouds
    assert (cloud.carrier, cloud.kind, cloud.damage) == ("b.1", "poison", 7)
    fumes = {"id": "c", "kind": "poison", "name": "vent", "at": [20, 19.5], "radius": 2, "by": "b.1", "turn": 1}
    fumes |= {"damage": 7, "letters": "B", "carrier": "b.1"}
    units = {"r": {"at": [[5, 5]]}, "b": {"at": [[20, 20]], "face": 180}}
    dice = "scatter distance 1, scatter direction 360, damage 1"
    battle = a_battle(units, dice, clouds=[fumes], turn={"number": 2})
    run(drift_all(battle))
    assert [event.target for event in battle.events if type(event).__name__ == "Caught"] == ["b.1"]


@pytest.mark.rule("defiance.cdw.covering-reaction", "defiance.cdw.shaken-broken")
def test_who_does_not_dare_is_not_answered() -> None:
    units = {
        "r": {"primary": "rifle", "side_arms": "vest", "frame": "suit", "at": [[20, 18]], "figures": {"1": {"shaken": True}}},
        "b": {"frame": "suit", "at": [[20, 20]], "face": 180},
        "b2": {"at": [[28, 28]], "face": 220, "covers": "primary", "cover_mod": -2},
    }
    game = Play(units, "card 1", weapons=WEAPONS)
    assert game.rule == CDW
    game.say("r.1", dice="morale 1, card 1")
    assert (game.told("Caught"), game.rule != COVER) == ([], True)


@pytest.mark.rule("defiance.cdw.timing", "defiance.cdw.before-damage-rolls")
def test_fire_from_afar_is_not_answered_with_poison() -> None:
    """At the start of an activation a vent may be opened with nobody near it; in answer to fire only at somebody near."""
    units = {"r": {"at": [[20, 10]], "primary": "single"}, "b": carrier("vent"), "b2": {"at": [[44, 44]]}}
    game = Play(units, "card 1", weapons=WEAPONS)
    assert game.options == ["wait", "b.1", "quiet"]
    game.say("wait", "cohesive-fire", "stationary").say(shoot("single", "b.1"), dice="damage 1")
    assert len(game.told("Fired")) == 1


@pytest.mark.rule("defiance.cover.whole-unit", "defiance.cover.own-arc")
@pytest.mark.parametrize("word", ["", "shaken", "stunned", "locked"])
def test_who_was_struck_meanwhile_does_not_cover_any_more(word: str) -> None:
    blue = {"at": [[20, 20], [22, 20]], "face": 180, "covers": "primary", "cover_mod": -2}
    battle = a_battle({"r": {"at": [[20, 12]]}, "b": blue})
    figure = battle.state.figures["b.1"]
    if word:
        setattr(figure, word, ("r.1",) if word == "locked" else True)
    found = _shots(battle, ["b.1", "b.2"], dict.fromkeys(("b.1", "b.2"), "primary"), "r")
    assert list(found) == (["b.2"] if word else ["b.1", "b.2"])
