"""Areas of effect at their limits: clouds, cones of hulls, odds, coordinates (defiance.aoe.*, defiance.indirect.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.defiance.area.bursts import Blast, caught
from littlewars.systems.defiance.area.clouds import drift_all, entered, leave
from littlewars.systems.defiance.area.cones import turns_to_fire
from littlewars.systems.defiance.area.forecasts import forecast
from littlewars.systems.defiance.area.points import refuse_call, snapped
from littlewars.systems.defiance.basics.fire_action import INDIRECT, Fire, Manner
from littlewars.systems.defiance.basics.profiles import Weapon

from .squads import Play, a_battle, a_state, run

FAR = {"b": {"at": [[40, 44]], "face": 180}}
MORTAR = {"mortar": {"FR": 1, "IF": True, "brackets": {"5+": 40}, "aoe": {"radius": 2, "damage": "5+"}}}


def cloud(**more: Any) -> dict[str, Any]:
    fumes = {"id": "c", "kind": "poison", "name": "Spore", "at": [24, 24], "radius": 2, "by": "b.1", "turn": 1}
    return {**fumes, "damage": 7, "letters": "B", **more}


@pytest.mark.rule("defiance.aoe.poison-damage-timing", "defiance.aoe.si-radius")
@pytest.mark.parametrize(
    ("figure", "kind", "once", "at"),
    [
        ({}, "poison", [], 16_500),  # 2 inches, an inch for standard infantry, and its base
        ({"frame": "suit"}, "poison", [], 17_500),
        ({}, "smoke", [], None),
        ({}, "poison", ["c/r.1"], None),
        ({"frame": "bird", "level": 1}, "poison", [], None),
    ],
)
def test_where_somebody_moves_into_poison(figure: dict[str, Any], kind: str, once: list[str], at: int | None) -> None:
    turn = {"doing": {"unit": "r", "once": once}}
    state = a_state({"r": {"at": [[24, 4]], **figure}, **FAR}, clouds=[cloud(kind=kind)], turn=turn)
    one = state.figures["r.1"]
    found = entered(state, one, (24_000, 4000), (24_000, 24_000))
    assert [round(step, -1) for step in found] == ([] if at is None else [at])


@pytest.mark.rule("defiance.aoe.poison-damage-timing")
def test_a_jumper_breathes_only_where_it_lands() -> None:
    state = a_state({"r": {"frame": "jumper", "at": [[24, 10]]}, **FAR}, clouds=[cloud()], turn={"doing": {"unit": "r"}})
    one, start = state.figures["r.1"], (24_000, 10_000)
    assert entered(state, one, start, (24_000, 40_000), lands=True) == {}
    assert entered(state, one, start, (24_000, 24_000), lands=True) == {14_000: ["c"]}
    assert entered(state, one, (24_000, 23_000), (24_000, 24_000), lands=True) == {}  # it was in it before


@pytest.mark.rule("defiance.aoe.poison-drift")
@pytest.mark.parametrize(
    ("at", "way", "stays"), [([24, 1], 180, True), ([24, 47], 360, True), ([24, 0.9], 180, False), ([1, 24], 270, True)]
)
def test_a_cloud_may_lie_on_the_edge_but_not_beyond(at: list[float], way: int, stays: bool) -> None:
    battle = a_battle({"r": {"at": [[5, 40]]}, **FAR}, f"scatter distance 1, scatter direction {way}", clouds=[cloud(at=at)])
    run(drift_all(battle))
    assert bool(battle.state.clouds) is stays


@pytest.mark.rule("defiance.grenade.obscuring")
@pytest.mark.parametrize("needed", [None, 5])
def test_smoke_is_smoke_whatever_else_it_does(needed: int | None) -> None:
    battle = a_battle({"r": {"at": [[5, 5]]}, **FAR})
    weapon = Weapon(key="w", name="W", smoke=(-1, 3))
    leave(battle, Blast("r.1", weapon, (9000, 9000), 2000, needed), weapon)
    (made,) = battle.state.clouds
    assert (made.kind, made.mod, made.until, made.damage) == ("smoke", -1, 3, 0)


@pytest.mark.rule("defiance.aoe.template")
def test_a_ground_burst_is_on_the_ground() -> None:
    battle = a_battle({"r": {"at": [[20, 20]]}, **FAR})
    blast = Blast("b.1", Weapon(key="w", name="W"), (20_000, 20_000), 1000, 5)
    assert [figure.id for figure in caught(battle, blast)] == ["r.1"]


@pytest.mark.rule("defiance.effector.cone-facing")
@pytest.mark.parametrize(("kind", "turns"), [("Light Vehicle", False), ("Mecha", True), ("Anime Mecha", True), ("", True)])
def test_who_turns_to_lay_a_cone(kind: str, turns: bool) -> None:
    frames = {"it": {"vehicle": True, "TY": kind, "SZ": 4, "DC": 2} if kind else {}}
    state = a_state({"r": {"frame": "it", "at": [[20, 20]], "primary": ""}, **FAR}, frames=frames)
    assert turns_to_fire(state.figures["r.1"]) is turns


@pytest.mark.rule("defiance.aoe.to-hit")
def test_odds_know_that_a_natural_one_misses() -> None:
    """3+ and +2 for standing still: a 1 misses all the same, everything else hits."""
    weapon = {"w": {"FR": 1, "brackets": {"3+": 20}, "aoe": {"radius": 1, "damage": "5+"}}}
    battle = a_battle({"r": {"at": [[20, 10]], "primary": "w"}, "b": {"at": [[20, 20]]}}, weapons=weapon)
    attack = forecast(battle, Fire(battle.state.figures["r.1"], 0, 0, 1, "b.1", Manner("stationary")))
    assert attack.rolls[0].chance == pytest.approx(0.9)


@pytest.mark.rule("defiance.terms.coordinates", "defiance.indirect.coordinates")
@pytest.mark.parametrize("edges", [("south", "north"), ("west", "east")])
def test_points_are_called_from_any_edge(edges: tuple[str, str]) -> None:
    """The nearest half inch as the caller counts from his own edge, never beyond the table."""
    sides = {"red": {"edge": edges[0]}, "blue": {"edge": edges[1]}}
    state = a_state({"r": {"at": [[20, 20]]}, "b": {"at": [[10, 20]]}}, sides=sides, table=[48.3, 36.4])
    for side in ("red", "blue"):
        for at in ((0, 0), (48_300, 36_400), (48_290, 10), (10, 36_390), (47_990, 1_260), (12_345, 30_001)):
            near = snapped(state, side, at)
            assert refuse_call(state, side, near) is None
            assert max(abs(near[0] - at[0]), abs(near[1] - at[1])) <= 450


@pytest.mark.rule("defiance.indirect.unit-fire")
@pytest.mark.parametrize(("count", "options"), [(2, ["all", "alone"]), (3, ["all", "alone", "some"])])
def test_who_may_add_a_round(count: int, options: list[str]) -> None:
    red = {"at": [[20 + 2 * n, 10] for n in range(count)], "primary": "mortar"}
    game = Play({"r": red, **FAR}, "card 1", weapons=MORTAR).say("cohesive-fire", "stationary", "r.1")
    game.say(next(name for name in game.options if name.endswith(INDIRECT)))
    assert game.options == options
    if count == 3:
        game.say("some", ["r.3"], {"point": [20, 40]}, dice="to hit 9")
        assert game["r.3"].shots == (1,)
        assert game["r.2"].shots == ()
