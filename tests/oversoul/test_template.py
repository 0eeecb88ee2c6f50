"""Templates: round ones that are shot, round ones swung in melee, and flames."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Refusal, foresee
from littlewars.systems.oversoul.attack.forecasts import forecast_action
from littlewars.systems.oversoul.attack.templates import covered, exposed, sweep_faces
from littlewars.systems.oversoul.system import OVERSOUL
from littlewars.systems.oversoul.units.aim import touched_enemies
from littlewars.table.board.areas import Circle
from tests.oversoul.helpers import Fight, battle_of

GRENADE: dict[str, Any] = {"x": {"die": "d6", "range": 10, "attributes": ["Template 2"]}}
FLAMER: dict[str, Any] = {"x": {"die": "d12", "attributes": ["Template Flame"], "base": 1}}
SWEEPER: dict[str, Any] = {"x": {"die": "d8", "attributes": ["Template 2"]}}


# ---- shot


@pytest.mark.rule("oversoul.template.ranged-hits", "oversoul.template.ranged-placement", "oversoul.attr.template-round")
def test_all_enemies_under_the_template_are_hit_and_friends_are_not() -> None:
    """oversoul.ex.round-template: two enemies and a friend under it; one attack roll."""
    fight = Fight(
        {
            "a": {"profile": "x", "at": [[20, 10]]},
            "a2": {"profile": "man", "at": [[21, 19]]},
            "b": {"profile": "man", "at": [[20, 19], [20, 20]], "face": 180},
        },
        profiles=GRENADE,
    )
    fight.say("shoot:0:b.1", dice="ranged attack 4, recovery 6, recovery 6")
    assert [event.figure for event in fight.told("Recovered")] == ["b.1", "b.2"]
    assert len(fight.told("Attacked")) == 1


@pytest.mark.rule("oversoul.template.ranged-placement", "oversoul.template.non-artillery")
def test_a_grenade_that_misses_deviates_like_a_linear_gun() -> None:
    fight = Fight(
        {"a": {"profile": "x", "at": [[20, 10]]}, "b": {"profile": "man", "at": [[20, 19], [22, 19]], "face": 180}},
        profiles=GRENADE,
    )
    fight.say("shoot:0:b.1", dice="ranged attack 3, direction 2, second roll 4, recovery 6")
    assert fight.told("Landed")[0].at == (22000, 19000)
    assert [event.figure for event in fight.told("Recovered")] == ["b.2"]


@pytest.mark.rule("oversoul.template.ranged-hits")
@pytest.mark.parametrize(("mark", "order"), [("b.2", ["b.2", "b.3", "b.1"]), ("b.3", ["b.3", "b.2"])])
def test_recovery_is_rolled_in_order_of_distance_from_the_middle(mark: str, order: list[str]) -> None:
    units = {
        "a": {"profile": "x", "at": [[20, 10]]},
        "b": {"profile": "tough", "at": [[18.2, 19], [20, 19], [21.2, 19]], "face": 180},
    }
    fight = Fight(units, profiles={"x": {**GRENADE["x"], "attributes": ["Template 4"]}})
    fight.say(f"shoot:0:{mark}", dice="ranged attack 4" + ", recovery 6" * len(order))
    assert [event.figure for event in fight.told("Recovered")] == order


@pytest.mark.rule("oversoul.template.ranged-hits", "oversoul.attr.heavy-armor-immunity")
def test_armour_is_looked_at_for_each_model_under_the_template() -> None:
    fight = Fight(
        {
            "a": {"profile": "x", "at": [[20, 10]]},
            "b": {"profile": "man", "at": [[20, 19]], "face": 180},
            "b2": {"profile": "guard", "at": [[20, 20]], "face": 180},
        },
        profiles=GRENADE,
    )
    fight.say("shoot:0:b.1", dice="ranged attack 4, recovery 6")
    assert [event.target for event in fight.told("Bounced")] == ["b2.1"]


@pytest.mark.rule("oversoul.template.ranged-hits")
def test_passengers_are_safe_from_templates() -> None:
    fight = Fight(
        {
            "a": {"profile": "x", "at": [[20, 10]]},
            "b": {
                "figures": {
                    "1": {"profile": "truck", "at": [20, 20], "face": 180},
                    "2": {"profile": "man", "at": [20, 20], "carrier": "b.1", "seat": "front"},
                }
            },
        },
        profiles=GRENADE,
    )
    fight.say("shoot:0:b.1", dice="ranged attack 4, recovery 10")
    assert [event.figure for event in fight.told("Recovered")] == ["b.1"]


@pytest.mark.rule("oversoul.template.coverage", "oversoul.template.sizes")
@pytest.mark.parametrize(("size", "reach"), [(2, 1.0), (4, 2.0), (6, 3.0)])
def test_who_is_underneath(size: int, reach: float) -> None:
    """Troopers and guns by their centre, the edge counts; vehicles by any part of the hull."""
    x = 20 + reach
    fight = Fight(
        {
            "a": {"profile": "x", "at": [[20, 10]]},
            "b": {"profile": "man", "at": [[x, 20], [20, 20 - reach - 0.01]]},
            "b2": {"profile": "truck", "at": [[20, 22 + reach]]},
            "b3": {"profile": "truck", "at": [[16.99 - reach, 22.01]]},
        },
        profiles={"x": {"die": "d6", "range": 10, "attributes": [f"Template {size}"]}},
    )
    circle = Circle((20000, 20000), fight["a.1"].profile.weapons[0].template // 2)
    found = [figure.id for figure in covered(fight.state, circle, exposed(fight.state, "red"))]
    assert found == ["b.1", "b2.1"]


# ---- flames


def burning(*at: tuple[float, float], face: int = 0, **more: Any) -> Fight:
    """A flamer at (20, 20) and enemies around it."""
    return Fight(
        {
            "a": {"profile": "x", "at": [[20, 20]], "face": face},
            "b": {"profile": "tough", "at": [list(p) for p in at], "face": 180},
        },
        profiles={**FLAMER, **more.pop("profiles", {})},
        **more,
    )


@pytest.mark.rule("oversoul.template.flame-and-melee", "oversoul.attr.template-flame")
def test_a_dragon_breathes_on_three() -> None:
    """oversoul.ex.flame-template: rolls 3, 4, 9: miss, hit, hit."""
    fight = burning((20, 23), (20, 25), (20.5, 27))
    assert fight.actions() == ["hold", "flame:0"]
    fight.say("flame:0")
    assert fight.rule == "oversoul.template.flame-and-melee"
    fight.say(
        {"flame": {"at": [20, 20], "face": 0}}, dice="ranged attack 3, ranged attack 4, recovery 6, ranged attack 9, recovery 6"
    )
    assert [(event.target, event.hit) for event in fight.told("Attacked")] == [("b.1", False), ("b.2", True), ("b.3", True)]
    assert fight.told("Draw")[0].die == "d12"


@pytest.mark.rule("oversoul.template.flame-and-melee", "oversoul.template.sizes")
@pytest.mark.parametrize(
    ("at", "offered"),
    [
        ((20, 28.5), True),
        ((20, 28.6), False),
        ((21.25, 28.5), True),
        ((18.24, 28.4), True),  # by a corner alone, 8.591 inches from the centre: the left one
        ((23.735, 27.737), True),  # or the right one
        ((18.24, 28.42), False),
        ((20, 16), False),
        ((29, 20), False),
        ((24, 20), True),
    ],
)
def test_a_flame_is_offered_only_when_it_reaches_somebody(at: tuple[float, float], offered: bool) -> None:
    """8 inches from the edge of the base (a little more at the corners), within the front facing."""
    fight = burning(at)
    assert (fight.state.active().name == "red") == offered


@pytest.mark.rule("oversoul.template.flame-and-melee", "oversoul.template.sizes")
def test_the_flame_is_a_narrow_triangle() -> None:
    """2.5 inches wide at its end 8 inches out: half of that, 0.625 to each side, in the middle."""
    fight = burning((20.62, 24.5), (18.5, 24.5)).say("flame:0")
    fight.say({"flame": {"at": [20, 20], "face": 0}}, dice="ranged attack 1")
    assert [event.target for event in fight.told("Attacked")] == ["b.1"]


@pytest.mark.rule("oversoul.template.flame-and-melee")
def test_the_axis_of_a_flame_lies_in_the_arc_of_its_weapon() -> None:
    fight = burning((20, 24)).say("flame:0")
    with pytest.raises(Refusal, match="arc"):
        fight.say({"flame": {"at": [20, 20], "face": 91}})
    fight.say({"flame": {"at": [20, 20], "face": 90}})  # lawful, and in vain
    assert not fight.told("Attacked")
    tank = {
        "t": {
            "kind": "vehicle",
            "die": "d10",
            "weapons": [{"name": "F", "die": "d6", "attributes": ["Template Flame", "Turret"]}],
        }
    }
    turret = Fight({"a": {"profile": "t", "at": [[20, 20]]}, "b": {"profile": "tough", "at": [[20, 14]]}}, profiles=tank).say(
        "flame:0"
    )
    turret.say({"flame": {"at": [20, 20], "face": 180}}, dice="ranged attack 1")


@pytest.mark.rule("oversoul.template.flame-and-melee")
def test_a_flame_needs_sight_to_each_enemy_and_has_modifiers_for_each() -> None:
    wall = [{"difficulty": "impassible", "box": [15, 24.5, 25, 25]}]
    fight = burning((20, 23), (20, 26), terrain=wall)
    fight["b.1"].face = 0  # seen from behind
    fight.say("flame:0").say({"flame": {"at": [20, 20], "face": 0}}, dice="ranged attack 2, recovery 6")
    assert [(event.target, event.tally.total) for event in fight.told("Attacked")] == [("b.1", 2)]


@pytest.mark.rule("oversoul.template.flame-and-melee", "oversoul.attr.exhaustible-uses")
def test_one_flame_is_one_use_however_many_burn() -> None:
    tank = {
        "kind": "vehicle",
        "die": "d10",
        "weapons": [{"name": "F", "die": "d6", "attributes": ["Template Flame", "Exhaustible Weapon"]}],
    }
    fight = Fight(
        {"a": {"profile": "t", "at": [[20, 20]]}, "b": {"profile": "tough", "at": [[20, 24], [20, 26]]}}, profiles={"t": tank}
    )
    fight.say("flame:0").say({"flame": {"at": [20, 20], "face": 0}}, dice="ranged attack 1, ranged attack 1")
    assert fight["a.1"].guns[0].uses == 3


# ---- in melee


def swinging(*at: tuple[float, float], attacker: dict[str, Any] = SWEEPER, **more: Any) -> Fight:
    """An ogre with a great flail at (20, 20), and enemies around it."""
    units = {"a": {"profile": "x", "at": [[20, 20]]}, "b": {"profile": "tough", "at": [list(p) for p in at], "face": 180}}
    return Fight(units, profiles=attacker, **more)


@pytest.mark.rule("oversoul.template.flame-and-melee", "oversoul.attr.template-round")
def test_a_melee_template_strikes_all_enemies_under_it() -> None:
    fight = swinging((20, 21), (20, 22), (24, 20))
    assert fight.actions() == ["hold", "sweep"]  # R:0: the template belongs to the melee weapon
    fight.say("sweep").say({"template": {"at": [20, 20], "face": 0}}, dice="melee attack 3, melee attack 4, recovery 6")
    assert [(event.target, event.how, event.hit) for event in fight.told("Attacked")] == [
        ("b.1", "melee", False),
        ("b.2", "melee", True),
    ]


@pytest.mark.rule("oversoul.template.flame-and-melee")
def test_a_melee_template_covers_an_enemy_in_contact_and_lies_in_front() -> None:
    assert swinging((20, 22)).state.active().name == "blue"  # nobody in contact: no attack
    fight = swinging((20, 21), (18, 20)).say("sweep")
    with pytest.raises(Refusal, match="no enemy in contact"):
        fight.say({"template": {"at": [20, 20], "face": 270}})  # covers only the one who does not touch
    with pytest.raises(Refusal, match="front facing"):
        fight.say({"template": {"at": [20, 20], "face": 120}})
    fight.say({"template": {"at": [20, 20], "face": 330}}, dice="melee attack 1")


@pytest.mark.rule("oversoul.template.flame-and-melee", "oversoul.template.coverage")
@pytest.mark.parametrize(
    ("at", "looks", "faces"),
    [
        ((22.4, 19.6), 125, [9000]),
        ((17.6, 19.6), 235, [27000]),
        ((22.2, 19.7), 125, [8000, 8500, 9000]),
        ((22.7, 19.1), 130, []),
    ],
)
def test_a_melee_template_that_covers_nobody_straight_ahead_is_swung_across_the_front(
    at: tuple[float, float], looks: float, faces: list[int]
) -> None:
    """A long steed touches him at a slant: its nearest point is too far from its middle, which lies behind his front."""
    steed = {"die": "d8", "attributes": ["Mounted"], "base": [1, 6]}
    units = {"a": {"profile": "x", "at": [[20, 20]]}, "b": {"profile": "steed", "at": [list(at)], "face": looks}}
    battle = battle_of(units, profiles={**SWEEPER, "steed": steed})
    assert touched_enemies(battle, battle.state.figures["a.1"]) == ["b.1"]
    assert sweep_faces(battle, battle.state.figures["a.1"]) == faces


@pytest.mark.rule("oversoul.template.flame-and-melee")
def test_with_a_range_the_template_belongs_to_the_ranged_weapon() -> None:
    fight = swinging((20, 21), attacker=GRENADE)
    assert fight.actions() == ["hold", "melee:b.1", "shoot:0:b.1"]


@pytest.mark.rule("oversoul.template.flame-and-melee")
def test_the_odds_of_a_melee_template_are_those_of_its_best_place() -> None:
    fight = swinging((20, 21), (20, 22), (24, 20))
    found = foresee(OVERSOUL, fight.battle, fight.game.ask, "sweep")  # type: ignore[arg-type]
    assert found is not None
    assert [roll.name for roll in found.rolls] == ["melee attack", "Recovery"]
    assert sum(chance for _, chance in found.chances) == pytest.approx(1)
    assert max(number for number, chance in found.chances if chance) == 2  # both who can be covered at once


@pytest.mark.rule("oversoul.template.flame-and-melee", "oversoul.melee.facing-modifiers")
def test_the_rolls_of_a_melee_template_are_those_of_its_best_place() -> None:
    """Two before him, and one beside him who turns his back: he would rather strike the two."""
    for places, back, bonus in ([[(20, 21)], "", 0], [[(19, 20)], "b.1", 2], [[(20, 21), (20, 22), (19, 20)], "b.3", 0]):
        fight = swinging(*places)
        if back:
            fight[back].face = 27000
        found = forecast_action(fight.battle, "a.1", "sweep")
        assert found is not None
        assert [roll.tally.total for roll in found.rolls if roll.name == "melee attack"] == [bonus]
        assert forecast_action(fight.battle, "nobody", "sweep") is None  # one whom the view hides
