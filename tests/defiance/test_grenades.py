"""Grenades: thrown, lobbed, bounced, dropped; smoke and poison (defiance.grenade.*, defiance.flight.drop-*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.defiance.area.clouds import age_all
from littlewars.systems.defiance.area.grenades import DROPS, lob_tally
from littlewars.systems.defiance.fire.shots import los_mods

from .squads import Play, a_battle, a_state, shoot

WEAPONS: dict[str, dict[str, Any]] = {
    "frag": {"form": "grenade", "ammo": 2, "brackets": "thrown", "aoe": {"radius": 2, "damage": "5+"}},
    "spore": {"form": "grenade", "ammo": 2, "brackets": "thrown", "poison": True, "aoe": {"radius": 2, "damage": "7+"}},
    "fog": {
        "form": "grenade",
        "ammo": 2,
        "brackets": "thrown",
        "smoke": {"los_modifier": -2, "turns": 2},
        "aoe": {"radius": 3},
    },
}
POINT, LOB, DROP = "@point", "@lob", "@drop "


def thrower(frame: str = "man", kind: str = "frag", **more: Any) -> dict[str, Any]:
    """One with a grenade, and a comrade who waits beside him."""
    return {
        "figures": {
            "1": {"at": [20, 10], "side_arms": kind, "frame": frame, **more},
            "2": {"at": [40, 4], "frame": frame, "level": more.get("level", 0)},
        }
    }


def start(red: dict[str, Any], blue: dict[str, Any] | None = None, speed: str = "stationary", **more: Any) -> Play:
    units = {"r": red, "b": {"at": [[44, 44]], "face": 180, **(blue or {})}}
    game = Play(units, "card 1", weapons=WEAPONS, **more).say("cohesive-fire", speed)
    return game.say("r.1") if speed == "stationary" else game


def choose(game: Play, target: str) -> Play:
    return game.say(next(name for name in game.options if name.endswith(f":{target}")))


def throw(game: Play, x: float, y: float, dice: str) -> Play:
    """At a bare point."""
    choose(game, POINT)
    return game.say({"point": [x, y]}, dice=dice)


# ---- thrown


@pytest.mark.rule("defiance.grenade.distances", "defiance.grenade.thrown")
@pytest.mark.parametrize(
    ("size", "far", "needed"),
    [(1, 4, 5), (1, 5, 7), (2, 8, 5), (2, 12.5, 9), (3, 18, 7), (3, 24, 9), (2, 17, None), (1, 8, 9), (2, 16, 9)],
)
def test_how_far_a_grenade_flies(size: int, far: float, needed: int | None) -> None:
    """defiance.ex.grenade-distances: by the thrower's size; beyond the last column it falls short and scatters."""
    frames = {"it": {"SZ": size, "class": "PI"}}
    game = start(thrower("it"), frames=frames)
    if needed is None:
        throw(game, 20, 10 + far, "scatter distance 1, scatter direction 360")
        assert game.told("Exploded")[0].at == (20_000, 10_000 + 16_000 + 1000)
        assert not game.told("Launched")
        return
    throw(game, 20, 10 + far, "to hit 9")
    (event,) = game.told("Launched")
    assert (event.tally.base, event.tally.total) == (needed, 2)  # standing still helps, nothing else counts
    assert game.told("Exploded")[0].at == (20_000, round((10 + far) * 1000))
    assert game["r.1"].shots == (1,)


@pytest.mark.rule("defiance.grenade.thrown")
def test_a_point_must_be_seen_and_only_the_throwers_own_movement_counts() -> None:
    house = {"id": "h", "category": "impassable", "box": [18, 14, 22, 15], "height": 6}
    game = start(thrower(), terrain=[house])
    choose(game, POINT)
    assert game.refused({"point": [20, 17]}) == "grenade.thrown"
    assert game.allows({"point": [14, 10]})
    game = start(
        thrower(prone=True), {"at": [[20, 30]]}, "walking", terrain=[{"id": "w", "category": "heavy", "box": [10, 14, 30, 20]}]
    )
    game.say("fire-move", "r.1")
    throw(game, 20, 15, "to hit 6, scatter distance 2, scatter direction 90")
    assert {mod.name: mod.value for mod in game.told("Launched")[0].tally.mods} == {"firer prone": -2}


@pytest.mark.rule("defiance.grenade.thrown", "defiance.grenade.anti-infantry")
def test_at_a_figure_all_that_makes_it_hard_to_hit_counts() -> None:
    """Cover and posture to hit; the template has -5 against a vehicle."""
    wood = {"id": "w", "category": "medium", "box": [18, 15, 22, 19]}
    game = start(thrower(), {"at": [[20, 16.5]], "prone": True}, terrain=[wood])
    game.say(shoot("frag", "b.1"), dice="to hit 9, damage 1, morale 9")
    assert {mod.value for mod in game.told("Launched")[0].tally.mods} == {2, -3, -2}
    car = {"vehicle": True, "TY": "Light Vehicle", "SZ": 3, "DC": 2}
    game = start(thrower(), {"at": [[20, 16]], "frame": "car", "primary": ""}, frames={"car": car})
    game.say(shoot("frag", "b.1"), dice="to hit 9, damage 1, morale 9")
    assert [mod.value for mod in game.told("Caught")[0].tally.mods] == [-5]


@pytest.mark.rule("defiance.grenade.scatter")
@pytest.mark.parametrize(("far", "die", "length"), [(4, 9, 2), (4, 2, 1), (14, 9, 5)])
def test_a_missed_grenade_scatters_at_most_half_its_way(far: float, die: int, length: int) -> None:
    """defiance.ex.grenade-scatter-cap: 4 inches thrown, a 5 on the d5: 2 inches; it goes off where it ends."""
    game = throw(start(thrower()), 20, 10 + far, f"to hit 1, scatter distance {die}, scatter direction 90")
    assert game.told("Exploded")[0].at == (20_000 + length * 1000, round((10 + far) * 1000))


@pytest.mark.rule("defiance.grenade.scatter")
def test_solid_ground_stops_a_grenade_and_figures_do_not() -> None:
    house = {"id": "h", "category": "impassable", "box": [23, 18, 28, 30], "height": 6}
    game = throw(start(thrower(), terrain=[house]), 20, 22, "to hit 1, scatter distance 9, scatter direction 90")
    assert game.told("Exploded")[0].at == (23_000, 22_000)
    game = start(thrower(), {"at": [[22.5, 22]]})
    throw(game, 20, 22, "to hit 1, scatter distance 9, scatter direction 90, damage 1, morale 9")
    assert game.told("Exploded")[0].at == (25_000, 22_000)


@pytest.mark.rule("defiance.grenade.forbidden-throwers", "defiance.flight.no-throwing", "defiance.flight.no-grenades-at")
def test_who_throws_no_grenades() -> None:
    """Vehicles, those who cover, and those in the air; and nobody hits a flyer with one."""
    car = {"vehicle": True, "TY": "Light Vehicle", "SZ": 3, "DC": 2}
    units = {
        "r": {"frame": "car", "at": [[20, 10]], "primary": "rifle", "side_arms": "frag"},
        "b": {"at": [[20, 20]], "face": 180},
    }
    battle = a_battle(units, weapons=WEAPONS, frames={"car": car})
    from littlewars.systems.defiance.area.attacks import choices

    figure = battle.state.figures["r.1"]
    assert {name.split(":")[0] for name in choices(battle, figure, ("primary", "side"), "stationary", False)} <= {"0"}
    assert not figure.arms[1].weapon.can_cover
    flying = start(thrower("bird", level=1), {"at": [[20, 16]]})
    assert not [name for name in flying.options if name.endswith((POINT, LOB)) or name.startswith("0:0:1:b")]
    above = start(thrower(), {"frame": "bird", "at": [[20, 14]], "level": 1})
    assert not [name for name in above.options if name.startswith("0:0:1:b")]
    throw(above, 20, 14, "to hit 9")
    assert not above.told("Caught")


# ---- lobbed


def lob(wall: float, to: list[float], guess: int, dice: str, size: int = 2) -> Play:
    terrain = [{"id": "wall", "category": "impassable", "box": [10, 12, 30, 12.2], "height": wall}]
    game = start(thrower("it"), {"at": [[20, 14]]}, frames={"it": {"SZ": size, "class": "PI"}}, terrain=terrain)
    choose(game, LOB)
    assert game.game.ask.blind
    game.say({"point": to})
    assert (game.game.ask.kind, game.game.ask.blind) == ("number", True)
    return game.say(guess, dice=dice)


@pytest.mark.rule("defiance.grenade.lob-eligibility", "defiance.grenade.lob-guess", "defiance.grenade.scatter")
def test_a_lob_over_a_wall() -> None:
    """defiance.ex.lob-over-wall: 3.5 inches high, guessed 3, it is 4: 5+ at -2, a 6 misses; d5 capped to 2 inches."""
    game = lob(3.5, [20, 14], 3, "to hit 6, scatter distance 9, scatter direction 90, damage 1, morale 9")
    (event,) = game.told("Launched")
    assert (event.tally.base, event.tally.total, event.hit) == (5, -2, False)
    assert game.told("Exploded")[0].at == (22_000, 14_000)
    assert not game.told("Bounced")


@pytest.mark.rule("defiance.grenade.lob-guess")
@pytest.mark.parametrize(("guess", "mod"), [(11, -2), (10, -2), (9, -2), (8, -4), (12, -4)])
def test_the_guess_decides_the_penalty(guess: int, mod: int) -> None:
    line = a_state({"r": thrower(), "b": {"at": [[40, 40]]}}, weapons=WEAPONS).figures["r.1"].arms[0].weapon.of(2)
    assert lob_tally(line, 10_000, guess * 1000).total == mod


@pytest.mark.rule("defiance.grenade.lob-too-high", "defiance.grenade.lob-eligibility")
def test_a_lob_bounces_off_a_wall_that_is_too_high() -> None:
    """defiance.ex.lob-bounce: 5 inches high, 2 inches off: it stops there, comes back 1 and scatters, without a roll."""
    game = lob(5, [20, 16], 6, "scatter distance 9, scatter direction 90, damage 1, damage 1, morale 9, morale 9")
    assert game.told("Bounced")[0].piece
    assert not game.told("Launched")
    assert game.told("Scattered")[0].at == (20_000, 11_000)
    assert game.told("Exploded")[0].at == (21_000, 11_000)  # at most half of the 2 inches to the wall
    assert not lob(4, [20, 16], 6, "to hit 9, damage 1, morale 9").told("Bounced")  # twice its size is cleared


@pytest.mark.rule("defiance.grenade.lob-out-of-range")
def test_a_lob_beyond_reach_falls_short() -> None:
    """Size 2 throws 16 inches: there it comes down and scatters without a roll."""
    game = lob(2, [20, 40], 16, "scatter distance 1, scatter direction 360")
    assert game.told("Exploded")[0].at == (20_000, 27_000)
    assert not game.told("Launched")


@pytest.mark.rule("defiance.grenade.lob-highest-point", "defiance.grenade.lob-eligibility")
def test_a_lob_rests_on_the_roof() -> None:
    """On a roof of 4 inches with a radius of 2 it spares the street beside it; only who stands still may lob."""
    house = {"id": "h", "category": "impassable", "box": [18, 14, 22, 18], "height": 4}
    game = start(thrower(), {"at": [[20, 19]]}, terrain=[house])
    choose(game, LOB).say({"point": [20, 16]}).say(6, dice="to hit 9")
    assert game.told("Exploded")[0].at == (20_000, 16_000)
    assert not game.told("Caught")
    walking = start(thrower(), speed="walking").say("fire-move", "r.1")
    assert not [name for name in walking.options if name.endswith(LOB)]


# ---- dropped


@pytest.mark.rule("defiance.flight.drop-table", "defiance.flight.drop-eligibility")
@pytest.mark.parametrize(("level", "needed", "more"), [(1, 5, 0), (2, 7, 1), (3, 9, 2)])
@pytest.mark.parametrize("hits", [True, False])
def test_a_grenade_dropped_from_the_air(level: int, needed: int, more: int, hits: bool) -> None:
    """defiance.ex.drop-table: even a hit goes d2 astray, a miss d5 and an inch more for each level above the first."""
    astray = "scatter distance 9, scatter direction 360"
    dice = f"to hit 9, {astray}, damage 1, morale 9" if hits else f"to hit 1, {astray}"
    game = start(thrower("bird", level=level), {"at": [[20, 10.2]]})
    option = next(name for name in game.options if name.endswith(f"{DROP}b.1"))
    game.say(option, dice=dice)
    (event,) = game.told("Launched")
    assert (event.tally.base, event.tally.total, event.hit) == (needed, 2, hits)
    assert game.told("Scattered")[0].length == (2 if hits else 5 + more) * 1000
    assert DROPS[level] == (needed, more)


@pytest.mark.rule("defiance.flight.drop-eligibility")
def test_dropping_on_the_run() -> None:
    """defiance.ex.drop-level-two: running, -2: a 9 hits (d2), an 8 misses (d5 and 1); only what is below may be chosen."""
    for face, length in ((9, 1), (8, 2)):
        game = start(thrower("bird", level=2), {"at": [[20, 14.9]]}, "running")
        game.say("fire-move", "r.1")
        drops = [name for name in game.options if DROP.strip() in name]
        assert [name.split(":", 3)[3] for name in drops] == [DROP]  # nobody is below its base
        game.say(drops[0], dice=f"to hit {face}, scatter distance 1, scatter direction 180")
        assert (game.told("Launched")[0].tally.needed, game.told("Scattered")[0].length) == (9, length * 1000)


# ---- smoke and poison


def smoke(**more: Any) -> dict[str, Any]:
    return {
        "id": "s",
        "kind": "smoke",
        "name": "fog",
        "at": [20, 16],
        "radius": 2,
        "by": "r.1",
        "turn": 1,
        "mod": -2,
        "until": 2,
        **more,
    }


@pytest.mark.rule("defiance.grenade.obscuring", "defiance.grenade.obscuring-no-si-bonus", "defiance.aoe.modifier-scope")
def test_smoke_takes_off_direct_fire_and_nothing_else() -> None:
    """defiance.ex.smoke-scope: -2 for a shot and for a roll to hit; none in a template or cone; no more for some."""
    units = {"r": {"at": [[20, 10], [30, 10]]}, "b": {"at": [[20, 22]], "face": 180}}
    battle = a_battle(units, clouds=[smoke(), smoke(id="t", mod=-1)])
    state = battle.state

    def mods(name: str) -> list[int]:
        return [mod.value for mod in los_mods(state, state.figures[name], state.figures["b.1"], "walking") if mod and mod.value]

    assert mods("r.1") == [-2]  # the worst of two, and no more for a man without armour
    assert mods("r.2") == []  # his line passes it by
    launcher = {"w": {"FR": 1, "brackets": {"7+": 30}, "aoe": {"radius": 1, "damage": "5+"}}}
    red = {"figures": {"1": {"at": [20, 10], "primary": "w"}, "2": {"at": [30, 10]}}}
    game = Play({"r": red, "b": {"at": [[20, 22]], "face": 180}}, "card 1", weapons=launcher, clouds=[smoke()])
    game.say("cohesive-fire", "stationary", "r.1").say(shoot("w", "b.1"), dice="to hit 9, damage 1, morale 9")
    assert sorted(mod.value for mod in game.told("Launched")[0].tally.mods) == [-2, 2]
    assert [mod.name for mod in game.told("Caught")[0].tally.mods] == ["standard infantry in an area"]


@pytest.mark.rule("defiance.grenade.obscuring")
def test_smoke_hides_nobody_and_is_asked_about_on_a_way() -> None:
    """A mover is seen through it; those who cover are asked where he comes out of it and the shot gets better."""
    units = {
        "r": {"at": [[14, 20]]},
        "b": {"at": [[20, 30]], "face": 180, "covers": "primary", "cover_mod": 0},
    }
    game = Play(units, "card 1", clouds=[smoke(at=[17, 24], radius=1)]).say("cohesive-fire", "running", "move-fire")
    game.say({"r.1": [22, 20]})
    places = []
    while game.rule == "defiance.cover.triggers":
        places.append(game.at("r.1")[0])
        game.say("wait")
    assert len(places) >= 3  # at first, the last before the smoke, and where he comes out
    assert any(14.6 < x < 20 for x in places)


@pytest.mark.rule("defiance.grenade.obscuring")
def test_a_smoke_grenade_leaves_smoke_that_ends() -> None:
    game = throw(start(thrower(kind="fog")), 20, 18, "to hit 9")
    (cloud,) = game.state.clouds
    assert (cloud.kind, cloud.mod, cloud.radius, cloud.until) == ("smoke", -2, 3000, 2)
    assert not game.told("Caught")
    game.state.turn.number = 1
    age_all(game.battle)
    assert game.state.clouds
    game.state.turn.number = 2
    age_all(game.battle)
    assert not game.state.clouds


@pytest.mark.rule("defiance.grenade.poison", "defiance.aoe.poison-damage-timing", "defiance.aoe.poison-burst")
def test_a_poison_grenade_spares_nobody_and_stays() -> None:
    """The thrower too, in the turn of the throw; armour counts twice; shock on placing."""
    game = start(thrower("suit", "spore"))
    throw(game, 20, 11.5, "to hit 9, damage 1, morale 9")
    (event,) = game.told("Caught")
    assert (event.target, event.tally.needed) == ("r.1", 9)
    assert [one.why for one in game.told("Tested")] == ["explosion shock"]
    (cloud,) = game.state.clouds
    assert (cloud.kind, cloud.damage, cloud.letters, cloud.carrier) == ("poison", 7, "B", "")
