"""Indirect fire and air strikes: coordinates, clusters, spotters, what comes down at the end of the turn (defiance.indirect.*,
defiance.airstrike.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.muster import parse_roster
from littlewars.systems.defiance.area.indirect import cluster, to_hit_at
from littlewars.systems.defiance.basics.fire_action import INDIRECT, Fire, Manner
from littlewars.systems.defiance.roster.muster import MUSTER
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.table.board.measure import pushed_out

from .squads import Play, a_battle

WEAPONS: dict[str, dict[str, Any]] = {
    "mortar": {"FR": 1, "IF": True, "brackets": {"5+": 20, "7+": 40}, "aoe": {"radius": 2, "damage": "5+"}},
    "three": {"FR": 1, "IF": True, "brackets": {"7+": 40}, "aoe": {"radius": 3, "damage": "5+"}},
    "four": {"FR": 1, "IF": True, "brackets": {"7+": 40}, "aoe": {"radius": 4, "damage": "5+S"}},
    "short": {"FR": 1, "IF": True, "brackets": {"9+": 18}, "aoe": {"radius": 2, "damage": "7+B"}},
    "other": {"FR": 1, "IF": True, "brackets": {"5+": 40}, "aoe": {"radius": 2, "damage": "5+F"}},
    "direct": {"FR": 1, "brackets": {"5+": 40}, "aoe": {"radius": 2, "damage": "5+"}},
}
BLUE = {"at": [[20, 40], [24, 40]], "face": 180}


def battery(*weapons: str, frame: str = "man", **more: Any) -> dict[str, Any]:
    """Figures side by side, each with a weapon."""
    return {
        "figures": {str(n): {"at": [18 + 2 * n, 10], "primary": w, "frame": frame, **more} for n, w in enumerate(weapons, 1)}
    }


def begin(red: dict[str, Any], blue: dict[str, Any] | None = None, **more: Any) -> Play:
    units = {"r": red, "b": blue or BLUE}
    return Play(units, "card 1", weapons=WEAPONS, **more).say("cohesive-fire", "stationary")


def fire(game: Play, *answers: Any, who: str = "r.1", dice: str = "") -> Play:
    """This figure fires indirectly, with these answers."""
    game.say(who) if game.rule == "defiance.orders.fire-figure-by-figure" else None
    option = next(name for name in game.options if name.endswith(INDIRECT))
    return game.say(option, *answers, dice=dice)


# ---- who may


@pytest.mark.rule("defiance.indirect.eligibility")
def test_only_standing_still_with_a_weapon_for_it() -> None:
    game = begin(battery("mortar", "direct"))
    game.say("r.2")
    assert not [name for name in game.options if name.endswith(INDIRECT)]  # no IF
    units = {"r": battery("mortar", "direct"), "b": BLUE}
    for speed in ("walking", "running"):
        moving = Play(units, "card 1", weapons=WEAPONS).say("cohesive-fire", speed, "fire-move", "r.1")
        assert [name for name in moving.options if name.endswith(INDIRECT)] == []
    assert not a_battle(units, weapons=WEAPONS).state.figures["r.1"].arms[0].weapon.can_cover


@pytest.mark.rule("defiance.indirect.no-los-needed", "defiance.indirect.coordinates", "defiance.indirect.to-hit")
def test_coordinates_are_called_blind_to_half_inches() -> None:
    """Out of sight, not the nearest, and nothing is told before the call; then nobody takes it back for free."""
    house = {"id": "h", "category": "impassable", "box": [5, 20, 45, 22], "height": 9}
    game = begin(battery("mortar", "rifle"), terrain=[house])
    fire(game)
    assert (game.game.ask.kind, game.game.ask.blind, game.rule) == ("place", True, "defiance.indirect.coordinates")
    assert game.refused({"point": [24.3, 40]}) == "terms.coordinates"
    assert game.refused({"point": [24, 60]}) == "indirect.coordinates"
    before = game.battle.seals
    game.say({"point": [24, 40]}, dice="to hit 7, damage 9")
    assert game.battle.seals > before
    (event,) = game.told("Launched")
    assert (event.tally.base, event.tally.mods, event.hit) == (7, (), True)  # no modifiers at all, standing still neither
    assert game.told("Exploded")[0].at == (24_000, 40_000)
    assert (game["b.1"].gone, game["b.2"].gone) == ("", "killed")


@pytest.mark.rule("defiance.indirect.out-of-range")
def test_beyond_range_all_rounds_are_wasted_and_spent() -> None:
    """One weapon of the cluster cannot reach the point: nobody's round comes down, everybody's is used."""
    weapons = {**WEAPONS, "short": {**WEAPONS["short"], "ammo": 2}}
    units = {"r": battery("mortar", "short"), "b": BLUE}
    game = Play(units, "card 1", weapons=weapons).say("cohesive-fire", "stationary")
    fire(game, "all", {"point": [24, 40]})
    assert [event.figure for event in game.told("Wasted")] == ["r.1", "r.2"]
    assert (game["r.1"].shots, game["r.2"].shots) == ((1,), (1,))
    assert not game.told("Launched")


# ---- scatter and surfaces


@pytest.mark.rule("defiance.indirect.scatter", "defiance.indirect.spotters")
@pytest.mark.parametrize(("spotter", "length"), [("nobody", 10), ("r.2", 5)])
def test_a_miss_scatters_less_if_somebody_spots(spotter: str, length: int) -> None:
    """defiance.ex.indirect-scatter-table: d10 or d5; who spots neither fires nor covers, standard infantry never spots."""
    red = {"figures": {"1": {"at": [20, 10], "primary": "mortar", "frame": "suit"}, "2": {"at": [23, 10], "frame": "suit"}}}
    game = begin(red)
    fire(game, spotter, {"point": [20, 35]}, dice="to hit 1, scatter distance 10, scatter direction 180")
    assert game.told("Exploded")[0].at == (20_000, 35_000 - length * 1000)
    if spotter == "r.2":
        assert game.game.ask.side == "blue"  # he has acted
    men = begin({"figures": {"1": {"at": [20, 10], "primary": "mortar"}, "2": {"at": [23, 10]}}})
    fire(men)
    assert men.rule == "defiance.indirect.coordinates"  # nobody of them could spot


@pytest.mark.rule("defiance.indirect.spotters")
def test_a_spotter_does_not_cover() -> None:
    red = {
        "figures": {
            "1": {"at": [20, 10], "support": "mortar", "frame": "suit"},
            "2": {"at": [23, 10], "primary": "rifle", "frame": "suit"},
        }
    }
    units = {"r": red, "b": BLUE}
    for spotter, covers in (("r.2", ""), ("nobody", "primary")):
        game = Play(units, "card 1", weapons=WEAPONS).say("support-fire", "stationary")
        fire(game, spotter, {"point": [10, 35]}, dice="to hit 9")
        while game.game.ask.side == "red":
            game.say({})
        assert game["r.2"].covers == covers


@pytest.mark.rule("defiance.indirect.high-arc")
def test_rounds_come_down_on_the_roof() -> None:
    """Nothing stops them on their way, and a burst on a roof of 5 inches spares who stands beside the house."""
    house = {"id": "h", "category": "impassable", "box": [18, 34, 22, 39], "height": 5}
    game = begin(battery("mortar", "rifle"), terrain=[house])
    fire(game, {"point": [20, 38]}, dice="to hit 9")
    assert not game.told("Caught")
    open_ground = begin(battery("mortar", "rifle"))
    fire(open_ground, {"point": [20, 38]}, dice="to hit 9, damage 9")
    assert [event.target for event in open_ground.told("Caught")] == ["b.1"]


@pytest.mark.rule("defiance.indirect.minimum-distance", "defiance.indirect.unit-minimum")
def test_a_point_too_near_is_pushed_out() -> None:
    """defiance.ex.indirect-minimum: (6, 8) from (0, 0) becomes (9, 12); for a unit until every member is 15 inches off."""
    assert pushed_out((6000, 8000), [(0, 0)], 15_000) == (9000, 12_000)
    assert pushed_out((0, 0), [(0, 0)], 15_000, 9000) == (15_000, 0)
    assert pushed_out((20_000, 0), [(0, 0)], 15_000) == (20_000, 0)
    x, y = pushed_out((0, 10_000), [(0, 0), (0, 4000)], 15_000)
    assert (x, y) == (0, 19_000)
    game = begin(battery("mortar", "mortar"))
    fire(game, "all", {"point": [20, 20]}, dice="to hit 9")
    assert game.told("Exploded")[0].at[1] >= 25_000
    alone = begin({"figures": {"1": {"at": [20, 10], "primary": "mortar"}}})
    fire(alone, {"point": [20, 12]}, dice="to hit 9")
    assert alone.told("Exploded")[0].at == (20_000, 25_000)


# ---- clusters


def rounds(*weapons: str) -> list[Fire]:
    battle = a_battle({"r": battery(*weapons), "b": BLUE}, weapons=WEAPONS)
    return [Fire(battle.state.figures[f"r.{n}"], 0, 0, 1, INDIRECT, Manner("stationary")) for n in range(1, len(weapons) + 1)]


@pytest.mark.rule("defiance.indirect.cluster-radius", "defiance.indirect.cluster-cap", "defiance.indirect.cluster-dice")
@pytest.mark.parametrize(
    ("weapons", "radius", "dice"),
    [
        (["mortar"], 2, 1),
        (["mortar"] * 2, 2.5, 2),  # defiance.ex.cluster-radius-table
        (["three"] * 2, 4, 2),
        (["four"] * 2, 5.5, 2),
        (["four"] * 3, 7, 3),  # defiance.ex.boxcar-cluster
        (["mortar"] * 8, 4, 8),  # defiance.ex.cluster-cap-eight
        (["mortar", "four"], 4.5, 2),  # the largest first, then what the other adds
    ],
)
def test_how_large_a_cluster_is(weapons: list[str], radius: float, dice: int) -> None:
    found = cluster(rounds(*weapons), (0, 0), 0)
    assert (found.radius, found.dice) == (radius * 1000, dice)


@pytest.mark.rule("defiance.indirect.unit-fire", "defiance.indirect.cluster-dice")
def test_three_grav_mortars_as_one() -> None:
    """defiance.ex.boxcar-cluster: 7 inches, 3@5+S; one roll, by the farthest figure; all have fired then."""
    game = begin(battery("four", "four", "four", "rifle"), {"at": [[24, 38]], "face": 180, "frame": "suit"})
    fire(game, "all", {"point": [24, 32]}, dice="to hit 7, damage 9, damage 9, damage 1, morale 9")
    assert len(game.told("Launched")) == 1
    (event,) = game.told("Caught")
    assert (event.target, event.hits) == ("b.1", 2)
    assert game["b.1"].stunned
    assert [one.why for one in game.told("Tested")] == ["explosion shock"]  # once
    assert game.game.ask.of == ("r.4",)  # the only one who may still act


@pytest.mark.rule("defiance.indirect.unit-fire")
def test_range_from_the_farthest_and_the_worst_number() -> None:
    battle = a_battle({"r": battery("mortar", "other"), "b": BLUE}, weapons=WEAPONS)
    figures = battle.state.figures
    fires = [Fire(figures[f"r.{n}"], 0, 0, 1, INDIRECT, Manner("stationary")) for n in (1, 2)]
    near, far = (20_000, 30_000), (20_000, 29_000)
    members = [figures["r.1"], figures["r.2"]]
    assert to_hit_at(fires, members, near).base == 7  # type: ignore[union-attr]  # 20 inches from one, more from the other
    assert to_hit_at(fires, members, far).base == 5  # type: ignore[union-attr]
    assert to_hit_at(fires[1:], members, near).base == 5  # type: ignore[union-attr]


@pytest.mark.rule("defiance.indirect.unit-fire")
def test_who_does_not_add_a_round_fires_directly_only() -> None:
    game = begin(battery("mortar", "mortar"), {"at": [[20, 28]], "face": 180})
    fire(game, "alone", {"point": [30, 40]}, dice="to hit 9")
    assert not [name for name in game.options if name.endswith(INDIRECT)]
    assert [name for name in game.options if name.endswith("b.1")]


@pytest.mark.rule("defiance.indirect.cluster-mixed")
def test_mixed_rounds_take_the_worst_number_and_its_letters() -> None:
    """7+B beats 5+; of equal numbers with other letters the player chooses."""
    mixed = rounds("mortar", "short")
    assert (cluster(mixed, (0, 0), 1).needed, set(cluster(mixed, (0, 0), 1).line.effectors)) == (7, {"B"})
    game = begin(battery("mortar", "short", "rifle"), {"at": [[22, 26]], "face": 180})
    fire(game, "all", {"point": [22, 26]}, dice="to hit 9, damage 1, damage 1, morale 9")
    assert game.told("Caught")[0].tally.base == 7
    game = begin(battery("mortar", "other", "rifle"), {"at": [[22, 26]], "face": 180})
    fire(game, "all", {"point": [22, 26]})
    assert game.rule == "defiance.indirect.cluster-mixed"
    game.say("1", dice="to hit 9, damage 1, damage 1, morale 9")


@pytest.mark.rule("defiance.indirect.elite-vehicle")
def test_elites_fire_each_for_itself_or_together() -> None:
    units = {"r": battery("mortar", "mortar", frame="elite"), "b": BLUE}
    game = Play(units, "card 1", weapons=WEAPONS).say("together", "cohesive-fire", "stationary")
    game.say("r.1").say(next(name for name in game.options if name.endswith(INDIRECT)))
    assert (game.rule, game.options[0]) == ("defiance.indirect.elite-vehicle", "alone")
    game.say("alone", {"point": [30, 40]}, dice="to hit 9")
    assert [name for name in game.options if name.endswith(INDIRECT)]  # the other has a point of his own
    fire(game, {"point": [10, 40]}, who="r.2", dice="to hit 9")
    assert [event.at for event in game.told("Exploded")] == [(30_000, 40_000), (10_000, 40_000)]


# ---- air strikes


def strikes(**more: Any) -> Play:
    red = {"figures": {"1": {"at": [20, 4], "command": 1, **more}, "2": {"at": [23, 4]}}}
    sides = {"red": {"edge": "south", "strikes": 1}, "blue": {"edge": "north"}}
    return Play({"r": red, "b": {"at": [[20, 40], [30, 40]], "face": 180}}, "card 1", sides=sides)


@pytest.mark.rule("defiance.airstrike.caller")
def test_a_commander_calls_instead_of_acting() -> None:
    game = strikes()
    assert (game.rule, game.options) == ("defiance.airstrike.caller", ["no", "call"])
    game.say("call")
    assert (game.game.ask.blind, game.rule) == (True, "defiance.airstrike.placement")
    game.say({"point": [20, 40]}, dice="to hit 9, scatter distance 1, scatter direction 360")
    assert game.state.sides["red"].strikes == 0
    game.say("cohesive-fire", "stationary")
    assert game.game.ask.of != ("r.1",)
    assert game.rule != "defiance.airstrike.caller"
    declined = strikes().say("no")
    assert declined.rule != "defiance.airstrike.caller"  # asked once
    for down in ({"shaken": True, "prone": True}, {"stunned": True, "stunned_in": 1}, {"command": 0}):
        assert strikes(**down).rule != "defiance.airstrike.caller"


@pytest.mark.rule("defiance.airstrike.placement")
@pytest.mark.parametrize(("face", "length"), [(7, 5), (6, 10)])
def test_a_strike_always_goes_astray(face: int, length: int) -> None:
    game = strikes().say("call").say({"point": [20, 30]}, dice=f"to hit {face}, scatter distance 10, scatter direction 90")
    (event,) = game.told("StrikeCalled")
    assert (event.tally.base, event.tally.mods, event.hit) == (7, (), face == 7)
    assert [(one.x, one.y) for one in game.state.turn.strikes] == [(20_000 + length * 1000, 30_000)]
    assert not game.told("Caught")  # it comes down later


@pytest.mark.rule("defiance.airstrike.delay", "defiance.airstrike.template")
def test_a_strike_comes_down_first_in_the_resolution_phase() -> None:
    """Whoever called it may be gone; it is an area like others, and who is shaken by it does not rally in that phase."""
    called = [{"at": [20, 30], "by": "r.1"}]
    units = {
        "r": {"at": [[5, 5]]},
        "b": {"at": [[20, 33], [26.5, 36]], "face": 180, "figures": {"2": {"shaken": True, "prone": True}}},
    }
    turn = {"phase": "resolution", "number": 1, "deck": [], "shaken": ["b.2"]}
    play = Play(units, "damage 3, morale 4, morale 9, rally 9, unit morale 9, unit morale 9, card 1", strikes=called, turn=turn)
    assert [event.target for event in play.told("Caught")] == ["b.1"]
    assert play.told("Caught")[0].tally.total == 1  # standard infantry
    assert play["b.1"].shaken
    assert not play["b.2"].shaken
    kinds = [type(event).__name__ for event in play.battle.events]
    assert kinds.index("Exploded") < kinds.index("Rallied")


@pytest.mark.rule("defiance.airstrike.purchase")
def test_only_some_armies_buy_strikes() -> None:
    text = """
system: defiance
name: Strikes
army: {army}
points: 1000
air_strikes: 2
units:
  - unit: Redcoat Section
    frame: {frame}
    figures: 7
    primary: {gun}
    ad_hoc: true
"""
    humans = MUSTER.read(parse_roster(text.format(army="Human Confederacy", frame="Redcoat", gun="Assault Rifle")))
    units = sum(bill.total for bill in humans.bill.units)
    assert humans.bill.total == units + 120
    assert "defiance.airstrike.purchase" not in {breach.rule for breach in humans.breaches}
    altai = MUSTER.read(parse_roster(text.format(army="Altai", frame="Seedling", gun="Alpha Artifact")))
    assert "defiance.airstrike.purchase" in {breach.rule for breach in altai.breaches}


@pytest.mark.rule("defiance.airstrike.delay", "defiance.aoe.poison-growth", "defiance.grenade.obscuring")
def test_the_page_shows_clouds_and_strikes_to_come() -> None:
    poison = {"id": "c", "kind": "poison", "name": "Spore", "at": [10, 10], "radius": 4, "by": "b.1", "turn": 1, "damage": 9}
    smoke = {
        "id": "s",
        "kind": "smoke",
        "name": "fog",
        "at": [30, 10],
        "radius": 2,
        "by": "r.1",
        "turn": 1,
        "mod": -2,
        "until": 2,
    }
    state = a_battle({"r": battery("rifle"), "b": BLUE}, clouds=[poison, smoke], strikes=[{"at": [20, 30], "by": "r.1"}]).state
    shown = {marker.kind: (marker.at, marker.radius, marker.side) for marker in DEFIANCE.show(state).markers}
    assert shown == {
        "cloud": ((10_000, 10_000), 4000, "blue"),
        "smoke": ((30_000, 10_000), 2000, "red"),
        "incoming": ((20_000, 30_000), 6000, "red"),
    }
    assert DEFIANCE.setup(DEFIANCE.describe(state)).turn == state.turn


@pytest.mark.rule("defiance.airstrike.caller")
def test_a_commander_aboard_may_call() -> None:
    bus = {"vehicle": True, "TY": "APC", "SZ": 5, "DC": 3, "MV": 5, "PA": 20, "EA": ["B"]}
    units = {
        "r": {"frame": "bus", "at": [[20, 5]], "primary": ""},
        "men": {"side": "red", "frame": "man", "count": 1, "rides": "r.1", "command": 1},
        "b": BLUE,
    }
    sides = {"red": {"edge": "south", "strikes": 1}, "blue": {"edge": "north"}}
    deck = [{"unit": "r"}, {"unit": "b"}]
    game = Play(units, "card 1", sides=sides, frames={"bus": bus}, turn={"deck": deck})
    assert (game.rule, game.game.ask.of) == ("defiance.airstrike.caller", ("men.1",))
    game.say("call", {"point": [20, 40]}, dice="to hit 9, scatter distance 1, scatter direction 360")
    assert game.state.turn.strikes
    assert game.rule != "defiance.airstrike.caller"
