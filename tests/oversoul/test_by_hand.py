"""Moves drawn by hand, lines of sight and odds before an attack, as a page asks for them."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Move, ScenarioError, foresee
from littlewars.engine.showing import Drag
from littlewars.systems.oversoul.system import OVERSOUL
from tests.oversoul.helpers import Play

WOOD = {"id": "wood", "difficulty": "heavy", "box": [10, 14, 40, 16]}
SQUAD = {"profile": "rifle", "at": [[20, 10], [22, 10], [24, 10]]}
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


def test_a_spell_tells_its_casting_roll_and_counts_friends_that_fall() -> None:
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
    assert found.expected > 0
