"""What a soak counts, what a blast would meet, which way a robot looks."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.dice import Draw
from littlewars.engine import Spot, Tally
from littlewars.systems.combat_action.basics import events as happened
from littlewars.systems.combat_action.basics import numbers
from littlewars.systems.combat_action.basics.numbers import COSTS, LOCATIONS
from littlewars.systems.combat_action.system import COMBAT_ACTION, FEATURES, shows
from tests.combat_action.field import Play, a_state, man

FOE = {"model": "bare", "at": [[110, 110]]}
NO_MODS = Tally(4, ())


@pytest.mark.parametrize(
    ("event", "features"),
    [
        (happened.Acted(figure="r.1", verb="walk", cost=1), ["activity walk"]),
        (happened.Acted(figure="r.1", verb="take seat", cost=1), []),
        (happened.Hurt(figure="r.1", pen=2, pf=4, result="killed"), ["hit: killed"]),
        (happened.Hurt(figure="r.1", pen=2, pf=4, result="it penetrates"), []),
        (happened.Tested(unit="r", passed=True, status="rallies", tally=NO_MODS), ["discipline: rallies"]),
        (happened.Damaged(figure="r.1", place="control core"), ["location pilot-compartment"]),
        (happened.Damaged(figure="r.1", place="power plant"), ["location power-plant"]),
        (happened.Section(piece="x", result="pierced"), ["section pierced"]),
        (happened.Section(piece="x", result="no effect"), []),
        (happened.Rolled(figure="r.1", result="halts"), ["robot: halt"]),
        (happened.Rolled(figure="r.1", result="stands still"), ["runaway: stands still"]),
        (happened.Rolled(figure="r.1", result="flies at low altitude"), ["runaway: another altitude or the same"]),
        (happened.Changed(who="r.1", what="loses its gun for good"), ["malfunction: out for the battle"]),
        (happened.Changed(who="r.1", what="has landed and stands still"), ["emergency landing"]),
        (happened.Changed(who="r.1", what="is ready-to-fire"), ["ready-to-fire"]),
        (happened.Changed(who="r.1", what="has jammed its gun"), ["jam"]),
        (happened.Changed(who="r.1", what="has its hatches broken open"), ["hatches broken open"]),
        (Draw("direction, r.1", "d6", (3,)), ["direction 3"]),
        (Draw("deviation", "d6", (6,)), ["deviation 6"]),
        (Draw("to hit, r.1", "d6", (3,)), []),
        (happened.Changed(who="r.1", what="sleeps"), []),
        (happened.Moved(figure="r.1", path=(), face=0, how="runs"), ["rout"]),
        (happened.Moved(figure="r.1", path=(), face=0, how="gets out of it"), ["getting out"]),
        (happened.Moved(figure="r.1", path=(), face=0, how="walks"), []),
        (happened.Fought(figure="r.1", target="b.1", weapon="x", hit=True, tally=NO_MODS, back=True), ["strike back"]),
        (happened.Fought(figure="r.1", target="b.1", weapon="x", hit=True, tally=NO_MODS), []),
        (happened.Exploded(what="x", at=(0, 0), radius=3, off=4), ["explosion", "deviation"]),
        (happened.Exploded(what="x", at=(0, 0), radius=3), ["explosion"]),
        (happened.Removed(figure="r.1", how="gone over the edge"), ["gone over the edge"]),
        (happened.Removed(figure="r.1", how="killed"), []),
        (happened.Answered(figure="r.1", by="b.1"), ["ready fire"]),
    ],
)
def test_features(event: Any, features: list[str]) -> None:
    state = a_state({"r": {"at": [[20, 20]]}, "b": FOE})
    assert list(shows(state, event)) == features
    assert set(features) <= set(FEATURES)
    assert len([name for name in FEATURES if name.startswith("activity ")]) == len(COSTS)
    assert len([name for name in FEATURES if name.startswith("location ")]) == len(LOCATIONS)


@pytest.mark.rule("combat-action.area.blast")
def test_a_point_shows_who_would_be_caught() -> None:
    figures = {"1": {"model": "bomber", "at": [60, 20], "primed": 1}}
    units = {"r": {"figures": figures}, "b": {"model": "bare", "at": [[60, 38], [64, 38]]}}
    play = Play(units, active="r").say("throw-grenade:0:point")
    ask: Any = play.game.ask
    (trace,) = ask.trace((Spot("aim", (60000, 38000)),))
    assert [(touch.figure, touch.chance) for touch in trace.meets] == [("b.1", 1.0), ("b.2", 0.5)]
    assert ask.things["aim"].size == (4000, 18000)  # the blast, and how far it may deviate
    assert ask.default() == (Spot("aim", (60000, 38000)),)


@pytest.mark.rule("combat-action.vehicles.flying-robots")
def test_a_drone_lands_looking_where_it_came() -> None:
    figures = {"1": {"model": "drone", "at": [60, 40], "level": 1}}
    units = {"r": {"figures": figures}, "b": {"model": "bare", "at": [[20, 110]]}}
    play = Play(units, active="r").say("walk", {"r.1": [[60, 50], [66, 50], {"verb": "sink"}]})
    assert (play["r.1"].level, play["r.1"].face, play.at("r.1")) == (0, 9000, (66, 50))
    blocked = {**units, "s": {"model": "bare", "at": [[68.2, 52.2]]}}
    play = Play(blocked, active="r").say("walk")
    assert play.refused({"r.1": [[60, 50], [67, 51], {"verb": "sink"}]}) == "actions.walk"  # somebody stands there


@pytest.mark.rule("combat-action.ranged.procedure")
def test_the_shot_is_told_before_what_came_of_it() -> None:
    units = {"r": {"model": "auto", "at": [[60, 30]]}, "b": {"model": "bare", "at": [[60, 55], [61.5, 58]]}}
    play = Play(units, active="r").say(
        "automatic-fire:0:b.1", {"b.1": 3}, dice="to hit 6, damage 6, wound 6, to hit 2, to hit 3"
    )
    lines = [event.tell() for event in play.battle.events or [] if not isinstance(event, Draw)][2:]
    assert lines == [
        "{r.1} fires Automatic rifle at {b.1}: 1 of 3 hit; needs 4+",
        "{b.1}, hit with Pen 2 against PF 4: wounded",
        "{r.1} hits nothing more",
    ]


@pytest.mark.rule("combat-action.machine-damage.roll", "combat-action.ranged.to-hit")
def test_a_location_is_told_once_and_in_words() -> None:
    units = {"r": {"model": "rocket", "at": [[60, 30]]}, "b": {"model": "car", "at": [[60, 55]]}}
    play = Play(units, active="r", models={"rocket": man(SS=2, weapons=["rocket-launcher"])})
    play.say("heavy-fire:0:b.1", dice="to hit 2, damage 1, location 2")
    lines = [event.tell() for event in play.battle.events or [] if not isinstance(event, Draw)][2:]
    assert [line for line in lines if "feed" in line] == ["{b.1}: ammunition feed is damaged"]
    assert "needs 2+ (" in lines[0]  # a natural 1 misses, whatever the modifiers are


@pytest.mark.rule("combat-action.close-combat.strike-back", "combat-action.robots.autonomous-table")
def test_lines_are_sentences() -> None:
    back = happened.Fought(figure="r.1", target="b.1", weapon="Knife", hit=True, tally=NO_MODS, back=True)
    assert back.tell().startswith("{r.1} strikes back at {b.1} with Knife: hits")
    for result in numbers.AUTONOMOUS.values():
        assert happened.Rolled(figure="r.1", result=result).tell() == f"{{r.1}} is out of control: it {result}"


def test_whoever_aims_is_shown_so() -> None:
    aimer = {"model": "sniper", "at": [60, 5], "aim_gun": 0, "aim_at": "b.1"}
    state = a_state({"r": {"figures": {"1": aimer, "2": {"model": "bare", "at": [50, 5]}}}, "b": FOE})
    figures = COMBAT_ACTION.show(state).figures
    assert "aiming" in figures["r.1"].flags
    assert "aiming" not in figures["r.2"].flags
