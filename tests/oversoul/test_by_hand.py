"""Moves drawn by hand, lines of sight and odds before an attack, as a page asks for them."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from littlewars.engine import Move, ScenarioError, foresee
from littlewars.engine.showing import Drag
from littlewars.systems.oversoul.attack.forecasts import forecast_volley
from littlewars.systems.oversoul.system import OVERSOUL
from littlewars.table.facing import step_to
from tests.oversoul.helpers import Play, battle_of, row

WOOD = {"id": "wood", "difficulty": "heavy", "box": [10, 14, 40, 16]}
SQUAD = {"profile": "rifle", "at": [[20, 10], [22, 10], [24, 10]]}
BODY = {"profile": "spear", "count": 6, "formation": "line", "at": [20, 10]}
ENEMY = {"profile": "man", "at": [[22, 40]]}


def moving(units: dict[str, Any], **more: Any) -> Move:
    play = Play(units, **more)
    play.say("a", "move")
    ask = play.game.ask
    assert isinstance(ask, Move)
    return ask


def test_a_drag_of_the_whole_unit_keeps_its_shape() -> None:
    ask = moving({"a": SQUAD, "b": ENEMY})
    legs = ask.plan(Drag(("a.1", "a.2", "a.3"), (20_000, 14_000)))  # the first of them is dragged there
    assert ask.refuse(legs) is None
    ends = {leg.who: leg.steps[-1].to for leg in legs}
    assert ends == {"a.1": (20_000, 14_000), "a.2": (22_000, 14_000), "a.3": (24_000, 14_000)}


def test_a_drag_too_far_goes_as_far_as_it_may() -> None:
    ask = moving({"a": SQUAD, "b": ENEMY})
    legs = ask.plan(Drag(("a.1", "a.2", "a.3"), (22_000, 45_000)))
    assert ask.refuse(legs) is None
    assert {ask.trace(leg).cost for leg in legs} == {6000}


@pytest.mark.parametrize(
    ("units", "who", "to", "rule"),
    [
        ({"a": SQUAD}, ("a.1", "a.2", "a.3"), (20_000, 15_000), "oversoul.move.models-as-obstacles"),
        ({"a": BODY}, ("a",), (20_000, 15_000), "oversoul.move.models-as-obstacles"),
    ],
)
def test_a_whole_unit_that_its_own_dragon_stops_says_so(
    units: dict[str, Any], who: tuple[str, ...], to: tuple[int, int], rule: str
) -> None:
    """Loose and in formation: the planner goes as far as it can; the reason names who is in the way, and a rule."""
    dragons = {"profile": "car", "at": [[x, 12.5] for x in range(12, 36, 3)], "side": "red"}
    ask = moving({**units, "dragon": dragons, "b": ENEMY})
    drag = Drag(who, to)
    legs, none = ask.furthest(drag)
    assert none is None
    why = ask.why_short(drag, legs)
    assert why is not None
    assert "{dragon." in why.text
    assert why.rule == rule


def test_one_figure_goes_exactly_where_it_is_dragged_and_is_refused_with_the_rule() -> None:
    ask = moving({"a": SQUAD, "b": ENEMY})
    legs = ask.plan(Drag(("a.1",), (20_000, 30_000)))
    assert legs[0].steps[0].to == (20_000, 30_000)
    refusal = ask.refuse(legs)
    assert refusal is not None
    assert refusal.rule == "oversoul.move.allowance"


@pytest.mark.rule("oversoul.move.terrain-cost")
def test_a_way_tells_what_slows_it_and_what_it_costs() -> None:
    ask = moving({"a": {"profile": "man", "at": [[20, 13]]}, "b": ENEMY}, terrain=[WOOD])
    legs = ask.plan(Drag(("a.1",), (20_000, 15_000)))
    trace = ask.trace(legs[0])
    assert trace.cost == 1000 + 3 * 1000
    assert trace.budget == 12_000 // 2
    assert "×3" in trace.stretches[0].why


def test_a_vehicle_turns_before_it_goes() -> None:
    ask = moving({"a": {"profile": "car", "at": [[20, 10]]}, "b": ENEMY})
    legs = ask.plan(Drag(("a.1",), (24_000, 14_000)))
    assert [step.verb for step in legs[0].steps] == ["turn", "go"]
    assert ask.refuse(legs) is None


def test_a_body_manoeuvres_towards_where_it_is_dragged() -> None:
    ask = moving({"a": {"profile": "spear", "count": 6, "formation": "line", "at": [20, 10]}, "b": ENEMY})
    body = next(iter(ask.start))
    x, y = ask.start[body].at
    legs = ask.plan(Drag((body,), (x, y + 4000)))
    assert ask.refuse(legs) is None
    trace = ask.trace(legs[0])
    assert trace.cost == 4000
    assert len(trace.ends) == 6


# ---- sight


def look(terrain: list[dict[str, Any]]) -> Any:
    play = Play({"a": {"profile": "rifle", "at": [[20, 10]]}, "b": {"profile": "man", "at": [[20, 18]]}}, terrain=terrain)
    return OVERSOUL.look(play.state, "a.1", "b.1")


@pytest.mark.rule("oversoul.ranged.los-method")
def test_sight_is_clear_partial_or_blocked_and_says_by_what() -> None:
    assert (look([]).state, look([]).far) == ("clear", 7000)
    wall = {"id": "wall", "kind": "building", "box": [10, 13, 30, 15]}
    assert (look([wall]).state, look([wall]).obstacles[0].id) == ("blocked", "wall")
    half = {"id": "half", "kind": "building", "box": [20.2, 13, 30, 15]}
    assert look([half]).state == "partial"


def test_nobody_looks_for_strangers() -> None:
    with pytest.raises(ScenarioError, match="no figure"):
        OVERSOUL.look(Play({"a": SQUAD, "b": ENEMY}).state, "a.1", "nobody")


# ---- odds


def test_the_odds_of_a_shot_are_those_of_its_two_rolls() -> None:
    play = Play({"a": {"profile": "rifle", "at": [[20, 10]]}, "b": {"profile": "man", "at": [[20, 18]]}})
    play.say("a", "other")
    ask = play.game.ask
    assert ask is not None
    found = foresee(OVERSOUL, play.battle, ask, "shoot:0:b.1")
    assert found is not None
    assert [roll.name for roll in found.rolls] == ["ranged attack", "Recovery"]
    hit, saved = (roll.chance for roll in found.rolls)
    assert dict(found.chances)[1] == pytest.approx(hit * (1 - saved))
    assert foresee(OVERSOUL, play.battle, ask, "hold") is None


def test_the_odds_of_a_group_roll_count_every_attack() -> None:
    play = Play({"a": SQUAD, "b": {"profile": "man", "at": [[20, 18], [22, 18], [24, 18]]}})
    play.say("a", "other", "group")
    ask = play.game.ask
    assert ask is not None
    answer = tuple((f"a.{n}", f"shoot:0:b.{n}") for n in (1, 2, 3))
    found = foresee(OVERSOUL, play.battle, ask, answer)
    assert found is not None
    single = foresee(OVERSOUL, play.battle, ask, (("a.1", "shoot:0:b.1"), ("a.2", "hold"), ("a.3", "hold")))
    assert single is not None
    assert found.expected == pytest.approx(3 * single.expected)
    assert foresee(OVERSOUL, play.battle, ask, tuple((f"a.{n}", "hold") for n in (1, 2, 3))) is None


def test_a_template_tells_the_rolls_of_whom_it_would_strike() -> None:
    flamer = {
        "flamer": {
            "kind": "vehicle",
            "die": "d10",
            "weapons": [{"name": "Flamer", "die": "d8", "attributes": ["Template Flame"]}],
        }
    }
    play = Play({"a": {"profile": "flamer", "at": [[20, 10]]}, "b": {"profile": "man", "at": [[20, 15]]}}, profiles=flamer)
    play.say("a", "other")
    found = foresee(OVERSOUL, play.battle, play.game.ask, "flame:0")  # type: ignore[arg-type]
    assert found is not None
    assert [roll.name for roll in found.rolls] == ["ranged attack", "Recovery"]
    assert sum(chance for _, chance in found.chances) == pytest.approx(1)


def test_a_spell_tells_its_casting_roll_and_friends_that_fall_apart() -> None:
    mage = {"mage": {"die": "d10", "attributes": ["Magic"], "spells": ["Fireball"]}}
    units = {
        "a": {"profile": "mage", "at": [[20, 10]]},
        "c": {"profile": "man", "at": [[20, 16]]},
        "b": {"profile": "man", "at": [[40, 40]]},
    }
    play = Play(units, profiles=mage)
    play.say("a", "other")
    action = next(name for name in play.options if name.startswith("cast:Fireball:c"))
    found = foresee(OVERSOUL, play.battle, play.game.ask, action)  # type: ignore[arg-type]
    assert found is not None
    assert [roll.name for roll in found.rolls] == ["casting"]
    assert (found.measure, found.expected) == ("enemy models that fall", 0)
    assert found.own > 0


# ---- short drags and turns of the hand


@pytest.mark.parametrize(("far", "moves"), [(200, False), (201, True)])
def test_a_drag_of_a_fifth_of_an_inch_is_no_move(far: int, moves: bool) -> None:
    """Whoever takes hold of a model to turn it does not mean to move it."""
    ask = moving({"a": SQUAD, "b": ENEMY})
    legs = ask.plan(Drag(("a.1",), (20_000, 10_000 + far), 9000))
    assert [step.verb for step in legs[0].steps] == (["go", "turn"] if moves else ["turn"])
    assert bool(ask.plan(Drag(("a.1",), (20_000, 10_000 + far)))) is moves
    body = moving({"a": {"profile": "spear", "count": 6, "formation": "line", "at": [20, 10]}, "b": ENEMY})
    x, y = body.start["a"].at
    (leg,) = body.plan(Drag(("a",), (x, y + far), 1000))
    assert ("wheel" in [step.verb for step in leg.steps]) is not moves


@pytest.mark.parametrize(("face", "look"), [(0, 0), (35_999, 35_999), (36_000, 0), (-9000, 27_000)])
def test_a_turn_of_the_hand_is_a_facing(face: int, look: int) -> None:
    ask = moving({"a": SQUAD, "b": ENEMY})
    for who in (("a.1",), ("a.1", "a.2", "a.3")):
        legs = ask.plan(Drag(who, (20_000, 12_000), face))
        assert {leg.steps[-1].face for leg in legs} == {look}
        assert ask.refuse(legs) is None


@pytest.mark.parametrize(
    ("face", "end"),
    [
        (10_000, "right"),
        (27_000, "right"),
        (27_001, "left"),
        (8000, "left"),
        (-8999, "left"),
        (-9000, "right"),
        (36_000, "left"),
        (46_000, "right"),
    ],
)
def test_a_body_wheels_the_shorter_way(face: int, end: str) -> None:
    """It looks east; half a turn is one to the right."""
    ask = moving({"a": {"profile": "spear", "count": 6, "formation": "line", "at": [20, 10], "face": 90}, "b": ENEMY})
    (leg,) = ask.plan(Drag(("a",), ask.start["a"].at, face))
    (step,) = leg.steps
    assert (step.verb, step.what, step.face) == ("wheel", end, face % 36_000)


# ---- what a flyer does when nobody says anything


@pytest.mark.rule("oversoul.attr.flying-must-move")
def test_a_flyer_goes_on_by_an_inch_or_as_far_as_there_is_room() -> None:
    """A pond below keeps it from landing. Others in the air all round leave no room within an inch, but at three."""
    ring = [step_to((20_000, 20_000), face, 1500) for face in range(0, 36_000, 4500)]
    pond = {"id": "pond", "water": "deep", "box": [10, 10, 30, 30]}
    for others, far in (([], 1000), (ring, 3000)):
        high = {"airborne": True}
        units: dict[str, Any] = {"a": {"figures": {"1": {"profile": "bat", "at": [20, 20], **high}}}, "b": ENEMY}
        if others:
            figures = {str(n): {"profile": "humming", "at": [x / 1000, y / 1000], **high} for n, (x, y) in enumerate(others)}
            units["c"] = {"figures": figures}
        ask = moving(units, terrain=[pond])
        (leg,) = ask.default()
        assert [step.verb for step in leg.steps] == ["turn", "go"]
        x, y = leg.steps[-1].to or (0, 0)
        assert round(hypot(x - 20_000, y - 20_000)) == far
        assert ask.refuse((leg,)) is None


@pytest.mark.parametrize("count", [1, 2, 5])
def test_the_mean_of_a_volley_is_what_every_hit_takes_alone(count: int) -> None:
    """Volleys too large for exact odds are told by it."""
    squad = {"profile": "rifle", "at": row(20, 10, count, 2)}
    battle = battle_of({"a": squad, "b": {"profile": "man", "at": row(20, 18, count, 2)}})
    found = forecast_volley(battle, tuple((f"a.{n}", f"shoot:0:b.{n}") for n in range(1, count + 1)))
    assert found is not None
    hit, saved = (roll.chance for roll in found.rolls)
    assert 0 < hit < 1
    assert 0 < saved < 1
    assert found.mean == pytest.approx(count * hit * (1 - saved))


@pytest.mark.rule("oversoul.tight.must-have-formation")
def test_of_the_verbs_of_a_body_only_one_names_a_formation() -> None:
    ask = moving({"a": {"profile": "spear", "count": 6, "formation": "line", "at": [20, 10]}, "b": ENEMY})
    assert {verb for verb, data in ask.verbs.items() if data.whats} == {"form"}
    assert {"line/2", "column"} <= set(ask.verbs["form"].whats)
