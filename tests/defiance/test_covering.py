"""Covering fire: counters, triggers, the interrupt in the middle of a move (defiance.cover.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.defiance.basics.numbers import COVERING, FIRE_MOD
from littlewars.systems.defiance.basics.state import Bout, Chit
from littlewars.systems.defiance.cover.covering import able_to_cover, arc_holds, could_answer, covering, watchers
from littlewars.systems.defiance.cover.reaction_points import ReactionPoint, reaction_points, thin
from littlewars.systems.defiance.orders.acting import act
from littlewars.systems.defiance.orders.orders import ORDERS, may_cover
from littlewars.systems.defiance.system import DEFIANCE
from tests.defiance.squads import Play, a_battle, one_shot, row, run, scenario, shoot


def watched(mover: dict[str, Any], watcher: dict[str, Any] | None = None, dice: str = "card 1", **more: Any) -> Play:
    """Red activates; blue, to the north and looking south, covers with rifles."""
    blue = {"at": [[20, 30]], "face": 180, "covers": "primary", "cover_mod": -2, **(watcher or {})}
    return Play({"r": {"at": [[20, 10]], **mover}, "b": blue}, dice=dice, **more)


@pytest.mark.rule("defiance.cover.modifier-table", "defiance.cover.modifier-class")
def test_covering_modifiers() -> None:
    # defiance.ex.covering-modifiers
    assert {speed: (mod, mod + COVERING) for speed, mod in FIRE_MOD.items()} == {
        "stationary": (2, 0),
        "walking": (0, -2),
        "running": (-2, -4),
    }


@pytest.mark.rule("defiance.cover.counter", "defiance.cover.sources")
def test_which_orders_leave_covering_fire_behind() -> None:
    assert {name for name, order in ORDERS.items() if order.covers} == {
        "primary-fire",
        "support-fire",
        "primary-suppression",
        "support-suppression",
    }
    play = Play({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 40]]}}, dice="card 1").say("support-fire", "walking", {})
    assert (play["r.1"].covers, play["r.1"].cover_mod) == ("primary", -2)
    assert [unit.id for unit in covering(play.state, "red")] == ["r"]


FAST = {"fast": {"MV": 6}}


def places(play: Play, name: str = "r.1") -> list[tuple[float, float]]:
    """Where blue is asked for covering fire while red carries out its way, if it always waits."""
    found = []
    while play.asks == "blue cover.triggers":
        found.append(play.at(name))
        play.say("wait")
    return found


# ---- where on the way


@pytest.mark.rule("defiance.cover.triggers", "defiance.cover.timing-movement")
def test_the_interrupt_comes_where_the_mover_enters_the_arc() -> None:
    """Blue looks south from (30, 30): its arc begins on the line x = y; red walks east along y = 10 from x = 6."""
    play = watched({"at": [[6, 10]]}, {"at": [[30, 30]]})
    play.say("support-fire", "running", {"r.1": [14, 10]})
    assert places(play) == [(10, 10), (14, 10)]  # there, and before it stops; all the way between is 9+ in the open


@pytest.mark.rule("defiance.cover.timing-movement")
def test_the_last_chance_is_where_the_mover_leaves_the_arc() -> None:
    """The other way round: half an inch of movement within the arc, and the border, which is still in it."""
    play = watched({"at": [[14, 10]]}, {"at": [[30, 30]]})
    play.say("support-fire", "running", {"r.1": [6, 10]})
    assert places(play) == [(13.5, 10), (10, 10)]


@pytest.mark.rule("defiance.cover.timing-movement")
@pytest.mark.parametrize(("start", "to", "asked"), [(8, 16, [8.5, 10, 16]), (16, 8, [15.5, 10, 8])])
def test_a_change_of_bracket_is_asked_for(start: float, to: float, asked: list[float]) -> None:
    """The rifle's 7+ ends at 20 inches, which is y = 10: whoever comes is met there, whoever goes is seen off there."""
    play = watched({"at": [[20, start]]}).say("support-fire", "running", {"r.1": [20, to]})
    assert [y for _, y in places(play)] == asked


@pytest.mark.rule("defiance.cover.timing-movement")
def test_one_may_wait_until_the_target_leaves_its_cover() -> None:
    wood = {"id": "wood", "category": "heavy", "box": [8, 8, 14, 12], "height": 2}
    play = watched({"frame": "fast", "at": [[12, 10]]}, {"at": [[16, 30]]}, terrain=[wood], frames=FAST)
    play.say("support-fire", "running", {"r.1": [16, 10]})
    assert play.at("r.1") == (12.5, 10)
    play.say("wait")
    assert play.at("r.1")[0] == pytest.approx(14, abs=0.002)
    state = play.state
    figure = state.figures["b.1"]
    mods = one_shot(state, figure, 0, figure.arms[0].weapon, play["r.1"], 1, "", -2).tally.mods
    assert "heavy terrain" not in [mod.name for mod in mods]
    assert places(play)[1:] == [(16, 10)]


@pytest.mark.rule("defiance.cover.timing-movement")
def test_the_last_chance_before_cover_is_the_last_step_in_the_open() -> None:
    wood = {"id": "wood", "category": "heavy", "box": [8, 8, 14, 12], "height": 2}
    play = watched({"frame": "fast", "at": [[17, 10]]}, {"at": [[16, 30]]}, terrain=[wood], frames=FAST)
    play.say("support-fire", "running", {"r.1": [12.5, 10]}).say("wait")
    assert play.at("r.1")[0] == pytest.approx(14, abs=0.002)
    assert "harder to hit" in play.game.ask.prompt  # type: ignore[union-attr]
    figure = play["b.1"]
    assert one_shot(play.state, figure, 0, figure.arms[0].weapon, play["r.1"], 1, "", -2).tally.needed == 9 + 2
    play.say("wait")
    assert play.at("r.1") == (12.5, 10)  # at its end, in the wood


@pytest.mark.rule("defiance.cover.timing-movement")
def test_a_corner_of_the_way_changes_nothing() -> None:
    play = watched({"at": [[20, 12]]}).say("support-fire", "running", {"r.1": [[20, 14], [22, 14], [22, 16]]})
    assert places(play) == [(20, 12.5), (22, 16)]
    path = [(x / 1000, y / 1000) for x, y in play.told("Moved")[0].path]
    assert path == [(20, 12.5), (20, 14), (22, 14), (22, 16)]  # it is told as one way with its corners


@pytest.mark.rule("defiance.cover.timing-movement")
def test_whoever_lets_it_pass_is_not_asked_again_on_this_way() -> None:
    play = watched({"at": [[20, 8]]}).say("support-fire", "running", {"r.1": [[20, 12], [20, 15]]})
    play.say("pass")
    assert (play.at("r.1"), play.asks) == ((20, 15), "blue orders.declare-first")


@pytest.mark.rule("defiance.cover.timing-movement", "defiance.move.prone-target-modifier")
def test_lying_down_on_the_way_makes_a_last_chance() -> None:
    """Prone is -2 for the shot: it is offered before he drops, at his corner, and again at the end."""
    play = watched({"at": [[20, 12]]})
    play.say("support-fire", "running", {"r.1": [{"to": [20, 15]}, {"verb": "prone"}, {"to": [20, 16]}]})
    assert play.at("r.1") == (20, 12.5)
    play.say("wait")
    assert (play.at("r.1"), play["r.1"].prone) == ((20, 15), False)
    play.say("wait")
    assert (play["r.1"].prone, places(play)[-1]) == (True, (20, 16))


@pytest.mark.rule("defiance.cover.timing-movement", "defiance.cover.triggers")
def test_the_last_chance_against_a_charger_is_before_contact() -> None:
    play = watched({"frame": "runner", "at": [[20, 20]]}, {"frame": "bug", "at": [[20, 30]]})
    play.say("charge", {"r.1": [20, 29]})
    asked = []
    while play.at("r.1")[1] < 28.9:
        play.say("wait")
        asked.append(play.at("r.1"))
    play.say("wait", dice="reflex 9, reflex 1, blow 1, blow 1")
    assert asked[-1] == (20, pytest.approx(28.949, abs=0.001))  # a gap of more than 0.05 inch is no contact
    assert play["r.1"].locked == ("b.1",)
    stopped = watched({"frame": "runner", "at": [[20, 20]]}, {"at": [[20, 30]]}).say("charge", {"r.1": [20, 29]})
    while stopped.at("r.1")[1] < 28:
        stopped.say("wait")
    stopped.say("b").say(shoot("rifle", "r.1"), dice="damage 6, damage 1, morale 1")  # 5+ and -2: a 6 is one short
    assert (stopped["r.1"].shaken, stopped["r.1"].locked) == (True, ())


@pytest.mark.rule("defiance.cover.trigger-any-figure", "defiance.cover.timing-movement")
def test_the_arc_of_a_comrade_who_does_not_cover_sets_it_off_in_the_middle_of_a_way() -> None:
    """b.1 covers and sees r.2 only; r.1 walks into the arc of b.2, on the line x = y, out of b.1's."""
    blue = {"at": [[40, 30], [30, 30]], "face": 180, "figures": {"1": {"covers": "primary"}, "2": {}}}
    red = {"at": [[6, 10], [40, 10]]}
    play = Play({"r": red, "b": blue}, dice="card 1").say("support-fire", "running", "r.1", {"r.1": [14, 10]})
    assert play.asks == "blue cover.triggers"
    assert play.at("r.1") == (10, 10)
    play.say("b")
    assert {name.rpartition(":")[2] for name in play.options if name != "hold"} == {"r.2"}


@pytest.mark.rule("defiance.cover.ineligible-figures")
def test_nobody_is_asked_where_none_of_a_covering_unit_is_able() -> None:
    play = watched({"at": [[20, 10], [26, 10]]}, {"shaken": True, "prone": True})
    play.say("support-fire", "walking", "r.1", {"r.1": [20, 14]})
    assert (play.at("r.1"), play.asks) == ((20, 14), "red move.maximum-distance")


@pytest.mark.rule("defiance.ranged.friendly-blocking", "defiance.cover.timing-movement")
def test_a_friend_in_the_line_of_fire_holds_the_question_back() -> None:
    """b2.1 stands in the way of b.1 until the line to r.1 passes half an inch beside it."""
    units = {
        "r": {"at": [[20, 10]]},
        "b": {"at": [[20, 30]], "face": 180, "covers": "primary"},
        "b2": {"at": [[20, 20]]},
    }
    play = Play(units, dice="card 1").say("support-fire", "running", {"r.1": [27, 10]})
    assert play.at("r.1") == (pytest.approx(21.0, abs=0.01), 10)


def test_places_that_are_half_an_inch_apart_are_one() -> None:
    """The latest gain, the first loss; a gain before a loss is offered with it."""
    gains = [ReactionPoint(100, False), ReactionPoint(400, False), ReactionPoint(700, False)]
    assert thin(gains) == (ReactionPoint(400, False), ReactionPoint(700, False))
    assert thin([ReactionPoint(100, True), ReactionPoint(600, True), ReactionPoint(601, True)]) == (
        ReactionPoint(100, True),
        ReactionPoint(601, True),
    )
    assert thin([ReactionPoint(100, False), ReactionPoint(600, True)]) == (ReactionPoint(600, True),)
    assert thin([ReactionPoint(100, True), ReactionPoint(101, False)]) == (ReactionPoint(100, True), ReactionPoint(101, False))


# ---- what comes of it


@pytest.mark.rule("defiance.cover.interrupt-aftermath")
def test_who_survives_may_think_again_within_what_is_left() -> None:
    play = watched({}).say("support-fire", "walking", {"r.1": [20, 14]})
    play.say("b").say(shoot("rifle", "r.1"), dice="damage 1, damage 1")
    ask: Any = play.game.ask
    assert (ask.kind, ask.rule, play.at("r.1")) == ("move", "defiance.move.maximum-distance", (20, 10.5))
    assert play.budget == {"r.1": 3.5}


@pytest.mark.rule("defiance.cover.interrupt-aftermath")
def test_everybody_is_told_the_way_before_the_fire_that_interrupts_it() -> None:
    play = watched({}).say("support-fire", "walking", {"r.1": [20, 14]})
    assert play.at("r.1") == (20, 10.5)  # the table shows him where he is asked for
    play.say("b").say(shoot("rifle", "r.1"), dice="damage 1, damage 1").say({"r.1": [21, 10.5]})
    story = [event for event in play.battle.events or [] if type(event).__name__ in ("Moved", "Interrupted", "Fired")]
    assert [type(event).__name__ for event in story] == ["Moved", "Interrupted", "Fired", "Moved"]
    assert [event.path for event in story if type(event).__name__ == "Moved"] == [((20_000, 10_500),), ((21_000, 10_500),)]


@pytest.mark.rule("defiance.cover.interrupt-aftermath", "defiance.move.stand-up-cost")
def test_who_has_stood_up_is_up_and_has_paid_for_it() -> None:
    play = watched({"figures": {"1": {"prone": True}}})
    play.say("support-fire", "running", {"r.1": [{"verb": "stand"}, {"to": [20, 14]}]})
    assert not play["r.1"].prone  # the shot has no modifier for a prone target
    play.say("b").say(shoot("rifle", "r.1"), dice="damage 1, damage 1")
    assert play.budget == {"r.1": 8 - 2 - 0.5}


@pytest.mark.rule("defiance.cover.interrupt-aftermath")
def test_whoever_is_interrupted_at_his_end_still_lies_down_as_he_meant_to() -> None:
    way = [{"to": [20, 14]}, {"verb": "prone"}, {"verb": "turn", "face": 90}]
    play = watched({}).say("support-fire", "walking", {"r.1": way}).say("wait")
    assert (play.at("r.1"), play["r.1"].prone) == ((20, 14), False)
    play.say("b").say(shoot("rifle", "r.1"), dice="damage 1, damage 1")
    assert (play["r.1"].prone, play["r.1"].face) == (True, 9000)
    assert "move." not in play.asks  # nothing is left to think about


@pytest.mark.rule("defiance.cover.interrupt-aftermath", "defiance.cover.active-movement", "defiance.morale.shaken-effects")
def test_a_shaken_figure_that_survives_crawls_on() -> None:
    """Half its Move: 2 inches to the wood; covering fire at half an inch does not end it."""
    wood = {"id": "wood", "category": "medium", "box": [8, 0, 40, 8], "height": 2}
    red = {"at": [[20, 10.6]], "figures": {"1": {"shaken": True, "prone": True}}}
    units = {"r": red, "b": {"at": [[20, 29]], "face": 180, "covers": "primary"}}
    play = Play(units, dice="card 1", terrain=[wood]).say("crawl")
    assert play.asks == "blue cover.triggers"
    assert play.at("r.1") == (20, 10.1)
    play.say("b").say(shoot("rifle", "r.1"), dice="damage 1, damage 1")
    assert play.at("r.1")[1] < 9.6


@pytest.mark.rule("defiance.cover.interrupt-aftermath", "defiance.move.figures-as-obstacles")
def test_whoever_is_interrupted_on_another_goes_on_or_lies_beside_him() -> None:
    """r.1 walks through r.2 and is asked for at (20, 10.5), where their bases overlap."""
    red = {"frame": "green", "at": [[20, 10], [20, 11.2]]}
    way = ("support-fire", "walking", "r.1", {"r.1": [20, 14]}, "b", shoot("rifle", "r.1"), "one")
    play = watched(red).say(*way, dice="damage 1, damage 1")
    assert play.told("Moved")[0].path == ((20_000, 10_500),)
    assert play.at("r.1") == (20, 14)  # there was no place to think again
    play = watched(red).say(*way, dice="damage 8, damage 1, morale 2")
    assert (play["r.1"].shaken, play.at("r.1")) == (True, (20, pytest.approx(10.2, abs=0.01)))


@pytest.mark.rule("defiance.cover.interrupt-aftermath", "defiance.move.jump-sole-movement")
def test_a_jump_is_not_thought_of_anew() -> None:
    play = watched({"frame": "jumper"}).say("jump", {"r.1": {"verb": "jump", "to": [20, 18]}})
    assert play.at("r.1") == (20, 10.5)
    play.say("b").say(shoot("rifle", "r.1"), dice="damage 1, damage 1")
    assert (play.at("r.1"), play["r.1"].jumped) == ((20, 18), True)


# ---- decisions inside an interrupt


@pytest.mark.rule("defiance.cover.interrupt-aftermath", "defiance.command.chit-dumb-luck", "defiance.command.chit-morale")
def test_the_mover_decides_about_his_chits_inside_the_interrupt() -> None:
    """One hit, one tag: dumb luck is asked for the hit, another chit for the test; then he goes on from where he was."""
    red = {"hero": True, "chits": [{"owner": "r.1"}, {"owner": "r.1"}]}
    play = watched(red).say("support-fire", "walking", {"r.1": [20, 14]})
    for figure in play.state.members(play.unit("r")):
        figure.chits = (Chit("r.1"), Chit("r.1"))
    play.say("b").say(shoot("rifle", "r.1"), dice="damage 9, damage 8")
    assert (play.asks, play.at("r.1")) == ("red command.chit-dumb-luck", (20, 10.5))
    play.say("spend", dice="dumb luck 10")
    assert (play.asks, play.at("r.1")) == ("red command.chit-morale", (20, 10.5))
    play.say("spend", dice="morale 3")  # 5+, hero and chit: 3
    assert (play.asks, play.budget) == ("red move.maximum-distance", {"r.1": 3.5})
    play.say({"r.1": [20, 14]})
    assert play.at("r.1") == (20, 14)


@pytest.mark.rule("defiance.cover.interrupt-aftermath", "defiance.suppression.contributors-lost")
def test_the_template_of_a_mover_shrinks_inside_the_interrupt() -> None:
    """An elite contributor walks and is shaken; his unit's template loses his inch where its owner likes, and blue fires on."""
    red = {"frame": "elite", "at": [[20, 10], [24, 10]], "primary": "gun"}
    blue = {"at": [[20, 30], [22, 30]], "face": 180, "covers": "primary", "cover_mod": -2}
    kept = {
        "id": "t",
        "unit": "r",
        "firer": "r.2",
        "target": "b",
        "pieces": [{"at": [30, 30], "face": 90, "length": 4}],
        "contributors": ["r.2", "r.1"],
        "arms": {"r.1": 0, "r.2": 0},
    }
    play = Play({"r": red, "b": blue}, dice="card 1")
    play.say("r.1", "support-fire", "walking", {"r.1": [20, 14]})
    assert play.at("r.1") == (20, 10.5)
    play.state.templates.append(DEFIANCE.setup(scenario({"r": red, "b": blue}, templates=[kept])).templates[0])
    play.say("b", "b.1").say(shoot("rifle", "r.1"), dice="damage 8, damage 1, morale 2")
    assert (play.asks, play["r.1"].shaken) == ("red suppression.contributors-lost", True)
    play.say("front")
    assert (play.asks, play.at("r.1")) == ("blue cover.target-choice", (20, 10.5))  # b.2 has not fired yet
    assert [piece.length for piece in play.state.templates[0].pieces] == [3000]


@pytest.mark.rule("defiance.cover.several-units", "defiance.cover.interrupt-aftermath")
def test_a_second_unit_may_answer_the_way_that_is_thought_of_anew() -> None:
    units = {
        "r": {"at": [[20, 10]]},
        "b": {"at": [[20, 30]], "face": 180, "covers": "primary"},
        "b2": {"at": [[24, 30]], "face": 180, "covers": "primary"},
    }
    play = Play(units, dice="card 1").say("support-fire", "running", {"r.1": [20, 18]})
    play.say("b").say(shoot("rifle", "r.1"), dice="damage 1, damage 1")
    assert (play.asks, play.options[2:]) == ("blue cover.triggers", ["b2"])
    play.say("wait").say({"r.1": [22, 10.5]})
    assert (play.asks, play.options[2:], play.at("r.1")) == ("blue cover.triggers", ["b2"], (20.5, 10.5))


@pytest.mark.rule("defiance.cover.timing-movement", "defiance.suppression.move-into")
def test_suppression_on_a_covered_way_strikes_where_it_lies() -> None:
    """The template's near edge is y = 12: the base meets it with its centre at 11.5; the shot stays 7+ all along."""
    blue = {"at": [[20, 30], [23, 30]], "face": 180, "figures": {"1": {"covers": "primary"}}}
    laid = {
        "id": "t",
        "unit": "b",
        "firer": "b.2",
        "target": "r",
        "pieces": [{"at": [20, 13], "face": 90, "length": 3}],
        "contributors": ["b.2"],
        "arms": {"b.2": 0},
    }
    play = Play({"r": {"at": [[20, 10.5]]}, "b": blue}, dice="card 1", templates=[laid])
    play.say("support-fire", "walking", {"r.1": [20, 12.3]})
    assert play.at("r.1") == (20, 11)
    play.say("wait", dice="damage 1, morale 9")  # a die where he comes in; then he goes on to his end
    assert [event.target for event in play.told("Fired")] == ["r.1"]
    assert (play.asks, play.at("r.1")) == ("blue cover.triggers", (20, 12.3))


@pytest.mark.rule("defiance.cover.interrupt-aftermath")
def test_who_is_shaken_stops_where_he_is() -> None:
    play = watched({"frame": "green"})
    play.say("support-fire", "walking", {"r.1": [20, 14]})
    here = play.at("r.1")
    play.say("b").say(shoot("rifle", "r.1"), dice="damage 8, damage 1, morale 2")  # 7+ at 20 inches, -2: an 8 is one short
    assert (play["r.1"].shaken, play["r.1"].prone, play.at("r.1")) == (True, True, here)
    assert "maximum-distance" not in play.asks


@pytest.mark.rule("defiance.cover.timing-fire")
def test_fire_is_answered_before_its_dice() -> None:
    # defiance.ex.cover-before-damage-roll
    play = watched({}, {"at": [[20, 18]]})
    play.say("cohesive-fire", "stationary").say(shoot("rifle", "b.1"))
    assert play.asks == "blue cover.triggers"
    assert not play.told("Fired")
    play.say("b").say(shoot("rifle", "r.1"), dice="damage 9, damage 9")
    assert play["r.1"].gone == "killed"
    assert [event.figure for event in play.told("Fired")] == ["b.1"]


@pytest.mark.rule("defiance.cover.timing-late")
def test_whoever_waits_may_answer_afterwards() -> None:
    play = watched({}, {"at": [[20, 18]]})
    play.say("cohesive-fire", "stationary").say(shoot("rifle", "b.1")).say("wait", dice="damage 1, damage 1")
    assert play.asks == "blue cover.triggers"
    assert [event.figure for event in play.told("Fired")] == ["r.1"]


@pytest.mark.rule("defiance.cover.active-movement")
def test_turning_going_prone_and_aiming_trigger_nothing() -> None:
    play = watched({}).say("support-fire", "walking", {"r.1": [{"verb": "prone"}, {"verb": "turn", "face": 90}]})
    assert "triggers" not in play.asks
    aiming = watched({}, {"at": [[20, 24]]}).say("aim", {"r.1": {"verb": "turn", "face": 20}})
    assert "triggers" not in aiming.asks


WOOD = {"id": "wood", "category": "light", "box": [24, 8, 28, 12], "height": 2}
STRIP = {
    "id": "t",
    "unit": "r",
    "firer": "r.1",
    "target": "b",
    "pieces": [{"at": [34, 30], "face": 90, "length": 3}],
    "contributors": ["r.1"],
    "arms": {"r.1": 0},
}
SHAKEN = {"figures": {"1": {"shaken": True, "prone": True}}}


@pytest.mark.rule("defiance.cover.triggers", "defiance.cover.active-movement")
@pytest.mark.parametrize(
    ("mover", "answers"),
    [
        ({}, ["support-fire", "walking", {"r.1": [20, 12]}]),
        ({}, ["support-fire", "running", {"r.1": [20, 14]}]),
        (SHAKEN, ["crawl"]),
        ({"frame": "jumper"}, ["jump", {"r.1": [{"verb": "jump", "to": [20, 14]}]}]),
        ({"frame": "bird", "level": 1}, ["sprint", {"r.1": [20, 14]}]),
        ({}, ["charge", {"r.1": [20, 14]}]),
        ({}, ["cohesive-fire", "stationary", shoot("rifle", "b.1")]),
        ({"primary": "gun"}, ["primary-suppression"]),
        ({"kept": True}, ["keep"]),
    ],
)
def test_what_triggers_covering_fire(mover: dict[str, Any], answers: list[Any]) -> None:
    # defiance.ex.cover-trigger-list, triggers
    kept = {"templates": [STRIP]} if mover.get("kept") else {}
    red = {key: value for key, value in mover.items() if key != "kept"}
    play = watched(red, {"at": [[20, 24]]}, terrain=[WOOD], **kept)
    for answer in answers:
        assert play.asks.startswith("red ")
        play.say(answer)
    assert play.asks == "blue cover.triggers"


@pytest.mark.rule("defiance.cover.triggers", "defiance.cover.active-movement")
@pytest.mark.parametrize(
    ("mover", "answers"),
    [
        ({}, ["support-fire", "walking", {"r.1": [{"verb": "turn", "face": 90}]}]),
        ({}, ["support-fire", "walking", {"r.1": [{"verb": "prone"}]}]),
        ({"prone": True}, ["support-fire", "walking", {"r.1": [{"verb": "stand"}]}]),
        ({}, ["aim", {"r.1": [{"verb": "turn", "face": 20}]}]),
    ],
)
def test_what_triggers_no_covering_fire(mover: dict[str, Any], answers: list[Any]) -> None:
    # defiance.ex.cover-trigger-list, no_trigger
    play = watched(mover, {"at": [[20, 24]]})
    for answer in answers:
        assert play.asks.startswith("red ")
        play.say(answer)
    assert play.asks == "blue orders.declare-first"  # nobody was asked


@pytest.mark.rule("defiance.cover.triggers")
def test_fighting_hand_to_hand_triggers_no_covering_fire() -> None:
    # defiance.ex.cover-trigger-list, no_trigger: r.1 and b.1 are engaged already, b2 looks on and covers
    watcher = {"at": [[20, 24]], "face": 180, "covers": "primary"}
    units = {"r": {"at": [[20, 10]]}, "b": {"at": [[20, 11]], "face": 180}, "b2": watcher}
    team = {"figures": ["r.1"], "order": "sprint"}
    battle = a_battle(units, turn={"doing": {"unit": "r", "stage": "act", "team": team}})
    state = battle.state
    state.figures["r.1"].locked, state.figures["b.1"].locked = ("b.1",), ("r.1",)
    run(act(battle, state.units["r"], state.team(), state.figures["r.1"]))  # nobody is asked
    assert state.acting().fights == [Bout("r.1", "b.1")]


@pytest.mark.rule("defiance.cover.triggers")
def test_of_a_suppressing_unit_only_contributors_trigger_covering_fire() -> None:
    """r.2 looks the other way: it contributes nothing, fires nothing and gives no cause."""
    mover = {"at": row(20, 10, 3), "primary": "gun", "figures": {"2": {"face": 180}}}
    play = watched(mover).say("primary-suppression")
    asked = []
    while play.asks == "blue cover.triggers":
        asked.append(play.game.ask.of)  # type: ignore[union-attr]
        play.say("wait")
    assert asked == [("r.1",), ("r.3",)]
    assert play.asks == "red suppression.template-placement"


@pytest.mark.rule("defiance.cover.timing-late", "defiance.cover.triggers")
def test_whoever_waits_may_answer_suppression_after_its_dice() -> None:
    play = watched({"at": row(20, 10, 2), "primary": "gun"}).say("primary-suppression", "wait", "wait")
    place = {"template": {"at": [20, 30], "face": 90}}
    play.say(place, dice="damage 1, morale 9, stoppage 1, stoppage 1")
    assert play.asks == "blue cover.triggers"
    assert "has fired" in play.game.ask.prompt  # type: ignore[union-attr]
    play.say("b", shoot("rifle", "r.1")).say("one", dice="damage 10, damage 1, damage 1")
    play.say("front", dice="damage 1, morale 9")  # blue activates next, within it
    assert play["r.1"].gone == "killed"  # its dice stand, and the template shrinks without it
    assert play.state.templates[0].contributors == ["r.2"]


@pytest.mark.rule("defiance.cover.trigger-any-figure")
def test_any_figure_of_the_unit_may_have_it_in_his_arc() -> None:
    blue = {"at": [[20, 30], [30, 30]], "face": 180, "figures": {"1": {"covers": "primary"}, "2": {"face": 0}}}
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": blue})
    state = battle.state
    assert arc_holds(state, state.units["b"], state.figures["r.1"])
    assert could_answer(battle, state.units["b"], state.figures["r.1"])
    state.figures["b.1"].face = 0  # nobody looks there any more
    assert not could_answer(battle, state.units["b"], state.figures["r.1"])


@pytest.mark.rule(
    "defiance.cover.whole-unit",
    "defiance.cover.counter-removed",
    "defiance.cover.target-unit",
    "defiance.cover.wasted",
    "defiance.cover.own-arc",
)
def test_harem_warriors_under_covering_fire() -> None:
    # defiance.ex.cover-harem-warriors
    wood = {"id": "wood", "category": "heavy", "box": [8, 8, 14, 12], "height": 2}
    house = {"id": "house", "category": "impassable", "box": [26, 13, 36, 20], "height": 8}
    frames = {"harem": {"class": "PI", "AR": 1, "MV": 5, "modes": ["S"]}}
    gun = {"FR": 1, "brackets": {"5+": 60}}
    units = {
        "r": {"frame": "harem", "at": [[13, 10], [11, 10]]},
        "b": {
            "at": [[14, 30], [16, 30], [33, 30], [35, 30]],
            "face": 180,
            "primary": "alpha",
            "covers": "primary",
            "cover_mod": -4,
        },
    }
    play = Play(units, dice="card 1", frames=frames, weapons={"alpha": gun}, terrain=[wood, house])
    play.say("sprint", "r.1", {"r.1": [20, 10]})
    for _ in range(12):  # blue waits until the first has left the wood
        if play.asks == "blue cover.triggers" and play.at("r.1")[0] < 15.6:
            play.say("wait")
    play.say("b", "b.1")
    assert not any(figure.covers for figure in play.state.members(play.unit("b")))
    tallies = {option.id: option.tally for option in play.game.ask.written if option.tally}  # type: ignore[union-attr]
    first, second = (tallies[play.id(shoot("alpha", target))] for target in ("r.1", "r.2"))
    assert sum(mod.value for mod in first.mods) == -4
    assert sum(mod.value for mod in second.mods) == -7
    play.say(shoot("alpha", "r.1"), dice="damage 9")
    assert play["r.1"].gone == "killed"
    play.say(shoot("alpha", "r.2"), dice="damage 1")  # b.2, the only one left who sees anybody: the others' fire is wasted
    assert [event.figure for event in play.told("Fired")] == ["b.1", "b.2"]
    assert [event.who for event in play.told("Changed") if "no target" in event.what] == ["b.3", "b.4"]


@pytest.mark.rule("defiance.cover.target-choice")
def test_any_figure_of_that_unit_may_be_chosen_and_no_other_unit() -> None:
    units = {
        "r": {"at": [[20, 10], [22, 10]]},
        "s": {"at": [[18, 14]]},
        "b": {"at": [[20, 24]], "face": 180, "covers": "primary"},
    }
    play = Play(units, dice="card 1").say("support-fire", "walking", "r.1", {"r.1": [20, 11]})
    play.say("b")
    assert {name.rpartition(":")[2] for name in play.options if name != "hold"} == {"r.1", "r.2"}


@pytest.mark.rule("defiance.cover.prohibited", "defiance.cover.cone-allowed")
def test_weapons_that_cannot_cover() -> None:
    state = a_battle(
        {
            "r": {"at": row(10, 10, 4), "primary": "", "figures": {"1": {"support": "mortar"}, "2": {"support": "gun"}}},
            "b": {"at": [[20, 40]]},
        }
    ).state
    assert may_cover(state.figures["r.1"], "primary-fire") == []
    assert may_cover(state.figures["r.2"], "primary-fire") == ["support"]
    cone = a_battle({"r": {"at": [[10, 10]], "primary": "cone"}, "b": {"at": [[20, 40]]}}).state.figures["r.1"]
    assert cone.arms[0].weapon.can_cover


@pytest.mark.rule("defiance.cover.expiry", "defiance.orders.activation-remove-cover")
def test_covering_lasts_until_the_unit_activates_again() -> None:
    play = Play({"r": {"at": [[20, 10]], "covers": "primary"}, "b": {"at": [[20, 40]]}}, dice="card 1")
    assert play["r.1"].covers == ""


@pytest.mark.rule("defiance.cover.enemy-activation-only")
def test_covering_fire_is_not_answered_by_covering_fire() -> None:
    # defiance.ex.cover-no-chain
    units = {
        "r": {"at": [[20, 10]]},
        "s": {"at": [[24, 10]], "covers": "primary"},
        "b": {"at": [[20, 18]], "face": 180, "covers": "primary"},
    }
    play = Play(units, dice="card 1").say("cohesive-fire", "stationary").say(shoot("rifle", "b.1"))
    assert play.asks == "blue cover.triggers"
    assert watchers(play.battle, play["b.1"]) == []


@pytest.mark.rule("defiance.cover.ineligible-figures")
@pytest.mark.parametrize("state_of", [{"shaken": True}, {"stunned": True}, {"stopped": ["0:0"]}])
def test_who_has_lost_his_covering_fire(state_of: dict[str, Any]) -> None:
    blue = {"at": [[20, 18]], "face": 180, "figures": {"1": {"covers": "primary", **state_of}}}
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": blue})
    assert not could_answer(battle, battle.state.units["b"], battle.state.figures["r.1"])
    broken = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 18]], "face": 180, "covers": "primary", "broken": 1}})
    assert able_to_cover(broken.state, broken.state.units["b"]) == []


@pytest.mark.rule("defiance.cover.several-units")
def test_several_units_answer_one_after_another() -> None:
    units = {
        "r": {"at": [[20, 10]]},
        "b": {"at": [[20, 18]], "face": 180, "covers": "primary"},
        "b2": {"at": [[24, 18]], "face": 180, "covers": "primary"},
    }
    play = Play(units, dice="card 1").say("cohesive-fire", "stationary").say(shoot("rifle", "b.1"))
    assert {"b", "b2"} <= set(play.options)
    play.say("b2").say(shoot("rifle", "r.1"), dice="damage 1, damage 1")
    assert play.asks == "blue cover.triggers"
    assert "b2" not in play.options
    assert "b" in play.options


@pytest.mark.rule("defiance.cover.spread-and-split")
def test_covering_figures_may_spread_and_use_the_higher_rate() -> None:
    units = {"r": {"at": [[20, 10], [21.5, 10]]}, "b": {"at": [[20, 18]], "face": 180, "primary": "split", "covers": "primary"}}
    play = Play(units, dice="card 1").say("cohesive-fire", "stationary", "r.1").say(shoot("rifle", "b.1"), "b")
    assert play.id(shoot("split", "r.1", rate=2))
    play.say(shoot("split", "r.1", rate=2))
    assert play.asks == "blue spread.declare"


@pytest.mark.rule("defiance.cover.elite-and-linked")
def test_class_and_modifier_are_kept_for_each_figure() -> None:
    blue = {
        "frame": "elite",
        "at": [[20, 18], [22, 18]],
        "face": 180,
        "figures": {"1": {"covers": "primary", "cover_mod": 0}, "2": {"covers": "primary", "cover_mod": -4}},
    }
    play = (
        Play({"r": {"at": [[20, 10]]}, "b": blue}, dice="card 1")
        .say("cohesive-fire", "stationary")
        .say(shoot("rifle", "b.1"), "one", "b", "b.2")
    )
    tallies = [option.tally for option in play.game.ask.written if option.tally]  # type: ignore[union-attr]
    assert {mod.value for tally in tallies for mod in tally.mods if mod.name == "covering fire"} == {-4}


@pytest.mark.rule("defiance.cover.timing-cdw", "defiance.cover.triggers")
def test_covering_fire_answers_a_close_defence_weapon_when_its_dice_have_fallen() -> None:
    # defiance.ex.cover-trigger-list: sets off a CDW
    vest = {"vest": {"form": "cdw", "ammo": 1, "aoe": {"radius": 3, "damage": "7+"}}}
    units = {
        "r": {"at": [[20, 18]], "side_arms": "vest"},
        "b": {"at": [[20, 30]], "face": 180, "covers": "primary"},
        "b2": {"at": [[22, 16]], "frame": "suit", "face": 180},
    }
    play = Play(units, "card 1", weapons=vest)
    assert play.asks == "red cdw.timing"
    play.say("r.1", dice="damage 9")
    assert play["b2.1"].gone == "killed"
    assert play.asks == "blue cover.triggers"


@pytest.mark.rule("defiance.cover.triggers")
@pytest.mark.parametrize("how", ["grenade at a figure", "grenade at a point", "lob", "indirect"])
def test_grenades_and_indirect_fire_trigger_covering_fire(how: str) -> None:
    # defiance.ex.cover-trigger-list: throws a grenade, fires indirectly
    play = watched({"side_arms": ["grenade"], "primary": "mortar"}, {"at": [[20, 24]]}).say("cohesive-fire", "stationary")
    if how == "grenade at a figure":
        play.say(shoot("grenade", "b.1"))
    else:
        end = {"grenade at a point": ":@point", "lob": ":@lob", "indirect": ":@indirect"}[how]
        play.say(next(name for name in play.options if name.endswith(end)))
        play.say({"point": [20, 23]})
        if how == "lob":
            play.say(9)
    assert play.asks == "blue cover.triggers"
    assert "is about to fire" in play.game.ask.prompt  # type: ignore[union-attr]


@pytest.mark.rule("defiance.cover.triggers")
def test_calling_an_air_strike_triggers_no_covering_fire() -> None:
    # defiance.ex.cover-trigger-list, no_trigger
    sides = {"red": {"edge": "south", "strikes": 1}, "blue": {"edge": "north"}}
    play = watched({"command": 1, "solo": True}, sides=sides).say("call")
    play.say({"point": [20, 40]}, dice="to hit 9, scatter distance 1, scatter direction 360")
    assert play.asks == "blue orders.declare-first"


@pytest.mark.rule("defiance.cover.triggers", "defiance.ranged.friendly-blocking")
@pytest.mark.parametrize("aside", [-0.4, 0.0, 0.4])
@pytest.mark.parametrize("across", [False, True])
def test_nobody_covers_through_a_friend(aside: float, across: bool) -> None:
    """Blue watches a way straight towards it, from north to south or from east to west; a friend stands on the line,
    or so far aside that only his base does."""
    far, near, friend = ([10, 20], [16, 20], [26, 20 + aside]) if across else ([20, 10], [20, 16], [20 + aside, 26])
    blue, face = ([30, 20], 270) if across else ([20, 30], 180)
    for between in (True, False):
        units = {
            "r": {"at": [far]},
            "b": {"at": [blue], "face": face, "covers": "primary", "cover_mod": -2},
            "b2": {"at": [friend if between else [44, 44]], "face": face},
        }
        battle = a_battle(units, frames=FAST)
        start, to = ((round(x * 1000), round(y * 1000)) for x, y in (far, near))
        found = reaction_points(battle, battle.state.figures["r.1"], start, to, begun=False, ends=True)
        assert bool(found) is not between
